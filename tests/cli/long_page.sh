# The same as test_page.sh, and some moves of every game that comes along.
. "$(dirname "$0")/lib.sh"
absent() { skipped=119; echo "skipped: $1"; finish; exit 0; }
command -v node >/dev/null || absent 'node is missing (on Debian: the package nodejs)'
command -v chromium >/dev/null || absent 'chromium is missing (on Debian: the package chromium)'
timeout 1500 node "$SOURCE/tests/page/page.mjs" "$LUDENS" long
