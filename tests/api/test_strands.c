/* Moves as sets (automaton/plan_strands.c) against paths that are followed: the same moves in the same positions. That
 * they are drawn evenly is a matter of test_uniform.c; that native code draws the same, of the signature and
 * test_native.sh. */
#include "ludens.h"
#include "sample.h"
#include "test.h"

#include <dirent.h>

enum { GAMES = 2, PLIES = 40, WORDS_MAX = 8 };

typedef struct side {
    lud_game *game;
    lud_context *ctx;
    lud_moves *moves;
    uint32_t *order;
} side;

static bool side_init(side *s, const char *path, const char *passes)
{
    lud_options o;
    lud_options_init(&o);
    o.passes = passes;
    o.backend = LUD_BACKEND_INTERP;
    s->game = lud_load_file(path, &o, NULL);
    s->ctx = s->game ? lud_context_new(s->game) : NULL;
    s->moves = lud_moves_new();
    return s->ctx != NULL;
}

static void side_done(side *s)
{
    lud_moves_free(s->moves);
    lud_context_free(s->ctx);
    lud_game_free(s->game);
}

static const lud_moves *sorted; /* by words */

static int compare(const void *a, const void *b)
{
    const lud_move x = lud_moves_at(sorted, *(const uint32_t *)a), y = lud_moves_at(sorted, *(const uint32_t *)b);
    for (uint32_t i = 0; i < x.count && i < y.count; i++)
        if (x.words[i] != y.words[i])
            return x.words[i] < y.words[i] ? -1 : 1;
    return (x.count > y.count) - (x.count < y.count);
}

static uint32_t *order_of(const lud_moves *moves)
{
    const uint32_t count = lud_moves_count(moves);
    uint32_t *order = calloc(count + 1, sizeof *order);
    for (uint32_t i = 0; i < count; i++)
        order[i] = i;
    sorted = moves;
    qsort(order, count, sizeof *order, compare);
    return order;
}

/* Whether the two know the same moves; *listed_differently counts lists in another order. */
static bool same_moves(side *a, side *b, const char *path, uint32_t *listed_differently)
{
    const uint32_t count = lud_moves_count(a->moves);
    if (count != lud_moves_count(b->moves)) {
        TEST_FAIL("%s: %u moves as sets, %u as paths", path, count, lud_moves_count(b->moves));
        return false;
    }
    uint32_t *x = order_of(a->moves), *y = order_of(b->moves);
    bool same = true;
    for (uint32_t i = 0; i < count && same; i++) {
        const lud_move m = lud_moves_at(a->moves, x[i]), o = lud_moves_at(b->moves, y[i]);
        same = m.count == o.count && memcmp(m.words, o.words, m.count * sizeof *m.words) == 0;
        *listed_differently += x[i] != y[i];
    }
    free(x);
    free(y);
    if (!same)
        TEST_FAIL("%s: other moves as sets", path);
    return same;
}

static bool play(side *a, side *b, const char *path, uint64_t seed, uint32_t *differently)
{
    const size_t size = lud_state_size(a->game);
    unsigned char *x = malloc(size), *y = malloc(lud_state_size(b->game));
    lud_rng rng;
    lud_rng_seed(&rng, seed, 0);
    bool fine = lud_start(a->ctx, x) == LUD_OK && lud_start(b->ctx, y) == LUD_OK;
    for (uint32_t ply = 0; fine && ply < PLIES && !lud_terminal(a->game, x); ply++) {
        const uint64_t movers = lud_movers(a->game, x);
        const uint32_t role = (uint32_t)__builtin_ctzll(movers);
        if (movers & (movers - 1))
            break;
        const lud_status s = lud_moves_list(a->ctx, x, role, a->moves), t = lud_moves_list(b->ctx, y, role, b->moves);
        CHECK_INT(s, t);
        if (s != LUD_OK || t != LUD_OK || !(fine = same_moves(a, b, path, differently)))
            break;
        const lud_move m = lud_moves_at(a->moves, lud_rng_below(&rng, lud_moves_count(a->moves)));
        uint32_t words[WORDS_MAX];
        if (m.count > WORDS_MAX)
            break;
        memcpy(words, m.words, m.count * sizeof *words);
        const lud_move kept = {words, m.count, 1};
        uint32_t ways = 1;
        fine = lud_apply_way(a->ctx, x, &kept, 0, &ways) == lud_apply_way(b->ctx, y, &kept, 0, &ways);
        if (lud_state_size(b->game) == size)
            CHECK(memcmp(x, y, size) == 0);
    }
    free(x);
    free(y);
    return fine;
}

static uint32_t check_game(const char *path)
{
    side a = {0}, b = {0};
    uint32_t differently = 0;
    if (side_init(&a, path, NULL) && side_init(&b, path, "-strands"))
        for (uint64_t i = 0; i < GAMES && play(&a, &b, path, i, &differently); i++) {
        }
    side_done(&a);
    side_done(&b);
    return differently;
}

static uint32_t check_folder(const char *folder)
{
    uint32_t differently = 0;
    DIR *dir = opendir(folder);
    for (struct dirent *e; dir && (e = readdir(dir));) {
        char path[1000];
        snprintf(path, sizeof path, "%s/%.200s", folder, e->d_name);
        if (strrchr(e->d_name, '.') && e->d_name[0] != '.' && sampled(e->d_name, sample_each()))
            differently += check_game(path) > 0;
    }
    if (dir)
        closedir(dir);
    return differently;
}

TEST(made_for_it)
{
    /* lists of sets have another order than those of paths: moves of one cell are not together */
    CHECK(check_game(SOURCE_DIR "/tests/data/strands.hrg") > 0);
    CHECK(check_game(SOURCE_DIR "/games/hrg/breakthrough.hrg") > 0);
    check_game(SOURCE_DIR "/tests/data/asking.hrg");
    check_game(SOURCE_DIR "/tests/data/levels.hrg");
    check_game(SOURCE_DIR "/tests/data/asks_otherwise.hrg");
    check_game(SOURCE_DIR "/tests/data/meeting.aut");
    check_game(SOURCE_DIR "/tests/data/loose_cases.aut");
}

TEST(library)
{
    static const char *const folders[] = {"hrg", "rg", "rbg", "lud", "zrf", "toss", "aut"};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char folder[600];
        snprintf(folder, sizeof folder, "%s/games/%s", SOURCE_DIR, folders[i]);
        check_folder(folder);
    }
}

/* Minutes: only with LUDENS_SLOW. */
TEST(corpora)
{
    static const char *const folders[] = {"hrg", "rg", "rbg/low"};
    const char *shared = getenv("LUDENS_SHARED");
    if (!getenv("LUDENS_SLOW"))
        SKIP("LUDENS_SLOW is not set");
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char folder[800];
        snprintf(folder, sizeof folder, "%.500s/corpora/%s", shared ? shared : SOURCE_DIR "/../shared", folders[i]);
        printf("  %s: %u games in another order\n", folders[i], check_folder(folder));
    }
}

TEST_MAIN
