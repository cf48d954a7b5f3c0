# The commands of README and docs, run as they stand there, and what they print: the same, but for
# times and speeds. A block is a fence without a language; a command begins with `$ `; `...` stands
# for any number of lines. What is typed into `play` is taken from the prompts, into `session` from
# the requests.
. "$(dirname "$0")/lib.sh"
mkdir "$WORK/here" && cd "$WORK/here" || exit 1
ln -s "$SOURCE/games" "$SOURCE/docs" .
ludens() { "$LUDENS" "$@"; }
export -f ludens
export LUDENS COLUMNS=120
sed 's/check(grid\[spot\] == blank)/&/; 54s/blank/blnk/; 55s/grid/gird/' games/hrg/tic-tac-toe.hrg >draft.hrg

# blocks FILE: a file for each command in $WORK/commands: the command, then what it prints
blocks() {
    rm -rf "$WORK/commands" && mkdir "$WORK/commands"
    awk -v to="$WORK/commands/" '
        /^```/ { inside = !inside && $0 == "```"; if (out) close(out); out = ""; next }
        !inside { next }
        /^\$ / { if (out) close(out); n++; out = sprintf("%s%03d", to, n); sub(/^\$ /, ""); command = $0
                 while (command ~ /\\$/) { sub(/\\$/, "", command); getline; command = command $0 }
                 print command > out; next }
        out { print > out }' "$1"
}
# What may differ: times, speeds, hashes of rules' compiled form, blanks.
plain() {
    sed -E 's/ -$/ #/; s/[0-9.]+ s\b/# s/g; s/[0-9.]+[kMG]\b/#/g; s/\b[0-9]+\.[0-9]{3}\b/#/g; s/[0-9.,]+ (playouts|leaves|moves)\/s/#/g; s/\b[0-9.]+ +#/# #/g; s/ +/ /g; s/ +$//' "$1"
}
# like EXPECTED ACTUAL: line by line, with ... for any lines
like() {
    awk 'NR == FNR { want[++n] = $0; next } { have[++m] = $0 }
        function match_from(i, j) {
            for (; i <= n; i++) {
                if (want[i] == "...") { for (k = j; k <= m + 1; k++) if (match_from(i + 1, k)) return 1; return 0 }
                if (j > m || want[i] != have[j]) return 0
                j++
            }
            return j > m
        }
        END { while (n > 0 && want[n] == "") n--; while (m > 0 && have[m] == "") m--; exit !match_from(1, 1) }' "$1" "$2"
}

for document in README.md docs/agents.md docs/analysis.md docs/answersets.md docs/answersets-levels.md \
    docs/answersets-walkthrough.md docs/circuit.md docs/cli.md docs/engines.md docs/evolve.md docs/gdl.md docs/ggp.md docs/hrg.md docs/json.md \
    docs/matches.md; do
    blocks "$SOURCE/$document"
    for file in "$WORK"/commands/*; do
        [ -e "$file" ] || continue
        command=$(sed -n 1p "$file")
        sed 1d "$file" >"$WORK/expected"
        case $command in
        *ggp-* | *match.trials*) # needs two programs and a network; tests/cli/test_ggp.sh plays such matches
            skipped=$((skipped + 1))
            continue ;;
        *'ludens play'*) sed -nE 's/^[a-z]+>( (.*))?$/\2/p' "$WORK/expected" >"$WORK/typed"; echo quit >>"$WORK/typed"; sed -i '$!b; /^[a-z]*>$/d' "$WORK/expected" ;;
        *'ludens session'*) grep '^{"op"' "$WORK/expected" >"$WORK/typed"; sed -i '/^{"op"/d' "$WORK/expected" ;;
        *) : >"$WORK/typed" ;;
        esac
        start=$SECONDS
        timeout 240 bash -c "$command" <"$WORK/typed" >"$WORK/out" 2>&1
        code=$?
        [ $((SECONDS - start)) -gt 8 ] && echo "slow: $command ($((SECONDS - start)) s)"
        plain "$WORK/expected" >"$WORK/a"
        plain "$WORK/out" >"$WORK/b"
        if [ -s "$WORK/expected" ] && ! like "$WORK/a" "$WORK/b"; then
            fail "$document: $command" "$(diff "$WORK/a" "$WORK/b" | head -20)"
        elif [ $code -gt 1 ]; then
            fail "$document: $command: exit $code" "$(head -5 "$WORK/out")"
        else
            pass
        fi
    done
done
# The session in docs/json.md: requests after `> `, replies after `< `.
sed -n 's/^> //p' docs/json.md >"$WORK/typed"
sed -n 's/^< //p' docs/json.md >"$WORK/expected"
"$LUDENS" session games/hrg/tic-tac-toe.hrg <"$WORK/typed" >"$WORK/out" 2>&1
if [ -s "$WORK/expected" ] && cmp -s "$WORK/expected" "$WORK/out"; then pass; else fail 'the session in docs/json.md' "$(diff "$WORK/expected" "$WORK/out")"; fi
finish
