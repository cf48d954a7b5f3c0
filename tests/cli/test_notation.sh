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
finish
