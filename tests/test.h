/* A small test harness. A test is
 *
 *     TEST(name_of_the_test) { CHECK(1 + 1 == 2); CHECK_STR(text, "expected"); }
 *
 * in a program that ends with TEST_MAIN. Each test runs in a child process, so a crash or an
 * endless loop costs one test; arguments choose tests by a part of their names. The last
 * line is "N passed, N failed, N skipped". What TEST_BEFORE { } does is done once, before the first
 * test, and is there in each. */
#ifndef LUDENS_TEST_H
#define LUDENS_TEST_H

#include <inttypes.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TEST_SECONDS = 300, TEST_WAIT = 1200, TEST_SLOW = 14400, TEST_SKIPPED = 77 };

typedef struct test_case test_case;
struct test_case {
    const char *name;
    void (*run)(void);
    test_case *next;
};
static test_case *test_first, *test_last;
static int test_failures; /* in the test that runs */
static void (*test_before)(void);

static inline void test_register(test_case *t)
{
    if (test_last)
        test_last->next = t;
    else
        test_first = t;
    test_last = t;
}

#define TEST(name)                                                                                                     \
    static void test_run_##name(void);                                                                                 \
    static test_case test_case_##name = {#name, test_run_##name, NULL};                                                \
    __attribute__((constructor)) static void test_add_##name(void) { test_register(&test_case_##name); }               \
    static void test_run_##name(void)

#define TEST_BEFORE                                                                                                    \
    static void test_run_before(void);                                                                                 \
    __attribute__((constructor)) static void test_set_before(void) { test_before = test_run_before; }                  \
    static void test_run_before(void)

#define TEST_FAIL(...)                                                                                                 \
    do {                                                                                                               \
        printf("  %s:%d: ", __FILE__, __LINE__);                                                                       \
        printf(__VA_ARGS__);                                                                                           \
        putchar('\n');                                                                                                 \
        test_failures++;                                                                                               \
    } while (0)
#define CHECK(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            TEST_FAIL("not true: %s", #condition);                                                                     \
    } while (0)
#define CHECK_INT(actual, expected)                                                                                    \
    do {                                                                                                               \
        int64_t test_a = (int64_t)(actual), test_e = (int64_t)(expected);                                              \
        if (test_a != test_e)                                                                                          \
            TEST_FAIL("%s is %" PRId64 ", expected %" PRId64, #actual, test_a, test_e);                                \
    } while (0)
#define CHECK_STR(actual, expected)                                                                                    \
    do {                                                                                                               \
        const char *test_a = (actual), *test_e = (expected);                                                           \
        if (!test_a || !test_e || strcmp(test_a, test_e) != 0)                                                         \
            TEST_FAIL("%s is\n    %s\n  expected\n    %s", #actual, test_a ? test_a : "NULL",                          \
                      test_e ? test_e : "NULL");                                                                       \
    } while (0)
/* Ends the test at once, as skipped. */
#define SKIP(...)                                                                                                      \
    do {                                                                                                               \
        printf("  skipped: ");                                                                                         \
        printf(__VA_ARGS__);                                                                                           \
        putchar('\n');                                                                                                 \
        exit(test_failures ? 1 : TEST_SKIPPED);                                                                        \
    } while (0)

/* Ends the process after so many seconds of the processor, which other programs do not take from it, or so many by
 * the clock, when it waits for something that does not come. */
static inline void test_limit(unsigned processor, unsigned clock)
{
    struct rlimit l = {processor, processor + 1};
    setrlimit(RLIMIT_CPU, &l);
    alarm(clock);
}

static inline int test_fork(const test_case *t)
{
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        bool slow = getenv("LUDENS_SLOW") != NULL;
        test_limit(slow ? TEST_SLOW : TEST_SECONDS, slow ? TEST_SLOW : TEST_WAIT);
        t->run();
        exit(test_failures ? 1 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFSIGNALED(status))
        printf("  killed by signal %d (%s)\n", WTERMSIG(status), strsignal(WTERMSIG(status)));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

static inline bool test_chosen(const test_case *t, int argc, char **argv)
{
    bool chosen = argc < 2;
    for (int i = 1; i < argc; i++)
        chosen |= strstr(t->name, argv[i]) != NULL;
    return chosen;
}

static inline int test_main(int argc, char **argv)
{
    int passed = 0, failed = 0, skipped = 0;
    if (test_before)
        test_before();
    for (const test_case *t = test_first; t; t = t->next) {
        if (!test_chosen(t, argc, argv))
            continue;
        int code = test_fork(t);
        printf("%s %s\n", code == 0 ? "ok     " : code == TEST_SKIPPED ? "skipped" : "FAILED ", t->name);
        passed += code == 0;
        skipped += code == TEST_SKIPPED;
        failed += code != 0 && code != TEST_SKIPPED;
    }
    printf("%d passed, %d failed, %d skipped\n", passed, failed, skipped);
    return failed ? 1 : 0;
}

#define TEST_MAIN                                                                                                      \
    int main(int argc, char **argv) { return test_main(argc, argv); }

#endif
