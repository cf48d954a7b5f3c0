# The session protocol: every operation, and everything that must not end it.
. "$(dirname "$0")/lib.sh"

error() { json_line "$1" ok false; json_line "$1" error.code "$2"; json_line "$1" error.message.? string; }

input '{"op":"new"}' '{"op":"moves"}' '{"op":"apply","moves":{"X":"V__1_1"}}' '{"op":"state"}' \
    '{"op":"observe","role":"O"}' '{"op":"scores"}' '{"op":"playout"}' '{"op":"view"}' \
    '{"op":"undo"}' '{"op":"undo"}' '{"op":"quit"}' '{"op":"moves"}'
run 0 session "$DATA/ttt.rg"
is 'number of replies' "$(wc -l <"$WORK/out")" 11
json_line 1 ok true
json_line 1 ply 0
json_line 1 terminal false
json_line 1 movers '["X"]'
json_line 2 ok true
json_line 2 moves.X.# 9
json_line 3 ply 1
json_line 3 movers '["O"]'
is 'digits of the hash' "$(sed -n 3p "$WORK/out" | "$JSONGET" hash | grep -cE '^[0-9a-f]{16}$')" 1
json_line 4 state.board.V__1_1 X
json_line 4 state.board.V__0_0 e
json_line 5 role O
json_line 5 seen '["V__1_1"]'
json_line 5 state.board.V__1_1 X
json_line 6 scores.X.? integer
json_line 6 terminal false
json_line 7 scores.O.? integer
json_line 7 plies.? integer
json_line 8 boards.0.sites.# 9
json_line 8 boards.0.sites.4.name V__1_1
json_line 8 boards.0.sites.4.x 1
json_line 8 boards.0.sites.4.y 1
json_line 8 boards.0.sites.4.content X
json_line 9 ply 0
json_line 9 hash "$(sed -n 1p "$WORK/out" | "$JSONGET" hash)"
error 10 start
json_line 11 ok true

# a playout changes nothing, and the seed decides it
input '{"op":"new","seed":4}' '{"op":"playout"}' '{"op":"playout"}' '{"op":"new","seed":4}' \
    '{"op":"playout"}' '{"op":"playout"}' '{"op":"new"}'
run 0 session "$DATA/ttt.rg"
is 'playouts of one seed' "$(sed -n 2,3p "$WORK/out")" "$(sed -n 5,6p "$WORK/out")"
json_line 7 ply 0

# mistakes
input 'not json' '' '[]' '7' '{"op":7}' '{}' '{"op":"fly"}' '{"op":"apply"}' \
    '{"op":"apply","moves":[]}' '{"op":"apply","moves":{}}' '{"op":"apply","moves":{"X":7}}' \
    '{"op":"apply","moves":{"X":"nowhere"}}' '{"op":"apply","moves":{"O":"V__0_0"}}' \
    '{"op":"apply","moves":{"Z":"V__0_0"}}' '{"op":"observe"}' '{"op":"observe","role":"Z"}' \
    '{"op":"observe","role":"random"}' '{"op":"new","seed":"x"}' '{"op":"new","seed":-1}' \
    '{"op":"moves"' '{"op":"moves","op":"undo"}' '{"op":"apply","moves":{"X":"V__0_0 V__0_1"}}' \
    $'{"op":"\xff"}' '{"op":"a\u0000b"}' '{"op":"moves"}'
run 0 session "$DATA/ttt.rg"
is 'number of replies' "$(wc -l <"$WORK/out")" 25
n=1
for code in json json type type type type op type type missing type illegal not_mover role type role \
    role type type json json illegal json json; do
    error $n $code
    n=$((n + 1))
done
json_line 25 ok true
json_line 24 error.message 'a string holds the character U+0000'
json_line 23 error.message 'the text is not valid UTF-8'
json_line 21 error.message 'an object has the same key twice'

# seeds of 64 bits
input '{"op":"new","seed":"18446744073709551615"}' '{"op":"playout"}' '{"op":"new","seed":18446744073709551616}' \
    '{"op":"new","seed":"18446744073709551616"}' '{"op":"new","seed":"-1"}' '{"op":"new","seed":""}'
run 0 session "$DATA/ttt.rg"
json_line 1 ok true
json_line 3 error.message 'a number is too large'
error 4 type
error 5 type
error 6 type
sed -n 2p "$WORK/out" >"$WORK/large"
input '{"op":"playout"}'
run 0 session --seed 18446744073709551615 "$DATA/ttt.rg"
is 'the largest seed' "$(cat "$WORK/out")" "$(cat "$WORK/large")"

