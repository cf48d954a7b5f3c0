# Ludii: numbers, regions and conditions in corners that few games come to.
. "$(dirname "$0")/lib.sh"
unset LUDENS_DEFINES

game() { # equipment, play, end; and what comes before play
    printf '(game "G" (players 2) (equipment { %s }) (rules %s (play %s) (end { %s })))\n' "$1" "${4:-}" "$2" "$3" >"$WORK/g.lud"
}
sites() { # region, its sites, as "0 1 2"; after some moves
    game "$equipment" "(move Select (from $1))" '(if (= 99 (count Moves)) (result P1 Win))' "$start"
    run 0 moves --dialect ludii-1.3 "$WORK/g.lud" --after "${3:-}"
    is "$1" "$(grep -o 'Sel:[CVE]*[0-9]*' "$WORK/out" | tr -d 'A-Za-z:' | sort -un | tr "\n" " ")" "${2:+$2 }"
}
number() { # number, its value
    game "$equipment" '(move Add (to (sites Empty)))' "(if (= $1 $2) (result P1 Win)) (if (= 99 (count Moves)) (result P2 Win))" "$start"
    run 0 moves --dialect ludii-1.3 --json "$WORK/g.lud" --after "${3:-Add:8=1}"
    json terminal true
}

square='(board (square 3)) (piece "Disc" Each) (piece "Dot" Neutral) (piece "Pawn" Shared)'
equipment=$square
start='(start { (place "Disc1" 0) (place "Disc2" 1) (place "Dot0" 3) (place "Pawn" 5) })'

# ---- whose pieces: nobody's belong to all, too, but to no enemy; shared ones are nobody else's

sites '(sites Occupied by:All)' '0 1 3 5'
sites '(sites Occupied by:NonMover)' '1 3'
sites '(sites Occupied by:Enemy)' '1'
sites '(sites Occupied by:Shared)' '5'
sites '(sites Occupied by:Neutral)' '3'
sites '(sites Occupied by:All component:"Dot")' '3'
sites '(sites Occupied by:P1 component:"Disc")' '0'
number '(count Pieces Shared)' 1
number '(count Pieces All)' 5
number '(count Pieces NonMover)' 2 'Add:8=1'

# ---- regions: a player's by a part of the name, sides by where a player looks, the first hand; the origin whatever is asked

placed=$start start=''
equipment="(board (square 3)) (piece \"Disc\" Each) (piece \"DiscKing\" P1) (regions \"Home\" P1 {0}) (regions \"NearHome\" P1 {1 2}) (regions \"Home\" {7})"
sites '(sites P1 "Home")' '0 1 2'
sites '(sites P1)' '0 1 2'
sites '(sites "Home")' '0 7'
start=$placed
equipment="$square (hand P1 size:2) (hand P1)"
sites '(sites Hand P1)' '9 10'
equipment=$square
sites '(sites Around 0 if:(is Empty (to)) includeSelf:True)' '0 4'
sites '(sites Around 0 Enemy includeSelf:True)' '0 1'
sites '(sites Around (sites {0 8}) if:(is Occupied (to)) includeSelf:True)' '0 1 3 5 8'
game "$square" '(move Select (from (sites Side Mover)))' '(if (= 9 (count Moves)) (result P1 Win))'
sed -i 's/(players 2)/(players {(player N) (player E)})/' "$WORK/g.lud"
run 0 moves --dialect ludii-1.3 "$WORK/g.lud"
out_has 'Sel:8'
out_has '3 moves'
run 0 moves --dialect ludii-1.3 "$WORK/g.lud" --after 'Sel:8'
out_has 'Sel:2'

# ---- tracks: by the whole name or a part of it and the owner; from nowhere is from the beginning

tracks='(track "Way" {0 1 2} P2) (track "Way1" {6 7 8} loop:True P1) (track "All" {3 4 5})'
equipment="(board (square 3) { $tracks }) (piece \"Disc\" Each)"
placed=$start start=''
sites '(sites Track "Way")' '0 1 2'
sites '(sites Track P1 "Way")' '0 1 2'
sites '(sites Track P1 "Wa")' '6 7 8'
sites '(sites Track P1)' '6 7 8'
sites '(sites Track "All" from:-1 to:4)' '3 4'
sites '(sites Track "Wa" to:1)' ''
start='(start (place "Disc1" 0))'
number '(trackSite Move from:6 steps:1)' 7
number '(trackSite Move from:3 P1 steps:1)' 7
number '(trackSite Move from:3 "All" steps:1)' 4
number '(trackSite EndSite P2 "Way")' 2
number '(trackSite EndSite "All")' 5
number '(ahead 4)' 4
number '(ahead 0)' 3
number '(ahead 4 N)' 7
number '(if (is Line 3 through:4) 1 0)' 1 # of empty sites
number '(if (is Line 3 through:0) 1 0)' 0
number '(regionSite (sites Direction from:8 S) index:0)' 2
start=$placed

# ---- numbers: kinds by a part of their name, maps in which nothing is off the board

equipment='(board (square 3)) (piece "DiscKing" P1) (piece "Disc" Each) (map "M" {(pair 3 Off) (pair 4 7)})'
start=''
number '(id "Disc" P1)' 1
number '(id "Disc" P2)' 3
number '(mapEntry "M" 3)' 3
number '(mapEntry "M" 4)' 7

