# How strong the agents are, with numbers of games: minutes to an hour. LUDENS_GAMES scales the numbers
# (in percent, 100 by default).
. "$(dirname "$0")/lib.sh"
GAMES=$SOURCE/games/hrg
percent=${LUDENS_GAMES:-100}
scaled() { local n=$(($1 * percent / 100)); echo $((n > 0 ? n : 1)); }

# duel GAME A B ROUNDS OPTION...: score of A and its 95 % interval, to score, low and high
duel() {
    local game=$1 a=$2 b=$3 rounds
    rounds=$(scaled "$4")
    shift 4
    timeout 7200 "$LUDENS" match "$GAMES/$game.hrg" "$a" "$b" -n "$rounds" --backend native --json "$@" >"$WORK/out" 2>"$WORK/err"
    score=$("$JSONGET" pairs.0.score "$WORK/out")
    low=$("$JSONGET" pairs.0.score_low "$WORK/out")
    high=$("$JSONGET" pairs.0.score_high "$WORK/out")
    echo "$game: $a against $b: $("$JSONGET" games "$WORK/out") games, score $score ($low to $high)"
}
least() { if awk "BEGIN { exit !($1 >= $2) }"; then pass; else fail "$3 is $1, expected $2 at least"; fi; }

# the search tree against playouts alone, both with the same number of playouts
for game in breakthrough hex-seven connect-four reversi english-draughts; do
    duel $game mcts montecarlo 50 --playouts 600
    least "$score" 0.75 "score in $game"
    least "$low" 0.60 "lower bound in $game"
done
# twice the playouts against once
for game in breakthrough hex-seven connect-four reversi english-draughts; do
    duel $game mcts:playouts=800 mcts:playouts=400 100
    least "$score" 0.5 "score of twice the playouts in $game"
done
# alpha-beta against random moves, a tenth of a second a move
for game in chess english-draughts; do
    duel $game alphabeta random 50 --seconds 0.1 --threads 1
    least "$score" 0.99 "score in $game"
done
# a second a move: tic-tac-toe is never lost
duel tic-tac-toe mcts random 10 --seconds 1 --threads 1
json agents.0.losses 0
duel tic-tac-toe mcts solver 1 --seconds 1 --threads 1
json agents.0.losses 0

# forced wins in connect four, as the solver finds them, are found within a second
found=0 asked=0
while read -r after; do
    timeout 600 "$LUDENS" solve "$GAMES/connect-four.hrg" --backend native --seconds 15 --after "$after" --json >"$WORK/solved" 2>"$WORK/err"
    [ "$("$JSONGET" solved "$WORK/solved")" = true ] || continue
    role=$("$JSONGET" role "$WORK/solved")
    [ "$("$JSONGET" scores.$role "$WORK/solved")" = 100 ] || continue
    [ "$("$JSONGET" exact "$WORK/solved")" = true ] || continue
    [ "$("$JSONGET" distance "$WORK/solved")" -le 12 ] || continue
    asked=$((asked + 1))
    "$LUDENS" moves "$GAMES/connect-four.hrg" --backend native --after "$after" --agent mcts --seconds 1 --json >"$WORK/out"
    value=$("$JSONGET" "advice.$role.value" "$WORK/out")
    proven=$("$JSONGET" "advice.$role.proven" "$WORK/out")
    best=$("$JSONGET" "advice.$role.best" "$WORK/out")
    timeout 600 "$LUDENS" solve "$GAMES/connect-four.hrg" --backend native --seconds 60 --after "$after; $best" --json >"$WORK/next" 2>"$WORK/err"
    kept=$("$JSONGET" "scores.$role" "$WORK/next" 2>/dev/null)
    [ "$kept" = 100 ] || "$LUDENS" moves "$GAMES/connect-four.hrg" --after "$after; $best" | grep -q 'over' && kept=100
    if [ "$kept" = 100 ]; then found=$((found + 1)); else echo "missed: $after: $best (value $value, proven $proven)"; fi
done <"$SOURCE/tests/data/connect-four-wins.txt"
echo "connect four: $found of $asked forced wins within 12 plies"
is 'forced wins found' "$found" "$asked"
if [ "$asked" -ge 10 ]; then pass; else fail "only $asked positions were asked"; fi

# exact values: 5 x 5 by a search of bits of our own is in test_search_long
run_long() { timeout 3600 "$LUDENS" "$@" >"$WORK/out" 2>"$WORK/err"; }
run_long solve "$GAMES/connect-four-five.hrg" --backend native --json
json solved true
json scores.gold 50
finish
