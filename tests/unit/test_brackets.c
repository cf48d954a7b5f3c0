#include "base/brackets.h"
#include "base/vec.h"
#include "test.h"

#include <string.h>

/* The line and column that are to blame, negative for a bracket that closes too much; 0: none. */
static int blamed(const char *text)
{
    arena a;
    arena_init(&a, 0);
    const src_text *source = source_new(&a, "text", text, strlen(text));
    VEC(bracket) list = {0};
    for (uint32_t i = 0; text[i]; i++)
        if (strchr("()[]{}", text[i]))
            vec_push(&a, &list, ((bracket){i, text[i]}));
    bracket_fault f;
    bool found = brackets_fault(source, list.data, list.count, &a, &f);
    position p = found ? source_position(source, list.data[f.bracket].at) : (position){0, 0};
    int place = (int)(100 * p.line + p.column);
    bool extra = found && f.extra;
    arena_done(&a);
    return extra ? -place : place;
}

TEST(never_closed)
{
    CHECK_INT(blamed("(game\n  (players 2\n  (board (hex 3))\n)\n"), 203);
    CHECK_INT(blamed("(game\n  (board (hex 3)\n  (players 2)\n)\n"), 203);
    CHECK_INT(blamed("(game\n  (board\n    (hex 3)\n  (players 2)\n)\n"), 203);
    CHECK_INT(blamed("(game\n  (board (hex 3\n  )\n)\n"), 203);
    CHECK_INT(blamed("(game\n\t(players 2\n\t(board)\n)\n"), 202);
    CHECK_INT(blamed("(game\n  (players 2)\n  (board (hex 3))\n"), 101);
    CHECK_INT(blamed("(role a\n(role b)\n"), 101);
    CHECK_INT(blamed("(game {\n  (a)\n  (b\n  (c)\n})\n"), 303);
}

TEST(closes_too_much)
{
    CHECK_INT(blamed("(game\n  (players 2))\n  (board)\n)\n"), -214);
    CHECK_INT(blamed("(game)\n)\n"), -201);
}

TEST(nothing_to_go_by)
{
    CHECK_INT(blamed("(game\n(players 2\n(board)\n(a)\n(b)\n)\n"), 0);
    CHECK_INT(blamed("(game (players 2) (board)\n"), 101);
    CHECK_INT(blamed("(game\n  (a}\n)\n"), 0);
}

TEST_MAIN
