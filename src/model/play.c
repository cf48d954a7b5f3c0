/* The public functions around a game: arguments checked, then handed to the machine. */
#include "model/machine.h"

#include "base/diag.h"
#include "model/lanes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROLES_MAX = 64 };

const char *lud_status_text(lud_status status)
{
    switch (status) {
    case LUD_OK: return "ok";
    case LUD_ERR_ARGUMENT: return "bad argument";
    case LUD_ERR_ILLEGAL: return "illegal move";
    case LUD_ERR_TERMINAL: return "the game is over";
    case LUD_ERR_STUCK: return "stuck";
    case LUD_ERR_KEEPER: return "the keeper has several moves";
    case LUD_ERR_AMBIGUOUS: return "equal moves lead to different states";
    case LUD_ERR_RANGE: return "an integer left its range";
    case LUD_ERR_PLAYER: return "player holds a symbol that is no role";
    case LUD_ERR_MEMORY: return "out of memory";
    case LUD_LIMIT_TAGS: return "too many tags in a move";
    case LUD_LIMIT_STATES: return "too many configurations in a search";
    case LUD_LIMIT_STEPS: return "too many steps in a search";
    case LUD_LIMIT_DEPTH: return "reachabilities nested too deeply";
    case LUD_LIMIT_PLIES: return "too many plies";
    case LUD_LIMIT_TIME: return "a solve took too long";
    case LUD_LIMIT_ATOMS: return "too many atoms in a solve";
    case LUD_LIMIT_MEMORY: return "a search took too much memory";
    case LUD_ERR_SOLVER: return "libclingo is missing";
    case LUD_ERR_RULES: return "libclingo failed";
    case LUD_INTERRUPTED: return "interrupted";
    }
    return "unknown status";
}

bool lud_status_is_limit(lud_status s) { return s >= LUD_ERR_MEMORY && s <= LUD_LIMIT_MEMORY; }

/* ---- stopping ---- */

lud_control *lud_control_new(void)
{
    lud_control *c = malloc(sizeof *c);
    if (c)
        atomic_init(&c->stop, false);
    return c;
}

void lud_control_free(lud_control *control) { free(control); }
void lud_interrupt(lud_control *control) { atomic_store(&control->stop, true); }
bool lud_interrupted(const lud_control *control) { return control_stopped(control); }
const lud_control *lud_game_control(const lud_game *game) { return game->control; }
void lud_resume(lud_control *control) { atomic_store(&control->stop, false); }

void text_put(text_out *out, const char *text)
{
    size_t n = strlen(text);
    if (out->length < out->size) {
        size_t room = out->size - out->length - 1, part = n < room ? n : room;
        memcpy(out->buffer + out->length, text, part);
        out->buffer[out->length + part] = 0;
    }
    out->length += n;
}

void lud_game_info(const lud_game *game, lud_info *info)
{
    *info = game->info;
    if (game->ops->info)
        game->ops->info(game, info);
}

bool lud_native_wait(const lud_game *game) { return game->ops->native_wait && game->ops->native_wait(game); }

const char *lud_role_name(const lud_game *game, uint32_t role)
{
    return role <= game->roles ? game->role_names[role] : NULL;
}

int lud_role_find(const lud_game *game, const char *name)
{
    for (uint32_t i = 1; i <= game->roles; i++)
        if (strcmp(game->role_names[i], name) == 0)
            return (int)i;
    return strcmp(name, game->role_names[0]) == 0 ? 0 : -1;
}

uint32_t lud_pass_count(const lud_game *game) { return game->pass_count; }

const char *lud_node_name(const lud_game *game, const void *state)
{
    return game && state && game->ops->place ? game->ops->place(game, state).node : NULL;
}

lud_pass_info lud_pass_at(const lud_game *game, uint32_t index)
{
    return index < game->pass_count ? game->passes[index] : (lud_pass_info){"", "", false, 0, 0};
}

