/* Whole numbers, lists and ranges of them. */
#include "lang/ludii/lower/lowerings.h"

static const ludeme intArray_sizes[] = {
    LUDEME("Sizes", "sizes", "Ints", "the sizes of all groups",
           "Group [<SiteType>] [<Direction>] [<RoleType> | of:<Int> | if:<Boolean>] [min:<Int>]"),
};

static const ludeme ints_value[] = {
    ABSTRACT("Value", "value", "Int", "a value"),
    FORM_AS(PLAYS(.number = lu_value_here), "Value.Here", "the value that is being looked at", ""),
    FORM_AS(PLAYS(.number = lu_value_of_piece), "Value.Piece", "the value of a piece", "Piece of:<Int>"),
    FORM_AS(PLAYS(.number = lu_value_player), "Value.Player", "the value of a player", "Player (<Int> | <RoleType>)"),
    FORM_AS(PLAYS(.number = lu_value_pending), "Value.Pending", "the pending value", "Pending"),
};

static const ludeme ints_trackSite[] = {
    ABSTRACT("TrackSite", "trackSite", "Int", "a site of a track"),
    FORM_AS(PLAYS(.number = lu_track_move), "TrackSite.Move", "the site so many steps on",
            "Move [from:<Int>] [<RoleType> | <Player> | string] steps:<Int>"),
    FORM_AS(PLAYS(.number = lu_track_end), "TrackSite.EndSite", "the last site",
            "EndSite [<Player> | <RoleType>] [string]"),
};

static const ludeme ints_tile[] = {
    LUDEME("PathExtent", "pathExtent", "Int", "how far a path of tiles reaches", "[<Int>] [<Int> | <Sites>]"),
};

static const ludeme ints_state[] = {
    LUDEME_AS(PLAYS(.number = lu_state_ludeme), "State", "state", "Int", "the state of a site",
              "[<SiteType>] at:<Int> [level:<Int>]"),
    LUDEME_AS(PLAYS(.number = lu_amount), "Amount", "amount", "Int", "the amount a player has",
              "(<RoleType> | <Player>)"),
    LUDEME_AS(PLAYS(.number = lu_counter), "Counter", "counter", "Int", "moves since the counter was set", ""),
    LUDEME_AS(PLAYS(.number = lu_mover), "Mover", "mover", "Int", "the player who moves", ""),
    LUDEME_AS(PLAYS(.number = lu_next), "Next", "next", "Int", "the player who moves next", ""),
    LUDEME_AS(PLAYS(.number = lu_pot), "Pot", "pot", "Int", "the amount in the pot", ""),
    LUDEME_AS(PLAYS(.number = lu_prev), "Prev", "prev", "Int", "the player who moved before", ""),
    LUDEME_AS(PLAYS(.number = lu_score), "Score", "score", "Int", "the score of a player", "(<Player> | <RoleType>)"),
    LUDEME_AS(PLAYS(.number = lu_what), "What", "what", "Int", "the piece on a site",
              "[<SiteType>] at:<Int> [level:<Int>]"),
    LUDEME_AS(PLAYS(.number = lu_who_ludeme), "Who", "who", "Int", "the owner of the piece on a site",
              "[<SiteType>] at:<Int> [level:<Int>]"),
};

static const ludeme ints_stacking[] = {
    LUDEME_AS(PLAYS(.number = lu_top_level), "TopLevel", "topLevel", "Int", "the topmost level of a stack",
              "[<SiteType>] at:<Int>"),
};

