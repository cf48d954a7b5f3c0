/* Names in formulas: variables become slots of a frame, atoms find their relation or definition. */
#include "lang/toss/toss.h"

#include "base/nearest.h"

#include <stdlib.h>
#include <string.h>

typedef struct binding {
    name_id name;
    uint32_t slot;
} binding;

typedef struct resolver {
    toss_file *f;
    toss_query *q;
    bool open, fine;
    uint32_t depth; /* of the bodies of the `let` around */
    VEC(binding) bound;
    VEC(const toss_node *) locals; /* let, lfp and gfp around */
} resolver;

static void resolve(resolver *r, toss_node *n);

static uint32_t new_slot(resolver *r, src_span at)
{
    if (r->q->slots == TOSS_SLOTS_MAX) {
        if (r->fine)
            toss_error(r->f, DIAG_TOO_LARGE, at, "more than %d variables in one formula", TOSS_SLOTS_MAX);
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
    if (s.best)
        diag_set_hint(r->f->sink, d, "did you mean `%s`?", s.best);
    else
        diag_set_hint(r->f->sink, d, "`ex %s (..)` or `all %s (..)` binds it", toss_text(r->f, name),
                      toss_text(r->f, name));
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
            toss_error(r->f, DIAG_UNKNOWN_VARIABLE, at, "the variable `%s` is bound by nothing", toss_text(r->f, name));
        suggest_variable(r, d, name);
        r->fine = false;
        return 0;
    }
    uint32_t slot = new_slot(r, at);
    vec_push(r->f->arena, &r->q->free, name);
    vec_push(r->f->arena, &r->q->free_slots, slot);
    return slot;
}

static void use_variables(resolver *r, toss_node *n)
{
    n->slots = ARENA_ARRAY(r->f->arena, uint32_t, n->count + 1);
    for (uint32_t i = 0; i < n->count; i++)
        n->slots[i] = slot_of(r, n->variables[i], n->span);
}

static void bind_variables(resolver *r, toss_node *n)
{
    n->slots = ARENA_ARRAY(r->f->arena, uint32_t, n->count + 1);
    for (uint32_t i = 0; i < n->count; i++) {
        binding b = {n->variables[i], new_slot(r, n->span)};
        n->slots[i] = b.slot;
        vec_push(r->f->arena, &r->bound, b);
    }
}

/* ---- atoms ---- */

static void unknown_relation(resolver *r, const toss_node *n)
{
    diag *d = toss_error(r->f, DIAG_TOSS_UNKNOWN, n->span, "unknown relation `%s`", toss_text(r->f, n->name));
    suggestion s;
    suggest_init(&s, intern_text(r->f->names, n->name));
    for (uint32_t i = 0; i < r->f->definitions.count; i++)
        suggest_offer(&s, intern_text(r->f->names, vec_at(&r->f->definitions, i)->name));
    for (uint32_t i = 0; i < r->f->start.relations.count; i++)
        suggest_offer(&s, intern_text(r->f->names, vec_at(&r->f->start.relations, i).name));
    if (s.best)
        diag_set_hint(r->f->sink, d, "did you mean `%s`?", s.best);
    else
        diag_set_hint(r->f->sink, d, "`%s:%u {}` in the structure declares an empty relation", toss_text(r->f, n->name),
                      n->count);
    r->fine = false;
}

static void check_count(resolver *r, const toss_node *n, uint32_t wanted)
{
    if (wanted == n->count)
        return;
    toss_error(r->f, DIAG_TOSS_ARITY, n->span, "`%s` takes %u argument%s, not %u", toss_text(r->f, n->name), wanted,
               wanted == 1 ? "" : "s", n->count);
    r->fine = false;
}

static void resolve_atom(resolver *r, toss_node *n)
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
static bool is_positive(const toss_node *n, const toss_node *fixed, bool even)
{
    if (n->op == TOSS_ATOM && n->local == fixed)
        return even;
    bool mixed = n->op == TOSS_XOR || n->op == TOSS_IFF || n->op == TOSS_COMPARE;
    for (uint32_t i = 0; i < n->kid_count; i++) {
        bool flip = n->op == TOSS_NOT || (n->op == TOSS_IMPLIES && i == 0);
        if (!is_positive(n->kids[i], fixed, flip ? !even : even) || (mixed && !is_positive(n->kids[i], fixed, !even)))
            return false;
    }
    if (n->op == TOSS_ATOM && n->local && n->local->op == TOSS_LET)
        return is_positive(n->local->kids[0], fixed, even);
    return true;
}

