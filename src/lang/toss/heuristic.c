/* Estimates from payoffs, after the method that the original is described with: a goal is opened
 * into conjunctions of what nothing changes and of fluents; each way to satisfy the former is a
 * pattern, of which the fluents that hold already are a share. A goal of a single fluent that rules
 * move is followed backwards along the moves. Goals that say that there is nothing of a kind count
 * how much there is. What is none of this is left out. */
#include "lang/toss/lower.h"

#include "automaton/heuristic.h"

#include <math.h>
#include <string.h>

enum {
    RATIO = 4,
    STEP_RATIO = 2,
    STEPS_MAX = 12,
    WAYS_MAX = 64,
    PATTERNS_MAX = 20000,
    LITERALS_MAX = 16,
    TRIED_MAX = 5000000
};

typedef struct part {
    const rs_node *node;
    bool negated;
} part;

typedef VEC(part) parts;

/* One conjunction that satisfies the goal. */
typedef struct way {
    vec_u32 slots;
    parts fixed, fluents;
} way;

typedef struct deriving {
    toss_lowering *x;
    toss_env *env; /* numbers the variables of definitions */
    VEC(ir_estimate) estimates;
    uint32_t role;
    double weight;
    uint32_t ways;
    const char *text;
} deriving;

typedef struct patterns {
    VEC(ir_literal) literals;
    vec_u32 starts;
    map known; /* hashes */
} patterns;

/* ---- fluents ---- */

/* No rule takes it away, or puts another piece in its place. */
static bool only_grows(const deriving *d, const toss_fluent *fl)
{
    const rs_game *f = d->x->f;
    for (uint32_t i = 0; i < f->rules.count; i++) {
        const rs_rule *r = &vec_at(&f->rules, i);
        const rs_relation *left = rs_find_relation(&r->left, fl->name), *right = rs_find_relation(&r->right, fl->name);
        name_id optional = intern_printf(f->names, "_opt_%s", intern_text(f->names, fl->name));
        if (rs_find_relation(&r->left, optional))
            return false;
        for (uint32_t t = 0; left && t < left->tuples.count; t += left->arity) {
            bool stays = right != NULL;
            uint32_t tuple[RS_ARITY_MAX];
            for (uint32_t k = 0; k < left->arity && stays; k++) {
                tuple[k] = RS_NONE;
                for (uint32_t e = 0; e < r->right.elements.count; e++)
                    if (r->replaced[e] == vec_at(&left->tuples, t + k))
                        tuple[k] = e;
                stays = tuple[k] != RS_NONE;
            }
            if (!stays || !rs_holds(&r->right, right, tuple))
                return false;
        }
    }
    return true;
}

/* Pieces that are there for good keep others away. */
static bool pieces_stay(const deriving *d)
{
    for (uint32_t i = 0; i < d->x->fluents.count; i++)
        if (vec_at(&d->x->fluents, i).piece && !only_grows(d, &vec_at(&d->x->fluents, i)))
            return false;
    return true;
}

static ir_literal literal_of(const deriving *d, const toss_fluent *fl, const uint32_t *elements, bool negated)
{
    const toss_lowering *x = d->x;
    ir_literal l = {.key_count = fl->arity, .negated = negated, .open = NAME_NONE};
    ir_var v = fl->piece ? x->board : fl->variable;
    l.variable = vec_at(&x->g->variables, v).name;
    for (uint32_t i = 0; i < fl->arity; i++)
        l.keys[i] = vec_at(&x->g->symbols, toss_element(x, elements[i])).name;
    l.value = vec_at(&x->g->symbols, fl->piece ? fl->symbol : x->one).name;
    if (fl->piece && !negated && pieces_stay(d))
        l.open = vec_at(&x->g->symbols, x->none).name;
    return l;
}

static uint64_t hash_of(const ir_literal *l)
{
    return hash_mix(((uint64_t)l->variable << 40) ^ ((uint64_t)l->keys[0] << 20) ^ l->keys[1] ^
                    ((uint64_t)l->value << 52) ^ l->negated);
}

static void add_pattern(deriving *d, patterns *p, const ir_literal *literals, uint32_t count)
{
    uint64_t hash = count;
    for (uint32_t i = 0; i < count; i++)
        hash += hash_of(&literals[i]); /* in any order */
    if (map_has(&p->known, hash) || p->starts.count > PATTERNS_MAX)
        return;
    map_put(&p->known, hash, 1);
    for (uint32_t i = 0; i < count; i++)
        vec_push(d->x->g->arena, &p->literals, literals[i]);
    vec_push(d->x->g->arena, &p->starts, p->literals.count);
}

