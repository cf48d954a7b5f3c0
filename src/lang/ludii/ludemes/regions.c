/* Sets of sites. */
#include "lang/ludii/ludeme.h"

static const ludeme region_sites_lineOfSight[] = {
    VALUES("LineOfSightType", "lineOfSightType", "", "which site in a line is meant", "Empty Farthest Piece"),
};

static const ludeme region_sites[] = {
    ABSTRACT("Sites", "sites", "", "a set of sites"),
    FORM("Sites.Move", "where moves begin or end", "<SitesMoveType> <Moves>"),
    FORM("Sites.Coordinates", "sites by their labels", "[<SiteType>] {string}"),
    FORM("Sites.Simple", "a region that every board has", "<SitesSimpleType> [<SiteType>]"),
    FORM("Sites.List", "sites by their numbers", "{<Int>}"),
    FORM("Sites.Walk", "sites at the ends of walks",
           "[<SiteType>] [<Int>] {{<StepType>}} [rotations:<Boolean>]"),
    FORM("Sites.Index", "a row, column, phase, or sites in some state",
           "<SitesIndexType> [<SiteType>] [<Int>]"),
    FORM("Sites.Here", "the sites that are being looked at", ""),
    FORM("Sites.Between", "sites between two others",
           "Between [<Direction>] [<SiteType>] from:<Int> [fromIncluded:<Boolean>] to:<Int> "
           "[toIncluded:<Boolean>] [cond:<Boolean>]"),
    FORM("Sites.LargePiece", "the sites that a large piece covers", "LargePiece [<SiteType>] at:<Int>"),
    FORM("Sites.Edge", "edges that run in a direction", "<SitesEdgeType>"),
    FORM("Sites.Group", "the group that a site belongs to",
           "Group [<SiteType>] at:<Int> [<Direction>] [if:<Boolean>]"),
    FORM("Sites.Crossing", "edges that cross an edge", "Crossing at:<Int> [<Player> | <RoleType>]"),
    FORM("Sites.Random", "random sites of a region", "Random [<Sites>] [num:<Int>]"),
    FORM("Sites.Occupied", "sites with pieces of a player",
           "Occupied (by:<Player> | by:<RoleType>) [container:<Int> | container:string] "
           "[component:<Int> | component:string | components:{string}] [top:boolean] [<SiteType>]"),
    FORM("Sites.Incident", "sites that meet a site of another kind",
           "Incident <SiteType> of:<SiteType> at:<Int> [owner:<Player> | <RoleType>]"),
    FORM("Sites.Around", "neighbours of sites",
           "Around [<SiteType>] (<Int> | <Sites>) [<RegionTypeDynamic>] [distance:<Int>] "
           "[<AbsoluteDirection>] [if:<Boolean>] [includeSelf:<Boolean>]"),
    FORM("Sites.Direction", "sites in a direction from others",
           "Direction (from:<Int> | from:<Sites>) [<Direction>] [included:<Boolean>] [stop:<Boolean>] "
           "[stopIncluded:<Boolean>] [distance:<Int>] [<SiteType>]"),
    FORM("Sites.LineOfSight", "sites that are seen along lines",
           "LineOfSight [<LineOfSightType>] [<SiteType>] [at:<Int>] [<Direction>]"),
    FORM("Sites.Side", "a side of the board", "Side [<SiteType>] [<Player> | <RoleType> | <CompassDirection>]"),
    FORM("Sites.Distance", "sites so many steps away",
           "Distance [<SiteType>] [<RelationType>] from:<Int> <Int>"),
    FORM("Sites.Start", "where a piece stands at the beginning", "Start <MovePiece>"),
    FORM("Sites.Player", "hands, tracks and other sites of a player",
           "<SitesPlayerType> [<SiteType>] [<Player> | <RoleType>] [<NonDecision>] [string]"),
    FORM("Sites.Role", "a region by its owner or name", "[<Player> | <RoleType>] [<SiteType>] [string]"),
    VALUES("SitesEdgeType", "sitesEdgeType", "", "directions of edges",
           "Angled Axial Horizontal Slash Slosh Vertical"),
    VALUES("SitesIndexType", "sitesIndexType", "", "regions with a number",
           "Cell Column Edge Empty Phase Row State"),
    VALUES("SitesMoveType", "sitesMoveType", "", "ends of moves", "From To"),
    VALUES("SitesPlayerType", "sitesPlayerType", "", "regions of a player",
           "Hand Invisible Masked Track Visible Winning"),
    VALUES("SitesSimpleType", "sitesSimpleType", "", "regions that every board has",
           "Board Bottom Centre ConcaveCorners ConvexCorners Corners Hint Inner LastFrom LastTo Left "
           "LineOfPlay Major Minor Outer Pending Perimeter Playable Right ToClear Top"),
};

static const ludeme region_math[] = {
    LUDEME("Expand", "expand", "Sites", "a region with its neighbours",
           "[<Int> | string] (<Sites> | origin:<Int>) [steps:<Int>] [<AbsoluteDirection>] [<SiteType>]"),
    LUDEME("Intersection", "intersection", "Sites", "sites that are in all regions",
           "{<Sites>}",
           "<Sites> <Sites>"),
    LUDEME("Union", "union", "Sites", "sites that are in one of the regions", "{<Sites>}", "<Sites> <Sites>"),
    LUDEME("Difference", "difference", "Sites", "sites of a region that are not in another",
           "<Sites> (<Sites> | <Int>)"),
    LUDEME("RegionIf", "if", "Sites", "one region or another, depending on a condition",
           "<Boolean> <Sites> [<Sites>]"),
};

static const ludeme region_filter[] = {
    LUDEME("FilterForEach", "forEach", "Sites", "sites of a region that fulfil a condition",
           "<Sites> if:<Boolean>"),
};

const ludeme_package ludii_regions[] = {
    PACKAGE("game.functions.region.sites.lineOfSight", region_sites_lineOfSight),
    PACKAGE("game.functions.region.sites", region_sites),
    PACKAGE("game.functions.region.math", region_math),
    PACKAGE("game.functions.region.filter", region_filter),
    {0}};
