/* For which values of a scalar does a reachability hold? Backwards: what is kept at a node is the
 * set of values from which the target can be reached. Then a choice whose values have to pass a
 * reachability walks over the bits of the answer. See emit_sets.c for the other direction. */
#include "native/emit_sets.h"

#include <string.h>

typedef struct answer {
    const char *words[SETS_WORDS_MAX];
} answer;

static const char *all_or_none(native_source *n, const char *condition)
{
    return F("-(uint64_t)((%s) != 0)", condition);
}

/* What holds at `to`, as seen from a node where scalar v matters. */
static bool behind(sets *z, uint32_t to, ir_var v, uint32_t words, answer *a)
{
    native_source *n = z->n;
    ir_var after = to == SUCCESS ? IR_NONE : z->nodes.data[to].v;
    if (after != IR_NONE && after != v)
        return false;
    for (uint32_t w = 0; w < words; w++)
        a->words[w] = to == SUCCESS ? "~(uint64_t)0" : after == v ? F("b%u_%u", to, w) : all_or_none(n, F("b%u_0", to));
    return true;
}

/* Values that a function given by tables takes into the set of node `to`. */
static void preimage(sets *z, uint32_t to, const emit_pieces *f, uint32_t words, answer *a)
{
    native_source *n = z->n;
    uint32_t to_words = z->nodes.data[to].words;
    for (uint32_t w = 0; w < words; w++) {
        const char *sum = NULL;
        for (uint32_t i = 0; i < f->count; i++) {
            const emit_piece *p = &f->data[i];
            if (!p->values.words[w])
                continue;
            const char *from = NULL;
            if (!p->shift) {
                from = all_or_none(n, F("b%u_%d >> %d & 1", to, p->number / 64, p->number % 64));
            }
            for (uint32_t u = 0; p->shift && u < to_words; u++) {
                int64_t shift = 64 * ((int64_t)u - w) - p->number;
                if (shift <= -64 || shift >= 64)
                    continue;
                const char *one = shift == 0 ? F("b%u_%u", to, u)
                                             : F("b%u_%u %s %lld", to, u, shift < 0 ? ">>" : "<<",
                                                 (long long)(shift < 0 ? -shift : shift));
                from = from ? F("%s | %s", from, one) : one;
            }
            if (!from)
                continue;
            from = F("((%s) & 0x%llxull)", from, (unsigned long long)p->values.words[w]);
            sum = sum ? F("%s | %s", sum, from) : from;
        }
        a->words[w] = sum ? F("(%s)", sum) : "0";
    }
}

static bool before_assign(sets *z, uint32_t node, const set_edge *e, answer *a)
{
    native_source *n = z->n;
    const set_node *s = &z->nodes.data[node];
    ir_var x = ir_target_variable(n->g, e->e->target);
    if (n->g->exprs.data[e->e->target].op != IR_VAR || e->bound != IR_NONE)
        return false;
    if (e->to == SUCCESS || z->nodes.data[e->to].v != x)
        return behind(z, e->to, s->v, s->words, a);
    if (s->v != IR_NONE && emit_mentions(n, e->e->value, s->v)) {
        plan_domain d = sets_domain(n, s->v);
        emit_mask m = {.d = &d, .v = s->v};
        emit_pieces f;
        if (e->bound != IR_NONE || !emit_find_pieces(n, &m, e->e->value, &f))
            return false;
        sets_bits(n, s->v, x, &f);
        preimage(z, e->to, &f, s->words, a);
        return true;
    }
    int32_t known;
    if (!plan_known(n->p, e->e->value, &known) || known < sets_low(n, x))
        return false;
    known -= sets_low(n, x);
    for (uint32_t w = 0; w < s->words; w++)
        a->words[w] = all_or_none(n, F("b%u_%d >> %d & 1", e->to, known / 64, known % 64));
    return true;
}

