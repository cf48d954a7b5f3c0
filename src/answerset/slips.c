/* Slips that a program can be played with: what nothing reads, actions that nature has no rule for, items that no
 * level has. Found in the text, so that constants and variables count as anything. */
#include "answerset/game.h"

#include <stdio.h>
#include <string.h>

typedef VEC(const syn_term *) atom_list;

typedef struct slips {
    const as_game *game;
    arena *arena;
    diag_sink *sink;
    const syn_part *part, *aux;
    atom_list heads, bodies; /* of the part; bodies: of the auxiliary program as well */
    const char *meant;       /* a name that stands for `do` or `win`, or NULL: that is said elsewhere */
} slips;

static const char *name_of(const slips *s, const syn_term *t) { return intern_text(s->game->names, t->name); }

/* ---- walking ---- */

static void add_atom(slips *s, atom_list *list, const syn_literal *l)
{
    if (!l || l->kind != SYN_ATOM || !l->atom)
        return;
    const syn_term *t = l->atom->kind == SYN_UNARY && l->atom->count ? arg_at(l->atom, 0) : l->atom;
    if (t->kind == SYN_POOL)
        for (uint32_t i = 0; i < t->count; i++)
            vec_push(s->arena, list, arg_at(t, i));
    else if (t->kind == SYN_FUNCTION && !t->tuple)
        vec_push(s->arena, list, t);
}

static void add_item(slips *s, atom_list *list, const syn_item *item)
{
    if (item->kind == SYN_LITERAL)
        add_atom(s, list, item->literal);
    for (uint32_t i = 0; i < item->element_count; i++) {
        add_atom(s, list, element_at(item, i)->literal);
        for (uint32_t k = 0; k < element_at(item, i)->condition_count; k++)
            add_atom(s, list, element_at(item, i)->conditions[k]);
    }
}

static void add_elements(slips *s, syn_element *const *elements, uint32_t count, atom_list *heads, atom_list *bodies)
{
    for (uint32_t i = 0; i < count; i++) {
        if (heads)
            add_atom(s, heads, elements[i]->literal);
        for (uint32_t k = 0; bodies && k < elements[i]->condition_count; k++)
            add_atom(s, bodies, elements[i]->conditions[k]);
    }
}

static void collect_heads(slips *s, const syn_statement *st, atom_list *heads)
{
    if (st->kind == SYN_RULE)
        add_atom(s, heads, st->head);
    add_elements(s, st->elements, st->element_count, heads, NULL);
    if (st->choice)
        add_elements(s, st->choice->elements, st->choice->element_count, heads, NULL);
}

static bool listed(const atom_list *list, const syn_term *t)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (vec_at(list, i) == t)
            return true;
    return false;
}

/* Either list may be NULL. */
static void collect(slips *s, const syn_part *part, atom_list *heads, atom_list *bodies)
{
    for (const syn_statement *st = part->first; st; st = st->next) {
        if (heads)
            collect_heads(s, st, heads);
        add_elements(s, st->elements, st->element_count, NULL, bodies);
        if (st->choice)
            add_elements(s, st->choice->elements, st->choice->element_count, NULL, bodies);
        for (uint32_t i = 0; bodies && i < st->body_count; i++)
            add_item(s, bodies, body_at(st, i));
    }
}

static bool has_opaque(const syn_part *part)
{
    for (const syn_statement *st = part->first; st; st = st->next)
        if (st->kind == SYN_OPAQUE || st->kind == SYN_PROGRAM)
            return true;
    return false;
}

/* ---- terms ---- */

static bool may_be_constant(const slips *s, const syn_term *t)
{
    if (t->kind != SYN_FUNCTION || t->count || t->tuple)
        return false;
    for (int i = 0; i < AS_PROGRAMS; i++)
        for (const syn_statement *st = s->game->source->parts[i].first; st; st = st->next) {
            arena_work(s->arena, 1);
            if (st->kind == SYN_CONST && st->name == t->name)
                return true;
        }
    return false;
}

static bool may_match(const slips *s, const syn_term *a, const syn_term *b);

static bool any_matches(const slips *s, const syn_term *pool, const syn_term *t)
{
    for (uint32_t i = 0; i < pool->count; i++)
        if (may_match(s, arg_at(pool, i), t))
            return true;
    return false;
}

static bool is_fixed(const slips *s, const syn_term *t)
{
    return t->kind == SYN_NUMBER || t->kind == SYN_STRING || t->kind == SYN_INF || t->kind == SYN_SUP ||
           (t->kind == SYN_FUNCTION && !may_be_constant(s, t));
}

