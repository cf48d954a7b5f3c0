/* Moves as people write them: forms, and what holds in every game. */
#include "base/clock.h"
#include "session/notation.h"
#include "test.h"

#include <dirent.h>

static lud_game *load(const char *path)
{
    static char text[1 << 20];
    lud_options options;
    lud_options_init(&options);
    options.backend = LUD_BACKEND_INTERP;
    FILE *f = fopen(path, "rb");
    size_t length = f ? fread(text, 1, sizeof text, f) : 0;
    if (f)
        fclose(f);
    return lud_load_text(text, length, path, &options, NULL);
}

static bool readable(const char *text)
{
    const char *inner[] = {"__", "index_", "Mov:", "Add:", "Sel:", "Rem:"};
    for (size_t i = 0; i < sizeof inner / sizeof *inner; i++)
        if (strstr(text, inner[i]))
            return false;
    return *text != 0;
}

static int order(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

/* All the moves of a role are told apart, and each is found by what is written. */
static void check_list(notation *n, walk *w, uint32_t role, const char *game)
{
    notation_list l;
    notation_of_walk(n, w, role, &l);
    const char **texts = calloc(l.count + 1, sizeof *texts);
    CHECK_INT(l.count, lud_moves_count(w->lists[role]));
    for (uint32_t i = 0; i < l.count; i++) {
        texts[i] = l.moves[i].text;
        if (!readable(texts[i]) && !w->open)
            TEST_FAIL("%s: '%s'", game, texts[i]);
        if (i < 20)
            CHECK_INT(notation_find(&l, texts[i]), i);
    }
    qsort((void *)texts, l.count, sizeof *texts, order);
    for (uint32_t i = 1; i < l.count; i++)
        if (strcmp(texts[i], texts[i - 1]) == 0)
            TEST_FAIL("%s: '%s' twice at ply %u", game, texts[i], w->ply);
    free((void *)texts);
    notation_list_done(&l);
}

enum { PLIES = 16 };

static void check_game(const char *path)
{
    lud_game *game = load(path);
    walk w;
    lud_rng rng;
    if (!game)
        return; /* a game that needs what is not here */
    walk_init(&w, game);
    notation *n = notation_new(game, w.ctx);
    lud_rng_seed(&rng, 1, 0);
    bool fine = walk_start(&w) == LUD_OK;
    while (fine && !walk_terminal(&w) && w.ply < PLIES) {
        for (uint32_t role = 0; role <= w.roles && fine; role++)
            if (walk_decides(&w, role)) {
                check_list(n, &w, role, path);
                fine = walk_choose(&w, role, role == 0, &rng, &w.joint[role]) == LUD_OK;
            }
        fine = fine && walk_apply(&w, 0) == LUD_OK;
    }
    notation_free(n);
    walk_done(&w);
    lud_game_free(game);
}

TEST(no_two_moves_are_written_alike_in_any_game)
{
    char path[600];
    DIR *languages = opendir(SOURCE_DIR "/games");
    struct dirent *l, *g;
    while (languages && (l = readdir(languages))) {
        snprintf(path, sizeof path, SOURCE_DIR "/games/%.200s", l->d_name);
        DIR *games = l->d_name[0] == '.' || strcmp(l->d_name, "asp") == 0 ? NULL : opendir(path);
        while (games && (g = readdir(games))) {
            snprintf(path, sizeof path, SOURCE_DIR "/games/%.200s/%.200s", l->d_name, g->d_name);
            if (g->d_name[0] != '.' && !strstr(g->d_name, ".md"))
                check_game(path);
        }
        if (games)
            closedir(games);
    }
    CHECK(languages != NULL);
    if (languages)
        closedir(languages);
}

/* After these moves, in exact form with `; ` between them, the moves that are written so. */
typedef struct position {
    lud_game *game;
    walk w;
    notation *n;
} position;

static void reach(position *p, const char *game, const char *moves)
{
    char path[600], copy[2000];
    snprintf(path, sizeof path, SOURCE_DIR "/games/%s", game);
    snprintf(copy, sizeof copy, "%s", moves);
    p->game = load(path);
    walk_init(&p->w, p->game);
    p->n = notation_new(p->game, p->w.ctx);
    CHECK_INT(walk_start(&p->w), LUD_OK);
    for (char *move = strtok(copy, ";"); move; move = strtok(NULL, ";")) {
        int mover = walk_mover(&p->w);
        uint32_t role = mover < 0 ? 0 : (uint32_t)mover;
        int found = walk_find(&p->w, role, move + strspn(move, " "));
        if (found < 0)
            TEST_FAIL("%s: no move '%s'", game, move);
        p->w.joint[role] = walk_at(&p->w, role, found < 0 ? 0 : found);
        CHECK_INT(walk_apply(&p->w, 0), LUD_OK);
    }
}

static void leave(position *p)
{
    notation_free(p->n);
    walk_done(&p->w);
    lud_game_free(p->game);
}

/* How a move is written there. */
static const char *written(const char *game, const char *before, const char *move)
{
    static char text[100];
    position p;
    reach(&p, game, before);
    int mover = walk_mover(&p.w);
    char *made = notation_made(p.n, &p.w, p.w.state, mover < 0 ? 1 : (uint32_t)mover, move);
    snprintf(text, sizeof text, "%s", made);
    free(made);
    leave(&p);
    return text;
}

TEST(pieces_of_chess)
{
    static const char *const games[] = {"fairy/chess.ini", "fairy/crazyhouse.ini"};
    for (int i = 0; i < 2; i++) {
        CHECK_STR(written(games[i], "", "g1f3"), "Nf3");
        CHECK_STR(written(games[i], "", "e2e4"), "e4");
        CHECK_STR(written(games[i], "e2e4; d7d5", "e4d5"), "e4xd5");
        CHECK_STR(written(games[i], "e2e4; d7d5; e4d5", "d8d5"), "Qxd5");
        CHECK_STR(written(games[i], "e2e4; e7e5; g1f3; b8c6; f1c4; f8c5", "e1g1"), "O-O");
        CHECK_STR(written(games[i], "d2d4; d7d5; b1c3; b8c6; c1f4; c8f5; d1d2; d8d7", "e1c1"), "O-O-O");
        CHECK_STR(written(games[i], "e2e4; a7a6; e4e5; d7d5", "e5d6"), "e5xd6"); /* what it takes is elsewhere */
        CHECK_STR(written(games[i], "b1c3; a7a6; c3d5; b7b6", "g1f3"), "Nf3");
        CHECK_STR(written(games[i], "b1c3; a7a6; g1f3; b7b6; f3d4; c7c6", "d4b5"), "Ndb5");
        CHECK_STR(written(games[i], "h2h4; g7g5; h4g5; h7h6; g5h6; a7a6; h6h7; a6a5", "h7g8q"), "h7xg8=Q");
    }
    CHECK_STR(written("fairy/crazyhouse.ini", "e2e4; d7d5; e4d5; d8d5", "P@e4"), "P@e4");
    CHECK_STR(written("hrg/chess.hrg", "", "S__7_1 S__6_3"), "Nf3");
    CHECK_STR(written("zrf/chess.zrf", "", "Knight g1 - f3"), "Nf3");
    CHECK_STR(written("toss/chess.toss", "", "WhiteKnight g1 f3"), "Nf3");
}

TEST(pieces_without_letters)
{
    CHECK_STR(written("hrg/breakthrough.hrg", "", "S__1_2 S__1_3"), "a2-a3");
    CHECK_STR(written("rbg/breakthrough.rbg", "", "rx0y6 index_2 rx0y5 index_3"), "a2-a3");
    CHECK_STR(written("lud/breakthrough.lud", "", "Mov:8-16"), "a2-a3");
    CHECK_STR(written("hrg/tic-tac-toe.hrg", "", "S__2_2"), "b2");
    CHECK_STR(written("hrg/connect-four.hrg", "", "K__3"), "3");
    CHECK_STR(written("lud/nine-mens-morris.lud", "", "Mov:C24-0"), "a1"); /* from the hand */
    CHECK_STR(written("hrg/amazons.hrg", "", "S__1_4 S__2_4 S__3_4"), "a4-b4/c4");
    CHECK_STR(written("hrg/amazons.hrg", "", "S__1_4 S__2_4 S__1_4"), "a4-b4/a4");
}

TEST(captures_elsewhere)
{
    CHECK_STR(written("hrg/peg-solitaire.hrg", "", "S__4_2 S__4_4"), "d2xd4");
    CHECK_STR(written("zrf/reversi.zrf", "", "Black Stone c4 flip d4"), "c4");
}

TEST(words_of_the_rules)
{
    CHECK_STR(written("gdl/tic-tac-toe.kif", "", "(mark 1 2)"), "mark 1,2");
    CHECK_STR(written("gdl/connect-four.kif", "", "(drop 3)"), "drop 3");
    CHECK_STR(written("hrg/pig.hrg", "", "roll"), "roll");
    CHECK_STR(written("rg/nim.rg", "", "small 2"), "small 2");
    CHECK_STR(written("lud/undercut.lud", "", "Bet:-1*3$1"), "bet 3");
}

/* Of hidden things a list must not say more than the moves do. */
TEST(nothing_hidden_is_told)
{
    position p;
    notation_list l;
    reach(&p, "lud/phantom-three.lud", "Sel:4");
    notation_of_walk(p.n, &p.w, 2, &l);
    CHECK_INT(l.count, 9);
    for (uint32_t i = 0; i < l.count; i++)
        CHECK_INT(strlen(l.moves[i].text), 2);
    notation_list_done(&l);
    leave(&p);
}

TEST(moves_are_found_by_what_people_type)
{
    position p;
    notation_list l;
    reach(&p, "fairy/chess.ini", "e2e4; e7e5; g1f3; b8c6; f1c4; f8c5");
    notation_of_walk(p.n, &p.w, 1, &l);
    int castles = notation_find(&l, "O-O"), knight = notation_find(&l, "Nxe5");
    CHECK(castles >= 0 && knight >= 0);
    CHECK_INT(notation_find(&l, "0-0"), castles);
    CHECK_INT(notation_find(&l, "Ne5"), knight);
    CHECK_INT(notation_find(&l, "Nxe5+"), knight);
    CHECK_INT(notation_find(&l, "Ke4"), -1);
    CHECK_INT(notation_find(&l, ""), -1);
    notation_list_done(&l);
    char *line = notation_line(p.n, &p.w, "e1g1; g8f6; d2d4");
    CHECK_STR(line, "O-O; Nf6; d4");
    free(line);
    leave(&p);
}

TEST(a_list_takes_little_time)
{
    position p;
    notation_list l;
    reach(&p, "fairy/chess.ini", "e2e4; e7e5; d2d4; d7d5; c1e3; c8e6; f1d3; f8d6; d1f3; d8f6; b1c3; b8c6");
    double begin = clock_thread();
    uint32_t moves = 0;
    for (int i = 0; i < 20; i++) {
        notation_of_walk(p.n, &p.w, 1, &l);
        moves += l.count;
        notation_list_done(&l);
    }
    double ms = 1000 * (clock_thread() - begin) * 200 / moves;
    printf("  200 moves of chess: %.2f ms\n", ms);
    CHECK(ms < 60); /* about three on an idle core; sanitizers and busy machines take longer */
    leave(&p);
}

TEST_MAIN
