#include "base/clock.h"
#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "ggp/host.h"
#include "ggp/message.h"
#include "session/output.h"
#include "session/position.h"
#include "session/trial.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { PLAYERS_MAX = 64, CLOCK_MAX = 86400 };

typedef struct manager_options {
    const char *players[PLAYERS_MAX];
    uint32_t player_count;
    double start_clock, play_clock, grace;
    const char *id, *out;
    uint64_t matches;
    bool scramble, upper, verbose;
} manager_options;

static void read_player(const option_row *row, void *into, char *arg, struct argp_state *state)
{
    manager_options *o = into;
    (void)row;
    if (o->player_count == PLAYERS_MAX)
        argp_error(state, "more than %d players", PLAYERS_MAX);
    o->players[o->player_count++] = arg;
}

static const option_row own_options[] = {
    OPTION_OF(manager_options, "player", 0, "[ROLE=]URL", 1, read_player, players, 0, 0,
              "A player: http://HOST:PORT, or random for one that moves at random here. In the order of the "
              "roles, unless a role is named"),
    OPTION_OF(manager_options, "start-clock", 0, "SECONDS", 1, option_whole, start_clock, 0, CLOCK_MAX,
              "Time to get ready (default: 10)"),
    OPTION_OF(manager_options, "play-clock", 0, "SECONDS", 1, option_whole, play_clock, 0, CLOCK_MAX,
              "Time for a move (default: 5)"),
    OPTION_OF(manager_options, "grace", 0, "SECONDS", 1, option_wait, grace, 0, 3600,
              "Wait so much longer for a reply (default: 1)"),
    OPTION_OF(manager_options, "match-id", 0, "NAME", 1, option_text, id, 0, 0,
              "Name of the match (default: from game and time)"),
    OPTION_OF(manager_options, "matches", 0, "N", 1, option_u64, matches, 0, UINT32_MAX,
              "Matches, one after the other (default: 1)"),
    OPTION_OF(manager_options, "out", 0, "FILE", 1, option_text, out, 0, 0,
              "Write the matches as trials, for `ludens replay`"),
    OPTION_OF(manager_options, "scramble", 0, NULL, 1, option_flag, scramble, 0, 0,
              "Rename all words of the rules that are no keywords"),
    OPTION_OF(manager_options, "upper", 0, NULL, 1, option_flag, upper, 0, 0, "Send everything in upper case"),
    OPTION_OF(manager_options, "verbose", 'v', NULL, 1, option_flag, verbose, 0, 0,
              "Report each step on standard error (as on a terminal)"),
    {0}};

static void check(void *own, struct argp_state *state)
{
    const manager_options *o = own;
    if (o->player_count == 0)
        argp_error(state, "no players; --player names one for each role");
    if (o->id && !ggp_is_word(o->id))
        argp_error(state, "--match-id takes a word without blanks and parentheses, not '%s'", o->id);
}

const command_spec spec_ggp_manager = {
    .arguments = "GAME",
    .doc = "Run matches of the general game playing competition between players, which are HTTP "
           "servers. A move that is late, illegal or missing is replaced by a random one and "
           "counted."
           "\vPlayers get a rule sheet in GDL: the game, in either notation, or one made of a game in another "
           "language as `translate --to kif` does; moves are then shown in the game's own language. The role "
           "random, if the rules have it, is played here. docs/ggp.md explains how to play a match.\n\nExamples:\n"
           "  ludens ggp-manager game.kif --player http://localhost:9147 --player random\n"
           "  ludens ggp-manager games/hrg/breakthrough.hrg --player localhost:9147 --player random -v\n"
           "  ludens ggp-manager game.kif --player localhost:9147 --player localhost:9148 "
           "--play-clock 10 --matches 20 --scramble --out matches.trials",
    .groups = OPTIONS_GAME | OPTIONS_JSON | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    .check = check,
    OWN(manager_options, .start_clock = 10, .play_clock = 5, .grace = 1, .matches = 1),
};

/* ---- seats ---- */

static bool list_roles(const lud_game *game)
{
    lud_info info;
    lud_game_info(game, &info);
    for (uint32_t role = 1; role <= info.roles; role++)
        fprintf(stderr, "%s %s", role > 1 ? "," : "", lud_role_name(game, role));
    fputc('\n', stderr);
    return false;
}

/* Whether it is random or may be the URL of an HTTP server. */
static bool is_player(const char *player)
{
    const char *scheme = strstr(player, "://");
    const char *host = scheme ? scheme + 3 : player;
    bool http = !scheme || (scheme - player == 4 && strncasecmp(player, "http", 4) == 0);
    if (http && *host && *host != '/' && *host != ':' && !strpbrk(player, " \t\n"))
        return true;
    fprintf(stderr, "ludens: '%s' is not a player: http://HOST:PORT, or random\n", player);
    return false;
}

