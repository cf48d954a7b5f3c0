#include "model/automaton/automaton.h"

#include "automaton/lower.h"
#include "automaton/passes/pipeline.h"
#include "automaton/print.h"
#include "automaton/relax.h"
#include "automaton/split.h"
#include "base/clock.h"
#include "base/map.h"
#include "native/emit.h"

#include <stdlib.h>
#include <string.h>

/* ---- states ---- */

static bool within_move(const lud_game *game, const void *state)
{
    return automaton_partial(automaton_of(game)->code, state);
}

static bool terminal(const lud_game *game, const void *state) { return vm_terminal(automaton_of(game)->code, state); }

static void scores(const lud_game *game, const void *state, double *out)
{
    const automaton_model *m = automaton_of(game);
    for (uint32_t i = 0; i < game->roles; i++) {
        const unsigned char *at = (const unsigned char *)state + m->goal_at[i];
        if (m->score_of)
            out[i] = m->score_of[layout_load(at, m->goal_width)];
        else
            memcpy(&out[i], at, sizeof *out);
    }
}

static uint64_t hash(const lud_game *game, const void *state) { return hash_bytes(state, game->state_size, 0); }

static uint64_t observe(const lud_game *game, const void *state, uint32_t role)
{
    const vm_code *code = automaton_of(game)->code;
    if (!code->hidden || role == 0)
        return hash(game, state);
    uint64_t h;
    memcpy(&h, (const unsigned char *)state + code->layout.observation + 8 * (role - 1), 8);
    int mover = vm_terminal(code, state) ? VM_ROLE_NONE : vm_role(code, state);
    return hash_mix(h + (mover == (int)role) + 2 * (uint64_t)vm_terminal(code, state));
}

/* ---- playing ---- */

static void free_machine(lud_game *game)
{
    automaton_model *m = game->machine;
    backend_close(&m->backend);
    automaton_network_close(m);
    automaton_drop_picture(m);
}

static void list_free(void *list)
{
    vm_moves_done(list);
    free(list);
}

static uint32_t list_count(const void *list) { return ((const vm_moves *)list)->count; }
static uint64_t list_weight(const void *list) { return ((const vm_moves *)list)->total; }

static lud_move list_at(const void *list, uint32_t i)
{
    const vm_moves *v = list;
    lud_move move = {v->words + v->starts[i], v->starts[i + 1] - v->starts[i], v->weights[i]};
    return move;
}

static void list_starts(const void *list, uint32_t *starts)
{
    const vm_moves *v = list;
    memcpy(starts, v->starts, (v->count + 1) * sizeof *starts);
}

static const list_kind lists = {sizeof(vm_moves), list_free, list_count, list_weight, list_at, list_starts};

static lud_status start(lud_context *ctx, void *state)
{
    vm_initial(automaton_of(ctx->game)->code, state);
    vm *m = automaton_vm(ctx);
    vm_percepts_clear(m);
    vm_listen(m, true);
    lud_status s = vm_settle(m, state);
    vm_listen(m, false);
    return s;
}

static lud_status list(lud_context *ctx, const void *state, uint32_t role, bool exact, lud_moves *moves)
{
    automaton_worked(ctx, 1);
    return vm_list(automaton_vm(ctx), automaton_turn(ctx, state, role), exact, moves->list);
}

static lud_status apply(lud_context *ctx, void *state, const lud_move *joint, uint32_t way, uint32_t *ways)
{
    if (vm_role(automaton_of(ctx->game)->code, state) < 0)
        return LUD_ERR_TERMINAL;
    vm *m = automaton_vm(ctx);
    void *own = vm_state(m);
    vm_percepts_clear(m);
    vm_listen(m, true);
    memcpy(own, state, ctx->game->state_size);
    lud_status s = automaton_make(ctx, m, own, joint, way, ways);
    if (s == LUD_OK)
        s = vm_settle(m, own);
    vm_listen(m, false);
    if (s == LUD_OK)
        memcpy(state, own, ctx->game->state_size);
    return s;
}

static const char *fault_hint(const ir_game *g, lud_status status)
{
    static const ir_words own = {
        .keeper = "edges that the keeper follows must exclude each other; a choice is made by a player",
        .ambiguous = "moves are told apart by their tags alone: what the player chooses here needs a tag, `$ ..` or "
                     "`$$ ..`"};
    static const ir_words none = {0};
    const ir_words *words = g->words ? g->words : g->high_level ? &none : &own;
    switch (status) {
    case LUD_ERR_STUCK: return words->stuck;
    case LUD_ERR_KEEPER: return words->keeper;
    case LUD_ERR_AMBIGUOUS:
        return g->partial == IR_NONE ? words->ambiguous : "leave out --split: whole moves can be told apart";
    default: return NULL;
    }
}

