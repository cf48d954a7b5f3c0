// passes: disjoint
// Edges that do not.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: v = N(*);
t, x: v == n0;
t, y: w == n1;
t, y: v != n1;
x, z: $ zero;
y, z: $ other;
z, end: player = keeper;
