/* Effects for each of several sites or numbers. */
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/queue.h"
#include "lang/ludii/lower/together.h"

#include <string.h>

static void join(lu *x, ir_node after, ir_node no)
{
    kit_go(x->k, after);
    x->k->cur = no;
}

/* What a number is in each round of a loop. */
typedef struct round_number {
    const ludii_value *v;
    ir_var of;
    kit_num range;
} round_number;

/* What is done at which sites of a loop. */
typedef struct site_effect {
    const ludii_value *v;
    ir_var marks;
    VEC(round_number) numbers;
} site_effect;

struct lu_prepared {
    const ludii_value *v; /* the effect of the loop */
    int32_t last;         /* key of a round */
    site_effect all[64];
    uint32_t n;
};

static bool depends(lu *x, const ludii_value *v)
{
    return v && strcmp(lu_class(x, v), "If") == 0 && !lu_item(x, v, "Then");
}

static uint32_t list_effects(lu *x, const ludii_value *v, int32_t last, site_effect *out, uint32_t n)
{
    if (!v || n == 64)
        return n;
    if (depends(x, v))
        return list_effects(x, v->items[2], last, out, list_effects(x, v->items[1], last, out, n));
    out[n] = (site_effect){.v = v, .marks = kit_array(x->k, "marks", -2, last, 0, 1, NULL)};
    return n + 1;
}

/* Notes for this round what the effect reads of that which the loop changes. */
static void note_numbers(lu *x, site_effect *e, uint32_t changed, int32_t last, kit_num key)
{
    const uint32_t kept = x->before->numbers.count;
    lu_keep_numbers(x, e->v, changed);
    for (uint32_t i = kept; i < x->before->numbers.count; i++) {
        const lu_kept now = vec_at(&x->before->numbers, i);
        if (now.n.known)
            continue;
        round_number r = {now.v, kit_array(x->k, "rounds", -2, last, now.n.low, now.n.high, NULL), now.n};
        kit_set_at(x->k, r.of, key, now.n);
        vec_push(x->a, &e->numbers, r);
    }
    x->before->numbers.count = kept;
}

/* From then on the numbers are what was noted for a round. */
static void recall_numbers(lu *x, const site_effect *e, kit_num key)
{
    for (uint32_t i = 0; i < e->numbers.count; i++) {
        const round_number r = vec_at(&e->numbers, i);
        kit_num n = kit_at(x->k, r.of, key);
        n.low = r.range.low, n.high = r.range.high;
        vec_push(x->a, &x->before->numbers, ((lu_kept){r.v, lu_keep_num(x, "noted", n)}));
    }
}

/* Marks what is there for what its conditions lead to. */
static void decide_effect(lu *x, const ludii_value *v, lu_prepared *p, kit_num key)
{
    if (depends(x, v)) {
        ir_node after = kit_node(x->k), no = kit_branch(x->k, lu_bool(x, v->items[0]));
        decide_effect(x, v->items[1], p, key);
        join(x, after, no);
        decide_effect(x, v->items[2], p, key);
        join(x, after, after);
        return;
    }
    for (uint32_t i = 0; i < p->n && v; i++)
        if (p->all[i].v == v) {
            kit_set_at(x->k, p->all[i].marks, key, kit_known(1));
            note_numbers(x, &p->all[i], lu_read_changes(x, p->v), p->last, key);
        }
}

/* At each site of a region, in (site), (from) and (to), or for each number of an array; of those with a mark, if one
 * effect is given. With `find` effects are only found out. */
