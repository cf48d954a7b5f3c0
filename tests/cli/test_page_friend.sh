# The page in two browsers: one game by a link.
. "$(dirname "$0")/lib.sh"
absent() { skipped=6; echo "skipped: $1"; finish; exit 0; }
command -v node >/dev/null || absent 'node is missing (on Debian: the package nodejs)'
command -v chromium >/dev/null || absent 'chromium is missing (on Debian: the package chromium)'
timeout 120 node "$SOURCE/tests/page/friend.mjs" "$LUDENS"
