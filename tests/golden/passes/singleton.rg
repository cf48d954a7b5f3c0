// passes: prune_singleton_types
// Variables, entries of maps, tags and choices of a type with one value.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
type One = {n1};
var o: One = n1;
var m: N -> One = {:n1};
var v: N = n0;
begin, s: player = a;
s, s1: v == o;
s1, s2: v = m[v];
s2, s3: o = n1;
s3, s4: m[v] = o;
s4, s5: $$ o;
s5, s6: v = One(*);
s6, s7: o = One(*);
s7, end: player = keeper;
