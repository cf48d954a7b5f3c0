/* The player is role 1; chance gives the values of RANDINT in nature's program, at the same time. A
 * move of the player is a set of do atoms, each word the number of one; a move of chance is the
 * list of values. Lists of moves hold candidates: any other set of do atoms can be made, too. */
#include "model/answerset/answerset.h"

#include "answerset/numbers.h"
#include "base/map.h"
#include "base/rng.h"
#include "base/text.h"
#include "model/move_list.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- faults ---- */

lud_status answerset_status(trap_reason reason)
{
    switch (reason) {
    case TRAP_NONE: return LUD_OK;
    case TRAP_MEMORY: return LUD_ERR_MEMORY;
    case TRAP_ATOMS: return LUD_LIMIT_ATOMS;
    case TRAP_STEPS: return LUD_LIMIT_STEPS;
    case TRAP_TIME:
    case TRAP_LATE: return LUD_LIMIT_TIME;
    case TRAP_SPACE: return LUD_LIMIT_MEMORY;
    case TRAP_SOLVER: return LUD_ERR_SOLVER;
    case TRAP_RULES: return LUD_ERR_RULES;
    case TRAP_STOPPED: return LUD_INTERRUPTED;
    }
    return LUD_ERR_SOLVER;
}

lud_status answerset_guard(answerset_runner *r, answerset_work work, void *user)
{
    r->perceived = false;
    r->run->terms.trap = &r->run->trap;
    r->run->trap.at = NULL;
    r->run->trap.source = NULL;
    if (setjmp(r->run->trap.jump)) {
        r->status = answerset_status(r->run->trap.reason);
        snprintf(r->message, sizeof r->message, "%s", r->run->trap.text);
        return r->status;
    }
    r->status = LUD_OK;
    if (control_stopped(r->game->control))
        trap_spring(&r->run->trap, TRAP_STOPPED, "interrupted");
    as_runner_tidy(r->run);
    work(r, user);
    return r->status;
}

/* ---- states ---- */

static bool terminal(const lud_game *game, const void *state)
{
    (void)game;
    return ((const as_state *)state)->verdict != AS_RUNNING;
}

static uint64_t movers(const lud_game *game, const void *state)
{
    return terminal(game, state) ? 0 : answerset_of(game)->random ? 3 : 2;
}

static void scores(const lud_game *game, const void *state, double *out)
{
    (void)game;
    out[0] = ((const as_state *)state)->verdict == AS_WON;
}

static bool score_bounds(const lud_game *game, uint32_t role, double *low, double *high)
{
    (void)game, (void)role;
    *low = 0;
    *high = 1;
    return true;
}

static uint64_t hash(const lud_game *game, const void *state)
{
    (void)game;
    return ((const as_state *)state)->hash;
}

static uint64_t observe(const lud_game *game, const void *state, uint32_t role)
{
    const as_state *s = state;
    return role > 0 && answerset_of(game)->hidden ? s->knowledge : s->hash;
}

/* ---- runners ---- */

static void runner_free(void *runner)
{
    answerset_runner *r = runner;
    as_runner_free(r->run);
    free(r->scratch);
    free(r->draws);
    free(r->words);
    free(r->text);
    free(r);
}

static void *runner_new(const lud_game *game)
{
    const as_game *g = answerset_of(game);
    answerset_runner *r = calloc(1, sizeof *r);
    if (!r)
        return NULL;
    r->game = game;
    r->run = as_runner_new(g);
    r->scratch = calloc(1, as_state_size(g));
    r->draws = calloc(g->draws->count + 1, sizeof *r->draws);
    r->words = calloc(2 * g->draws->count + 3, sizeof *r->words);
    if (r->run && r->scratch && r->draws && r->words)
        return r;
    runner_free(r);
    return NULL;
}

/* ---- lists of moves ---- */

void answerset_draw_words(const int64_t *draws, uint32_t count, uint32_t *words)
{
    words[0] = ANSWERSET_DRAWS;
    for (uint32_t i = 0; i < count; i++) {
        words[2 * i + 1] = (uint32_t)(uint64_t)draws[i];
        words[2 * i + 2] = (uint32_t)((uint64_t)draws[i] >> 32);
    }
}

