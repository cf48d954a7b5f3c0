/* What the state is made of: cells, what they can hold, and a fact for each such thing. */
#include "unroll/building.h"

enum {
    FACTS_MAX = 60000,
    CODES_MAX = 4000000,
    GROWTH_MAX = 8 /* then all codes of the type are taken */
};

/* Some decision, or the end, depends on it. */
static bool matters_later(const building *b, ir_var v)
{
    const unroller *x = &b->x;
    bool matters = bitset_has(&x->live[x->g->end], v);
    for (uint32_t i = 0; i < b->decisions.count && !matters; i++)
        matters = bitset_has(&x->live[vec_at(&b->decisions, i).node], v);
    return matters;
}

void ub_number_cells(building *b)
{
    unroller *x = &b->x;
    const ir_game *g = x->g;
    const layout *l = &x->p->layout;
    bool *assigned = ARENA_ARRAY(x->a, bool, g->variables.count + 1);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        const ir_edge_data *e = &vec_at(&g->edges, i);
        if (!e->removed && (e->label == IR_ASSIGN || e->label == IR_CHOOSE))
            assigned[ir_target_variable(g, e->target)] = true;
    }
    x->first = ARENA_ARRAY(x->a, uint32_t, g->variables.count + 1);
    for (ir_var v = 0; v < g->variables.count; v++) {
        x->first[v] = x->cells;
        x->cells += vec_at(&g->variables, v).removed ? 0 : l->variables[v].cells;
    }
    x->variable_of = ARENA_ARRAY(x->a, ir_var, x->cells + 1);
    x->base = ARENA_ARRAY(x->a, uint32_t, x->cells + 1);
    b->stored = ARENA_ARRAY(x->a, bool, x->cells + 1);
    b->first_code = ARENA_ARRAY(x->a, uint32_t, x->cells + 2);
    b->low = ARENA_ARRAY(x->a, int32_t, x->cells + 1);
    b->high = ARENA_ARRAY(x->a, int32_t, x->cells + 1);
    for (ir_var v = 0; v < g->variables.count; v++) {
        const ir_variable *d = &vec_at(&g->variables, v);
        const layout_slot *s = &l->variables[v];
        for (uint32_t i = 0; i < (d->removed ? 0 : s->cells); i++) {
            const uint32_t cell = x->first[v] + i;
            x->variable_of[cell] = v;
            b->stored[cell] = assigned[v] && matters_later(b, v) && v != g->player && v != g->visible;
            b->low[cell] = s->low;
            b->high[cell] = s->high;
        }
    }
    for (uint32_t c = 0; c < x->cells; c++) {
        const uint64_t size = b->stored[c] ? (uint64_t)((int64_t)b->high[c] - b->low[c]) + 1 : 0;
        if (b->first_code[c] + size > CODES_MAX) {
            u_refuse(x, (src_span){0, 0}, "its state can hold too many values");
            return;
        }
        b->first_code[c + 1] = b->first_code[c] + (uint32_t)size;
    }
    b->gate_of = ARENA_ARRAY(x->a, uint32_t, b->first_code[x->cells] + 1);
    if (b->known->made)
        return;
    *b->known = (domains){.a = b->known->a,
                          .made = true,
                          .codes = bitset_new(b->known->a, b->first_code[x->cells] + 1),
                          .before_end = bitset_new(b->known->a, b->first_code[x->cells] + 1),
                          .growth = ARENA_ARRAY(b->known->a, uint32_t, g->variables.count + 1),
                          .grew = ARENA_ARRAY(b->known->a, bool, g->variables.count + 1)};
}

uint32_t ub_code_number(const building *b, uint32_t cell, int32_t code)
{
    return b->first_code[cell] + (uint32_t)(code - b->low[cell]);
}

void ub_may_hold(building *b, uint32_t cell, int32_t code, bool at_end)
{
    const uint32_t number = ub_code_number(b, cell, code);
    bool fresh = bitset_insert(&b->known->codes, number);
    if (!at_end)
        fresh |= bitset_insert(&b->known->before_end, number);
    if (!fresh)
        return;
    b->known->more = b->known->grew[b->x.variable_of[cell]] = true;
}

bool ub_can_hold(const building *b, uint32_t cell, int32_t code)
{
    return bitset_has(&b->known->codes, ub_code_number(b, cell, code));
}

static uint32_t codes_held(const building *b, uint32_t cell)
{
    uint32_t held = 0;
    for (int32_t code = b->low[cell]; b->stored[cell] && code <= b->high[cell]; code++)
        held += ub_can_hold(b, cell, code);
    return held;
}

/* Cells of variables that keep growing, and that change at all, can hold anything from now on. */
void ub_widen(building *b)
{
    unroller *x = &b->x;
    for (ir_var v = 0; v < x->g->variables.count; v++) {
        b->known->growth[v] += b->known->grew[v];
        b->known->grew[v] = false;
    }
    for (uint32_t c = 0; c < x->cells; c++) {
        const uint32_t held = codes_held(b, c);
        for (int32_t code = b->low[c];
             held > 1 && b->known->growth[x->variable_of[c]] > GROWTH_MAX && code <= b->high[c]; code++)
            ub_may_hold(b, c, code, false);
    }
}

