/* What the keeper does between two decisions. */
#include "unroll/building.h"

/* Who can be to move behind an end of a search, and when: cases of the variable `player`. */
u_span ub_movers_after(building *b, uint32_t env, ir_sym *first)
{
    unroller *x = &b->x;
    const ir_type_data *roles = ir_type_at(x->g, ir_resolve(x->g, vec_at(&x->g->variables, x->g->player).type));
    *first = vec_at(&x->g->families, vec_at(&x->g->symbols, roles->symbols[0]).family).first;
    return vec_at(&x->values, u_get(x, env, x->first[x->g->player]));
}

static uint32_t role_of(const building *b, ir_sym who)
{
    uint32_t role = 0;
    while (role < b->role_count && b->roles[role] != who)
        role++;
    return role;
}

uint32_t ub_decision_at(const building *b, ir_node node, uint32_t role) { return b->decision_of[(size_t)node * b->role_count + role]; }

static void hand_over(building *b, ir_node node, uint32_t env, net_signal when, arrivals *out, uint32_t depth)
{
    unroller *x = &b->x;
    ir_sym first;
    const u_span v = ub_movers_after(b, env, &first);
    const uint32_t cell = x->first[x->g->player];
    for (uint32_t i = 0; i < v.count && !x->why; i++) {
        const u_case c = vec_at(&x->cases, v.first + i);
        ub_keep_on(b, node, first + (ir_sym)c.code, u_set(x, env, cell, u_constant(x, c.code)), u_and(x, when, c.when), out, depth);
    }
}

/* From a node on, as long as the keeper is to move. */
void ub_keep_on(building *b, ir_node node, ir_sym who, uint32_t env, net_signal when, arrivals *out, uint32_t depth)
{
    unroller *x = &b->x;
    const uint32_t role = role_of(b, who);
    if (depth > 200)
        u_refuse(x, vec_at(&x->g->nodes, node).span, "the keeper goes on for ever");
    if (x->why || when == NET_FALSE)
        return;
    if (node == x->g->end || who != x->g->keeper) {
        if (node != x->g->end && (role == b->role_count || !ub_decision_at(b, node, role)))
            u_refuse(x, vec_at(&x->g->nodes, node).span, "a decision of nobody");
        vec_push(x->a, out, ((arrival){node, role, env, when}));
        return;
    }
    u_search s = {.x = x, .a = x->a, .keeper = true};
    u_explore(&s, node, env);
    u_follow_first(&s);
    b->fault = u_or(x, b->fault, u_and(x, when, u_faults(&s)));
    for (uint32_t i = 0; i < s.steps.count && !x->why; i++) {
        const u_step *t = &vec_at(&s.steps, i);
        if (t->to == IR_NONE && t->taken != NET_FALSE)
            hand_over(b, t->edge->to, t->env, u_and(x, when, t->taken), out, depth + 1);
    }
}

uint32_t ub_fact_at(const building *b, const arrival *a)
{
    return (a->node == b->x.g->end ? b->end_gate : vec_at(&b->decisions, ub_decision_at(b, a->node, a->role) - 1).gate) - 1;
}

/* What holds then, when it is taken from the decision point. */
void ub_note_next(building *b, const arrivals *all, net_signal from)
{
    unroller *x = &b->x;
    for (uint32_t i = 0; i < all->count && !x->why; i++) {
        const arrival *a = &vec_at(all, i);
        const net_signal when = u_and(x, a->when, from);
        if (when == NET_FALSE)
            continue;
        vec_push(x->a, &vec_at(&b->next, ub_fact_at(b, a)), when);
        if (a->node != x->g->end && bitset_insert(&b->known->decisions, ub_decision_at(b, a->node, a->role)))
            b->known->more = true;
        for (uint32_t c = 0; c < x->cells && !x->why; c++) {
            if (!b->stored[c])
                continue;
            const u_span v = vec_at(&x->values, u_get(x, a->env, c));
            for (uint32_t k = 0; k < v.count; k++) {
                const u_case holds = vec_at(&x->cases, v.first + k);
                const net_signal s = u_and(x, when, holds.when);
                if (s == NET_FALSE)
                    continue;
                ub_may_hold(b, c, holds.code);
                const uint32_t gate = b->gate_of[ub_code_number(b, c, holds.code)];
                if (gate)
                    vec_push(x->a, &vec_at(&b->next, gate - 1), s);
            }
        }
    }
}

/* The state at the beginning, as the keeper leaves it. */
void ub_find_start(building *b)
{
    unroller *x = &b->x;
    arrivals all = {0};
    map_init(&x->reaches, x->a);
    for (uint32_t c = 0; c < x->cells; c++)
        x->base[c] = u_constant(x, ub_initial_code(b, c));
    ub_keep_on(b, x->g->begin, x->g->keeper, U_NOTHING, NET_TRUE, &all, 0);
    for (uint32_t i = 0; i < all.count && !x->why; i++) {
        const arrival *a = &vec_at(&all, i);
        if (a->when != NET_TRUE)
            continue;
        vec_at(&x->n->facts, ub_fact_at(b, a)).initial = true;
        if (a->node != x->g->end && bitset_insert(&b->known->decisions, ub_decision_at(b, a->node, a->role)))
            b->known->more = true;
        for (uint32_t c = 0; c < x->cells; c++) {
            uint32_t count;
            const u_case *v = u_cases(x, u_get(x, a->env, c), &count);
            if (!b->stored[c] || count != 1)
                continue;
            ub_may_hold(b, c, v->code);
            if (b->gate_of[ub_code_number(b, c, v->code)])
                vec_at(&x->n->facts, b->gate_of[ub_code_number(b, c, v->code)] - 1).initial = true;
        }
        return;
    }
    u_refuse(x, (src_span){0, 0}, "its beginning is not known");
}
