/* Moves: the paths of decisions, and what they lead to. */
#include "unroll/building.h"

#include <stdlib.h>
#include <string.h>

enum { PATHS_MAX = 20000 };

uint32_t *ub_words(const building *b, uint32_t tags, uint32_t *count, arena *a)
{
    const unroller *x = &b->x;
    *count = 0;
    for (uint32_t t = tags; t != U_NOTHING; t = vec_at(&x->tags, t).before)
        ++*count;
    uint32_t *words = ARENA_ARRAY(a, uint32_t, *count + 1);
    for (uint32_t t = tags, i = *count; t != U_NOTHING; t = vec_at(&x->tags, t).before)
        words[--i] = vec_at(&x->tags, t).word;
    return words;
}

static const char *text_of(building *b, uint32_t tags)
{
    uint32_t count;
    const uint32_t *words = ub_words(b, tags, &count, b->x.a);
    return b->text(b->user, words, count, b->out);
}

static uint32_t move_for(building *b, uint32_t role, uint32_t tags)
{
    unroller *x = &b->x;
    const uint64_t key = (uint64_t)role << 32 | tags;
    const uint32_t *known = map_get(&b->move_of, key);
    if (known)
        return *known;
    if (b->moves.count > x->limits.moves)
        u_refuse(x, (src_span){0, 0}, "it has too many moves");
    vec_push(x->a, &b->moves, ((made_move){.role = role, .tags = tags, .text = text_of(b, tags)}));
    map_put(&b->move_of, key, b->moves.count - 1);
    return b->moves.count - 1;
}

static int by_move(const void *a, const void *b)
{
    const outcome *o = a, *p = b;
    return o->move != p->move ? (o->move < p->move ? -1 : 1) : 0;
}

/* Ways to make the same move that do the same are one; others must exclude each other. */
static void join_outcomes(building *b, decision *d)
{
    unroller *x = &b->x;
    uint32_t kept = 0;
    for (uint32_t i = 0, j; i < d->outcomes.count && !x->why; i = j) {
        const uint32_t first = kept;
        for (j = i; j < d->outcomes.count && vec_at(&d->outcomes, j).move == vec_at(&d->outcomes, i).move; j++) {
            const outcome o = vec_at(&d->outcomes, j);
            uint32_t k = first;
            while (k < kept && (vec_at(&d->outcomes, k).env != o.env || vec_at(&d->outcomes, k).node != o.node ||
                                vec_at(&d->outcomes, k).who != o.who))
                k++;
            if (k < kept && d->role == b->random && !u_exclude(x, vec_at(&d->outcomes, k).when, o.when))
                u_refuse(x, vec_at(&x->g->nodes, d->node).span, "outcomes of chance that are not equally likely");
            if (k < kept)
                vec_at(&d->outcomes, k).when = u_or(x, vec_at(&d->outcomes, k).when, o.when);
            else
                d->outcomes.data[kept++] = o;
        }
        for (uint32_t k = first; k < kept; k++)
            for (uint32_t m = k + 1; m < kept && !x->p->decisions[d->node].single; m++)
                if (!u_exclude(x, vec_at(&d->outcomes, k).when, vec_at(&d->outcomes, m).when))
                    u_refuse(x, vec_at(&x->g->nodes, d->node).span,
                             arena_printf(b->out, "the move `%s` that can be made in several ways",
                                          vec_at(&b->moves, vec_at(&d->outcomes, k).move).text));
    }
    d->outcomes.count = kept;
}

void ub_find_moves(building *b, decision *d)
{
    unroller *x = &b->x;
    ub_set_base(b, d, 1);
    u_search s = {.x = x, .a = x->a, .limit = PATHS_MAX};
    u_explore(&s, d->node, U_NOTHING);
    if (s.failed && !x->why) {
        s = (u_search){.x = x, .a = x->a, .limit = 4 * PATHS_MAX};
        if (!u_explore_merged(&s, &(u_config){d->node, U_NOTHING, U_NOTHING, NET_TRUE}, 1))
            u_refuse(x, (src_span){0, 0}, "too many paths");
    } else
        u_solve(&s);
    for (uint32_t i = 0; i < s.steps.count && !x->why; i++) {
        const u_step *t = &vec_at(&s.steps, i);
        if (t->to != IR_NONE)
            continue;
        const u_config *c = &vec_at(&s.configs, t->from);
        ir_sym first;
        const u_span v = ub_movers_after(b, t->env, &first);
        const uint32_t move = c->signal == NET_FALSE ? 0 : move_for(b, d->role, c->tags);
        for (uint32_t k = 0; k < v.count && c->signal != NET_FALSE; k++) {
            const u_case who = vec_at(&x->cases, v.first + k);
            const net_signal when = u_and(x, c->signal, who.when);
            vec_push(x->a, &d->outcomes,
                     ((outcome){move, when, t->env, t->edge->to, first + (ir_sym)who.code, NET_FALSE}));
        }
    }
    if (d->outcomes.count > 1)
        qsort(d->outcomes.data, d->outcomes.count, sizeof *d->outcomes.data, by_move);
    join_outcomes(b, d);
    const net_signal fine = u_and(x, 2 * d->gate, u_faults(&s) ^ 1);
    for (uint32_t i = 0; i < d->outcomes.count && !x->why; i++) {
        const outcome *o = &vec_at(&d->outcomes, i);
        const net_signal legal = u_and(x, fine, o->when);
        vec_push(x->a, &vec_at(&b->moves, o->move).legal, legal);
    }
}

