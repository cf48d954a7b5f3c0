/* Where values lie in states and tables. */
#include "automaton/build.h"
#include "automaton/layout.h"
#include "automaton_text.h"

static const layout_slot *variable(const ir_game *g, const layout *l, const char *name)
{
    ir_var v = irb_find_variable(g, intern_find(g->names, name, strlen(name)));
    if (v == IR_NONE)
        TEST_FAIL("no variable %s", name);
    return &l->variables[v == IR_NONE ? 0 : v];
}

static const layout_slot *constant(const ir_game *g, const layout *l, const char *name)
{
    ir_const c = irb_find_constant(g, intern_find(g->names, name, strlen(name)));
    if (c == IR_NONE)
        TEST_FAIL("no constant %s", name);
    return &l->constants[c == IR_NONE ? 0 : c];
}

/* Slots are aligned, lie inside of the state after the node, and do not overlap. */
static void check_places(const ir_game *g, const layout *l)
{
    CHECK_INT(l->state_size % 8, 0);
    CHECK(l->variables_end <= l->state_size);
    unsigned char *used = calloc(1, l->state_size);
    memset(used, 1, 4);
    for (uint32_t i = 0; i < g->variables.count; i++) {
        const layout_slot *s = &l->variables[i];
        CHECK_INT(s->offset % s->width, 0);
        CHECK(s->offset + (uint64_t)s->cells * s->width <= l->variables_end);
        for (uint32_t k = 0; k < s->cells * s->width; k++)
            CHECK_INT(used[s->offset + k]++, 0);
    }
    for (uint32_t i = 0; i < l->variables_end; i++)
        CHECK_INT(used[i], 1);
    for (uint32_t i = l->variables_end; i < l->state_size; i++)
        CHECK_INT(l->initial[i], 0);
    free(used);
}

static const char *set_of(arena *a, const char *prefix, int count)
{
    char *text = arena_printf(a, "{%s0", prefix);
    for (int i = 1; i < count; i++)
        text = arena_printf(a, "%s, %s%d", text, prefix, i);
    return arena_printf(a, "%s}", text);
}

TEST(widths_of_cells)
{
    automaton_text t;
    arena a;
    arena_init(&a, 0);
    ir_game *g =
        automaton_read(&t, arena_printf(&a,
                                        "type S256 = %s; type S257 = %s; type I8 = [#-100..#155];"
                                        "type I9 = [#-100..#156]; type I16 = [#1..#65536]; type I17 = [#0..#65536];"
                                        "var s: S256 = s255; var w: S257 = w256; var m: S257 -> S257 = {w3: w256, :w7};"
                                        "var i8: I8 = #-100; var i9: I9 = #156; var i16: I16 = #65536;"
                                        "var i17: I17 = #65536; var all: [#-2147483647..#2147483647] = #-1;"
                                        "s, a: i8 = I8(*); a, b: i9 = I9(*); b, c: i16 = I16(*); c, d: i17 = I17(*);"
                                        "d, e: all = all + #1; e, end: player = keeper;",
                                        set_of(&a, "s", 256), set_of(&a, "w", 257)));
    layout l;
    if (!g || !layout_make(g, false, &l)) {
        TEST_FAIL("not laid out");
        return;
    }
    static const struct {
        const char *name;
        uint8_t width;
        uint32_t stored; /* in the initial state: place in the family, or value - low */
    } cases[] = {{"s", 1, 255},     {"w", 2, 256},     {"i8", 1, 0},          {"i9", 2, 256},
                 {"i16", 2, 65535}, {"i17", 4, 65536}, {"all", 4, 2147483646}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const layout_slot *v = variable(g, &l, cases[i].name);
        CHECK_INT(v->width, cases[i].width);
        CHECK_INT(v->cells, 1);
        CHECK_INT(v->levels, 0);
        CHECK_INT(layout_load(l.initial + v->offset, v->width), cases[i].stored);
    }
    const layout_slot *m = variable(g, &l, "m");
    CHECK_INT(m->width, 2);
    CHECK_INT(m->cells, 257);
    for (uint32_t i = 0; i < 257; i++)
        CHECK_INT(layout_load(l.initial + m->offset + 2 * i, 2), i == 3 ? 256 : 7);
    check_places(g, &l);
    automaton_done(&t);
    arena_done(&a);
}

