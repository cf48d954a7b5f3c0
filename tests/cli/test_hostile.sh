# Names in rules files never reach the C of a game: the same game with hostile names gives the same
# text but for comments, and that compiles without a warning and plays.
. "$(dirname "$0")/lib.sh"
export XDG_CACHE_HOME="$WORK/cache" LUDENS_CFLAGS=-O0
compilers=$(for c in gcc clang; do command -v $c; done)
[ -z "$compilers" ] && { skipped=1; finish; exit; }

LONG=$(printf 'x%.0s' $(seq 10000))
# words of C, of its library, of the unit itself; %s and the like are no identifiers anywhere
NASTY=(int main printf while return struct asm NULL UINT32_MAX LUDENS_KEY __FILE__ native_frame
    ludens_native_game do_list emit s t x n f m T0 reach0 list_0 define include if_ _Bool unsigned
    __attribute__ volatile exit system memcpy naïve größe 变量 _ __ "$LONG" "${LONG}y" abort goto
    signed inline register restrict typedef sizeof union void const_ static extern default_ do case_)

# Without comments and names: those of variables and constants stand behind prefixes, and nowhere else.
nameless() { sed -E 's|/\*.*\*/||; s/ *$//; s/\b(AT|T|q|v[0-9]+)_[A-Za-z0-9_]*/\1_/g'; }

# c FILE LANGUAGE: the C of a game without comments, compiled by all compilers
c() {
    "$LUDENS" translate --to c --lang "$2" "$1" >"$WORK/unit.c" 2>"$WORK/err" ||
        { fail "no C for $1" "$(head -c 500 "$WORK/err")"; return; }
    for compiler in $compilers; do
        if $compiler -std=gnu11 -trigraphs -Wall -Wextra -Werror -Wno-trigraphs \
            -DLUDENS_KEY='""' -fsyntax-only "$WORK/unit.c" 2>"$WORK/err"; then pass; else
            fail "$compiler refuses the C of $1" "$(head -c 1500 "$WORK/err" | cut -c1-200)"
        fi
    done
    is "lines of $1 that are too long or not ASCII" "$(LC_ALL=C grep -nE '.{400}|[^ -~]' "$WORK/unit.c" | head -c 200)" ''
    nameless <"$WORK/unit.c" >"$WORK/$3"
}

# hostile FILE LANGUAGE NAME...: renames each name in turn
hostile() {
    local file=$1 language=$2 i=0 name to=() from=()
    shift 2
    for name in "$@"; do
        to+=(-e "s/\\b$name\\b/Q$i$language/g")
        from+=(-e "s/\\bQ$i$language\\b/${nasty[$i]}/g")
        i=$((i + 1))
    done
    sed "${to[@]}" "${from[@]}" "$file" >"$WORK/renamed"
    if cmp -s "$file" "$WORK/renamed"; then fail "nothing was renamed in $file"; else pass; fi
    c "$file" "$language" before
    c "$WORK/renamed" "$language" after
    if cmp -s "$WORK/before" "$WORK/after"; then pass; else
        fail "names of $file reach its C" "$(diff "$WORK/before" "$WORK/after" | head -5 | cut -c1-200)"
    fi
    run 0 run --lockstep -n 3 --lang "$language" "$WORK/renamed"
}

