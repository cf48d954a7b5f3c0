/* What games are played with. */
#include "lang/ludii/ludeme.h"

static const ludeme equipment_other[] = {
    LUDEME("Dominoes", "dominoes", "Item", "a set of dominoes", "[upTo:int]"),
    LUDEME("Hints", "hints", "Item", "numbers written on a puzzle's board", "[string] {<Hint>} [<SiteType>]"),
    LUDEME("Map", "map", "Item", "a table from numbers to numbers", "[string] {<Int>} {<Int>}", "[string] {<Pair>}"),
    LUDEME("Regions", "regions", "Item Ints", "named sets of sites",
           "[string] [<RoleType>] "
           "({int} | <Sites> | {<Sites>} | <RegionTypeStatic> | {<RegionTypeStatic>}) [string]"),
};

static const ludeme equipment_container_board[] = {
    LUDEME("Board", "board", "Container", "the board: a graph, tracks on it, and the kind of site that is played on",
           "<Graph> [<Track> | {<Track>}] [<Values> | {<Values>}] [use:<SiteType>]"),
    LUDEME("Track", "track", "", "sites in the order in which pieces pass them",
           "string ({int} | string) [loop:boolean] [int | <RoleType>] [directed:boolean]"),
    LUDEME("Boardless", "boardless", "Board", "no board: pieces are put next to each other", "<TilingBoardlessType>"),
};

static const ludeme equipment_container_board_custom[] = {
    LUDEME("MancalaBoard", "mancalaBoard", "Board", "rows of pits, with or without stores",
           "int int [store:<StoreType>] [numStores:int] [<Track> | {<Track>}]"),
    LUDEME("SurakartaBoard", "surakartaBoard", "Board", "a board with loops at its corners",
           "<Graph> [loops:int] [from:int]"),
};

static const ludeme equipment[] = {
    LUDEME("Equipment", "equipment", "", "what the game is played with", "{<Item>}"),
    ABSTRACT("Item", "item", "", "a part of the equipment"),
};

static const ludeme equipment_component[] = {
    ABSTRACT("Component", "component", "Item", "something that is moved"),
    LUDEME("Card", "card", "Component", "a playing card",
           "string <RoleType> <CardType> rank:int value:int trumpRank:int trumpValue:int suit:int "
           "[<Moves>]"),
    LUDEME("Piece", "piece", "Component", "a piece, with its owner and its moves",
           "string [<RoleType>] [<DirectionFacing>] [value:int] [<Flips>] [<Moves>]"),
    LUDEME("Die", "die", "Component", "a die with faces of its own",
           "string <RoleType> numFaces:int [<DirectionFacing>] [int] [<Moves>]"),
};

static const ludeme equipment_component_tile[] = {
    LUDEME("Tile", "tile", "Component", "a tile, of one or more cells",
           "string [<RoleType>] [{<StepType>} | {{<StepType>}}] [numSides:int] "
           "[slots:{int} | slotsPerSide:int] [{<Path>}] [<Flips>] [<Moves>]"),
    LUDEME("Domino", "domino", "Component", "a domino", "string <RoleType> value:int value2:int [<Moves>]"),
    LUDEME("Path", "path", "", "a coloured path across a tile",
           "from:int [slotsFrom:int] to:int [slotsTo:int] colour:int"),
};

static const ludeme equipment_container[] = {
    ABSTRACT("Container", "container", "Item", "something that holds pieces"),
};

static const ludeme equipment_container_other[] = {
    LUDEME("Deck", "deck", "Container", "a deck of cards", "[<RoleType>] [cardsBySuit:int] [suits:int] [{<DeckCard>}]"),
    LUDEME("Dice", "dice", "Container", "a set of dice",
           "[d:int] [faces:{int} | facesByDie:{{int}} | from:int] [<RoleType>] num:int [biased:{int}]"),
    LUDEME("Hand", "hand", "Container", "where a player keeps pieces off the board", "<RoleType> [size:int]"),
};

static const ludeme util_math[] = {
    LUDEME("PieceCount", "count", "", "a kind of piece, and how many of it", "string <Int>"),
    LUDEME("Pair", "pair", "", "an entry of a map", "string string", "<RoleType> <RoleType>", "<RoleType> <Int>",
           "<Int> <Int>", "string <RoleType>", "<RoleType> <LandmarkType>", "<RoleType> string", "<Int> string"),
};

static const ludeme util_equipment[] = {
    LUDEME("DeckCard", "card", "", "a card of a deck, and its values",
           "<CardType> rank:int value:int [trumpRank:int] [trumpValue:int] [biased:int]"),
    LUDEME("Hint", "hint", "", "a number written on sites", "int [int]", "{int} [int]"),
    LUDEME("Values", "values", "", "the values that sites of a puzzle may get", "<SiteType> <Range>"),
};

const ludeme_package ludii_equipment[] = {
    PACKAGE("game.equipment.other", equipment_other),
    PACKAGE("game.equipment.container.board", equipment_container_board),
    PACKAGE("game.equipment.container.board.custom", equipment_container_board_custom),
    PACKAGE("game.equipment", equipment),
    PACKAGE("game.equipment.component", equipment_component),
    PACKAGE("game.equipment.component.tile", equipment_component_tile),
    PACKAGE("game.equipment.container", equipment_container),
    PACKAGE("game.equipment.container.other", equipment_container_other),
    PACKAGE("game.util.math", util_math),
    PACKAGE("game.util.equipment", util_equipment),
    {0}};
