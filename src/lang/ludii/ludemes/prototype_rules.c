/* What games of the prototype (Appendix D of Browne's paper) mean in Ludii. What is left out is
 * that of tic-tac-toe, as the paper says: `(game "Tic-Tac-Toe")` is the whole game. */
#include "lang/ludii/ludemes/prototype_rules.h"

#include <stdlib.h>
#include <string.h>

enum { GAME_NAME, GAME_CONTROL, GAME_EQUIPMENT, GAME_RULES };

static uint32_t players_of(const dialect *d)
{
    const ludii_value *control = d->game->items[GAME_CONTROL];
    return control && control->items[0] ? control->items[0]->count : 2;
}

/* Players are numbered in the order in which they are named, or by their index. */
const char *prototype_control(dialect *d, const ludii_value *v)
{
    const ludii_value *list = v->items[0];
    if (v->items[1] && dialect_word_is(d, v->items[1], "Real"))
        return dialect_refuse(d, v->items[1], "real time");
    for (uint32_t i = 0; list && i < list->count; i++)
        if (list->items[i]->items[0] && strtoul(dialect_word(d, list->items[i]->items[0]), NULL, 10) != i + 1)
            return dialect_refuse(d, list->items[i], "a player whose index is not its place in the list");
    return dialect_print(d, "(players %u)", players_of(d));
}

/* ---- equipment ---- */

static const ludii_value *equipment_named(const dialect *d, const char *name)
{
    const ludii_value *list = d->game->items[GAME_EQUIPMENT];
    for (uint32_t i = 0; list && i < list->count; i++)
        if (dialect_word_is(d, list->items[i]->items[0], name))
            return list->items[i];
    return NULL;
}

static bool is_component(const dialect *d, const ludii_value *v)
{
    return dialect_is(d, v, "Disc") || dialect_is(d, v, "Ball");
}

static uint32_t owner_of(const dialect *d, const ludii_value *v)
{
    const char *role = v->items[1] ? dialect_word(d, v->items[1]->items[0]) : "";
    return role[0] == 'P' ? (uint32_t)strtoul(role + 1, NULL, 10) : 0;
}

const char *prototype_component(dialect *d, const ludii_value *v)
{
    uint32_t owner = owner_of(d, v);
    const char *name = dialect_word(d, v->items[0]);
    return owner ? dialect_print(d, "(piece \"%s\" P%u)", name, owner)
                 : dialect_print(d, "(piece \"%s\" %s)", name, v->items[1] ? "Each" : "Neutral");
}

/* Its name with the owner behind it, which Ludii puts there. */
static const char *component_name(dialect *d, const ludii_value *name)
{
    const ludii_value *c = equipment_named(d, dialect_word(d, name));
    if (!is_component(d, c)) {
        diag *e = ludii_report(d->f, DIAG_LUDII_ARGUMENT, name->node->span, name->node->origin,
                               "there is no component `%.60s`", dialect_word(d, name));
        suggestion s;
        suggest_init(&s, dialect_word(d, name));
        const ludii_value *list = d->game->items[GAME_EQUIPMENT];
        for (uint32_t i = 0; list && i < list->count; i++)
            if (is_component(d, list->items[i]))
                suggest_offer(&s, dialect_word(d, list->items[i]->items[0]));
        if (s.best)
            diag_hint_mean(d->f->sink, e, s.best);
        d->failed = true;
        return "";
    }
    uint32_t owner = owner_of(d, c);
    return owner ? dialect_print(d, "%s%u", dialect_word(d, name), owner) : dialect_word(d, name);
}

const char *prototype_basis(dialect *d, const ludii_value *v)
{
    return dialect_print(d, "(%s #1 #2)",
                         dialect_is(d, v, "HexHex") ? "hex"
                         : dialect_is(d, v, "Rect") ? "rectangle"
                                                    : "square");
}

static bool uses_stores(const dialect *d, const ludii_value *v)
{
    bool found =
        dialect_is(d, v, "StartStore") || (dialect_is(d, v, "Generate") && dialect_word_is(d, v->items[0], "Store"));
    for (uint32_t i = 0; v && i < v->count && !found; i++)
        found = uses_stores(d, v->items[i]);
    return found;
}

