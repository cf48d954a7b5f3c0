/* Dice: the throw that chance makes in front of a turn, and moves that use what was thrown.
 *
 * A ludeme `(roll)` stands in the moves of a turn. Whether it is reached is found out before the
 * player decides, and then chance throws all dice; where the ludeme itself stands nothing is left
 * to do. */
#include "lang/ludii/lower/dice.h"
#include "automaton/weight.h"
#include "lang/ludii/lower/hidden.h"
#include "lang/ludii/lower/lower.h"
#include "lang/ludii/lower/lowerings.h"

#include <stdlib.h>
#include <string.h>

enum { FACES_MAX = 1000, DICE_MAX = 20, OUTCOMES_MAX = 1000000 };

/* ---- equipment ---- */

static void add_face(lu *x, lu_die *d, int32_t value, int32_t weight)
{
    for (uint32_t i = 0; i < d->faces.count; i++)
        d->alike |= vec_at(&d->faces, i) == (uint32_t)value;
    vec_push(x->a, &d->faces, (uint32_t)value);
    vec_push(x->a, &d->weights, (uint32_t)weight);
    if (weight > 0)
        vec_push(x->a, &d->slots, d->faces.count - 1);
}

static int32_t number_in(lu *x, const ludii_value *v, const char *label, int32_t standard)
{
    const ludii_value *a = lu_arg(x, v, label);
    return a ? (int32_t)strtol(lu_word(x, a), NULL, 10) : standard;
}

static lu_die read_die(lu *x, const ludii_value *v, uint32_t i)
{
    const ludii_value *faces = lu_arg(x, v, "faces"), *by_die = lu_arg(x, v, "facesByDie"),
                      *biased = lu_arg(x, v, "biased");
    int32_t n = number_in(x, v, "d", 6), first = number_in(x, v, "from", 1);
    lu_die d = {0};
    if (by_die)
        faces = i < by_die->count ? by_die->items[i] : NULL;
    if (by_die && !faces)
        lu_refuse(x, by_die, "dice with faces for some of them only");
    n = faces ? (int32_t)faces->count : n;
    if (n < 1 || n > FACES_MAX)
        lu_refuse(x, v, "a die with so many faces");
    for (int32_t k = 0; k < n && !x->failed; k++) {
        int32_t value = faces ? (int32_t)strtol(lu_word(x, faces->items[k]), NULL, 10) : first + k;
        int32_t weight =
            biased && (uint32_t)k < biased->count ? (int32_t)strtol(lu_word(x, biased->items[k]), NULL, 10) : 1;
        if (weight < 0 || weight > FACES_MAX || value < 0 || value > 30000)
            lu_refuse(x, v, "a die with such faces");
        else
            add_face(x, &d, value, weight);
    }
    if (!d.slots.count && !x->failed)
        lu_refuse(x, v, "a die that never shows a face");
    return d;
}

/* The dice are sites of a container of their own, and pieces in front of all others. */
void lu_add_dice(lu *x, const ludii_value *v)
{
    int32_t n = number_in(x, v, "num", 1);
    const ludii_value *role = lu_item(x, v, "RoleType");
    if (x->dice.count || (role && !lu_word_is(x, role, "Shared"))) {
        lu_refuse(x, v, x->dice.count ? "several sets of dice" : "dice of a player");
        return;
    }
    if (n < 1 || n > DICE_MAX) {
        lu_refuse(x, v, "so many dice");
        return;
    }
    lu_container c = {intern_printf(x->f->names, "Dice%u", x->dice_groups.count), x->sites, (uint32_t)n,
                      (int)x->players + 1, true};
    x->dice_site = x->sites;
    vec_push(x->a, &x->containers, c);
    x->sites += (uint32_t)n;
    for (int32_t i = 0; i < n && !x->failed; i++) {
        lu_component die = {.owner = (int)x->players + 1, .value = 1, .facing = -1, .flips = {-1, -1}, .die = true};
        lu_die d = read_die(x, v, (uint32_t)i);
        vec_push(x->a, &x->dice, d);
        die.base = die.name = intern_printf(x->f->names, "Die%u", x->dice.count);
        vec_push(x->a, &x->components, die);
    }
    vec_push(x->a, &x->dice_groups, x->dice.count);
}

