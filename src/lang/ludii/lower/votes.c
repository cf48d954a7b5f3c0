/* Proposals and votes: each text that is proposed or voted for anywhere has a number. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

enum { TEXTS_MAX = 8 };

static lu_num text_number(lu *x, const ludii_value *v, name_id text)
{
    for (uint32_t i = 0; i < x->motions.count; i++)
        if (x->motions.data[i] == text)
            return lu_known((int32_t)i);
    if (x->motions.count == TEXTS_MAX)
        lu_refuse(x, v, "so many different proposals");
    vec_push(x->a, &x->motions, text);
    return lu_known((int32_t)x->motions.count - 1);
}

static void make_state(lu *x)
{
    if (x->proposed != IR_NONE)
        return;
    x->proposed = lu_array(x, "proposed", 0, TEXTS_MAX, 0, 1, NULL);
    x->votes = lu_array(x, "votes", 0, TEXTS_MAX, 0, 20, NULL);
    x->decided = lu_variable(x, "decided", -1, TEXTS_MAX, -1);
}

/* What has more than half of the votes is decided; when all have voted it is over. */
static void vote(lu *x, lu_num text)
{
    ir_var voters = lu_scratch(x, "voters", 0, 1000);
    lu_num count = lu_op(x, IR_ADD, lu_at(x, x->votes, text), lu_known(1));
    lu_set_at(x, x->votes, text, count);
    ir_node all = lu_node(x),
            less = lu_branch(x, lu_compare(x, IR_GT, lu_at(x, x->votes, text), lu_known((int32_t)x->players / 2)));
    lu_set(x, x->decided, text);
    lu_go(x, all);
    x->cur = less;
    lu_go(x, all);
    x->cur = all;
    lu_num sum = lu_known(0);
    for (int32_t i = 0; i < TEXTS_MAX; i++)
        sum = lu_op(x, IR_ADD, sum, lu_at(x, x->votes, lu_known(i)));
    lu_set(x, voters, sum);
    ir_node after = lu_node(x),
            some = lu_branch(x, lu_compare(x, IR_GE, lu_read(x, voters), lu_known((int32_t)x->players)));
    for (int32_t i = 0; i < TEXTS_MAX; i++) {
        lu_set_at(x, x->votes, lu_known(i), lu_known(0));
        lu_set_at(x, x->proposed, lu_known(i), lu_known(0));
    }
    lu_go(x, after);
    x->cur = some;
    lu_go(x, after);
    x->cur = after;
}

static bool proposes(lu *x, const ludii_value *v)
{
    return strcmp(lu_class(x, v), "Propose") == 0 || (v->items[0] && lu_word_is(x, v->items[0], "Propose"));
}

static void say(lu *x, const ludii_value *v, lu_num text)
{
    make_state(x);
    if (proposes(x, v))
        lu_set_at(x, x->proposed, text, lu_known(1));
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
    ir_node entry = x->cur;
    for (uint32_t i = 0; texts && i < (lu_array_of(x, texts) ? texts->count : 1) && !x->failed; i++) {
        name_id text = lu_string(x, lu_array_of(x, texts) ? texts->items[i] : texts);
        lu_move m = {.kind = LU_OTHER, .v = v, .one_site = true, .act = act, .piece = text_number(x, v, text)};
        m.other = arena_printf(x->a, "%s:-1\"%s\"", proposes(x, v) ? "Propose" : "Vote", ludii_text(x->f, text));
        x->cur = entry;
        lu_set(x, lu_context_var(x, LU_FROM), lu_known(-1));
        lu_set(x, lu_context_var(x, LU_TO), lu_known(-1));
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

lu_cond lu_is_string(lu *x, const ludii_value *v)
{
    lu_num text = text_number(x, v, lu_string(x, v->items[1]));
    make_state(x);
    if (lu_word_is(x, v->items[0], "Proposed"))
        return lu_compare(x, IR_EQ, lu_at(x, x->proposed, text), lu_known(1));
    return lu_compare(x, IR_EQ, lu_read(x, x->decided), text);
}
