/* Finds edges out of one node of which at most one can be passed: a condition and its negation,
 * or one expression compared with different symbols (`calculate_disjoints` of the RG tool
 * chain), among them what constant tables show to be different: `e == mine[p]` and `e == yours[p]`,
 * `e == p` and `e == opponent[p]`, or `e == empty` and `owner[e] == p`. The code generator then tries the next only
 * when the one before failed, and the search for equal paths knows that they cannot both be taken. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/passes/rewrite.h"

static bool literal(const ir_game *g, ir_expr e)
{
    ir_op op = vec_at(&g->exprs, ir_bare(g, e)).op;
    return op == IR_SYM || op == IR_INT;
}

/* e == c against e == d with c and d different literals. */
static bool different_values(const ir_game *g, ir_expr a, ir_expr b)
{
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, a)), *y = &vec_at(&g->exprs, ir_bare(g, b));
    if (x->op != IR_EQ || y->op != IR_EQ)
        return false;
    ir_expr xs[2] = {x->a, x->b}, ys[2] = {y->a, y->b};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (literal(g, xs[1 - i]) && literal(g, ys[1 - j]) && ir_expr_equal(g, xs[i], ys[j]) &&
                !ir_expr_equal(g, xs[1 - i], ys[1 - j]))
                return true;
    return false;
}

/* ---- constant tables ---- */

static ir_value follow(const ir_game *g, ir_value v)
{
    return vec_at(&g->values, v).kind == IR_VALUE_CONST ? vec_at(&g->constants, vec_at(&g->values, v).index).literal
                                                        : v;
}

const ir_value_data *table_access(const ir_game *g, ir_expr e, ir_expr *key)
{
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e));
    if (x->op != IR_INDEX || vec_at(&g->exprs, ir_bare(g, x->a)).op != IR_CONST)
        return NULL;
    *key = x->b;
    const ir_constant *c = &vec_at(&g->constants, vec_at(&g->exprs, ir_bare(g, x->a)).a);
    const ir_value_data *d = &vec_at(&g->values, follow(g, c->literal));
    for (uint32_t i = 0; i < d->entry_count; i++)
        if (vec_at(&g->values, follow(g, ir_entry_at(d, i).value)).kind != IR_VALUE_SYM)
            return NULL;
    return d->kind == IR_VALUE_MAP ? d : NULL;
}

ir_sym table_value(const ir_game *g, const ir_value_data *d, ir_sym key)
{
    ir_sym standard = IR_NONE;
    for (uint32_t i = 0; i < d->entry_count; i++) {
        ir_sym value = vec_at(&g->values, follow(g, ir_entry_at(d, i).value)).index;
        if (ir_entry_at(d, i).key == IR_NONE)
            standard = value;
        else if (vec_at(&g->values, ir_entry_at(d, i).key).kind == IR_VALUE_SYM &&
                 vec_at(&g->values, ir_entry_at(d, i).key).index == key)
            return value;
    }
    return standard;
}

static bool table_has(const ir_game *g, const ir_value_data *d, ir_sym value)
{
    for (uint32_t i = 0; i < d->entry_count; i++)
        if (vec_at(&g->values, follow(g, ir_entry_at(d, i).value)).index == value)
            return true;
    return false;
}

enum { TABLE_MAX = 1024 }; /* entries of tables that are compared: the comparison is quadratic */

/* No key gives both tables the same value. Keys outside of both give the defaults. */
static bool tables_differ(const ir_game *g, const ir_value_data *a, const ir_value_data *b)
{
    if (a->entry_count > TABLE_MAX || b->entry_count > TABLE_MAX)
        return false;
    const ir_value_data *both[2] = {a, b};
    for (int t = 0; t < 2; t++)
        for (uint32_t i = 0; i < both[t]->entry_count; i++) {
            ir_value k = ir_entry_at(both[t], i).key;
            ir_sym key = k == IR_NONE ? IR_NONE : vec_at(&g->values, k).index;
            if (table_value(g, a, key) == table_value(g, b, key))
                return false;
        }
    return true;
}

/* No symbol is its own value. What is no key gives the default. */
static bool table_moves_all(const ir_game *g, const ir_value_data *d)
{
    ir_sym standard = table_value(g, d, IR_NONE);
    bool listed = standard == IR_NONE;
    for (uint32_t i = 0; i < d->entry_count; i++) {
        ir_value k = ir_entry_at(d, i).key;
        if (k == IR_NONE || vec_at(&g->values, k).kind != IR_VALUE_SYM)
            continue;
        listed |= vec_at(&g->values, k).index == standard;
        if (table_value(g, d, vec_at(&g->values, k).index) == vec_at(&g->values, k).index)
            return false;
    }
    return listed;
}

