# Corners of single ludemes of later Ludii: what they mean where texts leave something out.
. "$(dirname "$0")/lib.sh"
unset LUDENS_DEFINES

strip='(board (rectangle 1 4)) (piece "Disc" Each)'
# after NAME PLAYERS RULES MOVES: the position behind these moves is in $WORK/out, as JSON
after() {
    printf '(game "%s" (players %s) (equipment { %s }) (rules %s))\n' "$1" "$2" "${equipment:-$strip}" "$3" \
        >"$WORK/$1.lud"
    run 0 moves --json --dialect ludii-1.3 --after "$4" "$WORK/$1.lud"
}
# refused NAME PLAYERS RULES REASON
refused() {
    printf '(game "%s" (players %s) (equipment { %s }) (rules %s))\n' "$1" "$2" "${equipment:-$strip}" "$3" \
        >"$WORK/$1.lud"
    run 1 moves --dialect ludii-1.3 "$WORK/$1.lud"
    err_has "E1008.*$4"
}
does() { printf '(play (move Add (to (sites Empty)) (then %s)))' "$1"; } # after a disc was put somewhere
when() { printf '(end (if %s (result P1 Win)))' "$1"; }

# ---- territory

# what touches nobody belongs to everybody, and what is adjacent is around
equipment='(board (square 3)) (piece "Disc" Each)'
after nobody 2 "(play (or (move Add (to (sites Empty))) (move Select (from 0)))) $(when '(and (= 9 (size Territory P1)) (= 9 (size Territory P2)))')" 'Sel:0'
json terminal true
after corner 2 "(start {(place \"Disc1\" {1 3}) (place \"Disc2\" 4)}) (play (move Select (from 1))) $(when '(= 0 (size Territory P1))')" 'Sel:1'
json terminal true
after sides 2 "(start {(place \"Disc1\" {1 3}) (place \"Disc2\" 4)}) (play (move Select (from 1))) $(when '(= 1 (size Territory P1 Orthogonal))')" 'Sel:1'
json terminal true

# ---- groups and loops

# the condition knows where the group begins
after grouped 2 "(start (place \"Disc2\" {1 2 5})) (play (move Select (from 1))) $(when '(and (= 3 (size Group at:1 if:(or (= 1 (to)) (= (what at:(to)) (what at:(from)))))) (= 3 (count Sites in:(sites Group at:1 if:(or (= 1 (to)) (= (what at:(to)) (what at:(from))))))))')" 'Sel:1'
json terminal true
# a loop may be around a piece of its own, and be closed over corners
after loop 2 "(start (place \"Disc1\" {1 3 4 5})) (play (move Add (to (sites Empty)))) $(when '(is Loop)')" 'Add:7=1'
json terminal true
after open 2 "(start (place \"Disc1\" {1 3 4})) (play (move Add (to (sites Empty)))) $(when '(is Loop)')" 'Add:7=1'
json terminal false

# ---- leaps

# a piece that looks nowhere leaps anywhere
equipment='(board (square 3)) (piece "Horse" Each (move Leap {{F F R F} {F F L F}} forward:True (to)))'
after horse 2 '(start (place "Horse1" 0)) (play (forEach Piece)) (end (if (no Moves Next) (result Mover Win)))' ''
json moves.P1 '["Mov:0-7","Mov:0-5"]'

# ---- counts of neighbours

equipment='(board (square 3)) (piece "Disc" Each) (hand Each)'
after last 2 "(play (move Add (to (sites Empty)))) $(when '(and (= 2 (count Orthogonal)) (= -1 (count Adjacent at:(handSite P1))))')" 'Add:0=1'
json terminal true
# of edges all at both ends
after edges 2 "$(does '(set Var (count Adjacent Edge at:0))') $(when '(= 5 (var))')" 'Add:4=1'
json terminal true

# ---- exchanges

# from an empty site nothing comes
equipment=$strip after exchanged 2 "(start (place \"Disc2\" 1)) $(does '(swap Pieces 2 1)') $(when '(and (= 2 (who at:1)) (= 2 (who at:2)))')" 'Add:0=1'
json terminal true
equipment=$strip after both 2 "(start {(place \"Disc2\" 1) (place \"Disc1\" 2)}) $(does '(swap Pieces 2 1)') $(when '(and (= 1 (who at:1)) (= 2 (who at:2)))')" 'Add:0=1'
json terminal true
equipment='(board (square 3) use:Vertex) (piece "Disc" Each)' refused vertices 2 "$(does '(swap Pieces 2 1)') $(when '(is Full)')" 'not on cells'

# ---- values of an unknown range

equipment='(board (rectangle 1 6)) (piece "Disc" Each)'
after ranged 2 "(start (place \"Disc2\" 0)) $(does '(forEach Value min:1 max:(count Sites in:(sites {1 2})) (if (is Occupied (- (value) 1)) (add (piece "Disc2") (to (value)))))') $(when '(and (is Occupied 1) (is Empty 2))')" 'Add:5=1'
json terminal true

# ---- levels

equipment='(board (square 2)) (piece "Disc" Each) (hand Each)'
after level 2 "(start (place Stack items:{\"Disc1\" \"Disc2\"} 1)) $(does '(fromTo (from 1 level:(- (var) 1)) (to 2))') $(when '(and (= 2 (who at:2)) (= 1 (who at:1)))')" 'Add:0=1'
json terminal true
after hand 2 "(start {(place Stack items:{\"Disc1\" \"Disc2\"} 1) (place \"Disc1\" (handSite P1))}) $(does '(set Score P1 (where Level (id "Disc" P1) at:(handSite P1)))') $(when '(= -1 (score P1))')" 'Add:0=1'
json terminal true

# ---- colour classes

