/* Mutated games on both back ends: whatever still loads after a few changes to its tokens is
 * compiled and played in lockstep, 20 plies a game. libFuzzer would not get far, since each input
 * costs a run of the C compiler; mutants that keep to the grammar mostly do.
 *
 *     native_fuzz [--seconds N | --runs N] [--seed N] [--jobs N] [--save FOLDER] FILE...
 *
 * Mutant i depends on the seed, i and the files alone. Each one has a process of its own. One that
 * differs, crashes, hangs or makes C that does not compile without a warning is written to the
 * folder with what was said about it, and the exit code is 1. */
#include "ludens.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TOKENS_MAX = 40000, FILES_MAX = 2000, TEXT_MAX = 60000, JOBS_MAX = 64, SECONDS_MAX = 60 };

/* ---- tokens ---- */

typedef enum token_kind { BLANK, WORD, NUMBER, MARK } token_kind;

typedef struct token {
    const char *at;
    uint32_t length;
    token_kind kind;
} token;

typedef struct tokens {
    token list[TOKENS_MAX];
    uint32_t count;
} tokens;

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static token next_token(const char *p)
{
    static const char *const pairs[] = {"==", "!=", "&&", "||", "<=", ">=", "->", "$$", "++", "--", ".."};
    token t = {p, 1, MARK};
    if (strchr(" \t\r\n", *p)) {
        t.kind = BLANK;
        t.length = (uint32_t)strspn(p, " \t\r\n");
    } else if (p[0] == '/' && p[1] == '/') {
        t.kind = BLANK;
        t.length = (uint32_t)strcspn(p, "\n");
    } else if (is_letter(*p)) {
        t.kind = WORD;
        while (is_letter(p[t.length]) || is_digit(p[t.length]))
            t.length++;
    } else if (is_digit(*p)) {
        t.kind = NUMBER;
        t.length = (uint32_t)strspn(p, "0123456789");
    }
    for (size_t i = 0; t.kind == MARK && i < sizeof pairs / sizeof *pairs; i++)
        if (strncmp(p, pairs[i], 2) == 0)
            t.length = 2;
    return t;
}

static void tokenize(tokens *t, const char *text)
{
    t->count = 0;
    for (const char *p = text; *p && t->count < TOKENS_MAX; p += t->list[t->count++].length)
        t->list[t->count] = next_token(p);
}

/* ---- mutations ---- */

static bool is_mark(const token *t, const char *mark)
{
    return t->kind != BLANK && t->length == strlen(mark) && strncmp(t->at, mark, t->length) == 0;
}

/* A random token of a kind, or NULL. */
static token *pick(tokens *t, token_kind kind, lud_rng *rng)
{
    for (int i = 0; i < 200 && t->count; i++) {
        token *x = &t->list[lud_rng_below(rng, t->count)];
        if (x->kind == kind)
            return x;
    }
    return NULL;
}

static void other_word(tokens *t, lud_rng *rng)
{
    token *a = pick(t, WORD, rng), *b = pick(t, WORD, rng);
    if (a && b)
        *a = *b;
}

/* A word that stands near by is more likely to have the right type. */
static void near_word(tokens *t, lud_rng *rng)
{
    token *a = pick(t, WORD, rng);
    if (!a)
        return;
    int64_t at = a - t->list + (int64_t)lud_rng_below(rng, 80) - 40;
    for (; at >= 0 && at < t->count; at++)
        if (t->list[at].kind == WORD) {
            *a = t->list[at];
            return;
        }
}

static void other_number(tokens *t, lud_rng *rng)
{
    static const char digits[] = "0123456789";
    token *a = pick(t, NUMBER, rng), *b = pick(t, NUMBER, rng);
    if (!a || !b)
        return;
    if (lud_rng_below(rng, 2))
        *a = *b;
    else
        *a = (token){digits + lud_rng_below(rng, 10), 1, NUMBER};
}

