#!/bin/sh
# Random playouts of Ludii's games against the speeds that Ludii itself was measured with (oracles/lud/speed.tsv below
# $LUDENS_SHARED): playouts per second of CPU time in native code, the better of Ludii's two modes, and the ratio.
# usage: bench/ludii.sh [LUDENS [SECONDS]]
set -eu
ludens=${1:-build/release/ludens} seconds=${2:-2}
shared=${LUDENS_SHARED:-../shared}
[ -f "$shared/oracles/lud/speed.tsv" ] || { echo "the recorded speeds are not here ($shared/oracles/lud/speed.tsv)"; exit 0; }
grep -v '^#' "$shared/oracles/lud/speed.tsv" | awk -F'\t' 'NR > 1 && $3 > best[$1] { best[$1] = $3 } END { for (g in best) print g "\t" best[g] }' | sort |
while IFS="$(printf '\t')" read -r game theirs; do
    file=$(find "$shared/corpora/lud" -name "$game.lud" | head -n 1)
    [ -n "$file" ] || continue
    timeout 120 "$ludens" run --json --backend native -n 1000000000 --max-seconds "$seconds" --max-plies 20000 "$file" 2>/dev/null |
        sed -n 's/.*"playouts": \([0-9]*\),.*"cpu_seconds": \([0-9.e-]*\),.*/\1 \2/p' | head -n 1 |
        awk -v game="$game" -v theirs="$theirs" '{ printf "%s\t%d\t%d\t%.1f\n", game, theirs, $1 / $2, $1 / $2 / theirs; found = 1 }
            END { if (!found) printf "%s\t%d\tno playout in time\t\n", game, theirs }'
done | awk -F'\t' 'BEGIN { print "game\tLudii\tLudens\tratio" } { print; if ($4 > 0) { sum += log($4); n++ } }
    END { if (n) printf "geometric mean of %d\t\t\t%.2f\n", n, exp(sum / n) }'
