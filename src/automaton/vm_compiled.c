/* Calls of compiled functions. They work on the vm's own state, tags and tables; the host side of
 * native_frame is here. */
#include "automaton/vm_inside.h"

#include "base/stack.h"

#include <stdlib.h>
#include <string.h>

enum { TAG_ROOM = 8192, DEPTH_MAX = 3000, CALL_FRAME = 512, MOVE_SLACK = 4096, MATCH_SLACK = 256 };

enum { TICKS = 1 << 13 };

/* Loops in loops and recursion count their work, as the interpreter counts instructions. */
static int host_more(void *host)
{
    vm *m = host;
    m->frame.spent += TICKS;
    m->exhausted = m->frame.spent > m->limits.max_steps;
    bool more = !m->exhausted && !control_stopped(m->control);
    m->frame.ticks = more ? TICKS : 0;
    return more;
}

static uint32_t host_new_search(void *host) { return (uint32_t)vm_new_search(host); }

static void stop(vm *m)
{
    m->frame.stop = 1;
    m->frame.depth_max = 0;
}

static int host_visit(void *host, uint32_t id, uint32_t tags, uint32_t search)
{
    vm *m = host;
    m->tag_count = tags;
    switch (vm_visit_hashed(m, id, &m->code->visits[id], search)) {
    case FOUND: return 1;
    case EXHAUSTED: return 0;
    case FAULT: break;
    }
    stop(m);
    return 0;
}

static uint64_t host_mark(void *host)
{
    const vm *m = host;
    return (uint64_t)m->seen.count << 32 | m->seen.key_count;
}

static void host_forget(void *host, uint64_t mark) { vm_forget(host, (uint32_t)(mark >> 32), (uint32_t)mark); }

static int host_keep(void *host, uint32_t at, uint32_t bytes)
{
    vm *m = host;
    bool kept = (m->trail_count < m->trail_capacity ||
                 vm_grow(&m->trail, &m->trail_capacity, sizeof *m->trail, m->trail_count + 1)) &&
                vm_keep_block(m, at, bytes);
    if (!kept)
        stop(m);
    return kept;
}

static void host_restore(void *host) { vm_undo(host, ((vm *)host)->trail_count - 1); }

static void host_perceive(void *host, const uint32_t *words, uint32_t count) { vm_perceive(host, words, count); }

/* A path of all; only those that have exactly the tags asked for. */
static int host_emit(void *host, uint32_t tags)
{
    vm *m = host;
    if (m->frame.stop)
        return 0;
    if (m->frame.m && m->frame.m_count != tags)
        return 1;
    m->tag_count = tags;
    m->each.count++;
    if (!m->each.take)
        return vm_emit(m) != FAULT;
    m->each.enough = !m->each.take(m->each.user, m->frame.r, m->tags, tags);
    return !m->each.enough;
}

/* Room for tags, and for those of the first of several paths. */
static bool tag_room(vm *m)
{
    uint32_t capacity = m->tag_capacity, first = 0;
    if (m->first.capacity >= TAG_ROOM)
        return true;
    if (m->tag_capacity < TAG_ROOM && !(vm_grow(&m->tag_visible, &capacity, sizeof *m->tag_visible, TAG_ROOM) &&
                                        vm_grow(&m->tags, &m->tag_capacity, sizeof *m->tags, TAG_ROOM)))
        return false;
    return vm_grow(&m->first.tags, &first, sizeof *m->first.tags, TAG_ROOM) &&
           vm_grow(&m->first.visible, &m->first.capacity, sizeof *m->first.visible, TAG_ROOM);
}

/* The interpreter needed more room for tags. */
void vm_tags_moved(vm *m)
{
    m->frame.t = m->tags;
    m->frame.seen = m->tag_visible;
}

