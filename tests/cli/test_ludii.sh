# The class grammar: expansion, options, rulesets, defines; limits of the reader.
. "$(dirname "$0")/lib.sh"
unset LUDENS_DEFINES

# ---- expansion

cat >"$WORK/options.lud" <<'END'
(define "Line" (is Line <Size:line>)) // a comment
(define "Wins" (if #1 (result #2 <Result>)))
(game "Line" // "Line" is a name here
    (players 2)
    (equipment { (board (<Size:shape> <Size:board>)) (piece "Disc" P<Size:owner>) (regions {3..5 12..10}) })
    (rules (play (move Add (to (sites Empty)))) (end ("Wins" "Line" Mover))))
(option "Size" <Size> args:{ <shape> <board> <line> <owner> } {
    (item "3x3" <square> <3> <3> <1> "small")
    (item "4x4" <square> <4> <3> <2> "large")**
    (item "5x5" <hex> <(* 5 1)> <4> <2> "larger")* })
(option "Result" <Result> args:{ <r> } { (item "Normal" <Win> "") (item "Misere" <Loss> "") })
(rulesets { (ruleset "Ruleset/Small" { "Size/3x3" "Result/Misere" })* })
(metadata (info { (author "nobody") }))
END
run 0 expand "$WORK/options.lud"
cat >"$WORK/expected" <<'END'
(game "Line"
 (players 2)
 (equipment
  {
   (board (square 4))
   (piece "Disc" P2)
   (regions {3 4 5 12 11 10})
  }
 )
 (rules
  (play (move Add (to (sites Empty))))
  (end (if (is Line 3) (result Mover Win)))
 )
)
END
is 'expanded text' "$(cat "$WORK/out")" "$(cat "$WORK/expected")"
run 0 expand --option Size/5x5 --option Result/Misere "$WORK/options.lud"
out_has 'hex \(\* 5 1\)'
out_has 'is Line 4\) \(result Mover Loss'
run 0 expand --ruleset Small "$WORK/options.lud"
out_has 'square 3'
out_has 'Mover Loss'
run 0 expand --ruleset Ruleset/Small --option Result/Normal "$WORK/options.lud"
out_has 'square 3'
out_has 'Mover Win'
run 1 expand --option Size/4x5 "$WORK/options.lud"
err_has 'E1004.*no option .Size/4x5'
err_has 'did you mean .Size/4x4'
run 1 expand --option Nothing "$WORK/options.lud"
err_has 'it has "Size/3x3", "Size/4x4"'
run 1 expand --ruleset Ruleset/Smal "$WORK/options.lud"
err_has 'did you mean .Ruleset/Small'

# trials say which options they were played with, and are replayed with them
cat >"$WORK/sizes.lud" <<'END'
(game "Sizes" (players 2) (equipment { (board (square <Size:board>)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(option "Size" <Size> args:{ <board> } { (item "3x3" <3> "small")** (item "5x5" <5> "large") })
END
run 0 record -n 3 --seed 4 --option Size/5x5 "$WORK/sizes.lud"
cp "$WORK/out" "$WORK/trials"
json_line 1 options Size/5x5
run 0 replay "$WORK/trials"
sed 's/"options": "[^"]*"/"options": "Size\/3x3"/' "$WORK/trials" >"$WORK/other"
run 1 replay "$WORK/other"
input '{"op":"load","name":"sizes.lud","text":"'"$(sed 's/"/\\"/g' "$WORK/sizes.lud" | tr '\n' ' ')"'","options":"Size/5x5"}' '{"op":"look"}' '{"op":"trial"}'
run 0 session
json_line 1 scores '[0.0,100.0]'
json_line 2 contents.0.# 25
json_line 3 trial.options Size/5x5

# a define of a folder comes before one of ours, one of the file before both
mkdir -p "$WORK/defs/deep"
echo '(define "KnightWalk" {{F L F F}})' >"$WORK/defs/deep/KnightWalk.def"
input '(game "G" "KnightWalk" ("Own" 1))' '(define "Own" (own #1 #2 at:#3))'
run 0 expand --lang ludii -
out_has '\{ \{ F F R F \} \{ F F L F \} \}'
out_has '\(own 1\)'
input '(game "G" "KnightWalk")'
run 1 expand --lang ludii --defines "$WORK/none:$WORK/defs" -
err_has 'E0001.*none'
input '(game "G" "KnightWalk")'
run 0 expand --lang ludii --defines "$WORK/defs" -
out_has '\{ F L F F \}'
input '(game "G" "KnightWalk")'
LUDENS_DEFINES=$WORK/defs run 0 expand --lang ludii -
out_has '\{ F L F F \}'
input '(define "KnightWalk" mine)' '(game "G" "KnightWalk")'
LUDENS_DEFINES=$WORK/defs run 0 expand --lang ludii -
out_has 'mine'
# parameters that are not given keep their place
input '(game "G" ("HopSequenceCapture" ~ after:2 at:EndOfTurn))'
run 0 expand --lang ludii -
out_has '\(between$'
out_has 'after:2'

# ---- errors

wrong() {
    local code=$1 pattern=$2
    shift 2
    input "$@"
    run "$code" expand --lang ludii -
    err_has "$pattern"
}
wrong 1 'E1001.*1:1: .*never closed|1:1: error.E1001.*never closed' '(game "G" (players 2)'
wrong 1 'E1001.*. cannot close .\{' '(game "G" {1 2)'
wrong 1 'nothing is open here' '(game "G"))'
wrong 1 'E1002.*there is no define "NotThere"' '(game "G" ("NotThere" 1))'
wrong 1 'did you mean "KnightWalk"' '(game "G" ("KnightWlak" 1))'
wrong 1 'did you mean .<Size:line>' '(game "G" <Size:lin>)' '(option "Size" <Size> args:{<line>} {(item "a" <1> "")})'
wrong 3 'E0004.*used inside of itself' '(define "A" (x ("A")))' '(game "G" ("A"))'
wrong 3 'E0004.*used inside of itself' '(define "A" (#1 #1))' '(game "G" ("A" "A"))'
wrong 3 'E0004' '(define "A" ("B" "B"))' '(define "B" ("A" "A"))' '(game "G" ("A"))'
wrong 3 'E0004.*contains itself' '(game "G" <O>)' '(option "O" <O> args:{<a>} {(item "a" <(x <O>)> "")})'
wrong 3 'E0004.*range' '(game "G" {1..999999999})'
wrong 1 'a second game' '(game "G")' '(game "H")'
wrong 1 'E0003' '(define "A" 1)'
wrong 1 'did you mean .game' '(gmae "G")'
wrong 1 'E0102.*nothing follows .at:' '(game "G" (x at:))'
wrong 1 'never closed' '(game "G'
wrong 1 'E0103.*nested' "(game $(printf '%*s' 10000 '' | tr ' ' '(')$(printf '%*s' 10000 '' | tr ' ' ')'))"
# a doubling in each define: 2^40 tokens
{
    echo '(define "D0" (x x))'
    for i in $(seq 1 40); do echo "(define \"D$i\" (x \"D$((i - 1))\" \"D$((i - 1))\"))"; done
    echo '(game "G" "D40")'
} >"$WORK/in"
run 3 expand --lang ludii -
err_has 'E0004.*tokens'
# five megabytes
{ echo '(game "G" {'; yes '(x {1 2 3} "text")' | head -n 270000; echo '})'; } >"$WORK/large.lud"
(ulimit -t 5; exec "$LUDENS" expand "$WORK/large.lud" >/dev/null 2>&1)
is '5 MB in five seconds of the processor' $? 0
input '(game "G")'
run 1 expand --lang hrg -
err_has 'E0002.*no macros to expand'

# ---- check, info, play

cat >"$WORK/fine.lud" <<'END'
(game "Fine" (players 2)
    (equipment { (board (square 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))
(option "Size" <Size> args:{ <n> } { (item "Small" <3> "") (item "Large" <5> "")* })
(rulesets { (ruleset "Ruleset/One" { "Size/Small" }) })
END
run 0 check "$WORK/fine.lud"
out_has 'ok$'
run 0 perft "$WORK/fine.lud" 2
out_has '72'
run 0 moves "$WORK/fine.lud" --after Add:3=1
out_has 'Add:8=2'
sed 's/(piece/(deck) (piece/' "$WORK/fine.lud" >"$WORK/deck.lud"
run 0 check "$WORK/deck.lud"
out_has 'ok, 1 warning'
err_has 'W1009.*`deck` cannot be played yet'
for command in 'run -n 1' moves 'perft' record; do
    # shellcheck disable=SC2086
    run 1 $command "$WORK/deck.lud" $([ "$command" = perft ] && echo 1)
    err_has '2:38: error.E1008.: the ludeme `deck` cannot be played yet'
done

# ---- dice and stacks

cat >"$WORK/dice.lud" <<'END'
(game "Dice" (players 2)
    (equipment { (board (rectangle 1 9) (track "Way" "0,E,End" directed:true)) (dice d:3 num:2) (piece "Man" Each) })
    (rules
        (start { (place Stack "Man1" 0 count:2) (place Stack "Man2" 1 count:2) })
        (play (do (if (not (is Prev Mover)) (roll))
            next:(forEach Die if:(!= (pips) 0)
                (forEach Piece
                    (move (from) (to (trackSite Move "Way" steps:(pips)) if:(>= (to) 0)) (then (if (not (all DiceUsed)) (moveAgain))))
                    top:true))))
        (end (if (is In 8 (sites Occupied by:Mover)) (result Mover Win)))))
END
run 0 check "$WORK/dice.lud"
run 0 moves "$WORK/dice.lud"
out_has 'random to move, 9 moves'
out_has 'Roll:3,1'
run 0 moves "$WORK/dice.lud" --after 'Roll:3,1'
out_has 'P1 to move, 2 moves'
out_has 'Mov:0-3\^1\[1,1\]$'
out_has 'Mov:0-1\^1\[1,1\]~1$'
run 0 moves "$WORK/dice.lud" --after 'Roll:3,1; Mov:0-1^1[1,1]~1'
out_has 'P1 to move, 2 moves'
out_has 'Mov:1-4\^2\[2,2\]$'
run 0 perft "$WORK/dice.lud" 4
out_has ' 324 '
sed 's/num:2/num:2 biased:{0 2 1}/' "$WORK/dice.lud" >"$WORK/biased.lud"
run 0 moves "$WORK/biased.lud"
out_has 'random to move, 4 moves'
out_has 'Roll:2,3$'
out_lacks 'Roll:1'
sed 's/d:3 num:2/faces:{0 0 1 1} num:2/' "$WORK/dice.lud" >"$WORK/alike.lud"
run 0 moves "$WORK/alike.lud"
out_has 'random to move, 16 moves'
out_has 'Roll:0~1,1~2$'
refused() { # an expression for sed, and what is said
    sed "$1" "$WORK/dice.lud" >"$WORK/refused.lud"
    run 1 moves "$WORK/refused.lud"
    err_has "$2"
}
refused 's/d:3/d:0/' 'E1008.*a die with so many faces cannot be played yet'
refused 's/d:3 num:2/faces:{0 -1} num:2/' 'E1008.*a die with such faces'
refused 's/num:2/num:2 biased:{0 0 0}/' 'E1008.*a die that never shows a face'
refused 's/num:2/num:90/' 'E1008.*so many dice'
refused 's/d:3 num:2/d:99 num:9/' 'E1008.*so many different throws of the dice'
refused 's/(dice d:3 num:2)//' 'E1008.*a throw without dice'
sed 's/(moveAgain)/(roll)/' "$WORK/dice.lud" >"$WORK/thrown.lud"
run 0 moves "$WORK/thrown.lud" # it follows the move
refused 's/count:2)/count:300)/' 'E1008.*a stack of so many pieces'
refused 's/"Man1" 0/"Mann" 0/' 'E1011.*no piece .Mann.*'
run 0 info "$WORK/fine.lud"
out_has 'dialect +ludii'
out_has 'tokens +26'
out_has 'options +Size: Small, Large \(active\)'
out_has 'rulesets +Ruleset/One'
out_has 'board +9 cells, 16 vertices, 24 edges; played on cells'
run 0 info --json --option Size/Small "$WORK/fine.lud"
json name fine.lud
json rules.dialect ludii
json rules.tokens 26
json rules.ludemes 15
json rules.options.0.heading Size
json rules.options.0.active Small
json rules.options.0.items.1 Large
json rules.rulesets.0 Ruleset/One
json rules.board.played_on Cell
json rules.board.edges 24
run 0 fmt "$WORK/fine.lud"
cp "$WORK/out" "$WORK/once.lud"
run 0 fmt --check "$WORK/once.lud"
input '(game Line (players White Black) (board (tiling square i-nbors) (shape square) (size 3 3))' \
    '(pieces (Piece All (moves (move (pre (empty to)) (action (push)))))) (end (All win (in-a-row 3))))'
run 0 info --json --lang ludii -
json rules.dialect ludi
json rules.tokens 29
input '(game "Line" (control (player "P1") (player P2) Discrete) { (board Board (square 3)) })'
run 0 info --json --lang ludii -
json rules.dialect prototype
json rules.tokens 12
input '(game "Line")'
run 0 info --json --lang ludii -
json rules.tokens 2
# five megabytes that match
{
    echo '(game "G" (players 2) (equipment {(board (square 8)) (piece "A" Each)}) (rules (play (or {'
    yes '(move Step (from (last To)) Orthogonal (to if:(is Empty (to))))' | head -n 75000
    echo '})) (end (if (no Moves Mover) (result Mover Loss)))))'
} >"$WORK/large.lud"
run 3 check "$WORK/large.lud"
err_has 'E0004.*more than 250000 nodes'

# ---- grammar

run 0 grammar
out_has '^<game> ::= \(game string'
out_has '^// game.equipment.container.board$'
run 0 grammar --library paper
out_has '^<end> ::= \(end <bool> <result>\)$'
run 0 grammar move
out_has 'e.g. \(move Step \(to\)\) +go to a neighbouring site'
run 0 grammar --json hop
json library ludii
json rules.0.symbol hop
json rules.0.class Hop
json rules.0.alternatives.0.example '(hop (to))'
json rules.0.alternatives.0.constructor Hop
run 0 grammar --html
out_has '<section id="c0">'
out_has '<a href="#c[0-9]+">&lt;moves.from&gt;</a>'
run 1 grammar hpo
err_has 'E1005.*no symbol .hpo'
err_has 'did you mean .hop'
run 1 grammar --library papr
err_has 'E1007'
err_has 'did you mean .paper'
run 0 grammar --library paper
cp "$WORK/out" "$WORK/paper.txt"
run 0 grammar --library paper --compare "$WORK/paper.txt"
out_has '^25 rules there, 0 differences'
run 1 grammar --library prototype --compare "$WORK/paper.txt"
out_has '^<player>: missing here: '
run 1 grammar --compare "$WORK/none"

# ---- regions: sites at a distance, between two sites, at the ends of walks

region() { # region NAME SITES COUNTS: a piece on C3 goes to any free site of it, then one on A1
    printf '%s\n' "(game \"$1\" (players 2)
        (equipment { (board (square 5)) (piece \"Disc\" Each) })
        (rules (start { (place \"Disc1\" coord:\"C3\") (place \"Disc2\" coord:\"A1\") })
            (play (forEach Piece (move (from (from)) (to $2 if:(is Empty (to))))))
            (end (if (is Line 3) (result Mover Win)))))" >"$WORK/$1.lud"
    run 0 perft "$WORK/$1.lud" 2
    is "moves to $1" "$(tail -n 2 "$WORK/out" | awk '{ printf "%s ", $2 }')" "$3 "
}
region distance '(sites Distance Orthogonal from:(from) 2)' '8 21'
region walk '(sites (from) {{F F}})' '4 6'
region turned '(sites (from) {{F F R F}} rotations:False)' '1 1'
region between '(sites Between from:(from) to:(coord "E5"))' '1 2'
region closed '(sites Between from:(from) to:(coord "E5") toIncluded:True)' '2 6'

# ---- pictures: boards of cells and of points, hands, counts

input quit
run 0 play --color never "$SOURCE/games/lud/towers.lud"
out_has '^ +1  M M M M M$'
input quit
run 0 play --color never "$SOURCE/games/lud/nine-mens-morris.lud"
out_has '^ +4  \.---\.---\.       \.---\.---\.$'
out_has '^Hand2:$'
input quit
run 0 play --color never "$SOURCE/games/lud/small-wari.lud"
out_has 'C3 C3 C3 C3'
input '{"op":"boards"}' '{"op":"look"}'
run 0 session "$SOURCE/games/lud/nine-mens-morris.lud"
json_line 1 boards.0.shape graph
json_line 1 boards.0.lines.0 '[0,1]'
json_line 2 contents.1 '["Man1 x9"]'
json_line 2 moves.P1.list.3 '["Mov:C24-3",[[1,0],[0,3]]]'

# Players who move at once: moves of the one are the other's pass, and what one of them sees does not depend on the other.
cat >"$WORK/at_once.lud" <<'EOF'
(game "Walk" (players 2) (mode Simultaneous)
    (equipment {(board (square 4)) (piece "Pawn" Each (move Step Orthogonal (to if:(is Empty (to)))))})
    (rules (start {(place "Pawn1" (sites Bottom)) (place "Pawn2" (sites Top))}) (play (forEach Piece)) (end (if (is Line 3) (result Mover Win)))))
EOF
run 0 moves "$WORK/at_once.lud"
out_has '^P1 to move, 4 moves'
out_has '^P2 to move, 1 move:'
run 0 run -n 20 --max-plies 50 --lockstep "$WORK/at_once.lud"
out_has 'interp and native agree'
finish
