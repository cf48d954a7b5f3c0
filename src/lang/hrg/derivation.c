/* Games of HRG as derivations. The grammar grows with the games that are read: a production for each way something was
 * written, and types that keep apart what cannot stand for each other: values by their domain (those of a function also
 * by the function, whose patterns bind names), conditions, statements, the alternatives of a branch, the cases of a
 * function. Declarations of one name and type in several games are of one type; their numbers can change. */
#include "derivation/tree.h"
#include "lang/hrg/parse.h"
#include "lang/lang.h"

#include <string.h>

typedef struct adaptor {
    dv_grammar *g;
    intern keys;
    map types, productions; /* key -> number */
    bool grown, foreign;    /* something was added; something would have to be added to a grammar that is closed */
} adaptor;

typedef struct reading {
    adaptor *x;
    arena *a;
    hrg_source *s;
    hrg_file *f;
    const hrg_graph *graph; /* whose statements are read, or NULL */
    const char *scope;      /* name of the function that is read, or "" */
} reading;

/* What a value is one of: a type, of which arguments may be missing, or the name of a domain; or nothing known. */
typedef struct sort {
    const hrg_type *type;
    const char *name;
} sort;

/* ---- the grammar ---- */

static uint32_t type_of(const reading *r, const char *key)
{
    adaptor *x = r->x;
    name_id id = intern_cstr(&x->keys, key);
    if (!map_has(&x->types, id)) {
        map_put(&x->types, id, dv_type_add(x->g, intern_text(&x->keys, id)));
        x->grown = true;
    }
    return *map_get(&x->types, id);
}

static uint32_t scoped(const reading *r, const char *what, const char *which)
{
    return type_of(r, arena_printf(r->a, "%s %s in %s", what, which, r->scope));
}

static const char *kept(const reading *r, const char *text)
{
    return arena_strndup(r->x->g->arena, text, strlen(text));
}

static bool admitted(const dv_grammar *g, uint32_t type, uint32_t production)
{
    const vec_u32 *list = &vec_at(&g->types, type).productions;
    for (uint32_t i = 0; i < list->count; i++)
        if (vec_at(list, i) == production)
            return true;
    return false;
}

/* The production of that key, which the type admits from now on; its texts and slots are copied when it is new. */
static uint32_t production(const reading *r, const char *key, uint32_t type, dv_production p)
{
    adaptor *x = r->x;
    name_id id = intern_cstr(&x->keys, key);
    const uint32_t *known = map_get(&x->productions, id);
    if (x->g->closed && (!known || !admitted(x->g, type, *known))) {
        x->foreign = true; /* no tree comes of it */
        return 0;
    }
    if (!known) {
        dv_slot *slots = ARENA_ARRAY(x->g->arena, dv_slot, p.count);
        for (uint32_t i = 0; i < p.count; i++) {
            dv_choice *c = ARENA_NEW(x->g->arena, dv_choice);
            *c = (dv_choice){kept(r, p.slots[i].choices->before), kept(r, p.slots[i].choices->behind),
                             p.slots[i].choices->type};
            slots[i] = (dv_slot){c, 1, p.slots[i].optional, DV_PLAIN};
        }
        p.slots = slots;
        p.name = intern_text(&x->keys, id);
        p.open = kept(r, p.open ? p.open : "");
        p.gap = kept(r, p.gap ? p.gap : "");
        p.close = kept(r, p.close ? p.close : "");
        map_put(&x->productions, id, dv_production_add(x->g, p));
        x->grown = true;
    }
    const uint32_t number = *map_get(&x->productions, id);
    if (!admitted(x->g, type, number)) {
        dv_admit(x->g, type, number);
        x->grown = true;
    }
    return number;
}

/* A form as it is put together. */
enum { PARTS = 64 };
typedef struct form {
    dv_choice choices[PARTS];
    dv_slot slots[PARTS];
    dv_node *items[PARTS];
    uint32_t count;
} form;