# ---- of several kings only the first is asked about; sideways is a right angle or nothing

rook='(piece "Rook" P2 (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to))))))'
game "(board (square 3)) (piece \"King\" P1) $rook" '(if (is Mover P1) (move Add (piece (id "King" P1)) (to (sites Empty))) (forEach Piece))' \
    '(if (is Threatened (id "King" P1)) (result P2 Win)) (if (= 99 (count Moves)) (result P1 Win))' '(start (place "Rook2" 8))'
run 0 moves --dialect ludii-1.3 --json "$WORK/g.lud" --after 'Add:0=1; Mov:8-7; Add:1=1' # column of the second
json terminal false
run 0 moves --dialect ludii-1.3 --json "$WORK/g.lud" --after 'Add:2=1'
json terminal true
game '(board (hex 2)) (piece "Disc" Each (move Step (directions {Rightward Leftward Forward}) (to if:(is Empty (to)))))' '(forEach Piece)' \
    '(if (= 99 (count Moves)) (result P1 Win))' '(start { (place "Disc1" 3) (place "Disc2" 0) })'
run 0 moves --dialect ludii-1.3 "$WORK/g.lud"
out_has '2 moves'
out_has 'Mov:3-2'
out_has 'Mov:3-4'

# ---- all that a player's regions say has to be connected

game '(board (square 3)) (piece "Disc" Each) (regions P1 (sites Left)) (regions P1 {2 5 8})' '(move Add (to (sites Empty)))' \
    '(if (is Connected P1) (result P1 Win)) (if (= 99 (count Moves)) (result P2 Win))'
run 0 moves --dialect ludii-1.3 --json "$WORK/g.lud" --after 'Add:0=1; Add:8=2; Add:1=1; Add:7=2'
json terminal false
run 0 moves --dialect ludii-1.3 --json "$WORK/g.lud" --after 'Add:0=1; Add:8=2; Add:1=1; Add:7=2; Add:5=1'
json terminal true

# ---- no way is no distance, of what lies between two sites the ends may be part, random sites are empty, and the centre comes first

equipment="$square"
start=$placed
number '(count Steps Diagonal 0 1)' 0
number '(count Steps Diagonal 0 (sites {1 8}))' 0
number '(count Steps Orthogonal 0 8)' 4
equipment='(board (rectangle 1 5)) (piece "Disc" Each)'
start='(start (place "Disc1" 0))'
sites '(sites Distance from:0 (range 4))' '4'
sites '(sites Distance from:4 (range 1 4))' '2 3' # numbers that fall with the distance
equipment=$square
start=$placed
sites '(sites Between from:0 to:2)' '1'
sites '(sites Between from:0 fromIncluded:True to:5 toIncluded:True)' '0 5'
sites '(sites Between from:0 fromIncluded:True to:2 cond:(is Empty (between)))' '0'
sites '(sites Between from:0 fromIncluded:True to:-1 toIncluded:True)' ''
sites '(sites Playable)' '4'
start=
equipment='(board (square 3)) (piece "Disc" Each)'
game "$equipment" '(move Add (to (sites Playable)))' '(if (= 99 (count Moves)) (result P1 Win))'
run 0 moves --dialect ludii-1.3 "$WORK/g.lud"
out_has 'Add:4=1'
out_has '1 move'
run 0 moves --dialect ludii-1.3 "$WORK/g.lud" --after 'Add:4=1'
out_has '8 moves'
game '(boardless Square) (tile "Square" Each numSides:4)' '(move Add (piece "Square1") (to (sites Playable)))' '(if (= 99 (count Moves)) (result P1 Win))'
run 0 moves --dialect ludii-1.3 "$WORK/g.lud"
out_has '1 move'

# ---- no row has a number below 0 or above the last

equipment=$square
start=$placed
number '(count Sites in:(sites Row (- (row of:(last To)) 3)))' 0 'Add:8=1'
number '(count Sites in:(sites Row (- (row of:(last To)) 1)))' 3 'Add:8=1'
number '(count Sites in:(sites Column (+ (last To) 92)))' 0 'Add:8=1'
start=

# ---- what is said to be shared is the first hand there is

equipment="$square (hand Each size:2) (hand Shared size:3)"
sites '(sites Hand Shared)' '9 10'
sites '(sites Hand P2)' '11 12'
equipment="$square (hand Shared size:3)"
sites '(sites Hand Shared)' '9 10 11'
sites '(sites Hand P2)' ''

# ---- dice: like numbers on other faces are not equal; those of a player are refused

dice='(board (square 3)) (piece "Disc" Each) (dice facesByDie:{{1 2} {3 1}} num:2)'
game "$dice" '(do (roll) next:(if (all DiceEqual) (move Pass) (move Add (to (sites Empty)))))' '(if (= 99 (count Moves)) (result P1 Win))'
run 0 moves --dialect ludii-1.3 "$WORK/g.lud" --after 'Roll:1,3'
out_has 'Pass'
run 0 moves --dialect ludii-1.3 "$WORK/g.lud" --after 'Roll:1,1'
out_has 'Add:4=1'
game '(board (square 3)) (piece "Disc" Each) (dice P1 num:2)' '(move Pass)' '(if (= 99 (count Moves)) (result P1 Win))'
run 1 moves --dialect ludii-1.3 "$WORK/g.lud"
err_has 'dice of a player cannot be played yet'
finish
