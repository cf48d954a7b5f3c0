/* From the syntax tree of graphs to edges. Every statement goes from the node it is given to
 * the node it returns; alternatives share their first node, so a loop begins with a node of
 * its own that no alternative outside of it starts from. */
#include "lang/hrg/lower.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

ir_node hrg_fresh(frame *f, src_span at)
{
    const char *hint = arena_printf(frame_world(f)->arena, "%s_%u", f->prefix, ++f->counter);
    return kit_named_node(hrg_on(frame_world(f), at), hint);
}

bool hrg_take_edge(frame *f, src_span at)
{
    hrg_world *w = frame_world(f);
    w->k->at = at;
    if (++w->edges <= HRG_MAX_EDGES)
        return !w->exhausted;
    hrg_too_large(w, at, "the automaton has more than %d edges", HRG_MAX_EDGES);
    return false;
}

void hrg_skip(frame *f, ir_node from, ir_node to, src_span at)
{
    if (hrg_take_edge(f, at))
        kit_link(frame_world(f)->k, from, to);
}

static bool take_copy(frame *f, src_span at)
{
    hrg_world *w = frame_world(f);
    if (++w->copies <= HRG_MAX_COPIES)
        return !w->exhausted;
    hrg_too_large(w, at, "`repeat` and `branch .. in` make more than %d copies", HRG_MAX_COPIES);
    return false;
}

/* Joins one more way into *join, made when first needed. */
static void join_into(frame *f, ir_node from, ir_node *join, src_span at)
{
    if (from == IR_NONE)
        return;
    if (*join == IR_NONE)
        *join = hrg_fresh(f, at);
    hrg_skip(f, from, *join, at);
}

static ir_expr lower_target(frame *f, const hrg_stmt *t)
{
    hrg_world *w = frame_world(f);
    w->k->at = t->name.span;
    ir_expr target = hrg_lower_variable(f, t->name.id);
    for (uint32_t i = 0; i < t->expr_count; i++) {
        ir_expr key = hrg_lower_expr(f, t->exprs[i]);
        target = kit_index(hrg_on(w, t->span), target, key);
    }
    return target;
}

static ir_node lower_assign(frame *f, const hrg_stmt *t, ir_node from)
{
    hrg_world *w = frame_world(f);
    ir_node next = hrg_fresh(f, t->span);
    ir_expr target = lower_target(f, t);
    if (t->kind == HRG_S_CHOOSE) {
        ir_type type = hrg_ir_type(w, t->type);
        kit_link_choose(hrg_on(w, t->span), from, next, target, type, IR_NONE);
    } else {
        ir_expr value = hrg_lower_expr(f, t->value);
        kit_link_assign(hrg_on(w, t->span), from, next, target, value);
    }
    return next;
}

/* ---- tags ---- */

static const char *tag_word(frame *f, name_id word)
{
    uint32_t bound = hrg_bound_term(f, word);
    hrg_world *w = frame_world(f);
    return hrg_raw(w, bound != HRG_NONE ? hrg_symbol_name(w, bound) : word);
}

static name_id tag_name(frame *f, const hrg_stmt *t)
{
    hrg_world *w = frame_world(f);
    if (t->word_count == 1)
        return intern_cstr(w->src->names, tag_word(f, t->words[0].id));
    VEC(char) text = {0};
    for (uint32_t i = 0; i < t->word_count; i++) {
        if (i) {
            vec_push(w->arena, &text, '_');
            vec_push(w->arena, &text, '_');
        }
        for (const char *c = tag_word(f, t->words[i].id); *c; c++)
            vec_push(w->arena, &text, *c);
    }
    return intern_add(w->src->names, text.data, text.count);
}

static ir_node lower_tag(frame *f, const hrg_stmt *t, ir_node from)
{
    lowering *l = f->l;
    ir_node next = hrg_fresh(f, t->span);
    name_id name = tag_name(f, t);
    if (t->artificial && !map_has(&l->artificial, name)) {
        map_put(&l->artificial, name, 1);
        vec_push(l->w->arena, &l->artificial_list, name);
    }
    kit_link_tag(l->w->k, from, next, kit_symbol_named(l->w->k, name));
    return next;
}

static ir_node lower_tag_value(frame *f, const hrg_stmt *t, ir_node from)
{
    ir_node next = hrg_fresh(f, t->span);
    uint32_t bound = hrg_bound_term(f, t->name.id);
    ir_expr value = bound != HRG_NONE ? hrg_lower_element(f, bound) : hrg_lower_variable(f, t->name.id);
    kit_link_tag(frame_world(f)->k, from, next, value);
    return next;
}

/* ---- control ---- */

static ir_node lower_branch(frame *f, const hrg_stmt *t, ir_node from)
{
    ir_node join = IR_NONE;
    for (uint32_t i = 0; i < t->block_count; i++)
        join_into(f, hrg_lower_block(f, &t->blocks[i], from), &join, t->blocks[i].span);
    return join;
}

