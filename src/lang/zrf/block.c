/* Move blocks as paths. */
#include "lang/zrf/lower.h"

#include <string.h>

typedef struct walk {
    zrf_context *c;
    zrf_lowering *x;
    zrf_state s;
    uint64_t behind; /* what stands behind the code that is walked through */
    uint64_t next;   /* the same of the instruction */
} walk;

static ir_node lower_code(walk *w, const zrf_code *code, ir_node at, bool adds);

/* ---- states ---- */

static void *copy(arena *a, const void *bytes, size_t n)
{
    void *p = arena_alloc(a, n + 1);
    memcpy(p, bytes, n);
    return p;
}

static zrf_state copy_state(walk *w, const zrf_state *s)
{
    zrf_state t = *s;
    arena *a = w->c->states;
    t.slots = copy(a, s->slots, s->slot_count);
    t.by = copy(a, s->by, s->slot_count * sizeof *s->by);
    t.flags = copy(a, s->flags, w->x->z->flags.count);
    t.slot_at = copy(a, s->slot_at, s->slot_count * sizeof *s->slot_at);
    t.here = copy(a, s->here, s->slot_count * sizeof *s->here);
    t.position_flags = copy(a, s->position_flags, w->x->z->position_flags.count);
    return t;
}

static void join_bytes(uint8_t *a, const uint8_t *b, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++)
        a[i] = a[i] == b[i] ? a[i] : ZRF_MAYBE;
}

static void join_state(walk *w, zrf_state *s, const zrf_state *t)
{
    for (uint32_t i = 0; i < s->slot_count; i++) {
        if (!zrf_noted(s->slots[i]))
            s->slot_at[i] = t->slot_at[i];
        else if (zrf_noted(t->slots[i]) && s->slot_at[i] != t->slot_at[i])
            s->slot_at[i] = ZRF_NONE;
        s->here[i] &= t->here[i];
        s->by[i] = s->by[i] ? s->by[i] : t->by[i];
        bool noted = zrf_noted(s->slots[i]) || zrf_noted(t->slots[i]);
        s->slots[i] = s->slots[i] == t->slots[i] ? s->slots[i] : noted ? ZRF_MAYBE : ZRF_STALE;
    }
    s->at = s->at == t->at ? s->at : ZRF_NONE;
    s->mark = s->mark == t->mark ? s->mark : ZRF_NONE;
    join_bytes(s->flags, t->flags, w->x->z->flags.count);
    join_bytes(s->position_flags, t->position_flags, w->x->z->position_flags.count);
    join_bytes(&s->to, &t->to, 1);
    s->moved |= t->moved;
    s->from |= t->from;
    s->vacant &= t->vacant;
}

/* What the body of a loop may have done before its condition is asked. */
static void loosen(walk *w, zrf_state *s, const zrf_code *code)
{
    for (uint32_t k = 0; k < code->count; k++) {
        const zrf_instruction *i = vec_at(code, k);
        switch (i->op) {
        case ZRF_I_GO:
            s->moved = true;
            s->vacant = false;
            s->at = ZRF_NONE;
            memset(s->here, 0, s->slot_count * sizeof *s->here);
            break;
        case ZRF_I_FROM: s->from = true; break;
        case ZRF_I_TO: s->to = s->to == ZRF_SURE ? ZRF_SURE : ZRF_MAYBE; break;
        case ZRF_I_CAPTURE:
        case ZRF_I_FLIP:
        case ZRF_I_OWNER:
        case ZRF_I_TYPE:
        case ZRF_I_CREATE:
        case ZRF_I_ATTRIBUTE:
        case ZRF_I_CASCADE:
            s->by[i->slot] = i;
            s->slot_at[i->slot] = ZRF_NONE;
            s->slots[i->slot] = i->looped || zrf_noted(s->slots[i->slot]) ? ZRF_MAYBE : ZRF_STALE;
            if (i->op == ZRF_I_CASCADE) {
                s->from = true;
                s->to = s->to == ZRF_NEVER ? ZRF_NEVER : ZRF_MAYBE;
            }
            break;
        case ZRF_I_FLAG: s->flags[i->index] = ZRF_MAYBE; break;
        case ZRF_I_POSITION_FLAG: s->position_flags[i->index] = ZRF_MAYBE; break;
        case ZRF_I_ADD:
            for (uint32_t e = 0; e < s->slot_count; e++)
                s->slots[e] = zrf_noted(s->slots[e]) ? ZRF_MAYBE : s->slots[e];
            break;
        case ZRF_I_MARK: s->mark = ZRF_NONE; break;
        case ZRF_I_VERIFY:
        case ZRF_I_IF:
        case ZRF_I_WHILE: break;
        }
        loosen(w, s, &i->then);
        loosen(w, s, &i->otherwise);
    }
}

