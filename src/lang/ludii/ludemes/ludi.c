/* Ludi, the system before Ludii (Browne 2008), as far as published texts show its language; docs/ludii.md says what
 * is seen there and what is ours. Pieces, players and clauses begin with names that a game makes up. */
#include "lang/ludii/ludeme.h"
#include "lang/ludii/ludemes/ludi_rules.h"

static const ludeme game[] = {
    LUDEME_AS(MEANING(ludi_game), "Game", "game ludeme", "", "a game",
              "name <Players> <Board> [<Pieces>] [<Start>] <End>"),
    LUDEME_AS(MEANING(ludi_players), "Players", "players", "", "who plays; the first one begins", "{<Player>}"),
    LUDEME("Player", "player ?", "", "a player, maybe with the direction that is forward for it", "name <Compass>",
           "=name"),
};

static const ludeme board[] = {
    LUDEME_AS(MEANING(ludi_board), "Board", "board", "", "the board", "<Tiling> <Shape> [<Size>] [<Regions>]"),
    LUDEME("Tiling", "tiling", "", "the tiling; with i-nbors cells that meet in a corner are neighbours",
           "<TilingType> [i-nbors]"),
    LUDEME("Shape", "shape", "", "the shape", "<ShapeType>"),
    LUDEME("Size", "size", "", "cells along a side, or rows and columns", "int [int]"),
    LUDEME_AS(MEANS("#1"), "Regions", "regions", "", "regions of players", "{<Region>}"),
    LUDEME_AS(MEANING(ludi_region), "Region", "region ?", "", "a region of a player", "name <Side>"),
    VALUES("TilingType", "tilingType", "", "tilings", "square hex tri trunc-square"),
    VALUES("ShapeType", "shapeType", "", "shapes of boards", "square hex tri rhombus rect boardless"),
    VALUES_AS(MEANING(ludi_side), "Side", "side", "", "sides of a board",
              "n s e w ne nw se sw top bottom sides corners far"),
    VALUES("Compass", "compass", "", "directions of the compass", "n s e w ne nw se sw"),
};

