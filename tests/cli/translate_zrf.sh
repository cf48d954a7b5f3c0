#!/bin/bash
# translate_zrf.sh [PART PARTS]: Zillions rules files of the corpus that are games without random players, or every PARTS-th
# of them from the PART-th on: written as RG they read back with the same numbers of positions, to depth 2, or 1 where
# that takes too long. An hour for all. LUDENS, SHARED
. "$(dirname "$0")/zrf_corpus.sh"
limits="--max-memory 4000000000"

# counts DEPTH OPTION.. FILE: the numbers, or none
counts() {
    local depth=$1
    shift
    timeout 600 "$LUDENS" perft --backend interp $limits "$@" "$depth" 2>/dev/null |
        awk -v depth="$depth" '$1 ~ /^[0-9]+$/ && NF > 1 { line = line " " $2; n++ } END { if (n == depth + 1) print line }'
}

try() {
    local depth own= back=
    grep -qE '^[^;]*\(players[^)]*\?' "$1" && return 2
    "$LUDENS" check $limits "$1" >/dev/null 2>&1 || return 2
    if "$LUDENS" translate --to rg $limits "$1" >"$work/game.rg" 2>"$work/why"; then
        for depth in 2 1; do
            own=$(counts $depth --repetition ignore "$1")
            back=$(counts $depth "$work/game.rg")
            [ -n "$own" ] && [ -n "$back" ] && break
        done
        echo "'$own', as RG '$back'" >"$work/why"
    fi
    [ -n "$own" ] && [ "$own" = "$back" ]
}
each_file "$@"