# every name that is declared: nodes, types, variables, symbols
names_of() { grep -oE '\b[A-Za-z][A-Za-z0-9_]*\b' "$1" | sort -u | grep -vxE "$2"; }
RG='type|var|const|begin|end|player|Player|goals|visible|keeper|random|Score|Goals|Visibility|Bool|PlayerOrSystem|disjoint|disjointExhaustive|unique|repeat|[A-Z][a-z]*__[0-9_]*'
HRG='domain|where|in|graph|loop|player|Player|goals|visible|keeper|random|Score|if|then|else|or|and|not|end|reachable|branch|repeat|check|rules|while|forall|return|continue|break|Visibility|Goals|Bool|PlayerOrKeeper|begin'
rename() {
    local file=$1 language=$2 reserved=$3
    sed 's|//.*||' "$file" >"$WORK/plain"
    nasty=("${NASTY[@]}")
    if [ "$language" = hrg ]; then # case matters there: capital letters begin variables
        mapfile -t nasty < <(printf '%s\n' "${NASTY[@]}" | grep '^[a-z]')
        reserved="$reserved|[A-Z].*"
    fi
    if [ "$language" = rbg ]; then # only ASCII letters, digits and _
        mapfile -t nasty < <(printf '%s\n' "${NASTY[@]}" | LC_ALL=C grep -x '[A-Za-z0-9_]*')
    fi
    hostile "$WORK/plain" "$language" $(names_of "$WORK/plain" "$reserved" | head -${#nasty[@]})
    hostile "$WORK/plain" "$language" $(names_of "$WORK/plain" "$reserved" | tail -${#nasty[@]})
}
all() { [ "${LUDENS_SAMPLE:-1}" -le 1 ]; } # else one game a language
rename "$DATA/ttt.rg" rg "$RG"
all && rename "$DATA/chance.rg" rg "$RG"
all && rename "$SOURCE/games/rg/nim.rg" rg "$RG"
rename "$SOURCE/games/hrg/tic-tac-toe.hrg" hrg "$HRG"
all && rename "$SOURCE/games/hrg/breakthrough.hrg" hrg "$HRG"
RBG='players|pieces|variables|rules|board|rectangle|hexagon|cuboid'
rename "$SOURCE/games/rbg/tic-tac-toe.rbg" rbg "$RBG"
all && rename "$SOURCE/games/rbg/nim.rbg" rbg "$RBG"
"$LUDENS" translate --to automaton "$SOURCE/games/hrg/connect-four.hrg" >"$WORK/four.aut"
rename "$WORK/four.aut" automaton "$RG"

# comments and line ends inside of a rule, which the C quotes
sed 's|//.*||' "$DATA/ttt.rg" >"$WORK/plain.rg"
"$LUDENS" translate --to c "$WORK/plain.rg" | nameless >"$WORK/before"
mapfile -t evils < <(some '*/ int evil; /*' '*/' '/*' '??/' 'ends in \' '\\' '"quoted" '"'single'" '%s %n %d' '$(touch evil) `touch evil`' \
    '#include <evil.h>' '\u002a\u002f' '*\' '??/??/*/' $'tab\tand\rreturn' "$LONG")
for evil in "${evils[@]}"; do
    for ending in '\n' '\r\n'; do
        printf '%s' "$evil" >"$WORK/evil"
        awk -v ending="$ending" -v file="$WORK/evil" 'BEGIN { getline evil < file }
            { sub(/: /, ": // EVIL" ending); i = index($0, "EVIL")
              if (i) $0 = substr($0, 1, i - 1) evil substr($0, i + 4); printf "%s" ending, $0 }' \
            "$WORK/plain.rg" >"$WORK/commented.rg"
        c "$WORK/commented.rg" rg after
        if cmp -s "$WORK/before" "$WORK/after"; then pass; else
            fail "the comment $(head -c 40 "$WORK/evil") reaches the C" "$(diff "$WORK/before" "$WORK/after" | head -5 | cut -c1-200)"
        fi
    done
done

# names of files and folders
cd "$WORK" || exit 1
for name in 'a*b' '*' 'quote"s' "it's" 'percent %s%n' 'back\slash' 'end\' '??' '$(touch evil)' '`touch evil`' \
    '-o evil' 'new
line' 'größe' '#include <evil.h>' 'semi;colon' 'x y'; do
    mkdir -p "$WORK/dir $name"
    file="$WORK/dir $name/$name.rg"
    cp "$DATA/ttt.rg" "$file"
    c "$file" rg after
    if cmp -s "$WORK/before" "$WORK/after"; then pass; else fail "the file name $name reaches the C"; fi
    XDG_CACHE_HOME="$WORK/dir $name" run 0 run --lockstep -n 1 "$file"
done
is 'what names have run' "$(find . -name 'evil' -type f -size 0)" ''
finish
