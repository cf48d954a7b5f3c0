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

after added 2 "(start (place \"Disc2\" {1 2})) $(does '(and (remove 1) (add (piece "Disc2") (to (sites Empty))))') $(when '(and (is Empty 1) (is Occupied 3))')" 'Add:0=1'
json terminal true

# numbers of a loop are found out before its first effect
equipment='(board (rectangle 1 6)) (piece "Disc" Each)' after pushed 2 "(start {(place \"Disc1\" 2) (place \"Disc2\" 0)}) (play (move Add (to (sites {5})) (then (forEach Site (sites {1 2}) (if (is Empty (site)) (remove (ahead (site) E)) (add (piece (who at:(site))) (to (ahead (site) E)))))))) $(when '(and {(is Empty 1) (is Empty 2) (= 1 (who at:3)) (is Empty 4)})')" 'Add:5=1'
json terminal true

after shared 2 "$(does '(forEach Player (set Score (player (player)) (+ 1 (score P1))))') $(when '(and (= 1 (score P1)) (= 1 (score P2)))')" 'Add:0=1'
json terminal true

after valued 2 "(start (place \"Disc2\" 0)) $(does '(forEach Value min:1 max:2 (if (is Occupied (- (value) 1)) (add (piece "Disc2") (to (value)))))') $(when '(and (is Occupied 1) (is Empty 2))')" 'Add:3=1'
json terminal true

# regions that may be blocked: one group would have to reach all of three
printf '(game "Blocked" (players 2) (equipment { %s (regions P1 {(sites {0}) (sites {1}) (sites {2})}) }) (rules %s %s))\n' "$strip" "$drop" \
    "$(when '(is Blocked P1)')" >"$WORK/blocked.lud"
run 1 moves --dialect ludii-1.3 "$WORK/blocked.lud"
err_has 'E1008.*three or more regions that may be blocked'

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

after listed 2 "(start (place \"Disc2\" {1 2})) $(does '(and {(remove 1) (remove 2) (remove 3)} (then (set Score P1 (+ 1 (score P1)))))') $(when '(= 2 (score P1))')" 'Add:0=1'
json terminal true
after looped 2 "(start (place \"Disc2\" {1 2})) $(does '(forEach Site (sites Board) (if (is Enemy (who at:(site))) (remove (site))) (then (addScore P1 1)))') $(when '(= 2 (score P1))')" 'Add:0=1'
json terminal true
# what a variable is set to is known before the first time
after once 2 "$(does '(and (set Var "N" 0 (then (forEach Site (sites Board) (set Var "N" (+ 1 (var "N")))))) (set Score P1 1))') $(when '(= 1 (var "N"))')" 'Add:0=1'
json terminal true
printf '(game "Several" (players 2) (equipment { %s }) (rules %s))\n' "$strip" \
    "$(does '(forEach Site (sites Board) (and (addScore P1 1) (addScore P2 1)) (then (addScore P1 1)))') $(when '(= 1 (score P1))')" \
    >"$WORK/several.lud"
run 1 moves --dialect ludii-1.3 "$WORK/several.lud"
err_has 'E1008.*what adds up behind several effects of each'

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

# ---- captures

# what is behind the edge may be as good as a friend
row='(start {(place "Disc2" {0 1})})'
after edge 2 "$row (play (move Add (to 2) (then (custodial (to if:(not (is In (to) (sites Board)))))))) $(when '(no Pieces P2)')" 'Add:2=1'
json terminal true
after inner 2 "$row (play (move Add (to 2) (then (custodial)))) $(when '(no Pieces P2)')" 'Add:2=1'
json terminal false
# pieces of the own team are no enemies
after team 4 "(start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4}) (place \"Disc3\" 1) (place \"Disc1\" 0)}) (play (move Add (to 2) (then (custodial)))) (end (if (no Pieces P3) (result All Draw)))" 'Add:2=1'
json terminal false
after framed 4 "(start {(set Team 1 {P1 P3}) (set Team 2 {P2 P4}) (place \"Disc2\" 1) (place \"Disc3\" 0)}) (play (move Add (to 2) (then (custodial)))) (end (if (no Pieces P2) (result All Draw)))" 'Add:2=1'
json terminal true

# of a stack the lowest piece goes when the turn is over
after lowest 2 "(start (place Stack items:{\"Disc1\" \"Disc2\"} 1)) $(does '(remove 1 at:EndOfTurn)') $(when '(and (no Pieces P1 in:(sites {1})) (= 1 (size Stack at:1)))')" 'Add:0=1'
json terminal true
after both 2 "(start (place Stack items:{\"Disc1\" \"Disc2\"} 1)) $(does '(and (remove 1 at:EndOfTurn) (remove 1 at:EndOfTurn))') $(when '(is Empty 1)')" 'Add:0=1'
json terminal true

