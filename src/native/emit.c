#include "native/emit.h"

#include "automaton/lower.h"

#include <string.h>

/* Kinds of functions. Listing, reachabilities and drawing leave the state as it was; applying a
 * move and steps of the keeper leave it as the path made it. */
typedef enum emit_kind { EMIT_LIST, EMIT_APPLY, EMIT_STEP, EMIT_REACH, EMIT_DRAW } emit_kind;

typedef struct text {
    char *data;
    size_t length, capacity;
} text;

struct native_source {
    ir_game *g;
    arena *a;
    text declarations, functions, tables, dispatch[5];
    bitset tables_used;
    bool tables_known;
    const char *problem;
    uint32_t reach_count;
    /* of the program being made */
    lowering *x;
    emit_kind kind;
    uint32_t program;
    bool *is_function; /* [place] */
    bool *emitted;     /* [place] */
    vec_u32 pending;   /* places whose functions are still to be made */
    bool cyclic, tag_cycle;
    bool visits;       /* the program remembers configurations */
    bool hashes;       /* ... with keys that are hashed */
    uint32_t indent;
    uint32_t locals;   /* numbers of local variables, unique in a function */
    const char **known; /* [variable] C expression that holds its value, or NULL */
};

/* Deeper blocks become functions: compilers limit the nesting of braces to 256. */
enum { BLOCKS_MAX = 40, COPY_MAX = 4096, FUNCTION_TAGS_MAX = 256 };

static void add(native_source *n, text *t, const char *s)
{
    size_t length = strlen(s);
    if (t->length + length + 1 > t->capacity) {
        size_t capacity = t->capacity ? t->capacity * 2 : 1024;
        while (capacity < t->length + length + 1)
            capacity *= 2;
        t->data = arena_grow(n->a, t->data, t->length, capacity);
        t->capacity = capacity;
    }
    memcpy(t->data + t->length, s, length + 1);
    t->length += length;
}

static const char *text_of(const text *t) { return t->data ? t->data : ""; }

#define F(...) arena_printf(n->a, __VA_ARGS__)

static void line(native_source *n, const char *s)
{
    for (uint32_t i = 0; i < n->indent; i++)
        add(n, &n->functions, "    ");
    add(n, &n->functions, s);
    add(n, &n->functions, "\n");
}

static void open_block(native_source *n, const char *head)
{
    line(n, *head ? F("%s {", head) : "{");
    n->indent++;
}

static void close_block(native_source *n)
{
    n->indent--;
    line(n, "}");
}

static const char *give_up(native_source *n, const char *what)
{
    if (!n->problem)
        n->problem = what;
    return "0";
}

static bool keeps_state(const native_source *n)
{
    return n->kind == EMIT_APPLY || n->kind == EMIT_STEP;
}

static bool stops_at_first(const native_source *n) { return n->kind != EMIT_LIST; }

/* ---- expressions ---- */

static const char *value(native_source *n, ir_expr e);

static const layout_slot *slot_of(native_source *n, ir_expr root, bool *constant, uint32_t *index)
{
    const ir_expr_data *d = &n->g->exprs.data[root];
    *constant = d->op == IR_CONST;
    *index = d->a;
    return *constant ? &n->x->l->constants[d->a] : &n->x->l->variables[d->a];
}

/* Place in cells of a chain of accesses, as a C expression or (empty) only *fixed. */
static const char *place(native_source *n, const layout_slot *s, const ir_expr *keys,
                         uint32_t count, int64_t *fixed)
{
    const char *sum = "";
    *fixed = 0;
    for (uint32_t i = 0; i < count; i++) {
        const layout_key *k = &s->keys[i];
        int32_t known;
        if (lower_known(n->x, keys[i], &known) && known >= k->low && known <= k->high) {
            *fixed += ((int64_t)known - k->low) * k->stride;
            continue;
        }
        if (k->integer)
            give_up(n, "a map with integer keys");
        *fixed -= (int64_t)k->low * k->stride;
        const char *key = value(n, keys[i]);
        sum = k->stride == 1 ? F("%s%s%s", sum, *sum ? " + " : "", key)
                             : F("%s%s%u * %s", sum, *sum ? " + " : "", k->stride, key);
    }
    return sum;
}

