/* ludens_vary.h over derivations: every text is read anew, so that what is known of a game is its text alone. */
#include "ludens_vary.h"

#include "base/rng.h"
#include "derivation/vary.h"
#include "model/reading.h"

#include <stdlib.h>
#include <string.h>

enum { MEMORY = 1 << 29, LARGEST = 400, TRIES = 24 /* of a step */ };

struct lud_breeder {
    arena keep;
    intern names;
    dv_grammar *grammar; /* NULL until the first game */
    lud_options options;
    char *name, *language;
};

lud_breeder *lud_breeder_new(const char *name, const lud_options *options)
{
    lud_breeder *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    lud_options_init(&b->options);
    if (options)
        b->options = *options;
    b->name = strdup(name);
    b->language = options && options->language ? strdup(options->language) : NULL;
    b->options.language = b->language;
    b->options.choices = b->options.ruleset = NULL;
    arena_init(&b->keep, MEMORY);
    intern_init(&b->names, &b->keep);
    if (b->name && (b->language || !options || !options->language))
        return b;
    lud_breeder_free(b);
    return NULL;
}

void lud_breeder_free(lud_breeder *b)
{
    if (!b)
        return;
    arena_done(&b->keep);
    free(b->name);
    free(b->language);
    free(b);
}

/* One call: what is made on the way lives in `scratch`. */
typedef struct task {
    lud_breeder *b;
    arena *scratch;
    lud_diags *diags;
} task;

/* `name`: in diagnostics. */
static dv_node *read_tree_as(const task *t, const char *name, const char *text, size_t length)
{
    lud_breeder *b = t->b;
    const lang_functions *language = load_language(b->name, &b->options, t->diags);
    diag_sink sink;
    if (!language)
        return NULL;
    arena *scratch = b->grammar ? t->scratch : &b->keep;
    diag_sink_init(&sink, t->scratch);
    const src_text *source = source_new(scratch, name, text, length);
    lang_input in = load_input(&b->options, t->scratch, source, &sink);
    in.keep = &b->keep;
    in.names = &b->names;
    dv_node *tree = NULL;
    if (!language->derive)
        diag_report(&sink, DIAG_LANGUAGE, NULL, SPAN_NOWHERE, "rules of this language are not changed by machine");
    else if (text_encoded(source, &sink))
        tree = language->derive(&in, &b->grammar);
    diags_take(t->diags, &sink);
    return sink.errors ? NULL : tree;
}

static dv_node *read_tree(const task *t, const char *text, size_t length)
{
    return read_tree_as(t, t->b->name, text, length);
}

/* The text of a tree in the canonical layout, read again: what is not the same game then was not well typed. */
static bool finish(const task *t, const dv_node *tree, lud_offspring *out)
{
    const char *line = dv_text(t->b->grammar, t->scratch, tree);
    const dv_node *again = read_tree(t, line, strlen(line));
    if (!again)
        return false;
    out->hash = dv_hash(t->b->grammar, again);
    out->size = dv_size(again);
    out->text = lud_format(line, strlen(line), t->b->name, &t->b->options, NULL);
    return out->text != NULL;
}

/* ---- entry points: running out of memory ends in `false` ---- */

typedef bool work(const task *t, void *request);

static bool run(lud_breeder *b, lud_diags *diags, work *what, void *request)
{
    jmp_buf failure;
    arena *volatile scratch = NULL;
    volatile bool fine = false;
    b->keep.on_failure = &failure;
    if (!setjmp(failure)) {
        scratch = arena_child(&b->keep);
        task t = {b, scratch, diags};
        fine = what(&t, request);
    } else
        diags_add_plain(diags, "E0005", b->name, "out of memory while a game was changed", NULL);
    if (scratch)
        arena_done(scratch);
    b->keep.on_failure = NULL;
    return fine;
}

typedef struct text_request {
    const char *name, *text, *other;
    size_t length;
    uint32_t part, *end, distance;
    lud_offspring *out;
} text_request;

static bool learn(const task *t, void *with)
{
    const text_request *r = with;
    if (t->b->grammar)
        t->b->grammar->closed = false;
    const dv_node *tree = read_tree_as(t, r->name ? r->name : t->b->name, r->text, r->length);
    if (tree)
        dv_learn(t->b->grammar, tree);
    if (t->b->grammar)
        t->b->grammar->closed = true;
    return tree != NULL;
}

bool lud_breeder_learn(lud_breeder *b, const char *name, const char *text, size_t length, lud_diags *diags)
{
    return run(b, diags, learn, &(text_request){.name = name, .text = text, .length = length});
}

static bool read_only(const task *t, void *with)
{
    text_request *r = with;
    const dv_node *tree = read_tree(t, r->text, r->length);
    return tree && finish(t, tree, r->out);
}

bool lud_breeder_read(lud_breeder *b, const char *text, size_t length, lud_offspring *out, lud_diags *diags)
{
    *out = (lud_offspring){0};
    return run(b, diags, read_only, &(text_request){.text = text, .length = length, .out = out});
}

void lud_offspring_done(lud_offspring *o)
{
    free(o->text);
    free(o->told);
    *o = (lud_offspring){0};
}

/* ---- variation ---- */

typedef struct vary_request {
    const lud_variation *v;
    lud_offspring *out;
} vary_request;

