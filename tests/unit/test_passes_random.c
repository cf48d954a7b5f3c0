/* Random automata, most of which no author would write: the numbers of moves and of ways to make
 * them are the same without passes, with all, and with each one switched off. */
#include "ludens.h"
#include "test.h"

#include <inttypes.h>
#include <stdarg.h>

enum { TEXT_MAX = 8192, DEPTH = 3, LEAVES_MAX = 1000 };

typedef struct writer {
    char text[TEXT_MAX];
    size_t length;
    bool loops; /* edges lead back; then the keeper is not asked in between, to end some time */
    lud_rng rng;
} writer;

static uint32_t below(writer *w, uint32_t n) { return (uint32_t)lud_rng_below(&w->rng, n); }

static void put(writer *w, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(w->text + w->length, sizeof w->text - w->length, format, args);
    va_end(args);
    w->length += n > 0 && w->length + (size_t)n < sizeof w->text ? (size_t)n : 0;
}

static const char *pick(writer *w, const char *const *list, uint32_t n)
{
    return list[below(w, n)];
}

static const char *scalar(writer *w)
{
    static const char *const all[] = {
        "v",  "w", "x", "n0", "n1", "n2", "next[v]", "next[w]", "m[v]", "m[x]", "next[next[x]]",
        "one"};
    return pick(w, all, sizeof all / sizeof *all);
}

static const char *variable(writer *w)
{
    static const char *const all[] = {"v", "w", "x", "m[v]", "m[w]"};
    return pick(w, all, sizeof all / sizeof *all);
}

static void put_check(writer *w, uint32_t node, uint32_t count)
{
    if (below(w, 5) == 0 && node + 2 < count) {
        uint32_t from = node + 1 + below(w, count - node - 2);
        put(w, "%c q%u -> q%u", below(w, 2) ? '?' : '!', from,
            from + 1 + below(w, count - from - 1));
    } else {
        put(w, "N(%s) %s N(%s)", scalar(w), below(w, 3) ? "==" : "!=", scalar(w));
    }
}

static void put_label(writer *w, uint32_t node, uint32_t count, bool forward)
{
    static const char *const tags[] = {"$ s", "$ t", "$$ v", "$$ w"};
    switch (below(w, 12)) {
    case 0: break;
    case 1:
    case 2:
    case 3: put(w, "%s = %s", variable(w), scalar(w)); break;
    case 4: put(w, "%s = N(*)", variable(w)); break;
    case 5:
    case 6:
    case 7:
        if (forward) {
            put(w, "%s", pick(w, tags, 4));
            break;
        } /* fall through */
    default: put_check(w, node, count); break;
    }
}

static void put_edge(writer *w, uint32_t node, uint32_t count)
{
    static const char *const movers[] = {"a", "b", "b", "random", "keeper"};
    uint32_t to = node + 1 + below(w, 3);
    bool forward = below(w, 10) > 0 || !w->loops;
    if (to >= count || below(w, 30) == 0)
        put(w, "q%u, end: player = keeper;\n", node);
    else if (!forward && node > 0) {
        put(w, "q%u, q%u: ", node, below(w, node));
        put_label(w, node, count, false);
        put(w, ";\n");
    } else if (below(w, 9) == 0) {
        put(w, "q%u, q%u: player = %s;\n", node, to, pick(w, movers, w->loops ? 4 : 5));
    } else {
        put(w, "q%u, q%u: ", node, to);
        put_label(w, node, count, true);
        put(w, ";\n");
    }
}

static void write_game(writer *w, uint64_t seed)
{
    lud_rng_seed(&w->rng, seed, 7);
    w->length = 0;
    w->loops = below(w, 2);
    put(w, "type Player = {a, b};\ntype Score = {0, 1};\ntype N = {n0, n1, n2};\ntype One = {n1};\n"
           "const next: N -> N = {n0: n1, n1: n2, :n0};\n"
           "var v: N = n0;\nvar w: N = n1;\nvar x: N = n2;\nvar one: One = n1;\n"
           "var m: N -> N = {n1: n2, :n0};\nbegin, q0: player = a;\n");
    uint32_t count = 6 + below(w, 14);
    for (uint32_t n = 0; n < count; n++) {
        size_t start = w->length;
        uint32_t edges = 1 + below(w, 3);
        for (uint32_t i = 0; i < edges; i++) {
            put_edge(w, n, count);
            if (below(w, 6) == 0) { /* alike, but to another node */
                char label[200];
                const char *colon = strchr(w->text + start, ':');
                snprintf(label, sizeof label, "%.*s", (int)strcspn(colon, "\n"), colon);
                if (!strstr(label, "player") && n + 1 < count)
                    put(w, "q%u, q%u%s\n", n, n + 1, label);
            }
        }
    }
    put(w, "q%u, end: player = keeper;\n", count - 1);
}

typedef struct outcome {
    lud_status status;
    uint32_t depth; /* that was affordable */
    uint64_t ways[DEPTH + 1];
    uint64_t moves[2]; /* deeper, it counts which way of a move is taken: any may be the first */
} outcome;

/* False when the game cannot be read. */
static bool count(const writer *w, const char *passes, outcome *o)
{
    lud_options options;
    lud_options_init(&options);
    options.language = "rg";
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
    for (uint32_t d = 1; d <= DEPTH && o->status == LUD_OK && o->ways[o->depth] <= LEAVES_MAX;
         d++) {
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

static bool compare(const writer *w, uint64_t seed, const char *passes, const outcome *plain)
{
    outcome o;
    if (!count(w, passes, &o)) {
        TEST_FAIL("random game %" PRIu64 " is refused with passes %s", seed,
                  passes ? passes : "all");
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
                  seed, passes ? passes : "all", lud_status_text(o.status), o.ways[o.depth],
                  o.moves[1], lud_status_text(plain->status), plain->ways[plain->depth],
                  plain->moves[1], w->text);
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
    uint64_t n = games ? strtoull(games, NULL, 10) : 400,
             from = first ? strtoull(first, NULL, 10) : 0;
    uint32_t played = 0, branching = 0, failures = 0;
    writer *w = malloc(sizeof *w);
    for (uint64_t seed = from; seed < from + n && failures < 3; seed++) {
        outcome plain;
        write_game(w, seed);
        if (!count(w, "none", &plain) || lud_status_is_limit(plain.status))
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
    CHECK(games || played > 100);
    free(w);
}

TEST_MAIN
