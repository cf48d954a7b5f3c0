/* Moves, decided or as effects. */
#include "lang/ludii/lower/lowerings.h"

static const ludeme rules_play_moves[] = {
    ABSTRACT("Moves", "moves", "", "moves, chosen from by a player or made as an effect"),
};

static const ludeme decision[] = {
    ABSTRACT("Decision", "decision", "Moves", "moves that a player decides on"),
    ABSTRACT("Move", "move", "Decision Moves", "moves that a player may choose"),
    FORM_AS(PLAYS(.moves = lu_move_step, .effect = lu_effect_any), "Move.Step", "go to a neighbouring site", "Step [<From>] [<Direction>] <To> [stack:boolean] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_slide, .effect = lu_effect_any), "Move.Slide", "go along a line as far as it is free",
           "Slide [<From>] [string] [<Direction>] [<Between>] [<To>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_shoot, .effect = lu_effect_any), "Move.Shoot", "put a piece on a site in line with the last move",
           "Shoot <MovePiece> [<From>] [<AbsoluteDirection>] [<Between>] [<To>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_select, .effect = lu_effect_any), "Move.Select", "choose a site, or two, and change nothing", "Select <From> [<To>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_message, .effect = lu_effect_message), "Move.Message", "propose something, or vote for it", "<MoveMessageType> (string | {string}) [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_exchange, .effect = lu_effect_exchange), "Move.Swap", "exchange what stands on two sites", "Swap Pieces [<Int>] [<Int>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_remove, .effect = lu_effect_remove), "Move.Remove", "take pieces off the board",
           "Remove [<SiteType>] (<Int> | <Sites>) [at:<WhenType>] [count:<Int>] [<Then>]"),
    FORM("Move.SetTrumpSuit", "choose the trump suit", "Set TrumpSuit (<Int> | <IntsDifference>) [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_next_player, .effect = lu_effect_next_player), "Move.SetNextPlayer", "choose who moves next", "Set NextPlayer (<Player> | <Ints>) [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_turn, .effect = lu_effect_turn), "Move.SetDirection", "turn a piece",
           "Set Direction [<To>] [{<Int>} | <Int>] [previous:<Boolean>] [next:<Boolean>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_add), "Move.Site", "put a piece on a site, or claim one",
           "<MoveSiteType> [<MovePiece>] <To> [count:<Int>] [stack:boolean] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_bet), "Move.Bet", "bet an amount", "Bet (<Player> | <RoleType>) <Range> [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_from_to, .effect = lu_effect_from_to), "Move.FromTo", "take a piece from one site to another",
           "<From> <To> [count:<Int>] [copy:<Boolean>] [stack:boolean] [<RoleType>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_promote, .effect = lu_effect_promote), "Move.Promote", "replace a piece by one of another kind",
           "Promote [<SiteType>] [<Int>] <MovePiece> [<Player> | <RoleType>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_simple), "Move.Simple", "pass, or play a card", "<MoveSimpleType> [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_leap, .effect = lu_effect_any), "Move.Leap", "jump to a site at the end of a walk",
           "Leap [<From>] {{<StepType>}} [forward:<Boolean>] [rotations:<Boolean>] <To> [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_hop, .effect = lu_effect_any), "Move.Hop", "jump over neighbours to a site behind them",
           "Hop [<From>] [<Direction>] [<Between>] <To> [stack:boolean] [<Then>]"),
    VALUES("MoveMessageType", "moveMessageType", "", "what is said", "Propose Vote"),
    VALUES("MoveSimpleType", "moveSimpleType", "", "moves without arguments", "Pass PlayCard"),
    VALUES("MoveSiteType", "moveSiteType", "", "moves to one site", "Add Claim"),
};

