type Player = {a, b};
type Score = {0, 50, 100};
begin, s: player = a;
s, t: ? nowhere1 -> nowhere2; // warning W0403
s, t: $ y;
t, end: player = keeper;
nowhere2, nowhere3: $ z;