void vm_set_compiled(vm *m, const native_game *compiled)
{
    if (compiled && !(tag_room(m) && (m->spare || (m->spare = calloc(3, m->code->layout.state_size)))))
        return; /* stays with the interpreter */
    m->compiled = compiled;
    uint32_t room = compiled ? m->first.capacity - MATCH_SLACK : 0;
    m->frame = (native_frame){.host = m,
                              .more = host_more,
                              .ticks = TICKS,
                              .new_search = host_new_search,
                              .visit = host_visit,
                              .mark = host_mark,
                              .forget = host_forget,
                              .keep = host_keep,
                              .restore = host_restore,
                              .perceive = host_perceive,
                              .emit = host_emit,
                              .stamps = m->stamps,
                              .s = m->state,
                              .t = m->tags,
                              .seen = m->tag_visible,
                              .first_t = m->first.tags,
                              .first_seen = m->first.visible,
                              .tag_room = room < m->limits.max_tags ? room : m->limits.max_tags,
                              .searches = &m->search,
                              .depth_room = stack_depth(DEPTH_MAX, CALL_FRAME)};
}

static void prepare(vm *m)
{
    native_frame *x = &m->frame;
    vm_forget(m, 0, 0);
    m->trail_count = m->block_count = 0;
    x->told = x->first_told = 0;
    x->fresh = 0;
    x->stop = 0;
    x->depth_max = x->depth_room;
    x->spent = 0;
    x->search = (uint32_t)vm_new_search(m);
}

/* Two words at a time; only to tell the moves of one list apart. */
static inline uint32_t hash_move(const uint32_t *words, uint32_t length)
{
#ifdef LUDENS_STRESS
    return (uint32_t)vm_hash_words(words, length);
#else
    uint64_t h = length, pair;
    for (; length >= 2; length -= 2, words += 2) {
        memcpy(&pair, words, sizeof pair);
        h = (h ^ pair) * UINT64_C(0x9fb21c651e98df25);
        h ^= h >> 29;
    }
    h = (h ^ (length ? *words : 0)) * UINT64_C(0x9fb21c651e98df25);
    return (uint32_t)(h >> 32);
#endif
}

/* Whether some moves of the list are equal. Clears no more of the table than it needs; its
 * entries hold the number of a move + 1 and, above, some bits of its hash. */
static bool has_equal(vm_moves *v, bool *failed)
{
    uint32_t size = 16, bits = 16;
    while (size < 2 * v->count)
        size *= 2;
    while (bits > 0 && v->count >> (32 - bits))
        bits--;
    *failed = v->table_size < size && !vm_list_room(v, v->count);
    if (*failed)
        return false;
    memset(v->table, 0, size * sizeof *v->table);
    uint32_t mark = bits ? UINT32_MAX << (32 - bits) : 0;
    for (uint32_t i = 0; i < v->count; i++) {
        const uint32_t *words = v->words + v->starts[i];
        uint32_t length = v->starts[i + 1] - v->starts[i], hash = hash_move(words, length);
        uint32_t at = hash & (size - 1);
        for (; v->table[at]; at = (at + 1) & (size - 1)) {
            if ((v->table[at] ^ hash) & mark)
                continue;
            uint32_t j = (v->table[at] & ~mark) - 1;
            if (v->starts[j + 1] - v->starts[j] == length &&
                memcmp(v->words + v->starts[j], words, length * sizeof *words) == 0)
                return true;
        }
        v->table[at] = (hash & mark) | (i + 1);
    }
    return false;
}

/* Equal moves are merged afterwards. */
static bool merge(vm_moves *out)
{
    bool failed;
    if (!has_equal(out, &failed))
        return !failed;
    uint32_t count = out->count;
    out->count = out->word_count = 0;
    out->repeated = false;
    if (!vm_list_prepare(out))
        return false;
    for (uint32_t i = 0, from = 0; i < count; i++) {
        uint32_t to = out->starts[i + 1];
        /* the list only shrinks: what is read lies behind what is written */
        if (!vm_list_merge(out, out->words + from, to - from, 1))
            return false;
        from = to;
    }
    out->filled = out->repeated ? 0 : out->count;
    return true;
}

/* Room for moves, handed to the frame. The slack is for the words of one move. */
static bool give_room(vm *m, vm_moves *out, uint32_t words, uint32_t moves)
{
    native_frame *x = &m->frame;
    uint32_t capacity = out->move_capacity;
    if ((out->word_capacity < words && !vm_grow(&out->words, &out->word_capacity, sizeof *out->words, words)) ||
        (capacity < moves && !(vm_grow(&out->starts, &capacity, sizeof *out->starts, moves) &&
                               vm_grow(&out->weights, &out->move_capacity, sizeof *out->weights, moves))))
        return false;
    x->words = x->w = out->words;
    x->w_end = out->words + out->word_capacity - MATCH_SLACK;
    x->starts = out->starts;
    x->starts[0] = 0;
    x->move_count = 0;
    x->move_room = out->move_capacity;
    return true;
}

