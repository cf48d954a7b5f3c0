/* Shows that no two paths from a decision point make the same move where pairs of places (unique.c)
 * cannot tell, because it depends on values: rays from one site end on different sites, a tag is a
 * copy of what was chosen.
 *
 * All paths are walked with the values that tags are made from: what is chosen, and what constant
 * tables and arithmetic make of it. What the state holds is not known; but both paths start from
 * the same state, so a cell that is looked up becomes a fact of the path (this cell is among those
 * values), refined by checks, and split where the value is needed. Two paths are different when
 * their choices are: values chosen, and edges taken that do not exclude each other. What lies
 * between choices has one way on in any state, so paths that differ there alone are one path. Every
 * path of the game is a path here. When no two with different choices can have equal tags and agree
 * in their facts, every move has one path (symbolic execution, King 1976, with concrete choices).
 *
 * First that is asked of the way from a decision point to the next tag, and from each tag to the one behind it,
 * whatever the configuration there: if on no such way two paths have equal tags, two that make the same move are one
 * path up to its first tag, so that they are in the same configuration behind it, and so on. What takes several tags to
 * be told apart is asked of whole moves.
 *
 * Limits: steps and paths are counted; past the limit nothing is claimed. */
#include "automaton/passes/unique_state.h"

#include "automaton/check.h"

#include <string.h>

enum { STEPS_PER_START = 500000, STEPS_BY_PARTS = 200000, DEPTH_MAX = 400, PATHS_MAX = 30000, PAIRS_MAX = 1 << 20 };

/* ---- paths ---- */

static void go_to(walker *x, ir_node n);

/* Numbers for choices: those so far, and the next. */
static uint32_t with_choice(walker *x, uint32_t edge, uint32_t value)
{
    uint32_t number[2] = {edge, value};
    for (int i = 0; i < 2; i++) {
        uint64_t key = (uint64_t)x->choices << 32 | number[i];
        const uint32_t *known = map_get(&x->choice_of, key);
        if (!known)
            map_put(&x->choice_of, key, ++x->choice_count);
        x->choices = known ? *known : x->choice_count;
    }
    return x->choices;
}

static void finish(walker *x)
{
    if (x->paths.count == PATHS_MAX) {
        x->failed = true;
        return;
    }
    path p = {.choices = x->choices, .tag_count = x->tag_count};
    uint32_t facts = 0;
    x->known.count = 0;
    for (uint32_t i = 0; i < x->trail.count; i++) {
        uint32_t id = vec_at(&x->trail, i).atom, j = 0;
        while (j < facts && vec_at(&x->known, j).atom != id)
            j++;
        if (j == facts) {
            vec_push(x->a, &x->known, ((fact){id, vec_at(&x->atoms, id).mask}));
            facts++;
        }
    }
    fact *kept = ARENA_ARRAY(x->a, fact, facts + 1);
    if (facts > 0)
        memcpy(kept, x->known.data, facts * sizeof *kept);
    int64_t *tags = ARENA_ARRAY(x->a, int64_t, x->tag_count + 1);
    memcpy(tags, x->tags, x->tag_count * sizeof *tags);
    p.tags = tags, p.facts = kept, p.fact_count = facts;
    vec_push(x->a, &x->paths, p);
}

static void take_choice(walker *x, ir_edge id, const ir_edge_data *e)
{
    const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, e->type));
    ir_var v = ir_target_variable(x->g, e->target);
    if (vec_at(&x->g->exprs, e->target).op != IR_VAR || ir_assigns_player(x->g, e)) {
        x->failed = true;
        return;
    }
    int64_t before = x->values[v];
    const uint32_t choices = x->choices;
    const bool chosen = x->chosen;
    uint64_t size = t->kind == IR_TYPE_INT ? (uint64_t)((int64_t)t->high - t->low + 1) : t->count;
    for (uint32_t i = 0; i < size && !x->failed; i++) {
        uint32_t mark = x->trail.count;
        unique_set_value(x, v, t->kind == IR_TYPE_INT ? (int64_t)t->low + i : SYMBOLS + ir_symbol_at(t, i));
        with_choice(x, id, i);
        x->chosen = true;
        if (e->value == IR_NONE || unique_may_hold(x, e->value))
            go_to(x, e->to);
        unique_forget(x, mark);
        x->choices = choices;
        x->chosen = chosen;
    }
    unique_set_value(x, v, before);
}

