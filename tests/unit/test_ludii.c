/* The class grammar from the inside: tables, grammars, matching. */
#include "lang/ludii/grammar.h"
#include "lang/ludii/match.h"
#include "ludens.h"
#include "test.h"

typedef struct fixture {
    arena a;
    intern names;
    diag_sink sink;
    lib l;
} fixture;

static bool set_up(fixture *x, const ludeme_library *tables)
{
    arena_init(&x->a, 0);
    intern_init(&x->names, &x->a);
    diag_sink_init(&x->sink, &x->a);
    bool fine = lib_read(&x->l, tables, &x->a, &x->names, &x->sink);
    for (const diag *d = x->sink.first; d; d = d->next)
        TEST_FAIL("%s", d->message);
    return fine;
}

/* ---- tables ---- */

TEST(tables_agree_with_themselves)
{
    for (uint32_t i = 0; ludeme_library_at(i); i++) {
        fixture x;
        CHECK(set_up(&x, ludeme_library_at(i)));
        for (uint32_t c = 0; c < x.l.classes.count; c++) {
            const ludeme *row = x.l.classes.data[c].row;
            if (!row->help || !*row->help || row->help[strlen(row->help) - 1] == '.')
                TEST_FAIL("%s: %s has no line of help", ludeme_library_at(i)->name, row->name);
        }
        arena_done(&x.a);
    }
}

static const ludeme broken_rows[] = {
    LUDEME("Game", "game", "Nothing", "a game", "string [<Missing>] (int", "{int"),
    LUDEME("Game", "game", "", "a second one"),
    FORM("Missing.Form", "a constructor of nothing", "int"),
};
static const ludeme_package broken_packages[] = {PACKAGE("game", broken_rows), {0}};

TEST(contradictions_are_reported)
{
    static const ludeme_library broken = {
        .name = "broken", .root = "Other", .predefined = "int string", .packages = {broken_packages}};
    static const char *const expected[] = {"there are two classes `Game`", "there is no class `Nothing`",
                                           "there is no class `Missing>",  "`}` is missing",
                                           "there is no class `Missing`",  "has no class `Other`"};
    fixture x;
    arena_init(&x.a, 0);
    intern_init(&x.names, &x.a);
    diag_sink_init(&x.sink, &x.a);
    CHECK(!lib_read(&x.l, &broken, &x.a, &x.names, &x.sink));
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        bool found = false;
        for (const diag *d = x.sink.first; d; d = d->next)
            found |= strstr(d->message, expected[i]) != NULL;
        if (!found)
            TEST_FAIL("nothing says: %s", expected[i]);
    }
    arena_done(&x.a);
}

/* ---- grammars ---- */

static char *grammar_text(const char *library, const char *symbol, const char *form)
{
    lud_grammar_request r = {.library = library, .symbol = symbol, .form = form};
    return lud_grammar(&r, NULL, NULL);
}

/* One library for each step of the derivation. */
static const ludeme step_rows[] = {
    LUDEME("Game", "game", "", "a game", "<Thing> <Other>"),
    ABSTRACT("Thing", "thing", "", "a thing"),
    ABSTRACT("Inner", "inner", "Thing", "a thing of a kind"),
    LUDEME("Deep", "deep", "Inner", "below both", "int"),
    LUDEME("Both", "both", "Inner Thing", "listed in both", "<Word> name:int", "<Word>", "<Word> name:int {<Deep>}"),
    VALUES("Word", "word", "", "words", "One Two"),
    VALUES("Unused", "unused", "", "never mentioned", "Three"),
    LUDEME("Near", "same", "Thing", "one of two of the same name", ""),
};
static const ludeme other_rows[] = {
    ABSTRACT("Other", "other", "", "something else"),
    LUDEME("Far", "same", "Other Thing", "the other of the same name", "=int", "int int"),
    ABSTRACT("Empty", "empty", "", "nothing is one"),
};
static const ludeme_package step_packages[] = {PACKAGE("game.near", step_rows), PACKAGE("game.far", other_rows), {0}};

