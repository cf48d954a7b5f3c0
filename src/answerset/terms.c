#include "answerset/terms.h"

#include "base/map.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void trap_spring(trap *t, trap_reason reason, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    t->reason = reason;
    vsnprintf(t->text, sizeof t->text, format, args);
    va_end(args);
    longjmp(t->jump, 1);
}

void *grow_array(trap *t, void *array, uint32_t *capacity, uint32_t wanted, size_t item)
{
    uint32_t more = *capacity ? *capacity * 2 : 16;
    if (more < wanted)
        more = wanted;
    void *bigger = more < (UINT32_C(1) << 30) ? realloc(array, more * item) : NULL;
    if (!bigger)
        trap_spring(t, TRAP_MEMORY, "out of memory");
    *capacity = more;
    return bigger;
}

void grow_free(void *array) { free(array); }

/* ---- the table: open addressing, its size is a power of two ---- */

static uint32_t data_hash(const terms *t, uint32_t index)
{
    const term_data *d = &t->data[index];
    uint32_t arity = d->functor < FUNCTOR_FIRST ? 0 : t->functors[d->functor].arity;
    return terms_key(d->functor, arity ? 0 : d->first, t->args + d->first, arity);
}

static void fill_table(terms *t)
{
    for (uint32_t i = 1; i < t->count; i++) {
        uint32_t at = data_hash(t, i) & (t->table_size - 1);
        while (t->table[at])
            at = (at + 1) & (t->table_size - 1);
        t->table[at] = i;
    }
}

/* A table of twice the size; without memory the old one stays. */
static void enlarge(terms *t)
{
    uint32_t size = t->table_size ? 2 * t->table_size : 1024;
    uint32_t *table = calloc(size, sizeof *table);
    if (!table)
        trap_spring(t->trap, TRAP_MEMORY, "out of memory");
    free(t->table);
    t->table = table;
    t->table_size = size;
    fill_table(t);
}

/* ---- names and functors ---- */

const char *terms_name_text(const terms *t, uint32_t name) { return intern_text(&t->names, name); }
static size_t name_length(const terms *t, uint32_t name) { return vec_at(&t->names.strings, name).length; }

uint32_t terms_name(terms *t, const char *text, size_t length)
{
    name_id found = intern_find(&t->names, text, length);
    jmp_buf full;
    if (found != NAME_NONE)
        return found;
    t->texts->on_failure = &full;
    if (setjmp(full))
        trap_spring(t->trap, TRAP_MEMORY, "out of memory");
    return intern_add(&t->names, text, length);
}

static uint64_t functor_key(uint32_t name, uint32_t arity, bool negative)
{
    return (uint64_t)name << 33 | (uint64_t)arity << 1 | negative;
}

functor terms_functor(terms *t, uint32_t name, uint32_t arity, bool negative)
{
    uint64_t key = functor_key(name, arity, negative);
    const uint32_t *found = map_get(&t->functor_of, key);
    jmp_buf full;
    if (found)
        return *found;
    t->texts->on_failure = &full;
    if (setjmp(full))
        trap_spring(t->trap, TRAP_MEMORY, "out of memory");
    GROW(t->trap, t->functors, t->functor_capacity, t->functor_count + 1);
    map_put(&t->functor_of, key, t->functor_count);
    t->functors[t->functor_count] = (functor_data){name, arity, negative};
    return t->functor_count++;
}

functor terms_find_functor(const terms *t, const char *name, uint32_t arity, bool negative)
{
    name_id known = intern_find(&t->names, name, strlen(name));
    const uint32_t *found = known != NAME_NONE ? map_get(&t->functor_of, functor_key(known, arity, negative)) : NULL;
    return found ? *found : 0;
}

/* ---- terms ---- */

static uint64_t content_hash(const terms *t, functor f, uint32_t first, const term *args)
{
    if (f == FUNCTOR_NUMBER)
        return hash_mix(first + UINT64_C(0x51ed270b));
    if (f == FUNCTOR_STRING)
        return hash_bytes(terms_name_text(t, first), name_length(t, first), 2);
    if (f < FUNCTOR_FIRST)
        return hash_mix(f + 77);
    const functor_data *d = &t->functors[f];
    uint64_t h = hash_bytes(terms_name_text(t, d->name), name_length(t, d->name), 3 + d->arity * 2 + d->negative);
    for (uint32_t i = 0; i < d->arity; i++)
        h = hash_mix(h * 31 + term_hash(t, args[i]));
    return h;
}

uint64_t term_hash(const terms *t, term x)
{
    return term_small(x) ? content_hash(t, FUNCTOR_NUMBER, (uint32_t)((int32_t)x >> 1), NULL) : t->hashes[x >> 1];
}