# after the end
input '{"op":"apply","moves":{"X":"V__0_0"}}' '{"op":"apply","moves":{"O":"V__0_1"}}' \
    '{"op":"apply","moves":{"X":"V__1_0"}}' '{"op":"apply","moves":{"O":"V__1_1"}}' \
    '{"op":"apply","moves":{"X":"V__2_0"}}' '{"op":"apply","moves":{"O":"V__2_2"}}' '{"op":"moves"}' \
    '{"op":"scores"}' '{"op":"playout"}' '{"op":"undo"}' '{"op":"moves"}'
run 0 session "$DATA/ttt.rg"
json_line 5 terminal true
json_line 5 movers '[]'
error 6 terminal
json_line 7 moves '{}'
json_line 8 scores '{"X":100,"O":0}'
json_line 8 terminal true
json_line 9 plies 0
json_line 10 movers '["X"]'
json_line 11 moves.X.# 5

# long lines, deep nesting
{
    head -c 1100000 /dev/zero | tr '\0' 'x'
    echo
    head -c 100000 /dev/zero | tr '\0' '['
    echo
    printf '{"op":"scores"}' # the last line has no end
} >"$WORK/in"
run 0 session "$DATA/ttt.rg"
error 1 too_long
error 2 json
json_line 3 ok true

# chance is a role; keeper steps are not seen
input '{"op":"moves"}' '{"op":"apply","moves":{"random":"heads"}}' \
    '{"op":"apply","moves":{"guesser":"heads"}}' '{"op":"scores"}'
run 0 session "$DATA/chance.rg"
json_line 1 moves '{"random":["heads","tails"]}'
json_line 2 movers '["guesser"]'
json_line 3 terminal true
json_line 4 scores.guesser 100

# hidden information: b cannot tell the cards apart, a can
input '{"op":"apply","moves":{"random":"low"}}' '{"op":"observe","role":"b"}' '{"op":"observe","role":"a"}' \
    '{"op":"undo"}' \
    '{"op":"apply","moves":{"random":"high"}}' '{"op":"observe","role":"b"}' '{"op":"observe","role":"a"}'
run 0 session "$DATA/hidden.rg"
is 'what b sees' "$(sed -n 2p "$WORK/out")" "$(sed -n 6p "$WORK/out")"
json_line 2 seen '[""]'
json_line 3 seen '["low"]'
json_line 7 seen '["high"]'
is 'the state is not shown' "$(sed -n 3p "$WORK/out" | "$JSONGET" state; echo $?)" 2
if [ "$(sed -n 3p "$WORK/out" | "$JSONGET" hash)" != "$(sed -n 7p "$WORK/out" | "$JSONGET" hash)" ]; then
    pass
else
    fail 'a has the same hash for different cards'
fi

# duplicates
input '{"op":"moves"}' '{"op":"apply","moves":{"a":"m"}}'
run 0 session --count-duplicates "$DATA/weights.rg"
is 'moves with duplicates' "$(sed -n 1p "$WORK/out" | "$JSONGET" moves.a.#)" 3
json_line 2 movers '["b"]'

# moves that can be made in several ways
input '{"op":"moves"}' '{"op":"apply","moves":{"a":"m"}}' '{"op":"moves"}' '{"op":"undo"}' \
    '{"op":"apply","moves":{"a":"m"},"way":1}' '{"op":"moves"}' '{"op":"undo"}' \
    '{"op":"apply","moves":{"a":"m"},"way":2}' '{"op":"apply","moves":{"a":"m"},"way":"x"}'
run 0 session "$DATA/ways.rg"
json_line 1 moves '{"a":["m"]}'
json_line 2 ways 2
one=$(sed -n 3p "$WORK/out" | "$JSONGET" moves.b.0)
two=$(sed -n 6p "$WORK/out" | "$JSONGET" moves.b.0)
is 'both ways' "$(printf '%s\n' "$one" "$two" | sort | tr -d '\n')" xy
error 8 way
error 9 type

