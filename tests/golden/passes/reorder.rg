// passes: reorder_conditions
// The check behind every alternative changes places with them; not where one has another check,
// another way in, or is no check.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, s1: v == n1;
s, s2: v == n2;
s1, t1: w == n3;
s2, t2: w == n3;
t1, t: $ one;
t2, t: $ two;
t, u1: v == n1;
t, u2: v == n2;
u1, x1: w == n3;
u2, x2: w == n2;
x1, x: $ three;
x2, x: $ four;
x, y1: v == n1;
x, y2: v == n2;
y2, y1: w == n1;
y1, z: w == n3;
y2, z: w == n3;
z, z1: v == n1;
z, z2: v = n2;
z1, e: w == n3;
z2, e: w == n3;
e, end: player = keeper;
