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
before=$(date +%s%N)
run 3 expand "$WORK/large.lud"
took=$((($(date +%s%N) - before) / 1000000))
if [ $took -lt 5000 ]; then pass; else fail "5 MB took $took ms"; fi
input '(game "G")'
run 1 expand --lang hrg -
err_has 'E0002.*no macros to expand'

finish
