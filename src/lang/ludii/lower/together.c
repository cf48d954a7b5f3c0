/* Effects that are made together: all of them see the position as it was before the first.
 *
 * They are made one after the other. So what a later one reads of the position is found out in
 * front of the first that changes the board, and taken from there when its turn comes. */
#include "lang/ludii/lower/together.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/queue.h"

#include <string.h>

static bool one_of(const lu *x, const ludii_value *v, const char *const *classes, uint32_t count)
{
    bool yes = false;
    for (uint32_t i = 0; i < count && !yes; i++)
        yes = lu_mentions(x, v, classes[i]);
    return yes;
}

/* Parts of the state, by what changes them and what reads them. */
enum { BOARD = 1, PARTS = 6, WAYS = 12 };

static uint32_t parts_in(const lu *x, const ludii_value *v, const char *const classes[PARTS][WAYS])
{
    uint32_t parts = 0, n;
    for (uint32_t i = 0; i < PARTS; i++) {
        for (n = 0; n < WAYS && classes[i][n]; n++) {
        }
        parts |= one_of(x, v, classes[i], n) ? 1u << i : 0;
    }
    return parts;
}

static uint32_t reads(const lu *x, const ludii_value *v)
{
    static const char *const by[PARTS][WAYS] = {
        {"What", "Who", "State", "Count", "Size", "TopLevel", "Where", "TrackSite.FirstSite", "Value.At"},
        {"Score"},
        {"Var", "Counter", "Pot"},
        {"Value.Player"},
        {"ValuesRemembered"},
        {"Value.Pending"}};
    return parts_in(x, v, by);
}

static uint32_t changes(const lu *x, const ludii_value *v)
{
    static const char *const by[PARTS][WAYS] = {{"FromTo", "Move.FromTo", "Remove", "Move.Remove", "Add", "Promote",
                                                 "Move.Promote", "Set.Site", "Set.SiteLevel", "Sow", "Swap.Pieces",
                                                 "Flip"},
                                                {"AddScore", "Set.Player"},
                                                {"Set.Value", "Set.Named"},
                                                {"Set.Player"},
                                                {"Remember.Value", "Forget"},
                                                {"Set.Pending"}};
    return parts_in(x, v, by);
}

/* The numbers that an effect reads of parts that are changed before, as far as nothing but the position matters to
 * them. */
void lu_keep_numbers(lu *x, const ludii_value *v, uint32_t changed)
{
    static const char *const through[] = {"From", "To", "Player", "MovePiece", "If", "And"};
    if (strcmp(lu_class(x, v), "ForEach") == 0) /* what it is for is not known yet */
        return;
    for (uint32_t i = 0; v && i < v->count && !x->failed; i++) {
        const ludii_value *a = v->items[i];
        bool inside = false;
        for (uint32_t k = 0; a && k < sizeof through / sizeof *through; k++)
            inside |= strcmp(lu_class(x, a), through[k]) == 0;
        inside |=
            a && (lu_array_of(x, a) || (lu_code(x, a) && lu_code(x, a)->effect && strcmp(lu_class(x, v), "And") == 0));
        inside |= a && strcmp(lu_class(x, v), "If") == 0 && !lu_is(x, a, "Boolean");
        if (a && strcmp(lu_class(x, v), "To") == 0 && lu_mentions(x, a, "ContextFrom"))
            continue; /* where it comes from is not known yet */
        if (a && lu_is(x, a, "Int") && (reads(x, a) & changed)) {
            lu_kept k = {a, lu_keep_num(x, "kept", lu_int(x, a))};
            vec_push(x->a, &x->before->numbers, k);
        } else if (a && inside && !lu_is(x, a, "Sites") && !lu_is(x, a, "Boolean"))
            lu_keep_numbers(x, a, changed);
    }
}

void lu_keep_region(lu *x, const ludii_value *v)
{
    const lu_region *r = lu_sites(x, v);
    if (!r->known)
        vec_push(x->a, &x->before->regions, ((lu_kept_region){v, lu_frozen(x, r)}));
}

