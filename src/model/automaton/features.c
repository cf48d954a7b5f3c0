/* States of automata as vectors of numbers, and what scores they can have. */
#include "model/automaton/automaton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VALUES_MAX = 64, FEATURES_MAX = 1 << 20 };

static void add_cells(automaton_model *m, uint32_t variable)
{
    const layout_slot *s = &m->code->layout.variables[variable];
    if (s->real) {
        for (uint32_t i = 0; i < s->cells && m->feature_count < FEATURES_MAX; i += 2)
            m->features[m->feature_cells++] = (automaton_feature){.first = m->feature_count++,
                                                                  .offset = s->offset + i * s->width,
                                                                  .variable = variable,
                                                                  .cell = i,
                                                                  .width = s->width,
                                                                  .scaled = true,
                                                                  .real = true};
        return;
    }
    uint32_t last = (uint32_t)s->high - (uint32_t)s->low;
    bool scaled = s->integer && last >= VALUES_MAX;
    uint32_t width = scaled ? 1 : last + 1;
    for (uint32_t i = 0; i < s->cells; i++) {
        if (width > FEATURES_MAX - m->feature_count)
            return;
        m->features[m->feature_cells++] = (automaton_feature){
            .first = m->feature_count,
            .offset = s->offset + i * s->width,
            .low = s->integer ? 0 : (uint32_t)s->low,
            .last = last,
            .variable = variable,
            .cell = i,
            .width = s->width,
            .scaled = scaled,
        };
        m->feature_count += width;
    }
}

static bool shown(const automaton_model *m, uint32_t variable)
{
    const layout_slot *s = &m->code->layout.variables[variable];
    return !vec_at(&m->ir->variables, variable).removed && !vec_at(&m->ir->variables, variable).local &&
           s->high > s->low;
}

void automaton_find_features(lud_game *game, automaton_model *m)
{
    size_t cells = 0;
    for (uint32_t i = 0; i < m->ir->variables.count; i++)
        if (shown(m, i))
            cells += m->code->layout.variables[i].cells;
    if (cells > FEATURES_MAX)
        cells = FEATURES_MAX;
    m->features = ARENA_ARRAY(&game->arena, automaton_feature, cells + 1);
    m->feature_rows = ARENA_ARRAY(&game->arena, automaton_feature_row, m->ir->variables.count + 1);
    for (uint32_t i = 0; i < m->ir->variables.count; i++)
        if (shown(m, i) && m->feature_cells + m->code->layout.variables[i].cells <= cells) {
            const uint32_t first = m->feature_cells;
            add_cells(m, i);
            if (m->feature_cells > first)
                m->feature_rows[m->feature_row_count++] = (automaton_feature_row){first, m->feature_cells - first};
        }
}

static uint32_t feature_count(const lud_game *game) { return automaton_of(game)->feature_count; }

static uint32_t features(const lud_game *game, const void *state, uint32_t *indices, float *values)
{
    const automaton_model *m = automaton_of(game);
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->feature_cells; i++) {
        const automaton_feature *f = &m->features[i];
        if (f->real) { /* into -1..1 */
            double real;
            memcpy(&real, (const unsigned char *)state + f->offset, sizeof real);
            indices[count] = f->first;
            values[count] = (float)(real / (1 + fabs(real)));
            count += real < 0 || real > 0;
            continue;
        }
        uint32_t value = layout_load((const unsigned char *)state + f->offset, f->width) - f->low;
        if (value > f->last) /* a symbol of the family that the cell was not meant to hold */
            continue;
        if (f->scaled && value == 0)
            continue;
        indices[count] = f->first + (f->scaled ? 0 : value);
        values[count++] = f->scaled ? (float)value / (float)f->last : 1;
    }
    return count;
}

static inline float weight_of(const automaton_feature *f, uint32_t value, const float *weights)
{
    return value <= f->last ? weights[value] : 0;
}

