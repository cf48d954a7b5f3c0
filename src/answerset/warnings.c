/* What is likely a slip: predicates that nothing defines, a game that nobody can win. */
#include "answerset/game.h"

#include "base/text.h"

#include <string.h>

typedef struct hunt {
    const as_game *game;
    arena *arena;
    const terms *terms;
    diag_sink *sink;
    bool *defined; /* [functor] */
    const as_solve *solve;
    const src_text *source; /* only rules of this stretch are looked at */
    uint32_t start, end;
    bool strategy; /* it is told observations, not the state */
} hunt;

/* Predicates that come from outside, or may be empty. */
static const char *const given[] = {"observe", "memory",   "do",      "at",       "at_time", "current_time", "next",
                                    "forget",  "remember", "setting", "decorate", "win",     "lose",         "debug"};
/* Their arities, where there is only one. */
static const struct {
    const char *name;
    uint32_t arity;
} fixed[] = {{"at", 3}, {"at_time", 4}, {"current_time", 1}, {"observe", 1}, {"memory", 1}};

static void define(hunt *h, functor f) { h->defined[f] = true; }

static void define_heads(hunt *h, const rule_set *set)
{
    for (const rule *r = set->first; r; r = r->next)
        if (r->kind == HEAD_ATOM)
            define(h, expr_functor(h->terms, r->head));
    for (const rule *r = set->others; r; r = r->next) /* the heads of choices are among these conditions */
        for (uint32_t i = 0; i < r->body_count; i++)
            for (uint32_t k = 0; k < body_at(r, i)->element_count && body_at(r, i)->nots == 3; k++)
                if (element_at(body_at(r, i), k).head && element_at(body_at(r, i), k).head->kind == LIT_ATOM)
                    define(h, expr_functor(h->terms, element_at(body_at(r, i), k).head->atom));
    for (uint32_t i = 0; i < set->defined.count; i++)
        define(h, vec_at(&set->defined, i).functor);
}

/* What a strategy never gets. */
static const char *const withheld[] = {"at", "at_time", "current_time", "next"};

static bool is_withheld(const hunt *h, functor f)
{
    const char *name = terms_name_text(h->terms, h->terms->functors[f].name);
    return h->strategy && TEXT_AMONG(name, withheld);
}

static bool is_given(const terms *t, functor f, bool *wrong_arity, uint32_t *arity)
{
    const functor_data *d = &t->functors[f];
    const char *name = terms_name_text(t, d->name);
    *wrong_arity = false;
    for (size_t i = 0; i < sizeof fixed / sizeof *fixed; i++)
        if (strcmp(fixed[i].name, name) == 0 && fixed[i].arity != d->arity) {
            *wrong_arity = true;
            *arity = fixed[i].arity;
        }
    return TEXT_AMONG(name, given);
}

static void suggest(hunt *h, diag *d, functor f)
{
    const terms *t = h->terms;
    const functor_data *own = &t->functors[f];
    const char *name = terms_name_text(t, own->name);
    suggestion s;
    suggest_init(&s, name);
    for (functor g = FUNCTOR_FIRST; g < t->functor_count; g++) {
        const functor_data *other = &t->functors[g];
        if (!h->defined[g])
            continue;
        if (other->name == own->name && other->negative == own->negative) {
            diag_set_hint(h->sink, d, "did you mean `%s/%u`?", name, other->arity);
            return;
        }
        suggest_offer(&s, terms_name_text(t, other->name));
    }
    SUGGEST_WORDS(&s, given);
    diag_hint_near(h->sink, d, &s);
}

static bool told(const hunt *h, src_span span, const src_text *source)
{
    for (const diag *d = h->sink->first; d; d = d->next)
        if (d->source == source && d->span.start == span.start && d->span.end == span.end)
            return true;
    return false;
}

static void look_at(hunt *h, const lit *l)
{
    if (l->kind == LIT_ATOM && l->atom->from) {
        functor f = expr_functor(h->terms, l->atom);
        bool wrong;
        uint32_t arity = 0;
        bool comes = is_given(h->terms, f, &wrong, &arity);
        const syn_term *from = l->atom->from;
        bool hidden = is_withheld(h, f);
        if (!h->defined[f] && (!comes || wrong || hidden) && !told(h, from->span, from->source)) {
            const functor_data *d = &h->terms->functors[f];
            diag *w = diag_report(h->sink, DIAG_ASP_UNKNOWN, from->source, from->span, "nothing defines `%s%s/%u`",
                                  d->negative ? "-" : "", terms_name_text(h->terms, d->name), d->arity);
            if (hidden)
                diag_set_hint(h->sink, w, "a strategy is told observe(..), setting(..) and memory(..), not the state");
            else if (wrong)
                diag_set_hint(h->sink, w, "did you mean `%s/%u`?", terms_name_text(h->terms, d->name), arity);
            else
                suggest(h, w, f);
        }
    }
    for (uint32_t i = 0; i < l->element_count; i++) {
        for (uint32_t k = 0; k < element_at(l, i).condition_count; k++)
            look_at(h, element_at(l, i).conditions[k]);
        if (element_at(l, i).head && l->nots != 3)
            look_at(h, element_at(l, i).head);
    }
}

