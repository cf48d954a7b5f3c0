/* Types, symbols, variables and constants of the machine.
 *
 * Vertices, pieces and players keep their names, which moves and boards show. Whatever else needs a name
 * gets one that no symbol has, and names that mean something to the machine's own text get an underscore,
 * so that `ludens translate --to rg` writes what can be read back. */
#include "lang/rbg/lower.h"

#include <string.h>

ir_sym rbg_symbol(rbg_lowering *x, const char *name)
{
    name_id id = intern_cstr(x->f->names, name);
    const uint32_t *known = map_get(&x->symbols, id);
    if (known)
        return *known;
    ir_sym s = kit_named_sym(x->k, name);
    map_put(&x->symbols, id, s);
    return s;
}

/* ---- types ---- */

static ir_sym *symbols_of(rbg_lowering *x, const rbg_names *names)
{
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, names->count + 1);
    for (uint32_t i = 0; i < names->count; i++)
        symbols[i] = rbg_symbol(x, rbg_text(x->f, vec_at(names, i).name));
    return symbols;
}

static void declare_scores(rbg_lowering *x)
{
    VEC(int64_t) all = {0};
    for (uint32_t p = 0; p < x->f->players.count; p++)
        for (uint32_t i = 0; i < x->numbers->players[p].count; i++)
            vec_push(x->arena, &all, x->numbers->players[p].values[i]);
    rbg_domain d = rbg_make_domain(x->arena, all.data, all.count);
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, d.count);
    for (uint32_t i = 0; i < d.count; i++)
        symbols[i] = rbg_number_symbol(x, d.values[i]);
    kit_set_type(x->k, "Score", symbols, d.count);
}

static void declare_vertices(rbg_lowering *x)
{
    rbg_file *f = x->f;
    uint32_t count = f->vertices.count;
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, count + 1);
    int32_t *at_x = ARENA_ARRAY(x->arena, int32_t, count), *at_y = ARENA_ARRAY(x->arena, int32_t, count);
    bool placed = rbg_layout(f, at_x, at_y);
    for (uint32_t i = 0; i < count; i++) {
        symbols[i] = rbg_symbol(x, rbg_text(f, vec_at(&f->vertices, i).name.name));
        if (placed)
            kit_place(x->k, symbols[i], at_x[i], at_y[i]);
    }
    x->vertices = symbols;
    x->vertex_type = kit_set_type(x->k, "Vertex", symbols, count);
    symbols[count] = x->nowhere = kit_own_sym(x->k, "nowhere");
    x->vertex_or_none = kit_set_type(x->k, "VertexOrNone", symbols, count + 1);
}

/* ---- variables ---- */

static ir_var declare_board(rbg_lowering *x)
{
    rbg_file *f = x->f;
    ir_sym *values = ARENA_ARRAY(x->arena, ir_sym, f->vertices.count + 1);
    for (uint32_t i = 0; i < f->vertices.count; i++)
        values[i] = x->pieces[vec_at(&f->vertices, i).piece];
    return kit_map_variable(x->k, "board",
                            &(kit_map){x->vertex_type, x->piece_type, x->vertices, values, f->vertices.count,
                                       values[f->vertices.count / 2]});
}

static bool relates(const rbg_graph *g)
{
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (vec_at(&g->edges, i).action == RBG_RELATE)
            return true;
    return false;
}

static void declare_variables(rbg_lowering *x)
{
    rbg_file *f = x->f;
    x->board = declare_board(x);
    x->coord = kit_sym_variable(x->k, "vertex", x->vertex_or_none, x->vertices[0]);
    x->before = relates(x->graph) ? kit_sym_variable(x->k, "before", x->vertex_or_none, x->nowhere) : IR_NONE;
    rbg_declare_counts(x);
    x->variables = ARENA_ARRAY(x->arena, ir_var, f->variables.count + 1);
    ir_sym zero = rbg_number_symbol(x, 0);
    x->k->is_taken = NULL; /* now they take their own names */
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const rbg_name *v = &vec_at(&f->variables, i);
        x->k->at = v->span;
        x->variables[i] =
            kit_sym_variable(x->k, rbg_text(f, v->name), rbg_number_type_of(x, &x->numbers->variables[i]), zero);
    }
}

/* A modifier's tags say which it is and where, so they tell what it does. */
static void promise_told(rbg_lowering *x)
{
    kit_told(x->k, x->board);
    if (x->count != IR_NONE)
        kit_told(x->k, x->count);
    for (uint32_t i = 0; i < x->f->variables.count; i++)
        kit_told(x->k, x->variables[i]);
}

void rbg_declare_game(rbg_lowering *x)
{
    rbg_file *f = x->f;
    map_init(&x->symbols, x->arena);
    map_init(&x->counted, x->arena);
    map_init(&x->number_type_by_hash, x->arena);
    x->players = symbols_of(x, &f->players);
    x->pieces = symbols_of(x, &f->pieces);
    x->player_type = kit_set_type(x->k, "Player", x->players, f->players.count);
    declare_scores(x);
    x->piece_type = kit_set_type(x->k, "Piece", x->pieces, f->pieces.count);
    ir_sym both[2] = {rbg_number_symbol(x, 0), rbg_number_symbol(x, 1)};
    x->bool_type = kit_set_type(x->k, "Bool", both, 2);
    declare_vertices(x);
    declare_variables(x);
    promise_told(x);
}
