/* Values as functions of the lane. See plan_lanes.h. */
#include "automaton/plan_lanes.h"

#include <string.h>

bool lanes_fail(finder *x)
{
    x->failed = true;
    return false;
}

/* The values of a scalar of the state that tables are asked for. */
bool lanes_cases(const finder *x, ir_var v, const int32_t **values, uint32_t *count)
{
    const plan *p = x->p;
    const layout_slot *s = &p->layout.variables[v];
    const ir_type_data *t = ir_type_at(p->g, ir_resolve(p->g, vec_at(&p->g->variables, v).type));
    if (s->levels || s->real || lanes_is_lost(x, v))
        return false;
    const int64_t size = s->integer ? (int64_t)s->high - s->low + 1 : t->count;
    if (size < 1 || size > PLAN_CASES_MAX)
        return false;
    int32_t *all = ARENA_ARRAY(x->a, int32_t, size);
    for (uint32_t i = 0; i < size; i++)
        all[i] = s->integer ? s->low + (int32_t)i : layout_code(p->g, t->symbols[i]);
    *values = all;
    *count = (uint32_t)size;
    return true;
}

/* A scalar that is asked for its value becomes a case, if it can; then everything is done again. */
bool lanes_need(finder *x, ir_var v)
{
    const int32_t *values;
    uint32_t count;
    if (x->wanted == IR_NONE)
        x->wanted = v;
    if (x->needed == IR_NONE && v != IR_NONE && x->case_count < STRAND_CONDITIONS_MAX &&
        lanes_cases(x, v, &values, &count) && count * x->all_cases <= PLAN_CASES_MAX)
        x->needed = v;
    return lanes_fail(x);
}

void *lanes_room(finder *x, size_t size)
{
    size = (size + 15) / 16 * 16;
    assert(size <= CHUNK);
    if (x->top.used + size > CHUNK && x->top.chunk + 1 == CHUNKS_MAX) { /* nothing that is found now is kept */
        x->full = true;
        lanes_fail(x);
        return ARENA_ARRAY(x->a, unsigned char, size);
    }
    if (x->top.used + size > CHUNK) {
        x->top.used = 0;
        x->top.chunk++;
    }
    unsigned char **chunk = &x->chunks[x->top.chunk];
    *chunk = *chunk ? *chunk : ARENA_ARRAY(x->a, unsigned char, CHUNK);
    void *room = *chunk + x->top.used;
    x->top.used += (uint32_t)size;
    return memset(room, 0, size);
}

int32_t *lanes_each(finder *x, int32_t value)
{
    int32_t *all = LANES_ARRAY(x, int32_t, x->lanes);
    x->p->strand_work += x->lanes;
    if (x->p->strand_work > WORK_MAX) {
        x->full = true;
        lanes_fail(x);
    }
    for (uint32_t i = 0; i < x->lanes && value; i++)
        all[i] = value;
    return all;
}

/* ---- values ---- */

const scalar *lanes_scalar_at(const place *at, ir_var v)
{
    for (uint32_t i = 0; i < at->scalar_count; i++)
        if (at->scalars[i].v == v)
            return &at->scalars[i];
    return NULL;
}

bool lanes_set_scalar(finder *x, place *at, scalar s)
{
    uint32_t i = 0;
    while (i < at->scalar_count && at->scalars[i].v != s.v)
        i++;
    if (i == SCALARS_MAX)
        return lanes_fail(x);
    at->scalars[i] = s;
    at->scalar_count += i == at->scalar_count;
    return true;
}

known lanes_scalar(finder *x, const place *at, ir_var v)
{
    const scalar *s = lanes_scalar_at(at, v);
    if (s && !s->value.at && s->value.same != v &&
        s->value.same != IR_NONE) { /* what the state holds there may have been read since */
        const scalar *same = lanes_scalar_at(at, s->value.same);
        return same && same->read ? same->value : s->value;
    }
    if (s)
        return s->value;
    for (uint32_t i = 0; i < x->case_count; i++)
        if (x->cases[i] == v)
            return (known){.at = lanes_each(x, x->values[i])};
    return (known){.same = v};
}

