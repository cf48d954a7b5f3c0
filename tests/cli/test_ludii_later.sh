# Games written for later versions of Ludii (--dialect ludii-1.3).
. "$(dirname "$0")/lib.sh"
unset LUDENS_DEFINES

later() { # later NAME EQUIPMENT RULES
    printf '(game "%s" (players 2) (equipment { %s }) (rules %s))\n' "$1" "$2" "$3" >"$WORK/$1.lud"
}
counts() { # counts NAME "1 2 3"
    set -- "$1" $2
    local name=$1
    shift
    run 0 perft --dialect ludii-1.3 "$WORK/$name.lud" $#
    is "moves of $name" "$(tail -n $# "$WORK/out" | awk '{ gsub(",", "", $2); printf "%s ", $2 }')" "$* "
}
plain='(board (rectangle 1 3)) (piece "Disc" Each)'
drop='(play (move Add (to (sites Empty))))'
full='(end (if (is Full) (result Mover Win)))'

# each of these is none of 1.0.8
later bounds '(board (rectangle 1 3)) (piece "Disc" Each maxState:3 maxCount:2)' "$drop $full"
later nobody "$plain" '(start (place "Disc2" 0)) (play (move Remove (sites Occupied by:All))) (end (if (no Pieces P2) (result P1 Win)))'
later inside "$plain" '(start (place "Disc2" 0)) (play (move Add (to (sites Empty)))) (end (if (no Pieces P2 in:(sites {1 2})) (result P1 Win)))'
later typed "$plain" '(start {(place "Disc1" 0) (place "Disc2" 2)}) (play (move Remove (sites Occupied by:Mover on:Cell))) (end (if (no Pieces Mover) (result Mover Win)))'
later rings '(board (concentric Square rings:3) use:Vertex) (piece "Disc" Each)' "$drop (end (if (is Line 3) (result Mover Win)))"
later corners '(board (concentric Square rings:2 joinCorners:True) use:Vertex) (piece "Disc" Each)' "$drop (end (if (is Line 3) (result Mover Win)))"
later hiding "$plain" "(play (move Add (to (sites Empty)) (then (set Hidden at:(last To) to:Next)))) $full"
later masking "$plain" "(play (move Add (to (sites Empty)) (then (set Hidden What at:(last To) to:Next)))) $full"
later showing "$plain" "(play (move Add (to (sites Empty)) (then (and (set Hidden at:(last To) to:Next) (set Hidden at:(last To) False to:Next))))) $full"
later passing "$plain" '(meta (passEnd NoEnd)) (play (if (> (count Moves) 3) (move Add (to (sites Empty))))) (end (if (is Full) (result Mover Win)))'
later span "$plain" '(start (place "Disc1" {"A1".."C1"})) (play (move Remove (sites Occupied by:P1))) (end (if (no Pieces P1) (result P1 Win)))'
later tops '(board (rectangle 1 3)) (piece "Disc" Each)' '(start (place Stack "Disc1" coord:"A1" count:2)) (play (move (from (sites Occupied by:All)) (to (sites Empty)) stack:True)) (end (if (no Moves Next) (result Mover Win)))'
later trade "$plain" '(play (or (move Add (to (sites Empty))) (move Swap Players P1 P2))) (end (if (is Full) (result Mover Win)))'
later theirs "$plain" '(start (place "Disc2" 0)) (play (if (is Mover P1) (forEach Piece (move Step (to if:(is Empty (to)))) Next) (move Pass)))  (end (if (> (count Moves) 9) (result P1 Win)))'
later beginning "$plain" "(start (set Hidden (sites {0 2}) to:P2)) $drop $full"
later together '(board (rectangle 1 3)) (piece "Disc" Each)' "$drop (end (if (is Full) (result All Win)))"
later around "$plain" "(play (move Add (to (intersection (sites Empty) (sites Around (sites {0 1})))))) $full"
later repeats "$plain" '(play (move Add (to (sites Empty)) (then (while (< (var "N") 3) (set Var "N" (+ 1 (var "N"))))))) (end (if (= (var "N") 3) (result Mover Win)))'
later grouped "$plain" "(play (or (move Add (to (sites Empty))) (forEach Group (move Remove (sites))))) $full"
later jumping "$plain" '(start {(place "Disc1" 0) (place "Disc2" 1)}) (play (forEach Piece (move Hop (to if:(is Empty (to)))))) (end (if (no Moves Next) (result Mover Win)))'
later ending "$plain" '(play (move Add (to (sites Empty) if:(> (to) 0)) (then (add (piece "Disc2") (to 0))))) (end (if (is In 0 (sites LastTo)) (result Mover Win)))'
later passed '(board (rectangle 1 4)) (piece "Disc" Each)' '(start {(place "Disc1" 0) (place "Disc2" 1)}) (play (or (move Add (to (sites Empty))) (forEach Piece (move Hop (to if:(is Empty (to))))))) (end (if (is In 1 (last Between)) (result Mover Win)))'
later slid '(board (rectangle 1 4)) (piece "Disc" Each)' '(start {(place "Disc1" 0) (place "Disc2" 3)}) (play (forEach Piece (move Slide))) (end (if (is In 1 (last Between)) (result Mover Win)))'
later towards '(board (square 3)) (piece "Disc" Each (move Step (difference Orthogonal (directions Cell from:4 to:7)) (to if:(is Empty (to)))))' '(start (place "Disc1" 4)) (play (if (is Mover P1) (forEach Piece) (move Pass))) (end (if (> (count Moves) 20) (result P1 Draw)))'
later slopes '(board (square 3 pyramidal:True) use:Vertex) (piece "Disc" Each)' '(play (move Add (to (intersection (sites Empty) (sites Direction from:0 UNE))))) (end (if (is Line 3 SameLayer) (result Mover Win)))'
later twice "$plain" '(play (move Add (to (sites Empty)) (then (and { (set Var "A" 1) (set Var "B" 2) } (then (remember Value 7)))))) (end (if (= 2 (size Array (values Remembered))) (result Mover Win)))'
later unbound "$plain" '(play (move Add (to (sites Empty)) (then (if (and (= -1 (to)) (= -1 (from))) (set Var "N" 1))))) (end (if (= 1 (var "N")) (result Mover Win)))'
later cells '(board (square 3) use:Vertex) (piece "Disc" Each (move Step (from Cell) (to Cell if:(is Empty Cell (to)))))' '(start (place "Disc1" Cell 0)) (play (if (is Mover P1) (forEach Piece) (move Pass))) (end (if (> (count Moves) 9) (result P1 Draw)))'
later pended "$plain" '(play (move Add (to (sites Empty) (apply if:(is Pending) (addScore Mover 1))) (then (set Pending)))) (end (if (= 1 (score Mover)) (result Mover Win)))'
later ranged "$plain" '(start (place "Disc1" 0)) (play (move Add (to (intersection (sites Empty) (sites Distance from:0 (range 1 (+ 1 (count Moves)))))))) (end (if (is Full) (result Mover Win)))'
later ahead '(board (square 3)) (piece "Disc" P1 N) (piece "Disc" P2 S)' '(start {(place "Disc1" 0) (place "Disc2" 8)}) (play (move Add (piece "Disc1") (to (intersection (sites Empty) (sites Distance (step Forward (to if:True)) from:(if (is Mover P1) 0 8) (min 1)))))) (end (if (is Full) (result Mover Win)))'
later valued "$plain" '(start (place "Disc1" 0 value:(value Random (range 1 3)))) (play (move Add (to (sites Empty)) (then (set Value at:(last To) (value Piece at:0))))) (end (if (= 2 (value Piece at:0)) (result Mover Win)))'
later thrown '(board (rectangle 1 3)) (piece "Disc" Each) (dice d:2 num:1)' '(play (move Add (to (sites Empty)) (then (roll)))) (end {(if (= 2 (count Pips)) (result Mover Win)) (if (is Full) (result Mover Draw))})'
for game in bounds nobody inside typed rings corners hiding masking showing passing \
    span trade beginning repeats; do
    run 1 check --dialect ludii "$WORK/$game.lud"
    run 0 check --dialect ludii-1.3 "$WORK/$game.lud"
    out_has 'ok$'
    run 0 check "$WORK/$game.lud" # which its text says
    run 0 run -n 20 --lockstep --dialect ludii-1.3 "$WORK/$game.lud"
    out_has 'interp and native agree'
