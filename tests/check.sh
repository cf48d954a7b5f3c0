#!/bin/sh
# check.sh BUILD [CTEST-OPTION...]: runs the tests, shows what the comparison with recorded
# results covered, and closes with the totals over all test programs.
build=$1
shift
# two more than there are cores: some wait for others, or for a clock
ctest --test-dir "$build" --output-on-failure -j "$(($(nproc) + 2))" "$@"
code=$?
log=$build/Testing/Temporary/LastTest.log
echo
if grep -hE '^[0-9]+ lines run' "$log"; then :; else
    echo "Recorded results of other systems are not here (../shared, or LUDENS_SHARED): those tests were skipped."
fi
awk '/^[0-9]+ passed, [0-9]+ failed, [0-9]+ skipped$/ { passed += $1; failed += $3; skipped += $5 }
     END { printf "%d passed, %d failed, %d skipped\n", passed, failed, skipped }' "$log"
exit $code
