#include "model/lockstep_inside.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

typedef struct lines {
    arena *arena;
    VEC(const char *) all;
} lines;

static void sort(lines *l)
{
    if (l->all.count)
        qsort((void *)l->all.data, l->all.count, sizeof *l->all.data, text_order);
}

static void add_value(void *user, const char *key, const char *value)
{
    lines *l = user;
    (void)key;
    vec_push(l->arena, &l->all, arena_printf(l->arena, "%s", value));
}

static void ignore_key(void *user, const char *key) { (void)user, (void)key; }
static void ignore_end(void *user) { (void)user; }

static lines facts_of(pair *p, int i)
{
    static const lud_state_visitor visitor = {ignore_key, add_value, ignore_end};
    lines l = {.arena = &p->arena};
    lud_state_visit(p->of[i].game, p->of[i].state, false, &visitor, &l);
    sort(&l);
    return l;
}

/* Lists of texts, sorted: the first one that only one side has. */
static bool same_lines(pair *p, const char *what, const lines *a, const lines *b)
{
    for (uint32_t i = 0; i < a->all.count || i < b->all.count; i++) {
        const char *x = i < a->all.count ? vec_at(&a->all, i) : NULL, *y = i < b->all.count ? vec_at(&b->all, i) : NULL;
        if (x && y && strcmp(x, y) == 0)
            continue;
        bool first = !y || (x && strcmp(x, y) < 0);
        return lockstep_differ(p, what, SAY("      = only %s has `%s`\n", p->of[first ? 0 : 1].name, first ? x : y));
    }
    return true;
}

static bool same_states(pair *p, const char *when)
{
    lines a = facts_of(p, 0), b = facts_of(p, 1);
    return same_lines(p, SAY("the state %s", when), &a, &b);
}

static const char *score_text(pair *p, int i, uint32_t role)
{
    size_t length = lud_score_text(p->of[i].game, p->of[i].state, role, NULL, 0);
    char *text = arena_alloc(&p->arena, length + 1);
    lud_score_text(p->of[i].game, p->of[i].state, role, text, length + 1);
    return text;
}

static bool same_look(pair *p)
{
    const side *a = &p->of[0], *b = &p->of[1];
    bool same =
        lockstep_same_number(p, "whether the game is over", lud_terminal(a->game, a->state),
                             lud_terminal(b->game, b->state)) &&
        lockstep_same_number(p, "who decides (bit set)", lud_movers(a->game, a->state), lud_movers(b->game, b->state));
    for (uint32_t role = 1; role <= a->game->roles && same; role++)
        same = lockstep_same_text(p, SAY("the score of %s", lud_role_name(a->game, role)), score_text(p, 0, role),
                                  score_text(p, 1, role));
    return same;
}

static lines moves_of(pair *p, int i)
{
    lines l = {.arena = &p->arena};
    side *s = &p->of[i];
    for (uint32_t k = 0; k < lud_moves_count(s->moves); k++) {
        lud_move move = lud_moves_at(s->moves, k);
        size_t length = lud_move_text(s->game, move, NULL, 0);
        char *text = arena_alloc(&p->arena, length + 1);
        lud_move_text(s->game, move, text, length + 1);
        vec_push(&p->arena, &l.all, text);
    }
    sort(&l);
    return l;
}

/* A move of the role that both list, read back from its text on each side. */
static bool pick(pair *p, uint32_t role, lud_rng *rng, lud_move joint[2][64], const char **text, lud_status *status)
{
    *status = lud_moves_list(p->of[0].ctx, p->of[0].state, role, p->of[0].moves);
    lud_status other = lud_moves_list(p->of[1].ctx, p->of[1].state, role, p->of[1].moves);
    const char *name = lud_role_name(p->of[0].game, role);
    if (*status == LUD_ERR_STUCK && other == LUD_ERR_STUCK)
        return true; /* in their own words */
    if (!lockstep_same_status(p, SAY("listing the moves of %s", name), status, other))
        return false;
    if (*status != LUD_OK)
        return true;
    lines a = moves_of(p, 0), b = moves_of(p, 1);
    p->result->moves += a.all.count;
    if (!same_lines(p, SAY("the moves of %s", name), &a, &b))
        return false;
    *text = vec_at(&a.all, lud_rng_below(rng, a.all.count));
    for (int i = 0; i < 2; i++) {
        uint32_t capacity = (uint32_t)strlen(*text) + 4, count = 0;
        uint32_t *words = ARENA_ARRAY(&p->arena, uint32_t, capacity);
        lud_status parsed = lud_move_parse(p->of[i].game, *text, words, capacity, &count);
        if (parsed != LUD_OK)
            return lockstep_differ(p, SAY("the text `%s`, which %s cannot read", *text, p->of[i].name), "");
        joint[i][role] = (lud_move){words, count, 1};
    }
    return true;
}

/* `over`: there is nothing to go on with. */
static bool play_ply(pair *p, lud_rng *rng, bool *over)
{
    lud_move joint[2][64];
    uint64_t movers = lud_movers(p->of[0].game, p->of[0].state);
    lud_status status, other;
    const char *made = "";
    memset(joint, 0, sizeof joint);
    *over = true;
    for (uint64_t left = movers; left; left &= left - 1) {
        const char *text = "";
        if (!pick(p, (uint32_t)__builtin_ctzll(left), rng, joint, &text, &status))
            return false;
        if (status != LUD_OK) {
            p->result->faults++;
            return true;
        }
        made = SAY("%s%s%s", made, *made ? " " : "", text);
    }
    status = lud_apply(p->of[0].ctx, p->of[0].state, joint[0]);
    other = lud_apply(p->of[1].ctx, p->of[1].state, joint[1]);
    if (!lockstep_same_status(p, SAY("the result of %s", made), &status, other))
        return false;
    if (status != LUD_OK) {
        p->result->faults++;
        return true;
    }
    p->path = SAY("%s%s%s", p->path, *p->path ? "; " : "", made);
    p->result->ply++;
    p->result->plies++;
    *over = false;
    return lockstep_same_percepts(p, made) && same_states(p, SAY("after %s", made));
}

/* Random games of some puzzles never end; what was said of each position is kept until then. */
enum { PLIES_MAX = 2000 };

bool lockstep_joint_game(pair *p, uint64_t number)
{
    const lud_game *game = p->of[0].game;
    uint32_t limit = p->options->max_plies                ? p->options->max_plies
                     : game->limits.max_plies < PLIES_MAX ? game->limits.max_plies
                                                          : PLIES_MAX;
    lud_rng rng;
    bool over = false;
    lud_rng_seed(&rng, p->options->seed, number);
    p->path = "";
    p->result->playout = number;
    p->result->ply = 0;
    lud_status status = lud_start(p->of[0].ctx, p->of[0].state);
    if (!lockstep_same_status(p, "starting", &status, lud_start(p->of[1].ctx, p->of[1].state)))
        return false;
    if (status != LUD_OK) {
        p->result->faults++;
        return true;
    }
    if (!same_states(p, "at the start"))
        return false;
    while (!over && p->result->ply < limit) {
        if (!same_look(p))
            return false;
        if (lud_terminal(game, p->of[0].state))
            break;
        if (!play_ply(p, &rng, &over))
            return false;
    }
    return true;
}
