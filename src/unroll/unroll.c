/* The network of an automaton: facts for what cells hold, moves of each decision, and what follows them. */
#include "circuit/check.h"
#include "circuit/print.h"
#include "unroll/inside.h"

#include <stdlib.h>
#include <string.h>

enum { GATES_MAX = 3000000, MOVES_MAX = 100000, CONFIGURATIONS_MAX = 1000000, FACTS_MAX = 60000, CODES_MAX = 4000000, ROUNDS_MAX = 60 };

/* One way to make a move: when it is there, and what it leaves behind. */
typedef struct outcome {
    uint32_t move; /* of `made` */
    net_signal when;
    uint32_t env;
    ir_node node; /* what comes then, */
    ir_sym who;   /* and who is to move */
    net_signal done; /* the move is made in this way */
} outcome;

/* A move of a role, maybe of several decision points. */
typedef struct made_move {
    uint32_t role, tags;
    const char *text;
    VEC(net_signal) legal;
    uint32_t gate;
} made_move;

typedef struct decision {
    ir_node node;
    uint32_t role, gate; /* of the fact that it is where the game is */
    ir_var mover;        /* a variable that holds the role, too, or IR_NONE */
    VEC(outcome) outcomes;
    vec_u32 next_inputs;
} decision;

/* Where the keeper arrives. */
typedef struct arrival {
    ir_node node;
    uint32_t role;
    uint32_t env;
    net_signal when;
} arrival;
typedef VEC(arrival) arrivals;

/* What cells can hold and which decisions can be reached, as far as it is known: grows from round to round, until nothing is
 * added. What a cell never holds needs no fact, and what cannot be is not looked at. */
typedef struct domains {
    arena *a;
    bitset codes, decisions;
    uint32_t *growth; /* [variable] rounds in which it grew */
    bool *grew;       /* [variable] in this round */
    bool more, made;
} domains;

enum { GROWTH_MAX = 8 }; /* then all codes of the type are taken */

typedef struct building {
    unroller x;
    unroll_text *text;
    void *user;
    arena *out;
    domains *known;
    bool *stored;         /* [cell] it is part of the state */
    uint32_t *first_code; /* [cell] the number of its lowest code among those of all cells */
    uint32_t *gate_of;    /* [code] its fact, or 0: the cell never holds it */
    int32_t *low, *high;
    VEC(decision) decisions;
    uint32_t *decision_of; /* [node * roles + role] + 1 */
    uint32_t end_gate;
    VEC(made_move) moves;
    map move_of; /* role and tags -> move */
    VEC(vec_u32) next; /* [fact] signals */
    const ir_sym *roles; /* [role] */
    uint32_t role_count, random;
} building;

/* ---- cells ---- */

static void number_cells(building *b)
{
    unroller *x = &b->x;
    const ir_game *g = x->g;
    const layout *l = &x->p->layout;
    bool *assigned = ARENA_ARRAY(x->a, bool, g->variables.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && (e->label == IR_ASSIGN || e->label == IR_CHOOSE))
            assigned[ir_target_variable(g, e->target)] = true;
    }
    x->first = ARENA_ARRAY(x->a, uint32_t, g->variables.count + 1);
    for (ir_var v = 0; v < g->variables.count; v++) {
        x->first[v] = x->cells;
        x->cells += vec_at(&g->variables, v).removed ? 0 : l->variables[v].cells;
    }
    x->variable_of = ARENA_ARRAY(x->a, ir_var, x->cells + 1);
    x->base = ARENA_ARRAY(x->a, uint32_t, x->cells + 1);
    b->stored = ARENA_ARRAY(x->a, bool, x->cells + 1);
    b->first_code = ARENA_ARRAY(x->a, uint32_t, x->cells + 2);
    b->low = ARENA_ARRAY(x->a, int32_t, x->cells + 1);
    b->high = ARENA_ARRAY(x->a, int32_t, x->cells + 1);
    for (ir_var v = 0; v < g->variables.count; v++) {
        const ir_variable *d = &vec_at(&g->variables, v);
        const layout_slot *s = &l->variables[v];
        for (uint32_t i = 0; i < (d->removed ? 0 : s->cells); i++) {
            const uint32_t cell = x->first[v] + i;
            x->variable_of[cell] = v;
            b->stored[cell] = assigned[v] && !d->local && v != g->player && v != g->visible;
            b->low[cell] = s->low;
            b->high[cell] = s->high;
        }
    }
    for (uint32_t c = 0; c < x->cells; c++) {
        const uint64_t size = b->stored[c] ? (uint64_t)((int64_t)b->high[c] - b->low[c]) + 1 : 0;
        if (b->first_code[c] + size > CODES_MAX) {
            u_refuse(x, (src_span){0, 0}, "its state can hold too many values");
            return;
        }
        b->first_code[c + 1] = b->first_code[c] + (uint32_t)size;
    }
    b->gate_of = ARENA_ARRAY(x->a, uint32_t, b->first_code[x->cells] + 1);
    if (b->known->made)
        return;
    *b->known = (domains){.a = b->known->a, .made = true, .codes = bitset_new(b->known->a, b->first_code[x->cells] + 1),
                          .growth = ARENA_ARRAY(b->known->a, uint32_t, g->variables.count + 1), .grew = ARENA_ARRAY(b->known->a, bool, g->variables.count + 1)};
}