static int32_t most_value(const lu *x)
{
    int32_t most = 1;
    for (uint32_t i = 0; i < x->dice.count; i++)
        for (uint32_t k = 0; k < vec_at(&x->dice, i).faces.count; k++)
            most = (int32_t)x->dice.data[i].faces.data[k] > most ? (int32_t)x->dice.data[i].faces.data[k] : most;
    return most;
}

/* Every die shows its first face. */
void lu_start_dice(lu *x)
{
    uint32_t n = x->dice.count;
    int32_t values[DICE_MAX];
    for (uint32_t i = 0; i < n; i++) {
        values[i] = (int32_t)x->dice.data[i].faces.data[0];
        x->start[LU_S_WHAT][x->dice_site + i] = (int32_t)i + 1;
        x->start[LU_S_COUNT][x->dice_site + i] = 1;
        x->start[LU_S_WHO][x->dice_site + i] = (int)x->players + 1;
    }
    if (!n)
        return;
    x->die = kit_array(x->k, "dice", 0, (int32_t)n - 1, 0, most_value(x), values);
    x->face = kit_array(x->k, "faces", 0, (int32_t)n - 1, 0, FACES_MAX, NULL);
}

static kit_num die_value(lu *x, kit_num die) { return kit_at(x->k, x->die, die); }
static kit_num die_number(lu *x, uint32_t i) { return die_value(x, kit_known((int32_t)i)); }

/* What the face says that a die shows, used or not. */
static kit_num face_value(lu *x, uint32_t i)
{
    const vec_u32 *faces = &vec_at(&x->dice, i).faces;
    int32_t *t = ARENA_ARRAY(x->a, int32_t, faces->count);
    for (uint32_t k = 0; k < faces->count; k++)
        t[k] = (int32_t)faces->data[k];
    return kit_look(x->k, kit_table(x->k, 0, t, faces->count, 0), kit_at(x->k, x->face, kit_known((int32_t)i)));
}

/* ---- throws ---- */

/* One that does not follow a move, which is a throw of its own. */
static const ludii_value *roll_in(const lu *x, const ludii_value *v)
{
    const ludii_value *found = v && strcmp(lu_class(x, v), "Roll") == 0 ? v : NULL;
    for (uint32_t i = 0; v && i < v->count && !found; i++)
        if (v->items[i] && strcmp(lu_class(x, v->items[i]), "Then") != 0)
            found = roll_in(x, v->items[i]);
    return found;
}

/* Whether these moves, or this effect, come to a throw. */
static kit_cond throws(lu *x, const ludii_value *v)
{
    const ludeme_code *code = lu_code(x, v);
    if (x->failed || !v || !roll_in(x, v))
        return kit_truth(false);
    lu_place(x, v);
    if (code && code->effect == lu_effect_roll)
        return kit_truth(true);
    if (code && code->moves == lu_moves_if) {
        kit_cond c = lu_bool(x, v->items[0]), yes = throws(x, v->items[1]), no = throws(x, v->items[2]);
        return kit_or(x->k, kit_and(x->k, c, yes), kit_and(x->k, kit_not(x->k, c), no));
    }
    if (code && (code->moves == lu_moves_or || code->moves == lu_priority)) {
        const ludii_value *list = lu_array_of(x, v->items[0]) ? v->items[0] : v;
        kit_cond any = kit_truth(false);
        for (uint32_t i = 0; i < list->count; i++)
            any = kit_or(x->k, any, throws(x, list->items[i]));
        return any;
    }
    if (code && code->moves == lu_do) {
        kit_cond first = throws(x, v->items[0]);
        return kit_or(x->k, first, throws(x, v->items[1]));
    }
    lu_refuse(x, roll_in(x, v), "a throw of dice at this place");
    return kit_truth(false);
}

