// passes: compact_comparisons
// Three of four values: one test. All four: none. Four of six, nothing else:
// two tests.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
type P = {p0, p1, p2, p3, p4, p5};
var v: N = n0;
var p: P = p0;
begin, c: player = a;
c, c1: v = N(*);
c1, s: $$ v;
s, t: v == n0;
s, t: n1 == v;
s, t: v == N(n2);
s, x: v == n3;
x, t: $ three;
t, u: v == n0;
t, u: v == n1;
t, u: v == n2;
t, u: v == n3;
u, w: p == p0;
u, w: p == p2;
u, w: p == p3;
u, w: p == p5;
w, y: $ go;
y, end: player = keeper;
