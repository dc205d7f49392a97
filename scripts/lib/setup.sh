# The other scripts source this file. `need COMMAND-OR-FILE PACKAGE` notes missing packages. `get_missing`
# installs them on Debian and Ubuntu; on other systems, it prints what to install.

missing=

# need TEST PACKAGE: notes the package as missing if TEST, a command or a header in a usual include folder, does not exist.
need() {
    case $1 in
    */* | *.h)
        for folder in /usr/include /usr/include/*-linux-gnu /usr/local/include /opt/homebrew/include; do
            if [ -e "$folder/$1" ]; then return; fi
        done
        ;;
    *)
        if command -v "$1" >/dev/null 2>&1; then return; fi
        ;;
    esac
    missing="$missing $2"
}

get_missing() {
    if [ -z "$missing" ]; then return; fi
    if ! command -v apt-get >/dev/null 2>&1; then
        echo "waylay: please install what Debian calls:$missing" >&2
        exit 2
    fi
    as_root=
    if [ "$(id -u)" -ne 0 ]; then
        if ! command -v sudo >/dev/null 2>&1; then
            echo "waylay: please install, as root: apt-get install$missing" >&2
            exit 2
        fi
        as_root=sudo
    fi
    echo "== installing:$missing"
    $as_root apt-get update -qq
    # shellcheck disable=SC2086
    $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null
    missing=
}

# Ends with the command that installs what is missing. Scripts of users do not install anything unasked.
name_missing() {
    if [ -z "$missing" ]; then return; fi
    echo "waylay: please install first, on Debian and Ubuntu: apt-get install$missing" >&2
    exit 2
}

# get_or_skip WHAT: like get_missing. If it cannot use apt-get, it prints that WHAT is skipped and exits, in
# CI with an error and otherwise with success.
get_or_skip() {
    if [ -z "$missing" ]; then return; fi
    if command -v apt-get >/dev/null 2>&1 && { [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null 2>&1; }; then
        get_missing
        return
    fi
    echo "SKIPPED: $1: this machine lacks what Debian calls:$missing"
    if [ -n "${CI:-}" ]; then exit 2; fi
    exit 0
}

# Prints the registry's entries, in the order of the public headers, one column a line. The preprocessor writes out the
# columns of COLUMNS_OF, and leaves the lines that begin with these words as they are.
entries() {
    ${CC:-cc} -E -P -x c -DBEGIN=BEGIN -DIN=IN -DOUT=OUT -DWALLS=WALLS -DEND=END -Isrc src/registry/behaviours.def |
        sed 's/\(.\) \(IN\|OUT\)(/\1\n\2(/g'
}

# Prints the first line of each entry.
heads() { sed -n 's|^#include "\(.*\)"|src/\1|p' src/registry/families.def | xargs grep -h '^BEGIN('; }

# Prints the names of all behaviours.
behaviour_names() { heads | sed -n 's/^BEGIN(\([a-z0-9_]*\),.*/\1/p'; }

is_behaviour() { behaviour_names | grep -x "$1" >/dev/null; }

# Prints a line "BEHAVIOUR FAMILY" for each behaviour.
behaviours_and_families() { heads | sed -n 's/^BEGIN(\([a-z0-9_]*\), \([a-z0-9_]*\),.*/\1 \2/p'; }

# need_roots WHAT: ends the script if this user cannot make and enter Debian roots, and prints that WHAT is
# skipped. In CI, the script then ends with an error.
need_roots() {
    if [ "$(id -u)" -ne 0 ]; then
        echo "SKIPPED: $1: chroot is root's"
        if [ -n "${CI:-}" ]; then exit 2; fi
        exit 0
    fi
    need debootstrap debootstrap
    get_or_skip "$1"
}

# ROOT [OPTION-OF-DEBOOTSTRAP...]: makes the smallest Debian in the folder ROOT, unless an earlier run has
# made it
make_debian() {
    debian=$1
    shift
    if [ -e "$debian/made" ]; then return; fi
    rm -rf "$debian"
    echo "== making $debian"
    quietly debootstrap --variant=minbase "$@" bookworm "$debian"
    touch "$debian/made"
}

# Calls `need` for everything that building the library and the program needs.
need_to_build() {
    need gcc gcc
    need g++ g++
    need stdlib.h libc6-dev
    need make make
    need cmake cmake
    need simde/x86/sse2.h libsimde-dev
    need csv.h libcsv-dev
}

# Calls `need` for everything that building the library, the program and the tests needs.
need_to_test() {
    need_to_build
    need gtest/gtest.h libgtest-dev
    need gmp.h libgmp-dev
    need nlohmann/json.hpp nlohmann-json3-dev
    need tbb/parallel_for.h libtbb-dev
    need pkg-config pkg-config
    need python3 python3
    need nm binutils
}

# Calls `need` for everything that the tests of the Python package use.
need_to_python() {
    need python3 python3
    need ../lib/python3/dist-packages/numpy/version.py python3-numpy
    need ../share/python-wheels python3-venv
}

# Calls `need` for everything that only the benchmarks need.
need_to_bench() {
    need g++ g++
    need benchmark/benchmark.h libbenchmark-dev
    need hwy/highway.h libhwy-dev
    need xsimd/xsimd.hpp libxsimd-dev
    need eigen3/Eigen/Core libeigen3-dev
}

# Prints the names of the test programs: one for each folder of tests.
test_programs() { for file in tests/*/*_test.cpp; do basename "${file%/*}"; done | uniq | sed 's/$/_test/'; }

# Prints the kernel tables that this machine can run. Finds them without the library, which is under test.
tables_here() {
    case $(uname -m) in
    x86_64)
        tables="scalar sse2"
        cpu_has() { for flag; do grep -m 1 '^flags' /proc/cpuinfo | grep -qw "$flag" || return 1; done; }
        if cpu_has avx2; then tables="$tables avx2"; fi
        if cpu_has avx512f avx512dq avx512bw avx512vl; then tables="$tables avx512"; fi
        echo "$tables"
        ;;
    aarch64 | arm64) echo "scalar neon" ;;
    *) echo scalar ;;
    esac
}

cores() { getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2; }

# COMMAND...: runs the command with its output in $work/log. If it fails, shows the output and ends the script.
quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; echo "failed: $*" >&2; exit 1; }; }

# LIBRARY FOLDER: builds the Python package with the shared library LIBRARY, as `wheel`, and installs it into
# FOLDER/environment, which has the machine's numpy. Sets `python` to Debian's Python, because it has numpy.
install_wheel() {
    python=/usr/bin/python3
    [ -x $python ] || python=python3
    rm -rf "$2/wheel" "$2/environment"
    wheel=$($python bindings/python/build_wheel.py "$1" "$2/wheel")
    quietly $python -m venv --system-site-packages "$2/environment"
    quietly "$2/environment/bin/python" -m pip install --no-index --no-deps "$wheel"
}

use_ninja() {
    need ninja ninja-build
    get_missing
    CMAKE_GENERATOR=Ninja
    export CMAKE_GENERATOR
}

# Builds with a compiler cache, too, for topics that compile the same files as others. Filling the cache takes 40 % more
# processor time than compiling alone.
use_ninja_and_ccache() {
    need ccache ccache
    use_ninja
    CMAKE_C_COMPILER_LAUNCHER=ccache CMAKE_CXX_COMPILER_LAUNCHER=ccache
    CCACHE_DIR=$PWD/build-proof/ccache CCACHE_SLOPPINESS=pch_defines,time_macros
    export CMAKE_C_COMPILER_LAUNCHER CMAKE_CXX_COMPILER_LAUNCHER CCACHE_DIR CCACHE_SLOPPINESS
}

# OPTION-OF-CMAKE...: configures build-test, the folder of the tests, with warnings as errors
configure_tests() {
    cmake -S . -B build-test -DCMAKE_BUILD_TYPE=Release -DWAYLAY_WERROR=ON -DWAYLAY_BUILD_TESTS=ON "$@"
}

# TARGET: builds the target in build-test, the folder of the tests, so that it reuses the object files there.
build_in_tests() {
    need_to_test
    use_ninja
    if [ ! -f build-test/CMakeCache.txt ]; then configure_tests -DWAYLAY_EMULATED16=OFF; fi
    cmake --build build-test --parallel "$(cores)" --target "$1"
}

# OPTION-OF-CMAKE...: builds the tests and everything that they test
build_tests() {
    configure_tests "$@"
    cmake --build build-test --parallel "$(cores)"
}
