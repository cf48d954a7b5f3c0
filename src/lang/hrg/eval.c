/* Evaluation of expressions whose value is known when the game is loaded: bodies of functions,
 * initial values, arguments of constructors. */
#include "lang/hrg/world.h"

static const hrg_result failed = {.kind = HRG_R_ERROR};

static bool take_step(hrg_world *w, src_span at)
{
    if (w->exhausted)
        return false;
    if (++w->steps > HRG_MAX_STEPS) {
        hrg_too_large(w, at, "the functions take more than %d steps to evaluate", HRG_MAX_STEPS);
        return false;
    }
    if (w->depth >= w->max_eval_depth) {
        hrg_too_large(w, at, "evaluation nested more than %u levels deep: endless recursion?", w->max_eval_depth);
        return false;
    }
    return true;
}

static const hrg_result *lookup(const hrg_world *w, name_id name, uint32_t base)
{
    for (uint32_t i = w->env.count; i-- > base;)
        if (vec_at(&w->env, i).name == name)
            return &vec_at(&w->env, i).value;
    return NULL;
}

/* ---- patterns ---- */

bool hrg_match(hrg_world *w, const hrg_pattern *p, hrg_result value, uint32_t base)
{
    if (p->kind == HRG_PAT_ANY)
        return true;
    if (p->kind == HRG_PAT_NAME && hrg_is_upper(hrg_raw(w, p->name.id))) {
        const hrg_result *before = lookup(w, p->name.id, base);
        if (before && before->kind == HRG_R_TERM && value.kind == HRG_R_TERM)
            return before->index == value.index;
        hrg_bind(w, p->name.id, value);
        return true;
    }
    if (value.kind != HRG_R_TERM)
        return false;
    const hrg_term *t = &vec_at(&w->terms, value.index);
    if (p->kind == HRG_PAT_NAME)
        return !t->compound && t->head == p->name.id;
    if (!t->compound || t->head != p->name.id || t->argc != p->count)
        return false;
    for (uint32_t i = 0; i < p->count; i++) {
        uint32_t arg = item_at(&vec_at(&w->terms, value.index), args, argc, i);
        if (!hrg_match(w, &p->args[i], hrg_term_result(arg), base))
            return false;
    }
    return true;
}

uint32_t hrg_ground_pattern(hrg_world *w, const hrg_pattern *p, uint32_t base)
{
    if (p->kind == HRG_PAT_ANY)
        return HRG_NONE;
    if (p->kind == HRG_PAT_NAME) {
        const hrg_result *bound = lookup(w, p->name.id, base);
        if (bound)
            return bound->kind == HRG_R_TERM ? bound->index : HRG_NONE;
        return hrg_is_upper(hrg_raw(w, p->name.id)) ? HRG_NONE : hrg_atom(w, p->name.id);
    }
    if (p->count > HRG_MAX_ARROWS)
        return HRG_NONE;
    uint32_t args[HRG_MAX_ARROWS];
    for (uint32_t i = 0; i < p->count; i++) {
        args[i] = hrg_ground_pattern(w, &p->args[i], base);
        if (args[i] == HRG_NONE)
            return HRG_NONE;
    }
    return hrg_compound(w, p->name.id, args, p->count);
}

/* ---- application ---- */

static const char *args_text(hrg_world *w, const hrg_result *args, uint32_t count)
{
    const char *text = "";
    for (uint32_t i = 0; i < count && i < 8; i++)
        text = arena_printf(w->arena, "%s%s%s", text, i ? ", " : "",
                            args[i].kind == HRG_R_TERM ? hrg_term_text(w, args[i].index) : "..");
    return text;
}

static hrg_result call(hrg_world *w, uint32_t index, const hrg_result *args, uint32_t count, src_span at)
{
    const hrg_function *f = &vec_at(&w->file->functions, index);
    uint32_t arity = f->count ? f->cases[0].count : 0;
    if (count < arity) {
        hrg_result *copy = ARENA_ARRAY(w->arena, hrg_result, count);
        for (uint32_t i = 0; i < count; i++)
            copy[i] = args[i];
        hrg_result r = {.kind = HRG_R_PARTIAL, .index = index, .args = copy, .count = count};
        return r;
    }
    uint32_t base = w->env.count;
    for (uint32_t c = 0; c < f->count; c++) {
        const hrg_case *k = &f->cases[c];
        bool matches = k->count == arity;
        for (uint32_t i = 0; matches && i < arity; i++)
            matches = hrg_match(w, &k->patterns[i], args[i], base);
        if (matches) {
            hrg_result r = hrg_eval(w, k->body, base);
            w->env.count = base;
            return count > arity ? hrg_apply(w, r, args + arity, count - arity, at) : r;
        }
        w->env.count = base;
    }
    diag *d = hrg_error(w, DIAG_HRG_NO_CASE, f->name.span, "no case of `%s` matches `%s(%s)`", hrg_text(w, f->name.id),
                        hrg_text(w, f->name.id), args_text(w, args, arity));
    if (at.start < f->name.span.start || at.start >= f->span.end)
        diag_add_note(w->src->sink, d, w->src->text, at, "called here");
    diag_set_hint(w->src->sink, d, "`%s(%s) = ..` adds the case; `_` stands for any argument", hrg_text(w, f->name.id),
                  args_text(w, args, arity));
    return failed;
}

