/* A strategy on many levels: how often it wins, with a confidence interval, and on one level what it derives. */
#include "analysis/stats.h"
#include "cli/app.h"
#include "cli/load.h"
#include "cli/progress.h"
#include "cli/strategy.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/walk.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct tally {
    uint64_t games, won, lost, stopped, void_steps, void_games, silent_steps, steps;
    uint32_t shortest, longest; /* of games that were won */
    uint64_t won_steps;
    uint64_t first_lost, first_void; /* levels, or UINT64_MAX */
} tally;

typedef struct job {
    const options *o;
    const strategy_run_options *own;
    const char *path;
    char *rules;
    size_t length;
    strategy_text strategy;
    uint64_t first, levels;
    _Atomic uint64_t next, done;
    atomic_bool stop;
    pthread_mutex_t lock; /* of what follows, and of standard error */
    tally sum;
    int code;
    progress bar;
} job;

typedef struct game {
    const job *j;
    lud_game *rules;
    lud_strategy *strategy;
    walk w;
    lud_rng rng;
    char *memory;
    uint32_t void_steps, silent_steps;
} game;

/* ---- one game ---- */

static lud_status nature(game *g)
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

/* One step of the strategy; `play` is what it did. */
static lud_status take_step(game *g, lud_play *play)
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

static lud_status begin(game *g, uint64_t number)
{
    lud_rng_seed(&g->rng, g->j->o->with.seed, number);
    free(g->memory);
    g->memory = mem_strdup("");
    g->void_steps = g->silent_steps = 0;
    return walk_start(&g->w);
}

static lud_status play_out(game *g, uint64_t number)
{
    lud_play play;
    lud_status status = begin(g, number);
    while (status == LUD_OK && !walk_terminal(&g->w))
        status = take_step(g, &play);
    return status;
}

/* ---- levels ---- */

static bool open_level(game *g, const job *j, uint64_t level, lud_diags *diags)
{
    options o = *j->o;
    *g = (game){.j = j};
    if (j->own->levels) {
        o.with.level.seed = level;
        o.with.load.level = &o.with.level;
    }
    g->rules = lud_load_text(j->rules, j->length, j->path, &o.with.load, diags);
    g->strategy = g->rules ? strategy_make(&j->strategy, g->rules, j->own->explain, diags) : NULL;
    if (g->strategy)
        walk_init(&g->w, g->rules);
    return g->strategy != NULL;
}

static void close_level(game *g)
{
    free(g->memory);
    if (g->strategy)
        walk_done(&g->w);
    lud_strategy_free(g->strategy);
    lud_game_free(g->rules);
}

static void add_game(tally *t, const game *g, uint64_t level)
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

static void merge(tally *into, const tally *t)
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

/* The first failure is told. */
static void fail(job *j, int code, const game *g, lud_status status, lud_diags *diags, uint64_t level)
{
    pthread_mutex_lock(&j->lock);
    if (j->code == EXIT_FINE && status != LUD_INTERRUPTED) { /* which strategy_run reports */
        if (status == LUD_OK) {
            print_diags(j->o, diags);
        } else {
            const char *own = lud_strategy_fault(g->strategy);
            fprintf(stderr, "%s: level %llu, step %u: ", j->path, (unsigned long long)level, g->w.ply + 1);
            if (*own)
                fprintf(stderr, "the strategy failed: %s\n", own);
            else
                report_fault(j->o, g->w.ctx, status);
        }
        j->code = code;
    }
    pthread_mutex_unlock(&j->lock);
    atomic_store(&j->stop, true);
}

static void play_level(job *j, uint64_t index, tally *t)
{
    game g;
    uint64_t level = j->first + index;
    lud_diags *diags = lud_diags_new();
    lud_status status = LUD_OK;
    if (!open_level(&g, j, level, diags)) {
        fail(j, EXIT_WRONG, &g, LUD_OK, diags, level);
    } else {
        for (uint64_t i = 0; i < j->own->games && status == LUD_OK && !atomic_load(&j->stop); i++) {
            status = play_out(&g, index * j->own->games + i);
            if (status == LUD_OK)
                add_game(t, &g, level);
        }
        if (status != LUD_OK)
            fail(j, status_exit(status), &g, status, diags, level);
    }
    close_level(&g);
    lud_diags_free(diags);
}

