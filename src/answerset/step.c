/* The loop, step by step. */
#include "answerset/game.h"

#include "answerset/recall.h"
#include "base/map.h"

#include <stdlib.h>
#include <string.h>

size_t as_state_size(const as_game *g) { return (sizeof(as_state) + g->capacity * sizeof(uint32_t) + 7) / 8 * 8; }

const uint32_t *as_state_numbers(const as_game *g, const as_state *s)
{
    const uint32_t *numbers = s->atoms;
    int32_t time;
    uint32_t count;
    if (s->overflow)
        as_shared_earlier(g->shared, s->overflow, &time, &numbers, &count);
    return numbers;
}

/* ---- numbers of atoms ---- */

static term term_of(as_runner *r, uint32_t number)
{
    if (number >= r->term_of_capacity)
        GROW_ZEROED(&r->trap, r->term_of, r->term_of_capacity, number + 1);
    if (!r->term_of[number])
        r->term_of[number] = as_shared_term(r->game->shared, number, &r->terms);
    return r->term_of[number];
}

/* Of the atom at(..) with the arguments of next(..) or at(..). */
static uint32_t number_of(as_runner *r, term x)
{
    uint32_t i = x >> 1;
    if (i >= r->shared_of_capacity)
        GROW_ZEROED(&r->trap, r->shared_of_next, r->shared_of_capacity, i + 1);
    if (!r->shared_of_next[i]) {
        term args[3];
        memcpy(args, term_args(&r->terms, x), sizeof args);
        term at = terms_make(&r->terms, r->game->f_at, args);
        uint32_t number = as_shared_number(r->game->shared, &r->terms, at, &r->trap);
        term_of(r, number);
        r->shared_of_next[i] = number;
    }
    return r->shared_of_next[i];
}

/* Threads share the memory for terms. A hundred bytes each: with hash, place in tables, in rows. */
static void share_memory(as_runner *r)
{
    uint64_t most = as_memory(&r->game->limits) / 100;
    most = most < r->game->limits.max_atoms ? most : r->game->limits.max_atoms;
    most += r->base_terms;
    r->terms.max_terms = most < UINT32_MAX / 4 ? (uint32_t)most : UINT32_MAX / 4;
}

void as_runner_tidy(as_runner *r)
{
    share_memory(r);
    if (r->terms.count - r->base_terms < r->game->limits.max_atoms / 2)
        return;
    terms_cut(&r->terms, r->base_terms);
    r->last.there = false;
    for (uint32_t i = 0; i < r->term_of_capacity; i++)
        if (r->term_of[i] >> 1 >= r->base_terms)
            r->term_of[i] = TERM_NONE;
    for (uint32_t i = r->base_terms; i < r->shared_of_capacity; i++)
        r->shared_of_next[i] = 0;
    for (int i = 0; i < AS_TASKS; i++) {
        evaluator *s = &r->evaluators[i];
        recall_forget(s);
        for (uint32_t k = r->base_terms; k < s->truth_capacity; k++)
            s->truth[k] = 0;
        for (uint32_t k = r->base_terms; k < s->seen_capacity; k++)
            s->seen[k] = 0;
    }
}

/* Least significant digit first. */
static void sort_numbers(as_runner *r, uint32_t *list, uint32_t count)
{
    enum { FEW = 48 }; /* are put in where they belong one by one */
    uint32_t all = 0, counts[256];
    for (uint32_t i = 1; i < count && count <= FEW; i++) {
        uint32_t number = list[i], at = i;
        for (; at > 0 && list[at - 1] > number; at--)
            list[at] = list[at - 1];
        list[at] = number;
    }
    if (count <= FEW)
        return;
    GROW(&r->trap, r->numbers, r->number_capacity, 2 * count + 2);
    uint32_t *from = list, *to = r->numbers + count + 1;
    for (uint32_t i = 0; i < count; i++)
        all |= list[i];
    for (uint32_t shift = 0; shift < 32 && all >> shift; shift += 8) {
        memset(counts, 0, sizeof counts);
        for (uint32_t i = 0; i < count; i++)
            counts[from[i] >> shift & 255]++;
        for (uint32_t i = 0, sum = 0; i < 256; i++) {
            uint32_t n = counts[i];
            counts[i] = sum;
            sum += n;
        }
        for (uint32_t i = 0; i < count; i++)
            to[counts[from[i] >> shift & 255]++] = from[i];
        uint32_t *other = from;
        from = to;
        to = other;
    }
    if (from != list)
        memcpy(list, from, count * sizeof *list);
}

