/* Sessions of answer-set games: levels, sets of actions, draws, the player's memory, strategies. */
#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"
#include "session/position.h"

#include <stdlib.h>
#include <string.h>

/* ---- lists of atoms ---- */

/* A list of atoms, with or without a full stop, or one text, as lines. NULL: it is neither. */
static char *read_lines(const json_t *value, const char *end)
{
    buffer out = {0};
    if (json_is_string(value))
        return mem_strdup(json_string_value(value));
    if (!json_is_array(value))
        return NULL;
    for (size_t i = 0; i < json_array_size(value); i++) {
        const char *atom = json_string_value(json_array_get(value, i));
        if (!atom) {
            buffer_done(&out);
            return NULL;
        }
        size_t n = strlen(atom);
        while (n > 0 && strchr(" \t\r\n.", atom[n - 1]))
            n--;
        buffer_add_bytes(&out, atom, n);
        buffer_add(&out, end);
    }
    char *text = mem_strdup(buffer_get(&out));
    buffer_done(&out);
    return text;
}

/* Values, or [low, high, value] as recordings have them. False: it is no list of these. */
static bool read_draws(const json_t *list, int64_t **draws, uint32_t *count)
{
    *draws = NULL;
    *count = 0;
    if (!list || json_is_null(list))
        return true;
    if (!json_is_array(list))
        return false;
    *count = (uint32_t)json_array_size(list);
    *draws = mem_alloc((*count + 1) * sizeof **draws);
    for (uint32_t i = 0; i < *count; i++) {
        const json_t *value = json_array_get(list, i);
        if (json_is_array(value) && json_array_size(value) == 3)
            value = json_array_get(value, 2);
        if (!json_is_integer(value))
            return false;
        (*draws)[i] = json_integer_value(value);
    }
    return true;
}

static json_t *draws_json(const int64_t *draws, uint32_t count)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < count; i++)
        json_array_append_new(list, json_integer(draws[i]));
    return list;
}

/* ---- memory ---- */

static const char *memory_of(const session *s)
{
    return s->w.ply < s->memory_count && s->memories[s->w.ply] ? s->memories[s->w.ply] : "";
}

/* Memory at the present ply. */
static void set_memory(session *s, const char *text)
{
    uint32_t ply = s->w.ply;
    if (ply >= s->memory_capacity) {
        uint32_t capacity = ply ? 2 * ply + 2 : 32;
        s->memories = mem_grow(s->memories, capacity * sizeof *s->memories);
        memset(s->memories + s->memory_capacity, 0, (capacity - s->memory_capacity) * sizeof *s->memories);
        s->memory_capacity = capacity;
    }
    char *copy = mem_strdup(text);
    free(s->memories[ply]);
    s->memories[ply] = copy;
    s->memory_count = ply + 1;
}

static void forget_next(session *s)
{
    free(s->next_memory);
    s->next_memory = NULL;
}

void answersets_done(session *s)
{
    lud_strategy_free(s->strategy);
    for (uint32_t i = 0; i < s->memory_capacity; i++)
        free(s->memories[i]);
    free(s->memories);
    free(s->program);
    forget_next(s);
    s->strategy = NULL;
    s->memories = NULL;
    s->program = NULL;
    s->memory_capacity = s->memory_count = 0;
}

/* ---- positions ---- */

static json_t *facts_json(session *s, lud_facts which)
{
    const char *text;
    lud_status status = lud_facts_text(s->w.ctx, s->w.state, which, &text);
    if (status == LUD_ERR_MEMORY) /* a reply without them would look whole */
        mem_no_memory();
    return status == LUD_OK ? json_lines(text) : NULL;
}

static void add_position(session *s, json_t *reply)
{
    const char *verdict = lud_verdict(s->game, s->w.state);
    json_object_set_new(reply, "time", json_integer(lud_time(s->game, s->w.state)));
    json_object_set_new(reply, "verdict", json_string(verdict));
    json_t *goal = *verdict ? facts_json(s, LUD_FACTS_GOAL) : NULL;
    if (goal)
        json_object_set_new(reply, "goal", goal);
}

/* The first error, with its place. */
static json_t *load_error(lud_diags *diags)
{
    for (uint32_t i = 0; i < lud_diags_count(diags); i++)
        if (lud_diags_get(diags, i).severity == LUD_ERROR)
            return session_error("level", lud_diags_render(diags, i, false));
    return session_error("level", "the level cannot be loaded");
}

/* ---- new ---- */

