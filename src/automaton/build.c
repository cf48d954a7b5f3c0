#include "automaton/build.h"

#include "automaton/check.h"
#include "automaton/encode.h"

#include <string.h>

ir_game *ir_game_new(arena *a, intern *names, const src_text *source, diag_sink *sink)
{
    ir_game *g = ARENA_NEW(a, ir_game);
    g->arena = a;
    g->names = names;
    g->source = source;
    g->sink = sink;
    map_init(&g->symbol_by_name, a);
    map_init(&g->typedef_by_name, a);
    map_init(&g->constant_by_name, a);
    map_init(&g->variable_by_name, a);
    map_init(&g->node_by_name, a);
    map_init(&g->literal_types, a);
    g->player = g->goals = g->visible = g->weight = g->partial = g->passed = IR_NONE;
    g->begin = irb_node(g, intern_cstr(names, "begin"), (src_span){0, 0});
    g->end = irb_node(g, intern_cstr(names, "end"), (src_span){0, 0});
    g->player_type = IR_NONE;
    return g;
}

/* ---- types ---- */

ir_sym irb_symbol(ir_game *g, name_id name)
{
    const uint32_t *known = map_get(&g->symbol_by_name, name);
    if (known)
        return *known;
    ir_sym s = g->symbols.count;
    vec_push(g->arena, &g->symbols, ((ir_symbol){.name = name}));
    map_put(&g->symbol_by_name, name, s);
    return s;
}

void irb_symbol_place(ir_game *g, ir_sym s, int32_t x, int32_t y)
{
    ir_symbol *d = &vec_at(&g->symbols, s);
    d->has_xy = true;
    d->x = x;
    d->y = y;
}

static ir_type add_type(ir_game *g, ir_type_data data)
{
    vec_push(g->arena, &g->types, data);
    return g->types.count - 1;
}

ir_type irb_set_type(ir_game *g, const ir_sym *symbols, uint32_t count, src_span at)
{
    ir_sym *copy = ARENA_ARRAY(g->arena, ir_sym, count);
    if (count)
        memcpy(copy, symbols, sizeof *copy * count);
    return add_type(g, (ir_type_data){.kind = IR_TYPE_SET, .span = at, .symbols = copy, .count = count});
}

ir_type irb_int_type(ir_game *g, int32_t low, int32_t high, src_span at)
{
    return add_type(g, (ir_type_data){.kind = IR_TYPE_INT, .span = at, .low = low, .high = high});
}

ir_type irb_real_type(ir_game *g, src_span at) { return add_type(g, (ir_type_data){.kind = IR_TYPE_REAL, .span = at}); }

ir_type irb_arrow_type(ir_game *g, ir_type key, ir_type value, src_span at)
{
    assert(key < g->types.count && value < g->types.count);
    return add_type(g, (ir_type_data){.kind = IR_TYPE_ARROW, .span = at, .key = key, .value = value});
}

ir_type irb_named_type(ir_game *g, name_id name, src_span at)
{
    return add_type(g, (ir_type_data){.kind = IR_TYPE_NAME, .span = at, .name = name});
}

static void report_duplicate(ir_game *g, const char *what, name_id name, src_span at, src_span first)
{
    diag *d = diag_report(g->sink, DIAG_DUPLICATE, g->source, at, "%s `%s` is declared twice", what, ir_name(g, name));
    diag_add_note(g->sink, d, g->source, first, "first declared here");
}

bool irb_typedef(ir_game *g, name_id name, ir_type type, src_span at)
{
    const uint32_t *old = map_get(&g->typedef_by_name, name);
    if (old) {
        report_duplicate(g, "type", name, at, vec_at(&g->typedefs, *old).span);
        return false;
    }
    assert(type < g->types.count);
    map_put(&g->typedef_by_name, name, g->typedefs.count);
    vec_push(g->arena, &g->typedefs, ((ir_typedef){.name = name, .type = type, .span = at}));
    return true;
}

/* ---- values ---- */

static ir_value add_value(ir_game *g, ir_value_data data)
{
    vec_push(g->arena, &g->values, data);
    return g->values.count - 1;
}

ir_value irb_value_symbol(ir_game *g, ir_sym s, src_span at)
{
    assert(s < g->symbols.count);
    return add_value(g, (ir_value_data){.kind = IR_VALUE_SYM, .span = at, .index = s});
}

