/* `match` and `tournament`: games between agents. They differ in how the number of games is said
 * and in the database, which a match does without. */
#include "cli/app.h"
#include "cli/fault.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "contest/database.h"
#include "contest/report.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/trace.h"
#include "session/trial.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_AGENTS = 256 };

typedef struct match_cli {
    match_budget budget;
    uint64_t rounds;
    bool fixed, csv, explain, sprt, export;
    uint32_t particles;
    rating_sprt test;
    const char *out, *db;
    char *agents[MAX_AGENTS];
    uint32_t agent_count;
} match_cli;

static double read_number(const char *text, const char **end, const char *what, struct argp_state *state)
{
    char *stop;
    errno = 0;
    double x = strtod(text, &stop);
    if (stop == text || errno || !isfinite(x))
        argp_error(state, "%s takes a number, not '%s'", what, text);
    *end = stop;
    return x;
}

static void read_agent(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    match_cli *m = into;
    (void)row;
    if (m->agent_count == MAX_AGENTS)
        argp_error(state, "too many agents");
    m->agents[m->agent_count++] = arg;
}

static void read_sprt(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    match_cli *m = into;
    const char *end;
    (void)row;
    m->sprt = true;
    m->test.elo0 = read_number(arg, &end, "--sprt", state);
    if (*end == ',')
        m->test.elo1 = read_number(end + 1, &end, "--sprt", state);
    if (*end || m->test.elo1 <= m->test.elo0)
        argp_error(state, "--sprt takes two differences in Elo, the lower first, as in 0,30");
}

static void read_risk(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    match_cli *m = into;
    const char *end;
    (void)row;
    m->test.alpha = m->test.beta = read_number(arg, &end, "--risk", state);
    if (*end || !(m->test.alpha > 0 && m->test.alpha < 0.5))
        argp_error(state, "--risk takes a probability below 0.5, not '%s'", arg);
}

#define BUDGET                                                                                                         \
    OPTION_OF(match_cli, "agent", 0, "AGENT", 1, read_agent, agents, 0, 0, "Another agent, as after GAME"),            \
        OPTION_OF(match_cli, "playouts", 'p', "N", 1, option_u64, budget.playouts, 0, UINT64_MAX,                      \
                  "Playouts for a move"),                                                                              \
        OPTION_OF(match_cli, "nodes", 0, "N", 1, option_u64, budget.nodes, 0, UINT64_MAX,                              \
                  "Positions a search may make for a move"),                                                           \
        OPTION_OF(match_cli, "seconds", 's', "S", 1, option_wait, budget.seconds, 0, 1000000, "Seconds for a move"),   \
        OPTION_OF(match_cli, "particles", 0, "N", 1, option_u32, particles, 0, 1000000,                                \
                  "States remembered in games with hidden information"),                                               \
        OPTION_OF(match_cli, "csv", 0, NULL, 3, option_flag, csv, 0, 0,                                                \
                  "Write a table of values separated by commas"),                                                      \
        OPTION_OF(match_cli, "verbose", 'v', NULL, 3, option_flag, explain, 0, 0,                                      \
                  "Trials say what agents thought of their moves")

static const option_row match_rows[] = {
    OPTION_OF(match_cli, "games", 'n', "N", 1, option_u64, rounds, 0, UINT32_MAX,
              "Games for each order of the seats (default 10)"),
    BUDGET,
    OPTION_OF(match_cli, "fixed", 0, NULL, 1, option_flag, fixed, 0, 0,
              "The first agent is always the first role, and so on"),
    OPTION_OF(match_cli, "sprt", 0, "E0,E1", 2, read_sprt, test, 0, 0,
              "Stop when it is clear whether the first agent is E1 Elo better than the second, rather than E0"),
    OPTION_OF(match_cli, "risk", 0, "P", 2, read_risk, test, 0, 0, "Risk of either error of --sprt (default 0.05)"),
    OPTION_OF(match_cli, "out", 0, "FILE", 3, option_text, out, 0, 0,
              "Write the games as trials (- for standard output)"),
    {0}};
static const option_row tournament_rows[] = {
    OPTION_OF(match_cli, "rounds", 'n', "N", 1, option_u64, rounds, 0, UINT32_MAX,
              "Rounds: each set of agents plays once in each order of the seats (default 10)"),
    BUDGET,
    OPTION_OF(match_cli, "fixed", 0, NULL, 1, option_flag, fixed, 0, 0, "Seats do not rotate"),
    OPTION_OF(match_cli, "db", 0, "FILE", 3, option_text, db, 0, 0,
              "Keep results in this file, and go on where it ends"),
    OPTION_OF(match_cli, "export", 0, NULL, 3, option_flag, export, 0, 0,
              "Play nothing: write the stored games as trials"),
    {0}};

static void check(void *own, struct argp_state *state)
{
    const match_cli *m = own;
    if (m->db && !*m->db)
        argp_error(state, "--db takes the name of a file");
    if (m->export && !m->db)
        argp_error(state, "--export needs --db");
}

