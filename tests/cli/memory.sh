# Each allocation in turn fails: the command ends with status 4, or its output is what it always is.
# SHARE: how many of the failures are tried (1: all, 50: every 50th). Commands run side by side.
. "$(dirname "$0")/lib.sh"
: "${FAILMALLOC:?}" "${SHARE:?}"
G=$SOURCE/games
GAMES=("$G/rg/nim.rg" "$G/hrg/tic-tac-toe.hrg" "$G/gdl/tic-tac-toe.kif" "$G/asp/1-first-steps.lp" "$WORK/ttt.net" "$G/gdl/monty-hall.kif" "$G/zrf/hexapawn.zrf" "$G/lud/tic-tac-toe.lud" "$G/toss/tic-tac-toe.toss"
    "$G/rbg/tic-tac-toe.rbg" "$G/gdl/lights-out.kif" "$G/hrg/kuhn-poker.hrg")
"$LUDENS" translate --to network "$G/gdl/tic-tac-toe.kif" >"$WORK/ttt.net"
printf '%s\n' '{"op":"state"}' '{"op":"moves"}' '{"op":"view"}' '{"op":"quit"}' >"$WORK/requests"
COMMANDS=(
    'check' 'moves --backend interp' 'moves --backend rules' 'perft --json --backend interp DEPTH' 'perft --json --backend rules DEPTH' 'run --json -n 3 --threads 2 --backend interp'
    'moves --json --backend interp --playouts 20 --agent AGENT' 'match --json -n 1 --threads 1 --backend interp --playouts 10 --agent mcts --agent montecarlo'
    'translate --to FORM' 'session --backend interp' 'record --backend interp'
)
# What differs from run to run: times.
plain() { sed -E 's/"(cpu_seconds|seconds|slowest|playouts_per_second|moves_per_second)":[ 0-9.e+-]*//g'; }

try() {
    timeout 240 env LD_PRELOAD="$FAILMALLOC" "$LUDENS" "${words[@]}" <"$WORK/requests" 2>"$WORK/err.$id" >"$WORK/out.$id"
    local code=$?
    plain <"$WORK/out.$id" >"$WORK/plain.$id"
    return $code
}
sweep() {
    local id=$BASHPID game=$1 name=$2 n total code seen=0 from tail=
    words=()
    for word in $3; do
        case $word in
        DEPTH) tail=2 ;;
        FORM) case $game in *.rg | *.hrg) words+=(automaton) ;; *.lp) words+=(json) ;; *.zrf | *.lud | *.toss | *.rbg) words+=(automaton) ;; *) words+=(network) ;; esac ;;
        AGENT) case $game in */lights-out.*) words+=(nested) ;; *) words+=(mcts) ;; esac ;;
        *) words+=("$word") ;;
        esac
    done
    words+=("$game" ${tail:-})
    FAIL_COUNT=$WORK/count.$id try || { echo "FAILED: $name: exit $? when nothing fails: $(head -c 300 "$WORK/err.$id")" && echo failed; return; }
    total=$(cat "$WORK/count.$id")
    mv "$WORK/plain.$id" "$WORK/right.$id"
    from=$((1 + ${#name} % SHARE)) # others for other commands
    for ((n = from; n <= total; n += SHARE)); do
        FAIL_AT=$n try
        code=$?
        seen=$((seen + 1))
        if [ $code -eq 4 ]; then
            [ -s "$WORK/err.$id" ] || { echo "FAILED: $name, allocation $n of $total: exit 4 without a word"; echo failed; }
        elif [ $code -eq 0 ] && grep -q '"code": "memory"' "$WORK/out.$id"; then
            : # a session goes on after a reply that says so
        elif [ $code -ne 0 ] || ! cmp -s "$WORK/plain.$id" "$WORK/right.$id"; then
            echo "FAILED: $name, allocation $n of $total: exit $code"
            head -c 300 "$WORK/err.$id"
            diff "$WORK/right.$id" "$WORK/plain.$id" | head -4 | cut -c1-200
            echo failed
        fi
    done
    echo "tried $seen"
}
number=0
for game in "${GAMES[@]}"; do
    for command in "${COMMANDS[@]}"; do
        case $game$command in *.rg*rules* | *.hrg*rules* | *.net*rules* | *.lp*rules*) continue ;;
        *.zrf*rules* | *.lud*rules* | *.toss*rules* | *.rbg*rules* | *.lp*agent* | *monty-hall*agent* | *kuhn*AGENT*) continue ;; esac
        sweep "$game" "$command ${game##*/}" "$command" >>"$WORK/sweep.$((number++ % 2))" &
        [ $((number % 2)) -eq 0 ] && wait
    done
done
wait
cat "$WORK"/sweep.* | grep -v "^failed$\|^tried" | head -c 20000
passed=$(cat "$WORK"/sweep.* | awk '/^tried/ { n += $2 } END { print n + 0 }')
failed=$(cat "$WORK"/sweep.* | grep -c '^failed$')
passed=$((passed - failed))
[ "$passed" -gt 0 ] || fail 'no allocation failed'
finish
