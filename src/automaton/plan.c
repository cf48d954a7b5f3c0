#include "automaton/plan.h"

#include "automaton/simultaneous.h"

#include <string.h>

/* ---- expressions ---- */

bool plan_known(const plan *p, ir_expr e, int32_t *value)
{
    const ir_expr_data *d = &vec_at(&p->g->exprs, ir_bare(p->g, e));
    if (d->op == IR_SYM)
        return *value = layout_code(p->g, d->a), true;
    if (d->op == IR_INT)
        return *value = (int32_t)d->a, true;
    return false;
}

const layout_slot *plan_chain(const plan *p, ir_expr e, ir_expr *keys, uint32_t *count, bool *constant)
{
    const ir_game *g = p->g;
    uint32_t depth;
    const layout_slot *slot = layout_root(g, &p->layout, e, &depth);
    if (!slot || depth > PLAN_CHAIN_MAX)
        return NULL;
    *count = depth;
    e = ir_bare(g, e);
    for (uint32_t i = depth; i-- > 0;) {
        keys[i] = vec_at(&g->exprs, e).b;
        e = ir_bare(g, vec_at(&g->exprs, e).a);
    }
    *constant = vec_at(&g->exprs, e).op == IR_CONST;
    return slot;
}

static ir_range clip(ir_range r)
{
    r.low = r.low < INT32_MIN ? INT32_MIN : r.low > INT32_MAX ? INT32_MAX : r.low;
    r.high = r.high < INT32_MIN ? INT32_MIN : r.high > INT32_MAX ? INT32_MAX : r.high;
    return r;
}

/* What is known where a branch of a conditional expression is evaluated. */
typedef struct fact {
    ir_expr condition;
    bool holds;
    const struct fact *outer;
} fact;

/* x op n, as `holds` says. */
static ir_range bounded(ir_range r, ir_op op, int64_t n, bool holds)
{
    bool below = holds ? op == IR_LT || op == IR_LE || op == IR_EQ : op == IR_GT || op == IR_GE || op == IR_NE;
    bool above = holds ? op == IR_GT || op == IR_GE || op == IR_EQ : op == IR_LT || op == IR_LE || op == IR_NE;
    bool strict = holds ? op == IR_LT || op == IR_GT : op == IR_LE || op == IR_GE;
    if (below && r.high > n - strict)
        r.high = n - strict;
    if (above && r.low < n + strict)
        r.low = n + strict;
    return r;
}

/* The range of e, narrowed by a condition. */
static ir_range narrowed(const plan *p, ir_range r, ir_expr e, ir_expr condition, bool holds)
{
    static const ir_op mirrored[] = {
        [IR_EQ] = IR_EQ, [IR_NE] = IR_NE, [IR_LT] = IR_GT, [IR_LE] = IR_GE, [IR_GT] = IR_LT, [IR_GE] = IR_LE};
    const ir_expr_data c = vec_at(&p->g->exprs, ir_bare(p->g, condition));
    int32_t n;
    if (c.op == IR_NOT)
        return narrowed(p, r, e, c.a, !holds);
    if (c.op == (holds ? IR_AND : IR_OR))
        return narrowed(p, narrowed(p, r, e, c.a, holds), e, c.b, holds);
    if (c.op != IR_EQ && c.op != IR_NE && c.op != IR_LT && c.op != IR_LE && c.op != IR_GT && c.op != IR_GE)
        return r;
    if (plan_known(p, c.b, &n) && ir_expr_equal(p->g, c.a, e))
        return bounded(r, c.op, n, holds);
    if (plan_known(p, c.a, &n) && ir_expr_equal(p->g, c.b, e))
        return bounded(r, mirrored[c.op], n, holds);
    return r;
}

static ir_range range_where(const plan *p, ir_expr e, const fact *facts);

static ir_range arithmetic_where(const plan *p, ir_expr e, const fact *facts)
{
    const ir_expr_data d = vec_at(&p->g->exprs, e);
    ir_range left = range_where(p, d.a, facts);
    return ir_arithmetic_range(d.op, left, ir_operands(d.op) > 1 ? range_where(p, d.b, facts) : left);
}