uint64_t answerset_outcomes(const as_game *g)
{
    uint64_t total = 1;
    for (uint32_t i = 0; i < g->draws->count; i++) {
        const syn_draw *d = &g->draws->data[i];
        uint64_t low = d->low < d->high ? d->low : d->high + 1, high = d->low < d->high ? d->high : d->low;
        uint64_t size = d->low == d->high || d->low == d->high + 1 ? 1 : high - low + (d->low < d->high);
        if (size > (UINT64_C(1) << 62) / total)
            return UINT64_MAX;
        total *= size;
    }
    return total;
}

void answerset_outcome(const as_game *g, uint64_t index, int64_t *draws)
{
    for (uint32_t i = g->draws->count; i-- > 0;) {
        const syn_draw *d = &g->draws->data[i];
        bool turned = d->high < d->low;
        uint64_t size = turned ? d->low - d->high - 1 : d->high - d->low + 1;
        size = size ? size : 1;
        uint64_t low = !turned ? d->low : d->high + 1 == d->low ? d->low : d->high + 1;
        draws[i] = (int64_t)(low + index % size);
        index /= size;
    }
}

static lud_status list_chance(answerset_runner *r, move_list *out)
{
    const as_game *g = answerset_of(r->game);
    uint64_t total = answerset_outcomes(g);
    if (total > r->game->limits.max_states) {
        snprintf(r->message, sizeof r->message, "chance has %s%llu outcomes, too many to list",
                 total == UINT64_MAX ? "more than " : "", (unsigned long long)total);
        return r->status = LUD_LIMIT_STATES;
    }
    for (uint64_t i = 0; i < total; i++) {
        answerset_outcome(g, i, r->draws);
        answerset_draw_words(r->draws, g->draws->count, r->words);
        if (!move_list_add(out, r->words, 2 * g->draws->count + 1))
            return LUD_ERR_MEMORY;
    }
    return LUD_OK;
}

static lud_status list(lud_context *ctx, const void *state, uint32_t role, bool exact, lud_moves *moves)
{
    const as_game *g = answerset_of(ctx->game);
    move_list *out = moves->list;
    (void)state, (void)exact;
    out->count = 0;
    if (role == 0)
        return list_chance(ctx->runner, out);
    for (uint32_t i = 0; i < g->candidates.count; i++)
        if (!move_list_add(out, &g->candidate_numbers[i], 1))
            return LUD_ERR_MEMORY;
    return move_list_add(out, NULL, 0) ? LUD_OK : LUD_ERR_MEMORY;
}

static lud_status draw(lud_context *ctx, const void *state, uint32_t role, lud_rng *rng, lud_move *move)
{
    const as_game *g = answerset_of(ctx->game);
    answerset_runner *r = ctx->runner;
    (void)state;
    if (role == 0) {
        as_draw(rng, g->draws, r->draws);
        answerset_draw_words(r->draws, g->draws->count, r->words);
        *move = (lud_move){r->words, 2 * g->draws->count + 1, 1};
        return LUD_OK;
    }
    uint32_t i = rng_below(rng, g->candidates.count + 1);
    if (i < g->candidates.count)
        *r->words = g->candidate_numbers[i];
    *move = (lud_move){r->words, i < g->candidates.count, 1};
    return LUD_OK;
}

/* ---- playing ---- */

static void start_work(answerset_runner *r, void *user)
{
    as_state_start(r->run, user);
    r->perceived = true;
    r->saw_nothing = r->run->model_count == 0;
}

static lud_status start(lud_context *ctx, void *state)
{
    answerset_runner *r = ctx->runner;
    lud_status status = answerset_guard(r, start_work, r->scratch);
    if (status == LUD_OK)
        memcpy(state, r->scratch, as_state_size(answerset_of(ctx->game)));
    return status;
}

typedef struct step_job {
    as_state *state;
    const uint32_t *actions;
    uint32_t action_count;
    const int64_t *draws;
    uint32_t way, *ways;
    bool made;
} step_job;