static void part(form *f, const char *before, uint32_t type, dv_node *item, const char *behind)
{
    if (f->count == PARTS || !item)
        return;
    f->choices[f->count] = (dv_choice){before, behind, type};
    f->slots[f->count] = (dv_slot){&f->choices[f->count], 1, false, DV_PLAIN};
    f->items[f->count++] = item;
}

static dv_node *finish(const reading *r, const form *f, const char *key, uint32_t type, dv_production p)
{
    p.slots = f->slots;
    p.count = p.kind == DV_LIST ? 1 : f->count;
    dv_node *n = dv_node_new(r->x->g, r->a, production(r, key, type, p), f->count);
    for (uint32_t i = 0; i < f->count; i++)
        n->items[i] = f->items[i];
    return n;
}

static dv_node *word(const reading *r, uint32_t type, const char *text)
{
    form none = {.count = 0};
    return finish(r, &none, arena_printf(r->a, "word %s", text), type, (dv_production){.kind = DV_WORD, .open = text});
}

static dv_node *number(const reading *r, uint32_t type, const char *digits)
{
    form none = {.count = 0};
    dv_node *n = finish(r, &none, "number", type, (dv_production){.kind = DV_INTEGER});
    n->text = intern_cstr(r->x->g->names, digits);
    return n;
}

static const char *between(const reading *r, uint32_t from, uint32_t to)
{
    const char *text = r->s->text->text;
    while (to > from && strchr(" \t\r\n", text[to - 1]))
        to--;
    return arena_strndup(r->a, text + from, to - from);
}

static const char *written(const reading *r, src_span s) { return between(r, s.start, s.end); }
static const char *name_text(const reading *r, name_id name) { return intern_text(r->s->names, name); }

/* ---- sorts ---- */

static const char *type_text(const reading *r, const hrg_type *t)
{
    const char *own = t->set ? written(r, t->span) : name_text(r, t->name.id);
    return t->value ? arena_printf(r->a, "%s -> %s", own, type_text(r, t->value)) : own;
}

static const char *sort_text(const reading *r, sort s)
{
    return s.type ? type_text(r, s.type) : s.name ? s.name : NULL;
}

static bool is_number(const char *text) { return *text && strspn(text, "0123456789") == strlen(text); }

static sort sort_of_name(const reading *r, name_id name)
{
    for (uint32_t i = 0; r->graph && i < r->graph->param_count; i++)
        if (r->graph->params[i].name.id == name)
            return (sort){.type = r->graph->params[i].type};
    for (uint32_t i = 0; i < r->f->variables.count; i++)
        if (vec_at(&r->f->variables, i).name.id == name)
            return (sort){.type = vec_at(&r->f->variables, i).type};
    for (uint32_t i = 0; i < r->f->functions.count; i++)
        if (vec_at(&r->f->functions, i).name.id == name)
            return (sort){.type = vec_at(&r->f->functions, i).type};
    for (uint32_t i = 0; i < r->f->domains.count; i++)
        for (uint32_t k = 0; k < vec_at(&r->f->domains, i).count; k++)
            if (vec_at(&r->f->domains, i).elements[k].name.id == name)
                return (sort){.name = name_text(r, vec_at(&r->f->domains, i).name.id)};
    return (sort){.name = is_number(name_text(r, name)) ? "number" : NULL};
}

static sort sort_of(const reading *r, const hrg_expr *e)
{
    sort s = {NULL, NULL};
    switch ((int)e->op) {
    case HRG_E_NAME:
    case HRG_E_TERM: return sort_of_name(r, e->name.id);
    case HRG_E_IF: return sort_of(r, hrg_arg(e, 1));
    case HRG_E_ADD:
    case HRG_E_SUB:
    case HRG_E_MOD: return sort_of(r, hrg_arg(e, 0));
    case HRG_E_INDEX:
    case HRG_E_CALL:
        s = sort_of(r, hrg_arg(e, 0));
        for (uint32_t i = 1; i < e->count && s.type; i++)
            s = (sort){.type = s.type->value};
        return s;
    default: return s;
    }
}

/* ---- expressions ---- */