/* Where the value depends on what the state holds, once for each that it can hold. */
static void assign(walker *x, const ir_edge_data *e, ir_var v)
{
    const ir_expr_data *right = &vec_at(&x->g->exprs, ir_bare(x->g, e->value));
    int64_t value = unique_eval_noting(x, e->value);
    uint32_t copied = value == UNKNOWN && right->op == IR_VAR ? unique_scalar_atom(x, right->a) : IR_NONE;
    if (value != UNKNOWN || x->opaque || x->noted_count == 0 || copied != IR_NONE) {
        unique_set_value(x, v, copied == IR_NONE ? value : COPIES + copied);
        go_to(x, e->to);
        return;
    }
    const uint32_t id = x->noted[0], size = vec_at(&x->atoms, id).size;
    for (uint32_t i = 0; i < size && !x->failed; i++)
        if (unique_may_be(x, id, i)) {
            assign(x, e, v);
            unique_forget(x, x->trail.count - 1);
        }
}

static void take_assignment(walker *x, const ir_edge_data *e)
{
    ir_var v = ir_target_variable(x->g, e->target);
    if (ir_type_at(x->g, ir_resolve(x->g, vec_at(&x->g->variables, v).type))->kind == IR_TYPE_ARROW) {
        bool before = x->written[v];
        x->hash ^= before ? 0 : hash_mix(v + UINT64_C(0x632be59bd9b4e019));
        x->written[v] = true;
        go_to(x, e->to);
        x->written[v] = before;
        x->hash ^= before ? 0 : hash_mix(v + UINT64_C(0x632be59bd9b4e019));
        return;
    }
    const int64_t before = x->values[v];
    if (x->candidate[v] && bitset_has(&x->relevant[e->to], x->candidate[v] - 1)) {
        assign(x, e, v);
    } else {
        unique_set_value(x, v, UNKNOWN);
        go_to(x, e->to);
    }
    unique_set_value(x, v, before);
}

static void behind_tag(walker *x, ir_node n)
{
    if (!x->part_starts) {
        go_to(x, n);
        return;
    }
    finish(x);
    if (bitset_insert(&x->part_known, n))
        vec_push(x->a, x->part_starts, n);
}

/* What is copied from the state can be any; other values are told apart. */
static void add_tag(walker *x, const ir_edge_data *e)
{
    int64_t value = unique_eval_noting(x, e->value);
    const bool copied = vec_at(&x->g->exprs, ir_bare(x->g, e->value)).op == IR_VAR;
    if (value != UNKNOWN || copied || x->opaque || x->noted_count == 0) {
        x->tags[x->tag_count++] = value;
        behind_tag(x, e->to);
        x->tag_count--;
        return;
    }
    const uint32_t id = x->noted[0], size = vec_at(&x->atoms, id).size;
    for (uint32_t i = 0; i < size && !x->failed; i++)
        if (unique_may_be(x, id, i)) {
            add_tag(x, e);
            unique_forget(x, x->trail.count - 1);
        }
}

static void take(walker *x, ir_edge id, const ir_edge_data *e)
{
    uint32_t mark = x->trail.count;
    if (e->label == IR_CHOOSE) {
        take_choice(x, id, e);
    } else if (ir_assigns_player(x->g, e)) {
        finish(x);
    } else if (e->label == IR_ASSIGN) {
        take_assignment(x, e);
    } else if (e->label == IR_TAG) {
        if (x->tag_count == TAGS_MAX) {
            x->failed = true;
            return;
        }
        add_tag(x, e);
    } else if (e->label == IR_SKIP || unique_may_hold(x, e->value)) {
        go_to(x, e->to);
    }
    unique_forget(x, mark);
}

/* The same choices with the same tags, values and facts were here. */
static bool was_here(walker *x, ir_node n)
{
    uint64_t h = x->hash + hash_mix(n + ((uint64_t)x->choices << 32));
    for (uint32_t i = 0; i < x->tag_count; i++)
        h = hash_mix(h + (uint64_t)x->tags[i]) + i;
    h = hash_mix(h);
    uint32_t check = (uint32_t)(hash_mix(h ^ x->hash) >> 32);
    const uint32_t *known = map_get(&x->seen, h);
    if (!known)
        map_put(&x->seen, h, check);
    else if (*known != check)
        x->failed = true;
    return known;
}

/* Paths that made the same choices are in the same position at a node, and of edges that exclude
 * each other they take the same one: unless a path comes to the node again. Asked before values are
 * chosen, where it parts phases of a turn. */
