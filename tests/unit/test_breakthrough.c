/* Breakthrough on small boards: exact values by an alpha-beta search over bits, which shares no
 * line with the engine, against those of the solver, of alphabeta and of mcts. */
#include "sample.h"
#include "test.h"

#include "agents/agent.h"
#include "agents/solver.h"

#include <math.h>

/* ---- the route of our own ---- */

/* Cell (c, r) is bit r * columns + c, both from 0. White goes up. */
typedef struct board {
    int columns, rows, who;
    uint32_t men[2];
} board;

typedef struct step {
    uint32_t from, to;
} step;

enum { STEPS = 64, WON = 100, ENTRIES = 1 << 20 };

/* What is known of a position: its value or a bound of it. */
typedef struct memo {
    uint64_t key;
    int8_t value, bound; /* bound: -1 at most, 0 exact, 1 at least */
} memo;

typedef struct route {
    memo *table; /* by a part of the key; the key tells which position it is, so none are mixed up */
    uint64_t nodes;
} route;

static board board_start(int columns, int rows, int ranks)
{
    board b = {columns, rows, 0, {0, 0}};
    b.men[0] = (UINT32_C(1) << columns * ranks) - 1;
    b.men[1] = b.men[0] << columns * (rows - ranks);
    return b;
}

/* Steps forward, captures first. */
static int board_steps(const board *b, step *steps)
{
    int count = 0, up = b->who ? -1 : 1;
    for (int capture = 1; capture >= 0; capture--)
        for (int cell = 0; cell < b->columns * b->rows; cell++) {
            int row = cell / b->columns + up;
            if (!(b->men[b->who] >> cell & 1) || row < 0 || row >= b->rows)
                continue;
            for (int side = -1; side <= 1; side++) {
                int column = cell % b->columns + side;
                if (column < 0 || column >= b->columns)
                    continue;
                uint32_t to = UINT32_C(1) << (row * b->columns + column);
                bool taken = to & b->men[1 - b->who];
                if ((to & b->men[b->who]) || (taken && side == 0) || taken != capture)
                    continue;
                steps[count++] = (step){UINT32_C(1) << cell, to};
            }
        }
    return count;
}

/* True: that wins. */
static bool board_make(board *b, step s)
{
    uint32_t far = (UINT32_C(1) << b->columns) - 1;
    if (b->who == 0)
        far <<= b->columns * (b->rows - 1);
    b->men[b->who] ^= s.from | s.to;
    b->men[1 - b->who] &= ~s.to;
    b->who = 1 - b->who;
    return (s.to & far) || b->men[b->who] == 0;
}

/* A win in d plies counts WON - d, a loss d - WON; there are no draws, as men go forward only.
 * These two take a value one ply back and forth. */
static int later(int value) { return value > 0 ? value - 1 : value + 1; }
static int sooner(int value) { return value > 0 ? value + 1 : value - 1; }

static int board_value(route *r, const board *b, int alpha, int beta)
{
    step steps[STEPS];
    int count = board_steps(b, steps), best = -WON, first = alpha;
    r->nodes++;
    for (int i = 0; i < count; i++) {
        board next = *b;
        if (board_make(&next, steps[i]))
            return WON - 1;
    }
    if (beta > WON - 3) /* no win before the third ply */
        beta = WON - 3;
    if (alpha >= beta)
        return beta;
    uint64_t key = (uint64_t)b->men[0] << 32 | b->men[1] << 1 | (uint32_t)b->who;
    memo *m = &r->table[(key * UINT64_C(0x9e3779b97f4a7c15)) >> 44];
    if (m->key == key && (m->bound == 0 || (m->bound > 0 && m->value >= beta) || (m->bound < 0 && m->value <= alpha)))
        return m->value;
    for (int i = 0; i < count && best < beta; i++) {
        board next = *b;
        board_make(&next, steps[i]);
        int from = best > alpha ? best : alpha;
        int value = later(-board_value(r, &next, -sooner(beta), -sooner(from)));
        best = value > best ? value : best;
    }
    *m = (memo){key, (int8_t)best, (int8_t)(best >= beta ? 1 : best <= first ? -1 : 0)};
    return best;
}

static int value_of(route *r, const board *b) { return board_value(r, b, -WON - 50, WON + 50); }

/* ---- both side by side ---- */

