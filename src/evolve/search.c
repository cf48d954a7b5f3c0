#include "evolve/search.h"

#include "base/arena.h"
#include "base/map.h"
#include "evolve/jobs.h"
#include "evolve/names.h"
#include "evolve/trial.h"
#include "session/codes.h"
#include "session/output.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ATTEMPTS = 60, NAME = 64, PROFILE = 4 };

/* A candidate between its making and its being taken in. */
typedef struct candidate {
    uint64_t unit;
    int64_t parent, other;
    lud_offspring made;
    bool given, done;
    json_t *result;  /* or NULL: */
    const char *why; /* there is none */
} candidate;

/* A game that the run began with, as what novelty is measured against. */
typedef struct source {
    const char *text;
    double profile[PROFILE];
    bool known; /* its profile is */
} source;

struct search {
    criteria c;
    char *criteria_text;
    records *store;
    lud_breeder *breeder;
    char file[NAME]; /* a name with the extension of the games */
    uint64_t seed;
    source *sources;
    uint32_t source_count, largest; /* parts that a game may have */
    archive archive;
    arena arena;
    map seen;                /* hashes of all that was made or kept */
    candidate window[AHEAD]; /* [unit % AHEAD] */
    uint64_t next;           /* the first that is not taken in */
    uint64_t stored;         /* those before it are in the records */
    search_state state;
    json_t *stages; /* how many ended where */
};

/* ---- beginning ---- */

static bool learn(search *s, const search_text *t, bool needed, int *code)
{
    lud_diags *diags = lud_diags_new();
    bool fine = lud_breeder_learn(s->breeder, t->name, t->text, strlen(t->text), diags);
    for (uint32_t i = 0; !fine && needed && diags && i < lud_diags_count(diags); i++)
        fprintf(stderr, "%s", lud_diags_render(diags, i, false));
    if (!fine && needed) {
        fprintf(stderr, "ludens: a run cannot begin with %s\n", t->name);
        *code = EXIT_WRONG;
    }
    lud_diags_free(diags);
    return fine || !needed;
}

static bool begin(search *s, const search_plan *p, int *code)
{
    char problem[400];
    const char *mark = strrchr(p->from[0].name, '.');
    snprintf(s->file, sizeof s->file, "game%.40s", mark ? mark : "");
    if (p->criteria && !criteria_read(&s->c, p->criteria, strlen(p->criteria), "criteria", problem, sizeof problem)) {
        fprintf(stderr, "ludens: %s\n", problem);
        *code = EXIT_WRONG;
        return false;
    }
    if (!p->criteria)
        criteria_read(&s->c, "", 0, "criteria", problem, sizeof problem);
    archive_init(&s->archive, &s->c);
    s->criteria_text = p->criteria ? mem_strdup(p->criteria) : mem_strdup("");
    s->breeder = lud_breeder_new(s->file, NULL);
    for (uint32_t i = 0; i < p->from_count; i++)
        if (!learn(s, &p->from[i], true, code))
            return false;
    for (uint32_t i = 0; i < p->learn_count; i++)
        learn(s, &p->learn[i], false, code);
    s->source_count = p->from_count;
    s->sources = mem_alloc(p->from_count * sizeof *s->sources);
    s->largest = (uint32_t)s->c.set[SET_LARGEST];
    for (uint32_t i = 0; i < p->from_count; i++) {
        lud_offspring o;
        s->sources[i].text = p->from[i].text;
        lud_breeder_read(s->breeder, p->from[i].text, strlen(p->from[i].text), &o, NULL);
        if (s->c.set[SET_LARGEST] < 1 && o.size * 3 / 2 > s->largest)
            s->largest = o.size * 3 / 2;
        lud_offspring_done(&o);
    }
    return true;
}

/* ---- making ---- */

static bool is_new(search *s, uint64_t hash) { return map_insert(&s->seen, hash, 1); }

