/* The game as a whole: players, rules, the end, matches. */
#include "lang/ludii/lower/lowerings.h"

static const ludeme top[] = {
    LUDEME("Game", "game", "", "a game: its players, mode, equipment and rules",
           "string [<Players>] [<Mode>] [<Equipment>] [<Rules>]"),
};

static const ludeme players[] = {
    LUDEME("Players", "players", "", "how many play, or one entry for each player", "int [<Moves>]", "{<PlayerItem>}"),
    LUDEME("PlayerItem", "player", "", "one player: a name, and the direction in which the player looks",
           "[string] [<DirectionFacing>] [<Moves>]"),
};

static const ludeme rules_phase[] = {
    LUDEME("Phase", "phase", "", "a part of the game with rules of its own",
           "string [<RoleType>] [<Mode>] [<Play>] [<End>] [<NextPhase> | {<NextPhase>}]"),
    LUDEME("NextPhase", "nextPhase", "Int", "when a phase is left, and for which one",
           "[<RoleType> | <Player>] [<Boolean>] [string]"),
};

static const ludeme mode[] = {
    LUDEME("Mode", "mode", "", "whether players move in turn or at once", "[<ModeType>]"),
};

static const ludeme rules[] = {
    LUDEME("Rules", "rules", "", "how the game begins, how it is played and how it ends",
           "[<Meta>] [<Start>] [<Play>] phases:{<Phase>} [<End>]", "[<Meta>] [<Start>] <Play> <End>"),
};

static const ludeme rules_meta[] = {
    LUDEME("Meta", "meta", "", "rules that hold for the whole game", "({<MetaRule>} | <MetaRule>)"),
    LUDEME("Automove", "automove", "MetaRule", "forced moves are made without asking", "[boolean]"),
    LUDEME("MetaSwap", "swap", "MetaRule", "the second player may exchange sides", "[boolean]"),
    ABSTRACT("MetaRule", "metaRule", "", "a rule for the whole game"),
    LUDEME("NoRepeat", "noRepeat", "MetaRule", "positions must not be repeated", "[<RepetitionType>]"),
};

static const ludeme rules_start[] = {
    LUDEME("Start", "start", "", "the position at the beginning", "({<StartRule>} | <StartRule>)"),
    LUDEME("StartDeal", "deal", "StartRule", "deal cards or dominoes", "<DealableType> [int]"),
    ABSTRACT("StartRule", "startRule", "", "a part of the position at the beginning"),
};

static const ludeme rules_start_deductionPuzzle[] = {
    LUDEME_AS(PLAYS(.start = lu_start_values), "PuzzleSet", "set", "StartRule", "numbers that are given in a puzzle",
              "[<SiteType>] {{int}}"),
};

static const ludeme rules_start_place[] = {
    ABSTRACT("Place", "place", "StartRule", "put pieces on sites"),
    FORM("Place.RandomIn", "pieces on random sites of a region",
         "Random {string} [count:{<Int>}] <Int> [invisibleTo:{<RoleType>}] [maskedTo:{<RoleType>}] "
         "[<SiteType>]"),
    FORM_AS(PLAYS(.start = lu_place_random), "Place.Random", "pieces on random sites of the board",
            "Random [<Int>] {string} [count:int] [invisibleTo:{<RoleType>}] [maskedTo:{<RoleType>}] "
            "[<SiteType>]"),
    FORM_AS(PLAYS(.start = lu_place_stack), "Place.Stack", "a stack of pieces",
            "Stack (string | items:{string}) [string] [<SiteType>] "
            "[<Int> | {<Int>} | <Sites> | coord:string | {string}] [count:int | counts:{int}] [state:int] "
            "[rotation:int] [invisibleTo:{<RoleType>}] [maskedTo:{<RoleType>}]"),
    FORM_AS(PLAYS(.start = lu_place_pieces), "Place.Pieces", "a piece on each of several sites",
            "string [<SiteType>] [{<Int>}] [<Sites>] [{string}] [counts:{int}] [state:int] [rotation:int] "
            "[invisibleTo:{<RoleType>}]"),
    FORM_AS(PLAYS(.start = lu_place_piece), "Place.Piece", "a piece on one site",
            "string [string] [<SiteType>] [<Int>] [coord:string] [count:int] [state:int] [rotation:int] "
            "[invisibleTo:{<RoleType>}] [maskedTo:{<RoleType>}]"),
    FORM("Place.RandomStack", "a stack of pieces in random order",
         "Random {<PieceCount>} <Int> [invisibleTo:{<RoleType>}] [maskedTo:{<RoleType>}] [<SiteType>]"),
};

