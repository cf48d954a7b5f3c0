#include "contest/contest.h"

#include "session/codes.h"
#include "session/memory.h"
#include "session/output.h"
#include "session/position.h"
#include "session/trial.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* ---- who plays whom ---- */

static uint64_t combinations(uint32_t n, uint32_t k)
{
    uint64_t c = 1;
    for (uint32_t i = 1; i <= k && c < UINT32_MAX; i++)
        c = c * (n - k + i) / i;
    return c;
}

static int read_entrant(contest *c, const char *text, const match_budget *budget, entrant *e)
{
    char problem[AGENT_PROBLEM];
    e->text = mem_strdup(text);
    if (!agent_find(e->text, &e->spec, problem, sizeof problem)) {
        fprintf(stderr, "ludens: %s\n", problem);
        return EXIT_WRONG;
    }
    e->spec.file = c->file;
    e->budget = *budget;
    bool own = e->spec.seconds > 0 || e->spec.playouts || e->spec.nodes ||
               agent_parameter_of(&(agent){.kind = e->spec.kind}, "playouts") > 0;
    for (int i = 0; i < AGENT_PARAMETERS && e->spec.kind->parameters[i].name; i++)
        own |= strcmp(e->spec.kind->parameters[i].name, "playouts") == 0 && e->spec.values[i] > 0;
    if (own)
        e->budget = (match_budget){e->spec.seconds, e->spec.playouts, e->spec.nodes};
    /* an agent that does not play this game is found out before anything is played */
    agent *a;
    lud_status status = agent_new(&e->spec, c->game, &a, problem, sizeof problem);
    if (!a)
        fprintf(stderr, "ludens: %s: %s\n", text, problem);
    agent_free(a);
    return status == LUD_OK ? EXIT_FINE : status == LUD_ERR_MEMORY ? EXIT_ENVIRONMENT : EXIT_WRONG;
}

int contest_init(contest *c, const lud_game *game, const char *file, char *const *entrants, uint32_t count,
                 const match_budget *budget)
{
    lud_info info;
    lud_game_info(game, &info);
    c->game = game;
    c->file = file;
    c->roles = info.roles;
    c->count = count;
    c->entrants = mem_alloc((count + 1) * sizeof *c->entrants);
    if (info.roles == 0) {
        fprintf(stderr, "ludens: %s has no players\n", file);
        return EXIT_WRONG;
    }
    for (uint32_t i = 0; i < count; i++) {
        int code = read_entrant(c, entrants[i], budget, &c->entrants[i]);
        if (code != EXIT_FINE)
            return code;
    }
    uint64_t lineups = count > c->roles ? combinations(count, c->roles) : 1;
    if (lineups > UINT32_MAX / 2) {
        fprintf(stderr, "ludens: too many line-ups of %u agents for %u roles\n", count, c->roles);
        return EXIT_WRONG;
    }
    c->lineups = (uint32_t)lineups;
    c->rotations = c->fixed || (count == 1) ? 1 : c->roles;
    return EXIT_FINE;
}

void contest_done(contest *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        free(c->entrants[i].text);
    free(c->entrants);
}

uint64_t contest_games(const contest *c) { return c->rounds * c->lineups * c->rotations; }

/* The entrants of a line-up in order: combinations in the order of their numbers. With fewer
 * entrants than roles they take turns. */
static void choose_lineup(const contest *c, uint32_t lineup, uint32_t *chosen)
{
    if (c->count <= c->roles) {
        for (uint32_t i = 0; i < c->roles; i++)
            chosen[i] = i % c->count;
        return;
    }
    uint64_t rest = lineup;
    uint32_t next = 0;
    for (uint32_t i = 0; i < c->roles; i++) {
        for (;; next++) {
            uint64_t with = combinations(c->count - next - 1, c->roles - i - 1);
            if (rest < with)
                break;
            rest -= with;
        }
        chosen[i] = next++;
    }
}

void contest_plan(const contest *c, uint64_t number, contest_game *g)
{
    uint32_t chosen[64] = {0}, rotation = (uint32_t)(number % c->rotations);
    uint64_t pairing = number / c->rotations;
    lud_rng rng;
    *g = (contest_game){.number = number};
    lud_rng_seed(&rng, c->seed, pairing);
    g->seed = lud_rng_next(&rng);
    g->seats = mem_alloc(c->roles * sizeof *g->seats);
    choose_lineup(c, (uint32_t)(pairing % c->lineups), chosen);
    for (uint32_t i = 0; i < c->roles; i++)
        g->seats[i] = chosen[(i + rotation) % c->roles];
}

