#!/bin/bash
# emitted.sh LUDENS SOURCE SHARED|"" LEVEL: the C of each game compiles without a warning, by every
# compiler there is, at the level of optimisation given (warnings of unused and uninitialised
# things differ). Games of the corpora only when SHARED names their folder.
ludens=$1 source=$2 shared=$3 level=$4
passed=0 failed=0 skipped=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compilers=$(for c in gcc clang; do command -v $c; done)
check() { # COMPILER NAME ARGUMENTS...
    compiler=$1 name=$2
    shift 2
    if "$compiler" -std=gnu11 "$level" -fPIC -Wall -Wextra -Werror -c -o "$work/game.o" "$@" 2>"$work/errors"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $compiler $level of $name"
        head -12 "$work/errors"
    fi
}
# what units begin and end with, by itself
for compiler in $compilers; do
    for machine in "" -march=native; do
        check "$compiler" "runtime.h $machine" $machine -I"$source/src" -I"$source/include" -I"$source/tests" "$source/tests/unit/test_runtime.c"
    done
done
games=$(find "$source/games" "$source/tests/data" "$source/tests/hrg" "$source/tests/rbg" -name '*.rg' -o -name '*.hrg' -o -name '*.rbg' -o -name '*.aut')
if [ -n "$shared" ]; then
    games=$(find "$shared/corpora/rg" "$shared/corpora/hrg" "$shared/corpora/rbg" -name '*.rg' -o -name '*.hrg' -o -name '*.rbg')
fi
# LUDENS_SAMPLE=N: every Nth of them
games=$(printf '%s\n' $games | sort | awk -v each="${LUDENS_SAMPLE:-1}" 'NR % each == 0')
for game in $games; do
    # what cannot be loaded or has no native form has no C
    "$ludens" translate --to c "$game" >"$work/game.c" 2>/dev/null || { skipped=$((skipped + 1)); continue; }
    for compiler in $compilers; do
        check "$compiler" "$game" -DLUDENS_KEY='""' "$work/game.c"
    done
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