/* ---- positions ---- */

static void finish(as_runner *r, as_state *s)
{
    uint64_t h = hash_mix((uint64_t)(uint32_t)s->time << 32 | s->steps);
    const uint32_t *numbers = as_state_numbers(r->game, s);
    for (uint32_t i = 0; i < s->count; i++)
        h += hash_mix(term_hash(&r->terms, term_of(r, numbers[i])));
    s->hash = h + as_shared_history_hash(r->game->shared, s->history);
}

/* Takes the atoms at(..) or next(..) of the list. */
static void set_atoms(as_runner *r, as_state *s, const term *list, uint32_t count)
{
    const as_game *g = r->game;
    uint32_t n = 0;
    GROW(&r->trap, r->numbers, r->number_capacity, 2 * count + 2);
    for (uint32_t i = 0; i < count; i++) {
        functor f = term_functor(&r->terms, list[i]);
        if (f == g->f_next || f == g->f_at) {
            uint32_t number = number_of(r, list[i]);
            r->numbers[n++] = number;
        }
    }
    sort_numbers(r, r->numbers, n);
    uint32_t unique = 0;
    for (uint32_t i = 0; i < n; i++)
        if (unique == 0 || r->numbers[unique - 1] != r->numbers[i])
            r->numbers[unique++] = r->numbers[i];
    uint32_t before = s->overflow ? 0 : s->count, now = unique > g->capacity ? 0 : unique;
    s->overflow = now < unique ? as_shared_history(g->shared, 0, INT32_MIN, r->numbers, unique, &r->trap) : 0;
    if (now)
        memcpy(s->atoms, r->numbers, now * sizeof *s->atoms);
    if (before > now)
        memset(s->atoms + now, 0, (before - now) * sizeof *s->atoms);
    s->count = unique;
}

void as_state_atoms(as_runner *r, const as_state *s, as_atoms *out)
{
    const uint32_t *numbers = as_state_numbers(r->game, s);
    for (uint32_t i = 0; i < s->count; i++)
        as_push(r, out, term_of(r, numbers[i]));
}

/* ---- inputs ---- */

static void push_at_time(as_runner *r, int32_t time, const uint32_t *numbers, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        term args[4];
        term at = term_of(r, numbers[i]);
        args[0] = terms_number(&r->terms, time);
        memcpy(args + 1, term_args(&r->terms, at), 3 * sizeof *args);
        as_push(r, &r->inputs, terms_make(&r->terms, r->game->f_at_time, args));
    }
}

/* What programs get to know of a position. */
static void push_position(as_runner *r, const as_state *s, const as_solve *to)
{
    r->inputs.count = 0;
    r->terms.trap = &r->trap;
    if (to->history) {
        push_at_time(r, s->time, as_state_numbers(r->game, s), s->count);
        for (uint32_t h = s->history; h;) {
            int32_t time;
            uint32_t count;
            const uint32_t *atoms;
            h = as_shared_earlier(r->game->shared, h, &time, &atoms, &count);
            push_at_time(r, time, atoms, count);
        }
    }
    if (to->clock)
        return;
    term now = s->count ? terms_number(&r->terms, s->time) : 1 << 1; /* #inf: there never was anything */
    as_push(r, &r->inputs, terms_make(&r->terms, r->game->f_current_time, &now));
    as_state_atoms(r, s, &r->inputs);
}

bool as_state_input(as_runner *r, const as_state *s)
{
    const as_solve *see = &r->game->solves[AS_SEE];
    push_position(r, s, see);
    return as_run(r, see, &r->evaluators[AS_SEE], NULL, 1);
}

bool as_state_goal(as_runner *r, const as_state *s)
{
    const as_solve *judge = &r->game->solves[AS_JUDGE];
    r->atoms.count = r->model_count = 0;
    if (s->steps >= AS_ITERATIONS) /* no verdict is asked for any more */
        return false;
    push_position(r, s, judge);
    return as_run(r, judge, &r->evaluators[AS_JUDGE], NULL, 1);
}