static const char *load(native_source *n, uint8_t width, const char *base, const char *index,
                        int64_t offset)
{
    if (width == 1)
        return *index ? F("%s[%s%s%lld]", base, index, offset < 0 ? " - " : " + ",
                          (long long)(offset < 0 ? -offset : offset))
                      : F("%s[%lld]", base, (long long)offset);
    return *index ? F("L%u(%s + (%lld + %u * (int)(%s)))", width * 8, base, (long long)offset, width,
                      index)
                  : F("L%u(%s + %lld)", width * 8, base, (long long)offset);
}

static const char *cell(native_source *n, ir_expr e)
{
    ir_expr keys[CHAIN_MAX];
    uint32_t count, index;
    bool constant;
    const layout_slot *s = lower_open_chain(n->x, e, keys, &count, &constant);
    if (!s)
        return give_up(n, "an access that is nested too deeply");
    ir_expr root = ir_bare(n->g, e);
    while (n->g->exprs.data[root].op == IR_INDEX)
        root = ir_bare(n->g, n->g->exprs.data[root].a);
    slot_of(n, root, &constant, &index);
    if (!constant && count == 0 && n->known[index])
        return n->known[index];
    int64_t fixed;
    const char *at = place(n, s, keys, count, &fixed);
    if (s->integer)
        give_up(n, "integers");
    if (!constant)
        return load(n, s->width, "s", at, (int64_t)s->offset + fixed * s->width);
    if (!*at)
        return F("%u", layout_load(n->x->l->tables + s->offset + fixed * s->width, s->width));
    bitset_add(&n->tables_used, index);
    /* tables are arrays of their own element type: indices in cells */
    return F("T%u[%s%s%lld]", index, at, fixed < 0 ? " - " : " + ",
             (long long)(fixed < 0 ? -fixed : fixed));
}

static const char *value(native_source *n, ir_expr e)
{
    const ir_expr_data d = n->g->exprs.data[ir_bare(n->g, e)];
    switch (d.op) {
    case IR_SYM: return F("%d", layout_code(n->g, d.a));
    case IR_VAR: case IR_CONST: case IR_INDEX: return cell(n, ir_bare(n->g, e));
    default: return give_up(n, "integers and computed values");
    }
}

static const char *condition(native_source *n, ir_expr e);

static const char *map_equal(native_source *n, ir_expr a, ir_expr b)
{
    const char *sides[2];
    uint32_t bytes = 0;
    ir_expr both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        ir_expr keys[CHAIN_MAX];
        uint32_t count, index;
        bool constant;
        const layout_slot *s = lower_open_chain(n->x, both[i], keys, &count, &constant);
        if (!s)
            return give_up(n, "an access that is nested too deeply");
        ir_expr root = ir_bare(n->g, both[i]);
        while (n->g->exprs.data[root].op == IR_INDEX)
            root = ir_bare(n->g, n->g->exprs.data[root].a);
        slot_of(n, root, &constant, &index);
        int64_t fixed;
        const char *at = place(n, s, keys, count, &fixed);
        map_place m = {.width = s->width, .slot = s, .level = count,
                       .cells = count ? s->keys[count - 1].stride : s->cells};
        uint32_t cells;
        if (lower_declared_cells(n->x, &m, &cells) != IR_NONE)
            return give_up(n, "the comparison of maps with gaps");
        bytes = m.cells * m.width;
        if (constant)
            bitset_add(&n->tables_used, index);
        sides[i] = constant ? F("(const unsigned char *)(T%u + (%lld%s%s))", index, (long long)fixed,
                                *at ? " + " : "", at)
                            : F("s + (%lld%s%u * (%s))", (long long)(s->offset + fixed * s->width),
                                " + ", s->width, *at ? at : "0");
    }
    return F("memcmp(%s, %s, %u) == 0", sides[0], sides[1], bytes);
}

static const char *condition(native_source *n, ir_expr e)
{
    const ir_expr_data d = n->g->exprs.data[ir_bare(n->g, e)];
    switch (d.op) {
    case IR_TRUE: return "1";
    case IR_FALSE: return "0";
    case IR_NOT: return F("!(%s)", condition(n, d.a));
    case IR_AND: return F("(%s && %s)", condition(n, d.a), condition(n, d.b));
    case IR_OR: return F("(%s || %s)", condition(n, d.a), condition(n, d.b));
    case IR_EQ: case IR_NE:
        if (lower_type_of(n->x, d.a)->kind == IR_TYPE_ARROW)
            return F("%s(%s)", d.op == IR_NE ? "!" : "", map_equal(n, d.a, d.b));
        return F("%s %s %s", value(n, d.a), d.op == IR_EQ ? "==" : "!=", value(n, d.b));
    case IR_REACH: {
        uint32_t p = lower_reach_program(n->x, d.a, d.b);
        if (p + 1 > n->reach_count)
            n->reach_count = p + 1;
        return F("reach%u(x)", p);
    }
    default: return give_up(n, "integers and computed conditions");
    }
}

