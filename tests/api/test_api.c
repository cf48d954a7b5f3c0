/* Promises that need automata of a certain kind: passes switched off, moves drawn evenly, perft and its division. What
 * holds for every machine is in test_contract.c. */
#include "ludens.h"
#include "sample.h"
#include "test.h"

#include <dirent.h>
#include <math.h>

/* ---- the games ---- */

enum { MAX_GAMES = 200 };
typedef struct game_list {
    char *paths[MAX_GAMES];
    size_t count;
} game_list;

static int compare_paths(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void add_folder(game_list *l, const char *folder)
{
    char path[1000];
    snprintf(path, sizeof path, SOURCE_DIR "/%s", folder);
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir)) && l->count < MAX_GAMES;) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || (strcmp(dot, ".rg") != 0 && strcmp(dot, ".hrg") != 0) || e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, SOURCE_DIR "/%s/%s", folder, e->d_name);
        l->paths[l->count++] = strdup(path);
    }
    if (dir)
        closedir(dir);
    qsort(l->paths, l->count, sizeof *l->paths, compare_paths);
}

static void list_done(game_list *l)
{
    for (size_t i = 0; i < l->count; i++)
        free(l->paths[i]);
}

static lud_game *load_with(const char *path, const char *passes)
{
    lud_options o;
    lud_options_init(&o);
    o.backend = LUD_BACKEND_INTERP;
    o.passes = passes;
    lud_diags *diags = lud_diags_new();
    lud_game *g = lud_load_file(path, &o, diags);
    if (!g)
        TEST_FAIL("%s: %s", path, lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : "?");
    lud_diags_free(diags);
    return g;
}

static lud_game *data_game(const char *name)
{
    char path[1000];
    snprintf(path, sizeof path, SOURCE_DIR "/tests/data/%s", name);
    return load_with(path, NULL);
}

/* ---- a game being played ---- */

typedef struct table {
    lud_game *game;
    lud_context *ctx;
    lud_moves *moves;
    void *state;
    size_t size;
} table;

static void table_init(table *t, lud_game *g)
{
    t->game = g;
    t->ctx = lud_context_new(g);
    t->moves = lud_moves_new();
    t->size = lud_state_size(g);
    t->state = malloc(t->size);
}

static void table_done(table *t)
{
    free(t->state);
    lud_moves_free(t->moves);
    lud_context_free(t->ctx);
    lud_game_free(t->game);
}

static uint32_t mover(const table *t) { return (uint32_t)__builtin_ctzll(lud_movers(t->game, t->state)); }

static void check_texts(table *t)
{
    char text[4096], again[4096];
    uint32_t words[2048], count;
    for (uint32_t i = 0; i < lud_moves_count(t->moves); i++) {
        lud_move m = lud_moves_at(t->moves, i);
        size_t length = lud_move_text(t->game, m, text, sizeof text);
        CHECK_INT(length, strlen(text));
        CHECK_INT(lud_move_parse(t->game, text, words, 2048, &count), LUD_OK);
        CHECK_INT(count, m.count);
        CHECK(m.count == 0 || memcmp(words, m.words, count * sizeof *words) == 0);
        CHECK(m.weight >= 1);
        if (length > 2) { /* a buffer that is too small is filled and terminated */
            CHECK_INT(lud_move_text(t->game, m, again, 3), length);
            CHECK(strlen(again) == 2 && strncmp(again, text, 2) == 0);
        }
        CHECK_INT(lud_move_text(t->game, m, NULL, 0), length);
    }
}

/* The same move on a copy gives the same bytes; the state before is not touched. */
static lud_status check_apply(table *t, lud_move m)
{
    void *copy = malloc(t->size), *before = malloc(t->size);
    memcpy(copy, t->state, t->size);
    memcpy(before, t->state, t->size);
    lud_move joint[65];
    memset(joint, 0, sizeof joint);
    joint[mover(t)] = m;
    lud_status one = lud_apply(t->ctx, copy, joint);
    CHECK(memcmp(before, t->state, t->size) == 0);
    lud_status two = lud_apply_move(t->ctx, t->state, &m);
    CHECK_INT(one, two);
    if (two == LUD_OK) {
        CHECK(memcmp(copy, t->state, t->size) == 0);
        CHECK(lud_state_hash(t->game, copy) == lud_state_hash(t->game, t->state));
    } else {
        CHECK(memcmp(before, t->state, t->size) == 0);
        CHECK(*lud_fault_text(t->ctx, false) != 0);
    }
    free(copy);
    free(before);
    return two;
}

