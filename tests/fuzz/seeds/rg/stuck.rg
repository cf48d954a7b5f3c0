// After x nobody can move: a fault of the rules.
type Player = {a, b};
type Score = {0, 100};
type V = {n, y};
var v: V = n;
begin, s: player = a;
s, t: $ x;
t, u: player = b;
u, w: v == y;
w, end: player = keeper;
