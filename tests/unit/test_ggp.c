/* The competition protocol without the network: terms, messages, the player, renaming. */
#include "test.h"

#include "ggp/player.h"
#include "ggp/scramble.h"
#include "ggp/server.h"

#include <pthread.h>
#include <time.h>

/* ---- terms ---- */

static const char *canonical(const char *text, bool infix)
{
    static buffer out;
    kif k;
    buffer_clear(&out);
    const char *problem = kif_read(&k, text, strlen(text), infix);
    if (problem)
        buffer_add(&out, problem);
    else
        kif_canonical(&k, kif_top(&k, 0), &out);
    kif_done(&k);
    return buffer_get(&out);
}

TEST(terms_in_canonical_form)
{
    CHECK_STR(canonical("(Mark 1 2)", false), "(mark 1 2)");
    CHECK_STR(canonical("  NOOP ; a comment\n", false), "noop");
    CHECK_STR(canonical("((noop))", false), "noop");
    CHECK_STR(canonical("(move(cell 1 2)(cell 3 4))", false), "(move (cell 1 2) (cell 3 4))");
    CHECK_STR(canonical("(f (g) ((h)))", false), "(f g h)");
    CHECK_STR(canonical("()", false), "()");
    CHECK_STR(canonical("(a ())", false), "(a ())");
    CHECK_STR(canonical("(A\r\n\t(B;x\rC))", false), "(a (b c))");
}

TEST(terms_in_infix_notation)
{
    CHECK_STR(canonical("mark(1,2)", true), "(mark 1 2)");
    CHECK_STR(canonical("play(M1, [a, f(B,c)])", true), "(play m1 (a (f b c)))");
    CHECK_STR(canonical("noop()", true), "noop");
    CHECK_STR(canonical("[]", true), "()");
}

static const char *infix(const char *text)
{
    static buffer out;
    buffer_clear(&out);
    kif_to_infix(text, &out);
    return buffer_get(&out);
}

TEST(terms_to_infix_notation)
{
    CHECK_STR(infix("noop"), "noop");
    CHECK_STR(infix("(mark 1 2)"), "mark(1,2)");
    CHECK_STR(infix("(f (g a) (h b (i c)) d)"), "f(g(a),h(b,i(c)),d)");
}

TEST(terms_that_are_none)
{
    CHECK_STR(canonical("(a", false), "a parenthesis is never closed");
    CHECK_STR(canonical("a)", false), "a parenthesis closes nothing");
    char deep[2 * KIF_NESTING];
    memset(deep, '(', sizeof deep - 1);
    deep[sizeof deep - 1] = 0;
    CHECK_STR(canonical(deep, false), "parentheses are nested too deeply");
    kif k;
    CHECK_STR(kif_read(&k, "a\0b", 3, false), "a NUL byte in the text");
    kif_done(&k);
}

TEST(messages)
{
    ggp_message m;
    const char *text = "(start M.1 White ((role white) (role black)) 30 10 extra)";
    CHECK(!ggp_message_read(&m, text, strlen(text)));
    CHECK_INT(m.verb, GGP_START);
    CHECK_STR(m.match, "m.1");
    CHECK_STR(m.role, "white");
    CHECK(m.start_clock == 30 && m.play_clock == 10);
    char *rules = ggp_message_rules(&m);
    CHECK_STR(rules, "(role white) (role black)");
    free(rules);
    ggp_message_done(&m);
    text = "(PLAY m 3 (mark 1) ((sees x) y))";
    CHECK(!ggp_message_read(&m, text, strlen(text)));
    CHECK(m.numbered && m.turn == 3 && m.own >= 0);
    CHECK_INT(kif_items(&m.terms, m.told), 2);
    ggp_message_done(&m);
    text = "(PLAY m ((mark 1) noop))";
    CHECK(!ggp_message_read(&m, text, strlen(text)));
    CHECK(!m.numbered && kif_items(&m.terms, m.told) == 2);
    ggp_message_done(&m);
    text = "start(m,x,[role(x), legal(x,f(Y)) :- g(Y), goal(x,1)],5,3)";
    CHECK(!ggp_message_read(&m, text, strlen(text)));
    rules = ggp_message_rules(&m);
    CHECK_STR(rules, "role(x)\n legal(x,f(Y)) :- g(Y)\n goal(x,1)");
    free(rules);
    ggp_message_done(&m);
}

