/* Games of Toss that are played as their rules say, behind the forward model. A thread reads the
 * rules for itself: the names of elements that come and go are made while playing. */
#include "model/structures/structures.h"

#include "base/map.h"
#include "base/rng.h"
#include "lang/toss/toss.h"
#include "model/move_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct runner {
    const lud_game *game;
    arena arena;
    intern names;
    diag_sink sink;
    rs_play *play;
    lud_status status;
    char message[300];
    src_span where;
    uint32_t *words; /* [role] of the moves drawn last */
    void *before;    /* the state that a move is made in */
} runner;

enum { WORDS = 1 + 2 * RS_PARAMETERS_MAX + RS_SLOTS_MAX };

static const rs_play *play_of(const lud_game *game) { return structures_of(game)->play; }

/* ---- states ---- */

static bool terminal(const lud_game *game, const void *state)
{
    (void)game;
    return rs_head_of(state)->movers == 0;
}

static uint64_t movers(const lud_game *game, const void *state)
{
    (void)game;
    return rs_head_of(state)->movers;
}

static void scores(const lud_game *game, const void *state, double *out)
{
    memcpy(out, rs_scores(play_of(game), state), game->roles * sizeof *out);
}

static uint64_t hash(const lud_game *game, const void *state) { return hash_bytes(state, game->state_size, 7); }

static uint64_t observe(const lud_game *game, const void *state, uint32_t role)
{
    (void)role;
    return hash(game, state);
}

/* ---- work that may run out of memory ---- */

typedef bool work(rs_play *p, void *user);

static lud_status run(runner *r, work *todo, void *user)
{
    jmp_buf failure;
    r->status = control_stopped(r->game->control) ? LUD_INTERRUPTED : LUD_OK;
    r->message[0] = 0;
    if (r->status != LUD_OK)
        return r->status;
    r->arena.limited = r->arena.stopped = false;
    r->arena.on_failure = &failure;
    if (setjmp(failure)) {
        r->status = r->arena.stopped ? LUD_INTERRUPTED : r->arena.limited ? LUD_LIMIT_MEMORY : LUD_ERR_MEMORY;
    } else {
        arena_empty(r->play->scratch);
        if (!todo(r->play, user)) {
            rs_play *p = r->play;
            r->status = p->full                       ? LUD_LIMIT_STATES
                        : p->code == DIAG_TOO_LARGE   ? LUD_LIMIT_STEPS
                        : p->code == DIAG_TOSS_NUMBER ? LUD_ERR_RANGE
                                                      : LUD_ERR_RULES;
            snprintf(r->message, sizeof r->message, "%s", p->problem ? p->problem : "the rules cannot be followed");
            r->where = p->where;
        }
    }
    r->arena.on_failure = NULL;
    return r->status;
}

static void runner_free(void *object)
{
    runner *r = object;
    arena_done(&r->arena);
    free(r->words);
    free(r->before);
    free(r);
}

static rs_play *read_rules(const lud_game *game, arena *a, intern *names, diag_sink *sink)
{
    rs_game f = {
        .arena = a, .names = names, .text = game->source, .sink = sink, .max_nesting = game->limits.max_nesting};
    return toss_parse_game(&f) ? rs_play_new(&f, game->limits.max_steps) : NULL;
}

/* Reads the rules; false: out of memory. */
static bool prepare(runner *r)
{
    jmp_buf failure;
    r->arena.on_failure = &failure;
    if (setjmp(failure))
        return false;
    intern_init(&r->names, &r->arena);
    diag_sink_init(&r->sink, &r->arena);
    r->play = read_rules(r->game, &r->arena, &r->names, &r->sink);
    if (r->play)
        r->play->scratch = arena_child(&r->arena);
    r->arena.on_failure = NULL;
    return r->play != NULL;
}

static void *runner_new(const lud_game *game)
{
    runner *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->game = game;
    arena_init(&r->arena, (size_t)game->limits.max_memory);
    r->arena.control = game->control;
    r->words = calloc((size_t)WORDS * (game->roles + 1), sizeof *r->words);
    r->before = malloc(game->state_size);
    if (r->words && r->before && prepare(r))
        return r;
    runner_free(r);
    return NULL;
}

static machine_fault fault(const lud_context *ctx)
{
    const runner *r = ctx->runner;
    return (machine_fault){r->status, ctx->game->source, r->where, r->message[0] ? r->message : NULL,
                           r->play->full ? "`DATA capacity: N` in the rules makes room for N elements" : NULL};
}

/* ---- lists of moves ---- */

typedef struct listing {
    const void *state;
    uint32_t player;
    move_list *out;
    bool failed;
} listing;

