#include "app/app.h"
#include "app/load.h"
#include "app/memory.h"
#include "app/output.h"
#include "app/play_answersets.h"
#include "app/play.h"
#include "app/position.h"
#include "app/save.h"
#include "app/trace.h"
#include "app/trial.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    KEY_HINTS = KEY_OWN,
    KEY_RESUME,
    KEY_STRATEGY,
    KEY_STEP,
    KEY_FACTS,
    HINTS_SHOWN = 5
};

static const struct argp_option own_options[] = {
    {"role", 'r', "ROLE=WHO", 0, "Who plays a role: human, or an agent (may be repeated)", 1},
    {"seconds", 's', "S", 0, "Seconds an agent thinks about a move (default 1)", 1},
    {"playouts", 'p', "N", 0, "Playouts for a move of an agent, instead of seconds", 1},
    {"hints", KEY_HINTS, "AGENT", 0, "Who gives hints (default mcts)", 1},
    {"resume", KEY_RESUME, "FILE", 0, "Go on with a saved game", 1},
    {"verbose", 'v', 0, 0, "Agents say what they think", 1},
    {"strategy", KEY_STRATEGY, "FILE", 0,
     "Answer sets: a strategy program in place of the stored one", 2},
    {"step", KEY_STEP, 0, 0, "Answer sets: wait for the Enter key after each step of the strategy",
     2},
    {"facts", KEY_FACTS, 0, 0, "Answer sets: show the settings among the facts, too", 2},
    {0}};

