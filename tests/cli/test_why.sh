# Why a move is not legal: the condition of the rules that is in the way.
. "$(dirname "$0")/lib.sh"
GAMES=$SOURCE/games

# quoted LINE FILE: the line that the reply quotes is that of the rules
quoted() {
    local line text
    line=$(sed -n "${1}p" "$WORK/out" | "$JSONGET" conditions.0.line)
    text=$(sed -n "${1}p" "$WORK/out" | "$JSONGET" conditions.0.text)
    is "the line that reply $1 quotes" "$(sed -n "${line}p" "$2" | sed 's/^[ \t]*//')" "$text"
}
input '{"op":"why","from":"a1","to":"a3"}' '{"op":"why","from":"S__1_1","to":"S__1_3"}' '{"op":"why","move":"a1-a3"}' '{"op":"why","from":"e2","to":"e4"}' \
    '{"op":"why","move":"Nf3"}' '{"op":"why","from":"b1","to":"h8"}' '{"op":"why","from":"z9","to":"a1"}' '{"op":"why"}' '{"op":"why","move":"nonsense"}' \
    '{"op":"look"}'
run 0 session "$GAMES/hrg/chess.hrg"
for i in 1 2 3; do
    json_line $i legal false
    json_line $i conditions.0.text 'check(board[spot] == empty)'
    json_line $i conditions.1 ''
    quoted $i "$GAMES/hrg/chess.hrg"
done
json_line 4 legal true
json_line 5 move 'S__7_1 S__6_3'
json_line 6 conditions '[]'
json_line 6 reason 'several conditions are in the way, or nothing in the rules makes such a move'
json_line 7 error.code type
json_line 8 error.code type
json_line 9 reason 'no move of the rules is written so'
json_line 10 ply 0

# later in a game: a piece that is pinned
input '{"op":"replay","moves":[{"role":"White","move":"e2e4"},{"role":"Black","move":"e7e5"},{"role":"White","move":"d2d3"},{"role":"Black","move":"f8b4"}]}' \
    '{"op":"why","from":"a2","to":"a3"}' '{"op":"why","from":"c2","to":"c3"}'
run 0 session "$GAMES/fairy/chess.ini"
json_line 1 ply 4
json_line 2 legal false # the king is in check
json_line 3 legal true

# other languages say it of their own lines
input '{"op":"why","from":"a1","to":"a2"}'
run 0 session "$GAMES/lud/breakthrough.lud"
json_line 1 conditions.0.line 9
quoted 1 "$GAMES/lud/breakthrough.lud"
input '{"op":"why","from":"a2","to":"b3"}'
run 0 session "$GAMES/zrf/chess.zrf"
json_line 1 move 'Pawn a2 - b3'
quoted 1 "$GAMES/zrf/chess.zrf"
input '{"op":"apply","moves":{"cross":"S__2_2"}}' '{"op":"why","move":"b2"}'
run 0 session "$GAMES/hrg/tic-tac-toe.hrg"
json_line 2 legal false
quoted 2 "$GAMES/hrg/tic-tac-toe.hrg"

# where it is not known
input '{"op":"why","move":"(mark 1 1)"}'
run 0 session "$GAMES/gdl/tic-tac-toe.kif"
json_line 1 error.code why
json_line 1 error.message 'why a move is not legal is known of games that run on an automaton; this one does not'
input '{"op":"why","from":"a1","to":"a2"}'
run 0 session "$GAMES/lud/phantom-three.lud"
json_line 1 error.code why
finish
