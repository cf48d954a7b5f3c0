#include "derivation/tree.h"

#include <string.h>

dv_node *dv_node_new(const dv_grammar *g, arena *a, uint32_t production, uint32_t items)
{
    dv_node *n = ARENA_NEW(a, dv_node);
    (void)g;
    *n = (dv_node){
        .production = production, .text = NAME_NONE, .count = items, .items = ARENA_ARRAY(a, dv_node *, items)};
    return n;
}

dv_node *dv_copy(const dv_node *n, arena *a)
{
    dv_node *copy = ARENA_NEW(a, dv_node);
    *copy = *n;
    copy->items = ARENA_ARRAY(a, dv_node *, n->count);
    for (uint32_t i = 0; i < n->count; i++)
        copy->items[i] = n->items[i] ? dv_copy(n->items[i], a) : NULL;
    return copy;
}

uint32_t dv_size(const dv_node *n)
{
    uint32_t sum = 1;
    for (uint32_t i = 0; i < n->count; i++)
        sum += n->items[i] ? dv_size(n->items[i]) : 0;
    return sum;
}

/* ---- walking ---- */

typedef struct walker {
    const dv_grammar *g;
    bool (*each)(void *user, dv_node *n, const dv_place *p);
    void *user;
} walker;

static dv_place place_of(const dv_grammar *g, dv_node *parent, uint32_t index, const dv_place *outer)
{
    const dv_production *p = dv_production_at(g, parent->production);
    bool list = p->kind == DV_LIST;
    dv_place at = {parent, index, &p->slots[list ? 0 : index], {parent->production, index, false}, outer->depth + 1};
    if (list)
        at.context = (dv_context){outer->context.production, outer->context.slot, true};
    return at;
}

static bool walk(const walker *w, dv_node *n, const dv_place *p)
{
    if (!w->each(w->user, n, p))
        return false;
    for (uint32_t i = 0; i < n->count; i++) {
        if (!n->items[i])
            continue;
        dv_place inner = place_of(w->g, n, i, p);
        if (!walk(w, n->items[i], &inner))
            return false;
    }
    return true;
}

void dv_walk(const dv_grammar *g, dv_node *root, bool (*each)(void *user, dv_node *n, const dv_place *p), void *user)
{
    walker w = {g, each, user};
    dv_place top = {.context = {DV_NONE >> 1, 0, false}};
    walk(&w, root, &top);
}

static bool fits(const dv_grammar *g, const dv_node *n, const dv_slot *s)
{
    if (n->choice >= s->count || !bitset_has(&vec_at(&g->types, s->choices[n->choice].type).admits, n->production))
        return false;
    return dv_well_typed(g, n);
}

bool dv_well_typed(const dv_grammar *g, const dv_node *n)
{
    const dv_production *p = dv_production_at(g, n->production);
    bool list = p->kind == DV_LIST;
    if (list ? n->count < p->least : n->count != p->count)
        return false;
    for (uint32_t i = 0; i < n->count; i++) {
        const dv_slot *s = &p->slots[list ? 0 : i];
        if (n->items[i] ? !fits(g, n->items[i], s) : list || !s->optional)
            return false;
    }
    return p->kind < DV_INTEGER || n->text != NAME_NONE;
}

/* ---- texts ---- */

static void put(const dv_grammar *g, arena *a, text_buffer *b, const dv_node *n)
{
    const dv_production *p = dv_production_at(g, n->production);
    bool any = false;
    if (p->kind >= DV_INTEGER) {
        text_adds(a, b, intern_text(g->names, n->text));
        return;
    }
    text_adds(a, b, p->open);
    for (uint32_t i = 0; i < n->count; i++) {
        if (!n->items[i])
            continue;
        const dv_choice *c = &p->slots[p->kind == DV_LIST ? 0 : i].choices[n->items[i]->choice];
        if (any || p->spaced)
            text_adds(a, b, p->gap);
        text_adds(a, b, c->before);
        put(g, a, b, n->items[i]);
        text_adds(a, b, c->behind);
        any = true;
    }
    text_adds(a, b, p->close ? p->close : "");
}

const char *dv_text(const dv_grammar *g, arena *a, const dv_node *n)
{
    text_buffer b = {0};
    text_adds(a, &b, "");
    put(g, a, &b, n);
    return b.data;
}

