// passes: propagate_constants
// What is known flows into a reachability; what it assigns is thrown away. It is asked
// for at two places, which agree on w only.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2};
const f: N -> N = {n0: n1, :n2};
const g: N -> N = {n1: n0, :n1};
var v: N = n0;
var w: N = n0;
var m: N -> N = {:n0};
begin, s: player = a;
s, s1: w = n1;
s1, s2: v = n0;
s2, t: ? p -> q;
t, t1: v == n0;
t1, t2: v = n2;
t2, u: ! p -> q;
u, u1: v == n2;
u1, end: player = keeper;
p, p1: m[v] == w;
p1, p2: v = n1;
p2, q: m[v] == n1;
