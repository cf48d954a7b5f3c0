/* Nodes and edges as C: nested blocks, and functions where paths meet or turn back.
 *
 * Scalars live in C variables from where they are assigned to where they are read last; functions
 * hand them on as parameters. Searches that leave the state as it was never write them into it;
 * moves and steps write them once, when the path is complete. Maps are written in place, and put
 * back when the path is given up. */
#include "native/emit_inside.h"

#include <string.h>

static void emit_node(native_source *n, ir_node node, uint32_t tags);

/* ---- functions ---- */

/* Nested choices that try more than this many ways count their work. */
#define TICK_PRODUCT 65536.0

static const char *function_name(native_source *n, uint32_t at)
{
    static const char *const letters[] = {"list", "draw", "apply", "step", "match", "steps"};
    ir_node node = n->x->r->nodes[at];
    return n->kind == EMIT_REACH ? F("search%u_%u", n->program, node)
                                 : F("%s_%u", letters[n->kind], node);
}

static bool scalar(const native_source *n, ir_var v)
{
    const layout_slot *s = &n->p->layout.variables[v];
    return !n->g->variables.data[v].removed && s->levels == 0;
}

/* Variables a place's function is given: those whose value may not be what the state says. */
static bool is_parameter(const native_source *n, uint32_t at, ir_var v)
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
    bool kept = n->kind == EMIT_LIST || n->kind == EMIT_DRAW || n->kind == EMIT_REACH
                    ? bitset_has(&r->live[at], v)
                    : true;
    return assigned && kept;
}

static bool has_varying(const native_source *n, uint32_t at)
{
    return !emit_silent(n) && n->tags_before[at] == TAGS_VARY;
}

/* Tags so far as parameters: listing and drawing only, others read them from the move. */
static uint32_t tag_parameters(const native_source *n, uint32_t at)
{
    bool makes = n->kind == EMIT_LIST || n->kind == EMIT_DRAW;
    return makes && n->tags_before[at] != TAGS_VARY ? n->tags_before[at] : 0;
}

/* The tags a function holds in variables, written where others expect them. */
static void spill_tags(native_source *n, uint32_t tags)
{
    for (uint32_t i = 0; (n->kind == EMIT_LIST || n->kind == EMIT_DRAW) && i < tags; i++)
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
    const char *head = F("static %s %s(native_frame *const x, unsigned char *const s", returns,
                         function_name(n, at));
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
            head = F("%s, const int q%u", head, v);
            use = F("%s, (void)q%u", use, v);
            n->known[v] = F("q%u", v);
        }
    text_add(n, &n->declarations, F("UNUSED %s);\n", head));
    text_add(n, &n->functions, F("\n%s)\n{\n", head));
    n->indent = 1;
    emit_line(n, F("%s;", use));
    if (emit_matches(n))
        emit_line(n, "const uint32_t *const m = x->m;\n    (void)m;");
    const char *nothing = n->kind == EMIT_LIST ? "" : " 0";
    if (n->deep)
        emit_line(n, F("if (d > x->depth_max)\n        return %s%s;", F("halt(x)%s", *nothing ? "," : ""),
                       nothing));
    if (n->varying && !n->bounded && emit_matches(n))
        emit_line(n, "if (n > x->m_count)\n        return 0;");
    else if (n->varying && !n->bounded)
        emit_line(n, F("if (n + %u > x->tag_room)\n        return halt(x)%s%s;", TAGS_BOUND_MAX,
                       *nothing ? "," : "", nothing));
    if (n->kind != EMIT_LIST)
        emit_line(n, "int f = 0;");
    uint32_t tags = n->varying || emit_silent(n) ? 0 : n->tags_before[at];
    emit_node(n, n->x->r->nodes[at], tags);
    if (n->kind != EMIT_LIST)
        emit_line(n, "return f;");
    text_add(n, &n->functions, "}\n");
}

void emit_pending(native_source *n)
{
    while (n->pending.count > 0)
        emit_function(n, n->pending.data[--n->pending.count]);
    n->product = 1;
}

