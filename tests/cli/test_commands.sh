# Every command: results, JSON keys, exit codes.
. "$(dirname "$0")/lib.sh"

# --- help and usage
run 2
err_has 'Usage: ludens COMMAND'
run 0 --help
out_has '^  session'
run 0 --version
out_has '^ludens [0-9]+\.[0-9]+\.[0-9]+$'
run 2 chek
err_has "did you mean 'check'"
run 0 help
run 2 help nothing
for command in check info moves play perft run record replay translate fmt languages session bench; do
    run 0 $command --help
    out_has 'Example'
    run 0 help $command
    out_has "Usage: ludens $command"
    run 2 $command --no-such-option
    err_has 'no-such-option'
done
run 2 check
run 2 perft "$DATA/ttt.rg"
run 2 perft "$DATA/ttt.rg" x
run 2 perft "$DATA/ttt.rg" -- -1
run 2 perft "$DATA/ttt.rg" 1 2
run 2 run -n 0 "$DATA/ttt.rg"
run 2 run -n x "$DATA/ttt.rg"
run 2 run --backend no "$DATA/ttt.rg"
run 2 check --lang xyz "$DATA/ttt.rg"
run 2 check -
err_has 'needs --lang'
run 2 check --color sometimes "$DATA/ttt.rg"
run 2 check --passes none --no-pass unique "$DATA/ttt.rg"
run 2 check --no-pass uniqe "$DATA/ttt.rg"
err_has "did you mean 'unique'"
run 2 check --passes unique,nope "$DATA/ttt.rg"
run 2 translate --to rg --after nope "$DATA/ttt.rg"
run 0 check --no-pass unique --no-pass repeat "$DATA/ttt.rg"
run 0 check --passes unique,repeat "$DATA/ttt.rg"
run 1 check --json "$WORK/nothing.rg"
json 0.code E0001

# --- check
run 0 check "$DATA/ttt.rg"
out_has 'ttt.rg: ok'
run 1 check "$DATA/bad_types.rg"
err_has 'bad_types.rg:4:[0-9]+: error\[E0301\]'
err_has '\^'
run 1 check "$DATA/ttt.rg" "$DATA/bad_types.rg"
out_has 'ttt.rg: ok'
out_has 'bad_types.rg: [1-9] error'
run 1 check --json "$DATA/bad_types.rg"
err_empty
json .? array
json 0.severity error
json 0.code E0301
json 0.line 4
json 0.column.? integer
json 0.end_line.? integer
json 0.end_column.? integer
json 0.message.? string
json 0.notes.? array
json 0.file "$DATA/bad_types.rg"
run 0 check --json "$DATA/ttt.rg"
json . '[]'
cp "$DATA/ttt.rg" "$WORK/in"
run 0 check --lang rg -
run 1 check --color always "$DATA/bad_types.rg"
err_has $'\033'
run 1 check --color never "$DATA/bad_types.rg"
if grep -q $'\033' "$WORK/err"; then fail 'colours in spite of --color never'; else pass; fi

# --- info
run 0 info "$DATA/ttt.rg"
out_has '^roles +X, O$'
run 0 info --json "$DATA/ttt.rg"
json language rg
json machine automaton
json backend.? string
json roles '["X","O"]'
json chance false
json hidden false
json simultaneous false
for key in state_bytes nodes edges source_nodes source_edges; do json $key.? integer; done
json load_ms.? real
json compile_ms.? real
json passes.0.name.? string
json passes.0.changes.? integer
json boards.0.sites 9
run 0 info --json "$DATA/ttt.rg" "$DATA/hidden.rg"
json 1.hidden true
json 1.chance true

# --- languages
run 0 languages
out_has '^rg '
run 0 languages --json
json 0.name.? string
json 0.extensions.? string

# --- moves
run 0 moves "$DATA/ttt.rg"
out_has 'X to move, 9 moves'
run 0 moves --json "$DATA/ttt.rg"
json moves.X.# 9
json movers '["X"]'
json terminal false
json scores null
run 0 moves --json "$DATA/ttt.rg" --after "V__1_1; V__0_0"
json ply 2
json moves.X.# 7
run 0 moves --json "$DATA/ttt.rg" --after "V__0_0;V__0_1;V__1_0;V__1_1;V__2_0"
json terminal true
json scores.X 100
json scores.O 0
run 0 moves "$DATA/ttt.rg" --after "V__0_0;V__0_1;V__1_0;V__1_1;V__2_0"
out_has 'X: 100'
run 1 moves "$DATA/ttt.rg" --after "V__1_1; V__1_1"
err_has "not a legal move for O"
run 1 moves "$DATA/ttt.rg" --after "V__0_0;V__0_1;V__1_0;V__1_1;V__2_0;V__2_2"
err_has 'over'
run 0 moves --json "$DATA/chance.rg"
json moves.random.# 2
run 0 moves --json "$DATA/chance.rg" --after heads
json movers '["guesser"]'
run 0 moves --json "$DATA/weights.rg"
json moves.a.# 2
run 0 moves --json --count-duplicates "$DATA/weights.rg"
json moves.a.# 3

