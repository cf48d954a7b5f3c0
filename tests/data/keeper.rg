// The keeper has two moves: a fault of the rules.
type Player = {a, b};
type Score = {0, 50, 100};
begin, s: player = a;
s, t: $ x;
t, k: player = keeper;
k, k1: goals[a] = 100;
k, k2: goals[a] = 50;
k1, end: player = keeper;
k2, end: player = keeper;
