// passes: prune_unused_constants
// A constant stays when an edge, a variable or a constant in use names it.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
const used: N -> N = {n0: n1, :n0};
const never: N -> N = {n0: n1, :n0};
const start: N = n2;
const inner: N -> N = {:n1};
const outer: N -> N -> N = {n0: inner, :inner};
const alone: N -> N -> N = {n0: inner, :never};
var v: N = start;
begin, s: player = a;
s, s1: used[v] == n1;
s1, s2: outer[v][v] == n1;
s2, s3: $ go;
s3, end: player = keeper;
