# Inputs that must give a clean diagnostic: never a crash, a hang or silence.
. "$(dirname "$0")/lib.sh"

clean() { # the program said what is wrong and nothing broke
    err_has 'error'
    if grep -qE 'AddressSanitizer|LeakSanitizer|runtime error|Assertion|core dumped' "$WORK/err"; then
        fail "a sanitizer or assertion spoke" "$(head -c 2000 "$WORK/err")"
    fi
}

for extension in rg hrg; do
    : >"$WORK/empty.$extension"
    run 1 check "$WORK/empty.$extension"
    clean
    printf '   \n// only a comment\n' >"$WORK/comment.$extension"
    run 1 check "$WORK/comment.$extension"
    clean
    head -c 20000 "$LUDENS" >"$WORK/junk.$extension"
    run 1 check "$WORK/junk.$extension"
    clean
    run 1 run "$WORK/junk.$extension"
    mkdir -p "$WORK/folder.$extension"
    run 1 check "$WORK/folder.$extension"
    clean
    run 1 check "$WORK/nothing.$extension"
    clean
    head -c 10000000 /dev/zero | tr '\0' 'a' >"$WORK/token.$extension"
    run 1 check "$WORK/token.$extension"
    clean
    for c in '{' '(' '['; do
        { printf 'type T = '; head -c 100000 /dev/zero | tr '\0' "$c"; } >"$WORK/deep.$extension"
        run 1 check "$WORK/deep.$extension"
        clean
        { printf 'begin, end: x'; head -c 100000 /dev/zero | tr '\0' "$c"; } >"$WORK/deep.$extension"
        run 1 check "$WORK/deep.$extension"
        clean
    done
    printf 'type Player = {a};\ntype Score = \xff\xfe;\n' >"$WORK/utf8.$extension"
    run 1 check "$WORK/utf8.$extension"
    clean
    run 1 check --json "$WORK/utf8.$extension"
    json 0.message.? string
done
{ printf 'type Player = {a}; type Score = {0}; type D = {x}; var m: '; for i in $(seq 2000); do printf 'D -> '; done; printf 'D = x; begin, end: player = keeper;'; } >"$WORK/arrows.rg"
timeout 240 "$LUDENS" check "$WORK/arrows.rg" >"$WORK/out" 2>"$WORK/err"
code=$?
if [ $code -eq 1 ] || [ $code -eq 3 ] || [ $code -eq 0 ]; then pass; else fail "2000 nested arrows: exit $code"; fi

cp "$DATA/ttt.rg" "$WORK/ttt.unknown"
run 1 check "$WORK/ttt.unknown"
clean
if [ "$(id -u)" != 0 ]; then
    cp "$DATA/ttt.rg" "$WORK/closed.rg"
    chmod 0 "$WORK/closed.rg"
    run 4 check "$WORK/closed.rg"
    run 4 record "$WORK/closed.rg"
fi

# every prefix of a valid game: refused, or whole
prefixes() {
    local size n code bad=0 whole=0
    size=$(wc -c <"$1")
    for ((n = 0; n < size; n += $2 * ${LUDENS_SAMPLE:-1})); do
        head -c $n "$1" >"$WORK/prefix.$3"
        "$LUDENS" check "$WORK/prefix.$3" >/dev/null 2>"$WORK/err"
        code=$?
        [ $code -eq 0 ] && whole=$((whole + 1))
        if [ $code -gt 1 ] || { [ $code -eq 1 ] && ! grep -q error "$WORK/err"; }; then
            bad=$((bad + 1))
            fail "the first $n bytes of $1: exit $code" "$(head -c 500 "$WORK/err")"
        fi
        [ $bad -gt 3 ] && return
    done
    pass
}
prefixes "$DATA/chance.rg" 1 rg
prefixes "$DATA/hidden.rg" 3 rg
[ -e "$SOURCE/games/hrg/ticTacToe.hrg" ] && prefixes "$SOURCE/games/hrg/ticTacToe.hrg" 7 hrg

# faults of the rules are found when playing, and say where
run 1 run -n 10 "$DATA/stuck.rg"
err_has 'stuck.rg:[0-9]+:[0-9]+: error\[E0601\]'
run 1 run -n 10 "$DATA/keeper.rg"
err_has 'keeper.rg:[0-9]+:[0-9]+: error\[E0602\]'
run 1 run --json -n 10 "$DATA/stuck.rg"
json fault.code.? string
json fault.playout 0
run 1 moves "$DATA/stuck.rg" --after x
err_has 'error\[E0601\]'
run 1 moves "$DATA/keeper.rg" --after x

