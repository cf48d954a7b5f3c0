/* Zillions rules files: the example of the paper as it is printed there, variants, and files that must end in a
 * message. */
#include "ludens.h"
#include "test.h"

static lud_game *load_with(const char *text, const char *variant, lud_repetition repetition, lud_diags *diags)
{
    lud_options o;
    lud_options_init(&o);
    o.backend = LUD_BACKEND_INTERP;
    o.variant = variant;
    o.repetition = repetition;
    return lud_load_text(text, strlen(text), "test.zrf", &o, diags);
}

static lud_game *load(const char *text, const char *variant, lud_diags *diags)
{
    return load_with(text, variant, LUD_REPETITION_RULES, diags);
}

/* The code of the first error, "" when there is none. */
static const char *error_of(const char *text, const char *variant)
{
    static char code[8]; /* of one call */
    lud_diags *diags = lud_diags_new();
    lud_game *g = load(text, variant, diags);
    code[0] = 0;
    for (uint32_t i = 0; i < lud_diags_count(diags) && !code[0]; i++)
        if (lud_diags_get(diags, i).severity == LUD_ERROR)
            snprintf(code, sizeof code, "%s", lud_diags_get(diags, i).code);
    CHECK((g == NULL) == (code[0] != 0));
    lud_game_free(g);
    lud_diags_free(diags);
    return code;
}

static void perft(const char *text, const char *variant, uint32_t depth, uint64_t *counts)
{
    lud_diags *diags = lud_diags_new();
    lud_game *g = load(text, variant, diags);
    if (!g)
        TEST_FAIL("%s", lud_diags_render(diags, 0, false));
    lud_context *ctx = lud_context_new(g);
    CHECK_INT(lud_perft(ctx, NULL, depth, NULL, counts), LUD_OK);
    lud_context_free(ctx);
    lud_game_free(g);
    lud_diags_free(diags);
}

/* C. Browne, "A Class Grammar for General Games", appendix A; one player is misspelt there. */
static const char appendix_a[] = "(define add-to-empty ((verify empty?) add))\n"
                                 "(game\n"
                                 "  (title \"Tic-Tac-Toe\")\n"
                                 "  (players X 0)\n"
                                 "  (turn-order X 0)\n"
                                 "  (board\n"
                                 "    (grid\n"
                                 "      (start-rectangle 16 16 112 112)\n"
                                 "      (dimensions\n"
                                 "        (\"top-/middle-/bottom-\" (0 112))\n"
                                 "        (\"left/middle/right\" (112 0))\n"
                                 "      )\n"
                                 "      (directions (n -1 0) (e 0 1) (nw -1 -1) (ne -1 1))\n"
                                 "    )\n"
                                 "  )\n"
                                 "  (piece (name man) (drops (add-to-empty)))\n"
                                 "  (board-setup (X (man off 5)) (O (man off 5)))\n"
                                 "  (draw-condition (X 0) stalemated)\n"
                                 "  (win-condition (X 0)\n"
                                 "    (or (relative-config man n man n man)\n"
                                 "        (relative-config man e man e man)\n"
                                 "        (relative-config man ne man ne man)\n"
                                 "        (relative-config man nw man nw man)\n"
                                 "    )\n"
                                 "  )\n"
                                 ")\n";

TEST(appendix_a)
{
    static const uint64_t expected[] = {1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872};
    uint64_t counts[10] = {0};
    perft(appendix_a, NULL, 9, counts);
    for (int d = 0; d < 10; d++)
        CHECK_INT(counts[d], expected[d]);
}

#define BOARD                                                                                                          \
    "(board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c\" (9 0)) (\"3/2/1\" (0 9))) (directions (n 0 -1) (e " \
    "1 0))))"
#define PIECE "(piece (name Man) (drops ((verify empty?) add)) (moves (n (verify empty?) add)))"
#define GAME(more)                                                                                                     \
    "(game (title \"One\") (players A B) (turn-order A B) " BOARD PIECE                                                \
    "(board-setup (A (Man a1)) (B (Man c3 off 1)))" more ")"

TEST(variants)
{
    static const char text[] =
        GAME("") "(variant (title \"-\"))(variant (title \"Two\") (board-setup (A (Man a1 b1 c1)) (B (Man c3))))";
    uint64_t counts[3];
    perft(text, NULL, 1, counts);
    CHECK_INT(counts[1], 1);
    perft(text, "Two", 1, counts);
    CHECK_INT(counts[1], 3);
    perft(text, "1", 1, counts);
    CHECK_INT(counts[1], 3);
    perft(text, "Tow", 1, counts); /* one letter off, with a warning */
    CHECK_INT(counts[1], 3);
    CHECK_STR(error_of(text, "Tower"), "E1202");
    CHECK_STR(error_of(text, "2"), "E1202");
}