static void at_each(lu *x, const lu_each *e, const ludii_value *v, lu_prepared *find, const site_effect *one)
{
    const ir_var marks = one ? one->marks : IR_NONE;
    const uint32_t kept = x->before->numbers.count;
    kit_loop l;
    kit_num key;
    if (e->array) {
        ir_var i = kit_scratch(x->k, "i", 0, e->array->room);
        l = kit_loop_begin(x->k, i, kit_known(0), kit_read(x->k, e->array->count));
        key = kit_read(x->k, i);
        key.high = e->array->room - 1;
        if (marks != IR_NONE)
            kit_branch_to(x->k, kit_compare(x->k, IR_EQ, kit_at(x->k, marks, key), kit_known(1)), l.next);
        kit_set(x->k, lu_context_var(x, e->context), kit_at(x->k, e->array->at, key));
    } else {
        const lu_context c = e->only_from ? LU_FROM : LU_SITE;
        l = lu_each_site(x, marks == IR_NONE ? e->region : lu_marked(x, marks, &e->region->sites),
                         lu_context_var(x, c));
        key = lu_context_num(x, c);
        if (!e->only_from)
            kit_set(x->k, lu_context_var(x, LU_TO), key);
        if (!e->only_from && lu_quirk(x, QUIRK_SITE_IS_FROM))
            kit_set(x->k, lu_context_var(x, LU_FROM), key);
    }
    if (one)
        recall_numbers(x, one, key);
    if (find)
        decide_effect(x, v, find, key);
    else if (e->then) {
        kit_branch_to(x->k, lu_does(x, v), l.next);
        lu_effect(x, v);
        lu_effect(x, e->then);
    } else
        lu_effect(x, v);
    x->before->numbers.count = kept;
    kit_loop_end(x->k, &l);
}

/* What values of the whole game are set to, where that is the same at all sites. */
static void keep_values(lu *x, const ludii_value *v)
{
    static const char *const here[] = {"ContextSite", "ContextTo", "ContextFrom",  "ContextBetween",
                                       "Value",       "Level",     "ContextPlayer"};
    if (!v)
        return;
    bool sets = strcmp(lu_class(x, v), "Set") == 0 && v->count &&
                (lu_is(x, v->items[0], "SetValueType") || lu_is(x, v->items[0], "SetPlayerType") ||
                 lu_is_row(x, v, "Set.Named"));
    for (uint32_t i = 0; i < v->count; i++) {
        const ludii_value *a = v->items[i];
        bool local = !sets || !a || !lu_is(x, a, "Int") || lu_is(x, a, "RoleType");
        for (size_t k = 0; k < sizeof here / sizeof *here && !local; k++)
            local = lu_mentions(x, a, here[k]) || lu_has_word(x, a, "RoleType", "Player");
        if (!local && !lu_kept_num(x, a)) {
            lu_kept kept = {a, lu_keep_num(x, "kept", lu_int(x, a))};
            vec_push(x->a, &x->before->numbers, kept);
        } else
            keep_values(x, a);
    }
}

bool lu_must_find_out(lu *x, const ludii_value *v) { return depends(x, v) || lu_read_changes(x, v); }

/* Where which effects are to be made, in the position as it is now. */
static void find_out(lu *x, const lu_each *e, lu_prepared *p)
{
    p->last = e->array ? e->array->room : (int32_t)x->sites - 1;
    p->n = list_effects(x, p->v, p->last, p->all, 0);
    if (!p->n)
        return;
    ir_var site = kit_scratch(x->k, "marked", -2, p->last + 1);
    kit_loop l = kit_loop_begin(x->k, site, kit_known(0), kit_known(p->last + 1));
    for (uint32_t i = 0; i < p->n; i++)
        kit_set_at(x->k, p->all[i].marks, kit_read(x->k, site), kit_known(0));
    kit_loop_end(x->k, &l);
    at_each(x, e, p->v, p, NULL);
}

static const lu_prepared *prepared_for(const lu *x, const ludii_value *v)
{
    for (uint32_t i = x->before->prepared.count; i-- > 0;)
        if (vec_at(&x->before->prepared, i)->v == v)
            return vec_at(&x->before->prepared, i);
    return NULL;
}

