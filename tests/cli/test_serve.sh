# The server of the page: who is let in, what is refused, and what rules that misbehave do to others.
. "$(dirname "$0")/lib.sh"
need curl curl

start() {
    : >"$WORK/serve"
    "$LUDENS" serve --port 0 "$@" >"$WORK/serve" 2>"$WORK/serve.err" &
    server=$!
    for _ in $(seq 100); do grep -q http "$WORK/serve" && break; sleep 0.05; done
    url=$(sed -n 's/^open \(http[^ #]*\).*/\1/p' "$WORK/serve")
    token=$(sed -n 's/.*#token=\([0-9a-f]*\).*/\1/p' "$WORK/serve")
}
stop() { kill -TERM "$server"; wait "$server"; is 'exit of the server' $? 0; }
fetch() { curl -s -m 60 -H "X-Ludens-Token: $token" "$@" >"$WORK/out" 2>/dev/null; }
code() { curl -s -m 60 -H "X-Ludens-Token: $token" -o "$WORK/out" -w '%{http_code}' "$@"; }
open_session() { fetch -X POST -d '{}' "${url}api/open" "$@"; session=$("$JSONGET" session "$WORK/out"); }
ask() { fetch -X POST -d "$1" "${url}api/$session"; }

start
is 'the page' "$(code "$url")" 200
out_has '<title>Ludens</title>'
is 'its script' "$(code "${url}page.js")" 200
is 'health' "$(code "${url}health")" 200
fetch -i "$url"
out_has "Content-Security-Policy: default-src 'none'"
is 'a file outside' "$(code --path-as-is "${url}../../etc/passwd")" 404
is 'the same, encoded' "$(code --path-as-is "${url}..%2f..%2fetc/passwd")" 404
is 'another origin' "$(code -H 'Origin: http://example.org' -X POST -d '{}' "${url}api/open")" 403
json error.code http
is 'another host' "$(code -H 'Host: example.org' "$url")" 403
is 'the own origin' "$(code -H "Origin: ${url%/}" -X POST -d '{}' "${url}api/open")" 200
is 'a session that nobody opened' "$(code -X POST -d '{}' "${url}api/00000000000000000000000000000000")" 404
is 'a request by GET' "$(code "${url}api/open")" 405
is 'HEAD' "$(code -I "$url")" 200
is 'a host in brackets' "$(code -H 'Host: [evil.com]' "$url")" 403
is 'an address in brackets' "$(code -H 'Host: [::1]' "$url")" 200
is 'a host with a port of letters' "$(code -H 'Host: localhost:evil.com' "$url")" 403
is 'two lengths' "$(code -H 'Content-Length: 2' -H 'content-length:  2' -X POST -d '{}' "${url}api/open")" 400
is 'a length and a coding' "$(code -H 'Transfer-Encoding: chunked' -H 'Content-Length: 2' -X POST -d '{}' "${url}api/open")" 400
is 'what there is, without a session' "$(code "${url}api/games")" 200
json ok true
is 'the same' "$(code "${url}api/hello")" 200
json protocol 1
is 'another method' "$(code -X PUT -d x "$url")" 405
head -c 9000000 /dev/zero | tr '\0' ' ' >"$WORK/long"
is 'a message of 9 MB' "$(code -X POST --data-binary @"$WORK/long" "${url}api/open")" 413

open_session
ask '{"op":"load","game":"hrg/breakthrough.hrg","seed":5}'
json ok true
json roles '["white","black"]'
ask '{"op":"apply",
  "moves":{"white":"S__1_2 S__1_3"}}'
json ply 1
hash=$("$JSONGET" hash "$WORK/out")
first=$session
open_session
ask '{"op":"look"}'
json error.code game

# a process that is killed loses one request, and the session goes on
pkill -9 -P "$server"
session=$first
ask '{"op":"look"}'
json error.code worker
ask '{"op":"look"}'
json ply 1
json hash "$hash"

