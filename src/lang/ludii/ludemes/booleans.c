/* Conditions. */
#include "lang/ludii/lower/lowerings.h"

static const ludeme booleans_was[] = {
    LUDEME_AS(PLAYS(.condition = lu_was_pass), "Was", "was", "Boolean", "what the last move was", "Pass"),
};

static const ludeme booleans_no[] = {
    LUDEME_AS(PLAYS(.condition = lu_no_moves), "No", "no", "Boolean", "a player cannot move", "Moves <RoleType>"),
};

static const ludeme booleans_math[] = {
    LUDEME_AS(PLAYS(.condition = lu_not_equal), "NotEqual", "!= notEqual", "Boolean", "two numbers or regions differ",
              "<Sites> <Sites>", "<Int> (<Int> | <RoleType>)"),
    LUDEME_AS(PLAYS(.condition = lu_less), "Less", "< lt", "Boolean", "the first number is less than the second",
              "<Int> <Int>"),
    LUDEME_AS(PLAYS(.condition = lu_less_equal), "LessOrEqual", "<= le", "Boolean",
              "the first number is at most the second", "<Int> <Int>"),
    LUDEME_AS(PLAYS(.condition = lu_equal), "Equal", "= equals", "Boolean", "two numbers or regions are equal",
              "<Sites> <Sites>", "<Int> (<Int> | <RoleType>)"),
    LUDEME_AS(PLAYS(.condition = lu_greater), "Greater", "> gt", "Boolean",
              "the first number is greater than the second", "<Int> <Int>"),
    LUDEME_AS(PLAYS(.condition = lu_greater_equal), "GreaterOrEqual", ">= ge", "Boolean",
              "the first number is at least the second", "<Int> <Int>"),
    LUDEME_AS(PLAYS(.condition = lu_bool_if), "BooleanIf", "if", "Boolean",
              "one condition or another, depending on a third", "<Boolean> <Boolean> [<Boolean>]"),
    LUDEME_AS(PLAYS(.condition = lu_bool_and), "BooleanAnd", "and", "Boolean", "all conditions hold", "{<Boolean>}",
              "<Boolean> <Boolean>"),
    LUDEME_AS(PLAYS(.condition = lu_bool_or), "BooleanOr", "or", "Boolean", "one of the conditions holds",
              "{<Boolean>}", "<Boolean> <Boolean>"),
    LUDEME_AS(PLAYS(.condition = lu_bool_not), "Not", "not", "Boolean", "a condition does not hold", "<Boolean>"),
    LUDEME_AS(PLAYS(.condition = lu_bool_xor), "Xor", "xor", "Boolean", "exactly one of two conditions holds",
              "<Boolean> <Boolean>"),
};

static const ludeme booleans_is[] = {
    ABSTRACT("Is", "is", "Boolean", "a condition on the position"),
    FORM_AS(PLAYS(.condition = lu_is_graph), "Is.Graph", "the last move began or ended on a site of this kind",
            "<IsGraphType> <SiteType>"),
    FORM_AS(PLAYS(.condition = lu_is_string), "Is.String", "something was proposed or decided",
            "<IsStringType> string"),
    FORM_AS(PLAYS(.condition = lu_is_crossing), "Is.Crossing", "two edges cross", "Crossing <Int> <Int>"),
    FORM_AS(PLAYS(.condition = lu_is_seen), "Is.IndexPlayer", "what a player sees of a site",
            "<IsIndexPlayerType> [<SiteType>] <Int> (<Int> | <RoleType>)"),
    FORM_AS(PLAYS(.condition = lu_is_integer), "Is.Integer", "a property of a number or site",
            "<IsIntegerType> [<Int>]"),
    FORM_AS(PLAYS(.condition = lu_is_component), "Is.Component", "a piece is threatened, or within a region",
            "<IsComponentType> [<Int>] [<SiteType>] [at:<Int> | in:<Sites>] [<Moves>]"),
    FORM_AS(PLAYS(.condition = lu_is_pattern), "Is.Pattern", "pieces stand in a pattern",
            "Pattern {<StepType>} [<SiteType>] [from:<Int>] [what:<Int> | whats:{<Int>}]"),
    FORM_AS(PLAYS(.condition = lu_is_tree), "Is.Tree", "a player's edges form a tree",
            "<IsTreeType> (<Player> | <RoleType>)"),
    FORM_AS(PLAYS(.condition = lu_is_regular), "Is.RegularGraph", "all vertices of a player have equally many edges",
            "RegularGraph (<Player> | <RoleType>) [k:<Int> | odd:<Boolean> | even:<Boolean>]"),
    FORM_AS(PLAYS(.condition = lu_is_player), "Is.Player", "what a player is to the mover",
            "<IsPlayerType> (<Int> | <RoleType>)"),
    FORM_AS(PLAYS(.condition = lu_is_triggered), "Is.Triggered", "something has happened to a player",
            "Triggered string (<Int> | <RoleType>)"),
    FORM_AS(PLAYS(.condition = lu_is_simple), "Is.Simple", "a property of the whole position", "<IsSimpleType>"),
    FORM_AS(PLAYS(.condition = lu_is_path), "Is.Path", "a player's edges form a path of some length",
            "Path <SiteType> (<Player> | <RoleType>) [length:<Int> | maxLimit:<Int>] [closed:boolean]"),
    FORM_AS(PLAYS(.condition = lu_is_site), "Is.Site", "a site is empty or occupied",
            "<IsSiteType> [<SiteType>] <Int>"),
    FORM_AS(PLAYS(.condition = lu_is_in), "Is.In", "sites belong to a region", "In [<Int> | {<Int>}] <Sites>"),
    FORM_AS(PLAYS(.condition = lu_is_repeat), "Is.Repeat", "the position was there before",
            "Repeat [<RepetitionType>]"),
    FORM_AS(PLAYS(.condition = lu_is_related), "Is.Related", "two sites are neighbours of some kind",
            "Related <RelationType> [<SiteType>] <Int> (<Int> | <Sites>)"),
    FORM_AS(PLAYS(.condition = lu_is_target), "Is.Target", "pieces stand as given",
            "Target [<Int> | string] {int} [int | {int}]"),
    FORM_AS(PLAYS(.condition = lu_is_connect), "Is.Connect", "regions are connected, or cut off from each other",
            "<IsConnectType> [<Int>] [<SiteType>] [at:<Int>] [<Direction>] "
            "({<Sites>} | <RoleType> | <RegionTypeStatic>)"),
    FORM_AS(PLAYS(.condition = lu_is_line), "Is.Line", "pieces stand in a row",
            "Line [<SiteType>] <Int> [<AbsoluteDirection>] [through:<Int> | throughAny:<Sites>] "
            "[<RoleType> | what:<Int> | whats:{<Int>}] [exact:<Boolean>] [if:<Boolean>] "
            "[byLevel:<Boolean>]"),
    FORM_AS(PLAYS(.condition = lu_is_loop), "Is.Loop", "pieces form a loop",
            "Loop [<SiteType>] [surround:<RoleType> | {<RoleType>}] [<Direction>] [<Int>] "
            "[<Int> | <Sites>] [path:boolean]"),
    VALUES("IsComponentType", "isComponentType", "", "properties of pieces", "Threatened Within"),
    VALUES("IsConnectType", "isConnectType", "", "properties of regions", "Blocked Connected"),
    VALUES("IsGraphType", "isGraphType", "", "the ends of the last move", "LastFrom LastTo"),
    VALUES("IsIndexPlayerType", "isIndexPlayerType", "", "what a player sees of a site", "Invisible Masked Visible"),
    VALUES("IsIntegerType", "isIntegerType", "", "properties of numbers and sites",
           "AnyDie Even Flat Odd PipsMatch SidesMatch Visited"),
    VALUES("IsPlayerType", "isPlayerType", "", "properties of players", "Active Enemy Friend Mover Next Prev"),
    VALUES("IsSimpleType", "isSimpleType", "", "properties of positions", "Cycle Full Pending"),
    VALUES("IsSiteType", "isSiteType", "", "properties of sites", "Empty Occupied"),
    VALUES("IsStringType", "isStringType", "", "properties of proposals", "Decided Proposed"),
    VALUES("IsTreeType", "isTreeType", "", "kinds of trees", "CaterpillarTree SpanningTree Tree TreeCentre"),
};

