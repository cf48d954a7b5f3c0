/* The network of an automaton: facts for what cells hold, moves of each decision, and what follows
 * them. */
#include "circuit/check.h"
#include "circuit/passes/passes.h"
#include "circuit/print.h"
#include "unroll/building.h"

#include <string.h>

enum { GATES_MAX = 3000000, MOVES_MAX = 100000, CONFIGURATIONS_MAX = 2000000, ROUNDS_MAX = 60 };

/* ---- roles ---- */

/* The variable whose value becomes that of `player` on all edges to the node. */
static ir_var mover_at(const unroller *x, ir_node n)
{
    const ir_game *g = x->g;
    ir_var mover = IR_NONE;
    for (uint32_t i = x->p->graph.in_start[n]; i < x->p->graph.in_start[n + 1]; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, x->p->graph.in[i]);
        const ir_expr_data *d = ir_assigns_player(g, e) ? &vec_at(&g->exprs, ir_bare(g, e->value)) : NULL;
        if (!d || d->op != IR_VAR || (mover != IR_NONE && mover != d->a) ||
            x->p->layout.variables[d->a].family != x->p->layout.variables[g->player].family)
            return IR_NONE;
        mover = d->a;
    }
    return mover;
}

/* Whether the role, or any but the keeper where it is not known, may be to move at the node. */
static bool may_decide(const unroller *x, ir_node n, ir_sym role)
{
    const ir_game *g = x->g;
    bool may = false;
    for (uint32_t i = x->p->graph.in_start[n]; i < x->p->graph.in_start[n + 1] && n != g->end; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, x->p->graph.in[i]);
        const ir_expr_data *d = ir_assigns_player(g, e) ? &vec_at(&g->exprs, ir_bare(g, e->value)) : NULL;
        may |= d && (d->op == IR_SYM ? d->a == role : role != g->random);
    }
    return may;
}

/* Decision points and their roles. */
static void find_decisions(building *b)
{
    unroller *x = &b->x;
    const ir_game *g = x->g;
    const ir_type_data *players = ir_type_at(g, g->player_type);
    ir_sym *roles = ARENA_ARRAY(x->a, ir_sym, players->count + 2);
    bool random = false;
    b->random = LOGIC_NONE;
    for (uint32_t i = 0; i < players->count; i++)
        roles[b->role_count++] = ir_symbol_at(players, i);
    for (ir_node n = 0; n < g->nodes.count; n++)
        random |= may_decide(x, n, g->random);
    if (random) {
        b->random = b->role_count;
        roles[b->role_count++] = g->random;
    }
    b->roles = roles;
    b->decision_of = ARENA_ARRAY(x->a, uint32_t, (size_t)g->nodes.count * b->role_count + 1);
    for (ir_node n = 0; n < g->nodes.count; n++) {
        for (uint32_t r = 0; r < b->role_count; r++) {
            if (!may_decide(x, n, roles[r]))
                continue;
            vec_push(x->a, &b->decisions, ((decision){.node = n, .role = r, .mover = mover_at(x, n)}));
            b->decision_of[(size_t)n * b->role_count + r] = b->decisions.count;
        }
    }
}

/* The scores that there are, from the lowest to the highest; false: one is no number. */
static bool find_scores(building *b, const layout_slot *s, double *low, double *high, bool *whole)
{
    unroller *x = &b->x;
    *low = 0, *high = 0, *whole = true;
    for (int32_t code = s->low; code <= s->high; code++) {
        double value;
        const char *text = ub_code_text(b, s, code);
        if (!ir_score_value(text, &value)) {
            u_refuse(x, (src_span){0, 0}, arena_printf(b->out, "the score `%s`, which is no number", text));
            return false;
        }
        *low = value < *low ? value : *low;
        *high = value > *high ? value : *high;
        *whole &= value == (double)(int32_t)value;
    }
    return true;
}

