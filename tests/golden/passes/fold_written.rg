// passes: fold_constants
// A variable that is written is not.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, t: v == n0;
t, x: $ go;
x, y: v = n1;
y, z: player = b;
z, s2: $ again;
s2, end: player = keeper;
s2, s: player = a;
