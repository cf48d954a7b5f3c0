/* Numbers for the atoms of states, the same for all threads that play a game. */
#include "answerset/numbers.h"

#include "base/map.h"
#include "base/room.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct node { /* of a history */
    uint32_t before;
    int32_t time;
    uint32_t *atoms;
    uint32_t count;
    uint64_t hash;
} node;

typedef struct label label;
struct label { /* a text that stays */
    label *next;
    char text[];
};
enum { LABELS = 1024 };

struct as_shared {
    pthread_mutex_t lock;
    terms terms;
    node *nodes; /* from 1 */
    uint32_t node_count, node_capacity;
    uint32_t *table, table_size;
    uint64_t bytes, max_bytes;
    struct label *labels[LABELS];
};

as_shared *as_shared_new(const as_game *g)
{
    as_shared *s = calloc(1, sizeof *s);
    if (!s)
        return NULL;
    uint64_t most = g->limits.max_memory / 64;
    s->max_bytes = g->limits.max_memory;
    s->node_count = 1;
    s->table_size = 1024;
    s->table = calloc(s->table_size, sizeof *s->table);
    if (!s->table || !terms_init(&s->terms, most < UINT32_MAX / 4 ? (uint32_t)most : UINT32_MAX / 4) ||
        pthread_mutex_init(&s->lock, NULL) != 0) {
        free(s->table);
        terms_done(&s->terms);
        free(s);
        return NULL;
    }
    return s;
}

