# Ludii where nobody decides: simulations, and sites that chance picks.
. "$(dirname "$0")/lib.sh"

# ---- games without players

# A row of cells of which each is what one of its neighbours was before, or not both.
cat >"$WORK/rule90.lud" <<'END'
(game "Rule 90" (players 0) (mode Simulation)
    (equipment { (board (rectangle 1 5)) (piece "Dot" Shared) })
    (rules (start (place "Dot" 2))
        (play (forEach Site (sites Board)
            (if (= 1 (count Sites in:(intersection (sites Around (to)) (sites Occupied by:All))))
                (if (is Empty (to)) (add (piece "Dot") (to (to))))
                (if (is Occupied (to)) (remove (to))))))
        (end (if (= (count Moves) 4) (result Mover Draw)))))
END
run 0 moves "$WORK/rule90.lud"
out_has 'Add:1=1'
run 0 moves "$WORK/rule90.lud" --after 'Add:1=1'
out_has 'Add:0=1'
run 0 perft "$WORK/rule90.lud" 5
is 'steps of a simulation' "$(tail -n 5 "$WORK/out" | awk '{ printf "%s ", $2 }')" '1 1 1 1 0 '
run 0 run -n 5 --lockstep "$WORK/rule90.lud"
out_has 'interp and native agree'
# where nothing happens any more the turn is a pass
sed 's/(start (place "Dot" 2))//' "$WORK/rule90.lud" >"$WORK/empty.lud"
run 0 moves "$WORK/empty.lud"
out_has 'Pass'

# ---- sites at random

random() {
    cat >"$WORK/$1.lud" <<END
(game "$1" (players 2)
    (equipment { (board (rectangle 1 6)) (piece "Disc" Each) (piece "Rock" Neutral) })
    (rules (play (move Add (to (sites Empty)) (then $2))) (end (if (is Full) (result Mover Win)))))
END
}
random rock '(add (piece "Rock0") (to (sites Random (sites Empty))))'
run 0 moves "$WORK/rock.lud" --after 'Add:0=1'
out_has '5 moves'
out_has 'Random:5'
run 0 moves "$WORK/rock.lud" --after 'Add:0=1; Random:5'
out_has '^P2 to move, 4 moves'
# after the third move of a player no site is left to pick
run 0 perft "$WORK/rock.lud" 6
is 'a random site' "$(tail -n 6 "$WORK/out" | awk '{ printf "%s ", $2 }')" '6 30 120 360 720 720 '
run 0 run -n 200 --lockstep "$WORK/rock.lud"
out_has 'interp and native agree'
random rocks '(add (piece "Rock0") (to (sites Random (sites Empty) num:3)))'
run 0 moves "$WORK/rocks.lud" --after 'Add:0=1; Random:5'
out_has '4 moves'
run 0 moves "$WORK/rocks.lud" --after 'Add:0=1; Random:5; Random:1; Random:2'
out_has '^P2 to move, 2 moves'
random anywhere '(fromTo (from (last To)) (to (sites Random)))'
run 0 moves "$WORK/anywhere.lud" --after 'Add:0=1'
out_has '5 moves'
run 0 run -n 50 --max-plies 100 --lockstep "$WORK/anywhere.lud"
out_has 'interp and native agree'
sed 's/(sites Empty)/(sites Random)/' "$WORK/rock.lud" >"$WORK/decision.lud"
run 1 moves "$WORK/decision.lud"
err_has 'E1008.*a random choice that is not a consequence of a move'
finish