static bool among(const uint32_t *slots, uint32_t count, uint32_t slot)
{
    for (uint32_t i = 0; i < count; i++)
        if (slots[i] == slot)
            return true;
    return false;
}

static bool binds(const toss_node *n)
{
    return n->op == TOSS_EX || n->op == TOSS_ALL || n->op == TOSS_SUM || n->op == TOSS_LET;
}

/* Whether what is below depends on nothing but the variables of the fixed point. Slots are never used twice, so
 * that those of binders below are noted on the way. */
static bool is_closed(const toss_node *n, const toss_node *fixed, bool *inner)
{
    for (uint32_t i = 0; i < n->count && n->slots; i++) {
        if (binds(n))
            inner[n->slots[i]] = true;
        else if (!inner[n->slots[i]] && !among(fixed->slots, fixed->count, n->slots[i]))
            return false;
    }
    for (uint32_t i = 0; i < n->kid_count; i++)
        if (!is_closed(n->kids[i], fixed, inner))
            return false;
    return n->op != TOSS_PARAMETER && (!n->local || n->local == fixed);
}

static void resolve_fixed_point(resolver *r, toss_node *n)
{
    use_variables(r, n);
    vec_push(r->f->arena, &r->locals, n);
    resolve(r, n->kids[0]);
    r->locals.count--;
    bool *inner = ARENA_ARRAY(r->f->arena, bool, TOSS_SLOTS_MAX + 1);
    n->closed = r->fine && is_closed(n->kids[0], n, inner);
    if (r->fine && !is_positive(n->kids[0], n, true)) {
        diag *d = toss_error(r->f, DIAG_TOSS_NEGATIVE, n->span, "`%s` occurs under a negation in its own %s",
                             toss_text(r->f, n->name), n->op == TOSS_LFP ? "lfp" : "gfp");
        diag_set_hint(r->f->sink, d, "only a formula that grows with `%s` has such a fixed point",
                      toss_text(r->f, n->name));
        r->fine = false;
    }
}

/* ---- plans ---- */

typedef VEC(const toss_node *) node_list;

static void flatten(toss_file *f, const toss_node *n, node_list *list)
{
    if (n->op == TOSS_AND) {
        flatten(f, n->kids[0], list);
        flatten(f, n->kids[1], list);
        return;
    }
    vec_push(f->arena, list, n);
}

/* The parts of a formula's negation. */
static void flatten_not(toss_file *f, const toss_node *n, node_list *list)
{
    if (n->op == TOSS_OR || n->op == TOSS_IMPLIES) {
        n->op == TOSS_OR ? flatten_not(f, n->kids[0], list) : flatten(f, n->kids[0], list);
        flatten_not(f, n->kids[1], list);
    } else if (n->op == TOSS_NOT) {
        flatten(f, n->kids[0], list);
    } else {
        toss_node *not = ARENA_NEW(f->arena, toss_node);
        *not = (toss_node){.op = TOSS_NOT,
                           .kids = ARENA_ARRAY(f->arena, toss_node *, 1),
                           .kid_count = 1,
                           .span = n->span,
                           .depth = n->depth + 1};
        not ->kids[0] = (toss_node *)n;
        vec_push(f->arena, list, not );
    }
}

static void note_slots(const toss_node *n, bool *used)
{
    for (uint32_t i = 0; i < n->count && n->slots; i++)
        used[n->slots[i]] = true;
    for (uint32_t i = 0; i < n->kid_count; i++)
        note_slots(n->kids[i], used);
}

/* How many of these variables a conjunct still waits for. */
static uint32_t waits_for(const bool *used, const uint32_t *slots, uint32_t count, const bool *bound)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        n += used[slots[i]] && !bound[i];
    return n;
}

