/* The Universal Chess Interface (Huber and Meyer-Kahlen, 2000): programs that show boards ask an agent of ours for
 * moves of games whose moves are written by sites. A thread thinks while standard input is read. */
#include "agents/coordinates.h"
#include "cli/app.h"
#include "cli/fault.h"
#include "cli/load.h"
#include "ludens_agents.h"
#include "session/memory.h"

#include <ctype.h>
#include <math.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

typedef struct uci_options {
    const char *agent;
} uci_options;

static const option_row own_options[] = {
    OPTION_OF(uci_options, "agent", 0, "AGENT", 1, option_text, agent, 0, 0, "Who thinks (default alphabeta)"), {0}};

const command_spec spec_uci = {
    .arguments = "GAME",
    .doc =
        "Serve a game by the Universal Chess Interface, on standard input and output."
        "\vFor games of two players without chance in which nothing is hidden and moves go from site to site: chess in "
        "every language, xiangqi, breakthrough. docs/engines.md says what is understood.\n\nExamples:\n"
        "  printf '%s\\n' 'position startpos moves e2e4' 'go nodes 2000' quit | ludens uci games/hrg/chess.hrg\n"
        "  printf '%s\\n' 'go perft 3' | ludens uci games/fairy/chess.ini",
    .groups = OPTIONS_LOAD | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    OWN(uci_options, .agent = "alphabeta"),
};

typedef struct uci {
    options *o;
    const char *path;
    char *rules; /* text of them, for positions by FEN; or NULL */
    size_t length;
    lud_game *standard; /* of the file */
    lud_game *game;     /* that is played: the same, or from another position, */
    char *fen;          /* this one */
    coordinates c;
    unsigned char *state;
    char *agent; /* its description */
    lud_agent *mind;
    lud_control *stop;
    pthread_t thread;
    bool thinks, endless; /* endless: `bestmove` waits for "stop" */
    lud_budget budget;
} uci;