static void go_to(native_source *n, ir_node node, uint32_t tags)
{
    uint32_t at = n->x->r->local[node];
    bool room = tags < TAGS_LOCAL_MAX;
    bool end = (n->kind == EMIT_LIST || n->kind == EMIT_DRAW) && n->x->sure[at];
    bool changes = !emit_silent(n) && !n->varying && n->tags_before[at] == TAGS_VARY &&
                   !(end && tags <= TAGS_FIXED_MAX);
    if (n->is_function[at] || (n->indent > BLOCKS_MAX && !end) || !room || changes) {
        emit_need_function(n, at);
        if (has_varying(n, at))
            spill_tags(n, tags);
        const char *call = emit_call(n, at, tags);
        bool often = !n->recursive[at] && n->product > TICK_PRODUCT / 16 &&
                     n->product > n->product_before[at];
        n->ticked |= often;
        if (often)
            emit_open(n, "if (!tick(x))");
        if (n->kind == EMIT_LIST)
            emit_line(n, F("%s;", call));
        else
            emit_line(n, F("f %s %s;", emit_all(n) ? "|=" : "=", call));
        if (often)
            emit_close(n);
        return;
    }
    emit_node(n, node, tags);
}

/* ---- ends of paths ---- */

static const char *tag_count(native_source *n, uint32_t tags)
{
    return n->varying ? F("n + %u", tags) : F("%u", tags);
}

/* Writes out a move; only when `condition` holds, if there is one. */
static void push(native_source *n, uint32_t at, uint32_t tags, const char *condition)
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
    switch (n->kind) {
    case EMIT_LIST: push(n, at, tags, NULL); break;
    case EMIT_DRAW:
        spill_tags(n, tags);
        emit_line(n, F("x->found_tags = %s;", tag_count(n, tags)));
        emit_line(n, "f = 1;");
        break;
    default: emit_line(n, "f = 1;"); break;
    }
}

/* An assignment of player: the move is complete. */
static void emit_final(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    if (n->kind == EMIT_LIST || n->kind == EMIT_DRAW) {
        found(n, n->x->r->local[e->from], tags);
        return;
    }
    const layout_slot *s = &n->p->layout.variables[n->g->player];
    const char *player = emit_value(n, e->value), *to = emit_keeps_state(n) ? "s" : "r";
    bool certain = !emit_matches(n) || !n->starts[n->x->r->local[e->from]];
    if (!certain)
        emit_open(n, F("if (x->m_count == %s)", tag_count(n, tags)));
    else if (!emit_keeps_state(n))
        emit_open(n, "");
    if (!emit_keeps_state(n)) {
        emit_line(n, "unsigned char *const r = x->r;");
        emit_line(n, F("memcpy(r, s, %u);", n->state_size));
    }
    emit_line(n, F("S%u(%s + %u, %s);%s", s->width * 8, to, s->offset, player, emit_rule(n, e)));
    for (ir_var v = 0; v < n->g->variables.count; v++)
        if (n->known[v] && v != n->g->player && !n->g->variables.data[v].local) {
            const layout_slot *slot = &n->p->layout.variables[v];
            emit_line(n, F("S%u(%s + %u, %s);", slot->width * 8, to, slot->offset, n->known[v]));
        }
    emit_line(n, F("S32(%s, %u);", to, e->to));
    emit_line(n, emit_keeps_state(n) ? "f = 1;" : F("f |= compare(x, %u);", n->compared));
    if (!emit_keeps_state(n) || !certain)
        emit_close(n);
}

/* ---- edges ---- */

static const char *unless_found(const native_source *n)
{
    return emit_keeps_state(n) ? "if (!f) " : "";
}

/* Nothing can fail from here on: what was written need not be put back. */
static bool needs_undo(const native_source *n, ir_node to)
{
    return !(emit_keeps_state(n) && n->total[n->x->r->local[to]]);
}

