/* Random games of Toss: the automaton and the rules applied to structures have the same moves and scores on every
 * ply of random play. Then what once was wrong. */
#include "lang/toss/toss.h"
#include "ludens_structures.h"
#include "random_toss.h"
#include "structures/rewrite.h"
#include "test.h"

enum { STEPS = 20000000, PLIES = 12, MOVES = 4000 };

/* ---- both engines ---- */

typedef struct table {
    arena arena;
    intern names;
    diag_sink sink;
    rs_game f;
    rs_logic l;
    uint32_t location;
    char **moves; /* of the structure, then those of the automaton */
    uint32_t count, most;
    const rs_rule *rule;
    const rs_move *move;
    const rs_move *chosen;
    uint32_t image[8], wanted;
} table;

static bool note_match(void *user, const uint32_t *image)
{
    table *t = user;
    char *text = arena_printf(&t->arena, "%s", intern_text(&t->names, t->rule->name));
    for (uint32_t i = 0; i < t->rule->left.elements.count; i++)
        text = arena_printf(&t->arena, "%s %s", text, intern_text(&t->names, t->l.s->elements.data[image[i]]));
    if (t->count == t->wanted) {
        memcpy(t->image, image, t->rule->left.elements.count * sizeof *image);
        t->chosen = t->move;
    }
    if (t->count < MOVES)
        t->moves[t->count++] = text;
    return true;
}

static const rs_location *here(const table *t)
{
    for (uint32_t i = 0; i < t->f.locations.count; i++)
        if (t->f.locations.data[i].number == t->location)
            return &t->f.locations.data[i];
    return NULL;
}

/* All moves; the one with the number `wanted` is kept. */
static void list_matches(table *t, uint32_t wanted)
{
    const rs_location *l = here(t);
    t->count = 0;
    t->wanted = wanted;
    for (uint32_t s = 0; s < l->seats.count; s++)
        for (uint32_t i = 0; i < l->seats.data[s].moves.count; i++) {
            t->move = &l->seats.data[s].moves.data[i];
            t->rule = &t->f.rules.data[t->move->rule_index];
            rs_matches(&t->l, t->rule, note_match, t);
        }
}

static bool read_table(table *t, const char *text)
{
    memset(t, 0, sizeof *t);
    arena_init(&t->arena, 0);
    intern_init(&t->names, &t->arena);
    diag_sink_init(&t->sink, &t->arena);
    t->f = (rs_game){.arena = &t->arena, .names = &t->names, .sink = &t->sink, .max_nesting = 200};
    t->f.text = source_new(&t->arena, "game", text, strlen(text));
    t->moves = ARENA_ARRAY(&t->arena, char *, MOVES);
    return toss_parse_game(&t->f) && rs_check_game(&t->f) && rs_store(&t->f, &t->f.start, STEPS);
}

static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static bool same_moves(table *t, lud_game *game, lud_context *ctx, const void *state, lud_moves *moves)
{
    static char texts[MOVES][64];
    static char *list[MOVES];
    uint64_t movers = lud_movers(game, state);
    uint32_t role = movers & 4 ? 2 : 1, count = 0;
    lud_status status = lud_terminal(game, state) ? LUD_OK : lud_moves_list(ctx, state, role, moves);
    if (status != LUD_OK)
        printf("  %s\n", lud_fault_text(ctx, false));
    if (!lud_terminal(game, state) && status == LUD_OK)
        for (; count < lud_moves_count(moves) && count < MOVES; count++) {
            lud_move_text(game, lud_moves_at(moves, count), texts[count], sizeof *texts);
            list[count] = texts[count];
        }
    qsort(list, count, sizeof *list, by_text);
    list_matches(t, UINT32_MAX);
    char **sorted = ARENA_ARRAY(&t->arena, char *, t->count + 1);
    memcpy(sorted, t->moves, t->count * sizeof *sorted);
    qsort(sorted, t->count, sizeof *sorted, by_text);
    for (uint32_t i = 0; i < count || i < t->count; i++)
        if (i >= count || i >= t->count || strcmp(list[i], sorted[i]) != 0) {
            printf("  the automaton has %s, the structure %s (%u and %u moves)\n", i < count ? list[i] : "no more",
                   i < t->count ? sorted[i] : "no more", count, t->count);
            return false;
        }
    return true;
}

static bool same_scores(table *t, lud_game *game, const void *state)
{
    double scores[2] = {0};
    uint32_t frame[RS_SLOTS_MAX] = {0};
    const rs_location *l = here(t);
    lud_scores(game, state, scores);
    rs_logic_init(&t->l, &t->f, t->l.s, &t->arena, STEPS);
    for (uint32_t s = 0; s < l->seats.count; s++) {
        double score = rs_number(&t->l, l->seats.data[s].payoff.root, frame);
        if (score != scores[l->seats.data[s].player_index]) {
            printf("  the automaton gives %g, the structure %g%s%s\n", scores[l->seats.data[s].player_index], score,
                   t->l.problem ? ": " : "", t->l.problem ? t->l.problem : "");
            return false;
        }
    }
    return true;
}

