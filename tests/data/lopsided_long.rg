// A word of one to nine steps: short ones are not more likely than long ones.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2, n3, n4, n5, n6, n7, n8, n9};
const next: N -> N = {n0: n1, n1: n2, n2: n3, n3: n4, n4: n5, n5: n6, n6: n7, n7: n8, :n9};
var v: N = n0;
begin, s: player = a;
s, loop: v = n0;
loop, step: v != n9;
step, count: $ on;
count, loop: v = next[v];
loop, x: $ stop;
x, end: player = keeper;
