// passes: fold_constants
// Checks decided by constants.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
const next: N -> N = {n0: n1, n1: n2, n2: n3, :n0};
begin, s: player = a;
s, t: next[n0] == n1;
s, u: next[n1] == n1;
t, x: $ go;
u, x: $ never;
x, end: player = keeper;
