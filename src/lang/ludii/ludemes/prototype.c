/* The prototype of 2017, as Appendix D of Browne's paper writes a game in it. That differs from the grammar of
 * Appendix E: names have no labels and quotes may be left out, owners are ludemes, and results have no condition. */
#include "lang/ludii/ludeme.h"
#include "lang/ludii/ludemes/prototype_rules.h"

static const ludeme game[] = {
    LUDEME_AS(MEANING(prototype_game), "Game", "game", "",
              "a game; all but the name may be left out, tic-tac-toe is meant then",
              "String [<Control>] [{<Equipment>}] [<Rules>]"),
};

static const ludeme control[] = {
    LUDEME_AS(MEANING(prototype_control), "Control", "control", "", "who plays, and whether in turn or at once",
              "[{<Player>}] [<TimeType>]"),
    LUDEME("Player", "player", "", "one player", "[index:int] String"),
    VALUES("TimeType", "timeType", "", "kinds of time", "Discrete Real"),
};

static const ludeme equipment[] = {
    ABSTRACT("Equipment", "equipment", "", "what the game is played with"),
    ABSTRACT("Container", "container", "Equipment", "something that holds components"),
    LUDEME_AS(MEANS("(board #2)"), "Board", "board", "Container", "the board", "String <Basis>"),
    LUDEME_AS(MEANS(""), "Store", "store", "Container", "where a player keeps components", "String [<Owner>]"),
    ABSTRACT("Component", "component", "Equipment", "something that is moved"),
    LUDEME_AS(MEANING(prototype_component), "Ball", "ball", "Component", "a ball", "String [<Owner>] [colour:int]"),
    LUDEME_AS(MEANING(prototype_component), "Disc", "disc", "Component", "a disc", "String [<Owner>] [colour:int]"),
    LUDEME("Owner", "owner", "", "whose it is", "<RoleType>"),
};

static const ludeme basis[] = {
    ABSTRACT("Basis", "basis", "", "the tiling and shape of a board"),
    LUDEME_AS(MEANING(prototype_basis), "HexHex", "hexHex", "Basis", "a hexagon of hexagons, by its side", "int"),
    LUDEME_AS(MEANING(prototype_basis), "Rect", "rect", "Basis", "a rectangle of squares, rows and columns", "int int"),
    LUDEME_AS(MEANING(prototype_basis), "Square", "square", "Basis", "a square of squares, by its side", "int"),
};

static const ludeme rules[] = {
    LUDEME_AS(MEANING(prototype_rules), "Rules", "rules", "", "how the game is played", "[{<Start>}] [<Play>] [<End>]"),
    ABSTRACT("Start", "start", "", "what is done before the first move"),
    LUDEME_AS(MEANING(prototype_place), "Place", "place", "Start", "put a component on a site", "String int"),
    LUDEME_AS(MEANING(prototype_store), "StartStore", "store", "Start", "give components to a player",
              "<RoleType> String [count:int]"),
    LUDEME_AS(MEANS("(play #1)"), "Play", "play", "", "the moves of a turn", "<Move>"),
    LUDEME_AS(MEANS("(end (if #1 #2))"), "End", "end", "", "a condition, and the result when it holds",
              "<Bool> <Result>"),
    LUDEME_AS(MEANING(prototype_result), "Result", "result", "", "what the end means for a player",
              "<RoleType> <ResultType>"),
};

static const ludeme moves[] = {
    LUDEME_AS(MEANING(prototype_move), "Move", "move", "", "a component goes from one place to another",
              "[<From>] <To>"),
    LUDEME_AS(MEANS("#1"), "From", "from", "", "where it comes from", "<Generate>"),
    LUDEME_AS(MEANS("#1"), "To", "to", "", "where it goes", "<Generate>"),
    LUDEME_AS(MEANING(prototype_generate), "Generate", "generate", "",
              "sites of a container, named by it or by its kind", "String [<RoleType> | <Content>]"),
    VALUES("Content", "content", "", "what a site holds", "empty occupied"),
};

static const ludeme conditions[] = {
    ABSTRACT("Bool", "bool", "", "a condition"),
    LUDEME_AS(MEANING(prototype_line), "Line", "line", "Bool", "components of a player in a row",
              "length:int [dirn:<Direction>] [owner:<RoleType>]"),
    LUDEME_AS(MEANS("(and {#1})"), "And", "and", "Bool", "all conditions hold", "{<Bool>}"),
    LUDEME_AS(MEANS("(or {#1})"), "Or", "or", "Bool", "one of the conditions holds", "{<Bool>}"),
    LUDEME_AS(MEANS("(not #1)"), "Not", "not", "Bool", "a condition does not hold", "<Bool>"),
};

static const ludeme types[] = {
    VALUES("RoleType", "roleType", "", "players, by what they are",
           "None P1 P2 P3 P4 P5 P6 P7 P8 Any All Mover NonMover Opposite Next Prev Odd Even"),
    VALUES("ResultType", "resultType", "", "results", "Win Lose Draw Tie Abort"),
    VALUES("Direction", "direction", "", "directions of lines", "Any Orthogonal Diagonal"),
};

const ludeme_package ludii_prototype[] = {PACKAGE("game", game),
                                          PACKAGE("game.control", control),
                                          PACKAGE("game.equipment", equipment),
                                          PACKAGE("game.equipment.basis", basis),
                                          PACKAGE("game.rules", rules),
                                          PACKAGE("game.rules.play.move", moves),
                                          PACKAGE("game.functions.bool", conditions),
                                          PACKAGE("game.types", types),
                                          {0}};
