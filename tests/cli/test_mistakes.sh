# Mistakes that authors make, planted in small games of our own in every language: each is told with its place, the
# line as it stands there, and what to do about it.
. "$(dirname "$0")/lib.sh"
cd "$WORK"
for language in hrg rg rbg kif lud ludi zrf ini toss lp; do
    "$LUDENS" new game.$language >/dev/null || fail "no game in $language"
done
awk '/^```lud$/ { inside = 1; next } /^```$/ { if (inside) exit } inside' "$SOURCE/docs/ludii.md" >crossing.lud

# A king walks on a ring of cells with a gap; what it leaves is wet.
cat >walk.hrg <<'GAME'
domain Player = north | south
domain Score = 0 | 100
domain What = dry | wet
domain Cell = C(X) where X in 1..6
domain Spot = off | Cell
domain Way = left | right

along : Way -> Spot -> Spot
along(_, off) = off
along(left, C(X)) = if X > 1 then C(X - 1) else off
along(right, C(X)) = if X < 6 then C(X + 1) else off

other : Player -> Player
other(north) = south
other(south) = north

ground : Cell -> What = { :dry }
king : Player -> Cell = { north = C(2); south = C(5) }
me : Player
to : Spot

graph step(p : Player) {
  branch way in Way {
    to = along(way, king[p])
    check(to != off)
    check(ground[to] == dry)
    check(king[other(p)] != to)
  }
}

graph rules() {
  loop {
    player = me
    step(me)
    $$ to
    ground[king[me]] = wet
    king[me] = to
    player = keeper
    if not(reachable(step(other(me)))) {
      goals[me] = 100
      end()
    }
    me = other(me)
  }
}
GAME
for game in game.* crossing.lud walk.hrg; do
    run 0 check --strict $game
done

# planted GAME SED CODE TEXT HINT: after the change CODE is told first, at the only line that has TEXT and at the @ in it;
# the line is shown, and a hint or note that has HINT. What is an error ends with 1, a slip only with --strict.
planted() {
    local game=$1 change=$2 code=$3 text=${4/@/} before=${4%@*} hint=$5 file=bad.${1##*.} rc line rest column
    [ "$before" = "$4" ] && before=
    sed -E "$change" "$game" >"$file"
    cmp -s "$game" "$file" && { fail "$change changes nothing in $game"; return; }
    timeout 60 "$LUDENS" check "$file" >out 2>err
    rc=$?
    case $code in E*) is "exit code of $change" $rc 1 ;; *) is "exit code of $change" $rc 0 ;; esac
    timeout 60 "$LUDENS" check --strict "$file" >/dev/null 2>&1
    is "exit code of $change, strictly" $? 1
    line=$(grep -nF -- "$text" "$file" | cut -d: -f1)
    rest=$(sed -n "${line}p" "$file" 2>/dev/null)
    column=${rest%%"$text"*}
    if head -1 err | grep -qF "$file:$line:$((${#column} + ${#before} + 1)): " && head -1 err | grep -qF "[$code]"; then pass; else
        fail "$game, $change: not told as $code at $line:$((${#column} + ${#before} + 1))" "$(head -6 err)"
    fi
    if sed -n 2p err | grep -qF -- "$text"; then pass; else fail "$game, $change: the line is not shown" "$(head -3 err)"; fi
    if grep -E '^ +=|note:' err | grep -qF -- "$hint"; then pass; else fail "$game, $change: no hint $hint" "$(head -12 err)"; fi
}

# HRG: names, values outside of domains, missing tags, ranges of other languages, forgotten turns
planted walk.hrg 's/ground\[king\[me\]\] = wet/gruond[king[me]] = wet/' E0203 '@gruond[' 'did you mean `ground`?'
planted walk.hrg '/check\(to != off\)/d' W0406 'king[me] = @to' 'check(to != off)'
planted walk.hrg '/\$\$ to/d' W0407 '@to = along(way, king[p])' '$$ x'
planted walk.hrg 's/domain What = dry \| wet/domain What = 0..1/' E0102 'domain What = @0..1' 'What(I) where I in 0..1'
planted walk.hrg 's/check\(to != off\)/check(to = off)/' E0102 'check(to @= off)' '`==` compares'
planted walk.hrg '/    me = other\(me\)/d' W0410 '@domain Player = north | south' 'player = south'
planted walk.hrg 's/goals\[me\] = 100/goals[me] = 50/' E0203 'goals[me] = @50' 'domain Score'
planted walk.hrg '/along\(right, /d' E0503 '@along : Way' 'adds the case'

