#include "circuit/ternary.h"

#include <assert.h>
#include <string.h>

static known gate_value(const net_network *n, uint32_t g, const unsigned char *values)
{
    const net_gate *gate = &vec_at(&n->gates, g);
    known decided = gate->kind == NET_OR ? YES : NO, all = gate->kind == NET_OR ? NO : YES;
    for (uint32_t i = 0; i < gate->count; i++) {
        known in = net_known(values, vec_at(&n->inputs, gate->first + i));
        if (in == decided)
            return decided;
        all = in == OPEN ? OPEN : all;
    }
    return all;
}

void net_evaluate_known(const net_network *n, unsigned char *values)
{
    assert(n->gates.count > 0);
    values[0] = YES;
    for (uint32_t i = 0; i < n->components.count; i++)
        memset(values + vec_at(&n->components, i).first, OPEN,
               vec_at(&n->components, i).end - vec_at(&n->components, i).first);
    for (uint32_t g = 0; g < n->gates.count; g++)
        if (vec_at(&n->gates, g).kind == NET_AND || vec_at(&n->gates, g).kind == NET_OR)
            values[g] = (unsigned char)gate_value(n, g, values);
}

/* ---- who may choose ---- */

/* Facts are sorted by text, so those of one function follow one another. */
static size_t head_length(const char *text) { return *text == '(' ? strcspn(text, " ") : strlen(text); }

static uint32_t group_end(const net_network *n, uint32_t first)
{
    size_t length = head_length(vec_at(&n->facts, first).text);
    uint32_t end = first + 1;
    while (end < n->facts.count && head_length(vec_at(&n->facts, end).text) == length &&
           strncmp(vec_at(&n->facts, end).text, vec_at(&n->facts, first).text, length) == 0)
        end++;
    return end;
}

/* What a role does when its legal moves are known as far as `values` tell: a role makes one of them, so the only one
 * there may be is made. Whether it has a choice. */
static bool settle_role(const net_network *n, const net_role *r, unsigned char *values)
{
    uint32_t open = 0, last = 0;
    for (uint32_t i = r->first_move; i < r->first_move + r->move_count; i++) {
        bool may = net_known(values, vec_at(&n->moves, i).legal) != NO;
        values[vec_at(&n->moves, i).gate] = may ? OPEN : NO;
        open += may;
        last = may ? i : last;
    }
    if (open == 1)
        values[vec_at(&n->moves, last).gate] = YES;
    return open > 1;
}

/* The values while `held` of the facts [first, end) holds and the others of them do not. False: two players may have
 * a choice. */
static bool evaluate_while(const net_network *n, uint32_t first, uint32_t end, uint32_t held, unsigned char *values)
{
    uint32_t choosers = 0;
    memset(values, OPEN, n->gates.count);
    for (uint32_t i = first; i < end; i++)
        values[1 + i] = i == held ? YES : NO;
    net_evaluate_known(n, values);
    for (uint32_t i = 0; i < n->roles.count; i++)
        choosers += settle_role(n, &vec_at(&n->roles, i), values) && i != n->random;
    net_evaluate_known(n, values);
    return choosers <= 1;
}

/* Which of the facts holds next, for sure; `end`: that is open. */
static uint32_t next_of(const net_network *n, uint32_t first, uint32_t end, const unsigned char *values)
{
    uint32_t next = end;
    for (uint32_t i = first; i < end; i++) {
        known then = net_known(values, vec_at(&n->facts, i).next);
        if (then == OPEN || (then == YES && next < end))
            return end;
        next = then == YES ? i : next;
    }
    return next;
}

static bool proves(const net_network *n, uint32_t first, uint32_t end, unsigned char *values)
{
    uint32_t held = end;
    for (uint32_t i = first; i < end; i++) {
        if (vec_at(&n->facts, i).initial && held < end)
            return false;
        held = vec_at(&n->facts, i).initial ? i : held;
    }
    for (uint32_t step = first; step < end && held < end; step++) { /* then they repeat */
        if (!evaluate_while(n, first, end, held, values))
            return false;
        held = next_of(n, first, end, values);
    }
    return held < end;
}

/* Groups of facts are small; larger networks are not searched through. */
enum { GROUP_MAX = 64, WORK_MAX = 1 << 27 };

bool net_alternates(const net_network *n, arena *a)
{
    arena *scratch = arena_child(a);
    unsigned char *values = ARENA_ARRAY(scratch, unsigned char, n->gates.count + 1);
    uint64_t work = 0;
    bool proven = evaluate_while(n, 0, 0, 0, values); /* whatever holds */
    for (uint32_t first = 0, end; first < n->facts.count && !proven && work < WORK_MAX; first = end) {
        end = group_end(n, first);
        if (end - first < 2 || end - first > GROUP_MAX)
            continue;
        work += (uint64_t)(end - first) * n->inputs.count;
        proven = proves(n, first, end, values);
    }
    arena_done(scratch);
    return proven;
}
