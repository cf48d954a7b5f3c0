/* Steps of the keeper along a table until a cell stops them, as C: a stone that falls, a piece that slides.
 *
 * A scalar is replaced by the next cell as long as that holds one value, or does not hold it, so many times at most or
 * until something else is met. How often that goes is hard to foretell. Where the sets of cells are kept, the cells on
 * the way, taken out of a word by one instruction, are the column of a table that says where it ends. */
#include "automaton/plan_cells.h"
#include "native/emit_strands.h"

enum { STEPS_MAX = 16, ALONG_BITS_MAX = 8, ALONG_TABLE_MAX = 1 << 14 /* bytes */ };

typedef struct along {
    native_source *n;
    ir_var v;
    ir_expr next;          /* the cell that v is replaced by, or IR_NONE at first */
    uint32_t board, value; /* as stored */
    bool while_held, endless;
    ir_node exit;
    uint32_t steps;
    uint32_t lanes, bits; /* values of v; cells on the way, at most */
} along;

/* A check that is one of two: whether board[next] holds the value. */
static bool read_check(along *w, const ir_edge_data *e, bool *held)
{
    native_source *n = w->n;
    const ir_expr_data *d = &vec_at(&n->g->exprs, ir_bare(n->g, e->value));
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    int32_t value;
    bool constant;
    if (e->label != IR_CHECK || (d->op != IR_EQ && d->op != IR_NE) || !plan_known(n->p, d->b, &value) ||
        vec_at(&n->g->exprs, ir_bare(n->g, d->a)).op != IR_INDEX || plan_step_can_fault(n->p, n->x, e))
        return false;
    const layout_slot *s = plan_chain(n->p, d->a, keys, &count, &constant);
    if (!s || constant || count != 1 || s->levels != 1)
        return false;
    const uint32_t board = strands_board_with(n, (ir_var)(s - n->p->layout.variables));
    const int64_t stored = value - (s->integer ? (int64_t)s->low : 0);
    if (board == IR_NONE || strands_board_words(n, board) != 1 || stored < 0 ||
        strands_class_of_one(n, board, (uint32_t)stored) == IR_NONE ||
        (w->next != IR_NONE && (board != w->board || stored != w->value || !ir_expr_equal(n->g, keys[0], w->next))))
        return false;
    w->board = board;
    w->value = (uint32_t)stored;
    w->next = keys[0];
    *held = d->op == IR_EQ;
    return true;
}

/* The edge by which a node sets the scalar to the next cell, as its only one. */
static const ir_edge_data *steps_to(const along *w, ir_node node)
{
    native_source *n = w->n;
    const uint32_t at = region_at(n->x->r, node);
    const ir_edge_data *e = n->x->visit_of[at] == IR_NONE ? plan_only_edge(n->p, n->x, node) : NULL;
    bool steps = e && e->label == IR_ASSIGN && !(n->x->r->moves && ir_assigns_player(n->g, e)) &&
                 ir_expr_equal(n->g, e->value, w->next) && !plan_step_can_fault(n->p, n->x, e) &&
                 !plan_dead_store(n->p, n->x, e);
    return steps && n->p->layout.variables[ir_target_variable(n->g, e->target)].levels == 0 ? e : NULL;
}

/* One step from a node on; where it leads, or IR_NONE. */
static ir_node read_step(along *w, ir_node node)
{
    native_source *n = w->n;
    const plan_edges *order = plan_order(n->x, node);
    if (order->count != 2 || vec_at(order, 0).last_of_group)
        return IR_NONE;
    const ir_edge_data *edges[2] = {plan_edge_at(n->p, order, 0), plan_edge_at(n->p, order, 1)};
    bool held[2];
    if (!read_check(w, edges[0], &held[0]) || !read_check(w, edges[1], &held[1]) || held[0] == held[1])
        return IR_NONE;
    for (int i = 0; i < 2; i++) {
        const ir_edge_data *e = steps_to(w, edges[i]->to);
        if (!e)
            continue;
        const ir_var v = ir_target_variable(n->g, e->target);
        if (w->steps == 0)
            w->v = v, w->while_held = held[i], w->exit = edges[1 - i]->to;
        else if (v != w->v || held[i] != w->while_held || edges[1 - i]->to != w->exit)
            continue;
        w->steps++;
        return e->to;
    }
    return IR_NONE;
}

static bool find_steps(along *w, ir_node from)
{
    ir_node node = from;
    while (w->steps < STEPS_MAX) {
        node = read_step(w, node);
        if (node == IR_NONE || node == w->exit)
            break;
        w->endless = node == from;
        if (w->endless)
            break;
    }
    return w->steps > (w->endless ? 0 : 1) && (w->endless || node == w->exit);
}

typedef enum content { OTHER, HELD, CHANGES } content;

/* What is known of a cell for good. */
static content content_of(const along *w, uint32_t cell)
{
    const layout *l = &w->n->p->layout;
    const ir_var v = w->n->p->boards[w->board].variable;
    const layout_slot *s = &l->variables[v];
    if (!plan_is_fixed(w->n->p->cells, v, cell))
        return CHANGES;
    return layout_load(l->initial + s->offset + (size_t)cell * s->width, s->width) == w->value ? HELD : OTHER;
}

/* The cell that follows on a value of the scalar; false: the scalar never has that value. */
static bool following(const along *w, int32_t lane, int32_t *to, uint32_t *cell)
{
    const layout_slot *s = &w->n->p->layout.variables[w->n->p->boards[w->board].variable];
    if (emit_evaluate(w->n, w->next, w->v, lane, to) != EVALUATED)
        return false;
    const int64_t at = (int64_t)*to - s->keys[0].low;
    *cell = (uint32_t)at;
    return at >= 0 && at < s->cells;
}

