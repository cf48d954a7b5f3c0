#include "evolve/archive.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void archive_init(archive *a, const criteria *c) { *a = (archive){.c = c}; }

void archive_done(archive *a)
{
    for (uint32_t i = 0; i < a->count; i++)
        free(a->population[i].text);
    for (uint32_t i = 0; i < a->cell_count; i++)
        free(a->cells[i].elite.text);
    free(a->population);
    free(a->cells);
    *a = (archive){0};
}

static void set_member(member *at, const member *m)
{
    free(at->text);
    *at = *m;
    at->text = mem_strdup(m->text);
}

/* ---- kinds ---- */

bool archive_has_word(const char *text, const char *word)
{
    static const char ends[] = " \t\n(){}\":";
    size_t n = strlen(word);
    for (const char *p = text; (p = strstr(p, word)); p += n)
        if ((p == text || strchr(ends, p[-1])) && (!p[n] || strchr(ends, p[n])))
            return true;
    return false;
}

uint64_t archive_kind(const criteria *c, const json_t *values, const char *text)
{
    uint64_t kind = 0;
    for (uint32_t i = 0; i < c->axis_count; i++) {
        const axis *x = &c->axes[i];
        bool word = strncmp(x->key, "word:", 5) == 0;
        const json_t *v = json_object_get(values, x->key);
        double value = word ? archive_has_word(text, x->key + 5) : json_is_number(v) ? json_number_value(v) : -INFINITY;
        kind = kind * (x->count + 1) + axis_bin(x, value);
    }
    return kind;
}

/* ---- who is kept ---- */

static void add_to_population(archive *a, const member *m)
{
    uint32_t worst = 0;
    if (a->count < (uint32_t)a->c->set[SET_POPULATION]) {
        MEM_ROOM(a->population, a->count, a->capacity);
        a->population[a->count] = (member){0};
        set_member(&a->population[a->count++], m);
        return;
    }
    for (uint32_t i = 1; i < a->count; i++)
        worst = a->population[i].score < a->population[worst].score ? i : worst;
    if (m->score > a->population[worst].score)
        set_member(&a->population[worst], m);
}

void archive_add(archive *a, const member *m, const json_t *values)
{
    uint64_t kind = archive_kind(a->c, values, m->text);
    add_to_population(a, m);
    for (uint32_t i = 0; i < a->cell_count; i++)
        if (a->cells[i].kind == kind) {
            if (m->score > a->cells[i].elite.score)
                set_member(&a->cells[i].elite, m);
            return;
        }
    MEM_ROOM(a->cells, a->cell_count, a->cell_capacity);
    a->cells[a->cell_count] = (cell){.kind = kind};
    set_member(&a->cells[a->cell_count++].elite, m);
}

const member *archive_draw(const archive *a, lud_rng *rng)
{
    bool kinds = lud_rng_below(rng, 2) == 0;
    if (!a->count || !a->cell_count)
        return NULL;
    if (kinds)
        return &a->cells[lud_rng_below(rng, a->cell_count)].elite;
    const member *x = &a->population[lud_rng_below(rng, a->count)], *y = &a->population[lud_rng_below(rng, a->count)];
    return x->score >= y->score ? x : y;
}