static machine_fault fault(const lud_context *ctx)
{
    const vm_fault *f = vm_last_fault(((automaton_runner *)ctx->runner)->vm);
    const ir_game *g = automaton_of(ctx->game)->ir;
    const char *full =
        g->words && g->words->full ? g->words->full : "the map of `#first` has as many keys as its type declares";
    return (machine_fault){f->status, ctx->game->source, f->span, f->message,
                           f->full ? full : fault_hint(g, f->status)};
}

/* Each condition is left out in turn. */
static bool obstacles(lud_context *ctx, const void *state, const lud_move *move, bool (*each)(void *user, src_span at),
                      void *user)
{
    const automaton_model *m = automaton_of(ctx->game);
    const ir_game *g = m->ir;
    if (g->passed == IR_NONE)
        return false;
    const layout_slot *slot = &m->code->layout.variables[g->passed];
    unsigned char *relaxed = malloc(ctx->game->state_size);
    bool more = relaxed != NULL;
    for (uint32_t i = 0; i < g->condition_count && more; i++) {
        memcpy(relaxed, state, ctx->game->state_size);
        layout_store(relaxed + slot->offset, slot->width, i + 1 - (uint32_t)slot->low);
        if (vm_apply(automaton_vm(ctx), relaxed, move->words, move->count, NULL) == LUD_OK)
            more = each(user, g->conditions[i]);
    }
    free(relaxed);
    return relaxed != NULL;
}

static bool cover(lud_context *ctx, void (*each)(void *user, src_span at, bool reached), void *user)
{
    const ir_game *g = automaton_of(ctx->game)->ir;
    const unsigned char *noted = vm_noted(automaton_vm(ctx));
    for (uint32_t i = 0; noted && i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed)
            each(user, e->span, noted[i]);
    }
    return noted != NULL;
}

static machine_place place(const lud_game *game, const void *state)
{
    const automaton_model *m = automaton_of(game);
    uint32_t node = vm_node(state);
    return (machine_place){m->code->decisions[node].span, ir_node_name(m->ir, node)};
}

/* ---- texts ---- */

static size_t move_text(const lud_game *game, lud_move move, char *buffer, size_t size)
{
    const vm_code *code = automaton_of(game)->code;
    text_out out = {buffer, size, 0};
    char number[16];
    if (automaton_of(game)->ir->view)
        return automaton_form_text(automaton_of(game)->ir, move, buffer, size);
    text_put(&out, "");
    for (uint32_t i = 0; i < move.count; i++) {
        if (i)
            text_put(&out, " ");
        text_put(&out, vm_word_text(code, move.words[i], number));
    }
    return out.length;
}

static bool parse_word(const ir_game *g, const char *text, size_t length, uint32_t *word)
{
    name_id name = intern_find(g->names, text, length);
    const uint32_t *symbol = name == NAME_NONE ? NULL : map_get(&g->symbol_by_name, name);
    if (symbol) {
        *word = *symbol;
        return true;
    }
    int64_t value = 0;
    size_t i = text[0] == '-';
    if (i == length || length > 11)
        return false;
    for (; i < length; i++) {
        if (text[i] < '0' || text[i] > '9')
            return false;
        value = value * 10 + (text[i] - '0');
    }
    *word = (uint32_t)(text[0] == '-' ? -value : value) + UINT32_C(0xC0000000);
    return true;
}

static lud_status move_parse(const lud_game *game, const char *text, uint32_t *words, uint32_t capacity,
                             uint32_t *count)
{
    const ir_game *g = automaton_of(game)->ir;
    *count = 0;
    if (g->view)
        return automaton_form_parse(g, text, words, capacity, count);
    for (const char *p = text + strspn(text, " \t");;) {
        size_t length = strcspn(p, " \t");
        if (length == 0)
            return LUD_OK;
        if (*count == capacity)
            return LUD_LIMIT_TAGS;
        if (!parse_word(g, p, length, &words[*count]))
            return LUD_ERR_ILLEGAL;
        ++*count;
        p += length;
        p += strspn(p, " \t");
    }
}

