/* Reachabilities for all values of a scalar at a time.
 *
 * Where at every node only one of the scalars that the search changes still matters, what the
 * search has met at a node is a set of values. Checks are intersections, assignments by tables
 * are shifts, a choice is the whole domain, and a way round is followed to a fixed point: flood
 * fills and lines are found for all sites at once. A reachability inside that decides last is
 * part of the same search. */
#include "native/emit_sets.h"
#include "automaton/plan_cells.h"

enum { PREFIX_MAX = 32 };

static bool flow(sets *z, uint32_t node, uint32_t id);

/* So many sets arrive at the node that what was met before is left out of all of them together. */
static bool is_busy(const sets *z, uint32_t node) { return z->nodes.data[node].in > 2; }

/* The set `id` arrives at a node. */
static bool arrive(sets *z, uint32_t node, uint32_t id, uint32_t words)
{
    native_source *n = z->n;
    if (node == SUCCESS) {
        emit_line(n, F("if (%s)\n        return 1;", sets_any(n, 'a', id, words)));
        return true;
    }
    set_node *s = &z->nodes.data[node];
    if (!s->stored)
        return flow(z, node, id);
    for (uint32_t w = 0; w < s->words; w++)
        emit_line(n, z->cyclic && !is_busy(z, node) ? F("n%u_%u |= a%u_%u & ~d%u_%u;", node, w, id, w, node, w)
                                                    : F("n%u_%u |= a%u_%u;", node, w, id, w));
    return true;
}

/* The values of a set as they arrive where perhaps no scalar matters any more. */
static bool pass(sets *z, uint32_t node, uint32_t to, uint32_t id)
{
    native_source *n = z->n;
    uint32_t words = z->nodes.data[node].words;
    ir_var v = z->nodes.data[node].v, after = to == SUCCESS ? IR_NONE : z->nodes.data[to].v;
    if (to == SUCCESS || after == v)
        return arrive(z, to, id, words);
    if (after != IR_NONE)
        return false; /* it would have to be known here */
    uint32_t next = z->names++;
    emit_line(n, F("UNUSED const uint64_t a%u_0 = %s != 0;", next, sets_any(n, 'a', id, words)));
    return arrive(z, to, next, 1);
}

/* Words of the image of a set under a function given by tables. */
static bool image(sets *z, uint32_t id, uint32_t words, const emit_pieces *f, uint32_t next, uint32_t next_words)
{
    native_source *n = z->n;
    for (uint32_t w = 0; w < next_words; w++) {
        const char *sum = NULL;
        for (uint32_t i = 0; i < f->count; i++) {
            const emit_piece *p = &f->data[i];
            for (uint32_t u = 0; u < words; u++) {
                if (!p->values.words[u])
                    continue;
                const char *part_of = F("(a%u_%u & 0x%llxull)", id, u, (unsigned long long)p->values.words[u]);
                int64_t shift = p->shift ? (int64_t)p->number + 64 * ((int64_t)u - w) : 0;
                if (!p->shift) {
                    if (p->number / 64 != (int32_t)w)
                        continue;
                    part_of = F("((uint64_t)(%s != 0) << %d)", part_of, p->number % 64);
                } else if (shift <= -64 || shift >= 64) {
                    continue;
                } else if (shift != 0) {
                    part_of =
                        F("(%s %s %lld)", part_of, shift < 0 ? ">>" : "<<", (long long)(shift < 0 ? -shift : shift));
                }
                sum = sum ? F("%s | %s", sum, part_of) : part_of;
            }
        }
        emit_line(n, F("UNUSED const uint64_t a%u_%u = %s;", next, w, sum ? sum : "0"));
    }
    return true;
}