static void hunt_in(hunt *h, const rule_set *set, const syn_part *part)
{
    memset(h->defined, 0, h->terms->functor_count);
    define_heads(h, set);
    const rule *lists[] = {set->first, set->others};
    for (int i = 0; i < 2; i++)
        for (const rule *r = lists[i]; r; r = r->next) {
            arena_work(h->arena, 1);
            if (r->from->source == part->source && r->from->span.start >= part->start && r->from->span.end <= part->end)
                for (uint32_t k = 0; k < r->body_count; k++)
                    look_at(h, body_at(r, k));
        }
}

static bool term_named(const hunt *h, const syn_term *t, const char *name)
{
    if (!t)
        return false;
    if (t->kind == SYN_POOL)
        t = arg_at(t, 0);
    return t->kind == SYN_FUNCTION && !t->tuple && strcmp(intern_text(h->game->names, t->name), name) == 0;
}

/* A head `win` or `win(..)`, or a shown term of that form. */
static bool may_win(const hunt *h, const as_solve *s)
{
    for (uint32_t i = 0; i < s->part_count; i++)
        for (const syn_statement *st = s->parts[i]->first; st; st = st->next) {
            if (st->kind == SYN_OPAQUE ||
                (st->head && st->head->kind == SYN_ATOM && term_named(h, st->head->atom, "win")))
                return true;
            if (st->kind == SYN_SHOW_TERM && term_named(h, st->terms[0], "win"))
                return true;
            syn_element *const *elements = st->choice ? st->choice->elements : st->elements;
            uint32_t count = st->choice ? st->choice->element_count : st->element_count;
            for (uint32_t k = 0; k < count; k++)
                if (elements[k]->literal && elements[k]->literal->kind == SYN_ATOM &&
                    term_named(h, elements[k]->literal->atom, "win"))
                    return true;
        }
    return false;
}

static bool empty(const syn_part *p) { return p->first == NULL; }

void as_warn_strategy(const as_game *g, const rule_set *set, const syn_part *part, diag_sink *sink)
{
    hunt h = {.game = g, .arena = g->arena, .terms = &g->terms, .sink = sink, .strategy = true};
    h.defined = ARENA_ARRAY(g->arena, bool, g->terms.functor_count + 1);
    hunt_in(&h, set, part);
    as_find_slips(g, g->arena, part, AS_STRATEGY, sink);
}

void as_warn(const as_game *g, diag_sink *sink)
{
    hunt h = {.game = g, .arena = g->arena, .terms = &g->terms, .sink = sink};
    h.defined = ARENA_ARRAY(g->arena, bool, g->terms.functor_count + 1);
    static const as_task tasks[] = {AS_SEE, AS_DO_NATURE, AS_JUDGE, AS_GENERATE};
    for (int i = 0; i < 4; i++) {
        const as_solve *s = &g->solves[tasks[i]];
        if (s->part_count)
            hunt_in(&h, &s->solve.rules, s->parts[0]);
    }
    static const as_program programs[] = {AS_NATURE, AS_VISIBILITY, AS_GOAL, AS_LEVEL};
    for (int i = 0; i < 4; i++)
        as_find_slips(g, g->arena, &g->source->parts[programs[i]], programs[i], sink);
    as_warn_strategy(g, &g->strategy_rules, &g->source->parts[AS_STRATEGY], sink);
    if (g->candidates_cut) {
        diag *d = diag_report(sink, DIAG_ASP_CANDIDATES, g->source->file, SPAN_NOWHERE,
                              "nature knows too many actions to list all of them");
        diag_set_hint(sink, d, "any action can be made by its text; agents know those that were found");
    }
    if (g->start_count == 0) {
        diag *d = diag_report(sink, DIAG_ASP_NO_LEVEL, g->source->file, SPAN_NOWHERE,
                              "the level has no atoms at(Row,Column,Item)");
        diag_set_hint(sink, d, "nothing can ever appear in such a game: time stands still");
    }
    const as_solve *judge = &g->solves[AS_JUDGE];
    if (!may_win(&h, judge)) {
        const syn_part *p = judge->parts[0];
        bool none = empty(p);
        diag *d = diag_report(sink, DIAG_ASP_NO_WIN, none ? g->source->file : p->source,
                              none ? SPAN_NOWHERE : p->first->span, "no rule of the winning conditions derives `win`");
        suggestion near;
        suggest_init(&near, "win");
        for (const syn_statement *st = p->first; st; st = st->next)
            if (st->head && st->head->kind == SYN_ATOM && st->head->atom->kind == SYN_FUNCTION &&
                !term_named(&h, st->head->atom, "lose"))
                suggest_offer(&near, intern_text(g->names, st->head->atom->name));
        if (near.best)
            diag_set_hint(sink, d, "did you mean `win` where `%s` is?", near.best);
        else
            diag_set_hint(sink, d, "the game can be lost or last for ever, but not be won");
    }
}