static bool may_match(const slips *s, const syn_term *a, const syn_term *b)
{
    arena_work(s->arena, 1);
    if (a->kind == SYN_POOL)
        return any_matches(s, a, b);
    if (b->kind == SYN_POOL)
        return any_matches(s, b, a);
    if (!is_fixed(s, a) || !is_fixed(s, b))
        return true;
    if (a->kind != b->kind || a->name != b->name || a->value != b->value || a->tuple != b->tuple ||
        a->count != b->count)
        return false;
    for (uint32_t i = 0; i < a->count; i++)
        if (!may_match(s, arg_at(a, i), arg_at(b, i)))
            return false;
    return true;
}

/* The atom with its arguments left open below the first function: do(move(_)). */
static const char *shape(const slips *s, const syn_term *t, int depth)
{
    const char *text = t->kind == SYN_NUMBER                  ? arena_printf(s->arena, "%d", t->value)
                       : t->kind == SYN_STRING                ? arena_printf(s->arena, "\"%s\"", name_of(s, t))
                       : t->kind == SYN_FUNCTION && !t->tuple ? name_of(s, t)
                                                              : "_";
    if (t->kind != SYN_FUNCTION || t->tuple || t->count == 0)
        return text;
    text = arena_printf(s->arena, "%s(", text);
    for (uint32_t i = 0; i < t->count; i++)
        text =
            arena_printf(s->arena, "%s%s%s", text, i ? "," : "", depth < 2 ? shape(s, arg_at(t, i), depth + 1) : "_");
    return arena_printf(s->arena, "%s)", text);
}

/* ---- what nothing reads ---- */

typedef struct output {
    as_program program;
    const char *name;
    int arity; /* -1: any */
} output;

static const output outputs[] = {{AS_NATURE, "next", 3},
                                 {AS_VISIBILITY, "observe", 1},
                                 {AS_VISIBILITY, "setting", -1},
                                 {AS_VISIBILITY, "decorate", -1},
                                 {AS_GOAL, "win", -1},
                                 {AS_GOAL, "lose", -1},
                                 {AS_LEVEL, "at", 3},
                                 {AS_LEVEL, "debug", -1},
                                 {AS_LEVEL, "setting", -1},
                                 {AS_LEVEL, "decorate", -1},
                                 {AS_STRATEGY, "do", -1},
                                 {AS_STRATEGY, "remember", 1},
                                 {AS_STRATEGY, "forget", 1}};
enum { OUTPUTS = sizeof outputs / sizeof *outputs };

static bool is_output(const slips *s, as_program program, const syn_term *t)
{
    const char *name = name_of(s, t);
    for (int i = 0; i < OUTPUTS; i++)
        if (outputs[i].program == program && strcmp(outputs[i].name, name) == 0 &&
            (outputs[i].arity < 0 || (uint32_t)outputs[i].arity == t->count))
            return true;
    return (strcmp(name, "at_time") == 0 && t->count == 4) || (strcmp(name, "current_time") == 0 && t->count == 1);
}

static bool is_read(const slips *s, const syn_term *t)
{
    for (uint32_t i = 0; i < s->bodies.count; i++)
        if (vec_at(&s->bodies, i)->name == t->name && vec_at(&s->bodies, i)->count == t->count)
            return true;
    for (const syn_statement *st = s->part->first; st; st = st->next) {
        if (st->kind == SYN_SHOW_ATOMS && st->name == t->name && st->arity == t->count)
            return true;
        for (uint32_t i = 0; st->kind == SYN_SHOW_TERM && i < st->term_count; i++)
            if (st->terms[i]->kind == SYN_FUNCTION && st->terms[i]->name == t->name)
                return true;
    }
    return false;
}

static void hint_unread(slips *s, diag *d, as_program program, const syn_term *t)
{
    suggestion near;
    suggest_init(&near, name_of(s, t));
    for (int i = 0; i < OUTPUTS; i++) {
        if (outputs[i].program != program)
            continue;
        if (strcmp(outputs[i].name, name_of(s, t)) == 0) {
            diag_set_hint(s->sink, d, "`%s/%d` is", outputs[i].name, outputs[i].arity);
            return;
        }
        suggest_offer(&near, outputs[i].name);
    }
    for (uint32_t i = 0; i < s->bodies.count; i++) {
        if (vec_at(&s->bodies, i)->name == t->name) {
            diag_set_hint(s->sink, d, "`%s/%u` is", name_of(s, t), vec_at(&s->bodies, i)->count);
            return;
        }
    }
    diag_hint_near(s->sink, d, &near);
}

