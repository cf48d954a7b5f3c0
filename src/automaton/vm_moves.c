/* Listing, counting and drawing moves. */
#include "automaton/vm_inside.h"

#include "base/rng.h"

#include <stdio.h>
#include <string.h>

/* ---- listing ---- */

static void list_clear(vm_moves *out)
{
    out->count = out->word_count = 0;
    if (out->repeated)
        out->filled = 0;
    out->repeated = false;
    out->total = 0;
    if (out->starts)
        out->starts[0] = 0;
}

static lud_status vm_may_move(vm *m, const void *state)
{
    if (vm_terminal(m->code, state))
        return LUD_ERR_TERMINAL;
    if (!m->code->decisions[vm_node(state)].is)
        return LUD_ERR_ARGUMENT;
    return LUD_OK;
}

/* Every path of the exact program. */
static outcome list_exactly(vm *m, vm_moves *out)
{
    list_clear(out);
    if (!vm_list_prepare(out))
        return vm_no_memory(m);
    if (m->compiled && vm_compiled_all(m, NULL, NULL))
        return EXHAUSTED;
    list_clear(out);
    if (!vm_list_prepare(out))
        return vm_no_memory(m);
    outcome o = vm_first(m, vm_here(m)->exact);
    while (o == FOUND)
        o = vm_emit(m) == FAULT ? FAULT : vm_next(m);
    return o;
}

uint32_t vm_weight_here(const vm *m)
{
    const layout_slot *s = &m->code->layout.variables[m->code->g->weight];
    uint32_t stored = layout_load(m->state + s->offset, s->width);
    return s->integer ? stored + (uint32_t)s->low : m->code->weights[stored];
}

/* Paths of chance that have weights. */
static outcome list_weighted(vm *m, vm_moves *out)
{
    const layout *l = &m->code->layout;
    const layout_slot *s = &l->variables[m->code->g->weight];
    list_clear(out);
    if (!vm_list_prepare(out))
        return vm_no_memory(m);
    memcpy(m->state + s->offset, l->initial + s->offset, s->width);
    m->merge = m->weighs = true;
    outcome o = vm_first(m, vm_here(m)->exact);
    while (o == FOUND)
        o = vm_emit(m) == FAULT ? FAULT : vm_next(m);
    m->weighs = false;
    return o;
}

static outcome ask(vm *m, const strand *s, uint32_t *paths);

/* Of those that ask each is tried. EXHAUSTED: they have to be listed otherwise. */
static outcome list_asked(vm *m, const strand_case *c, vm_moves *out)
{
    if (STRAND_TAGS_MAX > m->draw.capacity &&
        !vm_grow(&m->draw.words, &m->draw.capacity, sizeof *m->draw.words, STRAND_TAGS_MAX))
        return vm_no_memory(m), FAULT;
    for (uint32_t i = 0; i < c->count; i++)
        for (uint32_t w = 0; w < c->words; w++)
            for (uint64_t set = m->strand_words[(size_t)i * STRAND_WORDS + w]; set; set &= set - 1) {
                const strand *s = &c->strands[i];
                uint32_t paths = 1;
                m->draw.count = vm_strand_tags(m, s, 64 * w + (uint32_t)__builtin_ctzll(set), m->draw.words);
                const outcome o = s->asks ? ask(m, s, &paths) : FOUND;
                if (o == FAULT)
                    return FAULT;
                if (o == FOUND && !vm_list_add(out, m->draw.words, m->draw.count))
                    return vm_no_memory(m), FAULT;
            }
    return FOUND;
}

