#include "automaton/print.h"

#include "base/bitset.h"
#include "base/text.h"

typedef struct printer {
    const ir_game *g;
    arena *a;
    text_buffer out;
    uint32_t column;
    bool wrap;
} printer;

enum { WIDTH = 100 };

static void put_n(printer *p, const char *s, size_t n)
{
    text_add(p->a, &p->out, s, n);
    for (size_t i = 0; i < n; i++)
        p->column = s[i] == '\n' ? 0 : p->column + 1;
}

static void put(printer *p, const char *s) { put_n(p, s, strlen(s)); }

static void put_all(printer *p, const char *const *texts)
{
    for (; *texts; texts++)
        put(p, *texts);
}
#define PUT(p, ...) put_all((p), (const char *const[]){__VA_ARGS__, NULL})

static void put_int(printer *p, int32_t i) { put(p, arena_printf(p->a, "#%d", i)); }
static void put_real(printer *p, double r) { put(p, arena_printf(p->a, "#%s", ir_real_text(p->a, r))); }

/* Between the elements of a long list. */
static void comma(printer *p) { put(p, p->wrap && p->column > WIDTH - 12 ? ",\n    " : ", "); }

static void put_type(printer *p, ir_type t)
{
    const ir_type_data *d = ir_type_at(p->g, t);
    switch (d->kind) {
    case IR_TYPE_NAME: put(p, ir_name(p->g, d->name)); break;
    case IR_TYPE_INT:
        put(p, "[");
        put_int(p, d->low);
        put(p, "..");
        put_int(p, d->high);
        put(p, "]");
        break;
    case IR_TYPE_ARROW:
        put_type(p, d->key);
        put(p, " -> ");
        put_type(p, d->value);
        break;
    case IR_TYPE_SET:
        put(p, "{ ");
        for (uint32_t i = 0; i < d->count; i++) {
            if (i)
                comma(p);
            put(p, ir_symbol_name(p->g, ir_symbol_at(d, i)));
        }
        put(p, d->count ? " }" : "}");
        break;
    case IR_TYPE_REAL: put(p, "#real"); break;
    case IR_TYPE_BOOL: put(p, "condition"); break;
    }
}

static void put_value(printer *p, ir_value v)
{
    const ir_value_data *d = &vec_at(&p->g->values, v);
    switch (d->kind) {
    case IR_VALUE_SYM: put(p, ir_symbol_name(p->g, d->index)); break;
    case IR_VALUE_INT: put_int(p, d->integer); break;
    case IR_VALUE_REAL: put_real(p, d->real); break;
    case IR_VALUE_CONST: put(p, ir_name(p->g, vec_at(&p->g->constants, d->index).name)); break;
    case IR_VALUE_MAP:
        put(p, "{ ");
        for (uint32_t i = 0; i < d->entry_count; i++) {
            if (i)
                comma(p);
            if (ir_entry_at(d, i).key != IR_NONE) {
                put_value(p, ir_entry_at(d, i).key);
                put(p, ": ");
            } else {
                put(p, ":");
            }
            put_value(p, ir_entry_at(d, i).value);
        }
        put(p, " }");
        break;
    }
}

static const char *const op_texts[] = {
#define IR_OP(name, operands, text) text,
#include "automaton/ops.def"
#undef IR_OP
};

/* Level of an operator as the reader has it; operands of higher levels need no brackets. */
static int level(ir_op op)
{
    switch (op) {
    case IR_OR: return 1;
    case IR_AND: return 2;
    case IR_ANY_COMPARISON: return 3;
    case IR_ADD:
    case IR_SUB: return 4;
    case IR_MUL:
    case IR_DIV:
    case IR_MOD: return 5;
    case IR_NOT:
    case IR_NEG: return 6;
    case IR_ANY_TERM:
    case IR_ANY_TRUTH:
    case IR_REACH:
    case IR_CAST:
    case IR_INDEX:
    case IR_IF:
    case IR_ANY_OF_MAPS:
    case IR_ANY_REAL:
    case IR_OP_COUNT: break;
    }
    return 7;
}

