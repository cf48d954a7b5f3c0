/* Nodes and edges as C: nested blocks, and functions where paths meet or turn back.
 *
 * Scalars live in C variables from where they are assigned to where they are read last; functions
 * hand them on as parameters. Searches that leave the state as it was never write them into it;
 * moves and steps write them once, when the path is complete. Maps are written in place, and put
 * back when the path is given up; so are scalars where there are too many to be handed on. */
#include "native/emit_inside.h"

#include <string.h>

static void emit_node(native_source *n, ir_node node, uint32_t tags);

/* ---- functions ---- */

static const char *function_name(native_source *n, uint32_t at)
{
    static const char *const letters[] = {"list", "draw", "apply", "step", "match", "steps", "all"};
    ir_node node = n->x->r->nodes[at];
    return n->kind == EMIT_REACH ? F("search%u_%u", n->program, node) : F("%s_%u", letters[n->kind], node);
}

static bool scalar(const native_source *n, ir_var v)
{
    const layout_slot *s = &n->p->layout.variables[v];
    return !n->g->variables.data[v].removed && s->levels == 0;
}

/* Scalars whose value at a place may not be what the state says, and matters. */
static bool is_handed_on(const native_source *n, uint32_t at, ir_var v)
{
    const region *r = n->x->r;
    if (!scalar(n, v) || (r->moves && v == n->g->player))
        return false;
    bool assigned = bitset_has(&r->assigned[at], v);
    if (n->kind == EMIT_REACH) {
        const vec_u32 *given = &n->reaches.data[n->program].parameters;
        for (uint32_t i = 0; i < given->count; i++)
            assigned |= given->data[i] == v;
    }
    bool searches = emit_stops_early(n) || n->kind == EMIT_REACH;
    return assigned && (!searches || bitset_has(&r->live[at], v));
}

static bool is_parameter(const native_source *n, uint32_t at, ir_var v)
{
    return !n->in_state && is_handed_on(n, at, v);
}

void emit_place_scalars(native_source *n)
{
    uint32_t count = 0;
    for (uint32_t at = 0; at < n->x->r->count; at++)
        for (ir_var v = 0; n->is_function[at] && v < n->g->variables.count; v++)
            count += is_handed_on(n, at, v);
    n->in_state = count > SCALARS_MAX;
}

void emit_keep_scalar(native_source *n, ir_var v, uint32_t id)
{
    if (n->in_state)
        emit_line(n, F("const int o%u = L%u(s + AT_%s);", id, n->p->layout.variables[v].width * 8, n->names[v]));
}

void emit_hold_scalar(native_source *n, ir_var v, const char *name)
{
    const layout_slot *s = &n->p->layout.variables[v];
    n->known[v] = name;
    emit_line(n, n->in_state ? F("S%u(s + AT_%s, %s);", s->width * 8, n->names[v], emit_stored(n, s, name))
                             : F("(void)%s;", name));
}

void emit_restore_scalar(native_source *n, ir_var v, uint32_t id)
{
    if (n->in_state)
        emit_line(
            n, F("%sS%u(s + AT_%s, o%u);", emit_unless_found(n), n->p->layout.variables[v].width * 8, n->names[v], id));
}

static bool has_varying(const native_source *n, uint32_t at)
{
    return !emit_silent(n) && n->tags_before[at] == TAGS_VARY;
}

/* Tags so far as parameters, where they are not read from the move. */
static uint32_t tag_parameters(const native_source *n, uint32_t at)
{
    return emit_makes_words(n) && n->tags_before[at] != TAGS_VARY ? n->tags_before[at] : 0;
}

/* The tags a function holds in variables, written where others expect them. */
static void spill_tags(native_source *n, uint32_t tags)
{
    for (uint32_t i = 0; emit_makes_words(n) && i < tags; i++)
        emit_line(n, n->varying ? F("x->t[n + %u] = %s;", i, n->words[i]) : F("x->t[%u] = %s;", i, n->words[i]));
}

const char *emit_call(native_source *n, uint32_t at, uint32_t tags)
{
    const char *call = F("%s(x, s", function_name(n, at));
    if (has_varying(n, at))
        call = n->varying ? F("%s, n + %u", call, tags) : F("%s, %u", call, tags);
    if (n->recursive[at])
        call = n->deep ? F("%s, d + 1", call) : F("%s, 1", call);
    for (uint32_t i = 0; i < tag_parameters(n, at); i++)
        call = F("%s, %s", call, n->words[i]);
    for (ir_var v = 0; v < n->g->variables.count; v++)
        if (is_parameter(n, at, v))
            call = F("%s, %s", call, emit_variable(n, v));
    return F("%s)", call);
}

