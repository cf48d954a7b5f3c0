/* An automaton that goes beyond RG, written with what RG has: conditions become paths of comparisons and reachabilities
 * that exclude each other, computed tags are kept in a variable first, names lose what identifiers cannot hold. What no
 * RG can say (integers, operations on them) stays. */
#include "automaton/check.h"
#include "automaton/print.h"
#include "base/source.h"

#include <string.h>

typedef struct plain {
    ir_game *g;
    arena *a;
    map names; /* name -> the one written instead */
    map told;  /* type -> variable that keeps tags of it */
} plain;

/* ---- names ---- */

static name_id fresh_name(plain *p, const char *hint)
{
    const char *text = hint;
    for (uint32_t i = 2; intern_find(p->g->names, text, strlen(text)) != NAME_NONE; i++)
        text = arena_printf(p->a, "%s_%u", hint, i);
    return intern_cstr(p->g->names, text);
}

static name_id plain_name(plain *p, name_id name)
{
    const uint32_t *known = map_get(&p->names, name);
    if (known)
        return *known;
    char *text = arena_strndup(p->a, ir_name(p->g, name), strlen(ir_name(p->g, name))), *end = text + strlen(text);
    bool changed = false;
    for (char *s = text; *s;) {
        uint32_t n = identifier_length(s, end);
        changed |= n == 0;
        if (n == 0)
            *s = '_';
        s += n ? n : 1;
    }
    name_id written = changed ? fresh_name(p, text) : name;
    map_put(&p->names, name, written);
    return written;
}

/* ---- edges ---- */

static ir_node new_node(plain *p, src_span at)
{
    vec_push(p->a, &p->g->nodes,
             ((ir_node_data){.name = fresh_name(p, arena_printf(p->a, "e_%u", p->g->nodes.count)), .span = at}));
    return p->g->nodes.count - 1;
}

static void add_edge(plain *p, ir_node from, ir_node to, ir_label label, ir_expr target, ir_expr value, src_span at)
{
    vec_push(
        p->a, &p->g->edges,
        ((ir_edge_data){
            .from = from, .to = to, .label = label, .target = target, .value = value, .type = IR_NONE, .span = at}));
}

static ir_expr new_expr(plain *p, ir_expr_data d)
{
    vec_push(p->a, &p->g->exprs, d);
    return p->g->exprs.count - 1;
}

/* From a node to `yes` where the condition holds, to `no` where it does not; either may be IR_NONE. */
static void branch(plain *p, ir_node from, ir_expr e, ir_node yes, ir_node no, src_span at)
{
    ir_expr_data d = vec_at(&p->g->exprs, e);
    ir_node between;
    if (d.op == IR_TRUE || d.op == IR_FALSE) {
        if ((d.op == IR_TRUE ? yes : no) != IR_NONE)
            add_edge(p, from, d.op == IR_TRUE ? yes : no, IR_SKIP, IR_NONE, IR_NONE, at);
        return;
    }
    if (d.op == IR_NOT) {
        branch(p, from, d.a, no, yes, at);
        return;
    }
    if (d.op == IR_AND || d.op == IR_OR) {
        between = new_node(p, at);
        branch(p, from, d.a, d.op == IR_AND ? between : yes, d.op == IR_AND ? no : between, at);
        branch(p, between, d.b, yes, no, at);
        return;
    }
    if (d.op == IR_IF) {
        ir_node other = new_node(p, at);
        between = new_node(p, at);
        branch(p, from, d.a, between, other, at);
        branch(p, between, d.b, yes, no, at);
        branch(p, other, d.c, yes, no, at);
        return;
    }
    if (yes != IR_NONE)
        add_edge(p, from, yes, IR_CHECK, IR_NONE, e, at);
    if (no == IR_NONE)
        return;
    if (d.op == IR_EQ || d.op == IR_NE) {
        d.op = d.op == IR_EQ ? IR_NE : IR_EQ;
        add_edge(p, from, no, IR_CHECK, IR_NONE, new_expr(p, d), at);
    } else
        add_edge(p, from, no, IR_CHECK, IR_NONE,
                 new_expr(p, (ir_expr_data){.op = IR_NOT, .type = d.type, .a = e, .b = IR_NONE, .c = IR_NONE}), at);
}