ir_value irb_value_int(ir_game *g, int32_t i, src_span at)
{
    return add_value(g, (ir_value_data){.kind = IR_VALUE_INT, .span = at, .integer = i});
}

ir_value irb_value_real(ir_game *g, double value, src_span at)
{
    assert(value - value <= 0);
    return add_value(g, (ir_value_data){.kind = IR_VALUE_REAL, .span = at, .real = value + 0.0});
}

ir_value irb_value_const(ir_game *g, ir_const c, src_span at)
{
    assert(c < g->constants.count);
    return add_value(g, (ir_value_data){.kind = IR_VALUE_CONST, .span = at, .index = c});
}

ir_value irb_value_map(ir_game *g, const ir_value_entry *entries, uint32_t count, src_span at)
{
    ir_value_entry *copy = ARENA_ARRAY(g->arena, ir_value_entry, count);
    if (count)
        memcpy(copy, entries, sizeof *copy * count);
    return add_value(g, (ir_value_data){.kind = IR_VALUE_MAP, .span = at, .entries = copy, .entry_count = count});
}

/* ---- declarations ---- */

static bool name_taken(ir_game *g, name_id name, src_span at)
{
    const uint32_t *c = map_get(&g->constant_by_name, name);
    const uint32_t *v = map_get(&g->variable_by_name, name);
    if (c)
        report_duplicate(g, "constant", name, at, vec_at(&g->constants, *c).span);
    else if (v)
        report_duplicate(g, "variable", name, at, vec_at(&g->variables, *v).span);
    return c || v;
}

ir_const irb_constant(ir_game *g, name_id name, ir_type type, ir_value value, src_span at)
{
    if (name_taken(g, name, at))
        return IR_NONE;
    assert(type < g->types.count);
    map_put(&g->constant_by_name, name, g->constants.count);
    const ir_value_data *d = &vec_at(&g->values, value);
    ir_value literal = d->kind == IR_VALUE_CONST ? vec_at(&g->constants, d->index).literal : value;
    vec_push(g->arena, &g->constants,
             ((ir_constant){.name = name, .type = type, .value = value, .literal = literal, .span = at}));
    return g->constants.count - 1;
}

ir_var irb_variable(ir_game *g, name_id name, ir_type type, ir_value initial, src_span at)
{
    if (name_taken(g, name, at))
        return IR_NONE;
    assert(type < g->types.count && initial < g->values.count);
    map_put(&g->variable_by_name, name, g->variables.count);
    vec_push(g->arena, &g->variables, ((ir_variable){.name = name, .type = type, .initial = initial, .span = at}));
    return g->variables.count - 1;
}

bool irb_is_named(const ir_game *g, name_id name)
{
    return irb_find_constant(g, name) != IR_NONE || irb_find_variable(g, name) != IR_NONE ||
           map_has(&g->symbol_by_name, name) || map_has(&g->typedef_by_name, name);
}

name_id irb_unused_name(ir_game *g, const char *hint)
{
    name_id name = intern_cstr(g->names, hint);
    for (uint32_t i = 2; irb_is_named(g, name); i++)
        name = intern_printf(g->names, "%s_%u", hint, i);
    return name;
}

ir_const irb_find_constant(const ir_game *g, name_id name)
{
    const uint32_t *c = map_get(&g->constant_by_name, name);
    return c ? *c : IR_NONE;
}

ir_var irb_find_variable(const ir_game *g, name_id name)
{
    const uint32_t *v = map_get(&g->variable_by_name, name);
    return v ? *v : IR_NONE;
}

/* ---- expressions ---- */

ir_expr irb_expr(ir_game *g, ir_op op, ir_expr a, ir_expr b, ir_expr c, src_span at)
{
    assert(op < IR_OP_COUNT);
    assert(ir_operands(op) < 1 || a < g->exprs.count);
    assert(ir_operands(op) < 2 || b < g->exprs.count);
    assert(ir_operands(op) < 3 || c < g->exprs.count);
    vec_push(g->arena, &g->exprs, ((ir_expr_data){.op = op, .type = IR_NONE, .a = a, .b = b, .c = c, .span = at}));
    return g->exprs.count - 1;
}

ir_expr irb_expr_symbol(ir_game *g, ir_sym s, src_span at)
{
    assert(s < g->symbols.count);
    return irb_expr(g, IR_SYM, s, IR_NONE, IR_NONE, at);
}

