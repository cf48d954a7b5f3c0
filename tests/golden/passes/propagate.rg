// passes: propagate_constants
// The one value that every path has assigned; assignments stay, and so do tags.
type Player = {a, b};
type Score = {0, 100};
type N = {n0, n1, n2};
const f: N -> N = {n0: n1, :n2};
const g: N -> N = {n1: n0, :n1};
var v: N = n0;
var w: N = n0;
var m: N -> N = {:n0};
begin, s: player = a;
s, t: v = n1;
t, u: w = v;
u, x: m[v] == f[w];
x, y: m[w] = v;
y, z: $$ v;
z, z1: player == a;
z1, end: player = keeper;
