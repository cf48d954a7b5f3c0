#!/bin/bash
# lockstep_zrf.sh [PART PARTS]: Zillions rules files of the corpus, or every PARTS-th of them from the PART-th on: 20 random
# games each, of at most 120 plies, at each position of which 8 moves are tried, interpreter and native code in lockstep. Files that are refused are others' business.
# What is compared is the C that is written, not how well it is compiled, so it is compiled without optimizations; the
# largest files have 170 MB of it, for which the compiler takes minutes and 5 GB. Hours for all. LUDENS, SHARED
. "$(dirname "$0")/zrf_corpus.sh"
export LUDENS_CFLAGS=${LUDENS_CFLAGS:--O0}
limits="-n 20 --tries 8 --max-plies 120 --max-memory 4000000000 --max-compile-seconds 900"

try() {
    "$LUDENS" run $limits --lockstep "$1" >"$work/why" 2>&1 && return 0
    grep -qE 'error\[E(1201|1207|1208)\]' "$work/why" && return 2
    return 1
}
each_file "$@"
