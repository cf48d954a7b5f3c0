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

/* A search is handed the scalars that matter to it. */
static bool asks_about(const native_source *n, const ir_expr_data *reach, ir_var v)
{
    const region *r = n->p->reaches.data[plan_reach(n->p, reach->a, reach->b)].r;
    return n->p->layout.variables[v].levels > 0 || bitset_has(&r->live[0], v);
}

bool emit_mentions(const native_source *n, ir_expr e, ir_var v)
{
    const ir_expr_data *d = &n->g->exprs.data[e];
    bool found = (d->op == IR_REACH && asks_about(n, d, v)) || (d->op == IR_VAR && d->a == v);
    for (uint32_t i = 0; i < ir_operands(d->op); i++)
        found |= emit_mentions(n, ir_operand(d, i), v);
    return found;
}

static emit_evaluation evaluate_access(native_source *n, ir_expr e, ir_var v, int32_t value, int32_t *out)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, at = 0;
    bool constant, outside = false;
    const layout_slot *s = plan_chain(n->p, e, keys, &count, &constant);
    if (!s || !constant || count != s->levels)
        return NOT_CONSTANT;
    for (uint32_t i = 0; i < count; i++) {
        int32_t key;
        const layout_key *k = &s->keys[i];
        emit_evaluation how = emit_evaluate(n, keys[i], v, value, &key);
        if (how == NOT_CONSTANT)
            return NOT_CONSTANT;
        outside |= how == NEVER || key < k->low || key > k->high;
        at += outside ? 0 : (uint32_t)(key - k->low) * k->stride;
    }
    if (outside)
        return NEVER;
    uint32_t stored = layout_load(n->p->layout.tables + s->offset + (size_t)at * s->width, s->width);
    *out = (int32_t)(stored + (s->integer ? (uint32_t)s->low : 0));
    return EVALUATED;
}

static emit_evaluation evaluate_variable(const native_source *n, ir_var x, ir_var v, int32_t value, int32_t *out)
{
    if (x == v || x == n->fixed.bound)
        return *out = x == n->fixed.bound ? n->fixed.bound_value : value, EVALUATED;
    for (uint32_t i = 0; i < n->fixed.given_count; i++)
        if (n->fixed.given[i].variable == x)
            return *out = n->fixed.given[i].value, EVALUATED;
    return NOT_CONSTANT;
}