bool vm_compiled_list(vm *m, const plan_decision *d, vm_moves *out)
{
    native_frame *x = &m->frame;
    uint32_t node = vm_node(m->state), stride = 0;
    for (int attempt = 0; attempt < 12; attempt++) {
        if (!give_room(m, out, attempt ? out->word_capacity * 4 : MOVE_SLACK,
                       attempt ? out->move_capacity * 4 : MOVE_SLACK))
            return false;
        prepare(m);
        stride = m->compiled->list(x, node);
        if (!x->stop)
            break;
        bool full = x->w_end < x->w + MATCH_SLACK || x->move_room - x->move_count < 8;
        if (!full || x->move_count >= m->limits.max_states)
            return false;
    }
    if (x->stop)
        return false;
    out->word_count = (uint32_t)(x->w - x->words);
    out->count = stride == UINT32_MAX ? x->move_count : out->word_count / stride;
    uint32_t capacity = out->move_capacity;
    if (out->count + 1 >= capacity &&
        !(vm_grow(&out->starts, &capacity, sizeof *out->starts, out->count + 2) &&
          vm_grow(&out->weights, &out->move_capacity, sizeof *out->weights, out->count + 2)))
        return false;
    for (uint32_t i = 0; stride != UINT32_MAX && i <= out->count; i++)
        out->starts[i] = i * stride;
    for (uint32_t i = out->filled; i < out->count; i++)
        out->weights[i] = 1;
    if (out->filled < out->count)
        out->filled = out->count;
    return d->single || merge(out);
}

/* The move to match, with room behind it. */
static bool set_match(vm *m, const uint32_t *words, uint32_t count)
{
    if (count + MATCH_SLACK > m->first.capacity)
        return false;
    if (count + MATCH_SLACK > m->matched.capacity) {
        if (!vm_grow(&m->matched.words, &m->matched.capacity, sizeof *m->matched.words, count + MATCH_SLACK))
            return false;
        memset(m->matched.words, 0, m->matched.capacity * sizeof *m->matched.words);
    }
    memcpy(m->matched.words, words, count * sizeof *words);
    m->frame.m = m->matched.words;
    m->frame.m_count = count;
    return true;
}

/* Follows the only path in place. */
static bool follow(vm *m, native_function f, outcome *result)
{
    memcpy(m->result, m->state, m->code->layout.state_size);
    prepare(m);
    int found = f(&m->frame, vm_node(m->state));
    if (m->frame.stop) {
        memcpy(m->state, m->result, m->code->layout.state_size);
        return false;
    }
    *result = found ? FOUND : EXHAUSTED;
    return true;
}

/* Follows all paths, which must lead to the same state. */
static bool follow_all(vm *m, native_function f, outcome *result)
{
    native_frame *x = &m->frame;
    uint32_t size = m->code->layout.state_size;
    memcpy(m->result, m->state, size);
    prepare(m);
    x->r = m->spare;
    x->first = m->spare + size;
    x->paths = 0;
    int found = f(x, vm_node(m->state));
    memcpy(m->state, x->stop || !found ? m->result : x->first, size);
    if (x->stop)
        return false;
    x->told = x->first_told;
    if (x->told > 0) {
        memcpy(m->tags, m->first.tags, x->told * sizeof *m->tags);
        memcpy(m->tag_visible, m->first.visible, x->told * sizeof *m->tag_visible);
    }
    *result = found ? FOUND : EXHAUSTED;
    return true;
}

bool vm_compiled_apply(vm *m, const uint32_t *words, uint32_t count, bool one_path, outcome *result)
{
    if (!set_match(m, words, count))
        return false;
    const plan_decision *d = &m->code->decisions[vm_node(m->state)];
    return one_path && (d->single || d->plain || d->strands) ? follow(m, m->compiled->apply, result)
                                                             : follow_all(m, m->compiled->match, result);
}

