// Fifteen
//
// Rules:     commonly known number game (e.g. Berlekamp, Conway, Guy, "Winning Ways"): take the
//            numbers 1 to 9 in turn; three of one's own that add up to fifteen win. By the magic
//            square it is tic-tac-toe in disguise.
// Players:   2 (odd begins)
// Exercises: a table of two arguments with gaps; nested choices inside a reachability.
//
// A move is the number.

type Player = { odd, even };
type Score = { 50, 0, 100 };
type Number = { 1, 2, 3, 4, 5, 6, 7, 8, 9 };
type NumberOrNone = { none, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
type Owner = { nobody, odd, even };

const other: Player -> Player = { :odd, odd: even };
// third[a][b]: what makes fifteen with a and b, when it is another number
const third: Number -> Number -> NumberOrNone = {
    1: { 5: 9, 6: 8, 8: 6, 9: 5, :none },
    2: { 4: 9, 5: 8, 6: 7, 7: 6, 8: 5, 9: 4, :none },
    3: { 4: 8, 5: 7, 7: 5, 8: 4, :none },
    4: { 2: 9, 3: 8, 5: 6, 6: 5, 8: 3, 9: 2, :none },
    5: { 1: 9, 2: 8, 3: 7, 4: 6, 6: 4, 7: 3, 8: 2, 9: 1, :none },
    6: { 1: 8, 2: 7, 4: 5, 5: 4, 7: 2, 8: 1, :none },
    7: { 2: 6, 3: 5, 5: 3, 6: 2, :none },
    8: { 1: 6, 2: 5, 3: 4, 4: 3, 5: 2, 6: 1, :none },
    :{ 1: 5, 2: 4, 4: 2, 5: 1, :none }
};

var owner: NumberOrNone -> Owner = { :nobody };
var taken: Number = 1;
var a: Number = 1;
var b: Number = 1;
var mover: Player = odd;

begin, turn:;
turn, choose: player = mover;
choose, free: taken = Number(*);
free, say: owner[taken] == nobody;
say, take: $$ taken;
take, done: owner[taken] = mover;
done, judge: player = keeper;

judge, won: ? fifteen -> madeFifteen;
judge, count: ! fifteen -> madeFifteen;
won, lost: goals[mover] = 100;
lost, finish: goals[other[mover]] = 0;
count, next: ? anyFree -> foundFree;
count, finish: ! anyFree -> foundFree;
next, turn: mover = other[mover];
finish, end: player = keeper;

// The number just taken is one of the three.
fifteen, second: a = Number(*);
second, third: owner[a] == mover;
third, madeFifteen: owner[third[taken][a]] == mover;

anyFree, lookFree: b = Number(*);
lookFree, foundFree: owner[b] == nobody;
