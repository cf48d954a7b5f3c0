// passes: merge_accesses
// Two or three constant maps in a row become one; what a variable map gives is left alone.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
type M = {n0, n1, n2, n3, far};
type C = {red, blue};
const next: N -> N = {n0: n1, n1: n2, n2: n3, :n0};
const color: N -> C = {n1: red, n3: red, :blue};
const near: M -> N = {n0: n0, n1: n1, far: n3, :n2};
var v: N = n0;
var m: M = far;
var t: N -> N = {:n0};
begin, s: player = a;
s, s1: color[next[v]] == red;
s1, s2: color[next[next[v]]] != red;
s2, s3: color[near[m]] == blue;
s3, s4: color[N(near[m])] == blue;
s4, s5: t[next[v]] == n1;
s5, s6: next[t[v]] == n1;
s6, s7: t[next[next[v]]] = next[next[v]];
s7, s8: $$ v;
s8, end: player = keeper;