static size_t percept_text(lud_context *ctx, uint32_t role, char *buffer, size_t size)
{
    const vm_code *code = automaton_of(ctx->game)->code;
    text_out out = {buffer, size, 0};
    char number[16];
    const vm *m = automaton_vm(ctx);
    uint32_t count = vm_percept_count(m, role);
    if (automaton_of(ctx->game)->ir->view)
        return automaton_form_percept(automaton_of(ctx->game)->ir, m, role, buffer, size);
    text_put(&out, "");
    for (uint32_t i = 0; i < count; i++) {
        if (i)
            text_put(&out, " ");
        text_put(&out, vm_word_text(code, vm_percept_word(m, role, i), number));
    }
    return out.length;
}

/* ---- back ends ---- */

/* Plies after which the compiler is started, and between two looks at it. A constant of plies
 * rather than of time, so that runs are alike; about 0.1 s of chess. */
enum { START_PLIES = 2000, LOOK_PLIES = 256 };

static void info_now(const lud_game *game, lud_info *info)
{
    backend_info(&automaton_of(game)->backend, info);
    automaton_network_info(game, info);
}

static bool native_wait(const lud_game *game) { return backend_wait(&automaton_of(game)->backend); }

static void runner_free(void *runner)
{
    automaton_runner *r = runner;
    automaton_drop_beside(r);
    if (r->vm)
        vm_free(r->vm);
    for (uint32_t i = 0; i < 64; i++)
        free(r->words[i].data);
    free(r->aside);
    free(r);
}

static void *runner_new(const lud_game *game)
{
    automaton_runner *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->model = game->machine;
    r->vm = vm_new(r->model->code, &game->limits, &game->contexts, game->control);
    r->aside = r->model->ir->simultaneous ? malloc(game->state_size) : NULL;
    if (r->vm && (r->aside || !r->model->ir->simultaneous))
        return r;
    runner_free(r);
    return NULL;
}

vm *automaton_vm(const lud_context *ctx)
{
    automaton_runner *r = ctx->runner;
    const native_game *functions = r->native ? NULL : backend_functions(&r->model->backend);
    if (functions) {
        vm_set_compiled(r->vm, functions);
        r->native = true;
    }
    return r->vm;
}

vm *automaton_vm_beside(const lud_context *ctx)
{
    const lud_game *game = ctx->game;
    const automaton_runner *r = ctx->runner;
    vm *m = vm_new(r->model->code, &game->limits, &game->contexts, game->control);
    const native_game *functions = backend_functions(&r->model->backend);
    if (m && functions)
        vm_set_compiled(m, functions);
    return m;
}

void automaton_worked(const lud_context *ctx, uint32_t plies)
{
    automaton_runner *r = ctx->runner;
    r->work += r->native ? 0 : plies;
    if (r->work < LOOK_PLIES)
        return;
    backend_worked(&r->model->backend, r->work);
    r->work = 0;
}

static const char *rule_sheet(const lud_game *game, const char **moves, arena *a, const char **problem)
{
    return automaton_network_text(game, true, moves, a, problem);
}

static const char *translate(const lud_game *game, const char *to, arena *a, const char **problem)
{
    const ir_game *g = automaton_of(game)->ir;
    if (strcmp(to, "network") == 0)
        return automaton_network_text(game, false, NULL, a, problem);
    if (strcmp(to, "dot") == 0)
        return ir_print_dot(g, a);
    if (strcmp(to, "automaton") == 0)
        return ir_print(g, a);
    if (strcmp(to, "rg") == 0) {
        const ir_game *plain = ir_plain(g, a);
        const char *beyond = ir_beyond_rg(plain, a);
        if (!beyond)
            return ir_print(plain, a);
        *problem = arena_printf(a, "this automaton is not RG: it has %s", beyond);
        *problem = arena_strndup(&((lud_game *)(uintptr_t)game)->arena, *problem, strlen(*problem));
        return NULL;
    }
    if (strcmp(to, "c") == 0) {
        const automaton_model *m = automaton_of(game);
        return backend_text(&m->backend, problem);
    }
    *problem =
        strcmp(to, "ludii") == 0
            ? "this game cannot be written as a game of Ludii: only the languages of ludemes can (.lud, and .ludi of "
              "the system before it); its forms are rg, automaton, network, kif, dot and c"
            : "this game cannot be written in that form; its forms are rg, automaton, network, kif, dot and c";
    return NULL;
}

