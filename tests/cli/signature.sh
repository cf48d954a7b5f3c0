# The signature is the one that is stored, on the interpreter and on native code.
. "$(dirname "$0")/lib.sh"
cd "$SOURCE" || exit 1
export XDG_CACHE_HOME="$WORK/cache" LUDENS_CFLAGS=-O0
for backend in interp native; do
    is "the signature of games/ ($backend)" "$("$LUDENS" bench --signature --backend $backend games/*/*.* 2>"$WORK/err" | tail -1)" "$(cat bench/signature)"
done
finish