static uint32_t set_size(const frame *f, const hrg_stmt *t)
{
    return vec_at(&frame_world(f)->sets, t->set).terms.count;
}

static void bind_element(frame *f, const hrg_stmt *t, uint32_t i)
{
    hrg_world *w = frame_world(f);
    hrg_bind(w, t->name.id, hrg_term_result(vec_at(&vec_at(&w->sets, t->set).terms, i)));
}

static ir_node lower_branch_in(frame *f, const hrg_stmt *t, ir_node from)
{
    ir_node join = IR_NONE;
    for (uint32_t i = 0; i < set_size(f, t) && take_copy(f, t->span); i++) {
        bind_element(f, t, i);
        join_into(f, hrg_lower_block(f, &t->blocks[0], from), &join, t->span);
        frame_world(f)->env.count--;
    }
    return join;
}

static ir_node lower_if(frame *f, const hrg_stmt *t, ir_node from)
{
    ir_node join = IR_NONE;
    VEC(ir_node) ends = {0};
    for (uint32_t i = 0; i < t->expr_count && from != IR_NONE; i++) {
        ir_node yes = IR_NONE, no = IR_NONE;
        hrg_lower_condition(f, t->exprs[i], from, &yes, &no);
        if (yes != IR_NONE) {
            ir_node end = hrg_lower_block(f, &t->blocks[i], yes);
            if (end != IR_NONE)
                vec_push(frame_world(f)->arena, &ends, end);
        }
        from = no;
    }
    if (t->block_count > t->expr_count && from != IR_NONE)
        join_into(f, hrg_lower_block(f, &t->blocks[t->expr_count], from), &join, t->span);
    else
        join = from; /* without else the false side goes on */
    for (uint32_t i = 0; i < ends.count; i++)
        join_into(f, vec_at(&ends, i), &join, t->span);
    return join;
}

static ir_node loop_body(frame *f, const hrg_stmt *t, ir_node from, ir_node *out, ir_node *again)
{
    loop_targets targets = {out, again, f->loop};
    f->loop = &targets;
    ir_node end = hrg_lower_block(f, &t->blocks[0], from);
    f->loop = targets.outer;
    return end;
}

static ir_node lower_loop(frame *f, const hrg_stmt *t, ir_node from)
{
    ir_node again = IR_NONE, out = IR_NONE;
    join_into(f, from, &again, t->span);
    ir_node inside = again;
    if (t->kind == HRG_S_WHILE) {
        inside = IR_NONE;
        hrg_lower_condition(f, t->exprs[0], again, &inside, &out);
    }
    if (inside == IR_NONE)
        return out;
    ir_node end = loop_body(f, t, inside, &out, &again);
    if (end != again)
        join_into(f, end, &again, t->span);
    return out;
}

static ir_node lower_repeat(frame *f, const hrg_stmt *t, ir_node from)
{
    bool in = t->kind == HRG_S_REPEAT_IN;
    uint64_t n = in ? set_size(f, t) : (uint64_t)t->number;
    ir_node out = IR_NONE;
    for (uint64_t i = 0; i < n && from != IR_NONE && take_copy(f, t->span); i++) {
        ir_node again = IR_NONE;
        if (in)
            bind_element(f, t, (uint32_t)i);
        from = loop_body(f, t, from, &out, &again);
        if (in)
            frame_world(f)->env.count--;
        if (again != IR_NONE) {
            join_into(f, from, &again, t->span);
            from = again;
        }
    }
    if (out == IR_NONE)
        return from;
    join_into(f, from, &out, t->span);
    return out;
}

static ir_node lower_call(frame *f, const hrg_stmt *t, ir_node from)
{
    ir_game *g = frame_world(f)->g;
    ir_node next = IR_NONE;
    switch (hrg_builtin_of(frame_world(f), t->name.id)) {
    case HRG_B_CHECK: hrg_lower_condition(f, t->exprs[0], from, &next, NULL); return next;
    case HRG_B_BREAK: join_into(f, from, f->loop->out, t->span); return IR_NONE;
    case HRG_B_CONTINUE: join_into(f, from, f->loop->again, t->span); return IR_NONE;
    case HRG_B_RETURN: join_into(f, from, &f->finish, t->span); return IR_NONE;
    case HRG_B_END:
        if (hrg_take_edge(f, t->span))
            kit_link_player(frame_world(f)->k, from, f->stop == IR_NONE ? g->end : f->stop, g->keeper);
        return IR_NONE;
    default: return hrg_lower_call(f, t, from);
    }
}

