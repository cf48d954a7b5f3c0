/* A state as a vector of numbers: what all machines have in common.
 *
 * Hidden facts are left out in the safest way there is: of a game with hidden information the
 * vector shows nothing of the state, only a class of what the role observed, which states that it
 * cannot tell apart share by definition. */
#include "model/machine.h"

#include "base/map.h"

#include <stdio.h>
#include <string.h>

enum { CLASSES = 256, HASHED = 1024 };

static bool shows_state(const lud_game *game) { return !game->info.hidden; }

/* ---- machines that do not number what a state consists of ----
 *
 * Feature hashing (Weinberger and others, 2009): each entry of the state, as it is shown, sets one
 * of a fixed number of classes. */

typedef struct hashing {
    uint64_t path[8]; /* hashes of the keys around */
    uint32_t depth;
    bool set[HASHED];
} hashing;

static uint64_t mix_text(uint64_t hash, const char *text)
{
    return hash_fnv(text ? hash_fnv(hash, text, strlen(text)) : hash, "/", 1);
}

static uint64_t around(const hashing *h)
{
    return h->depth == 0                                  ? HASH_FNV
           : h->depth <= sizeof h->path / sizeof *h->path ? h->path[h->depth - 1]
                                                          : h->path[sizeof h->path / sizeof *h->path - 1];
}

static void hash_begin(void *user, const char *key)
{
    hashing *h = user;
    uint64_t hash = mix_text(around(h), key);
    if (h->depth < sizeof h->path / sizeof *h->path)
        h->path[h->depth] = hash;
    h->depth++;
}

static void hash_value(void *user, const char *key, const char *value)
{
    hashing *h = user;
    uint64_t hash = mix_text(mix_text(around(h), key), value);
    h->set[(hash * UINT64_C(0x9e3779b97f4a7c15)) >> 54] = true;
}

static void hash_end(void *user) { ((hashing *)user)->depth--; }

static uint32_t hashed_features(const lud_game *game, const void *state, uint32_t *indices, float *values)
{
    static const lud_state_visitor visitor = {hash_begin, hash_value, hash_end};
    hashing h = {0};
    uint32_t count = 0;
    lud_state_visit(game, state, false, &visitor, &h);
    for (uint32_t i = 0; i < HASHED; i++)
        if (h.set[i]) {
            indices[count] = i;
            values[count++] = 1;
        }
    return count;
}

/* ---- all machines ---- */

static uint32_t body(const lud_game *game)
{
    return !shows_state(game) ? CLASSES : game->ops->features ? game->ops->features->count(game) : HASHED;
}

/* Roles that look, and roles that decide. */
static uint32_t heads(const lud_game *game) { return game->roles + game->roles + 1; }

uint32_t lud_feature_count(const lud_game *game) { return heads(game) + body(game); }

uint32_t lud_features_active(const lud_game *game, const void *state, uint32_t role, uint32_t *indices, float *values)
{
    uint32_t count = 0;
    bool whole = shows_state(game);
    uint64_t movers = game->ops->movers(game, state);
    if (role < 1 || role > game->roles)
        return 0;
    indices[count] = role - 1;
    values[count++] = 1;
    for (uint32_t i = 0; i <= game->roles; i++)
        if (movers >> i & 1 && (whole || i == role)) {
            indices[count] = game->roles + i;
            values[count++] = 1;
        }
    if (!whole) {
        uint64_t hash = game->ops->observe(game, state, role);
        indices[count] = heads(game) + (uint32_t)((hash * UINT64_C(0x9e3779b97f4a7c15)) >> 56);
        values[count++] = 1;
        return count;
    }
    uint32_t more = game->ops->features ? game->ops->features->all(game, state, indices + count, values + count)
                                        : hashed_features(game, state, indices + count, values + count);
    for (uint32_t i = 0; i < more; i++)
        indices[count + i] += heads(game);
    return count + more;
}

