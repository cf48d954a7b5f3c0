type Player = {a b}; // error E0102
type Score = {0, 50; // error E0102
var v: N = ; // error E0102
begin, s player = a; // error E0102
s, t: ???; // error E0102
t(x: N), u: $ go; // error E0102
