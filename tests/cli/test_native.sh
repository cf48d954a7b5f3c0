# Native code: the back ends on every command, compiling in the background, and what is left of it.
. "$(dirname "$0")/lib.sh"
export XDG_CACHE_HOME="$WORK/cache"
GAME=$DATA/ttt.rg

# --- every command that loads a game takes --backend
run 0 record -n 2 "$GAME"
cp "$WORK/out" "$WORK/trials"
for backend in interp native auto; do
    for command in check info moves run record bench translate; do
        case $command in
        run) options="-n 5" ;;
        bench) options="--signature" ;;
        translate) options="--to dot" ;;
        *) options= ;;
        esac
        run 0 $command --backend $backend $options "$GAME"
    done
    run 0 perft --backend $backend "$GAME" 2
    run 0 replay --backend $backend --game "$GAME" "$WORK/trials"
    input '{"op":"playout"}' '{"op":"quit"}'
    run 0 session --backend $backend "$GAME"
    input quit
    run 0 play --backend $backend "$GAME"
done
for command in check info moves run record bench translate session play; do
    run 2 $command --backend nonsense "$GAME"
    err_has "one of: interp native rules auto; not 'nonsense'"
done

if ! command -v cc >/dev/null; then
    skipped=1
    finish
    exit
fi
rm -rf "$WORK/cache"
export XDG_CACHE_HOME="$WORK/cache"
results() { sed 's/"cpu_seconds": [^,]*,//' "$WORK/out"; }
run 0 info --json --backend native "$DATA/ttt.rg"
json backend native
run 0 perft --json --backend native "$DATA/ttt.rg" 5
native=$(results)
run 0 perft --json --backend interp "$DATA/ttt.rg" 5
is 'native perft' "$native" "$(results)"
run 0 bench --json --rounds 1 --slice 10 --backend native "$DATA/ttt.rg"
json 1.backend native
json 1.interpreter_ratio.? real
json 2.backend interp
json 2.mode list
json 2.interpreter_ratio null
run 0 bench --signature --backend native "$DATA/ttt.rg" "$DATA/chance.rg"
native=$(results)
run 0 bench --signature --backend interp "$DATA/ttt.rg" "$DATA/chance.rg"
is 'native signature' "$native" "$(results)"
# a cache that is damaged, cut short, or open to others
for so in "$WORK"/cache/ludens/*.so; do head -c 5000 "$so" >"$so.cut" && mv "$so.cut" "$so"; done
run 0 info --json --backend native "$DATA/ttt.rg"
json backend native
for so in "$WORK"/cache/ludens/*.so; do printf 'x' | dd of="$so" bs=1 seek=4096 conv=notrunc 2>/dev/null; done
run 0 info --json --backend native "$DATA/ttt.rg"
json backend native
chmod 777 "$WORK/cache/ludens"
run 0 info --json --backend native "$DATA/ttt.rg"
json backend interp
err_has 'no native code'
chmod 700 "$WORK/cache/ludens"

# --- auto: at once, the compiler in the background, native code when it is there
rm -rf "$WORK/cache"
run 0 info --json --backend auto "$GAME"
json backend interp
json backend_note null
run 0 moves "$GAME"
run 0 perft "$GAME" 3
is 'nothing was compiled for little work' "$(ls "$WORK/cache/ludens")" ''
for seconds in 1 2 4 8 16 32 64 128; do # until the compiler is done, which ends with the run
    run 0 run -n 1000000000 --network never --max-seconds $seconds "$GAME"
    ls "$WORK/cache/ludens" | grep -q 'so$' && break
done
is 'compiled while playing' "$(ls "$WORK/cache/ludens" | grep -c 'so$')" 1
run 0 info --json "$GAME"
json backend native
json native_ms.? real
run 0 info "$GAME"
out_has '^back end +native'

# --- a process that ends takes the compiler with it
rm -rf "$WORK/cache"
cat >"$WORK/slow" <<END
#!/bin/sh
echo \$\$ >"$WORK/pid"
sleep 50
END
chmod 700 "$WORK/slow"
export LUDENS_CC="$WORK/slow"
gone() {
    for i in $(seq 100); do
        [ -z "$(ls "$WORK/cache/ludens")" ] && ! kill -0 "$(cat "$WORK/pid")" 2>/dev/null && break
        sleep 0.05
    done
    is "what is left after $1" "$(ls "$WORK/cache/ludens")" ''
    if kill -0 "$(cat "$WORK/pid")" 2>/dev/null; then fail "the compiler outlives $1"; else pass; fi
    rm -f "$WORK/pid"
}
run 0 run -n 20000 "$GAME"
gone 'a run'
for signal in TERM KILL; do
    for backend in auto native; do
        "$LUDENS" run -n 4000000000 --backend $backend "$GAME" >/dev/null 2>&1 &
        for i in $(seq 200); do [ -s "$WORK/pid" ] && break; sleep 0.05; done
        kill -$signal $!
        wait $! 2>/dev/null
        gone "$signal with $backend"
    done
done

# --- no compiler: one line, and the game goes on
export LUDENS_CC=no-such-compiler
run 0 run -n 1000 "$GAME"
err_has 'ttt.rg: no native code: there is no compiler `no-such-compiler`; the interpreter serves'
is 'lines on standard error' "$(wc -l <"$WORK/err")" 1
run 0 moves "$GAME"
err_empty
run 0 run -n 1000 --backend interp "$GAME"
err_empty
run 0 info --json --backend native "$GAME"
json backend_note 'there is no compiler `no-such-compiler`'
unset LUDENS_CC
LUDENS_CFLAGS=--no-such-option run 0 moves --backend native "$GAME"
err_has 'the compiler `.*` failed'
XDG_CACHE_HOME=/proc/self run 0 moves --backend native "$GAME"
err_has 'the cache folder /proc/self/ludens cannot be made'
# a folder above that others can write: they could put another folder in the place of ours
mkdir -p "$WORK/shared/cache"
chmod 777 "$WORK/shared"
XDG_CACHE_HOME="$WORK/shared/cache" run 0 run -n 5 --backend native "$DATA/ttt.rg"
err_has 'the cache folder .* cannot be used: other users may write in .*/shared'
chmod 1777 "$WORK/shared"
XDG_CACHE_HOME="$WORK/shared/cache" run 0 run -n 5 --backend native "$DATA/ttt.rg"
err_empty
# the text needs no compiler
LUDENS_CC=no-such-compiler run 0 translate --to c "$GAME"
out_has 'ludens_native_game'
err_empty
# and compiles by itself, a network too
for game in "$GAME" "$SOURCE/games/gdl/tic-tac-toe.kif"; do
    run 0 translate --to c "$game"
    cp "$WORK/out" "$WORK/alone.c"
    if cc -std=gnu11 -Wall -Werror -c "$WORK/alone.c" -o "$WORK/alone.o" 2>"$WORK/err"; then pass; else
        fail "the C of $game does not compile by itself" "$(head -3 "$WORK/err")"
    fi
