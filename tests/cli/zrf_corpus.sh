# What scripts over the Zillions files of the corpus share. LUDENS and SHARED come from ctest.
# each_file [PART PARTS]: calls `try FILE` for all files, or for every PARTS-th of them from the PART-th on, and counts: 0 passed,
# 2 skipped, else failed, where what it wrote to $work/why is shown.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
each_file() {
    local part=${1:-1} parts=${2:-1} number=0 passed=0 failed=0 skipped=0 file
    for file in "$SHARED"/corpora/zrf/*.zrf; do
        number=$((number + 1))
        [ $((number % parts)) = $((part % parts)) ] || continue
        try "$file"
        case $? in
        0) passed=$((passed + 1)) ;;
        2) skipped=$((skipped + 1)) ;;
        *) failed=$((failed + 1)); echo "FAILED $file"; head -c 500 "$work/why" ;;
        esac
    done
    echo "$passed passed, $failed failed, $skipped skipped"
    [ $failed = 0 ]
}