/* ---- what moves do ---- */

typedef struct change {
    uint32_t cell, value;
    net_signal when;
} change;

static int by_cell(const void *a, const void *b)
{
    const change *c = a, *d = b;
    return c->cell != d->cell ? (c->cell < d->cell ? -1 : 1) : 0;
}

/* Decisions whose moves are followed together: those of one node, whoever decides; or one. */
typedef struct followed {
    const decision *d;
    uint32_t count;
} followed;

/* The next of their outcomes, in order. */
static const outcome *next_outcome(const followed *f, uint32_t *which, uint32_t *at)
{
    while (*which < f->count && *at == f->d[*which].outcomes.count) {
        *at = 0;
        ++*which;
    }
    if (*which == f->count)
        return NULL;
    const uint32_t place = (*at)++;
    return &vec_at(&f->d[*which].outcomes, place);
}

static bool same_way(const outcome *a, const outcome *b) { return a->node == b->node && a->who == b->who; }

/* What cells hold behind the moves that go on alike, all together. */
static void merge_outcomes(building *b, const followed *f, const outcome *like)
{
    unroller *x = &b->x;
    VEC(change) all = {0};
    uint32_t which = 0, at = 0;
    for (const outcome *o; (o = next_outcome(f, &which, &at));) {
        const u_span s = vec_at(&x->envs.spans, o->env);
        for (uint32_t k = 0; same_way(o, like) && k < s.count; k++)
            vec_push(x->a, &all,
                     ((change){vec_at(&x->pairs, s.first + k).cell, vec_at(&x->pairs, s.first + k).value, o->done}));
    }
    if (all.count > 1)
        qsort(all.data, all.count, sizeof *all.data, by_cell);
    for (uint32_t i = 0, j; i < all.count && !x->why; i = j) {
        const uint32_t cell = vec_at(&all, i).cell, mark = x->signals.count, cases = x->stack.count;
        for (j = i; j < all.count && vec_at(&all, j).cell == cell; j++) {
            const u_span v = vec_at(&x->values.spans, vec_at(&all, j).value);
            vec_push(x->a, &x->signals, vec_at(&all, j).when);
            for (uint32_t k = 0; k < v.count; k++) {
                const u_case c = vec_at(&x->cases, v.first + k);
                u_push_case(x, c.code, u_and(x, vec_at(&all, j).when, c.when));
            }
        }
        const net_signal changed = u_or_from(x, mark);
        const u_span before = vec_at(&x->values.spans, x->base[cell]);
        for (uint32_t k = 0; k < before.count; k++) {
            const u_case c = vec_at(&x->cases, before.first + k);
            u_push_case(x, c.code, u_and(x, changed ^ 1, c.when));
        }
        x->base[cell] = u_value_from(x, cases);
    }
    map_init(&x->reaches, x->a);
}

static bool is_followed(const followed *f, const outcome *like, const outcome *until)
{
    uint32_t which = 0, at = 0;
    for (const outcome *o; (o = next_outcome(f, &which, &at)) && o != until;)
        if (same_way(o, like))
            return true;
    return false;
}

/* When one of the moves that go on alike is made. */
static net_signal find_made(building *b, const followed *f, const outcome *like)
{
    unroller *x = &b->x;
    uint32_t mark = x->signals.count, which = 0, at = 0;
    bool always = true; /* some move is made there */
    for (const outcome *o; (o = next_outcome(f, &which, &at));) {
        always &= same_way(o, like);
        if (same_way(o, like))
            vec_push(x->a, &x->signals, o->done);
    }
    if (always)
        x->signals.count = mark;
    for (uint32_t i = 0; i < f->count && always; i++)
        vec_push(x->a, &x->signals, 2 * f->d[i].gate);
    return u_or_from(x, mark);
}

/* Each move on its own until nothing tells them apart any more. */
static void keep_on_apart(building *b, const followed *f, const outcome *like, arrivals *out)
{
    unroller *x = &b->x;
    VEC(u_config) starts = {0};
    uint32_t which = 0, at = 0;
    const uint32_t keeper = u_constant(x, layout_code(x->g, like->who));
    for (const outcome *o; (o = next_outcome(f, &which, &at));)
        if (same_way(o, like)) {
            const uint32_t env = u_set(x, o->env, x->first[x->g->player], keeper);
            vec_push(x->a, &starts, ((u_config){like->node, env, U_NOTHING, o->done}));
        }
    ub_keep_apart(b, starts.data, starts.count, out);
}

