/* What games of Ludi mean in Ludii, as far as a row of the tables cannot say it. docs/ludii.md says
 * how what the published texts leave open is read.
 *
 * Letters: #D neighbours of the tiling, #R the player of a clause, #O the opponent, #L what lines
 * may lead through, #S whether that player moves next, #F where a turtle looks at first. */
#include "lang/ludii/ludemes/ludi_rules.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void ludi_set_letter(dialect *d, char letter, const char *text) { d->letters[letter - 'A'] = text; }

/* ---- players ---- */

static bool read_players(dialect *d, ludi *g)
{
    const ludii_value *list = d->game->items[GAME_PLAYERS]->items[0];
    if (!list->count) {
        dialect_refuse(d, d->game->items[GAME_PLAYERS], "a game without players");
        return false;
    }
    if (list->count > LUDI_PLAYERS_MAX) {
        dialect_refuse(d, list->items[LUDI_PLAYERS_MAX], "more than 8 players");
        return false;
    }
    for (uint32_t i = 0; i < list->count; i++) {
        const ludii_value *p = list->items[i];
        g->players[i] = dialect_word(d, p->items[0]);
        g->facings[i] = p->count > 1 ? dialect_word(d, p->items[1]) : NULL;
        if (p->count == 1)
            g->players[i] = dialect_word(d, p);
    }
    g->player_count = list->count;
    return true;
}

uint32_t ludi_player(dialect *d, const ludii_value *name)
{
    const ludi *g = d->facts;
    const char *word = dialect_word(d, name);
    for (uint32_t i = 0; i < g->player_count; i++)
        if (strcmp(word, g->players[i]) == 0)
            return i + 1;
    if (strcmp(word, "All") != 0) {
        suggestion s;
        suggest_init(&s, word);
        suggest_offer(&s, "All");
        for (uint32_t i = 0; i < g->player_count; i++)
            suggest_offer(&s, g->players[i]);
        diag *e = ludii_report(d->f, DIAG_LUDII_ARGUMENT, name->node->span, name->node->origin,
                               "there is no player `%.60s`", word);
        if (s.best)
            diag_hint_mean(d->f->sink, e, s.best);
        d->failed = true;
    }
    return 0;
}

static const char *compass_word(dialect *d, const char *lower)
{
    char upper[8] = {0};
    for (int i = 0; lower[i] && i < 7; i++)
        upper[i] = (char)(lower[i] >= 'a' && lower[i] <= 'z' ? lower[i] - 'a' + 'A' : lower[i]);
    return dialect_print(d, "%s", upper);
}

const char *ludi_players(dialect *d, const ludii_value *v)
{
    const ludi *g = d->facts;
    text_buffer b = {0};
    (void)v;
    for (uint32_t i = 0; i < g->player_count; i++)
        text_adds(d->f->arena, &b,
                  g->facings[i] ? dialect_print(d, " (player %s)", compass_word(d, g->facings[i])) : " (player N)");
    return dialect_print(d, "(players {%s})", b.data);
}

/* ---- the board ---- */

enum { BOARD_TILING, BOARD_SHAPE, BOARD_SIZE, BOARD_REGIONS };

/* Far above all that boards have, and low enough to be added and subtracted. */
enum { NUMBER_MAX = 1000000000 };

int ludi_number(const dialect *d, const ludii_value *v)
{
    long n = v ? strtol(dialect_word(d, v), NULL, 10) : 0;
    return (int)(n > NUMBER_MAX ? NUMBER_MAX : n < -NUMBER_MAX ? -NUMBER_MAX : n);
}

static bool read_board(dialect *d, ludi *g)
{
    const ludii_value *b = d->game->items[GAME_BOARD], *size = b->items[BOARD_SIZE];
    g->tiling = dialect_word(d, b->items[BOARD_TILING]->items[0]);
    g->shape = dialect_word(d, b->items[BOARD_SHAPE]->items[0]);
    g->rows = size ? ludi_number(d, size->items[0]) : 0;
    g->columns = size && size->items[1] ? ludi_number(d, size->items[1]) : g->rows;
    if (!size || g->rows < 1 || g->columns < 1) {
        dialect_refuse(d, size ? size : b, "a board without a size");
        return false;
    }
    bool square = strcmp(g->tiling, "square") == 0;
    ludi_set_letter(d, 'D', square && !b->items[BOARD_TILING]->items[1] ? "Orthogonal" : "Adjacent");
    return true;
}