ir_range plan_arithmetic(const plan *p, ir_expr e) { return arithmetic_where(p, e, NULL); }

static ir_range either(ir_range a, ir_range b)
{
    if (a.low > a.high) /* never taken */
        return b;
    if (b.low > b.high)
        return a;
    return (ir_range){a.low < b.low ? a.low : b.low, a.high > b.high ? a.high : b.high};
}

/* Not from types: a map may hold what another map that was copied into it could hold. */
static ir_range plain_range(const plan *p, ir_expr e, const fact *facts)
{
    const ir_expr_data d = vec_at(&p->g->exprs, e);
    switch (d.op) {
    case IR_INT: return (ir_range){(int32_t)d.a, (int32_t)d.a};
    case IR_VAR:
    case IR_CONST:
    case IR_INDEX: {
        uint32_t depth;
        const layout_slot *s = layout_root(p->g, &p->layout, e, &depth);
        assert(s && s->integer && depth == s->levels);
        return (ir_range){s->low, s->high};
    }
    case IR_NEG:
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_MOD: return clip(arithmetic_where(p, e, facts));
    case IR_HASH: return (ir_range){1, INT32_MAX};
    case IR_TIMES: return (ir_range){0, INT32_MAX};
    case IR_IF:
        return either(range_where(p, d.b, &(fact){d.a, true, facts}), range_where(p, d.c, &(fact){d.a, false, facts}));
    case IR_SYM:
    case IR_TRUE:
    case IR_FALSE:
    case IR_REACH:
    case IR_CAST:
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
    case IR_NOT:
    case IR_AND:
    case IR_OR:
    case IR_FIRST:
    case IR_REAL:
    case IR_TO_REAL:
    case IR_OP_COUNT: break;
    }
    assert(false); /* an integer */
    return (ir_range){INT32_MIN, INT32_MAX};
}

static ir_range range_where(const plan *p, ir_expr e, const fact *facts)
{
    e = ir_bare(p->g, e);
    ir_range r = plain_range(p, e, facts);
    for (const fact *f = facts; f && vec_at(&p->g->exprs, e).op != IR_INT; f = f->outer)
        r = narrowed(p, r, e, f->condition, f->holds);
    return r;
}

ir_range plan_range(const plan *p, ir_expr e) { return range_where(p, e, NULL); }

static bool escapes(const plan *p, ir_expr e, int32_t low, int32_t high)
{
    ir_range r = plan_range(p, e);
    return r.low < low || r.high > high;
}

bool plan_key_escapes(const plan *p, const layout_key *k, ir_expr key)
{
    return k->integer && escapes(p, key, k->low, k->high);
}

bool plan_value_escapes(const plan *p, const layout_slot *target, ir_expr value)
{
    return target->integer && escapes(p, value, target->least, target->most);
}

/* An access whose key is no integer, or surely one of the map's, cannot. */
static bool access_can_fault(const plan *p, ir_expr e)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    const layout_slot *s = plan_chain(p, e, keys, &count, &constant);
    bool can = !s;
    for (uint32_t i = 0; s && i < count && !can; i++)
        can = plan_key_escapes(p, &s->keys[i], keys[i]) || plan_can_fault(p, keys[i]);
    return can;
}

bool plan_arithmetic_can_fault(const plan *p, ir_expr e)
{
    const ir_expr_data d = vec_at(&p->g->exprs, e);
    if (plan_type_of(p, e)->kind == IR_TYPE_REAL)
        return d.op != IR_NEG;
    ir_range r = plan_arithmetic(p, e);
    if (r.low < INT32_MIN || r.high > INT32_MAX)
        return true;
    if (d.op != IR_DIV && d.op != IR_MOD)
        return false;
    ir_range divisor = plan_range(p, d.b);
    return divisor.low <= 0 && divisor.high >= 0;
}

