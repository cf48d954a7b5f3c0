// passes: inline_reachability
// Left alone: a choice, a loop, a write to a map, too many checks, a search inside of the search
// that would see a variable that was changed.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
var m: N -> N = {:n0};
begin, s: player = a;
s, s1: ? p -> p2;
s1, s2: ? q -> q2;
s2, s3: ? r -> r2;
s3, s4: ? t -> t4;
s4, s5: ? u -> u2;
s5, s7: $ go;
s7, end: player = keeper;
p, p1: v = N(*);
p1, p2: v == w;
q, q1: v == n1;
q1, q: w == n1;
q1, q2: w == n2;
r, r1: m[v] = w;
r1, r2: m[w] == v;
t, t1: v == n1;
t1, t2: w == n1;
t2, t3: m[v] == n1;
t3, t4: m[w] == n1;
u, u1: v = n2;
u1, u2: ? p -> p2;