static bool is_plain_check(const ir_game *g, ir_expr e)
{
    const ir_expr_data *d = &vec_at(&g->exprs, e);
    return d->op == IR_EQ || d->op == IR_NE || d->op == IR_REACH ||
           (d->op == IR_NOT && vec_at(&g->exprs, d->a).op == IR_REACH);
}

/* ---- tags ---- */

static ir_value first_value(plain *p, ir_type type)
{
    const ir_type_data *t = ir_type_at(p->g, ir_resolve(p->g, type));
    vec_push(p->a, &p->g->values, ((ir_value_data){.kind = IR_VALUE_SYM, .index = ir_symbol_at(t, 0)}));
    return p->g->values.count - 1;
}

/* The variable for tags of the type; it goes back to its first value, lest it tell positions apart. */
static ir_var told_in(plain *p, ir_type type)
{
    const uint32_t *known = map_get(&p->told, type);
    if (known)
        return *known;
    vec_push(p->a, &p->g->variables,
             ((ir_variable){.name = fresh_name(p, "told"), .type = type, .initial = first_value(p, type)}));
    map_put(&p->told, type, p->g->variables.count - 1);
    return p->g->variables.count - 1;
}

static void tell(plain *p, ir_edge id)
{
    ir_edge_data e = vec_at(&p->g->edges, id);
    ir_type type = ir_expr_type(p->g, e.value);
    ir_expr bare = ir_bare(p->g, e.value);
    ir_op op = vec_at(&p->g->exprs, bare).op;
    if (op == IR_SYM || op == IR_VAR) {
        vec_at(&p->g->edges, id).value = bare;
        return;
    }
    const ir_type_data *t = ir_type_at(p->g, ir_resolve(p->g, type));
    if (t->kind != IR_TYPE_SET || t->count == 0)
        return; /* reported as beyond RG */
    ir_var v = told_in(p, type);
    ir_expr var = new_expr(p, (ir_expr_data){.op = IR_VAR, .type = type, .a = v, .b = IR_NONE, .c = IR_NONE});
    ir_expr first =
        new_expr(p, (ir_expr_data){.op = IR_SYM, .type = type, .a = ir_symbol_at(t, 0), .b = IR_NONE, .c = IR_NONE});
    ir_node kept = new_node(p, e.span), told = new_node(p, e.span);
    vec_at(&p->g->edges, id) = (ir_edge_data){.from = e.from,
                                              .to = kept,
                                              .label = IR_ASSIGN,
                                              .target = var,
                                              .value = e.value,
                                              .type = IR_NONE,
                                              .span = e.span};
    add_edge(p, kept, told, IR_TAG, IR_NONE, var, e.span);
    add_edge(p, told, e.to, IR_ASSIGN, var, first, e.span);
}

/* ---- the whole ---- */

/* The first key at which the map holds the value: each is looked at in turn. Where there is none, no path goes on. */
static void look_through(plain *p, ir_edge id)
{
    ir_edge_data e = vec_at(&p->g->edges, id);
    const ir_expr_data first = vec_at(&p->g->exprs, ir_bare(p->g, e.value));
    ir_type looked = ir_expr_type(p->g, first.a), keys = ir_resolve(p->g, ir_type_at(p->g, looked)->key);
    ir_type held = ir_resolve(p->g, ir_type_at(p->g, looked)->value);
    ir_node from = e.from;
    vec_at(&p->g->edges, id).removed = true;
    for (uint32_t i = 0; i < ir_type_at(p->g, keys)->count; i++) {
        ir_node on = new_node(p, e.span), found = new_node(p, e.span);
        ir_sym key = ir_symbol_at(ir_type_at(p->g, keys), i);
        ir_expr_data d = {.op = IR_SYM, .type = keys, .a = key, .b = IR_NONE, .c = IR_NONE, .span = e.span};
        ir_expr symbol = new_expr(p, d);
        d = (ir_expr_data){.op = IR_INDEX, .type = held, .a = first.a, .b = symbol, .c = IR_NONE, .span = e.span};
        d = (ir_expr_data){
            .op = IR_EQ, .type = IR_NONE, .a = new_expr(p, d), .b = first.b, .c = IR_NONE, .span = e.span};
        branch(p, from, new_expr(p, d), found, on, e.span);
        add_edge(p, found, e.to, IR_ASSIGN, e.target, symbol, e.span);
        from = on;
    }
}

