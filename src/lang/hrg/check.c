/* The check of graphs: names, arities, jumps, conditions, recursion. Done once on the syntax
 * tree, so that a mistake in a graph that is copied many times is reported once. */
#include "lang/hrg/world.h"

#include "base/text.h"

#include <string.h>

typedef struct scope {
    hrg_world *w;
    const hrg_graph *graph;
    hrg_graph_info *info;
    uint32_t loops;
    bool scores; /* in the value of an assignment to goals */
    VEC(hrg_name) bound;
} scope;

static const struct {
    const char *name;
    hrg_builtin builtin;
} builtins[] = {
    {"not", HRG_B_NOT},           {"reachable", HRG_B_REACHABLE}, {"true", HRG_B_TRUE},
    {"false", HRG_B_FALSE},       {"check", HRG_B_CHECK},         {"break", HRG_B_BREAK},
    {"continue", HRG_B_CONTINUE}, {"return", HRG_B_RETURN},       {"end", HRG_B_END},
};
enum { BUILTIN_COUNT = sizeof builtins / sizeof *builtins };

hrg_builtin hrg_builtin_of(const hrg_world *w, name_id name)
{
    const char *text = hrg_raw(w, name);
    for (int i = 0; i < BUILTIN_COUNT; i++)
        if (strcmp(builtins[i].name, text) == 0)
            return builtins[i].builtin;
    return HRG_B_NONE;
}

hrg_builtin hrg_condition_kind(const hrg_world *w, const hrg_expr *e)
{
    if (e->op != HRG_E_CALL || hrg_arg(e, 0)->op != HRG_E_NAME)
        return HRG_B_NONE;
    hrg_builtin b = hrg_builtin_of(w, hrg_arg(e, 0)->name.id);
    return b <= HRG_B_FALSE ? b : HRG_B_NONE;
}

static bool is_jump(hrg_builtin b) { return b >= HRG_B_BREAK; }

static bool is_bound(const scope *s, name_id name)
{
    for (uint32_t i = 0; i < s->bound.count; i++)
        if (vec_at(&s->bound, i).id == name)
            return true;
    return false;
}

static uint32_t param_index(const scope *s, name_id name)
{
    for (uint32_t i = 0; i < s->graph->param_count; i++)
        if (s->graph->params[i].name.id == name)
            return i;
    return HRG_NONE;
}

static bool is_builtin_variable(const hrg_world *w, name_id name)
{
    const char *text = hrg_raw(w, name);
    return strcmp(text, "player") == 0 || strcmp(text, "goals") == 0 || strcmp(text, "visible") == 0;
}

static void unknown(scope *s, const char *what, hrg_name name, unsigned suggest)
{
    hrg_world *w = s->w;
    diag *d = hrg_error(w, DIAG_UNKNOWN_VARIABLE, name.span, "unknown %s `%s`", what, hrg_text(w, name.id));
    int64_t number;
    if (map_has(&w->set_by_name, name.id)) {
        diag_set_hint(w->src->sink, d, "`%s` is a domain; `%s(*)` chooses any of its elements", hrg_text(w, name.id),
                      hrg_text(w, name.id));
        return;
    }
    if (hrg_number(hrg_raw(w, name.id), &number)) {
        diag_set_hint(w->src->sink, d, "%s",
                      s->scores ? "the values of `goals` are those of the domain Score: add it there"
                                : "numbers are values like others: some domain has to list it");
        return;
    }
    VEC(name_id) around = {0};
    for (uint32_t i = 0; i < s->bound.count; i++)
        vec_push(w->arena, &around, vec_at(&s->bound, i).id);
    for (uint32_t i = 0; i < s->graph->param_count; i++)
        vec_push(w->arena, &around, s->graph->params[i].name.id);
    static const char *const variables[] = {"player", "goals", "visible"};
    for (int i = 0; i < 3; i++)
        vec_push(w->arena, &around, intern_cstr(w->src->names, variables[i]));
    hrg_suggest(w, d, name.id, suggest, around.data, around.count);
    if (!d->hint && hrg_is_upper(hrg_raw(w, name.id)))
        diag_set_hint(
            w->src->sink, d,
            "in graphs the parts of a value have no names: a function such as `right(S(C, R)) = ..` takes it apart");
}

