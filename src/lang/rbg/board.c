/* Boards: vertices that are written out, and the generators. */
#include "lang/rbg/rbg.h"

#include <string.h>

static uint32_t *new_targets(rbg_file *f, uint32_t count)
{
    uint32_t *targets = ARENA_ARRAY(f->arena, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        targets[i] = RBG_NONE;
    return targets;
}

/* ---- written out ---- */

typedef struct edge {
    uint32_t direction;
    rbg_token label, target;
} edge;

typedef struct written {
    VEC(edge) edges;
    VEC(uint32_t) first; /* [vertex] of its edges */
} written;

static void skip_vertex(rbg_parser *p)
{
    while (!rbg_at(p, RBG_T_SECTION_END) && !rbg_accept(p, RBG_T_RBRACE))
        p->token++;
    p->failed = false;
}

static bool parse_edge(rbg_parser *p, written *w)
{
    edge e = {.label = *p->token};
    if (!rbg_at(p, RBG_T_IDENT))
        return rbg_expected(p, "the name of a direction"), false;
    p->token++;
    if (!rbg_expect(p, RBG_T_COLON, " and the vertex the direction leads to"))
        return false;
    e.target = *p->token;
    if (!rbg_at(p, RBG_T_IDENT))
        return rbg_expected(p, "the name of a vertex"), false;
    p->token++;
    e.direction = rbg_direction(p->f, &e.label);
    vec_push(p->f->arena, &w->edges, e);
    return true;
}

static void add_vertex(rbg_parser *p, const rbg_token *t, uint32_t piece)
{
    rbg_file *f = p->f;
    const uint32_t *known = map_get(&f->vertex_by_name, t->name);
    if (known) {
        diag *d =
            rbg_report(f, DIAG_DUPLICATE, t->span, t->origin, "the vertex `%s` is there twice", rbg_shown(f, t->name));
        diag_add_note(f->sink, d, f->text, vec_at(&f->vertices, *known).name.span, "first here");
    } else {
        map_put(&f->vertex_by_name, t->name, f->vertices.count);
    }
    if (f->vertices.count >= RBG_MAX_VERTICES)
        rbg_too_large(f, t->span, "the board has more than %d vertices", RBG_MAX_VERTICES);
    rbg_vertex v = {{t->name, t->span, t->origin, 0}, piece, NULL};
    vec_push(f->arena, &f->vertices, v);
}

static void parse_vertex(rbg_parser *p, written *w)
{
    rbg_file *f = p->f;
    const rbg_token *t = p->token;
    if (!rbg_at(p, RBG_T_IDENT)) {
        rbg_expected(p, "a vertex, such as `a1[empty]{right: b1}`");
        p->token++;
        return;
    }
    p->token++;
    uint32_t piece = RBG_NONE;
    if (!rbg_expect(p, RBG_T_LBRACKET, " and the piece on the vertex"))
        return;
    if (!rbg_at(p, RBG_T_IDENT)) {
        rbg_expected(p, "the name of a piece");
        return;
    }
    piece = rbg_resolve(f, p->token++, RBG_NAME_PIECE);
    if (!rbg_expect(p, RBG_T_RBRACKET, "") || !rbg_expect(p, RBG_T_LBRACE, " and the edges of the vertex"))
        return;
    add_vertex(p, t, piece);
    vec_push(f->arena, &w->first, w->edges.count);
    if (rbg_accept(p, RBG_T_RBRACE))
        return;
    while (parse_edge(p, w))
        if (!rbg_accept(p, RBG_T_COMMA)) {
            rbg_expect(p, RBG_T_RBRACE, "");
            return;
        }
}

static void connect(rbg_file *f, const edge *e, rbg_vertex *from, uint32_t *targets)
{
    const uint32_t *to = map_get(&f->vertex_by_name, e->target.name);
    if (!to) {
        diag *d = rbg_report(f, DIAG_RBG_NAME, e->target.span, e->target.origin, "unknown vertex `%s`",
                             rbg_shown(f, e->target.name));
        suggestion s;
        suggest_init(&s, rbg_text(f, e->target.name));
        for (uint32_t i = 0; i < f->vertices.count; i++)
            suggest_offer(&s, rbg_text(f, vec_at(&f->vertices, i).name.name));
        diag_hint_near(f->sink, d, &s);
        return;
    }
    if (e->direction == RBG_NONE)
        return;
    if (targets[e->direction] != RBG_NONE)
        rbg_report(f, DIAG_DUPLICATE, e->label.span, e->label.origin, "the direction `%s` leaves the vertex `%s` twice",
                   rbg_shown(f, e->label.name), rbg_shown(f, from->name.name));
    targets[e->direction] = *to;
}

static void parse_written(rbg_parser *p)
{
    rbg_file *f = p->f;
    written w = {0};
    while (!rbg_at(p, RBG_T_SECTION_END) && !f->exhausted) {
        parse_vertex(p, &w);
        if (p->failed)
            skip_vertex(p);
    }
    if (f->exhausted)
        return;
    vec_push(f->arena, &w.first, w.edges.count);
    if ((uint64_t)f->vertices.count * f->directions.count > RBG_MAX_ALL_CELLS) {
        rbg_too_large(f, f->sections[RBG_BOARD].span, "the board is too large: %u vertices and %u directions",
                      f->vertices.count, f->directions.count);
        return;
    }
    for (uint32_t v = 0; v < f->vertices.count; v++) {
        uint32_t *targets = new_targets(f, f->directions.count);
        for (uint32_t i = vec_at(&w.first, v); i < vec_at(&w.first, v + 1); i++)
            connect(f, &vec_at(&w.edges, i), &vec_at(&f->vertices, v), targets);
        vec_at(&f->vertices, v).targets = targets;
    }
}

/* ---- generators ---- */

typedef struct row {
    VEC(uint32_t) cells; /* pieces; RBG_NONE: a hole */
    src_span span;
    uint32_t origin;
} row;
typedef struct layer {
    VEC(row) rows;
} layer;
typedef VEC(layer) layers;

static const uint32_t hole = RBG_NONE;

static bool parse_row(rbg_parser *p, row *r)
{
    rbg_file *f = p->f;
    *r = (row){.span = p->token->span, .origin = p->token->origin};
    if (!rbg_expect(p, RBG_T_LBRACKET, ": a row of the board"))
        return false;
    do {
        uint32_t piece = hole;
        if (rbg_at(p, RBG_T_IDENT))
            piece = rbg_resolve(f, p->token++, RBG_NAME_PIECE);
        vec_push(f->arena, &r->cells, piece);
    } while (rbg_accept(p, RBG_T_COMMA));
    r->span = span_join(r->span, p->token->span);
    if (!rbg_at(p, RBG_T_RBRACKET)) {
        rbg_expected(p, "a piece, `,` or `]`");
        return false;
    }
    p->token++;
    return true;
}

static bool parse_rows(rbg_parser *p, rbg_token_kind end, layer *l)
{
    do {
        row r;
        if (!parse_row(p, &r))
            return false;
        vec_push(p->f->arena, &l->rows, r);
    } while (!rbg_at(p, end) && !rbg_at(p, RBG_T_SECTION_END));
    return rbg_expect(p, end, "");
}

static bool parse_layers(rbg_parser *p, bool cuboid, layers *out)
{
    do {
        layer l = {0};
        if (cuboid && !rbg_expect(p, RBG_T_LBRACKET, ": a layer of the board"))
            return false;
        if (!parse_rows(p, cuboid ? RBG_T_RBRACKET : RBG_T_RPAREN, &l))
            return false;
        vec_push(p->f->arena, out, l);
    } while (cuboid && !rbg_accept(p, RBG_T_RPAREN));
    return true;
}

static bool check_length(rbg_file *f, const row *r, uint32_t wanted, const char *why)
{
    if (r->cells.count == wanted)
        return true;
    diag *d = rbg_report(f, DIAG_RBG_BOARD, r->span, r->origin, "this row has %u entries, expected %u", r->cells.count,
                         wanted);
    diag_set_hint(f->sink, d, "%s; an empty entry is a hole", why);
    return false;
}

static bool check_hexagon(rbg_file *f, const layer *l)
{
    bool shrinking = false;
    for (uint32_t i = 1; i < l->rows.count; i++) {
        const row *r = &vec_at(&l->rows, i);
        uint32_t before = vec_at(&l->rows, i - 1).cells.count;
        if (!shrinking && r->cells.count == before + 1)
            continue;
        shrinking = true;
        if (!check_length(f, r, before - 1, "rows of a hexagon grow by one up to the longest, then shrink by one"))
            return false;
    }
    return true;
}

static bool check_rows(rbg_file *f, const layers *all)
{
    const layer *first = &vec_at(all, 0);
    for (uint32_t z = 0; z < all->count; z++) {
        const layer *l = &vec_at(all, z);
        if (l->rows.count != first->rows.count) {
            const row *r = &vec_at(&l->rows, 0);
            rbg_report(f, DIAG_RBG_BOARD, r->span, r->origin, "this layer has %u rows, expected %u", l->rows.count,
                       first->rows.count);
            return false;
        }
        for (uint32_t y = 0; y < l->rows.count; y++)
            if (!check_length(f, &vec_at(&l->rows, y), vec_at(&first->rows, 0).cells.count,
                              "all rows have the same length"))
                return false;
    }
    return true;
}

enum { MAX_WAYS = 6 };
typedef struct generator {
    const char *name, *prefix;
    uint32_t ways;
    const char *parameters;
} generator;
enum { RECTANGLE, HEXAGON, CUBOID };
static const generator generators[] = {
    {"rectangle", "r", 4, "up, down, left and right"},
    {"hexagon", "h", 6, "north-west, north-east, east, south-east, south-west and west"},
    {"cuboid", "c", 6, "up, down, left, right, front and back"},
};

/* Where a way leads from an entry, in the order of the generator's parameters. */
typedef struct cell {
    int64_t x, y, z;
} cell;

static cell neighbour(int kind, const layer *l, cell c, uint32_t way)
{
    static const int8_t cuboid[6][3] = {{0, -1, 0}, {0, 1, 0}, {-1, 0, 0}, {1, 0, 0}, {0, 0, 1}, {0, 0, -1}};
    if (kind != HEXAGON)
        return (cell){c.x + cuboid[way][0], c.y + cuboid[way][1], c.z + cuboid[way][2]};
    static const int8_t side[6] = {-1, -1, 0, 1, 1, 0}; /* nw ne e se sw w */
    if (way == 2 || way == 5)
        return (cell){c.x + (way == 2 ? 1 : -1), c.y, 0};
    int64_t y = c.y + side[way];
    if (y < 0 || y >= (int64_t)l->rows.count)
        return (cell){-1, y, 0};
    bool longer = vec_at(&l->rows, y).cells.count > vec_at(&l->rows, c.y).cells.count;
    bool east = way == 1 || way == 3;
    return (cell){c.x + (longer ? east : (int64_t)east - 1), y, 0};
}

static uint32_t vertex_at(const rbg_file *f, int kind, const layers *all, cell c)
{
    if (c.z < 0 || c.z >= (int64_t)all->count || c.y < 0 || c.y >= (int64_t)all->data[c.z].rows.count)
        return RBG_NONE;
    const row *r = &vec_at(&vec_at(all, c.z).rows, c.y);
    if (c.x < 0 || c.x >= (int64_t)r->cells.count || vec_at(&r->cells, c.x) == hole)
        return RBG_NONE;
    const char *name = kind == CUBOID ? arena_printf(f->arena, "cx%dy%dz%d", (int)c.x, (int)c.y, (int)c.z)
                                      : arena_printf(f->arena, "%sx%dy%d", generators[kind].prefix, (int)c.x, (int)c.y);
    name_id id = intern_cstr(f->names, name);
    const uint32_t *v = map_get(&f->vertex_by_name, id);
    return v ? *v : RBG_NONE;
}

typedef void (*cell_visitor)(rbg_parser *p, int kind, const layers *all, cell c, const uint32_t *ways);

static void each_cell(rbg_parser *p, int kind, const layers *all, const uint32_t *ways, cell_visitor visit)
{
    for (uint32_t z = 0; z < all->count; z++)
        for (uint32_t y = 0; y < vec_at(all, z).rows.count; y++)
            for (uint32_t x = 0; x < vec_at(&vec_at(all, z).rows, y).cells.count && !p->f->exhausted; x++)
                if (vec_at(&vec_at(&vec_at(all, z).rows, y).cells, x) != hole)
                    visit(p, kind, all, (cell){x, y, z}, ways);
}

static void make_vertex(rbg_parser *p, int kind, const layers *all, cell c, const uint32_t *ways)
{
    (void)ways;
    const row *r = &vec_at(&vec_at(all, c.z).rows, c.y);
    rbg_token t = {RBG_T_IDENT, NAME_NONE, r->span, 0, r->origin};
    t.name = kind == CUBOID ? intern_printf(p->f->names, "cx%dy%dz%d", (int)c.x, (int)c.y, (int)c.z)
                            : intern_printf(p->f->names, "%sx%dy%d", generators[kind].prefix, (int)c.x, (int)c.y);
    add_vertex(p, &t, vec_at(&r->cells, c.x));
}

static void make_edges(rbg_parser *p, int kind, const layers *all, cell c, const uint32_t *ways)
{
    rbg_file *f = p->f;
    uint32_t *targets = new_targets(f, f->directions.count);
    for (uint32_t i = 0; i < generators[kind].ways; i++)
        if (ways[i] != RBG_NONE)
            targets[ways[i]] = vertex_at(f, kind, all, neighbour(kind, &vec_at(all, 0), c, i));
    vec_at(&f->vertices, vertex_at(f, kind, all, c)).targets = targets;
}

static bool parse_ways(rbg_parser *p, const generator *g, uint32_t *ways)
{
    rbg_file *f = p->f;
    for (uint32_t i = 0; i < g->ways; i++) {
        const rbg_token *t = p->token;
        if (!rbg_at(p, RBG_T_IDENT)) {
            rbg_expected(p, arena_printf(f->arena, "the name of a direction: %s takes %s", g->name, g->parameters));
            return false;
        }
        p->token++;
        ways[i] = rbg_direction(f, t);
        for (uint32_t k = 0; k < i; k++)
            if (ways[k] == ways[i] && ways[i] != RBG_NONE)
                rbg_report(f, DIAG_DUPLICATE, t->span, t->origin, "two directions are called `%s`",
                           rbg_shown(f, t->name));
        if (!rbg_expect(p, RBG_T_COMMA, ""))
            return false;
    }
    return true;
}

static void parse_generator(rbg_parser *p, int kind)
{
    rbg_file *f = p->f;
    uint32_t ways[MAX_WAYS];
    layers all = {0};
    p->token++;
    if (!rbg_expect(p, RBG_T_LPAREN, "") || !parse_ways(p, &generators[kind], ways) ||
        !parse_layers(p, kind == CUBOID, &all))
        return;
    if (!rbg_at(p, RBG_T_SECTION_END)) {
        rbg_expected(p, "`#`: nothing follows the generator of a board");
        return;
    }
    if (!(kind == HEXAGON ? check_hexagon(f, &vec_at(&all, 0)) : check_rows(f, &all)))
        return;
    each_cell(p, kind, &all, ways, make_vertex);
    each_cell(p, kind, &all, ways, make_edges);
}

void rbg_parse_board(rbg_parser *p)
{
    rbg_file *f = p->f;
    uint32_t errors = f->sink->errors;
    int kind = -1;
    for (int i = 0; rbg_at(p, RBG_T_IDENT) && i <= CUBOID; i++)
        if (strcmp(rbg_text(f, p->token->name), generators[i].name) == 0)
            kind = i;
    if (kind >= 0)
        parse_generator(p, kind);
    else
        parse_written(p);
    if (f->vertices.count == 0 && f->sink->errors == errors)
        diag_report(f->sink, DIAG_RBG_BOARD, f->text, f->sections[RBG_BOARD].span, "the board has no vertices");
}
