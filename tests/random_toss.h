/* Random games of Toss, most of which no author would write. */
#ifndef LUDENS_TEST_RANDOM_TOSS_H
#define LUDENS_TEST_RANDOM_TOSS_H

#include "random_text.h"

#include <string.h>

/* What they are made of besides relations of one and two arguments: relations of three and fixed points, sums, elements
 * that come and go, values that rules change, players who move at once; fractions, and values without bounds. */
enum { DISCRETE = 0, FIXED = 1, SUMS = 2, COMING = 4, VALUES = 8, AT_ONCE = 16, REALS = 32, FEATURES = 64 };

typedef struct scope {
    char names[12][8];
    uint32_t count;
} scope;

static const char *some_name(writing *w, const scope *s) { return s->names[below(w, s->count)]; }

static void put_atom(writing *w, const scope *s)
{
    static const char *const unary[] = {"P", "Q", "S", "T", "A"}, *const binary[] = {"E", "C", "C"};
    uint32_t kind = s->count ? below(w, 8) : 7;
    if (kind < 3)
        put(w, "%s(%s)", unary[below(w, 5)], some_name(w, s));
    else if (kind < 5)
        put(w, "%s(%s, %s)", binary[below(w, 3)], some_name(w, s), some_name(w, s));
    else if (kind == 5)
        put(w, "%s %s %s", some_name(w, s), below(w, 2) ? "=" : "!=", some_name(w, s));
    else if (kind == 6 && w->definitions > 0)
        put(w, "D(%s, %s)", some_name(w, s), some_name(w, s));
    else if (kind == 6 || w->definitions < 2)
        put(w, "%s", below(w, 4) ? "true" : "false");
    else if (s->count && below(w, 2))
        put(w, "F(%s)", some_name(w, s));
    else
        put(w, "%s", w->definitions > 2 ? "G()" : "true");
}

static void put_formula(writing *w, scope s, uint32_t depth);

static void put_binder(writing *w, scope s, uint32_t depth)
{
    uint32_t count = 1 + below(w, 2), first = s.count;
    put(w, "(%s ", below(w, 2) ? "ex" : "all");
    for (uint32_t i = 0; i < count && s.count < 12; i++) {
        snprintf(s.names[s.count++], sizeof *s.names, "v%u", w->fresh++ % 1000);
        put(w, "%s%s", i ? ", " : "", s.names[first + i]);
    }
    put(w, " (");
    put_formula(w, s, depth - 1);
    put(w, "))");
}

static void put_let(writing *w, const scope *s, uint32_t depth)
{
    scope inner = *s;
    unsigned name = w->fresh++ % 1000;
    snprintf(inner.names[inner.count++], sizeof *inner.names, "l%u", name);
    put(w, "(let L%u(l%u) = (", name, name);
    put_formula(w, inner, depth - 1);
    put(w, ") in (L%u(%s) %s ", name, some_name(w, s), below(w, 2) ? "and" : "or");
    put_formula(w, *s, depth - 1);
    put(w, "))");
}

static const char *fresh(writing *w, scope *s)
{
    snprintf(s->names[s->count], sizeof *s->names, "v%u", w->fresh++ % 1000);
    return s->names[s->count++];
}

/* A relation that is made of itself, where that can only make it grow. */
static void put_fixed(writing *w, const scope *s, uint32_t depth)
{
    scope inner = *s;
    const char *of = some_name(w, s), *then = fresh(w, &inner);
    unsigned name = w->fresh++ % 1000;
    switch (below(w, 4)) {
    case 0:
        put(w, "(lfp L%u(%s) = ((", name, of);
        put_formula(w, *s, depth - 1);
        put(w, ") or ex %s (C(%s, %s) and L%u(%s))))", then, of, then, name, then);
        break;
    case 1:
        put(w, "(gfp L%u(%s) = ((", name, of);
        put_formula(w, *s, depth - 1);
        put(w, ") and %s %s (%s(%s, %s) %s L%u(%s))))", below(w, 2) ? "ex" : "all", then, below(w, 2) ? "C" : "E", of,
            then, below(w, 2) ? "and" : "or", name, then);
        break;
    case 2:
        put(w, "(tc %u %s, %s (E(%s, %s) or C(%s, %s)))", below(w, 4), of, s->names[0], of, s->names[0], s->names[0],
            of);
        break;
    default: put(w, "B(%s, %s, %s)", of, some_name(w, s), some_name(w, s)); break;
    }
}

