/* Two games of the same rules side by side: whatever one can ask of a game is asked of both. */
#include "model/lockstep_inside.h"

#include "base/diag.h"

#include <stdlib.h>
#include <string.h>

/* At each position so many of the listed moves are made unless the caller says how many, spread
 * evenly, in at most so many ways each; of a difference between states so many variables are shown. */
enum { TRIES_STANDARD = 48, WAYS_MAX = 4, SHOWN_MAX = 16 };

/* ---- reporting a difference ---- */

static machine_place place_of(const lud_game *game, const void *state)
{
    return game->ops->place ? game->ops->place(game, state) : (machine_place){{0, 0}, "-"};
}

bool lockstep_differ(pair *p, const char *what, const char *values)
{
    const lud_game *game = p->of[0].game;
    machine_place place = place_of(game, p->place);
    diag d = {.severity = DIAG_ERROR,
              .code = DIAG_LOCKSTEP,
              .source = place.span.end > 0 ? game->source : NULL,
              .span = place.span,
              .message = SAY("%s and %s differ in %s", p->of[0].name, p->of[1].name, what)};
    lud_lockstep_result *r = p->result;
    const char *text = SAY("%s%s      = game %llu of seed %llu, ply %u, node %s\n      = moves before: %s\n",
                           diag_render(&p->arena, &d, false), values, (unsigned long long)r->playout,
                           (unsigned long long)p->options->seed, r->ply, place.node, *p->path ? p->path : "none");
    r->differ = true;
    r->text = strdup(text);
    return false;
}

static const char *values(pair *p, const char *name, const char *a, const char *b)
{
    return SAY("      = %s%s%s: %s, %s: %s\n", name, *name ? ", " : "", p->of[0].name, a, p->of[1].name, b);
}

bool lockstep_same_number(pair *p, const char *what, uint64_t a, uint64_t b)
{
    return a == b ||
           lockstep_differ(p, what,
                           values(p, "", SAY("%llu", (unsigned long long)a), SAY("%llu", (unsigned long long)b)));
}

bool lockstep_same_text(pair *p, const char *what, const char *a, const char *b)
{
    return strcmp(a, b) == 0 || lockstep_differ(p, what, values(p, "", SAY("`%s`", a), SAY("`%s`", b)));
}

/* Variables of a state, one after another with their keys. */
typedef struct listing {
    arena *arena;
    const char *prefix;
    VEC(const char *) names, texts, outer;
} listing;

static const char *key_in(listing *l, const char *key)
{
    return l->outer.count ? arena_printf(l->arena, "%s[%s]", l->prefix, key) : key;
}

static void list_begin(void *user, const char *key)
{
    listing *l = user;
    const char *inner = arena_printf(l->arena, "%s", key_in(l, key));
    vec_push(l->arena, &l->outer, l->prefix);
    l->prefix = inner;
}

static void list_value(void *user, const char *key, const char *value)
{
    listing *l = user;
    vec_push(l->arena, &l->names, arena_printf(l->arena, "%s", key_in(l, key)));
    vec_push(l->arena, &l->texts, arena_printf(l->arena, "%s", value));
}

static void list_end(void *user)
{
    listing *l = user;
    l->prefix = l->outer.data[--l->outer.count];
}

static listing list_state(pair *p, int which, const unsigned char *state)
{
    static const lud_state_visitor visitor = {list_begin, list_value, list_end};
    listing l = {.arena = &p->arena, .prefix = ""};
    lud_state_visit(p->of[which].game, state, false, &visitor, &l);
    return l;
}

static bool same_states(pair *p, const char *what, const unsigned char *a, const unsigned char *b)
{
    if (memcmp(a, b, p->size) == 0)
        return true;
    listing x = list_state(p, 0, a), y = list_state(p, 1, b);
    const char *node_a = place_of(p->of[0].game, a).node;
    const char *node_b = place_of(p->of[1].game, b).node;
    const char *all = strcmp(node_a, node_b) == 0 ? "" : values(p, "node", node_a, node_b);
    uint32_t count = 0;
    for (uint32_t i = 0; i < x.names.count && i < y.names.count; i++)
        if (strcmp(vec_at(&x.texts, i), vec_at(&y.texts, i)) != 0 && count++ < SHOWN_MAX)
            all = SAY("%s%s", all,
                      values(p, SAY("variable %s", vec_at(&x.names, i)), vec_at(&x.texts, i), vec_at(&y.texts, i)));
    if (count > SHOWN_MAX)
        all = SAY("%s      = and %u variables more\n", all, count - SHOWN_MAX);
    if (!*all)
        all = "      = in what roles observed\n";
    return lockstep_differ(p, SAY("the state %s", what), all);
}

/* ---- asking both ---- */

