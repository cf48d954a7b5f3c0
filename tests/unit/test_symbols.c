/* Names in rules, as editors follow them: in every language, with what must not be taken for the same name. */
#include "session/editing.h"
#include "session/symbols.h"
#include "test.h"

#include <string.h>

#define TEXT(text) ((text) ? (text) : "none")

/* The text without the mark `^`, which stands before a name. */
static size_t take_mark(const char *marked, char *text)
{
    const char *mark = strchr(marked, '^');
    CHECK(mark != NULL);
    sprintf(text, "%.*s%s", (int)(mark - marked), marked, mark + 1);
    return (size_t)(mark - marked);
}

/* The name behind the mark is of this kind (NULL: defined nowhere), stands in so many places, and is defined on this
 * line. */
static void check_name(const char *file, const char *marked, const char *kind, size_t places, int line)
{
    char text[2000];
    size_t at = take_mark(marked, text);
    json_t *found = editing_name(text, strlen(text), file, at);
    const char *is = json_string_value(json_object_get(found, "kind"));
    CHECK_STR(TEXT(is), TEXT(kind));
    CHECK_INT(json_array_size(json_object_get(found, "places")), places);
    CHECK_INT(json_integer_value(json_object_get(json_object_get(found, "definition"), "line")), line);
    json_decref(found);
}

TEST(definitions_and_uses)
{
    check_name("a.rg", "type T = { x, y };\nvar v: T = x;\na, b: ^v = y;\nb, a: v == x;\n", "variable", 3, 2);
    check_name("a.rg", "type T = { x, y };\nvar v: T = ^x;\n", "value", 2, 1);
    check_name("a.rg", "a, b: x = y;\nb, a: ? ^a -> b;\n", "node", 3, 1);
    check_name("a.hrg", "domain D = a | b\nf : D -> D\nf(X) = X\nv : D\ngraph g(p: D) {\n  v = f(^p)\n}\n", "parameter",
               2, 5);
    check_name("a.hrg", "domain D = a | b\nf : D -> D\nf(X) = X\ng : D -> D\ng(^X) = f(X)\n", NULL, 2, 5);
    check_name("a.hrg", "domain D = a | ^b | E\ndomain E = b2\nv : D = b // b\n", "value", 2, 1);
    check_name("a.hrg", "domain D = a | ^E\ndomain E = c\n", "domain", 2, 2);
    check_name("a.rbg", "#players = w(1), b(1)\n#m(x) = ->x {x}\n#n(x) = m(^x)\n", "parameter", 2, 3);
    check_name("a.rbg", "#players = w(1), b(1) /* w */\n#rules = ->^w ->b\n", "player", 2, 1);
    check_name("a.toss", "PLAYERS a, b\nREL R(x) = P(x)\nREL Q(y) = ex x (^R(x) and R(y))\n", "relation", 3, 2);
    check_name("a.toss", "PLAYERS a, b\nREL R(x) = P(x)\nREL Q(y) = ex ^x (R(x))\n", NULL, 2, 3);
    check_name("a.kif", "(role a)\n(<= (line ?x) (true (cell ^?x)))\n(<= (row ?x) (line ?x))\n", NULL, 2, 2);
    check_name("a.kif", "(role a)\n(<= (line ?x) (true (cell ?x)))\n(<= (row ?x) (^line ?x))\n", "relation", 2, 2);
    check_name("a.kif", "(role a)\n(init (cell b))\n(<= (next (cell b)) (true (^cell b)))\n", "fact", 3, 2);
    check_name("a.gdl", "role(a)\nlegal(a,mark(X)) :- true(cell(X)) & p(X)\nnext(cell(X)) :- does(a,^mark(X))\n",
               "move", 2, 2);
    check_name("a.lp", "p(X) :- q(X).\nq(1..3).\nr(^X) :- p(X), q(X).\n", NULL, 3, 3);
    check_name("a.lp", "p(X) :- ^q(X). % q\nq(1..3).\n", "predicate", 2, 2);
    check_name("a.lud",
               "(game \"G\" (equipment {(piece \"Disc\" Each) (hand Each)}) (rules (start (place \"^Disc1\" 0))))",
               "piece", 2, 1);
    check_name("a.lud", "(define \"Go\" #1)\n(game \"G\" (play (\"^Go\" 1)))", "define", 2, 1);
    check_name("a.zrf",
               "(define step ($1 add))\n(game (players White Black)\n(piece (name Man) (moves (^step "
               "n)))\n(board-setup (White (man a1))))",
               "macro", 2, 1);
    check_name("a.zrf", "(game (players White Black)\n(piece (name Man))\n(board-setup (White (^man a1))))", "piece", 2,
               2);
    check_name("a.ini", "[one:chess]\nmaxRank = 6\n[two:^one]\n", "variant", 2, 1);
}