static bool code_adds(const zrf_code *code, uint32_t first)
{
    return first < code->count && vec_at(code, first)->adds_on;
}

/* ---- going ---- */

static ir_node go(walk *w, const zrf_instruction *i, ir_node at)
{
    zrf_lowering *x = w->x;
    const zrf_target *t = &i->target;
    bool off;
    uint32_t known = zrf_known(w->c, &w->s, t, &off);
    if (t->kind == ZRF_T_HERE)
        return at;
    if (off || (t->kind == ZRF_T_TO && w->s.to == ZRF_NEVER))
        return IR_NONE;
    ir_node n = kit_assigned(x->k, at, kit_var(x->k, x->walk.cur), zrf_target_expr(w->c, &w->s, t));
    w->s.moved = true;
    w->s.vacant = false;
    memset(w->s.here, 0, w->s.slot_count * sizeof *w->s.here);
    w->s.at = known;
    if (known != ZRF_NONE)
        return n;
    if (t->kind == ZRF_T_DIRECTION || t->kind == ZRF_T_OPPOSITE || (t->kind == ZRF_T_TO && w->s.to == ZRF_MAYBE) ||
        (t->kind == ZRF_T_FROM && w->c->drop))
        n = kit_checked(x->k, n, kit_equal(x->k, false, kit_var(x->k, x->walk.cur), kit_symbol(x->k, x->sym.nowhere)));
    if (t->kind == ZRF_T_LAST_FROM || t->kind == ZRF_T_LAST_TO) {
        n = kit_checked(x->k, n, kit_equal(x->k, false, kit_var(x->k, x->walk.cur), kit_symbol(x->k, x->sym.last)));
        n = kit_checked(x->k, n, kit_equal(x->k, false, kit_var(x->k, x->walk.cur), kit_symbol(x->k, x->sym.nowhere)));
    }
    return n;
}

static ir_node set_mark(walk *w, const zrf_instruction *i, ir_node at)
{
    zrf_lowering *x = w->x;
    bool off;
    uint32_t known = zrf_known(w->c, &w->s, &i->target, &off);
    if (off)
        return IR_NONE;
    ir_expr mark = kit_var(x->k, x->walk.mark);
    ir_node n = kit_assigned(x->k, at, mark, zrf_target_expr(w->c, &w->s, &i->target));
    w->s.mark = known;
    if (i->target.kind == ZRF_T_HERE || known != ZRF_NONE)
        return n;
    return kit_checked(x->k, n, kit_equal(x->k, false, mark, kit_symbol(x->k, x->sym.nowhere)));
}

/* ---- checks ---- */

/* Whoever asks for attacks has put a piece on the target. */
static bool finds_vacant(const walk *w, const zrf_check *check)
{
    return w->c->mode == ZRF_ATTACK && check->test == ZRF_C_EMPTY && check->target.kind == ZRF_T_HERE;
}

static ir_node verify(walk *w, const zrf_check *check, ir_node at)
{
    int folded = zrf_fold(w->c, &w->s, check);
    if (folded >= 0)
        return folded ? at : IR_NONE;
    w->x->k->at = zrf_at(w->x->z->f, check->node);
    if (check->test != ZRF_C_AND) {
        w->s.vacant |= finds_vacant(w, check);
        at = zrf_keep_probes(w->c, &w->s, check, at);
        return kit_checked(w->x->k, at, zrf_test_expr(w->c, &w->s, check));
    }
    for (uint32_t i = 0; i < check->count && at != IR_NONE; i++)
        at = verify(w, check->parts[i], at);
    return at;
}