static const ludeme ints_size[] = {
    ABSTRACT("Size", "size", "Int", "a size"),
    FORM_AS(PLAYS(.number = lu_size_territory), "Size.Territory", "how many empty sites a player encloses",
            "[Territory] [<SiteType>] (<RoleType> | <Player>) [<AbsoluteDirection>]"),
    FORM_AS(PLAYS(.number = lu_size_group), "Size.Group", "how many pieces the group at a site has",
            "[Group] [<SiteType>] at:<Int> [<Direction>] [if:<Boolean>]"),
    FORM("Size.LargePiece", "how many sites a large piece covers", "LargePiece [<SiteType>] (in:<Sites> | at:<Int>)"),
    FORM_AS(PLAYS(.number = lu_size_stack), "Size.Stack", "how many pieces a stack has",
            "Stack [<SiteType>] [in:<Sites> | at:<Int>]"),
};

static const ludeme ints_math[] = {
    LUDEME_AS(PLAYS(.number = lu_modulo), "IntModulo", "% mod", "Int", "the remainder", "<Int> <Int>"),
    LUDEME_AS(PLAYS(.number = lu_multiply), "IntMultiply", "* mul", "Int", "the product", "({<Int>} | <Ints>)",
              "<Int> <Int>"),
    LUDEME_AS(PLAYS(.number = lu_add_ludeme), "IntAdd", "+ add", "Int", "the sum", "({<Int>} | <Ints>)", "<Int> <Int>"),
    LUDEME_AS(PLAYS(.number = lu_subtract), "IntSubtract", "- sub", "Int",
              "the difference, or a number with the other sign", "[<Int>] <Int>"),
    LUDEME_AS(PLAYS(.number = lu_divide), "IntDivide", "/ div", "Int", "the quotient, rounded towards zero",
              "<Int> <Int>"),
    LUDEME_AS(PLAYS(.number = lu_power), "IntPower", "^ pow", "Int", "a power", "<Int> <Int>"),
    LUDEME_AS(PLAYS(.number = lu_abs), "IntAbs", "abs", "Int", "the absolute value", "<Int>"),
    LUDEME_AS(PLAYS(.number = lu_int_if), "IntIf", "if", "Int", "one number or another, depending on a condition",
              "<Boolean> <Int> <Int>"),
    LUDEME_AS(PLAYS(.number = lu_max_int), "IntMax", "max", "Int", "the largest", "<Ints>", "<Int> <Int>"),
    LUDEME_AS(PLAYS(.number = lu_min_int), "IntMin", "min", "Int", "the smallest", "<Ints>", "<Int> <Int>"),
};

static const ludeme ints_match[] = {
    LUDEME_AS(PLAYS(.number = lu_match_score), "MatchScore", "matchScore", "Int", "the score of a player in the match",
              "<RoleType>"),
};

static const ludeme ints_last[] = {
    LUDEME_AS(PLAYS(.number = lu_last), "Last", "last", "Int", "where the last move began or ended",
              "<LastType> [afterConsequence:<Boolean>]"),
    VALUES("LastType", "lastType", "", "ends of moves", "From To"),
};

static const ludeme ints_dice[] = {
    LUDEME_AS(PLAYS(.number = lu_face), "Face", "face", "Int", "what a die shows", "<Int>"),
    LUDEME_AS(PLAYS(.number = lu_pips), "Pips", "pips", "Int", "what the dice that are being looked at show", ""),
};

static const ludeme intArray_math[] = {
    LUDEME("IntsDifference", "difference", "Ints", "numbers of a list that are not in another",
           "{<Int>} ({<Int>} | <Int>)"),
    LUDEME("Results", "results", "Ints", "a number for all pairs of sites",
           "(from:<Int> | from:<Sites>) (to:<Int> | to:<Sites>) <Int>"),
};

static const ludeme range_math[] = {
    LUDEME("Exact", "exact", "Range", "exactly so many", "<Int>"),
    LUDEME("RangeMax", "max", "Range", "at most so many", "<Int>"),
    LUDEME("RangeMin", "min", "Range", "at least so many", "<Int>"),
};

static const ludeme range[] = {
    LUDEME("Range", "range", "", "numbers from one to another", "int int", "<Int> <Int>"),
};

