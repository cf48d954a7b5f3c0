# Ludemes in C: plug-ins, and C code behind a game.
. "$(dirname "$0")/lib.sh"
need "${LUDENS_CC:-cc}" gcc

cat >"$WORK/own.lud" <<'END'
(game "Own" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (intersection (sites Empty) (rim 1)) if:(or (corner (to)) (lonely (to))))
            (then (if (= (friends (last To)) 2) (wipe {0 3})))))
        (end (if (is Line 3) (result Mover Win)))))
END
# the same in Ludii's words
cat >"$WORK/plain.lud" <<'END'
(define "Friends" (count Sites in:(intersection (sites Around #1) (sites Occupied by:Mover))))
(game "Plain" (players 2)
    (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (intersection (sites Empty) (sites Outer)) if:(or (is In (to) (sites Corners)) (= 0 ("Friends" (to)))))
            (then (if (= ("Friends" (last To)) 2) (remove (sites {0 3}))))))
        (end (if (is Line 3) (result Mover Win)))))
END
compile() { "${LUDENS_CC:-cc}" -Wall -Wextra -Werror -I"$SOURCE/include" -shared -fPIC -o "$WORK/$1.so" "$2" 2>"$WORK/cc" || fail "cc $2" "$(cat "$WORK/cc")"; }
leaves() { tail -n +3 "$WORK/out" | tr -d , | awk '{ printf "%s ", $2 }'; }
compile mine "$SOURCE/tests/data/plugin/mine.c"
run 0 perft "$WORK/plain.lud" 4
expected=$(leaves)
is 'a game of four plies' "${#expected}" 17
for backend in interp native; do
    run 0 perft --backend $backend --ludemes "$WORK/mine.so" "$WORK/own.lud" 4
    is "perft with the plug-in ($backend)" "$(leaves)" "$expected"
done
run 0 check --ludemes "$WORK/mine.so" "$WORK/own.lud"
run 0 run -n 20 --lockstep --ludemes "$WORK/mine.so" "$WORK/own.lud"
(cd "$WORK" && "$LUDENS" perft --ludemes mine.so own.lud 4 >out 2>err)
is 'a file without a slash' "$(leaves)" "$expected"

# in the grammar, and in reports
run 0 grammar --ludemes "$WORK/mine.so" friends
out_has '<friends> ::= \(friends <int>\)'
out_has 'neighbours with pieces of the mover'
run 0 grammar --ludemes "$WORK/mine.so" --json corner
out_has 'a site is a corner of the board'
sed 's/rim 1/rim x/; s/lonely/lonley/' "$WORK/own.lud" >"$WORK/wrong.lud"
run 1 check --ludemes "$WORK/mine.so" "$WORK/wrong.lud"
err_has 'E1006.*rim'
err_has 'did you mean .lonely'
sed 's/rim 1/rim 0/' "$WORK/own.lud" >"$WORK/narrow.lud"
run 1 perft --ludemes "$WORK/mine.so" "$WORK/narrow.lud" 1
err_has 'narrow.lud:4:.*E1008.*a rim without breadth'
run 1 check "$WORK/own.lud"
err_has 'no ludeme .rim'
# what only says what it means can be written in Ludii; what brings code cannot
echo '(game "R" (players 2) (equipment {(board (square 3)) (piece "Disc" Each)})
    (rules (play (move Add (to (rim 2) if:(is Empty (to))))) (end (if (corner (last To)) (result Mover Loss)))))' >"$WORK/rim.lud"
run 0 translate --to ludii --ludemes "$WORK/mine.so" "$WORK/rim.lud"
out_has 'expand'
out_has '\(is In \(last To\) \(sites Corners\)\)'
run 1 translate --to ludii --ludemes "$WORK/mine.so" "$WORK/own.lud"
err_has 'own.lud:4:.*Ludii has no ludeme'

# ---- plug-ins that are none

refused() {
    run 1 perft --ludemes "$1" "$WORK/own.lud" 1
    err_has "E1010.*$2"
}
refused "$WORK/none.so" 'none.so'
echo 'int other;' >"$WORK/other.c"
compile other "$WORK/other.c"
refused "$WORK/other.so" 'no function ludens_plugin'
plugin() { # plugin NAME TABLE
    printf '%s\n' '#include <ludens_ludemes.h>' "$2" 'const ludens_ludemes *ludens_plugin(const ludens_tools *t) { (void)t; return all; }' >"$WORK/$1.c"
    compile "$1" "$WORK/$1.c"
}
plugin null 'static const ludens_ludemes *all;'
refused "$WORK/null.so" 'does not want'
plugin old 'static const ludens_ludemes all[] = {{99, "a", 0, 0}};'
refused "$WORK/old.so" 'another version'
plugin empty 'static const ludens_ludemes all[] = {{1, "a", 0, 0}};'
refused "$WORK/empty.so" 'table is empty'
plugin nameless 'static const ludens_ludeme row = {.name = "A"}; static const ludens_ludemes all[] = {{1, "a", &row, 1}};'
refused "$WORK/nameless.so" 'row 1 has no name or no keyword'
plugin twice 'static const ludens_ludeme row = {.name = "Game", .keyword = "g", .forms = {"<Nothing>"}}; static const ludens_ludemes all[] = {{1, "a", &row, 1}};'
run 1 perft --ludemes "$WORK/twice.so" "$WORK/own.lud" 1
err_has 'E1007.*two classes .Game'
plugin text 'static const ludens_ludeme row = {.name = "Rim", .keyword = "rim", .bases = "Sites", .help = "h", .forms = {"int"}, .means = "(sites Nowhere)"}; static const ludens_ludemes all[] = {{1, "a", &row, 1}};'
run 1 perft --ludemes "$WORK/text.so" "$WORK/rim.lud" 1
run 1 perft --ludemes "$WORK/text.so:$WORK/mine.so" "$WORK/rim.lud" 1
err_has 'two classes .Rim'

# ---- C code behind a game

sed 1d "$SOURCE/tests/data/plugin/mine.c" | cat "$WORK/own.lud" - >"$WORK/code.lud"
run 1 perft "$WORK/code.lud" 1
err_has 'code.lud:7:1: error.E1010.*trusted'
err_has '\-\-trust'
run 1 check "$WORK/code.lud"
err_has 'E1010'
for backend in interp native; do
    run 0 perft --backend $backend --trust "$WORK/code.lud" 4
    is "perft with C behind the game ($backend)" "$(leaves)" "$expected"
done
run 0 expand --trust "$WORK/code.lud"
out_has 'rim 1'
run 0 fmt "$WORK/code.lud"
is 'the code after formatting' "$(sed -n '/^#include/,$p' "$WORK/out")" "$(sed 1d "$SOURCE/tests/data/plugin/mine.c")"
cp "$WORK/out" "$WORK/formatted.lud"
run 0 fmt --check "$WORK/formatted.lud"
sed 's/^    return &all;/    return nothing;/' "$WORK/code.lud" >"$WORK/broken.lud"
run 1 perft --trust "$WORK/broken.lud" 1
err_has 'cannot be compiled'
err_has "broken.lud:$(grep -n 'return nothing' "$WORK/broken.lud" | cut -d: -f1):.*nothing"
LUDENS_CC=$WORK/nothing run 1 perft --backend interp --trust "$WORK/code.lud" 1
err_has 'there is no C compiler'
TMPDIR=$WORK/tmp
mkdir "$TMPDIR"
TMPDIR=$TMPDIR run 0 perft --trust "$WORK/code.lud" 1
is 'what is left behind' "$(ls "$TMPDIR")" ''
finish