void emit_need_function(native_source *n, uint32_t at)
{
    n->is_function[at] = true;
    if (!n->emitted[at]) {
        n->emitted[at] = true;
        n->product_before[at] = n->product;
        vec_push(n->a, &n->pending, at);
    }
}

static void emit_function(native_source *n, uint32_t at)
{
    const char *returns = n->kind == EMIT_LIST ? "void" : "int";
    /* counts that few ask for; comparing ways of a move */
    const char *cold = n->kind == EMIT_ALL ? "COLD " : n->kind == EMIT_MATCH || n->kind == EMIT_STEPS ? "SOON " : "";
    const char *is = n->kind == EMIT_STEP ? F("STEP_%u", n->x->r->nodes[at]) : F("%sstatic", cold);
    const char *head = F("%s %s %s(native_frame *const x, unsigned char *const s", is, returns, function_name(n, at));
    const size_t before = n->functions.length;
    memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
    memset((void *)n->words, 0, sizeof n->words);
    n->locals = 0;
    n->product = n->recursive[at] ? 1 : n->product_before[at];
    n->varying = has_varying(n, at);
    n->deep = n->recursive[at];
    if (n->varying)
        head = F("%s, const uint32_t n", head);
    if (n->deep)
        head = F("%s, const uint32_t d", head);
    for (uint32_t i = 0; i < tag_parameters(n, at); i++) {
        head = F("%s, const uint32_t t%u", head, i);
        n->words[i] = F("t%u", i);
    }
    const char *use = "(void)x, (void)s";
    for (ir_var v = 0; v < n->g->variables.count; v++)
        if (is_parameter(n, at, v)) {
            n->known[v] = F("q_%s", n->names[v]);
            head = F("%s, const int %s", head, n->known[v]);
            use = F("%s, (void)%s", use, n->known[v]);
        }
    text_add(n, &n->declarations, F("UNUSED %s);\n", head));
    text_add(n, &n->functions, F("\n%s)\n{\n", head));
    n->indent = 1;
    emit_line(n, F("%s;", use));
    if (emit_matches(n))
        emit_line(n, "const uint32_t *const m = x->m;\n    (void)m;");
    const char *nothing = n->kind == EMIT_LIST ? "" : " 0";
    if (n->deep)
        emit_line(n, F("if (d > x->depth_max)\n        return %s%s;", F("halt(x)%s", *nothing ? "," : ""), nothing));
    if (n->varying && !n->bounded && emit_matches(n))
        emit_line(n, "if (n > x->m_count)\n        return 0;");
    else if (n->varying && !n->bounded)
        emit_line(n, F("if (n + %u > x->tag_room)\n        return halt(x)%s%s;", TAGS_LOCAL_MAX + 1,
                       *nothing ? "," : "", nothing));
    if (n->kind != EMIT_LIST)
        emit_line(n, "int f = 0;");
    uint32_t tags = n->varying || emit_silent(n) ? 0 : n->tags_before[at];
    emit_node(n, n->x->r->nodes[at], tags);
    if (n->kind != EMIT_LIST)
        emit_line(n, "return f;");
    text_add(n, &n->functions, "}\n");
    if (n->kind == EMIT_STEP)
        n->decisions[n->x->r->nodes[at]].step_bytes = n->recursive[at] ? SIZE_MAX : n->functions.length - before;
}

void emit_pending(native_source *n)
{
    arena *outer = n->strings;
    n->strings = n->own_strings;
    while (n->pending.count > 0 && !n->problem) {
        emit_function(n, n->pending.data[--n->pending.count]);
        arena_empty(n->strings);
        if (n->functions.length > n->text_max)
            emit_give_up(n, "its C text would be too long");
    }
    n->strings = outer;
    n->product = 1;
}

