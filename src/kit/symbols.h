/* Symbols as values: names of rules that stay what they are, sets, and maps between them. */
#ifndef LUDENS_KIT_SYMBOLS_H
#define LUDENS_KIT_SYMBOLS_H

#include "kit/code.h"

/* A name of the rules. Words that mean something in RG get an underscore, and those with underscores another one, so
 * that no two become one. */
ir_sym kit_named_sym(kit_code *x, const char *name);
/* A symbol that nothing else is called so far. */
ir_sym kit_own_sym(kit_code *x, const char *hint);
/* A name that no symbol, type, constant or variable has: the hint, or with a number behind it. */
name_id kit_fresh_name(kit_code *x, const char *hint);

name_id kit_set_type(kit_code *x, const char *name, const ir_sym *symbols, uint32_t count);
ir_type kit_type_named(kit_code *x, name_id type);
ir_type kit_type_of(kit_code *x, const ir_sym *symbols, uint32_t count);
ir_type kit_real_type(kit_code *x);
void kit_name_type(kit_code *x, name_id name, ir_type type);
ir_type kit_arrow(kit_code *x, ir_type key, ir_type value);

/* A map between two sets: all keys but those listed have the value `otherwise` (IR_NONE: the most frequent one, of at
 * least one); keys that are IR_NONE are left out. */
typedef struct kit_map {
    name_id key, value;
    const ir_sym *keys, *values;
    uint32_t count;
    ir_sym otherwise;
} kit_map;

ir_value kit_value(kit_code *x, ir_sym s);
ir_value kit_value_named(kit_code *x, name_id name);
ir_value kit_value_const(kit_code *x, ir_const c);
/* The entries are copied; one has no key (IR_NONE): all other keys. */
ir_value kit_entries(kit_code *x, const ir_value_entry *entries, uint32_t count);
static inline ir_value_entry kit_pair(const kit_code *x, ir_value key, ir_value value)
{
    return (ir_value_entry){key, value, x->at};
}
ir_value kit_value_real(kit_code *x, double value); /* finite */
ir_value kit_map_value(kit_code *x, const kit_map *m);
/* Equal ones are made once. */
ir_const kit_map_constant(kit_code *x, const char *hint, const kit_map *m);
/* From the keys of a row to rows: one value for each, and the map that is `otherwise` everywhere for all others. */
ir_const kit_map2_constant(kit_code *x, const char *hint, uint64_t hash, const kit_map *row, const ir_value *rows);
ir_var kit_map_variable(kit_code *x, const char *hint, const kit_map *m);
ir_var kit_typed_variable(kit_code *x, const char *hint, ir_type type, ir_value initial);
ir_var kit_sym_variable(kit_code *x, const char *hint, name_id type, ir_sym initial);

/* For constants of other types: what was made for that hash, or IR_NONE. */
ir_const kit_known_constant(const kit_code *x, uint64_t hash);
/* With a name of the rules. IR_NONE, and a report, when the name is taken. */
ir_const kit_declared(kit_code *x, name_id name, ir_type type, ir_value value);
ir_var kit_declared_variable(kit_code *x, name_id name, ir_type type, ir_value initial);
ir_const kit_find_constant(const kit_code *x, name_id name); /* IR_NONE: none */
ir_var kit_find_variable(const kit_code *x, name_id name);
ir_const kit_constant(kit_code *x, const char *hint, uint64_t hash, ir_type type, ir_value value);
/* Counts entries of tables; too many end as an overflow. */
void kit_count_cells(kit_code *x, uint64_t count);

#endif
