#!/bin/bash
# Toss: chess from positions that are known for what they find out.
. "$(dirname "$0")/lib.sh"
GAME=$SOURCE/games/toss/chess.toss

# position PICTURE FRESH: chess begins with it
position() {
    sed '/^START/,$d' "$GAME" >"$WORK/chess.toss"
    {
        echo 'START [ off | FileOf { (a1, fa); (b1, fb); (c1, fc); (d1, fd); (e1, fe); (f1, ff); (g1, fg); (h1, fh) };'
        echo "LastWhite (off); LastBlack (off); Fresh:1 { $2 };"
        echo 'wP:1 {}; wN:1 {}; wB:1 {}; wR:1 {}; wQ:1 {}; wK:1 {}; bP:1 {}; bN:1 {}; bB:1 {}; bR:1 {}; bQ:1 {}; bK:1 {} | ] "'
        echo "$1"
        echo '"'
    } >>"$WORK/chess.toss"
}

# castling on both sides, pins, promotions within three plies
position 'bR . . . bK . . bR
bP . bP bP bQ bP bB .
bB bN . . bP bN bP .
. . . wP wN . . .
. bP . . wP . . .
. . wN . . wQ . bP
wP wP wP wB wB wP wP wP
wR . . . wK . . wR' '(a1); (e1); (h1); (a8); (e8); (h8)'
run 0 perft --backend interp "$WORK/chess.toss" 3
out_has '1 +48 '
out_has '2 +2,039 '
out_has '3 +97,862 '
# promotions with and without captures, out of check
position 'bR . . . bK . . bR
wP bP bP bP . bP bP bP
. bB . . . bN bB wN
bN wP . . . . . .
wB wB wP . wP . . .
bQ . . . . wN . .
wP bP . wP . . wP wP
wR . . wQ . wR wK .' '(a8); (e8); (h8)'
run 0 perft --backend interp "$WORK/chess.toss" 3
out_has '2 +264 '
out_has '3 +9,467 '
# captures en passant that would leave the king in check along the row
position '. . . . . . . .
. . bP . . . . .
. . . bP . . . .
wK wP . . . . . bR
. wR . . . bP . bK
. . . . . . . .
. . . . wP . wP .
. . . . . . . .' ''
run 0 perft --backend interp "$WORK/chess.toss" 4
out_has '3 +2,812 '
out_has '4 +43,238 '
run 0 moves "$GAME" --after 'WhitePawn f2 f3; BlackPawn e7 e6; WhiteDouble g2 g3 g4 fg off; BlackQueen d8 h4'
out_has 'white: -1'

# What payoffs say of how far a player is.
run 0 analyse --heuristic "$SOURCE/games/toss/gomoku.toss"
out_has 'black +1 +165 +4 '
run 0 analyse --heuristic --json "$SOURCE/games/toss/breakthrough.toss"
json terms.0.role white
run 1 analyse --heuristic "$SOURCE/games/hrg/tic-tac-toe.hrg"
err_has 'nothing follows'
run 0 match -n 6 --nodes 300 "$SOURCE/games/toss/connect-four.toss" alphabeta:eval=payoff alphabeta:eval=none
run 1 match -n 1 --nodes 300 "$SOURCE/games/hrg/tic-tac-toe.hrg" alphabeta:eval=payoff alphabeta:eval=none

# Values without bounds are reals, and what no automaton says is played on structures, with the same games.
count_cells() { # what is asked of them
    sed "s/^  emb X, O/  emb X, O update :n(cell) := :n(cell) + 1/; s/^  pre not/  pre $1 >= 0 and not/; s/^START \\[ | X:1 {}; O:1 {} |/START [ | X:1 {}; O:1 {} | n { a1 -> 0 }/" \
        "$SOURCE/games/toss/tic-tac-toe.toss"
}
count_cells ':n(cell)' >"$WORK/counted.toss"
run 0 info "$WORK/counted.toss"
out_has 'machine +automaton'
run 0 perft "$WORK/counted.toss" 4
out_has '4 +3,024 '
run 0 run --lockstep -n 10 "$WORK/counted.toss"
run 1 translate --to rg "$WORK/counted.toss"
err_has 'the type of reals'
count_cells ':n(cell) ^ 2' >"$WORK/powered.toss"
run 0 info "$WORK/powered.toss"
out_has 'machine +structures'
run 0 perft "$WORK/powered.toss" 4
out_has '4 +3,024 '
run 1 translate --to rg "$WORK/powered.toss"
err_has 'played on structures'

