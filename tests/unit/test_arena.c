#include "base/arena.h"
#include "base/vec.h"
#include "test.h"

TEST(memory_is_zeroed_and_aligned)
{
    arena a;
    arena_init(&a, 0);
    for (size_t size = 1; size < 5000; size = size * 3 + 1) {
        unsigned char *p = arena_alloc(&a, size);
        CHECK((uintptr_t)p % _Alignof(max_align_t) == 0);
        for (size_t i = 0; i < size; i++)
            CHECK(p[i] == 0);
        memset(p, 0xff, size);
    }
    arena_done(&a);
}

TEST(emptied_arenas_keep_their_room)
{
    arena a;
    arena_init(&a, 0);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 100; i++) {
            unsigned char *p = arena_alloc(&a, 1000);
            CHECK(p[0] == 0 && p[999] == 0);
            memset(p, 0xff, 1000);
        }
        size_t used = a.used;
        arena_empty(&a);
        CHECK_INT(a.used, used);
    }
    arena_done(&a);
    CHECK_INT(a.used, 0);
}

TEST(large_blocks)
{
    arena a;
    arena_init(&a, 0);
    char *p = arena_alloc(&a, 10 << 20);
    p[(10 << 20) - 1] = 1;
    char *q = arena_alloc(&a, 16);
    q[15] = 2;
    CHECK(a.used >= 10 << 20);
    arena_done(&a);
}

TEST(the_limit_jumps)
{
    arena a;
    jmp_buf out;
    arena_init(&a, 100000);
    a.on_failure = &out;
    volatile int allocated = 0;
    if (setjmp(out) == 0) {
        for (;;) {
            arena_alloc(&a, 1000);
            allocated++;
        }
    }
    CHECK(allocated > 10);
    CHECK(allocated <= 100);
    arena_done(&a);
}

TEST(impossible_sizes_jump)
{
    arena a;
    jmp_buf out;
    arena_init(&a, 1 << 20);
    a.on_failure = &out;
    volatile bool jumped = false;
    if (setjmp(out) == 0)
        arena_alloc(&a, SIZE_MAX - 7);
    else
        jumped = true;
    CHECK(jumped);
    arena_done(&a);
}

TEST(strings)
{
    arena a;
    arena_init(&a, 0);
    CHECK_STR(arena_strndup(&a, "hello world", 5), "hello");
    CHECK_STR(arena_printf(&a, "%d-%s", 42, "x"), "42-x");
    char *longer = arena_printf(&a, "%5000d", 1);
    CHECK_INT(strlen(longer), 5000);
    arena_done(&a);
}

TEST(vectors_grow)
{
    arena a;
    arena_init(&a, 0);
    vec_u32 v = {0};
    for (uint32_t i = 0; i < 10000; i++)
        vec_push(&a, &v, i * 3);
    CHECK_INT(v.count, 10000);
    for (uint32_t i = 0; i < v.count; i++)
        CHECK(v.data[i] == i * 3);
    arena_done(&a);
}

TEST_MAIN
