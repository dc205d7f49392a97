#!/bin/sh
# Uses waylay in every way that README and docs promise, in C11 and in C++17: the installed library by
# find_package and by pkg-config, static and shared; add_subdirectory; and the compile commands of
# docs/building.md without CMake. Then compiles each public header alone.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_build
need g++ g++
need clang clang
need pkg-config pkg-config
need nm binutils
get_or_skip "the consumers of the installed package"

root=$PWD
work=$root/build-proof/consumers
rm -rf "$work"
mkdir -p "$work"
program=$root/tests/consumer/consumer
programs=0 headers=0

# answers WAY PROGRAM-IN-C PROGRAM-IN-C++: checks that both programs give the right answers
answers() {
    "$2" || { echo "$1, C11: not the answers that it should give" >&2; exit 1; }
    "$3" || { echo "$1, C++17: not the answers that it should give" >&2; exit 1; }
    programs=$((programs + 2))
    echo "  $1: C11 and C++17"
}

# with_cmake FOLDER OPTIONS ...: builds the project tests/consumer in FOLDER
with_cmake() {
    folder=$work/$1
    shift
    quietly cmake -S "$root/tests/consumer" -B "$folder" -DCMAKE_BUILD_TYPE=Release "$@"
    quietly cmake --build "$folder" --parallel "$(cores)"
}

# bare_lines: prints the commands of docs/building.md that compile waylay without CMake on this machine. They must
# run in a folder that has include and src, and write the objects to that folder.
bare_lines() {
    others=none wanted=1
    if [ "$(uname -m)" = x86_64 ]; then others="On x86-64, add these commands:" wanted=2; fi
    awk -v others="$others" -v wanted=$wanted '
        /^```/ { inside = !inside && $0 == "```sh"; next }
        inside { if (here) { print; lines++ } next }
        NF && !/^<!--/ { here = index($0, "on every machine:") > 0 || index($0, others) > 0; blocks += here }
        END { exit !lines || blocks != wanted }' docs/building.md
}

echo "== programs that use waylay"
for kind in static shared; do
    shared=OFF
    if [ $kind = shared ]; then shared=ON; fi
    prefix=$work/$kind
    quietly cmake -S . -B "$work/build-$kind" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=$shared \
        -DWAYLAY_WERROR=ON -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF -DCMAKE_INSTALL_PREFIX="$prefix" \
        -DCMAKE_INSTALL_LIBDIR=lib
    quietly cmake --build "$work/build-$kind" --parallel "$(cores)"
    quietly cmake --install "$work/build-$kind"
    rm -r "$work/build-$kind" # so that only the installed library can be used

    with_cmake "find-$kind" -DCMAKE_PREFIX_PATH="$prefix"
    answers "find_package, $kind" "$work/find-$kind/consumer-c" "$work/find-$kind/consumer-cpp"

    flags=$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags --libs waylay)
    # shellcheck disable=SC2086
    quietly cc -std=c11 "$program.c" -o "$work/pc-$kind-c" $flags -Wl,-rpath,"$prefix/lib"
    # shellcheck disable=SC2086
    quietly c++ -std=c++17 "$program.cpp" -o "$work/pc-$kind-cpp" $flags -Wl,-rpath,"$prefix/lib"
    answers "pkg-config, $kind" "$work/pc-$kind-c" "$work/pc-$kind-cpp"
done

with_cmake subdirectory -DWAYLAY_SOURCE="$root" -DWAYLAY_WERROR=ON
answers add_subdirectory "$work/subdirectory/consumer-c" "$work/subdirectory/consumer-cpp"

# In a host's Debug build, or in one without a build type, kernels are still optimised: their frames have at most 12 KiB,
# not 60 KiB and more as in a build without optimisation.
with_cmake host-Debug -DWAYLAY_SOURCE="$root" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_C_FLAGS="-O0 -fstack-usage"
answers "add_subdirectory, Debug" "$work/host-Debug/consumer-c" "$work/host-Debug/consumer-cpp"
find "$work/host-Debug" -path '*/src/kernels/*' -name '*.su' -exec cat {} + >"$work/frames"
deepest=$(awk -F '\t' '$2 > most { most = $2 } END { print most + 0 }' "$work/frames")
if [ "$deepest" -lt 1000 ] || [ "$deepest" -gt 12288 ]; then
    sort -t "$(printf '\t')" -k 2n "$work/frames" | tail -n 3 >&2
    echo "Debug: a kernel takes $deepest bytes of stack: it is not optimised" >&2
    exit 1
