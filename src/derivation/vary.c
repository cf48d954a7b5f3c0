#include "derivation/vary.h"

#include "base/rng.h"

#include <stdlib.h>

static const struct {
    const char *name;
    uint32_t weight;
} operators[DV_OPERATORS] = {
#define OPERATOR(id, name, weight, what) {name, weight},
#include "derivation/operators.def"
#undef OPERATOR
};

const char *dv_operator_name(dv_operator op) { return operators[op].name; }

dv_operator dv_draw_operator(const dv_maker *m, bool other)
{
    uint32_t sum = 0, ops = other ? DV_OPERATORS : DV_CROSS, op = 0;
    for (uint32_t i = 0; i < ops; i++)
        sum += operators[i].weight;
    uint32_t left = rng_below(m->rng, sum);
    for (; left >= operators[op].weight; op++)
        left -= operators[op].weight;
    return (dv_operator)op;
}

static bool chance(const dv_maker *m, double p)
{
    return (double)(rng_next(m->rng) >> 11) < p * (double)(UINT64_C(1) << 53);
}

static const dv_production *of(const dv_maker *m, const dv_node *n) { return dv_production_at(m->g, n->production); }

/* ---- drawing parts ---- */

static dv_node *draw_part(const dv_maker *m, const dv_slot *s, dv_context c, uint32_t budget);

/* A literal that nothing says more about. */
static name_id draw_literal(const dv_maker *m, uint32_t production)
{
    static const char *const reals[] = {"0.5", "1", "2"};
    dv_kind kind = dv_production_at(m->g, production)->kind;
    uint32_t known = 0;
    if (kind == DV_INTEGER)
        return intern_cstr(m->g->names, arena_printf(m->arena, "%u", rng_below(m->rng, 7)));
    for (uint32_t i = 0; i < m->g->words.count; i++)
        known += vec_at(&m->g->words, i).production == production;
    if (!known)
        return intern_cstr(m->g->names, kind == DV_REAL ? reals[rng_below(m->rng, 3)] : "\"A\"");
    uint32_t left = rng_below(m->rng, known);
    for (uint32_t i = 0;; i++)
        if (vec_at(&m->g->words, i).production == production && !left--)
            return vec_at(&m->g->words, i).text;
}

static const dv_habit *draw_habit(const dv_maker *m, const dv_habits *h, uint32_t budget)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; h && i < h->list.count; i++)
        if (dv_production_at(m->g, vec_at(&h->list, i).production)->cost <= budget)
            sum += vec_at(&h->list, i).count;
    if (!sum)
        return NULL;
    uint32_t left = rng_below(m->rng, sum);
    for (uint32_t i = 0;; i++) {
        const dv_habit *x = &vec_at(&h->list, i);
        if (dv_production_at(m->g, x->production)->cost > budget)
            continue;
        if (left < x->count)
            return x;
        left -= x->count;
    }
}

/* Any production of the slot that is small enough: first the choice, then what it admits. */
static bool draw_any(const dv_maker *m, const dv_slot *s, uint32_t budget, dv_habit *out)
{
    uint32_t choices = 0, fit = 0;
    for (uint32_t i = 0; i < s->count; i++)
        choices += vec_at(&m->g->types, s->choices[i].type).cost <= budget;
    if (!choices)
        return false;
    uint32_t left = rng_below(m->rng, choices), at = 0;
    for (; vec_at(&m->g->types, s->choices[at].type).cost > budget || left--; at++)
        ;
    const dv_type *t = &vec_at(&m->g->types, s->choices[at].type);
    for (uint32_t i = 0; i < t->productions.count; i++)
        fit += dv_production_at(m->g, vec_at(&t->productions, i))->cost <= budget;
    left = rng_below(m->rng, fit);
    for (uint32_t i = 0;; i++)
        if (dv_production_at(m->g, vec_at(&t->productions, i))->cost <= budget && !left--) {
            *out = (dv_habit){at, vec_at(&t->productions, i), NAME_NONE, 1};
            return true;
        }
}

static uint32_t draw_length(const dv_maker *m, const dv_habits *h, uint32_t least)
{
    uint32_t n = 0;
    if (h && h->lists && !chance(m, m->surprise)) {
        uint32_t left = rng_below(m->rng, h->lists);
        for (; left >= h->lengths[n]; n++)
            left -= h->lengths[n];
    } else
        for (n = 1; n < DV_LENGTHS && chance(m, 1.0 / 3); n++)
            ;
    return n < least ? least : n;
}

