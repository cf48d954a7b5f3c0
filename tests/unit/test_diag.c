#include "base/arena.h"
#include "base/diag.h"
#include "test.h"

typedef struct fixture {
    arena a;
    diag_sink sink;
} fixture;

static void set_up(fixture *f)
{
    arena_init(&f->a, 0);
    diag_sink_init(&f->sink, &f->a);
}

static const char *rendered(fixture *f, const char *text, uint32_t start, uint32_t end)
{
    src_text *s = source_new(&f->a, "game.rg", text, strlen(text));
    diag *d = diag_report(&f->sink, DIAG_MISMATCH, s, (src_span){start, end}, "no %s", "match");
    return diag_render(&f->a, d, false);
}

TEST(a_plain_error)
{
    fixture f;
    set_up(&f);
    CHECK_STR(rendered(&f, "one\nvar x: T = y;\n", 8, 9), "game.rg:2:5: error[E0301]: no match\n"
                                                          "    2 | var x: T = y;\n"
                                                          "      |     ^\n");
    CHECK_INT(f.sink.errors, 1);
    arena_done(&f.a);
}

TEST(tabs_and_characters_of_many_bytes_stay_aligned)
{
    fixture f;
    set_up(&f);
    CHECK_STR(rendered(&f, "\t\xc3\xa4\xc3\xb6 bad", 6, 9), "game.rg:1:5: error[E0301]: no match\n"
                                                            "    1 |  \xc3\xa4\xc3\xb6 bad\n"
                                                            "      |     ^^^\n");
    arena_done(&f.a);
}

TEST(control_characters_and_ill_formed_bytes_are_not_shown)
{
    fixture f;
    set_up(&f);
    CHECK_STR(rendered(&f,
                       "a\x1b[31m\xff"
                       "b",
                       7, 8),
              "game.rg:1:8: error[E0301]: no match\n"
              "    1 | a?[31m?b\n"
              "      |        ^\n");
    arena_done(&f.a);
}

TEST(the_end_of_the_text)
{
    fixture f;
    set_up(&f);
    CHECK_STR(rendered(&f, "abc", 3, 3), "game.rg:1:4: error[E0301]: no match\n"
                                         "    1 | abc\n"
                                         "      |    ^\n");
    CHECK_STR(rendered(&f, "abc\n", 4, 4), "game.rg:2:1: error[E0301]: no match\n"
                                           "    2 | \n"
                                           "      | ^\n");
    arena_done(&f.a);
}

TEST(a_span_over_several_lines_is_marked_in_the_first)
{
    fixture f;
    set_up(&f);
    CHECK_STR(rendered(&f, "abc\ndef", 1, 6), "game.rg:1:2: error[E0301]: no match\n"
                                              "    1 | abc\n"
                                              "      |  ^^\n");
    arena_done(&f.a);
}

TEST(long_lines_are_cut_around_the_span)
{
    fixture f;
    set_up(&f);
    char text[5001];
    memset(text, 'x', 5000);
    text[5000] = 0;
    memcpy(text + 2500, "HERE", 4);
    const char *out = rendered(&f, text, 2500, 2504);
    CHECK(strlen(out) < 600);
    CHECK(strstr(out, "HERE"));
    CHECK(strstr(out, "..."));
    const char *line = strchr(out, '\n') + 1, *marks = strchr(line, '\n') + 1;
    CHECK_INT(strstr(line, "HERE") - line, strstr(marks, "^^^^") - marks);
    arena_done(&f.a);
}

TEST(notes_and_hints)
{
    fixture f;
    set_up(&f);
    src_text *s = source_new(&f.a, "game.rg", "var x;\nvar x;\n", 14);
    diag *d = diag_report(&f.sink, DIAG_DUPLICATE, s, (src_span){11, 12}, "x again");
    diag_add_note(&f.sink, d, s, (src_span){4, 5}, "first here");
    diag_set_hint(&f.sink, d, "rename it");
    CHECK_STR(diag_render(&f.a, d, false), "game.rg:2:5: error[E0201]: x again\n"
                                           "    2 | var x;\n"
                                           "      |     ^\n"
                                           "game.rg:1:5: note: first here\n"
                                           "    1 | var x;\n"
                                           "      |     ^\n"
                                           "      = hint: rename it\n");
    CHECK(strstr(diag_render(&f.a, d, true), "\033[1;31m"));
    arena_done(&f.a);
}

TEST(without_a_place)
{
    fixture f;
    set_up(&f);
    diag *d = diag_report(&f.sink, DIAG_FILE, NULL, (src_span){0, 0}, "cannot read");
    CHECK_STR(diag_render(&f.a, d, false), "error[E0001]: cannot read\n");
    arena_done(&f.a);
}

TEST(the_number_kept_is_limited)
{
    fixture f;
    set_up(&f);
    f.sink.max_errors = 3;
    for (int i = 0; i < 10; i++) {
        diag *d = diag_report(&f.sink, DIAG_MISMATCH, NULL, (src_span){0, 0}, "number %d", i);
        CHECK(d != NULL);
        diag_set_hint(&f.sink, d, "h");
    }
    CHECK_INT(f.sink.errors, 10);
    CHECK_INT(f.sink.count, 3);
    arena_done(&f.a);
}

TEST(codes_are_distinct)
{
    for (int i = 0; i < DIAG_COUNT; i++)
        for (int k = 0; k < i; k++)
            CHECK(strcmp(diag_code_text((diag_code)i) + 1, diag_code_text((diag_code)k) + 1) != 0);
}

static const char *nearest(const char *word)
{
    static const char *const candidates[] = {"King", "Queen", "Knight", "pawn", "board", "i"};
    suggestion s;
    suggest_init(&s, word);
    for (size_t i = 0; i < sizeof candidates / sizeof *candidates; i++)
        suggest_offer(&s, candidates[i]);
    return s.best;
}

TEST(did_you_mean)
{
    CHECK_STR(nearest("Kign"), "King");
    CHECK_STR(nearest("Qeen"), "Queen");
    CHECK_STR(nearest("boards"), "board");
    CHECK_STR(nearest("Knihgt"), "Knight");
    CHECK(nearest("completely") == NULL);
    CHECK(nearest("") == NULL);
    CHECK(nearest("a_name_that_is_far_longer_than_any_candidate_there_is") == NULL);
}

TEST_MAIN