/* Cells on the way from a lane that may change, each once and in order of their numbers; false: too many. */
static bool cells_from(const along *w, int32_t lane, uint32_t *cells, uint32_t *count)
{
    int32_t at = lane;
    uint32_t cell;
    *count = 0;
    for (uint32_t i = 0; i < (w->endless ? STEPS_MAX : w->steps) && following(w, at, &at, &cell); i++) {
        const content c = content_of(w, cell);
        uint32_t k = 0;
        if (c != CHANGES && (c == HELD) != w->while_held)
            return true;
        while (c == CHANGES && k < *count && cells[k] < cell)
            k++;
        if (c != CHANGES || (k < *count && cells[k] == cell))
            continue;
        if (*count == ALONG_BITS_MAX || cell >= w->n->p->boards[w->board].cells)
            return false;
        for (uint32_t j = (*count)++; j > k; j--)
            cells[j] = cells[j - 1];
        cells[k] = cell;
    }
    return true;
}

/* Where the way from a lane ends; false: it does not. */
static bool end_of(const along *w, int32_t lane, const uint32_t *cells, uint32_t count, uint32_t pattern, int32_t *end)
{
    *end = lane;
    for (uint32_t i = 0; i < (w->endless ? STEPS_MAX : w->steps); i++) {
        int32_t to;
        uint32_t k = 0, cell;
        if (!following(w, *end, &to, &cell))
            return true;
        const content c = content_of(w, cell);
        while (c == CHANGES && k < count && cells[k] != cell)
            k++;
        if (c == CHANGES && k == count)
            return false;
        if ((c == CHANGES ? pattern >> k & 1 : c == HELD) != w->while_held)
            return true;
        *end = to;
    }
    return !w->endless;
}

/* Tables: which cells are on the way, and where it ends. False: there are none. */
static bool emit_along_tables(along *w, uint32_t *id)
{
    native_source *n = w->n;
    const layout_slot *s = &n->p->layout.variables[w->v];
    uint32_t cells[ALONG_BITS_MAX], count;
    const char *masks = "", *ends = "";
    w->lanes = (uint32_t)(s->high - s->low) + 1;
    int32_t to;
    for (uint32_t i = 0; i < w->lanes; i++)
        if (emit_evaluate(n, w->next, w->v, s->low + (int32_t)i, &to) == NOT_CONSTANT)
            return false; /* where it goes depends on something else, too: a direction */
    for (uint32_t i = 0; i < w->lanes; i++) {
        if (!cells_from(w, s->low + (int32_t)i, cells, &count))
            return false;
        w->bits = count > w->bits ? count : w->bits;
    }
    if (s->high - s->low > 255 || s->low < 0 || s->high > 255 || w->lanes << w->bits > ALONG_TABLE_MAX)
        return false;
    *id = n->masks++;
    for (uint32_t i = 0; i < w->lanes; i++) {
        uint64_t mask = 0;
        cells_from(w, s->low + (int32_t)i, cells, &count);
        for (uint32_t k = 0; k < count; k++)
            mask |= UINT64_C(1) << cells[k];
        masks = F("%s0x%llxull,", masks, (unsigned long long)mask);
        ends = F("%s{", ends);
        for (uint32_t pattern = 0; pattern < 1u << count; pattern++) {
            int32_t end;
            if (!end_of(w, s->low + (int32_t)i, cells, count, pattern, &end))
                return false;
            ends = F("%s%d,", ends, end);
        }
        ends = F("%s},\n", ends);
    }
    text_add(n, &n->tables, F("UNUSED static const uint64_t G%u[] = {%s};\n", *id, masks));
    text_add(n, &n->tables, F("UNUSED static const unsigned char G%u_end[][%u] = {\n%s};\n", *id, 1u << w->bits, ends));
    return true;
}

bool emit_along(native_source *n, uint32_t at, uint32_t tags)
{
    along w = {.n = n, .next = IR_NONE};
    uint32_t id, name = n->locals;
    if (n->beside_along || !emit_tracks(n) || !emit_keeps_state(n) || !find_steps(&w, n->x->r->nodes[at]) ||
        !emit_along_tables(&w, &id))
        return false;
    const layout_slot *s = &n->p->layout.variables[w.v];
    const char *before = n->known[w.v], *lane = F("(%s - %d)", emit_variable(n, w.v), s->low);
    const bool undo = emit_needs_undo(n, w.exit);
    n->locals++;
    emit_line(n, "\n#if defined __BMI2__");
    emit_open(n, "if (x->fresh)");
    emit_line(n,
              F("const int v%u_%s = G%u_end[%s][__builtin_ia32_pext_di(x->cells[%u], G%u[%s])];", name, n->names[w.v],
                id, lane, strands_board_first(n, w.board) + strands_class_of_one(n, w.board, w.value), id, lane));
    if (undo)
        emit_keep_scalar(n, w.v, name);
    emit_hold_scalar(n, w.v, F("v%u_%s", name, n->names[w.v]));
    emit_go_to(n, w.exit, tags);
    n->known[w.v] = before;
    if (undo)
        emit_restore_scalar(n, w.v, name);
    emit_close(n);
    emit_line(n, "else\n#endif");
    emit_open(n, "");
    n->beside_along = true;
    return true;
}

void emit_end_along(native_source *n, bool began)
{
    if (!began)
        return;
    emit_close(n);
    n->beside_along = false;
}
