// passes: fold_constants
// A variable that is never written is a constant.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: v == n0;
s, u: v == n1;
t, x: $ go;
u, x: $ never;
x, end: player = keeper;