typedef struct worker {
    job *j;
    pthread_t thread;
    tally t;
    bool main, started;
} worker;

static void *work(void *user)
{
    worker *w = user;
    job *j = w->j;
    while (!atomic_load(&j->stop)) {
        uint64_t index = atomic_fetch_add(&j->next, 1);
        if (index >= j->levels)
            break;
        play_level(j, index, &w->t);
        uint64_t done = atomic_fetch_add(&j->done, 1) + 1;
        if (w->main && !progress_step(&j->bar, done, j->levels))
            atomic_store(&j->stop, true);
    }
    return NULL;
}

static void play_all(job *j)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t threads = j->o->threads ? j->o->threads : cores > 0 ? (uint64_t)cores : 1;
    threads = threads > j->levels ? j->levels : threads;
    worker *all = mem_alloc(threads * sizeof *all);
    for (uint64_t i = 0; i < threads; i++) {
        all[i] = (worker){.j = j, .main = i == 0};
        all[i].t.first_lost = all[i].t.first_void = UINT64_MAX;
        all[i].started = i > 0 && pthread_create(&all[i].thread, NULL, work, &all[i]) == 0;
    }
    work(&all[0]);
    for (uint64_t i = 0; i < threads; i++) {
        if (all[i].started)
            pthread_join(all[i].thread, NULL);
        merge(&j->sum, &all[i].t);
    }
    free(all);
}

/* ---- results ---- */

static json_t *rate_json(uint64_t count, uint64_t total)
{
    interval i = stats_wilson(count, total);
    return json_pack("{sI sf sf sf}", "count", (json_int_t)count, "rate", total ? (double)count / (double)total : 0.0,
                     "low", i.low, "high", i.high);
}

static json_t *level_json(uint64_t level) { return level == UINT64_MAX ? json_null() : json_whole(level); }

static json_t *to_json(const job *j)
{
    const tally *t = &j->sum;
    double won = t->won ? (double)t->won_steps / (double)t->won : 0;
    return json_pack(
        "{so so so so sI sI so so so so so sI sI sI}", "game", json_text(base_name(j->path)), "strategy",
        json_text(j->strategy.file), "seed", json_whole(j->o->with.seed), "first_level",
        j->own->levels ? json_whole(j->first) : json_null(), "levels", (json_int_t)j->levels, "games",
        (json_int_t)t->games, "won", rate_json(t->won, t->games), "lost", rate_json(t->lost, t->games), "stopped",
        rate_json(t->stopped, t->games), "steps_to_win",
        t->won ? json_pack("{sf sI sI}", "mean", won, "min", (json_int_t)t->shortest, "max", (json_int_t)t->longest)
               : json_null(),
        "first_lost", j->own->levels ? level_json(t->first_lost) : json_null(), "void_steps", (json_int_t)t->void_steps,
        "void_games", (json_int_t)t->void_games, "steps_without_answer_set", (json_int_t)t->silent_steps);
}

static void print_rate(const char *label, uint64_t count, uint64_t total, const char *remark)
{
    char percent[NUMBER_SIZE];
    interval i = stats_wilson(count, total);
    printf("%-12s %llu, %s (%.1f to %.1f)%s\n", label, (unsigned long long)count,
           number_percent(percent, total ? (double)count / (double)total : 0), 100 * i.low, 100 * i.high, remark);
}

