// passes: unique
// Two ways that join before the move ends.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: w = N(*);
t, u: v = n1;
t, u: v = n2;
u, x: $ go;
x, end: player = keeper;
