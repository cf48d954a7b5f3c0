/* What the state of a game has: only what its ludemes read. */
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/puzzle.h"
#include "lang/ludii/lower/stack.h"
#include "lang/ludii/lower/tiles.h"

#include <string.h>

/* ---- the state ---- */

static const struct {
    const char *name;
    int kind; /* 0: one number, 1: of sites, 2: of players */
    int32_t low, high, start;
} states[LU_STATES] = {[LU_S_WHAT] = {"what", 1, 0, 0, 0},
                       [LU_S_COUNT] = {"count", 1, 0, 30000, 0},
                       [LU_S_STATE] = {"state", 1, 0, 1000, 0},
                       [LU_S_ROTATION] = {"rotation", 1, 0, 100, 0},
                       [LU_S_VALUE] = {"values", 1, 0, 1000000, 0},
                       [LU_S_SCORE] = {"score", 2, -30000, 30000, 0},
                       [LU_S_VAR] = {"var", 0, -30000, 30000, -1},
                       [LU_S_PENDING] = {"pending", 1, 0, 1, 0},
                       [LU_S_PASSES] = {"passes", 0, 0, 100, 0},
                       [LU_S_STUCK] = {"stuck", 2, 0, 1, 0},
                       [LU_S_THROWN] = {"thrown", 0, 0, 1, 0},
                       [LU_S_COUNTER] = {"counter", 0, -1, 1000000, -1},
                       [LU_S_PHASE] = {"phase", 2, 0, 60, 0},
                       [LU_S_TURNS] = {"turns", 0, 0, 1000000, 1},
                       [LU_S_MOVES] = {"moves", 0, 0, 1000000, 0},
                       [LU_S_SAME_TURN] = {"sameTurn", 0, 0, 1000000, 0},
                       [LU_S_VISITED] = {"visited", 1, 0, 1, 0},
                       [LU_S_TO_CLEAR] = {"toClear", 1, 0, 1, 0},
                       [LU_S_ACTIVE] = {"active", 2, 0, 1, 1},
                       [LU_S_RANK] = {"rank", 2, 0, 100, 0},
                       [LU_S_LEFT] = {"left", 0, 0, 20, 0},
                       [LU_S_TRIGGER] = {"trigger", 2, 0, 1, 0},
                       [LU_S_AMOUNT] = {"amount", 2, 0, 1000000, 0},
                       [LU_S_POT] = {"pot", 0, 0, 10000000, 0},
                       [LU_S_HAS_PENDING] = {"hasPending", 0, 0, 2, 0},
                       [LU_S_FREE] = {"best", 0, 0, 40, 1},
                       [LU_S_WHO] = {"who", 1, 0, 17, 0},
                       [LU_S_INVISIBLE] = {"invisible", 1, 0, 65535, 0},
                       [LU_S_MASKED] = {"masked", 1, 0, 65535, 0},
                       [LU_S_VEILED] = {"veiled", 1, 0, 65535, 0},
                       [LU_S_PENDED] = {"pended", 0, -1, 30000, -1},
                       [LU_S_LAST_TO_ON] = {"lastToOn", 0, 0, 3, 0},
                       [LU_S_LAST_FROM_ON] = {"lastFromOn", 0, 0, 3, 0},
                       [LU_S_ENDS] = {"ends", 1, 0, 1, 0},
                       [LU_S_PASSED] = {"passed", 1, 0, 1, 0},
                       [LU_S_LEVEL_TO] = {"levelTo", 0, -1, 1000, 0},
                       [LU_S_LAST_PASS] = {"lastPass", 0, 0, 1, 0},
                       [LU_S_PVALUE] = {"playerValue", 2, -1000, 30000, 0},
                       [LU_S_LOST] = {"worst", 0, 0, 40, 0}};

ir_var lu_state_var(lu *x, lu_state s)
{
    if (x->vars[s] != IR_NONE)
        return x->vars[s];
    int32_t high = s == LU_S_WHAT ? (int32_t)x->components.count - 1 : states[s].high, start = states[s].start;
    if (s == LU_S_TO_CLEAR && x->stacks)
        high = (int32_t)x->height + 1;
    if (s == LU_S_SCORE && lu_quirk(x, QUIRK_UNSET_IS_NOTHING)) /* of later games, which count higher */
        high = 1000000000;
    if (s == LU_S_PVALUE && lu_quirk(x, QUIRK_UNSET_IS_NOTHING))
        start = -1;
    if (states[s].kind == 0)
        return x->vars[s] = kit_variable(x->k, states[s].name, states[s].low, high, start);
    int32_t last = states[s].kind == 1 ? (int32_t)x->sites - 1 : (int32_t)x->players + 1;
    if (start)
        for (int32_t i = 0; i <= last; i++)
            x->start[s][i] = start;
    return x->vars[s] =
               kit_array(x->k, states[s].name, states[s].kind == 1 ? -2 : 0, last, states[s].low, high, x->start[s]);
}

static bool words_in(lu *x, const char *class, const char *word)
{
    return lu_has_word(x, x->rules, class, word) || lu_has_word(x, x->game, class, word);
}

/* Whether an argument has the label. */
bool lu_mentions_label(const lu *x, const ludii_value *v, const char *label)
{
    bool yes = false;
    arena_work(x->a, 1);
    for (uint32_t i = 0; v && i < v->count && !yes; i++)
        yes = v->items[i] && ((v->items[i]->node->label != NAME_NONE &&
                               strcmp(ludii_text(x->f, v->items[i]->node->label), label) == 0) ||
                              lu_mentions_label(x, v->items[i], label));
    return yes;
}

