/* Grounded programs to networks. */
#include "circuit/gates.h"
#include "logic/relation.h"

#include "base/scc.h"
#include "circuit/ground.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ATOM_NONE UINT32_MAX

typedef struct builder {
    grounding *g;
    net_building *how;
    flat_program *f;
    arena *a; /* the network's */
    arena *texts;
    arena *scratch, *lasting; /* the second lives as long as the builder */
    net_network *n;
    uint32_t *base; /* [predicate] number of its first atom */
    uint32_t atoms;
    size_t *instances; /* by head: places in g->words, [start[atom] .. start[atom + 1]) */
    size_t *start;
    net_signal *signals;         /* [atom] */
    uint32_t *fact_of, *move_of; /* [atom] of what holds, of what is done */
    gate_maker gates;
    vec_u32 row;         /* inputs being collected */
    uint32_t current;    /* atom that is being defined, or ATOM_NONE */
    bool negative_cycle; /* some atom depends on its own negation */
} builder;

static const flat_predicate *predicate_at(const builder *b, uint32_t p) { return &vec_at(&b->f->predicates, p); }

static bool changes(const builder *b, uint32_t p) { return vec_at(&b->f->logic.predicates, p).phase != LOGIC_STATIC; }

/* ---- atoms ---- */

static uint32_t atom_of(const builder *b, uint32_t p, uint32_t row) { return b->base[p] + row; }

static uint32_t rows_of(const builder *b, uint32_t p) { return b->g->model.join.relations[p].count; }

/* Walks over an instance: calls with the atom of each literal that changes, ATOM_NONE for one
 * that can never hold. Returns the place behind. */
typedef void (*literal_visitor)(builder *b, uint32_t atom, bool negated, void *user);

static size_t walk_instance(builder *b, size_t at, uint32_t *head, literal_visitor each, void *user)
{
    const uint32_t *w = b->g->words;
    const logic_rule *r = &b->f->logic.rules.data[w[at++]];
    uint32_t p = r->head.whole ? w[at++] : r->head.predicate;
    *head = atom_of(b, p, w[at++]);
    for (uint32_t i = 0; i < r->body_count; i++) {
        const logic_literal *l = &r->body[i];
        if (!ground_changes(b->f, l))
            continue;
        if (l->kind == LOGIC_HOLDS) {
            uint32_t atom = atom_of(b, l->predicate, w[at++]);
            if (each)
                each(b, atom, false, user);
            continue;
        }
        p = l->whole ? w[at++] : l->predicate;
        uint32_t mention = w[at++], found = 0;
        if (p == LOGIC_NONE || !each)
            continue;
        found = relation_find(&b->g->model.join.relations[p], relation_row(&b->g->mentioned[p], mention));
        if (!changes(b, p)) { /* only with an open shape; known already */
            if (found)
                each(b, ATOM_NONE, false, user);
            continue;
        }
        if (found)
            each(b, atom_of(b, p, found - 1), true, user);
    }
    return at;
}

static void index_instances(builder *b)
{
    uint32_t head;
    b->start = ARENA_ARRAY(b->scratch, size_t, (size_t)b->atoms + 2);
    b->instances = ARENA_ARRAY(b->scratch, size_t, b->g->instances + 1);
    for (size_t at = 0; at < b->g->word_count;) {
        at = walk_instance(b, at, &head, NULL, NULL);
        b->start[head + 2]++;
    }
    for (uint32_t i = 0; i < b->atoms; i++)
        b->start[i + 2] += b->start[i + 1];
    for (size_t at = 0; at < b->g->word_count;) {
        size_t from = at;
        at = walk_instance(b, at, &head, NULL, NULL);
        b->instances[b->start[head + 1]++] = from;
    }
}

static void collect_atom(builder *b, uint32_t atom, bool negated, void *user)
{
    (void)negated;
    if (atom != ATOM_NONE)
        vec_push(b->scratch, (vec_u32 *)user, atom);
}

