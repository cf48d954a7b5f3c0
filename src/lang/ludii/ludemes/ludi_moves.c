/* What moves of Ludi mean in Ludii: conditions on the cells they lead between, what they do, and
 * what follows. */
#include "lang/ludii/ludemes/ludi_rules.h"

#include "base/text.h"

#include <string.h>

/* ---- conditions of moves ---- */

static bool is_between(dialect *d, const ludii_value *cell)
{
    const ludi *g = d->facts;
    if (g->drop && !dialect_word_is(d, cell, "to"))
        dialect_refuse(d, cell, "the cell a piece comes from, in a move that only puts one on the board,");
    return dialect_word_is(d, cell, "between");
}

/* A condition on a cell, or on some of those between the ends of a move. */
static const char *on_cell(dialect *d, const ludii_value *cell, const char *one, const char *in)
{
    if (!is_between(d, cell))
        return one;
    if (!in)
        return dialect_refuse(d, cell, "`between` here");
    return dialect_print(d, "(> (count Sites in:(intersection (sites Between #D from:(from) to:(to)) %s)) 0)", in);
}

const char *ludi_empty(dialect *d, const ludii_value *v)
{
    return is_between(d, v->items[0]) ? "(= (countBetween (from) (to) #D) 0)" : "(is Empty (#1))";
}

const char *ludi_owner(dialect *d, const ludii_value *v)
{
    return is_between(d, v->items[0]) ? "(> (countBetween (from) (to) Mover #D) 0)" : "(= (who at:(#1)) (mover))";
}

const char *ludi_enemy(dialect *d, const ludii_value *v)
{
    return is_between(d, v->items[0]) ? "(!= (countBetween (from) (to) #D) (countBetween (from) (to) Mover #D))"
                                      : "(is Enemy (who at:(#1)))";
}

const char *ludi_in_region(dialect *d, const ludii_value *v)
{
    return on_cell(d, v->items[1], "(is In (#2) #1)", "#1");
}

const char *ludi_phase(dialect *d, const ludii_value *v)
{
    return on_cell(d, v->items[0], "(= (phase of:(#1)) #2)", "(sites Phase #2)");
}

const char *ludi_height(dialect *d, const ludii_value *v)
{
    const ludi *g = d->facts;
    return on_cell(d, v->items[0], g->stacks ? "(size Stack at:(#1))" : "(if (is Empty (#1)) 0 1)", NULL);
}

static bool needs_from(dialect *d, const ludii_value *v)
{
    const ludi *g = d->facts;
    if (g->drop)
        dialect_refuse(d, v, "a condition on where a piece comes from, in a move that only puts one on the board,");
    return !d->failed;
}

static bool all_steps(const dialect *d, const ludii_value *v)
{
    bool all = dialect_is(d, v, "Or");
    for (uint32_t i = 0; all && i < v->items[0]->count; i++)
        all = dialect_is(d, v->items[0]->items[i], "Steps");
    return all;
}

static const char *ways_of(dialect *d, const ludii_value *v)
{
    if (dialect_is(d, v, "Steps"))
        return dialect_print(d, "{%s}", dialect_refer(d, v->items[0]));
    const char *all = "";
    for (uint32_t i = 0; i < v->items[0]->count; i++)
        all = dialect_print(d, "%s {%s}", all, dialect_refer(d, v->items[0]->items[i]->items[0]));
    return all;
}

/* The cells to which a condition lets a move lead; NULL when it does not tell. */
static const char *where_to(dialect *d, const ludii_value *v)
{
    const ludi *g = d->facts;
    if (dialect_is(d, v, "Empty") && dialect_word_is(d, v->items[0], "to"))
        return "(sites Empty)";
    if (g->drop)
        return NULL;
    if (dialect_is(d, v, "Steps") || all_steps(d, v))
        return dialect_print(d, "(turtle (from) {%s} #F)", ways_of(d, v));
    if (dialect_is(d, v, "Connected")) /* the same group, or a cell next to it */
        return "(union (sites Group at:(from) #D) (sites Around (sites Group at:(from) #D) #D))";
    if (dialect_is(d, v, "Adjacent"))
        return "(sites Direction from:(from) #G distance:1)";
    if (dialect_is(d, v, "Line"))
        return "(union (sites LineOfSight Empty at:(from) #G) (sites LineOfSight Piece at:(from) "
               "#G))";
    if (dialect_is(d, v, "Equal") && dialect_mentions(d, v, "Count")) /* -1 off the lines */
        return "(onLines (from) #D)";
    if (!dialect_is(d, v, "Or"))
        return NULL;
    const char *all = "";
    for (uint32_t i = 0; i < v->items[0]->count; i++) {
        const char *one = where_to(d, v->items[0]->items[i]);
        if (!one)
            return NULL;
        all = dialect_print(d, "%s %s", all, one);
    }
    return v->items[0]->count ? dialect_print(d, "(union {%s})", all) : NULL;
}