static void start_patterns(deriving *d, patterns *p)
{
    *p = (patterns){0};
    map_init(&p->known, d->x->scratch);
    vec_push(d->x->g->arena, &p->starts, 0);
}

static void add_estimate(deriving *d, const patterns *p, double weight, uint32_t power, const char *text)
{
    ir_estimate e = {d->role, weight, power, p->literals.data, p->starts.data, p->starts.count - 1, text};
    if (e.count > 0 && weight != 0)
        vec_push(d->x->g->arena, &d->estimates, e);
}

/* ---- assignments ---- */

typedef struct joining {
    deriving *d;
    const way *w;
    toss_static **tables; /* [fixed] or NULL */
    uint32_t *frame;
    bool *bound; /* [slot] */
    rs_logic l;
    void (*found)(void *user, const uint32_t *frame);
    void *user;
    uint32_t count;
    uint64_t steps;
} joining;

static bool table_allows(const joining *j, uint32_t index)
{
    const toss_static *t = j->tables[index];
    const part *p = &vec_at(&j->w->fixed, index);
    for (uint32_t i = 0; t && i < t->count; i++)
        if (!j->bound[t->slots[i]])
            return true;
    if (!t)
        return true;
    size_t at = j->frame[t->slots[0]];
    return t->holds[t->count == 2 ? at * j->d->x->count + j->frame[t->slots[1]] : at] != p->negated;
}

static bool rest_allows(joining *j)
{
    for (uint32_t i = 0; i < j->w->fixed.count; i++)
        if (!j->tables[i] && rs_true(&j->l, vec_at(&j->w->fixed, i).node, j->frame) == vec_at(&j->w->fixed, i).negated)
            return false;
    return !j->l.problem;
}

/* The variable that most tables tie to those before. */
static uint32_t next_slot(const joining *j)
{
    uint32_t best = RS_NONE, most = 0;
    for (uint32_t s = 0; s < j->w->slots.count; s++) {
        uint32_t slot = vec_at(&j->w->slots, s), ties = 1;
        for (uint32_t i = 0; i < j->w->fixed.count && !j->bound[slot]; i++) {
            const toss_static *t = j->tables[i];
            if (t && !vec_at(&j->w->fixed, i).negated && t->count == 2 && (t->slots[0] == slot || t->slots[1] == slot))
                ties += j->bound[t->slots[0] == slot ? t->slots[1] : t->slots[0]] ? 100 : 1;
        }
        if (!j->bound[slot] && ties > most) {
            best = slot;
            most = ties;
        }
    }
    return best;
}

static void join(joining *j)
{
    uint32_t slot = next_slot(j);
    if (j->count > PATTERNS_MAX || j->steps > TRIED_MAX)
        return;
    if (slot == RS_NONE) {
        if (rest_allows(j)) {
            j->count++;
            j->found(j->user, j->frame);
        }
        return;
    }
    j->bound[slot] = true;
    for (uint32_t e = 0; e < j->d->x->count; e++) {
        bool fine = true;
        j->frame[slot] = e;
        arena_work(j->d->x->scratch, 1);
        j->steps++;
        for (uint32_t i = 0; i < j->w->fixed.count && fine; i++)
            fine = table_allows(j, i);
        if (fine)
            join(j);
    }
    j->bound[slot] = false;
}

/* All ways to satisfy what nothing changes; false where there are too many. */
static bool each_assignment(deriving *d, const way *w, void (*found)(void *user, const uint32_t *frame), void *user)
{
    toss_lowering *x = d->x;
    joining j = {.d = d, .w = w, .found = found, .user = user};
    j.tables = ARENA_ARRAY(x->scratch, toss_static *, w->fixed.count + 1);
    j.frame = ARENA_ARRAY(x->scratch, uint32_t, RS_SLOTS_MAX);
    j.bound = ARENA_ARRAY(x->scratch, bool, RS_SLOTS_MAX + 1);
    rs_logic_init(&j.l, x->f, x->s, x->scratch, x->max_steps);
    for (uint32_t i = 0; i < w->fixed.count; i++)
        j.tables[i] = toss_table_of(x, vec_at(&w->fixed, i).node);
    join(&j);
    return j.count <= PATTERNS_MAX && j.steps <= TRIED_MAX;
}