static const struct {
    const char *tiling, *shape, *graph;
    bool two; /* rows and columns */
} boards[] = {
    {"square", "square", "(rectangle %d %d)", true},     {"square", "rect", "(rectangle %d %d)", true},
    {"square", "rhombus", "(square Diamond %d)", false}, {"hex", "hex", "(hex %d)", false},
    {"hex", "rhombus", "(hex Diamond %d)", false},       {"hex", "tri", "(hex Triangle %d)", false},
    {"hex", "square", "(hex Rectangle %d %d)", true},    {"hex", "rect", "(hex Rectangle %d %d)", true},
    {"tri", "tri", "(tri Triangle %d)", false},          {"tri", "hex", "(tri Hexagon %d)", false},
    {"tri", "square", "(tri Square %d)", false},         {"tri", "rhombus", "(tri Diamond %d)", false},
    {"tri", "rect", "(tri Rectangle %d %d)", true},      {"trunc-square", "square", "(tiling T488 %d)", false},
};

const char *ludi_board(dialect *d, const ludii_value *v)
{
    const ludi *g = d->facts;
    const char *regions = v->items[BOARD_REGIONS] ? dialect_refer(d, v->items[BOARD_REGIONS]) : "";
    for (size_t i = 0; i < sizeof boards / sizeof *boards; i++)
        if (strcmp(g->tiling, boards[i].tiling) == 0 && strcmp(g->shape, boards[i].shape) == 0) {
            const char *sizes =
                boards[i].two ? dialect_print(d, "%d %d", g->rows, g->columns) : dialect_print(d, "%d", g->rows);
            if (!boards[i].two && g->rows != g->columns)
                return dialect_refuse(d, v->items[BOARD_SIZE], "a board of this shape with two sizes");
            size_t keep = strcspn(boards[i].graph, "%");
            return dialect_print(d, "(board %.*s%s)) %s", (int)keep, boards[i].graph, sizes, regions);
        }
    return dialect_refuse(d, v->items[BOARD_SHAPE],
                          dialect_print(d, "a board of the tiling %s in the shape %s", g->tiling, g->shape));
}

const char *ludi_region(dialect *d, const ludii_value *v)
{
    uint32_t p = ludi_player(d, v->items[0]);
    return dialect_print(d, "(regions \"Own\" %s {#2})", p ? dialect_print(d, "P%u", p) : "Each");
}

/* Sides of a rhombus of hexagons have the names of the nearest ones of Ludii's. */
const char *ludi_compass_side(dialect *d, const char *word)
{
    const ludi *g = d->facts;
    static const char *const tilted[][2] = {{"w", "SW"}, {"e", "NE"}, {"n", "NW"}, {"s", "SE"}};
    for (int i = 0; i < 4 && strcmp(g->tiling, "hex") == 0 && strcmp(g->shape, "rhombus") == 0; i++)
        if (strcmp(word, tilted[i][0]) == 0)
            return tilted[i][1];
    return compass_word(d, word);
}

/* Of boards of squares the row or column at the border. */
static const char *sites_of_side(dialect *d, const char *word)
{
    const ludi *g = d->facts;
    static const char *const straight[][2] = {{"w", "Left"}, {"e", "Right"}, {"n", "Top"}, {"s", "Bottom"}};
    for (int i = 0; i < 4 && strcmp(g->tiling, "square") == 0; i++)
        if (strcmp(word, straight[i][0]) == 0)
            return dialect_print(d, "(sites %s)", straight[i][1]);
    return dialect_print(d, "(sites Side %s)", ludi_compass_side(d, word));
}

/* The row so far from a player's own side, or from the other one. */
static const char *row_of_player(dialect *d, uint32_t player, int k, bool far)
{
    const ludi *g = d->facts;
    const char *facing = player && g->facings[player - 1] ? g->facings[player - 1] : "n";
    bool columns = strcmp(facing, "e") == 0 || strcmp(facing, "w") == 0;
    bool last = (strcmp(facing, "s") == 0 || strcmp(facing, "w") == 0 || *facing == 's') != far;
    int count = columns ? g->columns : g->rows;
    if (!columns && strcmp(g->tiling, "hex") == 0 && strcmp(g->shape, "hex") == 0)
        count = 2 * g->rows - 1;
    return dialect_print(d, "(sites %s %d)", columns ? "Column" : "Row", last ? count - k : k - 1);
}

static const char *each_player(dialect *d, const char *(*text)(dialect *d, uint32_t player, int k, bool far), int k,
                               bool far)
{
    const ludi *g = d->facts;
    const char *role = dialect_letter(d, 'R');
    if (role && *role == 'P')
        return text(d, (uint32_t)strtoul(role + 1, NULL, 10), k, far);
    const char *out = text(d, g->player_count, k, far);
    for (uint32_t p = g->player_count - 1; p >= 1; p--)
        out = dialect_print(d, "(if (= %s %u) %s %s)", role && strcmp(role, "Next") == 0 ? "(next)" : "(mover)", p,
                            text(d, p, k, far), out);
    return out;
}