static void throw_die(lu *x, uint32_t i, const char *word)
{
    const lu_die *d = &vec_at(&x->dice, i);
    uint32_t n = d->slots.count;
    ir_var slot = kit_scratch(x->k, "slot", 0, (int32_t)n - 1);
    int32_t *face = ARENA_ARRAY(x->a, int32_t, n), *value = ARENA_ARRAY(x->a, int32_t, n);
    for (uint32_t k = 0; k < n; k++) {
        face[k] = (int32_t)d->slots.data[k];
        value[k] = (int32_t)d->faces.data[face[k]];
    }
    kit_pick(x->k, slot, 0, (int32_t)n - 1);
    kit_num shown = kit_look(x->k, kit_table(x->k, 0, value, n, 0), kit_read(x->k, slot));
    lu_tag_word(x, i ? ",#" : word);
    lu_tag_num(x, shown);
    if (d->alike) { /* which of several like faces it is */
        lu_tag_word(x, "~#");
        lu_tag_num(x, kit_read(x->k, slot));
    }
    kit_set_at(x->k, x->die, kit_known((int32_t)i), shown);
    kit_set_at(x->k, x->face, kit_known((int32_t)i),
               kit_look(x->k, kit_table(x->k, 0, face, n, 0), kit_read(x->k, slot)));
    kit_set(x->k, slot, kit_known(0));
}

/* How likely the throw is, where faces are not equally likely. */
static void weigh_throw(lu *x, const ludii_value *v)
{
    kit_num weight = kit_known(1);
    double most = 1;
    bool biased = false;
    for (uint32_t i = 0; i < x->dice.count; i++) {
        const vec_u32 *w = &vec_at(&x->dice, i).weights;
        int32_t *t = ARENA_ARRAY(x->a, int32_t, w->count), high = 1;
        bool uneven = false;
        for (uint32_t k = 0; k < w->count; k++) {
            t[k] = (int32_t)w->data[k] > 0 ? (int32_t)w->data[k] : 1; /* a face without weight does not come up */
            high = t[k] > high ? t[k] : high;
            uneven |= t[k] != 1;
        }
        if (uneven)
            weight = kit_op(
                x->k, IR_MUL, weight,
                kit_look(x->k, kit_table(x->k, 0, t, w->count, 1), kit_at(x->k, x->face, kit_known((int32_t)i))));
        most *= uneven ? high : 1;
        biased |= uneven;
    }
    if (most > IR_WEIGHT_MAX) {
        lu_refuse(x, v, "dice of such weights together");
        return;
    }
    if (biased && x->k->g->weight == IR_NONE)
        kit_weight(x->k, kit_scratch(x->k, "weight", 1, (int32_t)most));
    if (biased)
        kit_set(x->k, x->k->g->weight, weight);
}

static void throw_dice(lu *x, const ludii_value *v, const char *word)
{
    double outcomes = 1;
    for (uint32_t i = 0; i < x->dice.count; i++)
        outcomes *= vec_at(&x->dice, i).slots.count;
    if (outcomes > OUTCOMES_MAX)
        lu_refuse(x, v, "so many different throws of the dice");
    ir_node thrown = kit_node(x->k);
    kit_player(x->k, thrown, x->k->g->random);
    x->k->cur = thrown;
    if (x->vars[LU_S_THROWN] != IR_NONE)
        kit_set(x->k, x->vars[LU_S_THROWN], kit_known(1));
    for (uint32_t i = 0; i < x->dice.count && !x->failed; i++)
        throw_die(x, i, word);
    weigh_throw(x, v);
}

/* Chance throws the dice where the moves of the turn want that; the cursor goes on where they do
 * not. */
void lu_throw_first(lu *x, const ludii_value *moves, uint32_t who, ir_sym role, ir_node decide)
{
    kit_cond wanted = x->dice.count && moves ? throws(x, moves) : kit_truth(false);
    if (wanted.known && !wanted.value)
        return;
    ir_node no = kit_branch(x->k, wanted);
    throw_dice(x, moves, "Roll:#");
    lu_say_to(x, who);
    kit_player(x->k, decide, role);
    x->k->cur = no;
}

void lu_effect_roll(lu *x, const ludii_value *v)
{
    if (!x->dice.count)
        lu_refuse(x, v, "a throw without dice");
    if (x->stage.following && (!x->stage.settled || x->k->tries || x->joint))
        lu_refuse(x, v, "a throw of dice at this place");
    else if (x->stage.following) {
        ir_node behind = kit_node(x->k);
        throw_dice(x, v, "Random:#");
        kit_player(x->k, behind, x->k->g->keeper);
        x->k->cur = behind;
    }
    if (lu_item(x, v, "Then"))
        lu_effect(x, lu_item(x, v, "Then")->items[0]);
}

