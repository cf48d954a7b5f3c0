#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"
#include "session/position.h"
#include "session/trace.h"
#include "session/workspace.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void close_ways(session *s)
{
    json_decref(s->open_moves);
    s->open_moves = NULL;
}

void session_forget(session *s)
{
    close_ways(s);
    shared_done(s);
    thinkers_forget(s);
}

/* ---- replies ---- */

json_t *session_error(const char *code, const char *message)
{
    return json_pack("{sb s{ss so}}", "ok", 0, "error", "code", code, "message", json_text(message));
}

const char *session_status(lud_status status)
{
    switch (status) {
    case LUD_OK: return "ok";
    case LUD_ERR_ARGUMENT: return "argument";
    case LUD_ERR_ILLEGAL: return "illegal";
    case LUD_ERR_TERMINAL: return "terminal";
    case LUD_ERR_STUCK: return "stuck";
    case LUD_ERR_KEEPER: return "keeper";
    case LUD_ERR_AMBIGUOUS: return "ambiguous";
    case LUD_ERR_RANGE: return "range";
    case LUD_ERR_PLAYER: return "player";
    case LUD_ERR_MEMORY: return "memory";
    case LUD_LIMIT_TAGS: return "limit_tags";
    case LUD_LIMIT_STATES: return "limit_states";
    case LUD_LIMIT_STEPS: return "limit_steps";
    case LUD_LIMIT_DEPTH: return "limit_depth";
    case LUD_LIMIT_PLIES: return "limit_plies";
    case LUD_LIMIT_TIME: return "limit_time";
    case LUD_LIMIT_ATOMS: return "limit_atoms";
    case LUD_LIMIT_MEMORY: return "limit_memory";
    case LUD_ERR_SOLVER: return "solver";
    case LUD_ERR_RULES: return "rules";
    case LUD_INTERRUPTED: return "interrupted";
    }
    return "fault";
}

json_t *session_fault(session *s, lud_status status)
{
    const char *why = lud_fault_text(s->w.ctx, false);
    json_t *reply = session_error(session_status(status), why && *why ? why : lud_status_text(status));
    trace t = {0};
    if (!why || !*why)
        return reply;
    trace_walk(&t, &s->w);
    json_object_set_new(json_object_get(reply, "error"), "diagnostic", trace_fault_json(&s->with, &s->w, &t, s->path));
    trace_done(&t);
    return reply;
}

json_t *session_position(const session *s)
{
    return json_pack("{sb si sb so so}", "ok", 1, "ply", s->w.ply, "terminal", walk_terminal(&s->w), "movers",
                     position_movers_json(&s->w), "hash", json_hash(lud_state_hash(s->game, s->w.state)));
}

notation *session_notation(session *s)
{
    if (!s->notation)
        s->notation = notation_new(s->game, s->w.ctx);
    return s->notation;
}

bool session_labels(const json_t *request) { return json_is_true(json_object_get(request, "labels")); }

/* ---- operations ---- */

/* A number, or its digits as a string, since numbers of JSON end earlier. */
bool session_read_seed(const json_t *value, uint64_t *seed)
{
    const char *digits = json_string_value(value);
    if (!digits) {
        *seed = (uint64_t)json_integer_value(value);
        return json_is_integer(value) && json_integer_value(value) >= 0;
    }
    char *end;
    errno = 0;
    *seed = strtoull(digits, &end, 10);
    return digits[0] >= '0' && digits[0] <= '9' && !*end && !errno;
}

static json_t *op_new(session *s, const json_t *request)
{
    const json_t *seed = json_object_get(request, "seed");
    uint64_t wanted = s->with.seed;
    if (seed && !session_read_seed(seed, &wanted))
        return session_error("type", "\"seed\" must be a whole number from 0 to 2^64 - 1");
    s->seed = wanted;
    s->playouts = 0;
    session_forget(s);
    lud_status status = walk_start(&s->w);
    s->started = status == LUD_OK;
    s->start_status = status;
    return s->started ? session_position(s) : session_fault(s, status);
}

/* Sets the joint move from {role: text}; false when that is not a legal move here. */
static bool set_joint(session *s, const json_t *moves)
{
    for (uint32_t role = 0; role <= s->w.roles; role++) {
        lud_moves *list;
        const char *move = json_string_value(json_object_get(moves, lud_role_name(s->game, role)));
        if (!walk_decides(&s->w, role) != !move)
            return false;
        if (!move)
            continue;
        int found = walk_list(&s->w, role, &list) == LUD_OK ? walk_find(&s->w, role, move) : -1;
        if (found < 0)
            return false;
        s->w.joint[role] = walk_at(&s->w, role, found);
    }
    return true;
}