/* Plays once; false after what differs was printed. */
static bool play(table *t, lud_game *game, uint64_t seed)
{
    lud_context *ctx = lud_context_new(game);
    lud_moves *moves = lud_moves_new();
    _Alignas(16) char state[4096];
    char text[64];
    lud_rng rng;
    bool fine = lud_state_size(game) <= sizeof state && lud_start(ctx, state) == LUD_OK;
    lud_rng_seed(&rng, seed, 1);
    t->location = 0;
    rs_logic_init(&t->l, &t->f, &t->f.start, &t->arena, STEPS);
    for (int ply = 0; ply < PLIES && fine; ply++) {
        fine = same_moves(t, game, ctx, state, moves) && !t->l.problem;
        if (!fine || t->count == 0)
            break;
        uint32_t chosen = (uint32_t)lud_rng_below(&rng, t->count), i = 0;
        list_matches(t, chosen);
        lud_move m;
        do {
            m = lud_moves_at(moves, i++);
            lud_move_text(game, m, text, sizeof text);
        } while (strcmp(text, t->moves[chosen]) != 0);
        fine = lud_apply_move(ctx, state, &m) == LUD_OK;
        if (!fine)
            printf("  %s\n", lud_fault_text(ctx, false));
        const rs_structure *next = rs_rewrite(&t->l, &t->f.rules.data[t->chosen->rule_index], t->image, NULL);
        t->location = t->chosen->target;
        rs_logic_init(&t->l, &t->f, next, &t->arena, STEPS);
    }
    fine = fine && (t->count > 0 || same_scores(t, game, state));
    lud_moves_free(moves);
    lud_context_free(ctx);
    return fine;
}

/* 1: alike, 0: not, -1: refused */
static int compare(const char *text, uint64_t seed)
{
    table t;
    int result = -1;
    lud_options o;
    lud_options_init(&o);
    o.language = "toss";
    o.backend = LUD_BACKEND_INTERP;
    lud_diags *diags = lud_diags_new();
    lud_game *game = read_table(&t, text) ? lud_load_text(text, strlen(text), "game", &o, diags) : NULL;
    if (!game)
        printf("  %s\n", t.sink.first             ? diag_render(&t.arena, t.sink.first, false)
                         : lud_diags_count(diags) ? lud_diags_render(diags, 0, false)
                                                  : "?");
    for (uint64_t i = 0; game && i < 3 && result; i++)
        result = play(&t, game, seed + i);
    lud_game_free(game);
    lud_diags_free(diags);
    arena_done(&t.arena);
    return result;
}

TEST(both_engines_agree_on_random_games)
{
    static writing w;
    const char *first = getenv("TOSS_SEED");
    uint64_t seed = first ? strtoull(first, NULL, 10) : 1, end = first ? seed + 1 : getenv("LUDENS_SLOW") ? 5000 : 500;
    uint32_t played = 0, refused = 0;
    for (; seed < end; seed++) {
        write_game(&w, seed, DISCRETE);
        int result = compare(w.text, seed);
        played += result >= 0;
        refused += result < 0;
        if (result == 0 || first)
            TEST_FAIL("seed %" PRIu64 "\n%s", seed, w.text);
    }
    CHECK(played > 10 * refused);
}

/* ---- large and odd texts ---- */

static const char *repeated(const char *first, const char *rest, uint32_t times)
{
    static char text[1 << 20];
    size_t n = strlen(first), step = strlen(rest);
    memcpy(text, first, n);
    for (; times-- > 0; n += step)
        memcpy(text + n, rest, step);
    text[n] = 0;
    return text;
}

/* "" when the formula can be asked, else the first report. */
static const char *asked(const char *formula)
{
    static char report[2000];
    static const char text[] = "[ a, b | P (a); Q (b) | ]";
    lud_diags *diags = lud_diags_new();
    lud_structure *s = lud_structure_new(text, strlen(text), "structure", NULL, diags);
    lud_answer *a = lud_structure_ask(s, formula, diags);
    snprintf(report, sizeof report, "%s", a ? "" : lud_diags_get(diags, 0).message);
    lud_answer_free(a);
    lud_structure_free(s);
    lud_diags_free(diags);
    return report;
}

TEST(long_formulas)
{
    CHECK_STR(asked(repeated("P(x)", " and P(x)", 50000)), "");
    CHECK_STR(asked(repeated("P(x)", " or P(x)", 50000)), "");
    CHECK_STR(asked(repeated("P(x)", " xor P(x)", 50000)), "this formula or term is more than 500 operators deep");
    CHECK_STR(asked("ex x P(x) and 1e999 > 0"), "this number is too large");
    CHECK_STR(asked(repeated("1", "+1", 50000)), "this formula or term is more than 500 operators deep");
    CHECK_STR(asked(repeated("lfp T(x", ", x", 20)), "a relation has at most 16 arguments");
    CHECK_STR(asked("lfp T() = (T() or ex x P(x))"), "expected a variable, found `)`");
}

