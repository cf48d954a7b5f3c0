// passes: unique,inline_assignment
// Not: read after what it is computed from has changed; read in the next move; with a second way to
// the place; a lookup that is read twice, or behind a choice; a tag of a lookup; two ways of a move.
// The one at c1 goes, to show that the search is one where that is possible.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
const next: N -> N = {n0: n1, n1: n2, n2: n3, :n0};
var v: N = n0;
var w: N = n0;
var x: N = n0;
var y: N = n0;
var t: N -> N = {:n0};
begin, s: player = a;
s, s1: w = v;
s1, s2: v = n2;
s2, s3: t[w] == n1;
s3, s4: w = v;
s4, s5: $ go;
s5, d: player = b;
d, d1: t[w] == n1;
d1, d2: w = v;
d1, d3: $ other;
d2, d4: $ this;
d3, d4: ;
d4, d5: t[w] == n2;
d5, d6: x = next[v];
d6, d7: t[x] == x;
d7, d8: x = next[v];
d8, d9: y = N(*);
d9, d10: t[y] == x;
d10, d11: $$ y;
d11, c1: $ c;
c1, c2: w = y;
c2, d11b: t[w] == n2;
d11b, d12: x = next[v];
d12, d13: $$ x;
d13, d14: player = a;
d14, d15: w = v;
d15, d16: t[w] == n1;
d15, d17: t[w] != n2;
d16, end: player = keeper;
d17, end: player = keeper;
