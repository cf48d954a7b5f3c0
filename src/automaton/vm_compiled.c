/* Calls of compiled functions. They work on the vm's own state, tags and tables; the host side of
 * native_frame is here. */
#include "automaton/vm_inside.h"

#include <stdlib.h>
#include <string.h>

enum { TAG_ROOM = 8192, DEPTH_MAX = 3000, MOVE_SLACK = 4096 };

static uint32_t host_new_search(void *host) { return (uint32_t)vm_new_search(host); }

static int host_visit(void *host, uint32_t id, uint32_t tags, uint32_t search)
{
    vm *m = host;
    m->tag_count = tags;
    switch (vm_visit_hashed(m, id, &m->code->visits[id], search)) {
    case FOUND: return 1;
    case EXHAUSTED: return 0;
    default: m->frame.stop = 1; return 0;
    }
}

static uint64_t host_mark(void *host)
{
    const vm *m = host;
    return (uint64_t)m->seen_count << 32 | m->key_count;
}

static void host_forget(void *host, uint64_t mark)
{
    vm_forget(host, (uint32_t)(mark >> 32), (uint32_t)mark);
}

void vm_set_compiled(vm *m, const native_game *compiled)
{
    uint32_t capacity = m->tag_capacity;
    if (compiled && m->tag_capacity < TAG_ROOM &&
        !(vm_grow(&m->tag_visible, &capacity, sizeof *m->tag_visible, TAG_ROOM) &&
          vm_grow(&m->tags, &m->tag_capacity, sizeof *m->tags, TAG_ROOM)))
        return; /* stays with the interpreter */
    m->compiled = compiled;
    m->frame = (native_frame){.host = m, .new_search = host_new_search, .visit = host_visit,
                              .mark = host_mark, .forget = host_forget, .stamps = m->stamps,
                              .depth_max = DEPTH_MAX};
}

static void prepare(vm *m)
{
    native_frame *x = &m->frame;
    vm_forget(m, 0, 0);
    x->s = m->state;
    x->t = m->tags;
    x->tag_room = m->tag_capacity < m->limits.max_tags ? m->tag_capacity : m->limits.max_tags;
    x->stop = 0;
    x->depth = 0;
    x->search = (uint32_t)vm_new_search(m);
}

/* Equal moves are merged afterwards. */
static bool merge(vm_moves *out)
{
    uint32_t count = out->count;
    out->count = out->word_count = 0;
    out->repeated = false;
    if (!vm_list_prepare(out))
        return false;
    for (uint32_t i = 0, from = 0; i < count; i++) {
        uint32_t to = out->starts[i + 1];
        /* the list only shrinks: what is read lies behind what is written */
        if (!vm_list_merge(out, out->words + from, to - from))
            return false;
        from = to;
    }
    out->filled = out->repeated ? 0 : out->count;
    return true;
}

bool vm_compiled_list(vm *m, const vm_decision *d, vm_moves *out)
{
    native_frame *x = &m->frame;
    uint32_t node = vm_node(m->state);
    for (int attempt = 0; attempt < 12; attempt++) {
        uint32_t words = attempt ? out->word_capacity * 4 : MOVE_SLACK;
        uint32_t moves = attempt ? out->move_capacity * 4 : MOVE_SLACK, capacity = out->move_capacity;
        if ((out->word_capacity < words &&
             !vm_grow(&out->words, &out->word_capacity, sizeof *out->words, words)) ||
            (capacity < moves &&
             !(vm_grow(&out->starts, &capacity, sizeof *out->starts, moves) &&
               vm_grow(&out->weights, &out->move_capacity, sizeof *out->weights, moves))))
            return false;
        prepare(m);
        x->words = out->words;
        x->starts = out->starts;
        x->starts[0] = 0;
        x->word_count = x->move_count = 0;
        x->word_room = out->word_capacity;
        x->move_room = out->move_capacity;
        m->compiled->list(x, node);
        if (!x->stop)
            break;
        bool full = x->word_room - x->word_count < MOVE_SLACK || x->move_room - x->move_count < 8;
        if (!full || x->move_count >= m->limits.max_states)
            return false;
    }
    if (x->stop)
        return false;
    out->count = x->move_count;
    out->word_count = x->word_count;
    for (uint32_t i = out->filled; i < out->count; i++)
        out->weights[i] = 1;
    if (out->filled < out->count)
        out->filled = out->count;
    return d->single || merge(out);
}

bool vm_compiled_apply(vm *m, const void *state, const uint32_t *words, uint32_t count,
                       outcome *result)
{
    if (count + 1 > m->matched_capacity &&
        !vm_grow(&m->matched, &m->matched_capacity, sizeof *m->matched, count + 1))
        return false;
    memcpy(m->matched, words, count * sizeof *words);
    m->matched[count] = UINT32_MAX;
    if (state == m->state) {
        memcpy(m->result, state, m->code->layout.state_size);
        state = m->result;
    }
    prepare(m);
    m->frame.m = m->matched;
    int found = m->compiled->apply(&m->frame, vm_node(state));
    if (m->frame.stop) {
        memcpy(m->state, state, m->code->layout.state_size);
        return false;
    }
    *result = found ? FOUND : EXHAUSTED;
    return true;
}

bool vm_compiled_step(vm *m)
{
    memcpy(m->result, m->state, m->code->layout.state_size);
    prepare(m);
    if (m->compiled->step(&m->frame, vm_node(m->state)) && !m->frame.stop)
        return true;
    memcpy(m->state, m->result, m->code->layout.state_size);
    return false;
}

bool vm_compiled_draw(vm *m, lud_rng *rng, outcome *result)
{
    native_frame *x = &m->frame;
    prepare(m);
    x->random = rng->state;
    x->drawn = 1;
    int found = m->compiled->draw(x, vm_node(m->state));
    if (x->stop)
        return false;
    m->drawn = (double)x->drawn;
    m->tag_count = found ? x->found_tags : 0;
    *result = found ? FOUND : EXHAUSTED;
    return true;
}
