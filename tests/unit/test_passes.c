/* The pass manager, the work it does, and what passes do that the text of an automaton (golden/)
 * does not show. */
#include "automaton/layout.h"
#include "automaton/passes/pipeline.h"
#include "automaton_text.h"
#include "lang/lang.h"
#include "ludens.h"

#include <inttypes.h>

static ir_pass_report reports[IR_PASS_COUNT];

static bool run(ir_game *g, const char *selection, const char *after)
{
    const char *unknown = NULL;
    bool ok = ir_pipeline_run(g, selection, after, reports, &unknown);
    CHECK(ok == (unknown == NULL));
    return ok;
}

static const ir_pass_report *report_of(const char *name)
{
    for (int i = 0; i < IR_PASS_COUNT; i++)
        if (strcmp(reports[i].name, name) == 0)
            return &reports[i];
    TEST_FAIL("no pass %s", name);
    return &reports[0];
}

#define SKIPS "type N = {n0, n1}; var v: N = n0; x, y: ; y, z: v == n0; z, end: player = keeper;"

TEST(selections)
{
    automaton_text t;
    ir_game *g = automaton_read(&t, SKIPS);
    if (!g)
        return;
    CHECK(!run(g, "no_such_pass", NULL));
    CHECK(!run(g, "-disjoint,-no_such_pass", NULL));
    CHECK(!run(g, NULL, "no_such_pass"));
    CHECK(run(g, "none", NULL));
    for (int i = 0; i < IR_PASS_COUNT; i++) {
        CHECK(!reports[i].enabled);
        CHECK_INT(reports[i].changes, 0);
    }
    CHECK(run(g, "-compact_skips,-unique", NULL));
    CHECK(!report_of("compact_skips")->enabled);
    CHECK_INT(report_of("compact_skips")->work, 0);
    CHECK_INT(report_of("unique")->work, 0);
    CHECK(report_of("disjoint")->enabled && report_of("disjoint")->work > 0);
    CHECK(run(g, "compact_skips,repeat", NULL));
    CHECK_INT(report_of("compact_skips")->changes, 2); /* one was a check that always holds */
    CHECK(report_of("repeat")->changes > 0);
    CHECK_INT(report_of("disjoint")->work, 0);
    automaton_done(&t);
}

/* Nothing runs after the pass that is named, of whichever phase it is. */
TEST(stops_after_each)
{
    for (int i = 0; i < IR_PASS_COUNT; i++) {
        automaton_text t;
        ir_game *g = automaton_read(&t, SKIPS);
        if (!g)
            return;
        CHECK(run(g, NULL, ir_pass_name((uint32_t)i)));
        CHECK(reports[i].work > 0);
        if (i + 1 < IR_PASS_COUNT && strcmp(reports[i].name, "prune_unused_constants") != 0)
            CHECK_INT(reports[IR_PASS_COUNT - 1].work, 0);
        automaton_done(&t);
    }
    CHECK(ir_pass_name(IR_PASS_COUNT) == NULL);
}

/* Every pass alone, and all but each, leave a game that can be laid out. */
TEST(each_alone)
{
    for (int i = 0; i < 2 * IR_PASS_COUNT; i++) {
        automaton_text t;
        char selection[80];
        layout l;
        ir_game *g = automaton_read(&t, SKIPS);
        if (!g)
            return;
        snprintf(selection, sizeof selection, "%s%s", i % 2 ? "-" : "", ir_pass_name((uint32_t)(i / 2)));
        CHECK(run(g, selection, NULL));
        CHECK(layout_make(g, false, &l));
        automaton_done(&t);
    }
}

/* ---- spans ---- */

