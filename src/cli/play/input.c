/* What a person enters during a game: moves and commands. */
#include "base/nearest.h"
#include "cli/fault.h"
#include "cli/play/play.h"
#include "cli/progress.h"
#include "session/memory.h"
#include "session/position.h"
#include "session/save.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

enum { HINTS_SHOWN = 5, MATCHES_SHOWN = 8, FEW_MOVES = 24 };

/* ---- taking back ---- */

static bool undo_one(play *p)
{
    bool human = false;
    if (p->asked == 0) /* chance is not drawn anew for nothing */
        return false;
    p->asked--;
    while (!human && walk_undo(&p->w))
        for (uint32_t role = 1; role <= p->w.roles; role++)
            human |= play_asks(p, role);
    return true;
}

static void undo(play *p, unsigned long times)
{
    unsigned long back = 0;
    while (back < times && undo_one(p))
        back++;
    if (back == 0)
        puts("There is nothing to take back.");
    else if (times == 1)
        puts("Taken back.");
    else
        printf("Took back %lu of your moves.\n", back);
    for (uint32_t role = 0; role <= p->w.roles; role++)
        if (p->shown[role] > p->w.ply)
            p->shown[role] = p->w.ply;
}

/* ---- moves ---- */

typedef enum choice { CHOICE_MOVE, CHOICE_NONE, CHOICE_COMMAND } choice;

static choice by_number(const char *input, uint32_t count, uint32_t *index)
{
    char *end;
    const char *digits = *input == '#' ? input + 1 : input;
    unsigned long n = strtoul(digits, &end, 10);
    if (!isdigit((unsigned char)*digits) || *end)
        return CHOICE_NONE;
    if (n < 1 || n > count) {
        printf("There are moves 1 to %u; 'moves' lists them.\n", count);
        return CHOICE_COMMAND;
    }
    *index = (uint32_t)n - 1;
    return CHOICE_MOVE;
}

static uint32_t count_prefix(const play *p, const char *input, const lud_moves *moves, prefix_test test,
                             uint32_t *index)
{
    uint32_t matches = 0;
    for (uint32_t i = 0; i < lud_moves_count(moves) && *input; i++) {
        char *move = play_beginning(p, moves, i, input, test);
        if (move) {
            *index = i;
            matches++;
        }
        free(move);
    }
    return matches;
}

/* Names the moves that begin with the input, as far as they are few. */
static void show_matches(const play *p, const char *input, const lud_moves *moves, prefix_test test, uint32_t matches)
{
    uint32_t shown = 0;
    printf("%u moves begin with '%s': ", matches, input);
    for (uint32_t i = 0; i < lud_moves_count(moves) && shown < MATCHES_SHOWN; i++) {
        char *move = play_beginning(p, moves, i, input, test);
        if (move)
            printf("%s%s", shown++ ? ", " : "", move);
        free(move);
    }
    puts(matches > shown ? ", ..." : "");
}

/* The only move whose text begins with the input; capitals count when that makes a difference. */
static choice by_prefix(const play *p, const char *input, const lud_moves *moves, uint32_t *index)
{
    static const prefix_test tests[] = {strncmp, strncasecmp};
    for (int i = 0; i < 2; i++) {
        uint32_t matches = count_prefix(p, input, moves, tests[i], index);
        if (matches > 1)
            show_matches(p, input, moves, tests[i], matches);
        if (matches > 0)
            return matches == 1 ? CHOICE_MOVE : CHOICE_COMMAND;
    }
    return CHOICE_NONE;
}

/* ---- hints ---- */

static int by_worth(const void *a, const void *b)
{
    const advice_move *x = *(advice_move *const *)a, *y = *(advice_move *const *)b;
    if (x->visits != y->visits)
        return x->visits < y->visits ? 1 : -1;
    return (x->value < y->value) - (x->value > y->value);
}