bool plan_can_fault(const plan *p, ir_expr e)
{
    if (e == IR_NONE)
        return false;
    const ir_expr_data d = vec_at(&p->g->exprs, e);
    switch (d.op) {
    case IR_REACH: {
        uint32_t number = plan_reach(p, d.a, d.b);
        return number != IR_NONE && vec_at(&p->reaches, number).can_fault;
    }
    case IR_INDEX: return access_can_fault(p, e);
    case IR_FIRST: return true;
    case IR_NEG:
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_MOD:
        if (plan_arithmetic_can_fault(p, e))
            return true;
        break;
    case IR_SYM:
    case IR_INT:
    case IR_CONST:
    case IR_VAR:
    case IR_TRUE:
    case IR_FALSE:
    case IR_CAST:
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
    case IR_NOT:
    case IR_AND:
    case IR_OR:
    case IR_IF:
    case IR_HASH:
    case IR_TIMES:
    case IR_REAL:
    case IR_TO_REAL:
    case IR_OP_COUNT: break;
    }
    bool can = false;
    for (uint32_t i = 0; i < ir_operands(d.op); i++)
        can |= plan_can_fault(p, ir_operand(&d, i));
    return can;
}

bool plan_edge_can_fault(const plan *p, const ir_edge_data *e)
{
    uint32_t depth;
    if (plan_can_fault(p, e->target) || plan_can_fault(p, e->value))
        return true;
    return e->label == IR_ASSIGN && plan_type_of(p, e->target)->kind == IR_TYPE_INT &&
           plan_value_escapes(p, layout_root(p->g, &p->layout, e->target, &depth), e->value);
}

uint32_t plan_tag_base(const plan *p, ir_type type)
{
    const ir_game *g = p->g;
    const ir_type_data *t = ir_type_at(g, type);
    if (t->kind == IR_TYPE_INT)
        return PLAN_INT_TAGS;
    return t->count ? vec_at(&g->families, vec_at(&g->symbols, t->symbols[0]).family).first : 0;
}

const int32_t *plan_declared_cells(const plan *p, const layout_slot *s, uint32_t level, arena *a, uint32_t *count)
{
    bool all = true;
    *count = 1;
    for (uint32_t i = level; i < s->levels; i++) {
        const layout_key *k = &s->keys[i];
        const ir_type_data *t = ir_type_at(p->g, k->type);
        uint32_t size = k->integer ? (uint32_t)(t->high - t->low) + 1 : t->count;
        all &= size == (uint32_t)(k->high - k->low) + 1;
        *count *= size;
    }
    if (all)
        return NULL;
    int32_t *cells = ARENA_ARRAY(a, int32_t, *count + 1);
    uint32_t made = 1;
    for (uint32_t i = level; i < s->levels; i++) {
        const layout_key *k = &s->keys[i];
        const ir_type_data *t = ir_type_at(p->g, k->type);
        uint32_t size = k->integer ? (uint32_t)(t->high - t->low) + 1 : t->count;
        for (uint32_t j = made * size; j-- > 0;) { /* from behind: each is read before it is overwritten */
            uint32_t v = j % size;
            int32_t code = k->integer ? t->low + (int32_t)v : layout_code(p->g, t->symbols[v]);
            cells[j] = cells[j / size] + (code - k->low) * (int32_t)k->stride;
        }
        made *= size;
    }
    return cells;
}

const int32_t *plan_compared_cells(const plan *p, const layout_slot *x, uint32_t x_level, const layout_slot *y,
                                   uint32_t y_level, arena *a, uint32_t *count)
{
    uint32_t others;
    const int32_t *own = plan_declared_cells(p, x, x_level, a, count),
                  *other = plan_declared_cells(p, y, y_level, a, &others);
    if (!own || !other) {
        *count = own ? *count : others;
        return own ? own : other;
    }
    int32_t *both = ARENA_ARRAY(a, int32_t, *count + 1);
    bool *in_other = ARENA_ARRAY(a, bool, y->cells);
    uint32_t n = 0;
    for (uint32_t i = 0; i < others; i++)
        in_other[other[i]] = true;
    for (uint32_t i = 0; i < *count; i++)
        if ((uint32_t)own[i] < y->cells && in_other[own[i]])
            both[n++] = own[i];
    *count = n;
    return both;
}