static void assign_map(native_source *n, const ir_edge_data *e, const layout_slot *s,
                       const char *where, uint32_t count, uint32_t tags)
{
    ir_expr other[PLAN_CHAIN_MAX];
    uint32_t other_count, id = n->locals++;
    bool constant, undo = needs_undo(n, e->to);
    int64_t fixed;
    const layout_slot *from = plan_chain(n->p, e->value, other, &other_count, &constant);
    uint32_t bytes = (count ? s->keys[count - 1].stride : s->cells) * s->width;
    if (!from || bytes > COPY_MAX) {
        emit_give_up(n, "the copy of a large map");
        return;
    }
    uint32_t index = emit_root(n, e->value);
    const char *source = emit_place(n, from, other, other_count, &fixed);
    if (constant)
        bitset_add(&n->tables_used, index);
    emit_open(n, "");
    emit_line(n, F("const int p%u = %s;%s", id, where, emit_rule(n, e)));
    if (undo) {
        emit_line(n, F("unsigned char o%u[%u];", id, bytes));
        emit_line(n, F("memcpy(o%u, s + p%u, %u);", id, id, bytes));
    }
    if (constant)
        emit_line(n, F("memcpy(s + p%u, T%u + (%lld%s%s), %u);", id, index, (long long)fixed,
                       *source ? " + " : "", source, bytes));
    else
        emit_line(n, F("memmove(s + p%u, s + (%lld + %u * (%s)), %u);", id,
                       (long long)(from->offset + fixed * from->width), from->width,
                       *source ? source : "0", bytes));
    go_to(n, e->to, tags);
    if (undo)
        emit_line(n, F("%smemcpy(s + p%u, o%u, %u);", unless_found(n), id, id, bytes));
    emit_close(n);
}

static void emit_assign(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, id = n->locals++;
    bool constant, undo = needs_undo(n, e->to);
    ir_var v = ir_target_variable(n->g, e->target);
    const char *before = n->known[v];
    if (plan_dead_store(n->p, n->x, e)) {
        n->known[v] = NULL;
        go_to(n, e->to, tags);
        n->known[v] = before;
        return;
    }
    const layout_slot *s = plan_chain(n->p, e->target, keys, &count, &constant);
    if (!s || s->integer) {
        emit_give_up(n, "integers");
        return;
    }
    if (s->levels == 0) {
        const char *right = emit_value(n, e->value);
        emit_open(n, "");
        emit_line(n, F("const int v%u = %s;%s", id, right, emit_rule(n, e)));
        emit_line(n, F("(void)v%u;", id));
        n->known[v] = F("v%u", id);
        go_to(n, e->to, tags);
        n->known[v] = before;
        emit_close(n);
        return;
    }
    int64_t fixed;
    const char *at = emit_place(n, s, keys, count, &fixed);
    long long offset = (long long)((int64_t)s->offset + fixed * s->width);
    const char *where = *at ? F("%u * (%s) + %lld", s->width, at, offset) : F("%lld", offset);
    if (plan_type_of(n->p, e->target)->kind == IR_TYPE_ARROW) {
        assign_map(n, e, s, where, count, tags);
        return;
    }
    const char *right = emit_value(n, e->value);
    emit_open(n, "");
    emit_line(n, F("const int v%u = %s;%s", id, right, emit_rule(n, e)));
    emit_line(n, F("unsigned char *const p%u = s + (%s);", id, where));
    if (undo)
        emit_line(n, F("const int o%u = L%u(p%u);", id, s->width * 8, id));
    emit_line(n, F("S%u(p%u, v%u);", s->width * 8, id, id));
    go_to(n, e->to, tags);
    if (undo)
        emit_line(n, F("%sS%u(p%u, o%u);", unless_found(n), s->width * 8, id, id));
    emit_close(n);
}

static const char *tag_word(native_source *n, const ir_edge_data *e)
{
    const ir_expr_data *d = &n->g->exprs.data[ir_bare(n->g, e->value)];
    return d->op == IR_SYM ? F("%uu", d->a)
                           : F("%uu + (uint32_t)%s", plan_tag_base(n->p, ir_expr_type(n->g, e->value)),
                               emit_value(n, e->value));
}

static void hold_tag(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    uint32_t id = n->locals++;
    emit_line(n, F("const uint32_t g%u = %s;%s", id, tag_word(n, e), emit_rule(n, e)));
    n->words[tags] = F("g%u", id);
}

