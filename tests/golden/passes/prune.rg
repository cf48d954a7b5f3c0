// passes: prune_unreachable
// Nodes that no search reaches, and dead ends.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, x: $ go;
s, dead: $ lost;
dead, dead2: v = n1;
x, end: player = keeper;
island, island2: v = n2;
island2, end: player = keeper;
