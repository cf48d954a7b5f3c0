// Tic-tac-toe. Players: X, O. Exercises: choice, tags, reachability, a board.
type Player = {X, O};
type Score = {50, 0, 100};
type Cell = {V__0_0, V__1_0, V__2_0, V__0_1, V__1_1, V__2_1, V__0_2, V__1_2, V__2_2};
type Piece = {e, X, O};

var board: Cell -> Piece = {:e};
var mover: Player = X;
var cell: Cell = V__0_0;
const other: Player -> Player = {X: O, :X};

begin, turn: player = Player(mover);
turn, chosen: cell = Cell(*);
chosen, free: board[cell] == e;
free, named: $$ cell;
named, placed: board[cell] = Piece(mover);
placed, after: player = keeper;
after, won: ? line -> found;
after, open: ! line -> found;
won, lost: goals[mover] = 100;
lost, finish: goals[other[mover]] = 0;
open, next: ? hole -> empty;
open, finish: ! hole -> empty;
next, begin: mover = other[mover];
finish, end: player = keeper;

hole, seek: cell = Cell(*);
seek, empty: board[cell] == e;

line, l0a: board[V__0_0] == Piece(mover);
l0a, l0b: board[V__1_0] == Piece(mover);
l0b, found: board[V__2_0] == Piece(mover);
line, l1a: board[V__0_0] == Piece(mover);
l1a, l1b: board[V__0_1] == Piece(mover);
l1b, found: board[V__0_2] == Piece(mover);
line, l2a: board[V__0_1] == Piece(mover);
l2a, l2b: board[V__1_1] == Piece(mover);
l2b, found: board[V__2_1] == Piece(mover);
line, l3a: board[V__1_0] == Piece(mover);
l3a, l3b: board[V__1_1] == Piece(mover);
l3b, found: board[V__1_2] == Piece(mover);
line, l4a: board[V__0_2] == Piece(mover);
l4a, l4b: board[V__1_2] == Piece(mover);
l4b, found: board[V__2_2] == Piece(mover);
line, l5a: board[V__2_0] == Piece(mover);
l5a, l5b: board[V__2_1] == Piece(mover);
l5b, found: board[V__2_2] == Piece(mover);
line, l6a: board[V__0_0] == Piece(mover);
l6a, l6b: board[V__1_1] == Piece(mover);
l6b, found: board[V__2_2] == Piece(mover);
line, l7a: board[V__0_2] == Piece(mover);
l7a, l7b: board[V__1_1] == Piece(mover);
l7b, found: board[V__2_0] == Piece(mover);