/* ---- expressions ---- */

static void check_constant(scope *s, const hrg_expr *e)
{
    hrg_world *w = s->w;
    if (e->op == HRG_E_NAME) {
        name_id n = e->name.id;
        int64_t number;
        if (is_bound(s, n) || map_has(&w->atoms, n) || hrg_number(hrg_raw(w, n), &number) ||
            map_has(&w->function_by_name, n))
            return;
        if (param_index(s, n) != HRG_NONE || map_has(&w->variable_by_name, n) || is_builtin_variable(w, n)) {
            diag *d =
                hrg_error(w, DIAG_NOT_CONSTANT, e->span, "`%s` is not known when the game is loaded", hrg_text(w, n));
            diag_set_hint(w->src->sink, d,
                          "arithmetic and constructors need constant operands "
                          "here; a function can map one value to another");
        } else {
            unknown(s, "name", e->name, HRG_SUGGEST_SYMBOLS | HRG_SUGGEST_FUNCTIONS);
        }
        return;
    }
    for (uint32_t i = 0; i < e->count; i++)
        check_constant(s, hrg_arg(e, i));
}

/* Shape of what a name stands for, NULL when that varies or is a symbol. */
static const hrg_shape *shape_of(const scope *s, name_id name)
{
    const hrg_world *w = s->w;
    if (is_bound(s, name))
        return NULL;
    uint32_t i = param_index(s, name);
    if (i != HRG_NONE)
        return s->info->params[i];
    i = hrg_find(&w->function_by_name, name);
    if (i != HRG_NONE)
        return w->shapes[i];
    i = hrg_find(&w->variable_by_name, name);
    return i != HRG_NONE ? w->variable_shapes[i] : NULL;
}

static void check_value(scope *s, const hrg_expr *e);

static bool is_condition(const hrg_world *w, const hrg_expr *e)
{
    return (e->op >= HRG_E_IN && e->op <= HRG_E_OR) || hrg_condition_kind(w, e) != HRG_B_NONE;
}

/* Where nothing is known of the thing called, conditions may have been meant. */
static void check_arguments(scope *s, hrg_expr *const *args, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (!is_condition(s->w, args[i]))
            check_value(s, args[i]);
}

static void check_access(scope *s, const hrg_expr *e)
{
    hrg_world *w = s->w;
    uint32_t keys = 0;
    const hrg_expr *root = e;
    while (root->op == HRG_E_INDEX || root->op == HRG_E_CALL)
        root = hrg_arg(root, 0);
    name_id n = root->op == HRG_E_NAME ? root->name.id : NAME_NONE;
    bool known = n == NAME_NONE || is_bound(s, n) || param_index(s, n) != HRG_NONE ||
                 map_has(&w->function_by_name, n) || map_has(&w->variable_by_name, n) || is_builtin_variable(w, n);
    if (!known && hrg_condition_kind(w, e) != HRG_B_NONE) {
        hrg_error(w, DIAG_HRG_CONDITION, e->span, "a condition where a value is needed");
        return;
    }
    for (const hrg_expr *x = e; x != root; x = hrg_arg(x, 0)) {
        if (x->count == 1 && known)
            hrg_error(w, DIAG_HRG_ARITY, x->span, "an access without arguments");
        keys += x->count - 1;
        if (!known)
            check_arguments(s, x->args + 1, x->count - 1);
        for (uint32_t i = 1; known && i < x->count; i++)
            check_value(s, hrg_arg(x, i));
    }
    if (n == NAME_NONE) {
        check_value(s, root);
        return;
    }
    if (!known) {
        diag *d = hrg_error(w, DIAG_HRG_CALL, root->span, "unknown function `%s`", hrg_text(w, n));
        if (map_has(&w->graph_by_name, n))
            diag_set_hint(w->src->sink, d, "`%s` is a graph; ask `reachable(%s(..))`", hrg_text(w, n), hrg_text(w, n));
        else
            hrg_suggest(w, d, n, HRG_SUGGEST_FUNCTIONS | HRG_SUGGEST_VARIABLES, NULL, 0);
        return;
    }
    const hrg_shape *shape = shape_of(s, n);
    if (shape && keys > shape->count - 1)
        hrg_error(w, DIAG_HRG_ARITY, e->span, "`%s` takes at most %u argument%s, not %u", hrg_text(w, n),
                  shape->count - 1, shape->count == 2 ? "" : "s", keys);
}

