// passes: compact_skips
// Ends of reachabilities are kept.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: ? p -> q;
t, x: $ go;
x, end: player = keeper;
p, p1: ;
p1, p2: v = N(*);
p2, q: v == n2;
