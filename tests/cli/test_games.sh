# Every game of games/: no warnings, canonical layout, 200 random playouts, and translations to
# RG that read back as the same game.
. "$(dirname "$0")/lib.sh"

# The leaves at depth 0 to 2.
leaves() { timeout 240 "$LUDENS" perft "$@" 2 2>&1 | awk 'NR > 1 { print $2 }' | tr '\n' ' '; }

for game in $(some "$SOURCE"/games/hrg/*.hrg "$SOURCE"/games/rg/*.rg); do
    name=$(basename "$game")
    run 0 check "$game"
    err_empty
    out_lacks 'warning'
    run 0 fmt --check "$game"
    run 0 run -n 200 --threads 2 "$game"
    out_has '^playouts +200 '
    expected=$(leaves "$game")
    case $expected in
        '1 '[1-9]*) pass ;;
        *) fail "perft 2 of $name: '$expected'" ;;
    esac
    for passes in all none; do
        option=
        [ $passes = none ] && option=--passes=none
        # shellcheck disable=SC2086
        run 0 translate --to rg $option "$game"
        cp "$WORK/out" "$WORK/$name.$passes.rg"
        is "perft 2 of $name by RG, passes $passes" "$(leaves "$WORK/$name.$passes.rg")" "$expected"
    done
done

# what comes along, inside of the program
run 0 games
out_has '^hrg/chess.hrg +Chess +2 '
run 0 games --json
json 0.game asp/1-first-steps.lp
run 0 games hrg/chess.hrg
is 'the rules of chess' "$(cmp "$WORK/out" "$SOURCE/games/hrg/chess.hrg" 2>&1)" ''
run 1 games no-such-game
err_has "no game is called 'no-such-game'"
# shellcheck disable=SC2046
run 0 games --index $(some "$SOURCE"/games/*/*.*)
is 'games that games/index.tsv describes otherwise (write it anew by `ludens games --index games/*/*.*`)' \
    "$(grep -vxFf "$SOURCE/games/index.tsv" "$WORK/out" | head -3)" ''
is 'games without a line there' "$(($(wc -l <"$SOURCE/games/index.tsv") - 1))" "$(printf '%s\n' "$SOURCE"/games/*/*.* | wc -l)"
# shellcheck disable=SC2046
run 0 games --pictures $(some "$SOURCE"/games/*/*.*)
is 'games that page/pictures.json shows otherwise (write it anew by `ludens games --pictures games/*/*.*`)' \
    "$(grep -vxFf "$SOURCE/page/pictures.json" "$WORK/out" | cut -c1-60 | head -3)" ''
run 1 games --pictures "$DATA/ttt.rg"
err_has 'is no game of the library'
is 'what is written then' "$(wc -c <"$WORK/out")" 0
run 2 games --pictures
is 'games without a picture there' "$(grep -c '^,' "$SOURCE/page/pictures.json")" "$(printf '%s\n' "$SOURCE"/games/*/*.* | wc -l)"
for game in "$SOURCE"/games/*/*.*; do
    name=${game##*/}
    grep -q "^${name%.*}	" "$SOURCE/games/lines.tsv" || fail "games/lines.tsv has no line for $name"
done
pass
finish
