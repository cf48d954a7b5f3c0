#!/bin/bash
# Toss: chess from positions that are known for what they find out.
. "$(dirname "$0")/lib.sh"
GAME=$SOURCE/games/toss/chess.toss

# position PICTURE FRESH: chess begins with it
position() {
    sed '/^START/,$d' "$GAME" >"$WORK/chess.toss"
    {
        echo 'START [ off | FileOf { (a1, fa); (b1, fb); (c1, fc); (d1, fd); (e1, fe); (f1, ff); (g1, fg); (h1, fh) };'
        echo "LastWhite (off); LastBlack (off); Fresh:1 { $2 };"
        echo 'wP:1 {}; wN:1 {}; wB:1 {}; wR:1 {}; wQ:1 {}; wK:1 {}; bP:1 {}; bN:1 {}; bB:1 {}; bR:1 {}; bQ:1 {}; bK:1 {} | ] "'
        echo "$1"
        echo '"'
    } >>"$WORK/chess.toss"
}

# castling on both sides, pins, promotions within three plies
position 'bR . . . bK . . bR
bP . bP bP bQ bP bB .
bB bN . . bP bN bP .
. . . wP wN . . .
. bP . . wP . . .
. . wN . . wQ . bP
wP wP wP wB wB wP wP wP
wR . . . wK . . wR' '(a1); (e1); (h1); (a8); (e8); (h8)'
run 0 perft --backend interp "$WORK/chess.toss" 3
out_has '1 +48 '
out_has '2 +2,039 '
out_has '3 +97,862 '
# promotions with and without captures, out of check
position 'bR . . . bK . . bR
wP bP bP bP . bP bP bP
. bB . . . bN bB wN
bN wP . . . . . .
wB wB wP . wP . . .
bQ . . . . wN . .
wP bP . wP . . wP wP
wR . . wQ . wR wK .' '(a8); (e8); (h8)'
run 0 perft --backend interp "$WORK/chess.toss" 3
out_has '2 +264 '
out_has '3 +9,467 '
# captures en passant that would leave the king in check along the row
position '. . . . . . . .
. . bP . . . . .
. . . bP . . . .
wK wP . . . . . bR
. wR . . . bP . bK
. . . . . . . .
. . . . wP . wP .
. . . . . . . .' ''
run 0 perft --backend interp "$WORK/chess.toss" 4
out_has '3 +2,812 '
out_has '4 +43,238 '
run 0 moves "$GAME" --after 'WhitePawn f2 f3; BlackPawn e7 e6; WhiteDouble g2 g3 g4 fg off; BlackQueen d8 h4'
out_has 'white: -1'

# What payoffs say of how far a player is.
run 0 analyse --heuristic "$SOURCE/games/toss/gomoku.toss"
out_has 'black +1 +165 +4 '
run 0 analyse --heuristic --json "$SOURCE/games/toss/breakthrough.toss"
json terms.0.role white
run 1 analyse --heuristic "$SOURCE/games/hrg/tic-tac-toe.hrg"
err_has 'nothing follows'
run 0 match -n 6 --nodes 300 "$SOURCE/games/toss/connect-four.toss" alphabeta:eval=payoff alphabeta:eval=none
run 1 match -n 1 --nodes 300 "$SOURCE/games/hrg/tic-tac-toe.hrg" alphabeta:eval=payoff alphabeta:eval=none
finish