typedef struct pair {
    lud_game *game;
    lud_context *ctx;
    void *state;
    board b;
    bool over;
} pair;

static pair pair_new(const char *name, int columns, int rows, int ranks)
{
    char path[500];
    lud_options o;
    lud_options_init(&o);
    o.backend = LUD_BACKEND_INTERP;
    snprintf(path, sizeof path, SOURCE_DIR "/tests/data/breakthrough-%s.hrg", name);
    pair p = {.game = lud_load_file(path, &o, NULL), .b = board_start(columns, rows, ranks)};
    CHECK(p.game);
    p.ctx = lud_context_new(p.game);
    p.state = malloc(lud_state_size(p.game));
    CHECK_INT(lud_start(p.ctx, p.state), LUD_OK);
    return p;
}

static void pair_free(pair *p)
{
    free(p->state);
    lud_context_free(p->ctx);
    lud_game_free(p->game);
}

/* The step that a move of the game is. */
static step step_of(const lud_game *game, const board *b, lud_move move)
{
    char text[40];
    int c[2], r[2];
    lud_move_text(game, move, text, sizeof text);
    if (sscanf(text, "S__%d_%d S__%d_%d", &c[0], &r[0], &c[1], &r[1]) != 4) {
        TEST_FAIL("what move is %s?", text);
        exit(1);
    }
    return (step){UINT32_C(1) << ((r[0] - 1) * b->columns + c[0] - 1), UINT32_C(1)
                                                                           << ((r[1] - 1) * b->columns + c[1] - 1)};
}

/* Both must allow the same moves. */
static void same_moves(const pair *p, const lud_moves *moves)
{
    step steps[STEPS];
    int count = board_steps(&p->b, steps);
    CHECK_INT(lud_moves_count(moves), count);
    for (uint32_t i = 0; i < lud_moves_count(moves); i++) {
        step s = step_of(p->game, &p->b, lud_moves_at(moves, i));
        bool found = false;
        for (int k = 0; k < count; k++)
            found |= steps[k].from == s.from && steps[k].to == s.to;
        CHECK(found);
    }
}

/* Goes on from the start by random moves, in both. */
static void wander(pair *p, const board *start, lud_rng *rng, int plies)
{
    lud_moves *moves = lud_moves_new();
    CHECK_INT(lud_start(p->ctx, p->state), LUD_OK);
    p->b = *start;
    p->over = false;
    while (plies-- > 0 && !p->over) {
        uint32_t role = (uint32_t)p->b.who + 1;
        CHECK_INT(lud_movers(p->game, p->state), 1 << role);
        CHECK_INT(lud_moves_list(p->ctx, p->state, role, moves), LUD_OK);
        same_moves(p, moves);
        lud_move move = lud_moves_at(moves, lud_rng_below(rng, lud_moves_count(moves)));
        p->over = board_make(&p->b, step_of(p->game, &p->b, move));
        CHECK_INT(lud_apply_move(p->ctx, p->state, &move), LUD_OK);
        CHECK(lud_terminal(p->game, p->state) == p->over);
        if (p->over) {
            double scores[2];
            lud_scores(p->game, p->state, scores);
            CHECK(scores[role - 1] == 100 && scores[2 - role] == 0);
        }
    }
    lud_moves_free(moves);
}

/* ---- the comparison ---- */

typedef struct tally {
    int positions, exact, moves, distances, alphabeta, mcts;
} tally;

static double score_of(int value) { return value > 0 ? 100 : 0; }
static uint32_t plies_of(int value) { return (uint32_t)(WON - abs(value)); }

