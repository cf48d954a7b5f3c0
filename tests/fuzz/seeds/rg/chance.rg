// A coin, then a guess. Exercises: chance, scores.
type Player = {guesser};
type Score = {0, 100};
type Side = {heads, tails};
var side: Side = heads;
var guess: Side = heads;
begin, toss: player = random;
toss, tossed: side = Side(*);
tossed, named: $$ side;
named, ask: player = guesser;
ask, asked: guess = Side(*);
asked, told: $$ guess;
told, judge: player = keeper;
judge, right: guess == side;
judge, wrong: guess != side;
right, done: goals[guesser] = 100;
wrong, done: goals[guesser] = 0;
done, end: player = keeper;
