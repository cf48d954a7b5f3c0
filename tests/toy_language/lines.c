/* A toy: a walk along lines. A line of a file, `FROM TO`, lets the token go from one point to the other, first from the
 * first one named. Two players move it in turn; who cannot has lost. */
#include "automaton/build.h"
#include "lang/lang.h"

#include <string.h>

#define NAME(text)   intern_cstr(in->names, text)
#define NODE(text)   irb_node(g, NAME(text), at)
#define SYMBOL(s)    irb_expr_symbol(g, s, at)
#define VAR(v)       irb_expr_var(g, v, at)
#define OP(op, a, b) irb_expr(g, op, a, b, IR_NONE, at)

static ir_type set(ir_game *g, const lang_input *in, const char *name, const ir_sym *symbols, uint32_t count)
{
    irb_typedef(g, NAME(name), irb_set_type(g, symbols, count, SPAN_NOWHERE), SPAN_NOWHERE);
    return irb_named_type(g, NAME(name), SPAN_NOWHERE);
}

static void *read(const lang_input *in)
{
    ir_game *g = ir_game_new(in->keep, in->names, in->source, in->sink);
    ir_sym who[] = {irb_symbol(g, NAME("one")), irb_symbol(g, NAME("two"))},
           score[] = {irb_symbol(g, NAME("0")), irb_symbol(g, NAME("100"))};
    VEC(ir_sym) points = {0}, all = {0}; /* two a line; each once */
    src_span at = {0, 0};
    for (const char *p = in->source->text; *(p += strspn(p, " \n")); p += strcspn(p, " \n")) {
        ir_sym s = irb_symbol(g, intern_add(in->names, p, strcspn(p, " \n")));
        bool old = false;
        for (uint32_t i = 0; i < points.count; i++)
            old |= points.data[i] == s;
        if (!old)
            vec_push(in->scratch, &all, s);
        vec_push(in->scratch, &points, s);
    }
    if (points.count < 2 || points.count % 2) {
        diag_report(in->sink, DIAG_EXPECTED, in->source, at, "expected lines of two points each");
        return NULL;
    }
    set(g, in, "Player", who, 2);
    set(g, in, "Score", score, 2);
    ir_type point = set(g, in, "Point", all.data, all.count);
    ir_var token = irb_variable(g, NAME("token"), point, irb_value_symbol(g, points.data[0], at), at);
    if (!irb_builtins(g))
        return NULL;
    irb_assign(g, g->begin, NODE("next_0"), VAR(g->player), SYMBOL(g->keeper), at);
    for (uint32_t p = 0; p < 2; p++) {
        ir_node turn = NODE(p ? "turn_1" : "turn_0"), moved = NODE(p ? "moved_1" : "moved_0"),
                next = NODE(p ? "next_1" : "next_0");
        ir_node can = irb_fresh_node(g, "can", at), lost = irb_fresh_node(g, "lost", at),
                won = irb_fresh_node(g, "won", at);
        for (uint32_t i = 0; i < points.count; i += 2) {
            ir_node here = irb_fresh_node(g, "here", at), there = irb_fresh_node(g, "there", at);
            irb_check(g, turn, here, OP(IR_EQ, VAR(token), SYMBOL(points.data[i])), at);
            irb_assign(g, here, there, VAR(token), SYMBOL(points.data[i + 1]), at);
            irb_tag(g, there, moved, SYMBOL(points.data[i + 1]), at);
        }
        irb_assign(g, moved, NODE(p ? "next_0" : "next_1"), VAR(g->player), SYMBOL(g->keeper), at);
        irb_check(g, next, can, irb_expr_reach(g, turn, moved, at), at);
        irb_assign(g, can, turn, VAR(g->player), SYMBOL(who[p]), at);
        irb_check(g, next, lost, OP(IR_NOT, irb_expr_reach(g, turn, moved, at), IR_NONE), at);
        irb_assign(g, lost, won, irb_expr_index(g, VAR(g->goals), SYMBOL(who[1 - p]), at), SYMBOL(score[1]), at);
        irb_assign(g, won, g->end, VAR(g->player), SYMBOL(g->keeper), at);
    }
    return ir_game_finish(g, false) ? g : NULL;
}

const lang_functions lang_lines = {.read = read};