TEST(the_eight_steps)
{
    static const ludeme_library steps = {
        .name = "steps", .root = "Game", .predefined = "int", .packages = {step_packages}};
    fixture x;
    grammar g;
    CHECK(set_up(&x, &steps));
    grammar_derive(&g, &x.l, &x.a);
    CHECK_STR(grammar_write(&g, "text", NULL, &x.sink),
              "// game.near\n"
              "<thing> ::= <both> | <inner> | <far.same> | <near.same>\n"
              "<inner> ::= <both> | <deep>\n"
              "<game> ::= (game <thing> <other>)\n"
              "<deep> ::= (deep int)\n"
              "<both> ::= (both <word> [name:int]) | (both <word> name:int {<deep>})\n"
              "<word> ::= One | Two\n"
              "<near.same> ::= (same)\n"
              "\n"
              "// game.far\n"
              "<other> ::= <far.same>\n"
              "<far.same> ::= (same int int) | int\n");
    arena_done(&x.a);
}

TEST(the_grammar_of_the_paper)
{
    char *text = grammar_text("paper", NULL, NULL), *at = text;
    static const char *const rules[] = {
        "<game> ::= (game (name String) [{<metadata>}] [<control>] [{<equipment>}] [<rules>])\n",
        "<metadata> ::= (String String)\n",
        "<board> ::= (board (label String) <basis> [{<modify>}])\n<store> ::= (store (label String) (owner int))\n",
        "<start> ::= <place> | <store>\n<place> ::= (place <equipment> <site>)\n",
        "<store> ::= (store <equipment> <roleType> (count int))\n",
        "<play> ::= (play <move.logic>)\n",
    };
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        at = at ? strstr(at, rules[i]) : NULL;
        if (!at)
            TEST_FAIL("the grammar lacks, or has elsewhere: %s", rules[i]);
    }
    lud_free(text);
}

TEST(one_symbol)
{
    char *text = grammar_text("ludii", "moves.from", NULL);
    CHECK_STR(text, "// game.util.moves: where a move begins\n"
                    "<moves.from> ::= (from [<siteType>] [<sites> | <int>] [level:<int>] [if:<boolean>])\n"
                    "    e.g. (from)                                   \n");
    lud_free(text);
    text = grammar_text("ludii", "from", "json");
    CHECK(text && strstr(text, "\"symbol\": \"context.from\"") && strstr(text, "\"symbol\": \"moves.from\""));
    lud_free(text);
    text = grammar_text("ludii", "<", "html");
    CHECK(text && strstr(text, "<code>(&lt; <a href=\"#c") && strstr(text, "for example <code>(&lt; "));
    lud_free(text);
    CHECK(!grammar_text("ludii", "hopp", NULL));
    CHECK(!grammar_text("nothing", NULL, NULL));
}

static uint32_t compared(const char *with, char **text)
{
    uint32_t differences = 0;
    lud_grammar_request r = {
        .library = "paper", .compare = with, .compare_length = strlen(with), .compare_name = "other"};
    *text = lud_grammar(&r, &differences, NULL);
    return differences;
}

TEST(comparing_grammars)
{
    char *own = grammar_text("paper", NULL, NULL), *text;
    CHECK_INT(compared(own, &text), 0);
    lud_free(text);
    CHECK(compared("<basis> ::= <hexHex> |\n   <rect> | <circle>\n// comment\n<circle> ::= (circle int)\n", &text) > 3);
    CHECK(text && strstr(text, "<basis>: missing here: <circle>\n") && strstr(text, "<basis>: only here: <square>\n") &&
          strstr(text, "<circle>: the rule is missing here\n") && strstr(text, "<rect>: only here\n"));
    lud_free(text);
    lud_free(own);
}

/* ---- matching ---- */

