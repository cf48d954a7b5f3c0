// passes: disjoint
// The author's word stands, and nothing is added at its node.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2};
var v: N = n0;
var w: N = n0;
@disjoint s : t u;
begin, s: player = a;
s, t: v == n0;
s, u: w == n0;
s, x: v == n1;
t, x: $ t;
u, x: $ u;
x, y: n0 == v;
x, z: v == n1;
y, q: $ y;
z, q: $ z;
q, end: player = keeper;
