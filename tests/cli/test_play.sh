# Play without a terminal: lines in, text out.
. "$(dirname "$0")/lib.sh"

run 0 play "$DATA/ttt.rg" # end of input at once
out_has 'X>'
out_has 'Quit after 0 plies'
input help moves board 5 undo V__1_1 quit
run 0 play --role O=human "$DATA/ttt.rg"
out_has 'takes back'
out_has 'Taken back'
out_has 'board:'
out_has '\. = e'
out_has 'Quit after 1 ply'
input V__0_0 V__0_1 V__1_0 V__1_1 V__2_0
run 0 play --role O=human "$DATA/ttt.rg"
out_has 'over after 5 plies'
out_has 'X scores 100'
input V__0 V__0_0 nonsense 99 quit
run 0 play --role O=human "$DATA/ttt.rg"
out_has "3 moves begin with 'V__0'"
out_has "'nonsense' is not a legal move"
run 0 play --role X=random --role O=random --seed 2 "$DATA/ttt.rg"
out_has 'The game is over'
cp "$WORK/out" "$WORK/first"
run 0 play --role X=random --role O=random --seed 2 "$DATA/ttt.rg"
is 'a seeded game' "$(cat "$WORK/out")" "$(cat "$WORK/first")"
run 2 play --role Q=human "$DATA/ttt.rg"
err_has 'its roles are X, O'
run 2 play --role X=clever "$DATA/ttt.rg"
input heads
run 0 play "$DATA/chance.rg"
out_has '^random: '
out_has 'guesser scores'
input call
run 0 play --role a=random --role b=human "$DATA/hidden.rg"
out_lacks 'low|high'
out_has 'b sees:'
run 1 play --role a=random --role b=random "$DATA/stuck.rg"
run 3 play --role a=random --role b=random --max-plies 50 "$DATA/endless.rg"

# short forms tell pieces apart, and are the usual ones where initials clash
input quit
run 0 play "$SOURCE/games/hrg/chess.hrg"
out_has '^ +8  br bn bb bq bk bb bn br$'
out_has '^ +1  wr wn wb wq wk wb wn wr$'
out_has 'wk = M__white_king, wn = M__white_knight'
sed 's/Piece/Kind/; s/{e, X, O}/{e, X, O, darkKing, darkKnight, darkBishop, darkBaron}/; s/= {:e}/= {V__0_0: darkKnight, V__1_0: darkKing, V__2_0: darkBaron, V__0_1: darkBishop, :e}/; s/Piece(/Kind(/g; s/-> Piece/-> Kind/' "$DATA/ttt.rg" >"$WORK/pieces.rg"
input quit
run 0 play "$WORK/pieces.rg"
out_has 'dB = darkBaron, dI = darkBishop, dK = darkKing, dN = darkKnight'

# against agents: the standard one, others, several at once; what they think
input V__1_1 quit
run 0 play --playouts 200 "$DATA/ttt.rg"
out_has '^O: [a-c][1-3]$'
out_has 'Quit after 2 plies'
run 0 play --role X=mcts:playouts=100 --role O=montecarlo:playouts=50 "$DATA/ttt.rg"
out_has 'The game is over'
run 0 play --role X=alphabeta:depth=2,eval=none --role O=random --verbose "$DATA/ttt.rg"
out_has 'X: expected score'
run 2 play --role X=mcts:wrong=1 "$DATA/ttt.rg"
err_has "no parameter 'wrong'"
run 2 play --role a=alphabeta "$DATA/hidden.rg"
err_has 'hidden information'
run 2 play
err_has 'give a rules file'

# moves as people write them, in all that is shown; the exact form is taken, too
input b2 'moves a' 'moves V__0' V__0_0 d4 quit
run 0 play --role O=human "$DATA/ttt.rg"
out_has '^   1 a1     2 b1     3 c1 '
out_has '^   1 a1     4 a2     6 a3 *$'
out_has '^   1 V__0_0     4 V__0_1     6 V__0_2 *$'
out_has "'d4' is not a legal move for X"
out_has 'square 0,0 is a1'
out_has 'Quit after 2 plies'
input Nf3 e5 0-0 Ne5 nf6 quit
run 0 play --role black=human "$SOURCE/games/hrg/chess.hrg"
out_has "'0-0' is not a legal move for white"
out_has 'Quit after 4 plies'
input 3 3 '#1' quit
run 0 play --role crimson=human "$SOURCE/games/hrg/connect-four.hrg"
out_has 'Quit after 3 plies'

