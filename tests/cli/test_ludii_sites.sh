# Ludii games on vertices, edges and cells at once, and what pieces form there.
. "$(dirname "$0")/lib.sh"

game() { # equipment, play, end; and what comes before play
    printf '(game "G" (players 2) (equipment { %s }) (rules %s (play %s) (end { %s })))\n' "$1" "${4:-}" "$2" "$3" >"$WORK/g.lud"
}
after() { # moves, and what is to be played then
    run 0 moves "$WORK/g.lud" --after "$1"
    out_has "$2"
}

# ---- edges and cells: who draws the last side of a cell has it, and goes on

game '(board (rectangle 1 2))' \
    '(move Add (to Edge (sites Empty Edge)) (then (forEach Site (sites Incident Cell of:Edge at:(last To))
        (if (= 0 (count Sites in:(intersection (sites Incident Edge of:Cell at:(site)) (sites Empty Edge))))
            (claim (to Cell (site)) (then (and (addScore Mover 1) (moveAgain))))))))' \
    '(if (= 2 (count Sites in:(sites Occupied by:All Cell))) (byScore))'
after '' '7 moves'
after 'Add:E0=1; Add:E2=2; Add:E3=1; Add:E5=2' 'P2 to move, 3 moves'
after 'Add:E0=1; Add:E2=2; Add:E3=1; Add:E5=2; Add:E1=2; Add:E4=1; Add:E6=2' 'over'
game '(board (rectangle 1 2))' '(move Add (to Vertex (sites Incident Vertex of:Cell at:0)))' '(if (is Empty Vertex 0) (result Mover Loss))'
after '' 'Add:V4=1'
after '' '4 moves'

# ---- what edges form

edges='(board (graph vertices:{{0 0} {1 0} {1 1} {0 1}} edges:{{0 1} {1 2} {2 3} {3 0} {0 2}}) use:Edge)'
draw='(move Add (to (sites Empty Edge)))'
ends() { # condition, moves, 1 if it is over then, else 0
    game "$edges" "$draw" "(if $1 (result P1 Win))"
    if [ "$3" = 1 ]; then after "$2" 'over'; else after "$2" 'to move'; fi
}
ends '(is Tree P1)' 'Add:0=1' 1
ends '(not (is Tree P1))' 'Add:0=1; Add:2=2; Add:1=1' 0
ends '(not (is Tree P1))' 'Add:0=1; Add:2=2; Add:1=1; Add:3=2; Add:4=1' 1
ends '(is SpanningTree P1)' 'Add:0=1; Add:4=2; Add:1=1' 0
ends '(is SpanningTree P1)' 'Add:0=1; Add:4=2; Add:1=1; Add:3=2; Add:2=1' 1
ends '(not (is CaterpillarTree P1))' 'Add:0=1; Add:4=2; Add:1=1; Add:3=2; Add:2=1' 0
ends '(is RegularGraph P1 k:1)' 'Add:0=1; Add:1=2' 0
ends '(is RegularGraph P1 k:1)' 'Add:0=1; Add:1=2; Add:2=1' 1
ends '(is RegularGraph P1 odd:true)' 'Add:0=1; Add:1=2; Add:2=1' 1
ends '(is Path Edge P1 length:3 closed:true)' 'Add:0=1; Add:2=2; Add:1=1' 0
ends '(is Path Edge P1 length:3 closed:true)' 'Add:0=1; Add:2=2; Add:1=1; Add:3=2; Add:4=1' 1
ends '(is Path Edge P1 length:2)' 'Add:0=1; Add:2=2; Add:1=1' 1
ends '(is Path Edge P1 length:2)' 'Add:0=1; Add:1=2; Add:2=1' 0
ends '(is Path Edge P1 maxLimit:1)' 'Add:0=1' 1
ends '(is LastTo Vertex)' 'Add:0=1' 0
ends '(is LastTo Edge)' 'Add:0=1' 1
game "$edges" "$draw" '(if (is Tree P1) (result P1 Win))' '(start { (set P1 (sites {0 1})) (set Cost 5 Edge at:3) })'
run 0 moves "$WORK/g.lud"
out_has '3 moves'

# ---- crossings and costs

