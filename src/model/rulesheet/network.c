#include "model/rulesheet/network.h"

#include "base/clock.h"
#include "base/text.h"
#include "circuit/ground.h"
#include "circuit/passes/passes.h"
#include "circuit/print.h"
#include "circuit/ternary.h"
#include "model/rulesheet/ungrounded.h"

#include <stdlib.h>
#include <string.h>

/* ---- states ---- */

/* With the goals computed. NULL: out of memory. */
static circuit_runner *look_at_goals(const lud_game *game, const void *state)
{
    circuit_runner *r = rulesheet_take_spare(game);
    if (!r)
        return NULL;
    if (!circuit_load(r, state)) {
        game->ops->runner_free(r);
        return NULL;
    }
    net_evaluate(r->desk->view->net, r->desk->view->schedule, NET_REST, r->desk->values);
    return r;
}

static size_t score_text(const lud_game *game, const void *state, uint32_t role, char *buffer, size_t size)
{
    const circuit_model *m = circuit_of(game);
    text_out out = {buffer, size, 0};
    if (size)
        *buffer = 0;
    if (role > game->roles || m->sheet.net_role[role] == LOGIC_NONE)
        return 0;
    circuit_runner *r = look_at_goals(game, state);
    if (!r)
        return TEXT_FAILED;
    const net_role *who = &vec_at(&m->net->roles, m->sheet.net_role[role]);
    for (uint32_t i = who->first_goal; r && i < who->first_goal + who->goal_count; i++)
        if (net_value(r->desk->values, vec_at(&r->desk->view->net->goals, i).signal)) {
            if (out.length)
                text_put(&out, " ");
            text_put(&out, vec_at(&m->net->goals, i).text);
        }
    if (r)
        rulesheet_give_spare(game, r);
    return out.length;
}

/* ---- playing ---- */

static void runner_free(void *runner)
{
    circuit_runner *r = runner;
    for (uint32_t i = 0; i <= CONTROL_MAX; i++)
        circuit_desk_done(&r->desks[i]);
    free(r->legal);
    free(r->chosen);
    free(r->percepts);
    free(r);
}

static void *runner_new(const lud_game *game)
{
    const circuit_model *m = circuit_of(game);
    circuit_runner *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->base.game = game;
    r->legal = calloc(m->net->moves.count + 1, sizeof *r->legal);
    r->chosen = calloc(m->net->roles.count + 1, sizeof *r->chosen);
    r->percepts = calloc(m->net->percepts.count + 1, sizeof *r->percepts);
    if (!r->legal || !r->chosen || !r->percepts) {
        runner_free(r);
        return NULL;
    }
    return r;
}

static lud_status start(lud_context *ctx, void *state)
{
    return circuit_initial(ctx->runner, state) ? LUD_OK : LUD_ERR_MEMORY;
}

static lud_status list(lud_context *ctx, const void *state, uint32_t role, bool exact, lud_moves *moves)
{
    const circuit_model *m = circuit_of(ctx->game);
    circuit_runner *r = ctx->runner;
    joint_list *out = moves->list;
    (void)exact;
    if (!circuit_load(r, state))
        return LUD_ERR_MEMORY;
    uint32_t who = m->sheet.net_role[role], count = circuit_legal(r, who, r->legal);
    out->count = 0;
    if (!joint_list_room(out, count, 1))
        return LUD_ERR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        out->words[i] = m->text_of[r->legal[i]];
    out->count = count;
    return count ? LUD_OK : rulesheet_stuck(&r->base, who);
}

static lud_status apply(lud_context *ctx, void *state, const lud_move *joint, uint32_t way, uint32_t *ways)
{
    const circuit_model *m = circuit_of(ctx->game);
    circuit_runner *r = ctx->runner;
    if (!circuit_load(r, state))
        return LUD_ERR_MEMORY;
    for (uint32_t i = 0; i < m->net->roles.count; i++) {
        const lud_move *move = &joint[m->sheet.role_of[i]];
        uint32_t found = move->count == 1 && move->words[0] < m->text_count
                             ? m->move_of[(size_t)i * m->text_count + move->words[0]]
                             : 0;
        if (!found || !net_value(r->desk->values, vec_at(&r->desk->view->net->moves, found - 1).legal))
            return LUD_ERR_ILLEGAL;
        r->chosen[i] = found - 1;
    }
    if (way > 0)
        return LUD_ERR_ARGUMENT;
    if (ways)
        *ways = 1;
    return circuit_step(r, state) ? LUD_OK : LUD_ERR_MEMORY;
}

static void info(const lud_game *game, lud_info *out)
{
    backend_info(&circuit_of(game)->lanes.backend, out);
    out->network = game->network != LUD_NETWORK_NEVER;
}

