/* Steps, playouts and perft on networks. */
#include "model/rulesheet/network.h"

#include "base/map.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Which view a state is seen through: that of the fact of the control that holds, if one does. */
static uint32_t view_of(const circuit_model *m, const uint64_t *facts)
{
    uint32_t held = 0, which = 0;
    for (uint32_t i = 0; i < m->control.count; i++) {
        uint32_t fact = m->control.facts[i];
        if (facts[fact / 64] >> fact % 64 & 1) {
            held++;
            which = i;
        }
    }
    return held == 1 ? 1 + which : 0;
}

/* The first state is evaluated as a whole, later ones by what changed. */
static bool load_first(circuit_desk *d, const circuit_view *view, const circuit_model *m, const uint64_t *facts)
{
    d->view = view;
    d->values = calloc(view->net->gates.count + 1, 1);
    d->facts = calloc(m->sheet.fact_words + 1, sizeof *d->facts);
    d->done = calloc(m->net->roles.count + 1, sizeof *d->done);
    if (!d->values || !d->facts || !d->done)
        return false;
    d->values[0] = 1;
    memcpy(d->facts, facts, m->sheet.fact_words * sizeof *d->facts);
    for (uint32_t i = 0; i < m->net->facts.count; i++)
        d->values[m->fact_gate + i] = d->facts[i / 64] >> i % 64 & 1;
    net_evaluate(view->net, view->schedule, NET_LEGAL, d->values);
    net_evaluate(view->net, view->schedule, NET_NEXT, d->values);
    net_evaluate(view->net, view->schedule, NET_REST, d->values);
    return live_init(&d->live, view->plan, d->values);
}

/* Flips the facts that differ. */
static void change_facts(circuit_desk *d, const circuit_model *m, const uint64_t *facts)
{
    bool changed = false;
    for (uint32_t w = 0; w < m->sheet.fact_words; w++) {
        for (uint64_t bits = d->facts[w] ^ facts[w]; bits; bits &= bits - 1) {
            live_flip(&d->live, m->fact_gate + 64 * w + (uint32_t)__builtin_ctzll(bits));
            changed = true;
        }
        d->facts[w] = facts[w];
    }
    if (changed)
        live_settle(&d->live);
}

bool circuit_load(circuit_runner *r, const void *state)
{
    const circuit_model *m = circuit_of(r->base.game);
    const uint64_t *facts = state;
    uint32_t which = view_of(m, facts);
    r->desk = &r->desks[which];
    if (r->desk->live.plan) {
        change_facts(r->desk, m, facts);
        return true;
    }
    if (load_first(r->desk, &m->views[which], m, facts))
        return true;
    circuit_desk_done(r->desk);
    snprintf(r->base.message, sizeof r->base.message, "out of memory for the network's values");
    r->base.status = LUD_ERR_MEMORY;
    return false;
}

void circuit_desk_done(circuit_desk *d)
{
    free(d->values);
    free(d->facts);
    free(d->done);
    live_done(&d->live);
    *d = (circuit_desk){0};
}

/* The part of a word of live.out that belongs to the outputs [first, end). */
static inline uint64_t window(const live *l, uint32_t w, uint32_t first, uint32_t end)
{
    uint64_t bits = l->out[w];
    if (w == first / 64)
        bits &= ~UINT64_C(0) << first % 64;
    if (end < 64 * (w + 1))
        bits &= (UINT64_C(1) << end % 64) - 1;
    return bits;
}

uint32_t circuit_legal(circuit_runner *r, uint32_t role, uint32_t *moves)
{
    const net_network *n = circuit_of(r->base.game)->net;
    const net_role *who = &vec_at(&n->roles, role);
    uint32_t count = 0, first = n->facts.count + who->first_move, end = first + who->move_count;
    for (uint32_t w = first / 64; w * 64 < end; w++)
        for (uint64_t bits = window(&r->desk->live, w, first, end); bits; bits &= bits - 1)
            moves[count++] = 64 * w + (uint32_t)__builtin_ctzll(bits) - n->facts.count;
    return count;
}

