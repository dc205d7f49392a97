#!/bin/sh
# Tests flags that could change the bits. First, a consumer is compiled with fast mathematics, which also sets
# flush to zero for the whole process. Then, the library's own sources are compiled with flags that fuse or
# reorder. Each build must either give the bits of the plain build or be refused. tests/call/fpenv_test.cpp
# tests the caller's floating-point mode.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
. scripts/lib/units.sh
need_to_build
need clang clang
need objdump binutils
get_or_skip "the proof against flags that change bits"

root=$PWD
work=$root/build-proof/breakers
rm -rf "$work"
mkdir -p "$work"
seen=0 refused=0 other=0

stop() {
    echo "$1" >&2
    if [ -s "$work/log" ]; then head -n 20 "$work/log" >&2; fi
    exit 1
}
quietly() { "$@" >"$work/log" 2>&1 || stop "failed: $*"; }

# consumer OUTPUT LIBRARY-OR-OBJECTS-AND-FLAGS ...: builds the consumer with the compiler in $cc
consumer() {
    to=$1
    shift
    # shellcheck disable=SC2086
    quietly $cc -I"$root/include" -I"$root/tests/harness" "$root/tests/consumer/bits.c" "$@" -lm -o "$to"
}

# same WHAT PROGRAM: checks that all tables give the bits of the plain build
same() {
    "$2" >"$work/bits" || stop "$1: the program failed"
    if cmp -s "$work/plain-bits" "$work/bits"; then
        seen=$((seen + 1))
        echo "  $1: same bits"
    else
        other=$((other + 1))
        echo "  $1: OTHER BITS: $(tr '\n' ' ' <"$work/bits")"
    fi
}

echo "== the plain build"
quietly cmake -S . -B "$work/plain" -DCMAKE_BUILD_TYPE=Release -DWAYLAY_WERROR=ON -DWAYLAY_BUILD_CLI=OFF \
    -DWAYLAY_BUILD_EXAMPLES=OFF -DCMAKE_INSTALL_PREFIX="$work/installed" -DCMAKE_INSTALL_LIBDIR=lib
quietly cmake --build "$work/plain" --parallel "$(cores)"
quietly cmake --install "$work/plain"
library=$work/installed/lib/libwaylay.a
cc="gcc -std=c11 -O2"
consumer "$work/plain-consumer" "$library"
"$work/plain-consumer" >"$work/plain-bits"
sort -u -k2,2 "$work/plain-bits" | wc -l | grep -qx 1 || stop "the tables differ: $(cat "$work/plain-bits")"
if [ "$("$work/plain-consumer" mode)" != kept ]; then stop "the plain consumer flushes denormals"; fi
sed 's/^/  /' "$work/plain-bits"

echo "== consumers of the installed library"
flushed=0
for cc in "gcc -O3 -ffast-math -march=native" "gcc -Ofast -march=native -flto" "gcc -O3 -funsafe-math-optimizations" \
    "clang -O3 -ffast-math -march=native" "clang -Ofast -march=native"; do
    consumer "$work/consumer" "$library"
    mode=$("$work/consumer" mode)
    if [ "$mode" = flushed ]; then flushed=$((flushed + 1)); fi
    same "$cc (denormals $mode)" "$work/consumer"
done
if [ $flushed -eq 0 ]; then stop "no consumer's process flushes denormals: nothing was tried"; fi

echo "== add_subdirectory under the consumer's flags"
for cc in "gcc -O3 -ffast-math -march=native" "gcc -Ofast -march=native -flto" \
    "clang -O3 -ffast-math -ffp-contract=fast -march=native"; do
    rm -rf "$work/under"
    quietly cmake -S . -B "$work/under" -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF -DCMAKE_BUILD_TYPE=None \
        -DWAYLAY_DEBUG_KERNELS=ON \
        -DCMAKE_C_COMPILER="${cc%% *}" -DCMAKE_C_FLAGS="${cc#* }"
    quietly cmake --build "$work/under" --parallel "$(cores)"
    consumer "$work/consumer" "$work/under/libwaylay.a"
    same "$cc" "$work/consumer"
