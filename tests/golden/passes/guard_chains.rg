// passes: guard_chains
// A slide to the east ends at `off`, which is never empty: only cells are emptied, and only what is not empty is put
// where a slide ended.
type Player = {a, b};
type Score = {0, 50, 100};
type Cell = {c1, c2, c3};
type Spot = {off, c1, c2, c3};
type Piece = {empty, a, b};
const east: Spot -> Spot = {:off, c1: c2, c2: c3};
const round: Spot -> Spot = {:off, c1: c2, c2: c1};
var field: Spot -> Piece = {:empty, off: b, c1: a};
var spot: Spot = off;
begin, s: player = a;
s, t: spot = Cell(*);
t, u: field[spot] == a;
u, v: field[spot] = empty;
v, w: spot = east[spot];
w, x: field[spot] == empty;
x, v: ;
x, y: ;
y, z: $$ spot;
z, q: field[spot] = a;
q, e: $ go;
e, end: player = keeper;
// not where the table leads back, nor where another edge moves the spot, too
t, m: ;
m, n: spot = round[spot];
n, m: field[spot] == empty;
n, y: ;
t, i: ;
i, j: spot = east[spot];
i, j: spot = c1;
j, i: field[spot] == empty;
j, y: ;
