# What `make install` puts somewhere else works from there: the program with its games, the library
# by pkg-config (shared and static) and by CMake, the man page and the completions.
. "$(dirname "$0")/lib.sh"
: "${BUILD:?}"
SANITIZED=${SANITIZED:-} # what links with a library that has a sanitizer has it as well
P="$WORK/a prefix"
cmake --install "$BUILD" --prefix "$WORK/first" >"$WORK/log" 2>&1 || fail 'cmake --install' "$(tail -5 "$WORK/log")"
mv "$WORK/first" "$P" # the files find each other from where they are
same() { if "${@:2}" >"$WORK/out" 2>"$WORK/err"; then pass; else fail "$1" "$(tail -5 "$WORK/err")"; fi; }

cd "$WORK"
same 'the installed program' "$P/bin/ludens" run -n 5 games/hrg/tic-tac-toe.hrg
out_has 'tic-tac-toe'
same 'a saved game of it' sh -c "printf 'save x.trial\nquit\n' | '$P/bin/ludens' play games/hrg/tic-tac-toe.hrg && '$P/bin/ludens' replay x.trial"
for file in include/ludens.h include/ludens_run.h include/ludens_agents.h include/ludens_answersets.h include/ludens_structures.h include/ludens_vary.h lib/libludens.a lib/libludens.so share/man/man1/ludens.1 \
    share/bash-completion/completions/ludens share/zsh/site-functions/_ludens \
    share/fish/vendor_completions.d/ludens.fish share/doc/ludens/README.md share/doc/ludens/docs/hrg.md \
    share/ludens/games/hrg/chess.hrg; do
    same "$file is installed" test -s "$P/$file"
done

for library in "-g $P/lib/libludens.a" "-gD $P/lib/libludens.so"; do
    names=$(nm --defined-only ${library%% *} "${library#* }" | awk 'NF == 3 && $2 != "A" { sub(/@.*/, "", $3); print $3 }')
    is "$library has the public functions" "$(printf '%s\n' $names | grep -cx -e lud_version -e lud_apply -e lud_agent_think)" 3
    is "names of $library that could clash with others" "$(printf '%s\n' $names | grep -v '^lud_' | head -5)" ''
done

cat >use.c <<'C'
#include <ludens.h>
#include <ludens_agents.h>
#include <stdio.h>
int main(int argc, char **argv)
{
    lud_game *game = lud_load_file(argv[argc - 1], NULL, NULL);
    char problem[LUD_AGENT_PROBLEM];
    lud_agent *agent = NULL;
    if (game && lud_agent_new(game, "mcts", NULL, &agent, problem, sizeof problem) == LUD_OK)
        printf("%u passes, role %s\n", lud_pass_count(game), lud_role_name(game, 1));
    lud_agent_free(agent);
    lud_game_free(game);
    return !agent;
}
C
GAME="$P/share/ludens/games/hrg/hex.hrg"
if command -v pkg-config >/dev/null; then
    mkdir "$WORK/plain" && ln -s "$P" "$WORK/plain/p" # pkg-config escapes blanks, sh does not undo it
    export PKG_CONFIG_PATH="$WORK/plain/p/lib/pkgconfig"
    flags=$(pkg-config --cflags --libs ludens)
    case $flags in *"$WORK/plain/p/"*) pass ;; *) fail 'flags of pkg-config' "$flags" ;; esac
    same 'a program on the shared library' sh -c "cc $SANITIZED use.c $flags -o use"
    same 'it runs' env LD_LIBRARY_PATH="$P/lib" ./use "$GAME"
    out_has "role red$"
    same 'a program on the static library' sh -c "cc $SANITIZED use.c $(pkg-config --cflags ludens) -L/none '$P/lib/libludens.a' $(pkg-config --libs-only-l --libs-only-other --static ludens | sed 's/-lludens//') -o static"
    same 'it runs alone' ./static "$GAME"
fi
mkdir cmake
cat >cmake/CMakeLists.txt <<'C'
cmake_minimum_required(VERSION 3.22)
project(use LANGUAGES C)
find_package(ludens 0.1 REQUIRED)
add_executable(shared ../use.c)
target_link_libraries(shared PRIVATE ludens::ludens)
add_executable(static ../use.c)
target_link_libraries(static PRIVATE ludens::static)
C
same 'find_package' cmake -S cmake -B made -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS="$SANITIZED" -Dludens_DIR="$P/lib/cmake/ludens"
same 'programs of CMake' cmake --build made
same 'the shared one' ./made/shared "$GAME"
same 'the static one' ./made/static "$GAME"

# completions and the man page know every command and option
commands=$("$LUDENS" help | sed -n '/^Commands:/,/^$/s/^  \([a-z-]*\) .*/\1/p')
for command in $commands; do "$LUDENS" $command --help-all 2>/dev/null; done |
    grep -oE '^ +(-[a-z], )?--[a-z-]+' | grep -oE -- '--[a-z-]+$' | grep -vx -e --help-all | sort -u >"$WORK/options"
is 'options of all commands' "$(($(wc -l <"$WORK/options") > 100))" 1
for form in bash zsh fish man; do
    "$LUDENS" completion $form | sed 's/\\-/-/g; s/-l \([a-z]\)/--\1/g' | grep -oE -- '[a-z-]+' | sort -u >"$WORK/form"
    [ $form = man ] && echo --help >>"$WORK/form"
    is "what completion $form lacks" "$(printf '%s\n' $commands | cat - "$WORK/options" | grep -vxF -f "$WORK/form")" ''
done
"$LUDENS" completion bash >"$WORK/c.bash"
is 'what bash completes' "$(bash -c '. '"'$WORK/c.bash'"'; COMP_WORDS=(ludens run --backend na); COMP_CWORD=3; _ludens; echo "${COMPREPLY[@]}"')" native
command -v zsh >/dev/null && { "$LUDENS" completion zsh >"$WORK/_ludens"; same 'the zsh completion' zsh -n "$WORK/_ludens"; }
command -v fish >/dev/null && { "$LUDENS" completion fish >"$WORK/c.fish"; same 'the fish completion' fish -n "$WORK/c.fish"; }
run 2 completion csh
err_has "no completion for 'csh'"
# make uninstall takes away what make install wrote, and nothing else
mkdir -p "$WORK/build" "$WORK/gone/bin"
ln -s "$BUILD" "$WORK/build/release"
cmake --install "$BUILD" --prefix "$WORK/gone" >"$WORK/log" 2>&1
echo mine >"$WORK/gone/bin/mine"
same 'make uninstall' make -C "$SOURCE" BUILD="$WORK/build" PREFIX="$WORK/gone" -o all uninstall
out_has 'removed .*/gone/bin/ludens$'
is 'what is left' "$(find "$WORK/gone" ! -type d)" "$WORK/gone/bin/mine"
same 'make help' make -C "$SOURCE" help
out_has 'make uninstall|uninstall: takes away'

finish
