/* Names in formulas: variables become slots of a frame, atoms find their relation or definition. */
#include "structures/structures.h"

#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

typedef struct binding {
    name_id name;
    uint32_t slot;
} binding;

typedef struct resolver {
    rs_game *f;
    rs_query *q;
    bool open, fine;
    uint32_t depth; /* of the bodies of the `let` around */
    VEC(binding) bound;
    VEC(const rs_node *) locals; /* let, lfp and gfp around */
} resolver;

static void resolve(resolver *r, rs_node *n);

static uint32_t new_slot(resolver *r, src_span at)
{
    if (r->q->slots == RS_SLOTS_MAX) {
        if (r->fine)
            rs_error(r->f, DIAG_TOO_LARGE, at, "more than %d variables in one formula", RS_SLOTS_MAX);
        r->fine = false;
        return 0;
    }
    return r->q->slots++;
}

static void suggest_variable(resolver *r, diag *d, name_id name)
{
    suggestion s;
    suggest_init(&s, intern_text(r->f->names, name));
    for (uint32_t i = 0; i < r->bound.count; i++)
        suggest_offer(&s, intern_text(r->f->names, vec_at(&r->bound, i).name));
    if (!diag_hint_near(r->f->sink, d, &s))
        diag_set_hint(r->f->sink, d, "`ex %s (..)` or `all %s (..)` binds it", rs_text(r->f, name),
                      rs_text(r->f, name));
}

static uint32_t slot_of(resolver *r, name_id name, src_span at)
{
    for (uint32_t i = r->bound.count; i-- > 0;)
        if (vec_at(&r->bound, i).name == name)
            return vec_at(&r->bound, i).slot;
    for (uint32_t i = 0; i < r->q->free.count; i++)
        if (vec_at(&r->q->free, i) == name)
            return vec_at(&r->q->free_slots, i);
    if (!r->open) {
        diag *d =
            rs_error(r->f, DIAG_UNKNOWN_VARIABLE, at, "the variable `%s` is bound by nothing", rs_text(r->f, name));
        suggest_variable(r, d, name);
        r->fine = false;
        return 0;
    }
    uint32_t slot = new_slot(r, at);
    vec_push(r->f->arena, &r->q->free, name);
    vec_push(r->f->arena, &r->q->free_slots, slot);
    return slot;
}

static void use_variables(resolver *r, rs_node *n)
{
    n->slots = ARENA_ARRAY(r->f->arena, uint32_t, n->count + 1);
    for (uint32_t i = 0; i < n->count; i++)
        n->slots[i] = slot_of(r, n->variables[i], n->span);
}

static void bind_variables(resolver *r, rs_node *n)
{
    n->slots = ARENA_ARRAY(r->f->arena, uint32_t, n->count + 1);
    for (uint32_t i = 0; i < n->count; i++) {
        binding b = {n->variables[i], new_slot(r, n->span)};
        n->slots[i] = b.slot;
        vec_push(r->f->arena, &r->bound, b);
    }
}

/* ---- atoms ---- */

static void unknown_relation(resolver *r, const rs_node *n)
{
    diag *d = rs_error(r->f, DIAG_TOSS_UNKNOWN, n->span, "unknown relation `%s`", rs_text(r->f, n->name));
    suggestion s;
    suggest_init(&s, intern_text(r->f->names, n->name));
    for (uint32_t i = 0; i < r->f->definitions.count; i++)
        suggest_offer(&s, intern_text(r->f->names, vec_at(&r->f->definitions, i)->name));
    for (uint32_t i = 0; i < r->f->start.relations.count; i++)
        suggest_offer(&s, intern_text(r->f->names, vec_at(&r->f->start.relations, i).name));
    if (!diag_hint_near(r->f->sink, d, &s))
        diag_set_hint(r->f->sink, d, "`%s:%u {}` in the structure declares an empty relation", rs_text(r->f, n->name),
                      n->count);
    r->fine = false;
}

static void check_count(resolver *r, const rs_node *n, uint32_t wanted)
{
    if (wanted == n->count)
        return;
    rs_error(r->f, DIAG_TOSS_ARITY, n->span, "`%s` takes %u argument%s, not %u", rs_text(r->f, n->name), wanted,
             wanted == 1 ? "" : "s", n->count);
    r->fine = false;
}

static void resolve_atom(resolver *r, rs_node *n)
{
    use_variables(r, n);
    for (uint32_t i = r->locals.count; i-- > 0;)
        if (vec_at(&r->locals, i)->name == n->name) {
            n->local = vec_at(&r->locals, i);
            check_count(r, n, n->local->count);
            return;
        }
    const uint32_t *defined = map_get(&r->f->definition_by_name, n->name),
                   *arity = map_get(&r->f->arity_by_name, n->name);
    if (defined) {
        n->definition = vec_at(&r->f->definitions, *defined);
        check_count(r, n, n->definition->count);
    } else if (arity) {
        check_count(r, n, *arity);
    } else {
        unknown_relation(r, n);
    }
}

/* ---- fixed points ---- */