# rules without an end, or that take all memory, end in their own session
open_session
ask "{\"op\":\"load\",\"name\":\"big.lud\",\"text\":\"(game \\\"B\\\" (players 2) (equipment {(board (square 140)) (piece \\\"A\\\" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))\"}"
out_has '"ok": (true|false)'
ask '{"op":"check","name":"x.rg","text":"("}'
json playable false
json diagnostics.0.line 1
ask 'no json'
json error.code json
session=$first
ask '{"op":"perft","depth":3}'
json perft.1 22
fetch -i "${url}metrics"
out_has 'Content-Type: text/plain'
out_has '^ludens_worker_restarts_total [1-9]'
fetch -X POST -d '' "${url}api/$first/close"
json ok true
is 'a session that was closed' "$(code -X POST -d '{"op":"look"}' "${url}api/$first")" 404
stop

# time: what a request asks for is stopped
start --request-seconds 1
open_session
ask '{"op":"load","game":"hrg/chess.hrg"}'
ask '{"op":"perft","depth":9}'
json error.code interrupted
ask '{"op":"perft","depth":1}'
json perft.1 20
stop

# processes: no more than there may be, and a session that rests makes room; it goes on where it was
start --sessions 2
open_session
ask '{"op":"load","game":"hrg/breakthrough.hrg","seed":5}'
ask '{"op":"apply","moves":{"white":"S__1_2 S__1_3"}}'
ask '{"op":"look"}'
json ply 1
hash=$("$JSONGET" hash "$WORK/out")
first=$session
for i in 1 2 3 4; do
    open_session
    ask '{"op":"load","game":"hrg/tic-tac-toe.hrg"}'
    json ok true
done
is 'processes' "$(pgrep -c -f " session " -P "$server")" 2
session=$first
ask '{"op":"look"}'
json ply 1
json hash "$hash"
fetch "${url}metrics"
out_has '^ludens_workers [0-2]$'
out_has '^ludens_workers_rested_total [1-9]'
stop

# shares: the process that makes room is one of the client that has most; another client keeps its own
start --sessions 3
for i in 1 2; do
    open_session
    ask '{"op":"load","game":"hrg/tic-tac-toe.hrg"}'
done
pgrep -f " session " -P "$server" | sort >"$WORK/before"
open_session --interface 127.0.0.2
fetch --interface 127.0.0.2 -X POST -d '{"op":"load","game":"hrg/breakthrough.hrg"}' "${url}api/$session"
json ok true
guest=$(pgrep -f " session " -P "$server" | sort | comm -13 "$WORK/before" -)
is 'processes of the other client' "$(printf '%s\n' "$guest" | wc -w)" 1
for i in 1 2 3 4; do
    open_session
    ask '{"op":"load","game":"hrg/tic-tac-toe.hrg"}'
    json ok true
done
is 'processes of all' "$(pgrep -c -f " session " -P "$server")" 3
if kill -0 "$guest"; then pass; else fail 'the process of the other client has ended'; fi
stop

# a game of the library that is compiled meanwhile goes on in a new process, where it was
export XDG_CACHE_HOME=$WORK/new-cache
start
open_session
ask '{"op":"load","game":"hrg/tic-tac-toe.hrg","seed":3}'
ask '{"op":"apply","moves":{"cross":"S__2_2"}}'
pgrep -f " session " -P "$server" >"$WORK/before"
ask '{"op":"look"}'
hash=$("$JSONGET" hash "$WORK/out")
for _ in $(seq 600); do
    pgrep -f " session " -P "$server" | cmp -s - "$WORK/before" || break
    sleep 0.1
done
ask '{"op":"look"}'
json ply 1
json hash "$hash"
if pgrep -f " session " -P "$server" | cmp -s - "$WORK/before"; then fail 'the process is the one of before'; else pass; fi
stop
unset XDG_CACHE_HOME

