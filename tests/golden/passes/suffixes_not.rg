// passes: unique,join_fork_suffixes
// Last edges of moves are counted one by one; where two paths meet anyway nothing is joined.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
begin, s: player = a;
s, s1: $ one;
s, s2: $ two;
s1, d: player = b;
s2, d: player = b;
d, d1: v == n1;
d, d2: v != n2;
d1, x: $ x;
d2, x: $ x;
x, end: player = keeper;