done
counts bounds '3 6 6 0'
counts nobody '1 0'
counts inside '2 0'
counts typed '1 0'
counts rings '24 552'
counts corners '16 240'
# turns of passes, and the game goes on
counts passing '1 1 1 1 3 6 6 0'
counts span '3 6 6 0'
counts tops '2 4 8' # both pieces of the stack
counts trade '4 13 34' # seats are changed as often as they like
counts theirs '1 1 2 2'
counts around '1 1 1 0' # the origins are none of them
counts repeats '3 0'
counts grouped '3 6 12'
counts jumping '1 0'
counts ending '2 0'
counts passed '3 3 3'
counts slid '2 1 1 2'
counts towards '3 3 6 6'
counts slopes '2 2'
counts twice '3 0' # behind each of both
counts unbound '3 0'
counts cells '3 3 9'
counts pended '3 6 0' # what was pending before is known to the effect in front of a move
counts ranged '1 1 0'
counts ahead '2 4 4'
counts valued '3 6 4'
counts thrown '3 6 6'
for game in ending passed slid towards twice cells pended ahead valued thrown; do
    run 0 run -n 20 --lockstep --dialect ludii-1.3 "$WORK/$game.lud"
    out_has 'interp and native agree'
done
run 0 moves --dialect ludii-1.3 "$WORK/valued.lud"
out_has 'Place:0=1v3'
run 0 moves --dialect ludii-1.3 "$WORK/thrown.lud" --after 'Add:1=1'
out_has 'Random:2'
run 0 run -n 4 --dialect ludii-1.3 "$WORK/together.lud"
out_has 'P2 +100.00'

