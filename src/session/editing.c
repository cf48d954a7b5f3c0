#include "session/editing.h"

#include "base/clock.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/symbols.h"
#include "session/words.h"

#include <stdlib.h>
#include <string.h>

static json_t *place_json(const symbols *s, size_t i, words_cursor *from)
{
    uint64_t line, column, end_line, end_column;
    words_place(s->text, s->all[i].at, from, &line, &column);
    words_place(s->text, s->all[i].at + symbols_stem(s, i), from, &end_line, &end_column);
    return json_pack("{sI sI sI sI}", "line", (json_int_t)line, "column", (json_int_t)column, "end_line",
                     (json_int_t)end_line, "end_column", (json_int_t)end_column);
}

static json_t *name_json(const symbols *s, size_t i)
{
    return json_stringn(s->text + s->all[i].at, symbols_stem(s, i));
}

json_t *editing_symbols(const char *text, size_t length, const char *name)
{
    symbols s = symbols_read(text, length, name);
    json_t *list = json_array();
    words_cursor from = {0};
    for (size_t i = 0; i < s.count; i++)
        if (symbols_outlined(&s, i)) {
            json_t *entry = place_json(&s, i, &from);
            json_object_set_new(entry, "name", name_json(&s, i));
            json_object_set_new(entry, "kind", json_text(s.all[i].kind));
            json_array_append_new(list, entry);
        }
    symbols_done(&s);
    return list;
}

json_t *editing_name(const char *text, size_t length, const char *name, size_t at)
{
    symbols s = symbols_read(text, length, name);
    size_t of = symbols_at(&s, at), defined = of < s.count ? symbols_definition(&s, of) : s.count;
    json_t *reply = json_null();
    if (of < s.count) {
        words_cursor from = {0};
        json_t *places = json_array();
        for (size_t i = symbols_next(&s, of, 0); i < s.count; i = symbols_next(&s, of, i + 1))
            json_array_append_new(places, place_json(&s, i, &from));
        reply =
            json_pack("{so so so so}", "name", name_json(&s, of), "kind",
                      json_text(defined < s.count ? s.all[defined].kind : NULL), "definition",
                      defined < s.count ? place_json(&s, defined, &(words_cursor){0}) : json_null(), "places", places);
    }
    symbols_done(&s);
    return reply;
}

/* ---- whether two texts are one game ---- */

enum { FIRST_MOVES_MAX = 60, GAMES = 60, PLIES_MAX = 400, ROLES_MAX = 64 };
static const double GAMES_SECONDS = 0.5, LOAD_SECONDS = 10;

typedef struct fingerprint {
    bool loaded, counted;
    uint64_t counts[3];
    uint32_t games; /* that were played, as many as the time allowed or were asked for */
    uint64_t plies[GAMES];
    double scores[GAMES];
    char *error;
} fingerprint;

/* Lengths and scores of random games, always the same ones. */
static void play(lud_context *ctx, const lud_game *game, uint32_t games, bool timed, fingerprint *f)
{
    lud_info info;
    double scores[ROLES_MAX], end = clock_thread() + GAMES_SECONDS;
    void *state = mem_alloc(lud_state_size(game));
    lud_game_info(game, &info);
    for (f->games = 0; f->games < games && info.roles < ROLES_MAX; f->games++) {
        lud_rng rng;
        lud_playout_result result = {0};
        if (timed && clock_thread() > end)
            break;
        lud_rng_seed(&rng, 1, f->games);
        if (lud_start(ctx, state) != LUD_OK)
            break;
        const lud_status status = lud_playout(ctx, state, &rng, NULL, &result);
        f->plies[f->games] = result.plies;
        f->scores[f->games] = 1000 * (double)status;
        if (status == LUD_OK)
            lud_scores(game, state, scores);
        for (uint32_t r = 0; status == LUD_OK && r < info.roles; r++)
            f->scores[f->games] += scores[r] * (r + 1);
    }
    free(state);
}

/* Moves at the beginning and after one are counted where there are few enough; `games`: how many random games to play.
 */
static fingerprint look_at(const lud_options *load, const char *text, size_t length, const char *name, uint32_t games,
                           bool timed)
{
    fingerprint f = {0};
    lud_diags *diags = lud_diags_new();
    lud_game *game = diags ? lud_load_text(text, length, name, load, diags) : NULL;
    lud_context *ctx = game ? lud_context_new(game) : NULL;
    f.loaded = game != NULL;
    for (uint32_t i = 0; !game && diags && i < lud_diags_count(diags) && !f.error; i++)
        if (lud_diags_get(diags, i).severity == LUD_ERROR)
            f.error = mem_strdup(lud_diags_get(diags, i).message);
    f.counted = ctx && lud_perft(ctx, NULL, 1, NULL, f.counts) == LUD_OK;
    if (f.counted && f.counts[1] <= FIRST_MOVES_MAX)
        f.counted = lud_perft(ctx, NULL, 2, NULL, f.counts) == LUD_OK;
    if (ctx)
        play(ctx, game, games, timed, &f);
    lud_context_free(ctx);
    lud_game_free(game);
    lud_diags_free(diags);
    return f;
}

static bool equal(const fingerprint *a, const fingerprint *b)
{
    return a->counted == b->counted && memcmp(a->counts, b->counts, sizeof a->counts) == 0 && a->games == b->games &&
           memcmp(a->plies, b->plies, a->games * sizeof *a->plies) == 0 &&
           memcmp(a->scores, b->scores, a->games * sizeof *a->scores) == 0;
}

char *editing_rename(const lud_options *load, const char *text, size_t length, const char *name, size_t at,
                     const char *to, char **problem)
{
    symbols s = symbols_read(text, length, name);
    size_t of = symbols_at(&s, at);
    const char *why = "there is no name here that can be renamed";
    char *fresh = of < s.count ? symbols_rename(&s, of, to, length, &why) : NULL;
    symbols_done(&s);
    *problem = NULL;
    if (!fresh) {
        *problem = mem_strdup(why);
        return NULL;
    }
    lud_options options = *load;
    options.backend = LUD_BACKEND_INTERP;
    options.limits.max_plies = PLIES_MAX;
    options.limits.max_load_seconds = LOAD_SECONDS;
    fingerprint before = look_at(&options, text, length, name, GAMES, true);
    if (before.loaded) {
        fingerprint after = look_at(&options, fresh, strlen(fresh), name, before.games, false);
        bool same = equal(&before, &after);
        if (!after.loaded || !same) {
            buffer message = {0};
            buffer_addf(&message, "with this name the rules would %s",
                        after.loaded ? "describe a different game" : "not be correct: ");
            buffer_add(&message, after.error ? after.error : "");
            *problem = message.text;
            free(fresh);
            fresh = NULL;
        }
        free(after.error);
    }
    free(before.error);
    return fresh;
}
