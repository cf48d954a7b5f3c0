#include "session/levels.h"

#include "session/memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- one game ---- */

bool level_open(level_game *g, const levels *how, uint64_t level, lud_diags *diags)
{
    setup with = *how->with;
    *g = (level_game){0};
    if (how->levels) {
        with.level.seed = level;
        with.load.level = &with.level;
    }
    g->rules = lud_load_text(how->rules, how->length, how->path, &with.load, diags);
    if (g->rules)
        g->strategy = (how->explained ? lud_strategy_explained : lud_strategy_new)(
            g->rules, how->strategy, how->strategy_length, how->strategy_file, diags);
    if (g->strategy)
        walk_init(&g->w, g->rules);
    return g->strategy != NULL;
}

void level_close(level_game *g)
{
    free(g->memory);
    if (g->strategy)
        walk_done(&g->w);
    lud_strategy_free(g->strategy);
    lud_game_free(g->rules);
}

static lud_status nature(level_game *g)
{
    walk *w = &g->w;
    if (walk_decides(w, 0)) {
        lud_status status = walk_choose(w, 0, false, &g->rng, &w->joint[0]);
        if (status != LUD_OK)
            return status;
    }
    uint32_t ways = walk_ways(w);
    return walk_apply(w, ways > 1 ? lud_rng_below(&g->rng, ways) : 0);
}

lud_status level_begin(level_game *g, const levels *how, uint64_t number)
{
    lud_rng_seed(&g->rng, how->with->seed, number);
    free(g->memory);
    g->memory = mem_strdup("");
    g->void_steps = g->silent_steps = 0;
    return walk_start(&g->w);
}

lud_status level_step(level_game *g, lud_play *play)
{
    walk *w = &g->w;
    lud_status status = lud_strategy_play(g->strategy, w->state, g->memory, NULL, 0, &g->rng, play);
    if (status != LUD_OK)
        return status;
    int found = walk_find(w, 1, play->actions);
    if (found < 0)
        return LUD_ERR_ILLEGAL;
    g->silent_steps += play->none;
    w->joint[1] = walk_at(w, 1, found);
    char *memory = mem_strdup(play->memory);
    status = nature(g);
    free(g->memory);
    g->memory = memory;
    g->void_steps += status == LUD_OK && lud_step_void(w->ctx, NULL);
    return status;
}

char *level_fault(const level_game *g, const levels *how, lud_status status)
{
    buffer text = {0};
    const char *own = lud_strategy_fault(g->strategy), *fault = lud_fault_text(g->w.ctx, how->color);
    if (*own)
        buffer_addf(&text, "the strategy failed: %s\n", own);
    else if (fault && *fault)
        buffer_add(&text, fault);
    else
        buffer_addf(&text, "ludens: error: %s\n", lud_status_text(status));
    return text.text;
}

/* ---- many levels ---- */

typedef struct job {
    const levels *how;
    levels_result *result;
    uint64_t count;
    _Atomic uint64_t next, done;
    atomic_bool stop;
    pthread_mutex_t lock; /* of the result */
} job;

static void add_game(level_tally *t, const level_game *g, uint64_t level)
{
    const char *verdict = lud_verdict(g->rules, g->w.state);
    bool won = strcmp(verdict, "win") == 0, lost = strcmp(verdict, "lose") == 0;
    uint32_t steps = g->w.ply;
    t->games++;
    t->won += won;
    t->lost += lost;
    t->stopped += !won && !lost;
    t->steps += steps;
    t->void_steps += g->void_steps;
    t->void_games += g->void_steps > 0;
    t->silent_steps += g->silent_steps;
    if (won) {
        t->won_steps += steps;
        t->shortest = t->won == 1 || steps < t->shortest ? steps : t->shortest;
        t->longest = steps > t->longest ? steps : t->longest;
    } else if (level < t->first_lost) {
        t->first_lost = level;
    }
    if (g->void_steps && level < t->first_void)
        t->first_void = level;
}