/* Clears what is stale here and noted where this goes on. */
static ir_node freshen(walk *w, const zrf_state *s, const zrf_state *other, ir_node at)
{
    zrf_lowering *x = w->x;
    for (uint32_t k = 0; k < s->slot_count; k++) {
        if (s->slots[k] != ZRF_STALE || !zrf_noted(other->slots[k]))
            continue;
        at = zrf_set(x, at, zrf_slot(x, k), x->sym.nowhere);
        if (s->by[k]->op == ZRF_I_CASCADE)
            at = zrf_set(x, at, zrf_slot_to(x, k), x->sym.nowhere);
        if (s->by[k]->op == ZRF_I_ATTRIBUTE)
            at = zrf_set(x, at, zrf_value(x, k), x->sym.zero);
    }
    return at;
}

static ir_node join(walk *w, ir_node a, const zrf_state *after_a, ir_node b)
{
    if (a == IR_NONE)
        return b;
    if (b == IR_NONE) {
        w->s = *after_a;
        return a;
    }
    a = freshen(w, after_a, &w->s, a);
    b = freshen(w, &w->s, after_a, b);
    join_state(w, &w->s, after_a);
    ir_node both = kit_node(w->x->k);
    kit_link(w->x->k, a, both);
    kit_link(w->x->k, b, both);
    return both;
}

static ir_node branch(walk *w, const zrf_instruction *i, ir_node at, bool adds)
{
    int folded = zrf_fold(w->c, &w->s, i->check);
    if (folded >= 0) {
        uint64_t outer = w->behind;
        w->behind = w->next;
        at = lower_code(w, folded ? &i->then : &i->otherwise, at, adds);
        w->behind = outer;
        return at;
    }
    ir_node yes, no;
    at = zrf_keep_probes(w->c, &w->s, i->check, at);
    kit_fork(w->x->k, at, zrf_test_expr(w->c, &w->s, i->check), &yes, &no);
    zrf_state before = copy_state(w, &w->s);
    uint64_t behind = w->behind, next = w->next;
    w->behind = next;
    w->s.vacant |= finds_vacant(w, i->check);
    yes = lower_code(w, &i->then, yes, adds);
    zrf_state after_yes = w->s;
    w->s = before;
    w->behind = next;
    no = lower_code(w, &i->otherwise, no, adds);
    w->behind = behind;
    return join(w, yes, &after_yes, no);
}

static ir_node repeat(walk *w, const zrf_instruction *i, ir_node at, bool adds)
{
    if (zrf_fold(w->c, &w->s, i->check) == 0)
        return at;
    zrf_state entered = copy_state(w, &w->s);
    loosen(w, &w->s, &i->then);
    at = freshen(w, &entered, &w->s, at);
    int folded = zrf_fold(w->c, &w->s, i->check);
    if (folded == 0)
        return at;
    ir_node head = kit_node(w->x->k), yes = head, no = IR_NONE;
    kit_link(w->x->k, at, head);
    if (folded < 0)
        kit_fork(w->x->k, zrf_keep_probes(w->c, &w->s, i->check, head), zrf_test_expr(w->c, &w->s, i->check), &yes,
                 &no);
    zrf_state before = copy_state(w, &w->s);
    uint64_t behind = w->behind;
    w->behind = hash_mix(w->next + i->same);
    w->s.vacant |= finds_vacant(w, i->check);
    yes = lower_code(w, &i->then, yes, adds || code_adds(&i->then, 0));
    w->behind = behind;
    if (yes != IR_NONE && yes != head)
        kit_link(w->x->k, freshen(w, &w->s, &before, yes), head);
    w->s = before;
    return no;
}

/* ---- effects ---- */

/* Only captures matter to an attack, and nothing to whoever asks whether there is a move. */
static bool matters(const walk *w, zrf_op op)
{
    if (w->c->mode == ZRF_TEST)
        return w->c->checked;
    return w->c->mode == ZRF_PLAY || w->c->mode == ZRF_STEPS || op == ZRF_I_CAPTURE || op == ZRF_I_CASCADE;
}