static void check_value(scope *s, const hrg_expr *e)
{
    hrg_world *w = s->w;
    switch (e->op) {
    case HRG_E_ERROR: return;
    case HRG_E_NAME: {
        name_id n = e->name.id;
        if (!is_bound(s, n) && param_index(s, n) == HRG_NONE && !map_has(&w->symbols, n) &&
            !map_has(&w->function_by_name, n) && !map_has(&w->variable_by_name, n) && !is_builtin_variable(w, n))
            unknown(s, "name", e->name, HRG_SUGGEST_SYMBOLS | HRG_SUGGEST_VARIABLES | HRG_SUGGEST_FUNCTIONS);
        return;
    }
    case HRG_E_TERM:
        for (uint32_t i = 0; i < e->count; i++)
            check_constant(s, hrg_arg(e, i));
        return;
    case HRG_E_INDEX:
    case HRG_E_CALL: check_access(s, e); return;
    case HRG_E_ADD:
    case HRG_E_SUB:
    case HRG_E_MOD: check_constant(s, e); return;
    case HRG_E_IF:
    case HRG_E_MAP: {
        diag *d = hrg_error(w, DIAG_HRG_EVALUATE, e->span, "%s cannot be used inside a graph",
                            e->op == HRG_E_IF ? "`if .. then .. else`" : "a map literal");
        diag_set_hint(w->src->sink, d, "write a function and use its value");
        return;
    }
    default: hrg_error(w, DIAG_HRG_EVALUATE, e->span, "a condition where a value is needed");
    }
}

static void note_call(scope *s, uint32_t graph, src_span at)
{
    hrg_graph_call call = {graph, at};
    vec_push(s->w->arena, &s->info->calls, call);
}

/* What ends something in other languages. */
static bool ends_elsewhere(const char *name)
{
    static const char *const words[] = {"exit",     "quit", "stop",     "halt",      "finish",
                                        "finished", "over", "gameOver", "game_over", "abort"};
    return TEXT_AMONG(name, words);
}

static void check_graph_call(scope *s, hrg_name name, hrg_expr **args, uint32_t count, src_span at)
{
    hrg_world *w = s->w;
    uint32_t index = hrg_find(&w->graph_by_name, name.id);
    for (uint32_t i = 0; index != HRG_NONE && i < count; i++)
        check_value(s, args[i]);
    if (index == HRG_NONE) {
        check_arguments(s, args, count);
        bool value = map_has(&w->function_by_name, name.id) || map_has(&w->variable_by_name, name.id);
        diag *d = hrg_error(w, DIAG_HRG_CALL, name.span, value ? "`%s` is not a graph" : "unknown graph `%s`",
                            hrg_text(w, name.id));
        name_id statements[BUILTIN_COUNT];
        uint32_t n = 0;
        for (int i = 0; i < BUILTIN_COUNT; i++)
            if (builtins[i].builtin > HRG_B_FALSE)
                statements[n++] = intern_cstr(w->src->names, builtins[i].name);
        if (!value && ends_elsewhere(hrg_raw(w, name.id)))
            diag_set_hint(w->src->sink, d, "`end()` ends the game, `return()` leaves a graph, `break()` a loop");
        else if (!value)
            hrg_suggest(w, d, name.id, HRG_SUGGEST_GRAPHS, statements, n);
        return;
    }
    const hrg_graph *g = &vec_at(&w->file->graphs, index);
    if (count != g->param_count) {
        diag *d = hrg_error(w, DIAG_HRG_ARITY, at, "`%s` takes %u argument%s, not %u", hrg_text(w, name.id),
                            g->param_count, g->param_count == 1 ? "" : "s", count);
        diag_add_note(w->src->sink, d, w->src->text, g->name.span, "declared here");
    }
    note_call(s, index, at);
}