static void put_expr(printer *p, ir_expr e, int outer)
{
    const ir_expr_data *d = &vec_at(&p->g->exprs, e);
    int own = level(d->op);
    bool brackets = own < outer;
    switch (d->op) {
    case IR_SYM: put(p, ir_symbol_name(p->g, d->a)); return;
    case IR_INT: put_int(p, (int32_t)d->a); return;
    case IR_REAL: put_real(p, ir_real(d)); return;
    case IR_CONST: put(p, ir_name(p->g, vec_at(&p->g->constants, d->a).name)); return;
    case IR_VAR: put(p, ir_name(p->g, vec_at(&p->g->variables, d->a).name)); return;
    case IR_ANY_TRUTH: put(p, d->op == IR_TRUE ? "#true" : "#false"); return;
    case IR_REACH: PUT(p, "?(", ir_node_name(p->g, d->a), " -> ", ir_node_name(p->g, d->b), ")"); return;
    case IR_ANY_OF_MAPS:
    case IR_TO_REAL:
        put(p, op_texts[d->op]);
        for (uint32_t i = 0; i < ir_operands(d->op); i++) {
            put(p, i ? ", " : "(");
            put_expr(p, ir_operand(d, i), 0);
        }
        put(p, ")");
        return;
    case IR_CAST:
        put_type(p, d->type);
        put(p, "(");
        put_expr(p, d->a, 0);
        put(p, ")");
        return;
    case IR_INDEX:
        put_expr(p, d->a, 7);
        put(p, "[");
        put_expr(p, d->b, 0);
        put(p, "]");
        return;
    case IR_IF:
        put(p, "(");
        put_expr(p, d->a, 1);
        put(p, " ? ");
        put_expr(p, d->b, 1);
        put(p, " : ");
        put_expr(p, d->c, 1);
        put(p, ")");
        return;
    case IR_NEG:
    case IR_ANY_ARITHMETIC:
    case IR_ANY_COMPARISON:
    case IR_ANY_CONNECTIVE:
    case IR_OP_COUNT: break;
    }
    if (brackets)
        put(p, "(");
    if (d->op == IR_NOT || d->op == IR_NEG) {
        put(p, op_texts[d->op]);
        put_expr(p, d->a, 7);
    } else {
        put_expr(p, d->a, own);
        PUT(p, " ", op_texts[d->op], " ");
        put_expr(p, d->b, own + 1);
    }
    if (brackets)
        put(p, ")");
}

static void put_check(printer *p, ir_expr e)
{
    const ir_expr_data *d = &vec_at(&p->g->exprs, e), *inner = d;
    bool negated = d->op == IR_NOT;
    if (negated)
        inner = &vec_at(&p->g->exprs, d->a);
    if (inner->op != IR_REACH) {
        put_expr(p, e, 0);
        return;
    }
    PUT(p, negated ? "! " : "? ", ir_node_name(p->g, inner->a), " -> ", ir_node_name(p->g, inner->b));
}

static void put_label(printer *p, const ir_edge_data *e)
{
    switch (e->label) {
    case IR_SKIP: break;
    case IR_ASSIGN:
        put_expr(p, e->target, 0);
        put(p, " = ");
        put_expr(p, e->value, 0);
        break;
    case IR_CHOOSE:
        put_expr(p, e->target, 0);
        put(p, " = ");
        put_type(p, e->type);
        put(p, "(*)");
        if (e->value != IR_NONE) {
            put(p, " : ");
            put_expr(p, e->value, 0);
        }
        break;
    case IR_CHECK: put_check(p, e->value); break;
    case IR_TAG: {
        const ir_expr_data *d = &vec_at(&p->g->exprs, e->value);
        put(p, d->op == IR_SYM ? "$ " : d->op == IR_VAR ? "$$ " : "$$ (");
        put_expr(p, e->value, 0);
        put(p, d->op == IR_SYM || d->op == IR_VAR ? "" : ")");
        break;
    }
    }
}

static void put_disjoints(printer *p)
{
    for (uint32_t i = 0; i < p->g->disjoints.count; i++) {
        const ir_disjoint *d = &vec_at(&p->g->disjoints, i);
        if (!d->proven)
            continue; /* among the pragmas of the source */
        PUT(p, d->exhaustive ? "@disjointExhaustive " : "@disjoint ", ir_node_name(p->g, d->node), " :");
        for (uint32_t j = 0; j < d->count; j++)
            PUT(p, " ", ir_node_name(p->g, d->targets[j]));
        put(p, ";\n");
    }
}

