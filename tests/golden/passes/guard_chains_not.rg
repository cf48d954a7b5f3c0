// passes: guard_chains
// What slides may empty the end of the table: nothing is known of it.
type Player = {a, b};
type Score = {0, 50, 100};
type Cell = {c1, c2, c3};
type Spot = {off, c1, c2, c3};
type Piece = {empty, a, b};
const east: Spot -> Spot = {:off, c1: c2, c2: c3};
var field: Spot -> Piece = {:empty, off: b, c1: a};
var spot: Spot = off;
begin, s: player = a;
s, t: spot = Spot(*);
t, u: field[spot] != empty;
u, v: field[spot] = empty;
v, w: spot = east[spot];
w, x: field[spot] == empty;
x, v: ;
x, y: ;
y, z: $$ spot;
z, e: field[spot] = a;
e, end: player = keeper;