static void note_branch(walker *x, ir_node n, uint32_t i)
{
    const uint64_t key = UINT64_C(1) << 63 | (uint64_t)x->choices << 31 | n;
    const uint32_t *known = map_get(&x->atom_of, key);
    uint32_t id = known ? *known : x->atoms.count;
    if (i >= DOMAIN_MAX)
        return;
    if (!known) {
        map_put(&x->atom_of, key, id);
        vec_push(x->a, &x->atoms, ((atom){IR_NONE, UINT64_MAX, DOMAIN_MAX, false}));
    }
    atom *a = &vec_at(&x->atoms, id);
    a->again |= a->mask != UINT64_MAX;
    if (!a->again)
        unique_assume(x, id, UINT64_C(1) << i);
}

enum { EDGES_UNIT = 16 /* edges that are compared, as work of an arena */ };

static void go_to(walker *x, ir_node n)
{
    const ir_graph *graph = x->graph;
    if (++x->steps > x->steps_max || x->depth == DEPTH_MAX)
        x->failed = true;
    if (x->failed || (graph->in_start[n + 1] - graph->in_start[n] > 1 && was_here(x, n)))
        return;
    x->depth++;
    const uint32_t first = graph->out_start[n], last = graph->out_start[n + 1], choices = x->choices;
    uint32_t going = 0;
    for (uint32_t i = first; i < last; i++)
        going += unique_goes_on(x->r, &vec_at(&x->g->edges, graph->out[i]));
    for (uint32_t i = first; i < last && !x->failed; i++) {
        ir_edge id = graph->out[i];
        const ir_edge_data *e = &vec_at(&x->g->edges, id);
        if (!unique_goes_on(x->r, e))
            continue;
        /* edges that exclude each other are one choice */
        uint32_t unit = id, group = x->r->group[id];
        bool alone = group != IR_NONE || going == 1, several = false;
        arena_work(x->a, 1 + (group == IR_NONE ? 0 : (last - first) / EDGES_UNIT));
        for (uint32_t j = first; j < last && group != IR_NONE; j++) {
            ir_edge other = graph->out[j];
            bool excluded = x->r->group[other] == group;
            alone &= excluded || !unique_goes_on(x->r, &vec_at(&x->g->edges, other));
            several |= excluded && other != id;
            if (excluded && other < unit)
                unit = other;
        }
        if (!alone)
            with_choice(x, unit, 0);
        uint32_t mark = x->trail.count;
        if (several && !x->chosen)
            note_branch(x, n, i - first);
        take(x, id, e);
        unique_forget(x, mark);
        x->choices = choices;
    }
    x->depth--;
}

/* ---- what tags are made from ---- */

typedef struct reading {
    walker *x;
    bitset *into;
    bool changed;
} reading;

static void note_candidate(void *user, ir_expr e)
{
    reading *r = user;
    const ir_expr_data *d = &vec_at(&r->x->g->exprs, e);
    if (d->op != IR_VAR || r->x->candidate[d->a])
        return;
    r->x->candidate[d->a] = ++r->x->candidates;
    r->changed = true;
}

/* Numbers the variables that tags can be made from, whatever the way: few of all there are. False: there is no tag. */
static bool find_candidates(walker *x, const vec_u32 *nodes)
{
    const ir_game *g = x->g;
    bool tagged = false;
    reading r = {.x = x, .changed = true};
    x->candidate = ARENA_ARRAY(x->a, uint32_t, g->variables.count + 1);
    while (r.changed) {
        r.changed = false;
        for (uint32_t i = nodes->count; i-- > 0;) {
            ir_node n = vec_at(nodes, i);
            for (uint32_t j = x->graph->out_start[n]; j < x->graph->out_start[n + 1]; j++) {
                const ir_edge_data *e = &vec_at(&g->edges, x->graph->out[j]);
                if (!unique_goes_on(x->r, e) || ir_assigns_player(g, e))
                    continue;
                tagged |= e->label == IR_TAG;
                if (e->label == IR_TAG || (e->label == IR_ASSIGN && x->candidate[ir_target_variable(g, e->target)]))
                    expr_each(x->g, e->value, note_candidate, &r);
            }
        }
    }
    return tagged;
}

static void note_variable(void *user, ir_expr e)
{
    reading *r = user;
    const ir_expr_data *d = &vec_at(&r->x->g->exprs, e);
    r->changed |= d->op == IR_VAR && bitset_insert(r->into, r->x->candidate[d->a] - 1);
}

