#!/bin/bash
# lockstep_zrf.sh [PART PARTS]: Zillions rules files of the corpus, or every PARTS-th of them from the PART-th on: 20 random
# games each, interpreter and native code in lockstep, for at most ten seconds. Files that are refused are others'
# business; games too large to be compiled play alone. What is compared is the C that is written, not how well it is
# compiled: without optimizations the corpus takes an hour and not four. LUDENS, SHARED
part=${1:-1} parts=${2:-1} number=0 passed=0 failed=0 skipped=0
export LUDENS_CFLAGS=${LUDENS_CFLAGS:--O0}
out=$(mktemp)
trap 'rm -f "$out"' EXIT
limits="-n 20 --max-seconds 10 --max-plies 300"

# On the interpreter; games that go on for more plies than these are no fault.
plays_alone() {
    "$LUDENS" run $limits --backend interp "$1" >"$out" 2>&1 || { [ $? = 3 ] && grep -q 'error\[E0604\]' "$out"; }
}

for file in "$SHARED"/corpora/zrf/*.zrf; do
    number=$((number + 1))
    [ $((number % parts)) = $((part % parts)) ] || continue
    "$LUDENS" run $limits --lockstep "$file" >"$out" 2>&1
    code=$?
    if [ $code = 0 ]; then
        passed=$((passed + 1))
    elif grep -qE 'error\[E(1201|1207|1208)\]' "$out"; then
        skipped=$((skipped + 1))
    elif grep -q 'nothing to compare with' "$out" && plays_alone "$file"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $file: exit $code"
        head -c 500 "$out"
    fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
