/* The builder: what it refuses, and that an automaton made with it survives being printed and
 * read back. */
#include "automaton/build.h"
#include "automaton/print.h"
#include "ludens.h"
#include "test.h"

static const src_span somewhere = {1, 5};

typedef struct workshop {
    arena arena;
    intern names;
    diag_sink sink;
    ir_game *g;
} workshop;

static void open_workshop(workshop *w)
{
    arena_init(&w->arena, 0);
    intern_init(&w->names, &w->arena);
    diag_sink_init(&w->sink, &w->arena);
    const char *text = "made by hand";
    w->g = ir_game_new(&w->arena, &w->names, source_new(&w->arena, "hand", text, strlen(text)), &w->sink);
}

static void close_workshop(workshop *w) { arena_done(&w->arena); }

static name_id name(workshop *w, const char *text) { return intern_cstr(&w->names, text); }
static ir_sym symbol(workshop *w, const char *text) { return irb_symbol(w->g, name(w, text)); }
static ir_node node(workshop *w, const char *text) { return irb_node(w->g, name(w, text), somewhere); }
static ir_type named(workshop *w, const char *text) { return irb_named_type(w->g, name(w, text), somewhere); }

static void set(workshop *w, const char *type, const char *one, const char *two)
{
    ir_sym symbols[2] = {symbol(w, one), symbol(w, two)};
    CHECK(irb_typedef(w->g, name(w, type), irb_set_type(w->g, symbols, 2, somewhere), somewhere));
}

static ir_value symbol_value(workshop *w, const char *text)
{
    return irb_value_symbol(w->g, symbol(w, text), somewhere);
}

static ir_expr var(workshop *w, ir_var v) { return irb_expr_var(w->g, v, somewhere); }
static ir_expr number(workshop *w, int32_t i) { return irb_expr_int(w->g, i, somewhere); }
static ir_expr binary(workshop *w, ir_op op, ir_expr a, ir_expr b)
{
    return irb_expr(w->g, op, a, b, IR_NONE, somewhere);
}

static void player_edge(workshop *w, const char *from, const char *to, const char *who)
{
    irb_assign(w->g, node(w, from), node(w, to), var(w, w->g->player), irb_expr_symbol(w->g, symbol(w, who), somewhere),
               somewhere);
}

static bool reported(const workshop *w, diag_code code)
{
    for (const diag *d = w->sink.first; d; d = d->next)
        if (d->code == code)
            return true;
    return false;
}

TEST(names_are_taken_once)
{
    workshop w;
    open_workshop(&w);
    set(&w, "Player", "white", "black");
    CHECK(!irb_typedef(w.g, name(&w, "Player"), named(&w, "Score"), somewhere));
    CHECK(reported(&w, DIAG_DUPLICATE));
    CHECK(w.sink.last->notes != NULL); /* the first place */
    ir_const c = irb_constant(w.g, name(&w, "c"), named(&w, "Player"), symbol_value(&w, "white"), somewhere);
    ir_var v = irb_variable(w.g, name(&w, "v"), named(&w, "Player"), symbol_value(&w, "white"), somewhere);
    CHECK(c != IR_NONE && v != IR_NONE);
    /* constants and variables share their names */
    CHECK_INT(irb_constant(w.g, name(&w, "c"), named(&w, "Player"), symbol_value(&w, "black"), somewhere), IR_NONE);
    CHECK_INT(irb_constant(w.g, name(&w, "v"), named(&w, "Player"), symbol_value(&w, "black"), somewhere), IR_NONE);
    CHECK_INT(irb_variable(w.g, name(&w, "c"), named(&w, "Player"), symbol_value(&w, "black"), somewhere), IR_NONE);
    CHECK_INT(irb_variable(w.g, name(&w, "v"), named(&w, "Player"), symbol_value(&w, "black"), somewhere), IR_NONE);
    CHECK_INT(w.sink.errors, 5);
    CHECK_INT(irb_find_constant(w.g, name(&w, "c")), c);
    CHECK_INT(irb_find_variable(w.g, name(&w, "v")), v);
    CHECK_INT(irb_find_variable(w.g, name(&w, "c")), IR_NONE);
    CHECK_INT(irb_find_constant(w.g, name(&w, "nothing")), IR_NONE);
    close_workshop(&w);
}

