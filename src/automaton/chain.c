/* Tables that are followed from value to value. See chain.h. */
#include "automaton/chain.h"

enum { CHAIN_MAX = 1 << 20 };

/* What a constant stands for under keys that are known now; IR_NONE: not known. */
static ir_value known_part(const ir_game *g, ir_expr e)
{
    const ir_expr_data *d = &vec_at(&g->exprs, ir_bare(g, e));
    if (d->op == IR_CONST)
        return ir_plain_value(g, vec_at(&g->constants, d->a).value);
    if (d->op != IR_INDEX)
        return IR_NONE;
    const ir_expr_data *key = &vec_at(&g->exprs, ir_bare(g, d->b));
    const ir_value whole = known_part(g, d->a);
    if (whole == IR_NONE || vec_at(&g->values, whole).kind != IR_VALUE_MAP || (key->op != IR_SYM && key->op != IR_INT))
        return IR_NONE;
    const ir_value_data *entries = &vec_at(&g->values, whole);
    ir_value found = IR_NONE;
    for (uint32_t i = 0; i < entries->entry_count; i++) {
        const ir_value_entry *entry = &entries->entries[i];
        const ir_value_data *k = entry->key == IR_NONE ? NULL : &vec_at(&g->values, entry->key);
        if (k && key->op == IR_SYM && k->kind == IR_VALUE_SYM && k->index == key->a)
            return ir_plain_value(g, entry->value);
        if (k && key->op == IR_INT && k->kind == IR_VALUE_INT && k->integer == (int32_t)key->a)
            return ir_plain_value(g, entry->value);
        found = k ? found : entry->value;
    }
    return ir_plain_value(g, found);
}

ir_value chain_table(const ir_game *g, const ir_edge_data *e, ir_var *v)
{
    if (e->label != IR_ASSIGN)
        return IR_NONE;
    const ir_expr_data *t = &vec_at(&g->exprs, e->target), *s = &vec_at(&g->exprs, ir_bare(g, e->value));
    if (t->op != IR_VAR || s->op != IR_INDEX)
        return IR_NONE;
    const ir_expr_data *key = &vec_at(&g->exprs, ir_bare(g, s->b));
    *v = t->a;
    if (key->op != IR_VAR || key->a != t->a)
        return IR_NONE;
    const ir_value table = known_part(g, s->a);
    return table != IR_NONE && vec_at(&g->values, table).kind == IR_VALUE_MAP ? table : IR_NONE;
}

bool chain_falls(const ir_game *g, ir_value table, ir_var v, arena *scratch, int32_t *stop, uint32_t *longest)
{
    const ir_value_data *d = &vec_at(&g->values, table);
    const ir_type_data *t = ir_type_at(g, ir_resolve(g, vec_at(&g->variables, v).type));
    if (t->kind != IR_TYPE_INT || d->kind != IR_VALUE_MAP || (int64_t)t->high - t->low >= CHAIN_MAX)
        return false;
    uint32_t n = (uint32_t)(t->high - t->low) + 1, rising = 0;
    arena *a = arena_child(scratch);
    int64_t *to = ARENA_ARRAY(a, int64_t, n);
    for (uint32_t pass = 0; pass < 2; pass++) /* what holds for all others, then what is listed */
        for (uint32_t i = 0; i < d->entry_count; i++) {
            const ir_value_entry *e = &d->entries[i];
            int32_t value = vec_at(&g->values, e->value).integer;
            for (uint32_t k = 0; e->key == IR_NONE && pass == 0 && k < n; k++)
                to[k] = value;
            int64_t key = e->key == IR_NONE ? -1 : (int64_t)vec_at(&g->values, e->key).integer - t->low;
            if (e->key != IR_NONE && pass == 1 && key >= 0 && key < n)
                to[key] = value;
        }
    for (uint32_t k = 0; k < n; k++)
        if (to[k] >= (int64_t)k + t->low) {
            rising++;
            *stop = (int32_t)k + t->low;
        }
    uint32_t *length = ARENA_ARRAY(a, uint32_t, n);
    *longest = 1;
    for (uint32_t k = 0; k < n && rising == 1; k++) {
        const int64_t before = to[k] - t->low;
        length[k] = 1 + (before >= 0 && before < k ? length[before] : 0);
        *longest = length[k] > *longest ? length[k] : *longest;
    }
    arena_done(a);
    return rising == 1;
}

bool chain_leads(const ir_game *g, ir_value table, ir_var v, arena *scratch, ir_sym *stop, uint32_t *longest)
{
    const ir_value_data *d = &vec_at(&g->values, table);
    const ir_type_data *t = ir_type_at(g, ir_resolve(g, vec_at(&g->variables, v).type));
    if (t->kind != IR_TYPE_SET || d->kind != IR_VALUE_MAP || t->count == 0)
        return false;
    arena *a = arena_child(scratch);
    uint32_t *place = ARENA_ARRAY(a, uint32_t, g->symbols.count + 1), *to = ARENA_ARRAY(a, uint32_t, t->count),
             *length = ARENA_ARRAY(a, uint32_t, t->count), ends = 0, end = 0;
    bool fine = true;
    for (uint32_t k = 0; k < t->count; k++)
        place[ir_symbol_at(t, k)] = k + 1;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < d->entry_count && fine; i++) {
            const ir_value_entry *e = &d->entries[i];
            const ir_value_data *value = &vec_at(&g->values, e->value);
            uint32_t at = value->kind == IR_VALUE_SYM ? place[value->index] : 0;
            fine = at != 0 && (e->key == IR_NONE ||
                               vec_at(&g->values, e->key).kind == IR_VALUE_SYM); /* of others nothing is known */
            for (uint32_t k = 0; fine && e->key == IR_NONE && pass == 0 && k < t->count; k++)
                to[k] = at - 1;
            if (fine && e->key != IR_NONE && pass == 1 && place[vec_at(&g->values, e->key).index])
                to[place[vec_at(&g->values, e->key).index] - 1] = at - 1;
        }
    for (uint32_t k = 0; k < t->count; k++)
        if (to[k] == k) {
            ends++;
            end = k;
        }
    fine = fine && ends == 1;
    *longest = 1;
    for (uint32_t k = 0; k < t->count && fine; k++) {
        uint32_t steps = 0, i = k;
        for (; i != end && length[i] == 0 && steps <= t->count; steps++)
            i = to[i];
        fine = steps <= t->count; /* a way back */
        const uint32_t whole = steps + length[i];
        i = k;
        for (uint32_t left = whole; fine && i != end && length[i] == 0; left--, i = to[i])
            length[i] = left;
        *longest = whole + 1 > *longest ? whole + 1 : *longest;
    }
    *stop = t->symbols[end];
    arena_done(a);
    return fine;
}