game '(board (graph vertices:{{0 0} {2 0} {2 2} {0 2}} edges:{{0 2} {1 3} {0 1}}) use:Edge)' \
    '(do (move Add (to (sites Empty))) ifAfterwards:(= 0 (count Sites in:(sites Crossing at:(last To) All))))' \
    '(if (and (> (cost Edge in:(sites Occupied by:P1)) 4) (is Crossing 0 1)) (result P1 Win))' '(start (set Cost 5 Edge at:2))'
after 'Add:0=1' '1 move'
after 'Add:0=1' 'Add:2=2'
after 'Add:2=1' 'over'

# ---- loops, patterns, layers

game '(board (square 4)) (piece "Disc" Each)' '(move Add (to (sites Empty)))' '(if (is Loop Orthogonal) (result Mover Win))' \
    '(start (place "Disc1" (sites {0 1 2 4 8 9})))'
after 'Add:15=1; Add:14=2; Add:10=1' 'to move'
after 'Add:15=1; Add:14=2; Add:10=1; Add:13=2; Add:6=1' 'over'
sed 's/(is Loop Orthogonal)/(is Loop surround:P2 Orthogonal)/' "$WORK/g.lud" >"$WORK/s.lud" && mv "$WORK/s.lud" "$WORK/g.lud"
after 'Add:15=1; Add:14=2; Add:10=1; Add:13=2; Add:6=1' 'to move'
after 'Add:15=1; Add:5=2; Add:10=1; Add:13=2; Add:6=1' 'over'
game '(board (square 3)) (piece "Disc" Each)' '(move Add (to (sites Empty)))' '(if (is Pattern {F R F R F}) (result Mover Win))'
after 'Add:0=1; Add:8=2; Add:1=1; Add:7=2; Add:4=1' 'to move'
after 'Add:0=1; Add:8=2; Add:1=1; Add:7=2; Add:4=1; Add:6=2; Add:3=1' 'over'
game '(board (square 2 pyramidal:true) use:Vertex) (piece "Ball" Each)' '(move Add (to (sites Empty) if:(is Flat)))' \
    '(if (= 1 (layer of:(last To))) (result Mover Win))'
after '' '4 moves'
after 'Add:0=1; Add:1=2; Add:3=1; Add:4=2' '1 move'
after 'Add:0=1; Add:1=2; Add:3=1; Add:4=2; Add:2=1' 'over'

# ---- pieces of several cells

game '(board (rectangle 2 3)) (tile "Bar" Each {F} numSides:4)' '(move Add (piece (mover)) (to (sites Empty)))' '(if (no Moves Next) (result Mover Win))'
after '' '14 moves'
after 'Add:0=1s1' 'Add:4=2s1$'
after 'Add:0=1s1; Add:2=2' '2 moves'
after 'Add:0=1s1; Add:2=2; Add:4=1s3' 'over'

# ---- tracks with jumps

game '(surakartaBoard (square 4)) (piece "Ball" Each (move Slide "AllTracks"
        (between if:(or (= (between) (from)) (is Empty (between)))) (to if:(is Enemy (who at:(to))) (apply if:false))))' \
    '(forEach Piece)' '(if (= 0 (count Pieces Next)) (result Mover Win))' '(start { (place "Ball1" (sites {5})) (place "Ball2" (sites {10})) })'
after '' 'Mov:5-10'
after 'Mov:5-10' 'over'

# ---- bets

game '(board (square 2))' '(move Bet Mover (range 0 2) (then (set Pot (+ (pot) (amount Mover)))))' '(if (> (pot) 2) (result Mover Win))'
after '' '3 moves'
after '' 'Bet:-1\*2\$1'
after 'Bet:-1*2$1; Bet:-1$2' 'over'
after 'Bet:-1*2$1; Bet:-1$2~0' 'to move'

# ---- puzzles

printf '(game "P" (players 1) (equipment { (board (square 2) (values Cell (range 1 2))) (regions { Columns Rows }) })
    (rules (start (set { {0 1} })) (play (satisfy (all Different))) (end (if (is Solved) (result P1 Win)))))\n' >"$WORK/g.lud"
after '' '10 moves'
out_has 'Set:3=1'
out_has 'Toggle:3=0~2'
out_lacks 'Set:1=1'
out_lacks 'Set:0'
after 'Set:3=1; Set:1=2' 'to move'
after 'Set:3=1; Set:1=2; Set:2=2' 'over'
after 'Set:3=1; Toggle:3=0~2; Toggle:3=0~1' 'to move'
out_lacks 'Set:1=2'
sed 's/(all Different)/{ (is Sum 3) (is Unique) }/' "$WORK/g.lud" >"$WORK/s.lud" && mv "$WORK/s.lud" "$WORK/g.lud"
after 'Set:1=2; Set:2=2' 'Set:3=1'
out_lacks 'Set:3=2'