ir_expr irb_expr_int(ir_game *g, int32_t i, src_span at)
{
    return irb_expr(g, IR_INT, (uint32_t)i, IR_NONE, IR_NONE, at);
}

ir_expr irb_expr_real(ir_game *g, double value, src_span at)
{
    uint64_t bits;
    assert(value - value <= 0);
    value += 0.0; /* no sign of 0 */
    memcpy(&bits, &value, sizeof bits);
    return irb_expr(g, IR_REAL, (uint32_t)bits, (uint32_t)(bits >> 32), IR_NONE, at);
}

ir_expr irb_expr_const(ir_game *g, ir_const c, src_span at)
{
    assert(c < g->constants.count);
    return irb_expr(g, IR_CONST, c, IR_NONE, IR_NONE, at);
}

ir_expr irb_expr_var(ir_game *g, ir_var v, src_span at)
{
    assert(v < g->variables.count);
    return irb_expr(g, IR_VAR, v, IR_NONE, IR_NONE, at);
}

ir_expr irb_expr_cast(ir_game *g, ir_type t, ir_expr e, src_span at)
{
    ir_expr cast = irb_expr(g, IR_CAST, e, IR_NONE, IR_NONE, at);
    vec_at(&g->exprs, cast).type = t;
    return cast;
}

ir_expr irb_expr_index(ir_game *g, ir_expr table, ir_expr key, src_span at)
{
    assert(table < g->exprs.count && key < g->exprs.count);
    return irb_expr(g, IR_INDEX, table, key, IR_NONE, at);
}

ir_expr irb_expr_reach(ir_game *g, ir_node from, ir_node to, src_span at)
{
    assert(from < g->nodes.count && to < g->nodes.count);
    return irb_expr(g, IR_REACH, from, to, IR_NONE, at);
}

/* ---- nodes and edges ---- */

ir_node irb_node(ir_game *g, name_id name, src_span at)
{
    const uint32_t *known = map_get(&g->node_by_name, name);
    if (known) {
        ir_node_data *d = &vec_at(&g->nodes, *known);
        if (d->span.end == 0)
            d->span = at;
        return *known;
    }
    map_put(&g->node_by_name, name, g->nodes.count);
    vec_push(g->arena, &g->nodes, ((ir_node_data){.name = name, .span = at}));
    return g->nodes.count - 1;
}

ir_node irb_fresh_node(ir_game *g, const char *hint, src_span at)
{
    name_id name = intern_cstr(g->names, hint);
    for (uint32_t i = g->nodes.count; map_has(&g->node_by_name, name); i++)
        name = intern_printf(g->names, "%s_%u", hint, i);
    return irb_node(g, name, at);
}

static void add_edge(ir_game *g, ir_node from, ir_node to, ir_edge_data e)
{
    assert(from < g->nodes.count && to < g->nodes.count);
    assert(e.target == IR_NONE || e.target < g->exprs.count);
    assert(e.value == IR_NONE || e.value < g->exprs.count);
    e.from = from;
    e.to = to;
    vec_push(g->arena, &g->edges, e);
}

void irb_skip(ir_game *g, ir_node from, ir_node to, src_span at)
{
    add_edge(g, from, to,
             (ir_edge_data){.label = IR_SKIP, .target = IR_NONE, .value = IR_NONE, .type = IR_NONE, .span = at});
}

void irb_assign(ir_game *g, ir_node from, ir_node to, ir_expr target, ir_expr value, src_span at)
{
    assert(target != IR_NONE && value != IR_NONE);
    add_edge(g, from, to,
             (ir_edge_data){.label = IR_ASSIGN, .target = target, .value = value, .type = IR_NONE, .span = at});
}

void irb_choose(ir_game *g, ir_node from, ir_node to, ir_expr target, ir_type type, ir_expr condition_or_none,
                src_span at)
{
    assert(target != IR_NONE && type < g->types.count);
    add_edge(
        g, from, to,
        (ir_edge_data){.label = IR_CHOOSE, .target = target, .value = condition_or_none, .type = type, .span = at});
}

void irb_check(ir_game *g, ir_node from, ir_node to, ir_expr condition, src_span at)
{
    assert(condition != IR_NONE);
    add_edge(g, from, to,
             (ir_edge_data){.label = IR_CHECK, .target = IR_NONE, .value = condition, .type = IR_NONE, .span = at});
}

