#!/bin/bash
# translate_zrf.sh [PART PARTS]: Zillions rules files of the corpus that are games without random players, or every PARTS-th
# of them from the PART-th on: written as RG they read back with the same numbers of positions, to depth 2, or 1 where
# that takes too long. An hour for all. LUDENS, SHARED
part=${1:-1} parts=${2:-1} number=0 passed=0 failed=0 skipped=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
limits="--max-memory 4000000000"

# counts DEPTH OPTION.. FILE: the numbers, or none
counts() {
    local depth=$1
    shift
    timeout 600 "$LUDENS" perft --backend interp $limits "$@" "$depth" 2>/dev/null |
        awk -v depth="$depth" '$1 ~ /^[0-9]+$/ && NF > 1 { line = line " " $2; n++ } END { if (n == depth + 1) print line }'
}

for file in "$SHARED"/corpora/zrf/*.zrf; do
    number=$((number + 1))
    [ $((number % parts)) = $((part % parts)) ] || continue
    if grep -qE '^[^;]*\(players[^)]*\?' "$file" || ! "$LUDENS" check $limits "$file" >/dev/null 2>&1; then
        skipped=$((skipped + 1))
        continue
    fi
    own= back=
    if "$LUDENS" translate --to rg $limits "$file" >"$work/game.rg" 2>"$work/err"; then
        for depth in 2 1; do
            own=$(counts $depth --repetition ignore "$file")
            back=$(counts $depth "$work/game.rg")
            [ -n "$own" ] && [ -n "$back" ] && break
        done
    fi
    if [ -n "$own" ] && [ "$own" = "$back" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $file: '$own', as RG '$back'"
        head -c 500 "$work/err"
    fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
