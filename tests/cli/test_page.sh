# The page in a browser: a game of every language by clicking, agents, the editor, the keyboard, widths.
. "$(dirname "$0")/lib.sh"
absent() { skipped=39; echo "skipped: $1"; finish; exit 0; }
command -v node >/dev/null || absent 'node is missing (on Debian: the package nodejs)'
command -v chromium >/dev/null || absent 'chromium is missing (on Debian: the package chromium)'
timeout 500 node "$SOURCE/tests/page/page.mjs" "$LUDENS"
