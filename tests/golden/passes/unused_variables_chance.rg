// passes: unique,prune_unused_variables
// Results of chance are told apart by all values.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var w: N = n0;
begin, r: player = random;
r, r1: $ head;
r, r2: $ tail;
r1, r3: w = n1;
r2, r3: w = n2;
r3, d: player = a;
d, d1: $ go;
d1, d2: w = n3;
d2, end: player = keeper;