# Elements that come and go, with room for six.
cat >"$WORK/grow.toss" <<'END'
PLAYERS a, b
DATA capacity: 6
RULE Branch: [ x | Tip (x) | ] -> [ x, y | E (x, y); Tip (y) | h { y -> 1 } ] emb Tip update :h(x) := :h(x) + 1
RULE Prune: [ x, y | E (x, y); Tip (y) | ] -> [ x | Tip (x) | ] emb Tip
LOC 0 { PLAYER a { PAYOFF Sum (x | Tip(x) : :h(x)) MOVES [Branch -> 1] } PLAYER b { PAYOFF 0 } }
LOC 1 { PLAYER a { PAYOFF 1 } PLAYER b { PAYOFF 2 MOVES [Prune -> 0]; [Branch -> 0] } }
START [ r | Tip (r); E:2 {} | h { r -> 1 } ]
END
run 0 moves "$WORK/grow.toss" --after 'Branch r; Branch n1; Branch n2'
out_has 'Prune n2 n3'
run 0 perft "$WORK/grow.toss" 5
out_has '5 +4 '
run 3 moves "$WORK/grow.toss" --after 'Branch r; Branch n1; Branch n2; Branch n3; Branch n4; Branch n5'
err_has 'no room for another element: there may be 6'

# The same with values that end somewhere is an automaton, and ends where there is no room in the same way.
sed 's/:h(x) + 1/:h(x) + 1 pre :h(x) < 9/' "$WORK/grow.toss" >"$WORK/bounded.toss"
run 0 info "$WORK/bounded.toss"
out_has 'machine +automaton'
run 0 moves "$WORK/bounded.toss" --after 'Branch r; Branch n1; Branch n2'
out_has 'Prune n2 n3'
for backend in interp native; do
    run 0 perft --backend $backend "$WORK/bounded.toss" 5
    out_has '5 +4 '
    run 3 moves --backend $backend "$WORK/bounded.toss" --after 'Branch r; Branch n1; Branch n2; Branch n3; Branch n4; Branch n5'
    err_has 'no room for another element: there may be 6'
    err_has 'DATA capacity: N'
done
run 0 run --lockstep -n 20 "$WORK/bounded.toss"
"$LUDENS" translate --to rg "$WORK/bounded.toss" >"$WORK/bounded.rg"
run 0 perft "$WORK/bounded.rg" 5
out_has '5 +4 '
# Copies get what the first of them had, but for what is said to be exact.
cat >"$WORK/copies.toss" <<'END'
PLAYERS one
RULE Copy: [ x | M (x) | ] -> [ x, z | M (x) | ] emb M with [ x <- x, z <- x ]
RULE See: [ a, b | E (a, b) | ] -> [ a, b | | ]
LOC 0 { PLAYER one { PAYOFF 0 MOVES [Copy -> 1] } }
LOC 1 { PLAYER one { PAYOFF 0 MOVES [See -> 1] } }
START [ a, b, c | E { (a, b); (b, c); (b, b) }; M (b) | ]
END
run 0 info "$WORK/copies.toss"
out_has 'machine +automaton'
run 0 moves "$WORK/copies.toss" --after 'Copy b'
out_has 'See a n1'
out_has 'See n1 b'
out_has 'See b n1'
out_has 'See n1 c'

# Players who move at once, one ply, on both back ends and in the automaton's own text.
AT_ONCE=$SOURCE/games/toss/concurrent-tic-tac-toe.toss
run 0 info "$AT_ONCE"
out_has 'machine +automaton'
out_has 'simultaneous +yes'
"$LUDENS" translate --to rg "$AT_ONCE" >"$WORK/at-once.rg"
for game in "$AT_ONCE" "$WORK/at-once.rg"; do
    run 0 perft --backend native "$game" 3
    out_has '3 +115,416 '
