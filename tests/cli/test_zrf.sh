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

# Dice are chance; that the automaton knows a player who throws them is none.
for line in 'tic-tac-toe no' 'race yes'; do
    run 0 info --backend interp "$SOURCE/games/zrf/${line% *}.zrf"
    out_has "^chance +${line#* }$"
done

# A trial written as Zillions saves games has the same moves.
for name in draughts chess mancala race; do
    "$LUDENS" record --seed 5 "$SOURCE/games/zrf/$name.zrf" >"$WORK/$name.trial"
    run 0 replay --save "$WORK/$name.zsg" "$WORK/$name.trial"
    run 0 replay "$SOURCE/games/zrf/$name.zrf" "$WORK/$name.zsg"
    out_has 'moves? replayed, to the end of the game'
done
"$LUDENS" record -n 2 "$GAME" >"$WORK/two.trials"
run 1 replay --save "$WORK/two.zsg" "$WORK/two.trials"
err_has 'holds one trial'
"$LUDENS" record "$SOURCE/games/hrg/tic-tac-toe.hrg" >"$WORK/hrg.trial"
run 1 replay --save "$WORK/hrg.zsg" "$WORK/hrg.trial"
err_has 'only games of Zillions'
run 4 replay --save "$WORK/no/such/folder.zsg" "$WORK/chess.trial"

# A saved game may have a starting position of its own, and passes that the rules do not have.
cat >"$WORK/stuck.zrf" <<'END'
(game (title "Stuck") (players White Black) (turn-order White Black)
   (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c" (10 0)) ("2/1" (0 10))) (directions (e 1 0))))
   (piece (name Man) (moves (e (verify empty?) add)))
   (board-setup (White (Man a1)) (Black (Man a2)))
   (loss-condition (White Black) stalemated))
END
printf 'RulesFile=x\n(White Man b1)\n(Black Man c2)\n1. Man b1 - c1\n' >"$WORK/setup.zsg"
run 0 replay "$WORK/stuck.zrf" "$WORK/setup.zsg"
out_has '1 moves replayed, to the end'
printf 'RulesFile=x\n(White Man a1)\n(Black Man c2)\n1. Man a1 - b1\n1. Pass\n2. Man b1 - c1\n' >"$WORK/pass.zsg"
run 0 replay "$WORK/stuck.zrf" "$WORK/pass.zsg"
out_has '3 moves replayed'
err_has 'a pass is noted where the rules end the game'

# What RG cannot say by itself is written as paths.
for name in tic-tac-toe race reversi; do
    run 0 perft --backend interp "$SOURCE/games/zrf/$name.zrf" 2
    awk 'NF > 1 { print $1, $2 }' "$WORK/out" >"$WORK/own"
    "$LUDENS" translate --to rg "$SOURCE/games/zrf/$name.zrf" >"$WORK/$name.rg"
    run 0 perft --backend interp "$WORK/$name.rg" 2
    awk 'NF > 1 { print $1, $2 }' "$WORK/out" | diff - "$WORK/own" >/dev/null && pass || fail "perft of $name as RG"
done

# Positions that come again; RG cannot say that, so it is left out.
cat >"$WORK/walk.zrf" <<'END'
(game (title "Walk") (players White Black) (turn-order White Black)
   (board (grid (start-rectangle 0 0 10 10) (dimensions ("a/b/c" (10 0)) ("2/1" (0 10))) (directions (e 1 0) (w -1 0))))
   (piece (name Man) (moves (e (verify empty?) add) (w (verify empty?) add)))
   (board-setup (White (Man a1)) (Black (Man a2)))
   (loss-condition (White Black) repetition))
END
run 0 perft --backend interp "$WORK/walk.zrf" 9
out_has '9 +15 '
run 0 perft --backend interp --repetition ignore "$WORK/walk.zrf" 9
out_has '9 +16 '
err_has 'W1228'
sed 's/(loss.*repetition)/(loss-condition (White) stalemated)/' "$WORK/walk.zrf" >"$WORK/walk2.zrf"
run 0 perft --backend interp "$WORK/walk2.zrf" 9
out_has '9 +16 '
run 0 perft --backend interp --repetition draw "$WORK/walk2.zrf" 9
out_has '9 +15 '
run 2 perft --repetition never "$WORK/walk.zrf" 1
run 0 run --lockstep -n 100 "$WORK/walk.zrf"
run 0 translate --to rg "$WORK/walk.zrf"
err_has 'W1228'
run 0 moves "$SOURCE/games/zrf/chess.zrf" --after "Pawn f2 - f3; Pawn e7 - e5; Pawn g2 - g4; Queen d8 - h4"
out_has 'White: 0'
run 1 variants "$WORK/word.zsg"

# A symmetry that never closes takes in what stands behind it, of which nothing more is said.
sed 's/(directions (e 1 0) (w -1 0))))/(directions (e 1 0) (w -1 0))) (symmetry Black (e w) (w e)/' "$WORK/walk.zrf" >"$WORK/open.zrf"
"$LUDENS" check "$WORK/open.zrf" >"$WORK/out" 2>"$WORK/err"
err_has 'open.zrf:2:121: warning.W1220.*never closed'
is 'what is said of one bracket' "$(grep -cE 'warning|error' "$WORK/err")" 1
sed 's/(directions (e 1 0) (w -1 0))))/(directions (e 1 0) (w -1 0))) (symmetry Black (e w n) n))/' "$WORK/walk.zrf" >"$WORK/odd.zrf"
run 0 check "$WORK/odd.zrf"
err_has 'odd.zrf:2:137: warning.W1227.*pairs of directions'
# files of 20 MB: what stands behind a game is read in seconds, brackets without an end are one message
{ cat "$SOURCE/games/zrf/tic-tac-toe.zrf"; yes '; nothing is said here' | head -c 20000000; } >"$WORK/long.zrf"
run 0 check "$WORK/long.zrf"
run 0 perft "$WORK/long.zrf" 2
out_has ' 72 '
{ cat "$SOURCE/games/zrf/tic-tac-toe.zrf"; yes '(variant (title "V") (players A B))' | head -n 500000; } >"$WORK/long.zrf"
run 0 perft "$WORK/long.zrf" 2
head -c 20000000 /dev/zero | tr '\0' '(' >"$WORK/long.zrf"
run 1 check "$WORK/long.zrf"
err_has 'long.zrf:1:[0-9]+: error'
rm "$WORK/long.zrf"
finish