/* The same; what is tried is known. */
static known scalar_value(finder *x, const place *at, ir_var v)
{
    known value = lanes_scalar(x, at, v);
    if (!value.at && x->trying && x->tried.access == IR_NONE && value.same == x->tried.v)
        value.at = lanes_each(x, x->trial);
    return value;
}

/* Cell of the map under keys that are functions of the lane; NULL: failed. */
const int32_t *lanes_cell(finder *x, place *at, const layout_slot *s, const ir_expr *keys, uint32_t count)
{
    int32_t *cell = lanes_each(x, 0);
    for (uint32_t k = 0; k < count; k++) {
        const int32_t *key = lanes_value(x, at, keys[k]);
        if (!key)
            return NULL;
        for (uint32_t i = 0; i < x->lanes; i++) {
            if (!strand_has(&at->lanes, i))
                continue;
            const bool inside = key[i] >= s->keys[k].low && key[i] <= s->keys[k].high;
            if (!inside && s->keys[k].integer)
                return lanes_fail(x), NULL;
            if (!inside) /* no path comes here with such a symbol: what it would find does not matter */
                continue;
            cell[i] += (key[i] - s->keys[k].low) * (int32_t)s->keys[k].stride;
        }
    }
    return cell;
}

static bool writes_cell(const cell_write *w, ir_var v, int32_t cell, uint32_t lane)
{
    return w->v == v && (!w->cell || w->cell[lane] == cell);
}

static bool only_number(const literal *l, uint32_t lane, int32_t *out)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < l->number.count && count < 2; k++)
        if (strand_has(&l->by_number[k], lane)) {
            *out = (int32_t)k;
            count++;
        }
    return count == 1;
}

bool lanes_cell_value(const finder *x, const place *at, ir_var v, const int32_t *cell, uint32_t lane, int32_t *out)
{
    const layout_slot *s = &x->p->layout.variables[v];
    for (uint32_t w = at->write_count; w-- > 0;)
        if (writes_cell(&at->writes[w], v, cell[lane], lane))
            return at->writes[w].value ? (*out = at->writes[w].value[lane], true) : false;
    for (uint32_t i = 0; i < at->clause_count; i++) { /* a check has left one value */
        const clause *c = at->clauses[i];
        const literal *l = &c->literals[0];
        if (c->count == 1 && l->by_number && !strand_has(&c->always, lane) &&
            l->number.offset == s->offset + (uint32_t)cell[lane] * s->width && only_number(l, lane, out))
            return true;
        if (c->count == 1 && !l->by_number && !l->search && x->p->boards[l->board].variable == v &&
            l->cell[lane] == cell[lane] && strand_has(&l->lanes, lane) && !strand_has(&c->always, lane) && l->values &&
            (l->values & (l->values - 1)) == 0)
            return *out = __builtin_ctzll(l->values), true;
    }
    if (!plan_is_fixed(x->p->cells, v, (uint32_t)cell[lane]))
        return false;
    *out = (int32_t)layout_load(x->p->layout.initial + s->offset + (size_t)cell[lane] * s->width, s->width);
    return true;
}

static const int32_t *access_of(finder *x, place *at, ir_expr e)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    bool constant;
    const layout_slot *s = plan_chain(x->p, e, keys, &count, &constant);
    if (!s || s->real || count != s->levels)
        return lanes_fail(x), NULL;
    const int32_t *cell = lanes_cell(x, at, s, keys, count);
    if (!cell)
        return NULL;
    if (constant) {
        int32_t *value = lanes_each(x, 0);
        for (uint32_t i = 0; i < x->lanes; i++)
            if (strand_has(&at->lanes, i))
                value[i] =
                    (int32_t)(layout_load(x->p->layout.tables + s->offset + (size_t)cell[i] * s->width, s->width) +
                              (uint32_t)lanes_base(s));
        return value;
    }
    int32_t *value = lanes_each(x, 0);
    for (uint32_t i = 0; i < x->lanes; i++) {
        if (!strand_has(&at->lanes, i))
            continue;
        if (lanes_cell_value(x, at, (ir_var)(s - x->p->layout.variables), cell, i, &value[i])) {
            value[i] = (int32_t)((uint32_t)value[i] + (uint32_t)lanes_base(s));
            continue;
        }
        if (!x->trying || x->tried.access != e)
            return lanes_fail(x), NULL;
        value[i] = x->trial;
    }
    return value;
}

