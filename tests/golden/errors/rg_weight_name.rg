// The variable of the weights is not there.
@weight heavy; // error E0412
type Player = {a};
type Score = {0, 1};
begin, a1: player = a;
a1, a2: $ go;
a2, end: player = keeper;
