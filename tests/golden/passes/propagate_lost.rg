// passes: propagate_constants
// A choice, an entry of a map and an unknown value put an end to what is known; the
// initial value counts for nothing, since begin may be met again.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2};
const f: N -> N = {n0: n1, :n2};
const g: N -> N = {n1: n0, :n1};
var v: N = n0;
var w: N = n0;
var m: N -> N = {:n0};
begin, i: v == n0;
i, s: player = a;
s, t: v = n1;
t, t1: v = N(*);
t1, t2: v == n1;
t2, u: v = n2;
u, u1: v = m[v];
u1, x: v == n2;
x, y: m = f;
y, y1: m[n0] == n1;
y1, y2: m[n0] = n2;
y2, z: m[n0] == n1;
z, end: player = keeper;
