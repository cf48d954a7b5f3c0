/* What has to be right before a game, or one rule, can be used. */
#include "base/nearest.h"
#include "structures/structures.h"

#include <string.h>

/* ---- definitions ---- */

enum { UNSEEN, OPEN, CLOSED };

static bool find_cycle(rs_game *f, rs_definition *d, uint32_t level);

static bool too_deep(rs_game *f, const rs_definition *d)
{
    rs_error(f, DIAG_NESTING, d->span, "with the definitions it uses, `%s` is more than %d operators deep",
             rs_text(f, d->name), RS_DEPTH_MAX);
    return false;
}

/* Level: how deep the search is. Notes how deep the definitions below are. */
static bool find_cycle_in(rs_game *f, const rs_node *n, uint32_t level, uint32_t *depth)
{
    uint32_t deepest = 0;
    if (n->definition) {
        if (!find_cycle(f, (rs_definition *)(uintptr_t)n->definition, level + 1))
            return false;
        deepest = n->definition->depth;
    }
    for (uint32_t i = 0; i < n->kid_count; i++) {
        uint32_t below = 0;
        if (!find_cycle_in(f, rs_kid(n, i), level + 1, &below))
            return false;
        deepest = below > deepest ? below : deepest;
    }
    *depth = deepest + 1;
    return true;
}

static bool find_cycle(rs_game *f, rs_definition *d, uint32_t level)
{
    if (d->state == OPEN) {
        diag *report = rs_error(f, DIAG_RECURSIVE_TYPE, d->span, "`%s` is defined by itself", rs_text(f, d->name));
        diag_set_hint(f->sink, report, "`lfp T(x) = ..` and `tc x, y ..` say such things");
        return false;
    }
    if (d->state == CLOSED)
        return true;
    if (level > RS_DEPTH_MAX)
        return too_deep(f, d);
    d->state = OPEN;
    bool fine = find_cycle_in(f, d->body, level, &d->depth);
    d->state = CLOSED;
    return fine && (d->depth <= RS_DEPTH_MAX || too_deep(f, d));
}

/* Left sides of rules may ask for what is defined, structures cannot have it. */
static bool is_stored(const rs_game *f, name_id name)
{
    for (uint32_t i = 0; i < f->start.stored.count; i++)
        if (vec_at(&f->start.stored, i).name == name)
            return true;
    for (uint32_t i = 0; i < f->rules.count; i++)
        if (rs_find_relation(&vec_at(&f->rules, i).right, name))
            return true;
    return rs_find_relation(&f->start, name) != NULL;
}

bool rs_check_definitions(rs_game *f)
{
    bool fine = true;
    for (uint32_t i = 0; i < f->definitions.count; i++) {
        rs_definition *d = vec_at(&f->definitions, i);
        rs_query q = {.root = d->body};
        const uint32_t *arity = map_get(&f->arity_by_name, d->name);
        if (arity && *arity != d->count) {
            rs_error(f, DIAG_TOSS_ARITY, d->span, "`%s` has %u argument%s elsewhere, not %u", rs_text(f, d->name),
                     *arity, *arity == 1 ? "" : "s", d->count);
            fine = false;
        } else if (arity && is_stored(f, d->name)) {
            rs_error(f, DIAG_DUPLICATE, d->span, "`%s` is a relation of the structure already", rs_text(f, d->name));
            fine = false;
        }
        for (uint32_t k = 1; k < d->count; k++)
            for (uint32_t j = 0; j < k; j++)
                if (d->parameters[j] == d->parameters[k]) {
                    rs_error(f, DIAG_DUPLICATE, d->span, "two parameters of `%s` are called `%s`", rs_text(f, d->name),
                             rs_text(f, d->parameters[k]));
                    fine = false;
                }
        fine &= rs_resolve(f, &q, d->parameters, d->count, false);
        d->slots = q.slots;
    }
    for (uint32_t i = 0; i < f->definitions.count && fine; i++)
        fine = find_cycle(f, vec_at(&f->definitions, i), 0);
    return fine;
}

/* ---- rules ---- */

static const name_id *element_names(const rs_structure *s) { return s->elements.data; }

static bool unknown_element(rs_game *f, const rs_structure *s, name_id name, src_span at, const char *side)
{
    if (rs_find_element(s, name) != RS_NONE)
        return false;
    diag *d = rs_error(f, DIAG_TOSS_UNKNOWN, at, "`%s` is no element of the %s side", rs_text(f, name), side);
    suggestion near;
    suggest_init(&near, intern_text(f->names, name));
    for (uint32_t i = 0; i < s->elements.count; i++)
        suggest_offer(&near, intern_text(f->names, vec_at(&s->elements, i)));
    diag_hint_near(f->sink, d, &near);
    return true;
}

