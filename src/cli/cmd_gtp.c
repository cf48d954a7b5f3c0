/* The Go Text Protocol, version 2 (Farnebäck, 2002): programs that show boards of go, hex and the like ask an agent of
 * ours for stones. */
#include "agents/coordinates.h"
#include "cli/app.h"
#include "cli/fault.h"
#include "cli/load.h"
#include "ludens_agents.h"
#include "session/memory.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct gtp_options {
    const char *agent;
} gtp_options;

static const option_row own_options[] = {
    OPTION_OF(gtp_options, "agent", 0, "AGENT", 1, option_text, agent, 0, 0, "Who thinks (default mcts)"), {0}};

const command_spec spec_gtp = {
    .arguments = "GAME",
    .doc = "Serve a game by the Go Text Protocol, on standard input and output."
           "\vFor games of two players without chance in which nothing is hidden and moves place one thing on a site: "
           "hex, "
           "gomoku. docs/engines.md says what is understood.\n\nExamples:\n"
           "  printf '%s\\n' 'play black d4' 'genmove white' showboard | ludens gtp games/hrg/hex-seven.hrg",
    .groups = OPTIONS_LOAD | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    OWN(gtp_options, .agent = "mcts"),
};

/* Of a move, where nobody says it. */
static const double STANDARD_SECONDS = 2;

typedef struct gtp {
    const options *o;
    const char *path;
    lud_game *game;
    lud_agent *mind;
    coordinates c;
    unsigned char *states; /* all positions of the game, the present one last */
    uint32_t ply, capacity;
    size_t size;
    int width, height;
    bool hex;         /* letters have no gap, as programs for hex write them */
    double left[2];   /* seconds on the clock of each role, */
    double stones[2]; /* for so many moves; 0: for the game */
    double main_time; /* 0: no clock */
    const char *id;   /* of the command that is answered */
    bool quit;
} gtp;

static unsigned char *present(const gtp *g) { return g->states + g->ply * g->size; }

/* ---- answers ---- */

