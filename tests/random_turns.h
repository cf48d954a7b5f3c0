/* Random automata as an author would write them: players who choose in turn, a keeper whose loops count and who has one
 * way on, searches, and now and then a fault. Most of them are networks, too. */
#ifndef LUDENS_TEST_RANDOM_TURNS_H
#define LUDENS_TEST_RANDOM_TURNS_H

#include "random_text.h"

#include <string.h>

typedef enum part { PART_MOVE, PART_KEEPER, PART_SEARCH } part;

enum { SEARCHES_MAX = 12 };

typedef struct turns {
    writing *w;
    uint32_t nodes, loops;   /* names given; loops around */
    uint32_t searches, done; /* asked for, and written */
    uint32_t decisions, keepers;
} turns;

static const char *turns_pick(const turns *t, const char *const *list, uint32_t n) { return list[below(t->w, n)]; }
#define PICK(t, ...)                                                                                                   \
    turns_pick(t, (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

static uint32_t turns_node(turns *t) { return t->nodes++; }

static const char *turns_value(turns *t)
{
    return PICK(t, "v", "w", "x", "n0", "n1", "n2", "next[v]", "next[w]", "m[v]", "m[w]", "m[next[x]]", "m[m[v]]",
                "one", "k[j]", "k[l]");
}

static void turns_integer(turns *t)
{
    writing *w = t->w;
    switch (below(w, 9)) {
    case 0: put(w, "((l + c[v]) %% #7)"); break;
    case 1: put(w, "((l * j + #%u) %% #5)", below(w, 7)); break;
    case 2: put(w, "(N(%s) == N(%s) ? c[w] : #%u)", turns_value(t), turns_value(t), below(w, 7)); break;
    case 3: put(w, "%s", below(w, 3) ? "c[v]" : below(w, 2) ? "(l + #1)" : "(c[x] - #1)"); break; /* maybe a fault */
    case 4: put(w, "(c[%s] / #%u)", turns_value(t), 1 + below(w, 3)); break;
    default: put(w, "%s", PICK(t, "i", "j", "l", "c[v]", "c[w]", "c[next[x]]", "#0", "#1", "#3")); break;
    }
}

static void turns_condition(turns *t, int depth)
{
    writing *w = t->w;
    const uint32_t kind = below(w, depth > 0 ? 11 : 6);
    if (kind == 0) {
        put(w, "(turn == %s)", PICK(t, "a", "b", "who[v]", "after[turn]"));
    } else if (kind == 1) {
        put(w, "(player %s %s)", below(w, 2) ? "==" : "!=", PICK(t, "a", "b", "turn"));
    } else if (kind < 4) {
        put(w, "(");
        turns_integer(t);
        put(w, " %s ", PICK(t, "<", "<=", "==", "!=", ">"));
        turns_integer(t);
        put(w, ")");
    } else if (kind < 6 || (kind < 8 && t->searches == SEARCHES_MAX)) {
        put(w, "(N(%s) %s N(%s))", turns_value(t), below(w, 2) ? "==" : "!=", turns_value(t));
    } else if (kind < 8) {
        put(w, "?(from%u -> to%u)", t->searches, t->searches);
        t->searches++;
    } else if (kind == 8) {
        put(w, "!(");
        turns_condition(t, depth - 1);
        put(w, ")");
    } else {
        put(w, "(");
        turns_condition(t, depth - 1);
        put(w, kind == 9 ? " && " : " || ");
        turns_condition(t, depth - 1);
        put(w, ")");
    }
}

static void turns_assign(turns *t)
{
    writing *w = t->w;
    switch (below(w, 12)) {
    case 0: put(w, "turn = %s", PICK(t, "after[turn]", "a", "who[v]", "after[after[turn]]", "player")); break;
    case 1: put(w, "%s", PICK(t, "m = mm", "mm = m", "m = start")); break;
    case 2:
    case 3:
        put(w, "%s = ", PICK(t, "l", "c[v]", "c[w]", "c[n1]"));
        turns_integer(t);
        break;
    case 4:
        put(w, "k[");
        turns_integer(t);
        put(w, "] = %s", turns_value(t));
        break;
    case 5:
        if (below(w, 2))
            put(w, "goals[%s] = %s", PICK(t, "a", "b", "turn", "who[v]"), PICK(t, "0", "50", "100"));
        else
            put(w, "l = (l + #1) %% #7");
        break;
    default: put(w, "%s = %s", PICK(t, "v", "w", "x", "m[v]", "m[w]", "m[n0]", "mm[x]"), turns_value(t)); break;
    }
}

static void turns_write(turns *t, uint32_t from, uint32_t to, part p, int depth);

/* One edge with a condition and another one with its negation. */
static void turns_fork(turns *t, uint32_t from, uint32_t yes, uint32_t no)
{
    writing *w = t->w;
    put(w, "s%u, s%u: ", from, yes);
    const size_t begin = w->length;
    turns_condition(t, 2);
    const size_t length = w->length - begin;
    put(w, ";\ns%u, s%u: !(", from, no);
    put(w, "%.*s", (int)length, w->text + begin);
    put(w, ");\n");
}

static void turns_loop(turns *t, uint32_t from, uint32_t to, part p, int depth)
{
    writing *w = t->w;
    const char *counter = t->loops ? "j" : "i";
    const uint32_t head = turns_node(t), body = turns_node(t), next = turns_node(t);
    uint32_t inside = body;
    char bound[20];
    snprintf(bound, sizeof bound, below(w, 4) ? "#%u" : "c[n%u]", below(w, 4) % 3 + (p != PART_KEEPER ? 0 : 1));
    put(w, "s%u, s%u: %s = #0;\ns%u, s%u: %s < %s;\ns%u, s%u: %s >= %s;\n", from, head, counter, head, body, counter,
        bound, head, to, counter, bound);
    if (below(w, 2)) { /* left early */
        inside = turns_node(t);
        turns_fork(t, body, to, inside);
    }
    t->loops++;
    turns_write(t, inside, next, p == PART_MOVE ? PART_KEEPER : p, depth - 1);
    t->loops--;
    put(w, "s%u, s%u: %s = %s + #1;\n", next, head, counter, counter);
}

static void turns_choice(turns *t, uint32_t from, uint32_t to, part p)
{
    writing *w = t->w;
    const char *what = PICK(t, "v", "w", "x");
    const uint32_t chosen = turns_node(t);
    put(w, "s%u, s%u: %s = N(*)", from, p == PART_MOVE ? chosen : to, what);
    if (p == PART_KEEPER)
        put(w, " : N(%s) == N(%s)", what, PICK(t, "m[n0]", "k[l]", "next[one]", "mm[n2]"));
    else if (below(w, 2)) {
        put(w, " : ");
        turns_condition(t, 1);
    }
    put(w, ";\n");
    if (p == PART_MOVE)
        put(w, "s%u, s%u: $$ %s;\n", chosen, to, what);
}

static void turns_ways(turns *t, uint32_t from, uint32_t to, part p, int depth)
{
    writing *w = t->w;
    const uint32_t ways = 2 + below(w, 2);
    const bool told = below(w, 4) > 0;
    for (uint32_t i = 0; i < ways; i++) {
        const uint32_t first = turns_node(t);
        put(w, "s%u, s%u: ", from, first);
        if (p == PART_MOVE && told)
            put(w, "$ way%u", i);
        else
            turns_condition(t, 2);
        put(w, ";\n");
        turns_write(t, first, to, p, depth - 1);
    }
}

static void turns_write(turns *t, uint32_t from, uint32_t to, part p, int depth)
{
    writing *w = t->w;
    const uint32_t kind = below(w, depth > 0 ? 16 : 4);
    if (kind < 3 && (depth <= 0 || p != PART_MOVE)) {
        put(w, "s%u, s%u: ", from, to);
        turns_assign(t);
        put(w, ";\n");
    } else if (kind < 4) {
        if (p == PART_KEEPER && below(w, 20)) {
            put(w, "s%u, s%u: ;\n", from, to);
            return;
        }
        put(w, "s%u, s%u: ", from, to);
        turns_condition(t, depth > 0 ? 2 : 1);
        put(w, ";\n");
    } else if (kind < 9) {
        const uint32_t middle = turns_node(t);
        turns_write(t, from, middle, p, depth - 1);
        turns_write(t, middle, to, p, depth - 1);
    } else if (kind == 9 || (kind == 10 && t->loops == 2)) {
        const uint32_t yes = turns_node(t), no = turns_node(t);
        turns_fork(t, from, yes, no);
        turns_write(t, yes, to, p, depth - 1);
        turns_write(t, no, to, p, depth - 1);
    } else if (kind == 10) {
        turns_loop(t, from, to, p, depth);
    } else if (kind < 14) {
        turns_choice(t, from, to, p);
    } else if (p == PART_KEEPER && below(w, 10)) {
        turns_write(t, from, to, p, depth - 1);
    } else {
        turns_ways(t, from, to, p, depth);
        if (p == PART_SEARCH && below(w, 2)) /* and round again */
            put(w, "s%u, s%u: %s;\n", to, from, PICK(t, "v = next[v]", "N(v) == N(x)", ""));
    }
}

static void turns_exit(turns *t, uint32_t from, uint32_t keepers)
{
    writing *w = t->w;
    const uint32_t kind = below(w, 10);
    if (kind == 0) {
        const uint32_t before = turns_node(t);
        put(w, "s%u, s%u: goals[%s] = %s;\ns%u, end: player = keeper;\n", from, before,
            PICK(t, "a", "b", "turn", "after[turn]"), PICK(t, "0", "50", "100"), before);
    } else if (kind < 6 && keepers < t->keepers) {
        put(w, "s%u, k%u: player = keeper;\n", from, keepers + below(w, t->keepers - keepers));
    } else {
        put(w, "s%u, d%u: player = %s;\n", from, below(w, t->decisions),
            PICK(t, "a", "b", "turn", "turn", "after[turn]", "who[v]", "who[m[w]]", "random",
                 "(N(v) == N(w) ? b : after[turn])"));
    }
}

static void turns_exits(turns *t, uint32_t from, uint32_t keepers)
{
    const uint32_t yes = turns_node(t), no = turns_node(t);
    if (below(t->w, 3) == 0) {
        turns_exit(t, from, keepers);
        return;
    }
    turns_fork(t, from, yes, no);
    turns_exit(t, yes, keepers);
    turns_exit(t, no, keepers);
}

static void turns_game(writing *w, uint64_t seed)
{
    turns t = {.w = w};
    lud_rng_seed(&w->rng, seed, 11);
    w->length = 0;
    put(w,
        "type Player = {a, b, c};\ntype Score = {0, 50, 100};\ntype N = {n0, n1, n2};\ntype One = {n1};\ntype I = "
        "[#0..#6];\n"
        "const next: N -> N = {n0: n1, n1: n2, :n0};\nconst after: Player -> Player = {a: b, b: %s, :a};\n"
        "const who: N -> Player = {n1: b, n2: %s, :a};\nconst start: N -> N = {n0: n2, :n1};\n"
        "var v: N = n0;\nvar w: N = n1;\nvar x: N = n2;\nvar one: One = n1;\nvar turn: Player = a;\n"
        "var m: N -> N = {n1: n2, :n0};\nvar mm: N -> N = {:n1};\nvar i: I = #1;\nvar j: I = #0;\nvar l: I = #2;\n"
        "var c: N -> I = {n1: #2, :#1};\nvar k: I -> N = {#3: n1, :n0};\n",
        below(w, 2) ? "c" : "a", below(w, 2) ? "c" : "a");
    t.decisions = 1 + below(w, 3);
    t.keepers = below(w, 3);
    const uint32_t first = turns_node(&t);
    put(w, "begin, s%u: ;\n", first);
    const uint32_t then = turns_node(&t);
    turns_write(&t, first, then, PART_KEEPER, (int)below(w, 3));
    put(w, "s%u, d0: player = %s;\n", then, PICK(&t, "a", "turn"));
    for (uint32_t d = 0; d < t.decisions; d++) {
        const uint32_t from = turns_node(&t), told = turns_node(&t), to = turns_node(&t), out = turns_node(&t);
        put(w, "d%u, s%u: ;\n", d, from);
        turns_write(&t, from, told, PART_MOVE, 1 + (int)below(w, 4));
        turns_choice(&t, told, to, PART_MOVE);
        turns_write(&t, to, out, below(w, 3) ? PART_KEEPER : PART_MOVE, (int)below(w, 3));
        turns_exits(&t, out, 0);
    }
    for (uint32_t k = 0; k < t.keepers; k++) {
        const uint32_t from = turns_node(&t), to = turns_node(&t);
        put(w, "k%u, s%u: ;\n", k, from);
        turns_write(&t, from, to, PART_KEEPER, 1 + (int)below(w, 5));
        turns_exits(&t, to, k + 1);
    }
    const uint32_t last = turns_node(&t);
    put(w, "d0, s%u: %s;\ns%u, end: player = keeper;\n", last, below(w, 3) ? "$ stop" : "N(v) == N(x)", last);
    for (uint32_t s = 0; s < t.searches; s++) {
        const uint32_t from = turns_node(&t), to = turns_node(&t);
        put(w, "from%u, s%u: ;\n", s, from);
        t.loops = 0;
        turns_write(&t, from, to, PART_SEARCH, 1 + (int)below(w, 3));
        put(w, "s%u, to%u: ;\n", to, s);
    }
}

#undef PICK
#endif