static void print_result(const job *j)
{
    const tally *t = &j->sum;
    printf("%-12s %s\n%-12s %s\n", "game", base_name(j->path), "strategy",
           j->strategy.file ? j->strategy.file : "stored");
    if (j->own->levels)
        printf("%-12s %llu, from --level %llu on\n", "levels", (unsigned long long)j->levels,
               (unsigned long long)j->first);
    printf("%-12s %llu\n", "games", (unsigned long long)t->games);
    if (t->games == 0)
        return;
    print_rate("won", t->won, t->games, "");
    print_rate("lost", t->lost, t->games, "");
    print_rate("stopped", t->stopped, t->games, " after 501 steps without a verdict");
    if (t->won)
        printf("%-12s mean %.2f, from %u to %u\n", "steps to win", (double)t->won_steps / (double)t->won, t->shortest,
               t->longest);
    if (t->void_steps)
        printf("%-12s %llu in %llu games: nature had no answer set\n", "void steps", (unsigned long long)t->void_steps,
               (unsigned long long)t->void_games);
    if (t->silent_steps)
        printf("%-12s %llu steps in which the strategy had no answer set\n", "no action",
               (unsigned long long)t->silent_steps);
    if (j->own->levels && t->first_lost != UINT64_MAX)
        printf("%-12s --level %llu\n", "first lost", (unsigned long long)t->first_lost);
    if (j->own->levels && t->first_void != UINT64_MAX)
        printf("%-12s --level %llu\n", "first void", (unsigned long long)t->first_void);
}

/* ---- explaining one game ---- */

static void print_lines(const char *title, const char *text)
{
    printf("  %-10s", title);
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        printf(" %.*s.", (int)n, text);
    }
    putchar('\n');
}

static json_t *lines_json(const char *text)
{
    json_t *list = json_array();
    for (size_t n; *text; text += n + (text[n] == '\n')) {
        n = strcspn(text, "\n");
        char *line = mem_strndup(text, n);
        json_array_append_new(list, json_text(line));
        free(line);
    }
    return list;
}

/* Lines of the rules that did not apply; `ever` notes those that did. */
static json_t *idle_rules(const lud_strategy *s, bool *ever)
{
    json_t *list = json_array();
    for (uint32_t i = 0; i < lud_strategy_rule_count(s); i++) {
        lud_strategy_rule r = lud_strategy_rule_at(s, i);
        ever[i] |= r.applied;
        if (!r.applied)
            json_array_append_new(list, json_integer(r.line));
    }
    return list;
}

static void print_step(const game *g, const json_t *step, const lud_diagnostic *why)
{
    const json_t *idle = json_object_get(step, "rules_not_applied"), *line;
    size_t i;
    printf("step %u\n", g->w.ply);
    print_lines("derived:", lud_strategy_atoms(g->strategy));
    fputs("  does:     ", stdout);
    json_array_foreach (json_object_get(step, "do"), i, line)
        printf(" %s.", json_string_value(line));
    puts(json_array_size(json_object_get(step, "do")) ? "" : " nothing");
    if (json_array_size(idle)) {
        fputs("  rules that did not apply: line", stdout);
        json_array_foreach ((json_t *)(uintptr_t)idle, i, line)
            printf("%s %lld", i ? "," : "", (long long)json_integer_value(line));
        putchar('\n');
    }
    if (why)
        printf("  %s\n", why->message);
}

static lud_status explain_step(game *g, bool *ever, json_t *steps)
{
    lud_play play;
    lud_diagnostic why;
    lud_status status = take_step(g, &play);
    if (status != LUD_OK)
        return status;
    bool silent = lud_step_void(g->w.ctx, &why);
    json_t *step = json_pack("{sI so so so so so so}", "step", (json_int_t)g->w.ply, "derived",
                             lines_json(lud_strategy_atoms(g->strategy)), "do", lines_json(play.actions), "remember",
                             lines_json(play.remember), "forget", lines_json(play.forget), "rules_not_applied",
                             idle_rules(g->strategy, ever), "void", silent ? json_text(why.message) : json_null());
    json_array_append_new(steps, step);
    if (!g->j->o->json)
        print_step(g, step, silent ? &why : NULL);
    return LUD_OK;
}

