#include "analysis/measures.h"

#include "analysis/move_types.h"
#include "analysis/space.h"
#include "base/map.h"
#include "base/room.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLIES_KEPT = 2000, NAMES = 1 << 14 };

/* Welford's running mean and variance (1962). */
static void add(spread *s, double x)
{
    if (!isfinite(x))
        return;
    double before = s->mean;
    s->count++;
    s->mean += (x - before) / (double)s->count;
    s->sd += (x - before) * (x - s->mean);
    s->min = s->count == 1 || x < s->min ? x : s->min;
    s->max = s->count == 1 || x > s->max ? x : s->max;
}

static void finish(spread *s) { s->sd = s->count > 1 ? sqrt(s->sd / (double)(s->count - 1)) : 0; }

typedef struct observer {
    const lud_game *game;
    const analysis_options *o;
    analysis *a;
    lud_context *ctx;
    lud_rng rng;
    unsigned char *state; /* after the last step */
    unsigned char *scratch;
    size_t size;
    atomic_bool late; /* the deadline has passed */
    bool have_state;
    double *low, *scale; /* [role - 1] */
    double *curve;       /* [ply * roles + role - 1] */
    uint32_t plies, capacity;
    double logs, branching_sum, clarity_sum, first_branching, last_branching;
    uint32_t decisions, forced, passes, clarity_count;
    double branching_slope[4];    /* sums n, b, n*b, n*n of this game */
    bool *touched, *touched_ever; /* [site of all boards] */
    uint64_t *names;              /* hashes of moves met */
    double *sums_lead, *squares_lead, *sums_branching;
    uint64_t *counts_branching;
    bool failed;
} observer;

/* ---- estimates ---- */

static double scaled(const observer *v, uint32_t role, double score)
{
    double x = (score - v->low[role - 1]) * v->scale[role - 1];
    return x < 0 ? 0 : x > 1 ? 1 : x;
}

static double *curve_at(observer *v, uint32_t ply)
{
    if (ply >= v->capacity) {
        uint32_t capacity = ply * 2 + 64;
        if (!ROOM_OF(v->curve, (size_t)capacity * v->a->roles)) {
            v->failed = true;
            return NULL;
        }
        v->capacity = capacity;
    }
    return v->curve + (size_t)ply * v->a->roles;
}

/* The expected scores of a position by random games. */
static void estimate(observer *v, const void *state, double *out)
{
    double scores[64];
    uint32_t done = 0, roles = v->a->roles;
    memset(out, 0, roles * sizeof *out);
    for (uint32_t i = 0; i < v->o->samples; i++) {
        memcpy(v->scratch, state, v->size);
        lud_status status = lud_playout(v->ctx, v->scratch, &v->rng, NULL, NULL);
        if (status != LUD_OK && status != LUD_LIMIT_PLIES)
            continue;
        lud_scores(v->game, v->scratch, scores);
        for (uint32_t r = 0; r < roles; r++)
            out[r] += scaled(v, r + 1, scores[r]);
        done++;
    }
    for (uint32_t r = 0; r < roles; r++)
        out[r] = done ? out[r] / done : 0.5;
}

static void end_estimate(observer *v, const void *state, double *out)
{
    double scores[64];
    lud_scores(v->game, state, scores);
    for (uint32_t r = 0; r < v->a->roles; r++)
        out[r] = scaled(v, r + 1, scores[r]);
}

/* ---- moves ---- */

static bool is_pass(const char *move) { return !*move || strcmp(move, "noop") == 0 || strcmp(move, "pass") == 0; }

/* Distinct moves, up to the size of the table. */
static void count_name(observer *v, uint32_t role, const char *move)
{
    uint64_t hash = hash_fnv(HASH_FNV ^ role, move, strlen(move)) | 1;
    for (uint32_t i = 0; i < NAMES; i++) {
        uint64_t *slot = &v->names[(hash + i) & (NAMES - 1)];
        if (*slot == hash || v->a->distinct_moves >= NAMES / 2)
            return;
        if (*slot == 0) {
            *slot = hash;
            v->a->distinct_moves++;
            return;
        }
    }
}