/* A threat by moves that are given with it. */
static bool threatens_by_moves(lu *x, const ludii_value *v)
{
    arena_work(x->a, 1);
    bool yes = v && strcmp(lu_class(x, v), "Is") == 0 && lu_item(x, v, "IsComponentType") && lu_item(x, v, "Moves");
    for (uint32_t i = 0; v && i < v->count && !yes; i++)
        yes = threatens_by_moves(x, v->items[i]);
    return yes;
}

void lu_find_state(lu *x)
{
    x->uses_next = lu_mentions(x, x->game, "MoveAgain") || lu_mentions(x, x->game, "Set.NextPlayer") ||
                   lu_mentions(x, x->game, "Move.SetNextPlayer") || lu_mentions(x, x->game, "Move.SwapPlayers") ||
                   x->players > 2 || threatens_by_moves(x, x->game);
    x->uses_count = lu_mentions_label(x, x->game, "count") || lu_mentions_label(x, x->game, "counts") ||
                    lu_mentions(x, x->game, "MancalaBoard") || words_in(x, "SetSiteType", "Count") ||
                    words_in(x, "SetStartSitesType", "Count") || lu_mentions(x, x->game, "Sow");
    for (uint32_t i = 1; i < x->containers.count; i++) /* who has a hand may have several of a kind there */
        x->uses_count |= !vec_at(&x->containers, i).dice;
    x->uses_count &= !x->stacks;
    x->no_all_pass = words_in(x, "AllType", "Passed") || lu_mentions(x, x->game, "Dice") ||
                     lu_mentions(x, x->game, "Was") || x->at_once || x->simulation || x->passes_go_on ||
                     (x->players == 1 && words_in(x, "MoveSimpleType", "Pass"));
    if (x->puzzle)
        lu_start_puzzle(x);
    else
        lu_state_var(x, LU_S_WHAT);
    for (uint32_t i = 1; i < x->components.count; i++)
        x->uses_who |= !vec_at(&x->components, i).die &&
                       (vec_at(&x->components, i).owner < 1 || vec_at(&x->components, i).owner > (int)x->players);
    if (x->uses_who)
        lu_state_var(x, LU_S_WHO);
    if (lu_mentions_label(x, x->game, "afterConsequence")) {
        lu_context_var(x, LU_AFTER_TO);
        lu_context_var(x, LU_AFTER_FROM);
    }
    if (x->uses_count)
        lu_state_var(x, LU_S_COUNT);
    if (words_in(x, "SetSiteType", "State") || lu_mentions(x, x->game, "State") || lu_mentions(x, x->game, "Flip") ||
        x->uses_state)
        lu_state_var(x, LU_S_STATE);
    if (lu_mentions(x, x->game, "Score") || lu_mentions(x, x->game, "AddScore") || lu_mentions(x, x->game, "ByScore") ||
        words_in(x, "SetPlayerType", "Score"))
        lu_state_var(x, LU_S_SCORE);
    if (lu_pieces_turn(x))
        lu_state_var(x, LU_S_ROTATION);
    for (uint32_t i = 0; i < x->sites; i++) {
        if (x->start[LU_S_STATE][i])
            lu_state_var(x, LU_S_STATE);
        if (x->start[LU_S_VALUE][i])
            lu_state_var(x, LU_S_VALUE);
    }
    if (words_in(x, "SetSiteType", "Value") || lu_mentions(x, x->game, "Value.At"))
        lu_state_var(x, LU_S_VALUE);
    lu_find_lists(x, x->game);
    x->lists_known = true;
    lu_find_bets(x);
    lu_find_hidden(x);
    lu_find_laps(x);
    if (x->stacks)
        lu_start_stacks(x);
    if (words_in(x, "IsIntegerType", "Visited"))
        lu_state_var(x, LU_S_VISITED);
    if (lu_mentions(x, x->game, "No"))
        lu_state_var(x, LU_S_STUCK);
    if (words_in(x, "AllType", "DiceEqual"))
        lu_state_var(x, LU_S_THROWN);
    if (words_in(x, "CountSimpleType", "Moves") || words_in(x, "SitesSimpleType", "Playable"))
        lu_state_var(x, LU_S_MOVES);
    if (words_in(x, "IsGraphType", "LastTo"))
        lu_state_var(x, LU_S_LAST_TO_ON);
    if (words_in(x, "IsGraphType", "LastFrom"))
        lu_state_var(x, LU_S_LAST_FROM_ON);
    if (words_in(x, "SitesSimpleType", "LastTo"))
        lu_state_var(x, LU_S_ENDS);
    if (lu_mentions(x, x->game, "LastBetween"))
        lu_state_var(x, LU_S_PASSED);
    if (words_in(x, "LastType", "LevelTo"))
        lu_state_var(x, LU_S_LEVEL_TO);
    if (lu_mentions(x, x->game, "Was"))
        lu_state_var(x, LU_S_LAST_PASS);
    if (words_in(x, "WhenType", "EndOfTurn"))
        lu_state_var(x, LU_S_TO_CLEAR);
    if (words_in(x, "IsSimpleType", "Pending") || lu_mentions(x, x->game, "Set.Pending"))
        lu_state_var(x, LU_S_PENDING);
    lu_find_proposals(x);
    lu_start_tiles(x);
    lu_state_var(x, LU_S_PASSES);
    lu_context_var(x, LU_MOVER);
    lu_context_var(x, LU_PREV);
    lu_context_var(x, LU_LAST_TO);
    lu_context_var(x, LU_LAST_FROM);
    lu_context_var(x, LU_FROM);
    lu_context_var(x, LU_TO);
}