const lu_region *lu_kept_region_of(const lu *x, const ludii_value *v)
{
    for (uint32_t i = x->before->regions.count; i-- > 0;)
        if (vec_at(&x->before->regions, i).v == v)
            return vec_at(&x->before->regions, i).region;
    return NULL;
}

uint32_t lu_read_changes(const lu *x, const ludii_value *v) { return v ? changes(x, v) & reads(x, v) : 0; }

/* The sites that an effect is made for. */
static void keep_sites(lu *x, const ludii_value *v)
{
    const ludeme_code *code = v ? lu_code(x, v) : NULL;
    if (!code || x->failed)
        return;
    if (code->effect == lu_effect_and || code->effect == lu_effect_if) {
        const ludii_value *list = lu_array_of(x, v->items[0]) ? v->items[0] : v;
        for (uint32_t i = 0; i < list->count; i++)
            if (list->items[i] && !lu_is(x, list->items[i], "Then") && lu_code(x, list->items[i]) &&
                lu_code(x, list->items[i])->effect)
                keep_sites(x, list->items[i]);
        return;
    }
    const ludii_value *sites = lu_item(x, v, "Sites"), *from = lu_item(x, v, "From"), *to = lu_item(x, v, "To");
    if (code->effect == lu_effect_for_site)
        lu_prepare_for_site(x, v);
    else if ((code->effect == lu_effect_remove || code->effect == lu_effect_set_pending) && sites)
        lu_keep_region(x, sites);
    else if (code->effect == lu_effect_add || code->effect == lu_effect_from_to) {
        sites = from ? lu_item(x, from, "Sites") : NULL;
        if (sites)
            lu_keep_region(x, sites);
        sites = to ? lu_item(x, to, "Sites") : NULL;
        if (sites && !lu_mentions(x, sites, "ContextFrom"))
            lu_keep_region(x, sites);
    }
}

/* What effects of a list need of parts of the state that those in front of them change. */
static void keep_before(lu *x, const ludii_value *list)
{
    uint32_t changed = 0;
    for (uint32_t i = 0; i < list->count && !x->failed; i++) {
        if (!list->items[i] || lu_is(x, list->items[i], "Then"))
            continue;
        if (changed)
            lu_keep_numbers(x, list->items[i], changed);
        if ((changed & BOARD) && !lu_quirk(x, QUIRK_APPLIED_IN_TURN))
            keep_sites(x, list->items[i]);
        changed |= changes(x, list->items[i]);
    }
}

const kit_num *lu_kept_num(const lu *x, const ludii_value *v)
{
    for (uint32_t i = x->before->numbers.count; i-- > 0;)
        if (vec_at(&x->before->numbers, i).v == v)
            return &vec_at(&x->before->numbers, i).n;
    return NULL;
}

static const lu_decided *decision_of(const lu *x, const ludii_value *v)
{
    for (uint32_t i = x->before->decided.count; i-- > 0;)
        if (vec_at(&x->before->decided, i).v == v)
            return &vec_at(&x->before->decided, i);
    return NULL;
}

/* Conditions, too, unless they are decided already for a list around this one. */
static void decide_before(lu *x, const ludii_value *v)
{
    const char *class = v ? lu_class(x, v) : "";
    if (strcmp(class, "And") == 0 || strcmp(class, "Or") == 0) {
        const ludii_value *list = lu_array_of(x, v->items[0]) ? v->items[0] : v;
        for (uint32_t i = 0; i < list->count; i++)
            decide_before(x, list->items[i]);
    }
    if (strcmp(class, "If") != 0 || decision_of(x, v))
        return;
    ir_var holds = kit_scratch(x->k, "holds", 0, 1);
    kit_set(x->k, holds, kit_choose(x->k, lu_bool(x, v->items[0]), kit_known(1), kit_known(0)));
    vec_push(x->a, &x->before->decided, ((lu_decided){v, holds}));
    ir_node after = kit_node(x->k),
            no = kit_branch(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, holds), kit_known(1)));
    decide_before(x, v->items[1]);
    kit_go(x->k, after);
    x->k->cur = no;
    decide_before(x, v->items[2]);
    kit_go(x->k, after);
    x->k->cur = after;
}

