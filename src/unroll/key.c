/* What the network stands for in the automaton, so that states and moves can be taken from one to
 * the other. */
#include "unroll/building.h"

static uint32_t as_stored(const layout_slot *s, int32_t code) { return (uint32_t)(s->integer ? code - s->low : code); }

static unroll_fact fact_of_cell(const building *b, uint32_t cell, int32_t code)
{
    const ir_var v = b->x.variable_of[cell];
    const layout_slot *s = &b->x.p->layout.variables[v];
    return (unroll_fact){.node = IR_NONE,
                         .offset = s->offset + (cell - b->x.first[v]) * s->width,
                         .value = as_stored(s, code),
                         .width = s->width,
                         .last = !bitset_has(&b->known->before_end, ub_code_number(b, cell, code))};
}

static void add_fact(building *b, uint32_t gate, unroll_fact fact)
{
    vec_at(&b->x.n->facts, gate - 1).term = b->key->facts.count;
    vec_push(b->out, &b->key->facts, fact);
}

static void add_cells(building *b)
{
    for (uint32_t c = 0; c < b->x.cells; c++)
        for (int32_t code = b->low[c]; b->stored[c] && code <= b->high[c]; code++) {
            const uint32_t number = ub_code_number(b, c, code);
            if (b->gate_of[number])
                add_fact(b, b->gate_of[number], fact_of_cell(b, c, code));
            else if (ub_can_hold(b, c, code))
                vec_push(b->out, &b->key->constants, fact_of_cell(b, c, code));
        }
}

static void add_places(building *b)
{
    const ir_game *g = b->x.g;
    const layout_slot *s = &b->x.p->layout.variables[g->player];
    for (uint32_t i = 0; i < b->decisions.count; i++) {
        const decision *d = &vec_at(&b->decisions, i);
        add_fact(b, d->gate,
                 (unroll_fact){.node = d->node,
                               .offset = s->offset,
                               .value = as_stored(s, layout_code(g, b->roles[d->role])),
                               .width = s->width});
    }
    add_fact(b, b->end_gate, (unroll_fact){.node = g->end});
}

static void add_moves(building *b)
{
    const net_network *n = b->x.n;
    uint32_t *made_at = ARENA_ARRAY(b->x.a, uint32_t, n->gates.count + 1); /* [gate] + 1 */
    for (uint32_t i = 0; i < b->moves.count; i++)
        made_at[vec_at(&b->moves, i).gate] = i + 1;
    for (uint32_t i = 0; i < n->moves.count; i++) {
        net_move *m = &vec_at(&n->moves, i);
        unroll_words w = {0};
        m->term = made_at[m->gate] ? b->key->moves.count : LOGIC_NONE;
        if (m->term == LOGIC_NONE)
            continue;
        w.words = ub_words(b, vec_at(&b->moves, made_at[m->gate] - 1).tags, &w.count, b->out);
        vec_push(b->out, &b->key->moves, w);
    }
}

void ub_make_key(building *b)
{
    const layout_slot *s = &b->x.p->layout.variables[b->x.g->goals];
    add_cells(b);
    add_places(b);
    add_moves(b);
    for (int32_t code = s->low; code <= s->high; code++) {
        double value = 0;
        ir_score_value(ub_code_text(b, s, code), &value);
        vec_push(b->out, &b->key->scores, value);
    }
}