static hrg_result apply_map(hrg_world *w, hrg_result m, hrg_result key, src_span at);

hrg_result hrg_apply(hrg_world *w, hrg_result f, const hrg_result *args, uint32_t count, src_span at)
{
    if (f.kind == HRG_R_ERROR || count == 0)
        return f;
    if (f.kind == HRG_R_MAP)
        return hrg_apply(w, apply_map(w, f, args[0], at), args + 1, count - 1, at);
    if (f.kind == HRG_R_PARTIAL) {
        hrg_result *all = ARENA_ARRAY(w->arena, hrg_result, f.count + count);
        for (uint32_t i = 0; i < f.count + count; i++)
            all[i] = i < f.count ? hrg_arg(&f, i) : args[i - f.count];
        return call(w, f.index, all, f.count + count, at);
    }
    uint32_t function = HRG_NONE;
    if (f.kind == HRG_R_TERM && !vec_at(&w->terms, f.index).compound)
        function = hrg_find(&w->function_by_name, vec_at(&w->terms, f.index).head);
    if (function != HRG_NONE)
        return call(w, function, args, count, at);
    hrg_error(w, DIAG_HRG_CALL, at, "`%s` is no function",
              f.kind == HRG_R_TERM ? hrg_term_text(w, f.index) : "a condition");
    return failed;
}

/* One entry of a literal for one combination of its ranges, tried against a key. */
typedef struct probe {
    const hrg_part *part;
    uint32_t base;
    hrg_result key, value;
    bool found;
} probe;

static bool try_part(hrg_world *w, void *user)
{
    probe *p = user;
    uint32_t ground = hrg_ground_pattern(w, &p->part->key, p->base);
    uint32_t top = w->env.count;
    p->found = ground != HRG_NONE ? p->key.kind == HRG_R_TERM && p->key.index == ground
                                  : hrg_match(w, &p->part->key, p->key, p->base);
    if (p->found)
        p->value = hrg_eval(w, p->part->value, p->base);
    w->env.count = top;
    return !p->found;
}

static hrg_result apply_map(hrg_world *w, hrg_result m, hrg_result key, src_span at)
{
    uint32_t base = w->env.count;
    for (uint32_t i = 0; i < m.count; i++)
        hrg_bind(w, m.bound[i].name, m.bound[i].value);
    hrg_result r = failed;
    bool found = false;
    for (uint32_t i = 0; i < m.literal->part_count && !found && !w->exhausted; i++) {
        probe p = {&m.literal->parts[i], base, key, failed, false};
        hrg_for_ranges(w, p.part->ranges, p.part->range_count, try_part, &p);
        found = p.found;
        r = p.value;
    }
    if (!found && m.literal->otherwise)
        r = hrg_eval(w, m.literal->otherwise, base);
    else if (!found && !w->exhausted)
        hrg_error(w, DIAG_HRG_NO_CASE, at, "the map has no entry for `%s`", args_text(w, &key, 1));
    w->env.count = base;
    return r;
}

/* ---- expressions ---- */

static bool eval_term(hrg_world *w, const hrg_expr *e, uint32_t base, uint32_t *term)
{
    hrg_result r = hrg_eval(w, e, base);
    if (r.kind == HRG_R_TERM) {
        *term = r.index;
        return true;
    }
    if (r.kind == HRG_R_BOOL) {
        diag *d = hrg_error(w, DIAG_HRG_EVALUATE, e->span, "a condition is not a value");
        diag_set_hint(w->src->sink, d, "write `if .. then 1 else 0`");
    } else if (r.kind != HRG_R_ERROR) {
        hrg_error(w, DIAG_HRG_EVALUATE, e->span, "a map where a single value is needed");
    }
    return false;
}

static bool eval_number(hrg_world *w, const hrg_expr *e, uint32_t base, int64_t *number)
{
    uint32_t term;
    if (!eval_term(w, e, base, &term))
        return false;
    *number = vec_at(&w->terms, term).number;
    if (vec_at(&w->terms, term).numeric)
        return true;
    hrg_error(w, DIAG_NOT_INTEGER, e->span, "`%s` is no number", hrg_term_text(w, term));
    return false;
}

