# Puzzles: positions in which one first move alone forces a win.
. "$(dirname "$0")/lib.sh"
GAMES=$SOURCE/games

run 0 puzzles --letters -n 2 --win-in 1 "$GAMES/hrg/tic-tac-toe.hrg"
out_has '^1\. (cross|nought) wins in 1 move \([2-9] are legal\)$'
out_has '^2\. '
out_has '^grid:'
is 'solutions' "$(grep -c '^solution: [a-c][1-3]$' "$WORK/out")" 2
cp "$WORK/out" "$WORK/first"
run 0 puzzles --letters -n 2 --win-in 1 "$GAMES/hrg/tic-tac-toe.hrg"
is 'the same for a seed' "$(cat "$WORK/out")" "$(cat "$WORK/first")"

# what is said of a puzzle holds: the solver agrees, move by move
run 0 puzzles -n 3 --win-in 2 --json --seed 5 "$GAMES/hrg/tic-tac-toe.hrg"
cp "$WORK/out" "$WORK/puzzles"
for i in 0 1 2; do
    get() { "$JSONGET" "puzzles.$i.$1" <"$WORK/puzzles"; }
    role=$(get role) after='' n=0
    while move=$(get "moves.$n.move") && [ -n "$move" ]; do
        after="$after${after:+; }$move"
        n=$((n + 1))
    done
    run 0 solve --moves --json --after "$after" "$GAMES/hrg/tic-tac-toe.hrg"
    json "scores.$role" 100
    json distance 3 # two moves of its own, one of the other
    json best "$(get solution.0.move)"
    fast=$(grep -oE '"value": 100, "distance": [13]\}' "$WORK/out" | wc -l)
    is "first moves that win in time" "$fast" 1
    is 'plies of the solution' "$(get solution.2.role)" "$role"
done
run 0 puzzles --win-in 1 "$GAMES/gdl/tic-tac-toe.kif" # the others say noop
out_has '^solution: mark [1-3],[1-3]$'

# what has none
run 1 puzzles "$GAMES/hrg/pig.hrg"
err_has 'chance decides in this one'
run 1 puzzles "$GAMES/lud/phantom-three.lud"
err_has 'do not see everything'
run 1 puzzles "$GAMES/lud/yavalath-three.lud"
err_has 'more players'
run 1 puzzles "$GAMES/hrg/peg-solitaire.hrg"
err_has 'has one player'
run 1 puzzles "$GAMES/gdl/rock-paper-scissors.kif"
err_has 'decide at the same time'
run 1 puzzles "$GAMES/asp/1-first-steps.lp"
err_has 'any set of actions'
run 3 puzzles -n 1000 --games 5 "$GAMES/hrg/tic-tac-toe.hrg"
err_has '[0-5] puzzles? in 5 random games'
run 2 puzzles --win-in 9 "$GAMES/hrg/tic-tac-toe.hrg"

# a session looks in slices, and answers who solves it
input '{"op":"puzzle","win_in":2,"seed":5,"seconds":20}' '{"op":"puzzle","win_in":9}' '{"op":"force","role":"nobody"}' '{"op":"force","role":"cross","win_in":2}'
run 0 session "$GAMES/hrg/tic-tac-toe.hrg"
json_line 1 puzzle.win_in 2
json_line 2 error.code type
json_line 3 error.code role
json_line 4 moves '[]' # nothing is won at the beginning
role=$(sed -n 1p "$WORK/out" | "$JSONGET" puzzle.role)
first=$(sed -n 1p "$WORK/out" | "$JSONGET" puzzle.solution.0.move)
second=$(sed -n 1p "$WORK/out" | "$JSONGET" puzzle.solution.1.move)
other=$(sed -n 1p "$WORK/out" | "$JSONGET" puzzle.solution.1.role)
moves=$(sed -n 1p "$WORK/out" | "$JSONGET" puzzle.moves)
input "{\"op\":\"replay\",\"moves\":$moves}" "{\"op\":\"force\",\"role\":\"$role\",\"win_in\":2}" \
    "{\"op\":\"apply\",\"moves\":{\"$role\":\"$first\"}}" "{\"op\":\"force\",\"role\":\"$role\",\"win_in\":1}"
run 0 session "$GAMES/hrg/tic-tac-toe.hrg"
json_line 2 moves "[\"$first\"]"
json_line 4 moves "[\"$second\"]"
input '{"op":"puzzle"}'
run 0 session "$GAMES/hrg/pig.hrg"
json_line 1 error.code puzzle
finish
