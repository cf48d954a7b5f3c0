#include "evolve/trial.h"

#include "analysis/measures.h"
#include "base/clock.h"
#include "evolve/observe.h"
#include "ludens_vary.h"
#include "session/output.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct trial {
    const criteria *c;
    const char *name;
    char *text; /* without the parts that were found dead */
    uint64_t seed;
    lud_game *game;
    json_t *values, *checks;
    double plies, speed; /* of a random game; of the interpreter, in plies a second of CPU time */
    const char *stage;
    char why[300];
    bool failed, playable;
    bool changed; /* the text, since it was loaded */
    uint32_t dropped;
} trial;

static double set(const trial *t, setting s) { return t->c->set[s]; }

static bool fail(trial *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool fail(trial *t, const char *format, ...)
{
    va_list args;
    char raw[300];
    va_start(args, format);
    vsnprintf(raw, sizeof raw, format, args);
    va_end(args);
    lud_printable(raw, t->why, sizeof t->why);
    t->failed = true;
    return false;
}

/* Notes what was seen; false, with the reason, when it is not within the bounds. */
static bool check(trial *t, const char *what, double value, double low, double high)
{
    bool fine = value >= low && value <= high;
    json_array_append_new(t->checks, json_pack("[s s o o o b]", t->stage, what, json_finite(value), json_finite(low),
                                               json_finite(high), (int)fine));
    if (!fine && !t->failed)
        fail(t, "%s: %.4g is not %s %.4g", what, value, value < low ? "at least" : "at most", value < low ? low : high);
    return fine;
}

static void note(trial *t, const char *key, double value) { json_object_set_new(t->values, key, json_finite(value)); }

/* ---- loading ---- */

static void bounds(const trial *t, lud_options *o, lud_backend backend)
{
    lud_options_init(o);
    o->backend = backend;
    o->alone = true;
    o->limits.max_memory = (uint64_t)(set(t, SET_MEGABYTES) * (1 << 20));
    o->limits.max_load_seconds = set(t, SET_SECONDS);
    o->limits.max_steps = (uint64_t)set(t, SET_WORK);
    o->limits.max_plies = (uint32_t)set(t, SET_PLIES);
    o->limits.max_states = 1 << 16;
}

static bool load(trial *t)
{
    lud_options o;
    lud_info info;
    lud_diags *diags = lud_diags_new();
    t->stage = "load";
    bounds(t, &o, LUD_BACKEND_INTERP);
    t->game = lud_load_text(t->text, strlen(t->text), t->name, &o, diags);
    const char *why = "it cannot be loaded", *code = "";
    for (uint32_t i = 0; !t->game && diags && i < lud_diags_count(diags); i++) {
        lud_diagnostic d = lud_diags_get(diags, i);
        if (d.severity == LUD_ERROR) {
            why = d.message;
            code = d.code;
            break;
        }
    }
    if (t->game)
        lud_game_info(t->game, &info);
    else
        fail(t, "%s%s%.200s", code, *code ? ": " : "", why);
    lud_diags_free(diags);
    return t->game && check(t, "players", info.roles, set(t, SET_PLAYERS), set(t, SET_PLAYERS));
}

/* ---- random games ---- */

typedef struct tally {
    uint32_t roles;
    uint64_t games, ended, draws, wins[64];
    double plies;
    lud_status fault;
} tally;

static void count(void *user, lud_status status, const lud_playout_result *result, const double *scores)
{
    tally *y = user;
    uint32_t top = 0, winner = 0;
    y->games++;
    y->plies += result->plies;
    if (status != LUD_OK && status != LUD_LIMIT_PLIES)
        y->fault = status;
    if (status != LUD_OK)
        return;
    y->ended++;
    for (uint32_t r = 1; r < y->roles; r++)
        winner = scores[r] > scores[winner] ? r : winner;
    for (uint32_t r = 0; r < y->roles; r++)
        top += scores[r] >= scores[winner];
    y->draws += top != 1;
    y->wins[winner] += top == 1;
}

static uint64_t decided(const tally *y, uint64_t *least)
{
    uint64_t sum = 0;
    *least = UINT64_MAX;
    for (uint32_t r = 0; r < y->roles; r++) {
        sum += y->wins[r];
        *least = y->wins[r] < *least ? y->wins[r] : *least;
    }
    return sum;
}

static double share(uint64_t n, uint64_t of) { return of ? (double)n / (double)of : 0; }

static bool first_games(trial *t, observed *o, tally *y)
{
    lud_status status = observe_games(t->game, t->seed, (uint64_t)set(t, SET_OBSERVED), (uint32_t)set(t, SET_PLIES), o);
    if (status != LUD_OK)
        return fail(t, "random games: %s", lud_status_text(status));
    if (o->fault != LUD_OK)
        return fail(t, "a random game failed: %s", lud_status_text(o->fault));
    *y = (tally){.roles = y->roles,
                 .games = o->games,
                 .ended = o->ended,
                 .draws = o->draws,
                 .plies = o->plies * (double)o->games};
    memcpy(y->wins, o->wins, sizeof y->wins);
    note(t, behaviour_keys[BEHAVIOUR_CHOICE], o->choice);
    note(t, behaviour_keys[BEHAVIOUR_CAPTURES], o->captures);
    note(t, behaviour_keys[BEHAVIOUR_CONNECTION], o->connection);
    /* with a margin, for these games are few */
    return check(t, "share of the first games that end", share(o->ended, o->games), set(t, SET_ENDED) - 0.2, 1) &&
           check(t, "plies of the first games", o->plies, set(t, SET_SHORTEST) * 0.8, set(t, SET_LONGEST) * 1.2);
}

static bool more_games(trial *t, tally *y)
{
    lud_context *ctx = lud_context_new(t->game);
    unsigned char *state = mem_alloc(lud_state_size(t->game) + 8);
    lud_rng rng;
    lud_rng_seed(&rng, t->seed, UINT64_C(1) << 40);
    uint64_t rest = (uint64_t)set(t, SET_RANDOM_GAMES) - y->games;
    lud_status status = ctx ? lud_start(ctx, state) : LUD_ERR_MEMORY;
    double begun = clock_thread(), before = y->plies;
    if (status == LUD_OK && rest)
        status = lud_playouts(ctx, state, &rng, rest, NULL, count, y);
    t->speed = (y->plies - before) / (clock_thread() - begun + 1e-6);
    lud_context_free(ctx);
    free(state);
    if (status == LUD_OK)
        status = y->fault;
    return status == LUD_OK || fail(t, "a random game failed: %s", lud_status_text(status));
}

static bool random_games(trial *t)
{
    observed seen, *o = &seen;
    lud_info info;
    tally y = {0};
    uint64_t least;
    t->stage = "random";
    lud_game_info(t->game, &info);
    y.roles = info.roles;
    if (!first_games(t, o, &y) || (set(t, SET_RANDOM_GAMES) > (double)y.games && !more_games(t, &y)))
        return false;
    double ended = share(y.ended, y.games), plies = y.plies / (double)y.games, draws = share(y.draws, y.ended);
    uint64_t won = decided(&y, &least);
    t->plies = plies;
    t->playable = ended >= set(t, SET_ENDED) && (y.roles < 2 || least > 0);
    note(t, behaviour_keys[BEHAVIOUR_PLIES], plies);
    note(t, behaviour_keys[BEHAVIOUR_RANDOM_DRAWS], draws);
    note(t, behaviour_keys[BEHAVIOUR_RANDOM_WEAKER], y.roles < 2 ? 1 : share(least, won));
    /* all of them are noted, and the first that fails is the reason */
    bool fine = check(t, "share of the games that end", ended, set(t, SET_ENDED), 1);
    fine &= check(t, "plies", plies, set(t, SET_SHORTEST), set(t, SET_LONGEST));
    fine &= check(t, "choice", o->choice, set(t, SET_LEAST_CHOICE), set(t, SET_MOST_CHOICE));
    fine &= check(t, "draws", draws, 0, set(t, SET_DRAWS));
    if (y.roles > 1)
        fine &= check(t, "wins of the weaker side", share(least, won), set(t, SET_WEAKER), 1);
    return fine;
}

/* ---- agents ---- */

enum { FEWEST = 4 };

/* Games of the budget that each takes about so many playouts a ply: an even number, for seats change. */
static uint64_t affordable(const trial *t, setting games, double playouts)
{
    double each = t->plies * playouts * t->plies / 2, most = set(t, SET_BUDGET) / (each > 1 ? each : 1);
    double n = set(t, games) < most ? set(t, games) : most;
    return n < FEWEST ? FEWEST : 2 * (uint64_t)(n / 2);
}

static double duel_playouts(const trial *t) { return set(t, SET_THOUGHTS) * (1 + set(t, SET_STRENGTH)) / 2; }

/* Before so many plies: what was left of the rules is loaded, by native code where that takes less time than to make
 * it. All that is found is the same either way. */
static bool prepare(trial *t, double games, double playouts)
{
    enum { COMPILING = 3 /* seconds, about */ };
    bool slow = t->speed > 0 && games * playouts * t->plies * t->plies / 2 > COMPILING * t->speed;
    lud_info info;
    lud_options o;
    lud_game_info(t->game, &info);
    if (!t->changed && (!slow || strcmp(info.backend, "native") == 0))
        return true;
    bounds(t, &o, slow ? LUD_BACKEND_NATIVE : LUD_BACKEND_INTERP);
    o.network = LUD_NETWORK_NEVER;
    lud_game_free(t->game);
    t->game = lud_load_text(t->text, strlen(t->text), t->name, &o, NULL);
    t->changed = false;
    return t->game || fail(t, "it cannot be loaded again");
}

static bool analysed(trial *t, uint64_t games, uint64_t duels, double playouts, analysis *a)
{
    analysis_options o = {.games = games,
                          .seed = t->seed,
                          .agent = "mcts",
                          .budget = {.playouts = (uint64_t)playouts},
                          .max_plies = (uint32_t)set(t, SET_PLIES),
                          .preferred = 60,
                          .samples = 20,
                          .duels = duels,
                          .strength = (uint32_t)set(t, SET_STRENGTH),
                          .depth = 1,
                          .states = 1};
    lud_status status = analysis_run(t->game, &o, a);
    return (status == LUD_OK && !a->faults) ||
           fail(t, "%s", *a->problem ? a->problem : lud_status_text(status != LUD_OK ? status : LUD_ERR_STUCK));
}

/* The value of one of the measures. */
static double measured(const analysis *a, const char *key)
{
    measure list[MEASURES];
    measures_list(a, list);
    for (uint32_t i = 0; i < MEASURES; i++)
        if (strcmp(list[i].key, key) == 0)
            return list[i].value;
    return NAN;
}

static bool thinking(trial *t)
{
    analysis a;
    t->stage = "thinking";
    if (set(t, SET_DUELS) < 1)
        return true;
    uint64_t games = affordable(t, SET_DUELS, duel_playouts(t));
    if (!prepare(t, (double)games, duel_playouts(t)))
        return false;
    bool fine = analysed(t, 0, games, set(t, SET_THOUGHTS), &a);
    double score = fine ? measured(&a, "thinking") : NAN;
    analysis_done(&a);
    if (!fine)
        return false;
    note(t, "thinking", score);
    return set(t, SET_PLAYERS) != 2 || check(t, "score of who thinks more", score, set(t, SET_BETTER), 1);
}

static bool measures(trial *t)
{
    analysis a;
    measure list[MEASURES];
    t->stage = "measures";
    if (set(t, SET_MEASURED) < 1)
        return true;
    uint64_t games = affordable(t, SET_MEASURED, set(t, SET_MEASURING));
    if (!prepare(t, (double)games, set(t, SET_MEASURING)))
        return false;
    bool fine = analysed(t, games, 0, set(t, SET_MEASURING), &a);
    if (fine) {
        measures_list(&a, list);
        for (uint32_t i = 0; i < MEASURES; i++)
            if (strcmp(list[i].key, "thinking") != 0)
                note(t, list[i].key, list[i].value);
    }
    analysis_done(&a);
    return fine;
}

/* ---- dead parts ---- */

/* A game whose random games are compared. */
typedef struct side {
    lud_game *game;
    lud_context *ctx;
    unsigned char *start, *state;
    bool fine;
} side;

static side side_of(lud_game *game)
{
    side s = {.game = game, .ctx = game ? lud_context_new(game) : NULL};
    if (!s.ctx)
        return s;
    s.start = mem_alloc(lud_state_size(game) + 8);
    s.state = mem_alloc(lud_state_size(game) + 8);
    s.fine = lud_start(s.ctx, s.start) == LUD_OK;
    return s;
}

static void side_done(side *s)
{
    lud_context_free(s->ctx);
    free(s->start);
    free(s->state);
}

/* Whether all random games are what they were, move by move; `known` are digests of those that were played already. */
static bool same_games(const trial *t, const char *text, const side *own, uint64_t *known)
{
    lud_options with;
    bounds(t, &with, LUD_BACKEND_INTERP);
    lud_game *game = lud_load_text(text, strlen(text), t->name, &with, NULL);
    side other = side_of(game);
    bool same = other.fine && own->fine;
    for (uint64_t i = 0; i < (uint64_t)set(t, SET_DEAD_GAMES) && same; i++) {
        if (!known[i])
            known[i] = observe_digest(own->ctx, own->game, own->start, own->state, t->seed, i);
        same = observe_digest(other.ctx, game, other.start, other.state, t->seed, i) == known[i];
    }
    side_done(&other);
    lud_game_free(game);
    return same;
}

/* Parts without which the random games are the same are no rules of this game. What was found in random games so far
 * holds without them, since those are the same games. */
static bool drop_dead(trial *t)
{
    lud_breeder *b = set(t, SET_DEAD_GAMES) > 0 ? lud_breeder_new(t->name, NULL) : NULL;
    if (!b || !lud_breeder_learn(b, NULL, t->text, strlen(t->text), NULL)) {
        lud_breeder_free(b);
        return true;
    }
    uint64_t *known = mem_alloc(((size_t)set(t, SET_DEAD_GAMES) + 1) * sizeof *known);
    side own = side_of(t->game);
    for (uint32_t part = 0, end;;) {
        lud_offspring less;
        end = 0;
        bool there = lud_breeder_without(b, t->text, part, &less, &end);
        if (there && same_games(t, less.text, &own, known)) {
            free(t->text);
            t->text = mem_strdup(less.text);
            t->changed = true;
            t->dropped++;
        } else
            part++;
        lud_offspring_done(&less);
        if (!end)
            break;
    }
    side_done(&own);
    free(known);
    lud_breeder_free(b);
    return true;
}

json_t *trial_run(const json_t *unit, const criteria *c)
{
    trial t = {.c = c,
               .name = json_text_at(unit, "name"),
               .text = mem_strdup(json_text_at(unit, "text")),
               .seed = strtoull(json_text_at(unit, "seed"), NULL, 10),
               .values = json_object(),
               .checks = json_array()};
    bool passed = load(&t) && random_games(&t) && thinking(&t) && drop_dead(&t) && measures(&t);
    json_t *result = json_pack("{ss sb ss sb so si so so}", "stage", t.stage, "passed", (int)passed, "why", t.why,
                               "playable", (int)t.playable, "text", json_text(t.text), "dropped", (int)t.dropped,
                               "values", t.values, "checks", t.checks);
    lud_game_free(t.game);
    free(t.text);
    return result;
}
