/* Automaton to code for the interpreter (code.h).
 *
 * Each search becomes a backtracking program: FORK and CHOOSE leave a choice point, a check
 * that does not hold goes back to the last one, and all writes are remembered on a trail.
 * There are three programs for moves, sharing nothing but this generator:
 *   generate  stops a path as soon as nothing can fail and no tag can follow ("sure" nodes),
 *             so that it seldom writes to the board;
 *   exact     follows every path (or those of a given move) to its end and merges equal
 *             configurations wherever the rules demand it, as the RG reference does;
 *   apply     the same without merging, for moves known to have one path each, and for the
 *             system's own steps.
 * Each reachability is a program of its own. */
#include "automaton/lower.h"

#include "automaton/vm.h"

#include <string.h>

/* ---- nodes ---- */

typedef struct task {
    ir_node node;
    uint32_t next; /* index of the edge in the node's order */
    bool open;     /* inside of a group whose former member was not passed */
    patches from;  /* jumps that lead here */
} task;

typedef VEC(task) task_stack;

/* Emits the edges of a node from number `i` on, then follows the first of them as far as it
 * goes; what is left for later is pushed as tasks. */
static void lower_chain(lowering *x, task t, task_stack *tasks)
{
    ir_node n = t.node;
    uint32_t i = t.next;
    bool resumed = t.next > 0 || t.open;
    code_patch(x, &t.from);
    while (n != IR_NONE && !x->failed) {
        uint32_t place = x->r->local[n];
        if (!resumed) {
            if (x->label[place] != IR_NONE) {
                code_op1(x, VM_JMP, x->label[place]);
                return;
            }
            x->label[place] = code_here(x);
            if (!x->r->moves && n == x->r->target) {
                code_op0(x, VM_SUCCESS);
                return;
            }
            if (x->kind == SEARCH_GENERATE && x->sure[place]) {
                code_op0(x, VM_EMIT);
                return;
            }
            if (x->r->visit[place]) {
                vec_push(x->g->arena, &x->visits, ((vm_visit){.stamps = place}));
                code_op1(x, VM_VISIT, x->visits.count - 1);
                x->visit_of[place] = x->visits.count - 1;
            }
            i = 0;
        }
        resumed = false;
        edge_order order = plan_order(x, n);
        if (i >= order.count) {
            code_op0(x, VM_FAIL);
            return;
        }
        const ordered_edge *o = &order.data[i];
        /* edges behind this one: in the same group they are tried only when it cannot be
         * passed, others after failure in any case */
        bool first_of_group = o->grouped && (i == 0 || order.data[i - 1].last_of_group);
        uint32_t rest = i;
        while (!order.data[rest].last_of_group)
            rest++;
        rest++;
        if ((!o->grouped || first_of_group) && rest < order.count) {
            task later = {.node = n, .next = rest, .open = true};
            uint32_t left = 0;
            for (uint32_t j = i; j < order.count; j++)
                left += order.data[j].last_of_group;
            code_op3(x, VM_FORK, 0, left, i == 0 ? left : 0);
            vec_push(x->ra, &later.from, code_here(x) - 3);
            vec_push(x->ra, tasks, later);
        }
        if (o->grouped && !o->last_of_group) {
            task otherwise = {.node = n, .next = i + 1, .open = true};
            ir_node to = lower_edge(x, o, &otherwise.from);
            if (otherwise.from.count > 0)
                vec_push(x->ra, tasks, otherwise);
            n = to;
        } else {
            n = lower_edge(x, o, NULL);
        }
    }
}

/* Code for everything reachable from the start; its address. */
static uint32_t lower_from(lowering *x, ir_node start)
{
    uint32_t place = x->r->local[start];
    if (place == IR_NONE || !x->r->useful[place])
        return 0; /* FAIL */
    if (x->label[place] != IR_NONE)
        return x->label[place];
    task_stack tasks = {0};
    vec_push(x->ra, &tasks, ((task){.node = start}));
    uint32_t first_visit = x->visits.count;
    while (tasks.count > 0 && !x->failed) {
        task t = tasks.data[--tasks.count];
        lower_chain(x, t, &tasks);
    }
    plan_keys(x, first_visit);
    return x->label[place];
}