static ir_node lower_stmt(frame *f, const hrg_stmt *t, ir_node from)
{
    switch (t->kind) {
    case HRG_S_ASSIGN:
    case HRG_S_CHOOSE: return hrg_take_edge(f, t->span) ? lower_assign(f, t, from) : IR_NONE;
    case HRG_S_TAG: return hrg_take_edge(f, t->span) ? lower_tag(f, t, from) : IR_NONE;
    case HRG_S_TAG_VALUE: return hrg_take_edge(f, t->span) ? lower_tag_value(f, t, from) : IR_NONE;
    case HRG_S_BRANCH: return lower_branch(f, t, from);
    case HRG_S_BRANCH_IN: return lower_branch_in(f, t, from);
    case HRG_S_CALL: return lower_call(f, t, from);
    case HRG_S_IF: return lower_if(f, t, from);
    case HRG_S_LOOP:
    case HRG_S_WHILE: return lower_loop(f, t, from);
    case HRG_S_REPEAT:
    case HRG_S_REPEAT_IN: return lower_repeat(f, t, from);
    }
    return IR_NONE;
}

ir_node hrg_lower_block(frame *f, const hrg_block *b, ir_node from)
{
    hrg_world *w = frame_world(f);
    if (++f->l->depth > w->max_lower_depth)
        hrg_too_large(w, b->span, "calls and blocks nested more than %u levels deep", w->max_lower_depth);
    for (uint32_t i = 0; i < b->count && from != IR_NONE && !w->exhausted; i++)
        from = lower_stmt(f, &b->stmts[i], from);
    f->l->depth--;
    return w->exhausted ? IR_NONE : from;
}

/* ---- the game ---- */

static void append(hrg_world *w, text_buffer *text, const char *word)
{
    if (text->count)
        text_adds(w->arena, text, " ");
    text_adds(w->arena, text, word);
}

static void artificial_pragma(lowering *l)
{
    uint32_t n = l->artificial_list.count;
    if (n == 0)
        return;
    const char **tags = ARENA_ARRAY(l->w->arena, const char *, n);
    for (uint32_t i = 0; i < n; i++)
        tags[i] = hrg_raw(l->w, vec_at(&l->artificial_list, i));
    qsort(tags, n, sizeof *tags, text_order);
    text_buffer text = {0};
    append(l->w, &text, "artificialTag");
    for (uint32_t i = 0; i < n; i++)
        append(l->w, &text, tags[i]);
    kit_pragma(hrg_on(l->w, (src_span){0, 0}), arena_strndup(l->w->g->arena, text.data, text.count), false);
}

/* A domain of one constructor of one number counts. */
static void integer_pragmas(lowering *l)
{
    hrg_world *w = l->w;
    for (uint32_t i = 0; i < w->sets.count; i++) {
        const hrg_set *set = &vec_at(&w->sets, i);
        const hrg_domain *d = set->source;
        if (!d || d->count != 1 || !item_at(d, elements, count, 0).generator ||
            item_at(d, elements, count, 0).arg_count != 1 || item_at(d, elements, count, 0).range_count != 1 ||
            !item_at(d, elements, count, 0).ranges[0].numeric || set->terms.count == 0)
            continue;
        text_buffer text = {0};
        append(w, &text, "integer");
        append(w, &text,
               hrg_raw(w, vec_at(&w->terms, item_at(&vec_at(&w->terms, vec_at(&set->terms, 0)), args, argc, 0)).head));
        append(w, &text, ":");
        for (uint32_t k = 0; k < set->terms.count; k++)
            append(w, &text, hrg_raw(w, hrg_symbol_name(w, vec_at(&set->terms, k))));
        kit_pragma(hrg_on(w, d->span), arena_strndup(w->g->arena, text.data, text.count), false);
    }
}

void hrg_lower(hrg_world *w)
{
    uint32_t errors = w->src->sink->errors;
    lowering l = {.w = w};
    map_init(&l.artificial, w->arena);
    hrg_declare_graphs(&l);
    if (w->src->sink->errors > errors)
        return;
    uint32_t rules = hrg_find(&w->graph_by_name, intern_cstr(w->src->names, "rules"));
    const hrg_graph *g = &vec_at(&w->file->graphs, rules);
    frame f = {.l = &l,
               .index = rules,
               .graph = g,
               .base = w->env.count,
               .prefix = "rules",
               .finish = IR_NONE,
               .stop = IR_NONE};
    ir_node start = kit_named_node(hrg_on(w, g->name.span), "rules_begin");
    hrg_skip(&f, w->g->begin, start, g->name.span);
    ir_node last = hrg_lower_block(&f, &g->body, start);
    if (f.finish != IR_NONE)
        join_into(&f, last, &f.finish, g->name.span);
    last = f.finish != IR_NONE ? f.finish : last;
    if (last != IR_NONE)
        hrg_skip(&f, last, w->g->end, g->name.span);
    hrg_lower_returns(&l);
    artificial_pragma(&l);
    integer_pragmas(&l);
}
