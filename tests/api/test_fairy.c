/* Variants of chess: Betza's notation against the pieces that have a name and by counting, goals, draws. */
#include "ludens.h"
#include "test.h"

static lud_game *load(const char *text, const char *variant)
{
    lud_options o;
    lud_options_init(&o);
    lud_diags *diags = lud_diags_new();
    o.backend = LUD_BACKEND_INTERP;
    o.variant = variant;
    lud_game *g = lud_load_text(text, strlen(text), "test.ini", &o, diags);
    if (!g)
        TEST_FAIL("%s", lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : text);
    lud_diags_free(diags);
    return g;
}

static uint64_t leaves(const char *text, uint32_t depth)
{
    uint64_t counts[10] = {0};
    lud_game *g = load(text, NULL);
    lud_context *ctx = lud_context_new(g);
    CHECK_INT(lud_perft(ctx, NULL, depth, NULL, counts), LUD_OK);
    lud_context_free(ctx);
    lud_game_free(g);
    return counts[depth];
}

/* Plays moves with blanks between them: what the first role has at the end, or -1 while the game goes on. */
static int score(const char *text, const char *moves)
{
    char move[16];
    int used;
    double scores[2] = {0};
    uint32_t words[64];
    lud_game *g = load(text, NULL);
    lud_context *ctx = lud_context_new(g);
    void *state = malloc(lud_state_size(g));
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    for (; sscanf(moves, "%15s%n", move, &used) == 1; moves += used) {
        lud_move m = {.words = words};
        if (lud_move_parse(g, move, words, 64, &m.count) != LUD_OK || lud_apply_move(ctx, state, &m) != LUD_OK)
            TEST_FAIL("%s is no move", move);
    }
    bool over = lud_terminal(g, state);
    if (over)
        lud_scores(g, state, scores);
    free(state);
    lud_context_free(ctx);
    lud_game_free(g);
    return over ? (int)scores[0] : -1;
}