/* ---- goals ---- */

typedef struct gathering {
    deriving *d;
    const way *w;
    patterns *p;
    bool *goal; /* or, of a single fluent: [element] */
} gathering;

static void gather(void *user, const uint32_t *frame)
{
    gathering *g = user;
    ir_literal literals[LITERALS_MAX];
    for (uint32_t i = 0; i < g->w->fluents.count; i++) {
        const part *p = &vec_at(&g->w->fluents, i);
        uint32_t elements[2] = {0};
        for (uint32_t k = 0; k < p->node->count; k++)
            elements[k] = frame[p->node->slots[k]];
        literals[i] = literal_of(g->d, toss_find_fluent(g->d->x, p->node->name), elements, p->negated);
    }
    add_pattern(g->d, g->p, literals, g->w->fluents.count);
}

static void gather_goal(void *user, const uint32_t *frame)
{
    gathering *g = user;
    g->goal[frame[vec_at(&g->w->fluents, 0).node->slots[0]]] = true;
}

/* Where a rule moves the fluent from, and to. */
typedef struct moving {
    deriving *d;
    bool *step;        /* [from * elements + to] */
    uint32_t from, to; /* left elements */
} moving;

static void note_step(void *user, const uint32_t *frame)
{
    moving *m = user;
    m->step[(size_t)frame[m->from] * m->d->x->count + frame[m->to]] = true;
}

static void split(deriving *d, const rs_node *n, parts *fixed)
{
    if (n->op == RS_AND) {
        split(d, rs_kid(n, 0), fixed);
        split(d, rs_kid(n, 1), fixed);
    } else if (toss_is_static(d->x, n))
        vec_push(d->x->scratch, fixed, ((part){n, false}));
}

static rs_node *atom_of(deriving *d, const rs_relation *q, const uint32_t *tuple, src_span span)
{
    rs_node *n = ARENA_NEW(d->x->scratch, rs_node);
    *n = (rs_node){.op = RS_ATOM, .name = q->name, .count = q->arity, .bound = RS_NONE, .span = span};
    n->slots = ARENA_ARRAY(d->x->scratch, uint32_t, q->arity + 1);
    memcpy(n->slots, tuple, q->arity * sizeof *tuple);
    const uint32_t *defined = map_get(&d->x->f->definition_by_name, q->name);
    n->definition = defined ? vec_at(&d->x->f->definitions, *defined) : NULL;
    return n;
}

static bool rule_moves(deriving *d, const rs_rule *r, const toss_fluent *fl, bool *step)
{
    const rs_relation *left = rs_find_relation(&r->left, fl->name), *right = rs_find_relation(&r->right, fl->name);
    if (!left || !right || left->tuples.count != 1 || right->tuples.count != 1)
        return false;
    moving m = {d, step, vec_at(&left->tuples, 0), r->replaced[vec_at(&right->tuples, 0)]};
    if (m.to == RS_NONE || m.to == m.from)
        return false;
    way w = {0};
    for (uint32_t e = 0; e < r->left.elements.count; e++)
        vec_push(d->x->scratch, &w.slots, e);
    for (uint32_t i = 0; i < r->left.relations.count; i++) {
        const rs_relation *q = &vec_at(&r->left.relations, i);
        bool fluent = toss_find_fluent(d->x, q->name) || strncmp(intern_text(d->x->f->names, q->name), "_opt_", 5) == 0;
        for (uint32_t t = 0; !fluent && t < q->tuples.count; t += q->arity)
            vec_push(d->x->scratch, &w.fixed, ((part){atom_of(d, q, q->tuples.data + t, r->span), false}));
    }
    if (r->has_pre)
        split(d, r->pre.root, &w.fixed);
    each_assignment(d, &w, note_step, &m);
    return true;
}