static bool use_level(session *s, const lud_level *level, json_t **error)
{
    lud_options load = s->with.load;
    load.level = level;
    lud_diags *diags = lud_diags_new();
    lud_game *game = diags ? lud_load_text(s->rules, s->rules_length, s->path, &load, diags) : NULL;
    if (!game)
        *error = diags ? load_error(diags) : session_error("memory", "out of memory");
    lud_diags_free(diags);
    if (!game)
        return false;
    lud_strategy_free(s->strategy);
    s->strategy = NULL;
    thinkers_done(s); /* this and what follows belong to the old game */
    shared_done(s);
    notation_free(s->notation);
    s->notation = NULL;
    walk_done(&s->w);
    lud_game_free(s->game);
    s->game = game;
    walk_init(&s->w, game);
    return true;
}

static json_t *op_new(session *s, const json_t *request)
{
    const json_t *seed = json_object_get(request, "seed"), *state = json_object_get(request, "state");
    const json_t *settings = json_object_get(request, "settings"), *generate = json_object_get(request, "generate");
    uint64_t wanted = s->with.seed;
    lud_level level = {0};
    int64_t *draws = NULL;
    json_t *error = NULL;
    if (seed && !session_read_seed(seed, &wanted))
        return session_error("type", "\"seed\" must be a whole number from 0 to 2^64 - 1");
    if (!read_draws(json_object_get(request, "draws"), &draws, &level.draw_count)) {
        free(draws);
        return session_error("type", "\"draws\" must be a list of whole numbers");
    }
    level.draws = draws;
    level.seed = wanted;
    char *given = state ? read_lines(state, ".\n") : NULL, *set = settings ? read_lines(settings, ".\n") : NULL;
    if ((state && !given) || (settings && !set))
        error = session_error("type", "\"state\" and \"settings\" must be lists of atoms, or texts");
    else if (!state && settings)
        error = session_error("type", "\"settings\" come with \"state\"");
    level.state = given;
    level.settings = given ? set : NULL;
    bool stored = !given && !json_is_true(generate) && (json_is_false(generate) || (!seed && !draws));
    if (!error)
        use_level(s, stored ? NULL : &level, &error);
    free(given);
    free(set);
    free(draws);
    if (error)
        return error;
    lud_info info;
    lud_game_info(s->game, &info);
    s->hidden = info.hidden;
    s->seed = wanted;
    s->playouts = 0;
    forget_next(s);
    s->memory_count = 0;
    s->start_status = walk_start(&s->w);
    s->started = s->start_status == LUD_OK;
    if (!s->started)
        return session_fault(s, s->start_status);
    set_memory(s, "");
    json_t *reply = session_position(s);
    uint32_t count;
    const int64_t *drawn = lud_level_draws(s->game, &count);
    add_position(s, reply);
    json_object_set_new(reply, "level", json_string(lud_level_source(s->game)));
    json_object_set_new(reply, "state", facts_json(s, LUD_FACTS_STATE));
    json_object_set_new(reply, "settings", facts_json(s, LUD_FACTS_SETTINGS));
    json_object_set_new(reply, "draws", drawn ? draws_json(drawn, count) : json_null());
    return reply;
}

/* ---- apply ---- */

/* The actions: a list of atoms under "do", "moves" or "actions", or {"player": text or list} under
 * "moves". */
static char *read_actions(const json_t *request)
{
    static const char *const keys[] = {"do", "actions", "moves"};
    const json_t *value = NULL;
    for (int i = 0; i < 3 && !value; i++)
        value = json_object_get(request, keys[i]);
    if (json_is_object(value))
        value = json_object_get(value, "player");
    return value ? read_lines(value, "\n") : NULL;
}

/* A list beside the player's move in "moves": {"random": text}. */
static const char *chance_text(const json_t *request)
{
    const json_t *moves = json_object_get(request, "moves");
    return json_is_object(moves) ? json_string_value(json_object_get(moves, "random")) : NULL;
}

static json_t *take_draws(session *s, const json_t *request)
{
    lud_info info;
    int64_t *draws;
    uint32_t count;
    bool fine = read_draws(json_object_get(request, "draws"), &draws, &count);
    lud_game_info(s->game, &info);
    json_t *error = fine ? NULL : session_error("type", "\"draws\" must be a list of whole numbers");
    const char *named = chance_text(request);
    if (!error && info.chance && (draws || named)) {
        buffer text = {0};
        for (uint32_t i = 0; i < count; i++)
            buffer_addf(&text, "%s%lld", i ? " " : "", (long long)draws[i]);
        int found = walk_find(&s->w, 0, draws ? buffer_get(&text) : named);
        if (found < 0)
            error = session_error("illegal", "these are not the values that nature draws");
        else
            s->w.joint[0] = walk_at(&s->w, 0, found);
        buffer_done(&text);
    } else if (!error && info.chance) {
        lud_rng rng;
        lud_rng_seed(&rng, s->seed, UINT64_C(1) << 32 | s->w.ply);
        lud_status status = walk_choose(&s->w, 0, false, &rng, &s->w.joint[0]);
        error = status == LUD_OK ? NULL : session_fault(s, status);
    } else if (!error && (count || (named && *named))) {
        error = session_error("illegal", "nature draws no values");
    }
    free(draws);
    return error;
}

