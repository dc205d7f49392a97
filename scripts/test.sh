#!/bin/sh
# Passes the tests on a fresh machine: sets up what is missing, builds with warnings as errors, runs every test, installs
# the library and uses it as strangers would. `scripts/test.sh quick` is for every edit. Safe to run twice.
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh

need_to_test
get_missing

echo "== building"
cmake -S . -B build-test -DCMAKE_BUILD_TYPE=Release -DWAYLAY_WERROR=ON -DWAYLAY_BUILD_TESTS=ON -DWAYLAY_BUILD_BENCH=ON
cmake --build build-test --parallel "$(cores)"

if [ "${1:-}" = quick ]; then
    exec ctest --test-dir build-test --parallel "$(cores)" --output-on-failure -L quick
fi

echo "== the program in the README is the one in examples"
awk '/^```c$/ { on = 1; next } /^```$/ { if (on) exit } on' README.md | diff - examples/first.c

echo "== using the installed library"
sh scripts/check-consumers.sh build-test/consumers

echo "== one hash over all tables, layouts and counts"
build-test/cli/waylay check

echo "== the benches run"
build-test/bench/waylay_ratios --quick >/dev/null

echo "== tests"
ctest --test-dir build-test --parallel "$(cores)" --output-on-failure --progress