emit_evaluation emit_evaluate(native_source *n, ir_expr e, ir_var v, int32_t value, int32_t *out)
{
    e = ir_bare(n->g, e);
    const ir_expr_data d = n->g->exprs.data[e];
    int32_t a = 0, b = 0;
    switch (d.op) {
    case IR_SYM: return *out = layout_code(n->g, d.a), EVALUATED;
    case IR_INT: return *out = (int32_t)d.a, EVALUATED;
    case IR_VAR: return evaluate_variable(n, d.a, v, value, out);
    case IR_CONST:
    case IR_INDEX: return evaluate_access(n, e, v, value, out);
    case IR_NEG:
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_MOD:
        if (emit_evaluate(n, d.a, v, value, &a) != EVALUATED ||
            (d.op != IR_NEG && emit_evaluate(n, d.b, v, value, &b) != EVALUATED))
            return NOT_CONSTANT;
        return ir_arithmetic(d.op, a, b, out) ? EVALUATED : NOT_CONSTANT;
    case IR_TRUE:
    case IR_FALSE: return *out = d.op == IR_TRUE, EVALUATED;
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE:
        if (emit_is_map(n, d.a) || emit_evaluate(n, d.a, v, value, &a) != EVALUATED ||
            emit_evaluate(n, d.b, v, value, &b) != EVALUATED)
            return NOT_CONSTANT;
        return *out = ir_compare(d.op, a, b), EVALUATED;
    case IR_NOT:
        if (emit_evaluate(n, d.a, v, value, &a) != EVALUATED)
            return NOT_CONSTANT;
        return *out = !a, EVALUATED;
    case IR_AND:
    case IR_OR:
        if (emit_evaluate(n, d.a, v, value, &a) != EVALUATED)
            return NOT_CONSTANT;
        if (a == (d.op == IR_OR))
            return *out = a, EVALUATED;
        return emit_evaluate(n, d.b, v, value, out);
    case IR_IF:
        if (emit_evaluate(n, d.a, v, value, &a) != EVALUATED)
            return NOT_CONSTANT;
        return emit_evaluate(n, a ? d.b : d.c, v, value, out);
    case IR_REACH:
    case IR_CAST:
    case IR_HASH:
    case IR_TIMES:
    case IR_FIRST:
    case IR_REAL:
    case IR_TO_REAL:
    case IR_OP_COUNT: break;
    }
    return NOT_CONSTANT;
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

/* Bits of the values for which a comparison holds, when only constants and the scalar occur. */
static const char *constant_comparison(native_source *n, const emit_mask *m, const ir_expr_data *d)
{
    emit_bits b = {{0}};
    for (uint32_t i = 0; i < size_of(m); i++) {
        int32_t x, y, v = m->d->low + (int32_t)i;
        emit_evaluation a = emit_evaluate(n, d->a, m->v, v, &x), c = emit_evaluate(n, d->b, m->v, v, &y);
        if (a == NOT_CONSTANT || c == NOT_CONSTANT)
            return NULL;
        if (a == EVALUATED && c == EVALUATED ? ir_compare(d->op, x, y) : d->op == IR_NE)
            b.words[i / 64] |= UINT64_C(1) << i % 64;
    }
    return emit_literal(n, m, &b);
}

enum { ROWS_MAX = 512 };

/* The one key of several that depends on the scalar; IR_NONE: it is not one. */
static uint32_t scalar_key(native_source *n, const emit_mask *m, const ir_expr *keys, uint32_t count)
{
    uint32_t column = IR_NONE;
    for (uint32_t i = 0; i < count; i++) {
        if (!emit_mentions(n, keys[i], m->v)) {
            if (!emit_simple(n, keys[i]))
                return IR_NONE;
            continue;
        }
        if (column != IR_NONE)
            return IR_NONE;
        column = i;
    }
    return column;
}

/* Rows of a constant table: bits of the values for which table[rows][..scalar..] compares as it should, a word or more
 * a row. Rows are numbered by all keys but the scalar's. */
static const char *row_comparison(native_source *n, const emit_mask *m, const ir_expr_data *d)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, words = (size_of(m) + 63) / 64, rows = 1;
    int32_t other, to;
    bool constant;
    if (n->g->exprs.data[ir_bare(n->g, d->a)].op != IR_INDEX || !plan_known(n->p, d->b, &other))
        return NULL;
    const layout_slot *s = plan_chain(n->p, d->a, keys, &count, &constant);
    if (!s || !constant || count < 2 || count != s->levels)
        return NULL;
    const uint32_t scalar = scalar_key(n, m, keys, count);
    for (uint32_t i = 0; scalar != IR_NONE && i < count && rows <= ROWS_MAX; i++)
        rows *= i == scalar ? 1 : (uint32_t)(s->keys[i].high - s->keys[i].low) + 1;
    if (scalar == IR_NONE || rows > ROWS_MAX)
        return NULL;
    for (uint32_t i = 0; i < size_of(m); i++)
        if (emit_evaluate(n, keys[scalar], m->v, m->d->low + (int32_t)i, &to) == NOT_CONSTANT)
            return NULL;
    const layout_key *column = &s->keys[scalar];
    const uint32_t id = n->masks++;
    text_add(n, &n->tables, F("UNUSED static const uint64_t B%u[] = {", id));
    for (uint32_t r = 0; r < rows; r++) {
        emit_bits b = {{0}};
        size_t row = 0;
        for (uint32_t i = count, rest = r; i-- > 0;)
            if (i != scalar) {
                const uint32_t size = (uint32_t)(s->keys[i].high - s->keys[i].low) + 1;
                row += (size_t)(rest % size) * s->keys[i].stride;
                rest /= size;
            }
        for (uint32_t i = 0; i < size_of(m); i++) {
            bool inside = emit_evaluate(n, keys[scalar], m->v, m->d->low + (int32_t)i, &to) == EVALUATED &&
                          to >= column->low && to <= column->high;
            size_t at = inside ? row + (size_t)(to - column->low) * column->stride : 0;
            uint32_t stored = layout_load(n->p->layout.tables + s->offset + at * s->width, s->width);
            if (inside ? ir_compare(d->op, (int32_t)(stored + (s->integer ? (uint32_t)s->low : 0)), other)
                       : d->op == IR_NE)
                b.words[i / 64] |= UINT64_C(1) << i % 64;
        }
        for (uint32_t w = 0; w < words; w++)
            text_add(n, &n->tables, F("%s0x%llxull", r || w ? ", " : "", (unsigned long long)b.words[w]));
    }
    text_add(n, &n->tables, "};\n");
    const char *row = NULL;
    for (uint32_t i = 0; i < count; i++)
        if (i != scalar) {
            const char *key = F("((%s) - (%s))", emit_value(n, keys[i]), emit_number(n, s->keys[i].low));
            row = row ? F("(%s * %d + %s)", row, s->keys[i].high - s->keys[i].low + 1, key) : key;
        }
    return F("B%u[%u * %s%s%s]", id, words, row, m->word ? " + " : "", m->word ? m->word : "");
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

/* What cells of the slot hold where they are equal to the expression; *function finds it, which may be no byte. */
static const char *byte_value(native_source *n, const layout_slot *s, ir_expr other, const char **function)
{
    const int64_t base = s->integer ? s->low : 0;
    int32_t known;
    uint32_t depth;
    *function = "equal64";
    if (plan_known(n->p, other, &known))
        return known >= base && known <= base + 255 ? emit_stored(n, s, emit_number(n, known)) : NULL;
    if (s->integer) {
        const ir_range r = plan_range(n->p, other);
        if (!emit_simple(n, other) || r.low - base < INT32_MIN || r.high - base > INT32_MAX)
            return NULL;
        *function = r.low < base || r.high - base > 255 ? "equal64_if" : "equal64";
        return emit_stored(n, s, emit_value(n, other));
    }
    const layout_slot *from = layout_root(n->g, &n->p->layout, other, &depth);
    if (!from || depth != from->levels || from->integer || from->width != 1)
        return NULL;
    return emit_stored(n, s, emit_value(n, other));
}

/* Slot of map[..][key], where the key depends on the scalar and nothing else does; NULL: no such map of bytes. */
static const layout_slot *plane_slot(native_source *n, const emit_mask *m, ir_expr access)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    if (n->g->exprs.data[ir_bare(n->g, access)].op != IR_INDEX)
        return NULL;
    const layout_slot *s = plan_chain(n->p, access, keys, &count, &constant);
    if (!s || constant || s->width != 1 || count != s->levels || s->keys[count - 1].stride != 1)
        return NULL;
    for (uint32_t i = 0; i + 1 < count; i++)
        if (emit_mentions(n, keys[i], m->v))
            return NULL;
    return s;
}

