// passes: join_exclusive_edges
// A condition and its negation become a skip; not into different nodes, nor a condition and another.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: v == n1;
s, t: n1 != v;
t, u: ? p -> p2;
t, u: ! p -> p2;
u, x: v == n1;
u, y: v != n1;
y, x: $ y;
x, z: v == n1;
x, z: v != n2;
z, e: $ go;
e, end: player = keeper;
p, p1: v = N(*);
p1, p2: v == w;
