#include "circuit/print.h"

#include "base/text.h"
#include "circuit/passes/passes.h"

#include <string.h>

typedef struct output {
    arena *a;
    text_buffer text;
} output;

static void put(output *o, const char *s) { text_adds(o->a, &o->text, s); }

#define PUT(...) put(o, arena_printf(scratch, __VA_ARGS__))

static void put_quoted(output *o, const char *s)
{
    put(o, "\"");
    for (; *s; s++) {
        char one[3] = {*s, 0, 0};
        if (*s == '"' || *s == '\\') {
            one[0] = '\\';
            one[1] = *s;
        }
        put(o, one);
    }
    put(o, "\"");
}

static const char *signal_text(net_signal s, arena *scratch)
{
    return s == NET_TRUE ? "T" : s == NET_FALSE ? "F" : arena_printf(scratch, "%s%u", s & 1 ? "-" : "", s >> 1);
}

static void put_roles(output *o, const net_network *n, arena *scratch)
{
    for (uint32_t i = 0; i < n->roles.count; i++) {
        PUT("role ");
        put_quoted(o, vec_at(&n->roles, i).name);
        put(o, i == n->random ? " chance\n" : "\n");
    }
}

static void put_valued(output *o, const char *word, uint32_t role, const net_valued *v, arena *scratch)
{
    PUT("%s %u ", word, role);
    put_quoted(o, v->text);
    PUT(" %s\n", signal_text(v->signal, scratch));
}

const char *net_text(const net_network *n, arena *a)
{
    arena *scratch = arena_child(a);
    output out = {.a = a}, *o = &out;
    PUT("network 1\n");
    put_roles(o, n, scratch);
    for (uint32_t i = 0; i < n->facts.count; i++) {
        const net_fact *f = &vec_at(&n->facts, i);
        PUT("fact %u ", 1 + i);
        put_quoted(o, f->text);
        PUT("%s next %s\n", f->initial ? " initial" : "", signal_text(f->next, scratch));
    }
    for (uint32_t r = 0; r < n->roles.count; r++)
        for (uint32_t i = vec_at(&n->roles, r).first_move, k = 0; k < vec_at(&n->roles, r).move_count; i++, k++) {
            PUT("move %u %u ", vec_at(&n->moves, i).gate, r);
            put_quoted(o, vec_at(&n->moves, i).text);
            PUT(" legal %s\n", signal_text(vec_at(&n->moves, i).legal, scratch));
        }
    for (uint32_t g = 1 + n->facts.count + n->moves.count; g < n->gates.count; g++) {
        const net_gate *gate = &vec_at(&n->gates, g);
        PUT("%s %u", gate->kind == NET_OR ? "or" : "and", g);
        for (uint32_t i = 0; i < gate->count; i++)
            PUT(" %s", signal_text(vec_at(&n->inputs, gate->first + i), scratch));
        put(o, "\n");
    }
    for (uint32_t i = 0; i < n->components.count; i++)
        PUT("component %u %u\n", vec_at(&n->components, i).first, vec_at(&n->components, i).end - 1);
    PUT("terminal %s\n", signal_text(n->terminal, scratch));
    for (uint32_t r = 0; r < n->roles.count; r++) {
        const net_role *who = &vec_at(&n->roles, r);
        for (uint32_t i = 0; i < who->goal_count; i++)
            put_valued(o, "goal", r, &vec_at(&n->goals, who->first_goal + i), scratch);
        for (uint32_t i = 0; i < who->percept_count; i++)
            put_valued(o, "percept", r, &vec_at(&n->percepts, who->first_percept + i), scratch);
    }
    put(o, n->sees ? "sees\n" : "");
    arena_done(scratch);
    return o->text.data;
}

/* ---- Graphviz ---- */

static void put_edge(output *o, net_signal from, const char *to, arena *scratch)
{
    PUT("  g%u -> %s%s;\n", from >> 1, to, from & 1 ? " [style=dashed, arrowhead=odot]" : "");
}