/* The node behind, made where it is IR_NONE. `value`: of the condition where it is known, else below 0. */
static ir_node assign_truth(walk *w, ir_node at, ir_node both, ir_expr place, int value, ir_expr condition)
{
    zrf_lowering *x = w->x;
    ir_node yes = at, no = at;
    if (value < 0)
        kit_fork(x->k, at, condition, &yes, &no);
    both = both == IR_NONE ? kit_node(x->k) : both;
    if (value != 0)
        kit_link_assign(x->k, yes, both, place, kit_symbol(x->k, x->sym.one));
    if (value <= 0)
        kit_link_assign(x->k, no, both, place, kit_symbol(x->k, x->sym.zero));
    return both;
}

static ir_node note_one(walk *w, const zrf_instruction *i, ir_expr target, ir_node at)
{
    zrf_lowering *x = w->x;
    bool off;
    uint32_t known = zrf_known(w->c, &w->s, &i->target, &off);
    bool sure = i->target.kind == ZRF_T_HERE || known != ZRF_NONE || i->target.kind == ZRF_T_MARK;
    int value = i->op == ZRF_I_ATTRIBUTE ? zrf_fold(w->c, &w->s, i->check) : 0;
    ir_node n = kit_assigned(x->k, at, kit_var(x->k, zrf_slot(x, i->slot)), target);
    w->s.slots[i->slot] = sure ? ZRF_SURE : ZRF_MAYBE;
    w->s.slot_at[i->slot] = known;
    w->s.here[i->slot] = i->target.kind == ZRF_T_HERE;
    w->s.by[i->slot] = i;
    if (i->op != ZRF_I_ATTRIBUTE)
        return n;
    ir_expr place = kit_var(x->k, zrf_value(x, i->slot));
    n = value < 0 ? zrf_keep_probes(w->c, &w->s, i->check, n) : n;
    return assign_truth(w, n, IR_NONE, place, value, value < 0 ? zrf_test_expr(w->c, &w->s, i->check) : IR_NONE);
}

static ir_node link_in(walk *w, zrf_chain like, ir_expr target, ir_node at)
{
    zrf_lowering *x = w->x;
    uint32_t index = zrf_chain_of(x, &like);
    ir_var head = vec_at(&x->chains, index).head, next = vec_at(&x->chains, index).next;
    ir_expr place = kit_var(x->k, x->place), entry = kit_index(x->k, kit_var(x->k, next), place);
    ir_node n = kit_assigned(x->k, at, place, target), yes, no, both = kit_node(x->k);
    ir_expr fresh = kit_both(x->k, kit_equal(x->k, false, place, kit_symbol(x->k, x->sym.nowhere)),
                             kit_equal(x->k, true, entry, kit_symbol(x->k, x->sym.nowhere)));
    kit_fork(x->k, n, fresh, &yes, &no);
    yes = kit_assigned(x->k, yes, entry, kit_var(x->k, head));
    kit_link_assign(x->k, yes, both, kit_var(x->k, head), place);
    kit_link(x->k, no, both);
    return kit_assigned(x->k, both, place, kit_symbol(x->k, x->sym.nowhere));
}

/* Sets of an attack are whether the target is among them. */
static ir_node note_hit(walk *w, const zrf_instruction *i, ir_expr target, ir_node at)
{
    zrf_lowering *x = w->x;
    ir_node yes, no, both = kit_node(x->k);
    kit_fork(x->k, at, kit_equal(x->k, true, target, kit_var(x->k, x->target)), &yes, &no);
    kit_link_assign(x->k, yes, both, kit_var(x->k, zrf_slot(x, i->slot)), target);
    kit_link(x->k, no, both);
    w->s.slots[i->slot] = ZRF_MAYBE;
    w->s.slot_at[i->slot] = ZRF_NONE;
    w->s.by[i->slot] = i;
    return both;
}

static ir_node note_chain(walk *w, const zrf_instruction *i, ir_expr target, ir_node at)
{
    zrf_lowering *x = w->x;
    w->s.slots[i->slot] = ZRF_MAYBE;
    w->s.slot_at[i->slot] = ZRF_NONE;
    w->s.by[i->slot] = i;
    int value = i->op == ZRF_I_ATTRIBUTE ? zrf_fold(w->c, &w->s, i->check) : 0;
    if (value >= 0)
        return link_in(w, zrf_chain_like(w->c, i, value), target, at);
    ir_node yes, no, both = kit_node(x->k);
    at = zrf_keep_probes(w->c, &w->s, i->check, at);
    kit_fork(x->k, at, zrf_test_expr(w->c, &w->s, i->check), &yes, &no);
    kit_link(x->k, link_in(w, zrf_chain_like(w->c, i, true), target, yes), both);
    kit_link(x->k, link_in(w, zrf_chain_like(w->c, i, false), target, no), both);
    return both;
}

