#!/bin/sh
# Runs the tests in their small size with the address and undefined sanitizers, and tests of concurrent
# callers with the thread sanitizer. The first report ends the test and this script. Some tests are left out,
# because they take long and reach no other code:
#   bounds, golden hashes, check    compare the bits of large batches; tests of layouts reach the same code
#   tests of floating-point modes   test modes of the processor, not accesses of memory
#   layouts of fast kernels         reach the same lines as layouts of exact kernels
#   layouts of large columns        reach the same lines as small columns, except in one behaviour
#   the emulated table              is SIMDe's own plain C; the other tables reach the same code
# usage: sanitizers.sh [quick]     quick: only the layouts, the columns and the calls, in plain C and SSE2
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_build
need gtest/gtest.h libgtest-dev
need clang-19 clang-19
need ../lib/llvm-19/lib/clang/19/include/sanitizer/asan_interface.h libclang-rt-19-dev
need llvm-symbolizer-19 llvm-19
need nm binutils
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

options=
# NAME SANITIZERS TARGET...: builds these targets with the sanitizers in $work/NAME
build() {
    name=$1
    sanitizers=$2
    shift 2
    echo "== sanitizers: building for $sanitizers"
    {
        cmake -S . -B $work/"$name" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=clang-19 \
            -DCMAKE_CXX_COMPILER=clang++-19 -DCMAKE_C_FLAGS_RELEASE="-O1 -gline-tables-only" \
            -DCMAKE_CXX_FLAGS_RELEASE="-O1 -gline-tables-only" -DWAYLAY_SANITIZE="$sanitizers" \
            -DWAYLAY_DEBUG_KERNELS=ON \
            -DWAYLAY_BUILD_TESTS=ON -DWAYLAY_BUILD_EXAMPLES=OFF -DWAYLAY_INSTALL=OFF $options &&
            cmake --build $work/"$name" --parallel "$(cores)" --target "$@"
    } >$work/"$name".log 2>&1 || { cat $work/"$name".log >&2; exit 1; }
}

# LIBRARY SYMBOL: checks that the library was compiled with the sanitizer. Otherwise, a test without reports
# would prove nothing.
holds() {
    if ! nm "$1" 2>/dev/null | grep -q "$2"; then
        echo "sanitizers: $1 has no $2: it is not sanitized" >&2
        exit 1
    fi
}

# NAME OPTION-OF-CTEST...: runs tests, and adds to the number of tests that passed
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
if [ "${1:-}" = quick ]; then
    # WAY_SMALL compiles only half of the loops; without `quick`, all loops are compiled
    options="-DWAYLAY_BUILD_CLI=OFF -DWAYLAY_ISAS=scalar;sse2 -DCMAKE_C_FLAGS=-DWAY_SMALL"
    build quick address,undefined waylay layouts_test call_test
    holds $work/quick/libwaylay.a __asan_report
    run quick -L layouts -R '_exact$'
    run quick -R '^(api|columns|packing|registry)'
    echo "sanitizers: $total tests under address and undefined, no report, in $(($(date +%s) - started)) s"
    exit 0
fi
tests=$(test_programs | grep -v '^truth_test$')
# shellcheck disable=SC2086
build address address,undefined waylay header_examples header_examples_cpp $tests
holds $work/address/libwaylay.a __asan_report
holds $work/address/tests/libwaylay_tested.a __asan_report
holds $work/address/tests/libwaylay_tested.a __ubsan_handle
echo "== sanitizers: the quick tests"
run address -L quick -E '_NOT_BUILT$|^truth_quick$|^all/golden\.|^fpenv\.|^program\.check_'
echo "== sanitizers: the layouts"
run address -L layouts -R '_exact$|^layouts_intercept2d_exact_large$'
under_address=$total

total=0
build thread thread call_test
holds $work/thread/tests/libwaylay_tested.a __tsan_write
echo "== sanitizers: concurrent callers"
run thread -R '^concurrent\.'
echo "sanitizers: $under_address tests under address and undefined, $total under thread, no report, in" \
    "$(($(date +%s) - started)) s"