done
run 0 perft --divide "$AT_ONCE" 2
out_has '64 +Cross a1 . Nought a1'
out_has '49 +Cross a1 . Nought b1'
run 0 run --lockstep -n 20 "$AT_ONCE"
# the same on structures, by a rule that only they have and nobody comes to
awk '/^START/ { print "RULE force: [ a | | ] -> [ a | | ] dynamics :force(a)\047 = 1"
                print "LOC 9 { PLAYER cross { PAYOFF 0 MOVES [force -> 9] } }" } 1' "$AT_ONCE" >"$WORK/forced.toss"
run 0 perft --divide "$WORK/forced.toss" 2
out_has '64 +Cross a1 . Nought a1'
out_has '2 +4,104 '
GUESS=$SOURCE/tests/data/at_once.aut
run 0 perft --divide "$GUESS" 1
out_has '1 +right . left'
run 0 perft --count-duplicates "$GUESS" 1
out_has '1 +8 '
run 0 run --lockstep -n 20 "$GUESS"

# Rules that are applied everywhere after a move, and fixed points of what changes.
cat >"$WORK/flood.toss" <<'END'
PLAYERS a
REL Wet(x) = lfp T(x) = (Spring(x) or ex y (T(y) and R(y, x) and not Dam(x)))
RULE Build: [ c | Dam:1 {} | ] -> [ c | Dam (c) | ] emb Dam pre not Spring(c) and not Old(c)
RULE Age: [ c | Dam (c); Old:1 {} | ] -> [ c | Old (c) | ] emb Old
LOC 0 { PLAYER a { PAYOFF Sum (x | Wet(x) : 1) MOVES [Build -> 1] } UNIVERSAL { Age } }
LOC 1 { PLAYER a { PAYOFF Sum (x | Wet(x) : 1) + 10 * :(all x (Dam(x) -> Old(x))) } }
START [ | Dam:1 {}; Old:1 {} | ] "Spring . . ."
END
sed -i 's/"Spring . . ."/"Spring . . ."/' "$WORK/flood.toss"
run 0 moves "$WORK/flood.toss" --after 'Build c1'
out_has 'a: 12'

# A choice of time: any moment of the interval is a move, and inv ends it.
BOUNCE=$SOURCE/games/toss/bounce.toss
run 0 moves "$BOUNCE" --after 'Wait ball t=0.4; Catch ball'
out_has 'player: 0.1'
run 0 moves "$BOUNCE" --after 'Wait ball t=0.6; Bounce ball; Wait ball t=0.3354101966249684; Catch ball'
out_has 'player: 0.36'
run 1 moves "$BOUNCE" --after 'Wait ball t=0.61'
run 0 run -n 20 "$SOURCE/games/toss/concurrent-tic-tac-toe.toss"

# Older files say what all get in one place.
OLD=$SOURCE/tests/fuzz/seeds/toss/old-payoffs.toss
run 0 perft "$OLD" 4
out_has '4 +3,024 '
"$LUDENS" run -n 100 --json "$OLD" | sed 's/.*"plies"/"plies"/; s/"name".*//' >"$WORK/old"
"$LUDENS" run -n 100 --json "$SOURCE/games/toss/tic-tac-toe.toss" | sed 's/.*"plies"/"plies"/; s/"name".*//' >"$WORK/new"
cmp -s "$WORK/old" "$WORK/new" && pass || fail 'the old form plays another game'
sed 's/^STATE.*/STATE LOC 1/' "$OLD" >"$WORK/state.toss"
run 1 check "$WORK/state.toss"
err_has 'error.E1104.*location 0'
sed 's/^STATE.*/TIME 3/' "$OLD" >"$WORK/time.toss"
run 1 check "$WORK/time.toss"
err_has 'error.E1104.*`TIME`'
sed 's/{ MOVES .Cross -> 1. }/{ PAYOFF 0 MOVES [Cross -> 1] }/' "$OLD" >"$WORK/twice.toss"
run 1 check "$WORK/twice.toss"
err_has 'two payoffs in one location'
sed 's/PAYOFF { cross: .*}/PLAYER nought { MOVES [Cross -> 0] }/' "$OLD" >"$WORK/none.toss"
run 1 check "$WORK/none.toss"
err_has 'has no payoff'