static ir_node effect(walk *w, const zrf_instruction *i, ir_node at)
{
    bool off;
    zrf_known(w->c, &w->s, &i->target, &off);
    if (!matters(w, i->op) || off)
        return at;
    ir_expr target = zrf_target_expr(w->c, &w->s, &i->target);
    if (!i->looped)
        return note_one(w, i, target, at);
    if (w->c->mode == ZRF_ATTACK)
        return note_hit(w, i, target, at);
    return note_chain(w, i, target, at);
}

/* ---- legs ---- */

/* The end of a leg: `to`, or else here. */
static ir_node settle(walk *w, ir_node at)
{
    zrf_lowering *x = w->x;
    ir_node yes, no, both = kit_node(x->k);
    if (w->s.to == ZRF_SURE)
        return at;
    if (w->s.to == ZRF_NEVER)
        return kit_assigned(x->k, at, kit_var(x->k, x->walk.to), kit_var(x->k, x->walk.cur));
    kit_fork(x->k, at, kit_equal(x->k, true, kit_var(x->k, x->walk.to), kit_symbol(x->k, x->sym.nowhere)), &yes, &no);
    kit_link_assign(x->k, yes, both, kit_var(x->k, x->walk.to), kit_var(x->k, x->walk.cur));
    kit_link(x->k, no, both);
    return both;
}

static ir_node cascade(walk *w, const zrf_instruction *i, ir_node at)
{
    zrf_lowering *x = w->x;
    if (matters(w, i->op)) {
        at = settle(w, at);
        if (w->c->mode == ZRF_ATTACK && i->looped)
            at = note_hit(w, i, kit_var(x->k, x->walk.to), at);
        else if (i->looped) {
            at = link_in(w, zrf_chain_like(w->c, i, false), kit_var(x->k, x->walk.from), at);
            at = kit_assigned(x->k, at, kit_index(x->k, kit_var(x->k, x->legs_to), kit_var(x->k, x->walk.from)),
                              kit_var(x->k, x->walk.to));
            w->s.slots[i->slot] = ZRF_MAYBE;
            w->s.slot_at[i->slot] = ZRF_NONE;
        } else {
            at = kit_assigned(x->k, at, kit_var(x->k, zrf_slot(x, i->slot)), kit_var(x->k, x->walk.from));
            at = kit_assigned(x->k, at, kit_var(x->k, zrf_slot_to(x, i->slot)), kit_var(x->k, x->walk.to));
            w->s.slots[i->slot] = ZRF_SURE;
        }
        w->s.by[i->slot] = i;
        at = zrf_set(x, at, x->walk.to, x->sym.nowhere);
    } else if (w->s.to != ZRF_NEVER)
        at = zrf_set(x, at, x->walk.to, x->sym.nowhere);
    w->s.to = ZRF_NEVER;
    w->s.from = true;
    return kit_assigned(x->k, at, kit_var(x->k, x->walk.from), kit_var(x->k, x->walk.cur));
}

/* ---- moves ---- */

/* The walk goes on without what it noted: sets are emptied, the rest is stale. Legs stay. */
static ir_node forget(walk *w, ir_node at)
{
    ir_node n = kit_node(w->x->k);
    kit_link(w->x->k, at, n);
    for (uint32_t k = 0; k < w->s.slot_count; k++) {
        const zrf_instruction *i = w->s.by[k];
        if (!zrf_noted(w->s.slots[k]) || i->op == ZRF_I_CASCADE)
            continue;
        bool set = i->looped && w->c->mode != ZRF_ATTACK;
        if (set)
            n = zrf_forget_chain(w->c, i, n);
        w->s.slots[k] = set ? ZRF_NEVER : ZRF_STALE;
    }
    return n;
}