static const ludeme intArray_state[] = {
    LUDEME("Rotations", "rotations", "Ints", "directions in which a piece may look",
           "(<AbsoluteDirection> | {<AbsoluteDirection>})"),
};

static const ludeme ints_count[] = {
    ABSTRACT("Count", "count", "Int", "how many there are"),
    FORM_AS(PLAYS(.number = lu_count_liberties), "Count.Liberties", "free neighbours of a group",
            "Liberties [<SiteType>] [at:<Int>] [<Direction>] [if:<Boolean>]"),
    FORM_AS(PLAYS(.number = lu_count_groups), "Count.Groups", "groups of pieces",
            "Groups [<SiteType>] [<Direction>] [<RoleType> | of:<Int> | if:<Boolean>] [min:<Int>]"),
    FORM_AS(PLAYS(.number = lu_count_component), "Count.Component", "pieces of a player, or pips of all dice",
            "<CountComponentType> [<SiteType>] [<RoleType> | of:<Int>] [string] [in:<Sites>]"),
    FORM_AS(PLAYS(.number = lu_count_site), "Count.Site", "sites of a region, neighbours of a site, or pieces on it",
            "[<CountSiteType>] [<SiteType>] [in:<Sites> | at:<Int> | string]"),
    FORM_AS(PLAYS(.number = lu_count_simple), "Count.Simple", "something of the board or the game",
            "<CountSimpleType> [<SiteType>]"),
    FORM_AS(PLAYS(.number = lu_count_steps), "Count.Steps", "steps from one site to another",
            "Steps [<SiteType>] [<RelationType>] [<Step>] <Int> <Int>"),
    FORM("Count.StepsOnTrack", "steps from one site of a track to another",
         "StepsOnTrack [<RoleType> | <Player> | string] [<Int>] [<Int>]"),
    VALUES("CountComponentType", "countComponentType", "", "what is counted of components", "Pieces Pips"),
    VALUES("CountSimpleType", "countSimpleType", "", "what is counted of boards and games",
           "Active Cells Columns Edges Moves MovesThisTurn Phases Players Rows Trials Turns Vertices"),
    VALUES("CountSiteType", "countSiteType", "", "what is counted at sites",
           "Adjacent Diagonal Neighbours Off Orthogonal Sites"),
};

static const ludeme ints_context[] = {
    LUDEME_AS(PLAYS(.number = lu_between), "ContextBetween", "between", "Int", "the site that is passed", ""),
    LUDEME("ContextEdge", "edge", "Int", "the edge that is being looked at, or that between two vertices", "",
           "<Int> <Int>"),
    LUDEME_AS(PLAYS(.number = lu_from), "ContextFrom", "from", "Int", "the site where a move begins",
              "[at:<WhenType>]"),
    LUDEME_AS(PLAYS(.number = lu_hint), "ContextHint", "hint", "Int", "the hint of a site", "[<SiteType>] [at:<Int>]"),
    LUDEME_AS(PLAYS(.number = lu_to), "ContextTo", "to", "Int", "the site where a move ends", ""),
    LUDEME("ContextTrack", "track", "Int", "the track that is being looked at", ""),
    LUDEME_AS(PLAYS(.number = lu_level), "Level", "level", "Int", "the level that is being looked at", ""),
    LUDEME_AS(PLAYS(.number = lu_site), "Site", "site", "Int", "the site that is being looked at", ""),
    LUDEME_AS(PLAYS(.number = lu_var), "Var", "var", "Int", "the value of a variable", "[string]"),
};

static const ludeme ints_card[] = {
    ABSTRACT("CardValue", "card", "Int", "a value of a card"),
    FORM("CardValue.Site", "a value of the card on a site", "<CardSiteType> at:<Int> [level:<Int>]"),
    FORM("CardValue.TrumpSuit", "the trump suit", "TrumpSuit"),
    VALUES("CardSiteType", "cardSiteType", "", "values of cards", "Rank Suit TrumpRank TrumpValue"),
};

