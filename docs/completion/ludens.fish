# fish completion for ludens
set -l commands check info moves play perft run record replay translate fmt languages session solve match tournament analyse train-eval agents ggp-player ggp-manager bench help
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a check -d "check rules files and report what is wrong"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a info -d "show what a game is and how it was compiled"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a moves -d "list the legal moves of a position"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a play -d "play a game in the terminal"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a perft -d "count the positions reached after 1, 2, ... moves"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a run -d "play many random games and show statistics"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a record -d "write random games as trials"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a replay -d "replay trials and verify every step"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a translate -d "write a game in another form"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a fmt -d "lay out rules files in the canonical form"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a languages -d "list the languages that can be read"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a session -d "drive a game over JSON lines"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a solve -d "solve a position exactly"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a match -d "play games between agents and compare them"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a tournament -d "play a round robin between agents, resumable"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a analyse -d "measure what kind of game it is"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a train-eval -d "learn an evaluation of positions by self-play"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a agents -d "list the agents and their parameters"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a ggp-player -d "play matches that a game manager leads, over HTTP"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a ggp-manager -d "lead matches between players, over HTTP"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a bench -d "measure playouts per second"
complete -c ludens -n "not __fish_seen_subcommand_from $commands" -f -a help -d "show help for a command"
complete -c ludens -l help -d "show help"
complete -c ludens -l color -x -a "auto always never" -d "colours"
complete -c ludens -l lang -x -a "rg hrg automaton gdl" -d "language of the rules"
complete -c ludens -l backend -x -a "interp native auto" -d "what runs the game"
complete -c ludens -l passes -x -d "run exactly these passes"
complete -c ludens -l no-pass -x -d "switch a pass off"
for limit in tags plies states steps memory
    complete -c ludens -l max-$limit -x -d "limit"
end
complete -c ludens -n "__fish_seen_subcommand_from check info moves perft run replay languages solve match tournament analyse train-eval agents ggp-manager bench" -l json -d "write JSON"
complete -c ludens -n "__fish_seen_subcommand_from check moves play run record session match tournament analyse train-eval ggp-player ggp-manager bench" -l seed -x -d "seed"
complete -c ludens -n "__fish_seen_subcommand_from moves perft run record session" -l count-duplicates
complete -c ludens -n "__fish_seen_subcommand_from run" -s n -l playouts -x -d "random games"
complete -c ludens -n "__fish_seen_subcommand_from run" -l enumerate -d "list all moves"
complete -c ludens -n "__fish_seen_subcommand_from run" -l lockstep -d "compare the back ends"
complete -c ludens -n "__fish_seen_subcommand_from run" -l levels -x -d "generated levels for the strategy"
complete -c ludens -n "__fish_seen_subcommand_from run" -l explain -d "what the strategy derives"
complete -c ludens -n "__fish_seen_subcommand_from check run" -l strategy -r -d "a strategy program"
complete -c ludens -n "__fish_seen_subcommand_from check" -l strict -d "GDL: as the public validator"
complete -c ludens -n "__fish_seen_subcommand_from run" -l threads -x
complete -c ludens -n "__fish_seen_subcommand_from run" -l max-seconds -x
complete -c ludens -n "__fish_seen_subcommand_from record" -s n -l games -x -d "random games"
complete -c ludens -n "__fish_seen_subcommand_from play" -l role -x -d "ROLE=human or ROLE=AGENT"
for option in seconds playouts hints
    complete -c ludens -n "__fish_seen_subcommand_from play" -l $option -x
end
complete -c ludens -n "__fish_seen_subcommand_from play" -l resume -r
complete -c ludens -n "__fish_seen_subcommand_from play match tournament" -s v -l verbose
for option in agent seconds playouts nodes
    complete -c ludens -n "__fish_seen_subcommand_from moves match tournament" -l $option -x
end
for option in after method nodes seconds memory
    complete -c ludens -n "__fish_seen_subcommand_from solve" -l $option -x
end
complete -c ludens -n "__fish_seen_subcommand_from solve" -l moves
for option in games rounds threads particles sprt risk
    complete -c ludens -n "__fish_seen_subcommand_from match tournament" -l $option -x
end
complete -c ludens -n "__fish_seen_subcommand_from match tournament" -l fixed
complete -c ludens -n "__fish_seen_subcommand_from match tournament" -l csv
complete -c ludens -n "__fish_seen_subcommand_from match" -l out -r
complete -c ludens -n "__fish_seen_subcommand_from tournament" -l db -r
complete -c ludens -n "__fish_seen_subcommand_from tournament" -l export
for option in games agent playouts samples duels strength depth states preferred svg
    complete -c ludens -n "__fish_seen_subcommand_from analyse" -l $option -x
end
complete -c ludens -n "__fish_seen_subcommand_from analyse" -l html -r
for option in games rounds epochs
    complete -c ludens -n "__fish_seen_subcommand_from train-eval" -l $option -x
end
complete -c ludens -n "__fish_seen_subcommand_from train-eval" -l out -r
complete -c ludens -n "__fish_seen_subcommand_from check" -l play -x -d "also play random games"
complete -c ludens -n "__fish_seen_subcommand_from perft" -l divide
complete -c ludens -n "__fish_seen_subcommand_from moves" -l after -x
complete -c ludens -n "__fish_seen_subcommand_from replay" -l game -r
complete -c ludens -n "__fish_seen_subcommand_from translate" -l to -x -a "rg automaton dot c kif infix"
complete -c ludens -n "__fish_seen_subcommand_from translate" -s o -l output -r
complete -c ludens -n "__fish_seen_subcommand_from translate" -l after -x
complete -c ludens -n "__fish_seen_subcommand_from fmt" -l check
complete -c ludens -n "__fish_seen_subcommand_from fmt" -l write
complete -c ludens -n "__fish_seen_subcommand_from ggp-player" -l agent -x -a "random montecarlo mcts alphabeta"
for option in port address margin name particles silence max-message message-time
    complete -c ludens -n "__fish_seen_subcommand_from ggp-player" -l $option -x
end
complete -c ludens -n "__fish_seen_subcommand_from ggp-player" -s v -l verbose
for option in player start-clock play-clock grace match-id matches
    complete -c ludens -n "__fish_seen_subcommand_from ggp-manager" -l $option -x
end
complete -c ludens -n "__fish_seen_subcommand_from ggp-manager" -l out -r
complete -c ludens -n "__fish_seen_subcommand_from ggp-manager" -l scramble
complete -c ludens -n "__fish_seen_subcommand_from ggp-manager" -l upper
complete -c ludens -n "__fish_seen_subcommand_from bench" -l signature
complete -c ludens -n "__fish_seen_subcommand_from help" -f -a "$commands"
