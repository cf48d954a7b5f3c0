/* What holds behind a decision: of each fact, the ways in which it comes to hold and those in which
 * it stays. */
#include "unroll/building.h"

/* Whether a fact holds (`then`) behind the paths that `when` holds for. Behind each decision, as
 * long as somebody is to move, it holds for exactly one term. */
typedef struct u_term {
    net_signal when, then;
} u_term;

/* The inputs of an or; of all others the signal itself. */
static u_span disjuncts(unroller *x, net_signal s)
{
    const net_gate gate = vec_at(&x->n->gates, s >> 1);
    const u_span all = {x->signals.count, s & 1 && gate.kind == NET_AND ? gate.count : 1};
    for (uint32_t i = 0; i < all.count; i++)
        vec_push(x->a, &x->signals, s & 1 && gate.kind == NET_AND ? vec_at(&x->n->inputs, gate.first + i) ^ 1 : s);
    return all;
}

/* What the signal asks for besides the fact, or NET_FALSE: it does not need the fact. */
static net_signal besides(unroller *x, net_signal s, net_signal fact)
{
    const net_gate gate = vec_at(&x->n->gates, s >> 1);
    const uint32_t mark = x->signals.count;
    bool found = false;
    if (s == fact)
        return NET_TRUE;
    for (uint32_t i = 0; i < gate.count && gate.kind == NET_AND && !(s & 1); i++) {
        const net_signal in = vec_at(&x->n->inputs, gate.first + i);
        found |= in == fact;
        if (in != fact)
            vec_push(x->a, &x->signals, in);
    }
    if (!found) {
        x->signals.count = mark;
        return NET_FALSE;
    }
    return u_and_from(x, mark);
}

/* The signal, where this term is the one: what cannot be elsewhere needs not be asked. */
static net_signal only_here(unroller *x, const u_term *terms, uint32_t count, uint32_t own, net_signal s)
{
    const u_span parts = disjuncts(x, s);
    const uint32_t mark = x->signals.count;
    for (uint32_t i = 0; i < parts.count; i++) {
        const net_signal part = vec_at(&x->signals, parts.first + i);
        bool elsewhere = false;
        for (uint32_t k = 0; k < count && !elsewhere; k++)
            elsewhere = k != own && !u_contradict(x, part, terms[k].when);
        const net_signal here = elsewhere ? u_and(x, part, terms[own].when) : part;
        vec_push(x->a, &x->signals, here);
    }
    const net_signal found = u_or_from(x, mark);
    x->signals.count = parts.first;
    return found;
}

/* Terms with the same outcome are one. */
static uint32_t join_terms(unroller *x, u_term *terms, uint32_t count)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t k = 0;
        while (k < kept && terms[k].then != terms[i].then)
            k++;
        if (k == kept)
            terms[kept++] = terms[i];
        else
            terms[k].when = u_or(x, terms[k].when, terms[i].when);
    }
    return kept;
}

net_signal ub_next_of(building *b, uint32_t fact)
{
    unroller *x = &b->x;
    const vec_u32 *in = &vec_at(&b->next, fact); /* when and what, in turn */
    u_term *terms = ARENA_ARRAY(x->a, u_term, in->count / 2 + 1);
    for (uint32_t i = 0; i + 1 < in->count; i += 2)
        terms[i / 2] = (u_term){in->data[i], in->data[i + 1]};
    const uint32_t count = join_terms(x, terms, in->count / 2), sets = x->signals.count;
    const net_signal now = 2 * (fact + 1);
    if (count == 1)
        return terms[0].then;
    net_signal lost = NET_FALSE;
    bool may_stay = false;
    for (uint32_t i = 0; i < count && !x->why; i++) {
        const u_span parts = disjuncts(x, terms[i].then);
        const uint32_t mark = x->signals.count;
        net_signal stays = NET_FALSE;
        for (uint32_t k = 0; k < parts.count; k++) {
            const net_signal part = vec_at(&x->signals, parts.first + k), rest = besides(x, part, now);
            if (rest == NET_FALSE)
                vec_push(x->a, &x->signals, part);
            else
                stays = u_or(x, stays, rest);
            may_stay |= rest != NET_FALSE;
        }
        const net_signal set = only_here(x, terms, count, i, u_or_from(x, mark));
        lost = u_or(x, lost, only_here(x, terms, count, i, stays ^ 1));
        x->signals.count = parts.first;
        vec_push(x->a, &x->signals, set);
    }
    const net_signal set = u_or_from(x, sets);
    return may_stay ? u_or(x, set, u_and(x, now, lost ^ 1)) : set;
}
