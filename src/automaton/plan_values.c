/* What expressions can be and conditions can say where scalars are known to be in sets of values (plan_cells.c). */
#include "automaton/plan_values.h"

#include "automaton/arithmetic.h"

#include <string.h>

static truth truth_of(cell_finder *x, const uint64_t *row, ir_expr e);

/* ---- values of expressions ---- */

static values one_value(int32_t n)
{
    values v = {.base = n};
    v.words[0] = 1;
    return v;
}

values values_all(const layout_slot *s)
{
    values v = {.any = s->real || values_of_slot(s) > PLAN_VALUES_MAX, .base = base_of(s)};
    for (uint32_t i = 0; !v.any && i < values_of_slot(s); i++)
        set_bit(v.words, i);
    return v;
}

static uint32_t count_of(const values *v)
{
    uint32_t n = 0;
    for (uint32_t w = 0; w < WORDS; w++)
        n += (uint32_t)__builtin_popcountll(v->words[w]);
    return n;
}

void values_add(values *v, int32_t n)
{
    const int64_t at = (int64_t)n - v->base;
    if (at < 0 || at >= PLAN_VALUES_MAX)
        v->any = true;
    else
        set_bit(v->words, (uint32_t)at);
}

static void hold(const cell_finder *x, ir_var v, values *out)
{
    for (uint32_t w = 0; w < WORDS && !x->constants; w++)
        out->words[w] |= x->out->held[v][w];
}

typedef struct access {
    const layout_slot *s;
    ir_var v; /* of the state, or IR_NONE: a constant */
    values keys[3];
    uint32_t count;
    uint64_t *cells; /* [WORDS] or NULL */
    values out;
    bool others; /* cells that are not fixed are among them */
} access;

static void visit_cells(cell_finder *x, access *at, uint32_t level, uint32_t cell)
{
    if (level < at->count) {
        const layout_key *k = &at->s->keys[level];
        EACH_VALUE(&at->keys[level], n)
        if (n >= k->low && n <= k->high)
            visit_cells(x, at, level + 1, cell + (uint32_t)(n - k->low) * k->stride);
        return;
    }
    if (++x->work > WORK_MAX)
        x->failed = true;
    if (at->cells)
        set_bit(at->cells, cell);
    if (at->v != IR_NONE && !has_bit(x->out->fixed[at->v], cell)) {
        at->others = true;
        return;
    }
    const unsigned char *from = at->v != IR_NONE ? x->p->layout.initial : x->p->layout.tables;
    if (!at->cells)
        values_add(&at->out, (int32_t)(layout_load(from + at->s->offset + (size_t)cell * at->s->width, at->s->width) +
                                       (uint32_t)base_of(at->s)));
}

/* False: cells cannot be told. */
static bool find_access(cell_finder *x, const uint64_t *row, ir_expr e, access *at)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t product = 1;
    bool constant;
    at->s = plan_chain(x->p, e, keys, &at->count, &constant);
    if (!at->s || at->s->real || at->count != at->s->levels || at->count > 3)
        return false;
    at->v = constant ? IR_NONE : (ir_var)(at->s - x->p->layout.variables);
    at->out = (values){.base = base_of(at->s)};
    if (!constant && (at->count == 0 || !x->out->fixed[at->v]))
        return false;
    for (uint32_t k = 0; k < at->count; k++) {
        at->keys[k] = values_of(x, row, keys[k]);
        const uint32_t count = count_of(&at->keys[k]);
        if (at->keys[k].any || (product *= count ? count : 1) > PRODUCT_MAX)
            return false;
    }
    return true;
}

bool values_find_cells(cell_finder *x, const uint64_t *row, ir_expr e, uint64_t *cells)
{
    access at = {.cells = cells};
    if (!find_access(x, row, e, &at))
        return false;
    visit_cells(x, &at, 0, 0);
    return true;
}