static bool before_choose(sets *z, uint32_t node, const set_edge *e, answer *a)
{
    native_source *n = z->n;
    const set_node *s = &z->nodes.data[node];
    ir_var x = ir_target_variable(n->g, e->e->target);
    const layout_slot *slot = &n->p->layout.variables[x];
    plan_domain d = emit_domain(n, e->e);
    const int32_t low = sets_low(n, x);
    if (n->g->exprs.data[e->e->target].op != IR_VAR || slot->levels > 0 || !d.range || d.low > d.high || d.low < low ||
        d.high > slot->high || sets_words(n, x) == 0 || e->e->value != IR_NONE)
        return false;
    if (e->to == SUCCESS || z->nodes.data[e->to].v != x)
        return behind(z, e->to, s->v, s->words, a);
    emit_bits b = {{0}};
    const char *some = "0";
    for (int32_t i = d.low - low; i <= d.high - low; i++)
        b.words[i / 64] |= UINT64_C(1) << i % 64;
    for (uint32_t w = 0; w < z->nodes.data[e->to].words; w++)
        some = F("%s | (b%u_%u & 0x%llxull)", some, e->to, w, (unsigned long long)b.words[w]);
    for (uint32_t w = 0; w < s->words; w++)
        a->words[w] = all_or_none(n, some);
    return true;
}

static bool before_edge(sets *z, uint32_t node, const set_edge *e, answer *a)
{
    const set_node *s = &z->nodes.data[node];
    switch (e->e->label) {
    case IR_ASSIGN: return before_assign(z, node, e, a);
    case IR_CHOOSE: return before_choose(z, node, e, a);
    case IR_SKIP:
    case IR_CHECK:
    case IR_TAG: break;
    }
    return behind(z, e->to, s->v, s->words, a);
}

/* What holds at a node; edges from last to first, so that those of a group come after the one
 * that is tried before them. */
static bool at_node(sets *z, uint32_t node, answer *all)
{
    native_source *n = z->n;
    const set_node *s = &z->nodes.data[node];
    plan_domain d = sets_domain(n, s->v);
    answer group = {{NULL}};
    for (uint32_t w = 0; w < s->words; w++)
        all->words[w] = NULL;
    for (uint32_t i = s->first + s->count; i-- > s->first;) {
        const set_edge *e = &z->edges.data[i];
        answer one;
        if (!before_edge(z, node, e, &one))
            return false;
        bool checked = e->e->label == IR_CHECK && !e->certain && !e->enters;
        if (checked && sets_mixed(z, node, e->e->value, s->v))
            return false;
        bool first = i == s->first || z->edges.data[i - 1].last;
        for (uint32_t w = 0; w < s->words; w++) {
            const char *here = one.words[w];
            if (checked) {
                emit_mask m = sets_mask(n, &d, s->v, s->words, w);
                const char *mask = emit_mask_of(n, &m, e->e->value);
                if (!mask)
                    return false;
                uint32_t id = z->names++;
                emit_line(n, F("UNUSED const uint64_t m%u = %s;", id, mask));
                here =
                    e->last ? F("(m%u & %s)", id, here) : F("((m%u & %s) | (~m%u & %s))", id, here, id, group.words[w]);
            }
            group.words[w] = here;
            if (first)
                all->words[w] = all->words[w] ? F("%s | %s", all->words[w], here) : here;
        }
    }
    return true;
}

static bool write_nodes(sets *z)
{
    native_source *n = z->n;
    for (uint32_t k = 0; k < z->behind.count; k++) {
        uint32_t i = z->behind.data[k];
        answer a;
        if (n->functions.length > z->limit || !at_node(z, i, &a))
            return false;
        for (uint32_t w = 0; w < z->nodes.data[i].words; w++) {
            const char *word = a.words[w] ? a.words[w] : "0";
            if (z->cyclic) {
                uint32_t id = z->names++;
                emit_line(n, F("const uint64_t t%u = %s;", id, word));
                emit_line(n, F("changed |= t%u ^ b%u_%u;", id, i, w));
                emit_line(n, F("b%u_%u = t%u;", i, w, id));
            } else {
                emit_line(n, F("UNUSED const uint64_t b%u_%u = %s;", i, w, word));
            }
        }
    }
    return true;
}