static void check_unread(slips *s, as_program program)
{
    for (uint32_t i = 0; i < s->heads.count; i++) {
        const syn_term *t = vec_at(&s->heads, i);
        bool again = is_output(s, program, t) || is_read(s, t) || (s->meant && strcmp(s->meant, name_of(s, t)) == 0);
        for (uint32_t k = 0; k < i && !again; k++)
            again = vec_at(&s->heads, k)->name == t->name && vec_at(&s->heads, k)->count == t->count;
        if (again)
            continue;
        diag *d =
            diag_report(s->sink, DIAG_ASP_UNREAD, t->source, t->span, "nothing reads `%s/%u`", name_of(s, t), t->count);
        hint_unread(s, d, program, t);
    }
}

/* ---- words ---- */

/* Offers every word of the text; true when `word` is among them. */
static bool offer_words(slips *s, const syn_part *part, const char *word, suggestion *near)
{
    const char *text = part->source ? part->source->text : "";
    uint32_t end = part->source ? part->end : 0;
    for (uint32_t i = part->start; i < end; i++) {
        uint32_t from = i;
        while (i < end && syn_is_letter(text[i]))
            i++;
        if (i == from)
            continue;
        const char *found = arena_printf(s->arena, "%.*s", (int)(i - from), text + from);
        if (strcmp(found, word) == 0)
            return true;
        suggest_offer(near, found);
    }
    return false;
}

/* Constants that are written nowhere in the game can neither be observed nor mean anything to nature. */
static void check_words(slips *s, const syn_term *t, bool outer)
{
    for (uint32_t i = 0; i < t->count; i++)
        check_words(s, arg_at(t, i), false);
    if (outer || !is_fixed(s, t) || t->kind != SYN_FUNCTION || t->tuple)
        return;
    suggestion near;
    suggest_init(&near, name_of(s, t));
    for (int i = 0; i < AS_PROGRAMS; i++)
        if (i != AS_STRATEGY && offer_words(s, &s->game->source->parts[i], name_of(s, t), &near))
            return;
    diag *d =
        diag_report(s->sink, DIAG_ASP_WORD, t->source, t->span, "`%s` is written nowhere in the game", name_of(s, t));
    diag_hint_near(s->sink, d, &near);
}

/* ---- actions ---- */

static bool is_named(const slips *s, const syn_term *t, const char *name) { return strcmp(name_of(s, t), name) == 0; }

/* Whether no head has this name; what may have been meant goes to s->meant. */
static bool is_missing(slips *s, const char *name)
{
    suggestion near;
    suggest_init(&near, name);
    for (uint32_t i = 0; i < s->heads.count; i++) {
        if (is_named(s, vec_at(&s->heads, i), name))
            return false;
        suggest_offer(&near, name_of(s, vec_at(&s->heads, i)));
    }
    s->meant = near.best;
    return true;
}

static void check_acts(slips *s)
{
    const syn_statement *first = s->part->first;
    if (!is_missing(s, "do"))
        return;
    diag *d = diag_report(s->sink, DIAG_ASP_NO_ACTION, s->part->source, first ? first->span : SPAN_NOWHERE,
                          "no rule of the strategy derives `do`: it never acts");
    if (s->meant)
        diag_set_hint(s->sink, d, "did you mean `do` where `%s` is?", s->meant);
}

/* Conditions of rules: that a constraint forbids an action says nothing of those there are. */
static void collect_actions(slips *s, const syn_part *part, atom_list *known)
{
    for (const syn_statement *st = part->first; st; st = st->next) {
        atom_list all = {0};
        for (uint32_t i = 0; (st->head || st->choice || st->element_count) && i < st->body_count; i++)
            add_item(s, &all, body_at(st, i));
        if (st->choice)
            add_elements(s, st->choice->elements, st->choice->element_count, NULL, &all);
        for (uint32_t i = 0; i < all.count; i++)
            if (is_named(s, vec_at(&all, i), "do"))
                vec_push(s->arena, known, vec_at(&all, i));
    }
}

static void hint_actions(slips *s, diag *d, const atom_list *known)
{
    const char *text = "", *last = "";
    uint32_t shown = 0;
    for (uint32_t i = 0; i < known->count && shown < 4; i++) {
        const char *one = shape(s, vec_at(known, i), 0);
        if (strcmp(one, last) == 0 || strstr(text, one))
            continue;
        text = arena_printf(s->arena, "%s%s`%s`", text, shown++ ? ", " : "", one);
        last = one;
    }
    diag_set_hint(s->sink, d, "it knows %s", text);
}

