/* Ludemes that only other dialects need: what Ludi says and Ludii cannot. They are no part of any
 * grammar; games of those dialects are matched with them when they are played. */
#include "lang/ludii/lower/lowerings.h"

static const ludeme inner[] = {
    LUDEME_AS(PLAYS(.region = lu_sites_turtle), "Turtle", "turtle", "Sites", "sites at the ends of turtle steps",
              "<Int> {{<TurtleStep>}} <TurtleFacing>"),
    VALUES("TurtleStep", "turtleStep", "", "steps and turns", "f b l r fl fr bl br"),
    VALUES("TurtleFacing", "turtleFacing", "", "where a turtle looks at first", "all any forward n s e w ne nw se sw"),
    LUDEME("Stacking", "stacking", "MetaRule", "pieces may lie on each other", ""),
    LUDEME_AS(PLAYS(.effect = lu_effect_capture_stack), "CaptureStack", "captureStack", "Effect Moves",
              "take the pieces of the other side out of a stack", "<Int>"),
    LUDEME_AS(PLAYS(.number = lu_count_line), "CountLine", "countLine", "Int",
              "pieces on the line through two sites, -1 without one", "<Int> <Int> [<AbsoluteDirection>]"),
    LUDEME_AS(PLAYS(.number = lu_count_between), "CountBetween", "countBetween", "Int",
              "pieces between two sites in line", "<Int> <Int> [<RoleType>] [<AbsoluteDirection>]"),
    LUDEME_AS(PLAYS(.region = lu_sites_on_lines), "OnLines", "onLines", "Sites", "sites in line with a site",
              "<Int> [<AbsoluteDirection>]"),
};

const ludeme_package ludii_inner[] = {PACKAGE("inner", inner), {0}};
