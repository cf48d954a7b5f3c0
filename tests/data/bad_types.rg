type Player = {a, b};
type Score = {0, 100};
type Colour = {red, green};
var colour: Colour = blue;
begin, s: player = a;
s, t: $ x;
t, u: colour = a;
u, end: player = keeper;
