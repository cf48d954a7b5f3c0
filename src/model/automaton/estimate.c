/* Estimates that the front end derived, as cells of the state. */
#include "automaton/heuristic.h"
#include "model/automaton/automaton.h"

#include <math.h>
#include <string.h>

typedef struct automaton_estimate automaton_estimate;

typedef struct literal {
    uint32_t offset, value, open; /* open UINT32_MAX: it can always come true */
    uint32_t pattern;
    uint16_t width, negated; /* no gaps: they are compared as bytes */
} literal;

typedef struct estimate_cell {
    uint32_t offset, width, silent; /* the value that none of its literals asks for; UINT32_MAX: there is none */
    uint32_t first;                 /* in by_cell; the next cell says where they end */
} estimate_cell;

struct automaton_estimate {
    lud_estimate_term term;
    const uint32_t *starts; /* of patterns */
    literal *literals;
    estimate_cell *cells;
    uint32_t cell_count, *by_cell; /* literals */
    double *shares;                /* [literals that hold * (LITERALS + 1) + literals] */
    uint32_t same;                 /* the first term with these patterns: often what one role wants another one fears */
};

enum { LITERALS = 16, PATTERNS = 20001 };

/* Where a symbol stands among those of a family; false: it is none of them. */
static bool code_of(const ir_game *g, name_id name, uint32_t family, uint32_t *code)
{
    const uint32_t *s = map_get(&g->symbol_by_name, name);
    if (!s || vec_at(&g->symbols, *s).family != family)
        return false;
    *code = *s - vec_at(&g->families, family).first;
    return true;
}

static bool place(const automaton_model *m, const ir_literal *l, literal *to)
{
    const ir_game *g = m->ir;
    const uint32_t *v = map_get(&g->variable_by_name, l->variable);
    if (!v || vec_at(&g->variables, *v).removed || vec_at(&g->variables, *v).local)
        return false;
    const layout_slot *s = &m->code->layout.variables[*v];
    uint32_t cell = 0, code;
    if (s->integer || s->levels != l->key_count)
        return false;
    for (uint32_t i = 0; i < l->key_count; i++) {
        const ir_type_data *t = ir_type_at(g, s->keys[i].type);
        if (s->keys[i].integer || !code_of(g, l->keys[i], vec_at(&g->symbols, ir_symbol_at(t, 0)).family, &code))
            return false;
        cell += (code - (uint32_t)s->keys[i].low) * s->keys[i].stride;
    }
    *to =
        (literal){.offset = s->offset + cell * s->width, .open = UINT32_MAX, .width = s->width, .negated = l->negated};
    if (cell >= s->cells || !code_of(g, l->value, s->family, &to->value))
        return false;
    return l->open == NAME_NONE || code_of(g, l->open, s->family, &to->open);
}

/* The literals of each cell together. */
static void find_cells(arena *a, automaton_estimate *e, uint32_t count)
{
    map known; /* offset -> cell */
    uint32_t *cell_of = ARENA_ARRAY(a, uint32_t, count + 1), n = 0;
    map_init(&known, a);
    e->cells = ARENA_ARRAY(a, estimate_cell, count + 1);
    e->by_cell = ARENA_ARRAY(a, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        const literal *l = &e->literals[i];
        const uint32_t *found = map_get(&known, l->offset);
        cell_of[i] = found ? *found : e->cell_count;
        uint32_t silent = l->negated || l->open == l->value ? UINT32_MAX : l->open;
        if (!found) {
            map_put(&known, l->offset, e->cell_count);
            e->cells[e->cell_count++] = (estimate_cell){l->offset, l->width, silent, 0};
        } else if (e->cells[*found].silent != silent)
            e->cells[*found].silent = UINT32_MAX;
    }
    uint32_t *next = ARENA_ARRAY(a, uint32_t, e->cell_count + 1);
    for (uint32_t i = 0; i < count; i++)
        next[cell_of[i]]++;
    for (uint32_t c = 0; c <= e->cell_count; c++) {
        e->cells[c].first = n;
        n += next[c];
        next[c] = e->cells[c].first;
    }
    for (uint32_t i = 0; i < count; i++)
        e->by_cell[next[cell_of[i]]++] = i;
}

