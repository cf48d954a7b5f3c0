/* Domains and types: from declarations to ordered lists of terms. */
#include "lang/hrg/world.h"

#include <inttypes.h>
#include <string.h>

enum { MAX_DOMAIN_DEPTH = 200 };

hrg_result hrg_term_result(uint32_t term)
{
    hrg_result r = {.kind = HRG_R_TERM, .index = term};
    return r;
}

void hrg_bind(hrg_world *w, name_id name, hrg_result value)
{
    hrg_binding b = {name, value};
    vec_push(w->arena, &w->env, b);
}

static uint64_t range_size(const hrg_range *r)
{
    if (!r->numeric)
        return r->count;
    return r->high < r->low ? 0 : (uint64_t)(r->high - r->low) + 1;
}

static uint32_t range_term(hrg_world *w, const hrg_range *r, uint64_t i)
{
    return r->numeric ? hrg_number_term(w, r->low + (int64_t)i) : hrg_atom(w, r->items[i].id);
}

static bool for_ranges(hrg_world *w, const hrg_range *ranges, uint32_t count, bool (*each)(hrg_world *w, void *user),
                       void *user)
{
    if (count == 0)
        return each(w, user);
    for (uint64_t i = 0, n = range_size(ranges); i < n; i++) {
        hrg_bind(w, ranges->variable.id, hrg_term_result(range_term(w, ranges, i)));
        bool go_on = for_ranges(w, ranges + 1, count - 1, each, user);
        w->env.count--;
        if (!go_on)
            return false;
    }
    return true;
}

bool hrg_for_ranges(hrg_world *w, const hrg_range *ranges, uint32_t count, bool (*each)(hrg_world *w, void *user),
                    void *user)
{
    uint64_t product = 1;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t n = range_size(&ranges[i]);
        product = n > HRG_MAX_CELLS || product * n > HRG_MAX_CELLS ? HRG_MAX_CELLS + 1 : product * n;
    }
    if (count > HRG_MAX_ARROWS || product > HRG_MAX_CELLS) {
        hrg_too_large(w, ranges[0].span, "these ranges have more than %d combinations", HRG_MAX_CELLS);
        return false;
    }
    return for_ranges(w, ranges, count, each, user);
}

/* ---- sets ---- */

static uint32_t new_set(hrg_world *w, hrg_name name, const hrg_domain *source)
{
    hrg_set set = {.name = name, .source = source};
    map_init(&set.position, w->arena);
    vec_push(w->arena, &w->sets, set);
    return w->sets.count - 1;
}

static void note_atoms(hrg_world *w, uint32_t term)
{
    const hrg_term *t = &vec_at(&w->terms, term);
    if (!t->compound)
        map_put(&w->atoms, t->head, term);
    for (uint32_t i = 0; i < t->argc; i++)
        note_atoms(w, item_at(t, args, argc, i));
}

/* An element met again keeps its first place. */
static bool add_term(hrg_world *w, uint32_t set, uint32_t term, src_span at)
{
    hrg_set *s = &vec_at(&w->sets, set);
    if (map_has(&s->position, term))
        return true;
    if (w->symbol_count >= HRG_MAX_SYMBOLS) {
        hrg_too_large(w, at, "the domains have more than %d elements", HRG_MAX_SYMBOLS);
        return false;
    }
    w->symbol_count++;
    map_put(&s->position, term, s->terms.count);
    vec_push(w->arena, &s->terms, term);
    name_id name = hrg_symbol_name(w, term);
    if (!map_has(&w->symbols, name)) {
        map_put(&w->symbols, name, term);
        note_atoms(w, term);
    }
    return true;
}

static void fill(hrg_world *w, uint32_t set, uint32_t depth);

static void add_all(hrg_world *w, uint32_t set, uint32_t from, src_span at)
{
    for (uint32_t i = 0; i < vec_at(&w->sets, from).terms.count; i++)
        if (!add_term(w, set, vec_at(&vec_at(&w->sets, from).terms, i), at))
            return;
}

typedef struct generator {
    uint32_t set;
    const hrg_element *element;
    uint32_t *args;
} generator;

