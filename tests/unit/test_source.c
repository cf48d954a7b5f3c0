#include "base/arena.h"
#include "base/source.h"
#include "test.h"

static src_text *make(arena *a, const char *text) { return source_new(a, "name", text, strlen(text)); }

TEST(positions_count_characters)
{
    arena a;
    arena_init(&a, 0);
    src_text *s = make(&a, "ab\ncd\r\n\xc3\xa4\xe2\x82\xacx\n");
    CHECK_INT(source_position(s, 0).line, 1);
    CHECK_INT(source_position(s, 4).line, 2);
    CHECK_INT(source_position(s, 4).column, 2);
    CHECK_INT(source_position(s, 12).line, 3);
    CHECK_INT(source_position(s, 12).column, 3);
    position end = source_position(s, 999);
    CHECK_INT(end.line, 4);
    CHECK_INT(end.column, 1);
    arena_done(&a);
}

TEST(lines_lose_their_ends)
{
    arena a;
    uint32_t length;
    arena_init(&a, 0);
    src_text *s = make(&a, "one\r\ntwo\n\nlast");
    CHECK(strncmp(source_line(s, 1, &length), "one", 3) == 0 && length == 3);
    CHECK(strncmp(source_line(s, 2, &length), "two", 3) == 0 && length == 3);
    source_line(s, 3, &length);
    CHECK_INT(length, 0);
    CHECK(strncmp(source_line(s, 4, &length), "last", 4) == 0 && length == 4);
    arena_done(&a);
}

TEST(the_empty_text)
{
    arena a;
    uint32_t length;
    arena_init(&a, 0);
    src_text *s = make(&a, "");
    CHECK_INT(s->line_count, 1);
    CHECK_INT(source_position(s, 0).column, 1);
    source_line(s, 1, &length);
    CHECK_INT(length, 0);
    arena_done(&a);
}

static uint32_t sequence(const char *bytes) { return utf8_length(bytes, bytes + strlen(bytes)); }

TEST(utf8_is_strict)
{
    CHECK_INT(sequence("a"), 1);
    CHECK_INT(sequence("\xc3\xa4"), 2);
    CHECK_INT(sequence("\xe2\x82\xac"), 3);
    CHECK_INT(sequence("\xf0\x9f\x99\x82"), 4);
    CHECK_INT(sequence(""), 0);
    static const char *const bad[] = {"\x80",
                                      "\xc0\x80",
                                      "\xc1\xbf",
                                      "\xe0\x80\x80",
                                      "\xed\xa0\x80",
                                      "\xf0\x80\x80\x80",
                                      "\xf4\x90\x80\x80",
                                      "\xf8\x88\x80\x80\x80",
                                      "\xff",
                                      "\xe2\x82",
                                      "\xc3",
                                      "\xc3x"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        CHECK_INT(sequence(bad[i]), 0);
}

TEST(utf8_decodes)
{
    CHECK_INT(utf8_decode("a", 1), 'a');
    CHECK_INT(utf8_decode("\xc3\xa4", 2), 0xe4);
    CHECK_INT(utf8_decode("\xe2\x82\xac", 3), 0x20ac);
    CHECK_INT(utf8_decode("\xf0\x9f\x99\x82", 4), 0x1f642);
}

TEST(letters)
{
    static const uint32_t letters[] = {'a', 'Z', 0xe4, 0xdf, 0x416, 0x4e2d, 0x3042, 0x5d0};
    static const uint32_t others[] = {'1', '_', ' ', 0xa0, 0xd7, 0xf7, 0x2013, 0x20ac, 0x3000, 0xfeff, 0x1f642};
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (!unicode_is_letter(letters[i]))
            TEST_FAIL("U+%04X should be a letter", letters[i]);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (unicode_is_letter(others[i]))
            TEST_FAIL("U+%04X should not be a letter", others[i]);
}

TEST(numbers_of_lines)
{
    arena a;
    arena_init(&a, 1 << 20);
    const src_text *s = source_new(&a, "x", "one\n\nthree", 10);
    for (uint32_t at = 0; at <= s->length; at++)
        CHECK_INT(source_line_number(s, at), source_position(s, at).line);
    CHECK_INT(source_line_number(s, 3), 1);
    CHECK_INT(source_line_number(s, 4), 2);
    CHECK_INT(source_line_number(s, 5), 3);
    arena_done(&a);
}

TEST_MAIN
