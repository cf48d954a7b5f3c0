#include "app/app.h"
#include "app/board.h"
#include "app/load.h"
#include "app/memory.h"
#include "app/output.h"
#include "app/play_answersets.h"
#include "app/position.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEY_ROLE = KEY_OWN, KEY_STRATEGY, KEY_STEP, KEY_FACTS, MAX_ROLE_OPTIONS = 64 };

typedef struct play_options {
    char *roles[MAX_ROLE_OPTIONS]; /* "white=human" */
    size_t role_count;
    answersets_options answersets;
} play_options;

static const struct argp_option own_options[] = {
    {"role", 'r', "ROLE=WHO", 0, "Who plays a role: human or random (may be repeated)", 1},
    {"strategy", KEY_STRATEGY, "FILE", 0, "Answer sets: a strategy program in place of the stored one", 2},
    {"step", KEY_STEP, 0, 0, "Answer sets: wait for the Enter key after each step of the strategy", 2},
    {"facts", KEY_FACTS, 0, 0, "Answer sets: show the settings among the facts, too", 2},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state, void *own)
{
    play_options *p = own;
    if (key == KEY_STRATEGY)
        p->answersets.strategy = arg;
    p->answersets.step |= key == KEY_STEP;
    p->answersets.all_facts |= key == KEY_FACTS;
    if (key == KEY_STRATEGY || key == KEY_STEP || key == KEY_FACTS)
        return 0;
    if (key != 'r')
        return ARGP_ERR_UNKNOWN;
    char *equals = strchr(arg, '=');
    if (!equals || (strcmp(equals + 1, "human") != 0 && strcmp(equals + 1, "random") != 0))
        argp_error(state, "--role takes ROLE=human or ROLE=random, not '%s'", arg);
    if (p->role_count == MAX_ROLE_OPTIONS)
        argp_error(state, "too many --role options");
    p->roles[p->role_count++] = arg;
    return 0;
}

static const command_spec spec = {
    .arguments = "GAME",
    .doc = "Plays a game in the terminal. The first role is human and the others move at random, "
           "unless --role says otherwise; chance moves by itself."
           "\vA move is entered by its number or its text; the beginning of the text is enough "
           "when only one move begins so. `help` lists the other inputs. An answer-set game is played by "
           "its strategy, if it has one; --role player=human plays it by hand.\n\nExamples:\n"
           "  ludens play games/hrg/tic-tac-toe.hrg\n"
           "  ludens play --role white=random --role black=human games/hrg/chess.hrg\n"
           "  ludens play --strategy mine.lp --step games/asp/first-steps.json\n"
           "  ludens play --role cross=random --role nought=random --seed 3 games/hrg/tic-tac-toe.hrg",
    .groups = OPTIONS_LOAD | OPTIONS_SEED,
    .min_arguments = 1,
    .max_arguments = 1,
    .options = own_options,
    .option = parse,
};

typedef struct play {
    const options *o;
    walk w;
    bool hidden, color;
    bool *human;     /* [role] */
    uint32_t *shown; /* [role]: percepts up to this ply were shown to the role */
    legend legend;
    lud_rng rng;
    uint32_t asked; /* moves that people chose, not taken back */
    bool quit;
} play;

static bool assign_roles(play *p, const play_options *own)
{
    p->human[1] = p->w.roles > 0;
    for (size_t i = 0; i < own->role_count; i++) {
        char *equals = strchr(own->roles[i], '=');
        char *name = app_strndup(own->roles[i], (size_t)(equals - own->roles[i]));
        int role = lud_role_find(p->w.game, name);
        if (role < 1) {
            fprintf(stderr, "ludens play: the game has no role '%s'; its roles are", name);
            for (uint32_t r = 1; r <= p->w.roles; r++)
                fprintf(stderr, "%s %s", r > 1 ? "," : "", lud_role_name(p->w.game, r));
            fputc('\n', stderr);
            free(name);
            return false;
        }
        p->human[role] = strcmp(equals + 1, "human") == 0;
        free(name);
    }
    return true;
}

/* ---- showing ---- */

static void variable_begin(void *user, const char *key)
{
    (void)user;
    printf("  %s:", key ? key : "others");
}

static void variable_value(void *user, const char *key, const char *value)
{
    (void)user;
    printf("  %s = %s", key ? key : "others", value);
}