/* Standard deviation of the values of the moves that were looked at. */
static double spread_of_choices(const observer *v, const agent *thinker, uint32_t role)
{
    spread s = {0};
    for (uint32_t i = 0; i < lud_moves_count(thinker->moves); i++)
        if (thinker->choices[i].visits > 0 || thinker->choices[i].proven)
            add(&s, scaled(v, role, thinker->choices[i].value));
    finish(&s);
    return s.count > 1 ? s.sd : NAN;
}

static void decided(void *user, const match_decision *d)
{
    observer *v = user;
    analysis *a = v->a;
    if (d->role == 0 || (d->moves <= 1 && is_pass(d->move)))
        return; /* waiting while others move is no decision */
    uint32_t ply = d->ply - 1;
    a->decisions++;
    v->decisions++;
    v->forced += d->moves <= 1;
    v->passes += is_pass(d->move);
    move_types_count(a, d->move);
    count_name(v, d->role, d->move);
    add(&a->branching, d->moves);
    v->logs += log10(d->moves > 0 ? d->moves : 1);
    if (ply < PLIES_KEPT) {
        v->sums_branching[ply] += d->moves;
        v->counts_branching[ply]++;
    }
    v->branching_slope[0] += ply;
    v->branching_slope[1] += d->moves;
    v->branching_slope[2] += (double)ply * d->moves;
    v->branching_slope[3] += (double)ply * ply;
    if (!d->thinker)
        return;
    double c = spread_of_choices(v, d->thinker, d->role);
    if (isfinite(c)) {
        v->clarity_sum += c;
        v->clarity_count++;
    }
    /* what the search expected of the position before the move */
    if (v->a->searched && a->roles == 2) {
        double *at = curve_at(v, ply);
        if (at) {
            at[d->role - 1] = scaled(v, d->role, d->thinker->value);
            at[2 - d->role] = 1 - at[d->role - 1];
        }
    }
}

static void count_sites(observer *v, const void *before, const void *after)
{
    uint32_t changed = 0, site = 0;
    for (uint32_t b = 0; b < lud_board_count(v->game); b++)
        for (uint32_t i = 0; i < lud_board_at(v->game, b).sites; i++, site++) {
            lud_site x = lud_site_at(v->game, before, b, i), y = lud_site_at(v->game, after, b, i);
            if (x.content == y.content || strcmp(x.content, y.content) == 0)
                continue;
            changed++;
            v->touched[site] = v->touched_ever[site] = true;
        }
    if (v->a->sites)
        v->a->changed[changed < 3 ? changed : 3]++;
}

static void stepped(void *user, const void *state)
{
    observer *v = user;
    if (analysis_late(v->o))
        atomic_store(&v->late, true);
    if (v->have_state) {
        count_sites(v, v->state, state);
        v->plies++;
    }
    double *at = curve_at(v, v->plies);
    if (at && lud_terminal(v->game, state))
        end_estimate(v, state, at);
    else if (at && (!v->a->searched || v->plies == 0 || lud_movers(v->game, state) == 1))
        estimate(v, state, at);
    else if (at && v->plies > 0) /* until the search says what it expects */
        memcpy(at, at - v->a->roles, v->a->roles * sizeof *at);
    memcpy(v->state, state, v->size);
    v->have_state = true;
}

/* ---- a game ---- */

static void begin_game(observer *v, uint64_t number)
{
    lud_rng_seed(&v->rng, v->o->seed, number + (UINT64_C(1) << 40));
    v->have_state = false;
    v->plies = v->decisions = v->forced = v->passes = v->clarity_count = 0;
    v->logs = v->clarity_sum = 0;
    memset(v->branching_slope, 0, sizeof v->branching_slope);
    memset(v->touched, 0, v->a->sites * sizeof *v->touched);
}