void irb_tag(ir_game *g, ir_node from, ir_node to, ir_expr value, src_span at)
{
    assert(value != IR_NONE);
    add_edge(g, from, to,
             (ir_edge_data){.label = IR_TAG, .target = IR_NONE, .value = value, .type = IR_NONE, .span = at});
}

void irb_disjoint(ir_game *g, ir_node node, const ir_node *targets, uint32_t count, bool exhaustive)
{
    assert(node < g->nodes.count);
    ir_node *copy = ARENA_ARRAY(g->arena, ir_node, count);
    if (count)
        memcpy(copy, targets, sizeof *copy * count);
    vec_push(g->arena, &g->disjoints, ((ir_disjoint){node, copy, count, exhaustive, false}));
}

void irb_pragma(ir_game *g, const char *text, bool about_nodes, src_span at)
{
    vec_push(g->arena, &g->pragmas, ((ir_pragma){arena_strndup(g->arena, text, strlen(text)), about_nodes, at}));
}

void irb_any_keeper(ir_game *g)
{
    if (!g->any_keeper)
        irb_pragma(g, "anyKeeper", false, (src_span){0, 0});
    g->any_keeper = true;
}

void irb_simultaneous(ir_game *g)
{
    if (!g->simultaneous)
        irb_pragma(g, "simultaneous", false, (src_span){0, 0});
    g->simultaneous = true;
}

void irb_weight(ir_game *g, ir_var v)
{
    const char *name = ir_name(g, vec_at(&g->variables, v).name);
    if (g->weight != v)
        irb_pragma(g, arena_printf(g->arena, "weight %s", name), false, (src_span){0, 0});
    g->weight = v;
    vec_at(&g->variables, v).local = true;
}

void irb_told(ir_game *g, ir_var v) { vec_at(&g->variables, v).told = true; }

/* ---- built-ins ---- */

static ir_type builtin_set(ir_game *g, const char *const *names, uint32_t count)
{
    ir_sym symbols[4];
    for (uint32_t i = 0; i < count; i++)
        symbols[i] = irb_symbol(g, intern_cstr(g->names, names[i]));
    return irb_set_type(g, symbols, count, (src_span){0, 0});
}

static ir_type named(ir_game *g, const char *name)
{
    return irb_named_type(g, intern_cstr(g->names, name), (src_span){0, 0});
}

static ir_type find_typedef(ir_game *g, const char *name) { return ir_resolve(g, named(g, name)); }

/* Declares the type, or compares the declared one with it. */
static bool builtin_type(ir_game *g, const char *name, ir_type type)
{
    name_id id = intern_cstr(g->names, name);
    const uint32_t *known = map_get(&g->typedef_by_name, id);
    if (!known) {
        irb_typedef(g, id, type, (src_span){0, 0});
        vec_at(&g->typedefs, g->typedefs.count - 1).builtin = true;
        return true;
    }
    const ir_typedef *def = &vec_at(&g->typedefs, *known);
    if (ir_type_same(g, def->type, type))
        return true;
    if (ir_resolve(g, def->type) == IR_NONE)
        return true; /* reported by the check as unknown */
    diag *d = diag_report(g->sink, DIAG_BUILTIN, g->source, def->span,
                          "the built-in type `%s` is declared with another meaning", name);
    diag_set_hint(g->sink, d, "leave the declaration out, or write `type %s = %s;`", name, ir_type_text(g, type));
    return false;
}

static bool builtin_variable(ir_game *g, const char *name, const char *type, ir_value initial, ir_var *place)
{
    name_id id = intern_cstr(g->names, name);
    *place = irb_find_variable(g, id);
    if (*place == IR_NONE) {
        *place = irb_variable(g, id, named(g, type), initial, (src_span){0, 0});
        if (*place != IR_NONE)
            vec_at(&g->variables, *place).builtin = true;
        return *place != IR_NONE;
    }
    const ir_variable *v = &vec_at(&g->variables, *place);
    if (ir_type_same(g, v->type, named(g, type)))
        return true;
    if (ir_resolve(g, v->type) == IR_NONE)
        return true;
    diag *d = diag_report(g->sink, DIAG_BUILTIN, g->source, v->span,
                          "the built-in variable `%s` must have type %s, not %s", name, type, ir_type_text(g, v->type));
    diag_set_hint(g->sink, d, "write `var %s: %s = ...;` or leave the declaration out", name, type);
    return false;
}

