/* Boards as graphs: generators and operators. */
#include "lang/ludii/ludeme.h"

static const ludeme operators[] = {
    LUDEME("Clip", "clip", "Graph", "a graph cut off at a polygon", "<Graph> <Poly>"),
    LUDEME("Complete", "complete", "Graph", "a graph with edges between all vertices", "<Graph> [eachCell:boolean]"),
    LUDEME("Dual", "dual", "Graph", "the graph whose vertices are the cells of another", "<Graph>"),
    LUDEME("Hole", "hole", "Graph", "a graph without what is inside a polygon", "<Graph> <Poly>"),
    LUDEME("Intersect", "intersect", "Graph", "what graphs have in common", "{<Graph>}", "<Graph> <Graph>"),
    LUDEME("Keep", "keep", "Graph", "what is inside a polygon", "<Graph> <Poly>"),
    LUDEME("Layers", "layers", "Graph", "several graphs above each other", "<Dim> <Graph>"),
    LUDEME("MakeFaces", "makeFaces", "Graph", "a graph whose cells are found anew", "<Graph>"),
    LUDEME("Merge", "merge", "Graph", "graphs laid upon each other, equal vertices made one",
           "{<Graph>} [connect:boolean]", "<Graph> <Graph> [connect:boolean]"),
    LUDEME("GraphAdd", "add", "Graph", "a graph with more vertices, edges or cells",
           "[<Graph>] [vertices:{{<Float>}}] [edges:{{{<Float>}}} | edges:{{<Dim>}}] "
           "[edgesCurved:{{{<Float>}}}] [cells:{{{<Float>}}} | cells:{{<Dim>}}] [connect:boolean]"),
    LUDEME("GraphRemove", "remove", "Graph", "a graph without some vertices, edges or cells",
           "<Graph> <Poly> [trimEdges:boolean]",
           "<Graph> [cells:{{{float}}} | cells:{<Dim>}] [edges:{{{float}}} | edges:{{<Dim>}}] "
           "[vertices:{{float}} | vertices:{<Dim>}] [trimEdges:boolean]"),
    LUDEME("GraphUnion", "union", "Graph", "graphs beside each other", "{<Graph>} [connect:boolean]",
           "<Graph> <Graph> [connect:boolean]"),
    LUDEME("Recoordinate", "recoordinate", "Graph", "a graph whose labels are made anew",
           "[<SiteType>] [<SiteType>] [<SiteType>] <Graph>"),
    LUDEME("Renumber", "renumber", "Graph", "a graph whose sites are numbered anew",
           "[<SiteType>] [<SiteType>] [<SiteType>] <Graph>"),
    LUDEME("Rotate", "rotate", "Graph", "a graph turned by an angle in degrees", "<Float> <Graph>"),
    LUDEME("Scale", "scale", "Graph", "a graph stretched", "<Float> [<Float>] [<Float>] <Graph>"),
    LUDEME("Shift", "shift", "Graph", "a graph moved", "<Float> <Float> [<Float>] <Graph>"),
    LUDEME("Skew", "skew", "Graph", "a graph slanted", "float <Graph>"),
    LUDEME("SplitCrossings", "splitCrossings", "Graph", "a graph with vertices where edges cross", "<Graph>"),
    LUDEME("Subdivide", "subdivide", "Graph", "a graph whose cells are divided at their centres",
           "<Graph> [min:<Dim>]"),
    LUDEME("Trim", "trim", "Graph", "a graph without loose ends", "<Graph>"),
};

static const ludeme generators_shape[] = {
    LUDEME("Shape", "shape", "Graph", "a shape, the star for instance", "[Star] <Dim>"),
    LUDEME("Circle", "circle", "Basis Graph", "concentric circles", "{<Dim>} [stagger:boolean]"),
    LUDEME("Rectangle", "rectangle", "Shape", "a rectangle of squares", "<Dim> [<Dim>] [diagonals:<DiagonalsType>]"),
    LUDEME("Repeat", "repeat", "Graph", "a polygon repeated", "<Dim> <Dim> step:{{float}} (<Poly> | {<Poly>})"),
    VALUES("ShapeStarType", "shapeStarType", "", "the star", "Star"),
    LUDEME("Spiral", "spiral", "Basis Graph", "a spiral", "turns:<Dim> sites:<Dim> [clockwise:boolean]"),
    LUDEME("Wedge", "wedge", "Shape Graph", "a triangle of three lines", "<Dim> [<Dim>]"),
};

