# The competition protocol over the loopback: players, managers, and peers that misbehave.
. "$(dirname "$0")/lib.sh"
. "$(dirname "$0")/ggp.sh"

player one --agent montecarlo:playouts=200 --margin 1
player two --agent random --name second

# ---- messages by hand ----
is 'INFO' "$(ask $one '(INFO)')" '((name ludens) (status available))'
is 'info' "$(ask $two ' ( info )')" '((name second) (status available))'
is 'a bare word' "$(ask $one 'INFO')" '((name ludens) (status available))'
is 'ping' "$(ask $one '(ping)')" ready
is 'infix' "$(ask $one 'info()')" '[[name,ludens],[status,available]]'
is 'GET' "$(curl -s "http://127.0.0.1:$one/%28INFO%29")" '((name ludens) (status available))'
is 'GET with blanks' "$(curl -s "http://127.0.0.1:$one/(PLAY+m%20nil)")" 'busy'
curl -s -i -X OPTIONS "http://127.0.0.1:$one/" >"$WORK/out"
out_has '^HTTP/1.1 200 OK'
out_lacks '^Access-Control-Allow-Origin'
out_has '^Access-Control-Allow-Methods: POST, GET, OPTIONS'
out_has '^Content-Length: 0'
curl -s -i -d '(INFO)' "http://127.0.0.1:$one/" >"$WORK/out"
out_has '^Content-Type: text/acl'
out_has '^Access-Control-Allow-Headers: Content-Type'
is 'HTTP/1.0, lines that end with LF' "$(printf 'POST / HTTP/1.0\nCONTENT-LENGTH: 6\nsender: x\n\n(INFO)' |
    "$NETPEER" send $one | tail -1)" '((name ludens) (status available))'
is 'an unknown method' "$(curl -s -o /dev/null -w '%{http_code}' -X PUT -d x "http://127.0.0.1:$one/")" 405
is 'no length' "$(printf 'POST / HTTP/1.0\r\n\r\n' | "$NETPEER" send $one | head -1 | tr -d '\r')" 'HTTP/1.1 411 Length Required'
is 'chunks' "$(printf '(INFO)' | curl -s -H 'Transfer-Encoding: chunked' --data-binary @- "http://127.0.0.1:$one/")" '((name ludens) (status available))'
for bad in '' '(' ')' '(())' '(HELLO)' '(PLAY)' '(PLAY m)' '(START m x)' '(START m x y 1 2)' '(START m x (y) one 2)' \
    '(INFO) (INFO)' '(PLAY m 1 2 3 4)' 'start(m,x' 'GET / HTTP/1.0'; do
    is "garbage '$bad'" "$(code $one "$bad")" 400
done
for verb in 'PLAY m NIL' 'STOP m ((a b))' 'ABORT m' 'PLAY m 0 NIL NIL' 'stop m 3 a (b)'; do
    is "no match: $verb" "$(ask $one "($verb)")" busy
done
is 'PREVIEW' "$(ask $one "(PREVIEW ($(sheet hands)) 10)")" ready

# a match by hand, in odd spellings
is 'START' "$(ask $one "(start Match.1 LEFT ($(sheet hands)) 5 2 more)")" ready
is 'busy' "$(ask $one '(INFO)')" '((name ludens) (status busy))'
is 'ping, busy' "$(ask $one 'PING')" busy
is 'second START' "$(ask $one "(START m2 left ($(sheet hands)) 5 2)")" busy
is 'PREVIEW, busy' "$(ask $one "(PREVIEW ($(sheet hands)) 10)")" busy
is 'another match' "$(ask $one '(PLAY m2 NIL)')" busy
out_is_hand() { if [[ $2 =~ ^\(show\ (rock|paper|scissors)\)$ ]]; then pass; else fail "$1: '$2' is no move"; fi; }
out_is_hand 'first move' "$(ask $one '(play MATCH.1 nil)')"
out_is_hand 'second move' "$(ask $one '( PLAY match.1 ( (SHOW Rock)(show scissors) ) )')"
is 'a move that is none' "$(ask $one '(PLAY match.1 ((show rock) (show well)))')" nil
is 'too few moves' "$(ask $one '(PLAY match.1 ((show rock)))')" nil
out_is_hand 'and on' "$(ask $one '(PLAY match.1 ((show rock) (show rock)))')"
is 'STOP' "$(ask $one '(STOP match.1 ((show rock) (show scissors)))')" done
is 'free again' "$(ask $one '(INFO)')" '((name ludens) (status available))'
grep -q 'match match.1 is over after 3 steps; left: 100' "$WORK/one.err" && pass || fail 'the end of the match' "$(tail -3 "$WORK/one.err")"
is 'START' "$(ask $one "(START m3 right ($(sheet hands)) 5 2)")" ready
is 'ABORT' "$(ask $one '(ABORT m3)')" aborted
is 'after ABORT' "$(ask $one '(PLAY m3 NIL)')" busy