/* The lead of the winner, or of the first role. */
static void make_lead(observer *v, uint32_t hero, double *lead)
{
    for (uint32_t n = 0; n <= v->plies; n++) {
        const double *at = v->curve + (size_t)n * v->a->roles;
        double others = v->a->roles > 1 ? -1 : 0.5;
        for (uint32_t r = 0; r < v->a->roles; r++)
            others = r != hero && at[r] > others ? at[r] : others;
        lead[n] = at[hero] - others;
    }
}

/* A search sees its own side a little too bright, since it has chosen the best of many estimates:
 * the mean of two plies, one of each side, evens that out. */
static void smooth(const observer *v, double *lead)
{
    for (uint32_t n = 0; v->a->searched && n + 2 <= v->plies; n++)
        lead[n] = (lead[n] + lead[n + 1]) / 2;
}

static void add_curve(observer *v, uint32_t hero, bool won)
{
    analysis *a = v->a;
    double *lead = malloc((v->plies + 1) * sizeof *lead);
    if (!lead) {
        v->failed = true;
        return;
    }
    make_lead(v, hero, lead);
    smooth(v, lead);
    curve_measures m = curve_measure(lead, v->plies, won && a->roles > 1);
    add(&a->drama, m.drama);
    add(&a->drama_max, m.drama_max);
    add(&a->decisiveness, m.decisiveness);
    add(&a->uncertainty, m.uncertainty);
    add(&a->uncertainty_late, m.uncertainty_late);
    add(&a->lead_change, m.lead_change);
    add(&a->permanence, m.permanence);
    add(&a->killer, m.killer);
    add(&a->momentum, m.momentum);
    add(&a->correction, m.correction);
    add(&a->stability, m.stability);
    make_lead(v, 0, lead);
    smooth(v, lead);
    for (uint32_t n = 0; n <= v->plies && n < PLIES_KEPT; n++) {
        v->sums_lead[n] += lead[n];
        v->squares_lead[n] += lead[n] * lead[n];
        a->by_ply.games[n]++;
    }
    free(lead);
}

static void end_game(observer *v, const match_result *r)
{
    analysis *a = v->a;
    uint32_t best = 0, level = 1;
    a->games++;
    a->faults += r->status != LUD_OK && r->status != LUD_LIMIT_PLIES;
    a->timeouts += r->status == LUD_LIMIT_PLIES;
    a->lengths[a->length_count++] = r->plies;
    for (uint32_t i = 0; i < a->roles; i++)
        a->repeatable &= r->works[i].repeatable;
    if (r->status != LUD_OK)
        return;
    a->finished++;
    for (uint32_t i = 1; i < a->roles; i++) {
        level = r->scores[i] > r->scores[best] ? 1 : level + (r->scores[i] == r->scores[best]);
        best = r->scores[i] > r->scores[best] ? i : best;
    }
    bool won = level == 1 && a->roles > 1;
    if (won)
        a->wins[best]++;
    else if (a->roles > 1)
        a->draws++;
    for (uint32_t i = 0; i < a->roles; i++)
        a->mean_scores[i] += r->scores[i];
    add(&a->scores, r->scores[0]);
    add(&a->plies, r->plies);
    add(&a->turns, v->decisions);
    a->tree_size += v->logs;
    add(&a->forced, v->decisions ? (double)v->forced / v->decisions : NAN);
    a->pass_rate += v->decisions ? (double)v->passes / v->decisions : 0;
    add(&a->clarity, v->clarity_count ? v->clarity_sum / v->clarity_count : NAN);
    double n = v->decisions, *s = v->branching_slope, spread_n = n * s[3] - s[0] * s[0];
    /* change of the number of moves over the game, as a share of their mean */
    if (n > 2 && spread_n > 0 && s[1] > 0)
        add(&a->convergence, -(n * s[2] - s[0] * s[1]) / spread_n * v->plies / (s[1] / n));
    uint64_t used = 0;
    for (uint64_t i = 0; i < a->sites; i++)
        used += v->touched[i];
    if (a->sites)
        add(&a->coverage, (double)used / (double)a->sites);
    if (v->plies == r->plies && v->plies > 0)
        add_curve(v, won ? best : 0, won);
}