static bool fill(rs_play *p, void *user)
{
    listing *w = user;
    rs_choices all;
    if (!rs_play_list(p, w->state, w->player, &all))
        return false;
    for (uint32_t i = 0; i < all.count && !w->failed; i++)
        w->failed = !move_list_add(w->out, vec_at(&all, i).words, vec_at(&all, i).count);
    return true;
}

static lud_status list(lud_context *ctx, const void *state, uint32_t role, bool exact, lud_moves *moves)
{
    if (!moves_begin(moves, &move_list_kind))
        return LUD_ERR_MEMORY;
    listing w = {state, role - 1, moves->list, false};
    (void)exact;
    w.out->count = 0;
    if (role == 0)
        return LUD_OK;
    lud_status status = run(ctx->runner, fill, &w);
    return status == LUD_OK && w.failed ? LUD_ERR_MEMORY : status;
}

static lud_status draw(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng, lud_move *move)
{
    runner *r = ctx->runner;
    lud_status status = list(ctx, state, role, false, ctx->moves);
    uint32_t count = status == LUD_OK ? lud_moves_count(ctx->moves) : 0;
    if (status != LUD_OK || count == 0)
        return status == LUD_OK ? LUD_ERR_STUCK : status;
    *move = lud_moves_at(ctx->moves, rng_below(rng, count));
    memcpy(r->words + (size_t)WORDS * role, move->words, move->count * sizeof *r->words);
    move->words = r->words + (size_t)WORDS * role;
    return LUD_OK;
}

/* ---- playing ---- */

typedef struct applying {
    void *state;
    const rs_choice *chosen;
    bool legal;
} applying;

static bool begin(rs_play *p, void *user) { return rs_play_start(p, ((applying *)user)->state); }

static lud_status start(lud_context *ctx, void *state)
{
    applying w = {.state = state};
    return run(ctx->runner, begin, &w);
}

static bool make(rs_play *p, void *user)
{
    applying *w = user;
    return rs_play_apply(p, w->state, w->chosen, &w->legal);
}

static lud_status apply(lud_context *ctx, void *state, const lud_move *joint, uint32_t way, uint32_t *ways)
{
    rs_choice chosen[64];
    applying w = {state, chosen, true};
    if (ways)
        *ways = 1;
    if (way > 0)
        return LUD_ERR_ARGUMENT;
    for (uint32_t i = 0; i < ctx->game->roles; i++)
        chosen[i] = (rs_choice){joint[i + 1].words, joint[i + 1].count};
    void *before = ((runner *)ctx->runner)->before;
    memcpy(before, state, ctx->game->state_size);
    lud_status status = run(ctx->runner, make, &w);
    if (status == LUD_OK && !w.legal)
        status = LUD_ERR_ILLEGAL;
    if (status != LUD_OK) /* a move that failed changes nothing */
        memcpy(state, before, ctx->game->state_size);
    return status;
}

static lud_status playout(lud_context *ctx, void *state, lud_rng *rng, const lud_playout_options *options,
                          lud_playout_result *result)
{
    lud_status status = LUD_OK;
    lud_move joint[64] = {{0}};
    *result = (lud_playout_result){.choices_min = UINT32_MAX};
    memcpy(ctx->state, state, ctx->game->state_size);
    while (status == LUD_OK && !terminal(ctx->game, state)) {
        uint64_t deciding = movers(ctx->game, state);
        if (result->plies >= ctx->game->limits.max_plies) {
            status = LUD_LIMIT_PLIES;
            break;
        }
        for (uint32_t role = 1; role <= ctx->game->roles && status == LUD_OK; role++) {
            if (!(deciding >> role & 1))
                continue;
            status = draw(ctx, state, role, rng, &joint[role]);
            if (status != LUD_OK)
                break;
            if (options->enumerate)
                joint_count_choices(result, lud_moves_count(ctx->moves));
            result->turns++;
        }
        result->plies += status == LUD_OK;
        if (status == LUD_OK && options->watch)
            options->watch(options->user, deciding, joint);
        if (status == LUD_OK)
            status = apply(ctx, state, joint, 0, NULL);
    }
    if (status != LUD_OK && status != LUD_LIMIT_PLIES)
        memcpy(state, ctx->state, ctx->game->state_size);
    return status;
}

/* ---- texts ---- */

