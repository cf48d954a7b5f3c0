/* Programs: which functions there are, and the unit as a whole. */
#include "native/emit_inside.h"

#include "base/scc.h"

#include <stdio.h>
#include <string.h>

/* ---- facts about a program ---- */

static bool is_end(const native_source *n, uint32_t at)
{
    const region *r = n->x->r;
    return (!r->moves && r->nodes[at] == r->target) ||
           ((n->kind == EMIT_LIST || n->kind == EMIT_DRAW) && n->x->sure[at]);
}

/* Nothing but a few tags up to the end of a listed move: not worth a call. */
static bool is_tail(native_source *n, uint32_t at)
{
    for (uint32_t steps = 0; n->kind == EMIT_LIST && steps < 3; steps++) {
        if (is_end(n, at))
            return true;
        const plan_edges *order = plan_order(n->x, n->x->r->nodes[at]);
        const ir_edge_data *e = order->count == 1 ? plan_edge_at(n->p, order, 0) : NULL;
        if (!e || n->x->visit_of[at] != IR_NONE)
            return false;
        if (ir_assigns_player(n->g, e))
            return true;
        if (e->label != IR_TAG && e->label != IR_SKIP)
            return false;
        at = n->x->r->local[e->to];
    }
    return false;
}

/* Nodes that more than one edge leads to become functions. */
static void choose_functions(native_source *n)
{
    const region *r = n->x->r;
    uint32_t *in = ARENA_ARRAY(n->a, uint32_t, r->count + 1);
    for (uint32_t p = 0; p < r->count; p++) {
        if (!r->useful[p] || is_end(n, p))
            continue;
        const plan_edges *order = plan_order(n->x, r->nodes[p]);
        for (uint32_t i = 0; i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(n->p, order, i);
            if (!(r->moves && ir_assigns_player(n->g, e)))
                in[r->local[e->to]]++;
        }
    }
    for (uint32_t p = 0; p < r->count; p++)
        n->is_function[p] = in[p] > 1 && !is_end(n, p) && !is_tail(n, p);
}

/* Places on cycles: components of more than one place, or with an edge to themselves. */
typedef struct cycles {
    native_source *n;
    uint32_t *next; /* [place] its next edge, in the order of the plan */
} cycles;

static bool next_place(void *user, uint32_t place, uint32_t *to)
{
    cycles *c = user;
    native_source *n = c->n;
    const region *r = n->x->r;
    const plan_edges *order = plan_order(n->x, r->nodes[place]);
    while (!is_end(n, place) && c->next[place] < order->count) {
        const ir_edge_data *e = plan_edge_at(n->p, order, c->next[place]++);
        if (r->moves && ir_assigns_player(n->g, e))
            continue;
        *to = r->local[e->to];
        n->recursive[place] |= *to == place;
        return true;
    }
    return false;
}

static void note_cycle(void *user, const uint32_t *places, uint32_t count)
{
    for (uint32_t i = 0; i < count && count > 1; i++)
        ((cycles *)user)->n->recursive[places[i]] = true;
}

static void find_recursive(native_source *n)
{
    uint32_t count = n->x->r->count;
    cycles c = {n, ARENA_ARRAY(n->a, uint32_t, count + 1)};
    scc_find(n->a, &(scc_graph){count, next_place, note_cycle, &c});
}

static uint32_t join_tags(uint32_t a, uint32_t b)
{
    return a == TAGS_UNKNOWN ? b : b == TAGS_UNKNOWN || a == b ? a : TAGS_VARY;
}

/* How many tags come before each place: forwards from the decision points. */
static void count_tags(native_source *n)
{
    const region *r = n->x->r;
    for (uint32_t p = 0; p < r->count; p++)
        n->tags_before[p] = r->moves && n->p->decisions[r->nodes[p]].is ? 0 : TAGS_UNKNOWN;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = 0; p < r->count; p++) {
            if (!r->useful[p] || is_end(n, p) || n->tags_before[p] == TAGS_UNKNOWN)
                continue;
            const plan_edges *order = plan_order(n->x, r->nodes[p]);
            for (uint32_t i = 0; i < order->count; i++) {
                const ir_edge_data *e = plan_edge_at(n->p, order, i);
                if (r->moves && ir_assigns_player(n->g, e))
                    continue;
                uint32_t after = n->tags_before[p], *at = &n->tags_before[r->local[e->to]];
                if (after != TAGS_VARY && e->label == IR_TAG && ++after > TAGS_FIXED_MAX)
                    after = TAGS_VARY;
                after = join_tags(*at, after);
                changed |= after != *at;
                *at = after;
            }
        }
    }
    for (uint32_t p = 0; p < r->count; p++)
        if (n->tags_before[p] == TAGS_UNKNOWN)
            n->tags_before[p] = 0;
}

