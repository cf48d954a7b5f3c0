#define _XOPEN_SOURCE 700 /* nftw */
/* The public games of the class grammar: each file is expanded with the shared defines and compared, byte by
 * byte, with its recorded expansion.
 *
 * The files are looked for under $LUDENS_SHARED, else in ../shared beside the source; without them every check
 * counts as skipped.
 *
 * Usage: lud_oracle [PART-OF-A-NAME...] */
#include "ludens.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 327, CHECKS_PER_FILE = 1, PATH = 1200 };

static const char *root;
static int passed, failed;
static char **wanted;
static int wanted_count;

static bool is_wanted(const char *path)
{
    bool any = wanted_count == 0;
    for (int i = 0; i < wanted_count && !any; i++)
        any = strstr(path, wanted[i]) != NULL;
    return any;
}

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

static void verdict(bool fine, const char *path, const char *what, const char *more)
{
    passed += fine;
    failed += !fine;
    if (!fine)
        printf("FAILED: %s: %s\n%s", path, what, more ? more : "");
}

static const char *first_message(lud_diags *diags)
{
    return lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : "nothing was reported\n";
}

static lud_options options_for_corpus(char *defines)
{
    lud_options o;
    lud_options_init(&o);
    snprintf(defines, PATH, "%s/corpora/lud-def", root);
    o.defines = defines;
    return o;
}

/* `name` is relative to corpora/lud. */
static void check_expansion(const char *path, const char *name, const char *text, size_t length)
{
    char expanded_path[PATH], defines[PATH];
    size_t expected_length = 0;
    snprintf(expanded_path, sizeof expanded_path, "%s/corpora/lud-expanded/%s", root, name);
    char *expected = read_file(expanded_path, &expected_length);
    lud_options o = options_for_corpus(defines);
    lud_diags *diags = lud_diags_new();
    char *actual = lud_expand(text, length, path, &o, diags);
    if (!actual)
        verdict(false, name, "is not expanded", first_message(diags));
    else
        verdict(expected && strcmp(actual, expected) == 0, name, "expands to something else", NULL);
    lud_free(actual);
    free(expected);
    lud_diags_free(diags);
}

static int visit(const char *path, const struct stat *s, int kind, struct FTW *where)
{
    (void)s, (void)where;
    size_t n = strlen(path), length;
    if (kind != FTW_F || n < 5 || strcmp(path + n - 4, ".lud") != 0 || !is_wanted(path))
        return 0;
    char *text = read_file(path, &length);
    const char *name = strstr(path, "/corpora/lud/") + strlen("/corpora/lud/");
    check_expansion(path, name, text, length);
    free(text);
    return 0;
}

int main(int argc, char **argv)
{
    char folder[PATH];
    root = getenv("LUDENS_SHARED");
    if (!root)
        root = SOURCE_DIR "/../shared";
    wanted = argv + 1;
    wanted_count = argc - 1;
    snprintf(folder, sizeof folder, "%s/corpora/lud", root);
    nftw(folder, visit, 16, FTW_PHYS);
    int expected = wanted_count ? passed + failed : FILES * CHECKS_PER_FILE;
    printf("%d passed, %d failed, %d skipped\n", passed, failed, expected > passed + failed ? expected - passed - failed : 0);
    return failed != 0;
}
