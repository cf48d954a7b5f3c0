# Networks: passes one by one, their text and back, the graph, and all ways of evaluating them.
. "$(dirname "$0")/lib.sh"
GAMES=$SOURCE/games/gdl
perft() { timeout 240 "$LUDENS" perft --json "$@" 2>&1 | "$JSONGET" perft | tr -d '[] '; }

passes=$("$LUDENS" info --json "$GAMES/tic-tac-toe.kif" | tr '{' '\n' | sed -n 's/.*"name": "\([a-z]*\)".*"changes".*/\1/p')
is 'passes of a network' "$(echo $passes)" \
    'split choices constants share inertia flatten unreachable control'

for game in $(some "$GAMES"/*.kif "$GAMES"/*.gdl); do
    name=$(basename "$game")
    counts=$(perft "$game" 3)
    for pass in $passes; do
        is "perft of $name without $pass" "$(perft --no-pass "$pass" "$game" 3)" "$counts"
    done
    is "perft of $name without passes" "$(perft --passes none "$game" 3)" "$counts"
    is "perft of $name by its rules" "$(perft --backend rules "$game" 3)" "$counts"
    run 0 translate --to network "$game" -o "$WORK/game.net"
    is "perft of the network of $name" "$(perft "$WORK/game.net" 3)" "$counts"
    run 0 translate --to network --passes none "$WORK/game.net"
    is "the network of $name, read and written" "$(cmp "$WORK/out" "$WORK/game.net" 2>&1)" ''
    run 0 translate --to network --passes none "$game" -o "$WORK/raw.net"
    is "perft of the raw network of $name" "$(perft "$WORK/raw.net" 3)" "$counts"
    run 0 run --lockstep -n 5 "$game"
    out_has 'interp and rules agree'
done

# one network for each side to move, where that is less work
"$LUDENS" info --json "$GAMES/breakthrough.kif" >"$WORK/out"
json passes.7.changes 2

run 0 translate --to dot "$GAMES/last-candle.kif"
out_has '^digraph network'
if command -v dot >/dev/null; then
    dot -Tsvg "$WORK/out" >"$WORK/svg" 2>"$WORK/err"
    err_empty
    is 'a picture' "$(grep -c '</svg>' "$WORK/svg")" 1
fi

# many games at once, single ones and native code agree in the mean
means() { "$LUDENS" run --json -n "$1" "${@:2}" | "$JSONGET" scores.white.mean; }
near() { awk -v a="$2" -v b="$3" -v d="$4" 'BEGIN { exit !(a - b < d && b - a < d) }' && pass || fail "$1" "$2 and $3"; }
one=$(means 4000 --enumerate "$GAMES/breakthrough.kif")
near 'mean score, side by side' "$(means 40000 --backend interp --seed 5 "$GAMES/breakthrough.kif")" "$one" 4
near 'mean score, by the rules' "$(means 300 --backend rules --seed 6 "$GAMES/breakthrough.kif")" "$one" 13
if command -v cc >/dev/null; then
    XDG_CACHE_HOME=$WORK/cache
    export XDG_CACHE_HOME
    native=$(means 40000 --backend native --seed 5 "$GAMES/breakthrough.kif")
    is 'native code plays the same games' "$native" "$(means 40000 --backend interp --seed 5 "$GAMES/breakthrough.kif")"
    run 0 translate --to c "$GAMES/tic-tac-toe.kif"
    cp "$WORK/out" "$WORK/game.c"
    is 'the C text compiles without a warning' \
        "$(cc -std=gnu11 -O1 -Wall -Wextra -Wno-psabi -DLUDENS_KEY='"x"' -c -o "$WORK/game.o" "$WORK/game.c" 2>&1)" ''
else
    skipped=$((skipped + 1))
fi

# what is no pass
run 2 info --no-pass flaten "$GAMES/pig.kif"
err_has "did you mean 'flatten'"
run 1 info --no-pass compact_skips "$GAMES/pig.kif"
err_has 'no pass `compact_skips` for this game'
# a language without a layout says so; roles are checked alike whatever evaluates the rules
printf 'network 1\n' >"$WORK/bare.net"
run 1 fmt "$WORK/bare.net"
grep -q 'no canonical layout' "$WORK/err" && pass || fail 'fmt of a network' "$(cat "$WORK/err")"
for i in $(seq 80); do echo "(role r$i)"; done >"$WORK/many.kif"
echo '(<= (legal ?r noop) (role ?r)) (init (f a)) (<= (next (f a)) (true (f a))) (<= terminal (true (f b))) (<= (goal ?r 0) (role ?r))' >>"$WORK/many.kif"
echo '(init (f a)) (<= terminal (true (f a)))' >"$WORK/none.kif"
for backend in interp rules; do
    for game in many none; do
        run 1 run -n 1 --backend $backend "$WORK/$game.kif"
        grep -q 'E0703' "$WORK/err" && pass || fail "$game roles on $backend" "$(cat "$WORK/err")"
    done
done

# automata on their networks: where asked for, and where it is likely to be faster
ttt=$SOURCE/games/hrg/tic-tac-toe.hrg
run 0 run --json --network always --backend interp -n 1000 "$ttt"
json network true
json scores.cross.max 100.0
json fault null
run 0 run --json --network never --backend interp -n 1000 "$ttt"
json network false
run 0 run --json --backend interp -n 1000 "$ttt"
json network false
run 0 run --json --enumerate --network always --backend interp -n 1000 "$ttt"
json network false
run 0 run --json --backend interp -n 10000000 --max-seconds 1 "$ttt"
json network true
run 0 run --network always --backend interp -n 1000 "$ttt"
out_has 'games +side by side'
run 0 run --json --network never -n 1000 "$GAMES/tic-tac-toe.kif"
json network false
run 0 info --json --network always "$ttt"
json network true
json network_note null
run 0 info --json --network always "$SOURCE/games/hrg/kuhn-poker.hrg"
json network false
json network_note 'what players do not see'
run 0 info --json "$ttt"
json network false
run 2 run --network sometimes "$ttt"
err_has 'one of: auto never always'

# a fault is told as without a network, with its place
run 1 run --json --network always --backend interp -n 600 "$SOURCE/tests/data/full-board.hrg"
json network false
json fault.diagnostic.code E0601
json fault.diagnostic.line 41
finish
