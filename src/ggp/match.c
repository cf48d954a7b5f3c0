#include "ggp/match.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void ggp_log(const ggp_player_options *o, const char *format, ...)
{
    char line[1000];
    va_list args;
    if (!o->log)
        return;
    va_start(args, format);
    vsnprintf(line, sizeof line, format, args);
    va_end(args);
    for (char *p = line; *p; p++) /* what others sent must not move the cursor */
        if ((unsigned char)*p < ' ')
            *p = ' ';
    fprintf(o->log, "ggp-player %s: %s\n", o->name, line);
    fflush(o->log);
}

ggp_match *ggp_match_new(const ggp_player_options *o, const ggp_message *start, uint64_t number)
{
    lud_rng rng;
    ggp_match *m = mem_alloc(sizeof *m);
    lud_rng_seed(&rng, o->seed, number);
    m->options = o;
    m->seed = lud_rng_next(&rng);
    m->id = mem_strdup(start->match);
    m->role_name = mem_strdup(start->role);
    m->start_clock = start->start_clock;
    m->play_clock = start->play_clock;
    atomic_init(&m->stop, false);
    m->control = lud_control_new();
    if (!m->control)
        mem_alloc(SIZE_MAX); /* says that memory has ended, and exits */
    return m;
}

void ggp_match_free(ggp_match *m)
{
    if (!m)
        return;
    agent_free(m->agent);
    belief_free(m->belief);
    lud_context_free(m->ctx);
    lud_game_free(m->game);
    lud_control_free(m->control);
    free(m->state);
    free(m->order);
    free(m->id);
    free(m->role_name);
    free(m);
}

/* ---- loading ---- */

static void log_problems(const ggp_match *m, lud_diags *diags)
{
    for (uint32_t i = 0; i < lud_diags_count(diags); i++) {
        lud_diagnostic d = lud_diags_get(diags, i);
        if (d.severity == LUD_ERROR)
            ggp_log(m->options, "match %.60s: rules, line %u: %.400s", m->id, d.line, d.message);
    }
}

static bool load_game(ggp_match *m, const ggp_message *start)
{
    char *rules = ggp_message_rules(start);
    lud_options load = m->options->load;
    load.language = "gdl";
    load.control = m->control;
    lud_diags *diags = lud_diags_new();
    m->game = diags ? lud_load_text(rules, strlen(rules), m->id, &load, diags) : NULL;
    if (!m->game)
        log_problems(m, diags);
    lud_diags_free(diags);
    free(rules);
    return m->game != NULL;
}

bool ggp_match_load(ggp_match *m, const ggp_message *start)
{
    agent_spec who = {0};
    char problem[AGENT_PROBLEM];
    if (!load_game(m, start))
        return false;
    int role = lud_role_find(m->game, m->role_name);
    if (role <= 0) {
        ggp_log(m->options, "match %.60s: there is no role %.60s", m->id, m->role_name);
        return false;
    }
    lud_info info;
    lud_game_info(m->game, &info);
    m->role = (uint32_t)role;
    m->roles = info.roles;
    m->hidden = info.hidden;
    m->order = mem_alloc((m->roles + 1) * sizeof *m->order);
    m->order_count = ggp_role_order(m->game, &start->terms, start->rules, m->order);
    bool known = agent_find(m->options->agent, &who, problem, sizeof problem);
    m->state = mem_alloc(lud_state_size(m->game));
    m->ctx = lud_context_new(m->game);
    if (!known || agent_new(&who, m->game, &m->agent, problem, sizeof problem) != LUD_OK)
        ggp_log(m->options, "match %.60s: %s", m->id, problem);
    if (m->hidden)
        m->belief = belief_new(m->game, m->role, &(belief_options){m->options->particles, 0, m->seed});
    return m->ctx && m->agent && (m->belief || !m->hidden) && lud_start(m->ctx, m->state) == LUD_OK;
}