size_t lud_state_size(const lud_game *game) { return game->state_size; }

uint64_t lud_state_hash(const lud_game *game, const void *state) { return game->ops->hash(game, state); }

bool lud_terminal(const lud_game *game, const void *state) { return game->ops->terminal(game, state); }

bool lud_within_move(const lud_game *game, const void *state)
{
    return game->ops->within_move && game->ops->within_move(game, state);
}

uint64_t lud_movers(const lud_game *game, const void *state) { return game->ops->movers(game, state); }

void lud_scores(const lud_game *game, const void *state, double *out) { game->ops->scores(game, state, out); }

size_t lud_score_text(const lud_game *game, const void *state, uint32_t role, char *buffer, size_t size)
{
    double all[ROLES_MAX];
    if (game->ops->score_text)
        return game->ops->score_text(game, state, role, buffer, size);
    if (role == 0 || role > game->roles) {
        if (size)
            *buffer = 0;
        return 0;
    }
    game->ops->scores(game, state, all);
    return (size_t)snprintf(buffer, size, "%.15g", all[role - 1]);
}

lud_context *lud_context_new(const lud_game *game)
{
    lud_context *ctx = calloc(1, sizeof *ctx);
    if (!ctx)
        return NULL;
    ctx->game = game;
    atomic_fetch_add(&((lud_game *)(uintptr_t)game)->contexts, 1);
    arena_init(&ctx->arena, 0);
    ctx->state = calloc(1, game->state_size + 1);
    ctx->runner = game->ops->runner_new(game);
    ctx->moves = lud_moves_new();
    if (!ctx->state || !ctx->runner || !ctx->moves || !moves_begin(ctx->moves, game->ops->lists)) {
        lud_context_free(ctx);
        return NULL;
    }
    return ctx;
}

void lud_context_free(lud_context *ctx)
{
    if (!ctx)
        return;
    atomic_fetch_sub(&((lud_game *)(uintptr_t)ctx->game)->contexts, 1);
    if (ctx->runner)
        ctx->game->ops->runner_free(ctx->runner);
    lud_moves_free(ctx->moves);
    slices_free(ctx->slices);
    arena_done(&ctx->arena);
    free(ctx->state);
    free(ctx);
}

uint64_t lud_interpreted(const lud_context *ctx)
{
    return ctx->game->ops->interpreted ? ctx->game->ops->interpreted(ctx) : 0;
}

/* Statuses that are no fault of the rules have no place in them. */
static lud_status remember(lud_context *ctx, lud_status status)
{
    ctx->status = status;
    ctx->said = NULL;
    return status;
}

/* Which limit it was, by its name in lud_limits, and how to raise it. */
static const char *limit_hint(lud_context *ctx)
{
    const lud_limits *l = &ctx->game->limits;
    const char *name = NULL;
    uint64_t value = 0;
    switch (ctx->status) {
    case LUD_LIMIT_TAGS: name = "tags", value = l->max_tags; break;
    case LUD_LIMIT_STATES: name = "states", value = l->max_states; break;
    case LUD_LIMIT_STEPS: name = "steps", value = l->max_steps; break;
    case LUD_LIMIT_PLIES: name = "plies", value = l->max_plies; break;
    case LUD_LIMIT_ATOMS: name = "atoms", value = l->max_atoms; break;
    case LUD_LIMIT_MEMORY: name = "memory", value = l->max_memory; break;
    case LUD_LIMIT_TIME:
        return arena_printf(&ctx->arena, "max_solve_seconds is %g; the option --max-solve-seconds raises it",
                            l->max_solve_seconds);
    default: return NULL;
    }
    return arena_printf(&ctx->arena, "max_%s is %llu; the option --max-%s raises it", name, (unsigned long long)value,
                        name);
}