static toss_plan *make_plan(toss_file *f, node_list list, const uint32_t *slots, uint32_t count)
{
    toss_plan *p = ARENA_NEW(f->arena, toss_plan);
    bool **used = ARENA_ARRAY(f->arena, bool *, list.count), *bound = ARENA_ARRAY(f->arena, bool, count + 1);
    bool *done = ARENA_ARRAY(f->arena, bool, list.count);
    uint32_t *order = ARENA_ARRAY(f->arena, uint32_t, count + 1), ready = 0;
    p->conjuncts = ARENA_ARRAY(f->arena, const toss_node *, list.count);
    p->levels = ARENA_ARRAY(f->arena, uint32_t, list.count);
    for (uint32_t c = 0; c < list.count; c++) {
        used[c] = ARENA_ARRAY(f->arena, bool, TOSS_SLOTS_MAX + 1);
        note_slots(vec_at(&list, c), used[c]);
    }
    for (uint32_t level = 0; level <= count; level++) {
        if (level > 0) { /* the variable that makes most ready; atoms count more */
            uint32_t best = TOSS_NONE, best_score = 0;
            for (uint32_t v = 0; v < count; v++) {
                uint32_t score = 1;
                for (uint32_t c = 0; c < list.count && !bound[v]; c++)
                    if (!done[c] && used[c][slots[v]])
                        score += waits_for(used[c], slots, count, bound) == 1
                                     ? (vec_at(&list, c)->op == TOSS_ATOM ? 100 : 10)
                                     : 1;
                if (!bound[v] && (best == TOSS_NONE || score > best_score)) {
                    best = v;
                    best_score = score;
                }
            }
            bound[best] = true;
            order[level - 1] = slots[best];
        }
        for (uint32_t c = 0; c < list.count; c++)
            if (!done[c] && waits_for(used[c], slots, count, bound) == 0) {
                done[c] = true;
                p->conjuncts[ready] = vec_at(&list, c);
                p->levels[ready++] = level;
            }
    }
    p->order = order;
    p->count = count;
    p->conjunct_count = ready;
    return p;
}

toss_plan *toss_make_plan(toss_file *f, const toss_node *body, const uint32_t *slots, uint32_t count)
{
    node_list list = {0};
    flatten(f, body, &list);
    return make_plan(f, list, slots, count);
}

/* Quantifiers that stand directly in one another are searched as one, so that each part of what is behind them is
 * asked as soon as it can be. */
toss_plan *toss_plan_quantifier(toss_file *f, const toss_node *n)
{
    node_list list = {0};
    vec_u32 slots = {0};
    const toss_node *body = n;
    do {
        for (uint32_t i = 0; i < body->count; i++)
            vec_push(f->arena, &slots, body->slots[i]);
        body = body->kids[0];
    } while (n->op != TOSS_SUM && body->op == n->op);
    if (n->op == TOSS_ALL)
        flatten_not(f, body, &list);
    else
        flatten(f, body, &list);
    return make_plan(f, list, slots.data, slots.count);
}

/* ---- nodes ---- */

static void resolve_kids(resolver *r, toss_node *n)
{
    for (uint32_t i = 0; i < n->kid_count && r->fine; i++)
        resolve(r, n->kids[i]);
}

static void resolve_binder(resolver *r, toss_node *n)
{
    uint32_t before = r->bound.count;
    bind_variables(r, n);
    resolve_kids(r, n);
    r->bound.count = before;
    if (r->fine)
        n->plan = toss_plan_quantifier(r->f, n);
}

static void resolve_let(resolver *r, toss_node *n)
{
    uint32_t before = r->bound.count;
    bind_variables(r, n);
    resolve(r, n->kids[0]);
    r->bound.count = before;
    r->depth += n->kids[0]->depth + 1;
    if (r->depth > TOSS_DEPTH_MAX && r->fine) {
        toss_error(r->f, DIAG_NESTING, n->span, "these `let` are more than %d operators deep together", TOSS_DEPTH_MAX);
        r->fine = false;
    }
    vec_push(r->f->arena, &r->locals, n);
    resolve(r, n->kids[1]);
    r->locals.count--;
    r->depth -= n->kids[0]->depth + 1;
}

static void resolve(resolver *r, toss_node *n)
{
    if (!r->fine)
        return;
    switch (n->op) {
    case TOSS_ATOM: resolve_atom(r, n); return;
    case TOSS_EX:
    case TOSS_ALL:
    case TOSS_SUM: resolve_binder(r, n); return;
    case TOSS_LFP:
    case TOSS_GFP: resolve_fixed_point(r, n); return;
    case TOSS_LET: resolve_let(r, n); return;
    case TOSS_SAME:
    case TOSS_VALUE: use_variables(r, n); return;
    case TOSS_TC:
        use_variables(r, n);
        resolve_kids(r, n);
        return;
    default: resolve_kids(r, n);
    }
}

bool toss_resolve(toss_file *f, toss_query *q, const name_id *parameters, uint32_t count, bool open)
{
    resolver r = {.f = f, .q = q, .open = open, .fine = true};
    if (count > TOSS_SLOTS_MAX) {
        toss_error(f, DIAG_TOO_LARGE, q->root->span, "more than %d variables in one formula", TOSS_SLOTS_MAX);
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
        q->plan = toss_make_plan(f, q->root, more ? &vec_at(&q->free_slots, count) : NULL, more);
    return r.fine;
}
