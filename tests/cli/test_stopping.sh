# Large and endless input: work grows in step with the input, stacks stay small, and what runs long
# can be stopped.
. "$(dirname "$0")/lib.sh"

# quick SECONDS CODE ARGUMENT...: within so many seconds of the processor, on a stack of 256 kB; sanitizers
# make frames many times as large
limited=$WORK/limited
STACK=256
[ -z "${SANITIZED:-}" ] || STACK=4096
echo "ulimit -s $STACK" >"$limited"
cat >>"$limited" <<'END'
ulimit -t "$1"
shift
exec "$@"
END
quick() {
    local seconds=$1 code
    shift
    local expected=$1
    shift
    timeout 240 sh "$limited" "$seconds" "$LUDENS" "$@" <"${INPUT:-/dev/null}" >"$WORK/out" 2>"$WORK/err"
    code=$?
    if [ $code -eq "$expected" ]; then pass; else
        fail "ludens ${*:1:8}: exit $code, expected $expected" "$(head -c 600 "$WORK/out")" "$(head -c 1500 "$WORK/err")"
    fi
}

GAMES=$SOURCE/games

# ---- long rules ----
HEAD='(role a)(init (p 1))(<= (legal a (m ?x)) (true (p ?x)))(<= (next (p ?x)) (true (p ?x)))(<= terminal (true (p 2)))'
# sheet NAME COUNT BEFORE LITERAL: a rule with so many literals, in which # is the number of each
sheet() {
    { printf '%s%s' "$HEAD" "$3"; seq "$2" | sed "s|.*|$(printf '%s' "$4" | sed 's/#/\&/g')|"; echo ')'; } >"$WORK/$1.kif"
}
sheet same 9000 '(<= (goal a 100) (true (p 1))' '(true (p ?d))'
sheet apart 9000 '(<= (goal a 100) (true (p 1))' '(true (p ?d#))'
sheet negative 9000 '(<= (goal a 100) (true (p ?d))' '(not (true (q # ?d)))'
sheet unlike 9000 '(<= (goal a 100) (true (p ?d))' '(distinct ?d #)'
for game in same apart negative unlike; do
    quick 20 0 check "$WORK/$game.kif"
    quick 20 0 perft --backend rules "$WORK/$game.kif" 1
done
sheet long 10001 '(<= (goal a 100) (true (p 1))' '(true (p ?d))'
quick 20 3 check "$WORK/long.kif"
err_has 'long.kif:10000:.*E0004.*more than 10,000 literals'
sheet whole 200 '(<= (goal a 100) (true (p 1))' '(true ?d#)'
quick 20 3 check "$WORK/whole.kif"
err_has 'E0004.*stand for whole facts'
sheet terms 11000 '(<= (goal a 100) (true (p 1))(or (true (q' ' ?d#'
sed -i 's/)$/))))/' "$WORK/terms.kif"
quick 20 3 check "$WORK/terms.kif"
err_has "more than 10,000 variables"

# ---- large domains ----
cat >"$WORK/domain.hrg" <<'END'
domain Player = one
domain Score = 0 | 1
domain Cell = C(I) where I in 0..150000
next : Cell -> Cell
next(C(I)) = if I < 150000 then C(I + 1) else C(0)
cell : Cell
graph rules() { player = one $ one player = keeper cell = next(cell) end() }
END
quick 20 0 check ${SANITIZED:+--max-memory 8G} "$WORK/domain.hrg"

# many loose nodes: a part is reported, with hints for a part
{ echo 'type Player = { one }; type Score = { 0, 100 };begin, x: player = one;x, y: $ go;y, end: player = keeper;'
  seq 60000 | sed 's/.*/x, loose&x: $ go;/'; } >"$WORK/loose.rg"
quick 20 0 check "$WORK/loose.rg"
err_has 'W0413.*no edge leaves `loose1x`'

