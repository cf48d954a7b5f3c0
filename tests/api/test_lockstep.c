/* The comparison of two games finds what differs and says where; back ends do not differ. */
#include "ludens.h"
#include "test.h"

enum { TEXT_MAX = 20000 };

/* tests/data/ttt.rg with one text replaced. */
static lud_game *changed(const char *from, const char *to)
{
    static char text[TEXT_MAX], out[TEXT_MAX];
    FILE *f = fopen(SOURCE_DIR "/tests/data/ttt.rg", "r");
    if (!f)
        abort();
    text[fread(text, 1, sizeof text - 1, f)] = 0;
    fclose(f);
    char *at = strstr(text, from);
    if (!at)
        abort();
    snprintf(out, sizeof out, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    lud_options o;
    lud_options_init(&o);
    o.backend = LUD_BACKEND_INTERP;
    o.passes = "none"; /* so that both lay their states out alike */
    return lud_load_text(out, strlen(out), "changed.rg", &o, NULL);
}

static lud_lockstep_result compare(lud_game *a, lud_game *b)
{
    lud_lockstep_options o = {.playouts = 20, .seed = 3};
    lud_lockstep_result r;
    CHECK(a && b);
    CHECK_INT(lud_lockstep(a, b, &o, &r), LUD_OK);
    CHECK(r.differ == (r.text != NULL));
    lud_game_free(a);
    lud_game_free(b);
    return r;
}

/* The text of the difference has all parts, which are separated by `|`. */
static void check_difference(const char *from, const char *to, const char *parts)
{
    lud_lockstep_result r = compare(changed("turn", "turn"), changed(from, to));
    CHECK(r.differ);
    char list[400];
    snprintf(list, sizeof list, "%s", parts);
    for (char *part = strtok(list, "|"); part && r.text; part = strtok(NULL, "|"))
        if (!strstr(r.text, part))
            TEST_FAIL("`%s` is not in:\n%s", part, r.text);
    lud_free(r.text);
}

TEST(equal_games)
{
    lud_lockstep_result r = compare(changed("turn", "turn"), changed("turn", "turn"));
    CHECK(!r.differ);
    CHECK_INT(r.playouts, 20);
    CHECK(r.plies >= 20 * 5 && r.moves > r.plies);
}

TEST(other_start)
{
    check_difference("= {:e}", "= {V__1_1: O, :e}",
                     "changed.rg:12:|the state at the start|variable board[V__1_1], the first: e, "
                     "the second: O|moves before: none|ply 0|begin, turn: player");
}

TEST(other_moves)
{
    check_difference("board[cell] == e;", "board[cell] != X;", "move |of the list|moves before: V__|");
    check_difference("board[cell] == e;\nfree", "cell != V__2_2;\nfree",
                     "the number of moves|the first: 9, the second: 8|game 0 of seed 3, ply 0");
}

TEST(other_results)
{
    check_difference("goals[mover] = 100", "goals[mover] = 50", "the state after `V__|variable goals[|: 100, |: 50");
    check_difference("mover = other[mover]", "mover = mover",
                     "the state after `V__|variable mover, the first: O, the second: X|the first: O");
}

TEST(other_end) { check_difference("line, l0a: board[V__0_0]", "line, l0a: board[V__2_2]", "the state after|node, "); }

TEST(not_comparable)
{
    lud_lockstep_options o = {.playouts = 1};
    lud_lockstep_result r;
    lud_game *a = changed("turn", "turn"), *b = changed("X, O}", "X, O, Z}");
    CHECK_INT(lud_lockstep(a, b, &o, &r), LUD_ERR_ARGUMENT);
    CHECK(!r.differ && !r.text);
    lud_game_free(a);
    lud_game_free(b);
}

TEST(limit_of_plies)
{
    lud_lockstep_options o = {.playouts = 10, .max_plies = 3};
    lud_lockstep_result r;
    lud_game *a = changed("turn", "turn"), *b = changed("goals[mover] = 100", "goals[mover] = 50");
    CHECK_INT(lud_lockstep(a, b, &o, &r), LUD_OK); /* nobody wins so early */
    CHECK(!r.differ);
    CHECK_INT(r.plies, 30);
    lud_game_free(a);
    lud_game_free(b);
}

/* Faults are compared too. */
static void check_fault(const char *file)
{
    char path[1000];
    snprintf(path, sizeof path, SOURCE_DIR "/tests/data/%s", file);
    lud_options o;
    lud_options_init(&o);
    o.limits.max_plies = 200;
    o.limits.max_states = 5000;
    o.limits.max_steps = 1000000;
    o.backend = LUD_BACKEND_INTERP;
    lud_game *a = lud_load_file(path, &o, NULL);
    o.backend = LUD_BACKEND_NATIVE;
    lud_game *b = lud_load_file(path, &o, NULL);
    lud_lockstep_result r = compare(a, b);
    if (r.differ)
        TEST_FAIL("%s: %s", file, r.text);
    CHECK(r.faults > 0 || strcmp(file, "endless.rg") == 0);
    lud_free(r.text);
}

TEST(faults)
{
    check_fault("stuck.rg");
    check_fault("keeper.rg");
    check_fault("endless.rg");
    check_fault("longmove.rg");
    check_fault("explode.rg");
    check_fault("nested_reach.aut");
}

TEST_MAIN
