/* Can a result be forced? Depth-first, deeper and deeper, remembering what was proved. */
#include "agents/solver/prover.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool prover_level_make(prover *p, uint32_t ply)
{
    prover_level *l = &p->levels[ply];
    if (l->state)
        return true;
    l->state = calloc(1, lud_state_size(p->game));
    l->turn.lists = calloc(3, sizeof(lud_moves *));
    for (int i = 0; l->turn.lists && i < 3; i++)
        l->turn.lists[i] = lud_moves_new();
    bool fine = l->state && l->turn.lists && l->turn.lists[0] && l->turn.lists[1] && l->turn.lists[2];
    if (!fine)
        p->status = LUD_ERR_MEMORY;
    return fine;
}

static void prover_done(prover *p)
{
    for (uint32_t i = 0; p->levels && i < PROVER_LEVELS; i++) {
        prover_level *l = &p->levels[i];
        for (int k = 0; l->turn.lists && k < 3; k++)
            lud_moves_free(l->turn.lists[k]);
        free(l->turn.lists);
        free(l->state);
        free(l->order);
        free(l->values);
        free(l->children);
    }
    free(p->levels);
    free(p->table);
    free(p->history);
}

/* ---- the table ---- */

static prover_entry *bucket_of(const prover *p, uint64_t hash) { return p->table + (hash & p->mask & ~UINT64_C(3)); }

prover_entry *prover_find(const prover *p, uint64_t hash)
{
    prover_entry *e = bucket_of(p, hash);
    for (int i = 0; i < 4; i++)
        if (e[i].used && e[i].hash == hash)
            return &e[i];
    return NULL;
}

prover_entry *prover_place(const prover *p, uint64_t hash)
{
    prover_entry *e = prover_find(p, hash), *bucket = bucket_of(p, hash);
    for (int i = 0; i < 4 && !e; i++)
        if (!bucket[i].used)
            e = &bucket[i];
    if (!e)
        for (int i = 0; i < 4; i++)
            e = !e || bucket[i].work < e->work ? &bucket[i] : e;
    return e;
}

static void store(prover *p, uint64_t hash, verdict v, uint32_t plies, uint32_t move, uint64_t work)
{
    prover_entry *e = prover_place(p, hash);
    uint16_t log = 0;
    while (work > 1 && log < 60)
        work >>= 1, log++;
    *e = (prover_entry){.hash = hash, .work = log, .used = 1};
    e->plies = plies;
    e->move = move;
    e->verdict = (uint16_t)v;
}

/* ---- moves ---- */

static uint32_t key_of(const solver_turn *t, uint32_t index)
{
    lud_move move = lud_moves_at(t->lists[t->role], index);
    uint64_t h = t->role;
    for (uint32_t i = 0; i < move.count; i++)
        h = (h + move.words[i] + 1) * UINT64_C(0x9e3779b97f4a7c15) ^ h >> 31;
    return (uint32_t)(h >> 40) & (PROVER_HISTORY - 1);
}

static bool sort_moves(prover *p, prover_level *l, uint32_t first)
{
    uint32_t n = l->turn.count;
    if (n > l->capacity) {
        free(l->order);
        free(l->values);
        l->order = malloc(n * sizeof *l->order);
        l->values = malloc(n * sizeof *l->values);
        l->capacity = l->order && l->values ? n : 0;
        if (!l->capacity) {
            p->status = LUD_ERR_MEMORY;
            return false;
        }
    }
    const uint32_t *history = p->history + (l->turn.role == 1 ? 0 : PROVER_HISTORY);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t at = i;
        l->values[i] = i == first ? UINT32_MAX : history[key_of(&l->turn, i)];
        for (; at > 0 && l->values[l->order[at - 1]] < l->values[i]; at--)
            l->order[at] = l->order[at - 1];
        l->order[at] = i;
    }
    return true;
}

static void learn(prover *p, const prover_level *l, uint32_t index, uint32_t depth)
{
    uint32_t *h = p->history + (l->turn.role == 1 ? 0 : PROVER_HISTORY) + key_of(&l->turn, index);
    *h += depth * depth;
    if (*h > UINT32_C(1) << 30)
        for (uint32_t i = 0; i < 2 * PROVER_HISTORY; i++)
            p->history[i] /= 2;
}