static const char *status_line(pair *p, const side *s, lud_status status)
{
    return SAY("%s%s%s", lud_status_text(status), status == LUD_OK ? "" : ": ",
               status == LUD_OK ? "" : lud_fault_text(s->ctx, false));
}

/* The same status, and the same fault. Limits count work, of which native code does less: where
 * one side hits one there is nothing to compare any more, and *a tells. */
bool lockstep_same_status(pair *p, const char *what, lud_status *a, lud_status b)
{
    if (*a == LUD_OK && b == LUD_OK)
        return true;
    if (lud_status_is_limit(*a) || lud_status_is_limit(b)) {
        *a = lud_status_is_limit(*a) ? *a : b;
        return true;
    }
    return lockstep_same_text(p, what, status_line(p, &p->of[0], *a), status_line(p, &p->of[1], b));
}

bool lockstep_same_percepts(pair *p, const char *what)
{
    for (uint32_t role = 1; role <= p->of[0].game->roles; role++) {
        const char *seen[2];
        for (int i = 0; i < 2; i++) {
            size_t length = lud_percept_text(p->of[i].ctx, role, NULL, 0);
            char *text = arena_alloc(&p->arena, length + 1);
            lud_percept_text(p->of[i].ctx, role, text, length + 1);
            seen[i] = text;
        }
        if (!lockstep_same_text(p, SAY("what %s saw of %s", lud_role_name(p->of[0].game, role), what), seen[0],
                                seen[1]))
            return false;
    }
    return true;
}

static bool same_scores(pair *p)
{
    uint32_t roles = p->of[0].game->roles;
    double *scores = ARENA_ARRAY(&p->arena, double, 2 * roles + 2);
    for (int i = 0; i < 2; i++)
        lud_scores(p->of[i].game, p->of[i].state, scores + (size_t)i * roles);
    for (uint32_t r = 0; r < roles; r++)
        if (scores[r] < scores[roles + r] || scores[r] > scores[roles + r])
            return lockstep_differ(p, SAY("the score of %s", lud_role_name(p->of[0].game, r + 1)),
                                   values(p, "", SAY("%g", scores[r]), SAY("%g", scores[roles + r])));
    return true;
}

static bool same_look(pair *p)
{
    const side *a = &p->of[0], *b = &p->of[1];
    if (!lockstep_same_number(p, "whether the game is over", lud_terminal(a->game, a->state),
                              lud_terminal(b->game, b->state)) ||
        !lockstep_same_number(p, "who decides (bit set)", lud_movers(a->game, a->state),
                              lud_movers(b->game, b->state)) ||
        !lockstep_same_number(p, "the hash of the state", lud_state_hash(a->game, a->state),
                              lud_state_hash(b->game, b->state)) ||
        !same_scores(p))
        return false;
    for (uint32_t role = 1; role <= a->game->roles; role++)
        if (!lockstep_same_number(p, SAY("what %s may know (hash)", lud_role_name(a->game, role)),
                                  lud_observe_hash(a->game, a->state, role), lud_observe_hash(b->game, b->state, role)))
            return false;
    return true;
}

static const char *move_text(pair *p, int which, lud_move move)
{
    size_t length = lud_move_text(p->of[which].game, move, NULL, 0);
    char *text = arena_alloc(&p->arena, length + 1);
    lud_move_text(p->of[which].game, move, text, length + 1);
    return text;
}

static bool same_move(pair *p, const char *what, lud_move a, lud_move b)
{
    bool same = a.count == b.count && (a.count == 0 || memcmp(a.words, b.words, a.count * sizeof *a.words) == 0);
    return same ||
           lockstep_differ(p, what, values(p, "", SAY("`%s`", move_text(p, 0, a)), SAY("`%s`", move_text(p, 1, b))));
}

/* Lists the moves of a role on both sides; *status is that of both. */
static bool same_list(pair *p, uint32_t role, lud_status *status)
{
    side *a = &p->of[0], *b = &p->of[1];
    *status = lud_moves_list(a->ctx, a->state, role, a->moves);
    if (!lockstep_same_status(p, "listing the moves", status, lud_moves_list(b->ctx, b->state, role, b->moves)))
        return false;
    if (*status != LUD_OK)
        return true;
    uint32_t n = lud_moves_count(a->moves), m = lud_moves_count(b->moves);
    for (uint32_t i = 0; i < n && i < m; i++) {
        lud_move x = lud_moves_at(a->moves, i), y = lud_moves_at(b->moves, i);
        if (!same_move(p, SAY("move %u of the list", i), x, y) ||
            !lockstep_same_number(p, SAY("the ways of making `%s`", move_text(p, 0, x)), x.weight, y.weight))
            return false;
    }
    return lockstep_same_number(p, "the number of moves", n, m);
}

