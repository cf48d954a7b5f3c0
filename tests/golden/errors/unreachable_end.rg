type Player = {a, b};
type Score = {0, 50, 100};
begin, s: player = a; // error E0402
s, t: $ y;
t, u: player = keeper;