/* What stands before an equals sign is a role, unless it can be the beginning of a URL. */
static bool check_player(const lud_game *game, const char *player)
{
    size_t n = strcspn(player, "=/:");
    if (player[n] != '=')
        return is_player(player);
    char *name = mem_strndup(player, n);
    bool known = lud_role_find(game, name) >= 1;
    if (!known)
        fprintf(stderr, "ludens: the game has no role '%s'; its roles are", name);
    free(name);
    return known ? is_player(player + n + 1) : list_roles(game);
}

/* Splits "ROLE=PLAYER" when that begins with a role's name. */
static int named_role(const lud_game *game, const char **player)
{
    const char *equals = strchr(*player, '=');
    if (!equals)
        return -1;
    char *name = mem_strndup(*player, (size_t)(equals - *player));
    int role = lud_role_find(game, name);
    free(name);
    *player = role >= 0 ? equals + 1 : *player;
    return role;
}

static bool seat_player(ggp_host *h, const char *player)
{
    int role = named_role(h->game, &player);
    ggp_seat *seat = NULL;
    for (uint32_t i = 0; i < h->seat_count && !seat; i++) {
        ggp_seat *s = &h->seats[i];
        if (s->role > 0 && !s->player && (role < 0 || s->role == (uint32_t)role))
            seat = s;
    }
    if (!seat) {
        fprintf(stderr, "ludens: there is no role left for the player %s\n", player);
        return false;
    }
    seat->player = player;
    seat->url = strcmp(player, "random") == 0 ? NULL : player;
    return true;
}

static bool fill_seats(ggp_host *h, const manager_options *own)
{
    lud_info info;
    lud_game_info(h->game, &info);
    h->seats = mem_alloc((info.roles + 1) * sizeof *h->seats);
    for (uint32_t role = info.chance ? 0 : 1; role <= info.roles; role++)
        h->seats[h->seat_count++] = (ggp_seat){.role = role, .sheet_role = role};
    for (uint32_t i = 0; i < own->player_count; i++)
        if (!check_player(h->game, own->players[i]))
            return false;
    /* those with a role's name first: the others take what they leave */
    for (int named = 1; named >= 0; named--)
        for (uint32_t i = 0; i < own->player_count; i++) {
            const char *player = own->players[i];
            if ((named_role(h->game, &player) >= 0) == named && !seat_player(h, own->players[i]))
                return false;
        }
    for (uint32_t i = 0; i < h->seat_count; i++)
        if (h->seats[i].role > 0 && !h->seats[i].player) {
            fprintf(stderr, "ludens: role %s has no player; --player=%s=random plays it at random\n",
                    lud_role_name(h->game, h->seats[i].role), lud_role_name(h->game, h->seats[i].role));
            return false;
        }
    return true;
}

/* ---- results ---- */

static json_t *errors_json(const ggp_seat *seat)
{
    json_t *errors = json_object();
    for (int e = 0; e < GGP_ERRORS; e++)
        json_object_set_new(errors, ggp_error_name((ggp_error)e), json_integer(seat->errors[e]));
    return errors;
}

static json_t *players_json(const ggp_host *h)
{
    json_t *players = json_array();
    for (uint32_t i = 0; i < h->seat_count; i++) {
        const ggp_seat *s = &h->seats[i];
        if (s->role > 0)
            json_array_append_new(players,
                                  json_pack("{so so si so sf}", "role", json_text(lud_role_name(h->game, s->role)),
                                            "player", json_text(s->player), "moves", s->moves, "errors", errors_json(s),
                                            "slowest", s->slowest));
    }
    return players;
}

typedef struct manager {
    const options *o;
    const manager_options *own;
    ggp_host host;
    uint64_t rules_hash, played;
    FILE *out;
    json_t *results;
    bool faulty; /* the rules gave a role no goal value at the end, or several */
} manager;

/* The trial of a match, with what else there is to tell about it. */
static void write_trial(const manager *m, uint64_t number, lud_status status)
{
    const ggp_host *h = &m->host;
    if (!m->out)
        return;
    trial_head head = {.game = h->game,
                       .file = argument_at(m->o, 0),
                       .load = &m->o->with.load,
                       .rules_hash = m->rules_hash,
                       .seed = m->o->with.seed,
                       .number = number,
                       .plies = h->walk.ply,
                       .status = status};
    json_t *trial =
        trial_json(&head, json_incref(h->moves), status == LUD_OK ? position_scores_json(ggp_host_shown(h)) : NULL);
    json_t *more = json_pack("{so so sO}", "match", json_text(h->id), "players", players_json(h), "errors", h->errors);
    json_object_update_new(trial, more);
    json_print(trial, m->out);
    fflush(m->out);
}

