# What the tests of the competition protocol share: players in the background.
: "${NETPEER:?}"
need curl curl
GDL=$DATA/gdl
set -m # jobs of their own, so that they hear SIGINT
pids=
trap 'exec 2>/dev/null; for p in $pids; do kill "$p" 2>/dev/null; done; rm -rf "$WORK"' EXIT

# begin NAME COMMAND...: runs it in the background and waits for the port it prints, which goes to
# the variable NAME; its process to NAME_pid.
begin() {
    local name=$1 i
    shift
    "$@" >"$WORK/$name.out" 2>"$WORK/$name.err" &
    eval "${name}_pid=$!"
    pids="$pids $!"
    for ((i = 0; i < 200; i++)); do
        grep -q 'port [0-9]' "$WORK/$name.out" 2>/dev/null && break
        sleep 0.05
    done
    eval "$name=$(sed -n 's/.*port //p' "$WORK/$name.out")"
}
player() { local name=$1; shift; begin "$name" "$LUDENS" ggp-player --port 0 --verbose "$@"; }
fake() { begin "$1" "$NETPEER" player "$2" "${3:-}"; }
# ask PORT MESSAGE: the reply
ask() { curl -s --max-time 20 --data-binary "$2" "http://127.0.0.1:$1/"; }
code() { curl -s -o /dev/null -w '%{http_code}' --max-time 20 --data-binary "$2" "http://127.0.0.1:$1/"; }
# ends NAME SIGNAL: it ends with exit code 0
ends() {
    local pid_name=${1}_pid result
    kill "-$2" "${!pid_name}"
    wait "${!pid_name}"
    result=$?
    is "exit code of $1 after $2" $result 0
    if grep -qi 'sanitizer\|runtime error' "$WORK/$1.err"; then fail "$1 complained" "$(tail -30 "$WORK/$1.err")"; fi
}
# manage CODE GAME ARGUMENT...: a match with short clocks
manage() { local c=$1 g=$2; shift 2; run "$c" ggp-manager "$GDL/$g.kif" --start-clock 5 --play-clock 2 "$@"; }
no_errors() {
    is "replaced moves in $1" "$("$JSONGET" replaced_moves "$WORK/out" | grep -c ': *[1-9]')" 0
}
replays() { # GAME TRIALS NUMBER
    "$LUDENS" replay "$2" >"$WORK/replayed" 2>&1
    is "replay of $1" "$(grep -c . "$WORK/replayed") $(grep -oE '^[0-9]+ trials? replayed' "$WORK/replayed" | grep -oE '^[0-9]+')" "1 $3"
}
sheet() { tr '\n' ' ' < <(sed 's/;.*//' "$GDL/$1.kif"); }
