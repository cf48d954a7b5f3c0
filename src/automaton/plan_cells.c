/* Which cells of maps never change, and what variables can hold: the neighbours of a board's edge are mostly a cell
 * `off` that holds what no other cell ever does, and who stands there fails every check. A set of values is kept for
 * each node and scalar (a data-flow analysis over sets; Kildall 1973), apart for each value of one scalar with few of
 * them, which mostly says whose turn it is. A check takes those values from a scalar under which it cannot hold. What
 * searches for other nodes do is undone behind them: only moves and the keeper's steps are followed.
 *
 * Cells are taken to be fixed until something is seen to write them, and checks may rely on it. What is left at the end
 * is shown by induction over the steps of a game: the first write to such a cell would have been seen. Only cells are
 * tried whose value no edge writes as a constant, or from which a table leads nowhere else. */
#include "automaton/plan_values.h"

#include <string.h>

/* ---- flow ---- */

static void queue(cell_finder *x, uint32_t place)
{
    x->queued[place] = true;
    x->lowest = place < x->lowest ? place : x->lowest;
}

static void join(cell_finder *x, ir_node n, uint32_t context, const uint64_t *row)
{
    plan_cells *o = x->out;
    const uint32_t at = n * o->contexts + context;
    uint64_t *to = o->rows + (size_t)at * x->row_words, more = 0;
    for (uint32_t w = 0; w < x->row_words; w++) {
        more |= row[w] & ~to[w];
        to[w] |= row[w];
    }
    if (more || !o->met[at])
        queue(x, at);
    o->met[at] = true;
}

/* The values as the slot stores them; those that do not fit are faults. */
static void store(const layout_slot *s, const values *v, uint64_t *out)
{
    const values all = values_all(s);
    memset(out, 0, WORDS * sizeof *out);
    if (v->any) {
        memcpy(out, all.words, sizeof all.words);
        return;
    }
    EACH_VALUE(v, n)
    if (n >= base_of(s) && (int64_t)n - base_of(s) < values_of_slot(s))
        set_bit(out, (uint32_t)(n - base_of(s)));
}

/* What is known of the map has changed. */
static void ask_readers(cell_finder *x, ir_var v)
{
    const plan_cells *o = x->out;
    for (uint32_t i = 0; i < x->readers[v].count; i++) {
        const uint32_t edge = vec_at(&x->readers[v], i);
        const ir_node n = vec_at(&x->p->g->edges, edge).from;
        for (uint32_t c = 0; c < o->contexts; c++) {
            passing *known = x->passes[edge * o->contexts + c];
            if (known)
                memset(known->failed, 0, sizeof known->failed);
            if (o->met[n * o->contexts + c])
                queue(x, n * o->contexts + c);
        }
    }
}

static void write_map(cell_finder *x, const uint64_t *row, ir_expr target, const values *written)
{
    plan_cells *o = x->out;
    const ir_var v = ir_target_variable(x->p->g, target);
    const layout_slot *s = &x->p->layout.variables[v];
    uint64_t cells[WORDS] = {0}, stored[WORDS];
    bool changed = false;
    if (!o->fixed[v])
        return;
    if (!values_find_cells(x, row, target, cells)) /* all of them */
        memset(cells, 0xff, sizeof cells);
    store(s, written, stored);
    for (uint32_t c = 0; c < s->cells; c++)
        if (has_bit(cells, c) && has_bit(o->fixed[v], c)) {
            const uint32_t value = layout_load(x->p->layout.initial + s->offset + (size_t)c * s->width, s->width);
            o->fixed[v][c / 64] &= ~(UINT64_C(1) << c % 64);
            set_bit(stored, value < PLAN_VALUES_MAX ? value : 0);
            changed = true;
        }
    for (uint32_t w = 0; w < WORDS; w++) {
        changed |= (stored[w] & ~o->held[v][w]) != 0;
        o->held[v][w] |= stored[w];
    }
    if (changed)
        ask_readers(x, v);
}

static values written_values(cell_finder *x, const uint64_t *row, uint32_t edge, const ir_edge_data *e)
{
    const plan_domain *d = &x->p->domains[edge];
    uint32_t depth;
    const layout_slot *s = layout_root(x->p->g, &x->p->layout, e->target, &depth);
    if (e->label == IR_ASSIGN)
        return values_of(x, row, e->value);
    values v = {.base = base_of(s)};
    const int64_t count = d->range ? (int64_t)d->high - d->low + 1 : d->count;
    v.any = count > PLAN_VALUES_MAX;
    for (int64_t i = 0; i < count && !v.any; i++)
        values_add(&v, (int32_t)((d->range ? d->low + i : d->list[i]) + base_of(s)));
    return v;
}

