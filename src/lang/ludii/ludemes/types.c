/* Directions and words with a fixed meaning. */
#include "lang/ludii/ludeme.h"

static const ludeme directions[] = {
    LUDEME("Directions", "directions", "DirectionFacing Direction", "directions, relative to a piece or fixed",
           "[<RelativeDirection> | {<RelativeDirection>}] [of:<RelationType>] [bySite:boolean]",
           "(<AbsoluteDirection> | {<AbsoluteDirection>})"),
    LUDEME("DirectionsIf", "if", "DirectionFacing Direction", "one direction or another, depending on a condition",
           "<Boolean> <Direction> <Direction>"),
    LUDEME("DirectionsDifference", "difference", "Direction", "directions without others", "<Direction> <Direction>"),
    LUDEME("DirectionsUnion", "union", "Direction", "directions and others", "<Direction> <Direction>"),
};

static const ludeme util_directions[] = {
    ABSTRACT("Direction", "direction", "", "a direction, or several"),
    VALUES("AbsoluteDirection", "absoluteDirection", "Direction DirectionFacing", "directions on the board",
           "Adjacent All Angled Axial CCW CW D DE DN DNE DNW DS DSE DSW DW Diagonal Downward E ENE ESE In N "
           "NE NNE NNW NW OffDiagonal Orthogonal Out Rotational S SE SSE SSW SW SameLayer U UE UN UNE UNW US "
           "USE USW UW Upward W WNW WSW"),
    VALUES("CompassDirection", "compassDirection", "", "directions of the compass",
           "E ENE ESE N NE NNE NNW NW S SE SSE SSW SW W WNW WSW"),
    ABSTRACT("DirectionFacing", "directionFacing", "", "a direction in which a piece or a player looks"),
    VALUES("RelativeDirection", "relativeDirection", "Direction DirectionFacing", "directions as seen from a piece",
           "BL BLL BLLL BR BRR BRRR Backward Backwards FL FLL FLLL FR FRR FRRR Forward Forwards Leftward "
           "Leftwards OppositeDirection Rightward Rightwards SameDirection"),
};

static const ludeme types_component[] = {
    VALUES("CardType", "cardType", "", "ranks of cards",
           "Ace Eight Five Four Jack Joker King Nine Queen Seven Six Ten Three Two"),
    VALUES("DealableType", "dealableType", "", "what can be dealt", "Cards Dominoes"),
    VALUES("SuitType", "suitType", "", "suits of cards", "Clubs Diamonds Hearts Spades"),
};

static const ludeme types_play[] = {
    VALUES("ModeType", "modeType", "", "in which order players move", "Alternating Simulation Simultaneous"),
    VALUES("RepetitionType", "repetitionType", "", "which repetitions count", "InGame InTurn Situational"),
    VALUES("ResultType", "resultType", "", "results", "Abandon Crash Draw Loss Tie Win"),
    VALUES("RoleType", "roleType", "", "players, by what they are",
           "All Ally Any Each Enemy Mover Neutral Next NonAlly NonMover NonNeutral NonPartner P1 P10 P11 P12 "
           "P13 P14 P15 P16 P2 P3 P4 P5 P6 P7 P8 P9 Partner Player Prev Shared Team1 Team10 Team11 Team12 "
           "Team13 Team14 Team15 Team16 Team2 Team3 Team4 Team5 Team6 Team7 Team8 Team9"),
    VALUES("WhenType", "whenType", "", "moments of a game",
           "EndOfGame EndOfMatch EndOfMove EndOfPhase EndOfRound EndOfSession EndOfTurn StartOfGame "
           "StartOfMatch StartOfMove StartOfPhase StartOfRound StartOfSession StartOfTurn"),
};

static const ludeme types_board[] = {
    VALUES("BasisType", "basisType", "", "kinds of tilings",
           "Brick Celtic Circle Dual Hexagonal HexagonalPyramidal Mesh Morris NoBasis QuadHex Spiral Square "
           "SquarePyramidal T31212 T333333_33434 T33336 T33344 T33434 T3464 T3636 T4612 T488 Triangular"),
    VALUES("LandmarkType", "landmarkType", "", "special sites",
           "BottomSite CentreSite FirstSite LastSite LeftSite RightSite Topsite"),
    VALUES("PuzzleElementType", "puzzleElementType", "", "what puzzles are about", "Cell Edge Hint Vertex"),
    VALUES("RegionTypeDynamic", "regionTypeDynamic", "", "regions that change",
           "AllPlayers Empty Enemy NotEmpty NotEnemy NotOwn Own"),
    VALUES("RegionTypeStatic", "regionTypeStatic", "", "regions that do not change",
           "AllDirections AllSites Columns Corners Diagonals HintRegions Layers Regions Rows Sides "
           "SidesNoCorners SubGrids Touching Vertices"),
    VALUES("RelationType", "relationType", "", "kinds of neighbours", "Adjacent All Diagonal OffDiagonal Orthogonal"),
    VALUES("ShapeType", "shapeType", "", "shapes of boards",
           "Circle Cross Custom Diamond Hexagon Limping NoShape Polygon Prism Quadrilateral Rectangle "
           "Rhombus Spiral Square Star Triangle Wedge Wheel"),
    VALUES("SiteType", "siteType", "", "kinds of sites", "Cell Edge Vertex"),
    VALUES("StepType", "stepType", "", "turtle steps: forward, back, left, right", "B F L R"),
    VALUES("StoreType", "storeType", "", "where stores are", "Inner None Outer"),
    VALUES("TilingBoardlessType", "tilingBoardlessType", "", "tilings without a board", "Hexagonal Square Triangular"),
};

const ludeme_package ludii_types[] = {
    PACKAGE("game.functions.directions", directions), PACKAGE("game.util.directions", util_directions),
    PACKAGE("game.types.component", types_component), PACKAGE("game.types.play", types_play),
    PACKAGE("game.types.board", types_board),         {0}};