TEST(symbols_and_nodes_are_found_again)
{
    workshop w;
    open_workshop(&w);
    CHECK_INT(symbol(&w, "x"), symbol(&w, "x"));
    CHECK(symbol(&w, "x") != symbol(&w, "y"));
    CHECK_INT(node(&w, "begin"), w.g->begin);
    CHECK_INT(node(&w, "end"), w.g->end);
    ir_node n = node(&w, "n");
    CHECK_INT(node(&w, "n"), n);
    close_workshop(&w);
}

TEST(fresh_nodes_have_names_of_their_own)
{
    workshop w;
    open_workshop(&w);
    ir_node taken = node(&w, "loop"), also = node(&w, "loop_3");
    ir_node fresh[40];
    for (int i = 0; i < 40; i++) {
        fresh[i] = irb_fresh_node(w.g, "loop", somewhere);
        CHECK(fresh[i] != taken && fresh[i] != also);
        for (int k = 0; k < i; k++) {
            CHECK(fresh[i] != fresh[k]);
            CHECK(strcmp(ir_node_name(w.g, fresh[i]), ir_node_name(w.g, fresh[k])) != 0);
        }
    }
    CHECK_STR(ir_node_name(w.g, irb_fresh_node(w.g, "free", somewhere)), "free");
    close_workshop(&w);
}

TEST(a_game_needs_players_and_scores)
{
    workshop w;
    open_workshop(&w);
    set(&w, "Player", "white", "black");
    CHECK(!ir_game_finish(w.g, true));
    CHECK(reported(&w, DIAG_MISSING_BUILTIN));
    close_workshop(&w);
}

static void open_small_game(workshop *w)
{
    open_workshop(w);
    set(w, "Player", "white", "black");
    set(w, "Score", "0", "100");
}

TEST(what_the_check_finds_in_a_built_game)
{
    workshop w;
    open_small_game(&w);
    set(&w, "N", "n0", "n1");
    irb_variable(w.g, name(&w, "v"), named(&w, "Nn"), symbol_value(&w, "n0"), somewhere);
    CHECK(irb_builtins(w.g));
    player_edge(&w, "begin", "end", "keeper");
    CHECK(!ir_game_finish(w.g, true));
    CHECK(reported(&w, DIAG_UNKNOWN_TYPE));
    CHECK(w.sink.first->hint && strstr(w.sink.first->hint, "`N`"));
    close_workshop(&w);

    open_small_game(&w);
    CHECK(irb_builtins(w.g));
    player_edge(&w, "begin", "stop", "white");
    CHECK(!ir_game_finish(w.g, true));
    CHECK(reported(&w, DIAG_END_UNREACHABLE));
    close_workshop(&w);

    open_small_game(&w);
    ir_value_entry twice[] = {{symbol_value(&w, "white"), symbol_value(&w, "0"), somewhere},
                              {symbol_value(&w, "white"), symbol_value(&w, "100"), somewhere}};
    ir_type arrow = irb_arrow_type(w.g, named(&w, "Player"), named(&w, "Score"), somewhere);
    irb_variable(w.g, name(&w, "m"), arrow, irb_value_map(w.g, twice, 2, somewhere), somewhere);
    CHECK(irb_builtins(w.g));
    player_edge(&w, "begin", "end", "keeper");
    CHECK(!ir_game_finish(w.g, true));
    CHECK(reported(&w, DIAG_DUPLICATE_KEY));
    CHECK(reported(&w, DIAG_NO_DEFAULT));
    close_workshop(&w);

    open_small_game(&w);
    ir_type circle = named(&w, "Circle");
    irb_typedef(w.g, name(&w, "Circle"), irb_arrow_type(w.g, named(&w, "Player"), circle, somewhere), somewhere);
    CHECK(irb_builtins(w.g));
    player_edge(&w, "begin", "end", "keeper");
    CHECK(!ir_game_finish(w.g, true));
    CHECK(reported(&w, DIAG_RECURSIVE_TYPE));
    close_workshop(&w);
}