const char *ludi_side(dialect *d, const ludii_value *v)
{
    const char *word = dialect_word(d, v);
    static const char *const simple[][2] = {
        {"top", "Top"}, {"bottom", "Bottom"}, {"sides", "Outer"}, {"corners", "Corners"}};
    for (int i = 0; i < 4; i++)
        if (strcmp(word, simple[i][0]) == 0)
            return dialect_print(d, "(sites %s)", simple[i][1]);
    if (strcmp(word, "far") == 0)
        return each_player(d, row_of_player, 1, true);
    return sites_of_side(d, word);
}

/* ---- the beginning ---- */

enum { PLACE_PIECE, PLACE_WHERE };

static const char *area(dialect *d, const ludii_value *w, uint32_t owner);

static const char *areas(dialect *d, const ludii_value *list, uint32_t owner, const char **filters)
{
    const char *all = "";
    bool home = false, rows = false;
    for (uint32_t i = 0; i < list->count; i++) {
        const ludii_value *w = list->items[i];
        if (dialect_is(d, w, "WherePhase"))
            *filters = dialect_print(d, "(intersection %s (sites Phase %s))", *filters, dialect_word(d, w->items[0]));
        else if (dialect_is(d, w, "WhereNot"))
            *filters = dialect_print(d, "(difference %s %s)", *filters, area(d, w->items[0], owner));
        else if (dialect_word_is(d, w, "home"))
            home = true;
        else {
            rows |= dialect_is(d, w, "Home");
            all = dialect_print(d, "%s %s", all, area(d, w, owner));
        }
    }
    if (home && !rows)
        all = dialect_print(d, "%s %s", all, row_of_player(d, owner, 1, false));
    return *all ? dialect_print(d, "(union {%s})", all) : "(sites Board)";
}

static const char *area(dialect *d, const ludii_value *w, uint32_t owner)
{
    if (dialect_is(d, w, "WherePhase"))
        return dialect_print(d, "(sites Phase %s)", dialect_word(d, w->items[0]));
    if (dialect_is(d, w, "Home"))
        return row_of_player(d, owner, ludi_number(d, w->items[0]), false);
    if (dialect_is(d, w, "WhereNot"))
        return dialect_print(d, "(difference (sites Board) %s)", area(d, w->items[0], owner));
    const char *word = dialect_word(d, w);
    static const char *const simple[][2] = {
        {"all", "Board"}, {"top", "Top"}, {"bottom", "Bottom"}, {"sides", "Outer"}, {"corners", "Corners"}};
    for (int i = 0; i < 5; i++)
        if (strcmp(word, simple[i][0]) == 0)
            return dialect_print(d, "(sites %s)", simple[i][1]);
    static const char *const sides = " n s e w ne nw se sw ";
    const char *at = strlen(word) < 3 ? strstr(sides, word) : NULL;
    if (at && at[-1] == ' ' && at[strlen(word)] == ' ')
        return sites_of_side(d, word);
    size_t letters = strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
    if (letters && word[letters] && !word[letters + strspn(word + letters, "0123456789")])
        return dialect_print(d, "(sites {\"%s\"})", compass_word(d, word));
    return dialect_refuse(d, w, dialect_print(d, "the place `%.60s`", word));
}

const char *ludi_place(dialect *d, const ludii_value *v)
{
    const ludii_value *piece = v->items[PLACE_PIECE];
    uint32_t owner = ludi_player(d, piece->items[1]);
    const char *filters = "%";
    const char *where = areas(d, v->items[PLACE_WHERE], owner, &filters);
    const char *hole = strchr(filters, '%');
    where = dialect_print(d, "%.*s%s%s", (int)(hole - filters), filters, where, hole + 1);
    const char *name = dialect_word(d, piece->items[0]);
    if (!owner)
        return dialect_refuse(d, piece, "a piece of nobody at the beginning");
    return dialect_print(d, "(place \"%s%u\" %s)", name, owner, where);
}

/* ---- the end ---- */

enum { CLAUSE_WHO, CLAUSE_OUTCOME, CLAUSE_GOAL };

static const char *role_of(const dialect *d) { return dialect_letter(d, 'R'); }

/* The number of the player whom a clause is about. */
static const char *number_of_role(const dialect *d)
{
    const char *role = role_of(d);
    return strcmp(role, "Mover") == 0 ? "(mover)" : strcmp(role, "Next") == 0 ? "(next)" : role + 1;
}

const char *ludi_in_a_row(dialect *d, const ludii_value *v)
{
    const ludi *g = d->facts;
    (void)v;
    return g->drops_only ? "(is Line #1 #D)" : "(is Line #1 #D throughAny:(sites Occupied by:#R) #R)";
}

