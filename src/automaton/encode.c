#include "automaton/encode.h"

#include <stdlib.h>
#include <string.h>

static uint32_t find_root(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* The lower root wins, so that families keep the order of their first symbols. */
static void unite(uint32_t *parent, uint32_t a, uint32_t b)
{
    a = find_root(parent, a);
    b = find_root(parent, b);
    if (a < b)
        parent[b] = a;
    else
        parent[a] = b;
}

/* Symbols of one family that lie in exactly the same types: they stay together. */
typedef struct symbol_class {
    uint64_t signature;
    uint32_t size, first; /* first: lowest symbol, for a stable order */
    uint32_t place;
} symbol_class;

enum { CLASSES_MAX = 40, TYPES_MAX = 200 };

typedef struct family_order {
    symbol_class classes[CLASSES_MAX];
    uint32_t class_count;
    /* types of the family as sets of classes */
    uint64_t types[TYPES_MAX];
    uint32_t type_count;
} family_order;

/* Total number of gaps of all types when classes lie in this order. */
static uint32_t gaps(const family_order *f, const uint32_t *order, uint32_t count)
{
    uint32_t total = 0;
    for (uint32_t t = 0; t < f->type_count; t++) {
        uint32_t at = 0, low = UINT32_MAX, high = 0, size = 0;
        for (uint32_t i = 0; i < count; i++) {
            const symbol_class *c = &f->classes[order[i]];
            if (f->types[t] >> order[i] & 1) {
                if (low == UINT32_MAX)
                    low = at;
                high = at + c->size;
                size += c->size;
            }
            at += c->size;
        }
        if (size)
            total += high - low - size;
    }
    return total;
}

static void order_classes(family_order *f)
{
    uint32_t by_size[CLASSES_MAX], order[CLASSES_MAX], count = 0;
    for (uint32_t i = 0; i < f->class_count; i++) {
        uint32_t at = i;
        while (at > 0 && f->classes[by_size[at - 1]].size < f->classes[i].size) {
            by_size[at] = by_size[at - 1];
            at--;
        }
        by_size[at] = i;
    }
    for (uint32_t i = 0; i < f->class_count; i++) {
        uint32_t best = UINT32_MAX, best_at = 0;
        for (uint32_t at = count + 1; at-- > 0;) {
            uint32_t trial[CLASSES_MAX];
            memcpy(trial, order, sizeof *order * at);
            trial[at] = by_size[i];
            memcpy(trial + at + 1, order + at, sizeof *order * (count - at));
            uint32_t cost = gaps(f, trial, count + 1);
            if (cost < best) {
                best = cost;
                best_at = at;
            }
        }
        memmove(order + best_at + 1, order + best_at, sizeof *order * (count - best_at));
        order[best_at] = by_size[i];
        count++;
    }
    for (uint32_t i = 0; i < count; i++)
        f->classes[order[i]].place = i;
}

typedef struct sort_key {
    uint32_t family, place;
    ir_sym old;
} sort_key;

static int compare_keys(const void *a, const void *b)
{
    const sort_key *x = a, *y = b;
    if (x->family != y->family)
        return x->family < y->family ? -1 : 1;
    if (x->place != y->place)
        return x->place < y->place ? -1 : 1;
    return x->old < y->old ? -1 : x->old > y->old;
}

/* Sets keys[].place for the symbols of one family. Families with very many kinds of symbols
 * keep source order. */
static void order_family(ir_game *g, sort_key *keys, const ir_sym *members, uint32_t member_count, const vec_u32 *types)
{
    family_order f = {.class_count = 0};
    uint64_t *signature = ARENA_ARRAY(g->arena, uint64_t, member_count);
    map place;
    map_init(&place, g->arena);
    for (uint32_t i = 0; i < member_count; i++)
        map_put(&place, members[i], i);
    for (uint32_t t = 0; t < types->count; t++) {
        const ir_type_data *d = &vec_at(&g->types, vec_at(types, t));
        for (uint32_t i = 0; i < d->count; i++)
            signature[*map_get(&place, ir_symbol_at(d, i))] ^= hash_mix(t + 1);
    }
    uint32_t *class_of = ARENA_ARRAY(g->arena, uint32_t, member_count);
    for (uint32_t i = 0; i < member_count; i++) {
        uint32_t c = 0;
        while (c < f.class_count && f.classes[c].signature != signature[i])
            c++;
        if (c == f.class_count) {
            if (c == CLASSES_MAX)
                return;
            f.classes[f.class_count++] = (symbol_class){signature[i], 0, i, 0};
        }
        f.classes[c].size++;
        class_of[i] = c;
    }
    for (uint32_t t = 0; t < types->count && f.type_count < TYPES_MAX; t++) {
        const ir_type_data *d = &vec_at(&g->types, vec_at(types, t));
        uint64_t set = 0;
        for (uint32_t i = 0; i < d->count; i++)
            set |= UINT64_C(1) << class_of[*map_get(&place, ir_symbol_at(d, i))];
        uint32_t k = 0;
        while (k < f.type_count && f.types[k] != set)
            k++;
        if (k == f.type_count)
            f.types[f.type_count++] = set;
    }
    order_classes(&f);
    for (uint32_t i = 0; i < member_count; i++)
        keys[members[i]].place = f.classes[class_of[i]].place;
}

static void renumber(ir_game *g, const uint32_t *new_id)
{
    for (uint32_t i = 0; i < g->types.count; i++) {
        ir_type_data *d = &vec_at(&g->types, i);
        if (d->kind != IR_TYPE_SET)
            continue;
        ir_sym *symbols = ARENA_ARRAY(g->arena, ir_sym, d->count);
        for (uint32_t j = 0; j < d->count; j++)
            symbols[j] = new_id[ir_symbol_at(d, j)];
        d->symbols = symbols;
    }
    for (uint32_t i = 0; i < g->values.count; i++)
        if (vec_at(&g->values, i).kind == IR_VALUE_SYM)
            vec_at(&g->values, i).index = new_id[vec_at(&g->values, i).index];
    for (uint32_t i = 0; i < g->exprs.count; i++)
        if (vec_at(&g->exprs, i).op == IR_SYM)
            vec_at(&g->exprs, i).a = new_id[vec_at(&g->exprs, i).a];
    g->keeper = new_id[g->keeper];
    g->random = new_id[g->random];
    map_init(&g->literal_types, g->arena);
    map_init(&g->symbol_by_name, g->arena);
    for (uint32_t i = 0; i < g->symbols.count; i++)
        map_put(&g->symbol_by_name, vec_at(&g->symbols, i).name, i);
}

void ir_encode(ir_game *g)
{
    uint32_t n = g->symbols.count;
    uint32_t *parent = ARENA_ARRAY(g->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++)
        parent[i] = i;
    for (uint32_t i = 0; i < g->types.count; i++) {
        const ir_type_data *d = &vec_at(&g->types, i);
        for (uint32_t j = 1; d->kind == IR_TYPE_SET && j < d->count; j++)
            unite(parent, ir_symbol_at(d, 0), ir_symbol_at(d, j));
    }
    sort_key *keys = ARENA_ARRAY(g->arena, sort_key, n);
    vec_u32 *members = ARENA_ARRAY(g->arena, vec_u32, n), *types = ARENA_ARRAY(g->arena, vec_u32, n);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t root = find_root(parent, i);
        keys[i] = (sort_key){root, 0, i};
        vec_push(g->arena, &members[root], i);
    }
    for (uint32_t i = 0; i < g->types.count; i++) {
        const ir_type_data *d = &vec_at(&g->types, i);
        if (d->kind == IR_TYPE_SET && d->count > 1)
            vec_push(g->arena, &types[find_root(parent, ir_symbol_at(d, 0))], i);
    }
    for (uint32_t r = 0; r < n; r++)
        if (members[r].count > 1 && types[r].count > 1)
            order_family(g, keys, members[r].data, members[r].count, &types[r]);
    qsort(keys, n, sizeof *keys, compare_keys);

    uint32_t *new_id = ARENA_ARRAY(g->arena, uint32_t, n);
    ir_symbol *symbols = ARENA_ARRAY(g->arena, ir_symbol, n);
    g->families.count = 0;
    for (uint32_t i = 0; i < n; i++) {
        new_id[keys[i].old] = i;
        symbols[i] = vec_at(&g->symbols, keys[i].old);
        if (i == 0 || keys[i].family != keys[i - 1].family)
            vec_push(g->arena, &g->families, ((ir_family){i, 0}));
        symbols[i].family = g->families.count - 1;
        vec_at(&g->families, g->families.count - 1).count++;
    }
    g->symbols.data = symbols;
    g->symbols.capacity = n;
    renumber(g, new_id);
}