static void check_actions(slips *s)
{
    const syn_part *nature = &s->game->source->parts[AS_NATURE];
    atom_list known = {0};
    if (has_opaque(nature))
        return;
    collect_actions(s, nature, &known);
    collect_actions(s, s->aux, &known);
    for (uint32_t i = 0; i < s->heads.count && known.count; i++) {
        const syn_term *t = vec_at(&s->heads, i);
        bool fine = !is_named(s, t, "do");
        for (uint32_t k = 0; k < known.count && !fine; k++)
            fine = may_match(s, t, vec_at(&known, k));
        if (fine && is_named(s, t, "do"))
            check_words(s, t, true);
        if (fine)
            continue;
        diag *d = diag_report(s->sink, DIAG_ASP_NO_SUCH_ACTION, t->source, t->span, "nature has no rule for `%s`",
                              shape(s, t, 0));
        hint_actions(s, d, &known);
    }
}

/* ---- what a strategy observes ---- */

static bool any_head_matches(const slips *s, const atom_list *heads, const syn_term *t)
{
    for (uint32_t i = 0; i < heads->count; i++)
        if (vec_at(heads, i)->name == t->name && may_match(s, vec_at(heads, i), t))
            return true;
    return false;
}

static void hint_observed(slips *s, diag *d, const atom_list *heads, const char *name)
{
    const char *text = "";
    uint32_t shown = 0;
    for (uint32_t i = 0; i < heads->count && shown < 4; i++) {
        const char *one =
            is_named(s, vec_at(heads, i), name) ? arena_printf(s->arena, "`%s`", shape(s, heads->data[i], 0)) : "";
        if (!*one || strstr(text, one))
            continue;
        text = arena_printf(s->arena, "%s%s%s", text, shown++ ? ", " : "", one);
    }
    if (*text)
        diag_set_hint(s->sink, d, "it derives %s", text);
}

/* observe(..) in conditions that no rule of visibility derives. */
static void check_observed(slips *s)
{
    const syn_part *see = &s->game->source->parts[AS_VISIBILITY];
    atom_list heads = {0}, conditions = {0};
    if (has_opaque(see))
        return;
    collect(s, see, &heads, NULL);
    collect(s, s->aux, &heads, NULL);
    collect(s, s->part, &heads, &conditions);
    for (uint32_t i = 0; i < conditions.count; i++) {
        const syn_term *t = vec_at(&conditions, i);
        bool observed = is_named(s, t, "observe") && t->count == 1;
        if (observed && !any_head_matches(s, &heads, t)) {
            diag *d = diag_report(s->sink, DIAG_ASP_UNSEEN, t->source, t->span, "visibility never derives `%s`",
                                  shape(s, t, 0));
            hint_observed(s, d, &heads, "observe");
        } else if (observed) {
            check_words(s, t, true);
        }
    }
}

/* ---- items ---- */

static bool has_item(const slips *s, const atom_list *items, const syn_term *item)
{
    for (uint32_t i = 0; i < items->count; i++)
        if (vec_at(items, i)->count == 3 && may_match(s, arg_at(vec_at(items, i), 2), item))
            return true;
    return false;
}

static bool defines(const atom_list *list, const syn_term *t)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (vec_at(list, i)->name == t->name && vec_at(list, i)->count == t->count)
            return true;
    return false;
}

static bool is_at(const slips *s, const syn_term *t) { return t->count == 3 && is_named(s, t, "at"); }

/* The atom of a condition that asks for one, or NULL. */
static const syn_term *atom_of(const syn_item *item)
{
    const syn_literal *l = item->kind == SYN_LITERAL ? item->literal : NULL;
    const syn_term *t = l && l->kind == SYN_ATOM && l->nots == 0 ? l->atom : NULL;
    return t && t->kind == SYN_FUNCTION && !t->tuple ? t : NULL;
}

/* A condition that can never hold: on an item that is nowhere, or an atom of rules that never apply. */
static bool is_dead(const slips *s, const syn_item *item, const atom_list *items, const atom_list *all,
                    const atom_list *alive)
{
    const syn_term *t = atom_of(item);
    if (!t)
        return false;
    if (is_at(s, t))
        return !has_item(s, items, arg_at(t, 2));
    return defines(all, t) && !defines(alive, t);
}

