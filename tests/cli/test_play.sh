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
finish
