# The same as test_page.sh, and some moves of every game that comes along; the page as plain files, where `make
# page-static` was run.
. "$(dirname "$0")/lib.sh"
absent() { skipped=141; echo "skipped: $1"; finish; exit 0; }
command -v node >/dev/null || absent 'node is missing (on Debian: the package nodejs)'
command -v chromium >/dev/null || absent 'chromium is missing (on Debian: the package chromium)'
add() { # adds the counts of a program's last line to ours
    tail -n 1 "$WORK/out" | grep -q passed || { failed=$((failed + 1)); return; }
    passed=$((passed + $(tail -n 1 "$WORK/out" | cut -d' ' -f1))) failed=$((failed + $(tail -n 1 "$WORK/out" | cut -d' ' -f3)))
    grep FAILED "$WORK/out"
}
timeout 1500 node "$SOURCE/tests/page/page.mjs" "$LUDENS" long >"$WORK/out" 2>&1
add
timeout 300 node "$SOURCE/tests/page/pictures.mjs" "$LUDENS" "$WORK/pictures" >"$WORK/out" 2>&1
add
site=$SOURCE/build/wasm/site
if [ -f "$site/ludens.wasm" ]; then
    timeout 1000 node "$SOURCE/tests/page/static.mjs" "$LUDENS" "$site" >"$WORK/out" 2>&1
    add
else
    skipped=15
fi
finish