/* ---- nodes and edges ---- */

static const char *function_name(native_source *n, uint32_t at)
{
    static const char *const letters[] = {"list", "apply", "step", "search", "draw"};
    ir_node node = n->x->r->nodes[at];
    return n->kind == EMIT_REACH ? F("search%u_%u", n->program, node)
                                 : F("%s_%u", letters[n->kind], node);
}

static void emit_node(native_source *n, ir_node node, uint32_t tags);

static void go_to(native_source *n, ir_node node, uint32_t tags)
{
    uint32_t at = n->x->r->local[node];
    if (n->is_function[at] || n->indent > BLOCKS_MAX || tags + 8 >= FUNCTION_TAGS_MAX) {
        if (!n->is_function[at] || !n->emitted[at]) {
            n->is_function[at] = true;
            if (!n->emitted[at])
                vec_push(n->a, &n->pending, at);
            n->emitted[at] = true;
        }
        line(n, F("f = %s(x, n + %u);", function_name(n, at), tags));
        return;
    }
    emit_node(n, node, tags);
}

static void found(native_source *n, uint32_t tags)
{
    switch (n->kind) {
    case EMIT_LIST: line(n, F("emit(x, n + %u);", tags)); break;
    case EMIT_DRAW:
        line(n, F("x->found_tags = n + %u;", tags));
        line(n, "f = 1;");
        break;
    default: line(n, "f = 1;"); break;
    }
}

/* The source rule an edge stems from, without what could end the comment. */
static const char *rule(native_source *n, const ir_edge_data *e)
{
    const src_text *source = n->g->source;
    if (e->span.end <= e->span.start || e->span.end > source->length)
        return "";
    uint32_t length = e->span.end - e->span.start;
    char *copy = arena_strndup(n->a, source->text + e->span.start, length > 60 ? 60 : length);
    for (char *p = copy; *p; p++) {
        if ((unsigned char)*p < ' ' || (unsigned char)*p >= 0x7f || *p == '/' || *p == '\\' ||
            *p == '?')
            *p = *p == '\n' ? 0 : '.';
        if (!*p)
            break;
    }
    return F(" /* line %u: %s */", source_position(source, e->span.start).line, copy);
}

static void emit_assign(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    ir_expr keys[CHAIN_MAX];
    uint32_t count, id = n->locals++;
    bool constant;
    ir_var v = ir_target_variable(n->g, e->target);
    if (lower_dead_store(n->x, e)) {
        const char *before = n->known[v];
        n->known[v] = NULL;
        go_to(n, e->to, tags);
        n->known[v] = before;
        return;
    }
    const layout_slot *s = lower_open_chain(n->x, e->target, keys, &count, &constant);
    if (!s || s->integer) {
        give_up(n, "integers");
        return;
    }
    int64_t fixed;
    const char *at = place(n, s, keys, count, &fixed), *before = n->known[v];
    long long offset = (long long)((int64_t)s->offset + fixed * s->width);
    const char *where = *at ? F("%u * (%s) + %lld", s->width, at, offset) : F("%lld", offset);
    if (lower_type_of(n->x, e->target)->kind == IR_TYPE_ARROW) {
        ir_expr other[CHAIN_MAX];
        uint32_t other_count, index;
        const layout_slot *from = lower_open_chain(n->x, e->value, other, &other_count, &constant);
        uint32_t bytes = (count ? s->keys[count - 1].stride : s->cells) * s->width;
        if (!from || bytes > COPY_MAX) {
            give_up(n, "the copy of a large map");
            return;
        }
        ir_expr root = ir_bare(n->g, e->value);
        while (n->g->exprs.data[root].op == IR_INDEX)
            root = ir_bare(n->g, n->g->exprs.data[root].a);
        slot_of(n, root, &constant, &index);
        const char *source = place(n, from, other, other_count, &fixed);
        if (constant)
            bitset_add(&n->tables_used, index);
        open_block(n, "");
        line(n, F("const int p%u = %s;%s", id, where, rule(n, e)));
        line(n, F("unsigned char o%u[%u];", id, bytes));
        line(n, F("memcpy(o%u, s + p%u, %u);", id, id, bytes));
        if (constant)
            line(n, F("memcpy(s + p%u, T%u + (%lld%s%s), %u);", id, index, (long long)fixed,
                      *source ? " + " : "", source, bytes));
        else
            line(n, F("memmove(s + p%u, s + (%lld + %u * (%s)), %u);", id,
                      (long long)(from->offset + fixed * from->width), from->width,
                      *source ? source : "0", bytes));
        go_to(n, e->to, tags);
        line(n, F("%smemcpy(s + p%u, o%u, %u);", keeps_state(n) ? "if (!f) " : "", id, id, bytes));
        close_block(n);
        return;
    }
    const char *right = value(n, e->value);
    open_block(n, "");
    line(n, F("const int v%u = %s;%s", id, right, rule(n, e)));
    const char *element = where;
    if (*at) {
        line(n, F("const int p%u = %s;", id, where));
        element = F("p%u", id);
    }
    if (s->width == 1) {
        line(n, F("const unsigned char o%u = s[%s];", id, element));
        line(n, F("s[%s] = (unsigned char)v%u;", element, id));
    } else {
        line(n, F("const int o%u = L%u(s + %s);", id, s->width * 8, element));
        line(n, F("S%u(s + %s, v%u);", s->width * 8, element, id));
    }
    n->known[v] = s->levels == 0 ? F("v%u", id) : NULL;
    go_to(n, e->to, tags);
    n->known[v] = before;
    const char *guard = keeps_state(n) ? "if (!f) " : "";
    if (s->width == 1)
        line(n, F("%ss[%s] = o%u;", guard, element, id));
    else
        line(n, F("%sS%u(s + %s, o%u);", guard, s->width * 8, element, id));
    close_block(n);
}