/* ---- what the dice show ---- */

/* What the faces say, of dice that are used, too. */
kit_num lu_count_pips(lu *x, const ludii_value *v)
{
    const ludii_value *role = lu_item(x, v, "RoleType");
    if (lu_arg(x, v, "of") || (role && !lu_word_is(x, role, "Shared")))
        lu_refuse(x, v, "dice of a player");
    kit_num sum = kit_known(0);
    for (uint32_t i = 0; i < x->dice.count; i++)
        sum = kit_op(x->k, IR_ADD, sum, face_value(x, i));
    return sum;
}

kit_num lu_face(lu *x, const ludii_value *v)
{
    kit_num site = lu_int(x, v->items[0]), n = kit_known(-1);
    for (uint32_t i = 0; i < x->dice.count; i++)
        n = kit_choose(x->k, kit_compare(x->k, IR_EQ, site, kit_known((int32_t)(x->dice_site + i))), face_value(x, i),
                       n);
    return n;
}

kit_cond lu_dice_used(lu *x)
{
    kit_cond all = kit_truth(true);
    for (uint32_t i = 0; i < x->dice.count; i++)
        all = kit_and(x->k, all, kit_compare(x->k, IR_EQ, die_number(x, i), kit_known(0)));
    return all;
}

/* As they were thrown: all show the face of the same number, whatever is on it. */
kit_cond lu_dice_equal(lu *x)
{
    kit_cond all = kit_compare(x->k, IR_NE, kit_read(x->k, lu_state_var(x, LU_S_THROWN)), kit_known(0));
    for (uint32_t i = 1; i < x->dice.count; i++)
        all = kit_and(x->k, all,
                      kit_compare(x->k, IR_EQ, kit_at(x->k, x->face, kit_known((int32_t)i)),
                                  kit_at(x->k, x->face, kit_known(0))));
    return all;
}

kit_cond lu_any_die(lu *x, kit_num value)
{
    kit_cond any = kit_truth(false);
    for (uint32_t i = 0; i < x->dice.count; i++)
        any = kit_or(x->k, any, kit_compare(x->k, IR_EQ, die_number(x, i), value));
    return any;
}

/* ---- moves with a die ---- */

/* The dice of a combination: one bit each. With one or all of them the pips are the sum. */
typedef struct dice_use {
    ir_var which; /* of `sets` */
    uint32_t sets, bits[1 << 4];
    bool doubles; /* like dice are used twice */
    ir_var twice; /* whether they are this time */
} dice_use;

static void use_up(lu *x, const dice_use *u)
{
    ir_node after = kit_node(x->k);
    for (uint32_t s = 0; s < u->sets; s++) {
        ir_node other = kit_branch(x->k, kit_compare(x->k, IR_EQ, kit_read(x->k, u->which), kit_known((int32_t)s)));
        for (uint32_t i = 0; i < x->dice.count; i++)
            if (u->bits[s] >> i & 1)
                kit_set_at(x->k, x->die, kit_known((int32_t)i), kit_known(0));
        kit_go(x->k, after);
        x->k->cur = other;
    }
    kit_go(x->k, after);
    x->k->cur = after;
    kit_set(x->k, u->which, kit_known(0));
}

/* The dice show the face with that number, from 1, if they have one. */
static void show_face(lu *x, kit_num number)
{
    ir_node after = kit_node(x->k);
    const uint32_t count = vec_at(&x->dice, 0).faces.count;
    kit_num face = kit_op(x->k, IR_SUB, number, kit_known(1));
    kit_branch_to(x->k,
                  kit_and(x->k, kit_compare(x->k, IR_GE, face, kit_known(0)),
                          kit_compare(x->k, IR_LT, face, kit_known((int32_t)count))),
                  after);
    face = lu_keep_num(x, "face", kit_clamp(x->k, face, 0, (int32_t)count - 1, 0));
    for (uint32_t i = 0; i < x->dice.count; i++) {
        kit_set_at(x->k, x->face, kit_known((int32_t)i), face);
        kit_set_at(x->k, x->die, kit_known((int32_t)i), face_value(x, i));
    }
    kit_go(x->k, after);
    x->k->cur = after;
}