/* One of a role's legal moves, each as likely, into r->chosen; their number. */
static uint32_t choose_move(circuit_runner *r, uint32_t role, lud_rng *rng)
{
    const net_network *n = circuit_of(r->base.game)->net;
    const net_role *who = &vec_at(&n->roles, role);
    uint32_t count = 0, first = n->facts.count + who->first_move, end = first + who->move_count;
    for (uint32_t w = first / 64; w * 64 < end; w++)
        count += (uint32_t)__builtin_popcountll(window(&r->desk->live, w, first, end));
    if (count == 0)
        return 0;
    uint32_t skip = rng_below(rng, count), w = first / 64;
    uint64_t bits = window(&r->desk->live, w, first, end);
    for (uint32_t here; (here = (uint32_t)__builtin_popcountll(bits)) <= skip; skip -= here)
        bits = window(&r->desk->live, ++w, first, end);
    while (skip--)
        bits &= bits - 1;
    r->chosen[role] = 64 * w + (uint32_t)__builtin_ctzll(bits) - n->facts.count;
    return count;
}

static int32_t circuit_goal(const circuit_runner *r, uint32_t role)
{
    const net_network *n = r->desk->view->net;
    const net_role *who = &vec_at(&n->roles, role);
    int32_t value = GOAL_NONE;
    for (uint32_t i = 0, found = 0; i < who->goal_count; i++) {
        const net_valued *g = &vec_at(&n->goals, who->first_goal + i);
        if (net_value(r->desk->values, g->signal))
            value = found++ == 0 && g->value >= 0 ? g->value : GOAL_NONE;
    }
    return value;
}

/* The end and the scores, written into the state. */
static void note_end(circuit_runner *r, unsigned char *state)
{
    const circuit_model *m = circuit_of(r->base.game);
    const circuit_view *v = r->desk->view;
    uint32_t roles = r->base.game->roles;
    int32_t goals[JOINT_ROLES_MAX];
    if (!net_value(r->desk->values, v->net->terminal)) {
        rulesheet_note_end(&m->sheet, roles, state, NULL);
        return;
    }
    if (!v->plan->goals)
        net_evaluate(v->net, v->schedule, NET_REST, r->desk->values);
    for (uint32_t i = 1; i <= roles; i++)
        goals[i] = circuit_goal(r, m->sheet.net_role[i]);
    rulesheet_note_end(&m->sheet, roles, state, goals);
}

bool circuit_initial(circuit_runner *r, void *state)
{
    const circuit_model *m = circuit_of(r->base.game);
    uint64_t *facts = state;
    memset(state, 0, r->base.game->state_size);
    for (uint32_t i = 0; i < m->net->facts.count; i++)
        facts[i / 64] |= (uint64_t)vec_at(&m->net->facts, i).initial << i % 64;
    r->perceived = false;
    if (!circuit_load(r, state))
        return false;
    note_end(r, state);
    return true;
}

/* What each role was told, mixed into what it knows: its own move and its percepts. */
static void note_percepts(circuit_runner *r, unsigned char *state)
{
    const circuit_model *m = circuit_of(r->base.game);
    const net_network *n = r->desk->view->net;
    for (uint32_t i = 0; i < n->roles.count; i++) {
        const net_role *who = &vec_at(&n->roles, i);
        uint64_t h;
        memcpy(&h, state + m->sheet.knowledge + 8 * i, sizeof h);
        h = hash_mix(h * UINT64_C(0x9e3779b97f4a7c15) + r->chosen[i] + 1);
        for (uint32_t k = who->first_percept; k < who->first_percept + who->percept_count; k++) {
            r->percepts[k] = net_value(r->desk->values, vec_at(&n->percepts, k).signal);
            if (r->percepts[k])
                h = hash_mix(h * UINT64_C(0x9e3779b97f4a7c15) + k + 1);
        }
        memcpy(state + m->sheet.knowledge + 8 * i, &h, sizeof h);
    }
    r->perceived = true;
}

bool circuit_step(circuit_runner *r, void *state)
{
    const circuit_model *m = circuit_of(r->base.game);
    const net_network *n = m->net;
    circuit_desk *d = r->desk;
    for (uint32_t i = 0; i < n->roles.count; i++) {
        uint32_t gate = vec_at(&n->moves, r->chosen[i]).gate;
        if (d->done[i] == gate)
            continue;
        if (d->done[i])
            live_flip(&d->live, d->done[i]);
        live_flip(&d->live, gate);
        d->done[i] = gate;
    }
    live_settle(&d->live);
    memcpy(state, d->live.out, m->sheet.fact_words * sizeof(uint64_t));
    if (n->facts.count % 64)
        ((uint64_t *)state)[m->sheet.fact_words - 1] &= (UINT64_C(1) << n->facts.count % 64) - 1;
    if (n->sees)
        note_percepts(r, state);
    if (!circuit_load(r, state))
        return false;
    note_end(r, state);
    return true;
}