static void put_term(writing *w, const scope *s, uint32_t depth)
{
    scope inner = *s;
    uint32_t kind = depth ? below(w, 6) : 5;
    if (w->features & REALS && depth && below(w, 4) == 0) {
        static const char *const factors[] = {"* 0.3", "/ 7", "* -1.5", "+ 0.1", "* 2.5"};
        put(w, "(");
        put_term(w, s, depth - 1);
        put(w, " %s)", factors[below(w, 5)]);
    } else if (kind == 0) {
        put(w, "(");
        put_term(w, s, depth - 1);
        put(w, " %s ", below(w, 2) ? "+" : "-");
        put_term(w, s, depth - 1);
        put(w, ")");
    } else if (kind == 1 && s->count < 10) {
        put(w, "Sum (%s | ", fresh(w, &inner));
        put_formula(w, inner, 1);
        put(w, " : ");
        put_term(w, &inner, depth - 1);
        put(w, ")");
    } else if (kind == 2) {
        put(w, ":(");
        put_formula(w, *s, 1);
        put(w, ")");
    } else if (kind < 5 && s->count && w->features & VALUES) {
        put(w, "%s(%s)", below(w, 2) ? "f" : "g", some_name(w, s));
    } else {
        put(w, "%u", below(w, 4));
    }
}

static void put_comparison(writing *w, const scope *s)
{
    static const char *const signs[] = {"=", "!=", "<", "<=", ">", ">="};
    put(w, "(");
    put_term(w, s, 2);
    put(w, " %s ", signs[below(w, 6)]);
    put_term(w, s, 1);
    put(w, ")");
}

static void put_formula(writing *w, scope s, uint32_t depth)
{
    if (w->features & FIXED && depth && s.count && s.count < 10 && below(w, 6) == 0) {
        put_fixed(w, &s, depth);
        return;
    }
    if (w->features & (SUMS | VALUES) && depth && s.count < 10 && below(w, 6) == 0) {
        put_comparison(w, &s);
        return;
    }
    static const char *const pairs[] = {"and", "and", "or", "or", "xor", "->", "<->"};
    uint32_t kind = depth ? below(w, 11) : 10;
    if (kind < 5) {
        put(w, "((");
        put_formula(w, s, depth - 1);
        put(w, ") %s (", pairs[below(w, 7)]);
        put_formula(w, s, depth - 1);
        put(w, "))");
    } else if (kind < 7 && s.count < 10) {
        put_binder(w, s, depth);
    } else if (kind == 7) {
        put(w, "(not ");
        put_formula(w, s, depth - 1);
        put(w, ")");
    } else if (kind == 8 && s.count > 1) {
        put(w, "(tc %s, %s (", s.names[0], s.names[s.count - 1]);
        put_formula(w, s, depth - 1);
        put(w, "))");
    } else if (kind == 9 && s.count && s.count < 10) {
        put_let(w, &s, depth);
    } else {
        put_atom(w, &s);
    }
}

static const scope left_names = {{"a", "b", "c"}, 3}, right_names = {{"p", "q", "r"}, 3};

/* Tuples of the other relations. */
static void put_wide_tuples(writing *w, const scope *s, uint32_t count, const char *separator)
{
    if (w->features & FIXED && count && below(w, 4) == 0)
        put(w, "%sB (%s, %s, %s)", separator, s->names[below(w, count)], s->names[below(w, count)],
            s->names[below(w, count)]);
}

