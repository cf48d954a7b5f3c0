// Integers and parentheses are no tokens of an RG expression.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1};
var v: N = n0;
begin, s: player = a;
s, t: v = #1; // error E0106@11
s, t: v = -v; // error E0106@11
s, t: v = (v == n0 ? n0 : n1); // error E0106@11
s, t: (v == n0); // error E0106@7
s, t: ?(s -> t); // error E0106@7
s, t: $$ (v); // error E0106@10
s, t: #true; // error E0106@7
var w: N = #1; // error E0106@12
const c: N -> N = {#1: n0, :n0}; // error E0106@20
s, x: $ go;
x, end: player = keeper;
