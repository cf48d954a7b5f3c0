/* The end of a path as a strand: what was found lane by lane, in as few shifts, numbers and tables as say it
 * (plan_strands.c). */
#include "automaton/plan_lanes.h"

#include <string.h>

/* Of the lanes that are left. */
static strand_function function_of(finder *x, const place *at, const int32_t *value)
{
    bool constant = true, moves = true, any = false;
    int32_t number = 0, shift = 0;
    for (uint32_t i = 0; i < x->lanes; i++) {
        if (!strand_has(&at->lanes, i))
            continue;
        number = any ? number : value[i];
        shift = any ? shift : (int32_t)((uint32_t)value[i] - i);
        any = true;
        constant &= value[i] == number;
        moves &= (int32_t)((uint32_t)value[i] - i) == shift;
    }
    if (constant && number == STRAND_HELD)
        return (strand_function){.number = number};
    if (moves && at->lane != IR_NONE)
        return (strand_function){.number = shift, .moves = true};
    if (constant)
        return (strand_function){.number = number};
    int32_t *table = ARENA_ARRAY(x->p->g->arena, int32_t, x->lanes);
    for (uint32_t i = 0; i < x->lanes; i++)
        table[i] = strand_has(&at->lanes, i) ? value[i] : 0;
    return (strand_function){.table = table};
}

/* The largest set of lanes among those that are left whose cells are one shift, or one cell. */
static strand_piece largest_piece(const finder *x, const int32_t *cell, const strand_set *left)
{
    strand_piece best = {.fixed = false};
    uint16_t shifted[2 * STRAND_LANES_MAX] = {0}, same[STRAND_LANES_MAX] = {0}, most = 0;
    for (uint32_t i = 0; i < x->lanes; i++)
        if (strand_has(left, i)) {
            shifted[STRAND_LANES_MAX + cell[i] - (int32_t)i]++;
            same[cell[i]]++;
        }
    for (uint32_t i = 0; i < x->lanes; i++) {
        if (!strand_has(left, i))
            continue;
        const int32_t shift = cell[i] - (int32_t)i;
        if (shifted[STRAND_LANES_MAX + shift] > most)
            best = (strand_piece){.shift = shift}, most = shifted[STRAND_LANES_MAX + shift];
        if (same[cell[i]] > most)
            best = (strand_piece){.fixed = true, .shift = cell[i]}, most = same[cell[i]];
    }
    for (uint32_t i = 0; i < x->lanes; i++)
        if (strand_has(left, i) && (best.fixed ? cell[i] : cell[i] - (int32_t)i) == best.shift)
            strand_add(&best.lanes, i);
    return best;
}

static bool number_of(finder *x, const place *at, const literal *l, strand_literal *out)
{
    arena *a = x->p->g->arena;
    strand_number *n = ARENA_NEW(a, strand_number);
    *n = l->number;
    n->variable = l->v;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        n->words = at->lanes.words[w] ? w + 1 : n->words;
    uint64_t *lanes = ARENA_ARRAY(a, uint64_t, (size_t)n->count * n->words + 1);
    for (uint32_t k = 0; k < n->count; k++)
        for (uint32_t w = 0; w < n->words; w++)
            lanes[k * n->words + w] = l->by_number[k].words[w] & at->lanes.words[w];
    n->lanes = lanes;
    *out = (strand_literal){.number = n};
    return true;
}

