// passes: compact_comparisons
// Not where two tests would stand beside other edges, not where the variable may hold a value
// outside of its type, not of different things.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
type M = {n0, n1, n2, n3, far};
var v: N = n0;
var w: N = n0;
var m: M = far;
begin, c: player = a;
c, c1: w = m;
c1, s: $ go;
s, t: v == n0;
s, t: v == n1;
s, x: v == n2;
x, t: $ two;
t, u: w == n0;
t, u: w == n1;
t, u: w == n2;
u, y: m == n0;
u, y: m == n1;
u, y: m == n2;
u, y: v == n2;
y, end: player = keeper;