# limits
run 3 run -n 2 --max-plies 100 "$DATA/endless.rg"
run 3 record --max-plies 100 "$DATA/endless.rg"
run 3 moves --max-tags 50 "$DATA/longmove.rg"
run 3 moves "$DATA/longmove.rg"
run 3 run -n 1 "$DATA/longmove.rg"
run 3 moves --max-tags 50 "$DATA/tagloop.rg"
run 3 moves --max-states 10000 "$DATA/explode.rg"
err_has 'error'
run 3 moves --max-steps 10000 "$DATA/explode.rg"
run 3 moves --max-memory 8M --backend interp "$DATA/explode.rg"
err_has "takes more memory than the limit"
run 3 check --max-memory 10k "$DATA/ttt.rg"
clean

# hints to limits and files
run 3 run -n 1 --max-plies 3 "$DATA/ttt.rg"
err_has 'hint: max_plies is 3; the option --max-plies raises it'
run 3 record --max-plies 3 "$DATA/ttt.rg"
err_has 'too many plies \(--max-plies raises the limit\)'
run 3 check --max-memory 10k "$DATA/ttt.rg"
err_has 'hint: the option --max-memory raises the limit'
run 1 check "$WORK/no-such.rg"
err_has 'hint: paths begin at the current folder'
run 1 check --lang rg "$WORK"
err_has 'hint: name a file in it'
: >"$WORK/empty.rg"
run 1 check "$WORK/empty.rg"
err_has 'hint: a game begins with its types'

# seeds of 64 bits
run 0 run -n 20 --json --seed 18446744073709551615 "$DATA/ttt.rg"
json seed 18446744073709551615
json seed.? string
run 0 run -n 20 --json --seed 9223372036854775807 "$DATA/ttt.rg"
json seed.? integer
run 2 run -n 20 --seed 18446744073709551616 "$DATA/ttt.rg"
run 0 record --seed 18446744073709551615 "$DATA/ttt.rg"
json seed 18446744073709551615
cp "$WORK/out" "$WORK/trial"
run 0 replay --game "$DATA/ttt.rg" "$WORK/trial"

# Ctrl-C: what there was so far, and 130
for options in '' --json '--threads 1'; do
    interrupted 130 run -n 4000000000 --backend interp $options "$DATA/ttt.rg"
    err_has 'interrupted after [1-9][0-9]* of 4000000000 playouts'
    if [ "$options" = --json ]; then json plies.mean.? real; else out_has '^playouts +[1-9]'; fi
done

# ---- control characters do not reach the terminal from rules, and are named ----

printf '(role a)\n(init (cell 1))\n(<= (legal a n\033[31m) (true (cell 1)))\n(terminal)\n' >"$WORK/escape.kif"
run 1 check "$WORK/escape.kif"
err_has 'escape.kif:3:15: error\[E0006\]: the control character U\+001B'
run 1 moves "$WORK/escape.kif"
printf 'type Player = {a};\xc2\x9b31m' >"$WORK/c1.rg"
run 1 check "$WORK/c1.rg"
err_has 'U\+009B'
printf 'type Player = {a}; // \xe2\x80\xae x' >"$WORK/bidi.rg"
run 1 check "$WORK/bidi.rg"
err_has 'U\+202E'
printf '%%@ nature\nnext(1,1,"\177") :- at(1,1,x).\n%%@ level state\nat(1,1,x).\n' >"$WORK/del.lp"
run 1 play "$WORK/del.lp"
err_has 'U\+007F'
for file in "$WORK"/*.kif "$WORK"/*.rg; do
    "$LUDENS" check --color=never "$file" >"$WORK/out" 2>&1
    if LC_ALL=C grep -q "$(printf '[\033\177]\|\302\233\|\342\200\256')" "$WORK/out"; then fail "$file reaches the terminal"; else pass; fi
done
# libraries that are opened when they are needed: one that cannot be is named, and all else works
mkdir "$WORK/broken"
for library in libmicrohttpd.so.12 libmicrohttpd.so libcurl-gnutls.so.4 libcurl.so.4; do : >"$WORK/broken/$library"; done
export LD_LIBRARY_PATH=$WORK/broken
run 0 check "$SOURCE/games/gdl/tic-tac-toe.kif"
for command in serve ggp-player; do
    run 4 $command
    err_has 'needs libmicrohttpd.*libmicrohttpd12'
done
run 4 ggp-manager --player http://127.0.0.1:9 --player random "$SOURCE/games/gdl/tic-tac-toe.kif"
err_has 'need libcurl .*libcurl3-gnutls'
unset LD_LIBRARY_PATH

finish