/* Parameters of a rule are named where it is offered: the first place says how many there are. */
static const rs_move *offer_of(const rs_play *p, uint32_t rule)
{
    for (uint32_t i = 0; i < p->f.locations.count; i++)
        for (uint32_t k = 0; k < vec_at(&p->f.locations, i).seats.count; k++)
            for (uint32_t m = 0; m < vec_at(&vec_at(&p->f.locations, i).seats, k).moves.count; m++)
                if (vec_at(&vec_at(&vec_at(&p->f.locations, i).seats, k).moves, m).rule_index == rule)
                    return &vec_at(&vec_at(&vec_at(&p->f.locations, i).seats, k).moves, m);
    return NULL;
}

static size_t move_text(const lud_game *game, lud_move move, char *buffer, size_t size)
{
    const rs_play *p = play_of(game);
    text_out out = {buffer, size, 0};
    if (size)
        *buffer = 0;
    const rs_move *m = move.count && move.words[0] < p->f.rules.count ? offer_of(p, move.words[0]) : NULL;
    if (!m || move.count < 1 + 2 * m->parameters.count)
        return 0;
    text_put(&out, rs_text(&p->f, vec_at(&p->f.rules, move.words[0]).name));
    for (uint32_t i = 1 + 2 * m->parameters.count; i < move.count; i++) {
        text_put(&out, " ");
        text_put(&out, move.words[i] < p->capacity ? rs_text(&p->f, p->names[move.words[i]]) : "?");
    }
    for (uint32_t i = 0; i < m->parameters.count; i++) {
        uint64_t bits = (uint64_t)move.words[2 + 2 * i] << 32 | move.words[1 + 2 * i];
        char number[60];
        double value;
        memcpy(&value, &bits, sizeof value);
        snprintf(number, sizeof number, "=%.17g", value);
        for (int digits = 1; digits < 17; digits++) { /* the shortest that is read as the same */
            char shorter[60];
            snprintf(shorter, sizeof shorter, "=%.*g", digits, value);
            if (strtod(shorter + 1, NULL) == value) {
                memcpy(number, shorter, sizeof number);
                break;
            }
        }
        text_put(&out, " ");
        text_put(&out, rs_text(&p->f, vec_at(&m->parameters, i).name));
        text_put(&out, number);
    }
    return out.length;
}

static bool is_word(const char *text, size_t length, const char *name)
{
    return strlen(name) == length && memcmp(text, name, length) == 0;
}

static lud_status move_parse(const lud_game *game, const char *text, uint32_t *words, uint32_t capacity,
                             uint32_t *count)
{
    const rs_play *p = play_of(game);
    size_t length = strcspn(text += strspn(text, " "), " ");
    uint32_t rule = 0, element = 0;
    *count = 0;
    while (rule < p->f.rules.count && !is_word(text, length, rs_text(&p->f, vec_at(&p->f.rules, rule).name)))
        rule++;
    const rs_move *m = rule < p->f.rules.count ? offer_of(p, rule) : NULL;
    if (!m)
        return LUD_ERR_ILLEGAL;
    uint32_t elements = vec_at(&p->f.rules, rule).left.elements.count, parameters = 0,
             total = 1 + 2 * m->parameters.count + elements;
    if (total > capacity)
        return LUD_ERR_ARGUMENT;
    words[0] = rule;
    for (text += length; *(text += strspn(text, " ")); text += length) {
        const char *equals;
        length = strcspn(text, " ");
        equals = memchr(text, '=', length);
        if (equals) {
            uint32_t i = 0;
            while (i < m->parameters.count &&
                   !is_word(text, (size_t)(equals - text), rs_text(&p->f, vec_at(&m->parameters, i).name)))
                i++;
            char *end;
            double value = strtod(equals + 1, &end);
            uint64_t bits;
            if (i == m->parameters.count || end != text + length)
                return LUD_ERR_ILLEGAL;
            memcpy(&bits, &value, sizeof bits);
            words[1 + 2 * i] = (uint32_t)bits;
            words[2 + 2 * i] = (uint32_t)(bits >> 32);
            parameters |= 1u << i;
        } else {
            uint32_t slot = 0;
            while (slot < p->capacity && !is_word(text, length, rs_text(&p->f, p->names[slot])))
                slot++;
            if (slot == p->capacity || element == elements)
                return LUD_ERR_ILLEGAL;
            words[1 + 2 * m->parameters.count + element++] = slot;
        }
    }
    if (element != elements || parameters != (1u << m->parameters.count) - 1)
        return LUD_ERR_ILLEGAL;
    *count = total;
    return LUD_OK;
}

/* All is seen: there is nothing to tell apart from the moves. */
static size_t percept_text(lud_context *ctx, uint32_t role, char *buffer, size_t size)
{
    (void)ctx, (void)role;
    if (size)
        *buffer = 0;
    return 0;
}