static uint32_t bound_term(const hrg_world *w, name_id name)
{
    for (uint32_t i = w->env.count; i-- > 0;)
        if (vec_at(&w->env, i).name == name)
            return vec_at(&w->env, i).value.index;
    return HRG_NONE;
}

static bool generate(hrg_world *w, void *user)
{
    generator *g = user;
    for (uint32_t i = 0; i < g->element->arg_count; i++) {
        uint32_t bound = bound_term(w, item_at(g->element, args, arg_count, i).id);
        g->args[i] = bound != HRG_NONE ? bound : hrg_atom(w, item_at(g->element, args, arg_count, i).id);
    }
    uint32_t term = hrg_compound(w, g->element->name.id, g->args, g->element->arg_count);
    return add_term(w, g->set, term, g->element->span);
}

static const hrg_range *find_range(const hrg_element *e, name_id name)
{
    for (uint32_t i = 0; i < e->range_count; i++)
        if (e->ranges[i].variable.id == name)
            return &e->ranges[i];
    return NULL;
}

static bool is_arg(const hrg_element *e, name_id name, uint32_t before)
{
    for (uint32_t i = 0; i < before; i++)
        if (item_at(e, args, arg_count, i).id == name)
            return true;
    return false;
}

/* The ranges in the order of the arguments; false when there is something wrong. */
static bool order_ranges(hrg_world *w, const hrg_element *e, hrg_range *ranges, uint32_t *count)
{
    uint32_t errors = w->src->sink->errors;
    *count = 0;
    for (uint32_t i = 0; i < e->range_count; i++) {
        hrg_name v = e->ranges[i].variable;
        if (find_range(e, v.id) != &e->ranges[i])
            hrg_error(w, DIAG_HRG_RANGE, v.span, "`%s` has two ranges", hrg_text(w, v.id));
        else if (!is_arg(e, v.id, e->arg_count))
            hrg_error(w, DIAG_HRG_RANGE, v.span, "`%s` has a range but is no argument of `%s`", hrg_text(w, v.id),
                      hrg_text(w, e->name.id));
    }
    for (uint32_t i = 0; i < e->arg_count; i++) {
        const hrg_range *range = find_range(e, item_at(e, args, arg_count, i).id);
        if (range && !is_arg(e, item_at(e, args, arg_count, i).id, i)) {
            ranges[(*count)++] = *range;
        } else if (!range && hrg_is_upper(hrg_raw(w, item_at(e, args, arg_count, i).id))) {
            diag *d = hrg_error(w, DIAG_HRG_RANGE, item_at(e, args, arg_count, i).span, "`%s` has no range",
                                hrg_text(w, item_at(e, args, arg_count, i).id));
            diag_set_hint(w->src->sink, d, "add `where %s in 0..7` or `where %s in { a, b }`",
                          hrg_text(w, item_at(e, args, arg_count, i).id),
                          hrg_text(w, item_at(e, args, arg_count, i).id));
        }
    }
    return w->src->sink->errors == errors;
}

static void fill_generator(hrg_world *w, uint32_t set, const hrg_element *e)
{
    if (e->range_count > HRG_MAX_ARROWS || e->arg_count > HRG_MAX_ARROWS) {
        hrg_too_large(w, e->span, "a constructor with more than %d arguments", HRG_MAX_ARROWS);
        return;
    }
    hrg_range ranges[HRG_MAX_ARROWS];
    uint32_t count, args[HRG_MAX_ARROWS];
    if (!order_ranges(w, e, ranges, &count))
        return;
    uint64_t product = 1;
    for (uint32_t i = 0; i < count; i++) {
        uint64_t n = range_size(&ranges[i]);
        product = n > HRG_MAX_SYMBOLS ? HRG_MAX_SYMBOLS + 1 : product * n;
        if (product > HRG_MAX_SYMBOLS) {
            hrg_too_large(w, e->span, "this generator makes more than %d elements", HRG_MAX_SYMBOLS);
            return;
        }
    }
    generator g = {set, e, args};
    uint32_t base = w->env.count;
    hrg_for_ranges(w, ranges, count, generate, &g);
    w->env.count = base;
}

