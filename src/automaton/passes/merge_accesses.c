/* Two lookups in constant maps, one after the other, become one in a new map: `f[g[x]]` becomes
 * `h[x]` (`merge_accesses` of the RG tool chain). A key outside of g's key type reads g's
 * default, and so h's default is f at g's default.
 *
 * Requires nothing. Guarantees that no constant map of symbols is read at what another one gives,
 * as long as the new maps stay below ENTRIES_MAX entries each and ENTRIES_TOTAL together. */
#include "automaton/passes/pipeline.h"

#include "automaton/build.h"
#include "automaton/check.h"
#include "automaton/passes/rewrite.h"

enum { ENTRIES_MAX = 4096, ENTRIES_TOTAL = 1 << 17 };

typedef struct merging {
    ir_game *g;
    map made; /* pair of constants -> the new one, or IR_NONE */
    uint32_t entries, changes;
    arena *a;
} merging;

static const ir_value_data *entries_of(const ir_game *g, ir_const c)
{
    return &vec_at(&g->values, ir_plain_value(g, vec_at(&g->constants, c).value));
}

/* Symbol -> entry. */
static void index_entries(const ir_game *g, const ir_value_data *d, map *at, ir_value *standard)
{
    for (uint32_t i = 0; i < d->entry_count; i++)
        if (ir_entry_at(d, i).key == IR_NONE)
            *standard = ir_plain_value(g, ir_entry_at(d, i).value);
        else
            map_put(at, vec_at(&g->values, ir_entry_at(d, i).key).index, ir_plain_value(g, ir_entry_at(d, i).value));
}

static ir_value entry_at(const map *at, ir_sym key, ir_value standard)
{
    const uint32_t *v = map_get(at, key);
    return v ? *v : standard;
}

static name_id unused_name(ir_game *g, ir_const outer, ir_const inner)
{
    const char *f = ir_name(g, vec_at(&g->constants, outer).name);
    const char *h = ir_name(g, vec_at(&g->constants, inner).name);
    return irb_unused_name(g, intern_text(g->names, intern_printf(g->names, "%s_%s", f, h)));
}

static bool same_value(const ir_game *g, ir_value a, ir_value b)
{
    const ir_value_data *x = &vec_at(&g->values, a), *y = &vec_at(&g->values, b);
    return a == b || (x->kind == IR_VALUE_SYM && y->kind == IR_VALUE_SYM && x->index == y->index);
}

static ir_const compose(merging *m, ir_const outer, ir_const inner)
{
    ir_game *g = m->g;
    src_span at = vec_at(&g->constants, outer).span;
    ir_type inner_type = ir_resolve(g, vec_at(&g->constants, inner).type);
    ir_type outer_type = ir_resolve(g, vec_at(&g->constants, outer).type);
    ir_type key = ir_type_at(g, inner_type)->key, value = ir_type_at(g, outer_type)->value;
    const ir_type_data keys = *ir_type_at(g, ir_resolve(g, key));
    const ir_type_data between = *ir_type_at(g, ir_resolve(g, ir_type_at(g, inner_type)->value));
    const ir_type_data outer_keys = *ir_type_at(g, ir_resolve(g, ir_type_at(g, outer_type)->key));
    if (keys.kind != IR_TYPE_SET || between.kind != IR_TYPE_SET || outer_keys.kind != IR_TYPE_SET ||
        keys.count > ENTRIES_MAX || m->entries + keys.count > ENTRIES_TOTAL)
        return IR_NONE;
    map in, out;
    ir_value in_standard = IR_NONE, out_standard = IR_NONE;
    map_init(&in, m->a);
    map_init(&out, m->a);
    index_entries(g, entries_of(g, inner), &in, &in_standard);
    index_entries(g, entries_of(g, outer), &out, &out_standard);
    ir_value standard = entry_at(&out, vec_at(&g->values, in_standard).index, out_standard);
    ir_value_entry *entries = ARENA_ARRAY(m->a, ir_value_entry, keys.count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < keys.count; i++) {
        ir_value middle = entry_at(&in, ir_symbol_at(&keys, i), in_standard);
        ir_value v = entry_at(&out, vec_at(&g->values, middle).index, out_standard);
        if (!same_value(g, v, standard))
            entries[count++] = (ir_value_entry){irb_value_symbol(g, ir_symbol_at(&keys, i), at), v, at};
    }
    entries[count++] = (ir_value_entry){IR_NONE, standard, at};
    m->entries += keys.count;
    return irb_constant(g, unused_name(g, outer, inner), irb_arrow_type(g, key, value, at),
                        irb_value_map(g, entries, count, at), at);
}

static bool constant_at(const ir_game *g, ir_expr e, ir_const *c)
{
    const ir_expr_data *x = &vec_at(&g->exprs, ir_bare(g, e));
    *c = x->a;
    return x->op == IR_CONST;
}

static ir_expr merge(void *user, ir_expr e)
{
    merging *m = user;
    ir_game *g = m->g;
    const ir_expr_data x = vec_at(&g->exprs, e);
    ir_const outer, inner;
    if (x.op != IR_INDEX || !constant_at(g, x.a, &outer))
        return IR_NONE;
    const ir_expr_data k = vec_at(&g->exprs, ir_bare(g, x.b));
    if (k.op != IR_INDEX || !constant_at(g, k.a, &inner))
        return IR_NONE;
    uint64_t pair = (uint64_t)outer << 32 | inner;
    const uint32_t *known = map_get(&m->made, pair);
    ir_const merged = known ? *known : compose(m, outer, inner);
    if (!known)
        map_put(&m->made, pair, merged);
    if (merged == IR_NONE)
        return IR_NONE;
    ir_expr table = irb_expr_const(g, merged, x.span);
    ir_expr_type(g, table);
    m->changes++;
    return irb_expr_index(g, table, k.b, x.span);
}

uint32_t ir_pass_merge_accesses(ir_game *g, arena *scratch)
{
    merging m = {.g = g, .a = scratch};
    map_init(&m.made, scratch);
    for (uint32_t i = 0; i < g->edges.count; i++) {
        ir_edge_data e = vec_at(&g->edges, i);
        if (e.removed)
            continue;
        uint32_t before = m.changes;
        if (edge_rewrite(g, &e, merge, &m))
            vec_at(&g->edges, i) = e;
        else
            m.changes = before;
    }
    return m.changes;
}