static json_t *take_actions(session *s, const json_t *request)
{
    char *text = read_actions(request);
    if (!text)
        return session_error("type", "\"do\" must be a list of atoms");
    int found = walk_find(&s->w, 1, text);
    json_t *error = NULL;
    if (found >= 0) {
        s->w.joint[1] = walk_at(&s->w, 1, found);
    } else {
        buffer message = {0};
        buffer_addf(&message, "'%.200s' is no list of actions: atoms like do(move(left)) were expected", text);
        error = session_error("illegal", buffer_get(&message));
        buffer_done(&message);
    }
    free(text);
    return error;
}

static bool need_strategy(session *s, json_t **error)
{
    if (s->strategy)
        return true;
    lud_diags *diags = lud_diags_new();
    s->strategy = lud_strategy_new(s->game, s->program, s->program ? strlen(s->program) : 0, "strategy", diags);
    if (!s->strategy)
        *error = diags ? load_error(diags) : session_error("memory", "out of memory");
    lud_diags_free(diags);
    return s->strategy != NULL;
}

/* Lists of the request decide what is remembered, else the strategy that was run here. To be freed.
 */
static char *memory_after(session *s, const json_t *request, json_t **error)
{
    const json_t *remember = json_object_get(request, "remember"), *forget = json_object_get(request, "forget");
    if (!remember && !forget)
        return mem_strdup(s->next_memory ? s->next_memory : memory_of(s));
    char *more = remember ? read_lines(remember, "\n") : mem_strdup("");
    char *less = forget ? read_lines(forget, "\n") : mem_strdup(""), *after = NULL;
    const char *text = "";
    if (!more || !less)
        *error = session_error("type", "\"remember\" and \"forget\" must be lists of atoms");
    else if (need_strategy(s, error)) {
        lud_status status = lud_strategy_remember(s->strategy, memory_of(s), more, less, &text);
        if (status != LUD_OK)
            *error = session_error(session_status(status), lud_strategy_fault(s->strategy));
        after = mem_strdup(text);
    }
    free(more);
    free(less);
    return after;
}

static json_t *op_apply(session *s, const json_t *request)
{
    if (walk_terminal(&s->w))
        return session_error("terminal", "the game is over");
    const json_t *way = json_object_get(request, "way");
    if (way && (!json_is_integer(way) || json_integer_value(way) < 0))
        return session_error("type", "\"way\" must be a whole number from 0");
    json_t *error = take_actions(s, request);
    if (!error)
        error = take_draws(s, request);
    char *after = error ? NULL : memory_after(s, request, &error);
    char *drawn = error ? NULL : walk_decides(&s->w, 0) ? walk_text(&s->w, s->w.joint[0]) : mem_strdup("");
    uint32_t ways = error ? 1 : walk_ways(&s->w);
    if (!error && way && json_integer_value(way) >= ways)
        error = session_error("way", "nature has fewer answer sets");
    if (!error) {
        lud_status status = walk_apply(&s->w, (uint32_t)json_integer_value(way));
        error = status == LUD_OK ? NULL : session_fault(s, status);
    }
    json_t *reply = error;
    if (!error) {
        set_memory(s, after);
        forget_next(s);
        reply = session_position(s);
        add_position(s, reply);
        json_t *list = json_array(), *terms = terms_json(drawn), *term;
        size_t i;
        json_array_foreach (terms, i, term)
            json_array_append_new(list, json_integer(strtoll(json_string_value(term), NULL, 10)));
        json_decref(terms);
        json_object_set_new(reply, "draws", list);
        if (ways > 1)
            json_object_set_new(reply, "ways", json_integer(ways));
        lud_diagnostic why;
        if (lud_step_void(s->w.ctx, &why))
            json_object_set_new(reply, "void",
                                json_pack("{so so si si}", "message", json_text(why.message), "file",
                                          json_text(why.file), "line", why.line, "column", why.column));
    }
    free(after);
    free(drawn);
    return reply;
}

/* ---- looking ---- */

static json_t *op_state(session *s, const json_t *request)
{
    (void)request;
    json_t *reply = json_pack("{sb so so}", "ok", 1, "state", facts_json(s, LUD_FACTS_STATE), "settings",
                              facts_json(s, LUD_FACTS_SETTINGS));
    add_position(s, reply);
    return reply;
}