/* The edge that is left of two alike covers the source of both. */
static void check_joined(const char *pass, const char *first, const char *second)
{
    automaton_text t;
    ir_game *g = automaton_read(&t, "type N = {n0, n1}; var v: N = n0;\n"
                                    "x, a1: v == n0;\nx, a2: v == n0;\n"
                                    "a1, q: $ one;\na2, q: $ two;\n"
                                    "q, r: v == n1;\nq, r: v != n1;\n"
                                    "r, b1: $ b1;\nr, b2: $ b2;\n"
                                    "b1, s1: $ same;\nb2, s1: $ same;\n"
                                    "s1, c: v == n0;\ns1, c: v == n1;\n"
                                    "c, end: player = keeper;\n");
    if (!g)
        return;
    const char *text = g->source->text;
    uint32_t from = (uint32_t)(strstr(text, first) - text), to = (uint32_t)(strstr(text, second) - text);
    bool before = false, found = false;
    for (int round = 0; round < 2; round++) {
        for (uint32_t i = 0; i < g->edges.count; i++) {
            const ir_edge_data *e = &g->edges.data[i];
            bool covers = !e->removed && e->span.start <= from && e->span.end > to;
            before |= round == 0 && covers;
            found |= round == 1 && covers;
        }
        if (round == 0)
            CHECK(run(g, pass, NULL));
    }
    CHECK(!before);
    CHECK(found);
    automaton_done(&t);
}

TEST(spans_are_joined)
{
    check_joined("join_fork_prefixes", "x, a1", "x, a2");
    check_joined("disjoint,unique,join_fork_suffixes", "b1, s1", "b2, s1");
    check_joined("join_exclusive_edges", "q, r: v ==", "q, r: v !=");
    check_joined("compact_comparisons", "s1, c: v == n0", "s1, c: v == n1");
}

/* ---- variables that are not in the state ---- */

#define SQUARES                                                                                                        \
    "type Player = {a, b}; type Score = {0, 50, 100}; type S = {s0, s1, s2, s3};"                                      \
    "type C = {empty, full}; var board: S -> C = {:empty}; var at: S = s0; var last: S = s0;"                          \
    "var turn: Player = a;"                                                                                            \
    "begin, p: player = a; p, p1: at = S(*); p1, p2: board[at] == empty; p2, p3: $$ at;"                               \
    "p3, p4: board[at] = full; p4, q: player = b;"                                                                     \
    "q, q1: at = S(*); q1, q2: board[at] == empty; q2, q3: $$ at; q3, q4: board[at] = full;"                           \
    "q4, q5: ? t -> t2; q4, q6: ! t -> t2; q5, p: player = a; q6, end: player = keeper;"                               \
    "t, t1: last = S(*); t1, t2: board[last] == empty;"

static lud_game *load(const char *passes)
{
    lud_options o;
    lud_options_init(&o);
    o.language = "rg";
    o.passes = passes;
    lud_diags *diags = lud_diags_new();
    lud_game *g = lud_load_text(SQUARES, strlen(SQUARES), "squares", &o, diags);
    if (!g)
        TEST_FAIL("%s", lud_diags_count(diags) ? lud_diags_render(diags, 0, false) : "refused");
    lud_diags_free(diags);
    return g;
}

static void play(const lud_game *g, const char *const *moves, int count, void *state)
{
    lud_context *ctx = lud_context_new(g);
    lud_moves *list = lud_moves_new();
    CHECK_INT(lud_start(ctx, state), LUD_OK);
    for (int i = 0; i < count; i++) {
        uint32_t role = (uint32_t)__builtin_ctzll(lud_movers(g, state));
        bool found = false;
        CHECK_INT(lud_moves_list(ctx, state, role, list), LUD_OK);
        for (uint32_t k = 0; k < lud_moves_count(list) && !found; k++) {
            char text[40];
            lud_move move = lud_moves_at(list, k);
            lud_move_text(g, move, text, sizeof text);
            found = strcmp(text, moves[i]) == 0;
            if (found)
                CHECK_INT(lud_apply_move(ctx, state, &move), LUD_OK);
        }
        CHECK(found);
    }
    lud_moves_free(list);
    lud_context_free(ctx);
}

