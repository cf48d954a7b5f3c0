# Strategies of answer-set games: the same option in check, play and run; slips; void steps; many levels; one level
# explained.
. "$(dirname "$0")/lib.sh"
GAME=$SOURCE/games/asp/1-first-steps.lp
write() { printf '%s\n' "$2" >"$WORK/$1.lp"; }
write two 'do(move(up)). do(move(down)).'
write go 'go(move(right)).'
write right 'do(right). do(move(up)) :- observe(at(1,1,player)).'
write choice '{ do(move(D)) } :- dir(D,_,_).'
write endless 'do(move(right)).
n(1).
n(X+1) :- n(X).'
write half 'do(move(right)) :- same.
do(move(down)) :- not same, lower.
same :- observe(at(R,_,player)), observe(at(R,_,flag)).
lower :- observe(at(R,_,player)), observe(at(F,_,flag)), R < F.'

# ---- one option, in three commands ----

run 0 check --strategy "$WORK/choice.lp" "$GAME"
err_has 'choice.lp:1:1: warning\[W0813\]: the strategy is not stratified and simple: a choice'
err_has '^ +1 \| \{ do'
run 0 check "$GAME"
err_empty
run 0 check --json --strategy "$WORK/choice.lp" "$GAME"
json 0.code W0813
json 0.line 1
json 0.file "$WORK/choice.lp"
run 0 check --strategy "$GAME"
out_has 'first-steps.lp: ok$'
run 0 check --strategy stored "$GAME" "$SOURCE/games/asp/3-coins.lp"
out_has '3-coins.lp: ok$'
run 2 check
err_has 'missing argument'
run 1 check --strategy "$WORK/nowhere.lp" "$GAME"
err_has 'nowhere.lp: error.E0001.*cannot be read'
run 2 run --levels 3 "$GAME"
err_has 'go with --strategy'

# ---- slips ----

run 0 check --strategy "$WORK/go.lp" "$GAME"
err_has 'go.lp:1:1: warning\[W0817\]: no rule of the strategy derives .do.'
err_has 'did you mean .do. where .go. is'
run 0 check --strategy "$WORK/right.lp" "$GAME"
err_has 'right.lp:1:1: warning\[W0818\]: nature has no rule for .do\(right\).'
err_has 'it knows .do\(move\(_\)\).'
out_has '1 warning'
write unseen 'do(move(up)) :- observe(at(_,player)). do(move(rihgt)) :- observe(at(1,1,plaier)).'
run 0 check --strategy "$WORK/unseen.lp" "$GAME"
err_has 'unseen.lp:1:17: warning\[W0822\]: visibility never derives .observe\(at\(_,player\)\).'
err_has 'it derives .observe\(at\(_,_,_\)\).'
err_has 'unseen.lp:1:48: warning\[W0823\]: .rihgt. is written nowhere in the game'
err_has 'unseen.lp:1:74: warning\[W0823\]: .plaier. is written nowhere'
err_has 'did you mean .player.'
: >"$WORK/empty.lp"
run 0 check --strategy "$WORK/empty.lp" "$GAME"
err_has 'empty.lp:.*warning\[W0817\]: no rule of the strategy derives .do.'
run 1 check --strategy "$WORK/endless.lp" "$GAME"
err_has 'endless.lp:3:1: error\[E0004\]'
err_has '^ +3 \| n\(X\+1\)'
write draw 'do(move(right)). x(RANDINT(2,X)) :- y(X).'
run 1 check --strategy "$WORK/draw.lp" "$GAME"
err_has 'draw.lp:1:27: error\[E0102\]: RANDINT takes two whole numbers'
write range 'do(move(right)) :- x(_). x(RANDINT(4,2)).'
run 0 check --strategy "$WORK/range.lp" "$GAME"
err_has 'range.lp:1:28: warning\[W0821\]: the range of this RANDINT is empty'
sed 's/^win /wim /; s/^next(R,C,flag)/next(at(R,C,flag))/' "$GAME" >"$WORK/slips.lp"
run 0 check "$WORK/slips.lp"
err_has 'slips.lp:41:1: warning\[W0819\]: nothing reads .next/1.'
err_has 'next/3. is'
err_has 'did you mean .win. where .wim. is'
sed '/^at(.*player/d' "$GAME" >"$WORK/nobody.lp"
run 0 check "$WORK/nobody.lp"
err_has 'nobody.lp:35:22: warning\[W0820\]: there never is an item .player.'
if "$LUDENS" languages >/dev/null && "$LUDENS" run -n 1 --engine clingo "$GAME" >/dev/null 2>&1; then
    printf '%%@ nature\nnext(R,C,O) :- at(R,C,O).\n&diff { x } <= 1.\n%%@ winning conditions\nwin :- at(1,1,b).\n%%@ level state\nat(1,1,a). at(1,2,b).\n' >"$WORK/theory.lp"
    run 1 check "$WORK/theory.lp"
    err_has 'theory.lp:3:1: error\[E0808\]: .*no definition found for theory atom'
fi

# ---- void steps ----