static diag *fault_diag(lud_context *ctx)
{
    static const struct {
        lud_status status;
        diag_code code;
    } codes[] = {
        {LUD_ERR_STUCK, DIAG_STUCK},         {LUD_ERR_KEEPER, DIAG_KEEPER},     {LUD_ERR_AMBIGUOUS, DIAG_AMBIGUOUS},
        {LUD_ERR_RANGE, DIAG_OVERFLOW},      {LUD_ERR_PLAYER, DIAG_PLAYER},     {LUD_ERR_MEMORY, DIAG_MEMORY},
        {LUD_INTERRUPTED, DIAG_INTERRUPTED}, {LUD_ERR_SOLVER, DIAG_ASP_SOLVER}, {LUD_ERR_RULES, DIAG_ASP_CLINGO}};
    machine_fault f = ctx->game->ops->fault(ctx);
    bool own = f.status == ctx->status && f.message;
    diag *d = ARENA_NEW(&ctx->arena, diag);
    d->severity = DIAG_ERROR;
    d->code = DIAG_LIMIT;
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        if (codes[i].status == ctx->status)
            d->code = codes[i].code;
    d->message = own ? f.message : lud_status_text(ctx->status);
    d->source = own && f.source ? f.source : ctx->game->source;
    d->span = own && f.span.end > 0 ? f.span : SPAN_NOWHERE;
    d->hint = own && f.hint ? f.hint : limit_hint(ctx);
    if (ctx->said && ctx->status == LUD_ERR_STUCK) {
        d->message = ctx->said;
        d->span = SPAN_NOWHERE;
        d->hint = NULL;
    }
    if (ctx->status == LUD_LIMIT_PLIES && !own) {
        d->message = arena_printf(&ctx->arena, "the game is not over after %u plies", ctx->game->limits.max_plies);
        d->hint = arena_printf(&ctx->arena, "%s; rules that may go on for ever need a counter of moves", d->hint);
        d->span = ctx->place.end > 0 ? ctx->place : SPAN_NOWHERE;
    }
    return d;
}

/* Texts are made anew each time; running out of memory for them leaves the short form. */
const char *lud_fault_text(lud_context *ctx, bool color)
{
    jmp_buf failure;
    if (ctx->status == LUD_OK)
        return "";
    arena_done(&ctx->arena);
    arena_init(&ctx->arena, 0);
    ctx->arena.on_failure = &failure;
    if (setjmp(failure))
        return lud_status_text(ctx->status);
    const char *text = diag_render(&ctx->arena, fault_diag(ctx), color);
    ctx->arena.on_failure = NULL;
    return text;
}

lud_diagnostic lud_fault(lud_context *ctx)
{
    lud_diagnostic out = {.severity = LUD_ERROR, .code = "", .file = ctx->game->name, .message = ""};
    jmp_buf failure;
    if (ctx->status == LUD_OK)
        return out;
    arena_done(&ctx->arena);
    arena_init(&ctx->arena, 0);
    ctx->arena.on_failure = &failure;
    if (setjmp(failure)) {
        out.message = lud_status_text(ctx->status);
        return out;
    }
    const diag *d = fault_diag(ctx);
    out.code = diag_code_text(d->code);
    out.message = d->message;
    out.hint = d->hint;
    out.file = d->source->name;
    if (!span_nowhere(d->span)) {
        position from = source_position(d->source, d->span.start);
        position to = source_position(d->source, d->span.end);
        out.line = from.line;
        out.column = from.column;
        out.end_line = to.line;
        out.end_column = to.column;
    }
    ctx->arena.on_failure = NULL;
    return out;
}

/* ---- moves ---- */

lud_moves *lud_moves_new(void) { return calloc(1, sizeof(lud_moves)); }

static void end_moves(lud_moves *moves)
{
    if (moves->list)
        moves->kind->free(moves->list);
    moves->list = NULL;
}

bool moves_begin(lud_moves *moves, const list_kind *kind)
{
    if (moves->kind != kind) /* it may have been used with a game of another machine */
        end_moves(moves);
    moves->kind = kind;
    if (!moves->list)
        moves->list = calloc(1, kind->size);
    return moves->list != NULL;
}

