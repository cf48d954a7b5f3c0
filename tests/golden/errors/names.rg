type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2};
const c: N = n1;
var v: N = n0;
var m: N -> N = {:n0};
var u: Nn = n0; // error E0202
type N = {n3}; // error E0201
var v: N = n1; // error E0201
const c: N = n2; // error E0201
s, t: $$ vv; // error E0203
begin, s: player = a;
s, x: $ go;
x, end: player = keeper;