static void visit(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor, void *user)
{
    const rs_play *p = play_of(game);
    const unsigned char *bytes = state;
    char text[40];
    snprintf(text, sizeof text, "%u", vec_at(&p->f.locations, rs_head_of(state)->location).number);
    visitor->value(user, "location", text);
    for (uint32_t i = 0; i < p->spaces.count; i++) {
        const rs_space *q = &vec_at(&p->spaces, i);
        const uint64_t *bits = (const uint64_t *)(const void *)(bytes + q->offset);
        const double *values = (const double *)(const void *)(bytes + q->offset);
        visitor->begin(user, rs_text(&p->f, q->name));
        for (uint32_t e = 0; q->arity == 0 && e < p->capacity; e++)
            if (((const uint64_t *)(const void *)(values + p->capacity))[e] && bytes[p->alive + e]) {
                snprintf(text, sizeof text, "%.12g", values[e]);
                visitor->value(user, rs_text(&p->f, p->names[e]), text);
            }
        for (uint64_t t = 0; q->arity && !brief && t < q->size * 8; t++) {
            char tuple[400] = "";
            uint64_t index = t, power = 1;
            if (!(bits[t / 64] >> t % 64 & 1))
                continue;
            for (uint32_t k = 1; k < q->arity; k++)
                power *= p->capacity;
            for (uint32_t k = 0, n = 0; k < q->arity && n < sizeof tuple; k++, power /= p->capacity ? p->capacity : 1) {
                n += (uint32_t)snprintf(tuple + n, sizeof tuple - n, "%s%s", k ? ", " : "",
                                        rs_text(&p->f, p->names[index / power]));
                index %= power;
            }
            visitor->value(user, NULL, tuple);
        }
        visitor->end(user);
    }
}

static bool score_bounds(const lud_game *game, uint32_t role, double *low, double *high)
{
    (void)game, (void)role, (void)low, (void)high;
    return false;
}

static const char *translate(const lud_game *game, const char *to, arena *a, const char **problem)
{
    (void)game;
    *problem = arena_printf(a, "this game is played on structures, and cannot be written as `%s`", to);
    return NULL;
}

static void free_machine(lud_game *game) { (void)game; }

static const machine_ops ops = {
    .free = free_machine,
    .runner_new = runner_new,
    .runner_free = runner_free,
    .lists = &move_list_kind,
    .terminal = terminal,
    .movers = movers,
    .scores = scores,
    .hash = hash,
    .observe = observe,
    .start = start,
    .list = list,
    .draw = draw,
    .apply = apply,
    .playout = playout,
    .perft = joint_perft,
    .fault = fault,
    .move_text = move_text,
    .between = " | ",
    .move_parse = move_parse,
    .percept_text = percept_text,
    .visit = visit,
    .score_bounds = score_bounds,
    .translate = translate,
    .boards = &structures_boards,
};

/* Points of intervals are listed, and all of them are moves. */
static bool has_intervals(const rs_location *l)
{
    for (uint32_t i = 0; i < l->seats.count; i++)
        for (uint32_t k = 0; k < vec_at(&l->seats, i).moves.count; k++)
            for (uint32_t n = 0; n < vec_at(&vec_at(&l->seats, i).moves, k).parameters.count; n++)
                if (vec_at(&vec_at(&vec_at(&l->seats, i).moves, k).parameters, n).low <
                    vec_at(&vec_at(&vec_at(&l->seats, i).moves, k).parameters, n).high)
                    return true;
    return false;
}

bool structures_attach(lud_game *game, void *program, const lud_options *options, diag_sink *sink)
{
    structures_game *g = ARENA_NEW(&game->arena, structures_game);
    (void)program, (void)options;
    g->play = read_rules(game, &game->arena, &game->names, sink);
    if (!g->play)
        return false;
    const rs_game *f = &g->play->f;
    game->machine = g;
    game->ops = &ops;
    game->roles = f->players.count;
    game->role_names = ARENA_ARRAY(&game->arena, const char *, game->roles + 1);
    game->role_names[0] = "random";
    for (uint32_t i = 0; i < f->players.count; i++)
        game->role_names[i + 1] = rs_text(f, vec_at(&f->players, i).to);
    game->state_size = g->play->size;
    structures_find_board(game, g);
    for (uint32_t i = 0; i < f->locations.count; i++) {
        uint32_t deciding = 0;
        for (uint32_t k = 0; k < vec_at(&f->locations, i).seats.count; k++)
            deciding += vec_at(&vec_at(&f->locations, i).seats, k).moves.count > 0;
        game->info.simultaneous |= deciding > 1;
        game->open_moves |= has_intervals(&vec_at(&f->locations, i));
    }
    return true;
}
