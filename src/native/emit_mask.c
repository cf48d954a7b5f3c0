/* Conditions on one scalar, asked of up to 64 of its values at once.
 *
 * A map from the scalar to bytes lies in the state without gaps, so that one comparison of
 * vectors answers "which sites hold this piece" for 64 sites; a constant table between the scalar
 * and the map is a shift of that answer wherever the table only adds a number, and single cells
 * where it does not; conditions on tables alone are constants. */
#include "native/emit_inside.h"

enum { PAD = 64 }; /* bytes before and after a state that may be read */

/* A reachability that starts from the scalar. */
static const char *holds(native_source *n, const emit_mask *m, ir_node from, ir_node to)
{
    if (n->kind != EMIT_LIST && n->kind != EMIT_REACH)
        return NULL;
    const char *words = emit_holds(n, from, to, m->v, m->d->low);
    return words ? F("%s[%s]", words, m->word ? m->word : "0") : NULL;
}

bool emit_mentions(const native_source *n, ir_expr e, ir_var v)
{
    const ir_expr_data *d = &n->g->exprs.data[ir_bare(n->g, e)];
    switch (d->op) {
    case IR_VAR: return d->a == v;
    case IR_SYM: case IR_INT: case IR_CONST: case IR_TRUE: case IR_FALSE: return false;
    case IR_NOT: return emit_mentions(n, d->a, v);
    case IR_INDEX: case IR_AND: case IR_OR: case IR_EQ: case IR_NE:
        return emit_mentions(n, d->a, v) || emit_mentions(n, d->b, v);
    default: return true; /* a reachability, or something without native form */
    }
}

emit_evaluation emit_evaluate(native_source *n, ir_expr e, ir_var v, int32_t value, int32_t *out)
{
    e = ir_bare(n->g, e);
    const ir_expr_data d = n->g->exprs.data[e];
    if (d.op == IR_SYM)
        return *out = layout_code(n->g, d.a), EVALUATED;
    if (d.op == IR_VAR)
        return *out = value, d.a == v ? EVALUATED : NOT_CONSTANT;
    if (d.op != IR_INDEX && d.op != IR_CONST)
        return NOT_CONSTANT;
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    const layout_slot *s = plan_chain(n->p, e, keys, &count, &constant);
    if (!s || !constant || s->integer || count != s->levels)
        return NOT_CONSTANT;
    uint32_t at = 0;
    bool outside = false;
    for (uint32_t i = 0; i < count; i++) {
        int32_t key;
        const layout_key *k = &s->keys[i];
        emit_evaluation how = k->integer ? NOT_CONSTANT : emit_evaluate(n, keys[i], v, value, &key);
        if (how == NOT_CONSTANT)
            return NOT_CONSTANT;
        outside |= how == NEVER || key < k->low || key > k->high;
        at += outside ? 0 : (uint32_t)(key - k->low) * k->stride;
    }
    if (outside)
        return NEVER;
    *out = (int32_t)layout_load(n->p->layout.tables + s->offset + (size_t)at * s->width, s->width);
    return EVALUATED;
}

static uint32_t size_of(const emit_mask *m) { return (uint32_t)(m->d->high - m->d->low + 1); }

/* A set of values as a C expression of one word. */
const char *emit_literal(native_source *n, const emit_mask *m, const emit_bits *b)
{
    if (!m->word)
        return F("0x%llxull", (unsigned long long)b->words[0]);
    uint32_t id = n->masks++;
    text_add(n, &n->tables, F("UNUSED static const uint64_t B%u[] = {", id));
    for (uint32_t i = 0; i * 64 < size_of(m); i++)
        text_add(n, &n->tables, F("%s0x%llxull", i ? ", " : "", (unsigned long long)b->words[i]));
    text_add(n, &n->tables, "};\n");
    return F("B%u[%s]", id, m->word);
}

