/* Joint moves counted in terms of a machine's own functions: machine_ops.perft of several machines. */
#include "model/machine.h"

#include <stdlib.h>
#include <string.h>

typedef struct counting {
    lud_context *ctx;
    const lud_perft_options *options;
    uint32_t depth, width; /* roles, chance included */
    uint64_t *counts;
    unsigned char *states;  /* [level] */
    lud_moves *moves;       /* [level * width + role] */
    lud_move *joint;        /* [level * width + role] */
    uint64_t first, firsts; /* joint moves at the root: done, in all */
    lud_status status;
    bool stopped;
} counting;

static void search(counting *c, uint32_t level);

/* The text of a joint move: those of the roles, chance last. */
static char *joint_text(const counting *c, uint64_t movers)
{
    const lud_game *game = c->ctx->game;
    const char *between = game->ops->between ? game->ops->between : " ";
    size_t length = 1, gap = strlen(between);
    for (uint32_t k = 0; k < c->width; k++)
        if (movers >> k & 1)
            length += gap + game->ops->move_text(game, c->joint[k], NULL, 0);
    char *text = calloc(1, length + 1), *at = text;
    for (uint32_t i = 1; text && i <= c->width; i++) {
        uint32_t role = i % c->width;
        if (!(movers >> role & 1))
            continue;
        if (at > text)
            at = strcpy(at, between) + gap;
        at += game->ops->move_text(game, c->joint[role], at, (size_t)(text + length + 1 - at));
    }
    return text;
}

static void take_joint(counting *c, uint32_t level, uint64_t movers)
{
    const lud_game *game = c->ctx->game;
    unsigned char *here = c->states + (size_t)level * game->state_size, *next = here + game->state_size;
    uint64_t before = c->counts[c->depth];
    bool root = level == 0, divide = root && c->options && c->options->divide;
    char *text = divide ? joint_text(c, movers) : NULL;
    if (level + 1 < c->depth) {
        memcpy(next, here, game->state_size);
        c->status = game->ops->apply(c->ctx, next, c->joint + (size_t)level * c->width, 0, NULL);
        if (c->status == LUD_OK)
            search(c, level + 1);
    }
    if (divide && c->status == LUD_OK)
        c->options->divide(c->options->user, text ? text : "", c->depth == 1 ? 1 : c->counts[c->depth] - before);
    free(text);
    c->first += root;
    if (root && c->options && c->options->progress && !c->options->progress(c->options->user, c->first, c->firsts))
        c->stopped = true;
}

static void search_joint(counting *c, uint32_t level, uint64_t movers, uint64_t left)
{
    if (!left) {
        take_joint(c, level, movers);
        return;
    }
    if (machine_stopped(c->ctx)) {
        c->status = LUD_INTERRUPTED;
        return;
    }
    uint32_t role = (uint32_t)__builtin_ctzll(left);
    const lud_moves *moves = &c->moves[(size_t)level * c->width + role];
    uint32_t count = lud_moves_count(moves);
    for (uint32_t i = 0; i < count && c->status == LUD_OK && !c->stopped; i++) {
        c->joint[(size_t)level * c->width + role] = lud_moves_at(moves, i);
        search_joint(c, level, movers, left & (left - 1));
    }
}

static void search(counting *c, uint32_t level)
{
    const lud_game *game = c->ctx->game;
    const unsigned char *here = c->states + (size_t)level * game->state_size;
    if (level == c->depth || game->ops->terminal(game, here))
        return;
    uint64_t movers = game->ops->movers(game, here), joint = 1;
    /* who moved there before may not now */
    memset(c->joint + (size_t)level * c->width, 0, c->width * sizeof *c->joint);
    for (uint64_t left = movers; left; left &= left - 1) {
        uint32_t role = (uint32_t)__builtin_ctzll(left);
        lud_moves *moves = &c->moves[(size_t)level * c->width + role];
        lud_status s = game->ops->list(c->ctx, here, role, false, moves);
        if (s != LUD_OK && s != LUD_ERR_STUCK) {
            c->status = s;
            return;
        }
        joint *= s == LUD_OK ? lud_moves_count(moves) : 0;
    }
    c->counts[level + 1] += joint;
    c->firsts = level == 0 ? joint : c->firsts;
    bool wanted = level == 0 && c->options && c->options->divide;
    if (joint && (level + 1 < c->depth || wanted))
        search_joint(c, level, movers, movers);
}

lud_status joint_perft(lud_context *ctx, const void *state, uint32_t depth, const lud_perft_options *options,
                       uint64_t *counts)
{
    const lud_game *game = ctx->game;
    counting c = {
        .ctx = ctx, .options = options, .depth = depth, .width = game->roles + 1, .counts = counts, .status = LUD_OK};
    size_t lists = (size_t)(depth + 1) * c.width;
    memset(counts, 0, sizeof *counts * (depth + 1));
    counts[0] = 1;
    c.states = calloc(depth + 2, game->state_size);
    c.moves = calloc(lists, sizeof *c.moves);
    c.joint = calloc(lists, sizeof *c.joint);
    bool ready = c.states && c.moves && c.joint;
    for (size_t i = 0; ready && i < lists; i++)
        ready = moves_begin(&c.moves[i], game->ops->lists);
    if (!ready)
        c.status = LUD_ERR_MEMORY;
    else if (state)
        memcpy(c.states, state, game->state_size);
    else
        c.status = game->ops->start(ctx, c.states);
    if (c.status == LUD_OK)
        search(&c, 0);
    for (size_t i = 0; c.moves && i < lists; i++)
        if (c.moves[i].list)
            c.moves[i].kind->free(c.moves[i].list);
    free(c.states);
    free(c.moves);
    free(c.joint);
    return c.status;
}