# ---- nesting: on this stack the limits are lower, with the usual one as stated ----
{ echo 'domain Player = one'; echo 'domain Score = 0 | 100'; echo 'domain N = V(I) where I in 0..20000'; echo 'v : N'; echo 'f : N -> N'
  echo 'f(V(I)) = if I == 0 then V(0) else f(V(I - 1))'; echo 'graph rules() { player = one $$ v v = f(v) player = keeper end() }'; } >"$WORK/deep.hrg"
{ echo 'domain Player = one'; echo 'domain Score = 0 | 100'; echo 'domain N = V(I) where I in 0..2'; echo 'v : N'
  seq 0 2999 | awk '{ print "graph g" $1 "() { g" $1 + 1 "() }" }'; echo 'graph g3000() { v = V(1) }'
  echo 'graph rules() { player = one $$ v g0() player = keeper end() }'; } >"$WORK/calls.hrg"
{ cat "$GAMES/asp/1-first-steps.lp" | sed 's/^%@ nature.*/&\nlong :- '"$(seq -s, 1 3000 | sed 's/[0-9][0-9]*/at(&,1,wall)/g')"'./'; } >"$WORK/long.lp"
for game in deep calls; do
    quick 20 3 check "$WORK/$game.hrg"
    err_has 'E0004.*levels deep'
    run 3 check "$WORK/$game.hrg"
    err_has 'E0004.* (2000|1500) levels deep'
done
quick 20 0 check "$WORK/long.lp"
grep -q '^long :- at(1,1,wall),at(2' "$WORK/long.lp" || fail 'the long rule is not in the program'
run 0 info "$WORK/long.lp"
out_has 'clingo.*more than 2,000 conditions'

# ---- many conditions, many rules: near-linear in their number ----
{ printf 'long(X0) :- '; seq -s, 0 948 | sed 's/[0-9][0-9]*/cell(X&,Y&), X& < Y&/g'; } | tr -d '\n' >"$WORK/rule"
sed "s/^%@ level generation/$(cat "$WORK/rule").\n&/" "$GAMES/asp/1-first-steps.lp" >"$WORK/joins.lp"
quick 5 0 perft "$WORK/joins.lp" 1
run 0 info "$WORK/joins.lp"
if grep -q clingo "$WORK/out"; then fail 'a rule with 1,898 conditions needs the solver'; fi
{ printf '%s (goal a 100)\n' "$HEAD"
  seq 0 7999 | awk '{ print "(<= (q" $1 " ?x) (q" ($1 + 1) % 8000 " ?x))" }'
  echo '(<= (q5 ?x) (true (p ?x))) (<= terminal (q0 7))'; } >"$WORK/circle.kif"
quick 5 0 perft --backend interp "$WORK/circle.kif" 1
quick 5 3 perft --backend rules "$WORK/circle.kif" 1
err_has 'E0604.*one to the next'

# ---- sheets without a meaning ----
for rule in 'E0719 (<= (init (p 2)) (true (p 1)))' 'E0719 (<= (init (p 2)) q)' 'E0729 (<= terminal (does a (m 1)))' \
    'E0729 (<= (legal a (m 2)) (does a (m 1)))' 'E0729 (<= (goal a 50) (does a (m 1)))'; do
    printf '%s (<= q (true (p 1))) (goal a 100) %s\n' "$HEAD" "${rule#* }" >"$WORK/early.kif"
    for backend in interp rules; do
        run 1 perft --backend $backend "$WORK/early.kif" 2
        err_has "early.kif:1:[0-9]+: error.${rule%% *}.*cannot depend on"
    done
done
# what rules are told about moves may depend on them
printf '%s (goal a 100) (<= (sees a ?m) (does a ?m)) (<= (next (p 1)) (does a ?m))\n' "$HEAD" >"$WORK/late.kif"
run 0 perft "$WORK/late.kif" 2

# ---- the keeper's steps ----
quick 20 3 perft --max-plies 1M "$DATA/keeper-cycle.rg" 2
err_has 'max_plies is 1000000'
quick 20 3 perft --backend interp "$DATA/keeper-explosion.rg" 2
err_has 'too many configurations.*'
err_has 'max_states is 1048576'

