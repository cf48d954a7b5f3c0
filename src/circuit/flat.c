#include "circuit/flat_inside.h"

#include <string.h>

static logic_term_data term_at(const flat_program *f, logic_term t) { return vec_at(&f->source->terms.data, t); }

static bool about_facts(rl_keyword k) { return k == RL_TRUE || k == RL_NEXT || k == RL_INIT; }
static bool about_moves(rl_keyword k) { return k == RL_DOES || k == RL_LEGAL; }

static rl_keyword keyword_of(const flat_program *f, rl_relation r) { return vec_at(&f->source->relations, r).keyword; }

/* ---- shapes ---- */

enum { SHAPES_UNIT = 64 /* shapes that are compared, as work of an arena */ };

static uint32_t shape_number(flat_program *f, bool moves, flat_shape s, bool add)
{
    uint32_t count = moves ? f->moves.count : f->facts.count;
    const flat_shape *all = moves ? f->moves.data : f->facts.data;
    arena_work(f->arena, 1 + count / SHAPES_UNIT);
    for (uint32_t i = 0; i < count; i++)
        if (all[i].name == s.name && all[i].arity == s.arity)
            return i;
    if (!add)
        return LOGIC_NONE;
    if (moves)
        vec_push(f->arena, &f->moves, s);
    else
        vec_push(f->arena, &f->facts, s);
    return count;
}

static flat_shape shape_of_term(const flat_program *f, logic_term t)
{
    const logic_term_data d = term_at(f, t);
    return d.count ? (flat_shape){d.symbol, d.count} : (flat_shape){NAME_NONE, 1};
}

uint32_t flat_shape_of(const flat_program *f, bool moves, logic_term term)
{
    return shape_number((flat_program *)(uintptr_t)f, moves, shape_of_term(f, term), false);
}

static void shapes_of_everything(flat_program *f, bool moves)
{
    for (uint32_t i = 0; i < f->source->terms.data.count; i++)
        if (!term_at(f, i).variable)
            shape_number(f, moves, shape_of_term(f, i), true);
}

/* Where a variable that is the whole term of a head can get its shape from. */
static void shapes_of_variable(flat_program *f, const rl_rule *r, logic_term v, bool moves)
{
    for (uint32_t i = 0; i < r->body_count; i++) {
        const rl_literal *l = &r->body[i];
        if (l->kind != LOGIC_HOLDS)
            continue;
        rl_keyword k = keyword_of(f, l->relation);
        if (about_facts(k) && l->args[0] == v) {
            for (uint32_t s = 0; moves && s < f->facts.count; s++)
                shape_number(f, moves, vec_at(&f->facts, s), true);
            return;
        }
        if (about_moves(k) && l->args[1] == v) {
            for (uint32_t s = 0; !moves && s < f->moves.count; s++)
                shape_number(f, moves, vec_at(&f->moves, s), true);
            return;
        }
    }
    shapes_of_everything(f, moves);
}

static void find_shapes(flat_program *f)
{
    uint32_t before;
    do {
        before = f->facts.count + f->moves.count;
        for (uint32_t i = 0; i < f->source->rules.count; i++) {
            const rl_rule *r = &vec_at(&f->source->rules, i);
            rl_keyword k = keyword_of(f, r->head);
            if (k != RL_NEXT && k != RL_INIT && k != RL_LEGAL)
                continue;
            bool moves = k == RL_LEGAL;
            logic_term t = r->args[moves ? 1 : 0];
            if (term_at(f, t).variable)
                shapes_of_variable(f, r, t, moves);
            else
                shape_number(f, moves, shape_of_term(f, t), true);
        }
    } while (f->facts.count + f->moves.count > before);
}

/* ---- predicates ---- */

static uint64_t key_of(rl_relation r, uint32_t shape) { return (uint64_t)r << 32 | shape; }

static uint32_t predicate(flat_program *f, rl_relation r, uint32_t shape)
{
    const uint32_t *known = map_get(&f->by_key, key_of(r, shape));
    if (known)
        return *known;
    rl_keyword k = keyword_of(f, r);
    logic_predicate p = {.width = vec_at(&f->source->relations, r).arity, .group = r};
    if (about_facts(k))
        p.width = shape < f->facts.count ? vec_at(&f->facts, shape).arity : 0;
    else if (about_moves(k))
        p.width = shape < f->moves.count ? 1 + vec_at(&f->moves, shape).arity : 1;
    vec_push(f->arena, &f->predicates, ((flat_predicate){k, r, shape}));
    vec_push(f->arena, &f->logic.predicates, p);
    map_put(&f->by_key, key_of(r, shape), f->predicates.count - 1);
    return f->predicates.count - 1;
}