bool as_state_solve(as_runner *r, const as_state *s, as_task task, const int64_t *draws)
{
    push_position(r, s, &r->game->solves[task]);
    return as_run(r, &r->game->solves[task], &r->evaluators[task], draws, 1);
}

void as_state_text(as_runner *r, const as_state *s, as_task task, const int64_t *draws)
{
    push_position(r, s, &r->game->solves[task]);
    as_text(r, &r->game->solves[task], draws);
}

/* ---- steps ---- */

static void judge(as_runner *r, as_state *s)
{
    bool won = false, lost = false;
    if (s->steps >= AS_ITERATIONS) {
        s->verdict = AS_TIMEOUT;
        return;
    }
    if (as_state_goal(r, s))
        for (uint32_t i = 0; i < r->atoms.count; i++) {
            uint32_t name = as_name_of(&r->terms, vec_at(&r->atoms, i));
            lost |= name == r->game->name_lose;
            won |= name == r->game->name_win;
        }
    s->verdict = lost ? AS_LOST : won ? AS_WON : AS_RUNNING;
}

static void see(as_runner *r, as_state *s)
{
    uint64_t h = 0;
    if (as_state_input(r, s))
        for (uint32_t i = 0; i < r->atoms.count; i++)
            h += hash_mix(term_hash(&r->terms, vec_at(&r->atoms, i)));
    /* where everything is seen, equal positions are equal states */
    s->knowledge = r->game->hidden ? hash_mix(s->knowledge * 31 + h + 1) : 0;
}

void as_state_start(as_runner *r, as_state *s)
{
    memset(s, 0, as_state_size(r->game));
    r->terms.trap = &r->trap;
    s->count = 0;
    set_atoms(r, s, r->game->start, r->game->start_count);
    judge(r, s);
    see(r, s);
    finish(r, s);
}

/* Nature's answer sets: lists of next/3, sorted, each once; those that freeze the position are
 * empty. */
typedef struct answer {
    uint32_t from, count;
} answer;

static bool shows_clock(const as_runner *r, const as_solve *s, const term *list, uint32_t count)
{
    if (!s->solve.hides)
        return true;
    for (uint32_t i = 0; i < s->solve.rules.shown.count; i++)
        if (vec_at(&s->solve.rules.shown, i).functor == r->game->f_current_time)
            return true;
    for (uint32_t i = 0; i < count; i++)
        if (term_functor(&r->terms, list[i]) == r->game->f_current_time)
            return true;
    return false;
}

static int by_atoms(const as_runner *r, const answer *x, const answer *y)
{
    for (uint32_t i = 0; i < x->count && i < y->count; i++) {
        term a = vec_at(&r->atoms, x->from + i), b = vec_at(&r->atoms, y->from + i);
        if (a != b)
            return as_by_text(&r->terms, a, b);
    }
    return x->count < y->count ? -1 : x->count > y->count;
}

/* Puts next/3 of each answer set to the front of its atoms. */
static uint32_t take_answers(as_runner *r, const as_solve *s, answer *answers)
{
    uint32_t n = 0, from = 0;
    for (uint32_t i = 0; i < r->model_count; i++) {
        uint32_t end = r->ends[i], to = from;
        bool clock = shows_clock(r, s, r->atoms.data + from, end - from);
        for (uint32_t k = from; k < end && clock; k++)
            if (term_functor(&r->terms, vec_at(&r->atoms, k)) == r->game->f_next)
                r->atoms.data[to++] = vec_at(&r->atoms, k);
        answers[n] = (answer){from, to - from};
        if (r->model_count > 1)
            as_sort(&r->terms, r->atoms.data + from, to - from);
        uint32_t place = n;
        bool known = false;
        while (place > 0 && !known) {
            int order = by_atoms(r, &answers[place - 1], &answers[n]);
            known = order == 0;
            if (order <= 0)
                break;
            place--;
        }
        if (!known) {
            answer last = answers[n];
            memmove(answers + place + 1, answers + place, (n - place) * sizeof *answers);
            answers[place] = last;
            n++;
        }
        from = end;
    }
    return n;
}

