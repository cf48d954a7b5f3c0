// passes: fold_constants
// Accesses to tables with known keys.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
const next: N -> N = {n0: n1, n1: n2, n2: n3, :n0};
begin, s: player = a;
s, t: v = next[next[n0]];
t, u: w = N(*);
u, x: w == next[n2];
x, y: $$ w;
y, z: next[v] == w;
z, end: player = keeper;
