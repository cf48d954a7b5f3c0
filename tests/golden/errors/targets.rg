type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2};
const c: N = n1;
var v: N = n0;
var m: N -> N = {:n0};
s, t: c = n1; // error E0304
t, x: n0 = n1; // error E0304
t, x: player = Player(*); // error E0305
begin, s: player = a;
s, x: $ go;
x, end: player = keeper;