static void collect_signal(builder *b, uint32_t atom, bool negated, void *user)
{
    net_signal s = atom == ATOM_NONE ? NET_FALSE : b->signals[atom] ^ negated;
    b->negative_cycle |= negated && atom == b->current;
    vec_push(b->lasting, (vec_u32 *)user, s);
}

/* ---- moves of one role exclude each other ---- */

/* The inputs of one way for an atom to hold: b->row.data[first ..], in order. */
typedef struct way {
    uint32_t first, count;
    net_signal move; /* the move among them, if there is exactly one; else NET_FALSE */
} way;
typedef VEC(way) way_list;

/* Ways that only differ in which move of a role is made. */
typedef struct family {
    uint32_t role;
    way any; /* one of them */
    vec_u32 does;
} family;

static uint32_t role_of_move(const builder *b, uint32_t move)
{
    uint32_t role = 0;
    while (move >= vec_at(&b->n->roles, role).first_move + vec_at(&b->n->roles, role).move_count ||
           move < vec_at(&b->n->roles, role).first_move)
        role++;
    return role;
}

static bool is_move(const builder *b, net_signal s)
{
    return !(s & 1) && vec_at(&b->n->gates, s >> 1).kind == NET_DOES;
}

static net_signal only_move(const builder *b, const net_signal *in, uint32_t count)
{
    net_signal move = NET_FALSE;
    for (uint32_t i = 0; i < count; i++)
        if (is_move(b, in[i])) {
            if (move != NET_FALSE)
                return NET_FALSE;
            move = in[i];
        }
    return move;
}

static bool same_rest(const builder *b, const way *x, const way *y)
{
    const net_signal *a = b->row.data + x->first, *c = b->row.data + y->first;
    uint32_t i = 0, k = 0;
    while (x->count == y->count && (i < x->count || k < y->count)) {
        if (i < x->count && a[i] == x->move)
            i++;
        else if (k < y->count && c[k] == y->move)
            k++;
        else if (i < x->count && k < y->count && a[i] == c[k])
            i++, k++;
        else
            return false;
    }
    return x->count == y->count;
}

/* Some of a role's moves; as one is made for sure, what is not among them says the same. */
static net_signal any_of_moves(builder *b, const family *f)
{
    const net_role *role = &vec_at(&b->n->roles, f->role);
    vec_u32 in = {0};
    if (2 * f->does.count <= role->move_count) {
        vec_append(b->scratch, &in, &f->does);
        return gates_or(&b->gates, in.data, in.count);
    }
    bool *chosen = ARENA_ARRAY(b->scratch, bool, role->move_count + 1);
    for (uint32_t i = 0; i < f->does.count; i++)
        chosen[vec_at(&b->n->gates, vec_at(&f->does, i) >> 1).first - role->first_move] = true;
    for (uint32_t i = 0; i < role->move_count; i++)
        if (!chosen[i])
            vec_push(b->scratch, &in, 2 * vec_at(&b->n->moves, role->first_move + i).gate);
    return gates_or(&b->gates, in.data, in.count) ^ 1;
}

static net_signal way_signal(builder *b, const way *w)
{
    net_signal *copy = ARENA_ARRAY(b->scratch, net_signal, w->count + 1);
    memcpy(copy, b->row.data + w->first, w->count * sizeof *copy);
    return gates_and(&b->gates, copy, w->count);
}

/* The rest and any of the moves, in place of each move with the rest. */
static net_signal family_signal(builder *b, const family *f)
{
    if (f->does.count == 1)
        return way_signal(b, &f->any);
    b->how->joined += f->does.count - 1;
    net_signal moves = any_of_moves(b, f);
    net_signal *all = ARENA_ARRAY(b->scratch, net_signal, f->any.count + 1);
    for (uint32_t i = 0; i < f->any.count; i++) {
        net_signal in = vec_at(&b->row, f->any.first + i);
        all[i] = in == f->any.move ? moves : in;
    }
    return gates_and(&b->gates, all, f->any.count);
}