/* Tuples over the first `count` elements. */
static void put_tuples(writing *w, const scope *s, uint32_t count, bool left)
{
    static const char *const unary[] = {"P", "Q", "S", "A"};
    const char *separator = "";
    for (int i = 0; i < 4; i++)
        for (uint32_t e = 0; e < count; e++)
            if (below(w, left ? 5 : 4) == 0) {
                put(w, "%s%s%s (%s)", separator, left && below(w, 3) == 0 ? "_opt_" : "", unary[i], s->names[e]);
                separator = "; ";
            }
    for (int i = 0; i < 2; i++)
        if (count && below(w, 4) == 0) {
            put(w, "%s%sE (%s, %s)", separator, left && below(w, 2) ? "_opt_" : "", s->names[below(w, count)],
                s->names[below(w, count)]);
            separator = "; ";
        }
    if (left && count > 1 && below(w, 3) == 0) {
        put(w, "%sC (a, b)", separator);
        separator = "; ";
    }
    put_wide_tuples(w, s, count, separator);
}

/* The right side of a rule that deletes, makes and copies elements. */
static void put_other_elements(writing *w, scope *right, const scope *left)
{
    static const char *const made[] = {"a", "b", "c", "p", "q", "r"};
    uint32_t count = below(w, 4), first = below(w, 6);
    const char *separator = "";
    right->count = count;
    for (uint32_t i = 0; i < count; i++) {
        snprintf(right->names[i], sizeof *right->names, "%s", made[(first + i) % 6]);
        put(w, "%s%s", i ? ", " : "", right->names[i]);
    }
    put(w, " | ");
    put_tuples(w, right, count, false);
    if (w->features & VALUES && count && below(w, 3) == 0)
        put(w, " | f { %s -> %u }", right->names[0], below(w, 3));
    else
        put(w, " |");
    put(w, " ]\n");
    if (below(w, 3) || left->count == 0 || count == 0)
        return;
    put(w, "  with [");
    for (uint32_t i = 0; i < count; i++)
        if (below(w, 3)) {
            put(w, "%s%s <- %s", separator, right->names[i], left->names[below(w, left->count)]);
            separator = ", ";
        }
    put(w, "]\n");
}

static void put_updates(writing *w, const scope *left, const scope *right)
{
    uint32_t count = right->count && w->features & VALUES ? below(w, 3) : 0;
    for (uint32_t i = 0; i < count; i++) {
        put(w, "%s:%s(%s) := ", i ? "; " : "\n  update ", i ? "g" : "f", some_name(w, right));
        put_term(w, left, 2);
    }
}

static void put_rule(writing *w, int index)
{
    static const char *const embedded[] = {"P", "Q", "S", "E", "C", "B"};
    uint32_t count = 1 + below(w, 3);
    bool mapped = below(w, 2), others = w->features & COMING && below(w, 2);
    scope left = left_names, right = mapped ? right_names : left_names;
    left.count = right.count = count;
    put(w, "RULE M%d:\n  [ %s | ", index, count == 1 ? "a" : count == 2 ? "a, b" : "a, b, c");
    put_tuples(w, &left, count, true);
    put(w, " | ] -> [ ");
    if (others) {
        put_other_elements(w, &right, &left);
    } else {
        for (uint32_t i = 0; i < count; i++)
            put(w, "%s%s", i ? ", " : "", right.names[i]);
        put(w, " | ");
        put_tuples(w, &right, count, false);
        put(w, " | ]\n");
    }
    const char *separator = "  emb ";
    for (int i = 0; i < (w->features & FIXED ? 6 : 5); i++)
        if (below(w, i == 4 ? 8 : 2)) {
            put(w, "%s%s", separator, embedded[i]);
            separator = ", ";
        }
    if (mapped && !others) {
        uint32_t turn = below(w, count);
        put(w, "\n  with [");
        for (uint32_t i = 0; i < count; i++)
            put(w, "%s%s <- %s", i ? ", " : "", right.names[i], left.names[(i + turn) % count]);
        put(w, "]");
    }
    if (below(w, 3) || w->features & VALUES) {
        put(w, "\n  pre ");
        if (w->features & VALUES)
            put(w,
                w->features & REALS && below(w, 2) ? "f(a) < %u.5 + g(a) * 0.%u and " : "f(a) < %u and g(a) > -%u and ",
                3 + below(w, 3), 3 + below(w, 3));
        put(w, "(");
        put_formula(w, left, 3);
        put(w, ")");
    }
    if (below(w, 3) == 0) {
        put(w, "\n  post ");
        put_formula(w, right, 3);
    }
    put_updates(w, &left, &right);
    put(w, "\n");
}

