/* What versions of Ludii after 1.0.8 write in another way. A row says what it means there; where the meaning does not
 * fit what was written, the game is refused. */
#include "lang/ludii/dialect.h"
#include "lang/ludii/lower/lowerings.h"

#include <string.h>

static MEANING_OF(hidden);

static const ludii_value *named(const dialect *d, const ludii_value *v, const char *name)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (v->items[i] && v->items[i]->node->label != NAME_NONE &&
            strcmp(ludii_text(d->f, v->items[i]->node->label), name) == 0)
            return v->items[i];
    return NULL;
}

/* Nothing of a site is seen, or all but what stands there; parts of a piece are not hidden one by one. */
static const char *hidden(dialect *d, const ludii_value *v)
{
    const ludii_value *what = NULL, *on = NULL, *sites = NULL, *value = NULL, *then = NULL;
    for (uint32_t i = 0; i < v->count; i++) {
        const ludii_value *a = v->items[i];
        what = dialect_is(d, a, "HiddenData") ? a : what;
        on = dialect_is(d, a, "SiteType") ? a : on;
        then = dialect_is(d, a, "Then") ? a : then;
        if (a && a->node->label == NAME_NONE && !dialect_is(d, a, "HiddenData") && !dialect_is(d, a, "SiteType") &&
            !dialect_is(d, a, "Then") && i > 0) {
            bool truth = dialect_word_is(d, a, "True") || dialect_word_is(d, a, "true") ||
                         dialect_word_is(d, a, "False") || dialect_word_is(d, a, "false");
            value = truth ? a : value;
            sites = truth ? sites : a;
        }
    }
    bool shown = value && (dialect_word_is(d, value, "False") || dialect_word_is(d, value, "false"));
    if (what && !dialect_word_is(d, what, "What"))
        return dialect_refuse(d, what, "hiding this part of a piece");
    sites = named(d, v, "at") ? named(d, v, "at") : sites;
    return dialect_print(d, "(set %s %s %s %s %s)",
                         shown  ? "Visible"
                         : what ? "Masked"
                                : "Invisible",
                         dialect_refer(d, on), dialect_refer(d, sites), dialect_refer(d, named(d, v, "to")),
                         dialect_refer(d, then));
}

