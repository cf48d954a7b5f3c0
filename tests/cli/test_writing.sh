#!/bin/bash
# What is written can fail: a full disk, a reader that leaves, a file that must not grow; what is read can end early.
# Each command that writes says so, with exit code 4, and nothing that was there before is lost.
. "$(dirname "$0")/lib.sh"

GAMES=$SOURCE/games
T=$GAMES/hrg/tic-tac-toe.hrg
"$LUDENS" record -n 3 "$T" >"$WORK/t.trials" 2>/dev/null

echo '(game "One" (players 1) (equipment {(board (square 2))}) (rules (play (move Pass)) (end (if True (result P1 Win)))))' >"$WORK/game.lud"

commands() {
    cat <<END
check $T
check --json $T
info $T
info --json $T
moves $T
explore $GAMES/toss/tic-tac-toe.toss
perft $T 2
run -n 10 $T
run -n 10 --json $T
record -n 3 $T
replay $WORK/t.trials
translate --to rg $T
translate --to c $T
fmt $T
expand $WORK/game.lud
grammar
languages
solve $T
match -n 2 $T random random
tournament -n 1 $T random random
analyse -n 20 $T
analyse -n 20 --html - $T
match -n 2 --out - $T random random
train-eval -n 20 -e 1 -r 1 $T -o -
agents
bench --signature $T
completion bash
play $T --role cross=random --role nought=random
session $T
help
--version
run --help
END
}

input_of() {
    case $1 in
    session) echo '{"op":"state"}' ;;
    explore) echo 'x = x' ;;
    esac
}

# ---- a full disk ----
if [ -e /dev/full ]; then
    while read -r -a words; do
        input_of "${words[0]}" | "$LUDENS" "${words[@]}" >/dev/full 2>"$WORK/err"
        code=$?
        [ $code -eq 4 ] && pass || fail "ludens ${words[*]} on a full disk: exit $code" "$(cat "$WORK/err")"
    done < <(commands)
else
    skipped=$(commands | wc -l)
    echo 'skipped: there is no /dev/full'
fi

# ---- a reader that leaves at once: no message, and no long work for nobody ----
while read -r -a words; do
    input_of "${words[0]}" | "$LUDENS" "${words[@]}" 2>"$WORK/err" | :
    code=${PIPESTATUS[1]}
    [ $code -eq 0 ] && ! grep -qi 'pipe\|cannot write' "$WORK/err" && pass ||
        fail "ludens ${words[*]} into a closed pipe: exit $code" "$(cat "$WORK/err")"
done < <(commands)

# ---- files that cannot be written: in a folder that is not there, and beyond the largest size ----
refuse() {
    (
        trap '' XFSZ
        ulimit -f 0
        exec "$LUDENS" "$@" >/dev/null 2>&1
    )
    local code=$?
    [ $code -ne 0 ] && [ $code -lt 5 ] && pass || fail "ludens $*: exit $code where nothing can be written"
}
mkdir "$WORK/out.d"
for file in "$WORK/no/such/folder/x" "$WORK/out.d"; do
    run 4 analyse -n 20 --html "$file" "$T"
    err_has 'cannot write'
    run 4 match -n 2 --out "$file" "$T" random random
    err_has 'cannot write'
    run 4 train-eval -n 20 -e 1 -r 1 "$T" -o "$file"
    err_has 'cannot write'
    run 4 translate --to rg -o "$file" "$T"
    err_has 'cannot write'
    run 4 tournament -n 1 --db "$file" "$T" random random
done
run 4 analyse -n 20 --svg "$WORK/no/such/folder/x" "$T"
err_has 'cannot write'

# what is there stays when its replacement cannot be written
cp "$T" "$WORK/own.hrg"
sed -i 's/^  */     /' "$WORK/own.hrg"
cp "$WORK/own.hrg" "$WORK/before.hrg"
echo 'an older file' >"$WORK/older"
for words in "fmt --write $WORK/own.hrg" "analyse -n 20 --html $WORK/older $T" "train-eval -n 20 -e 1 -r 1 $T -o $WORK/older" "translate --to rg -o $WORK/older $T" "new $WORK/new.hrg"; do
    read -r -a words <<<"$words"
    refuse "${words[@]}"
done
cmp -s "$WORK/own.hrg" "$WORK/before.hrg" && pass || fail 'fmt lost a file that it could not write'
is 'an older file' "$(cat "$WORK/older")" 'an older file'
[ ! -e "$WORK/new.hrg" ] && pass || fail 'new left half a file'

# ---- inputs that end early, or are no files ----
head -c 300 "$WORK/t.trials" >"$WORK/short.trials"
run 1 replay "$WORK/short.trials"
err_has 'short.trials'
for file in "$WORK/out.d" "$WORK/nothing"; do
    for command in check info moves run fmt expand replay explore solve analyse bench; do
        run 1 "$command" "$file"
        err_has 'E0001'
    done
done

finish
