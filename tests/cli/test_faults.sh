#!/bin/bash
# A fault of the rules is told alike by every command, with the moves that lead to it.
. "$(dirname "$0")/lib.sh"
GAME=$DATA/full-board.hrg

# has_fault CODE LINE: on standard error, with moves and a command
has_fault() {
    err_has "$(basename "$GAME"):$2:[0-9]+: error\\[$1\\]"
    err_has '= after: '
    err_has '= step there: ludens moves '
}
# Runs the command that standard error tells; it must end in the same fault.
step_there() {
    local line
    line=$(sed -n 's/.*= step there: ludens //p' "$WORK/err" | head -1)
    eval "run 1 $line"
    err_has "error\\[$1\\]"
}

# a role without a move, from random games
run 1 run -n 100 "$GAME"
has_fault E0601 41
err_has 'nought. has no legal move here, yet the game is not over'
err_has 'after: S__[123]_[123]; S__'
step_there E0601
run 1 check --play 100 "$GAME"
has_fault E0601 41
err_has 'found by random game 2 of seed 1'
step_there E0601
if grep -qE 'noop|rules_[0-9]' "$WORK/err"; then fail "names of nodes, or words of another language"; else pass; fi
run 1 record -n 6 "$GAME"

# the same moves by hand and by agents, which end where the board is full
moves='S__1_2 S__2_2 S__1_3 S__2_3 S__3_1 S__3_2 S__2_1 S__1_1 S__3_3'
input $moves
run 1 play --role cross=human --role nought=human "$GAME"
has_fault E0601 41
err_has 'after: S__1_2; S__2_2; S__1_3; S__2_3; S__3_1; S__3_2; S__2_1; S__1_1; S__3_3$'
requests=() who=cross
for m in $moves; do
    requests+=("{\"op\":\"apply\",\"moves\":{\"$who\":\"$m\"}}")
    if [ $who = cross ]; then who=nought; else who=cross; fi
done
input "${requests[@]}" '{"op":"moves"}'
run 0 session "$GAME"
json_line 10 error.code stuck
json_line 10 error.diagnostic.code E0601
json_line 10 error.diagnostic.line 41
json_line 10 error.diagnostic.after.8 S__3_3
json_line 10 error.diagnostic.command "ludens moves $GAME --after \"${moves// /; }\""
run 1 match -n 10 "$GAME" random random
has_fault E0601 41

# as JSON
run 1 run --json -n 100 "$GAME"
json fault.diagnostic.code E0601
json fault.diagnostic.line 41
json fault.diagnostic.after.0 S__2_3
run 1 check --json --play 100 "$GAME"
json 0.code E0601
json 0.line 41
json 0.playout 2
json 0.after.1 S__1_2

# a keeper with a choice, at the start; equal moves
grep -v 'player = mover' "$SOURCE/games/hrg/tic-tac-toe.hrg" >"$WORK/keeper.hrg"
GAME=$WORK/keeper.hrg
for command in 'run -n 10' 'check --play 10' 'record' 'moves'; do
    run 1 $command "$GAME"
    err_has 'keeper.hrg:51:3: error\[E0602\]: the keeper has several moves here'
done
run 1 run "$GAME"
has_fault E0602 51
err_has 'after: no move: this is the start'
err_has 'player = \.\.. comes before'
run 1 match -n 1 -p 10 "$GAME" mcts random
has_fault E0602 51
grep -v '\$\$ spot' "$SOURCE/games/hrg/tic-tac-toe.hrg" >"$WORK/tagless.hrg"
GAME=$WORK/tagless.hrg
run 1 check --play 10 "$GAME"
has_fault E0603 52
err_has 'after: \(the empty move\)'
step_there E0603

# a game without an end has a place, and its last moves
run 3 run -n 2 "$DATA/endless.rg"
err_has 'endless.rg:6:1: error\[E0604\]: the game is not over after 100000 plies'
err_has 'after: 100000 moves, the last of them pass; pass'
run 3 run -n 2 --max-plies 3 "$DATA/endless.rg"
err_has 'step there: ludens moves .*endless.rg --after "pass; pass; pass"'
# and where that would be a long list, the game's number leads there
run 3 run -n 2 --max-plies 2000 "$DATA/endless.rg"
line=$(sed -n 's/.*= step there: ludens //p' "$WORK/err" | head -1)
is 'the way there' "$line" "moves --seed 1 --game 0 --max-plies 2000 $DATA/endless.rg"
run 0 $line
out_has '1 move'
err_has '^2000 of the 2000 moves of random game 0 of seed 1$'
run 0 moves --seed 1 --game 230 --ply 3 "$SOURCE/games/hrg/tic-tac-toe.hrg"
out_has 'to move, 6 moves'
run 2 moves --game 1 --after x "$SOURCE/games/hrg/tic-tac-toe.hrg"
run 2 moves --ply 1 "$SOURCE/games/hrg/tic-tac-toe.hrg"

# rule sheets: many games at once, one after the other, without a network
printf '(role a)\n(role b)\n(init y)\n(<= (legal a m) (true y))\n(legal a n)\n(<= (legal b k) (true y))\n(<= (next y) (does a m))\n(<= (goal ?r 1) (role ?r))\n(<= terminal (true x))\n(<= (next x) (true x))\n' >"$WORK/stuck.kif"
GAME=$WORK/stuck.kif
for command in 'run -n 10' 'run -n 10 --enumerate' 'run -n 10 --backend rules' 'check --play 10'; do
    run 1 $command "$GAME"
    has_fault E0601 6
    err_has '.b. has no legal move'
    err_has 'needs a move like .noop.'
    err_has 'after: .*n k$'
    step_there E0601
done
run 1 check --play 2 --max-plies 1 "$GAME"
err_has 'stuck.kif:9:1: error\[E0604\]: the game is not over after 1 plies'

# goal values: the moves of the first game without one
printf '(role a)\n(init y)\n(legal a m)\n(legal a n)\n(<= (next z) (does a m))\n(<= (next w) (does a n))\n(<= (goal a 100) (true z))\n(<= terminal (true z))\n(<= terminal (true w))\n' >"$WORK/goals.kif"
run 1 check --play 50 "$WORK/goals.kif"
err_has 'error\[E0733\]: a has no goal value at the end of [0-9]+ of 50 games'
err_has '= after: n$'
run 1 check --json --play 50 "$WORK/goals.kif"
json 0.code E0733
json 0.after '["n"]'
finish