static uint32_t code_number(const building *b, uint32_t cell, int32_t code) { return b->first_code[cell] + (uint32_t)(code - b->low[cell]); }

static void may_hold(building *b, uint32_t cell, int32_t code)
{
    if (!bitset_insert(&b->known->codes, code_number(b, cell, code)))
        return;
    b->known->more = b->known->grew[b->x.variable_of[cell]] = true;
}

static bool can_hold(const building *b, uint32_t cell, int32_t code) { return bitset_has(&b->known->codes, code_number(b, cell, code)); }

/* Cells of variables that keep growing, and that change at all, can hold anything from now on. */
static void widen(building *b)
{
    unroller *x = &b->x;
    for (ir_var v = 0; v < x->g->variables.count; v++) {
        b->known->growth[v] += b->known->grew[v];
        b->known->grew[v] = false;
    }
    for (uint32_t c = 0; c < x->cells; c++) {
        uint32_t held = 0;
        for (int32_t code = b->low[c]; b->stored[c] && code <= b->high[c]; code++)
            held += can_hold(b, c, code);
        for (int32_t code = b->low[c]; held > 1 && b->known->growth[x->variable_of[c]] > GROWTH_MAX && code <= b->high[c]; code++)
            may_hold(b, c, code);
    }
}

static int32_t initial_code(const building *b, uint32_t cell)
{
    const layout *l = &b->x.p->layout;
    const ir_var v = b->x.variable_of[cell];
    const layout_slot *s = &l->variables[v];
    const int32_t stored = (int32_t)layout_load(l->initial + s->offset + (size_t)(cell - b->x.first[v]) * s->width, s->width);
    return s->integer ? stored + s->low : stored;
}

static const char *code_text(const building *b, const layout_slot *s, int32_t code)
{
    const ir_game *g = b->x.g;
    return s->integer ? arena_printf(b->out, "%d", code) : ir_symbol_name(g, vec_at(&g->families, s->family).first + (ir_sym)code);
}

static const char *key_text(const building *b, const layout_key *k, int32_t code)
{
    const ir_game *g = b->x.g;
    const ir_type_data *t = ir_type_at(g, k->type);
    if (k->integer)
        return arena_printf(b->out, "%d", code);
    const ir_sym first = t->count ? vec_at(&g->families, vec_at(&g->symbols, t->symbols[0]).family).first : 0;
    return ir_symbol_name(g, first + (ir_sym)code);
}

static const char *fact_text(const building *b, uint32_t cell, int32_t code)
{
    const ir_game *g = b->x.g;
    const ir_var v = b->x.variable_of[cell];
    const layout_slot *s = &b->x.p->layout.variables[v];
    const char *text = arena_printf(b->out, "(%s", ir_name(g, vec_at(&g->variables, v).name));
    uint32_t rest = cell - b->x.first[v];
    for (uint32_t i = 0; i < s->levels; i++) {
        text = arena_printf(b->out, "%s %s", text, key_text(b, &s->keys[i], (int32_t)(rest / s->keys[i].stride) + s->keys[i].low));
        rest %= s->keys[i].stride;
    }
    return arena_printf(b->out, "%s %s)", text, code_text(b, s, code));
}

static uint32_t add_fact(building *b, const char *text)
{
    unroller *x = &b->x;
    const uint32_t number = x->n->facts.count, gate = gates_add(&x->gates, NET_FACT, NULL, 0);
    x->n->gates.data[gate].first = number;
    vec_push(b->out, &x->n->facts, ((net_fact){.text = text}));
    vec_push(x->a, &b->next, (vec_u32){0});
    return gate;
}