static bool eval_condition(hrg_world *w, const hrg_expr *e, uint32_t base, bool *truth)
{
    hrg_result r = hrg_eval(w, e, base);
    *truth = r.index != 0;
    if (r.kind == HRG_R_BOOL)
        return true;
    if (r.kind != HRG_R_ERROR) {
        diag *d = hrg_error(w, DIAG_NOT_BOOLEAN, e->span, "a condition was expected");
        diag_set_hint(w->src->sink, d, "compare the value: `.. == 1`");
    }
    return false;
}

static hrg_result arithmetic(hrg_world *w, const hrg_expr *e, uint32_t base)
{
    int64_t a, b, r;
    if (!eval_number(w, hrg_arg(e, 0), base, &a) || !eval_number(w, hrg_arg(e, 1), base, &b))
        return failed;
    bool overflow = e->op == HRG_E_SUB ? __builtin_sub_overflow(a, b, &r) : __builtin_add_overflow(a, b, &r);
    if (e->op == HRG_E_MOD && !overflow) {
        if (b == 0) {
            hrg_error(w, DIAG_HRG_EVALUATE, e->span, "division by zero");
            return failed;
        }
        /* The language adds the divisor first, so that (0 - 1) % 3 is 2. */
        r = b == -1 ? 0 : r % b;
    }
    if (overflow) {
        hrg_error(w, DIAG_OVERFLOW, e->span, "the number is too large");
        return failed;
    }
    return hrg_term_result(hrg_number_term(w, r));
}

static hrg_result truth_result(bool truth)
{
    hrg_result r = {.kind = HRG_R_BOOL, .index = truth};
    return r;
}

static hrg_result comparison(hrg_world *w, const hrg_expr *e, uint32_t base)
{
    uint32_t a, b;
    if (!eval_term(w, hrg_arg(e, 0), base, &a) || !eval_term(w, hrg_arg(e, 1), base, &b))
        return failed;
    const hrg_term *s = &vec_at(&w->terms, a), *t = &vec_at(&w->terms, b);
    bool equality = e->op == HRG_E_EQ || e->op == HRG_E_NE, comparable = true;
    int order = hrg_term_order(w, a, b, &comparable);
    if (s->compound != t->compound || (!comparable && !equality)) {
        hrg_error(w, DIAG_HRG_EVALUATE, e->span, "`%s` and `%s` cannot be compared", hrg_term_text(w, a),
                  hrg_term_text(w, b));
        return failed;
    }
    switch (e->op) {
    case HRG_E_EQ: return truth_result(a == b);
    case HRG_E_NE: return truth_result(a != b);
    case HRG_E_LT: return truth_result(order < 0);
    case HRG_E_LE: return truth_result(order <= 0);
    case HRG_E_GT: return truth_result(order > 0);
    default: return truth_result(order >= 0);
    }
}

static hrg_result membership(hrg_world *w, const hrg_expr *e, uint32_t base)
{
    uint32_t a;
    const hrg_expr *domain = hrg_arg(e, 1);
    if (!eval_term(w, hrg_arg(e, 0), base, &a))
        return failed;
    uint32_t set = domain->op == HRG_E_NAME ? hrg_find(&w->set_by_name, domain->name.id) : HRG_NONE;
    if (set == HRG_NONE) {
        diag *d = hrg_error(w, DIAG_UNKNOWN_TYPE, domain->span, "the name of a domain was expected");
        if (domain->op == HRG_E_NAME)
            hrg_suggest(w, d, domain->name.id, HRG_SUGGEST_TYPES, NULL, 0);
        return failed;
    }
    return truth_result(map_has(&vec_at(&w->sets, set).position, a));
}

static hrg_result name(hrg_world *w, const hrg_expr *e, uint32_t base)
{
    const hrg_result *bound = lookup(w, e->name.id, base);
    if (bound)
        return *bound;
    if (map_has(&w->atoms, e->name.id) || map_has(&w->function_by_name, e->name.id))
        return hrg_term_result(hrg_atom(w, e->name.id));
    if (map_has(&w->variable_by_name, e->name.id)) {
        hrg_error(w, DIAG_NOT_CONSTANT, e->span, "`%s` is a variable; its value is not known when the game is loaded",
                  hrg_text(w, e->name.id));
        return failed;
    }
    if (hrg_is_upper(hrg_raw(w, e->name.id))) {
        name_id *around = ARENA_ARRAY(w->arena, name_id, w->env.count - base + 1);
        for (uint32_t i = base; i < w->env.count; i++)
            around[i - base] = vec_at(&w->env, i).name;
        diag *d = hrg_error(w, DIAG_UNKNOWN_VARIABLE, e->span, "unknown name `%s`", hrg_text(w, e->name.id));
        hrg_suggest(w, d, e->name.id, HRG_SUGGEST_SYMBOLS, around, w->env.count - base);
        return failed;
    }
    return hrg_term_result(hrg_atom(w, e->name.id));
}

