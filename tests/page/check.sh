#!/bin/sh
# check.sh PROGRAM FOLDER: the types of the page by TypeScript, its pages by axe (both come from npm, into FOLDER), and its boards: each game is played.
set -eu
program=$1 folder=$2 here=$(dirname "$0")
for tool in npm node chromium; do
    command -v $tool >/dev/null || { echo "the page's types and accessibility are skipped: $tool is missing"; exit 0; }
done
mkdir -p "$folder"
npm install --silent --no-audit --no-fund --prefix "$folder" typescript@5 axe-core@4 >"$folder/npm.log" 2>&1 ||
    { echo "the page's types and accessibility are skipped: npm cannot fetch TypeScript and axe"; exit 0; }
"$folder/node_modules/.bin/tsc" -p "$here/../../page"
node "$here/axe.mjs" "$program" "$folder/node_modules/axe-core/axe.min.js"
node "$here/boards.mjs" "$program"
