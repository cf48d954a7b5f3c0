# Loading has a bound, whatever the rules are: CPU time and memory, each with an option that the error names, and exit
# code 3. Ctrl-C and --time-limit end it as well.
. "$(dirname "$0")/lib.sh"
GAMES=$SOURCE/games

# bounded FILE: with a bound of a tenth of a second of CPU time it ends by that, and by a stop
bounded() {
    (ulimit -t 6; "$LUDENS" check --backend interp --max-load-seconds 0.1 "$1" >"$WORK/out" 2>"$WORK/err")
    is "the end of $1 by the limit" $? 3
    err_has 'E0004.*loading the game needs more CPU time than the limit'
    err_has 'hint: the option --max-load-seconds raises'
    (ulimit -t 6; "$LUDENS" check --backend interp --time-limit 0.1 "$1" >"$WORK/out" 2>"$WORK/err")
    is "the end of $1 by --time-limit" $? 3
    err_has 'E0007.*interrupted'
}

# Toss: definitions that double 40 times, and quantifiers in quantifiers
awk '/^PLAYERS/ { for (i = 0; i < 40; i++) printf "REL D%d(x) = ex y (D%d(y) and D%d(x))\n", i, i + 1, i + 1
                  print "REL D40(x) = ex y R(x, y)" } { print }' "$GAMES/toss/tic-tac-toe.toss" >"$WORK/double.toss"
awk '/^PLAYERS/ { print "REL Deep() = ex a,b,c,d,e,f,g,h,i,j,k,l (all m,n,o,p (R(a,m) or C(b,n) or R(o,p) or R(c,d) and C(e,f) and R(g,h) and C(i,j) and R(k,l)))" }
     { print }' "$GAMES/toss/tic-tac-toe.toss" >"$WORK/deep.toss"
bounded_or_fine() { # ends within the bound, well or by the limit
    (ulimit -t 6; "$LUDENS" check --backend interp --max-load-seconds 0.1 "$1" >"$WORK/out" 2>"$WORK/err")
    code=$?
    if [ $code -eq 0 ] || [ $code -eq 1 ] || [ $code -eq 3 ]; then pass; else fail "$1: exit $code" "$(head -c 500 "$WORK/err")"; fi
}
bounded_or_fine "$WORK/double.toss"
bounded_or_fine "$WORK/deep.toss"

# a board that grows without end, pieces without number, macros by the hundred thousand
printf '(game "B" (players 2) (equipment {(board %s(square 20)%s) (piece "Disc" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))' \
    "$(printf '(subdivide %.0s' $(seq 22))" "$(printf ')%.0s' $(seq 22))" >"$WORK/subdivide.lud"
bounded "$WORK/subdivide.lud"
printf '(game "B" (players 2) (equipment {(board (square 130)) (piece "Disc" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))' >"$WORK/large.lud"
bounded_or_fine "$WORK/large.lud"
printf '(game "B" (players 1000000000) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))' >"$WORK/players.lud"
bounded_or_fine "$WORK/players.lud"
{ cat "$GAMES/rbg/tic-tac-toe.rbg"; for i in $(seq 100000); do printf '#z%d = (up down){blank}\n' "$i"; done; } >"$WORK/macros.rbg"
(ulimit -t 6; "$LUDENS" check --backend interp "$WORK/macros.rbg" >"$WORK/out" 2>"$WORK/err")
is 'a hundred thousand macros' $? 0
{ cat "$GAMES/zrf/hexapawn.zrf"; for i in $(seq 100000); do printf '(define z%d (n (verify empty?) add))\n' "$i"; done; } >"$WORK/macros.zrf"
(ulimit -t 6; "$LUDENS" check --backend interp "$WORK/macros.zrf" >"$WORK/out" 2>"$WORK/err")
is 'and in Zillions' $? 0

# every other language: two hundred thousand edges, rules that stand on each other, a join of 27 thousand millions
{ echo 'type Player = {one}; type Score = {0}; type Bool = {0, 1}; var v: Bool = 0; begin, n0: player = one;'
  seq 0 199999 | awk '{ print "n" $1 ", n" $1 + 1 ": v = 1;" }'; echo 'n200000, end: player = keeper;'; } >"$WORK/edges.rg"
bounded "$WORK/edges.rg"
{ echo '(role a)(init (p 1))(<= (legal a (m ?x)) (true (p ?x)))(<= (next (p ?x)) (true (p ?x)))(<= terminal (true (p 2)))'
  seq 1 40000 | awk '{ print "(<= (q" $1 " ?d) (q" $1 - 1 " ?d))" }'
  echo '(<= (q0 ?x) (true (p ?x)))(<= (goal a 100) (q40000 1))'; } >"$WORK/chain.kif"
bounded "$WORK/chain.kif"
sed 's/^%@ nature.*/&\nlong(X+Y+Z) :- X = 1..3000, Y = 1..3000, Z = 1..3000, X*Y*Z = 1./' "$GAMES/asp/1-first-steps.lp" >"$WORK/join.lp"
bounded "$WORK/join.lp"
{ echo 'domain Player = one'; echo 'domain Score = 0 | 100'; echo 'domain Cell = C(I) where I in 0..400000'; echo 'next : Cell -> Cell'
  echo 'next(C(I)) = if I < 400000 then C(I + 1) else C(0)'; echo 'cell : Cell'
  echo 'graph rules() { player = one $ one player = keeper cell = next(cell) end() }'; } >"$WORK/cells.hrg"
