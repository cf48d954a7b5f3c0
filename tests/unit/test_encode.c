/* Numbering of symbols: families, and types without gaps. */
#include "automaton/encode.h"
#include "automaton_text.h"

static uint32_t family_of(const ir_game *g, const char *symbol)
{
    ir_sym s = automaton_symbol(g, symbol);
    CHECK(s != IR_NONE);
    return s == IR_NONE ? IR_NONE : g->symbols.data[s].family;
}

static uint32_t family_size(const ir_game *g, const char *symbol)
{
    uint32_t f = family_of(g, symbol);
    return f == IR_NONE ? 0 : g->families.data[f].count;
}

/* Numbers between the lowest and the highest symbol of the type that it does not have. */
static uint32_t gaps(const ir_game *g, const char *type)
{
    const ir_type_data *t = ir_type_at(g, automaton_type(g, type));
    ir_sym low = IR_NONE, high = 0;
    for (uint32_t i = 0; i < t->count; i++) {
        low = t->symbols[i] < low ? t->symbols[i] : low;
        high = t->symbols[i] > high ? t->symbols[i] : high;
    }
    return t->count ? high - low + 1 - t->count : 0;
}

/* What holds for every game: families are stretches of numbers that cover all symbols, every
 * type lies in one, every name is found again. */
static void check_sound(const ir_game *g)
{
    ir_sym next = 0;
    for (uint32_t f = 0; f < g->families.count; f++) {
        CHECK_INT(g->families.data[f].first, next);
        CHECK(g->families.data[f].count > 0);
        for (uint32_t i = 0; i < g->families.data[f].count; i++)
            CHECK_INT(g->symbols.data[next + i].family, f);
        next += g->families.data[f].count;
    }
    CHECK_INT(next, g->symbols.count);
    for (uint32_t i = 0; i < g->types.count; i++) {
        const ir_type_data *t = &g->types.data[i];
        for (uint32_t k = 1; t->kind == IR_TYPE_SET && k < t->count; k++)
            CHECK_INT(g->symbols.data[t->symbols[k]].family, g->symbols.data[t->symbols[0]].family);
    }
    for (uint32_t i = 0; i < g->symbols.count; i++)
        CHECK_INT(automaton_symbol(g, ir_symbol_name(g, i)), i);
}

TEST(types_that_share_a_symbol_are_one_family)
{
    automaton_text t;
    ir_game *g = automaton_read(&t, "type N = {n0, n1}; type M = {n1, m0}; type K = {m0, k0, k1};"
                                    "type Other = {z0, z1}; type One = {w};");
    if (!g)
        return;
    check_sound(g);
    CHECK_INT(family_of(g, "n0"), family_of(g, "k1"));
    CHECK_INT(family_size(g, "n1"), 5); /* n0 n1 m0 k0 k1 */
    CHECK(family_of(g, "z0") != family_of(g, "n0"));
    CHECK_INT(family_size(g, "z1"), 2);
    CHECK_INT(family_size(g, "w"), 1);
    CHECK_INT(family_size(g, "0"), 4); /* Score, and 1 of Bool */
    CHECK_INT(family_of(g, "100"), family_of(g, "1"));
    CHECK_INT(family_size(g, "a"), 4); /* a b keeper random */
    CHECK(g->symbols.data[g->keeper].family == family_of(g, "b"));
    CHECK_STR(ir_symbol_name(g, g->keeper), "keeper");
    CHECK_STR(ir_symbol_name(g, g->random), "random");
    automaton_done(&t);
}

TEST(the_order_of_a_type_stays)
{
    automaton_text t;
    ir_game *g = automaton_read(&t, "type Back = {c, b1, a1}; type Fore = {a1, b1, c};");
    if (!g)
        return;
    const ir_type_data *back = ir_type_at(g, automaton_type(g, "Back"));
    CHECK_STR(ir_symbol_name(g, back->symbols[0]), "c");
    CHECK_STR(ir_symbol_name(g, back->symbols[2]), "a1");
    check_sound(g);
    automaton_done(&t);
}

TEST(types_get_no_gaps_where_an_order_without_gaps_exists)
{
    automaton_text t;
    /* a part that is scattered in the source; two parts that overlap; a chain; nested parts */
    ir_game *g = automaton_read(&t, "type All = {s0, s1, s2, s3, s4, s5}; type Odd = {s1, s3, s5};"
                                    "type A = {p0, p1, p2, p3}; type B = {p2, p5, p6, p0};"
                                    "type C1 = {q2, q0}; type C2 = {q0, q1}; type C3 = {q3, q2};"
                                    "type D = {r0, r1, r2, r3, r4}; type E = {r4, r0, r2};"
                                    "type F = {r2, r0};");
    if (!g)
        return;
    static const char *const names[] = {"All", "Odd", "A", "B", "C1", "C2", "C3", "D", "E", "F"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (gaps(g, names[i]))
            TEST_FAIL("%s has %u gaps", names[i], gaps(g, names[i]));
    check_sound(g);
    automaton_done(&t);
}

/* More kinds of symbols than are put in order: still one family, still sound. */
TEST(very_many_kinds_of_symbols)
{
    automaton_text t, u;
    arena_init(&u.keep, 0);
    char *text = arena_printf(&u.keep, "type All = {x0");
    for (int i = 1; i < 60; i++)
        text = arena_printf(&u.keep, "%s, x%d", text, i);
    text = arena_printf(&u.keep, "%s};", text);
    for (int i = 0; i < 59; i++)
        text = arena_printf(&u.keep, "%s type T%d = {x%d, x%d};", text, i, i, (i * 7 + 1) % 60);
    ir_game *g = automaton_read(&t, text);
    if (!g)
        return;
    CHECK_INT(family_size(g, "x0"), 60);
    CHECK_INT(gaps(g, "All"), 0);
    check_sound(g);
    automaton_done(&t);
    arena_done(&u.keep);
}

TEST_MAIN