# Boards: cells of the picture and nothing else, also where the rules themselves are run.
run 0 info "$GAME"
out_has 'board \(64 sites, 8 x 8\)'
CONCURRENT=$SOURCE/games/toss/concurrent-tic-tac-toe.toss
run 0 info "$CONCURRENT"
out_has 'board \(9 sites, 3 x 3\)'
echo quit | "$LUDENS" play "$CONCURRENT" >"$WORK/out" 2>"$WORK/err"
out_has '3 +\. \. \.$'
awk '/\. \. \./ && !done { sub(/\. \. \./, "O . X"); done = 1 } { print }' "$CONCURRENT" >"$WORK/marks.toss"
echo quit | "$LUDENS" play "$WORK/marks.toss" >"$WORK/out" 2>"$WORK/err"
out_has '3 +O \. X$'
# The last of the listed points of an interval is in it, however it is rounded.
sed 's/t: 0.05 -- 0.6/t: 0.06 -- 0.6/' "$SOURCE/games/toss/bounce.toss" >"$WORK/bounce.toss"
run 0 moves "$WORK/bounce.toss" --after 'Wait ball t=0.6'
run 0 moves "$WORK/bounce.toss"
last=$(sed -n 's/^ *[0-9]* *\(Wait ball t=0\.[56][0-9]*\).*/\1/p' "$WORK/out" | tail -1)
run 0 moves "$WORK/bounce.toss" --after "$last"
# Sums, fixed points and wide relations that rules change: an automaton, on both back ends and as RG, which plays as the
# rules do on structures.
cat >"$WORK/counted.toss" <<'END'
// Stones are put on a board of three by three: beside at most one other, or where a chain of two leads to a corner.
PLAYERS white, black
REL Beside(x, y) = R(x, y) or R(y, x) or C(x, y) or C(y, x)
REL Near(x, y) = tc 2 x, y (Beside(x, y) and Stone(y))
RULE Put:
  [ x | Stone:1 {} | ] -> [ x | Stone (x) | ] emb Stone
  pre Sum (y | Beside(x, y) and Stone(y) : 2) - 1 <= Sum (y | Stone(y) : w(y)) - :(ex y Mark(x, y, y))
RULE Chain:
  [ x, y, z | Stone (x) | ] -> [ x, y, z | Stone (x); Mark (x, y, z) | ] emb Stone, Mark
  pre Near(x, y) and (lfp T(y) = (y = x or ex u (Beside(u, y) and Stone(u) and T(u)))) and R(y, z)
RULE Take:
  [ x | Stone (x) | ] -> [ x | | ] emb Stone
  pre gfp T(x) = (Stone(x) and ex y (Beside(x, y) and T(y)))
LOC 0 { PLAYER white { PAYOFF :(ex x, y, z Mark(x, y, z)) MOVES [Put -> 1]; [Chain -> 1] } PLAYER black { PAYOFF 0 } }
LOC 1 { PLAYER black { PAYOFF :(not ex x, y, z Mark(x, y, z)) MOVES [Put -> 0]; [Take -> 0] } PLAYER white { PAYOFF 0 } }
START [ | Stone:1 {}; Mark:3 {} | w { a1 -> 1, b1 -> 2, b2 -> -1 } ] "
 . . .
 . . .
 . . .
"
END
sed 's/^LOC 0/RULE force: [ z | | ] -> [ z | | ] dynamics :force(z)'"'"' = 1\nLOC 9 { PLAYER white { PAYOFF 0 MOVES [force -> 9] } }\nLOC 0/' \
    "$WORK/counted.toss" >"$WORK/forced.toss"
