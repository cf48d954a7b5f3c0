/* Searches from outside: starting, the keeper's steps, making a move. */
#include "automaton/vm_inside.h"

#include "base/map.h"
#include "base/rng.h"

#include <stdio.h>
#include <string.h>

/* ---- searches from outside ---- */

static void vm_begin(vm *m)
{
    vm_forget(m, 0, 0);
    m->choice_count = m->trail_count = m->tag_count = m->block_count = m->depth = 0;
    m->interpreted += m->compiled != NULL;
    m->work[0] += m->steps;
    m->steps = m->exhausted ? m->limits.max_steps : 0;
    m->exhausted = false;
    m->look_at = m->limits.max_steps - m->steps < VM_LOOK_STEPS ? m->limits.max_steps + 1 : VM_LOOK_STEPS;
    m->top_search = vm_new_search(m);
}

/* What was written before the first choice is undone here: no choice point remembers it. */
static outcome finish(vm *m, outcome o)
{
    if (o == EXHAUSTED)
        vm_undo(m, 0);
    return o;
}

uint64_t vm_work(const vm *m) { return m->work[0] + m->steps; }
const unsigned char *vm_noted(const vm *m) { return m->noted; }
uint64_t vm_effort(const vm *m) { return vm_work(m) + m->work[1]; }

outcome vm_first(vm *m, uint32_t pc)
{
    vm_begin(m);
    return finish(m, vm_run(m, pc, 0, m->top_search));
}

outcome vm_next(vm *m) { return finish(m, vm_run(m, 0, 0, m->top_search)); }

/* Makes what the search did so far the state. */
static void vm_commit(vm *m)
{
    m->work[1] += m->trail_count;
    m->trail_count = m->choice_count = 0;
    memcpy(m->state, &m->final_node, sizeof m->final_node);
}

static lud_status vm_give_up(vm *m)
{
    vm_undo(m, 0);
    return m->fault.status;
}

int vm_role(const vm_code *code, const void *state)
{
    const layout_slot *s = &code->layout.variables[code->g->player];
    return code->players.roles[layout_load((const unsigned char *)state + s->offset, s->width)];
}

bool vm_terminal(const vm_code *code, const void *state) { return vm_node(state) == code->g->end; }

void vm_initial(const vm_code *code, void *state)
{
    memcpy(state, code->layout.initial, code->layout.state_size);
    memcpy(state, &code->g->begin, sizeof code->g->begin);
}

lud_status vm_stuck(vm *m)
{
    int role = vm_role(m->code, m->state);
    char text[240], where[80] = "here";
    const ir_game *g = m->code->g;
    if (!g->high_level) /* nodes of other sources are no names that anybody gave */
        snprintf(where, sizeof where, "at node `%.60s`", ir_node_name(g, vm_node(m->state)));
    if (role == VM_ROLE_KEEPER)
        snprintf(text, sizeof text, "the keeper is stuck %s: no path goes on, yet the game is not over", where);
    else
        snprintf(text, sizeof text, "%s%.60s%s has no legal move %s, yet the game is not over", role > 0 ? "`" : "",
                 role > 0    ? ir_symbol_name(g, ir_type_at(g, g->player_type)->symbols[role - 1])
                 : role == 0 ? "random"
                             : "nobody moves: the game",
                 role > 0 ? "`" : "", where);
    vm_fault_here(m, LUD_ERR_STUCK, text);
    return LUD_ERR_STUCK;
}

/* ---- percepts ---- */

void vm_percepts_clear(vm *m) { m->percepts.count = 0; }

uint32_t vm_percept_count(const vm *m, uint32_t role)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < m->percepts.count; i++)
        count += (uint32_t)(m->percepts.words[i] >> 32) == role;
    return count;
}

uint32_t vm_percept_word(const vm *m, uint32_t role, uint32_t index)
{
    for (uint32_t i = 0; i < m->percepts.count; i++)
        if ((uint32_t)(m->percepts.words[i] >> 32) == role && index-- == 0)
            return (uint32_t)m->percepts.words[i];
    return 0;
}

