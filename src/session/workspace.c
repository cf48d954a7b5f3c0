#include "session/workspace.h"

#include "session/about.h"
#include "session/beginnings.h"
#include "session/coverage.h"
#include "session/editing.h"
#include "session/library.h"
#include "session/memory.h"
#include "session/operations.h"
#include "session/output.h"
#include "session/picture.h"
#include "session/seat.h"
#include "session/trace.h"
#include "session/words.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { COVERAGE_PLAYOUTS = 200 };
static const double COVERAGE_SECONDS = 2;

struct workspace {
    setup with;
    session *game;
    char *choices, *ruleset, *variant; /* of the open game */
    json_t *grammars;                  /* for words_grammar; or NULL */
    bool quit;
};

/* ---- what there is ---- */

static json_t *languages_json(void)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_language_count(); i++) {
        lud_language l = lud_language_at(i);
        json_array_append_new(list, json_pack("{ss ss ss ss}", "name", l.name, "title", l.title, "extensions",
                                              l.extensions, "comment", l.comment));
    }
    return list;
}

static json_t *op_hello(workspace *s, const json_t *request)
{
    (void)s, (void)request;
    return json_pack("{sb si ss so so}", "ok", 1, "protocol", WORKSPACE_PROTOCOL, "version", lud_version(), "languages",
                     languages_json(), "agents", seat_agents_json());
}

static json_t *op_games(workspace *s, const json_t *request)
{
    json_t *list = json_array();
    (void)s, (void)request;
    for (uint32_t i = 0; i < library_count(); i++)
        json_array_append_new(list, library_json(library_at(i)));
    return json_pack("{sb so}", "ok", 1, "games", list);
}

static json_t *op_beginnings(workspace *s, const json_t *request)
{
    const char *title = json_string_value(json_object_get(request, "title"));
    (void)s;
    return json_pack("{sb so}", "ok", 1, "beginnings", beginnings_json(title ? title : "My game"));
}

/* ---- rules in a request: `game` of the library, or `text` with a `name` ---- */

typedef struct rules {
    const char *name, *text;
    size_t length;
} rules;

static json_t *read_rules(const json_t *request, rules *r)
{
    const json_t *game = json_object_get(request, "game"), *text = json_object_get(request, "text"),
                 *name = json_object_get(request, "name");
    if (json_is_string(text) && json_is_string(name)) {
        *r = (rules){json_string_value(name), json_string_value(text), json_string_length(text)};
        return NULL;
    }
    if (!json_is_string(game))
        return session_error("type", "\"game\" must name a game of the library, or \"name\" and \"text\" be given");
    const library_game *g = library_find(json_string_value(game));
    if (!g)
        return session_error("game", "there is no game of this name; \"games\" lists them");
    *r = (rules){g->name, g->text, g->length};
    return NULL;
}

static json_t *diags_json(const lud_diags *diags)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_diags_count(diags); i++)
        json_array_append_new(list, diagnostics_entry(diags, i));
    return list;
}

static json_t *op_read(workspace *s, const json_t *request)
{
    rules r;
    json_t *error = read_rules(request, &r);
    (void)s;
    return error ? error
                 : json_pack("{sb so so}", "ok", 1, "game", json_text(r.name), "text", json_stringn(r.text, r.length));
}

/* ---- loading ---- */

static bool read_choice(const json_t *request, const char *key, char **choice, json_t **error)
{
    const json_t *value = json_object_get(request, key);
    if (value && !json_is_null(value) && !json_is_string(value)) {
        *error = session_error("type", "\"options\", \"ruleset\" and \"variant\" must be strings");
        return false;
    }
    *choice = json_is_string(value) ? mem_strdup(json_string_value(value)) : NULL;
    return true;
}

static json_t *described(const rules *r, const lud_options *load)
{
    char *text = lud_describe(r->text, r->length, r->name, load, NULL);
    json_t *d = text ? json_loads(text, 0, NULL) : NULL;
    lud_free(text);
    return d ? d : json_null();
}

static json_t *roles_json(const lud_game *game, uint32_t roles)
{
    json_t *list = json_array();
    for (uint32_t role = 1; role <= roles; role++)
        json_array_append_new(list, json_text(lud_role_name(game, role)));
    return list;
}

/* Of all roles together; null where the rules do not say. */
static json_t *bounds_json(const session *s)
{
    double low = INFINITY, high = -INFINITY, a, b;
    for (uint32_t role = 1; role <= s->w.roles; role++) {
        if (!lud_score_bounds(s->game, role, &a, &b))
            return json_null();
        low = a < low ? a : low;
        high = b > high ? b : high;
    }
    return low <= high ? json_pack("[ff]", low, high) : json_null();
}

