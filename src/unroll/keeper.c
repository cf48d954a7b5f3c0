/* What the keeper does between two decisions. */
#include "unroll/building.h"

enum { FEW_PATHS = 1000, PATHS_MAX = 50000 };

/* Who can be to move behind an end of a search, and when: cases of the variable `player`. */
u_span ub_movers_after(building *b, uint32_t env, ir_sym *first)
{
    unroller *x = &b->x;
    const ir_type_data *roles = ir_type_at(x->g, ir_resolve(x->g, vec_at(&x->g->variables, x->g->player).type));
    *first = vec_at(&x->g->families, vec_at(&x->g->symbols, roles->symbols[0]).family).first;
    return vec_at(&x->values.spans, u_get(x, env, x->first[x->g->player]));
}

static uint32_t role_of(const building *b, ir_sym who)
{
    uint32_t role = 0;
    while (role < b->role_count && b->roles[role] != who)
        role++;
    return role;
}

static uint32_t ub_decision_at(const building *b, ir_node node, uint32_t role)
{
    return b->decision_of[(size_t)node * b->role_count + role];
}

static void hand_over(building *b, ir_node node, uint32_t env, net_signal when, arrivals *out, uint32_t depth)
{
    unroller *x = &b->x;
    ir_sym first;
    const u_span v = ub_movers_after(b, env, &first);
    const uint32_t cell = x->first[x->g->player];
    for (uint32_t i = 0; i < v.count && !x->why; i++) {
        const u_case c = vec_at(&x->cases, v.first + i);
        ub_keep_on(b, node, first + (ir_sym)c.code, u_set(x, env, cell, u_constant(x, c.code)), u_and(x, when, c.when),
                   out, depth);
    }
}

/* Where a search ends. */
static void hand_all_over(building *b, u_search *s, net_signal when, arrivals *out, uint32_t depth)
{
    unroller *x = &b->x;
    b->fault = u_or(x, b->fault, u_and(x, when, u_faults(s)));
    for (uint32_t i = 0; i < s->steps.count && !x->why; i++) {
        const u_step *t = &vec_at(&s->steps, i);
        if (t->to == IR_NONE && t->taken != NET_FALSE)
            hand_over(b, t->edge->to, t->env, u_and(x, when, t->taken), out, depth + 1);
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
    u_search s = {.x = x, .a = x->a, .keeper = true, .limit = FEW_PATHS};
    u_explore(&s, node, env);
    if (s.failed && !x->why) {
        s = (u_search){.x = x, .a = x->a, .keeper = true, .limit = PATHS_MAX};
        if (!u_explore_merged(&s, &(u_config){node, env, U_NOTHING, NET_TRUE}, 1) && !x->why)
            u_refuse(x, vec_at(&x->g->nodes, node).span, "too many paths of the keeper");
    } else
        u_follow_first(&s);
    hand_all_over(b, &s, when, out, depth);
}

void ub_keep_apart(building *b, const u_config *starts, uint32_t count, arrivals *out)
{
    unroller *x = &b->x;
    u_search s = {.x = x, .a = x->a, .keeper = true, .limit = PATHS_MAX};
    if (!u_explore_merged(&s, starts, count) && !x->why)
        u_refuse(x, vec_at(&x->g->nodes, starts[0].node).span, "too many paths of the keeper");
    hand_all_over(b, &s, NET_TRUE, out, 0);
}

static uint32_t ub_fact_at(const building *b, const arrival *a)
{
    return (a->node == b->x.g->end ? b->end_gate
                                   : vec_at(&b->decisions, ub_decision_at(b, a->node, a->role) - 1).gate) -
           1;
}

static void note_term(building *b, uint32_t fact, net_signal when, net_signal then)
{
    vec_push(b->x.a, &vec_at(&b->next, fact), when);
    vec_push(b->x.a, &vec_at(&b->next, fact), then);
}

/* Where the game is then: nowhere behind a fault. */
static void note_places(building *b, const arrivals *all, net_signal from)
{
    unroller *x = &b->x;
    for (uint32_t d = 0; d <= b->decisions.count; d++) {
        const uint32_t fact = (d < b->decisions.count ? vec_at(&b->decisions, d).gate : b->end_gate) - 1,
                       mark = x->signals.count;
        for (uint32_t i = 0; i < all->count; i++)
            if (ub_fact_at(b, &vec_at(all, i)) == fact) {
                const net_signal fine = u_and(x, vec_at(all, i).when, b->fault ^ 1);
                vec_push(x->a, &x->signals, fine);
            }
        const net_signal there = u_or_from(x, mark);
        note_term(b, fact, from, there);
        if (there != NET_FALSE && d < b->decisions.count && bitset_insert(&b->known->decisions, d + 1))
            b->known->more = true;
    }
}

/* What a cell holds then: arrivals that agree are taken together. At the end it may hold anything
 * where that does not matter. */
static void note_cell(building *b, const arrivals *all, net_signal from, uint32_t cell)
{
    unroller *x = &b->x;
    const bool lasts = b->key || bitset_has(&x->live[x->g->end], x->variable_of[cell]);
    u_pair *groups = ARENA_ARRAY(x->a, u_pair, all->count + 1); /* a value, and when it is held */
    uint32_t count = 0;
    for (uint32_t i = 0; i < all->count; i++) {
        const arrival *a = &vec_at(all, i);
        const bool at_end = a->node == x->g->end;
        if (a->when == NET_FALSE || (at_end && !lasts))
            continue;
        const uint32_t value = u_get(x, a->env, cell);
        const u_span v = vec_at(&x->values.spans, value);
        uint32_t k = 0;
        while (k < count && groups[k].cell != value)
            k++;
        groups[k] = (u_pair){value, k < count ? u_or(x, groups[k].value, a->when) : a->when};
        count += k == count;
        for (uint32_t j = 0; j < v.count; j++)
            if (u_and(x, a->when, vec_at(&x->cases, v.first + j).when) != NET_FALSE)
                ub_may_hold(b, cell, vec_at(&x->cases, v.first + j).code, at_end);
    }
    for (uint32_t i = 0; i < count && !x->why; i++) {
        const net_signal when = count == 1 ? from : u_and(x, from, groups[i].value);
        const u_span v = vec_at(&x->values.spans, groups[i].cell);
        for (int32_t code = b->low[cell]; code <= b->high[cell] && when != NET_FALSE; code++) {
            const uint32_t gate = b->gate_of[ub_code_number(b, cell, code)];
            net_signal holds = NET_FALSE;
            for (uint32_t j = 0; j < v.count && gate; j++)
                if (vec_at(&x->cases, v.first + j).code == code)
                    holds = vec_at(&x->cases, v.first + j).when;
            if (gate)
                note_term(b, gate - 1, when, holds);
        }
    }
}

void ub_note_next(building *b, const arrivals *all, net_signal from)
{
    unroller *x = &b->x;
    if (from == NET_FALSE || x->why)
        return;
    note_places(b, all, from);
    for (uint32_t c = 0; c < x->cells && !x->why; c++)
        if (b->stored[c])
            note_cell(b, all, from, c);
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
            ub_may_hold(b, c, v->code, a->node == x->g->end);
            if (b->gate_of[ub_code_number(b, c, v->code)])
                vec_at(&x->n->facts, b->gate_of[ub_code_number(b, c, v->code)] - 1).initial = true;
        }
        return;
    }
    u_refuse(x, (src_span){0, 0}, "its beginning is not known");
}