/* Goes to the position that another way of the last move leads to. */
static bool take_way(session *s, uint32_t way)
{
    if (way == s->way)
        return true;
    uint32_t before = s->way;
    walk_undo(&s->w);
    s->way = way;
    if (set_joint(s, s->open_moves) && walk_apply(&s->w, way) == LUD_OK)
        return true;
    s->way = before;
    if (set_joint(s, s->open_moves))
        walk_apply(&s->w, before);
    return false;
}

/* Takes the first way after which the moves can be made; stays where that is nowhere. */
static void choose_way(session *s, const json_t *moves)
{
    uint32_t before = s->way;
    for (uint32_t i = 0; i < s->ways; i++)
        if (take_way(s, (before + i) % s->ways) && set_joint(s, moves))
            return;
    take_way(s, before);
}

static json_t *op_moves(session *s, const json_t *request)
{
    (void)request;
    lud_status status;
    json_t *moves = position_moves_json(&s->w, s->with.count_duplicates, &status);
    uint32_t before = s->way;
    for (uint32_t way = 0; s->open_moves && way < s->ways && status == LUD_OK; way++) {
        if (way == before || !take_way(s, way))
            continue;
        json_t *others = position_moves_json(&s->w, s->with.count_duplicates, &status);
        json_object_update_missing(moves, others);
        json_decref(others);
        take_way(s, before);
    }
    if (status == LUD_OK)
        return json_pack("{sb so}", "ok", 1, "moves", moves);
    json_decref(moves);
    return session_fault(s, status);
}

/* Takes the role's move from {role: text}; NULL when it is fine, else the error. */
static json_t *take_move(session *s, const json_t *moves, uint32_t role)
{
    walk *w = &s->w;
    char message[256];
    const char *name = lud_role_name(s->game, role);
    const json_t *move = json_object_get(moves, name);
    if (!move) {
        snprintf(message, sizeof message, "the move of %.100s is missing", name);
        return session_error("missing", message);
    }
    if (!json_is_string(move))
        return session_error("type", "a move must be a string");
    lud_moves *list;
    lud_status status = walk_list(w, role, &list);
    if (status != LUD_OK)
        return session_fault(s, status);
    int found = walk_find(w, role, json_string_value(move));
    if (found < 0) {
        char *why = position_illegal(w, role, json_string_value(move));
        json_t *reply = session_error("illegal", why);
        free(why);
        return reply;
    }
    w->joint[role] = walk_at(w, role, found);
    return NULL;
}

static json_t *check_movers(session *s, const json_t *moves)
{
    const char *name;
    json_t *move;
    char message[256];
    json_object_foreach ((json_t *)(uintptr_t)moves, name, move) {
        int role = lud_role_find(s->game, name);
        if (role >= 0 && walk_decides(&s->w, (uint32_t)role))
            continue;
        snprintf(message, sizeof message, "%.100s %s", name,
                 role < 0 ? "is not a role of this game" : "is not to move");
        return session_error(role < 0 ? "role" : "not_mover", message);
    }
    return NULL;
}

/* What the roles saw when entry of the walk came about. */
static json_t *percepts_json(const session *s, uint32_t entry)
{
    lud_info info;
    lud_game_info(s->game, &info);
    json_t *object = json_object();
    for (uint32_t role = info.chance ? 0 : 1; role <= s->w.roles; role++)
        json_object_set_new(object, lud_role_name(s->game, role), terms_json(walk_percept(&s->w, role, entry)));
    return object;
}

static json_t *percept_json(const session *s, uint32_t role, uint32_t entry)
{
    const char *seen = walk_percept(&s->w, role, entry);
    return s->w.facts ? terms_json(seen) : json_text(seen);
}