static void assign(cell_finder *x, uint32_t edge, uint32_t context, const uint64_t *from, uint64_t *row)
{
    const ir_edge_data *e = &vec_at(&x->p->g->edges, edge);
    const plan_cells *o = x->out;
    const plan *p = x->p;
    const ir_var v = ir_target_variable(p->g, e->target);
    const layout_slot *s = &p->layout.variables[v];
    const values written = written_values(x, row, edge, e);
    uint64_t stored[WORDS];
    if (s->levels > 0) {
        write_map(x, row, e->target, &written);
        join(x, e->to, context, row);
        return;
    }
    if (x->first[v] == IR_NONE) {
        join(x, e->to, context, row);
        return;
    }
    store(s, &written, stored);
    for (uint32_t c = 0; c < (v == o->context ? o->contexts : 1); c++) {
        uint64_t *to = row + x->first[v];
        if (v == o->context && !has_bit(stored, c))
            continue;
        if (v == o->context) {
            memcpy(row, from, x->row_words * sizeof *row); /* without what the check has left under the one before */
            memset(to, 0, set_words(s) * sizeof *to);
            set_bit(to, c);
        } else {
            memcpy(to, stored, set_words(s) * sizeof *to);
        }
        if (e->label != IR_CHOOSE || e->value == IR_NONE ||
            values_refine(x, row, edge, v == o->context ? c : context, e->value))
            join(x, e->to, v == o->context ? c : context, row);
    }
}

static void follow_edge(cell_finder *x, uint32_t edge, uint32_t context, const uint64_t *from, uint64_t *row)
{
    const ir_edge_data *e = &vec_at(&x->p->g->edges, edge);
    memcpy(row, from, x->row_words * sizeof *row);
    if (e->label == IR_ASSIGN || e->label == IR_CHOOSE)
        assign(x, edge, context, from, row);
    else if (e->label != IR_CHECK || values_refine(x, row, edge, context, e->value))
        join(x, e->to, context, row);
}

/* Until nothing is new, the first place that waits first: nodes are mostly numbered as they follow each other, so that
 * a loop comes to rest before what is behind it is looked at. */
static void flow(cell_finder *x)
{
    const plan_cells *o = x->out;
    const plan *p = x->p;
    const uint32_t places = p->g->nodes.count * o->contexts;
    uint64_t *from = ARENA_ARRAY(x->a, uint64_t, x->row_words + 1),
             *row = ARENA_ARRAY(x->a, uint64_t, x->row_words + 1);
    while (x->lowest < places && !x->failed) {
        const uint32_t at = x->lowest++;
        if (!x->queued[at])
            continue;
        const ir_node n = at / o->contexts;
        x->queued[at] = false;
        memcpy(from, o->rows + (size_t)at * x->row_words, x->row_words * sizeof *from);
        for (uint32_t i = p->graph.out_start[n]; i < p->graph.out_start[n + 1]; i++)
            follow_edge(x, p->graph.out[i], at % o->contexts, from, row);
        x->failed |= ++x->work > WORK_MAX;
        arena_work(x->a, 1);
    }
}

/* ---- beginning ---- */

static void count_keys(const plan *p, ir_expr e, uint32_t *uses)
{
    const ir_expr_data d = vec_at(&p->g->exprs, e);
    if (d.op == IR_INDEX) {
        const ir_expr_data *key = &vec_at(&p->g->exprs, ir_bare(p->g, d.b));
        if (key->op == IR_VAR)
            uses[key->a]++;
    }
    for (uint32_t i = 0; i < ir_operands(d.op); i++)
        count_keys(p, ir_operand(&d, i), uses);
}

/* The scalar of few values that is a key most often. */
static void find_context(cell_finder *x)
{
    const plan *p = x->p;
    plan_cells *o = x->out;
    uint32_t *uses = ARENA_ARRAY(x->a, uint32_t, p->g->variables.count + 1);
    for (uint32_t i = 0; i < p->g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&p->g->edges, i);
        if (!e->removed && e->value != IR_NONE)
            count_keys(p, e->value, uses);
    }
    o->context = IR_NONE;
    o->contexts = 1;
    for (ir_var v = 0; v < p->g->variables.count; v++) {
        const layout_slot *s = &p->layout.variables[v];
        if (x->first[v] != IR_NONE && values_of_slot(s) <= CONTEXTS_MAX && uses[v] > 0 &&
            (o->context == IR_NONE || uses[v] > uses[o->context])) {
            o->context = v;
            o->contexts = (uint32_t)values_of_slot(s);
        }
    }
}