/* Facts for all that the cells of the state can hold, but where it is one thing, and for where the game is. */
static bool make_facts(building *b)
{
    unroller *x = &b->x;
    uint64_t total = 0;
    for (uint32_t i = 0; i < b->first_code[x->cells]; i++)
        total += bitset_has(&b->known->codes, i);
    if (total > FACTS_MAX) {
        u_refuse(x, (src_span){0, 0}, "its state has too many facts");
        return false;
    }
    x->fact_of = ARENA_ARRAY(x->a, uint32_t, total + b->decisions.count + 4);
    for (uint32_t c = 0; c < x->cells; c++) {
        uint32_t held = 0;
        for (int32_t code = b->low[c]; b->stored[c] && code <= b->high[c]; code++)
            held += can_hold(b, c, code);
        for (int32_t code = b->low[c]; held > 1 && code <= b->high[c]; code++)
            if (can_hold(b, c, code)) {
                const uint32_t gate = add_fact(b, fact_text(b, c, code));
                b->gate_of[code_number(b, c, code)] = gate;
                x->fact_of[gate] = c + 1;
            }
    }
    for (uint32_t i = 0; i < b->decisions.count; i++) {
        decision *d = &vec_at(&b->decisions, i);
        d->gate = add_fact(b, arena_printf(b->out, "(at %s %s)", ir_node_name(x->g, d->node), ir_symbol_name(x->g, b->roles[d->role])));
        x->fact_of[d->gate] = x->cells + 1;
    }
    b->end_gate = add_fact(b, "(over)");
    x->fact_of[b->end_gate] = x->cells + 1;
    return true;
}

/* What cells hold where the game is at a decision. */
static void set_base(building *b, const decision *d)
{
    unroller *x = &b->x;
    const uint32_t who = u_constant(x, layout_code(x->g, b->roles[d->role]));
    map_init(&x->reaches, x->a);
    for (uint32_t c = 0; c < x->cells; c++) {
        const uint32_t mark = x->stack.count;
        for (int32_t code = b->low[c]; b->stored[c] && code <= b->high[c]; code++)
            if (can_hold(b, c, code)) {
                const uint32_t gate = b->gate_of[code_number(b, c, code)];
                u_push_case(x, code, gate ? 2 * gate : NET_TRUE);
            }
        if (!b->stored[c])
            u_push_case(x, initial_code(b, c), NET_TRUE);
        x->base[c] = u_value_from(x, mark);
    }
    x->base[x->first[x->g->player]] = who;
    if (d->mover != IR_NONE)
        x->base[x->first[d->mover]] = who;
}

/* ---- what the keeper does ---- */

/* Who can be to move behind an end of a search, and when: cases of the variable `player`. */
static u_span movers_after(building *b, uint32_t env, ir_sym *first)
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

static uint32_t decision_at(const building *b, ir_node node, uint32_t role) { return b->decision_of[(size_t)node * b->role_count + role]; }

static void keep_on(building *b, ir_node node, ir_sym who, uint32_t env, net_signal when, arrivals *out, uint32_t depth);

static void hand_over(building *b, ir_node node, uint32_t env, net_signal when, arrivals *out, uint32_t depth)
{
    unroller *x = &b->x;
    ir_sym first;
    const u_span v = movers_after(b, env, &first);
    const uint32_t cell = x->first[x->g->player];
    for (uint32_t i = 0; i < v.count && !x->why; i++) {
        const u_case c = vec_at(&x->cases, v.first + i);
        keep_on(b, node, first + (ir_sym)c.code, u_set(x, env, cell, u_constant(x, c.code)), u_and(x, when, c.when), out, depth);
    }
}

/* From a node on, as long as the keeper is to move. */
static void keep_on(building *b, ir_node node, ir_sym who, uint32_t env, net_signal when, arrivals *out, uint32_t depth)
{
    unroller *x = &b->x;
    const uint32_t role = role_of(b, who);
    if (depth > 200)
        u_refuse(x, vec_at(&x->g->nodes, node).span, "the keeper goes on for ever");
    if (x->why || when == NET_FALSE)
        return;
    if (node == x->g->end || who != x->g->keeper) {
        if (node != x->g->end && (role == b->role_count || !decision_at(b, node, role)))
            u_refuse(x, vec_at(&x->g->nodes, node).span, "a decision of nobody");
        vec_push(x->a, out, ((arrival){node, role, env, when}));
        return;
    }
    u_search s = {.x = x, .a = x->a, .keeper = true};
    u_explore(&s, node, env);
    u_follow_first(&s);
    for (uint32_t i = 0; i < s.steps.count && !x->why; i++) {
        const u_step *t = &vec_at(&s.steps, i);
        if (t->to == IR_NONE && t->taken != NET_FALSE)
            hand_over(b, t->edge->to, t->env, u_and(x, when, t->taken), out, depth + 1);
    }
}