/* A fluent that has to get somewhere: worth less with every move that it still takes. */
static bool follow_moves(deriving *d, const way *w)
{
    toss_lowering *x = d->x;
    const toss_fluent *fl = toss_find_fluent(x, vec_at(&w->fluents, 0).node->name);
    if (w->fluents.count != 1 || vec_at(&w->fluents, 0).negated || fl->arity != 1)
        return false;
    bool *step = ARENA_ARRAY(x->scratch, bool, (size_t)x->count * x->count + 1),
         *goal = ARENA_ARRAY(x->scratch, bool, x->count + 1), moves = false;
    for (uint32_t i = 0; i < x->f->rules.count; i++)
        moves |= rule_moves(d, &vec_at(&x->f->rules, i), fl, step);
    if (!moves)
        return false;
    gathering g = {d, w, NULL, goal};
    each_assignment(d, w, gather_goal, &g);
    uint32_t *distance = ARENA_ARRAY(x->scratch, uint32_t, x->count + 1);
    for (uint32_t e = 0; e < x->count; e++)
        distance[e] = goal[e] ? 0 : RS_NONE;
    double weight = d->weight;
    for (uint32_t k = 0; k <= STEPS_MAX; k++, weight /= STEP_RATIO) {
        patterns p;
        start_patterns(d, &p);
        for (uint32_t e = 0; e < x->count; e++) {
            ir_literal l = literal_of(d, fl, &e, false);
            if (distance[e] == k)
                add_pattern(d, &p, &l, 1);
            for (uint32_t o = 0; distance[e] == k && o < x->count; o++)
                if (step[(size_t)o * x->count + e] && distance[o] == RS_NONE)
                    distance[o] = k + 1;
        }
        add_estimate(d, &p, weight, 1,
                     arena_printf(x->g->arena, "%s, %u move%s from the goal", d->text, k, k == 1 ? "" : "s"));
    }
    return true;
}

static void finish_way(deriving *d, const way *w, bool absent)
{
    patterns p;
    if (w->fluents.count == 0 || w->fluents.count > LITERALS_MAX || (!absent && follow_moves(d, w)))
        return;
    start_patterns(d, &p);
    gathering g = {d, w, &p, NULL};
    if (!each_assignment(d, w, gather, &g))
        return;
    if (!absent) {
        add_estimate(d, &p, d->weight, RATIO, d->text);
        return;
    }
    /* so many there are at the beginning, where none should be in the end */
    uint32_t there = 0;
    for (uint32_t i = 0; i + 1 < p.starts.count; i++) {
        bool all = true;
        for (uint32_t k = vec_at(&p.starts, i); k < vec_at(&p.starts, i + 1) && all; k++) {
            const ir_literal *l = &vec_at(&p.literals, k);
            uint32_t tuple[2] = {0};
            for (uint32_t e = 0; e < d->x->count; e++)
                for (uint32_t n = 0; n < l->key_count; n++)
                    if (vec_at(&d->x->g->symbols, toss_element(d->x, e)).name == l->keys[n])
                        tuple[n] = e;
            const rs_relation *q = rs_find_relation(d->x->s, vec_at(&w->fluents, k - vec_at(&p.starts, i)).node->name);
            all = (q && rs_holds(d->x->s, q, tuple)) != l->negated;
        }
        there += all;
    }
    add_estimate(d, &p, -d->weight / (there ? there : 1), 0, arena_printf(d->x->g->arena, "%s: what is left", d->text));
}

/* The body of a definition; NULL where there are too many variables already. */
static const rs_node *opened(deriving *d, const rs_node *atom)
{
    bool room = d->env->next + atom->definition->slots < RS_SLOTS_MAX;
    return room ? toss_inline(d->x, atom, d->env) : NULL;
}

