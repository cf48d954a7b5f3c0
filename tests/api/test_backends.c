/* Interpreter, native code, and the change from one to the other: the same moves, states and
 * random numbers whenever it comes; no compiler, no cache, and compilers that are stopped. */
#define _DEFAULT_SOURCE /* flock */
#include "ludens.h"
#include "test.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>

enum { PLAYOUTS = 12 };

/* ---- surroundings ---- */

static char place[] = "/tmp/ludens-test-XXXXXX";

/* A cache of the test's own, empty. */
static void own_cache(void)
{
    if (!mkdtemp(place))
        abort();
    setenv("XDG_CACHE_HOME", place, 1);
}

static void forget_cache(void)
{
    char command[200];
    snprintf(command, sizeof command, "rm -rf %s", place);
    if (system(command) != 0)
        abort();
}

static uint32_t files_in_cache(const char *prefix)
{
    char path[100];
    snprintf(path, sizeof path, "%s/ludens", place);
    uint32_t count = 0;
    DIR *dir = opendir(path);
    for (struct dirent *e; dir && (e = readdir(dir));)
        count += strncmp(e->d_name, prefix, strlen(prefix)) == 0;
    if (dir)
        closedir(dir);
    return count;
}

/* A compiler that is a shell script. */
static void use_script(const char *text)
{
    char path[100];
    snprintf(path, sizeof path, "%s/compiler", place);
    FILE *f = fopen(path, "w");
    fprintf(f, "#!/bin/sh\n%s\n", text);
    fclose(f);
    chmod(path, 0700);
    setenv("LUDENS_CC", path, 1);
}

static lud_game *load(const char *file, lud_backend backend)
{
    char path[1000];
    snprintf(path, sizeof path, SOURCE_DIR "/%s", file);
    lud_options o;
    lud_options_init(&o);
    o.backend = backend;
    return lud_load_file(path, &o, NULL);
}

static lud_info info_of(const lud_game *g)
{
    lud_info info;
    lud_game_info(g, &info);
    return info;
}

/* Tests that need native code end here where there is none. */
static void need_native(const lud_game *g)
{
    if (!lud_native_wait(g))
        SKIP("no native code: %s", info_of(g).backend_note);
}

static void nap(void) { nanosleep(&(struct timespec){0, 20000000}, NULL); }

/* ---- the same on both ---- */

/* Playouts one after another from one generator: what they end in, and the generator. */
typedef struct series {
    unsigned char *states;
    lud_playout_result results[PLAYOUTS];
    lud_rng rng;
    size_t size;
} series;

/* Native code comes before playout number `change`. */
static series play(const lud_game *g, bool enumerate, int change)
{
    series s = {.size = lud_state_size(g)};
    s.states = calloc(PLAYOUTS, s.size);
    lud_context *ctx = lud_context_new(g);
    lud_rng_seed(&s.rng, 5, 3);
    for (int i = 0; i < PLAYOUTS; i++) {
        lud_playout_options how = {.enumerate = enumerate};
        if (i == change)
            need_native(g);
        lud_start(ctx, s.states + (size_t)i * s.size);
        CHECK_INT(lud_playout(ctx, s.states + (size_t)i * s.size, &s.rng, &how, &s.results[i]), LUD_OK);
    }
    lud_context_free(ctx);
    return s;
}

static void check_change(const char *file)
{
    lud_game *interp = load(file, LUD_BACKEND_INTERP);
    for (int enumerate = 0; enumerate < 2; enumerate++) {
        series expected = play(interp, enumerate, -1);
        for (int change = 0; change < PLAYOUTS; change += 5) {
            own_cache();
            lud_game *g = load(file, LUD_BACKEND_AUTO);
            CHECK_STR(info_of(g).backend, "interp");
            series s = play(g, enumerate, change);
            CHECK_STR(info_of(g).backend, "native");
            CHECK(info_of(g).native_ms > 0);
            CHECK(memcmp(s.states, expected.states, PLAYOUTS * s.size) == 0);
            CHECK(memcmp(s.results, expected.results, sizeof s.results) == 0);
            CHECK(memcmp(&s.rng, &expected.rng, sizeof s.rng) == 0);
            free(s.states);
            lud_game_free(g);
            g = load(file, LUD_BACKEND_AUTO); /* from the cache: at once */
            CHECK_STR(info_of(g).backend, "native");
            CHECK(info_of(g).native_ms > 0);
            lud_game_free(g);
            forget_cache();
            memcpy(place + sizeof place - 7, "XXXXXX", 6);
        }
        free(expected.states);
    }
    lud_game_free(interp);
}

TEST(change_tic_tac_toe) { check_change("games/hrg/tic-tac-toe.hrg"); }
TEST(change_breakthrough) { check_change("games/hrg/breakthrough.hrg"); }
TEST(change_chance) { check_change("tests/data/chance.rg"); }
TEST(change_ways) { check_change("tests/data/ways.rg"); }