static inline uint32_t find_term(const terms *t, functor f, uint32_t first, const term *args, uint32_t arity,
                                 uint32_t *place)
{
    uint32_t mask = t->table_size - 1, at = terms_key(f, first, args, arity) & mask;
    for (uint32_t i; (i = t->table[at]) != 0; at = (at + 1) & mask) {
        const term_data *d = &t->data[i];
        if (d->functor != f)
            continue;
        if (arity == 0) {
            if (d->first == first || f >= FUNCTOR_FIRST)
                return i;
            continue;
        }
        const term *other = t->args + d->first;
        uint32_t k = 0;
        while (k < arity && other[k] == args[k])
            k++;
        if (k == arity)
            return i;
    }
    *place = at;
    return 0;
}

static term add_term(terms *t, functor f, uint32_t first, const term *args, uint32_t arity, uint32_t at)
{
    if (t->count >= t->max_terms)
        trap_spring(t->trap, TRAP_ATOMS, "more than %u atoms and terms", t->max_terms);
    if (2 * t->count >= t->table_size) {
        enlarge(t);
        find_term(t, f, first, args, arity, &at);
    }
    if (t->count + 1 > t->capacity) {
        uint32_t before = t->capacity;
        GROW(t->trap, t->data, t->capacity, t->count + 1);
        GROW(t->trap, t->hashes, before, t->capacity);
    }
    GROW(t->trap, t->args, t->arg_capacity, t->arg_count + arity);
    t->hashes[t->count] = content_hash(t, f, first, args);
    if (arity) {
        first = t->arg_count;
        memmove(t->args + first, args, arity * sizeof *args);
        t->arg_count += arity;
    }
    t->data[t->count] = (term_data){f, first};
    t->table[at] = t->count;
    return t->count++ << 1;
}

term terms_make(terms *t, functor f, const term *args)
{
    uint32_t at, arity = t->functors[f].arity, found = find_term(t, f, 0, args, arity, &at);
    if (found)
        return found << 1;
    /* the arguments may lie in the array that grows */
    if (arity && args >= t->args && args < t->args + t->arg_count) {
        term copy[64], *own = arity <= 64 ? copy : malloc(arity * sizeof *own);
        if (!own)
            trap_spring(t->trap, TRAP_MEMORY, "out of memory");
        memcpy(own, args, arity * sizeof *own);
        term made = add_term(t, f, 0, own, arity, at);
        if (own != copy)
            free(own);
        return made;
    }
    return add_term(t, f, 0, args, arity, at);
}

term terms_find(const terms *t, functor f, const term *args)
{
    uint32_t at;
    return find_term(t, f, 0, args, t->functors[f].arity, &at) << 1;
}

term terms_large_number(terms *t, int32_t value)
{
    uint32_t at, found = find_term(t, FUNCTOR_NUMBER, (uint32_t)value, NULL, 0, &at);
    return found ? found << 1 : add_term(t, FUNCTOR_NUMBER, (uint32_t)value, NULL, 0, at);
}

term terms_string(terms *t, const char *text, size_t length)
{
    uint32_t name = terms_name(t, text, length), at;
    uint32_t found = find_term(t, FUNCTOR_STRING, name, NULL, 0, &at);
    return found ? found << 1 : add_term(t, FUNCTOR_STRING, name, NULL, 0, at);
}

/* ---- caches ---- */

void terms_cache(terms *t, functor f, const term *args, uint32_t arity, term found)
{
    uint32_t place, size;
    if (arity == 1 && !term_small(args[0])) {
        place = args[0] >> 1;
        size = t->capacity;
    } else if (arity == 2 && args[0] & args[1] & 1 && (args[0] | args[1]) < 2 * CACHE_SIDE) {
        place = (args[0] >> 1) * CACHE_SIDE + (args[1] >> 1);
        size = CACHE_SIDE * CACHE_SIDE;
    } else {
        return;
    }
    if (f >= t->cache_count) {
        term_cache *more = realloc(t->caches, t->functor_capacity * sizeof *more);
        if (!more)
            return;
        memset(more + t->cache_count, 0, (t->functor_capacity - t->cache_count) * sizeof *more);
        t->caches = more;
        t->cache_count = t->functor_capacity;
    }
    term_cache *c = &t->caches[f];
    if (place >= c->size) {
        term *more = size > place && size <= 1 << 20 ? realloc(c->found, size * sizeof *more) : NULL;
        if (!more)
            return;
        memset(more + c->size, 0, (size - c->size) * sizeof *more);
        c->found = more;
        c->size = size;
    }
    c->found[place] = found;
}

static void drop_caches(terms *t)
{
    for (uint32_t i = 0; i < t->cache_count; i++)
        free(t->caches[i].found);
    free(t->caches);
    t->caches = NULL;
    t->cache_count = 0;
}

