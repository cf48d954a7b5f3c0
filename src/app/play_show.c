#include "app/play.h"

#include "app/board.h"
#include "app/memory.h"
#include "app/output.h"
#include "app/position.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void variable_begin(void *user, const char *key)
{
    (void)user;
    printf("  %s:", key ? key : "others");
}

static void variable_value(void *user, const char *key, const char *value)
{
    if (!value)
        app_no_memory();
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
void play_show_percepts(play *p, uint32_t role)
{
    for (uint32_t i = p->shown[role]; i <= p->w.ply; i++) {
        const char *seen = walk_percept(&p->w, role, i);
        if (*seen)
            printf("  %s sees: %s\n", lud_role_name(p->w.game, role), seen);
    }
    p->shown[role] = p->w.ply + 1;
}

/* Where several people share a screen, nobody is to see what another one was shown. */
static void change_places(play *p, uint32_t role)
{
    if (!p->hidden || p->humans < 2 || p->last_shown == role)
        return;
    if (p->last_shown && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
        printf("\nIt is the turn of %s. Press Enter when nobody else is looking. ",
               lud_role_name(p->w.game, role));
        fflush(stdout);
        int c;
        while ((c = getchar()) != '\n' && c != EOF)
            ;
        fputs("\033[2J\033[3J\033[H", stdout); /* the screen, what scrolled off it, and home */
    } else {
        printf("\n---- for %s alone ----\n", lud_role_name(p->w.game, role));
    }
    p->shown[role] = p->last_shown ? 0 : p->shown[role];
    p->last_shown = role;
}

/* The position the last choice of somebody else was made in: to mark what it changed. */
static const void *position_before(const play *p)
{
    return p->w.ply ? p->w.history + (size_t)(p->w.ply - 1) * p->w.size : NULL;
}

void play_show_position(play *p, uint32_t role)
{
    change_places(p, role);
    if (p->hidden)
        play_show_percepts(p, role);
    else if (!board_print(p->w.game, p->w.state, position_before(p), &p->legend, p->color, stdout))
        show_variables(p);
}

/* When a move's text could be taken for a number, numbers are written #1, #2, ... */
bool play_numeric_texts(const play *p, const lud_moves *moves)
{
    bool numeric = false;
    for (uint32_t i = 0; i < lud_moves_count(moves) && !numeric; i++) {
        char *move = walk_text(&p->w, lud_moves_at(moves, i));
        numeric = isdigit((unsigned char)*move);
        free(move);
    }
    return numeric;
}

void play_show_moves(const play *p, const lud_moves *moves)
{
    uint32_t count = lud_moves_count(moves);
    const char *mark = play_numeric_texts(p, moves) ? "#" : "";
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

void play_show_help(void)
{
    fputs("  a move's number, its text, or the beginning of its text makes the move\n"
          "  moves   lists the legal moves\n"
          "  board   shows the position again\n"
          "  ?       asks for a hint; `? N` thinks N seconds\n"
          "  undo    takes back your last move and what followed\n"
          "  save F  writes the game to the file F; `ludens play --resume F` goes on\n"
          "  help    shows this\n"
          "  quit    leaves the game\n",
          stdout);
}

void play_show_thought(const play *p, uint32_t role)
{
    const agent *a = p->seats[role].agent;
    printf("  %s: expected score %.1f%s, %llu playouts, %llu positions, depth %u, %.2f s\n",
           lud_role_name(p->w.game, role), a->value, a->proven ? " for certain" : "",
           (unsigned long long)a->playouts, (unsigned long long)a->nodes, a->depth, a->seconds);
    if (a->line[0] && !p->hidden)
        printf("  line: %s\n", a->line);
    for (uint32_t i = 0; i < lud_moves_count(a->moves) && !p->hidden; i++) {
        if (!a->choices[i].visits)
            continue;
        char *move = walk_text(&p->w, lud_moves_at(a->moves, i));
        printf("    %-16s %6.1f  %llu visits%s\n", *move ? move : "(pass)", a->choices[i].value,
               (unsigned long long)a->choices[i].visits, a->choices[i].proven ? ", certain" : "");
        free(move);
    }
}

void play_show_end(play *p)
{
    if (p->w.facts && !p->hidden &&
        !board_print(p->w.game, p->w.state, position_before(p), &p->legend, p->color, stdout))
        show_variables(p);
    else if (p->w.facts)
        ;
    else if (!p->hidden)
        board_print(p->w.game, p->w.state, position_before(p), &p->legend, p->color, stdout);
    for (uint32_t role = 1; p->hidden && role <= p->w.roles; role++)
        if (p->seats[role].human)
            play_show_percepts(p, role);
    printf("\nThe game is over after %u plies.\n", p->w.ply);
    for (uint32_t role = 1; role <= p->w.roles; role++) {
        char *score = position_score_text(&p->w, role);
        printf("  %s scores %s\n", lud_role_name(p->w.game, role), score);
        free(score);
    }
}