/* The two expressions can never have one value in the same state. */
static bool never_equal(const ir_game *g, ir_expr a, ir_expr b)
{
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, a)), *y = &vec_at(&g->exprs, ir_bare(g, b));
    ir_expr key_a = IR_NONE, key_b = IR_NONE;
    const ir_value_data *s = table_access(g, a, &key_a), *t = table_access(g, b, &key_b);
    if (x->op == IR_SYM && y->op == IR_SYM)
        return x->a != y->a;
    if (x->op == IR_SYM && t)
        return !table_has(g, t, x->a);
    if (y->op == IR_SYM && s)
        return !table_has(g, s, y->a);
    if ((s && ir_expr_equal(g, key_a, b) && table_moves_all(g, s)) ||
        (t && ir_expr_equal(g, key_b, a) && table_moves_all(g, t)))
        return true;
    return s && t && ir_expr_equal(g, key_a, key_b) && tables_differ(g, s, t);
}

/* e == p against e == q with p and q never equal; e == c against f[e] == q with a table f and f[c]
 * never equal to q. */
static bool tables_exclude(const ir_game *g, ir_expr a, ir_expr b)
{
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, a)), *y = &vec_at(&g->exprs, ir_bare(g, b));
    if (x->op != IR_EQ || y->op != IR_EQ)
        return false;
    ir_expr xs[2] = {x->a, x->b}, ys[2] = {y->a, y->b};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            if (ir_expr_equal(g, xs[i], ys[j]) && never_equal(g, xs[1 - i], ys[1 - j]))
                return true;
            ir_expr key;
            const ir_value_data *f = table_access(g, ys[j], &key);
            const ir_expr_data *c = &vec_at(&g->exprs, ir_bare(g, xs[1 - i]));
            if (!f || c->op != IR_SYM || !ir_expr_equal(g, xs[i], key))
                continue;
            ir_sym value = table_value(g, f, c->a);
            const ir_expr_data *q = &vec_at(&g->exprs, ir_bare(g, ys[1 - j]));
            ir_expr other;
            const ir_value_data *t = table_access(g, ys[1 - j], &other);
            if (q->op == IR_SYM ? q->a != value : t && !table_has(g, t, value))
                return true;
        }
    return false;
}

static bool exclusive(const ir_game *g, const ir_edge_data *e, const ir_edge_data *f)
{
    return e->label == IR_CHECK && f->label == IR_CHECK &&
           (expr_negates(g, e->value, f->value) || different_values(g, e->value, f->value) ||
            tables_exclude(g, e->value, f->value) || tables_exclude(g, f->value, e->value));
}

enum { OUT_MAX = 256 };

uint32_t ir_pass_disjoint(ir_game *g, arena *scratch)
{
    ir_graph graph = ir_graph_make(g, scratch);
    uint32_t found = 0;
    bool *has_promise = ARENA_ARRAY(scratch, bool, g->nodes.count + 1);
    for (uint32_t i = 0; i < g->disjoints.count; i++)
        has_promise[vec_at(&g->disjoints, i).node] |= !vec_at(&g->disjoints, i).proven;
    for (ir_node n = 0; n < g->nodes.count; n++) {
        uint32_t from = graph.out_start[n], count = graph.out_start[n + 1] - from;
        bool taken[OUT_MAX] = {false};
        if (count < 2 || count > OUT_MAX || has_promise[n])
            continue; /* the author's word stands; very wide nodes are not worth the squares */
        for (uint32_t i = 0; i < count; i++) {
            ir_node targets[OUT_MAX];
            uint32_t members[OUT_MAX], size = 0;
            if (taken[i])
                continue;
            for (uint32_t j = i; j < count; j++) {
                const ir_edge_data *e = &vec_at(&g->edges, graph.out[from + j]);
                bool fits = !taken[j];
                for (uint32_t k = 0; k < size && fits; k++)
                    fits = exclusive(g, e, &vec_at(&g->edges, graph.out[from + members[k]]));
                if (fits && (size > 0 || e->label == IR_CHECK))
                    members[size++] = j;
            }
            /* A group is named by its targets: every edge into one of them must belong to it. */
            for (bool again = true; again && size > 1;) {
                again = false;
                for (uint32_t k = 0; k < size && !again; k++)
                    for (uint32_t j = 0; j < count && !again; j++) {
                        bool in = false;
                        for (uint32_t h = 0; h < size; h++)
                            in |= members[h] == j;
                        if (!in && vec_at(&g->edges, graph.out[from + j]).to ==
                                       vec_at(&g->edges, graph.out[from + members[k]]).to) {
                            members[k] = members[--size];
                            again = true;
                        }
                    }
            }
            if (size < 2)
                continue;
            uint32_t target_count = 0;
            for (uint32_t k = 0; k < size; k++) {
                ir_node to = vec_at(&g->edges, graph.out[from + members[k]]).to;
                uint32_t h = 0;
                taken[members[k]] = true;
                while (h < target_count && targets[h] != to)
                    h++;
                targets[h] = to;
                target_count += h == target_count;
            }
            bool exhaustive = size == 2 && expr_negates(g, vec_at(&g->edges, graph.out[from + members[0]]).value,
                                                        vec_at(&g->edges, graph.out[from + members[1]]).value);
            irb_disjoint(g, n, targets, target_count, exhaustive);
            vec_at(&g->disjoints, g->disjoints.count - 1).proven = true;
            found++;
        }
    }
    return found;
}
