# Ludi and the prototype in play: the listings of Browne's paper, rules of Ludi one by one, and the same games in Ludii.
. "$(dirname "$0")/lib.sh"

known='9 72 504 3024 15120 54720 148176 200448 127872'
# counts FILE DEPTH COUNTS: perft on both back ends
counts() {
    for backend in interp native; do
        run 0 perft --backend $backend "$1" "$2"
        is "perft of ${1##*/} ($backend)" "$(tail -n +3 "$WORK/out" | tr -d , | awk '{ printf "%s ", $2 }')" "$3 "
    done
}

# ---- Appendix C and D of the paper

cat >"$WORK/c.ludi" <<'END'
(game Tic-Tac-Toe
  (players White Black)
  (board (tiling square i-nbors) (shape square) (size 3 3))

    (pieces (Piece All (moves
      (move (pre (empty to)) (action (push))))))
    (end (All win (in-a-row 3)))
  )
END
cat >"$WORK/d.lud" <<'END'
(game "Tic-Tac-Toe"
  (control (player "P1") (player P2) Discrete)
  {
    (board Board (square 3))
    (disc Disc1 (owner P1))
    (disc Disc2 (owner P2))
  }
  (rules
    {
      (store P1 Disc1 (count 5))
      (store P2 Disc2 (count 4))
    }
    (play
      (move
        (from (generate Store Mover))
        (to (generate Board empty))
      )
    )
    (end
      (line (length 3) (dirn Any) (owner Mover))
      (result Mover Win)
    )
  )
)
END
echo '(game "Tic-Tac-Toe")' >"$WORK/two-tokens.lud"
for game in c.ludi d.lud two-tokens.lud; do counts "$WORK/$game" 9 "$known"; done
for game in c.ludi d.lud; do # and as games of Ludii
    run 0 translate --to ludii "$WORK/$game"
    cp "$WORK/out" "$WORK/as-ludii.lud"
    run 0 info "$WORK/as-ludii.lud"
    out_has '^dialect +ludii'
    counts "$WORK/as-ludii.lud" 9 "$known"
done

# ---- the rules of Ludi

# ludi NAME PIECES END: two players on 3x3 cells
ludi() {
    printf '%s\n' "(game $1 (players (White n) (Black s)) (board (tiling square) (shape square) (size 3))" \
        "(pieces $2) ${4-} (end $3))" >"$WORK/$1.ludi"
}
drop='(Stone All (moves (move (pre (empty to)) (action (push)))))'
start='(start (place (Man White) home) (place (Man Black) (home 1)))'
man() { echo "(Man All (moves $*))"; }
step='(move (dirn forward) (pre (and (empty to) (steps f))) (action (pop) (push)))'

# without i-nbors diagonals are no lines: with both of them there are 2 of 126 fillings more
ludi lines "$drop" '(All win (in-a-row 3))'
counts "$WORK/lines.ludi" 6 '9 72 504 3024 15120 56160'
ludi misere "$drop" '(All lose (in-a-row 3))'
run 0 moves "$WORK/misere.ludi" --after 'Add:0=1; Add:3=2; Add:1=1; Add:4=2; Add:2=1' --json
json scores.P1 0
ludi forward "$(man "$step")" '(All win (reach far)) (All lose (no-move))' "$start"
counts "$WORK/forward.ludi" 2 '3 6'
ludi sideways "$(man '(move (dirn e) (pre (and (empty to) (adjacent))) (action (pop) (push)))' "$step")" \
    '(All win (reach far))' '(start (place (Man White) a1) (place (Man Black) c3 (not corners) a3))'
run 0 moves "$WORK/sideways.ludi"
out_has 'Mov:0-3'
out_has 'Mov:0-1'
# the highest priority that has moves goes first
take='(move (priority 2) (pre (and (enemy to) (adjacent))) (action (pop) (push)) (post (capture replace)))'
ludi forced "$(man "$take" "$step")" '(All win (eliminate)) (All win (capture 2)) (All draw (score 9))' "$start"
counts "$WORK/forced.ludi" 1 '3'
run 0 moves "$WORK/forced.ludi" --after 'Mov:0-3'
out_has 'Mov:6-3'
out_lacks 'Mov:7-4'
ludi promoted "$(man "${step%?} (post (promote King)))") (King All (moves (move (pre (and (empty to) (line))) (action (pop) (push)))))" \
    '(All win (reach far))' "$start"
