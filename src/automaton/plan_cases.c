/* Strands case by case: of a decision, and of searches. What a scalar of the state holds that tables are asked for is
 * one case each (plan_strands.c). */
#include "automaton/plan_lanes.h"

#include <string.h>

/* ---- levels ---- */

static bool chooses_from_many(const finder *x, const ir_edge_data *e)
{
    const plan_domain *d = &x->p->domains[e - x->p->g->edges.data];
    return e->label == IR_CHOOSE && (d->range ? (int64_t)d->high - d->low + 1 : d->count) >= LANE_MIN;
}

/* The search has a choice that would have to be the lane. */
static bool search_chooses(finder *x, uint32_t number)
{
    if (!x->chooses)
        x->chooses = ARENA_ARRAY(x->a, int8_t, x->p->reaches.count + 1);
    if (x->chooses[number] == 0) {
        const plan_program *y = &vec_at(&x->p->reaches, number);
        bool any = false;
        for (uint32_t i = 0; i < y->r->count && !any; i++)
            for (uint32_t k = 0; k < y->orders[i].count; k++)
                any |= chooses_from_many(x, plan_edge_at(x->p, &y->orders[i], k));
        x->chooses[number] = any ? 1 : -1;
    }
    return x->chooses[number] > 0;
}

/* A way round with tags begins again: whoever goes round is followed round by round. */
static bool comes_round(const finder *x, place *at, ir_node n)
{
    if (!x->p->heads.words || !bitset_has(&x->p->heads, n))
        return false;
    for (uint32_t i = 0; i < at->head_count; i++)
        if (at->heads[i].node == n)
            return at->heads[i].tags < at->tag_count;
    if (at->head_count < HEADS_MAX) {
        at->heads[at->head_count].node = n;
        at->heads[at->head_count++].tags = at->tag_count;
    }
    return false;
}

/* Where the lane is chosen, one more choice from many values, or a search with one, is a matter of the next level. */
bool strands_begins_level(finder *x, place *at, ir_node n)
{
    if (!x->by_levels || x->exit || at->lane == IR_NONE)
        return false;
    if ((x->cut && at->told == x->cut) || comes_round(x, at, n))
        return true;
    const plan_edges *order = plan_order(x->x, n);
    for (uint32_t i = 0; i < order->count; i++) {
        const ir_edge_data *e = plan_edge_at(x->p, order, i);
        const ir_expr_data *d = e->label == IR_CHECK ? &vec_at(&x->p->g->exprs, ir_bare(x->p->g, e->value)) : NULL;
        if (d && d->op == IR_NOT)
            d = &vec_at(&x->p->g->exprs, ir_bare(x->p->g, d->a));
        if (chooses_from_many(x, e) || (d && d->op == IR_REACH && search_chooses(x, plan_reach(x->p, d->a, d->b))))
            return true;
    }
    return false;
}

/* ---- cases ---- */

/* Follows all paths of one case. */
static void follow_case(finder *x, ir_node n, ir_var lane, strand_case *out)
{
    const plan *p = x->p;
    x->count = x->words = x->steps = 0;
    x->failed = x->full = x->has_none = false;
    x->held_tag = NULL;
    x->held = (strand_place){.count = 0};
    place start = {.lane = lane};
    strand_add(&start.lanes, 0);
    x->top = (lanes_mark){0};
    if (lane != IR_NONE) { /* what it holds, as stored, is the lane */
        const layout_slot *s = &p->layout.variables[lane];
        strands_spread(x, &start, x->lanes);
        int32_t *value = lanes_each(x, 0);
        for (uint32_t i = 0; i < x->lanes; i++)
            value[i] = (int32_t)i + lanes_base(s);
        lanes_set_scalar(x, &start, (scalar){lane, {.at = value}, true});
        const place before = start;
        if (x->entry && !strands_assign(x, &start, x->entry)) {
            x->failed = false;
            start = before;
        }
    }
    strands_follow(x, &start, n);
    *out = (strand_case){.condition_count = x->case_count, .made = true};
    for (uint32_t i = 0; i < x->case_count; i++) {
        const layout_slot *s = &p->layout.variables[x->cases[i]];
        out->conditions[i] =
            (strand_condition){x->cases[i], s->offset, (uint32_t)x->values[i] - (uint32_t)lanes_base(s), s->width};
    }
}

static bool has_searches(const strand_case *c)
{
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t k = 0; k < c->strands[i].clause_count; k++)
            for (uint32_t j = 0; j < c->strands[i].clauses[k].literal_count; j++)
                if (c->strands[i].clauses[k].literals[j].search && !c->strands[i].rest)
                    return true;
    return false;
}