static void not_a_condition(scope *s, const hrg_expr *e)
{
    hrg_world *w = s->w;
    suggestion near = {.best = NULL};
    diag *d = hrg_error(w, DIAG_HRG_CONDITION, e->span, "this is not a condition");
    if (e->op == HRG_E_CALL && hrg_arg(e, 0)->op == HRG_E_NAME) {
        suggest_init(&near, hrg_raw(w, hrg_arg(e, 0)->name.id));
        for (int i = 0; i < BUILTIN_COUNT; i++)
            if (builtins[i].builtin <= HRG_B_FALSE)
                suggest_offer(&near, builtins[i].name);
    }
    if (e->op >= HRG_E_LT && e->op <= HRG_E_GE)
        diag_set_hint(w->src->sink, d,
                      "in graphs only `==` and `!=` compare; write a function to "
                      "Bool and test `f(a, b) == 1`");
    else if (e->op == HRG_E_CALL && hrg_arg(e, 0)->op == HRG_E_NAME &&
             map_has(&w->graph_by_name, hrg_arg(e, 0)->name.id))
        diag_set_hint(w->src->sink, d, "did you mean `reachable(%s(..))`?", hrg_text(w, hrg_arg(e, 0)->name.id));
    else if (near.best)
        diag_set_hint(w->src->sink, d, "did you mean `%s(..)`?", near.best);
    else
        diag_set_hint(w->src->sink, d,
                      "conditions are `a == b`, `a != b`, `&&`, `||`, `not(..)`, "
                      "`reachable(graph(..))`, `true()` and `false()`");
}

static void check_condition(scope *s, const hrg_expr *e)
{
    hrg_world *w = s->w;
    if (e->op == HRG_E_AND || e->op == HRG_E_OR) {
        check_condition(s, hrg_arg(e, 0));
        check_condition(s, hrg_arg(e, 1));
        return;
    }
    if (e->op == HRG_E_EQ || e->op == HRG_E_NE) {
        check_value(s, hrg_arg(e, 0));
        check_value(s, hrg_arg(e, 1));
        return;
    }
    hrg_builtin b = hrg_condition_kind(w, e);
    uint32_t want = b == HRG_B_NOT || b == HRG_B_REACHABLE ? 1 : 0;
    if (e->op == HRG_E_ERROR)
        return;
    if (b == HRG_B_NONE) {
        not_a_condition(s, e);
        return;
    }
    if (e->count - 1 != want) {
        hrg_error(w, DIAG_HRG_ARITY, e->span, "`%s` takes %s", hrg_raw(w, hrg_arg(e, 0)->name.id),
                  want ? "one argument" : "no arguments");
        return;
    }
    if (b == HRG_B_NOT)
        check_condition(s, hrg_arg(e, 1));
    if (b != HRG_B_REACHABLE)
        return;
    const hrg_expr *call = hrg_arg(e, 1);
    if (call->op == HRG_E_CALL && hrg_arg(call, 0)->op == HRG_E_NAME)
        check_graph_call(s, hrg_arg(call, 0)->name, call->args + 1, call->count - 1, call->span);
    else
        hrg_error(w, DIAG_HRG_CALL, call->span, "`reachable` needs the call of a graph");
}

/* ---- statements ---- */

static void check_block(scope *s, const hrg_block *b);

