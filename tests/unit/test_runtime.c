/* What emitted units begin and end with, as the C that it is: the helpers of native/runtime.h one by one, and
 * native/player.h with a game written by hand. tests/emitted compiles this file by every compiler there is. */
#include "base/rng.h"
#include "native/runtime.h"
#include "test.h"

/* ---- take one or two of some sticks; who takes the last wins ---- */

enum {
    STATE = 8,
    END = 1,
    PLAY = 2,
    SETTLE = 3,
    KEEPER = -1,
    HIDDEN = 1,
    TOGETHER = 0,
    WEIGHTED = 0,
    ASKING = 1,
    BESIDE = 1,
    TRACKS = 0
};
#define DECISIONS(F)
#define KEEPER_STEPS(F)
#define NEXT_DECISIONS(F)
#define NEXT_STEPS(F)
#define NODES(F) F(SETTLE, 1 | 8 | 16)
enum { AT_player = 4, AT_sticks = 5, AT_last = 6 };
#define PLAYER(s) L8(s + AT_player)
static const signed char roles[] = {1, 2, KEEPER};
static const unsigned char follows[] = {0};
static const unsigned short kinds[] = {0, 0, 2 | 4 | 8, 1 | 8 | 16};
static const double widths[] = {0, 0, 2, 0};

static void copy_state(unsigned char *to, const unsigned char *from) { memcpy(to, from, STATE); }

static int do_match(native_frame *x, uint32_t node)
{
    (void)node;
    x->paths = 1;
    return 1;
}

static void look(native_frame *x, const unsigned char *s) { x->fresh = s != NULL; }

static int do_set(native_frame *x, uint32_t node, int list)
{
    (void)x, (void)node, (void)list;
    return 0;
}

static uint32_t do_open(native_frame *x, uint32_t node)
{
    (void)x, (void)node;
    return 0;
}

static uint32_t do_list(native_frame *x, uint32_t node)
{
    (void)node;
    for (uint32_t k = 1; k <= 2; k++)
        push1(x, L8(x->s + AT_sticks) >= (int)k, k);
    return 1;
}

static int do_draw(native_frame *x, uint32_t node)
{
    (void)node;
    x->t[0] = 1 + x->ticket;
    x->found_tags = 1;
    return in_range(x, (int)x->t[0], 1, 2) <= L8(x->s + AT_sticks);
}

static int do_apply(native_frame *x, uint32_t node)
{
    unsigned char *s = x->s;
    (void)node;
    S8(s + AT_sticks, subtract(x, L8(s + AT_sticks), (int)x->m[0]));
    S8(s + AT_last, L8(s + AT_player));
    S8(s + AT_player, 2);
    S32(s, SETTLE);
    x->seen[0] = 3;
    return 1;
}

static int do_step(native_frame *x, uint32_t node)
{
    unsigned char *s = x->s;
    (void)node;
    if (!tell(x, (uint32_t)L8(s + AT_sticks)))
        return 0;
    x->seen[x->told - 1] = 1;
    S8(s + AT_player, 1 - L8(s + AT_last));
    S32(s, L8(s + AT_sticks) ? PLAY : END);
    return 1;
}

#include "native/drawing.h"
#include "native/rounds.h"

enum { ROOM = 600 };

typedef struct host {
    native_frame x;
    native_playout y;
    unsigned char before[64], state[STATE], after[64], saved[STATE];
    uint32_t words[ROOM], starts[ROOM], tags[ROOM], first[ROOM], stamps[8], no_sampling[4];
    uint64_t seen[ROOM], first_seen[ROOM], searches;
    lud_rng rng;
    uint32_t perceived, told, asked;
    int more;
} host;

static int more(void *h) { return ((host *)h)->asked++, ((host *)h)->x.ticks = 100, ((host *)h)->more; }

static void perceive(void *h, const uint32_t *words, uint32_t count)
{
    ((host *)h)->perceived += count;
    ((host *)h)->told += words[0];
}

