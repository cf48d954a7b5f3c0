// passes: unique,prune_unused_variables
// What is never read is not stored; variables without use go. z is read by the next move.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
var x: N = n0;
var y: N = n0;
var z: N = n0;
var m: N -> N = {:n0};
begin, s: player = a;
s, s1: v = N(*);
s1, s2: $$ v;
s2, s3: w = v;
s3, s4: m[v] = w;
s4, s5: x = n2;
s5, s6: x = n1;
s6, s7: z = x;
s7, d: player = b;
d, d1: z == n1;
d1, d2: $ go;
d2, end: player = keeper;
