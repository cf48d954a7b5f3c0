/* What the pass unique shows by values: moves differ though their paths look alike, and where it
 * must not say so. */
#include "automaton/passes/pipeline.h"
#include "automaton_text.h"

/* The first decision point behind an assignment of player is a node of the name d. */
static bool single(const char *text)
{
    automaton_text t;
    ir_pass_report reports[IR_PASS_COUNT];
    const char *unknown;
    bool result = false;
    ir_game *g = automaton_read(&t, text);
    if (g && ir_pipeline_run(g, "disjoint,unique", NULL, reports, &unknown))
        for (ir_node n = 0; n < g->nodes.count; n++)
            result |= strcmp(ir_node_name(g, n), "d") == 0 && g->nodes.data[n].single;
    automaton_done(&t);
    return result;
}

#define SITES                                                                                                          \
    "type S = [#-1..#5]; type D = [#0..#1]; type P = [#0..#2]; var from: S = #0; var to: S = #0; "                     \
    "var at: S = #0;"                                                                                                  \
    "var way: D = #0; var what: S -> P = { #0: #1, #3: #2, :#0 }; var turn: P = #1;"                                   \
    "begin, d: player = keeper; e, end: player = keeper;"

TEST(a_tag_may_be_a_copy)
{
    CHECK(single(SITES "d, a: at = [#0..#5](*); a, b: what[at] == #0; b, c: to = at; c, e: $$ to;"));
    /* of something else */
    CHECK(!single(SITES "d, a: at = [#0..#5](*); a, b: what[at] == #0; b, c: to = from; c, e: $$ to;"));
    /* a chosen value that no tag tells */
    CHECK(!single(SITES "d, a: at = [#0..#5](*); a, b: way = D(*); b, c: to = at; c, e: $$ to;"));
}

#define STEP                                                                                                           \
    "d, a: from = [#0..#5](*); a, b: way = D(*); b, c: to = step[from][way]; c, f: to >= #0; f, "                      \
    "g: $$ from; g, e: $$ to;"

TEST(tables_that_lead_to_different_sites)
{
    CHECK(single(SITES "const step: S -> D -> S = { #0: { #0: #1, #1: #2, :#-1 }, #1: { #0: #2, "
                       "#1: #0, :#-1 }, :{ :#-1 } };" STEP));
    /* from #1 both ways lead to #2 */
    CHECK(!single(SITES "const step: S -> D -> S = { #0: { #0: #1, #1: #2, :#-1 }, #1: { #0: #2, "
                        "#1: #2, :#-1 }, :{ :#-1 } };" STEP));
}

/* Along chains: the sites of a ray differ, and those of two rays where they do not cross. */
#define RAY                                                                                                            \
    "d, a: way = D(*); a, b: at = first[way]; b, c: at >= #0; c, f: what[at] == #0; f, g: to = "                       \
    "at; g, e: $$ to;"                                                                                                 \
    "f, h: at = next[at]; h, c: at >= #0;"

TEST(rays)
{
    CHECK(single(SITES "const first: D -> S = { #0: #0, :#3 }; const next: S -> S = { #0: #1, #1: "
                       "#2, #3: #4, :#-1 };" RAY));
    CHECK(!single(SITES "const first: D -> S = { #0: #0, :#3 }; const next: S -> S = { #0: #1, #1: "
                        "#2, #3: #2, :#-1 };" RAY));
}

/* Told apart from one tag to the next; or by a later tag only. */
#define PARTS                                                                                                          \
    "d, p: from = [#0..#5](*); p, q: $$ from; q, a: way = D(*); a, b: at = first[way]; b, c: at >= #0; "               \
    "c, f: what[at] == #0; f, g: to = at; g, v: $$ to; f, h: at = next[at]; h, c: at >= #0; v, w: way = D(*); "        \
    "w, e: $$ way;"