# what the other player is told of a piece that is put on site 1
told() { # told NAME TEXT
    input '{"op":"apply","moves":{"P1":"Add:1=1"}}' '{"op":"observe","role":"P2"}'
    run 0 session --dialect ludii-1.3 "$WORK/$1.lud"
    json_line 2 seen.0 "$2"
}
told hiding ''
told masking 'See:1=4'
told showing 'See:1=1'
told beginning 'See:1=1'
later beginning "$plain" "(start (set Hidden (sites {0 1}) to:P2)) $drop $full"
told beginning ''

# what was right before is right still, and what it means in 1.0.8 can be written
run 0 perft --dialect ludii-1.3 "$SOURCE/games/lud/tic-tac-toe.lud" 3
out_has '504'
run 0 translate --to ludii --dialect ludii-1.3 "$WORK/passing.lud"
out_has 'passEnd NoEnd'
run 0 record --dialect ludii-1.3 -n 1 "$WORK/nobody.lud"
cp "$WORK/out" "$WORK/trial.json"
run 0 replay "$WORK/trial.json"

# ---- what follows effects, and what is first among them

square='(board (square 3)) (piece "Disc" Each)'
later side "$square" "(play (move Add (to (sites Side N)))) $full"
run 0 moves --dialect ludii-1.3 "$WORK/side.lud"
out_has 'P1 to move, 3 moves'
out_has 'Add:6=1'
later nothing "$square" '(play (move Add (to (sites Empty)) (then (if (is In (last To) (sites Top)) (remove (last To)) (then (moveAgain))))))
    (end (if (is Full) (result Mover Draw)))'