/* The values for which it holds what is stored for `value`, a C expression. */
static const char *plane_of(native_source *n, const emit_mask *m, ir_expr access, const char *value,
                            const char *function)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    const layout_slot *s = plan_chain(n->p, access, keys, &count, &constant);
    const layout_key *k = &s->keys[count - 1];
    emit_pieces pieces;
    if (!emit_find_pieces(n, m, keys[count - 1], &pieces))
        return NULL;
    int64_t fixed;
    const char *row = emit_place(n, s, keys, count - 1, &fixed), *all = NULL;
    const char *name = n->names[emit_root(n, access)];
    for (uint32_t i = 0; i < pieces.count; i++) {
        const emit_piece *p = &pieces.data[i];
        const char *one;
        if (p->shift) {
            int64_t first = fixed + m->d->low + p->number - k->low;
            /* a row lies anywhere in the map */
            int64_t low = s->offset + (*row ? (int64_t)m->d->low + p->number - k->low : first);
            int64_t high = low + (*row ? s->cells : 0) + (size_of(m) + 63) / 64 * 64;
            if (low < -PAD || high > n->p->layout.work_size + PAD)
                return NULL;
            one = F("%s(s + (AT_%s + %lld%s%s%s%s), %s)", function, name, (long long)first, *row ? " + " : "", row,
                    m->word ? " + 64 * (int)" : "", m->word ? m->word : "", value);
            const bool plain = !*row && strcmp(function, "equal64") == 0 && (emit_tracks(n) || n->kind == EMIT_REACH);
            const char *kept =
                plain ? emit_kept_cells(n, (ir_var)(s - n->p->layout.variables), first, &p->values, m->word, value)
                      : NULL;
            one = kept ? F("(x->fresh ? %s : %s)", kept, one) : one;
        } else {
            if (p->number < k->low || p->number > k->high)
                return NULL;
            one = F("-(uint64_t)(s[(AT_%s + %lld)%s%s] == %s)", name, (long long)(fixed + p->number - k->low),
                    *row ? " + " : "", row, value);
        }
        if (pieces.count > 1)
            one = F("(%s & %s)", one, emit_literal(n, m, &p->values));
        all = all ? F("%s | %s", all, one) : one;
    }
    return all ? F("(%s)", all) : "0";
}

/* map[..][key] == other. */
static const char *plane(native_source *n, const emit_mask *m, ir_expr access, ir_expr other)
{
    const layout_slot *s = emit_mentions(n, other, m->v) ? NULL : plane_slot(n, m, access);
    const char *function, *value = s ? byte_value(n, s, other, &function) : NULL;
    return value ? plane_of(n, m, access, value, function) : NULL;
}

enum { CONTENTS_MAX = 16 };

