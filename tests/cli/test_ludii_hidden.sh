# Ludii: what players do not see, and what they are told.
. "$(dirname "$0")/lib.sh"
GAMES=$SOURCE/games/lud

# A man that is put out of sight: who put it sees the move and the cell, the other player neither.
observe() { # observe MOVES GAME ROLE
    input "{\"op\":\"replay\",\"moves\":[$1]}" "{\"op\":\"observe\",\"role\":\"$3\"}"
    run 0 session "$2"
}
seen() { json_line 2 "seen.$1" "$2"; }
observe '{"role":"P1","move":"Sel:4"}' "$GAMES/phantom-three.lud" P1
seen 0 'Sel:4 See:4=1'
observe '{"role":"P1","move":"Sel:4"}' "$GAMES/phantom-three.lud" P2
seen 0 ''
# the cell that was tried and taken is told to who tried it
observe '{"role":"P1","move":"Sel:4"},{"role":"P2","move":"Sel:4"}' "$GAMES/phantom-three.lud" P2
seen 1 'Sel:4 See:4=1'
observe '{"role":"P1","move":"Sel:4"},{"role":"P2","move":"Sel:4"}' "$GAMES/phantom-three.lud" P1
seen 1 ''

# A masked piece: something of the other player, behind the kinds of pieces.
observe '{"role":"P1","move":"Mov:16-1"}' "$GAMES/ghosts.lud" P1
seen 0 'Mov:16-1 See:1=1'
observe '{"role":"P1","move":"Mov:16-1"}' "$GAMES/ghosts.lud" P2
seen 0 'See:1=6'
observe '{"role":"P1","move":"Mov:17-1"}' "$GAMES/ghosts.lud" P2
seen 0 'See:1=6'

# hands are out of sight: which of them is empty is not told
observe '{"role":"P1","move":"Mov:16-1"},{"role":"P2","move":"Mov:18-9"},{"role":"P1","move":"Mov:16-2"}' "$GAMES/ghosts.lud" P2
seen 2 'See:2=6'

# what one cannot tell apart has the same hash
for move in 16 17; do
    input "{\"op\":\"replay\",\"moves\":[{\"role\":\"P1\",\"move\":\"Mov:$move-1\"}]}" '{"op":"observe","role":"P2"}' '{"op":"observe","role":"P1"}'
    run 0 session "$GAMES/ghosts.lud"
    sed -n 2p "$WORK/out" | grep -o '"hash": *"[^"]*"' >"$WORK/other.$move"
    sed -n 3p "$WORK/out" | grep -o '"hash": *"[^"]*"' >"$WORK/own.$move"
done
is 'the same to P2' "$(cat "$WORK/other.16")" "$(cat "$WORK/other.17")"
is 'two things to P1' "$(cmp -s "$WORK/own.16" "$WORK/own.17" && echo same || echo other)" other

# Boats are put where the other does not see them; shots show what was there, to both.
boats='{"role":"P1","move":"Add:0=1"},{"role":"P2","move":"Add:9=2"},{"role":"P1","move":"Add:1=1"},{"role":"P2","move":"Add:10=2"}'
observe "$boats" "$GAMES/sea-battle.lud" P1
seen 1 ''
observe "$boats,{\"role\":\"P1\",\"move\":\"Sel:9\"}" "$GAMES/sea-battle.lud" P2
seen 4 'See:9=3'
observe "$boats,{\"role\":\"P1\",\"move\":\"Sel:11\"}" "$GAMES/sea-battle.lud" P1
seen 4 'Sel:11 See:11=3'

# No agent is handed a world in which the game is over, or another player decides: all games come to their end.
for agent in random mcts:playouts=20; do
    run 0 match -n 50 --agent $agent --agent random "$GAMES/phantom-three.lud"
    out_has '^100 of 100 games'
    out_lacks 'do not count'
done

# Agents that sample what they do not know play it.
run 0 match -n 1 --agent mcts --agent random --seconds 0.01 "$GAMES/ghosts.lud"
finish