uint32_t flat_add_plain(flat_program *f, const char *name, uint32_t arity)
{
    name_id id = intern_cstr(f->source->terms.names, name);
    return predicate(f, rl_relation_of(f->source, id, arity, (src_span){0, 0}), 0);
}

uint32_t flat_find(const flat_program *f, rl_keyword keyword, uint32_t shape)
{
    rl_relation r = f->source->of_keyword[keyword];
    const uint32_t *known = r == LOGIC_NONE ? NULL : map_get(&f->by_key, key_of(r, shape));
    return known ? *known : LOGIC_NONE;
}

logic_term flat_term(flat_program *f, uint32_t predicate_number, const logic_term *row)
{
    const flat_predicate *p = &vec_at(&f->predicates, predicate_number);
    bool moves = about_moves(p->keyword);
    flat_shape s = moves ? vec_at(&f->moves, p->shape) : vec_at(&f->facts, p->shape);
    return s.name == NAME_NONE ? row[moves] : logic_function(&f->source->terms, s.name, row + moves, s.arity);
}

static uint32_t spread(const logic_program *p, const logic_terms *terms, const logic_literal *l, logic_term *row)
{
    const flat_program *f = (const flat_program *)p;
    uint32_t lead = l->width - 1;
    if (row[lead] == LOGIC_NONE) /* a variable under a negation that nothing binds */
        return LOGIC_NONE;
    const logic_term_data d = vec_at(&terms->data, row[lead]);
    flat_shape shape = d.count ? (flat_shape){d.symbol, d.count} : (flat_shape){NAME_NONE, 1};
    uint32_t s = shape_number((flat_program *)(uintptr_t)f, lead, shape, false);
    if (s == LOGIC_NONE)
        return LOGIC_NONE;
    for (uint32_t i = 0; i < d.count; i++)
        row[lead + i] = vec_at(&terms->args, d.first + i);
    return flat_find(f, vec_at(&f->predicates, l->predicate).keyword, s);
}

/* ---- rules ---- */

/* Bound to: some constant. */
#define ANY_CONSTANT (LOGIC_NONE - 1)

/* A rule under way, with shapes chosen for some of its variables. */
typedef struct unfolding {
    flat_program *f;
    const rl_rule *rule;
    logic_term *binding; /* [variable] term that stands for it, or LOGIC_NONE */
    uint32_t variables;
    uint32_t rules, depth;
    bool failed;
} unfolding;

static logic_term substitute(unfolding *u, logic_term t)
{
    logic_terms *terms = &u->f->source->terms;
    const logic_term_data d = vec_at(&terms->data, t);
    if (d.variable)
        return u->binding[d.symbol] >= ANY_CONSTANT ? t : u->binding[d.symbol];
    if (d.ground)
        return t;
    logic_term *args = ARENA_ARRAY(u->f->arena, logic_term, d.count);
    for (uint32_t i = 0; i < d.count; i++)
        args[i] = substitute(u, logic_args(terms, t)[i]);
    return logic_function(terms, d.symbol, args, d.count);
}

static logic_literal flatten(unfolding *u, logic_kind kind, rl_relation r, const logic_term *args, src_span span)
{
    flat_program *f = u->f;
    logic_literal l = {.kind = kind, .span = span};
    if (kind == LOGIC_DISTINCT || kind == LOGIC_EQUAL) {
        logic_term *both = ARENA_ARRAY(f->arena, logic_term, 2);
        both[0] = substitute(u, args[0]);
        both[1] = substitute(u, args[1]);
        l.args = both;
        l.width = 2;
        return l;
    }
    rl_keyword k = keyword_of(f, r);
    uint32_t arity = vec_at(&f->source->relations, r).arity, lead = about_moves(k) ? 1 : 0;
    if (!about_facts(k) && !about_moves(k)) {
        logic_term *copy = ARENA_ARRAY(f->arena, logic_term, arity + 1);
        for (uint32_t i = 0; i < arity; i++)
            copy[i] = substitute(u, args[i]);
        l.predicate = predicate(f, r, 0);
        l.args = copy;
        l.width = arity;
        return l;
    }
    logic_term whole = substitute(u, args[lead]);
    const logic_term_data d = term_at(f, whole);
    bool constant = d.variable && d.symbol < u->rule->variables && u->binding[d.symbol] == ANY_CONSTANT;
    uint32_t shape = constant     ? shape_number(f, lead, (flat_shape){NAME_NONE, 1}, false)
                     : d.variable ? LOGIC_NONE
                                  : flat_shape_of(f, lead, whole);
    l.whole = d.variable && !constant;
    l.width = lead + (d.count && !d.variable ? d.count : 1);
    logic_term *copy = ARENA_ARRAY(f->arena, logic_term, l.width + 1);
    if (lead)
        copy[0] = substitute(u, args[0]);
    for (uint32_t i = lead; i < l.width; i++)
        copy[i] = d.count && !d.variable ? logic_args(&f->source->terms, whole)[i - lead] : whole;
    l.args = copy;
    /* a shape that nothing makes: the atom never holds */
    l.predicate = l.whole ? predicate(f, r, 0) : shape == LOGIC_NONE ? LOGIC_NONE : predicate(f, r, shape);
    return l;
}