static uint32_t fact_at(const building *b, const arrival *a)
{
    return (a->node == b->x.g->end ? b->end_gate : vec_at(&b->decisions, decision_at(b, a->node, a->role) - 1).gate) - 1;
}

/* What holds then, when it is taken from the decision point. */
static void note_next(building *b, const arrivals *all, net_signal from)
{
    unroller *x = &b->x;
    for (uint32_t i = 0; i < all->count && !x->why; i++) {
        const arrival *a = &vec_at(all, i);
        const net_signal when = u_and(x, a->when, from);
        if (when == NET_FALSE)
            continue;
        vec_push(x->a, &vec_at(&b->next, fact_at(b, a)), when);
        if (a->node != x->g->end && bitset_insert(&b->known->decisions, decision_at(b, a->node, a->role)))
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
                may_hold(b, c, holds.code);
                const uint32_t gate = b->gate_of[code_number(b, c, holds.code)];
                if (gate)
                    vec_push(x->a, &vec_at(&b->next, gate - 1), s);
            }
        }
    }
}

/* ---- moves ---- */

static const char *text_of(building *b, uint32_t tags)
{
    unroller *x = &b->x;
    uint32_t count = 0, *words;
    for (uint32_t t = tags; t != U_NOTHING; t = vec_at(&x->tags, t).before)
        count++;
    words = ARENA_ARRAY(x->a, uint32_t, count + 1);
    for (uint32_t t = tags, i = count; t != U_NOTHING; t = vec_at(&x->tags, t).before)
        words[--i] = vec_at(&x->tags, t).word;
    return b->text(b->user, words, count, b->out);
}

static uint32_t move_for(building *b, uint32_t role, uint32_t tags)
{
    unroller *x = &b->x;
    const uint64_t key = (uint64_t)role << 32 | tags;
    const uint32_t *known = map_get(&b->move_of, key);
    if (known)
        return *known;
    if (b->moves.count > x->limits.moves)
        u_refuse(x, (src_span){0, 0}, "it has too many moves");
    vec_push(x->a, &b->moves, ((made_move){.role = role, .tags = tags, .text = text_of(b, tags)}));
    map_put(&b->move_of, key, b->moves.count - 1);
    return b->moves.count - 1;
}

static int by_move(const void *a, const void *b)
{
    const outcome *o = a, *p = b;
    return o->move != p->move ? (o->move < p->move ? -1 : 1) : 0;
}

/* Ways to make the same move that do the same are one; others must exclude each other. */
static void join_outcomes(building *b, decision *d)
{
    unroller *x = &b->x;
    uint32_t kept = 0;
    for (uint32_t i = 0, j; i < d->outcomes.count && !x->why; i = j) {
        const uint32_t first = kept;
        for (j = i; j < d->outcomes.count && d->outcomes.data[j].move == d->outcomes.data[i].move; j++) {
            const outcome o = d->outcomes.data[j];
            uint32_t k = first;
            while (k < kept && (d->outcomes.data[k].env != o.env || d->outcomes.data[k].node != o.node || d->outcomes.data[k].who != o.who))
                k++;
            if (k < kept && d->role == b->random && !u_exclude(x, d->outcomes.data[k].when, o.when))
                u_refuse(x, vec_at(&x->g->nodes, d->node).span, "outcomes of chance that are not equally likely");
            if (k < kept)
                d->outcomes.data[k].when = u_or(x, d->outcomes.data[k].when, o.when);
            else
                d->outcomes.data[kept++] = o;
        }
        for (uint32_t k = first; k < kept; k++)
            for (uint32_t m = k + 1; m < kept && !x->p->decisions[d->node].single; m++)
                if (!u_exclude(x, d->outcomes.data[k].when, d->outcomes.data[m].when))
                    u_refuse(x, vec_at(&x->g->nodes, d->node).span,
                             arena_printf(b->out, "the move `%s` that can be made in several ways", vec_at(&b->moves, d->outcomes.data[k].move).text));
    }
    d->outcomes.count = kept;
}