# ---- what is not played

refused() {
    game "$1" "$2" "$3"
    run 1 moves "$WORK/g.lud"
    err_has "$4"
}
refused "$edges" "$draw" '(if (is Path Cell P1 length:2) (result P1 Win))' 'E1008.*`is Path` cannot be played yet'
refused '(surakartaBoard (tri Hexagon 2))' '(move Pass)' '(if (no Moves Next) (result Mover Loss))' 'E1008.*loops on a board of this shape'

# ---- pieces that turn

cat >"$WORK/turn.lud" <<'END'
(game "Turn" (players 2)
    (equipment { (board (square 3)) (piece "Dart" Each N (or
        (move Set Direction)
        (move Step (directions {Forward FR}) (to if:(not (is Friend (who at:(to)))) (apply (remove (to))))))) })
    (rules
        (start { (place "Dart1" 1) (place "Dart2" 7 rotation:4) })
        (play (forEach Piece))
        (end (if (no Moves Next) (result Mover Win)))))
END
run 0 moves "$WORK/turn.lud"
out_has 'P1 to move, 4 moves'
out_has 'SetRotation:1r7$'
out_has 'SetRotation:1r1$'
out_has 'Mov:1-4$'
out_has 'Mov:1-5$'
run 0 moves "$WORK/turn.lud" --after 'SetRotation:1r1' # seen from the north the other one looks south, and southwest is to its right
out_has 'Mov:7-4$'
out_has 'Mov:7-3$'
run 0 moves "$WORK/turn.lud" --after 'SetRotation:1r1; SetRotation:7r3'
out_has 'P1 to move, 4 moves'
out_has 'Mov:1-5$'
out_has 'Mov:1-2$'
run 0 moves "$WORK/turn.lud" --after 'SetRotation:1r1; SetRotation:7r3; Mov:1-5; SetRotation:7r4; SetRotation:5r0' # it is still turned where it goes
out_has 'SetRotation:7r5$'
printf '{"op":"state"}\n' | "$LUDENS" session "$WORK/turn.lud" >"$WORK/out"
json state.C7 2r4
run 0 run -n 50 --max-plies 60 --lockstep "$WORK/turn.lud"
sed 's/(move Set Direction)/(move Set Direction {2 4})/' "$WORK/turn.lud" >"$WORK/given.lud"
run 0 moves "$WORK/given.lud"
out_has 'SetRotation:1r2$'
out_has 'SetRotation:1r4$'
sed 's/(move Set Direction)/(move Set Direction previous:False)/' "$WORK/turn.lud" >"$WORK/given.lud"
run 0 moves "$WORK/given.lud"
out_lacks 'r7'
sed 's/{Forward FR}/{Rightward} bySite:True/' "$WORK/turn.lud" >"$WORK/site.lud"
run 0 moves "$WORK/site.lud"
out_has 'Mov:1-2$'

# ---- a number for all pairs of sites

cat >"$WORK/pairs.lud" <<'END'
(game "Pairs" (players 2) (equipment { (board (square 4)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty))))
        (end (if (<= 5 (+ (results from:(sites Occupied by:Mover) to:(sites Occupied by:Next) (count Steps (from) (to))))) (result Mover Win)))))
END
run 0 moves "$WORK/pairs.lud" --after 'Add:0=1; Add:5=2; Add:10=1' # one step and one step
out_has 'P2 to move'
run 0 moves "$WORK/pairs.lud" --after 'Add:0=1; Add:15=2; Add:3=1' # three and three
out_has 'The game is over'
# ---- for each number

cat >"$WORK/values.lud" <<'END'
(game "Values" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules
        (play (forEach Value min:2 max:(+ 3 (count Pieces All)) (move Add (to (intersection (sites Empty) (sites {(value)}))))))
        (end (if (no Moves Next) (result Mover Win)))))
END
run 0 moves "$WORK/values.lud" --after 'Add:2=1'
out_has '^P2 to move, 2 moves'
out_has 'Add:4=2$'
run 0 run -n 20 --lockstep "$WORK/values.lud"
sed 's/(forEach Value.*/(move Add (to (sites Empty)) (then (forEach Value min:0 max:2 (if (is Empty (value)) (add (to (value))))))))/' "$WORK/values.lud" >"$WORK/effects.lud"
run 0 moves "$WORK/effects.lud" --after 'Add:4=1'
out_has '^P2 to move, 5 moves'
run 0 run -n 20 --lockstep "$WORK/effects.lud"