static void keep_case(finder *x, ir_var lane, strand_case *out)
{
    strand *kept = ARENA_ARRAY(x->p->g->arena, strand, x->count + 1);
    memcpy(kept, x->all, x->count * sizeof *kept);
    if (!x->exit)
        strands_find_rest(kept, x->count, x->words, lane != IR_NONE);
    if (lane != IR_NONE || x->held.count)
        strands_chain(kept, x->count);
    out->held = x->held;
    out->strands = kept;
    out->count = x->count;
    out->words = x->words;
    out->searches = has_searches(out);
    out->told = true;
    uint32_t variants = 0;
    for (uint32_t i = 0; i < x->count; i++)
        variants += kept[i].variant_count ? kept[i].variant_count : 1;
    for (uint32_t i = 0; i < x->count; i++) {
        out->made &= kept[i].made;
        out->asks |= kept[i].asks;
        kept[i].told &= variants <= STRANDS_MAX && !kept[i].shared; /* one of several paths is no move of its own */
        out->told &= !kept[i].asks || kept[i].told;
        out->goes_on |= kept[i].level > 0;
    }
    if (!x->exit && lane == IR_NONE && !x->held.count && !out->goes_on)
        out->drawn = strands_bundle(x->p->g->arena, out);
}

/* The strands of one case: false when they say not all. */
static bool find_case(finder *x, ir_node n, ir_var lane, strand_case *out)
{
    follow_case(x, n, lane, out);
    if (x->failed || (!x->exit && !strands_part(x)) || (x->held.count && x->has_none))
        return false;
    if (x->exit) {
        strands_drop_needless(x);
        strands_order(x->all, x->count);
    }
    keep_case(x, lane, out);
    return !out->asks || x->exit || x->count >= ASKING_MIN;
}

static bool find_cases(finder *x, ir_node n, ir_var lane, strand_case *cases, uint32_t *count)
{
    const int32_t *values[STRAND_CONDITIONS_MAX];
    uint32_t sizes[STRAND_CONDITIONS_MAX], all = 1;
    for (uint32_t i = 0; i < x->case_count; i++) {
        if (!lanes_cases(x, x->cases[i], &values[i], &sizes[i]))
            return false;
        all *= sizes[i];
    }
    x->all_cases = all;
    x->needed = x->wanted = IR_NONE;
    x->twins = false;
    for (uint32_t k = 0; k < all; k++) {
        for (uint32_t i = 0, rest = k; i < x->case_count; rest /= sizes[i++])
            x->values[i] = values[i][rest % sizes[i]];
        if (!find_case(x, n, lane, &cases[k]))
            return false;
    }
    *count = all;
    return true;
}

/* More and more scalars become cases. */
static bool find_all_cases(finder *x, ir_node n, ir_var lane, strand_case *cases, uint32_t *count)
{
    x->needed = IR_NONE;
    x->case_count = 0;
    bool done = find_cases(x, n, lane, cases, count);
    while (!done && x->needed != IR_NONE) {
        x->cases[x->case_count++] = x->needed;
        done = find_cases(x, n, lane, cases, count);
    }
    return done;
}

/* With what a scalar holds as the lane. */
static bool find_from_lane(finder *x, ir_node n, ir_var lane, strand_case *cases, uint32_t *count)
{
    const layout_slot *s = &x->p->layout.variables[lane];
    const int64_t size = (s->integer ? (int64_t)s->high - s->low : s->high) + 1;
    if (s->levels > 0 || s->real || size > STRAND_LANES_MAX)
        return false;
    x->lanes = (uint32_t)size;
    return find_all_cases(x, n, lane, cases, count);
}

/* What scalars hold at the decision is one of the cases: typing is loose, symbols of other types may get there. */
static bool cover_all(const finder *x)
{
    for (uint32_t i = 0; i < x->case_count; i++) {
        const layout_slot *s = &x->p->layout.variables[x->cases[i]];
        const int64_t size = (s->integer ? (int64_t)s->high - s->low : s->high) + 1;
        const int32_t *values;
        uint32_t count;
        if (size > PLAN_VALUES_MAX || !lanes_cases(x, x->cases[i], &values, &count))
            return false;
        for (uint32_t k = 0; k < size; k++) {
            bool found = !plan_scalar_holds(x->p->cells, x->node, IR_NONE, x->cases[i], k);
            for (uint32_t j = 0; j < count && !found; j++)
                found = values[j] == (int32_t)k + lanes_base(s);
            if (!found)
                return false;
        }
    }
    return true;
}