static bool required_set(ir_game *g, const char *name, ir_type *place)
{
    src_span nowhere = {0, 0};
    *place = find_typedef(g, name);
    const uint32_t *def = map_get(&g->typedef_by_name, intern_cstr(g->names, name));
    if (!def) {
        diag *d = diag_report(g->sink, DIAG_MISSING_BUILTIN, g->source, nowhere,
                              "every game must declare the type `%s`", name);
        bool player = strcmp(name, "Player") == 0;
        if (g->high_level)
            diag_set_hint(g->sink, d, "for instance `domain %s = %s`", name, player ? "white | black" : "0 | 50 | 100");
        else
            diag_set_hint(g->sink, d, "for instance `type %s = %s;`", name,
                          player ? "{ white, black }" : "{ 0, 50, 100 }");
        return false;
    }
    src_span at = vec_at(&g->typedefs, *def).span;
    if (*place == IR_NONE) {
        diag_report(g->sink, DIAG_UNKNOWN_TYPE, g->source, at,
                    "`%s` is declared by a type that is not there, or by itself", name);
        return false;
    }
    const bool numbers = ir_type_at(g, *place)->kind == IR_TYPE_REAL && strcmp(name, "Score") == 0;
    if (ir_type_at(g, *place)->kind != IR_TYPE_SET && !numbers) {
        diag_report(g->sink, DIAG_NOT_SET, g->source, at, "`%s` must be a set of symbols, not %s", name,
                    ir_type_text(g, *place));
        return false;
    }
    if (ir_type_at(g, *place)->count == 0 && !numbers) {
        diag_report(g->sink, DIAG_EMPTY_SET, g->source, at, "`%s` must not be empty", name);
        return false;
    }
    return true;
}

static ir_value constant_map(ir_game *g, ir_value value)
{
    ir_value_entry entry = {IR_NONE, value, {0, 0}};
    return irb_value_map(g, &entry, 1, (src_span){0, 0});
}

bool irb_builtins(ir_game *g)
{
    static const char *const bool_names[] = {"0", "1"};
    src_span nowhere = {0, 0};
    g->keeper = irb_symbol(g, intern_cstr(g->names, "keeper"));
    g->random = irb_symbol(g, intern_cstr(g->names, "random"));
    ir_type score;
    bool ok = required_set(g, "Player", &g->player_type);
    ok &= required_set(g, "Score", &score);
    if (!ok)
        return false;
    const ir_type_data players = *ir_type_at(g, g->player_type);
    if (players.count > IR_MAX_PLAYERS) {
        diag_report(g->sink, DIAG_TOO_LARGE, g->source, players.span, "%u players; at most %d are supported",
                    players.count, IR_MAX_PLAYERS);
        return false;
    }
    ir_sym *symbols = ARENA_ARRAY(g->arena, ir_sym, players.count + 2);
    memcpy(symbols, players.symbols, sizeof *symbols * players.count);
    symbols[players.count] = g->keeper;
    symbols[players.count + 1] = g->random;
    ir_type actors = irb_set_type(g, symbols, players.count + 2, nowhere);
    ok &= builtin_type(g, "Bool", builtin_set(g, bool_names, 2));
    ok &= builtin_type(g, "Goals", irb_arrow_type(g, named(g, "Player"), named(g, "Score"), nowhere));
    ok &= builtin_type(g, "Visibility", irb_arrow_type(g, named(g, "Player"), named(g, "Bool"), nowhere));
    ok &= builtin_type(g, "PlayerOrSystem", actors);
    const ir_type_data *scores = ir_type_at(g, score);
    ir_value first_score = scores->kind == IR_TYPE_REAL ? irb_value_real(g, 0, nowhere)
                                                        : irb_value_symbol(g, ir_symbol_at(scores, 0), nowhere);
    ir_sym one = irb_symbol(g, intern_cstr(g->names, "1"));
    ok &= builtin_variable(g, "goals", "Goals", constant_map(g, first_score), &g->goals);
    ok &= builtin_variable(g, "player", "PlayerOrSystem", irb_value_symbol(g, g->keeper, nowhere), &g->player);
    ok &= builtin_variable(g, "visible", "Visibility", constant_map(g, irb_value_symbol(g, one, nowhere)), &g->visible);
    return ok;
}

bool ir_game_finish(ir_game *g, bool warn)
{
    if (g->player == IR_NONE && !irb_builtins(g))
        return false;
    bool ok = ir_check(g, g->sink, warn);
    if (!ok || g->sink->errors)
        return false;
    ir_encode(g);
    return true;
}