done

# --- lockstep: both back ends agree, and a compiler that spoils the game is found out
run 0 run -n 5 --lockstep "$GAME" "$DATA/chance.rg"
out_has '^ttt.rg: interp and native agree after 5 playouts, [0-9]+ plies, [0-9]+ moves tried'
out_has '^chance.rg: interp and native agree'
tried() { run 0 run -n 1 --lockstep "$@" --json "$GAME"; sed 's/.*"moves": \([0-9]*\).*/\1/' "$WORK/out"; }
[ "$(tried --tries 1)" -lt "$(tried)" ] && pass || fail 'as many moves are tried as without --tries'
run 2 run -n 1 --tries 1 "$GAME"
run 0 run -n 5 --lockstep --json "$GAME"
json game ttt.rg
json playouts 5
json seed 1
json plies.? integer
json moves.? integer
json faults 0
json difference null
# spoil FUNCTION TYPE TEXT: wraps a function of the unit
spoil() {
    cat >"$WORK/spoil" <<END
#!/bin/sh
for unit; do :; done
sed -i '/^const native_game/{s/do_$1\b/bad_$1/;s/^/static $2 bad_$1(native_frame *x, uint32_t node)\n{\n    $2 f = do_$1(x, node);\n    $3;\n    return f;\n}\n/}' "\$unit"
exec cc "\$@"
END
    chmod 700 "$WORK/spoil"
    rm -rf "$WORK/cache"
}
export LUDENS_CC="$WORK/spoil"
spoil list uint32_t 'x->w -= x->w - x->words == 4'
run 1 run -n 5 --lockstep "$GAME"
out_has 'interp and native differ'
err_has 'interp and native differ in the number of moves'
err_has 'ttt.rg:12:1: error\[E0607\]'
err_has 'interp: 4, native: 3'
err_has 'moves before: V__'
spoil apply int 'memset(x->s + 6, f ? 1 : x->s[6], 1)'
run 1 run -n 5 --lockstep "$GAME"
err_has 'differ in the state after `V__._., way 0|differ in the state after `V__._.`, way 0'
err_has 'variable .*, interp: .*, native: '
run 1 run -n 5 --lockstep --json "$GAME"
json difference.playout 0
json difference.ply.? integer
json difference.message.? string
spoil draw int 'x->found_tags = 0' # moves that are sets are drawn without it
run 1 run -n 5 --lockstep --no-pass strands "$GAME"
err_has 'differ in the move drawn'
unset LUDENS_CC
rm -rf "$WORK/cache"
# Where more paths are drawn in vain than there are moves, moves are listed to draw one: the same games as with
# --enumerate, on both back ends. Where it is not so, they are others.
games_of() { run 0 run -n 30 --network never --json "$@"; "$JSONGET" plies.mean "$WORK/out"; }
listed=$(games_of --enumerate --backend interp "$SOURCE/games/hrg/nine-mens-morris.hrg")
for backend in interp native; do
    is "games of $backend" "$(games_of --backend $backend "$SOURCE/games/hrg/nine-mens-morris.hrg")" "$listed"
