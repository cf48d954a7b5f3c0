// passes: propagate_constants
// Round a loop the value changes: nothing is known at its start, all of it after it.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2};
const f: N -> N = {n0: n1, :n2};
const g: N -> N = {n1: n0, :n1};
var v: N = n0;
var w: N = n0;
var m: N -> N = {:n0};
begin, s: player = a;
s, l: v = n0;
l, l1: m[v] != n0;
l1, l: v = n1;
l, x: m[v] == n0;
x, x1: v = n2;
x1, y: m[v] == n1;
y, end: player = keeper;