static uint64_t hash_rest(const builder *b, const way *w, uint32_t role)
{
    uint64_t hash = role + 1;
    for (uint32_t k = 0; k < w->count; k++) {
        net_signal in = vec_at(&b->row, w->first + k);
        hash = in == w->move ? hash : hash_mix(hash ^ in * UINT64_C(0x9e3779b97f4a7c15));
    }
    return hash;
}

/* Signals of the ways, those that only differ in a role's move joined. */
static vec_u32 join_ways(builder *b, const way_list *ways)
{
    VEC(family) families = {0};
    map index;
    vec_u32 signals = {0};
    map_init(&index, b->scratch);
    for (uint32_t i = 0; i < ways->count; i++) {
        const way *w = &vec_at(ways, i);
        if (w->move == NET_FALSE) {
            vec_push(b->scratch, &signals, way_signal(b, w));
            continue;
        }
        uint32_t role = role_of_move(b, vec_at(&b->n->gates, w->move >> 1).first);
        uint64_t hash = hash_rest(b, w, role);
        const uint32_t *known = map_get(&index, hash);
        family *f = known ? &vec_at(&families, *known) : NULL;
        if (f && (f->role != role || !same_rest(b, &f->any, w))) {
            vec_push(b->scratch, &signals, way_signal(b, w)); /* only hashes alike */
            continue;
        }
        if (!f) {
            map_put(&index, hash, families.count);
            vec_push(b->scratch, &families, ((family){.role = role, .any = *w}));
            f = &vec_at(&families, families.count - 1);
        }
        vec_push(b->scratch, &f->does, w->move);
    }
    for (uint32_t i = 0; i < families.count; i++)
        vec_push(b->scratch, &signals, family_signal(b, &vec_at(&families, i)));
    return signals;
}

static void define_atom(builder *b, uint32_t atom)
{
    if (b->fact_of[atom] != LOGIC_NONE || b->move_of[atom] != LOGIC_NONE)
        return; /* an input: has its signal */
    way_list ways = {0};
    arena *whole = b->scratch;
    b->scratch = arena_child(whole); /* large: freed after each atom */
    b->current = atom;
    b->row.count = 0;
    for (size_t i = b->start[atom]; i < b->start[atom + 1]; i++) {
        uint32_t head, first = b->row.count;
        walk_instance(b, b->instances[i], &head, collect_signal, &b->row);
        uint32_t count = gates_normalise(&b->gates, b->row.data + first, b->row.count - first);
        b->row.count = first + (count == GATES_NEVER ? 0 : count);
        if (count != GATES_NEVER)
            vec_push(b->scratch, &ways, ((way){first, count, only_move(b, b->row.data + first, count)}));
    }
    vec_u32 signals = {0};
    if (b->how->choices)
        signals = join_ways(b, &ways);
    for (uint32_t i = 0; i < ways.count && !b->how->choices; i++)
        vec_push(b->scratch, &signals, way_signal(b, &vec_at(&ways, i)));
    b->signals[atom] = gates_or(&b->gates, signals.data, signals.count);
    b->current = ATOM_NONE;
    arena_done(b->scratch);
    b->scratch = whole;
}

/* Atoms that hold each other up: explicit gates, to be iterated. */
static void define_component(builder *b, const uint32_t *atoms, uint32_t count)
{
    net_network *n = b->n;
    uint32_t head;
    net_component c = {.first = n->gates.count};
    for (uint32_t i = 0; i < count; i++)
        b->signals[atoms[i]] = 2 * gates_add(&b->gates, NET_OR, NULL, 0);
    for (uint32_t i = 0; i < count; i++) {
        vec_u32 ways = {0};
        for (size_t k = b->start[atoms[i]]; k < b->start[atoms[i] + 1]; k++) {
            b->row.count = 0;
            walk_instance(b, b->instances[k], &head, collect_signal, &b->row);
            bool never = false, self = false;
            for (uint32_t j = 0; j < b->row.count; j++) {
                b->negative_cycle |= (vec_at(&b->row, j) & 1) && vec_at(&b->row, j) / 2 >= c.first;
                never |= vec_at(&b->row, j) == NET_FALSE;
                self |= vec_at(&b->row, j) == b->signals[atoms[i]];
            }
            if (never || self)
                continue;
            net_signal one =
                b->row.count == 1 ? vec_at(&b->row, 0) : 2 * gates_add(&b->gates, NET_AND, b->row.data, b->row.count);
            vec_push(b->scratch, &ways, one);
        }
        net_gate *gate = &vec_at(&n->gates, b->signals[atoms[i]] / 2);
        gate->first = n->inputs.count;
        gate->count = ways.count;
        for (uint32_t k = 0; k < ways.count; k++)
            vec_push(b->a, &n->inputs, vec_at(&ways, k));
    }
    c.end = n->gates.count;
    vec_push(b->a, &n->components, c);
}

