/* The front end of GDL: both notations say the same, the formatter keeps the rules and the
 * comments, and hostile texts end in diagnostics. */
#include "lang/lang.h"
#include "sample.h"
#include "test.h"

#include "base/diag.h"
#include "circuit/rules.h"

#include <dirent.h>
#include <time.h>

typedef struct reading {
    arena arena;
    intern names;
    diag_sink sink;
    lud_options options;
    jmp_buf failure;
} reading;

static void start(reading *r)
{
    arena_init(&r->arena, 0);
    intern_init(&r->names, &r->arena);
    diag_sink_init(&r->sink, &r->arena);
    lud_options_init(&r->options);
}

static lang_input input_of(reading *r, const char *text, size_t length)
{
    return (lang_input){.keep = &r->arena,
                        .scratch = &r->arena,
                        .names = &r->names,
                        .source = source_new(&r->arena, "test", text, length),
                        .limits = &r->options.limits,
                        .sink = &r->sink};
}

static rl_program *read_rules(reading *r, const char *text, size_t length)
{
    lang_input in = input_of(r, text, length);
    return lang_gdl.read(&in);
}

/* ---- rules as text ---- */

static void put_atom(FILE *out, const rl_program *p, rl_relation r, const logic_term *args, arena *a)
{
    fprintf(out, " %s", intern_text(p->terms.names, p->relations.data[r].name));
    for (uint32_t i = 0; i < p->relations.data[r].arity; i++)
        fprintf(out, " %s", logic_term_text(&p->terms, args[i], a));
}

/* To be freed; NULL when the text cannot be read. */
static char *rules_of(const char *text)
{
    reading r;
    start(&r);
    char *dump = NULL;
    size_t size;
    r.arena.on_failure = &r.failure;
    if (setjmp(r.failure) == 0) {
        rl_program *p = read_rules(&r, text, strlen(text));
        FILE *out = p ? open_memstream(&dump, &size) : NULL;
        for (uint32_t i = 0; p && i < p->rules.count; i++) {
            const rl_rule *rule = &p->rules.data[i];
            put_atom(out, p, rule->head, rule->args, &r.arena);
            for (uint32_t k = 0; k < rule->body_count; k++) {
                const rl_literal *l = &rule->body[k];
                fprintf(out, " | %d", (int)l->kind);
                if (l->kind == LOGIC_HOLDS || l->kind == LOGIC_FAILS)
                    put_atom(out, p, l->relation, l->args, &r.arena);
                else
                    fprintf(out, " %s %s", logic_term_text(&p->terms, l->args[0], &r.arena),
                            logic_term_text(&p->terms, l->args[1], &r.arena));
            }
            fputc('\n', out);
        }
        if (out)
            fclose(out);
    }
    arena_done(&r.arena);
    return dump;
}

/* Formatted (to NULL) or in another notation; to be freed. */
static char *rewritten(const char *text, const char *to)
{
    reading r;
    start(&r);
    char *out = NULL;
    r.arena.on_failure = &r.failure;
    if (setjmp(r.failure) == 0) {
        lang_input in = input_of(&r, text, strlen(text));
        in.form = to;
        const char *result = to ? lang_gdl.translate(&in) : lang_gdl.format(&in);
        out = result ? strdup(result) : NULL;
    }
    arena_done(&r.arena);
    return out;
}

static bool same(const char *name, const char *what, const char *a, const char *b)
{
    if (a && b && strcmp(a, b) == 0)
        return true;
    size_t at = 0;
    while (a && b && a[at] && a[at] == b[at])
        at++;
    while (a && b && at > 0 && a[at - 1] != '\n')
        at--;
    TEST_FAIL("%s: %s differs:\n%.200s\n---\n%.200s", name, what, a ? a + at : "(none)", b ? b + at : "(none)");
    return false;
}