# ---- players

after nobody 2 "$(does '(set NextPlayer (player 7))') $(when '(is Full)')" 'Add:0=1'
json movers.0 P2
after turns 3 "$(does '(set NextPlayer (array {1 3}))') $(when '(is Full)')" 'Add:0=1'
json movers.0 P3
after some 3 "$(does '(forEach (players Enemy) (addScore (player (player)) 1))') (end (if (and (= 0 (score P1)) (= 1 (score P3))) (result All Draw)))" 'Add:0=1'
json terminal true
after enemies 3 "$(does '(set Score Enemy 4)') (end (if (and (= 0 (score P1)) (= 4 (score P3))) (result All Draw)))" 'Add:0=1'
json terminal true

# who has lost is passed over at once, but may be said to be the next one later
after lost 4 "$(does '(set NextPlayer (player 2))') (end (if (is Mover P1) (result P2 Loss)))" 'Add:0=1'
json movers.0 P3
run 0 moves --json --dialect ludii-1.3 --after 'Add:0=1; Add:1=3' "$WORK/lost.lud"
json movers.0 P2

# ---- moves

# a hop over nothing does not ask for the effect of its end
after over 2 "(start (place \"Disc1\" 0)) (play (forEach Piece (move Hop (between (range 0 1) if:(is Enemy (who at:(between)))) (to if:(is Empty (to)) (apply (addScore P2 1)))))) $(when '(= 1 (score P2))')" 'Mov:0-1'
json terminal false
after promoted 2 "(start (place \"Disc1\" 1)) $(does '(promote 1 (piece "Disc") (player 2))') $(when '(no Pieces P1 in:(sites {1}))')" 'Add:0=1'
json terminal true

# of several moves all would be made
printf '(game "Steps" (players 2) (equipment { %s }) (rules %s))\n' "$strip" \
    "$(does '(step (from 1) Orthogonal (to if:(is Empty (to))))') $(when '(is Full)')" >"$WORK/steps.lud"
run 1 moves --dialect ludii-1.3 "$WORK/steps.lud"
err_has 'E1008.*an effect of several moves'
after step 2 "(start (place \"Disc2\" 1)) $(does '(step (from 1) E (to if:(is Empty (to))))') $(when '(is Empty 1)')" 'Add:0=1'
json terminal true
# without a first one that can be made nothing follows
after unmade 2 "$(does '(priority {(remove 1) (remove 2)} (then (addScore P1 1)))') $(when '(= 1 (score P1))')" 'Add:0=1'
json terminal false

# ---- phases

# the first player changes before the second one, who comes behind that phase: to where both were
after changing 2 "phases:{ (phase \"A\" (play (move Add (to (sites Empty)))) (nextPhase)) (phase \"B\" (play (move Pass))) } $(when '(is Full)')" 'Add:0=1'
json moves.P2 '["Add:1=2","Add:2=2","Add:3=2"]'
# who moves once more does not change sides
after again 2 "(meta (swap)) $(does '(if (= 1 (count Moves)) (moveAgain))') $(when '(is Full)')" 'Add:0=1'
json movers.0 P1
json moves.P1.3 ''

# ---- sowing

pits='(mancalaBoard 1 4 store:None { (track "Open" "0,E" loop:False) }) (piece "Seed" Shared)'
equipment=$pits after open 2 '(start (set Count 3 to:(sites Board))) (play (move Select (from (sites {0 2})) (then (sow)))) (end (if (= 0 (count at:0)) (result P1 Win)))' 'Sel:2'
json terminal false
run 0 moves --json --dialect ludii-1.3 --after 'Sel:2; Sel:0' "$WORK/open.lud"
json terminal true

# no more seeds are sown than there are
pits='(mancalaBoard 1 4 store:None { (track "Round" {0 1 2 3} loop:True) }) (piece "Seed" Shared)'
equipment=$pits after many 2 '(start (set Count 3 to:(sites Board))) (play (move Select (from (sites {0})) (then (sow count:7)))) (end (if (and (= 0 (count at:0)) (= 4 (count at:1))) (result P1 Win)))' 'Sel:0'
json terminal true
equipment=$pits after few 2 '(start (set Count 3 to:(sites Board))) (play (move Select (from (sites {0})) (then (sow count:2)))) (end (if (and (= 1 (count at:0)) (= 3 (count at:3))) (result P1 Win)))' 'Sel:0'
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
