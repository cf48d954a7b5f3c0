// Ten ways to say one thing and one way to say each of two others.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2, n3, n4, n5, n6, n7, n8, n9};
var v: N = n0;
begin, s: player = a;
s, t1: v = N(*);
t1, t2: $ many;
t2, x: v != n9;
s, u: $ one;
s, u: $ other;
u, x:;
s, w: v = N(*);
w, w1: $ many;
w1, x: v = n0;
x, y: v = n0;
y, z: player = b;
z, z1: $ done;
z1, end: player = keeper;