/* What parts from `from` on need at least. */
static uint32_t needed(const dv_maker *m, const dv_production *p, uint32_t from)
{
    uint64_t sum = 0;
    for (uint32_t i = from; i < p->count; i++) {
        uint32_t best = DV_NONE;
        for (uint32_t k = 0; k < p->slots[i].count && !p->slots[i].optional; k++) {
            uint32_t cost = vec_at(&m->g->types, p->slots[i].choices[k].type).cost;
            best = cost < best ? cost : best;
        }
        sum += p->slots[i].optional ? 0 : best;
    }
    return sum < DV_NONE ? (uint32_t)sum : DV_NONE;
}

/* How often an argument was there in games, where that is known. */
static double presence(const dv_maker *m, uint32_t production, uint32_t slot)
{
    const dv_habits *h = dv_habits_at(m->g, (dv_context){production, slot, false});
    return h && h->total + h->absent ? (double)h->total / (h->total + h->absent) : 0;
}

static bool wanted(const dv_maker *m, uint32_t production, uint32_t slot)
{
    double share = presence(m, production, slot);
    return chance(m, share * (1 - m->surprise) + m->surprise * m->surprise);
}

/* The parts of a form that are not there yet; `budget` nodes in all. False: they do not fit. */
static bool fill_form(const dv_maker *m, dv_node *n, uint32_t budget)
{
    const dv_production *p = of(m, n);
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t later = needed(m, p, i + 1);
        if (n->items[i] || (p->slots[i].optional && !wanted(m, n->production, i)))
            continue;
        if (later < budget)
            n->items[i] = draw_part(m, &p->slots[i], (dv_context){n->production, i, false}, budget - later);
        if (!n->items[i] && !p->slots[i].optional)
            return false;
        uint32_t size = n->items[i] ? dv_size(n->items[i]) : 0;
        budget = size < budget ? budget - size : 0;
    }
    return true;
}

static dv_node *draw_list(const dv_maker *m, const dv_habit *x, dv_context c, uint32_t budget)
{
    const dv_production *p = dv_production_at(m->g, x->production);
    uint32_t n = draw_length(m, dv_habits_at(m->g, c), p->least), made = 0;
    dv_node *list = dv_node_new(m->g, m->arena, x->production, n);
    for (; made < n && budget; made++) {
        dv_node *item = draw_part(m, &p->slots[0], (dv_context){c.production, c.slot, true}, budget);
        if (!item)
            break;
        uint32_t size = dv_size(item);
        budget = size < budget ? budget - size : 0;
        list->items[made] = item;
    }
    list->count = made;
    return made >= p->least ? list : NULL;
}

/* A part for the slot, as parts were met in its place, of at most `budget` nodes; NULL: there is none. */
static dv_node *draw_part(const dv_maker *m, const dv_slot *s, dv_context c, uint32_t budget)
{
    dv_habit x;
    const dv_habit *met = chance(m, m->surprise) ? NULL : draw_habit(m, dv_habits_at(m->g, c), budget);
    dv_node *n;
    arena_work(m->arena, 1);
    if (met)
        x = *met;
    else if (!draw_any(m, s, budget, &x))
        return NULL;
    const dv_production *p = dv_production_at(m->g, x.production);
    if (p->kind == DV_LIST)
        n = draw_list(m, &x, c, budget - 1);
    else {
        n = dv_node_new(m->g, m->arena, x.production, p->count);
        n->text = p->kind < DV_INTEGER || x.text != NAME_NONE ? x.text : draw_literal(m, x.production);
        if (p->kind == DV_FORM && !fill_form(m, n, budget - 1))
            n = NULL;
    }
    if (n)
        n->choice = x.choice;
    return n;
}

dv_node *dv_generate(const dv_maker *m)
{
    dv_choice whole = {"", "", m->g->root};
    dv_slot top = {&whole, 1, false, DV_PLAIN};
    dv_names none = {0};
    dv_node *n = draw_part(m, &top, (dv_context){DV_NONE >> 1, 0, false}, m->largest);
    if (n)
        dv_repair_names(m->g, m->arena, n, &none);
    return n;
}

/* ---- places ---- */

typedef struct spot {
    dv_node *node;
    dv_place place;
    uint32_t slot;   /* of an argument that is left out */
    uint32_t weight; /* how often it is drawn; 0: nothing can be done there */
} spot;
typedef VEC(spot) spots;