static void emit_tag(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    if (emit_silent(n)) {
        go_to(n, e->to, tags);
        return;
    }
    const char *word = tag_word(n, e);
    if (emit_matches(n)) {
        emit_open(n, n->varying ? F("if (m[n + %u] == %s)", tags, word) : F("if (m[%u] == %s)", tags, word));
        go_to(n, e->to, tags + 1);
        emit_close(n);
    } else {
        hold_tag(n, e, tags);
        go_to(n, e->to, tags + 1);
    }
}

/* ---- choices ---- */

/* Checks that follow a choice and that every path from it has to pass; and the tags between
 * them, which do not matter before all checks are passed. */
enum { GUARDS_MAX = 8 };
typedef struct guard_list {
    ir_expr data[GUARDS_MAX];
    const ir_edge_data *tags[GUARDS_MAX];
    uint32_t count, tag_count;
    ir_node behind;
} guard_list;

/* A function can hold one more tag in its variables. */
static bool can_hold(const native_source *n, uint32_t tags, ir_node to)
{
    uint32_t at = n->x->r->local[to];
    bool varies = n->tags_before[at] == TAGS_VARY && !n->x->sure[at];
    return tags < (n->varying ? TAGS_LOCAL_MAX : TAGS_FIXED_MAX) && (n->varying || !varies);
}

static void find_guards(native_source *n, const ir_edge_data *e, uint32_t tags, guard_list *l)
{
    const plan_program *x = n->x;
    l->count = l->tag_count = 0;
    l->behind = e->to;
    if (e->value != IR_NONE)
        l->data[l->count++] = e->value;
    while (l->count < GUARDS_MAX) {
        uint32_t at = x->r->local[l->behind];
        bool ends = (!x->r->moves && l->behind == x->r->target) ||
                    ((n->kind == EMIT_LIST || n->kind == EMIT_DRAW) && x->sure[at]);
        if (ends || n->is_function[at] || x->visit_of[at] != IR_NONE)
            return;
        const plan_edges *order = plan_order(n->x, l->behind);
        const ir_edge_data *next = order->count == 1 ? plan_edge_at(n->p, order, 0) : NULL;
        if (!next)
            return;
        bool passed = emit_silent(n) || (n->kind == EMIT_LIST && l->tag_count < GUARDS_MAX &&
                                         can_hold(n, tags + l->tag_count, next->to));
        if (next->label == IR_TAG && passed)
            l->tags[l->tag_count++ % GUARDS_MAX] = next;
        else if (next->label == IR_CHECK)
            l->data[l->count++] = next->value;
        else
            return;
        l->behind = next->to;
    }
}

/* The path is complete after nothing but tags: then `words` has them. */
static bool is_leaf(native_source *n, ir_node node, uint32_t *tags, uint32_t *end)
{
    const plan_program *x = n->x;
    if (n->kind != EMIT_LIST)
        return false;
    for (uint32_t steps = 0; steps < 16; steps++) {
        uint32_t at = x->r->local[node];
        *end = at;
        if (x->sure[at])
            return true;
        if (n->is_function[at] || x->visit_of[at] != IR_NONE)
            return false;
        const plan_edges *order = plan_order(n->x, node);
        const ir_edge_data *e = order->count == 1 ? plan_edge_at(n->p, order, 0) : NULL;
        if (!e)
            return false;
        if (ir_assigns_player(n->g, e))
            return true;
        if (e->label == IR_TAG) {
            if (!can_hold(n, *tags, e->to))
                return false;
            n->words[(*tags)++] = tag_word(n, e);
        } else if (e->label != IR_SKIP) {
            return false;
        }
        node = e->to;
    }
    return false;
}

/* What follows a condition. A move that only depends on it is written without a branch: whether
 * a site is empty is hard to foretell. */
static void under_condition(native_source *n, const char *condition, bool simple, ir_node to,
                            uint32_t tags)
{
    uint32_t count = tags, end;
    if (condition && simple && is_leaf(n, to, &count, &end)) {
        push(n, end, count, condition);
        return;
    }
    if (condition)
        emit_open(n, F("if (%s)", condition));
    go_to(n, to, tags);
    if (condition)
        emit_close(n);
}

