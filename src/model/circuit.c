#include "model/circuit.h"

#include "base/map.h"
#include "circuit/ground.h"
#include "circuit/passes/passes.h"
#include "circuit/print.h"
#include "circuit/sample.h"
#include "model/automaton.h"
#include "model/joint.h"
#include "model/lifted.h"
#include "native/emit_network.h"

#include <stdlib.h>
#include <string.h>

/* ---- states ---- */

static bool terminal(const lud_game *game, const void *state)
{
    uint64_t over;
    memcpy(&over, (const unsigned char *)state + circuit_of(game)->flags, sizeof over);
    return over;
}

static uint64_t movers(const lud_game *game, const void *state)
{
    const circuit_model *m = circuit_of(game);
    if (terminal(game, state))
        return 0;
    uint64_t all = (UINT64_C(2) << game->roles) - 2;
    return m->net->random == RL_NONE ? all : all | 1;
}

/* With the goals computed. NULL: out of memory. */
static circuit_runner *look_at_goals(const lud_game *game, const void *state)
{
    circuit_runner *r = joint_spare_take(&((circuit_model *)game->machine)->spare, game);
    if (!r)
        return NULL;
    if (!circuit_load(r, state)) {
        game->ops->runner_free(r);
        return NULL;
    }
    net_evaluate(r->desk->view->net, r->desk->view->schedule, NET_REST, r->desk->values);
    return r;
}

static void scores(const lud_game *game, const void *state, double *out)
{
    const circuit_model *m = circuit_of(game);
    circuit_runner *r = terminal(game, state) ? NULL : look_at_goals(game, state);
    for (uint32_t i = 1; i <= game->roles; i++) {
        int32_t goal;
        memcpy(&goal, (const unsigned char *)state + m->scores + 4 * (i - 1), sizeof goal);
        if (r)
            goal = circuit_goal(r, m->net_role[i]);
        out[i - 1] = goal == GOAL_NONE ? 0 : goal;
    }
    if (r)
        joint_spare_give(&((circuit_model *)game->machine)->spare, game, r);
}

static size_t score_text(const lud_game *game, const void *state, uint32_t role, char *buffer,
                         size_t size)
{
    const circuit_model *m = circuit_of(game);
    text_out out = {buffer, size, 0};
    if (size)
        *buffer = 0;
    if (role > game->roles || m->net_role[role] == RL_NONE)
        return 0;
    circuit_runner *r = look_at_goals(game, state);
    if (!r)
        return TEXT_FAILED;
    const net_role *who = &m->net->roles.data[m->net_role[role]];
    for (uint32_t i = who->first_goal; r && i < who->first_goal + who->goal_count; i++)
        if (net_value(r->desk->values, r->desk->view->net->goals.data[i].signal)) {
            if (out.length)
                text_put(&out, " ");
            text_put(&out, m->net->goals.data[i].text);
        }
    if (r)
        joint_spare_give(&((circuit_model *)game->machine)->spare, game, r);
    return out.length;
}

/* Without what the roles know: positions are equal when the same facts hold. */
static uint64_t hash(const lud_game *game, const void *state)
{
    return hash_bytes(state, circuit_of(game)->fact_words * sizeof(uint64_t), 0);
}

static uint64_t observe(const lud_game *game, const void *state, uint32_t role)
{
    const circuit_model *m = circuit_of(game);
    if (!m->net->sees || m->net_role[role] == RL_NONE)
        return hash(game, state);
    uint64_t h;
    memcpy(&h, (const unsigned char *)state + m->knowledge + 8 * m->net_role[role], sizeof h);
    return h;
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
    slices_free(r->slices);
    free(r);
}