/* ---- programs ---- */

static void open_region(lowering *x, const region *r)
{
    x->r = r;
    x->sure = NULL;
    x->orders = ARENA_ARRAY(x->ra, edge_order, r->count + 1);
    x->order_known = ARENA_ARRAY(x->ra, bool, r->count + 1);
}

static void new_labels(lowering *x, const region *r)
{
    x->label = ARENA_ARRAY(x->ra, uint32_t, r->count + 1);
    memset(x->label, 0xff, sizeof *x->label * (r->count + 1));
    x->visit_of = ARENA_ARRAY(x->ra, uint32_t, r->count + 1);
    memset(x->visit_of, 0xff, sizeof *x->visit_of * (r->count + 1));
}

static void lower_moves(lowering *x)
{
    ir_game *g = x->g;
    region *r = region_of_moves(g, &x->graph, x->ra);
    bitset decisions = ir_decisions(g, x->ra);
    vm_decision *all = x->code->decisions;
    for (ir_node n = 0; n < g->nodes.count; n++)
        if (bitset_has(&decisions, n)) {
            all[n].is = true;
            all[n].span = g->nodes.data[n].span;
            if (all[n].span.end == 0 && x->graph.out_start[n] < x->graph.out_start[n + 1])
                all[n].span = g->edges.data[x->graph.out[x->graph.out_start[n]]].span;
        }
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &g->edges.data[i];
        if (!e->removed && ir_assigns_player(g, e) && e->span.end > 0)
            all[e->to].span = e->span;
    }
    open_region(x, r);
    for (search_kind kind = SEARCH_GENERATE; kind <= SEARCH_APPLY; kind++) {
        x->kind = kind;
        const bool *sure = x->sure;
        open_region(x, r);
        x->sure = sure;
        plan_visits(x, r, kind == SEARCH_EXACT);
        double *width = NULL;
        if (kind == SEARCH_GENERATE) {
            x->sure = plan_sure(x, r);
            width = plan_widths(x, r);
        }
        new_labels(x, r);
        for (ir_node n = 0; n < g->nodes.count && !x->failed; n++) {
            if (!all[n].is || n == g->end)
                continue;
            uint32_t entry = lower_from(x, n);
            if (kind == SEARCH_GENERATE) {
                all[n].generate = entry;
                all[n].single = g->nodes.data[n].single;
                all[n].deterministic = g->any_keeper || plan_deterministic(x, r, n);
                plan_walk(x, r, n, &all[n].plain, &all[n].silent);
                all[n].width = r->local[n] == IR_NONE ? 0 : width[r->local[n]];
            } else if (kind == SEARCH_EXACT) {
                all[n].exact = entry;
            } else {
                all[n].apply = entry;
            }
        }
        if (x->hook && !x->failed)
            x->hook(x->hook_user, x, 0);
    }
}

static void lower_reaches(lowering *x)
{
    for (uint32_t i = 0; i < x->reaches.count && !x->failed; i++) {
        reach_program p = x->reaches.data[i];
        x->ra = arena_child(x->a);
        x->kind = SEARCH_REACH;
        region *r = region_of_reach(x->g, &x->graph, p.from, p.to, x->ra);
        open_region(x, r);
        plan_visits(x, r, false);
        new_labels(x, r);
        uint32_t entry = lower_from(x, p.from);
        x->reaches.data[i].entry = entry;
        if (x->hook && !x->failed)
            x->hook(x->hook_user, x, i);
        arena_done(x->ra);
    }
    for (uint32_t i = 0; i < x->reaches.count && !x->failed; i++)
        for (uint32_t j = 0; j < x->reaches.data[i].references.count; j++)
            x->words.data[x->reaches.data[i].references.data[j]] = x->reaches.data[i].entry;
}