/* Cells that are not left out by a condition that has to be looked at all the same. */
static bool only_bounds(const dialect *d, const ludii_value *v) { return dialect_is(d, v, "Equal"); }

/* Whether what a condition says is meant in the direction of the move. */
static bool follows_facing(const dialect *d, const ludii_value *v)
{
    return dialect_is(d, v, "Steps") || dialect_is(d, v, "Adjacent") || dialect_is(d, v, "Line") ||
           dialect_is(d, v, "Or");
}

/* How few cells a condition leaves. */
static int narrowness(const dialect *d, const ludii_value *v)
{
    return dialect_is(d, v, "Steps") ? 4 : dialect_is(d, v, "Or") ? 3 : dialect_is(d, v, "Empty") ? 1 : 2;
}

const char *ludi_reaches(dialect *d, const ludii_value *v)
{
    return needs_from(d, v) ? dialect_print(d, "(is In (to) %s)", where_to(d, v)) : "";
}

const char *ludi_distance(dialect *d, const ludii_value *v)
{
    return needs_from(d, v) ? "(count Steps #D (#1) (#2))" : "";
}

const char *ludi_count_line(dialect *d, const ludii_value *v)
{
    return needs_from(d, v) ? "(countLine (from) (to) #D)" : "";
}

/* ---- moves ---- */

static bool acts(const dialect *d, const ludii_value *move, const char *act)
{
    return dialect_mentions(d, move->items[MOVE_ACTION], act);
}

/* Conditions that all have to hold: those of an `and` one by one. */
static uint32_t conditions_of(const dialect *d, const ludii_value *pre, const ludii_value *const **out)
{
    static const ludii_value *const none[1];
    *out = none;
    if (!pre)
        return 0;
    if (dialect_is(d, pre->items[0], "And")) {
        *out = pre->items[0]->items[0]->items;
        return pre->items[0]->items[0]->count;
    }
    *out = pre->items;
    return 1;
}

static bool pre_has(const dialect *d, const ludii_value *move, const char *class, const char *cell)
{
    const ludii_value *const *list;
    uint32_t n = conditions_of(d, move->items[MOVE_PRE], &list);
    for (uint32_t i = 0; i < n; i++)
        if (dialect_is(d, list[i], class) && dialect_word_is(d, list[i]->items[0], cell))
            return true;
    return false;
}

static bool captures(const dialect *d, const ludii_value *move, const char *how)
{
    const ludii_value *post = move->items[MOVE_POST];
    for (uint32_t i = 0; post && i < post->items[0]->count; i++) {
        const ludii_value *effect = post->items[0]->items[i];
        if (dialect_is(d, effect, "Capture") && (effect->items[0] ? dialect_word_is(d, effect->items[0], how) : !*how))
            return true;
    }
    return false;
}

/* What stands on the cell a move leads to is the opponent's at most, and taken. */
static bool replaces_others(const dialect *d, const ludii_value *move)
{
    return captures(d, move, "") && pre_has(d, move, "Enemy", "to");
}

/* A set of cells and what remains of the conditions, as arguments of `(to ..)`. */
static const char *destination(dialect *d, const ludii_value *move)
{
    const ludi *g = d->facts;
    const ludii_value *const *list;
    uint32_t n = conditions_of(d, move->items[MOVE_PRE], &list), chosen = n;
    const char *where = NULL;
    text_buffer rest = {0};
    for (uint32_t i = 0; i < n; i++)
        if (where_to(d, list[i]) && (chosen == n || narrowness(d, list[i]) > narrowness(d, list[chosen]))) {
            chosen = i;
            where = where_to(d, list[i]);
        }
    bool faces = strcmp(dialect_letter(d, 'F'), "all") != 0 && strcmp(dialect_letter(d, 'F'), "any") != 0;
    if (!g->drop && faces && (chosen == n || !follows_facing(d, list[chosen]))) {
        where = "(sites Direction from:(from) #G)";
        chosen = n;
    }
    for (uint32_t i = 0; i < n; i++)
        if ((i != chosen || only_bounds(d, list[i])) &&
            (g->drop || !(dialect_is(d, list[i], "Owner") && dialect_word_is(d, list[i]->items[0], "from"))))
            text_adds(d->f->arena, &rest, dialect_print(d, " %s", dialect_refer(d, list[i])));
    if (!g->drop && (!where || chosen == n || !(follows_facing(d, list[chosen]) || only_bounds(d, list[chosen]))))
        text_adds(d->f->arena, &rest, " (!= (from) (to))");
    if (!where)
        where = "(sites Board)";
    return dialect_print(d, rest.data ? "%s if:(and {%s})" : "%s", where, rest.data);
}