static void other_mark(tokens *t, lud_rng *rng)
{
    static const char *const groups[][6] = {{"==", "!=", "<", ">", "<=", ">="}, {"?", "!", "", "", "", ""},
                                            {"$", "$$", "", "", "", ""},        {"&&", "||", "", "", "", ""},
                                            {"+", "-", "*", "", "", ""},        {"=", "==", "!=", "", "", ""}};
    for (int i = 0; i < 500; i++) {
        token *x = pick(t, MARK, rng);
        for (size_t g = 0; x && g < sizeof groups / sizeof *groups; g++)
            for (size_t k = 0; k < 6 && *groups[g][k]; k++) {
                const char *to = groups[g][lud_rng_below(rng, 6)];
                if (!is_mark(x, groups[g][k]) || !*to)
                    continue;
                *x = (token){to, (uint32_t)strlen(to), MARK};
                return;
            }
    }
}

/* A statement: from behind one `;` (or brace) to the next `;`. */
static bool statement(const tokens *t, lud_rng *rng, uint32_t *from, uint32_t *to)
{
    if (t->count == 0)
        return false;
    uint32_t at = lud_rng_below(rng, t->count);
    for (*from = at; *from > 0; --*from) {
        const token *x = &t->list[*from - 1];
        if (is_mark(x, ";") || is_mark(x, "{") || is_mark(x, "}"))
            break;
    }
    for (*to = at; *to < t->count; ++*to) {
        const token *x = &t->list[*to];
        if (is_mark(x, "{") || is_mark(x, "}"))
            return false;
        if (is_mark(x, ";")) {
            ++*to;
            return true;
        }
    }
    return false;
}

static void drop_statement(tokens *t, lud_rng *rng)
{
    uint32_t from, to;
    if (!statement(t, rng, &from, &to))
        return;
    memmove(t->list + from, t->list + to, (t->count - to) * sizeof *t->list);
    t->count -= to - from;
}

/* Puts a copy of a statement before another one. */
static void copy_statement(tokens *t, lud_rng *rng)
{
    static token kept[TOKENS_MAX];
    uint32_t from, to, at, end;
    if (!statement(t, rng, &from, &to) || !statement(t, rng, &at, &end) || t->count + (to - from) > TOKENS_MAX)
        return;
    memcpy(kept, t->list + from, (to - from) * sizeof *kept);
    memmove(t->list + at + (to - from), t->list + at, (t->count - at) * sizeof *t->list);
    memcpy(t->list + at, kept, (to - from) * sizeof *kept);
    t->count += to - from;
}

/* A node or variable by another name, in all of a statement's neighbourhood or everywhere. */
static void rename_word(tokens *t, lud_rng *rng)
{
    token *a = pick(t, WORD, rng), *b = pick(t, WORD, rng);
    if (!a || !b)
        return;
    token was = *a, is = *b;
    for (uint32_t i = 0; i < t->count; i++)
        if (t->list[i].kind == WORD && t->list[i].length == was.length &&
            strncmp(t->list[i].at, was.at, was.length) == 0)
            t->list[i] = is;
}

static void mutate(tokens *t, lud_rng *rng)
{
    static void (*const mutations[])(tokens *, lud_rng *) = {other_word,     near_word,      near_word,  near_word,
                                                             other_number,   other_number,   other_mark, drop_statement,
                                                             drop_statement, copy_statement, rename_word};
    mutations[lud_rng_below(rng, sizeof mutations / sizeof *mutations)](t, rng);
}

static size_t write_tokens(const tokens *t, char *out, size_t size)
{
    size_t n = 0;
    for (uint32_t i = 0; i < t->count && n + t->list[i].length + 2 < size; i++) {
        memcpy(out + n, t->list[i].at, t->list[i].length);
        n += t->list[i].length;
    }
    out[n] = 0;
    return n;
}

/* ---- one mutant ---- */