static void put_start(writing *w)
{
    static const char *const unary[] = {"P", "Q", "S", "T", "A"};
    put(w, "START [ n0, n1, n2, n3 | ");
    for (int i = 0; i < 5; i++) {
        put(w, "%s:1 {", unary[i]);
        const char *separator = "";
        for (int e = 0; e < 4; e++)
            if (below(w, 4) == 0) {
                put(w, "%s n%d", separator, e);
                separator = ";";
            }
        put(w, " }; ");
    }
    put(w, "E:2 { (n0, n1); (n%u, n%u) }; C { (n0, n1); (n1, n2); (n%u, n3) }", below(w, 4), below(w, 4), below(w, 4));
    if (w->features & FIXED)
        put(w, "; B { (n0, n1, n2); (n%u, n%u, n%u) }", below(w, 4), below(w, 4), below(w, 4));
    if (w->features & VALUES && w->features & REALS) {
        put(w, " | f { n0 -> 0.1, n1 -> 0.7, n2 -> %u, n3 -> -1.3 }; g { n%u -> 0.2 } ]\n", below(w, 3), below(w, 4));
        return;
    }
    put(w, w->features & VALUES ? " | f { n0 -> 1, n2 -> %u }; g { n%u -> -1 } ]\n" : " | ]\n", below(w, 3),
        below(w, 4));
}

static void put_definition(writing *w, const char *head, uint32_t count)
{
    scope s = {{"x", "y"}, count};
    put(w, "REL %s = ", head);
    put_formula(w, s, 3);
    put(w, "\n");
    w->definitions++;
}

static void write_game(writing *w, uint64_t seed, unsigned features)
{
    scope none = {.count = 0};
    memset(w, 0, sizeof *w);
    lud_rng_seed(&w->rng, seed, 0);
    w->features = features;
    put(w, "PLAYERS 1, 2\n");
    put_definition(w, "D(x, y)", 2);
    put_definition(w, "F(x)", 1);
    put_definition(w, "G()", 0);
    for (int i = 0; i < 4; i++)
        put_rule(w, i);
    for (int l = 0; l < 2; l++) {
        put(w, "LOC %d {\n  PLAYER %d { PAYOFF 2 * :(", l, 1 + l);
        put_formula(w, none, 3);
        put(w, ") - :(");
        put_formula(w, none, 3);
        int to = (int)below(w, 2);
        put(w, ")\n    MOVES [M%d -> %d]; [M%d -> %d] }\n", 2 * l, features & AT_ONCE ? to : 1 - l, 2 * l + 1, to);
        if (features & AT_ONCE && l == 0) {
            put(w, "  PLAYER 2 { PAYOFF ");
            put_term(w, &none, 2);
            put(w, "\n    MOVES [M3 -> %d]; [M1 -> %d] }\n}\n", to, to);
            continue;
        }
        put(w, "  PLAYER %d { PAYOFF :(", 2 - l);
        put_formula(w, none, 2);
        put(w, ") } }\n");
    }
    if (features & COMING)
        put(w, "DATA capacity: %u\n", 5 + below(w, 4));
    put_start(w);
}

#endif
