/* Integers and conditions of the automaton: results by hand, faults with their places. Each
 * expression is tried with literals, where passes work it out, and with variables, where the
 * interpreter does. */
#include "ludens.h"
#include "test.h"

static lud_game *load(const char *text, const char *passes)
{
    lud_options o;
    lud_options_init(&o);
    o.passes = passes;
    lud_diags *diags = lud_diags_new();
    lud_game *g = lud_load_text(text, strlen(text), "integers.aut", &o, diags);
    if (!g)
        TEST_FAIL("%s", lud_diags_render(diags, 0, false));
    lud_diags_free(diags);
    return g;
}

#define HEAD                                                                                                           \
    "type Player = {a, b};\ntype Score = {0, 100};\n"                                                                  \
    "type I = [#-2147483647..#2147483647];\ntype N = [#0..#9];\n"

/* The only move at the start, or what went wrong. */
static lud_status only_move(lud_game *g, char *text, size_t size, lud_diagnostic *fault)
{
    lud_context *ctx = lud_context_new(g);
    lud_moves *moves = lud_moves_new();
    void *state = malloc(lud_state_size(g));
    lud_status s = lud_start(ctx, state);
    *text = 0;
    if (s == LUD_OK)
        s = lud_moves_list(ctx, state, 1, moves);
    if (s == LUD_OK && lud_moves_count(moves) == 1) {
        lud_move m = lud_moves_at(moves, 0);
        lud_move_text(g, m, text, size);
        s = lud_apply_move(ctx, state, &m);
    }
    if (s != LUD_OK)
        *fault = lud_fault(ctx);
    free(state);
    lud_moves_free(moves);
    lud_context_free(ctx);
    return s;
}

/* `x y z` in the expression stand for three numbers. */
static void substitute(char *out, const char *expression, const int *numbers)
{
    for (const char *p = expression; *p; p++) {
        if (*p >= 'x' && *p <= 'z')
            out += sprintf(out, "I(#%d)", numbers[*p - 'x']);
        else
            *out++ = *p;
    }
    *out = 0;
}

static void evaluate(const char *expression, int x, int y, int z, const char *passes, bool literal, lud_status *status,
                     char *text, lud_diagnostic *fault)
{
    char game[3000], body[500];
    int numbers[] = {x, y, z};
    substitute(body, expression, numbers);
    snprintf(game, sizeof game,
             HEAD "var x: I = #%d; var y: I = #%d; var z: I = #%d; var r: I = #0;\n"
                  "begin, s: player = a;\n"
                  "s, s0: x = I(x); s0, t:;\n" /* keeps the variables from being constants */
                  "q0, q1: x = #0; q1, q2: y = #0; q2, q3: z = #0;\n"
                  "t, u: r = %s;\n"
                  "u, v: $$ r;\nv, end: player = keeper;\n",
             x, y, z, literal ? body : expression);
    lud_game *g = load(game, passes);
    *status = LUD_ERR_ARGUMENT;
    if (g)
        *status = only_move(g, text, 100, fault);
    lud_game_free(g);
}

static void each_way(const char *expression, int x, int y, int z, const char *expected)
{
    for (int way = 0; way < 4; way++) {
        char text[100] = "";
        lud_status status;
        lud_diagnostic fault = {0};
        evaluate(expression, x, y, z, way & 1 ? "none" : NULL, way & 2, &status, text, &fault);
        if (expected) {
            if (status != LUD_OK || strcmp(text, expected) != 0)
                TEST_FAIL("%s with %d, %d, %d (way %d) is `%s`, %s; expected %s", expression, x, y, z, way, text,
                          lud_status_text(status), expected);
        } else if (status != LUD_ERR_RANGE || strcmp(fault.code, "E0605") != 0 || fault.line != 9) {
            TEST_FAIL("%s with %d, %d, %d (way %d) is `%s`, %s at line %u; expected a fault", expression, x, y, z, way,
                      text, lud_status_text(status), fault.line);
        }
    }
}

TEST(results)
{
    each_way("x + y * z", 2, 3, 4, "14");
    each_way("(x + y) * z", 2, 3, 4, "20");
    each_way("x - y - z", 2, 3, 4, "-5");
    each_way("x - (y - z)", 2, 3, 4, "3");
    each_way("x / y", 7, 2, 0, "3");
    each_way("x / y", -7, 2, 0, "-3");
    each_way("x / y", 7, -2, 0, "-3");
    each_way("x / y", -7, -2, 0, "3");
    each_way("x % y", 7, 3, 0, "1");
    each_way("x % y", -7, 3, 0, "2");
    each_way("x % y", 7, -3, 0, "1");
    each_way("x % y", -7, -3, 0, "2");
    each_way("x % y", -6, 3, 0, "0");
    each_way("x / y / z", 100, 5, 2, "10");
    each_way("x * y % z", 7, 5, 4, "3");
    each_way("-x", 5, 0, 0, "-5");
    each_way("-x + y", -5, 1, 0, "6");
    each_way("-(x + y)", 5, 1, 0, "-6");
    each_way("x + y", 2147483646, 1, 0, "2147483647");
    each_way("x + y", -2147483647, 1, 0, "-2147483646");
    each_way("x * y", 46340, 46340, 0, "2147395600");
    each_way("x - y + z", 2147483647, 2147483647, -1, "-1");
}