static void show_hint(play *p, const advice *a)
{
    char *line = a->line ? notation_line(p->notation, &p->w, a->line) : NULL;
    advice_move **sorted = mem_alloc((a->count + 1) * sizeof(advice_move *));
    for (uint32_t i = 0; i < a->count; i++)
        sorted[i] = &a->moves[i];
    qsort((void *)sorted, a->count, sizeof *sorted, by_worth);
    printf("hint: %s, expected score %.1f%s\n", play_written(p, p->at, a->best), a->value,
           a->proven ? " (proven)" : "");
    if (line && strchr(line, ';'))
        printf("      expected line: %s\n", line);
    free(line);
    for (uint32_t i = 0; i < a->count && i < HINTS_SHOWN && sorted[i]->visits; i++)
        printf("      %-16s %6.1f  %llu visits\n", play_written(p, p->at, sorted[i]->move), sorted[i]->value,
               (unsigned long long)sorted[i]->visits);
    free((void *)sorted);
}

/* What the helper would play, and its next best thoughts. It knows no more than the role does. */
static void hint(play *p, const char *seconds)
{
    advice a;
    advice_options how = p->own->advice;
    char *end;
    double time = strtod(seconds, &end);
    if (*seconds && (*end || !(time > 0 && time <= 3600))) {
        printf("'?' takes a number of seconds up to 3600, not '%s'.\n", seconds);
        return;
    }
    how.agent = how.agent ? how.agent : "mcts";
    how.budget = time > 0 ? (match_budget){.seconds = time} : p->own->budget;
    fflush(stdout);
    failure f = {0};
    if (!advice_ask(&how, p->file, &p->w, p->at, p->o->with.seed, &a, &f)) {
        failure_report(p->o, &f, p->w.ctx, PLAY_TITLE);
        return;
    }
    if (a.count == 0)
        puts("There is no choice.");
    else
        show_hint(p, &a);
    advice_done(&a);
}

/* ---- commands ---- */

/* Only what this game was saved to before is overwritten without being told to. */
static void save(play *p, const char *path, bool overwrite)
{
    bool ours = p->saved_path && strcmp(p->saved_path, path) == 0;
    if (!*path) {
        puts("save where? For instance: save game.trial");
        return;
    }
    if (!overwrite && !ours && access(path, F_OK) == 0) {
        printf("%s exists; 'save! %s' overwrites it.\n", path, path);
        return;
    }
    failure f = {0};
    if (!save_write(&p->w, p->seats, &p->o->with, p->file, p->rules_hash, path, &f)) {
        failure_report(p->o, &f, p->w.ctx, PLAY_TITLE);
        return;
    }
    printf("Saved to %s.\n", path);
    char *copy = mem_strdup(path);
    free(p->saved_path);
    p->saved_path = copy;
}

static void show_board(play *p)
{
    if (p->hidden) {
        p->shown[p->at] = 0;
        play_show_percepts(p, p->at);
    } else {
        play_show_position(p, p->at);
    }
}

static void undo_command(play *p, const char *argument)
{
    char *end;
    unsigned long times = *argument ? strtoul(argument, &end, 10) : 1;
    if (*argument && (*end || times < 1))
        printf("'undo' takes a number of moves, not '%s'.\n", argument);
    else
        undo(p, times);
}

typedef struct input_command {
    const char *name;
    bool argument;
} input_command;

static const input_command commands[] = {{"help", false}, {"?", true},     {"hint", true},   {"save", true},
                                         {"save!", true}, {"moves", true}, {"board", false}, {"rules", false},
                                         {"undo", true},  {"quit", false}, {"exit", false}};
enum { COMMANDS = sizeof commands / sizeof *commands };

static bool is_command(const char *name, const char *argument)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].name, name) == 0)
            return commands[i].argument || !*argument;
    return false;
}