/* Whether T occurs only under an even number of negations. */
static bool is_positive(const rs_node *n, const rs_node *fixed, bool even)
{
    if (n->op == RS_ATOM && n->local == fixed)
        return even;
    bool mixed = n->op == RS_XOR || n->op == RS_IFF || n->op == RS_COMPARE;
    for (uint32_t i = 0; i < n->kid_count; i++) {
        bool flip = n->op == RS_NOT || (n->op == RS_IMPLIES && i == 0);
        if (!is_positive(rs_kid(n, i), fixed, flip ? !even : even) ||
            (mixed && !is_positive(rs_kid(n, i), fixed, !even)))
            return false;
    }
    if (n->op == RS_ATOM && n->local && n->local->op == RS_LET)
        return is_positive(rs_kid(n->local, 0), fixed, even);
    return true;
}

static bool among(const uint32_t *slots, uint32_t count, uint32_t slot)
{
    for (uint32_t i = 0; i < count; i++)
        if (slots[i] == slot)
            return true;
    return false;
}

static bool binds(const rs_node *n) { return n->op == RS_EX || n->op == RS_ALL || n->op == RS_SUM || n->op == RS_LET; }

/* Whether what is below depends on nothing but the variables of the fixed point. Slots are never used twice, so
 * that those of binders below are noted on the way. */
static bool is_closed(const rs_node *n, const rs_node *fixed, bool *inner)
{
    for (uint32_t i = 0; i < n->count && n->slots; i++) {
        if (binds(n))
            inner[n->slots[i]] = true;
        else if (!inner[n->slots[i]] && !among(fixed->slots, fixed->count, n->slots[i]))
            return false;
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (!is_closed(rs_kid(n, i), fixed, inner))
            return false;
    return n->op != RS_PARAMETER && (!n->local || n->local == fixed);
}

static void resolve_fixed_point(resolver *r, rs_node *n)
{
    use_variables(r, n);
    vec_push(r->f->arena, &r->locals, n);
    resolve(r, rs_kid(n, 0));
    r->locals.count--;
    bool *inner = ARENA_ARRAY(r->f->arena, bool, RS_SLOTS_MAX + 1);
    n->closed = r->fine && is_closed(rs_kid(n, 0), n, inner);
    if (r->fine && !is_positive(rs_kid(n, 0), n, true)) {
        diag *d = rs_error(r->f, DIAG_TOSS_NEGATIVE, n->span, "`%s` occurs under a negation in its own %s",
                           rs_text(r->f, n->name), n->op == RS_LFP ? "lfp" : "gfp");
        diag_set_hint(r->f->sink, d, "only a formula that grows with `%s` has such a fixed point",
                      rs_text(r->f, n->name));
        r->fine = false;
    }
}

/* ---- nodes ---- */

static void resolve_kids(resolver *r, rs_node *n)
{
    for (uint32_t i = 0; i < n->kid_count && r->fine; i++)
        resolve(r, rs_kid(n, i));
}

static void resolve_binder(resolver *r, rs_node *n)
{
    uint32_t before = r->bound.count;
    bind_variables(r, n);
    resolve_kids(r, n);
    r->bound.count = before;
    if (r->fine)
        n->plan = rs_plan_quantifier(r->f, n);
}

static void resolve_let(resolver *r, rs_node *n)
{
    uint32_t before = r->bound.count;
    bind_variables(r, n);
    resolve(r, rs_kid(n, 0));
    r->bound.count = before;
    r->depth += rs_kid(n, 0)->depth + 1;
    if (r->depth > RS_DEPTH_MAX && r->fine) {
        rs_error(r->f, DIAG_NESTING, n->span, "these `let` are more than %d operators deep together", RS_DEPTH_MAX);
        r->fine = false;
    }
    vec_push(r->f->arena, &r->locals, n);
    resolve(r, rs_kid(n, 1));
    r->locals.count--;
    r->depth -= rs_kid(n, 0)->depth + 1;
}

static void resolve(resolver *r, rs_node *n)
{
    if (!r->fine)
        return;
    switch (n->op) {
    case RS_ATOM: resolve_atom(r, n); return;
    case RS_EX:
    case RS_ALL:
    case RS_SUM: resolve_binder(r, n); return;
    case RS_LFP:
    case RS_GFP: resolve_fixed_point(r, n); return;
    case RS_LET: resolve_let(r, n); return;
    case RS_SAME:
    case RS_VALUE: use_variables(r, n); return;
    case RS_TC:
        use_variables(r, n);
        resolve_kids(r, n);
        return;
    default: resolve_kids(r, n);
    }
}

bool rs_resolve(rs_game *f, rs_query *q, const name_id *parameters, uint32_t count, bool open)
{
    resolver r = {.f = f, .q = q, .open = open, .fine = true};
    if (count > RS_SLOTS_MAX) {
        rs_error(f, DIAG_TOO_LARGE, q->root->span, "more than %d variables in one formula", RS_SLOTS_MAX);
        return false;
    }
    for (uint32_t i = 0; i < count; i++) {
        vec_push(f->arena, &q->free, parameters[i]);
        vec_push(f->arena, &q->free_slots, q->slots);
        q->slots++;
    }
    resolve(&r, q->root);
    uint32_t more = q->free_slots.count - count;
    if (r.fine && !q->term)
        q->plan = rs_make_plan(f, q->root, more ? &vec_at(&q->free_slots, count) : NULL, more);
    return r.fine;
}