/* Like dice are used twice: the variable remembers what they show between the two times. */
static void use_twice(lu *x, const dice_use *u)
{
    ir_var var = lu_state_var(x, LU_S_VAR);
    ir_node after = kit_node(x->k);
    kit_cond fresh = kit_not(x->k, lu_any_die(x, kit_known(0)));
    if (u->sets > x->dice.count) { /* several dice together are used up */
        ir_node all = kit_branch(x->k,
                                 kit_compare(x->k, IR_LT, kit_read(x->k, u->which), kit_known((int32_t)x->dice.count))),
                one = x->k->cur;
        x->k->cur = all;
        use_up(x, u);
        kit_go(x->k, after);
        x->k->cur = one;
    }
    for (uint32_t i = 1; i < x->dice.count; i++)
        fresh = kit_and(x->k, fresh, kit_compare(x->k, IR_EQ, die_number(x, i), die_number(x, 0)));
    if (u->twice != IR_NONE)
        fresh = kit_and(x->k, fresh, kit_compare(x->k, IR_NE, kit_read(x->k, u->twice), kit_known(0)));
    kit_cond first = kit_compare(x->k, IR_LT, kit_read(x->k, var), kit_known(0));
    ir_node used = kit_branch(x->k, fresh), second = kit_branch(x->k, first);
    kit_set(x->k, var, lu_context_num(x, LU_PIPS));
    use_up(x, u);
    kit_go(x->k, after);
    x->k->cur = second;
    kit_set(x->k, var, kit_known(-1));
    use_up(x, u);
    kit_go(x->k, after);
    x->k->cur = used;
    ir_node again = kit_branch(x->k, first);
    use_up(x, u);
    kit_go(x->k, after);
    x->k->cur = again;
    use_up(x, u);
    show_face(x, kit_read(x->k, var));
    kit_go(x->k, after);
    x->k->cur = after;
}

void lu_use_die(lu *x, const struct dice_use *u)
{
    if (u->doubles)
        use_twice(x, u);
    else
        use_up(x, u);
}

/* Moves with the same text but other dice are told apart. */
void lu_tag_die(lu *x, const struct dice_use *u)
{
    if (u->sets < 2)
        return;
    ir_node after = kit_node(x->k),
            first = kit_branch(x->k, kit_compare(x->k, IR_GT, kit_read(x->k, u->which), kit_known(0)));
    lu_tag_word(x, "~#");
    lu_tag_num(x, kit_read(x->k, u->which));
    kit_go(x->k, after);
    x->k->cur = first;
    kit_go(x->k, after);
    x->k->cur = after;
}

static kit_num pips_of(lu *x, uint32_t bits)
{
    kit_num sum = kit_known(0);
    for (uint32_t i = 0; i < x->dice.count; i++)
        if (bits >> i & 1)
            sum = kit_op(x->k, IR_ADD, sum, die_number(x, i));
    return sum;
}

static uint32_t bit_count(uint32_t n) { return n ? (n & 1) + bit_count(n >> 1) : 0; }

static bool read_uses(lu *x, const ludii_value *v, dice_use *u)
{
    uint32_t n = x->dice.count;
    const ludii_value *which = lu_item(x, v, "Int");
    int32_t number = 0;
    if (which && (!lu_known_int(x, which, &number) || number != 0))
        lu_refuse(x, which, "dice by their number");
    bool combined = lu_flag(x, v, "combined", false);
    combined &= n <= 3 || !lu_quirk(x, QUIRK_DICE_ADD_UP_TO_THREE);
    if (n == 0 || n > 16 || (combined && n > 4)) {
        lu_refuse_ludeme(x, v);
        return false;
    }
    for (uint32_t size = 1; size <= (combined ? n : 1); size++)
        for (uint32_t bits = 1; bits < 1u << n; bits++)
            if (bit_count(bits) == size)
                u->bits[u->sets++] = bits;
    const ludii_value *doubles = lu_arg(x, v, "replayDouble");
    const kit_cond c = doubles ? lu_bool(x, doubles) : kit_truth(false);
    u->doubles = !c.known || c.value;
    u->twice = c.known ? IR_NONE : kit_scratch(x->k, "twice", 0, 1);
    if (!c.known)
        kit_set(x->k, u->twice, kit_choose(x->k, c, kit_known(1), kit_known(0)));
    return true;
}

