#!/bin/sh
# Tests the library as two files. It must compile with one command without any flag, and give the golden bits:
# with gcc and clang on x86-64 on every table of this machine, on AArch64 under qemu, and with flags that
# would fuse products and sums. If the source cannot disable such a flag, the library must offer no table.
# usage: amalgam.sh [quick]     quick: only a few behaviours give the bits; the others are only parsed
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need gcc gcc
need clang-19 clang-19
need python3 python3
need simde/x86/sse2.h libsimde-dev
here=$(uname -m)
if [ "$here" = x86_64 ]; then
    need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
    need ../aarch64-linux-gnu/include/stdlib.h libc6-dev-arm64-cross
    need qemu-aarch64 qemu-user
fi
get_or_skip "the library as two files"
work=build-proof/amalgam
few="seek2d sweep_walls2d tile_step"
cache=
if command -v ccache >/dev/null 2>&1; then
    cache=ccache CCACHE_DIR=$PWD/build-proof/ccache
    export CCACHE_DIR
fi

# FOLDER BEHAVIOUR...: makes the two files, so that the header is found as <waylay/waylay.h>
pair() {
    mkdir -p "$work/$1/include"
    ln -sfn .. "$work/$1/include/waylay"
    sh scripts/maintain/amalgamate.sh -o "$work/$@"
}

# FOLDER NAME EMULATOR EXPECTED COMPILER...: compiles $work/FOLDER/waylay.c with the command COMPILER...
# Checks that it gives all golden hashes of its behaviours on the tables EXPECTED, or, if EXPECTED is "none",
# that it offers no table.
tried=0
golden() {
    folder=$work/$1 name=$2 run=$3 expected=$4
    shift 4
    case $name in arm*) c="aarch64-linux-gnu-gcc -static" ;; *) c=gcc ;; esac
    with=
    grep -q '^#define WAY_WITHOUT_MARCH$' "$folder/waylay.c" && with=-DWITHOUT_WAYPOINTS
    $cache "$@" -c "$folder/waylay.c" -o "$folder/$name.o"
    # shellcheck disable=SC2086
    $c -std=c11 -O2 -ffp-contract=off $with -I"$folder/include" -Itests/harness tests/machines/golden.c tests/harness/*.c \
        "$folder/$name.o" -lm -o "$folder/$name"
    said=$($run "$folder/$name" tests/golden.txt) || [ "$expected" = none ] || { echo "$name: $said" >&2; exit 1; }
    said=$(echo "$said" | tail -n 1)
    echo "  $name: $said"
    found=${said##*tables}
    if [ "${found# }" != "$(echo "$expected" | sed 's/^none$//')" ]; then
        echo "amalgam: $name: expected the tables $expected" >&2
        exit 1
    fi
    if [ "$expected" != none ]; then sh scripts/proof/fused.sh "$fusing" "$objdump" "$folder/$name.o"; fi
    tried=$((tried + 1))
}

echo "== amalgam: some behaviours"
# shellcheck disable=SC2086
pair few $few
tables=$(tables_here)
# the tables that a plain command compiles, without -DWAY_FULL
usual=$(for table in $tables; do case $table in sse2 | avx512) ;; *) echo "$table" ;; esac; done | tr '\n' ' ')
usual=${usual% }
objdump=objdump
case $here in x86_64) fusing="gcc -mfma" ;; *) fusing=gcc ;; esac
# The quick level is the lowest at which gcc fuses if the source allows it. It takes half of the time of -O3.
level=-O3
if [ "${1:-}" = quick ]; then level="-O1 -fexpensive-optimizations"; fi
# shellcheck disable=SC2086
golden few gcc-native "" "$tables" gcc $level -march=native -ffp-contract=fast -DWAY_FULL
golden few gcc "" "$usual" gcc -O2
if [ "${1:-}" = quick ]; then
    pair all
    gcc -fsyntax-only "$work/all/waylay.c"
    if [ "$here" = x86_64 ]; then gcc -march=sapphirerapids -fsyntax-only "$work/few/waylay.c"; fi # it has halves
    echo "amalgam: $tried builds give the golden bits, and gcc accepts all behaviours"
    exit 0
fi
golden few clang "" "$tables" clang-19 -O2 -DWAY_FULL
if [ "$here" = x86_64 ]; then
    fusing=aarch64-linux-gnu-gcc objdump=aarch64-linux-gnu-objdump
    golden few arm-gcc "qemu-aarch64" "scalar neon" aarch64-linux-gnu-gcc -O2
    objdump=objdump fusing="gcc -mfma"
fi
# clang 19's -ffp-contract=fast fuses in spite of the source, and the source cannot detect the flag
if echo 'int main(void) { return !__builtin_cpu_supports("fma"); }' | gcc -x c - -o "$work/fma" && "$work/fma"; then
    golden few clang-fusing "" none clang-19 -O3 -march=native -ffp-contract=fast
fi
golden few clang-unsafe "" none clang-19 -O3 -funsafe-math-optimizations
for compiler in gcc clang-19; do
    for flag in -ffast-math -Ofast -ffinite-math-only; do
        if $compiler -O2 $flag -fsyntax-only "$work/few/waylay.c" 2>"$work/refused" ||
            ! grep -q 'error.*waylay: compile without -ffast-math' "$work/refused"; then
            echo "amalgam: $compiler $flag is not refused" >&2
            exit 1
        fi
    done
done
for compiler in gcc clang-19; do
    $compiler -std=c11 -Wall -Wextra -Wpedantic -Werror -O2 -c "$work/few/waylay.c" -o "$work/few/strict.o" 2>"$work/strict" ||
        { cat "$work/strict" >&2; exit 1; }
done

echo "== amalgam: all behaviours"
pair all
golden all gcc "" "$usual" gcc -O2
golden all clang "" "$tables" clang-19 -O2 -DWAY_FULL

# In three parts, gcc must need less than 1 GB for each.
for part in 1 2 3; do
    python3 -c '
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
kilobytes = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
sys.exit("amalgam: a part takes %d KB" % kilobytes if kilobytes > 1000000 else 0)' \
        gcc -O2 -DWAY_PART=$part -c "$work/all/waylay.c" -o "$work/all/part-$part.o"
done
ld -r "$work/all"/part-?.o -o "$work/all/parts.o"
gcc -std=c11 -O2 -ffp-contract=off -I"$work/all/include" -Itests/harness tests/machines/golden.c tests/harness/*.c \
    "$work/all/parts.o" -lm -o "$work/all/parts"
said=$("$work/all/parts" tests/golden.txt) || { echo "three parts: $said" >&2; exit 1; }
echo "  three parts: $(echo "$said" | tail -n 1)"
tried=$((tried + 1))
sed -n 's/^WAY_API [^(]*[ *]\(way_[a-z0-9_]*\)(.*/\1/p' include/waylay/*.h | sort >"$work/promised"
gcc -shared "$work/all/gcc.o" -lm -o "$work/all/libwaylay.so" 2>/dev/null ||
    { gcc -O1 -fPIC -shared "$work/all/waylay.c" -lm -o "$work/all/libwaylay.so"; }
nm -D --defined-only "$work/all/libwaylay.so" | awk '{ print $3 }' | sort >"$work/shown"
diff "$work/promised" "$work/shown" >&2 || { echo "amalgam: it shows other functions than the header's" >&2; exit 1; }
echo "amalgam: $tried builds give the golden bits or offer no table, $(wc -l <"$work/shown") functions shown"
