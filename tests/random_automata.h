/* Random automata, most of which no author would write: as RG, or with what only files *.aut can say (integers,
 * conditions on choices, computed tags, reals), and with tags that some players do not see. */
#ifndef LUDENS_TEST_RANDOM_AUTOMATA_H
#define LUDENS_TEST_RANDOM_AUTOMATA_H

#include "random_text.h"

#include <string.h>

enum features { PLAIN = 0, INTEGERS = 1, HIDDEN = 2, MAPS = 4, FIRSTS = 8, REALS = 16 };

static const char *pick(writing *w, const char *const *list, uint32_t n) { return list[below(w, n)]; }

static const char *scalar(writing *w)
{
    static const char *const all[] = {
        "v", "w", "x", "n0", "n1", "n2", "next[v]", "next[w]", "m[v]", "m[x]", "next[next[x]]", "one"};
    return pick(w, all, sizeof all / sizeof *all);
}

static const char *variable(writing *w)
{
    static const char *const all[] = {"v", "w", "x", "m[v]", "m[w]"};
    return pick(w, all, sizeof all / sizeof *all);
}

/* ---- integers: i and j in 0..12, c a map to them, k a map from them, p both ---- */

static void put_integer(writing *w, int depth)
{
    static const char *const leaves[] = {"i", "j", "c[v]", "c[w]", "#0", "#1", "#3", "#-2", "c[next[x]]"};
    static const char *const signs[] = {"+", "-", "*", "/", "%"};
    uint32_t kind = depth > 0 ? below(w, 11) : 0, from = w->node + 1;
    if (kind < 3) {
        put(w, "%s", pick(w, leaves, sizeof leaves / sizeof *leaves));
    } else if (kind == 3) {
        put(w, "(i %s j ? ", below(w, 2) ? "<" : "!=");
        put_integer(w, depth - 1);
        put(w, " : ");
        put_integer(w, depth - 1);
        put(w, ")");
    } else if (kind == 4) {
        put(w, "-(");
        put_integer(w, depth - 1);
        put(w, ")");
    } else if (kind == 9) {
        static const char *const hashed[] = {"v", "i", "m", "c", "k", "p", "next", "m[v]"};
        put(w, "(#hash(%s, ", pick(w, hashed, sizeof hashed / sizeof *hashed));
        put_integer(w, depth - 1);
        put(w, ") %% #5)");
    } else if (kind == 10) {
        put(w, "#times(p, ");
        put_integer(w, depth - 1);
        put(w, ", ");
        put_integer(w, depth - 1);
        put(w, ")");
    } else if (kind == 8 && from + 1 < w->count) {
        put(w, "(?(q%u -> q%u) ? ", from, from + 1 + below(w, w->count - from - 1));
        put_integer(w, depth - 1);
        put(w, " : ");
        put_integer(w, depth - 1);
        put(w, ")");
    } else {
        put(w, "(");
        put_integer(w, depth - 1);
        put(w, " %s ", pick(w, signs, 5));
        put_integer(w, depth - 1);
        put(w, ")");
    }
}

/* Mostly within the range of i and j; else it may be a fault. */
static void put_small(writing *w)
{
    bool wild = below(w, 12) == 0;
    uint32_t divisor = 1 + below(w, 13);
    put(w, "%s", wild ? "" : "(");
    put_integer(w, 2);
    if (!wild)
        put(w, ") %% #%u", divisor);
}

static void put_comparison(writing *w)
{
    static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!="};
    put_integer(w, 1);
    put(w, " %s ", pick(w, signs, 6));
    put_integer(w, 1);
}

static void put_integer_label(writing *w, bool forward)
{
    static const char *const targets[] = {"i", "j", "c[v]", "c[w]"};
    switch (below(w, forward ? 9 : 6)) {
    case 0:
    case 1:
        put(w, "%s = ", pick(w, targets, 4));
        put_small(w);
        break;
    case 2:
        put(w, "%s = %s(*)", pick(w, targets, 4), below(w, 2) ? "I" : "J");
        if (below(w, 2)) {
            put(w, " : ");
            put_comparison(w);
        }
        break;
    case 3:
        if (below(w, 3)) {
            put_comparison(w);
            break;
        }
        put(w, "p[");
        put_small(w);
        put(w, "] = ");
        put_small(w);
        break;
    case 4:
        put(w, "k[");
        put_small(w);
        put(w, "] = %s", scalar(w));
        break;
    case 5:
        put(w, "N(k[");
        put_small(w);
        put(w, "]) == N(%s)", scalar(w));
        break;
    case 6: put(w, "$$ %s", below(w, 2) ? "i" : "j"); break;
    case 7:
        put(w, "$$ (");
        put_small(w);
        put(w, ")");
        break;
    default: put(w, "$$ (c[v])"); break;
    }
}