const char *ludi_connect(dialect *d, const ludii_value *v)
{
    const ludii_value *sides = v->items[0], *count = v->items[1];
    const char *who = number_of_role(d);
    if (sides->count == 1 && dialect_word_is(d, sides->items[0], "sides") && count)
        return dialect_print(d, "(and (= (who at:(last To)) %s) (is Connected #2 at:(last To) #D Sides))", who);
    if (count)
        return dialect_refuse(d, v, "a number behind sides that are named");
    return dialect_print(d, "(and (= (who at:(last To)) %s) (is Connected at:(last To) #D {#1}))", who);
}

const char *ludi_eliminate(dialect *d, const ludii_value *v)
{
    (void)d;
    (void)v;
    return "(= (count Pieces All) (count Pieces #R))";
}

/* Only who moves next is asked. */
const char *ludi_no_move(dialect *d, const ludii_value *v)
{
    const char *role = role_of(d);
    (void)v;
    if (strcmp(role, "Mover") == 0)
        return "(= 0 1)";
    return strcmp(role, "Next") == 0 ? "(no Moves Next)"
                                     : dialect_print(d, "(and (= (next) %s) (no Moves Next))", role + 1);
}

/* A clause for one player; `own` is what has to hold besides. */
static const char *clause_for(dialect *d, const ludii_value *v, const char *role, const char *guard)
{
    const char *result = dialect_word_is(d, v->items[CLAUSE_OUTCOME], "lose")  ? "Loss"
                         : dialect_word_is(d, v->items[CLAUSE_OUTCOME], "win") ? "Win"
                                                                               : "Draw";
    const char *goal = dialect_refer_as(d, v->items[CLAUSE_GOAL], role);
    goal = *guard ? dialect_print(d, "(and %s %s)", guard, goal) : goal;
    return dialect_print(d, " (if %s (result %s %s))", goal, role, result);
}

/* A clause for the mover, or for the others, whom a move can only concern if it is not a mere drop.
 */
static const char *clause_of(dialect *d, const ludii_value *c, bool mover)
{
    const ludi *g = d->facts;
    bool own = dialect_word_is(d, c->items[CLAUSE_WHO], "mover");
    bool others = !g->drops_only || dialect_mentions(d, c, "NoMove") || dialect_mentions(d, c, "Eliminate");
    uint32_t who = own ? 0 : ludi_player(d, c->items[CLAUSE_WHO]);
    if (!mover && (own || !others))
        return "";
    if (who)
        return clause_for(d, c, dialect_print(d, "P%u", who),
                          dialect_print(d, "(%s (mover) %u)", mover ? "=" : "!=", who));
    if (mover || g->player_count == 2)
        return clause_for(d, c, mover ? "Mover" : "Next", "");
    const char *all = "";
    for (uint32_t p = 1; p <= g->player_count; p++)
        all = dialect_print(d, "%s%s", all,
                            clause_for(d, c, dialect_print(d, "P%u", p), dialect_print(d, "(!= (mover) %u)", p)));
    return all;
}

/* Clauses are looked at for the mover first, then for the others. */
const char *ludi_end(dialect *d, const ludii_value *v)
{
    const ludii_value *list = v->items[0];
    const char *all = "";
    for (int mover = 1; mover >= 0; mover--)
        for (uint32_t i = 0; i < list->count; i++)
            all = dialect_print(d, "%s%s", all, clause_of(d, list->items[i], mover));
    return dialect_print(d, "(end {%s})", all);
}

/* ---- the game ---- */

static void read_pieces(dialect *d, ludi *g)
{
    const ludii_value *pieces = d->game->items[GAME_PIECES], *list = pieces ? pieces->items[0] : NULL;
    for (uint32_t i = 0; list && i < list->count; i++) {
        if (g->piece_count == LUDI_PIECES_MAX) {
            dialect_refuse(d, list->items[i], "more than 64 kinds of pieces");
            return;
        }
        g->pieces[g->piece_count++] = list->items[i];
    }
    if (!list)
        dialect_refuse(d, d->game, "a game without pieces");
}

const char *ludi_game(dialect *d, const ludii_value *v)
{
    ludi *g = ARENA_NEW(d->f->arena, ludi);
    *g = (ludi){0};
    d->facts = g;
    if (!read_players(d, g) || !read_board(d, g))
        return "";
    read_pieces(d, g);
    if (d->failed)
        return "";
    ludi_classify(d, g);
    bool counts = dialect_mentions(d, v, "Captured") || dialect_mentions(d, v, "Score");
    if (counts && g->stacks)
        return dialect_refuse(d, v, "counting captures in a game with stacks");
    ludi_set_letter(d, 'P', counts ? "(then (addScore Mover 1))" : "");
    const char *start = v->items[GAME_START] ? "(start {#5})" : "";
    return dialect_print(d, "(game \"%s\" #2 (equipment { #3 #4 }) (rules %s %s (play %s) #6))",
                         dialect_word(d, v->items[GAME_NAME]), g->stacks ? "(meta (stacking))" : "", start,
                         ludi_play(d));
}