/* Keys from which a table leads nowhere else, as from beyond the edge of a board. */
static void find_ends(const plan *p, const layout_slot *s, bool *ends)
{
    enum { ENDS_MAX = 3 };
    int32_t found[ENDS_MAX + 1];
    uint32_t count = 0;
    for (uint32_t level = 0; level < s->levels && s->levels <= 2 && !s->real; level++) {
        const layout_key *k = &s->keys[level];
        count = 0;
        for (int32_t n = k->low; n <= k->high && count <= ENDS_MAX; n++) {
            bool ends_here = n >= 0 && n < PLAN_VALUES_MAX;
            for (uint32_t c = 0; c < s->cells && ends_here; c++)
                if (c / k->stride % (uint32_t)(k->high - k->low + 1) == (uint32_t)(n - k->low))
                    ends_here = (int32_t)(layout_load(p->layout.tables + s->offset + (size_t)c * s->width, s->width) +
                                          (uint32_t)base_of(s)) == n;
            if (ends_here)
                found[count++] = n;
        }
        for (uint32_t i = 0; i < count && count <= ENDS_MAX; i++)
            ends[found[i]] = true;
    }
}

/* Numbers below zero mostly stand for no place at all. */
static bool is_end(const layout_slot *s, uint32_t cell, const bool *ends)
{
    const int64_t key = s->keys[0].low + (int64_t)cell;
    return key < 0 || (key < PLAN_VALUES_MAX && ends[key]);
}

/* Values that are written whatever maps hold; maps whose cells may be fixed. */
static void find_candidates(cell_finder *x)
{
    const plan *p = x->p;
    plan_cells *o = x->out;
    uint64_t *row = ARENA_ARRAY(x->a, uint64_t, x->row_words + 1);
    uint64_t *constants = ARENA_ARRAY(x->a, uint64_t, ((size_t)p->g->variables.count + 1) * WORDS);
    for (ir_var v = 0; v < p->g->variables.count; v++) {
        const values all = values_all(&p->layout.variables[v]);
        if (x->first[v] != IR_NONE)
            memcpy(row + x->first[v], all.words, set_words(&p->layout.variables[v]) * sizeof *row);
    }
    x->constants = true;
    for (uint32_t i = 0; i < p->g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&p->g->edges, i);
        if (e->removed || (e->label != IR_ASSIGN && e->label != IR_CHOOSE))
            continue;
        const ir_var v = ir_target_variable(p->g, e->target);
        if (!o->fixed[v])
            continue;
        const values written = written_values(x, row, i, e);
        uint64_t stored[WORDS];
        store(&p->layout.variables[v], &written, stored);
        for (uint32_t w = 0; w < WORDS; w++)
            constants[v * WORDS + w] |= stored[w];
    }
    x->constants = false;
    bool ends[PLAN_VALUES_MAX] = {false};
    for (uint32_t i = 0; i < p->g->constants.count; i++)
        if (!vec_at(&p->g->constants, i).removed && p->layout.constants[i].cells <= 8 * PLAN_VALUES_MAX)
            find_ends(p, &p->layout.constants[i], ends);
    for (ir_var v = 0; v < p->g->variables.count; v++) {
        const layout_slot *s = &p->layout.variables[v];
        for (uint32_t c = 0; o->fixed[v] && c < s->cells; c++) {
            const uint32_t value = layout_load(p->layout.initial + s->offset + (size_t)c * s->width, s->width);
            if (value >= PLAN_VALUES_MAX) {
                o->fixed[v] = NULL;
            } else if (!has_bit(constants + v * WORDS, value) || (s->levels == 1 && is_end(s, c, ends))) {
                set_bit(o->fixed[v], c);
            }
        }
        for (uint32_t c = 0; o->fixed[v] && c < s->cells; c++)
            if (!has_bit(o->fixed[v], c))
                set_bit(o->held[v], layout_load(p->layout.initial + s->offset + (size_t)c * s->width, s->width));
    }
}

static void note_reader(cell_finder *x, ir_expr e, uint32_t edge)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, e);
    if (d.op == IR_VAR && x->out->fixed[d.a] &&
        (x->readers[d.a].count == 0 || vec_at(&x->readers[d.a], x->readers[d.a].count - 1) != edge))
        vec_push(x->a, &x->readers[d.a], edge);
    for (uint32_t i = 0; i < ir_operands(d.op); i++)
        note_reader(x, ir_operand(&d, i), edge);
}

static void find_readers(cell_finder *x)
{
    const ir_game *g = x->p->g;
    x->readers = ARENA_ARRAY(x->a, vec_u32, g->variables.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && e->value != IR_NONE)
            note_reader(x, e->value, i);
        if (!e->removed && e->target != IR_NONE)
            note_reader(x, e->target, i);
    }
}

