type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2};
const c: N = n1;
var v: N = n0;
var m: N -> N = {:n0};
var bad1: N = 50; // error E0301
var bad2: Score = n1; // error E0301
s, t: v = 100; // error E0301
t, x: v == 50; // error E0301
t, x: a == 50; // error E0301
t, x: v = Score(*); // error E0301
t, x: m[a] == n1; // error E0301
t, x: v[n0] == n1; // error E0302
t, x: $$ m; // error E0303
t, x: m = n1; // error E0301
begin, s: player = a;
s, x: $ go;
x, end: player = keeper;