bool prover_late(prover *p)
{
    const solver_options *o = p->o;
    if (p->status != LUD_OK)
        return true;
    if ((o->nodes && p->nodes >= o->nodes) || (p->limit && p->nodes >= p->limit))
        p->status = LUD_LIMIT_STATES;
    if (++p->looks % 1024 == 0 && (solver_interrupted(o) || (o->deadline > 0 && agent_clock() > o->deadline) ||
                                   (o->progress && !o->progress(o->user, p->nodes, 0))))
        p->status = LUD_LIMIT_STEPS;
    return p->status != LUD_OK;
}

/* ---- the question ---- */

verdict prover_judge(prover *p, const void *state)
{
    double scores[2];
    lud_scores(p->game, state, scores);
    double difference = scores[0] - scores[1];
    if (fabs(scores[0] + scores[1] - p->sum) > 1e-6) {
        p->unequal = true;
        p->status = LUD_ERR_ARGUMENT;
    }
    if (difference >= p->threshold - 1e-9)
        return YES;
    p->below = difference > p->below ? difference : p->below;
    return NO;
}

bool prover_repeats(const prover *p, uint32_t ply)
{
    for (uint32_t i = ply; i-- > 0;)
        if (p->levels[i].hash == p->levels[ply].hash)
            return true;
    return false;
}

/* Whether the threshold can be forced by role 1 (YES) or missed by role 2 (NO) within `depth`
 * plies; *plies gets how many it takes. A position met before on the way is no progress: whoever
 * needs more must find it elsewhere, and nothing is stored that depends on it. */
static verdict ask(prover *p, uint32_t ply, uint32_t depth, uint32_t *plies)
{
    prover_level *l = &p->levels[ply];
    *plies = 0;
    p->nodes++;
    if (prover_late(p))
        return OPEN;
    if (lud_terminal(p->game, l->state))
        return prover_judge(p, l->state);
    if (depth == 0 || ply + 1 >= PROVER_LEVELS) {
        p->cut = true;
        return OPEN;
    }
    l->hash = lud_state_hash(p->game, l->state);
    prover_entry *known = prover_find(p, l->hash);
    if (known && (known->verdict != OPEN || known->plies >= depth)) {
        *plies = known->plies;
        p->cut |= known->verdict == OPEN;
        if (known->verdict == OPEN || known->plies <= depth)
            return known->verdict;
        p->cut = true; /* known, but not in time */
        return OPEN;
    }
    if (prover_repeats(p, ply))
        return OPEN;
    p->status = solver_list(p->game, p->ctx, l->state, 2, &l->turn);
    if (p->status == LUD_OK && l->turn.role == 0)
        p->status = LUD_ERR_ARGUMENT;
    if (p->status != LUD_OK || !prover_level_make(p, ply + 1) || !sort_moves(p, l, known ? known->move : UINT32_MAX))
        return OPEN;
    verdict wanted = l->turn.role == 1 ? YES : NO;
    uint64_t before = p->nodes;
    uint32_t longest = 0, best = l->order[0];
    bool all = true;
    for (uint32_t i = 0; i < l->turn.count; i++) {
        uint32_t index = l->order[i], below;
        memcpy(l[1].state, l->state, lud_state_size(p->game));
        p->status = solver_apply(p->ctx, l[1].state, 2, &l->turn, index);
        if (p->status != LUD_OK)
            return OPEN;
        verdict v = ask(p, ply + 1, depth - 1, &below);
        if (p->status != LUD_OK)
            return OPEN;
        if (v == wanted) {
            *plies = below + 1;
            learn(p, l, index, depth);
            store(p, l->hash, v, *plies, index, p->nodes - before);
            return v;
        }
        if (v == OPEN) {
            if (all)
                best = index;
            all = false;
        }
        longest = below + 1 > longest ? below + 1 : longest;
    }
    verdict v = all ? (wanted == YES ? NO : YES) : OPEN;
    *plies = all ? longest : depth;
    store(p, l->hash, v, *plies, best, p->nodes - before);
    return v;
}

