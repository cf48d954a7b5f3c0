/* Choices as C: loops over values, over the set bits of masks, or over nothing where a given move tells the value. */
#include "native/emit_inside.h"

#include <string.h>

/* Checks that follow a choice and that every path from it has to pass; and the tags between
 * them, which do not matter before all checks are passed. What can fault comes last, so that checks may be
 * asked in another order, or all at once. */
enum { GUARDS_MAX = 8 };
typedef struct guard_list {
    ir_expr data[GUARDS_MAX];
    const ir_edge_data *tags[GUARDS_MAX];
    uint32_t count, tag_count;
    ir_node behind;
    const plan_edges *any; /* of a search: one of these checks behind them has to be passed as well; or NULL */
} guard_list;

/* A function can hold one more tag in its variables. */
static bool can_hold(const native_source *n, uint32_t tags, ir_node to)
{
    uint32_t at = region_at(n->x->r, to);
    bool varies = n->tags_before[at] == TAGS_VARY && !n->x->sure[at];
    return tags < (n->varying ? TAGS_LOCAL_MAX : TAGS_FIXED_MAX) && (n->varying || !varies);
}

static bool passes_tag(const native_source *n, const ir_edge_data *e, uint32_t tags, const guard_list *l)
{
    return n->kind == EMIT_REACH || (n->kind == EMIT_LIST && l->tag_count < GUARDS_MAX &&
                                     can_hold(n, tags + l->tag_count, e->to) && !plan_can_fault(n->p, e->value));
}

/* The edges of the node, if all are checks and lead to one node: a search passes if any of them holds. */
static const plan_edges *any_of(const native_source *n, ir_node node)
{
    enum { ANY_MAX = 16 };
    const plan_edges *order = plan_order(n->x, node);
    bool fine = n->kind == EMIT_REACH && order->count > 1 && order->count <= ANY_MAX;
    for (uint32_t i = 0; i < order->count && fine; i++) {
        const ir_edge_data *e = plan_edge_at(n->p, order, i);
        fine = e->label == IR_CHECK && e->to == plan_edge_at(n->p, order, 0)->to && !plan_can_fault(n->p, e->value);
    }
    return fine ? order : NULL;
}

static void find_guards(native_source *n, const ir_edge_data *e, uint32_t tags, guard_list *l)
{
    const plan_program *x = n->x;
    l->count = l->tag_count = 0;
    l->behind = e->to;
    l->any = NULL;
    if (e->value != IR_NONE)
        l->data[l->count++] = e->value;
    while (l->count < GUARDS_MAX && !(l->count > 0 && plan_can_fault(n->p, l->data[l->count - 1]))) {
        uint32_t at = region_at(x->r, l->behind);
        bool ends = (!x->r->moves && l->behind == x->r->target) || (emit_stops_early(n) && x->sure[at]);
        if (ends || n->is_function[at] || n->loop_of[at] || x->visit_of[at] != IR_NONE)
            return;
        const ir_edge_data *next = plan_only_edge(n->p, x, l->behind);
        if (!next) {
            l->any = any_of(n, l->behind);
            return;
        }
        if (next->label == IR_TAG && passes_tag(n, next, tags, l)) {
            l->tags[l->tag_count++ % GUARDS_MAX] = next;
        } else if (next->label == IR_CHECK) {
            l->data[l->count++] = next->value;
        } else {
            return;
        }
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
        uint32_t at = region_at(x->r, node);
        *end = at;
        if (x->sure[at])
            return true;
        if (n->is_function[at] || n->loop_of[at] || x->visit_of[at] != IR_NONE)
            return false;
        const ir_edge_data *e = plan_only_edge(n->p, x, node);
        if (!e)
            return false;
        if (ir_assigns_player(n->g, e))
            return true;
        if (e->label == IR_TAG) {
            if (!can_hold(n, *tags, e->to) || plan_can_fault(n->p, e->value))
                return false;
            n->words[(*tags)++] = emit_tag_word(n, e);
        } else if (e->label != IR_SKIP) {
            return false;
        }
        node = e->to;
    }
    return false;
}

/* What follows a condition. A move that only depends on it is written without a branch: whether
 * a site is empty is hard to foretell. */
void emit_under(native_source *n, const char *condition, bool simple, ir_node to, uint32_t tags)
{
    uint32_t count = tags, end;
    if (condition && simple && is_leaf(n, to, &count, &end)) {
        emit_push(n, end, count, condition);
        return;
    }
    if (condition)
        emit_open(n, F("if (%s)", condition));
    emit_go_to(n, to, tags);
    if (condition)
        emit_close(n);
}

