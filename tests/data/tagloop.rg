// A tag on a circle that a pass makes as short as it can be: a move may be of any length.
type Player = {a};
type Score = {0, 100};
begin, s: player = a;
s, t: $ x;
t, s: ;
t, z: $ stop;
z, end: player = keeper;