/* Whether some path has very many tags: they grow along a cycle, or there are many nodes. */
static bool few_tags(native_source *n)
{
    const region *r = n->x->r;
    uint32_t *most = ARENA_ARRAY(n->a, uint32_t, r->count + 1);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = 0; p < r->count; p++) {
            if (!r->useful[p] || is_end(n, p))
                continue;
            const plan_edges *order = plan_order(n->x, r->nodes[p]);
            for (uint32_t i = 0; i < order->count; i++) {
                const ir_edge_data *e = plan_edge_at(n->p, order, i);
                if (r->moves && ir_assigns_player(n->g, e))
                    continue;
                uint32_t after = most[p] + (e->label == IR_TAG), *at = &most[r->local[e->to]];
                if (after > TAGS_BOUND_MAX)
                    return false;
                changed |= after > *at;
                *at = after > *at ? after : *at;
            }
        }
    }
    return true;
}

static void note_reaches(native_source *n, ir_expr e, emit_decision *d)
{
    if (e == IR_NONE)
        return;
    const ir_expr_data x = n->g->exprs.data[ir_bare(n->g, e)];
    switch (x.op) {
    case IR_REACH: {
        uint32_t number = plan_reach(n->p, x.a, x.b);
        emit_reach_signature(n, number, x.a, x.b);
        bitset_add(&d->reaches, number);
        return;
    }
    case IR_NOT: note_reaches(n, x.a, d); return;
    case IR_AND: case IR_OR:
        note_reaches(n, x.a, d);
        note_reaches(n, x.b, d);
        return;
    default: return;
    }
}

/* All places a search from a decision point can meet. With the interpreter's plan of listing:
 * the number of tags of its moves; of applying: what can end out of the ordinary. */
static void survey_decision(native_source *n, ir_node start, emit_decision *d)
{
    const region *r = n->x->r;
    vec_u32 queue = {0};
    bool *seen = ARENA_ARRAY(n->a, bool, r->count + 1);
    uint32_t stride = TAGS_UNKNOWN;
    vec_push(n->a, &queue, r->local[start]);
    seen[r->local[start]] = true;
    for (uint32_t head = 0; head < queue.count; head++) {
        uint32_t p = queue.data[head];
        if (is_end(n, p)) {
            stride = join_tags(stride, n->tags_before[p]);
            continue;
        }
        d->can_stop |= emit_keeps_state(n) && (n->recursive[p] || n->x->visit_of[p] != IR_NONE);
        const plan_edges *order = plan_order(n->x, r->nodes[p]);
        for (uint32_t i = 0; i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(n->p, order, i);
            if (emit_keeps_state(n) && (e->label == IR_CHECK || e->label == IR_CHOOSE))
                note_reaches(n, e->value, d);
            if (ir_assigns_player(n->g, e)) {
                stride = join_tags(stride, n->tags_before[p]);
                continue;
            }
            if (!seen[r->local[e->to]]) {
                seen[r->local[e->to]] = true;
                vec_push(n->a, &queue, r->local[e->to]);
            }
        }
    }
    d->stride = stride == TAGS_UNKNOWN || stride == 0 ? TAGS_VARY : stride;
    for (uint32_t i = 0; d->stride == TAGS_VARY && i < queue.count; i++)
        n->starts[queue.data[i]] = true;
}

static bool wanted(const native_source *n, ir_node node)
{
    const plan_decision *d = &n->p->decisions[node];
    uint32_t at = n->x->r->local[node];
    return d->is && node != n->g->end && at != IR_NONE && n->x->r->useful[at];
}

/* Whether the system itself, or anyone else, can be to move at a decision point, as far as the
 * declared types tell. Where they are wrong, there is no function, and the interpreter helps. */