run 0 moves "$WORK/promoted.ludi" --after 'Mov:0-3; Mov:8-5'
out_has 'Mov:3-0'
ludi knights "$(man '(move (dirn all) (pre (or (steps f f r f) (steps f f l f))) (action (pop) (push)) (post (capture replace)))')" \
    '(All win (group))' "$start"
counts "$WORK/knights.ludi" 1 '6'
# stacks: what is captured lies below
ludi stacks "$(man '(move (pre (adjacent)) (action (pop) (push)) (post (capture)))')" '(All win (eliminate))' "$start"
run 0 moves "$WORK/stacks.ludi" --after 'Mov:0-1'
cat >"$WORK/towers.ludi" <<'END'
(game Towers (players White Black) (board (tiling square) (shape square) (size 3))
    (pieces (Man All (moves (move (pre (and (owner to) (>= (height from) (height to)) (connected)))
        (action (pop) (push))))))
    (start (place (Man White) s) (place (Man Black) n))
    (end (All win (in-a-row 4))))
END
counts "$WORK/towers.ludi" 2 '6 36'
# three sides, sides by name, hexagons; captures around and between
cat >"$WORK/y.ludi" <<'END'
(game Y (players White Black) (board (tiling hex) (shape tri) (size 2))
    (pieces (Stone All (moves (move (pre (empty to)) (action (push))))))
    (end (All win (connect sides 3))))
END
run 0 moves "$WORK/y.ludi" --after 'Add:0=1; Add:2=2; Add:1=1' --json
json scores.P1 100
cat >"$WORK/between.ludi" <<'END'
(game Between (players White Black) (board (tiling square) (shape rect) (size 1 5) (regions (White w) (Black e)))
    (pieces (Stone All (moves (move (pre (empty to)) (action (push)) (post (convert custodial))))))
    (end (White win (connect w e))))
END
input '{"op":"apply","moves":{"P1":"Add:0=1"}}' '{"op":"apply","moves":{"P2":"Add:1=2"}}' \
    '{"op":"apply","moves":{"P1":"Add:2=1"}}' '{"op":"state"}'
run 0 session --backend interp "$WORK/between.ludi"
out_has '"C1": "1", "C2": "1"'

# ---- refusals and mistakes

refused() {
    run 1 perft "$WORK/$1.ludi" 1
    err_has "$2"
}
ludi displaced '(Stone All (moves (move (action (push)) (post (displace)))))' '(All win (in-a-row 3))'
refused displaced 'E1008.*displace. cannot be played'
run 0 check "$WORK/displaced.ludi"
err_has 'W1009'
ludi grey "$drop" '(Grey win (in-a-row 3))'
refused grey 'E1006.*no player .Grey'
ludi blakc "$drop" '(Blakc win (in-a-row 3))'
refused blakc 'did you mean .Black'
ludi nowhere '(Stone All (moves (move (pre (owner from)) (action (push)))))' '(All win (in-a-row 3))'
refused nowhere 'E1008.*where|E1008.*comes from'
ludi king "$(man "${step%?} (post (promote King)))")" '(All win (reach far))' "$start"
refused king 'promotion to .King'
sed 's/(size 3)//' "$WORK/lines.ludi" >"$WORK/sizeless.ludi"
refused sizeless 'a board without a size'
sed 's/tiling square) (shape square/tiling trunc-square) (shape tri/' "$WORK/lines.ludi" >"$WORK/odd.ludi"
refused odd 'tiling trunc-square in the shape tri'
run 1 translate --to ludii "$WORK/forward.ludi"
err_has 'Ludii has no ludeme'
sed 's/Discrete/Real/' "$WORK/d.lud" >"$WORK/real.lud"
run 1 perft "$WORK/real.lud" 1
err_has 'real time'
sed 's/store P2 Disc2/store P2 Disk2/' "$WORK/d.lud" >"$WORK/disk.lud"
run 1 perft "$WORK/disk.lud" 1
err_has 'did you mean .Disc2'
sed 's/Disc1 (count 5)/Disc1 (count 2)/' "$WORK/d.lud" >"$WORK/two.lud"
counts "$WORK/two.lud" 5 '9 72 504 3024 3024' # then White has none left and passes
finish
