#include "session/position.h"

#include "base/nearest.h"
#include "session/memory.h"
#include "session/output.h"

#include <stdlib.h>
#include <string.h>

double *position_scores(const walk *w)
{
    double *scores = mem_alloc((w->roles + 1) * sizeof *scores);
    lud_scores(w->game, w->state, scores);
    return scores;
}

/* Keys must be well-formed UTF-8; role and variable names always are, since source texts
 * that are not are refused. */
static void set(json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value) != 0)
        json_object_set_new_nocheck(object, key, json_null());
}

json_t *scores_json(const lud_game *game, uint32_t roles, const double *scores)
{
    json_t *object = json_object();
    for (uint32_t role = 1; role <= roles; role++)
        set(object, lud_role_name(game, role), json_score(scores[role - 1]));
    return object;
}

static char *score_text(const walk *w, const void *state, uint32_t role)
{
    size_t length = lud_score_text(w->game, state, role, NULL, 0);
    char *text = mem_alloc(length + 1);
    if (lud_score_text(w->game, state, role, text, length + 1) != length)
        mem_no_memory();
    return text;
}

json_t *terms_json(const char *text)
{
    json_t *list = json_array();
    for (size_t n; (n = walk_term(&text)) > 0; text += n) {
        char *term = mem_strndup(text, n);
        json_array_append_new(list, json_text(term));
        free(term);
    }
    return list;
}

static bool is_whole(const char *text, json_int_t *number)
{
    char *end;
    *number = strtoll(text, &end, 10);
    return end > text && !*end;
}

/* The only score as a number, else the list of all, numbers first in order. */
static json_t *logic_score_json(const walk *w, const void *state, uint32_t role)
{
    char *text = score_text(w, state, role);
    json_t *terms = terms_json(text), *numbers = json_array(), *others = json_array(), *term;
    size_t i;
    free(text);
    json_array_foreach (terms, i, term) {
        json_int_t number;
        if (!is_whole(json_string_value(term), &number)) {
            json_array_append(others, term);
            continue;
        }
        size_t at = json_array_size(numbers);
        while (at > 0 && json_integer_value(json_array_get(numbers, at - 1)) > number)
            at--;
        json_array_insert_new(numbers, at, json_integer(number));
    }
    json_decref(terms);
    bool one = json_array_size(numbers) == 1 && json_array_size(others) == 0;
    json_array_extend(numbers, others);
    json_decref(others);
    json_t *result = one ? json_incref(json_array_get(numbers, 0)) : json_incref(numbers);
    json_decref(numbers);
    return result;
}

json_t *state_scores_json(const walk *w, const void *state)
{
    json_t *object = json_object();
    double *scores = mem_alloc((w->roles + 1) * sizeof *scores);
    if (!w->facts)
        lud_scores(w->game, state, scores);
    for (uint32_t role = 1; role <= w->roles; role++)
        set(object, lud_role_name(w->game, role),
            w->facts ? logic_score_json(w, state, role) : json_score(scores[role - 1]));
    free(scores);
    return object;
}

json_t *position_scores_json(const walk *w) { return state_scores_json(w, w->state); }

char *position_score_text(const walk *w, uint32_t role)
{
    if (w->facts) {
        char *text = score_text(w, w->state, role);
        if (*text)
            return text;
        free(text);
        return mem_strdup("nothing");
    }
    double *scores = position_scores(w);
    char number[NUMBER_SIZE];
    number_score(number, scores[role - 1]);
    free(scores);
    return mem_strdup(number);
}

json_t *position_movers_json(const walk *w)
{
    json_t *list = json_array();
    for (uint32_t role = 0; role <= w->roles; role++)
        if (walk_decides(w, role))
            json_array_append_new(list, json_text(lud_role_name(w->game, role)));
    return list;
}

json_t *position_moves_json(walk *w, bool repeat, lud_status *status)
{
    json_t *object = json_object();
    *status = LUD_OK;
    for (uint32_t role = 0; role <= w->roles && *status == LUD_OK; role++) {
        if (!walk_decides(w, role))
            continue;
        lud_moves *moves;
        *status = walk_list(w, role, &moves);
        json_t *list = json_array();
        for (uint32_t i = 0; *status == LUD_OK && i < lud_moves_count(moves); i++) {
            lud_move move = lud_moves_at(moves, i);
            char *move_text = walk_text(w, move);
            for (uint32_t n = repeat ? move.weight : 1; n > 0; n--)
                json_array_append_new(list, json_text(move_text));
            free(move_text);
        }
        set(object, lud_role_name(w->game, role), list);
    }
    return object;
}

/* Nested maps while they are being visited, outermost first. */
enum { DEEPEST = 64 };
typedef struct state_json {
    json_t *stack[DEEPEST];
    uint32_t depth;
} state_json;

