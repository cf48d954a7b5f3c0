// Passing is always possible and stopping never comes by chance alone: a game without end.
type Player = {a, b};
type Score = {0, 100};
type V = {n, y};
var v: V = n;
begin, s: player = a;
s, t: $ pass;
t, u: player = b;
u, begin: $ pass;
u, w: v == y;
w, end: player = keeper;