/* ---- names ---- */

typedef struct collector {
    const dv_grammar *g;
    arena *arena;
    dv_names *out;
} collector;

static uint32_t count_role(const dv_names *names, uint32_t role)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < names->count; i++)
        n += vec_at(names, i).role == role;
    return n;
}

static const dv_name *find_name(const dv_names *names, name_id text)
{
    for (uint32_t i = 0; i < names->count; i++)
        if (vec_at(names, i).text == text)
            return &vec_at(names, i);
    return NULL;
}

static bool collect(void *user, dv_node *n, const dv_place *p)
{
    collector *c = user;
    if (p->slot && p->slot->role >= DV_DECLARES && n->text != NAME_NONE && !find_name(c->out, n->text)) {
        dv_name name = {n->text, p->slot->role, count_role(c->out, p->slot->role)};
        vec_push(c->arena, c->out, name);
    }
    return true;
}

void dv_declared(const dv_grammar *g, arena *a, const dv_node *root, dv_names *out)
{
    collector c = {g, a, out};
    dv_node *top = (dv_node *)(uintptr_t)root; /* which is not changed */
    dv_walk(g, top, collect, &c);
}

/* The length of a name without the number of a player and the quote behind it: "Pawn1" names a "Pawn". */
static size_t stem(const char *text)
{
    size_t n = strlen(text);
    n -= n && text[n - 1] == '"';
    while (n && text[n - 1] >= '0' && text[n - 1] <= '9')
        n--;
    return n;
}

/* The declared name that a text names, and where its number begins; NULL: none. */
static const dv_name *named(const dv_grammar *g, const dv_names *names, name_id text, size_t *end)
{
    const char *t = intern_text(g->names, text);
    const dv_name *same = find_name(names, text);
    *end = strlen(t) - (*t == '"');
    if (same)
        return same;
    size_t n = stem(t);
    if (*t != '"' || n < 2)
        return NULL;
    for (uint32_t i = 0; i < names->count; i++) {
        const char *d = intern_text(g->names, vec_at(names, i).text);
        if (strncmp(t, d, n) == 0 && d[n] == '"' && !d[n + 1]) {
            *end = n;
            return &vec_at(names, i);
        }
    }
    return NULL;
}

typedef struct repairer {
    const dv_grammar *g;
    arena *arena;
    const dv_names *known;
    dv_names declared, met;
} repairer;

static name_id other_name(const repairer *r, name_id text)
{
    const char *t = intern_text(r->g->names, text);
    name_id other = text;
    while (find_name(&r->declared, other) || find_name(&r->met, other)) {
        t = arena_printf(r->arena, "%.*sx%s", (int)(strlen(t) - (*t == '"')), t, *t == '"' ? "\"" : "");
        other = intern_cstr(r->g->names, t);
    }
    return other;
}

static bool rename_twins(void *user, dv_node *n, const dv_place *p)
{
    repairer *r = user;
    if (p->slot && p->slot->role >= DV_DECLARES && n->text != NAME_NONE) {
        if (find_name(&r->met, n->text))
            n->text = other_name(r, n->text);
        dv_name name = {n->text, p->slot->role, 0};
        vec_push(r->arena, &r->met, name);
    }
    return true;
}

static bool repair(void *user, dv_node *n, const dv_place *p)
{
    repairer *r = user;
    size_t end, unused;
    if (n->text == NAME_NONE || (p->slot && p->slot->role != DV_PLAIN) || named(r->g, &r->declared, n->text, &unused))
        return true;
    const dv_name *was = named(r->g, r->known, n->text, &end);
    was = was ? was : named(r->g, &r->g->declared, n->text, &end);
    uint32_t there = was ? count_role(&r->declared, was->role) : 0, left = there ? was->index % there : 0;
    for (uint32_t i = 0; i < r->declared.count && there; i++) {
        const dv_name *now = &vec_at(&r->declared, i);
        if (now->role != was->role || left--)
            continue;
        const char *t = intern_text(r->g->names, n->text), *to = intern_text(r->g->names, now->text);
        size_t length = strlen(to) - (*to == '"');
        n->text = intern_cstr(r->g->names, arena_printf(r->arena, "%.*s%s", (int)length, to, t + end));
        break;
    }
    return true;
}

