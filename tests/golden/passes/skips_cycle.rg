// passes: compact_skips
// Skips in a circle.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: ;
t, s: ;
t, x: $ go;
x, end: player = keeper;
