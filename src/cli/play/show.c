#include "cli/play/play.h"
#include "draw/board.h"
#include "session/about.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"

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
        mem_no_memory();
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

static bool show_board(const play *p, const void *before)
{
    const board_view view = {p->w.game, &p->screen, (legend *)(uintptr_t)&p->legend, p->has_edges ? &p->edges : NULL,
                             p->own->notes};
    return board_print(&view, p->w.state, before);
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
        buffer label = {0};
        buffer_addf(&label, "\nIt is %s's turn. Press Enter when nobody else is looking.",
                    lud_role_name(p->w.game, role));
        const char *line = prompt_read(p->prompt, label.text, false);
        buffer_done(&label);
        p->quit = !line || strcmp(line, "quit") == 0 || strcmp(line, "exit") == 0;
        if (p->quit)
            return;
        fputs("\033[2J\033[3J\033[H", stdout); /* the screen, what scrolled off it, and home */
    } else {
        printf("\n---- only `%s` should look now ----\n", lud_role_name(p->w.game, role));
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
    if (p->hidden && !p->quit && role > 0)
        play_show_percepts(p, role);
    else if (!p->hidden && !show_board(p, position_before(p)))
        show_variables(p);
}

void play_write(play *p, uint32_t role)
{
    notation_list_done(&p->written);
    notation_of_walk(p->notation, &p->w, role, &p->written);
}

const char *play_written(play *p, uint32_t role, const char *exact)
{
    int index = walk_find(&p->w, role, exact);
    if (index >= 0 && (uint32_t)index < p->written.count)
        return p->written.moves[index].text;
    return *exact ? exact : "pass";
}

char *play_beginning(const play *p, const lud_moves *moves, uint32_t move, const char *prefix, prefix_test test)
{
    const char *written = move < p->written.count ? p->written.moves[move].text : "";
    if (test(written, prefix, strlen(prefix)) == 0)
        return mem_strdup(written);
    char *exact = walk_text(&p->w, lud_moves_at(moves, move));
    if (test(exact, prefix, strlen(prefix)) == 0)
        return exact;
    free(exact);
    return NULL;
}

/* When a move's text could be taken for a number, numbers are written #1, #2, ... */
bool play_numeric_texts(const play *p, const lud_moves *moves)
{
    bool numeric = false;
    for (uint32_t i = 0; i < p->written.count && !numeric; i++)
        numeric = isdigit((unsigned char)*p->written.moves[i].text);
    for (uint32_t i = 0; i < lud_moves_count(moves) && !numeric; i++) {
        char *move = walk_text(&p->w, lud_moves_at(moves, i));
        numeric = isdigit((unsigned char)*move);
        free(move);
    }
    return numeric;
}

void play_show_moves(const play *p, const lud_moves *moves, const char *prefix)
{
    uint32_t count = lud_moves_count(moves), shown = 0;
    const char *mark = play_numeric_texts(p, moves) ? "#" : "";
    size_t widest = 0;
    char **texts = mem_alloc(count * sizeof *texts);
    for (uint32_t i = 0; i < count; i++) {
        texts[i] = play_beginning(p, moves, i, prefix, strncmp);
        size_t width = texts[i] ? text_columns(texts[i]) : 0;
        widest = width > widest ? width : widest;
    }
    size_t columns = ((size_t)p->screen.columns - 2) / (widest + 8);
    columns = columns ? columns : 1;
    for (uint32_t i = 0; i < count; i++) {
        if (texts[i]) {
            int padding = (int)(widest - text_columns(texts[i]));
            printf("%s%s%4u %s%*s",
                   shown == 0        ? ""
                   : shown % columns ? "  "
                                     : "\n",
                   mark, i + 1, texts[i], padding, "");
            shown++;
        }
        free(texts[i]);
    }
    if (shown)
        putchar('\n');
    else
        printf("No move begins with '%s'.\n", prefix);
    free(texts);
}

void play_show_rules(const play *p)
{
    if (*p->header)
        fputs(p->header, stdout);
    else
        puts("The rules do not begin with a comment.");
}

