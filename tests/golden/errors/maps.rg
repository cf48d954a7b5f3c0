type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2};
const c: N = n1;
var v: N = n0;
var m: N -> N = {:n0};
const d: N -> N = {n0: n1, n0: n2, :n0}; // error E0306
const f: N -> N = {n0: n1}; // error E0307
const g: N -> N = {:n0, :n1}; // error E0306
const h: N -> N -> N = {:n0}; // error E0301
begin, s: player = a;
s, x: $ go;
x, end: player = keeper;
