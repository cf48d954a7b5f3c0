#include "cli/app.h"
#include "cli/fault.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/play/answersets.h"
#include "cli/play/play.h"
#include "cli/progress.h"
#include "session/about.h"
#include "session/memory.h"
#include "session/save.h"
#include "session/trace.h"
#include "session/trial.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void read_role(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    play_options *p = into;
    (void)row;
    if (!strchr(arg, '='))
        argp_error(state, "--role takes ROLE=human or ROLE=AGENT, not '%s'", arg);
    if (p->role_count == PLAY_ROLE_OPTIONS)
        argp_error(state, "too many --role options");
    p->roles[p->role_count++] = arg;
}

static const option_row own_options[] = {
    OPTION_OF(play_options, "role", 'r', "ROLE=WHO", 1, read_role, roles, 0, 0,
              "Who plays a role: human, or an agent (may be repeated)"),
    OPTION_OF(play_options, "seconds", 's', "S", 1, option_seconds, budget.seconds, 0, 1000000,
              "Seconds an agent thinks about a move (default 1)"),
    OPTION_OF(play_options, "playouts", 'p', "N", 1, option_u64, budget.playouts, 0, UINT64_MAX,
              "Playouts for a move of an agent, instead of seconds"),
    OPTION_OF(play_options, "hints", 0, "AGENT", 1, option_text, advice.agent, 0, 0, "Who gives hints (default mcts)"),
    OPTION_OF(play_options, "resume", 0, "FILE", 1, option_text, resume, 0, 0, "Continue a saved game"),
    OPTION_OF(play_options, "letters", 0, NULL, 1, option_flag, letters, 0, 0,
              "Show pieces as letters, not as symbols"),
    OPTION_OF(play_options, "notes", 0, NULL, 1, option_flag, notes, 0, 0,
              "Show what rules note of sites (\"never moved\"), too"),
    OPTION_OF(play_options, "verbose", 'v', NULL, 1, option_flag, verbose, 0, 0, "Agents say what they think"),
    OPTION_OF(play_options, "strategy", 0, "FILE", 2, option_text, answersets.strategy, 0, 0,
              "Answer sets: a strategy program in place of the stored one"),
    OPTION_OF(play_options, "step", 0, NULL, 2, option_flag, answersets.step, 0, 0,
              "Answer sets: wait for the Enter key after each step of the strategy"),
    OPTION_OF(play_options, "facts", 0, NULL, 2, option_flag, answersets.all_facts, 0, 0,
              "Answer sets: show the settings among the facts, too"),
    {0}};

typedef struct rules_text {
    const char *file;
    char *text;
    size_t length;
} rules_text;

const command_spec spec_play = {
    .arguments = "[GAME]",
    .doc = "Play a game in the terminal. The first role is human and agents (mcts) play the others, "
           "unless --role says otherwise; chance moves by itself."
           "\vA move is entered by its number or its text, as it is listed or in exact form; the beginning of the text "
           "is enough "
           "when only one move begins so. `help` lists the other inputs. An answer-set game is played "
           "by "
           "its strategy, if it has one; --role player=human plays it by hand.\n\nExamples:\n"
           "  ludens play games/hrg/tic-tac-toe.hrg\n"
           "  ludens play --role white=mcts --role black=human --seconds 5 games/hrg/chess.hrg\n"
           "  ludens play --role red=human --role blue=human games/hrg/hex.hrg\n"
           "  ludens play --resume game.trial",
    .groups = OPTIONS_LOAD | OPTIONS_SEED,
    .min_arguments = 0,
    .max_arguments = 1,
    .options = own_options,
    OWN(play_options, .resume = NULL),
};

static const char title[] = PLAY_TITLE;

static bool no_role(const play *p, const char *name)
{
    fprintf(stderr, "ludens play: the game has no role '%s'; its roles are", name);
    for (uint32_t r = 1; r <= p->w.roles; r++)
        fprintf(stderr, "%s %s", r > 1 ? "," : "", lud_role_name(p->w.game, r));
    fputc('\n', stderr);
    return false;
}

