# Matches, tournaments, agents outside, advice, solutions, learning, analysis.
. "$(dirname "$0")/lib.sh"
TTT=$SOURCE/games/hrg/tic-tac-toe.hrg

run 0 agents
out_has '^mcts '
out_has 'external'
run 0 agents --json
json 0.name random

# a match: every game counted once, both orders of the seats, repeatable
run 0 match "$TTT" mcts:playouts=100 random -n 10 --json --seed 5
json games 20
json planned 20
json faults 0
json repeatable true
json agents.0.agent mcts:playouts=100
json agents.0.games 20
is 'mcts loses at most 3 of 20 games to random moves' "$(grep -o '"losses": [0-9]*' "$WORK/out" | head -1 | awk '{ print ($2 <= 3) }')" 1
json pairs.0.opponent random
json results.0.seats.cross mcts:playouts=100
json results.1.seats.cross random
json results.19.number 19
cp "$WORK/out" "$WORK/first"
strip() { sed -E 's/"(seconds|slowest|playouts_per_second)": [^,}]*/"\1": 0/g' "$1"; }
run 0 match "$TTT" mcts:playouts=100 random -n 10 --json --seed 5 --threads 2
is 'a match with two threads' "$(strip "$WORK/out")" "$(strip "$WORK/first")"
run 0 match "$TTT" mcts:playouts=100 random -n 10 --json --seed 5 --backend interp
is 'a match on the interpreter' "$(strip "$WORK/out")" "$(strip "$WORK/first")"
run 0 match "$TTT" mcts random -p 50 -n 2
out_has '4 of 4 games'
run 0 match "$TTT" mcts random -p 50 -n 2 --csv
out_has '^agent,games,wins'
out_has '^"mcts",4,'
run 0 match "$TTT" random -n 3 --json
json games 3
run 0 match "$TTT" mcts random -n 2 -s 0.01 --json
json repeatable false
# trials that replay, with what agents thought
run 0 match "$TTT" mcts montecarlo -p 50 -n 3 --out "$WORK/trials" --verbose
run 0 replay "$WORK/trials"
out_has '6 trials replayed, all as recorded'
run 0 match "$TTT" mcts montecarlo -p 50 -n 1 --out - --verbose
json_line 1 players.0.player mcts
json_line 1 moves.0.playouts 50
# trials come in the order of the games, whichever ends first
"$LUDENS" match "$TTT" mcts montecarlo -p 50 -n 20 --threads 4 --out - >"$WORK/out" 2>/dev/null
is 'the order of trials' "$(grep -o '"number": [0-9]*' "$WORK/out" | cut -d' ' -f2 | tr '\n' ' ')" "$(seq 0 39 | tr '\n' ' ')"
# more roles than agents, one role, chance, hidden information, all at once
for game in gdl/last-candle.kif gdl/lights-out.kif gdl/pig.kif gdl/kuhn-poker.kif gdl/light-cycles.kif hrg/kuhn-poker.hrg rg/high-low.rg; do
    run 0 match "$SOURCE/games/$game" mcts montecarlo random -p 20 -n 1 --json
    json faults 0
    json agents.0.errors 0
done
# the sequential test stops early
run 0 match "$TTT" mcts random -p 100 -n 1000 --sprt 0,100 --json
json sprt.verdict accepted
if [ "$("$JSONGET" games "$WORK/out")" -lt 500 ]; then pass; else fail 'the sequential test did not stop'; fi

# what is wrong is said
run 1 match "$TTT" wizard
err_has "no agent 'wizard'"
run 1 match "$TTT" mcts:magic=1
err_has "no parameter 'magic'"
run 1 match "$SOURCE/games/gdl/kuhn-poker.kif" alphabeta random
err_has 'hidden information'
run 1 match "$TTT" external
err_has "needs 'command'"
run 1 match "$TTT" external:command=false random
err_has 'has ended'
run 2 match "$TTT"
err_has 'at least one agent'
run 2 match "$TTT" mcts --sprt 50,0
run 2 match "$TTT" mcts random random --sprt 0,50
run 1 match "$WORK/none.hrg" mcts

# a program outside: a shell that takes the first move
cat >"$WORK/first.sh" <<'END'
while read -r line; do
    case $line in
    *'"op":"choose"'*) move=${line#*\"moves\":[\"}; echo "{\"ok\":true,\"move\":\"${move%%\"*}\",\"value\":7}" ;;
    *'"op":"quit"'*) exit 0 ;;
    *) echo '{"ok":true,"name":"first"}' ;;
    esac
