// passes: compact_skips
// A skip beside other edges of its node: its target must not lose edges.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: ;
s, x: $ one;
t, x: $ two;
t, y: $ three;
x, y: ;
y, end: player = keeper;
