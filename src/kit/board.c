#include "kit/board.h"

#include "automaton/view.h"

#include <assert.h>
#include <string.h>

int32_t kit_count_start(const kit_board *b, const int32_t *start, const int32_t *hand, int32_t piece)
{
    assert(piece >= 1 && piece <= 2 * b->kinds);
    int32_t n = hand ? hand[piece - 1] : 0;
    for (int32_t s = 0; s < b->sites; s++)
        n += start[s] == piece;
    return n;
}

void kit_board_make(kit_code *x, kit_board *b, const int32_t *start, const int32_t *hand, bool counted)
{
    assert(b->sites == b->files * b->ranks && b->kinds > 0);
    int32_t in_hands = hand ? 2 * b->kinds : 0, last = b->sites + in_hands + 1;
    int32_t *all = ARENA_ARRAY(x->arena, int32_t, last + 1);
    b->hands = hand != NULL;
    for (int32_t i = 0; i < b->sites; i++)
        all[i] = start[i];
    for (int32_t i = 0; i < in_hands; i++)
        all[b->sites + i] = hand[i] ? i + 1 : 0;
    for (int32_t side = 0; side < 2; side++) {
        b->off[side] = b->sites + in_hands + side;
        all[b->off[side]] = kit_piece(b, side, 0);
    }
    b->what = kit_array(x, "what", 0, last, 0, 2 * b->kinds, all);
    if (hand)
        b->hand = kit_array(x, "hand", 0, in_hands - 1, 0, b->sites > 100 ? b->sites : 100, hand);
    b->count = IR_NONE;
    int32_t *count = ARENA_ARRAY(x->arena, int32_t, 2 * b->kinds + 1);
    for (int32_t i = 1; i <= 2 * b->kinds; i++)
        count[i] = kit_count_start(b, start, hand, i);
    if (counted)
        b->count = kit_array(x, "count", 0, 2 * b->kinds, 0, b->sites > 100 ? b->sites : 100, count);
}

int32_t kit_site(const kit_board *b, int32_t file, int32_t rank)
{
    return file >= 0 && file < b->files && rank >= 0 && rank < b->ranks ? rank * b->files + file : -1;
}

kit_num kit_what(kit_code *x, const kit_board *b, kit_num site) { return kit_at(x, b->what, site); }
void kit_put(kit_code *x, const kit_board *b, kit_num site, kit_num piece) { kit_set_at(x, b->what, site, piece); }

int32_t kit_piece(const kit_board *b, int32_t side, int32_t kind)
{
    assert((side == 0 || side == 1) && kind >= 0 && kind < b->kinds);
    return side * b->kinds + kind + 1;
}

kit_cond kit_is_empty(kit_code *x, kit_num what) { return kit_compare(x, IR_EQ, what, kit_known(0)); }

kit_cond kit_is_of(kit_code *x, const kit_board *b, int32_t side, kit_num what)
{
    assert(side == 0 || side == 1);
    if (side)
        return kit_compare(x, IR_GT, what, kit_known(b->kinds));
    return kit_and(x, kit_compare(x, IR_GE, what, kit_known(1)), kit_compare(x, IR_LE, what, kit_known(b->kinds)));
}

kit_cond kit_is_among(kit_code *x, const kit_board *b, int32_t side, uint64_t kinds, kit_num what)
{
    kit_cond c = kit_truth(false);
    int32_t count = 0, *is = ARENA_ARRAY(x->arena, int32_t, 2 * b->kinds + 1);
    for (int32_t k = 0; k < b->kinds; k++)
        if (kinds >> k & 1) {
            is[kit_piece(b, side, k)] = 1;
            c = kit_or(x, c, kit_compare(x, IR_EQ, what, kit_known(kit_piece(b, side, k))));
            count++;
        }
    if (count == b->kinds)
        return kit_is_of(x, b, side, what);
    if (count <= 2)
        return c;
    return kit_compare(x, IR_EQ, kit_look(x, kit_table(x, 0, is, (uint32_t)(2 * b->kinds) + 1, 0), what), kit_known(1));
}