/* Missing arguments are those of the macro around; names are made of them, in strings as well. */
TEST(macros)
{
    static const char text[] =
        "(define body $1 (verify empty?))(define go ((body) add))(define named (piece (name $1-$2) (moves (go $3))))"
        "(game (players A B) (turn-order A B) " BOARD
        "(named Foot man n)(board-setup (A (Foot-man a1 b1)) (B (Foot-man c3))))";
    uint64_t counts[2];
    perft(text, NULL, 1, counts);
    CHECK_INT(counts[1], 2);
}

/* The board is as it was before the move while a block runs; what is captured where the piece lands takes it away. */
TEST(effects)
{
    static const char text[] =
        "(game (players A B) (turn-order A B) " BOARD "(piece (name Man) (moves (n (verify enemy?) capture add)))"
        "(board-setup (A (Man a1)) (B (Man a2))) (draw-condition (A B) (total-piece-count 0)))";
    uint64_t counts[3];
    perft(text, NULL, 2, counts);
    CHECK_INT(counts[1], 1);
    CHECK_INT(counts[2], 0); /* both are gone */
}

/* What a path of moves ends with; NULL: it goes on. */
static const char *end_of(const char *text, lud_repetition repetition, const char *const *path, uint32_t plies)
{
    static char result[60]; /* of one call */
    lud_diags *diags = lud_diags_new();
    lud_game *g = load_with(text, NULL, repetition, diags);
    if (!g)
        TEST_FAIL("%s", lud_diags_render(diags, 0, false));
    lud_context *ctx = lud_context_new(g);
    lud_moves *moves = lud_moves_new();
    void *state = malloc(lud_state_size(g));
    double scores[2];
    lud_start(ctx, state);
    for (uint32_t ply = 0; ply < plies; ply++) {
        bool made = false;
        CHECK(!lud_terminal(g, state));
        lud_moves_list(ctx, state, (uint32_t)__builtin_ctzll(lud_movers(g, state)), moves);
        for (uint32_t i = 0; i < lud_moves_count(moves) && !made; i++) {
            lud_move m = lud_moves_at(moves, i);
            char move[60];
            lud_move_text(g, m, move, sizeof move);
            if (strcmp(move, path[ply % 4]) == 0)
                made = lud_apply_move(ctx, state, &m) == LUD_OK;
        }
        CHECK(made);
    }
    bool over = lud_terminal(g, state);
    if (over)
        lud_scores(g, state, scores);
    snprintf(result, sizeof result, "%g %g", over ? scores[0] : 0, over ? scores[1] : 0);
    free(state);
    lud_moves_free(moves);
    lud_context_free(ctx);
    lud_game_free(g);
    lud_diags_free(diags);
    return over ? result : NULL;
}

#define WALK(order, more)                                                                                              \
    "(game (players A B) (turn-order " order                                                                           \
    ") (board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c\" (9 0)) (\"2/1\" (0 9)))"                          \
    "(directions (e 1 0) (w -1 0)))) (piece (name Man) (moves (e (verify empty?) add) (w (verify empty?) add)))"       \
    "(board-setup (A (Man a1)) (B (Man a2)))" more ")"

/* The third time is before the ninth move: who makes the eighth is asked first. */
TEST(repetition)
{
    static const char *const there_and_back[4] = {"Man a1 - b1", "Man a2 - b2", "Man b1 - a1", "Man b2 - a2"};
    static const char loss[] = WALK("A B", "(loss-condition (A B) repetition)");
    static const char draw[] = WALK("A B", "(draw-condition (A B) (and repetition (pieces-remaining 1)))");
    static const char both[] = WALK("A B", "(win-condition (A) (or stalemated repetition))");
    CHECK(!end_of(loss, LUD_REPETITION_RULES, there_and_back, 7));
    CHECK_STR(end_of(loss, LUD_REPETITION_RULES, there_and_back, 8), "100 0");
    CHECK(!end_of(loss, LUD_REPETITION_IGNORE, there_and_back, 12));
    CHECK_STR(end_of(draw, LUD_REPETITION_RULES, there_and_back, 8), "50 50");
    CHECK_STR(end_of(both, LUD_REPETITION_DRAW, there_and_back, 8), "100 0"); /* the rules come first */
    CHECK(!end_of(WALK("A B", ""), LUD_REPETITION_RULES, there_and_back, 30));
    CHECK_STR(end_of(WALK("A B", ""), LUD_REPETITION_DRAW, there_and_back, 8), "50 50");
    /* the same pieces before another turn of the order are another position */
    CHECK_STR(end_of(WALK("A B A B", ""), LUD_REPETITION_DRAW, there_and_back, 8), "50 50");
    CHECK(!end_of(WALK("A B A B A B", ""), LUD_REPETITION_DRAW, there_and_back, 8));
    CHECK_STR(end_of(WALK("A B A B A B", ""), LUD_REPETITION_DRAW, there_and_back, 24), "50 50");
}

