# Beginning a game, and checking it while it is written.
. "$(dirname "$0")/lib.sh"
cd "$WORK"
# Every language whose files people write has a game to begin with.
for extension in $("$LUDENS" languages --json | tr ',' '\n' | grep -oE '\.(hrg|rg|rbg|toss|kif|gdl|lp|lud|ludi|zrf|ini)\b' | tr -d . | sort -u); do
    run 0 new line-up.$extension
    out_has "wrote line-up.$extension; try: ludens play line-up.$extension"
    is "the title of line-up.$extension" "$(head -1 line-up.$extension | tr -d '/;%# ')" 'Line-up'
    grep -q NAME line-up.$extension && fail "a name is missing in line-up.$extension" || pass
    run 0 check --strict line-up.$extension
    err_empty
    run 0 run -n 100 line-up.$extension
    echo $extension >>begun
    cp line-up.$extension before
    run 0 fmt -w line-up.$extension
    cmp -s before line-up.$extension && pass || fail "the template of $extension is not in the canonical form"
    echo mine >line-up.$extension
    run 1 new line-up.$extension
    err_has 'exists and is left alone'
    is 'what was there' "$(cat line-up.$extension)" mine
done
is 'languages to begin with' "$(sort begun | tr '\n' ' ')" 'gdl hrg ini kif lp lud ludi rbg rg toss zrf '
run 0 new --lang gdl -
out_has '^; My game$'
run 0 new --lang ludii -
out_has '^\(game "My game"'
run 2 new game.txt
err_has '\.hrg \(--lang hrg\), .*\.zrf \(--lang zrf\)'
# a title that would end a string
run 0 new 'say "hi".zrf'
run 0 check --strict 'say "hi".zrf'
run 0 new 'say "hi".lud'
run 0 check --strict 'say "hi".lud'
# and the same through a session, for editors
input '{"op":"beginnings","title":"Mine"}' '{"op":"quit"}'
run 0 session
json_line 1 ok true
is 'texts for editors' "$(head -1 out | grep -oE '"extension": "[^"]*"' | wc -l)" 11
is 'with that title' "$(head -1 out | grep -oE 'game ..Mine..' | wc -l)" 1
run 4 new none/game.hrg
run 2 new

set -m # jobs of their own, so that they hear SIGINT
# check --watch: an error appears and goes
"$LUDENS" new w.hrg >/dev/null
"$LUDENS" check --watch w.hrg >out 2>err & pid=$!
shows() { for ((i = 0; i < 100; i++)); do grep -q "$1" "$2" && break; sleep 0.05; done; grep -q "$1" "$2" && pass || fail "no '$1' while watching" "$(cat out err)"; }
shows 'w.hrg: ok' out
sed -i 's/== none/== nnoe/' w.hrg
shows 'unknown name `nnoe`' err
sed -i 's/== nnoe/== none/' w.hrg
for ((i = 0; i < 100; i++)); do [ "$(grep -c 'w.hrg: ok' out)" = 2 ] && break; sleep 0.05; done
is 'times it was fine' "$(grep -c 'w.hrg: ok' out)" 2
kill -INT $pid
wait $pid
is 'exit code after Ctrl-C' $? 130
run 2 check --watch --lang hrg -
finish
