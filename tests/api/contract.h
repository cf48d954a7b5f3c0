/* What the tests of the contract play: games of every language, on one back end each. */
#ifndef LUDENS_TESTS_CONTRACT_H
#define LUDENS_TESTS_CONTRACT_H

#include "ludens_answersets.h"
#include "sample.h"
#include "test.h"

#include <dirent.h>

#ifndef GAMES_DIR
#define GAMES_DIR     SOURCE_DIR "/games"
#define ALL_LANGUAGES true
#else
#define ALL_LANGUAGES false /* those that have games there */
#endif

enum { SUBJECTS_MAX = 200, PLIES = 25, GAMES = 2, TEXT = 4096, WORDS = 512, ROLES = 64, TRIED = 12 };

/* ---- subjects ---- */

typedef struct subject {
    char name[200];
    char *text;
    size_t length;
    lud_options options;
    lud_game *game;
    lud_info info;
} subject;

static subject subjects[SUBJECTS_MAX];
static uint32_t subject_count;
static lud_control *control;

static char *read_file(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    *length = in ? fread(text, 1, (1 << 20) - 1, in) : 0;
    if (in)
        fclose(in);
    return text;
}

static lud_game *load(const subject *s)
{
    lud_diags *diags = lud_diags_new();
    lud_game *game = lud_load_text(s->text, s->length, s->name, &s->options, diags);
    if (!game)
        TEST_FAIL("%s: %s", s->name, lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : "no reason given");
    lud_diags_free(diags);
    return game;
}

static void add_subject(const char *name, const char *language, const char *text, size_t length, lud_backend backend)
{
    subject *s = &subjects[subject_count];
    lud_options_init(&s->options);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->text = calloc(1, length + 1);
    memcpy(s->text, text, length);
    s->length = length;
    s->options.language = language;
    s->options.backend = backend;
    s->options.control = control;
    s->options.limits.max_plies = 300;
    s->game = load(s);
    if (!s->game)
        return;
    lud_game_info(s->game, &s->info);
    subject_count++;
    if (backend == LUD_BACKEND_INTERP && s->info.other == LUD_BACKEND_RULES)
        add_subject(name, language, text, length, LUD_BACKEND_RULES);
}

