#!/bin/sh
# Proves all promises of the library, topic by topic, on every machine available here. Takes over an hour.
# usage: scripts/proof.sh [TOPIC ...]
#   suite         all tests in their full size, `waylay check`, each benchmark once, and the march of 2,000 units
#   NAME          the script scripts/proof/NAME.sh; its first lines say what it proves
# Without a topic, runs all topics except truth and mutants, which take hours, and slices, which are parts of the others.
# The script can be run again.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh

suite() {
    need_to_test
    need_to_bench
    get_missing
    build_tests -DWAYLAY_BUILD_BENCH=ON -DWAYLAY_EMULATED16=ON -DWAYLAY_ISAS=
    build-test/cli/waylay check --golden tests/golden.txt
    build-test/bench/waylay_ratios --quick >/dev/null
    build-test/examples/waylay-example-march 2000
    ctest --test-dir build-test --parallel "$(cores)" --output-on-failure --progress -E '^truth_quick$'
}

if [ $# -eq 0 ]; then
    set -- suite consumers breakers x86 x86-model stack machines windows wasm web page arm arm-model hosts adopters amalgam \
        packages sanitizers fuzz coverage python sql roots pages study
fi
for topic; do
    if [ "$topic" != suite ] && [ ! -e "scripts/proof/$topic.sh" ]; then
        echo "proof: no such topic: $topic; there are suite$(printf ', %s' scripts/proof/*.sh | sed 's|scripts/proof/||g; s|\.sh||g')" >&2
        exit 2
    fi
done

times=
for topic; do
    if [ "$topic" != slices ]; then use_ninja_and_ccache; fi
    began=$(date +%s)
    echo "== proof: $topic"
    if [ "$topic" = suite ]; then suite; else sh "scripts/proof/$topic.sh"; fi
    took=$(($(date +%s) - began))
    times="$times$(printf '\n  %-12s %3d:%02d' "$topic" $((took / 60)) $((took % 60)))"
done
echo "== proof: minutes a topic$times"