/* ---- stores ---- */

static void make_texts(terms *t)
{
    t->texts = malloc(sizeof *t->texts);
    if (!t->texts)
        trap_spring(t->trap, TRAP_MEMORY, "out of memory");
    arena_init(t->texts, 0);
    intern_init(&t->names, t->texts);
    map_init(&t->functor_of, t->texts);
}

__attribute__((noinline)) static void make_tables(terms *t)
{
    uint32_t other = 0, at = 0;
    enlarge(t);
    make_texts(t);
    GROW(t->trap, t->functors, t->functor_capacity, 64);
    memset(t->functors, 0, FUNCTOR_FIRST * sizeof *t->functors);
    GROW(t->trap, t->data, t->capacity, 1024);
    GROW(t->trap, t->args, t->arg_capacity, 1024);
    GROW(t->trap, t->hashes, other, t->capacity);
    terms_name(t, "", 0);
    for (functor f = FUNCTOR_INF; f <= FUNCTOR_SUP; f++) { /* indices 1 and 2 */
        find_term(t, f, 0, NULL, 0, &at);
        add_term(t, f, 0, NULL, 0, at);
    }
}

bool terms_init(terms *t, uint32_t max_terms)
{
    trap local;
    *t = (terms){.trap = &local, .max_terms = max_terms, .count = 1, .functor_count = FUNCTOR_FIRST};
    if (setjmp(local.jump)) {
        terms_done(t);
        return false;
    }
    make_tables(t);
    t->trap = NULL;
    return true;
}

#define COPY_ARRAY(field, capacity_)                                                                                   \
    ((to->field = malloc((size_t)(capacity_) * sizeof *to->field + 1)) != NULL &&                                      \
     (from->field == NULL || memcpy(to->field, from->field, (size_t)(capacity_) * sizeof *to->field)))

/* The same names and functors, with the same numbers. */
static bool copy_texts(terms *to, const terms *from)
{
    trap local;
    to->trap = &local;
    if (setjmp(local.jump))
        return false;
    make_texts(to);
    for (uint32_t i = 0; i < from->names.strings.count; i++)
        terms_name(to, terms_name_text(from, i), name_length(from, i));
    to->functor_count = FUNCTOR_FIRST;
    for (functor f = FUNCTOR_FIRST; f < from->functor_count; f++)
        terms_functor(to, from->functors[f].name, from->functors[f].arity, from->functors[f].negative);
    to->trap = NULL;
    return true;
}

bool terms_copy(terms *to, const terms *from)
{
    *to = *from;
    to->trap = NULL;
    to->caches = NULL;
    to->cache_count = 0;
    to->data = NULL;
    to->hashes = NULL;
    to->args = NULL;
    to->table = NULL;
    to->functors = NULL;
    to->texts = NULL;
    bool ok = COPY_ARRAY(data, from->capacity) && COPY_ARRAY(hashes, from->capacity) &&
              COPY_ARRAY(args, from->arg_capacity) && COPY_ARRAY(table, from->table_size) &&
              COPY_ARRAY(functors, from->functor_capacity) && copy_texts(to, from);
    if (!ok)
        terms_done(to);
    return ok;
}

void terms_done(terms *t)
{
    drop_caches(t);
    free(t->data);
    free(t->hashes);
    free(t->args);
    free(t->table);
    free(t->functors);
    if (t->texts)
        arena_done(t->texts);
    free(t->texts);
    *t = (terms){0};
}

void terms_cut(terms *t, uint32_t count)
{
    if (count >= t->count)
        return;
    uint32_t args = t->arg_count;
    for (uint32_t i = count; i < t->count; i++)
        if (t->data[i].functor >= FUNCTOR_FIRST && t->functors[t->data[i].functor].arity && t->data[i].first < args)
            args = t->data[i].first;
    drop_caches(t);
    t->arg_count = args;
    t->count = count;
    memset(t->table, 0, t->table_size * sizeof *t->table);
    fill_table(t);
}

/* ---- order ---- */

static int rank_of(const terms *t, term x)
{
    functor f = term_functor(t, x);
    switch (f) {
    case FUNCTOR_INF: return 0;
    case FUNCTOR_NUMBER: return 1;
    case FUNCTOR_STRING: return 4;
    case FUNCTOR_SUP: return 6;
    default: {
        const functor_data *d = &t->functors[f];
        return d->arity == 0 ? 2 + d->negative : 5; /* () counts as a constant */
    }
    }
}