# ---- defines within options count for the whole game

cat >"$WORK/within.lud" <<'END'
(define "Place" (move Add (to ("Where"))))
(game "Within" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play <Play:play>) (end (if (no Moves Next) (result Mover Win)))))
(option "Play" <Play> args:{ <play> } {
    (item "Anywhere" <(define "Where" (sites Empty)) ("Place")> "On any cell.")*
    (item "Edge" <(define "Where" (intersection (sites Empty) (sites Outer))) ("Place")> "On the edge.")
})
END
run 0 moves "$WORK/within.lud"
out_has ', 9 moves'
run 0 moves --option Play/Edge "$WORK/within.lud"
out_has ', 8 moves'

# ---- code that several places share knows nothing of where one of them asks: whether a piece can move is asked of all
# ---- sites at once, with conditions that are asked again where it is moved; threats, of sites known and not

cat >"$WORK/shared.lud" <<'END'
(game "Shared" (players 2) (equipment { (board (square 4))
        (piece "Disc" Each (move Step Orthogonal (to if:(and (is Empty (to))
            (can Move (add (to (difference (sites Around (to) Orthogonal) (union (sites Occupied by:All) (sites {3}))))))))))
    })
    (rules (start { (place "Disc1" {0}) (place "Disc2" {2 5 7}) })
        (play (if (can Move (forEach Piece)) (forEach Piece) (move Pass)))
        (end (if (is Line 4) (result Mover Win)))))
END
run 0 moves "$WORK/shared.lud"
out_has '^P1 to move, 1 move'
out_has 'Mov:0-4$'
cat >"$WORK/threats.lud" <<'END'
(game "Threats" (players 2) (equipment { (board (square 3)) (piece "Disc" P1)
        (piece "Rook" P2 (move Slide Orthogonal (to if:(is Enemy (who at:(to)))))) })
    (rules (start { (place "Disc1" 8) (place "Rook2" 0) })
        (play (if (is Mover P1)
            (move Add (to (sites Around 4 if:(is Threatened (id "Disc" P1) at:(to) (forEach Piece)))))
            (forEach Piece)))
        (end (if (is Line 3) (result Mover Win)))))
END
run 0 moves "$WORK/threats.lud"
out_has '^P1 to move, 4 moves'
out_has 'Add:6=1$'

# ---- moves that are the same for several sites or numbers are one

for each in 'Site (sites {1 2})' 'Value min:1 max:3' 'Value min:1 max:2 (forEach Site (sites {1 2})'; do
    case $each in *'(forEach'*) close=')' ;; *) close= ;; esac
    cat >"$WORK/each.lud" <<END
(game "Each" (players 2) (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (forEach $each (move Add (to (sites Empty)) (then (addScore Mover 1))))$close) (end (if (is Line 3) (result Mover Win)))))
END
    run 0 moves "$WORK/each.lud"
    out_has '^P1 to move, 9 moves'
    run 0 run -n 10 --lockstep "$WORK/each.lud"
done
# ---- the same move for several numbers, of which what follows speaks: a mark tells which

disc='(board (square 3)) (piece "Disc" Each (move Step Orthogonal (to if:(is Empty (to)))))'
game "$disc" '(forEach Value min:1 max:2 (move Add (to (sites {4})) (then (if (= (value) 1) (moveAgain)))))' '(if (is Line 3) (result Mover Win))'
after '' 'Add:4=1~1$'
after 'Add:4=1~1' 'P1 to move'
after 'Add:4=1~2' 'P2 to move'

# ---- who is next as a decision; effects for each player and direction

game "$disc" '(or (move Add (to (sites Empty))) (move Set NextPlayer (player (mover))))' '(if (is Line 3) (result Mover Win))'
after '' 'SetNextPlayer:-1$'
after 'SetNextPlayer:-1' '^P1 to move, 10 moves'
game "$disc" '(move Add (to (sites Empty)) (then (forEach Player (addScore Player (id "Disc" Player)))))' '(if (= 3 (+ (score P1) (score P2))) (byScore))'
after 'Add:0=1' 'over'
out_has 'P2'
game "$disc" '(move Add (to (sites {4})) (then (forEach Direction (from (last To)) Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))' \
    '(if (= 2 (count Pieces P2)) (result Mover Win))' '(start (place "Disc2" (sites {0 1 2 3 5})))'
