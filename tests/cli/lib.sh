# What the scripts share. LUDENS, JSONGET and SOURCE come from ctest.
set -u
ulimit -S -t 240 # seconds of CPU of each program
: "${LUDENS:?}" "${JSONGET:?}" "${SOURCE:?}"
DATA=$SOURCE/tests/data
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
export LC_ALL=C.UTF-8 NO_COLOR=
passed=0 failed=0 skipped=0
begun=0.5 # seconds in which a game is surely loaded
[ -z "${SANITIZED:-}" ] || begun=2

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "FAILED: $1"; shift; for line in "$@"; do printf '    %s\n' "$line"; done; }

# run CODE ARGUMENT...: runs ludens, standard input is $WORK/in when that exists; output and
# errors go to $WORK/out and $WORK/err.
run() {
    local expected=$1 code input=/dev/null
    shift
    [ -e "$WORK/in" ] && input=$WORK/in
    "$LUDENS" "$@" <"$input" >"$WORK/out" 2>"$WORK/err"
    code=$?
    [ "$input" = /dev/null ] || rm -f "$WORK/in"
    if [ $code -eq "$expected" ]; then pass; else
        fail "ludens ${*:1:8}: exit $code, expected $expected" "$(head -c 600 "$WORK/out")" "$(head -c 1500 "$WORK/err")"
    fi
}
# interrupted CODE ARGUMENT...: the same, but SIGINT is sent half a second after the program begins to
# listen to it, however long that takes on a machine that is busy.
interrupted() {
    local expected=$1 code caught pid
    shift
    env --default-signal=INT "$LUDENS" "$@" </dev/null >"$WORK/out" 2>"$WORK/err" & pid=$!
    for ((i = 0; i < 1200; i++)); do
        caught=$(sed -n 's/^SigCgt:[[:space:]]*//p' /proc/$pid/status 2>/dev/null) || break
        [ $((0x${caught:-0} & 2)) = 0 ] || break
        sleep 0.05
    done
    sleep "$begun"
    kill -INT $pid 2>/dev/null
    wait $pid
    code=$?
    if [ $code -eq "$expected" ]; then pass; else
        fail "interrupted ludens ${*:1:8}: exit $code, expected $expected" "$(head -c 600 "$WORK/out")" "$(head -c 1500 "$WORK/err")"
    fi
}
# some ARGUMENT...: every so many of them (LUDENS_SAMPLE), a line each; all without it.
some() { printf '%s\n' "$@" | awk -v each="${LUDENS_SAMPLE:-1}" 'NR % each == 1 % each'; }
input() { printf '%s\n' "$@" >"$WORK/in"; }
# json PATH EXPECTED: a value in the JSON document on standard output.
json() {
    local actual
    actual=$("$JSONGET" "$1" "$WORK/out" 2>&1)
    if [ "$actual" = "$2" ]; then pass; else fail "JSON at $1 is '$actual', expected '$2'"; fi
}
# json_line N PATH EXPECTED: the same in line N of the output.
json_line() {
    local actual
    actual=$(sed -n "${1}p" "$WORK/out" | "$JSONGET" "$2" 2>&1)
    if [ "$actual" = "$3" ]; then pass; else
        fail "line $1: JSON at $2 is '$actual', expected '$3'" "$(sed -n "${1}p" "$WORK/out" | head -c 300)"
    fi
}
# has FILE EXPRESSION: as grep does, but in this shell where the file is short: starting a program takes longer.
has() {
    local lines line
    mapfile -t -n 200 lines <"$1"
    if [ ${#lines[@]} -eq 200 ]; then grep -qE -- "$2" "$1"; return; fi
    for line in "${lines[@]}"; do [[ $line =~ $2 ]] && return; done
    return 1
}
out_has() { if has "$WORK/out" "$1"; then pass; else fail "output lacks '$1'" "$(head -c 800 "$WORK/out")"; fi; }
err_has() { if has "$WORK/err" "$1"; then pass; else fail "errors lack '$1'" "$(head -c 800 "$WORK/err")"; fi; }
out_lacks() { if has "$WORK/out" "$1"; then fail "output has '$1'" "$(head -c 800 "$WORK/out")"; else pass; fi; }
out_empty() { if [ ! -s "$WORK/out" ]; then pass; else fail "output is not empty" "$(head -c 800 "$WORK/out")"; fi; }
err_empty() { if [ ! -s "$WORK/err" ]; then pass; else fail "errors are not empty" "$(head -c 800 "$WORK/err")"; fi; }
is() { if [ "$2" = "$3" ]; then pass; else fail "$1 is '$2', expected '$3'"; fi; }
# skip_all REASON: the script ends here, and its checks count as skipped.
skip_all() {
    skipped=$(grep -cE '^ *(run|is|json|json_line|out_[a-z]+|err_[a-z]+|ends|manage|show|has_line) ' "$0")
    echo "skipped: $1"
    finish
    exit
}
# need TOOL PACKAGE
need() { command -v "$1" >/dev/null || skip_all "$1 is missing (on Debian: the package $2)"; }
finish() { echo "$passed passed, $failed failed, $skipped skipped"; [ $failed -eq 0 ]; }
