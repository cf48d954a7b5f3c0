/* Configurations that a search remembers by hash. */
#include "automaton/vm_inside.h"

#include "base/map.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* Entries are taken out in reverse order of insertion, which linear probing allows without
 * leaving marks; growing re-inserts in the order of the log to keep that true. */
void vm_forget(vm *m, uint32_t count, uint32_t keys)
{
    while (m->seen.count > count)
        m->seen.table[m->seen.log[--m->seen.count]].search = 0;
    m->seen.key_count = keys;
}

static bool seen_grow(vm *m)
{
    vm_seen *old = m->seen.table;
    uint32_t capacity = m->seen.capacity ? m->seen.capacity * 2 : 256;
    m->seen.table = calloc(capacity, sizeof *m->seen.table);
    if (!m->seen.table) {
        m->seen.table = old;
        return false;
    }
    m->seen.capacity = capacity;
    for (uint32_t i = 0; i < m->seen.count; i++) {
        vm_seen e = old[m->seen.log[i]];
        uint32_t at = (uint32_t)e.hash & (capacity - 1);
        while (m->seen.table[at].search)
            at = (at + 1) & (capacity - 1);
        m->seen.table[at] = e;
        m->seen.log[i] = at;
    }
    free(old);
    return true;
}

static uint64_t memory_share(const vm *m)
{
    uint32_t contexts = atomic_load(m->contexts);
    return m->limits.max_memory / (contexts ? contexts : 1);
}

outcome vm_visit_hashed(vm *m, uint32_t id, const plan_visit *v, uint64_t search)
{
    uint32_t length = 4 + (v->tags ? m->tag_count * 4 : 0);
    for (uint32_t i = 0; i < v->part_count; i++)
        length += v->parts[i].bytes;
    if (m->seen.key_count + length > m->seen.key_capacity && 2 * (uint64_t)m->seen.key_capacity > memory_share(m))
        return vm_fault_here(m, LUD_LIMIT_MEMORY, "the search for moves takes more memory than the limit");
    if (m->seen.key_count + length > m->seen.key_capacity &&
        !vm_grow(&m->seen.keys, &m->seen.key_capacity, 1, m->seen.key_count + length))
        return vm_no_memory(m);
    unsigned char *key = m->seen.keys + m->seen.key_count, *p = key;
    memcpy(p, &id, 4);
    p += 4;
    if (v->tags) {
        memcpy(p, m->tags, m->tag_count * 4);
        p += m->tag_count * 4;
    }
    for (uint32_t i = 0; i < v->part_count; i++) {
        memcpy(p, m->state + v->parts[i].offset, v->parts[i].bytes);
        p += v->parts[i].bytes;
    }
    uint64_t hash = hash_bytes(key, length, search);
    if (2 * (m->seen.count + 1) > m->seen.capacity && !seen_grow(m))
        return vm_no_memory(m);
    uint32_t mask = m->seen.capacity - 1, at = (uint32_t)hash & mask;
    for (; m->seen.table[at].search; at = (at + 1) & mask) {
        const vm_seen *e = &m->seen.table[at];
        if (e->hash == hash && e->search == search && e->length == length &&
            memcmp(m->seen.keys + e->key, key, length) == 0)
            return EXHAUSTED;
    }
    if (m->seen.count >= m->limits.max_states)
        return vm_fault_here(m, LUD_LIMIT_STATES, "the search for moves meets too many configurations");
    if (m->seen.count >= m->seen.log_capacity &&
        !vm_grow(&m->seen.log, &m->seen.log_capacity, sizeof *m->seen.log, m->seen.count + 1))
        return vm_no_memory(m);
    m->seen.table[at] = (vm_seen){hash, search, m->seen.key_count, length};
    m->seen.log[m->seen.count++] = at;
    m->seen.key_count += length;
    return FOUND;
}
