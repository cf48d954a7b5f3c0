/* States side by side as lanes of a network, 512 a block. */
#include "model/batch.h"
#include "model/lanes.h"

#include <stdlib.h>
#include <string.h>

typedef struct block {
    slices *x;
    bool goals; /* are computed */
    uint64_t
        *masks;   /* [role of the network]: legal moves of each lane, as slices_legal says; made when first asked for */
    bool *listed; /* [role of the network] */
} block;

typedef struct side_by_side {
    lanes_model *m;
    block *blocks;
    uint32_t block_count;
    uint32_t *words,
        *first; /* [role of the network] of a lane's masks; where in block.masks the role's begin, in words */
    uint64_t *facts;
    uint32_t *goals;
} side_by_side;

static side_by_side *lanes_of(const lud_batch *b) { return b->own; }
static block *block_of(const lud_batch *b, uint32_t lane) { return &lanes_of(b)->blocks[lane / SLICE_LANES]; }
static uint32_t in_block(uint32_t lane) { return lane % SLICE_LANES; }

/* Which lanes are over, and that nothing else is known yet. */
static void look(lud_batch *b, uint32_t number)
{
    side_by_side *s = b->own;
    block *k = &s->blocks[number];
    uint64_t over[SLICE_WORDS];
    lanes_use(s->m, k->x);
    slices_look(k->x, false);
    k->goals = false;
    memset(k->listed, 0, s->m->net->roles.count * sizeof *k->listed);
    slices_bits(k->x, s->m->net->terminal, over);
    for (uint32_t w = 0; w < SLICE_WORDS && number * SLICE_WORDS + w < b->words; w++) {
        const uint32_t at = number * SLICE_WORDS + w;
        uint64_t failed = 0;
        for (uint32_t l = 64 * at; l < 64 * at + 64 && l < b->lanes; l++)
            failed |= (uint64_t)(b->status[l] != LUD_OK) << l % 64;
        b->ended[at] = (over[w] | failed) & b->all[at];
    }
}

static lud_status set(lud_batch *b, const uint64_t *which, const void *state)
{
    side_by_side *s = b->own;
    if (!s->m->meaning->facts(b->game, state, s->facts))
        return LUD_ERR_ARGUMENT;
    for (uint32_t n = 0; n < s->block_count; n++) {
        bool any = false;
        for (uint32_t l = n * SLICE_LANES; l < (n + 1) * SLICE_LANES && l < b->lanes; l++)
            if (batch_has(which, l)) {
                slices_set(s->blocks[n].x, in_block(l), s->facts);
                b->status[l] = LUD_OK;
                any = true;
            }
        if (any)
            look(b, n);
    }
    return LUD_OK;
}

static lud_status step(lud_batch *b)
{
    side_by_side *s = b->own;
    for (uint32_t n = 0; n < s->block_count; n++) {
        uint64_t active[SLICE_WORDS] = {0}, stuck[SLICE_WORDS], any = 0;
        for (uint32_t w = 0; w < SLICE_WORDS && n * SLICE_WORDS + w < b->words; w++)
            any |= active[w] = b->all[n * SLICE_WORDS + w] & ~b->ended[n * SLICE_WORDS + w];
        if (!any)
            continue;
        if (machine_stopped(b->ctx))
            return LUD_INTERRUPTED;
        slices_step(s->blocks[n].x, active, stuck);
        for (uint32_t w = 0; w < SLICE_WORDS; w++)
            for (uint64_t bits = stuck[w]; bits; bits &= bits - 1)
                b->status[n * SLICE_LANES + 64 * w + (uint32_t)__builtin_ctzll(bits)] = LUD_ERR_STUCK;
        look(b, n);
    }
    return LUD_OK;
}

static bool true_in(const block *k, net_signal s, uint32_t lane)
{
    uint64_t bits[SLICE_WORDS];
    slices_bits(k->x, s, bits);
    return bits[lane / 64] >> lane % 64 & 1;
}