static void step_work(answerset_runner *r, void *user)
{
    step_job *j = user;
    as_runner *run = r->run;
    as_atoms actions = run->actions;
    actions.count = 0;
    for (uint32_t i = 0; i < j->action_count; i++) {
        as_push(run, &actions, as_shared_term(run->game->shared, j->actions[i], &run->terms));
        run->actions = actions;
    }
    j->made = as_state_step(run, j->state, actions.data, actions.count, j->draws, j->way, j->ways);
    r->perceived = j->made;
    r->saw_nothing = run->model_count == 0;
}

lud_status answerset_step(answerset_runner *r, as_state *state, const uint32_t *actions, uint32_t action_count,
                          const int64_t *draws, uint32_t way, uint32_t *ways)
{
    size_t size = as_state_size(answerset_of(r->game));
    step_job j = {r->scratch, actions, action_count, draws, way, ways, false};
    memcpy(r->scratch, state, size);
    lud_status status = answerset_guard(r, step_work, &j);
    if (status != LUD_OK)
        return status;
    if (!j.made)
        return LUD_ERR_ARGUMENT;
    memcpy(state, r->scratch, size);
    return LUD_OK;
}

/* The values that a move of chance names; those without a choice when it names none. */
static bool read_draws(const as_game *g, const lud_move *move, int64_t *draws)
{
    bool named = g->random;
    if (named && (move->count != 2 * g->draws->count + 1 || move->words[0] != ANSWERSET_DRAWS))
        return false;
    for (uint32_t i = 0; i < g->draws->count; i++) {
        draws[i] = named ? (int64_t)((uint64_t)move->words[2 * i + 2] << 32 | move->words[2 * i + 1])
                         : (int64_t)g->draws->data[i].low;
        if (named && !as_draw_fits(&g->draws->data[i], draws[i]) && !(g->draws->data[i].low == (uint64_t)draws[i]))
            return false;
    }
    return true;
}

static lud_status apply(lud_context *ctx, void *state, const lud_move *joint, uint32_t way, uint32_t *ways)
{
    const as_game *g = answerset_of(ctx->game);
    answerset_runner *r = ctx->runner;
    uint32_t found = 0;
    if (!read_draws(g, &joint[0], r->draws))
        return LUD_ERR_ILLEGAL;
    for (uint32_t i = 0; i < joint[1].count; i++)
        if (!as_shared_is_action(g->shared, joint[1].words[i]))
            return LUD_ERR_ILLEGAL;
    lud_status status = answerset_step(r, state, joint[1].words, joint[1].count, r->draws, way, &found);
    if (ways)
        *ways = found;
    return status;
}

static machine_fault fault(const lud_context *ctx)
{
    const answerset_runner *r = ctx->runner;
    machine_fault f = {r->status, ctx->game->source, {0, 0}, *r->message ? r->message : NULL, NULL};
    as_trap_place(&r->run->trap, &f.source, &f.span);
    return f;
}

/* ---- texts ---- */

static void put_texts(text_out *out, char **texts, uint32_t count)
{
    qsort((void *)texts, count, sizeof *texts, text_order);
    for (uint32_t i = 0; i < count; i++) {
        text_put(out, i ? " " : "");
        text_put(out, texts[i]);
        free(texts[i]);
    }
}

static size_t move_text(const lud_game *game, lud_move move, char *buffer, size_t size)
{
    const as_game *g = answerset_of(game);
    text_out out = {buffer, size, 0};
    if (size)
        *buffer = 0;
    bool chance = move.count % 2 == 1 && move.words[0] == ANSWERSET_DRAWS;
    char **texts = calloc(move.count + 1, sizeof *texts);
    uint32_t count = 0;
    bool failed = !texts;
    for (uint32_t i = chance; texts && i < move.count; i += chance ? 2 : 1) {
        char number[32];
        if (chance) {
            snprintf(number, sizeof number, "%s%lld", i > 1 ? " " : "",
                     (long long)((uint64_t)move.words[i + 1] << 32 | move.words[i]));
            text_put(&out, number);
        } else if (!as_shared_is_action(g->shared, move.words[i])) {
            continue; /* no word of a move */
        } else if ((texts[count] = as_shared_text(g->shared, move.words[i])) != NULL) {
            count++;
        } else {
            failed = true;
        }
    }
    if (texts)
        put_texts(&out, texts, count);
    free(texts);
    return failed ? TEXT_FAILED : out.length;
}