static void check_target(scope *s, const hrg_stmt *t)
{
    hrg_world *w = s->w;
    name_id n = t->name.id;
    for (uint32_t i = 0; i < t->expr_count; i++)
        check_value(s, t->exprs[i]);
    if (is_bound(s, n)) {
        hrg_error(w, DIAG_HRG_BOUND, t->name.span, "`%s` stands for a fixed value here", hrg_text(w, n));
        return;
    }
    uint32_t v = hrg_find(&w->variable_by_name, n);
    if (v == HRG_NONE && !is_builtin_variable(w, n)) {
        if (param_index(s, n) != HRG_NONE) {
            diag *d =
                hrg_error(w, DIAG_HRG_BOUND, t->name.span, "the parameter `%s` cannot be assigned to", hrg_text(w, n));
            diag_set_hint(w->src->sink, d, "copy it to a variable");
        } else if (map_has(&w->function_by_name, n) || map_has(&w->symbols, n)) {
            hrg_error(w, DIAG_CONSTANT_TARGET, t->name.span, "`%s` is not a variable", hrg_text(w, n));
        } else {
            unknown(s, "variable", t->name, HRG_SUGGEST_VARIABLES);
        }
        return;
    }
    const hrg_shape *shape = v == HRG_NONE ? NULL : w->variable_shapes[v];
    if (shape && t->expr_count > shape->count - 1)
        hrg_error(w, DIAG_HRG_ARITY, t->span, "`%s` has %u index%s, not %u", hrg_text(w, n), shape->count - 1,
                  shape->count == 2 ? "" : "es", t->expr_count);
}

static void check_tag_value(scope *s, const hrg_stmt *t)
{
    hrg_world *w = s->w;
    name_id n = t->name.id;
    if (is_bound(s, n) || map_has(&w->variable_by_name, n) || is_builtin_variable(w, n))
        return;
    if (param_index(s, n) != HRG_NONE) {
        diag *d =
            hrg_error(w, DIAG_UNKNOWN_VARIABLE, t->name.span, "the parameter `%s` cannot be a tag", hrg_text(w, n));
        diag_set_hint(w->src->sink, d, "copy it to a variable first");
    } else if (map_has(&w->symbols, n)) {
        diag *d = hrg_error(w, DIAG_UNKNOWN_VARIABLE, t->name.span, "`%s` is not a variable", hrg_text(w, n));
        diag_set_hint(w->src->sink, d, "write `$ %s` for a fixed tag", hrg_text(w, n));
    } else {
        unknown(s, "variable", t->name, HRG_SUGGEST_VARIABLES);
    }
}

static void check_call(scope *s, const hrg_stmt *t, bool last)
{
    hrg_world *w = s->w;
    hrg_builtin b = hrg_builtin_of(w, t->name.id);
    if (b == HRG_B_CHECK) {
        if (t->expr_count != 1)
            hrg_error(w, DIAG_HRG_ARITY, t->span, "`check` takes one condition");
        else
            check_condition(s, t->exprs[0]);
        return;
    }
    if (!is_jump(b)) {
        check_graph_call(s, t->name, t->exprs, t->expr_count, t->span);
        return;
    }
    if (t->expr_count)
        hrg_error(w, DIAG_HRG_ARITY, t->span, "`%s` takes no arguments", hrg_raw(w, t->name.id));
    if ((b == HRG_B_BREAK || b == HRG_B_CONTINUE) && s->loops == 0)
        hrg_error(w, DIAG_HRG_JUMP, t->span, "`%s` outside of a loop", hrg_raw(w, t->name.id));
    if (!last)
        hrg_error(w, DIAG_HRG_JUMP, t->span, "`%s` must be the last statement of its block", hrg_raw(w, t->name.id));
    s->info->stops |= b == HRG_B_END;
}

static void check_blocks(scope *s, const hrg_stmt *t)
{
    bool loop =
        t->kind == HRG_S_LOOP || t->kind == HRG_S_WHILE || t->kind == HRG_S_REPEAT || t->kind == HRG_S_REPEAT_IN;
    s->loops += loop;
    for (uint32_t i = 0; i < t->block_count; i++)
        check_block(s, &t->blocks[i]);
    s->loops -= loop;
}