# hints, the last move marked, saving and going on
input '?' '? 0.05' V__1_1 V__0_0 "save $WORK/saved.trial" quit
run 0 play --playouts 300 --role O=human "$DATA/ttt.rg"
out_has '^hint: [a-c][1-3], ' # how good it is depends on how busy the machine is
out_has '\*O'
out_has 'Saved to'
run 0 replay "$WORK/saved.trial"
input undo undo V__2_2 quit
run 0 play --resume "$WORK/saved.trial"
out_has 'Taken back'
out_has 'X: |X>'
out_has 'Quit after 1 ply'
input V__2_0 V__2_1 V__0_2
run 0 play --resume "$WORK/saved.trial" "$DATA/ttt.rg"
out_has 'X scores 100'
input save "save $WORK/none/x" quit
run 0 play --role O=human "$DATA/ttt.rg"
out_has 'save where'
err_has 'cannot write'
sed 's/V__0_0/V__1_1/' "$WORK/saved.trial" >"$WORK/wrong.trial"
run 1 play --resume "$WORK/wrong.trial"
err_has 'goes wrong at ply 2'
sed 's/"role": "X"/"role": "Y"/' "$WORK/saved.trial" >"$WORK/wrong.trial"
run 1 play --resume "$WORK/wrong.trial"
head -c 60 "$WORK/saved.trial" >"$WORK/wrong.trial"
run 1 play --resume "$WORK/wrong.trial"
err_has 'not a saved game'
echo '{}' >"$WORK/wrong.trial"
run 1 play --resume "$WORK/wrong.trial"
run 1 play --resume "$WORK/none.trial"

# people who share a screen are not shown what others know
input pass pass
run 0 play --role elder=human --role younger=human --seed 3 "$SOURCE/games/hrg/kuhn-poker.hrg"
out_has '-{4} only .elder. should look now'
out_has '-{4} only .younger. should look now'
elder=$(awk '/for elder alone/ { on = 1 } /for younger alone/ { on = 0 } on' "$WORK/out" | grep -c 'younger sees')
is 'what the elder is shown of the younger' "$elder" 0

# boards of all kinds
input quit
run 0 play "$SOURCE/games/rg/hex5.rg"
out_has '^        5  b \. \. \. \. \. b$'
out_has '^    1  b \. \. \. \. \. b$'
input quit
run 0 play "$SOURCE/games/hrg/nine-mens-morris.hrg"
out_has '^    7  \.-----------\.-----------\.$'
out_has '^       \|   \|   \.---\.---\.   \|   \|$|^    5  \|   \|   \.---\.---\.   \|   \|$'
input quit
run 0 play "$SOURCE/games/gdl/light-cycles.kif"
out_has '^wall, rider:'
out_has '^ +3  (r  *\. *\. *\. *b|red +\. +\. +\. +blue)'
out_lacks '\(wall 1 3\)'
# what rules note of sites is shown when it is asked for; marks tell pieces apart; points that only have names
input quit
run 0 play "$SOURCE/games/zrf/chess.zrf"
out_has '^board:'
out_lacks '^(never-moved\?|old):'
input quit
run 0 play --notes "$SOURCE/games/zrf/chess.zrf"
out_has '^never-moved\?:'
input quit
run 0 play "$SOURCE/games/toss/entanglement.toss"
out_has 'e:F-+d:\.-+c:\.$'
out_has 'f:\.-+a:P-+b:P$'
out_lacks '^F:'

