// passes: disjoint,unique
// Branches that exclude each other bring one path to the node where they meet.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2};
var v: N = n0;
begin, s: player = a;
s, t1: v == n0;
s, t2: v != n0;
t1, u:;
t2, u:;
u, x: $ go;
x, end: player = keeper;
