// passes: skip_self_comparisons
// Equal always holds, unequal never.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
var m: N -> N = {:n0};
begin, s: player = a;
s, s1: v == v;
s1, s2: m[v] == m[N(v)];
s2, s3: m == m;
s2, s4: v != v;
s4, s3: $ never;
s3, s5: v == w;
s5, s6: $ go;
s6, end: player = keeper;
