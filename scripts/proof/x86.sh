#!/bin/sh
# Tests the golden hashes on x86-64: with gcc and clang, each at -O0, -O1, -O2, -O3 and -Os and with flags of
# other projects, on every table that this machine can run, with every way of storing. Then tests which table
# the library chooses on emulated machines: without AVX, with AVX2, and with AVX2 that the system has
# disabled. A wrong choice executes an illegal instruction there. No object may have a fused instruction.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
if [ "$(uname -m)" != x86_64 ]; then
    echo "SKIPPED: x86: this machine is a $(uname -m)"
    if [ -n "${CI:-}" ]; then exit 2; fi
    exit 0
fi
need_to_build
clang=clang-19
if ! command -v clang-19 >/dev/null 2>&1 && command -v clang-14 >/dev/null 2>&1; then clang=clang-14; fi
need $clang $clang
need objdump binutils
need qemu-x86_64 qemu-user
get_or_skip "the golden hashes on x86-64 and the choice of its tables"

work=build-proof/x86
hashes=$((2 * $(behaviour_names | wc -l))) # one for each precision
mkdir -p $work

# FLAG: succeeds if this machine's processor has the feature. Asks the system, not the library.
has() { grep -m 1 '^flags' /proc/cpuinfo | grep -qw "$1"; }
tables=$(tables_here)

# NAME FLAG-OF-CMAKE...: builds the library and the program in $work/NAME
build() {
    name=$1
    shift
    mkdir -p $work/$name
    {
        cmake -S . -B $work/$name -DCMAKE_BUILD_TYPE=Release -DWAYLAY_WERROR=ON -DWAYLAY_BUILD_EXAMPLES=OFF "$@" &&
            cmake --build $work/$name --parallel "$(cores)"
    } >$work/$name/build.log 2>&1 || { cat $work/$name/build.log >&2; exit 1; }
}

# NAME TABLES COMMAND...: checks that all golden hashes agree, on exactly these tables.
golden() {
    name=$1
    expected=$2
    said=$work/golden-$name.txt
    shift 2
    code=0
    "$@" check --golden tests/golden.txt >"$said" 2>&1 || code=$?
    same=$(grep -c "  same bits: $expected\$" "$said" || true)
    if [ $code -ne 0 ] || [ "$same" -ne $hashes ] || ! grep -q "^golden  *$hashes of $hashes agree" "$said"; then
        cat "$said" >&2
        echo "x86: $name: exit $code, and $same of $hashes hashes under $expected" >&2
        exit 1
    fi
    echo "$name: $hashes hashes agree under $expected"
}

# Waits for the checks in the background: the hashes of a build are checked while the next build runs.
counting=
await() {
    for count in $counting; do
        wait "$count" || exit 1
    done
    counting=
}

built=0
compilers="gcc $clang"
for compiler in $compilers; do
    for level in O0 O1 O2 O3 Os; do
        name=$compiler-$level
        echo "== x86: $name, $($compiler --version | head -n 1)"
        build $name -DCMAKE_C_COMPILER=$compiler -DCMAKE_C_FLAGS_RELEASE="-$level -DNDEBUG"
        sh scripts/proof/fused.sh "$compiler -mavx2 -mfma" objdump $work/$name/libwaylay.a
        golden $name "$tables" $work/$name/cli/waylay &
        counting="$counting $!"
        built=$((built + 1))
    done
done

if has avx2 && has fma; then
    flags="-O3 -march=x86-64-v3 -flto"
    echo "== x86: gcc with a stranger's $flags"
    build gcc-v3-flto -DCMAKE_C_COMPILER=gcc -DCMAKE_C_FLAGS_RELEASE="$flags" -DCMAKE_AR="$(command -v gcc-ar)" \
        -DCMAKE_RANLIB="$(command -v gcc-ranlib)"
    # with -flto, the archive has no machine code yet, so the search reads the program
    sh scripts/proof/fused.sh "gcc -mavx2 -mfma" objdump $work/gcc-v3-flto/cli/waylay
    golden gcc-v3-flto "$tables" $work/gcc-v3-flto/cli/waylay &
    counting="$counting $!"
    built=$((built + 1))
else
    echo "SKIPPED: -march=x86-64-v3: this machine has no AVX2 and FMA"
    if [ -n "${CI:-}" ]; then exit 2; fi
fi

