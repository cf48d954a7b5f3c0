/* Types, symbols, variables and constants of the machine.
 *
 * Vertices, pieces and players keep their names, which moves and boards show. Whatever else needs a name
 * gets one that no symbol has, and names that mean something to the machine's own text get an underscore,
 * so that `ludens translate --to rg` writes what can be read back. */
#include "lang/rbg/lower.h"

#include <string.h>

static bool is_taken(const char *name)
{
    static const char *const words[] = {"const", "type", "var", "player", "goals", "visible", "keeper", "random"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i], name) == 0)
            return true;
    return false;
}

ir_sym rbg_symbol(rbg_lowering *x, const char *name)
{
    name_id id = intern_cstr(x->f->names, name);
    const uint32_t *known = map_get(&x->symbols, id);
    if (known)
        return *known;
    name_id own = id;
    while (is_taken(intern_text(x->f->names, own)) ||
           (own != id && (map_has(&x->f->declared, own) || map_has(&x->f->vertex_by_name, own))))
        own = intern_printf(x->f->names, "%s_", intern_text(x->f->names, own));
    ir_sym s = irb_symbol(x->g, own);
    map_put(&x->symbols, id, s);
    return s;
}

/* A name for a variable or constant, which neither has yet, and no symbol. */
name_id rbg_fresh_name(rbg_lowering *x, const char *hint)
{
    name_id id = intern_cstr(x->f->names, hint);
    for (uint32_t i = 2;
         is_taken(intern_text(x->f->names, id)) || map_has(&x->g->symbol_by_name, id) || map_has(&x->f->declared, id) ||
         irb_find_constant(x->g, id) != IR_NONE || irb_find_variable(x->g, id) != IR_NONE;
         i++)
        id = intern_printf(x->f->names, "%s_%u", hint, i);
    return id;
}

ir_type rbg_type(rbg_lowering *x, name_id name, src_span at) { return irb_named_type(x->g, name, at); }

/* ---- constants ---- */

const ir_const *rbg_known_constant(const rbg_lowering *x, uint64_t hash) { return map_get(&x->constants, hash); }

ir_const rbg_new_constant(rbg_lowering *x, const char *hint, uint64_t hash, ir_type type, ir_value value, src_span at)
{
    ir_const c = irb_constant(x->g, rbg_fresh_name(x, hint), type, value, at);
    map_put(&x->constants, hash, c);
    return c;
}

/* The value most keys have, which is the map's default. */
static ir_sym most_frequent(const rbg_lowering *x, const ir_sym *values, uint32_t count)
{
    uint32_t *seen = ARENA_ARRAY(x->arena, uint32_t, x->g->symbols.count + 1);
    ir_sym best = values[0];
    for (uint32_t i = 0; i < count; i++)
        if (++seen[values[i]] > seen[best])
            best = values[i];
    return best;
}

ir_const rbg_map_constant(rbg_lowering *x, const char *hint, name_id key, const ir_sym *keys, uint32_t count,
                          name_id value, const ir_sym *values, src_span at)
{
    uint64_t hash = hash_bytes(values, count * sizeof *values, ((uint64_t)key << 32 | value) + 1);
    const ir_const *known = rbg_known_constant(x, hash);
    if (known)
        return *known;
    if ((x->cells += count) > RBG_MAX_ALL_CELLS)
        rbg_too_large(x->f, at, "the tables of this game have more than %d cells", RBG_MAX_ALL_CELLS);
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, count + 1);
    ir_sym usual = most_frequent(x, values, count);
    uint32_t n = 0;
    for (uint32_t i = 0; i < count; i++)
        if (values[i] != usual)
            entries[n++] =
                (ir_value_entry){irb_value_symbol(x->g, keys[i], at), irb_value_symbol(x->g, values[i], at), at};
    entries[n++] = (ir_value_entry){IR_NONE, irb_value_symbol(x->g, usual, at), at};
    ir_type type = irb_arrow_type(x->g, rbg_type(x, key, at), rbg_type(x, value, at), at);
    return rbg_new_constant(x, hint, hash, type, irb_value_map(x->g, entries, n, at), at);
}

/* ---- types ---- */