static void merge(level_tally *into, const level_tally *t)
{
    if (t->won) {
        into->shortest = !into->won || t->shortest < into->shortest ? t->shortest : into->shortest;
        into->longest = t->longest > into->longest ? t->longest : into->longest;
    }
    into->games += t->games;
    into->won += t->won;
    into->lost += t->lost;
    into->stopped += t->stopped;
    into->steps += t->steps;
    into->won_steps += t->won_steps;
    into->void_steps += t->void_steps;
    into->void_games += t->void_games;
    into->silent_steps += t->silent_steps;
    into->first_lost = t->first_lost < into->first_lost ? t->first_lost : into->first_lost;
    into->first_void = t->first_void < into->first_void ? t->first_void : into->first_void;
}

/* Takes the diagnostics. The first failure counts. */
static void fail(job *j, const level_game *g, lud_status status, lud_diags *diags, uint64_t level)
{
    levels_result *r = j->result;
    pthread_mutex_lock(&j->lock);
    if (!r->failed && status != LUD_INTERRUPTED) { /* whoever stops it knows */
        r->failed = true;
        r->status = status;
        r->failed_level = level;
        r->failed_step = g->strategy ? g->w.ply + 1 : 0;
        r->fault = status == LUD_OK ? NULL : level_fault(g, j->how, status);
        r->diags = diags;
        diags = NULL;
    }
    pthread_mutex_unlock(&j->lock);
    lud_diags_free(diags);
    atomic_store(&j->stop, true);
}

static void play_level(job *j, uint64_t index, level_tally *t)
{
    level_game g;
    lud_play play;
    uint64_t level = j->how->first + index, games = j->how->games;
    lud_diags *diags = lud_diags_new();
    lud_status status = LUD_OK;
    bool open = level_open(&g, j->how, level, diags);
    for (uint64_t i = 0; open && i < games && status == LUD_OK && !atomic_load(&j->stop); i++) {
        status = level_begin(&g, j->how, index * games + i);
        while (status == LUD_OK && !walk_terminal(&g.w))
            status = level_step(&g, &play);
        if (status == LUD_OK)
            add_game(t, &g, level);
    }
    if (!open || status != LUD_OK)
        fail(j, &g, status, diags, level);
    else
        lud_diags_free(diags);
    level_close(&g);
}

typedef struct worker {
    job *j;
    pthread_t thread;
    level_tally t;
    bool main, started;
} worker;

static void *work(void *user)
{
    worker *w = user;
    job *j = w->j;
    while (!atomic_load(&j->stop)) {
        uint64_t index = atomic_fetch_add(&j->next, 1);
        if (index >= j->count)
            break;
        play_level(j, index, &w->t);
        uint64_t done = atomic_fetch_add(&j->done, 1) + 1;
        if (w->main && j->how->progress && !j->how->progress(j->how->user, done, j->count))
            atomic_store(&j->stop, true);
    }
    return NULL;
}

void levels_run(const levels *how, levels_result *result)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    job j = {.how = how, .result = result, .count = how->levels ? how->levels : 1};
    uint64_t threads = how->threads ? how->threads : cores > 0 ? (uint64_t)cores : 1;
    threads = threads > j.count ? j.count : threads;
    *result = (levels_result){.sum = {.first_lost = UINT64_MAX, .first_void = UINT64_MAX}};
    pthread_mutex_init(&j.lock, NULL);
    worker *all = mem_alloc(threads * sizeof *all);
    for (uint64_t i = 0; i < threads; i++) {
        all[i] = (worker){.j = &j, .main = i == 0};
        all[i].t.first_lost = all[i].t.first_void = UINT64_MAX;
        all[i].started = i > 0 && pthread_create(&all[i].thread, NULL, work, &all[i]) == 0;
    }
    work(&all[0]);
    for (uint64_t i = 0; i < threads; i++) {
        if (all[i].started)
            pthread_join(all[i].thread, NULL);
        merge(&result->sum, &all[i].t);
    }
    result->done = atomic_load(&j.done);
    free(all);
    pthread_mutex_destroy(&j.lock);
}

void levels_result_done(levels_result *result)
{
    free(result->fault);
    lud_diags_free(result->diags);
}