TEST(nested_maps_are_flat_with_the_first_key_outermost)
{
    automaton_text t;
    ir_game *g = automaton_read(&t, "type N = {n0, n1, n2}; type I = [#2..#5];"
                                    "var m: N -> I -> N = {n1: {#3: n2, :n1}, :{:n0}};"
                                    "const c: I -> I = {#2: #5, :#3};");
    layout l;
    if (!g || !layout_make(g, false, &l)) {
        TEST_FAIL("not laid out");
        return;
    }
    const layout_slot *m = variable(g, &l, "m"), *c = constant(g, &l, "c");
    CHECK_INT(m->levels, 2);
    CHECK_INT(m->cells, 12);
    CHECK_INT(m->keys[0].stride, 4);
    CHECK_INT(m->keys[1].stride, 1);
    CHECK(m->keys[1].integer && m->keys[1].low == 2 && m->keys[1].high == 5);
    static const unsigned char cells[12] = {0, 0, 0, 0, 1, 2, 1, 1, 0, 0, 0, 0};
    CHECK(memcmp(l.initial + m->offset, cells, 12) == 0);
    static const unsigned char table[4] = {2, 0, 0, 0}; /* 5 and 3, less 3 */
    CHECK_INT(c->cells, 4);
    CHECK(memcmp(l.tables + c->offset, table, 4) == 0);
    check_places(g, &l);
    automaton_done(&t);
}

/* f is read at symbols outside of its key type: there it has its default. h is only read
 * inside. k's key is written outside, by a variable that got there through two others. */
TEST(extents_follow_the_keys_and_not_the_types)
{
    automaton_text t;
    ir_game *g = automaton_read(&t, "type N = {n0, n1}; type M = {n0, n1, n2, n3};"
                                    "const f: N -> N = {n1: n1, :n0}; const h: N -> N = {:n0};"
                                    "var m: M = n0; var n: N = n0; var n2v: N = n0;"
                                    "var k: N -> N = {:n0};"
                                    "p, p1: m = M(*); p1, p2: f[m] == n0; p2, p3: h[n0] == n0;"
                                    "p3, p4: n = m; p4, p5: n2v = n; p5, p6: k[n2v] = n0;");
    layout l;
    if (!g || !layout_make(g, false, &l)) {
        TEST_FAIL("not laid out");
        return;
    }
    const layout_slot *f = constant(g, &l, "f");
    CHECK_INT(f->cells, 4);
    uint32_t ones = 0;
    for (uint32_t i = 0; i < f->cells; i++)
        ones += layout_load(l.tables + f->offset + i, 1) == (uint32_t)layout_code(g, automaton_symbol(g, "n1"));
    CHECK_INT(ones, 1);
    CHECK_INT(constant(g, &l, "h")->cells, 2);
    CHECK_INT(variable(g, &l, "k")->cells, 4);
    check_places(g, &l);
    automaton_done(&t);
}

/* Maps that are assigned or compared are copied whole, so they must look alike. */
static void check_range(const ir_game *g, const layout *l, const char *name, int32_t low, int32_t high)
{
    const layout_slot *v = variable(g, l, name);
    CHECK_INT(v->low, low);
    CHECK_INT(v->high, high);
    CHECK_INT(v->least, 0);
    CHECK_INT(v->most, 1000);
}

