# Matches of Ludii: several games as one, with a score of its own.
. "$(dirname "$0")/lib.sh"

cat >"$WORK/Line of two.lud" <<'END'
(game "Line of two" (players 2)
    (equipment { (board (rectangle 1 3)) (piece "Disc" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 2) (result Mover Win)))))
END
# The file of a game may be written as ours are. Boards of other sites have names of their own.
cat >"$WORK/last-stone.lud" <<'END'
(game "Last stone" (players 2)
    (equipment { (board (rectangle 1 2)) (piece "Stone" Shared) })
    (rules (start (place "Stone" (sites Board))) (play (move Remove (sites Occupied by:Shared)))
        (end (if (= 0 (count Sites in:(sites Occupied by:Shared))) (result Mover Win)))))
END
cat >"$WORK/match.lud" <<'END'
(match "Both" (players 2)
    (games { (subgame "Line of two" next:1) (subgame "Last stone" next:(if (= (matchScore P2) 0) 1 0) result:(+ 1 (mover))) })
    (end { (if (>= (matchScore P1) 4) (result P1 Win)) (if (>= (matchScore P2) 3) (result P2 Win)) }))
END
run 0 check "$WORK/match.lud"
out_has 'ok$'
# the first game is won by P1, who moved last and goes on to the next, where P1 begins again
run 0 moves "$WORK/match.lud" --after 'Add:0=1; Add:2=2; Add:1=1'
out_has '^P1 to move, 1 move'
out_has 'NextInstance:-1'
run 0 moves "$WORK/match.lud" --after 'Add:0=1; Add:2=2; Add:1=1; NextInstance:-1'
out_has '^P1 to move, 2 moves'
out_has 'Rem:2:1'
# a draw counts for nobody, and what was there is gone when the game is played again
run 0 moves "$WORK/match.lud" --after 'Add:1=1; Add:0=2; Add:2=1'
out_has 'NextInstance'
# P2 takes the last stone for three points, which wins the match
run 0 moves "$WORK/match.lud" --after 'Add:0=1; Add:2=2; Add:1=1; NextInstance:-1; Rem:2:1; Rem:2:0'
out_has 'P2: 100'
run 0 perft "$WORK/match.lud" 3
out_has '^ +3 +6 '
run 0 run -n 200 --lockstep "$WORK/match.lud"
out_has 'interp and native agree'
input '{"op":"boards"}' '{"op":"move","move":"Add:0=1"}' '{"op":"look"}'
run 0 session "$WORK/match.lud"
json_line 1 boards.1.name 'Board of game 2'

# The games may stand beside the match in its file; then they share its defines.
{
    printf '(define "Won" (result Mover Win))\n'
    sed 's/(result Mover Win)/"Won"/' "$WORK/Line of two.lud" "$WORK/last-stone.lud"
    cat "$WORK/match.lud"
} >"$WORK/one-file.lud"
mkdir "$WORK/elsewhere"
mv "$WORK/one-file.lud" "$WORK/elsewhere/"
run 0 perft "$WORK/elsewhere/one-file.lud" 5
one=$(tail -n 5 "$WORK/out" | awk '{ printf "%s ", $2 }')
run 0 perft "$WORK/match.lud" 5
is 'one file or several' "$one" "$(tail -n 5 "$WORK/out" | awk '{ printf "%s ", $2 }')"
cat "$WORK/match.lud" "$WORK/match.lud" >"$WORK/twice.lud"
run 1 check "$WORK/twice.lud"
err_has 'E0201.*a second game'

# ---- what is refused

refused() {
    printf '%s\n' "$2" >"$WORK/refused.lud"
    run 1 run -n 1 "$WORK/refused.lud"
    err_has "$3"
}
end='(end (if (>= (matchScore P1) 1) (result P1 Win)))'
refused nowhere "(match \"M\" (players 2) (games (subgame \"Nowhere\")) $end)" '1:40: error.E0001.: there is no game .Nowhere. beside'
refused outside "(match \"M\" (players 2) (games (subgame \"../match\")) $end)" 'error.E0001'
refused itself "(match \"M\" (players 2) (games (subgame \"Refused\")) $end)" 'E1008.*a match within a match'
refused players "(match \"M\" (players 3) (games (subgame \"Last stone\")) $end)" 'E1008.*a game of 2 players in a match of 3'
refused outside '(game "G" (players 2) (rules (play (move Add (to (sites Empty)))) (end (if (> (matchScore P1) 1) (result P1 Win)))))' 'E1008.*outside of one'
finish