# --- perft
run 0 perft --json "$DATA/ttt.rg" 5
json perft '[1,9,72,504,3024,15120]'
json depth 5
json cpu_seconds.? real
json language rg
run 0 perft "$DATA/ttt.rg" 4
out_has '4 +3,024'
run 0 perft --json --divide "$DATA/ttt.rg" 3
json divide.V__1_1 56
json divide.# 9
run 0 perft --divide "$DATA/ttt.rg" 3
out_has '56 +V__1_1'
run 0 perft --json "$DATA/ttt.rg" 0
json perft '[1]'
run 0 perft --json "$DATA/weights.rg" 2
json perft '[1,2,2]'
run 0 perft --json --count-duplicates "$DATA/weights.rg" 2
json perft '[1,3,3]'

# --- run
run 0 run --json -n 300 --seed 5 --threads 2 "$DATA/ttt.rg"
json playouts 300
json seed 5
json threads 2
for key in cpu_seconds seconds playouts_per_second moves_per_second; do json $key.? real; done
for key in mean sd min max; do
    json plies.$key.? real
    json turns.$key.? real
    json scores.X.$key.? real
done
json branching null
for key in rate low high; do json wins.X.$key.? real; json draws.$key.? real; done
json draws.count.? integer
json outcomes.0.scores.X.? integer
json outcomes.0.count.? integer
json fault null
cp "$WORK/out" "$WORK/two"
run 0 run --json -n 300 --seed 5 --threads 1 "$DATA/ttt.rg"
for path in plies scores wins draws outcomes; do
    json $path "$("$JSONGET" $path "$WORK/two")"
done
run 0 run --json --enumerate -n 100 "$DATA/ttt.rg"
json branching.mean.? real
run 0 run -n 100 "$DATA/ttt.rg"
out_has 'playouts/s'
out_has '^draws'
run 0 run -n 50 "$DATA/ttt.rg" "$DATA/chance.rg"
out_has '^ttt.rg .* ok '
out_has '^chance.rg .* ok '
run 1 run -n 50 "$DATA/ttt.rg" "$DATA/bad_types.rg"
out_has '^bad_types.rg .* error'
run 0 run --json -n 50 "$DATA/ttt.rg" "$DATA/chance.rg"
json .# 2
json 1.game chance.rg

# --- record and replay
run 0 record -n 5 --seed 9 "$DATA/ttt.rg"
cp "$WORK/out" "$WORK/trials"
is 'number of trials' "$(wc -l <"$WORK/trials")" 5
json_line 1 language rg
json_line 1 rules_hash.? string
json_line 1 moves.0.role X
json_line 1 scores.X.? integer
json_line 1 fault null
run 0 replay "$WORK/trials"
out_has '^5 trials'
cp "$WORK/trials" "$WORK/in"
run 0 replay --json -
json ok 5
run 0 replay --game "$DATA/ttt.rg" "$WORK/trials"
sed '2s/"role": "O"/"role": "X"/' "$WORK/trials" >"$WORK/bad"
run 1 replay "$WORK/bad"
err_has ':2: ply 2: the trial has X move, but O is to move'
sed '3s/"X": [0-9]*/"X": 77/' "$WORK/trials" >"$WORK/bad"
run 1 replay --json "$WORK/bad"
json failed 1
json errors.0.line 3
json errors.0.code scores
sed '1s/, {"role": "[XO]", "move": "[^"]*"}\], "scores"/], "scores"/' "$WORK/trials" >"$WORK/bad"
run 1 replay "$WORK/bad"
err_has 'not over'
echo 'not json' >"$WORK/bad"
run 1 replay "$WORK/bad"
echo '{"trial":1}' >"$WORK/bad"
run 1 replay "$WORK/bad"
run 1 replay "$WORK/nothing"
run 0 record --seed 3 "$DATA/chance.rg"
cp "$WORK/out" "$WORK/trials"
json_line 1 moves.0.role random
run 0 replay "$WORK/trials"
"$LUDENS" record -n 3 "$DATA/hidden.rg" | "$LUDENS" replay - >"$WORK/out" 2>&1 && pass || fail 'record | replay'

run 0 record -n 20 "$DATA/ways.rg"
cp "$WORK/out" "$WORK/trials"
is 'both ways are recorded' "$(grep -c '"way": 1' "$WORK/trials" | sed 's/^[1-9].*/some/')" some
run 0 replay "$WORK/trials"

# --- translate
run 0 translate --to rg "$DATA/ttt.rg" -o "$WORK/again.rg"
is 'what translating says' "$(cat "$WORK/err")" ''
out_empty
run 0 perft --json "$WORK/again.rg" 4
json perft '[1,9,72,504,3024]'
# a game that has as good as nothing
printf 'type Player = {a};\ntype Score = {0};\nbegin, end: player = keeper;\n' >"$WORK/least.rg"
for passes in "" none; do
    run 0 translate --to rg ${passes:+--passes=$passes} "$WORK/least.rg"
    out_has 'player = keeper'