static void play_checked(const char *path, uint32_t plies)
{
    lud_game *g = load_with(path, NULL);
    if (!g)
        return;
    table t;
    table_init(&t, g);
    lud_rng rng;
    lud_rng_seed(&rng, 11, 0);
    lud_info info;
    lud_game_info(g, &info);
    lud_status status = lud_start(t.ctx, t.state);
    CHECK_INT(status, LUD_OK);
    for (uint32_t ply = 0; status == LUD_OK && ply < plies && !lud_terminal(g, t.state); ply++) {
        uint32_t role = mover(&t);
        CHECK(role <= info.roles);
        status = lud_moves_list(t.ctx, t.state, role, t.moves);
        if (status != LUD_OK)
            break;
        CHECK(lud_moves_count(t.moves) >= 1);
        CHECK(lud_moves_weight(t.moves) >= lud_moves_count(t.moves));
        check_texts(&t);
        status = check_apply(&t, lud_moves_at(t.moves, lud_rng_below(&rng, lud_moves_count(t.moves))));
    }
    if (status == LUD_OK && lud_terminal(g, t.state)) {
        CHECK_INT(lud_movers(g, t.state), 0);
        lud_move none = {NULL, 0, 1};
        CHECK_INT(lud_apply_move(t.ctx, t.state, &none), LUD_ERR_TERMINAL);
    }
    table_done(&t);
}

static void all_playable(game_list *l)
{
    static const char *const playable[] = {"ttt.rg", "chance.rg", "hidden.rg", "weights.rg"};
    memset(l, 0, sizeof *l);
    add_folder(l, "games/rg");
    add_folder(l, "games/hrg");
    for (size_t i = 0; i < sizeof playable / sizeof *playable; i++) {
        char path[1000];
        snprintf(path, sizeof path, SOURCE_DIR "/tests/data/%s", playable[i]);
        l->paths[l->count++] = strdup(path);
    }
}

TEST(moves_have_texts_and_states_are_bytes)
{
    game_list l;
    all_playable(&l);
    for (size_t i = 0; i < l.count; i++)
        play_checked(l.paths[i], 30);
    list_done(&l);
}

/* ---- passes change nothing that can be seen ---- */

/* "text #weight" of every move, sorted; freed by texts_free. */
static char **sorted_texts(table *t)
{
    uint32_t count = lud_moves_count(t->moves);
    char **texts = malloc((count + 1) * sizeof *texts), text[4000];
    for (uint32_t i = 0; i < count; i++) {
        lud_move m = lud_moves_at(t->moves, i);
        lud_move_text(t->game, m, text, sizeof text);
        texts[i] = malloc(strlen(text) + 20);
        sprintf(texts[i], "%s #%u", text, m.weight);
    }
    texts[count] = NULL;
    qsort(texts, count, sizeof *texts, compare_paths);
    return texts;
}

static void texts_free(char **texts)
{
    for (char **t = texts; *t; t++)
        free(*t);
    free(texts);
}

static bool same_moves(table *a, table *b)
{
    if (lud_moves_count(a->moves) != lud_moves_count(b->moves))
        return false;
    char **one = sorted_texts(a), **two = sorted_texts(b);
    bool same = true;
    for (uint32_t i = 0; one[i] && same; i++)
        same = strcmp(one[i], two[i]) == 0;
    texts_free(one);
    texts_free(two);
    return same;
}

static bool apply_text(table *t, const char *text)
{
    uint32_t words[2048], count;
    if (lud_move_parse(t->game, text, words, 2048, &count) != LUD_OK)
        return false;
    lud_move m = {words, count, 1};
    return lud_apply_move(t->ctx, t->state, &m) == LUD_OK;
}

