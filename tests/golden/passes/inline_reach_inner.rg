// passes: inline_reachability
// The search m1 asks for another one at its first node, by two ways: what that becomes is read again.
type Player = { a };
type Score = { 0, 1 };
type Bit = { 0, 1 };
var x: Bit = 0;
var y: Bit = 0;
begin, p: player = a;
p, q: x = Bit(*);
q, r: $$ x;
r, k: player = keeper;
m1, m9: ! n1 -> n9;
n1, n9: x == 1;
n1, n2: y == 0;
n2, n9: x == 1;
k, win: ? m1 -> m9;
k, lose: ! m1 -> m9;
win, win2: goals[a] = 1;
win2, end: player = keeper;
lose, lose2: goals[a] = 0;
lose2, end: player = keeper;