void lud_moves_free(lud_moves *moves)
{
    if (!moves)
        return;
    end_moves(moves);
    free(moves);
}

uint32_t lud_moves_count(const lud_moves *m) { return m->list ? m->kind->count(m->list) : 0; }
uint64_t lud_moves_weight(const lud_moves *m) { return m->list ? m->kind->weight(m->list) : 0; }

lud_move lud_moves_at(const lud_moves *m, uint32_t index)
{
    return m->list && index < m->kind->count(m->list) ? m->kind->at(m->list, index) : (lud_move){NULL, 0, 0};
}

uint32_t lud_moves_word_count(const lud_moves *m)
{
    uint32_t count = lud_moves_count(m);
    if (count == 0)
        return 0;
    lud_move first = m->kind->at(m->list, 0), last = m->kind->at(m->list, count - 1);
    return (uint32_t)(last.words - first.words) + last.count;
}

void lud_moves_copy(const lud_moves *m, uint32_t *words, uint32_t *starts)
{
    uint32_t count = lud_moves_count(m), word_count = lud_moves_word_count(m);
    starts[0] = 0;
    if (count)
        m->kind->starts(m->list, starts);
    if (word_count)
        memcpy(words, m->kind->at(m->list, 0).words, word_count * sizeof *words);
}

lud_status lud_start(lud_context *ctx, void *state)
{
    if (machine_stopped(ctx))
        return remember(ctx, LUD_INTERRUPTED);
    return remember(ctx, ctx->game->ops->start(ctx, state));
}

/* Whether a role can be asked for its moves. */
static lud_status may_decide(const lud_context *ctx, const void *state, uint32_t role)
{
    const lud_game *game = ctx->game;
    if (machine_stopped(ctx))
        return LUD_INTERRUPTED;
    if (game->ops->terminal(game, state))
        return LUD_ERR_TERMINAL;
    bool decides = role <= game->roles && game->ops->movers(game, state) >> role & 1;
    return decides ? LUD_OK : LUD_ERR_ARGUMENT;
}

static lud_status list_moves(lud_context *ctx, const void *state, uint32_t role, bool exact, lud_moves *moves)
{
    const lud_game *game = ctx->game;
    if (!moves_begin(moves, game->ops->lists))
        return remember(ctx, LUD_ERR_MEMORY);
    lud_status s = may_decide(ctx, state, role);
    return remember(ctx, s == LUD_OK ? game->ops->list(ctx, state, role, exact, moves) : s);
}

lud_status lud_moves_list(lud_context *ctx, const void *state, uint32_t role, lud_moves *moves)
{
    return list_moves(ctx, state, role, true, moves);
}

lud_status lud_moves_list_once(lud_context *ctx, const void *state, uint32_t role, lud_moves *moves)
{
    return list_moves(ctx, state, role, role == 0, moves);
}

lud_status lud_draw_move(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng, lud_move *move)
{
    const lud_game *game = ctx->game;
    *move = (lud_move){NULL, 0, 0};
    lud_status s = may_decide(ctx, state, role);
    return remember(ctx, s == LUD_OK ? game->ops->draw(ctx, state, role, rng, move) : s);
}

/* Whether a move can be made at all. */
static lud_status may_go_on(const lud_context *ctx, const void *state)
{
    return machine_stopped(ctx)                         ? LUD_INTERRUPTED
           : ctx->game->ops->terminal(ctx->game, state) ? LUD_ERR_TERMINAL
                                                        : LUD_OK;
}

lud_status lud_apply(lud_context *ctx, void *state, const lud_move *joint)
{
    return lud_apply_joint_way(ctx, state, joint, 0, NULL);
}

lud_status lud_apply_move(lud_context *ctx, void *state, const lud_move *move)
{
    return lud_apply_way(ctx, state, move, 0, NULL);
}