/* A choice while it is written: `name` is the C variable that holds the value. */
typedef struct choice {
    const ir_edge_data *e;
    plan_domain d;
    ir_var v; /* or IR_NONE: an element of a map */
    uint32_t id, size;
    const char *name;
} choice;

/* The value of the choice is a tag of the move that is matched. */
static void bind(native_source *n, const choice *c, uint32_t tag)
{
    const plan_domain *d = &c->d;
    emit_line(n, F("const int %s = (int)(m[%s] - %uu);", c->name, emit_tag_count(n, tag),
                   plan_tag_base(n->p, ir_resolve(n->g, c->e->type))));
    if (d->range) {
        emit_open(n, F("if (%s >= %s && %s <= %s)", c->name, emit_number(n, d->low), c->name, emit_number(n, d->high)));
        return;
    }
    const char *any = "";
    for (uint32_t i = 0; i < d->count; i++)
        any = F("%s%s%s == %d", any, i ? " || " : "", c->name, d->list[i]);
    emit_open(n, F("if (%s)", any));
}

enum { MASK_DOMAIN_MIN = 6 };

/* Walks the values that pass some guards as bits of words. The guards left are put into *rest. */
static bool walk_mask(native_source *n, const choice *c, guard_list *guards)
{
    const uint32_t size = c->size, id = c->id;
    uint32_t left = 0;
    if (!c->d.range || size < MASK_DOMAIN_MIN || c->v == IR_NONE)
        return false;
    emit_mask m = {.d = &c->d, .v = c->v, .word = size > 64 ? F("w%u", id) : NULL};
    const char *all = NULL;
    ir_expr rest[GUARDS_MAX];
    bool about = false;
    for (uint32_t i = 0; i < guards->count; i++) {
        const char *one = emit_mask_of(n, &m, guards->data[i]);
        if (!one) {
            rest[left++] = guards->data[i];
            continue;
        }
        about |= emit_mentions(n, guards->data[i], c->v);
        all = all ? F("%s & (%s)", all, one) : F("(%s)", one);
    }
    const char *any = NULL;
    for (uint32_t i = 0; guards->any && i < guards->any->count; i++) {
        const char *one = emit_mask_of(n, &m, plan_edge_at(n->p, guards->any, i)->value);
        any = one && (any || i == 0) ? F("%s%s(%s)", any ? any : "", any ? " | " : "", one) : NULL;
    }
    if (any) {
        about = true;
        all = all ? F("%s & (%s)", all, any) : F("(%s)", any);
        guards->behind = plan_edge_at(n->p, guards->any, 0)->to;
    }
    if (!about)
        return false;
    const char *inside = emit_mask_domain(n, &m);
    if (inside)
        all = F("%s & %s", all, inside);
    const char *stop = emit_follows_all(n) ? "" : " && !f";
    if (m.word)
        emit_line(n, F("for (uint32_t w%u = 0; w%u < %u%s; w%u++)", id, id, (size + 63) / 64, stop, id));
    emit_open(n, F("for (uint64_t b%u = %s; b%u%s; b%u &= b%u - 1)", id, all, id, stop, id, id));
    const char *low = emit_number(n, c->d.low);
    emit_line(n, m.word ? F("const int %s = %s + (int)(64 * w%u) + __builtin_ctzll(b%u);", c->name, low, id, id)
                        : F("const int %s = %s + __builtin_ctzll(b%u);", c->name, low, id));
    memcpy(guards->data, rest, left * sizeof *rest);
    guards->count = left;
    return true;
}

/* As the path's number says. */
static void draw_value(native_source *n, const choice *c)
{
    const uint32_t behind = plan_choice_width(n->x, c->e), id = c->id;
    emit_line(n, F("const uint32_t i%u = x->ticket / %u;", id, behind));
    emit_line(n, F("x->ticket -= i%u * %u;", id, behind));
    emit_open(n, F("if (i%u < %u)", id, c->size));
    emit_line(n, c->d.range ? F("const int %s = wrap(%s, (int)i%u);", c->name, emit_number(n, c->d.low), id)
                            : F("const int %s = d%u[i%u];", c->name, id, id));
}

static void loop(native_source *n, const choice *c)
{
    const uint32_t id = c->id;
    const char *stop = emit_follows_all(n) ? "" : " && !f", *low = emit_number(n, c->d.low);
    if (c->d.range && c->d.high < INT32_MAX) {
        emit_open(n, F("for (int %s = %s; %s <= %s%s; %s++)", c->name, low, c->name, emit_number(n, c->d.high), stop,
                       c->name));
        return;
    }
    emit_open(n, F("for (int i%u = 0; i%u < %u%s; i%u++)", id, id, c->size, stop, id));
    emit_line(n, c->d.range ? F("const int %s = %s + i%u;", c->name, low, id)
                            : F("const int %s = d%u[i%u];", c->name, id, id));
}