static void variable_end(void *user)
{
    (void)user;
    putchar('\n');
}

/* Facts, filled to the width of the terminal. */
static void show_fact(void *user, const char *key, const char *value)
{
    size_t *column = user, width = text_columns(value);
    (void)key;
    if (*column > 2 && *column + width + 2 > 78) {
        fputs("\n", stdout);
        *column = 0;
    }
    printf("  %s", value);
    *column += width + 2;
}

static void show_variables(const play *p)
{
    if (p->w.facts) {
        static const lud_state_visitor facts = {.value = show_fact};
        size_t column = 0;
        lud_state_visit(p->w.game, p->w.state, true, &facts, &column);
        putchar('\n');
        return;
    }
    static const lud_state_visitor visitor = {variable_begin, variable_value, variable_end};
    lud_state_visit(p->w.game, p->w.state, true, &visitor, NULL);
    putchar('\n');
}

/* With hidden information a player sees what the rules let it see, and no board. */
static void show_percepts(play *p, uint32_t role)
{
    for (uint32_t i = p->shown[role]; i <= p->w.ply; i++) {
        const char *seen = walk_percept(&p->w, role, i);
        if (*seen)
            printf("  %s sees: %s\n", lud_role_name(p->w.game, role), seen);
    }
    p->shown[role] = p->w.ply + 1;
}

static void show_position(play *p, uint32_t role)
{
    if (p->hidden)
        show_percepts(p, role);
    else if (!board_print(p->w.game, p->w.state, &p->legend, p->color, stdout))
        show_variables(p);
}

/* When a move's text could be taken for a number, numbers are written #1, #2, ... */
static bool numeric_texts(const play *p, const lud_moves *moves)
{
    bool numeric = false;
    for (uint32_t i = 0; i < lud_moves_count(moves) && !numeric; i++) {
        char *move = walk_text(&p->w, lud_moves_at(moves, i));
        numeric = isdigit((unsigned char)*move);
        free(move);
    }
    return numeric;
}

static void show_moves(const play *p, const lud_moves *moves)
{
    uint32_t count = lud_moves_count(moves);
    const char *mark = numeric_texts(p, moves) ? "#" : "";
    size_t widest = 0;
    char **texts = app_alloc(count * sizeof *texts);
    for (uint32_t i = 0; i < count; i++) {
        texts[i] = walk_text(&p->w, lud_moves_at(moves, i));
        size_t columns = text_columns(texts[i]);
        widest = columns > widest ? columns : widest;
    }
    size_t columns = 78 / (widest + 8) ? 78 / (widest + 8) : 1;
    for (uint32_t i = 0; i < count; i++) {
        int padding = (int)(widest - text_columns(texts[i]));
        printf("%s%4u %s%*s%s", mark, i + 1, *texts[i] ? texts[i] : "(pass)", padding, "",
               (i + 1) % columns == 0 || i + 1 == count ? "\n" : "  ");
        free(texts[i]);
    }
    free(texts);
}

static void show_help(void)
{
    fputs("  a move's number, its text, or the beginning of its text makes the move\n"
          "  moves   lists the legal moves\n"
          "  board   shows the position again\n"
          "  undo    takes back your last move and what followed\n"
          "  help    shows this\n"
          "  quit    leaves the game\n",
          stdout);
}

/* ---- moving ---- */

