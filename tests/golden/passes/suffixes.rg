// passes: unique,join_fork_suffixes
// Nodes that go on alike become one, from the back on; unique nodes stay unique. Of single edges
// only pairs are joined: w1 and w2, not y1 to y3.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
begin, s: player = a;
s, s1: $ one;
s, s2: $ two;
s, s3: $ three;
s1, t1: v = n1;
s2, t2: v = n1;
s3, t3: v = n2;
t1, u: $ x;
t1, u: $ y;
t2, u: $ x;
t2, u: $ y;
t3, u: $ x;
t3, u: $ y;
u, w1: $ p;
u, w2: $ q;
w1, x: v = n3;
w2, x: v = n3;
x, y1: $ p;
x, y2: $ q;
x, y3: $ r;
y1, z: v = n3;
y2, z: v = n3;
y3, z: v = n3;
z, end: player = keeper;
