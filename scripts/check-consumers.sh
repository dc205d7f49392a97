#!/bin/sh
# Uses waylay in every way that the README promises, in C and in C++: an installed package by find_package and by
# pkg-config, static and shared; add_subdirectory; and bare compile lines without CMake. usage: check-consumers.sh FOLDER
set -eu
here=$(cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
work=$(cd "$1" && pwd)
rm -rf "${work:?}"/*
consumer=$here/tests/consumer

quietly() { "$@" >"$work/log" 2>&1 || { cat "$work/log" >&2; echo "failed: $*" >&2; exit 1; }; }

for kind in static shared; do
    shared=OFF
    if [ $kind = shared ]; then shared=ON; fi
    prefix=$work/$kind
    quietly cmake -S "$here" -B "$work/build-$kind" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=$shared \
        -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib
    quietly cmake --build "$work/build-$kind"
    quietly cmake --install "$work/build-$kind"

    quietly cmake -S "$consumer" -B "$work/find-$kind" -DCMAKE_PREFIX_PATH="$prefix"
    quietly cmake --build "$work/find-$kind"
    "$work/find-$kind/consumer-c" && "$work/find-$kind/consumer-cpp"
    echo "find_package, $kind: C and C++"

    flags=$(PKG_CONFIG_PATH="$prefix/lib/pkgconfig" pkg-config --cflags --libs waylay)
    # shellcheck disable=SC2086
    quietly cc -std=c11 "$consumer/consumer.c" -o "$work/pc-$kind" $flags -Wl,-rpath,"$prefix/lib"
    "$work/pc-$kind"
    echo "pkg-config, $kind"
done

others=$(nm -D --defined-only "$work/shared/lib/libwaylay.so" | awk '$2 ~ /[TDBR]/ && $3 !~ /^way_/' | wc -l)
tables=$(nm -D --defined-only "$work/shared/lib/libwaylay.so" | grep -c 'way_table\|way_behaviours\|way_run_batch' || true)
if [ "$others" -ne 0 ] || [ "$tables" -ne 0 ]; then
    echo "the shared library shows more than its interface" >&2
    exit 1
fi
echo "shared library: only the interface is visible"

quietly cmake -S "$consumer" -B "$work/subdirectory" -DWAYLAY_SOURCE="$here"
quietly cmake --build "$work/subdirectory"
"$work/subdirectory/consumer-c" && "$work/subdirectory/consumer-cpp"
echo "add_subdirectory: C and C++"

mkdir -p "$work/bare"
cd "$work/bare"
flags="-std=c11 -O3 -ffp-contract=off -I$here/include -I$here/src"
# shellcheck disable=SC2086
case $(uname -m) in
x86_64)
    quietly cc $flags -c "$here"/src/*.c "$here/src/isa/scalar.c" "$here/src/isa/sse2.c"
    quietly cc $flags -mavx2 -c "$here/src/isa/avx2.c"
    quietly cc $flags -mavx512f -mavx512dq -mavx512bw -mavx512vl -c "$here/src/isa/avx512.c"
    ;;
*) quietly cc $flags -c "$here"/src/*.c "$here/src/isa/scalar.c" "$here/src/isa/neon.c" ;;
esac
quietly cc -std=c11 -I"$here/include" "$consumer/consumer.c" ./*.o -lm -o consumer
./consumer
echo "bare compile lines"