/* ---- steps ---- */

static char *move_text(const ggp_match *m, lud_move move)
{
    size_t length = lud_move_text(m->game, move, NULL, 0);
    char *text = mem_alloc(length + 1);
    lud_move_text(m->game, move, text, length + 1);
    return text;
}

/* The move of a role that a term means (KIF_NONE: the only one it has), found among `list`, which
 * gets its legal moves in the state. */
static bool take_move(ggp_match *m, const void *state, uint32_t role, const kif *k, int node, lud_moves *list,
                      lud_move *move)
{
    if (!list || lud_moves_list(m->ctx, state, role, list) != LUD_OK)
        return false;
    int found = lud_moves_count(list) == 1 ? 0 : -1;
    if (node >= 0) {
        buffer text = {0};
        kif_canonical(k, node, &text);
        found = ggp_find_move(m->game, list, buffer_get(&text));
        buffer_done(&text);
    }
    if (found >= 0)
        *move = lud_moves_at(list, (uint32_t)found);
    return found >= 0;
}

/* The node of each role's move: in a joint move by position, in percepts by name, `(does x a)`. */
static void find_moves(const ggp_match *m, const ggp_message *message, int *nodes)
{
    const kif *k = &message->terms;
    for (uint32_t i = 0; i <= m->roles; i++)
        nodes[i] = KIF_NONE;
    if (!message->numbered) {
        for (uint32_t i = 0; i < m->order_count; i++)
            nodes[m->order[i]] = kif_item(k, message->told, i);
        return;
    }
    nodes[m->role] = message->own;
    for (uint32_t i = 0; i < kif_items(k, message->told); i++) {
        int seen = kif_item(k, message->told, i);
        for (uint32_t role = 0; role <= m->roles && kif_items(k, seen) == 3; role++)
            if (kif_is(k, kif_item(k, seen, 1), lud_role_name(m->game, role)))
                nodes[role] = kif_item(k, seen, 2);
    }
}

static bool step_openly(ggp_match *m, const ggp_message *message)
{
    lud_move *joint = mem_alloc((m->roles + 1) * sizeof *joint);
    lud_moves **lists = mem_alloc((m->roles + 1) * sizeof *lists);
    int *nodes = mem_alloc((m->roles + 1) * sizeof *nodes);
    bool fine = message->numbered || kif_items(&message->terms, message->told) == m->order_count;
    find_moves(m, message, nodes);
    uint64_t movers = lud_movers(m->game, m->state);
    for (uint32_t role = 0; role <= m->roles && fine; role++) {
        if (!(movers >> role & 1))
            continue;
        lists[role] = lud_moves_new();
        fine = take_move(m, m->state, role, &message->terms, nodes[role], lists[role], &joint[role]);
    }
    fine = fine && lud_apply(m->ctx, m->state, joint) == LUD_OK;
    for (uint32_t role = 0; role <= m->roles; role++)
        lud_moves_free(lists[role]);
    free(nodes);
    free(lists);
    free(joint);
    return fine;
}

/* The own move as a text of the game; that of the reply where the message does not say. */
static char *own_move(ggp_match *m, const ggp_message *message, const char *sent)
{
    lud_moves *list = lud_moves_new();
    lud_move move;
    const void *state = belief_state(m->belief, 0);
    bool found = message->own >= 0 && !lud_terminal(m->game, state) &&
                 take_move(m, state, m->role, &message->terms, message->own, list, &move);
    char *text = found ? move_text(m, move) : message->own < 0 && sent ? mem_strdup(sent) : NULL;
    lud_moves_free(list);
    return text;
}

