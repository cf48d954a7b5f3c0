/* Agents of a session, random games and perft from its position. An agent that is asked again goes
 * on with what it knows, so that a long search can be watched in short requests. */
#include "base/clock.h"
#include "session/advice.h"
#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"
#include "session/position.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS_KEPT = 8, RUN_STEP_MAX = 1 << 16 };
static const double SECONDS_MAX = 60;

struct thinkers {
    seat seats[SEATS_KEPT];
    uint32_t roles[SEATS_KEPT];
    uint32_t next; /* to be given up for another */
};

void thinkers_forget(session *s)
{
    for (uint32_t i = 0; s->thinkers && i < SEATS_KEPT; i++)
        s->thinkers->seats[i].told = false;
}

void thinkers_done(session *s)
{
    for (uint32_t i = 0; s->thinkers && i < SEATS_KEPT; i++)
        seat_close(&s->thinkers->seats[i]);
    free(s->thinkers);
    s->thinkers = NULL;
}

/* Opens a seat; where memory is short, what other agents found out is given up for it. */
static bool open_seat(session *s, seat *fresh, failure *p)
{
    match_budget standard = {.seconds = 1};
    if (seat_open(fresh, &s->w, s->path, &standard, p))
        return true;
    if (!strstr(p->text, "memory"))
        return false;
    char *who = mem_strdup(fresh->who);
    for (uint32_t i = 0; i < SEATS_KEPT; i++)
        seat_close(&s->thinkers->seats[i]);
    *p = (failure){0};
    bool fine = seat_read(fresh, who, p) && seat_open(fresh, &s->w, s->path, &standard, p);
    free(who);
    return fine;
}

/* The seat of an agent and role, opened when it is new. */
static seat *seat_of(session *s, const char *who, uint32_t role, failure *p)
{
    if (!s->thinkers)
        s->thinkers = mem_alloc(sizeof *s->thinkers);
    struct thinkers *t = s->thinkers;
    for (uint32_t i = 0; i < SEATS_KEPT; i++)
        if (t->seats[i].who && t->roles[i] == role && strcmp(t->seats[i].who, who) == 0)
            return &t->seats[i];
    seat known = {0};
    bool fine = seat_read(&known, who, p);
    seat_close(&known);
    if (!fine)
        return NULL;
    uint32_t place = t->next++ % SEATS_KEPT;
    seat *fresh = &t->seats[place];
    seat_close(fresh);
    t->roles[place] = role;
    if (seat_read(fresh, who, p) && fresh->human)
        failure_set(p, FAILURE_USAGE, "a person is asked by showing the moves");
    else if (p->kind == FAILURE_NONE && fresh->spec.kind->program && !s->with.load.trust)
        failure_set(p, FAILURE_USAGE, "external agents are programs of their own, and may not be started here");
    else if (p->kind == FAILURE_NONE && open_seat(s, fresh, p))
        return fresh;
    seat_close(fresh);
    return NULL;
}

/* ---- thinking ---- */

static void set_label(json_t *object, const notation *n, const notation_lookup *labels, const char *exact)
{
    const char *label = labels ? notation_of(n, labels, exact) : NULL;
    if (label)
        json_object_set_new(object, "label", json_text(label));
}

static json_t *choices_json(const session *s, const agent *a, const notation_lookup *labels)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_moves_count(a->moves); i++) {
        const agent_choice *c = &a->choices[i];
        char *text = walk_text(&s->w, lud_moves_at(a->moves, i));
        json_t *choice = json_pack("{so so sI sb}", "move", json_text(text), "value",
                                   c->visits || c->proven ? json_real(c->value) : json_null(), "visits",
                                   (json_int_t)c->visits, "proven", c->proven);
        set_label(choice, s->notation, labels, text);
        json_array_append_new(list, choice);
        free(text);
    }
    return list;
}