enum { UNFOLDED_MAX = 1 << 16, UNFOLD_DEPTH_MAX = 100 };

static bool too_large(unfolding *u)
{
    if (u->rules <= UNFOLDED_MAX && u->depth <= UNFOLD_DEPTH_MAX)
        return u->failed;
    if (!u->failed)
        diag_report(u->f->source->sink, DIAG_TOO_LARGE, u->f->source->source, u->rule->span,
                    "too many variables of this rule stand for whole facts or moves");
    return u->failed = true;
}

static void add_flat(unfolding *u)
{
    flat_program *f = u->f;
    const rl_rule *r = u->rule;
    u->rules++;
    if (too_large(u))
        return;
    logic_rule out = {.variables = u->variables, .span = r->span};
    logic_literal *body = ARENA_ARRAY(f->arena, logic_literal, r->body_count + 1);
    for (uint32_t i = 0; i < r->body_count; i++) {
        const rl_literal *l = &r->body[i];
        logic_literal one = flatten(u, l->kind, l->relation, l->args, l->span);
        bool atom = l->kind == LOGIC_HOLDS || l->kind == LOGIC_FAILS;
        if (atom && one.predicate == LOGIC_NONE) {
            if (l->kind == LOGIC_HOLDS)
                return; /* never fires */
            continue;
        }
        body[out.body_count++] = one;
    }
    out.body = body;
    out.head = flatten(u, LOGIC_HOLDS, r->head, r->args, r->span);
    if (out.head.predicate != LOGIC_NONE)
        vec_push(f->arena, &f->logic.rules, out);
}

/* Chooses shapes for the variables that stand for whole facts or moves in the body, from literal
 * `from` on. */
static void unfold(unfolding *u, uint32_t from)
{
    flat_program *f = u->f;
    const rl_rule *r = u->rule;
    for (uint32_t i = from; i < r->body_count; i++) {
        const rl_literal *l = &r->body[i];
        if (l->kind != LOGIC_HOLDS)
            continue;
        rl_keyword k = keyword_of(f, l->relation);
        if (!about_facts(k) && !about_moves(k))
            continue;
        const logic_term_data d = term_at(f, l->args[about_moves(k)]);
        if (!d.variable || u->binding[d.symbol] != LOGIC_NONE)
            continue;
        uint32_t count = about_moves(k) ? f->moves.count : f->facts.count, before = u->variables;
        u->depth++;
        for (uint32_t s = 0; s < count && !too_large(u); s++) {
            flat_shape shape = about_moves(k) ? vec_at(&f->moves, s) : vec_at(&f->facts, s);
            if (shape.name == NAME_NONE) {
                u->binding[d.symbol] = ANY_CONSTANT;
                unfold(u, i + 1);
                u->binding[d.symbol] = LOGIC_NONE;
                continue;
            }
            logic_term *args = ARENA_ARRAY(f->arena, logic_term, shape.arity);
            for (uint32_t a = 0; a < shape.arity; a++)
                args[a] = logic_variable(&f->source->terms, u->variables++);
            u->binding[d.symbol] = logic_function(&f->source->terms, shape.name, args, shape.arity);
            unfold(u, i + 1);
            u->binding[d.symbol] = LOGIC_NONE;
            u->variables = before;
        }
        u->depth--;
        return;
    }
    add_flat(u);
}

static bool flatten_rule(flat_program *f, const rl_rule *r)
{
    unfolding u = {.f = f, .rule = r, .variables = r->variables};
    u.binding = ARENA_ARRAY(f->arena, logic_term, r->variables + 1);
    for (uint32_t i = 0; i < r->variables; i++)
        u.binding[i] = LOGIC_NONE;
    unfold(&u, 0);
    return !u.failed;
}

/* ---- strata ---- */

enum { DEPENDENCE_REPORTS = 10 };

