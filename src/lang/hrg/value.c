/* Values of functions and variables in their canonical layout: the most frequent value of
 * each layer of a map becomes its default (of equally frequent ones the smaller, then the one
 * later in natural order), the others are listed in the order of the domain. Equal values are
 * kept once. */
#include "lang/hrg/world.h"

#include <string.h>

static bool same(const hrg_value *a, const hrg_value *b)
{
    return a->kind == b->kind && a->index == b->index && a->otherwise == b->otherwise && a->count == b->count &&
           (a->count == 0 || memcmp(a->entries, b->entries, sizeof(uint32_t) * 2 * a->count) == 0);
}

static uint32_t keep_value(hrg_world *w, hrg_value v)
{
    uint64_t hash = hash_mix(((uint64_t)v.kind << 32 | v.index) + 1);
    hash = hash_mix(hash ^ v.otherwise);
    for (uint32_t i = 0; i < 2 * v.count; i++)
        hash = hash_mix(hash ^ v.entries[i]) + i;
    const uint32_t *place = map_get(&w->value_hash, hash);
    v.next = place ? *place : HRG_NONE;
    v.ir = IR_NONE;
    for (uint32_t i = v.next; i != HRG_NONE; i = vec_at(&w->values, i).next)
        if (same(&vec_at(&w->values, i), &v))
            return i;
    vec_push(w->arena, &w->values, v);
    map_put(&w->value_hash, hash, w->values.count - 1);
    return w->values.count - 1;
}

static uint32_t leaf(hrg_world *w, hrg_value_kind kind, uint32_t index)
{
    hrg_value v = {.kind = kind, .index = index, .otherwise = HRG_NONE, .size = 1};
    return keep_value(w, v);
}

static const char *leaf_name(hrg_world *w, const hrg_value *v)
{
    return v->kind == HRG_V_SYMBOL ? hrg_raw(w, hrg_symbol_name(w, v->index))
                                   : hrg_raw(w, vec_at(&w->file->functions, v->index).name.id);
}

static int value_order(hrg_world *w, uint32_t a, uint32_t b)
{
    const hrg_value *x = &vec_at(&w->values, a), *y = &vec_at(&w->values, b);
    if (a == b)
        return 0;
    if (x->kind != HRG_V_MAP && y->kind != HRG_V_MAP)
        return hrg_name_order(leaf_name(w, x), leaf_name(w, y));
    if (x->kind != HRG_V_MAP || y->kind != HRG_V_MAP)
        return x->kind == HRG_V_MAP ? 1 : -1;
    int order = value_order(w, x->otherwise, y->otherwise);
    for (uint32_t i = 0; order == 0 && i < x->count && i < y->count; i++) {
        order = hrg_name_order(hrg_raw(w, hrg_symbol_name(w, x->entries[2 * i])),
                               hrg_raw(w, hrg_symbol_name(w, y->entries[2 * i])));
        if (order == 0)
            order = value_order(w, x->entries[2 * i + 1], y->entries[2 * i + 1]);
    }
    return order ? order : x->count < y->count ? -1 : x->count > y->count;
}

/* children[i] is the value at the i-th key, HRG_NONE where nothing was said. */
static uint32_t layer(hrg_world *w, uint32_t set, const uint32_t *children)
{
    const hrg_set *keys = &vec_at(&w->sets, set);
    uint32_t n = keys->terms.count, best = HRG_NONE, best_count = 0;
    map counts;
    map_init(&counts, w->arena);
    for (uint32_t i = 0; i < n; i++) {
        uint32_t *place = children[i] == HRG_NONE ? NULL : map_get(&counts, children[i]);
        if (place)
            ++*place;
        else if (children[i] != HRG_NONE)
            map_put(&counts, children[i], 1);
    }
    for (uint32_t i = 0; i < n; i++) {
        if (children[i] == HRG_NONE || children[i] == best)
            continue;
        uint32_t count = *map_get(&counts, children[i]);
        bool better = count > best_count;
        if (count == best_count) {
            uint32_t size = vec_at(&w->values, children[i]).size, other = vec_at(&w->values, best).size;
            better = size != other ? size < other : value_order(w, children[i], best) > 0;
        }
        if (better) {
            best = children[i];
            best_count = count;
        }
    }
    uint32_t *entries = ARENA_ARRAY(w->arena, uint32_t, 2 * (n - best_count) + 2);
    hrg_value v = {
        .kind = HRG_V_MAP, .index = 0, .otherwise = best, .entries = entries, .size = vec_at(&w->values, best).size};
    for (uint32_t i = 0; i < n; i++) {
        if (children[i] == HRG_NONE || children[i] == best)
            continue;
        entries[2 * v.count] = vec_at(&keys->terms, i);
        entries[2 * v.count++ + 1] = children[i];
        uint32_t size = vec_at(&w->values, children[i]).size;
        v.size += size < UINT32_MAX - v.size ? size : UINT32_MAX - v.size;
    }
    return keep_value(w, v);
}