bool vm_compiled_path_count(vm *m, const uint32_t *words, uint32_t count, uint32_t *paths)
{
    native_frame *x = &m->frame;
    const uint32_t size = m->code->layout.state_size;
    if (!set_match(m, words, count))
        return false;
    memcpy(m->result, m->state, size);
    prepare(m);
    x->r = m->spare;
    x->first = m->spare + size;
    x->paths = 0;
    m->compiled->match(x, vm_node(m->state));
    memcpy(m->state, m->result, size);
    *paths = x->paths;
    return !x->stop;
}

bool vm_compiled_is_move(vm *m, const uint32_t *words, uint32_t count, bool *is)
{
    outcome o;
    if (!set_match(m, words, count) || !follow(m, m->compiled->apply, &o))
        return false;
    memcpy(m->state, m->result, m->code->layout.state_size);
    *is = o == FOUND;
    return true;
}

bool vm_compiled_step(vm *m, bool deterministic)
{
    outcome o;
    bool done = deterministic ? follow(m, m->compiled->step, &o) : follow_all(m, m->compiled->steps, &o);
    m->tag_count = m->frame.told;
    return done && o == FOUND;
}

static bool follow_each(vm *m, vm_successor each, void *user)
{
    prepare(m);
    m->each.take = each;
    m->each.user = user;
    m->each.count = 0;
    m->each.enough = false;
    m->frame.r = m->spare;
    m->compiled->all(&m->frame, vm_node(m->state));
    return m->each.enough || !m->frame.stop;
}

bool vm_compiled_all(vm *m, vm_successor each, void *user)
{
    m->frame.m = NULL;
    return follow_each(m, each, user);
}

bool vm_compiled_paths(vm *m, const uint32_t *words, uint32_t count, vm_successor each, void *user)
{
    return set_match(m, words, count) && follow_each(m, each, user);
}

bool vm_compiled_open(vm *m, uint32_t *total)
{
    prepare(m);
    *total = m->compiled->open(&m->frame, vm_node(m->state));
    return !m->frame.stop;
}

bool vm_compiled_draw(vm *m, uint32_t ticket, outcome *result)
{
    native_frame *x = &m->frame;
    prepare(m);
    x->ticket = ticket;
    int found = m->compiled->draw(x, vm_node(m->state));
    if (x->stop)
        return false; /* the interpreter draws the same */
    m->tag_count = found ? x->found_tags : 0;
    *result = found ? FOUND : EXHAUSTED;
    return true;
}

bool vm_play_begin(vm *m, vm_moves *scratch, lud_rng *rng, native_playout *y)
{
    if (!m->compiled || m->listening || !give_room(m, scratch, MOVE_SLACK, MOVE_SLACK))
        return false;
    prepare(m);
    m->frame.random = rng->state;
    y->saved = m->spare + 2 * (size_t)m->code->layout.state_size;
    y->results = m->spare;
    y->no_sampling = m->draw.given_up;
    y->playout = m->draw.playout;
    y->attempts = VM_ATTEMPTS_MAX;
    y->lists = m->draw.lists;
    y->max_plies = m->limits.max_plies;
    return true;
}

uint32_t vm_play_beside(vm *const *machines, native_playout *const *y, uint32_t count)
{
    native_frame *frames[VM_BESIDE_MAX] = {&machines[0]->frame};
    assert(count > 0 && count <= VM_BESIDE_MAX);
    for (uint32_t i = 0; i < count; i++) {
        frames[i] = &machines[i]->frame;
        machines[i]->recording = machines[i]->code->hidden;
    }
    uint32_t left = machines[0]->compiled->play(frames, y, count);
    for (uint32_t i = 0; i < count; i++) {
        machines[i]->recording = false;
        machines[i]->draw.playout = y[i]->playout; /* others may have begun */
    }
    return left;
}

bool vm_play(vm *m, vm_moves *scratch, lud_rng *rng, native_playout *y)
{
    if (!vm_play_begin(m, scratch, rng, y))
        return false;
    vm_play_beside(&m, &y, 1);
    return vm_terminal(m->code, m->state);
}

/* A machine more costs its stamps and its states. */
enum { BESIDE_BYTES_MAX = 4 << 20 };

uint32_t vm_beside(const vm *m)
{
    const uint64_t bytes = (uint64_t)m->code->stamp_count * sizeof *m->stamps + m->code->layout.state_size;
    return m->compiled && bytes <= BESIDE_BYTES_MAX ? m->compiled->beside : 1;
}
