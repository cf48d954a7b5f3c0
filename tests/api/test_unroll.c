/* Automata as networks: the same numbers of positions, and random games side by side, where texts of moves, ends and
 * scores must be equal. */
#include "ludens.h"
#include "test.h"

enum { TEXT = 4096, PLIES = 1500 };

typedef struct pair {
    lud_game *games[2];
    lud_context *contexts[2];
    unsigned char *states[2];
    lud_moves *moves[2], *idle;
    bool stretched; /* scores from -1 to 1 are written from 0 to 100 */
} pair;

static char *read_text(const char *path, size_t *length)
{
    FILE *in = fopen(path, "rb");
    if (!in)
        return NULL;
    fseek(in, 0, SEEK_END);
    *length = (size_t)ftell(in);
    rewind(in);
    char *text = calloc(1, *length + 1);
    if (fread(text, 1, *length, in) != *length)
        *length = 0;
    fclose(in);
    return text;
}

static bool open_pair(pair *p, const char *file)
{
    char path[2000];
    size_t length = 0;
    snprintf(path, sizeof path, SOURCE_DIR "/games/%s", file);
    char *text = read_text(path, &length), *network = NULL;
    lud_options options;
    lud_options_init(&options);
    options.backend = LUD_BACKEND_INTERP;
    p->games[0] = text ? lud_load_text(text, length, path, &options, NULL) : NULL;
    network = p->games[0] ? lud_translate(p->games[0], "network", NULL) : NULL;
    options.language = "network";
    p->games[1] = network ? lud_load_text(network, strlen(network), "unrolled.net", &options, NULL) : NULL;
    for (int i = 0; i < 2 && p->games[1]; i++) {
        p->contexts[i] = lud_context_new(p->games[i]);
        p->states[i] = calloc(1, lud_state_size(p->games[i]));
        p->moves[i] = lud_moves_new();
    }
    p->idle = lud_moves_new();
    lud_free(network);
    free(text);
    return p->games[1];
}

static void close_pair(pair *p)
{
    lud_moves_free(p->idle);
    for (int i = 0; i < 2; i++) {
        lud_moves_free(p->moves[i]);
        lud_context_free(p->contexts[i]);
        free(p->states[i]);
        lud_game_free(p->games[i]);
    }
}

/* The number of the network's move with the text of one of the automaton's; UINT32_MAX: there is none. */
static uint32_t find_text(const pair *p, const char *text)
{
    char other[TEXT];
    for (uint32_t i = 0; i < lud_moves_count(p->moves[1]); i++) {
        lud_move_text(p->games[1], lud_moves_at(p->moves[1], i), other, sizeof other);
        if (strcmp(text, other) == 0)
            return i;
    }
    return UINT32_MAX;
}

static void compare_ends(const pair *p)
{
    double own[64], other[64];
    lud_scores(p->games[0], p->states[0], own);
    lud_scores(p->games[1], p->states[1], other);
    lud_info info;
    lud_game_info(p->games[0], &info);
    for (uint32_t r = 1; r <= info.roles; r++)
        CHECK((p->stretched ? 50 * (own[r - 1] + 1) : own[r - 1]) ==
              other[lud_role_find(p->games[1], lud_role_name(p->games[0], r)) - 1]);
}

/* One ply of both; false when the game is over, or something differs. */
static bool step(const pair *p, lud_rng *rng)
{
    char text[TEXT];
    const bool over = lud_terminal(p->games[0], p->states[0]);
    CHECK(over == lud_terminal(p->games[1], p->states[1]));
    if (over)
        compare_ends(p);
    if (over || lud_terminal(p->games[1], p->states[1]))
        return false;
    const uint32_t role = (uint32_t)__builtin_ctzll(lud_movers(p->games[0], p->states[0]));
    const uint32_t other = (uint32_t)lud_role_find(p->games[1], lud_role_name(p->games[0], role));
    CHECK_INT(lud_moves_list(p->contexts[0], p->states[0], role, p->moves[0]), LUD_OK);
    CHECK_INT(lud_moves_list(p->contexts[1], p->states[1], other, p->moves[1]), LUD_OK);
    const uint32_t count = lud_moves_count(p->moves[0]);
    CHECK_INT(lud_moves_count(p->moves[1]), count);
    for (uint32_t i = 0; i < count; i++) {
        lud_move_text(p->games[0], lud_moves_at(p->moves[0], i), text, sizeof text);
        CHECK(find_text(p, text) != UINT32_MAX);
    }
    const lud_move move = lud_moves_at(p->moves[0], lud_rng_below(rng, count));
    lud_move joint[64] = {0};
    lud_move_text(p->games[0], move, text, sizeof text);
    const uint32_t found = find_text(p, text);
    if (found == UINT32_MAX)
        return false;
    joint[other] = lud_moves_at(p->moves[1], found);
    for (uint32_t r = 0; r < 64; r++) /* where everybody has one move it is not known who decides */
        if ((lud_movers(p->games[1], p->states[1]) >> r & 1) && r != other) {
            CHECK_INT(lud_moves_list(p->contexts[1], p->states[1], r, p->idle), LUD_OK);
            CHECK_INT(lud_moves_count(p->idle), 1);
            joint[r] = lud_moves_at(p->idle, 0);
        }
    CHECK_INT(lud_apply_move(p->contexts[0], p->states[0], &move), LUD_OK);
    CHECK_INT(lud_apply(p->contexts[1], p->states[1], joint), LUD_OK);
    return test_failures == 0;
}