static void say(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void say(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    putchar('\n');
    fflush(stdout);
}

/* ---- positions ---- */

/* Makes another game the one that is played; agents are of one game. */
static void use_game(uci *u, lud_game *game)
{
    if (u->game == game)
        return;
    coordinates_done(&u->c);
    lud_agent_free(u->mind);
    u->mind = NULL;
    if (u->game != u->standard)
        lud_game_free(u->game);
    u->game = game;
    free(u->state);
    u->state = mem_alloc(lud_state_size(game));
    if (!coordinates_init(&u->c, game))
        mem_no_memory();
}

/* The name of the variant that was loaded: that of its section, by name or number; to be freed, NULL: none. */
static char *variant_name(const uci *u)
{
    const char *wanted = u->o->with.load.variant;
    char *end = NULL;
    unsigned long number = wanted ? strtoul(wanted, &end, 10) : 0;
    if (wanted && (*end || !*wanted))
        return mem_strdup(wanted);
    for (const char *p = u->rules; p; p = strchr(p, '\n')) {
        p += *p == '\n';
        if (*p == '[' && number-- == 0)
            return mem_strndup(p + 1, strcspn(p + 1, ":]\n"));
    }
    return NULL;
}

/* Variants of chess have their first position as FEN: the same rules with another one. */
static lud_game *game_from(const uci *u, const char *fen)
{
    lud_info info;
    lud_game_info(u->game, &info);
    char *name = strcmp(info.language, "fairy") == 0 && u->rules ? variant_name(u) : NULL;
    if (!name)
        return NULL;
    buffer text = {0};
    lud_options load = u->o->with.load;
    load.variant = "position-by-fen";
    if (load.backend == LUD_BACKEND_AUTO) /* or each position would be compiled */
        load.backend = LUD_BACKEND_INTERP;
    buffer_add_bytes(&text, u->rules, u->length);
    buffer_addf(&text, "\n[position-by-fen:%s]\nstartFen = %s\n", name, fen);
    lud_game *game = lud_load_text(text.text, text.length, u->path, &load, NULL);
    buffer_done(&text);
    free(name);
    return game;
}

static bool make_moves(uci *u, char *moves)
{
    char *rest;
    for (char *word = strtok_r(moves, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        const lud_status status = coordinates_list(&u->c, u->state);
        const int index = status == LUD_OK ? coordinates_find(&u->c, word) : -1;
        if (index < 0 || coordinates_make(&u->c, u->state, (uint32_t)index) != LUD_OK) {
            say("info string error: %s is no legal move there, or several, and what follows is left out", word);
            return false;
        }
    }
    return true;
}

static void position(uci *u, char *line)
{
    char *moves = strstr(line, "moves");
    if (moves) {
        moves[0] = 0;
        moves += 5;
    }
    if (strncmp(line, "fen", 3) == 0 && isspace((unsigned char)line[3])) {
        char *fen = line + 4 + strspn(line + 4, " ");
        for (size_t n = strlen(fen); n > 0 && isspace((unsigned char)fen[n - 1]);)
            fen[--n] = 0;
        const bool known = u->fen && u->game != u->standard && strcmp(u->fen, fen) == 0;
        lud_game *game = known ? u->game : game_from(u, fen);
        if (!game) {
            say("info string error: this game takes no such FEN, the position stays");
            return;
        }
        use_game(u, game);
        char *kept = mem_strdup(fen);
        free(u->fen);
        u->fen = kept;
    } else if (strncmp(line, "startpos", 8) == 0) {
        use_game(u, u->standard);
    } else {
        say("info string error: position startpos or fen");
        return;
    }
    const lud_status status = lud_start(u->c.ctx, u->state);
    if (status != LUD_OK)
        say("info string error: %s", lud_status_text(status));
    else if (moves)
        make_moves(u, moves);
}

/* ---- thinking ---- */

/* Centipawns by the usual logistic scale of ratings: 400 points are ten to one. */
static int centipawns(const uci *u, const lud_thought *t, uint32_t role)
{
    double low, high;
    lud_score_bounds(u->game, role, &low, &high);
    double p = high > low ? (t->value - low) / (high - low) : 0.5;
    p = p < 0.001 ? 0.001 : p > 0.999 ? 0.999 : p;
    return (int)lround(400 * log10(p / (1 - p)));
}

/* The expected line as the protocol writes moves. */
static void say_line(uci *u, const char *line)
{
    coordinates c;
    unsigned char *state = mem_alloc(lud_state_size(u->game));
    char *text = mem_strdup(line);
    memcpy(state, u->state, lud_state_size(u->game));
    if (!coordinates_init(&c, u->game))
        mem_no_memory();
    for (char *move = text, *next; move && *move; move = next) {
        next = strstr(move, "; ");
        if (next) {
            *next = 0;
            next += 2;
        }
        const int index = coordinates_list(&c, state) == LUD_OK ? coordinates_exact(&c, move) : -1;
        if (index < 0)
            break;
        printf(" %s", c.texts[index]);
        if (coordinates_make(&c, state, (uint32_t)index) != LUD_OK)
            break;
    }
    coordinates_done(&c);
    free(text);
    free(state);
}

static void *think(void *user)
{
    uci *u = user;
    lud_thought t;
    char text[COORDINATE_SIZE] = "(none)";
    lud_status status = coordinates_list(&u->c, u->state);
    const uint32_t role = u->c.role;
    const bool over = status == LUD_OK && lud_moves_count(u->c.moves) == 0;
    if (status == LUD_OK && !over)
        status = lud_agent_think(u->mind, role, u->state, NULL, &u->budget, &t);
    if (status == LUD_OK && !over) {
        char *exact = mem_alloc(lud_move_text(u->game, t.move, NULL, 0) + 1);
        lud_move_text(u->game, t.move, exact, lud_move_text(u->game, t.move, NULL, 0) + 1);
        const int index = coordinates_exact(&u->c, exact);
        free(exact);
        if (index >= 0)
            memcpy(text, u->c.texts[index], sizeof text);
        printf("info depth %u nodes %llu time %.0f", t.depth ? t.depth : 1,
               (unsigned long long)(t.nodes ? t.nodes : t.playouts), 1000 * t.seconds);
        if (t.proven && t.distance)
            printf(" score mate %d", (t.value > 0 ? 1 : -1) * (int)((t.distance + 1) / 2));
        else
            printf(" score cp %d", centipawns(u, &t, role));
        printf(" pv");
        if (*t.line)
            say_line(u, t.line);
        else
            printf(" %s", text);
        putchar('\n');
    } else if (status != LUD_OK) {
        say("info string error: %s",
            *lud_agent_problem(u->mind) ? lud_agent_problem(u->mind) : lud_status_text(status));
    }
    while (u->endless && !lud_interrupted(u->stop))
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    say("bestmove %s", text);
    return NULL;
}

static void finish_thought(uci *u)
{
    if (!u->thinks)
        return;
    lud_interrupt(u->stop);
    pthread_join(u->thread, NULL);
    u->thinks = false;
}

/* Waits for a thought that ends by itself: what is asked at the end of input has its answer. */
static void await_thought(uci *u)
{
    if (u->thinks && !u->endless) {
        pthread_join(u->thread, NULL);
        u->thinks = false;
    }
    finish_thought(u);
}

static bool make_mind(uci *u)
{
    char problem[LUD_AGENT_PROBLEM];
    if (u->mind)
        return true;
    if (lud_agent_new(u->game, u->agent, u->path, &u->mind, problem, sizeof problem) == LUD_OK &&
        lud_agent_begin(u->mind, 1, u->o->with.seed))
        return true;
    say("info string error: %s", u->mind ? lud_agent_problem(u->mind) : problem);
    return false;
}

static void count_positions(uci *u, uint32_t depth)
{
    uint64_t *counts = mem_alloc((depth + 1) * sizeof *counts), total = 0;
    unsigned char *after = mem_alloc(lud_state_size(u->game));
    lud_status status = coordinates_list(&u->c, u->state);
    for (uint32_t i = 0; depth > 0 && status == LUD_OK && i < lud_moves_count(u->c.moves); i++) {
        memcpy(after, u->state, lud_state_size(u->game));
        status = coordinates_make(&u->c, after, i);
        if (status == LUD_OK && depth > 1 && lud_terminal(u->game, after))
            counts[depth - 1] = 0;
        else if (status == LUD_OK)
            status = lud_perft(u->c.ctx, after, depth - 1, NULL, counts);
        say("%s: %llu", u->c.texts[i], (unsigned long long)counts[depth - 1]);
        total += counts[depth - 1];
    }
    if (status != LUD_OK)
        say("info string error: %s", lud_status_text(status));
    say("\nNodes searched: %llu\n", (unsigned long long)(depth ? total : 1));
    free(after);
    free(counts);
}

/* A share of the time that is left for the game: a thirtieth, or what the moves to the next control leave, and most of
 * what each move adds; never more than half. */
static double share_of_clock(double left, double added, double moves)
{
    const double share = left / (moves > 0 ? moves + 1 : 30) + 0.8 * added;
    return (share > left / 2 ? left / 2 : share) / 1000;
}

static void go(uci *u, char *line)
{
    double clock[2] = {0}, added[2] = {0}, moves = 0, depth = 0, movetime = 0, nodes = 0, perft = -1;
    static const char *const names[] = {"wtime",     "btime", "winc",     "binc",  "depth",
                                        "movestogo", "nodes", "movetime", "perft", "mate"};
    double *const values[] = {&clock[0], &clock[1], &added[0], &added[1], &depth,
                              &moves,    &nodes,    &movetime, &perft,    &depth};
    char *rest;
    bool endless = false;
    for (char *word = strtok_r(line, " \t", &rest); word; word = strtok_r(NULL, " \t", &rest)) {
        bool known = strcmp(word, "infinite") == 0 || strcmp(word, "ponder") == 0;
        endless |= known;
        for (size_t i = 0; i < sizeof names / sizeof *names && !known; i++)
            if (strcmp(word, names[i]) == 0) {
                const char *number = strtok_r(NULL, " \t", &rest);
                *values[i] = number ? strtod(number, NULL) : 0;
                known = true;
            }
        if (!known)
            say("info string %s is not understood, and left out", word);
    }
    if (perft >= 0) {
        count_positions(u, perft > 100 ? 100 : (uint32_t)perft);
        return;
    }
    const uint64_t movers = lud_movers(u->game, u->state);
    const int side = movers >> 2 & 1;
    lud_resume(u->stop);
    u->endless = endless;
    u->budget = (lud_budget){.seed = u->o->with.seed,
                             .nodes = nodes >= 1 ? (uint64_t)nodes : 0,
                             .depth = depth >= 1 && depth < 1000 ? (uint32_t)depth : 0,
                             .stop = u->stop};
    if (movetime > 0)
        u->budget.seconds = movetime / 1000;
    else if (clock[side] > 0)
        u->budget.seconds = share_of_clock(clock[side], added[side], moves);
    else if (endless)
        u->budget.seconds = 1e6;
    else if (depth < 1 && nodes < 1)
        u->budget.seconds = 1;
    if (make_mind(u)) {
        if (pthread_create(&u->thread, NULL, think, u) != 0)
            mem_no_memory();
        u->thinks = true;
    } else {
        say("bestmove (none)");
    }
}

/* ---- the rest ---- */

static void set_option(uci *u, char *line)
{
    char *name = strstr(line, "name "), *value = strstr(line, " value ");
    char problem[LUD_AGENT_PROBLEM];
    if (value)
        *value = 0;
    value = value ? value + 7 : NULL;
    name = name ? name + 5 : line;
    if (strcasecmp(name, "agent") == 0 && value) {
        if (!lud_agent_check(value, problem, sizeof problem)) {
            say("info string error: %s", problem);
            return;
        }
        lud_agent_free(u->mind);
        u->mind = NULL;
        free(u->agent);
        u->agent = mem_strdup(value);
    } else if (strcasecmp(name, "seed") == 0 && value) {
        u->o->with.seed = strtoull(value, NULL, 10);
    } else if (strncasecmp(name, "UCI_", 4) != 0) {
        say("info string error: there is no option %s", name);
    }
}

static void introduce(const uci *u)
{
    const char *name = strrchr(u->path, '/');
    say("id name Ludens %s, %s", lud_version(), name ? name + 1 : u->path);
    say("id author the authors of Ludens");
    say("option name Agent type string default %s", u->agent);
    say("option name Seed type spin default %llu min 0 max 2147483647", (unsigned long long)u->o->with.seed);
    say("uciok");
}

static void show(uci *u)
{
    if (coordinates_list(&u->c, u->state) != LUD_OK)
        return;
    printf("info string hash %016llx, moves:", (unsigned long long)lud_state_hash(u->game, u->state));
    for (uint32_t i = 0; i < lud_moves_count(u->c.moves); i++)
        printf(" %s", u->c.texts[i]);
    say("%s", "");
}

/* Agents may learn an evaluation when they first think: not on the clock of a game. */
static void prepare(uci *u)
{
    lud_thought t;
    const lud_budget least = {.nodes = 1, .playouts = 1, .seed = u->o->with.seed};
    if (!u->mind && make_mind(u) && coordinates_list(&u->c, u->state) == LUD_OK && lud_moves_count(u->c.moves) > 0)
        lud_agent_think(u->mind, u->c.role, u->state, NULL, &least, &t);
}

/* False: the end. */
static bool obey(uci *u, char *line)
{
    line += strspn(line, " \t");
    char *rest = line + strcspn(line, " \t");
    if (*rest)
        *rest++ = 0;
    rest += strspn(rest, " \t");
    if (strcmp(line, "quit") == 0)
        return false;
    if (strcmp(line, "stop") == 0) {
        finish_thought(u);
    } else if (strcmp(line, "uci") == 0) {
        introduce(u);
    } else if (strcmp(line, "isready") == 0) {
        if (!u->thinks)
            prepare(u);
        say("readyok");
    } else if (strcmp(line, "ponderhit") == 0) {
        finish_thought(u);
    } else if (*line && strcmp(line, "debug") != 0 && strcmp(line, "register") != 0) {
        await_thought(u); /* the position is not for changing meanwhile */
        if (strcmp(line, "ucinewgame") == 0)
            position(u, (char[]){"startpos"});
        else if (strcmp(line, "position") == 0)
            position(u, rest);
        else if (strcmp(line, "setoption") == 0)
            set_option(u, rest);
        else if (strcmp(line, "go") == 0)
            go(u, rest);
        else if (strcmp(line, "d") == 0)
            show(u);
        else
            say("info string error: %s is not understood", line);
    }
    return true;
}

static void serve(uci *u)
{
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    while ((length = getline(&line, &room, stdin)) >= 0) {
        while (length > 0 && isspace((unsigned char)line[length - 1]))
            line[--length] = 0;
        if (!obey(u, line)) {
            finish_thought(u);
            break;
        }
    }
    await_thought(u);
    free(line);
}

int cmd_uci(options *o, void *user)
{
    uci_options *own = user;
    int code;
    char problem[LUD_AGENT_PROBLEM];
    uci u = {.o = o, .path = argument_at(o, 0)};
    if (!lud_agent_check(own->agent, problem, sizeof problem)) {
        fprintf(stderr, "%s: %s\n", o->title, problem);
        return EXIT_USAGE;
    }
    if (strcmp(u.path, "-") == 0) {
        fprintf(stderr, "%s: standard input carries the requests; the game must be a file\n", o->title);
        return EXIT_USAGE;
    }
    u.rules = load_file(u.path, &u.length, &code);
    lud_game *game = u.rules ? load_text(o, u.path, u.rules, u.length, &code) : NULL;
    const char *refused = game ? coordinates_refuse(game) : NULL;
    if (refused) {
        fprintf(stderr, "%s: %s is no game for this protocol: %s\n", o->title, u.path, refused);
        lud_game_free(game);
        code = EXIT_WRONG;
    } else if (game) {
        u.agent = mem_strdup(own->agent);
        u.stop = lud_control_new();
        if (!u.stop)
            mem_no_memory();
        u.standard = game;
        use_game(&u, game);
        const lud_status status = lud_start(u.c.ctx, u.state);
        if (status == LUD_OK && coordinates_list(&u.c, u.state) == LUD_OK && coordinates_alike(&u.c)) {
            fprintf(stderr,
                    "%s: %s is no game for this protocol: its moves are not told apart by where a piece comes from "
                    "and goes to\n",
                    o->title, u.path);
            code = EXIT_WRONG;
        } else if (status == LUD_OK) {
            serve(&u);
        } else {
            code = report_fault(o, u.c.ctx, status);
        }
        lud_agent_free(u.mind);
        coordinates_done(&u.c);
        if (u.game != u.standard)
            lud_game_free(u.game);
        lud_game_free(u.standard);
    }
    lud_control_free(u.stop);
    free(u.state);
    free(u.agent);
    free(u.fen);
    free(u.rules);
    return code;
}
