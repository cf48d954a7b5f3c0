/* What signals say of the state, and so which exclude or imply each other. The facts of a cell form
 * a group, the decisions another, the moves a third: one member of each holds whenever somebody is
 * to move. Of each signal it is known, for some groups, which members can hold when it does: a list
 * of groups and sets, kept once each, like environments. An and whose inputs leave a group without
 * a member is false, and an input that the others imply is left out. */
#include "unroll/inside.h"

#include <string.h>

enum { NEVER = UINT32_MAX, GROUPS_MAX = 10, INPUTS_MAX = 40 };

/* ---- sets of members ---- */

static uint32_t words_of(const unroller *x, uint32_t group) { return (vec_at(&x->groups, group) + 63) / 64; }

static uint64_t *set_words(unroller *x, uint32_t set) { return x->set_words.data + vec_at(&x->sets.spans, set).first; }

static uint32_t intern_set(unroller *x, const uint64_t *words, uint32_t count)
{
    uint32_t set;
    U_LIST(x->a, &x->sets, &x->set_words, words, count, set);
    return set;
}

static uint32_t members_of(const unroller *x, const uint64_t *words, uint32_t group)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < words_of(x, group); i++)
        count += (uint32_t)__builtin_popcountll(words[i]);
    return count;
}

/* The member, or all others. */
static uint32_t member_set(unroller *x, uint32_t group, uint32_t member, bool others)
{
    const uint32_t count = words_of(x, group), size = vec_at(&x->groups, group);
    uint64_t *words = ARENA_ARRAY(x->a, uint64_t, count);
    for (uint32_t i = 0; i < size; i++)
        if ((i == member) != others)
            words[i / 64] |= UINT64_C(1) << (i % 64);
    return intern_set(x, words, count);
}

/* ---- lists of groups ---- */

/* Of both sets, or of one of them; NEVER: nothing. */
static uint32_t combine_sets(unroller *x, uint32_t group, uint32_t a, uint32_t b, bool either)
{
    const uint32_t count = words_of(x, group);
    uint64_t any = 0;
    if (a == b)
        return a;
    x->set_scratch.count = 0;
    for (uint32_t i = 0; i < count; i++) {
        const uint64_t word =
            either ? set_words(x, a)[i] | set_words(x, b)[i] : set_words(x, a)[i] & set_words(x, b)[i];
        vec_push(x->a, &x->set_scratch, word);
        any |= word;
    }
    return any ? intern_set(x, x->set_scratch.data, count) : NEVER;
}

/* The smallest sets say most. */
static void keep_few(unroller *x, uint32_t mark)
{
    while (x->pair_stack.count - mark > GROUPS_MAX) {
        uint32_t worst = mark, most = 0;
        for (uint32_t i = mark; i < x->pair_stack.count; i++) {
            const u_pair p = vec_at(&x->pair_stack, i);
            const uint32_t members = members_of(x, set_words(x, p.value), p.cell);
            if (members >= most) {
                worst = i;
                most = members;
            }
        }
        for (uint32_t i = worst; i + 1 < x->pair_stack.count; i++)
            vec_at(&x->pair_stack, i) = vec_at(&x->pair_stack, i + 1);
        x->pair_stack.count--;
    }
}

/* What holds when both lists do, NEVER where that cannot be; or what holds when one of them does.
 */
static uint32_t combine(unroller *x, uint32_t a, uint32_t b, bool either)
{
    if (a == NEVER || b == NEVER)
        return !either ? NEVER : a == NEVER ? b : a;
    if (a == b || (a == U_NOTHING && !either) || (b == U_NOTHING && either))
        return b;
    if ((b == U_NOTHING && !either) || (a == U_NOTHING && either))
        return a;
    const uint64_t key = a < b ? (uint64_t)a << 32 | b : (uint64_t)b << 32 | a;
    map *memo = &x->combined[either];
    const uint32_t *known = map_get(memo, key), mark = x->pair_stack.count;
    if (known)
        return *known;
    const u_span lists[2] = {vec_at(&x->envs.spans, a), vec_at(&x->envs.spans, b)};
    uint32_t result = U_NOTHING;
    for (uint32_t i = 0, k = 0; result != NEVER && (i < lists[0].count || k < lists[1].count);) {
        const u_pair p = i < lists[0].count ? vec_at(&x->pairs, lists[0].first + i) : (u_pair){NEVER, 0};
        const u_pair q = k < lists[1].count ? vec_at(&x->pairs, lists[1].first + k) : (u_pair){NEVER, 0};
        if (p.cell != q.cell) {
            if (!either)
                vec_push(x->a, &x->pair_stack, p.cell < q.cell ? p : q);
            i += p.cell < q.cell;
            k += q.cell < p.cell;
            continue;
        }
        const uint32_t set = combine_sets(x, p.cell, p.value, q.value, either);
        if (set == NEVER)
            result = NEVER;
        else if (members_of(x, set_words(x, set), p.cell) < vec_at(&x->groups, p.cell))
            vec_push(x->a, &x->pair_stack, ((u_pair){p.cell, set}));
        i++;
        k++;
    }
    if (result != NEVER) {
        keep_few(x, mark);
        result = u_env_from(x, mark);
    }
    x->pair_stack.count = mark;
    map_put(memo, key, result);
    return result;
}

