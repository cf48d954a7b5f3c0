/* Moves that can be continued longest, or with most captures. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

typedef struct longest {
    ir_var done, wanted; /* moves made; how many there shall be */
    ir_node more, found; /* the code that goes on after a move: with another one, or it is enough */
    ir_node quiet;       /* after one that captures nothing, so that it cannot be enough */
    ir_var before;       /* pieces that there were, where captures are counted; IR_NONE where moves are */
    bool by_value;       /* what these are worth */
    bool one_move;       /* whatever may be captured by the next ones of the turn */
} longest;

enum { MOST = 200, WORTH_MOST = 30000 };

static kit_num pieces(lu *x, bool by_value)
{
    ir_var site = kit_scratch(x->k, "counted", -2, (int32_t)x->sites),
           sum = kit_scratch(x->k, "sum", by_value ? -WORTH_MOST : 0, by_value ? WORTH_MOST : (int32_t)x->sites);
    kit_set(x->k, sum, kit_known(0));
    kit_loop l = lu_each_site(x, lu_all_sites(x, true), site);
    kit_cond there = kit_compare(x->k, IR_NE, lu_what_at(x, kit_read(x->k, site)), kit_known(0));
    if (x->vars[LU_S_TO_CLEAR] != IR_NONE) /* captured already, though it stands there until the turn is over */
        there =
            kit_and(x->k, there,
                    kit_compare(x->k, IR_EQ, kit_at(x->k, x->vars[LU_S_TO_CLEAR], kit_read(x->k, site)), kit_known(0)));
    kit_branch_to(x->k, there, l.next);
    kit_num one = by_value ? kit_at(x->k, lu_state_var(x, LU_S_VALUE), kit_read(x->k, site)) : kit_known(1);
    kit_set(x->k, sum, kit_op(x->k, IR_ADD, kit_read(x->k, sum), one));
    kit_loop_end(x->k, &l);
    return kit_read(x->k, sum);
}

static bool leaves_pieces(const lu *x, const ludii_value *v)
{
    static void (*const quiet[])(lu *, const ludii_value *) = {
        lu_effect_and,         lu_effect_if,        lu_effect_apply,      lu_effect_again,
        lu_effect_next_player, lu_effect_set_value, lu_effect_set_player, lu_effect_set_pending,
        lu_effect_add_score,   lu_effect_trigger,   lu_effect_note,       lu_effect_pass};
    const ludeme_code *code = v ? lu_code(x, v) : NULL;
    bool yes = !code || !code->effect;
    for (uint32_t i = 0; i < sizeof quiet / sizeof *quiet && !yes; i++)
        yes = code->effect == quiet[i];
    for (uint32_t i = 0; v && i < v->count && yes; i++)
        yes = leaves_pieces(x, v->items[i]);
    return yes;
}

/* Nothing is taken from the board by a move, nor by what follows it. */
bool lu_captures_nothing(const lu *x, const lu_use *k, const lu_move *m)
{
    bool yes = (m->kind == LU_ADD || m->kind == LU_SELECT || m->kind == LU_PASS) && !m->act && !m->behind &&
               !m->effect && !m->befores && !k->begun;
    for (const lu_thens *t = k->thens; t && yes; t = t->outer)
        yes = leaves_pieces(x, t->v);
    return yes;
}

/* Whether a site may be occupied by something that did not come from another one, so that pieces do not tell how many
 * were taken. */
static bool brings_pieces(const lu *x, const ludii_value *v)
{
    static const char *const classes[] = {"Add", "Move.Site", "Claim", "Shoot", "Move.Shoot"};
    bool yes = x->stacks || x->uses_count;
    for (uint32_t i = 0; i < sizeof classes / sizeof *classes; i++)
        yes |= lu_mentions(x, v, classes[i]) || lu_mentions(x, lu_item(x, x->game, "Equipment"), classes[i]);
    return yes;
}