lud_status vm_list(vm *m, const void *state, bool exact, vm_moves *out)
{
    lud_status s = vm_may_move(m, state);
    list_clear(out);
    if (s != LUD_OK)
        return s;
    if (state != m->state)
        memcpy(m->state, state, m->code->layout.state_size);
    const plan_decision *d = &m->code->decisions[vm_node(state)];
    m->out = out;
    m->merge = !d->single;
    m->matching = m->count_only = false;
    outcome o = EXHAUSTED;
    /* where every path is met, moves met once have one path: nothing is left to count */
    bool quick = d->single || !exact || d->plain;
    const bool weighted = exact && m->code->g->weight != IR_NONE && vm_role(m->code, m->state) == 0;
    const strand_case *strands = weighted || !d->strands || !d->strands->lists ? NULL : vm_strand_case(m);
    bool done = !weighted && quick && m->compiled && vm_compiled_list(m, d, out);
    const bool levels = strands && strands_have_levels(d->strands);
    if (!done && levels) { /* what is too much for them is listed by paths */
        list_clear(out);
        done = vm_level_list(m, out) && out->count > 0 && out->count < m->limits.max_states;
    } else if (!done && strands && vm_strand_count(m, strands) < m->limits.max_states) {
        list_clear(out);
        if (strands->asks) {
            const outcome asked = list_asked(m, strands, out);
            if (asked == FAULT)
                return m->fault.status;
            done = asked == FOUND;
        } else {
            done = vm_strand_list(m, strands, out);
            if (!done)
                return vm_no_memory(m), LUD_ERR_MEMORY;
        }
        m->out = out;
        m->merge = !d->single;
        m->matching = m->count_only = false;
    }
    if (weighted) {
        o = list_weighted(m, out);
    } else if (!done && quick) {
        list_clear(out);
        if (m->merge && !vm_list_prepare(out))
            return vm_no_memory(m), LUD_ERR_MEMORY;
        o = vm_first(m, vm_here(m)->generate);
    }
    if (o != FAULT && exact && !weighted && !d->single && (!quick || out->repeated))
        o = list_exactly(m, out);
    if (o == FAULT)
        return m->fault.status;
    if (out->count == 0)
        return vm_stuck(m);
    out->total = out->count;
    for (uint32_t i = 0; exact && out->repeated && i < out->count; i++)
        out->total += out->weights[i] - 1;
    if (out->total > UINT32_MAX) {
        vm_fault_here(m, LUD_ERR_RANGE, "the weights of all moves together are more than 4294967295");
        return LUD_ERR_RANGE;
    }
    return LUD_OK;
}

/* ---- drawing a move ---- */

void vm_sample_reset(vm *m)
{
    m->draw.playout += NATIVE_PLAYOUT_STEP;
    if (m->draw.playout == 0) {
        memset(m->draw.given_up, 0, (m->code->g->nodes.count + 1) * sizeof *m->draw.given_up);
        m->draw.playout = NATIVE_PLAYOUT_STEP;
    }
}

static bool keep_drawn(vm *m)
{
    if (m->tag_count + 1 > m->draw.capacity &&
        !vm_grow(&m->draw.words, &m->draw.capacity, sizeof *m->draw.words, m->tag_count + 1))
        return vm_no_memory(m), false;
    memcpy(m->draw.words, m->tags, m->tag_count * sizeof *m->tags);
    m->draw.count = m->tag_count;
    return true;
}

/* Of the move that was drawn. */
static outcome count_paths(vm *m, uint32_t *paths)
{
    if (m->compiled && vm_compiled_path_count(m, m->draw.words, m->draw.count, paths))
        return FOUND;
    m->matching = true;
    m->match = m->draw.words;
    m->match_count = m->draw.count;
    *paths = 0;
    outcome o = vm_first(m, vm_here(m)->apply);
    for (; o == FOUND; o = vm_next(m))
        ++*paths;
    m->matching = false;
    vm_undo(m, 0);
    return o;
}

/* Draws the number of a path: those of paths that cannot be passed, and of none, are drawn in vain (rejection sampling;
 * von Neumann 1951). A move that several paths make is taken as often as if it had one. So every move is equally likely
 * at each attempt; listing after a number of failures does not change that. */
static outcome draw_path(vm *m, const plan_decision *d, lud_rng *rng, uint32_t *paths)
{
    uint32_t numbers = (uint32_t)d->width, attempts = VM_ATTEMPTS_MAX;
    bool opened = false;
    if (d->openings) {
        attempts = d->searched ? NATIVE_ATTEMPTS_SEARCHED : NATIVE_ATTEMPTS_COUNTED;
        if (!m->compiled || !vm_compiled_open(m, &numbers)) {
            if (vm_open(m, &numbers) == FAULT)
                return FAULT;
            opened = true;
        }
        m->drawn_from = numbers;
    }
    for (uint32_t attempt = 0; attempt < attempts && numbers > 0; attempt++) {
        outcome o;
        m->draw.attempts++;
        const uint32_t ticket = rng_below(rng, numbers);
        if (opened || !m->compiled || !vm_compiled_draw(m, ticket, &o)) {
            if (d->openings) {
                uint32_t again;
                if (!opened && vm_open(m, &again) == FAULT)
                    return FAULT;
                opened = true;
                o = vm_draw_opening(m, rng, ticket);
            } else {
                m->rng = rng;
                m->ticket = ticket;
                o = vm_first(m, vm_here(m)->generate);
                m->rng = NULL;
                vm_undo(m, 0);
            }
        }
        if (o == FAULT)
            return FAULT;
        if (o != FOUND)
            continue;
        if (!keep_drawn(m))
            return FAULT;
        *paths = 1;
        if (!d->single && count_paths(m, paths) == FAULT)
            return FAULT;
        if (*paths == 1 || rng_below(rng, *paths) == 0)
            return FOUND;
    }
    return EXHAUSTED;
}

