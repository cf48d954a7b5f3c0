#!/bin/bash
# Logic programs of bench/logic, evaluated from their text to all that follows: CPU seconds of clingo, of Ludens, and the
# ratio. Both are processes that begin with nothing; the least of some runs counts. Ludens is handed the program as the
# nature of a game, whose fixed part it evaluates while the game is loaded; its own time for a game with nothing in it is
# taken off, and clingo's for an empty program.
# usage: bench/logic.sh [LUDENS [RUNS]]
set -eu
ludens=${1:-build/release/ludens} runs=${2:-5}
folder=$(dirname "$0")/logic
command -v clingo >/dev/null || { echo "clingo is not here"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
least() { # CPU seconds of a command
    for _ in $(seq "$runs"); do
        TIMEFORMAT='%U %S'
        { time "$@" >/dev/null 2>&1 || true; } 2>&1 | awk '{ print $1 + $2 }'
    done | sort -g | head -n 1
}
game() {
    printf '%%@ level generation\nat(1,1,player).\n%%@ visibility\nobserve(at(R,C,O)) :- at(R,C,O).\n%%@ nature\n'
    cat "$1"
    printf 'next(R,C,O) :- at(R,C,O).\n%%@ winning conditions\nwin :- at(2,2,player).\n'
}
ours() { game "$1" >"$work/game.lp" && least "$ludens" info --backend interp --max-atoms 100000000 --max-load-seconds 600 "$work/game.lp"; }
theirs() { least clingo -q -Wnone "$1"; }
: >"$work/nothing.lp"
own=$(ours "$work/nothing.lp") other=$(theirs "$work/nothing.lp")
for file in "$folder"/*.lp; do
    printf '%s\t%s\t%s\n' "$(basename "$file" .lp)" "$(theirs "$file")" "$(ours "$file")"
done | awk -F'\t' -v own="$own" -v other="$other" 'BEGIN { print "program\tclingo\tLudens\tratio" }
    { t = $2 - other; o = $3 - own; if (o < 0.001) o = 0.001
      printf "%s\t%.3f\t%.3f\t%.2f\n", $1, t, o, t / o; sum += log(t / o); n++ }
    END { if (n) printf "geometric mean of %d\t\t\t%.2f\n", n, exp(sum / n) }'