done
END
run 0 match "$TTT" "external:command=sh $WORK/first.sh" random -n 2 --json
json agents.0.errors 0
json repeatable false
json faults 0
# programs that misbehave: errors are counted, and the games go on
misbehave() { # NAME REPLY MESSAGE
    cat >"$WORK/bad.sh" <<END
while read -r line; do
    case \$line in
    *'"op":"choose"'*) $2 ;;
    *) echo '{"ok":true}' ;;
    esac
done
END
    run 0 match "$TTT" "external:timeout=0.5,command=sh $WORK/bad.sh" random -n 1
    out_has "$3"
}
misbehave nonsense 'echo nonsense' 'no JSON object'
misbehave illegal 'echo "{\"ok\":true,\"move\":\"pawn\"}"' "chose 'pawn', which is no legal move"
misbehave nothing 'echo "{\"ok\":true}"' 'named no move'
misbehave refusal 'echo "{\"ok\":false,\"error\":\"tired\"}"' 'says: tired'
misbehave silence 'sleep 5' 'did not answer in time'
misbehave end 'exit 1' 'has ended'
misbehave long 'head -c 3000000 /dev/zero | tr "\\0" x' 'more than a megabyte'

# tournaments: a round robin
run 0 tournament "$TTT" mcts montecarlo random -p 30 -n 2 --json
json games 12
json pairs.2.agent montecarlo
json agents.2.games 8
# results in a file; a second run plays nothing more, more rounds go on from there
run 0 tournament "$TTT" mcts montecarlo random -p 30 -n 2 --db "$WORK/t.db" --json
cp "$WORK/out" "$WORK/stored"
run 0 tournament "$TTT" mcts montecarlo random -p 30 -n 2 --db "$WORK/t.db" --json
is 'stored results' "$(cat "$WORK/out")" "$(cat "$WORK/stored")"
run 0 tournament "$TTT" mcts montecarlo random -p 30 -n 3 --db "$WORK/t.db" --json
json games 18
run 0 tournament "$TTT" mcts montecarlo random -p 30 -n 3 --db "$WORK/t.db" --export
cp "$WORK/out" "$WORK/exported"
run 0 replay "$WORK/exported"
out_has '18 trials replayed'
run 1 tournament "$TTT" mcts montecarlo random -p 31 -n 3 --db "$WORK/t.db"
err_has 'holds another contest'
run 1 tournament "$SOURCE/games/hrg/connect-four-four.hrg" mcts montecarlo random -p 30 -n 3 --db "$WORK/t.db"
err_has 'holds another contest'
run 2 tournament "$TTT" mcts --export
run 2 tournament "$TTT" random random -n 1 --db ''
err_has 'takes the name of a file'
echo 'not a database, but a text that is long enough to be taken for one, line after line' >"$WORK/text.db"
run 1 tournament "$TTT" mcts random -p 30 --db "$WORK/text.db"
err_has 'text.db'
run 4 tournament "$TTT" mcts random -p 30 --db "$WORK/none/t.db"
err_has 'cannot be opened'

# killed at any moment, it goes on where it was: no game lost, none twice, the same results
options=(tournament "$SOURCE/games/hrg/connect-four-four.hrg" mcts montecarlo random -p 60 -n 20 --seed 3)
run 0 "${options[@]}" --json
strip "$WORK/out" >"$WORK/whole"
finished=0
for delay in 0.02 0.05 0.1 0.15 0.2 0.25 0.3 0.1 0.2; do
    "$LUDENS" "${options[@]}" --db "$WORK/killed.db" >/dev/null 2>&1 &
    pid=$!
    sleep $delay
    kill -KILL $pid 2>/dev/null
    wait $pid 2>/dev/null
done
run 0 "${options[@]}" --db "$WORK/killed.db" --json
is 'a tournament that was killed' "$(strip "$WORK/out")" "$(cat "$WORK/whole")"

