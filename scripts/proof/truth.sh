#!/bin/sh
# Checks the header's bounds against exact arithmetic. Distributes INPUTS inputs evenly over all regimes of
# the tests of bounds, and prints the worst case of each regime and of all. A regime is a range of inputs.
# usage: truth.sh [INPUTS]   INPUTS is 1e9 by default. Another WAYLAY_SEED draws other inputs.
# A test prints one line for each regime: "NAME ... COUNT things, ...; worst ulps: what ulps
# what ulps ...; wrong COUNT, ..."
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
total=$(awk -v n="${1:-1e9}" 'BEGIN { if (n + 0 < 1) exit 1; printf "%.0f", n }') ||
    { echo "usage: truth.sh [INPUTS]" >&2; exit 2; }
need_to_build
need g++ g++
need gtest/gtest.h libgtest-dev
get_or_skip "the long run against the truth"

work=build-proof/truth
mkdir -p $work
rm -f $work/failed

echo "== building"
{
    cmake -S . -B $work/build -DCMAKE_BUILD_TYPE=Release -DWAYLAY_BUILD_TESTS=ON -DWAYLAY_BUILD_CLI=OFF \
        -DWAYLAY_BUILD_EXAMPLES=OFF
    cmake --build $work/build --parallel "$(cores)" --target truth_test
} >$work/log 2>&1 || { cat $work/log >&2; exit 1; }

# run INPUTS-PER-REGIME LOG: runs all tests; returns 0 if all pass
run() {
    WAYLAY_TRUTH_INPUTS=$1 $work/build/tests/truth_test --gtest_brief=1 >"$2" 2>&1
}

# Two short runs measure how long an additional input takes, and count the regimes.
few=200 more=10000
begin=$(date +%s)
run $few $work/few.log || { cat $work/few.log >&2; exit 1; }
middle=$(date +%s)
run $more $work/more.log || { cat $work/more.log >&2; exit 1; }
end=$(date +%s)
regimes=$(grep -c 'worst ulps:' $work/more.log)
each=$(((total + regimes - 1) / regimes))
awk -v regimes="$regimes" -v each=$each -v total="$total" -v begin="$begin" -v middle="$middle" -v end="$end" \
    -v step=$((more - few)) 'BEGIN {
        took = end - middle - (middle - begin)
        rate = regimes * step / (took > 1 ? took : 1)
        hours = total / rate / 3600
        printf "== %.3g inputs: %d in each of %d regimes; about %.1f million a minute, in all %.2g %s\n",
            regimes * each, each, regimes, rate * 60 / 1e6, hours < 1 ? hours * 60 : hours, hours < 1 ? "minutes" : "hours"
    }'

begin=$(date +%s)
: >$work/run.log
{ WAYLAY_TRUTH_INPUTS=$each $work/build/tests/truth_test --gtest_brief=1 2>&1 || echo failed >$work/failed; } |
    tee -a $work/run.log
end=$(date +%s)

echo "== the worst of all regimes"
awk '
    /worst ulps:/ {
        regime = $0
        sub(/ +[0-9]+ [a-z]+,.*/, "", regime)
        match($0, / [0-9]+ [a-z]+,/)
        inputs += substr($0, RSTART, RLENGTH)
        family = $1
        sub(/^[^ ]+ +/, "", regime)
        gsub(/  +/, ", ", regime)
        tail = $0
        sub(/.*wrong /, "", tail)
        wrong += tail
        sub(/.*worst ulps: /, "")
        sub(/;.*/, "")
        for (i = 1; i < NF; i += 2) {
            key = family " " $i
            if (!(key in worst)) order[++keys] = key
            if (!(key in worst) || $(i + 1) + 0 > worst[key]) { worst[key] = $(i + 1) + 0; where[key] = regime }
        }
    }
    END {
        for (k = 1; k <= keys; k++) printf "  %-16s %6.3g ulps in %s\n", order[k], worst[order[k]], where[order[k]]
        printf "%.0f %d\n", inputs, wrong
    }' $work/run.log >$work/table
sed '$d' $work/table
read -r inputs wrong <<END
$(tail -n 1 $work/table)
END

if [ -e $work/failed ]; then
    rm $work/failed
    echo "truth: a bound is broken: see above, or $work/run.log" >&2
    exit 1
fi
if [ "$inputs" -lt "$total" ]; then
    echo "truth: only $inputs of $total inputs were counted: does a test print its regimes in another way?" >&2
    exit 1
fi
echo "truth: $inputs inputs in $regimes regimes within the header's bounds, $wrong wrong decisions," \
    "in $((end - begin)) s"