/* Who owns the sides of the board: {"top": "red", ...}. */
/* What the index of the library says: words for the kind of game, and how long random games are. Of others "" and 0. */
static void add_index(json_t *reply, const rules *r)
{
    const library_game *g = library_find(r->name);
    json_t *known = g && g->text == r->text ? library_json(g) : NULL;
    const char *kind = json_string_value(json_object_get(known, "kind"));
    json_object_set_new(reply, "kind", json_text(kind ? kind : ""));
    json_object_set_new(reply, "plies", json_integer(json_integer_value(json_object_get(known, "plies"))));
    json_decref(known);
}

static json_t *opened(const session *s, const rules *r, const lud_diags *diags)
{
    lud_info info;
    lud_game_info(s->game, &info);
    json_t *reply = s->started ? session_position(s) : json_pack("{sb}", "ok", 1);
    char *title = library_title(r->name);
    json_t *facts =
        json_pack("{so so ss ss so sb sb sb sb so so}", "game", json_text(r->name), "title", json_text(title),
                  "language", info.language, "machine", info.machine, "roles", roles_json(s->game, s->w.roles),
                  "chance", info.chance, "hidden", info.hidden, "simultaneous", info.simultaneous, "open",
                  lud_moves_open(s->game), "diagnostics", diags_json(diags), "described", described(r, &s->with.load));
    json_object_update_new(reply, facts);
    char *header = about_header(r->text, r->length);
    json_object_set_new(reply, "scores", bounds_json(s));
    json_object_set_new(reply, "about", json_text(header));
    json_object_set_new(reply, "edges", picture_edges(s->game, header));
    add_index(reply, r);
    free(header);
    free(title);
    return reply;
}

static json_t *refused(const lud_diags *diags)
{
    json_t *reply = session_error("refused", lud_diags_errors(diags) ? "the rules have errors" : "out of memory");
    json_object_set_new(json_object_get(reply, "error"), "diagnostics", diags_json(diags));
    return reply;
}

/* A game that cannot be loaded leaves the open one as it is. */
static json_t *op_load(workspace *s, const json_t *request)
{
    rules r;
    char *choices = NULL, *ruleset = NULL, *variant = NULL;
    const json_t *seed = json_object_get(request, "seed");
    setup with = s->with;
    json_t *error = read_rules(request, &r);
    if (!error && seed && !session_read_seed(seed, &with.seed))
        error = session_error("type", "\"seed\" must be a whole number from 0 to 2^64 - 1");
    if (error || !read_choice(request, "options", &choices, &error) ||
        !read_choice(request, "ruleset", &ruleset, &error) || !read_choice(request, "variant", &variant, &error)) {
        free(choices), free(ruleset);
        return error;
    }
    with.load.choices = choices;
    with.load.ruleset = ruleset;
    with.load.variant = variant;
    lud_diags *diags = lud_diags_new();
    session *fresh = diags ? session_open(&with, r.name, r.text, r.length, diags) : NULL;
    json_t *reply = fresh   ? opened(fresh, &r, diags)
                    : diags ? refused(diags)
                            : session_error("memory", "out of memory");
    lud_diags_free(diags);
    if (!fresh) {
        free(choices), free(ruleset), free(variant);
        return reply;
    }
    session_close(s->game);
    free(s->choices), free(s->ruleset), free(s->variant);
    s->game = fresh;
    s->choices = choices, s->ruleset = ruleset, s->variant = variant;
    return reply;
}

static json_t *op_check(workspace *s, const json_t *request)
{
    rules r;
    json_t *error = read_rules(request, &r);
    if (error)
        return error;
    lud_options load = s->with.load;
    load.backend = LUD_BACKEND_INTERP;
    load.strict = true;
    lud_diags *diags = lud_diags_new();
    lud_game *game = diags ? lud_load_text(r.text, r.length, r.name, &load, diags) : NULL;
    json_t *reply = !diags
                        ? session_error("memory", "out of memory")
                        : json_pack("{sb sb so}", "ok", 1, "playable", game != NULL, "diagnostics", diags_json(diags));
    lud_game_free(game);
    lud_diags_free(diags);
    return reply;
}

/* The reply with this text, or why there is none; frees both. */
static json_t *text_reply(const char *key, char *text, bool is_json, lud_diags *diags)
{
    json_t *value = !text ? NULL : is_json ? json_loads(text, 0, NULL) : json_text(text);
    json_t *reply = value   ? json_pack("{sb so}", "ok", 1, key, value)
                    : diags ? refused(diags)
                            : session_error("memory", "out of memory");
    lud_free(text);
    lud_diags_free(diags);
    return reply;
}