static const member *draw_parent(const search *s, lud_rng *rng, member *room)
{
    uint32_t at = lud_rng_below(rng, s->source_count);
    const member *m = lud_rng_below(rng, 10) ? archive_draw(&s->archive, rng) : NULL;
    *room = (member){.unit = at, .text = (char *)(uintptr_t)s->sources[at].text};
    return m ? m : room;
}

static bool below(lud_rng *rng, double p) { return (double)lud_rng_below(rng, 1 << 30) < p * (1 << 30); }

static void vary(search *s, candidate *c)
{
    lud_rng rng;
    lud_rng_seed(&rng, s->seed, c->unit);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        member own, another;
        const member *parent = draw_parent(s, &rng, &own), *other = draw_parent(s, &rng, &another);
        bool drawn = below(&rng, s->c.set[SET_DRAWN]);
        lud_variation v = {.parent = drawn ? NULL : parent->text,
                           .other = drawn ? NULL : other->text,
                           .seed = lud_rng_next(&rng),
                           .steps = 1,
                           .largest = s->largest,
                           .surprise = s->c.set[SET_SURPRISE]};
        while (v.steps < (uint32_t)s->c.set[SET_STEPS] && lud_rng_below(&rng, 3) == 0)
            v.steps++;
        if (lud_vary(s->breeder, &v, &c->made) && is_new(s, c->made.hash)) {
            bool crossed = !drawn && strstr(c->made.told, "cross: ") != NULL;
            c->parent = drawn ? -1 : (int64_t)parent->unit;
            c->other = crossed ? (int64_t)other->unit : -1;
            return;
        }
        lud_offspring_done(&c->made);
    }
    c->why = "nothing new came of it";
    c->done = true;
}

/* `row`: a candidate of an earlier run, which only has to be remembered; or NULL. */
static void make(search *s, uint64_t unit, const record *row)
{
    candidate *c = &s->window[unit % AHEAD];
    *c = (candidate){.unit = unit, .parent = -1, .other = -1};
    if (row) {
        is_new(s, row->made);
        c->done = true;
    } else if (unit < s->source_count) {
        const char *text = s->sources[unit].text;
        lud_breeder_read(s->breeder, text, strlen(text), &c->made, NULL);
        is_new(s, c->made.hash);
    } else
        vary(s, c);
}

/* ---- taking in ---- */

/* Length, choice, captures and connection, each from 0 to 1: the first two by their logarithms. */
static bool profile_of(const json_t *values, double out[PROFILE])
{
    static const behaviour_key keys[PROFILE] = {BEHAVIOUR_PLIES, BEHAVIOUR_CHOICE, BEHAVIOUR_CAPTURES,
                                                BEHAVIOUR_CONNECTION};
    for (int i = 0; i < PROFILE; i++) {
        const json_t *v = json_object_get(values, behaviour_keys[keys[i]]);
        double x = json_number_value(v);
        if (!json_is_number(v))
            return false;
        x = i < 2 ? log1p(x) / log1p(400) : x;
        out[i] = x < 0 ? 0 : x > 1 ? 1 : x;
    }
    return true;
}

static double oddity(const search *s, const double *profile)
{
    double least = 1;
    for (uint32_t i = 0; i < s->source_count; i++) {
        double sum = 0;
        for (int k = 0; k < PROFILE; k++)
            sum += (profile[k] - s->sources[i].profile[k]) * (profile[k] - s->sources[i].profile[k]);
        double distance = sqrt(sum / PROFILE);
        if (s->sources[i].known && distance < least)
            least = distance;
    }
    return least;
}

/* Fewest parts in which the game differs from one that the run began with. */
static uint32_t nearest(search *s, const char *text)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < s->source_count; i++) {
        uint32_t d = lud_breeder_distance(s->breeder, text, s->sources[i].text);
        least = d < least ? d : least;
    }
    return least;
}

static void set_value(json_t *values, behaviour_key key, double value)
{
    json_object_set_new(values, behaviour_keys[key], json_real(value));
}