# ---- Ctrl-C and --time-limit ----
# Within seconds, though one is meant: other tests run beside this one.
stopped() {
    local began code
    began=$(date +%s%N)
    # in the foreground: else the signal comes twice, and the second one ends the program at once
    timeout --foreground --preserve-status -k 20 -s INT 0.3 "$LUDENS" "$@" </dev/null >"$WORK/out" 2>"$WORK/err"
    code=$?
    if [ $code -eq 130 ] && [ $(($(date +%s%N) - began)) -lt 5000000000 ]; then pass; else
        fail "ludens ${*:1:8}: exit $code after $((($(date +%s%N) - began) / 1000000)) ms" "$(head -c 1500 "$WORK/err")"
    fi
}
# partly PATTERN ARGUMENT...: what was done before the signal is shown; on a busy machine the signal may
# come before there is anything
partly() {
    local pattern=$1 delay
    shift
    for delay in "$begun" 3 10 30; do
        begun=$delay interrupted 130 "$@"
        ! grep -qE "$pattern" "$WORK/out" || break
    done
    out_has "$pattern"
}
late() {
    local began code
    began=$(date +%s%N)
    timeout -k 1 60 "$LUDENS" "$@" --time-limit 0.3 </dev/null >"$WORK/out" 2>"$WORK/err"
    code=$?
    if [ $code -eq 3 ] && [ $(($(date +%s%N) - began)) -lt 5000000000 ]; then pass; else
        fail "ludens ${*:1:8} --time-limit: exit $code after $((($(date +%s%N) - began) / 1000000)) ms" "$(head -c 1500 "$WORK/err")"
    fi
    err_has 'ludens: stopped after 0.3 s \(--time-limit\)'
}
# each predicate stands on the one before: the rounds go with the square
{ printf '%s' "$HEAD"; seq 1 40000 | sed 's|\(.*\)|(<= (q\1 ?d) (q%\1 ?d))|' | awk -F'%' '{ split($2, n, " "); print $1 (n[1] - 1) substr($2, length(n[1]) + 1) }'
  echo '(<= (q0 ?x) (true (p ?x)))(<= (goal a 100) (q40000 1))'; } >"$WORK/chain.kif"
{ echo 'domain Player = one'; echo 'domain Score = 0 | 100'; echo 'domain N = V(I) where I in 0..19'; echo 'v : N'
  echo 'graph rules() { player = one'; for i in $(seq 80); do echo 'v = N(*)'; done; echo '$$ v player = keeper end() }'; } >"$WORK/search.hrg"
# LUDENS_SAMPLE: a part of the commands and agents
commands=(check 'perft --divide' info moves 'translate --to network' record)
agents=(mcts solver alphabeta montecarlo)
backends=(interp native)
[ "${LUDENS_SAMPLE:-1}" -le 1 ] || commands=(check) agents=(mcts) backends=(interp)
for what in stopped; do
    for command in "${commands[@]}"; do
        case $command in perft*) depth=2 ;; *) depth= ;; esac
        $what $command "$WORK/chain.kif" $depth
        # on a busy machine the signal may come before the program has looked at anything
        for delay in 1 3 10; do
            grep -q E0007 "$WORK/err" && break
            timeout --preserve-status -s INT $delay "$LUDENS" $command "$WORK/chain.kif" $depth </dev/null >"$WORK/out" 2>"$WORK/err"
        done
        [ "$what" = stopped ] && err_has 'E0007.*interrupted while loading'
    done
    for backend in "${backends[@]}"; do
        $what moves --backend $backend "$WORK/search.hrg"
        $what run -n 2 --backend $backend "$WORK/search.hrg"
        $what perft --backend $backend "$WORK/search.hrg" 2
        $what check --play 10 --backend $backend "$WORK/search.hrg"
    done
    partly 'plies +mean' run -n 1G --network never "$GAMES/hrg/chess.hrg"
    err_has 'interrupted after [0-9]+ of 1000000000 playouts'
    $what run -n 1G "$GAMES/gdl/tic-tac-toe.kif"
    $what run -n 1G --backend rules "$GAMES/gdl/tic-tac-toe.kif"
    $what run -n 1G "$GAMES/asp/1-first-steps.lp"
    $what run -n 1G --lockstep "$GAMES/hrg/tic-tac-toe.hrg"
    partly '^ +3 +8,902' perft "$GAMES/hrg/chess.hrg" 8
    $what perft "$GAMES/asp/1-first-steps.lp" 12
    $what perft "$GAMES/gdl/connect-four.kif" 14
    $what record -n 1G "$GAMES/hrg/tic-tac-toe.hrg"
    $what check --play 1G "$GAMES/hrg/tic-tac-toe.hrg"
    $what analyse -n 100000 "$GAMES/hrg/tic-tac-toe.hrg"
    $what bench --rounds 100 "$GAMES/hrg/tic-tac-toe.hrg"
    $what match -n 100000 "$GAMES/hrg/tic-tac-toe.hrg" random mcts
    for agent in "${agents[@]}"; do
        partly 'Quit after 0 plies' play --seconds 120 --role white=$agent --role black=$agent "$GAMES/hrg/chess.hrg"
        err_empty
    done