/* After a move: enough, or the same player goes on, where that counts. */
static void go_on(lu *x, longest *l)
{
    x->k->cur = l->more;
    if (l->before != IR_NONE)
        kit_set(x->k, l->done,
                kit_clamp(x->k, kit_op(x->k, IR_SUB, kit_read(x->k, l->before), pieces(x, l->by_value)), 0, MOST, 0));
    ir_node less = kit_branch(x->k, kit_compare(x->k, IR_GE, kit_read(x->k, l->done), kit_read(x->k, l->wanted)));
    kit_go(x->k, l->found);
    x->k->cur = less;
    if (l->one_move) {
        kit_check(x->k, kit_truth(false));
        return;
    }
    kit_go(x->k, l->quiet);
    x->k->cur = l->quiet;
    kit_check(x->k, kit_compare(x->k, IR_EQ, lu_context_num(x, LU_NEXT), lu_context_num(x, LU_MOVER)));
    if (l->before == IR_NONE)
        kit_set(x->k, l->done, kit_op(x->k, IR_ADD, kit_read(x->k, l->done), kit_known(1)));
    kit_set(x->k, lu_context_var(x, LU_PREV), lu_context_num(x, LU_MOVER));
    if (x->uses_next)
        kit_set(x->k, lu_context_var(x, LU_NEXT), lu_next_of(x, lu_context_num(x, LU_MOVER)));
    bool outer = x->in_max;
    x->in_max = true;
    lu_moves_of_phases(x, &(lu_use){.run = true, .found = l->more, .quiet = l->before == IR_NONE ? NULL : &l->quiet},
                       NULL);
    x->in_max = outer;
}

static void count_first(lu *x, const lu_use *k, const lu_move *m)
{
    const longest *l = k->data;
    (void)m;
    kit_set(x->k, l->done, kit_known(1));
}

/* Moves that go furthest on a track: in the library that was recorded all of them, whatever lies ahead. */
void lu_move_distance(lu *x, const ludii_value *v, const lu_use *k)
{
    lu_use use = lu_with_then(x, k, lu_then_of_old(x, v));
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && !lu_is(x, v->items[i], "Moves") && !lu_is(x, v->items[i], "Then"))
            lu_pass_over(x, v->items[i]);
    lu_moves(x, lu_item(x, v, "Moves"), &use);
}

/* Of the moves only those with which most moves can be made in this turn, or most pieces captured. */
void lu_move_max(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *moves = lu_item(x, v, "Moves");
    lu_use use = *k; /* what would follow all of them follows none */
    const bool by_value = lu_flag(x, v, "withValue", false), one_move = lu_word_is(x, v->items[0], "Captures"),
               captures = one_move || by_value;
    lu_then_of_old(x, v);
    if (captures)
        lu_pass_over(x, lu_item(x, v, "Then"));
    if (x->in_max ||
        (!k->play && !k->check)) { /* whether there is a move, and how long a sequence is, is the same without */
        lu_moves(x, moves, &use);
        return;
    }
    longest l = {kit_scratch(x->k, "made", 0, MOST),
                 kit_scratch(x->k, "longest", 0, MOST),
                 kit_node(x->k),
                 kit_node(x->k),
                 one_move ? IR_NONE : kit_node(x->k),
                 IR_NONE,
                 by_value,
                 one_move};
    if (x->stacks && by_value)
        lu_refuse_ludeme(x, v);
    if (one_move && brings_pieces(x, v))
        lu_refuse(x, v, "most captures by moves that may bring pieces, too");
    if (captures) {
        l.before = kit_scratch(x->k, "pieces", by_value ? -WORTH_MOST : 0, by_value ? WORTH_MOST : (int32_t)x->sites);
        kit_set(x->k, l.before, pieces(x, by_value));
    }
    ir_node outer = x->k->cur;
    go_on(x, &l);
    x->k->cur = outer;
    /* as long as a longer one can be found */
    kit_set(x->k, l.wanted, kit_known(!captures));
    ir_node head = kit_node(x->k), longer = kit_node(x->k);
    kit_go(x->k, head);
    x->k->cur = longer;
    kit_set(x->k, l.wanted, kit_op(x->k, IR_ADD, kit_read(x->k, l.wanted), kit_known(1)));
    kit_go(x->k, head);
    x->k->cur = head;
    kit_try t = kit_try_begin(x->k);
    kit_set(x->k, l.wanted, kit_op(x->k, IR_ADD, kit_read(x->k, l.wanted), kit_known(1)));
    bool in_max = x->in_max;
    x->in_max = true;
    lu_moves(x, moves, &(lu_use){.run = true, .found = l.more, .check = count_first, .data = &l});
    x->in_max = in_max;
    x->k->cur = l.found;
    ir_node enough = kit_branch(x->k, kit_try_end(x->k, t));
    kit_go(x->k, longer);
    x->k->cur = enough;
    lu_longest f = {l.done, l.more, l.found, use.longest};
    use.longest = &f;
    lu_moves(x, moves, &use);
}
