/* Random sequences of calls on a few states. What a call says may depend on the state it is given, not on what the
 * context was used for before: each sequence is run with one context throughout, and with a new one for each call.
 * A sequence that crashes, hangs or says different things is made as short as it can be. */
#include "contract.h"

#include <signal.h>
#include <sys/wait.h>

enum { STATES = 4, LENGTH = 40, SEQUENCES = 4, SECONDS = 60 };

#define CALLS(X)                                                                                                       \
    X(START)                                                                                                           \
    X(COPY)                                                                                                            \
    X(LIST) X(DRAW) X(APPLY) X(PLAYOUT) X(PLAYOUTS) X(PERFT) X(LOOK) X(FEATURES) X(PARSE) X(BAD) X(PERFT_STOPPED)
typedef enum call_kind {
#define X(name) CALL_##name,
    CALLS(X)
#undef X
        CALL_KINDS
} call_kind;
static const char *const call_names[] = {
#define X(name) #name,
    CALLS(X)
#undef X
};

typedef struct call {
    call_kind kind;
    uint32_t state, other, seed;
} call;

typedef struct sequence {
    call calls[LENGTH];
    uint32_t count;
} sequence;

typedef struct player {
    const subject *s;
    lud_context *ctx;
    lud_moves *moves;
    unsigned char *states[STATES];
    size_t size;
    uint64_t said; /* by the call that is made */
} player;

static void say(player *p, const void *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        p->said = (p->said ^ ((const unsigned char *)bytes)[i]) * UINT64_C(0x100000001b3);
}
static void say_number(player *p, uint64_t n) { say(p, &n, sizeof n); }

static void say_move(player *p, lud_move move)
{
    char text[TEXT];
    size_t length = lud_move_text(p->s->game, move, text, sizeof text);
    say(p, text, length < sizeof text ? length : sizeof text - 1);
}

static uint32_t a_mover(const player *p, const void *state)
{
    uint64_t movers = lud_movers(p->s->game, state);
    return movers ? (uint32_t)__builtin_ctzll(movers) : 1;
}

/* Draws for every mover, from lists, and makes the joint move. */
static lud_status apply_random(player *p, unsigned char *state, lud_rng *rng)
{
    static uint32_t words[ROLES][WORDS];
    lud_move joint[ROLES] = {{0}};
    for (uint64_t left = lud_movers(p->s->game, state); left; left &= left - 1) {
        uint32_t role = (uint32_t)__builtin_ctzll(left);
        lud_status status = lud_moves_list(p->ctx, state, role, p->moves);
        uint32_t count = status == LUD_OK ? lud_moves_count(p->moves) : 0;
        if (count == 0)
            return status == LUD_OK ? LUD_ERR_STUCK : status;
        lud_move move = lud_moves_at(p->moves, lud_rng_below(rng, count));
        uint32_t kept = move.count < WORDS ? move.count : WORDS;
        if (kept)
            memcpy(words[role], move.words, kept * sizeof *move.words);
        joint[role] = (lud_move){words[role], kept, move.weight};
        say_move(p, joint[role]);
    }
    return lud_apply(p->ctx, state, joint);
}

static void list(player *p, const unsigned char *state, uint32_t role)
{
    lud_status status = lud_moves_list(p->ctx, state, role, p->moves);
    say_number(p, status);
    for (uint32_t i = 0; status == LUD_OK && i < lud_moves_count(p->moves); i++)
        say_move(p, lud_moves_at(p->moves, i));
}

static void look(player *p, const unsigned char *state)
{
    double scores[ROLES] = {0};
    const lud_game *g = p->s->game;
    say_number(p, lud_state_hash(g, state));
    say_number(p, lud_terminal(g, state));
    say_number(p, lud_movers(g, state));
    lud_scores(g, state, scores);
    say(p, scores, sizeof *scores * (p->s->info.roles + 1));
    for (uint32_t role = 0; role <= p->s->info.roles; role++)
        say_number(p, lud_observe_hash(g, state, role));
}

static void features(player *p, const unsigned char *state, uint32_t role)
{
    uint32_t n = lud_feature_count(p->s->game);
    float *vector = calloc(n + 1, sizeof *vector);
    lud_features(p->s->game, state, role, vector);
    say(p, vector, n * sizeof *vector);
    free(vector);
}