# damaged files: a clear error or all the games, never anything else
size=$(stat -c %s "$WORK/t.db")
for i in $(seq 1 40); do
    cp "$WORK/t.db" "$WORK/hurt.db"
    printf "\\$(printf %03o $((i * 37 % 256)))\\$(printf %03o $((i * 91 % 256)))\\377" |
        dd of="$WORK/hurt.db" bs=1 seek=$((i * 7919 % size)) conv=notrunc 2>/dev/null
    timeout 240 "$LUDENS" tournament "$TTT" mcts montecarlo random -p 30 -n 3 --db "$WORK/hurt.db" --json >"$WORK/out" 2>"$WORK/err"
    code=$?
    if [ $code -eq 0 ] && [ "$("$JSONGET" games "$WORK/out")" = 18 ]; then pass
    elif [ $code -ne 0 ] && [ $code -le 4 ] && [ -s "$WORK/err" ]; then pass
    else fail "damaged file $i: exit $code" "$(head -c 300 "$WORK/err")"; fi
done
head -c $((size / 2)) "$WORK/t.db" >"$WORK/half.db"
run 1 tournament "$TTT" mcts montecarlo random -p 30 -n 3 --db "$WORK/half.db"

# advice on moves
run 0 moves "$TTT" --after 'S__1_1; S__2_2; S__1_2; S__3_3' --agent mcts --playouts 500 --seconds 0 --json
json advice.cross.best S__1_3
json advice.cross.value 100.0
json advice.cross.proven true
json advice.cross.distance 1
json advice.cross.repeatable true
run 0 moves "$TTT" --agent alphabeta:depth=3,eval=none
out_has 'depth 3'
run 2 moves "$TTT" --agent wizard
run 1 moves "$SOURCE/games/gdl/kuhn-poker.kif" --after '(deal king jack)' --agent alphabeta
run 0 moves "$SOURCE/games/gdl/kuhn-poker.kif" --after '(deal king jack)' --agent mcts --playouts 200 --json
json advice.one.playouts 200

# solutions
run 0 solve "$TTT" --json
json solved true
json scores.cross 50
json distance 9
json method table
run 0 solve "$SOURCE/games/rg/nim.rg" --method proof --moves --json
json scores.first 100
json best 'small 1'
json moves.0.value 0
run 0 solve "$TTT" --after 'S__1_1; S__2_2; S__1_2; S__3_3'
out_has 'best move +S__1_3'
out_has 'distance +1 plies'
run 3 solve "$SOURCE/games/hrg/connect-four.hrg" --nodes 1000
out_has 'not solved'
run 3 solve "$SOURCE/games/hrg/connect-four.hrg" --seconds 0.1 --json
json solved false
run 1 solve "$SOURCE/games/gdl/kuhn-poker.kif"
err_has 'hidden information'
run 1 solve "$SOURCE/games/gdl/rock-paper-scissors.kif"
err_has 'several roles decide at once'
run 2 solve "$TTT" --method magic

# learning: the same seed, the same file; the agent finds it beside the rules
cp "$SOURCE/games/hrg/connect-four-four.hrg" "$WORK/c4.hrg"
run 0 train-eval "$WORK/c4.hrg" -n 60 --rounds 2 --json
json games 120
cp "$WORK/c4.hrg.eval" "$WORK/one.eval"
run 0 train-eval "$WORK/c4.hrg" -n 60 --rounds 2 -o "$WORK/two.eval"
out_has 'stored in'
is 'what was learnt again' "$(cat "$WORK/two.eval")" "$(cat "$WORK/one.eval")"
run 0 match "$WORK/c4.hrg" alphabeta:depth=2 random -n 5 --json
json agents.0.errors 0
run 0 match "$SOURCE/games/hrg/connect-four-four.hrg" "alphabeta:depth=2,eval=$WORK/one.eval" random -n 5 --json
sed 's/[0-9]/x/' "$WORK/one.eval" >"$WORK/c4.hrg.eval"
run 1 match "$WORK/c4.hrg" alphabeta random -n 1
err_has 'cannot be used'
head -c 2000 "$WORK/one.eval" >"$WORK/cut.eval"
run 1 match "$WORK/c4.hrg" "alphabeta:eval=$WORK/cut.eval" random -n 1
run 1 match "$TTT" "alphabeta:eval=$WORK/one.eval" random -n 1
err_has 'other rules'
run 4 train-eval "$TTT" -n 1 -o "$WORK/none/x.eval"

