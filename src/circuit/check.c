#include "circuit/check.h"

#include <string.h>

/* Components do not overlap and come in order; all else comes after its inputs. */
static const char *check_gates(const net_network *n)
{
    uint32_t component = 0, inputs = 1 + n->facts.count + n->moves.count;
    for (uint32_t i = 0; i < n->components.count; i++) {
        net_component c = vec_at(&n->components, i);
        if (c.first >= c.end || c.end > n->gates.count || (i && c.first < vec_at(&n->components, i - 1).end))
            return "components overlap or are empty";
    }
    for (uint32_t g = 0; g < n->gates.count; g++) {
        const net_gate *gate = &vec_at(&n->gates, g);
        while (component < n->components.count && vec_at(&n->components, component).end <= g)
            component++;
        bool inside = component < n->components.count && vec_at(&n->components, component).first <= g;
        uint32_t end = inside ? vec_at(&n->components, component).end : g;
        bool input = gate->kind == NET_FACT || gate->kind == NET_DOES;
        if ((g == 0) != (gate->kind == NET_CONSTANT))
            return "the constant is not the first gate, or not the only one";
        if (g > 0 && (g < inputs) != input)
            return "facts and moves are not the first gates";
        if (input && gate->first != (gate->kind == NET_FACT ? g - 1 : g - 1 - n->facts.count))
            return "the gates of facts and moves are not in their order";
        if (input || g == 0)
            continue;
        if (gate->first > n->inputs.count || gate->count > n->inputs.count - gate->first)
            return "a gate has inputs that are not there";
        if (gate->kind == NET_OR && !inside)
            return "an or outside of a component: it would be a negated and";
        for (uint32_t i = 0; i < gate->count; i++) {
            net_signal in = vec_at(&n->inputs, gate->first + i);
            if (in >> 1 >= end)
                return "a gate comes before one of its inputs";
            if (inside && in & 1 && in >> 1 >= vec_at(&n->components, component).first)
                return "a component depends on its own negation";
        }
    }
    return NULL;
}

static const char *check_roles(const net_network *n)
{
    uint32_t moves = 0, goals = 0, percepts = 0;
    if (n->roles.count == 0 || n->roles.count > 63)
        return "there are no roles, or too many";
    for (uint32_t i = 0; i < n->roles.count; i++) {
        const net_role *r = &vec_at(&n->roles, i);
        if ((r->move_count && r->first_move != moves) || (r->goal_count && r->first_goal != goals) ||
            (r->percept_count && r->first_percept != percepts))
            return "moves, goals or percepts are not in the order of the roles";
        moves += r->move_count;
        goals += r->goal_count;
        percepts += r->percept_count;
        for (uint32_t k = r->first_move + 1; k < r->first_move + r->move_count; k++)
            if (strcmp(vec_at(&n->moves, k - 1).text, vec_at(&n->moves, k).text) >= 0)
                return "a role's moves are not in the order of their texts";
    }
    if (moves != n->moves.count || goals != n->goals.count || percepts != n->percepts.count)
        return "there are moves, goals or percepts of no role";
    return n->random != LOGIC_NONE && n->random >= n->roles.count ? "chance is no role" : NULL;
}

uint32_t *net_component_of(const net_network *n, arena *a)
{
    uint32_t *of = ARENA_ARRAY(a, uint32_t, n->gates.count + 1);
    for (uint32_t i = 0; i < n->components.count; i++)
        for (uint32_t g = vec_at(&n->components, i).first; g < vec_at(&n->components, i).end; g++)
            of[g] = i + 1;
    return of;
}

void net_each_output(const net_network *n, void (*visit)(void *user, net_signal *s), void *user)
{
    for (uint32_t i = 0; i < n->facts.count; i++)
        visit(user, &vec_at(&n->facts, i).next);
    for (uint32_t i = 0; i < n->moves.count; i++)
        visit(user, &vec_at(&n->moves, i).legal);
    for (uint32_t i = 0; i < n->goals.count; i++)
        visit(user, &vec_at(&n->goals, i).signal);
    for (uint32_t i = 0; i < n->percepts.count; i++)
        visit(user, &vec_at(&n->percepts, i).signal);
}

static void note_gate(void *user, net_signal *s)
{
    uint32_t *last = user;
    *last = *s >> 1 > *last ? *s >> 1 : *last;
}

const char *net_check(const net_network *n)
{
    if (n->gates.count == 0 || n->gates.count <= n->facts.count + n->moves.count)
        return "facts and moves have no gates";
    const char *problem = check_gates(n);
    if (!problem)
        problem = check_roles(n);
    for (uint32_t i = 1; i < n->facts.count; i++)
        if (strcmp(vec_at(&n->facts, i - 1).text, vec_at(&n->facts, i).text) >= 0)
            return "the facts are not in the order of their texts";
    uint32_t last = n->terminal >> 1;
    net_each_output(n, note_gate, &last);
    bool all = last < n->gates.count;
    for (uint32_t i = 0; i < n->moves.count; i++)
        all &= vec_at(&n->moves, i).gate == 1 + n->facts.count + i;
    return problem ? problem : all ? NULL : "an output has no gate";
}
