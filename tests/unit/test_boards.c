/* Boards of the class grammar: numbering, labels, neighbours, radials, regions. */
#include "lang/ludii/graph/board.h"
#include "ludens.h"
#include "test.h"

typedef struct fixture {
    arena a;
    diag_sink sink;
    ludii_file f;
    lib l;
    lud_options o;
    lang_input in;
} fixture;

/* The board of a game with that equipment; NULL after reports. */
static gr_board *board_of(fixture *x, const char *equipment)
{
    arena_init(&x->a, 0);
    diag_sink_init(&x->sink, &x->a);
    lud_options_init(&x->o);
    const char *text = arena_printf(&x->a,
                                    "(game \"G\" (players 2) (equipment { %s (piece \"A\" Each) }) "
                                    "(rules (play (move Pass)) (end (if (no Moves Mover) (result Mover Loss)))))",
                                    equipment);
    x->in = (lang_input){.scratch = &x->a,
                         .limits = &x->o.limits,
                         .sink = &x->sink,
                         .source = source_new(&x->a, "game.lud", text, strlen(text))};
    ludii_begin(&x->f, &x->in);
    const ludii_value *game = ludii_read(&x->f, &x->l);
    CHECK(game);
    return game ? ludii_board(&x->f, &x->l, game) : NULL;
}

static const char *list(fixture *x, const vec_u32 *items)
{
    const char *text = "";
    for (uint32_t i = 0; i < items->count; i++)
        text = arena_printf(&x->a, "%s%s%u", text, i ? " " : "", items->data[i]);
    return text;
}

TEST(squares)
{
    fixture x;
    gr_board *b = board_of(&x, "(board (square 3))");
    const gr_sites *s = &b->sites[GR_CELL];
    CHECK_INT(b->default_site, GR_CELL);
    CHECK_INT(s->count, 9);
    CHECK_INT(b->sites[GR_VERTEX].count, 16);
    CHECK_INT(b->sites[GR_EDGE].count, 24);
    CHECK(s->at[5].x == 2.5 && s->at[5].y == 1.5);
    CHECK_STR(gr_label(s, 5, &x.a), "C2");
    CHECK_STR(list(&x, &s->near[GR_ADJACENT][4]), "7 8 5 2 1 0 3 6");
    CHECK_STR(list(&x, &s->near[GR_ORTHOGONAL][4]), "7 5 1 3");
    CHECK_STR(list(&x, &s->near[GR_DIAGONAL][0]), "4");
    CHECK_STR(list(&x, &s->step[2][0]), "4"); /* north-east */
    CHECK_STR(list(&x, &s->region[GR_OUTER]), "0 1 2 3 5 6 7 8");
    CHECK_STR(list(&x, &s->region[GR_TOP]), "6 7 8");
    CHECK_INT(s->phase[3], 1);
    vec_u32 way = {0};
    gr_radial(s, s->step[2], 0, 4, &x.a, &way);
    CHECK_STR(list(&x, &way), "4 8");
    arena_done(&x.a);
}

TEST(vertices_and_diagonals)
{
    fixture x;
    gr_board *b = board_of(&x, "(board (rectangle 3 3 diagonals:Alternating) use:Vertex)");
    CHECK_INT(b->default_site, GR_VERTEX);
    CHECK_INT(b->sites[GR_VERTEX].count, 9);
    CHECK_STR(list(&x, &b->sites[GR_VERTEX].near[GR_ORTHOGONAL][4]), "7 8 5 2 1 0 3 6");
    CHECK_STR(list(&x, &b->sites[GR_VERTEX].near[GR_ORTHOGONAL][1]), "4 2 0");
    CHECK_INT(b->sites[GR_CELL].count, 8);
    arena_done(&x.a);
}

TEST(hexagons)
{
    fixture x;
    gr_board *b = board_of(&x, "(board (rotate 90 (hex 5)))");
    const gr_sites *s = &b->sites[GR_CELL];
    CHECK_INT(s->count, 61);
    CHECK_STR(gr_label(s, 0, &x.a), "E1"); /* numbered before it was turned */
    CHECK_STR(gr_label(s, 1, &x.a), "F2");
    CHECK_INT(s->near[GR_ADJACENT][30].count, 6);
    CHECK_INT(s->near[GR_DIAGONAL][30].count, 6);
    arena_done(&x.a);
    b = board_of(&x, "(board (hex Diamond 11))");
    CHECK_STR(gr_label(&b->sites[GR_CELL], 1, &x.a), "A2");
    CHECK_STR(gr_label(&b->sites[GR_CELL], 120, &x.a), "K11");
    arena_done(&x.a);
}