/* The outcome of a move that the rules leave open is chosen by who makes it. */
static uint32_t choose_way(play *p, uint32_t ways)
{
    char *line = NULL;
    size_t size = 0;
    unsigned long way = 1;
    printf("The rules leave open what this move leads to. Which of %u outcomes? [1] ", ways);
    fflush(stdout);
    if (getline(&line, &size, stdin) >= 0)
        way = strtoul(line, NULL, 10);
    else
        p->quit = true;
    free(line);
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
static bool forced(const play *p, const lud_moves *moves)
{
    return lud_moves_count(moves) == 1 && (p->w.facts || lud_moves_at(moves, 0).count == 0);
}

/* Says what a role does that is not asked. */
static void show_move(const play *p, uint32_t role, const lud_moves *moves)
{
    if (p->w.facts && forced(p, moves))
        return;
    if (!p->hidden) {
        char *move = walk_text(&p->w, p->w.joint[role]);
        printf("%s: %s\n", lud_role_name(p->w.game, role), *move ? move : "(pass)");
        free(move);
    } else if (role > 0) {
        printf("%s moves\n", lud_role_name(p->w.game, role));
    }
}

static bool asks(play *p, uint32_t role)
{
    lud_moves *moves;
    return role > 0 && p->human[role] && walk_decides(&p->w, role) &&
           (!p->w.facts || (walk_list(&p->w, role, &moves) == LUD_OK && !forced(p, moves)));
}

static void undo(play *p)
{
    bool back = p->asked > 0, human = !back; /* chance is not drawn anew for nothing */
    if (back)
        p->asked--;
    while (!human && walk_undo(&p->w))
        for (uint32_t role = 1; role <= p->w.roles; role++)
            human |= asks(p, role);
    puts(back ? "Taken back." : "There is nothing to take back.");
    for (uint32_t role = 0; role <= p->w.roles; role++)
        if (p->shown[role] > p->w.ply)
            p->shown[role] = p->w.ply;
}

typedef enum choice { CHOICE_MOVE, CHOICE_NONE, CHOICE_COMMAND } choice;

static choice by_number(const char *input, uint32_t count, uint32_t *index)
{
    char *end;
    const char *digits = *input == '#' ? input + 1 : input;
    unsigned long n = strtoul(digits, &end, 10);
    while (*end == ' ')
        end++;
    if (!isdigit((unsigned char)*digits) || *end || n < 1 || n > count)
        return CHOICE_NONE;
    *index = (uint32_t)n - 1;
    return CHOICE_MOVE;
}

/* The only move whose text begins with the input. */
static choice by_prefix(const play *p, const char *input, const lud_moves *moves, uint32_t *index)
{
    uint32_t matches = 0;
    for (uint32_t i = 0; i < lud_moves_count(moves) && *input; i++) {
        char *move = walk_text(&p->w, lud_moves_at(moves, i));
        if (strncmp(move, input, strlen(input)) == 0) {
            *index = i;
            matches++;
        }
        free(move);
    }
    if (matches > 1)
        printf("%u moves begin with '%s'.\n", matches, input);
    return matches == 1 ? CHOICE_MOVE : matches > 1 ? CHOICE_COMMAND : CHOICE_NONE;
}

static bool command(play *p, uint32_t role, const char *input, const lud_moves *moves)
{
    if (strcmp(input, "help") == 0 || strcmp(input, "?") == 0)
        show_help();
    else if (strcmp(input, "moves") == 0)
        show_moves(p, moves);
    else if (strcmp(input, "board") == 0 && p->hidden)
        p->shown[role] = 0, show_percepts(p, role);
    else if (strcmp(input, "board") == 0)
        show_position(p, role);
    else if (strcmp(input, "undo") == 0)
        undo(p);
    else if (strcmp(input, "quit") == 0 || strcmp(input, "exit") == 0)
        p->quit = true;
    else
        return false;
    return true;
}

/* What the line says: an exact text first, so that a move called `undo` or `7` can be made;
 * then commands, numbers and beginnings. */
static choice understand(play *p, uint32_t role, const char *input, lud_moves *moves,
                         uint32_t *index)
{
    int exact = walk_find(&p->w, role, input);
    if (exact >= 0) {
        *index = (uint32_t)exact;
        return CHOICE_MOVE;
    }
    if (!*input || command(p, role, input, moves))
        return CHOICE_COMMAND;
    bool numbers = *input == '#' || !numeric_texts(p, moves);
    choice c = numbers ? by_number(input, lud_moves_count(moves), index) : CHOICE_NONE;
    return c == CHOICE_NONE ? by_prefix(p, input, moves, index) : c;
}

static char *trim(char *line)
{
    while (isspace((unsigned char)*line))
        line++;
    size_t n = strlen(line);
    while (n > 0 && isspace((unsigned char)line[n - 1]))
        line[--n] = 0;
    return line;
}

/* Asks until there is a move. False when the position changed under us, or the player leaves. */
static bool human_move(play *p, uint32_t role, lud_moves *moves, uint32_t *index)
{
    uint32_t ply = p->w.ply;
    bool chosen = false;
    show_position(p, role);
    if (lud_moves_count(moves) <= 24)
        show_moves(p, moves);
    else
        printf("%u moves; 'moves' lists them\n", lud_moves_count(moves));
    char *line = NULL;
    size_t size = 0;
    while (!chosen && !p->quit && p->w.ply == ply && p->w.listed[role]) {
        printf("%s%s>%s ", p->color ? "\033[1m" : "", lud_role_name(p->w.game, role),
               p->color ? "\033[0m" : "");
        fflush(stdout);
        if (getline(&line, &size, stdin) < 0) {
            p->quit = true;
            putchar('\n');
            break;
        }
        char *input = trim(line);
        if (!isatty(STDIN_FILENO)) /* nobody typed it, so nothing echoed it */
            puts(input);
        choice c = understand(p, role, input, moves, index);
        chosen = c == CHOICE_MOVE;
        if (c == CHOICE_NONE) {
            char *message = position_illegal(&p->w, role, input);
            printf("%s. 'help' explains what can be entered.\n", message);
            free(message);
        }
    }
    free(line);
    return chosen;
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
            bool human = p->human[role] && !forced(p, moves);
            if (human == others)
                continue;
            uint32_t index = 0;
            if (human && !human_move(p, role, moves, &index))
                return LUD_OK;
            if (!human)
                index = walk_draw(moves, role == 0, &p->rng);
            asked |= human;
            p->w.joint[role] = lud_moves_at(moves, index);
            if (!human)
                show_move(p, role, moves);
        }
    return make_move(p, asked);
}