static void emit_tag(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    if (n->kind == EMIT_REACH) {
        go_to(n, e->to, tags);
        return;
    }
    const ir_expr_data *d = &n->g->exprs.data[ir_bare(n->g, e->value)];
    const char *word = d->op == IR_SYM ? F("%uu", d->a)
                                       : F("%uu + (uint32_t)%s",
                                           lower_tag_base(n->x, ir_expr_type(n->g, e->value)),
                                           value(n, e->value));
    if (n->kind == EMIT_STEP) {
        go_to(n, e->to, tags);
    } else if (n->kind == EMIT_APPLY) {
        open_block(n, F("if (m[n + %u] == %s)", tags, word));
        go_to(n, e->to, tags + 1);
        close_block(n);
    } else {
        line(n, F("t[n + %u] = %s;%s", tags, word, rule(n, e)));
        go_to(n, e->to, tags + 1);
    }
}

/* The value of the choice is the next tag of the move that is matched. */
static void emit_bound(native_source *n, const lower_domain *d, uint32_t id, uint32_t base,
                       uint32_t tags)
{
    line(n, F("const int v%u = (int)(m[n + %u] - %uu);", id, tags, base));
    if (d->range) {
        open_block(n, F("if (v%u >= %d && v%u <= %d)", id, d->low, id, d->high));
        return;
    }
    const char *any = "";
    for (int32_t i = 0; i < d->high; i++)
        any = F("%s%sv%u == %d", any, i ? " || " : "", id, n->x->lists.data[d->low + i]);
    open_block(n, F("if (%s)", any));
}