line=$(grep -n '^:- do(X)' "$GAME" | cut -d: -f1)
run 0 play --strategy "$WORK/two.lp" "$GAME"
out_has "nature has no answer set \(constraint in line $line\): the state repeats"
printf 'do(move(left)), do(shout)\nquit\n' | "$LUDENS" play --role player=human "$GAME" >"$WORK/out" 2>&1
out_has "constraint in line $line"
printf 'do(move(left))\nquit\n' | "$LUDENS" play --role player=human "$GAME" >"$WORK/out" 2>&1
out_has "^  nothing changes"
run 0 play "$GAME"
out_lacks "nothing changes|no answer set"
input '{"op":"apply","do":["do(move(left))","do(shout)"]}' '{"op":"apply","do":["do(move(right))"]}'
run 0 session "$GAME"
json_line 1 void.line "$line"
json_line 1 void.message "nature has no answer set (constraint in line $line): the state repeats"
if sed -n 2p "$WORK/out" | grep -q '"void"'; then fail "a step that nature took is called void"; else pass; fi

write never 'do(move(right)).
:- do(move(_)), observe(at(_,_,player)).'
run 0 play --strategy "$WORK/never.lp" "$GAME"
out_has 'the strategy has no answer set \(constraint in line 2\): no action'

# libclingo does not say which constraint it was: then it is asked
if "$LUDENS" run -n 1 --engine clingo "$GAME" >/dev/null 2>&1; then
    printf '%%@ nature\n1 { wind(0); wind(1) } 1.\n:- do(X), do(Y), X != Y.\n:- do(up), at(1,_,a).\nnext(R-1,C,a) :- at(R,C,a), do(up).\nnext(R,C,a) :- at(R,C,a), not do(up).\n%%@ winning conditions\nwin :- at(9,_,a).\n%%@ level state\nat(2,1,a).\n' >"$WORK/wind.lp"
    input '{"op":"apply","do":["do(a)","do(b)"]}' '{"op":"apply","do":["do(up)"]}' '{"op":"apply","do":["do(up)"]}' '{"op":"observe"}'
    run 0 session "$WORK/wind.lp"
    json_line 1 void.line 3
    json_line 3 void.line 4
    if sed -n 2p "$WORK/out" | grep -q '"void"'; then fail "a step that nature took is called void"; else pass; fi
fi

# ---- many levels ----

run 0 run --strategy stored --levels 60 "$GAME"
out_has '^won +60, 100.0 % \(94.0 to 100.0\)'
run 0 run --strategy "$WORK/half.lp" --levels 200 --json "$GAME"
cp "$WORK/out" "$WORK/one"
json games 200
json first_level 1
json void_steps 0
won=$("$JSONGET" won.count "$WORK/out")
lost=$("$JSONGET" lost.count "$WORK/out")
is 'won and lost' $((won + lost)) 200
if [ "$won" -gt 60 ] && [ "$won" -lt 195 ]; then pass; else fail "the strategy that cannot go up wins $won of 200"; fi
run 0 run --strategy "$WORK/half.lp" --levels 200 --threads 1 --json "$GAME"
if cmp -s "$WORK/out" "$WORK/one"; then pass; else fail "threads change the result"; fi
level=$("$JSONGET" first_lost "$WORK/out")
run 0 play --strategy "$WORK/half.lp" --level "$level" "$GAME"
out_has '^Lost after'
run 0 run --strategy "$WORK/two.lp" --levels 5 "$GAME"
out_has '^won +0, 0.0 %'
out_has '^void steps +50 in 5 games'
out_has '^first void +--level 1$'
run 0 run --strategy stored -n 20 --json "$SOURCE/games/asp/5-gate.lp"
json games 20
json levels 1
run 1 run --strategy "$WORK/endless.lp" --levels 5 "$GAME"
err_has 'endless.lp:3:1'

interrupted 130 run --strategy stored --levels 1M "$GAME"
err_has 'interrupted after [0-9]+ of 1000000 levels'
out_has '^won '
run 1 run --strategy "$WORK/two.lp" "$SOURCE/games/hrg/tic-tac-toe.hrg"
err_has 'have no strategies'

# ---- one level, explained ----

run 0 run --strategy "$WORK/half.lp" --level "$level" --explain "$GAME"
out_has 'rules that did not apply: line 1, 2'
out_has '^never applied: line 1: do\(move\(right\)\) :- same\.'
run 0 run --strategy "$WORK/half.lp" --explain --json "$GAME"
json verdict win
json steps.0.derived '["same"]'
json steps.0.do '["do(move(right))"]'
json steps.0.rules_not_applied '[2,4]'
json steps.0.void null
json rules_never_applied '[2,4]'
run 2 run --strategy "$WORK/half.lp" --levels 3 --explain "$GAME"

# ---- the rest ----

run 0 info --json "$GAME"
json programs.4.name player_move_program
json programs.4.rules 23
run 2 foo
err_has "unknown command 'foo'$"
run 2 version
err_has "did you mean '--version'"
run 2 mathc
err_has "did you mean 'match'"
run 0 play "$SOURCE/games/asp/3-coins.lp"
is 'orders of the legend' "$(grep -E '^ +[A-Z][a-z]* coin' "$WORK/out" | grep -c flag)" 0
is 'legends' "$(grep -E ' player' "$WORK/out" | grep -E '^     [A-Z]' | sed 's/, /\n/g' | sed 's/^ *//' | sort -u | wc -l)" \
    "$(grep -E ' player' "$WORK/out" | grep -E '^     [A-Z]' | head -1 | sed 's/, /\n/g' | wc -l)"
finish