# faults of the rules
input '{"op":"apply","moves":{"a":"x"}}' '{"op":"moves"}' '{"op":"playout"}' '{"op":"undo"}' '{"op":"moves"}'
run 0 session "$DATA/stuck.rg"
error 2 stuck
error 3 stuck
json_line 5 moves '{"a":["x"]}'
input '{"op":"apply","moves":{"a":"x"}}' '{"op":"moves"}'
run 0 session "$DATA/keeper.rg"
error 1 keeper
json_line 2 moves '{"a":["x"]}'
input '{"op":"moves"}' '{"op":"new"}'
run 0 session --max-tags 50 "$DATA/longmove.rg"
error 1 limit_tags
json_line 2 ok true
input '{"op":"playout"}' '{"op":"moves"}'
run 0 session --max-plies 100 "$DATA/endless.rg"
error 1 limit_plies
json_line 2 ok true

# games that cannot be loaded
run 1 session "$DATA/bad_types.rg"
out_empty
run 1 session "$WORK/nothing.rg"
run 2 session -

# what a page draws, and the course of a game
input '{"op":"boards"}' '{"op":"look"}' '{"op":"apply","moves":{"X":"V__1_1"}}' '{"op":"trial","players":{"X":"mcts"}}' \
    '{"op":"replay","moves":[{"role":"X","move":"V__0_0"},{"role":"O","move":"V__1_1"}]}' '{"op":"state"}' \
    '{"op":"replay","moves":[{"role":"X","move":"V__0_0"},{"role":"O","move":"V__0_0"}]}' '{"op":"look"}' \
    '{"op":"replay","moves":[{"role":"X","move":"V__0_0"},{"role":"O","move":"V__1_1"}],"plies":1}' \
    '{"op":"replay","moves":7}' '{"op":"undo"}' '{"op":"undo"}' '{"op":"replay","moves":[],"rules_hash":"0000000000000001"}'
run 0 session "$DATA/ttt.rg"
json_line 1 boards.0.shape rows
json_line 1 boards.0.sites.4.name V__1_1
json_line 2 contents.0.# 9
json_line 2 moves.X.count 9
json_line 2 moves.X.list.0 '["V__0_0",[[0,0]]]'
json_line 4 trial.moves '[{"role":"X","move":"V__1_1"}]'
json_line 4 trial.players '[{"role":"X","player":"mcts"},{"role":"O","player":"human"}]'
json_line 5 ply 2
json_line 5 ends '[1,2]'
json_line 6 state.board.V__1_1 O
error 7 illegal
json_line 8 ply 2
json_line 9 ply 1
error 10 type
json_line 11 ply 0
error 12 start
error 13 trial

# agents, random games and counts
input '{"op":"think","agent":"mcts","playouts":500}' '{"op":"think","agent":"mcts","playouts":500}' '{"op":"think","agent":"none"}' \
    '{"op":"think","agent":"human"}' '{"op":"think","agent":"external:command=true"}' '{"op":"think","role":"O"}' '{"op":"think","seconds":-1}' \
    '{"op":"sample"}' '{"op":"run","playouts":50}' '{"op":"perft","depth":2}' '{"op":"perft","depth":65}' '{"op":"look"}' '{"op":"passes"}'
run 0 session "$DATA/ttt.rg"
json_line 1 best.? string
json_line 1 choices.# 9
json_line 2 ok true
error 3 agent
error 4 agent
error 5 agent
error 6 not_mover
error 7 type
json_line 8 move.? string
json_line 9 playouts 50
json_line 9 wins.X.? integer
json_line 10 perft '[1,9,72]'
error 11 type
json_line 12 ply 0
json_line 12 node.? string
json_line 13 passes.0.name.? string

# the tree of a search, a game between agents, measures
input '{"op":"tree","role":"X"}' '{"op":"think","role":"X","playouts":300}' '{"op":"tree","role":"X"}' '{"op":"tree","role":"X","path":["V__1_1"]}' \
    '{"op":"tree","role":"X","path":["none"]}' '{"op":"tree","role":"X","path":[1]}' '{"op":"match","agents":{"X":"mcts","O":"random"},"playouts":100,"seed":3}' \
    '{"op":"match","agents":{"X":"mcts","O":"random"},"playouts":100,"seed":3}' '{"op":"match","agents":{"X":"mcts"}}' '{"op":"match","agents":{"X":"nobody","O":"random"}}' \
    '{"op":"match","agents":{"X":"random","O":"external:command=true"}}' '{"op":"match","agents":{"X":"random","O":"random"},"seconds":11}' \
    '{"op":"analyse","games":3,"playouts":20}' '{"op":"analyse","games":0}' '{"op":"analyse","agent":"nobody"}' '{"op":"look"}' '{"op":"new"}' '{"op":"tree","role":"X"}'