static void find_moves(building *b, decision *d)
{
    unroller *x = &b->x;
    set_base(b, d);
    u_search s = {.x = x, .a = x->a};
    u_explore(&s, d->node, U_NOTHING);
    u_solve(&s);
    for (uint32_t i = 0; i < s.steps.count && !x->why; i++) {
        const u_step *t = &vec_at(&s.steps, i);
        if (t->to != IR_NONE)
            continue;
        const u_config *c = &vec_at(&s.configs, t->from);
        ir_sym first;
        const u_span v = movers_after(b, t->env, &first);
        const uint32_t move = c->signal == NET_FALSE ? 0 : move_for(b, d->role, c->tags);
        for (uint32_t k = 0; k < v.count && c->signal != NET_FALSE; k++) {
            const u_case who = vec_at(&x->cases, v.first + k);
            const net_signal when = u_and(x, c->signal, who.when);
            vec_push(x->a, &d->outcomes, ((outcome){move, when, t->env, t->edge->to, first + (ir_sym)who.code, NET_FALSE}));
        }
    }
    if (d->outcomes.count > 1)
        qsort(d->outcomes.data, d->outcomes.count, sizeof *d->outcomes.data, by_move);
    join_outcomes(b, d);
    for (uint32_t i = 0; i < d->outcomes.count && !x->why; i++) {
        const outcome *o = &vec_at(&d->outcomes, i);
        const net_signal legal = u_and(x, 2 * d->gate, o->when);
        vec_push(x->a, &vec_at(&b->moves, o->move).legal, legal);
    }
}

/* ---- what moves do ---- */

typedef struct change {
    uint32_t cell, value;
    net_signal when;
} change;

static int by_cell(const void *a, const void *b)
{
    const change *c = a, *d = b;
    return c->cell != d->cell ? (c->cell < d->cell ? -1 : 1) : 0;
}

static bool same_way(const outcome *a, const outcome *b) { return a->node == b->node && a->who == b->who; }

/* What cells hold behind the moves that go on alike, all together. */
static void merge_outcomes(building *b, const decision *d, const outcome *like)
{
    unroller *x = &b->x;
    VEC(change) all = {0};
    for (uint32_t i = 0; i < d->outcomes.count; i++) {
        const outcome *o = &vec_at(&d->outcomes, i);
        const u_span s = vec_at(&x->envs, o->env);
        for (uint32_t k = 0; same_way(o, like) && k < s.count; k++)
            vec_push(x->a, &all, ((change){x->pairs.data[s.first + k].cell, x->pairs.data[s.first + k].value, o->done}));
    }
    if (all.count > 1)
        qsort(all.data, all.count, sizeof *all.data, by_cell);
    for (uint32_t i = 0, j; i < all.count && !x->why; i = j) {
        const uint32_t cell = all.data[i].cell, mark = x->signals.count, cases = x->stack.count;
        for (j = i; j < all.count && all.data[j].cell == cell; j++) {
            const u_span v = vec_at(&x->values, all.data[j].value);
            vec_push(x->a, &x->signals, all.data[j].when);
            for (uint32_t k = 0; k < v.count; k++) {
                const u_case c = vec_at(&x->cases, v.first + k);
                u_push_case(x, c.code, u_and(x, all.data[j].when, c.when));
            }
        }
        const net_signal changed = u_or_from(x, mark);
        const u_span before = vec_at(&x->values, x->base[cell]);
        for (uint32_t k = 0; k < before.count; k++) {
            const u_case c = vec_at(&x->cases, before.first + k);
            u_push_case(x, c.code, u_and(x, changed ^ 1, c.when));
        }
        x->base[cell] = u_value_from(x, cases);
    }
    map_init(&x->reaches, x->a);
}

static void follow_moves(building *b, decision *d)
{
    unroller *x = &b->x;
    for (uint32_t i = 0; i < d->outcomes.count && !x->why; i++) {
        const outcome *like = &vec_at(&d->outcomes, i);
        bool before = false;
        for (uint32_t k = 0; k < i; k++)
            before |= same_way(&vec_at(&d->outcomes, k), like);
        if (before)
            continue;
        const uint32_t mark = x->signals.count;
        for (uint32_t k = i; k < d->outcomes.count; k++)
            if (same_way(&vec_at(&d->outcomes, k), like))
                vec_push(x->a, &x->signals, vec_at(&d->outcomes, k).done);
        const net_signal here = u_and(x, 2 * d->gate, u_or_from(x, mark));
        arrivals all = {0};
        set_base(b, d);
        merge_outcomes(b, d, like);
        x->base[x->first[x->g->player]] = u_constant(x, layout_code(x->g, like->who));
        keep_on(b, like->node, like->who, U_NOTHING, NET_TRUE, &all, 0);
        note_next(b, &all, here);
    }
}

/* ---- roles ---- */