uint64_t vm_attempts(const vm *m) { return m->draw.attempts; }
void vm_prefer_lists(vm *m, bool lists) { m->draw.lists = lists; }

/* Whether what was drawn is a move. *paths: how many make it, as far as is known. */
static outcome ask(vm *m, const strand *s, uint32_t *paths)
{
    bool is;
    *paths = 1;
    if (s->shared) {
        const outcome o = count_paths(m, paths);
        return o == FAULT ? FAULT : *paths > 0 ? FOUND : EXHAUSTED;
    }
    if (m->compiled && vm_compiled_is_move(m, m->draw.words, m->draw.count, &is))
        return is ? FOUND : EXHAUSTED;
    m->matching = true;
    m->match = m->draw.words;
    m->match_count = m->draw.count;
    const outcome o = vm_first(m, vm_here(m)->apply);
    m->matching = false;
    vm_undo(m, 0);
    return o;
}

/* Of moves that are sets one is drawn by its number; those that ask until one is drawn that is a move. EXHAUSTED: there
 * is none, or they are no sets here (*tried: false), or none was found. */
static outcome draw_strand(vm *m, lud_rng *rng, bool *tried, uint32_t *paths)
{
    const strand_case *c = vm_strand_case(m);
    if (c && STRAND_TAGS_MAX > m->draw.capacity &&
        !vm_grow(&m->draw.words, &m->draw.capacity, sizeof *m->draw.words, STRAND_TAGS_MAX))
        return vm_no_memory(m), FAULT;
    if (c && strands_have_levels(m->code->decisions[vm_node(m->state)].strands)) {
        m->draw.attempts++;
        m->draw.count = vm_level_draw(m, rng, m->draw.words);
        return m->draw.count > 0 ? FOUND : EXHAUSTED;
    }
    c = c && c->drawn ? c->drawn : c;
    const uint32_t count = c ? vm_strand_count(m, c) : 0;
    *tried = count > 0;
    for (uint32_t i = 0; count > 0 && i < NATIVE_ATTEMPTS_ASKED; i++) {
        const strand *s;
        m->draw.attempts++;
        m->draw.count = vm_strand_move(m, c, rng_below(rng, count), m->draw.words, &s);
        const outcome o = s->asks ? ask(m, s, paths) : FOUND;
        if (o != EXHAUSTED)
            return o;
    }
    return EXHAUSTED;
}

lud_status vm_sample(vm *m, const void *state, lud_rng *rng, vm_moves *scratch, const uint32_t **words, uint32_t *count,
                     bool *certain)
{
    lud_status s = vm_may_move(m, state);
    if (s != LUD_OK)
        return s;
    uint32_t node = vm_node(state);
    const plan_decision *d = &m->code->decisions[node];
    bool failed = false, tried = false;
    uint32_t paths = 1;
    const bool listed = d->strands && d->strands->asks && is_listed(&m->draw.given_up[node], m->draw.playout);
    if (d->strands && !listed) {
        if (state != m->state)
            memcpy(m->state, state, m->code->layout.state_size);
        m->matching = false;
        const outcome o = draw_strand(m, rng, &tried, &paths);
        if (o == FAULT)
            return m->fault.status;
        if (o == FOUND) {
            *words = m->draw.words;
            *count = m->draw.count;
            *certain = paths == 1;
            return LUD_OK;
        }
        if (tried)
            m->draw.given_up[node] = m->draw.playout + NATIVE_ASKED_TURNS;
    }
    if (!tried && !listed && d->drawn && !m->draw.lists && !is_listed(&m->draw.given_up[node], m->draw.playout)) {
        if (state != m->state)
            memcpy(m->state, state, m->code->layout.state_size);
        m->matching = false;
        outcome o = draw_path(m, d, rng, &paths);
        if (o == FAULT)
            return m->fault.status;
        if (o == FOUND) {
            *words = m->draw.words;
            *count = m->draw.count;
            *certain = paths == 1;
            return LUD_OK;
        }
        if (!d->openings)
            m->draw.given_up[node] = m->draw.playout + NATIVE_LISTED_ALWAYS;
        failed = d->openings;
    }
    s = vm_list(m, state, false, scratch);
    if (s != LUD_OK)
        return s;
    if (failed && list_rather(d->searched, m->drawn_from, scratch->count))
        m->draw.given_up[node] = m->draw.playout + NATIVE_LISTED_TURNS;
    uint32_t i = rng_below(rng, scratch->count);
    *words = scratch->words + scratch->starts[i];
    *count = scratch->starts[i + 1] - scratch->starts[i];
    *certain = d->single || (d->plain && scratch->weights[i] == 1);
    return LUD_OK;
}