static void add_folder(const char *language, uint32_t *games)
{
    char folder[300], path[600];
    struct dirent **entries;
    snprintf(folder, sizeof folder, GAMES_DIR "/%s", strcmp(language, "ludii") == 0 ? "lud" : language);
    int count = scandir(folder, &entries, NULL, alphasort);
    for (int i = 0; i < count; i++) {
        size_t length;
        snprintf(path, sizeof path, "%s/%s", folder, entries[i]->d_name);
        /* of a part, the first few stay: one of them on native code */
        if (entries[i]->d_name[0] != '.' && (*games < 3 || sampled(entries[i]->d_name, sample_each()))) {
            char *text = read_file(path, &length);
            add_subject(path + strlen(SOURCE_DIR) + 1, language, text, length, LUD_BACKEND_INTERP);
            /* native code for a few, since each has to be compiled */
            if (++*games == 3 && subjects[subject_count - 1].info.other == LUD_BACKEND_NATIVE)
                add_subject(path + strlen(SOURCE_DIR) + 1, language, text, length, LUD_BACKEND_NATIVE);
            free(text);
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
}

/* A game in a language that has none in games/: some other game's, translated. */
static bool translate_one(const char *language)
{
    for (uint32_t i = 0; i < subject_count; i++) {
        char *text = lud_translate(subjects[i].game, language, NULL);
        if (!text)
            continue;
        char name[100];
        snprintf(name, sizeof name, "%.60s as %.30s", subjects[i].name, language);
        add_subject(name, language, text, strlen(text), LUD_BACKEND_INTERP);
        lud_free(text);
        return true;
    }
    return false;
}

/* Games that speak with a process of their own are loaded by each test: a pipe cannot be shared. */
static bool of_process(const char *language) { return strcmp(language, "asp") == 0; }
static uint32_t games_of[32]; /* of the languages, in their order */

static void add_languages(bool processes)
{
    for (uint32_t i = 0; i < lud_language_count(); i++)
        if (of_process(lud_language_at(i).name) == processes)
            add_folder(lud_language_at(i).name, &games_of[i]);
}

TEST_BEFORE
{
    control = lud_control_new();
    setenv("LUDENS_CFLAGS", "-O0", 1);
    add_languages(false);
}

static void gather(void)
{
    add_languages(true);
    if (ALL_LANGUAGES) { /* the only machine that has no game with a board in games/ */
        size_t length;
        char *text = read_file(SOURCE_DIR "/tests/data/toss/pictured.toss", &length);
        add_subject("pictured.toss", "toss", text, length, LUD_BACKEND_INTERP);
        free(text);
    }
    for (uint32_t i = 0; i < lud_language_count(); i++)
        if (!games_of[i] && ALL_LANGUAGES && !translate_one(lud_language_at(i).name))
            TEST_FAIL("there is no game in the language %s", lud_language_at(i).name);
}

/* ---- a game being played ---- */

typedef struct table {
    const subject *s;
    const lud_game *game;
    size_t size;
    uint32_t roles;
    lud_context *ctx;
    lud_moves *moves;
    unsigned char *state, *copy, *kept;
    uint32_t words[ROLES][WORDS];
    lud_move joint[ROLES];
    lud_rng rng;
    char path[TEXT]; /* moves so far */
} table;

#define BAD(t, ...)                                                                                                    \
    do {                                                                                                               \
        printf("  %s (%s), after `%s`\n", (t)->s->name, (t)->s->info.backend, (t)->path);                              \
        TEST_FAIL(__VA_ARGS__);                                                                                        \
    } while (0)
#define TRUE(t, condition)                                                                                             \
    do {                                                                                                               \
        if (!(condition))                                                                                              \
            BAD(t, "not true: %s", #condition);                                                                        \
    } while (0)
#define STATUS(t, call, expected)                                                                                      \
    do {                                                                                                               \
        lud_status status_ = (call);                                                                                   \
        if (status_ != (expected))                                                                                     \
            BAD(t, "%s: %s (%s)", #call, lud_status_text(status_), lud_fault_text((t)->ctx, false));                   \
    } while (0)

static void table_init(table *t, const subject *s, const lud_game *game, uint64_t stream)
{
    memset(t, 0, sizeof *t);
    t->s = s;
    t->game = game;
    t->size = lud_state_size(game);
    t->roles = s->info.roles;
    t->ctx = lud_context_new(game);
    t->moves = lud_moves_new();
    t->state = calloc(1, t->size);
    t->copy = calloc(1, t->size);
    t->kept = calloc(1, t->size);
    lud_rng_seed(&t->rng, 7, stream);
    STATUS(t, lud_start(t->ctx, t->state), LUD_OK);
}

static void table_done(table *t)
{
    lud_context_free(t->ctx);
    lud_moves_free(t->moves);
    free(t->state);
    free(t->copy);
    free(t->kept);
}

static void keep_move(table *t, uint32_t role, lud_move move)
{
    uint32_t count = move.count < WORDS ? move.count : WORDS;
    if (count)
        memcpy(t->words[role], move.words, count * sizeof *move.words);
    t->joint[role] = (lud_move){t->words[role], count, move.weight};
}

/* A random joint move; false where a role is stuck or there are too many moves. */
static bool choose(table *t)
{
    for (uint64_t left = lud_movers(t->game, t->state); left; left &= left - 1) {
        uint32_t role = (uint32_t)__builtin_ctzll(left);
        lud_move move;
        lud_status status = lud_draw_move(t->ctx, t->state, role, &t->rng, &move);
        if (status != LUD_OK)
            return false;
        keep_move(t, role, move);
    }
    return true;
}

static void note_path(table *t)
{
    for (uint64_t left = lud_movers(t->game, t->state); left; left &= left - 1) {
        size_t n = strlen(t->path);
        if (n + 2 < sizeof t->path) {
            t->path[n++] = ' ';
            lud_move_text(t->game, t->joint[__builtin_ctzll(left)], t->path + n, sizeof t->path - n);
        }
    }
}

/* Random games of all subjects, `look` at each position, terminal ones too. */
static inline void walk(void (*look)(table *t))
{
    gather();
    for (uint32_t i = 0; i < subject_count; i++)
        for (uint64_t n = 0; n < GAMES; n++) {
            table t;
            table_init(&t, &subjects[i], subjects[i].game, n);
            for (uint32_t ply = 0; ply < PLIES; ply++) {
                look(&t);
                if (lud_terminal(t.game, t.state) || !choose(&t))
                    break;
                note_path(&t);
                if (lud_apply(t.ctx, t.state, t.joint) != LUD_OK)
                    break;
            }
            table_done(&t);
        }
}

/* A position at the end, by a playout; false when none was reached. */
static inline bool play_out(table *t)
{
    for (int tries = 0; tries < 5 && !lud_terminal(t->game, t->state); tries++) {
        lud_status status = lud_playout(t->ctx, t->state, &t->rng, NULL, NULL);
        if (status != LUD_OK && status != LUD_LIMIT_PLIES)
            BAD(t, "playout: %s", lud_fault_text(t->ctx, false));
        if (status == LUD_LIMIT_PLIES)
            lud_start(t->ctx, t->state);
    }
    return lud_terminal(t->game, t->state);
}

static inline void each(void (*check)(table *t))
{
    gather();
    for (uint32_t i = 0; i < subject_count; i++) {
        table t;
        table_init(&t, &subjects[i], subjects[i].game, 0);
        check(&t);
        table_done(&t);
    }
}

/* ---- memory ---- */

static _Atomic uint64_t allocations;
void *__real_malloc(size_t size);
void *__real_calloc(size_t n, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size)
{
    allocations++;
    return __real_malloc(size);
}
void *__wrap_calloc(size_t n, size_t size)
{
    allocations++;
    return __real_calloc(n, size);
}
void *__wrap_realloc(void *old, size_t size)
{
    allocations++;
    return __real_realloc(old, size);
}

#endif