static uint32_t most_lanes(const plan *p, const plan_program *x)
{
    uint32_t most = 1;
    for (uint32_t i = 0; i < p->g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&p->g->edges, i);
        const plan_domain *d = &p->domains[i];
        if (e->removed || e->label != IR_CHOOSE || region_at(x->r, e->from) == IR_NONE)
            continue;
        const int64_t size = d->range ? (int64_t)d->high - d->low + 1 : 0;
        if (size <= STRAND_LANES_MAX && size > most)
            most = (uint32_t)size;
    }
    return most;
}

static plan_strands *keep(finder *x, const strand_case *cases, uint32_t count)
{
    arena *a = x->p->g->arena;
    strand_case *kept = ARENA_ARRAY(a, strand_case, count + 1);
    memcpy(kept, cases, count * sizeof *kept);
    plan_strands *found = ARENA_NEW(a, plan_strands);
    *found = (plan_strands){.cases = kept, .count = count, .lane = IR_NONE, .lists = true};
    for (uint32_t i = 0; i < count; i++) {
        found->asks |= kept[i].asks;
        found->lists &= kept[i].told;
    }
    return found;
}

static void begin(plan *p)
{
    if (p->cells_sought)
        return;
    p->cells = plan_find_cells(p);
    p->cells_sought = true;
    for (uint32_t i = 0; i < sizeof p->unsearched / sizeof *p->unsearched; i++)
        p->unsearched[i] = bitset_new(p->a, p->reaches.count + 1);
}

/* ---- levels ---- */

/* Depth-first: what an edge leads back to. */
static void find_heads(plan *p)
{
    const plan_program *x = &p->moves[PLAN_GENERATE];
    const region *r = x->r;
    uint32_t *next = ARENA_ARRAY(p->a, uint32_t, r->count + 1);
    bool *open = ARENA_ARRAY(p->a, bool, r->count + 1), *met = ARENA_ARRAY(p->a, bool, r->count + 1);
    vec_u32 stack = {0};
    p->heads = bitset_new(p->a, p->g->nodes.count + 1);
    for (uint32_t start = 0; start < r->count; start++) {
        if (met[start])
            continue;
        met[start] = open[start] = true;
        vec_push(p->a, &stack, start);
        while (stack.count > 0) {
            const uint32_t at = vec_at(&stack, stack.count - 1);
            if (next[at] == x->orders[at].count) {
                open[at] = false;
                stack.count--;
                continue;
            }
            const ir_edge_data *e = plan_edge_at(p, &x->orders[at], next[at]++);
            const uint32_t to = ir_assigns_player(p->g, e) ? IR_NONE : region_at(r, e->to);
            if (to == IR_NONE)
                continue;
            if (open[to])
                bitset_add(&p->heads, r->nodes[to]);
            if (!met[to]) {
                met[to] = open[to] = true;
                vec_push(p->a, &stack, to);
            }
        }
    }
}

/* The most moves that one lane, or all of them, can have; 0: there are none, or too many to be a bound. */
static uint32_t most_moves(const plan_strands *level, const plan_strands *all)
{
    uint64_t most = 0;
    for (uint32_t i = 0; i < level->count; i++) {
        const strand_case *c = &level->cases[i];
        uint64_t sum = 0, best = 0;
        for (uint32_t lane = 0; lane < 64 * c->words; lane++) {
            uint64_t here = 0;
            for (uint32_t k = 0; k < c->count; k++)
                if (strand_has(&c->strands[k].lanes, lane))
                    here += c->strands[k].level ? all->levels[c->strands[k].level - 1].bound : 1;
            sum += here;
            best = here > best ? here : best;
        }
        const uint64_t moves = level->lane == IR_NONE ? sum : best;
        most = moves > most ? moves : most;
    }
    return most <= INT32_MAX ? (uint32_t)most : 0;
}

/* Tags of the longest move from the level on. *round: levels come back to it. */
static uint32_t most_tags(const plan_strands *level, const plan_strands *all, uint32_t depth, bool *round)
{
    uint32_t most = 0;
    *round |= depth > STRAND_DEPTH_MAX;
    for (uint32_t i = 0; i < level->count && depth <= STRAND_DEPTH_MAX; i++)
        for (uint32_t k = 0; k < level->cases[i].count; k++) {
            const strand *s = &level->cases[i].strands[k];
            const uint32_t tags =
                s->tag_count + (s->level > 0 ? most_tags(&all->levels[s->level - 1], all, depth + 1, round) : 0);
            most = tags > most ? tags : most;
        }
    return most;
}