void emit_go_to(native_source *n, ir_node node, uint32_t tags)
{
    uint32_t at = region_at(n->x->r, node);
    bool room = tags < TAGS_LOCAL_MAX;
    bool end = emit_stops_early(n) && n->x->sure[at];
    bool changes =
        !emit_silent(n) && !n->varying && n->tags_before[at] == TAGS_VARY && !(end && tags <= TAGS_FIXED_MAX);
    if (n->is_function[at] || (n->indent > BLOCKS_MAX && !end) || !room || changes) {
        emit_need_function(n, at);
        if (has_varying(n, at))
            spill_tags(n, tags);
        const char *call = emit_call(n, at, tags);
        bool often = !n->recursive[at] && n->product > TICK_PRODUCT / 16 && n->product > n->product_before[at];
        n->ticked |= often;
        if (often)
            emit_open(n, "if (!tick(x))");
        if (n->kind == EMIT_LIST)
            emit_line(n, F("%s;", call));
        else
            emit_line(n, F("f %s %s;", emit_follows_all(n) ? "|=" : "=", call));
        if (often)
            emit_close(n);
        return;
    }
    emit_node(n, node, tags);
}

/* ---- ends of paths ---- */

const char *emit_tag_count(native_source *n, uint32_t tags) { return n->varying ? F("n + %u", tags) : F("%u", tags); }

/* Writes out a move; only when `condition` holds, if there is one. */
void emit_push(native_source *n, uint32_t at, uint32_t tags, const char *condition)
{
    if (n->varying) {
        if (condition)
            emit_open(n, F("if (%s)", condition));
        uint32_t id = n->locals++;
        emit_line(n, tags ? F("uint32_t *const w%u = room(x, n, %u);", id, tags) : "room(x, n, 0);");
        for (uint32_t i = 0; i < tags; i++)
            emit_line(n, F("w%u[%u] = %s;", id, i, n->words[i]));
        if (condition)
            emit_close(n);
        return;
    }
    const char *call = F("push%u%s(x, %s", tags, n->starts[at] ? "s" : "", condition ? condition : "1");
    for (uint32_t i = 0; i < tags; i++)
        call = F("%s, %s", call, n->words[i]);
    emit_line(n, F("%s);", call));
}

static void found(native_source *n, uint32_t at, uint32_t tags)
{
    if (n->kind == EMIT_LIST) {
        emit_push(n, at, tags, NULL);
        return;
    }
    if (n->kind == EMIT_DRAW) {
        spill_tags(n, tags);
        emit_line(n, F("x->found_tags = %s;", emit_tag_count(n, tags)));
    }
    emit_line(n, n->kind == EMIT_DRAW ? "f = x->ticket == 0;" : "f = 1;");
}

/* The position that the path leads to, at `to`. */
static void write_position(native_source *n, const ir_edge_data *e, const char *to, const char *player)
{
    if (!emit_keeps_state(n))
        emit_line(n, F("memcpy(%s, s, %u);", to, n->state_size));
    const layout_slot *s = &n->p->layout.variables[n->g->player];
    emit_line(n, F("S%u(%s + AT_%s, %s);%s", s->width * 8, to, n->names[n->g->player], player, emit_rule(n, e)));
    for (ir_var v = 0; v < n->g->variables.count; v++)
        if (n->known[v] && !n->in_state && v != n->g->player && !n->g->variables.data[v].local) {
            const layout_slot *slot = &n->p->layout.variables[v];
            emit_line(n,
                      F("S%u(%s + AT_%s, %s);", slot->width * 8, to, n->names[v], emit_stored(n, slot, n->known[v])));
        }
    emit_line(n, F("S32(%s, %u);", to, e->to));
}

/* An assignment of player: the move is complete. */
static void emit_final(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    if (emit_stops_early(n)) {
        found(n, region_at(n->x->r, e->from), tags);
        return;
    }
    const char *player = emit_value(n, e->value);
    bool certain = !emit_matches(n) || !n->starts[region_at(n->x->r, e->from)];
    if (!certain)
        emit_open(n, F("if (x->m_count == %s)", emit_tag_count(n, tags)));
    else if (!emit_keeps_state(n))
        emit_open(n, "");
    if (!emit_keeps_state(n))
        emit_line(n, "unsigned char *const r = x->r;");
    write_position(n, e, emit_keeps_state(n) ? "s" : "r", player);
    if (n->kind == EMIT_STEPS)
        emit_line(n, F("compare_told(x, x->t, x->told, %d);", n->p->hidden));
    else if (n->kind == EMIT_MATCH && n->p->hidden)
        emit_line(n, "compare_told(x, m, x->m_count, 1);");
    if (n->kind == EMIT_ALL) {
        spill_tags(n, tags);
        emit_line(n, F("if (!x->emit(x->host, %s))\n        halt(x);", emit_tag_count(n, tags)));
        emit_line(n, "f = 1;");
    } else {
        emit_line(n, emit_keeps_state(n) ? "f = 1;" : F("f |= compare(x, %u);", n->compared));
    }
    if (!emit_keeps_state(n) || !certain)
        emit_close(n);
}