/* Images of the values of v one by one: for tables that are no shifts, and where a value has several. */
static bool table_image(sets *z, const set_edge *s, ir_var v, ir_var x, uint32_t id, uint32_t words, uint32_t next,
                        uint32_t next_words)
{
    native_source *n = z->n;
    const plan_domain d = sets_domain(n, v), to = sets_domain(n, x);
    const uint32_t table = n->masks++;
    text_add(n, &n->tables, F("UNUSED static const uint64_t B%u[] = {", table));
    bool fine = true;
    for (int32_t value = d.low; fine && value <= d.high; value++) {
        emit_bits b = {{0}};
        for (int32_t k = s->low; fine && k <= s->high; k++) {
            int32_t result;
            n->fixed.bound = s->bound, n->fixed.bound_value = k;
            emit_evaluation how = emit_evaluate(n, s->e->value, v, value, &result);
            n->fixed.bound = IR_NONE;
            fine = how != NOT_CONSTANT;
            if (how == EVALUATED && result >= to.low && result <= to.high)
                b.words[(result - to.low) / 64] |= UINT64_C(1) << (result - to.low) % 64;
        }
        for (uint32_t w = 0; w < next_words; w++)
            text_add(n, &n->tables, F("%s0x%llxull", value > d.low || w ? ", " : "", (unsigned long long)b.words[w]));
    }
    text_add(n, &n->tables, "};\n");
    for (uint32_t w = 0; w < next_words; w++)
        emit_line(n, F("uint64_t a%u_%u = 0;", next, w));
    for (uint32_t u = 0; u < words; u++) {
        emit_open(n, F("for (uint64_t left = a%u_%u; left; left &= left - 1)", id, u));
        emit_line(n, F("const uint64_t *const row = B%u + %u * (%u + (unsigned)__builtin_ctzll(left));", table,
                       next_words, 64 * u));
        for (uint32_t w = 0; w < next_words; w++)
            emit_line(n, F("a%u_%u |= row[%u];", next, w, w));
        emit_close(n);
    }
    return fine;
}

/* What is known of cells and scalars is so of moves and steps: searches may write what is put back when they end. */
static bool is_written_by_search(const native_source *n, ir_var v)
{
    const ir_graph *graph = &n->p->graph;
    for (uint32_t i = 0; i < n->p->reaches.count; i++) {
        const region *r = vec_at(&n->p->reaches, i).r;
        for (uint32_t at = 0; at < r->count; at++)
            for (uint32_t k = graph->out_start[r->nodes[at]]; k < graph->out_start[r->nodes[at] + 1]; k++) {
                const ir_edge_data *e = &vec_at(&n->g->edges, graph->out[k]);
                if ((e->label == IR_ASSIGN || e->label == IR_CHOOSE) && ir_target_variable(n->g, e->target) == v)
                    return true;
            }
    }
    return false;
}

/* A scalar can have the value, wherever. */
static bool may_hold(const native_source *n, ir_var v, uint32_t value)
{
    bool may = !n->p->cells || is_written_by_search(n, v);
    for (ir_node at = 0; !may && at < n->g->nodes.count; at++)
        may = plan_scalar_holds(n->p->cells, at, IR_NONE, v, value);
    return may;
}

/* A check on a cell that never changes fails for the value of the scalar. */
static bool never_passes(const native_source *n, const ir_edge_data *e, ir_var x, int32_t value)
{
    const ir_expr_data *d = &vec_at(&n->g->exprs, ir_bare(n->g, e->value));
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    int32_t known;
    if (d->op != IR_EQ || vec_at(&n->g->exprs, ir_bare(n->g, d->a)).op != IR_INDEX)
        return false;
    const layout_slot *s = plan_chain(n->p, d->a, keys, &count, &constant);
    const ir_expr_data *key = s ? &vec_at(&n->g->exprs, ir_bare(n->g, keys[0])) : NULL;
    const int64_t cell = s && s->levels == 1 ? (int64_t)value - s->keys[0].low : -1;
    if (!s || constant || count != 1 || key->op != IR_VAR || key->a != x || cell < 0 || cell >= s->cells ||
        !plan_is_fixed(n->p->cells, (ir_var)(s - n->p->layout.variables), (uint32_t)cell) ||
        is_written_by_search(n, (ir_var)(s - n->p->layout.variables)))
        return false;
    const int64_t held = layout_load(n->p->layout.initial + s->offset + (size_t)cell * s->width, s->width) +
                         (s->integer ? (int64_t)s->low : 0);
    if (plan_known(n->p, d->b, &known))
        return held != known;
    const ir_expr_data *other = &vec_at(&n->g->exprs, ir_bare(n->g, d->b));
    const layout_slot *y = other->op == IR_VAR ? &n->p->layout.variables[other->a] : NULL;
    return y && y->levels == 0 && !y->integer && !y->real && !s->integer && y->family == s->family &&
           !may_hold(n, other->a, (uint32_t)held);
}