/* With hidden information: the own move and what was seen. */
static bool step_blindly(ggp_match *m, const ggp_message *message, const char *sent, double deadline)
{
    const kif *k = &message->terms;
    buffer seen = {0};
    char *own = own_move(m, message, sent);
    for (uint32_t i = 0; i < kif_items(k, message->told); i++) {
        if (i > 0)
            buffer_add(&seen, " ");
        kif_canonical(k, kif_item(k, message->told, i), &seen);
    }
    bool fine = own && belief_step(m->belief, own, buffer_get(&seen),
                                   message->verb == GGP_STOP ? LUD_AFTER_OVER : LUD_AFTER_DECIDES, deadline) == LUD_OK;
    if (fine)
        ggp_log(m->options, "match %.60s: %u states agree with what was seen%s", m->id, belief_count(m->belief),
                belief_sound(m->belief) ? "" : " no longer");
    buffer_done(&seen);
    free(own);
    return fine;
}

/* Whether the message tells of a step at all. Percepts may be nil, then only the first message of a
 * match, before any move, tells of none. */
static bool tells_step(const ggp_match *m, const ggp_message *message, const char *sent)
{
    if (message->numbered)
        return message->turn > m->turn;
    return m->hidden ? sent != NULL : message->told >= 0;
}

bool ggp_match_update(ggp_match *m, const ggp_message *message, const char *sent, double deadline)
{
    if (!m->game || !m->agent)
        return false;
    if (!tells_step(m, message, sent))
        return true;
    bool fine = m->hidden ? step_blindly(m, message, sent, deadline) : step_openly(m, message);
    if (fine)
        m->turn++;
    else
        ggp_log(m->options, "match %.60s, turn %u: the moves do not fit the rules: %.300s", m->id, m->turn,
                message->text);
    return fine;
}

static agent_sight sight_of(const ggp_match *m)
{
    return (agent_sight){m->role, m->hidden ? NULL : m->state, m->belief};
}

char *ggp_match_any_move(ggp_match *m)
{
    lud_rng rng;
    lud_move move;
    if (!m->agent)
        return NULL;
    const void *state = m->hidden ? belief_state(m->belief, 0) : m->state;
    lud_rng_seed(&rng, m->seed, UINT64_C(1) << 32 | m->turn);
    if (!(lud_movers(m->game, state) >> m->role & 1) || lud_draw_move(m->ctx, state, m->role, &rng, &move) != LUD_OK)
        return NULL;
    return move_text(m, move);
}

static void log_thought(const ggp_match *m, const char *chosen, double seconds)
{
    const agent *a = m->agent;
    ggp_log(m->options, "match %.60s, turn %u: %.100s, %llu playouts in %.2f s", m->id, m->turn, chosen,
            (unsigned long long)a->playouts, seconds);
    for (uint32_t i = 0; a->playouts > 0 && i < lud_moves_count(a->moves); i++) {
        char *text = move_text(m, lud_moves_at(a->moves, i));
        ggp_log(m->options, "    %-30.100s %8llu visits  %6.2f", text, (unsigned long long)a->choices[i].visits,
                a->choices[i].value);
        free(text);
    }
}

char *ggp_match_think(ggp_match *m, double deadline)
{
    agent_sight sight = sight_of(m);
    agent_budget budget = {.deadline = deadline, .stop = &m->stop};
    lud_move move;
    double start = agent_clock();
    budget.seed = m->seed + m->turn;
    if (!m->agent || agent_think(m->agent, &sight, &budget, &move) != LUD_OK)
        return NULL;
    char *text = move_text(m, move);
    if (m->options->log)
        log_thought(m, text, agent_clock() - start);
    return text;
}

void ggp_match_report(ggp_match *m)
{
    char text[100];
    if (!m->agent || m->hidden) {
        ggp_log(m->options, "match %.60s is over after %u steps", m->id, m->turn);
        return;
    }
    lud_score_text(m->game, m->state, m->role, text, sizeof text);
    ggp_log(m->options, "match %.60s is over after %u steps%s; %.60s: %.30s", m->id, m->turn,
            lud_terminal(m->game, m->state) ? "" : " (not at the end of the game)", m->role_name, text);
}