void vm_listen(vm *m, bool on) { m->listening = on; }

static bool hear(vm *m, uint32_t role, uint32_t word)
{
    if (m->percepts.count == m->percepts.capacity &&
        !vm_grow(&m->percepts.words, &m->percepts.capacity, sizeof *m->percepts.words, m->percepts.count + 1))
        return false;
    m->percepts.words[m->percepts.count++] = (uint64_t)role << 32 | word;
    return true;
}

/* The hash of all that a player has seen. */
static void remember(vm *m, uint32_t player, uint32_t word)
{
    unsigned char *at = m->state + m->code->layout.observation + 8 * player;
    uint64_t h;
    memcpy(&h, at, 8);
    h = hash_mix(h * UINT64_C(0x9e3779b97f4a7c15) + word + 1);
    memcpy(at, &h, 8);
}

bool vm_perceive(vm *m, const uint32_t *words, uint32_t count)
{
    for (uint32_t i = 0; (m->listening || m->recording) && i < count; i++)
        for (uint32_t p = 0; p < m->code->players.count; p++) {
            if (m->recording && !(m->tag_visible[i] >> p & 1))
                continue;
            if (m->listening && !hear(m, p + 1, words[i]))
                return false;
            if (m->recording)
                remember(m, p, words[i]);
        }
    return true;
}

/* ---- applying ---- */

static bool same_position(const vm *m, uint32_t node, uint32_t other_node)
{
    return node == other_node && memcmp(m->state + 4, m->result + 4, m->code->layout.variables_end - 4) == 0;
}

/* A path was found that may not be the only one: others must lead to the same state (by the
 * same tags, if no move was given). Leaves the search as after the first path. */
