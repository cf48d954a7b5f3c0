/* Slides along tracks, as on boards with loops at their corners. */
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lowerings.h"
#include "lang/ludii/lower/moves.h"

#include <stdlib.h>
#include <string.h>

/* ---- the tracks of such a board ---- */

static void add_circuit(lu *x, uint32_t number, const vec_u32 *sites, bool back)
{
    lu_track t = {.name = intern_printf(x->f->names, "Track%u%c", number, back ? 'B' : 'F'), .loop = true};
    for (uint32_t i = 0; i < sites->count; i++)
        vec_push(x->a, &t.sites, vec_at(sites, back ? sites->count - 1 - i : i));
    vec_push(x->a, &x->tracks, t);
}

/* Around the board, along a row and the columns and rows that loops join it with, for each loop, in
 * both senses. */
void lu_surakarta_tracks(lu *x, const ludii_value *v)
{
    const gr_sites *s = lu_sites_on(x, LU_OWN);
    const ludii_value *loops = lu_arg(x, v, "loops"), *from = lu_arg(x, v, "from");
    uint32_t rows = 0, columns = 0;
    for (uint32_t i = 0; i < s->count; i++) {
        rows = s->row[i] + 1 > rows ? s->row[i] + 1 : rows;
        columns = s->column[i] + 1 > columns ? s->column[i] + 1 : columns;
    }
    uint32_t least = rows < columns ? rows : columns, first = from ? (uint32_t)strtoul(lu_word(x, from), NULL, 10) : 1;
    uint32_t count = loops ? (uint32_t)strtoul(lu_word(x, loops), NULL, 10) : least ? (least - 1) / 2 : 0;
    if (rows * columns != s->count || 2 * (first + count) > least + 1) {
        lu_refuse(x, v, "loops on a board of this shape");
        return;
    }
    for (uint32_t k = first; k < first + count; k++) {
        vec_u32 around = {0};
        for (uint32_t c = 0; c < columns; c++)
            vec_push(x->a, &around, k * columns + c);
        for (uint32_t r = 0; r < rows; r++)
            vec_push(x->a, &around, r * columns + columns - 1 - k);
        for (uint32_t c = columns; c-- > 0;)
            vec_push(x->a, &around, (rows - 1 - k) * columns + c);
        for (uint32_t r = rows; r-- > 0;)
            vec_push(x->a, &around, r * columns + k);
        add_circuit(x, k - first + 1, &around, false);
        add_circuit(x, k - first + 1, &around, true);
    }
}

/* ---- sliding ---- */

/* Places of all tracks that count, from 1; a place is reached by a jump where it is no neighbour of the one before, and
 * left by one where the track has it twice. */
typedef struct circuits {
    ir_const start, site, next, jump, turn, length; /* [site][k] places, of each place the others */
    uint32_t width, places, longest;
    bool jumps;
} circuits;

static bool is_near(const gr_sites *s, uint32_t a, uint32_t b) { return lu_contains(&s->near[GR_ADJACENT][a], b); }

static circuits circuits_of(lu *x, const char *name)
{
    const gr_sites *s = lu_sites_on(x, LU_OWN);
    vec_u32 site = {0}, next = {0}, jump = {0}, turn = {0}, length = {0},
            *at = ARENA_ARRAY(x->a, vec_u32, x->default_count + 1);
    circuits c = {.width = 1};
    vec_push(x->a, &site, 0);
    vec_push(x->a, &next, 0);
    vec_push(x->a, &jump, 0);
    vec_push(x->a, &turn, 0);
    vec_push(x->a, &length, 0);
    for (uint32_t i = 0; i < x->tracks.count; i++) {
        const lu_track *t = &vec_at(&x->tracks, i);
        uint32_t first = site.count, n = t->sites.count;
        if (strcmp(name, "AllTracks") != 0 && strncmp(ludii_text(x->f, t->name), name, strlen(name)) != 0)
            continue;
        while (n && vec_at(&t->sites, n - 1) >= x->default_count)
            n--;
        for (uint32_t k = 0; k < n; k++) {
            uint32_t here = vec_at(&t->sites, k), before = vec_at(&t->sites, k ? k - 1 : n - 1);
            if (k && here == before) { /* the track turns around there */
                vec_at(&turn, turn.count - 1) = c.jumps = true;
                continue;
            }
            bool apart =
                (k || t->loop) && here < x->default_count && before < x->default_count && !is_near(s, before, here);
            apart &= !(k && vec_at(&turn, turn.count - 1));
            if (here < x->default_count)
                vec_push(x->a, &at[here], site.count);
            vec_push(x->a, &site, here);
            vec_push(x->a, &next, site.count);
            vec_push(x->a, &jump, apart);
            vec_push(x->a, &turn, false);
            c.jumps |= apart;
        }
        if (site.count > first)
            vec_at(&next, site.count - 1) = t->loop ? first : 0;
        c.longest = site.count - first > c.longest ? site.count - first : c.longest;
        while (length.count < site.count)
            vec_push(x->a, &length, site.count - first);
    }
    for (uint32_t i = 0; i < x->default_count; i++)
        c.width = at[i].count > c.width ? at[i].count : c.width;
    int32_t *t = ARENA_ARRAY(x->a, int32_t, (size_t)x->default_count * c.width);
    for (uint32_t i = 0; i < x->default_count; i++)
        for (uint32_t k = 0; k < at[i].count; k++)
            t[i * c.width + k] = (int32_t)at[i].data[k];
    c.places = site.count;
    c.start = kit_table2(x->k, 0, t, x->default_count, c.width, 0);
    c.site = kit_table(x->k, 0, (const int32_t *)site.data, site.count, -1);
    c.next = kit_table(x->k, 0, (const int32_t *)next.data, next.count, 0);
    c.jump = kit_table(x->k, 0, (const int32_t *)jump.data, jump.count, 0);
    c.turn = kit_table(x->k, 0, (const int32_t *)turn.data, turn.count, 0);
    c.length = kit_table(x->k, 0, (const int32_t *)length.data, length.count, 0);
    return c;
}