static void *runner_new(const lud_game *game)
{
    const circuit_model *m = circuit_of(game);
    circuit_runner *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->game = game;
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

static lud_status list(lud_context *ctx, const void *state, uint32_t role, bool exact,
                       lud_moves *moves)
{
    const circuit_model *m = circuit_of(ctx->game);
    circuit_runner *r = ctx->runner;
    joint_list *out = moves->list;
    (void)exact;
    if (!circuit_load(r, state))
        return LUD_ERR_MEMORY;
    uint32_t who = m->net_role[role], count = circuit_legal(r, who, r->legal);
    out->count = 0;
    if (!joint_list_room(out, count, 1))
        return LUD_ERR_MEMORY;
    for (uint32_t i = 0; i < count; i++)
        out->words[i] = m->text_of[r->legal[i]];
    out->count = count;
    return count ? LUD_OK : circuit_stuck(r, who);
}

static lud_status apply(lud_context *ctx, void *state, const lud_move *joint, uint32_t way,
                        uint32_t *ways)
{
    const circuit_model *m = circuit_of(ctx->game);
    circuit_runner *r = ctx->runner;
    if (!circuit_load(r, state))
        return LUD_ERR_MEMORY;
    for (uint32_t i = 0; i < m->net->roles.count; i++) {
        const lud_move *move = &joint[m->role_of[i]];
        uint32_t found = move->count == 1 && move->words[0] < m->text_count
                             ? m->move_of[(size_t)i * m->text_count + move->words[0]]
                             : 0;
        if (!found || !net_value(r->desk->values, r->desk->view->net->moves.data[found - 1].legal))
            return LUD_ERR_ILLEGAL;
        r->chosen[i] = found - 1;
    }
    if (way > 0)
        return LUD_ERR_ARGUMENT;
    if (ways)
        *ways = 1;
    return circuit_step(r, state) ? LUD_OK : LUD_ERR_MEMORY;
}

static lud_status draw(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng,
                       lud_move *move)
{
    const circuit_model *m = circuit_of(ctx->game);
    circuit_runner *r = ctx->runner;
    if (!circuit_load(r, state))
        return LUD_ERR_MEMORY;
    uint32_t who = m->net_role[role], count = circuit_legal(r, who, r->legal);
    if (count == 0)
        return circuit_stuck(r, who);
    r->drawn = m->text_of[r->legal[lud_rng_below(rng, count)]];
    *move = (lud_move){&r->drawn, 1, 1};
    return LUD_OK;
}

static void info(const lud_game *game, lud_info *out)
{
    backend_info(&circuit_of(game)->backend, out);
}

static bool native_wait(const lud_game *game) { return backend_wait(&circuit_of(game)->backend); }

static machine_fault fault(const lud_context *ctx)
{
    const circuit_runner *r = ctx->runner;
    return (machine_fault){r->status, ctx->game->source, r->span, r->message, joint_hint(r->status)};
}

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

static lud_status move_parse(const lud_game *game, const char *text, uint32_t *words,
                             uint32_t capacity, uint32_t *count)
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
    if (role > ctx->game->roles || m->net_role[role] == RL_NONE || !r->perceived)
        return 0;
    const net_role *who = &m->net->roles.data[m->net_role[role]];
    for (uint32_t i = who->first_percept; i < who->first_percept + who->percept_count; i++)
        if (r->percepts[i]) {
            if (out.length)
                text_put(&out, " ");
            text_put(&out, m->net->percepts.data[i].text);
        }
    return out.length;
}

static void visit(const lud_game *game, const void *state, bool brief,
                  const lud_state_visitor *visitor, void *user)
{
    const circuit_model *m = circuit_of(game);
    const uint64_t *facts = state;
    (void)brief;
    for (uint32_t i = 0; i < m->net->facts.count; i++)
        if (facts[i / 64] >> i % 64 & 1)
            visitor->value(user, NULL, m->net->facts.data[i].text);
}

static const char *translate(const lud_game *game, const char *to, arena *a, const char **problem)
{
    if (strcmp(to, "c") == 0)
        return backend_text(&circuit_of(game)->backend, problem);
    if (strcmp(to, "network") == 0)
        return net_text(circuit_of(game)->net, a);
    if (strcmp(to, "dot") == 0)
        return net_graph(circuit_of(game)->net, a);
    *problem = arena_printf(a, "a game of logic rules cannot be written as `%s`", to);
    return NULL;
}

static void free_machine(lud_game *game)
{
    circuit_model *m = game->machine;
    if (m)
        backend_close(&m->backend);
    if (m && m->ready)
        joint_spare_done(&m->spare, game);
}

/* Goals that are no whole numbers count as 0. */
static bool score_bounds(const lud_game *game, uint32_t role, double *low, double *high)
{
    const circuit_model *m = circuit_of(game);
    const net_role *who = &m->net->roles.data[m->net_role[role]];
    *low = *high = 0;
    for (uint32_t i = 0; i < who->goal_count; i++) {
        double value = m->net->goals.data[who->first_goal + i].value;
        value = value < 0 ? 0 : value;
        *low = i == 0 || value < *low ? value : *low;
        *high = value > *high ? value : *high;
    }
    return true;
}

static uint32_t feature_count(const lud_game *game) { return circuit_of(game)->net->facts.count; }

static uint32_t features(const lud_game *game, const void *state, uint32_t *indices, float *values)
{
    uint32_t count = 0;
    for (uint32_t w = 0; w < circuit_of(game)->fact_words; w++)
        for (uint64_t bits = ((const uint64_t *)state)[w]; bits; bits &= bits - 1) {
            indices[count] = 64 * w + (uint32_t)__builtin_ctzll(bits);
            values[count++] = 1;
        }
    return count;
}

static void feature_name(const lud_game *game, uint32_t feature, text_out *out)
{
    text_put(out, circuit_of(game)->net->facts.data[feature].text);
}