static const ludeme rules_start_set[] = {
    ABSTRACT("StartSet", "set", "StartRule", "set a value at the beginning"),
    FORM_AS(PLAYS(.start = lu_start_team), "StartSet.Team", "who plays together", "Team <Int> {<RoleType>}"),
    FORM_AS(PLAYS(.start = lu_start_player), "StartSet.StartPlayer", "the score or amount of players",
            "<SetStartPlayerType> [<RoleType>] <Int>"),
    FORM_AS(PLAYS(.start = lu_start_sites), "StartSet.StartSites", "counts, costs or phases of sites",
            "<SetStartSitesType> int [<SiteType>] (at:<Int> | to:<Sites>)"),
    FORM_AS(PLAYS(.start = lu_start_role), "StartSet.Sites", "sites that belong to a player",
            "<RoleType> [<SiteType>] [{<Int>}] [<Sites>] [{string}] [invisibleTo:{<RoleType>}]"),
    FORM_AS(PLAYS(.start = lu_start_role), "StartSet.Site", "a site that belongs to a player",
            "<RoleType> [<SiteType>] [<Int>] [coord:string] [invisibleTo:{<RoleType>}] "
            "[maskedTo:{<RoleType>}]"),
    FORM_AS(PLAYS(.start = lu_effect_note), "StartSet.AllInvisible", "nobody sees anything",
            "AllInvisible [<SiteType>]"),
    VALUES("SetStartPlayerType", "setStartPlayerType", "", "values of players", "Amount Score"),
    VALUES("SetStartSitesType", "setStartSitesType", "", "values of sites", "Cost Count Phase"),
};

static const ludeme rules_start_split[] = {
    LUDEME("Split", "split", "StartRule", "share a deck among the players", "Deck"),
};

static const ludeme rules_play[] = {
    LUDEME("Play", "play", "", "the moves of a turn", "<Moves>"),
};

static const ludeme rules_end[] = {
    LUDEME("End", "end", "", "when the game ends, and with which result", "(<EndRule> | {<EndRule>})"),
    LUDEME("ByScore", "byScore", "Result", "the highest score wins", "[{<EndScore>}]"),
    LUDEME("EndForEach", "forEach", "EndRule", "a result for each player, or on each track",
           "[<RoleType> | Track] if:<Boolean> <Result>"),
    LUDEME("EndIf", "if", "EndRule", "a result on a condition", "<Boolean> [<EndIf> | {<EndIf>}] [<Result>]"),
    ABSTRACT("EndRule", "endRule", "", "a rule that ends the game"),
    LUDEME("Result", "result", "", "what the end means for a player", "<RoleType> <ResultType>"),
};

static const ludeme match[] = {
    LUDEME("Match", "match", "Game", "several games played one after the other", "string [<Players>] <Games> <End>"),
    LUDEME("Games", "games", "", "the games of a match", "(<Subgame> | {<Subgame>})"),
    LUDEME("Subgame", "subgame", "", "one game of a match", "string [string] [next:<Int>] [result:<Int>]"),
};

static const ludeme util_end[] = {
    LUDEME("EndScore", "score", "", "the score that a player gets at the end", "<RoleType> <Int>"),
};

const ludeme_package ludii_game[] = {PACKAGE("game", top),
                                     PACKAGE("game.players", players),
                                     PACKAGE("game.rules.phase", rules_phase),
                                     PACKAGE("game.mode", mode),
                                     PACKAGE("game.rules", rules),
                                     PACKAGE("game.rules.meta", rules_meta),
                                     PACKAGE("game.rules.start", rules_start),
                                     PACKAGE("game.rules.start.deductionPuzzle", rules_start_deductionPuzzle),
                                     PACKAGE("game.rules.start.place", rules_start_place),
                                     PACKAGE("game.rules.start.set", rules_start_set),
                                     PACKAGE("game.rules.start.split", rules_start_split),
                                     PACKAGE("game.rules.play", rules_play),
                                     PACKAGE("game.rules.end", rules_end),
                                     PACKAGE("game.match", match),
                                     PACKAGE("game.util.end", util_end),
                                     {0}};