/* ---- signals ---- */

static uint32_t said_by(const unroller *x, net_signal s)
{
    return (s >> 1) < x->said.count / 2 ? vec_at(&x->said, s) : U_NOTHING;
}

/* For all gates that are there: those in front of what they are made of, in components, say
 * nothing. */
static void extend(unroller *x)
{
    for (uint32_t g = x->said.count / 2; g < x->n->gates.count; g++) {
        const net_gate gate = vec_at(&x->n->gates, g);
        uint32_t both = U_NOTHING, either = gate.kind == NET_AND && gate.count ? NEVER : U_NOTHING;
        for (uint32_t i = 0; gate.kind == NET_AND && i < gate.count; i++) {
            const net_signal s = vec_at(&x->n->inputs, gate.first + i);
            both = combine(x, both, said_by(x, s), false);
            either = combine(x, either, said_by(x, s ^ 1), true);
        }
        vec_push(x->a, &x->said, both == NEVER ? U_NOTHING : both);
        vec_push(x->a, &x->said, either == NEVER ? U_NOTHING : either);
    }
}

uint32_t u_group(unroller *x, uint32_t size)
{
    vec_push(x->a, &x->groups, size);
    vec_push(x->a, &x->group_gates, (vec_u32){0});
    return x->groups.count - 1;
}

void u_is_member(unroller *x, uint32_t gate, uint32_t group, uint32_t member, net_signal implied)
{
    extend(x);
    vec_push(x->a, &vec_at(&x->group_gates, group), gate);
    vec_push(x->a, &x->members, ((u_pair){group, implied}));
    map_put(&x->member_of, gate, x->members.count - 1);
    if (vec_at(&x->groups, group) < 2)
        return;
    for (uint32_t others = 0; others < 2; others++) {
        const uint32_t mark = x->pair_stack.count, set = member_set(x, group, member, others);
        vec_push(x->a, &x->pair_stack, ((u_pair){group, set}));
        const uint32_t said = u_env_from(x, mark), all = others ? said : combine(x, said, said_by(x, implied), false);
        vec_at(&x->said, 2 * gate + others) = all == NEVER ? said : all;
    }
}

bool u_contradict(unroller *x, net_signal a, net_signal b)
{
    extend(x);
    return combine(x, said_by(x, a), said_by(x, b), false) == NEVER;
}

static void sort_signals(net_signal *all, uint32_t count)
{
    for (uint32_t i = 1; i < count; i++) {
        const net_signal s = all[i];
        uint32_t k = i;
        for (; k > 0 && all[k - 1] > s; k--)
            all[k] = all[k - 1];
        all[k] = s;
    }
}

uint32_t u_thin_out(unroller *x, net_signal *all, uint32_t count)
{
    uint32_t before[INPUTS_MAX + 1], kept = 0, behind = U_NOTHING;
    extend(x);
    if (count > INPUTS_MAX || count < 2)
        return count;
    sort_signals(all, count);
    before[0] = U_NOTHING;
    for (uint32_t i = 0; i < count; i++) {
        before[i + 1] = combine(x, before[i], said_by(x, all[i]), false);
        if (before[i + 1] == NEVER)
            return GATES_NEVER;
    }
    bool left_out[INPUTS_MAX] = {0};
    for (uint32_t i = count; i-- > 0;) { /* rather those that are made of others */
        const uint32_t others = combine(x, before[i], behind, false);
        left_out[i] = all[i] != NET_TRUE && combine(x, others, said_by(x, all[i] ^ 1), false) == NEVER;
        behind = left_out[i] ? behind : combine(x, behind, said_by(x, all[i]), false);
    }
    for (uint32_t i = 0; i < count; i++)
        if (!left_out[i])
            all[kept++] = all[i];
    return kept;
}
