/* A plan to code for the interpreter (code.h).
 *
 * Each search becomes a backtracking program: FORK and CHOOSE leave a choice point, a check
 * that does not hold goes back to the last one, and all writes are remembered on a trail. */
#include "automaton/lower.h"

#include "automaton/weight.h"

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
static void lower_path(lowering *x, task t, task_stack *tasks)
{
    const plan_program *program = x->x;
    ir_node n = t.node;
    uint32_t i = t.next;
    bool resumed = t.next > 0 || t.open;
    code_patch(x, &t.from);
    while (n != IR_NONE && !x->failed) {
        uint32_t at = region_at(program->r, n);
        if (!resumed) {
            if (x->label[at] != IR_NONE) {
                code_op1(x, VM_JMP, x->label[at]);
                return;
            }
            x->label[at] = code_here(x);
            if (!program->r->moves && n == program->r->target) {
                code_op0(x, VM_SUCCESS);
                return;
            }
            if (program->kind == PLAN_GENERATE && program->sure[at]) {
                code_op0(x, VM_EMIT);
                return;
            }
            if (program->visit[at])
                code_op1(x, VM_VISIT, program->visit_of[at]);
            i = 0;
        }
        resumed = false;
        const plan_edges *order = plan_order(program, n);
        if (i >= order->count) {
            code_op0(x, VM_FAIL);
            return;
        }
        const plan_edge *o = &vec_at(order, i);
        /* edges behind this one: in the same group they are tried only when it cannot be
         * passed, others after failure in any case */
        bool first_of_group = o->grouped && (i == 0 || vec_at(order, i - 1).last_of_group);
        uint32_t rest = i;
        while (!vec_at(order, rest).last_of_group)
            rest++;
        rest++;
        if ((!o->grouped || first_of_group) && rest < order->count) {
            task later = {.node = n, .next = rest, .open = true};
            double w = program->widths ? plan_unit_width(x->p, program, order, i, program->widths) : 1;
            code_op2(x, VM_FORK, 0, w < UINT32_MAX ? (uint32_t)w : UINT32_MAX);
            vec_push(x->a, &later.from, code_here(x) - 2);
            vec_push(x->a, tasks, later);
        }
        if (o->grouped && !o->last_of_group) {
            task otherwise = {.node = n, .next = i + 1, .open = true};
            ir_node to = lower_edge(x, o, &otherwise.from);
            if (otherwise.from.count > 0)
                vec_push(x->a, tasks, otherwise);
            n = to;
        } else {
            n = lower_edge(x, o, NULL);
        }
    }
}

/* Code for everything reachable from the start; its address. */
static uint32_t lower_from(lowering *x, ir_node start)
{
    uint32_t at = region_at(x->x->r, start);
    if (at == IR_NONE || !x->x->r->useful[at])
        return 0; /* FAIL */
    if (x->label[at] != IR_NONE)
        return x->label[at];
    task_stack tasks = {0};
    vec_push(x->a, &tasks, ((task){.node = start}));
    while (tasks.count > 0 && !x->failed) {
        task t = tasks.data[--tasks.count];
        lower_path(x, t, &tasks);
    }
    return x->label[at];
}

/* ---- programs ---- */

static void begin_program(lowering *x, const plan_program *program)
{
    x->x = program;
    x->label = ARENA_ARRAY(x->a, uint32_t, program->r->count + 1);
    memset(x->label, 0xff, sizeof *x->label * (program->r->count + 1));
}

static void lower_openings(lowering *x, vm_openings *all);

static void lower_moves(lowering *x, vm_entries *entries, vm_openings *openings)
{
    const ir_game *g = x->p->g;
    for (plan_search kind = PLAN_GENERATE; kind < PLAN_REACH; kind++) {
        begin_program(x, &x->p->moves[kind]);
        for (ir_node n = 0; n < g->nodes.count && !x->failed; n++) {
            if (!x->p->decisions[n].is || n == g->end)
                continue;
            uint32_t entry = lower_from(x, n);
            if (kind == PLAN_GENERATE)
                entries[n].generate = entry;
            else if (kind == PLAN_EXACT)
                entries[n].exact = entry;
            else
                entries[n].apply = entry;
        }
        if (kind == PLAN_GENERATE)
            lower_openings(x, openings);
    }
}

static void lower_conditions(lowering *x, const plan_opening *o, bool late)
{
    patches fail = {0};
    for (uint32_t i = 0; i < o->condition_count; i++)
        if (o->conditions[i].late == late)
            lower_jump(x, o->conditions[i].condition, !o->conditions[i].holds, &fail);
}

