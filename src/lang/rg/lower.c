/* Syntax tree to automaton: names are resolved here, everything else is checked there. */
#include "automaton/build.h"
#include "lang/rg/ast.h"

#include <string.h>

typedef struct lowering {
    const rg_input *in;
    ir_game *g;
} lowering;

static ir_type lower_type(lowering *x, const rg_type *t)
{
    switch (t->kind) {
    case RG_TYPE_NAME: return irb_named_type(x->g, t->name, t->span);
    case RG_TYPE_INT:
        if (t->low > t->high)
            diag_report(x->in->sink, DIAG_EMPTY_SET, x->in->source, t->span, "the range from %d to %d is empty", t->low,
                        t->high);
        return irb_int_type(x->g, t->low, t->high, t->span);
    case RG_TYPE_REAL: return irb_real_type(x->g, t->span);
    case RG_TYPE_ARROW: {
        ir_type key = lower_type(x, t->key);
        return irb_arrow_type(x->g, key, lower_type(x, t->value), t->span);
    }
    case RG_TYPE_SET: break;
    }
    ir_sym *symbols = ARENA_ARRAY(x->in->scratch, ir_sym, t->elements.count);
    for (uint32_t i = 0; i < t->elements.count; i++)
        symbols[i] = irb_symbol(x->g, vec_at(&t->elements, i).name);
    return irb_set_type(x->g, symbols, t->elements.count, t->span);
}

/* Values name constants that are declared so far: all for variables, earlier ones for constants. */
static ir_value lower_value(lowering *x, const rg_value *v)
{
    if (v->kind == RG_VALUE_INT)
        return irb_value_int(x->g, v->integer, v->span);
    if (v->kind == RG_VALUE_REAL)
        return irb_value_real(x->g, v->real, v->span);
    if (v->kind == RG_VALUE_NAME) {
        ir_const c = irb_find_constant(x->g, v->name);
        return c != IR_NONE ? irb_value_const(x->g, c, v->span)
                            : irb_value_symbol(x->g, irb_symbol(x->g, v->name), v->span);
    }
    ir_value_entry *entries = ARENA_ARRAY(x->in->scratch, ir_value_entry, v->entries.count);
    for (uint32_t i = 0; i < v->entries.count; i++) {
        const rg_entry *e = &vec_at(&v->entries, i);
        ir_value key = IR_NONE;
        if (e->key)
            key = e->key->kind == RG_VALUE_INT ? irb_value_int(x->g, e->key->integer, e->key->span)
                                               : irb_value_symbol(x->g, irb_symbol(x->g, e->key->name), e->key->span);
        entries[i] = (ir_value_entry){key, lower_value(x, e->value), e->span};
    }
    return irb_value_map(x->g, entries, v->entries.count, v->span);
}

static ir_expr lower_name(lowering *x, rg_name n)
{
    ir_const c = irb_find_constant(x->g, n.name);
    if (c != IR_NONE)
        return irb_expr_const(x->g, c, n.span);
    ir_var v = irb_find_variable(x->g, n.name);
    if (v != IR_NONE)
        return irb_expr_var(x->g, v, n.span);
    return irb_expr_symbol(x->g, irb_symbol(x->g, n.name), n.span);
}

static ir_expr lower_expr(lowering *x, const rg_expr *e)
{
    switch (e->kind) {
    case RG_EXPR_NAME: return lower_name(x, e->name);
    case RG_EXPR_REAL: return irb_expr_real(x->g, e->real, e->span);
    case RG_EXPR_INT: return irb_expr_int(x->g, e->integer, e->span);
    case RG_EXPR_CAST: {
        ir_type t = irb_named_type(x->g, e->name.name, e->name.span);
        return irb_expr_cast(x->g, t, lower_expr(x, e->a), e->span);
    }
    case RG_EXPR_INDEX: {
        ir_expr table = lower_expr(x, e->a);
        return irb_expr_index(x->g, table, lower_expr(x, e->b), e->span);
    }
    case RG_EXPR_REACH: {
        ir_node from = irb_node(x->g, e->name.name, e->name.span);
        return irb_expr_reach(x->g, from, irb_node(x->g, e->other.name, e->other.span), e->span);
    }
    case RG_EXPR_ANY: {
        diag_report(x->in->sink, DIAG_EXPECTED, x->in->source, e->span,
                    "`T(*)` can only stand alone on the right of `=`");
        return irb_expr(x->g, IR_TRUE, IR_NONE, IR_NONE, IR_NONE, e->span);
    }
    case RG_EXPR_OP: break;
    }
    ir_expr a = e->a ? lower_expr(x, e->a) : IR_NONE;
    ir_expr b = e->b ? lower_expr(x, e->b) : IR_NONE;
    ir_expr c = e->c ? lower_expr(x, e->c) : IR_NONE;
    return irb_expr(x->g, e->op, a, b, c, e->span);
}

