/* Checks rule sheets against what other engines recorded: first moves, playouts step by step,
 * counts of joint moves. The files are looked for as in oracle.c; each game is checked in a
 * process of its own with limits of time and memory.
 *
 * Usage: gdl_oracle [--all] [--tier-b] [PART-OF-A-NAME...] */
#define _DEFAULT_SOURCE

#include "ludens.h"

#include <inttypes.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

/* Words of one move. */
typedef struct move_words {
    uint32_t words[4], count;
} move_words;

enum { GAMES_MAX = 2000, ROLES_MAX = 64, JOBS = 2 };

typedef struct result {
    int checks, failures, excepted;
    char first[400];
} result;

typedef struct game_row {
    char name[120], kind[16];
    bool tier_a;
} game_row;

static result *now;

__attribute__((format(printf, 2, 3))) static bool check(bool holds, const char *format, ...)
{
    now->checks++;
    if (holds)
        return true;
    if (now->failures++ == 0) {
        va_list args;
        va_start(args, format);
        vsnprintf(now->first, sizeof now->first, format, args);
        va_end(args);
    }
    return false;
}

/* ---- canonical lists ---- */

typedef struct list {
    char **items;
    size_t count, capacity;
} list;

static void list_add(list *l, const char *text)
{
    if (l->count == l->capacity)
        l->items = realloc(l->items, (l->capacity = l->capacity ? l->capacity * 2 : 64) * sizeof *l->items);
    l->items[l->count++] = strdup(text);
}

static void list_clear(list *l)
{
    while (l->count)
        free(l->items[--l->count]);
}

static int by_bytes(const void *a, const void *b) { return strcmp(*(const char *const *)a, *(const char *const *)b); }

static uint64_t list_hash(list *l)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    qsort(l->items, l->count, sizeof *l->items, by_bytes);
    for (size_t i = 0; i < l->count; i++) {
        if (i)
            h = (h ^ '\n') * UINT64_C(0x100000001b3);
        for (const char *p = l->items[i]; *p; p++)
            h = (h ^ (unsigned char)*p) * UINT64_C(0x100000001b3);
    }
    return h;
}

static bool same(list *l, json_t *expected)
{
    qsort(l->items, l->count, sizeof *l->items, by_bytes);
    if (json_array_size(expected) != l->count)
        return false;
    for (size_t i = 0; i < l->count; i++)
        if (strcmp(json_string_value(json_array_get(expected, i)), l->items[i]) != 0)
            return false;
    return true;
}

/* Splits canonical terms at blanks outside of parentheses. */
static void split(list *l, char *text)
{
    int depth = 0;
    char *from = text;
    for (char *p = text;; p++) {
        depth += (*p == '(') - (*p == ')');
        if (*p && !(*p == ' ' && depth == 0))
            continue;
        bool end = !*p;
        *p = 0;
        if (p > from)
            list_add(l, from);
        from = p + 1;
        if (end)
            return;
    }
}

/* ---- one game ---- */

typedef struct replay {
    lud_game *game;
    lud_context *ctx;
    lud_moves *moves;
    void *state;
    uint32_t role_count; /* in text order */
    int roles[ROLES_MAX];
    list texts;
    char *buffer;
    size_t buffer_size;
} replay;

static void add_fact(void *user, const char *key, const char *value)
{
    (void)key;
    list_add(user, value);
}

static const lud_state_visitor fact_visitor = {NULL, add_fact, NULL};

static const char *move_text(replay *r, lud_move move)
{
    size_t n = lud_move_text(r->game, move, r->buffer, r->buffer_size);
    if (n >= r->buffer_size) {
        r->buffer = realloc(r->buffer, r->buffer_size = n * 2);
        lud_move_text(r->game, move, r->buffer, r->buffer_size);
    }
    return r->buffer;
}