/* ---- thresholds ---- */

/* Answers for one threshold by deepening. */
static verdict prover_deepen(prover *p, const void *state, double threshold, uint32_t *plies, uint32_t *deepest,
                             uint32_t *move)
{
    verdict v = OPEN;
    p->threshold = threshold;
    p->below = -INFINITY;
    memset(p->table, 0, (p->mask + 1) * sizeof *p->table);
    memset(p->history, 0, 2 * PROVER_HISTORY * sizeof *p->history);
    for (uint32_t depth = 1; depth < PROVER_LEVELS && v == OPEN && p->status == LUD_OK; depth++) {
        p->cut = false;
        memcpy(p->levels[0].state, state, lud_state_size(p->game));
        v = ask(p, 0, depth, plies);
        if (p->o->progress && !p->o->progress(p->o->user, p->nodes, depth) && p->status == LUD_OK)
            p->status = LUD_LIMIT_STEPS;
        if (p->status == LUD_OK)
            *deepest = depth > *deepest ? depth : *deepest;
        if (v == OPEN && !p->cut) /* deeper, there are only positions that repeat */
            break;
    }
    prover_entry *e = prover_find(p, lud_state_hash(p->game, state));
    *move = e && v != OPEN ? e->move : UINT32_MAX;
    return v;
}

/* An answer with what it takes. */
typedef struct answer {
    verdict v;
    uint32_t plies, move;
    bool exact; /* there is no shorter way */
} answer;

/* Allows `more` positions from here on (0: any number), and no larger a table than they need. */
static void allow(prover *p, uint64_t more)
{
    p->limit = more ? p->nodes + more : 0;
    p->mask = p->slots - 1;
    while (more && p->mask > 4 * more && p->mask > 4096)
        p->mask /= 2;
}

/* Whether the search was stopped by nothing but `allow`. */
static bool only_allowed(prover *p)
{
    bool allowed = p->status == LUD_LIMIT_STATES && !(p->o->nodes && p->nodes >= p->o->nodes);
    if (allowed)
        p->status = LUD_OK;
    return allowed;
}

static answer deepen(prover *p, const void *state, double threshold, uint64_t more, solution *s)
{
    answer a = {.exact = true};
    double below = p->below;
    allow(p, more);
    a.v = prover_deepen(p, state, threshold, &a.plies, &s->depth, &a.move);
    p->below = below > p->below ? below : p->below;
    return a;
}

/* Deepening and proof numbers in turn, each with a budget that grows: where the way to the answer
 * is short the first is by far the fastest, where it is narrow the second. After a proof by numbers
 * deepening looks for the shortest way, for no more than a few times as long. Where positions come
 * back, deepening alone. */
static answer settle(prover *p, const void *state, double threshold, solution *s)
{
    enum { FIRST = 20000, GROWTH = 8, LOOK_LONGER = 3, LOOK_AT_LEAST = 1000000 };
    answer a = {OPEN, 0, 0, false};
    for (uint64_t budget = FIRST; a.v == OPEN; budget *= GROWTH) {
        p->below = -INFINITY;
        a = deepen(p, state, threshold, budget, s);
        if (a.v != OPEN || !only_allowed(p)) /* answered, or there is nothing deeper */
            return a;
        uint64_t before = p->nodes;
        allow(p, budget);
        a.v = prover_pns(p, state, threshold, &a.plies, &a.move);
        a.exact = false;
        bool unfinished = only_allowed(p);
        if (p->status != LUD_OK || (a.v == OPEN && !unfinished && !p->repeated))
            return a;
        if (a.v == OPEN && unfinished)
            continue;
        uint64_t longer = LOOK_LONGER * (p->nodes - before) + LOOK_AT_LEAST;
        answer shorter = deepen(p, state, threshold, a.v == OPEN ? 0 : longer, s);
        bool given_up = only_allowed(p);
        return a.v == OPEN || (shorter.v != OPEN && !given_up) ? shorter : a;
    }
    return a;
}

