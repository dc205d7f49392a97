#!/bin/sh
# Runs the tests on a fresh machine, in five minutes on two cores. Installs missing packages, builds with gcc with
# warnings as errors, and runs every test in its small size. scripts/proof.sh slices runs a part of each topic of the
# full proof. This script can be run again.
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

need_to_test
if [ "${1:-}" = quick ]; then
    use_ninja_and_ccache
    build_tests -DWAYLAY_EMULATED16=OFF
    exec ctest --test-dir build-test --parallel "$(cores)" --output-on-failure -L quick
fi
if [ $# -gt 0 ]; then
    echo "usage: scripts/test.sh [quick]; a topic of the whole proof: scripts/proof.sh TOPIC" >&2
    exit 2
fi
say "setting up"
use_ninja_and_ccache
say "building the tests with gcc"
tables=$(tables_here)
# a machine with AVX-512 needs no emulated table of 16 lanes here; the full proof tests it
case $tables in
*avx512*) build_tests -DWAYLAY_EMULATED16=OFF ;;
*) build_tests ;;
esac
say "every test in its small size; golden bits under every table of this machine"
ctest --test-dir build-test --parallel "$(cores)" --output-on-failure --progress -E '^truth_quick$' # repeats tests
say "all passed"
