#include "automaton/lint.h"

#include "automaton/passes/rewrite.h"

#include <string.h>

enum { MAX_WORK = 20000000 }; /* edges looked at, all tags together */

typedef struct lint {
    ir_game *g;
    ir_graph graph;
    arena *arena;
    bool *from_begin, *to_end; /* [node] by edges alone */
    uint64_t work;
} lint;

/* Marks all that can be reached from what is on the stack, forwards or backwards. */
static void spread(lint *l, vec_u32 *stack, bool *mark, bool back, bool within_move)
{
    const uint32_t *start = back ? l->graph.in_start : l->graph.out_start;
    const ir_edge *edges = back ? l->graph.in : l->graph.out;
    while (stack->count) {
        ir_node n = stack->data[--stack->count];
        for (uint32_t i = start[n]; i < start[n + 1]; i++, l->work++) {
            const ir_edge_data *e = &vec_at(&l->g->edges, edges[i]);
            ir_node next = back ? e->from : e->to;
            if (mark[next] || (within_move && ir_assigns_player(l->g, e)))
                continue;
            mark[next] = true;
            vec_push(l->arena, stack, next);
        }
    }
}

static bool *reach(lint *l, ir_node from, bool back, bool within_move)
{
    bool *mark = ARENA_ARRAY(l->arena, bool, l->g->nodes.count);
    vec_u32 stack = {0};
    mark[from] = true;
    vec_push(l->arena, &stack, from);
    spread(l, &stack, mark, back, within_move);
    return mark;
}

/* ---- tags ---- */

static bool is_tag(const ir_edge_data *e) { return !e->removed && e->label == IR_TAG; }

/* Two ways on that exclude each other, or two conditions of the same way. */
static bool one_way(const ir_game *g, const ir_edge_data *e, const ir_edge_data *f)
{
    return e->label == IR_CHECK && f->label == IR_CHECK && (e->to == f->to || expr_negates(g, e->value, f->value));
}

/* A choice of a value, or a node with several ways on, where it is not the keeper who chooses. */
static const ir_edge_data *find_choice(const lint *l, const lint_values *v)
{
    const ir_game *g = l->g;
    for (ir_node n = 0; n < g->nodes.count; n++) {
        uint32_t first = l->graph.out_start[n], end = l->graph.out_start[n + 1];
        if (!l->from_begin[n] || !v || lint_only(v, n, g->player, g->keeper))
            continue;
        const ir_edge_data *e = first < end ? &vec_at(&g->edges, l->graph.out[first]) : NULL;
        for (uint32_t i = first + 1; i < end; i++)
            if (!one_way(g, e, &vec_at(&g->edges, l->graph.out[i])))
                return e;
    }
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && e->label == IR_CHOOSE && l->from_begin[e->from])
            return e;
    }
    return NULL;
}

static void check_tags(lint *l, const lint_values *v)
{
    ir_game *g = l->g;
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (is_tag(&vec_at(&g->edges, i)))
            return;
    const ir_edge_data *choice = find_choice(l, v);
    if (!choice)
        return;
    diag *d = diag_report(g->sink, DIAG_NO_TAG, g->source, choice->span,
                          "no move has a tag: what is chosen here cannot be told apart");
    if (choice->label == IR_CHOOSE)
        diag_set_hint(g->sink, d, "`$$ x` after the choice makes the value of x part of the move's name");
    else
        diag_set_hint(g->sink, d,
                      "`$$ x` behind it makes the value of a variable part of the move's name, `$ word` in a branch "
                      "a word");
}

/* A choice that ends in a tag is a move, and not the keeper's: the player is missing. What the keeper tags
 * otherwise is shown to the players, or tells branches apart. */
static bool check_keeper_choices(lint *l, const lint_values *v)
{
    ir_game *g = l->g;
    for (uint32_t i = 0; v && i < g->edges.count && l->work < MAX_WORK; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed || e->label != IR_CHOOSE || !l->from_begin[e->from] ||
            !lint_only(v, e->from, g->player, g->keeper))
            continue;
        const bool *after = reach(l, e->to, false, true);
        uint32_t k = 0;
        while (k < g->edges.count && !(is_tag(&vec_at(&g->edges, k)) && after[vec_at(&g->edges, k).from]))
            k++;
        if (k == g->edges.count)
            continue;
        diag *d = diag_report(g->sink, DIAG_NO_PLAYER, g->source, e->span,
                              "the keeper chooses here: nothing before it says whose move this is");
        diag_add_note(g->sink, d, g->source, vec_at(&g->edges, k).span, "the tag of the move");
        diag_set_hint(g->sink, d, "`player = ..` comes before the choices of a player");
        return true;
    }
    return false;
}