/* Whether all that a node goes on with are checks that the value, of the scalar that matters there, fails. */
static bool is_lost(const sets *z, uint32_t node, int32_t value)
{
    const set_node *s = &z->nodes.data[node];
    bool lost = true;
    for (uint32_t i = s->first; i < s->first + s->count && lost; i++) {
        const set_edge *e = &z->edges.data[i];
        int32_t holds = 1;
        lost = e->e->label == IR_CHECK && !e->certain && !e->enters &&
               ((emit_evaluate(z->n, e->e->value, s->v, value, &holds) == EVALUATED && !holds) ||
                never_passes(z->n, e->e, s->v, value));
    }
    return lost && s->count > 0;
}

/* Values that get no further than the node need not arrive: a place off the board, where nobody stands. */
static void drop_lost(const sets *z, uint32_t to, const plan_domain *d, emit_pieces *f)
{
    for (uint32_t i = f->count; i-- > 0;) {
        emit_piece *p = &f->data[i];
        bool any = false;
        for (int32_t k = 0; k <= d->high - d->low; k++) {
            const int32_t value = d->low + k, result = p->number + (p->shift ? value : 0);
            if (p->values.words[k / 64] >> k % 64 & 1 && is_lost(z, to, result))
                p->values.words[k / 64] &= ~(UINT64_C(1) << k % 64);
            any |= p->values.words[k / 64] >> k % 64 & 1;
        }
        if (!any)
            f->data[i] = f->data[--f->count];
    }
}

static bool flow_assign(sets *z, uint32_t node, uint32_t to, const set_edge *s, uint32_t id)
{
    const ir_edge_data *e = s->e;
    native_source *n = z->n;
    ir_var v = z->nodes.data[node].v, x = ir_target_variable(n->g, e->target);
    uint32_t words = z->nodes.data[node].words;
    if (n->g->exprs.data[e->target].op != IR_VAR)
        return false;
    if (to == SUCCESS || z->nodes.data[to].v != x)
        return s->bound == IR_NONE && pass(z, node, to, id);
    uint32_t next = z->names++, next_words = z->nodes.data[to].words;
    if (v != IR_NONE && (s->bound != IR_NONE || emit_mentions(n, e->value, v))) {
        plan_domain d = sets_domain(n, v);
        emit_mask m = {.d = &d, .v = v};
        emit_pieces f;
        if (s->bound == IR_NONE && emit_find_pieces(n, &m, e->value, &f)) {
            drop_lost(z, to, &d, &f);
            sets_bits(n, v, x, &f);
            if (f.count == 0)
                return true; /* nothing gets there */
            image(z, id, words, &f, next, next_words);
        } else if (!table_image(z, s, v, x, id, words, next, next_words)) {
            return false;
        }
    } else {
        if (sets_mixed(z, node, e->value, IR_NONE))
            return false;
        if (!emit_simple(n, e->value))
            return false;
        uint32_t local = n->locals++;
        emit_line(n, F("const unsigned i%u = (unsigned)(%s - (%s));", local, emit_value(n, e->value),
                       emit_number(n, sets_low(n, x))));
        for (uint32_t w = 0; w < next_words; w++)
            emit_line(n, F("UNUSED const uint64_t a%u_%u = %s && i%u / 64 == %u ? (uint64_t)1 << i%u %% 64 : 0;", next,
                           w, sets_any(n, 'a', id, words), local, w, local));
    }
    return arrive(z, to, next, next_words);
}

static bool flow_choose(sets *z, uint32_t node, uint32_t to, const ir_edge_data *e, uint32_t id)
{
    native_source *n = z->n;
    ir_var v = z->nodes.data[node].v, x = ir_target_variable(n->g, e->target);
    if (n->g->exprs.data[e->target].op != IR_VAR)
        return false;
    const layout_slot *slot = &n->p->layout.variables[x];
    plan_domain d = emit_domain(n, e);
    if (slot->levels > 0 || !d.range ||
        (v != IR_NONE && v != x && e->value != IR_NONE && emit_mentions(n, e->value, v)))
        return false;
    bool matters = to != SUCCESS && z->nodes.data[to].v == x;
    plan_domain all = sets_domain(n, x);
    uint32_t words = sets_words(n, x), next = z->names++;
    const int32_t low = sets_low(n, x);
    if (words == 0 || d.low < low || d.high > slot->high)
        return false;
    z->wide |= d.high - d.low + 1 >= SETS_WIDE_MIN;
    emit_bits b = {{0}};
    for (int32_t i = d.low - low; i <= d.high - low; i++)
        b.words[i / 64] |= UINT64_C(1) << i % 64;
    for (uint32_t w = 0; w < words; w++) {
        emit_mask m = sets_mask(n, &all, x, words, w);
        const char *condition = e->value == IR_NONE ? NULL : emit_mask_of(n, &m, e->value);
        if (e->value != IR_NONE && !condition)
            return false;
        emit_line(n, F("UNUSED const uint64_t a%u_%u = %s ? 0x%llxull%s%s : 0;", next, w,
                       sets_any(n, 'a', id, z->nodes.data[node].words), (unsigned long long)b.words[w],
                       condition ? " & " : "", condition ? condition : ""));
    }
    if (matters || to == SUCCESS)
        return arrive(z, to, next, words);
    if (z->nodes.data[to].v != IR_NONE)
        return false;
    uint32_t last = z->names++;
    emit_line(n, F("UNUSED const uint64_t a%u_0 = %s != 0;", last, sets_any(n, 'a', next, words)));
    return arrive(z, to, last, 1);
}