static dv_node *condition(const reading *r, const hrg_expr *e);

/* A name with arguments in brackets, as many as there are. */
static dv_node *access(const reading *r, uint32_t type, const hrg_expr *e, const char *want);

static dv_node *value(const reading *r, const hrg_expr *e, const char *want)
{
    uint32_t type = scoped(r, "value", want);
    form f = {.count = 0};
    const char *name = e->op == HRG_E_NAME || e->op == HRG_E_TERM ? name_text(r, e->name.id) : "";
    const char *sign = e->op == HRG_E_ADD ? " + " : e->op == HRG_E_SUB ? " - " : " % ";
    switch ((int)e->op) {
    case HRG_E_NAME: return is_number(name) ? number(r, type, name) : word(r, type, name);
    case HRG_E_TERM:
        for (uint32_t i = 0; i < e->count; i++) {
            const char *place = arena_printf(r->a, "%s.%u", name, i);
            part(&f, i ? ", " : "", scoped(r, "value", place), value(r, hrg_arg(e, i), place), "");
        }
        return finish(r, &f, arena_printf(r->a, "term %s/%u in %s", name, e->count, r->scope), type,
                      (dv_production){.kind = DV_FORM, .open = arena_printf(r->a, "%s(", name), .close = ")"});
    case HRG_E_IF:
        part(&f, "", scoped(r, "condition", ""), condition(r, hrg_arg(e, 0)), "");
        part(&f, " then ", type, value(r, hrg_arg(e, 1), want), "");
        part(&f, " else ", type, value(r, hrg_arg(e, 2), want), "");
        return finish(r, &f, arena_printf(r->a, "if %s in %s", want, r->scope), type,
                      (dv_production){.kind = DV_FORM, .open = "(if ", .close = ")"});
    case HRG_E_ADD:
    case HRG_E_SUB:
    case HRG_E_MOD:
        part(&f, "", type, value(r, hrg_arg(e, 0), want), "");
        part(&f, sign, type, value(r, hrg_arg(e, 1), want), "");
        return finish(r, &f, arena_printf(r->a, "%s%s in %s", sign, want, r->scope), type,
                      (dv_production){.kind = DV_FORM, .open = "(", .close = ")"});
    case HRG_E_INDEX:
    case HRG_E_CALL: return access(r, type, e, want);
    default: return word(r, type, written(r, e->span));
    }
}

static dv_node *access(const reading *r, uint32_t type, const hrg_expr *e, const char *want)
{
    const hrg_expr *chain[PARTS], *base = e;
    uint32_t n = 0;
    text_buffer shape = {0};
    form f = {.count = 0};
    for (; (base->op == HRG_E_INDEX || base->op == HRG_E_CALL) && n < PARTS; base = hrg_arg(base, 0))
        chain[n++] = base;
    sort s = sort_of(r, base);
    if (base->op != HRG_E_NAME || !s.type)
        return word(r, type, written(r, e->span));
    while (n--) {
        bool index = chain[n]->op == HRG_E_INDEX;
        for (uint32_t i = 1; i < chain[n]->count; i++) {
            const char *place = s.type ? s.type->set ? written(r, s.type->span) : name_text(r, s.type->name.id) : "any";
            const char *before = index    ? "["
                                 : i == 1 ? "("
                                          : ", ",
                       *behind = index                     ? "]"
                                 : i + 1 < chain[n]->count ? ""
                                                           : ")";
            part(&f, before, scoped(r, "value", place), value(r, hrg_arg(chain[n], i), place), behind);
            text_addf(r->a, &shape, "%s%s", before, behind);
            s.type = s.type ? s.type->value : NULL;
        }
    }
    const char *name = name_text(r, base->name.id);
    return finish(r, &f,
                  arena_printf(r->a, "access %s %s %s in %s", name, shape.data ? shape.data : "", want, r->scope), type,
                  (dv_production){.kind = DV_FORM, .open = name});
}