const char *emit_mask_domain(native_source *n, const emit_mask *m)
{
    emit_bits b = {{0}};
    uint32_t size = size_of(m);
    if (size % 64 == 0)
        return NULL;
    for (uint32_t i = 0; i < size; i++)
        b.words[i / 64] |= UINT64_C(1) << i % 64;
    return emit_literal(n, m, &b);
}

/* Bits of the values for which both sides are equal, when only constants and the scalar occur. */
static const char *constant_equal(native_source *n, const emit_mask *m, ir_expr left, ir_expr right)
{
    emit_bits b = {{0}};
    for (int32_t v = m->d->low; v <= m->d->high; v++) {
        int32_t x, y;
        uint32_t i = (uint32_t)(v - m->d->low);
        emit_evaluation a = emit_evaluate(n, left, m->v, v, &x), c = emit_evaluate(n, right, m->v, v, &y);
        if (a == NOT_CONSTANT || c == NOT_CONSTANT)
            return NULL;
        if (a == EVALUATED && c == EVALUATED && x == y)
            b.words[i / 64] |= UINT64_C(1) << i % 64;
    }
    return emit_literal(n, m, &b);
}

static bool add_piece(emit_pieces *l, bool shift, int32_t number, uint32_t index)
{
    uint32_t i = 0, same = 0;
    while (i < l->count && (l->data[i].shift != shift || l->data[i].number != number))
        same += l->data[i++].shift == shift;
    if (i == l->count) {
        if (same == (shift ? EMIT_SHIFTS_MAX : EMIT_SINGLES_MAX))
            return false;
        l->data[l->count++] = (emit_piece){.shift = shift, .number = number};
    }
    l->data[i].values.words[index / 64] |= UINT64_C(1) << index % 64;
    return true;
}

bool emit_find_pieces(native_source *n, const emit_mask *m, ir_expr key, emit_pieces *l)
{
    int32_t difference[EMIT_VALUES_MAX], delta[EMIT_SHIFTS_MAX] = {0};
    bool known[EMIT_VALUES_MAX];
    uint32_t size = size_of(m), frequency[EMIT_SHIFTS_MAX] = {0};
    l->count = 0;
    for (uint32_t i = 0; i < size; i++) {
        int32_t value = m->d->low + (int32_t)i, to = 0;
        emit_evaluation how = emit_evaluate(n, key, m->v, value, &to);
        if (how == NOT_CONSTANT)
            return false;
        known[i] = how == EVALUATED;
        difference[i] = to - value;
    }
    /* the most frequent differences are shifts, if they are frequent enough to pay */
    for (uint32_t k = 0; k < EMIT_SHIFTS_MAX; k++)
        for (uint32_t i = 0; i < size; i++) {
            bool had = !known[i];
            for (uint32_t j = 0; j < k; j++)
                had |= frequency[j] > 0 && delta[j] == difference[i];
            uint32_t count = 0;
            for (uint32_t j = 0; !had && j < size; j++)
                count += known[j] && difference[j] == difference[i];
            if (count > frequency[k]) {
                frequency[k] = count;
                delta[k] = difference[i];
            }
        }
    for (uint32_t i = 0; i < size; i++) {
        bool shift = false;
        for (uint32_t k = 0; k < EMIT_SHIFTS_MAX; k++)
            shift |= frequency[k] >= 4 && delta[k] == difference[i];
        int32_t value = m->d->low + (int32_t)i;
        if (known[i] && !add_piece(l, shift, shift ? difference[i] : value + difference[i], i))
            return false;
    }
    return true;
}

