// passes: inline_reachability
// A chain; a chain that is negated; alternatives, which become a cascade; assignments on the way.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
const next: N -> N = {n0: n1, n1: n2, n2: n3, :n0};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, s1: ? p -> p2;
s1, s2: ! p -> p2;
s2, s3: ? q -> q2;
s3, s4: ! q -> q2;
s4, s5: ? r -> r3;
s5, s6: ? t -> t;
s6, s7: $ go;
s7, end: player = keeper;
p, p1: v == n1;
p1, p2: w != n1;
q, q2: v == n1;
q, q1: v == n2;
q1, q2: w == n2;
r, r1: v = next[v];
r1, r2: v == w;
r2, r3: w == n3;