/* ---- edges ---- */

const char *emit_unless_found(const native_source *n) { return emit_keeps_state(n) ? "if (!f) " : ""; }

bool emit_needs_undo(const native_source *n, ir_node to)
{
    return !(emit_keeps_state(n) && n->total[region_at(n->x->r, to)]);
}

void emit_keep(native_source *n, uint32_t id, uint32_t bytes)
{
    if (bytes > COPY_MAX) {
        emit_open(n, F("if (x->keep(x->host, (uint32_t)p%u, %u))", id, bytes));
        return;
    }
    emit_open(n, "");
    emit_line(n, F("unsigned char o%u[%u];", id, bytes));
    emit_line(n, F("memcpy(o%u, s + p%u, %u);", id, id, bytes));
}

void emit_restore(native_source *n, uint32_t id, uint32_t bytes)
{
    const char *how = bytes > COPY_MAX ? "x->restore(x->host);" : F("memcpy(s + p%u, o%u, %u);", id, id, bytes);
    emit_line(n, F("%s%s", emit_unless_found(n), how));
    emit_close(n);
}

void emit_copy_map(native_source *n, const ir_edge_data *e, uint32_t id, uint32_t bytes)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, index = emit_root(n, e->value);
    bool constant;
    const layout_slot *from = plan_chain(n->p, e->value, keys, &count, &constant);
    if (!from) {
        emit_give_up(n, "an access is nested too deeply");
        return;
    }
    if (constant) {
        bitset_add(&n->tables_used, index);
        emit_line(
            n, F("memcpy(s + p%u, %s + (%s), %u);", id, emit_table(n, index), emit_cell(n, from, keys, count), bytes));
    } else {
        emit_line(n, F("memmove(s + p%u, s + (%s), %u);", id, emit_offset(n, index, keys, count), bytes));
    }
}

/* Of a map, or of a real. */
static void assign_map(native_source *n, const ir_edge_data *e, const layout_slot *s, const char *where, uint32_t count,
                       uint32_t tags)
{
    const uint32_t id = n->locals++, bytes = (count ? s->keys[count - 1].stride : s->cells) * s->width;
    bool undo = emit_needs_undo(n, e->to);
    emit_open(n, "");
    emit_line(n, F("const int p%u = %s;%s", id, where, emit_rule(n, e)));
    if (plan_type_of(n->p, e->target)->kind == IR_TYPE_REAL)
        emit_line(n, F("const double r%u = %s;", id, emit_real(n, e->value)));
    if (undo)
        emit_keep(n, id, bytes);
    if (s->real && plan_type_of(n->p, e->target)->kind == IR_TYPE_REAL)
        emit_line(n, F("store_real(s + p%u, r%u);", id, id));
    else
        emit_copy_map(n, e, id, bytes);
    emit_go_to(n, e->to, tags);
    if (undo)
        emit_restore(n, id, bytes);
    emit_close(n);
}

/* Into a local variable, from where it is written when the path is complete. */
static void assign_scalar(native_source *n, const ir_edge_data *e, ir_var v, const char *right, uint32_t tags)
{
    uint32_t id = n->locals++;
    const char *before = n->known[v], *name = F("v%u_%s", id, n->names[v]);
    bool undo = emit_needs_undo(n, e->to);
    emit_open(n, "");
    emit_line(n, F("const int %s = %s;%s", name, right, emit_rule(n, e)));
    if (undo)
        emit_keep_scalar(n, v, id);
    emit_hold_scalar(n, v, name);
    emit_go_to(n, e->to, tags);
    n->known[v] = before;
    if (undo)
        emit_restore_scalar(n, v, id);
    emit_close(n);
}

const char *emit_right(native_source *n, const ir_edge_data *e, const layout_slot *s)
{
    const char *right = emit_value(n, e->value);
    return !plan_counts_safely(n->p, n->x, e) && plan_value_escapes(n->p, s, e->value)
               ? F("in_range(x, %s, %s, %s)", right, emit_number(n, s->low), emit_number(n, s->high))
               : right;
}