/* Whether a condition that asks nothing of the state that is not known holds, lane by lane. */
static bool truth(finder *x, place *at, ir_expr e, strand_set *out)
{
    const ir_expr_data d = vec_at(&x->p->g->exprs, ir_bare(x->p->g, e));
    strand_set a = {{0}}, b = {{0}};
    if (d.op == IR_NOT || d.op == IR_AND || d.op == IR_OR) {
        if (!truth(x, at, d.a, &a) || (d.op != IR_NOT && !truth(x, at, d.b, &b)))
            return false;
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            out->words[w] = d.op == IR_NOT   ? at->lanes.words[w] & ~a.words[w]
                            : d.op == IR_AND ? a.words[w] & b.words[w]
                                             : a.words[w] | b.words[w];
        return true;
    }
    if (d.op != IR_EQ && d.op != IR_NE && d.op != IR_LT && d.op != IR_LE && d.op != IR_GT && d.op != IR_GE)
        return lanes_fail(x);
    if (!lanes_is_scalar(x->p, d.a) || !lanes_is_scalar(x->p, d.b))
        return lanes_fail(x);
    const int32_t *l = lanes_value(x, at, d.a), *r = l ? lanes_value(x, at, d.b) : NULL;
    for (uint32_t i = 0; r && i < x->lanes; i++)
        if (strand_has(&at->lanes, i) && ir_compare(d.op, l[i], r[i]))
            strand_add(out, i);
    return r;
}

/* Each branch is asked of its own lanes. */
static const int32_t *either_value(finder *x, place *at, const ir_expr_data *d)
{
    const strand_set all = at->lanes;
    strand_set yes = {{0}}, no = all;
    if (!truth(x, at, d->a, &yes))
        return NULL;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        no.words[w] &= ~yes.words[w];
    at->lanes = yes;
    const int32_t *a = strand_is_empty(&yes) ? lanes_each(x, 0) : lanes_value(x, at, d->b);
    at->lanes = no;
    const int32_t *b = !a || strand_is_empty(&no) ? a : lanes_value(x, at, d->c);
    at->lanes = all;
    int32_t *value = b ? lanes_each(x, 0) : NULL;
    for (uint32_t i = 0; value && i < x->lanes; i++)
        value[i] = strand_has(&yes, i) ? a[i] : b[i];
    return value;
}

/* ---- what is not known ---- */

bool lanes_is_scalar(const plan *p, ir_expr e)
{
    const ir_type_kind kind = plan_type_of(p, e)->kind;
    return kind == IR_TYPE_SET || kind == IR_TYPE_INT;
}

/* An access to a map of the state. */
static const layout_slot *board_access(finder *x, ir_expr e, ir_expr *keys, uint32_t *count, ir_var *v)
{
    const ir_game *g = x->p->g;
    bool constant;
    e = ir_bare(g, e);
    if (vec_at(&g->exprs, e).op != IR_INDEX)
        return NULL;
    const layout_slot *s = plan_chain(x->p, e, keys, count, &constant);
    if (!s || constant || s->real || *count != s->levels)
        return NULL;
    *v = (ir_var)(s - x->p->layout.variables);
    return s;
}

bool lanes_is_written(const place *at, ir_var v, const int32_t *cell, uint32_t lane)
{
    for (uint32_t w = 0; w < at->write_count; w++)
        if (writes_cell(&at->writes[w], v, cell[lane], lane))
            return true;
    return false;
}

