#include "automaton/encode.h"

#include "base/lattice.h"

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

/* One family, while it is numbered. */
typedef struct numbering {
    ir_game *g;
    arena *a;
    sort_key *keys;
    const ir_sym *members;
    uint32_t count;
    const vec_u32 *types;
    map index; /* symbol -> index of the member */
} numbering;

static uint32_t member_of(const numbering *x, ir_sym symbol)
{
    const uint32_t *at = map_get(&x->index, symbol);
    return at ? *at : LATTICE_NONE;
}

/* Sets places for the symbols of one family so that types of `least` symbols and more are as gapless as can be.
 * Families with very many kinds of symbols keep source order. */
static void order_family(const numbering *x, uint32_t least, uint32_t *places)
{
    const ir_game *g = x->g;
    family_order f = {.class_count = 0};
    uint64_t *signature = ARENA_ARRAY(x->a, uint64_t, x->count);
    memset(places, 0, x->count * sizeof *places);
    for (uint32_t t = 0; t < x->types->count; t++) {
        const ir_type_data *d = &vec_at(&g->types, vec_at(x->types, t));
        for (uint32_t i = 0; d->count >= least && i < d->count; i++)
            signature[member_of(x, ir_symbol_at(d, i))] ^= hash_mix(t + 1);
    }
    uint32_t *class_of = ARENA_ARRAY(x->a, uint32_t, x->count);
    for (uint32_t i = 0; i < x->count; i++) {
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
    for (uint32_t t = 0; t < x->types->count && f.type_count < TYPES_MAX; t++) {
        const ir_type_data *d = &vec_at(&g->types, vec_at(x->types, t));
        uint64_t set = 0;
        for (uint32_t i = 0; d->count >= least && i < d->count; i++)
            set |= UINT64_C(1) << class_of[member_of(x, ir_symbol_at(d, i))];
        uint32_t k = 0;
        while (k < f.type_count && f.types[k] != set)
            k++;
        if (k == f.type_count && set)
            f.types[f.type_count++] = set;
    }
    order_classes(&f);
    for (uint32_t i = 0; i < x->count; i++)
        places[i] = f.classes[class_of[i]].place;
}

/* Constant maps of the family into itself. */
static void add_steps(const numbering *x, lattice *l, ir_value value)
{
    const ir_game *g = x->g;
    const ir_value plain = ir_plain_value(g, value);
    const ir_value_data *v = plain == IR_NONE ? NULL : &vec_at(&g->values, plain);
    if (!v || v->kind != IR_VALUE_MAP || l->count == LATTICE_STEPS_MAX)
        return;
    uint32_t *step = ARENA_ARRAY(x->a, uint32_t, x->count + 1);
    memset(step, 0xff, x->count * sizeof *step);
    bool any = false;
    for (uint32_t i = 0; i < v->entry_count; i++) {
        const ir_value_entry *e = &ir_entry_at(v, i);
        const ir_value to = ir_plain_value(g, e->value);
        const ir_value_data *target = &vec_at(&g->values, to);
        if (target->kind == IR_VALUE_MAP) {
            add_steps(x, l, to);
        } else if (target->kind == IR_VALUE_SYM && e->key != IR_NONE) {
            const ir_value_data *key = &vec_at(&g->values, ir_plain_value(g, e->key));
            const uint32_t at = key->kind == IR_VALUE_SYM ? member_of(x, key->index) : LATTICE_NONE;
            if (at != LATTICE_NONE) {
                step[at] = member_of(x, target->index);
                any |= step[at] != LATTICE_NONE;
            }
        }
    }
    if (any)
        lattice_add(l, x->a, step);
}

/* The numbers of members that are sorted by their places, then as they are. */
static void number_by(const numbering *x, const uint32_t *places, uint32_t *numbers)
{
    sort_key *sorted = ARENA_ARRAY(x->a, sort_key, x->count + 1);
    for (uint32_t i = 0; i < x->count; i++)
        sorted[i] = (sort_key){0, places[i], i};
    qsort(sorted, x->count, sizeof *sorted, compare_keys);
    for (uint32_t i = 0; i < x->count; i++)
        numbers[sorted[i].old] = i;
}

static void add_sets(const numbering *x, lattice *l)
{
    for (uint32_t t = 0; t < x->types->count && l->set_count < LATTICE_SETS_MAX; t++) {
        const ir_type_data *d = &vec_at(&x->g->types, vec_at(x->types, t));
        uint32_t *members = ARENA_ARRAY(x->a, uint32_t, d->count + 1);
        for (uint32_t i = 0; i < d->count; i++)
            members[i] = member_of(x, ir_symbol_at(d, i));
        l->sets[l->set_count++] = (lattice_set){members, d->count};
    }
}

/* Some variable has a cell for each of most of the symbols. */
static bool is_board(const numbering *x)
{
    const ir_game *g = x->g;
    for (uint32_t i = 0; i < g->variables.count; i++) {
        const ir_type_data *t = ir_type_at(g, ir_resolve(g, vec_at(&g->variables, i).type));
        const ir_type_data *key = t->kind == IR_TYPE_ARROW ? ir_type_at(g, ir_resolve(g, t->key)) : NULL;
        if (key && key->kind == IR_TYPE_SET && 2 * key->count > x->count &&
            member_of(x, ir_symbol_at(key, 0)) != LATTICE_NONE)
            return true;
    }
    return false;
}

/* Where constants lead from symbol to symbol, as the ways of a board do, types of a few of the symbols may have gaps if
 * more of the ways are shifts then. */
static void number_family(const numbering *x)
{
    enum { FEW = 4 }; /* one of so many */
    uint32_t *places = ARENA_ARRAY(x->a, uint32_t, x->count + 1), *numbers = ARENA_ARRAY(x->a, uint32_t, x->count + 1);
    uint32_t *kinds = ARENA_ARRAY(x->a, uint32_t, x->count + 1), *others = ARENA_ARRAY(x->a, uint32_t, x->count + 1);
    lattice l = {.size = x->count, .kinds = kinds};
    if (x->types->count > 1)
        order_family(x, 0, places);
    number_by(x, places, numbers);
    const bool board = x->count <= LATTICE_SIZE_MAX && is_board(x);
    for (uint32_t i = 0; board && i < x->g->constants.count; i++)
        add_steps(x, &l, vec_at(&x->g->constants, i).value);
    add_sets(x, &l);
    const uint32_t cost = l.count ? lattice_cost(&l, x->a, numbers) : 0;
    if (cost > 0) {
        order_family(x, (x->count + FEW - 1) / FEW, kinds);
        number_by(x, kinds, others);
        const uint32_t least = lattice_number(&l, x->a, others);
        if (2 * least <= cost && cost - least >= x->count / FEW) /* it is worth it */
            numbers = others;
    }
    for (uint32_t i = 0; i < x->count; i++)
        x->keys[x->members[i]].place = numbers[i];
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
    for (uint32_t r = 0; r < n; r++) {
        if (members[r].count < 2)
            continue;
        numbering x = {g, arena_child(g->arena), keys, members[r].data, members[r].count, &types[r], {0}};
        map_init(&x.index, x.a);
        for (uint32_t i = 0; i < x.count; i++)
            map_put(&x.index, x.members[i], i);
        number_family(&x);
        arena_done(x.a);
    }
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