static bool add_spot(void *user, dv_node *n, const dv_place *p)
{
    void **with = user;
    spot s = {n, *p, DV_NONE, 1};
    spots *list = with[1];
    vec_push((arena *)with[0], list, s);
    return true;
}

static spots all_spots(const dv_maker *m, dv_node *root)
{
    spots list = {0};
    void *with[2] = {m->arena, &list};
    dv_walk(m->g, root, add_spot, with);
    return list;
}

/* One of them by its weight, or NULL. */
static spot *draw_spot(const dv_maker *m, spots *list)
{
    uint32_t sum = 0;
    for (uint32_t i = 0; i < list->count; i++)
        sum += vec_at(list, i).weight;
    if (!sum)
        return NULL;
    uint32_t left = rng_below(m->rng, sum);
    for (uint32_t i = 0;; i++) {
        if (left < vec_at(list, i).weight)
            return &vec_at(list, i);
        left -= vec_at(list, i).weight;
    }
}

/* ---- operators ---- */

enum { TOLD = 90, SCALE = 100 /* weight of a place that can be drawn at all times */, INNER = 6 /* times a leaf's */ };

static const char *shown(const dv_maker *m, const dv_node *n)
{
    const char *text = dv_text(m->g, m->arena, n);
    bool whole = strlen(text) <= TOLD;
    char *line = arena_printf(m->arena, whole ? "%.*s" : "%.*s..", whole ? TOLD : TOLD - 2, text);
    for (char *p = line; *p; p++)
        *p = *p == '\n' ? ' ' : *p;
    return line;
}

static void replace(spot *s, dv_node *with) { s->place.parent->items[s->place.index] = with; }

static uint32_t room(const dv_maker *m, const dv_node *root, const dv_node *without)
{
    uint32_t size = dv_size(root) - (without ? dv_size(without) : 0);
    return size < m->largest ? m->largest - size : 0;
}

static bool regenerate(const dv_maker *m, dv_node *root, const char **told)
{
    spots list = all_spots(m, root);
    for (uint32_t i = 0; i < list.count; i++) {
        spot *s = &vec_at(&list, i);
        s->weight = s->place.parent && s->place.slot->role == DV_PLAIN ? 1 : 0;
    }
    spot *s = draw_spot(m, &list);
    dv_node *n = s ? draw_part(m, s->place.slot, s->place.context, room(m, root, s->node)) : NULL;
    if (!n)
        return false;
    *told = arena_printf(m->arena, "%s instead of %s", shown(m, n), shown(m, s->node));
    replace(s, n);
    return true;
}

static name_id other_integer(const dv_maker *m, name_id text)
{
    long n = strtol(intern_text(m->g->names, text), NULL, 10), was = n;
    uint32_t how = rng_below(m->rng, 10);
    n = how < 4 ? n + 1 : how < 8 ? n - 1 : how == 8 ? 2 * n : n / 2;
    n = n == was ? was + 1 : n < 0 && was >= 0 ? was + 1 : n;
    return intern_cstr(m->g->names, arena_printf(m->arena, "%ld", n));
}

/* A leaf of the same type that is another one; of a leaf of its place as a rule. */
static dv_node *other_leaf(const dv_maker *m, const spot *s)
{
    const dv_habits *h = dv_habits_at(m->g, s->place.context);
    for (int tries = 0; tries < 8; tries++) {
        dv_habit x;
        const dv_habit *met = chance(m, m->surprise) ? NULL : draw_habit(m, h, 1);
        if (met)
            x = *met;
        else if (!draw_any(m, s->place.slot, 1, &x))
            return NULL;
        const dv_production *p = dv_production_at(m->g, x.production);
        if (p->kind >= DV_INTEGER && x.text == NAME_NONE)
            x.text = draw_literal(m, x.production);
        if (p->kind == DV_LIST || (x.production == s->node->production && x.text == s->node->text))
            continue;
        dv_node *n = dv_node_new(m->g, m->arena, x.production, p->kind == DV_FORM ? p->count : 0);
        n->choice = x.choice;
        n->text = x.text;
        return n;
    }
    return NULL;
}