static lud_status only_result(vm *m, lud_status otherwise, const char *message)
{
    const layout *l = &m->code->layout;
    uint32_t node = m->final_node, tag_count = m->tag_count;
    uint64_t tags = vm_hash_words(m->tags, tag_count);
    if (!vm_perceive(m, m->tags, m->tag_count))
        return vm_no_memory(m), LUD_ERR_MEMORY;
    memcpy(m->result, m->state, l->state_size);
    for (;;) {
        outcome o = vm_next(m);
        if (o == FAULT)
            return m->fault.status;
        if (o == EXHAUSTED)
            break;
        if (!same_position(m, m->final_node, node) || m->tag_count != tag_count ||
            vm_hash_words(m->tags, tag_count) != tags) {
            vm_fault_here(m, otherwise, message);
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
    const plan_decision *d = &m->code->decisions[vm_node(m->state)];
    if (m->compiled && vm_compiled_step(m, d->deterministic))
        return m->tag_count == 0 || vm_perceive(m, m->tags, m->tag_count) ? LUD_OK : (vm_no_memory(m), LUD_ERR_MEMORY);
    m->matching = false;
    outcome o = vm_first(m, vm_here(m)->apply);
    if (o == FAULT)
        return vm_give_up(m);
    if (o == EXHAUSTED)
        return vm_stuck(m);
    lud_status s = LUD_OK;
    if (!d->deterministic)
        s = only_result(m, LUD_ERR_KEEPER, "the keeper has several moves here");
    else if (!vm_perceive(m, m->tags, m->tag_count))
        s = (vm_no_memory(m), LUD_ERR_MEMORY);
    if (s != LUD_OK) {
        vm_undo(m, 0);
        return s;
    }
    vm_commit(m);
    return LUD_OK;
}

static lud_status no_role(vm *m)
{
    const ir_game *g = m->code->g;
    const layout_slot *s = &m->code->layout.variables[g->player];
    ir_sym who = vec_at(&g->families, s->family).first + layout_load(m->state + s->offset, s->width);
    char text[128];
    snprintf(text, sizeof text, "`player` holds `%.80s`, which is no role", ir_symbol_name(g, who));
    vm_fault_here(m, LUD_ERR_PLAYER, text);
    return LUD_ERR_PLAYER;
}

static lud_status settle(vm *m)
{
    const vm_code *code = m->code;
    for (uint64_t steps = 0; !vm_terminal(code, m->state); steps++) {
        int role = vm_role(code, m->state);
        if (role == VM_ROLE_NONE)
            return no_role(m);
        if (role != VM_ROLE_KEEPER)
            return LUD_OK;
        if (steps > m->limits.max_plies) {
            vm_fault_here(m, LUD_LIMIT_PLIES, "the keeper goes on without end");
            return vm_give_up(m);
        }
        lud_status s = keeper_step(m);
        if (s != LUD_OK)
            return s;
    }
    return LUD_OK;
}

static lud_status in_copy(vm *m, void *state, lud_status (*work)(vm *))
{
    if (state != m->state)
        memcpy(m->state, state, m->code->layout.state_size);
    m->recording = m->code->hidden;
    lud_status s = work(m);
    m->recording = false;
    if (s == LUD_OK && state != m->state)
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

static const char ambiguous[] = "two moves with equal tags lead to different states";
static const char split[] = "moves that begin with equal tags go on differently: they cannot be split";

/* Same tags, same node, but other values: the rules contradict themselves, as in the RG
 * reference; then false. */
static bool note_way(const vm *m, way_list *w, const unsigned char *state, uint32_t node)
{
    uint64_t hash = hash_bytes(state + 4, m->code->layout.variables_end - 4, node);
    uint32_t i = 0, path = w->paths++;
    while (i < w->ways && w->nodes[i] != node)
        i++;
    if (i < w->ways)
        return w->hashes[i] == hash;
    if (i < WAYS_MAX) {
        w->nodes[i] = node;
        w->hashes[i] = hash;
        w->first[i] = path;
        w->ways++;
    }
    return true;
}

static outcome find_ways(vm *m, way_list *w)
{
    outcome o = FOUND;
    w->paths = w->ways = 0;
    for (; o == FOUND; o = vm_next(m))
        if (!note_way(m, w, m->state, m->final_node))
            return vm_fault_here(m, LUD_ERR_AMBIGUOUS, m->code->g->partial == IR_NONE ? ambiguous : split);
    return o;
}

/* Runs the search again up to path number `path`. */
static outcome find_path(vm *m, uint32_t path)
{
    outcome o = vm_first(m, vm_here(m)->exact);
    while (o == FOUND && path-- > 0)
        o = vm_next(m);
    return o;
}

static const char no_such_way[] = "the move cannot be made in that many ways";

/* Which of the paths is to be taken. */
static bool choose_path(vm *m, const way_list *w, vm_way *way, uint32_t *path)
{
    *path = 0;
    if (m->code->g->partial != IR_NONE && w->ways > 1)
        return vm_fault_here(m, LUD_ERR_AMBIGUOUS, split) != FAULT;
    if (!way)
        return true;
    way->ways = w->ways;
    if (!way->rng && way->way >= w->ways)
        return vm_fault_here(m, LUD_ERR_ARGUMENT, no_such_way) != FAULT;
    if (w->ways > 1)
        *path = way->rng ? rng_below(way->rng, w->paths) : w->first[way->way];
    return true;
}

/* Leaves the search at the end of the path that is to be taken. */
static outcome match_move(vm *m, const plan_decision *d, vm_way *way)
{
    bool one_path = d->single || (way && way->certain);
    outcome o = vm_first(m, one_path ? vm_here(m)->apply : vm_here(m)->exact);
    if (o != FOUND || one_path) {
        if (way)
            way->ways = 1;
        return o;
    }
    way_list w;
    if (find_ways(m, &w) == FAULT)
        return FAULT;
    uint32_t path;
    return choose_path(m, &w, way, &path) ? find_path(m, path) : FAULT;
}

static lud_status no_such(vm *m)
{
    vm_fault_here(m, LUD_ERR_ARGUMENT, no_such_way);
    return LUD_ERR_ARGUMENT;
}

/* A move was looked for by compiled functions. */
static lud_status complete(vm *m, outcome o, const uint32_t *words, uint32_t count, vm_way *way)
{
    if (o == EXHAUSTED)
        return LUD_ERR_ILLEGAL;
    if (way)
        way->ways = 1;
    if (way && !way->rng && way->way > 0) {
        memcpy(m->state, m->result, m->code->layout.state_size);
        return no_such(m);
    }
    bool heard = !(m->listening || m->recording) || vm_perceive(m, words, count);
    return heard ? LUD_OK : (vm_no_memory(m), LUD_ERR_MEMORY);
}

/* The paths of a move, as compiled functions meet them. */
typedef struct path_walk {
    vm *m;
    way_list ways;
    bool contradict;
    uint32_t left; /* paths to pass over before the one that is taken */
} path_walk;

static bool count_path(void *user, const void *state, const uint32_t *words, uint32_t count)
{
    path_walk *w = user;
    (void)words, (void)count;
    w->contradict = !note_way(w->m, &w->ways, state, vm_node(state));
    return !w->contradict;
}

static bool take_path(void *user, const void *state, const uint32_t *words, uint32_t count)
{
    path_walk *w = user;
    vm *m = w->m;
    (void)words;
    if (w->left-- > 0)
        return true;
    memcpy(m->result, state, m->code->layout.state_size);
    memcpy(m->first.visible, m->tag_visible, count * sizeof *m->tag_visible); /* the search goes on for a while */
    return false;
}

/* A move with several results, by compiled functions; false when the interpreter must do it. Nothing is drawn
 * before that is known. */
static bool search_paths(vm *m, const uint32_t *words, uint32_t count, vm_way *way, lud_status *s)
{
    path_walk w = {.m = m};
    if (!vm_compiled_paths(m, words, count, count_path, &w) || w.contradict || w.ways.paths == 0)
        return false;
    if (!choose_path(m, &w.ways, way, &w.left)) {
        *s = m->fault.status;
        return true;
    }
    if (!vm_compiled_paths(m, words, count, take_path, &w))
        return false;
    memcpy(m->state, m->result, m->code->layout.state_size);
    memcpy(m->tag_visible, m->first.visible, count * sizeof *m->tag_visible);
    *s = vm_perceive(m, words, count) ? LUD_OK : (vm_no_memory(m), LUD_ERR_MEMORY);
    return true;
}

/* By the interpreter. */
static lud_status search_move(vm *m, const plan_decision *d, vm_way *way)
{
    outcome o = match_move(m, d, way);
    if (o == FAULT)
        return m->fault.status;
    if (o == EXHAUSTED)
        return LUD_ERR_ILLEGAL;
    if (!vm_perceive(m, m->tags, m->tag_count))
        return vm_no_memory(m), LUD_ERR_MEMORY;
    vm_commit(m);
    return LUD_OK;
}

lud_status vm_apply(vm *m, void *state, const uint32_t *words, uint32_t count, vm_way *way)
{
    const vm_code *code = m->code;
    if (vm_terminal(code, state))
        return LUD_ERR_TERMINAL;
    if (state != m->state)
        memcpy(m->state, state, code->layout.state_size);
    m->matching = true;
    m->match = words;
    m->match_count = count;
    m->recording = code->hidden;
    const plan_decision *d = &code->decisions[vm_node(state)];
    outcome o;
    bool one_path = d->single || (way && way->certain);
    lud_status s;
    if (m->compiled && vm_compiled_apply(m, words, count, one_path, &o))
        s = complete(m, o, words, count, way);
    else if (!m->compiled || one_path || !search_paths(m, words, count, way, &s))
        s = search_move(m, d, way);
    m->recording = m->matching = false;
    if (s == LUD_OK && state != m->state)
        memcpy(state, m->state, code->layout.state_size);
    return s;
}