TEST(conditions)
{
    each_way("(x < y ? x : y)", 3, 4, 0, "3");
    each_way("(x < y ? x : y)", 4, 4, 0, "4");
    each_way("(x <= y ? z : y)", 4, 4, 9, "9");
    each_way("(x > y ? z : y)", 5, 4, 9, "9");
    each_way("(x >= y ? z : y)", 3, 4, 9, "4");
    each_way("(x == y ? z : (x != z ? x : y))", 1, 2, 3, "1");
    each_way("(x < y && y < z ? x : z)", 1, 2, 3, "1");
    each_way("(x < y && y < z ? x : z)", 1, 3, 2, "2");
    each_way("(x < y || y < z ? x : z)", 3, 2, 1, "1");
    each_way("(x < y || y < z ? x : z)", 2, 1, 3, "2");
    each_way("(!(x < y) ? x : z)", 1, 2, 3, "3");
    each_way("(#true && !#false ? x : z)", 1, 2, 3, "1");
    each_way("(x < y || x / z == y ? x : y)", 1, 2, 0, "1"); /* the rest is not looked at */
    each_way("(x > y && x / z == y ? x : y)", 1, 2, 0, "2");
    each_way("(x < y ? x : x / z)", 1, 2, 0, "1");
}

TEST(faults)
{
    each_way("x / y", 1, 0, 0, NULL);
    each_way("x % y", 1, 0, 0, NULL);
    each_way("x + y", 2147483647, 1, 0, NULL);
    each_way("x - y", -2147483647, 2, 0, NULL);
    each_way("x - y", -2147483647, 1, 0, NULL); /* fits in 32 bits, not in the type */
    each_way("x * y", 65536, 65536, 0, NULL);
    each_way("x * y", 46341, 46341, 0, NULL);
    each_way("x + y - z", 2147483647, 1, 1, NULL); /* on the way */
    each_way("x * y / z", 65536, 65536, 65536, NULL);
    each_way("(x > y || x / z == y ? x : y)", 1, 2, 0, NULL);
}