/* A circle with a tag, from which no way leads to another decision: only the end of the game ends the move. */
static bool is_endless_move(lint *l, const ir_edge_data *tag)
{
    const bool *after = reach(l, tag->to, false, true);
    bool circle = after[tag->from] && l->work < MAX_WORK, left = false, choice = false;
    for (uint32_t i = 0; circle && !left && i < l->g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&l->g->edges, i);
        bool here = !e->removed && after[e->from];
        left = here && ir_assigns_player(l->g, e) && e->to != l->g->end;
        choice |= here && e->label == IR_CHOOSE;
    }
    return circle && choice && !left;
}

static bool check_endless_moves(lint *l, const lint_values *v)
{
    ir_game *g = l->g;
    for (uint32_t i = 0; i < g->edges.count && l->work < MAX_WORK; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!is_tag(e) || !l->from_begin[e->from] || (v && lint_only(v, e->from, g->player, g->keeper)) ||
            !is_endless_move(l, e))
            continue;
        diag *d = diag_report(g->sink, DIAG_NO_PLAYER, g->source, e->span,
                              "a move that comes here never ends: no `player = ..` in this loop");
        diag_set_hint(g->sink, d, "a move goes from one `player = ..` to the next: every round of the loop needs one");
        return true;
    }
    return false;
}

static void check_roles(lint *l, const lint_values *v)
{
    ir_game *g = l->g;
    const ir_type_data *roles = ir_type_at(g, ir_resolve(g, g->player_type));
    for (uint32_t i = 0; v && i < roles->count; i++) {
        ir_sym role = ir_symbol_at(roles, i);
        if (role == g->keeper || role == g->random || lint_ever(v, g->player, role))
            continue;
        const char *name = ir_symbol_name(g, role);
        diag *d = diag_report(g->sink, DIAG_IDLE, g->source, roles->span, "`%s` never moves", name);
        diag_set_hint(g->sink, d, "`player = %s`, or a variable that can be `%s`, makes it this role's turn", name,
                      name);
    }
}

/* ---- loops ---- */

/* Nodes that cannot reach the end, and from which such nodes go on for ever. */
static bool *endless_nodes(lint *l)
{
    const ir_game *g = l->g;
    bool *bad = ARENA_ARRAY(l->arena, bool, g->nodes.count);
    uint32_t *successors = ARENA_ARRAY(l->arena, uint32_t, g->nodes.count);
    vec_u32 dead = {0};
    for (ir_node n = 0; n < g->nodes.count; n++)
        bad[n] = l->from_begin[n] && !l->to_end[n];
    for (ir_node n = 0; n < g->nodes.count; n++) {
        successors[n] = l->graph.out_start[n + 1] - l->graph.out_start[n];
        if (bad[n] && successors[n] == 0)
            vec_push(l->arena, &dead, n);
    }
    while (dead.count) {
        ir_node n = dead.data[--dead.count];
        bad[n] = false;
        for (uint32_t i = l->graph.in_start[n]; i < l->graph.in_start[n + 1]; i++) {
            ir_node from = vec_at(&g->edges, l->graph.in[i]).from;
            if (bad[from] && --successors[from] == 0)
                vec_push(l->arena, &dead, from);
        }
    }
    return bad;
}

static bool check_loops(lint *l)
{
    ir_game *g = l->g;
    const bool *bad = endless_nodes(l);
    const ir_edge_data *first = NULL;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && bad[e->from] && bad[e->to] && (!first || e->span.start < first->span.start))
            first = e;
    }
    if (!first)
        return false;
    diag *d = diag_report(g->sink, DIAG_ENDLESS, g->source, first->span,
                          "this loop is never left: no way leads from here to the end of the game");
    diag_set_hint(g->sink, d, "`break()`, `return()` and `end()` leave a loop, `while` when its condition fails");
    return true;
}

void ir_lint(ir_game *g, arena *scratch)
{
    lint l = {.g = g, .graph = ir_graph_make(g, scratch), .arena = scratch};
    l.from_begin = reach(&l, g->begin, false, false);
    l.to_end = reach(&l, g->end, true, false);
    lint_values *v = lint_values_find(g, &l.graph, scratch);
    check_tags(&l, v);
    bool loops = check_loops(&l);
    if (!check_keeper_choices(&l, v) && !check_endless_moves(&l, v) && !loops)
        check_roles(&l, v); /* such faults are why somebody never moves */
    if (v)
        lint_keys(v);
}
