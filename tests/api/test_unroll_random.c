/* Random automata and their networks, in lockstep: the same moves, ends and scores, and the same number of positions.
 * Where a rule is at fault the network has no move for anybody; it may see a fault on a path that the automaton does
 * not take. */
#include "ludens.h"
#include "random_turns.h"
#include "sample.h"
#include "test.h"

#include <inttypes.h>

enum { TEXT = 4096, GAMES = 12, PLIES = 20 };

typedef struct sides {
    lud_game *games[2];
    lud_context *contexts[2];
    unsigned char *states[2];
    lud_moves *moves[2], *idle;
    uint64_t plies, faults, careful; /* faults that only the network sees */
    const char *differs;
} sides;

static bool open_sides(sides *s, const writing *w)
{
    lud_options options;
    lud_options_init(&options);
    options.backend = LUD_BACKEND_INTERP;
    options.language = "automaton";
    options.limits.max_steps = 200000;
    options.limits.max_states = 20000;
    s->games[0] = lud_load_text(w->text, w->length, "random", &options, NULL);
    char *network = s->games[0] ? lud_translate(s->games[0], "network", NULL) : NULL;
    options.language = "network";
    s->games[1] = network ? lud_load_text(network, strlen(network), "unrolled.net", &options, NULL) : NULL;
    lud_free(network);
    for (int i = 0; i < 2 && s->games[1]; i++) {
        s->contexts[i] = lud_context_new(s->games[i]);
        s->states[i] = calloc(1, lud_state_size(s->games[i]));
        s->moves[i] = lud_moves_new();
    }
    s->idle = lud_moves_new();
    return s->games[1];
}

static void close_sides(sides *s)
{
    lud_moves_free(s->idle);
    for (int i = 0; i < 2; i++) {
        lud_moves_free(s->moves[i]);
        lud_context_free(s->contexts[i]);
        free(s->states[i]);
        lud_game_free(s->games[i]);
    }
}

static void differ(sides *s, const char *what)
{
    if (!s->differs)
        s->differs = what;
}

/* Whether the network's game goes on nowhere. */
static bool is_stuck(sides *s)
{
    lud_info info;
    lud_game_info(s->games[1], &info);
    if (lud_terminal(s->games[1], s->states[1]))
        return false;
    const uint64_t movers = lud_movers(s->games[1], s->states[1]);
    for (uint32_t r = 0; r < 64; r++) {
        char text[TEXT];
        if (!(movers >> r & 1) || lud_moves_list(s->contexts[1], s->states[1], r, s->idle) != LUD_OK)
            continue;
        for (uint32_t i = 0; i < lud_moves_count(s->idle); i++) {
            lud_move_text(s->games[1], lud_moves_at(s->idle, i), text, sizeof text);
            if (strcmp(text, "noop") != 0)
                return false;
        }
    }
    return true;
}

static bool is_fault(lud_status status)
{
    return status == LUD_ERR_RANGE || status == LUD_ERR_STUCK || status == LUD_ERR_PLAYER;
}

/* The automaton met a fault, a limit, or several ways of the keeper, of which the network takes the first. */
static void stop(sides *s, lud_status status)
{
    s->faults += is_fault(status);
    if (is_fault(status) && !is_stuck(s))
        differ(s, "a fault");
}

static void compare_scores(sides *s)
{
    double own[64], other[64];
    lud_info info;
    lud_game_info(s->games[0], &info);
    lud_scores(s->games[0], s->states[0], own);
    lud_scores(s->games[1], s->states[1], other);
    for (uint32_t r = 1; r <= info.roles; r++)
        if (own[r - 1] != other[lud_role_find(s->games[1], lud_role_name(s->games[0], r)) - 1])
            differ(s, "a score");
}

static bool find_text(const sides *s, const char *text, lud_move *move)
{
    char other[TEXT];
    for (uint32_t i = 0; i < lud_moves_count(s->moves[1]); i++) {
        *move = lud_moves_at(s->moves[1], i);
        lud_move_text(s->games[1], *move, other, sizeof other);
        if (strcmp(text, other) == 0)
            return true;
    }
    return false;
}