static bool change(const dv_maker *m, dv_node *root, const char **told)
{
    spots list = all_spots(m, root);
    for (uint32_t i = 0; i < list.count; i++) {
        spot *s = &vec_at(&list, i);
        uint32_t parts = 0;
        for (uint32_t k = 0; k < s->node->count; k++)
            parts += s->node->items[k] != NULL;
        bool leaf = of(m, s->node)->kind != DV_LIST && !parts;
        s->weight = leaf && s->place.parent && s->place.slot->role == DV_PLAIN ? 1 : 0;
    }
    spot *s = draw_spot(m, &list);
    if (!s)
        return false;
    dv_node *n = NULL;
    if (of(m, s->node)->kind == DV_INTEGER && !chance(m, 0.25)) {
        n = dv_copy(s->node, m->arena);
        n->text = other_integer(m, n->text);
    } else
        n = other_leaf(m, s);
    if (!n)
        return false;
    *told = arena_printf(m->arena, "%s instead of %s", shown(m, n), shown(m, s->node));
    replace(s, n);
    return true;
}

/* Puts a node into a list. */
static void insert(const dv_maker *m, dv_node *list, uint32_t at, dv_node *n)
{
    dv_node **items = ARENA_ARRAY(m->arena, dv_node *, list->count + 1);
    for (uint32_t i = 0; i <= list->count; i++)
        items[i] = i < at ? list->items[i] : i == at ? n : list->items[i - 1];
    list->items = items;
    list->count++;
}

static void take_out(dv_node *list, uint32_t at)
{
    for (uint32_t i = at; i + 1 < list->count; i++)
        list->items[i] = list->items[i + 1];
    list->count--;
}

static bool is_list(const dv_maker *m, const dv_node *n) { return of(m, n)->kind == DV_LIST; }

/* The context of the elements of the list at a spot. */
static dv_context element_of(const spot *s)
{
    return (dv_context){s->place.context.production, s->place.context.slot, true};
}

/* The context of the list that an element stands in. */
static dv_context list_of(const spot *s)
{
    return (dv_context){s->place.context.production, s->place.context.slot, false};
}

/* How often a list gets another length: seldom, where all that were met had the same one. */
static uint32_t list_weight(const dv_maker *m, dv_context c)
{
    const dv_habits *h = dv_habits_at(m->g, c);
    for (uint32_t n = 0; h && h->lists > 1 && n <= DV_LENGTHS; n++)
        if (h->lengths[n] == h->lists)
            return (uint32_t)(SCALE * m->surprise);
    return SCALE;
}

static bool add(const dv_maker *m, dv_node *root, const char **told)
{
    spots list = all_spots(m, root);
    for (uint32_t i = 0, first = list.count; i < first; i++) {
        spot s = vec_at(&list, i);
        const dv_production *p = of(m, s.node);
        vec_at(&list, i).weight = p->kind == DV_LIST ? list_weight(m, s.place.context) : 0;
        for (uint32_t k = 0; k < p->count && p->kind == DV_FORM; k++) {
            if (s.node->items[k])
                continue;
            /* as often as it is there in games, or as surprises are */
            double share = presence(m, s.node->production, k) + m->surprise / p->count;
            spot empty = {s.node, s.place, k, (uint32_t)(SCALE * share)};
            vec_push(m->arena, &list, empty);
        }
    }
    spot *s = draw_spot(m, &list);
    if (!s)
        return false;
    uint32_t budget = room(m, root, NULL);
    bool optional = s->slot != DV_NONE;
    const dv_slot *slot = &of(m, s->node)->slots[optional ? s->slot : 0];
    dv_context c = optional ? (dv_context){s->node->production, s->slot, false} : element_of(s);
    dv_node *n = budget ? draw_part(m, slot, c, budget) : NULL;
    if (!n)
        return false;
    if (optional)
        s->node->items[s->slot] = n;
    else
        insert(m, s->node, rng_below(m->rng, s->node->count + 1), n);
    *told = shown(m, n);
    return true;
}

static bool drop(const dv_maker *m, dv_node *root, const char **told)
{
    spots list = all_spots(m, root);
    for (uint32_t i = 0; i < list.count; i++) {
        spot *s = &vec_at(&list, i);
        const dv_node *parent = s->place.parent;
        if (parent && is_list(m, parent))
            s->weight = parent->count > of(m, parent)->least ? list_weight(m, list_of(s)) : 0;
        else /* what no game does without can hardly go */
            s->weight = parent && s->place.slot->optional
                            ? (uint32_t)(SCALE * (1 - presence(m, parent->production, s->place.index) + m->surprise))
                            : 0;
    }
    spot *s = draw_spot(m, &list);
    if (!s)
        return false;
    *told = shown(m, s->node);
    if (is_list(m, s->place.parent))
        take_out(s->place.parent, s->place.index);
    else
        replace(s, NULL);
    return true;
}