fi
echo "    kernels take at most $deepest bytes of stack"
quietly cmake -S "$root/tests/consumer" -B "$work/host-none" -DWAYLAY_SOURCE="$root" -DCMAKE_BUILD_TYPE= \
    -DCMAKE_C_FLAGS=-O0 -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
files=$(grep -c '"command".*src/\(kernels\|isa\)/' "$work/host-none/compile_commands.json")
optimised=$(grep -c '"command".* -O0 .* -O3 .*src/\(kernels\|isa\)/' "$work/host-none/compile_commands.json" || true)
if [ "$files" -lt 2 ] || [ "$optimised" -ne "$files" ]; then
    echo "no build type: $optimised of $files kernels are optimised" >&2
    exit 1
fi

mkdir "$work/bare"
ln -s "$root/include" "$root/src" "$work/bare"
bare_lines >"$work/bare/lines"
(cd "$work/bare" && quietly sh -e ./lines)
quietly cc -std=c11 -Iinclude "$program.c" "$work"/bare/*.o -lm -o "$work/bare/consumer-c"
quietly c++ -std=c++17 -Iinclude "$program.cpp" "$work"/bare/*.o -lm -o "$work/bare/consumer-cpp"
answers "bare compile lines" "$work/bare/consumer-c" "$work/bare/consumer-cpp"

echo "== what the shared library shows"
sed -n 's/^WAY_API [^(]*[ *]\(way_[a-z0-9_]*\)(.*/\1/p' include/waylay/*.h | sort >"$work/promised"
nm -D --defined-only "$work/shared/lib/libwaylay.so" | awk '{ print $3 }' | sort >"$work/shown"
if ! diff "$work/promised" "$work/shown" >"$work/log"; then
    echo "the shared library does not show what the header promises ('<' is the header's)" >&2
    cat "$work/log" >&2
    exit 1
fi
shown=$(wc -l <"$work/shown")
echo "  $shown functions, the header's and no others"

echo "== what a static program carries that calls one behaviour"
most=0 most_of=
for behaviour in $(behaviour_names); do
    echo "#include <waylay/waylay.h>
int main(void) { return way_$behaviour(&(way_${behaviour}_in){0}, &(way_${behaviour}_out){0}, &(way_batch){0}); }" |
        quietly cc -std=c11 -Iinclude -x c - -x none "$work/static/lib/libwaylay.a" -lm -s -o "$work/one"
    size=$(wc -c <"$work/one")
    if [ "$size" -gt $most ]; then most=$size most_of=$behaviour; fi
done
echo "  at most $most bytes: $most_of"
if [ $most -gt 458752 ]; then
    echo "a program that calls $most_of alone is larger than 448 KB: does its family need to be two?" >&2
    exit 1
fi

echo "== the public headers alone"
strict="-Wall -Wextra -Wpedantic -Wconversion -Werror -fsyntax-only -Iinclude"
for compiler in gcc clang; do
    for standard in c11 gnu11 c17; do
        # shellcheck disable=SC2086
        quietly $compiler -std=$standard $strict tests/library/header_alone_c.c
        for part in base pursuit bounce ballistics formation; do
            # shellcheck disable=SC2086
            echo "#include <waylay/$part.h>" | quietly $compiler -std=$standard $strict -x c -
        done
        headers=$((headers + 1))
    done
    for standard in c++11 c++14 c++17 c++20; do
        # shellcheck disable=SC2086
        quietly $compiler -x c++ -std=$standard $strict tests/library/header_alone_cpp.cpp
        for part in base pursuit bounce ballistics formation; do
            # shellcheck disable=SC2086
            echo "#include <waylay/$part.h>" | quietly $compiler -std=$standard $strict -x c++ -
        done
        headers=$((headers + 1))
    done
    for standard in c++17 c++20; do
        # shellcheck disable=SC2086
        quietly $compiler -x c++ -std=$standard $strict -Wsign-conversion -Wshadow -fno-exceptions -fno-rtti \
            tests/library/header_alone_hpp.cpp
        headers=$((headers + 1))
    done
    echo "  $compiler: C11 to C17, C++11 to C++20; waylay.hpp in C++17 and C++20"
done

echo "consumers: $programs programs gave the right bits, $shown functions shown of a shared library," \
    "the headers compile alone in $headers languages and compilers"