const int32_t *plan_key_cells(const plan *p, const layout_slot *s, uint32_t level, arena *a, uint32_t *count)
{
    const layout_key *k = &s->keys[level];
    const ir_type_data *t = ir_type_at(p->g, k->type);
    int32_t *cells = ARENA_ARRAY(a, int32_t, t->count + 1);
    for (uint32_t i = 0; i < t->count; i++)
        cells[i] = layout_code(p->g, t->symbols[i]) - k->low;
    *count = t->count;
    return cells;
}

/* ---- edges ---- */

const ir_edge_data *plan_only_edge(const plan *p, const plan_program *x, ir_node n)
{
    const plan_edges *order = plan_order(x, n);
    return order->count == 1 ? plan_edge_at(p, order, 0) : NULL;
}

bool plan_dead_store(const plan *p, const plan_program *x, const ir_edge_data *e)
{
    if (x->kind != PLAN_GENERATE && x->kind != PLAN_REACH)
        return false;
    uint32_t to = region_at(x->r, e->to);
    return to != IR_NONE && !bitset_has(&x->r->live[to], ir_target_variable(p->g, e->target)) &&
           !plan_edge_can_fault(p, e);
}

/* A chosen value is one of the next tags on every path from a node on, unchanged and always the same one: then a given
 * move tells what was chosen. Looks at a bounded number of places. */
enum { BIND_PLACES_MAX = 256, BIND_TAGS_MAX = 3 };

typedef struct bind_place {
    ir_node node;
    uint32_t tags;     /* since the choice */
    ir_var held, copy; /* who has the value; IR_NONE: nobody */
} bind_place;

/* What an assignment leaves of who has the value. */
static void bind_assign(const plan *p, const ir_edge_data *e, bind_place *b)
{
    const ir_expr_data *right = e->label == IR_ASSIGN ? &vec_at(&p->g->exprs, ir_bare(p->g, e->value)) : NULL;
    ir_var v = ir_target_variable(p->g, e->target);
    bool copies = right && right->op == IR_VAR && (right->a == b->held || right->a == b->copy);
    if (vec_at(&p->g->exprs, e->target).op != IR_VAR || (copies && (v == b->held || v == b->copy)))
        return;
    b->held = v == b->held ? IR_NONE : b->held;
    b->copy = v == b->copy || copies ? (copies ? v : IR_NONE) : b->copy;
}

static bool bind_tag(const plan *p, const ir_edge_data *e, ir_type type, const bind_place *b)
{
    const ir_expr_data *t = &vec_at(&p->g->exprs, ir_bare(p->g, e->value));
    return t->op == IR_VAR && (t->a == b->held || t->a == b->copy) &&
           plan_tag_base(p, ir_expr_type(p->g, e->value)) == plan_tag_base(p, type);
}

bool plan_binds(const plan *p, const plan_program *x, const ir_edge_data *choice, uint32_t *tag)
{
    const ir_type type = ir_resolve(p->g, choice->type);
    bind_place queue[BIND_PLACES_MAX];
    uint32_t count = 0;
    *tag = IR_NONE;
    if ((x->kind != PLAN_APPLY && x->kind != PLAN_EXACT) || vec_at(&p->g->exprs, choice->target).op != IR_VAR)
        return false;
    queue[count++] = (bind_place){choice->to, 0, ir_target_variable(p->g, choice->target), IR_NONE};
    for (uint32_t head = 0; head < count; head++) {
        const plan_edges *order = plan_order(x, queue[head].node);
        for (uint32_t i = 0; i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(p, order, i);
            bind_place b = queue[head];
            if (ir_assigns_player(p->g, e))
                return false;
            if (e->label == IR_TAG && bind_tag(p, e, type, &b) && (*tag == IR_NONE || *tag == b.tags)) {
                *tag = b.tags;
                continue;
            }
            b.node = e->to;
            b.tags += e->label == IR_TAG;
            if (e->label == IR_ASSIGN || e->label == IR_CHOOSE)
                bind_assign(p, e, &b);
            uint32_t j = 0;
            while (j < count && (queue[j].node != b.node || queue[j].tags != b.tags || queue[j].held != b.held ||
                                 queue[j].copy != b.copy))
                j++;
            if (j < count)
                continue;
            if (count == BIND_PLACES_MAX || b.tags > BIND_TAGS_MAX || (b.held == IR_NONE && b.copy == IR_NONE))
                return false;
            queue[count++] = b;
        }
    }
    return *tag != IR_NONE;
}