/* A context that has moves and a position in hand meanwhile. */
TEST(change_between_calls)
{
    own_cache();
    lud_game *interp = load("games/hrg/hex.hrg", LUD_BACKEND_INTERP);
    lud_game *g = load("games/hrg/hex.hrg", LUD_BACKEND_AUTO);
    lud_context *a = lud_context_new(interp), *b = lud_context_new(g);
    lud_moves *of_a = lud_moves_new(), *of_b = lud_moves_new();
    size_t size = lud_state_size(g);
    void *at_a = calloc(1, size), *at_b = calloc(1, size);
    CHECK_INT(lud_start(a, at_a), LUD_OK);
    CHECK_INT(lud_start(b, at_b), LUD_OK);
    for (uint32_t ply = 0; ply < 12; ply++) {
        uint32_t role = (uint32_t)__builtin_ctzll(lud_movers(g, at_b));
        CHECK_INT(lud_moves_list(a, at_a, role, of_a), LUD_OK);
        CHECK_INT(lud_moves_list(b, at_b, role, of_b), LUD_OK);
        CHECK_INT(lud_moves_count(of_b), lud_moves_count(of_a));
        if (ply == 6)
            need_native(g);
        uint32_t pick = (ply * 7) % lud_moves_count(of_a);
        lud_move of = lud_moves_at(of_a, pick), with = lud_moves_at(of_b, pick);
        CHECK_INT(lud_apply_move(a, at_a, &of), LUD_OK);
        CHECK_INT(lud_apply_move(b, at_b, &with), LUD_OK);
        CHECK(memcmp(at_a, at_b, size) == 0);
    }
    uint64_t expected[3], counts[3];
    CHECK_INT(lud_perft(a, at_a, 2, NULL, expected), LUD_OK);
    CHECK_INT(lud_perft(b, at_b, 2, NULL, counts), LUD_OK);
    CHECK_INT(counts[2], expected[2]);
    free(at_a);
    free(at_b);
    lud_moves_free(of_a);
    lud_moves_free(of_b);
    lud_context_free(a);
    lud_context_free(b);
    lud_game_free(g);
    lud_game_free(interp);
    forget_cache();
}

static void check_runs_alike(const lud_run_result *x, const lud_run_result *y)
{
    CHECK_INT(x->moves, y->moves);
    CHECK(x->plies.mean == y->plies.mean && x->plies.sd == y->plies.sd);
    CHECK_INT(x->wins[0], y->wins[0]);
    CHECK_INT(x->draws, y->draws);
}

/* The compiler is started by play itself, and several threads see it end. */
TEST(change_under_threads)
{
    own_cache();
    lud_game *interp = load("games/hrg/breakthrough.hrg", LUD_BACKEND_INTERP);
    lud_game *g = load("games/hrg/breakthrough.hrg", LUD_BACKEND_AUTO);
    lud_run_options r = {.playouts = 600, .seed = 9, .threads = 4};
    lud_run_result expected, result;
    CHECK_INT(lud_run(interp, &r, &expected), LUD_OK);
    for (int i = 0; i < 400 && strcmp(info_of(g).backend, "native") != 0; i++) {
        CHECK_INT(lud_run(g, &r, &result), LUD_OK);
        check_runs_alike(&result, &expected);
        lud_run_result_done(&result);
        if (info_of(g).backend_note)
            SKIP("no native code: %s", info_of(g).backend_note);
    }
    CHECK_STR(info_of(g).backend, "native");
    CHECK_INT(lud_run(g, &r, &result), LUD_OK);
    check_runs_alike(&result, &expected);
    lud_run_result_done(&result);
    lud_run_result_done(&expected);
    lud_game_free(g);
    lud_game_free(interp);
    forget_cache();
}

/* ---- when it does not work ---- */

static void check_note(lud_backend backend, const char *part)
{
    lud_game *g = load("games/hrg/tic-tac-toe.hrg", backend);
    CHECK(g != NULL);
    if (!g)
        return;
    CHECK(!lud_native_wait(g));
    lud_info info = info_of(g);
    CHECK_STR(info.backend, "interp");
    CHECK(info.native_ms == 0);
    if (!info.backend_note || !strstr(info.backend_note, part))
        TEST_FAIL("the note is `%s` and lacks `%s`", info.backend_note ? info.backend_note : "NULL", part);
    lud_run_options r = {.playouts = 500, .seed = 1, .threads = 1};
    lud_run_result result;
    CHECK_INT(lud_run(g, &r, &result), LUD_OK);
    lud_run_result_done(&result);
    lud_game_free(g);
}

TEST(no_compiler)
{
    own_cache();
    setenv("LUDENS_CC", "no-such-compiler -x", 1);
    check_note(LUD_BACKEND_NATIVE, "there is no compiler `no-such-compiler`");
    check_note(LUD_BACKEND_AUTO, "there is no compiler `no-such-compiler`");
    use_script("exit 1");
    check_note(LUD_BACKEND_NATIVE, "failed");
    use_script("exit 0"); /* and no object */
    check_note(LUD_BACKEND_AUTO, "cannot be kept");
    CHECK_INT(files_in_cache("work-"), 0);
    forget_cache();
}

