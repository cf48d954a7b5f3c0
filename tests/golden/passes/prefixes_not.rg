// passes: join_fork_prefixes
// Not into a node with another way in, one that a reachability names, or a decision point.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
begin, s: player = a;
s, s1: v = n1;
s, s2: v = n1;
s, s3: v = n2;
s3, s2: ;
s1, t: $ one;
s2, t: $ two;
t, t1: v == n1;
t, t2: v == n1;
t1, u: ? p -> t2;
t2, u: $ x;
u, d1: player = b;
u, d2: player = b;
d1, x: $ one;
d2, x: $ two;
x, end: player = keeper;
p, t2: v = n1;
