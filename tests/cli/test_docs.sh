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

# docs/zrf.md and docs/ludii.md begin with the same game; what they say to change in it leaves a game, and what they
# show of mistakes is what is told.
cd "$WORK"
first_of() { awk -v mark="\`\`\`$1" '$0 == mark { inside = 1; next } /^```$/ { if (inside) exit } inside' "$SOURCE/docs/$2.md"; }
first_of zrf zrf >crossing.zrf
first_of lud ludii >crossing.lud
first_of ini fairy >rushers.ini
run 0 check --strict --play 100 rushers.ini
run 0 check --strict --play 20 rushers.ini#1
for game in crossing.zrf crossing.lud; do
    run 0 check --strict --play 200 $game
    out_has '200 random games, 200 to the end'
    run 0 fmt --check $game
    run 0 moves $game
    out_has 'to move, 4 moves'
    run 0 perft --json $game 5
    json perft.5 5576 # the same game in both languages
done
changed() { # NAME FROM TO: still a game
    local name=$1
    sed "s/$2/$3/" crossing.$name >changed.$name
    cmp -s crossing.$name changed.$name && fail "nothing to change: $2" || pass
    run 0 check --strict --play 100 --max-plies 5000 changed.$name
}
changed zrf '(step w)' '(step w) (step s)'
changed zrf 'capture \$1 (verify empty?) add' 'capture $1 (verify empty?) (add-partial)'
sed -i 's/(title "Crossing")/& (option "pass partial" true)/' changed.zrf
run 0 check --strict --play 100 changed.zrf
changed zrf '(loss-condition (White Black) stalemated)' '& (loss-condition (White Black) (pieces-remaining 0))'
changed lud 'Step (directions {Forward' 'Step (directions {Backward Forward'
changed lud '(rectangle 5 4)' '(rectangle 7 6)'
changed lud '(if (no Moves Next) (result Mover Win))' '& (if (= 0 (count Pieces Next)) (result Mover Win))'
shown() { # PAGE CODE FROM TO: the mistake, as the page shows it
    mkdir -p wrong
    sed "s/$3/$4/" crossing.$1 >wrong/crossing.$1
    (cd wrong && "$LUDENS" check crossing.$1 2>../told >/dev/null)
    awk -v code="$2" '/^```/ { inside = !inside; next } inside && index($0, code) { on = 1 } !inside { on = 0 } on' \
        "$SOURCE/docs/$5.md" >page
    if cmp -s told page; then pass; else fail "docs/$5.md shows of $2 something else" "$(diff told page)"; fi
}
shown zrf W1223 '(jump n)' '(jmp n)' zrf
shown lud E1011 'Man2" (sites' 'Men2" (sites' ludii

# Files that the pages name are there, by their path or the end of it.
(cd "$SOURCE" && find . -path ./build -prune -o -type f -print) >files
for file in $(grep -ohE '`[A-Za-z_][A-Za-z_0-9/]*\.(c|h|def)`' "$SOURCE/HACKING.md" "$SOURCE"/docs/*.md | tr -d '`' | sort -u); do
    if grep -qE "/$file\$" files; then pass; else fail "the pages name $file, which is not there"; fi
done

# Codes: each that the page explains is one, and each warning of HRG is explained.
for code in $(grep -oE '\b[EW]0[0-9]{3}\b' "$SOURCE/docs/hrg.md" "$SOURCE/docs/answersets.md" "$SOURCE/docs/gdl.md" | cut -d: -f2 | sort -u); do
    if grep -qE "^DIAG\([A-Z_]+, ${code#?}," "$SOURCE/src/base/diag.def"; then pass; else fail "$code is no code"; fi
done
for code in $(sed -nE 's/^DIAG\([A-Z_]+, (0[48][0-9]{2}), WARNING.*/W\1/p' "$SOURCE/src/base/diag.def"); do
    if grep -q "$code" "$SOURCE/docs/hrg.md" "$SOURCE/docs/answersets.md"; then pass; else
        case $code in W0404 | W0405 | W0413) pass ;; *) fail "$code is explained nowhere" ;; esac
    fi
done
finish
