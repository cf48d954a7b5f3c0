/* Which game of a file is meant, and what it inherits. */
#include "lang/zrf/zrf.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* The game whose sections a variant inherits: the nearest one before it, else the first one behind
 * it. */
static const zrf_form *game_of(const zrf_file *f, uint32_t variant)
{
    for (uint32_t i = variant; i-- > 0;)
        if (!vec_at(&f->forms, i).variant)
            return &vec_at(&f->forms, i);
    for (uint32_t i = variant; i < f->forms.count; i++)
        if (!vec_at(&f->forms, i).variant)
            return &vec_at(&f->forms, i);
    return NULL;
}

static bool is_goal(const char *head)
{
    static const char *const goals[] = {"win-condition", "loss-condition", "draw-condition", "count-condition"};
    return TEXT_AMONG(head, goals);
}

/* The name that a piece has. */
static const zrf_node *piece_name(const zrf_file *f, const zrf_node *piece)
{
    for (uint32_t i = 1; i < piece->count; i++)
        if (zrf_heads(f, zrf_item(piece, i), "name") && zrf_item(piece, i)->count > 1)
            return zrf_item(zrf_item(piece, i), 1);
    return NULL;
}

static bool same_word(const zrf_node *a, const zrf_node *b)
{
    return a && b && a->kind != ZRF_LIST && b->kind != ZRF_LIST && a->name == b->name;
}

/* Whether a section of the variant stands in the place of that one of the game. */
static bool replaces(const zrf_file *f, const zrf_node *own, const zrf_node *inherited)
{
    const char *head = zrf_head(f, own), *old = zrf_head(f, inherited);
    if (!head || !old)
        return false;
    if (is_goal(head))
        return is_goal(old);
    if (strcmp(head, old) != 0)
        return false;
    if (strcmp(head, "piece") == 0)
        return same_word(piece_name(f, own), piece_name(f, inherited));
    if (strcmp(head, "option") == 0)
        return own->count > 1 && inherited->count > 1 && same_word(zrf_item(own, 1), zrf_item(inherited, 1));
    return true;
}

static bool is_replaced(const zrf_file *f, const zrf_form *form, const zrf_node *inherited)
{
    if (zrf_heads(f, inherited, "default"))
        return true;
    for (uint32_t i = 0; i < form->sections.count; i++)
        if (replaces(f, vec_at(&form->sections, i), inherited))
            return true;
    return false;
}

static const zrf_form *joined(zrf_file *f, const zrf_form *game, const zrf_form *form)
{
    zrf_form *whole = ARENA_NEW(f->arena, zrf_form);
    *whole = *form;
    whole->sections = (zrf_nodes){0};
    for (uint32_t i = 0; i < game->sections.count; i++)
        if (!is_replaced(f, form, vec_at(&game->sections, i)))
            vec_push(f->arena, &whole->sections, vec_at(&game->sections, i));
    vec_append(f->arena, &whole->sections, &form->sections);
    return whole;
}

const zrf_form *zrf_whole(zrf_file *f, uint32_t index)
{
    const zrf_form *form = &vec_at(&f->forms, index), *game = form->variant ? game_of(f, index) : NULL;
    return game ? joined(f, game, form) : form;
}

const zrf_form *zrf_amend(zrf_file *f, const zrf_form *form, const char *sections)
{
    zrf_form own = *form;
    own.sections = (zrf_nodes){0};
    own.amended = true;
    zrf_lex(f, source_new(f->texts, "sections", sections, strlen(sections)), &own.sections);
    return joined(f, form, &own);
}

static uint32_t numbered(const zrf_file *f, const char *wanted)
{
    char *end;
    unsigned long number = strtoul(wanted, &end, 10);
    for (uint32_t i = 0; *wanted && !*end && i < f->forms.count; i++)
        if (!vec_at(&f->forms, i).separator && number-- == 0)
            return i;
    return ZRF_NONE;
}

static uint32_t titled(const zrf_file *f, const char *wanted)
{
    for (uint32_t i = 0; i < f->forms.count; i++)
        if (strcmp(vec_at(&f->forms, i).title, wanted) == 0)
            return i;
    return ZRF_NONE;
}

/* Without a wish: the game itself, unless a variant says that it is the one. */
static uint32_t usual(const zrf_file *f)
{
    for (uint32_t i = 0; i < f->forms.count; i++)
        if (vec_at(&f->forms, i).initial)
            return i;
    for (uint32_t i = 0; i < f->forms.count; i++)
        if (!vec_at(&f->forms, i).variant)
            return i;
    return 0;
}

const zrf_form *zrf_choose(zrf_file *f, const char *wanted)
{
    uint32_t i = wanted ? titled(f, wanted) : usual(f);
    i = i == ZRF_NONE ? numbered(f, wanted) : i;
    if (i != ZRF_NONE)
        return zrf_whole(f, i);
    suggestion s;
    suggest_init(&s, wanted);
    for (uint32_t k = 0; k < f->forms.count; k++)
        suggest_offer(&s, vec_at(&f->forms, k).title);
    if (s.best && s.best_distance == 1) { /* editions of a file spell titles differently */
        zrf_warn(f, DIAG_ZRF_UNKNOWN, NULL, "the file has no variant `%s`; `%s` is taken", wanted, s.best);
        return zrf_whole(f, titled(f, s.best));
    }
    diag *d = zrf_report(f, DIAG_ZRF_VARIANT, NULL, "the file has no variant `%s`", wanted);
    diag_hint_near(f->sink, d, &s);
    if (!s.best)
        diag_set_hint(f->sink, d, "`ludens variants` lists them");
    return NULL;
}