static void obey(play *p, const char *name, const char *argument, const lud_moves *moves)
{
    if (strcmp(name, "help") == 0)
        play_show_help();
    else if (strcmp(name, "?") == 0 || strcmp(name, "hint") == 0)
        hint(p, argument);
    else if (strcmp(name, "save") == 0 || strcmp(name, "save!") == 0)
        save(p, argument, name[4] != 0);
    else if (strcmp(name, "moves") == 0)
        play_show_moves(p, moves, argument);
    else if (strcmp(name, "board") == 0)
        show_board(p);
    else if (strcmp(name, "rules") == 0)
        play_show_rules(p);
    else if (strcmp(name, "undo") == 0)
        undo_command(p, argument);
    else
        p->quit = true;
}

static bool command(play *p, const char *input, const lud_moves *moves)
{
    size_t n = strcspn(input, " ");
    char *name = mem_strndup(input, n);
    const char *argument = input + n + strspn(input + n, " ");
    bool known = is_command(name, argument);
    if (known)
        obey(p, name, argument, moves);
    free(name);
    return known;
}

char *play_candidate(void *user, size_t index)
{
    play *p = user;
    lud_moves *moves = p->w.listed[p->at] ? p->w.lists[p->at] : NULL;
    size_t count = moves ? lud_moves_count(moves) : 0, written = moves ? p->written.count : 0;
    if (index < written)
        return mem_strdup(p->written.moves[index].text);
    index -= written;
    if (index < count)
        return walk_text(&p->w, lud_moves_at(moves, (uint32_t)index));
    return index < count + COMMANDS ? mem_strdup(commands[index - count].name) : NULL;
}

/* ---- asking ---- */

/* What the line says: a move's text first, so that a move called `undo` or `7` can be made;
 * then commands, numbers and beginnings. */
static choice understand(play *p, const char *input, lud_moves *moves, uint32_t *index)
{
    int exact = walk_find(&p->w, p->at, input);
    if (exact < 0 || (uint32_t)exact >= lud_moves_count(moves))
        exact = *input ? notation_find(&p->written, input) : exact;
    if (exact >= 0) {
        *index = (uint32_t)exact;
        return CHOICE_MOVE;
    }
    if (!*input || command(p, input, moves))
        return CHOICE_COMMAND;
    bool numbers = *input == '#' || !play_numeric_texts(p, moves);
    choice c = numbers ? by_number(input, lud_moves_count(moves), index) : CHOICE_NONE;
    return c == CHOICE_NONE ? by_prefix(p, input, moves, index) : c;
}

static void say_illegal(const play *p, uint32_t role, const char *input)
{
    suggestion near;
    suggest_init(&near, input);
    for (uint32_t i = 0; i < p->written.count; i++)
        suggest_offer(&near, p->written.moves[i].text);
    if (!near.best) {
        char *message = position_illegal((walk *)(uintptr_t)&p->w, role, input);
        puts(message);
        free(message);
        return;
    }
    printf("'%.200s' is not a legal move for %s; did you mean '%s'?\n", input, lud_role_name(p->w.game, role),
           near.best);
}

static void show_choice(play *p, const lud_moves *moves)
{
    play_show_position(p, p->at);
    if (p->quit)
        return;
    if (lud_moves_count(moves) <= FEW_MOVES)
        play_show_moves(p, moves, "");
    else
        printf("%u moves; 'moves' lists them\n", lud_moves_count(moves));
}

bool play_human_move(play *p, uint32_t role, lud_moves *moves, uint32_t *index)
{
    uint32_t ply = p->w.ply;
    bool chosen = false;
    buffer label = {0};
    buffer_addf(&label, "%s>", lud_role_name(p->w.game, role));
    p->at = role;
    play_write(p, role);
    show_choice(p, moves);
    while (!chosen && !p->quit && p->w.ply == ply && p->w.listed[role]) {
        char *input = prompt_read(p->prompt, label.text, p->screen.color);
        if (!input) {
            p->quit = true;
            break;
        }
        choice c = understand(p, input, moves, index);
        chosen = c == CHOICE_MOVE;
        if (c == CHOICE_NONE)
            say_illegal(p, role, input);
    }
    buffer_done(&label);
    return chosen;
}
