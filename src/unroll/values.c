/* Signals, symbolic values and environments: each is made once. */
#include "unroll/inside.h"

#include <stdlib.h>
#include <string.h>

void u_refuse(unroller *x, src_span where, const char *why)
{
    if (x->why)
        return;
    x->why = why;
    x->where = where;
}

/* ---- signals ---- */

static const size_t MEMORY_MAX = (size_t)1 << 30;

static net_signal and_of(unroller *x, net_signal *inputs, uint32_t count)
{
    const uint32_t kept = u_thin_out(x, inputs, count);
    return kept == GATES_NEVER ? NET_FALSE : gates_and(&x->gates, inputs, kept);
}

net_signal u_and(unroller *x, net_signal a, net_signal b)
{
    net_signal both[2] = {a, b};
    return a == NET_TRUE                                      ? b
           : b == NET_TRUE || a == b                          ? a
           : a == NET_FALSE || b == NET_FALSE || a == (b ^ 1) ? NET_FALSE
                                                              : and_of(x, both, 2);
}

net_signal u_or(unroller *x, net_signal a, net_signal b) { return u_and(x, a ^ 1, b ^ 1) ^ 1; }

void u_check_limits(unroller *x)
{
    if (x->a->used > MEMORY_MAX)
        u_refuse(x, (src_span){0, 0}, "it would need too much memory");
    if (x->configurations > x->limits.configurations)
        u_refuse(x, (src_span){0, 0}, "too many paths");
    if (x->n->gates.count > x->limits.gates)
        u_refuse(x, (src_span){0, 0}, "its network would have too many gates");
}

net_signal u_or_from(unroller *x, uint32_t mark)
{
    for (uint32_t i = mark; i < x->signals.count; i++)
        vec_at(&x->signals, i) ^= 1;
    const net_signal s = and_of(x, x->signals.data + mark, x->signals.count - mark) ^ 1;
    x->signals.count = mark;
    u_check_limits(x);
    return s;
}

net_signal u_and_from(unroller *x, uint32_t mark)
{
    const net_signal s = and_of(x, x->signals.data + mark, x->signals.count - mark);
    x->signals.count = mark;
    u_check_limits(x);
    return s;
}

bool u_exclude(unroller *x, net_signal a, net_signal b)
{
    return u_contradict(x, a, b) || u_and(x, a, b) == NET_FALSE || u_refuted(x, (net_signal[]){a, b}, 2);
}

/* ---- values ---- */

static int by_code(const void *a, const void *b)
{
    const u_case *c = a, *d = b;
    return c->code != d->code ? (c->code < d->code ? -1 : 1) : c->when < d->when ? -1 : c->when > d->when;
}

void u_push_case(unroller *x, int32_t code, net_signal when)
{
    if (when != NET_FALSE)
        vec_push(x->a, &x->stack, ((u_case){code, when}));
}

uint32_t u_list_find(const u_lists *l, const void *all, size_t size, const void *items, uint32_t count, uint64_t *hash)
{
    *hash = hash_bytes(items, count * size, count);
    const uint32_t *known = map_get(&l->of, *hash);
    for (uint32_t i = known ? *known : IR_NONE; i != IR_NONE; i = vec_at(&l->same, i)) {
        const u_span s = vec_at(&l->spans, i);
        if (s.count == count && (count == 0 || memcmp((const char *)all + s.first * size, items, count * size) == 0))
            return i;
    }
    return IR_NONE;
}

uint32_t u_list_add(u_lists *l, arena *a, uint64_t hash, u_span where)
{
    const uint32_t *known = map_get(&l->of, hash);
    vec_push(a, &l->same, known ? *known : IR_NONE);
    vec_push(a, &l->spans, where);
    map_put(&l->of, hash, l->spans.count - 1);
    return l->spans.count - 1;
}