static const machine_ops ops = {
    .name = "circuit",
    .free = free_machine,
    .runner_new = runner_new,
    .runner_free = runner_free,
    .moves_init = joint_moves_init,
    .terminal = terminal,
    .movers = movers,
    .scores = scores,
    .score_text = score_text,
    .hash = hash,
    .observe = observe,
    .start = start,
    .list = list,
    .draw = draw,
    .info = info,
    .native_wait = native_wait,
    .apply = apply,
    .playout = circuit_playout,
    .playouts = circuit_playouts,
    .perft = joint_perft,
    .fault = fault,
    .move_text = move_text,
    .move_parse = move_parse,
    .percept_text = percept_text,
    .visit = visit,
    .translate = translate,
    .score_bounds = score_bounds,
    .feature_count = feature_count,
    .features = features,
    .feature_name = feature_name,
};

/* ---- setting up ---- */

static int by_text(const void *x, const void *y)
{
    return strcmp(*(const char *const *)x, *(const char *const *)y);
}

static void number_texts(circuit_model *m, arena *a)
{
    const net_network *n = m->net;
    m->texts = ARENA_ARRAY(a, const char *, n->moves.count + 1);
    m->text_of = ARENA_ARRAY(a, uint32_t, n->moves.count + 1);
    for (uint32_t i = 0; i < n->moves.count; i++)
        m->texts[i] = n->moves.data[i].text;
    qsort((void *)m->texts, n->moves.count, sizeof *m->texts, by_text);
    for (uint32_t i = 0; i < n->moves.count; i++)
        if (m->text_count == 0 || strcmp(m->texts[m->text_count - 1], m->texts[i]) != 0)
            m->texts[m->text_count++] = m->texts[i];
    m->move_of = ARENA_ARRAY(a, uint32_t, (size_t)n->roles.count * m->text_count + 1);
    for (uint32_t role = 0; role < n->roles.count; role++) {
        const net_role *r = &n->roles.data[role];
        for (uint32_t i = r->first_move, text = 0; i < r->first_move + r->move_count; i++) {
            while (strcmp(m->texts[text], n->moves.data[i].text) != 0)
                text++; /* both are sorted */
            m->text_of[i] = text;
            m->move_of[(size_t)role * m->text_count + text] = i + 1;
        }
    }
}

static void number_roles(lud_game *game, circuit_model *m)
{
    const net_network *n = m->net;
    game->roles = n->roles.count - (n->random != RL_NONE);
    game->role_names = ARENA_ARRAY(&game->arena, const char *, game->roles + 1);
    m->role_of = ARENA_ARRAY(&game->arena, uint32_t, n->roles.count + 1);
    m->net_role = ARENA_ARRAY(&game->arena, uint32_t, game->roles + 1);
    game->role_names[0] = "random";
    m->net_role[0] = n->random;
    for (uint32_t i = 0, role = 0; i < n->roles.count; i++) {
        if (i == n->random)
            continue;
        m->role_of[i] = ++role;
        m->net_role[role] = i;
        game->role_names[role] = n->roles.data[i].name;
    }
}

static void lay_out(lud_game *game, circuit_model *m)
{
    const net_network *n = m->net;
    m->fact_words = (n->facts.count + 63) / 64;
    m->flags = m->fact_words * 8;
    m->scores = m->flags + 8;
    m->knowledge = (m->scores + 4 * game->roles + 7) / 8 * 8;
    m->state_size = m->knowledge + (n->sees ? 8 * n->roles.count : 0);
    m->fact_gate = 1;
    game->state_size = m->state_size;
}

/* Plies of many games at once before the compiler is worth while. */
enum { START_PLIES = 4000000 };

/* Memory of grounding: what takes more would take long, too, and is run by its rules. */
enum { GROUND_MAX = 256 << 20 };

static bool select_passes(lud_game *game, const lud_options *options, net_pass_report *reports,
                          diag_sink *sink)
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
        game->passes[i] = (lud_pass_info){reports[i].name, reports[i].summary, reports[i].enabled,
                                          reports[i].changes, reports[i].ms};
}

static circuit_view view_of(const net_network *n, arena *a)
{
    const net_schedule *order = net_schedule_make(n, a);
    return (circuit_view){n, order, live_plan_make(n, order, a)};
}