static void find_movers(native_source *n)
{
    ir_game *g = n->g;
    n->decisions[g->begin].keeper = n->decisions[g->begin].others = true;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &g->edges.data[i];
        if (e->removed || !ir_assigns_player(g, e))
            continue;
        emit_decision *d = &n->decisions[e->to];
        const ir_expr_data *value = &g->exprs.data[ir_bare(g, e->value)];
        const ir_type_data *type = ir_type_at(g, ir_expr_type(g, ir_bare(g, e->value)));
        bool keeper = value->op == IR_SYM && value->a == g->keeper, others = value->op == IR_SYM && !keeper;
        for (uint32_t k = 0; value->op != IR_SYM && k < type->count; k++) {
            keeper |= type->symbols[k] == g->keeper;
            others |= type->symbols[k] != g->keeper;
        }
        d->keeper |= keeper;
        d->others |= others || e->label != IR_ASSIGN;
    }
}

static void survey_decisions(native_source *n)
{
    const region *r = n->x->r;
    for (ir_node node = 0; node < n->g->nodes.count; node++) {
        if (!wanted(n, node))
            continue;
        emit_decision *d = &n->decisions[node];
        if (!d->reaches.words)
            d->reaches = bitset_new(n->a, n->g->exprs.count + 1);
        survey_decision(n, node, d);
    }
    /* where moves of a fixed number of tags and others meet, all are treated as others */
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t p = 0; p < r->count; p++) {
            if (!n->starts[p] || is_end(n, p) || !r->useful[p])
                continue;
            const plan_edges *order = plan_order(n->x, r->nodes[p]);
            for (uint32_t i = 0; i < order->count; i++) {
                const ir_edge_data *e = plan_edge_at(n->p, order, i);
                if (ir_assigns_player(n->g, e) || n->starts[r->local[e->to]])
                    continue;
                n->starts[r->local[e->to]] = changed = true;
            }
        }
    }
}

/* Places from which no path fails: backwards, least fixed point. */
static void find_total(native_source *n)
{
    const region *r = n->x->r;
    for (bool changed = r->moves; changed;) {
        changed = false;
        for (uint32_t p = r->count; p-- > 0;) {
            if (n->total[p] || !r->useful[p] || n->recursive[p] || n->x->visit_of[p] != IR_NONE)
                continue;
            const plan_edges *order = plan_order(n->x, r->nodes[p]);
            bool ok = order->count > 0 && (order->count == 1 || order->data[order->count - 1].certain);
            for (uint32_t i = 0; i < order->count && ok; i++) {
                const ir_edge_data *e = plan_edge_at(n->p, order, i);
                bool final = ir_assigns_player(n->g, e);
                ok = (order->count == 1 || order->data[i].grouped) &&
                     (i + 1 == order->count || !order->data[i].last_of_group) &&
                     (final ? !emit_matches(n) || !n->starts[p] : n->total[r->local[e->to]]) &&
                     (e->label != IR_CHECK || order->count > 1) && e->label != IR_CHOOSE &&
                     (e->label != IR_TAG || emit_silent(n));
            }
            if (ok)
                n->total[p] = changed = true;
        }
    }
}

/* ---- programs ---- */

/* Where a path on a cycle can go on along cycles in more than one way. */
static void find_branching(native_source *n)
{
    const region *r = n->x->r;
    n->branching = ARENA_ARRAY(n->a, bool, r->count + 1);
    for (uint32_t p = 0; p < r->count; p++) {
        uint32_t ways = 0;
        const plan_edges *order = plan_order(n->x, r->nodes[p]);
        for (uint32_t i = 0; n->recursive[p] && i < order->count; i++) {
            const ir_edge_data *e = plan_edge_at(n->p, order, i);
            if (!(r->moves && ir_assigns_player(n->g, e)) && n->recursive[r->local[e->to]])
                ways += e->label == IR_CHOOSE ? 2 : 1;
        }
        n->branching[p] = ways > 1;
    }
}