/* ---- all games ---- */

static void observer_done(observer *v)
{
    lud_context_free(v->ctx);
    free(v->state);
    free(v->scratch);
    free(v->low);
    free(v->scale);
    free(v->curve);
    free(v->touched);
    free(v->touched_ever);
    free(v->names);
    free(v->sums_lead);
    free(v->squares_lead);
    free(v->sums_branching);
    free(v->counts_branching);
}

static bool observer_init(observer *v, const lud_game *game, const analysis_options *o, analysis *a)
{
    lud_info info;
    lud_game_info(game, &info);
    *v = (observer){.game = game, .o = o, .a = a, .size = lud_state_size(game)};
    for (uint32_t b = 0; b < lud_board_count(game); b++)
        a->sites += lud_board_at(game, b).sites;
    a->board = a->sites > 0;
    v->ctx = lud_context_new(game);
    v->state = calloc(1, v->size);
    v->scratch = calloc(1, v->size);
    v->low = calloc(a->roles + 1, sizeof *v->low);
    v->scale = calloc(a->roles + 1, sizeof *v->scale);
    v->touched = calloc(a->sites + 1, sizeof *v->touched);
    v->touched_ever = calloc(a->sites + 1, sizeof *v->touched_ever);
    v->names = calloc(NAMES, sizeof *v->names);
    v->sums_lead = calloc(PLIES_KEPT, sizeof *v->sums_lead);
    v->squares_lead = calloc(PLIES_KEPT, sizeof *v->squares_lead);
    v->sums_branching = calloc(PLIES_KEPT, sizeof *v->sums_branching);
    v->counts_branching = calloc(PLIES_KEPT, sizeof *v->counts_branching);
    if (!v->ctx || !v->state || !v->scratch || !v->low || !v->scale || !v->touched || !v->touched_ever || !v->names ||
        !v->sums_lead || !v->squares_lead || !v->sums_branching || !v->counts_branching)
        return false;
    double sums[2] = {0, 0};
    for (uint32_t r = 0; r < a->roles; r++) {
        double high;
        lud_score_bounds(game, r + 1, &v->low[r], &high);
        v->scale[r] = high > v->low[r] ? 1 / (high - v->low[r]) : 1;
        sums[0] += r ? high : v->low[r];
        sums[1] += r ? v->low[r] : high;
    }
    /* what one gains the other loses: then the search of who moves speaks for both */
    a->searched = a->roles == 2 && !info.hidden && sums[0] == sums[1];
    return true;
}

typedef struct table_of_agents {
    agent *players[64];
    match_budget budgets[64];
} table_of_agents;

static lud_status seat(const lud_game *game, const agent_spec *spec, const analysis_options *o, table_of_agents *t,
                       analysis *a)
{
    memset(t, 0, sizeof *t);
    for (uint32_t i = 0; i < a->roles; i++) {
        t->budgets[i] = o->budget;
        lud_status status = agent_new(spec, game, &t->players[i], a->problem, sizeof a->problem);
        if (status != LUD_OK)
            return status;
    }
    a->problem[0] = 0;
    return LUD_OK;
}

static void leave(table_of_agents *t)
{
    for (int i = 0; i < 64; i++)
        agent_free(t->players[i]);
}

static uint64_t seed_of(const analysis_options *o, uint64_t number)
{
    lud_rng rng;
    lud_rng_seed(&rng, o->seed, number);
    return lud_rng_next(&rng);
}

static bool go_on(const analysis_options *o, uint64_t done)
{
    return !(o->stop && atomic_load(o->stop)) && !analysis_late(o) &&
           !(o->progress && !o->progress(o->user, done, o->games + o->duels));
}

