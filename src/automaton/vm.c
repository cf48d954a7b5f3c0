/* Memory of the interpreter and lists of moves. */
#include "automaton/vm_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- memory ---- */

bool vm_grow(void *array, uint32_t *capacity, size_t item, uint32_t need)
{
    void **place = array;
#ifdef LUDENS_STRESS
    uint64_t want = need; /* every push grows */
#else
    uint64_t want = *capacity ? (uint64_t)*capacity * 2 : 64;
#endif
    while (want < need)
        want *= 2;
    if (want > UINT32_MAX)
        return false;
    void *p = realloc(*place, (size_t)want * item);
    if (!p)
        return false;
    *place = p;
    *capacity = (uint32_t)want;
    return true;
}

vm *vm_new(const vm_code *code, const lud_limits *limits, const _Atomic uint32_t *contexts, const lud_control *control)
{
    vm *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->code = code;
    m->limits = *limits;
    m->contexts = contexts;
    m->control = control;
    unsigned char *room = calloc(1, code->layout.work_size + 2 * VM_PAD);
    m->state = room ? room + VM_PAD : NULL;
    m->result = calloc(1, code->layout.work_size);
    m->stamps = calloc(code->stamp_count + 1, sizeof *m->stamps);
    m->noted = code->notes ? calloc(code->g->edges.count + 1, 1) : NULL;
    m->draw.given_up = calloc(code->g->nodes.count + 1, sizeof *m->draw.given_up);
    if (!m->state || (code->notes && !m->noted) || !m->result || !m->stamps || !m->draw.given_up ||
        !vm_grow(&m->choices, &m->choice_capacity, sizeof *m->choices, 256) ||
        !vm_grow(&m->trail, &m->trail_capacity, sizeof *m->trail, 1024) ||
        !vm_grow(&m->blocks, &m->block_capacity, 1, 1024) ||
        !vm_grow(&m->tags, &m->tag_capacity, sizeof *m->tags, 64) ||
        !(m->tag_visible = calloc(m->tag_capacity, sizeof *m->tag_visible))) {
        vm_free(m);
        return NULL;
    }
    return m;
}

void vm_free(vm *m)
{
    if (!m)
        return;
    free(m->noted);
    free(m->state ? m->state - VM_PAD : NULL);
    free(m->result);
    free(m->spare);
    free(m->choices);
    free(m->trail);
    free(m->blocks);
    free(m->tags);
    free(m->tag_visible);
    free(m->seen.table);
    free(m->seen.log);
    free(m->seen.keys);
    free(m->stamps);
    free(m->percepts.words);
    free(m->draw.words);
    free(m->draw.given_up);
    free(m->matched.words);
    free(m->first.tags);
    vm_moves_done(&m->branches);
    free(m->first.visible);
    free(m);
}

void vm_moves_done(vm_moves *v)
{
    free(v->words);
    free(v->starts);
    free(v->weights);
    free(v->table);
    memset(v, 0, sizeof *v);
}

outcome vm_fault_at(vm *m, lud_status status, src_span span, const char *message)
{
    m->fault.status = status;
    m->fault.full = false;
    m->fault.span = span;
    m->fault.other = (src_span){0, 0};
    snprintf(m->fault.message, sizeof m->fault.message, "%s", message);
    return FAULT;
}

outcome vm_fault_here(vm *m, lud_status status, const char *message)
{
    return vm_fault_at(m, status, m->code->decisions[vm_node(m->state)].span, message);
}

outcome vm_no_memory(vm *m) { return vm_fault_here(m, LUD_ERR_MEMORY, "out of memory"); }

uint64_t vm_interpreted(const vm *m) { return m->interpreted; }

void *vm_state(vm *m) { return m->state; }

const vm_fault *vm_last_fault(const vm *m) { return &m->fault; }
void vm_take_fault(vm *m, const vm *from) { m->fault = from->fault; }

/* ---- move lists ---- */