/* The square that was taken last is forgotten: two orders of the same moves give one state. */
TEST(local_variables_are_forgotten)
{
    static const char *const one[] = {"s0", "s1"}, *const two[] = {"s1", "s0"};
    lud_game *g = load(NULL), *plain = load("-local_variables");
    if (!g || !plain)
        return;
    size_t size = lud_state_size(g);
    CHECK(size <= lud_state_size(plain));
    void *x = malloc(lud_state_size(plain)), *y = malloc(lud_state_size(plain));
    play(plain, one, 2, x);
    play(plain, two, 2, y);
    CHECK(memcmp(x, y, lud_state_size(plain)) != 0);
    play(g, one, 2, x);
    play(g, two, 2, y);
    CHECK(memcmp(x, y, size) == 0);
    CHECK(lud_state_hash(g, x) == lud_state_hash(g, y));
    uint64_t counts[5], others[5];
    lud_perft_options o = {.count_duplicates = true};
    lud_context *ctx = lud_context_new(g), *other = lud_context_new(plain);
    void *z = malloc(lud_state_size(plain));
    CHECK_INT(lud_start(ctx, x), LUD_OK);
    CHECK_INT(lud_start(other, z), LUD_OK);
    CHECK_INT(lud_perft(ctx, x, 4, &o, counts), LUD_OK);
    CHECK_INT(lud_perft(other, z, 4, &o, others), LUD_OK);
    for (int i = 0; i <= 4; i++)
        CHECK_INT(counts[i], others[i]);
    CHECK_INT(counts[4], 24);
    lud_context_free(ctx);
    lud_context_free(other);
    free(x);
    free(y);
    free(z);
    lud_game_free(g);
    lud_game_free(plain);
}

TEST(local_variables_lie_behind_the_state)
{
    automaton_text t;
    layout l;
    ir_game *g = automaton_read(&t, "type N = {n0, n1, n2}; var here: N = n0; var kept: N = n0;"
                                    "x, y: here = N(*); y, y1: $$ here; y1, y2: here != n1;"
                                    "y2, z: kept = here; z, d: player = a; d, d1: $$ kept;"
                                    "d1, end: player = keeper;");
    if (!g)
        return;
    CHECK(run(g, "disjoint,unique,local_variables", NULL));
    CHECK_INT(report_of("local_variables")->changes, 1);
    CHECK(layout_make(g, false, &l));
    for (ir_var v = 0; v < g->variables.count; v++) {
        bool here = strcmp(ir_name(g, g->variables.data[v].name), "here") == 0;
        CHECK(g->variables.data[v].local == here);
        CHECK((l.variables[v].offset >= l.state_size) == here);
        CHECK(l.variables[v].offset < l.work_size);
    }
    automaton_done(&t);
}

/* ---- work ---- */

/* Nodes and edges shown to passes, all together, until nothing changed. */
static void check_work(const char *path, uint64_t most)
{
    arena keep, scratch;
    intern names;
    diag_sink sink;
    FILE *in = fopen(path, "rb");
    if (!in)
        return; /* the file lives elsewhere */
    static char text[1 << 20];
    size_t length = fread(text, 1, sizeof text - 1, in);
    fclose(in);
    arena_init(&keep, 0);
    arena_init(&scratch, 0);
    intern_init(&names, &keep);
    diag_sink_init(&sink, &keep);
    lud_options o;
    lud_options_init(&o);
    lang_input input = {.keep = &keep,
                        .scratch = &scratch,
                        .names = &names,
                        .source = source_new(&keep, path, text, length),
                        .limits = &o.limits,
                        .sink = &sink};
    ir_game *g = lang_hrg.read(&input);
    CHECK(g != NULL);
    if (g) {
        uint64_t work = 0;
        CHECK(run(g, NULL, NULL));
        for (int i = 0; i < IR_PASS_COUNT; i++)
            work += reports[i].work;
        if (work > most)
            TEST_FAIL("%s: passes were shown %" PRIu64 " nodes and edges, expected at most %" PRIu64, path, work, most);
        printf("  %s: %" PRIu64 "\n", path, work);
    }
    arena_done(&scratch);
    arena_done(&keep);
}

TEST(work_is_bounded)
{
    const char *shared = getenv("LUDENS_SHARED");
    char path[1000];
    check_work(SOURCE_DIR "/games/hrg/chess.hrg", 1000000);
    snprintf(path, sizeof path, "%.500s/corpora/hrg/chess.hrg", shared ? shared : SOURCE_DIR "/../shared");
    check_work(path, 3000000);
    snprintf(path, sizeof path, "%.500s/corpora/hrg/backgammon.hrg", shared ? shared : SOURCE_DIR "/../shared");
    check_work(path, 6000000);
}

TEST_MAIN
