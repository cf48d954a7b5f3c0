type Player = {a, b};
type Score = {0, 50, 100};
begin, s: player = a;
s, s: $ x; // error E0401
s, t: $ y;
t, end: player = keeper;