static bool find_estimate(lud_game *game, const automaton_model *m, const ir_estimate *e, automaton_estimate *to)
{
    uint32_t count = e->starts[e->count];
    *to = (automaton_estimate){.term = {e->role + 1, e->weight, e->power, e->count, e->text},
                               .starts = e->starts,
                               .literals = ARENA_ARRAY(&game->arena, literal, count + 1),
                               .shares = ARENA_ARRAY(&game->arena, double, (LITERALS + 1) * (LITERALS + 1))};
    for (uint32_t i = 0, p = 0; i < count; i++) {
        while (e->starts[p + 1] <= i)
            p++;
        if (!place(m, &e->literals[i], &to->literals[i]))
            return false;
        to->literals[i].pattern = p;
    }
    for (uint32_t of = 1; of <= LITERALS; of++)
        for (uint32_t n = 0; n <= of; n++)
            to->shares[n * (LITERALS + 1) + of] = e->power ? pow((double)n / of, e->power) : n == of;
    find_cells(&game->arena, to, count);
    return e->count < PATTERNS;
}

static bool same_patterns(const automaton_estimate *a, const automaton_estimate *b)
{
    uint32_t n = a->term.patterns;
    return n == b->term.patterns && a->term.power == b->term.power &&
           memcmp(a->starts, b->starts, (n + 1) * sizeof *a->starts) == 0 &&
           memcmp(a->literals, b->literals, a->starts[n] * sizeof *a->literals) == 0;
}

/* One that speaks of what the passes took away is left out. */
void automaton_find_estimates(lud_game *game, automaton_model *m)
{
    const ir_heuristic *h = m->ir->heuristic;
    m->estimates = ARENA_ARRAY(&game->arena, automaton_estimate, h ? h->count + 1 : 1);
    for (uint32_t i = 0; h && i < h->count; i++)
        if (find_estimate(game, m, &h->estimates[i], &m->estimates[m->estimate_count])) {
            automaton_estimate *e = &m->estimates[m->estimate_count];
            while (!same_patterns(&m->estimates[e->same], e))
                e->same++;
            m->estimate_count++;
        }
}

static uint32_t estimate_terms(const lud_game *game) { return automaton_of(game)->estimate_count; }

static lud_estimate_term estimate_term_at(const lud_game *game, uint32_t term)
{
    return automaton_of(game)->estimates[term].term;
}

/* Cell by cell: most of a board is empty, and says nothing of patterns that may still come true. */
static double estimate_term_value(const lud_game *game, const void *state, uint32_t term)
{
    enum { DEAD = 128 };
    const automaton_estimate *e = &automaton_of(game)->estimates[term];
    unsigned char there[PATTERNS];
    double sum = 0;
    memset(there, 0, e->term.patterns);
    for (uint32_t c = 0; c < e->cell_count; c++) {
        const estimate_cell *at = &e->cells[c];
        uint32_t value = layout_load((const unsigned char *)state + at->offset, (uint8_t)at->width);
        if (value == at->silent)
            continue;
        for (uint32_t i = at->first; i < at[1].first; i++) {
            const literal *l = &e->literals[e->by_cell[i]];
            bool holds = (value == l->value) != l->negated;
            if (holds)
                there[l->pattern]++;
            else if (l->open != UINT32_MAX && value != l->open)
                there[l->pattern] |= DEAD;
        }
    }
    for (uint32_t p = 0; p < e->term.patterns; p++)
        if (there[p] && there[p] < DEAD)
            sum += e->shares[there[p] * (LITERALS + 1) + e->starts[p + 1] - e->starts[p]];
    return sum;
}

/* Patterns that several terms have are looked at once. */
static void estimate_all(const lud_game *game, const void *state, double *by_role)
{
    const automaton_model *m = automaton_of(game);
    enum { KEPT = 256 };
    double values[KEPT];
    for (uint32_t i = 0; i < m->estimate_count; i++) {
        const automaton_estimate *e = &m->estimates[i];
        double value = e->same < i && e->same < KEPT ? values[e->same] : estimate_term_value(game, state, i);
        if (i < KEPT)
            values[i] = value;
        by_role[e->term.role - 1] += e->term.weight * value;
    }
}

const machine_estimates automaton_estimates = {estimate_terms, estimate_term_at, estimate_term_value, estimate_all};