static bool rewrite(plain *p, ir_edge id)
{
    ir_edge_data e = vec_at(&p->g->edges, id);
    if (!e.removed && e.label == IR_ASSIGN && vec_at(&p->g->exprs, ir_bare(p->g, e.value)).op == IR_FIRST) {
        look_through(p, id);
        return true;
    }
    if (e.removed)
        return false;
    if (e.label == IR_TAG) {
        uint32_t before = p->g->edges.count;
        tell(p, id);
        return p->g->edges.count > before;
    }
    if (e.label == IR_CHOOSE && e.value != IR_NONE) {
        ir_node chosen = new_node(p, e.span);
        vec_at(&p->g->edges, id).value = IR_NONE;
        vec_at(&p->g->edges, id).to = chosen;
        branch(p, chosen, e.value, e.to, IR_NONE, e.span);
        return true;
    }
    if (e.label != IR_CHECK || is_plain_check(p->g, e.value))
        return false;
    vec_at(&p->g->edges, id).removed = true;
    branch(p, e.from, e.value, e.to, IR_NONE, e.span);
    return true;
}

#define COPIED(field)                                                                                                  \
    do {                                                                                                               \
        const size_t bytes = (size_t)g->field.count * sizeof *g->field.data;                                           \
        void *copy = arena_alloc(a, bytes + 1);                                                                        \
        g->field.data = bytes ? memcpy(copy, g->field.data, bytes) : copy;                                             \
        g->field.capacity = g->field.count;                                                                            \
    } while (0)

static ir_game *copy_of(const ir_game *original, arena *a)
{
    ir_game *g = ARENA_NEW(a, ir_game);
    *g = *original;
    g->arena = a;
    COPIED(symbols);
    COPIED(typedefs);
    COPIED(constants);
    COPIED(variables);
    COPIED(values);
    COPIED(exprs);
    COPIED(nodes);
    COPIED(edges);
    COPIED(types);
    g->names = ARENA_NEW(a, intern);
    intern_init(g->names, a);
    for (uint32_t i = g->names->strings.count; i < original->names->strings.count; i++)
        intern_add(g->names, intern_text(original->names, i), strlen(intern_text(original->names, i)));
    return g;
}

static void rename_all(plain *p)
{
    ir_game *g = p->g;
    for (uint32_t i = 0; i < g->symbols.count; i++)
        vec_at(&g->symbols, i).name = plain_name(p, vec_at(&g->symbols, i).name);
    for (uint32_t i = 0; i < g->typedefs.count; i++)
        vec_at(&g->typedefs, i).name = plain_name(p, vec_at(&g->typedefs, i).name);
    for (uint32_t i = 0; i < g->constants.count; i++)
        vec_at(&g->constants, i).name = plain_name(p, vec_at(&g->constants, i).name);
    for (uint32_t i = 0; i < g->variables.count; i++)
        vec_at(&g->variables, i).name = plain_name(p, vec_at(&g->variables, i).name);
}

const ir_game *ir_plain(const ir_game *original, arena *a)
{
    plain p = {.g = copy_of(original, a), .a = a};
    ir_game *g = p.g;
    map_init(&p.names, a);
    map_init(&p.told, a);
    uint32_t edges = g->edges.count, kept = 0, nodes = g->nodes.count;
    bool *changed = ARENA_ARRAY(a, bool, nodes + 1), any = false;
    for (ir_edge id = 0; id < edges; id++)
        if (rewrite(&p, id))
            any = changed[vec_at(&g->edges, id).from] = true;
    rename_all(&p);
    if (!any)
        return g;
    /* what was known of nodes names edges that are no more */
    ir_disjoint *disjoints = ARENA_ARRAY(a, ir_disjoint, g->disjoints.count + 1);
    for (uint32_t i = 0; i < g->disjoints.count; i++)
        if (!changed[vec_at(&g->disjoints, i).node])
            disjoints[kept++] = vec_at(&g->disjoints, i);
    g->disjoints.data = disjoints;
    g->disjoints.count = g->disjoints.capacity = kept;
    for (ir_node n = 0; n < g->nodes.count; n++)
        vec_at(&g->nodes, n).unique = vec_at(&g->nodes, n).single = vec_at(&g->nodes, n).has_repeat = false;
    g->transformed = true;
    return g;
}
