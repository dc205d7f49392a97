#!/bin/sh
# Tests machines for which the library has only plain C, under qemu: s390x, which is big-endian and keeps
# floats as doubles, riscv64, ppc64le, and 32-bit x86 with SSE2 arithmetic. The library is compiled with the
# flags of docs/building.md. It must give the golden hashes of all behaviours in both precisions. Under
# another rounding mode of the caller, it must give the same bits and keep the mode.
# usage: machines.sh [BEHAVIOUR ...]   default: all
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
. scripts/lib/units.sh
for machine in s390x riscv64; do
    need $machine-linux-gnu-gcc gcc-$machine-linux-gnu
    need ../$machine-linux-gnu/include/fenv.h libc6-dev-$machine-cross
done
need powerpc64le-linux-gnu-gcc gcc-powerpc64le-linux-gnu
need ../powerpc64le-linux-gnu/include/fenv.h libc6-dev-ppc64el-cross
need i686-linux-gnu-gcc gcc-i686-linux-gnu
need ../i686-linux-gnu/include/fenv.h libc6-dev-i386-cross
need qemu-s390x qemu-user
need simde/x86/sse.h libsimde-dev
get_or_skip "the golden hashes on s390x, riscv64, ppc64le and i686"

work=build-proof/machines
rm -rf "$work"
mkdir -p "$work/include"
# link only SIMDe's headers, because this machine's other headers do not fit the emulated machines
for folder in /usr/include /usr/local/include; do
    if [ -d "$folder/simde" ] && [ ! -e "$work/include/simde" ]; then ln -s "$folder/simde" "$work/include/simde"; fi
done
machines="s390x riscv64 ppc64le i386" # qemu's names
compiler_of() {
    case $1 in
    ppc64le) echo powerpc64le-linux-gnu-gcc ;;
    i386) echo i686-linux-gnu-gcc -msse2 -mfpmath=sse ;;
    *) echo "$1-linux-gnu-gcc" ;;
    esac
}

echo "== machines: building by $(s390x-linux-gnu-gcc --version | head -n 1) and its like"
for machine in $machines; do
    {
        units scalar
        echo tests/harness/bit_check.c bit_check
        echo tests/harness/laid_call.c laid_call
        echo tests/machines/golden.c golden
    } >"$work/units"
    # shellcheck disable=SC2046
    compile_units "$work/$machine" $(compiler_of "$machine") -std=c11 -O2 -ffp-contract=off -Wall -Wextra -Werror \
        -Iinclude -Isrc -Itests/harness -isystem "$work/include" <"$work/units" ||
        { echo "machines: does not compile" >&2; exit 1; }
    # shellcheck disable=SC2046
    $(compiler_of "$machine") -static "$work/$machine"/*.o -lm -o "$work/$machine/golden"
done

# Tests the behaviours in groups of three. The last ones of the registry come first, because they take
# longest: so no core waits long for another core at the end.
if [ $# -eq 0 ]; then
    # shellcheck disable=SC2046
    set -- $(behaviour_names)
fi
echo "== machines: golden hashes and roundings of $# behaviours"
printf '%s\n' "$@" | xargs -n 3 | tac >"$work/hands"
for machine in $machines; do
    number=0
    while read -r hand; do
        number=$((number + 1))
        echo "qemu-$machine $work/$machine/golden tests/golden.txt $hand >$work/$machine/said-$number"
    done <"$work/hands"
done | xargs -P "$(cores)" -I LINE sh -c LINE || { cat "$work"/*/said-* >&2; exit 1; }

hashes=$((2 * $#)) # one for each precision
for machine in $machines; do
    agree=$(cat "$work/$machine"/said-* |
        awk '/golden, [0-9]* under every rounding, tables scalar$/ { golden += $1; kept += $5 } END { print golden + 0, kept + 0 }')
    if [ "$agree" != "$hashes $hashes" ]; then
        cat "$work/$machine"/said-* >&2
        echo "machines: $machine: expected $hashes golden hashes, and as many that keep the caller's rounding, got $agree" >&2
        exit 1
    fi
    echo "$machine: $hashes hashes agree, and as many under every rounding of the caller"
done
echo "machines: $((4 * hashes)) golden hashes on s390x, riscv64, ppc64le and i686 with SSE2"
