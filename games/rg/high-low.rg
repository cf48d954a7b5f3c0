// High or low
//
// Rules:     commonly known guessing game. Chance thinks of a number from 1 to 8, the guesser has
//            three tries and is told each time whether the guess was low, high or a hit.
// Players:   1
// Exercises: chance, hidden information, answers by the system that the player sees.
//
// A move is the guess; the answer follows as a tag of the system.

type Player = { guesser };
type Score = { 0, 25, 50, 100 };
type Number = { 1, 2, 3, 4, 5, 6, 7, 8 };
type Tries = { t0, t1, t2, t3 };
type Answer = { low, high, hit };

// answer[guess][secret]
const answer: Number -> Number -> Answer = {
    1: { 1: hit, 2: low, 3: low, 4: low, 5: low, 6: low, 7: low, :low },
    2: { 1: high, 2: hit, 3: low, 4: low, 5: low, 6: low, 7: low, :low },
    3: { 1: high, 2: high, 3: hit, 4: low, 5: low, 6: low, 7: low, :low },
    4: { 1: high, 2: high, 3: high, 4: hit, 5: low, 6: low, 7: low, :low },
    5: { 1: high, 2: high, 3: high, 4: high, 5: hit, 6: low, 7: low, :low },
    6: { 1: high, 2: high, 3: high, 4: high, 5: high, 6: hit, 7: low, :low },
    7: { 1: high, 2: high, 3: high, 4: high, 5: high, 6: high, 7: hit, :low },
    :{ 1: high, 2: high, 3: high, 4: high, 5: high, 6: high, 7: high, :hit }
};
const fewer: Tries -> Tries = { t3: t2, t2: t1, :t0 };
const worth: Tries -> Score = { t3: 100, t2: 50, t1: 25, :0 };

var secret: Number = 1;
var guess: Number = 1;
var told: Answer = low;
var tries: Tries = t3;

begin, think: visible[guesser] = 0;
think, pick: player = random;
pick, whisper: secret = Number(*);
whisper, ready: $$ secret;
ready, open: player = keeper;
open, ask: visible[guesser] = 1;

ask, choose: player = guesser;
choose, say: guess = Number(*);
say, given: $$ guess;
given, compare: player = keeper;
compare, tell: told = answer[guess][secret];
tell, judge: $$ told;
judge, won: told == hit;
judge, wrong: told != hit;
won, finish: goals[guesser] = worth[tries];
wrong, left: tries = fewer[tries];
left, finish: tries == t0;
left, ask: tries != t0;
finish, end: player = keeper;