# RG
planted game.rg 's/heap == 0;/haep == 0;/' E0301 '@haep == 0' 'did you mean `heap`?'
planted game.rg 's/turn, taken1: player/tunr, taken1: player/' E0402 '@begin, turn' 'no edge leaves `turn`'
planted game.rg 's/next, turn: mover/next, trun: mover/' W0413 '@next, trun' 'did you mean `turn`?'

# RBG
planted game.rbg 's/anywhere \{empty\}/anywhere {epmty}/' E0903 '{@epmty}' 'did you mean `empty`?'
planted game.rbg 's/turn\(black; white\)/trun(black; white)/' E0903 '@trun(' 'did you mean `turn`?'

# rule sheets: words of the language, facts, relations, roles, parentheses
planted game.kif 's/\(<= \(next \(heap/(<= (nxt (heap/' W0731 '(<= @(nxt (heap' 'did you mean `next`?'
planted game.kif '/\(init \(control/d' W0735 '(<= (next (@control ?p))' '(init (control ..))'
planted game.kif 's/\(<= terminal \(true \(heap 0/(<= terminal (true (haep 0/' W0735 '(true (@haep 0' 'did you mean `heap`?'
planted game.kif 's/^\(<= \(legal \?p noop\)/(<= (legal first noop)/; s/\(legal \?p \(take/(legal first (take/' W0410 '(role @second)' '(legal second noop)'
planted game.kif 's/^\(role first\)/(role first/' E0704 '@(role first' 'a `)` is missing'
planted game.kif 's/\(does \?p \(take/(does ?p (tkae/' W0736 '(does ?p (@tkae' 'did you mean `take`?'

# ludemes: pieces, hands, regions, brackets, words
planted crossing.lud 's/place "Man2"/place "Men2"/' E1011 '(place @"Men2"' 'did you mean `Man2`?'
planted crossing.lud 's/\(place "Man2" \(sites Top\)\)/(place "Man2" "Hand")/' E1011 '(place "Man2" @"Hand")' '`(hand Each)`'
planted game.lud 's/\(is Line 4\)/(is Connected Mover)/' W1012 '@(is Connected Mover)' '(regions P1'
planted game.lud 's/\(players 2\)/(players 2/' E1001 '@(players 2' 'a `)` is missing, in line 7'
planted game.lud 's/\(players 2\)/(players 2))/' E1001 '(players 2)@)' 'one `)` less'
planted game.lud 's/\(sites Empty\)/(sites Emtpy)/' E1006 '(sites @Emtpy)' 'did you mean `Empty`?'
planted game.lud 's/\(sites Empty\)/(sites "Bord")/' W1013 '(sites @"Bord")' 'did you mean `Board`?'
# answer sets score 0 and 1
run 0 check --strict --play 200 game.lp
sed 's/(board /(regions P1 (sites P1)) (board /;s/(sites Empty)/(sites P1)/' game.lud >self.lud
run 0 check self.lud
err_has ':10:10: warning.W1009.*made from itself'
planted game.ludi 's/in-a-row/in-a-rwo/' E1005 '(@in-a-rwo' 'did you mean `in-a-row`?'

sed 's/(title "Game")/(title "Game") (option "discard cascades" true)/' game.zrf >cascades.zrf
run 1 check cascades.zrf
err_has 'E1209.*the option "discard cascades" cannot be played yet'
# Zillions: macros below their use, brackets, moves that are none, directions, names
planted game.zrf '/^\(define step/{h;d};$G' W1223 '(moves (@step n)' 'has to stand above its first use'
planted game.zrf 's/\(title "Game"\)/(title "Game"/' E1210 '@(title "Game"' 'a `)` is missing, in line 13'
planted game.zrf 's/\(define step \(\$1 \(verify empty\?\) add\)\)/(define step ($1 (verify empty?)))/' W1229 '(define step @($1' '`add` at its end'
planted game.zrf 's/\(n 0 -1\)/(n 0 -1) (n 1 1)/' W1227 '@(n 1 1)' 'names of their own'
planted game.zrf 's/\(step n\)/(step q)/' W1223 '(step @q)' 'n, s, ne, nw, se, sw'
planted game.zrf 's/\(title "Game"\)/(title "Game") (option "pass trun" true)/' W1221 '@(option "pass trun"' 'did you mean `pass turn`?'
planted game.zrf 's/verify empty\?/verify emtpy?/' W1224 '(verify @emtpy?)' 'did you mean `empty?`?'
planted game.zrf 's/Pawn \(far-side\)/Pawn (far-sdie)/' W1222 '(@far-sdie)' 'did you mean `far-side`?'
planted game.zrf 's/Black \(Pawn a4/Black (Pwan a4/' W1222 '(@Pwan a4' 'did you mean `Pawn`?'
planted game.zrf 's/White \(Pawn a1/White (Pawn a9/' W1222 '(Pawn @a9' 'the board has `a4` to `d1`'

