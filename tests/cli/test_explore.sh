# Structures and formulas: answers, pictures, reasons, errors, limits.
. "$(dirname "$0")/lib.sh"
GAME=$SOURCE/games/toss/tic-tac-toe.toss

run 0 explore "$GAME" 'ex u (C(x, u) and R(u, y))'
out_has '^4 assignments$'
out_has '^x = b2, y = c3$'
run 0 explore "$SOURCE/games/toss/breakthrough.toss" 'W(x) and ex y (R(x, y) and not ex z R(y, z))'
out_has '^ +2 .*\[W\]  W *$'
out_has '^2 assignments'
run 0 explore "$GAME" 'Sum (y | R(x, y) or R(y, x) : 1)'
out_has '^ +2  1 2 1 *$'
run 0 explore '[ a, b, c | E { (a, b); (b, c) } | w { a -> 2.5 } ]' 'tc x, y E(x, y)'
out_has '^x = a, y = c$'
run 0 explore '[ a, b, c | E { (a, b); (b, c) } | w { a -> 2.5 } ]' 'ex x w(x) > 2'
out_has '^true$'
run 0 explore --json '[ a, b | E (a, b) | w { a -> 2.5 } ]' 'w(x) * 2'
json variables.0 x
json values.0.1 5.0
run 0 explore --json "$GAME" 'CrossWins()'
json truth false

run 0 explore --why=x=a1 "$GAME" 'not ex y C(x, y)'
out_has '^no +not ex y'
out_has '^    yes C\(x, y\): x = a1, y = a2$'
run 2 explore --why=x=a9 "$GAME" 'X(x)'
err_has 'there is no element .a9'
run 2 explore --why "$GAME" 'X(x)'
err_has 'which element is x'

run 1 explore "$GAME" 'X(x) annd O(x)'
err_has 'formula:1:6: error\[E0102\].*found .annd'
err_has 'did you mean .and.'
run 1 explore "$GAME" 'Xx(x)'
err_has 'E1101'
run 1 explore '[ a | E { (a, b) } ' 'E(x, y)'
err_has 'structure:1:.*E0102'
run 1 explore '[ a | | ]' '1 / (1 - 1)'
err_has 'E1106.*division by zero'
printf '[ a | | ] "\033[31m"' >"$WORK/escape.toss"
run 1 explore "$WORK/escape.toss" 'true'
err_has 'E0006.*U\+001B'
run 1 explore '[ a | | ]' "$(printf 'P(\033x)')"
err_has 'formula:1:3: error\[E0006\]'
head -c 3000 /dev/urandom >"$WORK/junk.toss"
run 1 explore "$WORK/junk.toss" 'true'
err_has 'E0006'
run 3 explore --max-steps 1M "[ $(seq -s, 100) | E:2 {} | ]" "$(for i in $(seq 40); do printf 'ex x%d ' $i; done) (E(x1, x2) and E(x39, x40) or not (x1 = x1))"
err_has 'E0004.*too long'
run 3 explore --time-limit 1 "[ $(seq -s, 100) | E:2 {} | ]" "$(for i in $(seq 20); do printf 'ex x%d all y%d ' $i $i; done) (x1 != x1$(for i in $(seq 20); do printf ' or E(x%d, y%d)' $i $i; done))"
# What stands behind forty quantifiers of a kind is asked as soon as it can be.
ring="[ | E { (100, 1); $(for i in $(seq 99); do printf '(%d, %d); ' $i $((i + 1)); done) } | ]"
run 0 explore "$ring" "$(for i in $(seq 40); do printf 'ex x%d ' $i; done) ($(for i in $(seq 39); do printf 'E(x%d, x%d) and ' $i $((i + 1)); done) true)"
out_has '^true'
run 0 explore "$ring" "$(for i in $(seq 40); do printf 'all x%d ' $i; done) ($(for i in $(seq 39); do printf 'E(x%d, x%d) -> ' $i $((i + 1)); done) x1 != x40)"
out_has '^true'
run 0 explore --why= "$ring" 'all x, y (E(x, y) -> ex z (E(y, z) and z = x))'
out_has 'no  all x, y .*: x = 100, y = 1'
# Boards have the relations R and C of two arguments, of a single row, too.
printf '[ | | ] "\n  C . P\n"' >"$WORK/row.txt"
run 1 explore "$WORK/row.txt" 'ex x P(x)'
err_has 'E1102.*`C` has 2 arguments'
run 3 explore --max-memory 1M "[ $(seq -s, 3000) | | ]" 'not x = y'

printf 'X(x)\nnot X(x)\nwhy x=b2\nquit\n' >"$WORK/in"
"$LUDENS" explore "$GAME" <"$WORK/in" >"$WORK/out" 2>"$WORK/err" && pass || fail "explore of standard input"
out_has '^9 assignments$'
out_has '^yes +not X\(x\)'

printf '%s\n' '{"op":"explore","structure":"[ a, b | E (a, b) | ]","formula":"E(x, y)"}' '{"op":"explore","formula":"R(x, y) and C(x, z)"}' \
    '{"op":"explore","formula":"R(x)"}' '{"op":"explore","formula":"X(x)","why":"x=a1"}' '{"op":"explore"}' '{"op":"quit"}' >"$WORK/in"
"$LUDENS" session "$GAME" <"$WORK/in" >"$WORK/out" 2>"$WORK/err" && pass || fail "explore in a session"
out_has '"tuples": \[\["a", "b"\]\]'
out_has '\["a1", "b1", "a2"\]'
out_has 'E1102'
out_has '"why": "no'
out_has 'must be a string'
finish