/* Reads the text as a tree; its names are those of the library. */
static const ludii_node *tree(fixture *x, ludii_file *f, const char *text, lang_input *in, const lud_limits *limits)
{
    *in = (lang_input){.scratch = &x->a,
                       .names = &x->names,
                       .limits = limits,
                       .sink = &x->sink,
                       .source = source_new(&x->a, "example", text, strlen(text))};
    ludii_begin(f, in);
    ludii_lex(f, f->text, (src_span){0, f->text->length}, 0, &f->tokens, NULL);
    return ludii_tree(f, &f->tokens);
}

static bool matches(fixture *x, const char *text, uint32_t class)
{
    ludii_file f;
    lang_input in;
    lud_options o;
    lud_options_init(&o);
    const ludii_node *n = tree(x, &f, text, &in, &o.limits);
    lib_type t = {LIB_CLASS, class, 0};
    uint32_t type = lib_type_find(&x->l, t);
    return n && type != LIB_NONE && ludii_match_as(&f, &x->l, n, type, 1);
}

/* Each example that the grammar shows is an instance of what it is shown for. */
TEST(examples_match)
{
    uint32_t examples_tried = 0;
    for (uint32_t i = 0; ludeme_library_at(i); i++) {
        fixture x;
        examples e;
        if (!set_up(&x, ludeme_library_at(i)))
            continue;
        examples_find(&e, &x.l, &x.a);
        for (uint32_t f = 0; f < x.l.forms.count; f++) {
            const char *text = example_of_form(&e, f);
            uint32_t class = x.l.forms.data[f].class;
            lib_type t = {LIB_CLASS, class, 0};
            if (!text || lib_type_find(&x.l, t) == LIB_NONE)
                continue;
            examples_tried++;
            if (!matches(&x, text, class))
                TEST_FAIL("%s: %s is no %s", ludeme_library_at(i)->name, text, x.l.classes.data[class].row->name);
        }
        arena_done(&x.a);
    }
    CHECK(examples_tried > 200);
}

/* `use the next argument, else leave the slot empty`, and no time lost where that goes wrong again and again. */
TEST(matching_is_not_exponential)
{
    fixture x;
    char text[4000] = "", tail[1000] = "";
    CHECK(set_up(&x, ludeme_library_find("ludii")));
    for (int i = 0; i < 100; i++) {
        strcat(text, "(if (is Full) ");
        strcat(tail, ")");
    }
    strcat(text, "(move Wrong)");
    strcat(text, tail);
    CHECK(!matches(&x, text, lib_class_find(&x.l, "Moves", 5)));
    CHECK_INT(x.sink.errors, 1);
    arena_done(&x.a);
}

TEST(numbers_and_words)
{
    fixture x;
    CHECK(set_up(&x, ludeme_library_find("ludii")));
    static const struct {
        const char *text, *class;
        bool matches;
    } cases[] = {
        {"3", "Int", true},
        {"-3", "Int", true},
        {"3.5", "Int", false},
        {"Off", "Int", true},
        {"P1", "Int", false},
        {"\"3\"", "Int", false},
        {"3", "Float", true},
        {".5", "Float", true},
        {"-.5", "Float", true},
        {".", "Float", false},
        {"3", "Dim", true},
        {"(+ 1 2)", "Dim", true},
        {"True", "Boolean", true},
        {"1", "Boolean", false},
        {"{1 2}", "Ints", true},
        {"{1 P1}", "Ints", false},
        {"FL", "Direction", true},
        {"N", "Direction", true},
        {"P1", "RoleType", true},
        {"Nobody", "RoleType", false},
        {"(move step (to))", "Moves", true},
        {"(mul 2 3)", "Int", true},
        {"(sites {\"A1\" \"B2\"})", "Sites", true},
        {"(sow count:3 if:true)", "Moves", true},
        {"(sow if:true count:3)", "Moves", false},
        {"(expand origin:3 steps:2)", "Sites", true},
        {"(expand)", "Sites", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        if (matches(&x, cases[i].text, lib_class_find(&x.l, cases[i].class, strlen(cases[i].class))) !=
            cases[i].matches)
            TEST_FAIL("%s %s a %s", cases[i].text, cases[i].matches ? "should be" : "should not be", cases[i].class);
    arena_done(&x.a);
}

TEST_MAIN