# Toss: brackets, elements, names
planted game.toss '/^RULE White/,/emb/s/\| W \(cell\) \| \]/| W (cell) | /' E0102 '| W (cell) |@ ' 'elements | relations | functions'
planted game.toss '/^RULE White/,/emb/s/W \(cell\)/W (cel)/' W1107 'W (@cel)' 'did you mean `cell`?'
planted game.toss 's/MOVES \[Black -> 1\]/MOVES [Blakc -> 1]/' E1101 '@[Blakc -> 1]' 'did you mean `Black`?'
planted game.toss 's/MOVES \[Black -> 1\]/MOVES [Black -> 7]/' E1101 '@[Black -> 7]' 'LOC 7'

# variants of chess: options, bases, pieces, moves, squares, positions, what is not played
planted game.ini 's/^bishop = -/bishpo = -/' E1304 '@bishpo = -' 'did you mean `bishop`?'
planted game.ini 's/^flagRegionWhite/flagRegionWihte/' E1304 '@flagRegionWihte' 'did you mean `flagRegionWhite`?'
planted game.ini 's/^\[game:chess\]/[game:ches]/' E1303 '[game:@ches]' 'did you mean `chess`?'
planted game.ini 's/^\[game:chess\]/[game:chess/' E1302 '@[game:chess' 'in brackets'
planted game.ini 's/c:KN/c:KX/' E1306 'c:K@X' 'W F D N A H C Z G K R B Q'
planted game.ini 's/c:KN/cKN/' E1305 '= @cKN' 'a letter and its moves'
planted game.ini 's/qrcn/qrcx/' E1305 'qrc@x' 'letters of pieces'
planted game.ini 's/= \*6/= f6 e6/' E1305 '= @f6' 'ranks `*8`'
planted game.ini 's/RNCQK w/RNCQK/' E1307 'RNCQK @- - 0 1' 'who moves'
planted game.ini 's/PPPPP\//PPPP\//' E1307 'PPPP@/RNCQK' 'a word for each rank'
planted game.ini 's/^doubleStep = false/doubleStep = no/' E1305 '= @no' 'true or false'
planted game.ini 's/^doubleStep = false/gating = true/' E1308 '= @true' 'only `gating = false` is'

# answer sets
planted game.lp 's/^win :- at\(R,C,player\)/win :- att(R,C,player)/' W0810 'win :- @att(' 'did you mean `at`?'

# More than one message of a bracket: only the bracket is wrong.
for change in 'game.zrf s/\(turn-order.White.Black\)/(turn-order White Black/' 'game.lud s/\(square.5\)/(square 5/' \
    'game.zrf s/\(players.White\)/(players White/'; do
    game=${change%% *}
    sed -E "${change#* }" $game >bad.${game##*.}
    timeout 60 "$LUDENS" check bad.${game##*.} >out 2>err
    is "messages of one bracket: $change" "$(grep -cE '(error|warning)\[' err)" 1
done

# Options of another language are left out, and that is said.
for option in 'ruleset x' 'option a/b' 'dialect paper' 'variant 2' 'repetition draw' 'level 3'; do
    name=${option%% *}
    "$LUDENS" check game.hrg --"$name" "${option#* }" >out 2>err
    is "--$name for a game of HRG" "$? $(grep -c "W0008.*\`$name\`" err)" '0 1'
done
"$LUDENS" check game.zrf --variant 1 --repetition draw >out 2>err
is 'options of Zillions for a game of Zillions' "$(grep -c W0008 err)" 0
finish