static void emit_assign(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant, undo = emit_needs_undo(n, e->to);
    ir_var v = ir_target_variable(n->g, e->target);
    if (plan_dead_store(n->p, n->x, e)) {
        const char *before = n->known[v];
        n->known[v] = NULL;
        emit_go_to(n, e->to, tags);
        n->known[v] = before;
        return;
    }
    const layout_slot *s = plan_chain(n->p, e->target, keys, &count, &constant);
    if (!s) {
        emit_give_up(n, "an access is nested too deeply");
        return;
    }
    const char *where = emit_offset(n, v, keys, count);
    if (emit_is_map(n, e->target)) {
        n->copied[v] |= emit_keeps_state(n);
        assign_map(n, e, s, where, count, tags);
        return;
    }
    const char *right = emit_right(n, e, s);
    if (s->levels == 0) {
        assign_scalar(n, e, v, right, tags);
        return;
    }
    uint32_t id = n->locals++;
    emit_open(n, "");
    emit_line(n, F("const int v%u = %s;%s", id, right, emit_rule(n, e)));
    emit_line(n, F("unsigned char *const p%u = s + (%s);", id, where));
    const bool alone = emit_keeps_state(n) && emit_is_large(s);
    if (undo || alone)
        emit_line(n, F("const int o%u = L%u(p%u);", id, s->width * 8, id));
    const char *stored = emit_stored(n, s, F("v%u", id));
    const ir_edge_data *next = plan_only_edge(n->p, n->x, e->to);
    const bool last = !next || !emit_writes_board(n, next);
    const char *kept = emit_tracks(n) ? emit_move_cell(n, v, F("p%u", id), F("*p%u", id), stored, last) : NULL;
    if (kept)
        emit_line(n, kept);
    emit_line(n, F("S%u(p%u, %s);", s->width * 8, id, stored));
    emit_go_to(n, e->to, tags);
    if (undo || alone) {
        emit_open(n, alone ? "if (!f || x->stop)" : emit_keeps_state(n) ? "if (!f)" : "");
        if (kept)
            emit_line(n, emit_move_cell(n, v, F("p%u", id), F("*p%u", id), F("o%u", id), false));
        emit_line(n, F("S%u(p%u, o%u);", s->width * 8, id, id));
        emit_close(n);
    }
    emit_close(n);
}

const char *emit_tag_word(native_source *n, const ir_edge_data *e)
{
    const ir_expr_data *d = &n->g->exprs.data[ir_bare(n->g, e->value)];
    return d->op == IR_SYM
               ? F("%uu", d->a)
               : F("%uu + (uint32_t)%s", plan_tag_base(n->p, ir_expr_type(n->g, e->value)), emit_value(n, e->value));
}

void emit_hold_tag(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    uint32_t id = n->locals++;
    emit_line(n, F("const uint32_t g%u = %s;%s", id, emit_tag_word(n, e), emit_rule(n, e)));
    n->words[tags] = F("g%u", id);
}

/* A tag of the keeper is told, in case that someone listens. */
static void emit_told_tag(native_source *n, const ir_edge_data *e)
{
    emit_open(n, F("if (tell(x, %s))", emit_tag_word(n, e)));
    if (n->p->hidden)
        emit_line(n, "x->seen[x->told - 1] = seen_now(s);");
    emit_go_to(n, e->to, 0);
    emit_line(n, F("%sx->told--;", emit_unless_found(n)));
    emit_close(n);
}

static void emit_tag(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    if (n->kind == EMIT_REACH) {
        emit_go_to(n, e->to, tags);
    } else if (emit_silent(n)) {
        emit_told_tag(n, e);
    } else if (emit_matches(n)) {
        const char *at = emit_tag_count(n, tags);
        emit_open(n, F("if (m[%s] == %s)", at, emit_tag_word(n, e)));
        if (n->p->hidden)
            emit_line(n, F("x->seen[%s] = seen_now(s);", at));
        emit_go_to(n, e->to, tags + 1);
        emit_close(n);
    } else if (n->kind == EMIT_ALL) {
        const char *at = emit_tag_count(n, tags);
        emit_hold_tag(n, e, tags);
        emit_open(n, F("if (asked(x, %s, %s))", at, n->words[tags]));
        if (n->p->hidden)
            emit_line(n, F("x->seen[%s] = seen_now(s);", at));
        emit_go_to(n, e->to, tags + 1);
        emit_close(n);
    } else {
        emit_hold_tag(n, e, tags);
        emit_go_to(n, e->to, tags + 1);
    }
}

