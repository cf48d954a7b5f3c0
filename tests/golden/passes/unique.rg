// passes: unique
// One way to every node.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: v = N(*);
t, x: $$ v;
x, end: player = keeper;