static json_t *op_apply(session *s, const json_t *request)
{
    const json_t *moves = json_object_get(request, "moves");
    if (!json_is_object(moves))
        return session_error("type", "\"moves\" must be an object {role: move}");
    if (s->open_moves)
        choose_way(s, moves);
    if (walk_terminal(&s->w))
        return session_error("terminal", "the game is over");
    json_t *error = check_movers(s, moves);
    for (uint32_t role = 0; role <= s->w.roles && !error; role++)
        if (walk_decides(&s->w, role))
            error = take_move(s, moves, role);
    if (error)
        return error;
    const json_t *way = json_object_get(request, "way");
    if (way && (!json_is_integer(way) || json_integer_value(way) < 0))
        return session_error("type", "\"way\" must be a whole number from 0");
    uint32_t ways = walk_ways(&s->w);
    if (way && json_integer_value(way) >= ways)
        return session_error("way", "there are fewer ways of making this move");
    lud_status status = walk_apply(&s->w, (uint32_t)json_integer_value(way));
    if (status != LUD_OK)
        return session_fault(s, status);
    close_ways(s);
    json_t *reply = session_position(s);
    if (ways > 1)
        json_object_set_new(reply, "ways", json_integer(ways));
    if (s->w.facts && s->hidden)
        json_object_set_new(reply, "percepts", percepts_json(s, s->w.ply));
    if (ways > 1 && !way) {
        s->open_moves = json_deep_copy(moves);
        s->ways = ways;
        s->way = 0;
    }
    return reply;
}

static json_t *op_state(session *s, const json_t *request)
{
    (void)request;
    return json_pack("{sb so}", "ok", 1, "state", position_state_json(&s->w));
}

static json_t *op_observe(session *s, const json_t *request)
{
    const char *name = json_string_value(json_object_get(request, "role"));
    if (!name)
        return session_error("type", "\"role\" must be a string");
    int role = lud_role_find(s->game, name);
    if (role < 1)
        return session_error("role", role == 0 ? "chance observes nothing" : "not a role of this game");
    json_t *seen = json_array();
    for (uint32_t i = 1; i <= s->w.ply; i++)
        json_array_append_new(seen, percept_json(s, (uint32_t)role, i));
    json_t *reply = json_pack("{sb so so so so}", "ok", 1, "role", json_text(name), "hash",
                              json_hash(lud_observe_hash(s->game, s->w.state, (uint32_t)role)), "start",
                              percept_json(s, (uint32_t)role, 0), "seen", seen);
    if (!s->hidden)
        json_object_set_new(reply, "state", position_state_json(&s->w));
    return reply;
}

static json_t *op_scores(session *s, const json_t *request)
{
    (void)request;
    return json_pack("{sb sb so}", "ok", 1, "terminal", walk_terminal(&s->w), "scores", position_scores_json(&s->w));
}

/* Random moves from here to the end, on a copy of the state. */
static json_t *op_playout(session *s, const json_t *request)
{
    (void)request;
    void *state = mem_alloc(s->w.size);
    memcpy(state, s->w.state, s->w.size);
    lud_rng rng;
    lud_rng_seed(&rng, s->seed, s->playouts++);
    lud_playout_options p = {.count_duplicates = s->with.count_duplicates};
    lud_playout_result result = {0};
    lud_status status = lud_playout(s->w.ctx, state, &rng, &p, &result);
    json_t *reply = status == LUD_OK ? json_pack("{sb so si si}", "ok", 1, "scores", state_scores_json(&s->w, state),
                                                 "plies", result.plies, "turns", result.turns)
                                     : session_fault(s, status);
    free(state);
    return reply;
}

static json_t *op_undo(session *s, const json_t *request)
{
    (void)request;
    session_forget(s);
    return walk_undo(&s->w) ? session_position(s) : session_error("start", "this is the initial position");
}

static json_t *op_view(session *s, const json_t *request)
{
    (void)request;
    return json_pack("{sb so}", "ok", 1, "boards", position_view_json(&s->w));
}

static json_t *op_passes(session *s, const json_t *request)
{
    (void)request;
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_pass_count(s->game); i++) {
        lud_pass_info p = lud_pass_at(s->game, i);
        json_array_append_new(list, json_pack("{ss ss sb si}", "name", p.name, "summary", p.summary, "enabled",
                                              p.enabled, "changes", (int)p.changes));
    }
    return json_pack("{sb so}", "ok", 1, "passes", list);
}

static json_t *op_quit(session *s, const json_t *request)
{
    (void)request;
    s->quit = true;
    return json_pack("{sb}", "ok", 1);
}

typedef struct operation {
    const char *name;
    json_t *(*run)(session *s, const json_t *request);
    bool needs_position;
} operation;

static const operation operations[] = {
    {"new", op_new, false},
    {"moves", op_moves, true},
    {"apply", op_apply, true},
    {"state", op_state, true},
    {"observe", op_observe, true},
    {"scores", op_scores, true},
    {"playout", op_playout, true},
    {"undo", op_undo, true},
    {"view", op_view, true},
    {"boards", session_boards, true},
    {"look", session_look, true},
    {"witness", session_witness, true},
    {"decide", session_decide, true},
    {"threats", session_threats, true},
    {"works", session_works, false},
    {"trial", session_trial, true},
    {"replay", session_replay, false},
    {"think", session_think, true},
    {"tree", session_tree, true},
    {"sample", session_sample, true},
    {"run", session_run, true},
    {"perft", session_perft, true},
    {"passes", op_passes, false},
    {"puzzle", session_puzzle, false},
    {"force", session_force, true},
    {"why", session_why, true},
    {"analyse", session_analyse, false},
    {"match", session_match, false},
    {"explore", session_explore, false},
    {"quit", op_quit, false},
};