static void begin_program(native_source *n, const plan_program *x, emit_kind kind)
{
    uint32_t count = x->r->count + 1;
    n->x = x;
    n->kind = kind;
    n->is_function = ARENA_ARRAY(n->a, bool, count);
    n->emitted = ARENA_ARRAY(n->a, bool, count);
    n->recursive = ARENA_ARRAY(n->a, bool, count);
    n->starts = ARENA_ARRAY(n->a, bool, count);
    n->total = ARENA_ARRAY(n->a, bool, count);
    n->tags_before = ARENA_ARRAY(n->a, uint32_t, count);
    n->product_before = ARENA_ARRAY(n->a, double, count);
    n->product = 1;
    n->ticked = false;
    n->pending.count = 0;
    choose_functions(n);
    find_recursive(n);
    find_branching(n);
    count_tags(n);
    n->bounded = few_tags(n);
    if (x->r->moves)
        survey_decisions(n);
    if (emit_keeps_state(n))
        find_total(n);
}

static void emit_moves(native_source *n, const plan_program *x, emit_kind kind)
{
    begin_program(n, x, kind);
    for (ir_node node = 0; node < n->g->nodes.count && !n->problem; node++) {
        if (!wanted(n, node))
            continue;
        const plan_decision *decision = &n->p->decisions[node];
        emit_decision *d = &n->decisions[node];
        bool one = kind == EMIT_DRAW    ? decision->single && decision->width > 0
                   : kind == EMIT_APPLY ? decision->single
                   : kind == EMIT_MATCH ? !decision->single
                   : kind == EMIT_STEP  ? decision->deterministic
                   : kind == EMIT_STEPS ? !decision->deterministic
                                        : true;
        if (!one || !(kind == EMIT_STEP || kind == EMIT_STEPS ? d->keeper : d->others))
            continue;
        d->listed |= kind == EMIT_LIST;
        d->drawn |= kind == EMIT_DRAW;
        d->applied |= kind == EMIT_APPLY;
        d->stepped |= kind == EMIT_STEP;
        d->width = decision->width;
        uint32_t at = x->r->local[node];
        emit_need_function(n, at);
        memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
        n->varying = n->deep = false;
        const char *call = emit_call(n, at, 0);
        if (emit_matches(n) && d->stride != TAGS_VARY)
            call = F("x->m_count == %u && %s", d->stride, call);
        text_add(n, &n->dispatch[kind], kind == EMIT_LIST ? F("    case %u: %s; return %uu;\n", node, call, d->stride)
                                                          : F("    case %u: return %s;\n", node, call));
    }
    emit_pending(n);
    for (ir_node node = 0; n->ticked && emit_keeps_state(n) && node < n->g->nodes.count; node++)
        n->decisions[node].can_stop |= wanted(n, node);
}

static void know_parameters(native_source *n, uint32_t number)
{
    const vec_u32 *given = &n->reaches.data[number].parameters;
    memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
    for (uint32_t i = 0; i < given->count; i++)
        n->known[given->data[i]] = F("q%u", given->data[i]);
    n->varying = false;
    n->deep = true;
}

static bool emit_as_sets(native_source *n, uint32_t number, const char *title)
{
    size_t before = n->functions.length;
    text_add(n, &n->functions, title);
    know_parameters(n, number);
    n->indent = 1;
    n->locals = 0;
    if (emit_sets(n, n->x)) {
        text_add(n, &n->functions, "}\n");
        return true;
    }
    n->functions.length = before;
    n->functions.data[before] = 0;
    return false;
}

