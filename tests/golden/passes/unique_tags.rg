// passes: unique
// Branches with different tags, with conditions that exclude each other once that is known,
// and a choice that is told before it is forgotten.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2};
var v: N = n0;
begin, s: player = a;
s, t1:;
s, t2:;
t1, u: $ left;
t2, u: $ right;
u, u1: player = b;
u1, e: v = N(*);
e, e1: v != n2;
e1, e2: $$ v;
e2, x: v = n0;
x, end: player = keeper;