# a process that rests ends, its session stays
start --rest 0.5
open_session
ask '{"op":"load","game":"hrg/tic-tac-toe.hrg"}'
for _ in $(seq 100); do pgrep -f " session " -P "$server" >"$WORK/left" || break; sleep 0.1; done
is 'processes at rest' "$(wc -l <"$WORK/left")" 0
ask '{"op":"look"}'
json ply 0
stop

# by default: files are not read, programs not started, the filter of system calls is on
start
open_session
echo '(secret words)' >"$WORK/key"
ask "{\"op\":\"check\",\"name\":\"$WORK/x.zrf\",\"text\":\"(include \\\"key\\\")\"}"
json playable false
out_lacks secret
out_has 'stands alone'
ask '{"op":"load","game":"hrg/tic-tac-toe.hrg"}'
json ok true
filter=2
[ -z "${SANITIZED:-}" ] || filter=0 # sanitizers make calls of their own: there is no filter then
for process in $(pgrep -f " session " -P "$server"); do is 'the filter' "$(sed -n 's/^Seccomp:[^0-9]*//p' "/proc/$process/status")" $filter; done
ask "{\"op\":\"think\",\"agent\":\"alphabeta:eval=$WORK/key\",\"seconds\":0.1}"
json error.code agent
out_lacks secret
ask "{\"op\":\"think\",\"agent\":\"external:command=touch $WORK/made\",\"seconds\":0.1}"
json error.code agent
is 'a file that nobody made' "$(ls "$WORK/made" 2>/dev/null)" ''
# answer sets have libclingo all the same
ask '{"op":"load","game":"asp/2-garden-maze.lp"}'
json ok true
ask '{"op":"run","playouts":1}'
json playouts 1
# the one who has no token is nobody
token=
is 'no token' "$(code -X POST -d '{}' "${url}api/open")" 403
is 'no token for lists' "$(code "${url}api/games")" 403
is 'the page itself' "$(code "$url")" 200
stop
run 2 serve --sessions 0
run 2 serve --session-memory 0
run 2 serve --address 0.0.0.0 --no-token
run 2 serve --address 0.0.0.0 --no-sandbox

# sandboxed: rules are played, nothing else is done
start --sandbox
open_session
ask '{"op":"load","game":"lud/tic-tac-toe.lud"}'
json ok true
ask '{"op":"run","playouts":10}'
json playouts 10
ask '{"op":"think","seconds":0.1}'
json ok true
ask '{"op":"think","agent":"external:command=touch /tmp/x"}'
json error.code agent
ask '{"op":"load","game":"asp/2-garden-maze.lp"}'
json ok true
stop

# others: only with the token
start --address 0.0.0.0
url=$(echo "$url" | sed 's/0\.0\.0\.0/127.0.0.1/')
is 'length of the token' ${#token} 32
right=$token token=00
is 'a wrong token' "$(code -X POST -d '{}' "${url}api/open")" 403
token=$right
is 'the token' "$(code -X POST -d '{}' "${url}api/open")" 200
stop

# it ends although clients go on opening sessions, and although a request runs
start
open_session
ask '{"op":"load","game":"hrg/chess.hrg"}'
curl -s -m 60 -H "X-Ludens-Token: $token" -X POST -d '{"op":"perft","depth":9}' "${url}api/$session" >/dev/null 2>&1 &
(while curl -s -m 5 -H "X-Ludens-Token: $token" -X POST -d '{}' "${url}api/open" >/dev/null 2>&1; do :; done) &
clients=$!
sleep 0.5
begin=$(date +%s)
stop
is 'it ends soon' $(($(date +%s) - begin < 10)) 1
wait "$clients"
# a session that is closed ends what it was working on
start --sessions 1
open_session
ask '{"op":"load","game":"hrg/chess.hrg"}'
curl -s -m 60 -H "X-Ludens-Token: $token" -X POST -d '{"op":"perft","depth":9}' "${url}api/$session" >/dev/null 2>&1 &
sleep 0.3
fetch -X POST -d '' "${url}api/$session/close"
sleep 1
is 'a session in its place' "$(code -X POST -d '{}' "${url}api/open")" 200
stop
finish