/* ---- nodes ---- */

void emit_edge(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    if (n->x->r->moves && ir_assigns_player(n->g, e)) {
        emit_final(n, e, tags);
        return;
    }
    switch (e->label) {
    case IR_SKIP:
    case IR_CHECK: emit_go_to(n, e->to, tags); break; /* the caller checked */
    case IR_ASSIGN: emit_assign(n, e, tags); break;
    case IR_CHOOSE: emit_choose(n, e, tags); break;
    case IR_TAG: emit_tag(n, e, tags); break;
    }
}

/* The tags that are met next on the only way on, against those of the move: asked before a search. */
static const char *tags_agree(native_source *n, ir_node node, uint32_t tags)
{
    const char *all = "";
    for (uint32_t steps = 0; steps < 8; steps++) {
        const uint32_t at = region_at(n->x->r, node);
        if (n->loop_of[at] || n->x->visit_of[at] != IR_NONE)
            break;
        const ir_edge_data *e = plan_only_edge(n->p, n->x, node);
        if (!e || (e->label != IR_TAG && e->label != IR_CHECK && e->label != IR_SKIP))
            break;
        if (e->label == IR_TAG && (plan_can_fault(n->p, e->value) || tags >= TAGS_LOCAL_MAX))
            break;
        if (e->label == IR_TAG) {
            all = F("%sm[%s] == %s && ", all, emit_tag_count(n, tags), emit_tag_word(n, e));
            tags++;
        }
        node = e->to;
    }
    return all;
}

/* What a search says need not be asked again of a move known to be legal: its tags tell the path, since what shows that
 * no two paths make the same move (the pass unique) takes such checks for passed. Where several may, all are looked
 * for, first without searches: if there is one, it is the move's. */
static bool need_not_search(const native_source *n, const ir_edge_data *e)
{
    ir_expr c = ir_bare(n->g, e->value);
    while (n->g->exprs.data[c].op == IR_NOT)
        c = ir_bare(n->g, n->g->exprs.data[c].a);
    return n->g->exprs.data[c].op == IR_REACH &&
           (n->kind == EMIT_MATCH || (n->kind == EMIT_APPLY && !n->several[region_at(n->x->r, e->from)]));
}

void emit_unit(native_source *n, const plan_edges *order, uint32_t first, uint32_t last, uint32_t tags)
{
    const ir_edge_data *only = &n->g->edges.data[order->data[first].edge];
    if (first == last && only->label == IR_CHECK && !order->data[first].certain) {
        const char *condition = emit_condition(n, only->value);
        if (need_not_search(n, only))
            condition = F("(x->legal || %s)", condition);
        if (emit_matches(n) && !emit_simple(n, only->value))
            condition = F("%s%s", tags_agree(n, only->to, tags), condition);
        emit_under(n, condition, emit_simple(n, only->value), only->to, tags);
        return;
    }
    for (uint32_t i = first; i <= last; i++) {
        const ir_edge_data *e = plan_edge_at(n->p, order, i);
        bool checked = e->label == IR_CHECK && !order->data[i].certain;
        const char *other = i > first ? "else " : "";
        if (checked)
            emit_open(n, F("%sif (%s)", other, emit_condition(n, e->value)));
        else if (i > first)
            emit_open(n, "else");
        emit_edge(n, e, tags);
        if (checked || i > first)
            emit_close(n);
        if (!checked)
            break; /* it can always be passed: what follows in the group is never tried */
    }
}

void emit_drawn_unit(native_source *n, const plan_edges *order, uint32_t first, bool further, bool last)
{
    const double width = n->x->widths ? plan_unit_width(n->p, n->x, order, first, n->x->widths) : 1;
    const uint32_t w = width < UINT32_MAX ? (uint32_t)width : UINT32_MAX;
    if (further)
        emit_open(n, "else");
    if (last) {
        emit_open(n, "");
        return;
    }
    const uint32_t id = n->locals++;
    emit_line(n, F("const int u%u = x->ticket < %uu;", id, w));
    emit_line(n, F("x->ticket -= u%u ? 0 : %uu;", id, w));
    emit_open(n, F("if (u%u)", id));
}

