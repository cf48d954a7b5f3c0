#!/bin/sh
# Random playouts of Ludii's games against the speeds that Ludii itself was measured with (oracles/lud/speed.tsv below
# $LUDENS_SHARED): playouts per second of CPU time in native code, the better of Ludii's two modes, and the ratio. Ludii
# calls a game of two players a draw after 2,500 turns: a run stops there, the playout counts, and another run goes on.
# usage: bench/ludii.sh [LUDENS [SECONDS]]
set -eu
ludens=${1:-build/release/ludens} seconds=${2:-2}
shared=${LUDENS_SHARED:-../shared}
[ -f "$shared/oracles/lud/speed.tsv" ] || { echo "the recorded speeds are not here ($shared/oracles/lud/speed.tsv)"; exit 0; }
runs() {
    seed=1 used=0
    while [ "$seed" -le 200 ] && [ "$used" -lt "$seconds" ]; do
        line=$(timeout 120 "$ludens" run --json --backend native -n 1000000000 --seed "$seed" --max-seconds "$((seconds - used))" \
            --max-plies 2500 "$1" 2>/dev/null |
            sed -n 's/.*"playouts": \([0-9]*\),.*"cpu_seconds": \([0-9.e-]*\),.*"fault": \(.\).*/\1 \2 \3/p' | head -n 1)
        [ -n "$line" ] || return 0
        echo "$line" | sed 's/n$/0/; s/{$/1/'
        seed=$((seed + 1))
        cpu=$(awk -v a="${cpu:-0}" -v b="$(echo "$line" | cut -d ' ' -f 2)" 'BEGIN { print a + b }')
        used=$(awk -v a="$cpu" 'BEGIN { print int(a + 0.1) }')
    done
}
grep -v '^#' "$shared/oracles/lud/speed.tsv" | awk -F'\t' 'NR > 1 && $3 > best[$1] { best[$1] = $3 } END { for (g in best) print g "\t" best[g] }' | sort |
while IFS="$(printf '\t')" read -r game theirs; do
    file=$(find "$shared/corpora/lud" -name "$game.lud" | head -n 1)
    [ -n "$file" ] || continue
    cpu=0
    runs "$file" |
        awk -v game="$game" -v theirs="$theirs" '{ n += $1 + $3; cpu += $2 }
            END { if (cpu > 0) printf "%s\t%d\t%d\t%.1f\n", game, theirs, n / cpu, n / cpu / theirs
                  else printf "%s\t%d\tno playout in time\t\n", game, theirs }'
done | awk -F'\t' 'BEGIN { print "game\tLudii\tLudens\tratio" } { print; if ($4 > 0) { sum += log($4); n++ } }
    END { if (n) printf "geometric mean of %d\t\t\t%.2f\n", n, exp(sum / n) }'
