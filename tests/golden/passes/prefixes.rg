// passes: join_fork_prefixes
// Edges alike become one, whatever they are; the rest of each alternative stays.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, s1: v = N(*);
s, s2: v = N(*);
s1, t1: v == n1;
s2, t2: v == n1;
s2, t3: v != n1;
t1, u: $ one;
t2, u: $ two;
t3, u: $ three;
u, u1: w = v;
u, u2: w = v;
u1, end: player = keeper;
u2, end: player = keeper;