# of hexagons that are not made as one: the cell to the north-east of the first one has the second colour
equipment='(board (hex 3 5)) (piece "Disc" Each)'
after coloured 2 "(play (move Add (to (sites Phase 2)))) $(when '(is Full)')" ''
json moves.P1.0 'Add:1=1'
equipment='(board (square 3) use:Edge) (piece "Disc" Each)' refused edges 2 "(play (move Add (to (sites Phase 1)))) $(when '(is Full)')" 'sites Phase'
equipment='(board (square Square 3 pyramidal:True) use:Vertex) (piece "Disc" Each)' refused pyramid 2 "(play (move Add (to (sites Phase 1)))) $(when '(is Full)')" 'sites Phase'

# ---- rings

# without a middle the first ring is around it all the same
equipment='(board (concentric {4 4}) use:Vertex) (piece "Disc" Each)'
after hollow 2 "(play (move Add (to (sites Around 0)))) $(when '(is Full)')" ''
json moves.P1 '["Add:1=1","Add:3=1","Add:4=1"]'
# a polygon of vertices has no cell
equipment='(board (concentric {4}) use:Vertex) (piece "Disc" Each)'
after bare 2 "(play (move Add (to (union (sites Top) (sites Bottom))))) $(when '(= 0 (count Cells))')" 'Add:0=1'
json terminal true

# ---- parts of boards

# a polygon removes vertices, here one of 16, with the four cells around it
equipment='(board (remove (square 3) (poly {{0.5 0.5} {0.5 1.5} {1.5 1.5} {1.5 0.5}}))) (piece "Disc" Each)'
after removed 2 "(play (move Add (to (sites Board)))) $(when '(= 15 (count Vertices))')" ''
json moves.P1 '["Add:0=1","Add:1=1","Add:2=1","Add:3=1","Add:4=1"]'
# edges of no cell stay when others lose theirs
equipment='(board (hole (merge (square 2) (shift 5 0 (square 1))) (poly {{4.5 -0.5} {4.5 1.5} {6.5 1.5} {6.5 -0.5}}))) (piece "Disc" Each)'
after cut 2 "(play (move Add (to (sites Board)))) $(when '(= 12 (count Edges))')" 'Add:0=1'
json terminal true
equipment='(board (hole (add (square 2) edges:{{{2 2} {3 3}}}) (poly {{1.2 1.2} {1.2 1.8} {1.8 1.8} {1.8 1.2}}))) (piece "Disc" Each)'
after dangling 2 "(play (move Add (to (sites Board)))) $(when '(= 11 (count Edges))')" 'Add:0=1'
json terminal true
equipment='(board (concentric Square rings:3 midpoints:False joinCorners:True) use:Vertex) (piece "Disc" Each)'
refused twice 2 "(play (move Add (to (sites Empty)))) $(when '(is Full)')" 'corners that are joined twice'

# ---- votes

# two of three are enough, but only when all have voted, and until the next move
votes='(play (or (move Propose "End") (move Vote {"End" "Go"})))'
equipment=$strip after voted 3 "$votes (end (if (is Decided \"End\") (result All Draw)))" 'Vote:-1"End"; Vote:-1"End"'
json terminal false
run 0 moves --json --dialect ludii-1.3 --after 'Vote:-1"End"; Vote:-1"End"; Vote:-1"Go"' "$WORK/voted.lud"
json terminal true
equipment=$strip after later 3 "$votes (end (if (and (is Decided \"End\") (is Mover P2)) (result All Draw)))" 'Vote:-1"End"; Vote:-1"End"; Vote:-1"Go"; Vote:-1"Go"; Vote:-1"Go"'
json terminal false

# ---- most captures

# are those of one move, whatever may be captured on the way on
hops='(board (rectangle 1 9)) (piece "Disc" Each (move Hop Orthogonal (between if:(is Enemy (who at:(between))) (apply (remove (between)))) (to if:(is Empty (to))) (then (moveAgain))))'
start='(start {(place "Disc1" {0 8}) (place "Disc2" {1 3 7})})'
equipment=$hops after captures 2 "$start (play (max Captures (forEach Piece))) $(when '(no Pieces P2)')" ''
json moves.P1 '["Mov:0-2","Mov:8-6"]'
equipment=$strip refused brings 2 "(play (max Captures (move Add (to (sites Empty)) (then (remove 0))))) $(when '(is Full)')" 'may bring pieces'

# ---- refused by name

equipment=$strip
refused later 2 "$(does '(and (remove 1 at:EndOfTurn) (set NextPlayer (player 2)))') $(when '(is Full)')" 'removal at the end of turns'
refused crowd 2 "(start (place Random {\"Disc1\"} count:5)) $(does '(pass)') $(when '(is Full)')" 'more pieces on random sites'
refused sizes 2 "(play (move Add (to (sites Empty)))) $(when '(= 2 (max (sizes Group if:(is Enemy (who at:(to))))))')" 'groups with a condition'
refused copied 2 "(start (place \"Disc1\" 0)) (play (move (from 0) (to (sites Empty)) count:1 copy:True)) $(when '(is Full)')" 'of a number of pieces'
equipment='(board (square 3) use:Vertex) (piece "Disc" Each) (piece "Dot" Neutral)'
refused shot 2 "(play (move Shoot (piece \"Dot0\") (from 1))) $(when '(is Full)')" 'empty cells of a board'
equipment='(mancalaBoard 1 4 store:None { (track "Round" {0 1 2 3} loop:True) }) (piece "Seed" Shared)'
refused origin 2 '(start (set Count 3 to:(sites Board))) (play (move Select (from (sites {0})) (then (sow numPerHole:2 origin:True)))) (end (if (= 0 (count at:0)) (result P1 Win)))' 'beside `numPerHole:`'
finish