static void check_stmt(scope *s, hrg_stmt *t, bool last)
{
    hrg_world *w = s->w;
    switch (t->kind) {
    case HRG_S_ASSIGN:
        check_target(s, t);
        s->scores = strcmp(hrg_raw(w, t->name.id), "goals") == 0;
        check_value(s, t->value);
        s->scores = false;
        return;
    case HRG_S_CHOOSE: {
        const hrg_shape *shape = hrg_resolve_shape(w, t->type);
        check_target(s, t);
        if (shape && shape->count != 1)
            hrg_error(w, DIAG_NOT_SET, t->type->span, "only one of a domain can be chosen");
        if (strcmp(hrg_raw(w, t->name.id), "player") == 0)
            hrg_error(w, DIAG_PLAYER_ANY, t->span, "`player` cannot be assigned any value");
        return;
    }
    case HRG_S_BRANCH_IN:
    case HRG_S_REPEAT_IN:
        t->set = hrg_resolve_set(w, t->type);
        vec_push(w->arena, &s->bound, t->name);
        check_blocks(s, t);
        s->bound.count--;
        return;
    case HRG_S_IF:
    case HRG_S_WHILE:
        for (uint32_t i = 0; i < t->expr_count; i++)
            check_condition(s, t->exprs[i]);
        check_blocks(s, t);
        return;
    case HRG_S_BRANCH:
    case HRG_S_LOOP:
    case HRG_S_REPEAT: check_blocks(s, t); return;
    case HRG_S_CALL: check_call(s, t, last); return;
    case HRG_S_TAG_VALUE: check_tag_value(s, t); return;
    case HRG_S_TAG: return;
    }
}

static void check_block(scope *s, const hrg_block *b)
{
    for (uint32_t i = 0; i < b->count; i++)
        check_stmt(s, &b->stmts[i], i + 1 == b->count);
}

static void check_graph(hrg_world *w, uint32_t index)
{
    const hrg_graph *g = &vec_at(&w->file->graphs, index);
    scope s = {.w = w, .graph = g, .info = &w->graphs[index]};
    s.info->params = ARENA_ARRAY(w->arena, hrg_shape *, g->param_count + 1);
    if (hrg_builtin_of(w, g->name.id) != HRG_B_NONE)
        hrg_error(w, DIAG_RESERVED, g->name.span, "`%s` is built in and cannot be a graph", hrg_text(w, g->name.id));
    for (uint32_t i = 0; i < g->param_count; i++) {
        s.info->params[i] = hrg_resolve_shape(w, g->params[i].type);
        if (param_index(&s, g->params[i].name.id) != i)
            hrg_error(w, DIAG_DUPLICATE, g->params[i].name.span, "two parameters named `%s`",
                      hrg_text(w, g->params[i].name.id));
    }
    check_block(&s, &g->body);
}

/* ---- the graph of calls ---- */

typedef struct visit {
    uint32_t graph, next;
} visit;

/* Depth first with a stack of its own: a chain of calls may be as long as the file. */
static void walk_calls(hrg_world *w, uint32_t root)
{
    VEC(visit) stack = {0};
    visit first = {root, 0};
    vec_push(w->arena, &stack, first);
    w->graphs[root].state = HRG_BUSY;
    while (stack.count) {
        visit *v = &vec_at(&stack, stack.count - 1);
        hrg_graph_info *info = &w->graphs[v->graph];
        if (v->next == info->calls.count) {
            info->state = HRG_DONE;
            bool stops = info->stops;
            stack.count--;
            if (stack.count)
                w->graphs[vec_at(&stack, stack.count - 1).graph].stops |= stops;
            continue;
        }
        hrg_graph_call call = info->calls.data[v->next++];
        hrg_graph_info *callee = &w->graphs[call.graph];
        if (callee->state == HRG_BUSY)
            hrg_error(w, DIAG_HRG_RECURSION, call.span, "`%s` calls itself; there is no recursion",
                      hrg_text(w, vec_at(&w->file->graphs, call.graph).name.id));
        if (callee->state == HRG_DONE)
            info->stops |= callee->stops;
        if (callee->state != HRG_NEW)
            continue;
        callee->state = HRG_BUSY;
        visit next = {call.graph, 0};
        vec_push(w->arena, &stack, next);
    }
}

