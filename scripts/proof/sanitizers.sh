#!/bin/sh
# The quick tests and a small matrix under the address and undefined sanitizers, and whatever calls from many threads under
# the thread sanitizer. The first report ends a test, and this script. Left out is what only compares the bits of large
# scenes: the matrix goes the same ways.
set -eu
cd "$(dirname "$0")/../.."
. scripts/packages.sh
need_to_build
need gtest/gtest.h libgtest-dev
need clang-19 clang-19
need ../lib/llvm-19/lib/clang/19/include/sanitizer/asan_interface.h libclang-rt-19-dev
need llvm-symbolizer-19 llvm-19
get_or_skip "the tests under sanitizers"

work=build-proof/sanitizers
mkdir -p $work
WAYLAY_TEST_SIZE=small
ASAN_OPTIONS=halt_on_error=1:detect_stack_use_after_return=1
UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1
TSAN_OPTIONS=halt_on_error=1
ASAN_SYMBOLIZER_PATH=$(command -v llvm-symbolizer-19)
TSAN_SYMBOLIZER_PATH=$ASAN_SYMBOLIZER_PATH
export WAYLAY_TEST_SIZE ASAN_OPTIONS UBSAN_OPTIONS TSAN_OPTIONS ASAN_SYMBOLIZER_PATH TSAN_SYMBOLIZER_PATH
started=$(date +%s)

# NAME SANITIZERS TARGET...: kernels are not optimised, for they compile several times sooner
build() {
    name=$1
    sanitizers=$2
    shift 2
    echo "== sanitizers: building for $sanitizers"
    {
        cmake -S . -B $work/"$name" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang-19 \
            -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_C_FLAGS_RELEASE="-O0 -gline-tables-only" \
            -DCMAKE_CXX_FLAGS_RELEASE="-O1 -gline-tables-only" -DWAYLAY_SANITIZE="$sanitizers" \
            -DWAYLAY_BUILD_TESTS=ON -DWAYLAY_BUILD_EXAMPLES=OFF -DWAYLAY_INSTALL=OFF &&
            cmake --build $work/"$name" --parallel "$(cores)" --target "$@"
    } >$work/"$name".log 2>&1 || { cat $work/"$name".log >&2; exit 1; }
}

# LIBRARY SYMBOL: was it compiled so? Or silence would mean nothing.
holds() {
    if ! nm "$1" 2>/dev/null | grep -q "$2"; then
        echo "sanitizers: $1 has no $2: it is not sanitized" >&2
        exit 1
    fi
}

# NAME OPTION-OF-CTEST...: adds to the tests that passed
run() {
    name=$1
    shift
    ctest --test-dir $work/"$name" --parallel "$(cores)" --output-on-failure --no-tests=error "$@" \
        >$work/run.log 2>&1 || { grep -v ' Passed \|^ *Start ' $work/run.log >&2; exit 1; }
    passed=$(sed -n 's/^100% tests passed.* out of \([0-9]*\)$/\1/p' $work/run.log)
    echo "   $passed tests passed"
    total=$((total + passed))
}

total=0
build address address,undefined all
holds $work/address/libwaylay.a __asan_report
holds $work/address/tests/libwaylay_tested.a __asan_report
holds $work/address/tests/libwaylay_tested.a __ubsan_handle
echo "== sanitizers: the quick tests"
run address -L quick -E '^environment\.|/golden\.|^program\.check_'
echo "== sanitizers: the matrix, small"
run address -L matrix
under_address=$total

total=0
build thread thread api_test concurrent_test
holds $work/thread/tests/libwaylay_tested.a __tsan_write
echo "== sanitizers: concurrent callers"
run thread -R '^(threads|concurrent)\.'
echo "sanitizers: $under_address tests under address and undefined, $total under thread, no report, in" \
    "$(($(date +%s) - started)) s"