/* Two sequences of two captures, one of which takes a king, and one of three. */
#define JUMPS(maximal, more)                                                                                           \
    "(define jump ($1 (verify enemy?) capture $1 (verify empty?) (add-partial on)))"                                   \
    "(game (players A B) (turn-order A B) (option \"maximal captures\" " maximal ")"                                   \
    "(board (grid (start-rectangle 0 0 9 9) (dimensions (\"a/b/c/d/e/f/g\" (9 0)) (\"7/6/5/4/3/2/1\" (0 9))) "         \
    "(directions (n 0 -1) (e 1 0))))"                                                                                  \
    "(piece (name Man) (moves (move-type on) (jump n) (jump e) (move-type off) (n (verify false) (add King))))"        \
    "(piece (name King))"                                                                                              \
    "(board-setup (A (Man a1)) (B (Man a2 a4 b1 " more ") (King d1))))"

TEST(maximal_captures)
{
    uint64_t counts[4];
    perft(JUMPS("false", ""), NULL, 2, counts);
    CHECK_INT(counts[1], 2);
    perft(JUMPS("true", ""), NULL, 3, counts);
    CHECK_INT(counts[1], 2);
    CHECK_INT(counts[2], 2);
    perft(JUMPS("2", ""), NULL, 3, counts);
    CHECK_INT(counts[1], 1); /* the king */
    CHECK_INT(counts[2], 1);
    perft(JUMPS("2", "a6"), NULL, 3, counts);
    CHECK_INT(counts[1], 1); /* one more piece counts more than the king */
    CHECK_INT(counts[3], 1);
}

TEST(refused)
{
    CHECK_STR(error_of("(define a (a))(a)", NULL), "E1204");
    CHECK_STR(error_of("(define a x (b) (b))(define b (a) (a))(game (a))", NULL), "E1204");
    CHECK_STR(error_of("(include \"nowhere.inc\")", NULL), "E1203");
    CHECK_STR(error_of("(version \"2.0\")", NULL), "E1201");
    CHECK_STR(error_of(GAME("(engine \"axiom.dll\")"), NULL), "E1207");
    CHECK_STR(error_of(GAME("(option \"sliding-puzzle\" true)"), NULL), "E1208");
    CHECK_STR(error_of("(game (players A) (turn-order A))", NULL), "E1205");
    CHECK_STR(error_of("(game " BOARD ")", NULL), "E1206");
    CHECK_STR(error_of("(game (players A) (turn-order A) (board (grid (dimensions (\"1/2/3\" (0 1)) (\"1/2/3\" (0 1))"
                       "(\"1/2/3\" (0 1)) (\"1/2/3\" (0 1)) (\"1/2/3\" (0 1)) (\"1/2/3\" (0 1)) (\"1/2/3\" (0 1))"
                       "(\"1/2/3\" (0 1)) (\"1/2/3\" (0 1)) (\"1/2/3\" (0 1)) (\"1/2/3\" (0 1))))))",
                       NULL),
              "E1205");
}

/* What the original forgives is a warning. */
TEST(forgiven)
{
    CHECK_STR(error_of(GAME("(win-condition (A) (stalematd)) (optoin \"x\" true)"), NULL), "");
    CHECK_STR(error_of(GAME("") ")", NULL), "");
    CHECK_STR(error_of(GAME("(piece (name Odd) (moves (n if while (if) (while) add)))"), NULL), "");
    CHECK_STR(error_of("(game (players A B) (turn-order A B) (board (grid (dimensions (\"a/b\" (1 0)) (\"1\" (0 1))) "
                       "(directions (e 1 0)))"
                       "(symmetry A (e w) (w s) (s e)))" PIECE "(board-setup (A (Man a1)) (B (Man b1))))",
                       NULL),
              "");
}

TEST(large)
{
    enum { MEGABYTES = 20 };
    size_t size = (size_t)MEGABYTES << 20, n = 0;
    char *text = malloc(size + 1);
    while (n + 40 < size)
        n += (size_t)sprintf(text + n, "(define m%zu ($1 (verify empty?) add))", n);
    text[n] = 0;
    CHECK_STR(error_of(text, NULL), "E1201");
    free(text);
}

TEST_MAIN