# rules that cannot be played
is 'no such role' "$(ask $one "(START m4 nobody ($(sheet hands)) 5 2)")" nil
is 'the role random' "$(ask $one "(START m4 random ($(sheet dice)) 5 2)")" nil
is 'no rules' "$(ask $one '(START m4 x () 5 2)')" nil
is 'unsafe rules' "$(ask $one '(START m4 x ((role x) (<= (legal x ?y) (role x)) (<= terminal (role x)) (goal x 1)) 5 2)')" nil
is 'a variable that nothing binds under a negation' "$(ask $one "$(sed '/^---/,$d' "$SOURCE/tests/fuzz/seeds/ggp/unbound")")" ready
is 'ABORT' "$(ask $one '(ABORT m)')" aborted
is 'free after that' "$(ask $one 'ping')" ready

# GDL-II, both forms
is 'START' "$(ask $one "(START m5 finder ($(sheet cups)) 5 2)")" ready
is 'turn 0' "$(ask $one '(PLAY m5 0 NIL NIL)')" idle
is 'turn 1' "$(ask $one '(PLAY m5 1 idle ())')" idle
move=$(ask $one '(PLAY m5 2 IDLE NIL)')
is 'turn 2' "${move%?)}" '(ask '
is 'turn 3: what was found' "$(ask $one "(PLAY m5 3 $move (YES))")" "(point ${move#* }"
is 'STOP' "$(ask $one "(STOP m5 4 (point 1) (OVER))")" done
is 'START' "$(ask $one "(START m6 finder ($(sheet cups)) 5 2)")" ready
is 'older form' "$(ask $one '(PLAY m6 NIL)')" idle
is 'older form, 1' "$(ask $one '(PLAY m6 NIL)')" idle
move=$(ask $one '(PLAY m6 ())')
is 'older form, 2' "${move%?)}" '(ask '
is 'older form, 3' "$(ask $one '(PLAY m6 (yes))')" "(point ${move#* }"
is 'STOP' "$(ask $one "(STOP m6 (over))")" done

# ---- matches ----
for game in noughts hands; do
    manage 0 $game --player 127.0.0.1:$one --player http://localhost:$two --matches 5 --json --out "$WORK/trials"
    json matches 5
    no_errors $game
    replays $game "$WORK/trials" 5
done
json results.0.players.0.errors '{"late":0,"silent":0,"garbage":0,"illegal":0}'
json results.4.scores.left.? integer
manage 0 dice --player 127.0.0.1:$one --player 127.0.0.1:$two --matches 5 --json --out "$WORK/trials" --scramble --upper
no_errors dice
json mean_scores.watcher 50
replays dice "$WORK/trials" 5
manage 0 cups --player finder=127.0.0.1:$one --player 127.0.0.1:$two --matches 5 --json --out "$WORK/trials" --scramble --upper
no_errors cups
replays cups "$WORK/trials" 5
if grep -q 'no longer' "$WORK/one.err"; then fail 'no state agreed with what was seen'; else pass; fi
manage 0 noughts --player random --player ring=127.0.0.1:$one --match-id by.name
out_has '^match by.name: [5-9] steps'
out_has '^  ring .* 127.0.0.1:'
# the same seed, the same matches
manage 0 noughts --player random --player random --matches 3 --seed 5 --out "$WORK/a"
manage 0 noughts --player random --player random --matches 3 --seed 5 --out "$WORK/b"
is 'one seed' "$(sed 's/"match".*//' "$WORK/a")" "$(sed 's/"match".*//' "$WORK/b")"