static const ludeme pieces[] = {
    LUDEME_AS(MEANS("#1"), "Pieces", "pieces", "", "kinds of pieces", "{<Piece>}"),
    LUDEME_AS(MEANING(ludi_piece), "Piece", "piece ?", "", "a kind of piece: its name, its owner and how it moves",
              "name name <Moves> [label:String] [value:int] [state:int] [<Flags>]"),
    LUDEME("Flags", "flags", "", "marks of a piece", "{name}"),
    LUDEME("Moves", "moves", "", "all moves of a piece", "{<Move>}"),
    LUDEME_AS(MEANING(ludi_move), "Move", "move", "", "a move: in which directions, when it may be made, what it does",
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
    LUDEME_AS(MEANING(ludi_capture), "Capture", "capture", "Effect", "take pieces of the other side",
              "[<CaptureType>]"),
    LUDEME_AS(MEANING(ludi_convert), "Convert", "convert", "Effect", "make pieces of the other side one's own",
              "[<CaptureType>]"),
    LUDEME("Displace", "displace", "Effect", "move pieces of the other side away", "[name]"),
    LUDEME("Cascade", "cascade", "Effect", "go on with what was met", "[name]"),
    LUDEME_AS(MEANING(ludi_promote), "Promote", "promote", "Effect", "replace the piece by one of another kind",
              "name"),
    VALUES("CaptureType", "captureType", "", "which pieces are taken", "replace surround custodial"),
};

static const ludeme conditions[] = {
    ABSTRACT("Condition", "condition", "", "a condition on a move"),
    LUDEME_AS(MEANS("(and {#1})"), "And", "and", "Condition", "all conditions hold", "{<Condition>}"),
    LUDEME_AS(MEANS("(or {#1})"), "Or", "or", "Condition", "one of the conditions holds", "{<Condition>}"),
    LUDEME_AS(MEANS("(not #1)"), "Not", "not", "Condition", "a condition does not hold", "<Condition>"),
    LUDEME_AS(MEANING(ludi_empty), "Empty", "empty", "Condition", "a cell is empty", "<Cell>"),
    LUDEME_AS(MEANING(ludi_owner), "Owner", "owner", "Condition", "the topmost piece of a cell is the mover's",
              "<Cell>"),
    LUDEME_AS(MEANING(ludi_enemy), "Enemy", "enemy", "Condition", "the topmost piece of a cell is the opponent's",
              "<Cell>"),
    LUDEME_AS(MEANING(ludi_reaches), "Connected", "connected", "Condition",
              "pieces of the mover lead from the one cell to the other", ""),
    LUDEME_AS(MEANING(ludi_reaches), "Adjacent", "adjacent", "Condition", "the cells are neighbours", ""),
    LUDEME_AS(MEANING(ludi_reaches), "Line", "line", "Condition",
              "a free straight line leads from the one cell to the other", ""),
    LUDEME_AS(MEANING(ludi_reaches), "Steps", "steps", "Condition", "turtle steps lead from the one cell to the other",
              "{<Step>}"),
    LUDEME_AS(MEANING(ludi_phase), "Phase", "phase", "Condition", "the colour class of a cell", "<Cell> int"),
    LUDEME_AS(MEANING(ludi_in_region), "InRegion", "in-region", "Condition", "a cell belongs to a region",
              "<Side> <Cell>"),
    LUDEME_AS(MEANS("(= #1 #2)"), "Equal", "=", "Condition", "two numbers are equal", "<Number> <Number>"),
    LUDEME_AS(MEANS("(!= #1 #2)"), "NotEqual", "/=", "Condition", "two numbers differ", "<Number> <Number>"),
    LUDEME_AS(MEANS("(< #1 #2)"), "Less", "<", "Condition", "the first number is less", "<Number> <Number>"),
    LUDEME_AS(MEANS("(<= #1 #2)"), "LessOrEqual", "<=", "Condition", "the first number is at most the second",
              "<Number> <Number>"),
    LUDEME_AS(MEANS("(> #1 #2)"), "Greater", ">", "Condition", "the first number is greater", "<Number> <Number>"),
    LUDEME_AS(MEANS("(>= #1 #2)"), "GreaterOrEqual", ">=", "Condition", "the first number is at least the second",
              "<Number> <Number>"),
    VALUES("Cell", "cell", "", "cells of a move", "from to between"),
    VALUES("Step", "step", "", "turtle steps: forward, back, left, right, and between them", "f b l r fl fr bl br"),
};

static const ludeme numbers[] = {
    LUDEME("Number", "number", "", "a number", "=int"),
    LUDEME_AS(MEANING(ludi_height), "Height", "height", "Number", "the height of the stack on a cell", "<Cell>"),
    LUDEME_AS(MEANING(ludi_distance), "Distance", "distance", "Number", "steps from one cell to another",
              "<Cell> <Cell>"),
    LUDEME_AS(MEANING(ludi_count_line), "Count", "count", "Number", "pieces on the line of the move", "line"),
};

static const ludeme start[] = {
    LUDEME_AS(MEANS("#1"), "Start", "start", "", "where pieces stand at the beginning", "{<Place>}"),
    LUDEME_AS(MEANING(ludi_place), "Place", "place", "", "pieces of a player on cells", "<PieceOf> {<Where>}"),
    LUDEME("PieceOf", "pieceOf ?", "", "a piece of a player", "name name"),
    LUDEME("Where", "where", "", "cells: a word such as home or all, a side, or a cell", "=name"),
    LUDEME("Home", "home", "Where", "a row, counted from the player's own side", "int"),
    LUDEME("WherePhase", "phase", "Where", "only cells of a colour class", "int"),
    LUDEME("WhereNot", "not", "Where", "no cells of these", "<Where>"),
};

static const ludeme end[] = {
    LUDEME_AS(MEANING(ludi_end), "End", "end", "", "when the game ends; the first clause that holds decides",
              "{<Clause>}"),
    LUDEME("Clause", "clause ?", "", "for whom, with which result, when", "name <Outcome> <Goal>"),
    VALUES("Outcome", "outcome", "", "results", "win lose draw"),
    ABSTRACT("Goal", "goal", "", "a condition that ends the game"),
    LUDEME_AS(MEANS("(and {#1})"), "GoalAnd", "and", "Goal", "all conditions hold", "{<Goal>}"),
    LUDEME_AS(MEANS("(or {#1})"), "GoalOr", "or", "Goal", "one of the conditions holds", "{<Goal>}"),
    LUDEME_AS(MEANS("(not #1)"), "GoalNot", "not", "Goal", "a condition does not hold", "<Goal>"),
    LUDEME_AS(MEANING(ludi_in_a_row), "InARow", "in-a-row", "Goal", "so many pieces in a row", "int"),
    LUDEME_AS(MEANS("(= 1 (count Groups #D #R))"), "Group", "group", "Goal", "all pieces of the player are connected",
              ""),
    LUDEME_AS(MEANING(ludi_connect), "Connect", "connect", "Goal", "a group of the player touches regions",
              "{<Side>} [int]"),
    LUDEME_AS(MEANS("(> (count Sites in:(intersection (sites Occupied by:#R) #1)) 0)"), "Reach", "reach", "Goal",
              "a piece of the player is in a region", "<Side>"),
    LUDEME_AS(MEANS("(>= (score #R) #1)"), "Captured", "capture", "Goal", "the player has taken so many pieces", "int"),
    LUDEME_AS(MEANING(ludi_eliminate), "Eliminate", "eliminate", "Goal", "the opponent has no piece", ""),
    LUDEME_AS(MEANING(ludi_no_move), "NoMove", "no-move stalemate", "Goal", "the player to move cannot", ""),
    LUDEME_AS(MEANS("(>= (score #R) #1)"), "Score", "score", "Goal", "the player has so many points", "int"),
};

const ludeme_package ludii_ludi[] = {PACKAGE("game", game),
                                     PACKAGE("game.board", board),
                                     PACKAGE("game.pieces", pieces),
                                     PACKAGE("game.effect", effects),
                                     PACKAGE("game.condition", conditions),
                                     PACKAGE("game.number", numbers),
                                     PACKAGE("game.start", start),
                                     PACKAGE("game.end", end),
                                     {0}};