done
run 0 translate --to rg --passes none "$DATA/ttt.rg"
cp "$WORK/out" "$WORK/again.rg"
run 0 perft --json "$WORK/again.rg" 4
json perft '[1,9,72,504,3024]'
run 0 translate --to automaton "$DATA/ttt.rg"
run 0 translate --to dot "$DATA/ttt.rg"
out_has 'digraph'
run 2 translate "$DATA/ttt.rg"
run 2 translate --to xyz "$DATA/ttt.rg"
run 4 translate --to rg "$DATA/ttt.rg" -o "$WORK/no/such/folder"

# --- fmt
printf 'type Player={a};// one\ntype Score = { 0 };\nbegin,s:player=a;s,t:$x;\nt,end:player=keeper;\n' >"$WORK/f.rg"
run 0 fmt "$WORK/f.rg"
out_has '// one'
cp "$WORK/out" "$WORK/once.rg"
run 0 fmt "$WORK/once.rg"
is 'formatting twice' "$(cmp "$WORK/out" "$WORK/once.rg" && echo same)" same
run 1 fmt --check "$WORK/f.rg"
out_has 'f.rg'
run 0 fmt --check "$WORK/once.rg"
out_empty
run 0 fmt --write "$WORK/f.rg"
is 'fmt --write' "$(cmp "$WORK/f.rg" "$WORK/once.rg" && echo same)" same
# comments within a pragma stay comments
"$LUDENS" translate --to rg "$SOURCE/games/rbg/nim.rbg" 2>/dev/null | awk '{ print; print "// " NR "; x" }' >"$WORK/pragmas.rg"
run 0 fmt "$WORK/pragmas.rg"
cp "$WORK/out" "$WORK/laid.rg"
is 'pragmas laid out twice' "$("$LUDENS" fmt "$WORK/laid.rg" | cmp - "$WORK/laid.rg" && echo same)" same
is 'pragmas with comments' "$("$LUDENS" perft "$WORK/laid.rg" 3 | awk '{ print $1, $2 }')" "$("$LUDENS" perft "$SOURCE/games/rbg/nim.rbg" 3 | awk '{ print $1, $2 }')"
run 2 fmt --write --check "$WORK/f.rg"
run 2 fmt -
echo 'type Player = {' >"$WORK/f.rg"
run 1 fmt --write "$WORK/f.rg"
is 'a broken file' "$(cat "$WORK/f.rg")" 'type Player = {'

# --- bench
run 0 bench --json --rounds 2 --slice 10 --backend interp "$DATA/ttt.rg"
json 0.game 'connect four in C'
json 0.unit_ratio 1.0
json 1.mode list
json 2.mode sample
json 1.backend.? string
json 1.ceiling_ratio null
json 1.playouts_per_second.? real
json 1.interpreter_ratio null
json 1.state_bytes.? integer
json 1.load_ms.? real
json 1.passes_ms.? real
json 1.compile_ms.? real
json 1.native_ms 0.0
json 1.passes.unique.? real
json 1.two_threads null
json 2.two_threads.? real
json 2.two_threads_cpu.? real
json 0.two_threads null
json 0.load_ms null
run 0 bench --json --rounds 2 --slice 10 --backend interp "$SOURCE/games/hrg/tic-tac-toe.hrg"
json 1.ceiling_ratio.? real
json 2.backend c
json 2.mode list
json 2.ceiling_ratio null
json 3.mode sample
json 3.ceiling_ratio.? real
json 4.backend c
json 4.mode sample
run 0 bench --rounds 1 --slice 10 --backend interp "$DATA/ttt.rg"
out_has '^ttt.rg'
is 'lines about one game: heading, unit, two modes' "$(wc -l <"$WORK/out")" 4
run 0 bench --details --rounds 1 --slice 10 --backend interp "$DATA/ttt.rg"
out_has '^ttt.rg'
out_has 'two threads'
out_has 'native ms'
out_has '^unique +[0-9.]+ +[0-9.]+ +ttt.rg'
run 0 bench --signature "$DATA/ttt.rg" "$DATA/chance.rg" "$DATA/hidden.rg"
out_has '^[0-9a-f]{16}$'
cp "$WORK/out" "$WORK/signature"
run 0 bench --signature "$DATA/hidden.rg" "$DATA/ttt.rg" "$DATA/chance.rg"
is 'the signature in another order' "$(cat "$WORK/out")" "$(cat "$WORK/signature")"

# --- output that cannot be written, readers that leave
if [ -e /dev/full ]; then
    "$LUDENS" perft "$DATA/ttt.rg" 1 >/dev/full 2>"$WORK/err"
    is 'exit code of a full disk' $? 4
    err_has 'cannot write'
fi
"$LUDENS" record -n 2000 "$DATA/ttt.rg" 2>"$WORK/err" | head -1 >/dev/null
is 'exit code of a closed pipe' "${PIPESTATUS[0]}" 0
err_empty

finish
