#include "cli/play/answersets.h"

#include "cli/app.h"
#include "cli/interrupt.h"
#include "cli/load.h"
#include "cli/play/prompt.h"
#include "cli/progress.h"
#include "cli/strategy.h"
#include "draw/grid.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct game {
    const options *o;
    const answersets_options *own;
    walk *w;
    lud_strategy *strategy;
    char **memories; /* [ply] */
    uint32_t capacity;
    lud_rng rng;
    prompt *prompt;
    bool color, quit, run; /* run: without waiting any more */
} game;

/* ---- facts ---- */

/* To be freed; NULL: a fault. */
static char *facts(game *g, lud_facts which)
{
    const char *text;
    return lud_facts_text(g->w->ctx, g->w->state, which, &text) == LUD_OK ? mem_strdup(text) : NULL;
}

/* Filled to the width of the terminal. Settings only when asked for. */
static void print_facts(const char *title, const char *text, bool settings)
{
    size_t column = 0;
    char *copy = mem_strdup(text), *rest;
    for (char *line = strtok_r(copy, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
        bool setting = strncmp(line, "setting(", 8) == 0 || strncmp(line, "decorate(", 9) == 0;
        size_t width = text_columns(line);
        if (setting && !settings)
            continue;
        if (column == 0)
            column = (size_t)printf("  %s:", title);
        else if (column + width + 2 > 100)
            column = (size_t)printf("\n%*s", (int)strlen(title) + 3, "") - 1;
        printf(" %s.", line);
        column += width + 2;
    }
    if (column)
        putchar('\n');
    free(copy);
}

static const char *memory_of(const game *g) { return g->memories[g->w->ply] ? g->memories[g->w->ply] : ""; }

static void set_memory(game *g, uint32_t ply, const char *text)
{
    if (ply >= g->capacity) {
        uint32_t capacity = 2 * ply + 32;
        g->memories = mem_grow(g->memories, capacity * sizeof *g->memories);
        memset(g->memories + g->capacity, 0, (capacity - g->capacity) * sizeof *g->memories);
        g->capacity = capacity;
    }
    char *copy = mem_strdup(text);
    free(g->memories[ply]);
    g->memories[ply] = copy;
}

static bool show(game *g)
{
    const char *verdict = lud_verdict(g->w->game, g->w->state);
    char *input = facts(g, LUD_FACTS_INPUT), *settings = facts(g, LUD_FACTS_SETTINGS);
    bool fine = input && settings;
    if (fine) {
        printf("\nstep %u, time %lld\n", g->w->ply + 1, (long long)lud_time(g->w->game, g->w->state));
        bool drawn = grid_print(input, settings,
                                strcmp(verdict, "win") == 0 ? 'w'
                                : *verdict                  ? 'l'
                                                            : 0,
                                g->color, stdout);
        if (!*verdict || !drawn) {
            print_facts("facts", input, g->own->all_facts);
            print_facts("memory", memory_of(g), true);
        }
    }
    free(input);
    free(settings);
    return fine;
}

/* ---- the end ---- */

static void show_end(game *g)
{
    const char *verdict = lud_verdict(g->w->game, g->w->state);
    char *goal = facts(g, LUD_FACTS_GOAL);
    uint32_t moves = g->w->ply;
    bool color = g->color;
    const char *on = !color ? "" : strcmp(verdict, "win") == 0 ? "\033[32m" : "\033[31m";
    if (strcmp(verdict, "timeout") == 0)
        printf("\n%sStopped after %u steps without a verdict.%s\n", on, moves, color ? "\033[0m" : "");
    else
        printf("\n%s%s after %u move%s%s.\n", on, strcmp(verdict, "win") == 0 ? "Won" : "Lost", moves,
               moves == 1 ? "" : "s", color ? "\033[0m" : "");
    if (goal)
        print_facts("verdict", goal, true);
    free(goal);
}

/* ---- steps ---- */

/* An action that had none: nature refused it, or nothing came of it. `before`: what the player was told then. */
static void show_effect(game *g, const char *before)
{
    lud_diagnostic why;
    bool none = lud_step_void(g->w->ctx, &why);
    char *after = none ? NULL : facts(g, LUD_FACTS_INPUT);
    if (none)
        printf("  %s\n", why.message);
    else if (before && after && strcmp(before, after) == 0)
        puts("  nothing changes");
    free(after);
}

static lud_status finish_step(game *g, const char *memory)
{
    walk *w = g->w;
    if (walk_decides(w, 0)) {
        lud_status status = walk_choose(w, 0, false, &g->rng, &w->joint[0]);
        if (status != LUD_OK)
            return status;
        char *values = walk_text(w, w->joint[0]);
        if (g->own->all_facts)
            printf("  nature draws: %s\n", values);
        free(values);
    }
    uint32_t ways = walk_ways(w), way = ways > 1 ? lud_rng_below(&g->rng, ways) : 0;
    char *copy = mem_strdup(memory), *before = facts(g, LUD_FACTS_INPUT);
    bool acted = w->joint[1].count > 0;
    lud_status status = walk_apply(w, way);
    if (status == LUD_OK)
        set_memory(g, w->ply, copy);
    free(copy);
    if (status == LUD_OK && acted)
        show_effect(g, before);
    free(before);
    return status;
}

/* False: to leave. */
static bool wait_key(game *g)
{
    while (g->own->step && !g->run) {
        char *input = prompt_read(g->prompt, "[Enter] next step, c continues to the end, q quits:", false);
        if (!input || strcmp(input, "q") == 0 || strcmp(input, "quit") == 0)
            return false;
        if (!*input)
            return true;
        g->run = strcmp(input, "c") == 0;
        if (!g->run)
            printf("'%s' is not one of them.\n", input);
    }
    return true;
}

static void show_none(const lud_play *play)
{
    if (play->none_line)
        printf("  the strategy has no answer set (constraint in line %u): no action\n", play->none_line);
    else
        puts("  the strategy has no answer set: no action");
}

static lud_status strategy_step(game *g)
{
    lud_play play;
    if (!show(g))
        return LUD_ERR_SOLVER;
    lud_status status = lud_strategy_play(g->strategy, g->w->state, memory_of(g), NULL, 0, &g->rng, &play);
    if (status != LUD_OK) {
        fprintf(stderr, "ludens play: the strategy failed: %s\n", lud_strategy_fault(g->strategy));
        return status;
    }
    if (play.none)
        show_none(&play);
    print_facts("does", *play.actions ? play.actions : play.none ? "" : "nothing", true);
    print_facts("remembers", play.remember, true);
    print_facts("forgets", play.forget, true);
    if (!wait_key(g)) {
        g->quit = true;
        return LUD_OK;
    }
    int found = walk_find(g->w, 1, play.actions);
    if (found < 0)
        return LUD_ERR_ILLEGAL;
    g->w->joint[1] = walk_at(g->w, 1, found);
    return finish_step(g, play.memory);
}

enum { FEW_MOVES = 12, ALL_MOVES = INT32_MAX };

/* Lists the actions, or says how many there are. */
static void print_moves(game *g, uint32_t most)
{
    lud_moves *moves;
    if (walk_list(g->w, 1, &moves) != LUD_OK)
        return;
    if (lud_moves_count(moves) > most) {
        printf("  %u actions; 'moves' lists them\n", lud_moves_count(moves));
        return;
    }
    for (uint32_t i = 0; i < lud_moves_count(moves); i++) {
        char *text = walk_text(g->w, lud_moves_at(moves, i));
        printf("%4u %s\n", i + 1, *text ? text : "(no action)");
        free(text);
    }
}

static const char hand_help[] = "  a number makes the action listed under it; so do atoms, several with commas:\n"
                                "          do(move(left)), or just move(left)\n"
                                "  moves   lists the actions that the rules know\n"
                                "  facts   shows all facts\n"
                                "  board   shows the position again\n"
                                "  undo    takes back the last step\n"
                                "  help    shows this\n"
                                "  quit    leaves the game\n";

/* 1: an action was chosen; 0: ask again; -1: the position has changed, or the player leaves. */
static int obey(game *g, const char *input)
{
    lud_moves *moves;
    char *end;
    unsigned long number = strtoul(input, &end, 10);
    lud_status status = walk_list(g->w, 1, &moves);
    if (status != LUD_OK || !*input)
        return 0;
    if (strcmp(input, "quit") == 0 || strcmp(input, "exit") == 0) {
        g->quit = true;
        return -1;
    }
    if (strcmp(input, "help") == 0 || strcmp(input, "?") == 0)
        fputs(hand_help, stdout);
    else if (strcmp(input, "moves") == 0)
        print_moves(g, ALL_MOVES);
    else if (strcmp(input, "facts") == 0) {
        char *all = facts(g, LUD_FACTS_INPUT);
        print_facts("facts", all ? all : "", true);
        free(all);
    } else if (strcmp(input, "board") == 0)
        return -1;
    else if (strcmp(input, "undo") == 0) {
        puts(walk_undo(g->w) ? "Taken back." : "There is nothing to take back.");
        return -1;
    } else if (isdigit((unsigned char)*input)) {
        if (!*end && number >= 1 && number <= lud_moves_count(moves)) {
            g->w->joint[1] = lud_moves_at(moves, (uint32_t)number - 1);
            return 1;
        }
        printf("There are actions 1 to %u; 'moves' lists them.\n", lud_moves_count(moves));
    } else {
        int found = walk_find(g->w, 1, input);
        if (found >= 0) {
            g->w->joint[1] = walk_at(g->w, 1, found);
            return 1;
        }
        printf("'%s' is not an action. 'help' explains what can be entered.\n", input);
    }
    return 0;
}

static lud_status hand_step(game *g)
{
    int chosen = 0;
    if (!show(g))
        return LUD_ERR_SOLVER;
    print_moves(g, g->w->ply == 0 ? ALL_MOVES : FEW_MOVES);
    while (chosen == 0 && !g->quit) {
        char *input = prompt_read(g->prompt, "player>", g->color);
        g->quit = !input;
        chosen = input ? obey(g, input) : 0;
    }
    return chosen == 1 ? finish_step(g, memory_of(g)) : LUD_OK;
}

/* For completion: the listed actions, then the commands. */
static char *candidate(void *user, size_t index)
{
    static const char *const names[] = {"moves", "facts", "board", "undo", "help", "quit"};
    game *g = user;
    size_t count = g->w->listed[1] ? lud_moves_count(g->w->lists[1]) : 0;
    if (index < count)
        return walk_text(g->w, lud_moves_at(g->w->lists[1], (uint32_t)index));
    index -= count;
    return index < sizeof names / sizeof *names ? mem_strdup(names[index]) : NULL;
}

static lud_status random_step(game *g)
{
    if (!show(g))
        return LUD_ERR_SOLVER;
    lud_status status = walk_choose(g->w, 1, false, &g->rng, &g->w->joint[1]);
    if (status != LUD_OK)
        return status;
    char *text = walk_text(g->w, g->w->joint[1]);
    printf("  does: %s\n", *text ? text : "nothing");
    free(text);
    return finish_step(g, "");
}

/* ---- setting up ---- */

static bool open_strategy(game *g, int *code)
{
    strategy_text text;
    if (!strategy_read(&text, g->own->strategy, code))
        return false;
    lud_diags *diags = lud_diags_new();
    g->strategy = strategy_make(&text, g->w->game, false, diags);
    if (diags)
        print_diags(g->o, diags);
    lud_diags_free(diags);
    strategy_text_done(&text);
    *code = g->strategy ? EXIT_FINE : EXIT_WRONG;
    return g->strategy != NULL;
}

int play_answersets(const options *o, const answersets_options *own, walk *w, bool human, bool random)
{
    game g = {.o = o, .own = own, .w = w, .color = options_color(o, stdout)};
    int code = EXIT_FINE;
    lud_rng_seed(&g.rng, o->with.seed, 0);
    g.prompt = prompt_new(candidate, &g);
    bool plays = own->strategy || (!human && !random && lud_has_strategy(w->game));
    if (plays && !open_strategy(&g, &code)) {
        prompt_free(g.prompt);
        return code;
    }
    lud_status status = walk_start(w);
    if (status == LUD_OK)
        set_memory(&g, 0, "");
    while (status == LUD_OK && !g.quit && !walk_terminal(w) && !ferror(stdout) && !interrupt_seen())
        status = plays ? strategy_step(&g) : random ? random_step(&g) : hand_step(&g);
    fflush(stdout);
    if (status != LUD_OK && status != LUD_INTERRUPTED) {
        const char *fault = g.strategy ? lud_strategy_fault(g.strategy) : "";
        code = *fault ? status_code(status) : report_fault(o, w->ctx, status);
    } else if (walk_terminal(w)) {
        show(&g);
        show_end(&g);
    } else {
        printf("Quit after %u step%s.\n", w->ply, w->ply == 1 ? "" : "s");
        code = interrupt_seen() ? EXIT_INTERRUPT : code;
    }
    prompt_free(g.prompt);
    lud_strategy_free(g.strategy);
    for (uint32_t i = 0; i < g.capacity; i++)
        free(g.memories[i]);
    free(g.memories);
    return code;
}
