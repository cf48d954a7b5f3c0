// passes: prune_self_loops
// Skips and checks go, assignments stay.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
const next: N -> N = {n0: n1, n1: n2, n2: n3, :n0};
begin, s: player = a;
s, s: ;
s, s: v == n1;
s, s: v = next[v];
s, s1: $ go;
s1, end: player = keeper;
