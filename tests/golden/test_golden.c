/* Golden files.
 *
 * passes/X.rg    a game whose first line is "// passes: LIST"; X.out is the automaton after
 *                these passes, as text. For X.net "# passes: LIST" and X.kif ";; passes: LIST" it is
 *                the network; "changes: N" behind that says what the passes report in all.
 * errors/X       a text with "// error E0301" or "// warning W0405" (";; " in GDL, which is read
 *                strictly, "## " in networks) at the end of each line
 *                that must be reported, and nothing else reported. "E0301@7" also tells the
 *                column, "E0301@7 hint TEXT" a part of the hint (to the end of the line).
 * format/X       a text; X.out is its canonical form.
 *
 * LUDENS_GOLDEN=write makes the .out files anew; look at the difference before keeping it. */
#include "ludens.h"
#include "test.h"

#include <dirent.h>

#define FOLDER SOURCE_DIR "/tests/golden/"

static char *read_file(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    char *text = calloc(1, 1 << 20);
    *length = fread(text, 1, (1 << 20) - 1, in);
    fclose(in);
    return text;
}

static void compare_golden(const char *path, const char *actual)
{
    char out[1200];
    size_t length;
    snprintf(out, sizeof out, "%s.out", path);
    const char *mode = getenv("LUDENS_GOLDEN");
    if (mode && strcmp(mode, "write") == 0) {
        FILE *to = fopen(out, "wb");
        if (to) {
            fputs(actual, to);
            fclose(to);
        }
        return;
    }
    char *expected = read_file(out, &length);
    if (!expected)
        TEST_FAIL("%s is missing", out);
    else if (strcmp(expected, actual) != 0)
        TEST_FAIL("%s differs; now it is\n%s", out, actual);
    free(expected);
}

static void check_pass(const char *path)
{
    size_t length;
    char *text = read_file(path, &length), passes[200] = "";
    unsigned expected = UINT32_MAX, changes = 0;
    if (sscanf(text, "%*[/#;] passes: %199s changes: %u", passes, &expected) < 1)
        TEST_FAIL("%s: the first line must be // passes: LIST", path);
    lud_options o;
    lud_options_init(&o);
    o.passes = passes;
    lud_diags *diags = lud_diags_new();
    lud_game *g = lud_load_text(text, length, path, &o, diags);
    bool network = strstr(path, ".net") || strstr(path, ".kif");
    char *after = g ? lud_translate(g, network ? "network" : "automaton", diags) : NULL;
    for (uint32_t i = 0; g && i < lud_pass_count(g); i++)
        changes += lud_pass_at(g, i).changes;
    if (expected != UINT32_MAX && changes != expected)
        TEST_FAIL("%s: %u changes, not %u", path, changes, expected);
    if (after)
        compare_golden(path, after);
    else
        TEST_FAIL("%s", lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : path);
    lud_free(after);
    lud_game_free(g);
    lud_diags_free(diags);
    free(text);
}

/* The line's text. */
static const char *line_text(const char *text, uint32_t line, size_t *length)
{
    for (uint32_t i = 1; i < line && text; i++) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    *length = text ? strcspn(text, "\n") : 0;
    return text;
}

static void check_reported(const char *path, const char *text, const lud_diags *diags)
{
    for (uint32_t i = 0; i < lud_diags_count(diags); i++) {
        lud_diagnostic d = lud_diags_get(diags, i);
        char wanted[40], line[4000];
        size_t length;
        bool gdl = strstr(path, ".kif") || strstr(path, ".gdl") || strstr(path, ".zrf");
        snprintf(wanted, sizeof wanted, "%s %s",
                 gdl                    ? ";;"
                 : strstr(path, ".net") ? "##"
                                        : "//",
                 d.severity == LUD_ERROR ? "error" : "warning");
        const char *at = line_text(text, d.line ? d.line : 1, &length);
        snprintf(line, sizeof line, "%.*s", (int)length, at ? at : "");
        char *comment = strstr(line, wanted);
        if (!comment || !strstr(comment, d.code))
            TEST_FAIL("%s:%u:%u: unexpected %s: %s", path, d.line, d.column, d.code, d.message);
    }
}

