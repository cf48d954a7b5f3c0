// passes: fold_constants
// A search whose target a skip leads to always finds it; one whose way may fail is kept.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1};
var v: N = n0;
begin, c: player = a;
c, s: v = N(*);
s, t: ? p -> r;
s, u: ! p -> r;
s, w: ? q -> r;
p, q: v == n1;
p, o: $ any;
o, r: ;
q, r: v == n0;
t, x: $ always;
u, x: $ never;
w, x: $ maybe;
x, end: player = keeper;