static native_frame *open_host(host *h)
{
    *h = (host){.more = 1};
    h->x = (native_frame){.s = h->state,
                          .t = h->tags,
                          .tag_room = ROOM - 300,
                          .random = h->rng.state,
                          .words = h->words,
                          .w = h->words,
                          .w_end = h->words + ROOM - 300,
                          .starts = h->starts,
                          .move_room = ROOM,
                          .stamps = h->stamps,
                          .searches = &h->searches,
                          .host = h,
                          .more = more,
                          .perceive = perceive,
                          .seen = h->seen,
                          .first_seen = h->first_seen,
                          .first_t = h->first,
                          .ticks = 100,
                          .depth_room = 10};
    lud_rng_seed(&h->rng, 5, 1);
    return &h->x;
}

static uint64_t play_sticks(host *h, int enumerate, int sticks)
{
    S32(h->state, PLAY);
    h->state[AT_player] = 0;
    h->state[AT_sticks] = (unsigned char)sticks;
    h->y = (native_playout){.saved = h->saved,
                            .enumerate = enumerate,
                            .no_sampling = h->no_sampling,
                            .playout = 1,
                            .attempts = 8,
                            .max_plies = 1000};
    native_frame *x = &h->x;
    native_playout *y = &h->y;
    CHECK_INT(do_play(&x, &y, 1), 0);
    CHECK_INT(L32(h->state), END);
    return h->y.plies;
}

TEST(playing)
{
    static host h;
    open_host(&h);
    uint64_t plies = play_sticks(&h, 1, 100);
    CHECK(plies >= 50 && plies <= 100);
    CHECK_INT(L32(h.state), END);
    CHECK_INT(h.state[AT_sticks], 0);
    CHECK_INT(h.y.choices, 2 * plies - (h.y.choices_min == 1));
    CHECK_INT(h.perceived, 2 * plies); /* each move, and what is left */
    CHECK(h.asked > 0);
    open_host(&h);
    plies = play_sticks(&h, 0, 100);
    CHECK(plies >= 50 && plies <= 100);
    CHECK_INT(h.y.choices, 0);
}

/* By hand, with the engine's generator. */
TEST(playing_draws_what_the_engine_draws)
{
    static host h;
    lud_rng rng;
    open_host(&h);
    lud_rng_seed(&rng, 5, 1);
    uint64_t plies = play_sticks(&h, 1, 77), expected = 0;
    for (int left = 77; left > 0; expected++)
        left -= 1 + (int)rng_below(&rng, left > 1 ? 2 : 1);
    CHECK_INT(plies, expected);
}

/* Where a playout is over the next one of the series is begun, until there are none; each is what it would be alone. */
TEST(playing_a_series)
{
    enum { COUNT = 5 };
    static host h, alone;
    unsigned char start[STATE] = {0}, states[COUNT][STATE];
    uint64_t random[COUNT][4];
    S32(start, PLAY);
    start[AT_sticks] = 40;
    native_series all = {.start = start, .end = COUNT, .random = random, .states = states[0]};
    for (uint32_t i = 0; i < COUNT; i++) {
        lud_rng rng;
        lud_rng_seed(&rng, 7, i);
        memcpy(random[COUNT - 1 - i], rng.state, sizeof rng.state);
    }
    native_frame *x = open_host(&h);
    native_playout *y = &h.y;
    memcpy(h.state, start, STATE);
    memcpy(h.rng.state, random[COUNT - 1 - all.next++], sizeof h.rng.state);
    h.y = (native_playout){.series = &all,
                           .saved = h.saved,
                           .enumerate = 1,
                           .no_sampling = h.no_sampling,
                           .playout = 16,
                           .attempts = 8,
                           .max_plies = 1000};
    CHECK_INT(do_play(&x, &y, 1), 0);
    CHECK_INT(all.count, COUNT - 1);
    CHECK_INT(h.y.number, COUNT - 1);
    for (uint32_t i = 0; i < COUNT; i++) {
        open_host(&alone);
        lud_rng_seed(&alone.rng, 7, i);
        const uint64_t plies = play_sticks(&alone, 1, 40);
        CHECK_INT(i < COUNT - 1 ? all.results[i].number : h.y.number, i);
        CHECK_INT(i < COUNT - 1 ? all.results[i].plies : h.y.plies, plies);
        CHECK_INT(i < COUNT - 1 ? all.results[i].choices : h.y.choices, alone.y.choices);
        CHECK(memcmp(i < COUNT - 1 ? states[i] : h.state, alone.state, STATE) == 0);
    }
}