static bool refused(const play *p, const failure *f)
{
    failure_report(p->o, f, p->w.ctx, title);
    return false;
}

/* The first role is human, agents play the others; a saved game says otherwise, and options more
 * so. */
static bool assign_roles(play *p, const json_t *saved)
{
    failure f = {0};
    for (uint32_t role = 1; role <= p->w.roles; role++) {
        const char *who = saved ? save_player(saved, lud_role_name(p->w.game, role)) : NULL;
        if (!seat_read(&p->seats[role], who ? who : role == 1 ? "human" : "mcts", &f))
            return refused(p, &f);
    }
    for (size_t i = 0; i < p->own->role_count; i++) {
        char *equals = strchr(p->own->roles[i], '=');
        char *name = mem_strndup(p->own->roles[i], (size_t)(equals - p->own->roles[i]));
        int role = lud_role_find(p->w.game, name);
        bool fine = role >= 1 ? seat_read(&p->seats[role], equals + 1, &f) : no_role(p, name);
        free(name);
        if (!fine)
            return refused(p, &f);
    }
    match_budget budget = p->own->budget;
    if (budget.seconds <= 0 && !budget.playouts)
        budget.seconds = 1;
    for (uint32_t role = 1; role <= p->w.roles; role++) {
        p->humans += p->seats[role].human;
        if (!seat_open(&p->seats[role], &p->w, p->file, &budget, &f))
            return refused(p, &f);
    }
    return true;
}

/* ---- moving ---- */

/* The outcome of a move that the rules leave open is chosen by who makes it. */
static uint32_t choose_way(play *p, uint32_t ways)
{
    char label[120];
    snprintf(label, sizeof label, "The rules leave open what this move leads to. Which of %u outcomes? [1]", ways);
    char *line = prompt_read(p->prompt, label, false);
    unsigned long way = line ? strtoul(line, NULL, 10) : 1;
    p->quit |= !line;
    return way >= 1 && way <= ways ? (uint32_t)way - 1 : 0;
}

static lud_status make_move(play *p, bool asked)
{
    uint32_t ways = walk_ways(&p->w), way = 0;
    if (ways > 1)
        way = asked ? choose_way(p, ways) : lud_rng_below(&p->rng, ways);
    lud_status status = walk_apply(&p->w, way);
    p->asked += asked && status == LUD_OK;
    return status;
}

/* A move without a choice. Where all roles move at once most of them are; else only an empty move
 * goes without saying. */
static bool play_forced(const play *p, const lud_moves *moves)
{
    return lud_moves_count(moves) == 1 && (p->w.facts || lud_moves_at(moves, 0).count == 0);
}

/* Says what a role does that is not asked. */
static void show_move(play *p, uint32_t role, const lud_moves *moves)
{
    if (p->w.facts && play_forced(p, moves))
        return;
    if (!p->hidden) {
        char *move = walk_text(&p->w, p->w.joint[role]);
        play_write(p, role);
        printf("%s: %s\n", lud_role_name(p->w.game, role), play_written(p, role, move));
        free(move);
    } else if (role > 0) {
        printf("%s moves\n", lud_role_name(p->w.game, role));
    }
}

bool play_asks(play *p, uint32_t role)
{
    lud_moves *moves;
    return role > 0 && p->seats[role].human && walk_decides(&p->w, role) &&
           (!p->w.facts || (walk_list(&p->w, role, &moves) == LUD_OK && !play_forced(p, moves)));
}

/* Seeds go by ply and role, so that a game that is resumed goes on as it would have. */
static uint64_t thought_seed(const play *p, uint32_t role)
{
    lud_rng rng;
    lud_rng_seed(&rng, p->o->with.seed, ((uint64_t)p->w.ply + 1) * 64 + role);
    return lud_rng_next(&rng);
}

