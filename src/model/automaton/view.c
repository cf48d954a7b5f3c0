/* States of automata for people: variables as text. */
#include "model/automaton/automaton.h"

#include "automaton/view.h"

#include <stdlib.h>
#include <string.h>

static const char *cell_text(const ir_game *g, const layout_slot *s, uint32_t cell, char *buffer)
{
    if (!s->integer)
        return ir_symbol_name(g, vec_at(&g->families, s->family).first + cell);
    int64_t value = (int64_t)cell + s->low;
    char *p = buffer + 15;
    uint64_t rest = (uint64_t)(value < 0 ? -value : value);
    *p = 0;
    do
        *--p = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        *--p = '-';
    return p;
}

uint32_t automaton_key_count(const ir_game *g, const layout_key *k)
{
    const ir_type_data *t = ir_type_at(g, k->type);
    return k->integer ? (uint32_t)(t->high - t->low + 1) : t->count;
}

int32_t automaton_key_code(const ir_game *g, const layout_key *k, uint32_t i)
{
    const ir_type_data *t = ir_type_at(g, k->type);
    return k->integer ? t->low + (int32_t)i : layout_code(g, ir_symbol_at(t, i));
}

const char *automaton_key_text(const ir_game *g, const layout_key *k, uint32_t i, char *buffer)
{
    const ir_type_data *t = ir_type_at(g, k->type);
    if (!k->integer)
        return ir_symbol_name(g, ir_symbol_at(t, i));
    layout_slot s = {.integer = true, .low = 0};
    int32_t code = t->low + (int32_t)i;
    if (code >= 0)
        return cell_text(g, &s, (uint32_t)code, buffer);
    s.low = code;
    return cell_text(g, &s, 0, buffer);
}

typedef struct visit_job {
    const ir_game *g;
    const layout_slot *slot;
    const unsigned char *state;
    bool brief;
    const lud_state_visitor *visitor;
    void *user;
} visit_job;

static uint32_t load_cell(const visit_job *j, uint32_t cell)
{
    return layout_load(j->state + j->slot->offset + (size_t)cell * j->slot->width, j->slot->width);
}

/* Value that most entries of a last-level map have; ties: the first met. */
static uint32_t most_frequent(const visit_job *j, const layout_key *k, uint32_t first)
{
    uint32_t best = 0, best_count = 0, n = automaton_key_count(j->g, k);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t v = load_cell(j, first + (uint32_t)(automaton_key_code(j->g, k, i) - k->low) * k->stride);
        uint32_t count = 0;
        for (uint32_t h = 0; h < n; h++)
            count += load_cell(j, first + (uint32_t)(automaton_key_code(j->g, k, h) - k->low) * k->stride) == v;
        if (count > best_count) {
            best = v;
            best_count = count;
        }
        if (best_count * 2 > n)
            break;
    }
    return best;
}

static void visit_level(const visit_job *j, uint32_t level, uint32_t first, const char *key)
{
    char text[16], key_buffer[16];
    if (level == j->slot->levels) {
        j->visitor->value(j->user, key, cell_text(j->g, j->slot, load_cell(j, first), text));
        return;
    }
    if (j->slot->real && level + 1 == j->slot->levels) {
        double real;
        char digits[IR_REAL_DIGITS];
        memcpy(&real, j->state + j->slot->offset + (size_t)first * j->slot->width, sizeof real);
        ir_real_digits(real, digits);
        j->visitor->value(j->user, key, digits);
        return;
    }
    const layout_key *k = &j->slot->keys[level];
    bool shorten = !j->slot->real && j->brief && level + 1 == j->slot->levels && automaton_key_count(j->g, k) > 2;
    uint32_t standard = shorten ? most_frequent(j, k, first) : 0;
    j->visitor->begin(j->user, key);
    if (shorten)
        j->visitor->value(j->user, NULL, cell_text(j->g, j->slot, standard, text));
    for (uint32_t i = 0; i < automaton_key_count(j->g, k); i++) {
        uint32_t cell = first + (uint32_t)(automaton_key_code(j->g, k, i) - k->low) * k->stride;
        if (!shorten || load_cell(j, cell) != standard)
            visit_level(j, level + 1, cell, automaton_key_text(j->g, k, i, key_buffer));
    }
    j->visitor->end(j->user);
}

void automaton_visit(const lud_game *game, const void *state, bool brief, const lud_state_visitor *visitor, void *user)
{
    const automaton_model *m = automaton_of(game);
    if (m->ir->view) {
        automaton_form_visit(m, state, visitor, user);
        return;
    }
    for (uint32_t i = 0; i < m->ir->variables.count; i++) {
        if (vec_at(&m->ir->variables, i).removed || vec_at(&m->ir->variables, i).local)
            continue; /* not in the state */
        visit_job j = {m->ir, &m->code->layout.variables[i], state, brief, visitor, user};
        visit_level(&j, 0, 0, ir_name(m->ir, vec_at(&m->ir->variables, i).name));
    }
}