/* map[..][v] against something without v. */
static bool find_filter(lowering *x, ir_expr access, ir_expr other, ir_var v, const plan_domain *d, vm_opening *o)
{
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count, depth;
    bool constant;
    ir_game *g = x->p->g;
    if (vec_at(&g->exprs, ir_bare(g, access)).op != IR_INDEX || plan_type_of(x->p, access)->kind == IR_TYPE_ARROW)
        return false;
    const layout_slot *s = layout_root(g, &x->p->layout, ir_bare(g, access), &depth);
    if (!s || depth != s->levels || s->width != 1 || !d->range || ir_reads(g, &x->p->graph, other, v, x->a))
        return false;
    lower_chain(x, access, keys, &count, &constant);
    const layout_slot *variable = &x->p->layout.variables[v];
    const layout_key *last = &s->keys[count - 1];
    const ir_expr_data *key = &vec_at(&g->exprs, ir_bare(g, keys[count - 1]));
    const int64_t base = variable->integer ? variable->low : 0;
    if (constant || key->op != IR_VAR || key->a != v || last->stride != 1 || d->low + base < last->low ||
        d->high + base > last->high)
        return false;
    o->filter = (int64_t)s->offset + base - last->low;
    for (uint32_t i = 0; i + 1 < count; i++) {
        int32_t value;
        if (!plan_known(x->p, keys[i], &value) || value < s->keys[i].low || value > s->keys[i].high)
            return false;
        o->filter += ((int64_t)value - s->keys[i].low) * s->keys[i].stride;
    }
    o->filter_low = s->integer ? s->low : 0;
    return true;
}

/* Behind the conditions, if the first guard is such a comparison. */
static void lower_filter(lowering *x, const plan_opening *p, vm_opening *o)
{
    if (p->choice == IR_NONE || p->guard_count == 0)
        return;
    const ir_expr_data d = vec_at(&x->p->g->exprs, ir_bare(x->p->g, p->guards[0]));
    const ir_var v = ir_target_variable(x->p->g, vec_at(&x->p->g->edges, p->choice).target);
    const plan_domain *domain = &x->p->domains[p->choice];
    if (d.op != IR_EQ && d.op != IR_NE)
        return;
    const bool left = find_filter(x, d.a, d.b, v, domain, o);
    if (!left && !find_filter(x, d.b, d.a, v, domain, o))
        return;
    const uint32_t saved = x->temporary;
    o->filters = true;
    o->filters_all = p->guard_count == 1;
    o->equal = d.op == IR_EQ;
    lower_value(x, left ? d.b : d.a);
    o->compared = code_temporary(x);
    code_op1(x, VM_PUT, o->compared);
    x->temporary = saved;
}

/* In the program that lists moves. */
static void lower_openings(lowering *x, vm_openings *all)
{
    const ir_game *g = x->p->g;
    for (ir_node n = 0; n < g->nodes.count && !x->failed; n++) {
        const plan_decision *d = &x->p->decisions[n];
        if (d->opening_count == 0)
            continue;
        vm_opening *list = ARENA_ARRAY(g->arena, vm_opening, d->opening_count);
        all[n] = (vm_openings){list, d->opening_count};
        for (uint32_t i = 0; i < d->opening_count && !x->failed; i++) {
            const plan_opening *o = &d->openings[i];
            const uint32_t entry = o->edge ? 0 : lower_from(x, o->entry);
            list[i] = (vm_opening){.conditions = code_here(x), .width = o->width, .chooses = o->choice != IR_NONE};
            lower_conditions(x, o, false);
            lower_filter(x, o, &list[i]);
            code_op0(x, VM_SUCCESS);
            list[i].guards = code_here(x);
            for (uint32_t k = 0; k < o->guard_count; k++)
                lower_check_or_fail(x, o->guards[k]);
            code_op0(x, VM_SUCCESS);
            list[i].entry = code_here(x);
            lower_conditions(x, o, true);
            if (o->edge) {
                const uint32_t jump =
                    lower_edge(x, o->edge, NULL) == IR_NONE ? 0 : (code_op1(x, VM_JMP, 0), code_here(x) - 1);
                const uint32_t to = jump ? lower_from(x, o->entry) : 0;
                if (jump && !x->failed)
                    vec_at(&x->words, jump) = to;
            } else {
                code_op1(x, VM_JMP, entry);
            }
            if (!list[i].chooses)
                continue;
            const layout_slot *s = &x->p->layout.variables[ir_target_variable(g, vec_at(&g->edges, o->choice).target)];
            list[i].cell = s->offset;
            list[i].bytes = s->width;
            list[i].domain = x->p->domains[o->choice];
            int32_t *values = ARENA_ARRAY(g->arena, int32_t, list[i].domain.count + 1);
            if (!list[i].domain.range)
                memcpy(values, list[i].domain.list, list[i].domain.count * sizeof *values);
            list[i].domain.list = values;
        }
    }
}