static dv_node *comparison(const reading *r, const hrg_expr *e, const char *sign)
{
    const char *want = sort_text(r, sort_of(r, hrg_arg(e, 0)));
    want = want ? want : sort_text(r, sort_of(r, hrg_arg(e, 1)));
    want = want ? want : "any";
    form f = {.count = 0};
    part(&f, "", scoped(r, "value", want), value(r, hrg_arg(e, 0), want), "");
    if (e->op == HRG_E_IN)
        part(&f, " in ", type_of(r, "domain"), word(r, type_of(r, "domain"), written(r, hrg_arg(e, 1)->span)), "");
    else
        part(&f, arena_printf(r->a, " %s ", sign), scoped(r, "value", want), value(r, hrg_arg(e, 1), want), "");
    return finish(r, &f, arena_printf(r->a, "%s %s in %s", sign, want, r->scope), scoped(r, "condition", ""),
                  (dv_production){.kind = DV_FORM});
}

static bool is_call_of(const reading *r, const hrg_expr *e, const char *name)
{
    return e->op == HRG_E_CALL && e->count == 2 && hrg_arg(e, 0)->op == HRG_E_NAME &&
           strcmp(name_text(r, hrg_arg(e, 0)->name.id), name) == 0;
}

static dv_node *condition(const reading *r, const hrg_expr *e)
{
    static const char *const signs[] = {[HRG_E_IN] = "in", [HRG_E_EQ] = "==", [HRG_E_NE] = "!=", [HRG_E_LT] = "<",
                                        [HRG_E_LE] = "<=", [HRG_E_GT] = ">",  [HRG_E_GE] = ">="};
    uint32_t type = scoped(r, "condition", "");
    form f = {.count = 0};
    if (e->op == HRG_E_AND || e->op == HRG_E_OR) {
        const char *sign = e->op == HRG_E_AND ? " && " : " || ";
        part(&f, "", type, condition(r, hrg_arg(e, 0)), "");
        part(&f, sign, type, condition(r, hrg_arg(e, 1)), "");
        return finish(r, &f, arena_printf(r->a, "%sin %s", sign, r->scope), type,
                      (dv_production){.kind = DV_FORM, .open = "(", .close = ")"});
    }
    if (is_call_of(r, e, "not")) {
        part(&f, "", type, condition(r, hrg_arg(e, 1)), "");
        return finish(r, &f, arena_printf(r->a, "not in %s", r->scope), type,
                      (dv_production){.kind = DV_FORM, .open = "not(", .close = ")"});
    }
    if (e->op >= HRG_E_IN && e->op <= HRG_E_GE)
        return comparison(r, e, signs[e->op]);
    return word(r, type, written(r, e->span));
}

/* ---- statements ---- */

static dv_node *block(const reading *r, const hrg_block *b);

static dv_node *repeat(const reading *r, const hrg_stmt *t, uint32_t type)
{
    form f = {.count = 0};
    uint32_t times = type_of(r, "times");
    part(&f, "", times, number(r, times, arena_printf(r->a, "%lld", (long long)t->number)), " {\n");
    part(&f, "", type_of(r, "block"), block(r, &t->blocks[0]), "");
    return finish(r, &f, "repeat", type, (dv_production){.kind = DV_FORM, .open = "repeat ", .close = "}"});
}

/* The head of a statement up to its block, and the block. */
static dv_node *with_block(const reading *r, const hrg_stmt *t, uint32_t type)
{
    form f = {.count = 0};
    const char *head = between(r, t->span.start, t->blocks[0].span.start);
    size_t n = strlen(head);
    head = n && head[n - 1] == '{' ? arena_strndup(r->a, head, n - 1) : head;
    part(&f, "", type_of(r, "block"), block(r, &t->blocks[0]), "");
    return finish(r, &f, arena_printf(r->a, "head %s", head), type,
                  (dv_production){.kind = DV_FORM, .open = arena_printf(r->a, "%s {\n", head), .close = "}"});
}

