// passes: unique,prune_unused_variables
// The two ways to make the move end in different values of w: two ways. In the search neither the
// value nor the choice matters.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, s1: w = n1;
s, s1: w = n2;
s1, s2: $ go;
s2, d: player = b;
d, d1: ? p -> p3;
d1, d2: $ go;
d2, end: player = keeper;
p, p1: w = n3;
p1, p2: w = N(*);
p2, p3: v == n1;