uint32_t u_value_from(unroller *x, uint32_t mark)
{
    u_case *all = x->stack.data + mark;
    uint32_t count = x->stack.count - mark, kept = 0;
    if (count > 1)
        qsort(all, count, sizeof *all, by_code);
    for (uint32_t i = 0, j; i < count; i = j) {
        for (j = i + 1; j < count && all[j].code == all[i].code;)
            j++;
        u_case c = all[i];
        if (j > i + 1) {
            const uint32_t signals = x->signals.count;
            for (uint32_t k = i; k < j; k++)
                vec_push(x->a, &x->signals, all[k].when);
            c.when = u_or_from(x, signals);
        }
        all[kept++] = c;
    }
    if (kept == 1) /* some case holds, where it matters */
        all[0].when = NET_TRUE;
    uint32_t value;
    U_LIST(x->a, &x->values, &x->cases, all, kept, value);
    x->stack.count = mark;
    return value;
}

uint32_t u_constant(unroller *x, int32_t code)
{
    const uint32_t mark = x->stack.count;
    u_push_case(x, code, NET_TRUE);
    return u_value_from(x, mark);
}

uint32_t u_choose(unroller *x, net_signal when, uint32_t a, uint32_t b)
{
    const uint32_t mark = x->stack.count;
    if (when == NET_TRUE || a == b)
        return a;
    if (when == NET_FALSE)
        return b;
    for (int side = 0; side < 2; side++) {
        const u_span s = vec_at(&x->values.spans, side ? b : a);
        for (uint32_t i = 0; i < s.count; i++) {
            const u_case c = vec_at(&x->cases, s.first + i);
            u_push_case(x, c.code, u_and(x, when ^ (net_signal)side, c.when));
        }
    }
    return u_value_from(x, mark);
}

/* ---- environments ---- */

uint32_t u_get(const unroller *x, uint32_t env, uint32_t cell)
{
    const u_span s = vec_at(&x->envs.spans, env);
    uint32_t low = s.first, high = s.first + s.count;
    while (low < high) {
        const uint32_t middle = (low + high) / 2;
        if (vec_at(&x->pairs, middle).cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low < s.first + s.count && vec_at(&x->pairs, low).cell == cell ? vec_at(&x->pairs, low).value
                                                                          : x->base[cell];
}

uint32_t u_env_from(unroller *x, uint32_t mark)
{
    const u_pair *all = x->pair_stack.data + mark;
    const uint32_t count = x->pair_stack.count - mark;
    uint32_t env;
    U_LIST(x->a, &x->envs, &x->pairs, all, count, env);
    x->pair_stack.count = mark;
    return env;
}

uint32_t u_set(unroller *x, uint32_t env, uint32_t cell, uint32_t value)
{
    const u_span s = vec_at(&x->envs.spans, env);
    const uint32_t mark = x->pair_stack.count;
    bool done = false;
    if (u_get(x, env, cell) == value)
        return env;
    for (uint32_t i = 0; i <= s.count; i++) {
        const bool more = i < s.count;
        const u_pair p = more ? vec_at(&x->pairs, s.first + i) : (u_pair){0, 0};
        if (!done && (!more || p.cell >= cell)) {
            if (x->base[cell] != value)
                vec_push(x->a, &x->pair_stack, ((u_pair){cell, value}));
            done = true;
        }
        if (more && p.cell != cell)
            vec_push(x->a, &x->pair_stack, p);
    }
    return u_env_from(x, mark);
}

uint32_t u_keep(unroller *x, uint32_t env, const bitset *live)
{
    const u_span s = vec_at(&x->envs.spans, env);
    const uint32_t mark = x->pair_stack.count;
    for (uint32_t i = 0; i < s.count; i++) {
        const u_pair p = vec_at(&x->pairs, s.first + i);
        if (bitset_has(live, x->variable_of[p.cell]))
            vec_push(x->a, &x->pair_stack, p);
    }
    if (x->pair_stack.count - mark == s.count) {
        x->pair_stack.count = mark;
        return env;
    }
    return u_env_from(x, mark);
}

uint32_t u_tagged(unroller *x, uint32_t tags, uint32_t word)
{
    const uint64_t key = (uint64_t)tags << 32 | word;
    const uint32_t *known = map_get(&x->tag_of, key);
    if (known)
        return *known;
    vec_push(x->a, &x->tags, ((u_tag){tags, word}));
    map_put(&x->tag_of, key, x->tags.count - 1);
    return x->tags.count - 1;
}
