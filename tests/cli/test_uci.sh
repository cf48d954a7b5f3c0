# `ludens uci`, and engines as agents: what is said and understood, and the same counts of positions as Stockfish.
. "$(dirname "$0")/lib.sh"
CHESS=$SOURCE/games/hrg/chess.hrg

input uci isready
run 0 uci "$CHESS"
out_has '^id name Ludens .*, chess.hrg$'
out_has '^option name Agent type string default alphabeta$'
out_has '^uciok$'
out_has '^readyok$'
input 'position startpos moves e2e4 e7e5' d 'go perft 2'
run 0 uci "$CHESS"
out_has ' g1f3'
out_has '^g1f3: 29$'
out_has '^Nodes searched: 835$'

# the same moves in every language, of every kind: castling, en passant, promotion
LINE='e2e4 g8f6 e4e5 d7d5 e5d6 b8c6 d6c7 f6g4 g1f3 g4f2 f1e2 f2h1'
for game in hrg/chess.hrg zrf/chess.zrf toss/chess.toss fairy/chess.ini; do
    input "position startpos moves $LINE e1f1" d 'position startpos moves e2e4 e7e5 g1f3 g8f6 f1c4 f8c5' 'go perft 1' "position startpos moves $LINE" 'go perft 1'
    run 0 uci "$SOURCE/games/$game"
    out_has '^e1g1: 1$'
    out_has '^c7d8q: 1$'
    out_has '^c7d8n: 1$'
    out_has '^Nodes searched: 33$'
    out_lacks error
done

# thoughts
input 'go nodes 500'
run 0 uci "$CHESS"
out_has '^info depth [0-9]+ nodes 500 time [0-9]+ score cp -?[0-9]+ pv [a-h][1-8]'
out_has '^bestmove [a-h][12][a-h][34]$'
first=$(grep bestmove "$WORK/out")
input 'go nodes 500'
run 0 uci "$CHESS"
is 'the same thought again' "$(grep bestmove "$WORK/out")" "$first"
input 'position startpos moves f2f3 e7e5 g2g4' 'go depth 2'
run 0 uci "$CHESS"
out_has 'score mate 1 pv d8h4$'
out_has '^bestmove d8h4$'
input 'position startpos moves f2f3 e7e5 g2g4 d8h4' 'go depth 2' 'go perft 3'
run 0 uci "$CHESS"
out_has '^bestmove \(none\)$'
out_has '^Nodes searched: 0$'
input 'setoption name Agent value mcts:playouts=50' 'go wtime 60000 btime 60000 winc 10 binc 10' 'setoption name Seed value 4' 'setoption name Agent value random' 'go movetime 10' 'setoption name UCI_ShowWDL value true'
run 0 uci "$CHESS"
is 'answers' "$(grep -c '^bestmove [a-h]' "$WORK/out")" 2
out_lacks error
# thoughts without an end wait for "stop", and are ended by it
(printf '%s\n' isready 'go infinite'; sleep 1; echo isready; sleep 0.3; echo stop; sleep 0.3; echo isready) |
    "$LUDENS" uci --agent mcts "$CHESS" >"$WORK/out" 2>"$WORK/err"
is 'what a thought without an end says' "$(sed 's/ .*//' "$WORK/out" | tr '\n' ' ')" 'readyok readyok info bestmove readyok '

# what is wrong is said, and nothing else happens
input 'position startpos moves e2e4 e2e4' d 'position fen 8/8/8/8/8/8/8/8 w - - 0 1' foo 'position nowhere' 'setoption name Agent value mtcs' 'setoption name Colour value red' 'go fast nodes 10'
run 0 uci "$CHESS"
out_has 'error: e2e4 is no legal move there'
out_has 'takes no such FEN'
out_has 'error: foo is not understood'
out_has 'error: position startpos or fen'
out_has "did you mean 'mcts'"
out_has 'no option Colour'
out_has 'fast is not understood'
out_has '^bestmove '
for game in hrg/pig.hrg gdl/tic-tac-toe.kif hrg/kuhn-poker.hrg hrg/peg-solitaire.hrg; do
    run 1 uci "$SOURCE/games/$game"
    err_has 'no game for this protocol'
done
run 2 uci --agent mtcs "$CHESS"
run 2 uci -
run 1 uci "$WORK/none.hrg"
run 2 uci

# a position by FEN, in variants of chess; xiangqi has ten rows
input 'position fen 8/P7/8/8/8/8/8/K1k5 w - - 0 1 moves a7a8q c1d2' d
run 0 uci "$SOURCE/games/fairy/chess.ini"
out_has ' a8h8'
input 'go perft 2' 'position startpos moves h1h10' d 'position startpos moves h3e3 h10g8' d
run 0 uci "$SOURCE/games/fairy/xiangqi.ini"
out_has '^Nodes searched: 1920$'
out_has 'error: h1h10 is no legal move'

# engines as agents: a small one of our own
cat >"$WORK/engine" <<'SH'
#!/bin/sh
# Plays the moves of a file, one after the other; notes what it is told.
while read -r line; do
    echo "$line" >>"$0.told"
    case $line in
    uci) echo 'id name engine'; echo 'option name UCI_Variant type combo default chess var chess var xiang var xiangqi'; echo uciok ;;
    isready) echo readyok ;;
    go*) echo 'info depth 3 score cp 120 nodes 77 pv x'; sed -n "$(($(cat "$0.n") + 1))p" "$0.moves" | sed 's/^/bestmove /'; echo $(($(cat "$0.n") + 1)) >"$0.n" ;;
    quit) exit ;;
    esac