static ir_expr lower_tag(lowering *x, const rg_expr *e)
{
    if (e->kind != RG_EXPR_NAME || e->integer == RG_TAG_VALUE)
        return lower_expr(x, e);
    if (e->integer == RG_TAG_SYMBOL)
        return irb_expr_symbol(x->g, irb_symbol(x->g, e->name.name), e->span);
    ir_var v = irb_find_variable(x->g, e->name.name);
    if (v != IR_NONE)
        return irb_expr_var(x->g, v, e->span);
    const char *name = ir_name(x->g, e->name.name);
    diag *d =
        diag_report(x->in->sink, DIAG_UNKNOWN_VARIABLE, x->in->source, e->span, "there is no variable `%s`", name);
    suggestion s;
    suggest_init(&s, name);
    for (uint32_t i = 0; i < x->g->variables.count; i++)
        suggest_offer(&s, ir_name(x->g, vec_at(&x->g->variables, i).name));
    if (!diag_hint_near(x->in->sink, d, &s))
        diag_set_hint(x->in->sink, d, "`$ %s` makes a tag of the symbol itself", name);
    return irb_expr_symbol(x->g, irb_symbol(x->g, e->name.name), e->span);
}

static void lower_edge(lowering *x, const rg_edge *e)
{
    ir_game *g = x->g;
    ir_node from = irb_node(g, e->from.name, e->from.span);
    ir_node to = irb_node(g, e->to.name, e->to.span);
    ir_expr target = e->target ? lower_expr(x, e->target) : IR_NONE;
    switch (e->label) {
    case IR_SKIP: irb_skip(g, from, to, e->span); break;
    case IR_ASSIGN: irb_assign(g, from, to, target, lower_expr(x, e->value), e->span); break;
    case IR_CHOOSE: {
        ir_type type = lower_type(x, e->type);
        irb_choose(g, from, to, target, type, e->value ? lower_expr(x, e->value) : IR_NONE, e->span);
        break;
    }
    case IR_CHECK: irb_check(g, from, to, lower_expr(x, e->value), e->span); break;
    case IR_TAG: irb_tag(g, from, to, lower_tag(x, e->value), e->span); break;
    }
}

static void lower_weight(lowering *x, const rg_pragma *pragma)
{
    ir_var v = irb_find_variable(x->g, pragma->node.name);
    if (v == IR_NONE)
        diag_report(x->in->sink, DIAG_WEIGHT, x->in->source, pragma->node.span, "there is no variable `%s`",
                    ir_name(x->g, pragma->node.name));
    else if (x->g->weight != IR_NONE && x->g->weight != v)
        diag_report(x->in->sink, DIAG_WEIGHT, x->in->source, pragma->span, "one variable holds the weights, not two");
    else
        irb_weight(x->g, v);
}

/* Nodes in pragmas that no edge has are left alone: the pragma then says nothing. */
static void lower_pragma(lowering *x, const rg_pragma *pragma)
{
    ir_game *g = x->g;
    if (strcmp(pragma->text, "anyKeeper") == 0)
        irb_any_keeper(g);
    else if (strcmp(pragma->text, "simultaneous") == 0)
        irb_simultaneous(g);
    else if (pragma->weight)
        lower_weight(x, pragma);
    else
        irb_pragma(g, pragma->text, pragma->about_nodes, pragma->span);
    const uint32_t *node = pragma->disjoint ? map_get(&g->node_by_name, pragma->node.name) : NULL;
    if (!node)
        return;
    ir_node *targets = ARENA_ARRAY(x->in->scratch, ir_node, pragma->targets.count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < pragma->targets.count; i++) {
        const uint32_t *target = map_get(&g->node_by_name, vec_at(&pragma->targets, i).name);
        if (target)
            targets[count++] = *target;
    }
    irb_disjoint(g, *node, targets, count, pragma->exhaustive);
}

ir_game *rg_lower(const rg_input *in, const rg_tree *tree, arena *keep)
{
    lowering x = {in, ir_game_new(keep, in->names, in->source, in->sink)};
    ir_game *g = x.g;
    for (uint32_t i = 0; i < tree->types.count; i++) {
        const rg_declaration *d = &vec_at(&tree->types, i);
        irb_typedef(g, d->name.name, lower_type(&x, d->type), d->name.span);
    }
    for (uint32_t i = 0; i < tree->constants.count; i++) {
        const rg_declaration *d = &vec_at(&tree->constants, i);
        ir_value value = lower_value(&x, d->value);
        irb_constant(g, d->name.name, lower_type(&x, d->type), value, d->name.span);
    }
    for (uint32_t i = 0; i < tree->variables.count; i++) {
        const rg_declaration *d = &vec_at(&tree->variables, i);
        ir_value value = lower_value(&x, d->value);
        irb_variable(g, d->name.name, lower_type(&x, d->type), value, d->name.span);
    }
    if (!irb_builtins(g))
        return NULL;
    for (uint32_t i = 0; i < tree->edges.count; i++)
        lower_edge(&x, &vec_at(&tree->edges, i));
    for (uint32_t i = 0; i < tree->pragmas.count; i++)
        lower_pragma(&x, &vec_at(&tree->pragmas, i));
    return ir_game_finish(g, true) ? g : NULL;
}