/* In clingo a constant is below a negated one, and so with functions. */
int term_compare(const terms *t, term x, term y)
{
    if (x == y)
        return 0;
    int rx = rank_of(t, x), ry = rank_of(t, y);
    if (rx != ry)
        return rx < ry ? -1 : 1;
    int32_t a, b;
    if (rx == 1) {
        term_is_number(t, x, &a);
        term_is_number(t, y, &b);
        return a < b ? -1 : 1;
    }
    if (rx == 4)
        return strcmp(terms_name_text(t, t->data[x >> 1].first), terms_name_text(t, t->data[y >> 1].first));
    const functor_data *f = &t->functors[term_functor(t, x)], *g = &t->functors[term_functor(t, y)];
    if (f->negative != g->negative)
        return f->negative ? 1 : -1;
    if (f->arity != g->arity)
        return f->arity < g->arity ? -1 : 1;
    int names = strcmp(terms_name_text(t, f->name), terms_name_text(t, g->name));
    if (names)
        return names;
    for (uint32_t i = 0; i < f->arity; i++) {
        int order = term_compare(t, term_args(t, x)[i], term_args(t, y)[i]);
        if (order)
            return order;
    }
    return 0;
}

term term_negate(terms *t, term x)
{
    int32_t value;
    if (term_is_number(t, x, &value))
        return terms_number(t, (int32_t)(0 - (uint32_t)value));
    functor f = term_functor(t, x);
    if (f < FUNCTOR_FIRST)
        return TERM_NONE;
    functor_data d = t->functors[f];
    return terms_make(t, terms_functor(t, d.name, d.arity, !d.negative), term_args(t, x));
}

term term_import(terms *to, const terms *from, term x)
{
    if (term_small(x))
        return x;
    const term_data *d = &from->data[x >> 1];
    switch (d->functor) {
    case FUNCTOR_NUMBER: return terms_large_number(to, (int32_t)d->first);
    case FUNCTOR_STRING: return terms_string(to, terms_name_text(from, d->first), name_length(from, d->first));
    case FUNCTOR_INF:
    case FUNCTOR_SUP: return x; /* made first in every store */
    default: break;
    }
    const functor_data *f = &from->functors[d->functor];
    functor g = terms_functor(to, terms_name(to, terms_name_text(from, f->name), name_length(from, f->name)), f->arity,
                              f->negative);
    term few[16], *args = f->arity <= 16 ? few : malloc(f->arity * sizeof *args);
    if (!args)
        trap_spring(to->trap, TRAP_MEMORY, "out of memory");
    for (uint32_t i = 0; i < f->arity; i++)
        args[i] = term_import(to, from, from->args[d->first + i]);
    term made = terms_make(to, g, args);
    if (args != few)
        free(args);
    return made;
}

/* ---- text ---- */

typedef struct printer {
    char *buffer;
    size_t size, length;
} printer;

static void put(printer *p, const char *text, size_t n)
{
    for (size_t i = 0; i < n; i++, p->length++)
        if (p->length + 1 < p->size)
            p->buffer[p->length] = text[i];
}

static void print(const terms *t, term x, printer *p)
{
    char number[16];
    int32_t value;
    if (term_is_number(t, x, &value)) {
        put(p, number, (size_t)snprintf(number, sizeof number, "%d", value));
        return;
    }
    const term_data *d = &t->data[x >> 1];
    if (d->functor == FUNCTOR_STRING) {
        put(p, "\"", 1);
        const char *s = terms_name_text(t, d->first);
        for (uint32_t i = 0; i < name_length(t, d->first); i++)
            if (s[i] == '\n')
                put(p, "\\n", 2);
            else if (s[i] == '"' || s[i] == '\\')
                put(p, s[i] == '"' ? "\\\"" : "\\\\", 2);
            else
                put(p, s + i, 1);
        put(p, "\"", 1);
        return;
    }
    if (d->functor < FUNCTOR_FIRST) {
        put(p, d->functor == FUNCTOR_INF ? "#inf" : "#sup", 4);
        return;
    }
    const functor_data *f = &t->functors[d->functor];
    bool tuple = name_length(t, f->name) == 0;
    if (f->negative)
        put(p, "-", 1);
    put(p, terms_name_text(t, f->name), name_length(t, f->name));
    if (f->arity == 0 && !tuple)
        return;
    put(p, "(", 1);
    for (uint32_t i = 0; i < f->arity; i++) {
        if (i)
            put(p, ",", 1);
        print(t, t->args[d->first + i], p);
    }
    put(p, tuple && f->arity == 1 ? ",)" : ")", tuple && f->arity == 1 ? 2 : 1);
}

size_t term_print(const terms *t, term x, char *buffer, size_t size)
{
    printer p = {buffer, size, 0};
    print(t, x, &p);
    if (size)
        buffer[p.length < size ? p.length : size - 1] = 0;
    return p.length;
}

char *term_text(const terms *t, term x)
{
    size_t length = term_print(t, x, NULL, 0);
    char *text = malloc(length + 1);
    if (text)
        term_print(t, x, text, length + 1);
    return text;
}