await
echo "== x86: the choice of the table under qemu"
mkdir -p $work/choice
cat >$work/choice/choice.c <<'C'
#include <stdio.h>
#include "waylay/waylay.h"
int main(void) {
    printf("%s of", way_isa());
    for (size_t i = 0; way_isa_name(i); i++)
        printf(" %s", way_isa_name(i));
    printf("\n");
    return 0;
}
C
echo 'int main(void) { __asm__ volatile("vpaddd %ymm0, %ymm0, %ymm0"); return 0; }' >$work/choice/illegal-avx2.c
echo 'int main(void) { __asm__ volatile("vpaddd %zmm0, %zmm0, %zmm0"); return 0; }' >$work/choice/illegal-avx512.c
gcc -std=c11 -O2 -Iinclude $work/choice/choice.c $work/gcc-O3/libwaylay.a -lm -o $work/choice/choice
for isa in avx2 avx512; do
    gcc -O1 $work/choice/illegal-$isa.c -o $work/choice/illegal-$isa
done

# CPU COMMAND...: runs the command on an emulated machine. qemu warns of features of the CPU that it lacks.
on() {
    cpu=$1
    shift
    qemu-x86_64 -cpu "$cpu" "$@"
}

# CPU ISA...: checks that instructions of these instruction sets are illegal on the emulated machine.
# Otherwise, the test would prove nothing.
refuses() {
    cpu=$1
    shift
    for isa in "$@"; do
        code=0
        (on "$cpu" $work/choice/illegal-$isa) >/dev/null 2>&1 || code=$?
        if [ $code -ne 132 ]; then
            echo "x86: qemu's $cpu runs $isa (exit $code)" >&2
            exit 1
        fi
    done
}

# CPU CHOSEN TABLES: checks that the library chooses the table CHOSEN of TABLES, and follows WAYLAY_ISA
chooses() {
    cpu=$1
    choice="$2 of $3"
    for wish in none avx512 no_such_thing scalar; do
        expected=$choice
        if [ $wish = scalar ]; then expected="scalar of $3"; fi
        got=$(if [ $wish != none ]; then export WAYLAY_ISA=$wish; fi; on "$cpu" $work/choice/choice 2>/dev/null)
        if [ "$got" != "$expected" ]; then
            echo "x86: on $cpu, WAYLAY_ISA $wish: expected $expected, got $got" >&2
            exit 1
        fi
    done
    for name in gcc-O3 $clang-O0; do
        on "$cpu" $work/$name/cli/waylay intercept2d examples/data/football_ball_chase.csv -o "$work/choice/$cpu-$name.csv" \
            2>"$work/choice/$cpu.txt" || { cat "$work/choice/$cpu.txt" >&2; exit 1; }
        cmp "$work/choice/$cpu-$name.csv" $work/choice/here.csv
    done
    echo "$cpu: chooses $choice"
}

# CPU TABLES: tests every kernel, in small batches because the emulated machine is slow
solves() {
    said=$work/choice/$1-check.txt
    on "$1" $work/gcc-O3/cli/waylay check --agents 65 >"$said" 2>&1 || { cat "$said" >&2; exit 1; }
    same=$(grep -c "  same bits: $2\$" "$said" || true)
    if [ "$same" -ne $hashes ]; then
        cat "$said" >&2
        echo "x86: $1: $same of $hashes behaviours under $2" >&2
        exit 1
    fi
    echo "$1: $hashes behaviours give the same bits under $2"
}

$work/gcc-O3/cli/waylay intercept2d examples/data/football_ball_chase.csv -o $work/choice/here.csv --quiet
on Haswell $work/choice/illegal-avx2 2>/dev/null || { echo "x86: qemu's Haswell has no AVX2" >&2; exit 1; }
refuses qemu64 avx2 avx512
refuses Nehalem avx2 avx512
refuses Haswell avx512
refuses Haswell,-xsave avx2 avx512
unset WAYLAY_ISA
chooses qemu64 sse2 "scalar sse2"
chooses Nehalem sse2 "scalar sse2"
chooses Haswell avx2 "scalar sse2 avx2"
chooses Haswell,-xsave sse2 "scalar sse2" # the CPU has AVX2, but the system does not save its registers
golden Haswell "scalar sse2 avx2" on Haswell $work/gcc-O3/cli/waylay &
counting=$!
golden qemu64 "scalar sse2" on qemu64 $work/gcc-O3/cli/waylay &
counting="$counting $!"
solves Nehalem "scalar sse2"
solves Haswell,-xsave "scalar sse2"
await

echo "x86: $hashes hashes in each of $built builds (gcc, $clang) under $tables, the right table on 4 emulated machines"
