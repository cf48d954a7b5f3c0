#!/bin/bash
# Zillions: variants, saved games, and files that are none.
. "$(dirname "$0")/lib.sh"
GAME=$SOURCE/games/zrf/tic-tac-toe.zrf
run 0 moves "$GAME"
first=$(awk '/^ *1 /{ sub(/^ *1 /, ""); print; exit }' "$WORK/out")
second=$(awk '/^ *2 /{ sub(/^ *2 /, ""); print; exit }' "$WORK/out")
printf 'VersionID=2.0\nRulesFile=%s\n1. %s\n' "$GAME" "$first" >"$WORK/one.zsg"
run 0 replay "$WORK/one.zsg"
out_has '1 moves? replayed'
run 0 replay "$GAME" "$WORK/one.zsg"
printf 'RulesFile=x.zrf\n1. %s\n1. %s\n' "$first" "$second" >"$WORK/wrong.zsg"
run 1 replay "$GAME" "$WORK/wrong.zsg"
err_has 'wrong.zsg:3: move 2 of 2 is not legal here'
printf 'RulesFile=x.zrf\n1. \033[31mred\n' >"$WORK/escape.zsg"
run 1 replay "$GAME" "$WORK/escape.zsg"
if grep -q "$(printf '\033')" "$WORK/err"; then fail 'an escape sequence reaches the terminal'; else pass; fi
: >"$WORK/empty.zsg"
echo hello >"$WORK/word.zsg"
printf 'RulesFile=\0\n' >"$WORK/nul.zsg"
{ printf '1. '; head -c 20000 /dev/zero | tr '\0' 'a'; } >"$WORK/long.zsg"
for file in empty word; do
    run 1 replay "$GAME" "$WORK/$file.zsg"
    err_has "$file.zsg: error.E0003.*no saved game"
done
run 1 replay "$GAME" "$WORK/nul.zsg"
err_has 'nul.zsg: error.E0006'
run 1 replay "$GAME" "$WORK/long.zsg"
err_has 'long.zsg:1: error.E0102'
run 1 replay "$GAME" "$WORK"
err_has 'E0001'
run 0 variants "$GAME"
run 1 variants "$WORK/word.zsg"
finish