bool lanes_find_unknown(finder *x, place *at, ir_expr e, unknown *out)
{
    e = ir_bare(x->p->g, e);
    const ir_expr_data d = vec_at(&x->p->g->exprs, e);
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    ir_var v;
    const layout_slot *s = board_access(x, e, keys, &count, &v);
    if (s) {
        const int32_t *cell = lanes_cell(x, at, s, keys, count);
        unknown u = {.v = v, .access = e, .s = s, .cell = cell, .lanes = at->lanes};
        int32_t stored;
        for (uint32_t i = 0; cell && i < x->lanes; i++) {
            if (!strand_has(&u.lanes, i))
                continue;
            if (lanes_cell_value(x, at, v, cell, i, &stored))
                u.lanes.words[i / 64] &= ~(UINT64_C(1) << i % 64);
            else if (lanes_is_written(at, v, cell, i))
                return lanes_fail(x);
        }
        if (!cell || strand_is_empty(&u.lanes))
            return cell;
        out->several |= out->s != NULL;
        u.several = out->several;
        *out = u;
        return true;
    }
    if (d.op == IR_VAR && x->p->layout.variables[d.a].levels == 0) {
        const known value = lanes_scalar(x, at, d.a);
        if (!value.at && value.same == IR_NONE)
            return lanes_fail(x);
        if (!value.at && !(out->s && out->access == IR_NONE && out->v == value.same)) {
            out->several |= out->s != NULL;
            *out = (unknown){.v = value.same,
                             .access = IR_NONE,
                             .s = &x->p->layout.variables[value.same],
                             .lanes = at->lanes,
                             .several = out->several};
        }
        return true;
    }
    for (uint32_t i = 0; i < ir_operands(d.op); i++)
        if (!lanes_find_unknown(x, at, ir_operand(&d, i), out))
            return false;
    return true;
}

bool lanes_unknown(finder *x, place *at, ir_expr e, unknown *out)
{
    *out = (unknown){.access = IR_NONE};
    return lanes_find_unknown(x, at, e, out) && out->s && !out->several && out->access != IR_NONE && !out->s->real;
}

static const int32_t *plain_value(finder *x, place *at, ir_expr e);

/* Whether the clauses let the cell hold the value. */
static bool may_hold(const finder *x, const place *at, const unknown *u, uint32_t lane, uint32_t value)
{
    for (uint32_t i = 0; i < at->clause_count; i++) {
        const clause *c = at->clauses[i];
        const literal *l = &c->literals[0];
        if (c->count == 1 && !l->by_number && !l->search && x->p->boards[l->board].variable == u->v &&
            l->cell[lane] == u->cell[lane] && strand_has(&l->lanes, lane) && !strand_has(&c->always, lane) &&
            value < 64 && !(l->values >> value & 1))
            return false;
    }
    return true;
}

/* What is the same whatever the one cell holds that is asked for: the owner of a piece that was found to be another's.
 * NULL: it is not. */
static const int32_t *settled_value(finder *x, place *at, ir_expr e)
{
    unknown u = {.access = IR_NONE};
    strand_set settled = {{0}};
    if (x->trying || x->full || x->needed != IR_NONE)
        return NULL;
    x->failed = false;
    if (!lanes_find_unknown(x, at, e, &u) || !u.s || u.several || u.access == IR_NONE || u.s->real)
        return lanes_fail(x), NULL;
    const int64_t count = (u.s->integer ? (int64_t)u.s->high - u.s->low : u.s->high) + 1;
    int32_t *value = lanes_each(x, 0);
    bool fine = count <= STRAND_VALUES_MAX;
    x->trying = true;
    x->tried = u;
    for (uint32_t k = 0; k < count && fine; k++) {
        const lanes_mark top = x->top;
        x->trial = (int32_t)k + lanes_base(u.s);
        const int32_t *one = plain_value(x, at, e);
        for (uint32_t i = 0; one && i < x->lanes && fine; i++) {
            if (!strand_has(&at->lanes, i) || (strand_has(&u.lanes, i) && !may_hold(x, at, &u, i, k)))
                continue;
            fine = !strand_has(&settled, i) || value[i] == one[i];
            value[i] = one[i];
            strand_add(&settled, i);
        }
        fine &= one != NULL;
        x->top = top;
    }
    x->trying = false;
    return fine && lanes_cover(&settled, &at->lanes) ? value : (lanes_fail(x), NULL);
}