TEST(no_cache_folder)
{
    char path[100], part[200];
    own_cache();
    snprintf(path, sizeof path, "%s/ludens", place);
    mkdir(path, 0700);
    chmod(path, 0777);
    snprintf(part, sizeof part, "%s cannot be used: other users may write there", path);
    check_note(LUD_BACKEND_NATIVE, part);
    rmdir(path);
    if (symlink("/tmp", path) != 0)
        abort();
    snprintf(part, sizeof part, "%s cannot be used: it is not a folder", path);
    check_note(LUD_BACKEND_AUTO, part);
    unlink(path);
    setenv("XDG_CACHE_HOME", "/proc/self", 1);
    check_note(LUD_BACKEND_AUTO, "the cache folder /proc/self/ludens cannot be made");
    unsetenv("XDG_CACHE_HOME");
    unsetenv("HOME");
    check_note(LUD_BACKEND_NATIVE, "neither XDG_CACHE_HOME nor HOME");
    forget_cache();
}

/* A limit that leaves room for the game and none for its C text. */
TEST(no_memory_for_text)
{
    lud_options o;
    lud_options_init(&o);
    own_cache();
    bool short_of = false, enough = false;
    for (o.limits.max_memory = 200000; !enough && o.limits.max_memory < 200000000;
         o.limits.max_memory += o.limits.max_memory / 16) {
        lud_options plain = o;
        plain.backend = LUD_BACKEND_INTERP;
        lud_game *interp = lud_load_file(SOURCE_DIR "/games/hrg/chess.hrg", &plain, NULL);
        lud_game *g = lud_load_file(SOURCE_DIR "/games/hrg/chess.hrg", &o, NULL);
        CHECK(!interp == !g);
        if (g && info_of(g).backend_note) {
            CHECK(strstr(info_of(g).backend_note, "more memory") != NULL);
            short_of = true;
        }
        enough = g && !info_of(g).backend_note;
        lud_game_free(interp);
        lud_game_free(g);
    }
    CHECK(short_of && enough);
    forget_cache();
}

/* Waits until the script says that it runs. */
static bool compiler_runs(void)
{
    char path[100];
    snprintf(path, sizeof path, "%s/runs", place);
    for (int i = 0; i < 250; i++) {
        if (access(path, F_OK) == 0)
            return true;
        nap();
    }
    return false;
}

static void play_some(const lud_game *g)
{
    lud_run_options r = {.playouts = 1000, .seed = 1, .threads = 1};
    lud_run_result result;
    lud_run(g, &r, &result);
    lud_run_result_done(&result);
}

TEST(freed_while_it_compiles)
{
    own_cache();
    use_script("echo $$ >\"$XDG_CACHE_HOME/runs\"; sleep 100");
    lud_game *g = load("games/hrg/tic-tac-toe.hrg", LUD_BACKEND_AUTO);
    play_some(g);
    CHECK(compiler_runs());
    CHECK_INT(files_in_cache("work-"), 1);
    CHECK_STR(info_of(g).backend, "interp");
    lud_game_free(g);
    CHECK_INT(files_in_cache("work-"), 0);
    char path[100], name[40] = "/proc/";
    snprintf(path, sizeof path, "%s/runs", place);
    FILE *f = fopen(path, "r");
    CHECK(f && fscanf(f, "%20s", name + 6) == 1);
    if (f)
        fclose(f);
    CHECK(access(name, F_OK) != 0);
    forget_cache();
}

/* Killed outright: nothing of ours runs any more, yet the folder goes. */
TEST(killed_while_it_compiles)
{
    own_cache();
    use_script("echo $$ >\"$XDG_CACHE_HOME/runs\"; sleep 100");
    pid_t child = fork();
    if (child == 0) {
        lud_game *g = load("games/hrg/tic-tac-toe.hrg", LUD_BACKEND_NATIVE);
        _exit(g != NULL);
    }
    CHECK(compiler_runs());
    CHECK_INT(files_in_cache("work-"), 1);
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
    for (int i = 0; i < 250 && files_in_cache("work-") > 0; i++)
        nap();
    CHECK_INT(files_in_cache("work-"), 0);
    forget_cache();
}

/* What a crash of the machine left goes with the next compilation; what is in use stays. */
TEST(stale_folders)
{
    char path[200];
    own_cache();
    snprintf(path, sizeof path, "%s/ludens", place);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/ludens/work-stale1", place);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/ludens/work-stale1/game.c", place);
    fclose(fopen(path, "w"));
    snprintf(path, sizeof path, "%s/ludens/work-inuse1", place);
    mkdir(path, 0700);
    snprintf(path, sizeof path, "%s/ludens/work-inuse1/lock", place);
    int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    CHECK_INT(flock(lock, LOCK_EX), 0);
    lud_game *g = load("games/hrg/tic-tac-toe.hrg", LUD_BACKEND_AUTO);
    need_native(g);
    CHECK_INT(files_in_cache("work-stale"), 0);
    CHECK_INT(files_in_cache("work-inuse"), 1);
    CHECK_INT(files_in_cache("work-"), 1);
    CHECK_INT(files_in_cache("dead-"), 0);
    close(lock);
    lud_game_free(g);
    forget_cache();
}

TEST_MAIN