static json_t *op_format(workspace *s, const json_t *request)
{
    rules r;
    json_t *error = read_rules(request, &r);
    if (error)
        return error;
    lud_diags *diags = lud_diags_new();
    char *text = diags ? lud_format(r.text, r.length, r.name, &s->with.load, diags) : NULL;
    return text_reply("text", text, false, diags);
}

/* The open game as it is after a pass ("none": before all); to be freed. */
static lud_game *reload(const workspace *s, const char *after, lud_diags *diags)
{
    lud_options load = s->game->with.load;
    load.backend = LUD_BACKEND_INTERP;
    if (strcmp(after, "none") == 0)
        load.passes = after;
    else
        load.after = after;
    return lud_load_text(s->game->rules, s->game->rules_length, s->game->path, &load, diags);
}

static json_t *op_translate(workspace *s, const json_t *request)
{
    const char *to = json_string_value(json_object_get(request, "to"));
    if (!s->game)
        return session_error("game", "no game is open");
    if (!to)
        return session_error("type", "\"to\" must name a form: rg, automaton, dot ..");
    const char *after = json_string_value(json_object_get(request, "after"));
    lud_diags *diags = lud_diags_new();
    lud_game *stage = diags && after ? reload(s, after, diags) : NULL;
    const lud_game *game = after ? stage : session_game(s->game);
    char *text = diags && game ? lud_translate(game, to, diags) : NULL;
    lud_game_free(stage);
    return text_reply("text", text, false, diags);
}

static json_t *op_grammar(workspace *s, const json_t *request)
{
    (void)s;
    lud_diags *diags = lud_diags_new();
    lud_grammar_request g = {.library = json_string_value(json_object_get(request, "library")),
                             .symbol = json_string_value(json_object_get(request, "symbol")),
                             .form = "json"};
    char *text = diags ? lud_grammar(&g, NULL, diags) : NULL;
    return text_reply("grammar", text, true, diags);
}

/* A place in rules; false: the error says what is wrong. */
static bool read_place(workspace *s, const json_t *request, rules *r, size_t *at, json_t **error)
{
    const json_t *line = json_object_get(request, "line"), *column = json_object_get(request, "column");
    *error = read_rules(request, r);
    if (!*error && (!json_is_integer(line) || json_integer_value(line) < 1 || !json_is_integer(column) ||
                    json_integer_value(column) < 1))
        *error = session_error("type", "\"line\" and \"column\" must be whole numbers from 1");
    if (*error)
        return false;
    if (!s->grammars)
        s->grammars = json_object();
    *at = words_offset(r->text, r->length, (uint64_t)json_integer_value(line), (uint64_t)json_integer_value(column));
    return true;
}

static json_t *op_complete(workspace *s, const json_t *request)
{
    rules r;
    size_t at;
    json_t *error;
    if (!read_place(s, request, &r, &at, &error))
        return error;
    return json_pack("{sb so}", "ok", 1, "items",
                     words_complete(r.text, r.length, r.name, words_grammar(s->grammars, r.name), at));
}

static json_t *op_hover(workspace *s, const json_t *request)
{
    rules r;
    size_t at;
    json_t *error;
    if (!read_place(s, request, &r, &at, &error))
        return error;
    char *text = words_meaning(r.text, r.length, r.name, words_grammar(s->grammars, r.name), at);
    json_t *reply = json_pack("{sb so}", "ok", 1, "text", text ? json_text(text) : json_null());
    free(text);
    return reply;
}

static json_t *op_symbols(workspace *s, const json_t *request)
{
    rules r;
    json_t *error = read_rules(request, &r);
    (void)s;
    return error ? error : json_pack("{sb so}", "ok", 1, "symbols", editing_symbols(r.text, r.length, r.name));
}

static json_t *op_name(workspace *s, const json_t *request)
{
    rules r;
    size_t at;
    json_t *error;
    if (!read_place(s, request, &r, &at, &error))
        return error;
    return json_pack("{sb so}", "ok", 1, "found", editing_name(r.text, r.length, r.name, at));
}

static json_t *op_rename(workspace *s, const json_t *request)
{
    rules r;
    size_t at;
    json_t *error;
    const json_t *to = json_object_get(request, "to");
    if (!json_is_string(to))
        return session_error("type", "\"to\" must be the new name");
    if (!read_place(s, request, &r, &at, &error))
        return error;
    char *problem, *text = editing_rename(&s->with.load, r.text, r.length, r.name, at, json_string_value(to), &problem);
    json_t *reply = text ? json_pack("{sb so}", "ok", 1, "text", json_text(text)) : session_error("name", problem);
    free(text);
    free(problem);
    return reply;
}