static name_id declare_set(rbg_lowering *x, const char *name, const ir_sym *symbols, uint32_t count, src_span at)
{
    name_id id = intern_cstr(x->f->names, name);
    irb_typedef(x->g, id, irb_set_type(x->g, symbols, count, at), at);
    return id;
}

static ir_sym *symbols_of(rbg_lowering *x, const rbg_names *names)
{
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, names->count + 1);
    for (uint32_t i = 0; i < names->count; i++)
        symbols[i] = rbg_symbol(x, rbg_text(x->f, names->data[i].name));
    return symbols;
}

static void declare_scores(rbg_lowering *x, src_span at)
{
    VEC(int64_t) all = {0};
    for (uint32_t p = 0; p < x->f->players.count; p++)
        for (uint32_t i = 0; i < x->numbers->players[p].count; i++)
            vec_push(x->arena, &all, x->numbers->players[p].values[i]);
    rbg_domain d = rbg_make_domain(x->arena, all.data, all.count);
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, d.count);
    for (uint32_t i = 0; i < d.count; i++)
        symbols[i] = rbg_number_symbol(x, d.values[i]);
    x->score_type = declare_set(x, "Score", symbols, d.count, at);
}

static void declare_vertices(rbg_lowering *x)
{
    rbg_file *f = x->f;
    uint32_t count = f->vertices.count;
    ir_sym *symbols = ARENA_ARRAY(x->arena, ir_sym, count + 1);
    int32_t *at_x = ARENA_ARRAY(x->arena, int32_t, count), *at_y = ARENA_ARRAY(x->arena, int32_t, count);
    src_span at = f->sections[RBG_BOARD].span;
    bool placed = rbg_layout(f, at_x, at_y);
    for (uint32_t i = 0; i < count; i++) {
        symbols[i] = rbg_symbol(x, rbg_text(f, f->vertices.data[i].name.name));
        if (placed)
            irb_symbol_place(x->g, symbols[i], at_x[i], at_y[i]);
    }
    x->vertices = symbols;
    x->vertex_type = declare_set(x, "Vertex", symbols, count, at);
    const char *nowhere = "nowhere";
    while (map_has(&x->g->symbol_by_name, intern_cstr(f->names, nowhere)))
        nowhere = arena_printf(x->arena, "%s_", nowhere);
    x->nowhere = rbg_symbol(x, nowhere);
    symbols[count] = x->nowhere;
    x->vertex_or_none = declare_set(x, "VertexOrNone", symbols, count + 1, at);
}

/* ---- variables ---- */

static ir_value initial_board(rbg_lowering *x, src_span at)
{
    rbg_file *f = x->f;
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, f->vertices.count + 1);
    uint32_t n = 0, usual = f->vertices.data[f->vertices.count / 2].piece;
    for (uint32_t i = 0; i < f->vertices.count; i++)
        if (f->vertices.data[i].piece != usual)
            entries[n++] = (ir_value_entry){irb_value_symbol(x->g, x->vertices[i], at),
                                            irb_value_symbol(x->g, x->pieces[f->vertices.data[i].piece], at), at};
    entries[n++] = (ir_value_entry){IR_NONE, irb_value_symbol(x->g, x->pieces[usual], at), at};
    return irb_value_map(x->g, entries, n, at);
}

static bool counts_pieces(const rbg_arith *a)
{
    return a && (a->kind == RBG_A_PIECE || counts_pieces(a->a) || counts_pieces(a->b));
}