TEST(operators)
{
    fixture x;
    gr_board *b = board_of(&x, "(board (merge (rectangle 3 4) (shift 0 1 (rectangle 1 12))))");
    CHECK_INT(b->sites[GR_CELL].count, 20);
    arena_done(&x.a);
    b = board_of(&x, "(board (hole (rectangle 3 8) (poly {{4 0} {4 1} {6 1} {6 0}})))");
    CHECK_INT(b->sites[GR_CELL].count, 22);
    CHECK_INT(b->sites[GR_VERTEX].count, 36);
    CHECK_INT(b->sites[GR_EDGE].count, 56);
    arena_done(&x.a);
    b = board_of(&x, "(board (add (remove (square 3) edges:{{0 1}}) vertices:{{5 5}} edges:{{8 9}}) use:Vertex)");
    CHECK_INT(b->sites[GR_VERTEX].count, 10);
    CHECK_INT(b->sites[GR_EDGE].count, 12);
    CHECK_INT(b->sites[GR_CELL].count, 3);
    arena_done(&x.a);
}

static void check_counts(const char *equipment, uint32_t vertices, uint32_t edges, uint32_t cells)
{
    fixture x;
    gr_board *b = board_of(&x, equipment);
    CHECK_INT(b->sites[GR_VERTEX].count, vertices);
    CHECK_INT(b->sites[GR_EDGE].count, edges);
    CHECK_INT(b->sites[GR_CELL].count, cells);
    arena_done(&x.a);
}

/* Sites in the order that they were made in: cells around the first vertex come first. */
TEST(octagons)
{
    static const double middles[5][2] = {{0.5, 0.5}, {0, 1}, {0, 0}, {1, 0}, {1, 1}};
    fixture x;
    gr_board *b = board_of(&x, "(board (tiling T488 2))");
    const gr_sites *v = &b->sites[GR_VERTEX], *c = &b->sites[GR_CELL];
    CHECK(v->at[0].x > v->at[7].x && v->at[0].y > v->at[1].y);
    CHECK_INT(c->count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        const double x_error = c->at[i].x - middles[i][0] * c->at[4].x,
                     y_error = c->at[i].y - middles[i][1] * c->at[4].y;
        CHECK(x_error * x_error + y_error * y_error < 0.01);
    }
    arena_done(&x.a);
}

TEST(less_common_boards)
{
    check_counts(
        "(board (splitCrossings (merge (square 1) (graph vertices:{{0 0} {1 1} {0 1} {1 0}} edges:{{0 1} {2 3}}))))", 5,
        8, 4);
    check_counts("(board (intersect (square 4) (shift 1 1 (square 4))))", 16, 24, 9);
    check_counts("(board (subdivide (square 2)))", 13, 28, 16);
    check_counts("(board (dual (square 3)))", 9, 12, 4);
    check_counts("(board (repeat 2 3 step:{{1 0} {0 1}} (poly {{0 0} {0 1} {1 1} {1 0}})))", 12, 17, 6);
    check_counts("(board (spiral turns:2 sites:9) use:Vertex)", 9, 8, 0);
    check_counts("(board (tiling T3464 1))", 18, 30, 13);
    check_counts("(board (square 3 pyramidal:true) use:Vertex)", 14, 36, 24);
    check_counts("(board (hex Rectangle 2 3))", 19, 23, 5);
    check_counts("(board (hex Limping 2))", 37, 48, 12);
    check_counts("(board (shape 5))", 5, 5, 1);
}