static uint64_t movers(const lud_batch *b, uint32_t lane)
{
    const lanes_model *m = lanes_of(b)->m;
    uint64_t all = 0;
    for (uint32_t r = 0; r < m->net->roles.count; r++) {
        const uint32_t idle = m->idle ? m->idle[r] : LOGIC_NONE;
        const bool waits =
            idle != LOGIC_NONE && true_in(block_of(b, lane), vec_at(&m->net->moves, idle).legal, in_block(lane));
        all |= (uint64_t)!waits << m->role_of[r];
    }
    return all;
}

/* Legal moves of a role of the network in a lane. */
static const uint64_t *legal(lud_batch *b, uint32_t lane, uint32_t role)
{
    side_by_side *s = b->own;
    block *k = block_of(b, lane);
    const uint32_t r = s->m->net_role[role];
    uint64_t *masks = k->masks + s->first[r];
    if (!k->listed[r])
        slices_legal(k->x, r, s->words[r], masks);
    k->listed[r] = true;
    return masks + (size_t)in_block(lane) * s->words[r];
}

static uint32_t count(lud_batch *b, uint32_t lane, uint32_t role)
{
    const uint64_t *mask = legal(b, lane, role);
    uint32_t n = 0;
    for (uint32_t w = 0; w < lanes_of(b)->words[lanes_of(b)->m->net_role[role]]; w++)
        n += (uint32_t)__builtin_popcountll(mask[w]);
    return n;
}

/* Legal move `index` as a number among those of the role. */
static uint32_t find(lud_batch *b, uint32_t lane, uint32_t role, uint32_t index)
{
    const uint64_t *mask = legal(b, lane, role);
    uint32_t w = 0, here;
    for (; (here = (uint32_t)__builtin_popcountll(mask[w])) <= index; w++)
        index -= here;
    uint64_t bits = mask[w];
    while (index--)
        bits &= bits - 1;
    return 64 * w + (uint32_t)__builtin_ctzll(bits);
}

static uint32_t first_move(const lud_batch *b, uint32_t role)
{
    const lanes_model *m = lanes_of(b)->m;
    return vec_at(&m->net->roles, m->net_role[role]).first_move;
}

static lud_move move(lud_batch *b, uint32_t lane, uint32_t role, uint32_t index)
{
    return lanes_of(b)->m->meaning->move(b->game, first_move(b, role) + find(b, lane, role, index));
}

static lud_status choose(lud_batch *b, uint32_t lane, uint32_t role, uint32_t index)
{
    const uint32_t r = lanes_of(b)->m->net_role[role];
    slices_choose(block_of(b, lane)->x, in_block(lane), r, first_move(b, role) + find(b, lane, role, index));
    return LUD_OK;
}

uint32_t batch_lanes_actions(const lud_batch *b, uint32_t role)
{
    const lanes_model *m = lanes_of(b)->m;
    return m->net_role[role] == LOGIC_NONE ? 0 : vec_at(&m->net->roles, m->net_role[role]).move_count;
}

lud_move batch_lanes_action(const lud_batch *b, uint32_t role, uint32_t action)
{
    return lanes_of(b)->m->meaning->move(b->game, first_move(b, role) + action);
}

lud_status batch_lanes_act(lud_batch *b, uint32_t lane, uint32_t role, uint32_t action)
{
    if (!(legal(b, lane, role)[action / 64] >> action % 64 & 1))
        return LUD_ERR_ILLEGAL;
    slices_choose(block_of(b, lane)->x, in_block(lane), lanes_of(b)->m->net_role[role], first_move(b, role) + action);
    return LUD_OK;
}

void batch_lanes_masks(lud_batch *b, uint32_t role, uint64_t *masks)
{
    const uint32_t words = lanes_of(b)->words[lanes_of(b)->m->net_role[role]];
    for (uint32_t l = 0; l < b->lanes; l++) {
        uint64_t *out = masks + (size_t)l * words;
        if (lud_batch_movers(b, l) >> role & 1)
            memcpy(out, legal(b, l, role), words * sizeof *out);
        else
            memset(out, 0, words * sizeof *out);
    }
}