static bool step(sides *s, lud_rng *rng)
{
    char text[TEXT];
    const bool over = lud_terminal(s->games[0], s->states[0]);
    if (!over && is_stuck(s)) {
        s->careful +=
            lud_moves_list(s->contexts[0], s->states[0],
                           (uint32_t)__builtin_ctzll(lud_movers(s->games[0], s->states[0])), s->moves[0]) == LUD_OK &&
            lud_moves_count(s->moves[0]) > 0;
        return false;
    }
    if (over != lud_terminal(s->games[1], s->states[1]))
        differ(s, "the end");
    else if (over)
        compare_scores(s);
    if (over || s->differs)
        return false;
    const uint32_t role = (uint32_t)__builtin_ctzll(lud_movers(s->games[0], s->states[0]));
    const uint32_t other = (uint32_t)lud_role_find(s->games[1], lud_role_name(s->games[0], role));
    const lud_status listed = lud_moves_list(s->contexts[0], s->states[0], role, s->moves[0]);
    if (listed != LUD_OK) {
        stop(s, listed);
        return false;
    }
    const uint32_t count = lud_moves_count(s->moves[0]);
    if (lud_moves_list(s->contexts[1], s->states[1], other, s->moves[1]) != LUD_OK ||
        lud_moves_count(s->moves[1]) != count)
        differ(s, "the number of moves");
    lud_move joint[64] = {0};
    for (uint32_t i = 0; i < count && !s->differs; i++) {
        lud_move_text(s->games[0], lud_moves_at(s->moves[0], i), text, sizeof text);
        if (!find_text(s, text, &joint[other]))
            differ(s, "a move");
    }
    if (count == 0 || s->differs)
        return false;
    const lud_move move = lud_moves_at(s->moves[0], lud_rng_below(rng, count));
    lud_move_text(s->games[0], move, text, sizeof text);
    find_text(s, text, &joint[other]);
    for (uint32_t r = 0; r < 64; r++)
        if ((lud_movers(s->games[1], s->states[1]) >> r & 1) && r != other &&
            lud_moves_list(s->contexts[1], s->states[1], r, s->idle) == LUD_OK && lud_moves_count(s->idle) == 1)
            joint[r] = lud_moves_at(s->idle, 0);
    const lud_status applied = lud_apply_move(s->contexts[0], s->states[0], &move);
    if (lud_apply(s->contexts[1], s->states[1], joint) != LUD_OK)
        differ(s, "what the network says of a move");
    else if (applied != LUD_OK)
        stop(s, applied);
    s->plies++;
    return applied == LUD_OK && !s->differs;
}

static void play(sides *s, uint64_t seed)
{
    lud_rng rng;
    lud_rng_seed(&rng, seed, 0);
    for (uint32_t i = 0; i < GAMES && !s->differs; i++) {
        if (lud_start(s->contexts[0], s->states[0]) != LUD_OK)
            return;
        if (lud_start(s->contexts[1], s->states[1]) != LUD_OK)
            differ(s, "the start");
        for (uint32_t plies = 0; plies < PLIES && !s->differs && step(s, &rng); plies++) {
        }
    }
}

TEST(random_automata_and_their_networks)
{
    const char *games = getenv("LUDENS_RANDOM_GAMES"), *first = getenv("LUDENS_RANDOM_SEED");
    const uint64_t n = games ? strtoull(games, NULL, 10) : sample_count(400, 0),
                   from = first ? strtoull(first, NULL, 10) : 0;
    uint64_t unrolled = 0, plies = 0, faults = 0, careful = 0, failures = 0;
    writing *w = malloc(sizeof *w);
    for (uint64_t seed = from; seed < from + n && failures < 3; seed++) {
        sides s = {0};
        turns_game(w, seed);
        if (open_sides(&s, w)) {
            play(&s, seed);
            unrolled++;
        }
        plies += s.plies;
        faults += s.faults;
        careful += s.careful;
        failures += s.differs != NULL;
        if (s.differs)
            TEST_FAIL("random game %" PRIu64 ": %s is different\n%s", seed, s.differs, w->text);
        close_sides(&s);
    }
    printf("  %" PRIu64 " of %" PRIu64 " games are networks: %" PRIu64 " plies, %" PRIu64 " faults, %" PRIu64
           " that only the network sees\n",
           unrolled, n, plies, faults, careful);
    CHECK(games || unrolled > n / 4);
    free(w);
}

TEST_MAIN