static kit_cond decided_or(lu *x, const ludii_value *v, const ludii_value *condition)
{
    const lu_decided *d = decision_of(x, v);
    return d ? kit_compare(x->k, IR_EQ, kit_read(x->k, d->holds), kit_known(1)) : lu_bool(x, condition);
}

kit_cond lu_decided_before(lu *x, const ludii_value *v) { return decided_or(x, v, v->items[0]); }
kit_cond lu_guard(lu *x, const ludii_value *guard) { return decided_or(x, guard, guard); }

void lu_decide_first(lu *x, const ludii_value *guard, const ludii_value *effect)
{
    if (!lu_has_word(x, guard, "IsSimpleType", "Pending") && !lu_has_word(x, effect, "IsSimpleType", "Pending"))
        return;
    if (guard && !decision_of(x, guard)) {
        ir_var holds = kit_scratch(x->k, "holds", 0, 1);
        kit_set(x->k, holds, kit_choose(x->k, lu_bool(x, guard), kit_known(1), kit_known(0)));
        vec_push(x->a, &x->before->decided, ((lu_decided){guard, holds}));
    }
    decide_before(x, effect);
}

/* How many of a list look for pieces that are captured. */
static uint32_t captures(lu *x, const ludii_value *list)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < list->count; i++) {
        const ludeme_code *code = list->items[i] ? lu_code(x, list->items[i]) : NULL;
        n += code && (code->effect == lu_effect_custodial || code->effect == lu_effect_intervene ||
                      code->effect == lu_effect_enclose || code->effect == lu_effect_surround);
    }
    return n;
}

/* Whether an effect is one move at most; what follows a list does so behind each move of it. */
bool lu_is_single(lu *x, const ludii_value *v)
{
    if (!v || strcmp(lu_class(x, v), "If") == 0)
        return !v || (lu_is_single(x, v->items[1]) && lu_is_single(x, v->items[2]));
    static const char *const classes[] = {"Set", "Remember", "Forget", "MoveAgain", "Remove",
                                          "Add", "Promote",  "FromTo", "AddScore"};
    const ludii_value *to = lu_item(x, v, "To"), *from = lu_item(x, v, "From");
    bool single = false;
    for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
        single |= strcmp(lu_class(x, v), classes[i]) == 0;
    return single && !lu_item(x, v, "Sites") && !(to && lu_item(x, to, "Sites")) &&
           !(from && lu_item(x, from, "Sites")) &&
           !(strcmp(lu_class(x, v), "AddScore") == 0 && lu_array_of(x, v->items[0]));
}

/* Whether it matters how often an effect is made. */
bool lu_adds_up(const lu *x, const ludii_value *v)
{
    static const char *const always[] = {"Remember.Value", "AddScore", "Sow"};
    const uint32_t changed = v ? changes(x, v) & ~(uint32_t)BOARD : 0;
    return v &&
           (one_of(x, v, always, 3) || (changed & reads(x, v)) || (x->uses_count && lu_mentions(x, v, "Add")) ||
            (x->stacks && (lu_mentions(x, v, "Add") || lu_mentions(x, v, "Remove") || lu_mentions(x, v, "FromTo"))));
}

/* Whether it matters how often what follows a list is done, and if so, that it is known. */
static bool follows_each(lu *x, const ludii_value *list, const ludii_value *then)
{
    bool each = then && lu_adds_up(x, then);
    for (uint32_t i = 0; i < list->count && each; i++)
        if (list->items[i] && !lu_is(x, list->items[i], "Then") && !lu_is_single(x, list->items[i])) {
            lu_refuse(x, then, "what adds up behind a list of several effects of each");
            each = false;
        }
    return each;
}