static lud_status parse_draws(const as_game *g, const char *text, uint32_t *words, uint32_t capacity, uint32_t *count)
{
    uint32_t n = 0;
    while (*text) {
        char *end;
        unsigned long long value = strtoull(text, &end, 10);
        if (end == text || (*end && *end != ' ') || *text < '0' || *text > '9' || n >= g->draws->count)
            return LUD_ERR_ILLEGAL;
        if (2 * n + 3 <= capacity) {
            words[2 * n + 1] = (uint32_t)value;
            words[2 * n + 2] = (uint32_t)(value >> 32);
        }
        n++;
        text = end + strspn(end, " ");
    }
    *count = 2 * n + 1;
    if (n != g->draws->count)
        return LUD_ERR_ILLEGAL;
    if (*count > capacity)
        return LUD_ERR_ARGUMENT;
    words[0] = ANSWERSET_DRAWS;
    return LUD_OK;
}

static lud_status move_parse(const lud_game *game, const char *text, uint32_t *words, uint32_t capacity,
                             uint32_t *count)
{
    const as_game *g = answerset_of(game);
    *count = 0;
    text += strspn(text, " ");
    if (*text >= '0' && *text <= '9')
        return parse_draws(g, text, words, capacity, count);
    size_t length = strlen(text);
    while (length > 0) {
        size_t used;
        uint32_t number = as_shared_action(g->shared, text, length, &used);
        if (!number)
            return LUD_ERR_ILLEGAL;
        uint32_t place = 0;
        while (place < *count && place < capacity && words[place] < number)
            place++;
        if (place >= *count || words[place] != number) {
            if (*count >= capacity)
                return LUD_ERR_ARGUMENT;
            memmove(words + place + 1, words + place, (*count - place) * sizeof *words);
            words[place] = number;
            ++*count;
        }
        text += used;
        length -= used;
        while (length > 0 && (*text == ' ' || *text == ',' || *text == '\n'))
            text++, length--;
    }
    return LUD_OK;
}

static bool is_setting(const as_game *g, const terms *t, term x)
{
    for (uint32_t i = 0; i < g->setting_count; i++)
        if (g->settings[i] == x) /* the store of a runner begins as that of the game */
            return true;
    (void)t;
    return false;
}

/* What observe says, and settings that are not those of the level. */
static size_t percept_text(lud_context *ctx, uint32_t role, char *buffer, size_t size)
{
    const as_game *g = answerset_of(ctx->game);
    const answerset_runner *r = ctx->runner;
    text_out out = {buffer, size, 0};
    if (size)
        *buffer = 0;
    if (role != 1 || !r->perceived || r->saw_nothing)
        return 0;
    char **texts = calloc(r->run->atoms.count + 1, sizeof *texts);
    uint32_t count = 0;
    bool failed = !texts;
    for (uint32_t i = 0; texts && i < r->run->atoms.count; i++) {
        term x = vec_at(&r->run->atoms, i);
        if (is_setting(g, &r->run->terms, x))
            continue;
        texts[count] = term_text(&r->run->terms, x);
        failed |= !texts[count];
        count += texts[count] != NULL;
    }
    if (texts)
        put_texts(&out, texts, count);
    free(texts);
    return failed ? TEXT_FAILED : out.length;
}

static void visit(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor, void *user)
{
    const as_state *s = state;
    const uint32_t *numbers = as_state_numbers(answerset_of(game), s);
    (void)brief;
    for (uint32_t i = 0; i < s->count; i++) {
        char *text = as_shared_text(answerset_of(game)->shared, numbers[i]);
        visitor->value(user, NULL, text); /* NULL: out of memory */
        free(text);
    }
}

/* ---- the grid ---- */

