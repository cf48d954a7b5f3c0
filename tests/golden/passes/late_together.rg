// passes: disjoint,unique,join_fork_suffixes,inline_assignment,prune_unused_variables,compact_skips,join_fork_prefixes,join_exclusive_edges,prune_unreachable
// What late passes change is worked on by the others again.
type Player = {a, b};
type Score = {0, 50, 100};
type N = {n0, n1, n2, n3};
var v: N = n0;
var w: N = n0;
begin, s: player = a;
s, s1: v == n1;
s, s2: v != n1;
s1, t1: w = n1;
s2, t2: w = n2;
t1, u: $ go;
t2, u: $ go;
u, end: player = keeper;