static void print_never(const game *g, const bool *ever)
{
    for (uint32_t i = 0; i < lud_strategy_rule_count(g->strategy); i++) {
        lud_strategy_rule r = lud_strategy_rule_at(g->strategy, i);
        if (!ever[i])
            printf("never applied: line %u: %s\n", r.line, r.text);
    }
}

static int explain(job *j, json_t *list)
{
    game g;
    lud_diags *diags = lud_diags_new();
    json_t *steps = json_array(), *never = json_array();
    if (!open_level(&g, j, j->first, diags)) {
        fail(j, EXIT_WRONG, &g, LUD_OK, diags, j->first);
    } else {
        bool *ever = mem_alloc(lud_strategy_rule_count(g.strategy) + 1);
        lud_status status = begin(&g, 0);
        while (status == LUD_OK && !walk_terminal(&g.w) && !ferror(stdout))
            status = explain_step(&g, ever, steps);
        for (uint32_t i = 0; i < lud_strategy_rule_count(g.strategy); i++)
            if (!ever[i])
                json_array_append_new(never, json_integer(lud_strategy_rule_at(g.strategy, i).line));
        if (status != LUD_OK)
            fail(j, status_exit(status), &g, status, diags, j->first);
        if (j->o->json) {
            json_array_append_new(list, json_pack("{so so so sO sO}", "game", json_text(base_name(j->path)), "strategy",
                                                  json_text(j->strategy.file), "verdict",
                                                  json_text(lud_verdict(g.rules, g.w.state)), "steps", steps,
                                                  "rules_never_applied", never));
        } else if (status == LUD_OK) {
            const char *verdict = lud_verdict(g.rules, g.w.state);
            printf("\n%s after %u steps\n",
                   strcmp(verdict, "win") == 0    ? "won"
                   : strcmp(verdict, "lose") == 0 ? "lost"
                                                  : "stopped",
                   g.w.ply);
            print_never(&g, ever);
        }
        free(ever);
    }
    json_decref(steps);
    json_decref(never);
    close_level(&g);
    lud_diags_free(diags);
    return j->code;
}

/* ---- the command ---- */

/* Warnings are told once, for the game and for the strategy. */
static bool check(job *j)
{
    lud_diags *diags = lud_diags_new();
    game g;
    bool fine = open_level(&g, j, j->first, diags);
    if (fine && !j->strategy.file && !lud_has_strategy(g.rules)) {
        fprintf(stderr, "ludens run: %s has no strategy; --strategy FILE names one\n", j->path);
        fine = false;
    }
    if (diags)
        print_diags(j->o, diags);
    close_level(&g);
    lud_diags_free(diags);
    return fine;
}

int strategy_run(const options *o, const strategy_run_options *own, const char *path, json_t *list)
{
    job j = {.o = o,
             .own = own,
             .path = path,
             .levels = own->levels ? own->levels : 1,
             .first = o->with.load.level ? o->with.level.seed : 1,
             .code = EXIT_FINE};
    j.sum.first_lost = j.sum.first_void = UINT64_MAX;
    bool interrupted = false;
    if (!strategy_read(&j.strategy, own->strategy, &j.code))
        return j.code;
    j.rules = load_file(path, &j.length, &j.code);
    pthread_mutex_init(&j.lock, NULL);
    if (j.rules && !check(&j)) {
        j.code = EXIT_WRONG;
    } else if (j.rules && own->explain) {
        explain(&j, list);
    } else if (j.rules) {
        progress_start(&j.bar, base_name(path), !o->json);
        interrupt_catch();
        play_all(&j);
        interrupted = interrupt_release();
        progress_end(&j.bar);
        if (o->json)
            json_array_append_new(list, to_json(&j));
        else
            print_result(&j);
        if (interrupted)
            fprintf(stderr, "%s: interrupted after %llu of %llu levels\n", path,
                    (unsigned long long)atomic_load(&j.done), (unsigned long long)j.levels);
    }
    pthread_mutex_destroy(&j.lock);
    strategy_text_done(&j.strategy);
    free(j.rules);
    return interrupted ? EXIT_INTERRUPT : j.code;
}
