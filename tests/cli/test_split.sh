# Moves divided into their tags: whole moves are what they were, in every command; what cannot be divided is named.
. "$(dirname "$0")/lib.sh"
G=$SOURCE/games
cd "$WORK"

leaves() { # of all depths, on one line
    "$LUDENS" perft "$@" 2>/dev/null | awk '$1 ~ /^[0-9]+$/ { printf "%s:%s ", $1, $2 }'
}

for game in hrg/chess.hrg hrg/english-draughts.hrg hrg/nine-mens-morris.hrg hrg/breakthrough.hrg hrg/hex-seven.hrg \
    hrg/peg-solitaire.hrg hrg/pig.hrg rbg/english-draughts.rbg fairy/minishogi.ini toss/breakthrough.toss \
    lud/breakthrough.lud zrf/tic-tac-toe.zrf; do
    for backend in interp native; do
        is "perft of $game, $backend" "$(leaves "$G/$game" 3 --split --backend $backend)" "$(leaves "$G/$game" 3)"
    done
    run 0 run --lockstep -n 3 --split "$G/$game"
done
# Of several choices in one move, and of chance.
for game in "$DATA/levels.hrg" "$DATA/asks_otherwise.hrg"; do
    is "perft of $game" "$(leaves "$game" 2 --split)" "$(leaves "$game" 2)"
done

run 0 moves "$G/hrg/breakthrough.hrg" --split
out_has 'white to move, 8 moves'
first=$("$LUDENS" moves "$G/hrg/breakthrough.hrg" --split | sed -n 's/^ *1  *//p')
run 0 moves "$G/hrg/breakthrough.hrg" --split --after "$first"
out_has 'white to move'
run 0 moves "$G/lud/breakthrough.lud" --split --after 'Mov:@-@; 8'
run 0 perft "$G/hrg/breakthrough.hrg" 1 --split --divide
divided=$("$LUDENS" perft "$G/hrg/breakthrough.hrg" 1 --divide | grep -c '^ *1  ')
is 'moves that divide' "$(grep -c '^ *1  ' "$WORK/out")" "$divided"
is 'so are they found' "$divided" 23 # with the line of the depth
run 0 run "$G/hrg/breakthrough-five.hrg" --split
run 0 match "$G/hrg/breakthrough-five.hrg" mcts random -n 2 --playouts 20 --split
run 0 translate --split --to rg "$G/hrg/breakthrough-five.hrg" -o split.rg
is 'perft of the text' "$("$LUDENS" perft split.rg 1 | awk '$1 == 1 { print $2 }')" \
    "$("$LUDENS" moves "$G/hrg/breakthrough-five.hrg" --split | grep -c '^ ')"

run 0 record -n 2 --split "$G/hrg/breakthrough-five.hrg"
cp "$WORK/out" recorded.jsonl
run 0 replay recorded.jsonl

run 0 moves --split "$DATA/openings.aut" # a loop between the tags

# What cannot be divided.
run 1 moves "$G/lud/goofspiel.lud" --split
err_has 'E0414.*players who decide at once'
run 1 moves "$G/gdl/tic-tac-toe.kif" --split
err_has 'E0414'
err_has 'hint: leave out --split'
run 1 perft "$G/zrf/checkers.zrf" 1 --split
err_has 'E0603.*cannot be split'
err_has 'hint: leave out --split'