static void print_match(const manager *m, const double *scores)
{
    const ggp_host *h = &m->host;
    printf("match %s: %u steps\n", h->id, h->walk.ply);
    for (uint32_t i = 0; i < h->seat_count; i++) {
        const ggp_seat *s = &h->seats[i];
        char score[NUMBER_SIZE];
        if (s->role == 0)
            continue;
        printf("  %-12s %5s  %s", lud_role_name(h->game, s->role), number_score(score, scores[s->role - 1]), s->player);
        for (int e = 0; e < GGP_ERRORS; e++)
            if (s->errors[e])
                printf("  %s: %u", ggp_error_name((ggp_error)e), s->errors[e]);
        putchar('\n');
    }
    fflush(stdout);
}

/* A goal that is missing or given twice is a fault of the rules; players take it for 0. */
static void check_goals(manager *m)
{
    const walk *w = ggp_host_shown(&m->host);
    json_t *scores = position_scores_json(w);
    for (uint32_t role = 1; role <= w->roles; role++) {
        const char *name = lud_role_name(w->game, role);
        const json_t *score = json_object_get(scores, name);
        if (!json_is_array(score))
            continue;
        fprintf(stderr, "ludens: error[E0733]: %s has %s goal value at the end\n", name,
                json_array_size(score) ? "more than one" : "no");
        m->faulty = true;
    }
    json_decref(scores);
}

static void note_result(manager *m, lud_status status)
{
    ggp_host *h = &m->host;
    const walk *shown = ggp_host_shown(h);
    double *scores = position_scores(shown);
    if (status == LUD_OK && walk_terminal(shown))
        check_goals(m);
    for (uint32_t i = 0; i < h->seat_count; i++)
        if (h->seats[i].role > 0)
            h->seats[i].score_sum += scores[h->seats[i].role - 1];
    m->played++;
    json_array_append_new(m->results, json_pack("{so si so so sO}", "match", json_text(h->id), "plies", h->walk.ply,
                                                "scores", status == LUD_OK ? position_scores_json(shown) : json_null(),
                                                "players", players_json(h), "errors", h->errors));
    if (!m->o->json && status == LUD_OK)
        print_match(m, scores);
    free(scores);
}

static void print_totals(const manager *m)
{
    const ggp_host *h = &m->host;
    if (m->o->json) {
        json_t *means = json_object(), *errors = json_object();
        for (uint32_t i = 0; i < h->seat_count; i++) {
            const ggp_seat *s = &h->seats[i];
            const char *name = lud_role_name(h->game, s->role);
            if (s->role == 0)
                continue;
            json_object_set_new(means, name, m->played ? json_score(s->score_sum / (double)m->played) : json_null());
            json_object_set_new(errors, name, json_whole(s->error_sum));
        }
        json_print(json_pack("{so sI so so sO}", "game", json_text(argument_at(m->o, 0)), "matches",
                             (json_int_t)m->played, "mean_scores", means, "replaced_moves", errors, "results",
                             m->results),
                   stdout);
    } else if (m->own->matches > 1) {
        table t;
        table_init(&t, "lrrl");
        table_row(&t, "role", "mean score", "replaced moves", "player", NULL);
        for (uint32_t i = 0; i < h->seat_count; i++) {
            const ggp_seat *s = &h->seats[i];
            char score[NUMBER_SIZE], errors[NUMBER_SIZE];
            if (s->role > 0)
                table_row(&t, lud_role_name(h->game, s->role),
                          number_score(score, m->played ? s->score_sum / (double)m->played : 0),
                          number_grouped(errors, s->error_sum), s->player, NULL);
        }
        printf("\n%llu matches\n", (unsigned long long)m->played);
        table_print(&t, stdout);
        table_done(&t);
    }
}

/* ---- matches ---- */

/* A word: letters, digits and dots of the file's name, and the number of the match. */
static char *make_id(const manager *m, uint64_t number)
{
    buffer id = {0};
    if (m->own->id) {
        buffer_add(&id, m->own->id);
    } else {
        const char *name = base_name(argument_at(m->o, 0));
        for (const char *p = name; *p && *p != '.'; p++)
            if ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || (*p >= '0' && *p <= '9'))
                buffer_add_bytes(&id, p, 1);
        buffer_addf(&id, "%s%llx", id.length ? "." : "match.", (unsigned long long)(clock_wall() * 1000));
    }
    if (m->own->matches > 1)
        buffer_addf(&id, ".%llu", (unsigned long long)number + 1);
    return id.text;
}