static void emit_units(native_source *n, const plan_edges *order, uint32_t tags)
{
    uint32_t units = 0, number = 0;
    for (uint32_t i = 0; i < order->count; i++)
        units += order->data[i].last_of_group;
    for (uint32_t first = 0; first < order->count; number++) {
        uint32_t last = first;
        while (!order->data[last].last_of_group)
            last++;
        if (units > 1 && n->kind == EMIT_DRAW)
            emit_drawn_unit(n, order, first, number > 0, number + 1 == units);
        else if (units > 1)
            emit_open(n, number > 0 && !emit_follows_all(n) ? "if (!f)" : "");
        emit_unit(n, order, first, last, tags);
        if (units > 1)
            emit_close(n);
        first = last + 1;
    }
    for (number = 1; units > 1 && n->kind == EMIT_DRAW && number < units; number++)
        emit_close(n);
}

/* ---- remembered configurations ---- */

/* Stamps of their own for small keys. */
static const char *small_key(native_source *n, const plan_visit *v)
{
    const char *sum = "0";
    for (uint32_t i = 0; i < v->part_count; i++) {
        ir_var k = v->parts[i].variable;
        const char *value = F("(uint32_t)(%s)", emit_stored(n, &n->p->layout.variables[k], emit_variable(n, k)));
        sum = i ? F("(%s) * %uu + %s", sum, v->parts[i].radix, value) : value;
    }
    return sum;
}

/* Opens a block that is entered when the configuration is new. Keys that are not small are hashed by the host,
 * which reads them from the state. */
static void open_visit(native_source *n, uint32_t id, uint32_t tags)
{
    const plan_visit *v = &n->p->visits.data[id];
    if (v->small) {
        emit_open(n, F("if (first_visit(x, %u + %s))", v->stamps, small_key(n, v)));
        return;
    }
    uint32_t name = n->locals++;
    emit_line(n, F("int y%u;", name));
    emit_open(n, "");
    for (uint32_t i = 0; i < v->part_count; i++) {
        ir_var k = v->parts[i].variable;
        const layout_slot *s = &n->p->layout.variables[k];
        if (!n->known[k] || n->in_state)
            continue;
        emit_line(n, F("const int k%u = L%u(s + AT_%s);", k, s->width * 8, n->names[k]));
        emit_line(n, F("S%u(s + AT_%s, %s);", s->width * 8, n->names[k], emit_stored(n, s, n->known[k])));
    }
    spill_tags(n, tags);
    if (emit_matches(n))
        emit_line(n, F("memcpy(x->t, m, sizeof *m * (%s));", emit_tag_count(n, tags)));
    emit_line(n, F("y%u = x->visit(x->host, %u, %s, x->search);", name, id,
                   n->kind == EMIT_REACH ? "0"
                   : emit_silent(n)      ? "x->told"
                                         : emit_tag_count(n, tags)));
    for (uint32_t i = 0; i < v->part_count; i++) {
        ir_var k = v->parts[i].variable;
        if (n->known[k] && !n->in_state)
            emit_line(n, F("S%u(s + AT_%s, k%u);", n->p->layout.variables[k].width * 8, n->names[k], k));
    }
    emit_close(n);
    emit_open(n, F("if (y%u)", name));
}

static void emit_node(native_source *n, ir_node node, uint32_t tags)
{
    uint32_t at = region_at(n->x->r, node);
    if (!n->x->r->moves && node == n->x->r->target) {
        found(n, at, tags);
        return;
    }
    if (emit_stops_early(n) && n->x->sure[at]) {
        found(n, at, tags);
        return;
    }
    const bool along = emit_along(n, at, tags);
    if (n->loop_of[at]) {
        emit_loop(n, at, tags);
        emit_end_along(n, along);
        return;
    }
    bool visit = n->x->visit_of[at] != IR_NONE && n->kind != EMIT_DRAW;
    if (visit)
        open_visit(n, n->x->visit_of[at], tags);
    else if (n->branching[at])
        emit_open(n, "if (!tick(x))");
    const plan_edges *order = plan_order(n->x, node);
    emit_units(n, order, tags);
    if (visit || n->branching[at])
        emit_close(n);
    emit_end_along(n, along);
}