/* The same random numbers give the same move and leave the same generator. */
static bool same_draw(pair *p, uint32_t role, lud_rng rng)
{
    lud_rng rngs[2] = {rng, rng};
    lud_move moves[2];
    lud_status statuses[2];
    for (int i = 0; i < 2; i++)
        statuses[i] = lud_draw_move(p->of[i].ctx, p->of[i].state, role, &rngs[i], &moves[i]);
    if (!lockstep_same_status(p, "drawing a move", &statuses[0], statuses[1]))
        return false;
    return statuses[0] != LUD_OK || (same_move(p, "the move drawn", moves[0], moves[1]) &&
                                     lockstep_same_number(p, "the random numbers that drawing a move takes",
                                                          lud_rng_next(&rngs[0]), lud_rng_next(&rngs[1])));
}

/* Makes a listed move in one way on both sides, from `state` to `after`. */
static bool same_apply(pair *p, uint32_t index, uint32_t way, uint32_t *ways, lud_status *status)
{
    lud_status statuses[2];
    uint32_t counts[2];
    lud_move first = lud_moves_at(p->of[0].moves, index);
    for (int i = 0; i < 2; i++) {
        side *s = &p->of[i];
        lud_move move = lud_moves_at(s->moves, index);
        memcpy(s->after, s->state, p->size);
        statuses[i] = lud_apply_way(s->ctx, s->after, &move, way, &counts[i]);
    }
    *status = statuses[0];
    *ways = counts[0];
    p->result->moves++;
    if (statuses[0] == LUD_OK && statuses[1] == LUD_OK && counts[0] == counts[1] &&
        memcmp(p->of[0].after, p->of[1].after, p->size) == 0)
        return true;
    const char *what = SAY("after `%s`, way %u", move_text(p, 0, first), way);
    if (!lockstep_same_status(p, SAY("the result %s", what), status, statuses[1]))
        return false;
    if (lud_status_is_limit(*status))
        return true;
    return lockstep_same_number(p, SAY("the number of ways %s", what), counts[0], counts[1]) &&
           same_states(p, what, p->of[0].after, p->of[1].after);
}

static bool same_tries(pair *p, lud_rng *rng)
{
    uint32_t n = lud_moves_count(p->of[0].moves), tries = p->options->tries;
    uint32_t step = n / (tries ? tries : TRIES_STANDARD) + 1;
    for (uint32_t i = lud_rng_below(rng, step); i < n; i += step) {
        uint32_t ways = 1;
        lud_status status;
        for (uint32_t way = 0; way < ways && way < WAYS_MAX; way++) {
            if (!same_apply(p, i, way, &ways, &status))
                return false;
            if (!lud_status_is_limit(status) && !lockstep_same_percepts(p, "a move"))
                return false;
        }
    }
    return true;
}

/* ---- one game ---- */

/* One ply on both sides. `over`: there is nothing to go on with. */
static bool play_ply(pair *p, lud_rng *rng, bool *over)
{
    side *a = &p->of[0], *b = &p->of[1];
    uint64_t movers = lud_movers(a->game, a->state);
    lud_status status;
    uint32_t ways = 1, ignored;
    *over = true;
    if (movers == 0) /* player holds no role, which listing cannot be asked about */
        return true;
    uint32_t role = (uint32_t)__builtin_ctzll(movers);
    if (!same_list(p, role, &status) || !same_draw(p, role, *rng))
        return false;
    if (status != LUD_OK) {
        p->result->faults++;
        return true;
    }
    if (!same_tries(p, rng))
        return false;
    uint32_t pick = lud_rng_below(rng, lud_moves_count(a->moves));
    if (!same_apply(p, pick, 0, &ways, &status))
        return false;
    uint32_t way = ways > 1 ? lud_rng_below(rng, ways) : 0;
    if (way > 0 && !same_apply(p, pick, way, &ignored, &status))
        return false;
    if (status != LUD_OK) {
        p->result->faults++;
        return true;
    }
    memcpy(a->state, a->after, p->size);
    memcpy(b->state, b->after, p->size);
    p->path = SAY("%s%s%s", p->path, *p->path ? "; " : "", move_text(p, 0, lud_moves_at(a->moves, pick)));
    p->result->ply++;
    p->result->plies++;
    *over = false;
    return true;
}

static bool same_start(pair *p, lud_status *status)
{
    side *a = &p->of[0], *b = &p->of[1];
    *status = lud_start(a->ctx, a->state);
    return lockstep_same_status(p, "starting", status, lud_start(b->ctx, b->state)) &&
           (*status != LUD_OK ||
            (same_states(p, "at the start", a->state, b->state) && lockstep_same_percepts(p, "the start")));
}

