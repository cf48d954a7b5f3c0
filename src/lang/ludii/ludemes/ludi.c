/* Ludi, the system before Ludii (Browne 2008), as far as published texts show its language; docs/ludii.md says what
 * is seen there and what is ours. Pieces, players and clauses begin with names that a game makes up. */
#include "lang/ludii/ludeme.h"

static const ludeme game[] = {
    LUDEME("Game", "game ludeme", "", "a game", "name <Players> <Board> [<Pieces>] [<Start>] <End>"),
    LUDEME("Players", "players", "", "who plays; the first one begins", "{<Player>}"),
    LUDEME("Player", "player ?", "", "a player, maybe with the direction that is forward for it", "name <Compass>",
           "=name"),
};

static const ludeme board[] = {
    LUDEME("Board", "board", "", "the board", "<Tiling> <Shape> [<Size>] [<Regions>]"),
    LUDEME("Tiling", "tiling", "", "the tiling; with i-nbors cells that meet in a corner are neighbours",
           "<TilingType> [i-nbors]"),
    LUDEME("Shape", "shape", "", "the shape", "<ShapeType>"),
    LUDEME("Size", "size", "", "cells along a side, or rows and columns", "int [int]"),
    LUDEME("Regions", "regions", "", "regions of players", "{<Region>}"),
    LUDEME("Region", "region ?", "", "a region of a player", "name <Side>"),
    VALUES("TilingType", "tilingType", "", "tilings", "square hex tri trunc-square"),
    VALUES("ShapeType", "shapeType", "", "shapes of boards", "square hex tri rhombus rect boardless"),
    VALUES("Side", "side", "", "sides of a board", "n s e w ne nw se sw top bottom sides corners far"),
    VALUES("Compass", "compass", "", "directions of the compass", "n s e w ne nw se sw"),
};

static const ludeme pieces[] = {
    LUDEME("Pieces", "pieces", "", "kinds of pieces", "{<Piece>}"),
    LUDEME("Piece", "piece ?", "", "a kind of piece: its name, its owner and how it moves",
           "name name <Moves> [label:String] [value:int] [state:int] [<Flags>]"),
    LUDEME("Flags", "flags", "", "marks of a piece", "{name}"),
    LUDEME("Moves", "moves", "", "all moves of a piece", "{<Move>}"),
    LUDEME("Move", "move", "", "a move: in which directions, when it may be made, what it does",
           "[priority:int] [dirn:<Dirn>] [<Pre>] <Action> [<Post>]"),
    VALUES("Dirn", "dirn", "", "directions of moves", "all any forward n s e w ne nw se sw"),
    LUDEME("Pre", "pre", "", "when the move may be made", "<Condition>"),
    LUDEME("Action", "action", "", "what the move does", "{<Act>}"),
    ABSTRACT("Act", "act", "", "a part of a move"),
    LUDEME("Push", "push", "Act", "put the piece on top of the cell it goes to", ""),
    LUDEME("Pop", "pop", "Act", "take the topmost piece of the cell it comes from", ""),
    LUDEME("Post", "post", "", "what happens after the move", "{<Effect>}"),
};

static const ludeme effects[] = {
    ABSTRACT("Effect", "effect", "", "what happens after a move"),
    LUDEME("Capture", "capture", "Effect", "take pieces of the other side", "[<CaptureType>]"),
    LUDEME("Convert", "convert", "Effect", "make pieces of the other side one's own", "[<CaptureType>]"),
    LUDEME("Promote", "promote", "Effect", "replace the piece by one of another kind", "name"),
    VALUES("CaptureType", "captureType", "", "which pieces are taken", "replace surround custodial"),
};