TEST(a_symbol_is_no_condition_and_no_target)
{
    workshop w;
    open_small_game(&w);
    CHECK(irb_builtins(w.g));
    player_edge(&w, "begin", "n", "white");
    irb_check(w.g, node(&w, "n"), node(&w, "m"), irb_expr_symbol(w.g, symbol(&w, "white"), somewhere), somewhere);
    irb_assign(w.g, node(&w, "n"), node(&w, "m"), irb_expr_symbol(w.g, symbol(&w, "white"), somewhere),
               irb_expr_symbol(w.g, symbol(&w, "black"), somewhere), somewhere);
    irb_tag(w.g, node(&w, "m"), node(&w, "m"), irb_expr_symbol(w.g, symbol(&w, "t"), somewhere), somewhere);
    player_edge(&w, "m", "end", "keeper");
    CHECK(!ir_game_finish(w.g, true));
    CHECK(reported(&w, DIAG_NOT_BOOLEAN));
    CHECK(reported(&w, DIAG_CONSTANT_TARGET));
    CHECK(reported(&w, DIAG_TAG_LOOP));
    close_workshop(&w);
}

/* A game that uses what there is: n is drawn under a condition, changed, told, and tested by
 * all connectives. */
static void build_game(workshop *w)
{
    open_small_game(w);
    ir_game *g = w->g;
    set(w, "N", "n0", "n1");
    irb_typedef(g, name(w, "I"), irb_int_type(g, -3, 12, somewhere), somewhere);
    ir_value_entry row[] = {{symbol_value(w, "n1"), irb_value_int(g, -2, somewhere), somewhere},
                            {IR_NONE, irb_value_int(g, 7, somewhere), somewhere}};
    ir_const table = irb_constant(g, name(w, "table"), irb_arrow_type(g, named(w, "N"), named(w, "I"), somewhere),
                                  irb_value_map(g, row, 2, somewhere), somewhere);
    ir_var i = irb_variable(g, name(w, "i"), named(w, "I"), irb_value_int(g, 4, somewhere), somewhere);
    ir_var n = irb_variable(g, name(w, "n"), named(w, "N"), symbol_value(w, "n0"), somewhere);
    CHECK(irb_builtins(g));
    player_edge(w, "begin", "a", "white");
    /* i > 2 && !(i == 5) || ?(p -> q) */
    ir_expr more = binary(w, IR_GT, var(w, i), number(w, 2));
    ir_expr not_five = irb_expr(g, IR_NOT, binary(w, IR_EQ, var(w, i), number(w, 5)), IR_NONE, IR_NONE, somewhere);
    ir_expr search = irb_expr_reach(g, node(w, "p"), node(w, "q"), somewhere);
    irb_choose(g, node(w, "a"), node(w, "b"), var(w, i), named(w, "I"),
               binary(w, IR_OR, binary(w, IR_AND, more, not_five), search), somewhere);
    irb_check(g, node(w, "p"), node(w, "q"), binary(w, IR_EQ, var(w, i), number(w, -3)), somewhere);
    irb_tag(g, node(w, "b"), node(w, "c"), var(w, i), somewhere);
    /* tag i - (2 - i) * 2 % 5 */
    ir_expr difference = binary(w, IR_SUB, number(w, 2), var(w, i));
    ir_expr product = binary(w, IR_MUL, difference, number(w, 2));
    irb_tag(g, node(w, "c"), node(w, "d"), binary(w, IR_SUB, var(w, i), binary(w, IR_MOD, product, number(w, 5))),
            somewhere);
    /* n = (i < 0 ? n1 : n) */
    ir_expr below = binary(w, IR_LT, var(w, i), number(w, 0));
    ir_expr chosen = irb_expr(g, IR_IF, below, irb_expr_symbol(g, symbol(w, "n1"), somewhere), var(w, n), somewhere);
    irb_assign(g, node(w, "d"), node(w, "e"), var(w, n), chosen, somewhere);
    ir_expr entry = irb_expr_index(g, irb_expr_const(g, table, somewhere),
                                   irb_expr_cast(g, named(w, "N"), var(w, n), somewhere), somewhere);
    ir_expr minus = irb_expr(g, IR_NEG, entry, IR_NONE, IR_NONE, somewhere);
    irb_tag(g, node(w, "e"), node(w, "f"), binary(w, IR_ADD, minus, number(w, 1)), somewhere);
    irb_skip(g, node(w, "f"), node(w, "h"), somewhere);
    player_edge(w, "h", "end", "keeper");
    CHECK(ir_game_finish(g, true));
    CHECK_INT(w->sink.count, 0);
}