/* A value outside of the range of the variable or entry that it is assigned to. */
TEST(ranges)
{
    static const struct {
        const char *edge;
        bool ok;
    } cases[] = {
        {"n = n + #5", true},
        {"n = n + #6", false},
        {"n = n - #5", false},
        {"n = x", true},
        {"n = x + #10", false},
        {"m[n] = n + n", true},
        {"m[n] = n * #3", false},
        {"m[#0] = -n", false},
        {"n = (x == #2 ? n + #9 : n)", false},
        {"n = (x == #3 ? n + #9 : n)", true},
        {"n = N(x + #2147483000)", false},
        {"n = N(x + #7)", true},
        {"m[N(x + #2147483000)] = n", false},
        {"n = m[N(x + #2147483000)]", false},
        {"n = m[N(x - #3)]", false},
        {"n = (m[N(x + #7)] == #0 ? n : x)", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int passes = 0; passes < 2; passes++) {
            char text[2000], move[100];
            snprintf(text, sizeof text,
                     HEAD "var n: N = #4;\nvar x: I = #2;\nvar m: N -> N = {:#0};\n"
                          "begin, s: player = a;\n"
                          "s, t: $ go;\n"
                          "t, u:\n  %s;\n"
                          "u, end: player = keeper;\n",
                     cases[i].edge);
            lud_game *g = load(text, passes ? NULL : "none");
            if (!g)
                continue;
            lud_diagnostic fault = {0};
            lud_status s = only_move(g, move, sizeof move, &fault);
            CHECK_INT(s, cases[i].ok ? LUD_OK : LUD_ERR_RANGE);
            if (s != (cases[i].ok ? LUD_OK : LUD_ERR_RANGE))
                printf("    %s\n", cases[i].edge);
            if (s == LUD_ERR_RANGE) {
                CHECK_STR(fault.code, "E0605");
                CHECK(fault.line == 10 || fault.line == 11); /* the edge */
                CHECK(fault.end_line == 11);
            }
            lud_game_free(g);
        }
}

/* A map into which one of a wider range was copied holds what its own type does not. */
TEST(ranges_of_copied_maps)
{
    static const char *const edges[] = {"n = p[x0]", "m[p[x1]] = n", "n = m[p[x1]]"};
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        for (int passes = 0; passes < 2; passes++) {
            char text[2000], move[100];
            snprintf(text, sizeof text,
                     HEAD "type W = [#0..#200];\ntype X = {x0, x1};\nvar n: N = #4;\nvar m: N -> N = {:#0};\n"
                          "var p: X -> N = {:#0};\nvar q: X -> W = {:#150};\nbegin, s: player = a;\n"
                          "s, t: q[x1] = #200;\nt, u: p = q;\nu, v: $ go;\nv, w: %s;\nw, end: player = keeper;\n",
                     edges[i]);
            lud_game *g = load(text, passes ? NULL : "none");
            if (!g)
                continue;
            lud_diagnostic fault = {0};
            CHECK_INT(only_move(g, move, sizeof move, &fault), LUD_ERR_RANGE);
            lud_game_free(g);
        }
}

TEST(choices_from_large_ranges)
{
    lud_options o;
    lud_options_init(&o);
    lud_diags *diags = lud_diags_new();
    const char *text =
        HEAD "var n: I = #0;\nbegin, s: player = a;\ns, t: n = I(*);\nt, u: $$ n;\nu, end: player = keeper;\n";
    lud_game *g = lud_load_text(text, strlen(text), "large.aut", &o, diags);
    CHECK(!g);
    if (!strstr(lud_diags_render(diags, 0, false), "large.aut:7:1"))
        TEST_FAIL("%s", lud_diags_render(diags, 0, false));
    lud_diags_free(diags);
    lud_game_free(g);
    /* the last values of a range, up to the largest integer */
    text = "type Player = {a, b};\ntype Score = {0, 100};\ntype I = [#2147483640..#2147483647];\n"
           "var n: I = #2147483641;\nbegin, s: player = a;\ns, t: n = I(*) : n > #2147483644;\nt, u: $$ n;\n"
           "u, end: player = keeper;\n";
    for (int backend = 0; backend < 2; backend++) {
        o.backend = backend ? LUD_BACKEND_NATIVE : LUD_BACKEND_INTERP;
        g = lud_load_text(text, strlen(text), "last.aut", &o, NULL);
        uint64_t counts[2] = {0};
        lud_context *ctx = lud_context_new(g);
        CHECK_INT(lud_perft(ctx, NULL, 1, NULL, counts), LUD_OK);
        CHECK_INT(counts[1], 3);
        lud_context_free(ctx);
        lud_game_free(g);
    }
}

/* Searches inside of searches: each starts with the values where it is asked and leaves them
 * as they were. From n there is a larger m such that no k lies between them: m = n + 1. */
TEST(nested_reachability)
{
    static const char text[] = HEAD "var n: N = #0; var m: N = #0; var k: N = #0;\n"
                                    "begin, s: player = a;\n"
                                    "s, t: n = N(*);\n"
                                    "t, u: ? p -> p2;\n"
                                    "u, v: m == #0 && k == #0;\n"
                                    "v, x: $$ n;\n"
                                    "p, p0: m = N(*) : m > n;\n"
                                    "p0, p1: ! q -> q1;\n"
                                    "p1, p2: ?(q2 -> q3) && !?(q3 -> q2);\n"
                                    "q, q1: k = N(*) : k > n && k < m && !?(r -> r1);\n"
                                    "r, r1: k == n || k == m;\n"
                                    "q2, q3: m == n + #1;\n"
                                    "x, end: player = keeper;\n";
    for (int passes = 0; passes < 2; passes++) {
        lud_game *g = load(text, passes ? NULL : "none");
        if (!g)
            continue;
        lud_context *ctx = lud_context_new(g);
        lud_moves *moves = lud_moves_new();
        void *state = malloc(lud_state_size(g));
        CHECK_INT(lud_start(ctx, state), LUD_OK);
        CHECK_INT(lud_moves_list(ctx, state, 1, moves), LUD_OK);
        CHECK_INT(lud_moves_count(moves), 9); /* 0 .. 8 */
        for (uint32_t i = 0; i < lud_moves_count(moves); i++) {
            char move[20];
            lud_move_text(g, lud_moves_at(moves, i), move, sizeof move);
            CHECK(strcmp(move, "9") != 0);
        }
        free(state);
        lud_moves_free(moves);
        lud_context_free(ctx);
        lud_game_free(g);
    }
}

/* What a search works out on its way does not disturb the arithmetic it is a part of. */
TEST(reachability_inside_of_arithmetic)
{
    for (int passes = 0; passes < 2; passes++) {
        lud_game *g =
            load(HEAD "var n: I = #7; var m: I = #2;\nbegin, s: player = a;\ns, t: n = n + (?(p -> q) ? #10 : #20);\n"
                      "t, u: $$ (n * #2 - (?(p -> q) ? m : n));\np, q: m + n * #3 - m * n < n + m * #100;\n"
                      "u, end: player = keeper;\n",
                 passes ? NULL : "none");
        char move[40];
        lud_diagnostic fault;
        if (g) {
            CHECK_INT(only_move(g, move, sizeof move, &fault), LUD_OK);
            CHECK_STR(move, "32");
        }
        lud_game_free(g);
    }
}

/* Parentheses change nothing: the tag is the value of the variable, not its name. */
TEST(tags_in_parentheses_are_values)
{
    lud_game *g = load(HEAD "var n: N = #7;\nbegin, s: player = a;\ns, t: $$ (n);\n"
                            "t, u: $$ (n + #1);\nu, end: player = keeper;\n",
                       NULL);
    if (!g)
        return;
    char move[40];
    lud_diagnostic fault;
    CHECK_INT(only_move(g, move, sizeof move, &fault), LUD_OK);
    CHECK_STR(move, "7 8");
    lud_game_free(g);
}

TEST_MAIN
