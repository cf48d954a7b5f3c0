#!/bin/bash
# Logic programs of bench/logic, evaluated from their text to all that follows: CPU seconds of clingo, of Ludens, and the
# ratio. Both are processes that begin with nothing; the least of some runs counts. Ludens is handed the program as the
# nature of a game, whose fixed part it evaluates while the game is loaded; its own time for a game with nothing in it is
# taken off, and clingo's for an empty program.
# usage: bench/logic.sh [LUDENS [RUNS]]
set -eu -o pipefail
ludens=${1:-build/release/ludens} runs=${2:-5}
folder=$(dirname "$0")/logic
command -v clingo >/dev/null || { echo "clingo is not installed (Debian: gringo)" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
once() { # clingo ends with 10, 20 or 30 when it has solved; a program that fails must not count as a fast one
    local status=0
    "$@" >/dev/null 2>&1 || status=$?
    case $1:$status in
    *:0 | clingo:10 | clingo:20 | clingo:30) ;;
    *) echo "$1 ended with status $status: $*" >"$work/failed" ;;
    esac
}
least() { # CPU seconds of a command
    for _ in $(seq "$runs"); do
        TIMEFORMAT='%U %S'
        { time once "$@"; } 2>&1 | awk '{ print $1 + $2 }'
    done | sort -g | head -n 1
    [ ! -e "$work/failed" ] || { cat "$work/failed" >&2; return 1; }
}
game() {
    printf '%%@ level generation\nat(1,1,player).\n%%@ visibility\nobserve(at(R,C,O)) :- at(R,C,O).\n%%@ nature\n'
    cat "$1"
    printf 'next(R,C,O) :- at(R,C,O).\n%%@ winning conditions\nwin :- at(2,2,player).\n'
}
ours() { game "$1" >"$work/game.lp" && least "$ludens" info --backend interp --max-atoms 100000000 --max-load-seconds 600 "$work/game.lp"; }
theirs() { least clingo -q -Wnone "$1"; }
: >"$work/nothing.lp"
own=$(ours "$work/nothing.lp")
other=$(theirs "$work/nothing.lp")
for file in "$folder"/*.lp; do
    t=$(theirs "$file")
    o=$(ours "$file")
    printf '%s\t%s\t%s\n' "$(basename "$file" .lp)" "$t" "$o"
done | awk -F'\t' -v own="$own" -v other="$other" 'BEGIN { print "program\tclingo\tLudens\tratio" }
    { t = $2 - other; o = $3 - own; if (o < 0.001) o = 0.001
      printf "%s\t%.3f\t%.3f\t%.2f\n", $1, t, o, t / o; sum += log(t / o); n++ }
    END { if (n) printf "geometric mean of %d\t\t\t%.2f\n", n, exp(sum / n) }'
