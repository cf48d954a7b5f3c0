// Nim with heaps of 3, 4 and 5
//
// Rules:     Charles L. Bouton, "Nim, a game with a complete mathematical theory" (1901). Take any
//            number from one heap; who takes the last one wins.
// Players:   2 (first begins)
// Exercises: tables of two arguments, reachability as a test for the end.
//
// A move is the heap and what is left of it.

type Player = { first, second };
type Score = { 0, 100 };
type Heap = { small, middle, large };
type Count = { 0, 1, 2, 3, 4, 5 };

const other: Player -> Player = { :first, first: second };
// less[a][b]: a is less than b
const less: Count -> Count -> Bool = {
    0: { 0: 0, :1 },
    1: { 0: 0, 1: 0, :1 },
    2: { 3: 1, 4: 1, 5: 1, :0 },
    3: { 4: 1, 5: 1, :0 },
    4: { 5: 1, :0 },
    :{ :0 }
};

var heaps: Heap -> Count = { small: 3, middle: 4, :5 };
var heap: Heap = small;
var rest: Count = 0;
var mover: Player = first;

begin, turn:;
turn, chooseHeap: player = mover;
chooseHeap, sayHeap: heap = Heap(*);
sayHeap, chooseRest: $$ heap;
chooseRest, compare: rest = Count(*);
compare, sayRest: less[rest][heaps[heap]] == 1;
sayRest, take: $$ rest;
take, done: heaps[heap] = rest;
done, judge: player = keeper;
judge, next: ? anyLeft -> found;
judge, won: ! anyLeft -> found;
next, turn: mover = other[mover];
won, finish: goals[mover] = 100;
finish, end: player = keeper;

// Is there anything left to take?
anyLeft, look: heap = Heap(*);
look, found: heaps[heap] != 0;