static dv_node *branch(const reading *r, const hrg_stmt *t, uint32_t type)
{
    form f = {.count = 0}, outer = {.count = 0};
    uint32_t one = type_of(r, "alternative"), all = type_of(r, "alternatives");
    for (uint32_t i = 0; i < t->block_count && i < PARTS; i++) {
        form inner = {.count = 0};
        part(&inner, "", type_of(r, "block"), block(r, &t->blocks[i]), "");
        part(&f, "", one,
             finish(r, &inner, "alternative", one, (dv_production){.kind = DV_FORM, .open = "{\n", .close = "}"}), "");
    }
    part(&outer, "", all,
         finish(r, &f, "alternatives", all, (dv_production){.kind = DV_LIST, .gap = " or ", .least = 1}), "");
    return finish(r, &outer, "branch", type, (dv_production){.kind = DV_FORM, .open = "branch "});
}

static dv_node *choices(const reading *r, const hrg_stmt *t, uint32_t type)
{
    form f = {.count = 0};
    for (uint32_t i = 0; i < t->block_count; i++) {
        if (i < t->expr_count)
            part(&f, i ? " else if " : "if ", scoped(r, "condition", ""), condition(r, t->exprs[i]), "");
        part(&f, i < t->expr_count ? " {\n" : " else {\n", type_of(r, "block"), block(r, &t->blocks[i]), "}");
    }
    return finish(r, &f, arena_printf(r->a, "if %u/%u", t->expr_count, t->block_count), type,
                  (dv_production){.kind = DV_FORM});
}

static dv_node *statement(const reading *r, const hrg_stmt *t)
{
    uint32_t type = type_of(r, "statement");
    const char *name = t->name.id == NAME_NONE ? "" : name_text(r, t->name.id);
    form f = {.count = 0};
    switch (t->kind) {
    case HRG_S_ASSIGN: {
        sort s = sort_of_name(r, t->name.id);
        for (uint32_t i = 0; i < t->expr_count && s.type; i++)
            s.type = s.type->value;
        const char *want = sort_text(r, s), *left = between(r, t->span.start, t->value->span.start);
        size_t n = strlen(left);
        while (n && strchr(" (=", left[n - 1]))
            n--;
        left = arena_strndup(r->a, left, n);
        want = want ? want : "any";
        part(&f, "", scoped(r, "value", want), value(r, t->value, want), "");
        return finish(r, &f, arena_printf(r->a, "assign %s %s", left, want), type,
                      (dv_production){.kind = DV_FORM, .open = arena_printf(r->a, "%s = ", left)});
    }
    case HRG_S_CALL:
        if (strcmp(name, "check") == 0 && t->expr_count == 1) {
            part(&f, "", scoped(r, "condition", ""), condition(r, t->exprs[0]), "");
            return finish(r, &f, "check", type, (dv_production){.kind = DV_FORM, .open = "check(", .close = ")"});
        }
        return word(r, type, written(r, t->span));
    case HRG_S_BRANCH: return branch(r, t, type);
    case HRG_S_IF: return choices(r, t, type);
    case HRG_S_REPEAT: return t->block_count == 1 ? repeat(r, t, type) : word(r, type, written(r, t->span));
    case HRG_S_BRANCH_IN:
    case HRG_S_LOOP:
    case HRG_S_REPEAT_IN:
    case HRG_S_WHILE: return t->block_count == 1 ? with_block(r, t, type) : word(r, type, written(r, t->span));
    case HRG_S_CHOOSE:
    case HRG_S_TAG_VALUE:
    case HRG_S_TAG: break;
    }
    return word(r, type, written(r, t->span));
}

static dv_node *list_of(const reading *r, dv_node **items, uint32_t count, const char *key, uint32_t type,
                        uint32_t element, dv_production p)
{
    dv_choice c = {"", "", element};
    dv_slot s = {&c, 1, false, DV_PLAIN};
    p.kind = DV_LIST;
    p.slots = &s;
    p.count = 1;
    dv_node *n = dv_node_new(r->x->g, r->a, production(r, key, type, p), count);
    for (uint32_t i = 0; i < count; i++)
        n->items[i] = items[i];
    return n;
}

