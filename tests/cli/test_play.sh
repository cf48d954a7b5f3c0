# Play without a terminal: lines in, text out.
. "$(dirname "$0")/lib.sh"

run 0 play "$DATA/ttt.rg" # end of input at once
out_has 'X>'
out_has 'Left after 0 plies'
input help moves board 5 undo V__1_1 quit
run 0 play --role O=human "$DATA/ttt.rg"
out_has 'takes back'
out_has 'Taken back'
out_has 'board:'
out_has '\. = e'
out_has 'Left after 1 plies'
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
out_has '^O: V__'
out_has 'Left after 2 plies'
run 0 play --role X=mcts:playouts=100 --role O=montecarlo:playouts=50 "$DATA/ttt.rg"
out_has 'The game is over'
run 0 play --role X=alphabeta:depth=2,eval=none --role O=random --verbose "$DATA/ttt.rg"
out_has 'X: expected score'
run 2 play --role X=mcts:wrong=1 "$DATA/ttt.rg"
err_has "no parameter 'wrong'"
run 2 play --role a=alphabeta "$DATA/hidden.rg"
err_has 'hidden information'
run 2 play
err_has 'name a rules file'

# hints, the last move marked, saving and going on
input '?' '? 0.05' V__1_1 V__0_0 "save $WORK/saved.trial" quit
run 0 play --playouts 300 --role O=human "$DATA/ttt.rg"
out_has '^hint: V__[0-2]_[0-2]' # how good it is depends on how busy the machine is
out_has '\*O'
out_has 'Saved to'
run 0 replay "$WORK/saved.trial"
input undo undo V__2_2 quit
run 0 play --resume "$WORK/saved.trial"
out_has 'Taken back'
out_has 'X: |X>'
out_has 'Left after 1 plies'
input V__2_0 V__2_1 V__0_2
run 0 play --resume "$WORK/saved.trial" "$DATA/ttt.rg"
out_has 'X scores 100'
input save "save $WORK/none/x" quit
run 0 play --role O=human "$DATA/ttt.rg"
out_has 'save where'
err_has 'cannot be written'
sed 's/V__0_0/V__1_1/' "$WORK/saved.trial" >"$WORK/wrong.trial"
run 1 play --resume "$WORK/wrong.trial"
err_has 'goes wrong at ply 2'
sed 's/"role": "X"/"role": "Y"/' "$WORK/saved.trial" >"$WORK/wrong.trial"
run 1 play --resume "$WORK/wrong.trial"
head -c 60 "$WORK/saved.trial" >"$WORK/wrong.trial"
run 1 play --resume "$WORK/wrong.trial"
err_has 'no saved game'
echo '{}' >"$WORK/wrong.trial"
run 1 play --resume "$WORK/wrong.trial"
run 1 play --resume "$WORK/none.trial"

# people who share a screen are not shown what others know
input pass pass
run 0 play --role elder=human --role younger=human --seed 3 "$SOURCE/games/hrg/kuhn-poker.hrg"
out_has '-{4} for elder alone ----'
out_has '-{4} for younger alone ----'
elder=$(awk '/for elder alone/ { on = 1 } /for younger alone/ { on = 0 } on' "$WORK/out" | grep -c 'younger sees')
is 'what the elder is shown of the younger' "$elder" 0

# boards of all kinds
input quit
run 0 play "$SOURCE/games/rg/hex5.rg"
out_has '^        5  \. \. \. \. \.$'
out_has '^    1  \. \. \. \. \.$'
input quit
run 0 play "$SOURCE/games/hrg/nine-mens-morris.hrg"
out_has '^    7  \.-----------\.-----------\.$'
out_has '^       \|   \|   \.---\.---\.   \|   \|$|^    5  \|   \|   \.---\.---\.   \|   \|$'
input quit
run 0 play "$SOURCE/games/gdl/light-cycles.kif"
out_has '^rider:'
out_has '^ +3  (r  *\. *\. *\. *b|red +\. +\. +\. +blue)'
out_has '\(wall 1 3\)'
finish
