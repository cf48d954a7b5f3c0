/* The interpreter proper: one backtracking search. */
#include "automaton/vm_inside.h"

#include "base/rng.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LIST_WORDS_MAX = 1 << 26 };

/* ---- trail ---- */

void vm_undo(vm *m, uint32_t mark)
{
    unsigned char *state = m->state;
    m->work[1] += m->trail_count - mark;
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

static bool visit_small(vm *m, const plan_visit *v, uint64_t search)
{
    uint32_t combination = 0;
    for (uint32_t i = 0; i < v->part_count; i++)
        combination = combination * v->parts[i].radix + layout_load(m->state + v->parts[i].offset, v->parts[i].width);
    uint32_t *stamp = &m->stamps[v->stamps + combination];
    if (*stamp == (uint32_t)search)
        return false;
    *stamp = (uint32_t)search;
    return true;
}

uint64_t vm_new_search(vm *m)
{
    m->search++;
    if ((uint32_t)m->search == 0) { /* stamps hold 32 bits: forget those of the last round */
        memset(m->stamps, 0, (m->code->stamp_count + 1) * sizeof *m->stamps);
        m->search++;
    }
    return m->search;
}

/* ---- the interpreter ---- */

/* When steps reach look_at: FAULT, or FOUND with the next look_at. */
static outcome vm_look(vm *m)
{
    if (m->steps > m->limits.max_steps)
        return vm_fault_here(m, LUD_LIMIT_STEPS, "the search for moves takes too many steps");
    if (control_stopped(m->control))
        return vm_fault_here(m, LUD_INTERRUPTED, "interrupted");
    uint64_t left = m->limits.max_steps - m->steps + 1;
    m->look_at = m->steps + (left < VM_LOOK_STEPS ? left : VM_LOOK_STEPS);
    return FOUND;
}

static uint64_t visible_now(const vm *m)
{
    const vm_code *code = m->code;
    uint64_t mask = 0;
    for (uint32_t p = 0; p < code->players.count; p++)
        if (layout_load(m->state + code->players.visible_cells[p], code->players.visible_width) !=
            code->players.visible_no)
            mask |= UINT64_C(1) << p;
    return mask;
}

static bool vm_tags_grow(vm *m)
{
    uint32_t capacity = m->tag_capacity;
    bool ok = vm_grow(&m->tag_visible, &capacity, sizeof *m->tag_visible, m->tag_count + 2) &&
              vm_grow(&m->tags, &m->tag_capacity, sizeof *m->tags, m->tag_count + 2);
    vm_tags_moved(m);
    return ok;
}

static outcome push_tag(vm *m, uint32_t word)
{
    if (m->tag_count >= m->limits.max_tags)
        return vm_fault_here(m, LUD_LIMIT_TAGS, "a move has more tags than the limit; can it ever end?");
    if (m->tag_count + 1 >= m->tag_capacity && !vm_tags_grow(m))
        return vm_no_memory(m);
    if (m->recording)
        m->tag_visible[m->tag_count] = visible_now(m);
    m->tags[m->tag_count++] = word;
    return FOUND;
}

outcome vm_emit(vm *m)
{
    if (m->count_only) {
        m->counted++;
        return FOUND;
    }
    if (m->out->count >= m->limits.max_states || m->out->word_count >= LIST_WORDS_MAX)
        return vm_fault_here(m, LUD_LIMIT_STATES, "there are more legal moves than the limit");
    bool ok = m->merge ? vm_list_merge(m->out, m->tags, m->tag_count, m->weighs ? vm_weight_here(m) : 1)
                       : vm_list_add(m->out, m->tags, m->tag_count);
    return ok ? FOUND : vm_no_memory(m);
}

/* A reachability asked in the midst of arithmetic: its own would overwrite the temporaries. */
static outcome run_aside(vm *m, uint32_t pc, uint32_t temporaries)
{
    int32_t kept[VM_TEMPORARIES];
    memcpy(kept, m->temporaries, temporaries * sizeof *kept);
    outcome o = vm_run(m, pc, m->choice_count, vm_new_search(m));
    memcpy(m->temporaries, kept, temporaries * sizeof *kept);
    return o;
}

/* Runs from pc until the search succeeds (FOUND: state and tags are as at the end of the path)
 * or no choice above `base` is left (EXHAUSTED: all effects undone back to there). Starting
 * at 0, where FAIL stands, looks for the next success. */
outcome vm_run(vm *m, uint32_t pc, uint32_t base, uint64_t search)
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

#define VM_OP(name, operands) WORDS_##name = 1 + (operands),
    enum {
#include "automaton/vm_ops.def"
    };
#undef VM_OP

#define NEXT(op)                                                                                                       \
    do {                                                                                                               \
        ip += WORDS_##op;                                                                                              \
        goto *labels[*ip];                                                                                             \
    } while (0)
#define GOTO(address)                                                                                                  \
    do {                                                                                                               \
        ip = words + (address);                                                                                        \
        goto *labels[*ip];                                                                                             \
    } while (0)
#define BACK goto op_FAIL
#define ROOM(n)                                                                                                        \
    do {                                                                                                               \
        if (m->trail_count + (n) > m->trail_capacity &&                                                                \
            !vm_grow(&m->trail, &m->trail_capacity, sizeof *m->trail, m->trail_count + (n)))                           \
            return vm_no_memory(m);                                                                                    \
    } while (0)
#define REMEMBER(offset, log, old)                                                                                     \
    m->trail[m->trail_count++] = (uint64_t)(uint32_t)(old) << 32 | (uint64_t)(offset) << 2 | (log)
#define ARITHMETIC(expression, at)                                                                                     \
    do {                                                                                                               \
        int64_t result_ = (expression);                                                                                \
        if (result_ < INT32_MIN || result_ > INT32_MAX)                                                                \
            return vm_fault_at(m, LUD_ERR_RANGE, m->code->spans[at], "an integer overflows");                          \
        acc = (int32_t)result_;                                                                                        \
    } while (0)

    goto *labels[*ip];

op_K:
    acc = (int32_t)ip[1];
    NEXT(K);
op_LD8:
    acc = state[ip[1]];
    NEXT(LD8);
op_LD16:
    acc = (int32_t)layout_load(state + ip[1], 2);
    NEXT(LD16);
op_LD32:
    acc = (int32_t)layout_load(state + ip[1], 4);
    NEXT(LD32);
op_A8:
    acc = state[(int32_t)ip[1] + acc];
    NEXT(A8);
op_A16:
    acc = (int32_t)layout_load(state + ((int32_t)ip[1] + 2 * acc), 2);
    NEXT(A16);
op_A32:
    acc = (int32_t)layout_load(state + ((int32_t)ip[1] + 4 * acc), 4);
    NEXT(A32);
op_T8:
    acc = tables[(int32_t)ip[1] + acc];
    NEXT(T8);
op_T16:
    acc = (int32_t)layout_load(tables + ((int32_t)ip[1] + 2 * acc), 2);
    NEXT(T16);
op_T32:
    acc = (int32_t)layout_load(tables + ((int32_t)ip[1] + 4 * acc), 4);
    NEXT(T32);
op_LDT8:
    acc = tables[(int32_t)ip[2] + state[ip[1]]];
    NEXT(LDT8);
op_LDA8:
    acc = state[(int32_t)ip[2] + state[ip[1]]];
    NEXT(LDA8);
op_LDTA8:
    acc = state[(int32_t)ip[3] + tables[(int32_t)ip[2] + state[ip[1]]]];
    NEXT(LDTA8);
op_MULK:
    acc = (int32_t)((uint32_t)acc * ip[1]);
    NEXT(MULK);
op_ADDK:
    acc = (int32_t)((uint32_t)acc + ip[1]);
    NEXT(ADDK);
op_PUT:
    m->temporaries[ip[1]] = acc;
    NEXT(PUT);
op_ADDS:
    acc = (int32_t)((uint32_t)m->temporaries[ip[1]] + (uint32_t)acc);
    NEXT(ADDS);
op_SUMS:
    ARITHMETIC((int64_t)m->temporaries[ip[1]] + acc, ip[2]);
    NEXT(SUMS);
op_SUBS:
    ARITHMETIC((int64_t)m->temporaries[ip[1]] - acc, ip[2]);
    NEXT(SUBS);
op_MULS:
    ARITHMETIC((int64_t)m->temporaries[ip[1]] * acc, ip[2]);
    NEXT(MULS);
op_DIVS:
    if (acc == 0)
        return vm_fault_at(m, LUD_ERR_RANGE, m->code->spans[ip[2]], "division by zero");
    ARITHMETIC((int64_t)m->temporaries[ip[1]] / acc, ip[2]);
    NEXT(DIVS);
op_MODS : {
    if (acc == 0)
        return vm_fault_at(m, LUD_ERR_RANGE, m->code->spans[ip[2]], "division by zero");
    int64_t divisor = acc < 0 ? -(int64_t)acc : acc;
    int64_t rest = m->temporaries[ip[1]] % divisor;
    acc = (int32_t)(rest < 0 ? rest + divisor : rest);
    NEXT(MODS);
}
op_NEG:
    ARITHMETIC(-(int64_t)acc, ip[1]);
    NEXT(NEG);
op_RANGE:
    if (acc < (int32_t)ip[1] || acc > (int32_t)ip[2]) {
        char text[96];
        snprintf(text, sizeof text, "%d is outside of the range %d..%d", acc, (int32_t)ip[1], (int32_t)ip[2]);
        return vm_fault_at(m, LUD_ERR_RANGE, m->code->spans[ip[3]], text);
    }
    NEXT(RANGE);
op_EQM : {
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
    NEXT(EQM);
}

op_HASH:
    acc = hash_value(m->temporaries[ip[1]], acc);
    NEXT(HASH);
op_HASHM : {
    const unsigned char *cells = (ip[2] == VM_SPACE_STATE ? state : tables) + acc;
    acc = hash_cells(m->temporaries[ip[1]], cells, (int)ip[4], (int)ip[3],
                     ip[5] == IR_NONE ? NULL : m->code->lists + ip[5]);
    NEXT(HASHM);
}
op_TIMES : {
    const unsigned char *cells = (ip[3] == VM_SPACE_STATE ? state : tables) + m->temporaries[ip[1]];
    acc = count_pairs(cells, (int)ip[6], (int)ip[4], (int)ip[5], m->temporaries[ip[2]], acc);
    NEXT(TIMES);
}

op_FIRST : {
    const unsigned char *cells = (ip[2] == VM_SPACE_STATE ? state : tables) + m->temporaries[ip[1]];
    const int32_t *list = m->code->lists + ip[6];
    const uint32_t wanted = (uint32_t)acc - ip[4], count = ip[5];
    uint32_t i = 0;
    for (; i < count && layout_load(cells + (size_t)list[i] * ip[3], (uint8_t)ip[3]) != wanted; i++) {
    }
    if (i == count) {
        char text[96];
        snprintf(text, sizeof text, "there is no room for another element: there may be %u", count);
        vm_fault_at(m, LUD_LIMIT_STATES, m->code->spans[ip[8]], text);
        m->fault.full = true;
        return FAULT;
    }
    acc = list[i] + (int32_t)ip[7];
    NEXT(FIRST);
}

op_REAL:
    if (vm_real(m, ip, &acc) == FAULT)
        return FAULT;
    NEXT(REAL);

op_JMP:
    GOTO(ip[1]);
op_JEQK:
    if (acc == (int32_t)ip[1])
        GOTO(ip[2]);
    NEXT(JEQK);
op_JNEK:
    if (acc != (int32_t)ip[1])
        GOTO(ip[2]);
    NEXT(JNEK);
op_JEQS:
    if (m->temporaries[ip[1]] == acc)
        GOTO(ip[2]);
    NEXT(JEQS);
op_JNES:
    if (m->temporaries[ip[1]] != acc)
        GOTO(ip[2]);
    NEXT(JNES);
op_JLTS:
    if (m->temporaries[ip[1]] < acc)
        GOTO(ip[2]);
    NEXT(JLTS);
op_JLES:
    if (m->temporaries[ip[1]] <= acc)
        GOTO(ip[2]);
    NEXT(JLES);
op_JGTS:
    if (m->temporaries[ip[1]] > acc)
        GOTO(ip[2]);
    NEXT(JGTS);
op_JGES:
    if (m->temporaries[ip[1]] >= acc)
        GOTO(ip[2]);
    NEXT(JGES);

op_ST8:
    ROOM(1);
    REMEMBER(ip[1], 0, state[ip[1]]);
    state[ip[1]] = (unsigned char)acc;
    NEXT(ST8);
op_ST16:
    ROOM(1);
    REMEMBER(ip[1], 1, layout_load(state + ip[1], 2));
    layout_store(state + ip[1], 2, (uint32_t)acc);
    NEXT(ST16);
op_ST32:
    ROOM(1);
    REMEMBER(ip[1], 2, layout_load(state + ip[1], 4));
    layout_store(state + ip[1], 4, (uint32_t)acc);
    NEXT(ST32);
op_SA8 : {
    uint32_t at = (uint32_t)((int32_t)ip[1] + m->temporaries[ip[2]]);
    ROOM(1);
    REMEMBER(at, 0, state[at]);
    state[at] = (unsigned char)acc;
    NEXT(SA8);
}
op_SA16 : {
    uint32_t at = (uint32_t)((int32_t)ip[1] + m->temporaries[ip[2]]);
    ROOM(1);
    REMEMBER(at, 1, layout_load(state + at, 2));
    layout_store(state + at, 2, (uint32_t)acc);
    NEXT(SA16);
}
op_SA32 : {
    uint32_t at = (uint32_t)((int32_t)ip[1] + m->temporaries[ip[2]]);
    ROOM(1);
    REMEMBER(at, 2, layout_load(state + at, 4));
    layout_store(state + at, 4, (uint32_t)acc);
    NEXT(SA32);
}
op_COPY : {
    uint32_t at = (uint32_t)m->temporaries[ip[1]];
    ROOM(1);
    if (!vm_keep_block(m, at, ip[3]))
        return vm_no_memory(m);
    memmove(state + at, (ip[2] == VM_SPACE_STATE ? state : tables) + acc, ip[3]);
    NEXT(COPY);
}

op_FAIL : {
    if (m->choice_count == base)
        return EXHAUSTED;
    if (++m->steps >= m->look_at && vm_look(m) == FAULT)
        return FAULT;
    vm_choice *c = &m->choices[m->choice_count - 1];
    vm_undo(m, c->trail);
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

#define PUSH_CHOICE(cell_, next_)                                                                                      \
    do {                                                                                                               \
        if (m->choice_count == m->choice_capacity &&                                                                   \
            !vm_grow(&m->choices, &m->choice_capacity, sizeof *m->choices, m->choice_count + 1))                       \
            return vm_no_memory(m);                                                                                    \
        vm_choice *c_ = &m->choices[m->choice_count++];                                                                \
        c_->pc = (uint32_t)(ip - words);                                                                               \
        c_->trail = m->trail_count;                                                                                    \
        c_->tags = m->tag_count;                                                                                       \
        c_->cell = (cell_);                                                                                            \
        c_->next = (next_);                                                                                            \
        c_->acc = acc;                                                                                                 \
    } while (0)

op_FORK:
    if (m->rng) {
        if (m->ticket >= ip[2]) {
            m->ticket -= ip[2];
            GOTO(ip[1]);
        }
        NEXT(FORK);
    }
    PUSH_CHOICE(0, 0);
    NEXT(FORK);

    /* A choice first puts the cell's old value on the trail, below its choice point; later
     * values then overwrite without further entries. */
#define CHOICE_START(width)                                                                                            \
    do {                                                                                                               \
        ROOM(1);                                                                                                       \
        REMEMBER((uint32_t)acc,                                                                                        \
                 (width) == 1   ? 0u                                                                                   \
                 : (width) == 2 ? 1u                                                                                   \
                                : 2u,                                                                                  \
                 layout_load(state + acc, (uint8_t)(width)));                                                          \
    } while (0)
op_CHOOSE:
    if ((int32_t)ip[2] > (int32_t)ip[3])
        BACK;
    CHOICE_START(ip[1]);
    if (m->rng) {
        uint32_t i = m->ticket / ip[4];
        m->ticket %= ip[4];
        if (i > ip[3] - ip[2])
            BACK;
        layout_store(state + acc, (uint8_t)ip[1], ip[2] + i);
        NEXT(CHOOSE);
    }
    PUSH_CHOICE((uint32_t)acc, (int32_t)ip[2]);
next_choice : {
    vm_choice *c = &m->choices[m->choice_count - 1];
    layout_store(state + c->cell, (uint8_t)ip[1], (uint32_t)c->next);
    if (c->next++ == (int32_t)ip[3])
        m->choice_count--;
    NEXT(CHOOSE);
}
op_CHOOSEL:
    if (ip[3] == 0)
        BACK;
    CHOICE_START(ip[1]);
    if (m->rng) {
        uint32_t i = m->ticket / ip[4];
        m->ticket %= ip[4];
        if (i >= ip[3])
            BACK;
        layout_store(state + acc, (uint8_t)ip[1], (uint32_t)m->code->lists[ip[2] + i]);
        NEXT(CHOOSEL);
    }
    PUSH_CHOICE((uint32_t)acc, 0);
next_listed : {
    vm_choice *c = &m->choices[m->choice_count - 1];
    layout_store(state + c->cell, (uint8_t)ip[1], (uint32_t)m->code->lists[(int32_t)ip[2] + c->next]);
    if (++c->next == (int32_t)ip[3])
        m->choice_count--;
    NEXT(CHOOSEL);
}
op_CHOOSEF:
    ROOM(1);
    REMEMBER(ip[1], 0, state[ip[1]]);
    if (m->rng) {
        uint32_t i = m->ticket / ip[6], v = ip[2] + i;
        m->ticket %= ip[6];
        if (i > ip[3] - ip[2] || (state[(int32_t)(ip[4] + v)] == acc) != (ip[5] != 0))
            BACK;
        state[ip[1]] = (unsigned char)v;
        NEXT(CHOOSEF);
    }
    PUSH_CHOICE(ip[1], (int32_t)ip[2]);
next_filtered : {
    vm_choice *c = &m->choices[m->choice_count - 1];
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
    NEXT(CHOOSEF);
}
op_EMITF : {
    const unsigned char *array = state + (int32_t)ip[4];
    int32_t low = (int32_t)ip[2], high = (int32_t)ip[3];
    bool want = ip[5] != 0;
    uint32_t tag_base = ip[6];
    if (m->tag_count >= m->limits.max_tags)
        return vm_fault_here(m, LUD_LIMIT_TAGS, "a move has more tags than the limit; can it ever end?");
    if (m->tag_count + 1 >= m->tag_capacity && !vm_tags_grow(m))
        return vm_no_memory(m);
    if (m->rng) {
        if (m->ticket > (uint32_t)(high - low))
            BACK;
        int32_t v = low + (int32_t)m->ticket;
        if ((array[v] == acc) != want)
            BACK;
        m->tags[m->tag_count++] = tag_base + (uint32_t)v;
        return FOUND;
    }
    for (int32_t v = low; v <= high; v++) {
        if ((array[v] == acc) != want)
            continue;
        m->tags[m->tag_count++] = tag_base + (uint32_t)v;
        if (vm_emit(m) == FAULT)
            return FAULT;
        m->tag_count--;
    }
    BACK;
}
op_NOTE:
    m->noted[ip[1]] = 1;
    NEXT(NOTE);
op_VISIT : {
    const plan_visit *v = &m->code->visits[ip[1]];
    if (v->small) {
        if (!visit_small(m, v, search))
            BACK;
        NEXT(VISIT);
    }
    outcome o = vm_visit_hashed(m, ip[1], v, search);
    if (o == EXHAUSTED)
        BACK;
    if (o == FAULT)
        return FAULT;
    NEXT(VISIT);
}
op_REACH : {
    if (m->depth >= m->limits.max_depth)
        return vm_fault_here(m, LUD_LIMIT_DEPTH, "reachabilities are nested too deeply");
    if (++m->steps >= m->look_at && vm_look(m) == FAULT)
        return FAULT;
    uint32_t trail = m->trail_count, tags = m->tag_count, choices = m->choice_count;
    uint32_t seen = m->seen.count, keys = m->seen.key_count;
    lud_rng *drawing = m->rng; /* inside, all paths count again */
    m->rng = NULL;
    m->depth++;
    outcome o = ip[2] ? run_aside(m, ip[1], ip[2]) : vm_run(m, ip[1], choices, vm_new_search(m));
    m->depth--;
    m->rng = drawing;
    if (o == FAULT)
        return FAULT;
    vm_undo(m, trail);
    m->choice_count = choices;
    m->tag_count = tags;
    vm_forget(m, seen, keys);
    acc = o == FOUND;
    NEXT(REACH);
}
op_SUCCESS:
    return FOUND;

op_TAGK:
    if (push_tag(m, ip[1]) == FAULT)
        return FAULT;
    NEXT(TAGK);
op_TAG:
    if (push_tag(m, ip[1] + (uint32_t)acc) == FAULT)
        return FAULT;
    NEXT(TAG);
op_MTAGK:
    if (m->matching && (m->tag_count >= m->match_count || m->match[m->tag_count] != ip[1]))
        BACK;
    if (push_tag(m, ip[1]) == FAULT)
        return FAULT;
    NEXT(MTAGK);
op_MTAG : {
    uint32_t word = ip[1] + (uint32_t)acc;
    if (m->matching && (m->tag_count >= m->match_count || m->match[m->tag_count] != word))
        BACK;
    if (push_tag(m, word) == FAULT)
        return FAULT;
    NEXT(MTAG);
}
op_BIND:
    if (m->matching) {
        if (m->tag_count + ip[6] >= m->match_count)
            BACK;
        int32_t value = (int32_t)(m->match[m->tag_count + ip[6]] - ip[2]);
        bool in = !ip[3] && value >= (int32_t)ip[4] && value <= (int32_t)ip[5];
        for (uint32_t i = 0; ip[3] && i < ip[5] && !in; i++)
            in = m->code->lists[ip[4] + i] == value;
        if (!in)
            BACK;
        CHOICE_START(ip[1]);
        layout_store(state + acc, (uint8_t)ip[1], (uint32_t)value);
        NEXT(BIND);
    }
    if (ip[3]) {
        CHOICE_START(ip[1]);
        PUSH_CHOICE((uint32_t)acc, 0);
    next_bound_listed : {
        vm_choice *c = &m->choices[m->choice_count - 1];
        layout_store(state + c->cell, (uint8_t)ip[1], (uint32_t)m->code->lists[(int32_t)ip[4] + c->next]);
        if (++c->next == (int32_t)ip[5])
            m->choice_count--;
        NEXT(BIND);
    }
    }
    if ((int32_t)ip[4] > (int32_t)ip[5])
        BACK;
    CHOICE_START(ip[1]);
    PUSH_CHOICE((uint32_t)acc, (int32_t)ip[4]);
next_bound : {
    vm_choice *c = &m->choices[m->choice_count - 1];
    layout_store(state + c->cell, (uint8_t)ip[1], (uint32_t)c->next);
    if (c->next++ == (int32_t)ip[5])
        m->choice_count--;
    NEXT(BIND);
}
op_EMIT:
    if (m->rng && m->ticket > 0)
        BACK;
    if (m->rng)
        return FOUND;
    if (vm_emit(m) == FAULT)
        return FAULT;
    BACK;
op_FINAL:
    if (m->matching && m->tag_count != m->match_count)
        BACK;
    m->final_node = ip[1];
    return FOUND;
}
