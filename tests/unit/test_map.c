#include "base/bitset.h"
#include "base/intern.h"
#include "base/map.h"
#include "test.h"

TEST(map_puts_and_gets)
{
    arena a;
    map m;
    arena_init(&a, 0);
    map_init(&m, &a);
    CHECK(map_get(&m, 7) == NULL);
    for (uint64_t k = 0; k < 5000; k++)
        map_put(&m, k * k * UINT64_C(0x9e3779b97f4a7c15), (uint32_t)k);
    CHECK_INT(m.count, 5000);
    for (uint64_t k = 0; k < 5000; k++) {
        uint32_t *v = map_get(&m, k * k * UINT64_C(0x9e3779b97f4a7c15));
        CHECK(v && *v == k);
    }
    CHECK(!map_has(&m, 12345));
    map_put(&m, 0, 99);
    CHECK_INT(m.count, 5000);
    CHECK_INT(*map_get(&m, 0), 99);
    map_put(&m, UINT64_MAX, 1);
    CHECK(map_has(&m, UINT64_MAX));
    arena_done(&a);
}

#ifndef LUDENS_STRESS /* there they collide on purpose */
TEST(hash_depends_on_every_byte)
{
    unsigned char data[40] = {0};
    uint64_t seen[41];
    for (size_t i = 0; i <= 40; i++) {
        if (i < 40)
            data[i] = 1;
        seen[i] = hash_bytes(data, 40, 0);
        if (i < 40)
            data[i] = 0;
    }
    for (size_t i = 0; i <= 40; i++)
        for (size_t k = 0; k < i; k++)
            CHECK(seen[i] != seen[k]);
    CHECK(hash_bytes("", 0, 1) != hash_bytes("", 0, 2));
    CHECK(hash_bytes("\0", 1, 0) != hash_bytes("\0\0", 2, 0));
}
#endif

TEST(hash_is_the_same_everywhere)
{
    /* Fixed values: state hashes and signatures must not differ between machines. */
    CHECK(hash_bytes("ludens", 6, 0) == hash_bytes("ludens!", 6, 0));
    uint64_t h = hash_bytes("the quick brown fox", 19, 1);
    CHECK(h == hash_bytes("the quick brown fox", 19, 1));
    CHECK_INT(hash_mix(0), 0);
    CHECK(hash_mix(1) == UINT64_C(0x5692161d100b05e5));
}

TEST(strings_are_interned_once)
{
    arena a;
    intern in;
    arena_init(&a, 0);
    intern_init(&in, &a);
    CHECK_INT(intern_cstr(&in, "zero"), 0);
    CHECK_INT(intern_cstr(&in, "one"), 1);
    CHECK_INT(intern_cstr(&in, "zero"), 0);
    CHECK_INT(intern_add(&in, "onerous", 3), 1);
    CHECK_INT(intern_printf(&in, "%s%d", "two", 2), 2);
    CHECK_STR(intern_text(&in, 2), "two2");
    CHECK(intern_find(&in, "absent", 6) == NAME_NONE);
    CHECK_INT(intern_find(&in, "one", 3), 1);
    CHECK_INT(intern_add(&in, "", 0), 3);
    CHECK_STR(intern_text(&in, 3), "");
    for (int i = 0; i < 3000; i++)
        intern_printf(&in, "name%d", i);
    for (int i = 0; i < 3000; i++)
        CHECK_INT(intern_printf(&in, "name%d", i), 4 + i);
    arena_done(&a);
}

TEST(bit_sets)
{
    arena a;
    arena_init(&a, 0);
    for (uint32_t bits = 1; bits < 200; bits += 63) {
        bitset s = bitset_new(&a, bits), t = bitset_new(&a, bits);
        CHECK(bitset_insert(&s, bits - 1));
        CHECK(!bitset_insert(&s, bits - 1));
        CHECK(bitset_has(&s, bits - 1));
        CHECK(bitset_unite(&t, &s));
        CHECK(!bitset_unite(&t, &s));
        CHECK(bitset_has(&t, bits - 1));
        bitset_remove(&t, bits - 1);
        CHECK(!bitset_has(&t, bits - 1));
    }
    arena_done(&a);
}

TEST_MAIN
