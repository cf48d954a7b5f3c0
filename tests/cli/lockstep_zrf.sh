#!/bin/bash
# Zillions rules files of the corpus: random games, interpreter and native code in lockstep. Files that are refused are
# others' business; games too large to be compiled play alone. LUDENS, SHARED
passed=0 failed=0 skipped=0
out=$(mktemp)
trap 'rm -f "$out"' EXIT
for file in "$SHARED"/corpora/zrf/*.zrf; do
    "$LUDENS" run -n 20 --max-seconds 10 --max-plies 300 --lockstep "$file" >"$out" 2>&1
    code=$?
    if [ $code = 0 ]; then
        passed=$((passed + 1))
    elif grep -qE 'error\[E(1201|1207|1208)\]' "$out"; then
        skipped=$((skipped + 1))
    elif grep -q 'nothing to compare with' "$out" && "$LUDENS" run -n 20 --max-seconds 10 --max-plies 300 --backend interp "$file" >"$out" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $file: exit $code"
        head -c 500 "$out"
    fi
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed = 0 ]