/* The value of the choice is the next tag of the move that is matched. */
static void emit_bound(native_source *n, const plan_domain *d, uint32_t id, uint32_t base,
                       uint32_t tags)
{
    emit_line(n, F("const int v%u = (int)(m[%s] - %uu);", id, tag_count(n, tags), base));
    if (d->range) {
        emit_open(n, F("if (v%u >= %d && v%u <= %d)", id, d->low, id, d->high));
        return;
    }
    const char *any = "";
    for (uint32_t i = 0; i < d->count; i++)
        any = F("%s%sv%u == %d", any, i ? " || " : "", id, d->list[i]);
    emit_open(n, F("if (%s)", any));
}

enum { MASK_DOMAIN_MIN = 6 };

/* Walks the values that pass some guards as bits of words. The guards left are put into *rest. */
static bool emit_masked(native_source *n, const plan_domain *d, ir_var v, uint32_t id,
                        guard_list *guards)
{
    uint32_t size = (uint32_t)(d->high - d->low + 1), left = 0;
    if (!d->range || size < MASK_DOMAIN_MIN)
        return false;
    emit_mask m = {.d = d, .v = v, .word = size > 64 ? F("w%u", id) : NULL};
    const char *all = NULL;
    ir_expr rest[GUARDS_MAX];
    bool about = false;
    for (uint32_t i = 0; i < guards->count; i++) {
        const char *one = emit_mask_of(n, &m, guards->data[i]);
        if (!one) {
            rest[left++] = guards->data[i];
            continue;
        }
        about |= emit_mentions(n, guards->data[i], v);
        all = all ? F("%s & (%s)", all, one) : F("(%s)", one);
    }
    if (!about)
        return false;
    const char *inside = emit_mask_domain(n, &m);
    if (inside)
        all = F("%s & %s", all, inside);
    const char *stop = emit_all(n) ? "" : " && !f";
    if (m.word)
        emit_line(n, F("for (uint32_t w%u = 0; w%u < %u%s; w%u++)", id, id, (size + 63) / 64, stop, id));
    emit_open(n, F("for (uint64_t b%u = %s; b%u%s; b%u &= b%u - 1)", id, all, id, stop, id, id));
    emit_line(n, m.word ? F("const int v%u = %d + (int)(64 * w%u) + __builtin_ctzll(b%u);", id, d->low,
                            id, id)
                        : F("const int v%u = %d + __builtin_ctzll(b%u);", id, d->low, id));
    memcpy(guards->data, rest, left * sizeof *rest);
    guards->count = left;
    return true;
}

static void emit_values(native_source *n, const ir_edge_data *e, const plan_domain *d, ir_var v,
                        uint32_t id, uint32_t tags, bool bound, guard_list *guards)
{
    uint32_t size = d->range ? (uint32_t)(d->high - d->low + 1) : d->count;
    if (bound) {
        emit_bound(n, d, id, plan_tag_base(n->p, ir_resolve(n->g, e->type)), tags);
        return;
    }
    if (n->kind != EMIT_DRAW && emit_masked(n, d, v, id, guards))
        return;
    const char *list = "";
    for (uint32_t i = 0; !d->range && i < d->count; i++)
        list = F("%s%s%d", list, i ? ", " : "", d->list[i]);
    if (!d->range)
        emit_line(n, F("static const int d%u[] = {%s};", id, list));
    if (n->kind == EMIT_DRAW) {
        emit_line(n, F("x->drawn *= %u;", size));
        emit_open(n, "");
        emit_line(n, d->range ? F("const int v%u = %d + (int)below(x, %u);", id, d->low, size)
                              : F("const int v%u = d%u[below(x, %u)];", id, id, size));
        return;
    }
    const char *stop = emit_all(n) ? "" : " && !f";
    if (d->range) {
        emit_open(n, F("for (int v%u = %d; v%u <= %d%s; v%u++)", id, d->low, id, d->high, stop, id));
    } else {
        emit_open(n, F("for (int i%u = 0; i%u < %u%s; i%u++)", id, id, size, stop, id));
        emit_line(n, F("const int v%u = d%u[i%u];", id, id, id));
    }
}