/* What an annotation asks for: "E0301", "E0301@7" or "E0301@7 hint TEXT". */
typedef struct expectation {
    char code[8];
    unsigned column; /* 0: any */
    char hint[200];  /* "": any */
} expectation;

static bool read_expectation(const char *comment, size_t length, expectation *e)
{
    char text[400];
    memset(e, 0, sizeof *e);
    snprintf(text, sizeof text, "%.*s", (int)length, comment);
    if (sscanf(text, "%*2[/;# ] error %5s", e->code) != 1 && sscanf(text, "%*2[/;# ] warning %5s", e->code) != 1)
        return false;
    char *next = strstr(text, " ;; "); /* another annotation of the line */
    if (next)
        *next = 0;
    const char *after = strstr(text, e->code) + strlen(e->code), *hint = strstr(after, " hint ");
    if (*after == '@')
        e->column = (unsigned)strtoul(after + 1, NULL, 10);
    if (hint)
        snprintf(e->hint, sizeof e->hint, "%.199s", hint + 6);
    return true;
}

static bool meets(const lud_diagnostic *d, uint32_t line, const expectation *e)
{
    return (d->line ? d->line : 1) == line && strcmp(d->code, e->code) == 0 && (!e->column || e->column == d->column) &&
           (!*e->hint || (d->hint && strstr(d->hint, e->hint)));
}

static void check_expected(const char *path, const char *text, const lud_diags *diags)
{
    uint32_t line = 1;
    for (const char *p = text; p && *p; line++) {
        size_t length = strcspn(p, "\n");
        for (const char *c = p; c < p + length; c++) {
            if (memcmp(c, "// ", 3) != 0 && memcmp(c, ";; ", 3) != 0 && memcmp(c, "## ", 3) != 0)
                continue;
            expectation e;
            if (!read_expectation(c, (size_t)(p + length - c), &e))
                continue;
            bool found = false;
            for (uint32_t i = 0; i < lud_diags_count(diags); i++) {
                lud_diagnostic d = lud_diags_get(diags, i);
                found |= meets(&d, line, &e);
            }
            if (!found)
                TEST_FAIL("%s:%u:%u: %s %s is not reported", path, line, e.column, e.code, e.hint);
        }
        p += length + (p[length] == '\n');
    }
}

static void check_errors(const char *path)
{
    size_t length;
    char *text = read_file(path, &length);
    lud_diags *diags = lud_diags_new();
    lud_options o;
    lud_options_init(&o);
    o.strict = true;
    lud_game *g = lud_load_text(text, length, path, &o, diags);
    if ((strstr(text, "// error") || strstr(text, ";; error")) && g)
        TEST_FAIL("%s is accepted", path);
    check_reported(path, text, diags);
    check_expected(path, text, diags);
    lud_game_free(g);
    lud_diags_free(diags);
    free(text);
}

static void check_format(const char *path)
{
    size_t length;
    char *text = read_file(path, &length);
    lud_diags *diags = lud_diags_new();
    char *once = lud_format(text, length, path, NULL, diags);
    if (once) {
        compare_golden(path, once);
        char *twice = lud_format(once, strlen(once), path, NULL, diags);
        if (!twice || strcmp(once, twice) != 0)
            TEST_FAIL("%s: formatting twice changes more", path);
        lud_free(twice);
    } else {
        TEST_FAIL("%s", lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : path);
    }
    lud_free(once);
    lud_diags_free(diags);
    free(text);
}

static bool wanted_file(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".rg") == 0 || strcmp(dot, ".hrg") == 0 || strcmp(dot, ".aut") == 0 ||
                   strcmp(dot, ".rbg") == 0 || strcmp(dot, ".kif") == 0 || strcmp(dot, ".gdl") == 0 ||
                   strcmp(dot, ".net") == 0 || strcmp(dot, ".lud") == 0 || strcmp(dot, ".ludi") == 0 ||
                   strcmp(dot, ".zrf") == 0 || strcmp(dot, ".ini") == 0 || strcmp(dot, ".toss") == 0);
}