done
late check "$WORK/chain.kif"
late moves "$WORK/search.hrg"
run 3 run -n 1G --time-limit 3 "$GAMES/hrg/chess.hrg"
err_has 'interrupted after [0-9]+ of 1000000000 playouts'
late run -n 1G "$GAMES/gdl/tic-tac-toe.kif"
late perft "$GAMES/asp/1-first-steps.lp" 12
late analyse -n 100000 "$GAMES/hrg/tic-tac-toe.hrg"
late match -n 100000 "$GAMES/hrg/tic-tac-toe.hrg" random mcts
for command in serve ggp-player; do
    run 3 $command --port 0 --time-limit 0.3
    err_has 'stopped after 0.3 s'
done
# a compiler that never ends: the interpreter serves, and says so
printf '#!/bin/sh\nexec sleep 300\n' >"$WORK/slow-cc"
chmod +x "$WORK/slow-cc"
XDG_CACHE_HOME=$WORK/cache LUDENS_CC=$WORK/slow-cc run 0 run -n 5 --backend native --max-compile-seconds 0.3 "$GAMES/rg/nim.rg"
err_has 'the compiler .*slow-cc. took more than 0.3 s; the interpreter serves'
XDG_CACHE_HOME=$WORK/cache LUDENS_CC=$WORK/slow-cc stopped run -n 1G --backend native "$GAMES/rg/nim.rg"
# complete lines only, and they replay
"$LUDENS" record -n 200000 --time-limit 1 "$GAMES/hrg/chess.hrg" >"$WORK/trials" 2>/dev/null
run 0 replay "$WORK/trials"
for i in $(seq 30); do cat "$WORK/trials"; done >"$WORK/many"
stopped replay "$WORK/many"
out_has '^[0-9]+ trials? replayed'
late replay "$WORK/many"
run 2 check --time-limit 0 "$GAMES/hrg/chess.hrg"
run 2 check --time-limit x "$GAMES/hrg/chess.hrg"
run 0 check --time-limit 100 "$GAMES/hrg/chess.hrg"
mkfifo "$WORK/silence" # a client that says nothing, and does not go away
exec 3<>"$WORK/silence"
timeout 240 "$LUDENS" session --time-limit 0.3 "$GAMES/hrg/chess.hrg" <&3 >"$WORK/out" 2>"$WORK/err"
is 'exit of a session whose time is up' "$?" 3
for limit in 0.02 0.05 0.1 0.13 0.15 0.17 0.2; do # also where the time is up between loading and waiting
    timeout 60 "$LUDENS" session --time-limit $limit "$GAMES/hrg/chess.hrg" <&3 >"$WORK/out" 2>"$WORK/err"
    is "exit of a session whose time is up after $limit s" "$?" 3
done
exec 3>&-

finish
