#!/bin/bash
# Random games of a library, kept as digests: those of ours in tests/trials.tsv play as they did (`ludens trials record
# games/*/*.* > tests/trials.tsv` records them anew), and what changes is found.
. "$(dirname "$0")/lib.sh"

cd "$SOURCE" || exit 1
# shellcheck disable=SC2046
run 0 trials verify tests/trials.tsv $(some games/*/*.*)
out_has 'games play as recorded'

cp games/hrg/tic-tac-toe.hrg "$WORK/game.hrg"
cd "$WORK" || exit 1
run 0 trials record game.hrg
cp out kept.tsv
is 'lines' "$(wc -l <kept.tsv)" 3
run 0 trials verify kept.tsv game.hrg
run 0 trials record --backend native game.hrg
is 'native code' "$(cat out)" "$(cat kept.tsv)"
# one more move, another score, a game that is not there
sed -i 's/goals\[mover\] = 100/goals[mover] = 50/' game.hrg
run 1 trials verify kept.tsv game.hrg
out_has 'game.hrg: random game [0-2] ends otherwise'
sed '1s/9:/8:/' kept.tsv >other.tsv
cp "$SOURCE/games/hrg/tic-tac-toe.hrg" game.hrg
run 1 trials verify other.tsv game.hrg
out_has 'game.hrg: random game 0 differs from decision 1 on'
head -2 kept.tsv >short.tsv
run 1 trials verify short.tsv game.hrg
out_has 'random game 2 is not in the file'
run 0 trials verify -n 2 short.tsv game.hrg
run 2 trials forget kept.tsv
err_has 'record or verify'
run 1 trials verify nothing.tsv game.hrg
err_has 'E0001'
run 1 trials record nothing.hrg
finish