/* ---- reals: r and s, d and e maps to them, rate a constant one ---- */

static void put_real(writing *w, int depth)
{
    static const char *const leaves[] = {
        "r",    "s",    "d[v]",  "d[next[x]]", "e[w]",    "rate[v]", "rate[n1]",
        "half", "#0.1", "#-0.0", "#3.0",       "#-1e200", "#1e-300", "#0.30000000000000004"};
    static const char *const signs[] = {"+", "-", "*", "/"};
    uint32_t kind = depth > 0 ? below(w, 9) : 0, from = w->node + 1;
    if (kind < 3) {
        put(w, "%s", pick(w, leaves, sizeof leaves / sizeof *leaves));
    } else if (kind == 3) {
        put(w, "-(");
        put_real(w, depth - 1);
        put(w, ")");
    } else if (kind == 4 && w->features & INTEGERS) {
        put(w, "#real(");
        put_integer(w, 1);
        put(w, ")");
    } else if (kind == 5) {
        put(w, "(r %s s ? ", below(w, 2) ? "<" : "!=");
        put_real(w, depth - 1);
        put(w, " : ");
        put_real(w, depth - 1);
        put(w, ")");
    } else if (kind == 6 && from + 1 < w->count) {
        put(w, "(?(q%u -> q%u) ? ", from, from + 1 + below(w, w->count - from - 1));
        put_real(w, depth - 1);
        put(w, " : ");
        put_real(w, depth - 1);
        put(w, ")");
    } else {
        put(w, "(");
        put_real(w, depth - 1);
        put(w, " %s ", pick(w, signs, 4));
        put_real(w, depth - 1);
        put(w, ")");
    }
}

static void put_real_label(writing *w)
{
    static const char *const signs[] = {"<", "<=", ">", ">=", "==", "!="};
    static const char *const targets[] = {"r", "s", "d[v]", "d[n1]", "e[w]", "goals[a]", "goals[b]"};
    static const char *const maps[] = {"d = e", "e = d", "d = rate", "d == e", "e != rate", "r = s", "d[v] = e[w]"};
    uint32_t kind = below(w, 8);
    if (kind == 0) {
        put(w, "%s", pick(w, maps, sizeof maps / sizeof *maps));
    } else if (kind < 3) {
        put_real(w, 1);
        put(w, " %s ", pick(w, signs, 6));
        put_real(w, 1);
    } else if (kind == 3 && w->features & INTEGERS) {
        put(w, "i = #hash(%s, #hash(d, #7)) %% #5", below(w, 2) ? "r" : "(r + s)");
    } else {
        put(w, "%s = ", pick(w, targets, sizeof targets / sizeof *targets));
        put_real(w, 2);
    }
}

static void put_check(writing *w, uint32_t node, uint32_t count)
{
    if (below(w, 5) == 0 && node + 2 < count) {
        uint32_t from = node + 1 + below(w, count - node - 2);
        put(w, "%c q%u -> q%u", below(w, 2) ? '?' : '!', from, from + 1 + below(w, count - from - 1));
    } else {
        put(w, "N(%s) %s N(%s)", scalar(w), below(w, 3) ? "==" : "!=", scalar(w));
    }
}

static void put_label(writing *w, uint32_t node, uint32_t count, bool forward)
{
    static const char *const tags[] = {"$ s", "$ t", "$$ v", "$$ w"};
    static const char *const sights[] = {"visible[a] = 0", "visible[b] = 0", "visible[a] = 1", "visible[b] = 1"};
    static const char *const maps[] = {"m = mm",           "m = turn[v]",      "mm = m",
                                       "m == mm",          "m != turn[w]",     "gap = m",
                                       "gap == m",         "gap != mm",        "big = huge",
                                       "big[v] = huge[w]", "huge[w][#7] = x",  "N(big[v][#7]) == N(huge[w][#1999])",
                                       "big == huge",      "big[v] != huge[x]"};
    static const char *const firsts[] = {"v = #first(next, w)", "x = #first(m, n0)", "m[v] = #first(next, w)",
                                         "N(#first(next, x)) == N(w)", "w = #first(m, v)"};
    if ((w->features & REALS) && below(w, 5) < 2) {
        put_real_label(w);
        return;
    }
    if ((w->features & INTEGERS) && below(w, 5) < 2) {
        put_integer_label(w, forward);
        return;
    }
    if ((w->features & HIDDEN) && below(w, 6) == 0) {
        put(w, "%s", pick(w, sights, 4));
        return;
    }
    if ((w->features & MAPS) && below(w, 5) == 0) {
        put(w, "%s", pick(w, maps, sizeof maps / sizeof *maps));
        return;
    }
    if ((w->features & FIRSTS) && below(w, 5) == 0) {
        put(w, "%s", pick(w, firsts, sizeof firsts / sizeof *firsts));
        return;
    }
    switch (below(w, 12)) {
    case 0: break;
    case 1:
    case 2:
    case 3: put(w, "%s = %s", variable(w), scalar(w)); break;
    case 4: put(w, "%s = N(*)", variable(w)); break;
    case 5:
    case 6:
    case 7:
        if (forward) {
            put(w, "%s", pick(w, tags, 4));
            break;
        } /* fall through */
    default: put_check(w, node, count); break;
    }
}