/* Opens what is to do, one part after the other; each alternative is a way of its own. */
static void open_parts(deriving *d, way w, parts todo, bool absent)
{
    toss_lowering *x = d->x;
    uint32_t free[RS_SLOTS_MAX];
    while (todo.count > 0) {
        part p = todo.data[--todo.count];
        const rs_node *n = p.node, *body;
        if (n->op == RS_NOT) {
            vec_push(x->scratch, &todo, ((part){rs_kid(n, 0), !p.negated}));
        } else if (toss_is_static(x, n) && (toss_table_of(x, n) || toss_free_slots(n, free) == 0)) {
            vec_push(x->scratch, &w.fixed, p);
        } else if (n->op == RS_ATOM && n->definition) {
            body = opened(d, n);
            if (!body)
                return;
            vec_push(x->scratch, &todo, ((part){body, p.negated}));
        } else if (n->op == RS_ATOM && !n->local && !toss_find_fluent(x, n->name)) {
            vec_push(x->scratch, &w.fixed, p);
        } else if (n->op == RS_ATOM && !n->local && n->count <= 2) {
            vec_push(x->scratch, &w.fluents, p);
        } else if ((n->op == RS_AND && !p.negated) || (n->op == RS_OR && p.negated) ||
                   (n->op == RS_IMPLIES && p.negated)) {
            vec_push(x->scratch, &todo, ((part){rs_kid(n, 1), p.negated}));
            vec_push(x->scratch, &todo, ((part){rs_kid(n, 0), n->op == RS_IMPLIES ? false : p.negated}));
        } else if (n->op == RS_AND || n->op == RS_OR || n->op == RS_IMPLIES) {
            for (uint32_t k = 0; k < 2; k++) {
                way other = {0};
                parts rest = {0};
                vec_append(x->scratch, &other.slots, &w.slots);
                vec_append(x->scratch, &other.fixed, &w.fixed);
                vec_append(x->scratch, &other.fluents, &w.fluents);
                vec_append(x->scratch, &rest, &todo);
                vec_push(x->scratch, &rest,
                         ((part){rs_kid(n, k), n->op == RS_IMPLIES && k == 0 ? !p.negated : p.negated}));
                if (d->ways++ < WAYS_MAX)
                    open_parts(d, other, rest, absent);
            }
            return;
        } else if ((n->op == RS_EX && !p.negated) || (n->op == RS_ALL && p.negated)) {
            for (uint32_t i = 0; i < n->count; i++)
                vec_push(x->scratch, &w.slots, n->slots[i]);
            vec_push(x->scratch, &todo, ((part){rs_kid(n, 0), p.negated}));
        } /* the rest says nothing that could be counted */
    }
    if (!x->failed)
        finish_way(d, &w, absent);
}

/* The parts of a goal that are joined by `or`; those that say that there is nothing of a kind. */
static void derive(deriving *d, const rs_node *n, bool negated)
{
    const rs_node *body;
    if (n->op == RS_NOT) {
        derive(d, rs_kid(n, 0), !negated);
    } else if (n->op == RS_ATOM && n->definition && n->definition->body->op != RS_AND && !toss_is_static(d->x, n)) {
        body = opened(d, n);
        if (body)
            derive(d, body, negated);
    } else if ((n->op == RS_OR && !negated) || (n->op == RS_AND && negated)) {
        derive(d, rs_kid(n, 0), negated);
        derive(d, rs_kid(n, 1), negated);
    } else {
        bool absent = (n->op == RS_EX && negated) || (n->op == RS_ALL && !negated);
        way w = {0};
        parts todo = {0};
        vec_push(d->x->scratch, &todo, ((part){n, absent ? !negated : negated}));
        open_parts(d, w, todo, absent);
    }
}

static void derive_payoff(deriving *d, const rs_seat *seat)
{
    const rs_node *leaves[TOSS_LEAVES_MAX + 1];
    uint32_t count = 0;
    bool fine = true;
    toss_find_leaves(seat->payoff.root, leaves, &count);
    if (count > TOSS_LEAVES_MAX)
        return;
    double none = toss_payoff(seat->payoff.root, leaves, count, 0, &fine);
    for (uint32_t i = 0; i < count && fine; i++) {
        const rs_node *goal = rs_kid(leaves[i], 0);
        d->weight = toss_payoff(seat->payoff.root, leaves, count, 1u << i, &fine) - none;
        d->env = toss_new_env(d->x, seat->payoff.slots);
        d->text = arena_printf(d->x->g->arena, "%.*s", (int)(goal->span.end - goal->span.start),
                               d->x->f->text->text + goal->span.start);
        derive(d, goal, false);
    }
}

const struct ir_heuristic *toss_heuristic(toss_lowering *x)
{
    deriving d = {.x = x};
    if (x->present != NAME_NONE) /* patterns are of elements that stay */
        return NULL;
    for (uint32_t p = 0; p < x->f->players.count; p++) {
        bool done = false;
        d.role = p;
        for (uint32_t i = 0; i < x->f->locations.count && !done; i++)
            for (uint32_t k = 0; k < vec_at(&x->f->locations, i).seats.count; k++) {
                const rs_seat *seat = &vec_at(&vec_at(&x->f->locations, i).seats, k);
                if (seat->player_index == p && seat->has_payoff && !done) {
                    done = true;
                    derive_payoff(&d, seat);
                }
            }
    }
    if (d.estimates.count == 0 || x->failed)
        return NULL;
    ir_heuristic *h = ARENA_NEW(x->g->arena, ir_heuristic);
    *h = (ir_heuristic){d.estimates.data, d.estimates.count};
    return h;
}
