# What a person sees at a terminal: boards of every shape, wide and narrow, with and without
# colours; lines that are edited; keys.
. "$(dirname "$0")/lib.sh"
: "${TERMINAL:?}"
export TERM=xterm-256color LUDENS_CFLAGS=-O0
unset NO_COLOR
GAMES=$SOURCE/games
"$TERMINAL" 80 true </dev/null >/dev/null 2>"$WORK/err"
[ $? -eq 77 ] && skip_all "$(cat "$WORK/err")"

# show COLUMNS ARGUMENT...: `ludens play` at a terminal; what is in $WORK/in is typed
show() {
    local columns=$1
    shift
    timeout 240 "$TERMINAL" --marks "$columns" "$LUDENS" play --backend interp --seed 2 "$@" <"$WORK/in" >"$WORK/out" 2>"$WORK/err"
    code=$?
}
has_line() { if grep -qxF -- "$1" "$WORK/out"; then pass; else fail "no line '$1'" "$(cat "$WORK/out")"; fi; }

# ---- a row in which something moved keeps its cells, in colour and without ----

input S__1_1 S__2_1 quit
show 80 --role nought=human "$GAMES/hrg/tic-tac-toe.hrg"
is 'exit code' $code 0
has_line '    1 *[c] . .'
has_line '    1  c*[n] .'
input S__1_1 S__2_1 quit
show 80 --color never --role nought=human "$GAMES/hrg/tic-tac-toe.hrg"
has_line '    1 *c . .'
has_line '    1  c*n .'

# ---- every shape, as drawn without a terminal ----

# cells FILE: the lines of boards, without marks
cells() { sed -E 's/[][]//g; s/ +$//' "$1" | sed -nE '/^[a-z][a-z_ ]*:$/,/^ {7}(square| *[^ ]+ = )/p' | grep -vE '^ {7}(square|[^ ]+ = )|^$|^ +[0-9]+ [(]|^#? *[0-9]+ [A-Za-z]'; }
for shape in 'hrg/breakthrough 1' 'hrg/hex-seven S__4_4' 'rg/hex5 1' 'hrg/nine-mens-morris 1' 'gdl/breakthrough 1' 'gdl/tic-tac-toe 5' 'hrg/dots-and-boxes-three 1'; do
    set -- $shape
    game=$(ls "$GAMES/$1".*)
    first=$("$LUDENS" info --json "$game" | "$JSONGET" roles.0)
    second=$("$LUDENS" info --json "$game" | "$JSONGET" roles.1)
    roles="--role $first=human --role $second=human"
    printf '%s\nquit\n' "$2" >"$WORK/in"
    "$LUDENS" play --letters --backend interp --seed 2 $roles "$game" <"$WORK/in" >"$WORK/plain" 2>&1
    cells "$WORK/plain" >"$WORK/expected"
    for columns in 80 40; do
        for color in always never; do
            show $columns --letters --color $color $roles "$game"
            cells "$WORK/out" >"$WORK/seen"
            if [ -s "$WORK/expected" ] && cmp -s "$WORK/expected" "$WORK/seen"; then pass; else
                fail "$1 in $columns columns, colour $color" "$(diff "$WORK/expected" "$WORK/seen" | head -20)"
            fi
            is "widest line of $1 in $columns" "$(awk -v most=$columns '{ gsub(/[][]/, "") } length > most' "$WORK/out" | wc -l)" 0
            case $color in
            always) out_has '\*\[' ;;
            never) out_lacks '\[' ;;
            esac
        done
    done
done

# ---- wider than the terminal: strips, each with the labels of the rows ----

input S__9_9 quit
show 40 --role blue=human "$GAMES/hrg/hex.hrg"
is 'rows of hexes in strips' "$(grep -cE '^ +(11|[1-9]) ' "$WORK/out")" 22
is 'all hexes are there' "$(sed -n '/^board:/,/square/p' "$WORK/out" | grep -v square | tr -cd '.' | wc -c)" $((121 + 120))
is 'the stone is there' "$(grep -c '\*\[r\]' "$WORK/out")" 1

# ---- symbols, the legend in lines ----

input M__4_2__4_4 quit
show 80 --role black=human "$GAMES/hrg/chess.hrg"
out_has '^ +8  ♜ ♞ ♝ ♛ ♚ ♝ ♞ ♜$'
out_has '^ +1  ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖$'
out_has '♔ = M__white_king'
is 'lines of the legend fit' "$(awk 'length > 80' "$WORK/out" | wc -l)" 0
input quit
show 80 --letters "$GAMES/hrg/chess.hrg"
out_has '^ +8  br bn bb bq bk bb bn br$'

# ---- sides of a board of hexes ----

input quit
show 80 "$GAMES/hrg/hex-seven.hrg"
out_has '^ +r r r r r r r$'
out_has '^ +7  b \. \. \. \. \. \. \. b$'

# ---- editing, history and completion ----

printf '%s\n' 'S__1_9\^H1' '\^P' 'S__2_1' 'S__3\t2' quit >"$WORK/in"
show 80 --role nought=human "$GAMES/hrg/tic-tac-toe.hrg"
has_line 'cross> S__1_1'
out_has "nought> S__1_1"
out_has "'S__1_1' is not a legal move for nought"
out_has '^cross> S__3_2'
out_has 'Quit after 3 plies'
printf '%s\n' '\^C\' >"$WORK/in"
show 80 --role nought=human "$GAMES/hrg/tic-tac-toe.hrg"
is 'exit code after Ctrl-C' $code 130
out_has 'Quit after 0 plies'
finish