done
listed=$(games_of --enumerate --backend interp --no-pass strands "$SOURCE/games/hrg/breakthrough.hrg")
drawn=$(games_of --backend interp --no-pass strands "$SOURCE/games/hrg/breakthrough.hrg")
is 'games that are drawn' "$([ "$drawn" = "$listed" ] || echo differ)" differ
# Moves that are sets have numbers: a seed gives the same games drawn and listed, interpreted and compiled.
listed=$(games_of --enumerate --backend interp "$SOURCE/tests/data/strands.hrg")
for options in "--backend interp" "--backend native" "--backend native --enumerate"; do
    is "games of $options" "$(games_of $options "$SOURCE/tests/data/strands.hrg")" "$listed"
done
# Moves that a search decides about, of several choices, and searches that write boards and ask for others.
is 'games whose lists are long' "$(games_of --enumerate --backend native "$DATA/big_list.hrg")" \
    "$(games_of --enumerate --backend interp "$DATA/big_list.hrg")"
run 0 run --lockstep -n 2 "$DATA/big_list.hrg"
for game in asking.hrg asking_loops.hrg grown.hrg guarded.hrg levels.hrg inner_tries.hrg asked_numbers.aut asks_otherwise.hrg along.hrg \
    along_way.hrg lost_loose.aut lost_written.hrg; do
    drawn=$(games_of --backend interp -n 600 "$DATA/$game")
    is "games of $game" "$(games_of --backend native -n 600 "$DATA/$game")" "$drawn"
    run 0 run --lockstep -n 10 "$DATA/$game"
    run 0 run --lockstep -n 10 --no-pass unique "$DATA/$game"
done
# Steps along a table until a cell stops them are looked up, in loops and outside of them; ways that may have no end are not.
run 0 translate --to c "$DATA/along.hrg"
is 'tables of steps' "$(grep -c '^UNUSED static const unsigned char G[0-9]*_end' "$WORK/out")" 2
# A search that another one shares its first node with stays whole.
run 0 perft "$DATA/shared_search.rg" 3
out_has '^ +2 +240 '
# Paths that are drawn in vain where no set has a move are not drawn again by the interpreter.
run 0 run --lockstep -n 10 "$DATA/stuck_asking.aut"
# maps are equal under the keys of both
for backend in interp native; do
    run 0 perft --passes none --count-duplicates --backend $backend "$DATA/gap_maps.aut" 1
    out_has '^ +1 +6 '