static void emit_reach(native_source *n, const plan_program *x, uint32_t number)
{
    const region *r = x->r;
    reach_signature *signature = emit_reach_signature(n, number, r->nodes[0], r->target);
    n->program = number;
    begin_program(n, x, EMIT_REACH);
    bool visits = false, hashes = false;
    for (uint32_t p = 0; p < r->count; p++) {
        signature->can_stop |= n->recursive[p];
        if (x->visit_of[p] == IR_NONE)
            continue;
        visits = true;
        hashes |= !n->p->visits.data[x->visit_of[p]].small;
    }
    signature->can_stop |= hashes;
    const char *head = F("static int reach%u(native_frame *const x, unsigned char *const s, const uint32_t d", number);
    const char *use = "(void)x, (void)s, (void)d";
    for (uint32_t i = 0; i < signature->parameters.count; i++) {
        head = F("%s, const int q%u", head, signature->parameters.data[i]);
        use = F("%s, (void)q%u", use, signature->parameters.data[i]);
    }
    text_add(n, &n->declarations, F("UNUSED %s);\n", head));
    const char *title = F("\n/* %s -> %s */\n%s)\n{\n    %s;\n", ir_node_name(n->g, r->nodes[0]),
                          ir_node_name(n->g, r->target), head, use);
    const char *body = "0";
    if (r->useful[0]) {
        if (emit_as_sets(n, number, title)) {
            n->reaches.data[number].can_stop = false;
            return;
        }
        emit_need_function(n, 0);
        emit_pending(n);
        signature->can_stop |= n->ticked;
        know_parameters(n, number);
        body = emit_call(n, 0, 0);
    }
    text_add(n, &n->functions, title);
    if (!visits) {
        text_add(n, &n->functions, F("    return %s;\n}\n", body));
        return;
    }
    text_add(n, &n->functions, "    const uint32_t outer = x->search;\n");
    if (hashes)
        text_add(n, &n->functions, "    const uint64_t mark = x->mark(x->host);\n");
    text_add(n, &n->functions, F("    x->search = new_search(x);\n    const int found = %s;\n", body));
    if (hashes)
        text_add(n, &n->functions, "    x->forget(x->host, mark);\n");
    text_add(n, &n->functions, "    x->search = outer;\n    return found;\n}\n");
}

static native_source *new_source(const plan *p, arena *a)
{
    ir_game *g = p->g;
    native_source *n = ARENA_NEW(a, native_source);
    n->g = g;
    n->p = p;
    n->a = a;
    n->tables_used = bitset_new(a, g->constants.count + 1);
    n->known = ARENA_ARRAY(a, const char *, g->variables.count + 1);
    n->decisions = ARENA_ARRAY(a, emit_decision, g->nodes.count + 1);
    n->changed = bitset_new(a, g->variables.count + 1);
    n->state_size = p->layout.state_size;
    n->compared = p->layout.variables_end;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &g->edges.data[i];
        if (!e->removed && (e->label == IR_ASSIGN || e->label == IR_CHOOSE) &&
            g->exprs.data[e->target].op == IR_VAR)
            bitset_add(&n->changed, ir_target_variable(g, e->target));
    }
    return n;
}

/* ---- the unit ---- */

enum { TABLE_LITERAL_MIN = 512, TABLE_LINE = 96 };

/* Not by snprintf: there may be millions. The next escape ends this one, so that no digits need be
 * filled up. */
static size_t put_octal(char *out, unsigned value)
{
    char *p = out;
    *p++ = '\\';
    if (value >= 64)
        *p++ = (char)('0' + value / 64);
    if (value >= 8)
        *p++ = (char)('0' + value / 8 % 8);
    *p++ = (char)('0' + value % 8);
    *p = 0;
    return (size_t)(p - out);
}

/* Large tables of bytes are string literals: compilers read them many times faster than lists. */
static void emit_literal_table(native_source *n, const unsigned char *cells, uint32_t count)
{
    char line[4 * TABLE_LINE + 8];
    for (uint32_t i = 0; i < count;) {
        size_t at = 0;
        for (uint32_t end = i + TABLE_LINE; i < count && i < end; i++)
            at += put_octal(line + at, cells[i]);
        text_add(n, &n->tables, F("\n    \"%s\"", line));
    }
}

/* Tables may have millions of cells, most of them alike: runs are written as one. */
static void emit_cells(native_source *n, const unsigned char *cells, uint32_t count, uint8_t width)
{
    enum { RUN = 12, ROW = 24 };
    uint32_t run;
    for (uint32_t i = 0, items = 0; i < count; i += run, items++) {
        char item[48];
        uint32_t value = layout_load(cells + (size_t)i * width, width);
        for (run = 1; i + run < count && layout_load(cells + (size_t)(i + run) * width, width) == value;)
            run++;
        if (run < RUN)
            run = 1;
        const char *row = items % ROW == 0 ? "\n    " : "";
        if (run > 1)
            snprintf(item, sizeof item, "%s[%u ... %u] = %u,", row, i, i + run - 1, value);
        else
            snprintf(item, sizeof item, "%s%u,", row, value);
        text_add(n, &n->tables, item);
    }
}