/* The position that follows. */
static bool move_on(as_runner *r, as_state *s, uint32_t way, uint32_t *ways)
{
    const as_solve *nature = &r->game->solves[AS_DO_NATURE];
    uint32_t before = s->history;
    answer few[4], *answers = few;
    if (r->model_count == 0) { /* the step is void, but time passes */
        *ways = 1;
        if (way > 0)
            return false;
        if (s->count && r->game->history)
            before = as_shared_history(r->game->shared, s->history, s->time, as_state_numbers(r->game, s), s->count,
                                       &r->trap);
        s->history = before;
        s->time += s->count > 0;
        return true;
    }
    if (r->model_count > 4) {
        GROW(&r->trap, r->numbers, r->number_capacity, 2 * r->model_count + 2);
        answers = (answer *)(void *)r->numbers;
    }
    *ways = take_answers(r, nature, answers);
    if (way >= *ways)
        return false;
    answer a = answers[way];
    if (a.count == 0 || s->count == 0)
        return true; /* everything stands still, the clock as well */
    if (r->game->history)
        before =
            as_shared_history(r->game->shared, s->history, s->time, as_state_numbers(r->game, s), s->count, &r->trap);
    set_atoms(r, s, r->atoms.data + a.from, a.count);
    s->history = before;
    s->time++;
    return true;
}

static void copy_atoms(as_runner *r, as_atoms *to, const as_atoms *from)
{
    GROW(&r->trap, to->data, to->capacity, from->count + 1);
    if (from->count)
        memcpy(to->data, from->data, from->count * sizeof *to->data);
    to->count = from->count;
}

static void copy_ends(as_runner *r, uint32_t **to, uint32_t *capacity, const uint32_t *from, uint32_t count)
{
    GROW(&r->trap, *to, *capacity, count + 1);
    if (count)
        memcpy(*to, from, count * sizeof **to);
}

/* Solves nature with the inputs there are, unless it was just done. */
static void run_nature(as_runner *r, const as_solve *nature, const int64_t *draws)
{
    size_t drawn = r->game->draws->count * sizeof *draws;
    bool known =
        r->last.there && r->last.inputs.count == r->inputs.count &&
        (r->inputs.count == 0 || memcmp(r->last.inputs.data, r->inputs.data, r->inputs.count * sizeof(term)) == 0) &&
        (drawn == 0 || memcmp(r->last.draws, draws, drawn) == 0);
    if (nature->native) {
        as_run(r, nature, &r->evaluators[AS_DO_NATURE], draws, 1);
        return;
    }
    if (known) {
        copy_atoms(r, &r->atoms, &r->last.atoms);
        copy_ends(r, &r->ends, &r->end_capacity, r->last.ends, r->last.model_count);
        r->model_count = r->last.model_count;
        r->truncated = r->last.truncated;
        return;
    }
    r->last.there = false;
    as_run(r, nature, &r->evaluators[AS_DO_NATURE], draws, r->game->limits.max_ways);
    int64_t *copy = realloc(r->last.draws, drawn + sizeof *draws);
    if (!copy)
        return;
    r->last.draws = copy;
    if (drawn)
        memcpy(copy, draws, drawn);
    copy_atoms(r, &r->last.inputs, &r->inputs);
    copy_atoms(r, &r->last.atoms, &r->atoms);
    copy_ends(r, &r->last.ends, &r->last.end_capacity, r->ends, r->model_count);
    r->last.model_count = r->model_count;
    r->last.truncated = r->truncated;
    r->last.there = true;
}

bool as_state_step(as_runner *r, as_state *s, const term *actions, uint32_t action_count, const int64_t *draws,
                   uint32_t way, uint32_t *ways)
{
    const as_solve *nature = &r->game->solves[AS_DO_NATURE];
    push_position(r, s, nature);
    uint64_t did = 1;
    for (uint32_t i = 0; i < action_count; i++) {
        as_push(r, &r->inputs, actions[i]);
        did += hash_mix(term_hash(&r->terms, actions[i]));
    }
    r->violated = NULL;
    run_nature(r, nature, draws);
    r->void_step = r->model_count == 0;
    r->void_rule = r->violated;
    r->more_ways = r->truncated;
    if (!move_on(r, s, way, ways))
        return false;
    s->steps++;
    if (r->game->hidden)
        s->knowledge = hash_mix(s->knowledge + did);
    judge(r, s);
    see(r, s);
    finish(r, s);
    return true;
}