/* Goals are what the variable `goals` holds. Networks have goals from 0 to 100, as rule sheets
 * have: others are stretched. */
static void make_goals(building *b)
{
    unroller *x = &b->x;
    net_network *n = x->n;
    const layout_slot *s = &x->p->layout.variables[x->g->goals];
    double low, high, value;
    bool whole;
    if (!find_scores(b, s, &low, &high, &whole))
        return;
    const bool stretched = low < 0 || high > 100 || !whole;
    for (uint32_t r = 0; r < b->role_count && !x->why; r++) {
        net_role *role = &vec_at(&n->roles, r);
        role->first_goal = n->goals.count;
        if (r == b->random)
            continue;
        const uint32_t cell =
            x->first[x->g->goals] + (uint32_t)(layout_code(x->g, b->roles[r]) - s->keys[0].low) * s->keys[0].stride;
        for (int32_t code = s->low; code <= s->high; code++) {
            const bool can = b->stored[cell] ? ub_can_hold(b, cell, code) : ub_initial_code(b, cell) == code;
            const uint32_t gate = b->stored[cell] ? b->gate_of[ub_code_number(b, cell, code)] : 0;
            const net_signal holds = !can ? NET_FALSE : gate ? 2 * gate : NET_TRUE;
            ir_score_value(ub_code_text(b, s, code), &value);
            const int32_t points = (int32_t)(stretched ? 100 * (value - low) / (high - low) + 0.5 : value);
            vec_push(b->out, &n->goals,
                     ((net_valued){.text = arena_printf(b->out, "%d", points),
                                   .value = points,
                                   .term = (logic_term)(code - s->low),
                                   .signal = holds}));
            role->goal_count++;
        }
    }
}

static void begin(building *b, ir_game *g, const unroll_limits *limits, arena *a)
{
    unroller *x = &b->x;
    x->g = g;
    x->a = a;
    x->limits = (unroll_limits){limits && limits->gates ? limits->gates : GATES_MAX,
                                limits && limits->moves ? limits->moves : MOVES_MAX,
                                limits && limits->configurations ? limits->configurations : CONFIGURATIONS_MAX};
    x->n = ARENA_NEW(a, net_network);
    x->n->random = LOGIC_NONE;
    gates_begin(&x->gates, x->n, a, a);
    map_init(&x->values.of, a);
    map_init(&x->envs.of, a);
    map_init(&x->tag_of, a);
    map_init(&x->sets.of, a);
    map_init(&x->member_of, a);
    map_init(&x->combined[0], a);
    map_init(&x->combined[1], a);
    map_init(&b->move_of, a);
    u_list_add(&x->envs, a, hash_bytes(NULL, 0, 0), (u_span){0, 0});
    vec_push(a, &x->tags, ((u_tag){U_NOTHING, 0}));
}

static net_network *unroll(building *b)
{
    unroller *x = &b->x;
    if (x->g->simultaneous)
        u_refuse(x, (src_span){0, 0}, "players who decide at once");
    if (x->g->weight != IR_NONE)
        u_refuse(x, (src_span){0, 0}, "weights of what chance does");
    if (x->p->hidden)
        u_refuse(x, (src_span){0, 0}, "what players do not see");
    find_decisions(b);
    x->live = u_find_live(x, x->a);
    x->order = u_find_order(x, x->a);
    if (!x->why)
        ub_number_cells(b);
    if (x->why || !ub_make_facts(b))
        return NULL;
    if (!b->known->decisions.words)
        b->known->decisions = bitset_new(b->known->a, b->decisions.count + 2);
    ub_find_start(b);
    for (uint32_t i = 0; i < b->decisions.count && !x->why; i++)
        if (bitset_has(&b->known->decisions, i + 1))
            ub_find_moves(b, &vec_at(&b->decisions, i));
    if (x->why)
        return NULL;
    ub_make_moves(b);
    ub_make_outcomes(b);
    make_goals(b);
    ub_follow_moves(b);
    if (x->why)
        return NULL;
    ub_widen(b);
    for (uint32_t i = 0; i < x->n->facts.count && !b->known->more; i++) {
        const net_signal next = ub_next_of(b, i);
        vec_at(&x->n->facts, i).next = next;
    }
    x->n->terminal = 2 * b->end_gate;
    if (b->known->more || x->why)
        return NULL;
    if (b->key)
        ub_make_key(b);
    return ub_in_order(b);
}