static void emit_tables(native_source *n)
{
    for (uint32_t i = 0; i < n->g->constants.count; i++) {
        if (!bitset_has(&n->tables_used, i))
            continue;
        const layout_slot *s = &n->p->layout.constants[i];
        bool literal = s->width == 1 && s->cells >= TABLE_LITERAL_MIN;
        const unsigned char *cells = n->p->layout.tables + s->offset;
        text_add(n, &n->tables, F("static const uint%u_t T%u[%u] = %s", s->width * 8, i,
                                  s->cells + literal, literal ? "" : "{"));
        if (literal)
            emit_literal_table(n, cells, s->cells);
        else
            emit_cells(n, cells, s->cells, s->width);
        text_add(n, &n->tables, literal ? ";\n" : "\n};\n");
    }
}

/* A search for a way can end out of the ordinary when one that it starts can. */
static void spread_stops(native_source *n)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < n->reaches.count; i++)
            for (uint32_t j = 0; j < n->reaches.count; j++)
                if (!n->reaches.data[i].can_stop && n->reaches.data[j].can_stop &&
                    bitset_has(&n->reaches.data[i].calls, j))
                    n->reaches.data[i].can_stop = changed = true;
    }
    for (ir_node node = 0; node < n->g->nodes.count; node++)
        for (uint32_t j = 0; n->decisions[node].reaches.words && j < n->reaches.count; j++)
            n->decisions[node].can_stop |= n->reaches.data[j].can_stop &&
                                           bitset_has(&n->decisions[node].reaches, j);
}

static const char runtime_text[] = {
#include "compiled_text.inc"
    , 0};

const char *native_runtime_text(void) { return runtime_text; }

static void emit_programs(native_source *n)
{
    find_movers(n);
    emit_moves(n, &n->p->moves[PLAN_GENERATE], EMIT_LIST);
    emit_moves(n, &n->p->moves[PLAN_GENERATE], EMIT_DRAW);
    emit_moves(n, &n->p->moves[PLAN_APPLY], EMIT_APPLY);
    emit_moves(n, &n->p->moves[PLAN_APPLY], EMIT_STEP);
    emit_moves(n, &n->p->moves[PLAN_APPLY], EMIT_MATCH);
    emit_moves(n, &n->p->moves[PLAN_APPLY], EMIT_STEPS);
    for (uint32_t i = 0; i < n->p->reaches.count && !n->problem; i++)
        emit_reach(n, &n->p->reaches.data[i], i);
}

const char *native_unit(const plan *p, const char **why)
{
    arena *scratch = arena_child(p->g->arena);
    native_source *n = new_source(p, scratch);
    emit_programs(n);
    *why = n->problem;
    if (n->problem) {
        arena_done(scratch);
        return NULL;
    }
    emit_tables(n);
    spread_stops(n);
    text out = {0};
    text_add(n, &out, native_runtime_text());
    text_add(n, &out, "\n");
    text_add(n, &out, emit_prelude);
    text_add(n, &out, text_of(&n->tables));
    text_add(n, &out, "\n");
    text_add(n, &out, text_of(&n->declarations));
    text_add(n, &out, text_of(&n->helpers));
    text_add(n, &out, text_of(&n->functions));
    static const char *const names[] = {"list", "draw", "apply", "step", "match", "steps"};
    for (int i = 0; i < EMIT_REACH; i++)
        text_add(n, &out, F("\nstatic %s do_%s(native_frame *const x, uint32_t node)\n{\n"
                            "    unsigned char *const s = x->s;\n    (void)s;\n    switch (node) {\n%s"
                            "    default: halt(x); return 0;\n    }\n}\n",
                            i == EMIT_LIST ? "uint32_t" : "int", names[i], text_of(&n->dispatch[i])));
    emit_play(n, &out);
    text_add(n, &out, "\nextern const native_game ludens_native_game;\n"
                      "const native_game ludens_native_game = {LUDENS_KEY, do_list, do_draw, do_apply, "
                      "do_step, do_match, do_steps, do_play, {0}};\n");
    const char *unit = arena_strndup(p->g->arena, out.data, out.length);
    arena_done(scratch);
    return unit;
}