kit_cond kit_is_in(kit_code *x, const kit_board *b, const bool *sites, kit_num site)
{
    int32_t *is = ARENA_ARRAY(x->arena, int32_t, b->sites), count = 0;
    for (int32_t i = 0; i < b->sites; i++)
        count += is[i] = !sites || sites[i];
    if (count == 0 || count == b->sites)
        return kit_truth(count);
    return kit_compare(x, IR_EQ, kit_look(x, kit_table(x, 0, is, (uint32_t)b->sites, 0), site), kit_known(1));
}

void kit_pick_piece(kit_code *x, const kit_board *b, ir_var v, int32_t side, uint64_t kinds)
{
    kit_pick(x, v, 0, b->sites - 1);
    kit_check(x, kit_is_among(x, b, side, kinds, kit_what(x, b, kit_read(x, v))));
}

kit_cond kit_stands_in(kit_code *x, const kit_board *b, ir_var v, int32_t side, uint64_t kinds, const bool *sites)
{
    bool any = false;
    for (int32_t s = 0; s < b->sites; s++)
        any |= sites[s];
    if (!any || !kinds)
        return kit_truth(false);
    kit_try t = kit_try_begin(x);
    kit_pick_piece(x, b, v, side, kinds);
    kit_check(x, kit_is_in(x, b, sites, kit_read(x, v)));
    return kit_try_end(x, t);
}

kit_num kit_on_file(kit_code *x, const kit_board *b, int32_t side, int32_t kind, kit_num site)
{
    kit_num sum = kit_known(0), file = kit_op(x, IR_MOD, site, kit_known(b->files));
    for (int32_t r = 0; r < b->ranks; r++) {
        kit_num what = kit_what(x, b, kit_op(x, IR_ADD, file, kit_known(r * b->files)));
        kit_cond is = kit_compare(x, IR_EQ, what, kit_known(kit_piece(b, side, kind)));
        sum = kit_op(x, IR_ADD, sum, kit_choose(x, is, kit_known(1), kit_known(0)));
    }
    return sum;
}

/* ---- steps ---- */

kit_num kit_next(kit_code *x, const kit_board *b, kit_num site, kit_step step, int32_t off)
{
    return kit_look2(x, kit_steps(x, b, &step, 1, off), site, kit_known(0));
}

ir_const kit_steps(kit_code *x, const kit_board *b, const kit_step *steps, uint32_t count, int32_t off)
{
    assert(count > 0 && off >= 0 && off <= b->off[1]);
    uint32_t from = (uint32_t)b->off[1] + 1;
    int32_t *to = ARENA_ARRAY(x->arena, int32_t, (size_t)from * count);
    for (uint32_t s = 0; s < from; s++)
        for (uint32_t k = 0; k < count; k++) {
            int32_t file = (int32_t)s % b->files + steps[k].dx, rank = (int32_t)s / b->files + steps[k].dy;
            int32_t site = s < (uint32_t)b->sites ? kit_site(b, file, rank) : -1;
            to[s * count + k] = site < 0 ? off : site;
        }
    return kit_table2(x, 0, to, from, count, off);
}

/* ---- hands ---- */

int32_t kit_hand_site(const kit_board *b, int32_t side, int32_t kind)
{
    assert(b->hands);
    return b->sites + kit_piece(b, side, kind) - 1;
}

static kit_num hand_index(kit_code *x, const kit_board *b, int32_t side, kit_num kind)
{
    return kit_op(x, IR_ADD, kind, kit_known(side * b->kinds));
}

kit_cond kit_in_hand(kit_code *x, const kit_board *b, int32_t side, int32_t kind)
{
    assert(b->hands && kind >= 0 && kind < b->kinds);
    kit_num count = kit_at(x, b->hand, kit_known(side * b->kinds + kind));
    return kit_compare(x, IR_GT, count, kit_known(0));
}

void kit_change_hand(kit_code *x, const kit_board *b, int32_t side, kit_num kind, int32_t by)
{
    assert(b->hands && (by == 1 || by == -1));
    kit_num at = hand_index(x, b, side, kind), old = kit_at(x, b->hand, at);
    kit_num piece = kit_op(x, IR_ADD, at, kit_known(1));
    if (by < 0)
        piece = kit_choose(x, kit_compare(x, IR_GT, old, kit_known(-by)), piece, kit_known(0));
    kit_put(x, b, kit_op(x, IR_ADD, at, kit_known(b->sites)), piece);
    kit_set_at(x, b->hand, at, kit_op(x, IR_ADD, old, kit_known(by)));
}