static void fill(hrg_world *w, uint32_t set, uint32_t depth)
{
    const hrg_domain *d = vec_at(&w->sets, set).source;
    if (vec_at(&w->sets, set).state != HRG_NEW || !d)
        return;
    vec_at(&w->sets, set).state = HRG_BUSY;
    for (uint32_t i = 0; i < d->count && !w->exhausted; i++) {
        const hrg_element *e = &d->elements[i];
        uint32_t other = hrg_find(&w->set_by_name, e->name.id);
        if (e->generator) {
            fill_generator(w, set, e);
        } else if (other == HRG_NONE) {
            add_term(w, set, hrg_atom(w, e->name.id), e->span);
        } else if (vec_at(&w->sets, other).state == HRG_BUSY) {
            hrg_error(w, DIAG_RECURSIVE_TYPE, e->span, "the domain `%s` contains itself", hrg_text(w, e->name.id));
        } else if (depth >= MAX_DOMAIN_DEPTH) {
            hrg_error(w, DIAG_NESTING, e->span, "domains inside domains, more than %d levels", MAX_DOMAIN_DEPTH);
        } else {
            fill(w, other, depth + 1);
            add_all(w, set, other, e->span);
        }
    }
    vec_at(&w->sets, set).state = HRG_DONE;
}

static uint32_t declared_set(hrg_world *w, const char *name, const char *const *items, uint32_t count)
{
    name_id id = intern_cstr(w->src->names, name);
    if (map_has(&w->set_by_name, id))
        return HRG_NONE;
    src_span nowhere = {0, 0};
    hrg_name n = {id, nowhere};
    uint32_t set = new_set(w, n, NULL);
    vec_at(&w->sets, set).state = HRG_DONE;
    map_put(&w->set_by_name, id, set);
    for (uint32_t i = 0; i < count; i++)
        add_term(w, set, hrg_atom(w, intern_cstr(w->src->names, items[i])), nowhere);
    return set;
}

void hrg_fill_sets(hrg_world *w)
{
    const hrg_file *f = w->file;
    map_init(&w->set_by_name, w->arena);
    map_init(&w->symbols, w->arena);
    map_init(&w->atoms, w->arena);
    map_init(&w->term_hash, w->arena);
    for (uint32_t i = 0; i < f->domains.count; i++)
        if (!map_has(&w->set_by_name, vec_at(&f->domains, i).name.id))
            map_put(&w->set_by_name, vec_at(&f->domains, i).name.id,
                    new_set(w, vec_at(&f->domains, i).name, &vec_at(&f->domains, i)));
    static const char *const bits[] = {"0", "1"}, *const system[] = {"keeper", "random"};
    declared_set(w, "Bool", bits, 2);
    /* Before PlayerOrSystem, which may also be declared by hand. */
    uint32_t everyone = declared_set(w, "PlayerOrSystem", NULL, 0);
    for (uint32_t i = 0; i < w->sets.count; i++)
        fill(w, i, 0);
    src_span nowhere = {0, 0};
    uint32_t players = hrg_find(&w->set_by_name, intern_cstr(w->src->names, "Player"));
    if (everyone != HRG_NONE && players != HRG_NONE)
        add_all(w, everyone, players, nowhere);
    for (uint32_t i = 0; everyone != HRG_NONE && i < 2; i++)
        add_term(w, everyone, hrg_atom(w, intern_cstr(w->src->names, system[i])), nowhere);
}

/* ---- the automaton's types ---- */

static ir_sym element_symbol(hrg_world *w, uint32_t term)
{
    const hrg_term *t = &vec_at(&w->terms, term);
    ir_sym s = kit_sym_named(w->k, hrg_symbol_name(w, term));
    if (t->compound && t->argc == 2) {
        const hrg_term *x = &vec_at(&w->terms, item_at(t, args, argc, 0)),
                       *y = &vec_at(&w->terms, item_at(t, args, argc, 1));
        if (x->numeric && y->numeric && x->number >= -100000 && x->number <= 100000 && y->number >= -100000 &&
            y->number <= 100000)
            kit_place(w->k, s, (int32_t)x->number, (int32_t)y->number);
    }
    return s;
}