static const ludeme later_moves[] = {
    FORM_AS(PLAYS(.moves = lu_move_slide, .effect = lu_effect_any), "Move.SlideStack", "go along a line with a stack",
            "Slide [<From>] [string] [<Direction>] [<Between>] [<To>] [stack:<Boolean>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_slide, .effect = lu_effect_any), "Slide.Stack", "go along a line with a stack",
            "[<From>] [string] [<Direction>] [<Between>] [<To>] [stack:<Boolean>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_select, .effect = lu_effect_any), "Move.SelectBy", "choose a site for a player",
            "Select <From> [<To>] [<RoleType>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_select, .effect = lu_effect_any), "Select.By", "choose a site for a player",
            "<From> [<To>] [<RoleType>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_exchange_players, .effect = lu_effect_exchange_players), "Move.SwapPlayers",
            "exchange the sides of two players", "Swap Players (<Int> | <RoleType>) (<Int> | <RoleType>) [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_remove, .effect = lu_effect_remove), "Move.RemoveLevel", "take pieces off the board",
            "Remove [<SiteType>] (<Int> | <Sites>) [level:<Int>] [at:<WhenType>] [count:<Int>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_remove, .effect = lu_effect_remove), "Remove.Level", "take pieces off the board",
            "[<SiteType>] (<Int> | <Sites>) [level:<Int>] [at:<WhenType>] [count:<Int>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_move_turn, .effect = lu_effect_turn), "Move.SetRotation", "turn a piece",
            "Set Rotation [<To>] [{<Int>} | <Int>] [previous:<Boolean>] [next:<Boolean>] [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_turn), "Set.Rotation", "turn a piece",
            "Rotation [<To>] [{<Int>} | <Int>] [previous:<Boolean>] [next:<Boolean>] [<Then>]"),
    LUDEME_AS(PLAYS(.moves = lu_capture_moves, .effect = lu_effect_directional), "Directional", "directional",
              "Effect Moves", "capture in the direction of the last move", "[<From>] [<Direction>] [<To>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_capture_moves, .effect = lu_effect_enclose), "Enclose.But",
            "act on groups that have no free neighbour left, but so many",
            "[<SiteType>] [<From>] [<Direction>] [<Between>] [numException:<Int>] [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_note), "Note.Any", "tell players something",
            "[player:<Int> | player:<RoleType>] (string | <Int> | <Ints> | <Float> | <Boolean> | <Sites> | <Range> | "
            "<Direction> | <Graph>) [to:<Player> | to:<RoleType>]"),
    FORM("Push.Direction", "push the pieces in a line", "[<From>] <Direction> [<Then>]"),
    LUDEME("Random", "random", "Effect Moves", "moves that chance picks", "<Moves> num:<Int>", "{<Float>} {<Moves>}"),
    LUDEME("While", "while", "Effect Moves", "moves as long as a condition holds", "<Boolean> <Moves> [<Then>]"),
    LUDEME("Seq", "seq", "Effect Moves", "moves one after the other", "{<Moves>}"),
    FORM_AS(PLAYS(.effect = lu_effect_sow), "Sow.PerHole", "put counters on the following sites of a track",
            "[<SiteType>] [<Int>] [count:<Int>] [numPerHole:<Int>] [string] [owner:<Int>] [if:<Boolean>] "
            "[sowEffect:<Moves>] [apply:<NonDecision>] [includeSelf:<Boolean>] [origin:<Boolean>] [skipIf:<Boolean>] "
            "[backtracking:<Boolean> | forward:<Boolean>] [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_set_site), "Set.SiteLevel", "set a value of a piece",
            "<SetSiteType> [<SiteType>] at:<Int> [level:<Int>] <Int> [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_set_var), "Set.Named", "set a variable", "Var string [<Int>] [<Then>]"),
    FORM("Set.Team", "say who plays together", "Team <Int> {<RoleType>} [<Then>]"),
    {.name = "SetSiteType.Later", .values = "Value"},
    FORM("Take.ControlIn", "take over another player's pieces",
         "Control (of:<RoleType> | of:<Int>) (by:<RoleType> | by:<Int>) [at:<Int> | to:<Sites>] [<SiteType>] [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_for_array, .effect = lu_effect_for_array), "ForEach.ValueOf",
            "for each number of an array", "Value <Ints> <Moves> [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_for_level, .effect = lu_effect_for_level), "ForEach.Level", "for each level of a stack",
            "Level [<SiteType>] <Int> [<StackDirection>] <Moves> [<Then>]"),
    FORM("ForEach.Team", "for each team", "Team <Moves> [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_for_array, .effect = lu_effect_for_array), "ForEach.PlayerOf", "for each of some players",
            "<Ints> <Moves> [<Then>]"),
    FORM_AS(PLAYS(.moves = lu_for_piece, .effect = lu_effect_for_piece), "ForEach.PieceOn",
            "for each piece on sites of a type",
            "Piece [on:<SiteType>] [string | {string}] [container:<Int> | container:string] [<Moves>] "
            "[<Player> | <RoleType>] [top:<Boolean>] [<Then>]"),
    FORM("MaxMoves.Value", "those that capture most by value", "<MaxMovesType> [withValue:<Boolean>] <Moves> [<Then>]"),
    ABSTRACT("Remember", "remember", "Effect Moves", "remember something"),
    FORM_AS(PLAYS(.effect = lu_effect_remember), "Remember.State", "remember the position", "State [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_remember_value), "Remember.Value", "remember a value",
            "Value [string] <Int> [unique:<Boolean>] [<Then>]"),
    ABSTRACT("Forget", "forget", "Effect Moves", "forget values"),
    FORM_AS(PLAYS(.effect = lu_effect_forget_all), "Forget.All", "forget all values", "Value [string] All [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_forget_value), "Forget.Value", "forget a value", "Value [string] <Int> [<Then>]"),
    FORM_AS(PLAYS(.effect = lu_effect_again), "MoveAgain.Then", "the mover moves once more", "[<Then>]"),
    LUDEME_AS(MEANING(hidden), "SetHidden", "set", "Effect Moves",
              "hide sites from a player, or what stands there, or show them again",
              "Hidden [<HiddenData>] [<SiteType>] (at:<Int> | <Sites>) [boolean] to:<RoleType> [<Then>]"),
    VALUES("HiddenData", "hiddenData", "", "parts of a piece", "Count Rotation State Value What Who"),
    VALUES("StackDirection", "stackDirection", "", "from which end of a stack", "FromBottom FromTop"),
    FORM_AS(PLAYS(.moves = lu_moves_if, .effect = lu_effect_if), "If.Then", "moves on a condition",
            "<Boolean> <Moves> [<Moves>] [<Then>]"),
};

static const ludeme later_numbers[] = {
    FORM_AS(PLAYS(.number = lu_value_at), "Value.At", "the value of a piece on a site",
            "Piece [<SiteType>] at:<Int> [level:<Int>]"),
    FORM_AS(PLAYS(.number = lu_value_random), "Value.Random", "a random number", "Random <Range>"),
    FORM_AS(PLAYS(.number = lu_value_limit), "Value.Limit", "after how many moves, or turns of a player, a game ends",
            "<ValueLimitType>"),
    VALUES("ValueLimitType", "valueLimitType", "", "limits", "MoveLimit TurnLimit"),
    FORM_AS(PLAYS(.number = lu_where_level), "Where.Level", "the level of a piece in a stack",
            "Level <Int> [<SiteType>] at:<Int> [fromTop:<Boolean>]",
            "Level string (<Int> | <RoleType>) [state:<Int>] [<SiteType>] at:<Int> [fromTop:<Boolean>]"),
    FORM_AS(PLAYS(.number = lu_ahead), "Ahead.Direction", "the site so many steps ahead",
            "[<SiteType>] <Int> [steps:<Int>] [<Direction>]"),
    LUDEME_AS(PLAYS(.number = lu_array_value), "ArrayValue", "arrayValue", "Int", "a number of an array, by its place",
              "<Ints> index:<Int>"),
    LUDEME_AS(PLAYS(.number = lu_region_site), "RegionSite", "regionSite", "Int", "a site of a region, by its place",
              "<Sites> index:<Int>"),
    FORM_AS(PLAYS(.number = lu_coord_of), "Coord.Of", "the site in a row and column",
            "[<SiteType>] row:<Int> column:<Int>"),
    FORM_AS(PLAYS(.number = lu_count_component), "Count.ComponentIf", "pieces for which a condition holds",
            "<CountComponentType> [<SiteType>] [<RoleType> | of:<Int>] [string] [in:<Sites>] [if:<Boolean>]"),
    FORM_AS(PLAYS(.number = lu_count_steps), "Count.StepsTo", "steps from one site to others",
            "Steps [<SiteType>] [<RelationType>] [<Step>] [newRotation:<Int>] <Int> (<Int> | <Sites>)"),
    FORM("Count.Stack", "levels of stacks",
         "Stack [<StackDirection>] [<SiteType>] (at:<Int> | to:<Sites>) [if:<Boolean>] [stop:<Boolean>]"),
    FORM_AS(PLAYS(.number = lu_count_value), "Count.Value", "how often a number is in an array",
            "Value <Int> in:<Ints>"),
    {.name = "CountSimpleType.Later", .values = "LegalMoves"},
    FORM_AS(PLAYS(.number = lu_size_array), "Size.Array", "how many numbers an array has", "Array <Ints>"),
    FORM_AS(PLAYS(.number = lu_track_first), "TrackSite.FirstSite", "the first site of a track that fits",
            "FirstSite [<Player> | <RoleType>] [string] [from:<Int>] [if:<Boolean>]"),
    FORM("Prev.Type", "the player who moved before", "<PrevType>"),
    VALUES("PrevType", "prevType", "", "who moved before", "Mover MoverLastTurn"),
    LUDEME_AS(PLAYS(.number = lu_rotation), "Rotation", "rotation", "Int", "how far a piece is turned",
              "[<SiteType>] at:<Int> [level:<Int>]"),
    {.name = "LastType.Later", .values = "LevelFrom LevelTo"},
    LUDEME_AS(PLAYS(.number = lu_player_here), "ContextPlayer", "player", "Int", "the player that is being looked at",
              ""),
    LUDEME_AS(PLAYS(.number = lu_to_int), "ToInt", "toInt", "Int", "a condition or number as a whole number",
              "(<Boolean> | <Float>)"),
    LUDEME_AS(PLAYS(.condition = lu_to_bool), "ToBool", "toBool", "Boolean", "a number as a condition",
              "(<Int> | <Float>)"),
    LUDEME("ToFloat", "toFloat", "Float", "a condition or number as a number with a fraction", "(<Boolean> | <Int>)"),
    FORM_AS(PLAYS(.number = lu_literal), "Int.Infinity", "a very large number", "=Infinity"),
    LUDEME("Array", "array", "Ints", "numbers, or the sites of a region", "<Sites>", "{<Int>}"),
    LUDEME("ValuesRemembered", "values", "Ints", "the values that are remembered", "Remembered [string]"),
    LUDEME("IntsPlayers", "players", "Ints", "players of a kind", "<PlayersManyType> [of:<Int>] [if:<Boolean>]",
           "<PlayersTeamType> [if:<Boolean>]"),
    VALUES("PlayersManyType", "playersManyType", "", "kinds of players", "All Ally Enemy Friend NonMover"),
    VALUES("PlayersTeamType", "playersTeamType", "", "players of a team",
           "Team1 Team10 Team11 Team12 Team13 Team14 Team15 Team16 Team2 Team3 Team4 Team5 Team6 Team7 Team8 Team9"),
    LUDEME("IntsUnion", "union", "Ints", "numbers that are in one of the arrays", "{<Ints>}", "<Ints> <Ints>"),
    LUDEME("IntsIntersection", "intersection", "Ints", "numbers that are in all arrays", "{<Ints>}", "<Ints> <Ints>"),
    FORM("IntsDifference.Of", "numbers of an array that are not in another", "<Ints> (<Int> | <Ints>)"),
    LUDEME("IntsIf", "if", "Ints", "one array or another, depending on a condition", "<Boolean> <Ints> [<Ints>]"),
    LUDEME("IntsTeam", "team", "Ints", "the players of the team that is being looked at", ""),
    FORM("Range.From", "numbers from one to another, or one", "<Int> [<Int>]"),
};

static const ludeme later_conditions[] = {
    FORM_AS(PLAYS(.condition = lu_every_site), "All.Sites", "a condition for all sites of a region",
            "<AllSitesType> <Sites> if:<Boolean>"),
    VALUES("AllSitesType", "allSitesType", "", "what holds for all sites", "Different Sites"),
    FORM_AS(PLAYS(.condition = lu_all_values), "All.Values", "a condition for all numbers of an array",
            "Values <Ints> if:<Boolean>"),
    FORM_AS(PLAYS(.condition = lu_all_groups), "All.Groups", "a condition for all groups",
            "Groups [<SiteType>] [<Direction>] [of:<Boolean>] if:<Boolean>"),
    FORM_AS(PLAYS(.condition = lu_no_pieces), "No.Pieces", "there are no pieces of a player, or of a kind",
            "Pieces [<SiteType>] [<RoleType> | of:<Int>] [string] [in:<Sites>]"),
    FORM("Is.Hidden", "something is hidden from a player",
         "Hidden [<HiddenData>] [<SiteType>] at:<Int> [level:<Int>] (to:<Player> | to:<RoleType>)"),
    FORM_AS(PLAYS(.condition = lu_is_in_array), "Is.InArray", "numbers are in an array", "In [<Int> | {<Int>}] <Ints>"),
    FORM("Is.Angle", "an angle of a site and two others is acute, right, obtuse or reflex",
         "<IsAngleType> [<SiteType>] at:<Int> <Boolean> <Boolean>"),
    VALUES("IsAngleType", "isAngleType", "", "angles", "Acute Obtuse Reflex Right"),
    FORM_AS(PLAYS(.condition = lu_is_path), "Is.PathOf", "a player's edges form a path of some length",
            "Path <SiteType> [from:<Int>] (<Player> | <RoleType>) length:<Range> [closed:<Boolean>]"),
    FORM_AS(PLAYS(.condition = lu_is_line), "Is.LineTop", "pieces stand in a row",
            "Line [<SiteType>] <Int> [<AbsoluteDirection>] [through:<Int> | throughAny:<Sites>] "
            "[<RoleType> | what:<Int> | whats:{<Int>}] [exact:<Boolean>] [contiguous:<Boolean>] [if:<Boolean>] "
            "[byLevel:<Boolean>] [top:<Boolean>]"),
    FORM("Is.TargetOf", "pieces stand as given", "Target [<Int> | string] {<Int>} [<Int> | {<Int>}]"),
};

static const ludeme later_regions[] = {
    FORM_AS(PLAYS(.region = lu_sites_occupied), "Sites.OccupiedOn", "sites of a type with pieces of a player",
            "Occupied (by:<Player> | by:<RoleType>) [container:<Int> | container:string] "
            "[component:<Int> | component:string | components:{string}] [top:<Boolean>] [on:<SiteType>]"),
    FORM_AS(PLAYS(.region = lu_sites_of_array), "Sites.Array", "the sites with the numbers of an array", "<Ints>"),
    FORM("Sites.Hidden", "sites that are hidden from a player",
         "Hidden [<HiddenData>] [<SiteType>] (to:<Player> | to:<RoleType>)"),
    FORM("Sites.Pattern", "sites of a pattern of pieces",
         "Pattern {<StepType>} [<SiteType>] [from:<Int>] [what:<Int> | whats:{<Int>}]"),
    FORM("Sites.Loop", "sites of a loop",
         "Loop [inside:<Boolean>] [<SiteType>] [surround:<RoleType> | {<RoleType>}] [<Direction>] [<Int>] "
         "[<Int> | <Sites>]"),
    FORM_AS(PLAYS(.region = lu_sites_of_groups), "Sites.GroupsOf", "the groups that sites belong to",
            "Group [<SiteType>] (at:<Int> | from:<Sites>) [<Direction>] [if:<Boolean>]"),
    FORM_AS(PLAYS(.region = lu_sites_distance), "Sites.DistanceRange", "sites so many steps away",
            "Distance [<SiteType>] [<RelationType>] [<Step>] [newRotation:<Int>] from:<Int> <Range>"),
    FORM_AS(PLAYS(.region = lu_sites_track), "Sites.TrackPart", "sites of a track, from one to another",
            "Track [<Player> | <RoleType>] [string] [from:<Int>] [to:<Int>]"),
    {.name = "SitesIndexType.Later", .values = "Layer"},
    {.name = "SitesMoveType.Later", .values = "Between"},
    LUDEME("LastBetween", "last", "Sites", "the sites that were jumped over by the last move", "Between"),
    LUDEME_AS(PLAYS(.region = lu_region_for_each), "RegionForEach", "forEach", "Sites",
              "a region for each of several things", "<Ints> <Sites>", "of:<Sites> <Sites>", "Team <Sites>",
              "Level [<SiteType>] at:<Int> [<StackDirection>] [if:<Boolean>] [startAt:<Int>]"),
    {.name = "RoleType.Later", .values = "Friend TeamMover"},
};

static const ludeme later_rules[] = {
    FORM("Piece.Bounds", "a piece, with bounds of its numbers",
         "string [<RoleType>] [<DirectionFacing>] [<Flips>] [<Moves>] [maxState:<Int>] [maxCount:<Int>] "
         "[maxValue:<Int>]"),
    LUDEME("PassEnd", "passEnd", "MetaRule", "what it means that all pass", "<PassEndType>"),
    VALUES("PassEndType", "passEndType", "", "the game is drawn, or goes on", "Draw NoEnd"),
    LUDEME("NoRule", "no", "MetaRule", "positions must not be repeated, or players not lose by their own moves",
           "Repeat [<RepetitionType>]", "Suicide"),
    {.name = "RepetitionType.Later", .values = "Positional PositionalInTurn SituationalInTurn"},
    LUDEME("Gravity", "gravity", "MetaRule", "pieces fall", "[PyramidalDrop]"),
    LUDEME("Pin", "pin", "MetaRule", "pieces under others stay", "SupportMultiple"),
    FORM_AS(PLAYS(.start = lu_place_stack), "Place.StackValue", "a stack of pieces",
            "Stack (string | items:{string}) [string] [<SiteType>] "
            "[<Int> | {<Int>} | <Sites> | coord:string | {string}] [count:<Int> | counts:{<Int>}] [state:<Int>] "
            "[rotation:<Int>] [value:<Int>]"),
    FORM_AS(PLAYS(.start = lu_place_pieces), "Place.PiecesValue", "a piece on each of several sites",
            "string [<SiteType>] [{<Int>}] [<Sites>] [{string}] [counts:{<Int>}] [state:<Int>] [rotation:<Int>] "
            "[value:<Int>]"),
    FORM_AS(PLAYS(.start = lu_place_piece), "Place.PieceValue", "a piece on one site",
            "string [string] [<SiteType>] [<Int>] [coord:string] [count:<Int>] [state:<Int>] [rotation:<Int>] "
            "[value:<Int>]"),
    FORM_AS(PLAYS(.start = lu_place_random), "Place.RandomOf", "pieces on random sites of a region",
            "Random [<Sites>] {string} [count:<Int>] [state:<Int>] [value:<Int>] [<SiteType>]"),
    FORM_AS(PLAYS(.start = lu_start_remember), "StartSet.Remember", "values that are remembered",
            "RememberValue [string] (<Int> | <Sites>) [unique:<Boolean>]"),
    FORM("StartSet.Hidden", "what is hidden at the beginning",
         "Hidden [<HiddenData> | {<HiddenData>}] [<SiteType>] (at:<Int> | <Sites>) [level:<Int>] [<Boolean>] "
         "to:<RoleType>"),
    FORM_AS(PLAYS(.start = lu_start_sites), "StartSet.SitesInt", "counts, costs or phases of sites",
            "<SetStartSitesType> <Int> [<SiteType>] (at:<Int> | to:<Sites>)"),
    LUDEME_AS(PLAYS(.start = lu_start_for_each), "StartForEach", "forEach", "StartRule",
              "a rule for each of several things", "Site <Sites> [if:<Boolean>] <StartRule>",
              "Value min:<Int> max:<Int> <StartRule>", "Player <StartRule>", "<Ints> <StartRule>", "Team <StartRule>"),
    FORM("ByScore.Misere", "the lowest score wins", "[{<EndScore>}] [misere:<Boolean>]"),
    LUDEME("Payoffs", "payoffs", "Result", "what each player gets", "{<Payoff>}"),
    LUDEME("Payoff", "payoff", "", "what a player gets", "<RoleType> <Float>"),
    FORM_AS(
        PLAYS(.number = NULL), "Regions.Words", "named sets of sites",
        "[string] [<RoleType>] ({<Int>} | <Sites> | {<Sites>} | <RegionTypeStatic> | {<RegionTypeStatic>}) [string]"),
    FORM("Directions.Towards", "the directions in which a site lies", "<SiteType> from:<Int> to:<Int>"),
    FORM("Directions.Random", "random directions", "Random <Direction> num:<Int>"),
    {.name = "AbsoluteDirection.Later", .values = "Base Support"},
    {.name = "DiagonalsType.Later", .values = "SolidNoSplit"},
};

static const ludeme later_graphs[] = {
    LUDEME("Concentric", "concentric", "Basis Graph", "polygons or rings around each other",
           "(<ConcentricShapeType> | sides:<Dim> | {<Dim>}) [rings:<Dim>] [steps:<Dim>] [midpoints:boolean] "
           "[joinMidpoints:boolean] [joinCorners:boolean] [stagger:boolean]"),
    VALUES("ConcentricShapeType", "concentricShapeType", "", "polygons, or rings", "Hexagon Square Target Triangle"),
    LUDEME("Regular", "regular", "Graph", "a regular polygon, or a star", "[Star] <Dim>"),
    FORM("Poly.Turned", "a polygon, and how often it is turned", "{{<Dim>}} [rotns:int]", "{{<Float>}} [rotns:int]"),
};

const ludeme_package ludii_later[] = {PACKAGE("later.moves", later_moves),
                                      PACKAGE("later.numbers", later_numbers),
                                      PACKAGE("later.conditions", later_conditions),
                                      PACKAGE("later.regions", later_regions),
                                      PACKAGE("later.rules", later_rules),
                                      PACKAGE("later.graphs", later_graphs),
                                      {0}};