static plan_domain domain_of(const plan *p, const ir_edge_data *e)
{
    uint32_t depth;
    const layout_slot *slot = layout_root(p->g, &p->layout, e->target, &depth);
    const ir_type_data *t = ir_type_at(p->g, ir_resolve(p->g, e->type));
    if (t->kind == IR_TYPE_INT && (int64_t)t->high - slot->low < INT32_MAX)
        return (plan_domain){.range = true,
                             .low = (int32_t)((int64_t)t->low - slot->low),
                             .high = (int32_t)((int64_t)t->high - slot->low)};
    if (t->kind == IR_TYPE_INT)
        return (plan_domain){.too_large = true};
    if (t->count == 0)
        return (plan_domain){.range = true, .low = 1, .high = 0};
    int32_t *list = ARENA_ARRAY(p->a, int32_t, t->count), low = INT32_MAX, high = INT32_MIN;
    for (uint32_t i = 0; i < t->count; i++) {
        int32_t c = list[i] = layout_code(p->g, t->symbols[i]);
        low = c < low ? c : low;
        high = c > high ? c : high;
    }
    return (plan_domain){(uint32_t)(high - low) + 1 == t->count, false, low, high, list, t->count};
}

static bool find_domains(plan *p)
{
    const ir_game *g = p->g;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed || e->label != IR_CHOOSE)
            continue;
        p->domains[i] = domain_of(p, e);
        if (p->domains[i].too_large) {
            diag_report(g->sink, DIAG_TOO_LARGE, g->source, e->span, "the range of this choice is too large");
            return false;
        }
    }
    return true;
}

/* ---- programs ---- */

uint32_t plan_reach(const plan *p, ir_node from, ir_node to)
{
    const uint32_t *known = map_get(&p->reach_index, (uint64_t)from << 32 | to);
    return known ? *known : IR_NONE;
}

static void add_reach(void *user, const ir_expr_data *d)
{
    plan *p = user;
    if (plan_reach(p, d->a, d->b) != IR_NONE)
        return;
    map_put(&p->reach_index, (uint64_t)d->a << 32 | d->b, p->reaches.count);
    vec_push(p->a, &p->reaches, ((plan_program){.kind = PLAN_REACH}));
    plan_program *x = &vec_at(&p->reaches, p->reaches.count - 1);
    region *r = region_of_reach(p->g, &p->graph, d->a, d->b, p->a);
    region_find_live(p->g, &p->graph, r, p->a);
    x->r = r;
    plan_find_orders(p, x);
}

typedef struct asking {
    const plan *p;
    bitset *asks;
} asking;

static void note_asked(void *user, const ir_expr_data *d)
{
    asking *x = user;
    bitset_add(x->asks, plan_reach(x->p, d->a, d->b));
}

/* The reachabilities that the edges of a program ask. */
static void follow(const plan *p, plan_program x, void (*visit)(void *user, const ir_expr_data *reach), void *user)
{
    for (uint32_t at = 0; at < x.r->count; at++)
        for (uint32_t i = 0; x.r->useful[at] && i < x.orders[at].count; i++) {
            const ir_edge_data *e = plan_edge_at(p, &x.orders[at], i);
            if (vec_at(&x.orders[at], i).certain)
                continue;
            ir_each_reach(p->g, e->target, visit, user);
            ir_each_reach(p->g, e->value, visit, user);
        }
}

static bool program_can_fault(const plan *p, const plan_program *x)
{
    for (uint32_t at = 0; at < x->r->count; at++)
        for (uint32_t i = 0; x->r->useful[at] && i < x->orders[at].count; i++)
            if (plan_step_can_fault(p, x, plan_edge_at(p, &x->orders[at], i)))
                return true;
    return false;
}

