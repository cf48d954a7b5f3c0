// passes: unique,local_variables changes: 15
// `from` is chosen and read within one move, `last` is read in the next one (14 nodes are unique).
type Player = {a, b};
type Score = {0, 100};
type Site = {s1, s2};
type Bool = {0, 1};
var from: Site = s1;
var last: Site = s1;
begin, choose: player = a;
choose, first: from = s1;
choose, second: from = s2;
first, named: $ one;
second, named: $ two;
named, kept: from == last;
kept, reply: last = from;
reply, decided: player = b;
decided, over: last == s1;
decided, other: last == s2;
over, done: $ stop;
other, done: $ go;
done, end: player = keeper;