static uint32_t board_count(const lud_game *game)
{
    return answerset_of(game)->grid_width > 0 && answerset_of(game)->grid_height > 0;
}

static lud_board board_at(const lud_game *game, uint32_t board)
{
    const as_game *g = answerset_of(game);
    (void)board;
    return (lud_board){.name = "grid",
                       .sites = g->grid_width * g->grid_height,
                       .min_x = 1,
                       .min_y = 1,
                       .max_x = (int32_t)g->grid_width,
                       .max_y = (int32_t)g->grid_height,
                       .shape = LUD_BOARD_ROWS};
}

/* Row 1 is at the top, and y grows upwards. */
static lud_site site_at(const lud_game *game, const void *state, uint32_t board, uint32_t site)
{
    const as_game *g = answerset_of(game);
    const as_state *s = state;
    uint32_t row = site / g->grid_width + 1, column = site % g->grid_width + 1;
    (void)board;
    return (lud_site){
        as_shared_site_name(g->shared, row, column), (int32_t)column, (int32_t)(g->grid_height + 1 - row),
        as_shared_site_content(g->shared, as_state_numbers(g, s), s->count, (int32_t)row, (int32_t)column)};
}

static lud_location site_location(const lud_game *game, uint32_t board, uint32_t site)
{
    const as_game *g = answerset_of(game);
    (void)board;
    return (lud_location){.x = site % g->grid_width + 1, .y = g->grid_height - site / g->grid_width};
}

static const char *translate(const lud_game *game, const char *to, arena *a, const char **problem)
{
    (void)game;
    *problem = arena_printf(a, "an answer-set game cannot be written as `%s` (but as json or lp)", to);
    return NULL;
}

static void free_machine(lud_game *game) { as_game_done(game->machine); }

static const machine_boards boards = {
    .count = board_count, .at = board_at, .site_at = site_at, .site_location = site_location};

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
    .playout = answerset_playout,
    .perft = answerset_perft,
    .fault = fault,
    .move_text = move_text,
    .move_parse = move_parse,
    .percept_text = percept_text,
    .visit = visit,
    .boards = &boards,
    .translate = translate,
    .score_bounds = score_bounds,
};

/* ---- setting up ---- */

static as_engine engine_of(const char *name)
{
    return !name                         ? AS_ENGINE_AUTO
           : strcmp(name, "own") == 0    ? AS_ENGINE_OWN
           : strcmp(name, "clingo") == 0 ? AS_ENGINE_CLINGO
                                         : AS_ENGINE_AUTO;
}

bool answerset_attach(lud_game *game, void *program, const lud_options *options, diag_sink *sink)
{
    as_source *source = program;
    as_game *g = ARENA_NEW(&game->arena, as_game);
    as_level level = {.seed = 1};
    as_limits limits = {
        game->limits.max_steps, game->limits.max_atoms, game->limits.max_memory, game->limits.max_solve_seconds, 256,
        game->control,          &game->contexts,        options->solvers};
    if (options->level) {
        level.state = options->level->state;
        level.settings = options->level->settings;
        level.generate = !level.state;
        level.seed = options->level->seed;
        level.draws = options->level->draws;
        level.draw_count = options->level->draw_count;
    }
    game->machine = g;
    game->ops = &ops;
    bool made = as_game_make(g, &game->arena, &game->names, source, &level, engine_of(options->engine), &limits, sink);
    if (!made)
        return false;
    as_warn(g, sink);
    if (options->strict && !as_game_try(g, sink))
        return false;
    game->roles = 1;
    game->role_names = ARENA_ARRAY(&game->arena, const char *, 2);
    game->role_names[0] = "random";
    game->role_names[1] = "player";
    game->state_size = as_state_size(g);
    game->info.chance = g->random;
    game->info.hidden = g->hidden;
    game->info.simultaneous = g->random;
    for (int i = AS_DO_NATURE; i <= AS_JUDGE; i++) {
        game->info.source_nodes += g->solves[i].solve.rule_total;
        game->info.nodes += g->solves[i].solve.dynamic_rules;
    }
    return true;
}