/* Opens the block in which the choice has a value. */
static void open_values(native_source *n, const choice *c, uint32_t tag, bool bound, guard_list *guards)
{
    if (bound) {
        bind(n, c, tag);
        return;
    }
    if (n->kind != EMIT_DRAW && walk_mask(n, c, guards))
        return;
    const char *list = "";
    for (uint32_t i = 0; !c->d.range && i < c->d.count; i++)
        list = F("%s%s%d", list, i ? ", " : "", c->d.list[i]);
    if (!c->d.range)
        emit_line(n, F("static const int d%u[] = {%s};", c->id, list));
    if (n->kind == EMIT_DRAW)
        draw_value(n, c);
    else
        loop(n, c);
}

/* Inside of the loop over a choice's values. */
static void count_ways(native_source *n, const choice *c, bool bound)
{
    if (bound || n->kind == EMIT_DRAW)
        return;
    n->product *= c->size;
    if (n->product <= TICK_PRODUCT)
        return;
    emit_line(n, "if (tick(x))\n        break;");
    n->product = 1;
    n->ticked = true;
}

/* Into an element of a map: rare, and done in place. */
static void choose_element(native_source *n, const choice *c, const layout_slot *s, const char *where, uint32_t tags)
{
    const ir_edge_data *e = c->e;
    const uint32_t id = c->id;
    guard_list none = {.count = 0};
    n->copied[ir_target_variable(n->g, e->target)] |= emit_keeps_state(n);
    emit_open(n, "");
    emit_line(n, F("unsigned char *const p%u = s + (%s);%s", id, where, emit_rule(n, e)));
    emit_line(n, F("const int o%u = L%u(p%u);", id, s->width * 8, id));
    double product = n->product;
    open_values(n, c, 0, false, &none);
    count_ways(n, c, false);
    emit_line(n, F("S%u(p%u, %s);", s->width * 8, id, emit_stored(n, s, c->name)));
    if (e->value != IR_NONE)
        emit_open(n, F("if (%s)", emit_condition(n, e->value)));
    emit_go_to(n, e->to, tags);
    n->product = product;
    if (e->value != IR_NONE)
        emit_close(n);
    emit_close(n);
    emit_line(n, F("%sS%u(p%u, o%u);", emit_unless_found(n), s->width * 8, id, id));
    emit_close(n);
}

static void choose_scalar(native_source *n, const choice *c, uint32_t tags)
{
    uint32_t tag = 0;
    bool bound = emit_matches(n) && plan_binds(n->p, n->x, c->e, &tag), simple = true;
    const char *before = n->known[c->v], *condition = NULL;
    guard_list guards;
    find_guards(n, c->e, tags, &guards);
    emit_open(n, "");
    emit_keep_scalar(n, c->v, c->id);
    double product = n->product;
    open_values(n, c, tags + tag, bound, &guards);
    count_ways(n, c, bound);
    emit_hold_scalar(n, c->v, c->name);
    for (uint32_t i = 0; n->kind == EMIT_LIST && i < guards.tag_count; i++)
        emit_hold_tag(n, guards.tags[i], tags++);
    for (uint32_t i = 0; i < guards.count; i++) {
        const char *one = emit_condition(n, guards.data[i]);
        simple &= emit_simple(n, guards.data[i]);
        condition = condition ? F("%s && %s", condition, one) : one;
    }
    if (guards.count > 1 && simple)
        condition = F("(%s)", condition);
    emit_under(n, condition, simple, guards.behind, tags);
    n->product = product;
    n->known[c->v] = before;
    emit_close(n);
    emit_restore_scalar(n, c->v, c->id);
    emit_close(n);
}

void emit_choose(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    ir_var v = ir_target_variable(n->g, e->target);
    const layout_slot *s = plan_chain(n->p, e->target, keys, &count, &constant);
    choice c = {.e = e, .d = emit_domain(n, e), .v = v, .id = n->locals++};
    if (!s) {
        emit_give_up(n, "an access is nested too deeply");
        return;
    }
    if (c.d.range ? c.d.low > c.d.high : c.d.count == 0)
        return; /* no value, no path */
    c.size = c.d.range ? (uint32_t)c.d.high - (uint32_t)c.d.low + 1 : c.d.count;
    c.name = F("v%u_%s", c.id, n->names[v]);
    if (s->levels > 0) {
        c.v = IR_NONE;
        choose_element(n, &c, s, emit_offset(n, v, keys, count), tags);
    } else {
        choose_scalar(n, &c, tags);
    }
}