static void emit_choose(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    ir_expr keys[CHAIN_MAX];
    uint32_t count, id = n->locals++;
    bool constant;
    ir_var v = ir_target_variable(n->g, e->target);
    const layout_slot *s = lower_open_chain(n->x, e->target, keys, &count, &constant);
    if (!s || s->integer) {
        give_up(n, "integers");
        return;
    }
    int64_t fixed;
    const char *at = place(n, s, keys, count, &fixed), *before = n->known[v];
    long long offset = (long long)((int64_t)s->offset + fixed * s->width);
    lower_domain d = lower_choice_domain(n->x, s, e->type);
    bool bound = n->kind == EMIT_APPLY && s->levels == 0 && lower_next_tag_is(n->x, e->to, v);
    if (d.range ? d.low > d.high : d.high == 0)
        return; /* no value, no path */
    open_block(n, "");
    line(n, F("const int p%u = %s;%s", id, *at ? F("%u * (%s) + %lld", s->width, at, offset)
                                               : F("%lld", offset), rule(n, e)));
    line(n, s->width == 1 ? F("const int o%u = s[p%u];", id, id)
                          : F("const int o%u = L%u(s + p%u);", id, s->width * 8, id));
    uint32_t size = d.range ? (uint32_t)(d.high - d.low + 1) : (uint32_t)d.high;
    const char *list = "";
    if (!d.range && !bound) {
        for (int32_t i = 0; i < d.high; i++)
            list = F("%s%s%d", list, i ? ", " : "", n->x->lists.data[d.low + i]);
        line(n, F("static const int d%u[] = {%s};", id, list));
    }
    if (bound) {
        emit_bound(n, &d, id, lower_tag_base(n->x, ir_resolve(n->g, e->type)), tags);
    } else if (n->kind == EMIT_DRAW) {
        line(n, F("x->drawn *= %u;", size));
        open_block(n, "");
        line(n, d.range ? F("const int v%u = %d + (int)below(x, %u);", id, d.low, size)
                        : F("const int v%u = d%u[below(x, %u)];", id, id, size));
    } else if (d.range) {
        open_block(n, F("for (int v%u = %d; v%u <= %d%s; v%u++)", id, d.low, id, d.high,
                        stops_at_first(n) ? " && !f" : "", id));
    } else {
        open_block(n, F("for (int i%u = 0; i%u < %u%s; i%u++)", id, id, size,
                        stops_at_first(n) ? " && !f" : "", id));
        line(n, F("const int v%u = d%u[i%u];", id, id, id));
    }
    line(n, s->width == 1 ? F("s[p%u] = (unsigned char)v%u;", id, id)
                          : F("S%u(s + p%u, v%u);", s->width * 8, id, id));
    n->known[v] = s->levels == 0 ? F("v%u", id) : NULL;
    if (e->value != IR_NONE) {
        open_block(n, F("if (%s)", condition(n, e->value)));
        go_to(n, e->to, tags);
        close_block(n);
    } else {
        go_to(n, e->to, tags);
    }
    n->known[v] = before;
    close_block(n);
    line(n, s->width == 1 ? F("%ss[p%u] = (unsigned char)o%u;", keeps_state(n) ? "if (!f) " : "", id, id)
                          : F("%sS%u(s + p%u, o%u);", keeps_state(n) ? "if (!f) " : "", s->width * 8,
                              id, id));
    close_block(n);
}