/* Backwards, until nothing changes. */
static void find_relevant(walker *x, const vec_u32 *nodes)
{
    ir_game *g = x->g;
    x->relevant = ARENA_ARRAY(x->a, bitset, g->nodes.count);
    bitset behind = bitset_new(x->a, x->candidates);
    for (uint32_t i = 0; i < nodes->count; i++)
        x->relevant[vec_at(nodes, i)] = bitset_new(x->a, x->candidates);
    reading r = {.x = x, .changed = true};
    while (r.changed) {
        r.changed = false;
        for (uint32_t i = nodes->count; i-- > 0;) {
            ir_node n = vec_at(nodes, i);
            arena_work(x->a, 1);
            r.into = &x->relevant[n];
            for (uint32_t j = x->graph->out_start[n]; j < x->graph->out_start[n + 1]; j++) {
                const ir_edge_data *e = &vec_at(&g->edges, x->graph->out[j]);
                if (!unique_goes_on(x->r, e) || ir_assigns_player(g, e))
                    continue;
                memcpy(behind.words, x->relevant[e->to].words, (x->candidates + 63) / 64 * sizeof *behind.words);
                bool writes = e->label == IR_CHOOSE || e->label == IR_ASSIGN;
                const uint32_t v = writes ? x->candidate[ir_target_variable(g, e->target)] : 0;
                bool made = e->label == IR_TAG || (e->label == IR_ASSIGN && v && bitset_has(&behind, v - 1));
                if (v && vec_at(&g->exprs, e->target).op == IR_VAR)
                    bitset_remove(&behind, v - 1);
                r.changed |= bitset_unite(r.into, &behind);
                if (made)
                    expr_each(g, e->value, note_variable, &r);
            }
        }
    }
}

/* ---- comparing ---- */

static bool excluded(const walker *x, fact f, fact h)
{
    if (vec_at(&x->atoms, f.atom).again)
        return false;
    if (vec_at(&x->atoms, f.atom).size <= DOMAIN_MAX)
        return !(f.mask & h.mask);
    return f.mask != UINT64_MAX && h.mask != UINT64_MAX && f.mask != h.mask;
}

static bool agree(const walker *x, const path *a, const path *b)
{
    for (uint32_t i = 0; i < a->fact_count; i++)
        for (uint32_t j = 0; j < b->fact_count; j++)
            if (a->facts[i].atom == b->facts[j].atom && excluded(x, a->facts[i], b->facts[j]))
                return false;
    return true;
}

/* Paths with as many tags, of which the first is equal, are compared by the tags that all of them
 * know. */
static uint64_t kind_of(const path *p, bool first_known)
{
    return hash_mix(p->tag_count * UINT64_C(0x9e3779b97f4a7c15) +
                    (first_known && p->tag_count ? (uint64_t)p->tags[0] : 1));
}

static bool all_differ(walker *x)
{
    bool first_known = true;
    map unknown, heads;
    map_init(&unknown, x->a);
    map_init(&heads, x->a);
    for (uint32_t i = 0; i < x->paths.count; i++)
        first_known &= vec_at(&x->paths, i).tag_count == 0 || vec_at(&x->paths, i).tags[0] != UNKNOWN;
    for (uint32_t i = 0; i < x->paths.count; i++) {
        const path *p = &vec_at(&x->paths, i);
        uint64_t kind = kind_of(p, first_known);
        uint32_t bits = map_has(&unknown, kind) ? *map_get(&unknown, kind) : 0;
        for (uint32_t j = 0; j < p->tag_count; j++)
            bits |= (uint32_t)(p->tags[j] == UNKNOWN) << j;
        map_put(&unknown, kind, bits);
    }
    uint32_t *next = ARENA_ARRAY(x->a, uint32_t, x->paths.count + 1), pairs = 0;
    for (uint32_t i = 0; i < x->paths.count; i++) {
        path *p = &vec_at(&x->paths, i);
        p->key = kind_of(p, first_known);
        uint32_t bits = *map_get(&unknown, p->key);
        for (uint32_t j = 0; j < p->tag_count; j++)
            p->key = hash_mix(p->key + (bits >> j & 1 ? 7 : (uint64_t)p->tags[j]));
        const uint32_t *head = map_get(&heads, p->key);
        next[i] = head ? *head : IR_NONE;
        for (uint32_t j = next[i]; j != IR_NONE; j = next[j])
            if (++pairs == PAIRS_MAX ||
                (vec_at(&x->paths, j).choices != p->choices && agree(x, p, &vec_at(&x->paths, j))))
                return false;
        map_put(&heads, p->key, i);
    }
    return true;
}