/* What the atoms depend on: those of the literals of their instances, which are read one at a time. */
typedef struct definitions {
    builder *b;
    size_t *instance;  /* [atom] next one, in b->instances; */
    uint32_t *literal; /* and the next of its literals */
    vec_u32 found;     /* atoms of the literals of one instance */
} definitions;

static bool next_atom(void *user, uint32_t atom, uint32_t *to)
{
    definitions *d = user;
    builder *b = d->b;
    if (b->fact_of[atom] != LOGIC_NONE || b->move_of[atom] != LOGIC_NONE)
        return false;
    for (; b->start[atom] + d->instance[atom] < b->start[atom + 1]; d->instance[atom]++, d->literal[atom] = 0) {
        uint32_t head;
        d->found.count = 0;
        walk_instance(b, b->instances[b->start[atom] + d->instance[atom]], &head, collect_atom, &d->found);
        if (d->literal[atom] < d->found.count) {
            *to = d->found.data[d->literal[atom]++];
            return true;
        }
    }
    return false;
}

static void define(void *user, const uint32_t *atoms, uint32_t count)
{
    builder *b = ((definitions *)user)->b;
    if (count == 1)
        define_atom(b, atoms[0]);
    else
        define_component(b, atoms, count);
}

static void define_all(builder *b)
{
    definitions d = {.b = b,
                     .instance = ARENA_ARRAY(b->scratch, size_t, b->atoms + 1),
                     .literal = ARENA_ARRAY(b->scratch, uint32_t, b->atoms + 1)};
    scc_find(b->scratch, &(scc_graph){b->atoms, next_atom, define, &d});
}

/* ---- inputs and outputs ---- */

typedef struct named {
    const char *text;
    logic_term term;
    uint32_t predicate, row, role;
} named;

static int by_text(const void *x, const void *y)
{
    const named *a = x, *b = y;
    return a->role != b->role ? (a->role < b->role ? -1 : 1) : strcmp(a->text, b->text);
}

static uint32_t role_of(const builder *b, logic_term term)
{
    for (uint32_t i = 0; i < b->n->roles.count; i++)
        if (vec_at(&b->n->roles, i).term == term)
            return i;
    return LOGIC_NONE;
}

static bool find_roles(builder *b)
{
    uint32_t p = flat_find(b->f, RL_ROLE, 0);
    rl_program *source = b->f->source;
    b->n->random = LOGIC_NONE;
    for (uint32_t i = 0; p != LOGIC_NONE && i < rows_of(b, p); i++) {
        net_role r = {.term = relation_row(&b->g->model.join.relations[p], i)[0]};
        r.name = logic_term_text(&source->terms, r.term, b->texts);
        if (strcmp(r.name, "random") == 0)
            b->n->random = i;
        vec_push(b->a, &b->n->roles, r);
    }
    return rl_roles_fit(b->n->roles.count - (b->n->random != LOGIC_NONE), source->source, source->sink);
}

