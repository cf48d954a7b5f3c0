# The page in a browser: pictures, how a game works, hints, clocks, links, analysis, settings.
. "$(dirname "$0")/lib.sh"
absent() { skipped=24; echo "skipped: $1"; finish; exit 0; }
command -v node >/dev/null || absent 'node is missing (on Debian: the package nodejs)'
command -v chromium >/dev/null || absent 'chromium is missing (on Debian: the package chromium)'
timeout 300 node "$SOURCE/tests/page/features.mjs" "$LUDENS"