TEST(urls)
{
    static const char *const cases[][2] = {{"/(INFO)", "(INFO)"},
                                           {"/%28INFO%29", "(INFO)"},
                                           {"/(PLAY+m%20NIL)", "(PLAY m NIL)"},
                                           {"/(PLAY%20m%20((go%2B+?x)))", "(PLAY m ((go+ ?x)))"},
                                           {"/%", "%"},
                                           {"/%4", "%4"},
                                           {"/%zz", "%zz"},
                                           {"", ""}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *text = http_url_decoded(cases[i][0]);
        CHECK_STR(text, cases[i][1]);
        free(text);
    }
}

TEST(renaming_and_back)
{
    ggp_scramble s;
    buffer out = {0}, back = {0};
    ggp_scramble_init(&s, true, 7);
    ggp_scramble_out(&s, "(<= (legal ?R (mark ?x 10)) ; comment\n (true (control ?r)))", &out);
    CHECK(strncmp(out.text, "(<= (legal ?", 12) == 0);
    CHECK(!strstr(out.text, "mark") && !strstr(out.text, "control") && !strstr(out.text, "comment"));
    CHECK(strstr(out.text, " 10)"));
    ggp_scramble_in(&s, out.text, &back);
    CHECK_STR(buffer_get(&back), "(<= (legal ?r (mark ?x 10)) (true (control ?r)))");
    buffer_clear(&back);
    ggp_scramble_in(&s, "(unknown 1)", &back);
    CHECK_STR(buffer_get(&back), "(unknown 1)");
    buffer_done(&out);
    buffer_done(&back);
    ggp_scramble_done(&s);
}

/* ---- the player, worked by this thread ---- */

static char *sheet(const char *name)
{
    char path[500];
    snprintf(path, sizeof path, SOURCE_DIR "/tests/data/gdl/%s.kif", name);
    FILE *in = fopen(path, "r");
    char *text = mem_alloc(1 << 16);
    if (!in || fread(text, 1, (1 << 16) - 1, in) == 0)
        TEST_FAIL("cannot read %s", path);
    if (in)
        fclose(in);
    return text;
}

static ggp_player_options standard = {.name = "test", .agent = "montecarlo:playouts=50", .margin = 1};

static const char *say(ggp_player *p, const char *text)
{
    static char reply[1000];
    ggp_request *r = ggp_player_take(p, text, strlen(text), NULL, NULL);
    while (ggp_player_work(p, false))
        ;
    CHECK(ggp_request_answered(p, r));
    snprintf(reply, sizeof reply, "%s", ggp_request_reply(r));
    ggp_request_free(p, r);
    return reply;
}

static const char *say_start(ggp_player *p, const char *match, const char *role, const char *game)
{
    static char reply[1000];
    char *rules = sheet(game);
    buffer message = {0};
    buffer_addf(&message, "(START %s %s (%s) 10 10)", match, role, rules);
    snprintf(reply, sizeof reply, "%s", say(p, buffer_get(&message)));
    buffer_done(&message);
    free(rules);
    return reply;
}

TEST(a_match_without_network)
{
    ggp_player_options thorough = standard;
    thorough.agent = "montecarlo:playouts=3000";
    lud_options_init(&thorough.load);
    ggp_player *p = ggp_player_new(&thorough);
    CHECK_STR(say(p, "(INFO)"), "((name test) (status available))");
    CHECK_STR(say_start(p, "m", "ring", "noughts"), "ready");
    CHECK_STR(say(p, "(PLAY m NIL)"), "wait");
    CHECK_STR(say_start(p, "n", "ring", "noughts"), "busy");
    const char *move = say(p, "(PLAY m ((put a) wait))");
    CHECK(strncmp(move, "(put ", 5) == 0 && strcmp(move, "(put a)") != 0);
    /* whatever it was, another move counts: the two that follow leave one to prevent a row */
    CHECK_STR(say(p, "(PLAY m (wait (put i)))"), "wait");
    CHECK_STR(say(p, "(PLAY m ((put b) wait))"), "(put c)");
    CHECK_STR(say(p, "(STOP m (wait (put c)))"), "done");
    CHECK_STR(say(p, "(PLAY m NIL)"), "busy");
    ggp_player_free(p);
}