TEST(pieces_with_names_are_what_betza_says)
{
    static const char *const all[][2] = {{"knight", "N"},       {"bishop", "B"},     {"rook", "R"},
                                         {"queen", "Q"},        {"queen", "RB"},     {"fers", "F"},
                                         {"alfil", "A"},        {"fersAlfil", "FA"}, {"silver", "FfW"},
                                         {"aiwok", "RNF"},      {"bers", "RF"},      {"archbishop", "BN"},
                                         {"chancellor", "RN"},  {"amazon", "QN"},    {"amazon", "RBN"},
                                         {"knibis", "mNcB"},    {"biskni", "mBcN"},  {"kniroo", "mNcR"},
                                         {"rookni", "mRcN"},    {"shogiPawn", "fW"}, {"lance", "fR"},
                                         {"shogiKnight", "fN"}, {"gold", "WfF"},     {"gold", "fKsbW"},
                                         {"dragonHorse", "BW"}, {"clobber", "cW"},   {"breakthrough", "fmWfF"},
                                         {"cannon", "mRcpR"},   {"horse", "nN"},     {"elephant", "nA"},
                                         {"banner", "RcpRnN"},  {"wazir", "W"},      {"commoner", "K"},
                                         {"commoner", "WF"},    {"centaur", "KN"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        static const char game[] = "[x]\nking = k\n%s = %s%s\ncastling = false\n"
                                   "startFen = k3x3/1x6/3x4/8/8/4X3/6X1/3X3K w - - 0 1\n";
        char named[300], custom[300];
        snprintf(named, sizeof named, game, all[i][0], "x", "");
        snprintf(custom, sizeof custom, game, "customPiece1", "x:", all[i][1]);
        uint64_t a = leaves(named, 3), b = leaves(custom, 3);
        if (a != b || !a)
            TEST_FAIL("%s: %d, %s: %d", all[i][0], (int)a, all[i][1], (int)b);
    }
}

TEST(moves_on_an_empty_board)
{
    static const struct {
        const char *moves;
        int count;
    } all[] = {{"N", 8},   {"NN", 12}, {"fN", 2},  {"vN", 4}, {"sN", 4},  {"K", 8},  {"Q", 27},
               {"R2", 8},  {"B3", 12}, {"W3", 12}, {"D", 4},  {"DD", 6},  {"H", 4},  {"C", 8},
               {"Z", 8},   {"G", 4},   {"nA", 4},  {"nZ", 8}, {"gQ", 0},  {"pR", 0}, {"fFbW", 3},
               {"rfN", 1}, {"frN", 1}, {"flF", 1}, {"cQ", 0}, {"mR", 14}, {"frF", 1}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        char text[200];
        snprintf(text, sizeof text, "[x]\ncustomPiece1 = x:%s\ncastling = false\nstartFen = 8/8/8/8/3X4/8/8/8 w\n",
                 all[i].moves);
        lud_game *g = load(text, NULL);
        lud_context *ctx = lud_context_new(g);
        lud_moves *moves = lud_moves_new();
        void *state = malloc(lud_state_size(g));
        CHECK_INT(lud_start(ctx, state), LUD_OK);
        lud_status status = lud_moves_list(ctx, state, 1, moves);
        int count = status == LUD_OK ? (int)lud_moves_count(moves) : 0;
        if (count != all[i].count)
            TEST_FAIL("%s: %d moves, expected %d", all[i].moves, count, all[i].count);
        free(state);
        lud_moves_free(moves);
        lud_context_free(ctx);
        lud_game_free(g);
    }
}

TEST(rows)
{
    static const char ttt[] = "[x]\nmaxRank = 3\nmaxFile = 3\nimmobile = p\nstartFen = 3/3/3[PPPPPpppp] w - - 0 1\n"
                              "pieceDrops = true\ncastling = false\nconnectN = 3\n";
    static const char four[] = "[x]\nmaxRank = 6\nmaxFile = 7\nimmobile = p\npieceDrops = true\ndropOnTop = true\n"
                               "startFen = 7/7/7/7/7/7[PPPPPPPPPPPPPPPPPPPPPppppppppppppppppppppp] w - - 0 1\n"
                               "castling = false\nconnectN = 4\n";
    CHECK_INT((int)leaves(ttt, 6), 54720);
    CHECK_INT((int)leaves(ttt, 8), 200448);
    CHECK_INT((int)leaves(four, 5), 16807);
    CHECK_INT(score(ttt, "P@a1 P@a2 P@b2 P@b1 P@c3"), 100);
    CHECK_INT(score(ttt, "P@a1 P@b2 P@b1 P@c1 P@a3 P@a2 P@c2 P@b3 P@c3"), 50);
    CHECK_INT(score(four, "P@a1 P@b1 P@a2 P@b2 P@a3 P@b3 P@a4"), 100);
}

TEST(ends)
{
    CHECK_INT(score("[x:chess]\n", "f2f3 e7e5 g2g4 d8h4"), 0);
    CHECK_INT(score("[x:chess]\n", "f2f3 e7e5 g2g4"), -1);
    CHECK_INT(score("[x:chess]\ncheckmateValue = win\n", "f2f3 e7e5 g2g4 d8h4"), 100);
    static const char stuck[] = "[x:chess]\nstartFen = 7k/5K2/8/8/8/8/6Q1/8 w - - 0 1\n";
    CHECK_INT(score(stuck, "g2g6"), 50);
    CHECK_INT(score("[x:chess]\nstalemateValue = loss\nstartFen = 7k/5K2/8/8/8/8/6Q1/8 w - - 0 1\n", "g2g6"), 100);
    CHECK_INT(score("[x:kingofthehill]\nstartFen = 7k/8/8/8/8/3K4/8/8 w - - 0 1\n", "d3d4"), 100);
    CHECK_INT(score("[x:3check]\nstartFen = 7k/8/8/8/8/8/8/K5Q1 w - - 1+3 0 1\n", "g1h1"), 100);
    CHECK_INT(score("[x:extinction]\nstartFen = k6n/8/8/8/8/8/8/K5NR w - - 0 1\nextinctionPieceTypes = n\n", "h1h8"),
              100);
    CHECK_INT(score("[x:chess]\nnMoveRule = 1\n", "g1f3 g8f6"), 50);
    CHECK_INT(score("[x:chess]\nnMoveRule = 1\n", "g1f3 e7e5 f3e5"), -1);
}

TEST(positions_that_come_again)
{
    static const char back[] = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    CHECK_INT(score("[x:chess]\n", back), 50);
    CHECK_INT(score("[x:chess]\nnFoldRule = 4\n", back), -1);
    CHECK_INT(score("[x:chess]\nnFoldValue = loss\n", back), 0);
    CHECK_INT(score("[x:chess]\nnFoldValue = win\nnFoldValueAbsolute = true\n", back), 100);
    /* Black checks for ever. */
    static const char game[] = "[x:chess]\nperpetualCheckIllegal = %s\nstartFen = 7k/8/8/8/7q/8/6P1/6K1 b - - 0 1\n";
    static const char checks[] = "h4e1 g1h2 e1h4 h2g1 h4e1 g1h2 e1h4 h2g1";
    char text[200];
    snprintf(text, sizeof text, game, "false");
    CHECK_INT(score(text, checks), 50);
    snprintf(text, sizeof text, game, "true");
    CHECK_INT(score(text, checks), 100);
    CHECK_INT(score(text, "h4e1 g1h2 e1h4 h2g1 h4d8 g1h2 d8h4 h2g1"), 50);
}

/* A pawn that is dropped and mates loses. */
TEST(mate_by_a_dropped_pawn)
{
    static const char game[] = "[x:minishogi]\nstartFen = k4/5/KG3/5/5[P] w - - 0 1\n";
    CHECK_INT(score(game, "P@a4"), -1); /* the king takes it */
    CHECK_INT(score("[x:minishogi]\nstartFen = k4/2G2/K1G2/5/5[P] w - - 0 1\n", "P@a4"), 0);
}

TEST(variants)
{
    lud_game *g = load("[first:chess]\n[second:first]\nmaxFile = 8\n", "second");
    lud_game_free(g);
    g = load("[first:chess]\n[second:first]\n", "1");
    lud_game_free(g);
}

TEST_MAIN
