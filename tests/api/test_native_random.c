/* Random automata by the interpreter and by compiled functions: the same moves, positions, faults, percepts,
 * features and counts. What compiled functions leave to the interpreter has to have a reason.
 *
 * LUDENS_RANDOM_GAMES=2000 tries more, LUDENS_RANDOM_SEED=N begins with game N. */
#include "ludens.h"
#include "random_automata.h"
#include "sample.h"
#include "test.h"

enum { DEPTH = 3, LEAVES_MAX = 2000 };

static lud_game *load(const writing *w, const char *passes, lud_backend backend)
{
    lud_options o;
    lud_options_init(&o);
    o.language = "automaton";
    o.passes = passes;
    o.backend = backend;
    o.limits.max_steps = 2000000;
    o.limits.max_states = 20000;
    o.limits.max_tags = 60;
    o.limits.max_plies = 200;
    lud_diags *diags = lud_diags_new();
    lud_game *g = lud_load_text(w->text, w->length, "random", &o, diags);
    if (!g && getenv("LUDENS_RANDOM_SHOW"))
        printf("%s", lud_diags_render(diags, 0, false));
    lud_diags_free(diags);
    return g;
}

/* Counts of a game to some depth, the statuses, and features after a random game, as text. */
static void describe(const lud_game *g, uint64_t seed, char *text, size_t size)
{
    lud_context *ctx = lud_context_new(g);
    void *state = malloc(lud_state_size(g));
    uint64_t counts[DEPTH + 1] = {0};
    uint32_t features = lud_feature_count(g);
    float *vector = calloc(features + 1, sizeof *vector);
    size_t n = 0;
    for (int duplicates = 0; duplicates < 2; duplicates++)
        for (uint32_t d = 1; d <= DEPTH && counts[d - 1] < LEAVES_MAX; d++) {
            lud_perft_options how = {.count_duplicates = duplicates};
            lud_status s = lud_perft(ctx, NULL, d, &how, counts);
            n += (size_t)snprintf(text + n, size - n, "%s %" PRIu64 "\n",
                                  lud_status_is_limit(s) ? "limit" : lud_status_text(s), s == LUD_OK ? counts[d] : 0);
        }
    lud_rng rng;
    lud_rng_seed(&rng, seed, 1);
    lud_playout_result r = {0};
    lud_status s = lud_start(ctx, state);
    if (s == LUD_OK)
        s = lud_playout(ctx, state, &rng, NULL, &r);
    n += (size_t)snprintf(text + n, size - n, "%s, %u plies", lud_status_text(s), s == LUD_OK ? r.plies : 0);
    for (uint32_t role = 1; role <= 2 && s == LUD_OK; role++) {
        lud_features(g, state, role, vector);
        uint64_t sum = 0;
        for (uint32_t i = 0; i < features; i++)
            sum = sum * 31 + (uint64_t)(vector[i] * 1000);
        n += (size_t)snprintf(text + n, size - n, ", features %" PRIx64, sum);
    }
    free(vector);
    free(state);
    lud_context_free(ctx);
}

typedef struct tally {
    uint32_t played, left; /* games; those without a fault of which the interpreter did a part */
    uint64_t moves;
} tally;

/* False when they differ. */
static bool compare(const writing *w, uint64_t seed, const char *passes, tally *t)
{
    lud_game *a = load(w, passes, LUD_BACKEND_INTERP), *b = a ? load(w, passes, LUD_BACKEND_NATIVE) : NULL;
    bool fine = true;
    lud_info info = {.backend = ""};
    if (b)
        lud_game_info(b, &info);
    if (b && strcmp(info.backend, "native") != 0) {
        TEST_FAIL("random game %" PRIu64 " has no native code: %s\n%s", seed, info.backend_note, w->text);
        fine = false;
    } else if (b) {
        char first[2000], second[2000];
        lud_lockstep_options o = {.playouts = 6, .seed = seed, .max_plies = 20};
        lud_lockstep_result r;
        lud_lockstep(a, b, &o, &r);
        describe(a, seed, first, sizeof first);
        describe(b, seed, second, sizeof second);
        fine = !r.differ && strcmp(first, second) == 0;
        if (!fine)
            TEST_FAIL("random game %" PRIu64 ", passes %s: %s\n%s\n---\n%s\n%s", seed, passes ? passes : "all",
                      r.differ ? r.text : "counts differ", first, second, w->text);
        t->played++;
        t->left += r.interpreted[1] > 0 && r.faults == 0;
        t->moves += r.moves;
        lud_free(r.text);
    }
    lud_game_free(a);
    lud_game_free(b);
    return fine;
}

static void compare_all(enum features features, uint32_t count, uint32_t least)
{
    const char *games = getenv("LUDENS_RANDOM_GAMES"), *first = getenv("LUDENS_RANDOM_SEED");
    uint64_t n = games ? strtoull(games, NULL, 10) : sample_count(count, 5),
             from = first ? strtoull(first, NULL, 10) : 0;
    tally t = {0};
    uint32_t failures = 0;
    writing *w = malloc(sizeof *w);
    setenv("LUDENS_CFLAGS", "-O0", 1);
    for (uint64_t seed = from; seed < from + n && failures < 3; seed++) {
        write_game(w, seed, features);
        failures += !compare(w, seed, seed % 3 == 0 ? "none" : NULL, &t);
    }
    printf("  %u random games, %" PRIu64 " moves; %u without a fault were left to the interpreter in part\n", t.played,
           t.moves, t.left);
    CHECK(games || n < count || (t.played >= least && t.moves > 10 * t.played));
    free(w);
}

TEST(integers) { compare_all(INTEGERS, 30, 10); }
TEST(hidden_tags) { compare_all(HIDDEN, 30, 10); }
TEST(maps) { compare_all(MAPS, 30, 10); }
TEST(first_keys) { compare_all(FIRSTS, 30, 10); }
TEST(reals) { compare_all(REALS, 30, 10); }
TEST(reals_and_integers) { compare_all(REALS | INTEGERS, 30, 8); }
TEST(all_together) { compare_all(INTEGERS | HIDDEN | MAPS, 40, 10); }

TEST_MAIN