static bool note_scalars(const cell_finder *x, ir_expr e, bool *wanted)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, e);
    bool more = d.op == IR_VAR && !wanted[d.a];
    if (d.op == IR_VAR)
        wanted[d.a] = true;
    for (uint32_t i = 0; i < ir_operands(d.op); i++)
        more |= note_scalars(x, ir_operand(&d, i), wanted);
    return more;
}

/* A scalar that is equal to one that is wanted. */
static bool note_equals(const cell_finder *x, ir_expr e, bool *wanted)
{
    const ir_game *g = x->p->g;
    const ir_expr_data d = vec_at(&g->exprs, ir_bare(g, e));
    if (d.op == IR_AND) {
        const bool more = note_equals(x, d.a, wanted);
        return note_equals(x, d.b, wanted) || more;
    }
    if (d.op != IR_EQ)
        return false;
    const ir_expr_data a = vec_at(&g->exprs, ir_bare(g, d.a)), b = vec_at(&g->exprs, ir_bare(g, d.b));
    if (a.op != IR_VAR || b.op != IR_VAR || wanted[a.a] == wanted[b.a])
        return false;
    wanted[a.a] = wanted[b.a] = true;
    return true;
}

/* Those that decide what is written to maps, and where: others, as counters of turns, would only take time. */
static bool *find_wanted(const cell_finder *x)
{
    const ir_game *g = x->p->g;
    bool *wanted = ARENA_ARRAY(x->a, bool, g->variables.count + 1), more = true;
    while (more) {
        more = false;
        for (uint32_t i = 0; i < g->edges.count; i++) {
            const ir_edge_data *e = &vec_at(&g->edges, i);
            if (!e->removed && e->label == IR_CHECK)
                more |= note_equals(x, e->value, wanted);
            if (e->removed || (e->label != IR_ASSIGN && e->label != IR_CHOOSE))
                continue;
            const ir_var v = ir_target_variable(g, e->target);
            if (x->p->layout.variables[v].levels > 0)
                more |= note_scalars(x, e->target, wanted);
            if (wanted[v] && e->label == IR_ASSIGN)
                more |= note_scalars(x, e->value, wanted);
        }
    }
    return wanted;
}

static bool make_room(cell_finder *x)
{
    const plan *p = x->p;
    plan_cells *o = x->out;
    const bool *wanted = find_wanted(x);
    x->first = ARENA_ARRAY(p->a, uint32_t, p->g->variables.count + 1);
    o->fixed = ARENA_ARRAY(p->a, uint64_t *, p->g->variables.count + 1);
    o->held = ARENA_ARRAY(p->a, uint64_t *, p->g->variables.count + 1);
    for (ir_var v = 0; v < p->g->variables.count; v++) {
        const layout_slot *s = &p->layout.variables[v];
        x->first[v] = IR_NONE;
        if (vec_at(&p->g->variables, v).removed || v == p->g->weight) /* the weight begins anew at each move */
            continue;
        if (is_board(s)) {
            o->fixed[v] = ARENA_ARRAY(p->a, uint64_t, WORDS);
            o->held[v] = ARENA_ARRAY(p->a, uint64_t, WORDS);
        } else if (wanted[v] && is_followed(s)) {
            x->first[v] = x->row_words;
            x->row_words += set_words(s);
        }
    }
    o->first = x->first;
    find_context(x);
    const uint64_t places = (uint64_t)p->g->nodes.count * o->contexts;
    if (places * (x->row_words + 1) > ROOM_MAX)
        return false;
    o->rows = ARENA_ARRAY(p->a, uint64_t, places * x->row_words + 1);
    o->row_words = x->row_words;
    o->met = ARENA_ARRAY(p->a, bool, places + 1);
    x->queued = ARENA_ARRAY(x->a, bool, places + 1);
    find_readers(x);
    x->passes = ARENA_ARRAY(x->a, passing *, (uint64_t)p->g->edges.count * o->contexts + 1);
    return true;
}

const plan_cells *plan_find_cells(plan *p)
{
    arena *a = arena_child(p->a);
    cell_finder x = {.p = p, .a = a, .out = ARENA_NEW(p->a, plan_cells)};
    bool found = make_room(&x);
    if (found) {
        find_candidates(&x);
        uint64_t *row = ARENA_ARRAY(a, uint64_t, x.row_words + 1);
        uint32_t context = 0;
        for (ir_var v = 0; v < p->g->variables.count; v++)
            if (x.first[v] != IR_NONE) {
                const layout_slot *s = &p->layout.variables[v];
                const uint32_t value = layout_load(p->layout.initial + s->offset, s->width);
                if (value < values_of_slot(s))
                    set_bit(row + x.first[v], value);
                context = v == x.out->context ? value : context;
            }
        join(&x, p->g->begin, context, row);
        flow(&x);
        found = !x.failed;
    }
    arena_done(a);
    return found ? x.out : NULL;
}