void contest_game_done(contest_game *g)
{
    free(g->seats);
    free(g->scores);
    free(g->works);
    json_decref(g->moves);
    *g = (contest_game){0};
}

/* ---- playing ---- */

typedef struct hall {
    const contest *c;
    const contest_run *run;
    pthread_mutex_t lock;
    uint64_t next, done;
    atomic_bool stop;
    int code;
} hall;

typedef struct seatings {
    hall *hall;
    agent **agents; /* [seat * entrants + entrant] */
    pthread_t thread;
} seatings;

static lud_status agent_for(seatings *t, uint32_t seat, uint32_t who, agent **player)
{
    const contest *c = t->hall->c;
    agent **a = &t->agents[seat * c->count + who];
    char problem[AGENT_PROBLEM];
    lud_status status = *a ? LUD_OK : agent_new(&c->entrants[who].spec, c->game, a, problem, sizeof problem);
    if (*a)
        (*a)->explain = c->explain;
    else if (status != LUD_ERR_MEMORY)
        fprintf(stderr, "ludens: %s: %s\n", c->entrants[who].text, problem);
    *player = *a;
    return status;
}

typedef struct record {
    const contest *c;
    json_t *moves;
} record;

static void note_decision(void *user, const match_decision *d)
{
    record *r = user;
    json_t *entry =
        json_pack("{so so}", "role", json_text(lud_role_name(r->c->game, d->role)), "move", json_text(d->move));
    if (r->c->explain && d->thinker) {
        const agent *a = d->thinker;
        json_object_set_new(entry, "value", json_real(a->value));
        json_object_set_new(entry, "playouts", json_whole(a->playouts));
        json_object_set_new(entry, "nodes", json_whole(a->nodes));
        json_object_set_new(entry, "depth", json_integer(a->depth));
        json_object_set_new(entry, "seconds", json_real(a->seconds));
        json_object_set_new(entry, "proven", json_boolean(a->proven));
        json_object_set_new(entry, "line", json_text(a->line));
    }
    json_array_append_new(r->moves, entry);
}

static bool play_game(seatings *t, contest_game *g)
{
    const contest *c = t->hall->c;
    agent *players[64];
    match_budget budgets[64];
    for (uint32_t i = 0; i < c->roles; i++) {
        budgets[i] = c->entrants[g->seats[i]].budget;
        g->status = agent_for(t, i, g->seats[i], &players[i]);
        if (g->status != LUD_OK)
            return false;
    }
    g->moves = json_array();
    record r = {c, g->moves};
    match_options o = {.game = c->game,
                       .players = players,
                       .budgets = budgets,
                       .seed = g->seed,
                       .max_plies = c->max_plies,
                       .particles = c->particles,
                       .stop = &t->hall->stop,
                       .decided = note_decision,
                       .user = &r};
    match_result result;
    lud_status status = match_play(&o, &result);
    g->status = status == LUD_OK ? result.status : status;
    g->plies = result.plies;
    g->scores = result.scores;
    g->works = result.works;
    memcpy(g->problem, result.problem, sizeof g->problem);
    return !result.stopped;
}

static bool next_game(hall *h, contest_game *g)
{
    bool found = false;
    pthread_mutex_lock(&h->lock);
    uint64_t total = contest_games(h->c);
    while (!found && h->next < total && !atomic_load(&h->stop)) {
        found = !h->run->wanted || h->run->wanted(h->run->user, h->next);
        if (found)
            contest_plan(h->c, h->next, g);
        h->next++;
    }
    pthread_mutex_unlock(&h->lock);
    return found;
}

static void *play_games(void *user)
{
    seatings *t = user;
    hall *h = t->hall;
    contest_game g;
    while (next_game(h, &g)) {
        bool finished = play_game(t, &g) && g.status != LUD_INTERRUPTED;
        pthread_mutex_lock(&h->lock);
        if (g.status == LUD_ERR_MEMORY || (finished && !g.scores)) {
            if (h->code != EXIT_ENVIRONMENT)
                fputs("ludens: out of memory\n", stderr);
            h->code = EXIT_ENVIRONMENT;
            atomic_store(&h->stop, true);
        } else if (!finished && g.status == LUD_ERR_ARGUMENT && !g.scores) { /* an agent could not be made */
            h->code = exit_worst(h->code, EXIT_WRONG);
            atomic_store(&h->stop, true);
        } else if (finished) {
            h->done++;
            if (!h->run->over(h->run->user, &g))
                atomic_store(&h->stop, true);
        }
        pthread_mutex_unlock(&h->lock);
        contest_game_done(&g);
    }
    return NULL;
}