/* What is assigned, chosen or copied; a counter has all of its type, and nothing beyond it ever arrives. */
TEST(integers_lie_in_what_can_get_there)
{
    automaton_text t;
    ir_game *g = automaton_read(
        &t, "type I = [#0..#1000]; type Few = [#2..#9]; const c: I -> I = {#1: #5, :#2}; var x: I = #3; var y: I = #7;"
            "var n: I = #0; var e: I = #0; var far: I = #990; var m: I -> I = {:#0}; var p: I -> I = {:#40};"
            "s, x1: x = y; x1, x2: n = (n + #1 <= #1000 ? n + #1 : #0); x2, x3: m[x] = c[x]; x3, x4: e = Few(*);"
            "x4, x5: far = far * #2; x5, x6: m = p; x6, end: player = keeper;");
    layout l;
    if (!g || !layout_make(g, false, &l)) {
        TEST_FAIL("not laid out");
        return;
    }
    check_range(g, &l, "x", 3, 7);
    check_range(g, &l, "y", 7, 7);
    check_range(g, &l, "n", 0, 1000);
    check_range(g, &l, "e", 0, 9);
    check_range(g, &l, "far", 990, 990);
    check_range(g, &l, "m", 0, 40);
    check_range(g, &l, "p", 0, 40);
    automaton_done(&t);
}

/* Values that come one variable further a round: of so many only the types are taken. */
TEST(long_ways_of_integers_end)
{
    enum { COUNT = 400 };
    automaton_text t;
    arena a;
    arena_init(&a, 0);
    const char *text = "type I = [#0..#1000];";
    for (int i = 0; i <= COUNT; i++)
        text = arena_printf(&a, "%s var v%d: I = #%d;", text, i, i == COUNT ? 7 : 0);
    for (int i = 0; i < COUNT; i++)
        text = arena_printf(&a, "%s x%d, x%d: v%d = v%d;", text, i, i + 1, i, i + 1);
    ir_game *g = automaton_read(&t, arena_printf(&a, "%s s, x0: ; x%d, end: player = keeper;", text, COUNT));
    layout l;
    if (!g || !layout_make(g, false, &l)) {
        TEST_FAIL("not laid out");
        return;
    }
    check_range(g, &l, "v0", 0, 1000);
    automaton_done(&t);
    arena_done(&a);
}

TEST(maps_that_meet_are_laid_out_alike)
{
    automaton_text t;
    ir_game *g = automaton_read(&t, "type N = {n0, n1}; type M = {n0, n1, n2, n3};"
                                    "const f: N -> N = {:n0}; var one: N -> N = {:n0};"
                                    "var two: M -> N = {:n1}; var three: N -> M = {:n0};"
                                    "var m: M = n0; var alone: N -> N = {:n0};"
                                    "p, p1: one = f; p1, p2: one == two; p2, p3: two = three;");
    layout l;
    if (!g || !layout_make(g, false, &l)) {
        TEST_FAIL("not laid out");
        return;
    }
    const layout_slot *alike[] = {constant(g, &l, "f"), variable(g, &l, "one"), variable(g, &l, "two"),
                                  variable(g, &l, "three")};
    for (int i = 0; i < 4; i++) {
        CHECK_INT(alike[i]->cells, 4);
        CHECK_INT(alike[i]->keys[0].low, alike[0]->keys[0].low);
        CHECK_INT(alike[i]->low, alike[0]->low);
        CHECK_INT(alike[i]->high, alike[0]->high);
        CHECK_INT(alike[i]->width, alike[0]->width);
    }
    CHECK_INT(variable(g, &l, "alone")->cells, 2);
    automaton_done(&t);
}

TEST(hidden_games_keep_a_hash_a_player)
{
    automaton_text t;
    ir_game *g = automaton_read(&t, "");
    layout open, hidden;
    if (!g || !layout_make(g, false, &open) || !layout_make(g, true, &hidden)) {
        TEST_FAIL("not laid out");
        return;
    }
    CHECK_INT(open.observation, 0);
    CHECK_INT(hidden.state_size, open.state_size + 2 * 8);
    CHECK_INT(hidden.observation % 8, 0);
    CHECK(hidden.observation >= hidden.variables_end);
    automaton_done(&t);
}

TEST(what_is_too_large_is_reported)
{
    automaton_text t;
    ir_game *g = automaton_read(&t, "type I = [#0..#100000]; var m: I -> I -> I = {:{:#0}};");
    layout l;
    CHECK(g && !layout_make(g, false, &l));
    CHECK(t.sink.first && t.sink.first->code == DIAG_TOO_LARGE);
    automaton_done(&t);
}

TEST_MAIN
