#!/bin/sh
# A part of each topic of the full proof, on the machines that are emulated here: golden bits from clang, on AArch64, in a
# WASM module and from the library as two files; the Python package and the npm package; the layouts under the
# sanitizers; the fuzz corpus. .ci/run runs it after scripts/test.sh, whose objects it reuses.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
WAYLAY_TEST_SIZE=small
export WAYLAY_TEST_SIZE
work=build-proof/slices
mkdir -p $work

here=$(uname -m)
need_to_test
need clang-19 clang-19
need ../lib/llvm-19/lib/clang/19/include/sanitizer/asan_interface.h libclang-rt-19-dev
need wasm-ld-19 lld-19
need llvm-objdump-19 llvm-19
need node nodejs
need_to_python
if [ "$here" = x86_64 ]; then
    need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
    need ../aarch64-linux-gnu/include/stdlib.h libc6-dev-arm64-cross
    need qemu-aarch64 qemu-user
fi
use_ninja
others=$(tables_here)
others=${others% *} # scripts/test.sh tests the widest table
say() { echo "-- $1"; }

# NAME COMPILER TABLES OPTION-OF-CMAKE...: builds the library with these options and checks that it gives the golden hashes
# on exactly these tables. The check runs while the next library is built.
counting=
golden() {
    name=$1 compiler=$2 tables=$3
    shift 3
    # WAY_SMALL compiles only half of the loops, in half the time; the full proof compiles all loops
    quietly cmake -S . -B $work/"$name" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER="${compiler%% *}" -DCMAKE_C_FLAGS=-DWAY_SMALL \
        -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF -DWAYLAY_WERROR=ON "$@"
    quietly cmake --build $work/"$name" --parallel "$(cores)"
    # shellcheck disable=SC2086
    quietly $compiler -std=c11 -O2 -ffp-contract=off -Iinclude -Itests/harness tests/machines/golden.c tests/harness/*.c \
        $work/"$name"/libwaylay.a -lm -o $work/"$name"/golden
    run='' behaviours=''
    if [ "$name" = arm ]; then # under qemu, the check leaves out the slowest behaviours
        run="qemu-aarch64 -L /usr/aarch64-linux-gnu"
        behaviours=$(behaviour_names |
            grep -v '^cut_off2d$\|^shortest_path2d$\|^bounce2d$\|^sweep_walls2d$\|^arc\|^chase_\|^slew')
    fi
    # shellcheck disable=SC2086
    (
        said=$($run $work/"$name"/golden tests/golden.txt $behaviours) || { echo "$name: $said" >&2; exit 1; }
        echo "$name: $said"
        [ "${said##*tables }" = "$tables" ] || { echo "$name: expected the tables $tables" >&2; exit 1; }
    ) &
    counting="$counting $!"
}

# NAME COMMAND...: runs the command, which uses one core, next to the slices that follow
aside() {
    name=$1
    shift
    (
        "$@" >"$work/$name.txt" 2>&1 || { cat "$work/$name.txt" >&2; echo "failed: $*" >&2; exit 1; }
        cat "$work/$name.txt"
    ) &
    counting="$counting $!"
}

say "the Python package, next to what follows"
aside python sh scripts/proof/python.sh quick
say "golden bits from clang -O2; the program without its warnings"
golden clang-O2 clang-19 "$others" -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG" -DWAYLAY_BUILD_CLI=ON \
    -DWAYLAY_ISAS="$(echo "$others" | tr ' ' ';')"
if [ "$here" = x86_64 ]; then
    say "golden bits on AArch64, emulated"
    mkdir -p $work/simde
    ln -sfn /usr/include/simde $work/simde/simde # only SIMDe, because other headers are not for AArch64
    golden arm "aarch64-linux-gnu-gcc -static" "scalar neon" -DSIMDE_INCLUDE_DIR="$PWD/$work/simde" \
        -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64-linux-gnu.cmake" -DCMAKE_C_FLAGS_RELEASE="-O2 -DNDEBUG"
fi
say "golden bits of the library as two files, next to what follows"
aside amalgam sh scripts/proof/amalgam.sh quick
say "golden bits in a WASM module"
sh scripts/proof/wasm.sh quick
say "the npm package in node, next to what follows: its calls, its types, the golden bits of some behaviours"
aside web sh scripts/proof/web.sh quick
say "the layouts under the address and undefined sanitizers, the fuzz corpus replayed"
sh scripts/proof/sanitizers.sh quick
sh scripts/proof/fuzz.sh replay
say "waiting for the slices that run next to others"
for count in $counting; do
    wait "$count" || exit 1
done
