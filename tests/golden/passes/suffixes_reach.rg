// passes: join_fork_suffixes
// Inside of reachabilities no fact is needed; elsewhere nothing is done without it.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
begin, s: player = a;
s, s1: $ one;
s, s2: $ two;
s1, u: $ x;
s2, u: $ x;
u, u1: ? p -> p3;
u1, end: player = keeper;
p, p1: v = N(*);
p, p2: v = n1;
p1, p3: v == n1;
p2, p3: v == n1;