bool vm_list_add(vm_moves *v, const uint32_t *tags, uint32_t count)
{
    if (v->count + 1 >= v->move_capacity) {
        uint32_t capacity = v->move_capacity;
        if (!vm_grow(&v->starts, &capacity, sizeof *v->starts, v->count + 2) ||
            !vm_grow(&v->weights, &v->move_capacity, sizeof *v->weights, v->count + 2))
            return false;
    }
    if (v->word_count + count >= v->word_capacity &&
        !vm_grow(&v->words, &v->word_capacity, sizeof *v->words, v->word_count + count + 1))
        return false;
    v->starts[v->count] = v->word_count;
    for (uint32_t i = 0; i < count; i++)
        v->words[v->word_count + i] = tags[i];
    v->word_count += count;
    v->weights[v->count++] = 1;
    v->starts[v->count] = v->word_count;
    return true;
}

uint64_t vm_hash_words(const uint32_t *words, uint32_t count)
{
    uint64_t h = count;
    for (uint32_t i = 0; i < count; i++)
        h = (h ^ words[i]) * UINT64_C(0x9fb21c651e98df25), h ^= h >> 32;
    return h;
}

/* An empty table with room for some moves. */
bool vm_list_room(vm_moves *v, uint32_t count)
{
    uint32_t size = v->table_size ? v->table_size : 64;
    while (size < 2 * (count + 2))
        size *= 2;
    if (size != v->table_size) {
        uint32_t *table = realloc(v->table, size * sizeof *table);
        if (!table)
            return false;
        v->table = table;
        v->table_size = size;
    }
    memset(v->table, 0, size * sizeof *v->table);
    return true;
}

bool vm_list_prepare(vm_moves *v)
{
    if (!vm_list_room(v, v->count))
        return false;
    for (uint32_t i = 0; i < v->count; i++) {
        uint32_t at = (uint32_t)vm_hash_words(v->words + v->starts[i], v->starts[i + 1] - v->starts[i]);
        while (v->table[at & (v->table_size - 1)])
            at++;
        v->table[at & (v->table_size - 1)] = i + 1;
    }
    return true;
}

/* Adds a move, or one more way to make a move that is there already. */
bool vm_list_merge(vm_moves *v, const uint32_t *tags, uint32_t count, uint32_t weight)
{
    if (2 * (v->count + 1) > v->table_size && !vm_list_prepare(v))
        return false;
    uint32_t mask = v->table_size - 1;
    for (uint32_t at = (uint32_t)vm_hash_words(tags, count);; at++) {
        uint32_t *place = &v->table[at & mask];
        if (!*place) {
            *place = v->count + 1;
            if (!vm_list_add(v, tags, count))
                return false;
            v->weights[v->count - 1] = weight;
            v->repeated |= weight > 1;
            return true;
        }
        uint32_t i = *place - 1;
        if (v->starts[i + 1] - v->starts[i] == count &&
            memcmp(v->words + v->starts[i], tags, count * sizeof *tags) == 0) {
            v->weights[i] = weight < UINT32_MAX - v->weights[i] ? v->weights[i] + weight : UINT32_MAX;
            v->repeated = true;
            return true;
        }
    }
}

/* ---- trail ---- */

bool vm_keep_block(vm *m, uint32_t offset, uint32_t length)
{
    if ((uint64_t)m->block_count + length + 4 > UINT32_MAX)
        return false;
    if (m->block_count + length + 4 > m->block_capacity &&
        !vm_grow(&m->blocks, &m->block_capacity, 1, m->block_count + length + 4))
        return false;
    assert(offset + length <= m->code->layout.work_size && m->trail_count < m->trail_capacity);
    memcpy(m->blocks + m->block_count, &length, 4);
    memcpy(m->blocks + m->block_count + 4, m->state + offset, length);
    m->trail[m->trail_count++] = (uint64_t)m->block_count << 32 | (uint64_t)offset << 2 | 3;
    m->block_count += length + 4;
    return true;
}
