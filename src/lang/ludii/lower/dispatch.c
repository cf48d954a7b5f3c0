/* From values to what their rows say of them. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/together.h"

#include <stdlib.h>
#include <string.h>

kit_num lu_int(lu *x, const ludii_value *v)
{
    if (x->failed || !v)
        return LU_NOTHING;
    const kit_num *kept = lu_kept_num(x, v);
    if (kept)
        return *kept;
    lu_place(x, v);
    const ludeme_code *code = lu_code(x, v);
    if (code && code->number)
        return code->number(x, v);
    if (lu_is(x, v, "RoleType"))
        return lu_role(x, v);
    if (v->class == LIB_NONE && v->node->kind == LUDII_ATOM && !v->node->string)
        return lu_literal(x, v); /* `Infinity`, too, which fits where a number is written */
    lu_refuse_ludeme(x, v);
    return LU_NOTHING;
}

kit_cond lu_bool(lu *x, const ludii_value *v)
{
    if (x->failed)
        return kit_truth(false);
    lu_place(x, v);
    const ludeme_code *code = lu_code(x, v);
    if (code && code->condition)
        return code->condition(x, v);
    if (v->node->kind == LUDII_ATOM)
        return kit_truth(lu_word_is(x, v, "true"));
    lu_refuse_ludeme(x, v);
    return kit_truth(false);
}

const lu_region *lu_sites(lu *x, const ludii_value *v)
{
    vec_u32 none = {0};
    if (x->failed)
        return lu_region_of(x, &none);
    const lu_region *kept = lu_kept_region_of(x, v);
    if (kept)
        return kept;
    lu_place(x, v);
    const ludeme_code *code = lu_code(x, v);
    if (code && code->region)
        return code->region(x, v);
    lu_refuse_ludeme(x, v);
    return lu_region_of(x, &none);
}

enum { DEPTH_MAX = 120 };

void lu_moves(lu *x, const ludii_value *v, const lu_use *k)
{
    if (x->failed)
        return;
    const src_span outer = x->k->at; /* what is written behind it stems from there again */
    lu_place(x, v);
    const ludeme_code *code = lu_code(x, v);
    if (!code || !code->moves || x->depth > DEPTH_MAX) {
        lu_refuse_ludeme(x, v);
        return;
    }
    if (k->play || k->run)
        lu_touch_done(x, v);
    x->depth++;
    code->moves(x, v, k);
    x->k->at = outer;
    x->depth--;
}

void lu_effect(lu *x, const ludii_value *v)
{
    if (x->failed)
        return;
    const src_span outer = x->k->at; /* what is written behind it stems from there again */
    lu_place(x, v);
    const ludeme_code *code = lu_code(x, v);
    if (!code || !code->effect) {
        lu_refuse_ludeme(x, v);
        return;
    }
    if (x->capture_found == IR_NONE)
        lu_touch_done(x, v);
    static const char *const made_of_others[] = {"And", "Or", "If", "Apply", "ForEach"};
    bool other = false;
    for (int i = 0; i < 5 && (x->happened != IR_NONE || x->tells); i++)
        other |= strcmp(lu_class(x, v), made_of_others[i]) == 0;
    if (x->tells && !other && strcmp(lu_class(x, v), "Add") != 0 && strcmp(lu_class(x, v), "Remove") != 0)
        return;
    if (x->happened != IR_NONE && !other && code->effect != lu_effect_remember_value) /* that may do nothing */
        kit_set(x->k, x->happened, kit_known(1));
    code->effect(x, v);
    x->k->at = outer;
}

bool lu_known_int(lu *x, const ludii_value *v, int32_t *out)
{
    kit_num n = lu_int(x, v);
    *out = n.known ? n.value : 0;
    return n.known;
}

int32_t lu_fixed(lu *x, const ludii_value *v)
{
    const kit_num n = lu_who(x, v);
    if (!n.known)
        lu_refuse(x, v, "a number that changes");
    return n.known ? n.value : 0;
}

/* ---- players ---- */

kit_num lu_next_of(lu *x, kit_num player)
{
    int32_t next[20] = {0};
    for (uint32_t p = 1; p <= x->players; p++)
        next[p] = (int32_t)(p % x->players) + 1;
    return kit_look(x->k, kit_table(x->k, 0, next, x->players + 1, 0), player);
}