TEST(tiles_in_lattices)
{
    check_counts("(board (tiling T31212 2))", 60, 78, 19); /* 7 dodecagons and 12 triangles */
    check_counts("(board (tiling T333333_33434 2))", 102, 204, 103);
    check_counts("(board (tiling T33336 2))", 72, 162, 91);
    check_counts("(board (tiling T33344 3 4))", 30, 57, 28); /* three rows of squares, and triangles between them */
    check_counts("(board (tiling T33434 1))", 14, 25, 12);
    check_counts("(board (tiling T3464 {2 2}))", 72, 132, 61);
    check_counts("(board (tiling T3464 2 3))", 66, 120, 55);
    check_counts("(board (tiling T3636 2))", 30, 48, 19);
    check_counts("(board (tiling T4612 2))", 84, 108, 25); /* 7 dodecagons, 12 squares, 6 hexagons */
    check_counts("(board (tiling T488 3 4))", 62, 79, 18); /* 12 octagons and 6 squares */
    check_counts("(board (hex {2 3}))", 37, 48, 12);       /* as `Limping` */
    check_counts("(board (hex Prism 2 3))", 32, 41, 10);
    check_counts("(board (tri {4 6 4 7 4}) use:Vertex)", 60, 153, 94);
    check_counts("(board (tri Diamond 3) use:Vertex)", 9, 16, 8);
    check_counts("(board (tri Rectangle 3 4) use:Vertex)", 11, 20, 10);
    check_counts("(board (tri Star 1) use:Vertex)", 13, 24, 12);
    check_counts("(board (square {4 3 -1 2 3}))", 28, 45, 18);
    check_counts("(board (square Diamond 2))", 12, 16, 5);
    check_counts("(board (square 2 diagonals:Concentric))", 9, 16, 8);
    check_counts("(board (square (poly {{0 0} {0 3} {3 3} {3 0}}) diagonals:Solid))", 25, 60, 36);
}

TEST(bricks_and_quadrilaterals)
{
    check_counts("(board (brick 2 2))", 19, 23, 5);
    check_counts("(board (brick 2 2 trim:True))", 15, 19, 5);
    check_counts("(board (brick Diamond 2))", 16, 19, 4);
    check_counts("(board (brick Spiral 2))", 16, 20, 5);
    check_counts("(board (celtic 1))", 8, 12, 5);
    check_counts("(board (celtic 2))", 16, 28, 13); /* 12 corners of 4 squares and one between them, and 4 + 4 ends */
    check_counts("(board (celtic {2 2 2 2}))", 8, 12, 5);
    check_counts("(board (quadhex 2))", 37, 60, 24);
    check_counts("(board (quadhex 2 thirds:True))", 45, 72, 28);
}

TEST(mancala)
{
    fixture x;
    gr_board *b = board_of(&x, "(mancalaBoard 2 6)");
    CHECK_INT(b->sites[GR_VERTEX].count, 14);
    CHECK_STR(gr_label(&b->sites[GR_VERTEX], 7, &x.a), "B2");
    CHECK_STR(gr_label(&b->sites[GR_VERTEX], 13, &x.a), "H1");
    arena_done(&x.a);
}

static void refused(const char *equipment, const char *expected)
{
    fixture x;
    CHECK(!board_of(&x, equipment));
    if (!x.sink.first || !strstr(x.sink.first->message, expected))
        TEST_FAIL("%s: %s", equipment, x.sink.first ? x.sink.first->message : "nothing is said");
    arena_done(&x.a);
}

TEST(what_cannot_be_made)
{
    refused("(board (clip (square 3) (poly {{0 0} {1 0} {0 1}})))", "`Clip` cannot be played yet");
    refused("(board (tri {100 100}))", "more than 20000 vertices");
    refused("(board (hex {1000 3}))", "200 long at most");
    refused("(board (splitCrossings (complete (square 12))) use:Vertex)", "too many edges cross");
    refused("(board (spiral turns:5 sites:88888))", "more than 20000 vertices");
    refused("(board (square 100000))", "from 1 to 200");
    refused("(board (square 150))", "more than 20000 vertices");
    refused("(board (complete (square 30)))", "more than 20000 vertices");
    refused("(board (square (- 3 3)))", "from 1 to 200");
    refused("(board (graph vertices:{{0 0} {1 0}} edges:{{0 2}}))", "no vertex 2");
    refused("(board (merge {(square 2) (square NoShape 2)}))", "`Square` cannot be played yet");
}

TEST_MAIN