static json_t *thoughts_json(session *s, const seat *t, uint32_t role, uint32_t chosen, bool labelled)
{
    const agent *a = t->agent;
    notation_lookup labels = {0};
    if (labelled)
        notation_look(session_notation(s), s->w.ctx, s->w.state, role, &labels);
    char *best = walk_text(&s->w, lud_moves_at(s->w.lists[role], chosen));
    bool thought = lud_moves_count(a->moves) > 1 && lud_moves_count(s->w.lists[role]) > 1;
    json_t *reply =
        json_pack("{sb so so so sf sb sI sI si sf so}", "ok", 1, "agent", json_text(t->who), "best", json_text(best),
                  "line", json_text(a->line), "value", thought ? a->value : 0.0, "proven", thought && a->proven,
                  "playouts", (json_int_t)a->playouts, "nodes", (json_int_t)a->nodes, "depth", (int)a->depth, "seconds",
                  a->seconds, "choices", thought ? choices_json(s, a, labelled ? &labels : NULL) : json_array());
    if (labelled) {
        char *line = notation_line(s->notation, &s->w, a->line);
        set_label(reply, s->notation, &labels, best);
        json_object_set_new(reply, "line_label", json_text(line));
        free(line);
        notation_lookup_done(&labels);
    }
    free(best);
    return reply;
}

/* The role that decides, by name; -1 after an error. */
static int deciding_role(session *s, const json_t *request, json_t **error)
{
    const char *name = json_string_value(json_object_get(request, "role"));
    int role = name ? lud_role_find(s->game, name) : walk_mover(&s->w);
    if (role >= 0 && walk_decides(&s->w, (uint32_t)role))
        return role;
    *error = walk_terminal(&s->w) ? session_error("terminal", "the game is over")
             : role < 0 ? session_error("role", name ? "not a role of this game" : "\"role\" must say who decides")
                        : session_error("not_mover", "this role is not to move");
    return -1;
}

static bool read_budget(const json_t *request, match_budget *b, json_t **error)
{
    const json_t *seconds = json_object_get(request, "seconds"), *playouts = json_object_get(request, "playouts");
    double limit = seconds ? json_number_value(seconds) : 1;
    if ((seconds && (!json_is_number(seconds) || !(limit > 0) || limit > SECONDS_MAX)) ||
        (playouts && (!json_is_integer(playouts) || json_integer_value(playouts) <= 0))) {
        *error = session_error("type", "\"seconds\" must be a number up to 60, \"playouts\" a whole number from 1");
        return false;
    }
    *b =
        (match_budget){.seconds = playouts && !seconds ? 0 : limit, .playouts = (uint64_t)json_integer_value(playouts)};
    return true;
}

json_t *session_think(session *s, const json_t *request)
{
    json_t *error = NULL;
    failure p = {0};
    match_budget budget;
    lud_moves *moves;
    uint32_t chosen = 0;
    const char *who = json_string_value(json_object_get(request, "agent"));
    int role = deciding_role(s, request, &error);
    if (role < 0 || !read_budget(request, &budget, &error))
        return error;
    if (role == 0)
        return session_error("role", "chance does not think; \"sample\" draws its move");
    lud_status status = walk_list(&s->w, (uint32_t)role, &moves);
    if (status != LUD_OK)
        return session_fault(s, status);
    seat *t = seat_of(s, who ? who : "mcts", (uint32_t)role, &p);
    if (!t)
        return session_error("agent", p.text);
    if (t->spec.seconds <= 0 && !t->spec.playouts && !t->spec.nodes)
        t->budget = budget;
    else if (t->spec.seconds <= 0 && json_object_get(request, "seconds"))
        t->budget.seconds = budget.seconds;
    bool fine = seat_choose(t, &s->w, (uint32_t)role, s->seed + s->w.ply, &chosen, &p);
    if (fine)
        return thoughts_json(s, t, (uint32_t)role, chosen, session_labels(request));
    return t->status != LUD_OK && t->status != LUD_ERR_ARGUMENT ? session_fault(s, t->status)
                                                                : session_error("agent", p.text);
}

/* ---- the tree of a search ---- */

enum { PATH_MAX_MOVES = 64, BRANCHES_MAX = 1000 };

/* Labels of the moves behind a path, of the role that decides there. */
static bool look_behind(session *s, const char *const *path, uint32_t length, uint32_t role, notation_lookup *labels)
{
    void *state = mem_alloc(s->w.size);
    memcpy(state, s->w.state, s->w.size);
    bool there = notation_go(&s->w, state, path, length);
    if (there)
        notation_look(session_notation(s), s->w.ctx, state, role, labels);
    free(state);
    return there;
}