typedef struct seeds {
    char *paths[FILES_MAX];
    char *texts[FILES_MAX];
    uint32_t count;
    uint64_t seed;
} seeds;

static const char *language_of(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && strcmp(dot, ".hrg") == 0   ? "hrg"
           : dot && strcmp(dot, ".rbg") == 0 ? "rbg"
           : dot && strcmp(dot, ".aut") == 0 ? "automaton"
                                             : "rg";
}

typedef struct mutant {
    char text[TEXT_MAX];
    size_t length;
    const char *path;
    lud_options options;
} mutant;

static lud_game *load(const mutant *m, lud_backend backend)
{
    lud_options o = m->options;
    o.backend = backend;
    return lud_load_text(m->text, m->length, "mutant", &o, NULL);
}

/* Tries until one loads. The same (seed, number) makes the same. */
static lud_game *make(mutant *m, const seeds *s, uint64_t number, lud_rng *rng)
{
    static tokens t;
    static const char *const passes[] = {
        NULL, NULL, NULL, "none", "-unique", "-disjoint", "-propagate_constants,-fold_constants"};
    lud_rng_seed(rng, s->seed, number);
    for (int attempt = 0; attempt < 40; attempt++) {
        uint32_t i = lud_rng_below(rng, s->count);
        m->path = s->paths[i];
        lud_options_init(&m->options);
        m->options.language = language_of(m->path);
        m->options.passes = passes[lud_rng_below(rng, sizeof passes / sizeof *passes)];
        m->options.limits.max_memory = 256 << 20;
        m->options.limits.max_tags = 60;
        m->options.limits.max_plies = 20;
        m->options.limits.max_states = 5000;
        m->options.limits.max_steps = 200000;
        tokenize(&t, s->texts[i]);
        for (uint32_t n = 1 + lud_rng_below(rng, 4); n > 0; n--)
            mutate(&t, rng);
        m->length = write_tokens(&t, m->text, sizeof m->text);
        lud_game *game = load(m, LUD_BACKEND_INTERP);
        if (game)
            return game;
    }
    return NULL;
}

enum { FINE = 0, NOT_MADE = 10, NOT_NATIVE = 11, BAD = 12, LEFT = 13 };

/* Random games of a seed are the same, drawn and listed: lockstep asks for lists alone. */
static bool same_games(const lud_game *interp, const lud_game *native, FILE *out)
{
    enum { PLAYOUTS = 20 };
    const size_t size = lud_state_size(interp);
    lud_context *c[2] = {lud_context_new(interp), lud_context_new(native)};
    unsigned char *s[2] = {calloc(1, size), calloc(1, size)};
    bool same = c[0] && c[1] && size == lud_state_size(native);
    for (uint64_t i = 0; same && i < PLAYOUTS; i++) {
        lud_playout_result r[2] = {{0}};
        lud_status ended[2];
        for (int k = 0; k < 2; k++) {
            lud_rng rng;
            lud_rng_seed(&rng, 1, i);
            ended[k] = lud_start(c[k], s[k]);
            if (ended[k] == LUD_OK)
                ended[k] = lud_playout(c[k], s[k], &rng, &(lud_playout_options){.enumerate = i % 2}, &r[k]);
        }
        if (lud_status_is_limit(ended[0]) || lud_status_is_limit(ended[1]))
            continue; /* each comes to its limits in its own way */
        same =
            ended[0] == ended[1] && (ended[0] != LUD_OK || (r[0].plies == r[1].plies && memcmp(s[0], s[1], size) == 0));
        if (!same && out)
            fprintf(out, "random game %llu ends otherwise: %d after %u plies, %d after %u\n", (unsigned long long)i,
                    ended[0], r[0].plies, ended[1], r[1].plies);
    }
    for (int k = 0; k < 2; k++) {
        lud_context_free(c[k]);
        free(s[k]);
    }
    return same;
}

