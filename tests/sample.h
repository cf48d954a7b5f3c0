/* A part of what was recorded, chosen by names, for tests that are run often: the same part everywhere. */
#ifndef LUDENS_TESTS_SAMPLE_H
#define LUDENS_TESTS_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* FNV-1a. */
static inline uint32_t sample_hash(const char *name)
{
    uint32_t h = 2166136261u;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 16777619u;
    return h ^ h >> 15;
}

/* Every `each`-th; 0 and 1: all. */
static inline bool sampled(const char *name, uint32_t each) { return each < 2 || sample_hash(name) % each == 0; }

/* Of tests without arguments: LUDENS_SAMPLE says which part; all without it. */
static inline uint32_t sample_each(void)
{
    const char *each = getenv("LUDENS_SAMPLE");
    return each ? (uint32_t)strtoul(each, NULL, 10) : 1;
}

/* So many random things, or a part of them, but not fewer than `least`. */
static inline uint64_t sample_count(uint64_t count, uint64_t least)
{
    const uint32_t each = sample_each();
    const uint64_t some = each > 1 ? count / each : count;
    return some < least ? least : some;
}

/* Takes "--sample N" out of the arguments; 0: it is not there. */
static inline uint32_t sample_option(int *argc, char **argv)
{
    for (int i = 1; i + 1 < *argc; i++) {
        if (strcmp(argv[i], "--sample") != 0)
            continue;
        uint32_t each = (uint32_t)strtoul(argv[i + 1], NULL, 10);
        memmove(argv + i, argv + i + 2, (size_t)(*argc - i - 1) * sizeof *argv);
        *argc -= 2;
        return each;
    }
    return 0;
}

#endif
