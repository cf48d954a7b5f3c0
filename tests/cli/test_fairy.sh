# Variants of chess: the variants of a file, moves as UCI has them, layout, a board with hands, what is not played.
. "$(dirname "$0")/lib.sh"
G=$SOURCE/games/fairy
cd "$WORK"

run 0 variants "$G/breakthrough.ini"
out_has '0\* +game +breakthrough-six'
out_has '2 +variant +breakthrough-five'
run 0 perft "$G/breakthrough.ini#breakthrough-five" 2 # by its name
out_has '2 +156'
run 0 perft --variant 2 "$G/breakthrough.ini" 2
out_has '2 +156'
run 1 check --variant breakthrough-fiev "$G/breakthrough.ini"
err_has 'E1303.*the file has no variant `breakthrough-fiev`'
err_has 'did you mean `breakthrough-five`'

run 0 moves "$G/chess.ini" --after 'e2e4; a7a6; e4e5; d7d5'
out_has ' e5d6$'
run 0 moves "$G/chess.ini" --after 'e2e4; e7e5; g1f3; g8f6; f1c4; f8c5'
out_has ' e1g1$'
run 0 moves "$G/crazyhouse.ini" --after 'e2e4; d7d5; e4d5; a7a6'
out_has ' P@e4$'
run 0 moves "$G/crazyhouse.ini" --after 'e2e4; d7d5; e4d5; d8d5; b1c3'
out_has ' P@e3$' # and Black drops with capitals, too
run 0 moves "$G/minishogi.ini" --after 'a2a3; a5a4; a3a4'
run 1 moves "$G/minishogi.ini" --after 'a1a1'

# The layout of files.
printf '[x:chess]\n\n\n  castling=false   \n# a comment\nqueen   =   -\n' >loose.ini
run 0 fmt loose.ini
is 'layout' "$(cat out | tr '\n' '|')" '[x:chess]||castling = false|# a comment|queen = -|'
cat out >tidy.ini
run 0 fmt --check tidy.ini

# Files of other programs, and none.
printf '[Desktop Entry]\nName=x\n' >desktop.ini
run 1 check desktop.ini
err_has 'desktop.ini:2:1: error.E1304.*`Name` is no option'
printf '# nothing\n' >none.ini
run 1 check none.ini
err_has 'E1301.*no variant of chess'
printf '[a:chess]\nblastOnCapture = true\n[b:chess]\n' >blast.ini
run 1 check blast.ini
err_has 'blast.ini:2:18: error.E1308.*`blastOnCapture = true` is not played'
run 0 check 'blast.ini#b'
printf '[a:makruk]\n[b:a]\ncountingRule = none\n[c:xiangqi]\n' >counting.ini
run 0 check counting.ini
err_has 'counting.ini:1:2: warning.W1310.*`countingRule = makruk` of the variant built in is left out'
run 0 check 'counting.ini#b'
is 'warnings where the option says so' "$(grep -c W1310 "$WORK/err")" 0
run 0 check 'counting.ini#c'
err_has 'W1310.*`chasingRule = axf`'
printf '[a:a]\n' >self.ini
run 1 check self.ini
err_has 'self.ini:1:4: error.E1303'

run 0 perft --repetition ignore "$G/chess.ini" 2
err_has 'W1309'

# A board, and what is in hand.
input 'e2e4' 'd7d5' 'e4d5' 'quit'
run 0 play --letters --role White=human --role Black=human "$G/crazyhouse.ini"
out_has 'hand of White:'
out_has 'White knight'
finish
