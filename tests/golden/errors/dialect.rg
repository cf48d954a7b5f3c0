// What only the automaton's own text has.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1};
type R = [#0..#9]; // error E0106@10
var v: N = n0;
begin, s: player = a;
s, t: v < n1; // error E0106@9
s, t: v && v; // error E0106@9
s, t: v = v + v; // error E0106@13
s, t: v = N(*) : v == n0; // error E0106@16
s, x: $ go;
x, end: player = keeper;