static const char *key_text(const char *key) { return key ? key : ""; }

static void visit_begin(void *user, const char *key)
{
    state_json *s = user;
    json_t *inner = json_object();
    set(s->stack[s->depth < DEEPEST ? s->depth : DEEPEST - 1], key_text(key), inner);
    if (++s->depth < DEEPEST)
        s->stack[s->depth] = inner;
}

static void visit_value(void *user, const char *key, const char *value)
{
    if (!value)
        mem_no_memory();
    state_json *s = user;
    set(s->stack[s->depth < DEEPEST ? s->depth : DEEPEST - 1], key_text(key), json_text(value));
}

static void visit_end(void *user) { ((state_json *)user)->depth--; }

static void visit_fact(void *user, const char *key, const char *value)
{
    (void)key;
    json_array_append_new(user, json_text(value));
}

static int by_text(const void *a, const void *b)
{
    return strcmp(json_string_value(*(json_t *const *)a), json_string_value(*(json_t *const *)b));
}

static json_t *facts_json(const walk *w)
{
    static const lud_state_visitor visitor = {.value = visit_fact};
    json_t *list = json_array(), *sorted = json_array();
    lud_state_visit(w->game, w->state, false, &visitor, list);
    size_t count = json_array_size(list);
    json_t **facts = mem_alloc((count + 1) * sizeof *facts);
    for (size_t i = 0; i < count; i++)
        facts[i] = json_array_get(list, i);
    qsort(facts, count, sizeof *facts, by_text);
    for (size_t i = 0; i < count; i++)
        json_array_append(sorted, facts[i]);
    free(facts);
    json_decref(list);
    return sorted;
}

json_t *position_state_json(const walk *w)
{
    if (w->facts)
        return facts_json(w);
    static const lud_state_visitor visitor = {visit_begin, visit_value, visit_end};
    state_json s = {{json_object()}, 0};
    lud_state_visit(w->game, w->state, false, &visitor, &s);
    return s.stack[0];
}

static json_t *board_json(const walk *w, uint32_t board)
{
    lud_board b = lud_board_at(w->game, board);
    json_t *sites = json_array();
    for (uint32_t i = 0; i < b.sites; i++) {
        lud_site s = lud_site_at(w->game, w->state, board, i);
        if (!*s.name || !*s.content) /* texts that are made when they are asked for */
            mem_no_memory();
        json_array_append_new(sites, json_pack("{so si si so}", "name", json_text(s.name), "x", s.x, "y", s.y,
                                               "content", json_text(s.content)));
    }
    return json_pack("{so so}", "name", json_text(b.name), "sites", sites);
}

json_t *position_view_json(const walk *w)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_board_count(w->game); i++)
        json_array_append_new(list, board_json(w, i));
    return list;
}

char *position_illegal(walk *w, uint32_t role, const char *move)
{
    lud_moves *moves;
    buffer message = {0};
    buffer_addf(&message, "'%.200s' is not a legal move for %s", move, lud_role_name(w->game, role));
    if (walk_list(w, role, &moves) != LUD_OK)
        return message.text;
    char *best = NULL;
    suggestion near;
    suggest_init(&near, move);
    for (uint32_t i = 0; i < lud_moves_count(moves); i++) {
        char *candidate = walk_text(w, lud_moves_at(moves, i));
        const char *before = near.best;
        suggest_offer(&near, candidate);
        if (near.best != before) {
            free(best);
            best = candidate;
        } else {
            free(candidate);
        }
    }
    if (best)
        buffer_addf(&message, "; did you mean '%s'?", best);
    else
        buffer_addf(&message, " (%u legal moves; `moves` lists them)", lud_moves_count(moves));
    free(best);
    return message.text;
}

json_t *position_level_json(const walk *w)
{
    const char *source = lud_level_source(w->game), *text;
    if (!*source || strcmp(source, "stored") == 0)
        return NULL;
    void *first = mem_alloc(w->size);
    json_t *level = NULL;
    if (lud_start(w->ctx, first) == LUD_OK && lud_facts_text(w->ctx, first, LUD_FACTS_STATE, &text) == LUD_OK) {
        level = json_pack("{so}", "state", json_lines(text));
        if (lud_facts_text(w->ctx, first, LUD_FACTS_SETTINGS, &text) == LUD_OK)
            json_object_set_new(level, "settings", json_lines(text));
    }
    free(first);
    return level;
}

char *facts_text(const json_t *list)
{
    buffer out = {0};
    for (size_t i = 0; i < json_array_size(list); i++) {
        const char *atom = json_string_value(json_array_get(list, i));
        if (atom)
            buffer_addf(&out, "%s.\n", atom);
    }
    char *text = json_is_array(list) ? mem_strdup(buffer_get(&out)) : NULL;
    buffer_done(&out);
    return text;
}
