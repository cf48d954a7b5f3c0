/* Whether an effect does something, and which levels of stacks the texts of moves show. */
#include "lang/ludii/lower/arrays.h"
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/stack.h"

#include <string.h>

/* Whether an effect does something; what is not known does. */
kit_cond lu_does(lu *x, const ludii_value *effect)
{
    const ludeme_code *code = lu_code(x, effect);
    if (!effect)
        return kit_truth(false);
    if (code && code->effect == lu_effect_if) {
        kit_cond c = lu_bool(x, effect->items[0]), yes = lu_does(x, effect->items[1]),
                 no = lu_does(x, effect->items[2]);
        return kit_or(x->k, kit_and(x->k, c, yes), kit_and(x->k, kit_not(x->k, c), no));
    }
    if (code && code->effect == lu_effect_and) {
        const ludii_value *list = lu_array_of(x, effect->items[0]) ? effect->items[0] : effect;
        kit_cond any = kit_truth(false);
        for (uint32_t i = 0; i < list->count; i++)
            if (list->items[i] && !lu_is(x, list->items[i], "Then"))
                any = kit_or(x->k, any, lu_does(x, list->items[i]));
        return any;
    }
    if (code && code->effect == lu_effect_remember_value)
        return lu_remembers_more(x, effect);
    if (code && code->effect == lu_effect_forget_all)
        return lu_remembers_any(x, effect);
    if (code && code->effect == lu_effect_remove && lu_item(x, effect, "Int") && !lu_arg(x, effect, "level")) {
        kit_num site = lu_as_site(x, lu_int(x, lu_item(x, effect, "Int")));
        return kit_compare(x->k, IR_NE, lu_what_on(x, lu_ground_of(x, effect), site), kit_known(0));
    }
    const ludii_value *from = code && code->effect == lu_effect_from_to ? lu_item(x, effect, "From") : NULL;
    if (from && lu_item(x, from, "Int") && !lu_arg(x, from, "if")) {
        kit_num site = lu_as_site(x, lu_int(x, lu_item(x, from, "Int")));
        return kit_compare(x->k, IR_NE, lu_what_on(x, lu_ground_of(x, from), site), kit_known(0));
    }
    if (code && code->effect == lu_effect_for_site) {
        const lu_region *r = lu_frozen(x, lu_sites(x, effect->items[1]));
        kit_num site = lu_keep(x, LU_SITE, "outer"), to = lu_keep(x, LU_TO, "outer");
        ir_var any = kit_scratch(x->k, "any", 0, 1);
        kit_set(x->k, any, kit_known(0));
        kit_loop l = lu_each_site(x, r, lu_context_var(x, LU_SITE));
        kit_set(x->k, lu_context_var(x, LU_TO), lu_context_num(x, LU_SITE));
        kit_branch_to(x->k, lu_does(x, lu_item(x, effect, "Moves")), l.next);
        kit_set(x->k, any, kit_known(1));
        kit_loop_end(x->k, &l);
        kit_set(x->k, lu_context_var(x, LU_SITE), site);
        kit_set(x->k, lu_context_var(x, LU_TO), to);
        return kit_compare(x->k, IR_EQ, kit_read(x->k, any), kit_known(1));
    }
    return kit_truth(true);
}

/* Whether something happens in front of the move. */
static kit_cond has_effect(lu *x, const lu_move *m)
{
    const ludii_value *effect = m->befores ? m->before[0] : NULL;
    if (!effect)
        return kit_truth(false);
    kit_cond is = m->guard[0] ? lu_bool(x, m->guard[0]) : kit_truth(true);
    return kit_and(x->k, is, lu_does(x, effect));
}

/* The word and the level behind the move where the condition holds; both ways go on at `past`. */
static void tag_level(lu *x, kit_cond when, const char *word, kit_num level, ir_node past)
{
    kit_branch_to(x->k, when, past);
    lu_tag_word(x, word);
    lu_tag_num(x, level);
    kit_go(x->k, past);
    x->k->cur = past;
}

/* Behind a move from a stack: `^` and the level of the piece above the ground, and from which level
 * to which is moved. */
void lu_tag_levels(lu *x, const lu_move *m)
{
    ir_node after = kit_node(x->k);
    kit_num from = lu_context_num(x, m->two_sites || m->kind == LU_MOVE ? LU_FROM : LU_TO),
            top = kit_op(x->k, IR_SUB, lu_size_at(x, from), kit_known(1));
    kit_num level = m->has_level               ? m->level
                    : m->stack && m->has_count ? kit_op(x->k, IR_SUB, lu_size_at(x, from), m->count)
                                               : top;
    if (m->kind == LU_REMOVE) {
        const kit_cond raised = kit_compare(x->k, IR_GT, level, kit_known(0));
        tag_level(x, kit_and(x->k, raised, kit_compare(x->k, IR_LT, level, top)), "^#", level, kit_node(x->k));
        tag_level(x, kit_and(x->k, kit_compare(x->k, IR_GT, level, kit_known(0)), kit_compare(x->k, IR_EQ, level, top)),
                  "~#", level, after);
        return;
    }
    ir_node ground = kit_branch(x->k, kit_compare(x->k, IR_GT, m->stack ? top : level, kit_known(0)));
    if (m->stack) {
        if (m->hides_stack) {
            ir_node bare = kit_branch(x->k, kit_not(x->k, has_effect(x, m))), ranged = x->k->cur;
            x->k->cur = bare;
            kit_branch_to(x->k, kit_and(x->k, kit_truth(m->has_count), kit_compare(x->k, IR_GT, level, kit_known(0))),
                          after);
            lu_tag_word(x, "^#");
            lu_tag_num(x, level);
            kit_go(x->k, after);
            x->k->cur = ranged;
        }
        if (m->has_count || (m->has_level && lu_quirk(x, QUIRK_LEVEL_OF_STACK))) {
            ir_node low = kit_branch(x->k, kit_compare(x->k, IR_GT, level, kit_known(0)));
            lu_tag_word(x, "^#[#,#]");
            lu_tag_num(x, level);
            lu_tag_num(x, kit_known(0));
            lu_tag_num(x, top);
            kit_go(x->k, after);
            x->k->cur = low;
        }
        lu_tag_word(x, "[#,#]");
        lu_tag_num(x, kit_known(0));
        lu_tag_num(x, top);
        kit_go(x->k, after);
    } else {
        kit_cond plain = m->shows_range ? kit_not(x->k, has_effect(x, m)) : kit_truth(false);
        ir_node bare = kit_branch(x->k, plain);
        lu_tag_word(x, "^#[#,#]");
        for (int i = 0; i < 3; i++)
            lu_tag_num(x, level);
        kit_go(x->k, after);
        x->k->cur = bare;
        if (m->has_level || (!m->hides_top && (!m->shows_range || lu_quirk(x, QUIRK_TOP_HAS_LEVEL)))) {
            lu_tag_word(x, "^#");
            lu_tag_num(x, level);
        }
        kit_go(x->k, after);
    }
    x->k->cur = ground;
    kit_go(x->k, after);
    x->k->cur = after;
}
