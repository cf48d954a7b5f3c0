# Random games on the networks of automata against the same games one after the other, for every game of games/ that has a network: means of
# scores and lengths within four standard errors. LUDENS_PLAYOUTS: games each (default 20000).
. "$(dirname "$0")/lib.sh"
playouts=${LUDENS_PLAYOUTS:-20000}

# means FILE: lines `name mean variance` of what a run counted, from its JSON
means() {
    local role
    echo "plies $("$JSONGET" plies.mean "$1") $("$JSONGET" plies.sd "$1")"
    echo "turns $("$JSONGET" turns.mean "$1") $("$JSONGET" turns.sd "$1")"
    for role in $("$LUDENS" info --json "$2" | tr -d '\n' | sed 's/.*"roles": *\[\([^]]*\)\].*/\1/; s/"//g; s/,/ /g'); do
        echo "$role $("$JSONGET" "scores.$role.mean" "$1") $("$JSONGET" "scores.$role.sd" "$1")"
    done
}

compared=0
for game in "$SOURCE"/games/{hrg,lud,ludi,rbg,rg,toss,zrf}/*.*; do
    timeout 120 "$LUDENS" info --json --network always "$game" >"$WORK/info" 2>/dev/null
    [ "$("$JSONGET" network "$WORK/info")" = true ] || continue
    timeout 500 "$LUDENS" run --json -n "$playouts" --network always --backend native "$game" >"$WORK/with"
    timeout 500 "$LUDENS" run --json -n "$playouts" --network never --backend native "$game" >"$WORK/without"
    [ "$("$JSONGET" network "$WORK/with")$("$JSONGET" network "$WORK/without")" = truefalse ] || fail "$game was not played on its network"
    means "$WORK/with" "$game" >"$WORK/a"
    means "$WORK/without" "$game" >"$WORK/b"
    paste -d' ' "$WORK/a" "$WORK/b" | awk -v n="$playouts" -v game="$game" '
        NF == 6 && $1 == $4 { d = $2 - $5; e = sqrt(($3 * $3 + $6 * $6) / n); lines++
            if (d > 4 * e + 1e-9 || -d > 4 * e + 1e-9) { print game ": " $0; bad = 1 } }
        END { exit bad || lines < 3 }' && pass || fail "$game: other means on its network"
    compared=$((compared + 1))
done
[ $compared -ge 40 ] && pass || fail "only $compared games have networks"
finish