static values access_values(cell_finder *x, const uint64_t *row, ir_expr e, const layout_slot *s)
{
    access at = {.cells = NULL};
    if (!find_access(x, row, e, &at))
        return s ? values_all(s) : (values){.any = true};
    visit_cells(x, &at, 0, 0);
    if (at.others)
        hold(x, at.v, &at.out);
    return at.out;
}

static values arithmetic_values(cell_finder *x, const uint64_t *row, const ir_expr_data *d)
{
    const values a = values_of(x, row, d->a), b = d->op == IR_NEG ? a : values_of(x, row, d->b);
    values out = {.base = -PLAN_VALUES_MAX / 4};
    if (a.any || b.any || (uint64_t)count_of(&a) * count_of(&b) > PRODUCT_MAX)
        return (values){.any = true};
    EACH_VALUE(&a, n)
    EACH_VALUE(&b, m)
    {
        int32_t result;
        if ((d->op != IR_NEG || n == m) && ir_arithmetic(d->op, n, m, &result))
            values_add(&out, result);
    }
    return out;
}

values values_of(cell_finder *x, const uint64_t *row, ir_expr e)
{
    const plan *p = x->p;
    e = ir_bare(p->g, e);
    const ir_expr_data d = vec_at(&p->g->exprs, e);
    switch ((int)d.op) {
    case IR_SYM: return one_value(layout_code(p->g, d.a));
    case IR_INT: return one_value((int32_t)d.a);
    case IR_VAR: {
        const layout_slot *s = &p->layout.variables[d.a];
        if (s->levels > 0 || x->first[d.a] == IR_NONE)
            return s->levels > 0 ? (values){.any = true} : values_all(s);
        values v = {.base = base_of(s)};
        memcpy(v.words, row + x->first[d.a], set_words(s) * sizeof *v.words);
        return v;
    }
    case IR_CONST:
    case IR_INDEX: {
        uint32_t depth;
        return access_values(x, row, e, layout_root(p->g, &p->layout, e, &depth));
    }
    case IR_NEG:
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_MOD: return plan_type_of(p, e)->kind == IR_TYPE_INT ? arithmetic_values(x, row, &d) : (values){.any = true};
    case IR_IF: {
        const truth t = truth_of(x, row, d.a);
        const values a = values_of(x, row, t.yes ? d.b : d.c);
        if (!t.yes || !t.no || a.any)
            return a;
        const values b = values_of(x, row, d.c);
        values both = {.any = b.any, .base = -PLAN_VALUES_MAX / 4};
        EACH_VALUE(&a, n)
        values_add(&both, n);
        EACH_VALUE(&b, n)
        values_add(&both, n);
        return both;
    }
    default: return (values){.any = true};
    }
}

/* ---- conditions ---- */

/* False: there are none. */
static bool ends_of(const values *v, int32_t *low, int32_t *high)
{
    bool any = false;
    EACH_VALUE(v, n)
    {
        *low = any ? *low : n;
        *high = n;
        any = true;
    }
    return any;
}

static truth equal(const values *a, const values *b)
{
    truth t = {false, count_of(a) > 1 || count_of(b) > 1};
    EACH_VALUE(a, n)
    {
        const int64_t at = (int64_t)n - b->base;
        t.yes |= at >= 0 && at < PLAN_VALUES_MAX && has_bit(b->words, (uint32_t)at);
    }
    t.no |= !t.yes;
    return t;
}

static truth compare(const values *a, const values *b, ir_op op)
{
    int32_t low, high, other_low, other_high;
    if (a->any || b->any)
        return (truth){true, true};
    if (!ends_of(a, &low, &high) || !ends_of(b, &other_low, &other_high))
        return (truth){false, false};
    const truth less = {low < other_high, high >= other_low}, most = {low <= other_high, high > other_low};
    switch ((int)op) {
    case IR_LT: return less;
    case IR_LE: return most;
    case IR_GT: return (truth){most.no, most.yes};
    case IR_GE: return (truth){less.no, less.yes};
    case IR_EQ: return equal(a, b);
    default: {
        const truth same = equal(a, b);
        return (truth){same.no, same.yes};
    }
    }
}