static net_network *simplified(net_network *n, const char *passes, arena *a)
{
    net_pass_report reports[NET_PASS_COUNT];
    const char *unknown;
    arena *own = NULL;
    net_passes_select(reports, passes, NULL, &unknown);
    return net_passes_run(n, reports, a, &own);
}

static net_network *unroll_in_rounds(ir_game *g, unroll_text *text, void *user, const unroll_limits *limits, bool apart,
                                     unroll_key *key, arena *a, const char **why, src_span *where)
{
    arena *lasting = arena_child(a);
    domains known = {.a = lasting};
    net_network *n = NULL;
    uint32_t configurations = 0;
    *why = NULL;
    for (uint32_t round = 0; !n && !*why; round++) {
        arena *scratch = arena_child(a);
        building b = {.text = text, .user = user, .out = a, .known = &known, .apart = apart, .key = key};
        begin(&b, g, limits, scratch);
        known.more = false;
        b.x.configurations = configurations;
        b.x.p = plan_make(g);
        if (!b.x.p || round == ROUNDS_MAX)
            u_refuse(&b.x, (src_span){0, 0},
                     b.x.p ? "what it can hold is found out too slowly" : "its state is too large");
        else
            n = unroll(&b);
        if (b.x.p)
            plan_done(b.x.p);
        configurations = b.x.configurations;
        *why = b.x.why ? arena_strndup(a, b.x.why, strlen(b.x.why)) : NULL;
        *where = b.x.where;
        arena_done(scratch);
    }
    arena_done(lasting);
    return n;
}

/* How much work a step is: components are gone through again and again. */
static uint64_t work_of(const net_network *n)
{
    uint64_t work = n->gates.count;
    for (uint32_t i = 0; i < n->components.count; i++)
        work += 10 * (uint64_t)(vec_at(&n->components, i).end - vec_at(&n->components, i).first);
    return work;
}

/* Moves are merged before the keeper goes on, or where nothing tells them apart any more: which is
 * less work depends on the game. */
net_network *unroll_network(ir_game *g, unroll_text *text, void *user, const unroll_limits *limits, unroll_key *key,
                            arena *a, const char **why, src_span *where)
{
    unroll_key keys[2] = {0};
    net_network *n = unroll_in_rounds(g, text, user, limits, false, key ? &keys[0] : NULL, a, why, where);
    unroll_limits second = limits ? *limits : (unroll_limits){0};
    const char *no;
    src_span place;
    if (n)
        second.gates = 2 * n->gates.count + 1000; /* some of which are dropped */
    net_network *other = unroll_in_rounds(g, text, user, &second, true, key ? &keys[1] : NULL, a, &no, &place);
    const bool apart = other && (!n || work_of(other) < work_of(n));
    if (key)
        *key = keys[apart];
    if (apart) {
        n = other;
        *why = NULL;
    }
    return n && key ? simplified(n, "-inertia", a) : n;
}

const char *unroll_to_text(ir_game *g, bool rule_sheet, unroll_text *text, void *user, const char **moves, arena *a,
                           const char **why, src_span *where)
{
    net_network *n = unroll_network(g, text, user, NULL, NULL, a, why, where);
    assert(!n || !net_check(n));
    if (n)
        n = simplified(n, NULL, a);
    return !n ? NULL : rule_sheet ? net_kif(n, moves, a) : net_text(n, a);
}