static bool twice(const dv_maker *m, dv_node *root, const char **told)
{
    spots list = all_spots(m, root);
    for (uint32_t i = 0; i < list.count; i++) {
        spot *s = &vec_at(&list, i);
        s->weight = s->place.parent && is_list(m, s->place.parent) && s->node->count ? list_weight(m, list_of(s)) : 0;
    }
    spot *s = draw_spot(m, &list);
    if (!s || room(m, root, NULL) < dv_size(s->node))
        return false;
    /* in a tree of its own, so that the change is one in it */
    dv_node *copy = dv_copy(s->node, m->arena);
    const char *what;
    for (uint32_t changes = 1 + rng_below(m->rng, 2); changes; changes--)
        if (!change(m, copy, &what))
            return false;
    insert(m, s->place.parent, s->place.index + rng_below(m->rng, 2), copy);
    *told = arena_printf(m->arena, "%s beside %s", shown(m, copy), shown(m, s->node));
    return true;
}

static bool swap(const dv_maker *m, dv_node *root, const char **told)
{
    spots list = all_spots(m, root);
    for (uint32_t i = 0; i < list.count; i++) {
        spot *s = &vec_at(&list, i);
        s->weight = s->place.parent && is_list(m, s->place.parent) && s->place.index;
    }
    spot *s = draw_spot(m, &list);
    if (!s)
        return false;
    dv_node *before = s->place.parent->items[s->place.index - 1];
    s->place.parent->items[s->place.index - 1] = s->node;
    replace(s, before);
    *told = arena_printf(m->arena, "%s in front of %s", shown(m, s->node), shown(m, before));
    return true;
}

/* The production with the node as one of its parts, and others drawn; NULL: it cannot be. */
static dv_node *wrapped(const dv_maker *m, const dv_node *n, uint32_t production, uint32_t budget)
{
    const dv_production *p = dv_production_at(m->g, production);
    uint32_t fit = 0, at = 0;
    for (uint32_t i = 0; i < p->count; i++)
        fit += dv_slot_admits(m->g, &p->slots[i], n->production) != DV_NONE;
    if (!fit)
        return NULL;
    for (uint32_t left = rng_below(m->rng, fit);; at++)
        if (dv_slot_admits(m->g, &p->slots[at], n->production) != DV_NONE && !left--)
            break;
    dv_node *outer = dv_node_new(m->g, m->arena, production, p->kind == DV_LIST ? 1 : p->count);
    dv_node *inner = dv_copy(n, m->arena);
    inner->choice = dv_slot_admits(m->g, &p->slots[at], n->production);
    outer->items[p->kind == DV_LIST ? 0 : at] = inner;
    return p->kind == DV_LIST ? (p->least <= 1 ? outer : NULL) : fill_form(m, outer, budget) ? outer : NULL;
}

static bool wrap(const dv_maker *m, dv_node *root, const char **told)
{
    spots list = all_spots(m, root);
    for (uint32_t i = 0; i < list.count; i++) {
        spot *s = &vec_at(&list, i);
        s->weight = s->place.parent && s->place.slot->role == DV_PLAIN ? (s->node->count ? INNER : 1) : 0;
    }
    spot *s = draw_spot(m, &list);
    uint32_t budget = room(m, root, NULL);
    for (int tries = 0; s && tries < 16; tries++) {
        dv_habit x;
        const dv_habit *met =
            chance(m, m->surprise) ? NULL : draw_habit(m, dv_habits_at(m->g, s->place.context), budget);
        if (met)
            x = *met;
        else if (!draw_any(m, s->place.slot, budget, &x))
            return false;
        dv_node *n = wrapped(m, s->node, x.production, budget);
        if (!n)
            continue;
        n->choice = x.choice;
        *told = arena_printf(m->arena, "%s around %s", shown(m, n), shown(m, s->node));
        replace(s, n);
        return true;
    }
    return false;
}