static void parse_first(player *p, const unsigned char *state)
{
    char text[TEXT];
    uint32_t words[WORDS], count = 0;
    if (lud_moves_list(p->ctx, state, a_mover(p, state), p->moves) != LUD_OK || !lud_moves_count(p->moves))
        return;
    if (lud_move_text(p->s->game, lud_moves_at(p->moves, 0), text, sizeof text) < sizeof text) {
        say_number(p, lud_move_parse(p->s->game, text, words, WORDS, &count));
        say(p, words, sizeof *words * (count < WORDS ? count : WORDS));
    }
}

static bool stop_at_once(void *user, uint64_t done, uint64_t total)
{
    (void)user, (void)done, (void)total;
    return false;
}

static void add_game(void *user, lud_status status, const lud_playout_result *result, const double *scores)
{
    uint64_t *sum = user;
    sum[0] += status == LUD_OK;
    sum[1] += result ? result->plies : 0;
    sum[2] += scores ? (uint64_t)(scores[1] * 64) : 0;
}

static void make(player *p, const call *c)
{
    unsigned char *state = p->states[c->state];
    uint32_t roles = p->s->info.roles, role = c->seed % 3 ? a_mover(p, state) : c->seed % (roles + 1);
    uint64_t counts[3] = {0}, sum[3] = {0};
    lud_rng rng;
    lud_move move = {0};
    lud_status status = LUD_OK;
    lud_rng_seed(&rng, c->seed, 0);
    p->said = UINT64_C(0xcbf29ce484222325);
    switch (c->kind) {
    case CALL_START: status = lud_start(p->ctx, state); break;
    case CALL_COPY: memcpy(p->states[c->other], state, p->size); break;
    case CALL_LIST: list(p, state, role); break;
    case CALL_DRAW:
        status = lud_draw_move(p->ctx, state, a_mover(p, state), &rng, &move);
        if (status == LUD_OK)
            say_move(p, move);
        break;
    case CALL_APPLY: status = apply_random(p, state, &rng); break;
    case CALL_PLAYOUT: status = lud_playout(p->ctx, state, &rng, NULL, NULL); break;
    case CALL_PLAYOUTS:
        status = lud_playouts(p->ctx, state, &rng, 1 + c->seed % 5, NULL, add_game, sum);
        say(p, sum, sizeof sum);
        break;
    case CALL_PERFT:
        if (c->seed % 4 == 0)
            status = lud_perft(p->ctx, state, 1, NULL, counts);
        say_number(p, counts[1]);
        break;
    case CALL_LOOK: look(p, state); break;
    case CALL_FEATURES: features(p, state, role); break;
    case CALL_PARSE: parse_first(p, state); break;
    case CALL_BAD: status = lud_moves_list(p->ctx, state, roles + 1 + c->seed % 9, p->moves); break;
    case CALL_PERFT_STOPPED:
        status = lud_perft(p->ctx, state, 1, &(lud_perft_options){.progress = stop_at_once}, counts);
        status = status == LUD_INTERRUPTED ? LUD_OK : status; /* or it was done before it asked */
        break;
    case CALL_KINDS: break;
    }
    say_number(p, status);
    say_number(p, lud_state_hash(p->s->game, state));
}

/* What each call said; in a process of its own, since it may crash. */
static void run(const subject *s, const sequence *q, bool renew, uint64_t *said)
{
    player p = {.s = s, .ctx = lud_context_new(s->game), .moves = lud_moves_new(), .size = lud_state_size(s->game)};
    for (uint32_t i = 0; i < STATES; i++) {
        p.states[i] = calloc(1, p.size);
        lud_start(p.ctx, p.states[i]);
    }
    for (uint32_t i = 0; i < q->count; i++) {
        if (renew) {
            lud_context_free(p.ctx);
            p.ctx = lud_context_new(s->game);
        }
        make(&p, &q->calls[i]);
        said[i] = p.said;
    }
    for (uint32_t i = 0; i < STATES; i++)
        free(p.states[i]);
    lud_moves_free(p.moves);
    lud_context_free(p.ctx);
}

