#include "automaton/lint_inside.h"
#include "base/map.h"

#include <stdio.h>
#include <string.h>

enum { NAMED = 3 };

/* ---- keys and values ---- */

/* The parameter `me` of the graph `turn` is the variable `turn_arg0_me`. */
static const char *shown_name(const lint_values *v, ir_var variable)
{
    const char *name = intern_text(v->g->names, vec_at(&v->g->variables, variable).name), *at = strstr(name, "_arg");
    size_t digits = at ? strspn(at + 4, "0123456789") : 0;
    return digits && at[4 + digits] == '_' ? at + 5 + digits : name;
}

/* "`off`, `S(1)` and 3 more". *last is the name of one, *named how many there are. */
static const char *list_symbols(lint_values *v, const possible *p, const char **last, uint32_t *named)
{
    char list[200] = "";
    size_t used = 0;
    const ir_family *f = lint_family(v, p->family);
    *named = 0;
    *last = "";
    for (ir_sym s = f->first; s < f->first + f->count; s++) {
        if (!lint_has(v, p, s) || (*named)++ >= NAMED || used + 60 > sizeof list)
            continue;
        *last = ir_symbol_name(v->g, s);
        used += (size_t)snprintf(list + used, sizeof list - used, "%s`%.40s`", used ? ", " : "", *last);
    }
    if (*named > NAMED)
        snprintf(list + used, sizeof list - used, " and %u more", *named - NAMED);
    return arena_printf(v->arena, "%s", list);
}

static void report(lint_values *v, const ir_expr_data *key, ir_var table, const possible *beyond)
{
    ir_game *g = v->g;
    const char *last;
    uint32_t named;
    const char *list = list_symbols(v, beyond, &last, &named);
    const char *name = key->op == IR_VAR ? shown_name(v, key->a) : NULL;
    const char *what = name ? arena_printf(v->arena, "`%s`", name) : "the key";
    diag *d = diag_report(g->sink, DIAG_LEAK, g->source, key->span, "%s may be %s, %s of `%s`", what, list,
                          named == 1 ? "which is no key" : "which are no keys", shown_name(v, table));
    if (name && named == 1)
        diag_set_hint(g->sink, d,
                      "`check(%s != %s)` comes before it; the entry under such a key begins as the default, and no "
                      "board shows it",
                      name, last);
    else
        diag_set_hint(g->sink, d,
                      "a check before it can rule that out; the entry under such a key begins as the default, and no "
                      "board shows it");
}

/* A variable that counts by a function, `n = next(n)`: what is beyond its last value is never asked for. */
static bool counts(const lint_values *v, const ir_edge_data *e, ir_type type, const uint64_t *state)
{
    const ir_game *g = v->g;
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e->value));
    if (x->op != IR_INDEX || !ir_expr_equal(g, ir_bare(g, x->b), ir_bare(g, e->target)))
        return false;
    possible tables = lint_evaluate(v, x->a, state);
    const ir_type_data *domain = lint_resolved(v, type);
    uint32_t leaving = 0;
    for (uint32_t i = 0; i < domain->count && leaving < 2; i++) {
        possible key = {0}, value = {0};
        lint_add_symbol(v, &key, ir_symbol_at(domain, i));
        for (uint32_t k = 0; k < tables.maps.count; k++)
            lint_look_up(v, vec_at(&tables.maps, k), &key, &value);
        possible beyond = lint_outside(v, &value, type);
        leaving += lint_count(v, &beyond) > 0;
    }
    return leaving < 2;
}