/* ---- what the adapter asks for ---- */

static lud_status load_state(rulesheet_runner *base, const void *state)
{
    return circuit_load((circuit_runner *)base, state) ? LUD_OK : LUD_ERR_MEMORY;
}

static lud_status choose(rulesheet_runner *base, uint32_t who, lud_rng *rng, uint32_t *count)
{
    *count = choose_move((circuit_runner *)base, who, rng);
    return *count ? LUD_OK : rulesheet_stuck(base, who);
}

static lud_move chosen(const rulesheet_runner *base, uint32_t who, uint32_t *words)
{
    const circuit_runner *r = (const circuit_runner *)base;
    words[0] = circuit_of(base->game)->text_of[r->chosen[who]];
    return (lud_move){words, 1, 1};
}

static lud_status step(rulesheet_runner *base, void *state)
{
    return circuit_step((circuit_runner *)base, state) ? LUD_OK : LUD_ERR_MEMORY;
}

static lud_status goals_now(rulesheet_runner *base, int32_t *goals)
{
    circuit_runner *r = (circuit_runner *)base;
    net_evaluate(r->desk->view->net, r->desk->view->schedule, NET_REST, r->desk->values);
    for (uint32_t i = 1; i <= base->game->roles; i++)
        goals[i] = circuit_goal(r, rulesheet_of(base->game)->net_role[i]);
    return LUD_OK;
}

const rulesheet_evaluator circuit_evaluator = {load_state, choose, chosen, step, goals_now};

/* ---- choosing views ---- */

enum { TRIAL_STEPS = 200 };

/* Work of some random steps, the same ones each time. */
static uint64_t trial_work(const lud_game *game)
{
    const circuit_model *m = circuit_of(game);
    circuit_runner *r = game->ops->runner_new(game);
    void *state = calloc(1, game->state_size);
    uint64_t work = 0;
    lud_rng rng;
    lud_rng_seed(&rng, 1, 0);
    bool ok = r && state && circuit_initial(r, state);
    for (int i = 0; ok && i < TRIAL_STEPS; i++) {
        bool stuck = rulesheet_over(&m->sheet, state);
        for (uint32_t k = 0; k < m->net->roles.count && !stuck; k++)
            stuck = choose_move(r, k, &rng) == 0;
        ok = stuck ? circuit_initial(r, state) : circuit_step(r, state);
    }
    for (uint32_t i = 0; r && i <= CONTROL_MAX; i++)
        work += r->desks[i].live.work;
    if (r)
        game->ops->runner_free(r);
    free(state);
    return ok ? work : UINT64_MAX;
}

void circuit_choose_views(lud_game *game)
{
    circuit_model *m = game->machine;
    net_control control = m->control;
    uint64_t with = trial_work(game);
    m->control.count = 0;
    if (control.count && with < trial_work(game))
        m->control = control;
}

/* ---- many at once ---- */

static bool facts_of(const lud_game *game, const void *state, uint64_t *facts)
{
    memcpy(facts, state, circuit_of(game)->sheet.fact_words * sizeof *facts);
    return true;
}

static void state_of(const lud_game *game, const uint64_t *facts, const uint32_t *goals, void *state)
{
    const circuit_model *m = circuit_of(game);
    int32_t scores[JOINT_ROLES_MAX];
    memset(state, 0, game->state_size);
    memcpy(state, facts, m->sheet.fact_words * sizeof *facts);
    for (uint32_t i = 1; goals && i <= game->roles; i++) {
        uint32_t goal = goals[m->sheet.net_role[i]];
        scores[i] = goal == LOGIC_NONE || vec_at(&m->net->goals, goal).value < 0 ? GOAL_NONE
                                                                                 : vec_at(&m->net->goals, goal).value;
    }
    rulesheet_note_end(&m->sheet, game->roles, state, goals ? scores : NULL);
}

static lud_move move_of(const lud_game *game, uint32_t move)
{
    return (lud_move){&circuit_of(game)->text_of[move], 1, 1};
}

static double score_of(const lud_game *game, uint32_t goal)
{
    int32_t value = goal == LOGIC_NONE ? 0 : vec_at(&circuit_of(game)->net->goals, goal).value;
    return value < 0 ? 0 : value;
}

const lanes_meaning circuit_meaning = {facts_of, state_of, move_of, score_of};