/* 0: fine; the number of the call that said different things, from 1; 100 and more: a signal. */
static int judge(const subject *s, const sequence *q)
{
    int status;
    pid_t child = fork();
    if (child == 0) {
        uint64_t once[LENGTH] = {0}, again[LENGTH] = {0};
        test_limit(SECONDS, TEST_WAIT);
        run(s, q, false, once);
        run(s, q, true, again);
        for (uint32_t i = 0; i < q->count; i++)
            if (once[i] != again[i])
                _exit((int)i + 1);
        _exit(0);
    }
    waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? 100 + WTERMSIG(status) : WEXITSTATUS(status);
}

typedef int (*judgement)(const subject *s, const sequence *q);

/* Leaves out calls, first many at a time, as long as the sequence goes on failing (Zeller and Hildebrandt,
 * "Simplifying and isolating failure-inducing input", 2002). */
static void shrink(const subject *s, sequence *q, judgement wrong)
{
    for (uint32_t width = q->count / 2 ? q->count / 2 : 1; width > 0; width /= 2)
        for (uint32_t at = 0; at + width <= q->count;) {
            sequence less = {.count = q->count - width};
            memcpy(less.calls, q->calls, at * sizeof *q->calls);
            memcpy(less.calls + at, q->calls + at + width, (q->count - at - width) * sizeof *q->calls);
            if (wrong(s, &less))
                *q = less;
            else
                at += width;
        }
}

static void report(const subject *s, sequence *q)
{
    shrink(s, q, judge);
    int code = judge(s, q);
    printf("  %s (%s): %s %d after\n", s->name, s->info.backend, code >= 100 ? "signal" : "different answers to call",
           code >= 100 ? code - 100 : code);
    for (uint32_t i = 0; i < q->count; i++)
        printf("    %-14s state %u, other %u, seed %u\n", call_names[q->calls[i].kind], q->calls[i].state,
               q->calls[i].other, q->calls[i].seed);
    TEST_FAIL("a sequence of %u calls", q->count);
}

static sequence random_sequence(lud_rng *rng)
{
    sequence q = {.count = LENGTH};
    for (uint32_t i = 0; i < LENGTH; i++)
        q.calls[i] = (call){(call_kind)lud_rng_below(rng, CALL_KINDS), lud_rng_below(rng, STATES),
                            lud_rng_below(rng, STATES), lud_rng_below(rng, 1000)};
    return q;
}

TEST(answers_depend_on_the_state_alone)
{
    gather();
    uint32_t many = getenv("LUDENS_SLOW") ? 25 * SEQUENCES : (uint32_t)sample_count(SEQUENCES, 1);
    const char *seed = getenv("LUDENS_SEED");
    for (uint32_t i = 0; i < subject_count; i++) {
        lud_rng rng;
        lud_rng_seed(&rng, seed ? strtoull(seed, NULL, 10) : 1, i);
        for (uint32_t n = 0; n < many; n++) {
            sequence q = random_sequence(&rng);
            if (judge(&subjects[i], &q)) {
                report(&subjects[i], &q);
                break;
            }
        }
    }
}

/* Wrong when it is played out after a copy: what is left must be these two. */
static int wrong_after_copy(const subject *s, const sequence *q)
{
    (void)s;
    bool copied = false;
    for (uint32_t i = 0; i < q->count; i++) {
        copied |= q->calls[i].kind == CALL_COPY;
        if (copied && q->calls[i].kind == CALL_PLAYOUT)
            return 1;
    }
    return 0;
}

TEST(sequences_are_shrunk)
{
    uint32_t shrunk = 0;
    lud_rng rng;
    lud_rng_seed(&rng, 5, 0);
    for (int n = 0; n < 50; n++) {
        sequence q = random_sequence(&rng);
        if (!wrong_after_copy(NULL, &q))
            continue;
        shrink(NULL, &q, wrong_after_copy);
        CHECK_INT(q.count, 2);
        CHECK(q.calls[0].kind == CALL_COPY && q.calls[1].kind == CALL_PLAYOUT);
        shrunk++;
    }
    CHECK(shrunk > 20);
}

TEST_MAIN