void hrg_emit_types(hrg_world *w)
{
    for (uint32_t i = 0; i < w->sets.count; i++) {
        const hrg_set *set = &vec_at(&w->sets, i);
        if (!set->source)
            continue;
        ir_sym *symbols = ARENA_ARRAY(w->arena, ir_sym, set->terms.count + 1);
        for (uint32_t k = 0; k < set->terms.count; k++)
            symbols[k] = element_symbol(w, vec_at(&set->terms, k));
        ir_type type = kit_type_of(hrg_on(w, set->source->span), symbols, set->terms.count);
        kit_name_type(hrg_on(w, set->name.span), set->name.id, type);
    }
}

/* ---- type expressions ---- */

static uint32_t inline_set(hrg_world *w, const hrg_type *type)
{
    hrg_name none = {NAME_NONE, type->span};
    uint32_t set = new_set(w, none, NULL);
    vec_at(&w->sets, set).state = HRG_DONE;
    for (uint32_t i = 0; i < type->count; i++)
        add_term(w, set, hrg_atom(w, type->items[i].id), type->items[i].span);
    return set;
}

/* Goals and Visibility: built-in arrow types from Player. HRG_NONE for other names. */
static uint32_t builtin_arrow(hrg_world *w, name_id name)
{
    const char *text = hrg_raw(w, name);
    if (strcmp(text, "Goals") == 0)
        return hrg_find(&w->set_by_name, intern_cstr(w->src->names, "Score"));
    if (strcmp(text, "Visibility") == 0)
        return hrg_find(&w->set_by_name, intern_cstr(w->src->names, "Bool"));
    return HRG_NONE;
}

static uint32_t resolve_one(hrg_world *w, const hrg_type *type)
{
    if (type->set)
        return inline_set(w, type);
    uint32_t set = hrg_find(&w->set_by_name, type->name.id);
    if (set == HRG_NONE) {
        diag *d = hrg_error(w, DIAG_UNKNOWN_TYPE, type->name.span, "unknown domain `%s`", hrg_text(w, type->name.id));
        hrg_suggest(w, d, type->name.id, HRG_SUGGEST_TYPES, NULL, 0);
    }
    return set;
}

uint32_t hrg_resolve_set(hrg_world *w, const hrg_type *type)
{
    bool arrow = type->value != NULL;
    if (!arrow && !type->set && !map_has(&w->set_by_name, type->name.id))
        arrow = builtin_arrow(w, type->name.id) != HRG_NONE;
    if (arrow) {
        hrg_error(w, DIAG_NOT_SET, type->span, "a domain was expected here, not a type of maps");
        return HRG_NONE;
    }
    return resolve_one(w, type);
}

hrg_shape *hrg_resolve_shape(hrg_world *w, const hrg_type *type)
{
    uint32_t *sets = ARENA_ARRAY(w->arena, uint32_t, HRG_MAX_ARROWS + 2), count = 0;
    for (const hrg_type *t = type; t; t = t->value) {
        if (count >= HRG_MAX_ARROWS) {
            hrg_too_large(w, t->span, "a type with more than %d arrows", HRG_MAX_ARROWS);
            return NULL;
        }
        uint32_t goal =
            t->set || t->value || map_has(&w->set_by_name, t->name.id) ? HRG_NONE : builtin_arrow(w, t->name.id);
        uint32_t players = hrg_find(&w->set_by_name, intern_cstr(w->src->names, "Player"));
        if (goal != HRG_NONE && players != HRG_NONE) {
            sets[count++] = players;
            sets[count++] = goal;
            continue;
        }
        sets[count] = resolve_one(w, t);
        if (sets[count++] == HRG_NONE)
            return NULL;
    }
    hrg_shape *shape = ARENA_NEW(w->arena, hrg_shape);
    shape->sets = sets;
    shape->count = count;
    return shape;
}

ir_type hrg_ir_type(hrg_world *w, const hrg_type *type)
{
    ir_type t;
    if (type->set) {
        ir_sym *symbols = ARENA_ARRAY(w->arena, ir_sym, type->count + 1);
        for (uint32_t i = 0; i < type->count; i++)
            symbols[i] = kit_sym_named(w->k, type->items[i].id);
        t = kit_type_of(hrg_on(w, type->span), symbols, type->count);
    } else {
        t = kit_type_named(hrg_on(w, type->name.span), type->name.id);
    }
    if (!type->value)
        return t;
    ir_type value = hrg_ir_type(w, type->value);
    return kit_arrow(hrg_on(w, type->span), t, value);
}