done
export LUDENS_CC=no-such-compiler
run 4 run -n 5 --lockstep "$DATA/chance.rg"
err_has 'nothing to compare with: no native code: there is no compiler'
unset LUDENS_CC
run 1 run --lockstep "$WORK/no-such-file.rg"
run 1 run --lockstep "$DATA/bad_types.rg"

# --- strands that ask the same cells for other values are one until a move is drawn
run 0 translate --to c "$DATA/bundles.hrg"
is 'bundles' "$(grep -c 'uint32_t part = u;' "$WORK/out")" 2

# --- floods are gone on with where cells have only been added
run 0 translate --to c "$DATA/grown.hrg"
is 'floods remembered' "$(grep -c 'had_met = had' "$WORK/out")" 3

# --- what is counted before a decision is what would be counted in it
counts() { sed -n 's/^ *\([12]\)  *\([0-9,]*\) .*/\1 \2/p' "$WORK/out"; }
for game in early_endless.hrg early_written.aut early_target.aut early_guarded.aut early_choice.aut early_initial.aut early_several.aut; do
    run 0 perft --no-pass compute_early --no-pass part_decisions --backend interp "$DATA/$game" 2
    expected=$(counts)
    run 0 perft --backend interp "$DATA/$game" 2
    is "moves of $game" "$(counts)" "$expected"
done
for game in sum_behind flood_constant; do
    run 0 run -n 20 --lockstep "$DATA/$game.aut"
done

# --- moves are not tried that cannot let their king be attacked
run 0 translate --to c "$DATA/guarded.hrg"
is 'support' "$(grep -c 'const uint32_t nothing = support' "$WORK/out")" 2
listed=$(games_of --enumerate --backend interp "$DATA/guarded.hrg")
is 'games of moves that are not tried' "$(games_of --enumerate --backend native "$DATA/guarded.hrg")" "$listed"

# --- decisions and steps that have code of their own; games side by side are what they are alone
run 0 translate --to c "$DATA/ttt.rg"
is 'rounds' "$(grep -c '^#define DECISIONS(F) F(' "$WORK/out")" 1
played() { sed 's/"[a-z_]*seconds": [^,]*,//g; s/"[a-z_]*per_second": [^,]*,//g' "$WORK/out"; }
for options in '' --enumerate; do
    run 0 run --backend native --network never --threads 1 -n 20000 --json $options "$DATA/ttt.rg"
    played >"$WORK/native"
    run 0 run --backend interp --network never --threads 1 -n 20000 --json $options "$DATA/ttt.rg"
    is "games side by side $options" "$(played)" "$(cat "$WORK/native")"
done

# --- more outcomes than are kept are counted once, on any number of threads
awk 'BEGIN {
    print "domain Player = white | black"
    printf "domain Score = 0"
    for (i = 1; i < 80; i++) printf " | %d", i
    print "\ndomain Cell = C(I) where I in 0..79\nvalue : Cell -> Score"
    for (i = 0; i < 80; i++) printf "value(C(%d)) = %d\n", i, i
    print "spot : Cell\ngraph rules() {\n  player = white\n  spot = Cell(*)\n  $$ spot\n  player = keeper"
    print "  goals[white] = value(spot)\n  player = black\n  spot = Cell(*)\n  $$ spot\n  player = keeper"
    print "  goals[black] = value(spot)\n  end()\n}"
}' >"$WORK/many.hrg"
counted() { sed 's/"outcomes".*//; s/.*"scores": {"white": {"mean"/"mean"/' "$WORK/out"; }
run 0 run --network never --threads 1 -n 40000 --json "$WORK/many.hrg"
counted >"$WORK/one"
run 0 run --network never --threads 2 -n 40000 --json "$WORK/many.hrg"
is 'outcomes on two threads' "$(counted)" "$(cat "$WORK/one")"

# --- moves where no others are: as many as without passes, of more lanes than bits of a word too
for game in rest_wide rest_level; do
    run 0 perft --passes none --backend interp "$DATA/$game.aut" 1
    expected=$(sed -n 's/^ *1  *\([0-9,]*\) .*/\1/p' "$WORK/out")
    for backend in interp native; do
        run 0 perft --backend $backend "$DATA/$game.aut" 1
        out_has "^ *1 *$expected "
    done
    run 0 run -n 20 --lockstep "$DATA/$game.aut"
done

finish