/* Those of the input that begin with the word, or (NULL) that are no settings of the level and
 * begin otherwise. */
static json_t *chosen_json(const json_t *input, const char *word, const json_t *settings)
{
    json_t *list = json_array(), *atom, *setting;
    size_t i, k;
    json_array_foreach (input, i, atom) {
        const char *text = json_string_value(atom);
        bool known = (strncmp(text, "observe", 7) == 0) != (word != NULL);
        json_array_foreach (settings, k, setting)
            known |= !word && json_equal(atom, setting);
        if (!known)
            json_array_append(list, atom);
    }
    return list;
}

static json_t *op_observe(session *s, const json_t *request)
{
    const json_t *role = json_object_get(request, "role");
    if (role && (!json_is_string(role) || lud_role_find(s->game, json_string_value(role)) < 1))
        return session_error("role", "not a role of this game (there is one, player)");
    json_t *input = facts_json(s, LUD_FACTS_INPUT), *settings = facts_json(s, LUD_FACTS_SETTINGS), *seen = json_array();
    if (!input || !settings) {
        json_decref(input);
        json_decref(settings);
        json_decref(seen);
        return session_fault(s, LUD_ERR_SOLVER);
    }
    for (uint32_t i = 1; i <= s->w.ply; i++)
        json_array_append_new(seen, terms_json(walk_percept(&s->w, 1, i)));
    json_t *reply =
        json_pack("{sb ss so so so so so so so}", "ok", 1, "role", "player", "hash",
                  json_hash(lud_observe_hash(s->game, s->w.state, 1)), "observe",
                  chosen_json(input, "observe", settings), "extra", chosen_json(input, NULL, settings), "input", input,
                  "memory", json_lines(memory_of(s)), "start", terms_json(walk_percept(&s->w, 1, 0)), "seen", seen);
    json_decref(settings);
    add_position(s, reply);
    if (!s->hidden)
        json_object_set_new(reply, "state", facts_json(s, LUD_FACTS_STATE));
    return reply;
}

/* ---- strategies ---- */

static json_t *op_strategy(session *s, const json_t *request)
{
    const json_t *program = json_object_get(request, "program");
    json_t *error = NULL;
    int64_t *draws;
    uint32_t count;
    if (walk_terminal(&s->w))
        return session_error("terminal", "the game is over");
    if (program && !json_is_string(program))
        return session_error("type", "\"program\" must be a text");
    if (program) {
        char *before = s->program;
        lud_strategy *old = s->strategy;
        s->program = mem_strdup(json_string_value(program));
        s->strategy = NULL;
        bool fine = need_strategy(s, &error);
        if (!fine) {
            free(s->program);
            s->program = before;
            s->strategy = old;
            return error;
        }
        free(before);
        lud_strategy_free(old);
    }
    if (!need_strategy(s, &error))
        return error;
    if (!read_draws(json_object_get(request, "draws"), &draws, &count)) {
        free(draws);
        return session_error("type", "\"draws\" must be a list of whole numbers");
    }
    lud_rng rng;
    lud_rng_seed(&rng, s->seed, UINT64_C(2) << 32 | s->w.ply);
    lud_play play;
    lud_status status = lud_strategy_play(s->strategy, s->w.state, memory_of(s), draws, count, &rng, &play);
    free(draws);
    if (status != LUD_OK)
        return session_error(session_status(status), lud_strategy_fault(s->strategy));
    forget_next(s);
    s->next_memory = mem_strdup(play.memory);
    return json_pack("{sb so so so so so sb}", "ok", 1, "do", json_lines(play.actions), "remember",
                     json_lines(play.remember), "forget", json_lines(play.forget), "memory", json_lines(play.memory),
                     "draws", draws_json(play.draws, play.draw_count), "answer_set", !play.none);
}

static json_t *op_undo(session *s, const json_t *request)
{
    (void)request;
    if (!walk_undo(&s->w))
        return session_error("start", "this is the initial position");
    forget_next(s);
    s->memory_count = s->w.ply + 1;
    json_t *reply = session_position(s);
    add_position(s, reply);
    return reply;
}

json_t *answersets_dispatch(session *s, const char *op, const json_t *request)
{
    static const struct {
        const char *name;
        json_t *(*run)(session *s, const json_t *request);
    } operations[] = {{"new", op_new},         {"apply", op_apply},       {"state", op_state},
                      {"observe", op_observe}, {"strategy", op_strategy}, {"undo", op_undo}};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        if (strcmp(operations[i].name, op) != 0)
            continue;
        if (i > 0 && !s->started)
            return session_fault(s, s->start_status);
        return operations[i].run(s, request);
    }
    return NULL;
}