TEST(printing_and_reading_back_changes_nothing)
{
    workshop w;
    build_game(&w);
    const char *text = ir_print(w.g, &w.arena);
    lud_options o;
    lud_options_init(&o);
    o.passes = "none";
    lud_diags *diags = lud_diags_new();
    lud_game *game = lud_load_text(text, strlen(text), "hand.aut", &o, diags);
    if (!game) {
        TEST_FAIL("%s\n%s", lud_diags_render(diags, 0, false), text);
        return;
    }
    char *again = lud_translate(game, "automaton", diags);
    CHECK_STR(again, text);
    /* and it is no RG */
    CHECK(ir_beyond_rg(w.g, &w.arena) != NULL);
    CHECK(lud_translate(game, "rg", diags) == NULL);
    lud_free(again);
    lud_game_free(game);
    lud_diags_free(diags);
    close_workshop(&w);
}

/* The moves by hand: i is -3 (search) or 3, 4, 6 .. 12; then i - ((2 - i) * 2) mod 5, then
 * 1 - (-2) for i < 0, else 1 - 7. */
TEST(what_is_read_back_plays)
{
    workshop w;
    build_game(&w);
    const char *text = ir_print(w.g, &w.arena);
    for (int passes = 0; passes < 2; passes++) {
        lud_options o;
        lud_options_init(&o);
        o.passes = passes ? NULL : "none";
        lud_game *game = lud_load_text(text, strlen(text), "hand.aut", &o, NULL);
        CHECK(game != NULL);
        if (!game)
            continue;
        lud_context *ctx = lud_context_new(game);
        lud_moves *moves = lud_moves_new();
        void *state = malloc(lud_state_size(game));
        CHECK_INT(lud_start(ctx, state), LUD_OK);
        CHECK_INT(lud_moves_list(ctx, state, 1, moves), LUD_OK);
        CHECK_INT(lud_moves_count(moves), 10);
        bool seen[16] = {false};
        for (uint32_t k = 0; k < lud_moves_count(moves); k++) {
            char actual[100], expected[100];
            lud_move_text(game, lud_moves_at(moves, k), actual, sizeof actual);
            int i = atoi(actual), product = (2 - i) * 2;
            int rest = ((product % 5) + 5) % 5;
            snprintf(expected, sizeof expected, "%d %d %d", i, i - rest, i < 0 ? 3 : -6);
            CHECK_STR(actual, expected);
            CHECK(i == -3 || (i > 2 && i != 5 && i <= 12));
            if (i >= -3 && i <= 12) {
                CHECK(!seen[i + 3]);
                seen[i + 3] = true;
            }
        }
        free(state);
        lud_moves_free(moves);
        lud_context_free(ctx);
        lud_game_free(game);
    }
    close_workshop(&w);
}

TEST_MAIN
