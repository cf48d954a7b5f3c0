/* What plan_range says of conditional expressions: each branch is seen under its condition. */
#include "automaton/build.h"
#include "automaton/plan.h"
#include "automaton_text.h"

/* Of what is assigned to `out`. */
static ir_range range_of(const char *expression)
{
    automaton_text t;
    char text[600];
    snprintf(text, sizeof text,
             "type V = [#-2..#9]; type W = [#-100..#100]; var v: V = #0; var w: V = #0; var out: W "
             "= #0; var m: V -> V = { :#0 };"
             "const c: V -> V = { #1: #-2, :#9 }; x2, end: player = keeper; s, x1: $ other; s, y1: v = V(*); "
             "y1, y2: w = V(*); y2, y3: m[v] = v; x1, x2: "
             "out = %s;",
             expression);
    ir_range r = {1, 0};
    ir_game *g = automaton_read(&t, text);
    plan *p = g ? plan_make(g) : NULL;
    for (uint32_t i = 0; p && i < g->edges.count; i++) {
        const ir_edge_data *e = &g->edges.data[i];
        if (e->label == IR_ASSIGN &&
            strcmp(ir_name(g, g->variables.data[ir_target_variable(g, e->target)].name), "out") == 0)
            r = plan_range(p, e->value);
    }
    plan_done(p);
    automaton_done(&t);
    return r;
}

#define CHECK_RANGE(expression, from, to)                                                                              \
    do {                                                                                                               \
        ir_range r_ = range_of(expression);                                                                            \
        CHECK_INT(r_.low, from);                                                                                       \
        CHECK_INT(r_.high, to);                                                                                        \
    } while (0)

TEST(plain_expressions)
{
    CHECK_RANGE("v", -2, 9);
    CHECK_RANGE("v + #1", -1, 10);
    CHECK_RANGE("c[v]", -2, 9); /* as declared */
}

TEST(a_branch_knows_its_condition)
{
    CHECK_RANGE("(v >= #0 ? v : #0)", 0, 9);
    CHECK_RANGE("(v > #3 ? v : #4)", 4, 9);
    CHECK_RANGE("(v < #0 ? #0 : v)", 0, 9);
    CHECK_RANGE("(v <= #5 ? v + #1 : #0)", -1, 6);
    CHECK_RANGE("(#0 <= v ? v : #0)", 0, 9);
    CHECK_RANGE("(v == #5 ? v : #5)", 5, 5);
    CHECK_RANGE("(v != #5 ? #5 : v)", 5, 5);
}

TEST(several_conditions_at_once)
{
    CHECK_RANGE("(v >= #0 && v <= #5 ? v : #0)", 0, 5);
    CHECK_RANGE("(v < #0 || v > #5 ? #0 : v)", 0, 5);
    CHECK_RANGE("(!(v < #0) ? v : #0)", 0, 9);
    CHECK_RANGE("(v >= #0 ? (v <= #5 ? v : #1) : #2)", 0, 5);
}

TEST(what_a_condition_does_not_say)
{
    CHECK_RANGE("(v >= #0 || w >= #0 ? v : #0)", -2, 9); /* either may have held */
    CHECK_RANGE("(w >= #0 ? v : #0)", -2, 9);
    CHECK_RANGE("(v >= w ? v : #0)", -2, 9);
    CHECK_RANGE("(v >= #0 ? w : v)", -2, 9);
}

TEST(accesses_are_narrowed_like_variables)
{
    CHECK_RANGE("(m[v] >= #0 ? m[v] : #0)", 0, 9);
    CHECK_RANGE("(m[v] >= #0 ? m[w] : #0)", -2, 9); /* another cell */
}

/* A branch that is never taken says nothing. */
TEST(impossible_branches)
{
    CHECK_RANGE("(v > #20 ? v : #7)", 7, 7);
    CHECK_RANGE("(v >= #-2 ? #7 : v)", 7, 7);
}

TEST_MAIN