/* A session that was started for one game is asked for what chooses or reads games. */
static json_t *chosen_already(const char *op)
{
    buffer b = {0};
    buffer_addf(
        &b,
        "\"%s\" is an operation of `ludens session` without GAME; this session is about one game, which \"new\" "
        "begins again",
        op);
    json_t *error = session_error("op", buffer_get(&b));
    buffer_done(&b);
    return error;
}

/* Operations that answer-set games have of their own come first. */
static json_t *dispatch(session *s, const json_t *request)
{
    if (!json_is_object(request))
        return session_error("type", "a request must be an object");
    const char *op = json_string_value(json_object_get(request, "op"));
    if (!op)
        return session_error("type", "\"op\" must be a string");
    json_t *reply = s->w.open ? answersets_dispatch(s, op, request) : NULL;
    if (reply)
        return reply;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(operations[i].name, op) != 0)
            continue;
        if (operations[i].needs_position && !s->started)
            return session_fault(s, s->start_status);
        return operations[i].run(s, request);
    }
    if (workspace_knows(op))
        return chosen_already(op);
    buffer known = {0};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        buffer_addf(&known, "%s%s", i ? ", " : "unknown operation (", operations[i].name);
    buffer_add(&known, s->w.open ? ", strategy)" : ")");
    json_t *unknown = session_error("op", buffer_get(&known));
    buffer_done(&known);
    return unknown;
}

static json_t *reply_to(session *s, const char *line, size_t length)
{
    if (length > SESSION_LINE_MAX)
        return session_error("too_long", "a request must be shorter than 1 MiB");
    json_error_t error;
    json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    json_t *reply = request ? dispatch(s, request) : session_error("json", json_problem(&error));
    json_decref(request);
    return reply;
}

/* ---- the interface ---- */

static bool begin(session *s, const setup *with, const char *path, const char *rules, size_t length, lud_diags *diags)
{
    s->with = *with;
    if (with->load.level == &with->level)
        s->with.load.level = &s->with.level;
    s->path = mem_strdup(path);
    s->rules = mem_strndup(rules, length);
    s->rules_length = length;
    s->seed = with->seed;
    s->game = lud_load_text(rules, length, path, &s->with.load, diags);
    if (!s->game)
        return false;
    lud_info info;
    lud_game_info(s->game, &info);
    s->hidden = info.hidden;
    walk_init(&s->w, s->game);
    s->start_status = walk_start(&s->w);
    s->started = s->start_status == LUD_OK;
    return true;
}

session *session_open(const setup *with, const char *path, const char *rules, size_t length, lud_diags *diags)
{
    session *volatile s = calloc(1, sizeof *s);
    jmp_buf ended, *before = memory_catch(&ended);
    bool fine = s && !setjmp(ended) && begin(s, with, path, rules, length, diags);
    memory_catch(before);
    if (!fine && s) {
        s->broken = true; /* the walk may be half made */
        session_close(s);
    }
    return fine ? s : NULL;
}

char *session_request(session *s, const char *line, size_t length)
{
    jmp_buf ended, *before = memory_catch(&ended);
    char *volatile text = NULL;
    if (s->broken || setjmp(ended)) {
        s->broken = true; /* what was half done then is not to be trusted */
    } else {
        json_t *reply = reply_to(s, line, length);
        text = json_dumps(reply, JSON_ENCODE_ANY | JSON_REAL_PRECISION(10));
        json_decref(reply);
        s->broken = !text;
    }
    memory_catch(before);
    return text ? text : strdup(SESSION_NO_MEMORY);
}

bool session_ended(const session *s) { return s->quit; }
bool session_broken(const session *s) { return s->broken; }
const lud_game *session_game(const session *s) { return s->game; }

void session_close(session *s)
{
    if (!s)
        return;
    if (s->game && !s->broken) {
        close_ways(s);
        answersets_done(s);
        shared_done(s);
        thinkers_done(s);
        puzzles_done(s);
        why_done(s);
        notation_free(s->notation);
        walk_done(&s->w);
    }
    lud_game_free(s->game);
    free(s->rules);
    free(s->path);
    free(s);
}
