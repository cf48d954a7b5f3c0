#!/bin/sh
# run.sh BUILD SECONDS: runs each harness for so long, from the seeds here, and then as long the
# mutated games of native/. New inputs stay in the build folder; findings make it fail.
build=$1 seconds=$2 here=$(dirname "$0") failed=0
for harness in fuzz_rg fuzz_hrg fuzz_rbg fuzz_zrf fuzz_fairy fuzz_toss fuzz_ludii fuzz_gdl fuzz_asp fuzz_circuit fuzz_play fuzz_ggp fuzz_reply fuzz_evaluation; do
    language=${harness#fuzz_}
    corpus=$build/corpus_$language
    mkdir -p "$corpus"
    if [ "$language" = play ]; then
        # the first byte chooses language (1: HRG) and passes (2: none)
        for l in rg hrg; do
            for seed in "$here/seeds/$l"/*; do
                [ -e "$seed" ] || continue
                for first in 0 2; do
                    [ $l = hrg ] && first=$((first + 1))
                    { printf "\\$(printf %03o $first)"; cat "$seed"; } >"$corpus/$(basename "$seed").$first"
                done
            done
        done
        seeds=
    else
        seeds=$here/seeds/$language
        [ $language = rbg ] && seeds="$seeds $here/../rbg"
        [ $language = circuit ] && seeds="$here/seeds/gdl $here/../../games/gdl $here/../golden/passes"
        [ -d "$here/../../games/$language" ] && seeds="$seeds $here/../../games/$language"
    fi
    echo "$harness, $seconds seconds"
    "$build/tests/$harness" -max_total_time="$seconds" -timeout=20 -rss_limit_mb=2000 -max_len=8000 \
        -print_final_stats=1 -artifact_prefix="$build/$harness-" "$corpus" $seeds >"$build/$harness.log" 2>&1 ||
        { failed=1; tail -40 "$build/$harness.log"; }
    grep -E 'stat::number_of_executed_units|ERROR|SUMMARY' "$build/$harness.log"
done
seed=$(date +%s)
echo "native_fuzz, $seconds seconds, seed $seed"
"$build/tests/native_fuzz" --seconds "$seconds" --seed "$seed" --jobs "$(nproc)" --save "$build/mutants" \
    "$here"/../../games/*/*.*rg "$here"/../data/*.rg "$here"/../hrg/*.hrg "$here"/../rbg/*.rbg "$here"/seeds/rg/* "$here"/seeds/hrg/* || failed=1
exit $failed
