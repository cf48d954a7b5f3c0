/* Programs: which functions there are, and the unit as a whole. */
#include "native/emit_inside.h"

#include <string.h>

static void begin_program(native_source *n, const plan_program *x, emit_kind kind)
{
    n->x = x;
    n->kind = kind;
    n->product = 1;
    n->ticked = false;
    n->pending.count = 0;
    emit_find_facts(n);
    emit_place_scalars(n);
}

static void emit_moves(native_source *n, const plan_program *x, emit_kind kind)
{
    begin_program(n, x, kind);
    for (ir_node node = 0; node < n->g->nodes.count && !n->problem; node++) {
        if (!emit_wanted(n, node))
            continue;
        const plan_decision *decision = &n->p->decisions[node];
        emit_decision *d = &n->decisions[node];
        bool one = kind == EMIT_DRAW    ? decision->drawn && (decision->single || !d->order_matters)
                   : kind == EMIT_APPLY ? decision->single || decision->plain || decision->strands
                   : kind == EMIT_MATCH ? !decision->single && !d->order_matters
                   : kind == EMIT_STEP  ? decision->deterministic
                   : kind == EMIT_STEPS ? !decision->deterministic
                   : kind == EMIT_ALL   ? (d->others && !decision->single) || (d->keeper && !decision->deterministic)
                                        : true;
        bool asked = kind == EMIT_STEP || kind == EMIT_STEPS ? d->keeper : d->others || kind == EMIT_ALL;
        if (!one || !asked)
            continue;
        d->listed |= kind == EMIT_LIST;
        d->drawn |= kind == EMIT_DRAW;
        d->applied |= kind == EMIT_APPLY;
        d->repeats |= !decision->single;
        d->stepped |= kind == EMIT_STEP;
        d->width = decision->width;
        if (kind == EMIT_LIST && decision->strands) {
            const size_t before = n->functions.length;
            emit_strands(n, node, n->starts[region_at(x->r, node)]);
            d->set_bytes = n->functions.length - before;
            d->sets = true;
            d->asks = decision->strands->asks;
            d->lists = decision->strands->lists;
            d->can_stop |= decision->strands->comes_round;
        }
        uint32_t at = region_at(x->r, node);
        d->counts |= kind == EMIT_DRAW && decision->openings;
        if (kind == EMIT_DRAW && d->counts) {
            emit_openings(n, node);
            text_add(n, &n->dispatch[kind], F("    case %u: return draw_open_%u(x, s);\n", node, node));
            text_add(n, &n->opened, F("    case %u: return open_%u(x, s);\n", node, node));
            continue;
        }
        emit_need_function(n, at);
        memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
        n->varying = n->deep = false;
        const char *call = emit_call(n, at, 0);
        if (kind == EMIT_STEP)
            d->step = arena_printf(n->a, "%s", call);
        if (emit_matches(n) && d->stride != TAGS_VARY)
            call = F("x->m_count == %u && %s", d->stride, call);
        if (d->sets && d->lists && kind == EMIT_LIST)
            text_add(
                n, &n->dispatch[kind],
                F("    case %u:\n        if (!x->fresh)\n            look(x, s);\n        if (set_%u(x, s, 1, 0))\n"
                  "            return %uu;\n        x->fresh = 0;\n        %s;\n        return %uu;\n",
                  node, node, d->stride, call, d->stride));
        else
            text_add(n, &n->dispatch[kind],
                     kind == EMIT_LIST ? F("    case %u: %s; return %uu;\n", node, call, d->stride)
                                       : F("    case %u: return %s;\n", node, call));
    }
    emit_pending(n);
    for (ir_node node = 0; n->ticked && emit_keeps_state(n) && node < n->g->nodes.count; node++)
        n->decisions[node].can_stop |= emit_wanted(n, node);
}

static void know_parameters(native_source *n, uint32_t number)
{
    const vec_u32 *given = &n->reaches.data[number].parameters;
    memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
    for (uint32_t i = 0; i < given->count; i++)
        n->known[given->data[i]] = F("q_%s", n->names[given->data[i]]);
    n->varying = false;
    n->deep = true;
}

static bool emit_as_sets(native_source *n, uint32_t number, const char *title)
{
    size_t before = n->functions.length;
    text_add(n, &n->functions, title);
    know_parameters(n, number);
    n->indent = 1;
    n->locals = 0;
    if (!n->x->parted && emit_sets(n, n->x)) {
        text_add(n, &n->functions, "}\n");
        return true;
    }
    emit_cut(n, before);
    return false;
}