static json_t *branches_json(session *s, const agent *a, const char *const *path, uint32_t length, bool labelled)
{
    notation_lookup labels = {0};
    agent_branch *all = mem_alloc(BRANCHES_MAX * sizeof *all);
    uint32_t count = a->kind->branches(a, path, length, all, BRANCHES_MAX);
    json_t *list = json_array();
    labelled = labelled && count && look_behind(s, path, length, all[0].role, &labels);
    for (uint32_t i = 0; i < count && i < BRANCHES_MAX; i++) {
        const agent_branch *b = &all[i];
        char *text = walk_text(&s->w, b->move);
        bool known = b->role && (b->visits || b->proven);
        json_t *branch = json_pack("{so so sI so sb sb}", "role", json_text(lud_role_name(s->game, b->role)), "move",
                                   json_text(text), "visits", (json_int_t)b->visits, "value",
                                   known ? json_real(b->value) : json_null(), "proven", b->proven, "open", b->open);
        set_label(branch, s->notation, labelled ? &labels : NULL, text);
        json_array_append_new(list, branch);
        free(text);
    }
    free(all);
    if (labelled)
        notation_lookup_done(&labels);
    return json_pack("{sb si so}", "ok", 1, "count", (int)count, "branches", list);
}

/* The seat that thought here last as this role and agent; NULL: none did. */
static const seat *thought_seat(const session *s, const char *who, int role)
{
    const struct thinkers *t = s->thinkers;
    for (uint32_t i = 0; t && i < SEATS_KEPT; i++)
        if (t->seats[i].agent && t->seats[i].told && (int)t->roles[i] == role && strcmp(t->seats[i].who, who) == 0)
            return &t->seats[i];
    return NULL;
}

json_t *session_tree(session *s, const json_t *request)
{
    const char *who = json_string_value(json_object_get(request, "agent")),
               *name = json_string_value(json_object_get(request, "role"));
    const json_t *path = json_object_get(request, "path");
    const char *moves[PATH_MAX_MOVES];
    size_t length = json_array_size(path);
    const seat *t = name ? thought_seat(s, who ? who : "mcts", lud_role_find(s->game, name)) : NULL;
    if (!name || (path && !json_is_array(path)) || length > PATH_MAX_MOVES)
        return session_error("type", "\"role\" must be a string, \"path\" a list of at most 64 moves");
    for (size_t i = 0; i < length; i++)
        if (!(moves[i] = json_string_value(json_array_get(path, i))))
            return session_error("type", "a move must be a string");
    if (!t || !t->agent->kind->branches)
        return session_error("agent", t ? "this agent keeps no tree"
                                        : "this agent has not thought for this role; \"think\" asks it");
    if (lud_movers(s->game, s->w.state) & (lud_movers(s->game, s->w.state) - 1))
        return session_error("agent", "where several roles decide at once there is no tree of moves");
    if (s->hidden)
        return session_error("agent", "with hidden information there is no tree of positions");
    return branches_json(s, t->agent, moves, (uint32_t)length, session_labels(request));
}

/* ---- random games ---- */

json_t *session_sample(session *s, const json_t *request)
{
    json_t *error = NULL;
    lud_move move;
    lud_moves *moves;
    int role = deciding_role(s, request, &error);
    if (role < 0)
        return error;
    lud_rng rng;
    lud_rng_seed(&rng, s->seed, (uint64_t)s->w.ply * 64 + (uint64_t)role);
    lud_status status = walk_list(&s->w, (uint32_t)role, &moves);
    if (status == LUD_OK)
        status = walk_choose(&s->w, (uint32_t)role, role == 0, &rng, &move);
    if (status != LUD_OK)
        return session_fault(s, status);
    char *text = walk_text(&s->w, move);
    json_t *reply = json_pack("{sb so so}", "ok", 1, "role", json_text(lud_role_name(s->game, (uint32_t)role)), "move",
                              json_text(text));
    if (session_labels(request)) {
        char *label = notation_made(session_notation(s), &s->w, s->w.state, (uint32_t)role, text);
        json_object_set_new(reply, "label", json_text(label));
        free(label);
    }
    free(text);
    return reply;
}

typedef struct tally {
    uint64_t games, *wins, draws, plies;
    double *sums, top; /* top: the highest score, of one role */
    uint32_t roles;
    lud_status status;
} tally;