static void index_disjoints(lowering *x)
{
    ir_game *g = x->g;
    x->disjoint_of = ARENA_ARRAY(x->a, uint32_t *, g->nodes.count + 1);
    x->disjoint_count = ARENA_ARRAY(x->a, uint32_t, g->nodes.count + 1);
    for (uint32_t i = 0; i < g->disjoints.count; i++)
        x->disjoint_count[g->disjoints.data[i].node]++;
    for (uint32_t n = 0; n < g->nodes.count; n++) {
        if (x->disjoint_count[n])
            x->disjoint_of[n] = ARENA_ARRAY(x->a, uint32_t, x->disjoint_count[n]);
        x->disjoint_count[n] = 0;
    }
    for (uint32_t i = 0; i < g->disjoints.count; i++) {
        ir_node n = g->disjoints.data[i].node;
        x->disjoint_of[n][x->disjoint_count[n]++] = i;
    }
}

static bool uses_visible(const ir_game *g)
{
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &g->edges.data[i];
        if (!e->removed && (e->label == IR_ASSIGN || e->label == IR_CHOOSE) &&
            ir_target_variable(g, e->target) == g->visible)
            return true;
    }
    return false;
}

/* Tables for who moves and who sees. */
static void describe_players(ir_game *g, vm_code *code)
{
    const ir_type_data *players = ir_type_at(g, g->player_type);
    const ir_family *family = &g->families.data[g->symbols.data[g->keeper].family];
    int8_t *roles = ARENA_ARRAY(g->arena, int8_t, family->count);
    uint32_t *cells = ARENA_ARRAY(g->arena, uint32_t, players->count);
    const layout_slot *visible = &code->layout.variables[g->visible];
    memset(roles, VM_ROLE_NONE, family->count);
    roles[g->keeper - family->first] = VM_ROLE_KEEPER;
    roles[g->random - family->first] = 0;
    for (uint32_t i = 0; i < players->count; i++) {
        roles[players->symbols[i] - family->first] = (int8_t)(i + 1);
        cells[i] = visible->offset + (uint32_t)(layout_code(g, players->symbols[i]) -
                                                visible->keys[0].low) * visible->width;
    }
    code->roles = roles;
    code->player_count = players->count;
    code->visible_cells = cells;
    code->visible_width = visible->width;
    const uint32_t *zero = map_get(&g->symbol_by_name, intern_cstr(g->names, "0"));
    code->visible_no = zero ? (uint32_t)layout_code(g, *zero) : UINT32_MAX;
}

vm_code *lower_program(ir_game *g, diag_sink *sink, program_hook hook, void *user)
{
    vm_code *code = ARENA_NEW(g->arena, vm_code);
    code->g = g;
    code->hidden = uses_visible(g);
    if (!layout_make(g, code->hidden, &code->layout))
        return NULL;
    code->decisions = ARENA_ARRAY(g->arena, vm_decision, g->nodes.count + 1);
    describe_players(g, code);

    arena *scratch = arena_child(g->arena);
    lowering *x = ARENA_NEW(scratch, lowering);
    x->g = g;
    x->sink = sink;
    x->a = scratch;
    x->ra = arena_child(scratch);
    x->code = code;
    x->l = &code->layout;
    x->hook = hook;
    x->hook_user = user;
    x->graph = ir_graph_make(g, scratch);
    map_init(&x->reach_index, scratch);
    index_disjoints(x);
    code_op0(x, VM_FAIL);
    lower_moves(x);
    lower_reaches(x);
    bool failed = x->failed;
    if (failed) {
        diag_report(sink, DIAG_TOO_LARGE, g->source, g->nodes.data[g->begin].span,
                    "the automaton needs more code than the limit of %d words or nests "
                    "expressions too deeply", CODE_MAX);
    } else {
        code->word_count = x->words.count;
        code->words = ARENA_ARRAY(g->arena, uint32_t, x->words.count);
        memcpy(code->words, x->words.data, sizeof *code->words * x->words.count);
        code->visits = x->visits.data;
        code->visit_count = x->visits.count;
        code->lists = x->lists.data;
        code->spans = x->spans.data;
    }
    arena_done(scratch);
    return failed ? NULL : code;
}
