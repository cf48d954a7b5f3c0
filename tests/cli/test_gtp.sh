# `ludens gtp`: what is said and understood.
. "$(dirname "$0")/lib.sh"
HEX=$SOURCE/games/hrg/hex-seven.hrg

input '1 protocol_version' '2 name' version 'known_command genmove' 'known_command fly' list_commands
run 0 gtp "$HEX"
out_has '^=1 2$'
out_has '^=2 Ludens, hex-seven.hrg$'
out_has '^= [0-9]+\.[0-9]+\.[0-9]+$'
out_has '^= true$'
out_has '^= false$'
out_has '^genmove$'
# stones, by colours and by names of roles, and back again
input 'boardsize 7' clear_board '# a remark' 'play black d4' 'play white a1' 'play red g7' 'play blue C3' showboard undo undo 'play b b2' showboard
run 0 gtp "$HEX"
is 'answers' "$(grep -c '^= *$' "$WORK/out")" 11
out_has '^ +7 \. \. \. \. \. \. X$'
out_has '^ +4 \. \. \. X \. \. \.$'
out_has '^ +3 \. \. O \. \. \. \.$'
out_has '^ +2 \. X \. \. \. \. \.$'
# the agent's stones, the same for the same seed; the end, and what it is worth
input 'genmove b' 'genmove w' 'genmove b'
run 0 gtp --agent mcts:playouts=50 "$HEX"
is 'moves' "$(grep -c '^= [a-g][1-7]$' "$WORK/out")" 3
first=$(cat "$WORK/out")
input 'genmove b' 'genmove w' 'genmove b'
run 0 gtp --agent mcts:playouts=50 "$HEX"
is 'the same moves again' "$(cat "$WORK/out")" "$first"
for i in 1 2 3 4 5 6; do printf '%s\n' "play black c$i" "play white a$i"; done >"$WORK/in"
printf '%s\n' 'play black c7' final_score 'genmove white' 'play white a7' undo 'genmove black' final_score >>"$WORK/in"
run 0 gtp "$HEX"
out_has '^= [BW]\+1$'
out_has '^\? the game is over$'
out_has '^= [bc]7$'
# the clock
input 'time_settings 0 1 1' 'time_left b 1 2' 'genmove b' 'time_settings 600 0 0' 'time_left w 3 0' 'genmove w'
start=$SECONDS
run 0 gtp "$HEX"
is 'it was in time' "$((SECONDS - start < 20))" 1
# go leaves the letter I out
input 'all_legal b' 'play b J9' 'play w i9'
run 0 gtp "$SOURCE/games/hrg/gomoku.hrg"
out_has '^= A1 .*H1.* J1 .*P15'
out_lacks ' I1 '
out_has '^\? illegal move'
# what is wrong
input 'boardsize 19' 'play green a1' 'play white a1' 'play black z9' 'play black' undo final_score fly 'time_left'
run 0 gtp "$HEX"
out_has '^\? unacceptable size: the board of this game is 7 by 7'
out_has '^\? invalid color'
out_has '^\? illegal move: it is not the turn of white'
out_has '^\? illegal move$'
out_has '^\? syntax error: play'
out_has '^\? cannot undo'
out_has '^\? cannot score'
out_has '^\? unknown command'
out_has '^\? syntax error: time_left'
run 1 gtp "$SOURCE/games/hrg/pig.hrg"
err_has 'no game for this protocol'
run 2 gtp --agent mtcs "$HEX"
run 2 gtp -
run 1 gtp "$WORK/none.hrg"
finish