TEST(other_names)
{
    static const struct {
        const char *file, *marked, *to, *expected; /* NULL: refused */
    } cases[] = {
        {"a.lp", "p(^X) :- q(X).\nq(X) :- r(X).\n", "Y", "p(Y) :- q(Y).\nq(X) :- r(X).\n"},
        {"a.lp", "p(^X) :- q(X,Y).\n", "Y", NULL}, /* taken */
        {"a.lp", "p(^X) :- q(X).\n", "y", NULL},   /* no variable */
        {"a.lp", "^p(X) :- q(X).\n", "two words", NULL},
        {"a.lp", "p :- ^q.\n", "r", NULL}, /* defined nowhere */
        {"a.lud", "(game \"G\" {(piece \"^Man\" Each) (place \"Man2\" 1) (place \"Manor\" 2)})", "Disc",
         "(game \"G\" {(piece \"Disc\" Each) (place \"Disc2\" 1) (place \"Manor\" 2)})"},
        /* a piece that is used is none that is defined */
        {"a.lud", "(game \"G\" {(piece \"^Man\" Neutral) (add (piece \"Man0\"))})", "Disc",
         "(game \"G\" {(piece \"Disc\" Neutral) (add (piece \"Disc0\"))})"},
        /* regions of players are also meant by the name without a number */
        {"a.lud", "(game \"G\" {(regions \"^Home1\" P1 1) (regions \"Home2\" P2 2) (sites P1 \"Home\")})", "Nest",
         NULL},
        {"a.hrg", "domain D = ^a | b\n", "A", NULL}, /* would be a variable of patterns */
        {"a.kif", "(<= (^one ?x) (two ?x))\n(two a)\n", "TWO", NULL},
        {"a.zrf", "(define ^step ($1 add))\n(define Pass add)\n", "PASS", NULL},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[2000];
        const char *why;
        size_t at = take_mark(cases[i].marked, text);
        symbols s = symbols_read(text, strlen(text), cases[i].file);
        char *fresh = symbols_rename(&s, symbols_at(&s, at), cases[i].to, strlen(text), &why);
        CHECK_STR(TEXT(fresh), TEXT(cases[i].expected));
        CHECK((fresh != NULL) == (why == NULL));
        free(fresh);
        symbols_done(&s);
    }
}

/* What would be another game, or none, is refused. */
TEST(names_that_mean_something_stay)
{
    static const char text[] = "domain Player = a\ndomain Score = 0\ndomain D = x | y\nv : D\n"
                               "graph rules() {\n  player = a\n  v = D(*)\n  $$ v\n  end()\n}\n";
    lud_options load;
    char *problem;
    lud_options_init(&load);
    char *fresh =
        editing_rename(&load, text, strlen(text), "a.hrg", (size_t)(strstr(text, "Player") - text), "Who", &problem);
    CHECK(fresh == NULL);
    CHECK(problem && strstr(problem, "not be correct"));
    free(problem);
    fresh = editing_rename(&load, text, strlen(text), "a.hrg", (size_t)(strstr(text, "x |") - text), "z", &problem);
    CHECK(fresh && strstr(fresh, "domain D = z | y"));
    CHECK(problem == NULL);
    free(fresh);
}

/* Texts that are being written: cut anywhere, nothing may go wrong. */
TEST(unfinished_texts)
{
    static const char *const files[] = {"a.rg", "a.hrg", "a.rbg",  "a.toss", "a.kif", "a.gdl",
                                        "a.lp", "a.lud", "a.ludi", "a.zrf",  "a.ini", "a.net"};
    static const char text[] =
        "#a(b) = (\"x\n\"y\" [c:{d]} // (\n/* domain e = | f(\nREL g(h ( ?i $j\n))) type = { k, : '";
    for (size_t f = 0; f < sizeof files / sizeof *files; f++)
        for (size_t n = 0; n <= strlen(text); n++) {
            char *cut = malloc(n + 1); /* so that reading behind the end is seen */
            memcpy(cut, text, n);
            cut[n] = 0;
            json_decref(editing_symbols(cut, n, files[f]));
            for (size_t at = 0; at <= n; at++)
                json_decref(editing_name(cut, n, files[f], at));
            free(cut);
        }
}

TEST_MAIN