bool lud_features_weigh(const lud_game *game, const void *state, uint32_t role, const float *weights, float *sum)
{
    const machine_features *f = game->ops->features;
    if (!f || !f->weigh || !shows_state(game) || role < 1 || role > game->roles)
        return false;
    float all = weights[role - 1] + f->weigh(game, state, weights + heads(game));
    for (uint64_t movers = game->ops->movers(game, state); movers; movers &= movers - 1)
        all += weights[game->roles + (uint32_t)__builtin_ctzll(movers)];
    *sum = all;
    return true;
}

void lud_features(const lud_game *game, const void *state, uint32_t role, float *vector)
{
    uint32_t indices[512], total = lud_feature_count(game);
    float values[512];
    memset(vector, 0, total * sizeof *vector);
    if (total <= 512) {
        uint32_t count = lud_features_active(game, state, role, indices, values);
        for (uint32_t i = 0; i < count; i++)
            vector[indices[i]] = values[i];
        return;
    }
    arena scratch;
    jmp_buf failure;
    arena_init(&scratch, 0);
    scratch.on_failure = &failure;
    if (setjmp(failure) == 0) {
        uint32_t *all = ARENA_ARRAY(&scratch, uint32_t, total);
        float *numbers = ARENA_ARRAY(&scratch, float, total);
        uint32_t count = lud_features_active(game, state, role, all, numbers);
        for (uint32_t i = 0; i < count; i++)
            vector[all[i]] = numbers[i];
    }
    arena_done(&scratch);
}

size_t lud_feature_name(const lud_game *game, uint32_t feature, char *buffer, size_t size)
{
    text_out out = {buffer, size, 0};
    char number[24];
    if (size)
        *buffer = 0;
    if (feature >= lud_feature_count(game))
        return 0;
    if (feature < game->roles) {
        text_put(&out, "role=");
        text_put(&out, game->role_names[feature + 1]);
    } else if (feature < heads(game)) {
        text_put(&out, "decides=");
        text_put(&out, game->role_names[feature - game->roles]);
    } else if (shows_state(game) && game->ops->features) {
        game->ops->features->name(game, feature - heads(game), &out);
    } else {
        snprintf(number, sizeof number, "%u", feature - heads(game));
        text_put(&out, shows_state(game) ? "class=" : "observed=");
        text_put(&out, number);
    }
    return out.length;
}

bool lud_score_bounds(const lud_game *game, uint32_t role, double *low, double *high)
{
    *low = 0;
    *high = 100;
    return role >= 1 && role <= game->roles && game->ops->score_bounds &&
           game->ops->score_bounds(game, role, low, high);
}

bool lud_site_linked(const lud_game *game, uint32_t board, uint32_t a, uint32_t b)
{
    if (board >= lud_board_count(game) || !game->ops->boards->site_linked)
        return false;
    uint32_t sites = game->ops->boards->at(game, board).sites;
    return a < sites && b < sites && game->ops->boards->site_linked(game, board, a, b);
}

/* ---- estimates that follow from the rules ---- */

uint32_t lud_estimate_terms(const lud_game *game)
{
    return game->ops->estimates ? game->ops->estimates->count(game) : 0;
}

lud_estimate_term lud_estimate_term_at(const lud_game *game, uint32_t term)
{
    return term < lud_estimate_terms(game) ? game->ops->estimates->at(game, term) : (lud_estimate_term){.text = ""};
}

double lud_estimate_term_value(const lud_game *game, const void *state, uint32_t term)
{
    return term < lud_estimate_terms(game) ? game->ops->estimates->value(game, state, term) : 0;
}

void lud_estimate(const lud_game *game, const void *state, double *by_role)
{
    for (uint32_t r = 0; r < game->roles; r++)
        by_role[r] = 0;
    if (lud_estimate_terms(game) > 0)
        game->ops->estimates->add(game, state, by_role);
}