static void change_count(kit_code *x, const kit_board *b, kit_num piece, int32_t by)
{
    if (b->count != IR_NONE)
        kit_set_at(x, b->count, piece, kit_op(x, IR_ADD, kit_at(x, b->count, piece), kit_known(by)));
}

void kit_recount(kit_code *x, const kit_board *b, int32_t from, int32_t to)
{
    assert(from >= 0 && from <= 2 * b->kinds && to >= 0 && to <= 2 * b->kinds);
    change_count(x, b, kit_known(from), -1);
    change_count(x, b, kit_known(to), 1);
}

void kit_capture(kit_code *x, const kit_board *b, kit_num piece, int32_t side, const int32_t *kinds)
{
    if (!kinds && b->count == IR_NONE)
        return;
    ir_node nothing = kit_branch(x, kit_not(x, kit_is_empty(x, piece)));
    change_count(x, b, piece, -1);
    if (kinds) {
        kit_num kind = kit_look(x, kit_table(x, 0, kinds, 2 * (uint32_t)b->kinds + 1, 0), piece);
        kit_change_hand(x, b, side, kind, 1);
        change_count(x, b, kit_op(x, IR_ADD, kind, kit_known(kit_piece(b, side, 0))), 1);
    }
    kit_go(x, nothing);
    x->cur = nothing;
}

kit_num kit_count_of(kit_code *x, const kit_board *b, int32_t side, uint64_t kinds)
{
    assert(b->count != IR_NONE);
    kit_num sum = kit_known(0);
    for (int32_t i = 0; i < b->kinds; i++)
        if (kinds >> i & 1)
            sum = kit_op(x, IR_ADD, sum, kit_at(x, b->count, kit_known(kit_piece(b, side, i))));
    return sum;
}

/* ---- patterns ---- */

kit_cond kit_in_row(kit_code *x, const kit_board *b, int32_t side, kit_num site, int32_t n, kit_step step)
{
    assert(n > 0);
    kit_step *steps = ARENA_ARRAY(x->arena, kit_step, 2 * n);
    for (int32_t i = 0; i < 2 * n - 1; i++)
        steps[i] = (kit_step){(int8_t)(step.dx * (i - n + 1)), (int8_t)(step.dy * (i - n + 1))};
    ir_const table = kit_steps(x, b, steps, 2 * (uint32_t)n - 1, b->off[1 - side]);
    kit_cond any = kit_truth(false);
    for (int32_t first = 0; first < n; first++) {
        kit_cond all = kit_truth(true);
        for (int32_t i = first; i < first + n; i++)
            all = kit_and(x, all, kit_is_of(x, b, side, kit_what(x, b, kit_look2(x, table, site, kit_known(i)))));
        any = kit_or(x, any, all);
    }
    return any;
}

/* ---- how it is shown ---- */

void kit_tag_form(kit_code *x, kit_forms *forms, const char *form)
{
    bool known = false;
    for (uint32_t i = 0; i < forms->count; i++)
        known |= strcmp(forms->data[i], form) == 0;
    if (!known)
        vec_push(x->arena, forms, form);
    kit_tag(x, kit_symbol(x, kit_sym(x, form)));
}

static ir_view_part *show_parts(kit_code *x, const kit_board *b, uint32_t *count)
{
    ir_view_part *parts = ARENA_ARRAY(x->g->arena, ir_view_part, 2);
    parts[0] = (ir_view_part){.variable = b->what, .mark = ""};
    vec_at(&x->g->variables, b->what).shown = true;
    *count = b->hands ? 2 : 1;
    if (b->hands) {
        parts[1] =
            (ir_view_part){.variable = b->hand, .mark = "x", .hidden = 1, .first = b->sites, .count = 2 * b->kinds};
        vec_at(&x->g->variables, b->hand).shown = true;
    }
    return parts;
}