/* An assignment of player: the move is complete. */
static void emit_final(native_source *n, const ir_edge_data *e, uint32_t tags)
{
    if (!keeps_state(n)) {
        found(n, tags);
        return;
    }
    const layout_slot *s = &n->x->l->variables[n->g->player];
    if (n->kind == EMIT_APPLY)
        open_block(n, F("if (m[n + %u] == UINT32_MAX)", tags));
    line(n, F("S%u(s + %u, %s);%s", s->width * 8, s->offset, value(n, e->value), rule(n, e)));
    line(n, F("S32(s, %u);", e->to));
    line(n, "f = 1;");
    if (n->kind == EMIT_APPLY)
        close_block(n);
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
static void emit_unit(native_source *n, const edge_order *order, uint32_t first, uint32_t last,
                      uint32_t tags)
{
    for (uint32_t i = first; i <= last; i++) {
        const ir_edge_data *e = &n->g->edges.data[order->data[i].edge];
        bool checked = e->label == IR_CHECK && !order->data[i].certain;
        const char *other = i > first ? "else " : "";
        if (checked)
            open_block(n, F("%sif (%s)", other, condition(n, e->value)));
        else if (i > first)
            open_block(n, "else");
        emit_edge(n, e, tags);
        if (checked || i > first)
            close_block(n);
        if (!checked)
            break; /* it can always be passed: what follows in the group is never tried */
    }
}

static void emit_units(native_source *n, const edge_order *order, uint32_t tags)
{
    uint32_t units = 0, number = 0;
    for (uint32_t i = 0; i < order->count; i++)
        units += order->data[i].last_of_group;
    if (units > 1 && n->kind == EMIT_DRAW) {
        line(n, F("x->drawn *= %u;", units));
        open_block(n, F("switch (below(x, %u))", units));
    }
    for (uint32_t first = 0; first < order->count; number++) {
        uint32_t last = first;
        while (!order->data[last].last_of_group)
            last++;
        if (units > 1 && n->kind == EMIT_DRAW)
            open_block(n, number + 1 < units ? F("case %u:", number) : "default:");
        else if (units > 1)
            open_block(n, number > 0 && stops_at_first(n) ? "if (!f)" : "");
        emit_unit(n, order, first, last, tags);
        if (units > 1 && n->kind == EMIT_DRAW)
            line(n, "break;");
        if (units > 1)
            close_block(n);
        first = last + 1;
    }
    if (units > 1 && n->kind == EMIT_DRAW)
        close_block(n);
}

static void emit_node(native_source *n, ir_node node, uint32_t tags)
{
    uint32_t at = n->x->r->local[node];
    if (!n->x->r->moves && node == n->x->r->target) {
        found(n, tags);
        return;
    }
    if ((n->kind == EMIT_LIST || n->kind == EMIT_DRAW) && n->x->sure[at]) {
        found(n, tags);
        return;
    }
    bool visit = n->x->visit_of[at] != IR_NONE && n->kind != EMIT_DRAW;
    if (visit)
        open_block(n, F("if (visit%u(x, n + %u))", n->x->visit_of[at], tags));
    edge_order order = plan_order(n->x, node);
    emit_units(n, &order, tags);
    if (visit)
        close_block(n);
}

static void emit_function(native_source *n, uint32_t at)
{
    const char *name = function_name(n, at);
    memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
    n->locals = 0;
    add(n, &n->declarations, F("UNUSED static int %s(native_frame *x, uint32_t n);\n", name));
    add(n, &n->functions, F("\nstatic int %s(native_frame *x, uint32_t n)\n{\n", name));
    n->indent = 1;
    line(n, "unsigned char *const s = x->s;");
    if (n->kind == EMIT_APPLY)
        line(n, "const uint32_t *const m = x->m;");
    else
        line(n, "uint32_t *const t = x->t;");
    line(n, "int f = 0;");
    line(n, n->kind == EMIT_APPLY ? "(void)s, (void)m, (void)n;" : "(void)s, (void)t, (void)n;");
    line(n, F("if (x->stop || ++x->depth > x->depth_max || n + %u > x->tag_room)", FUNCTION_TAGS_MAX));
    line(n, F("    return x->stop = 1, x->depth--, %d;", n->kind == EMIT_LIST ? 0 : 1));
    emit_node(n, n->x->r->nodes[at], 0);
    line(n, "x->depth--;");
    line(n, "return f;");
    add(n, &n->functions, "}\n");
}

/* Nodes that more than one useful edge leads to, or that are starts, become functions. */
static void choose_functions(native_source *n)
{
    const region *r = n->x->r;
    uint32_t *in = ARENA_ARRAY(n->a, uint32_t, r->count + 1);
    for (uint32_t p = 0; p < r->count; p++) {
        if (!r->useful[p] || (!r->moves && r->nodes[p] == r->target))
            continue;
        edge_order order = plan_order(n->x, r->nodes[p]);
        for (uint32_t i = 0; i < order.count; i++) {
            const ir_edge_data *e = &n->g->edges.data[order.data[i].edge];
            if (!(r->moves && ir_assigns_player(n->g, e)))
                in[r->local[e->to]]++;
        }
    }
    for (uint32_t p = 0; p < r->count; p++) {
        bool trivial = (!r->moves && r->nodes[p] == r->target) ||
                       ((n->kind == EMIT_LIST || n->kind == EMIT_DRAW) && n->x->sure[p]);
        n->is_function[p] = in[p] > 1 && !trivial;
    }
}

static void emit_pending(native_source *n)
{
    while (n->pending.count > 0) {
        uint32_t at = n->pending.data[--n->pending.count];
        emit_function(n, at);
    }
}

static void need_function(native_source *n, uint32_t at)
{
    n->is_function[at] = true;
    if (!n->emitted[at]) {
        n->emitted[at] = true;
        vec_push(n->a, &n->pending, at);
    }
}

static void begin_program(native_source *n, lowering *x, emit_kind kind)
{
    n->x = x;
    n->kind = kind;
    n->is_function = ARENA_ARRAY(n->a, bool, x->r->count + 1);
    n->emitted = ARENA_ARRAY(n->a, bool, x->r->count + 1);
    n->pending.count = 0;
    choose_functions(n);
}

/* Stamps for small keys inline; others by the host. */
static void emit_visits(native_source *n)
{
    for (uint32_t p = 0; p < n->x->r->count; p++) {
        uint32_t id = n->x->visit_of[p];
        if (id == IR_NONE)
            continue;
        const vm_visit *v = &n->x->visits.data[id];
        if (!v->small) {
            add(n, &n->declarations,
                F("UNUSED static inline int visit%u(native_frame *x, uint32_t n)\n{\n"
                  "    return x->visit(x->host, %u, n, x->search);\n}\n", id, id));
            continue;
        }
        const char *sum = "0";
        for (uint32_t i = 0; i < v->part_count; i++)
            sum = F("(%s) * %uu + L%u(x->s + %u)", sum, v->parts[i].radix, v->parts[i].width * 8,
                    v->parts[i].offset);
        add(n, &n->declarations,
            F("UNUSED static inline int visit%u(native_frame *x, uint32_t n)\n{\n"
              "    uint32_t *const stamp = &x->stamps[%u + %s];\n    (void)n;\n"
              "    if (*stamp == x->search)\n        return 0;\n"
              "    *stamp = x->search;\n    return 1;\n}\n", id, v->stamps, sum));
    }
}

static void emit_moves(native_source *n, lowering *x, emit_kind kind)
{
    begin_program(n, x, kind);
    for (ir_node d = 0; d < n->g->nodes.count; d++) {
        const vm_decision *decision = &x->code->decisions[d];
        uint32_t at = x->r->local[d];
        bool wanted = kind == EMIT_STEP   ? decision->deterministic
                      : kind == EMIT_DRAW ? decision->single && decision->width > 0
                                          : true;
        if (!decision->is || d == n->g->end || at == IR_NONE || !x->r->useful[at] || !wanted)
            continue;
        need_function(n, at);
        add(n, &n->dispatch[kind], F("    case %u: return %s(x, 0);\n", d, function_name(n, at)));
    }
    emit_pending(n);
}

static void emit_reach(native_source *n, lowering *x, uint32_t number)
{
    bool visits = false, hashes = false;
    n->program = number;
    begin_program(n, x, EMIT_REACH);
    const region *r = x->r;
    for (uint32_t p = 0; p < r->count; p++)
        if (x->visit_of[p] != IR_NONE) {
            visits = true;
            hashes |= !x->visits.data[x->visit_of[p]].small;
        }
    add(n, &n->declarations, F("UNUSED static int reach%u(native_frame *x);\n", number));
    const char *head = F("\n/* %s -> %s */\nstatic int reach%u(native_frame *x)\n{\n",
                         ir_node_name(n->g, r->nodes[0]), ir_node_name(n->g, r->target), number);
    if (!r->useful[0]) {
        add(n, &n->functions, F("%s    (void)x;\n    return 0;\n}\n", head));
        return;
    }
    need_function(n, 0);
    emit_pending(n);
    add(n, &n->functions, head);
    const char *call = function_name(n, 0);
    if (!visits) {
        add(n, &n->functions, F("    return %s(x, 0);\n}\n", call));
        return;
    }
    add(n, &n->functions, "    const uint32_t outer = x->search;\n");
    if (hashes)
        add(n, &n->functions, "    const uint64_t mark = x->mark(x->host);\n");
    add(n, &n->functions, F("    x->search = x->new_search(x->host);\n"
                            "    const int found = %s(x, 0);\n", call));
    if (hashes)
        add(n, &n->functions, "    x->forget(x->host, mark);\n");
    add(n, &n->functions, "    x->search = outer;\n    return found;\n}\n");
}

void native_emit_program(void *user, lowering *x, uint32_t number)
{
    native_source *n = user;
    n->x = x;
    if (x->kind == SEARCH_EXACT || n->problem)
        return;
    emit_visits(n);
    switch (x->kind) {
    case SEARCH_GENERATE:
        emit_moves(n, x, EMIT_LIST);
        emit_moves(n, x, EMIT_DRAW);
        break;
    case SEARCH_APPLY:
        emit_moves(n, x, EMIT_APPLY);
        emit_moves(n, x, EMIT_STEP);
        break;
    default: emit_reach(n, x, number); break;
    }
}

native_source *native_source_new(ir_game *g, arena *a)
{
    native_source *n = ARENA_NEW(a, native_source);
    n->g = g;
    n->a = a;
    n->tables_used = bitset_new(a, g->constants.count + 1);
    n->known = ARENA_ARRAY(a, const char *, g->variables.count + 1);
    return n;
}

static void emit_tables(native_source *n, const vm_code *code)
{
    for (uint32_t i = 0; i < n->g->constants.count; i++) {
        if (!bitset_has(&n->tables_used, i))
            continue;
        const layout_slot *s = &code->layout.constants[i];
        add(n, &n->tables, F("static const uint%u_t T%u[%u] = {", s->width * 8, i, s->cells));
        for (uint32_t j = 0; j < s->cells; j++)
            add(n, &n->tables, F("%s%u,", j % 24 == 0 ? "\n    " : "",
                                 layout_load(code->layout.tables + s->offset + j * s->width,
                                             s->width)));
        add(n, &n->tables, "\n};\n");
    }
}

static const char prelude[] =
    "#define UNUSED __attribute__((unused))\n"
    "#define L8(p) (*(const unsigned char *)(p))\n"
    "#define S8(p, v) (*(unsigned char *)(p) = (unsigned char)(v))\n"
    "UNUSED static inline int L16(const unsigned char *p) { uint16_t v; memcpy(&v, p, 2); return v; }\n"
    "UNUSED static inline int L32(const unsigned char *p) { uint32_t v; memcpy(&v, p, 4); return (int)v; }\n"
    "UNUSED static inline void S16(unsigned char *p, int v) { uint16_t w = (uint16_t)v; memcpy(p, &w, 2); }\n"
    "UNUSED static inline void S32(unsigned char *p, int v) { uint32_t w = (uint32_t)v; memcpy(p, &w, 4); }\n"
    "\n"
    "/* A complete move: its tags are t[0..n). */\n"
    "UNUSED static inline void emit(native_frame *x, uint32_t n)\n"
    "{\n"
    "    if (x->word_count + n > x->word_room || x->move_count + 1 >= x->move_room) {\n"
    "        x->stop = 1;\n"
    "        return;\n"
    "    }\n"
    "    uint32_t *w = x->words + x->word_count;\n"
    "    for (uint32_t i = 0; i < n; i++)\n"
    "        w[i] = x->t[i];\n"
    "    x->word_count += n;\n"
    "    x->starts[++x->move_count] = x->word_count;\n"
    "}\n"
    "\n"
    "static inline uint64_t turn(uint64_t v, int k) { return (v << k) | (v >> (64 - k)); }\n"
    "\n"
    "/* Uniform in [0, bound): xoshiro256** and Lemire's rejection, as the engine draws. */\n"
    "UNUSED static inline uint32_t below(native_frame *x, uint32_t bound)\n"
    "{\n"
    "    uint64_t *s = x->random, m;\n"
    "    do {\n"
    "        uint64_t r = turn(s[1] * 5, 7) * 9, k = s[1] << 17;\n"
    "        s[2] ^= s[0];\n"
    "        s[3] ^= s[1];\n"
    "        s[1] ^= s[2];\n"
    "        s[0] ^= s[3];\n"
    "        s[2] ^= k;\n"
    "        s[3] = turn(s[3], 45);\n"
    "        m = (r >> 32) * bound;\n"
    "    } while ((uint32_t)m < bound && (uint32_t)m < (0u - bound) % bound);\n"
    "    return (uint32_t)(m >> 32);\n"
    "}\n\n";

static const char runtime_text[] = {
#include "compiled_text.inc"
    , 0};

const char *native_source_finish(native_source *n, const vm_code *code, const char **why)
{
    *why = n->problem;
    if (n->problem)
        return NULL;
    emit_tables(n, code);
    text out = {0};
    add(n, &out, runtime_text);
    add(n, &out, "\n");
    add(n, &out, prelude);
    add(n, &out, text_of(&n->tables));
    add(n, &out, "\n");
    add(n, &out, text_of(&n->declarations));
    add(n, &out, text_of(&n->functions));
    static const struct {
        emit_kind kind;
        const char *name;
    } programs[] = {{EMIT_LIST, "list"}, {EMIT_APPLY, "apply"}, {EMIT_STEP, "step"}, {EMIT_DRAW, "draw"}};
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        add(n, &out, F("\nstatic int do_%s(native_frame *x, uint32_t node)\n{\n    switch (node) {\n%s"
                       "    default: x->stop = 1; return 0;\n    }\n}\n", programs[i].name,
                       text_of(&n->dispatch[programs[i].kind])));
    add(n, &out, "\nextern const native_game ludens_native_game;\n"
                 "const native_game ludens_native_game = {LUDENS_KEY, do_list, do_apply, do_step, "
                 "do_draw};\n");
    return out.data;
}