/* Nodes that passes found facts about; only those that edges still have. */
static void put_unique(printer *p, const bitset *used)
{
    bool any = false;
    for (ir_node n = 0; n < p->g->nodes.count; n++) {
        if (!vec_at(&p->g->nodes, n).unique || !bitset_has(used, n))
            continue;
        if (p->column > WIDTH)
            put(p, "\n   ");
        PUT(p, any ? " " : "@unique ", ir_node_name(p->g, n));
        any = true;
    }
    if (any)
        put(p, ";\n");
    for (ir_node n = 0; n < p->g->nodes.count; n++) {
        const ir_node_data *d = &vec_at(&p->g->nodes, n);
        if (d->unique || !d->has_repeat || !bitset_has(used, n))
            continue;
        PUT(p, "@repeat ", ir_node_name(p->g, n), " :");
        for (uint32_t i = 0; i < d->repeat_count; i++)
            PUT(p, " ", ir_name(p->g, vec_at(&p->g->variables, d->repeat[i]).name));
        put(p, ";\n");
    }
}

/* Passes can cut the last way to `end` in a game that never reaches it. The text must still name
 * one to be read back: an edge that is never passed. */
static void put_way_to_end(printer *p, arena *a)
{
    ir_graph graph = ir_graph_make(p->g, a);
    bitset seen = ir_nodes_from_begin(p->g, &graph, a);
    if (!bitset_has(&seen, p->g->end))
        put(p, "begin, end: PlayerOrSystem(keeper) == PlayerOrSystem(random);\n");
}

static void put_declaration(printer *p, const char *what, name_id name, ir_type type, ir_value value)
{
    PUT(p, what, ir_name(p->g, name), ": ");
    put_type(p, type);
    put(p, " = ");
    put_value(p, value);
    put(p, ";\n");
}

const char *ir_print(const ir_game *g, arena *a)
{
    printer p = {.g = g, .a = a, .wrap = true};
    bitset used = bitset_new(a, g->nodes.count);
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (!vec_at(&g->edges, i).removed) {
            bitset_add(&used, vec_at(&g->edges, i).from);
            bitset_add(&used, vec_at(&g->edges, i).to);
        }
    put(&p, "");
    for (uint32_t i = 0; i < g->pragmas.count; i++) {
        if (vec_at(&g->pragmas, i).about_nodes && g->transformed)
            continue;
        PUT(&p, "@", vec_at(&g->pragmas, i).text, ";\n");
    }
    put_disjoints(&p);
    put_unique(&p, &used);
    for (uint32_t i = 0; i < g->typedefs.count; i++) {
        PUT(&p, "type ", ir_name(g, vec_at(&g->typedefs, i).name), " = ");
        put_type(&p, vec_at(&g->typedefs, i).type);
        put(&p, ";\n");
    }
    for (uint32_t i = 0; i < g->constants.count; i++) {
        const ir_constant *c = &vec_at(&g->constants, i);
        if (!c->removed)
            put_declaration(&p, "const ", c->name, c->type, c->value);
    }
    for (uint32_t i = 0; i < g->variables.count; i++) {
        const ir_variable *v = &vec_at(&g->variables, i);
        if (!v->removed)
            put_declaration(&p, "var ", v->name, v->type, v->initial);
    }
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed)
            continue;
        PUT(&p, ir_node_name(g, e->from), ", ", ir_node_name(g, e->to), ": ");
        p.wrap = false;
        put_label(&p, e);
        p.wrap = true;
        put(&p, ";\n");
    }
    put_way_to_end(&p, a);
    return p.out.data;
}