/* The part of a set that passes a condition; *rest, if wanted, gets the others. */
static bool split(sets *z, uint32_t node, ir_expr condition, uint32_t id, uint32_t *passed, uint32_t *rest)
{
    native_source *n = z->n;
    uint32_t words = z->nodes.data[node].words;
    ir_var v = z->nodes.data[node].v;
    plan_domain d = sets_domain(n, v);
    if (sets_mixed(z, node, condition, v))
        return false;
    *passed = z->names++;
    if (rest)
        *rest = z->names++;
    for (uint32_t w = 0; w < words; w++) {
        emit_mask m = sets_mask(n, &d, v, words, w);
        const char *mask = emit_mask_of(n, &m, condition);
        if (!mask)
            return false;
        emit_line(n, F("UNUSED const uint64_t a%u_%u = a%u_%u & %s;", *passed, w, id, w, mask));
        if (rest)
            emit_line(n, F("UNUSED const uint64_t a%u_%u = a%u_%u & ~a%u_%u;", *rest, w, id, w, *passed, w));
    }
    return true;
}

/* The set goes through the edges of a node. */
static bool flow(sets *z, uint32_t node, uint32_t id)
{
    native_source *n = z->n;
    const set_node *s = &z->nodes.data[node];
    if (n->problem || n->functions.length > z->limit)
        return false;
    uint32_t left = id;
    for (uint32_t i = s->first; i < s->first + s->count; i++) {
        const set_edge *e = &z->edges.data[i];
        if (i == s->first || z->edges.data[i - 1].last)
            left = id;
        uint32_t passed = left;
        bool ok = false;
        switch (e->e->label) {
        case IR_CHECK:
            ok = e->certain || e->enters || split(z, node, e->e->value, left, &passed, e->last ? NULL : &left);
            ok = ok && pass(z, node, e->to, passed);
            break;
        case IR_ASSIGN: ok = flow_assign(z, node, e->to, e, passed); break;
        case IR_CHOOSE: ok = flow_choose(z, node, e->to, e->e, passed); break;
        case IR_SKIP:
        case IR_TAG: ok = pass(z, node, e->to, passed); break;
        }
        if (!ok)
            return false;
        if (e->e->label != IR_CHECK || e->certain) /* takes all: the rest of the group is never tried */
            while (!z->edges.data[i].last)
                i++;
    }
    return true;
}

static void declare_stored(sets *z)
{
    native_source *n = z->n;
    for (uint32_t i = 0; i < z->nodes.count; i++)
        for (uint32_t w = 0; z->nodes.data[i].stored && w < z->nodes.data[i].words; w++)
            emit_line(n,
                      z->cyclic ? F("uint64_t n%u_%u = 0, d%u_%u = 0;", i, w, i, w) : F("uint64_t n%u_%u = 0;", i, w));
}

static bool start(sets *z, uint32_t place)
{
    native_source *n = z->n;
    const set_node *s = &z->nodes.data[place];
    uint32_t id = z->names++;
    if (s->v == IR_NONE) {
        emit_line(n, F("UNUSED const uint64_t a%u_0 = 1;", id));
    } else {
        emit_line(n, F("const unsigned first = (unsigned)(%s - (%s));", emit_variable(n, s->v),
                       emit_number(n, sets_low(n, s->v))));
        for (uint32_t w = 0; w < s->words; w++)
            emit_line(n,
                      F("UNUSED const uint64_t a%u_%u = first / 64 == %u ? (uint64_t)1 << first %% 64 : 0;", id, w, w));
    }
    return arrive(z, place, id, s->words);
}