/* Whether a move from a level has an effect in front of it that goes over levels: where that ends, moves with the next
 * die begin. */
static bool moves_level_behind(const lu *x, const ludii_value *v, bool inside)
{
    bool any = v && inside && lu_is_row(x, v, "ForEach.Level");
    inside |= v && lu_is(x, v, "Apply");
    for (uint32_t i = 0; v && i < v->count && !any; i++)
        any = moves_level_behind(x, v->items[i], inside);
    return any;
}

void lu_for_die(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *condition = lu_arg(x, v, "if");
    lu_use use = lu_with_then(x, k, lu_item(x, v, "Then"));
    dice_use *u = ARENA_NEW(x->a, dice_use);
    if (!read_uses(x, v, u))
        return;
    ir_node entry = x->k->cur, chosen = kit_node(x->k);
    u->which = kit_scratch(x->k, "die", 0, (int32_t)u->sets - 1);
    for (uint32_t s = 0; s < u->sets; s++) {
        x->k->cur = entry;
        for (uint32_t i = 0; i < x->dice.count && bit_count(u->bits[s]) > 1; i++)
            if (u->bits[s] >> i & 1) /* none of those that are put together may be used */
                kit_check(x->k, kit_compare(x->k, IR_NE, die_number(x, i), kit_known(0)));
        kit_set(x->k, u->which, kit_known((int32_t)s));
        kit_set(x->k, lu_context_var(x, LU_PIPS), pips_of(x, u->bits[s]));
        kit_go(x->k, chosen);
    }
    x->k->cur = chosen;
    if (condition)
        kit_check(x->k, lu_bool(x, condition));
    if (x->dice.count > 1 && moves_level_behind(x, lu_item(x, v, "Moves"), false))
        lu_refuse(x, v, "levels of stacks behind a loop over others");
    use.die = u;
    lu_moves(x, lu_item(x, v, "Moves"), &use);
}

/* As an effect: done for each die, which is used up by what is done. What may come to nothing is refused, as then it is
 * not used. */
void lu_effect_for_die(lu *x, const ludii_value *v)
{
    const ludii_value *body = lu_item(x, v, "Moves"), *condition = lu_arg(x, v, "if"), *inner = NULL;
    dice_use u = {0};
    if (!read_uses(x, v, &u))
        return;
    if (body && lu_code(x, body) && lu_code(x, body)->effect == lu_effect_if && !body->items[2])
        inner = body->items[0], body = body->items[1];
    const ludeme_code *code = lu_code(x, body);
    if (u.sets != x->dice.count || u.doubles || lu_item(x, v, "Then") || !code ||
        !(code->effect == lu_effect_remember_value || code->effect == lu_effect_add_score ||
          code->effect == lu_effect_set_var) ||
        lu_arg(x, body, "unique")) {
        lu_refuse_ludeme(x, v);
        return;
    }
    for (uint32_t i = 0; i < x->dice.count; i++) {
        ir_node after = kit_node(x->k);
        kit_set(x->k, lu_context_var(x, LU_PIPS), die_number(x, i));
        if (condition)
            kit_branch_to(x->k, lu_bool(x, condition), after);
        if (inner)
            kit_branch_to(x->k, lu_bool(x, inner), after);
        lu_effect(x, body);
        kit_set_at(x->k, x->die, kit_known((int32_t)i), kit_known(0));
        kit_go(x->k, after);
        x->k->cur = after;
    }
}

/* What comes first, and moves in the position that it leads to. With dice there is always one: to
 * pass. */
void lu_do_next(lu *x, const ludii_value *v, const lu_use *k)
{
    const ludii_value *next = lu_arg(x, v, "next");
    lu_use use = *k;
    use.begun = lu_mentions(x, v->items[0], "Set.Pending");
    if (use.begun)
        lu_begin_move(x);
    use.first = v->items[0];
    lu_effect(x, v->items[0]);
    if (!x->dice.count) {
        lu_moves(x, next, &use);
        return;
    }
    ir_node none = kit_branch(x->k, lu_can(x, next));
    lu_moves(x, next, &use);
    x->k->cur = none;
    lu_emit(x, &use, &(lu_move){.kind = LU_PASS, .v = v});
}