run 0 info --backend interp "$WORK/forced.toss"
out_has '^machine +structures'
run 0 info --backend interp "$WORK/counted.toss"
out_has '^machine +automaton'
"$LUDENS" translate --to rg "$WORK/counted.toss" >"$WORK/counted.rg"
for game in forced.toss counted.toss counted.rg; do
    run 0 perft --backend interp "$WORK/$game" 4
    out_has '4 +1,151 '
done
run 0 run --lockstep -n 5 "$WORK/counted.toss"
# Fractions are added in the order of the elements, on both machines.
cat >"$WORK/shares.toss" <<'END'
PLAYERS one, two
RULE Take: [ x | Free (x) | ] -> [ x | Taken (x) | ] emb Free, Taken pre Sum (y | Taken(y) : :w(y)) + :w(x) <= 1.7
LOC 0 {
  PLAYER one { PAYOFF Sum (x, y | Taken(x) and E(x, y) : :w(x) * :w(y) / 3) MOVES [Take -> 0] }
  PLAYER two { PAYOFF 0.1 - Sum (x | Free(x) : :w(x)) }
}
START [ a, b, c, d | Free { d; b; a; c }; Taken:1 {}; E { (a, c); (b, d); (c, b) } | w { a -> 0.1, b -> 0.7, c -> 1.25, d -> 0.2 } ]
END
run 0 info --backend interp "$WORK/shares.toss"
out_has '^machine +automaton'
sed 's/^LOC 0/RULE force: [ z | | ] -> [ z | | ] dynamics :force(z)'"'"' = 1\nLOC 9 { PLAYER one { PAYOFF 0 MOVES [force -> 9] } }\nLOC 0/' \
    "$WORK/shares.toss" >"$WORK/forced.toss"
run 0 info --backend interp "$WORK/forced.toss"
out_has '^machine +structures'
for game in forced.toss shares.toss; do
    {
        "$LUDENS" perft --backend interp "$WORK/$game" 4 | awk '{ print $1, $2 }'
        "$LUDENS" run -n 2000 --json --backend interp "$WORK/$game" | grep -o '"scores": .*"wins"' | grep -o '"m[ai][nx]": [^,}]*'
    } >"$WORK/$game.played"
done
is 'scores on both machines' "$(cmp "$WORK/forced.toss.played" "$WORK/shares.toss.played" && echo same)" same
is 'scores of two players' "$(grep -c '"max": .*[0-9]' "$WORK/shares.toss.played")" 2
run 0 run --lockstep -n 20 "$WORK/shares.toss"
# Payoffs that are sums are counted, too: two stones worth 2 and -1, three pairs beside each other, twice 1 for the mark.
cat >"$WORK/paid.toss" <<'END'
PLAYERS one, two
RULE Put: [ x | Stone:1 {} | ] -> [ x | Stone (x) | ] emb Stone pre not ex y Stone(y)
LOC 0 {
  PLAYER one { PAYOFF Sum (x | Stone(x) : w(x)) - 2 * :(ex x Stone(x)) MOVES [Put -> 0] }
  PLAYER two { PAYOFF Sum (x, y | Stone(x) and (R(x, y) or R(y, x)) : w(y) * 3) + 1.0 }
}
START [ | Stone:1 {} | w { a1 -> 2, b1 -> 5, c1 -> -1 } ] "
 Stone . Stone
"
END
sed 's/^LOC 0/RULE force: [ z | | ] -> [ z | | ] dynamics :force(z)'"'"' = 1\nLOC 9 { PLAYER one { PAYOFF 0 MOVES [force -> 9] } }\nLOC 0/' \
    "$WORK/paid.toss" >"$WORK/forced.toss"
"$LUDENS" translate --to rg "$WORK/paid.toss" >"$WORK/paid.rg"
for game in paid.toss forced.toss paid.rg; do
    run 0 run -n 1 "$WORK/$game"
    out_has '^one +-1\.00'
    out_has '^two +31\.00'
done
run 0 info --backend interp "$WORK/paid.toss"
out_has '^machine +automaton'
finish