/* The variable whose value becomes that of `player` on all edges to the node. */
static ir_var mover_at(const unroller *x, ir_node n)
{
    const ir_game *g = x->g;
    ir_var mover = IR_NONE;
    for (uint32_t i = x->p->graph.in_start[n]; i < x->p->graph.in_start[n + 1]; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, x->p->graph.in[i]);
        const ir_expr_data *d = ir_assigns_player(g, e) ? &vec_at(&g->exprs, ir_bare(g, e->value)) : NULL;
        if (!d || d->op != IR_VAR || (mover != IR_NONE && mover != d->a) || x->p->layout.variables[d->a].family != x->p->layout.variables[g->player].family)
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
    b->random = RL_NONE;
    for (uint32_t i = 0; i < players->count; i++)
        roles[b->role_count++] = players->symbols[i];
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

/* The state at the beginning, as the keeper leaves it. */
static void find_start(building *b)
{
    unroller *x = &b->x;
    arrivals all = {0};
    map_init(&x->reaches, x->a);
    for (uint32_t c = 0; c < x->cells; c++)
        x->base[c] = u_constant(x, initial_code(b, c));
    keep_on(b, x->g->begin, x->g->keeper, U_NOTHING, NET_TRUE, &all, 0);
    for (uint32_t i = 0; i < all.count && !x->why; i++) {
        const arrival *a = &vec_at(&all, i);
        if (a->when != NET_TRUE)
            continue;
        vec_at(&x->n->facts, fact_at(b, a)).initial = true;
        if (a->node != x->g->end && bitset_insert(&b->known->decisions, decision_at(b, a->node, a->role)))
            b->known->more = true;
        for (uint32_t c = 0; c < x->cells; c++) {
            uint32_t count;
            const u_case *v = u_cases(x, u_get(x, a->env, c), &count);
            if (!b->stored[c] || count != 1)
                continue;
            may_hold(b, c, v->code);
            if (b->gate_of[code_number(b, c, v->code)])
                vec_at(&x->n->facts, b->gate_of[code_number(b, c, v->code)] - 1).initial = true;
        }
        return;
    }
    u_refuse(x, (src_span){0, 0}, "its beginning is not known");
}

/* ---- the whole ---- */

static int by_text(const void *a, const void *b)
{
    const net_move *m = a, *o = b;
    return strcmp(m->text, o->text);
}

/* Moves of each role, sorted by text; with `noop` for when it does not decide. */
static void make_moves(building *b)
{
    unroller *x = &b->x;
    net_network *n = x->n;
    for (uint32_t i = 0; i < b->moves.count; i++)
        vec_at(&b->moves, i).gate = gates_add(&x->gates, NET_DOES, NULL, 0);
    for (uint32_t r = 0; r < b->role_count && !x->why; r++) {
        net_role role = {.name = r == b->random ? "random" : ir_symbol_name(x->g, b->roles[r]), .first_move = n->moves.count};
        const uint32_t mark = x->signals.count;
        for (uint32_t i = 0; i < b->decisions.count; i++)
            if (vec_at(&b->decisions, i).role == r)
                vec_push(x->a, &x->signals, 2 * vec_at(&b->decisions, i).gate + 1);
        const net_signal idle = u_and_from(x, mark);
        const uint32_t gate = gates_add(&x->gates, NET_DOES, NULL, 0);
        vec_push(b->out, &n->moves, ((net_move){.text = "noop", .legal = idle, .gate = gate}));
        for (uint32_t i = 0; i < b->moves.count; i++) {
            made_move *m = &vec_at(&b->moves, i);
            if (m->role != r)
                continue;
            const net_signal legal = gates_or(&x->gates, m->legal.data, m->legal.count);
            vec_push(b->out, &n->moves, ((net_move){.text = m->text, .legal = legal, .gate = m->gate}));
        }
        role.move_count = n->moves.count - role.first_move;
        qsort(n->moves.data + role.first_move, role.move_count, sizeof *n->moves.data, by_text);
        for (uint32_t i = role.first_move; i + 1 < n->moves.count; i++)
            if (strcmp(vec_at(&n->moves, i).text, vec_at(&n->moves, i + 1).text) == 0)
                u_refuse(x, (src_span){0, 0}, arena_printf(b->out, "two moves with the text `%s`", vec_at(&n->moves, i).text));
        vec_push(b->out, &n->roles, role);
    }
}

/* Goals are what the variable `goals` holds. */
static void make_goals(building *b)
{
    unroller *x = &b->x;
    net_network *n = x->n;
    const layout_slot *s = &x->p->layout.variables[x->g->goals];
    for (uint32_t r = 0; r < b->role_count && !x->why; r++) {
        net_role *role = &vec_at(&n->roles, r);
        role->first_goal = n->goals.count;
        if (r == b->random)
            continue;
        const uint32_t cell = x->first[x->g->goals] + (uint32_t)(layout_code(x->g, b->roles[r]) - s->keys[0].low) * s->keys[0].stride;
        for (int32_t code = s->low; code <= s->high; code++) {
            double value;
            const char *text = code_text(b, s, code);
            if (!ir_score_value(text, &value) || value < 0 || value > 100 || value != (double)(int32_t)value) {
                u_refuse(x, (src_span){0, 0}, arena_printf(b->out, "the score `%s`, which is no number from 0 to 100", text));
                return;
            }
            const bool can = b->stored[cell] ? can_hold(b, cell, code) : initial_code(b, cell) == code;
            const uint32_t gate = b->stored[cell] ? b->gate_of[code_number(b, cell, code)] : 0;
            const net_signal holds = !can ? NET_FALSE : gate ? 2 * gate : NET_TRUE;
            vec_push(b->out, &n->goals, ((net_valued){.text = arena_printf(b->out, "%d", (int)value), .value = (int32_t)value, .signal = holds}));
            role->goal_count++;
        }
    }
}

static void make_outcomes(building *b)
{
    unroller *x = &b->x;
    for (uint32_t i = 0; i < b->decisions.count; i++) {
        decision *d = &vec_at(&b->decisions, i);
        for (uint32_t k = 0; k < d->outcomes.count; k++) {
            outcome *o = &vec_at(&d->outcomes, k);
            const bool several = (k > 0 && vec_at(&d->outcomes, k - 1).move == o->move) || (k + 1 < d->outcomes.count && vec_at(&d->outcomes, k + 1).move == o->move);
            o->done = several ? u_and(x, 2 * vec_at(&b->moves, o->move).gate, o->when) : 2 * vec_at(&b->moves, o->move).gate;
        }
    }
}

/* Roles in the order of their names; gates of moves behind those of facts, the others in the order in which they were made. */
static int by_name(const void *a, const void *b) { return strcmp(((const net_role *)a)->name, ((const net_role *)b)->name); }

static int by_fact(const void *a, const void *b) { return strcmp((*(const net_fact *const *)a)->text, (*(const net_fact *const *)b)->text); }

static net_signal moved(const uint32_t *now, net_signal s) { return 2 * now[s >> 1] + (s & 1); }

static net_network *in_order(building *b)
{
    unroller *x = &b->x;
    const net_network *n = x->n;
    net_network *out = ARENA_NEW(b->out, net_network);
    uint32_t *now = ARENA_ARRAY(x->a, uint32_t, n->gates.count + 1), next = 1 + n->facts.count;
    const net_fact **facts = ARENA_ARRAY(x->a, const net_fact *, n->facts.count + 1);
    *out = (net_network){.random = RL_NONE};
    for (uint32_t i = 0; i < n->facts.count; i++)
        facts[i] = &vec_at(&n->facts, i);
    qsort(facts, n->facts.count, sizeof *facts, by_fact);
    for (uint32_t i = 0; i < n->facts.count; i++)
        now[1 + (facts[i] - n->facts.data)] = 1 + i;
    for (uint32_t r = 0; r < n->roles.count; r++)
        vec_push(b->out, &out->roles, vec_at(&n->roles, r));
    qsort(out->roles.data, out->roles.count, sizeof *out->roles.data, by_name);
    for (uint32_t r = 0; r < out->roles.count; r++) {
        net_role *role = &vec_at(&out->roles, r);
        const uint32_t first = role->first_move, goal = role->first_goal;
        role->first_move = out->moves.count;
        role->first_goal = out->goals.count;
        for (uint32_t i = 0; i < role->move_count; i++) {
            net_move m = vec_at(&n->moves, first + i);
            now[m.gate] = next++;
            vec_push(b->out, &out->moves, m);
        }
        for (uint32_t i = 0; i < role->goal_count; i++)
            vec_push(b->out, &out->goals, vec_at(&n->goals, goal + i));
        if (b->random != RL_NONE && strcmp(role->name, "random") == 0)
            out->random = r;
    }
    for (uint32_t g = 1 + n->facts.count; g < n->gates.count; g++)
        if (vec_at(&n->gates, g).kind != NET_DOES)
            now[g] = next++;
    for (uint32_t g = 0; g < n->gates.count; g++)
        vec_push(b->out, &out->gates, (net_gate){0});
    for (uint32_t g = 0; g < n->gates.count; g++) {
        const net_gate *old = &vec_at(&n->gates, g);
        net_gate *gate = &vec_at(&out->gates, now[g]);
        *gate = (net_gate){old->kind, old->kind == NET_FACT ? now[g] - 1 : out->inputs.count, old->kind == NET_FACT ? 0 : old->count};
        for (uint32_t i = 0; old->kind != NET_FACT && i < old->count; i++)
            vec_push(b->out, &out->inputs, moved(now, n->inputs.data[old->first + i]));
    }
    for (uint32_t i = 0; i < n->facts.count; i++) {
        net_fact f = *facts[i];
        f.next = moved(now, f.next);
        vec_push(b->out, &out->facts, f);
    }
    for (uint32_t i = 0; i < out->moves.count; i++) {
        net_move *m = &vec_at(&out->moves, i);
        m->gate = now[m->gate];
        m->legal = moved(now, m->legal);
        vec_at(&out->gates, m->gate) = (net_gate){NET_DOES, i, 0};
    }
    for (uint32_t i = 0; i < out->goals.count; i++)
        vec_at(&out->goals, i).signal = moved(now, vec_at(&out->goals, i).signal);
    for (uint32_t i = 0; i < n->components.count; i++) {
        const net_component *c = &vec_at(&n->components, i);
        vec_push(b->out, &out->components, ((net_component){now[c->first], now[c->end - 1] + 1}));
    }
    out->terminal = moved(now, n->terminal);
    return out;
}

static void begin(building *b, ir_game *g, const unroll_limits *limits, arena *a)
{
    unroller *x = &b->x;
    x->g = g;
    x->a = a;
    x->limits = (unroll_limits){limits && limits->gates ? limits->gates : GATES_MAX, limits && limits->moves ? limits->moves : MOVES_MAX,
                                limits && limits->configurations ? limits->configurations : CONFIGURATIONS_MAX};
    x->n = ARENA_NEW(a, net_network);
    x->n->random = RL_NONE;
    gates_begin(&x->gates, x->n, a, a);
    map_init(&x->value_of, a);
    map_init(&x->env_of, a);
    map_init(&x->tag_of, a);
    map_init(&b->move_of, a);
    vec_push(a, &x->envs, ((u_span){0, 0}));
    vec_push(a, &x->env_same, IR_NONE);
    map_put(&x->env_of, hash_bytes(NULL, 0, 0), 0);
    vec_push(a, &x->tags, ((u_tag){U_NOTHING, 0}));
}

static net_network *unroll(building *b)
{
    unroller *x = &b->x;
    if (x->g->simultaneous)
        u_refuse(x, (src_span){0, 0}, "players who decide at once");
    if (x->p->hidden)
        u_refuse(x, (src_span){0, 0}, "what players do not see");
    find_decisions(b);
    if (!x->why)
        number_cells(b);
    if (x->why || !make_facts(b))
        return NULL;
    if (!b->known->decisions.words)
        b->known->decisions = bitset_new(b->known->a, b->decisions.count + 2);
    find_start(b);
    for (uint32_t i = 0; i < b->decisions.count && !x->why; i++)
        if (bitset_has(&b->known->decisions, i + 1))
            find_moves(b, &vec_at(&b->decisions, i));
    if (x->why)
        return NULL;
    make_moves(b);
    make_outcomes(b);
    make_goals(b);
    for (uint32_t i = 0; i < b->decisions.count && !x->why; i++)
        follow_moves(b, &vec_at(&b->decisions, i));
    if (x->why)
        return NULL;
    widen(b);
    for (uint32_t i = 0; i < x->n->facts.count && !b->known->more; i++) {
        vec_u32 *in = &vec_at(&b->next, i);
        vec_at(&x->n->facts, i).next = gates_or(&x->gates, in->data, in->count);
    }
    x->n->terminal = 2 * b->end_gate;
    return b->known->more ? NULL : in_order(b);
}

net_network *unroll_network(ir_game *g, unroll_text *text, void *user, const unroll_limits *limits, arena *a, const char **why, src_span *where)
{
    arena *lasting = arena_child(a);
    domains known = {.a = lasting};
    net_network *n = NULL;
    uint32_t configurations = 0;
    *why = NULL;
    for (uint32_t round = 0; !n && !*why; round++) {
        arena *scratch = arena_child(a);
        building b = {.text = text, .user = user, .out = a, .known = &known};
        begin(&b, g, limits, scratch);
        known.more = false;
        b.x.configurations = configurations;
        b.x.p = plan_make(g);
        if (!b.x.p || round == ROUNDS_MAX)
            u_refuse(&b.x, (src_span){0, 0}, b.x.p ? "what it can hold is found out too slowly" : "its state is too large");
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

const char *unroll_to_text(ir_game *g, unroll_text *text, void *user, arena *a, const char **why, src_span *where)
{
    net_network *n = unroll_network(g, text, user, NULL, a, why, where);
    assert(!n || !net_check(n));
    return n ? net_text(n, a) : NULL;
}