static void each_file(const char *folder, void (*check)(const char *path))
{
    char path[1000];
    snprintf(path, sizeof path, FOLDER "%s", folder);
    DIR *dir = opendir(path);
    int count = 0;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        if (!wanted_file(e->d_name))
            continue;
        snprintf(path, sizeof path, FOLDER "%s/%.300s", folder, e->d_name);
        check(path);
        count++;
    }
    if (dir)
        closedir(dir);
    printf("  %d files\n", count);
    CHECK(count > 0);
}

TEST(passes) { each_file("passes", check_pass); }
TEST(errors) { each_file("errors", check_errors); }
TEST(formats) { each_file("format", check_format); }

/* What the formatter makes of every game is a game that plays the same. */
static void check_formatted_game(const char *path)
{
    size_t length;
    char *text = read_file(path, &length);
    char *formatted = lud_format(text, length, path, NULL, NULL);
    lud_game *g = lud_load_text(text, length, path, NULL, NULL);
    lud_game *h = formatted ? lud_load_text(formatted, strlen(formatted), path, NULL, NULL) : NULL;
    char *one = g ? lud_translate(g, "automaton", NULL) : NULL;
    char *two = h ? lud_translate(h, "automaton", NULL) : NULL;
    if ((g || h) && (!one || !two || strcmp(one, two) != 0))
        TEST_FAIL("%s: formatting changes the game", path);
    lud_free(one);
    lud_free(two);
    lud_game_free(g);
    lud_game_free(h);
    lud_free(formatted);
    free(text);
}

TEST(formatting_keeps_the_game)
{
    each_file("../../games/rg", check_formatted_game);
    each_file("../../games/hrg", check_formatted_game);
    each_file("../../games/rbg", check_formatted_game);
    each_file("../../games/zrf", check_formatted_game);
    each_file("../../games/fairy", check_formatted_game);
    each_file("../rbg", check_formatted_game);
    each_file("../data", check_formatted_game);
}

/* A comment in place of every blank, so that there is one at every odd place that a language
 * has: none is lost, formatting again changes nothing, and the game stays the same. */
static char *with_comments(const char *text, uint32_t *count)
{
    char *out = malloc(strlen(text) * 12 + 1), *to = out;
    *count = 0;
    for (const char *p = text; *p;) {
        if (p[0] == '/' && p[1] == '/') {
            p += strcspn(p, "\n");
        } else if (*p == ' ' || *p == '\n') {
            p += strspn(p, " \n");
            to += sprintf(to, " // c%u\n", (*count)++);
        } else {
            *to++ = *p++;
        }
    }
    *to = 0;
    return out;
}

static uint32_t comments_in(const char *text)
{
    uint32_t count = 0;
    for (const char *p = text; (p = strstr(p, "// c")); p++)
        count++;
    return count;
}

static char *automaton_text(const char *text, const char *path)
{
    lud_options o;
    lud_options_init(&o);
    o.passes = "none";
    lud_game *g = lud_load_text(text, strlen(text), path, &o, NULL);
    char *automaton = g ? lud_translate(g, "automaton", NULL) : NULL;
    lud_game_free(g);
    return automaton;
}

static void check_comments(const char *path)
{
    size_t length;
    uint32_t count;
    char *text = read_file(path, &length), *before = automaton_text(text, path);
    if (before) {
        char *noisy = with_comments(text, &count);
        char *once = lud_format(noisy, strlen(noisy), path, NULL, NULL);
        char *twice = once ? lud_format(once, strlen(once), path, NULL, NULL) : NULL;
        char *after = once ? automaton_text(once, path) : NULL;
        if (!once || comments_in(once) != count)
            TEST_FAIL("%s: formatting loses comments", path);
        if (!twice || strcmp(once, twice) != 0)
            TEST_FAIL("%s: with comments, formatting twice changes more", path);
        if (!after || strcmp(before, after) != 0)
            TEST_FAIL("%s: with comments, formatting changes the game", path);
        lud_free(once);
        lud_free(twice);
        lud_free(after);
        free(noisy);
    }
    lud_free(before);
    free(text);
}

TEST(comments_stand_anywhere)
{
    each_file("../../games/rg", check_comments);
    each_file("../../games/hrg", check_comments);
    each_file("../../games/rbg", check_comments);
    each_file("../rbg", check_comments);
    each_file("../data", check_comments);
}

TEST_MAIN