const command_spec spec_match = {
    .arguments = "GAME AGENT...",
    .doc = "Play games between agents and report who is stronger. An agent is a name, or a name with "
           "parameters: mcts:playouts=1000,c=0.7. All take seconds=, playouts= and nodes= for a move. "
           "With fewer agents than roles they take turns.\vEach seed is played in all orders of the "
           "seats. `ludens agents` lists the agents; docs/matches.md explains the "
           "figures.\n\nExamples:\n"
           "  ludens match games/hrg/breakthrough.hrg mcts montecarlo --playouts 1000 -n 50\n"
           "  ludens match games/hrg/hex.hrg mcts:playouts=2000 mcts:playouts=1000 --sprt 0,50 -n "
           "5000\n"
           "  ludens match games/hrg/chess.hrg alphabeta random --seconds 0.1 --json",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_SEED | OPTIONS_THREADS,
    .min_arguments = 1,
    .max_arguments = ANY_NUMBER,
    .options = match_rows,
    .check = check,
    OWN(match_cli, .rounds = 10, .test = {0, 0, 0.05, 0.05}),
};

const command_spec spec_tournament = {
    .arguments = "GAME AGENT...",
    .doc = "Play a round robin between agents: each set of as many as there are roles meets in all "
           "orders of the seats, with the same seeds. With --db the results are kept in a file of "
           "SQLite; the same command continues where an interrupted one ended.\v`ludens agents` lists "
           "the agents; docs/matches.md explains the figures.\n\nExamples:\n"
           "  ludens tournament games/hrg/connect-four.hrg mcts montecarlo random -p 500 --db c4.db\n"
           "  ludens tournament games/hrg/connect-four.hrg mcts montecarlo random -p 500 --db c4.db "
           "--export | ludens replay -",
    .groups = OPTIONS_LOAD | OPTIONS_JSON | OPTIONS_SEED | OPTIONS_THREADS,
    .min_arguments = 1,
    .max_arguments = ANY_NUMBER,
    .options = tournament_rows,
    .check = check,
    OWN(match_cli, .rounds = 10, .test = {0, 0, 0.05, 0.05}),
};

/* ---- playing ---- */

typedef struct session {
    contest c;
    contest_report report;
    contest_db *db;
    FILE *trials;
    uint64_t rules_hash;
    const lud_options *load;
    rating_tally *ahead; /* [game number]: results that the test has not come to */
    bool *there;
    uint64_t next;
    json_t **held; /* [game number]: trials of games that ended before earlier ones; with `trials` */
    uint64_t written;
    bool failed;
} session;

static bool wanted(void *user, uint64_t number)
{
    session *s = user;
    return !s->db || !contest_db_has(s->db, number);
}

/* The test goes by the order of the numbers, not by which game ended first: threads change nothing.
 */
static bool test(session *s, const contest_game *g)
{
    if (!s->report.sprt)
        return true;
    rating_tally *all = mem_alloc((size_t)s->c.count * s->c.count * sizeof *all);
    contest_tally(&s->c, g, all);
    s->ahead[g->number] = all[1];
    s->there[g->number] = true;
    free(all);
    while (s->next < contest_games(&s->c) && s->there[s->next]) {
        s->report.tested.wins += s->ahead[s->next].wins;
        s->report.tested.draws += s->ahead[s->next].draws;
        s->report.tested.losses += s->ahead[s->next].losses;
        s->next++;
        bool pair_over = s->next % s->c.rotations == 0;
        if (pair_over && rating_decide(&s->report.test, s->report.tested) != SPRT_GOES_ON)
            return false;
    }
    return true;
}

/* In the order of the numbers, without those of an earlier run; `all`: what is left, too. */
static void write_trials(session *s, bool all)
{
    for (; s->written < contest_games(&s->c) && (all || s->held[s->written] || !wanted(s, s->written)); s->written++)
        if (s->held[s->written]) {
            json_print(s->held[s->written], s->trials);
            s->held[s->written] = NULL;
        }
}

static bool over(void *user, contest_game *g)
{
    session *s = user;
    if (s->db && !contest_db_add(s->db, &s->c, g)) {
        s->failed = true;
        return false;
    }
    report_add(&s->report, g);
    if (s->trials) {
        s->held[g->number] = contest_trial(&s->c, g, s->rules_hash, s->load);
        write_trials(s, false);
    }
    return test(s, g);
}

static void add_stored(void *user, contest_game *g) { report_add(&((session *)user)->report, g); }

static void export_stored(void *user, contest_game *g)
{
    session *s = user;
    json_print(contest_trial(&s->c, g, s->rules_hash, s->load), stdout);
}

static void show(const session *s, const options *o, const match_cli *m)
{
    if (s->trials == stdout)
        return;
    if (o->json)
        json_print(report_json(&s->report, base_name(argument_at(o, 0))), stdout);
    else if (m->csv)
        report_csv(&s->report, stdout);
    else
        report_table(&s->report, stdout);
}