/* ---- bodies of functions ---- */

static bool pattern_has(const hrg_pattern *p, name_id name)
{
    if (p->name.id == name)
        return true;
    for (uint32_t i = 0; i < p->count; i++)
        if (pattern_has(&p->args[i], name))
            return true;
    return false;
}

/* A literal of no domain compared with is never equal to anything: most likely misspelt. */
static void check_literals(hrg_world *w, const hrg_expr *e, const hrg_case *c)
{
    for (uint32_t i = 0; i < e->count; i++)
        check_literals(w, hrg_arg(e, i), c);
    if (e->op < HRG_E_EQ || e->op > HRG_E_GE)
        return;
    for (uint32_t i = 0; i < 2; i++) {
        const hrg_expr *side = hrg_arg(e, i);
        int64_t number;
        if (side->op != HRG_E_NAME || map_has(&w->atoms, side->name.id) ||
            hrg_number(hrg_raw(w, side->name.id), &number) || hrg_is_upper(hrg_raw(w, side->name.id)))
            continue;
        bool bound = false;
        for (uint32_t k = 0; k < c->count; k++)
            bound |= pattern_has(&c->patterns[k], side->name.id);
        if (bound)
            continue;
        diag *d =
            hrg_error(w, DIAG_HRG_SYMBOL, side->span, "no domain has the symbol `%s`", hrg_text(w, side->name.id));
        hrg_suggest(w, d, side->name.id, HRG_SUGGEST_SYMBOLS, NULL, 0);
    }
}

void hrg_check_graphs(hrg_world *w)
{
    const hrg_file *f = w->file;
    w->graphs = ARENA_ARRAY(w->arena, hrg_graph_info, f->graphs.count + 1);
    for (uint32_t i = 0; i < f->functions.count; i++)
        for (uint32_t c = 0; c < vec_at(&f->functions, i).count; c++)
            check_literals(w, vec_at(&f->functions, i).cases[c].body, &vec_at(&f->functions, i).cases[c]);
    for (uint32_t i = 0; i < f->graphs.count; i++)
        check_graph(w, i);
    uint32_t rules = hrg_find(&w->graph_by_name, intern_cstr(w->src->names, "rules"));
    if (rules == HRG_NONE) {
        src_span end = {w->src->text->length, w->src->text->length};
        diag *d = hrg_error(w, DIAG_HRG_NO_RULES, end, "the game has no graph named `rules`");
        diag_set_hint(w->src->sink, d, "`graph rules() { .. }` is where the game begins");
    } else {
        const hrg_graph *g = &vec_at(&f->graphs, rules);
        if (g->param_count)
            hrg_error(w, DIAG_HRG_ARITY, g->params[0].name.span, "`rules` has no parameters");
        walk_calls(w, rules);
        for (uint32_t i = 0; i < f->graphs.count; i++)
            w->graphs[i].used = w->graphs[i].state != HRG_NEW;
    }
    for (uint32_t i = 0; i < f->graphs.count; i++) {
        if (w->graphs[i].state == HRG_NEW)
            walk_calls(w, i);
        bool again = hrg_find(&w->graph_by_name, vec_at(&f->graphs, i).name.id) != i;
        if (rules != HRG_NONE && !w->graphs[i].used && !again)
            hrg_error(w, DIAG_HRG_UNUSED, vec_at(&f->graphs, i).name.span, "the graph `%s` is never used",
                      hrg_text(w, vec_at(&f->graphs, i).name.id));
    }
}