static const char *loaded(const char *text)
{
    static char report[2000];
    lud_options o;
    lud_options_init(&o);
    o.language = "toss";
    lud_diags *diags = lud_diags_new();
    lud_game *game = lud_load_text(text, strlen(text), "game", &o, diags);
    snprintf(report, sizeof report, "%s", game ? "" : lud_diags_get(diags, 0).message);
    lud_game_free(game);
    lud_diags_free(diags);
    return report;
}

static const char *game_with(const char *definitions, const char *rule, const char *payoff, const char *start)
{
    static char text[RANDOM_TEXT];
    snprintf(text, sizeof text,
             "PLAYERS 1, 2\n%s\nRULE M: %s\nLOC 0 { PLAYER 1 { PAYOFF %s MOVES [M -> 0] } }\nSTART [ %s | ]\n",
             definitions, rule, payoff, start);
    return text;
}

TEST(odd_games)
{
    static const char step[] = "[ a | P (a) | ] -> [ a | | ] emb P";
    CHECK_STR(loaded(game_with("", step, "0",
                               "const, const_, const__, e_0, nowhere, none, P, M, 0, 1, ex, not, player | P (const)")),
              "");
    CHECK_STR(loaded(game_with("", "[ a | | ] -> [ a | goals (a); player (a); e_0 (a); board (a) | ]", "0",
                               "a | goals:1 {}; player:1 {}; e_0:1 {}; board:1 {}")),
              "");
    CHECK_STR(loaded(game_with("", step, "1e300", "a | P (a)")), "");
    CHECK_STR(loaded(game_with("", "[ a | P (a) | ] -> [ a | | ] emb P pre D(a)", "0",
                               "a | P (a) | ] with D(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q) = P(a) //")),
              "a relation has at most 16 arguments");
    char chain[40000] = "REL A0() = ex x P(x)\n";
    for (int i = 1; i < 1000; i++)
        sprintf(chain + strlen(chain), "REL A%d() = not A%d()\n", i, i - 1);
    CHECK_STR(loaded(game_with(chain, step, "0", "a | P (a)")),
              "with the definitions it uses, `A250` is more than 500 operators deep");
}

TEST(definitions_on_the_left_side)
{
    static const char near[] = "REL Near(x, y) = C(x, y) or C(y, x)", start[] = "a, b, c | P (b); C { (a, b); (b, c) }";
    CHECK_INT(compare(game_with(near, "[ a, b | P (a); Near (a, b) | ] -> [ a, b | P (b) | ] emb P", "0", start), 1),
              1);
    CHECK_STR(loaded(game_with(near, "[ a | Near (a) | ] -> [ a | | ]", "0", start)),
              "`Near` has 1 argument elsewhere, not 2");
    CHECK_STR(loaded(game_with(near, "[ a, b | | ] -> [ a, b | Near (a, b) | ]", "0", start)),
              "`Near` is a relation of the structure already");
}

/* Both arguments are one element, and the body has variables of its own in their places. */
TEST(definitions_of_equal_arguments)
{
    static const char step[] = "[ a | P (a) | ] -> [ a | | ] emb P",
                      start[] = "a, b, c, d | P (a); C { (a, b); (b, c); (c, d); (d, b) }";
    static const char *const bodies[] = {"lfp L(y) = ((y != x and not P(x)) or ex z (C(y, z) and L(z)))",
                                         "gfp L(y) = ((y != x or P(x)) and ex z (C(y, z) and L(z)))",
                                         "tc x, y (C(x, y) and not P(y))",
                                         "ex z (C(x, z) and tc z, y (C(z, y) and not P(x)))"};
    for (int i = 0; i < 4; i++) {
        char definitions[400];
        snprintf(definitions, sizeof definitions, "REL D(x, y) = %s\nREL F(x) = P(x) or D(x, x)", bodies[i]);
        CHECK_INT(compare(game_with(definitions, step, ":(ex x D(x, x)) + 2 * :(all x F(x))", start), 1), 1);
        CHECK_INT(
            compare(game_with(definitions, "[ a, b | C (a, b) | ] -> [ a, b | P (b) | ] emb P pre D(b, b) or F(a)",
                              ":(ex x D(x, x))", start),
                    1),
            1);
    }
}

/* More elements than a formula has variables. */
TEST(rules_with_many_elements)
{
    char elements[8000] = "e0", rule[20000];
    for (int i = 1; i < 600; i++)
        sprintf(elements + strlen(elements), ", e%d", i);
    snprintf(rule, sizeof rule, "[ %s | P (e0) | ] -> [ %s | | ] emb P pre P(e599)", elements, elements);
    CHECK_STR(loaded(game_with("", rule, "0", "a | P (a)")), "more than 512 variables in one formula");
}

TEST_MAIN
