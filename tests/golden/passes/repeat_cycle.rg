// passes: repeat
// A slide: the node in the circle compares one variable.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
const next: N -> N = {n0: n1, n1: n2, n2: n3, :n0};
begin, s: player = a;
s, t: v = next[v];
t, s: ;
t, x: $ go;
x, end: player = keeper;
