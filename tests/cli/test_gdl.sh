# Rule sheets in GDL: the games of games/gdl, both notations, strict checks, and what moves,
# session, play, record and replay say where all roles decide at once.
. "$(dirname "$0")/lib.sh"
GAMES=$SOURCE/games/gdl

# ---- the games: no error, canonical layout, games that end, counts that are known ----

# Counted by programs written for that, which know nothing of GDL; tic-tac-toe, connect four and
# breakthrough also by the games of games/hrg.
perfts='tic-tac-toe.kif 1,9,72,504,3024,15120,54720
connect-four.kif 1,7,49,343,2401,16807,117649
breakthrough.kif 1,22,484,11132
nim.gdl 1,6,26,76,138,140,60,0
rock-paper-scissors.kif 1,9,81,729,0
prisoners.kif 1,4,16,64,256,1024,0
lights-out.kif 1,9,81,729,6561,59049,530361
knights-tour.kif 1,2,3,4,6,9,9,11,9,8,3,2,0
last-candle.kif 1,2,4,8,16,32,57,64,37,10,1,0
pig.kif 1,2,8,20,68,188,584,1664,4886
monty-hall.kif 1,3,9,12,24,0
kuhn-poker.kif 1,6,12,24,12,0
high-card.kif 1,4,12,48,0
light-cycles.kif 1,16,144,768,3968
hidden-ship.kif 1,6,54,432,2940,16632,75600,0'
perft() { timeout 240 "$LUDENS" perft --json "$1" "$2" 2>&1 | "$JSONGET" perft | tr -d '[] '; }
for game in $(some "$GAMES"/*.kif "$GAMES"/*.gdl); do
    name=$(basename "$game")
    counts=$(printf '%s\n' "$perfts" | sed -n "s/^$name //p")
    depth=$(printf '%s' "$counts" | tr -cd , | wc -c)
    is "perft of $name" "$(perft "$game" "$depth")" "$counts"
    run 0 check --play 300 "$game"
    out_has '300 to the end'
    out_lacks ' no[,)]'
    # a strict reading knows no `sees`; that is all it may say
    is "what check says of $name" "$(grep -E 'warning|error' "$WORK/err" | grep -vc 'W0731.*`sees`')" 0
    run 0 fmt --check "$game"
    run 0 run -n 200 --threads 2 "$game"
    err_empty
    for to in kif infix; do
        run 0 translate --to $to "$game"
        cp "$WORK/out" "$WORK/$name.$to.kif"
        run 0 fmt --check "$WORK/$name.$to.kif"
        is "perft of $name as $to" "$(perft "$WORK/$name.$to.kif" "$depth")" "$counts"
    done
done

# ---- check ----

cat >"$WORK/loose.kif" <<'END'
(role a)
(role b)
(init (step 1))
(succ 1 2)
(succ 2 3)
(legal a wait)
(<= (legal b (go ?x)) (succ ?x ?y))
(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y))
(<= terminal (true (step 3)))
(goal a 100)
(goal a 50)
(<= (goal b 0) (not (distinct a b)))
(unused)
END
run 1 check "$WORK/loose.kif"
err_has 'loose.kif:12:16: error\[E0724\]'
err_has 'loose.kif:13:1: warning\[W0715\]'
out_has '1 error, 2 warnings'
run 1 check --json "$WORK/loose.kif"
json 0.check NegationContainsSentence
json 0.code E0724
json 0.line 12
json 1.check EmptyBody
json 1.severity warning
run 1 check --json --play 20 "$WORK/loose.kif"
json 3.check Goal
json 3.code E0733
json 3.line 0
json 4.check WeakWinnability
json 5.code E0733
run 0 run -n 5 "$WORK/loose.kif"
err_has 'loose.kif:[0-9]+:[0-9]+: warning\[W0710\]: breaks rules of the language at 1 place$'
run 0 moves --json --after '(go 1); wait (go 2)' "$WORK/loose.kif"
json terminal true
json scores '{"a":[50,100],"b":[]}'
run 1 moves --after 'wait' "$WORK/loose.kif"
printf '(role a)\n(legal a m)\n(goal a 1)\n(<= terminal (true x))\n(init y)\n' >"$WORK/endless.kif"
run 1 check --play 2 --max-plies 50 "$WORK/endless.kif"
err_has 'E0604.*not over after 50 plies'
printf '(role a)\n(init y)\n(<= (legal a m) (true y))\n(goal a 100)\n(<= terminal (true x))\n' >"$WORK/stuck.kif"
printf '(role a) (init x) (<= terminal (true x)) (legal a noop) (goal a 100)\n' >"$WORK/over.kif"
run 0 check --play 2 "$WORK/over.kif"
err_has 'warning\[W0608\]: the game is over before anybody moves'
run 1 check --play 2 "$WORK/stuck.kif"
err_has 'E0601'
run 2 check --play nothing "$WORK/stuck.kif"

# ---- notations ----

printf "(role a)\n(<= (legal a ?x,) (p ?x,))\n(p B_b)\n" >"$WORK/odd.kif"
input '(role r)' '(<= (p ?x-1 |q|)' '    (q ?x-1 |q|) (not (distinct ?x-1 A&b)))' '(q 1 |q|)' '(legal r m)' '(goal r 1)' terminal
cp "$WORK/in" "$WORK/odd.kif"
rm -f "$WORK/in"
run 0 translate --to infix "$WORK/odd.kif"
out_has "^p\(X-1,'\|q\|'\) :- q\(X-1,'\|q\|'\) & ~distinct\(X-1,'a&b'\)"
cp "$WORK/out" "$WORK/odd-infix.kif"
run 0 translate --to kif "$WORK/odd-infix.kif"
out_has '\(not \(distinct \?x-1 a&b\)\)'
run 1 translate --to kif games/none.kif
run 1 translate --to rg "$GAMES/tic-tac-toe.kif"
run 0 translate --to kif "$SOURCE/games/hrg/tic-tac-toe.hrg"
out_has "^.role cross.$"
run 1 translate --to kif "$SOURCE/games/hrg/kuhn-poker.hrg"
err_has "cannot be written as a network: what players do not see"
run 2 translate --to prolog "$GAMES/tic-tac-toe.kif"
input "role('a b')" 'legal(X,m) :- role(X)' 'goal(X,0) :- role(X)' terminal
run 1 translate --to kif --lang gdl -
err_has 'cannot be written in prefix form'

# ---- all roles decide at once ----

run 0 moves --json --after '(hide 1) noop; (choose 2); (open 3)' "$GAMES/monty-hall.kif"
json ply 3
json movers '["random","guest"]'
json moves.guest '["keep","switch"]'
json moves.random '["noop"]'
run 1 moves --after 'noop noop noop' "$GAMES/monty-hall.kif"
err_has '3 moves, but 2 roles decide \(1 have a choice\)'
run 1 moves --after '(hide 4) noop' "$GAMES/monty-hall.kif"
err_has "move 1: '\(hide 4\)' is not a legal move for random"

input '{"op":"state"}' '{"op":"apply","moves":{"random":"(deal queen king)","one":"noop","two":"noop"}}' \
    '{"op":"moves"}' '{"op":"apply","moves":{"one":"bet"}}' '{"op":"apply","moves":{"random":"noop","one":"bet","two":"call"}}' \
    '{"op":"apply","moves":{"random":"noop","one":"bet","two":"noop"}}' '{"op":"observe","role":"one"}' \
    '{"op":"observe","role":"two"}' '{"op":"apply","moves":{"random":"noop","one":"noop","two":"call"}}' \
    '{"op":"scores"}' '{"op":"state"}' '{"op":"undo"}' '{"op":"playout"}'
run 0 session "$GAMES/kuhn-poker.kif"
json_line 1 state '["(phase deal)"]'
json_line 2 percepts.one '["queen"]'
json_line 2 percepts.two '["king"]'
json_line 2 percepts.random '[]'
json_line 3 moves.one '["bet","check"]'
json_line 4 error.code missing
json_line 5 error.code illegal
json_line 6 percepts.one '["(did one bet)"]'
json_line 7 seen '[["queen"],["(did one bet)"]]'
json_line 7 start '[]'
json_line 8 seen '[["king"],["(did one bet)"]]'
json_line 9 terminal true
json_line 10 scores.one 0
json_line 10 scores.two 100
json_line 11 state '["(did one bet)","(did two call)","(holds one queen)","(holds two king)","(phase bets)"]'
json_line 12 ply 2
json_line 13 scores.one.? integer

input '{"op":"apply","moves":{"a":"wait","b":"(go 1)"}}' '{"op":"scores"}'
run 0 session "$WORK/loose.kif"
is 'percepts without sees' "$(grep -c percepts "$WORK/out")" 0
json_line 2 scores.a '[50,100]'
json_line 2 scores.b '[]'

for game in kuhn-poker light-cycles tic-tac-toe; do
    run 0 record -n 5 --seed 3 "$GAMES/$game.kif"
    cp "$WORK/out" "$WORK/trials"
    run 0 replay --json "$WORK/trials"
    json ok 5
done
run 0 record "$WORK/loose.kif"
json scores.a '[50,100]'
cp "$WORK/out" "$WORK/trials"
run 0 replay "$WORK/trials"
sed 's/\[50, 100\]/[50]/' "$WORK/trials" >"$WORK/wrong"
run 1 replay "$WORK/wrong"

input 5 undo 5 1 2 quit
run 0 play "$GAMES/tic-tac-toe.kif"
out_has '^ +1  b b b$'
out_has '\(control xplayer\)'
out_has '^oplayer: mark'
out_has 'Taken back'
out_lacks 'noop'
input rock paper scissors
run 0 play "$GAMES/rock-paper-scissors.kif"
out_has '^right: (rock|paper|scissors)'
out_has 'left scores (0|50|100)'
input '(choose 1)' switch
run 0 play "$GAMES/monty-hall.kif"
out_has 'guest sees: [23]'
out_lacks 'car'
run 0 play --role left=random --seed 2 "$GAMES/rock-paper-scissors.kif"
out_has 'The game is over after 3 plies'
# Moves and facts that come through a predicate which only has functions of one form: network and rules agree.
cat >"$WORK/through.kif" <<'END'
(role walker)
(succ 1 2) (succ 2 3) (succ 3 4) (succ 2 4)
(init (at 1))
(<= (legal walker ?move) (can ?move))
(<= (can (go ?y)) (true (at ?x)) (succ ?x ?y))
(<= (next ?fact) (kept ?fact))
(<= (kept (at ?y)) (does walker (go ?y)))
(<= (next (was ?x)) (true (at ?x)))
(<= (next (was ?x)) (true (was ?x)))
(<= terminal (true (at 4)))
(<= (goal walker 100) (true (was 3)))
(<= (goal walker 50) (not (true (was 3))))
END
run 0 run -n 20 --lockstep "$WORK/through.kif"

finish