static void find_faults(plan *p)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < p->reaches.count; i++) {
            plan_program *x = &vec_at(&p->reaches, i);
            if (!x->can_fault && program_can_fault(p, x))
                x->can_fault = changed = true;
        }
    }
}

/* Which reachabilities come back to themselves: the transitive closure of what they ask (Warshall 1962). */
static void find_nesting(plan *p)
{
    uint32_t count = p->reaches.count;
    bitset *all = ARENA_ARRAY(p->a, bitset, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        vec_at(&p->reaches, i).asks = bitset_new(p->a, count);
        follow(p, vec_at(&p->reaches, i), note_asked, &(asking){p, &vec_at(&p->reaches, i).asks});
        all[i] = bitset_new(p->a, count);
        bitset_unite(&all[i], &vec_at(&p->reaches, i).asks);
    }
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < count; i++)
            if (bitset_has(&all[i], k))
                bitset_unite(&all[i], &all[k]);
    for (uint32_t i = 0; i < count; i++)
        vec_at(&p->reaches, i).nests = bitset_has(&all[i], i);
}

/* Returns the loops of listing. */
static plan_loops plan_programs(plan *p)
{
    region *r = region_of_moves(p->g, &p->graph, p->a);
    region_find_live(p->g, &p->graph, r, p->a);
    for (plan_search kind = PLAN_GENERATE; kind < PLAN_REACH; kind++) {
        p->moves[kind] = (plan_program){.kind = kind, .r = r, .orders = p->moves[PLAN_GENERATE].orders};
        if (kind != PLAN_APPLY) /* as in the first */
            plan_find_orders(p, &p->moves[kind]);
    }
    follow(p, p->moves[PLAN_GENERATE], add_reach, p);
    for (uint32_t i = 0; i < p->reaches.count; i++)
        follow(p, vec_at(&p->reaches, i), add_reach, p);
    find_nesting(p);
    plan_loops loops = plan_find_loops(p, &p->moves[PLAN_GENERATE]);
    plan_loops *inside = ARENA_ARRAY(p->a, plan_loops, p->reaches.count + 1);
    for (uint32_t i = 0; i < p->reaches.count; i++) {
        inside[i] = plan_find_loops(p, &vec_at(&p->reaches, i));
        vec_at(&p->reaches, i).safe = inside[i].safe;
    }
    for (plan_search kind = PLAN_GENERATE; kind < PLAN_REACH; kind++)
        p->moves[kind].safe = loops.safe;
    find_faults(p);
    bool *sure = plan_find_sure(p, &p->moves[PLAN_GENERATE], &loops);
    p->moves[PLAN_GENERATE].sure = sure;
    p->moves[PLAN_GENERATE].widths = plan_find_widths(p, &p->moves[PLAN_GENERATE], &loops);
    for (plan_search kind = PLAN_GENERATE; kind < PLAN_REACH; kind++) {
        p->moves[kind].sure = sure;
        plan_find_visits(p, &p->moves[kind], &loops);
    }
    for (uint32_t i = 0; i < p->reaches.count; i++) {
        plan_program *x = &vec_at(&p->reaches, i);
        x->always = plan_find_sure(p, x, &inside[i])[0];
        x->can_fault &= !x->always;
        plan_find_visits(p, x, &inside[i]);
    }
    return loops;
}

/* ---- the whole ---- */

static bool is_role(const plan *p, ir_sym s)
{
    const ir_family *family = &vec_at(&p->g->families, vec_at(&p->g->symbols, p->g->keeper).family);
    return s != IR_NONE && s >= family->first && s - family->first < family->count;
}

