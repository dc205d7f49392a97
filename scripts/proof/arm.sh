#!/bin/sh
# Tests AArch64 under qemu. A build by gcc at -O3 must pass all tests in their small size, including the
# golden hashes. In a build by clang at -O3, the program must give the golden hashes. Builds at -O0 are slow
# under qemu, so they must give the hashes of gcc at -O3 for smaller batches. No object of the library may
# contain a fused instruction.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_build
need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
need ../aarch64-linux-gnu/include/stdlib.h libc6-dev-arm64-cross
need ../src/googletest/CMakeLists.txt googletest
need qemu-aarch64 qemu-user
need clang-19 clang-19
get_or_skip "the tests on AArch64"

work=$PWD/build-proof/arm
hashes=$((2 * $(behaviour_names | wc -l))) # one for each precision
mkdir -p "$work/simde"
ln -sfn /usr/include/simde "$work/simde/simde" # only SIMDe: this machine's other headers are not for AArch64

# SOURCE FOLDER FLAGS OPTIONS...: configures SOURCE in FOLDER, with compiler flags and options of CMake
configure() {
    source=$1
    folder=$2
    flags=$3
    shift 3
    quietly cmake -S "$source" -B "$folder" -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64-linux-gnu.cmake" \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE="$flags" -DCMAKE_CXX_FLAGS_RELEASE=-O2 "$@"
}

# Gets libcsv for AArch64, which the program needs. Unpacks Debian's package, because installing it would add
# a second architecture to this machine.
get_libcsv() {
    if [ -e "$work/libcsv/usr/lib/aarch64-linux-gnu/libcsv.a" ]; then return; fi
    if [ "$(. /etc/os-release && echo "$ID")" != debian ]; then return 1; fi
    mkdir -p "$work/apt/lists/partial" "$work/apt/archives/partial" "$work/libcsv"
    echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian" \
        "$(. /etc/os-release && echo "$VERSION_CODENAME") main" >"$work/apt/sources.list"
    arm64="-o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::Etc::SourceList=$work/apt/sources.list
        -o Dir::Etc::SourceParts=- -o Dir::State=$work/apt -o Dir::State::status=/dev/null -o Dir::Cache=$work/apt"
    # shellcheck disable=SC2086
    apt-get -qq $arm64 update && (cd "$work/apt" && apt-get -qq $arm64 download libcsv-dev) &&
        dpkg-deb -x "$work"/apt/libcsv-dev_*_arm64.deb "$work/libcsv"
}

echo "== arm: GoogleTest for AArch64"
configure /usr/src/googletest "$work/gtest-build" -O2 -DBUILD_GMOCK=OFF -DCMAKE_INSTALL_PREFIX="$work/gtest" \
    -DCMAKE_INSTALL_LIBDIR=lib
quietly cmake --build "$work/gtest-build" --parallel "$(cores)"
quietly cmake --install "$work/gtest-build"

# NAME FLAGS OPTIONS...: builds the library, and checks that it has no fused instruction
build() {
    name=$1
    flags=$2
    shift 2
    configure . "$work/$name" "$flags" -DWAYLAY_BUILD_EXAMPLES=OFF -DWAYLAY_WERROR=ON \
        -DSIMDE_INCLUDE_DIR="$work/simde" -DCSV_INCLUDE_DIR="$work/libcsv/usr/include" \
        -DCSV_LIBRARY="$work/libcsv/usr/lib/aarch64-linux-gnu/libcsv.a" "$@"
    quietly cmake --build "$work/$name" --parallel "$(cores)"
    fusing=aarch64-linux-gnu-gcc
    case $name in clang*) fusing="clang-19 --target=aarch64-linux-gnu" ;; esac
    sh scripts/proof/fused.sh "$fusing" aarch64-linux-gnu-objdump "$work/$name/libwaylay.a"
}

run() { qemu-aarch64 -L /usr/aarch64-linux-gnu "$@"; }