static bool take_cells(hrg_world *w, uint64_t n, src_span at)
{
    w->cells += n;
    if (w->cells <= HRG_MAX_CELLS)
        return !w->exhausted;
    hrg_too_large(w, at, "the maps of the game have more than %d entries", HRG_MAX_CELLS);
    return false;
}

/* ---- values of a known type ---- */

static const char *set_text(hrg_world *w, uint32_t set)
{
    name_id n = vec_at(&w->sets, set).name.id;
    return n == NAME_NONE ? "this type" : hrg_text(w, n);
}

static bool has_head(const hrg_world *w, uint32_t set, name_id head)
{
    const hrg_set *s = &vec_at(&w->sets, set);
    for (uint32_t i = 0; i < s->terms.count; i++)
        if (vec_at(&w->terms, vec_at(&s->terms, i)).compound && vec_at(&w->terms, vec_at(&s->terms, i)).head == head)
            return true;
    return false;
}

static uint32_t convert_symbol(hrg_world *w, hrg_result r, uint32_t set, src_span at)
{
    if (r.kind != HRG_R_TERM) {
        hrg_error(w, DIAG_HRG_EVALUATE, at,
                  r.kind == HRG_R_BOOL ? "a condition is not a value (write `if .. then 1 else 0`)"
                                       : "a map where one of %s is needed",
                  set_text(w, set));
        return HRG_NONE;
    }
    if (map_has(&vec_at(&w->sets, set).position, r.index))
        return leaf(w, HRG_V_SYMBOL, r.index);
    diag *d = hrg_error(w, DIAG_MISMATCH, at, "`%s` is not one of %s", hrg_term_text(w, r.index), set_text(w, set));
    const hrg_term *t = &vec_at(&w->terms, r.index);
    if (!t->compound && !map_has(&w->atoms, t->head))
        hrg_suggest(w, d, t->head, HRG_SUGGEST_SYMBOLS, NULL, 0);
    else if (t->compound && has_head(w, set, t->head))
        diag_set_hint(w->src->sink, d,
                      "it lies beyond the domain: `if .. then %s(..) else ..` leaves such arguments out",
                      hrg_text(w, t->head));
    return HRG_NONE;
}

typedef struct fill {
    const hrg_part *part;
    const uint32_t *sets;
    uint32_t count, base;
    uint32_t *children;
    uint8_t *given; /* 1: by its key, 2: by a pattern */
    uint32_t stray; /* value of a key that is not of the type, or HRG_NONE */
    bool failed;    /* an error was reported */
} fill;

static uint32_t part_value(hrg_world *w, fill *f)
{
    hrg_result r = hrg_eval(w, f->part->value, f->base);
    uint32_t v = r.kind == HRG_R_ERROR ? HRG_NONE : hrg_convert(w, r, f->sets + 1, f->count - 1, f->part->value->span);
    f->failed |= v == HRG_NONE;
    return v;
}

