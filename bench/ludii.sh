#!/bin/sh
# Random playouts of Ludii's games against the speeds that Ludii itself was measured with (oracles/PART/speed.tsv below
# $LUDENS_SHARED; PART: lud, of Ludii 1.0.8, or lud13, of 1.3): playouts per second of CPU time in native code, one thread, all
# moves listed (list) and drawn (draw), and the ratios. Ludii calls a game of two players a draw after 2,500 turns: a run stops
# there, the playout counts, and another run goes on. What finding out whether to draw takes, once a run, is taken off,
# unless it is more than half (xiangqi, whose speed drawn is too low therefore).
# usage: bench/ludii.sh [LUDENS [SECONDS [PART]]]
set -eu
ludens=${1:-build/release/ludens} seconds=${2:-2} part=${3:-lud}
shared=${LUDENS_SHARED:-../shared}
speeds=$shared/oracles/$part/speed.tsv
[ -f "$speeds" ] || { echo "the recorded speeds are not here ($speeds)"; exit 0; }
tab=$(printf '\t')
set -- # the defines of the library, if its games need some
[ ! -d "$shared/corpora/$part-def" ] || set -- --defines "$shared/corpora/$part-def"

# PLAYOUTS SEED PLIES FILE [OPTION]: playouts, CPU seconds, and 1 where the last one did not end
run() {
    playouts=$1 seed=$2 plies=$3 file=$4
    shift 4
    timeout 120 "$ludens" run --json --threads 1 --backend native -n "$playouts" --seed "$seed" --max-plies "$plies" "$@" "$file" \
        2>/dev/null | sed -n 's/.*"playouts": \([0-9]*\),.*"cpu_seconds": \([0-9.e-]*\),.*"fault": \(.\).*/\1 \2 \3/p' |
        head -n 1 | sed 's/n$/0/; s/{$/1/'
}

# FILE [OPTION]: playouts per second
speed() {
    file=$1
    shift
    start=$(run 1 1 1 "$file" "$@" | cut -d ' ' -f 2)
    seed=1 sum="0 0" next=20
    while [ "$seed" -le 60 ] && [ "$next" -gt 0 ]; do
        line=$(run "$next" "$seed" 2500 "$file" "$@")
        [ -n "$line" ] || break
        sum=$(echo "$sum $line $start" | awk '{ print $1 + $3 + $5, $2 + ($4 > 2 * $6 ? $4 - $6 : $4) }')
        next=$(echo "$sum $seconds" | awk '{ left = $3 - $2; n = $2 > 0 ? $1 / $2 * left : 1000; n = n > 3000000 ? 3000000 : n
                                             print (left <= 0.05 ? 0 : n < 20 ? 20 : int(n)) }')
        seed=$((seed + 1))
    done
    echo "$sum" | awk '{ print ($2 > 0 ? $1 / $2 : 0) }'
}

recorded() { awk -F'\t' -v game="$1" -v mode="$2" '$1 == game && $2 == mode { print $3 }' "$speeds"; }

printf 'game\tlist: Ludii\tLudens\tratio\tdraw: Ludii\tLudens\tratio\n'
grep -v '^#' "$speeds" | cut -f 1 | tail -n +2 | sort -u | while IFS= read -r game; do
    file=$(find "$shared/corpora/$part" -name "$game.lud" | head -n 1)
    [ -n "$file" ] || continue
    echo "$game$tab$(recorded "$game" moves/apply)$tab$(speed "$file" "$@" --enumerate)$tab$(recorded "$game" playout)$tab$(
        speed "$file" "$@")"
done | awk -F'\t' '{ printf "%s\t%d\t%d\t%.1f\t%d\t%d\t%.1f\n", $1, $2, $3, $3 / $2, $4, $5, $5 / $4
                     if ($3 > 0 && $5 > 0) { list += log($3 / $2); draw += log($5 / $4); n++ } }
    END { if (n) printf "geometric mean of %d\t\t\t%.2f\t\t\t%.2f\n", n, exp(list / n), exp(draw / n) }'