# infix rules, moves and percepts with parentheses around a word
"$LUDENS" translate --to infix "$GDL/hands.kif" -o "$WORK/hands.infix.gdl"
run 0 ggp-manager "$WORK/hands.infix.gdl" --player 127.0.0.1:$one --player 127.0.0.1:$two --matches 2 --json --out "$WORK/trials"
no_errors 'infix hands'
replays 'infix hands' "$WORK/trials" 2
is 'infix START' "$(ask $one "start(i1,left,[$(sed 's/[%;].*//' "$WORK/hands.infix.gdl" | tr '\n' ' ')],5,2)")" ready
is 'infix PLAY' "$(ask $one 'play(i1,nil)' | grep -cE '^show\((rock|paper|scissors)\)$')" 1
is 'infix ABORT' "$(ask $one 'abort(i1)')" aborted
for game in noughts cups; do
    sed -E 's/\bwait\b/(wait)/g; s/\bidle\b/(idle)/g; s/\byes\b/(yes)/g' "$GDL/$game.kif" >"$WORK/$game.kif"
    run 0 ggp-manager "$WORK/$game.kif" --player 127.0.0.1:$one --player 127.0.0.1:$two --matches 2 --json --out "$WORK/trials"
    no_errors "$game with parentheses"
    replays "$game with parentheses" "$WORK/trials" 2
done

# ---- games of other languages: players get a rule sheet, moves are shown as the game says them ----
GAMES=$SOURCE/games
for game in hrg/tic-tac-toe.hrg zrf/tic-tac-toe.zrf lud/hex-five.lud hrg/pig.hrg; do
    run 0 ggp-manager "$GAMES/$game" --player 127.0.0.1:$one --player 127.0.0.1:$two --start-clock 10 --play-clock 2 \
        --matches 2 --json --out "$WORK/trials" --scramble --upper --verbose
    no_errors $game
    replays $game "$WORK/trials" 2
    is "idle roles in $game" "$(grep -ci noop "$WORK/err" "$WORK/trials" | tr '\n' ' ')" "$WORK/err:0 $WORK/trials:0 "
done
run 0 ggp-manager "$GAMES/zrf/tic-tac-toe.zrf" --player O=127.0.0.1:$one --player random --play-clock 2 --verbose
err_has '^step 1: X X Mark [abc][123] '
err_has '^step 2: O O Mark [abc][123] '
out_has '^  O .* 127.0.0.1:'
# moves and roles that differ by case only, and a player with the name of chance
cat >"$WORK/odd.rg" <<'RULES'
type Player = {b, Random, B};
type Score = {0, 100};
type Word = {x, X};
var word: Word = x;
begin, first: player = Random;
first, named: word = Word(*);
named, told: $$ word;
told, second: player = B;
second, named2: word = Word(*);
named2, told2: $$ word;
told2, judge: player = keeper;
judge, small: word == x;
judge, large: word != x;
small, done: goals[B] = 100;
large, done: goals[Random] = 100;
done, end: player = keeper;
RULES
for seed in 1 2 3; do
    run 0 ggp-manager "$WORK/odd.rg" --player B=127.0.0.1:$one --player Random=127.0.0.1:$two --player b=random --play-clock 2 --json \
        --seed $seed --out "$WORK/trials"
    no_errors 'odd names'
    json mean_scores.B 100 # it sees that `x` wins
    replays 'odd names' "$WORK/trials" 1
done
run 0 ggp-manager --help
out_has 'Players get a rule sheet in GDL'