static void answer(const gtp *g, char sign, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void answer(const gtp *g, char sign, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    printf("%c%s ", sign, g->id);
    vprintf(format, arguments);
    va_end(arguments);
    fputs("\n\n", stdout);
    fflush(stdout);
}

/* ---- colours and vertices ---- */

/* Black begins, in go and in hex; roles have names, too. -1: neither. */
static int role_of(const gtp *g, const char *colour)
{
    static const char *const names[2][2] = {{"b", "black"}, {"w", "white"}};
    const int named = lud_role_find(g->game, colour ? colour : "");
    if (named > 0)
        return named;
    for (int r = 0; colour && r < 2; r++)
        if (strcasecmp(colour, names[r][0]) == 0 || strcasecmp(colour, names[r][1]) == 0)
            return r + 1;
    return -1;
}

/* Go leaves the letter I out. */
static bool vertex_of(const gtp *g, const char *site, char text[COORDINATE_SIZE])
{
    const char *rest = site + 1;
    if (strcmp(site, "0000") == 0) {
        memcpy(text, "pass", 5);
        return true;
    }
    char *end;
    const long row = strtol(rest, &end, 10);
    if (!islower((unsigned char)site[0]) || *end || row < 1)
        return false;
    const int column = site[0] - 'a';
    const char letter = (char)('A' + column + (!g->hex && column >= 8));
    snprintf(text, COORDINATE_SIZE, "%c%ld", g->hex ? tolower(letter) : letter, row);
    return true;
}

static int find_vertex(const gtp *g, const char *vertex)
{
    char text[COORDINATE_SIZE];
    for (uint32_t i = 0; i < lud_moves_count(g->c.moves); i++)
        if (vertex_of(g, g->c.texts[i], text) && strcasecmp(text, vertex) == 0)
            return (int)i;
    return -1;
}

/* ---- the game ---- */

static bool go_to_start(gtp *g)
{
    g->ply = 0;
    return lud_start(g->c.ctx, g->states) == LUD_OK && (!g->mind || lud_agent_begin(g->mind, 1, g->o->with.seed));
}

/* Makes a move of the list in the next position. */
static bool make_move(gtp *g, uint32_t index)
{
    if (g->ply + 2 > g->capacity) {
        g->capacity = 2 * g->capacity + 16;
        g->states = mem_grow(g->states, g->capacity * g->size);
    }
    memcpy(present(g) + g->size, present(g), g->size);
    if (coordinates_make(&g->c, present(g) + g->size, index) != LUD_OK)
        return false;
    g->ply++;
    return true;
}

static bool is_turn(gtp *g, const char *colour)
{
    const int role = role_of(g, colour);
    const uint64_t movers = lud_movers(g->game, present(g));
    if (role < 0)
        answer(g, '?', "invalid color");
    else if (!movers)
        answer(g, '?', "the game is over");
    else if (!(movers >> role & 1))
        answer(g, '?', "illegal move: it is not the turn of %s", colour);
    else if (coordinates_list(&g->c, present(g)) == LUD_OK)
        return true;
    else
        answer(g, '?', "moves cannot be listed");
    return false;
}

/* ---- commands ---- */

static void do_play(gtp *g, char **words)
{
    if (!words[0] || !words[1]) {
        answer(g, '?', "syntax error: play COLOR VERTEX");
        return;
    }
    if (!is_turn(g, words[0]))
        return;
    const int index = find_vertex(g, words[1]);
    if (index < 0 || !make_move(g, (uint32_t)index))
        answer(g, '?', "illegal move");
    else
        answer(g, '=', "%s", "");
}

/* A thirtieth of the clock, or an even share of what is left for these stones. */
static double seconds_for(const gtp *g, uint32_t role)
{
    const double left = g->left[role - 1], stones = g->stones[role - 1];
    return g->main_time <= 0 ? STANDARD_SECONDS : left / (stones > 0 ? stones + 1 : 30);
}

static void do_genmove(gtp *g, char **words)
{
    char problem[LUD_AGENT_PROBLEM], vertex[COORDINATE_SIZE];
    if (!is_turn(g, words[0]))
        return;
    const uint32_t role = g->c.role;
    const lud_budget budget = {.seconds = seconds_for(g, role), .seed = g->o->with.seed + g->ply};
    lud_thought t;
    const lud_status status = lud_agent_think(g->mind, role, present(g), NULL, &budget, &t);
    if (status != LUD_OK) {
        answer(g, '?', "%s", *lud_agent_problem(g->mind) ? lud_agent_problem(g->mind) : lud_status_text(status));
        return;
    }
    lud_move_text(g->game, t.move, problem, sizeof problem);
    const int index = coordinates_exact(&g->c, problem);
    if (index < 0 || !vertex_of(g, g->c.texts[index], vertex) || !make_move(g, (uint32_t)index))
        answer(g, '?', "the move of the agent cannot be written");
    else
        answer(g, '=', "%s", vertex);
}

static void do_undo(gtp *g, char **words)
{
    (void)words;
    if (g->ply == 0) {
        answer(g, '?', "cannot undo");
        return;
    }
    g->ply--;
    answer(g, '=', "%s", "");
}

static void do_clear(gtp *g, char **words)
{
    (void)words;
    answer(g, go_to_start(g) ? '=' : '?', "%s", "");
}

static void do_boardsize(gtp *g, char **words)
{
    const int width = words[0] ? atoi(words[0]) : 0, height = words[0] && words[1] ? atoi(words[1]) : width;
    if (width == g->width && height == g->height)
        do_clear(g, words);
    else
        answer(g, '?', "unacceptable size: the board of this game is %d by %d", g->width, g->height);
}

static void do_nothing(gtp *g, char **words)
{
    (void)words;
    answer(g, '=', "%s", "");
}

static void do_time_settings(gtp *g, char **words)
{
    const double all = words[0] ? strtod(words[0], NULL) : 0, byo = words[0] && words[1] ? strtod(words[1], NULL) : 0,
                 stones = words[0] && words[1] && words[2] ? strtod(words[2], NULL) : 0;
    g->main_time = byo > 0 && stones <= 0 ? 0 : all + byo;
    for (int r = 0; r < 2; r++) {
        g->left[r] = all > 0 ? all : byo;
        g->stones[r] = all > 0 ? 0 : stones;
    }
    answer(g, '=', "%s", "");
}

static void do_time_left(gtp *g, char **words)
{
    const int role = role_of(g, words[0]);
    if (role < 1 || role > 2 || !words[1]) {
        answer(g, '?', "syntax error: time_left COLOR SECONDS STONES");
        return;
    }
    g->left[role - 1] = strtod(words[1], NULL);
    g->stones[role - 1] = words[2] ? strtod(words[2], NULL) : 0;
    answer(g, '=', "%s", "");
}

static void do_final_score(gtp *g, char **words)
{
    double scores[2];
    (void)words;
    if (!lud_terminal(g->game, present(g))) {
        answer(g, '?', "cannot score: the game is not over");
        return;
    }
    lud_scores(g->game, present(g), scores);
    answer(g, '=', "%s", scores[0] > scores[1] ? "B+1" : scores[0] < scores[1] ? "W+1" : "0");
}

static void do_legal(gtp *g, char **words)
{
    buffer all = {0};
    char vertex[COORDINATE_SIZE];
    if (!is_turn(g, words[0]))
        return;
    for (uint32_t i = 0; i < lud_moves_count(g->c.moves); i++)
        if (vertex_of(g, g->c.texts[i], vertex))
            buffer_addf(&all, "%s%s", all.length ? " " : "", vertex);
    answer(g, '=', "%s", buffer_get(&all));
    buffer_done(&all);
}

static bool contains(const char *text, const char *word)
{
    for (; *text; text++)
        if (strncasecmp(text, word, strlen(word)) == 0)
            return true;
    return false;
}

/* Rows from the top; X is what the first role has there, O what the second one has. */
static void do_showboard(gtp *g, char **words)
{
    buffer all = {0};
    const lud_board b = lud_board_at(g->game, 0);
    (void)words;
    for (int y = b.max_y; y >= b.min_y; y--) {
        buffer_addf(&all, "\n%*s%2d", g->hex ? y - b.min_y : 0, "", y - b.min_y + 1);
        for (int x = b.min_x; x <= b.max_x; x++) {
            char sign = ' ';
            for (uint32_t s = 0; s < b.sites && sign == ' '; s++) {
                const lud_site site = lud_site_at(g->game, present(g), 0, s);
                if (site.x == x && site.y == y)
                    sign = contains(site.content, lud_role_name(g->game, 1))   ? 'X'
                           : contains(site.content, lud_role_name(g->game, 2)) ? 'O'
                                                                               : '.';
            }
            buffer_addf(&all, " %c", sign);
        }
    }
    answer(g, '=', "%s", buffer_get(&all));
    buffer_done(&all);
}

static void do_version(gtp *g, char **words)
{
    (void)words;
    answer(g, '=', "%s", lud_version());
}

static void do_name(gtp *g, char **words)
{
    const char *slash = strrchr(g->path, '/');
    (void)words;
    answer(g, '=', "Ludens, %s", slash ? slash + 1 : g->path);
}

static void do_protocol(gtp *g, char **words)
{
    (void)words;
    answer(g, '=', "2");
}

static void do_quit(gtp *g, char **words)
{
    g->quit = true;
    do_nothing(g, words);
}

static void do_list(gtp *g, char **words);
static void do_known(gtp *g, char **words);

static const struct {
    const char *name;
    void (*run)(gtp *g, char **words);
} commands[] = {{"protocol_version", do_protocol},
                {"name", do_name},
                {"version", do_version},
                {"known_command", do_known},
                {"list_commands", do_list},
                {"quit", do_quit},
                {"boardsize", do_boardsize},
                {"clear_board", do_clear},
                {"komi", do_nothing},
                {"play", do_play},
                {"genmove", do_genmove},
                {"undo", do_undo},
                {"time_settings", do_time_settings},
                {"time_left", do_time_left},
                {"final_score", do_final_score},
                {"showboard", do_showboard},
                {"all_legal", do_legal}};
enum { COMMANDS = sizeof commands / sizeof *commands, WORDS = 8 };

static void do_list(gtp *g, char **words)
{
    buffer all = {0};
    (void)words;
    for (int i = 0; i < COMMANDS; i++)
        buffer_addf(&all, "%s%s", i ? "\n" : "", commands[i].name);
    answer(g, '=', "%s", buffer_get(&all));
    buffer_done(&all);
}

static void do_known(gtp *g, char **words)
{
    bool known = false;
    for (int i = 0; i < COMMANDS; i++)
        known |= words[0] && strcmp(words[0], commands[i].name) == 0;
    answer(g, '=', "%s", known ? "true" : "false");
}

static void obey(gtp *g, char *line)
{
    char *words[WORDS + 1] = {0}, *rest;
    int count = 0;
    line[strcspn(line, "#")] = 0;
    for (char *word = strtok_r(line, " \t\r\n", &rest); word && count < WORDS; word = strtok_r(NULL, " \t\r\n", &rest))
        words[count++] = word;
    const bool numbered = count && strspn(words[0], "0123456789") == strlen(words[0]);
    g->id = numbered ? words[0] : "";
    char **command = words + numbered;
    if (!command[0])
        return;
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(command[0], commands[i].name) == 0) {
            commands[i].run(g, command + 1);
            return;
        }
    answer(g, '?', "unknown command");
}