run 0 session "$DATA/ttt.rg"
error 1 agent
json_line 3 count 9
json_line 3 branches.0.role X
json_line 4 count 8
json_line 4 branches.0.role O
json_line 5 count 0
error 6 type
json_line 7 plies.? integer
is 'the same seed plays the same game' "$(sed -n 7p "$WORK/out" | sed 's/"agents".*//')" "$(sed -n 8p "$WORK/out" | sed 's/"agents".*//')"
json_line 7 agents.X.errors 0
error 9 agent
error 10 agent
error 11 agent
error 12 type
json_line 13 analysis.games 3
json_line 13 titles.length.0 length
error 14 type
error 15 agent
json_line 16 ply 0
error 18 agent

# a session that chooses its game; rules with errors leave the open one
input '{"op":"hello"}' '{"op":"look"}' '{"op":"load","game":"zrf/tic-tac-toe.zrf","seed":9}' '{"op":"load","name":"x.hrg","text":"a"}' '{"op":"perft","depth":3}' \
    '{"op":"check","name":"x.hrg","text":"a"}' '{"op":"read","game":"nothing"}' '{"op":"load"}' '{"op":"format","name":"x.lud","text":"(game \"A\""}' \
    '{"op":"translate","to":"rg"}' '{"op":"translate","to":"automaton","after":"none"}' '{"op":"translate","to":"kif"}' '{"op":"grammar","symbol":"board"}' '{"op":"nothing"}' '[1]' \
    '{"op":"load","game":"zrf/tic-tac-toe.zrf","variant":"99"}' '{"op":"quit"}'
run 0 session
json_line 1 protocol 1
error 2 game
json_line 3 language zrf
json_line 3 described.variants.0.title 'Tic-Tac-Toe'
error 4 refused
json_line 4 error.diagnostics.0.code E0102
json_line 5 perft '[1,9,72,504]'
json_line 6 playable false
error 7 game
error 8 type
error 9 refused
json_line 10 text.? string
json_line 11 text.? string
json_line 12 text.? string
json_line 13 grammar.rules.0.symbol.? string
error 14 op
error 15 type
error 16 refused
json_line 17 ok true
run 2 session --sandbox "$DATA/ttt.rg"
input '{"op":"load","game":"toss/bounce.toss"}' '{"op":"translate","to":"kif"}' '{"op":"quit"}'
run 0 session
error 2 refused

# a new level is a new game: agents of the old one are not asked again
for game in asp/3-coins.lp asp/4-patrol.lp toss/bounce.toss; do
    input "{\"op\":\"load\",\"game\":\"$game\"}" '{"op":"think","seconds":0.02}' '{"op":"new"}' '{"op":"think","seconds":0.02}' '{"op":"quit"}'
    run 0 session
    json_line 4 best.? string
done
# who does not see the cards sees no traces of them
input '{"op":"load","game":"hrg/kuhn-poker.hrg"}' '{"op":"apply","moves":{"random":"jack"}}' '{"op":"look","role":"younger"}' \
    '{"op":"new"}' '{"op":"apply","moves":{"random":"king"}}' '{"op":"look","role":"younger"}' '{"op":"look","role":"younger","truth":true}'
run 0 session
is 'two deals look the same' "$(sed -n 3p "$WORK/out")" "$(sed -n 6p "$WORK/out")"
json_line 3 moves '{}'
json_line 7 node.? string

# measures end in time; a trial keeps its level; a single role wins by the best score
input '{"op":"load","game":"toss/concurrent-tic-tac-toe.toss"}' '{"op":"analyse","games":100000,"playouts":2,"seconds":0.001,"agent":"random"}' \
    '{"op":"analyse","games":9999,"playouts":2,"seconds":0.2,"agent":"random"}' '{"op":"load","game":"gdl/lights-out.kif"}' '{"op":"run","playouts":50}' \
    '{"op":"load","game":"asp/4-patrol.lp"}' '{"op":"new","seed":99}' '{"op":"apply","do":[]}' '{"op":"trial"}' '{"op":"replay","moves":[],"level":{"state":[],"settings":[]}}'
run 0 session
error 2 type
json_line 3 ok true
json_line 5 wins.player 0
json_line 9 trial.level.state.0.? string
error 10 trial

# a replay that is refused leaves open what was open
input '{"op":"apply","moves":{"a":"m"}}' '{"op":"replay","moves":[{"role":"a","move":"nothing"}]}' '{"op":"moves"}' '{"op":"apply","moves":{"b":"x"}}' \
    '{"op":"new"}' '{"op":"apply","moves":{"a":"m"}}' '{"op":"replay","moves":[{"role":"a","move":"nothing"}]}' '{"op":"moves"}' '{"op":"apply","moves":{"b":"y"}}'
