/* Loops and searches that native code makes by masks, sets and memset, against the interpreter:
 * every state of random games. */
#include "ludens.h"
#include "test.h"

enum { TEXT_MAX = 20000, SITES = 70 };

static lud_game *load(const char *text, lud_backend backend)
{
    lud_options o;
    lud_options_init(&o);
    o.backend = backend;
    lud_game *g = lud_load_text(text, strlen(text), "loops.aut", &o, NULL);
    CHECK(g);
    return g;
}

/* A player puts a piece on a free site, and the keeper does `work` from w to z. */
static void check(const char *work)
{
    static char text[TEXT_MAX];
    int n = snprintf(text, sizeof text,
                     "type Player = {a, b}; type Score = {0, 1}; type S = [#-1..#%d]; type N = "
                     "[#0..#%d]; type P = [#0..#2];"
                     "type K = [#0..#2]; type M = [#0..#5]; const next: S -> K -> S = {",
                     SITES - 1, SITES);
    for (int i = 0; i < SITES; i++) /* steps that are no shifts */
        n += snprintf(text + n, sizeof text - (size_t)n, "#%d: { #0: #%d, #1: #%d, #2: #%d, :#-1 }, ", i,
                      (i * 7 + 3) % SITES, i % 10 == 9 ? -1 : i + 1, i * i % SITES);
    snprintf(text + n, sizeof text - (size_t)n,
             ":{ :#-1 } }; const odd: N -> K = { #1: #1, #3: #1, #5: #1, #64: #1, #69: #2, :#0 };"
             "var what: S -> P = { :#0 }; var marks: S -> P = { :#2 }; var seen: S -> P = { :#0 }; "
             "var turn: P = #1;"
             "var to: S = #0; var at: S = #-1; var n: N = #0; var sum: N = #0; var few: M = #0; "
             "var first: N = #0;"
             "var k: K = #0; var plies: N = #0; var found: P = #0;"
             "begin, d: player = a; d, d1: to = [#0..#%d](*); d1, d2: what[to] == #0; d2, d3: $$ "
             "to; d3, d4: player = keeper;"
             "d4, w: what[to] = turn; %s z, z1: plies = plies + #1; z1, end: plies == #40 ; z1, "
             "z2: plies < #40;"
             "z2, z3: turn == #1; z2, z4: turn != #1; z3, z5: turn = #2; z5, d: player = b; z4, "
             "z6: turn = #1; z6, d: player = a;"
             "end, end: player = keeper;",
             SITES - 1, work);
    char *end = strstr(text, "z1, end: plies == #40 ;");
    const char last[] = "z1, y: plies == #40;   ";
    memcpy(end, last, sizeof last - 1);
    char *tail = strstr(text, "end, end: player = keeper;");
    memcpy(tail, "y, end: player = keeper;  ", strlen(tail));
    lud_game *one = load(text, LUD_BACKEND_INTERP), *other = load(text, LUD_BACKEND_NATIVE);
    CHECK(one && other && lud_native_wait(other));
    if (one && other) {
        lud_lockstep_options o = {.playouts = 12, .seed = 5};
        lud_lockstep_result r;
        CHECK_INT(lud_lockstep(one, other, &o, &r), LUD_OK);
        CHECK(r.plies >= 12 * 20);
        if (r.differ)
            TEST_FAIL("%s", r.text);
        lud_free(r.text);
    }
    lud_game_free(one);
    lud_game_free(other);
}

#define LOOP(from, to, body) from ", l0: n = #0; l0, l1: n < #70; l0, " to ": n >= #70;" body "l9, l0: n = n + #1;"

TEST(fills) { check(LOOP("w", "z", "l1, l9: marks[(n <= #69 ? n : #-1)] = #1;")); }

TEST(a_fill_that_does_not_begin_at_the_start)
{
    check("w, l0: n = plies; l0, l1: n < #70; l0, z: n >= #70; l1, l9: marks[(n <= #69 ? n : #-1)] "
          "= #0; l9, l0: n = n + #1;");
}

#define COUNT(condition, sum, most)                                                                                    \
    "w, v: " sum " = #0;" LOOP("v", "z",                                                                               \
                               "l1, l2: " condition "; l1, l9: !(" condition "); l2, l9: " sum " = (" sum              \
                               " + #1 <= #" most " ? " sum " + #1 : #0);")

TEST(counts)
{
    check(COUNT("what[(n <= #69 ? n : #-1)] == turn", "sum", "70"));
    check(COUNT("what[(n <= #69 ? n : #-1)] != #0 && !(what[(n <= #69 ? n : #-1)] == turn)", "sum", "70"));
    check(COUNT("odd[n] == #1 || what[(n <= #69 ? n : #-1)] == #2", "sum", "70"));
    check(COUNT("next[to][#1] >= #0 && next[to][#1] != n", "sum", "70"));
}

/* What goes round begins at 0 again: then the sites are counted one by one. */
TEST(a_count_that_leaves_its_range) { check(COUNT("what[(n <= #69 ? n : #-1)] == turn", "few", "5")); }

TEST(the_first_that_passes)
{
    check("w, l0: n = #0; l0, l1: n < #70; l0, z: n >= #70; l1, l2: what[(n <= #69 ? n : #-1)] == #0;"
          "l1, l9: !(what[(n <= #69 ? n : #-1)] == #0); l9, l0: n = n + #1; l2, z: first = n;");
    check("w, l0: n = plies; l0, l1: n < #70; l0, z: n >= #70; l1, l9: what[(n <= #69 ? n : #-1)] "
          "!= #0;"
          "l1, l2: !(what[(n <= #69 ? n : #-1)] != #0); l9, l0: n = n + #1; l2, z: first = n;");
}

/* A flood fill over sites that are integers, by steps that no shift makes. */
TEST(fills_by_tables)
{
    check("f, f1: at = to; f1, f2: at == #69; f1, f3: k = K(*); f3, f4: at = next[at][k]; f4, f5: "
          "at >= #0;"
          "f5, f1: what[at] == turn; f1, f3: k = K(*); w, w1: ? f -> f2; w, w2: ! f -> f2; w1, z: "
          "found = #1; w2, z: found = #2;");
}

/* Nested: a count for each site in a loop that stores what it found, with a way out in the middle.
 */
TEST(loops_in_loops)
{
    check("w, o0: first = #0; o0, o1: first < #9; o0, z: first >= #9; o1, o2: sum = #0; o2, l0: n "
          "= #0; l0, l1: n < #70;"
          "l0, o3: n >= #70; l1, l2: what[(n <= #69 ? n : #-1)] == turn; l1, l9: what[(n <= #69 ? "
          "n : #-1)] != turn;"
          "l2, l9: sum = (sum + #1 <= #70 ? sum + #1 : #0); l9, l0: n = n + #1; o3, o4: sum > #7; "
          "o3, o5: sum <= #7;"
          "o4, z: found = #1; o5, o6: seen[first] = turn; o6, o0: first = first + #1;");
}

/* Nothing shows that it ends, but it does. */
TEST(a_loop_without_a_counter)
{
    check("w, l0: at = to; l0, l1: marks[at] == #2; l0, z: marks[at] != #2; l1, l2: marks[at] = "
          "#1; l2, l0: at = next[at][#0];");
}

TEST_MAIN