# ---- web pages are not let in unless told otherwise, clocks are bounded ----
from() { curl -s -o /dev/null -w '%{http_code}' "$@" -d '(INFO)' "http://127.0.0.1:$port/"; }
port=$one
is 'a page of elsewhere' "$(from -H 'Origin: https://example.org')" 403
is 'a page of a file' "$(from -H 'Origin: null')" 403
is 'a name that was made to point here' "$(from -H 'Host: example.org:9147')" 403
is 'its GET' "$(curl -s -o /dev/null -w '%{http_code}' -H 'Host: example.org' "http://127.0.0.1:$port/(INFO)")" 403
is 'a question whether it may' "$(curl -s -o /dev/null -w '%{http_code}' -X OPTIONS -H 'Origin: https://example.org' "http://127.0.0.1:$port/")" 403
for host in localhost "localhost:$port" 127.0.0.1 '[::1]:9147' '192.0.2.7:80' "$(uname -n)"; do
    is "the host $host" "$(from -H "Host: $host")" 200
done
player open --allow-origin https://example.org --allow-host example.org
port=$open
is 'an allowed page' "$(from -H 'Origin: https://example.org')" 200
is 'another page' "$(from -H 'Origin: https://example.com')" 403
is 'an allowed name' "$(from -H 'Host: EXAMPLE.org:80')" 200
curl -s -i -H 'Origin: https://example.org' -d '(INFO)' "http://127.0.0.1:$open/" >"$WORK/out"
out_has '^Access-Control-Allow-Origin: https://example.org'
is 'endless clocks' "$(code $open "(START m left ($(sheet hands)) 99999999999999999 9999999999999)")" 400
is 'a day and more' "$(code $open "(START m left ($(sheet hands)) 86401 5)")" 400
is 'the next match' "$(ask $open "(START n left ($(sheet hands)) 5 2)")" ready
is 'its end' "$(ask $open '(ABORT n)')" aborted
# loading that takes long is stopped by ABORT, and the next match is as if nothing had been
slow=$(awk 'BEGIN { printf "(role left) (role right) (init (p0 1)) (<= terminal (true (p0 2))) (legal left noop) (legal right noop) (goal left 0) (goal right 0) "
    for (i = 1; i < 20000; i++) printf "(<= (p%d ?x) (p%d ?x)) ", i, i - 1; print "(p0 1)" }')
printf '(START slow left (%s) 60 5)' "$slow" >"$WORK/slow"
curl -s --max-time 40 --data-binary @"$WORK/slow" "http://127.0.0.1:$open/" >"$WORK/reply" & loading=$!
sleep 1
begun=$SECONDS
is 'ABORT while loading' "$(ask $open '(ABORT n)')$(ask $open '(ABORT slow)')" busyaborted
is 'START after ABORT' "$(ask $open "(START next left ($(sheet hands)) 20 2)")" ready
[ $((SECONDS - begun)) -le 3 ] && pass || fail "ABORT took $((SECONDS - begun)) s"
wait $loading
ends open TERM

# ---- players that misbehave lose their own moves and nothing else ----
spoilt() { # MODE KIND of the error
    manage "${3:-0}" hands --player 127.0.0.1:$1 --player 127.0.0.1:$two --play-clock 1 --grace 0.2 --json --out "$WORK/trials"
    json replaced_moves.right 0
    is "$1: errors" "$("$JSONGET" results.0.players.0.errors.$2 "$WORK/out")" "$("$JSONGET" results.0.plies "$WORK/out")"
    json results.0.errors.0.code $2
    replays hands "$WORK/trials" 1
}
fake garbage garbage && spoilt $garbage garbage
fake nilly nil && spoilt $nilly illegal
fake closing close && spoilt $closing silent 4
fake mute mute 2 && spoilt $mute late
fake late late 2 && spoilt $late late
fake endless endless && spoilt $endless silent 4
spoilt 1 silent 4 # nobody listens there
err_has '127.0.0.1:1 did not answer in the whole match .*: random moves were made for left'
err_has 'does not answer'
# a player that is in a match already
ask $one "(START other left ($(sheet hands)) 5 2)" >"$WORK/reply"
manage 0 hands --player 127.0.0.1:$one --player 127.0.0.1:$two --json
err_has 'is not free'
err_has 'is not ready: busy'
json replaced_moves.right 0
is 'ABORT' "$(ask $one '(ABORT other)')" aborted

