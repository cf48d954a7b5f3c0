/* Proposals and votes: each text that is proposed or voted for anywhere has a number. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

enum { TEXTS_MAX = 8 };

static kit_num text_number(lu *x, const ludii_value *v, name_id text)
{
    for (uint32_t i = 0; i < x->voting.motions.count; i++)
        if (vec_at(&x->voting.motions, i) == text)
            return kit_known((int32_t)i);
    if (x->voting.motions.count == TEXTS_MAX)
        lu_refuse(x, v, "so many different proposals");
    vec_push(x->a, &x->voting.motions, text);
    return kit_known((int32_t)x->voting.motions.count - 1);
}

static void make_state(lu *x)
{
    if (x->voting.proposed != IR_NONE)
        return;
    x->voting.proposed = kit_array(x->k, "proposed", 0, TEXTS_MAX, 0, 1, NULL);
    x->voting.votes = kit_array(x->k, "votes", 0, TEXTS_MAX, 0, 20, NULL);
    x->voting.decided = kit_variable(x->k, "decided", -1, TEXTS_MAX, -1);
}

/* Positions differ by what is proposed: that has to be known before the first of them. */
void lu_find_proposals(lu *x)
{
    if (lu_mentions(x, x->game, "Propose") || lu_mentions(x, x->game, "Vote") ||
        lu_mentions(x, x->game, "Move.Message"))
        make_state(x);
}

/* When all have voted it is over, and what has more than half of the votes is decided until the next move. */
static void vote(lu *x, kit_num text)
{
    const kit_num none = kit_known(0), half = kit_known((int32_t)x->players / 2);
    kit_num sum = none;
    kit_set_at(x->k, x->voting.votes, text, kit_op(x->k, IR_ADD, kit_at(x->k, x->voting.votes, text), kit_known(1)));
    for (int32_t i = 0; i < TEXTS_MAX; i++)
        sum = kit_op(x->k, IR_ADD, sum, kit_at(x->k, x->voting.votes, kit_known(i)));
    ir_node after = kit_node(x->k);
    kit_branch_to(x->k, kit_compare(x->k, IR_GE, sum, kit_known((int32_t)x->players)), after);
    for (int32_t i = 0; i < TEXTS_MAX; i++) {
        const kit_cond most = kit_compare(x->k, IR_GT, kit_at(x->k, x->voting.votes, kit_known(i)), half);
        kit_set(x->k, x->voting.decided, kit_choose(x->k, most, kit_known(i), kit_read(x->k, x->voting.decided)));
    }
    for (int32_t i = 0; i < TEXTS_MAX; i++) {
        kit_set_at(x->k, x->voting.votes, kit_known(i), none);
        kit_set_at(x->k, x->voting.proposed, kit_known(i), none);
    }
    kit_go(x->k, after);
    x->k->cur = after;
}

static bool proposes(lu *x, const ludii_value *v)
{
    return strcmp(lu_class(x, v), "Propose") == 0 || (v->items[0] && lu_word_is(x, v->items[0], "Propose"));
}

static void say(lu *x, const ludii_value *v, kit_num text)
{
    make_state(x);
    if (proposes(x, v))
        kit_set_at(x->k, x->voting.proposed, text, kit_known(1));
    else
        vote(x, text);
}

/* The text of the ludeme, or one of its texts. */
static const ludii_value *texts_of(lu *x, const ludii_value *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && (lu_array_of(x, v->items[i]) || lu_string(x, v->items[i]) != NAME_NONE))
            return v->items[i];
    return NULL;
}

static void act(lu *x, const lu_move *m) { say(x, m->v, m->piece); }

void lu_move_message(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *texts = texts_of(x, v);
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    ir_node entry = x->k->cur;
    for (uint32_t i = 0; texts && i < (lu_array_of(x, texts) ? texts->count : 1) && !x->failed; i++) {
        name_id text = lu_string(x, lu_array_of(x, texts) ? texts->items[i] : texts);
        lu_move m = {.kind = LU_OTHER, .v = v, .one_site = true, .act = act, .piece = text_number(x, v, text)};
        m.other = arena_printf(x->a, "%s:-1\"%s\"", proposes(x, v) ? "Propose" : "Vote", ludii_text(x->f, text));
        x->k->cur = entry;
        kit_set(x->k, lu_context_var(x, LU_FROM), kit_known(-1));
        kit_set(x->k, lu_context_var(x, LU_TO), kit_known(-1));
        lu_emit(x, &use, &m);
    }
}

void lu_effect_message(lu *x, const ludii_value *v)
{
    const ludii_value *texts = texts_of(x, v);
    if (!texts || lu_array_of(x, texts)) {
        lu_refuse_ludeme(x, v);
        return;
    }
    say(x, v, text_number(x, v, lu_string(x, texts)));
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

kit_cond lu_is_string(lu *x, const ludii_value *v)
{
    kit_num text = text_number(x, v, lu_string(x, v->items[1]));
    make_state(x);
    if (lu_word_is(x, v->items[0], "Proposed"))
        return kit_compare(x->k, IR_EQ, kit_at(x->k, x->voting.proposed, text), kit_known(1));
    return kit_compare(x->k, IR_EQ, kit_read(x->k, x->voting.decided), text);
}