void lu_effect_and(lu *x, const ludii_value *v)
{
    const ludii_value *list = lu_array_of(x, v->items[0]) ? v->items[0] : v, *then = lu_item(x, v, "Then");
    uint32_t kept = x->before->numbers.count, decided = x->before->decided.count, regions = x->before->regions.count,
             prepared = x->before->prepared.count;
    const bool loop = lu_mentions(x, list, "ForEach.Level") || (x->stacks && lu_mentions(x, list, "ForEach.Value"));
    const bool queue = loop && list->count > 1 && lu_may_queue_all(x, list);
    if (queue)
        lu_begin_queue(x);
    if (x->queue) {
        for (uint32_t i = 0; i < list->count; i++)
            if (list->items[i] && !lu_is(x, list->items[i], "Then"))
                lu_effect(x, list->items[i]);
        if (queue)
            lu_run_queue(x);
        if (then)
            lu_effect(x, then->items[0]);
        return;
    }
    for (uint32_t i = 0; i < list->count && list->count > 1; i++)
        decide_before(x, list->items[i]);
    keep_before(x, list);
    const bool wait = x->captures_wait;
    const uint32_t waiting = x->waiting.count;
    x->captures_wait |= captures(x, list) > 1;
    const bool each = follows_each(x, list, then);
    for (uint32_t i = 0; i < list->count; i++) {
        if (!list->items[i] || lu_is(x, list->items[i], "Then"))
            continue;
        ir_node next = kit_node(x->k);
        if (each)
            kit_branch_to(x->k, lu_does(x, list->items[i]), next);
        lu_effect(x, list->items[i]);
        if (each)
            lu_effect(x, then->items[0]);
        kit_go(x->k, next);
        x->k->cur = next;
    }
    x->captures_wait = wait;
    if (!wait)
        lu_finish_captures(x, waiting);
    x->before->numbers.count = kept;
    x->before->regions.count = regions;
    x->before->prepared.count = prepared;
    x->before->decided.count = decided;
    if (then && !each)
        lu_effect(x, then->items[0]);
}

/* ---- the first that can be made ---- */

/* Whether an effect is made at all: on a condition, if there is something to capture, or when another holds afterwards.
 */
static kit_cond is_made(lu *x, const ludii_value *v)
{
    const ludii_value *after = strcmp(lu_class(x, v), "Do") == 0 ? lu_arg(x, v, "ifAfterwards") : NULL;
    if (!after)
        return lu_code(x, v) && lu_code(x, v)->moves == lu_capture_moves ? lu_can(x, v) : lu_does(x, v);
    kit_try t = kit_try_begin(x->k);
    lu_effect(x, v->items[0]);
    kit_check(x->k, lu_bool(x, after));
    return kit_try_end(x->k, t);
}

void lu_effect_priority(lu *x, const ludii_value *v)
{
    const ludii_value *list = lu_array_of(x, v->items[0]) ? v->items[0] : v, *then = lu_item(x, v, "Then");
    ir_node after = kit_node(x->k), made = kit_node(x->k);
    for (uint32_t i = 0; i < list->count && !x->failed; i++) {
        const ludii_value *one = list->items[i];
        if (!one || lu_is(x, one, "Then"))
            continue;
        ir_node next = kit_branch(x->k, is_made(x, one));
        if (strcmp(lu_class(x, one), "Do") == 0 && lu_arg(x, one, "ifAfterwards"))
            lu_effect(x, one->items[0]);
        else
            lu_effect(x, one);
        kit_go(x->k, made);
        x->k->cur = next;
    }
    kit_go(x->k, after);
    x->k->cur = made;
    if (then)
        lu_effect(x, then->items[0]);
    kit_go(x->k, after);
    x->k->cur = after;
}

/* Each time in the position that the last time left. */
void lu_effect_while(lu *x, const ludii_value *v)
{
    if (x->queue) { /* which makes nothing yet */
        lu_refuse_ludeme(x, v);
        return;
    }
    ir_node again = kit_node(x->k);
    kit_go(x->k, again);
    x->k->cur = again;
    ir_node done = kit_branch(x->k, lu_bool(x, v->items[0]));
    lu_effect(x, v->items[1]);
    kit_go(x->k, again);
    x->k->cur = done;
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}