done

echo "== the sources under flags that change bits: interceptions, whose units are compiled as all others are"
isas=scalar
case $(uname -m) in
x86_64) isas="scalar sse2 avx2 avx512" ;;
aarch64) isas="scalar neon" ;;
esac
WAY_ONLY_FAMILIES=$(families_of intercept2d intercept3d)
# shellcheck disable=SC2086
units $isas >"$work/units"
# COMPILER FLAGS...: compiles the library's objects
compile() {
    rm -rf "$work/objects"
    compile_units "$work/objects" "$@" -Iinclude -Isrc <"$work/units"
}
quietly compile cc -std=c11 -O3 -ffp-contract=off
cc="gcc -std=c11 -O2"
consumer "$work/plain-consumer" "$work/objects"/*.o
"$work/plain-consumer" >"$work/plain-bits"
fma=
if [ "$(uname -m)" = x86_64 ]; then
    fma=-mfma
    if ! grep -qw fma /proc/cpuinfo; then
        echo "SKIPPED: what compiles with -mfma cannot run on this machine"
        if [ -n "${CI:-}" ]; then exit 2; fi
    fi
fi

# compiled COMPILER-AND-FLAGS: checks that the library either refuses these flags or gives the same bits
compiled() {
    cc=$1
    # shellcheck disable=SC2086
    if ! compile $cc -O2 -Wfatal-errors >"$work/log" 2>&1; then
        grep -q 'error: .*"waylay:' "$work/log" || stop "$cc: does not compile, and waylay does not say why"
        refused=$((refused + 1))
        echo "  $cc: refused:$(sed -n 's/.*error: .*"waylay:\([^"]*\)".*/\1/p' "$work/log" | head -n 1)"
        return
    fi
    fused=$(objdump -d --no-show-raw-insn "$work/objects"/*.o | grep -cE '\<(vfn?m(add|sub)[0-9a-z]*|f(n?m(add|sub)|ml[as]))\>' || true)
    (cc="gcc -std=c11 -O2" && consumer "$work/consumer" "$work/objects"/*.o)
    if "$work/consumer" >"$work/bits" 2>"$work/log"; then
        same "$cc ($fused fused instructions)" "$work/consumer"
    elif [ -s "$work/bits" ]; then
        stop "$cc: some tables refuse, others do not: $(cat "$work/bits")"
    else
        refused=$((refused + 1))
        echo "  $cc: refused at the first call ($fused fused instructions)"
    fi
}

compiled "gcc -std=c11 $fma"
compiled "gcc -std=gnu11"
compiled "gcc -std=gnu11 $fma"
compiled "gcc -std=gnu11 $fma -ffp-contract=off -DWAY_CONTRACT_OFF"
compiled "gcc -std=gnu11 $fma -ffp-contract=fast -DWAY_CONTRACT_OFF"
compiled "gcc -std=c11 $fma -ffp-contract=fast"
compiled "gcc -std=c11 -ffast-math"
compiled "gcc -std=gnu11 -Ofast $fma"
compiled "gcc -std=c11 $fma -funsafe-math-optimizations"
compiled "gcc -std=c11 -freciprocal-math"
compiled "gcc -std=c11 -fno-signed-zeros"
compiled "gcc -std=c11 -ffinite-math-only"
compiled "gcc -std=c11 -DSIMDE_FAST_NANS"
compiled "clang -std=gnu11 $fma"
compiled "clang -std=gnu11 $fma -ffp-contract=fast"
compiled "clang -std=c11 $fma -ffp-contract=fast -DWAY_CONTRACT_OFF"
compiled "clang -std=c11 $fma -funsafe-math-optimizations"
compiled "clang -std=c11 -ffast-math"
if [ "$(uname -m)" = x86_64 ]; then
    compiled "gcc -std=c11 -mfpmath=387"
fi

echo "breakers: $seen builds and consumers gave the same bits as the plain one ($flushed of them flush denormals)," \
    "$refused were refused, $other gave others"
[ $other -eq 0 ]