lud_status vm_count(vm *m, const void *state, bool exact, vm_moves *scratch, uint64_t *count)
{
    lud_status s = vm_may_move(m, state);
    *count = 0;
    if (s != LUD_OK)
        return s;
    const plan_decision *d = &m->code->decisions[vm_node(state)];
    if (!d->single) {
        s = vm_list(m, state, exact, scratch);
        *count = exact ? scratch->total : scratch->count;
        return s;
    }
    memcpy(m->state, state, m->code->layout.state_size);
    list_clear(scratch);
    if (m->compiled && vm_compiled_list(m, d, scratch)) {
        *count = scratch->count;
        return *count ? LUD_OK : vm_stuck(m);
    }
    const strand_case *strands = d->strands && !d->strands->asks ? vm_strand_case(m) : NULL;
    if (strands)
        *count = strands_have_levels(d->strands) ? vm_level_count(m) : vm_strand_count(m, strands);
    if (strands && *count > 0 && *count < m->limits.max_states)
        return LUD_OK;
    m->matching = false;
    m->count_only = true;
    m->counted = 0;
    outcome o = vm_first(m, vm_here(m)->generate);
    m->count_only = false;
    *count = m->counted;
    if (o == FAULT)
        return m->fault.status;
    return m->counted ? LUD_OK : vm_stuck(m);
}

/* Where each move has one path. */
static lud_status successors_by_moves(vm *m, const void *state, vm_successor each, void *user)
{
    unsigned char *next = m->spare + 2 * (size_t)m->code->layout.state_size;
    vm_moves *v = &m->branches;
    lud_status s = vm_list(m, state, false, v);
    if (s == LUD_ERR_STUCK)
        return LUD_OK;
    for (uint32_t i = 0; i < v->count && s == LUD_OK; i++) {
        vm_way way = {.certain = true};
        uint32_t count = v->starts[i + 1] - v->starts[i];
        memcpy(next, state, m->code->layout.state_size);
        s = vm_apply(m, next, v->words + v->starts[i], count, &way);
        if (s == LUD_OK && !each(user, next, v->words + v->starts[i], count))
            break;
    }
    return s;
}

lud_status vm_successors(vm *m, const void *state, vm_successor each, void *user)
{
    lud_status s = vm_may_move(m, state);
    if (s != LUD_OK)
        return s;
    const plan_decision *d = &m->code->decisions[vm_node(state)];
    if (m->compiled && d->single && vm_role(m->code, state) != VM_ROLE_KEEPER)
        return successors_by_moves(m, state, each, user);
    memcpy(m->state, state, m->code->layout.state_size);
    m->matching = false;
    m->each.count = 0;
    if (m->compiled && vm_compiled_all(m, each, user))
        return LUD_OK;
    outcome o = vm_first(m, vm_here(m)->exact);
    uint32_t start = vm_node(state), known = m->each.count; /* both meet paths in the same order */
    for (; o == FOUND; o = vm_next(m)) {
        if (known > 0) {
            known--;
            continue;
        }
        memcpy(m->state, &m->final_node, sizeof m->final_node);
        bool more = each(user, m->state, m->tags, m->tag_count);
        memcpy(m->state, &start, sizeof start);
        if (!more)
            return LUD_OK;
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
