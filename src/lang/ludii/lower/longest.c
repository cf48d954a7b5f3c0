/* Moves that can be continued longest. */
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

typedef struct longest {
    ir_var done, wanted; /* moves made; how many there shall be */
    ir_node more, found; /* the code that goes on after a move: with another one, or it is enough */
    bool distance;       /* wanted are steps on a track, not moves */
    ir_const places;
    lu_num owner;
} longest;

enum { MOST = 200, FURTHEST = 2000 };

/* Places that a move goes on on the track. */
static lu_num distance_of(lu *x, const longest *l, const lu_move *m)
{
    lu_num from = lu_look2(x, l->places, l->owner, lu_clamp(x, lu_context_num(x, LU_FROM), 0, (int32_t)x->sites - 1, 0));
    lu_num to = lu_look2(x, l->places, l->owner, lu_clamp(x, lu_context_num(x, LU_TO), 0, (int32_t)x->sites - 1, 0));
    if (m->kind == LU_PASS || m->one_site)
        return lu_known(0);
    lu_num n = lu_op(x, IR_SUB, to, from);
    lu_cond on = lu_and(x, lu_compare(x, IR_GE, from, lu_known(0)), lu_compare(x, IR_GE, to, lu_known(0)));
    return lu_choose_num(x, lu_and(x, on, lu_compare(x, IR_GT, n, lu_known(0))), n, lu_known(0));
}

void lu_count_first(lu *x, const lu_longest *f, const lu_move *m)
{
    lu_set(x, f->done, f->of->distance ? distance_of(x, f->of, m) : lu_known(1));
}

static void add_distance(lu *x, const lu_use *k, const lu_move *m)
{
    const longest *l = k->data;
    lu_set(x, l->done, lu_op(x, IR_ADD, lu_read(x, l->done), distance_of(x, l, m)));
}

/* After a move: enough, or the same player goes on. */
static void go_on(lu *x, longest *l)
{
    x->cur = l->more;
    ir_node less = lu_branch(x, lu_compare(x, IR_GE, lu_read(x, l->done), lu_read(x, l->wanted)));
    lu_go(x, l->found);
    x->cur = less;
    lu_check(x, lu_compare(x, IR_EQ, lu_context_num(x, LU_NEXT), lu_context_num(x, LU_MOVER)));
    if (!l->distance)
        lu_set(x, l->done, lu_op(x, IR_ADD, lu_read(x, l->done), lu_known(1)));
    lu_set(x, lu_context_var(x, LU_PREV), lu_context_num(x, LU_MOVER));
    if (x->uses_next)
        lu_set(x, lu_context_var(x, LU_NEXT), lu_next_of(x, lu_context_num(x, LU_MOVER)));
    bool outer = x->in_max;
    x->in_max = true;
    lu_moves_of_phases(x, &(lu_use){.run = true, .found = l->more, .check = l->distance ? add_distance : NULL, .data = l}, NULL);
    x->in_max = outer;
}

static void count_first(lu *x, const lu_use *k, const lu_move *m)
{
    const longest *l = k->data;
    lu_set(x, l->done, l->distance ? distance_of(x, l, m) : lu_known(1));
}

static void move_longest(lu *x, const ludii_value *moves, lu_use use, longest l);

/* Of the moves only those with which most moves can be made in this turn. */
void lu_move_max(lu *x, const ludii_value *v, const lu_use *k)
{
    if (!lu_word_is(x, v->items[0], "Moves")) {
        lu_refuse_ludeme(x, v);
        return;
    }
    longest l = {lu_scratch(x, "made", 0, MOST), lu_scratch(x, "longest", 0, MOST), lu_node(x), lu_node(x), .owner = lu_known(0)};
    move_longest(x, lu_item(x, v, "Moves"), lu_with_then(x, k, lu_item(x, v, "Then")), l);
}

/* Only those with which pieces can go furthest on a track in this turn. */
void lu_move_distance(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *role = lu_item(x, v, "RoleType");
    lu_num owner = lu_clamp(x, role ? lu_role(x, role) : lu_context_num(x, LU_MOVER), 0, (int32_t)x->players + 1, 0);
    longest l = {lu_scratch(x, "gone", 0, FURTHEST), lu_scratch(x, "furthest", 0, FURTHEST), lu_node(x), lu_node(x), .owner = owner};
    l.distance = true;
    l.places = lu_track_places(x, v, lu_name_in(x, v));
    move_longest(x, lu_item(x, v, "Moves"), lu_with_then(x, k, lu_item(x, v, "Then")), l);
}

static void move_longest(lu *x, const ludii_value *moves, lu_use use, longest l)
{
    if (x->in_max || !use.play) { /* whether there is a move, and how long a sequence is, is the same without */
        lu_moves(x, moves, &use);
        return;
    }
    ir_node outer = x->cur;
    go_on(x, &l);
    x->cur = outer;
    /* as long as a longer one can be found */
    lu_set(x, l.wanted, lu_known(!l.distance));
    ir_node head = lu_node(x), longer = lu_node(x);
    lu_go(x, head);
    x->cur = longer;
    lu_set(x, l.wanted, lu_op(x, IR_ADD, lu_read(x, l.wanted), lu_known(1)));
    lu_go(x, head);
    x->cur = head;
    lu_try t = lu_try_begin(x);
    lu_set(x, l.wanted, lu_op(x, IR_ADD, lu_read(x, l.wanted), lu_known(1)));
    bool in_max = x->in_max;
    x->in_max = true;
    lu_moves(x, moves, &(lu_use){.run = true, .found = l.more, .check = count_first, .data = &l});
    x->in_max = in_max;
    x->cur = l.found;
    ir_node enough = lu_branch(x, lu_try_end(x, t));
    lu_go(x, longer);
    x->cur = enough;
    lu_longest f = {l.done, l.more, l.found, use.longest, &l};
    use.longest = &f;
    lu_moves(x, moves, &use);
}