/* One way of the solver, from where the pair stands; with all moves. */
static void check_solver(pair *p, route *r, bool table, size_t memory, tally *t)
{
    solution s;
    solver_options o = {.memory = memory, .no_table = !table, .no_proof = table};
    lud_moves *moves = lud_moves_new();
    int value = value_of(r, &p->b), who = p->b.who;
    CHECK_INT(solver_solve(p->game, p->ctx, p->state, &o, &s), LUD_OK);
    CHECK(s.solved);
    CHECK_STR(s.method, table ? "table" : "proof");
    CHECK_INT(s.role, who + 1);
    if (!s.solved || s.scores[who] != score_of(value) || s.scores[1 - who] != 100 - s.scores[who])
        TEST_FAIL("%s: solved %d, %g to %g, expected %g", table ? "table" : "proof", s.solved, s.scores[who],
                  s.scores[1 - who], score_of(value));
    if (s.exact)
        CHECK_INT(s.distance, plies_of(value));
    else if (value > 0) /* the length of a proof */
        CHECK(s.distance >= plies_of(value));
    CHECK(s.exact || !table);
    t->positions++;
    t->exact += s.exact;
    CHECK_INT(lud_moves_list(p->ctx, p->state, (uint32_t)who + 1, moves), LUD_OK);
    CHECK_INT(s.count, lud_moves_count(moves));
    for (uint32_t i = 0; i < s.count; i++) {
        board next = p->b;
        int after = WON - 1;
        if (!board_make(&next, step_of(p->game, &p->b, lud_moves_at(moves, i))))
            after = later(-value_of(r, &next));
        if (i == s.best)
            CHECK((after > 0) == (value > 0));
        if (i == s.best && s.exact)
            CHECK_INT(after, value);
        CHECK(s.moves[i].known || !table);
        if (!s.moves[i].known)
            continue;
        t->moves++;
        CHECK(s.moves[i].value == score_of(after));
        if (table) {
            CHECK_INT(s.moves[i].distance, plies_of(after));
            t->distances++;
        }
    }
    lud_moves_free(moves);
    solution_done(&s);
}

/* What the two searching agents say is certain. */
static void check_agents(pair *p, route *r, agent *searcher, agent *tree, tally *t)
{
    int value = value_of(r, &p->b);
    agent_sight sight = {.role = (uint32_t)p->b.who + 1, .state = p->state};
    agent *both[] = {searcher, tree};
    for (int i = 0; i < 2; i++) {
        lud_move move;
        agent_budget budget = {.seed = 1, .nodes = i ? 0 : 20000, .playouts = i ? 1500 : 0};
        CHECK_INT(agent_think(both[i], &sight, &budget, &move), LUD_OK);
        if (!both[i]->proven || lud_moves_count(both[i]->moves) < 2)
            continue;
        if (fabs(both[i]->value - score_of(value)) > 1e-6)
            TEST_FAIL("%s: %g, expected %g (%d x %d, men %x %x, %d to move)", both[i]->kind->name, both[i]->value,
                      score_of(value), p->b.columns, p->b.rows, p->b.men[0], p->b.men[1], p->b.who);
        if (i == 0 && both[i]->distance)
            CHECK_INT(both[i]->distance, plies_of(value));
        *(i ? &t->mcts : &t->alphabeta) += 1;
        board next = p->b; /* and the move keeps the value */
        if (!board_make(&next, step_of(p->game, &p->b, move)))
            CHECK((value_of(r, &next) < 0) == (value > 0));
        else
            CHECK(value > 0);
    }
}

static agent *make(const lud_game *game, const char *text)
{
    agent_spec spec;
    char problem[AGENT_PROBLEM] = "";
    CHECK(agent_find(text, &spec, problem, sizeof problem));
    agent *a;
    agent_new(&spec, game, &a, problem, sizeof problem);
    if (!a)
        TEST_FAIL("%s: %s", text, problem);
    return a;
}

/* The values of docs/agents.md: of the start: 1 for white. */
static const struct small {
    const char *name;
    int columns, rows, ranks, value, plies;
    bool table, proof; /* ways of the solver that take the start in seconds */
    bool slow;         /* but too many of them */
    int least;         /* plies before random positions */
} smalls[] = {{"3x4-one", 3, 4, 1, 1, 9, true, true, false, 1},  {"3x4", 3, 4, 2, -1, 12, true, true, false, 1},
              {"4x4-one", 4, 4, 1, 1, 11, true, true, false, 1}, {"4x4", 4, 4, 2, -1, 14, false, true, false, 2},
              {"3x5", 3, 5, 2, -1, 18, true, true, true, 4},     {"4x5-one", 4, 5, 1, 1, 15, false, true, true, 5},
              {"3x6", 3, 6, 2, 1, 23, false, false, true, 11},   {"4x5", 4, 5, 2, -1, 22, false, false, true, 11}};
enum { SMALLS = sizeof smalls / sizeof *smalls };