static lud_status play_all(observer *v, table_of_agents *t)
{
    const analysis_options *o = v->o;
    for (uint64_t i = 0; i < o->games && !v->a->stopped; i++) {
        match_result r;
        match_options m = {.game = v->game,
                           .players = t->players,
                           .budgets = t->budgets,
                           .seed = seed_of(o, i),
                           .max_plies = o->max_plies,
                           .stop = o->deadline > 0 ? &v->late : o->stop,
                           .decided = decided,
                           .stepped = stepped,
                           .user = v};
        begin_game(v, i);
        lud_status status = match_play(&m, &r);
        bool stopped = r.stopped || r.status == LUD_INTERRUPTED;
        if (status == LUD_OK && !stopped)
            end_game(v, &r);
        v->a->stopped = stopped || !go_on(o, i + 1);
        match_result_done(&r);
        if (status != LUD_OK || v->failed)
            return LUD_ERR_MEMORY;
    }
    return LUD_OK;
}

/* A bigger budget against a smaller one, in both orders of the seats: how much does thinking help?
 */
static lud_status play_duels(observer *v, table_of_agents *t)
{
    const analysis_options *o = v->o;
    if (v->a->roles != 2)
        return LUD_OK;
    for (uint64_t i = 0; i < o->duels && !v->a->stopped; i++) {
        match_result r;
        uint32_t strong = (uint32_t)(i % 2);
        t->budgets[0] = t->budgets[1] = o->budget;
        t->budgets[strong].seconds *= o->strength;
        t->budgets[strong].playouts *= o->strength;
        t->budgets[strong].nodes *= o->strength;
        match_options m = {.game = v->game,
                           .players = t->players,
                           .budgets = t->budgets,
                           .seed = seed_of(o, o->games + i / 2),
                           .max_plies = o->max_plies,
                           .stop = o->stop};
        lud_status status = match_play(&m, &r);
        if (status == LUD_OK && !r.stopped && r.status == LUD_OK) {
            v->a->duel.games++;
            v->a->duel.wins += r.scores[strong] > r.scores[1 - strong];
            v->a->duel.draws += r.scores[strong] == r.scores[1 - strong];
        }
        v->a->stopped = r.stopped || r.status == LUD_INTERRUPTED || !go_on(o, o->games + i + 1);
        match_result_done(&r);
        if (status != LUD_OK)
            return status;
    }
    return LUD_OK;
}

static int by_count(const void *x, const void *y)
{
    const move_type *a = x, *b = y;
    return a->count != b->count ? (a->count < b->count ? 1 : -1) : strcmp(a->name, b->name);
}