/* The initial state comes before there is a state or a move, and the end, legal moves and goals before
 * moves are made: rules that say otherwise have no meaning. */
static bool check_dependence(flat_program *f, const logic_edges *edges)
{
    uint32_t wrong = 0;
    for (uint32_t i = 0; i < edges->count && wrong < DEPENDENCE_REPORTS; i++) {
        const logic_edge *e = &vec_at(edges, i);
        const flat_predicate *to = &vec_at(&f->predicates, e->to);
        logic_phase from = vec_at(&f->logic.predicates, e->from).phase;
        bool early = to->keyword == RL_INIT && from != LOGIC_STATIC;
        bool acts =
            from == LOGIC_STEP && (to->keyword == RL_TERMINAL || to->keyword == RL_LEGAL || to->keyword == RL_GOAL);
        if (!early && !acts)
            continue;
        wrong++;
        diag_report(f->source->sink, early ? DIAG_GDL_STATIC : DIAG_GDL_ACTS, f->source->source, e->span,
                    "`%s` cannot depend on %s",
                    intern_text(f->source->terms.names, vec_at(&f->source->relations, to->relation).name),
                    from == LOGIC_STEP ? "moves: they are not made yet" : "the state of the game");
    }
    return wrong == 0;
}

static bool stratify(flat_program *f)
{
    for (uint32_t p = 0; p < f->predicates.count; p++) { /* outputs change even where rules make them facts */
        rl_keyword k = vec_at(&f->predicates, p).keyword;
        vec_at(&f->logic.predicates, p).phase =
            k == RL_DOES ? LOGIC_STEP
            : k == RL_TRUE || k == RL_NEXT || k == RL_LEGAL || k == RL_GOAL || k == RL_TERMINAL || k == RL_SEES
                ? LOGIC_STATE
                : LOGIC_STATIC;
        vec_at(&f->logic.predicates, p).input = k == RL_TRUE || k == RL_DOES;
    }
    logic_edges edges = logic_stratify(&f->logic);
    bool ok = check_dependence(f, &edges);
    for (uint32_t i = 0; i < edges.count; i++) {
        const logic_edge *e = &vec_at(&edges, i);
        const logic_predicate *from = &vec_at(&f->logic.predicates, e->from),
                              *to = &vec_at(&f->logic.predicates, e->to);
        if (from->stratum != to->stratum || !e->negative)
            continue;
        /* atoms of changing predicates may still be stratified among themselves: the network tells
         */
        if (!ok || about_facts(vec_at(&f->predicates, e->to).keyword) || to->phase != LOGIC_STATIC)
            continue;
        ok = false;
        diag_report(f->source->sink, DIAG_GDL_NEGATIVE_CYCLE, f->source->source, e->span,
                    "`%s` depends on its own negation, so the rules have no meaning",
                    intern_text(f->source->terms.names,
                                vec_at(&f->source->relations, vec_at(&f->predicates, e->to).relation).name));
    }
    return ok;
}

/* ---- safety ---- */

static void mark_variables(const flat_program *f, logic_term t, bool *seen)
{
    const logic_term_data d = term_at(f, t);
    if (d.variable)
        seen[d.symbol] = true;
    for (uint32_t i = 0; i < d.count && !d.ground; i++)
        mark_variables(f, logic_args(&f->source->terms, t)[i], seen);
}

static bool all_marked(const flat_program *f, logic_term t, const bool *seen)
{
    const logic_term_data d = term_at(f, t);
    bool all = !d.variable || seen[d.symbol];
    for (uint32_t i = 0; i < d.count && !d.ground && all; i++)
        all = all_marked(f, logic_args(&f->source->terms, t)[i], seen);
    return all;
}

/* Variables bound by the body, equations included. */
static bool *bound_variables(const flat_program *f, const logic_rule *r)
{
    bool *seen = ARENA_ARRAY(f->arena, bool, r->variables + 1);
    for (uint32_t i = 0; i < r->body_count; i++)
        for (uint32_t k = 0; body_at(r, i).kind == LOGIC_HOLDS && k < body_at(r, i).width; k++)
            mark_variables(f, body_at(r, i).args[k], seen);
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < r->body_count; i++) {
            const logic_literal *l = &r->body[i];
            for (int k = 0; l->kind == LOGIC_EQUAL && k < 2; k++)
                if (all_marked(f, l->args[k], seen) && !all_marked(f, l->args[1 - k], seen)) {
                    mark_variables(f, l->args[1 - k], seen);
                    changed = true;
                }
        }
    }
    return seen;
}