lud_status lud_apply_way(lud_context *ctx, void *state, const lud_move *move, uint32_t way, uint32_t *ways)
{
    lud_move joint[ROLES_MAX];
    for (uint32_t i = 0; i <= ctx->game->roles; i++)
        joint[i] = *move;
    return lud_apply_joint_way(ctx, state, joint, way, ways);
}

lud_status lud_apply_joint_way(lud_context *ctx, void *state, const lud_move *joint, uint32_t way, uint32_t *ways)
{
    if (ways)
        *ways = 0;
    lud_status may = may_go_on(ctx, state);
    return remember(ctx, may == LUD_OK ? ctx->game->ops->apply(ctx, state, joint, way, ways) : may);
}

bool lud_moves_open(const lud_game *game) { return game->open_moves; }

size_t lud_move_text(const lud_game *game, lud_move move, char *buffer, size_t size)
{
    return game->ops->move_text(game, move, buffer, size);
}

lud_status lud_move_parse(const lud_game *game, const char *text, uint32_t *words, uint32_t capacity, uint32_t *count)
{
    return game->ops->move_parse(game, text, words, capacity, count);
}

/* ---- looking ---- */

void lud_state_visit(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor, void *user)
{
    game->ops->visit(game, state, brief, visitor, user);
}

uint64_t lud_observe_hash(const lud_game *game, const void *state, uint32_t role)
{
    return role <= game->roles ? game->ops->observe(game, state, role) : 0;
}

size_t lud_percept_text(lud_context *ctx, uint32_t role, char *buffer, size_t size)
{
    return ctx->game->ops->percept_text(ctx, role, buffer, size);
}

uint32_t lud_board_count(const lud_game *game) { return game->ops->boards ? game->ops->boards->count(game) : 0; }

lud_board lud_board_at(const lud_game *game, uint32_t board)
{
    return board < lud_board_count(game) ? game->ops->boards->at(game, board) : (lud_board){.name = ""};
}

lud_site lud_site_at(const lud_game *game, const void *state, uint32_t board, uint32_t site)
{
    if (board >= lud_board_count(game) || site >= lud_board_at(game, board).sites)
        return (lud_site){"", 0, 0, ""};
    return game->ops->boards->site_at(game, state, board, site);
}

lud_location lud_site_location(const lud_game *game, uint32_t board, uint32_t site)
{
    if (board >= lud_board_count(game) || site >= lud_board_at(game, board).sites)
        return (lud_location){0};
    return game->ops->boards->site_location(game, board, site);
}

uint32_t lud_move_sites(const lud_game *game, lud_move move, lud_site_name *sites, uint32_t capacity)
{
    const machine_boards *b = game->ops->boards;
    return b && b->move_sites ? b->move_sites(game, move, sites, capacity) : 0;
}

uint32_t lud_region_count(const lud_game *game)
{
    const machine_boards *b = game->ops->boards;
    return b && b->region_count ? b->region_count(game) : 0;
}

lud_region lud_region_at(const lud_game *game, uint32_t region)
{
    return region < lud_region_count(game) ? game->ops->boards->region_at(game, region) : (lud_region){.name = ""};
}

uint32_t lud_token_count(const lud_game *game)
{
    const machine_boards *b = game->ops->boards;
    return b && b->token_count ? b->token_count(game) : 0;
}

bool lud_token_at(const lud_game *game, const void *state, uint32_t token, lud_token *where)
{
    return token < lud_token_count(game) && game->ops->boards->token_at(game, state, token, where);
}

/* ---- playouts, perft ---- */

