/* How moves begin (automaton/plan_openings.c), as C: a function that counts the values that first choices may take, as
 * bits of words, and one that draws among them. */
#include "native/emit_inside.h"

#include <string.h>

/* Searches that were asked in the function that counts: each is made once. */
typedef struct answers {
    const char *calls[NATIVE_OPENINGS_MAX];
    uint32_t count;
} answers;

static const char *once(native_source *n, ir_expr e, answers *known)
{
    const char *call = emit_condition(n, e);
    const ir_expr_data *d = &n->g->exprs.data[ir_bare(n->g, e)];
    if (d->op == IR_NOT)
        return F("!(%s)", once(n, d->a, known));
    if (d->op != IR_REACH || plan_always(n->p, d))
        return call;
    uint32_t i = 0;
    while (i < known->count && strcmp(known->calls[i], call) != 0)
        i++;
    if (i == NATIVE_OPENINGS_MAX)
        return call;
    if (i == known->count) {
        known->calls[known->count++] = call;
        emit_line(n, F("int r%u = -1;", i));
    }
    return F("(r%u >= 0 ? r%u : (r%u = %s))", i, i, i, call);
}

static const char *conditions(native_source *n, const plan_opening *o, bool late, answers *known)
{
    const char *all = "1";
    for (uint32_t i = 0; i < o->condition_count; i++) {
        const plan_condition *c = &o->conditions[i];
        if (c->late == late)
            all = F("%s && %s(%s)", all, c->holds ? "" : "!",
                    known ? once(n, c->condition, known) : emit_condition(n, c->condition));
    }
    return all;
}

static const char *value_at(native_source *n, const plan_domain *d, uint32_t id, const char *index)
{
    return d->range ? F("wrap(%s, (int)(%s))", emit_number(n, d->low), index) : F("d%u[%s]", id, index);
}

static void list_domain(native_source *n, const plan_domain *d, uint32_t id)
{
    const char *list = "";
    for (uint32_t i = 0; !d->range && i < d->count; i++)
        list = F("%s%s%d", list, i ? ", " : "", d->list[i]);
    if (!d->range)
        emit_line(n, F("static const int d%u[] = {%s};", id, list));
}

/* The guards that masks answer as one word, w of the opening; the others are put into rest. */
static const char *mask(native_source *n, const plan_opening *o, const plan_domain *d, ir_var v, uint32_t id,
                        ir_expr *rest, uint32_t *left)
{
    const uint32_t size = d->range ? (uint32_t)d->high - (uint32_t)d->low + 1 : d->count;
    emit_mask m = {.d = d, .v = v, .word = size > 64 ? F("w%u", id) : NULL};
    const char *all = NULL;
    *left = 0;
    for (uint32_t i = 0; i < o->guard_count; i++) {
        const char *one = emit_mask_of(n, &m, o->guards[i]);
        if (one)
            all = all ? F("%s & (%s)", all, one) : F("(%s)", one);
        else
            rest[(*left)++] = o->guards[i];
    }
    if (d->range && size <= EMIT_VALUES_MAX) {
        const char *inside = emit_mask_domain(n, &m);
        return !inside ? (all ? all : "~UINT64_C(0)") : all ? F("%s & %s", all, inside) : inside;
    }
    return size % 64 == 0 ? "~UINT64_C(0)"
                          : F("w%u < %u ? ~UINT64_C(0) : 0x%llxull", id, size / 64,
                              (unsigned long long)((UINT64_C(1) << size % 64) - 1));
}