static void plan_decisions(plan *p, const plan_loops *loops)
{
    const ir_game *g = p->g;
    const plan_program *x = &p->moves[PLAN_GENERATE];
    bitset is = ir_decisions(g, p->a);
    const ir_partner *partners = g->simultaneous ? ir_partners(g, &p->graph, p->a) : NULL;
    const double *widths = x->widths;
    plan_decision *all = p->decisions = ARENA_ARRAY(g->arena, plan_decision, g->nodes.count + 1);
    for (ir_node n = 0; n < g->nodes.count; n++) {
        if (!bitset_has(&is, n))
            continue;
        plan_decision *d = &all[n];
        d->is = true;
        d->next = IR_NONE;
        d->role = VM_ROLE_NONE;
        if (g->simultaneous && is_role(p, partners[n].role)) {
            d->role =
                p->players.roles[partners[n].role - vec_at(&g->families, vec_at(&g->symbols, g->keeper).family).first];
            d->next = partners[n].next;
            d->follows = partners[n].follows;
        }
        d->span = vec_at(&g->nodes, n).span;
        if (d->span.end == 0 && p->graph.out_start[n] < p->graph.out_start[n + 1])
            d->span = vec_at(&g->edges, p->graph.out[p->graph.out_start[n]]).span;
        if (n == g->end)
            continue;
        d->single = vec_at(&g->nodes, n).single;
        if (vec_at(&g->nodes, n).sets && !p->hidden && !g->simultaneous)
            d->strands = plan_find_strands(p, x, n, &d->single);
        d->deterministic = g->any_keeper || plan_is_deterministic(p, x, n);
        plan_walk(p, x, n, &d->plain, &d->silent);
        d->width = region_at(x->r, n) == IR_NONE ? 0 : widths[region_at(x->r, n)];
        d->drawn = d->width > 0 && (d->single || (d->plain && !p->hidden));
        if (d->drawn)
            plan_find_openings(p, x, loops, n, d);
    }
    plan_find_searches(p);
    plan_find_classes(p);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && ir_assigns_player(g, e) && e->span.end > 0)
            all[e->to].span = e->span;
    }
}

static bool uses_visible(const ir_game *g)
{
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && (e->label == IR_ASSIGN || e->label == IR_CHOOSE) &&
            ir_target_variable(g, e->target) == g->visible)
            return true;
    }
    return false;
}

static void describe_players(plan *p)
{
    ir_game *g = p->g;
    const ir_type_data *players = ir_type_at(g, g->player_type);
    const ir_family *family = &vec_at(&g->families, vec_at(&g->symbols, g->keeper).family);
    int8_t *roles = ARENA_ARRAY(g->arena, int8_t, family->count);
    uint32_t *cells = ARENA_ARRAY(g->arena, uint32_t, players->count);
    const layout_slot *visible = &p->layout.variables[g->visible];
    memset(roles, VM_ROLE_NONE, family->count);
    roles[g->keeper - family->first] = VM_ROLE_KEEPER;
    roles[g->random - family->first] = 0;
    for (uint32_t i = 0; i < players->count; i++) {
        roles[players->symbols[i] - family->first] = (int8_t)(i + 1);
        cells[i] =
            visible->offset + (uint32_t)(layout_code(g, players->symbols[i]) - visible->keys[0].low) * visible->width;
    }
    const uint32_t *zero = map_get(&g->symbol_by_name, intern_cstr(g->names, "0"));
    p->players = (plan_players){roles, players->count, cells, visible->width,
                                zero ? (uint32_t)layout_code(g, *zero) : UINT32_MAX};
}

plan *plan_make(ir_game *g)
{
    assert(g->player_type != IR_NONE && g->begin < g->nodes.count && g->end < g->nodes.count);
    arena *a = arena_child(g->arena);
    plan *p = ARENA_NEW(a, plan);
    p->g = g;
    p->a = a;
    p->hidden = uses_visible(g);
    if (!layout_make(g, p->hidden, &p->layout)) {
        arena_done(a);
        return NULL;
    }
    arena_work(a, ARENA_WORK); /* each part goes over the whole game once */
    p->graph = ir_graph_make(g, a);
    plan_find_groups(p);
    arena_work(a, ARENA_WORK);
    map_init(&p->reach_index, a);
    p->domains = ARENA_ARRAY(a, plan_domain, g->edges.count + 1);
    if (!find_domains(p)) {
        arena_done(a);
        return NULL;
    }
    plan_loops loops = plan_programs(p);
    describe_players(p);
    plan_decisions(p, &loops);
    return p;
}

void plan_done(plan *p)
{
    if (p)
        arena_done(p->a);
}