static truth truth_of(cell_finder *x, const uint64_t *row, ir_expr e)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    truth a, b;
    switch ((int)d.op) {
    case IR_TRUE: return (truth){true, false};
    case IR_FALSE: return (truth){false, true};
    case IR_NOT: a = truth_of(x, row, d.a); return (truth){a.no, a.yes};
    case IR_AND:
        a = truth_of(x, row, d.a);
        if (!a.yes && a.no)
            return a;
        b = truth_of(x, row, d.b);
        return (truth){a.yes && b.yes, a.no || b.no};
    case IR_OR:
        a = truth_of(x, row, d.a);
        if (a.yes && !a.no)
            return a;
        b = truth_of(x, row, d.b);
        return (truth){a.yes || b.yes, a.no && b.no};
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: {
        const ir_type_kind kind = plan_type_of(x->p, d.a)->kind;
        if (kind != IR_TYPE_SET && kind != IR_TYPE_INT)
            return (truth){true, true};
        const values left = values_of(x, row, d.a), right = values_of(x, row, d.b);
        return compare(&left, &right, d.op);
    }
    default: return (truth){true, true};
    }
}

/* Scalars that are followed in the expression; false: more than fit. */
static bool find_scalars(const cell_finder *x, ir_expr e, ir_var *out, uint32_t *count, uint32_t most)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, e);
    if (d.op == IR_VAR && x->first[d.a] != IR_NONE) {
        for (uint32_t i = 0; i < *count; i++)
            if (out[i] == d.a)
                return true;
        if (*count == most)
            return false;
        out[(*count)++] = d.a;
    }
    for (uint32_t i = 0; i < ir_operands(d.op); i++)
        if (!find_scalars(x, ir_operand(&d, i), out, count, most))
            return false;
    return true;
}

/* The map of one level that the expression reads at the variable, and which is all that it does with it; IR_NONE: there
 * is more to it. */
static ir_var only_map(const cell_finder *x, ir_expr e, ir_var v, ir_var before)
{
    const ir_game *g = x->p->g;
    const ir_expr_data d = vec_at(&g->exprs, e);
    if (d.op == IR_INDEX) {
        const ir_expr_data *root = &vec_at(&g->exprs, ir_bare(g, d.a)), *key = &vec_at(&g->exprs, ir_bare(g, d.b));
        if (root->op == IR_VAR && key->op == IR_VAR && key->a == v && x->out->fixed[root->a] &&
            x->p->layout.variables[root->a].levels == 1)
            return before == root->a || before == v ? root->a : IR_NONE;
    }
    if (d.op == IR_VAR && d.a == v)
        return IR_NONE;
    for (uint32_t i = 0; i < ir_operands(d.op) && before != IR_NONE; i++)
        before = only_map(x, ir_operand(&d, i), v, before);
    return before;
}

/* The map of one level has a cell at the key, which is not fixed. */
static bool is_open(const cell_finder *x, ir_var v, int64_t key)
{
    const layout_slot *s = &x->p->layout.variables[v];
    const int64_t cell = key - s->keys[0].low;
    return cell >= 0 && cell < s->cells && !has_bit(x->out->fixed[v], (uint32_t)cell);
}

/* Adds those of the values to `passed` under which the condition can hold: mostly all or none of them, else they are
 * halved. */
