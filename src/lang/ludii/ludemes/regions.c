/* Sets of sites. */
#include "lang/ludii/lower/lowerings.h"

static const ludeme region_sites_lineOfSight[] = {
    VALUES("LineOfSightType", "lineOfSightType", "", "which site in a line is meant", "Empty Farthest Piece"),
};

static const ludeme region_sites[] = {
    ABSTRACT("Sites", "sites", "", "a set of sites"),
    FORM_AS(PLAYS(.region = lu_sites_move), "Sites.Move", "where moves begin or end", "<SitesMoveType> <Moves>"),
    FORM_AS(PLAYS(.region = lu_sites_coordinates), "Sites.Coordinates", "sites by their labels",
            "[<SiteType>] {string}"),
    FORM_AS(PLAYS(.region = lu_sites_simple), "Sites.Simple", "a region that every board has",
            "<SitesSimpleType> [<SiteType>]"),
    FORM_AS(PLAYS(.region = lu_sites_list), "Sites.List", "sites by their numbers", "{<Int>}"),
    FORM_AS(PLAYS(.region = lu_sites_walk), "Sites.Walk", "sites at the ends of walks",
            "[<SiteType>] [<Int>] {{<StepType>}} [rotations:<Boolean>]"),
    FORM_AS(PLAYS(.region = lu_sites_index), "Sites.Index", "a row, column, phase, or sites in some state",
            "<SitesIndexType> [<SiteType>] [<Int>]"),
    FORM_AS(PLAYS(.region = lu_sites_here), "Sites.Here", "the sites that are being looked at", ""),
    FORM_AS(PLAYS(.region = lu_sites_between), "Sites.Between", "sites between two others",
            "Between [<Direction>] [<SiteType>] from:<Int> [fromIncluded:<Boolean>] to:<Int> "
            "[toIncluded:<Boolean>] [cond:<Boolean>]"),
    FORM("Sites.LargePiece", "the sites that a large piece covers", "LargePiece [<SiteType>] at:<Int>"),
    FORM("Sites.Edge", "edges that run in a direction", "<SitesEdgeType>"),
    FORM_AS(PLAYS(.region = lu_sites_of_group), "Sites.Group", "the group that a site belongs to",
            "Group [<SiteType>] at:<Int> [<Direction>] [if:<Boolean>]"),
    FORM_AS(PLAYS(.region = lu_sites_crossing), "Sites.Crossing", "edges that cross an edge",
            "Crossing at:<Int> [<Player> | <RoleType>]"),
    FORM_AS(PLAYS(.region = lu_sites_random), "Sites.Random", "random sites of a region",
            "Random [<Sites>] [num:<Int>]"),
    FORM_AS(PLAYS(.region = lu_sites_occupied), "Sites.Occupied", "sites with pieces of a player",
            "Occupied (by:<Player> | by:<RoleType>) [container:<Int> | container:string] "
            "[component:<Int> | component:string | components:{string}] [top:boolean] [<SiteType>]"),
    FORM_AS(PLAYS(.region = lu_sites_incident), "Sites.Incident", "sites that meet a site of another kind",
            "Incident <SiteType> of:<SiteType> at:<Int> [owner:<Player> | <RoleType>]"),
    FORM_AS(PLAYS(.region = lu_sites_around), "Sites.Around", "neighbours of sites",
            "Around [<SiteType>] (<Int> | <Sites>) [<RegionTypeDynamic>] [distance:<Int>] "
            "[<AbsoluteDirection>] [if:<Boolean>] [includeSelf:<Boolean>]"),
    FORM_AS(PLAYS(.region = lu_sites_direction), "Sites.Direction", "sites in a direction from others",
            "Direction (from:<Int> | from:<Sites>) [<Direction>] [included:<Boolean>] [stop:<Boolean>] "
            "[stopIncluded:<Boolean>] [distance:<Int>] [<SiteType>]"),
    FORM_AS(PLAYS(.region = lu_sites_in_sight), "Sites.LineOfSight", "sites that are seen along lines",
            "LineOfSight [<LineOfSightType>] [<SiteType>] [at:<Int>] [<Direction>]"),
    FORM_AS(PLAYS(.region = lu_sites_side), "Sites.Side", "a side of the board",
            "Side [<SiteType>] [<Player> | <RoleType> | <CompassDirection>]"),
    FORM_AS(PLAYS(.region = lu_sites_distance), "Sites.Distance", "sites so many steps away",
            "Distance [<SiteType>] [<RelationType>] from:<Int> <Int>"),
    FORM_AS(PLAYS(.region = lu_sites_start), "Sites.Start", "where a piece stands at the beginning",
            "Start <MovePiece>"),
    FORM_AS(PLAYS(.region = lu_sites_player), "Sites.Player", "hands, tracks and other sites of a player",
            "<SitesPlayerType> [<SiteType>] [<Player> | <RoleType>] [<NonDecision>] [string]"),
    FORM_AS(PLAYS(.region = lu_sites_role), "Sites.Role", "a region by its owner or name",
            "[<Player> | <RoleType>] [<SiteType>] [string]"),
    VALUES("SitesEdgeType", "sitesEdgeType", "", "directions of edges", "Angled Axial Horizontal Slash Slosh Vertical"),
    VALUES("SitesIndexType", "sitesIndexType", "", "regions with a number", "Cell Column Edge Empty Phase Row State"),
    VALUES("SitesMoveType", "sitesMoveType", "", "ends of moves", "From To"),
    VALUES("SitesPlayerType", "sitesPlayerType", "", "regions of a player",
           "Hand Invisible Masked Track Visible Winning"),
    VALUES("SitesSimpleType", "sitesSimpleType", "", "regions that every board has",
           "Board Bottom Centre ConcaveCorners ConvexCorners Corners Hint Inner LastFrom LastTo Left "
           "LineOfPlay Major Minor Outer Pending Perimeter Playable Right ToClear Top"),
};

static const ludeme region_math[] = {
    LUDEME_AS(PLAYS(.region = lu_expand), "Expand", "expand", "Sites", "a region with its neighbours",
              "[<Int> | string] (<Sites> | origin:<Int>) [steps:<Int>] [<AbsoluteDirection>] [<SiteType>]"),
    LUDEME_AS(PLAYS(.region = lu_intersection), "Intersection", "intersection", "Sites",
              "sites that are in all regions", "{<Sites>}", "<Sites> <Sites>"),
    LUDEME_AS(PLAYS(.region = lu_union), "Union", "union", "Sites", "sites that are in one of the regions", "{<Sites>}",
              "<Sites> <Sites>"),
    LUDEME_AS(PLAYS(.region = lu_difference), "Difference", "difference", "Sites",
              "sites of a region that are not in another", "<Sites> (<Sites> | <Int>)"),
    LUDEME_AS(PLAYS(.region = lu_region_if), "RegionIf", "if", "Sites",
              "one region or another, depending on a condition", "<Boolean> <Sites> [<Sites>]"),
};

static const ludeme region_filter[] = {
    LUDEME_AS(PLAYS(.region = lu_filter), "FilterForEach", "forEach", "Sites",
              "sites of a region that fulfil a condition", "<Sites> if:<Boolean>"),
};

const ludeme_package ludii_regions[] = {PACKAGE("game.functions.region.sites.lineOfSight", region_sites_lineOfSight),
                                        PACKAGE("game.functions.region.sites", region_sites),
                                        PACKAGE("game.functions.region.math", region_math),
                                        PACKAGE("game.functions.region.filter", region_filter),
                                        {0}};