static void lower_reaches(lowering *x)
{
    const plan *p = x->p;
    for (uint32_t i = 0; i < p->reaches.count && !x->failed; i++) {
        begin_program(x, &vec_at(&p->reaches, i));
        x->entries[i] = lower_from(x, x->x->r->nodes[0]);
    }
    for (uint32_t i = 0; i < p->reaches.count && !x->failed; i++)
        for (uint32_t j = 0; j < x->references[i].count; j++)
            vec_at(&x->words, vec_at(&x->references[i], j)) = x->entries[i];
}

#ifndef NDEBUG
/* Each instruction is followed by its operands, as many as vm_ops.def says. */
static bool decodes(const lowering *x)
{
    static const uint8_t operands[] = {
#define VM_OP(name, n) n,
#include "automaton/vm_ops.def"
#undef VM_OP
    };
    uint32_t at = 0;
    while (at < x->words.count && vec_at(&x->words, at) < VM_OP_COUNT)
        at += 1u + operands[vec_at(&x->words, at)];
    return at == x->words.count;
}
#endif

static const uint32_t *find_weights(const ir_game *g)
{
    const ir_type_data *t =
        g->weight == IR_NONE ? NULL : ir_type_at(g, ir_resolve(g, vec_at(&g->variables, g->weight).type));
    if (!t || t->kind != IR_TYPE_SET)
        return NULL;
    const ir_family *family = &vec_at(&g->families, vec_at(&g->symbols, ir_symbol_at(t, 0)).family);
    uint32_t *all = ARENA_ARRAY(g->arena, uint32_t, family->count);
    for (uint32_t i = 0; i < family->count; i++)
        all[i] = ir_symbol_weight(g, family->first + i);
    return all;
}

static vm_code *complete(const lowering *x, const vm_entries *entries, const vm_openings *openings)
{
    const plan *p = x->p;
    assert(decodes(x));
    vm_code *code = ARENA_NEW(p->g->arena, vm_code);
    uint32_t *words = ARENA_ARRAY(p->g->arena, uint32_t, x->words.count);
    memcpy(words, x->words.data, sizeof *words * x->words.count);
    strand_board *boards = ARENA_ARRAY(p->g->arena, strand_board, p->board_count + 1);
    memcpy(boards, p->boards, p->board_count * sizeof *boards);
    *code = (vm_code){.g = p->g,
                      .layout = p->layout,
                      .hidden = p->hidden,
                      .words = words,
                      .word_count = x->words.count,
                      .entries = entries,
                      .decisions = p->decisions,
                      .openings = openings,
                      .boards = boards,
                      .visits = p->visits.data,
                      .stamp_count = p->stamp_count,
                      .lists = x->lists.data,
                      .spans = x->spans.data,
                      .players = p->players,
                      .weights = find_weights(p->g)};
    code->notes = x->notes;
    return code;
}

vm_code *lower_program(const plan *p, bool notes)
{
    ir_game *g = p->g;
    assert(p->moves[PLAN_APPLY].visit);
    arena *scratch = arena_child(g->arena);
    lowering *x = ARENA_NEW(scratch, lowering);
    x->p = p;
    x->a = scratch;
    x->notes = notes;
    x->references = ARENA_ARRAY(scratch, vec_u32, p->reaches.count + 1);
    x->entries = ARENA_ARRAY(scratch, uint32_t, p->reaches.count + 1);
    vm_entries *entries = ARENA_ARRAY(g->arena, vm_entries, g->nodes.count + 1);
    code_op0(x, VM_FAIL);
    vm_openings *openings = ARENA_ARRAY(g->arena, vm_openings, g->nodes.count + 1);
    lower_moves(x, entries, openings);
    lower_reaches(x);
    vm_code *code = x->failed ? NULL : complete(x, entries, openings);
    arena_done(scratch);
    if (!code)
        diag_report(g->sink, DIAG_TOO_LARGE, g->source, vec_at(&g->nodes, g->begin).span,
                    "the automaton needs more code than the limit of %d words or nests "
                    "expressions too deeply",
                    CODE_MAX);
    return code;
}