# variables that hold a site are pieces
cat >"$WORK/kings.hrg" <<'END'
// Kings
domain Player = white | black
domain Score = 50 | 0 | 100
domain Cell = S(C, R) where C in 1..4, R in 1..4
domain Spot = off | Cell
domain Way = up | down
inside : Spot -> Spot
inside(A) = if A in Cell then A else off
along : Way -> Spot -> Spot
along(_, off) = off
along(up, S(C, R)) = inside(S(C, R + 1))
along(down, S(C, R)) = inside(S(C, R - 1))
other : Player -> Player
other(white) = black
other(black) = white
king : Player -> Spot = { white = S(1, 1); black = S(4, 4) }
spot : Spot
mover : Player = white
graph rules() {
  loop {
    player = mover
    branch way in Way {
      spot = along(way, king[mover])
      check(spot != off)
      king[mover] = spot
      $$ spot
    }
    player = keeper
    mover = other[mover]
    if king[white] == S(1, 4) {
      goals[white] = 100
      end()
    }
  }
}
END
input S__1_2 quit
run 0 play --letters -r white=human -r black=human "$WORK/kings.hrg"
out_has '^    4  \. \. \. b$'
out_has '^    1  w \. \. \.$'
out_has '^    2 \*w \. \. \.$'
out_has 'b = black king'
# who plays, what the game is, who won
input quit
run 0 play -p 50 "$SOURCE/games/hrg/tic-tac-toe.hrg"
out_has '^Tic-tac-toe \(.*tic-tac-toe.hrg\)$'
out_has 'cross: you; nought: mcts, 50 playouts a move'
input rules 'rules now' S__1_1 S__2_2 S__1_2 S__2_1 S__1_3
run 0 play --role nought=human "$SOURCE/games/hrg/tic-tac-toe.hrg"
out_has 'three of one.s own marks in a line win'
out_has "'rules now' is not a legal move"
out_has '^cross wins\.$'
run 0 play --role cross=random --role nought=random --seed 3 "$SOURCE/games/hrg/tic-tac-toe.hrg"
[ "$(grep -c '^grid:$' "$WORK/out")" -ge 6 ] && pass || fail 'agents play without boards' "$(head -20 "$WORK/out")"

# moves: several that begin alike, other capitals, numbers that are too large, parts of the list
input v__0 99 'moves V__2' 'moves Q' 'v__1_1' '? soon' '? 0' 'undo 0' 'undo x' quit
run 0 play --role O=human "$DATA/ttt.rg"
out_has "3 moves begin with 'v__0': V__0_0, V__0_1, V__0_2$"
out_has 'There are moves 1 to 9'
out_has '^   3 V__2_0     6 V__2_1     9 V__2_2 *$'
out_has "No move begins with 'Q'"
out_has "takes a number of seconds up to 3600, not 'soon'"
out_has "'undo' takes a number of moves, not 'x'"
out_has 'Quit after 1 ply'
input V__0_0 V__0_1 V__0_2 'undo 2' 'undo 7' undo quit
run 0 play --role O=human "$DATA/ttt.rg"
out_has 'Took back 2 of your moves'
out_has 'Took back 1 of your moves'
out_has 'nothing to take back'

# files are not overwritten without being told to, and found from elsewhere
cp "$DATA/ttt.rg" "$WORK/mine.rg"
echo keep >"$WORK/precious"
input V__0_0 "save $WORK/precious" "save! $WORK/precious" "save $WORK/precious" "save $WORK/b.trial" quit
(cd "$WORK" && run 0 play --role O=human mine.rg)
out_has "precious exists; 'save! .*' overwrites it"
is 'times saved' "$(grep -c 'Saved to' "$WORK/out")" 3
input quit
(cd / && run 0 play --resume "$WORK/b.trial")
out_has 'Quit after 1 ply'
err_empty
echo '// changed' >>"$WORK/mine.rg"
input quit
run 0 play --resume "$WORK/b.trial"
err_has 'the rules have been changed since the game was saved'
mkdir "$WORK/moved"
mv "$WORK/mine.rg" "$WORK/b.trial" "$WORK/moved"
sed -i "s|$WORK/||" "$WORK/moved/b.trial"
input quit
run 0 play --resume "$WORK/moved/b.trial"
out_has 'Quit after 1 ply'
finish