/* The first game that a fault of the rules ended. */
static int show_fault(const session *s, const options *o)
{
    walk w;
    lud_moves *moves;
    const char *path = argument_at(o, 0);
    walk_init(&w, s->c.game);
    lud_status status = trace_follow(&w, s->report.fault_moves);
    for (uint32_t role = 0; role <= w.roles && status == LUD_OK; role++)
        status = walk_decides(&w, role) ? walk_list(&w, role, &moves) : LUD_OK;
    fprintf(stderr, "ludens: a fault of the rules ended a game: %s\n", lud_status_text(s->report.fault));
    if (status == s->report.fault)
        trace_report(o, &w, status, path);
    else
        trace_report_from(o, &w, s->report.fault, path);
    walk_done(&w);
    return status_code(s->report.fault);
}

static int play(session *s, const options *o, const match_cli *m)
{
    progress p;
    contest_run run = {.wanted = wanted, .over = over, .user = s, .progress = progress_step, .watcher = &p};
    if (s->db && !contest_db_each(s->db, &s->c, add_stored, s))
        return EXIT_WRONG;
    run.done = s->db ? contest_db_count(s->db) : 0;
    progress_start(&p, "games", true);
    int code = contest_play(&s->c, &run);
    if (s->trials)
        write_trials(s, true);
    progress_end(&p);
    bool interrupted = interrupt_seen();
    if (s->failed)
        return EXIT_ENVIRONMENT;
    show(s, o, m);
    if (s->report.fault != LUD_OK)
        code = exit_worst(code, show_fault(s, o));
    return code != EXIT_FINE ? code : interrupted ? EXIT_INTERRUPT : EXIT_FINE;
}

static bool open_trials(session *s, const match_cli *m)
{
    if (!m->out)
        return true;
    s->trials = strcmp(m->out, "-") == 0 ? stdout : fopen(m->out, "w");
    if (!s->trials)
        report_unwritable(m->out);
    else
        s->held = mem_alloc((contest_games(&s->c) + 1) * sizeof *s->held);
    return s->trials != NULL;
}

static int run_contest(session *s, const options *o, match_cli *m, lud_game *game)
{
    lud_info info;
    lud_game_info(game, &info);
    int code = EXIT_FINE;
    s->load = &o->with.load;
    s->c.rounds = m->rounds;
    s->c.seed = o->with.seed;
    s->c.threads = o->threads;
    s->c.fixed = m->fixed;
    s->c.max_plies = o->with.load.limits.max_plies;
    s->c.particles = m->particles;
    s->c.explain = m->explain;
    code = contest_init(&s->c, game, argument_at(o, 0), m->agents, m->agent_count, &m->budget);
    if (code != EXIT_FINE)
        return code;
    if (m->sprt && (m->agent_count != 2 || info.roles != 2)) {
        fprintf(stderr, "ludens: --sprt compares two agents in a game of two roles\n");
        return EXIT_USAGE;
    }
    report_init(&s->report, &s->c);
    s->report.sprt = m->sprt;
    s->report.test = m->test;
    if (m->sprt) {
        s->ahead = mem_alloc((contest_games(&s->c) + 1) * sizeof *s->ahead);
        s->there = mem_alloc(contest_games(&s->c) + 1);
    }
    if (m->db)
        s->db = contest_db_open(m->db, &s->c, s->rules_hash, &code);
    if (code == EXIT_FINE && !open_trials(s, m))
        code = EXIT_ENVIRONMENT;
    if (code == EXIT_FINE && m->export)
        code = contest_db_each(s->db, &s->c, export_stored, s) ? EXIT_FINE : EXIT_WRONG;
    else if (code == EXIT_FINE)
        code = play(s, o, m);
    if (s->trials && s->trials != stdout && fclose(s->trials) != 0 && code == EXIT_FINE)
        code = report_unwritable(m->out);
    contest_db_close(s->db);
    report_done(&s->report);
    free(s->ahead);
    free(s->held);
    free(s->there);
    return code;
}

int cmd_match(options *o, void *own)
{
    match_cli *m = own;
    int code;
    session s = {0};
    for (size_t i = 1; i < o->argument_count; i++)
        if (m->agent_count < MAX_AGENTS) {
            memmove(m->agents + i, m->agents + i - 1, (m->agent_count - (i - 1)) * sizeof *m->agents);
            m->agents[i - 1] = argument_at(o, i);
            m->agent_count++;
        }
    if (m->agent_count == 0) {
        fprintf(stderr, "%s: name at least one agent after the game, mcts for instance\n", o->title);
        return EXIT_USAGE;
    }
    lud_game *game = load_rules(o, argument_at(o, 0), &s.rules_hash, &code);
    if (game) {
        code = run_contest(&s, o, m, game);
        contest_done(&s.c);
        close_game(o, game, argument_at(o, 0));
    }
    return code;
}

int cmd_tournament(options *o, void *own) { return cmd_match(o, own); }