static bool each_tells(const plan_strands *level)
{
    bool tells = true;
    for (uint32_t i = 0; i < level->count; i++)
        for (uint32_t k = 0; k < level->cases[i].count; k++)
            tells &= level->cases[i].strands[k].tag_count > 0;
    return tells;
}

/* What each level consists of; levels that are met on the way are added. */
static bool find_levels(finder *x, plan_strands *all)
{
    const plan *p = x->p;
    strand_case cases[PLAN_CASES_MAX];
    plan_strands *levels = ARENA_ARRAY(p->g->arena, plan_strands, STRAND_LEVELS_MAX);
    uint32_t count;
    for (uint32_t i = 0; i < x->level_count; i++) {
        const uint32_t before = x->level_count;
        ir_var lane = IR_NONE;
        x->cut = 0;
        x->in_level = true;
        x->node = x->level_nodes[i];
        x->lane_min = LANE_MIN;
        x->lanes = most_lanes(p, x->x);
        bool done = find_all_cases(x, x->node, lane, cases, &count);
        if (!done && !x->full && x->wanted != IR_NONE) {
            x->level_count = before;
            lane = x->wanted;
            done = find_from_lane(x, x->node, lane, cases, &count);
        }
        if (!done || !cover_all(x))
            return false;
        plan_strands *level = keep(x, cases, count);
        if (level->asks)
            return false;
        for (uint32_t k = 0; k < count; k++)
            if (!cases[k].made)
                return false;
        levels[i] = *level;
        levels[i].lane = lane;
        levels[i].node = x->level_nodes[i];
    }
    all->levels = levels;
    all->level_count = x->level_count;
    if (most_tags(all, all, 0, &all->comes_round) > STRAND_TAGS_MAX && !all->comes_round)
        return false;
    for (uint32_t i = 0; i < all->level_count && all->comes_round; i++)
        if (!each_tells(&levels[i]))
            return false;
    for (uint32_t depth = 0; depth < STRAND_DEPTH_MAX && !all->comes_round; depth++)
        for (uint32_t i = 0; i < all->level_count; i++)
            levels[i].bound = most_moves(&levels[i], all);
    bool bounded = !all->comes_round;
    for (uint32_t i = 0; i < all->level_count; i++) {
        bounded &= levels[i].bound > 0;
        all->bound = levels[i].bound > all->bound ? levels[i].bound : all->bound;
    }
    all->bound = bounded ? all->bound : 0;
    return true;
}

/* Moves of several choices, where no two paths make the same one. */
static plan_strands *find_by_levels(finder *x, ir_node n)
{
    strand_case cases[PLAN_CASES_MAX];
    uint32_t count = 0;
    static const uint32_t cuts[] = {0, 2, 1};
    if (!x->p->heads.words)
        find_heads(x->p);
    for (uint32_t i = 0; i < sizeof cuts / sizeof *cuts && !x->full; i++) {
        x->by_levels = true;
        x->in_level = false;
        x->level_count = 0;
        x->cut = cuts[i];
        x->node = n;
        x->lane_min = LANE_MIN;
        x->lanes = most_lanes(x->p, x->x);
        if (!find_all_cases(x, n, IR_NONE, cases, &count) || x->level_count == 0 || !cover_all(x))
            continue;
        plan_strands *found = keep(x, cases, count);
        bool made = !found->asks;
        for (uint32_t k = 0; k < count; k++)
            made &= cases[k].made;
        if (made && find_levels(x, found))
            return found;
    }
    return NULL;
}

/* Where a scalar of the state says whose moves they are. */
static plan_strands *find_moves_from(finder *x, ir_node n, ir_var lane)
{
    strand_case cases[PLAN_CASES_MAX];
    uint32_t count = 0;
    x->node = n;
    if (!find_from_lane(x, n, lane, cases, &count) || !cover_all(x))
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        if (cases[i].asks || !cases[i].made)
            return NULL;
    plan_strands *found = keep(x, cases, count);
    found->lane = lane;
    found->bound = most_moves(found, found);
    return found;
}

