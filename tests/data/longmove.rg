// A move may have any number of tags: listing the moves never ends.
type Player = {a};
type Score = {0, 100};
begin, s: player = a;
s, t: $ x;
t, s: $ y;
t, z: $ stop;
z, end: player = keeper;
