/* What versions of Ludii after 1.0.8 write in another way. A row says what it means there; where the meaning does not
 * fit what was written, the game is refused. */
#include "lang/ludii/dialect.h"
#include "lang/ludii/ludeme.h"

#include <string.h>

static MEANING_OF(no_pieces);
static MEANING_OF(occupied_on);
static MEANING_OF(hidden);
static MEANING_OF(piece);
static MEANING_OF(concentric);

/* An argument with its name, or nothing. */
static const char *labelled(dialect *d, const ludii_value *v)
{
    if (!v)
        return "";
    const char *label = v->node->label != NAME_NONE ? dialect_print(d, "%s:", ludii_text(d->f, v->node->label)) : "";
    return dialect_print(d, " %s%s", label, dialect_refer(d, v));
}

static const char *no_pieces(dialect *d, const ludii_value *v)
{
    const char *text = "(= 0 (count Pieces";
    for (uint32_t i = 1; i < v->count; i++)
        text = dialect_print(d, "%s%s", text, labelled(d, v->items[i]));
    return dialect_print(d, "%s))", text);
}

static const char *occupied_on(dialect *d, const ludii_value *v)
{
    const char *text = "(sites Occupied", *on = "";
    for (uint32_t i = 1; i < v->count; i++) {
        const ludii_value *a = v->items[i];
        bool site = a && a->node->label != NAME_NONE && strcmp(ludii_text(d->f, a->node->label), "on") == 0;
        if (site)
            on = dialect_refer(d, a);
        else
            text = dialect_print(d, "%s%s", text, labelled(d, a));
    }
    return dialect_print(d, "%s %s)", text, on);
}

static const ludii_value *named(const dialect *d, const ludii_value *v, const char *name)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label != NAME_NONE &&
            strcmp(ludii_text(d->f, v->items[i]->node->label), name) == 0)
            return v->items[i];
    return NULL;
}

/* Nothing of a site is seen, or all but what stands there; parts of a piece are not hidden one by one. */
static const char *hidden(dialect *d, const ludii_value *v)
{
    const ludii_value *what = NULL, *on = NULL, *sites = NULL, *value = NULL, *then = NULL;
    for (uint32_t i = 0; i < v->count; i++) {
        const ludii_value *a = v->items[i];
        what = dialect_is(d, a, "HiddenData") ? a : what;
        on = dialect_is(d, a, "SiteType") ? a : on;
        then = dialect_is(d, a, "Then") ? a : then;
        if (a && a->node->label == NAME_NONE && !dialect_is(d, a, "HiddenData") && !dialect_is(d, a, "SiteType") &&
            !dialect_is(d, a, "Then") && i > 0) {
            bool truth = dialect_word_is(d, a, "True") || dialect_word_is(d, a, "true") ||
                         dialect_word_is(d, a, "False") || dialect_word_is(d, a, "false");
            value = truth ? a : value;
            sites = truth ? sites : a;
        }
    }
    bool shown = value && (dialect_word_is(d, value, "False") || dialect_word_is(d, value, "false"));
    if (what && !dialect_word_is(d, what, "What"))
        return dialect_refuse(d, what, "hiding this part of a piece");
    sites = named(d, v, "at") ? named(d, v, "at") : sites;
    return dialect_print(d, "(set %s %s %s %s %s)",
                         shown  ? "Visible"
                         : what ? "Masked"
                                : "Invisible",
                         dialect_refer(d, on), dialect_refer(d, sites), dialect_refer(d, named(d, v, "to")),
                         dialect_refer(d, then));
}

/* Bounds of numbers are found out by Ludens itself. */
static const char *piece(dialect *d, const ludii_value *v)
{
    const char *text = "(piece";
    for (uint32_t i = 0; i < v->count; i++) {
        const ludii_value *a = v->items[i];
        bool bound = a && a->node->label != NAME_NONE && strncmp(ludii_text(d->f, a->node->label), "max", 3) == 0;
        text = bound ? text : dialect_print(d, "%s%s", text, labelled(d, a));
    }
    return dialect_print(d, "%s)", text);
}

/* Squares around each other are a morris board, rings of given numbers of sites a circle. */
static const char *concentric(dialect *d, const ludii_value *v)
{
    const ludii_value *rings = named(d, v, "rings"), *corners = named(d, v, "joinCorners");
    if (dialect_word_is(d, v->items[0], "Square"))
        return dialect_print(d, "(morris %s%s)", rings ? dialect_refer(d, rings) : "3", labelled(d, corners));
    return dialect_refuse(d, v, "this concentric board");
}

static const ludeme later[] = {
    LUDEME_AS(MEANING(no_pieces), "NoPieces", "no", "Boolean", "there are no pieces of a player, or of a kind",
              "Pieces [<SiteType>] [<RoleType> | of:<Int>] [string] [in:<Sites>]"),
    LUDEME_AS(MEANING(occupied_on), "SitesOccupiedOn", "sites", "Sites", "sites of a type with pieces of a player",
              "Occupied (by:<Player> | by:<RoleType>) [container:<Int> | container:string] "
              "[component:<Int> | component:string | components:{string}] [top:boolean] on:<SiteType>"),
    LUDEME_AS(MEANING(hidden), "SetHidden", "set", "Effect Moves",
              "hide sites from a player, or what stands there, or show them again",
              "Hidden [<HiddenData>] [<SiteType>] (at:<Int> | <Sites>) [boolean] to:<RoleType> [<Then>]"),
    VALUES("HiddenData", "hiddenData", "", "parts of a piece", "Count Rotation State Value What Who"),
    LUDEME_AS(MEANING(piece), "PieceWithBounds", "piece", "Component", "a piece, with bounds of its numbers",
              "string [<RoleType>] [<DirectionFacing>] [<Flips>] [<Moves>] maxState:int [maxCount:int] [maxValue:int]",
              "string [<RoleType>] [<DirectionFacing>] [<Flips>] [<Moves>] maxCount:int [maxValue:int]",
              "string [<RoleType>] [<DirectionFacing>] [<Flips>] [<Moves>] maxValue:int"),
    LUDEME_AS(MEANING(concentric), "Concentric", "concentric", "Shape Graph", "polygons around each other",
              "<ConcentricShapeType> [rings:<Dim>] [joinCorners:<Boolean>]"),
    VALUES("ConcentricShapeType", "concentricShapeType", "", "polygons", "Hexagon Square Triangle"),
    LUDEME("PassEnd", "passEnd", "MetaRule", "what it means that all pass", "<PassEndType>"),
    VALUES("PassEndType", "passEndType", "", "the game is drawn, or goes on", "Draw NoEnd"),
};

const ludeme_package ludii_later[] = {PACKAGE("later", later), {0}};
