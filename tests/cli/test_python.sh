# The Python package: its tests, and the examples of docs/python.md, against the module of this build.
. "$(dirname "$0")/lib.sh"
: "${BUILD:?}"
skip_python() {
    skipped=$(cat "$SOURCE"/python/tests/test_*.py | grep -c '^def test_')
    echo "skipped: $1"
    finish
    exit
}
[ -e "$BUILD/python/ludens/_ludens.abi3.so" ] || skip_python 'no module was built (on Debian: the package python3-dev)'
case ${SANITIZED:-} in
*thread*) skip_python 'the interpreter is not made for the thread sanitizer' ;;
*address*) # comes before the interpreter, whose own leaks are no concern
    export ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD
    LD_PRELOAD=$(cc -print-file-name=libasan.so) ;;
esac
python=
for candidate in python3 /usr/bin/python3; do
    [ -z "$python" ] && "$candidate" -c 'import sys, pytest, numpy; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && python=$candidate
done
[ -n "$python" ] || skip_python 'pytest or NumPy is missing (on Debian: the packages python3-pytest and python3-numpy)'

# needed by nothing but libc
is 'libraries that the module needs' "$(unset LD_PRELOAD; readelf -d "$BUILD/python/ludens/_ludens.abi3.so" |
    sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vE '^(libc|libm|ld-linux.*|libasan|libubsan)\.so' | tr '\n' ' ')" ''
is 'names that it exports' "$(unset LD_PRELOAD; nm -D --defined-only "$BUILD/python/ludens/_ludens.abi3.so" |
    awk '$2 ~ /^[A-Z]$/ { print $3 }' | grep -v -e '^__odr_asan' -e '^__asan' -e '^_init$' -e '^_fini$' | tr '\n' ' ')" 'PyInit__ludens '

cd "$SOURCE/python/tests" || exit 1
PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$BUILD/python LUDENS_SOURCE=$SOURCE \
    "$python" -m pytest -q -p no:cacheprovider . >"$WORK/out" 2>&1
code=$?
count() { sed -nE "s/.*\b([0-9]+) $1.*/\1/p" "$WORK/out" | tail -1; }
cat "$WORK/out" | tail -60
[ $code -le 1 ] || fail 'the tests did not run'
passed=$((passed + $(count passed || echo 0) + 0)) failed=$((failed + $(count failed || echo 0) + 0))
finish
