type Player = {a, b}; # // error E0101
type Score = {0, 50, 100};
begin, s: player = a;
s, t: $ "x"; // error E0101
t, end: player = keeper;