static bool pieces_of(finder *x, const place *at, const literal *l, strand_literal *out)
{
    if (l->search) {
        *out = (strand_literal){.search = l->search};
        return true;
    }
    if (l->by_number)
        return number_of(x, at, l, out);
    strand_piece pieces[PIECES_MAX];
    strand_board *b = &x->p->boards[l->board];
    uint32_t count = 0;
    strand_set left = l->lanes;
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        left.words[w] &= at->lanes.words[w];
    for (uint32_t i = 0; i < x->lanes; i++)
        if (strand_has(&left, i)) {
            if (l->cell[i] >= STRAND_LANES_MAX)
                return lanes_fail(x);
            b->cells = (uint32_t)l->cell[i] + 1 > b->cells ? (uint32_t)l->cell[i] + 1 : b->cells;
        }
    while (!strand_is_empty(&left)) {
        if (count == PIECES_MAX)
            return lanes_fail(x);
        pieces[count] = largest_piece(x, l->cell, &left);
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            left.words[w] &= ~pieces[count].lanes.words[w];
        count++;
    }
    strand_piece *kept = ARENA_ARRAY(x->p->g->arena, strand_piece, count + 1);
    memcpy(kept, pieces, count * sizeof *kept);
    *out = (strand_literal){.board = l->board, .values = l->values, .pieces = kept, .piece_count = count};
    return true;
}

bool strands_keep_clauses(finder *x, const place *at, strand *s)
{
    strand_clause *kept = ARENA_ARRAY(x->p->g->arena, strand_clause, at->clause_count + 1);
    for (uint32_t i = 0; i < at->clause_count; i++) {
        const clause *c = at->clauses[i];
        if (lanes_cover(&c->always, &at->lanes))
            continue;
        strand_literal *literals = ARENA_ARRAY(x->p->g->arena, strand_literal, c->count + 1);
        strand_clause *out = &kept[s->clause_count];
        *out = (strand_clause){.always = c->always, .literals = literals};
        for (uint32_t w = 0; w < STRAND_WORDS; w++)
            out->always.words[w] &= at->lanes.words[w];
        for (uint32_t k = 0; k < c->count; k++) {
            if (!lanes_meet(&c->literals[k].lanes, &at->lanes))
                continue;
            if (!pieces_of(x, at, &c->literals[k], &literals[out->literal_count]))
                return false;
            out->literal_count++;
        }
        s->clause_count++;
    }
    s->clauses = kept;
    return true;
}

/* Writes of cells, in their order. */
static bool keep_cells(finder *x, const place *at, strand *s)
{
    const plan *p = x->p;
    strand_write *kept = ARENA_ARRAY(p->g->arena, strand_write, at->write_count + at->scalar_count + 1);
    s->writes = kept;
    s->write_count = 0;
    for (uint32_t i = 0; i < at->write_count; i++) {
        const layout_slot *b = &p->layout.variables[at->writes[i].v];
        const cell_copy *copy = at->writes[i].copy;
        if (!at->writes[i].cell || (!at->writes[i].value && !copy))
            return false;
        kept[s->write_count++] = (strand_write){b->offset, b->width, function_of(x, at, at->writes[i].cell),
                                                function_of(x, at, copy ? copy->cell : at->writes[i].value),
                                                copy ? p->layout.variables[copy->v].offset : IR_NONE};
    }
    return true;
}

bool strands_keep_asked(finder *x, const place *at, strand *s)
{
    const plan *p = x->p;
    strand_ask *kept = ARENA_ARRAY(p->g->arena, strand_ask, at->asked_count + 1);
    if (at->vague || (!s->writes && !keep_cells(x, at, s)))
        return false;
    for (uint32_t i = 0; i < at->asked_count; i++) {
        const asked *a = &at->asked[i];
        strand_scalar *scalars = ARENA_ARRAY(p->g->arena, strand_scalar, a->count + 1);
        for (uint32_t k = 0; k < a->count; k++)
            scalars[k] = (strand_scalar){a->scalars[k].v, function_of(x, at, a->scalars[k].value.at)};
        kept[i] = (strand_ask){a->reach, a->holds, a->writes, scalars, a->count};
    }
    s->asked = kept;
    s->asked_count = at->asked_count;
    s->asks = s->told = true;
    return true;
}