static void put_edge(writing *w, uint32_t node, uint32_t count)
{
    static const char *const movers[] = {"a", "b", "b", "random", "keeper"};
    uint32_t to = node + 1 + below(w, 3);
    w->node = node;
    w->count = count;
    bool forward = below(w, 10) > 0 || !w->loops;
    if (to >= count || below(w, 30) == 0)
        put(w, "q%u, end: player = keeper;\n", node);
    else if (!forward && node > 0) {
        put(w, "q%u, q%u: ", node, below(w, node));
        put_label(w, node, count, false);
        put(w, ";\n");
    } else if (below(w, 9) == 0) {
        put(w, "q%u, q%u: player = %s;\n", node, to, pick(w, movers, w->loops ? 4 : 5));
    } else {
        put(w, "q%u, q%u: ", node, to);
        put_label(w, node, count, true);
        put(w, ";\n");
    }
}

static void write_game(writing *w, uint64_t seed, unsigned features)
{
    lud_rng_seed(&w->rng, seed, 7);
    w->length = 0;
    w->features = features;
    w->loops = below(w, 2);
    if (features & INTEGERS)
        put(w, "type I = [#0..#12];\ntype J = [#2..#9];\nvar i: I = #1;\nvar j: I = #4;\n"
               "var c: N -> I = {n1: #5, :#2};\nvar k: I -> N = {#3: n1, :n0};\n"
               "var p: I -> I = {#0: #1, #1: #2, #2: #1, :#0};\n");
    if (features & MAPS) /* with gaps: N2 has not all of the family; large ones are kept by the host */
        put(w, "type N2 = {n0, n2};\ntype L = [#0..#1999];\nvar mm: N -> N = {:n1};\nvar gap: N2 -> N = {:n1};\n"
               "const turn: N -> N -> N = {n1: {n0: n2, :n1}, :{:n0}};\n"
               "var big: N -> L -> N = {:{:n0}};\nvar huge: N -> L -> N = {:{:n1}};\n");
    if (features & REALS)
        put(w, "const rate: N -> #real = {n0: #0.25, :#-1.5};\nconst half: #real = #0.5;\nvar r: #real = #0.1;\nvar s: "
               "#real = #-7.25;\n"
               "var d: N -> #real = {n2: #1e10, :#2.0};\nvar e: N -> #real = {:#0.0};\n");
    put(w,
        "type Player = {a, b};\ntype Score = %s;\ntype N = {n0, n1, n2};\ntype One = {n1};\n"
        "const next: N -> N = {n0: n1, n1: n2, :n0};\n"
        "var v: N = n0;\nvar w: N = n1;\nvar x: N = n2;\nvar one: One = n1;\n"
        "var m: N -> N = {n1: n2, :n0};\nbegin, q0: player = a;\n",
        features & REALS ? "#real" : "{0, 1}");
    uint32_t count = 6 + below(w, 14);
    for (uint32_t n = 0; n < count; n++) {
        size_t start = w->length;
        uint32_t edges = 1 + below(w, 3);
        for (uint32_t i = 0; i < edges; i++) {
            put_edge(w, n, count);
            if (below(w, 6) == 0) { /* alike, but to another node */
                char label[200];
                const char *colon = strchr(w->text + start, ':');
                snprintf(label, sizeof label, "%.*s", (int)strcspn(colon, "\n"), colon);
                if (!strstr(label, "player") && n + 1 < count)
                    put(w, "q%u, q%u%s\n", n, n + 1, label);
            }
        }
    }
    put(w, "q%u, end: player = keeper;\n", count - 1);
}

#endif