/* The part of the function that answers where its ways are known as sets. */
static const char *emit_as_ways(native_source *n, const plan_program *x, uint32_t number)
{
    memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
    n->deep = false;
    emit_way_tries(n, x->strands, number);
    const size_t before = n->functions.length;
    know_parameters(n, number);
    n->indent = 1;
    n->locals = 0;
    emit_ways(n, x->strands, number);
    const char *ways = arena_printf(n->a, "%s", n->functions.data ? n->functions.data + before : "");
    emit_cut(n, before);
    return ways;
}

/* The function that says what the answer depends on. */
static void emit_support_of(native_source *n, const plan_program *x, uint32_t number)
{
    const vec_u32 *given = &n->reaches.data[number].parameters;
    const char *head = F("static uint32_t support%u(native_frame *const x, unsigned char *const s", number);
    for (uint32_t i = 0; i < given->count; i++)
        head = F("%s, const int q_%s", head, n->names[given->data[i]]);
    text_add(n, &n->declarations, F("UNUSED %s, uint64_t *stops);\n", head));
    text_add(n, &n->functions, F("\n%s, uint64_t *stops)\n{\n    (void)x, (void)s, (void)stops;\n", head));
    know_parameters(n, number);
    n->deep = false;
    n->indent = 1;
    n->locals = 0;
    emit_support(n, x->strands);
    text_add(n, &n->functions, "}\n");
}

static bool asks_others(const native_source *n, const plan_program *x)
{
    for (uint32_t i = 0; i < n->p->reaches.count; i++)
        if (bitset_has(&x->asks, i))
            return true;
    return false;
}

/* Loops put whole maps back, which the sets do not follow. */
static bool loops_write(const native_source *n, const plan_program *x)
{
    for (uint32_t p = 0; p < x->r->count; p++)
        for (uint32_t k = 0; n->loop_of[p] && k < x->orders[p].count; k++)
            if (emit_writes_board(n, plan_edge_at(n->p, &x->orders[p], k)))
                return true;
    return false;
}

static void emit_reach(native_source *n, const plan_program *x, uint32_t number)
{
    const region *r = x->r;
    reach_signature *signature = emit_reach_signature(n, number);
    n->program = number;
    begin_program(n, x, EMIT_REACH);
    const enum emit_writing writing = emit_search_writes(n, x);
    n->search_tracks = n->tracks && writing == EMIT_WRITES_CELLS && asks_others(n, x) && !loops_write(n, x);
    bool visits = false, hashes = false;
    for (uint32_t p = 0; p < r->count; p++) {
        signature->can_stop |= n->recursive[p];
        if (x->visit_of[p] == IR_NONE)
            continue;
        signature->can_stop |= n->loop_of[p] != 0;
        if (n->loop_of[p])
            continue;
        visits = true;
        hashes |= !n->p->visits.data[x->visit_of[p]].small;
    }
    signature->can_stop |= hashes || x->can_fault;
    const char *head =
        F("REACH_%u int reach%u(native_frame *const x, unsigned char *const s, const uint32_t d", number, number);
    const char *use = "(void)x, (void)s, (void)d";
    for (uint32_t i = 0; i < signature->parameters.count; i++) {
        const char *name = n->names[signature->parameters.data[i]];
        head = F("%s, const int q_%s", head, name);
        use = F("%s, (void)q_%s", use, name);
    }
    text_add(n, &n->declarations, F("UNUSED %s);\n", head));
    const char *title = F("\n/* %s -> %s */\n%s)\n{\n    %s;\n", emit_comment(n, ir_node_name(n->g, r->nodes[0])),
                          emit_comment(n, ir_node_name(n->g, r->target)), head, use);
    if (signature->supported)
        emit_support_of(n, x, number);
    const char *body = "0", *ways = "";
    const size_t before = n->functions.length;
    if (r->useful[0]) {
        const bool known = x->strands && !x->strands->chosen;
        if (known)
            ways = emit_as_ways(n, x, number);
        if (!*ways && emit_as_sets(n, number, title)) {
            n->reaches.data[number].can_stop = false;
            n->reaches.data[number].bytes = n->functions.length - before;
            return;
        }
        if (x->strands && x->strands->chosen)
            ways = emit_as_ways(n, x, number);
        emit_need_function(n, 0);
        emit_pending(n);
        signature->can_stop |= n->ticked;
        know_parameters(n, number);
        body = emit_call(n, 0, 0);
    }
    const size_t begin = n->functions.length;
    text_add(n, &n->functions, title);
    text_add(n, &n->functions, ways);
    const bool behind = writing != EMIT_WRITES_NONE && !n->search_tracks;
    if (behind) /* the sets of cells do not follow, and are as they were behind it */
        text_add(n, &n->functions, "    const uint32_t fresh = x->fresh;\n    x->fresh = 0;\n");
    if (visits)
        text_add(n, &n->functions, "    const uint32_t outer = x->search;\n");
    if (hashes)
        text_add(n, &n->functions, "    const uint64_t mark = x->mark(x->host);\n");
    if (visits)
        text_add(n, &n->functions, "    x->search = new_search(x);\n");
    n->indent = 1;
    for (uint32_t i = 0; n->in_state && i < signature->parameters.count; i++) {
        emit_keep_scalar(n, signature->parameters.data[i], i);
        emit_hold_scalar(n, signature->parameters.data[i], F("q_%s", n->names[signature->parameters.data[i]]));
    }
    text_add(n, &n->functions, F("    const int found = %s;\n", body));
    for (uint32_t i = 0; n->in_state && i < signature->parameters.count; i++)
        emit_restore_scalar(n, signature->parameters.data[i], i);
    if (hashes)
        text_add(n, &n->functions, "    x->forget(x->host, mark);\n");
    if (behind)
        text_add(n, &n->functions, "    x->fresh = fresh;\n");
    text_add(n, &n->functions, F("%s    return found;\n}\n", visits ? "    x->search = outer;\n" : ""));
    n->reaches.data[number].bytes = n->functions.length - begin;
}

