#!/bin/sh
# Tests 64-bit Windows with gcc under wine: the golden hashes of every behaviour at -O0, -O1, -O2, -O3 and
# -Og, with the tables that this processor runs. Moves of wide vectors must not need an aligned stack, because
# Windows aligns the stack to 16 bytes only. Without an assembler that ensures this, the library must have no
# wide tables. Also tests which symbols the DLL exports.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
. scripts/lib/units.sh
need_to_build
need x86_64-w64-mingw32-gcc gcc-mingw-w64-x86-64
need ../lib/wine/wine64 wine64
get_or_skip "the golden hashes on Windows (gcc, wine)"

root=$PWD
work=$root/build-proof/windows
hashes=$((2 * $(behaviour_names | wc -l))) # one for each precision
mkdir -p "$work/simde"
ln -sfn /usr/include/simde "$work/simde/simde" # only SIMDe: this machine's other headers are not for Windows
WINEPREFIX=$work/wine WINEDEBUG=-all
export WINEPREFIX WINEDEBUG
tables=$(tables_here)

# NAME FLAG-OF-CMAKE...: builds the library in $work/NAME
build() {
    name=$1
    shift
    {
        cmake -S . -B "$work/$name" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/x86_64-w64-mingw32.cmake" \
            -DCMAKE_BUILD_TYPE=Release -DWAYLAY_WERROR=ON -DWAYLAY_DEBUG_KERNELS=ON -DWAYLAY_BUILD_CLI=OFF \
            -DWAYLAY_BUILD_EXAMPLES=OFF -DSIMDE_INCLUDE_DIR="$work/simde" "$@" &&
            cmake --build "$work/$name" --parallel "$(cores)"
    } >"$work/$name.log" 2>&1 || { cat "$work/$name.log" >&2; exit 1; }
}