/* From above: the first result that role 1 can force is the value. When it cannot force one, it
 * gets no more than the next lower result among all ends that were seen: those of role 2's defence
 * are among them. */
static lud_status climb_down(prover *p, const void *state, solution *s)
{
    double low[2], high[2];
    uint32_t plies = 0, missed = 0, move = UINT32_MAX, missed_move = UINT32_MAX;
    p->status = solver_list(p->game, p->ctx, state, 2, &p->levels[0].turn);
    if (p->status != LUD_OK)
        return p->status;
    s->role = p->levels[0].turn.role;
    s->count = p->levels[0].turn.count;
    s->moves = calloc(s->count + 1, sizeof *s->moves);
    if (!s->moves)
        return LUD_ERR_MEMORY;
    for (uint32_t r = 0; r < 2; r++)
        lud_score_bounds(p->game, r + 1, &low[r], &high[r]);
    p->sum = high[0] + low[1];
    double upper = high[0] - low[1], lower = low[0] - high[1];
    s->exact = true;
    while (!s->solved) {
        s->solved = upper <= lower;
        if (s->solved)
            break;
        answer a = settle(p, state, upper, s);
        plies = a.plies;
        move = a.move;
        s->exact &= a.exact;
        if (a.v == OPEN)
            break;
        s->solved = a.v == YES;
        if (a.v == NO) {
            upper = p->below;
            missed = plies;
            missed_move = move;
            plies = 0;
            move = UINT32_MAX;
        }
    }
    s->method = "proof";
    s->nodes = p->nodes;
    lower = s->solved ? upper : lower;
    s->scores[0] = (p->sum + upper) / 2;
    s->scores[1] = (p->sum - upper) / 2;
    /* in a middling result both proofs have to be kept up: the longer one tells how far */
    s->distance = plies > missed ? plies : missed;
    uint32_t best =
        s->role == 1 ? (move != UINT32_MAX ? move : missed_move) : (missed_move != UINT32_MAX ? missed_move : move);
    s->best = best < s->count ? best : 0;
    bool first = s->role == 1;
    s->low = (p->sum + (first ? lower : -upper)) / 2;
    s->high = (p->sum + (first ? upper : -lower)) / 2;
    if (s->solved)
        s->moves[s->best] = (solver_move){true, s->scores[s->role - 1], s->distance};
    return LUD_OK;
}

lud_status solver_proof(const lud_game *game, lud_context *ctx, const void *state, const solver_options *options,
                        solution *s)
{
    prover p = {.game = game, .ctx = ctx, .o = options, .below = -INFINITY};
    uint64_t slots = 1 << 12;
    while (slots * 2 * sizeof *p.table <= options->memory)
        slots *= 2;
    p.slots = slots;
    p.mask = slots - 1;
    p.table = calloc(slots, sizeof *p.table);
    p.history = calloc(2 * PROVER_HISTORY, sizeof *p.history);
    p.levels = calloc(PROVER_LEVELS, sizeof *p.levels);
    lud_status status = LUD_ERR_MEMORY;
    if (p.table && p.history && p.levels && prover_level_make(&p, 0))
        status = climb_down(&p, state, s);
    if (status == LUD_OK && !s->solved) {
        snprintf(s->problem, sizeof s->problem, "%s after %llu positions, %u plies deep",
                 p.status == LUD_LIMIT_STATES  ? "stopped at the limit"
                 : p.status == LUD_LIMIT_STEPS ? solver_stopped(options)
                 : p.status != LUD_OK          ? lud_status_text(p.status)
                                               : "positions repeat, and nothing can be forced",
                 (unsigned long long)p.nodes, s->depth);
        if (p.unequal)
            snprintf(s->problem, sizeof s->problem,
                     "this game cannot be solved by proofs: what one player gains is not what the "
                     "other loses");
        else if (p.status == LUD_ERR_ARGUMENT)
            s->problem[0] = 0;
        if (p.status == LUD_ERR_ARGUMENT || p.status == LUD_ERR_MEMORY)
            status = p.status;
        s->endless = p.status == LUD_OK;
    }
    prover_done(&p);
    return status;
}