static int play(const mutant *m, const lud_game *interp, const char *said)
{
    lud_game *native = load(m, LUD_BACKEND_NATIVE);
    lud_info info = {.backend = "none"};
    if (native)
        lud_game_info(native, &info);
    int code = FINE;
    FILE *out = NULL;
    if (native && strcmp(info.backend, "native") == 0) {
        lud_lockstep_options o = {.playouts = 3, .seed = 1};
        lud_lockstep_result r;
        lud_lockstep(interp, native, &o, &r);
        /* where all is left to the interpreter, nothing is compared */
        code = r.differ ? BAD : r.faults == 0 && r.interpreted[1] > r.moves ? LEFT : FINE;
        if (r.differ && (out = fopen(said, "w")))
            fputs(r.text, out);
        if (code == FINE && !same_games(interp, native, NULL)) {
            code = BAD;
            if ((out = fopen(said, "w")))
                same_games(interp, native, out);
        }
        lud_free(r.text);
    } else {
        /* no native form is fine; C that does not compile is not */
        bool failed = !info.backend_note || strstr(info.backend_note, "compile");
        code = failed ? BAD : NOT_NATIVE;
        if (failed && (out = fopen(said, "w")))
            fprintf(out, "%s\n", info.backend_note ? info.backend_note : "loaded once, not twice");
    }
    if (out)
        fclose(out);
    lud_game_free(native);
    return code;
}

static void save(const mutant *m, const char *path)
{
    FILE *f = fopen(path, "w");
    if (!f)
        return;
    fwrite(m->text, 1, m->length, f);
    fprintf(f, "\n// from %s%s%s\n", m->path, m->options.passes ? ", passes " : "",
            m->options.passes ? m->options.passes : "");
    fclose(f);
}

/* The mutant is saved before it is played, and removed when all was well. */
static int run_mutant(const seeds *s, uint64_t number, const char *folder)
{
    static mutant m;
    char path[1000], said[1010];
    lud_rng rng;
    alarm(SECONDS_MAX);
    lud_game *interp = make(&m, s, number, &rng);
    if (!interp)
        return NOT_MADE;
    snprintf(path, sizeof path, "%.900s/mutant-%llu-%llu.%s", folder, (unsigned long long)s->seed,
             (unsigned long long)number, strcmp(m.options.language, "automaton") == 0 ? "aut" : m.options.language);
    snprintf(said, sizeof said, "%s.txt", path);
    save(&m, path);
    int code = play(&m, interp, said);
    lud_game_free(interp);
    if (code != BAD)
        unlink(path);
    return code;
}

/* ---- all of them ---- */

typedef struct tally {
    uint64_t played, left, not_native, not_made, bad;
} tally;

static void count(tally *t, pid_t child, int status, uint64_t number)
{
    (void)child;
    int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    t->played += code == FINE;
    t->left += code == LEFT;
    t->not_native += code == NOT_NATIVE;
    t->not_made += code == NOT_MADE;
    if (code == FINE || code == LEFT || code == NOT_NATIVE || code == NOT_MADE)
        return;
    t->bad++;
    if (WIFSIGNALED(status))
        printf("mutant %llu: killed by signal %d\n", (unsigned long long)number, WTERMSIG(status));
    else
        printf("mutant %llu: %s\n", (unsigned long long)number,
               code == BAD ? "differs or does not compile" : "a sanitizer complained");
    fflush(stdout);
}

typedef struct jobs {
    pid_t ids[JOBS_MAX];
    uint64_t numbers[JOBS_MAX];
    uint32_t running;
} jobs;

static void wait_one(jobs *j, tally *t)
{
    int status;
    pid_t child = wait(&status);
    for (uint32_t i = 0; i < j->running; i++) {
        if (j->ids[i] != child)
            continue;
        count(t, child, status, j->numbers[i]);
        j->running--;
        j->ids[i] = j->ids[j->running];
        j->numbers[i] = j->numbers[j->running];
        return;
    }
}