/* The only access to a variable that depends on the scalar, which is met nowhere else. */
static bool only_access(const native_source *n, ir_expr e, ir_var v, ir_expr *access)
{
    const ir_expr_data *d = &n->g->exprs.data[e];
    bool fine = true;
    if (!emit_mentions(n, e, v))
        return true;
    if (d->op == IR_VAR || d->op == IR_REACH)
        return false;
    uint32_t depth;
    if (d->op == IR_INDEX) {
        ir_expr root = ir_bare(n->g, e);
        while (n->g->exprs.data[root].op == IR_INDEX)
            root = ir_bare(n->g, n->g->exprs.data[root].a);
        if (n->g->exprs.data[root].op == IR_VAR) {
            fine = *access == IR_NONE || ir_expr_equal(n->g, *access, e);
            *access = e;
            return fine && layout_root(n->g, &n->p->layout, e, &depth);
        }
    }
    for (uint32_t i = 0; fine && i < ir_operands(d->op); i++)
        fine = only_access(n, ir_operand(d, i), v, access);
    return fine;
}

/* A condition on what one cell holds: asked of each value that it can hold. */
static const char *by_content(native_source *n, const emit_mask *m, ir_expr e)
{
    ir_expr access = IR_NONE;
    const layout_slot *s = only_access(n, e, m->v, &access) && access != IR_NONE ? plane_slot(n, m, access) : NULL;
    const int64_t values = s ? (s->integer ? (int64_t)s->high - s->low : s->high) + 1 : 0;
    const char *all = NULL;
    if (!s || values > CONTENTS_MAX || n->subject != IR_NONE || !emit_simple(n, e))
        return NULL;
    for (int32_t i = 0; i < values; i++) {
        const char *plane_i = plane_of(n, m, access, F("%d", i), "equal64");
        if (!plane_i)
            return NULL;
        n->subject = access;
        n->subject_value = emit_number(n, s->integer ? s->low + i : i);
        const char *condition = emit_condition(n, e);
        n->subject = IR_NONE;
        all = F("%s%s(-(uint64_t)(%s) & %s)", all ? all : "", all ? " | " : "", condition, plane_i);
    }
    return F("(%s)", all);
}

static const char *compared(native_source *n, const emit_mask *m, const ir_expr_data *d)
{
    if (emit_is_map(n, d->a))
        return NULL;
    const char *word = constant_comparison(n, m, d);
    word = word ? word : row_comparison(n, m, d);
    if (word || (d->op != IR_EQ && d->op != IR_NE))
        return word;
    word = plane(n, m, d->a, d->b);
    word = word ? word : plane(n, m, d->b, d->a);
    return word && d->op == IR_NE ? F("~%s", word) : word;
}

const char *emit_mask_of(native_source *n, const emit_mask *m, ir_expr e)
{
    if (!m->d->range || size_of(m) > EMIT_VALUES_MAX || plan_can_fault(n->p, e))
        return NULL;
    const ir_expr_data d = n->g->exprs.data[ir_bare(n->g, e)];
    const char *left, *right, *word;
    if (d.op == IR_REACH && plan_always(n->p, &d))
        return "~UINT64_C(0)";
    if (d.op == IR_REACH)
        return m->v == IR_NONE ? NULL : holds(n, m, d.a, d.b);
    if (!emit_mentions(n, e, m->v))
        return emit_simple(n, e) ? F("-(uint64_t)(%s)", emit_condition(n, e)) : NULL;
    switch (d.op) {
    case IR_EQ:
    case IR_NE:
    case IR_LT:
    case IR_LE:
    case IR_GT:
    case IR_GE: word = compared(n, m, &d); return word ? word : by_content(n, m, e);
    case IR_NOT: return (left = emit_mask_of(n, m, d.a)) ? F("~(%s)", left) : NULL;
    case IR_AND:
    case IR_OR:
        if (emit_mentions(n, d.a, m->v) && emit_mentions(n, d.b, m->v) && (word = by_content(n, m, e)))
            return word;
        left = emit_mask_of(n, m, d.a);
        right = left ? emit_mask_of(n, m, d.b) : NULL;
        return right ? F("((%s) %s (%s))", left, d.op == IR_AND ? "&" : "|", right) : NULL;
    case IR_SYM:
    case IR_INT:
    case IR_CONST:
    case IR_VAR:
    case IR_TRUE:
    case IR_FALSE:
    case IR_REACH:
    case IR_CAST:
    case IR_INDEX:
    case IR_NEG:
    case IR_ADD:
    case IR_SUB:
    case IR_MUL:
    case IR_DIV:
    case IR_MOD:
    case IR_IF:
    case IR_HASH:
    case IR_TIMES:
    case IR_FIRST:
    case IR_REAL:
    case IR_TO_REAL:
    case IR_OP_COUNT: break;
    }
    return NULL;
}