/* lud_playouts_from, one game after the other. */
static lud_status play_apart(lud_context *ctx, const void *const *states, uint32_t positions, lud_rng *rng,
                             uint64_t games, const lud_playout_options *options, playout_done done, void *user)
{
    const lud_game *game = ctx->game;
    double scores[ROLES_MAX] = {0};
    unsigned char *copy = malloc(game->state_size + 1);
    for (uint64_t i = 0; copy && i < games; i++) {
        const uint32_t from = (uint32_t)(i % positions);
        lud_playout_result result = {0};
        memcpy(copy, states[from], game->state_size);
        lud_status s = lud_playout(ctx, copy, rng, options, &result);
        if (s == LUD_OK)
            lud_scores(game, copy, scores);
        if (s == LUD_INTERRUPTED)
            break;
        done(user, from, s, &result, scores);
    }
    free(copy);
    return !copy ? LUD_ERR_MEMORY : machine_stopped(ctx) ? LUD_INTERRUPTED : LUD_OK;
}

lud_status lud_playouts_from(lud_context *ctx, const void *const *states, uint32_t positions, lud_rng *rng,
                             uint64_t each, const lud_playout_options *options, playout_done done, void *user)
{
    const uint64_t games = each * positions;
    if (games == 0)
        return remember(ctx, LUD_OK);
    lanes_model *lanes = lanes_for(ctx->game, options && options->planned > games ? options->planned : games, options);
    lud_status together =
        lanes ? lanes_playouts(ctx, lanes, states, positions, rng, games, done, user) : LUD_ERR_ARGUMENT;
    if (together != LUD_ERR_ARGUMENT) {
        ctx->status = together;
        return together;
    }
    return remember(ctx, play_apart(ctx, states, positions, rng, games, options, done, user));
}

typedef struct from_one {
    void (*done)(void *user, lud_status status, const lud_playout_result *result, const double *scores);
    void *user;
} from_one;

static void one_done(void *user, uint32_t from, lud_status status, const lud_playout_result *result,
                     const double *scores)
{
    const from_one *to = user;
    (void)from;
    to->done(to->user, status, result, scores);
}

lud_status
lud_playouts(lud_context *ctx, const void *state, lud_rng *rng, uint64_t count, const lud_playout_options *options,
             void (*done)(void *user, lud_status status, const lud_playout_result *result, const double *scores),
             void *user)
{
    from_one to = {done, user};
    return lud_playouts_from(ctx, &state, 1, rng, count, options, one_done, &to);
}

lud_status playout_status(lud_context *ctx, lud_status status, const void *state)
{
    ctx->place = (src_span){0, 0};
    if (status == LUD_LIMIT_PLIES)
        ctx->place = ctx->game->ops->place ? ctx->game->ops->place(ctx->game, state).span : ctx->game->terminal_span;
    return remember(ctx, status);
}

lud_status lud_playout(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                       lud_playout_result *result)
{
    lud_playout_options defaults = {0};
    lud_playout_result ignored;
    lud_status s = ctx->game->ops->playout(ctx, state, rng, options ? options : &defaults, result ? result : &ignored);
    return playout_status(ctx, s, state);
}

lud_status lud_playout_after(lud_context *ctx, const void *from, const lud_move *joint, void *state, lud_rng *rng,
                             lud_playout_result *result, bool *made)
{
    const machine_ops *ops = ctx->game->ops;
    const lud_playout_options defaults = {0};
    const lud_rng before = *rng;
    lud_status s = may_go_on(ctx, from);
    *result = (lud_playout_result){0};
    *made = s == LUD_OK;
    if (!*made)
        return remember(ctx, s);
    if (!ops->playout_after || !ops->playout_after(ctx, from, joint, state, rng, result, &s)) {
        *rng = before;
        if (state != from)
            memcpy(state, from, ctx->game->state_size);
        s = ops->apply(ctx, state, joint, 0, NULL);
        *made = s == LUD_OK;
        if (!*made)
            return remember(ctx, s);
        s = ops->playout(ctx, state, rng, &defaults, result);
    }
    return playout_status(ctx, s, state);
}

lud_status lud_perft(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                     uint64_t *counts)
{
    lud_perft_options defaults = {0};
    for (uint32_t d = 0; d <= depth; d++)
        counts[d] = 0;
    return remember(ctx, ctx->game->ops->perft(ctx, state, depth, options ? options : &defaults, counts));
}
