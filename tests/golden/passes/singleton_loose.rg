// passes: prune_singleton_types
// v may be outside of One, and so may be o, and p after it.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
type One = {n1};
var o: One = n1;
var p: One = n1;
var q: One = n1;
var v: N = n0;
begin, s: player = a;
s, s1: o = v;
s1, s2: p = o;
s2, s3: v == o;
s3, s4: v == p;
s4, s5: $$ p;
s5, s6: v == q;
s6, end: player = keeper;
