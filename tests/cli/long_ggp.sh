# A hundred matches of each game without an error, and many connections.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/ggp.sh"
player one --agent montecarlo:playouts=100
player two --agent random
for game in noughts hands dice; do
    manage 0 $game --player 127.0.0.1:$one --player 127.0.0.1:$two --matches 100 --json --out "$WORK/trials"
    json matches 100
    no_errors $game
    replays $game "$WORK/trials" 100
done
manage 0 cups --player hider=127.0.0.1:$one --player finder=127.0.0.1:$two --matches 100 --scramble --upper --json --out "$WORK/trials"
no_errors cups
replays cups "$WORK/trials" 100

# with clocks that are as short as the protocol allows
player fast --margin 0.3
manage 0 hands --player 127.0.0.1:$fast --player 127.0.0.1:$two --play-clock 1 --grace 0 --matches 10 --json
no_errors 'hands, one second'

# ten thousand connections that say nothing
"$NETPEER" flood $one 10000 20 >"$WORK/flood" 2>"$WORK/flood.err" &
sleep 5
echo "connections: $(cat "$WORK/flood")"
before=$(date +%s%N)
is 'in a flood' "$(ask $one '(INFO)')" '((name ludens) (status available))'
took=$((($(date +%s%N) - before) / 1000000))
echo "reply in a flood after $took ms, resident kB: $(awk '/VmRSS/ { print $2 }' /proc/$one_pid/status)"
if [ $took -lt 15000 ]; then pass; else fail "the reply in a flood took $took ms"; fi
manage 0 hands --player 127.0.0.1:$one --player 127.0.0.1:$two --matches 5 --json
no_errors 'hands, in a flood'
kill $! 2>/dev/null
wait $! 2>/dev/null
ends one INT
ends two TERM
ends fast INT
finish