/* ---- rules ---- */

static const char *role(const dialect *d, const ludii_value *v)
{
    const char *word = dialect_word(d, v);
    return strcmp(word, "Opposite") == 0 || strcmp(word, "NonMover") == 0 ? "Next" : word;
}

const char *prototype_place(dialect *d, const ludii_value *v)
{
    return dialect_print(d, "(place \"%s\" #2)", component_name(d, v->items[0]));
}

const char *prototype_store(dialect *d, const ludii_value *v)
{
    const char *player = dialect_word(d, v->items[0]);
    if (player[0] != 'P')
        return dialect_refuse(d, v->items[0], "a store of no single player");
    return dialect_print(d, "(place \"%s\" \"Hand%s\" %s)", component_name(d, v->items[1]), player + 1,
                         v->items[2] ? "count:#3" : "");
}

const char *prototype_move(dialect *d, const ludii_value *v)
{
    (void)d;
    return v->items[0] ? "(move (from #1) (to #2))" : "(move Add (to #2))";
}

const char *prototype_generate(dialect *d, const ludii_value *v)
{
    const ludii_value *where = v->items[0], *what = v->items[1], *named = equipment_named(d, dialect_word(d, where));
    if (dialect_word_is(d, where, "Store") || dialect_is(d, named, "Store")) {
        if (what && dialect_is(d, what, "Content"))
            return dialect_refuse(d, what, "what a store holds");
        return dialect_print(d, "(sites Hand %s)", what ? role(d, what) : "Mover");
    }
    if (!dialect_word_is(d, where, "Board") && !dialect_is(d, named, "Board"))
        return dialect_refuse(d, where, "sites of what is neither the board nor a store");
    if (!what)
        return "(sites Board)";
    if (dialect_is(d, what, "Content"))
        return dialect_word_is(d, what, "empty") ? "(sites Empty)" : "(sites Occupied by:All)";
    return dialect_print(d, "(sites Occupied by:%s)", role(d, what));
}

const char *prototype_line(dialect *d, const ludii_value *v)
{
    const char *way = v->items[1] ? dialect_word(d, v->items[1]) : "Any",
               *owner = v->items[2] ? role(d, v->items[2]) : "Mover";
    return dialect_print(d, "(is Line #1 %s %s)", strcmp(way, "Any") == 0 ? "Adjacent" : way,
                         strcmp(owner, "Any") == 0 ? "" : owner);
}

const char *prototype_result(dialect *d, const ludii_value *v)
{
    const char *result = dialect_word(d, v->items[1]);
    return dialect_print(d, "(result %s %s)", role(d, v->items[0]), strcmp(result, "Lose") == 0 ? "Loss" : result);
}

static const char standard_moves[] = "(play (move Add (to (sites Empty))))";
static const char standard_end[] = "(end (if (is Line 3) (result Mover Win)))";

const char *prototype_rules(dialect *d, const ludii_value *v)
{
    return dialect_print(d, "(rules %s %s %s)", v->items[0] ? "(start {#1})" : "", v->items[1] ? "#2" : standard_moves,
                         v->items[2] ? "#3" : standard_end);
}

const char *prototype_game(dialect *d, const ludii_value *v)
{
    const char *hands = "", *equipment = v->items[GAME_EQUIPMENT] ? "#3" : "(board (square 3)) (piece \"Disc\" Each)";
    for (uint32_t p = 1; uses_stores(d, v) && p <= players_of(d); p++)
        hands = dialect_print(d, "%s (hand P%u)", hands, p);
    const char *rules = v->items[GAME_RULES] ? "#4" : dialect_print(d, "(rules %s %s)", standard_moves, standard_end);
    return dialect_print(d, "(game \"%s\" %s (equipment {%s %s}) %s)", dialect_word(d, v->items[GAME_NAME]),
                         v->items[GAME_CONTROL] ? "#2" : "(players 2)", equipment, hands, rules);
}