bounded "$WORK/cells.hrg"
# searches that were made anew for each item
awk 'BEGIN { print "(game \"B\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules (start {"
             for (i = 0; i < 60000; i++) print "(place \"Disc1\" 0)"
             print "}) (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))" }' >"$WORK/start.lud"
awk 'BEGIN { print "type Player = {a}; type Score = {0, 100}; type N = {0, 1}; var n: N = 0; begin, x: player = a;"
             for (i = 0; i < 100000; i++) print "x, m" i ": $ t" i "; m" i ", z: ;"
             print "z, end: player = keeper;" }' >"$WORK/fan.rg"
for game in start.lud fan.rg; do
    (ulimit -t 6; "$LUDENS" check --backend interp "$WORK/$game" >"$WORK/out" 2>"$WORK/err")
    is "the size of $game" $? 0
done
# numbers that are no numbers of players, however they are cut to size
for n in 25 -1 2147483647; do
    printf '(game "B" (players %s) (equipment {(board (square 3)) (piece "Disc" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))' "$n" >"$WORK/players.lud"
    run 1 moves "$WORK/players.lud"
    err_has "E1008.*a game of $n players"
done
# and numbers that are no integers of ludemes, wherever one stands
for n in -2147483649 2147483648 4294967299 99999999999999999999; do
    for where in "(players $n)|3" "(players 2)|$n"; do
        printf '(game "B" %s (equipment {(board (square 3)) (piece "Disc" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line %s) (result Mover Win)))))' "${where%|*}" "${where#*|}" >"$WORK/number.lud"
        run 1 moves "$WORK/number.lud"
        err_has "number.lud:1:[0-9]+: error.E10.*.$n. does not fit"
        err_has 'hint: integers are -2147483648 to 2147483647'
    done
done
# expressions as deep as a sum is long
awk 'BEGIN { print "(game \"B\" (players 2) (equipment {(board (square 3)) (piece \"Disc\" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (= 1 (+ {"
             for (i = 0; i < 100000; i++) print "(count Moves)"
             print "})) (result Mover Win)))))" }' >"$WORK/sum.lud"
(ulimit -t 6; "$LUDENS" check --backend interp "$WORK/sum.lud" >"$WORK/out" 2>"$WORK/err")
is 'the end of a long sum' $? 1
err_has 'E0103.*nested more than [0-9]+ levels deep'
# a bracket alone; pieces that never move, and a stop, where a game is written as a network
printf '(' >"$WORK/bracket.zrf"
run 1 check "$WORK/bracket.zrf"
err_has 'E1210'
printf '(game (title "x") (players A B) (turn-order A B) (board (grid (start-rectangle 0 0 1 1) (dimensions ("a/b" (1 0)) ("2/1" (0 1))) (directions (n 0 -1)))) (piece (name P)) (board-setup (A (P a1)) (B (P b2))))' >"$WORK/still.zrf"
run 0 translate --to network --passes none "$WORK/still.zrf"
printf '(game "B" (players 2) (equipment {(board (square 19)) (piece "Disc" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 6 All) (result Mover Win)))))' >"$WORK/wide.lud"
run 3 translate --to network --passes none --time-limit 0.3 "$WORK/wide.lud"

# quoted names are shown on a line
printf '(game (title "x") (players "A\rB" C) (turn-order "A\rB" C) (board (image "x") (grid (start-rectangle 0 0 1 1) (dimensions ("a/b" (1 0)) ("2/1" (0 1))) (directions (n 0 -1)))) (piece (name P) (moves (n (verify empty?) add))) (board-setup ("A\rB" (P a1)) (C (P b2))))' >"$WORK/cr.zrf"
run 0 moves --color never "$WORK/cr.zrf"
is 'carriage returns' "$(tr -dc '\r' <"$WORK/out" | wc -c)" 0
out_has 'A B'
printf '(game "A\rB" (players 2) (equipment {(board (square 3)) (piece "Di\rsc" Each)}) (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))' >"$WORK/cr.lud"
for command in check moves info; do
    run 0 $command --color never "$WORK/cr.lud"
    is "carriage returns of $command" "$(cat "$WORK/out" "$WORK/err" | tr -dc '\r' | wc -c)" 0
done
# nor do lines that a message quotes bring one along
sed 's/xplayer/x\rplayer/g' "$GAMES/gdl/tic-tac-toe.kif" >"$WORK/cr.kif"
"$LUDENS" check --color never "$WORK/cr.kif" >"$WORK/out" 2>"$WORK/err"
is 'carriage returns of GDL' "$(cat "$WORK/out" "$WORK/err" | tr -dc '\r' | wc -c)" 0
# rules name files in their own folder and below it
echo '(define stp (n (verify empty?) add))' >"$WORK/secret.inc"
mkdir -p "$WORK/own/below"
cp "$WORK/secret.inc" "$WORK/own/below/fine.inc"
for name in ../secret.inc "$WORK/secret.inc" 'below\..\..\secret.inc' below; do
    printf '(include "%s")\n' "$name" >"$WORK/own/game.zrf"
    cat "$WORK/cr.zrf" >>"$WORK/own/game.zrf"
    run 1 check "$WORK/own/game.zrf"
    err_has 'the file .* cannot be read: it is not'
done
printf '(include "below\\fine.inc")\n' >"$WORK/own/game.zrf"
cat "$WORK/cr.zrf" >>"$WORK/own/game.zrf"
run 0 check "$WORK/own/game.zrf"
finish
