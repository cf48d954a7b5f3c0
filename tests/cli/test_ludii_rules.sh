# Corners of rules of later Ludii: what effects of a list see, what follows them, and how games end.
. "$(dirname "$0")/lib.sh"
unset LUDENS_DEFINES

strip='(board (rectangle 1 4)) (piece "Disc" Each)'
drop='(play (move Add (to (sites Empty))))'
# after NAME PLAYERS RULES MOVES: the position behind these moves is in $WORK/out, as JSON
after() {
    printf '(game "%s" (players %s) (equipment { %s }) (rules %s))\n' "$1" "$2" "${equipment:-$strip}" "$3" \
        >"$WORK/$1.lud"
    run 0 moves --json --dialect ludii-1.3 --after "$4" "$WORK/$1.lud"
}
does() { printf '(play (move Add (to (sites Empty)) (then %s)))' "$1"; } # after a disc was put somewhere
when() { printf '(end (if %s (result P1 Win)))' "$1"; }

# ---- effects of a list see the position before the first of them

after variable 2 "$(does '(and (set Var "A" 5) (set Score Mover (var "A")))') $(when '(= 5 (score P1))')" 'Add:0=1'
json terminal false
run 0 moves --json --dialect ludii-1.3 --after 'Add:0=1; Add:1=2; Add:2=1' "$WORK/variable.lud"
json terminal true
after gone 2 "(start {(place \"Disc2\" {1 2})}) $(does '(and {(remove 1) (remove 2)
    (forEach Site (sites Occupied by:P2) (addScore P1 1))
    (forEach Site (sites Board) (if (is Occupied (site)) (addScore P2 1)))})') $(when '(and (= 2 (score P1)) (= 3 (score P2)))')" 'Add:0=1'
json terminal true
after left 2 "(start {(place \"Disc2\" {1 2})}) $(does '(and (remove 1) (remove (sites Occupied by:P2)))') $(when '(no Pieces P2)')" 'Add:0=1'
json terminal true

# ---- what follows does so behind each effect that is made

after nothing 2 "$(does '(fromTo (from 1) (to 2) (then (addScore P1 1)))') $(when '(= 1 (score P1))')" 'Add:0=1'
json terminal false
after each 2 "(start (place \"Disc2\" {1 2})) $(does '(fromTo (from (sites Occupied by:P2)) (to 3) (then (addScore P1 1)))') $(when '(= 2 (score P1))')" \
    'Add:0=1'
json terminal true
after adding 2 "$(does '(add (piece "Disc2") (to (sites {2 3})) (then (addScore P1 1)))') $(when '(= 2 (score P1))')" 'Add:0=1'
json terminal true
after none 2 "$(does '(add (piece "Disc2") (to 3) count:(var) (then (addScore P1 1)))') $(when '(or (= 1 (score P1)) (is Occupied 3))')" 'Add:0=1'
json terminal false

# ---- where something stands it stays

after taken 2 '(start (place "Disc2" 0)) (play (move Add (to (sites {0 1})))) (end (if (no Pieces P2) (result P1 Win)))' 'Add:0=1'
json terminal false
after laid 2 "(start (place \"Disc2\" 3)) $(does '(add (piece "Disc1") (to 3))') $(when '(no Pieces P2)')" 'Add:0=1'
json terminal false

# ---- scores of several

after all 3 "$(does '(addScore All 2)') (end (if (and (= 2 (score P1)) (= 2 (score P3))) (result All Draw)))" 'Add:0=1'
json terminal true
after others 3 "$(does '(addScore Enemy 2)') (end (if (and (= 0 (score P1)) (= 2 (score P3))) (result All Draw)))" 'Add:0=1'
json terminal true

# ---- results

# a later rule says that scores count
after scores 2 "$(does '(addScore P2 1)') (end {(if (is Mover P1) (result P1 Win)) (if (= 1 (score P2)) (byScore))})" 'Add:0=1'
json scores.P2 100
# of conditions inside of another the first counts
after first 3 "$drop (end (if (is Mover P1) {(if (is Mover P1) (result P2 Win)) (if (is Mover P1) (result P3 Win))}))" 'Add:0=1'
json terminal false
# a role that is not NonMover means all players
after roles 3 "$drop (end (forEach P2 if:(is Mover P2) (result Player Loss)))" 'Add:0=1; Add:1=2'
json scores.P1 25
json scores.P3 100
finish