/* 0: it cannot be played; up to 0.2: it can, and failed a test; above: it passed them all, and how good it is. */
static double score_of(const criteria *c, const json_t *values, bool playable, bool passed, const char *stage)
{
    double sum = 0, weights = 0;
    if (!passed)
        return !playable ? 0 : strcmp(stage, "random") == 0 ? 0.05 : 0.1;
    for (uint32_t i = 0; i < c->count; i++) {
        const json_t *v = json_object_get(values, c->list[i].key);
        sum += c->list[i].weight * criterion_desire(&c->list[i], json_is_number(v) ? json_number_value(v) : NAN);
        weights += c->list[i].weight;
    }
    return 0.2 + 0.8 * (weights > 0 ? sum / weights : 1);
}

static void count_end(search *s, const record *r)
{
    char key[80];
    snprintf(key, sizeof key, "%s", strcmp(r->verdict, "failed") == 0 ? r->stage : r->verdict);
    json_t *n = json_object_get(s->stages, key);
    json_object_set_new(s->stages, key, json_integer(json_integer_value(n) + 1));
    s->state.done++;
    s->state.playable += r->playable;
    s->state.passed += strcmp(r->stage, "measures") == 0 && strcmp(r->verdict, "failed") != 0;
    s->state.kept += strcmp(r->verdict, "kept") == 0;
    s->state.lost += strcmp(r->verdict, "lost") == 0;
}

/* What follows from a row, read or just written. */
static void remember(search *s, const record *r)
{
    json_t *values = json_loads(r->values, 0, NULL);
    is_new(s, r->hash);
    count_end(s, r);
    if (r->unit < s->source_count)
        s->sources[r->unit].known = profile_of(values, s->sources[r->unit].profile);
    if (r->playable && (strcmp(r->verdict, "kept") == 0 || strcmp(r->verdict, "failed") == 0)) {
        member m = {r->unit, r->hash, r->score, (char *)(uintptr_t)r->text, ""};
        snprintf(m.name, sizeof m.name, "%s", r->name);
        archive_add(&s->archive, &m, values);
    }
    s->state.kinds = s->archive.cell_count;
    json_decref(values);
}

/* Completes the row of a candidate that has a result: text, hash, values, verdict, score and name. */
static void judge(search *s, candidate *c, record *r, char **text, char *name)
{
    json_t *result = c->result, *values = json_object_get(result, "values");
    lud_offspring left;
    double profile[PROFILE];
    bool passed = json_is_true(json_object_get(result, "passed"));
    r->stage = json_text_at(result, "stage");
    r->why = json_text_at(result, "why");
    r->playable = json_is_true(json_object_get(result, "playable"));
    const char *rest = json_text_at(result, "text");
    bool read = lud_breeder_read(s->breeder, rest, strlen(rest), &left, NULL);
    r->hash = read ? left.hash : r->made;
    *text = mem_strdup(read ? left.text : c->made.text);
    set_value(values, BEHAVIOUR_SIZE, read ? left.size : c->made.size);
    bool original = r->unit < s->source_count, twin = r->hash != r->made && map_has(&s->seen, r->hash), known = false;
    if (r->playable && profile_of(values, profile)) {
        uint32_t distance = original ? 0 : nearest(s, *text);
        set_value(values, BEHAVIOUR_NOVELTY, read ? fmin(1, (double)distance / left.size) : 0);
        set_value(values, BEHAVIOUR_ODDITY, original ? 0 : oddity(s, profile));
        known = !original && distance < (uint32_t)s->c.set[SET_DISTANCE];
    }
    r->verdict = twin ? "twin" : !passed ? "failed" : known ? "known" : "kept";
    r->score = twin ? 0 : score_of(&s->c, values, r->playable, passed && !known, known ? "thinking" : r->stage);
    if (passed && !known && !twin && !original) {
        name_of(r->hash, name, NAME);
        char *titled = lud_breeder_titled(s->breeder, *text, name);
        if (titled) {
            free(*text);
            *text = mem_strdup(titled);
        }
        lud_free(titled);
    }
    lud_offspring_done(&left);
}

