#include "automaton/vm.h"

#include "base/map.h"
#include "base/rng.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct choice {
    uint32_t pc; /* FORK: where to go on; else the instruction that tries the next value */
    uint32_t trail, tags;
    uint32_t cell; /* offset of the chosen cell */
    int32_t next, acc;
} choice;

typedef struct seen_entry {
    uint64_t hash, search;
    uint32_t key, length;
} seen_entry;

struct vm {
    const vm_code *code;
    lud_limits limits;
    unsigned char *state;  /* working copy */
    unsigned char *result; /* of the first path, while looking for a second */
    int32_t temporaries[VM_TEMPORARIES];

    choice *choices;
    uint32_t choice_count, choice_capacity;
    uint64_t *trail; /* old value << 32 | offset << 2 | log2 width, 3: a block */
    uint32_t trail_count, trail_capacity;
    unsigned char *blocks; /* old contents of copied maps, each preceded by its length */
    uint32_t block_count, block_capacity;
    uint32_t *tags;
    uint64_t *tag_visible; /* bit p: player p + 1 sees the tag */
    uint32_t tag_count, tag_capacity;

    /* configurations met in the searches that are under way */
    seen_entry *seen;
    uint32_t seen_capacity;
    uint32_t *seen_log; /* places in `seen`, in order of insertion */
    uint32_t seen_count, seen_log_capacity;
    unsigned char *keys;
    uint32_t key_count, key_capacity;
    uint32_t *stamps;
    uint64_t search; /* number of the last search begun */
    uint64_t top_search;
    uint32_t depth;
    uint64_t steps;

    const uint32_t *match;
    uint32_t match_count;
    bool matching, recording, listening;
    uint32_t final_node;

    lud_rng *rng; /* drawing a path at random, else NULL */
    double drawn; /* product of the numbers of alternatives met on it */
    uint32_t *sampled;
    uint32_t sampled_capacity;
    uint32_t *no_sampling; /* [node] playout in which drawing was given up there */
    uint32_t playout;

    vm_moves *out;
    bool merge, count_only;
    uint64_t counted;

    uint64_t *percepts; /* role << 32 | word */
    uint32_t percept_count, percept_capacity;
    vm_fault fault;
};

enum { LIST_WORDS_MAX = 1 << 26 };

typedef enum outcome { EXHAUSTED, FOUND, FAULT } outcome;

/* ---- memory ---- */