static void compare(const char *file, uint32_t depth)
{
    pair p = {.stretched = strncmp(file, "toss/", 5) == 0};
    uint64_t own[8] = {0}, other[8] = {0};
    lud_rng rng;
    lud_rng_seed(&rng, 1, 0);
    if (!open_pair(&p, file)) {
        TEST_FAIL("%s does not unroll", file);
        close_pair(&p);
        return;
    }
    for (uint32_t plies = 0; plies < PLIES && test_failures == 0;) {
        CHECK_INT(lud_start(p.contexts[0], p.states[0]), LUD_OK);
        CHECK_INT(lud_start(p.contexts[1], p.states[1]), LUD_OK);
        if (plies == 0) {
            CHECK_INT(lud_perft(p.contexts[0], p.states[0], depth, NULL, own), LUD_OK);
            CHECK_INT(lud_perft(p.contexts[1], p.states[1], depth, NULL, other), LUD_OK);
            for (uint32_t d = 0; d <= depth; d++)
                CHECK(own[d] == other[d]);
        }
        do
            plies++;
        while (step(&p, &rng) && plies < PLIES);
    }
    if (test_failures)
        printf("  in %s\n", file);
    close_pair(&p);
}

TEST(games_of_regular_games)
{
    compare("hrg/tic-tac-toe.hrg", 5);
    compare("hrg/connect-four.hrg", 5);
    compare("hrg/breakthrough.hrg", 3);
    compare("hrg/hex-seven.hrg", 3);
    compare("hrg/gomoku.hrg", 2);
    compare("hrg/peg-solitaire.hrg", 5);
    compare("hrg/dots-and-boxes-three.hrg", 3);
    compare("hrg/pig.hrg", 6);
    compare("rg/fifteen.rg", 4);
    compare("rg/nim.rg", 4);
}

TEST(games_of_other_languages)
{
    compare("rbg/breakthrough.rbg", 3);
    compare("rbg/qubic.rbg", 2);
    compare("rbg/nim.rbg", 3);
    compare("zrf/checkers.zrf", 4);
    compare("zrf/connect-four.zrf", 4);
    compare("zrf/race.zrf", 5);
    compare("toss/breakthrough.toss", 3);
    compare("toss/connect-four.toss", 4);
    compare("lud/breakthrough.lud", 3);
    compare("lud/hex-five.lud", 3);
    compare("lud/fox-and-hounds.lud", 3);
    compare("lud/konane.lud", 3);
}

/* The same game as a rule sheet, which the checker finds nothing wrong with. */
static void compare_sheet(const char *file, uint32_t depth)
{
    char path[2000];
    uint64_t counts[2][8] = {{0}};
    lud_options options;
    lud_game *games[2] = {NULL};
    lud_options_init(&options);
    options.backend = LUD_BACKEND_INTERP;
    snprintf(path, sizeof path, SOURCE_DIR "/games/%s", file);
    games[0] = lud_load_file(path, &options, NULL);
    char *sheet = games[0] ? lud_translate(games[0], "kif", NULL) : NULL;
    options.strict = true;
    options.language = "gdl";
    games[1] = sheet ? lud_load_text(sheet, strlen(sheet), "unrolled.kif", &options, NULL) : NULL;
    CHECK(games[0] && games[1]);
    for (int i = 0; i < 2 && games[i]; i++) {
        lud_context *c = lud_context_new(games[i]);
        void *state = calloc(1, lud_state_size(games[i]));
        CHECK_INT(lud_start(c, state), LUD_OK);
        CHECK_INT(lud_perft(c, state, depth, NULL, counts[i]), LUD_OK);
        free(state);
        lud_context_free(c);
    }
    for (uint32_t d = 0; d <= depth; d++)
        CHECK(counts[0][d] == counts[1][d]);
    lud_game_free(games[0]);
    lud_game_free(games[1]);
    lud_free(sheet);
}

TEST(rule_sheets)
{
    compare_sheet("hrg/tic-tac-toe.hrg", 5);
    compare_sheet("hrg/breakthrough-five.hrg", 3);
    compare_sheet("toss/tic-tac-toe.toss", 4);
    compare_sheet("rbg/nim.rbg", 3);
}

static const char *refusal(const char *file)
{
    char path[2000];
    static char message[1000];
    snprintf(path, sizeof path, SOURCE_DIR "/games/%s", file);
    lud_diags *diags = lud_diags_new();
    lud_game *g = lud_load_file(path, NULL, diags);
    char *text = g ? lud_translate(g, "network", diags) : NULL;
    CHECK(g && !text);
    snprintf(message, sizeof message, "%s", lud_diags_count(diags) ? lud_diags_get(diags, 0).message : "");
    lud_free(text);
    lud_game_free(g);
    lud_diags_free(diags);
    return message;
}

TEST(what_cannot_be_is_named)
{
    CHECK(strstr(refusal("hrg/kuhn-poker.hrg"), "what players do not see"));
    CHECK(strstr(refusal("toss/concurrent-tic-tac-toe.toss"), "players who decide at once"));
}

TEST_MAIN