/* Inside of the loop over a choice's values. */
static void count_ways(native_source *n, const plan_domain *d, bool bound)
{
    if (bound || n->kind == EMIT_DRAW)
        return;
    n->product *= d->range ? (double)d->high - d->low + 1 : d->count;
    if (n->product <= TICK_PRODUCT)
        return;
    emit_line(n, "if (tick(x))\n        break;");
    n->product = 1;
    n->ticked = true;
}

/* Into an element of a map: rare, and done in place. */
static void choose_element(native_source *n, const ir_edge_data *e, const layout_slot *s,
                           const char *where, const plan_domain *d, uint32_t tags)
{
    uint32_t id = n->locals++;
    guard_list none = {.count = 0};
    emit_open(n, "");
    emit_line(n, F("unsigned char *const p%u = s + (%s);%s", id, where, emit_rule(n, e)));
    emit_line(n, F("const int o%u = L%u(p%u);", id, s->width * 8, id));
    double product = n->product;
    emit_values(n, e, d, IR_NONE, id, tags, false, &none);
    count_ways(n, d, false);
    emit_line(n, F("S%u(p%u, v%u);", s->width * 8, id, id));
    if (e->value != IR_NONE)
        emit_open(n, F("if (%s)", emit_condition(n, e->value)));
    go_to(n, e->to, tags);
    n->product = product;
    if (e->value != IR_NONE)
        emit_close(n);
    emit_close(n);
    emit_line(n, F("%sS%u(p%u, o%u);", unless_found(n), s->width * 8, id, id));
    emit_close(n);
}

static void emit_choose(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, id = n->locals++;
    bool constant;
    ir_var v = ir_target_variable(n->g, e->target);
    const layout_slot *s = plan_chain(n->p, e->target, keys, &count, &constant);
    if (!s || s->integer) {
        emit_give_up(n, "integers");
        return;
    }
    plan_domain d = emit_domain(n, e);
    if (d.range ? d.low > d.high : d.count == 0)
        return; /* no value, no path */
    if (s->levels > 0) {
        int64_t fixed;
        const char *at = emit_place(n, s, keys, count, &fixed);
        long long offset = (long long)((int64_t)s->offset + fixed * s->width);
        choose_element(n, e, s, *at ? F("%u * (%s) + %lld", s->width, at, offset) : F("%lld", offset),
                       &d, tags);
        return;
    }
    bool bound = emit_matches(n) && plan_binds(n->p, n->x, e);
    const char *before = n->known[v];
    guard_list guards;
    find_guards(n, e, tags, &guards);
    emit_open(n, "");
    double product = n->product;
    emit_values(n, e, &d, v, id, tags, bound, &guards);
    count_ways(n, &d, bound);
    emit_line(n, F("(void)v%u;", id));
    n->known[v] = F("v%u", id);
    for (uint32_t i = 0; n->kind == EMIT_LIST && i < guards.tag_count; i++)
        hold_tag(n, guards.tags[i], tags++);
    const char *condition = NULL;
    bool simple = true;
    for (uint32_t i = 0; i < guards.count; i++) {
        const char *one = emit_condition(n, guards.data[i]);
        simple &= emit_simple(n, guards.data[i]);
        condition = condition ? F("%s && %s", condition, one) : one;
    }
    if (guards.count > 1 && simple)
        condition = F("(%s)", condition);
    under_condition(n, condition, simple, guards.behind, tags);
    n->product = product;
    n->known[v] = before;
    emit_close(n);
    emit_close(n);
}

static void emit_edge(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    if (n->x->r->moves && ir_assigns_player(n->g, e)) {
        emit_final(n, e, tags);
        return;
    }
    switch (e->label) {
    case IR_SKIP: case IR_CHECK: go_to(n, e->to, tags); break; /* the caller checked */
    case IR_ASSIGN: emit_assign(n, e, tags); break;
    case IR_CHOOSE: emit_choose(n, e, tags); break;
    case IR_TAG: emit_tag(n, e, tags); break;
    }
}