/* The goals of a lane that is over by the rules; NULL: it is not. */
static const uint32_t *goals_of(lud_batch *b, uint32_t lane)
{
    side_by_side *s = b->own;
    block *k = block_of(b, lane);
    if (!true_in(k, s->m->net->terminal, in_block(lane)))
        return NULL;
    if (!k->goals)
        slices_look(k->x, true);
    k->goals = true;
    for (uint32_t r = 0; r < s->m->net->roles.count; r++)
        s->goals[r] = slices_goal(k->x, in_block(lane), r);
    return s->goals;
}

static void state(lud_batch *b, uint32_t lane, void *out)
{
    side_by_side *s = b->own;
    memset(s->facts, 0, s->m->fact_words * sizeof *s->facts);
    for (uint32_t i = 0; i < s->m->net->facts.count; i++)
        s->facts[i / 64] |= (uint64_t)slices_holds(block_of(b, lane)->x, in_block(lane), i) << i % 64;
    s->m->meaning->state(b->game, s->facts, goals_of(b, lane), out);
}

static void scores(lud_batch *b, uint32_t lane, double *out)
{
    const lanes_model *m = lanes_of(b)->m;
    const uint32_t *goals = goals_of(b, lane);
    for (uint32_t i = 1; goals && i <= b->game->roles; i++)
        out[i - 1] = m->meaning->score(b->game, goals[m->net_role[i]]);
}

static void free_lanes(lud_batch *b)
{
    side_by_side *s = b->own;
    for (uint32_t n = 0; s && s->blocks && n < s->block_count; n++) {
        slices_free(s->blocks[n].x);
        free(s->blocks[n].masks);
        free(s->blocks[n].listed);
    }
    if (s) {
        free(s->blocks);
        free(s->words);
        free(s->first);
        free(s->facts);
        free(s->goals);
    }
    free(s);
}

const batch_ops batch_lanes_ops = {set, step, movers, count, move, choose, scores, state, free_lanes};

static bool open_block(const side_by_side *s, block *k, uint32_t words, uint64_t seed)
{
    k->x = lanes_slices(s->m);
    k->masks = calloc(words + 1, sizeof *k->masks);
    k->listed = calloc(s->m->net->roles.count + 1, sizeof *k->listed);
    if (!k->x || !k->masks || !k->listed)
        return false;
    slices_seed(k->x, seed);
    return true;
}

bool batch_lanes(lud_batch *b, lanes_model *m)
{
    side_by_side *s = b->own = calloc(1, sizeof *s);
    const uint32_t roles = m->net->roles.count;
    uint32_t words = 0;
    lud_rng rng;
    b->ops = &batch_lanes_ops;
    if (!s)
        return false;
    s->m = m;
    s->blocks = calloc((b->lanes + SLICE_LANES - 1) / SLICE_LANES, sizeof *s->blocks);
    s->words = calloc(roles + 1, sizeof *s->words);
    s->first = calloc(roles + 1, sizeof *s->first);
    s->facts = calloc(m->fact_words + 1, sizeof *s->facts);
    s->goals = calloc(roles + 1, sizeof *s->goals);
    if (!s->blocks || !s->words || !s->first || !s->facts || !s->goals)
        return false;
    for (uint32_t r = 0; r < roles; r++) {
        s->words[r] = (vec_at(&m->net->roles, r).move_count + 63) / 64;
        s->first[r] = words;
        words += s->words[r] * SLICE_LANES;
    }
    lud_rng_seed(&rng, b->seed, 0);
    for (; s->block_count < (b->lanes + SLICE_LANES - 1) / SLICE_LANES; s->block_count++)
        if (!open_block(s, &s->blocks[s->block_count], words, lud_rng_next(&rng))) {
            s->block_count++;
            return false;
        }
    return true;
}