void as_shared_free(as_shared *s)
{
    if (!s)
        return;
    for (uint32_t i = 1; i < s->node_count; i++)
        free(s->nodes[i].atoms);
    for (uint32_t i = 0; i < LABELS; i++)
        for (label *l = s->labels[i], *next; l; l = next) {
            next = l->next;
            free(l);
        }
    free(s->nodes);
    free(s->table);
    terms_done(&s->terms);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

/* Work under the lock that may spring a trap: it is passed on after unlocking. */
__attribute__((noinline)) static uint32_t import(as_shared *s, const terms *from, term x, trap *local)
{
    s->terms.trap = local;
    if (setjmp(local->jump))
        return 0;
    return term_import(&s->terms, from, x) >> 1;
}

uint32_t as_shared_number(as_shared *s, const terms *from, term x, trap *t)
{
    trap local = {.reason = TRAP_NONE};
    pthread_mutex_lock(&s->lock);
    uint32_t number = import(s, from, x, &local);
    pthread_mutex_unlock(&s->lock);
    if (!number)
        trap_spring(t, local.reason == TRAP_ATOMS ? TRAP_SPACE : local.reason,
                    "too many different atoms in the states of this game");
    return number;
}

__attribute__((noinline)) static term export(as_shared *s, uint32_t number, terms *to, trap *local)
{
    trap *before = to->trap;
    to->trap = local;
    term x = setjmp(local->jump) ? TERM_NONE : term_import(to, &s->terms, number << 1);
    to->trap = before;
    return x;
}

term as_shared_term(as_shared *s, uint32_t number, terms *to)
{
    trap local = {.reason = TRAP_NONE};
    pthread_mutex_lock(&s->lock);
    term x = export(s, number, to, &local);
    pthread_mutex_unlock(&s->lock);
    if (!x)
        trap_spring(to->trap, local.reason, "%s", local.text);
    return x;
}

char *as_shared_text(as_shared *s, uint32_t number)
{
    pthread_mutex_lock(&s->lock);
    char *text = term_text(&s->terms, number << 1);
    pthread_mutex_unlock(&s->lock);
    return text;
}

/* ---- histories ---- */

static void rehash(as_shared *s)
{
    uint32_t size = 2 * s->table_size, *table = calloc(size, sizeof *table);
    if (!table)
        return; /* a full table is slow, no more */
    for (uint32_t i = 1; i < s->node_count; i++) {
        uint32_t at = (uint32_t)s->nodes[i].hash & (size - 1);
        while (table[at])
            at = (at + 1) & (size - 1);
        table[at] = i;
    }
    free(s->table);
    s->table = table;
    s->table_size = size;
}

static uint32_t find_or_add(as_shared *s, const node *n)
{
    uint32_t at = (uint32_t)n->hash & (s->table_size - 1);
    for (; s->table[at]; at = (at + 1) & (s->table_size - 1)) {
        const node *o = &s->nodes[s->table[at]];
        if (o->hash == n->hash && o->before == n->before && o->time == n->time && o->count == n->count &&
            memcmp(o->atoms, n->atoms, n->count * sizeof *n->atoms) == 0)
            return s->table[at];
    }
    uint64_t bytes = sizeof *n + n->count * sizeof *n->atoms;
    if (s->bytes + bytes > s->max_bytes || s->node_count + 1 >= s->table_size)
        return 0;
    if (!ROOM_FOR(s->nodes, s->node_capacity, s->node_count + 1))
        return 0;
    uint32_t *atoms = malloc((n->count + 1) * sizeof *atoms);
    if (!atoms)
        return 0;
    memcpy(atoms, n->atoms, n->count * sizeof *atoms);
    s->nodes[s->node_count] = *n;
    s->nodes[s->node_count].atoms = atoms;
    s->bytes += bytes;
    s->table[at] = s->node_count++;
    if (2 * s->node_count > s->table_size) {
        uint32_t added = s->node_count - 1;
        rehash(s);
        return added;
    }
    return s->table[at];
}

uint32_t as_shared_history(as_shared *s, uint32_t before, int32_t time, const uint32_t *atoms, uint32_t count, trap *t)
{
    node n = {before, time, (uint32_t *)(uintptr_t)atoms, count, 0};
    pthread_mutex_lock(&s->lock);
    for (uint32_t i = 0; i < count; i++) /* of what the atoms say: numbers differ from load to load */
        n.hash += hash_mix(term_hash(&s->terms, atoms[i] << 1));
    n.hash = hash_mix(n.hash + hash_mix((before ? s->nodes[before].hash : 0) * 31 + (uint32_t)time));
    uint32_t found = find_or_add(s, &n);
    pthread_mutex_unlock(&s->lock);
    if (!found)
        trap_spring(t, TRAP_SPACE, "the histories of the states of this game need more memory than the limit");
    return found;
}

uint64_t as_shared_history_hash(as_shared *s, uint32_t history)
{
    pthread_mutex_lock(&s->lock);
    uint64_t hash = history ? s->nodes[history].hash : 0;
    pthread_mutex_unlock(&s->lock);
    return hash;
}

uint32_t as_shared_earlier(as_shared *s, uint32_t history, int32_t *time, const uint32_t **atoms, uint32_t *count)
{
    pthread_mutex_lock(&s->lock);
    const node *n = &s->nodes[history];
    uint32_t before = n->before;
    *time = n->time;
    *atoms = n->atoms;
    *count = n->count;
    pthread_mutex_unlock(&s->lock);
    return before;
}

/* ---- moves ---- */

__attribute__((noinline)) static uint32_t read_action(as_shared *s, const char *text, size_t length, size_t *used)
{
    trap local;
    terms *t = &s->terms;
    t->trap = &local;
    if (setjmp(local.jump))
        return 0;
    term x = as_read_term(t, text, length, used);
    if (!x)
        return 0;
    uint32_t name = terms_name(t, "do", 2);
    if (as_name_of(t, x) != name || term_arity(t, x) == 0)
        x = terms_make(t, terms_functor(t, name, 1, false), &(term){x});
    return x >> 1;
}

uint32_t as_shared_action(as_shared *s, const char *text, size_t length, size_t *used)
{
    pthread_mutex_lock(&s->lock);
    uint32_t number = read_action(s, text, length, used);
    pthread_mutex_unlock(&s->lock);
    return number;
}

bool as_shared_is_action(as_shared *s, uint32_t number)
{
    pthread_mutex_lock(&s->lock);
    bool known = number > 2 && number < s->terms.count;
    uint32_t name = known ? as_name_of(&s->terms, number << 1) : UINT32_MAX;
    known = name != UINT32_MAX && strcmp(terms_name_text(&s->terms, name), "do") == 0;
    pthread_mutex_unlock(&s->lock);
    return known;
}

/* ---- cells ---- */

static const char *keep(as_shared *s, const char *text)
{
    uint32_t at = (uint32_t)hash_bytes(text, strlen(text), 5) % LABELS;
    for (const label *l = s->labels[at]; l; l = l->next)
        if (strcmp(l->text, text) == 0)
            return l->text;
    label *l = malloc(sizeof *l + strlen(text) + 1);
    if (!l)
        return "";
    strcpy(l->text, text);
    l->next = s->labels[at];
    s->labels[at] = l;
    return l->text;
}

const char *as_shared_site_name(as_shared *s, uint32_t row, uint32_t column)
{
    char name[40];
    snprintf(name, sizeof name, "%u,%u", row, column);
    pthread_mutex_lock(&s->lock);
    const char *kept = keep(s, name);
    pthread_mutex_unlock(&s->lock);
    return kept;
}

static int by_text(const void *x, const void *y) { return strcmp(x, y); }

const char *as_shared_site_content(as_shared *s, const uint32_t *atoms, uint32_t count, int32_t row, int32_t column)
{
    enum { ITEMS = 8, LENGTH = 64 };
    char items[ITEMS][LENGTH], text[ITEMS * LENGTH] = "";
    uint32_t n = 0;
    pthread_mutex_lock(&s->lock);
    for (uint32_t i = 0; i < count && n < ITEMS; i++) {
        int32_t r, c;
        const term *args = term_args(&s->terms, atoms[i] << 1);
        if (term_is_number(&s->terms, args[0], &r) && term_is_number(&s->terms, args[1], &c) && r == row && c == column)
            term_print(&s->terms, args[2], items[n++], LENGTH);
    }
    qsort(items, n, LENGTH, by_text);
    for (uint32_t i = 0; i < n; i++) {
        strcat(text, i ? " " : "");
        strcat(text, items[i]);
    }
    const char *kept = keep(s, n ? text : "empty");
    pthread_mutex_unlock(&s->lock);
    return kept;
}
