#!/bin/bash
# emitted.sh LUDENS SOURCE SHARED|"" LEVEL: the C of each game compiles without a warning, by every
# compiler there is, at the level of optimisation given (warnings of unused and uninitialised
# things differ). Games of the corpora only when SHARED names their folder.
ludens=$1 source=$2 shared=$3 level=$4
passed=0 failed=0 skipped=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
compilers=$(for c in gcc clang; do command -v $c; done)
games=$(find "$source/games" "$source/tests/data" "$source/tests/hrg" "$source/tests/rbg" -name '*.rg' -o -name '*.hrg' -o -name '*.rbg')
if [ -n "$shared" ]; then
    games=$(find "$shared/corpora/rg" "$shared/corpora/hrg" "$shared/corpora/rbg" -name '*.rg' -o -name '*.hrg' -o -name '*.rbg')
fi
for game in $games; do
    # what cannot be loaded or has no native form has no C
    "$ludens" translate --to c "$game" >"$work/game.c" 2>/dev/null || { skipped=$((skipped + 1)); continue; }
    for compiler in $compilers; do
        if "$compiler" -std=gnu11 "$level" -fPIC -Wall -Wextra -Werror -DLUDENS_KEY='""' -c \
            -o "$work/game.o" "$work/game.c" 2>"$work/errors"; then
            passed=$((passed + 1))
        else
            failed=$((failed + 1))
            echo "FAILED: $compiler $level of $game"
            head -12 "$work/errors"
        fi
    done
done
echo "$passed passed, $failed failed, $skipped skipped"
[ $failed -eq 0 ]
