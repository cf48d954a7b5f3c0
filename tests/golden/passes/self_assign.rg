// passes: skip_self_assignments
// What ends a move or tells what is seen stays.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var m: N -> N = {:n0};
var w: N = n0;
begin, s: player = a;
s, s1: v = v;
s1, s2: m[v] = m[v];
s2, s3: v = N(v);
s3, s4: m = m;
s4, s5: m[v] = m[w];
s5, s6: visible = visible;
s6, s7: $ go;
s7, d: player = player;
d, d1: $ go;
d1, end: player = keeper;
