#!/bin/sh
# Runs the tests on a fresh machine. Installs missing packages, builds with gcc with warnings as errors, and runs every
# test in its small size. scripts/proof.sh slices runs a part of each topic of the full proof. This script can be run again.
# usage: scripts/test.sh          everything
#        scripts/test.sh quick    only the tests to run after every edit
set -eu
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh
WAYLAY_TEST_SIZE=small
export WAYLAY_TEST_SIZE

started=$(date +%s)
say() {
    elapsed=$(($(date +%s) - started))
    printf '== %d:%02d %s\n' $((elapsed / 60)) $((elapsed % 60)) "$1"
}

# Plain C and the widest table of this machine; scripts/proof.sh slices tests the others with clang. A machine without
# AVX-512 also tests the emulated table of 16 lanes.
build_two_tables() {
    tables=$(tables_here)
    widest=${tables##* }
    case $tables in
    *avx512*) build_tests -DWAYLAY_EMULATED16=OFF -DWAYLAY_ISAS="$widest" ;;
    *) build_tests -DWAYLAY_EMULATED16=ON -DWAYLAY_ISAS="$widest;emulated16" ;;
    esac
}

need_to_test
if [ "${1:-}" = quick ]; then
    use_ninja
    build_two_tables
    exec ctest --test-dir build-test --parallel "$(cores)" --output-on-failure -L quick
fi
if [ $# -gt 0 ]; then
    echo "usage: scripts/test.sh [quick]; a topic of the whole proof: scripts/proof.sh TOPIC" >&2
    exit 2
fi
say "setting up"
use_ninja
say "building the tests with gcc"
build_two_tables
say "every test in its small size"
ctest --test-dir build-test --parallel "$(cores)" --output-on-failure --progress -E '^truth_quick$' # repeats tests
say "all passed"