# NAME: checks that all golden hashes agree on both tables.
check() {
    code=0
    said=$work/golden-$1.txt
    run "$work/$1/cli/waylay" check --golden tests/golden.txt >"$said" 2>&1 || code=$?
    if [ $code -ne 0 ] || [ "$(grep -c '  same bits: scalar neon$' "$said")" -ne $hashes ] ||
        ! grep -q "^golden  *$hashes of $hashes agree" "$said"; then
        cat "$said" >&2
        echo "arm: $1: exit $code, expected $hashes golden hashes under scalar neon" >&2
        exit 1
    fi
    echo "$1: $hashes golden hashes agree under scalar neon"
}

# NAME: prints the hashes of small batches.
check_small() {
    said=$work/small-$1.txt
    run "$work/$1/cli/waylay" check --agents 65 >"$said" 2>&1 || { cat "$said" >&2; exit 1; }
    if [ "$(grep -c '  same bits: scalar neon$' "$said")" -ne $hashes ]; then
        cat "$said" >&2
        echo "arm: $1: expected $hashes hashes under scalar neon" >&2
        exit 1
    fi
}

program=ON
get_libcsv >"$work/log" 2>&1 || program=OFF
if [ $program = OFF ]; then
    cat "$work/log"
    echo "SKIPPED: the program on AArch64, its tests and its golden hashes by other compilers: no libcsv-dev for arm64"
    if [ -n "${CI:-}" ]; then exit 2; fi
fi

echo "== arm: building the tests, $(aarch64-linux-gnu-gcc --version | head -n 1)"
build gcc-O3 -O3 -DWAYLAY_BUILD_TESTS=ON -DWAYLAY_BUILD_CLI=$program -DGTest_DIR="$work/gtest/lib/cmake/GTest"

# truth_quick is left out, because in the small size it repeats other tests of the bounds.
echo "== arm: every test, in the small size"
WAYLAY_TEST_SIZE=small ctest --test-dir "$work/gcc-O3" --parallel "$(cores)" --output-on-failure --progress \
    -E '^truth_quick$' >"$work/ctest.txt" 2>&1 || { cat "$work/ctest.txt" >&2; exit 1; }
passed=$(sed -n 's/^100% tests passed, 0 tests failed out of //p' "$work/ctest.txt")
files=$(find tests -name '*_test.cpp' | wc -l)
if [ "${passed:-0}" -lt $((2 * hashes + files)) ]; then # 4 tests of layouts per behaviour, 1 test per file
    cat "$work/ctest.txt" >&2
    echo "arm: ${passed:-no} tests of $files files are too few" >&2
    exit 1
fi
skipped=$(sed -n '/^The following tests did not run/,$p' "$work/ctest.txt" | grep -c '(Skipped)\|(Disabled)\|(Not Run)' ||
    true)
sed -n '/^The following tests did not run/,$p' "$work/ctest.txt"
if [ "$skipped" -ne 0 ] && [ -n "${CI:-}" ]; then exit 2; fi

others=
if [ $program = ON ]; then
    others="; $hashes golden hashes from clang-O3, and as many hashes of small batches from gcc-O0 and clang-O0"
    for name in clang-O3 clang-O0 gcc-O0; do
        echo "== arm: building the program, $name"
        case $name in
        gcc*) build "$name" -O0 -DWAYLAY_DEBUG_KERNELS=ON ;;
        *) build "$name" "-${name#*-}" -DWAYLAY_DEBUG_KERNELS=ON -DCMAKE_C_COMPILER=clang-19 ;;
        esac
        if [ $name = clang-O3 ]; then # check the hashes of this build while the next one is made
            check $name &
            checking=$!
        fi
    done
    echo "== arm: the program's hashes"
    check_small gcc-O3
    for name in gcc-O0 clang-O0; do
        check_small $name &
        checking="$checking $!"
    done
    for check in $checking; do
        wait "$check" || exit 1
    done
    for name in gcc-O0 clang-O0; do
        cmp "$work/small-gcc-O3.txt" "$work/small-$name.txt"
        echo "$name: the $hashes hashes of gcc-O3 under scalar neon, in small batches"
    done
fi

echo "arm: $((passed - skipped)) tests passed, $skipped skipped; $hashes golden hashes from gcc-O3$others"