static void serve(gtp *g)
{
    char *line = NULL;
    size_t room = 0;
    while (!g->quit && getline(&line, &room, stdin) >= 0)
        obey(g, line);
    free(line);
}

static int open_and_serve(const options *o, const gtp_options *own, gtp *g)
{
    char problem[LUD_AGENT_PROBLEM];
    if (!coordinates_init(&g->c, g->game))
        mem_no_memory();
    g->size = lud_state_size(g->game);
    g->capacity = 16;
    g->states = mem_alloc(g->capacity * g->size);
    const lud_board b = lud_board_at(g->game, 0);
    g->width = b.max_x - b.min_x + 1;
    g->height = b.max_y - b.min_y + 1;
    g->hex = b.shape == LUD_BOARD_HEX || b.shape == LUD_BOARD_HEX_MIRRORED;
    lud_status status = lud_start(g->c.ctx, g->states);
    if (status != LUD_OK)
        return report_fault(o, g->c.ctx, status);
    status = lud_agent_new(g->game, own->agent, g->path, &g->mind, problem, sizeof problem);
    if (status != LUD_OK || !go_to_start(g)) {
        fprintf(stderr, "%s: %s\n", o->title, g->mind ? lud_agent_problem(g->mind) : problem);
        return status == LUD_ERR_MEMORY ? EXIT_ENVIRONMENT : EXIT_WRONG;
    }
    serve(g);
    return EXIT_FINE;
}

int cmd_gtp(options *o, void *user)
{
    const gtp_options *own = user;
    int code;
    char problem[LUD_AGENT_PROBLEM];
    gtp g = {.o = o, .path = argument_at(o, 0), .id = ""};
    if (!lud_agent_check(own->agent, problem, sizeof problem)) {
        fprintf(stderr, "%s: %s\n", o->title, problem);
        return EXIT_USAGE;
    }
    if (strcmp(g.path, "-") == 0) {
        fprintf(stderr, "%s: standard input carries the requests; the game must be a file\n", o->title);
        return EXIT_USAGE;
    }
    g.game = load_game(o, g.path, &code);
    const char *refused = g.game ? coordinates_refuse(g.game) : NULL;
    if (refused) {
        fprintf(stderr, "%s: %s is no game for this protocol: %s\n", o->title, g.path, refused);
        code = EXIT_WRONG;
    } else if (g.game) {
        code = open_and_serve(o, own, &g);
    }
    lud_agent_free(g.mind);
    coordinates_done(&g.c);
    free(g.states);
    if (g.game)
        close_game(o, g.game, g.path);
    return code;
}