/* ---- where the search begins ---- */

enum { BACK_MAX = 16 };

/* What the checks before a decision point leave of the scalars that they speak of. */
static void look_back(walker *x, ir_edge id)
{
    const ir_game *g = x->g;
    for (uint32_t steps = 0; steps < BACK_MAX; steps++) {
        const ir_edge_data *e = &vec_at(&g->edges, id);
        ir_node n = e->from;
        if (e->label == IR_CHECK)
            unique_may_hold(x, e->value);
        else if (e->label != IR_SKIP && e->label != IR_TAG && !(steps == 0 && ir_assigns_player(g, e)))
            return;
        if (n == g->begin || x->graph->in_start[n + 1] - x->graph->in_start[n] != 1)
            return;
        id = x->graph->in[x->graph->in_start[n]];
    }
}

static void find_start(walker *x, ir_node start)
{
    const ir_graph *graph = x->graph;
    uint64_t masks[DOMAIN_MAX] = {0};
    if (start == x->g->begin || graph->in_start[start + 1] == graph->in_start[start])
        return;
    for (uint32_t i = graph->in_start[start]; i < graph->in_start[start + 1]; i++) {
        const uint32_t known = x->atoms.count;
        look_back(x, graph->in[i]);
        for (uint32_t j = 0; j < x->atoms.count && j < DOMAIN_MAX; j++)
            masks[j] |= vec_at(&x->atoms, j).mask;
        unique_forget(x, 0);
        for (uint32_t j = known; i > graph->in_start[start] && j < x->atoms.count && j < DOMAIN_MAX; j++)
            masks[j] |= vec_at(&x->atoms, j).mask; /* the ways before did not ask */
    }
    for (uint32_t j = 0; j < x->atoms.count && j < DOMAIN_MAX; j++)
        if (vec_at(&x->atoms, j).size <= DOMAIN_MAX && masks[j] != vec_at(&x->atoms, j).mask)
            unique_set_mask(x, j, masks[j]);
}

/* ---- the whole ---- */

/* From the start, or a tag, to the next tags, or the whole move. */
static bool walk_from(walker *x, ir_node decision, ir_node start)
{
    for (uint32_t i = 0; i < x->g->variables.count; i++)
        x->values[i] = INITIAL;
    x->tables = x->atom_of = x->choice_of = x->seen = (map){0};
    map_init(&x->tables, x->a);
    map_init(&x->atom_of, x->a);
    map_init(&x->choice_of, x->a);
    map_init(&x->seen, x->a);
    x->all_tables.count = x->atoms.count = x->trail.count = x->paths.count = 0;
    x->choices = x->choice_count = 0;
    x->hash = 0;
    if (start == decision)
        find_start(x, start);
    go_to(x, start);
    return !x->failed && all_differ(x);
}

static bool differ_by_parts(walker *x, ir_node start)
{
    vec_u32 starts = {0};
    bool differ = true;
    x->part_starts = &starts;
    x->part_known = bitset_new(x->a, x->g->nodes.count);
    x->steps_max = STEPS_BY_PARTS;
    vec_push(x->a, &starts, start);
    for (uint32_t i = 0; i < starts.count && differ; i++)
        differ = walk_from(x, start, vec_at(&starts, i));
    x->part_starts = NULL;
    return differ;
}

bool unique_by_values(ir_game *g, const ir_graph *graph, const unique_region *r, ir_node start, const vec_u32 *nodes,
                      uint32_t *steps, arena *a)
{
    walker x = {.g = g, .graph = graph, .r = r, .a = a};
    const uint32_t count = g->variables.count + 1;
    x.written = ARENA_ARRAY(a, bool, count);
    x.values = ARENA_ARRAY(a, int64_t, count);
    if (!find_candidates(&x, nodes))
        return false;
    find_relevant(&x, nodes);
    bool differ = differ_by_parts(&x, start);
    if (!differ) {
        *steps += x.steps;
        x.steps = 0;
        x.steps_max = STEPS_PER_START;
        x.failed = false;
        x.depth = x.tag_count = 0;
        differ = walk_from(&x, start, start);
    }
    *steps += x.steps;
    vec_at(&g->nodes, start).many = x.failed;
    return differ;
}