static native_source *new_source(const plan *p, uint32_t tags_max, arena *a)
{
    ir_game *g = p->g;
    native_source *n = ARENA_NEW(a, native_source);
    n->g = g;
    n->p = p;
    n->a = n->strings = a;
    n->own_strings = arena_child(a);
    n->facts = arena_child(a);
    n->tags_max = tags_max;
    n->subject = IR_NONE;
    n->fixed.bound = IR_NONE;
    emit_names(n);
    n->tables_used = bitset_new(a, g->constants.count + 1);
    n->known = ARENA_ARRAY(a, const char *, g->variables.count + 1);
    n->decisions = ARENA_ARRAY(a, emit_decision, g->nodes.count + 1);
    n->copied = ARENA_ARRAY(a, bool, g->variables.count + 1);
    n->changed = bitset_new(a, g->variables.count + 1);
    n->state_size = p->layout.state_size;
    n->compared = p->layout.variables_end;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &g->edges.data[i];
        if (!e->removed && (e->label == IR_ASSIGN || e->label == IR_CHOOSE) && g->exprs.data[e->target].op == IR_VAR)
            bitset_add(&n->changed, ir_target_variable(g, e->target));
    }
    return n;
}

/* ---- the unit ---- */

/* A search for a way can end out of the ordinary when one that it starts can. */
static void spread_stops(native_source *n)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < n->reaches.count; i++)
            for (uint32_t j = 0; j < n->reaches.count; j++)
                if (!n->reaches.data[i].can_stop && n->reaches.data[j].can_stop &&
                    bitset_has(&n->p->reaches.data[i].asks, j))
                    n->reaches.data[i].can_stop = changed = true;
    }
    for (ir_node node = 0; node < n->g->nodes.count; node++)
        for (uint32_t j = 0; n->decisions[node].reaches.words && j < n->reaches.count; j++)
            n->decisions[node].can_stop |= n->reaches.data[j].can_stop && bitset_has(&n->decisions[node].reaches, j);
}

/* Bytes of C: without the program that counts paths; compiled quickly rather than well, or hardly
 * at all. */
enum { ALL_MAX = 1 << 20, QUICK_MIN = 5 << 19, PLAIN_MIN = 8 << 20, HEAD_ROOM = 1 << 17 };