static const char *kind_of_mover(dialect *d, const ludii_value *piece)
{
    uint32_t owner = ludi_player(d, piece->items[PIECE_OWNER]);
    const char *name = dialect_word(d, piece->items[PIECE_NAME]);
    return owner ? dialect_print(d, "\"%s%u\"", name, owner) : dialect_print(d, "(id \"%s\" Mover)", name);
}

/* What happens on the cell a piece goes to, before it gets there. */
static const char *arrival(dialect *d, const ludii_value *move)
{
    const ludi *g = d->facts;
    if (captures(d, move, "") && g->stacks)
        return "(apply (captureStack (to)))";
    return captures(d, move, "replace") || captures(d, move, "")
               ? "(apply (if (is Enemy (who at:(to))) (remove (to) #P)))"
               : "";
}

static const char *around(dialect *d, const ludii_value *type, const char *effect)
{
    if (dialect_word_is(d, type, "surround"))
        return dialect_print(d, "(enclose (from (last To)) #D (between if:(is Enemy (who at:(between))) (apply %s)))",
                             effect);
    return dialect_print(d,
                         "(custodial (from (last To)) #D (between if:(is Enemy (who at:(between))) "
                         "(apply %s)) (to if:(is Friend (who at:(to)))))",
                         effect);
}

const char *ludi_capture(dialect *d, const ludii_value *v)
{
    if (!v->items[0] || dialect_word_is(d, v->items[0], "replace"))
        return ""; /* done on arrival */
    return around(d, v->items[0], "(remove (between) #P)");
}

const char *ludi_convert(dialect *d, const ludii_value *v)
{
    const ludi *g = d->facts;
    if (!v->items[0] || dialect_word_is(d, v->items[0], "replace"))
        return dialect_refuse(d, v, "`convert` without a kind, or of a piece that is replaced,");
    if (g->piece_count != 1)
        return dialect_refuse(d, v, "`convert` in a game with several kinds of pieces");
    return around(d, v->items[0],
                  dialect_print(d, "(promote (between) (piece %s) Mover)", kind_of_mover(d, g->pieces[0])));
}

const char *ludi_promote(dialect *d, const ludii_value *v)
{
    const ludi *g = d->facts;
    for (uint32_t i = 0; i < g->piece_count; i++)
        if (dialect_word_is(d, v->items[0], dialect_word(d, g->pieces[i]->items[PIECE_NAME])))
            return dialect_print(d, "(promote (last To) (piece %s))", kind_of_mover(d, g->pieces[i]));
    return dialect_refuse(
        d, v, dialect_print(d, "promotion to `%.60s`, which is no piece of this game,", dialect_word(d, v->items[0])));
}

static const char *then_of(dialect *d, const ludii_value *move)
{
    const ludii_value *post = move->items[MOVE_POST];
    text_buffer b = {0};
    uint32_t n = 0;
    for (uint32_t i = 0; post && i < post->items[0]->count; i++) {
        const ludii_value *e = post->items[0]->items[i];
        if (dialect_is(d, e, "Capture") && (!e->items[0] || dialect_word_is(d, e->items[0], "replace")))
            continue;
        text_adds(d->f->arena, &b, dialect_print(d, " %s", dialect_refer(d, e)));
        n++;
    }
    return n == 0 ? "" : dialect_print(d, n == 1 ? "(then %s)" : "(then (and {%s}))", b.data);
}

static const ludii_value *piece_of(const dialect *d, const ludii_value *move)
{
    const ludi *g = d->facts;
    for (uint32_t i = 0; i < g->piece_count; i++) {
        const ludii_value *list = g->pieces[i]->items[PIECE_MOVES]->items[0];
        for (uint32_t k = 0; k < list->count; k++)
            if (list->items[k] == move)
                return g->pieces[i];
    }
    return g->pieces[0];
}