/* Takes up what has arrived at each stored node, those that lead to others first. */
static bool take_up(sets *z)
{
    native_source *n = z->n;
    const char *pending = NULL;
    for (uint32_t k = z->behind.count; k-- > 0;) {
        uint32_t i = z->behind.data[k];
        const set_node *s = &z->nodes.data[i];
        if (!s->stored)
            continue;
        const char *all = sets_any(n, 'n', i, s->words);
        for (uint32_t w = 0; z->cyclic && is_busy(z, i) && w < s->words; w++)
            emit_line(n, F("n%u_%u &= ~d%u_%u;", i, w, i, w));
        pending = pending ? F("%s | %s", pending, all) : all;
        emit_open(n, F("if (%s)", all));
        uint32_t id = z->names++;
        for (uint32_t w = 0; w < s->words; w++) {
            emit_line(n, F("UNUSED const uint64_t a%u_%u = n%u_%u;", id, w, i, w));
            if (z->cyclic)
                emit_line(n, F("n%u_%u = 0, d%u_%u |= a%u_%u;", i, w, i, w, id, w));
        }
        if (!flow(z, i, id))
            return false;
        emit_close(n);
    }
    if (z->cyclic) {
        for (uint32_t i = 0; i < z->nodes.count; i++) /* what was met before is left */
            for (uint32_t w = 0; z->nodes.data[i].stored && is_busy(z, i) && w < z->nodes.data[i].words; w++)
                emit_line(n, F("n%u_%u &= ~d%u_%u;", i, w, i, w));
        emit_close(n);
        emit_line(n, F("while (%s);", pending));
    }
    return true;
}

/* What has one way on before the search spreads out is done for the one value that there is. The place where sets
 * begin. */
static uint32_t walk_to_start(sets *z, const plan_program *x)
{
    native_source *n = z->n;
    uint32_t place = 0;
    for (uint32_t steps = 0; steps < PREFIX_MAX; steps++) {
        const ir_node node = x->r->nodes[place];
        const ir_edge_data *e = plan_only_edge(n->p, x, node);
        if (!e || node == x->r->target || n->recursive[place] || n->loop_of[place] || plan_edge_can_fault(n->p, e))
            break;
        if (e->label == IR_ASSIGN) {
            if (n->g->exprs.data[e->target].op != IR_VAR || emit_is_map(n, e->target) || !emit_simple(n, e->value))
                break;
            const ir_var v = n->g->exprs.data[e->target].a;
            if (!plan_dead_store(n->p, x, e)) {
                const char *name = F("v%u_%s", n->locals++, n->names[v]);
                emit_line(n, F("const int %s = %s;\n    (void)%s;", name, emit_value(n, e->value), name));
                n->known[v] = name;
                emit_given c = {.variable = v};
                for (uint32_t i = z->constant_count; i-- > 0;)
                    if (z->constants[i].variable == v)
                        z->constants[i] = z->constants[--z->constant_count];
                if (z->constant_count < EMIT_GIVEN_MAX - FLOOD_KEYS_MAX &&
                    emit_evaluate(n, e->value, IR_NONE, 0, &c.value) == EVALUATED)
                    z->constants[z->constant_count++] = c;
            }
        } else if (e->label == IR_CHECK && emit_simple(n, e->value)) {
            emit_line(n, F("if (!(%s))\n        return 0;", emit_condition(n, e->value)));
        } else if (e->label != IR_SKIP && e->label != IR_TAG) {
            break;
        }
        place = region_at(x->r, e->to);
    }
    return place;
}

bool emit_sets(native_source *n, const plan_program *x)
{
    sets z = {.n = n};
    size_t before = n->functions.length;
    const uint32_t place = walk_to_start(&z, x);
    if (x->r->nodes[place] == x->r->target || !x->r->useful[place] || !sets_plan(&z, x, place, NULL)) {
        emit_cut(n, before);
        return false;
    }
    uint32_t indent = n->indent;
    z.limit = before + SETS_TEXT_MAX;
    sets_remember(&z, place);
    declare_stored(&z);
    bool ok = start(&z, place);
    if (ok && z.cyclic)
        emit_open(n, "do");
    ok = ok && take_up(&z) && z.wide && !n->problem;
    if (ok) {
        emit_line(n, "return 0;");
        return true;
    }
    emit_cut(n, before);
    n->indent = indent;
    return false;
}
