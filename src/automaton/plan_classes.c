/* Which values of boards strands tell apart (strands.h): the others are in one class, of which one set of cells is
 * kept. */
#include "automaton/plan.h"

#include <string.h>

/* Parts each class by whether the literal asks for its values. */
static void part(strand_board *b, uint64_t values)
{
    uint8_t other[STRAND_VALUES_MAX];
    memset(other, UINT8_MAX, sizeof other); /* [class] what those of the class that are asked for are now in */
    const uint32_t before = b->classes;
    for (uint32_t c = 0; c < before; c++) {
        bool asked = false, left = false;
        for (uint32_t k = 0; k < b->values; k++) {
            asked |= b->class_of[k] == c && values >> k & 1;
            left |= b->class_of[k] == c && !(values >> k & 1);
        }
        if (asked && left)
            other[c] = (uint8_t)b->classes++;
    }
    for (uint32_t k = 0; k < b->values; k++)
        if (values >> k & 1 && other[b->class_of[k]] != UINT8_MAX)
            b->class_of[k] = other[b->class_of[k]];
}

/* Numbers classes by their least values. */
static void renumber(strand_board *b)
{
    uint8_t name[STRAND_VALUES_MAX];
    uint32_t count = 0;
    memset(name, UINT8_MAX, sizeof name);
    for (uint32_t k = 0; k < b->values; k++) {
        if (name[b->class_of[k]] == UINT8_MAX)
            name[b->class_of[k]] = (uint8_t)count++;
        b->class_of[k] = name[b->class_of[k]];
    }
}

/* What was parted by already. */
typedef struct parted {
    VEC(uint64_t) values[STRAND_BOARDS_MAX];
    VEC(const strand_search *) searches;
    arena *a;
} parted;

static void part_once(plan *p, parted *done, const strand_literal *l)
{
    for (uint32_t i = 0; i < done->values[l->board].count; i++)
        if (vec_at(&done->values[l->board], i) == l->values)
            return;
    vec_push(done->a, &done->values[l->board], l->values);
    part(&p->boards[l->board], l->values);
}

static void part_by(plan *p, parted *done, const strand *all, uint32_t count);

static void part_by_search(plan *p, parted *done, const strand_search *s)
{
    for (uint32_t i = 0; i < done->searches.count; i++)
        if (vec_at(&done->searches, i) == s)
            return;
    vec_push(done->a, &done->searches, s);
    part_by(p, done, s->ways, s->count);
}

static void part_by(plan *p, parted *done, const strand *all, uint32_t count)
{
    for (uint32_t t = 0; t < count; t++)
        for (uint32_t k = 0; k < all[t].clause_count; k++) {
            const strand_clause *asked = &all[t].clauses[k];
            for (uint32_t i = 0; i < asked->literal_count; i++) {
                const strand_literal *l = &asked->literals[i];
                if (l->search)
                    part_by_search(p, done, l->search);
                else if (!l->number)
                    part_once(p, done, l);
            }
        }
}

static void part_by_cases(plan *p, parted *done, const plan_strands *s)
{
    for (uint32_t c = 0; s && c < s->count; c++)
        part_by(p, done, s->cases[c].strands, s->cases[c].count);
    for (uint32_t i = 0; s && i < s->level_count; i++)
        part_by_cases(p, done, &s->levels[i]);
}

enum { FEW_VALUES = 8 };

/* Values that a condition compares cells with; where it is not known which, all of them if they are few. */
static void part_by_condition(plan *p, ir_expr e)
{
    const ir_expr_data *d = &vec_at(&p->g->exprs, ir_bare(p->g, e));
    ir_expr keys[PLAN_CHAIN_MAX];
    uint32_t count;
    int32_t value;
    bool constant;
    if (d->op == IR_REACH)
        return;
    if ((d->op == IR_EQ || d->op == IR_NE) && vec_at(&p->g->exprs, ir_bare(p->g, d->a)).op == IR_INDEX) {
        const bool known = plan_known(p, d->b, &value);
        const layout_slot *s = plan_chain(p, d->a, keys, &count, &constant);
        const int64_t stored = s && known ? value - (s->integer ? (int64_t)s->low : 0) : -1;
        for (uint32_t i = 0; s && !constant && count == s->levels && i < p->board_count; i++) {
            strand_board *b = &p->boards[i];
            for (uint32_t k = 0; k < b->values && &p->layout.variables[b->variable] == s; k++)
                if (known ? k == stored : b->values <= FEW_VALUES)
                    part(b, UINT64_C(1) << k);
        }
        return;
    }
    for (uint32_t i = 0; i < ir_operands(d->op); i++)
        part_by_condition(p, ir_operand(d, i));
}

/* Searches that follow paths ask for cells that were just written: kept sets need not wait for them. */
static void part_by_paths(plan *p, const plan_program *y)
{
    const region *r = y->r;
    for (uint32_t at = 0; at < r->count; at++) {
        const ir_node n = r->nodes[at];
        for (uint32_t i = p->graph.out_start[n]; r->useful[at] && i < p->graph.out_start[n + 1]; i++) {
            const ir_edge_data *e = &vec_at(&p->g->edges, p->graph.out[i]);
            if (e->label == IR_CHECK)
                part_by_condition(p, e->value);
        }
    }
}

void plan_find_classes(plan *p)
{
    parted done = {.a = p->a};
    for (uint32_t i = 0; i < p->board_count; i++)
        p->boards[i].classes = 1;
    for (ir_node n = 0; n < p->g->nodes.count; n++)
        part_by_cases(p, &done, p->decisions[n].strands);
    for (uint32_t i = 0; i < p->reaches.count; i++) {
        const plan_program *y = &vec_at(&p->reaches, i);
        part_by_cases(p, &done, y->strands);
        if (!y->strands)
            part_by_paths(p, y);
    }
    for (uint32_t i = 0; i < p->board_count; i++) {
        strand_board *b = &p->boards[i];
        const uint32_t cells = p->layout.variables[b->variable].cells;
        renumber(b);
        if ((cells + 63) / 64 == (b->cells + 63) / 64) /* others cost nothing: a place for what is off the board */
            b->cells = cells;
    }
}