static const ludeme booleans_deductionPuzzle_is[] = {
    ABSTRACT("PuzzleIs", "is", "Boolean", "a condition on the solution of a puzzle"),
    FORM_AS(PLAYS(.condition = lu_puzzle_result), "PuzzleIs.PuzzleRegionResult",
            "the sum or number of values in a region",
            "<IsPuzzleRegionResultType> [<SiteType>] [<Sites>] [of:<Int>] [string] <Int>"),
    FORM_AS(PLAYS(.condition = lu_puzzle_unique), "PuzzleIs.Unique", "no two regions are alike", "Unique [<SiteType>]"),
    FORM_AS(PLAYS(.condition = lu_puzzle_solved), "PuzzleIs.Solved", "the puzzle is solved", "Solved"),
    VALUES("IsPuzzleRegionResultType", "isPuzzleRegionResultType", "", "what is counted in a region", "Count Sum"),
};

static const ludeme booleans_deductionPuzzle_all[] = {
    LUDEME_AS(PLAYS(.condition = lu_puzzle_different), "PuzzleAll", "all", "Boolean", "all values of a region differ",
              "Different [<SiteType>] [<Sites>] [except:<Int> | excepts:{<Int>}]"),
};

static const ludeme booleans_deductionPuzzle[] = {
    LUDEME_AS(PLAYS(.condition = lu_puzzle_for_all), "ForAll", "forAll", "Boolean",
              "a condition for every vertex, edge, cell or hint", "<PuzzleElementType> <Boolean>"),
};

static const ludeme booleans_can[] = {
    LUDEME_AS(PLAYS(.condition = lu_can_ludeme), "Can", "can", "Boolean", "a move of these is possible",
              "Move <Moves>"),
};

static const ludeme booleans_all[] = {
    LUDEME_AS(PLAYS(.condition = lu_all), "All", "all", "Boolean", "all of something", "<AllType>"),
    VALUES("AllType", "allType", "", "what all may be", "DiceEqual DiceUsed Passed"),
};

static const ludeme booleans[] = {
    LUDEME("Boolean", "boolean", "", "a condition", "=boolean"),
};

const ludeme_package ludii_booleans[] = {
    PACKAGE("game.functions.booleans.was", booleans_was),
    PACKAGE("game.functions.booleans.no", booleans_no),
    PACKAGE("game.functions.booleans.math", booleans_math),
    PACKAGE("game.functions.booleans.is", booleans_is),
    PACKAGE("game.functions.booleans.deductionPuzzle.is", booleans_deductionPuzzle_is),
    PACKAGE("game.functions.booleans.deductionPuzzle.all", booleans_deductionPuzzle_all),
    PACKAGE("game.functions.booleans.deductionPuzzle", booleans_deductionPuzzle),
    PACKAGE("game.functions.booleans.can", booleans_can),
    PACKAGE("game.functions.booleans.all", booleans_all),
    PACKAGE("game.functions.booleans", booleans),
    {0}};
