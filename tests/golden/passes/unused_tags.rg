// passes: skip_unused_tags
// A tag that moves can show stays, also when a reachability meets it as well.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
begin, s: player = a;
s, s1: ? p -> p2;
s1, s2: ? s2 -> s3;
s2, s3: $ go;
s3, end: player = keeper;
p, p1: v = N(*);
p1, p2: $$ v;
p2, p2b: $ x;