/* One value a lane, of those that are left; NULL: failed. */
const int32_t *lanes_value(finder *x, place *at, ir_expr e)
{
    const int32_t *value = plain_value(x, at, e);
    return value ? value : settled_value(x, at, ir_bare(x->p->g, e));
}

static const int32_t *plain_value(finder *x, place *at, ir_expr e)
{
    e = ir_bare(x->p->g, e);
    const ir_expr_data d = vec_at(&x->p->g->exprs, e);
    if (d.op == IR_SYM)
        return lanes_each(x, layout_code(x->p->g, d.a));
    if (d.op == IR_INT)
        return lanes_each(x, (int32_t)d.a);
    if (d.op == IR_VAR) {
        const layout_slot *s = &x->p->layout.variables[d.a];
        const known value = scalar_value(x, at, d.a);
        if (s->levels > 0 || s->real)
            return lanes_fail(x), NULL;
        return value.at ? value.at : (lanes_need(x, value.same), NULL);
    }
    if (d.op == IR_INDEX || d.op == IR_CONST)
        return access_of(x, at, e);
    if (d.op == IR_IF)
        return either_value(x, at, &d);
    if (d.op != IR_NEG && d.op != IR_ADD && d.op != IR_SUB && d.op != IR_MUL && d.op != IR_DIV && d.op != IR_MOD)
        return lanes_fail(x), NULL;
    const int32_t *a = lanes_value(x, at, d.a), *b = !a || d.op == IR_NEG ? a : lanes_value(x, at, d.b);
    int32_t *value = b ? lanes_each(x, 0) : NULL;
    for (uint32_t i = 0; value && i < x->lanes; i++)
        if (strand_has(&at->lanes, i) && !ir_arithmetic(d.op, a[i], b[i], &value[i]))
            return lanes_fail(x), NULL;
    return value;
}

/* ---- ways round ---- */

static bool same_known(const known *a, const known *b, uint32_t lane)
{
    if (a->at && b->at)
        return a->at[lane] == b->at[lane];
    return !a->at && !b->at && a->same == b->same && a->copy == b->copy;
}

void lanes_leave_rounds(finder *x, place *at, ir_node n, uint32_t here)
{
    enum { LONG = 12 };
    if (!x->exit || at->depth < LONG)
        return;
    const bitset *live = &x->x->r->live[here];
    for (const been *b = at->been; b; b = b->before) {
        if (b->node != n || b->x != x->x || b->lane != at->lane || b->write_count != at->write_count)
            continue;
        strand_set same = at->lanes;
        for (uint32_t i = 0; i < at->scalar_count; i++) {
            if (!bitset_has(live, at->scalars[i].v))
                continue;
            const scalar *old = NULL;
            for (uint32_t k = 0; k < b->scalar_count && !old; k++)
                old = b->scalars[k].v == at->scalars[i].v ? &b->scalars[k] : NULL;
            for (uint32_t lane = 0; lane < x->lanes; lane++)
                if (!old || !same_known(&old->value, &at->scalars[i].value, lane))
                    same.words[lane / 64] &= ~(UINT64_C(1) << lane % 64);
        }
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            at->lanes.words[w] &= ~same.words[w];
    }
    been *b = LANES_NEW(x, been);
    scalar *scalars = LANES_ARRAY(x, scalar, at->scalar_count + 1);
    memcpy(scalars, at->scalars, at->scalar_count * sizeof *scalars);
    *b = (been){at->been, x->x, n, at->lane, scalars, at->scalar_count, at->write_count};
    at->been = b;
}
