#define _XOPEN_SOURCE 700 /* nftw */
/* The public games of the class grammar: each file is expanded with the shared defines and compared, byte by
 * byte, with its recorded expansion; it matches the grammar. The grammar is compared with that of the library it
 * follows, and the appendices of Browne's paper are read.
 *
 * The files are looked for under $LUDENS_SHARED, else in ../shared beside the source; without them every check
 * counts as skipped.
 *
 * Usage: lud_oracle [PART-OF-A-NAME...] */
#include "ludens.h"
#include "sample.h"

#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILES = 327, CHECKS_PER_FILE = 2, CHECKS_ONCE = 6, PATH = 1200 };

static const char *root;
static int passed, failed;
static char **wanted;
static int wanted_count;
static uint32_t each; /* so many of the games */

static bool is_wanted(const char *path)
{
    bool any = wanted_count == 0 && sampled(strrchr(path, '/') + 1, each);
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
    o.limits.max_load_seconds = 0; /* of a busy machine */
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

/* Whether the strict reading finds nothing; games that are not playable yet are only warned of. */
static void check_match(const char *path, const char *name, const char *text, size_t length)
{
    char defines[PATH];
    lud_options o = options_for_corpus(defines);
    o.strict = true;
    lud_diags *diags = lud_diags_new();
    lud_game *game = lud_load_text(text, length, path, &o, diags); /* games of a match are beside it */
    verdict(lud_diags_errors(diags) == 0, name, "does not match the grammar", first_message(diags));
    lud_game_free(game);
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
    check_match(path, name, text, length);
    free(text);
    return 0;
}

/* ---- the grammar of the public library ---- */

/* What we know to be different: regions have their constructors and operators in one rule, directions can be
 * calculated with, and one group of the printed grammar lacks its bar. */
static const char known_differences[] =
    "<swap.swap>: missing here: (swapPlayers(<int><roleType>)(<int><roleType>)[<then>])\n"
    "<swap.swap>: only here: (swap Players (<int> | <roleType>) (<int> | <roleType>) [<then>])\n"
    "<sites>: only here: <region.math.difference>\n"
    "<sites>: only here: <expand>\n"
    "<sites>: only here: <filter.forEach>\n"
    "<sites>: only here: <region.math.if>\n"
    "<sites>: only here: <intersection>\n"
    "<sites>: only here: <math.union>\n"
    "<directions.difference>: only here\n"
    "<directions.union>: only here\n"
    "<direction>: only here: <directions.difference>\n"
    "<direction>: only here: <directions>\n"
    "<direction>: only here: <directions.if>\n"
    "<direction>: only here: <directions.union>\n"
    "<equipment.region>: the rule is missing here\n"
    "337 rules there, 15 differences\n";

static void check_grammar(void)
{
    char path[PATH];
    snprintf(path, sizeof path, "%s/spec/ludii-grammar-2020.ebnf.txt", root);
    lud_grammar_request r = {.library = "ludii", .compare_name = path};
    char *other = read_file(path, &r.compare_length);
    r.compare = other;
    char *text = other ? lud_grammar(&r, NULL, NULL) : NULL;
    if (other)
        verdict(text && strcmp(text, known_differences) == 0, "the grammar of 2020", "differs otherwise", text);
    lud_free(text);
    free(other);
}

/* ---- the appendices of the paper ---- */

/* The code of an appendix: what stands between fences. */
static char *appendix(const char *paper, const char *title)
{
    const char *p = strstr(paper, title);
    char *code = calloc(1, strlen(paper) + 1);
    const char *next = p ? strstr(p + 1, "\nAppendix ") : NULL;
    for (p = p ? strstr(p, "```\n") : NULL; p && (!next || p < next);) {
        const char *end = strstr(p + 4, "```");
        strncat(code, p + 4, end ? (size_t)(end - p - 4) : 0);
        p = end ? strstr(end + 3, "```\n") : NULL;
    }
    return code;
}

static void check_tokens(const char *code, const char *name, const char *expected)
{
    lud_diags *diags = lud_diags_new();
    char *d = lud_describe(code, strlen(code), name, NULL, diags);
    verdict(d && strstr(d, expected), name, "is not described so", d ? d : first_message(diags));
    lud_free(d);
    lud_diags_free(diags);
}

/* Without white space and comments. */
static char *squeezed(const char *text)
{
    char *out = calloc(1, strlen(text) + 1);
    for (size_t n = 0; *text; text++) {
        if (text[0] == '/' && text[1] == '/')
            text += strcspn(text, "\n");
        if (!strchr(" \t\r\n", *text))
            out[n++] = *text;
    }
    return out;
}

static void check_paper(void)
{
    char path[PATH];
    size_t length;
    snprintf(path, sizeof path, "%s/seeds/002_110aef29c3ed7c87.txt", root);
    char *paper = read_file(path, &length);
    if (!paper)
        return;
    char *c = appendix(paper, "Appendix C: Tic"), *d = appendix(paper, "Appendix D: Tic"),
         *e = appendix(paper, "Appendix E: Sample");
    lud_grammar_request r = {.library = "paper"};
    char *own = lud_grammar(&r, NULL, NULL), *ours = squeezed(own ? own : ""), *theirs = squeezed(e);
    verdict(*theirs && strcmp(ours, theirs) == 0, "Appendix E", "the grammar differs", own);
    check_tokens(c, "appendix-c.ludi", "\"dialect\": \"ludi\", \"tokens\": 29,");
    check_tokens(d, "appendix-d.lud", "\"dialect\": \"prototype\", \"tokens\": 47,");
    check_tokens("(game \"Tic-Tac-Toe\")", "default.lud", "\"dialect\": \"prototype\", \"tokens\": 2,");
    char *expanded = lud_expand(d, strlen(d), "appendix-d.lud", NULL, NULL);
    char *before = squeezed(d), *after = squeezed(expanded ? expanded : "");
    verdict(*before && strcmp(before, after) == 0, "Appendix D", "is not kept by expansion", expanded);
    free(c), free(d), free(e), free(ours), free(theirs), free(before), free(after), free(paper);
    lud_free(own);
    lud_free(expanded);
}

int main(int argc, char **argv)
{
    char folder[PATH];
    root = getenv("LUDENS_SHARED");
    if (!root)
        root = SOURCE_DIR "/../shared";
    each = sample_option(&argc, argv);
    wanted = argv + 1;
    wanted_count = argc - 1;
    snprintf(folder, sizeof folder, "%s/corpora/lud", root);
    nftw(folder, visit, 16, FTW_PHYS);
    if (!wanted_count) {
        check_grammar();
        check_paper();
    }
    int expected =
        wanted_count || (each > 1 && passed > CHECKS_ONCE) ? passed + failed : FILES * CHECKS_PER_FILE + CHECKS_ONCE;
    printf("%d passed, %d failed, %d skipped\n", passed, failed,
           expected > passed + failed ? expected - passed - failed : 0);
    return failed != 0;
}
