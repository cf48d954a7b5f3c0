// passes: compact_skips
// Two ways stay two ways, and two decision points two decision points: k becomes k3, k2 does not.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t1: $ go;
s, t2: $ go;
t1, k: player = b;
t2, k2: player = b;
k, k3: ;
k2, k3: ;
k3, l: $ stop;
l, end: player = keeper;