/* Networks for single facts, if they save work. */
static void make_views(lud_game *game, circuit_model *m, net_pass_report *reports)
{
    double before = automaton_cpu_ms();
    net_rewriting like = {.fold = reports[NET_PASS_constants].enabled,
                          .share = reports[NET_PASS_share].enabled,
                          .flatten = reports[NET_PASS_flatten].enabled};
    m->views[0] = view_of(m->net, &game->arena);
    m->schedule = m->views[0].schedule;
    if (!reports[NET_PASS_control].enabled)
        return;
    m->control = net_find_control(m->net, m->schedule, &game->arena);
    for (uint32_t i = 0; i < m->control.count; i++)
        m->views[1 + i] =
            view_of(net_specialise(m->net, &m->control, i, &like, &game->arena), &game->arena);
    if (m->control.count)
        circuit_choose_views(game);
    reports[NET_PASS_control].changes = m->control.count;
    reports[NET_PASS_control].ms = automaton_cpu_ms() - before;
}

/* Whether two roles had a choice at the same time in some random games: with a rule sheet all roles
 * move at every step, if only by doing nothing. */
typedef struct choosing {
    const net_network *n;
    bool together;
} choosing;

static void watch_choices(void *user, const unsigned char *values)
{
    choosing *c = user;
    uint32_t choosers = 0;
    for (uint32_t i = 0; i < c->n->roles.count; i++) {
        const net_role *r = &c->n->roles.data[i];
        uint32_t legal = 0;
        for (uint32_t m = r->first_move; m < r->first_move + r->move_count && legal < 2; m++)
            legal += net_value(values, c->n->moves.data[m].legal);
        choosers += legal > 1 && i != c->n->random;
    }
    c->together |= choosers > 1;
}

/* `own`: the arena of the network alone, or NULL. */
static bool attach(lud_game *game, net_network *n, arena *own, const lud_options *options,
                   net_pass_report *reports, diag_sink *sink)
{
    circuit_model *m = ARENA_NEW(&game->arena, circuit_model);
    game->info.source_nodes = n->gates.count;
    game->info.source_edges = n->inputs.count;
    n = net_passes_run(n, reports, &game->arena, &own);
    m->net = n;
    game->machine = m;
    game->ops = &ops;
    m->ready = joint_spare_init(&m->spare);
    number_roles(game, m);
    number_texts(m, &game->arena);
    lay_out(game, m);
    make_views(game, m, reports);
    tell_passes(game, reports);
    double before = automaton_cpu_ms();
    m->backend.start = START_PLIES;
    if (options->backend == LUD_BACKEND_NATIVE || options->backend == LUD_BACKEND_AUTO)
        m->backend.unit = native_network_unit(n, m->schedule, &game->arena, &m->backend.no_unit);
    if (!backend_open(&m->backend, options->backend, game)) {
        diag_report(sink, DIAG_MEMORY, NULL, (src_span){0, 0}, "out of memory");
        return false;
    }
    game->info.compile_ms = automaton_cpu_ms() - before;
    game->info.name = game->name;
    game->info.language = game->language.name;
    game->info.machine = "circuit";
    game->info.backend = "interp";
    game->info.roles = game->roles;
    game->info.chance = n->random != RL_NONE;
    game->info.hidden = n->sees;
    choosing choices = {n, false};
    net_sample(n, m->schedule, watch_choices, &choices, &game->arena);
    game->info.simultaneous = choices.together;
    game->info.state_bytes = game->state_size;
    game->info.nodes = n->gates.count;
    game->info.edges = n->inputs.count;
    return true;
}

bool circuit_attach_network(lud_game *game, net_network *n, const lud_options *options,
                            diag_sink *sink)
{
    net_pass_report reports[NET_PASS_COUNT];
    return select_passes(game, options, reports, sink) &&
           attach(game, n, NULL, options, reports, sink);
}

bool circuit_attach(lud_game *game, rl_program *program, const lud_options *options,
                    diag_sink *sink)
{
    net_pass_report reports[NET_PASS_COUNT];
    if (!select_passes(game, options, reports, sink))
        return false;
    flat_program *flat =
        flat_make(program, reports[NET_PASS_split].enabled, &reports[NET_PASS_split].changes);
    if (!flat || sink->errors)
        return false;
    if (options->backend == LUD_BACKEND_RULES)
        return lifted_attach(game, flat, "it was loaded for the rules as they are", sink);
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
    if (!fits && flat->source->terms.deepest > RL_DEPTH_MAX) {
        diag *d = diag_report(sink, DIAG_TOO_LARGE, game->source, (src_span){0, 0},
                              "the rules build ever larger terms");
        diag_set_hint(
            sink, d,
            "a recursion puts a term around what it was given; `ludens check` names it (E0725)");
        return false;
    }
    if (!fits)
        return lifted_attach(game, flat,
                             "the ground network would be too large: the rules themselves are run",
                             sink);
    reports[NET_PASS_choices].changes = how.joined;
    reports[NET_PASS_constants].changes = how.folded;
    reports[NET_PASS_share].changes = how.shared;
    return n && attach(game, n, own, options, reports, sink);
}