after 'Add:4=1' 'over'
game "$disc" '(move Add (to (sites {0})) (then (forEach Direction (from (last To)) Orthogonal (between (max 2) if:True) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))))' \
    '(if (= 2 (count Pieces P2)) (result Mover Win))' '(start (place "Disc2" (sites {1 2 5 6 8})))'
after 'Add:0=1' 'over'

# ---- corners of a cell, ends of an edge; groups of anybody; slides so far along a track

game '(board (square 2))' '(move Add (to Vertex (sites Cell 3)))' '(if (is Full) (result Mover Win))'
after '' '4 moves'
after '' 'Add:V8=1'
game '(board (square 2))' '(move Add (to Vertex (sites Edge 0)))' '(if (is Full) (result Mover Win))'
after '' '2 moves'
game "$disc" '(move Add (to (sites Empty)))' '(if (= 2 (count Groups Orthogonal All)) (result Mover Win))'
after 'Add:0=1; Add:1=2' 'to move'
after 'Add:0=1; Add:1=2; Add:8=1' 'over'
game '(board (square 3) (track "T" {0 1 2 5 8 7 6 3} loop:True)) (piece "Disc" Each (move Slide "T" (between (exact 3) if:(is Empty (between)))))' \
    '(forEach Piece)' '(if (is In 5 (sites Occupied by:Mover)) (result Mover Win))' '(start {(place "Disc1" (sites {0})) (place "Disc2" (sites {6}))})'
after '' '^P1 to move, 1 move'
after 'Mov:0-5' 'over'

# ---- of captures that are followed by a placement, the one with most; the placement takes nothing away

game '(board (square 3)) (piece "Disc" Each (move Step Orthogonal (to if:(is Empty (to)))
        (then (and (forEach Site (sites Around (last To) Orthogonal) (if (is Enemy (who at:(site))) (remove (site)))) (moveAgain)))))' \
    '(if (is Prev Mover) (move Add (to (sites Empty)) (then (set NextPlayer (player (next))))) (max Captures (forEach Piece)))' \
    '(if (= 0 (count Pieces Next)) (result Mover Win))' '(start { (place "Disc1" (sites {4})) (place "Disc2" (sites {0 2 6})) })'
after '' '^P1 to move, 2 moves'
after '' 'Mov:4-1$'
after '' 'Mov:4-3$'
after 'Mov:4-1' '^P1 to move, 7 moves'
run 0 run -n 5 --lockstep --max-plies 60 "$WORK/g.lud"

# ---- pieces of a kind by its number

game "$disc" '(move Remove (sites Occupied by:All component:(id "Disc" P2)))' '(if (= 0 (count Pieces P2)) (result Mover Win))' \
    '(start { (place "Disc2" (sites {0 4})) (place "Disc1" (sites {1})) })'
after '' '^P1 to move, 2 moves'
after '' 'Rem:4$'

# ---- what is put on an occupied site at the beginning does not replace what stands there

game "$disc" '(move Add (to (sites Empty)))' '(if (is Line 3 P2) (result P2 Win))' '(start { (place "Disc2" 0) (place "Disc1" (sites Bottom)) })'
run 0 moves "$WORK/g.lud" --after 'Add:4=1; Add:3=2; Add:5=1; Add:6=2'
out_has 'over'

# ---- sums of a puzzle look at no diagonals and at no lists of regions; what else does is not known

printf '(game "G" (players 1) (equipment { (board (square 3) (values Cell (range 1 9))) (regions Rows) (regions Diagonals) (regions {(sites {1 3}) (sites {5 7})}) })
    (rules (play (satisfy (is Sum 15))) (end (if (is Solved) (result P1 Win)))))\n' >"$WORK/g.lud"
run 0 moves "$WORK/g.lud" --after 'Set:0=1; Set:1=9; Set:4=1; Set:5=9; Set:7=9'
out_has 'Set:3=5$'
out_lacks 'Set:3=6$'
out_has 'Set:8=1$'
sed 's/(is Sum 15)/(all Different)/' "$WORK/g.lud" >"$WORK/d.lud"
run 1 moves "$WORK/d.lud"
err_has 'E1008.*diagonals or lists of regions of a puzzle'
finish