/* How long an agent thinks about a move. */
static void print_budget(const match_budget *b)
{
    if (b->seconds > 0)
        printf(", %g s a move", b->seconds);
    else if (b->playouts)
        printf(", %llu playouts a move", (unsigned long long)b->playouts);
    else if (b->nodes)
        printf(", %llu positions a move", (unsigned long long)b->nodes);
}

void play_show_banner(const play *p)
{
    char *name = about_title(p->header);
    if (name)
        printf("%s (%s)\n", name, p->file);
    else
        puts(p->file);
    for (uint32_t role = 1; role <= p->w.roles; role++) {
        const seat *s = &p->seats[role];
        printf("%s %s: %s", role == 1 ? "" : ";", lud_role_name(p->w.game, role),
               s->human ? p->humans == 1 ? "you" : "a person" : s->who);
        if (!s->human)
            print_budget(&s->budget);
    }
    puts(p->humans ? "\n 'help' lists what can be entered." : "");
    free(name);
}

void play_show_help(void)
{
    fputs("  a move's number, its text, or the beginning of its text makes the move;\n"
          "  its text is as listed, or the exact one that `ludens moves` lists\n"
          "  moves   lists the legal moves; `moves T` those that begin with T\n"
          "  board   shows the position again\n"
          "  rules   shows what the author says of the game\n"
          "  ?       asks for a hint; `? N` thinks for N seconds\n"
          "  undo    takes back your last move and what followed; `undo N` takes back N\n"
          "  save F  writes the game to the file F; `ludens play --resume F` continues it\n"
          "  help    shows this\n"
          "  quit    leaves the game\n",
          stdout);
}

void play_show_thought(play *p, uint32_t role)
{
    const agent *a = p->seats[role].agent;
    printf("  %s: expected score %.1f%s, %llu playouts, %llu positions, depth %u, %.2f s\n",
           lud_role_name(p->w.game, role), a->value, a->proven ? " (proven)" : "", (unsigned long long)a->playouts,
           (unsigned long long)a->nodes, a->depth, a->seconds);
    char *line = notation_line(p->notation, &p->w, a->line);
    if (*line && !p->hidden)
        printf("  expected line: %s\n", line);
    free(line);
    play_write(p, role);
    for (uint32_t i = 0; i < lud_moves_count(a->moves) && !p->hidden; i++) {
        if (!a->choices[i].visits)
            continue;
        char *move = walk_text(&p->w, lud_moves_at(a->moves, i));
        printf("    %-16s %6.1f  %llu visits%s\n", play_written(p, role, move), a->choices[i].value,
               (unsigned long long)a->choices[i].visits, a->choices[i].proven ? ", proven" : "");
        free(move);
    }
}

/* Who won: the only role with the best score, where not all have the same. */
static void print_result(const walk *w)
{
    double *scores = mem_alloc((w->roles + 1) * sizeof *scores);
    uint32_t best = 0, winners = 0, losers = 0;
    lud_scores(w->game, w->state, scores);
    for (uint32_t i = 0; i < w->roles; i++)
        best = scores[i] > scores[best] ? i : best;
    for (uint32_t i = 0; i < w->roles; i++)
        *(scores[i] == scores[best] ? &winners : &losers) += 1;
    if (w->roles > 1 && losers == 0)
        puts("It is a draw.");
    else if (w->roles > 1 && winners == 1)
        printf("%s wins.\n", lud_role_name(w->game, best + 1));
    free(scores);
}

void play_show_end(play *p)
{
    if (!p->hidden && !show_board(p, position_before(p)) && p->w.facts)
        show_variables(p);
    for (uint32_t role = 1; p->hidden && role <= p->w.roles; role++)
        if (p->seats[role].human)
            play_show_percepts(p, role);
    printf("\nThe game is over after %u plies.\n", p->w.ply);
    print_result(&p->w);
    for (uint32_t role = 1; role <= p->w.roles; role++) {
        char *score = position_score_text(&p->w, role);
        printf("  %s scores %s\n", lud_role_name(p->w.game, role), score);
        free(score);
    }
}