static named *rows_by_text(builder *b, rl_keyword keyword, uint32_t *count)
{
    VEC(named) all = {0};
    bool moves = keyword == RL_DOES;
    for (uint32_t p = 0; p < b->f->predicates.count; p++) {
        if (predicate_at(b, p)->keyword != keyword)
            continue;
        for (uint32_t i = 0; i < rows_of(b, p); i++) {
            const logic_term *row = relation_row(&b->g->model.join.relations[p], i);
            named x = {.predicate = p, .row = i, .role = moves ? role_of(b, row[0]) : 0};
            x.term = flat_term(b->f, p, row);
            x.text = logic_term_text(&b->f->source->terms, x.term, b->texts);
            if (x.role != LOGIC_NONE)
                vec_push(b->scratch, &all, x);
        }
    }
    if (all.count)
        qsort(all.data, all.count, sizeof *all.data, by_text);
    *count = all.count;
    return all.data;
}

static void make_facts(builder *b)
{
    uint32_t count;
    named *all = rows_by_text(b, RL_TRUE, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t atom = atom_of(b, all[i].predicate, all[i].row);
        uint32_t shape = predicate_at(b, all[i].predicate)->shape;
        uint32_t init = flat_find(b->f, RL_INIT, shape);
        const logic_term *row = relation_row(&b->g->model.join.relations[all[i].predicate], all[i].row);
        net_fact fact = {.term = all[i].term,
                         .text = all[i].text,
                         .next = NET_FALSE,
                         .initial = init != LOGIC_NONE && relation_find(&b->g->model.join.relations[init], row)};
        b->fact_of[atom] = i;
        b->signals[atom] = 2 * gates_add(&b->gates, NET_FACT, NULL, 0);
        vec_at(&b->n->gates, b->signals[atom] / 2).first = i;
        vec_push(b->a, &b->n->facts, fact);
    }
}

static void make_moves(builder *b)
{
    uint32_t count;
    named *all = rows_by_text(b, RL_DOES, &count);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t atom = atom_of(b, all[i].predicate, all[i].row);
        net_role *r = &vec_at(&b->n->roles, all[i].role);
        r->first_move = r->move_count ? r->first_move : i;
        r->move_count++;
        uint32_t gate = gates_add(&b->gates, NET_DOES, NULL, 0);
        vec_at(&b->n->gates, gate).first = i;
        b->move_of[atom] = i;
        b->signals[atom] = 2 * gate;
        vec_push(b->a, &b->n->moves,
                 ((net_move){.term = all[i].term, .text = all[i].text, .legal = NET_FALSE, .gate = gate}));
    }
}

/* The signal of the atom with the same row in another predicate of the shape. */
static net_signal twin(const builder *b, uint32_t p, uint32_t row, rl_keyword keyword)
{
    uint32_t q = flat_find(b->f, keyword, predicate_at(b, p)->shape);
    if (q == LOGIC_NONE)
        return NET_FALSE;
    uint32_t found = relation_find(&b->g->model.join.relations[q], relation_row(&b->g->model.join.relations[p], row));
    return found ? b->signals[atom_of(b, q, found - 1)] : NET_FALSE;
}

static int by_value_text(const void *x, const void *y)
{
    const net_valued *a = x, *b = y;
    return strcmp(a->text, b->text);
}

/* Goals or percepts of a role. */
static void add_valued(builder *b, rl_keyword keyword, uint32_t role, uint32_t *first, uint32_t *count)
{
    uint32_t p = flat_find(b->f, keyword, 0);
    VEC(net_valued) all = {0};
    for (uint32_t i = 0; p != LOGIC_NONE && i < rows_of(b, p); i++) {
        const logic_term *row = relation_row(&b->g->model.join.relations[p], i);
        if (row[0] != vec_at(&b->n->roles, role).term)
            continue;
        net_valued v = {.term = row[1], .signal = b->signals[atom_of(b, p, i)], .value = -1};
        v.text = logic_term_text(&b->f->source->terms, v.term, b->texts);
        char *end;
        long value = strtol(v.text, &end, 10);
        if (*v.text && !*end && value >= 0 && value <= INT32_MAX)
            v.value = (int32_t)value;
        vec_push(b->scratch, &all, v);
    }
    if (all.count)
        qsort(all.data, all.count, sizeof *all.data, by_value_text);
    *first = keyword == RL_GOAL ? b->n->goals.count : b->n->percepts.count;
    *count = all.count;
    for (uint32_t i = 0; i < all.count; i++) {
        if (keyword == RL_GOAL)
            vec_push(b->a, &b->n->goals, vec_at(&all, i));
        else
            vec_push(b->a, &b->n->percepts, vec_at(&all, i));
    }
}

