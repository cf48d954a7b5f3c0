#!/bin/bash
# lockstep_zrf.sh [PART PARTS]: Zillions rules files of the corpus, or every PARTS-th of them from the PART-th on: 20 random
# games each, of at most 120 plies, at each position of which 8 moves are tried, interpreter and native code in lockstep. Files that are refused are others' business.
# What is compared is the C that is written, not how well it is compiled, so it is compiled without optimizations; the
# largest files have 170 MB of it, for which the compiler takes minutes and 5 GB. Hours for all. LUDENS, SHARED
part=${1:-1} parts=${2:-1} number=0 passed=0 failed=0 skipped=0
export LUDENS_CFLAGS=${LUDENS_CFLAGS:--O0}
out=$(mktemp)
trap 'rm -f "$out"' EXIT
limits="-n 20 --tries 8 --max-plies 120 --max-memory 4000000000 --max-compile-seconds 900"

for file in "$SHARED"/corpora/zrf/*.zrf; do
    number=$((number + 1))
    [ $((number % parts)) = $((part % parts)) ] || continue
    "$LUDENS" run $limits --lockstep "$file" >"$out" 2>&1
    code=$?
    if [ $code = 0 ]; then
        passed=$((passed + 1))
    elif grep -qE 'error\[E(1201|1207|1208)\]' "$out"; then
        skipped=$((skipped + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $file: exit $code"
        head -c 500 "$out"
    fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