/* A player that answered nothing in a whole match was not there. */
static int check_silence(const ggp_host *h)
{
    int code = EXIT_FINE;
    for (uint32_t i = 0; i < h->seat_count; i++) {
        const ggp_seat *s = &h->seats[i];
        if (!s->url || s->moves == 0 || s->errors[GGP_ERROR_SILENT] < s->moves)
            continue;
        fprintf(stderr, "ludens: %s did not answer in the whole match %s: random moves were made for %s\n", s->player,
                h->id, lud_role_name(h->game, s->role));
        code = EXIT_ENVIRONMENT;
    }
    return code;
}

static int play_all(manager *m)
{
    ggp_host *h = &m->host;
    int code = EXIT_FINE;
    bool interrupted = false;
    for (uint64_t i = 0; i < m->own->matches && !interrupted; i++) {
        free(h->id);
        h->id = make_id(m, i);
        lud_rng_seed(&h->rng, m->o->with.seed, i);
        ggp_scramble_done(&h->scramble);
        ggp_scramble_init(&h->scramble, m->own->scramble, m->o->with.seed + i);
        if (i == 0 && !ggp_host_greet(h) && interrupt_seen())
            return EXIT_INTERRUPT;
        lud_status status = ggp_host_play(h, &interrupted);
        if (interrupted)
            return EXIT_INTERRUPT;
        note_result(m, status);
        write_trial(m, i, status);
        code = exit_worst(code, m->faulty ? EXIT_WRONG : check_silence(h));
        if (status != LUD_OK)
            code = exit_worst(code, report_fault(m->o, h->failed, status));
    }
    return code;
}

/* The sheet that players get: the game, or one made of it. False, with *code, when there is none. */
static bool make_sheet(manager *m, char **rules, lud_game **made, int *code)
{
    ggp_host *h = &m->host;
    char *moves = NULL;
    lud_diags *diags = lud_diags_new();
    *rules = lud_rule_sheet(h->game, &moves, diags);
    if (*rules && moves) {
        lud_options load;
        lud_options_init(&load);
        load.language = "gdl";
        load.backend = m->o->with.load.backend;
        load.limits = m->o->with.load.limits;
        load.control = m->o->with.load.control;
        *made = lud_load_text(*rules, strlen(*rules), m->o->arguments[0], &load, diags);
    }
    h->rules = *rules;
    h->sheet = moves ? *made : h->game;
    if (*made)
        ggp_host_name(h, moves);
    const bool fine = *rules && h->sheet;
    if (!fine) {
        print_diags(m->o, diags);
        *code = diags_exit(diags);
    }
    lud_diags_free(diags);
    lud_free(moves);
    return fine;
}

static int lead(manager *m)
{
    ggp_host *h = &m->host;
    if (m->own->out && !(m->out = fopen(m->own->out, "w")))
        return report_unwritable(m->own->out);
    ggp_host_init(h);
    interrupt_catch();
    interrupt_catch_term();
    int code = play_all(m);
    print_totals(m);
    ggp_host_done(h);
    if (m->out && fclose(m->out) != 0)
        code = exit_worst(code, report_unwritable(m->own->out));
    return code;
}

static int manage(manager *m)
{
    char *rules = NULL;
    lud_game *made = NULL;
    int code = EXIT_USAGE;
    if (fill_seats(&m->host, m->own) && make_sheet(m, &rules, &made, &code))
        code = lead(m);
    lud_game_free(made);
    lud_free(rules);
    return code;
}

int cmd_ggp_manager(options *o, void *user)
{
    manager_options *own = user;
    int code;
    manager m = {.o = o, .own = own, .results = json_array()};
    m.host = (ggp_host){.start_clock = own->start_clock,
                        .play_clock = own->play_clock,
                        .grace = own->grace,
                        .upper = own->upper,
                        .talk = own->verbose || isatty(STDERR_FILENO),
                        .control = interrupt_control(),
                        .max_plies = o->with.load.limits.max_plies};
    lud_game *game = load_rules(o, argument_at(o, 0), &m.rules_hash, &code);
    m.host.game = game;
    if (game && !http_client_init()) {
        fputs("ludens: messages to players need libcurl (on Debian: libcurl3-gnutls)\n", stderr);
        code = EXIT_ENVIRONMENT;
    } else if (game) {
        code = manage(&m);
        http_client_done();
    }
    free(m.host.seats);
    free(m.host.id);
    json_decref(m.results);
    close_game(o, game, argument_at(o, 0));
    return code;
}