/* Conditions, and what values are set to, see the position before any of the effects. */
static void for_each(lu *x, const lu_each *e, const ludii_value *v)
{
    const lu_prepared *p = prepared_for(x, v);
    lu_prepared own = {.v = v};
    lu_each frozen = *e;
    keep_values(x, v);
    if (!p && lu_must_find_out(x, v) && !x->queue) {
        if (!e->array && !depends(x, v))
            frozen.region = lu_frozen(x, e->region);
        e = &frozen;
        find_out(x, e, &own);
        p = own.n ? &own : NULL;
    }
    if (!p) {
        lu_each now = *e;
        now.region = e->array ? NULL : lu_frozen(x, e->region);
        at_each(x, &now, v, NULL, NULL);
        return;
    }
    for (uint32_t i = 0; i < p->n; i++)
        at_each(x, e, p->all[i].v, NULL, &p->all[i]);
}

/* Finds out now what an effect for each site that is made later is made for. */
void lu_prepare_for_site(lu *x, const ludii_value *v)
{
    const ludii_value *sites = lu_item(x, v, "Sites"), *effect = lu_item(x, v, "Moves");
    lu_keep_region(x, sites);
    const lu_region *r = lu_sites(x, sites);
    if (x->queue || lu_may_queue(x, effect) || !lu_must_find_out(x, effect))
        return;
    lu_prepared *p = ARENA_NEW(x->a, lu_prepared);
    p->v = effect;
    kit_num site = lu_keep(x, LU_SITE, "outer"), to = lu_keep(x, LU_TO, "outer"), from = lu_keep(x, LU_FROM, "outer");
    find_out(x, &(lu_each){.region = r}, p);
    kit_set(x->k, lu_context_var(x, LU_SITE), site);
    kit_set(x->k, lu_context_var(x, LU_TO), to);
    kit_set(x->k, lu_context_var(x, LU_FROM), from);
    if (p->n)
        vec_push(x->a, &x->before->prepared, p);
}

/* `v` has a <Then> that follows if there was an effect. */
void lu_effect_for_each(lu *x, const ludii_value *v, const lu_each *e, const ludii_value *effect)
{
    kit_num outer = lu_keep(x, e->array ? e->context : LU_SITE, "outer"), to = lu_keep(x, LU_TO, "outer"),
            from = lu_keep(x, LU_FROM, "outer");
    ir_var asked = x->happened, happened = IR_NONE;
    const ludii_value *then = lu_item(x, v, "Then");
    lu_each with = *e;
    if (then && lu_adds_up(x, then)) { /* behind each of the effects, where it matters how often */
        if (!lu_is_single(x, effect))
            lu_refuse(x, then, "what adds up behind several effects of each");
        with.then = then->items[0];
        e = &with, then = NULL;
    }
    if (then) {
        happened = x->happened = kit_scratch(x->k, "happened", 0, 1);
        kit_set(x->k, happened, kit_known(0));
    }
    uint32_t kept = x->before->numbers.count;
    const bool queue = lu_may_queue(x, effect);
    if (queue)
        lu_begin_queue(x);
    for_each(x, e, effect);
    if (queue)
        lu_run_queue(x);
    x->before->numbers.count = kept;
    kit_set(x->k, lu_context_var(x, e->array ? e->context : LU_SITE), outer);
    kit_set(x->k, lu_context_var(x, LU_TO), to);
    kit_set(x->k, lu_context_var(x, LU_FROM), from);
    x->happened = asked;
    if (happened == IR_NONE)
        return;
    ir_node after = kit_node(x->k),
            none = kit_branch(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, happened), kit_known(1)));
    if (asked != IR_NONE)
        kit_set(x->k, asked, kit_known(1));
    lu_effect(x, then->items[0]); /* it belongs to each of the effects: without any nothing follows */
    kit_go(x->k, after);
    x->k->cur = none;
    kit_go(x->k, after);
    x->k->cur = after;
}

void lu_effect_for_site(lu *x, const ludii_value *v)
{
    if (lu_arg(x, v, "noMoveYet"))
        lu_refuse(x, v, "`noMoveYet:`");
    lu_effect_for_each(x, v, &(lu_each){.region = lu_sites(x, lu_item(x, v, "Sites"))}, lu_item(x, v, "Moves"));
}