done
SH
chmod +x "$WORK/engine"
printf '%s\n' f2f3 g2g4 >"$WORK/engine.moves"
printf '%s\n' e7e5 d8h4 >"$WORK/other.moves"
cp "$WORK/engine" "$WORK/other"
echo 0 >"$WORK/engine.n"; echo 0 >"$WORK/other.n"
run 0 match --json "$CHESS" "uci:$WORK/engine" "uci:depth=3,$WORK/other" -n 1 --fixed
has "$WORK/engine.told" 'position startpos moves f2f3 e7e5$' && pass || fail 'what the engine was told' "$(cat "$WORK/engine.told")"
has "$WORK/other.told" '^go depth 3$' && pass || fail 'its depth' "$(cat "$WORK/other.told")"
has "$WORK/engine.told" '^go depth 8$' && pass || fail 'its own depth' "$(cat "$WORK/engine.told")"
echo 0 >"$WORK/engine.n"
run 0 moves "$CHESS" --agent "uci:threads=2,hash=8,$WORK/engine" --seconds 0.5
out_has 'S__6_2 S__6_3, value 66'
has "$WORK/engine.told" '^setoption name Threads value 2$' && pass || fail 'threads' "$(cat "$WORK/engine.told")"
has "$WORK/engine.told" '^go movetime [0-9]+$' && pass || fail 'its time' "$(cat "$WORK/engine.told")"
run 1 moves "$SOURCE/games/fairy/xiangqi.ini" --agent "uci:$WORK/engine" --seconds 0.5
err_has "chose '"
has "$WORK/engine.told" '^setoption name UCI_Variant value xiangqi$' && pass || fail 'the variant' "$(cat "$WORK/engine.told")"
run 1 moves "$CHESS" --agent "uci:timeout=0.3,sleep 9"
err_has 'did not answer in time'
run 1 moves "$CHESS" --agent "uci:exit 3"
err_has 'has ended'
run 2 moves "$CHESS" --agent uci
err_has "needs 'command'"
run 1 moves "$SOURCE/games/hrg/pig.hrg" --agent "uci:$WORK/engine"
err_has 'engines do not play this game: chance'
input '{"op":"think","agent":"uci:true"}'
run 0 session "$CHESS"
out_has 'may not be started here'

# The counts of Stockfish, move by move: of 20 positions, and of the same games in other languages.
STOCKFISH=/usr/games/stockfish
[ -x $STOCKFISH ] || STOCKFISH=stockfish
positions=(
    'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'
    'r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1'
    '8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1'
    'r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1'
    'rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8'
    'r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10'
    'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
    'r3k2r/8/8/8/8/8/8/R3K2R b Kq - 0 1'
    '4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1'
    '2r1k2r/8/8/8/8/8/8/R3K1R1 w Qk - 0 1'
    '8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1'
    '8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1'
    '3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1'
    'n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1'
    '8/Pk6/8/8/8/8/6Kp/8 w - - 0 1'
    '8/5bk1/8/2Pp4/8/1K6/8/8 w - d6 0 1'
    '5k2/8/8/8/8/8/8/4K2R w K - 0 1'
    'r1bqkbnr/pppp1Qpp/2n5/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4'
    '7k/5Q2/6K1/8/8/8/8/8 b - - 0 1'
    'rnb2k1r/pp1PbBpp/1qp5/8/8/8/PPP1NnPP/RNBQK2R w KQ - 3 9'
)
lines=('e2e4 e7e5 g1f3 b8c6 f1b5 a7a6 b5c6 d7c6' 'd2d4 g8f6 c2c4 e7e6 b1c3 f8b4 d1c2 e8g8' 'e2e4 c7c5 g1f3 d7d6 d2d4 c5d4 f3d4 g8f6 b1c3 a7a6')
if command -v $STOCKFISH >/dev/null; then
    counts() { grep -E '^([a-h]|Nodes)' | sort; }
    for fen in "${positions[@]}"; do
        typed="position fen $fen"$'\n''go perft 3'
        is "perft of $fen" "$(echo "$typed" | "$LUDENS" uci "$SOURCE/games/fairy/chess.ini" | counts)" "$(echo "$typed" | $STOCKFISH | counts)"
    done
    for line in "${lines[@]}"; do
        for game in hrg/chess.hrg zrf/chess.zrf toss/chess.toss; do
            typed="position startpos moves $line"$'\n''go perft 2'
            is "$game: perft after $line" "$(echo "$typed" | "$LUDENS" uci "$SOURCE/games/$game" | counts)" "$(echo "$typed" | $STOCKFISH | counts)"
        done
    done
    run 0 match --json "$CHESS" "uci:$STOCKFISH" random --nodes 2000 -n 1 --fixed
    out_has '"score'
else
    echo 'skipped: counts of Stockfish, which is missing (on Debian: the package stockfish)'
    skipped=$((skipped + ${#positions[@]} + 3 * ${#lines[@]} + 2))
fi
FAIRY=/usr/games/fairy-stockfish
[ -x $FAIRY ] || FAIRY=fairy-stockfish
if command -v $FAIRY >/dev/null; then
    run 0 match --json "$SOURCE/games/fairy/xiangqi.ini" "uci:$FAIRY" random --nodes 500 -n 1 --fixed
    out_has '"score'
    err_empty
else
    echo 'skipped: a match with Fairy-Stockfish, which is missing (on Debian: the package fairy-stockfish)'
    skipped=$((skipped + 3))
fi
# moves that would be written alike: refused at the beginning, and later not taken for one of them
for game in hrg/amazons.hrg hrg/connect-four.hrg lud/gobblers.lud; do
    run 1 uci "$SOURCE/games/$game"
    err_has 'no game for this protocol: its moves are not told apart'
done
finish