TEST(parts_of_moves)
{
    CHECK(single(SITES "const first: D -> S = { #0: #0, :#3 }; const next: S -> S = { #0: #1, #1: "
                       "#2, #3: #4, :#-1 };" PARTS));
    CHECK(!single(SITES "const first: D -> S = { #0: #0, :#3 }; const next: S -> S = { #0: #1, #1: "
                        "#2, #3: #2, :#-1 };" PARTS));
    CHECK(single(SITES "d, a: way = D(*); a, b: $ same; b, c: $$ way; c, e: $ go;"));
    CHECK(!single(SITES "d, a: way = D(*); a, b: $ same; b, c: way = #0; c, e: $$ way;"));
}

TEST(what_the_state_holds_excludes_ways)
{
    const char *first = "d, a: from = [#0..#5](*); a, b: what[from] == #1; a, c: what[from] == #2; "
                        "c, b: turn == #1; b, e: $$ from;";
    char text[900];
    snprintf(text, sizeof text, "%s%s", SITES, first);
    CHECK(single(text));
    /* of other cells, of one value that both allow, and when a cell was written meanwhile */
    CHECK(!single(SITES "d, a: from = [#0..#5](*); a, b: what[from] == #1; a, c: what[#0] == #2; "
                        "c, b: turn == #1; b, e: $$ from;"));
    CHECK(!single(SITES "d, a: from = [#0..#5](*); a, b: what[from] <= #1; a, c: what[from] >= #1; "
                        "c, b: turn == #1; b, e: $$ from;"));
    CHECK(!single(SITES "d, a: from = [#0..#5](*); a, b: what[from] == #1; a, h: what[#0] = turn; "
                        "h, c: what[from] == #2; c, b: turn == #1;"
                        "b, e: $$ from;"));
}

/* A step that depends on the piece is one step: both paths see the same piece. */
TEST(a_look_at_a_cell_is_the_same_on_all_paths)
{
#define KINDS                                                                                                          \
    SITES "const by: P -> S = { #1: #1, :#2 }; const other: P -> S = { #1: #2, :#%d };"                                \
          "d, a: from = [#0..#5](*); a, b: to = by[what[from]]; a, b: to = other[what[from]]; b, "                     \
          "c: $$ from; c, e: $$ to;"
    char text[900];
    snprintf(text, sizeof text, KINDS, 1);
    CHECK(single(text));
    snprintf(text, sizeof text, KINDS, 2);
    CHECK(!single(text));
}

/* One way on in any position: the paths differ in nothing that was chosen. */
TEST(loops_without_choices_are_one_way)
{
#define COUNT                                                                                                          \
    "var n: S = #0; d, a: from = [#0..#5](*); a, h: n = #0; h, i: n < #3; h, z: n >= #3; i, j: "                       \
    "what[n] == #0;"                                                                                                   \
    "i, k: what[n] != #0; j, h: n = n + #1; k, h: n = n + #2; z, y: to = from; y, e: $$ to;"
    CHECK(single(SITES COUNT));
    CHECK(!single(SITES COUNT "i, h: n = n + #1;"));
}

/* Paths that part before anything is chosen never come together in one position. */
TEST(phases_exclude_each_other)
{
#define PHASES "a, c: at = [#0..#5](*); b, f: at = [#0..#5](*); c, g: to = at; f, g: to = at; g, e: $$ to;"
    CHECK(single(SITES "d, a: what[from] == turn; d, b: what[from] != turn;" PHASES));
    CHECK(!single(SITES "d, a: what[from] == turn; d, b: what[from] == #1;" PHASES));
}

/* What leads to a decision point says what can be there. */
TEST(checks_before_the_decision_count)
{
#define TURNS                                                                                                          \
    "type S = [#0..#3]; type T = [#0..#2]; const x: T -> S = { #1: #1, #2: #2, :#0 }; const y: T "                     \
    "-> S = { #1: #2, #2: #1, :#0 };"                                                                                  \
    "var turn: T = #1; var to: S = #0; begin, p: ; d, a: to = x[turn]; d, a: to = y[turn]; a, e: "                     \
    "$$ to; e, end: player = keeper;"
    CHECK(single(TURNS "p, q: turn == #1; q, d: player = keeper; p, r: turn == #2; r, d: player = keeper;"));
    CHECK(!single(TURNS "p, q: turn == #1; q, d: player = keeper; p, r: turn != #1; r, d: player = keeper;"));
}

TEST_MAIN