/* Bytes, four at a time, so that no sum waits for the one before. */
static float weigh_bytes(const automaton_feature *f, const unsigned char *at, uint32_t count, const float *weights)
{
    const uint32_t step = f->last + 1, low = f->low;
    float a = 0, b = 0, c = 0, d = 0;
    uint32_t i = 0;
    for (; i + 4 <= count; i += 4, weights += 4 * (size_t)step) {
        a += weight_of(f, at[i] - low, weights);
        b += weight_of(f, at[i + 1] - low, weights + step);
        c += weight_of(f, at[i + 2] - low, weights + 2 * (size_t)step);
        d += weight_of(f, at[i + 3] - low, weights + 3 * (size_t)step);
    }
    for (; i < count; i++, weights += step)
        a += weight_of(f, at[i] - low, weights);
    return (a + b) + (c + d);
}

static float weigh_cell(const automaton_feature *f, const unsigned char *at, const float *weights)
{
    if (f->real) {
        double real;
        memcpy(&real, at, sizeof real);
        return (float)(real / (1 + fabs(real))) * *weights;
    }
    const uint32_t value = layout_load(at, f->width) - f->low;
    return !f->scaled ? weight_of(f, value, weights) : value <= f->last ? (float)value / (float)f->last * *weights : 0;
}

static float weigh(const lud_game *game, const void *state, const float *weights)
{
    const automaton_model *m = automaton_of(game);
    float sum = 0;
    for (uint32_t r = 0; r < m->feature_row_count; r++) {
        const automaton_feature *f = m->features + m->feature_rows[r].cell, *end = f + m->feature_rows[r].count;
        const unsigned char *at = (const unsigned char *)state + f->offset;
        if (f->width == 1 && !f->scaled)
            sum += weigh_bytes(f, at, m->feature_rows[r].count, weights + f->first);
        else
            for (; f < end; f++)
                sum += weigh_cell(f, (const unsigned char *)state + f->offset, weights + f->first);
    }
    return sum;
}

static void put_number(text_out *out, int64_t value)
{
    char digits[24], *p = digits + 23;
    uint64_t rest = (uint64_t)(value < 0 ? -value : value);
    *p = 0;
    do
        *--p = (char)('0' + rest % 10);
    while (rest /= 10);
    if (value < 0)
        *--p = '-';
    text_put(out, p);
}

static void put_keys(const automaton_model *m, const layout_slot *s, uint32_t cell, text_out *out)
{
    for (uint32_t level = 0; level < s->levels - s->real; level++) {
        const layout_key *k = &s->keys[level];
        int32_t code = k->low + (int32_t)(cell / k->stride);
        cell %= k->stride;
        text_put(out, "[");
        if (k->integer) {
            put_number(out, code);
        } else {
            const ir_type_data *t = ir_type_at(m->ir, k->type);
            uint32_t family = vec_at(&m->ir->symbols, ir_symbol_at(t, 0)).family;
            text_put(out, ir_symbol_name(m->ir, vec_at(&m->ir->families, family).first + (uint32_t)code));
        }
        text_put(out, "]");
    }
}

static void feature_name(const lud_game *game, uint32_t feature, text_out *out)
{
    const automaton_model *m = automaton_of(game);
    uint32_t low = 0, high = m->feature_cells;
    while (low + 1 < high) {
        uint32_t middle = low + (high - low) / 2;
        if (m->features[middle].first <= feature)
            low = middle;
        else
            high = middle;
    }
    const automaton_feature *f = &m->features[low];
    const layout_slot *s = &m->code->layout.variables[f->variable];
    text_put(out, ir_name(m->ir, vec_at(&m->ir->variables, f->variable).name));
    put_keys(m, s, f->cell, out);
    if (f->scaled)
        return;
    text_put(out, "=");
    uint32_t value = f->low + feature - f->first;
    if (s->integer)
        put_number(out, (int64_t)s->low + value);
    else
        text_put(out, ir_symbol_name(m->ir, vec_at(&m->ir->families, s->family).first + value));
}

/* What the cell of the role's goal can hold, by the flow analysis of the layout. */
bool automaton_score_bounds(const lud_game *game, uint32_t role, double *low, double *high)
{
    const automaton_model *m = automaton_of(game);
    const layout_slot *s = &m->code->layout.variables[m->ir->goals];
    (void)role;
    if (s->real)
        return false;
    for (int32_t i = s->low; i <= s->high; i++) {
        double score = m->score_of[i];
        *low = i == s->low || score < *low ? score : *low;
        *high = i == s->low || score > *high ? score : *high;
    }
    return true;
}

const machine_features automaton_features = {feature_count, features, feature_name, weigh};