const char *ludi_move(dialect *d, const ludii_value *v)
{
    ludi *g = d->facts;
    const char *dirn = v->items[MOVE_DIRN] ? dialect_word(d, v->items[MOVE_DIRN]) : "all";
    bool any = strcmp(dirn, "all") == 0 || strcmp(dirn, "any") == 0, forward = strcmp(dirn, "forward") == 0;
    g->drop = !acts(d, v, "Pop");
    ludi_set_letter(d, 'F', dirn);
    ludi_set_letter(d, 'G', any ? dialect_letter(d, 'D') : forward ? "Forward" : ludi_compass_side(d, dirn));
    if (pre_has(d, v, "Enemy", "from") || pre_has(d, v, "Empty", "from"))
        return dialect_refuse(d, v, "a move from a cell where no piece of the mover is");
    if (!g->drop && !acts(d, v, "Push"))
        return "(move Remove (from))";
    const char *to = destination(d, v), *act = arrival(d, v), *then = then_of(d, v);
    if (!g->drop)
        return dialect_print(d, "(move (from (from)) (to %s %s) %s)", to, act, then);
    const char *kind = kind_of_mover(d, piece_of(d, v));
    return dialect_print(d, "(move Add (piece %s) (to %s %s) %s)", kind, to, act, then);
}

static int priority_of(const dialect *d, const ludii_value *move) { return ludi_number(d, move->items[MOVE_PRIORITY]); }

static const char *either(dialect *d, const char *moves, uint32_t count)
{
    return count == 1 ? moves : dialect_print(d, "(or {%s})", moves);
}

/* All moves of one priority. */
static const char *moves_of(dialect *d, int priority)
{
    ludi *g = d->facts;
    text_buffer all = {0};
    uint32_t parts = 0;
    for (uint32_t i = 0; i < g->piece_count; i++) {
        const ludii_value *piece = g->pieces[i], *list = piece->items[PIECE_MOVES]->items[0];
        uint32_t owner = ludi_player(d, piece->items[PIECE_OWNER]);
        for (int drop = 1; drop >= 0; drop--) {
            const char *some = "";
            uint32_t n = 0;
            for (uint32_t k = 0; k < list->count; k++)
                if (priority_of(d, list->items[k]) == priority && !acts(d, list->items[k], "Pop") == drop) {
                    some = dialect_print(d, "%s %s", some, dialect_refer(d, list->items[k]));
                    n++;
                }
            if (n == 0)
                continue;
            some = either(d, some, n);
            if (!drop)
                some = dialect_print(d, "(forEach Piece \"%s\" %s)", dialect_word(d, piece->items[PIECE_NAME]), some);
            parts++;
            text_adds(d->f->arena, &all, owner ? dialect_print(d, " (if (= (mover) %u) %s)", owner, some) : some);
        }
    }
    return either(d, all.data, parts);
}

const char *ludi_piece(dialect *d, const ludii_value *v)
{
    uint32_t owner = ludi_player(d, v->items[PIECE_OWNER]);
    return dialect_print(d, "(piece \"%s\" %s)", dialect_word(d, v->items[PIECE_NAME]),
                         owner ? dialect_print(d, "P%u", owner) : "Each");
}

/* Priorities in descending order; moves of the first that has any. */
const char *ludi_play(dialect *d)
{
    const ludi *g = d->facts;
    const char *all = "";
    uint32_t levels = 0;
    for (int below = 0, first = 1;; first = 0) {
        bool found = false;
        int best = 0;
        for (uint32_t i = 0; i < g->piece_count; i++) {
            const ludii_value *list = g->pieces[i]->items[PIECE_MOVES]->items[0];
            for (uint32_t k = 0; k < list->count; k++) {
                int p = priority_of(d, list->items[k]);
                if ((first || p < below) && (!found || p > best)) {
                    found = true;
                    best = p;
                }
            }
        }
        if (!found)
            break;
        all = dialect_print(d, "%s %s", all, moves_of(d, best));
        below = best;
        levels++;
    }
    return levels > 1 ? dialect_print(d, "(priority {%s})", all) : all;
}

/* Whether pieces come to lie on each other, and whether only pieces of the mover appear. */
void ludi_classify(dialect *d, ludi *g)
{
    g->drops_only = true;
    for (uint32_t i = 0; i < g->piece_count; i++) {
        const ludii_value *list = g->pieces[i]->items[PIECE_MOVES]->items[0];
        for (uint32_t k = 0; k < list->count; k++) {
            const ludii_value *m = list->items[k];
            bool push = acts(d, m, "Push"), empty = pre_has(d, m, "Empty", "to");
            g->drops_only &= push && !acts(d, m, "Pop") && empty && !m->items[MOVE_POST];
            g->stacks |= push && !empty && !captures(d, m, "replace") && !replaces_others(d, m);
        }
    }
}
