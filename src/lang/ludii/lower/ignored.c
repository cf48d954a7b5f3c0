/* Arguments that nothing was made of: a game that has one is refused rather than played without it. */
#include "lang/ludii/lower/grounds.h"
#include "lang/ludii/lower/lower.h"

#include <string.h>

/* What is noted of a value: that something looked at it, and that it is done, not only asked for. */
static uint64_t key_of(const ludii_value *v, bool done) { return hash_mix((uint64_t)(uintptr_t)v + done); }

static void note(const lu *x, const ludii_value *v, bool done)
{
    if (v && !map_has(x->touched, key_of(v, done)))
        map_put(x->touched, key_of(v, done), 1);
}

void lu_touch(const lu *x, const ludii_value *v) { note(x, v, false); }
void lu_touch_done(const lu *x, const ludii_value *v) { note(x, v, true); }

void lu_pass_over(const lu *x, const ludii_value *v)
{
    lu_touch(x, v);
    for (uint32_t i = 0; v && i < v->count; i++)
        lu_pass_over(x, v->items[i]);
}

const ludii_value *lu_then_of_old(lu *x, const ludii_value *v)
{
    const ludii_value *then = lu_item(x, v, "Then");
    if (!lu_quirk(x, QUIRK_NOTHING_FOLLOWS))
        return then;
    lu_pass_over(x, then);
    return NULL;
}

static bool is_touched(const lu *x, const ludii_value *v)
{
    bool is = map_has(x->touched, key_of(v, false));
    for (uint32_t i = 0; i < v->count && !is; i++)
        is = v->items[i] && is_touched(x, v->items[i]);
    return is;
}

static const ludeme *row_of(const lu *x, const ludii_value *v)
{
    return v->form != LIB_NONE ? vec_at(&x->l->forms, v->form).row : NULL;
}

/* `(to)`, `(players {(player) (player)})`, {}, the words that tell constructors apart, the board's own type. */
static bool says_nothing(const lu *x, const ludii_value *v)
{
    bool nothing = (row_of(x, v) && !row_of(x, v)->code && !vec_at(&x->l->forms, v->form).bare) || lu_array_of(x, v);
    for (uint32_t i = 0; i < v->count && nothing; i++)
        nothing = !v->items[i] || says_nothing(x, v->items[i]);
    return nothing || vec_at(&x->l->types, v->type).kind == LIB_WORD ||
           (lu_is(x, v, "SiteType") && lu_ground_named(x, v) == LU_OWN);
}

/* Arguments that change nothing, or that are read from the text before: names, bounds of numbers, the board. */
static bool may_ignore(const lu *x, const ludii_value *v, uint32_t item)
{
    static const struct {
        const char *row, *what; /* what: a label, or a class; NULL: any */
    } harmless[] = {{"Game", ""},          {"PlayerItem", ""},    {"Map", ""},
                    {"Regions", NULL},     {"Piece", "Moves"}, /* of pieces that do not move */
                    {"Tile", "numSides"},  {"Piece", "maxState"}, {"Piece", "maxCount"},
                    {"Piece", "maxValue"}, {"Hints", "SiteType"}, {"ContextHint", "SiteType"}};
    const char *row = row_of(x, v)->name;
    const size_t length = strcspn(row, ".");
    const ludii_value *a = v->items[item];
    const char *what = a->node->label != NAME_NONE ? ludii_text(x->f, a->node->label) : lu_class(x, a);
    bool may = lu_is(x, v, "Board");
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless && !may; i++)
        may = strlen(harmless[i].row) == length && memcmp(row, harmless[i].row, length) == 0 &&
              (!harmless[i].what || strcmp(what, harmless[i].what) == 0 || lu_is(x, a, harmless[i].what));
    return may;
}

static void refuse(lu *x, const ludii_value *v, const ludii_value *a)
{
    const ludii_node *head = v->node->items[0], *word = v->node->count > 1 ? v->node->items[1] : NULL;
    const char *second = word && word->kind == LUDII_ATOM && word->label == NAME_NONE && word != a->node
                             ? arena_printf(x->a, " %s", ludii_shown(x->f, word->name))
                             : "";
    const ludii_node *n = a->node->kind == LUDII_LIST && a->node->count ? a->node->items[0] : a->node;
    const char *what = a->node->label != NAME_NONE ? arena_printf(x->a, "%s:", ludii_shown(x->f, a->node->label))
                       : n->kind == LUDII_ATOM     ? ludii_shown(x->f, n->name)
                                                   : "{..}";
    lu_refuse(x, a,
              arena_printf(x->a, "the argument `%s` of `(%s%s ..)`", what, ludii_shown(x->f, head->name), second));
}

/* `done`: the moves or the effect that it belongs to are made. Those that are only asked for, as by `(can Move ..)`,
 * need not know what happens besides and after them. */
static void refuse_ignored(lu *x, const ludii_value *v, bool done)
{
    const ludeme *row = row_of(x, v);
    const bool made =
        row && !vec_at(&x->l->forms, v->form).bare && (!row->code || map_has(x->touched, key_of(v, false)));
    done = map_has(x->touched, key_of(v, true)) || (done && !(row && row->code));
    arena_work(x->a, 1);
    for (uint32_t i = 0; i < v->count && !x->failed; i++) {
        const ludii_value *a = v->items[i];
        if (a && is_touched(x, a))
            refuse_ignored(x, a, done);
        else if (a && made && !says_nothing(x, a) && !may_ignore(x, v, i) &&
                 (done || (!lu_is(x, a, "Then") && !lu_is(x, a, "Apply"))))
            refuse(x, v, a);
    }
}

void lu_refuse_ignored(lu *x) { refuse_ignored(x, x->game, false); }
