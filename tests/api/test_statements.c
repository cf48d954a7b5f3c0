/* The statements of HRG and the clauses of RBG one by one: small games in tests/hrg and tests/rbg, with
 * lines that say what must come out, worked out by hand.
 *
 *     //@ moves A; B             the legal moves at the start
 *     //@ after A; B -> C; D     those after some moves
 *     //@ perft N N N            leaves at depth 1, 2, 3
 *     //@ ways N N N             the same, each move as often as there are ways to make it
 *     //@ scores A; B -> 100 0   the scores of the game that ends with these moves
 *
 * Each game is loaded with all passes and with none. */
#include "ludens.h"
#include "test.h"

#include <dirent.h>

enum { LIST_MAX = 64, TEXT_MAX = 200 };

typedef struct text_list {
    char texts[LIST_MAX][TEXT_MAX];
    uint32_t count;
} text_list;

static void add_text(text_list *l, const char *text, size_t length)
{
    while (length > 0 && *text == ' ')
        text++, length--;
    while (length > 0 && text[length - 1] == ' ')
        length--;
    if (l->count < LIST_MAX)
        snprintf(l->texts[l->count++], TEXT_MAX, "%.*s", (int)length, text);
}

static int compare_texts(const void *a, const void *b) { return strcmp(a, b); }

/* "A; B; C" */
static void split(text_list *l, const char *text, size_t length)
{
    l->count = 0;
    for (size_t i = 0; i < length;) {
        size_t n = 0;
        while (i + n < length && text[i + n] != ';')
            n++;
        add_text(l, text + i, n);
        i += n + 1;
    }
}

typedef struct table {
    const char *path, *passes;
    lud_game *game;
    lud_context *ctx;
    lud_moves *moves;
    void *state;
} table;

static bool load(table *t)
{
    lud_options o;
    lud_options_init(&o);
    o.passes = t->passes;
    lud_diags *diags = lud_diags_new();
    t->game = lud_load_file(t->path, &o, diags);
    for (uint32_t i = 0; i < lud_diags_count(diags); i++)
        TEST_FAIL("%s", lud_diags_render(diags, i, false));
    lud_diags_free(diags);
    if (!t->game)
        return false;
    t->ctx = lud_context_new(t->game);
    t->moves = lud_moves_new();
    t->state = malloc(lud_state_size(t->game));
    return true;
}

static void unload(table *t)
{
    free(t->state);
    lud_moves_free(t->moves);
    lud_context_free(t->ctx);
    lud_game_free(t->game);
}

static bool play(table *t, const text_list *moves)
{
    if (lud_start(t->ctx, t->state) != LUD_OK)
        return false;
    for (uint32_t i = 0; i < moves->count; i++) {
        uint32_t words[64], count;
        if (lud_move_parse(t->game, moves->texts[i], words, 64, &count) != LUD_OK)
            return false;
        lud_move m = {words, count, 1};
        if (lud_apply_move(t->ctx, t->state, &m) != LUD_OK)
            return false;
    }
    return true;
}

static void list(table *t, text_list *l)
{
    l->count = 0;
    uint64_t movers = lud_movers(t->game, t->state);
    if (!movers || lud_moves_list(t->ctx, t->state, (uint32_t)__builtin_ctzll(movers), t->moves) != LUD_OK)
        return;
    for (uint32_t i = 0; i < lud_moves_count(t->moves); i++) {
        char text[TEXT_MAX];
        lud_move_text(t->game, lud_moves_at(t->moves, i), text, sizeof text);
        add_text(l, text, strlen(text));
    }
}

static void check_moves(table *t, const text_list *before, text_list *expected)
{
    if (!play(t, before)) {
        TEST_FAIL("%s (%s): the moves before `%s` are not legal", t->path, t->passes,
                  expected->count ? expected->texts[0] : "");
        return;
    }
    static text_list actual;
    list(t, &actual);
    qsort(actual.texts, actual.count, sizeof *actual.texts, compare_texts);
    qsort(expected->texts, expected->count, sizeof *expected->texts, compare_texts);
    if (actual.count != expected->count)
        TEST_FAIL("%s (%s): %u moves, expected %u", t->path, t->passes, actual.count, expected->count);
    for (uint32_t i = 0; i < actual.count && i < expected->count; i++)
        CHECK_STR(actual.texts[i], expected->texts[i]);
}