/* Without `with` an element replaces the one of the same name. */
static bool find_partners(rs_game *f, rs_rule *r)
{
    bool fine = true;
    r->replaced = ARENA_ARRAY(f->arena, uint32_t, r->right.elements.count + 1);
    for (uint32_t i = 0; i < r->right.elements.count; i++)
        r->replaced[i] = r->mapped ? RS_NONE : rs_find_element(&r->left, vec_at(&r->right.elements, i));
    for (uint32_t i = 0; i < r->with.count; i++) {
        const rs_pair *p = &vec_at(&r->with, i);
        if (unknown_element(f, &r->right, p->to, p->span, "right") ||
            unknown_element(f, &r->left, p->from, p->span, "left")) {
            fine = false;
            continue;
        }
        uint32_t *replaced = &r->replaced[rs_find_element(&r->right, p->to)];
        if (*replaced != RS_NONE) {
            rs_error(f, DIAG_DUPLICATE, p->span, "`%s` replaces two elements", rs_text(f, p->to));
            fine = false;
        }
        *replaced = rs_find_element(&r->left, p->from);
    }
    return fine;
}

static bool check_embedding(rs_game *f, const rs_rule *r)
{
    bool fine = true;
    for (uint32_t i = 0; i < r->emb.count; i++) {
        const rs_pair *p = &vec_at(&r->emb, i);
        if (map_has(&f->definition_by_name, p->to)) {
            rs_error(f, DIAG_TOSS_UNKNOWN, p->span,
                     "`%s` is defined by REL: only relations of the structure are embedded", rs_text(f, p->to));
            fine = false;
        } else if (!map_has(&f->arity_by_name, p->to)) {
            diag *d = rs_error(f, DIAG_TOSS_UNKNOWN, p->span, "unknown relation `%s`", rs_text(f, p->to));
            diag_set_hint(f->sink, d, "`%s:1 {}` in the starting structure declares it", rs_text(f, p->to));
            fine = false;
        }
    }
    return fine;
}

static bool given_twice(rs_game *f, const rs_updates *all, uint32_t index, const char *what)
{
    const rs_update *u = &vec_at(all, index);
    for (uint32_t k = 0; k < index; k++)
        if (vec_at(all, k).function == u->function && vec_at(all, k).element == u->element) {
            rs_error(f, DIAG_DUPLICATE, u->span, "this value %s", what);
            return true;
        }
    return false;
}

static bool check_updates(rs_game *f, rs_rule *r)
{
    bool fine = true;
    for (uint32_t i = 0; i < r->updates.count; i++) {
        rs_update *u = &vec_at(&r->updates, i);
        if (unknown_element(f, &r->right, u->element, u->span, "right"))
            fine = false;
        if (given_twice(f, &r->updates, i, "is set twice"))
            fine = false;
        fine &= rs_resolve(f, &u->value, element_names(&r->left), r->left.elements.count, false);
    }
    return fine;
}

/* Values that flow belong to elements that were there before. */
static bool check_dynamics(rs_game *f, rs_rule *r)
{
    bool fine = true;
    for (uint32_t i = 0; i < r->dynamics.count; i++) {
        rs_update *u = &vec_at(&r->dynamics, i);
        uint32_t right = rs_find_element(&r->right, u->element);
        if (unknown_element(f, &r->right, u->element, u->span, "right"))
            fine = false;
        else if (r->replaced[right] == RS_NONE) {
            rs_error(f, DIAG_TOSS_UNSUPPORTED, u->span,
                     "`%s` is created by the rule: it has no values that could change before", rs_text(f, u->element));
            fine = false;
        }
        if (given_twice(f, &r->dynamics, i, "has two equations"))
            fine = false;
        fine &= rs_resolve(f, &u->value, element_names(&r->right), r->right.elements.count, false);
    }
    if (r->has_inv)
        fine &= rs_resolve(f, &r->inv, element_names(&r->right), r->right.elements.count, false);
    return fine;
}

/* A side of a rule is matched, not computed. */
static bool refuse_stored(rs_game *f, const rs_structure *side)
{
    if (!side->stored.count)
        return true;
    diag *d = rs_error(f, DIAG_TOSS_UNSUPPORTED, vec_at(&side->stored, 0).span,
                       "a side of a rule cannot define relations with `with`");
    diag_set_hint(f->sink, d, "`REL` defines them for the whole game; `with [ new <- old ]` maps elements");
    return false;
}

/* Tuples make elements that no list has: in a pattern one more is asked for, on the right side one is created. */
static void warn_of_unlisted(rs_game *f, const rs_structure *s, const rs_structure *left, const char *what)
{
    for (uint32_t i = 0; i < s->unlisted.count; i++) {
        const rs_mention *m = &vec_at(&s->unlisted, i);
        if (left && rs_find_element(left, m->element) != RS_NONE)
            continue;
        diag *d = diag_report(f->sink, DIAG_TOSS_UNLISTED, f->text, m->span,
                              "`%s` is not among the elements before the `|`: %s", rs_text(f, m->element), what);
        suggestion near;
        suggest_init(&near, intern_text(f->names, m->element));
        for (uint32_t e = 0; e < s->listed; e++)
            suggest_offer(&near, intern_text(f->names, vec_at(&s->elements, e)));
        const char *meant = near.best && strlen(near.best) > 1 ? near.best : NULL;
        if (meant)
            diag_hint_mean(f->sink, d, meant);
        else
            diag_set_hint(f->sink, d, "list it there if that is meant");
    }
}