static void count_values(native_source *n, const plan_opening *o)
{
    const ir_edge_data *e = &n->g->edges.data[o->choice];
    const plan_domain d = emit_domain(n, e);
    const ir_var v = ir_target_variable(n->g, e->target);
    const uint32_t id = n->locals++;
    ir_expr *rest = ARENA_ARRAY(n->strings, ir_expr, o->guard_count + 1);
    uint32_t left;
    const char *bits = mask(n, o, &d, v, id, rest, &left), *passes = "1", *before = n->known[v];
    list_domain(n, &d, id);
    emit_open(n, F("for (uint32_t w%u = 0; w%u < %u; w%u++)", id, id, o->words, id));
    emit_line(n, F("uint64_t b%u = %s;", id, bits));
    if (left > 0) {
        emit_open(n, F("for (uint64_t l%u = b%u; l%u; l%u &= l%u - 1)", id, id, id, id, id));
        emit_line(n, F("const int v%u = %s;", id,
                       value_at(n, &d, id, F("64 * w%u + (uint32_t)__builtin_ctzll(l%u)", id, id))));
        emit_keep_scalar(n, v, id);
        emit_hold_scalar(n, v, F("v%u", id));
        for (uint32_t i = 0; i < left; i++)
            passes = F("%s && %s", passes, emit_condition(n, rest[i]));
        emit_line(n, F("if (!(%s))\n        b%u &= ~(l%u & -l%u);", passes, id, id, id));
        n->known[v] = before;
        emit_restore_scalar(n, v, id);
        emit_close(n);
    }
    emit_line(n, F("x->passing[%u + w%u] = b%u;", o->first_word, id, id));
    emit_line(n, F("c += (uint32_t)__builtin_popcountll(b%u);", id));
    emit_close(n);
}

static void begin_function(native_source *n, const char *returns, const char *name, ir_node node)
{
    memset((void *)n->known, 0, sizeof *n->known * (n->g->variables.count + 1));
    memset((void *)n->words, 0, sizeof n->words);
    n->locals = 0;
    n->product = 1;
    n->varying = n->deep = false;
    text_add(n, &n->declarations,
             F("static %s %s_%u(native_frame *const x, unsigned char *const s);\n", returns, name, node));
    text_add(n, &n->functions,
             F("\nstatic %s %s_%u(native_frame *const x, unsigned char *const s)\n{\n", returns, name, node));
    n->indent = 1;
    emit_line(n, "(void)x, (void)s;");
}

static void emit_counting(native_source *n, ir_node node, const plan_decision *d)
{
    begin_function(n, "uint32_t", "open", node);
    emit_line(n, "uint32_t c, total = 0;");
    answers known = {.count = 0};
    for (uint32_t i = 0; i < d->opening_count; i++) {
        const plan_opening *o = &d->openings[i];
        emit_line(n, "c = 0;");
        emit_open(n, F("if (%s)", conditions(n, o, false, &known)));
        if (o->choice == IR_NONE)
            emit_line(n, "c = 1;");
        else
            count_values(n, o);
        emit_close(n);
        emit_line(n, F("total += x->numbers[%u] = c * %uu;", i, o->width));
    }
    emit_line(n, "return total;");
    text_add(n, &n->functions, "}\n");
}

static void draw_opening(native_source *n, const plan_opening *o, uint32_t number)
{
    emit_open(n, F("if (x->ticket < x->numbers[%u])", number));
    const uint32_t id = n->locals++;
    ir_var v = IR_NONE;
    if (o->choice != IR_NONE) {
        const ir_edge_data *e = &n->g->edges.data[o->choice];
        const plan_domain d = emit_domain(n, e);
        v = ir_target_variable(n->g, e->target);
        list_domain(n, &d, id);
        emit_line(n, F("const uint32_t i%u = x->ticket / %uu;", id, o->width));
        emit_line(n, F("x->ticket -= i%u * %uu;", id, o->width));
        const char *name = F("v%u_%s", id, n->names[v]);
        emit_line(n, F("const int %s = %s;", name,
                       value_at(n, &d, id, F("nth_bit(x->passing + %u, i%u)", o->first_word, id))));
        emit_keep_scalar(n, v, id);
        emit_hold_scalar(n, v, name);
    }
    emit_open(n, F("if (%s)", conditions(n, o, true, NULL)));
    if (o->edge)
        emit_edge(n, &n->g->edges.data[o->edge->edge], 0);
    else
        emit_go_to(n, o->entry, 0);
    emit_close(n);
    if (v != IR_NONE) {
        n->known[v] = NULL;
        emit_restore_scalar(n, v, id);
    }
    emit_line(n, "return f;");
    emit_close(n);
    emit_line(n, F("x->ticket -= x->numbers[%u];", number));
}

void emit_openings(native_source *n, ir_node node)
{
    const plan_decision *d = &n->p->decisions[node];
    emit_counting(n, node, d);
    begin_function(n, "int", "draw_open", node);
    emit_line(n, "int f = 0;");
    for (uint32_t i = 0; i < d->opening_count; i++)
        draw_opening(n, &d->openings[i], i);
    emit_line(n, "return f;");
    text_add(n, &n->functions, "}\n");
}