/* A variable is given something that its domain does not have: it is kept all the same. */
static void check_value(lint_values *v, const ir_edge_data *e, const uint64_t *state, map *seen)
{
    ir_game *g = v->g;
    ir_expr target = ir_bare(g, e->target), root = target;
    ir_type type = vec_at(&g->exprs, target).type;
    possible value = lint_evaluate(v, e->value, state), beyond = lint_outside(v, &value, type);
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e->value));
    uint64_t place = (uint64_t)x->span.start << 32 | x->span.end;
    if (lint_resolved(v, type)->kind != IR_TYPE_SET || lint_count(v, &beyond) == 0 || map_has(seen, place) ||
        counts(v, e, type, state))
        return;
    map_put(seen, place, 1);
    while (vec_at(&g->exprs, root).op == IR_INDEX)
        root = ir_bare(g, vec_at(&g->exprs, root).a);
    const char *last;
    uint32_t named;
    const char *list = list_symbols(v, &beyond, &last, &named);
    const char *name = x->op == IR_VAR ? shown_name(v, x->a) : NULL;
    const char *holder = vec_at(&g->exprs, root).op == IR_VAR ? shown_name(v, vec_at(&g->exprs, root).a) : NULL;
    diag *d = diag_report(g->sink, DIAG_LEAK, g->source, x->span, "%s may be %s, %s of the domain of %s",
                          name ? arena_printf(v->arena, "`%s`", name) : "the value", list,
                          named == 1 ? "which is no element" : "which are no elements",
                          holder ? arena_printf(v->arena, "`%s`", holder) : "what it is assigned to");
    if (name && named == 1)
        diag_set_hint(g->sink, d, "`check(%s != %s)` comes before it, or the domain has to list `%s`", name, last,
                      last);
    else
        diag_set_hint(g->sink, d, "a check before it can rule that out, or the domain has to list %s",
                      named == 1 ? "it" : "them");
}

/* The accesses to variables in an expression. */
static void check_keys(lint_values *v, ir_expr e, const uint64_t *state, map *seen)
{
    const ir_game *g = v->g;
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e));
    if (x->op != IR_INDEX)
        return;
    check_keys(v, x->a, state, seen);
    check_keys(v, x->b, state, seen);
    ir_expr root = ir_bare(g, x->a);
    while (vec_at(&g->exprs, root).op == IR_INDEX)
        root = ir_bare(g, vec_at(&g->exprs, root).a);
    if (vec_at(&g->exprs, root).op != IR_VAR)
        return;
    possible key = lint_evaluate(v, x->b, state);
    possible beyond = lint_outside(v, &key, lint_resolved(v, vec_at(&g->exprs, ir_bare(g, x->a)).type)->key);
    const ir_expr_data *k = &vec_at(&g->exprs, ir_bare(g, x->b));
    uint64_t place = (uint64_t)k->span.start << 32 | k->span.end;
    if (lint_count(v, &beyond) == 0 || map_has(seen, place))
        return;
    map_put(seen, place, 1);
    report(v, k, vec_at(&g->exprs, root).a, &beyond);
}

/* A player puts something where the board has its `off`: it is lost there, and no board shows it. What the keeper
 * does hangs on what was checked before in ways that are not followed here. */
static void check_written(lint_values *v, ir_expr target, const uint64_t *state, map *seen)
{
    ir_game *g = v->g;
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, target));
    const ir_expr_data *root = x->op == IR_INDEX ? &vec_at(&g->exprs, ir_bare(g, x->a)) : NULL;
    if (!root || root->op != IR_VAR)
        return;
    ir_sym off = lint_outsider(v, lint_resolved(v, lint_resolved(v, root->type)->key));
    if (off == IR_NONE)
        return;
    possible key = lint_evaluate(v, x->b, state);
    const ir_expr_data *k = &vec_at(&g->exprs, ir_bare(g, x->b));
    uint64_t place = (uint64_t)k->span.start << 32 | k->span.end;
    if (key.unknown || k->op != IR_VAR || !lint_has(v, &key, off) || map_has(seen, place))
        return;
    map_put(seen, place, 1);
    const char *name = shown_name(v, k->a);
    diag *d = diag_report(g->sink, DIAG_LEAK, g->source, k->span,
                          "`%s` may be `%s` where something is put there: it is off the board of `%s`", name,
                          ir_symbol_name(g, off), shown_name(v, root->a));
    diag_set_hint(g->sink, d, "`check(%s != %s)` comes before it", name, ir_symbol_name(g, off));
}

/* Only where something is assigned: a check may well read a default. */
void lint_keys(lint_values *v)
{
    const ir_game *g = v->g;
    map seen;
    map_init(&seen, v->arena);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        const uint64_t *state = v->states + (size_t)e->from * v->width;
        if (e->removed || e->label != IR_ASSIGN || !v->reached[e->from])
            continue;
        check_keys(v, e->target, state, &seen);
        if (!lint_only(v, e->from, g->player, g->keeper))
            check_written(v, e->target, state, &seen);
        check_keys(v, e->value, state, &seen);
        check_value(v, e, state, &seen);
    }
}