const plan_strands *plan_find_strands(plan *p, const plan_program *program, ir_node n, bool *single)
{
    begin(p);
    arena *a = arena_child(p->a);
    finder *x = ARENA_NEW(a, finder);
    const uint32_t boards = p->board_count;
    strand_case cases[PLAN_CASES_MAX];
    plan_strands *found = NULL;
    uint32_t count = 0;
    bool done = false;
    *x = (finder){.p = p, .x = program, .a = a, .node = n, .single = *single};
    x->lanes = most_lanes(p, program);
    /* the first choice is the lane; if another one has to be, the first large one */
    for (x->lane_min = 2; !done && (x->lane_min == 2 || (x->lane_min == LANE_MIN && x->small));
         x->lane_min += LANE_MIN - 2)
        done = find_all_cases(x, n, IR_NONE, cases, &count);
    if (done) {
        found = keep(x, cases, count);
        *single |= !x->twins && cover_all(x);
    } else if (*single && !x->full) {
        p->board_count = boards;
        found = find_by_levels(x, n);
        x->by_levels = x->in_level = false;
        if (!found && x->wanted != IR_NONE)
            found = find_moves_from(x, n, x->wanted);
    }
    if (!found)
        p->board_count = boards;
    arena_done(a);
    return found;
}

/* ---- searches ---- */

enum { SEARCH_WORK_MAX = 1 << 22 };

static bool chooses(const strand_case *cases, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < cases[i].count; k++)
            for (uint32_t w = 0; w < STRAND_WORDS; w++)
                if (cases[i].strands[k].lanes.words[w] > (w == 0))
                    return true;
    return false;
}

static const plan_strands *find_search(finder *x, const plan_program *program)
{
    plan *p = x->p;
    const lanes_exit exit = {.target = program->r->target, .asks = true};
    const uint32_t boards = p->board_count;
    const ir_node n = program->r->nodes[0];
    strand_case cases[PLAN_CASES_MAX];
    uint32_t count = 0;
    ir_var lane = IR_NONE;
    x->x = program;
    x->exit = &exit;
    x->entry = strands_entry(p, (uint32_t)(program - p->reaches.data), x->a);
    x->node = IR_NONE;
    x->lane_min = LANE_MIN;
    x->lanes = most_lanes(p, program);
    x->held_lanes = 0;
    bool done = find_all_cases(x, n, IR_NONE, cases, &count);
    if (!done && !x->full && x->held_lanes > x->lanes) {
        x->lanes = x->held_lanes;
        done = find_all_cases(x, n, IR_NONE, cases, &count);
    }
    if (!done && !x->full && x->wanted != IR_NONE) {
        lane = x->wanted;
        done = find_from_lane(x, n, lane, cases, &count);
    }
    if (!done) {
        p->board_count = boards;
        return NULL;
    }
    uint32_t held = 0;
    for (uint32_t i = 0; i < count; i++)
        held += cases[i].held.count > 0;
    plan_strands *found = keep(x, cases, count);
    const bool one_lane = lane != IR_NONE || held > 0;
    found->lane = lane;
    found->chosen = !one_lane && (found->asks || chooses(cases, count));
    return (one_lane && found->asks) || (held && held < count) ? NULL : found;
}

/* A choice, a check of the place, and a search from there, as the pass part_searches has it: followed as it is. */
static bool is_parted(const plan *p, const plan_program *y)
{
    const ir_edge_data *choice = plan_only_edge(p, y, y->r->nodes[0]);
    const ir_edge_data *check = choice && choice->label == IR_CHOOSE ? plan_only_edge(p, y, choice->to) : NULL;
    const ir_edge_data *rest = check && check->label == IR_CHECK ? plan_only_edge(p, y, check->to) : NULL;
    return rest && rest->label == IR_CHECK && rest->to == y->r->target &&
           vec_at(&p->g->exprs, ir_bare(p->g, rest->value)).op == IR_REACH;
}

void plan_find_searches(plan *p)
{
    bool some = false;
    for (ir_node n = 0; n < p->g->nodes.count && !some; n++)
        some = p->decisions[n].strands;
    if (!some) /* nothing keeps sets of cells */
        return;
    arena *a = arena_child(p->a);
    finder *x = ARENA_NEW(a, finder);
    const uint32_t work = p->strand_work;
    begin(p);
    *x = (finder){.p = p, .a = a};
    uint32_t *order = ARENA_ARRAY(a, uint32_t, p->reaches.count + 1); /* small ones are asked most, and found soon */
    for (uint32_t i = 0; i < p->reaches.count; i++) {
        uint32_t k = i;
        for (; k > 0 && vec_at(&p->reaches, order[k - 1]).r->count > vec_at(&p->reaches, i).r->count; k--)
            order[k] = order[k - 1];
        order[k] = i;
    }
    for (uint32_t i = 0; i < p->reaches.count && p->strand_work - work < SEARCH_WORK_MAX; i++) {
        plan_program *y = &vec_at(&p->reaches, order[i]);
        y->parted = is_parted(p, y);
        if (!y->always && !y->can_fault && y->r->useful[0] && !y->parted)
            y->strands = find_search(x, y);
    }
    arena_done(a);
}
