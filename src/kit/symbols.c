#include "kit/symbols.h"

#include "automaton/build.h"

#include <string.h>

enum { CELLS_MAX = 1 << 23 };

/* ---- names ---- */

/* A word of RG, or one with underscores behind it. */
static bool is_reserved(const char *name)
{
    static const char *const words[] = {"const",   "type",   "var",    "player", "goals",
                                        "visible", "keeper", "random", "begin",  "end"};
    size_t length = strlen(name);
    while (length > 0 && name[length - 1] == '_')
        length--;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strlen(words[i]) == length && memcmp(words[i], name, length) == 0)
            return true;
    return false;
}

ir_sym kit_named_sym(kit_code *x, const char *name)
{
    return kit_sym(x, is_reserved(name) ? arena_printf(x->arena, "%s_", name) : name);
}

static bool is_taken(const kit_code *x, name_id name)
{
    return irb_is_named(x->g, name) || (x->is_taken && x->is_taken(x->user, name));
}

name_id kit_fresh_name(kit_code *x, const char *hint)
{
    name_id first = intern_cstr(x->g->names, hint), name = first;
    bool reserved = is_reserved(hint);
    if (!reserved && !is_taken(x, name))
        return name;
    const uint32_t *known = map_get(&x->numbered, first); /* names are never given back */
    uint32_t n = known ? *known : 2;
    do
        name = intern_printf(x->g->names, "%s_%u", hint, n++);
    while (is_taken(x, name));
    map_put(&x->numbered, first, n);
    return name;
}

ir_sym kit_own_sym(kit_code *x, const char *hint) { return irb_symbol(x->g, kit_fresh_name(x, hint)); }

/* ---- sets ---- */

name_id kit_set_type(kit_code *x, const char *name, const ir_sym *symbols, uint32_t count)
{
    name_id id = intern_cstr(x->g->names, name);
    kit_name_type(x, id, kit_type_of(x, symbols, count));
    return id;
}

ir_type kit_type_of(kit_code *x, const ir_sym *symbols, uint32_t count)
{
    return irb_set_type(x->g, symbols, count, x->at);
}

ir_type kit_arrow(kit_code *x, ir_type key, ir_type value) { return irb_arrow_type(x->g, key, value, x->at); }
ir_type kit_real_type(kit_code *x) { return irb_real_type(x->g, x->at); }
ir_value kit_value_real(kit_code *x, double value) { return irb_value_real(x->g, value, x->at); }

void kit_name_type(kit_code *x, name_id name, ir_type type) { irb_typedef(x->g, name, type, x->at); }

ir_var kit_typed_variable(kit_code *x, const char *hint, ir_type type, ir_value initial)
{
    return kit_declared_variable(x, kit_fresh_name(x, hint), type, initial);
}

ir_type kit_type_named(kit_code *x, name_id type) { return irb_named_type(x->g, type, x->at); }

/* ---- maps ---- */

ir_value kit_entries(kit_code *x, const ir_value_entry *entries, uint32_t count)
{
    return irb_value_map(x->g, entries, count, x->at);
}

ir_value kit_value_named(kit_code *x, name_id name) { return kit_value(x, kit_sym_named(x, name)); }
ir_value kit_value_const(kit_code *x, ir_const c) { return irb_value_const(x->g, c, x->at); }
ir_value kit_value(kit_code *x, ir_sym s) { return irb_value_symbol(x->g, s, x->at); }

static ir_sym most_frequent(kit_code *x, const kit_map *m)
{
    uint32_t *seen = ARENA_ARRAY(x->arena, uint32_t, x->g->symbols.count + 1);
    ir_sym best = m->values[0];
    for (uint32_t i = 0; i < m->count; i++)
        if (++seen[m->values[i]] > seen[best])
            best = m->values[i];
    return best;
}

ir_value kit_map_value(kit_code *x, const kit_map *m)
{
    ir_sym otherwise = m->otherwise == IR_NONE ? most_frequent(x, m) : m->otherwise;
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, m->count + 1);
    uint32_t n = 0;
    for (uint32_t i = 0; i < m->count; i++)
        if (m->keys[i] != IR_NONE && m->values[i] != otherwise)
            entries[n++] = kit_pair(x, kit_value(x, m->keys[i]), kit_value(x, m->values[i]));
    entries[n++] = kit_pair(x, IR_NONE, kit_value(x, otherwise));
    return kit_entries(x, entries, n);
}

static ir_type kit_map_type(kit_code *x, const kit_map *m)
{
    return kit_arrow(x, kit_type_named(x, m->key), kit_type_named(x, m->value));
}

ir_const kit_known_constant(const kit_code *x, uint64_t hash)
{
    const uint32_t *known = map_get(&x->constants, hash);
    return known ? *known : IR_NONE;
}

ir_const kit_find_constant(const kit_code *x, name_id name) { return irb_find_constant(x->g, name); }
ir_var kit_find_variable(const kit_code *x, name_id name) { return irb_find_variable(x->g, name); }

ir_var kit_declared_variable(kit_code *x, name_id name, ir_type type, ir_value initial)
{
    return irb_variable(x->g, name, type, initial, x->at);
}

ir_const kit_declared(kit_code *x, name_id name, ir_type type, ir_value v)
{
    return irb_constant(x->g, name, type, v, x->at);
}

ir_const kit_constant(kit_code *x, const char *hint, uint64_t hash, ir_type type, ir_value v)
{
    ir_const c = kit_declared(x, kit_fresh_name(x, hint), type, v);
    map_put(&x->constants, hash, c);
    return c;
}

void kit_count_cells(kit_code *x, uint64_t count)
{
    x->cells += count;
    if (x->cells > CELLS_MAX)
        kit_overflow(x, arena_printf(x->arena, "the tables of this game have more than %d entries", CELLS_MAX));
}

ir_const kit_map_constant(kit_code *x, const char *hint, const kit_map *m)
{
    uint64_t ends[4] = {m->key, m->value, m->otherwise, m->count};
    size_t size = m->count * sizeof *m->values;
    uint64_t hash = hash_bytes(m->values, size, hash_bytes(m->keys, size, hash_bytes(ends, sizeof ends, 1)));
    ir_const known = kit_known_constant(x, hash);
    if (known != IR_NONE)
        return known;
    kit_count_cells(x, m->count);
    return kit_constant(x, hint, hash, kit_map_type(x, m), kit_map_value(x, m));
}

ir_const kit_map2_constant(kit_code *x, const char *hint, uint64_t hash, const kit_map *row, const ir_value *rows)
{
    ir_value_entry *entries = ARENA_ARRAY(x->arena, ir_value_entry, row->count + 1);
    kit_map empty = *row;
    empty.count = 0;
    for (uint32_t i = 0; i < row->count; i++)
        entries[i] = (ir_value_entry){kit_value(x, row->keys[i]), rows[i], x->at};
    entries[row->count] = (ir_value_entry){IR_NONE, kit_map_value(x, &empty), x->at};
    ir_type type = irb_arrow_type(x->g, kit_type_named(x, row->key), kit_map_type(x, row), x->at);
    return kit_constant(x, hint, hash, type, irb_value_map(x->g, entries, row->count + 1, x->at));
}

ir_var kit_map_variable(kit_code *x, const char *hint, const kit_map *m)
{
    return kit_typed_variable(x, hint, kit_map_type(x, m), kit_map_value(x, m));
}

ir_var kit_sym_variable(kit_code *x, const char *hint, name_id type, ir_sym initial)
{
    return kit_typed_variable(x, hint, kit_type_named(x, type), kit_value(x, initial));
}
