// passes: propagate_constants
// A map handed over: the variable is replaced by the constant map, and where two are
// handed over it is not.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2};
const f: N -> N = {n0: n1, :n2};
const g: N -> N = {n1: n0, :n1};
var v: N = n0;
var w: N = n0;
var m: N -> N = {:n0};
var one: N -> N = {:n0};
var two: N -> N = {:n0};
begin, s: player = a;
s, s1: one = f;
s1, c: two = f;
c, c1: m[one[v]] == n0;
c1, c2: m[two[v]] == n1;
c2, r: $ again;
r, c: two = g;
c2, x: $ stop;
x, end: player = keeper;
