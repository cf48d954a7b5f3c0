# bash completion for ludens
_ludens()
{
    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}
    local commands="check info moves play perft run record replay translate fmt languages session solve match tournament analyse train-eval agents ggp-player ggp-manager bench help"
    local common="--help --color --time-limit"
    local load="--lang --passes --no-pass --backend --max-tags --max-plies --max-states --max-steps --max-memory --max-atoms --max-solve-seconds --max-compile-seconds --engine --level"
    if [ "$COMP_CWORD" -eq 1 ]; then
        COMPREPLY=($(compgen -W "$commands --help --version" -- "$current"))
        return
    fi
    case $previous in
    --color) COMPREPLY=($(compgen -W "auto always never" -- "$current")); return ;;
    --backend) COMPREPLY=($(compgen -W "interp native rules auto" -- "$current")); return ;;
    --to) COMPREPLY=($(compgen -W "rg automaton network dot c kif infix json lp" -- "$current")); return ;;
    --lang) COMPREPLY=($(compgen -W "rg hrg automaton gdl network asp" -- "$current")); return ;;
    --agent | --hints) COMPREPLY=($(compgen -W "random montecarlo mcts alphabeta solver nested external" -- "$current")); return ;;
    --engine) COMPREPLY=($(compgen -W "own clingo auto" -- "$current")); return ;;
    help) COMPREPLY=($(compgen -W "$commands" -- "$current")); return ;;
    esac
    local own=
    case ${COMP_WORDS[1]} in
    check) own="$load --json --play --strategy --seed" ;;
    info) own="$load --json" ;;
    moves) own="$load --json --after --count-duplicates --agent --seconds --playouts --nodes --seed" ;;
    play) own="$load --role --strategy --step --facts --seed --seconds --playouts --hints --resume --verbose" ;;
    solve) own="$load --json --after --moves --method --nodes --seconds --memory" ;;
    match) own="$load --json --seed --threads --games --agent --playouts --nodes --seconds --fixed --particles --sprt --risk --out --csv --verbose" ;;
    tournament) own="$load --json --seed --threads --rounds --agent --playouts --nodes --seconds --fixed --particles --db --export --csv --verbose" ;;
    analyse) own="$load --json --seed --games --agent --playouts --samples --duels --strength --depth --states --preferred --html --svg" ;;
    train-eval) own="$load --json --seed --games --rounds --epochs --out" ;;
    agents) own="--json" ;;
    perft) own="$load --json --divide --count-duplicates" ;;
    run) own="$load --json --playouts --enumerate --lockstep --max-seconds --seed --threads --count-duplicates" ;;
    record) own="$load --games --seed --count-duplicates" ;;
    replay) own="$load --json --game" ;;
    translate) own="$load --to --output --after" ;;
    fmt) own="$load --check --write" ;;
    languages) own="--json" ;;
    session) own="$load --seed --count-duplicates" ;;
    ggp-player) own="$load --seed --port --address --agent --margin --name --particles --silence --max-message --message-time --verbose" ;;
    ggp-manager) own="$load --json --seed --player --start-clock --play-clock --grace --match-id --matches --out --scramble --upper" ;;
    bench) own="$load --json --signature --rounds --slice --agent --seed" ;;
    esac
    case $current in
    -*) COMPREPLY=($(compgen -W "$common $own" -- "$current")) ;;
    *) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current")) ;;
    esac
}
complete -F _ludens ludens