static void compare_passes(const char *path, const char *passes, uint64_t seed, uint32_t plies)
{
    lud_game *g = load_with(path, NULL), *h = load_with(path, passes);
    if (!g || !h)
        return;
    table a, b;
    table_init(&a, g);
    table_init(&b, h);
    lud_rng rng;
    lud_rng_seed(&rng, seed, 0);
    CHECK_INT(lud_start(a.ctx, a.state), LUD_OK);
    CHECK_INT(lud_start(b.ctx, b.state), LUD_OK);
    for (uint32_t ply = 0; ply < plies && !lud_terminal(g, a.state); ply++) {
        CHECK_INT(lud_movers(g, a.state), lud_movers(h, b.state));
        if (lud_moves_list(a.ctx, a.state, mover(&a), a.moves) != LUD_OK ||
            lud_moves_list(b.ctx, b.state, mover(&b), b.moves) != LUD_OK)
            break;
        if (!same_moves(&a, &b)) {
            TEST_FAIL("%s, passes %s: other moves at ply %u", path, passes, ply);
            break;
        }
        char text[4096];
        uint32_t pick = lud_rng_below(&rng, lud_moves_count(a.moves));
        lud_move_text(g, lud_moves_at(a.moves, pick), text, sizeof text);
        CHECK(apply_text(&a, text));
        CHECK(apply_text(&b, text));
    }
    CHECK(lud_terminal(g, a.state) == lud_terminal(h, b.state));
    double x[64], y[64];
    lud_info info;
    lud_game_info(g, &info);
    lud_scores(g, a.state, x);
    lud_scores(h, b.state, y);
    for (uint32_t i = 0; i < info.roles && i < 64; i++)
        CHECK(x[i] == y[i]);
    table_done(&a);
    table_done(&b);
}

TEST(each_pass_can_be_switched_off)
{
    game_list l;
    all_playable(&l);
    for (size_t i = 0; i < l.count; i++) {
        if (!sampled(l.paths[i] + strlen(SOURCE_DIR), sample_each()))
            continue;
        compare_passes(l.paths[i], "none", i, 40);
        lud_game *g = load_with(l.paths[i], NULL);
        if (!g)
            continue;
        for (uint32_t p = 0; p < lud_pass_count(g); p++) {
            char off[200];
            snprintf(off, sizeof off, "-%s", lud_pass_at(g, p).name);
            compare_passes(l.paths[i], off, i * 100 + p, 12);
        }
        lud_game_free(g);
    }
    list_done(&l);
}

/* ---- uniform draws ---- */

/* How often each first move of a playout is made must be even. */
static double chi_square(lud_game *g, bool enumerate, bool duplicates, const double *shares, uint32_t options)
{
    enum { PLAYOUTS = 20000 };
    lud_run_options o = {.playouts = PLAYOUTS,
                         .seed = 9,
                         .threads = 1,
                         .playout = {.enumerate = enumerate, .count_duplicates = duplicates}};
    lud_run_result r;
    CHECK_INT(lud_run(g, &o, &r), LUD_OK);
    double chi = 0;
    for (uint32_t i = 0; i < options; i++) {
        double expected = shares[i] * PLAYOUTS, seen = 0;
        for (uint32_t k = 0; k < r.outcome_count; k++)
            if (r.outcome_scores[k] == i)
                seen = (double)r.outcome_playouts[k];
        chi += (seen - expected) * (seen - expected) / expected;
    }
    lud_run_result_done(&r);
    return chi;
}

TEST(moves_are_drawn_evenly)
{
    /* One decision; the score names the move. Move 0 can be made in three ways, and the others
     * lie behind different numbers of choices and dead ends. */
    static const char rules[] =
        "type Player = {a};\ntype Score = {0, 1, 2, 3};\ntype V = {x, y, z};\nvar v: V = x;\n"
        "begin, s: player = a;\n"
        "s, p0: $ m0;\np0, w0: goals[a] = 0;\n"
        "w0, k: player = keeper;\nw0, k: player = keeper;\nw0, k: player = keeper;\n"
        "s, p1: v = V(*);\np1, p2: v == y;\np2, p3: $ m1;\np3, w1: goals[a] = 1;\nw1, k: player = "
        "keeper;\n"
        "s, p4: v = V(*);\np4, p5: $ other;\np5, p6: $$ v;\np6, p7: v != x;\n"
        "p7, p8: v == y;\np8, w2: goals[a] = 2;\np7, p9: v == z;\np9, w2: goals[a] = 3;\n"
        "w2, k: player = keeper;\nk, end: player = keeper;\n";
    lud_diags *diags = lud_diags_new();
    lud_options o;
    lud_options_init(&o);
    o.language = "rg";
    lud_game *g = lud_load_text(rules, strlen(rules), "draws.rg", &o, diags);
    CHECK(g != NULL);
    if (g) {
        table t;
        table_init(&t, g);
        CHECK_INT(lud_start(t.ctx, t.state), LUD_OK);
        CHECK_INT(lud_moves_list(t.ctx, t.state, 1, t.moves), LUD_OK);
        CHECK_INT(lud_moves_count(t.moves), 4);
        double even[] = {0.25, 0.25, 0.25, 0.25}, weighted[4] = {0};
        double total = (double)lud_moves_weight(t.moves);
        for (uint32_t i = 0; i < lud_moves_count(t.moves); i++) {
            char text[100];
            lud_move_text(g, lud_moves_at(t.moves, i), text, sizeof text);
            int score = strcmp(text, "m0") == 0        ? 0
                        : strcmp(text, "m1") == 0      ? 1
                        : strcmp(text, "other y") == 0 ? 2
                                                       : 3;
            weighted[score] = lud_moves_at(t.moves, i).weight / total;
        }
        /* 3 degrees of freedom: one in 10^5 passes 25.9 */
        CHECK(chi_square(g, true, false, even, 4) < 26);
        CHECK(chi_square(g, false, false, even, 4) < 26);
        CHECK(chi_square(g, true, true, weighted, 4) < 26);
        CHECK(chi_square(g, false, true, weighted, 4) < 26);
        table_done(&t);
    }
    lud_diags_free(diags);
}