static void count_game(void *user, lud_status status, const lud_playout_result *result, const double *scores)
{
    tally *t = user;
    if (status != LUD_OK) {
        t->status = status;
        return;
    }
    uint32_t best = 0, equal = 0;
    for (uint32_t i = 0; i < t->roles; i++) {
        t->sums[i] += scores[i];
        best = scores[i] > scores[best] ? i : best;
    }
    for (uint32_t i = 0; i < t->roles; i++)
        equal += scores[i] >= scores[best];
    t->wins[best] += t->roles == 1 ? scores[0] >= t->top : equal == 1;
    t->draws += equal > 1;
    t->games++;
    t->plies += result->plies;
}

json_t *session_run(session *s, const json_t *request)
{
    json_t *error = NULL;
    match_budget b;
    if (!read_budget(request, &b, &error))
        return error;
    tally t = {.roles = s->w.roles,
               .wins = mem_alloc((s->w.roles + 1) * sizeof *t.wins),
               .sums = mem_alloc((s->w.roles + 1) * sizeof *t.sums)};
    double low;
    if (!lud_score_bounds(s->game, 1, &low, &t.top) || low >= t.top)
        t.top = INFINITY;
    lud_rng rng;
    lud_rng_seed(&rng, s->seed, s->playouts++);
    double begin = clock_wall();
    uint64_t wanted = b.playouts ? b.playouts : UINT64_MAX;
    lud_playout_options options = {.count_duplicates = s->with.count_duplicates};
    double spent = 0;
    while (t.games < wanted && t.status == LUD_OK && (b.seconds <= 0 || spent < b.seconds)) {
        /* as many again where they fit into half of the time that is left, so that slow games end in time */
        double fit = b.seconds > 0 && spent > 0 ? (double)t.games * (b.seconds - spent) / (2 * spent) : RUN_STEP_MAX;
        uint64_t step = t.games == 0 ? 1 : fit < 1 ? 1 : fit > RUN_STEP_MAX ? RUN_STEP_MAX : (uint64_t)fit;
        if (step > wanted - t.games)
            step = wanted - t.games;
        lud_status status = lud_playouts(s->w.ctx, s->w.state, &rng, step, &options, count_game, &t);
        t.status = t.status == LUD_OK ? status : t.status;
        spent = clock_wall() - begin;
    }
    json_t *means = json_object(), *wins = json_object();
    for (uint32_t role = 1; role <= s->w.roles; role++) {
        json_object_set_new(means, lud_role_name(s->game, role),
                            json_real(t.games ? t.sums[role - 1] / (double)t.games : 0));
        json_object_set_new(wins, lud_role_name(s->game, role), json_whole(t.wins[role - 1]));
    }
    free(t.wins);
    free(t.sums);
    json_t *reply = json_pack("{sb so so so so sf sf}", "ok", 1, "playouts", json_whole(t.games), "mean_scores", means,
                              "wins", wins, "draws", json_whole(t.draws), "mean_plies",
                              t.games ? (double)t.plies / (double)t.games : 0, "seconds", clock_wall() - begin);
    if (t.status == LUD_OK)
        return reply;
    json_decref(reply);
    return session_fault(s, t.status);
}

enum { DEPTH_MAX = 64 };

json_t *session_perft(session *s, const json_t *request)
{
    const json_t *depth = json_object_get(request, "depth");
    uint64_t counts[DEPTH_MAX + 1];
    if (!json_is_integer(depth) || json_integer_value(depth) < 0 || json_integer_value(depth) > DEPTH_MAX)
        return session_error("type", "\"depth\" must be a whole number from 0 to 64");
    lud_perft_options options = {.count_duplicates = s->with.count_duplicates};
    double begin = clock_wall();
    uint32_t wanted = (uint32_t)json_integer_value(depth);
    lud_status status = lud_perft(s->w.ctx, s->w.state, wanted, &options, counts);
    if (status != LUD_OK)
        return session_fault(s, status);
    json_t *list = json_array();
    for (uint32_t i = 0; i <= wanted; i++)
        json_array_append_new(list, json_whole(counts[i]));
    return json_pack("{sb so sf}", "ok", 1, "perft", list, "seconds", clock_wall() - begin);
}