static bool native_wait(const lud_game *game) { return backend_wait(&circuit_of(game)->lanes.backend); }

/* ---- texts ---- */

static size_t move_text(const lud_game *game, lud_move move, char *buffer, size_t size)
{
    const circuit_model *m = circuit_of(game);
    text_out out = {buffer, size, 0};
    if (size)
        *buffer = 0;
    if (move.count == 1 && move.words[0] < m->text_count)
        text_put(&out, m->texts[move.words[0]]);
    return out.length;
}

static lud_status move_parse(const lud_game *game, const char *text, uint32_t *words, uint32_t capacity,
                             uint32_t *count)
{
    const circuit_model *m = circuit_of(game);
    uint32_t low = 0, high = m->text_count;
    *count = 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        int order = strcmp(m->texts[middle], text);
        if (order == 0) {
            if (capacity < 1)
                return LUD_ERR_ARGUMENT;
            words[0] = middle;
            return LUD_OK;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return LUD_ERR_ILLEGAL;
}

static size_t percept_text(lud_context *ctx, uint32_t role, char *buffer, size_t size)
{
    const circuit_model *m = circuit_of(ctx->game);
    const circuit_runner *r = ctx->runner;
    text_out out = {buffer, size, 0};
    if (size)
        *buffer = 0;
    if (role > ctx->game->roles || m->sheet.net_role[role] == LOGIC_NONE || !r->perceived)
        return 0;
    const net_role *who = &vec_at(&m->net->roles, m->sheet.net_role[role]);
    for (uint32_t i = who->first_percept; i < who->first_percept + who->percept_count; i++)
        if (r->percepts[i]) {
            if (out.length)
                text_put(&out, " ");
            text_put(&out, vec_at(&m->net->percepts, i).text);
        }
    return out.length;
}

static void visit(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor, void *user)
{
    const circuit_model *m = circuit_of(game);
    const uint64_t *facts = state;
    (void)brief;
    for (uint32_t i = 0; i < m->net->facts.count; i++)
        if (facts[i / 64] >> i % 64 & 1)
            visitor->value(user, NULL, vec_at(&m->net->facts, i).text);
}

static const char *translate(const lud_game *game, const char *to, arena *a, const char **problem)
{
    if (strcmp(to, "c") == 0)
        return backend_text(&circuit_of(game)->lanes.backend, problem);
    if (strcmp(to, "network") == 0)
        return net_text(circuit_of(game)->net, a);
    if (strcmp(to, "dot") == 0)
        return net_graph(circuit_of(game)->net, a);
    *problem = arena_printf(a, "a rule sheet cannot be written as `%s` (but as network, kif, infix, dot or c)", to);
    return NULL;
}

static const char *rule_sheet(const lud_game *game, const char **moves, arena *a, const char **problem)
{
    (void)problem;
    return net_kif(circuit_of(game)->net, moves, a);
}

static void free_machine(lud_game *game)
{
    circuit_model *m = game->machine;
    if (m)
        lanes_close(&m->lanes);
    rulesheet_done(game);
}

/* Goals that are no whole numbers count as 0. */
static bool score_bounds(const lud_game *game, uint32_t role, double *low, double *high)
{
    const circuit_model *m = circuit_of(game);
    const net_role *who = &vec_at(&m->net->roles, m->sheet.net_role[role]);
    *low = *high = 0;
    for (uint32_t i = 0; i < who->goal_count; i++) {
        double value = vec_at(&m->net->goals, who->first_goal + i).value;
        value = value < 0 ? 0 : value;
        *low = i == 0 || value < *low ? value : *low;
        *high = value > *high ? value : *high;
    }
    return true;
}

static uint32_t feature_count(const lud_game *game) { return circuit_of(game)->net->facts.count; }

static void feature_name(const lud_game *game, uint32_t feature, text_out *out)
{
    text_put(out, vec_at(&circuit_of(game)->net->facts, feature).text);
}

static lanes_model *lanes(const lud_game *game, uint64_t playouts)
{
    (void)playouts;
    return &((circuit_model *)game->machine)->lanes;
}

static const machine_features features = {feature_count, rulesheet_features, feature_name, NULL};

static const machine_ops ops = {
    RULESHEET_OPERATIONS,
    .free = free_machine,
    .runner_new = runner_new,
    .runner_free = runner_free,
    .score_text = score_text,
    .start = start,
    .list = list,
    .info = info,
    .native_wait = native_wait,
    .apply = apply,
    .lanes = lanes,
    .move_text = move_text,
    .move_parse = move_parse,
    .percept_text = percept_text,
    .visit = visit,
    .translate = translate,
    .rule_sheet = rule_sheet,
    .score_bounds = score_bounds,
    .features = &features,
};

/* ---- setting up ---- */

static void number_texts(circuit_model *m, arena *a)
{
    const net_network *n = m->net;
    m->texts = ARENA_ARRAY(a, const char *, n->moves.count + 1);
    m->text_of = ARENA_ARRAY(a, uint32_t, n->moves.count + 1);
    for (uint32_t i = 0; i < n->moves.count; i++)
        m->texts[i] = vec_at(&n->moves, i).text;
    qsort((void *)m->texts, n->moves.count, sizeof *m->texts, text_order);
    for (uint32_t i = 0; i < n->moves.count; i++)
        if (m->text_count == 0 || strcmp(m->texts[m->text_count - 1], m->texts[i]) != 0)
            m->texts[m->text_count++] = m->texts[i];
    m->move_of = ARENA_ARRAY(a, uint32_t, (size_t)n->roles.count * m->text_count + 1);
    for (uint32_t role = 0; role < n->roles.count; role++) {
        const net_role *r = &vec_at(&n->roles, role);
        for (uint32_t i = r->first_move, text = 0; i < r->first_move + r->move_count; i++) {
            while (strcmp(m->texts[text], vec_at(&n->moves, i).text) != 0)
                text++; /* both are sorted */
            m->text_of[i] = text;
            m->move_of[(size_t)role * m->text_count + text] = i + 1;
        }
    }
}

/* Plies of many games at once before the compiler is worth while. */
enum { START_PLIES = 4000000 };

/* Memory of grounding: what takes more would take long, too, and is run by its rules. */
enum { GROUND_MAX = 256 << 20 };

static bool select_passes(lud_game *game, const lud_options *options, net_pass_report *reports, diag_sink *sink)
{
    const char *unknown = NULL;
    if (net_passes_select(reports, options->passes, options->after, &unknown))
        return true;
    return machine_unknown_pass(&game->arena, unknown, net_pass_name, sink);
}

static void tell_passes(lud_game *game, const net_pass_report *reports)
{
    game->pass_count = NET_PASS_COUNT;
    game->passes = ARENA_ARRAY(&game->arena, lud_pass_info, NET_PASS_COUNT);
    for (uint32_t i = 0; i < NET_PASS_COUNT; i++)
        game->passes[i] =
            (lud_pass_info){reports[i].name, reports[i].summary, reports[i].enabled, reports[i].changes, reports[i].ms};
}

static circuit_view view_of(const net_network *n, arena *a)
{
    const net_schedule *order = net_schedule_make(n, a);
    return (circuit_view){n, order, live_plan_make(n, order, a)};
}

/* Networks for single facts, if they save work. */
static void make_views(lud_game *game, circuit_model *m, net_pass_report *reports)
{
    double before = 1e3 * clock_thread();
    net_rewriting like = {.fold = reports[NET_PASS_constants].enabled,
                          .share = reports[NET_PASS_share].enabled,
                          .flatten = reports[NET_PASS_flatten].enabled};
    m->views[0] = view_of(m->net, &game->arena);
    if (!reports[NET_PASS_control].enabled)
        return;
    m->control = net_find_control(m->net, m->views[0].schedule, &game->arena);
    for (uint32_t i = 0; i < m->control.count; i++)
        m->views[1 + i] = view_of(net_specialise(m->net, &m->control, i, &like, &game->arena), &game->arena);
    if (m->control.count)
        circuit_choose_views(game);
    reports[NET_PASS_control].changes = m->control.count;
    reports[NET_PASS_control].ms = 1e3 * clock_thread() - before;
}

/* `own`: the arena of the network alone, or NULL. */
static bool attach(lud_game *game, net_network *n, arena *own, const lud_options *options, net_pass_report *reports,
                   diag_sink *sink)
{
    circuit_model *m = ARENA_NEW(&game->arena, circuit_model);
    game->info.source_nodes = n->gates.count;
    game->info.source_edges = n->inputs.count;
    n = net_passes_run(n, reports, &game->arena, &own);
    m->net = n;
    game->machine = m;
    game->ops = &ops;
    const char **names = ARENA_ARRAY(&game->arena, const char *, n->roles.count + 1);
    for (uint32_t i = 0; i < n->roles.count; i++)
        names[i] = vec_at(&n->roles, i).name;
    m->sheet.sees = n->sees;
    m->fact_gate = 1;
    if (!rulesheet_set_up(game, &m->sheet, &circuit_evaluator, names, n->roles.count, n->facts.count, sink))
        return false;
    number_texts(m, &game->arena);
    make_views(game, m, reports);
    tell_passes(game, reports);
    double before = 1e3 * clock_thread();
    m->lanes = (lanes_model){.meaning = &circuit_meaning,
                             .net = n,
                             .schedule = m->views[0].schedule,
                             .fact_words = m->sheet.fact_words,
                             .role_of = m->sheet.role_of,
                             .net_role = m->sheet.net_role,
                             .stuck = "some role has no legal move, yet the game is not over"};
    if (!lanes_open(&m->lanes, options->backend, START_PLIES, game, &game->arena)) {
        diag_report(sink, DIAG_MEMORY, NULL, (src_span){0, 0}, "out of memory");
        return false;
    }
    game->info.compile_ms = 1e3 * clock_thread() - before;
    game->info.simultaneous = !net_alternates(n, &game->arena);
    game->info.nodes = n->gates.count;
    game->info.edges = n->inputs.count;
    return true;
}

bool rulesheet_attach_network(lud_game *game, void *program, const lud_options *options, diag_sink *sink)
{
    net_network *n = program;
    net_pass_report reports[NET_PASS_COUNT];
    return select_passes(game, options, reports, sink) && attach(game, n, NULL, options, reports, sink);
}

/* Where a role that is stuck, or a game without an end, is best pointed at. */
static void note_places(lud_game *game, const rl_program *p)
{
    const uint32_t legal = p->of_keyword[RL_LEGAL], terminal = p->of_keyword[RL_TERMINAL],
                   goal = p->of_keyword[RL_GOAL];
    src_span *ends = ARENA_ARRAY(&game->arena, src_span, p->rules.count + 1);
    uint32_t count = 0;
    game->legal_spans = ARENA_ARRAY(&game->arena, src_span, game->roles + 1);
    for (uint32_t i = p->rules.count; i-- > 0;) {
        const rl_rule *rule = &vec_at(&p->rules, i);
        if ((terminal != LOGIC_NONE && rule->head == terminal) || (goal != LOGIC_NONE && rule->head == goal))
            ends[count++] = rule->span;
        if (terminal != LOGIC_NONE && rule->head == terminal)
            game->terminal_span = rule->span;
        for (uint32_t r = 0; legal != LOGIC_NONE && rule->head == legal && r <= game->roles; r++) {
            const logic_term_data *who = &vec_at(&p->terms.data, rule->args[0]);
            if (who->variable || strcmp(logic_term_text(&p->terms, rule->args[0], p->arena), game->role_names[r]) == 0)
                game->legal_spans[r] = rule->span;
        }
    }
    machine_score_spans(game, ends, count);
}

static bool make_game(lud_game *game, rl_program *program, const lud_options *options, diag_sink *sink)
{
    net_pass_report reports[NET_PASS_COUNT];
    if (!select_passes(game, options, reports, sink))
        return false;
    flat_program *flat = flat_make(program, reports[NET_PASS_split].enabled, &reports[NET_PASS_split].changes);
    if (!flat || sink->errors)
        return false;
    if (options->backend == LUD_BACKEND_RULES || options->cover)
        return lifted_attach(game, flat, "it was loaded for the rules as they are", options->cover, sink);
    bool fits;
    arena *scratch = arena_child(&game->arena);
    uint64_t most = game->limits.max_memory < GROUND_MAX ? game->limits.max_memory : GROUND_MAX;
    grounding *g = ground_make(flat, most, scratch, &fits);
    net_building how = {.choices = reports[NET_PASS_choices].enabled,
                        .constants = reports[NET_PASS_constants].enabled,
                        .share = reports[NET_PASS_share].enabled};
    arena *own = arena_child(&game->arena);
    net_network *n = fits ? net_build(g, &how, own, &game->arena) : NULL;
    arena_done(scratch);
    if (!fits && flat->source->terms.deepest > LOGIC_DEPTH_MAX) {
        diag *d =
            diag_report(sink, DIAG_TOO_LARGE, game->source, (src_span){0, 0}, "the rules build ever larger terms");
        diag_set_hint(sink, d, "a recursion puts a term around what it was given; `ludens check` names it (E0725)");
        return false;
    }
    if (!fits)
        return lifted_attach(game, flat, "the ground network would be too large: the rules themselves are run",
                             options->cover, sink);
    reports[NET_PASS_choices].changes = how.joined;
    reports[NET_PASS_constants].changes = how.folded;
    reports[NET_PASS_share].changes = how.shared;
    return n && attach(game, n, own, options, reports, sink);
}

bool rulesheet_attach(lud_game *game, void *program, const lud_options *options, diag_sink *sink)
{
    if (!make_game(game, program, options, sink))
        return false;
    note_places(game, program);
    return true;
}