# analysis
run 0 analyse "$TTT" -n 10 --playouts 50 --duels 4 --json --html "$WORK/report.html" --svg "$WORK/plot"
json games 10
json state_space.9 78
json state_space_complete true
json thinking.games 4
json measures.coverage_all 1.0
for plot in lengths branching lead space types; do
    if grep -q '</svg>' "$WORK/plot-$plot.svg"; then pass; else fail "plot-$plot.svg"; fi
done
if grep -q '</html>' "$WORK/report.html" && ! grep -qE 'src=|href=|<script' "$WORK/report.html"; then pass; else fail 'the report is not one whole file'; fi
run 0 analyse "$SOURCE/games/gdl/kuhn-poker.kif" -n 4 --playouts 20 --duels 0 --states 100
out_has 'drawishness'
run 1 analyse "$TTT" --agent wizard
run 2 analyse "$TTT" -n 0
run 4 analyse "$TTT" -n 1 --duels 0 --playouts 5 --html "$WORK/none/r.html"

# how many games the rounds are is said, and intervals stay within the scores that there are
run 0 match -n 20 "$SOURCE/games/hrg/tic-tac-toe.hrg" random random
out_has '^20 rounds of 1 line-up, each with every agent in every seat \(2 games a round\)'
out_has '^40 of 40 games'
run 0 match -n 2 --json "$SOURCE/games/hrg/tic-tac-toe.hrg" alphabeta random
for bound in mean_low mean_high; do
    value=$("$JSONGET" "agents.0.$bound" "$WORK/out")
    if awk -v v="$value" 'BEGIN { exit !(v >= 0 && v <= 100) }'; then pass; else fail "$bound is $value"; fi
done

# games of one role: scores with an interval, no Elo
run 0 match "$SOURCE/games/gdl/lights-out.kif" nested random -n 3 -p 100
out_has '^agent +games +mean score +95 % +worst +best'
out_lacks 'Elo|rating|won'
run 0 match "$SOURCE/games/gdl/lights-out.kif" nested random -n 3 -p 100 --json
json agents.0.elo null
json agents.1.mean_low 0.0
json agents.0.worst_score 0
json agents.0.best_score 100
run 0 match "$SOURCE/games/hrg/tic-tac-toe.hrg" random random -n 2 --max-plies 2
out_lacks 'inf'

# nested ends where no random game is left to be played
run 0 match "$SOURCE/games/hrg/peg-solitaire.hrg" nested -p 100 -n 5
run 0 match "$SOURCE/games/gdl/lights-out.kif" nested -p 100 -n 2

# training stops, keeps what finished rounds learnt, and stays within its memory
interrupted 130 train-eval -n 1M "$TTT" -o "$WORK/big.eval"
err_has 'interrupted in the first round: nothing is stored'
is 'a file of nothing' "$(ls "$WORK/big.eval" 2>/dev/null)" ''
"$LUDENS" train-eval -n 20 -e 100000000 -r 1 "$TTT" -o - >/dev/null 2>&1 & # epochs are limited
wait $!
is 'too many epochs' $? 2
interrupted 130 train-eval -n 2000 -e 10000 "$TTT" -o "$WORK/big.eval"
run 0 train-eval -n 5000 -m 1M -r 1 -e 1 "$TTT" -o "$WORK/small.eval"
err_has 'one of [0-9]+ games was played, as their positions take more than 1.00M bytes'

# solving: deepening finds short wins at once, moves are shown as they are solved, there is a limit
run 0 solve "$DATA/breakthrough-3x4.hrg" --moves
is 'moves that are solved' "$(grep -cE '^  S__.* +(0|100) +[0-9]+ plies$' "$WORK/out")" 4
run 3 solve "$SOURCE/games/hrg/chess.hrg" --nodes 20k
run 3 solve "$DATA/breakthrough-4x5.hrg" --moves --seconds 0.3
interrupted 130 solve "$SOURCE/games/hrg/breakthrough.hrg" # loads at once
out_has 'not solved: interrupted'
out_lacks 'out of time'
run 0 match "$DATA/breakthrough-3x4.hrg" solver random -n 1 # by its own default
run 1 match "$TTT" mctss random
err_has "the agents are random, .*; did you mean 'mcts'"
run 1 match "$TTT" mcts:playoust=3 random
err_has "its parameters are seconds, playouts, nodes, slip, c, .*; did you mean 'playouts'"
finish