/* Random games of a text, and the lines that none of them reached. */
static json_t *op_coverage(workspace *s, const json_t *request)
{
    rules r;
    json_t *error = read_rules(request, &r);
    const json_t *playouts = json_object_get(request, "playouts"), *seconds = json_object_get(request, "seconds");
    json_int_t games = playouts ? json_integer_value(playouts) : COVERAGE_PLAYOUTS;
    double time = seconds ? json_number_value(seconds) : COVERAGE_SECONDS;
    if (error)
        return error;
    if (games < 1 || !(time > 0))
        return session_error("type", "\"playouts\" and \"seconds\" must be positive numbers");
    lud_diags *diags = lud_diags_new();
    json_t *reply =
        diags ? coverage_json(&s->with.load, r.text, r.length, r.name, (uint64_t)games, 1, time, diags) : NULL;
    if (reply)
        json_object_set_new(reply, "ok", json_true());
    else if (!diags || lud_diags_errors(diags))
        reply = diags ? refused(diags) : session_error("memory", "out of memory");
    else
        reply = session_error("coverage", "coverage is not available for rules of this kind");
    lud_diags_free(diags);
    return reply;
}

static json_t *op_quit(workspace *s, const json_t *request)
{
    (void)request;
    s->quit = true;
    return json_pack("{sb}", "ok", 1);
}

/* ---- requests ---- */

typedef struct operation {
    const char *name;
    json_t *(*run)(workspace *s, const json_t *request);
} operation;

static const operation operations[] = {
    {"hello", op_hello},         {"games", op_games},     {"read", op_read},
    {"load", op_load},           {"check", op_check},     {"format", op_format},
    {"translate", op_translate}, {"grammar", op_grammar}, {"complete", op_complete},
    {"hover", op_hover},         {"symbols", op_symbols}, {"name", op_name},
    {"coverage", op_coverage},   {"rename", op_rename},   {"beginnings", op_beginnings},
    {"quit", op_quit},
};

static const operation *find_operation(const char *op)
{
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(operations[i].name, op) == 0)
            return &operations[i];
    return NULL;
}

static json_t *own_reply(workspace *s, const json_t *request)
{
    const char *op = json_string_value(json_object_get(request, "op"));
    const operation *known = op ? find_operation(op) : NULL;
    return known ? known->run(s, request) : NULL;
}

static json_t *no_game(void)
{
    buffer known = {0};
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        buffer_addf(&known, "%s%s",
                    i ? ", " : "no game is open: \"load\" opens one (other operations: ", operations[i].name);
    buffer_add(&known, ")");
    json_t *reply = session_error("game", buffer_get(&known));
    buffer_done(&known);
    return reply;
}

bool workspace_knows(const char *op) { return find_operation(op) != NULL; }

static char *answer(workspace *s, const char *line, size_t length)
{
    json_error_t error;
    json_t *request =
        length > WORKSPACE_LINE_MAX ? NULL : json_loadb(line, length, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);
    json_t *reply = length > WORKSPACE_LINE_MAX ? session_error("too_long", "a request must be shorter than 8 MiB")
                    : !request                  ? session_error("json", json_problem(&error))
                                                : own_reply(s, request);
    json_decref(request);
    if (!reply && s->game)
        return session_request(s->game, line, length);
    if (!reply)
        reply = no_game();
    char *text = json_dumps(reply, JSON_ENCODE_ANY | JSON_REAL_PRECISION(10));
    json_decref(reply);
    return text;
}

/* ---- the interface ---- */

bool workspace_trusts(const char *line, size_t length)
{
    json_t *request = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    const char *op = json_string_value(json_object_get(request, "op")),
               *game = json_string_value(json_object_get(request, "game"));
    const bool fine = op && strcmp(op, "load") == 0 && game && library_find(game) && !json_object_get(request, "text");
    json_decref(request);
    return fine;
}

workspace *workspace_open(const setup *with)
{
    workspace *s = calloc(1, sizeof *s);
    if (s)
        s->with = *with;
    if (s)
        s->with.load.alone = true; /* rules come in requests, under any name */
    return s;
}

char *workspace_request(workspace *s, const char *line, size_t length)
{
    jmp_buf ended, *before = memory_catch(&ended);
    char *volatile text = NULL;
    if (!setjmp(ended))
        text = answer(s, line, length);
    memory_catch(before);
    if (s->game && session_broken(s->game)) {
        session_close(s->game);
        s->game = NULL;
    }
    return text ? text : strdup(SESSION_NO_MEMORY);
}

bool workspace_ended(const workspace *s) { return s->quit; }

void workspace_close(workspace *s)
{
    if (!s)
        return;
    session_close(s->game);
    free(s->choices);
    free(s->ruleset);
    free(s->variant);
    json_decref(s->grammars);
    free(s);
}