static void try_values(cell_finder *x, uint64_t *row, ir_expr e, ir_var v, const uint64_t *tried, uint64_t *passed)
{
    const uint32_t words = set_words(&x->p->layout.variables[v]);
    uint64_t half[2][WORDS] = {{0}};
    uint32_t count = 0, n = 0;
    for (uint32_t w = 0; w < words; w++)
        count += (uint32_t)__builtin_popcountll(tried[w]);
    memcpy(row + x->first[v], tried, words * sizeof *row);
    const truth all = truth_of(x, row, e);
    if (!all.yes)
        return;
    for (uint32_t w = 0; w < words; w++)
        for (uint64_t left = tried[w]; left; left &= left - 1, n++)
            half[2 * n >= count][w] |= left & -left;
    for (uint32_t i = 0; i < 2 && all.no && count > 1; i++)
        try_values(x, row, e, v, half[i], passed);
    for (uint32_t w = 0; w < words && (!all.no || count == 1); w++)
        passed[w] |= tried[w];
}

/* Those that lead to cells which are not fixed pass or fail together, where nothing else is read. */
static void try_open(cell_finder *x, uint64_t *row, ir_expr e, ir_var v, uint64_t *tried, uint64_t *passed)
{
    const layout_slot *s = &x->p->layout.variables[v];
    const ir_var read = only_map(x, e, v, v);
    uint64_t open[WORDS] = {0}, one[WORDS] = {0};
    bool any = false;
    for (uint32_t i = 0; read != IR_NONE && read != v && i < values_of_slot(s); i++)
        if (has_bit(tried, i) && is_open(x, read, (int64_t)i + base_of(s))) {
            set_bit(open, i);
            if (!any)
                set_bit(one, i);
            any = true;
        }
    if (!any)
        return;
    memcpy(row + x->first[v], one, set_words(s) * sizeof *row);
    const bool passes = truth_of(x, row, e).yes;
    for (uint32_t w = 0; w < set_words(s); w++) {
        passed[w] |= passes ? open[w] : 0;
        tried[w] &= ~open[w];
    }
}

/* Leaves those values of the scalar under which the condition can hold. What can be only grows, so that those that
 * passed before do; `failed` did not since then (or NULL: other scalars may hold more). */
static bool keep_passing(cell_finder *x, uint64_t *row, ir_expr e, ir_var v, uint64_t *passed, uint64_t *failed)
{
    const uint32_t words = set_words(&x->p->layout.variables[v]);
    uint64_t left[WORDS], tried[WORDS] = {0}, fresh = 0, any = 0;
    memcpy(left, row + x->first[v], words * sizeof *left);
    for (uint32_t w = 0; w < words; w++)
        fresh |= tried[w] = left[w] & ~passed[w] & ~(failed ? failed[w] : 0);
    if (fresh) {
        try_open(x, row, e, v, tried, passed);
        try_values(x, row, e, v, tried, passed);
    }
    for (uint32_t w = 0; w < words; w++) {
        if (failed)
            failed[w] |= left[w] & ~passed[w];
        any |= row[x->first[v] + w] = left[w] & passed[w];
    }
    return any != 0;
}

bool values_refine(cell_finder *x, uint64_t *row, uint32_t edge, uint32_t context, ir_expr e)
{
    const plan_cells *o = x->out;
    ir_var scalars[SCALARS_MAX];
    uint32_t count = 0, others = 0;
    bool any = true;
    if (!find_scalars(x, e, scalars, &count, SCALARS_MAX))
        return truth_of(x, row, e).yes;
    for (uint32_t i = 0; i < count; i++)
        if (scalars[i] != o->context)
            scalars[others++] = scalars[i];
    passing **known = &x->passes[edge * o->contexts + context];
    *known = *known ? *known : ARENA_NEW(x->a, passing);
    passing *k = *known;
    if (others == 0 && !k->passed[0][0] && !k->failed[0]) {
        k->passed[0][0] = truth_of(x, row, e).yes;
        k->failed[0] = !k->passed[0][0];
    }
    for (uint32_t i = 0; i < others && any; i++)
        any = keep_passing(x, row, e, scalars[i], k->passed[i], others == 1 ? k->failed : NULL);
    return others == 0 ? k->passed[0][0] : any;
}