run 0 session "$DATA/ways.rg"
json_line 1 ways 2
error 2 illegal
json_line 4 terminal true
json_line 9 terminal true

# words of rules: how one goes on, and what it means
input '{"op":"complete","name":"x.lud","text":"(game \"é\" (playe","line":1,"column":17}' '{"op":"hover","name":"x.lud","text":"(is Line 3)","line":1,"column":3}' \
    '{"op":"complete","name":"x.rg","text":"type\nplayer pl","line":2,"column":10}' '{"op":"hover","name":"x.rg","text":"a","line":1,"column":1}' \
    '{"op":"complete","name":"x.rg","text":"","line":0,"column":1}' '{"op":"complete","name":"x.net","text":"","line":9,"column":9}'
run 0 session
json_line 1 items.0.label players
json_line 1 items.0.documentation.? string
json_line 2 text.? string
json_line 3 items.0.label player
json_line 4 text null
error 5 type
json_line 6 items '[]'
# what rules call sites: regions of a role, goals of a rules file, tracks
input '{"op":"load","game":"lud/ghosts.lud"}' '{"op":"boards"}' '{"op":"load","game":"zrf/breakthrough.zrf"}' '{"op":"boards"}' '{"op":"load","game":"lud/kalah-three.lud"}' '{"op":"boards"}' \
    '{"op":"load","game":"lud/tic-tac-toe.lud"}' '{"op":"boards"}'
run 0 session
json_line 2 boards.0.regions.2.name Exit
json_line 2 boards.0.regions.2.role P1
json_line 2 boards.0.regions.2.sites.# 2
json_line 4 boards.0.regions.0.role White
json_line 4 boards.0.regions.0.sites '[0,8,16,24,32,40,48,56]'
json_line 6 boards.0.tracks.0.sites '[0,1,2,3,7,6,5,4]'
json_line 8 boards.0.regions '[]'
# lines that random games reach, of an automaton and of a rule sheet
input '{"op":"coverage","name":"x.lud","text":"(game \"G\" (players 2)\n (equipment {(board (square 3)) (piece \"Disc\" Each)})\n (rules (play (if (< (count Moves) 50)\n (move Add (to (sites Empty)))\n (move Pass)))\n (end (if (is Line 3) (result Mover Win)))))"}' \
    '{"op":"coverage","name":"x.kif","text":"(role a) (init (at 1)) (succ 1 2) (succ 2 3)\n(<= (legal a go) (true (at ?x)))\n(<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))\n(<= terminal (true (at 3)))\n(<= (goal a 100) (true (at 3)))\n(<= (goal a 0) (true (at 1)))"}' \
    '{"op":"coverage","game":"asp/1-first-steps.lp"}' '{"op":"coverage","name":"x.kif","text":"(role a"}' '{"op":"coverage","game":"hrg/hex.hrg","playouts":0}'
run 0 session
json_line 1 playouts 200
json_line 1 lines '[5]'
json_line 2 lines '[6]'
error 3 coverage
error 4 refused
error 5 type
input '{"op":"load","game":"tic-tac-toe.hrg"}' '{"op":"replay","moves":[{"role":"cross","move":"S__1_1","way":-1}]}'
run 0 session
error 2 illegal
# what the page shows beside a board, and which boards are notes of others
input '{"op":"load","game":"zrf/chess.zrf"}' '{"op":"boards"}' '{"op":"look"}' '{"op":"load","game":"hrg/hex.hrg"}' '{"op":"load","game":"gdl/lights-out.kif"}' '{"op":"look"}' \
    '{"op":"load","game":"toss/entanglement.toss"}' '{"op":"boards"}' '{"op":"look"}' '{"op":"quit"}'
run 0 session
json_line 2 boards.0.aside false
json_line 2 boards.1.name never-moved?
json_line 2 boards.1.aside true
json_line 3 moves.White.list.0.1 '[[0,6],[0,5]]'
json_line 4 edges '{"top":"red","bottom":"red","left":"blue","right":"blue"}'
json_line 4 kind placement
json_line 6 boards.0.name on
json_line 6 contents.0.4 on
json_line 6 moves.player.list.0.1 '[[0,0]]'
json_line 8 boards.0.named true
json_line 8 boards.0.sites.4.name e
json_line 9 contents.0 '["P","P","none","none","F","none"]'