typedef struct walk {
    ir_var place, steps, jumped;
} walk;

/* Nothing else is left of how the piece came there, since several ways lead to one site. */
static void forget_walk(lu *x, const walk *w)
{
    kit_set(x->k, w->place, kit_known(0));
    kit_set(x->k, w->steps, kit_known(1));
    kit_set(x->k, w->jumped, kit_known(0));
}

/* Along each track on which the piece stands. Where tracks jump, what stops the piece is reached
 * behind a jump only. */
void lu_slide_along(lu *x, const ludii_value *v, const lu_use *k, const char *name)
{
    const ludii_value *to = lu_item(x, v, "To"), *between = lu_item(x, v, "Between"),
                      *apply = to ? lu_item(x, to, "Apply") : NULL;
    const ludii_value *go = between ? lu_arg(x, between, "if") : NULL, *stop = to ? lu_arg(x, to, "if") : NULL;
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    if (between && lu_arg(x, between, "trail"))
        lu_refuse(x, between, "a trail along a track");
    lu_range range = lu_range_of(x, between ? lu_item(x, between, "Range") : NULL, 1000);
    lu_bind_from(x, lu_item(x, v, "From"));
    circuits c = circuits_of(x, name);
    ir_var way = kit_scratch(x->k, "way", 0, (int32_t)c.width - 1),
           place = kit_scratch(x->k, "place", 0, (int32_t)c.places - 1),
           steps = kit_scratch(x->k, "steps", 0, (int32_t)c.longest + 1), jumped = kit_scratch(x->k, "jumped", 0, 1);
    walk w = {place, steps, jumped};
    if (k->play && !use.ranks) { /* as many ways to make the move as lead there */
        use.rank = way;
        use.ranks = c.width;
    } else if (k->play)
        lu_refuse(x, v, "sliding along a track in this place");
    kit_pick(x->k, way, 0, (int32_t)c.width - 1);
    kit_set(x->k, place, kit_look2(x->k, c.start, lu_context_num(x, LU_FROM), kit_read(x->k, way)));
    kit_check(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)));
    kit_set(x->k, steps, kit_known(1));
    kit_set(x->k, jumped, c.jumps ? kit_look(x->k, c.turn, kit_read(x->k, place)) : kit_known(1));
    ir_node here = kit_node(x->k), stopped = IR_NONE;
    kit_go(x->k, here);
    x->k->cur = here;
    kit_check(x->k, kit_compare(x->k, IR_LT, kit_read(x->k, steps), kit_look(x->k, c.length, kit_read(x->k, place))));
    kit_set(x->k, place, kit_look(x->k, c.next, kit_read(x->k, place)));
    kit_check(x->k, kit_compare(x->k, IR_NE, kit_read(x->k, place), kit_known(0)));
    if (range.limited) /* counted with the place where it begins */
        kit_check(x->k, kit_compare(x->k, IR_LE, kit_read(x->k, steps), range.max));
    kit_set(x->k, steps, kit_op(x->k, IR_ADD, kit_read(x->k, steps), kit_known(1)));
    kit_cond far = range.limited ? kit_compare(x->k, IR_GT, kit_read(x->k, steps), range.min) : kit_truth(true);
    if (c.jumps)
        kit_set(x->k, jumped,
                kit_choose(x->k, kit_compare(x->k, IR_EQ, kit_look(x->k, c.jump, kit_read(x->k, place)), kit_known(1)),
                           kit_known(1), kit_read(x->k, jumped)));
    kit_set(x->k, lu_context_var(x, LU_TO), kit_look(x->k, c.site, kit_read(x->k, place)));
    if (stop) {
        ir_node on = kit_branch(x->k, kit_and(x->k, kit_and(x->k, lu_bool(x, stop), far),
                                              kit_compare(x->k, IR_EQ, kit_read(x->k, jumped), kit_known(1))));
        stopped = x->k->cur;
        x->k->cur = on;
    }
    kit_set(x->k, lu_context_var(x, LU_BETWEEN), lu_context_num(x, LU_TO));
    kit_check(x->k, go ? lu_bool(x, go)
                       : kit_compare(x->k, IR_EQ, lu_what_at(x, lu_context_num(x, LU_BETWEEN)), kit_known(0)));
    ir_node free = x->k->cur;
    kit_check(x->k, far);
    if (apply && apply->items[0])
        kit_check(x->k, lu_bool(x, apply->items[0]));
    kit_check(x->k, kit_compare(x->k, IR_NE, lu_context_num(x, LU_TO), lu_context_num(x, LU_FROM)));
    forget_walk(x, &w);
    lu_emit(x, &use, &(lu_move){.kind = LU_MOVE, .v = v});
    x->k->cur = free;
    if (c.jumps)
        kit_set(x->k, jumped,
                kit_choose(x->k, kit_compare(x->k, IR_EQ, kit_look(x->k, c.turn, kit_read(x->k, place)), kit_known(1)),
                           kit_known(1), kit_read(x->k, jumped)));
    kit_go(x->k, here);
    if (stop) {
        lu_move m = {.kind = LU_MOVE, .v = v};
        x->k->cur = stopped;
        kit_set(x->k, lu_context_var(x, LU_BETWEEN), lu_context_num(x, LU_TO));
        forget_walk(x, &w);
        if (apply && apply->items[1])
            m.before[m.befores++] = apply->items[1];
        lu_emit(x, &use, &m);
    }
}
