// passes: unique
// Two ways to one node: over two branches, round a cycle, by a choice that is not told, and
// by a tag that both branches have. The first node after the fork is unique in each branch.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2};
var v: N = n0;
begin, s: player = a;
s, t1:;
s, t2: v == n0;
t1, u: $ go;
t2, u: $ go;
u, u1: player = b;
u1, c: $ start;
c, c1: v != n1;
c1, c: v = n1;
c, d: v == n1;
d, d1: player = a;
d1, e: v = N(*);
e, e1: v != n2;
e1, e2: v = n0;
e2, x: $ done;
x, end: player = keeper;