/* Nothing has happened when a step cannot be made: the host goes on from there. */
TEST(stopping_half_way)
{
    static host h;
    open_host(&h);
    S32(h.state, SETTLE);
    h.state[AT_player] = 2;
    h.state[AT_sticks] = 5;
    h.x.tag_room = 0;
    h.y = (native_playout){.saved = h.saved, .no_sampling = h.no_sampling, .playout = 1, .max_plies = 10};
    unsigned char before[STATE];
    memcpy(before, h.state, STATE);
    native_frame *x = &h.x;
    native_playout *y = &h.y;
    CHECK_INT(do_play(&x, &y, 1), 0);
    CHECK_INT(L32(h.state), SETTLE);
    CHECK(memcmp(before, h.state, STATE) == 0);
    CHECK_INT(h.x.stop, 1);
    open_host(&h);
    h.more = 0;
    h.x.ticks = 0;
    CHECK_INT(do_play(&x, &y, 1), 0);
}

/* ---- helpers ---- */

/* As emit_strand_words.c writes it: the vector, word and bit of each number up to the sum of all. */
TEST(drawing_from_many_words)
{
    uint64_t words[40];
    lud_rng rng;
    lud_rng_seed(&rng, 3, 3);
    for (uint32_t i = 0; i < 40; i++)
        words[i] = rng_below(&rng, 3) ? rng_next(&rng) & rng_next(&rng) & rng_next(&rng) : i == 17 ? UINT64_MAX : 0;
    words8 v[5];
    memcpy(v, words, sizeof v);
#if DRAWS_BY_GROUPS
    words8 sets8[5], g0 = {0}, g1 = {0};
#else
    uint64_t at[56], sets[56];
    uint32_t filled = 0, before[72];
#endif
    DRAW_PUT(g0, 0, v[0]);
    DRAW_PUT(g0, 1, v[1]);
    DRAW_PUT(g0, 2, v[2]);
    DRAW_PUT(g0, 3, v[3]);
    DRAW_PUT(g1, 4, v[4]);
#if DRAWS_BY_GROUPS
    const uint64_t f0 = group_ends(&g0), f1 = group_ends(&g1) + (f0 >> 48) * FOUR_FIELDS;
    const uint32_t total = (uint32_t)(f1 >> 48);
    uint16_t ends[9] = {0};
    memcpy(ends + 1, &f0, sizeof f0);
    memcpy(ends + 5, &f1, sizeof f1);
#else
    const uint32_t total = count_filled(sets, filled, before);
#endif
    uint32_t k = 0;
    for (uint32_t i = 0; i < 40; i++)
        for (uint64_t left = words[i]; left; left &= left - 1, k++) {
#if DRAWS_BY_GROUPS
            const uint32_t vector = fields_to(f0, k) + fields_to(f1, k);
            uint32_t rest = k - ends[vector];
            CHECK_INT(8 * vector + word_of8(sets8 + vector, &rest), i);
            CHECK_INT(bit_of(words[i], rest), __builtin_ctzll(left));
#else
            const uint32_t j = word_with(before, filled, k);
            CHECK_INT(at[j], i);
            CHECK_INT(bit_of(sets[j], k - before[j]), __builtin_ctzll(left));
#endif
        }
    CHECK_INT(total, k);
}

TEST(integers_that_do_not_fit_stop_the_search)
{
    static const int numbers[] = {
        0, 1, -1, 2, -2, 7, 46341, -46341, INT32_MAX, INT32_MIN, INT32_MAX - 1, INT32_MIN + 1};
    enum { N = sizeof numbers / sizeof *numbers };
    static host h;
    native_frame *x = open_host(&h);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            int64_t a = numbers[i], b = numbers[j], d = b < 0 ? -b : b;
            int64_t exact[5] = {a + b, a - b, a * b, b ? a / b : INT64_MAX, b ? (a % d + d) % d : INT64_MAX};
            for (int k = 0; k < 5; k++) {
                x->stop = 0;
                int r = k == 0   ? add(x, numbers[i], numbers[j])
                        : k == 1 ? subtract(x, numbers[i], numbers[j])
                        : k == 2 ? multiply(x, numbers[i], numbers[j])
                        : k == 3 ? divide(x, numbers[i], numbers[j])
                                 : modulo(x, numbers[i], numbers[j]);
                bool fits = exact[k] >= INT32_MIN && exact[k] <= INT32_MAX;
                if (x->stop == fits || (fits && r != exact[k]))
                    TEST_FAIL("operation %d of %d and %d: %d, stop %u", k, numbers[i], numbers[j], r, x->stop);
            }
        }
    x->stop = 0;
    CHECK_INT(in_range(x, 5, 0, 9), 5);
    CHECK_INT(x->stop, 0);
    CHECK_INT(in_range(x, 10, 2, 9), 2);
    CHECK_INT(x->stop, 1);
    CHECK_INT(wrap(INT32_MAX, 1), INT32_MIN);
}