static bool fill_part(hrg_world *w, void *user)
{
    fill *f = user;
    uint32_t key = hrg_ground_pattern(w, &f->part->key, f->base);
    if (key != HRG_NONE) {
        const uint32_t *place = map_get(&vec_at(&w->sets, f->sets[0]).position, key);
        uint32_t v = part_value(w, f);
        if (v == HRG_NONE)
            return false;
        if (!place) {
            if (f->stray == HRG_NONE)
                hrg_error(w, DIAG_HRG_KEY, f->part->key.span,
                          "the key `%s` is not one of %s; the entry is only counted for the "
                          "value of the other keys",
                          hrg_term_text(w, key), set_text(w, f->sets[0]));
            f->stray = v;
            return true;
        }
        if (f->given[*place] == 1) {
            hrg_error(w, DIAG_DUPLICATE_KEY, f->part->key.span, "the key `%s` is given twice", hrg_term_text(w, key));
            f->failed = true;
            return false;
        }
        f->given[*place] = 1;
        f->children[*place] = v;
        return true;
    }
    for (uint32_t i = 0; i < vec_at(&w->sets, f->sets[0]).terms.count; i++) {
        uint32_t top = w->env.count;
        hrg_result k = hrg_term_result(vec_at(&vec_at(&w->sets, f->sets[0]).terms, i));
        bool matches = !f->given[i] && hrg_match(w, &f->part->key, k, f->base);
        if (matches) {
            f->children[i] = part_value(w, f);
            f->given[i] = 2;
        }
        w->env.count = top;
        if (f->failed)
            return false;
    }
    return true;
}

/* A variable of a key needs a range: a literal is no function. */
static bool check_key(hrg_world *w, const hrg_pattern *p, const hrg_part *part, uint32_t base)
{
    if (p->kind == HRG_PAT_NAME && hrg_is_upper(hrg_raw(w, p->name.id))) {
        for (uint32_t i = 0; i < part->range_count; i++)
            if (part->ranges[i].variable.id == p->name.id)
                return true;
        for (uint32_t i = base; i < w->env.count; i++)
            if (vec_at(&w->env, i).name == p->name.id)
                return true;
        diag *d = hrg_error(w, DIAG_HRG_RANGE, p->span, "`%s` has no range", hrg_text(w, p->name.id));
        diag_set_hint(w->src->sink, d, "add `where %s in 0..7`, or write `_` for every key", hrg_text(w, p->name.id));
        return false;
    }
    for (uint32_t i = 0; i < p->count; i++)
        if (!check_key(w, &p->args[i], part, base))
            return false;
    return true;
}

