# Games that are designed by machine: runs, what they say, and going on.
. "$(dirname "$0")/lib.sh"
LUDI=$SOURCE/games/ludi
cat >"$WORK/quick.ini" <<'INI'
; few games: seconds
[random]
observed = 5
games = 30
[thinking]
games = 4
playouts = 2
times = 4
[dead]
games = 20
[measures]
games = 2
playouts = 4
[archive]
word:hex = 1
random_length = 12 25
INI
FROM=(--from "$LUDI/tic-tac-toe.ludi" --from "$LUDI/hex.ludi" --criteria "$WORK/quick.ini")

# a run, and the same one with another number of processes
run 0 evolve "${FROM[@]}" --db "$WORK/a.db" -n 40 --jobs 1 --json
json candidates 40
json games.0.id.? integer
json ends.kept.? integer
json kinds.? integer
cp "$WORK/out" "$WORK/a.json"
best=$("$JSONGET" games.0.id "$WORK/out")
kept=$("$JSONGET" kept "$WORK/out")
playable=$("$JSONGET" playable "$WORK/out")
is 'a good part of what is made can be played' $((playable > 10)) 1
is 'games are kept' $((kept > 3)) 1
run 0 evolve "${FROM[@]}" --db "$WORK/b.db" -n 40 --jobs 3 --json
is 'the run with three processes' "$(cat "$WORK/out")" "$(cat "$WORK/a.json")"
run 0 evolve "${FROM[@]}" --db "$WORK/s.db" -n 10 --seed 2 --json
is 'another seed makes other games' "$("$LUDENS" evolve --db "$WORK/s.db" --game 9 | cmp -s - <("$LUDENS" evolve --db "$WORK/a.db" --game 9) && echo same)" ''

# a program that is killed; the run goes on without its options, and is the same
"$LUDENS" evolve "${FROM[@]}" --db "$WORK/c.db" -n 40 >/dev/null 2>&1 & pid=$!
for ((i = 0; i < 200; i++)); do
    [ "$(stat -c %s "$WORK/c.db-wal" 2>/dev/null || echo 0)" -gt 40000 ] && break
    sleep 0.05
done
kill -9 $pid 2>/dev/null
wait $pid 2>/dev/null
run 0 evolve --db "$WORK/c.db" -n 25 --json
json candidates 25
run 0 evolve --db "$WORK/c.db" -n 40 --json
is 'a run that was killed' "$(cat "$WORK/out")" "$(cat "$WORK/a.json")"
run 0 evolve --db "$WORK/c.db" -n 40
out_has '^40 candidates, [0-9]+ playable, [0-9]+ passed all tests, [0-9]+ kinds$'

# one candidate
run 0 evolve --db "$WORK/a.db" --explain "$best"
out_has '^\(game [A-Z][a-z]+$'
out_has '^made by +[a-z]+: '
out_has '^verdict +kept$'
out_has '^random +wins of the weaker side .* passed$'
out_has '^effect of thinking '
run 0 evolve --db "$WORK/a.db" --explain "$best" --json
json id "$best"
json verdict kept
json stage measures
json playable true
json parent.? integer
json told.0.? string
json criteria.0.key completion
json checks.0.0 load
json values.choice.? real
json text.? string
json kind.? integer
json hash.? string
run 0 evolve --db "$WORK/a.db" --explain 0 --json
json parent null
json told.0 ''
run 0 evolve --db "$WORK/a.db" --game "$best"
cp "$WORK/out" "$WORK/best.ludi"
run 0 check --play 50 "$WORK/best.ludi"
out_has '50 random games'
run 1 evolve --db "$WORK/a.db" --explain 40
err_has 'has no candidate 40'

