/* Random automata, most of which no author would write: the numbers of moves and of ways to make
 * them are the same without passes, with all, and with each one switched off. */
#include "ludens.h"
#include "random_automata.h"
#include "sample.h"
#include "test.h"

#include <inttypes.h>

enum { DEPTH = 3, LEAVES_MAX = 1000 };

typedef struct outcome {
    lud_status status;
    uint32_t depth; /* that was affordable */
    uint64_t ways[DEPTH + 1];
    uint64_t moves[2]; /* deeper, it counts which way of a move is taken: any may be the first */
} outcome;

/* False when the game cannot be read. */
static bool count(const writing *w, const char *passes, outcome *o)
{
    lud_options options;
    lud_options_init(&options);
    options.language = "automaton";
    options.passes = passes;
    options.limits.max_steps = 2000000;
    options.limits.max_states = 20000;
    options.limits.max_tags = 60;
    lud_game *g = lud_load_text(w->text, w->length, "random", &options, NULL);
    if (!g)
        return false;
    lud_context *ctx = lud_context_new(g);
    void *state = malloc(lud_state_size(g));
    lud_perft_options all = {.count_duplicates = true}, distinct = {.count_duplicates = false};
    memset(o, 0, sizeof *o);
    o->status = lud_start(ctx, state);
    for (uint32_t d = 1; d <= DEPTH && o->status == LUD_OK && o->ways[o->depth] <= LEAVES_MAX; d++) {
        o->status = lud_perft(ctx, state, d, &all, o->ways);
        o->depth = d;
    }
    if (o->status == LUD_OK)
        o->status = lud_perft(ctx, state, 1, &distinct, o->moves);
    free(state);
    lud_context_free(ctx);
    lud_game_free(g);
    return true;
}

static bool compare(const writing *w, uint64_t seed, const char *passes, const outcome *plain)
{
    outcome o;
    if (!count(w, passes, &o)) {
        TEST_FAIL("random game %" PRIu64 " is refused with passes %s", seed, passes ? passes : "all");
        return false;
    }
    if (lud_status_is_limit(o.status))
        return true; /* how soon a limit is met is not promised */
    bool same = o.status == plain->status && o.depth == plain->depth;
    for (int d = 0; d <= DEPTH && o.status == LUD_OK; d++)
        same &= o.ways[d] == plain->ways[d] && o.moves[d > 0] == plain->moves[d > 0];
    if (!same)
        TEST_FAIL("random game %" PRIu64 ", passes %s: %s, %" PRIu64 " ways, %" PRIu64
                  " first moves; without passes %s, %" PRIu64 ", %" PRIu64 "\n%s",
                  seed, passes ? passes : "all", lud_status_text(o.status), o.ways[o.depth], o.moves[1],
                  lud_status_text(plain->status), plain->ways[plain->depth], plain->moves[1], w->text);
    return same;
}

static const char *const pass_names[] = {
#define IR_PASS(name, phase, summary) #name,
#include "automaton/passes/passes.def"
#undef IR_PASS
};
enum { PASSES = sizeof pass_names / sizeof *pass_names };

TEST(random_automata_keep_their_moves)
{
    const char *games = getenv("LUDENS_RANDOM_GAMES"), *first = getenv("LUDENS_RANDOM_SEED");
    uint64_t n = games ? strtoull(games, NULL, 10) : sample_count(400, 0), from = first ? strtoull(first, NULL, 10) : 0;
    uint32_t played = 0, branching = 0, failures = 0;
    writing *w = malloc(sizeof *w);
    for (uint64_t seed = from; seed < from + n && failures < 3; seed++) {
        outcome plain;
        write_game(w, seed, seed % 6 == 5 ? REALS : seed % 2 ? INTEGERS : seed % 4 ? PLAIN : FIRSTS);
        /* a fault on a path that leads nowhere goes with the path; none may come in */
        if (!count(w, "none", &plain) || lud_status_is_limit(plain.status) || plain.status == LUD_ERR_RANGE)
            continue;
        played++;
        branching += plain.ways[plain.depth] > 1;
        bool fine = compare(w, seed, NULL, &plain);
        for (uint32_t i = 0; i < PASSES && fine; i++) {
            char selection[80];
            snprintf(selection, sizeof selection, "-%s", pass_names[i]);
            fine = compare(w, seed, selection, &plain);
        }
        failures += !fine;
    }
    printf("  %u random games, %u of them with more than one way to play\n", played, branching);
    CHECK(games || played > n / 4);
    free(w);
}

TEST_MAIN