# ---- clocks ----
# asked PORT: waits until a question is on its way there
asked() {
    local at
    at=$(printf ':%04X [0-9A-F]*:[0-9A-F]* 01 ' "$1")
    for ((i = 0; i < 200; i++)); do
        ! grep -q "$at" /proc/net/tcp || break
        sleep 0.05
    done
    sleep 0.2
}
player slow --agent montecarlo --margin 0.5
is 'START' "$(ask $slow "(START m left ($(sheet hands)) 5 1)")" ready
before=$(date +%s%N)
out_is_hand 'a move in time' "$(ask $slow '(PLAY m NIL)')"
took=$((($(date +%s%N) - before) / 1000000))
# meant are 500 ms; other tests run beside this one
if [ $took -gt 300 ] && [ $took -lt 3000 ]; then pass; else fail "the move took $took ms"; fi
# while it thinks: ABORT is heard at once, and the open question is answered
ask $slow '(PLAY m ((show rock) (show paper)))' >"$WORK/reply" &
asked $slow
is 'ABORT meanwhile' "$(ask $slow '(ABORT m)')" aborted
wait $!
out_is_hand 'the open question' "$(cat "$WORK/reply")"
ends slow INT

# a match that has fallen silent
player patient --silence 1
is 'START' "$(ask $patient "(START m left ($(sheet hands)) 5 1)")" ready
is 'busy' "$(ask $patient 'ping')" busy
sleep 1.2
is 'free' "$(ask $patient 'ping')" ready
is 'START' "$(ask $patient "(START n left ($(sheet hands)) 5 1)")" ready
is 'the old one' "$(ask $patient '(PLAY m NIL)')" busy
out_is_hand 'the new one' "$(ask $patient '(PLAY n NIL)')"
# it ends while it thinks
ask $patient '(PLAY n ((show rock) (show paper)))' >"$WORK/reply" &
question=$!
asked $patient
ends patient TERM
wait $question
out_is_hand 'the open question' "$(cat "$WORK/reply")"

# ---- ports ----
begin first "$LUDENS" ggp-player
begin second "$LUDENS" ggp-player
if [ "$first" -ge 9147 ] && [ "$second" -gt "$first" ]; then pass; else fail "ports $first and $second"; fi
run 4 ggp-player --port $first
err_has 'cannot listen on 127.0.0.1, port'
ends first INT
ends second TERM

# ---- rules without a goal ----
cat >"$WORK/no-goal.kif" <<'RULES'
(role a) (role b) (init (s 0)) (succ 0 1) (<= (next (s ?y)) (true (s ?x)) (succ ?x ?y))
(<= (legal ?r noop) (role ?r)) (<= terminal (true (s 1))) (<= (goal a 100) (true (s 1))) (<= (goal b 0) (true (s 0)))
RULES
run 1 ggp-manager --player a=random --player b=random --start-clock 1 --play-clock 1 "$WORK/no-goal.kif"
err_has 'E0733.*b has no goal value at the end'
run 2 ggp-manager --player a=random "$WORK/no-goal.kif"
err_has 'role b has no player; --player=b=random'

# ---- managers interrupted ----
fake mute2 mute 20
"$LUDENS" ggp-manager "$GDL/hands.kif" --player 127.0.0.1:$one --player 127.0.0.1:$mute2 --play-clock 20 \
    --json >"$WORK/out" 2>"$WORK/err" &
sleep 1
is 'in the match' "$(ask $one 'ping')" busy
kill -INT $!
wait $!
is 'exit code of the manager' $? 130
is 'aborted' "$(ask $one 'ping')" ready
timeout 1 "$LUDENS" ggp-manager "$GDL/hands.kif" --player 127.0.0.1:$one --player 127.0.0.1:$mute2 --play-clock 20 >"$WORK/out" 2>&1
is 'aborted by SIGTERM' "$(ask $one 'ping')" ready

