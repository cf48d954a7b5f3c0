// Hex, 5 x 5
//
// Rules:     Piet Hein (1942), John Nash (1948); without the swap rule. Red joins row 1 and row 5,
//            blue column 1 and column 5.
// Players:   2 (red begins)
// Edges:     red bottom top, blue left right
// Exercises: a search along a chain of stones, cycles in the automaton that end by themselves.
//
// A move is the cell: S__column_row.

type Player = { red, blue };
type Score = { 0, 100 };
type Stone = { none, red, blue };
type Cell = {
    S__1_1, S__1_2, S__1_3, S__1_4, S__1_5,
    S__2_1, S__2_2, S__2_3, S__2_4, S__2_5,
    S__3_1, S__3_2, S__3_3, S__3_4, S__3_5,
    S__4_1, S__4_2, S__4_3, S__4_4, S__4_5,
    S__5_1, S__5_2, S__5_3, S__5_4, S__5_5
};
type Spot = {
    off,
    S__1_1, S__1_2, S__1_3, S__1_4, S__1_5,
    S__2_1, S__2_2, S__2_3, S__2_4, S__2_5,
    S__3_1, S__3_2, S__3_3, S__3_4, S__3_5,
    S__4_1, S__4_2, S__4_3, S__4_4, S__4_5,
    S__5_1, S__5_2, S__5_3, S__5_4, S__5_5
};

const rival: Player -> Player = { :red, red: blue };
const east: Spot -> Spot = {
    S__1_1: S__2_1, S__1_2: S__2_2, S__1_3: S__2_3, S__1_4: S__2_4, S__1_5: S__2_5,
    S__2_1: S__3_1, S__2_2: S__3_2, S__2_3: S__3_3, S__2_4: S__3_4, S__2_5: S__3_5,
    S__3_1: S__4_1, S__3_2: S__4_2, S__3_3: S__4_3, S__3_4: S__4_4, S__3_5: S__4_5,
    S__4_1: S__5_1, S__4_2: S__5_2, S__4_3: S__5_3, S__4_4: S__5_4, S__4_5: S__5_5,
    :off
};
const west: Spot -> Spot = {
    S__2_1: S__1_1, S__2_2: S__1_2, S__2_3: S__1_3, S__2_4: S__1_4, S__2_5: S__1_5,
    S__3_1: S__2_1, S__3_2: S__2_2, S__3_3: S__2_3, S__3_4: S__2_4, S__3_5: S__2_5,
    S__4_1: S__3_1, S__4_2: S__3_2, S__4_3: S__3_3, S__4_4: S__3_4, S__4_5: S__3_5,
    S__5_1: S__4_1, S__5_2: S__4_2, S__5_3: S__4_3, S__5_4: S__4_4, S__5_5: S__4_5,
    :off
};
const north: Spot -> Spot = {
    S__1_1: S__1_2, S__1_2: S__1_3, S__1_3: S__1_4, S__1_4: S__1_5, S__2_1: S__2_2,
    S__2_2: S__2_3, S__2_3: S__2_4, S__2_4: S__2_5, S__3_1: S__3_2, S__3_2: S__3_3,
    S__3_3: S__3_4, S__3_4: S__3_5, S__4_1: S__4_2, S__4_2: S__4_3, S__4_3: S__4_4,
    S__4_4: S__4_5, S__5_1: S__5_2, S__5_2: S__5_3, S__5_3: S__5_4, S__5_4: S__5_5,
    :off
};
const south: Spot -> Spot = {
    S__1_2: S__1_1, S__1_3: S__1_2, S__1_4: S__1_3, S__1_5: S__1_4, S__2_2: S__2_1,
    S__2_3: S__2_2, S__2_4: S__2_3, S__2_5: S__2_4, S__3_2: S__3_1, S__3_3: S__3_2,
    S__3_4: S__3_3, S__3_5: S__3_4, S__4_2: S__4_1, S__4_3: S__4_2, S__4_4: S__4_3,
    S__4_5: S__4_4, S__5_2: S__5_1, S__5_3: S__5_2, S__5_4: S__5_3, S__5_5: S__5_4,
    :off
};
const northWest: Spot -> Spot = {
    S__2_1: S__1_2, S__2_2: S__1_3, S__2_3: S__1_4, S__2_4: S__1_5, S__3_1: S__2_2,
    S__3_2: S__2_3, S__3_3: S__2_4, S__3_4: S__2_5, S__4_1: S__3_2, S__4_2: S__3_3,
    S__4_3: S__3_4, S__4_4: S__3_5, S__5_1: S__4_2, S__5_2: S__4_3, S__5_3: S__4_4,
    S__5_4: S__4_5,
    :off
};
const southEast: Spot -> Spot = {
    S__1_2: S__2_1, S__1_3: S__2_2, S__1_4: S__2_3, S__1_5: S__2_4, S__2_2: S__3_1,
    S__2_3: S__3_2, S__2_4: S__3_3, S__2_5: S__3_4, S__3_2: S__4_1, S__3_3: S__4_2,
    S__3_4: S__4_3, S__3_5: S__4_4, S__4_2: S__5_1, S__4_3: S__5_2, S__4_4: S__5_3,
    S__4_5: S__5_4,
    :off
};
// Cells of the first and of the last row or column of a side.
const first: Player -> Spot -> Bool = {
    red: { S__1_1: 1, S__2_1: 1, S__3_1: 1, S__4_1: 1, S__5_1: 1, :0 },
    :{ S__1_1: 1, S__1_2: 1, S__1_3: 1, S__1_4: 1, S__1_5: 1, :0 }
};
const last: Player -> Spot -> Bool = {
    red: { S__1_5: 1, S__2_5: 1, S__3_5: 1, S__4_5: 1, S__5_5: 1, :0 },
    :{ S__5_1: 1, S__5_2: 1, S__5_3: 1, S__5_4: 1, S__5_5: 1, :0 }
};

var board: Spot -> Stone = { :none };
var spot: Spot = off;
var mover: Player = red;

begin, turn:;
turn, choose: player = mover;
choose, free: spot = Cell(*);
free, say: board[spot] == none;
say, place: $$ spot;
place, done: board[spot] = mover;
done, judge: player = keeper;
judge, won: ? chain -> joined;
judge, next: ! chain -> joined;
next, turn: mover = rival[mover];
won, finish: goals[mover] = 100;
finish, end: player = keeper;

// Start anywhere on the first line of the mover and walk over his stones.
chain, start: spot = Cell(*);
start, walk: first[mover][spot] == 1;
walk, stand: board[spot] == mover;
stand, joined: last[mover][spot] == 1;
stand, walk: spot = east[spot];
stand, walk: spot = west[spot];
stand, walk: spot = north[spot];
stand, walk: spot = south[spot];
stand, walk: spot = northWest[spot];
stand, walk: spot = southEast[spot];