/* Edges first..last of the order: one alone, or a group of which the first that holds is taken. */
static void emit_unit(native_source *n, const plan_edges *order, uint32_t first, uint32_t last,
                      uint32_t tags)
{
    const ir_edge_data *only = &n->g->edges.data[order->data[first].edge];
    if (first == last && only->label == IR_CHECK && !order->data[first].certain) {
        under_condition(n, emit_condition(n, only->value), emit_simple(n, only->value), only->to, tags);
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

static void emit_units(native_source *n, const plan_edges *order, uint32_t tags)
{
    uint32_t units = 0, number = 0;
    for (uint32_t i = 0; i < order->count; i++)
        units += order->data[i].last_of_group;
    if (units > 1 && n->kind == EMIT_DRAW) {
        emit_line(n, F("x->drawn *= %u;", units));
        emit_open(n, F("switch (below(x, %u))", units));
    }
    for (uint32_t first = 0; first < order->count; number++) {
        uint32_t last = first;
        while (!order->data[last].last_of_group)
            last++;
        if (units > 1 && n->kind == EMIT_DRAW)
            emit_open(n, number + 1 < units ? F("case %u:", number) : "default:");
        else if (units > 1)
            emit_open(n, number > 0 && !emit_all(n) ? "if (!f)" : "");
        emit_unit(n, order, first, last, tags);
        if (units > 1 && n->kind == EMIT_DRAW)
            emit_line(n, "break;");
        if (units > 1)
            emit_close(n);
        first = last + 1;
    }
    if (units > 1 && n->kind == EMIT_DRAW)
        emit_close(n);
}

/* ---- remembered configurations ---- */

static ir_var variable_at(const native_source *n, uint32_t offset)
{
    for (ir_var v = 0; v < n->g->variables.count; v++)
        if (!n->g->variables.data[v].removed && n->p->layout.variables[v].offset == offset)
            return v;
    return IR_NONE;
}

/* Opens a block that is entered when the configuration is new. Small keys have stamps of their
 * own; others are hashed by the host, which reads them from the state. */
static void open_visit(native_source *n, uint32_t id, uint32_t tags)
{
    const plan_visit *v = &n->p->visits.data[id];
    if (v->small) {
        const char *sum = "0";
        for (uint32_t i = 0; i < v->part_count; i++) {
            const char *value = emit_variable(n, variable_at(n, v->parts[i].offset));
            sum = i ? F("(%s) * %uu + (uint32_t)%s", sum, v->parts[i].radix, value)
                    : F("(uint32_t)%s", value);
        }
        emit_open(n, F("if (first_visit(x, %u + %s))", v->stamps, sum));
        return;
    }
    uint32_t name = n->locals++;
    emit_line(n, F("int y%u;", name));
    emit_open(n, "");
    for (uint32_t i = 0; i < v->part_count; i++) {
        ir_var k = variable_at(n, v->parts[i].offset);
        const layout_slot *s = &n->p->layout.variables[k];
        if (!n->known[k])
            continue;
        emit_line(n, F("const int k%u = L%u(s + %u);", k, s->width * 8, s->offset));
        emit_line(n, F("S%u(s + %u, %s);", s->width * 8, s->offset, n->known[k]));
    }
    spill_tags(n, tags);
    if (emit_matches(n))
        emit_line(n, F("memcpy(x->t, m, sizeof *m * (%s));", tag_count(n, tags)));
    emit_line(n, F("y%u = x->visit(x->host, %u, %s, x->search);", name, id,
                   emit_silent(n) ? "0" : tag_count(n, tags)));
    for (uint32_t i = 0; i < v->part_count; i++) {
        ir_var k = variable_at(n, v->parts[i].offset);
        const layout_slot *s = &n->p->layout.variables[k];
        if (n->known[k])
            emit_line(n, F("S%u(s + %u, k%u);", s->width * 8, s->offset, k));
    }
    emit_close(n);
    emit_open(n, F("if (y%u)", name));
}

static void emit_node(native_source *n, ir_node node, uint32_t tags)
{
    uint32_t at = n->x->r->local[node];
    if (!n->x->r->moves && node == n->x->r->target) {
        found(n, at, tags);
        return;
    }
    if ((n->kind == EMIT_LIST || n->kind == EMIT_DRAW) && n->x->sure[at]) {
        found(n, at, tags);
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
}