static void check_perft(table *t, const char *numbers, bool ways)
{
    uint64_t counts[16], expected[16] = {1};
    uint32_t depth = 0;
    for (char *end; depth < 15; numbers = end) {
        uint64_t n = strtoull(numbers, &end, 10);
        if (end == numbers)
            break;
        expected[++depth] = n;
    }
    lud_perft_options o = {.count_duplicates = ways};
    CHECK_INT(lud_start(t->ctx, t->state), LUD_OK);
    CHECK_INT(lud_perft(t->ctx, t->state, depth, &o, counts), LUD_OK);
    CHECK(depth > 0);
    for (uint32_t d = 1; d <= depth; d++)
        if (counts[d] != expected[d])
            TEST_FAIL("%s (%s): %" PRIu64 " leaves at depth %u, expected %" PRIu64, t->path, t->passes, counts[d], d,
                      expected[d]);
}

static void check_scores(table *t, const text_list *before, const char *numbers)
{
    double scores[64];
    CHECK(play(t, before));
    CHECK(lud_terminal(t->game, t->state));
    lud_scores(t->game, t->state, scores);
    lud_info info;
    lud_game_info(t->game, &info);
    for (uint32_t i = 0; i < info.roles; i++) {
        char *end;
        double expected = strtod(numbers, &end);
        CHECK(end != numbers);
        numbers = end;
        if (scores[i] != expected)
            TEST_FAIL("%s (%s): role %u scores %g, expected %g", t->path, t->passes, i + 1, scores[i], expected);
    }
}

static void check_line(table *t, const char *line, size_t length)
{
    static text_list before, expected;
    char text[2000];
    snprintf(text, sizeof text, "%.*s", (int)length, line);
    char *arrow = strstr(text, " -> ");
    const char *after = arrow ? arrow + 4 : "";
    before.count = 0;
    if (strncmp(text, "moves ", 6) == 0) {
        split(&expected, text + 6, strlen(text + 6));
        check_moves(t, &before, &expected);
    } else if (strncmp(text, "after ", 6) == 0 && arrow) {
        split(&before, text + 6, (size_t)(arrow - text) - 6);
        split(&expected, after, strlen(after));
        check_moves(t, &before, &expected);
    } else if (strncmp(text, "perft ", 6) == 0) {
        check_perft(t, text + 6, false);
    } else if (strncmp(text, "ways ", 5) == 0) {
        check_perft(t, text + 5, true);
    } else if (strncmp(text, "scores ", 7) == 0 && arrow) {
        split(&before, text + 7, (size_t)(arrow - text) - 7);
        check_scores(t, &before, after);
    } else {
        TEST_FAIL("%s: a line `//@ %s`", t->path, text);
    }
}

static void check_game(const char *path)
{
    static const char *const passes[] = {NULL, "none"};
    FILE *in = fopen(path, "rb");
    char *text = calloc(1, 1 << 16);
    size_t length = in ? fread(text, 1, (1 << 16) - 1, in) : 0;
    if (in)
        fclose(in);
    CHECK(length > 0);
    for (int i = 0; i < 2; i++) {
        table t = {.path = path, .passes = passes[i]};
        if (!load(&t))
            continue;
        t.passes = passes[i] ? passes[i] : "all";
        uint32_t lines = 0;
        for (const char *p = strstr(text, "//@ "); p; p = strstr(p + 1, "//@ ")) {
            check_line(&t, p + 4, strcspn(p + 4, "\n"));
            lines++;
        }
        CHECK(lines > 0);
        unload(&t);
    }
    free(text);
}

static void check_folder(const char *folder, const char *extension)
{
    char path[1000];
    snprintf(path, sizeof path, SOURCE_DIR "/tests/%s", folder);
    DIR *dir = opendir(path);
    uint32_t games = 0;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || strcmp(dot, extension) != 0)
            continue;
        snprintf(path, sizeof path, SOURCE_DIR "/tests/%s/%.300s", folder, e->d_name);
        check_game(path);
        games++;
    }
    if (dir)
        closedir(dir);
    CHECK(games > 0);
}

TEST(statements) { check_folder("hrg", ".hrg"); }
TEST(clauses_of_rbg) { check_folder("rbg", ".rbg"); }

TEST_MAIN