# the page; a link holds the rules
run 0 report "$WORK/a.db" --html "$WORK/page.html" -n 3
err_has 'wrote '
cp "$WORK/page.html" "$WORK/out"
out_has '<h2>Kinds</h2>'
is 'games of the page' "$(grep -c '<article' "$WORK/page.html")" 3
is 'boards of the page' "$(grep -c 'class="board"' "$WORK/page.html")" 3
link=$(grep -o '#/shared/[A-Za-z0-9_-]*' "$WORK/page.html" | head -1 | cut -d/ -f3 | tr -- -_ +/)
while [ $((${#link} % 4)) -ne 0 ]; do link=$link=; done
printf %s "$link" | base64 -d 2>/dev/null | tail -c +6 >"$WORK/out"
json r.text "$(cat "$WORK/best.ludi")"
# games that are nested this deep are played in sandboxed sessions, as those of the page are
printf '{"op": "load", "name": "deep.ludi", "text": "%s"}\n' "$(grep -v '^//' "$SOURCE/games/ludi/pentalath.ludi" | tr '\n' ' ')" >"$WORK/in"
"$LUDENS" session --sandbox=later <"$WORK/in" 2>&1 | cat >"$WORK/out" # such a process writes no files
json ok true; rm -f "$WORK/in"
run 0 report "$WORK/a.db" --html -
out_has '^<!DOCTYPE html>'

# the process of a run: a game that cannot be read, one that never ends, one that is heavy
unit() { printf '{"name": "game.ludi", "text": "%s", "seed": "1", "criteria": "%s"}\n' "$1" "$2"; }
unit '(game A' '' >"$WORK/in"
run 0 evolve --work
json stage load
json passed false
unit '(game A (players White Black) (board (tiling square) (shape square) (size 2)) (pieces (Man All (moves (move (pre (owner from)) (action (pop) (push)))))) (start (place (Man White) (home 1))) (end (All win (in-a-row 5))))' '' >"$WORK/in"
run 0 evolve --work
json stage random
json playable false
unit '(game A (players White Black) (board (tiling hex) (shape hex) (size 90)) (pieces (Stone All (moves (move (pre (empty to)) (action (push)))))) (end (All win (in-a-row 5))))' '[load]\nmegabytes = 1' >"$WORK/in"
run 0 evolve --work
json stage load

# criteria
run 0 evolve --show-criteria
cp "$WORK/out" "$WORK/standard.ini"
out_has '^\[archive\]$'
run 0 evolve --from "$LUDI/tic-tac-toe.ludi" --criteria "$WORK/standard.ini" --db "$WORK/d.db" -n 1 --json
json candidates 1
wrong() { # TEXT MESSAGE
    printf '%b' "$1" >"$WORK/wrong.ini"
    rm -f "$WORK/w.db"
    run 1 evolve --from "$LUDI/tic-tac-toe.ludi" --criteria "$WORK/wrong.ini" --db "$WORK/w.db" -n 1
    err_has "$2"
}
wrong '[random]\ngmes = 3\n' 'wrong.ini:2: this section has no `gmes` .did you mean `games`'
wrong '[random]\ngames = many\n' 'wrong.ini:2: this is a number from 1 to 1000000, not `many`'
wrong '[chance]\n' 'there is no section `chance`'
wrong '[score]\ndrma = 1 0 1 1\n' 'there is no measure `drma` .did you mean `drama`'
wrong '[score]\ndrama = 1 0\n' 'a criterion is a weight'
wrong '[archive]\nchoice = 5 4\n' 'rising numbers'

# mistakes
run 2 evolve --from "$LUDI/hex.ludi"
err_has '--db FILE is missing'
run 2 evolve --db "$WORK/new.db"
err_has 'name some with --from'
mkdir "$WORK/none"
run 2 evolve --from "$WORK/none" --db "$WORK/f.db"
err_has 'no game is in what --from names'
printf '\377\376game' >"$WORK/junk.lud"
run 1 evolve --from "$WORK/junk.lud" --db "$WORK/f.db"
err_has '^junk.lud:1:[0-9]+: error'
run 1 evolve "${FROM[@]}" --from "$LUDI/gomoku.ludi" --db "$WORK/a.db" -n 41
err_has 'holds another run'
run 1 evolve --from "$LUDI/hex.ludi" --from "$DATA/ttt.rg" --db "$WORK/e.db"
err_has 'cannot begin with ttt.rg'
run 0 evolve --from "$LUDI/tic-tac-toe.ludi" --criteria "$WORK/quick.ini" --db "$WORK/e.db" -n 1
echo text >"$WORK/text.db"
run 1 evolve --from "$LUDI/hex.ludi" --db "$WORK/text.db"
run 4 report "$WORK/none.db"
run 1 evolve --from "$WORK/none.ludi" --db "$WORK/f.db"
# games of HRG; those of Ludii with habits of a folder
run 0 evolve --from "$SOURCE/games/hrg/tic-tac-toe.hrg" --from "$SOURCE/games/hrg/hex-seven.hrg" --criteria "$WORK/quick.ini" --db "$WORK/h.db" -n 20 --json
json candidates 20
is 'games of HRG are kept' $(($("$JSONGET" kept "$WORK/out") > 2)) 1
"$LUDENS" evolve --db "$WORK/h.db" --game "$("$JSONGET" games.0.id "$WORK/out")" >"$WORK/best.hrg"
run 0 check --play 50 "$WORK/best.hrg"
run 0 evolve --learn-from "$SOURCE/games/lud" --from "$SOURCE/games/lud/tic-tac-toe.lud" --criteria "$WORK/quick.ini" --db "$WORK/l.db" -n 4 --json
json candidates 4
finish
