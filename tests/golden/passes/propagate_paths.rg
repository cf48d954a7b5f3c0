// passes: propagate_constants
// Two paths that meet: v differs, w is the same on both, m[n0] was written on one.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2};
const f: N -> N = {n0: n1, :n2};
const g: N -> N = {n1: n0, :n1};
var v: N = n0;
var w: N = n0;
var m: N -> N = {:n0};
begin, s: player = a;
s, s1: w = n2;
s1, t1: $ left;
s1, t2: $ right;
t1, u: v = n1;
t2, u: v = n2;
u, x: v == n1;
x, y: w == n2;
y, end: player = keeper;
