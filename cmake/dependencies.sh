#!/bin/sh
# dependencies.sh KIND...: installs the packages of packages.txt that are needed for this (build, test,
# fuzz) and missing, when that can be done without asking. Else it says what to install, and fails unless
# only tests need it: those are skipped then.
list=$(dirname "$0")/packages.txt

there() {
    case $1 in
    :*:*) module=${1#:} && pkg-config --atleast-version="${module#*:}" "${module%:*}" 2>/dev/null ;;
    :*) pkg-config --exists "${1#:}" 2>/dev/null ;;
    /*) [ -e "$1" ] ;;
    *.so) { ldconfig -p || /sbin/ldconfig -p; } 2>/dev/null | grep -q "$1" ;;
    *) command -v "$1" >/dev/null ;;
    esac
}

# Prints the packages of a kind that are missing.
missing() {
    while read -r package kind sign; do
        [ "$kind" = "$1" ] && ! there "$sign" && echo "$package"
    done <"$list" | sort -u | tr '\n' ' '
}

wanted= required=
for kind in "$@"; do
    packages=$(missing "$kind")
    wanted="$wanted$packages"
    [ "$kind" = test ] || required="$required$packages"
done
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" = 0 ]; then
    root=
elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
    root="sudo -n"
else
    root=none
fi
install() { $root apt-get install -y --no-install-recommends $wanted >/dev/null 2>&1; }
if [ "$root" != none ] && command -v apt-get >/dev/null; then
    echo "Installing $wanted"
    export DEBIAN_FRONTEND=noninteractive
    install || { $root apt-get update >/dev/null 2>&1 && install; } && exit 0
fi
if [ -z "$required" ]; then
    echo "Some tests will be skipped, as these packages are missing and could not be installed: $wanted" >&2
    exit 0
fi
echo "These packages are needed and could not be installed: $wanted" >&2
echo "Please run:  sudo apt-get install $wanted" >&2
exit 1