/* A variable in the place of a role that nothing binds ranges over the roles. */
static void bind_role(flat_program *f, logic_rule *r)
{
    rl_keyword k = vec_at(&f->predicates, r->head.predicate).keyword;
    rl_relation role = f->source->of_keyword[RL_ROLE];
    if ((k != RL_LEGAL && k != RL_GOAL && k != RL_SEES) || role == LOGIC_NONE)
        return;
    const bool *seen = bound_variables(f, r);
    if (all_marked(f, r->head.args[0], seen) || !term_at(f, r->head.args[0]).variable)
        return;
    logic_literal *body = ARENA_ARRAY(f->arena, logic_literal, r->body_count + 1);
    memcpy(body, r->body, r->body_count * sizeof *body);
    logic_term *args = ARENA_ARRAY(f->arena, logic_term, 1);
    args[0] = r->head.args[0];
    body[r->body_count++] = (logic_literal){LOGIC_HOLDS, predicate(f, role, 0), false, args, 1, r->span};
    r->body = body;
}

static bool check_safety(flat_program *f)
{
    bool ok = true;
    for (uint32_t i = 0; i < f->logic.rules.count; i++) {
        logic_rule *r = &vec_at(&f->logic.rules, i);
        bind_role(f, r);
        const bool *seen = bound_variables(f, r);
        bool safe = true;
        for (uint32_t k = 0; k < r->head.width && safe; k++)
            safe = all_marked(f, r->head.args[k], seen);
        for (uint32_t j = 0; j < r->body_count && safe; j++)
            for (uint32_t k = 0; k < body_at(r, j).width && body_at(r, j).kind != LOGIC_HOLDS && safe; k++)
                safe = all_marked(f, body_at(r, j).args[k], seen) || body_at(r, j).kind == LOGIC_FAILS;
        if (safe)
            continue;
        ok = false;
        diag *d = diag_report(f->source->sink, DIAG_GDL_UNSAFE, f->source->source, r->span,
                              "a variable of this rule is bound by no atom of its body");
        diag_set_hint(f->source->sink, d,
                      "every variable of the head, under `not` and in `distinct` "
                      "has to occur in an atom that is not negated");
    }
    return ok;
}

/* `base` and `input` only give hints, which this engine does not need; rules for them are often
 * faulty. They count where other rules read them. */
static bool is_used(const flat_program *f, rl_relation head)
{
    const char *name = intern_text(f->source->terms.names, vec_at(&f->source->relations, head).name);
    if (strcmp(name, "base") != 0 && strcmp(name, "input") != 0) /* with any number of arguments */
        return true;
    for (uint32_t i = 0; i < f->source->rules.count; i++) {
        const rl_rule *r = &vec_at(&f->source->rules, i);
        for (uint32_t j = 0; j < r->body_count && r->head != head; j++)
            if ((body_at(r, j).kind == LOGIC_HOLDS || body_at(r, j).kind == LOGIC_FAILS) &&
                body_at(r, j).relation == head)
                return true;
    }
    return false;
}

flat_program *flat_make(rl_program *p, bool split, uint32_t *parts)
{
    flat_program *f = ARENA_NEW(p->arena, flat_program);
    f->source = p;
    f->arena = f->logic.arena = p->arena;
    f->logic.spread = spread;
    map_init(&f->by_key, f->arena);
    static const struct {
        const char *name;
        uint32_t arity;
    } needed[] = {{"role", 1}, {"true", 1}, {"does", 2},     {"next", 1}, {"legal", 2},
                  {"init", 1}, {"goal", 2}, {"terminal", 0}, {"sees", 2}};
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        rl_relation_of(p, intern_cstr(p->terms.names, needed[i].name), needed[i].arity, (src_span){0, 0});
    rules_project(p);
    find_shapes(f);
    static const rl_keyword of_facts[] = {RL_TRUE, RL_NEXT, RL_INIT}, of_moves[] = {RL_DOES, RL_LEGAL};
    for (int k = 0; k < 3; k++)
        for (uint32_t s = 0; s < f->facts.count; s++)
            predicate(f, p->of_keyword[of_facts[k]], s);
    for (int k = 0; k < 2; k++)
        for (uint32_t s = 0; s < f->moves.count; s++)
            predicate(f, p->of_keyword[of_moves[k]], s);
    bool fits = true;
    for (uint32_t i = 0; i < p->rules.count; i++)
        if (is_used(f, vec_at(&p->rules, i).head))
            fits &= flatten_rule(f, &vec_at(&p->rules, i));
    bool safe = check_safety(f) && fits;
    *parts = safe && split ? flat_split(f) : 0;
    if (!stratify(f) || !safe)
        return NULL;
    return f;
}
