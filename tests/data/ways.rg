// The same tags lead to two places: one move, two ways.
type Player = {a, b};
type Score = {0, 100};
begin, s: player = a;
s, t: $ m;
s, u: $ m;
t, k1: player = b;
u, k2: player = b;
k1, e: $ x;
k2, e: $ y;
e, end: player = keeper;