TEST(moves_are_written_until_there_is_no_room)
{
    static host h;
    native_frame *x = open_host(&h);
    push2(x, 1, 7, 8);
    push2(x, 0, 1, 2);
    push3s(x, 1, 4, 5, 6);
    CHECK_INT(x->w - x->words, 5);
    CHECK(x->words[0] == 7 && x->words[1] == 8 && x->words[2] == 4 && x->words[4] == 6);
    CHECK_INT(x->move_count, 1);
    x->t[0] = 11, x->t[1] = 12;
    room(x, 2, 1)[0] = 13;
    CHECK(x->words[5] == 11 && x->words[6] == 12 && x->words[7] == 13 && x->move_count == 2);
    CHECK_INT(x->stop, 0);
    x->w = x->w_end;
    push1(x, 1, 9);
    CHECK_INT(x->stop, 1);
}

TEST(paths_are_compared)
{
    static host h;
    native_frame *x = open_host(&h);
    unsigned char one[8] = {1}, two[8] = {1};
    x->r = one;
    x->first = two;
    CHECK(tell(x, 5) && tell(x, 6));
    x->seen[0] = x->seen[1] = 1;
    compare_told(x, x->t, x->told, 1);
    compare(x, 8);
    compare_told(x, x->t, x->told, 1);
    compare(x, 8);
    CHECK_INT(x->stop, 0);
    x->seen[1] = 2; /* someone else saw it */
    compare_told(x, x->t, x->told, 0);
    CHECK_INT(x->stop, 0);
    compare_told(x, x->t, x->told, 1);
    CHECK_INT(x->stop, 1);
    x->stop = 0;
    x->r[7] = 9;
    compare(x, 8);
    CHECK_INT(x->stop, 1);
}

TEST(bits_of_equal_bytes)
{
    unsigned char bytes[64];
    for (int i = 0; i < 64; i++)
        bytes[i] = (unsigned char)(i * 37 % 5 + 250);
    for (int v = 248; v < 256; v++) {
        uint64_t expected = 0;
        for (int i = 0; i < 64; i++)
            expected |= (uint64_t)(bytes[i] == v) << i;
        CHECK(equal64(bytes, v) == expected);
    }
}

TEST(sets_are_shifted)
{
    for (int bits = 1; bits < 130; bits++) {
        uint64_t h[3] = {UINT64_C(0x8000000000000001), UINT64_C(0x123456789abcdef0), UINT64_C(0xf00000000000000f)},
                 was[3];
        memcpy(was, h, sizeof was);
        shift_down(h, 3, bits);
        for (int i = 0; i < 192; i++) {
            int from = i + bits;
            bool before = from < 192 && (was[from / 64] >> from % 64 & 1);
            if (before != (h[i / 64] >> i % 64 & 1))
                TEST_FAIL("bit %d after a shift by %d", i, bits);
        }
    }
}

TEST(cells_under_declared_keys)
{
    const unsigned char a[] = {1, 0, 2, 0, 3, 0}, b[] = {1, 0, 9, 9, 3, 0};
    const int outer[] = {0, 2}, all[] = {0, 1, 2};
    CHECK(equal_cells(a, b, outer, 2, 2));
    CHECK(!equal_cells(a, b, all, 3, 2));
}

TEST(visits)
{
    static host h;
    native_frame *x = open_host(&h);
    x->search = new_search(x);
    CHECK(first_visit(x, 3) && !first_visit(x, 3) && first_visit(x, 4));
    x->search = new_search(x);
    CHECK(first_visit(x, 3));
}

TEST_MAIN