static bool take_in(search *s, candidate *c)
{
    char name[NAME] = "", *text = NULL;
    record r = {.unit = c->unit,
                .parent = c->parent,
                .other = c->other,
                .told = c->made.told ? c->made.told : "",
                .made = c->made.hash,
                .hash = c->made.hash,
                .stage = c->made.text ? "load" : "text",
                .verdict = c->made.text ? "lost" : "failed",
                .why = c->why ? c->why : ""};
    if (c->result)
        judge(s, c, &r, &text, name);
    char *values = c->result ? json_dumps(json_object_get(c->result, "values"), JSON_COMPACT) : NULL;
    char *checks = c->result ? json_dumps(json_object_get(c->result, "checks"), JSON_COMPACT) : NULL;
    r.text = text ? text : c->made.text ? c->made.text : "";
    r.name = name;
    r.values = values ? values : "{}";
    r.checks = checks ? checks : "[]";
    bool fine = records_add(s->store, &r);
    if (fine)
        remember(s, &r);
    free(values);
    free(checks);
    free(text);
    return fine;
}

static void forget(candidate *c)
{
    json_decref(c->result);
    lud_offspring_done(&c->made);
    *c = (candidate){0};
}

/* ---- going on from a store ---- */

typedef struct replay {
    search *s;
    records *rows;
    bool ahead; /* rows are what was made, not what is taken in */
    uint64_t expected;
} replay;

static bool take_row(void *user, const record *r)
{
    replay *p = user;
    if (r->unit != p->expected)
        return false;
    p->expected++;
    if (p->ahead)
        make(p->s, r->unit, r);
    else
        remember(p->s, r);
    return p->ahead ? p->expected < AHEAD : true;
}

static void make_row(void *user, const record *r) { make(user, r->unit, r); }

static bool replay_row(void *user, const record *r)
{
    replay *p = user;
    search *s = p->s;
    if (r->unit != s->next)
        return false;
    remember(s, r);
    forget(&s->window[r->unit % AHEAD]);
    s->next++;
    if (r->unit + AHEAD >= s->stored || !records_one(s->store, r->unit + AHEAD, make_row, s))
        make(s, r->unit + AHEAD, NULL);
    return true;
}

static bool go_back(search *s)
{
    replay first = {.s = s, .ahead = true}, rest = {.s = s};
    s->stored = records_count(s->store);
    if (s->stored && !records_each(s->store, 0, take_row, &first))
        return false;
    for (uint64_t unit = s->stored; unit < AHEAD; unit++)
        make(s, unit, NULL);
    return records_each(s->store, 0, replay_row, &rest);
}

search *search_new(const search_plan *plan, records *rows, int *code)
{
    search *s = mem_alloc(sizeof *s);
    s->seed = plan->seed;
    s->store = rows;
    s->stages = json_object();
    arena_init(&s->arena, 0);
    map_init(&s->seen, &s->arena);
    *code = EXIT_FINE;
    if (begin(s, plan, code)) {
        if (go_back(s))
            return s;
        *code = EXIT_WRONG;
    }
    search_free(s);
    return NULL;
}

void search_free(search *s)
{
    if (!s)
        return;
    for (uint32_t i = 0; i < AHEAD; i++)
        forget(&s->window[i]);
    archive_done(&s->archive);
    lud_breeder_free(s->breeder);
    arena_done(&s->arena);
    json_decref(s->stages);
    free(s->sources);
    free(s->criteria_text);
    free(s);
}

search_state search_now(const search *s)
{
    search_state now = s->state;
    for (uint32_t i = 0; i < s->archive.count; i++) {
        const member *m = *s->archive.population[i].name ? &s->archive.population[i] : NULL;
        for (int k = 0; k < 3 && m; k++)
            if (!now.best[k] || m->score > now.best[k]->score) {
                const member *next = now.best[k];
                now.best[k] = m;
                m = next;
            }
    }
    return now;
}

/* ---- processes ---- */