static const char *expr_beyond_rg(const ir_game *g, ir_expr e, bool top)
{
    const ir_expr_data *d = &vec_at(&g->exprs, e);
    switch (d->op) {
    case IR_SYM:
    case IR_CONST:
    case IR_VAR: return NULL;
    case IR_CAST:
        return ir_type_at(g, d->type)->kind == IR_TYPE_NAME ? expr_beyond_rg(g, d->a, false)
                                                            : "a cast to a type without a name";
    case IR_INDEX: {
        const char *a = expr_beyond_rg(g, d->a, false);
        return a ? a : expr_beyond_rg(g, d->b, false);
    }
    case IR_EQ:
    case IR_NE: {
        const char *a = expr_beyond_rg(g, d->a, false);
        a = a ? a : expr_beyond_rg(g, d->b, false);
        return top ? a : "a comparison inside of an expression";
    }
    case IR_REACH: return top ? NULL : "a reachability inside of an expression";
    case IR_NOT: return top && vec_at(&g->exprs, d->a).op == IR_REACH ? NULL : "a negated condition";
    case IR_INT: return "an integer";
    case IR_REAL: return "a real";
    case IR_ANY_TRUTH: return "a truth value";
    case IR_NEG:
    case IR_ANY_ARITHMETIC:
    case IR_ANY_ORDER:
    case IR_AND:
    case IR_OR:
    case IR_IF:
    case IR_ANY_OF_MAPS:
    case IR_TO_REAL:
    case IR_OP_COUNT: break;
    }
    return arena_printf(g->arena, "the operator `%s`", op_texts[d->op]);
}

const char *ir_beyond_rg(const ir_game *g, arena *a)
{
    for (uint32_t i = 0; i < g->types.count; i++)
        if (vec_at(&g->types, i).kind == IR_TYPE_INT && vec_at(&g->types, i).span.end > 0)
            return "an integer type";
        else if (vec_at(&g->types, i).kind == IR_TYPE_REAL)
            return "the type of reals";
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        const char *what = NULL;
        if (e->removed)
            continue;
        if (e->label == IR_CHOOSE && e->value != IR_NONE)
            what = "a choice with a condition";
        else if (e->label == IR_TAG && vec_at(&g->exprs, e->value).op != IR_SYM &&
                 vec_at(&g->exprs, e->value).op != IR_VAR)
            what = "a tag that is computed";
        if (!what && e->value != IR_NONE)
            what = expr_beyond_rg(g, e->value, e->label == IR_CHECK);
        if (!what && e->target != IR_NONE)
            what = expr_beyond_rg(g, e->target, false);
        if (what)
            return arena_printf(a, "%s (edge %s, %s)", what, ir_node_name(g, e->from), ir_node_name(g, e->to));
    }
    return NULL;
}

/* ---- Graphviz ---- */

static void put_quoted(printer *p, const char *s)
{
    put(p, "\"");
    for (; *s; s++) {
        if (*s == '"' || *s == '\\')
            put(p, "\\");
        put_n(p, s, 1);
    }
    put(p, "\"");
}

const char *ir_print_dot(const ir_game *g, arena *a)
{
    printer p = {.g = g, .a = a};
    put(&p, "digraph automaton {\n  rankdir=TB;\n  node [shape=ellipse, fontname=\"sans-serif\", "
            "fontsize=10];\n  edge [fontname=\"monospace\", fontsize=9];\n");
    bitset used = bitset_new(a, g->nodes.count), decisions = bitset_new(a, g->nodes.count);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed)
            continue;
        bitset_add(&used, e->from);
        bitset_add(&used, e->to);
        if (ir_assigns_player(g, e))
            bitset_add(&decisions, e->to);
    }
    for (ir_node n = 0; n < g->nodes.count; n++) {
        if (!bitset_has(&used, n))
            continue;
        put(&p, "  ");
        put_quoted(&p, ir_node_name(g, n));
        put(&p, n == g->begin               ? " [shape=box, style=filled, fillcolor=\"#d5f5d5\"]"
                : n == g->end               ? " [shape=box, style=filled, fillcolor=\"#f5d5d5\"]"
                : bitset_has(&decisions, n) ? " [style=filled, fillcolor=\"#dfe8ff\"]"
                                            : "");
        put(&p, ";\n");
    }
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed)
            continue;
        put(&p, "  ");
        put_quoted(&p, ir_node_name(g, e->from));
        put(&p, " -> ");
        put_quoted(&p, ir_node_name(g, e->to));
        printer label = {.g = g, .a = a};
        put(&label, "");
        put_label(&label, e);
        put(&p, " [label=");
        put_quoted(&p, label.out.data);
        put(&p, e->label == IR_CHECK      ? ", color=\"#b35900\""
                : e->label == IR_TAG      ? ", color=\"#0050b3\""
                : ir_assigns_player(g, e) ? ", color=\"#008040\", penwidth=2"
                                          : "");
        put(&p, "];\n");
    }
    put(&p, "}\n");
    return p.out.data;
}
