/* tests/perft.tsv: every line on both back ends of its machine, and every game of games/ has a line. */
#include "ludens.h"
#include "sample.h"
#include "test.h"

#include <dirent.h>

enum { LINE = 1000, DEPTHS = 16, LINES = 500, SAMPLE_MAX = 20000 /* moves, where some games are tried */ };

typedef struct line {
    char game[200];
    uint64_t counts[DEPTHS];
    uint32_t depth;
} line;

static line lines[LINES];
static uint32_t line_count;

static void read_lines(void)
{
    char text[LINE];
    FILE *in = fopen(SOURCE_DIR "/tests/perft.tsv", "r");
    while (in && fgets(text, sizeof text, in) && line_count < LINES) {
        line *l = &lines[line_count];
        char *tab = strchr(text, '\t'), *source = tab ? strchr(tab + 1, '\t') : NULL;
        if (*text == '#')
            continue;
        if (!source || source[1] == '\n') {
            TEST_FAIL("no game, counts and source: %s", text);
            continue;
        }
        *tab = *source = 0;
        snprintf(l->game, sizeof l->game, "%.199s", text);
        for (char *p = tab + 1, *end; l->depth + 1 < DEPTHS && *p; p = end) {
            l->counts[++l->depth] = strtoull(p, &end, 10);
            if (end == p)
                TEST_FAIL("no number: %s", p);
            end += end == p;
        }
        line_count++;
    }
    if (in)
        fclose(in);
    CHECK(line_count > 0);
}

/* Every search of an automaton is made by compiled functions. */
static void check_native(const line *l, const lud_game *game, const lud_context *ctx)
{
    lud_info info;
    lud_game_info(game, &info);
    if (strcmp(info.machine, "automaton") == 0 && (strcmp(info.backend, "native") != 0 || lud_interpreted(ctx) > 0))
        TEST_FAIL("%s: back end %s (%s), %" PRIu64 " searches were left to the interpreter", l->game, info.backend,
                  info.backend_note ? info.backend_note : "", lud_interpreted(ctx));
}

static void check_line(const line *l, lud_backend backend, lud_backend *other)
{
    char path[600];
    lud_options o;
    lud_info info;
    uint64_t counts[DEPTHS];
    lud_options_init(&o);
    o.backend = backend;
    snprintf(path, sizeof path, SOURCE_DIR "/games/%s", l->game);
    lud_game *game = lud_load_file(path, &o, NULL);
    if (!game) {
        TEST_FAIL("%s cannot be loaded", path);
        return;
    }
    lud_game_info(game, &info);
    *other = info.other;
    lud_context *ctx = lud_context_new(game);
    lud_status status = lud_perft(ctx, NULL, l->depth, NULL, counts);
    if (status != LUD_OK)
        TEST_FAIL("%s: %s", l->game, lud_fault_text(ctx, false));
    for (uint32_t d = 1; d <= l->depth && status == LUD_OK; d++)
        if (counts[d] != l->counts[d])
            TEST_FAIL("%s (%s), depth %u: %" PRIu64 ", expected %" PRIu64, l->game, info.backend, d, counts[d],
                      l->counts[d]);
    if (backend == LUD_BACKEND_NATIVE)
        check_native(l, game, ctx);
    lud_context_free(ctx);
    lud_game_free(game);
}

TEST(both_back_ends)
{
    setenv("LUDENS_CFLAGS", "-O0", 1);
    read_lines();
    for (uint32_t i = 0; i < line_count; i++) {
        lud_backend other, ignored;
        if (!sampled(lines[i].game, sample_each()))
            continue;
        while (sample_each() > 1 && lines[i].depth > 1 && lines[i].counts[lines[i].depth] > SAMPLE_MAX)
            lines[i].depth--;
        check_line(&lines[i], LUD_BACKEND_INTERP, &other);
        check_line(&lines[i], other, &ignored);
    }
}