/* And of scalars. `last` NULL: what the rest of the move needs is kept as well. */
static bool keep_writes(finder *x, const place *at, const ir_edge_data *last, strand *s)
{
    const plan *p = x->p;
    place end = *at;
    if (!keep_cells(x, at, s))
        return false;
    strand_write *kept = (strand_write *)s->writes;
    known player = {.same = p->g->player};
    if (last) {
        const ir_expr_data *right = &vec_at(&p->g->exprs, ir_bare(p->g, last->value));
        if (right->op == IR_VAR)
            player = lanes_scalar(x, at, right->a);
        else if (!(player.at = lanes_value(x, &end, last->value)))
            return false;
    }
    for (uint32_t i = 0; i <= at->scalar_count; i++) {
        const bool is_last = i == at->scalar_count;
        const ir_var v = is_last ? p->g->player : at->scalars[i].v;
        const known value = is_last ? player : at->scalars[i].value;
        const layout_slot *to = &p->layout.variables[v];
        if ((!is_last && v == p->g->player) || (last && vec_at(&p->g->variables, v).local) ||
            (!value.at && value.same == v))
            continue;
        if (!is_last && at->scalars[i].read)
            continue;
        strand_write w = {.offset = to->offset, .width = to->width, .from = IR_NONE};
        if (!value.at && value.same == IR_NONE && !value.copy)
            return false;
        if (value.copy) {
            w.from = p->layout.variables[value.copy->v].offset;
            w.value = function_of(x, at, value.copy->cell);
        } else if (!value.at) {
            const layout_slot *from = &p->layout.variables[value.same];
            if (from->width != to->width || lanes_base(from) != lanes_base(to) || from->levels || from->real ||
                lanes_is_lost(x, value.same))
                return false;
            w.from = from->offset;
        } else {
            int32_t *stored = lanes_each(x, 0);
            for (uint32_t k = 0; k < x->lanes; k++)
                stored[k] = (int32_t)((uint32_t)value.at[k] - (uint32_t)lanes_base(to));
            w.value = function_of(x, at, stored);
        }
        kept[s->write_count++] = w;
    }
    s->next = last ? last->to : IR_NONE;
    return true;
}

strand *strands_new(finder *x, const place *at)
{
    if (x->count == STRANDS_MAX && !x->exit)
        strands_join(x);
    if (x->count == STRANDS_MAX) {
        lanes_fail(x);
        return NULL;
    }
    for (uint32_t w = 0; w < STRAND_WORDS; w++)
        x->words = at->lanes.words[w] && w >= x->words ? w + 1 : x->words;
    strand *s = &x->all[x->count];
    *s = (strand){.lanes = at->lanes, .tag_count = at->tag_count};
    return s;
}

static strand *with_tags(finder *x, const place *at)
{
    strand *s = strands_new(x, at);
    if (!s)
        return NULL;
    strand_function *tags = ARENA_ARRAY(x->p->g->arena, strand_function, at->tag_count + 1);
    for (uint32_t i = 0; i < at->tag_count; i++) {
        tags[i] = function_of(x, at, at->tags[i]);
        s->held = strand_tag_is_held(&tags[i]) ? x->held_tag : s->held;
    }
    s->tags = tags;
    return strands_keep_clauses(x, at, s) ? s : NULL;
}

void strands_go_on(finder *x, const place *at, ir_node n)
{
    uint32_t i = 0;
    while (i < x->level_count && x->level_nodes[i] != n)
        i++;
    strand *s = i < STRAND_LEVELS_MAX && !at->asks ? with_tags(x, at) : NULL;
    if (!s || !keep_writes(x, at, NULL, s)) {
        lanes_fail(x);
        return;
    }
    x->level_nodes[i] = n;
    x->level_count += i == x->level_count;
    s->level = i + 1;
    s->made = true;
    x->count++;
}

void strands_finish(finder *x, const place *at, const ir_edge_data *last)
{
    strand *s = with_tags(x, at);
    if (!s)
        return;
    s->asks = at->asks;
    s->made = last && !at->vague && keep_writes(x, at, last, s) && (!at->asks || strands_keep_asked(x, at, s));
    if (x->failed) {
        x->failed = x->full || x->needed != IR_NONE;
        s->made = false;
    }
    s->write_count = s->made ? s->write_count : 0;
    s->told = s->made && s->asks && s->write_count <= STRAND_TOLD_MAX;
    s->made &= !s->asks;
    x->count++;
}