/* Random play inside of the library goes other ways than move by move. */
static bool same_playout(pair *p, lud_rng rng, bool enumerate)
{
    const char *how = enumerate ? "a listing playout" : "a sampling playout";
    lud_playout_options options = {.enumerate = enumerate};
    lud_playout_result results[2];
    lud_rng rngs[2] = {rng, rng};
    lud_status statuses[2], status;
    memset(results, 0, sizeof results);
    p->path = "";
    p->result->ply = 0;
    if (!same_start(p, &status))
        return false;
    if (status != LUD_OK)
        return true;
    for (int i = 0; i < 2; i++)
        statuses[i] = lud_playout(p->of[i].ctx, p->of[i].state, &rngs[i], &options, &results[i]);
    if (statuses[0] == LUD_LIMIT_PLIES && statuses[1] == LUD_LIMIT_PLIES)
        statuses[0] = statuses[1] = LUD_OK; /* stopped, in the same position */
    if (!lockstep_same_status(p, how, &statuses[0], statuses[1]))
        return false;
    if (lud_status_is_limit(statuses[0]))
        return true;
    return lockstep_same_number(p, SAY("the length of %s", how), results[0].plies, results[1].plies) &&
           lockstep_same_number(p, SAY("the choices of %s", how), results[0].choices, results[1].choices) &&
           same_states(p, SAY("after %s", how), p->of[0].state, p->of[1].state) &&
           lockstep_same_number(p, SAY("the random numbers of %s", how), lud_rng_next(&rngs[0]),
                                lud_rng_next(&rngs[1]));
}

static bool play_game(pair *p, uint64_t number)
{
    const lud_game *game = p->of[0].game;
    uint32_t limit = p->options->max_plies ? p->options->max_plies : game->limits.max_plies;
    lud_rng rng;
    lud_status status;
    bool over = false;
    lud_rng_seed(&rng, p->options->seed, number);
    lud_rng fresh = rng;
    p->path = "";
    p->result->playout = number;
    p->result->ply = 0;
    if (!same_start(p, &status))
        return false;
    if (status != LUD_OK) {
        p->result->faults++;
        return true;
    }
    while (!over && p->result->ply < limit) {
        if (!same_look(p))
            return false;
        if (lud_terminal(game, p->of[0].state))
            break;
        if (!play_ply(p, &rng, &over))
            return false;
    }
    return (p->options->max_plies && p->result->ply == limit) ||
           (same_playout(p, fresh, false) && same_playout(p, fresh, true));
}

/* ---- from outside ---- */

static bool side_init(side *s, const lud_game *game)
{
    lud_info info;
    lud_game_info(game, &info);
    s->game = game;
    s->name = info.backend;
    s->ctx = lud_context_new(game);
    s->moves = lud_moves_new();
    s->state = calloc(1, game->state_size + 1);
    s->after = calloc(1, game->state_size + 1);
    return s->ctx && s->moves && s->state && s->after;
}

static void side_done(side *s)
{
    lud_context_free(s->ctx);
    lud_moves_free(s->moves);
    free(s->state);
    free(s->after);
}

static bool one_game(pair *p, uint64_t number)
{
    jmp_buf failure;
    arena_init(&p->arena, 0);
    p->arena.on_failure = &failure;
    bool same;
    if (setjmp(failure)) {
        p->result->text = NULL;
        p->result->differ = true; /* without words: out of memory */
        same = false;
    } else {
        same = p->of[0].game->alike && !p->of[0].game->info.simultaneous ? play_game(p, number)
                                                                         : lockstep_joint_game(p, number);
    }
    arena_done(&p->arena);
    return same;
}

static lud_status all_games(pair *p)
{
    const lud_lockstep_options *o = p->options;
    for (uint64_t i = 0; i < o->playouts; i++) {
        if (!one_game(p, i))
            break;
        p->result->playouts++;
        if (o->progress && !o->progress(o->user, i + 1, o->playouts))
            break;
    }
    if (!p->result->differ || p->result->text)
        return LUD_OK;
    p->result->differ = false;
    return LUD_ERR_MEMORY;
}

lud_status lud_lockstep(const lud_game *a, const lud_game *b, const lud_lockstep_options *options,
                        lud_lockstep_result *result)
{
    memset(result, 0, sizeof *result);
    if (a->roles != b->roles || a->kind != b->kind || (a->alike && a->state_size != b->state_size))
        return LUD_ERR_ARGUMENT;
    pair p = {.size = a->state_size, .options = options, .result = result, .path = ""};
    lud_status status = LUD_ERR_MEMORY;
    bool ready = side_init(&p.of[0], a);
    ready = side_init(&p.of[1], b) && ready;
    if (strcmp(p.of[0].name, p.of[1].name) == 0) {
        p.of[0].name = "the first";
        p.of[1].name = "the second";
    }
    p.place = p.of[0].state;
    if (ready)
        status = all_games(&p);
    for (int i = 0; i < 2 && ready; i++)
        result->interpreted[i] = lud_interpreted(p.of[i].ctx);
    side_done(&p.of[0]);
    side_done(&p.of[1]);
    return status;
}
