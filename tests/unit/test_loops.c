/* Loops that count their rounds, which searches walk without memory. */
#include "automaton/build.h"
#include "automaton/plan.h"
#include "automaton_text.h"

typedef struct facts {
    bool remembers, sure; /* at the head of the loop */
} facts;

static ir_node node(const ir_game *g, const char *name)
{
    name_id id = intern_find(g->names, name, strlen(name));
    for (ir_node n = 0; n < g->nodes.count; n++)
        if (id != NAME_NONE && g->nodes.data[n].name == id)
            return n;
    TEST_FAIL("no node %s", name);
    return 0;
}

/* A second move `loop`, behind the tag of which the edges begin at `g`; they end at `x`. */
static facts facts_of(const char *declarations, const char *head)
{
    automaton_text t;
    facts f = {0};
    ir_game *g = automaton_read(&t, declarations);
    for (uint32_t i = 0; g && i < g->disjoints.count; i++)
        g->disjoints.data[i].proven = true; /* as the pass would find */
    plan *p = g ? plan_make(g) : NULL;
    if (p) {
        const plan_program *x = &p->moves[PLAN_GENERATE];
        uint32_t at = region_at(x->r, node(g, head));
        f = (facts){x->visit[at], x->sure[at]};
        plan_done(p);
    }
    automaton_done(&t);
    return f;
}

#define START "type V = [#0..#5]; var v: V = #0; var w: V = #0; s, g: $ loop; g, h: v = #0;"
#define WHILE "h, i: v < #5; h, x: v >= #5; @disjointExhaustive h : i x;"

TEST(a_count_ends_a_loop)
{
    facts f = facts_of(START WHILE "i, h: v = v + #1;", "h");
    CHECK(!f.remembers && f.sure);
    f = facts_of(START "h, i: v > #0; h, x: v <= #0; @disjointExhaustive h : i x; i, h: v = v - #2;", "h");
    CHECK(!f.remembers && !f.sure); /* from 1 it would leave the range */
}

TEST(a_count_without_a_bound_can_fail)
{
    facts f = facts_of(START "h, i: w == #0; h, x: w != #0; @disjointExhaustive h : i x; i, h: v = v + #1;", "h");
    CHECK(!f.remembers && !f.sure);
}

TEST(what_goes_up_and_down_is_remembered)
{
    facts f = facts_of(START WHILE "i, j: v = v + #1; j, h: v = v - #1;", "h");
    CHECK(f.remembers && !f.sure);
    f = facts_of(START "const turn: V -> V = {#0: #1, #1: #0, :#5};" WHILE "i, h: v = turn[v];", "h");
    CHECK(f.remembers && !f.sure);
}

TEST(a_chain_ends_a_loop)
{
    const char *chain = "const next: V -> V = {#5: #3, #3: #2, #4: #0, #2: #1, :#0};"
                        "h, i: v != #0; h, x: v == #0; @disjointExhaustive h : i x; i, h: v = next[v];";
    char text[600];
    snprintf(text, sizeof text, "%s%s", START, chain);
    CHECK(!facts_of(text, "h").remembers);
    /* not without a look at its end */
    CHECK(facts_of(START "const next: V -> V = {#5: #3, #3: #2, #4: #0, #2: #1, :#0};"
                         "h, i: w != #0; h, x: w == #0; @disjointExhaustive h : i x; i, h: v = next[v];",
                   "h")
              .remembers);
}

TEST(a_choice_inside_is_remembered)
{
    facts f = facts_of(START WHILE "i, j: w = V(*); j, h: v = v + #1;", "h");
    CHECK(f.remembers && !f.sure);
}

TEST(loops_in_loops)
{
    facts f = facts_of(START WHILE "i, k: w = #0; k, l: w < #5; k, m: w >= #5; @disjointExhaustive k : l m;"
                                   "l, k: w = w + #1; m, h: v = v + #1;",
                       "k");
    CHECK(!f.remembers && f.sure);
    f = facts_of(START WHILE "i, k: w = #0; k, l: w < #5; k, m: w >= #5; @disjointExhaustive k : l m;"
                             "l, k: w = #0; m, h: v = v + #1;",
                 "k");
    CHECK(f.remembers && !f.sure);
}

TEST_MAIN