/* Watches the clock and Ctrl-C while the others play. */
static void *watch(void *user)
{
    hall *h = user;
    while (!atomic_load(&h->stop)) {
        pthread_mutex_lock(&h->lock);
        uint64_t done = h->done + h->run->done;
        pthread_mutex_unlock(&h->lock);
        if (h->run->progress && !h->run->progress(h->run->watcher, done, contest_games(h->c)))
            atomic_store(&h->stop, true);
        nanosleep(&(struct timespec){0, 10000000}, NULL);
    }
    return NULL;
}

static uint32_t thread_count(const contest *c)
{
    bool timed = false;
    for (uint32_t i = 0; i < c->count; i++)
        timed |= c->entrants[i].budget.seconds > 0;
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint32_t n = c->threads ? c->threads : timed || cores < 1 ? 1 : (uint32_t)cores;
    uint64_t games = contest_games(c);
    return games < n ? (games ? (uint32_t)games : 1) : n;
}

int contest_play(const contest *c, const contest_run *run)
{
    hall h = {.c = c, .run = run, .code = EXIT_FINE};
    uint32_t threads = thread_count(c), started = 0;
    seatings *tables = mem_alloc(threads * sizeof *tables);
    pthread_t watcher;
    pthread_mutex_init(&h.lock, NULL);
    atomic_init(&h.stop, false);
    bool watched = pthread_create(&watcher, NULL, watch, &h) == 0;
    for (uint32_t i = 0; i < threads; i++) {
        tables[i].hall = &h;
        tables[i].agents = mem_alloc((size_t)c->roles * c->count * sizeof *tables[i].agents);
        if (pthread_create(&tables[i].thread, NULL, play_games, &tables[i]) != 0)
            break;
        started++;
    }
    if (started == 0)
        play_games(&tables[0]);
    for (uint32_t i = 0; i < started; i++)
        pthread_join(tables[i].thread, NULL);
    atomic_store(&h.stop, true);
    if (watched)
        pthread_join(watcher, NULL);
    for (uint32_t i = 0; i < threads; i++) {
        for (uint32_t k = 0; tables[i].agents && k < c->roles * c->count; k++)
            agent_free(tables[i].agents[k]);
        free(tables[i].agents);
    }
    free(tables);
    pthread_mutex_destroy(&h.lock);
    return h.code;
}

/* ---- results ---- */

void contest_tally(const contest *c, const contest_game *g, rating_tally *tallies)
{
    if (g->status != LUD_OK)
        return;
    for (uint32_t i = 0; i < c->roles; i++)
        for (uint32_t k = 0; k < c->roles; k++) {
            if (g->seats[i] == g->seats[k])
                continue;
            rating_tally *t = &tallies[g->seats[i] * c->count + g->seats[k]];
            if (g->scores[i] > g->scores[k])
                t->wins++;
            else if (g->scores[i] < g->scores[k])
                t->losses++;
            else
                t->draws++;
        }
}

json_t *contest_trial(const contest *c, const contest_game *g, uint64_t rules_hash, const lud_options *load)
{
    json_t *players = json_array();
    for (uint32_t i = 0; i < c->roles; i++)
        json_array_append_new(players, json_pack("{so ss si}", "role", json_text(lud_role_name(c->game, i + 1)),
                                                 "player", c->entrants[g->seats[i]].text, "errors",
                                                 g->works ? (int)g->works[i].errors : 0));
    trial_head head = {.game = c->game,
                       .file = c->file,
                       .load = load,
                       .rules_hash = rules_hash,
                       .seed = g->seed,
                       .number = g->number,
                       .plies = g->plies,
                       .status = g->status};
    json_t *trial = trial_json(&head, json_incref(g->moves),
                               g->status == LUD_OK ? scores_json(c->game, c->roles, g->scores) : NULL);
    json_object_set_new(trial, "players", players);
    return trial;
}