static void check_facts(replay *r, json_t *line, const char *where)
{
    json_t *f = json_object_get(line, "f"), *init = json_object_get(line, "init");
    if (!json_is_array(f))
        return;
    list_clear(&r->texts);
    lud_state_visit(r->game, r->state, false, &fact_visitor, &r->texts);
    uint64_t expected = strtoull(json_string_value(json_array_get(f, 1)), NULL, 16);
    check(r->texts.count == (size_t)json_integer_value(json_array_get(f, 0)) && list_hash(&r->texts) == expected,
          "%s: %zu facts, not %" JSON_INTEGER_FORMAT, where, r->texts.count, json_integer_value(json_array_get(f, 0)));
    if (json_is_array(init))
        check(same(&r->texts, init), "%s: other facts", where);
}

/* Sets *joint to the recorded moves when `m` is there. */
static bool check_moves(replay *r, json_t *line, const char *where, move_words *moves)
{
    json_t *h = json_object_get(line, "h"), *n = json_object_get(line, "n"), *m = json_object_get(line, "m");
    bool fine = true, stuck = json_integer_value(json_object_get(line, "stuck"));
    for (uint32_t i = 0; i < r->role_count && json_is_array(h); i++) {
        lud_status s = lud_moves_list(r->ctx, r->state, (uint32_t)r->roles[i], r->moves);
        uint32_t count = s == LUD_OK ? lud_moves_count(r->moves) : 0;
        list_clear(&r->texts);
        for (uint32_t k = 0; k < count; k++)
            list_add(&r->texts, move_text(r, lud_moves_at(r->moves, k)));
        uint64_t expected = strtoull(json_string_value(json_array_get(h, i)), NULL, 16);
        fine &= check(count == json_integer_value(json_array_get(n, i)) && list_hash(&r->texts) == expected,
                      "%s: role %u has %u moves, not %" JSON_INTEGER_FORMAT "%s", where, i, count,
                      json_integer_value(json_array_get(n, i)), s == LUD_OK || stuck ? "" : " (stuck)");
        if (json_is_array(m)) {
            move_words *w = &moves[r->roles[i]];
            s = lud_move_parse(r->game, json_string_value(json_array_get(m, i)), w->words, 4, &w->count);
            fine &= check(s == LUD_OK, "%s: no such move: %s", where, json_string_value(json_array_get(m, i)));
        }
    }
    return fine;
}