static bool agent_move(play *p, uint32_t role, lud_moves *moves, uint32_t *index)
{
    if (role == 0 || play_forced(p, moves)) {
        *index = role == 0 ? walk_draw(moves, true, &p->rng) : 0;
        return true;
    }
    fflush(stdout);
    failure f = {0};
    if (!seat_choose(&p->seats[role], &p->w, role, thought_seed(p, role), index, &f)) {
        p->quit = true;
        if (p->seats[role].status == LUD_INTERRUPTED)
            return false;
        failure_report(p->o, &f, p->w.ctx, title);
        trace_report_from(p->o, &p->w, p->seats[role].status, p->file);
        p->failed = true;
        return false;
    }
    if (p->own->verbose && lud_moves_count(moves) > 1)
        play_show_thought(p, role);
    return true;
}

/* A move of every role that decides. People choose first, so that they are not told what the
 * others do at the same time. */
static lud_status turn(play *p)
{
    bool asked = false;
    for (int others = 0; others < 2; others++)
        for (uint32_t role = 0; role <= p->w.roles; role++) {
            lud_moves *moves;
            if (!walk_decides(&p->w, role))
                continue;
            lud_status status = walk_list(&p->w, role, &moves);
            if (status != LUD_OK)
                return status;
            bool human = p->seats[role].human && !play_forced(p, moves);
            if (human == others)
                continue;
            uint32_t index = 0;
            if (human && !play_human_move(p, role, moves, &index))
                return LUD_OK;
            if (!human && !agent_move(p, role, moves, &index))
                return LUD_OK;
            asked |= human;
            p->w.joint[role] = lud_moves_at(moves, index);
            if (!human)
                show_move(p, role, moves);
        }
    return make_move(p, asked);
}

static lud_status turn_and_board(play *p)
{
    lud_status status = turn(p);
    if (status == LUD_OK && p->humans == 0 && !walk_terminal(&p->w))
        play_show_position(p, 0);
    return status;
}

static int play_game(play *p, const json_t *saved)
{
    lud_status status = walk_start(&p->w);
    if (saved && status == LUD_OK) {
        failure f = {0};
        if (!save_replay(saved, &p->w, &f))
            return failure_report(p->o, &f, p->w.ctx, title);
        for (uint32_t ply = 1; ply <= p->w.ply; ply++) /* what can be taken back */
            for (uint32_t role = 1; role <= p->w.roles; role++)
                if (p->seats[role].human && walk_own(&p->w, role, ply)) {
                    p->asked++;
                    break;
                }
    }
    play_show_banner(p);
    if (p->humans == 0 && status == LUD_OK)
        play_show_position(p, 0);
    while (status == LUD_OK && !p->quit && !walk_terminal(&p->w) && !ferror(stdout) && !interrupt_seen()) {
        if (p->w.ply >= p->o->with.load.limits.max_plies)
            status = LUD_LIMIT_PLIES;
        else
            status = turn_and_board(p);
    }
    if (status != LUD_OK && status != LUD_INTERRUPTED) {
        fflush(stdout);
        if (status == LUD_LIMIT_PLIES) {
            fprintf(stderr, "ludens play: stopped after %u plies (--max-plies)\n", p->w.ply);
            return EXIT_LIMIT;
        }
        return trace_report(p->o, &p->w, status, p->file);
    }
    if (p->failed)
        return EXIT_WRONG;
    if (walk_terminal(&p->w))
        play_show_end(p);
    else
        printf("Quit after %u %s.\n", p->w.ply, p->w.ply == 1 ? "ply" : "plies");
    return interrupt_seen() ? EXIT_INTERRUPT : EXIT_FINE;
}