# ---- abuse ----
for bytes in 1000000000 99999999999999999999; do
    is "Content-Length: $bytes" "$("$NETPEER" length $one $bytes | tr -d '\r' | grep -oE '^HTTP/1.1 [0-9]*')" 'HTTP/1.1 413'
done
is 'Content-Length: x' "$("$NETPEER" length $one x | tr -d '\r' | grep -oE '^HTTP/1.1 [0-9]*')" 'HTTP/1.1 400'
is 'too long in chunks' "$(head -c 5000000 /dev/zero | tr '\0' x | curl -s -o /dev/null -w '%{http_code}' \
    -H 'Transfer-Encoding: chunked' -H 'Expect:' --data-binary @- "http://127.0.0.1:$one/")" 413
is 'deep nesting' "$({ head -c 1000000 /dev/zero | tr '\0' '('; } | curl -s -o /dev/null -w '%{http_code}' --data-binary @- "http://127.0.0.1:$one/")" 400
is 'binary' "$(head -c 100000 /dev/urandom | curl -s -o /dev/null -w '%{http_code}' --data-binary @- "http://127.0.0.1:$one/")" 400
player guarded --message-time 1 --max-message 1k
is 'a limit of length' "$(code $guarded "(PLAY $(head -c 2000 /dev/zero | tr '\0' x) NIL)")" 413
out=$("$NETPEER" drip $guarded 100 10)
if [[ $out =~ ^cut\ after\ ([0-9]+)$ ]] && [ "${BASH_REMATCH[1]}" -lt 40 ]; then pass; else fail "a slow sender: $out"; fi
"$NETPEER" flood $guarded 2000 5 >"$WORK/flood" &
sleep 0.7
is 'in a flood' "$(ask $guarded '(INFO)')" '((name ludens) (status available))'
kill -TERM $! 2>/dev/null
wait $! 2>/dev/null
ends guarded INT
ends one INT
ends two TERM

# ---- command lines ----
for bad in '--port x' '--port 70000' '--agent nobody' '--agent montecarlo:plays=3' '--agent montecarlo:playouts=x' \
    '--agent montecarlo:playouts=-1' '--margin x' '--margin -1' '--silence inf' '--particles -3' 'argument'; do
    run 2 ggp-player $bad
done
run 2 ggp-player --name 'two words'
run 2 ggp-player --agent rnadom
err_has 'the agents are random, montecarlo'
run 2 ggp-manager "$GDL/hands.kif"
err_has 'no players'
run 2 ggp-manager "$GDL/hands.kif" --player random
err_has 'role right has no player'
run 2 ggp-manager "$GDL/hands.kif" --player random --player random --player random
err_has 'no role left'
run 2 ggp-manager "$GDL/hands.kif" --player left=random --player left=random
run 2 ggp-manager "$GDL/hands.kif" --player lfet=random --player right=random
err_has "no role 'lfet'; its roles are left, right"
run 2 ggp-manager "$GDL/hands.kif" --player lfet=localhost:9147 --player random
err_has "no role 'lfet'"
for bad in '' 'file:///etc/passwd' 'https://localhost:1' 'http://' 'left=' 'local host'; do
    run 2 ggp-manager "$GDL/hands.kif" --player "$bad" --player random
    err_has 'is not a player: http://HOST:PORT, or random'
done
run 2 ggp-manager "$GDL/hands.kif" --player random --player random --play-clock 86401
run 0 ggp-manager "$GDL/hands.kif" --player random --player random --verbose
err_has '^step 1: left '
run 2 ggp-manager "$GDL/hands.kif" --player random --player random --match-id 'a b'
run 2 ggp-manager "$GDL/hands.kif" --player random --player random --play-clock x
run 1 ggp-manager "$DATA/hidden.rg" --player random --player random
err_has 'E0106.*cannot be written as a network: what players do not see'
run 1 ggp-manager "$WORK/none.kif" --player random
run 4 ggp-manager "$GDL/hands.kif" --player random --player random --out "$WORK/no/such/folder"
run 4 ggp-player --address 203.0.113.1
finish