static bool grow(void *array, uint32_t *capacity, size_t item, uint32_t need)
{
    void **place = array;
    uint64_t want = *capacity ? (uint64_t)*capacity * 2 : 64;
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

vm *vm_new(const vm_code *code, const lud_limits *limits)
{
    vm *m = calloc(1, sizeof *m);
    if (!m)
        return NULL;
    m->code = code;
    m->limits = *limits;
    m->state = calloc(1, code->layout.state_size);
    m->result = calloc(1, code->layout.state_size);
    m->stamps = calloc(code->stamp_count + 1, sizeof *m->stamps);
    m->no_sampling = calloc(code->g->nodes.count + 1, sizeof *m->no_sampling);
    if (!m->state || !m->result || !m->stamps || !m->no_sampling ||
        !grow(&m->choices, &m->choice_capacity, sizeof *m->choices, 256) ||
        !grow(&m->trail, &m->trail_capacity, sizeof *m->trail, 1024) ||
        !grow(&m->blocks, &m->block_capacity, 1, 1024) ||
        !grow(&m->tags, &m->tag_capacity, sizeof *m->tags, 64) ||
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
    free(m->state);
    free(m->result);
    free(m->choices);
    free(m->trail);
    free(m->blocks);
    free(m->tags);
    free(m->tag_visible);
    free(m->seen);
    free(m->seen_log);
    free(m->keys);
    free(m->stamps);
    free(m->percepts);
    free(m->sampled);
    free(m->no_sampling);
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

static outcome fault_at(vm *m, lud_status status, src_span span, const char *message)
{
    m->fault.status = status;
    m->fault.span = span;
    m->fault.other = (src_span){0, 0};
    snprintf(m->fault.message, sizeof m->fault.message, "%s", message);
    return FAULT;
}

static outcome fault(vm *m, lud_status status, const char *message)
{
    return fault_at(m, status, m->code->decisions[vm_node(m->state)].span, message);
}

static outcome out_of_memory(vm *m) { return fault(m, LUD_ERR_MEMORY, "out of memory"); }

const vm_fault *vm_last_fault(const vm *m) { return &m->fault; }

/* ---- move lists ---- */

static bool list_add(vm_moves *v, const uint32_t *tags, uint32_t count)
{
    if (v->count + 1 >= v->move_capacity) {
        uint32_t capacity = v->move_capacity;
        if (!grow(&v->starts, &capacity, sizeof *v->starts, v->count + 2) ||
            !grow(&v->weights, &v->move_capacity, sizeof *v->weights, v->count + 2))
            return false;
    }
    if (v->word_count + count > v->word_capacity &&
        !grow(&v->words, &v->word_capacity, sizeof *v->words, v->word_count + count))
        return false;
    v->starts[v->count] = v->word_count;
    for (uint32_t i = 0; i < count; i++)
        v->words[v->word_count + i] = tags[i];
    v->word_count += count;
    v->weights[v->count++] = 1;
    v->starts[v->count] = v->word_count;
    return true;
}

static uint64_t hash_words(const uint32_t *words, uint32_t count)
{
    uint64_t h = count;
    for (uint32_t i = 0; i < count; i++)
        h = (h ^ words[i]) * UINT64_C(0x9fb21c651e98df25), h ^= h >> 32;
    return h;
}

static bool list_rehash(vm_moves *v)
{
    uint32_t size = v->table_size ? v->table_size : 64;
    while (size < 2 * (v->count + 2))
        size *= 2;
    if (size != v->table_size) {
        uint32_t *table = realloc(v->table, size * sizeof *table);
        if (!table)
            return false;
        v->table = table;
        v->table_size = size;
    }
    memset(v->table, 0, size * sizeof *v->table);
    for (uint32_t i = 0; i < v->count; i++) {
        uint32_t at = (uint32_t)hash_words(v->words + v->starts[i], v->starts[i + 1] - v->starts[i]);
        while (v->table[at & (size - 1)])
            at++;
        v->table[at & (size - 1)] = i + 1;
    }
    return true;
}

/* Adds a move, or one more way to make a move that is there already. */
static bool list_merge(vm_moves *v, const uint32_t *tags, uint32_t count)
{
    if (2 * (v->count + 1) > v->table_size && !list_rehash(v))
        return false;
    uint32_t mask = v->table_size - 1;
    for (uint32_t at = (uint32_t)hash_words(tags, count);; at++) {
        uint32_t *place = &v->table[at & mask];
        if (!*place) {
            *place = v->count + 1;
            return list_add(v, tags, count);
        }
        uint32_t i = *place - 1;
        if (v->starts[i + 1] - v->starts[i] == count &&
            memcmp(v->words + v->starts[i], tags, count * sizeof *tags) == 0) {
            v->weights[i]++;
            return true;
        }
    }
}

/* ---- trail ---- */

static void undo(vm *m, uint32_t mark)
{
    unsigned char *state = m->state;
    while (m->trail_count > mark) {
        uint64_t t = m->trail[--m->trail_count];
        uint32_t old = (uint32_t)(t >> 32), offset = (uint32_t)t >> 2;
        switch (t & 3) {
        case 0: state[offset] = (unsigned char)old; break;
        case 1: layout_store(state + offset, 2, old); break;
        case 2: layout_store(state + offset, 4, old); break;
        default: {
            uint32_t length;
            memcpy(&length, m->blocks + old, 4);
            memcpy(state + offset, m->blocks + old + 4, length);
            m->block_count = old;
        }
        }
    }
}

static bool save_block(vm *m, uint32_t offset, uint32_t length)
{
    if ((uint64_t)m->block_count + length + 4 > UINT32_MAX)
        return false;
    if (m->block_count + length + 4 > m->block_capacity &&
        !grow(&m->blocks, &m->block_capacity, 1, m->block_count + length + 4))
        return false;
    memcpy(m->blocks + m->block_count, &length, 4);
    memcpy(m->blocks + m->block_count + 4, m->state + offset, length);
    m->trail[m->trail_count++] = (uint64_t)m->block_count << 32 | (uint64_t)offset << 2 | 3;
    m->block_count += length + 4;
    return true;
}

/* ---- remembered configurations ---- */

/* Entries are taken out in reverse order of insertion, which linear probing allows without
 * leaving marks; growing re-inserts in the order of the log to keep that true. */
static void forget(vm *m, uint32_t count, uint32_t keys)
{
    while (m->seen_count > count)
        m->seen[m->seen_log[--m->seen_count]].search = 0;
    m->key_count = keys;
}

static bool seen_grow(vm *m)
{
    seen_entry *old = m->seen;
    uint32_t capacity = m->seen_capacity ? m->seen_capacity * 2 : 256;
    m->seen = calloc(capacity, sizeof *m->seen);
    if (!m->seen) {
        m->seen = old;
        return false;
    }
    m->seen_capacity = capacity;
    for (uint32_t i = 0; i < m->seen_count; i++) {
        seen_entry e = old[m->seen_log[i]];
        uint32_t at = (uint32_t)e.hash & (capacity - 1);
        while (m->seen[at].search)
            at = (at + 1) & (capacity - 1);
        m->seen[at] = e;
        m->seen_log[i] = at;
    }
    free(old);
    return true;
}

static outcome visit_hashed(vm *m, uint32_t id, const vm_visit *v, uint64_t search)
{
    uint32_t length = 4 + (v->tags ? m->tag_count * 4 : 0);
    for (uint32_t i = 0; i < v->part_count; i++)
        length += v->parts[i].bytes;
    if (m->key_count + length > m->key_capacity &&
        !grow(&m->keys, &m->key_capacity, 1, m->key_count + length))
        return out_of_memory(m);
    unsigned char *key = m->keys + m->key_count, *p = key;
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
    if (2 * (m->seen_count + 1) > m->seen_capacity && !seen_grow(m))
        return out_of_memory(m);
    uint32_t mask = m->seen_capacity - 1, at = (uint32_t)hash & mask;
    for (; m->seen[at].search; at = (at + 1) & mask) {
        const seen_entry *e = &m->seen[at];
        if (e->hash == hash && e->search == search && e->length == length &&
            memcmp(m->keys + e->key, key, length) == 0)
            return EXHAUSTED;
    }
    if (m->seen_count >= m->limits.max_states)
        return fault(m, LUD_LIMIT_STATES, "the search for moves meets too many configurations");
    if (m->seen_count >= m->seen_log_capacity &&
        !grow(&m->seen_log, &m->seen_log_capacity, sizeof *m->seen_log, m->seen_count + 1))
        return out_of_memory(m);
    m->seen[at] = (seen_entry){hash, search, m->key_count, length};
    m->seen_log[m->seen_count++] = at;
    m->key_count += length;
    return FOUND;
}

static bool visit_small(vm *m, const vm_visit *v, uint64_t search)
{
    uint32_t combination = 0;
    for (uint32_t i = 0; i < v->part_count; i++)
        combination = combination * v->parts[i].radix +
                      layout_load(m->state + v->parts[i].offset, v->parts[i].width);
    uint32_t *stamp = &m->stamps[v->stamps + combination];
    if (*stamp == (uint32_t)search)
        return false;
    *stamp = (uint32_t)search;
    return true;
}

static uint64_t new_search(vm *m)
{
    m->search++;
    if ((uint32_t)m->search == 0) { /* stamps hold 32 bits: forget those of the last round */
        memset(m->stamps, 0, (m->code->stamp_count + 1) * sizeof *m->stamps);
        m->search++;
    }
    return m->search;
}

/* ---- the interpreter ---- */

static uint64_t visible_now(const vm *m)
{
    const vm_code *code = m->code;
    uint64_t mask = 0;
    for (uint32_t p = 0; p < code->player_count; p++)
        if (layout_load(m->state + code->visible_cells[p], code->visible_width) !=
            code->visible_no)
            mask |= UINT64_C(1) << p;
    return mask;
}

static bool tags_grow(vm *m)
{
    uint32_t capacity = m->tag_capacity;
    return grow(&m->tag_visible, &capacity, sizeof *m->tag_visible, m->tag_count + 2) &&
           grow(&m->tags, &m->tag_capacity, sizeof *m->tags, m->tag_count + 2);
}

static outcome push_tag(vm *m, uint32_t word)
{
    if (m->tag_count >= m->limits.max_tags)
        return fault(m, LUD_LIMIT_TAGS, "a move has more tags than the limit; can it ever end?");
    if (m->tag_count + 1 >= m->tag_capacity && !tags_grow(m))
        return out_of_memory(m);
    if (m->recording)
        m->tag_visible[m->tag_count] = visible_now(m);
    m->tags[m->tag_count++] = word;
    return FOUND;
}

static outcome emit(vm *m)
{
    if (m->count_only) {
        m->counted++;
        return FOUND;
    }
    if (m->out->count >= m->limits.max_states || m->out->word_count >= LIST_WORDS_MAX)
        return fault(m, LUD_LIMIT_STATES, "there are more legal moves than the limit");
    bool ok = m->merge ? list_merge(m->out, m->tags, m->tag_count)
                       : list_add(m->out, m->tags, m->tag_count);
    return ok ? FOUND : out_of_memory(m);
}

/* Runs from pc until the search succeeds (FOUND: state and tags are as at the end of the path)
 * or no choice above `base` is left (EXHAUSTED: all effects undone back to there). Starting
 * at 0, where FAIL stands, looks for the next success. */
static outcome run(vm *m, uint32_t pc, uint32_t base, uint64_t search)
{
#define VM_OP(name, operands) &&op_##name,
    static const void *const labels[] = {
#include "automaton/vm_ops.def"
    };
#undef VM_OP
    const uint32_t *const words = m->code->words;
    const unsigned char *const tables = m->code->layout.tables;
    unsigned char *const state = m->state;
    int32_t acc = 0;
    const uint32_t *ip = words + pc;

#define NEXT(n) do { ip += 1 + (n); goto *labels[*ip]; } while (0)
#define GOTO(address) do { ip = words + (address); goto *labels[*ip]; } while (0)
#define BACK goto op_FAIL
#define ROOM(n)                                                                                 \
    do {                                                                                        \
        if (m->trail_count + (n) > m->trail_capacity &&                                         \
            !grow(&m->trail, &m->trail_capacity, sizeof *m->trail, m->trail_count + (n)))       \
            return out_of_memory(m);                                                            \
    } while (0)
#define REMEMBER(offset, log, old)                                                              \
    m->trail[m->trail_count++] = (uint64_t)(uint32_t)(old) << 32 | (uint64_t)(offset) << 2 | (log)
#define ARITHMETIC(expression, at)                                                              \
    do {                                                                                        \
        int64_t result_ = (expression);                                                         \
        if (result_ < INT32_MIN || result_ > INT32_MAX)                                         \
            return fault_at(m, LUD_ERR_RANGE, m->code->spans[at], "an integer overflows");      \
        acc = (int32_t)result_;                                                                 \
    } while (0)

    goto *labels[*ip];

op_K: acc = (int32_t)ip[1]; NEXT(1);
op_LD8: acc = state[ip[1]]; NEXT(1);
op_LD16: acc = (int32_t)layout_load(state + ip[1], 2); NEXT(1);
op_LD32: acc = (int32_t)layout_load(state + ip[1], 4); NEXT(1);
op_A8: acc = state[(int32_t)ip[1] + acc]; NEXT(1);
op_A16: acc = (int32_t)layout_load(state + ((int32_t)ip[1] + 2 * acc), 2); NEXT(1);
op_A32: acc = (int32_t)layout_load(state + ((int32_t)ip[1] + 4 * acc), 4); NEXT(1);
op_T8: acc = tables[(int32_t)ip[1] + acc]; NEXT(1);
op_T16: acc = (int32_t)layout_load(tables + ((int32_t)ip[1] + 2 * acc), 2); NEXT(1);
op_T32: acc = (int32_t)layout_load(tables + ((int32_t)ip[1] + 4 * acc), 4); NEXT(1);
op_LDT8: acc = tables[(int32_t)ip[2] + state[ip[1]]]; NEXT(2);
op_LDA8: acc = state[(int32_t)ip[2] + state[ip[1]]]; NEXT(2);
op_LDTA8: acc = state[(int32_t)ip[3] + tables[(int32_t)ip[2] + state[ip[1]]]]; NEXT(3);
op_MULK: acc = (int32_t)((uint32_t)acc * ip[1]); NEXT(1);
op_ADDK: acc = (int32_t)((uint32_t)acc + ip[1]); NEXT(1);
op_PUT: m->temporaries[ip[1]] = acc; NEXT(1);
op_ADDS: acc = (int32_t)((uint32_t)m->temporaries[ip[1]] + (uint32_t)acc); NEXT(1);
op_SUMS: ARITHMETIC((int64_t)m->temporaries[ip[1]] + acc, ip[2]); NEXT(2);
op_SUBS: ARITHMETIC((int64_t)m->temporaries[ip[1]] - acc, ip[2]); NEXT(2);
op_MULS: ARITHMETIC((int64_t)m->temporaries[ip[1]] * acc, ip[2]); NEXT(2);
op_DIVS:
    if (acc == 0)
        return fault_at(m, LUD_ERR_RANGE, m->code->spans[ip[2]], "division by zero");
    ARITHMETIC((int64_t)m->temporaries[ip[1]] / acc, ip[2]);
    NEXT(2);
op_MODS: {
    if (acc == 0)
        return fault_at(m, LUD_ERR_RANGE, m->code->spans[ip[2]], "division by zero");
    int64_t divisor = acc < 0 ? -(int64_t)acc : acc;
    int64_t rest = m->temporaries[ip[1]] % divisor;
    acc = (int32_t)(rest < 0 ? rest + divisor : rest);
    NEXT(2);
}
op_NEG: ARITHMETIC(-(int64_t)acc, ip[1]); NEXT(1);
op_RANGE:
    if (acc < (int32_t)ip[1] || acc > (int32_t)ip[2]) {
        char text[96];
        snprintf(text, sizeof text, "%d is outside of the range %d..%d", acc, (int32_t)ip[1],
                 (int32_t)ip[2]);
        return fault_at(m, LUD_ERR_RANGE, m->code->spans[ip[3]], text);
    }
    NEXT(3);
op_EQM: {
    const unsigned char *a = (ip[2] == VM_SPACE_STATE ? state : tables) + m->temporaries[ip[1]];
    const unsigned char *b = (ip[3] == VM_SPACE_STATE ? state : tables) + acc;
    uint32_t width = ip[4], cells = ip[5];
    if (ip[6] == IR_NONE) {
        acc = memcmp(a, b, (size_t)width * cells) == 0;
    } else {
        const int32_t *list = m->code->lists + ip[6];
        acc = 1;
        for (uint32_t i = 0; i < cells && acc; i++)
            acc = memcmp(a + (size_t)list[i] * width, b + (size_t)list[i] * width, width) == 0;
    }
    NEXT(6);
}

op_JMP: GOTO(ip[1]);
op_JEQK:
    if (acc == (int32_t)ip[1])
        GOTO(ip[2]);
    NEXT(2);
op_JNEK:
    if (acc != (int32_t)ip[1])
        GOTO(ip[2]);
    NEXT(2);
op_JEQS:
    if (m->temporaries[ip[1]] == acc)
        GOTO(ip[2]);
    NEXT(2);
op_JNES:
    if (m->temporaries[ip[1]] != acc)
        GOTO(ip[2]);
    NEXT(2);
op_JLTS:
    if (m->temporaries[ip[1]] < acc)
        GOTO(ip[2]);
    NEXT(2);
op_JLES:
    if (m->temporaries[ip[1]] <= acc)
        GOTO(ip[2]);
    NEXT(2);
op_JGTS:
    if (m->temporaries[ip[1]] > acc)
        GOTO(ip[2]);
    NEXT(2);
op_JGES:
    if (m->temporaries[ip[1]] >= acc)
        GOTO(ip[2]);
    NEXT(2);

op_ST8:
    ROOM(1);
    REMEMBER(ip[1], 0, state[ip[1]]);
    state[ip[1]] = (unsigned char)acc;
    NEXT(1);
op_ST16:
    ROOM(1);
    REMEMBER(ip[1], 1, layout_load(state + ip[1], 2));
    layout_store(state + ip[1], 2, (uint32_t)acc);
    NEXT(1);
op_ST32:
    ROOM(1);
    REMEMBER(ip[1], 2, layout_load(state + ip[1], 4));
    layout_store(state + ip[1], 4, (uint32_t)acc);
    NEXT(1);
op_SA8: {
    uint32_t at = (uint32_t)((int32_t)ip[1] + m->temporaries[ip[2]]);
    ROOM(1);
    REMEMBER(at, 0, state[at]);
    state[at] = (unsigned char)acc;
    NEXT(2);
}
op_SA16: {
    uint32_t at = (uint32_t)((int32_t)ip[1] + m->temporaries[ip[2]]);
    ROOM(1);
    REMEMBER(at, 1, layout_load(state + at, 2));
    layout_store(state + at, 2, (uint32_t)acc);
    NEXT(2);
}
op_SA32: {
    uint32_t at = (uint32_t)((int32_t)ip[1] + m->temporaries[ip[2]]);
    ROOM(1);
    REMEMBER(at, 2, layout_load(state + at, 4));
    layout_store(state + at, 4, (uint32_t)acc);
    NEXT(2);
}
op_COPY: {
    uint32_t at = (uint32_t)m->temporaries[ip[1]];
    ROOM(1);
    if (!save_block(m, at, ip[3]))
        return out_of_memory(m);
    memmove(state + at, (ip[2] == VM_SPACE_STATE ? state : tables) + acc, ip[3]);
    NEXT(4);
}

op_FAIL: {
    if (m->choice_count == base)
        return EXHAUSTED;
    if (++m->steps > m->limits.max_steps)
        return fault(m, LUD_LIMIT_STEPS, "the search for moves takes too many steps");
    choice *c = &m->choices[m->choice_count - 1];
    undo(m, c->trail);
    m->tag_count = c->tags;
    ip = words + c->pc;
    switch (*ip) {
    case VM_CHOOSE: goto next_choice;
    case VM_CHOOSEL: goto next_listed;
    case VM_CHOOSEF: goto next_filtered;
    case VM_BIND:
        if (ip[3])
            goto next_bound_listed;
        goto next_bound;
    default: break;
    }
    m->choice_count--; /* FORK: its operand */
    GOTO(ip[1]);
}

#define PUSH_CHOICE(cell_, next_)                                                               \
    do {                                                                                        \
        if (m->choice_count == m->choice_capacity &&                                            \
            !grow(&m->choices, &m->choice_capacity, sizeof *m->choices, m->choice_count + 1))   \
            return out_of_memory(m);                                                            \
        choice *c_ = &m->choices[m->choice_count++];                                            \
        c_->pc = (uint32_t)(ip - words);                                                        \
        c_->trail = m->trail_count;                                                             \
        c_->tags = m->tag_count;                                                                \
        c_->cell = (cell_);                                                                     \
        c_->next = (next_);                                                                     \
        c_->acc = acc;                                                                          \
    } while (0)

op_FORK:
    if (m->rng) {
        if (ip[3])
            m->drawn *= ip[3];
        if (rng_below(m->rng, ip[2]) > 0)
            GOTO(ip[1]);
        NEXT(3);
    }
    PUSH_CHOICE(0, 0);
    NEXT(3);

    /* A choice first puts the cell's old value on the trail, below its choice point; later
     * values then overwrite without further entries. */
#define CHOICE_START(width)                                                                     \
    do {                                                                                        \
        ROOM(1);                                                                                \
        REMEMBER((uint32_t)acc, (width) == 1 ? 0u : (width) == 2 ? 1u : 2u,                     \
                 layout_load(state + acc, (uint8_t)(width)));                                   \
    } while (0)
op_CHOOSE:
    if ((int32_t)ip[2] > (int32_t)ip[3])
        BACK;
    CHOICE_START(ip[1]);
    if (m->rng) {
        uint32_t n = ip[3] - ip[2] + 1;
        m->drawn *= n;
        layout_store(state + acc, (uint8_t)ip[1], ip[2] + rng_below(m->rng, n));
        NEXT(3);
    }
    PUSH_CHOICE((uint32_t)acc, (int32_t)ip[2]);
next_choice: {
    choice *c = &m->choices[m->choice_count - 1];
    layout_store(state + c->cell, (uint8_t)ip[1], (uint32_t)c->next);
    if (c->next++ == (int32_t)ip[3])
        m->choice_count--;
    NEXT(3);
}
op_CHOOSEL:
    if (ip[3] == 0)
        BACK;
    CHOICE_START(ip[1]);
    if (m->rng) {
        m->drawn *= ip[3];
        layout_store(state + acc, (uint8_t)ip[1],
                     (uint32_t)m->code->lists[ip[2] + rng_below(m->rng, ip[3])]);
        NEXT(3);
    }
    PUSH_CHOICE((uint32_t)acc, 0);
next_listed: {
    choice *c = &m->choices[m->choice_count - 1];
    layout_store(state + c->cell, (uint8_t)ip[1], (uint32_t)m->code->lists[(int32_t)ip[2] + c->next]);
    if (++c->next == (int32_t)ip[3])
        m->choice_count--;
    NEXT(3);
}
op_CHOOSEF:
    ROOM(1);
    REMEMBER(ip[1], 0, state[ip[1]]);
    if (m->rng) {
        uint32_t n = ip[3] - ip[2] + 1, v = ip[2] + rng_below(m->rng, n);
        m->drawn *= n;
        if ((state[(int32_t)(ip[4] + v)] == acc) != (ip[5] != 0))
            BACK;
        state[ip[1]] = (unsigned char)v;
        NEXT(5);
    }
    PUSH_CHOICE(ip[1], (int32_t)ip[2]);
next_filtered: {
    choice *c = &m->choices[m->choice_count - 1];
    const unsigned char *array = state + (int32_t)ip[4];
    int32_t v = c->next, high = (int32_t)ip[3], wanted = (unsigned char)c->acc == c->acc ? c->acc : -1;
    /* The array may be what the cell lies in only if the rules index a scalar; it cannot. */
    if (ip[5])
        while (v <= high && array[v] != wanted)
            v++;
    else
        while (v <= high && array[v] == wanted)
            v++;
    if (v > high) {
        m->choice_count--;
        BACK;
    }
    state[c->cell] = (unsigned char)v;
    c->next = v + 1;
    if (v == high)
        m->choice_count--;
    NEXT(5);
}
op_EMITF: {
    const unsigned char *array = state + (int32_t)ip[4];
    int32_t low = (int32_t)ip[2], high = (int32_t)ip[3];
    bool want = ip[5] != 0;
    uint32_t tag_base = ip[6];
    if (m->tag_count >= m->limits.max_tags)
        return fault(m, LUD_LIMIT_TAGS, "a move has more tags than the limit; can it ever end?");
    if (m->tag_count + 1 >= m->tag_capacity && !tags_grow(m))
        return out_of_memory(m);
    if (m->rng) {
        uint32_t n = (uint32_t)(high - low) + 1;
        int32_t v = low + (int32_t)rng_below(m->rng, n);
        m->drawn *= n;
        if ((array[v] == acc) != want)
            BACK;
        m->tags[m->tag_count++] = tag_base + (uint32_t)v;
        return FOUND;
    }
    for (int32_t v = low; v <= high; v++) {
        if ((array[v] == acc) != want)
            continue;
        m->tags[m->tag_count++] = tag_base + (uint32_t)v;
        if (emit(m) == FAULT)
            return FAULT;
        m->tag_count--;
    }
    BACK;
}
op_VISIT: {
    const vm_visit *v = &m->code->visits[ip[1]];
    if (v->small) {
        if (!visit_small(m, v, search))
            BACK;
        NEXT(1);
    }
    switch (visit_hashed(m, ip[1], v, search)) {
    case EXHAUSTED: BACK;
    case FAULT: return FAULT;
    default: NEXT(1);
    }
}
op_REACH: {
    if (m->depth >= m->limits.max_depth)
        return fault(m, LUD_LIMIT_DEPTH, "reachabilities are nested too deeply");
    if (++m->steps > m->limits.max_steps)
        return fault(m, LUD_LIMIT_STEPS, "the search for moves takes too many steps");
    uint32_t trail = m->trail_count, tags = m->tag_count, choices = m->choice_count;
    uint32_t seen = m->seen_count, keys = m->key_count;
    lud_rng *drawing = m->rng; /* inside, all paths count again */
    m->rng = NULL;
    m->depth++;
    outcome o = run(m, ip[1], choices, new_search(m));
    m->depth--;
    m->rng = drawing;
    if (o == FAULT)
        return FAULT;
    undo(m, trail);
    m->choice_count = choices;
    m->tag_count = tags;
    forget(m, seen, keys);
    acc = o == FOUND;
    NEXT(1);
}
op_SUCCESS: return FOUND;

op_TAGK:
    if (push_tag(m, ip[1]) == FAULT)
        return FAULT;
    NEXT(1);
op_TAG:
    if (push_tag(m, ip[1] + (uint32_t)acc) == FAULT)
        return FAULT;
    NEXT(1);
op_MTAGK:
    if (m->matching && (m->tag_count >= m->match_count || m->match[m->tag_count] != ip[1]))
        BACK;
    if (push_tag(m, ip[1]) == FAULT)
        return FAULT;
    NEXT(1);
op_MTAG: {
    uint32_t word = ip[1] + (uint32_t)acc;
    if (m->matching && (m->tag_count >= m->match_count || m->match[m->tag_count] != word))
        BACK;
    if (push_tag(m, word) == FAULT)
        return FAULT;
    NEXT(1);
}
op_BIND:
    if (m->matching) {
        if (m->tag_count >= m->match_count)
            BACK;
        int32_t value = (int32_t)(m->match[m->tag_count] - ip[2]);
        bool in = !ip[3] && value >= (int32_t)ip[4] && value <= (int32_t)ip[5];
        for (uint32_t i = 0; ip[3] && i < ip[5] && !in; i++)
            in = m->code->lists[ip[4] + i] == value;
        if (!in)
            BACK;
        CHOICE_START(ip[1]);
        layout_store(state + acc, (uint8_t)ip[1], (uint32_t)value);
        NEXT(5);
    }
    if (ip[3]) {
        CHOICE_START(ip[1]);
        PUSH_CHOICE((uint32_t)acc, 0);
    next_bound_listed: {
        choice *c = &m->choices[m->choice_count - 1];
        layout_store(state + c->cell, (uint8_t)ip[1],
                     (uint32_t)m->code->lists[(int32_t)ip[4] + c->next]);
        if (++c->next == (int32_t)ip[5])
            m->choice_count--;
        NEXT(5);
    }
    }
    if ((int32_t)ip[4] > (int32_t)ip[5])
        BACK;
    CHOICE_START(ip[1]);
    PUSH_CHOICE((uint32_t)acc, (int32_t)ip[4]);
next_bound: {
    choice *c = &m->choices[m->choice_count - 1];
    layout_store(state + c->cell, (uint8_t)ip[1], (uint32_t)c->next);
    if (c->next++ == (int32_t)ip[5])
        m->choice_count--;
    NEXT(5);
}
op_EMIT:
    if (m->rng)
        return FOUND;
    if (emit(m) == FAULT)
        return FAULT;
    BACK;
op_FINAL:
    if (m->matching && m->tag_count != m->match_count)
        BACK;
    m->final_node = ip[1];
    return FOUND;
}

/* ---- searches from outside ---- */

static void begin_search(vm *m)
{
    forget(m, 0, 0);
    m->choice_count = m->trail_count = m->tag_count = m->block_count = m->depth = 0;
    m->steps = 0;
    m->top_search = new_search(m);
}

/* What was written before the first choice is undone here: no choice point remembers it. */
static outcome finish(vm *m, outcome o)
{
    if (o == EXHAUSTED)
        undo(m, 0);
    return o;
}

static outcome first(vm *m, uint32_t pc)
{
    begin_search(m);
    return finish(m, run(m, pc, 0, m->top_search));
}

static outcome next(vm *m) { return finish(m, run(m, 0, 0, m->top_search)); }

/* Makes what the search did so far the state. */
static void commit(vm *m)
{
    m->trail_count = m->choice_count = 0;
    memcpy(m->state, &m->final_node, sizeof m->final_node);
}

static lud_status give_up(vm *m)
{
    undo(m, 0);
    return m->fault.status;
}

int vm_role(const vm_code *code, const void *state)
{
    const layout_slot *s = &code->layout.variables[code->g->player];
    return code->roles[layout_load((const unsigned char *)state + s->offset, s->width)];
}

bool vm_terminal(const vm_code *code, const void *state) { return vm_node(state) == code->g->end; }

void vm_initial(const vm_code *code, void *state)
{
    memcpy(state, code->layout.initial, code->layout.state_size);
    memcpy(state, &code->g->begin, sizeof code->g->begin);
}

static lud_status stuck(vm *m)
{
    int role = vm_role(m->code, m->state);
    char text[200];
    const ir_game *g = m->code->g;
    if (role == VM_ROLE_KEEPER)
        snprintf(text, sizeof text, "the keeper is stuck at node `%.60s`: no path goes on, yet the "
                 "game is not over", ir_node_name(g, vm_node(m->state)));
    else if (role > 0)
        snprintf(text, sizeof text, "`%.60s` is stuck at node `%.60s`: no legal move, yet the game is "
                 "not over", ir_symbol_name(g, ir_type_at(g, g->player_type)->symbols[role - 1]),
                 ir_node_name(g, vm_node(m->state)));
    else
        snprintf(text, sizeof text, "%s is stuck at node `%.60s`: no legal move, yet the game is not "
                 "over", role == 0 ? "random" : "nobody moves, the game",
                 ir_node_name(g, vm_node(m->state)));
    fault(m, LUD_ERR_STUCK, text);
    return LUD_ERR_STUCK;
}

/* ---- percepts ---- */

void vm_percepts_clear(vm *m) { m->percept_count = 0; }

uint32_t vm_percept_count(const vm *m, uint32_t role)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->percept_count; i++)
        count += (uint32_t)(m->percepts[i] >> 32) == role;
    return count;
}

uint32_t vm_percept_word(const vm *m, uint32_t role, uint32_t index)
{
    for (uint32_t i = 0; i < m->percept_count; i++)
        if ((uint32_t)(m->percepts[i] >> 32) == role && index-- == 0)
            return (uint32_t)m->percepts[i];
    return 0;
}

void vm_listen(vm *m, bool on) { m->listening = on; }

/* Hands the tags of the path just found to those who saw them. */
static bool perceive(vm *m)
{
    for (uint32_t i = 0; (m->listening || m->recording) && i < m->tag_count; i++)
        for (uint32_t p = 0; p < m->code->player_count; p++) {
            if (m->recording && !(m->tag_visible[i] >> p & 1))
                continue;
            if (m->listening) {
                if (m->percept_count == m->percept_capacity &&
                    !grow(&m->percepts, &m->percept_capacity, sizeof *m->percepts,
                          m->percept_count + 1))
                    return false;
                m->percepts[m->percept_count++] = (uint64_t)(p + 1) << 32 | m->tags[i];
            }
            if (m->recording) {
                unsigned char *at = m->state + m->code->layout.observation + 8 * p;
                uint64_t h;
                memcpy(&h, at, 8);
                h = hash_mix(h * UINT64_C(0x9e3779b97f4a7c15) + m->tags[i] + 1);
                memcpy(at, &h, 8);
            }
        }
    return true;
}

/* ---- applying ---- */

static bool same_position(const vm *m, uint32_t node, uint32_t other_node)
{
    return node == other_node && memcmp(m->state + 4, m->result + 4,
                                        m->code->layout.variables_end - 4) == 0;
}

/* A path was found that may not be the only one: others must lead to the same state (by the
 * same tags, if no move was given). Leaves the search as after the first path. */
static lud_status only_result(vm *m, lud_status otherwise, const char *message)
{
    const layout *l = &m->code->layout;
    uint32_t node = m->final_node, tag_count = m->tag_count;
    uint64_t tags = hash_words(m->tags, tag_count);
    if (!perceive(m))
        return out_of_memory(m), LUD_ERR_MEMORY;
    memcpy(m->result, m->state, l->state_size);
    for (;;) {
        outcome o = next(m);
        if (o == FAULT)
            return m->fault.status;
        if (o == EXHAUSTED)
            break;
        if (!same_position(m, m->final_node, node) || m->tag_count != tag_count ||
            hash_words(m->tags, tag_count) != tags) {
            fault(m, otherwise, message);
            return otherwise;
        }
    }
    memcpy(m->state, m->result, l->state_size);
    m->final_node = node;
    m->trail_count = 0;
    return LUD_OK;
}

static lud_status keeper_step(vm *m)
{
    const vm_decision *d = &m->code->decisions[vm_node(m->state)];
    m->matching = false;
    outcome o = first(m, d->apply);
    if (o == FAULT)
        return give_up(m);
    if (o == EXHAUSTED)
        return stuck(m);
    lud_status s = LUD_OK;
    if (!d->deterministic)
        s = only_result(m, LUD_ERR_KEEPER, "the keeper has several moves here");
    else if (!perceive(m))
        s = (out_of_memory(m), LUD_ERR_MEMORY);
    if (s != LUD_OK) {
        undo(m, 0);
        return s;
    }
    commit(m);
    return LUD_OK;
}

static lud_status settle(vm *m)
{
    const vm_code *code = m->code;
    for (uint64_t steps = 0; !vm_terminal(code, m->state); steps++) {
        if (vm_role(code, m->state) != VM_ROLE_KEEPER)
            return LUD_OK;
        if (steps > m->limits.max_plies) {
            fault(m, LUD_LIMIT_PLIES, "the keeper goes on without end");
            return give_up(m);
        }
        lud_status s = keeper_step(m);
        if (s != LUD_OK)
            return s;
    }
    return LUD_OK;
}

static lud_status in_copy(vm *m, void *state, lud_status (*work)(vm *))
{
    memcpy(m->state, state, m->code->layout.state_size);
    m->recording = m->code->hidden;
    lud_status s = work(m);
    m->recording = false;
    if (s == LUD_OK)
        memcpy(state, m->state, m->code->layout.state_size);
    return s;
}

lud_status vm_settle(vm *m, void *state) { return in_copy(m, state, settle); }
lud_status vm_step(vm *m, void *state) { return in_copy(m, state, keeper_step); }

enum { WAYS_MAX = 64 };

/* The paths of one move, the first of which was just found. */
typedef struct way_list {
    uint32_t paths, ways;
    uint32_t nodes[WAYS_MAX];
    uint64_t hashes[WAYS_MAX]; /* of the state after */
    uint32_t first[WAYS_MAX];  /* number of the first path of the way */
} way_list;

static uint64_t hash_position(const vm *m)
{
    return hash_bytes(m->state + 4, m->code->layout.variables_end - 4, m->final_node);
}

/* Same tags, same node, but other values: the rules contradict themselves, as in the RG
 * reference. */
static outcome find_ways(vm *m, way_list *w)
{
    outcome o = FOUND;
    for (w->paths = 0, w->ways = 0; o == FOUND; w->paths++, o = next(m)) {
        uint64_t hash = hash_position(m);
        uint32_t i = 0;
        while (i < w->ways && w->nodes[i] != m->final_node)
            i++;
        if (i < w->ways && w->hashes[i] != hash)
            return fault(m, LUD_ERR_AMBIGUOUS, "two moves with equal tags lead to different states");
        if (i < w->ways || i == WAYS_MAX)
            continue;
        w->nodes[i] = m->final_node;
        w->hashes[i] = hash;
        w->first[i] = w->paths;
        w->ways++;
    }
    return o;
}

/* Runs the search again up to path number `path`. */
static outcome find_path(vm *m, const vm_decision *d, uint32_t path)
{
    outcome o = first(m, d->exact);
    while (o == FOUND && path-- > 0)
        o = next(m);
    return o;
}

/* Leaves the search at the end of the path that is to be taken. */
static outcome match_move(vm *m, const vm_decision *d, vm_way *way)
{
    outcome o = first(m, d->single ? d->apply : d->exact);
    if (o != FOUND || d->single) {
        if (way)
            way->ways = 1;
        return o;
    }
    way_list w;
    if (find_ways(m, &w) == FAULT)
        return FAULT;
    uint32_t path = 0;
    if (way) {
        way->ways = w.ways;
        if (!way->rng && way->way >= w.ways)
            return fault(m, LUD_ERR_ARGUMENT, "the move cannot be made in that many ways");
        path = way->rng ? rng_below(way->rng, w.paths) : w.first[way->way];
    }
    return find_path(m, d, path);
}

lud_status vm_apply(vm *m, void *state, const uint32_t *words, uint32_t count, vm_way *way)
{
    const vm_code *code = m->code;
    if (vm_terminal(code, state))
        return LUD_ERR_TERMINAL;
    memcpy(m->state, state, code->layout.state_size);
    m->matching = true;
    m->match = words;
    m->match_count = count;
    m->recording = code->hidden;
    outcome o = match_move(m, &code->decisions[vm_node(state)], way);
    lud_status s = LUD_OK;
    if (o == FAULT)
        s = m->fault.status;
    else if (o == EXHAUSTED)
        s = LUD_ERR_ILLEGAL;
    else if (!perceive(m))
        s = (out_of_memory(m), LUD_ERR_MEMORY);
    m->recording = false;
    m->matching = false;
    if (s != LUD_OK)
        return s;
    commit(m);
    memcpy(state, m->state, code->layout.state_size);
    return LUD_OK;
}

/* ---- listing ---- */

static void list_clear(vm_moves *out)
{
    out->count = out->word_count = 0;
    out->total = 0;
    if (out->starts)
        out->starts[0] = 0;
}

static lud_status not_moving(vm *m, const void *state)
{
    if (vm_terminal(m->code, state))
        return LUD_ERR_TERMINAL;
    if (!m->code->decisions[vm_node(state)].is)
        return LUD_ERR_ARGUMENT;
    return LUD_OK;
}

lud_status vm_list(vm *m, const void *state, bool exact, vm_moves *out)
{
    lud_status s = not_moving(m, state);
    list_clear(out);
    if (s != LUD_OK)
        return s;
    memcpy(m->state, state, m->code->layout.state_size);
    const vm_decision *d = &m->code->decisions[vm_node(state)];
    m->out = out;
    m->merge = !d->single;
    m->matching = m->count_only = false;
    if (m->merge && !list_rehash(out))
        return out_of_memory(m), LUD_ERR_MEMORY;
    outcome o;
    if (d->single || !exact) {
        o = first(m, d->generate);
    } else {
        o = first(m, d->exact);
        while (o == FOUND) {
            o = emit(m) == FAULT ? FAULT : next(m);
        }
    }
    if (o == FAULT)
        return m->fault.status;
    if (!exact)
        for (uint32_t i = 0; m->merge && i < out->count; i++)
            out->weights[i] = 1;
    if (out->count == 0)
        return stuck(m);
    for (uint32_t i = 0; i < out->count; i++)
        out->total += out->weights[i];
    return LUD_OK;
}

/* ---- drawing a move ---- */

/* How many paths are drawn in vain before listing is tried, and kept to for this playout. */
enum { ATTEMPTS_MAX = 32 };

void vm_sample_reset(vm *m)
{
    if (++m->playout == 0) {
        memset(m->no_sampling, 0, (m->code->g->nodes.count + 1) * sizeof *m->no_sampling);
        m->playout = 1;
    }
}

/* Draws a path by picking evenly at every place, and accepts it with a probability
 * proportional to how unlikely it was (rejection sampling; von Neumann 1951). Each move has
 * one path, so that every move is equally likely at each attempt; listing after a number of
 * failures does not change that. */
static outcome draw_path(vm *m, const vm_decision *d, lud_rng *rng)
{
    for (uint32_t attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        m->rng = rng;
        m->drawn = 1;
        outcome o = first(m, d->generate);
        m->rng = NULL;
        undo(m, 0);
        if (o == FAULT)
            return FAULT;
        if (o == FOUND && (m->drawn == d->width ||
                           rng_below(rng, (uint32_t)d->width) < (uint32_t)m->drawn))
            return FOUND;
    }
    return EXHAUSTED;
}

lud_status vm_sample(vm *m, const void *state, lud_rng *rng, vm_moves *scratch,
                     const uint32_t **words, uint32_t *count)
{
    lud_status s = not_moving(m, state);
    if (s != LUD_OK)
        return s;
    uint32_t node = vm_node(state);
    const vm_decision *d = &m->code->decisions[node];
    if (d->single && d->width > 0 && m->no_sampling[node] != m->playout) {
        memcpy(m->state, state, m->code->layout.state_size);
        m->matching = false;
        outcome o = draw_path(m, d, rng);
        if (o == FAULT)
            return m->fault.status;
        if (o == FOUND) {
            if (m->tag_count + 1 > m->sampled_capacity &&
                !grow(&m->sampled, &m->sampled_capacity, sizeof *m->sampled, m->tag_count + 1))
                return out_of_memory(m), LUD_ERR_MEMORY;
            memcpy(m->sampled, m->tags, m->tag_count * sizeof *m->tags);
            *words = m->sampled;
            *count = m->tag_count;
            return LUD_OK;
        }
        m->no_sampling[node] = m->playout;
    }
    s = vm_list(m, state, false, scratch);
    if (s != LUD_OK)
        return s;
    uint32_t i = rng_below(rng, scratch->count);
    *words = scratch->words + scratch->starts[i];
    *count = scratch->starts[i + 1] - scratch->starts[i];
    return LUD_OK;
}

lud_status vm_count(vm *m, const void *state, bool exact, vm_moves *scratch, uint64_t *count)
{
    lud_status s = not_moving(m, state);
    *count = 0;
    if (s != LUD_OK)
        return s;
    const vm_decision *d = &m->code->decisions[vm_node(state)];
    if (!d->single) {
        s = vm_list(m, state, exact, scratch);
        *count = exact ? scratch->total : scratch->count;
        return s;
    }
    memcpy(m->state, state, m->code->layout.state_size);
    m->matching = false;
    m->count_only = true;
    m->counted = 0;
    outcome o = first(m, d->generate);
    m->count_only = false;
    *count = m->counted;
    if (o == FAULT)
        return m->fault.status;
    return m->counted ? LUD_OK : stuck(m);
}

lud_status vm_successors(vm *m, const void *state, vm_successor each, void *user)
{
    lud_status s = not_moving(m, state);
    if (s != LUD_OK)
        return s;
    memcpy(m->state, state, m->code->layout.state_size);
    m->matching = false;
    outcome o = first(m, m->code->decisions[vm_node(state)].exact);
    uint32_t start = vm_node(state);
    while (o == FOUND) {
        memcpy(m->state, &m->final_node, sizeof m->final_node);
        bool more = each(user, m->state, m->tags, m->tag_count);
        memcpy(m->state, &start, sizeof start);
        if (!more)
            return LUD_OK;
        o = next(m);
    }
    return o == FAULT ? m->fault.status : LUD_OK;
}

const char *vm_word_text(const vm_code *code, uint32_t word, char *buffer)
{
    if (word < code->g->symbols.count)
        return ir_symbol_name(code->g, word);
    snprintf(buffer, 16, "%d", (int32_t)(word - UINT32_C(0xC0000000)));
    return buffer;
}