void dv_repair_names(const dv_grammar *g, arena *a, dv_node *root, const dv_names *known)
{
    repairer r = {.g = g, .arena = a, .known = known};
    dv_declared(g, a, root, &r.declared);
    dv_walk(g, root, rename_twins, &r);
    r.declared.count = 0;
    dv_declared(g, a, root, &r.declared);
    dv_walk(g, root, repair, &r);
}

/* ---- hashes ---- */

typedef struct hasher {
    const dv_grammar *g;
    const dv_names *names;
} hasher;

static uint64_t hash_text(const hasher *h, name_id text, const dv_slot *s)
{
    size_t end;
    if (s && s->role == DV_TITLE)
        return 1;
    const dv_name *name = named(h->g, h->names, text, &end);
    const char *t = intern_text(h->g->names, text);
    uint64_t hash = name ? hash_mix((uint64_t)name->role << 32 | name->index) : HASH_FNV;
    return hash_fnv(hash, name ? t + end : t, strlen(name ? t + end : t));
}

/* `loose`: the order in a list means nothing to the form around it. */
static uint64_t hash_node(const hasher *h, const dv_node *n, const dv_slot *s, bool loose)
{
    const dv_production *p = dv_production_at(h->g, n->production);
    uint64_t hash = hash_mix(n->production + UINT64_C(0x9e3779b97f4a7c15)), sum = 0;
    if (n->text != NAME_NONE)
        return hash_mix(hash ^ hash_text(h, n->text, s));
    for (uint32_t i = 0; i < n->count; i++) {
        const dv_slot *own = &p->slots[p->kind == DV_LIST ? 0 : i];
        uint64_t item = n->items[i] ? hash_mix(hash_node(h, n->items[i], own, p->unordered) + n->items[i]->choice) : 0;
        sum += item;
        hash = hash_mix(hash * 31 + item);
    }
    return loose && p->kind == DV_LIST ? hash_mix(n->production ^ sum) : hash;
}

uint64_t dv_hash(const dv_grammar *g, const dv_node *root)
{
    arena *scratch = arena_child(g->arena);
    dv_names names = {0};
    dv_declared(g, scratch, root, &names);
    hasher h = {g, &names};
    uint64_t hash = hash_node(&h, root, NULL, false);
    arena_done(scratch);
    return hash;
}

/* ---- learning ---- */

static void count_part(dv_grammar *g, dv_habits *h, const dv_node *n)
{
    h->total++;
    for (uint32_t i = 0; i < h->list.count; i++) {
        dv_habit *x = &vec_at(&h->list, i);
        if (x->choice == n->choice && x->production == n->production && x->text == n->text) {
            x->count++;
            return;
        }
    }
    dv_habit x = {n->choice, n->production, n->text, 1};
    vec_push(g->arena, &h->list, x);
}

static void keep_word(dv_grammar *g, const dv_node *n)
{
    for (uint32_t i = 0; i < g->words.count; i++)
        if (vec_at(&g->words, i).production == n->production && vec_at(&g->words, i).text == n->text)
            return;
    dv_word w = {n->production, n->text};
    vec_push(g->arena, &g->words, w);
}

static bool learn(void *user, dv_node *n, const dv_place *p)
{
    dv_grammar *g = user;
    const dv_production *production = dv_production_at(g, n->production);
    dv_habits *h = dv_habits_make(g, p->context);
    count_part(g, h, n);
    if (n->text != NAME_NONE && (!p->slot || p->slot->role == DV_PLAIN))
        keep_word(g, n);
    if (production->kind == DV_LIST) {
        h->lists++;
        h->lengths[n->count < DV_LENGTHS ? n->count : DV_LENGTHS]++;
    } else
        for (uint32_t i = 0; i < n->count; i++)
            if (!n->items[i])
                dv_habits_make(g, (dv_context){n->production, i, false})->absent++;
    return true;
}

void dv_learn(dv_grammar *g, const dv_node *root)
{
    dv_node *top = (dv_node *)(uintptr_t)root; /* which is not changed */
    dv_walk(g, top, learn, g);
    dv_names names = {0};
    dv_declared(g, g->arena, root, &names);
    for (uint32_t i = 0; i < names.count; i++)
        if (!find_name(&g->declared, vec_at(&names, i).text))
            vec_push(g->arena, &g->declared, vec_at(&names, i));
}