static const ludeme generators_basis_tri[] = {
    LUDEME("Tri", "tri", "Basis Graph", "a tiling of triangles", "(<Poly> | {<Dim>})",
           "[<TriShapeType>] <Dim> [<Dim>]"),
    VALUES("TriShapeType", "triShapeType", "", "shapes of triangle boards",
           "Diamond Hexagon Limping NoShape Prism Rectangle Square Star Triangle"),
};

static const ludeme generators_basis_tiling[] = {
    LUDEME("Tiling", "tiling", "Basis Graph", "a semi-regular tiling", "<TilingType> (<Poly> | {<Dim>})",
           "<TilingType> <Dim> [<Dim>]"),
    VALUES("TilingType", "tilingType", "", "semi-regular tilings, by the polygons around a vertex",
           "T31212 T333333_33434 T33336 T33344 T33434 T3464 T3636 T4612 T488"),
};

static const ludeme generators_basis_square[] = {
    LUDEME("Square", "square", "Basis Graph", "a tiling of squares", "(<Poly> | {<Dim>}) [diagonals:<DiagonalsType>]",
           "[<SquareShapeType>] <Dim> [diagonals:<DiagonalsType> | pyramidal:boolean]"),
    VALUES("DiagonalsType", "diagonalsType", "", "which diagonals a board has",
           "Alternating Concentric Implied Radiating Solid"),
    VALUES("SquareShapeType", "squareShapeType", "", "shapes of square boards",
           "Diamond Limping NoShape Rectangle Square"),
};

static const ludeme generators_basis_quadhex[] = {
    LUDEME("Quadhex", "quadhex", "Basis Graph", "a hexagon of squares", "<Dim> [thirds:boolean]"),
};

static const ludeme generators_basis_morris[] = {
    LUDEME("Morris", "morris", "Basis Graph", "nested squares, as in nine men's morris",
           "<Dim> [joinCorners:<Boolean>]"),
};

static const ludeme generators_basis_hex[] = {
    LUDEME("Hex", "hex", "Basis Graph", "a tiling of hexagons", "(<Poly> | {<Dim>})", "[<HexShapeType>] <Dim> [<Dim>]"),
    VALUES("HexShapeType", "hexShapeType", "", "shapes of hexagon boards",
           "Diamond Hexagon Limping NoShape Prism Rectangle Square Star Triangle"),
};

static const ludeme generators_basis_celtic[] = {
    LUDEME("Celtic", "celtic", "Basis Graph", "a tiling of knots", "(<Poly> | {<Dim>})", "<Dim> [<Dim>]"),
};

static const ludeme generators_basis_brick[] = {
    LUDEME("Brick", "brick", "Basis Graph", "a wall of bricks", "[<BrickShapeType>] <Dim> [<Dim>] [trim:boolean]"),
    VALUES("BrickShapeType", "brickShapeType", "", "shapes of brick boards",
           "Diamond Limping Prism Rectangle Spiral Square"),
};

static const ludeme generators_basis[] = {
    ABSTRACT("Basis", "basis", "Graph", "a tiling"),
};

static const ludeme util_graph[] = {
    LUDEME("Graph", "graph", "", "a graph: vertices, edges and cells", "vertices:{{float}} [edges:{{int}}]"),
    LUDEME("Poly", "poly", "", "a polygon", "{{<Dim>}}", "{{float}}"),
};

const ludeme_package ludii_graphs[] = {
    PACKAGE("game.functions.graph.operators", operators),
    PACKAGE("game.functions.graph.generators.shape", generators_shape),
    PACKAGE("game.functions.graph.generators.basis.tri", generators_basis_tri),
    PACKAGE("game.functions.graph.generators.basis.tiling", generators_basis_tiling),
    PACKAGE("game.functions.graph.generators.basis.square", generators_basis_square),
    PACKAGE("game.functions.graph.generators.basis.quadhex", generators_basis_quadhex),
    PACKAGE("game.functions.graph.generators.basis.morris", generators_basis_morris),
    PACKAGE("game.functions.graph.generators.basis.hex", generators_basis_hex),
    PACKAGE("game.functions.graph.generators.basis.celtic", generators_basis_celtic),
    PACKAGE("game.functions.graph.generators.basis.brick", generators_basis_brick),
    PACKAGE("game.functions.graph.generators.basis", generators_basis),
    PACKAGE("game.util.graph", util_graph),
    {0}};