static void follow(building *b, const followed *f)
{
    unroller *x = &b->x;
    uint32_t which = 0, at = 0;
    for (const outcome *like; (like = next_outcome(f, &which, &at)) && !x->why;) {
        if (is_followed(f, like, like))
            continue;
        const net_signal made = find_made(b, f, like);
        arrivals all = {0};
        b->fault = NET_FALSE;
        ub_set_base(b, f->d, f->count);
        if (b->apart && like->who == x->g->keeper && like->node != x->g->end)
            keep_on_apart(b, f, like, &all);
        else {
            merge_outcomes(b, f, like);
            x->base[x->first[x->g->player]] = u_constant(x, layout_code(x->g, like->who));
            ub_keep_on(b, like->node, like->who, U_NOTHING, NET_TRUE, &all, 0);
        }
        ub_note_next(b, &all, made);
    }
}

void ub_follow_moves(building *b)
{
    for (uint32_t i = 0, j; i < b->decisions.count && !b->x.why; i = j) { /* those of one node are neighbours */
        for (j = i + 1; j < b->decisions.count && vec_at(&b->decisions, j).node == vec_at(&b->decisions, i).node;)
            j++;
        follow(b, &(followed){&vec_at(&b->decisions, i), j - i});
    }
}

/* ---- the moves of the network ---- */

static int by_text(const void *a, const void *b)
{
    const net_move *m = a, *o = b;
    return strcmp(m->text, o->text);
}

/* Moves of each role, sorted by text; with `noop` for when it does not decide. */
void ub_make_moves(building *b)
{
    unroller *x = &b->x;
    net_network *n = x->n;
    const uint32_t group = u_group(x, b->moves.count + 1); /* nobody makes one behind a fault */
    for (uint32_t i = 0; i < b->moves.count; i++) {
        made_move *m = &vec_at(&b->moves, i);
        const uint32_t mark = x->signals.count;
        for (uint32_t k = 0; k < m->legal.count; k++)
            vec_push(x->a, &x->signals, vec_at(&m->legal, k));
        m->when = u_or_from(x, mark);
        m->gate = gates_add(&x->gates, NET_DOES, NULL, 0);
        u_is_member(x, m->gate, group, i, m->when);
    }
    for (uint32_t r = 0; r < b->role_count && !x->why; r++) {
        net_role role = {.name = r == b->random ? "random" : ir_symbol_name(x->g, b->roles[r]),
                         .first_move = n->moves.count};
        const uint32_t mark = x->signals.count;
        for (uint32_t i = 0; i < b->decisions.count; i++)
            if (vec_at(&b->decisions, i).role == r)
                vec_push(x->a, &x->signals, 2 * vec_at(&b->decisions, i).gate + 1);
        const net_signal idle = u_and_from(x, mark);
        const uint32_t gate = gates_add(&x->gates, NET_DOES, NULL, 0);
        vec_push(b->out, &n->moves, ((net_move){.text = "noop", .legal = idle, .gate = gate}));
        for (uint32_t i = 0; i < b->moves.count; i++) {
            made_move *m = &vec_at(&b->moves, i);
            if (m->role != r)
                continue;
            vec_push(b->out, &n->moves, ((net_move){.text = m->text, .legal = m->when, .gate = m->gate}));
        }
        role.move_count = n->moves.count - role.first_move;
        qsort(n->moves.data + role.first_move, role.move_count, sizeof *n->moves.data, by_text);
        for (uint32_t i = role.first_move; i + 1 < n->moves.count; i++)
            if (strcmp(vec_at(&n->moves, i).text, vec_at(&n->moves, i + 1).text) == 0)
                u_refuse(x, (src_span){0, 0},
                         arena_printf(b->out, "two moves with the text `%s`", vec_at(&n->moves, i).text));
        vec_push(b->out, &n->roles, role);
    }
}

void ub_make_outcomes(building *b)
{
    unroller *x = &b->x;
    for (uint32_t i = 0; i < b->decisions.count; i++) {
        decision *d = &vec_at(&b->decisions, i);
        for (uint32_t k = 0; k < d->outcomes.count; k++) {
            outcome *o = &vec_at(&d->outcomes, k);
            const bool several = (k > 0 && vec_at(&d->outcomes, k - 1).move == o->move) ||
                                 (k + 1 < d->outcomes.count && vec_at(&d->outcomes, k + 1).move == o->move);
            const made_move *m = &vec_at(&b->moves, o->move);
            o->done = several ? u_and(x, 2 * m->gate, o->when) : 2 * m->gate;
            if (m->legal.count > 1) /* other decisions may have the same move */
                o->done = u_and(x, o->done, 2 * d->gate);
        }
    }
}
