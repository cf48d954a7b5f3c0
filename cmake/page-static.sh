#!/bin/sh
# page-static.sh SOURCE BUILD: the page as plain files for any web host, with the library as WebAssembly in place of a
# server. Needs emscripten, and the source of jansson, which apt fetches.
set -eu
source=$1 build=$2
command -v emcc >/dev/null || { echo "emscripten is missing. On Debian: sudo apt-get install --no-install-recommends emscripten" >&2; exit 1; }
export NODE_PATH=/usr/share/nodejs
mkdir -p "$build"
if [ ! -d "$build/jansson" ]; then
    (
        cd "$build"
        mkdir -p lists/partial
        echo 'deb-src http://deb.debian.org/debian bookworm main' >jansson.list
        apt="apt-get -q -o Dir::Etc::sourcelist=$PWD/jansson.list -o Dir::Etc::sourceparts=- -o Dir::State::lists=$PWD/lists"
        $apt update >/dev/null
        $apt source --download-only jansson >/dev/null 2>&1
        mkdir jansson.new
        tar -xzf jansson_*.orig.tar.gz -C jansson.new --strip-components=1
        mv jansson.new jansson
    ) || { echo "the source of jansson cannot be had; put it into $build/jansson" >&2; exit 1; }
fi
emcmake cmake -G Ninja -S "$source" -B "$build" -DBUILD_TESTING=OFF -DJANSSON_SOURCE="$PWD/$build/jansson" >"$build/configure.log" 2>&1 ||
    { cat "$build/configure.log"; exit 1; }
cmake --build "$build"
echo "the page is in $build/site; any web host can serve it:"
echo "  python3 -m http.server -d $build/site"