static const ludeme nonDecision_effect[] = {
    ABSTRACT("Effect", "effect", "NonDecision Moves", "moves that happen without a decision"),
    LUDEME_AS(PLAYS(.effect = lu_effect_apply), "Apply", "apply", "Moves", "an effect, on a condition", "[if:<Boolean>] [<NonDecision>]"),
    LUDEME_AS(PLAYS(.effect = lu_effect_attract), "Attract", "attract", "Effect Moves", "pull pieces in line towards a site",
           "[<From>] [<AbsoluteDirection>] [<Then>]"),
    LUDEME("Bet", "bet", "Effect Moves", "bet an amount", "(<Player> | <RoleType>) <Range> [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_add, .effect = lu_effect_add), "Claim", "claim", "Effect Moves", "make a site one's own", "[<MovePiece>] <To> [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_capture_moves, .effect = lu_effect_custodial), "Custodial", "custodial", "Effect Moves", "act on pieces enclosed in a line between two of the other side",
           "[<From>] [<AbsoluteDirection>] [<Between>] [<To>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_capture_moves, .effect = lu_effect_direction_capture), "DirectionCapture", "directionCapture", "Effect Moves", "capture in the direction of the last move",
           "[<From>] [<To>] [opposite:<Boolean>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_add, .effect = lu_effect_add), "Add", "add", "Effect Moves", "put pieces on sites",
           "[<MovePiece>] <To> [count:<Int>] [stack:boolean] [<Then>]"),
    LUDEME("Deal", "deal", "Effect Moves", "deal cards or dominoes",
           "<DealableType> [<Int>] [beginWith:<Int>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_remove, .effect = lu_effect_remove), "Remove", "remove", "Effect Moves", "take pieces off sites",
           "[<SiteType>] (<Int> | <Sites>) [at:<WhenType>] [count:<Int>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_step, .effect = lu_effect_any), "Step", "step", "Effect Moves", "go to a neighbouring site",
           "[<From>] [<Direction>] <To> [stack:boolean] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_capture_moves, .effect = lu_effect_enclose), "Enclose", "enclose", "Effect Moves", "act on groups that have no free neighbour left",
           "[<SiteType>] [<From>] [<Direction>] [<Between>] [<Then>]"),
    LUDEME_AS(PLAYS(.effect = lu_effect_flip), "Flip", "flip", "Effect Moves", "turn pieces over", "[<SiteType>] [<Int>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_from_to, .effect = lu_effect_from_to), "FromTo", "fromTo", "Effect Moves", "take pieces from one site to another",
           "<From> <To> [count:<Int>] [copy:<Boolean>] [stack:boolean] [<RoleType>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_hop, .effect = lu_effect_any), "Hop", "hop", "Effect Moves", "jump over neighbours to a site behind them",
           "[<From>] [<Direction>] [<Between>] <To> [stack:boolean] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_capture_moves, .effect = lu_effect_intervene), "Intervene", "intervene", "Effect Moves", "act on both pieces between which a piece has come",
           "[<From>] [<AbsoluteDirection>] [<Between>] [<To>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_leap, .effect = lu_effect_any), "Leap", "leap", "Effect Moves", "jump to a site at the end of a walk",
           "[<From>] {{<StepType>}} [forward:<Boolean>] [rotations:<Boolean>] <To> [<Then>]"),
    LUDEME_AS(PLAYS(.effect = lu_effect_note), "Note", "note", "Effect Moves", "tell players something",
           "[<Int> | <RoleType>] string [to:<Player> | to:<RoleType>]"),
    LUDEME_AS(PLAYS(.moves = lu_pass_moves, .effect = lu_effect_pass), "Pass", "pass", "Effect Moves", "do nothing", "[<Then>]"),
    LUDEME("PlayCard", "playCard", "Effect Moves", "play a card", "[<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_promote, .effect = lu_effect_promote), "Promote", "promote", "Effect Moves", "replace a piece by one of another kind",
           "[<SiteType>] [<Int>] <MovePiece> [<Player> | <RoleType>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_message, .effect = lu_effect_message), "Propose", "propose", "Effect Moves", "propose something", "(string | {string}) [<Then>]"),
    LUDEME_AS(PLAYS(.effect = lu_effect_push), "Push", "push", "Effect Moves", "push the pieces in a line",
           "[<From>] <AbsoluteDirection> [<Then>]"),
    LUDEME_AS(PLAYS(.effect = lu_effect_roll), "Roll", "roll", "Effect Moves", "roll the dice", "[<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_satisfy), "Satisfy", "satisfy", "Effect Moves", "state what a solution of a puzzle fulfils",
           "(<Boolean> | {<Boolean>})"),
    LUDEME_AS(PLAYS(.moves = lu_move_select, .effect = lu_effect_any), "Select", "select", "Effect Moves", "choose a site, or two", "<From> [<To>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_shoot, .effect = lu_effect_any), "Shoot", "shoot", "Effect Moves", "put a piece on a site in line",
           "<MovePiece> [<From>] [<AbsoluteDirection>] [<Between>] [<To>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_slide, .effect = lu_effect_any), "Slide", "slide", "Effect Moves", "go along a line as far as it is free",
           "[<From>] [string] [<Direction>] [<Between>] [<To>] [<Then>]"),
    LUDEME_AS(PLAYS(.effect = lu_effect_sow), "Sow", "sow", "Effect Moves", "put counters one by one on the following sites of a track",
           "[<SiteType>] [<Int>] [count:<Int>] [string] [owner:<Int>] [if:<Boolean>] "
           "[apply:<NonDecision>] [includeSelf:boolean] [origin:<Boolean>] [skipIf:<Boolean>] "
           "[backtracking:<Boolean>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_capture_moves, .effect = lu_effect_surround), "Surround", "surround", "Effect Moves", "act on pieces whose neighbours are all of the other side",
           "[<From>] [<RelationType>] [<Between>] [<To>] [except:<Int>] [with:<MovePiece>] [<Then>]"),
    LUDEME("Then", "then", "", "what happens after a move", "<NonDecision> [applyAfterAllMoves:boolean]"),
    LUDEME_AS(PLAYS(.effect = lu_effect_trigger), "Trigger", "trigger", "Effect Moves", "note that something has happened",
           "string (<Int> | <RoleType>) [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_move_message, .effect = lu_effect_message), "Vote", "vote", "Effect Moves", "vote for something that was proposed",
           "(string | {string}) [<Then>]"),
};

static const ludeme nonDecision[] = {
    ABSTRACT("NonDecision", "nonDecision", "Moves", "moves that need no decision"),
};

static const ludeme nonDecision_effect_requirement[] = {
    LUDEME_AS(PLAYS(.moves = lu_avoid_stored), "AvoidStoredState", "avoidStoredState", "Effect Moves", "keep the moves that do not lead to the remembered position",
           "<Moves> [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_do, .effect = lu_effect_do), "Do", "do", "Effect Moves", "moves, and then others, or a condition on where they lead",
           "<Moves> [next:<Moves>] [ifAfterwards:<Boolean>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_first_on_track), "FirstMoveOnTrack", "firstMoveOnTrack", "Effect Moves", "the moves of the first piece on a track that has any",
           "[string] [<RoleType>] <Moves> [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_priority, .effect = lu_effect_priority), "Priority", "priority", "Effect Moves", "the first of several lists of moves that is not empty",
           "<Moves> <Moves> [<Then>]",
           "{<Moves>} [<Then>]"),
};

static const ludeme nonDecision_effect_requirement_max[] = {
    ABSTRACT("MaxMoves", "max", "Effect Moves", "the moves that reach most of something"),
    FORM_AS(PLAYS(.moves = lu_move_distance), "MaxMoves.Distance", "those that go furthest on a track",
           "Distance [string] [<RoleType>] <Moves> [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_max), "MaxMoves.Moves", "those that can be continued longest, or capture most",
           "<MaxMovesType> <Moves> [<Then>]"),
    VALUES("MaxMovesType", "maxMovesType", "", "what there shall be most of", "Captures Moves"),
};

static const ludeme nonDecision_effect_set[] = {
    ABSTRACT("Set", "set", "Effect Moves", "change a value of the state"),
    FORM_AS(PLAYS(.effect = lu_effect_set_player), "Set.Player", "set a value or score of a player",
           "<SetPlayerType> (<Player> | <RoleType>) <Int> [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_set_pending), "Set.Pending", "mark sites for the next turn", "Pending [<Int> | <Sites>] [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_set_value), "Set.Value", "set the counter, the pot or the variable", "<SetValueType> [<Int>] [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_turn), "Set.Direction", "turn a piece",
           "Direction [<To>] [{<Int>} | <Int>] [previous:<Boolean>] [next:<Boolean>] [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_next_player), "Set.NextPlayer", "say who moves next", "NextPlayer (<Player> | <Ints>) [<Then>]"),
    FORM("Set.TrumpSuit", "set the trump suit", "TrumpSuit (<Int> | <IntsDifference>) [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_set_site), "Set.Site", "set the count or state of a site", "<SetSiteType> [<SiteType>] at:<Int> <Int> [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_show), "Set.Region", "hide or show sites",
           "<SetRegionType> [<SiteType>] (<Int> | <Sites>) [level:<Int>] [<Player> | <RoleType>] "
           "[stack:<Boolean>] [<Then>]"),
    VALUES("SetPlayerType", "setPlayerType", "", "values of players that can be set", "Score Value"),
    VALUES("SetRegionType", "setRegionType", "", "what players see of a site", "Invisible Masked Visible"),
    VALUES("SetSiteType", "setSiteType", "", "values of sites that can be set", "Count State"),
    VALUES("SetValueType", "setValueType", "", "values of the game that can be set", "Counter Pot Var"),
};

static const ludeme nonDecision_effect_state[] = {
    LUDEME_AS(PLAYS(.effect = lu_effect_add_score), "AddScore", "addScore", "Effect Moves", "add to the scores of players",
           "({<Int>} | {<RoleType>}) {<Int>} [<Then>]",
           "(<Player> | <RoleType>) <Int> [<Then>]"),
    LUDEME_AS(PLAYS(.effect = lu_effect_again), "MoveAgain", "moveAgain", "Effect Moves", "the mover moves once more", ""),
    LUDEME_AS(PLAYS(.effect = lu_effect_remember), "RememberState", "rememberState", "Effect Moves", "remember the position", "[<Then>]"),
};

static const ludeme nonDecision_effect_state_swap[] = {
    ABSTRACT("Swap", "swap", "Effect Moves", "exchange players or pieces"),
    FORM_AS(PLAYS(.effect = lu_effect_exchange_players), "Swap.Players", "exchange the sides of two players",
           "Players (<Int> | <RoleType>) (<Int> | <RoleType>) [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_exchange, .effect = lu_effect_exchange), "Swap.Pieces", "exchange what stands on two sites", "Pieces [<Int>] [<Int>] [<Then>]"),
};

static const ludeme nonDecision_effect_take[] = {
    ABSTRACT("Take", "take", "Effect Moves", "take something over"),
    FORM("Take.Control", "take over another player's pieces",
           "Control (of:<RoleType> | oF:<Int>) (by:<RoleType> | bY:<Int>) [<SiteType>] [<Then>]"),
    FORM("Take.Domino", "take a domino", "Domino [<Then>]"),
};

static const ludeme nonDecision_operators_foreach[] = {
    ABSTRACT("ForEach", "forEach", "Effect Moves", "moves for each of several things"),
    FORM_AS(PLAYS(.moves = lu_for_value, .effect = lu_effect_for_value), "ForEach.Value", "for each number of a range", "Value min:<Int> max:<Int> <Moves> [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_for_site, .effect = lu_effect_for_site), "ForEach.Site", "for each site of a region", "Site <Sites> <Moves> [noMoveYet:<Moves>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_for_direction, .effect = lu_effect_for_direction), "ForEach.Direction", "for each direction from a site",
           "Direction [<From>] [<Direction>] [<Between>] (<To> | <Moves>) [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_for_die), "ForEach.Die", "for each die",
           "Die [<Int>] [combined:<Boolean>] [replayDouble:<Boolean>] [if:<Boolean>] <Moves> [<Then>]"),
    FORM("ForEach.Group", "for each group of pieces",
           "Group [<SiteType>] [<Direction>] [if:<Boolean>] <Moves> [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_for_piece), "ForEach.Piece", "for each piece of a player: moves given here, or its own",
           "Piece [string | {string}] [container:<Int> | string] [<Moves>] [<Player> | <RoleType>] "
           "[top:<Boolean>] [<SiteType>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_for_player, .effect = lu_effect_for_player), "ForEach.Player", "for each player",
           "Player [container:<Int> | string] [<Moves>] [<Player> | <RoleType>] [top:<Boolean>] "
           "[<SiteType>] [<Then>]"),
};

static const ludeme nonDecision_operator[] = {
    ABSTRACT("Operator", "operator", "NonDecision Moves", "moves made of other moves"),
};

static const ludeme nonDecision_operators_logical[] = {
    LUDEME_AS(PLAYS(.effect = lu_effect_combinations), "AllCombinations", "allCombinations", "Operator Moves", "every move of one list with every move of another",
           "<Moves> <Moves> [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_append, .effect = lu_effect_append), "Append", "append", "Operator Moves", "all moves as a single one", "<NonDecision> [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_moves_or, .effect = lu_effect_and), "And", "and", "Operator Moves", "moves that are all made",
           "<Moves> <Moves> [<Then>]",
           "{<Moves>} [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_moves_if, .effect = lu_effect_if), "If", "if", "Operator Moves", "moves on a condition, and others where it fails",
           "<Boolean> <Moves> [<Moves>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_moves_or, .effect = lu_effect_and), "Or", "or", "Operator Moves", "moves of all alternatives",
           "{<Moves>} [<Then>]",
           "<Moves> <Moves> [<Then>]"),
};

static const ludeme util_moves[] = {
    LUDEME("Flips", "flips", "", "the two states between which a piece is flipped", "int int"),
    LUDEME("Between", "between", "", "the sites between beginning and end of a move",
           "[before:<Int>] [<Range>] [after:<Int>] [if:<Boolean>] [trail:<Int>] [<Apply>]"),
    LUDEME("From", "from", "", "where a move begins",
           "[<SiteType>] [<Sites> | <Int>] [level:<Int>] [if:<Boolean>]"),
    LUDEME("MovePiece", "piece", "", "kinds of pieces", "(string | <Int> | {string} | {<Int>}) [state:<Int>]"),
    LUDEME("Player", "player", "", "a player by number", "<Int>"),
    LUDEME("To", "to", "", "where a move ends",
           "[<SiteType>] [<Sites> | <Int>] [level:<Int>] [<Rotations>] [if:<Boolean>] [<Apply>]"),
};

const ludeme_package ludii_moves[] = {
    PACKAGE("game.rules.play.moves", rules_play_moves),
    PACKAGE("game.rules.play.moves.decision", decision),
    PACKAGE("game.rules.play.moves.nonDecision.effect", nonDecision_effect),
    PACKAGE("game.rules.play.moves.nonDecision", nonDecision),
    PACKAGE("game.rules.play.moves.nonDecision.effect.requirement", nonDecision_effect_requirement),
    PACKAGE("game.rules.play.moves.nonDecision.effect.requirement.max", nonDecision_effect_requirement_max),
    PACKAGE("game.rules.play.moves.nonDecision.effect.set", nonDecision_effect_set),
    PACKAGE("game.rules.play.moves.nonDecision.effect.state", nonDecision_effect_state),
    PACKAGE("game.rules.play.moves.nonDecision.effect.state.swap", nonDecision_effect_state_swap),
    PACKAGE("game.rules.play.moves.nonDecision.effect.take", nonDecision_effect_take),
    PACKAGE("game.rules.play.moves.nonDecision.operators.foreach", nonDecision_operators_foreach),
    PACKAGE("game.rules.play.moves.nonDecision.operator", nonDecision_operator),
    PACKAGE("game.rules.play.moves.nonDecision.operators.logical", nonDecision_operators_logical),
    PACKAGE("game.util.moves", util_moves),
    {0}};