static int run(const options *o, const play_options *own, lud_game *game, const rules_text *rules, const json_t *saved)
{
    lud_info info;
    lud_game_info(game, &info);
    play p = {.o = o,
              .own = own,
              .file = rules->file,
              .rules_hash = trial_rules_hash(rules->text, rules->length),
              .header = about_header(rules->text, rules->length),
              .hidden = info.hidden,
              .screen = screen_of(stdout, options_color(o, stdout))};
    walk_init(&p.w, game);
    p.has_edges = about_edges(p.header, game, &p.edges);
    p.prompt = prompt_new(play_candidate, &p);
    p.notation = notation_new(game, p.w.ctx);
    interrupt_catch();
    p.seats = mem_alloc((p.w.roles + 2) * sizeof *p.seats);
    p.shown = mem_alloc((p.w.roles + 2) * sizeof *p.shown);
    legend_init(&p.legend, p.screen.unicode && !own->letters);
    lud_rng_seed(&p.rng, o->with.seed, 0);
    const char *who = own->role_count ? strchr(own->roles[own->role_count - 1], '=') + 1 : "";
    bool human = strcmp(who, "human") == 0, random = strcmp(who, "random") == 0;
    int code = !assign_roles(&p, saved)                 ? EXIT_USAGE
               : p.w.open && (!*who || human || random) ? play_answersets(o, &own->answersets, &p.w, human, random)
                                                        : play_game(&p, saved);
    for (uint32_t role = 0; role <= p.w.roles; role++)
        seat_close(&p.seats[role]);
    interrupt_release();
    legend_done(&p.legend);
    notation_list_done(&p.written);
    notation_free(p.notation);
    prompt_free(p.prompt);
    free(p.header);
    free(p.saved_path);
    free(p.seats);
    free(p.shown);
    walk_done(&p.w);
    return code;
}

/* The rules of the command line, or those that the saved game names: relative to where it is, when
 * they are not found from here. */
static char *find_rules(const options *o, const play_options *own, const json_t *saved)
{
    const char *named = o->argument_count ? argument_at(o, 0) : saved ? save_game(saved) : NULL;
    const char *slash = named && own->resume ? strrchr(own->resume, '/') : NULL;
    buffer beside = {0};
    if (slash && !o->argument_count && named[0] != '/' && access(named, F_OK) != 0)
        buffer_addf(&beside, "%.*s%s", (int)(slash - own->resume + 1), own->resume, named);
    bool found = beside.text && access(beside.text, F_OK) == 0;
    char *file = found ? mem_strdup(beside.text) : named ? game_file(named) : NULL;
    buffer_done(&beside);
    return file;
}

static json_t *read_saved(const options *o, const char *path, int *code)
{
    failure f = {0};
    size_t length;
    char *text = load_file(path, &length, code);
    json_t *saved = text ? save_read(text, length, path, &f) : NULL;
    if (text && !saved)
        *code = failure_report(o, &f, NULL, title);
    free(text);
    return saved;
}

int cmd_play(options *o, void *user)
{
    play_options *own = user;
    int code = EXIT_FINE;
    json_t *saved = own->resume ? read_saved(o, own->resume, &code) : NULL;
    char *file = find_rules(o, own, saved);
    if (code == EXIT_FINE && !file) {
        fprintf(stderr, "%s: give a rules file, or a saved game with --resume\n", o->title);
        code = EXIT_USAGE;
    } else if (code == EXIT_FINE && strcmp(file, "-") == 0) {
        fprintf(stderr, "%s: standard input carries the moves; the game must be a file\n", o->title);
        code = EXIT_USAGE;
    }
    if (saved)
        trial_load_options(saved, &o->with.load);
    rules_text rules = {.file = file};
    rules.text = code == EXIT_FINE ? load_file(file, &rules.length, &code) : NULL;
    lud_game *game = rules.text ? load_text(o, file, rules.text, rules.length, &code) : NULL;
    if (game) {
        if (saved && !save_same_rules(saved, trial_rules_hash(rules.text, rules.length)))
            fprintf(stderr, "%s: warning: the rules have been changed since the game was saved\n", title);
        code = run(o, own, game, &rules, saved);
        close_game(o, game, file);
    }
    free(rules.text);
    free(file);
    json_decref(saved);
    return code;
}