static error_t parse(int key, char *arg, struct argp_state *state, void *own)
{
    play_options *p = own;
    char *end;
    switch (key) {
    case 'r':
        if (!strchr(arg, '='))
            argp_error(state, "--role takes ROLE=human or ROLE=AGENT, not '%s'", arg);
        if (p->role_count == PLAY_ROLE_OPTIONS)
            argp_error(state, "too many --role options");
        p->roles[p->role_count++] = arg;
        return 0;
    case 's':
        p->budget.seconds = strtod(arg, &end);
        if (end == arg || *end || !(p->budget.seconds > 0 && p->budget.seconds <= 1e6))
            argp_error(state, "--seconds takes a number of seconds, not '%s'", arg);
        return 0;
    case 'p': p->budget.playouts = options_number(arg, "--playouts", UINT64_MAX, state); return 0;
    case KEY_HINTS: p->advice.agent = arg; return 0;
    case KEY_RESUME: p->resume = arg; return 0;
    case 'v': p->verbose = true; return 0;
    case KEY_STRATEGY: p->answersets.strategy = arg; return 0;
    case KEY_STEP: p->answersets.step = true; return 0;
    case KEY_FACTS: p->answersets.all_facts = true; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const command_spec spec = {
    .arguments = "[GAME]",
    .doc =
        "Plays a game in the terminal. The first role is human and agents (mcts) play the others, "
        "unless --role says otherwise; chance moves by itself."
        "\vA move is entered by its number or its text; the beginning of the text is enough "
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
    .option = parse,
};

static const char title[] = "ludens play";

static bool no_role(const play *p, const char *name)
{
    fprintf(stderr, "ludens play: the game has no role '%s'; its roles are", name);
    for (uint32_t r = 1; r <= p->w.roles; r++)
        fprintf(stderr, "%s %s", r > 1 ? "," : "", lud_role_name(p->w.game, r));
    fputc('\n', stderr);
    return false;
}

/* The first role is human, agents play the others; a saved game says otherwise, and options more
 * so. */
static bool assign_roles(play *p, const json_t *saved)
{
    for (uint32_t role = 1; role <= p->w.roles; role++) {
        const char *who = saved ? save_player(saved, lud_role_name(p->w.game, role)) : NULL;
        if (!seat_read(&p->seats[role], who ? who : role == 1 ? "human" : "mcts", title))
            return false;
    }
    for (size_t i = 0; i < p->own->role_count; i++) {
        char *equals = strchr(p->own->roles[i], '=');
        char *name = app_strndup(p->own->roles[i], (size_t)(equals - p->own->roles[i]));
        int role = lud_role_find(p->w.game, name);
        bool fine = role >= 1 ? seat_read(&p->seats[role], equals + 1, title) : no_role(p, name);
        free(name);
        if (!fine)
            return false;
    }
    match_budget budget = p->own->budget;
    if (budget.seconds <= 0 && !budget.playouts)
        budget.seconds = 1;
    for (uint32_t role = 1; role <= p->w.roles; role++) {
        p->humans += p->seats[role].human;
        if (!seat_open(&p->seats[role], &p->w, p->file, &budget, title))
            return false;
    }
    return true;
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
    return role > 0 && p->seats[role].human && walk_decides(&p->w, role) &&
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

static int by_worth(const void *a, const void *b)
{
    const advice_move *x = *(advice_move *const *)a, *y = *(advice_move *const *)b;
    if (x->visits != y->visits)
        return x->visits < y->visits ? 1 : -1;
    return (x->value < y->value) - (x->value > y->value);
}

/* What the helper would play, and its next best thoughts. It knows no more than the role does. */
static void hint(play *p, uint32_t role, const char *seconds)
{
    advice a;
    advice_options how = p->own->advice;
    if (!how.agent)
        how.agent = "mcts";
    how.budget = p->own->budget;
    double time = strtod(seconds, NULL);
    if (time > 0 && time <= 3600)
        how.budget = (match_budget){.seconds = time};
    fflush(stdout);
    if (advice_ask(&how, p->file, &p->w, role, p->o->seed, &a, title) != EXIT_FINE)
        return;
    if (a.count == 0) {
        puts("There is no choice.");
        advice_done(&a);
        return;
    }
    advice_move **sorted = app_alloc((a.count + 1) * sizeof(advice_move *));
    for (uint32_t i = 0; i < a.count; i++)
        sorted[i] = &a.moves[i];
    qsort((void *)sorted, a.count, sizeof *sorted, by_worth);
    printf("hint: %s, expected score %.1f%s\n", *a.best ? a.best : "(pass)", a.value,
           a.proven ? ", for certain" : "");
    if (a.line && strchr(a.line, ';'))
        printf("      it expects %s\n", a.line);
    for (uint32_t i = 0; i < a.count && i < HINTS_SHOWN && sorted[i]->visits; i++)
        printf("      %-16s %6.1f  %llu visits\n", *sorted[i]->move ? sorted[i]->move : "(pass)",
               sorted[i]->value, (unsigned long long)sorted[i]->visits);
    free((void *)sorted);
    advice_done(&a);
}

static void save(play *p, const char *path)
{
    while (*path == ' ')
        path++;
    if (!*path)
        puts("save where? For instance: save game.trial");
    else if (save_write(&p->w, p->seats, p->o, p->file, p->rules_hash, path))
        printf("Saved to %s.\n", path);
}

static bool command(play *p, uint32_t role, const char *input, const lud_moves *moves)
{
    if (strcmp(input, "help") == 0)
        play_show_help();
    else if (*input == '?' && (input[1] == 0 || input[1] == ' '))
        hint(p, role, input + 1);
    else if (strcmp(input, "hint") == 0)
        hint(p, role, "");
    else if (strcmp(input, "save") == 0 || strncmp(input, "save ", 5) == 0)
        save(p, input + 4);
    else if (strcmp(input, "moves") == 0)
        play_show_moves(p, moves);
    else if (strcmp(input, "board") == 0 && p->hidden)
        p->shown[role] = 0, play_show_percepts(p, role);
    else if (strcmp(input, "board") == 0)
        play_show_position(p, role);
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
    bool numbers = *input == '#' || !play_numeric_texts(p, moves);
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
    play_show_position(p, role);
    if (lud_moves_count(moves) <= 24)
        play_show_moves(p, moves);
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

/* Seeds go by ply and role, so that a game that is resumed goes on as it would have. */
static uint64_t thought_seed(const play *p, uint32_t role)
{
    lud_rng rng;
    lud_rng_seed(&rng, p->o->seed, ((uint64_t)p->w.ply + 1) * 64 + role);
    return lud_rng_next(&rng);
}

static bool agent_move(play *p, uint32_t role, lud_moves *moves, uint32_t *index)
{
    if (role == 0 || forced(p, moves)) {
        *index = role == 0 ? walk_draw(moves, true, &p->rng) : 0;
        return true;
    }
    fflush(stdout);
    if (!seat_choose(&p->seats[role], &p->w, role, thought_seed(p, role), index, title)) {
        trace_report_from(p->o, &p->w, p->seats[role].status, p->file);
        p->quit = p->failed = true;
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
            bool human = p->seats[role].human && !forced(p, moves);
            if (human == others)
                continue;
            uint32_t index = 0;
            if (human && !human_move(p, role, moves, &index))
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

static int play_game(play *p, const json_t *saved)
{
    lud_status status = walk_start(&p->w);
    if (saved && status == LUD_OK) {
        int code = save_replay(saved, &p->w, p->o, title);
        if (code != EXIT_FINE)
            return code;
        for (uint32_t ply = 1; ply <= p->w.ply; ply++) /* what can be taken back */
            for (uint32_t role = 1; role <= p->w.roles; role++)
                if (p->seats[role].human && walk_own(&p->w, role, ply)) {
                    p->asked++;
                    break;
                }
    }
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
        return trace_report(p->o, &p->w, status, p->file);
    }
    if (p->failed)
        return EXIT_WRONG;
    if (walk_terminal(&p->w))
        play_show_end(p);
    else
        printf("Left after %u plies.\n", p->w.ply);
    return EXIT_FINE;
}

static int run(const options *o, const play_options *own, lud_game *game, const char *file,
               uint64_t rules_hash, const json_t *saved)
{
    lud_info info;
    lud_game_info(game, &info);
    play p = {.o = o,
              .own = own,
              .file = file,
              .rules_hash = rules_hash,
              .hidden = info.hidden,
              .color = options_color(o, stdout)};
    walk_init(&p.w, game);
    p.seats = app_alloc((p.w.roles + 2) * sizeof *p.seats);
    p.shown = app_alloc((p.w.roles + 2) * sizeof *p.shown);
    legend_init(&p.legend);
    lud_rng_seed(&p.rng, o->seed, 0);
    const char *who = own->role_count ? strchr(own->roles[own->role_count - 1], '=') + 1 : "";
    bool human = strcmp(who, "human") == 0, random = strcmp(who, "random") == 0;
    int code = !assign_roles(&p, saved) ? EXIT_USAGE
               : p.w.open && (!*who || human || random)
                   ? play_answersets(o, &own->answersets, &p.w, human, random)
                   : play_game(&p, saved);
    for (uint32_t role = 0; role <= p.w.roles; role++)
        seat_close(&p.seats[role]);
    legend_done(&p.legend);
    free(p.seats);
    free(p.shown);
    walk_done(&p.w);
    return code;
}

int cmd_play(int argc, char **argv)
{
    options o;
    play_options own = {0};
    options_parse(&o, &spec, argc, argv, &own);
    json_t *saved = own.resume ? save_read(own.resume, title) : NULL;
    const char *file = o.argument_count ? o.arguments[0] : saved ? save_game(saved) : NULL;
    int code = own.resume && !saved ? EXIT_WRONG : EXIT_FINE;
    if (code == EXIT_FINE && !file) {
        fprintf(stderr, "%s: name a rules file, or a saved game with --resume\n", argv[0]);
        code = EXIT_USAGE;
    } else if (code == EXIT_FINE && strcmp(file, "-") == 0) {
        fprintf(stderr, "%s: standard input carries the moves; the game must be a file\n", argv[0]);
        code = EXIT_USAGE;
    }
    size_t length = 0;
    char *rules = code == EXIT_FINE ? load_file(file, &length, &code) : NULL;
    lud_game *game = rules ? load_text(&o, file, rules, length, &code) : NULL;
    if (game) {
        code = run(&o, &own, game, file, trial_rules_hash(rules, length), saved);
        close_game(&o, game, file);
    }
    free(rules);
    json_decref(saved);
    options_done(&o);
    return code;
}