static void emit_programs(native_source *n)
{
    emit_find_movers(n);
    n->tracks = emit_asks_around(n);
    emit_moves(n, &n->p->moves[PLAN_GENERATE], EMIT_LIST);
    emit_moves(n, &n->p->moves[PLAN_GENERATE], EMIT_DRAW);
    emit_moves(n, &n->p->moves[PLAN_APPLY], EMIT_APPLY);
    emit_moves(n, &n->p->moves[PLAN_APPLY], EMIT_STEP);
    emit_moves(n, &n->p->moves[PLAN_APPLY], EMIT_MATCH);
    emit_moves(n, &n->p->moves[PLAN_APPLY], EMIT_STEPS);
    if (n->functions.length < ALL_MAX) /* else the interpreter counts */
        emit_moves(n, &n->p->moves[PLAN_EXACT], EMIT_ALL);
    for (uint32_t i = 0; i < n->p->reaches.count && !n->problem; i++) {
        if (n->p->reaches.data[i].always)
            continue; /* nobody asks */
        emit_reach(n, &n->p->reaches.data[i], i);
    }
}

static const char words_text[] = {
#include "words_text.inc"
    , 0};
static const char drawing_text[] = {
#include "drawing_text.inc"
    , 0};
static const char runtime_text[] = {
#include "runtime_text.inc"
    , 0};

/* do_list, do_draw, ...: from nodes to the functions that begin there. */
static void emit_dispatch(native_source *n, text *out)
{
    static const char *const names[] = {"list", "draw", "apply", "step", "match", "steps", "all", "open"};
    for (int i = 0; i <= EMIT_REACH; i++)
        text_add(n, out,
                 F("\nstatic inline %s do_%s(native_frame *const x, uint32_t node)\n{\n"
                   "    unsigned char *const s = x->s;\n    (void)s;\n    switch (node) {\n%s"
                   "    default: halt(x); return 0;\n    }\n}\n",
                   i == EMIT_LIST || i == EMIT_REACH ? "uint32_t" : "int", names[i],
                   text_of(i == EMIT_REACH ? &n->opened : &n->dispatch[i])));
    text_add(n, out,
             "\nUNUSED static int do_set(native_frame *const x, uint32_t node, const int list)\n{\n"
             "    unsigned char *const s = x->s;\n    (void)s, (void)list;\n    switch (node) {\n");
    for (ir_node node = 0; node < n->g->nodes.count; node++)
        if (n->decisions[node].sets)
            text_add(n, out, F("    case %u: return set_%u(x, s, list, 1);\n", node, node));
    text_add(n, out, "    default: return 0;\n    }\n}\n");
}

static const char *whole_unit(native_source *n)
{
    text out = {0};
    size_t length = n->functions.length;
    text_reserve(&out, n->g->arena, length + n->tables.length + n->declarations.length + n->helpers.length + HEAD_ROOM);
    if (length > QUICK_MIN)
        text_add(n, &out,
                 F("#if defined __GNUC__ && !defined __clang__ && defined __OPTIMIZE__\n"
                   "#pragma GCC optimize(\"O%d\")\n#endif\n",
                   length > PLAIN_MIN ? 0 : 1));
    text_add(n, &out, native_interface_text());
    text_add(n, &out, "\n");
    text_add(n, &out, runtime_text);
    text_add(n, &out, words_text);
    text_add(n, &out, drawing_text);
    text_add(n, &out, "\n");
    text_add(n, &out, text_of(&n->tables));
    text_add(n, &out, "\n");
    emit_find_own(n, &out);
    text_add(n, &out, text_of(&n->declarations));
    text_add(n, &out, text_of(&n->helpers));
    text_add(n, &out, text_of(&n->functions));
    emit_looking(n, &out);
    emit_dispatch(n, &out);
    emit_play(n, &out);
    text_add(n, &out,
             "\n#ifndef LUDENS_KEY /* what a cache knows the unit by */\n#define LUDENS_KEY \"\"\n#endif\n"
             "extern const native_game ludens_native_game;\n"
             "const native_game ludens_native_game = {LUDENS_KEY, do_list, do_open, do_draw, do_apply, "
             "do_step, do_match, do_steps, do_all, do_play, BESIDE, {0}};\n");
    return out.data;
}

const char *native_unit(const plan *p, uint32_t tags_max, size_t text_max, const char **why)
{
    assert(p->moves[PLAN_APPLY].visit);
    arena *scratch = arena_child(p->g->arena);
    native_source *n = new_source(p, tags_max, scratch);
    n->text_max = text_max;
    const char *unit = NULL;
    emit_programs(n);
    *why = n->problem;
    if (!n->problem) {
        emit_tables(n);
        spread_stops(n);
        unit = whole_unit(n);
    }
    arena_done(scratch);
    return unit;
}
