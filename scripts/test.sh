#!/bin/sh
# Passes the tests on a fresh machine: sets up what is missing, builds with warnings as errors, runs every test, and proves
# the promises on every machine that can be reached from here. usage:
#   scripts/test.sh               all of it
#   scripts/test.sh quick         the tests for every edit
#   scripts/test.sh TOPIC ...     only these: suite, or the name of a script in scripts/proof
# By hand, in scripts/proof: oracle.sh, mutants.sh, and fuzz.sh for longer. Safe to run twice.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

# Several topics compile the same files with the same flags: once is enough.
need ninja ninja-build
need ccache ccache
get_missing
CMAKE_GENERATOR=Ninja CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
CCACHE_DIR=$PWD/build-proof/ccache
export CMAKE_GENERATOR CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CCACHE_DIR

started=$(date +%s)
say() {
    elapsed=$(($(date +%s) - started))
    printf '== %d:%02d %s\n' $((elapsed / 60)) $((elapsed % 60)) "$1"
}

build() {
    need_to_test
    get_missing
    say "building"
    cmake -S . -B build-test -DCMAKE_BUILD_TYPE=Release -DWAYLAY_WERROR=ON -DWAYLAY_BUILD_TESTS=ON \
        -DWAYLAY_BUILD_BENCH=ON
    cmake --build build-test --parallel "$(cores)"
}

suite() {
    build
    say "the program in the README is the one in examples"
    awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' README.md | diff - examples/first.c
    say "one hash over all tables, layouts and counts"
    build-test/cli/waylay check
    say "the benches run"
    build-test/bench/waylay_ratios --quick >/dev/null
    say "tests"
    ctest --test-dir build-test --parallel "$(cores)" --output-on-failure --progress
}

if [ "${1:-}" = quick ]; then
    build
    exec ctest --test-dir build-test --parallel "$(cores)" --output-on-failure -L quick
fi

if [ $# -eq 0 ]; then
    set -- suite consumers breakers x86 wasm arm arm-model sanitizers fuzz coverage
fi
for topic; do
    if [ "$topic" = suite ]; then
        suite
    else
        say "$topic"
        sh "scripts/proof/$topic.sh"
    fi
done
say "all of it: $*"
