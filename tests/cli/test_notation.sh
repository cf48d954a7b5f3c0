# Moves as people write them: what commands show.
. "$(dirname "$0")/lib.sh"
GAMES=$SOURCE/games

run 0 moves --notation "$GAMES/hrg/chess.hrg"
out_has '^ +[0-9]+  Nf3 +S__7_1 S__6_3$'
out_has '^ +[0-9]+  e4 +S__5_2 S__5_4$'
run 0 moves --notation --json "$GAMES/hrg/breakthrough.hrg"
json notation.white.0 a2-a3
json moves.white.0 'S__1_2 S__1_3'
run 0 info --notation "$GAMES/hrg/chess.hrg"
out_has '^notation +sites from a1 to h8; pieces by letters: .*K king'
out_has 'O-O +S__5_8 S__7_8'
run 0 info --notation --json "$GAMES/fairy/crazyhouse.ini"
json pieces.N knight
json examples.0.text Nc3
json examples.0.move b1c3
run 0 info --notation "$GAMES/gdl/connect-four.kif" "$GAMES/hrg/tic-tac-toe.hrg"
out_has 'the words of the rules, coordinates put together'
out_has 'pieces without letters'

run 0 moves --notation --agent mcts:playouts=300 --after "S__5_2 S__5_4" "$GAMES/hrg/chess.hrg"
out_has '^Nf6 '
out_has '^expected line: [A-Za-z0-9x=; -]+$'
out_lacks '__'

# the session has it beside the exact forms, when it is asked for
input '{"op":"look"}' '{"op":"look","labels":true}' '{"op":"boards"}' \
    '{"op":"replay","moves":[{"role":"white","move":"S__5_2 S__5_4"},{"role":"black","move":"S__4_7 S__4_5"},{"role":"white","move":"S__5_4 S__4_5"}],"labels":true}' \
    '{"op":"think","role":"black","agent":"mcts","playouts":100,"labels":true}' '{"op":"tree","role":"black","agent":"mcts","path":[],"labels":true}' \
    '{"op":"apply","moves":{"black":"Qxd5"}}'
run 0 session "$GAMES/hrg/chess.hrg"
json_line 1 moves.white.labels '' # not asked for
json_line 2 moves.white.labels.2 Na3
json_line 2 moves.white.list.2.0 'S__2_1 S__1_3'
json_line 2 moves.white.pieces.2 Knight
json_line 3 boards.0.names.9 b2
json_line 3 boards.0.axes.columns.1.1 b
json_line 4 labels '["e4","d5","e4xd5"]'
is 'labels of choices' "$(sed -n 5p "$WORK/out" | grep -o '"label": "Qxd5"' | head -1)" '"label": "Qxd5"'
is 'labels of branches' "$(sed -n 6p "$WORK/out" | grep -o '"label": "Qxd5"')" '"label": "Qxd5"'
is 'lines have labels' "$(sed -n 5p "$WORK/out" | grep -c '"line_label": "[A-Za-z0-9x=; -]*"')" 1
json_line 7 error.code illegal
input '{"op":"sample","role":"random","labels":true}'
run 0 session "$GAMES/lud/twelve-points.lud"
is 'a throw in words' "$(grep -c '"label": "roll [1-6] [1-6]"' "$WORK/out")" 1
# people at browsers of their own
input '{"op":"decide","as":"white","move":"S__7_1 S__6_3"}' '{"op":"witness","as":"black","labels":true}' '{"op":"witness","as":"black"}'
run 0 session "$GAMES/hrg/chess.hrg"
json_line 2 course '[[["white","S__7_1 S__6_3","Nf3"]]]'
json_line 2 moves.black.labels.0 a5
json_line 3 course '[[["white","S__7_1 S__6_3"]]]'
finish