/* map[..][key] == other, where the key depends on the scalar and nothing else does. */
static const char *plane(native_source *n, const emit_mask *m, ir_expr access, ir_expr other)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    const ir_expr_data *d = &n->g->exprs.data[ir_bare(n->g, access)];
    if (d->op != IR_INDEX || emit_mentions(n, other, m->v))
        return NULL;
    const layout_slot *s = plan_chain(n->p, access, keys, &count, &constant);
    if (!s || constant || s->integer || s->width != 1 || count != s->levels)
        return NULL;
    const layout_key *k = &s->keys[count - 1];
    if (k->stride != 1 || k->integer)
        return NULL;
    for (uint32_t i = 0; i + 1 < count; i++)
        if (s->keys[i].integer || emit_mentions(n, keys[i], m->v))
            return NULL;
    int32_t known;
    const layout_slot *from;
    uint32_t depth;
    if (!plan_known(n->p, other, &known)) {
        from = layout_root(n->g, &n->p->layout, other, &depth);
        if (!from || from->width != 1 || from->integer || depth != from->levels)
            return NULL;
    } else if (known < 0 || known > 255) {
        return NULL;
    }
    emit_pieces pieces;
    if (!emit_find_pieces(n, m, keys[count - 1], &pieces))
        return NULL;
    int64_t fixed;
    const char *row = emit_place(n, s, keys, count - 1, &fixed), *all = NULL;
    const char *value = emit_value(n, other);
    for (uint32_t i = 0; i < pieces.count; i++) {
        const emit_piece *p = &pieces.data[i];
        const char *one;
        if (p->shift) {
            int64_t first = (int64_t)s->offset + fixed + m->d->low + p->number - k->low;
            /* a row lies anywhere in the map */
            int64_t low = *row ? (int64_t)s->offset + m->d->low + p->number - k->low : first;
            int64_t high = low + (*row ? s->cells : 0) + (size_of(m) + 63) / 64 * 64;
            if (low < -PAD || high > n->p->layout.work_size + PAD)
                return NULL;
            one = F("equal64(s + (%lld%s%s%s%s), %s)", (long long)first, *row ? " + " : "", row,
                    m->word ? " + 64 * (int)" : "", m->word ? m->word : "", value);
        } else {
            if (p->number < k->low || p->number > k->high)
                return NULL;
            one = F("-(uint64_t)(s[%lld%s%s] == %s)",
                    (long long)((int64_t)s->offset + fixed + p->number - k->low),
                    *row ? " + " : "", row, value);
        }
        if (pieces.count > 1)
            one = F("(%s & %s)", one, emit_literal(n, m, &p->values));
        all = all ? F("%s | %s", all, one) : one;
    }
    return all ? F("(%s)", all) : "0";
}

static const char *equal(native_source *n, const emit_mask *m, ir_expr left, ir_expr right)
{
    if (plan_type_of(n->p, left)->kind == IR_TYPE_ARROW)
        return NULL;
    const char *word = constant_equal(n, m, left, right);
    if (!word)
        word = plane(n, m, left, right);
    return word ? word : plane(n, m, right, left);
}

const char *emit_mask_of(native_source *n, const emit_mask *m, ir_expr e)
{
    if (!m->d->range || size_of(m) > EMIT_VALUES_MAX)
        return NULL;
    const ir_expr_data d = n->g->exprs.data[ir_bare(n->g, e)];
    const char *left, *right;
    if (d.op == IR_REACH)
        return m->v == IR_NONE ? NULL : holds(n, m, d.a, d.b);
    if (!emit_mentions(n, e, m->v))
        return emit_simple(n, e) ? F("-(uint64_t)(%s)", emit_condition(n, e)) : NULL;
    switch (d.op) {
    case IR_EQ: return equal(n, m, d.a, d.b);
    case IR_NE: return (left = equal(n, m, d.a, d.b)) ? F("~%s", left) : NULL;
    case IR_NOT: return (left = emit_mask_of(n, m, d.a)) ? F("~(%s)", left) : NULL;
    case IR_AND: case IR_OR:
        left = emit_mask_of(n, m, d.a);
        right = left ? emit_mask_of(n, m, d.b) : NULL;
        return right ? F("((%s) %s (%s))", left, d.op == IR_AND ? "&" : "|", right) : NULL;
    default: return NULL;
    }
}