run 0 moves --dialect ludii-1.3 --after 'Add:0=1' "$WORK/nothing.lud"
out_has 'P2 to move'
run 0 moves --dialect ludii-1.3 --after 'Add:6=1' "$WORK/nothing.lud"
out_has 'P1 to move'
later first "$square" '(start (place "Disc1" {0 1})) (play (move Add (to (sites Empty)) (then (priority
    (surround (from (last To)) Orthogonal (between if:(is Friend (who at:(between))) (apply (addScore Next 1)))
        (to if:(not (is Empty (to)))))
    (surround (from (last To)) Orthogonal (between if:(is Enemy (who at:(between))) (apply (addScore Mover 1)))
        (to if:(not (is Empty (to)))))))))
    (end (if (= 1 (score P2)) (result P2 Win)))'
run 0 moves --dialect ludii-1.3 --json --after 'Add:8=1; Add:3=2' "$WORK/first.lud"
json terminal true

# ---- results of several, and what encloses

later losers "$square" "$drop (end {(forEach Player if:(and (= 1 (count Moves)) (> 3 (id Player))) (result Player Loss))
    (if (= 2 (count Moves)) (result Mover Win))})"
sed -i 's/(players 2)/(players 4)/' "$WORK/losers.lud"
run 0 moves --dialect ludii-1.3 --json --after 'Add:0=1; Add:1=3' "$WORK/losers.lud"
json terminal true
json scores.P1 17
json scores.P2 17
json scores.P3 100
later teams "$square" '(start {(set Team 1 {P1 P4}) (set Team 2 {P2 P5}) (set Team 3 {P3 P6})}) (play (move Add (to (sites Empty))))
    (end {(if (is Occupied 0) (result TeamMover Win)) (if (is Occupied 1) (result Team2 Win))})'
sed -i 's/(players 2)/(players 6)/' "$WORK/teams.lud"
run 0 moves --dialect ludii-1.3 --json --after 'Add:0=1; Add:1=2' "$WORK/teams.lud"
json terminal true
json scores.P4 100
json scores.P5 80
later loop '(board (hex 3)) (piece "Disc" Each)' '(start (place "Disc2" 9)) (play (move Add (to (sites Empty))))
    (end (if (is Loop surround:Next) (result Mover Win)))'
run 0 moves --dialect ludii-1.3 --json \
    --after 'Add:4=1; Add:0=2; Add:5=1; Add:1=2; Add:8=1; Add:2=2; Add:10=1; Add:3=2; Add:13=1; Add:6=2; Add:14=1' "$WORK/loop.lud"
json terminal true
later forgetting "$square" '(start (set RememberValue "Throws" (sites {1 2}))) (play (or
    (forEach Value (values Remembered "Throws") (move (from (sites Occupied by:Mover)) (to 8 (apply (forget Value "Throws" (value))))))
    (move Add (to (sites Empty))))) (end (if (is Full) (result Mover Draw)))'
run 0 moves --dialect ludii-1.3 --after 'Add:0=1; Add:1=2' "$WORK/forgetting.lud"
out_has 'Mov:0-8~1'
out_has 'Mov:0-8~2'

# ---- what is refused

later states "$plain" "(play (move Add (to (sites Empty)) (then (set Hidden State at:(last To) to:Next)))) $full"
run 1 run -n 1 --dialect ludii-1.3 "$WORK/states.lud"
err_has 'E1008.*hiding this part of a piece'
later cells '(board (concentric {1 16})) (piece "Disc" Each)' "$drop $full"
run 1 run -n 1 --dialect ludii-1.3 "$WORK/cells.lud"
err_has 'E1008.*rings of cells'
later unread "$plain" "$drop phases:{(phase \"All\" $drop)} $full"
run 1 run -n 1 --dialect ludii-1.3 "$WORK/unread.lud"
err_has 'E1008.*the argument .play. of .\(rules'
run 1 check --dialect ludii-1.4 "$WORK/typed.lud"
err_has 'there is no library .ludii-1.4'
err_has 'did you mean .ludii-1.3'
run 0 grammar --library ludii-1.3 passEndType
out_has 'NoEnd'
finish
