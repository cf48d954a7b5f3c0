// passes: prune_unreachable
// Reached by a reachability only.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: ! p -> q;
t, x: $ go;
x, end: player = keeper;
p, q: v == n1;
p, lost: v == n2;
