// Two ways of making the same move. Exercises: duplicates.
type Player = {a, b};
type Score = {0, 100};
begin, s: player = a;
s, t: $ m;
t, u: player = b;
t, u: player = b;
s, x: $ n;
x, u: player = b;
u, v: $ z;
v, end: player = keeper;