static void show_end(play *p)
{
    if (p->w.facts && !p->hidden)
        show_variables(p);
    else if (!p->hidden)
        board_print(p->w.game, p->w.state, &p->legend, p->color, stdout);
    for (uint32_t role = 1; p->hidden && role <= p->w.roles; role++)
        if (p->human[role])
            show_percepts(p, role);
    printf("\nThe game is over after %u plies.\n", p->w.ply);
    for (uint32_t role = 1; role <= p->w.roles; role++) {
        char *score = position_score_text(&p->w, role);
        printf("  %s scores %s\n", lud_role_name(p->w.game, role), score);
        free(score);
    }
}

static int play_game(play *p)
{
    lud_status status = walk_start(&p->w);
    while (status == LUD_OK && !p->quit && !walk_terminal(&p->w) && !ferror(stdout)) {
        if (p->w.ply >= p->o->load.limits.max_plies)
            status = LUD_LIMIT_PLIES;
        else
            status = turn(p);
    }
    if (status != LUD_OK) {
        fflush(stdout);
        if (status == LUD_LIMIT_PLIES) {
            fprintf(stderr, "ludens play: stopped after %u plies (--max-plies)\n", p->w.ply);
            return EXIT_LIMIT;
        }
        return report_fault(p->o, p->w.ctx, status);
    }
    if (walk_terminal(&p->w))
        show_end(p);
    else
        printf("Left after %u plies.\n", p->w.ply);
    return EXIT_FINE;
}

int cmd_play(int argc, char **argv)
{
    options o;
    play_options own = {0};
    options_parse(&o, &spec, argc, argv, &own);
    if (strcmp(o.arguments[0], "-") == 0) {
        fprintf(stderr, "%s: standard input carries the moves; the game must be a file\n", argv[0]);
        return EXIT_USAGE;
    }
    int code;
    lud_game *game = load_game(&o, o.arguments[0], &code);
    if (game) {
        lud_info info;
        lud_game_info(game, &info);
        play p = {.o = &o, .hidden = info.hidden, .color = options_color(&o, stdout)};
        walk_init(&p.w, game);
        p.human = app_alloc((p.w.roles + 2) * sizeof *p.human);
        p.shown = app_alloc((p.w.roles + 2) * sizeof *p.shown);
        legend_init(&p.legend);
        lud_rng_seed(&p.rng, o.seed, 0);
        code = !assign_roles(&p, &own) ? EXIT_USAGE
               : p.w.open              ? play_answersets(&o, &own.answersets, &p.w, own.role_count && p.human[1],
                                                         own.role_count && !p.human[1])
                                       : play_game(&p);
        legend_done(&p.legend);
        free(p.human);
        free(p.shown);
        walk_done(&p.w);
        close_game(&o, game, o.arguments[0]);
    }
    options_done(&o);
    return code;
}
