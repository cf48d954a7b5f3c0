// passes: compact_reachability
// The start moves over skips and tags, the end back over all that can always be done.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
begin, s: player = a;
s, s1: ? p -> p5;
s1, s2: ! q -> q2;
s2, s3: ? r -> r3;
s3, s4: $ go;
s4, end: player = keeper;
p, p1: ;
p1, p2: $ tag;
p2, p3: v == n1;
p3, p4: v = N(*);
p4, p5: v = n2;
q, q1: v == n1;
q1, q2: ;
q, q2: v == n2;
r, r1: ;
r, r2: v == n1;
r1, r2: ;
r2, r3: $ x;
