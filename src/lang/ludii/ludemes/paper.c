/* The sub-library of which Browne's paper shows the grammar (Appendix E), so far that the grammar comes out as it is
 * printed there: classes that were still to be written have names, but no constructors. */
#include "lang/ludii/ludeme.h"

static const ludeme game[] = {
    LUDEME("Game", "game", "", "a game", "name:String [{<Metadata>}] [<Control>] [{<Equipment>}] [<Rules>]"),
};

static const ludeme metadata[] = {
    LUDEME("Metadata", "metadata ?", "", "a fact about the game", "String String"),
};

static const ludeme control[] = {
    LUDEME("Control", "control", "", "who plays, and when", "[{<Player>}] [<TimeType>]"),
    VALUES("TimeType", "timeType", "", "kinds of time", "Discrete Real"),
};

static const ludeme player[] = {
    LUDEME("Player", "player", "", "one player", "[index:int] name:String"),
};

static const ludeme equipment[] = {
    ABSTRACT("Equipment", "equipment", "", "what the game is played with"),
};

static const ludeme container[] = {
    ABSTRACT("Container", "container", "Equipment", "something that holds components"),
};

static const ludeme containers[] = {
    LUDEME("Board", "board", "Container", "the board", "label:String <Basis>", "label:String <Basis> {<Modify>}"),
    LUDEME("Store", "store", "Container", "where components are kept", "label:String owner:int"),
};

static const ludeme basis[] = {
    ABSTRACT("Basis", "basis", "", "the tiling and shape of a board"),
    LUDEME("HexHex", "hexHex", "Basis", "a hexagon of hexagons", "dim:int"),
    LUDEME("Rect", "rect", "Basis", "a rectangle of squares", "rows:int cols:int"),
    LUDEME("Square", "square", "Basis", "a square of squares", "dim:int"),
};

static const ludeme component[] = {
    ABSTRACT("Component", "component", "Equipment", "something that is moved"),
};

static const ludeme components[] = {
    LUDEME("Ball", "ball", "Component", "a ball", "label:String colour:int"),
    LUDEME("Disc", "disc", "Component", "a disc", "label:String colour:int"),
};

static const ludeme rules[] = {
    LUDEME("Rules", "rules", "", "how the game is played", "[{<Start>}] [<Play>] [<End>]"),
};

static const ludeme start[] = {
    ABSTRACT("Start", "start", "", "what is done before the first move"),
    LUDEME("Place", "place", "Start", "put something on a site", "<Equipment> <Site>"),
    LUDEME("StartStore", "store", "Start", "give components to a player", "<Equipment> <RoleType> count:int"),
};

static const ludeme play[] = {
    LUDEME("Play", "play", "", "the moves of a turn", "<MoveLogic>"),
};

static const ludeme end[] = {
    LUDEME("End", "end", "", "when the game ends", "<Bool> <Result>"),
    LUDEME("Result", "result", "", "what the end means for a player", "<Bool> <RoleType> <ResultType>"),
};

static const ludeme types[] = {
    VALUES("RoleType", "roleType", "", "players, by what they are",
           "None P1 P2 P3 P4 P5 P6 P7 P8 Any All Mover NonMover Opposite Next Prev Odd Even"),
    VALUES("ResultType", "resultType", "", "results", "Win Lose Draw Tie Abort"),
};

static const ludeme modify[] = {ABSTRACT("Modify", "modify", "", "a change of a board")};
static const ludeme site[] = {ABSTRACT("Site", "site", "", "a site of a board")};
static const ludeme functions[] = {ABSTRACT("Bool", "bool", "", "a condition")};
static const ludeme move[] = {ABSTRACT("MoveLogic", "logic", "", "moves made of others")};

const ludeme_package ludii_paper[] = {PACKAGE("game", game),
                                      PACKAGE("game.metadata", metadata),
                                      PACKAGE("game.control", control),
                                      PACKAGE("game.player", player),
                                      PACKAGE("game.equipment", equipment),
                                      PACKAGE("game.equipment.container", container),
                                      PACKAGE("game.equipment.container", containers),
                                      PACKAGE("game.equipment.basis", basis),
                                      PACKAGE("game.equipment.component", component),
                                      PACKAGE("game.equipment.component", components),
                                      PACKAGE("game.rules", rules),
                                      PACKAGE("game.rules.start", start),
                                      PACKAGE("game.rules.play", play),
                                      PACKAGE("game.rules.end", end),
                                      PACKAGE("game.types", types),
                                      PACKAGE("game.equipment.modify", modify),
                                      PACKAGE("game.equipment.site", site),
                                      PACKAGE("game.functions", functions),
                                      PACKAGE("game.rules.play.move", move),
                                      {0}};