static const ir_view_picture *picture_of(kit_code *x, const kit_board *b, const kit_shown *s, uint32_t sites)
{
    arena *a = x->g->arena;
    ir_view_picture *p = ARENA_NEW(a, ir_view_picture);
    ir_view_location *places = ARENA_ARRAY(a, ir_view_location, sites);
    const char **boards = ARENA_ARRAY(a, const char *, 3);
    bool *rows = ARENA_ARRAY(a, bool, 3);
    for (uint32_t i = 0, column = 0; i < sites; i++) {
        int32_t n = (int32_t)i - b->sites;
        places[i] = (ir_view_location){.column = (int32_t)i % b->files + 1, .row = (int32_t)i / b->files + 1};
        column = n == 0 || n == b->kinds ? 0 : column;
        if (n >= 0 && s->in_hand[n % b->kinds])
            places[i] = (ir_view_location){.board = n < b->kinds ? 1 : 2, .column = (int32_t)++column, .row = 1};
        else if (n >= 0)
            places[i].board = UINT32_MAX;
        places[i].x = places[i].column;
        places[i].y = places[i].row;
    }
    for (uint32_t i = 0; i < 3; i++) {
        boards[i] = i == 0 ? "board" : s->hands[i - 1];
        rows[i] = true;
    }
    *p = (ir_view_picture){.boards = boards,
                           .rows = rows,
                           .board_count = b->hands ? 3 : 1,
                           .places = places,
                           .pieces = s->pieces,
                           .piece_count = 2 * (uint32_t)b->kinds + 1};
    return p;
}

void kit_show_board(kit_code *x, const kit_board *b, const kit_shown *s)
{
    assert(!x->g->view);
    arena *a = x->g->arena;
    ir_view *v = ARENA_NEW(a, ir_view);
    uint32_t sites = (uint32_t)b->off[0];
    const char **names = ARENA_ARRAY(a, const char *, sites), **keys = ARENA_ARRAY(a, const char *, sites);
    for (uint32_t i = 0; i < sites; i++) {
        int32_t n = (int32_t)i - b->sites;
        const char *hand = n < 0 ? "" : s->in_hand[n % b->kinds] ? s->in_hand[n % b->kinds] : "-";
        names[i] = n < 0 ? arena_printf(a, "%c%d", 'a' + (int)i % b->files, (int)i / b->files + 1) : hand;
        keys[i] = n < 0 ? names[i] : arena_printf(a, "%s %s", s->hands[n / b->kinds], hand);
    }
    ir_sym *forms = ARENA_ARRAY(a, ir_sym, s->forms->count);
    for (uint32_t i = 0; i < s->forms->count; i++)
        forms[i] = kit_sym(x, s->forms->data[i]);
    ir_view_value *values = ARENA_ARRAY(a, ir_view_value, s->value_count + 1);
    for (uint32_t i = 0; i < s->value_count; i++) {
        ir_variable *d = &vec_at(&x->g->variables, s->values[i]);
        const ir_type_data *t = ir_type_at(x->g, ir_resolve(x->g, d->type));
        bool array = t->kind == IR_TYPE_ARROW;
        const ir_type_data *key = array ? ir_type_at(x->g, ir_resolve(x->g, t->key)) : NULL;
        values[i] = (ir_view_value){.name = intern_text(x->g->names, d->name),
                                    .variable = s->values[i],
                                    .first = array ? key->low : 0,
                                    .last = array ? key->high : -1,
                                    .hidden = -1};
        d->shown = true;
    }
    *v = (ir_view){.forms = forms,
                   .form_count = s->forms->count,
                   .site_count = sites,
                   .sites = names,
                   .keys = keys,
                   .emptied = IR_NONE,
                   .size = IR_NONE,
                   .values = values,
                   .value_count = s->value_count,
                   .game = IR_NONE};
    v->parts = show_parts(x, b, &v->part_count);
    for (uint32_t i = 0; i < v->part_count; i++)
        ((ir_view_part *)(uintptr_t)v->parts)[i].below = IR_NONE;
    v->picture = picture_of(x, b, s, sites);
    x->g->view = v;
}
