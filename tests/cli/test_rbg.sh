# Games of games/rbg: what every command makes of them, and the same perft as the same games in other
# languages.
. "$(dirname "$0")/lib.sh"
export XDG_CACHE_HOME="$WORK/cache" LUDENS_CFLAGS=-O0
GAMES=$SOURCE/games

leaves() { timeout 240 "$LUDENS" perft "$@" 2>&1 | awk 'NR > 1 { print $2 }' | tr '\n' ' '; }

# same GAME OTHER DEPTH
same() {
    is "perft $3 of $1" "$(leaves "$GAMES/rbg/$1.rbg" "$3")" "$(leaves "$GAMES/$2" "$3")"
}
same tic-tac-toe hrg/tic-tac-toe.hrg 9
same breakthrough hrg/breakthrough.hrg 4
same connect-four hrg/connect-four.hrg 6
same hex-seven hrg/hex-seven.hrg 3
same peg-solitaire hrg/peg-solitaire.hrg 7
same nine-mens-morris hrg/nine-mens-morris.hrg 3
same english-draughts hrg/english-draughts.hrg 6
same nim rg/nim.rg 8
is 'perft of qubic' "$(leaves "$GAMES/rbg/qubic.rbg" 2)" '1 64 4,032 '

for game in "$GAMES"/rbg/*.rbg; do
    name=$(basename "$game" .rbg)
    run 0 check --play 50 "$game"
    err_empty
    out_lacks 'warning'
    run 0 fmt --check "$game"
    expected=$(leaves "$game" 2)
    for passes in all none; do
        option=
        [ $passes = none ] && option=--passes=none
        for form in rg automaton; do
            # shellcheck disable=SC2086
            run 0 translate --to $form $option "$game"
            cp "$WORK/out" "$WORK/$name.$form"
            is "perft 2 of $name as $form, passes $passes" "$(leaves --lang $form "$WORK/$name.$form" 2)" "$expected"
        done
    done
    run 0 translate --to dot "$game"
    out_has '^digraph'
    run 0 translate --to c "$game"
done

# boards are drawn, the first row at the top
draw() { printf 'quit\n' | timeout 240 "$LUDENS" play "$GAMES/rbg/$1.rbg" >"$WORK/out" 2>"$WORK/err"; }
draw breakthrough
out_has '^ *7  bM bM bM bM bM bM bM bM$'
out_has '^ *0  wM wM wM wM wM wM wM wM$'
draw nine-mens-morris
out_has '^ *6  \.-----------\.-----------\.$'
out_has '^ *3  \.---\.---\.       \.---\.---\.$'
draw peg-solitaire
out_has '^ *6      p p p$'
out_has '^ *3  p p p h p p p$'
draw hex-seven
out_has '^   12  *\.'
draw qubic
out_has '^ *3   \.  \.  \.  \.     \.  \.  \.  \.     '

printf '{"id": 1, "op": "moves"}\n' | timeout 240 "$LUDENS" session "$GAMES/rbg/nim.rbg" >"$WORK/out" 2>"$WORK/err"
out_has '"here index_5 here index_6 here index_11"'
run 0 moves "$GAMES/rbg/tic-tac-toe.rbg" --after 'rx1y1 index_4; rx0y0 index_10'
out_has 'cross to move, 7 moves'

# limits end as diagnostics
limit() { # CODE TEXT
    printf '%s' "$2" >"$WORK/limit.rbg"
    timeout 240 "$LUDENS" check "$WORK/limit.rbg" >"$WORK/out" 2>"$WORK/err"
    local code=$?
    is "exit code of $(head -c 60 "$WORK/limit.rbg")" $code $([ "$1" = E0004 ] && echo 3 || echo 1)
    err_has "error\[$1\]"
}
HEAD='#players = p(1) #pieces = x #variables = n(9) #board = a[x]{r: a} '
limit E0004 "$HEAD#rules = (((([\$ n = 1])^100)^100)^100)^100"
limit E0004 "$HEAD#rules = (((({x})^100)^100)^100)^100"
limit E0906 "$HEAD#rules = (r)^99999999999"
limit E0004 "$HEAD#f(x) = x(x)x(x) #rules = f(f)"
limit E0103 "$HEAD#rules = $(printf '(%.0s' $(seq 3000))"
limit E0103 "$HEAD#rules = {\$ $(printf '(%.0s' $(seq 3000))1"
limit E0103 "$HEAD#rules = {\$ $(printf '1+%.0s' $(seq 3000))1 == 2}"
limit E0004 "$(printf '#a0 = r r ' ; for i in $(seq 40); do printf '#a%d = a%d a%d ' $i $((i - 1)) $((i - 1)); done; printf '%s#rules = a40' "$HEAD")"
limit E0004 '#players = p(100000) #pieces = x #variables = n(100000) #board = a[x]{} #rules = [$ n = n + 1]'
limit E0102 "$HEAD#rules = r /* never closed"

# every prefix of a game is refused with a reason, or read
prefix_of() {
    local size n code bad=0
    size=$(wc -c <"$1")
    for ((n = 0; n < size; n += $2 * ${LUDENS_SAMPLE:-1})); do
        head -c $n "$1" >"$WORK/prefix.rbg"
        "$LUDENS" check "$WORK/prefix.rbg" >/dev/null 2>"$WORK/err"
        code=$?
        if [ $code -gt 1 ] || { [ $code -eq 1 ] && ! grep -q error "$WORK/err"; }; then
            fail "the first $n bytes of $1: exit $code" "$(head -c 500 "$WORK/err")"
            return
        fi
    done
    pass
}
prefix_of "$GAMES/rbg/nim.rbg" 7
prefix_of "$GAMES/rbg/nine-mens-morris.rbg" 61
prefix_of "$SOURCE/tests/rbg/macros.rbg" 11
finish
