type Player = {a, b};
type Score = {0, 50, 100};
var player: Player = a; // error E0205
begin, s: player = a;
s, x: $ go;
x, end: player = a;