static hrg_result application(hrg_world *w, const hrg_expr *e, uint32_t base)
{
    const hrg_expr *head = hrg_arg(e, 0);
    if (e->count > HRG_MAX_ARROWS) {
        hrg_error(w, DIAG_HRG_ARITY, e->span, "more than %d arguments", HRG_MAX_ARROWS);
        return failed;
    }
    if (head->op == HRG_E_NAME && !lookup(w, head->name.id, base) && !map_has(&w->function_by_name, head->name.id)) {
        diag *d = hrg_error(w, DIAG_HRG_CALL, head->span, "unknown function `%s`", hrg_text(w, head->name.id));
        hrg_suggest(w, d, head->name.id, HRG_SUGGEST_FUNCTIONS, NULL, 0);
        return failed;
    }
    hrg_result f = hrg_eval(w, head, base);
    if (f.kind == HRG_R_ERROR)
        return failed;
    hrg_result *args = ARENA_ARRAY(w->arena, hrg_result, e->count);
    for (uint32_t i = 1; i < e->count; i++) {
        args[i - 1] = hrg_eval(w, hrg_arg(e, i), base);
        if (args[i - 1].kind == HRG_R_ERROR)
            return failed;
    }
    return hrg_apply(w, f, args, e->count - 1, e->span);
}

static hrg_result constructor(hrg_world *w, const hrg_expr *e, uint32_t base)
{
    uint32_t args[HRG_MAX_ARROWS];
    if (e->count > HRG_MAX_ARROWS) {
        hrg_error(w, DIAG_HRG_ARITY, e->span, "more than %d arguments", HRG_MAX_ARROWS);
        return failed;
    }
    for (uint32_t i = 0; i < e->count; i++)
        if (!eval_term(w, hrg_arg(e, i), base, &args[i]))
            return failed;
    uint32_t term = hrg_compound(w, e->name.id, args, e->count);
    if (vec_at(&w->terms, term).size >= HRG_MAX_TERM) {
        hrg_too_large(w, e->span, "a term of more than %d symbols", HRG_MAX_TERM);
        return failed;
    }
    return hrg_term_result(term);
}

static hrg_result map_literal(hrg_world *w, const hrg_expr *e, uint32_t base)
{
    uint32_t count = w->env.count - base;
    hrg_binding *bound = ARENA_ARRAY(w->arena, hrg_binding, count + 1);
    for (uint32_t i = 0; i < count; i++)
        bound[i] = vec_at(&w->env, base + i);
    hrg_result r = {.kind = HRG_R_MAP, .literal = e, .bound = bound, .count = count};
    return r;
}

static hrg_result eval(hrg_world *w, const hrg_expr *e, uint32_t base)
{
    bool truth;
    switch (e->op) {
    case HRG_E_ERROR:
    case HRG_E_IF: return failed; /* hrg_eval follows these itself */
    case HRG_E_NAME: return name(w, e, base);
    case HRG_E_TERM: return constructor(w, e, base);
    case HRG_E_INDEX:
    case HRG_E_CALL: return application(w, e, base);
    case HRG_E_MAP: return map_literal(w, e, base);
    case HRG_E_ADD:
    case HRG_E_SUB:
    case HRG_E_MOD: return arithmetic(w, e, base);
    case HRG_E_IN: return membership(w, e, base);
    case HRG_E_AND:
    case HRG_E_OR:
        if (!eval_condition(w, hrg_arg(e, 0), base, &truth))
            return failed;
        if (truth == (e->op == HRG_E_OR))
            return truth_result(truth);
        if (!eval_condition(w, hrg_arg(e, 1), base, &truth))
            return failed;
        return truth_result(truth);
    default: return comparison(w, e, base);
    }
}

hrg_result hrg_eval(hrg_world *w, const hrg_expr *e, uint32_t base)
{
    if (!take_step(w, e->span))
        return failed;
    w->depth++;
    bool truth, known = true;
    while (e->op == HRG_E_IF && (known = eval_condition(w, hrg_arg(e, 0), base, &truth)))
        e = hrg_arg(e, truth ? 1 : 2);
    hrg_result r = known ? eval(w, e, base) : failed;
    w->depth--;
    return r;
}