static ir_var declare_counts(rbg_lowering *x, src_span at)
{
    rbg_file *f = x->f;
    bool needed = false;
    for (uint32_t i = 0; i < x->graph->edges.count && !needed; i++) {
        const rbg_rule *r = x->graph->edges.data[i].rule;
        needed =
            r && (r->kind == RBG_R_ASSIGN || r->kind == RBG_R_COMPARE) && (counts_pieces(r->a) || counts_pieces(r->b));
    }
    if (!needed)
        return IR_NONE;
    uint32_t *number = ARENA_ARRAY(x->arena, uint32_t, f->pieces.count);
    for (uint32_t i = 0; i < f->vertices.count; i++)
        number[f->vertices.data[i].piece]++;
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, f->pieces.count + 1);
    for (uint32_t i = 0; i < f->pieces.count; i++)
        entries[i] = (ir_value_entry){irb_value_symbol(x->g, x->pieces[i], at),
                                      irb_value_symbol(x->g, rbg_number_symbol(x, number[i]), at), at};
    entries[f->pieces.count] = (ir_value_entry){IR_NONE, irb_value_symbol(x->g, rbg_number_symbol(x, 0), at), at};
    ir_value initial = irb_value_map(x->g, entries, f->pieces.count + 1, at);
    name_id numbers = rbg_number_type_of(x, &x->numbers->pieces);
    ir_type type = irb_arrow_type(x->g, rbg_type(x, x->piece_type, at), rbg_type(x, numbers, at), at);
    return irb_variable(x->g, rbg_fresh_name(x, "count"), type, initial, at);
}

static bool relates(const rbg_graph *g)
{
    for (uint32_t i = 0; i < g->edges.count; i++)
        if (g->edges.data[i].action == RBG_RELATE)
            return true;
    return false;
}

static void declare_variables(rbg_lowering *x)
{
    rbg_file *f = x->f;
    ir_game *g = x->g;
    src_span at = f->sections[RBG_BOARD].span;
    ir_type board = irb_arrow_type(g, rbg_type(x, x->vertex_type, at), rbg_type(x, x->piece_type, at), at);
    x->board = irb_variable(g, rbg_fresh_name(x, "board"), board, initial_board(x, at), at);
    x->coord = irb_variable(g, rbg_fresh_name(x, "vertex"), rbg_type(x, x->vertex_or_none, at),
                            irb_value_symbol(g, x->vertices[0], at), at);
    x->before = relates(x->graph) ? irb_variable(g, rbg_fresh_name(x, "before"), rbg_type(x, x->vertex_or_none, at),
                                                 irb_value_symbol(g, x->nowhere, at), at)
                                  : IR_NONE;
    x->count = declare_counts(x, at);
    x->variables = ARENA_ARRAY(x->arena, ir_var, f->variables.count + 1);
    ir_sym zero = rbg_number_symbol(x, 0);
    for (uint32_t i = 0; i < f->variables.count; i++) {
        const rbg_name *v = &f->variables.data[i];
        /* its own name, unless something of the machine or another symbol has it */
        name_id name = v->name;
        if (is_taken(rbg_text(f, name)) || map_has(&g->symbol_by_name, name) || irb_find_variable(g, name) != IR_NONE)
            name = rbg_fresh_name(x, arena_printf(x->arena, "%s_", rbg_text(f, name)));
        name_id type = rbg_number_type_of(x, &x->numbers->variables[i]);
        x->variables[i] =
            irb_variable(g, name, rbg_type(x, type, v->span), irb_value_symbol(g, zero, v->span), v->span);
    }
}

/* A modifier's tags say which it is and where, so they tell what it does. */
static void promise_told(rbg_lowering *x)
{
    irb_told(x->g, x->board);
    if (x->count != IR_NONE)
        irb_told(x->g, x->count);
    for (uint32_t i = 0; i < x->f->variables.count; i++)
        irb_told(x->g, x->variables[i]);
}

void rbg_declare_game(rbg_lowering *x)
{
    rbg_file *f = x->f;
    map_init(&x->symbols, x->arena);
    map_init(&x->constants, x->arena);
    map_init(&x->number_type_by_hash, x->arena);
    x->players = symbols_of(x, &f->players);
    x->pieces = symbols_of(x, &f->pieces);
    x->player_type = declare_set(x, "Player", x->players, f->players.count, f->sections[RBG_PLAYERS].span);
    declare_scores(x, f->sections[RBG_PLAYERS].span);
    x->piece_type = declare_set(x, "Piece", x->pieces, f->pieces.count, f->sections[RBG_PIECES].span);
    ir_sym both[2] = {rbg_number_symbol(x, 0), rbg_number_symbol(x, 1)};
    x->bool_type = declare_set(x, "Bool", both, 2, f->sections[RBG_RULES].span);
    declare_vertices(x);
    declare_variables(x);
    promise_told(x);
}