static dv_node *apply_steps(const dv_maker *m, dv_node *parent, const dv_node *other, uint32_t steps, text_buffer *told)
{
    dv_node *tree = parent;
    for (uint32_t step = 0; step < steps; step++) {
        uint64_t before = dv_hash(m->g, tree);
        dv_node *next = NULL;
        for (int tries = 0; tries < TRIES && !next; tries++) {
            const char *what = "";
            dv_operator op = dv_draw_operator(m, other != NULL);
            dv_node *copy = dv_copy(tree, m->arena);
            if (!dv_apply(m, op, copy, other, &what) || dv_hash(m->g, copy) == before)
                continue;
            next = copy;
            text_addf(m->arena, told, "%s%s: %s", told->count ? "\n" : "", dv_operator_name(op), what);
        }
        if (!next)
            return NULL;
        tree = next;
    }
    return tree;
}

static bool vary(const task *t, void *with)
{
    const vary_request *r = with;
    const lud_variation *v = r->v;
    lud_rng rng;
    text_buffer told = {0};
    lud_rng_seed(&rng, v->seed, v->stream);
    dv_node *parent = v->parent ? read_tree(t, v->parent, strlen(v->parent)) : NULL;
    dv_node *other = v->other ? read_tree(t, v->other, strlen(v->other)) : NULL, *child;
    if (!t->b->grammar || (v->parent && !parent) || (v->other && !other))
        return false;
    dv_maker m = {t->b->grammar, t->scratch, &rng, v->surprise, v->largest ? v->largest : LARGEST};
    text_adds(t->scratch, &told, v->parent ? "" : "generate: drawn from the grammar");
    child = parent ? apply_steps(&m, parent, other, v->steps ? v->steps : 1, &told) : dv_generate(&m);
    if (!child || !finish(t, child, r->out))
        return false;
    r->out->told = strdup(told.data);
    return r->out->told && !(parent && r->out->hash == dv_hash(m.g, parent)) &&
           !(other && r->out->hash == dv_hash(m.g, other));
}

bool lud_vary(lud_breeder *b, const lud_variation *v, lud_offspring *child)
{
    *child = (lud_offspring){0};
    return run(b, NULL, vary, &(vary_request){v, child});
}

/* ---- parts ---- */

typedef struct part_search {
    const dv_grammar *g;
    uint32_t wanted, next, end;
    dv_node *list, *found; /* where it is left out */
    uint32_t index;
} part_search;

static void find_part(part_search *s, dv_node *n)
{
    const dv_production *p = dv_production_at(s->g, n->production);
    bool list = p->kind == DV_LIST;
    for (uint32_t i = 0; i < n->count; i++) {
        if (!n->items[i])
            continue;
        bool mine = false;
        if (list ? n->count > p->least : p->slots[i].optional) {
            mine = s->next++ == s->wanted;
            if (mine) {
                s->list = n;
                s->found = n->items[i];
                s->index = i;
            }
        }
        find_part(s, n->items[i]);
        s->end = mine ? s->next : s->end;
    }
}

static bool without(const task *t, void *with)
{
    text_request *r = with;
    dv_node *tree = read_tree(t, r->text, r->length);
    part_search s = {.g = t->b->grammar, .wanted = r->part};
    if (tree)
        find_part(&s, tree);
    if (!tree || !s.found)
        return false;
    if (r->end)
        *r->end = s.end;
    if (dv_production_at(s.g, s.list->production)->kind == DV_LIST) {
        for (uint32_t i = s.index; i + 1 < s.list->count; i++)
            s.list->items[i] = s.list->items[i + 1];
        s.list->count--;
    } else
        s.list->items[s.index] = NULL;
    return finish(t, tree, r->out);
}

bool lud_breeder_without(lud_breeder *b, const char *text, uint32_t part, lud_offspring *rest, uint32_t *end)
{
    *rest = (lud_offspring){0};
    text_request r = {.text = text, .length = strlen(text), .part = part, .end = end, .out = rest};
    return run(b, NULL, without, &r);
}

typedef struct titling {
    const dv_grammar *g;
    arena *arena;
    const char *title;
    bool found;
} titling;

static bool set_title(void *user, dv_node *n, const dv_place *p)
{
    titling *t = user;
    if (!p->slot || p->slot->role != DV_TITLE || n->text == NAME_NONE)
        return true;
    bool quoted = *intern_text(t->g->names, n->text) == '"';
    n->text = intern_cstr(t->g->names, arena_printf(t->arena, quoted ? "\"%s\"" : "%s", t->title));
    t->found = true;
    return false;
}

static bool titled(const task *t, void *with)
{
    text_request *r = with;
    dv_node *tree = read_tree(t, r->text, r->length);
    titling x = {.g = t->b->grammar, .arena = t->scratch, .title = r->other};
    if (tree)
        dv_walk(x.g, tree, set_title, &x);
    return tree && x.found && finish(t, tree, r->out);
}

char *lud_breeder_titled(lud_breeder *b, const char *text, const char *title)
{
    lud_offspring out = {0};
    bool fine =
        run(b, NULL, titled, &(text_request){.text = text, .length = strlen(text), .other = title, .out = &out});
    char *result = fine ? out.text : NULL;
    out.text = fine ? NULL : out.text;
    lud_offspring_done(&out);
    return result;
}

static bool distance(const task *t, void *with)
{
    text_request *r = with;
    const dv_node *x = read_tree(t, r->text, r->length), *y = read_tree(t, r->other, strlen(r->other));
    if (!x || !y)
        return false;
    r->distance = dv_distance(t->b->grammar, t->scratch, x, y);
    return true;
}

uint32_t lud_breeder_distance(lud_breeder *b, const char *x, const char *y)
{
    text_request r = {.text = x, .length = strlen(x), .other = y};
    return run(b, NULL, distance, &r) ? r.distance : UINT32_MAX;
}