/* Measures over all games, after Browne: see docs/analysis.md. */
static void conclude(observer *v)
{
    analysis *a = v->a;
    double games = a->games ? (double)a->games : 1, ended = a->finished ? (double)a->finished : 1;
    uint64_t decisive = 0, most = 0, least = UINT64_MAX;
    for (uint32_t r = 0; r < a->roles; r++) {
        decisive += a->wins[r];
        most = a->wins[r] > most ? a->wins[r] : most;
        least = a->wins[r] < least ? a->wins[r] : least;
        a->mean_scores[r] /= ended;
    }
    a->completion = (double)(a->roles > 1 ? decisive : a->finished) / games;
    a->drawishness = (double)a->draws / ended;
    a->balance = a->roles > 1 ? 1 - (double)(most - least) / games : 1;
    double even = a->roles ? (double)decisive / a->roles : 0;
    a->advantage = even > 0 ? ((double)a->wins[0] - even) / even : 0;
    double off = 0;
    for (uint64_t i = 0; i < a->length_count; i++) {
        double d = fabs((double)v->o->preferred - a->lengths[i]) / v->o->preferred;
        off += d < 1 ? d : 1;
    }
    a->duration = a->length_count ? off / (double)a->length_count : 0;
    a->tree_size /= ended;
    a->pass_rate /= ended;
    a->estimates = a->lead_change.count > 0;
    uint64_t used = 0;
    for (uint64_t i = 0; i < a->sites; i++)
        used += v->touched_ever[i];
    a->coverage_all = a->sites ? (double)used / (double)a->sites : 0;
    for (uint32_t n = 0; n < PLIES_KEPT; n++) {
        double count = (double)a->by_ply.games[n];
        if (count > 0) {
            a->by_ply.depths = n + 1;
            a->by_ply.lead[n] = v->sums_lead[n] / count;
            double variance = v->squares_lead[n] / count - a->by_ply.lead[n] * a->by_ply.lead[n];
            a->by_ply.lead_sd[n] = variance > 0 ? sqrt(variance) : 0;
        }
        a->by_ply.branching[n] = v->counts_branching[n] ? v->sums_branching[n] / (double)v->counts_branching[n] : NAN;
    }
    qsort(a->types, a->type_count, sizeof *a->types, by_count);
    spread *all[] = {&a->plies,      &a->turns,        &a->branching,   &a->scores,           &a->drama,
                     &a->drama_max,  &a->decisiveness, &a->uncertainty, &a->uncertainty_late, &a->lead_change,
                     &a->permanence, &a->killer,       &a->momentum,    &a->correction,       &a->stability,
                     &a->clarity,    &a->convergence,  &a->forced,      &a->coverage};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        finish(all[i]);
}

static bool analysis_init(analysis *a, const lud_game *game, const analysis_options *o)
{
    lud_info info;
    lud_game_info(game, &info);
    *a = (analysis){.roles = info.roles, .repeatable = true};
    a->wins = calloc(info.roles + 1, sizeof *a->wins);
    a->mean_scores = calloc(info.roles + 1, sizeof *a->mean_scores);
    a->by_ply.branching = calloc(PLIES_KEPT, sizeof *a->by_ply.branching);
    a->by_ply.lead = calloc(PLIES_KEPT, sizeof *a->by_ply.lead);
    a->by_ply.lead_sd = calloc(PLIES_KEPT, sizeof *a->by_ply.lead_sd);
    a->by_ply.games = calloc(PLIES_KEPT, sizeof *a->by_ply.games);
    a->lengths = calloc(o->games + 1, sizeof *a->lengths);
    return a->wins && a->mean_scores && a->by_ply.branching && a->by_ply.lead && a->by_ply.lead_sd && a->by_ply.games &&
           a->lengths;
}

void analysis_done(analysis *a)
{
    free(a->wins);
    free(a->mean_scores);
    free(a->by_ply.branching);
    free(a->by_ply.lead);
    free(a->by_ply.lead_sd);
    free(a->by_ply.games);
    free(a->lengths);
    *a = (analysis){0};
}

lud_status analysis_run(const lud_game *game, const analysis_options *o, analysis *a)
{
    observer v = {0};
    agent_spec spec;
    table_of_agents t;
    memset(&t, 0, sizeof t);
    lud_status status = analysis_init(a, game, o) ? LUD_OK : LUD_ERR_MEMORY;
    if (status == LUD_OK && (a->roles == 0 || a->roles > 63)) {
        snprintf(a->problem, sizeof a->problem, "a game without players cannot be analysed");
        return LUD_ERR_ARGUMENT;
    }
    if (status == LUD_OK && !agent_find(o->agent, &spec, a->problem, sizeof a->problem))
        status = LUD_ERR_ARGUMENT;
    spec.file = o->file;
    if (status == LUD_OK)
        status = observer_init(&v, game, o, a) ? seat(game, &spec, o, &t, a) : LUD_ERR_MEMORY;
    if (status == LUD_OK)
        status = play_all(&v, &t);
    if (status == LUD_OK)
        status = play_duels(&v, &t);
    if (status == LUD_OK) {
        conclude(&v);
        status = space_grow(game, o, a);
    }
    leave(&t);
    if (v.game)
        observer_done(&v);
    return status;
}