# what pieces can do, who attacks whom, and seats of different people
input '{"op":"works","seconds":0.3}' '{"op":"threats"}' '{"op":"works","seed":-1}'
run 0 session "$SOURCE/games/fairy/xiangqi.ini"
json_line 1 ok true
json_line 1 kinds.0.begins.? integer
json_line 1 ends.# 1
json_line 2 attacks.# 2
json_line 2 threats.# 2
json_line 2 complete true
error 3 type
input '{"op":"works","seconds":0.3,"seed":4}'
run 0 session "$SOURCE/games/zrf/checkers.zrf"
json_line 1 kinds.# 4
json_line 1 kinds.0.jumps true
json_line 1 kinds.0.moves.# 2
input '{"op":"witness","as":"X"}' '{"op":"decide","as":"O","move":"V__1_1"}' '{"op":"decide","as":"X","move":"V__1_1"}' '{"op":"witness","as":"O"}' \
    '{"op":"decide","as":"O","move":"V__1_1"}' '{"op":"decide","as":"nobody","move":"V__1_1"}' '{"op":"decide","as":"O","resign":true}' '{"op":"witness","as":""}' \
    '{"op":"decide","as":"O","move":"V__0_0"}'
run 0 session "$DATA/ttt.rg"
json_line 1 waiting '["X"]'
error 2 not_mover
json_line 3 ok true
json_line 4 course '[[["X","V__1_1"]]]'
json_line 4 waiting '["O"]'
error 5 illegal
error 6 role
json_line 8 resigned O
error 9 over
input '{"op":"decide","as":"left","move":"rock"}' '{"op":"witness","as":"right"}' '{"op":"decide","as":"left","move":"paper"}' '{"op":"decide","as":"right","move":"paper"}' \
    '{"op":"witness","as":"left"}'
run 0 session "$SOURCE/games/gdl/rock-paper-scissors.kif"
json_line 1 ok true
json_line 2 waiting '["right"]'
json_line 2 ply 0
error 3 not_mover
json_line 5 course '[[["left","rock"],["right","paper"]]]'
input '{"op":"witness","as":"elder"}' '{"op":"witness","as":"younger"}' '{"op":"witness","as":""}'
run 0 session "$SOURCE/games/hrg/kuhn-poker.hrg"
json_line 1 ply 2 # chance dealt
is 'cards that each of them sees' "$(while read -r line; do echo "$line" | grep -o 'jack\|queen\|king' | wc -l; done <"$WORK/out" | tr '\n' ' ')" '1 1 0 '
is 'a hash for who watches' "$(sed -n 3p "$WORK/out" | grep -c '"hash"')" 0
# labels of a game that is begun again, where that means to load it again
input '{"op":"look","labels":true}' '{"op":"new"}' '{"op":"look","labels":true}' '{"op":"new","seed":7}' '{"op":"look","labels":true}'
run 0 session "$SOURCE/games/toss/bounce.toss"
for line in 1 3 5; do json_line $line moves.player.labels.0 'Wait ball t=0.05'; done
# chance and players at once: what was looked at changes nothing, and a way that is not there loses no decision
cat >"$WORK/coin.kif" <<'EOK'
(role alice) (role bob) (role random) (init (step 0)) (succ 0 1) (succ 1 2)
(<= (legal random (toss ?c)) (face ?c)) (face a) (face b) (face c) (face d) (face e) (face f) (face g) (face h)
(<= (legal ?p (say ?x)) (role ?p) (distinct ?p random) (word ?x)) (word yes) (word no)
(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (<= terminal (true (step 2))) (goal alice 50) (goal bob 50)
EOK
input '{"op":"decide","as":"alice","move":"(say yes)"}' '{"op":"decide","as":"bob","move":"(say no)"}' '{"op":"witness","as":"bob"}'
run 0 session --seed 3 "$WORK/coin.kif"
tail -n 1 "$WORK/out" >"$WORK/once"
input '{"op":"witness","as":"bob"}' '{"op":"witness","as":""}' '{"op":"decide","as":"alice","move":"(say yes)"}' '{"op":"decide","as":"bob","move":"(say no)","way":1}' \
    '{"op":"witness","as":"bob"}' '{"op":"decide","as":"bob","move":"(say no)"}' '{"op":"witness","as":"bob"}'
run 0 session --seed 3 "$WORK/coin.kif"
error 4 ways
json_line 5 waiting '["bob"]'
is 'the game after looks' "$(tail -n 1 "$WORK/out" | cmp - "$WORK/once" 2>&1)" ''
finish