static bool write_body(sets *z)
{
    native_source *n = z->n;
    if (z->cyclic) {
        for (uint32_t k = 0; k < z->behind.count; k++)
            for (uint32_t w = 0; w < z->nodes.data[z->behind.data[k]].words; w++)
                emit_line(n, F("uint64_t b%u_%u = 0;", z->behind.data[k], w));
        emit_line(n, "uint64_t changed;");
        emit_open(n, "do");
        emit_line(n, "changed = 0;");
    }
    if (!write_nodes(z))
        return false;
    if (z->cyclic) {
        emit_close(n);
        emit_line(n, "while (changed);");
    }
    for (uint32_t w = 0; w < z->nodes.data[0].words; w++)
        emit_line(n, F("h[%u] = b0_%u;", w, w));
    return true;
}

/* The function `holds<number>` with v handed over as all values at once. */
static bool write_function(native_source *n, uint32_t number, ir_var v, const plan_program *x)
{
    const region *r = x->r;
    const vec_u32 *given = &n->reaches.data[number].parameters;
    sets z = {.n = n, .limit = SETS_TEXT_MAX};
    bitset around = bitset_new(n->a, n->g->variables.count);
    bitset_add(&around, v);
    if (!sets_plan(&z, x, 0, &around) || z.nodes.data[0].v != v)
        return false;
    const char *head = F("static void holds%u(native_frame *const x, unsigned char *const s, uint64_t *h", number);
    const char *use = "(void)x, (void)s";
    memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
    for (uint32_t i = 0; i < given->count; i++) {
        ir_var k = given->data[i];
        if (k == v)
            continue;
        n->known[k] = F("q_%s", n->names[k]);
        head = F("%s, const int %s", head, n->known[k]);
        use = F("%s, (void)%s", use, n->known[k]);
    }
    n->indent = 1;
    if (!write_body(&z))
        return false;
    text_add(n, &n->declarations, F("UNUSED %s);\n", head));
    text_add(n, &n->helpers,
             F("\n/* %s -> %s, for all values */\n%s)\n{\n    %s;\n", emit_comment(n, ir_node_name(n->g, r->nodes[0])),
               emit_comment(n, ir_node_name(n->g, r->target)), head, use));
    text_add(n, &n->helpers, text_of(&n->functions));
    text_add(n, &n->helpers, "}\n");
    return true;
}

static bool make(native_source *n, uint32_t number, ir_var v)
{
    const plan_program *outer = n->x;
    text functions = n->functions;
    const char **known = n->known;
    uint32_t indent = n->indent, locals = n->locals;
    bool varying = n->varying, deep = n->deep;
    emit_kind kind = n->kind;
    n->functions = (text){0};
    n->known = ARENA_ARRAY(n->a, const char *, n->g->variables.count + 1);
    n->kind = EMIT_REACH;
    n->x = &n->p->reaches.data[number];
    bool ok = n->x->r->useful[0] && write_function(n, number, v, n->x);
    n->x = outer;
    n->kind = kind;
    n->functions = functions;
    n->known = known;
    n->indent = indent;
    n->locals = locals;
    n->varying = varying;
    n->deep = deep;
    return ok;
}

const char *emit_holds(native_source *n, ir_node from, ir_node to, ir_var v, int32_t low)
{
    uint32_t number = plan_reach(n->p, from, to);
    reach_signature *s = emit_reach_signature(n, number);
    const uint32_t words = sets_words(n, v);
    low -= sets_low(n, v);
    if (words == 0 || low < 0 || n->x->parted)
        return NULL;
    if (!s->holds_tried) {
        s->holds_tried = true;
        bool ok = make(n, number, v);
        s = &n->reaches.data[number];
        s->holds_for = ok ? v : IR_NONE;
    }
    if (s->holds_for != v)
        return NULL;
    uint32_t id = n->locals++;
    emit_line(n, F("uint64_t h%u[%u];", id, words));
    const char *call = F("holds%u(x, s, h%u", number, id);
    for (uint32_t i = 0; i < s->parameters.count; i++)
        if (s->parameters.data[i] != v)
            call = F("%s, %s", call, emit_variable(n, s->parameters.data[i]));
    emit_line(n, F("%s);", call));
    if (low > 0)
        emit_line(n, F("shift_down(h%u, %u, %d);", id, words, low));
    return F("h%u", id);
}