static void put_node(output *o, const char *name, const char *text, const char *style, arena *scratch)
{
    PUT("  %s [label=", name);
    put_quoted(o, text);
    PUT(", %s];\n", style);
}

static void put_facts(output *o, const net_network *n, arena *scratch)
{
    uint32_t *part = ARENA_ARRAY(scratch, uint32_t, n->facts.count + 1);
    uint32_t parts = net_find_subgames(n, part, scratch);
    for (uint32_t p = 0; p < parts; p++) {
        if (parts > 1)
            PUT("  subgraph cluster_%u { label=\"part %u\"; color=gray;\n", p, p + 1);
        for (uint32_t i = 0; i < n->facts.count; i++)
            if (part[i] == p)
                put_node(o, arena_printf(scratch, "g%u", 1 + i), vec_at(&n->facts, i).text,
                         vec_at(&n->facts, i).initial ? "shape=box, style=bold" : "shape=box", scratch);
        put(o, parts > 1 ? "  }\n" : "");
    }
}

const char *net_graph(const net_network *n, arena *a)
{
    arena *scratch = arena_child(a);
    output out = {.a = a}, *o = &out;
    put(o, "digraph network {\n  rankdir=LR;\n  node [fontname=\"sans-serif\", fontsize=10];\n"
           "  g0 [label=\"true\", shape=plaintext];\n");
    put_facts(o, n, scratch);
    for (uint32_t r = 0; r < n->roles.count; r++)
        for (uint32_t i = vec_at(&n->roles, r).first_move, k = 0; k < vec_at(&n->roles, r).move_count; i++, k++) {
            put_node(o, arena_printf(scratch, "g%u", vec_at(&n->moves, i).gate),
                     arena_printf(scratch, "%s: %s", vec_at(&n->roles, r).name, vec_at(&n->moves, i).text), "shape=cds",
                     scratch);
            put_node(o, arena_printf(scratch, "l%u", i),
                     arena_printf(scratch, "legal %s: %s", vec_at(&n->roles, r).name, vec_at(&n->moves, i).text),
                     "shape=ellipse", scratch);
            put_edge(o, vec_at(&n->moves, i).legal, arena_printf(scratch, "l%u", i), scratch);
        }
    for (uint32_t g = 1 + n->facts.count + n->moves.count; g < n->gates.count; g++) {
        const net_gate *gate = &vec_at(&n->gates, g);
        const char *name = arena_printf(scratch, "g%u", g);
        put_node(o, name, gate->kind == NET_OR ? "or" : "and", "shape=circle", scratch);
        for (uint32_t i = 0; i < gate->count; i++)
            put_edge(o, vec_at(&n->inputs, gate->first + i), name, scratch);
    }
    for (uint32_t i = 0; i < n->facts.count; i++) {
        const char *name = arena_printf(scratch, "n%u", i);
        put_node(o, name, arena_printf(scratch, "next %s", vec_at(&n->facts, i).text), "shape=box, style=rounded",
                 scratch);
        put_edge(o, vec_at(&n->facts, i).next, name, scratch);
    }
    put_node(o, "terminal", "terminal", "shape=doublecircle", scratch);
    put_edge(o, n->terminal, "terminal", scratch);
    for (uint32_t r = 0; r < n->roles.count; r++)
        for (uint32_t i = vec_at(&n->roles, r).first_goal, k = 0; k < vec_at(&n->roles, r).goal_count; i++, k++) {
            const char *name = arena_printf(scratch, "goal%u", i);
            put_node(o, name, arena_printf(scratch, "goal %s %s", vec_at(&n->roles, r).name, vec_at(&n->goals, i).text),
                     "shape=hexagon", scratch);
            put_edge(o, vec_at(&n->goals, i).signal, name, scratch);
        }
    put(o, "}\n");
    arena_done(scratch);
    return o->text.data;
}
