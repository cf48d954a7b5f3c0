#!/bin/sh
# Installs the Debian packages named, those of them that are missing, when that can be done
# without asking; else says what to install and fails.
missing=
for package in "$@"; do
    case $package in
    cmake) command -v cmake >/dev/null && continue ;;
    ninja-build) command -v ninja >/dev/null && continue ;;
    gcc) command -v cc >/dev/null && continue ;;
    clang) command -v clang >/dev/null && continue ;;
    pkg-config) command -v pkg-config >/dev/null && continue ;;
    libc6-dev) [ -e /usr/include/stdio.h ] && continue ;;
    libjansson-dev) pkg-config --exists jansson 2>/dev/null && continue ;;
    libmicrohttpd-dev) pkg-config --exists 'libmicrohttpd >= 0.9.71' 2>/dev/null && continue ;;
    libcurl4-*-dev) pkg-config --exists 'libcurl >= 7.85' 2>/dev/null && continue ;;
    esac
    missing="$missing $package"
done
[ -z "$missing" ] && exit 0

if [ "$(id -u)" = 0 ]; then
    root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    root="sudo -n"
else
    root=none
fi
if [ "$root" != none ] && command -v apt-get >/dev/null; then
    echo "installing$missing"
    export DEBIAN_FRONTEND=noninteractive
    if $root apt-get install -y --no-install-recommends $missing >/dev/null 2>&1 ||
        { $root apt-get update >/dev/null && $root apt-get install -y --no-install-recommends $missing >/dev/null; }; then
        exit 0
    fi
fi
echo "These packages are needed and could not be installed:$missing" >&2
echo "Please run:  sudo apt-get install$missing" >&2
exit 1