static void check_starts(bool slow, tally *t)
{
    const uint32_t part = sample_each() > 1 ? 2 : 1;
    for (int i = 0; i < SMALLS; i++) {
        const struct small *g = &smalls[i];
        if (g->slow != slow || (!slow && !sampled(g->name, part)))
            continue;
        pair p = pair_new(g->name, g->columns, g->rows, g->ranks);
        route r = {.table = calloc(ENTRIES, sizeof(memo))};
        int value = value_of(&r, &p.b);
        CHECK_INT(value > 0 ? 1 : -1, g->value);
        CHECK_INT(plies_of(value), g->plies);
        if (g->table)
            check_solver(&p, &r, true, 512 << 20, t);
        if (g->proof)
            check_solver(&p, &r, false, 512 << 20, t);
        free(r.table);
        pair_free(&p);
    }
    printf("  %d solved, %d with exact distances, %d moves\n", t->positions, t->exact, t->moves);
}

TEST(starts)
{
    tally t = {0};
    check_starts(false, &t);
    CHECK((t.positions == 7 || (sample_each() > 1 && t.positions > 1)) && t.exact == t.positions);
}

TEST(larger_starts)
{
    tally t = {0};
    if (!getenv("LUDENS_SLOW"))
        SKIP("LUDENS_SLOW is not set");
    check_starts(true, &t);
    CHECK(t.positions == 3 && t.exact == 3);
}

TEST(random_positions)
{
    const int each = (int)sample_count(8, 2);
    tally tables = {0}, proofs = {0}, agents = {0};
    for (int i = 0; i < SMALLS; i++) {
        const struct small *g = &smalls[i];
        pair p = pair_new(g->name, g->columns, g->rows, g->ranks);
        board start = p.b;
        route r = {.table = calloc(ENTRIES, sizeof(memo))};
        agent *searcher = make(p.game, "alphabeta:eval=none"), *tree = make(p.game, "mcts");
        lud_rng rng;
        lud_rng_seed(&rng, 17, (uint64_t)i);
        for (int n = 0; n < each;) {
            wander(&p, &start, &rng, g->least + n % 6);
            if (p.over)
                continue;
            n++;
            if (g->table && !g->slow)
                check_solver(&p, &r, true, 64 << 20, &tables);
            check_solver(&p, &r, false, 16 << 20, &proofs);
            check_agents(&p, &r, searcher, tree, &agents);
        }
        agent_free(searcher);
        agent_free(tree);
        free(r.table);
        pair_free(&p);
    }
    printf("  table: %d positions, %d moves; proof: %d positions, %d with exact distances, %d moves; "
           "certain: alphabeta %d, mcts %d\n",
           tables.positions, tables.moves, proofs.positions, proofs.exact, proofs.moves, agents.alphabeta, agents.mcts);
    CHECK_INT(tables.exact, tables.positions);
    CHECK(tables.positions == 3 * each && proofs.positions == each * SMALLS);
    CHECK(proofs.exact > each * SMALLS / 2); /* or little was compared */
    CHECK(agents.alphabeta > each * SMALLS / 2 && agents.mcts > each * SMALLS / 4);
}

/* A budget may end anywhere in a search: what was not seen must not be taken for lost. */
TEST(certain_whatever_the_budget)
{
    pair p = pair_new("4x4", 4, 4, 2);
    board start = p.b;
    route r = {.table = calloc(ENTRIES, sizeof(memo))};
    int certain = 0;
    lud_rng rng;
    lud_rng_seed(&rng, 3, 0);
    for (int n = 0; n < 12; n++) {
        wander(&p, &start, &rng, 2 + n % 3);
        if (p.over)
            continue;
        int value = value_of(&r, &p.b);
        agent_sight sight = {.role = (uint32_t)p.b.who + 1, .state = p.state};
        for (uint64_t nodes = 100; nodes < 12000; nodes += nodes / 4) {
            lud_move move;
            agent *a = make(p.game, "alphabeta:memory=1,eval=none");
            CHECK_INT(agent_think(a, &sight, &(agent_budget){.nodes = nodes, .seed = 1}, &move), LUD_OK);
            if (a->proven && lud_moves_count(a->moves) > 1) {
                certain++;
                if (fabs(a->value - score_of(value)) > 1e-6)
                    TEST_FAIL("%d nodes: %g, expected %g", (int)nodes, a->value, score_of(value));
            }
            agent_free(a);
        }
    }
    CHECK(certain > 20);
    free(r.table);
    pair_free(&p);
}

TEST_MAIN
