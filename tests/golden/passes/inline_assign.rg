// passes: unique,inline_assignment
// A value moves to where it is read, and the assignment goes.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
const next: N -> N = {n0: n1, n1: n2, n2: n3, :n0};
var v: N = n0;
var w: N = n0;
var x: N = n0;
var t: N -> N = {:n0};
begin, s: player = a;
s, s1: v = N(*);
s1, s1b: $$ v;
s1b, s2: w = v;
s2, s3: t[w] == next[w];
s3, s4: $$ w;
s4, s5: x = next[v];
s5, s6: t[x] = n2;
s6, end: player = keeper;
