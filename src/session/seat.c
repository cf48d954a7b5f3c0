#include "session/seat.h"

#include "session/advice.h"
#include "session/memory.h"
#include "session/output.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool seat_read(seat *s, const char *who, failure *p)
{
    char why[AGENT_PROBLEM];
    free(s->who);
    *s = (seat){.who = mem_strdup(who), .human = strcmp(who, "human") == 0};
    if (s->human || agent_find(s->who, &s->spec, why, sizeof why))
        return true;
    return failure_set(p, FAILURE_USAGE, "%s%s", why, strchr(who, ':') ? "" : " (or human)");
}

bool seat_open(seat *s, const walk *w, const char *file, const match_budget *standard, failure *p)
{
    char why[AGENT_PROBLEM];
    if (s->human)
        return true;
    s->spec.file = file;
    lud_status made = agent_new(&s->spec, w->game, &s->agent, why, sizeof why);
    if (made != LUD_OK)
        return failure_set(p, made == LUD_ERR_MEMORY ? FAILURE_ENVIRONMENT : FAILURE_USAGE, "%s", why);
    s->agent->explain = true;
    s->budget = *standard;
    if (s->spec.seconds > 0 || s->spec.playouts || s->spec.nodes)
        s->budget = (match_budget){s->spec.seconds, s->spec.playouts, s->spec.nodes};
    else if (agent_parameter_of(s->agent, "playouts") > 0)
        s->budget = (match_budget){0, 0, 0};
    return true;
}

void seat_close(seat *s)
{
    agent_free(s->agent);
    belief_free(s->belief);
    free(s->who);
    *s = (seat){0};
}

static bool begin(seat *s, const walk *w, uint32_t role, uint64_t seed)
{
    belief_free(s->belief);
    s->belief = NULL;
    s->ply = 0;
    s->told = true;
    s->seed = seed;
    if (w->hidden)
        s->belief = belief_new(w->game, role, &(belief_options){0, 0, seed});
    return (s->belief || !w->hidden) && agent_begin(s->agent, role, seed);
}

static bool tell(seat *s, const walk *w, uint32_t role)
{
    const char **moves = mem_alloc((w->roles + 1) * sizeof *moves);
    uint32_t ply = s->ply + 1;
    for (uint32_t r = 0; r <= w->roles; r++)
        moves[r] = walk_own(w, r, ply);
    agent_event e = {w->hidden ? NULL : moves, walk_own(w, role, ply), walk_percept(w, role, ply)};
    bool fine = !s->belief || belief_step(s->belief, e.own, e.percept, told_after(w, role, ply), 0) != LUD_ERR_MEMORY;
    fine = fine && agent_step(s->agent, &e);
    free((void *)moves);
    s->ply = ply;
    return fine;
}

bool seat_choose(seat *s, walk *w, uint32_t role, uint64_t seed, uint32_t *index, failure *p)
{
    lud_move move;
    bool fine = true;
    if (!s->told || s->ply > w->ply)
        fine = begin(s, w, role, seed);
    while (fine && s->ply < w->ply)
        fine = tell(s, w, role);
    agent_sight sight = {.role = role, .state = w->hidden ? NULL : w->state, .belief = s->belief};
    agent_budget budget = {.playouts = s->budget.playouts, .nodes = s->budget.nodes, .seed = seed};
    if (s->budget.seconds > 0)
        budget.deadline = agent_clock() + s->budget.seconds;
    lud_status status = fine ? agent_think(s->agent, &sight, &budget, &move) : LUD_ERR_ARGUMENT;
    s->status = status;
    if (status != LUD_OK)
        return failure_set(p, status == LUD_ERR_MEMORY ? FAILURE_ENVIRONMENT : FAILURE_INPUT, "%s: %s", s->who,
                           s->agent->problem[0] ? s->agent->problem : lud_status_text(status));
    for (uint32_t i = 0; i < lud_moves_count(w->lists[role]); i++) {
        lud_move m = lud_moves_at(w->lists[role], i);
        if (m.count == move.count && (m.count == 0 || memcmp(m.words, move.words, m.count * sizeof *m.words) == 0))
            *index = i;
    }
    return true;
}

/* ---- what agents there are ---- */

static json_t *parameters_json(const lud_agent_kind *k)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < k->parameter_count; i++) {
        const lud_agent_parameter *p = &k->parameters[i];
        json_array_append_new(list,
                              json_pack("{ss ss so so so}", "name", p->name, "summary", p->summary, "default",
                                        json_score(p->standard), "min", json_score(p->min), "max", json_score(p->max)));
    }
    if (k->text)
        json_array_append_new(
            list, json_pack("{ss ss sn sn sn}", "name", k->text, "summary", k->text_summary, "default", "min", "max"));
    return list;
}

json_t *seat_agents_json(void)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_agent_kind_count(); i++) {
        const lud_agent_kind k = lud_agent_kind_at(i);
        json_array_append_new(
            list, json_pack("{ss ss so}", "name", k.name, "summary", k.summary, "parameters", parameters_json(&k)));
    }
    return list;
}