static void make_outputs(builder *b)
{
    net_network *n = b->n;
    for (uint32_t p = 0; p < b->f->predicates.count; p++)
        for (uint32_t i = 0; i < rows_of(b, p); i++) {
            uint32_t atom = atom_of(b, p, i);
            if (predicate_at(b, p)->keyword == RL_TRUE && b->fact_of[atom] != LOGIC_NONE)
                vec_at(&n->facts, b->fact_of[atom]).next = twin(b, p, i, RL_NEXT);
            if (predicate_at(b, p)->keyword == RL_DOES && b->move_of[atom] != LOGIC_NONE)
                vec_at(&n->moves, b->move_of[atom]).legal = twin(b, p, i, RL_LEGAL);
        }
    uint32_t end = flat_find(b->f, RL_TERMINAL, 0);
    n->terminal = end != LOGIC_NONE && rows_of(b, end) ? b->signals[atom_of(b, end, 0)] : NET_FALSE;
    for (uint32_t i = 0; i < n->roles.count; i++) {
        net_role *r = &vec_at(&n->roles, i);
        add_valued(b, RL_GOAL, i, &r->first_goal, &r->goal_count);
        add_valued(b, RL_SEES, i, &r->first_percept, &r->percept_count);
    }
    uint32_t sees = flat_find(b->f, RL_SEES, 0);
    n->sees = sees != LOGIC_NONE && b->f->logic.rules_of[sees].count > 0;
}

net_network *net_build(grounding *g, net_building *how, arena *a, arena *texts)
{
    builder b = {
        .g = g, .how = how, .f = g->program, .a = a, .texts = texts, .scratch = arena_child(a), .current = ATOM_NONE};
    b.lasting = b.scratch;
    uint32_t count = b.f->predicates.count;
    vec_reserve(b.lasting, &b.row, 1); /* there may be nothing to collect */
    b.n = ARENA_NEW(a, net_network);
    gates_begin(&b.gates, b.n, a, b.lasting);
    b.gates.fold = how->constants;
    b.gates.share = how->share;
    b.base = ARENA_ARRAY(b.scratch, uint32_t, count + 1);
    for (uint32_t p = 0; p < count; p++) {
        b.base[p] = b.atoms;
        b.atoms += changes(&b, p) ? rows_of(&b, p) : 0;
    }
    b.signals = ARENA_ARRAY(b.scratch, net_signal, b.atoms + 1);
    b.fact_of = ARENA_ARRAY(b.scratch, uint32_t, b.atoms + 1);
    b.move_of = ARENA_ARRAY(b.scratch, uint32_t, b.atoms + 1);
    memset(b.fact_of, 0xff, sizeof *b.fact_of * (b.atoms + 1));
    memset(b.move_of, 0xff, sizeof *b.move_of * (b.atoms + 1));
    for (uint32_t i = 0; i < b.atoms; i++)
        b.signals[i] = NET_FALSE;
    bool ok = find_roles(&b);
    if (ok) {
        make_facts(&b);
        make_moves(&b);
        index_instances(&b);
        define_all(&b);
        make_outputs(&b);
    }
    if (b.negative_cycle) {
        diag_report(b.f->source->sink, DIAG_GDL_NEGATIVE_CYCLE, b.f->source->source, (src_span){0, 0},
                    "some atom depends on its own negation, so the rules have no meaning");
        ok = false;
    }
    net_network *n = b.n;
    how->folded = b.gates.folded;
    how->shared = b.gates.shared;
    arena_done(b.scratch);
    return ok ? n : NULL;
}
