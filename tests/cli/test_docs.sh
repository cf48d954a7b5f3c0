# The game in docs/hrg.md is a game, and its fragments are read.
. "$(dirname "$0")/lib.sh"

# The first block of the page.
awk '/^```hrg$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$SOURCE/docs/hrg.md" >"$WORK/domineering.hrg"
run 0 check --play 300 "$WORK/domineering.hrg"
err_empty
out_has ': ok \(300 random games, 300 to the end'
run 0 fmt --check "$WORK/domineering.hrg"
run 0 moves "$WORK/domineering.hrg"
out_has 'tall to move, 12 moves'
run 0 solve "$WORK/domineering.hrg"

# Declarations of the tables of domains, functions, variables.
cat >"$WORK/fragments.hrg" <<'GAME'
domain Player = white | black
domain Score = 50 | 0 | 100
GAME
awk '/^\| `domain / { sub(/^\| `/, ""); sub(/` \|.*/, ""); gsub(/\\\|/, "|"); print }' "$SOURCE/docs/hrg.md" |
    sort -u >>"$WORK/fragments.hrg"
cat >>"$WORK/fragments.hrg" <<'GAME'
domain Count = N(I) where I in 0..40
near : Cell -> Cell -> Bool
near(A, B) = if A == B then 1 else 0
turned : Player -> Player
turned(P) = if P == white then black else white
graph rules() {
  player = white
  from = Spot(*)
  $$ from
  mode = { calm, hasty }(*)
  $(a b c)
  branch p in { white, black } { $ p }
  player = keeper
}
GAME
block() { awk -v wanted="$1" '/^```hrg$/ { n++; next } /^```$/ { if (n == wanted) exit; next } n == wanted' "$SOURCE/docs/hrg.md"; }
block 2 >>"$WORK/fragments.hrg"
block 3 >>"$WORK/fragments.hrg"
run 0 check "$WORK/fragments.hrg"
cat "$WORK/err" | head -20

# Codes: each that the page explains is one, and each warning of HRG is explained.
for code in $(grep -oE '\b[EW]0[0-9]{3}\b' "$SOURCE/docs/hrg.md" "$SOURCE/docs/answersets.md" "$SOURCE/docs/gdl.md" | cut -d: -f2 | sort -u); do
    if grep -qE "^DIAG\([A-Z_]+, ${code#?}," "$SOURCE/src/base/diag.def"; then pass; else fail "$code is no code"; fi
done
for code in $(sed -nE 's/^DIAG\([A-Z_]+, (0[48][0-9]{2}), WARNING.*/W\1/p' "$SOURCE/src/base/diag.def"); do
    if grep -q "$code" "$SOURCE/docs/hrg.md" "$SOURCE/docs/answersets.md"; then pass; else
        case $code in W0404 | W0405) pass ;; *) fail "$code is explained nowhere" ;; esac
    fi
done
finish