static ir_node add(walk *w, const zrf_instruction *i, ir_node at, bool adds)
{
    uint32_t count = i->pieces.count ? i->pieces.count : 1;
    bool hits = !w->s.vacant || w->s.to != ZRF_NEVER;
    for (uint32_t k = 0; k < w->s.slot_count; k++)
        hits |= zrf_noted(w->s.slots[k]);
    for (uint32_t k = 0; k < count && hits; k++)
        kit_link(w->x->k, at, zrf_tail(w->c, &w->s, i, i->pieces.count ? vec_at(&i->pieces, k) : ZRF_NONE));
    return adds ? forget(w, at) : IR_NONE;
}

static ir_node set_flag(walk *w, const zrf_instruction *i, ir_node at)
{
    zrf_lowering *x = w->x;
    int value = zrf_fold(w->c, &w->s, i->check);
    bool one = i->op == ZRF_I_FLAG;
    ir_node no, both;
    uint8_t *known = one ? &w->s.flags[i->index] : &w->s.position_flags[i->index];
    at = value < 0 ? zrf_keep_probes(w->c, &w->s, i->check, at) : at;
    ir_expr condition = value < 0 ? zrf_test_expr(w->c, &w->s, i->check) : IR_NONE;
    ir_var v = one ? x->walk.flags[i->index] : x->walk.position_flags[i->index];
    bool off, beyond = !one && zrf_known(w->c, &w->s, &i->target, &off) == ZRF_NONE && i->target.kind != ZRF_T_HERE &&
                       i->target.kind != ZRF_T_MARK;
    if (beyond && off)
        return at;
    *known = !one || value < 0 ? ZRF_MAYBE : value ? ZRF_SURE : ZRF_NEVER;
    ir_expr place =
        one ? kit_var(x->k, v) : kit_index(x->k, kit_var(x->k, v), zrf_target_expr(w->c, &w->s, &i->target));
    if (beyond) {
        both = kit_node(x->k);
        kit_fork(x->k, at,
                 kit_equal(x->k, false, zrf_target_expr(w->c, &w->s, &i->target), kit_symbol(x->k, x->sym.nowhere)),
                 &at, &no);
        kit_link(x->k, no, both);
    } else
        both = kit_node(x->k);
    return assign_truth(w, at, both, place, value, condition);
}

/* ---- programs ---- */

static ir_node lower_instruction(walk *w, const zrf_instruction *i, ir_node at, bool adds)
{
    zrf_lowering *x = w->x;
    x->k->at = zrf_at(x->z->f, i->node);
    switch (i->op) {
    case ZRF_I_GO: return go(w, i, at);
    case ZRF_I_FROM:
        w->s.from = true;
        return kit_assigned(x->k, at, kit_var(x->k, x->walk.from), kit_var(x->k, x->walk.cur));
    case ZRF_I_TO:
        w->s.to = ZRF_SURE;
        return kit_assigned(x->k, at, kit_var(x->k, x->walk.to), kit_var(x->k, x->walk.cur));
    case ZRF_I_MARK: return set_mark(w, i, at);
    case ZRF_I_VERIFY: return verify(w, i->check, at);
    case ZRF_I_IF: return branch(w, i, at, adds);
    case ZRF_I_WHILE: return repeat(w, i, at, adds);
    case ZRF_I_CAPTURE:
    case ZRF_I_FLIP:
    case ZRF_I_OWNER:
    case ZRF_I_TYPE:
    case ZRF_I_CREATE:
    case ZRF_I_ATTRIBUTE: return effect(w, i, at);
    case ZRF_I_FLAG:
    case ZRF_I_POSITION_FLAG: return set_flag(w, i, at);
    case ZRF_I_CASCADE: return cascade(w, i, at);
    case ZRF_I_ADD: return add(w, i, at, adds);
    }
    return at;
}

/* What running code comes to, whatever its conditions say: a move for sure, its end for sure, or
 * neither. */
typedef enum outcome { FAILS, MOVES, ENDS } outcome;

