# Answer-set games: the games of games/asp and their strategies, both file forms, levels, sessions with draws and
# memory, play in the terminal, errors, limits.
. "$(dirname "$0")/lib.sh"
GAMES=$SOURCE/games/asp

# ---- the games: no error, canonical layout, strategies that win on the stored and on other levels ----

for game in "$GAMES"/*.lp; do
    name=$(basename "$game" .lp)
    run 0 check --strategy "$game"
    out_has ': ok$'
    run 0 fmt --check "$game"
    for level in '' 2 3; do
        run 0 play ${level:+--level $level} "$game"
        out_has '^Won after'
    done
    run 0 translate --to json "$game" -o "$WORK/$name.json"
    run 0 play "$WORK/$name.json"
    out_has '^Won after'
    "$LUDENS" translate --to lp "$WORK/$name.json" >"$WORK/back.lp"
    if cmp -s "$WORK/back.lp" "$game"; then pass; else fail "$name: json and back differs"; fi
    run 0 record -n 3 --seed 5 "$game"
    cp "$WORK/out" "$WORK/trials"
    run 0 replay "$WORK/trials"
done
run 0 record --level 9 -n 2 "$GAMES/5-gate.lp"
cp "$WORK/out" "$WORK/trials"
out_has '"level": \{"state"'
run 0 replay "$WORK/trials"
run 0 perft --json "$GAMES/4-patrol.lp" 3
json perft '[1,5,25,125]'
run 0 info --json "$GAMES/6-dark-cave.lp"
json machine 'answer sets'
json hidden true
json programs.0.engine own
json level stored

# ---- sessions ----

session() { printf '%s\n' "$@" | "$LUDENS" session "$game" >"$WORK/out" 2>"$WORK/err"; }
game=$GAMES/5-gate.lp
session '{"op":"new","state":["at(3,4,gate(closed))","at(3,3,player)."],"settings":"setting(row(1..5)). setting(col(1..6))."}' \
    '{"op":"apply","do":["do(move(right))"],"draws":[1]}' '{"op":"state"}' \
    '{"op":"apply","do":["move(right)"],"draws":[[1,4,4]]}' '{"op":"state"}' '{"op":"undo"}' \
    '{"op":"apply","do":[],"draws":[9]}' '{"op":"apply","do":[],"draws":[1,2]}' '{"op":"apply"}' '{"op":"apply","do":["X"]}' \
    '{"op":"new","state":["at(1,"]}' '{"op":"new","state":5}' '{"op":"new","seed":7}' '{"op":"new","draws":[2,1,5]}' '{"op":"new"}'
json_line 1 level given
json_line 2 draws '[1]'
json_line 3 state '["at(3,3,player)","at(3,4,gate(open))"]'
json_line 3 time 1
json_line 5 state '["at(3,4,gate(closed))","at(3,4,player)"]'
json_line 6 ply 1
json_line 7 error.code illegal
json_line 8 error.code illegal
json_line 9 error.code type
json_line 10 error.code illegal
json_line 11 error.code level
json_line 12 error.code type
json_line 13 level generated
json_line 14 draws '[2,1,5]'
json_line 14 state.0 'at(1,4,wall)'
json_line 15 level stored
session '{"op":"new","draws":[2,1]}' '{"op":"new","draws":[2,1,5,1]}' '{"op":"new","draws":[2,1,99]}' '{"op":"new","draws":[]}' \
    '{"op":"new","draws":[2,-1,5]}' '{"op":"new","draws":[2,1,5]}'
for i in 1 2 3 4 5; do json_line $i error.code level; done
json_line 6 ok true

# draws of single values, and none at all
game=$WORK/single.lp
printf '%%@ nature\nnext(R,C+RANDINT(1,1),O) :- at(R,C,O).\n%%@ level state\nat(1,1,x).\n' >"$game"
session '{"op":"apply","do":[]}' '{"op":"apply","do":[],"draws":[1]}' '{"op":"apply","do":[],"draws":[7,8,9]}' \
    '{"op":"apply","do":[],"draws":[2]}' '{"op":"apply","do":[],"draws":[]}' '{"op":"state"}'
json_line 1 draws '[1]'
json_line 2 draws '[1]'
for i in 3 4 5; do json_line $i error.code illegal; done
json_line 6 state '["at(1,3,x)"]'
run 0 record -n 2 "$game"
cp "$WORK/out" "$WORK/trials"
run 0 replay "$WORK/trials"
run 0 perft --json "$game" 2
json perft '[1,1,1]'
sed 's/RANDINT(1,1)/1/' "$game" >"$WORK/none.lp"
game=$WORK/none.lp
session '{"op":"apply","do":[],"draws":[]}' '{"op":"apply","do":[],"draws":[7,8,9]}'
json_line 1 draws '[]'
json_line 2 error.code illegal

game=$GAMES/6-dark-cave.lp
session '{"op":"strategy"}' '{"op":"observe"}' '{"op":"apply","do":["do(move(down))"]}' '{"op":"observe"}' '{"op":"undo"}' \
    '{"op":"observe"}' '{"op":"apply","do":[],"remember":["remember(a)","remember(b,c)"],"forget":[]}' '{"op":"observe"}' \
    '{"op":"strategy","program":"do(X) :- memory(X)."}' '{"op":"strategy","program":"do(X)."}' '{"op":"moves"}' '{"op":"view"}'
json_line 1 do '["do(move(down))"]'
json_line 1 remember '["remember(been(1,1))","remember(from(2,1,1,1))"]'
json_line 2 memory '[]'
json_line 4 memory '["memory(been(1,1))","memory(from(2,1,1,1))"]'
json_line 6 memory '[]'
json_line 8 memory '["memory(a)"]'
json_line 9 do '["do(a)"]'
json_line 10 error.code level
json_line 11 moves.player '["do(move(down))","do(move(left))","do(move(right))","do(move(up))",""]'

# ---- playing by hand, another strategy ----

printf '%s\n' moves 4 'move(right)' xx\( undo facts quit | "$LUDENS" play --role player=human "$GAMES/1-first-steps.lp" >"$WORK/out" 2>&1
out_has 'do\(move\(up\)\)'
out_has 'step 3, time 2'
out_has 'is not an action'
out_has 'Taken back'
out_has '^Quit after 1 step\.'
# few actions are listed at every step
printf '4\nquit\n' | "$LUDENS" play --role player=human "$GAMES/1-first-steps.lp" >"$WORK/out" 2>&1
[ "$(grep -c '^ *4 do(move(up))' "$WORK/out")" -eq 2 ] && pass || fail 'the actions of the second step are not listed' "$(cat "$WORK/out")"
echo 'do(move(up)).' >"$WORK/up.lp"
run 0 play --strategy "$WORK/up.lp" "$GAMES/1-first-steps.lp"
out_has '^Lost after 10 moves'
out_has 'lose\(timeout\)'
echo 'do(move(X)).' >"$WORK/bad.lp"
run 1 play --strategy "$WORK/bad.lp" "$GAMES/1-first-steps.lp"
err_has 'bad.lp:1:1: error\[E0803\]: unsafe variable'
echo 'do(move(right)) :- at(_,_,player), observe(at(_,player)), foo.' >"$WORK/slips.lp"
run 0 play --strategy "$WORK/slips.lp" "$GAMES/1-first-steps.lp"
err_has 'slips.lp:1:20: warning\[W0810\]: nothing defines `at/3`'
err_has 'told observe'
err_has 'nothing defines `foo/0`'
printf '\n\nq\n' | "$LUDENS" play --step "$GAMES/1-first-steps.lp" >"$WORK/out" 2>&1
out_has '^Quit after 2 steps'

# ---- after the last step nothing is judged any more ----

game=$WORK/last.lp
printf '%%@ nature\nnext(R,C,O) :- at(R,C,O).\n%%@ winning conditions\nwin :- current_time(501).\n%%@ strategy\ndo(a).\n%%@ level state\nat(1,1,x).\n' >"$game"
run 0 play "$game"
out_has '^Stopped after 501 steps without a verdict'
out_lacks 'verdict:'
for i in $(seq 501); do echo '{"op":"apply","do":["do(a)"]}'; done >"$WORK/steps"
echo '{"op":"state"}' >>"$WORK/steps"
session "$(cat "$WORK/steps")"
json_line 501 verdict timeout
json_line 501 goal '[]'
json_line 502 goal '[]'

# ---- errors ----

printf '{"nature_program": "next(R,C,O) :- at(R,C,O).\\nx :- y(Z) z.", "level_state": "at(1,1,a)."}' >"$WORK/bad.json"
run 1 check "$WORK/bad.json"
err_has 'bad.json:nature_program:2:11: error\[E0102\]: syntax error, unexpected `z`'
printf '{"nature_program": "a :- b"}' >"$WORK/end.json"
run 1 check "$WORK/end.json"
err_has 'end.json:nature_program:2:1: error\[E0102\]: syntax error, unexpected end of file'
printf '{"nature_program": "a(\\"é\\") :- b(X) c."}' >"$WORK/wide.json"
run 1 check "$WORK/wide.json"
err_has 'wide.json:nature_program:1:16: error' # columns count characters
printf 'do(a)' >"$WORK/end.lp"
run 1 play --strategy "$WORK/end.lp" "$GAMES/1-first-steps.lp"
err_has 'end.lp:2:1: error\[E0102\]: syntax error, unexpected end of file'
printf '{"nature_program": 5}' >"$WORK/type.json"
run 1 check "$WORK/type.json"
err_has 'type.json:1:20: error\[E0804\]: `nature_program` must be a text'
printf '%%@ natur\n' >"$WORK/section.lp"
run 1 check "$WORK/section.lp"
err_has 'did you mean `nature`'
printf '{"nature_program": ""' >"$WORK/cut.json"
run 1 check "$WORK/cut.json"
run 1 check --json "$WORK/bad.json"
json 0.line 2
json 0.column 11
run 2 check --engine foo "$WORK/bad.json"

# ---- limits, and life without libclingo ----

printf '%%@ nature\nnext(R,C,O) :- at(R,C,O). p(1). p(f(X)) :- p(X).\n%%@ level state\nat(1,1,x).\n' >"$WORK/forever.lp"
run 3 check --max-atoms 100k "$WORK/forever.lp"
err_has 'forever.lp:2:33: error\[E0004\]: nature.s moves: more than 100000 atoms'
printf '%%@ nature\n{ next(1,1..30,x) }.\n%%@ winning conditions\nwin :- current_time(3).\n%%@ level state\nat(1,1,x).\n' >"$WORK/choice.lp"
LUDENS_CLINGO=/nonexistent run 0 info "$WORK/choice.lp"
out_has 'clingo .*a choice in a head'
LUDENS_CLINGO=/nonexistent run 4 run -n 1 "$WORK/choice.lp"
err_has 'the package gringo'
run 4 check --engine own "$WORK/choice.lp"
err_has 'cannot be evaluated without libclingo'
if "$LUDENS" run -n 1 "$WORK/choice.lp" >/dev/null 2>&1; then
    run 3 perft "$WORK/choice.lp" 1
    run 0 record -n 2 "$WORK/choice.lp"
    cp "$WORK/out" "$WORK/trials"
    run 0 replay "$WORK/trials"
    printf '%%@ nature\nnext(R,C,O) :- at(R,C,O). 1 { in(P,H) : H = 1..12 } 1 :- P = 1..13. :- in(P,H), in(Q,H), P < Q.\n%%@ level state\nat(1,1,x).\n' >"$WORK/hard.lp"
    run 3 run -n 1 --max-solve-seconds 1 "$WORK/hard.lp"
    err_has 'took more than 1 seconds'
    # a level that is hard to make: loading has a bound of its own
    sed 's/^%@ nature/%@ level generation/; s/next(R,C,O) :- at(R,C,O)/at(1,1,x)/; /^%@ level state/,$d' "$WORK/hard.lp" >"$WORK/level.lp"
    printf '%%@ nature\nnext(R,C,O) :- at(R,C,O).\n' >>"$WORK/level.lp"
    run 3 check --max-load-seconds 1 "$WORK/level.lp"
    err_has 'E0004.*level generation: loading the game needs more time than the limit'
    err_has 'the option --max-load-seconds raises'
    # what `check` tries with libclingo, since our own parser knows nothing of it
    sed 's/^%@ level state/#theory t { }.\n%@ winning conditions\nwin :- current_time(3).\n&/' "$WORK/hard.lp" >"$WORK/theory.lp"
    run 3 check --max-load-seconds 1 "$WORK/theory.lp"
    err_has 'E0004.*nature.s moves: loading the game needs more time than the limit'
else
    skipped=$((skipped + 1))
    echo "skipped: libclingo is missing"
fi
finish