static uint64_t interpreted(const lud_context *ctx)
{
    return vm_interpreted(((const automaton_runner *)ctx->runner)->vm);
}

static const machine_ops ops = {
    .free = free_machine,
    .runner_new = runner_new,
    .runner_free = runner_free,
    .lists = &lists,
    .info = info_now,
    .native_wait = native_wait,
    .terminal = terminal,
    .within_move = within_move,
    .movers = automaton_movers,
    .scores = scores,
    .boards = &automaton_boards,
    .features = &automaton_features,
    .estimates = &automaton_estimates,
    .score_bounds = automaton_score_bounds,
    .hash = hash,
    .observe = observe,
    .start = start,
    .list = list,
    .draw = automaton_draw,
    .apply = apply,
    .playout = automaton_playout,
    .playout_after = automaton_playout_after,
    .playouts = automaton_playouts,
    .lanes = automaton_lanes,
    .perft = automaton_perft,
    .interpreted = interpreted,
    .fault = fault,
    .place = place,
    .obstacles = obstacles,
    .cover = cover,
    .move_text = move_text,
    .move_parse = move_parse,
    .percept_text = percept_text,
    .visit = automaton_visit,
    .translate = translate,
    .rule_sheet = rule_sheet,
};

/* ---- setting up ---- */

static uint32_t live_edges(const ir_game *g)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < g->edges.count; i++)
        n += !vec_at(&g->edges, i).removed;
    return n;
}

static uint32_t live_nodes(const ir_game *g, arena *a)
{
    bool *seen = ARENA_ARRAY(a, bool, g->nodes.count);
    uint32_t n = 0;
    seen[g->begin] = seen[g->end] = true;
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (!vec_at(&g->edges, i).removed)
            seen[vec_at(&g->edges, i).from] = seen[vec_at(&g->edges, i).to] = true;
    for (uint32_t i = 0; i < g->nodes.count; i++)
        n += seen[i];
    return n;
}

static void name_scores(lud_game *game, automaton_model *m)
{
    const ir_game *g = m->ir;
    const layout_slot *s = &m->code->layout.variables[g->goals];
    const ir_type_data *players = ir_type_at(g, g->player_type);
    m->goal_at = ARENA_ARRAY(&game->arena, uint32_t, players->count + 1);
    m->goal_width = s->width;
    for (uint32_t i = 0; i < players->count; i++) {
        uint32_t cell = (uint32_t)(layout_code(g, ir_symbol_at(players, i)) - s->keys[0].low);
        m->goal_at[i] = s->offset + cell * s->keys[0].stride * s->width;
    }
    ir_type goals = ir_resolve(g, vec_at(&g->variables, g->goals).type);
    const ir_type_data *score = ir_type_at(g, ir_resolve(g, ir_type_at(g, goals)->value));
    if (score->kind == IR_TYPE_REAL)
        return; /* what is stored is the score */
    const ir_family *family = &vec_at(&g->families, vec_at(&g->symbols, ir_symbol_at(score, 0)).family);
    m->score_of = ARENA_ARRAY(&game->arena, double, family->count);
    for (uint32_t i = 0; i < family->count; i++) {
        double value;
        if (ir_score_value(ir_symbol_name(g, family->first + i), &value))
            m->score_of[i] = value;
    }
    for (uint32_t i = 0; i < score->count; i++) {
        double value;
        if (!ir_score_value(ir_symbol_name(g, ir_symbol_at(score, i)), &value))
            m->score_of[ir_symbol_at(score, i) - family->first] = i;
    }
}

static void name_roles(lud_game *game, const ir_game *g)
{
    const ir_type_data *players = ir_type_at(g, g->player_type);
    game->roles = players->count;
    game->role_names = ARENA_ARRAY(&game->arena, const char *, players->count + 1);
    game->role_names[0] = "random";
    for (uint32_t i = 0; i < players->count; i++)
        game->role_names[i + 1] = ir_symbol_name(g, ir_symbol_at(players, i));
}

/* Some value that the expression is made of is random: what it compares is not. */
static bool yields_random(const ir_game *g, ir_expr e)
{
    const ir_expr_data *d = &vec_at(&g->exprs, e);
    if (d->op >= IR_EQ && d->op <= IR_GE)
        return false;
    for (uint32_t i = 0; i < ir_operands(d->op); i++)
        if (yields_random(g, ir_operand(d, i)))
            return true;
    return d->op == IR_SYM && d->a == g->random;
}