# NAME LIBRARY FLAGS...: builds $work/NAME/golden.exe with the library $work/NAME/LIBRARY
program() {
    name=$1
    library=$2
    shift 2
    x86_64-w64-mingw32-gcc -std=c11 -O1 -ffp-contract=off -Iinclude -Itests/harness "$@" tests/machines/golden.c \
        tests/harness/*.c "$work/$name/$library" -o "$work/$name/golden.exe"
}

# NAME TABLES: checks that $work/NAME/golden.exe finds all golden hashes on exactly these tables
golden() {
    said=$work/golden-$1.txt
    /usr/lib/wine/wine64 "$work/$1/golden.exe" tests/golden.txt >"$said" 2>&1 || { cat "$said" >&2; exit 1; }
    if ! tr -d '\r' <"$said" | grep -q "^$hashes of $hashes golden, $hashes under every rounding, tables $2\$"; then
        cat "$said" >&2
        echo "windows: $1: expected $hashes hashes under $2" >&2
        exit 1
    fi
    echo "$1: $hashes hashes agree under $2"
}

# FILE: prints the number of moves that fault if memory is not aligned to 32 or 64 bytes. Does not count
# streaming stores, because they write only to the caller's columns.
aligned() {
    x86_64-w64-mingw32-objdump -d --no-show-raw-insn "$1" |
        grep -cE 'vmov(ap[sd]|dqa(32|64)?) .*%[yz]mm.*\(|vmov(ap[sd]|dqa(32|64)?) .*\(.*%[yz]mm' || true
}

for level in O0 O1 O2 O3 Og; do
    echo "== windows: $(x86_64-w64-mingw32-gcc --version | head -n 1), -$level"
    build $level -DCMAKE_C_FLAGS_RELEASE="-$level -DNDEBUG"
    found=$(aligned "$work/$level/libwaylay.a")
    if [ "$found" -ne 0 ]; then
        echo "windows: -$level: $found wide vectors are moved as if they were aligned" >&2
        exit 1
    fi
    program $level libwaylay.a
    golden $level "$tables"
done

echo "== windows: what the DLL shows"
build dll -DCMAKE_C_FLAGS_RELEASE=-O1 -DBUILD_SHARED_LIBS=ON
x86_64-w64-mingw32-objdump -p "$work/dll/libwaylay.dll" |
    awk '/Ordinal\/Name Pointer/ { on = 1; next } on && /\[/ { print $NF } on && /^$/ { exit }' | sort >"$work/shown"
sed -n 's/^WAY_API [^(]*[ *]\(way_[a-z0-9_]*\)(.*/\1/p' include/waylay/*.h | sort >"$work/promised"
if ! diff "$work/promised" "$work/shown" >&2; then
    echo "windows: the DLL does not show what the header promises ('<' is the header's)" >&2
    exit 1
fi
program dll libwaylay.dll.a -DWAY_USE_SHARED
golden dll "$tables"

echo "== windows: an assembler without unaligned moves"
build plain -DCMAKE_C_FLAGS_RELEASE=-O1 -DWAY_HAS_UNALIGNED_MOVES=OFF
program plain libwaylay.a
golden plain "scalar sse2"

# Debian's gcc never emits aligned moves for Windows, but upstream gcc does. This part changes the moves
# between the stack and wide registers to aligned moves. It shows that such moves fault, and that the
# assembler's option corrects them.
aligned=$work/aligned
rm -rf "$aligned"
mkdir -p "$aligned"
WAY_ONLY_FAMILIES=$(families_of intercept2d intercept3d)
compile="x86_64-w64-mingw32-gcc -std=c11 -Og -ffp-contract=off -DWAY_UNALIGNED_MOVES -Iinclude -Isrc"
if [ "$tables" != "scalar sse2" ]; then
    echo "== windows: aligned moves, interceptions alone"
    units scalar sse2 avx2 avx512 >"$aligned/units"
    # shellcheck disable=SC2086
    grep -v ' [a-z0-9_]*-avx2' "$aligned/units" | sed 's/ -mavx512f / -Wa,-muse-unaligned-vector-move&/' |
        compile_units "$aligned" $compile -isystem "$work/simde"
    stack='[-0-9]*\(%r[sb]p\)'
    grep ' [a-z0-9_]*-avx2' "$aligned/units" | while read -r source name flags; do
        # shellcheck disable=SC2086
        $compile -isystem "$work/simde" $flags -S "$source" -o "$aligned/$name.written"
        sed -E "s/vmov(ups|upd|dqu)([[:space:]]+%ymm[0-9]+, $stack)/vmovaps\\2/
            s/vmov(ups|upd|dqu)([[:space:]]+$stack, %ymm)/vmovaps\\2/" "$aligned/$name.written" >"$aligned/$name.s"
    done
    for flag in "" -muse-unaligned-vector-move; do
        for file in "$aligned"/*.s; do
            # shellcheck disable=SC2086
            x86_64-w64-mingw32-as $flag "$file" -o "${file%.s}.o"
        done
        # shellcheck disable=SC2086
        $compile -Itests/harness -DWITHOUT_WAYPOINTS tests/machines/golden.c tests/harness/*.c "$aligned"/*.o -o "$aligned/golden.exe"
        code=0
        /usr/lib/wine/wine64 "$aligned/golden.exe" tests/golden.txt >"$aligned/said" 2>&1 || code=$?
        if [ -z "$flag" ] && [ $code -eq 0 ]; then
            echo "windows: aligned moves do not fault: nothing is proved" >&2
            exit 1
        elif [ -n "$flag" ] && { [ $code -ne 0 ] || ! grep -q '^4 of 4 golden' "$aligned/said"; }; then
            head -n 20 "$aligned/said" >&2
            echo "windows: $flag does not help: exit $code" >&2
            exit 1
        fi
        echo "with '$flag': exit $code"
    done
fi

echo "windows: $hashes hashes in each of 7 builds under $tables, $(wc -l <"$work/shown") functions shown of a DLL, the" \
    "header's and no others"