static void check_goals(replay *r, json_t *line, const char *where)
{
    json_t *g = json_object_get(line, "g");
    for (uint32_t i = 0; i < r->role_count && json_is_array(g); i++) {
        char text[512], expected[512] = "";
        json_t *value = json_array_get(g, i);
        lud_score_text(r->game, r->state, (uint32_t)r->roles[i], text, sizeof text);
        if (json_is_integer(value))
            snprintf(expected, sizeof expected, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
        for (size_t k = 0; k < json_array_size(value); k++) {
            json_t *one = json_array_get(value, k);
            size_t at = strlen(expected);
            if (json_is_integer(one))
                snprintf(expected + at, sizeof expected - at, "%s%" JSON_INTEGER_FORMAT, at ? " " : "",
                         json_integer_value(one));
            else
                snprintf(expected + at, sizeof expected - at, "%s%s", at ? " " : "", json_string_value(one));
        }
        check(strcmp(text, expected) == 0, "%s: goal of role %u is %s, not %s", where, i, text, expected);
    }
}

static void check_percepts(replay *r, json_t *line, const char *where)
{
    json_t *o = json_object_get(line, "o");
    for (uint32_t i = 0; i < r->role_count && json_is_array(o); i++) {
        size_t n = lud_percept_text(r->ctx, (uint32_t)r->roles[i], NULL, 0);
        char *text = malloc(n + 1);
        lud_percept_text(r->ctx, (uint32_t)r->roles[i], text, n + 1);
        list_clear(&r->texts);
        split(&r->texts, text);
        check(same(&r->texts, json_array_get(o, i)), "%s: role %u saw something else", where, i);
        free(text);
    }
}

static void check_step(replay *r, json_t *line)
{
    char where[64];
    lud_move joint[ROLES_MAX];
    move_words words[ROLES_MAX] = {{{0}, 0}};
    long long s = json_integer_value(json_object_get(line, "s"));
    snprintf(where, sizeof where, "playout %lld step %lld", (long long)json_integer_value(json_object_get(line, "p")),
             s);
    if (s == 0)
        lud_start(r->ctx, r->state);
    bool over = json_integer_value(json_object_get(line, "t"));
    check(lud_terminal(r->game, r->state) == over, "%s: %s", where, over ? "goes on" : "is over");
    check_facts(r, line, where);
    if (over) {
        check_goals(r, line, where);
        return;
    }
    if (lud_terminal(r->game, r->state) || !check_moves(r, line, where, words) || !json_object_get(line, "m"))
        return;
    for (uint32_t i = 0; i < ROLES_MAX; i++)
        joint[i] = (lud_move){words[i].words, words[i].count, 1};
    lud_status status = lud_apply(r->ctx, r->state, joint);
    if (check(status == LUD_OK, "%s: the move cannot be made: %s", where, lud_status_text(status)))
        check_percepts(r, line, where);
}

static void check_perft(replay *r, json_t *line, double most)
{
    json_t *n = json_object_get(line, "n");
    uint32_t depth = 0;
    while (depth < json_array_size(n) && json_is_integer(json_array_get(n, depth)) &&
           (double)json_integer_value(json_array_get(n, depth)) <= most)
        depth++;
    uint64_t *counts = calloc(depth + 1, sizeof *counts);
    lud_perft_options options = {0};
    if (depth && check(lud_perft(r->ctx, NULL, depth, &options, counts) == LUD_OK, "perft fails"))
        for (uint32_t d = 0; d < depth; d++)
            check(counts[d + 1] == (uint64_t)json_integer_value(json_array_get(n, d)),
                  "perft %u is %" PRIu64 ", not %" JSON_INTEGER_FORMAT, d + 1, counts[d + 1],
                  json_integer_value(json_array_get(n, d)));
    free(counts);
}

/* What the second engine (playouts from number 100 on) got wrong, so that there is nothing to agree with:
 * it goes on where a group without liberties stands, which the rules say ends the game; the first
 * engine's playouts of the same sheet end there. */
static bool excepted(const game_row *row, json_t *line)
{
    return strcmp(row->name, "atariGoVariant_7x7") == 0 && json_integer_value(json_object_get(line, "p")) >= 100;
}

static void check_game(const char *root, const game_row *row, double most)
{
    char path[1200], *text = NULL;
    size_t size = 0;
    replay r = {.buffer_size = 256, .buffer = malloc(256)};
    snprintf(path, sizeof path, "%.500s/corpora/gdl/%s/%s.kif", root, row->kind, row->name);
    lud_diags *diags = lud_diags_new();
    lud_options options;
    lud_options_init(&options);
    options.limits.max_load_seconds = 0; /* of a busy machine */
    options.limits.max_memory = UINT64_C(1) << 30;
    r.game = lud_load_file(path, &options, diags);
    const char *why = r.game ? "" : lud_diags_count(diags) ? lud_diags_get(diags, 0).message : "?";
    for (uint32_t i = 0; !r.game && i < lud_diags_count(diags); i++)
        if (lud_diags_get(diags, i).severity == LUD_ERROR) {
            why = lud_diags_get(diags, i).message;
            break;
        }
    if (!check(r.game != NULL, "does not load: %s", why))
        return;
    r.ctx = lud_context_new(r.game);
    r.moves = lud_moves_new();
    r.state = calloc(1, lud_state_size(r.game));
    snprintf(path, sizeof path, "%.500s/oracles/gdl/%s.jsonl", root, row->name);
    FILE *in = fopen(path, "r");
    while (in && getline(&text, &size, in) >= 0 && now->failures < 20) {
        json_t *line = json_loads(text, 0, NULL);
        const char *kind = json_string_value(json_object_get(line, "k"));
        if (kind && strcmp(kind, "game") == 0) {
            json_t *roles = json_object_get(line, "roles");
            r.role_count = (uint32_t)json_array_size(roles);
            for (uint32_t i = 0; i < r.role_count; i++) {
                r.roles[i] = lud_role_find(r.game, json_string_value(json_array_get(roles, i)));
                check(r.roles[i] >= 0, "no role %s", json_string_value(json_array_get(roles, i)));
            }
            if (now->failures)
                break;
            lud_start(r.ctx, r.state);
            check_facts(&r, line, "start");
            move_words words[ROLES_MAX];
            if (!lud_terminal(r.game, r.state))
                check_moves(&r, line, "start", words);
        } else if (kind && strcmp(kind, "s") == 0) {
            if (excepted(row, line))
                now->excepted++;
            else
                check_step(&r, line);
        } else if (kind && strcmp(kind, "perft") == 0) {
            check_perft(&r, line, most);
        }
        json_decref(line);
    }
    if (in)
        fclose(in);
    lud_diags_free(diags);
    lud_context_free(r.ctx);
    lud_moves_free(r.moves);
    lud_game_free(r.game);
}

/* ---- all games ---- */

static size_t read_manifest(const char *root, game_row *rows, bool tier_b, int argc, char **argv)
{
    char path[1200], line[4096];
    size_t count = 0;
    snprintf(path, sizeof path, "%.500s/oracles/gdl/manifest.tsv", root);
    FILE *in = fopen(path, "r");
    while (in && fgets(line, sizeof line, in) && count < GAMES_MAX) {
        char *fields[5], *at = line;
        for (int i = 0; i < 5; i++)
            fields[i] = strsep(&at, "\t");
        if (!at || (strcmp(fields[3], "A") != 0 && strcmp(fields[3], "B") != 0))
            continue;
        bool hit = false, any = false;
        for (int i = 1; i < argc; i++) {
            if (argv[i][0] == '-')
                continue;
            any = true;
            hit |= strstr(fields[0], argv[i]) != NULL;
        }
        game_row *row = &rows[count];
        snprintf(row->name, sizeof row->name, "%s", fields[0]);
        snprintf(row->kind, sizeof row->kind, "%s", fields[1]);
        row->tier_a = *fields[3] == 'A';
        count += (!any || hit) && (row->tier_a || tier_b);
    }
    if (in)
        fclose(in);
    return count;
}

int main(int argc, char **argv)
{
    bool all = false, tier_b = false;
    for (int i = 1; i < argc; i++) {
        all |= strcmp(argv[i], "--all") == 0;
        tier_b |= strcmp(argv[i], "--tier-b") == 0;
    }
    const char *shared = getenv("LUDENS_SHARED");
    char root[512];
    snprintf(root, sizeof root, "%.500s", shared ? shared : SOURCE_DIR "/../shared");
    game_row *rows = calloc(GAMES_MAX, sizeof *rows);
    result *results =
        mmap(NULL, GAMES_MAX * sizeof *results, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    pid_t *children = calloc(GAMES_MAX, sizeof *children);
    size_t count = read_manifest(root, rows, tier_b, argc, argv), started = 0, running = 0;
    int passed = 0, failed = 0, checks = 0, excepted_lines = 0;
    while (started < count || running > 0) {
        while (running < JOBS && started < count) {
            now = &results[started];
            fflush(stdout);
            children[started] = fork();
            if (children[started] == 0) {
                setrlimit(RLIMIT_CPU, &(struct rlimit){all ? 600 : 20, all ? 601 : 21});
                check_game(root, &rows[started], all ? 3e7 : 2e4);
                fflush(stdout);
                _exit(0);
            }
            started++;
            running++;
        }
        int status;
        pid_t done = wait(&status);
        running--;
        for (size_t i = 0; i < started; i++) {
            if (children[i] != done)
                continue;
            bool fine = WIFEXITED(status) && results[i].failures == 0 && results[i].checks > 0;
            checks += results[i].checks;
            excepted_lines += results[i].excepted;
            passed += fine;
            failed += !fine;
            if (!fine)
                printf("FAILED %s/%s%s: %s%s\n", rows[i].kind, rows[i].name, rows[i].tier_a ? "" : " (tier B)",
                       results[i].first, WIFEXITED(status) ? "" : " [killed: time, memory or a crash]");
        }
    }
    printf("%zu rule sheets with %d checks\n", count, checks);
    if (excepted_lines)
        printf("%d recorded steps left out: known faults of the second engine\n", excepted_lines);
    free(rows);
    free(children);
    printf("%d passed, %d failed, %d skipped\n", passed, failed, count ? 0 : 1);
    return failed ? 1 : 0;
}