static const ludeme conditions[] = {
    ABSTRACT("Condition", "condition", "", "a condition on a move"),
    LUDEME("And", "and", "Condition", "all conditions hold", "{<Condition>}"),
    LUDEME("Or", "or", "Condition", "one of the conditions holds", "{<Condition>}"),
    LUDEME("Not", "not", "Condition", "a condition does not hold", "<Condition>"),
    LUDEME("Empty", "empty", "Condition", "a cell is empty", "<Cell>"),
    LUDEME("Owner", "owner", "Condition", "the topmost piece of a cell is the mover's", "<Cell>"),
    LUDEME("Enemy", "enemy", "Condition", "the topmost piece of a cell is the opponent's", "<Cell>"),
    LUDEME("Connected", "connected", "Condition", "pieces of the mover lead from the one cell to the other", ""),
    LUDEME("Adjacent", "adjacent", "Condition", "the cells are neighbours", ""),
    LUDEME("Line", "line", "Condition", "a free straight line leads from the one cell to the other", ""),
    LUDEME("Steps", "steps", "Condition", "turtle steps lead from the one cell to the other", "{<Step>}"),
    LUDEME("Phase", "phase", "Condition", "the colour class of a cell", "<Cell> int"),
    LUDEME("InRegion", "in-region", "Condition", "a cell belongs to a region", "<Side> <Cell>"),
    LUDEME("Equal", "=", "Condition", "two numbers are equal", "<Number> <Number>"),
    LUDEME("NotEqual", "/=", "Condition", "two numbers differ", "<Number> <Number>"),
    LUDEME("Less", "<", "Condition", "the first number is less", "<Number> <Number>"),
    LUDEME("LessOrEqual", "<=", "Condition", "the first number is at most the second", "<Number> <Number>"),
    LUDEME("Greater", ">", "Condition", "the first number is greater", "<Number> <Number>"),
    LUDEME("GreaterOrEqual", ">=", "Condition", "the first number is at least the second", "<Number> <Number>"),
    VALUES("Cell", "cell", "", "cells of a move", "from to between"),
    VALUES("Step", "step", "", "turtle steps: forward, back, left, right, and between them", "f b l r fl fr bl br"),
};

static const ludeme numbers[] = {
    LUDEME("Number", "number", "", "a number", "=int"),
    LUDEME("Height", "height", "Number", "the height of the stack on a cell", "<Cell>"),
    LUDEME("Distance", "distance", "Number", "steps from one cell to another", "<Cell> <Cell>"),
    LUDEME("Count", "count", "Number", "pieces on the line of the move", "line"),
};

static const ludeme start[] = {
    LUDEME("Start", "start", "", "where pieces stand at the beginning", "{<Place>}"),
    LUDEME("Place", "place", "", "pieces of a player on cells", "<PieceOf> {<Where>}"),
    LUDEME("PieceOf", "pieceOf ?", "", "a piece of a player", "name name"),
    LUDEME("Where", "where", "", "cells: a word such as home or all, a side, or a cell", "=name"),
    LUDEME("Home", "home", "Where", "a row, counted from the player's own side", "int"),
    LUDEME("WherePhase", "phase", "Where", "only cells of a colour class", "int"),
    LUDEME("WhereNot", "not", "Where", "no cells of these", "<Where>"),
};

static const ludeme end[] = {
    LUDEME("End", "end", "", "when the game ends; the first clause that holds decides", "{<Clause>}"),
    LUDEME("Clause", "clause ?", "", "for whom, with which result, when", "name <Outcome> <Goal>"),
    VALUES("Outcome", "outcome", "", "results", "win lose draw"),
    ABSTRACT("Goal", "goal", "", "a condition that ends the game"),
    LUDEME("GoalAnd", "and", "Goal", "all conditions hold", "{<Goal>}"),
    LUDEME("GoalOr", "or", "Goal", "one of the conditions holds", "{<Goal>}"),
    LUDEME("GoalNot", "not", "Goal", "a condition does not hold", "<Goal>"),
    LUDEME("InARow", "in-a-row", "Goal", "so many pieces in a row", "int"),
    LUDEME("Group", "group", "Goal", "all pieces of the player are connected", ""),
    LUDEME("Connect", "connect", "Goal", "a group of the player touches regions", "{<Side>} [int]"),
    LUDEME("Reach", "reach", "Goal", "a piece of the player is in a region", "<Side>"),
    LUDEME("Captured", "capture", "Goal", "the player has taken so many pieces", "int"),
    LUDEME("Eliminate", "eliminate", "Goal", "the opponent has no piece", ""),
    LUDEME("NoMove", "no-move stalemate", "Goal", "the player to move cannot", ""),
    LUDEME("Score", "score", "Goal", "the player has so many points", "int"),
};

const ludeme_package ludii_ludi[] = {
    PACKAGE("game", game),       PACKAGE("game.board", board),     PACKAGE("game.pieces", pieces),
    PACKAGE("game.effect", effects), PACKAGE("game.condition", conditions), PACKAGE("game.number", numbers),
    PACKAGE("game.start", start), PACKAGE("game.end", end),
    {0}};