/* random can be assigned to player: it is assigned somewhere, or a map can yield it. */
static bool has_chance(const ir_game *g)
{
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && e->label == IR_ASSIGN && yields_random(g, e->value))
            return true;
    }
    for (uint32_t i = 0; i < g->values.count; i++)
        if (vec_at(&g->values, i).kind == IR_VALUE_SYM && vec_at(&g->values, i).index == g->random)
            return true;
    return false;
}

/* Edges that assign scores, in the automaton as the front end made it. */
static void note_scores(lud_game *game, const ir_game *g, arena *scratch)
{
    src_span *spans = ARENA_ARRAY(scratch, src_span, g->edges.count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (e->removed || e->label != IR_ASSIGN)
            continue;
        const ir_expr_data *d = &vec_at(&g->exprs, e->target);
        while (d->op == IR_INDEX || d->op == IR_CAST)
            d = &vec_at(&g->exprs, d->a);
        if (d->op == IR_VAR && d->a == g->goals)
            spans[count++] = e->span;
    }
    machine_score_spans(game, spans, count);
}

/* Coverage is recorded by the interpreter, on the automaton as the front end made it. */
static lud_options for_coverage(const lud_options *options)
{
    lud_options o = *options;
    o.backend = LUD_BACKEND_INTERP;
    o.network = LUD_NETWORK_NEVER;
    o.passes = "none";
    return o;
}

bool automaton_attach(lud_game *game, void *program, const lud_options *options, diag_sink *sink)
{
    const lud_options covering = for_coverage(options);
    if (options->cover)
        options = &covering;
    ir_game *ir = program;
    automaton_model *m = ARENA_NEW(&game->arena, automaton_model);
    lud_info *info = &game->info;
    m->ir = ir;
    arena *scratch = arena_child(&game->arena);
    note_scores(game, ir, scratch);
    if (options->split && !ir_split(ir, scratch))
        return false;
    if (options->explain && !ir_relax(ir))
        return false;
    info->source_nodes = live_nodes(ir, scratch);
    info->source_edges = live_edges(ir);
    ir_pass_report reports[IR_PASS_COUNT];
    const char *unknown = NULL;
    if (!ir_pipeline_run(ir, options->passes, options->after, reports, &unknown))
        return machine_unknown_pass(&game->arena, unknown, ir_pass_name, sink);
    game->pass_count = IR_PASS_COUNT;
    game->passes = ARENA_ARRAY(&game->arena, lud_pass_info, IR_PASS_COUNT);
    for (uint32_t i = 0; i < IR_PASS_COUNT; i++)
        game->passes[i] =
            (lud_pass_info){reports[i].name, reports[i].summary, reports[i].enabled, reports[i].changes, reports[i].ms};
    double before = 1e3 * clock_thread();
    plan *p = plan_make(ir);
    m->code = p ? lower_program(p, options->cover) : NULL;
    if (m->code && options->backend != LUD_BACKEND_INTERP && options->backend != LUD_BACKEND_RULES)
        m->backend.unit =
            native_unit(p, game->limits.max_tags,
                        options->backend == LUD_BACKEND_AUTO ? NATIVE_TEXT : NATIVE_TEXT_WANTED, &m->backend.no_unit);
    plan_done(p);
    if (!m->code)
        return false;
    m->backend.start = START_PLIES;
    game->machine = m;
    game->ops = &ops;
    if (!automaton_network_open(m, &game->arena) || !backend_open(&m->backend, options->backend, game)) {
        diag_report(sink, DIAG_MEMORY, NULL, (src_span){0, 0}, "out of memory");
        return false;
    }
    info->compile_ms = 1e3 * clock_thread() - before;
    game->state_size = m->code->layout.state_size;
    name_roles(game, ir);
    name_scores(game, m);
    automaton_find_features(game, m);
    automaton_find_boards(game, m);
    automaton_find_tokens(game, m);
    automaton_find_estimates(game, m);
    info->chance = has_chance(ir);
    info->hidden = m->code->hidden;
    for (ir_node n = 0; n < ir->nodes.count; n++)
        info->simultaneous |= ir->simultaneous && m->code->decisions[n].next != IR_NONE;
    info->nodes = live_nodes(ir, scratch);
    info->edges = live_edges(ir);
    arena_done(scratch);
    return true;
}