static const ludeme ints_board[] = {
    LUDEME_AS(PLAYS(.number = lu_ahead), "Ahead", "ahead", "Int", "the site so many steps ahead",
              "[<SiteType>] <Int> [steps:<Int>] [<RelativeDirection> | <AbsoluteDirection>]"),
    LUDEME_AS(PLAYS(.number = lu_phase_of), "PhaseOf", "phase", "Int", "the colour class of a site",
              "[<SiteType>] of:<Int>"),
    LUDEME_AS(PLAYS(.number = lu_centre_point), "CentrePoint", "centrePoint", "Int", "the site in the middle",
              "[<SiteType>]"),
    LUDEME_AS(PLAYS(.number = lu_column), "Column", "column", "Int", "the column of a site", "[<SiteType>] of:<Int>"),
    LUDEME_AS(PLAYS(.number = lu_coord), "Coord", "coord", "Int", "the site with a label", "[<SiteType>] string"),
    LUDEME_AS(PLAYS(.number = lu_cost), "Cost", "cost", "Int", "the cost of sites",
              "[<SiteType>] (at:<Int> | in:<Sites>)"),
    LUDEME_AS(PLAYS(.number = lu_hand_site), "HandSite", "handSite", "Int", "a site of a player's hand",
              "(<Int> | <RoleType>) [<Int>]"),
    LUDEME_AS(PLAYS(.number = lu_id), "Id", "id", "Int", "the number of a piece's kind", "[string] [<RoleType>]"),
    LUDEME_AS(PLAYS(.number = lu_layer), "Layer", "layer", "Int", "the layer of a site", "of:<Int> [<SiteType>]"),
    LUDEME_AS(PLAYS(.number = lu_map_entry), "MapEntry", "mapEntry", "Int", "what a map says for a number",
              "[string] (<Int> | <RoleType>)"),
    LUDEME_AS(PLAYS(.number = lu_row), "Row", "row", "Int", "the row of a site", "[<SiteType>] of:<Int>"),
    LUDEME_AS(PLAYS(.number = lu_where), "Where", "where", "Int", "where a piece stands", "<Int> [<SiteType>]",
              "string (<Int> | <RoleType>) [state:<Int>] [<SiteType>]"),
};

static const ludeme ints[] = {
    LUDEME("Ints", "ints", "", "a list of numbers", "={<Int>}"),
    LUDEME_AS(PLAYS(.number = lu_literal), "Int", "int", "", "a whole number", "=int", "=End", "=Off", "=Undefined"),
};

const ludeme_package ludii_ints[] = {PACKAGE("game.functions.intArray.sizes", intArray_sizes),
                                     PACKAGE("game.functions.ints.value", ints_value),
                                     PACKAGE("game.functions.ints.trackSite", ints_trackSite),
                                     PACKAGE("game.functions.ints.tile", ints_tile),
                                     PACKAGE("game.functions.ints.state", ints_state),
                                     PACKAGE("game.functions.ints.stacking", ints_stacking),
                                     PACKAGE("game.functions.ints.size", ints_size),
                                     PACKAGE("game.functions.ints.math", ints_math),
                                     PACKAGE("game.functions.ints.match", ints_match),
                                     PACKAGE("game.functions.ints.last", ints_last),
                                     PACKAGE("game.functions.ints.dice", ints_dice),
                                     PACKAGE("game.functions.intArray.math", intArray_math),
                                     PACKAGE("game.functions.range.math", range_math),
                                     PACKAGE("game.functions.range", range),
                                     PACKAGE("game.functions.intArray.state", intArray_state),
                                     PACKAGE("game.functions.ints.count", ints_count),
                                     PACKAGE("game.functions.ints.context", ints_context),
                                     PACKAGE("game.functions.ints.card", ints_card),
                                     PACKAGE("game.functions.ints.board", ints_board),
                                     PACKAGE("game.functions.ints", ints),
                                     {0}};