static bool give(search *s, jobs *j, candidate *c)
{
    char seed[24];
    snprintf(seed, sizeof seed, "%llu", (unsigned long long)(hash_mix(s->seed + 1) ^ c->made.hash));
    json_t *unit = json_pack("{ss so ss ss}", "name", s->file, "text", json_text(c->made.text), "seed", seed,
                             "criteria", s->criteria_text);
    char *line = json_dumps(unit, JSON_COMPACT);
    json_decref(unit);
    c->given = line && jobs_give(j, c->unit, line);
    free(line);
    return c->given;
}

static bool give_all(search *s, jobs *j, uint64_t total)
{
    for (uint64_t unit = s->next; unit < s->next + AHEAD && unit < total && jobs_idle(j); unit++) {
        candidate *c = &s->window[unit % AHEAD];
        if (!c->given && !c->done && !give(s, j, c)) {
            fprintf(stderr, "ludens: no process can be started: %s\n", strerror(errno));
            return false;
        }
    }
    return true;
}

static void take_answer(search *s, jobs *j)
{
    uint64_t unit;
    char *reply;
    const char *why;
    if (!jobs_take(j, 0.1, &unit, &reply, &why))
        return;
    candidate *c = &s->window[unit % AHEAD];
    c->done = true;
    c->result = reply ? json_loads(reply, 0, NULL) : NULL;
    c->why = reply ? "its process answered something else" : why;
    free(reply);
}

int search_go_on(search *s, const search_run *run)
{
    jobs *j = jobs_new(run->command, run->processes, run->seconds);
    int code = EXIT_FINE;
    bool on = true;
    while (s->next < run->total && code == EXIT_FINE && on) {
        candidate *c = &s->window[s->next % AHEAD];
        if (!c->done) {
            code = give_all(s, j, run->total) ? EXIT_FINE : EXIT_ENVIRONMENT;
            if (code == EXIT_FINE)
                take_answer(s, j);
        } else if (take_in(s, c)) {
            forget(c);
            s->next++;
            make(s, s->next - 1 + AHEAD, NULL);
        } else
            code = EXIT_ENVIRONMENT;
        search_state now = search_now(s);
        on = !run->progress || run->progress(run->user, &now, run->total);
    }
    jobs_free(j);
    return code;
}

char *search_work(const char *line)
{
    criteria c;
    char problem[400];
    json_t *unit = json_loads(line, 0, NULL), *result = NULL;
    const char *text = json_text_at(unit, "criteria");
    if (criteria_read(&c, text, strlen(text), "criteria", problem, sizeof problem))
        result = trial_run(unit, &c);
    char *reply = result ? json_dumps(result, JSON_COMPACT) : NULL;
    json_decref(result);
    json_decref(unit);
    return reply;
}

/* ---- what came of it ---- */

static int by_score(const void *x, const void *y)
{
    const member *a = *(const member *const *)x, *b = *(const member *const *)y;
    return a->score != b->score ? (a->score < b->score ? 1 : -1) : a->unit < b->unit ? -1 : 1;
}

json_t *search_summary(const search *s)
{
    json_t *games = json_array();
    const member **list = mem_alloc((s->archive.cell_count + 1) * sizeof *list);
    uint32_t n = 0;
    for (uint32_t i = 0; i < s->archive.cell_count; i++)
        list[n++] = &s->archive.cells[i].elite;
    qsort((void *)list, n, sizeof *list, by_score);
    for (uint32_t i = 0; i < n; i++)
        json_array_append_new(games, json_pack("{so so sf}", "id", json_whole(list[i]->unit), "name",
                                               *list[i]->name ? json_text(list[i]->name) : json_null(), "score",
                                               list[i]->score));
    free((void *)list);
    return json_pack("{so so so so so sO so}", "candidates", json_whole(s->state.done), "playable",
                     json_whole(s->state.playable), "passed", json_whole(s->state.passed), "kept",
                     json_whole(s->state.kept), "kinds", json_integer(s->state.kinds), "ends", s->stages, "games",
                     games);
}