/* While a move goes on, the same role decides. How many decisions began within a move. */
static uint32_t check_decisions(const line *l, const lud_game *game, lud_context *ctx)
{
    unsigned char *state = calloc(1, lud_state_size(game));
    lud_rng rng;
    lud_move move, joint[64] = {{NULL, 0, 0}};
    uint32_t within = 0;
    lud_rng_seed(&rng, 1, 0);
    if (lud_start(ctx, state) != LUD_OK || lud_within_move(game, state))
        TEST_FAIL("%s does not start, or within a move", l->game);
    for (uint32_t i = 0; i < 40 && !lud_terminal(game, state); i++) {
        const uint64_t movers = lud_movers(game, state);
        const uint32_t role = (uint32_t)__builtin_ctzll(movers);
        if ((movers & (movers - 1)) || role > 63 || lud_draw_move(ctx, state, role, &rng, &move) != LUD_OK)
            break;
        joint[role] = move;
        if (lud_apply(ctx, state, joint) != LUD_OK)
            break;
        within += lud_within_move(game, state);
        if (lud_within_move(game, state) && lud_movers(game, state) != movers)
            TEST_FAIL("%s: another role goes on within a move", l->game);
    }
    free(state);
    return within;
}

/* 1: as many whole moves; 0: refused by name, or two ways begin alike. */
static uint32_t check_split(const line *l, uint32_t *within)
{
    char path[600];
    lud_options o;
    uint64_t counts[DEPTHS];
    uint32_t depth = l->depth, same = 0;
    lud_diags *diags = lud_diags_new();
    lud_options_init(&o);
    o.backend = LUD_BACKEND_INTERP;
    o.split = true;
    snprintf(path, sizeof path, SOURCE_DIR "/games/%s", l->game);
    lud_game *game = lud_load_file(path, &o, diags);
    while (depth > 1 && l->counts[depth] > SAMPLE_MAX / 10)
        depth--;
    if (game) {
        lud_context *ctx = lud_context_new(game);
        lud_status status = lud_perft(ctx, NULL, depth, NULL, counts);
        for (uint32_t d = 1; d <= depth && status == LUD_OK; d++)
            if (counts[d] != l->counts[d])
                TEST_FAIL("%s in decisions, depth %u: %" PRIu64 ", expected %" PRIu64, l->game, d, counts[d],
                          l->counts[d]);
        if (status != LUD_OK && status != LUD_ERR_AMBIGUOUS)
            TEST_FAIL("%s in decisions: %s", l->game, lud_fault_text(ctx, false));
        same = status == LUD_OK;
        if (same)
            *within += check_decisions(l, game, ctx);
        lud_context_free(ctx);
    } else if (lud_diags_count(diags) == 0) {
        TEST_FAIL("%s in decisions: refused without a word", l->game);
    }
    lud_game_free(game);
    lud_diags_free(diags);
    return same;
}

TEST(moves_as_decisions)
{
    uint32_t tried = 0, same = 0, within = 0;
    read_lines();
    for (uint32_t i = 0; i < line_count; i++)
        if (sampled(lines[i].game, sample_each())) {
            tried++;
            same += check_split(&lines[i], &within);
        }
    printf("%u of %u games have as many moves in decisions\n", same, tried);
    CHECK(same > 0 && within > 0 && (sample_each() > 1 || same >= 80));
}

TEST(every_game_has_a_line)
{
    read_lines();
    DIR *languages = opendir(SOURCE_DIR "/games");
    for (struct dirent *l; languages && (l = readdir(languages));) {
        char folder[600], name[600];
        snprintf(folder, sizeof folder, SOURCE_DIR "/games/%s", l->d_name);
        DIR *games = l->d_name[0] == '.' ? NULL : opendir(folder);
        for (struct dirent *g; games && (g = readdir(games));) {
            bool found = g->d_name[0] == '.';
            snprintf(name, sizeof name, "%.200s/%.200s", l->d_name, g->d_name);
            for (uint32_t i = 0; i < line_count && !found; i++)
                found = strcmp(lines[i].game, name) == 0;
            if (!found)
                TEST_FAIL("tests/perft.tsv has no line for %s", name);
        }
        if (games)
            closedir(games);
    }
    if (languages)
        closedir(languages);
}

TEST_MAIN