TEST(replies_in_the_notation_of_the_message)
{
    lud_options_init(&standard.load);
    ggp_player *p = ggp_player_new(&standard);
    CHECK_STR(say_start(p, "m", "left", "hands"), "ready");
    CHECK(strncmp(say(p, "play(m,nil)"), "show(", 5) == 0);
    CHECK(strncmp(say(p, "play(m,[show(rock),show(rock)])"), "show(", 5) == 0);
    CHECK_STR(say(p, "stop(m,[show(rock),show(rock)])"), "done");
    ggp_player_free(p);
}

TEST(random_may_stand_anywhere_in_a_joint_move)
{
    lud_options_init(&standard.load);
    ggp_player *p = ggp_player_new(&standard);
    CHECK_STR(say_start(p, "m", "watcher", "dice"), "ready");
    CHECK_STR(say(p, "(PLAY m NIL)"), "look");
    CHECK_STR(say(p, "(PLAY m ((go 2) (roll 6) look))"), "look");
    CHECK_STR(say(p, "(PLAY m ((go 2) look (roll 6)))"), "nil");
    CHECK_STR(say(p, "(ABORT m)"), "aborted");
    ggp_player_free(p);
}

TEST(percepts_that_tell_the_joint_move)
{
    lud_options_init(&standard.load);
    ggp_player *p = ggp_player_new(&standard);
    CHECK_STR(say_start(p, "m", "ring", "noughts"), "ready");
    CHECK_STR(say(p, "(PLAY m 0 NIL NIL)"), "wait");
    CHECK(strncmp(say(p, "(PLAY m 1 wait ((did cross (put e)) (did ring wait)))"), "(put ", 5) == 0);
    /* the moves of those who have but one need not be told */
    CHECK_STR(say(p, "(PLAY m 2 (put a) NIL)"), "wait");
    CHECK_STR(say(p, "(PLAY m 2 (put a) NIL)"), "wait"); /* said again */
    CHECK_STR(say(p, "(STOP m 3 wait NIL)"), "done");
    ggp_player_free(p);
}

/* Work that takes longer than the clocks: somebody else replies. */
TEST(replies_in_place_of_work)
{
    lud_options_init(&standard.load);
    ggp_player *p = ggp_player_new(&standard);
    char *rules = sheet("hands");
    buffer message = {0};
    buffer_addf(&message, "(START m left (%s) 0 0)", rules);
    ggp_request *start = ggp_player_take(p, message.text, message.length, NULL, NULL);
    ggp_request *play = ggp_player_take(p, "(PLAY m NIL)", 12, NULL, NULL);
    CHECK(!ggp_request_answered(p, start) && !ggp_request_answered(p, play));
    ggp_player_tick(p);
    CHECK_STR(ggp_request_reply(start), "ready");
    CHECK_STR(ggp_request_reply(play), "nil");
    ggp_request_free(p, start);
    ggp_request_free(p, play);
    while (ggp_player_work(p, false))
        ;
    CHECK(strncmp(say(p, "(PLAY m NIL)"), "(show ", 6) == 0);
    free(rules);
    buffer_done(&message);
    ggp_player_free(p);
}

/* ---- many threads at once ---- */

static void *pester(void *player)
{
    static const char *const messages[] = {"(INFO)", "(ABORT m)", "(PLAY m NIL)", "(STOP m NIL)", "ping", "(((", NULL};
    char *rules = sheet("hands");
    buffer start = {0};
    buffer_addf(&start, "(START m left (%s) 1 1)", rules);
    for (int i = 0; i < 400; i++) {
        const char *text = messages[i % 7] ? messages[i % 7] : start.text;
        ggp_request *r = ggp_player_take(player, text, strlen(text), NULL, NULL);
        for (int k = 0; i % 3 && k < 2000 && !ggp_request_answered(player, r); k++)
            nanosleep(&(struct timespec){0, 10000}, NULL);
        ggp_request_free(player, r);
    }
    free(rules);
    buffer_done(&start);
    return NULL;
}

static void *work(void *player)
{
    while (ggp_player_work(player, true))
        ggp_player_tick(player);
    return NULL;
}

TEST(threads)
{
    pthread_t threads[4];
    lud_options_init(&standard.load);
    ggp_player *p = ggp_player_new(&standard);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, i == 3 ? work : pester, p);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    ggp_player_close(p);
    pthread_join(threads[3], NULL);
    CHECK_STR(say(p, "(INFO)"), "busy");
    ggp_player_free(p);
}

TEST_MAIN
