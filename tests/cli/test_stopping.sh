# Large and endless input: work grows in step with the input, stacks stay small, and what runs long
# can be stopped.
. "$(dirname "$0")/lib.sh"

# quick SECONDS CODE ARGUMENT...: within so many seconds of the processor, on a stack of 256 kB
limited=$WORK/limited
cat >"$limited" <<'END'
ulimit -s 256
ulimit -t "$1"
shift
exec "$@"
END
quick() {
    local seconds=$1 code
    shift
    local expected=$1
    shift
    timeout 100 sh "$limited" "$seconds" "$LUDENS" "$@" <"${INPUT:-/dev/null}" >"$WORK/out" 2>"$WORK/err"
    code=$?
    if [ $code -eq "$expected" ]; then pass; else
        fail "ludens ${*:1:8}: exit $code, expected $expected" "$(head -c 600 "$WORK/out")" "$(head -c 1500 "$WORK/err")"
    fi
}

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
quick 20 0 check "$WORK/domain.hrg"

finish