int32_t ub_initial_code(const building *b, uint32_t cell)
{
    const layout *l = &b->x.p->layout;
    const ir_var v = b->x.variable_of[cell];
    const layout_slot *s = &l->variables[v];
    const int32_t stored =
        (int32_t)layout_load(l->initial + s->offset + (size_t)(cell - b->x.first[v]) * s->width, s->width);
    return s->integer ? stored + s->low : stored;
}

const char *ub_code_text(const building *b, const layout_slot *s, int32_t code)
{
    const ir_game *g = b->x.g;
    return s->integer ? arena_printf(b->out, "%d", code)
                      : ir_symbol_name(g, vec_at(&g->families, s->family).first + (ir_sym)code);
}

static const char *key_text(const building *b, const layout_key *k, int32_t code)
{
    const ir_game *g = b->x.g;
    const ir_type_data *t = ir_type_at(g, k->type);
    if (k->integer)
        return arena_printf(b->out, "%d", code);
    const ir_sym first = t->count ? vec_at(&g->families, vec_at(&g->symbols, ir_symbol_at(t, 0)).family).first : 0;
    return ir_symbol_name(g, first + (ir_sym)code);
}

static const char *fact_text(const building *b, uint32_t cell, int32_t code)
{
    const ir_game *g = b->x.g;
    const ir_var v = b->x.variable_of[cell];
    const layout_slot *s = &b->x.p->layout.variables[v];
    const char *text = arena_printf(b->out, "(%s", ir_name(g, vec_at(&g->variables, v).name));
    uint32_t rest = cell - b->x.first[v];
    for (uint32_t i = 0; i < s->levels; i++) {
        text = arena_printf(b->out, "%s %s", text,
                            key_text(b, &s->keys[i], (int32_t)(rest / s->keys[i].stride) + s->keys[i].low));
        rest %= s->keys[i].stride;
    }
    return arena_printf(b->out, "%s %s)", text, ub_code_text(b, s, code));
}

static uint32_t add_fact(building *b, const char *text)
{
    unroller *x = &b->x;
    const uint32_t number = x->n->facts.count, gate = gates_add(&x->gates, NET_FACT, NULL, 0);
    vec_at(&x->n->gates, gate).first = number;
    vec_push(b->out, &x->n->facts, ((net_fact){.text = text}));
    vec_push(x->a, &b->next, (vec_u32){0});
    return gate;
}

/* Facts for all that the cells of the state can hold, but where it is one thing, and for where the
 * game is. */
bool ub_make_facts(building *b)
{
    unroller *x = &b->x;
    uint64_t total = 0;
    for (uint32_t i = 0; i < b->first_code[x->cells]; i++)
        total += bitset_has(&b->known->codes, i);
    if (total > FACTS_MAX) {
        u_refuse(x, (src_span){0, 0}, "its state has too many facts");
        return false;
    }
    for (uint32_t c = 0; c < x->cells; c++) {
        const uint32_t held = codes_held(b, c);
        const uint32_t group = held > 1 ? u_group(x, held) : 0;
        uint32_t member = 0;
        for (int32_t code = b->low[c]; held > 1 && code <= b->high[c]; code++)
            if (ub_can_hold(b, c, code)) {
                const uint32_t gate = add_fact(b, fact_text(b, c, code));
                b->gate_of[ub_code_number(b, c, code)] = gate;
                u_is_member(x, gate, group, member++, NET_TRUE);
            }
    }
    const uint32_t places = u_group(x, b->decisions.count + 2); /* behind a fault the game is nowhere */
    for (uint32_t i = 0; i < b->decisions.count; i++) {
        decision *d = &vec_at(&b->decisions, i);
        d->gate = add_fact(b, arena_printf(b->out, "(at %s %s)", ir_node_name(x->g, d->node),
                                           ir_symbol_name(x->g, b->roles[d->role])));
        u_is_member(x, d->gate, places, i, NET_TRUE);
    }
    b->end_gate = add_fact(b, "over");
    u_is_member(x, b->end_gate, places, b->decisions.count, NET_TRUE);
    return true;
}

void ub_set_base(building *b, const decision *d, uint32_t count)
{
    unroller *x = &b->x;
    const uint32_t cases = x->stack.count;
    for (uint32_t i = 0; i < count; i++)
        u_push_case(x, layout_code(x->g, b->roles[d[i].role]), 2 * d[i].gate);
    const uint32_t who = u_value_from(x, cases);
    map_init(&x->reaches, x->a);
    for (uint32_t c = 0; c < x->cells; c++) {
        const uint32_t mark = x->stack.count;
        for (int32_t code = b->low[c]; b->stored[c] && code <= b->high[c]; code++)
            if (bitset_has(&b->known->before_end, ub_code_number(b, c, code))) {
                const uint32_t gate = b->gate_of[ub_code_number(b, c, code)];
                u_push_case(x, code, gate ? 2 * gate : NET_TRUE);
            }
        if (!b->stored[c])
            u_push_case(x, ub_initial_code(b, c), NET_TRUE);
        x->base[c] = u_value_from(x, mark);
    }
    x->base[x->first[x->g->player]] = who;
    if (d->mover != IR_NONE)
        x->base[x->first[d->mover]] = who;
}
