// NAME
//
// Rules:     a heap of seven; take one, two or three, and whoever takes the last one wins. (Say
//            here what your game is about, and where its rules are from.)
// Players:   2 (first begins)
//
// A move is what is left of the heap.

type Player = { first, second };
type Score = { 0, 100 };
type Count = { 0, 1, 2, 3, 4, 5, 6, 7 };

const other: Player -> Player = { :first, first: second };
// one[n]: what is left of n when one is taken
const one: Count -> Count = { 7: 6, 6: 5, 5: 4, 4: 3, 3: 2, 2: 1, :0 };

var heap: Count = 7;
var mover: Player = first;

begin, turn:;

// The player chooses how many to take, one by one.
turn, taken1: player = mover;
taken1, taken2: heap = one[heap];
taken2, chosen:;
taken2, taken3: heap != 0;
taken3, taken4: heap = one[heap];
taken4, chosen:;
taken4, taken5: heap != 0;
taken5, chosen: heap = one[heap];
chosen, done: $$ heap;

// The rules decide: nobody has a choice here.
done, judge: player = keeper;
judge, won: heap == 0;
judge, next: heap != 0;
next, turn: mover = other[mover];
won, finish: goals[mover] = 100;
finish, end: player = keeper;