/* ---- perft ---- */

typedef struct division {
    uint64_t sum;
    uint32_t count;
} division;

static void add_leaves(void *user, const char *move, uint64_t leaves)
{
    division *d = user;
    CHECK(move != NULL);
    d->sum += leaves;
    d->count++;
}

TEST(perft_agrees_with_its_division)
{
    lud_game *g = data_game("ttt.rg");
    table t;
    table_init(&t, g);
    lud_start(t.ctx, t.state);
    uint64_t counts[6];
    division d = {0, 0};
    lud_perft_options o = {.divide = add_leaves, .user = &d};
    CHECK_INT(lud_perft(t.ctx, t.state, 5, &o, counts), LUD_OK);
    CHECK_INT(counts[0], 1);
    CHECK_INT(counts[4], 3024);
    CHECK_INT(counts[5], 15120);
    CHECK_INT(d.sum, 15120);
    CHECK_INT(d.count, 9);
    CHECK_INT(lud_perft(t.ctx, t.state, 0, NULL, counts), LUD_OK);
    CHECK_INT(counts[0], 1);
    table_done(&t);
}

/* ---- misuse ---- */

TEST(wrong_arguments_get_a_status)
{
    lud_game *g = data_game("ttt.rg");
    table t;
    table_init(&t, g);
    CHECK_INT(lud_start(t.ctx, t.state), LUD_OK);
    CHECK(lud_moves_list(t.ctx, t.state, 2, t.moves) != LUD_OK);
    CHECK(lud_moves_list(t.ctx, t.state, 0, t.moves) != LUD_OK);
    CHECK(lud_moves_list(t.ctx, t.state, 99, t.moves) != LUD_OK);
    CHECK(lud_role_name(g, 3) == NULL);
    CHECK(lud_role_name(g, UINT32_MAX) == NULL);
    CHECK_INT(lud_role_find(g, "nobody"), -1);
    CHECK_STR(lud_role_name(g, 0), "random");
    uint32_t words[8], count;
    CHECK(lud_move_parse(g, "no such thing", words, 8, &count) != LUD_OK);
    CHECK(lud_move_parse(g, "V__0_0 V__0_0", words, 1, &count) != LUD_OK);
    void *before = malloc(t.size);
    memcpy(before, t.state, t.size);
    CHECK_INT(lud_move_parse(g, "V__0_0 V__0_0", words, 8, &count), LUD_OK);
    lud_move twice = {words, count, 1}, none = {words, 0, 1};
    CHECK_INT(lud_apply_move(t.ctx, t.state, &twice), LUD_ERR_ILLEGAL);
    CHECK_INT(lud_apply_move(t.ctx, t.state, &none), LUD_ERR_ILLEGAL);
    uint32_t wild[2] = {UINT32_MAX, 123456};
    lud_move nonsense = {wild, 2, 1};
    CHECK_INT(lud_apply_move(t.ctx, t.state, &nonsense), LUD_ERR_ILLEGAL);
    CHECK(memcmp(before, t.state, t.size) == 0);
    free(before);
    for (int s = 0; s <= LUD_LIMIT_PLIES + 1; s++)
        CHECK(lud_status_text((lud_status)s) != NULL);
    table_done(&t);
}

TEST(diagnostics_may_be_left_out)
{
    CHECK(lud_load_text("x", 1, "x.rg", NULL, NULL) == NULL);
    CHECK(lud_load_text("", 0, "x", NULL, NULL) == NULL);
    CHECK(lud_load_file("/no/such/file.rg", NULL, NULL) == NULL);
    lud_game_free(NULL);
    lud_diags_free(NULL);
    lud_moves_free(NULL);
    lud_context_free(NULL);
    lud_free(NULL);
}

TEST_MAIN