/* Rules of nature that can ever apply, found round by round: what they make is an item as well. */
static void add_made_items(slips *s, atom_list *items)
{
    const syn_part *parts[] = {&s->game->source->parts[AS_NATURE], s->aux};
    atom_list all = {0}, alive = {0};
    collect(s, parts[0], &all, NULL);
    collect(s, parts[1], &all, NULL);
    for (uint32_t before = UINT32_MAX; before != alive.count;) {
        before = alive.count;
        for (int p = 0; p < 2; p++)
            for (const syn_statement *st = parts[p]->first; st; st = st->next) {
                bool applies = true;
                atom_list made = {0};
                for (uint32_t i = 0; i < st->body_count; i++)
                    applies &= !is_dead(s, body_at(st, i), items, &all, &alive);
                if (!applies)
                    continue;
                collect_heads(s, st, &made);
                for (uint32_t i = 0; i < made.count; i++) {
                    bool next = vec_at(&made, i)->count == 3 && is_named(s, vec_at(&made, i), "next");
                    if (!listed(&alive, vec_at(&made, i)))
                        vec_push(s->arena, &alive, vec_at(&made, i));
                    if (next && !listed(items, vec_at(&made, i)))
                        vec_push(s->arena, items, vec_at(&made, i));
                }
            }
    }
}

/* at(_,_,X) as a condition without a negation, where nothing puts X on the board. */
static void check_items(slips *s)
{
    const as_source *source = s->game->source;
    atom_list items = {0}, said = {0};
    static const as_program levels[] = {AS_STATE, AS_LEVEL};
    if (s->game->start_count == 0 || has_opaque(&source->parts[AS_NATURE])) /* the first is said already */
        return;
    for (int i = 0; i < 2; i++) {
        if (has_opaque(&source->parts[levels[i]]))
            return;
        collect(s, &source->parts[levels[i]], &items, NULL);
    }
    add_made_items(s, &items);
    for (const syn_statement *st = s->part->first; st; st = st->next)
        for (uint32_t i = 0; i < st->body_count; i++) {
            const syn_term *t = atom_of(body_at(st, i));
            if (!t || !is_at(s, t) || arg_at(t, 2)->kind == SYN_POOL || !is_fixed(s, arg_at(t, 2)) ||
                has_item(s, &items, arg_at(t, 2)) || has_item(s, &said, arg_at(t, 2)))
                continue;
            vec_push(s->arena, &said, t);
            diag *d = diag_report(s->sink, DIAG_ASP_NO_ITEM, t->source, t->span,
                                  "there never is an item `%s`: no level has one, and nature makes none",
                                  shape(s, arg_at(t, 2), 0));
            if (source->parts[AS_LEVEL].first)
                diag_set_hint(s->sink, d, "the level generation has to derive `at(..,..,%s)`",
                              shape(s, arg_at(t, 2), 0));
        }
}

static void check_ranges(slips *s)
{
    for (uint32_t i = 0; i < s->part->draws.count; i++) {
        const syn_draw *draw = &vec_at(&s->part->draws, i);
        if (draw->low <= draw->high)
            continue;
        diag *d = diag_report(s->sink, DIAG_ASP_RANGE, s->part->source, draw->span,
                              "the range of this RANDINT is empty: %llu is more than %llu",
                              (unsigned long long)draw->low, (unsigned long long)draw->high);
        diag_set_hint(s->sink, d, "did you mean RANDINT(%llu,%llu)?", (unsigned long long)draw->high,
                      (unsigned long long)draw->low);
    }
}

void as_find_slips(const as_game *g, arena *a, const syn_part *part, as_program program, diag_sink *sink)
{
    slips s = {.game = g, .arena = a, .sink = sink, .part = part, .aux = &g->source->parts[AS_AUX]};
    bool given = program == AS_STRATEGY && part->source != g->source->parts[AS_STRATEGY].source;
    if (!part->first && !given)
        return;
    collect(&s, part, &s.heads, &s.bodies);
    collect(&s, s.aux, NULL, &s.bodies);
    check_ranges(&s);
    if (has_opaque(part) || has_opaque(s.aux))
        return;
    if (program == AS_STRATEGY) {
        check_acts(&s);
        check_actions(&s);
        check_observed(&s);
    } else if (program == AS_GOAL) {
        is_missing(&s, "win"); /* which as_warn reports */
    }
    check_unread(&s, program);
    if (program == AS_NATURE || program == AS_GOAL)
        check_items(&s);
}