bool rs_check_rule(rs_game *f, rs_rule *r)
{
    bool fine = find_partners(f, r);
    warn_of_unlisted(f, &r->left, NULL, "the rule asks for one more");
    warn_of_unlisted(f, &r->right, &r->left, "the rule creates it");
    fine &= refuse_stored(f, &r->left);
    fine &= refuse_stored(f, &r->right);
    fine &= check_embedding(f, r);
    if (r->has_pre)
        fine &= rs_resolve(f, &r->pre, element_names(&r->left), r->left.elements.count, false);
    if (r->has_post)
        fine &= rs_resolve(f, &r->post, element_names(&r->right), r->right.elements.count, false);
    fine &= check_updates(f, r);
    fine &= check_dynamics(f, r);
    return fine;
}

/* ---- games ---- */

static uint32_t find_player(const rs_game *f, name_id name)
{
    for (uint32_t i = 0; i < f->players.count; i++)
        if (vec_at(&f->players, i).to == name)
            return i;
    return RS_NONE;
}

static bool has_location(const rs_game *f, uint32_t number)
{
    for (uint32_t i = 0; i < f->locations.count; i++)
        if (vec_at(&f->locations, i).number == number)
            return true;
    return false;
}

static bool check_move(rs_game *f, rs_move *m)
{
    const uint32_t *rule = map_get(&f->rule_by_name, m->rule);
    if (!rule) {
        diag *d = rs_error(f, DIAG_TOSS_UNKNOWN, m->span, "there is no rule `%s`", rs_text(f, m->rule));
        suggestion near;
        suggest_init(&near, intern_text(f->names, m->rule));
        for (uint32_t i = 0; i < f->rules.count; i++)
            suggest_offer(&near, intern_text(f->names, vec_at(&f->rules, i).name));
        diag_hint_near(f->sink, d, &near);
        return false;
    }
    m->rule_index = *rule;
    if (!has_location(f, m->target)) {
        diag *d = rs_error(f, DIAG_TOSS_UNKNOWN, m->span, "there is no location %u", m->target);
        diag_set_hint(f->sink, d, "`LOC %u { .. }` would be it", m->target);
        return false;
    }
    return true;
}

static bool check_seat(rs_game *f, rs_seat *s)
{
    bool fine = true;
    s->player_index = find_player(f, s->player);
    if (s->player_index == RS_NONE) {
        diag *d = rs_error(f, DIAG_TOSS_UNKNOWN, s->span, "`%s` is no player of this game", rs_text(f, s->player));
        diag_set_hint(f->sink, d, "PLAYERS lists them");
        fine = false;
    }
    if (s->has_payoff)
        fine &= rs_resolve(f, &s->payoff, NULL, 0, false);
    for (uint32_t i = 0; i < s->moves.count; i++)
        fine &= check_move(f, &vec_at(&s->moves, i));
    return fine;
}

static bool check_location(rs_game *f, rs_location *l, uint32_t index)
{
    bool fine = true;
    for (uint32_t i = 0; i < index; i++)
        if (vec_at(&f->locations, i).number == l->number) {
            rs_error(f, DIAG_DUPLICATE, l->span, "there are two locations %u", l->number);
            fine = false;
        }
    for (uint32_t i = 0; i < l->seats.count; i++) {
        fine &= check_seat(f, &vec_at(&l->seats, i));
        for (uint32_t k = 0; k < i; k++)
            if (vec_at(&l->seats, k).player == vec_at(&l->seats, i).player) {
                rs_error(f, DIAG_DUPLICATE, vec_at(&l->seats, i).span, "the player `%s` stands twice in location %u",
                         rs_text(f, vec_at(&l->seats, i).player), l->number);
                fine = false;
            }
    }
    return fine;
}

static bool missing(rs_game *f, const char *what, const char *hint)
{
    diag *d = rs_error(f, DIAG_MISSING_BUILTIN, (src_span){0, 1}, "%s", what);
    diag_set_hint(f->sink, d, "%s", hint);
    return false;
}

bool rs_check_game(rs_game *f)
{
    bool fine = true;
    if (!f->players.count)
        return missing(f, "the game has no players", "`PLAYERS white, black` names them");
    if (!f->has_start)
        return missing(f, "the game has no starting structure", "`START [ | | ] \"..\"` gives it");
    if (!has_location(f, 0))
        return missing(f, "the game has no location 0, where play begins",
                       "`LOC 0 { PLAYER white { PAYOFF 0 MOVES [Move -> 1] } }`, say");
    for (uint32_t i = 0; i < f->players.count; i++)
        if (find_player(f, vec_at(&f->players, i).to) != i) {
            rs_error(f, DIAG_DUPLICATE, vec_at(&f->players, i).span, "the player `%s` is named twice",
                     rs_text(f, vec_at(&f->players, i).to));
            fine = false;
        }
    fine &= rs_check_definitions(f);
    for (uint32_t i = 0; i < f->rules.count; i++)
        fine &= rs_check_rule(f, &vec_at(&f->rules, i));
    for (uint32_t i = 0; i < f->locations.count; i++)
        fine &= check_location(f, &vec_at(&f->locations, i), i);
    return fine;
}