/* A comment in place of every blank. */
static char *with_comments(const char *text, bool percent, uint32_t *count)
{
    char *out = malloc(strlen(text) * 14 + 1), *to = out;
    *count = 0;
    for (const char *p = text; *p;) {
        if (*p == ';' || (percent && *p == '%')) {
            p += strcspn(p, "\n\r");
        } else if (*p && strchr(" \n\r\t\f", *p)) {
            p += strspn(p, " \n\r\t\f");
            to += sprintf(to, "%s;c%u%s", *count % 3 ? " " : "\n", *count, *count % 5 ? "\n" : "\r\n");
            (*count)++;
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
    for (const char *p = text; (p = strstr(p, ";c")); p++)
        count += p[2] >= '0' && p[2] <= '9';
    return count;
}

static void check_round(const char *name, const char *text)
{
    char *rules = rules_of(text);
    if (!rules)
        return; /* sheets that are wrong on purpose */
    char *once = rewritten(text, NULL), *twice = once ? rewritten(once, NULL) : NULL;
    char *formatted = once ? rules_of(once) : NULL;
    same(name, "the rules after formatting", rules, formatted);
    same(name, "formatting twice", once, twice);
    char *infix = rewritten(text, "infix"), *infix_rules = infix ? rules_of(infix) : NULL;
    same(name, "the rules in infix form", rules, infix_rules);
    char *tidy = infix ? rewritten(infix, NULL) : NULL;
    same(name, "the layout of infix form", infix, tidy);
    char *kif = infix ? rewritten(infix, "kif") : NULL, *kif_rules = kif ? rules_of(kif) : NULL;
    same(name, "the rules back in prefix form", rules, kif_rules);
    uint32_t count;
    char *noisy = with_comments(text, *text == '%', &count);
    char *quiet = rewritten(noisy, NULL), *again = quiet ? rewritten(quiet, NULL) : NULL;
    char *noisy_rules = quiet ? rules_of(quiet) : NULL;
    same(name, "the rules with comments", rules, noisy_rules);
    same(name, "formatting comments twice", quiet, again);
    CHECK(!quiet || comments_in(quiet) == count);
    char *all[] = {rules, once,      twice, formatted, infix, infix_rules, tidy,
                   kif,   kif_rules, noisy, quiet,     again, noisy_rules};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        free(all[i]);
}

static int check_folder(const char *folder)
{
    DIR *dir = opendir(folder);
    int count = 0;
    for (struct dirent *e; dir && (e = readdir(dir));) {
        const char *dot = strrchr(e->d_name, '.');
        if (!dot || (strcmp(dot, ".kif") != 0 && strcmp(dot, ".gdl") != 0) || !sampled(e->d_name, sample_each()))
            continue;
        char path[1400];
        snprintf(path, sizeof path, "%s/%.300s", folder, e->d_name);
        FILE *in = fopen(path, "rb");
        char *text = calloc(1, 1 << 20);
        size_t length = in ? fread(text, 1, (1 << 20) - 1, in) : 0;
        if (in)
            fclose(in);
        if (strlen(text) == length)
            check_round(e->d_name, text);
        free(text);
        count++;
    }
    if (dir)
        closedir(dir);
    return count;
}

TEST(rules_survive_formatting_and_translation)
{
    int count = check_folder(SOURCE_DIR "/games/gdl");
    printf("  %d rule sheets\n", count);
}

TEST(rules_of_the_corpora_survive_as_well)
{
    static const char *const folders[] = {"gdl1", "gdl2", "infix", "validation"};
    const char *root = getenv("LUDENS_SHARED");
    int count = 0;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        char path[1000];
        snprintf(path, sizeof path, "%s/corpora/gdl/%s", root ? root : SOURCE_DIR "/../shared", folders[i]);
        count += check_folder(path);
    }
    printf("  %d rule sheets\n", count);
    if (!count)
        _exit(TEST_SKIPPED);
}

/* ---- notations ---- */

static void check_same(const char *a, const char *b)
{
    char *x = rules_of(a), *y = rules_of(b);
    same(a, b, x, y);
    free(x);
    free(y);
}

TEST(ways_of_writing_the_same)
{
    check_same("(Role A)(ROLE b)", "(role a) (role B)");
    check_same("(<= (p ?X) (q ?x))", "(\xe2\x87\x90 (P ?x)\r(Q ?X))");
    check_same("(<= open)(open)", "open open");
    check_same("(<= p (not (distinct ?x a)) (q ?x))", "p :- ~distinct(X,a) & q(X)");
    check_same("(<= p (and (q) (r)))", "p :- q & r");
    check_same("(<= p (or (q) (and r (not s))))", "p :- q | r & ~s");
    check_same("(<= p (or q r) (t ?x ?y))", "p :- (q|r) & t(_,_).");
    check_same("(<= p (not (or q (and r s))))", "p :- ~q & ~r\np :- ~q & ~s");
    check_same("(<= (legal random (deal ?player ?card)) (card ?card) (role ?player))",
               "(<= (legal random deal(?Player,?Card)) (card ?Card) (role ?player))");
    check_same("(p (f (g a) b))", "(p f(g(a), b))");
    check_same("(p (f a b))", "(p (f(a,b)))");
    check_same("(p ?x)(q(a b))", "(p ?x) ; a comment\r(q (a b));the end");
    check_same("(p +)(q -1)(r a.b)", "p(+) q(-1) % a comment\n r(a.b).");
    check_same("(p a,b)(q x'y)(r _z)", "p('a,b')\nq('x''y')\nr('_z')");
    check_same("(<= (p ?x1 ?x1_2) (q ?x1 ?x1_2))", "p(X1,XX) :- q(X1,XX)");
    check_same("(<= (p ?a ?b) (q ?a ?b))", "p(Ab,AB) :- q(Ab,AB)");
    check_same("\xef\xbb\xbf(p a)", "p(a)");
}

/* ---- hostile texts ---- */

static double cpu_seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static void survive(const char *what, const char *text, size_t length)
{
    reading r;
    start(&r);
    r.arena.on_failure = &r.failure;
    double before = cpu_seconds();
    if (setjmp(r.failure) == 0) {
        lang_input in = input_of(&r, text, length);
        in.strict = true;
        in.form = "infix";
        bool read = lang_gdl.read(&in) != NULL;
        CHECK(read || r.sink.errors);
        r.sink.errors = 0;
        lang_gdl.format(&in);
        lang_gdl.translate(&in);
    }
    double took = cpu_seconds() - before;
    if (took > 60)
        TEST_FAIL("%s takes %.1f seconds", what, took);
    arena_done(&r.arena);
}

static void survive_repeated(const char *piece, size_t size)
{
    size_t n = strlen(piece), count = size / n;
    char *text = malloc(count * n + 1);
    for (size_t i = 0; i < count; i++)
        memcpy(text + i * n, piece, n);
    text[count * n] = 0;
    survive(piece, text, count * n);
    free(text);
}

TEST(hostile_texts_end)
{
    static const char *const pieces[] = {"(",
                                         ")",
                                         "(\n",
                                         "(a\n",
                                         "\n(a",
                                         "a(",
                                         "p(X,",
                                         "((a) ",
                                         "(a (b ?x)) ",
                                         "a :- ",
                                         "a :- ~",
                                         "~",
                                         "'",
                                         ".",
                                         "a:-b\n",
                                         "(<= p (not p))",
                                         "(<= p (or (a ?x) (b ?x)))",
                                         "(<= (p ?x) (q ?x) (not (p ?x)))\n",
                                         "; x\n",
                                         "(f(a,b)",
                                         "_ ",
                                         "p(_) :- q(_)\n",
                                         "(a b",
                                         "?x ",
                                         "\x01\x02 ",
                                         "(not ",
                                         "(<= ",
                                         "::",
                                         "==> ",
                                         "p(Xx) :- q(XX) & r(xX)\n"};
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++)
        survive_repeated(pieces[i], sample_each() > 1 ? 1 << 18 : 1 << 20);
    survive("NUL", "(a\0b)(\0)", 8);
    survive("NUL infix", "a(\0b)\0", 7);
}

TEST(every_prefix_of_a_sheet)
{
    const char *texts[] = {"(role a) ; c\n(<= (next (p ?x)) (true (p ?x)) (or (q f(a,b)) (not (r))) (distinct ?x 1))",
                           "role(a) % c\nnext(p(X)) :- true(p(X)) & (q('f g') | ~r) & distinct(X,_y).\nterminal"};
    for (int t = 0; t < 2; t++)
        for (size_t n = 0; n <= strlen(texts[t]); n++)
            survive("a prefix", texts[t], n);
}

TEST_MAIN