typedef struct plan {
    double seconds;
    uint64_t runs;
    uint32_t jobs;
    const char *folder;
} plan;

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static tally run_all(const seeds *s, const plan *p)
{
    jobs j = {.running = 0};
    tally t = {0};
    double end = now() + p->seconds;
    for (uint64_t i = 0; p->runs ? i < p->runs : now() < end; i++) {
        if (j.running == p->jobs)
            wait_one(&j, &t);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0)
            exit(run_mutant(s, i, p->folder));
        if (child > 0) {
            j.ids[j.running] = child;
            j.numbers[j.running++] = i;
        }
    }
    while (j.running)
        wait_one(&j, &t);
    return t;
}

static void add_file(seeds *s, const char *path)
{
    FILE *f = fopen(path, "rb");
    char *text = calloc(1, TEXT_MAX);
    size_t n = f && text ? fread(text, 1, TEXT_MAX - 1, f) : 0;
    if (f)
        fclose(f);
    if (n == 0 || n == TEXT_MAX - 1 || s->count == FILES_MAX) {
        free(text); /* large ones would only cost time */
        return;
    }
    s->paths[s->count] = strdup(path);
    s->texts[s->count++] = text;
}

/* Compiled mutants are of no use later: the cache goes with the run. */
static void own_cache(char *place)
{
    if (!mkdtemp(place))
        exit(2);
    setenv("XDG_CACHE_HOME", place, 1);
    /* rules may compare a variable with itself */
    setenv("LUDENS_CFLAGS", "-O0 -Wall -Wextra -Werror -Wno-tautological-compare -Wno-type-limits", 0);
}

int main(int argc, char **argv)
{
    static seeds s = {.seed = 1};
    plan p = {.seconds = 60, .jobs = 2, .folder = "."};
    char place[] = "/tmp/ludens-fuzz-XXXXXX", command[100];
    for (int i = 1; i < argc; i++) {
        const char *value = i + 1 < argc ? argv[i + 1] : "";
        if (strncmp(argv[i], "--", 2) != 0) {
            add_file(&s, argv[i]);
            continue;
        }
        i++;
        if (strcmp(argv[i - 1], "--seconds") == 0)
            p.seconds = strtod(value, NULL);
        else if (strcmp(argv[i - 1], "--runs") == 0)
            p.runs = strtoull(value, NULL, 10);
        else if (strcmp(argv[i - 1], "--seed") == 0)
            s.seed = strtoull(value, NULL, 10);
        else if (strcmp(argv[i - 1], "--jobs") == 0)
            p.jobs = (uint32_t)strtoul(value, NULL, 10);
        else if (strcmp(argv[i - 1], "--save") == 0)
            p.folder = value;
        else
            return fprintf(stderr, "there is no option %s\n", argv[i - 1]), 2;
    }
    if (s.count == 0 || p.jobs == 0 || p.jobs > JOBS_MAX)
        return fputs("native_fuzz [--seconds N | --runs N] [--seed N] [--jobs N] [--save FOLDER] "
                     "FILE...\n",
                     stderr),
               2;
    mkdir(p.folder, 0777);
    own_cache(place);
    tally t = run_all(&s, &p);
    snprintf(command, sizeof command, "rm -rf %s", place);
    if (system(command) != 0)
        fprintf(stderr, "%s is left\n", place);
    printf("%llu mutants played, %llu left to the interpreter, %llu without native form, %llu not made, %llu bad\n",
           (unsigned long long)t.played, (unsigned long long)t.left, (unsigned long long)t.not_native,
           (unsigned long long)t.not_made, (unsigned long long)t.bad);
    bool fine = t.bad == 0 && t.left <= t.played;
    printf("%d passed, %d failed, 0 skipped\n", fine, !fine);
    return !fine;
}
