/* How moves begin at a decision point, as far as paths are drawn among it. */
#include "automaton/build.h"
#include "automaton/plan.h"
#include "automaton_text.h"

typedef struct facts {
    uint32_t count, width, guards; /* of the first opening */
    uint32_t late;                 /* conditions of all */
    bool chooses, searched, drawn;
} facts;

static facts facts_of(const char *declarations)
{
    automaton_text t;
    facts f = {0};
    ir_game *g = automaton_read(&t, declarations);
    plan *p = g ? plan_make(g) : NULL;
    name_id id = g ? intern_find(g->names, "s", 1) : NAME_NONE;
    for (ir_node n = 0; p && n < g->nodes.count; n++) {
        const plan_decision *d = &p->decisions[n];
        if (g->nodes.data[n].name != id)
            continue;
        f.drawn = d->drawn;
        f.searched = d->searched;
        f.count = d->opening_count;
        for (uint32_t i = 0; i < d->opening_count; i++)
            for (uint32_t k = 0; k < d->openings[i].condition_count; k++)
                f.late += d->openings[i].conditions[k].late;
        if (d->opening_count > 0) {
            f.chooses = d->openings[0].choice != IR_NONE;
            f.width = d->openings[0].width;
            f.guards = d->openings[0].guard_count;
        }
    }
    plan_done(p);
    automaton_done(&t);
    return f;
}

#define START "type V = [#0..#5]; type B = [#0..#1]; var v: V = #0; var w: V = #0; var m: V -> B = {:#0};"

TEST(values_that_pass_are_counted)
{
    facts f = facts_of(
        START
        "s, g: v = V(*); g, h: m[v] == #1; h, i: w = V(*); i, j: m[w] == #0; j, k: $ go; k, l: $$ v; l, x: $$ w;");
    CHECK(f.drawn && f.chooses && !f.searched);
    CHECK_INT(f.width, 6);
    CHECK_INT(f.guards, 1);
    CHECK_INT(f.count, 2); /* and the move that is always there */
}

TEST(nothing_is_counted_without_use)
{
    CHECK_INT(facts_of(START "s, g: v = V(*); g, h: m[v] == #1; h, i: $ go; i, x: $$ v;").count, 0);
    CHECK_INT(facts_of(START "s, g: v = V(*); g, h: w = V(*); h, i: $ go; i, j: $$ v; j, x: $$ w;").count, 0);
}

TEST(searches_behind_a_choice)
{
    facts f = facts_of(START "s, g: v = V(*); g, h: m[v] == #1; h, i: ? p -> q; i, j: $ go; j, x: $$ v;"
                             "p, p1: w = V(*); p1, q: m[w] == #0 && w != v;");
    CHECK(f.drawn && f.searched && f.chooses);
    CHECK_INT(f.guards, 1);
}

/* A search for one path is made when it is drawn, one for many before. */
TEST(searches_before_a_choice)
{
    const char *choice =
        "h, i: v = V(*); i, j: m[v] == #1; j, k: w = V(*); k, l: m[w] == #0; l, n: $ go; n, o: $$ v; o, x: $$ w;"
        "p, p1: w = V(*); p1, q: m[w] == #0;";
    char text[900];
    snprintf(text, sizeof text, "%s s, h: ? p -> q; %s", START, choice);
    facts f = facts_of(text);
    CHECK_INT(f.count, 2);
    CHECK_INT(f.late, 0);
    snprintf(text, sizeof text, "%s s, h: ; s, a: ? p -> q; a, b: $ other; b, x: ; %s", START, choice);
    f = facts_of(text);
    CHECK_INT(f.count, 3);
    CHECK_INT(f.late, 1);
}

TEST(rays_have_numbers)
{
    facts f =
        facts_of(START "const below: V -> V = {#5: #4, #4: #3, #3: #2, #2: #1, :#0}; s, g: v = V(*); g, h: m[v] == #1;"
                       "h, i: v != #0; i, j: m[v] == #0; j, k: $ go; k, x: $$ v; j, h: v = below[v];");
    CHECK(f.drawn && f.chooses);
    CHECK(f.width > 5 && f.width < 12);
}

TEST_MAIN