static bool check_part(hrg_world *w, const hrg_part *part, uint32_t base)
{
    for (uint32_t i = 0; i < part->range_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (part->ranges[i].variable.id == part->ranges[k].variable.id) {
                hrg_error(w, DIAG_HRG_RANGE, part->ranges[i].span, "`%s` has two ranges",
                          hrg_text(w, part->ranges[i].variable.id));
                return false;
            }
    return check_key(w, &part->key, part, base);
}

static bool has_wildcard(const hrg_pattern *p)
{
    for (uint32_t i = 0; i < p->count; i++)
        if (has_wildcard(&p->args[i]))
            return true;
    return p->kind == HRG_PAT_ANY;
}

static uint32_t convert_map(hrg_world *w, hrg_result r, const uint32_t *sets, uint32_t count, src_span at)
{
    const hrg_expr *m = r.literal;
    uint32_t n = vec_at(&w->sets, sets[0]).terms.count, base = w->env.count;
    for (uint32_t i = 0; i < r.count; i++)
        hrg_bind(w, r.bound[i].name, r.bound[i].value);
    fill f = {.sets = sets,
              .count = count,
              .base = base,
              .stray = HRG_NONE,
              .children = ARENA_ARRAY(w->arena, uint32_t, n + 1),
              .given = ARENA_ARRAY(w->arena, uint8_t, n + 1)};
    memset(f.children, 0xff, sizeof *f.children * n);
    /* Keys first, then patterns with `_` for what is left, whatever the order of writing. */
    for (int wild = 0; wild < 2; wild++)
        for (uint32_t i = 0; i < m->part_count && !f.failed && !w->exhausted; i++) {
            f.part = &m->parts[i];
            if (has_wildcard(&f.part->key) != (wild == 1))
                continue;
            if (!check_part(w, f.part, base)) {
                f.failed = true;
                break;
            }
            hrg_for_ranges(w, f.part->ranges, f.part->range_count, fill_part, &f);
        }
    uint32_t otherwise = HRG_NONE;
    if (!f.failed && m->otherwise) {
        hrg_result d = hrg_eval(w, m->otherwise, base);
        if (d.kind != HRG_R_ERROR)
            otherwise = hrg_convert(w, d, sets + 1, count - 1, m->otherwise->span);
        f.failed = otherwise == HRG_NONE;
    }
    w->env.count = base;
    if (f.failed || w->exhausted)
        return HRG_NONE;
    /* When there are only strange keys, their value stands for all of them. */
    bool any = false;
    for (uint32_t i = 0; i < n; i++)
        any |= f.children[i] != HRG_NONE;
    if (!any && otherwise == HRG_NONE)
        otherwise = f.stray;
    for (uint32_t i = 0; i < n; i++) {
        if (f.children[i] == HRG_NONE)
            f.children[i] = otherwise;
    }
    /* Keys without an entry get the most frequent value, unless there is none at all. */
    if (!any && otherwise == HRG_NONE) {
        diag *d = hrg_error(w, DIAG_NO_DEFAULT, at, "the map has no entries");
        diag_set_hint(w->src->sink, d, "begin it with a default, `{ :value; .. }`");
        return HRG_NONE;
    }
    return layer(w, sets[0], f.children);
}

uint32_t hrg_convert(hrg_world *w, hrg_result r, const uint32_t *sets, uint32_t count, src_span at)
{
    if (r.kind == HRG_R_ERROR)
        return HRG_NONE;
    if (count == 1)
        return convert_symbol(w, r, sets[0], at);
    uint32_t n = vec_at(&w->sets, sets[0]).terms.count;
    if (n == 0) {
        hrg_error(w, DIAG_EMPTY_SET, at, "a map from %s, which has no elements", set_text(w, sets[0]));
        return HRG_NONE;
    }
    if (r.kind == HRG_R_TERM || r.kind == HRG_R_BOOL) {
        uint32_t function = HRG_NONE;
        if (r.kind == HRG_R_TERM && !vec_at(&w->terms, r.index).compound)
            function = hrg_find(&w->function_by_name, vec_at(&w->terms, r.index).head);
        if (function != HRG_NONE)
            return leaf(w, HRG_V_CONST, function);
        diag *d = hrg_error(w, DIAG_NOT_ARROW, at,
                            "a map from %s was expected, or the name of a "
                            "function",
                            set_text(w, sets[0]));
        if (r.kind == HRG_R_TERM && !vec_at(&w->terms, r.index).compound)
            hrg_suggest(w, d, vec_at(&w->terms, r.index).head, HRG_SUGGEST_FUNCTIONS, NULL, 0);
        return HRG_NONE;
    }
    if (!take_cells(w, n, at))
        return HRG_NONE;
    if (r.kind == HRG_R_MAP)
        return convert_map(w, r, sets, count, at);
    uint32_t *children = ARENA_ARRAY(w->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        hrg_result key = hrg_term_result(vec_at(&vec_at(&w->sets, sets[0]).terms, i));
        children[i] = hrg_convert(w, hrg_apply(w, r, &key, 1, at), sets + 1, count - 1, at);
        if (children[i] == HRG_NONE)
            return HRG_NONE;
    }
    return layer(w, sets[0], children);
}

/* ---- functions ---- */

typedef struct evaluation {
    uint32_t function, arity;
    const hrg_shape *shape;
    hrg_result args[HRG_MAX_ARROWS + 2];
} evaluation;

/* The case that matches, for pointing at. */
static src_span case_span(hrg_world *w, const evaluation *v)
{
    const hrg_function *f = &vec_at(&w->file->functions, v->function);
    uint32_t base = w->env.count;
    for (uint32_t c = 0; c < f->count; c++) {
        bool matches = true;
        for (uint32_t i = 0; matches && i < v->arity; i++)
            matches = hrg_match(w, &f->cases[c].patterns[i], v->args[i], base);
        w->env.count = base;
        if (matches)
            return f->cases[c].body->span;
    }
    return f->name.span;
}

static uint32_t evaluate_layer(hrg_world *w, evaluation *v, uint32_t at)
{
    const hrg_shape *shape = v->shape;
    if (at == v->arity) {
        const hrg_function *f = &vec_at(&w->file->functions, v->function);
        hrg_result self = hrg_term_result(hrg_atom(w, f->name.id));
        hrg_result r = hrg_apply(w, self, v->args, v->arity, f->name.span);
        if (r.kind == HRG_R_ERROR)
            return HRG_NONE;
        uint32_t errors = w->src->sink->errors;
        uint32_t value = hrg_convert(w, r, shape->sets + at, shape->count - at, f->name.span);
        diag *last = w->src->sink->last;
        if (value == HRG_NONE && w->src->sink->errors > errors && (r.kind == HRG_R_TERM || r.kind == HRG_R_BOOL) &&
            last->span.start == f->name.span.start)
            last->span = case_span(w, v);
        return value;
    }
    uint32_t n = vec_at(&w->sets, shape->sets[at]).terms.count;
    uint32_t *children = ARENA_ARRAY(w->arena, uint32_t, n);
    for (uint32_t i = 0; i < n; i++) {
        v->args[at] = hrg_term_result(vec_at(&vec_at(&w->sets, shape->sets[at]).terms, i));
        children[i] = evaluate_layer(w, v, at + 1);
        if (children[i] == HRG_NONE)
            return HRG_NONE;
    }
    return layer(w, shape->sets[at], children);
}

static bool check_cases(hrg_world *w, const hrg_function *f, const hrg_shape *shape)
{
    for (uint32_t c = 0; c < f->count; c++) {
        const hrg_case *k = &f->cases[c];
        const char *what = NULL;
        if (k->count == 0)
            what = "a function has at least one argument";
        else if (k->count > shape->count - 1)
            what = "more patterns than arrows in the type of the function";
        else if (k->count != f->cases[0].count)
            what = "the cases of a function must have the same number of patterns";
        if (what) {
            hrg_error(w, DIAG_HRG_ARITY, k->span, "%s", what);
            return false;
        }
    }
    return true;
}

static uint32_t evaluate(hrg_world *w, uint32_t index)
{
    const hrg_function *f = &vec_at(&w->file->functions, index);
    hrg_shape *shape = hrg_resolve_shape(w, f->type);
    w->shapes[index] = shape;
    if (!shape || !check_cases(w, f, shape))
        return HRG_NONE;
    evaluation v = {.function = index, .arity = f->cases[0].count, .shape = shape};
    uint64_t cells = 1;
    for (uint32_t i = 0; i < v.arity; i++) {
        uint32_t n = vec_at(&w->sets, shape->sets[i]).terms.count;
        if (n == 0) {
            hrg_error(w, DIAG_EMPTY_SET, f->name.span, "a function of %s, which has no elements",
                      set_text(w, shape->sets[i]));
            return HRG_NONE;
        }
        cells = cells * n > HRG_MAX_CELLS ? HRG_MAX_CELLS + 1 : cells * n;
    }
    if (!take_cells(w, cells, f->name.span))
        return HRG_NONE;
    return evaluate_layer(w, &v, 0);
}

/* ---- into the automaton ---- */

static ir_value emit(hrg_world *w, uint32_t value)
{
    hrg_value v = vec_at(&w->values, value);
    if (v.ir != IR_NONE)
        return v.ir;
    if (v.kind == HRG_V_SYMBOL) {
        v.ir = kit_value_named(w->k, hrg_symbol_name(w, v.index));
    } else if (v.kind == HRG_V_CONST) {
        v.ir = kit_value_const(w->k, kit_find_constant(w->k, vec_at(&w->file->functions, v.index).name.id));
    } else {
        ir_value_entry *entries = ARENA_ARRAY(w->arena, ir_value_entry, v.count + 1);
        entries[0] = kit_pair(w->k, IR_NONE, emit(w, v.otherwise));
        for (uint32_t i = 0; i < v.count; i++) {
            ir_value key = kit_value_named(w->k, hrg_symbol_name(w, v.entries[2 * i]));
            entries[i + 1] = kit_pair(w->k, key, emit(w, v.entries[2 * i + 1]));
        }
        v.ir = kit_entries(w->k, entries, v.count + 1);
    }
    return vec_at(&w->values, value).ir = v.ir;
}

/* Functions that a value names, in order. */
static void collect(const hrg_world *w, uint32_t value, vec_u32 *out, map *seen, arena *a)
{
    const hrg_value *v = &vec_at(&w->values, value);
    if (map_has(seen, value))
        return;
    map_put(seen, value, 1);
    if (v->kind == HRG_V_CONST)
        vec_push(a, out, v->index);
    if (v->kind != HRG_V_MAP)
        return;
    collect(w, v->otherwise, out, seen, a);
    for (uint32_t i = 0; i < v->count; i++)
        collect(w, v->entries[2 * i + 1], out, seen, a);
}

typedef struct constant {
    uint32_t value;
    hrg_state state;
    vec_u32 needs;
    uint32_t done; /* of the needs */
} constant;

static void emit_constant(hrg_world *w, constant *all, uint32_t start)
{
    vec_u32 stack = {0};
    vec_push(w->arena, &stack, start);
    while (stack.count) {
        uint32_t index = vec_at(&stack, stack.count - 1);
        constant *c = &all[index];
        const hrg_function *f = &vec_at(&w->file->functions, index);
        if (c->done < c->needs.count) {
            constant *need = &all[vec_at(&c->needs, c->done)];
            c->state = HRG_BUSY;
            if (need->state == HRG_BUSY) {
                hrg_error(w, DIAG_HRG_EVALUATE, f->name.span, "the map `%s` is part of its own value",
                          hrg_text(w, f->name.id));
                return;
            }
            if (need->state == HRG_NEW && need->value != HRG_NONE)
                vec_push(w->arena, &stack, vec_at(&c->needs, c->done));
            c->done++;
            continue;
        }
        if (c->state != HRG_DONE) {
            ir_type type = hrg_ir_type(w, f->type);
            w->k->at = f->name.span;
            kit_declared(w->k, f->name.id, type, emit(w, c->value));
            c->state = HRG_DONE;
        }
        stack.count--;
    }
}

void hrg_emit_constants(hrg_world *w)
{
    uint32_t n = w->file->functions.count, errors = w->src->sink->errors;
    map_init(&w->value_hash, w->arena);
    w->shapes = ARENA_ARRAY(w->arena, hrg_shape *, n + 1);
    constant *all = ARENA_ARRAY(w->arena, constant, n + 1);
    for (uint32_t i = 0; i < n && !w->exhausted; i++) {
        all[i].value = evaluate(w, i);
        if (all[i].value != HRG_NONE) {
            map seen;
            map_init(&seen, w->arena);
            collect(w, all[i].value, &all[i].needs, &seen, w->arena);
        }
    }
    if (w->src->sink->errors > errors)
        return;
    for (uint32_t i = 0; i < n && w->src->sink->errors == errors; i++)
        if (all[i].state == HRG_NEW)
            emit_constant(w, all, i);
}

ir_value hrg_first_value(hrg_world *w, const hrg_shape *shape, src_span at)
{
    const hrg_set *last = &vec_at(&w->sets, shape->sets[shape->count - 1]);
    if (last->terms.count == 0) {
        hrg_error(w, DIAG_EMPTY_SET, at, "%s has no elements", set_text(w, shape->sets[shape->count - 1]));
        return IR_NONE;
    }
    name_id first = hrg_symbol_name(w, vec_at(&last->terms, 0));
    ir_value v = kit_value_named(hrg_on(w, at), first);
    for (uint32_t i = 1; i < shape->count; i++) {
        ir_value_entry entry = kit_pair(w->k, IR_NONE, v);
        v = kit_entries(w->k, &entry, 1);
    }
    return v;
}

void hrg_emit_variables(hrg_world *w)
{
    w->variable_shapes = ARENA_ARRAY(w->arena, hrg_shape *, w->file->variables.count + 1);
    for (uint32_t i = 0; i < w->file->variables.count && !w->exhausted; i++) {
        const hrg_variable *v = &vec_at(&w->file->variables, i);
        if (hrg_find(&w->variable_by_name, v->name.id) != i)
            continue;
        hrg_shape *shape = w->variable_shapes[i] = hrg_resolve_shape(w, v->type);
        if (!shape)
            continue;
        ir_value initial = IR_NONE;
        if (v->initial) {
            hrg_result r = hrg_eval(w, v->initial, w->env.count);
            uint32_t value = hrg_convert(w, r, shape->sets, shape->count, v->initial->span);
            w->k->at = v->initial->span;
            if (value != HRG_NONE && w->src->sink->errors == 0)
                initial = emit(w, value);
        } else {
            initial = hrg_first_value(w, shape, v->name.span);
        }
        if (initial != IR_NONE) {
            ir_type type = hrg_ir_type(w, v->type);
            kit_declared_variable(hrg_on(w, v->name.span), v->name.id, type, initial);
        }
    }
}