static outcome outcome_of(const walk *w, const zrf_code *code, uint32_t first)
{
    for (uint32_t k = first; k < code->count; k++) {
        const zrf_instruction *i = vec_at(code, k);
        zrf_target_kind t = i->target.kind;
        arena_work(w->x->arena, 1);
        if (i->op == ZRF_I_ADD)
            return MOVES;
        if (i->op == ZRF_I_VERIFY || i->op == ZRF_I_WHILE)
            return FAILS;
        if ((i->op == ZRF_I_GO || i->op == ZRF_I_MARK) && t != ZRF_T_HERE && t != ZRF_T_POSITION && t != ZRF_T_MARK)
            return FAILS;
        if (i->op != ZRF_I_IF)
            continue;
        outcome yes = outcome_of(w, &i->then, 0), no = outcome_of(w, &i->otherwise, 0);
        if (yes == FAILS || no == FAILS)
            return FAILS;
        if (yes == MOVES && no == MOVES)
            return MOVES;
    }
    return ENDS;
}

static ir_node lower_from(walk *w, const zrf_code *code, uint32_t k, ir_node at, bool adds)
{
    if (!adds && !code_adds(code, k))
        return IR_NONE;
    if (w->c->mode == ZRF_TEST && !w->c->checked && outcome_of(w, code, k) == MOVES) {
        kit_link(w->x->k, at, w->c->found);
        return IR_NONE;
    }
    w->next = hash_mix((k + 1 < code->count ? vec_at(code, k + 1)->rest : 0) + w->behind);
    return lower_instruction(w, vec_at(code, k), at, adds || code_adds(code, k + 1));
}

enum { STATE_UNIT = 8 /* slots that take as long to hash as a step of the walk */ };

static uint64_t key_of_state(const walk *w, uint64_t h)
{
    const zrf_state *s = &w->s;
    for (uint32_t k = 0; k < s->slot_count; k++)
        if (s->slots[k] != ZRF_NEVER) {
            uint64_t what[] = {k, s->slots[k], s->slot_at[k], s->here[k], s->by[k]->same};
            h = hash_bytes(what, sizeof what, h);
        }
    h = hash_bytes(s->flags, w->x->z->flags.count, h);
    h = hash_bytes(s->position_flags, w->x->z->position_flags.count, h);
    uint64_t rest[] = {s->at,     s->mark,     s->to,      s->moved,   s->from,
                       s->vacant, w->c->piece, w->c->type, w->c->drop, w->c->away};
    return hash_bytes(rest, sizeof rest, h);
}

/* Walks that go on alike, with the same things known, share that: what was lowered first leads on
 * for all. `adds`: a move may be added behind the code. Where none can any more, the walk is over.
 */
static ir_node lower_code(walk *w, const zrf_code *code, ir_node at, bool adds)
{
    for (uint32_t k = 0; k < code->count && at != IR_NONE; k++) {
        arena_work(w->x->arena, 1 + w->s.slot_count / STATE_UNIT);
        uint64_t key = key_of_state(w, hash_mix(vec_at(code, k)->rest + hash_mix(w->behind)));
        const uint32_t *known = map_get(w->c->blocks, key);
        if (known) {
            kit_link(w->x->k, at, *known);
            return IR_NONE;
        }
        map_put(w->c->blocks, key, at);
        at = lower_from(w, code, k, at, adds);
    }
    return adds ? at : IR_NONE;
}

/* ---- blocks ---- */

void zrf_lower_block(zrf_context *c, uint32_t piece, const zrf_block *b, ir_node from)
{
    arena *a = c->states = arena_child(c->x->arena);
    c->x->k->at = zrf_at(c->x->z->f, b->node);
    walk w = {.c = c, .x = c->x};
    c->piece = b->own || c->drop ? piece : ZRF_NONE;
    c->type = b->type;
    c->block = b;
    w.s = (zrf_state){.slots = ARENA_ARRAY(a, uint8_t, b->slots + 1),
                      .by = ARENA_ARRAY(a, const zrf_instruction *, b->slots + 1),
                      .flags = ARENA_ARRAY(a, uint8_t, c->x->z->flags.count + 1),
                      .position_flags = ARENA_ARRAY(a, uint8_t, c->x->z->position_flags.count + 1),
                      .slot_at = ARENA_ARRAY(a, uint32_t, b->slots + 1),
                      .here = ARENA_ARRAY(a, bool, b->slots + 1),
                      .at = ZRF_NONE,
                      .mark = ZRF_NONE,
                      .slot_count = b->slots};
    ir_node start = kit_node(c->x->k);
    kit_link(c->x->k, from, start);
    lower_code(&w, &b->code, start, false);
    arena_done(c->states);
}