kit_num lu_role(lu *x, const ludii_value *v)
{
    const char *w = lu_word(x, v);
    if (w[0] == 'P' && w[1] >= '0' && w[1] <= '9')
        return kit_known((int32_t)strtol(w + 1, NULL, 10));
    if (strcmp(w, "Mover") == 0)
        return lu_context_num(x, LU_MOVER);
    if (strcmp(w, "Next") == 0)
        return lu_context_num(x, LU_NEXT);
    if (strcmp(w, "Prev") == 0)
        return lu_context_num(x, LU_PREV);
    if (strcmp(w, "Player") == 0)
        return lu_context_num(x, LU_PLAYER);
    if (strcmp(w, "Neutral") == 0)
        return kit_known(0);
    if (strcmp(w, "Shared") == 0 || strcmp(w, "All") == 0 || strcmp(w, "Each") == 0 || strcmp(w, "Any") == 0)
        return kit_known((int32_t)x->players + 1);
    if (x->players == 2 && (strcmp(w, "Enemy") == 0 || strcmp(w, "NonMover") == 0))
        return lu_next_of(x, lu_context_num(x, LU_MOVER));
    lu_refuse(x, v, arena_printf(x->a, "the role `%s`", ludii_shown(x->f, v->node->name)));
    return LU_NOTHING;
}

/* Roles of several players. */
bool lu_is_set_of_players(lu *x, const ludii_value *role)
{
    static const char *const words[] = {"Enemy", "NonMover", "Friend", "Ally", "TeamMover"};
    const char *w = lu_word(x, role);
    bool is = x->has_teams && strncmp(w, "Team", 4) == 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is |= strcmp(w, words[i]) == 0;
    return is;
}

/* Nobody (0) is none of the mover's enemies, but not the mover either; what all share is neither. */
kit_cond lu_is_in_set(lu *x, const ludii_value *role, kit_num player)
{
    const char *w = lu_word(x, role);
    kit_num mover = lu_context_num(x, LU_MOVER);
    kit_cond own = kit_compare(x->k, IR_EQ, player, mover), team = lu_same_team(x, player, mover),
             one = kit_compare(x->k, IR_LE, player, kit_known((int32_t)x->players)),
             some = kit_and(x->k, kit_compare(x->k, IR_GE, player, kit_known(1)), one);
    if (strcmp(w, "NonMover") == 0)
        return kit_and(x->k, kit_not(x->k, own), one);
    if (strcmp(w, "Enemy") == 0)
        return kit_and(x->k, some, kit_not(x->k, team));
    if (strcmp(w, "Friend") == 0 || strcmp(w, "TeamMover") == 0)
        return team;
    if (strcmp(w, "Ally") == 0)
        return kit_and(x->k, team, kit_not(x->k, own));
    return lu_in_team(x, player, (int32_t)strtol(w + 4, NULL, 10));
}

kit_num lu_who(lu *x, const ludii_value *v)
{
    if (lu_is(x, v, "RoleType"))
        return lu_role(x, v);
    if (lu_is(x, v, "Player") && v->count)
        return lu_int(x, v->items[0]);
    return lu_int(x, v);
}

/* ---- context ---- */

static const struct {
    const char *name;
    int player;
} contexts[LU_CONTEXTS] = {{"from", 0},    {"to", 0},       {"between", 0}, {"site", 0},    {"level", 2},
                           {"running", 1}, {"pips", 2},     {"value", 2},   {"mover", 1},   {"next", 1},
                           {"prev", 1},    {"lastFrom", 0}, {"lastTo", 0},  {"afterTo", 0}, {"afterFrom", 0}};

ir_var lu_context_var(lu *x, lu_context c)
{
    if (x->context[c] != IR_NONE)
        return x->context[c];
    int32_t high = contexts[c].player == 1 ? (int32_t)x->players + 1
                   : contexts[c].player    ? 1000
                                           : (int32_t)x->sites - 1;
    int32_t low = contexts[c].player == 1 ? 0 : contexts[c].player ? -1000 : -2;
    int32_t start = c == LU_MOVER             ? 1
                    : c == LU_NEXT            ? (int32_t)(x->players > 1 ? 2 : 1)
                    : contexts[c].player == 1 ? 0
                    : contexts[c].player      ? 0
                                              : -1;
    return x->context[c] = kit_variable(x->k, contexts[c].name, low, high, start);
}

kit_num lu_keep(lu *x, lu_context c, const char *name)
{
    kit_num now = lu_context_num(x, c);
    if (now.known)
        return now;
    ir_var v = kit_scratch(x->k, name, now.low, now.high);
    kit_set(x->k, v, now);
    return kit_read(x->k, v);
}