static bool hoist(const dv_maker *m, dv_node *root, const char **told)
{
    spots list = all_spots(m, root);
    for (uint32_t i = 0; i < list.count; i++) {
        spot *s = &vec_at(&list, i);
        s->weight = s->place.parent && s->place.slot->role == DV_PLAIN && s->node->count;
    }
    spot *s = draw_spot(m, &list);
    if (!s)
        return false;
    spots inner = all_spots(m, s->node);
    for (uint32_t i = 0; i < inner.count; i++) {
        spot *x = &vec_at(&inner, i);
        x->weight = x->place.parent && dv_slot_admits(m->g, s->place.slot, x->node->production) != DV_NONE;
    }
    spot *x = draw_spot(m, &inner);
    if (!x)
        return false;
    *told = arena_printf(m->arena, "%s out of %s", shown(m, x->node), shown(m, s->node));
    x->node->choice = dv_slot_admits(m->g, s->place.slot, x->node->production);
    replace(s, x->node);
    return true;
}

static const double BESIDE = 0.3, SAME_PLACE = 0.7;

static bool same_context(dv_context a, dv_context b)
{
    return a.production == b.production && a.slot == b.slot && a.element == b.element;
}

/* The choice of a slot that a part of another tree fills: its own, where that is the same slot. */
static uint32_t choice_of(const dv_maker *m, const spot *s, const spot *from)
{
    return same_context(s->place.context, from->place.context)
               ? from->node->choice
               : dv_slot_admits(m->g, s->place.slot, from->node->production);
}

static bool cross(const dv_maker *m, dv_node *root, const dv_node *other, const char **told)
{
    dv_names known = {0};
    spots list = all_spots(m, root), from = all_spots(m, dv_copy(other, m->arena));
    for (uint32_t i = 0; i < list.count; i++) {
        spot *s = &vec_at(&list, i);
        s->weight = s->place.parent && s->place.slot->role == DV_PLAIN ? (s->node->count ? INNER : 1) : 0;
    }
    spot *s = draw_spot(m, &list);
    if (!s)
        return false;
    uint32_t budget = room(m, root, s->node), alike = 0;
    for (uint32_t i = 0; i < from.count; i++) {
        spot *x = &vec_at(&from, i);
        x->weight = x->place.parent && dv_slot_admits(m->g, s->place.slot, x->node->production) != DV_NONE &&
                    dv_size(x->node) <= budget;
        alike += x->weight && same_context(s->place.context, x->place.context);
    }
    /* a part from the same place more often than not: it means there what it meant */
    if (alike && chance(m, SAME_PLACE))
        for (uint32_t i = 0; i < from.count; i++)
            if (!same_context(s->place.context, vec_at(&from, i).place.context))
                vec_at(&from, i).weight = 0;
    spot *x = draw_spot(m, &from);
    if (!x)
        return false;
    /* an element may also come beside the one that is there */
    bool beside = is_list(m, s->place.parent) && chance(m, BESIDE * list_weight(m, list_of(s)) / SCALE);
    *told = arena_printf(m->arena, "%s %s %s", shown(m, x->node), beside ? "beside" : "instead of", shown(m, s->node));
    dv_declared(m->g, m->arena, root, &known);
    dv_declared(m->g, m->arena, other, &known);
    x->node->choice = choice_of(m, s, x);
    if (beside)
        insert(m, s->place.parent, s->place.index + rng_below(m->rng, 2), x->node);
    else
        replace(s, x->node);
    dv_repair_names(m->g, m->arena, root, &known);
    return true;
}

bool dv_apply(const dv_maker *m, dv_operator op, dv_node *root, const dv_node *other, const char **told)
{
    dv_names known = {0};
    bool done = false;
    dv_declared(m->g, m->arena, root, &known);
    switch (op) {
    case DV_REGENERATE: done = regenerate(m, root, told); break;
    case DV_CHANGE: done = change(m, root, told); break;
    case DV_ADD: done = add(m, root, told); break;
    case DV_DROP: done = drop(m, root, told); break;
    case DV_DOUBLE: done = twice(m, root, told); break;
    case DV_SWAP: done = swap(m, root, told); break;
    case DV_WRAP: done = wrap(m, root, told); break;
    case DV_HOIST: done = hoist(m, root, told); break;
    case DV_CROSS: return other && cross(m, root, other, told) && dv_size(root) <= m->largest;
    case DV_OPERATORS: break;
    }
    if (done)
        dv_repair_names(m->g, m->arena, root, &known);
    return done && dv_size(root) <= m->largest;
}