static dv_node *block(const reading *r, const hrg_block *b)
{
    dv_node **items = ARENA_ARRAY(r->a, dv_node *, b->count);
    for (uint32_t i = 0; i < b->count; i++)
        items[i] = statement(r, &b->stmts[i]);
    return list_of(r, items, b->count, "block", type_of(r, "block"), type_of(r, "statement"),
                   (dv_production){.gap = "\n", .close = "\n"});
}

/* ---- declarations ---- */

static bool part_of_word(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* A text whose numbers alone can change. */
static dv_node *skeleton(const reading *r, const char *text, uint32_t type)
{
    form f = {.count = 0};
    text_buffer key = {0};
    const char *from = text;
    for (const char *p = text; *p && f.count + 1 < PARTS;) {
        size_t digits = strspn(p, "0123456789");
        bool alone = digits && (p == text || !part_of_word(p[-1])) && !part_of_word(p[digits]);
        if (alone) {
            const char *before = arena_strndup(r->a, from, (size_t)(p - from));
            uint32_t any = type_of(r, "number of a declaration");
            text_addf(r->a, &key, "%s#", before);
            part(&f, before, any, number(r, any, arena_strndup(r->a, p, digits)), "");
            from = p + digits;
        }
        p += digits ? digits : 1;
    }
    text_adds(r->a, &key, from);
    return f.count ? finish(r, &f, arena_printf(r->a, "skeleton %s", key.data), type,
                            (dv_production){.kind = DV_FORM, .close = arena_strndup(r->a, from, strlen(from))})
                   : word(r, type, text);
}

static dv_node *function(reading *r, const hrg_function *d, uint32_t type)
{
    const char *name = name_text(r, d->name.id), *kind = type_text(r, d->type);
    dv_node **cases = ARENA_ARRAY(r->a, dv_node *, d->count);
    uint32_t one = type_of(r, arena_printf(r->a, "case %s : %s", name, kind));
    uint32_t all = type_of(r, arena_printf(r->a, "cases %s : %s", name, kind));
    r->scope = name;
    for (uint32_t i = 0; i < d->count; i++) {
        const hrg_case *c = &d->cases[i];
        const hrg_type *t = d->type;
        form f = {.count = 0};
        for (uint32_t k = 0; k < c->count && t; k++)
            t = t->value;
        const char *left = between(r, c->span.start, c->body->span.start), *want = t ? type_text(r, t) : "any";
        size_t n = strlen(left);
        while (n && strchr(" (=", left[n - 1]))
            n--;
        left = arena_strndup(r->a, left, n);
        part(&f, "", scoped(r, "value", want), value(r, c->body, want), "");
        cases[i] = finish(r, &f, arena_printf(r->a, "case %s %s", left, kind), one,
                          (dv_production){.kind = DV_FORM, .open = arena_printf(r->a, "%s = ", left)});
    }
    r->scope = "";
    form f = {.count = 0};
    part(&f, "", all,
         list_of(r, cases, d->count, arena_printf(r->a, "cases %s : %s", name, kind), all, one,
                 (dv_production){.gap = "\n", .least = 1}),
         "\n");
    return finish(r, &f, arena_printf(r->a, "function %s : %s", name, kind), type,
                  (dv_production){.kind = DV_FORM, .open = arena_printf(r->a, "%s : %s\n", name, kind)});
}

static dv_node *graph(reading *r, const hrg_graph *d, uint32_t type)
{
    const char *head = between(r, d->span.start, d->body.span.start);
    size_t n = strlen(head);
    head = n && head[n - 1] == '{' ? arena_strndup(r->a, head, n - 1) : head;
    form f = {.count = 0};
    r->graph = d;
    part(&f, "", type_of(r, "block"), block(r, &d->body), "");
    r->graph = NULL;
    return finish(r, &f, arena_printf(r->a, "graph %s", head), type,
                  (dv_production){.kind = DV_FORM, .open = arena_printf(r->a, "%s {\n", head), .close = "}\n"});
}

typedef struct declaration {
    uint32_t start;
    dv_node *node;
    uint32_t type;
} declaration;
typedef VEC(declaration) declarations;

static void declare(const reading *r, declarations *all, src_span span, uint32_t type, dv_node *n)
{
    declaration d = {span.start, n, type};
    vec_push(r->a, all, d);
    for (uint32_t i = all->count - 1; i && vec_at(all, i - 1).start > d.start; i--) {
        vec_at(all, i) = vec_at(all, i - 1);
        vec_at(all, i - 1) = d;
    }
}

static uint32_t type_of_declaration(const reading *r, const char *what, name_id name, const char *more)
{
    return type_of(r, arena_printf(r->a, "%s %s %s", what, name_text(r, name), more));
}

static dv_node *game(reading *r)
{
    declarations all = {0};
    text_buffer key = {0};
    form f = {.count = 0};
    for (uint32_t i = 0; i < r->f->domains.count; i++) {
        const hrg_domain *d = &vec_at(&r->f->domains, i);
        uint32_t type = type_of_declaration(r, "domain", d->name.id, "");
        declare(r, &all, d->span, type, skeleton(r, written(r, d->span), type));
    }
    for (uint32_t i = 0; i < r->f->variables.count; i++) {
        const hrg_variable *d = &vec_at(&r->f->variables, i);
        uint32_t type = type_of_declaration(r, "variable", d->name.id, type_text(r, d->type));
        declare(r, &all, d->span, type, skeleton(r, written(r, d->span), type));
    }
    for (uint32_t i = 0; i < r->f->functions.count; i++) {
        const hrg_function *d = &vec_at(&r->f->functions, i);
        uint32_t type = type_of_declaration(r, "function", d->name.id, type_text(r, d->type));
        declare(r, &all, d->span, type, function(r, d, type));
    }
    for (uint32_t i = 0; i < r->f->graphs.count; i++) {
        const hrg_graph *d = &vec_at(&r->f->graphs, i);
        uint32_t type = type_of_declaration(r, "graph", d->name.id, "");
        declare(r, &all, d->span, type, graph(r, d, type));
    }
    for (uint32_t i = 0; i < all.count; i++) {
        part(&f, "", vec_at(&all, i).type, vec_at(&all, i).node, "\n");
        text_addf(r->a, &key, "%u ", vec_at(&all, i).type);
    }
    r->x->g->root = type_of(r, "game");
    return f.count == all.count && f.count
               ? finish(r, &f, arena_printf(r->a, "game %s", key.data), r->x->g->root, (dv_production){.kind = DV_FORM})
               : NULL;
}

dv_node *hrg_derivation(const lang_input *in, dv_grammar **grammar)
{
    if (!*grammar) {
        adaptor *x = ARENA_NEW(in->keep, adaptor);
        x->g = *grammar = ARENA_NEW(in->keep, dv_grammar);
        dv_grammar_init(x->g, in->keep, in->names);
        x->g->language = x;
        intern_init(&x->keys, in->keep);
        map_init(&x->types, in->keep);
        map_init(&x->productions, in->keep);
    }
    hrg_source s = {.arena = in->scratch,
                    .names = in->names,
                    .text = in->source,
                    .sink = in->sink,
                    .max_nesting = in->limits->max_nesting};
    hrg_file file;
    reading r = {.x = (*grammar)->language, .a = in->scratch, .s = &s, .f = &file, .scope = ""};
    if (!hrg_parse(&s, &file))
        return NULL;
    r.x->foreign = false;
    dv_node *n = game(&r);
    if (r.x->foreign) {
        diag_report(in->sink, DIAG_LANGUAGE, in->source, SPAN_NOWHERE,
                    "this game has parts that none of those has which were learnt");
        return NULL;
    }
    if (!n)
        diag_report(in->sink, DIAG_TOO_LARGE, in->source, SPAN_NOWHERE,
                    "a game of more than %d declarations cannot be changed by machine", PARTS);
    if (r.x->grown)
        dv_grammar_finish(*grammar);
    r.x->grown = false;
    return n;
}
