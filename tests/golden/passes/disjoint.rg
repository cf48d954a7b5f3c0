// passes: disjoint
// Edges that exclude each other.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: v = N(*);
t, x: v == n0;
t, y: v != n0;
x, z: $ zero;
y, y1: v == n1;
y, y2: v == n2;
y1, z: $ one;
y2, z: $ two;
z, q: ? p -> p2;
z, r: ! p -> p2;
q, end: player = keeper;
r, end: player = keeper;
p, p1: w = N(*);
p1, p2: w == v;
