#!/bin/sh
# Estimates the speed on AArch64 without such a machine. Counts the instructions per agent of every behaviour
# under qemu, and compares them with the record in bench/arm_instructions.txt. llvm-mca models the cycles on
# six cores.
# usage: arm-model.sh [--record]
#
# bench/arm/arm_rows.c solves agents. bench/arm/arm_trace.c counts the executed instructions, and records a
# window of them: whole iterations of the kernel's loop, with inner loops and the branches that were taken. A
# row's cycles are those of the window, scaled to the row's number of instructions. In the model, every branch
# is predicted, every load hits the first cache, and no load depends on a store. Other data may take other
# branches and therefore other cycles.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_build
need aarch64-linux-gnu-gcc gcc-aarch64-linux-gnu
need ../aarch64-linux-gnu/include/stdlib.h libc6-dev-arm64-cross
need qemu-aarch64 qemu-user
need llvm-mca-19 llvm-19
get_or_skip "Arm on paper: instructions per agent and modelled cycles"

record=bench/arm_instructions.txt
renew="sh scripts/proof/arm-model.sh --record"
cores="cortex-a55 neoverse-n1 neoverse-n2 neoverse-v1 neoverse-v2 apple-m1"
turns=8 # how often the model runs the window; with 8 runs, filling and draining the pipeline count little
most=3  # the per cent by which a figure may rise
work=build-proof/arm-model
LC_ALL=C
export LC_ALL

echo "== arm model: building for AArch64"
mkdir -p $work
rm -rf $work/windows
mkdir -p $work/simde $work/windows
ln -sfn /usr/include/simde $work/simde/simde # only SIMDe: the machine's other headers are not for AArch64
quietly cmake -S . -B $work/library -DCMAKE_BUILD_TYPE=Release -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF \
    -DCMAKE_TOOLCHAIN_FILE="$PWD/cmake/aarch64-linux-gnu.cmake" -DSIMDE_INCLUDE_DIR="$PWD/$work/simde"
quietly cmake --build $work/library --parallel "$(cores)"
quietly aarch64-linux-gnu-gcc -std=c11 -O2 -Wall -Wextra -Wpedantic -Iinclude -Itests/harness -isystem $work/simde \
    bench/arm/arm_rows.c $work/library/libwaylay.a -lm -static -o $work/arm_rows
quietly gcc -std=c11 -O2 -Wall -Wextra -Wpedantic -shared -fPIC bench/arm/arm_trace.c -o $work/arm_trace.so

echo "== arm model: counting under qemu"
qemu-aarch64 -plugin ./$work/arm_trace.so $work/arm_rows >$work/counted.txt
made=$(sed -n 's/^[0-9]* made with/made with/p' $work/counted.txt)

# prints rows "behaviour precision scalar neon", and writes the window of each row's NEON kernel to a file
awk -v windows=$work/windows '
/^0x/ { window = window $0 "\n"; next }
NF == 5 {
    row = $2 " " $3
    if (row " " $4 == last) {
        per_agent = ($1 - count) / ($5 - agents)
        if ($4 == "scalar")
            scalar = per_agent
        if ($4 == "neon" && scalar > 0) {
            printf "%s %.2f %.2f\n", row, scalar, per_agent
            scalar = 0
            printf "%s", window >(windows "/" $2 "." $3)
            close(windows "/" $2 "." $3)
        }
    }
    last = row " " $4
    count = $1
    agents = $5
}
{ window = "" }' $work/counted.txt >$work/rows.txt
rows=$(wc -l <$work/rows.txt)
behaviours=$(behaviour_names | wc -l)
if [ "$rows" -ne $((2 * behaviours)) ]; then
    echo "arm model: $rows rows of $behaviours behaviours in two precisions" >&2
    exit 1
fi

if [ "${1:-}" = --record ]; then
    {
        echo "# Instructions per agent on AArch64: behaviour, precision, scalar, neon. Written by: $renew"
        echo "$made"
        cat $work/rows.txt
    } >$record
    echo "arm model: $rows rows recorded in $record, $made"
    exit 0
fi

# cycles_of WINDOW CORE INSTRUCTIONS-PER-AGENT: prints the cycles per agent that llvm-mca models
cycles_of() {
    llvm-mca-19 -mtriple=aarch64 -mcpu="$2" -iterations=$turns -call-latency=1 -instruction-info=false \
        -resource-pressure=false "$1.s" >"$1.$2" 2>"$1.$2.log" || { cat "$1.$2.log" >&2; return 1; }
    awk -v taken="$(wc -l <"$1")" -v turns=$turns -v per_agent="$3" '
        /^Instructions:/ { whole = $2 == turns * taken && taken > 0 }
        /^Total Cycles:/ { cycles = $3 }
        END {
            if (!whole || !cycles)
                exit 1
            printf "%.1f", cycles * per_agent / (turns * taken)
        }' "$1.$2" || { echo "arm model: the model of $2 did not see the whole of $1" >&2; return 1; }
}

echo "== arm model: llvm-mca, $rows rows"
echo
echo "A model, not a measurement: instructions per agent as executed under qemu (typical inputs, tight columns, no options,"
echo "all outputs), and llvm-mca's cycles per agent of the NEON loop, caches and branches perfect; $made."
echo
header='| behaviour | precision | instructions, scalar | neon |'
line='|---|---|---:|---:|'
for core in $cores; do
    header="$header $core |"
    line="$line---:|"
done
echo "$header"
echo "$line"
while read -r behaviour precision scalar neon; do
    window=$work/windows/$behaviour.$precision
    if [ ! -s "$window" ]; then
        echo "arm model: $behaviour $precision: its loop did not come round where the window was sought" >&2
        exit 1
    fi
    llvm-mc-19 -triple=aarch64 --disassemble "$window" >"$window.s"
    row="| $behaviour | $precision | $scalar | $neon |"
    for core in $cores; do
        cycles=$(cycles_of "$window" "$core" "$neon")
        row="$row $cycles |"
    done
    echo "$row"
done <$work/rows.txt
echo

# Every row must have a record, and every record a row. The figures are compared only if the compiler is the
# one that made the record.
same=1
if [ ! -s $record ]; then
    echo "arm model: there is no $record; write it: $renew" >&2
    exit 1
fi
if ! grep -qxF "$made" $record; then
    same=0
    echo "SKIPPED: instructions against the record: it is $(grep '^made' $record); here they are $made"
fi
awk -v same=$same -v most=$most -v record=$record -v renew="$renew" '
function held(name, was, is) {
    change = 100 * (is / was - 1)
    if (!seen++ || change > worst) {
        worst = change
        where = name
    }
    if (change > most) {
        printf "ROSE: %s: %.2f instructions per agent, %.2f in %s: %+.1f %%\n", name, is, was, record, change
        bad++
    } else if (change < -most) {
        printf "fell: %s: %.2f instructions per agent, %.2f in %s: %+.1f %%; the record may be renewed: %s\n",
               name, is, was, record, change, renew
    }
}
/^#/ || /^made/ { next }
FILENAME == record {
    scalar[$1 " " $2] = $3
    neon[$1 " " $2] = $4
    next
}
!(($1 " " $2) in neon) {
    printf "NO RECORD: %s %s is not in %s; add it: %s\n", $1, $2, record, renew
    bad++
    next
}
{
    if (same) {
        held($1 " " $2 " scalar", scalar[$1 " " $2], $3)
        held($1 " " $2 " neon", neon[$1 " " $2], $4)
    }
    delete neon[$1 " " $2]
    rows++
}
END {
    for (row in neon) {
        printf "NO ROW: %s is in %s and was not counted; renew it: %s\n", row, record, renew
        bad++
    }
    if (bad) {
        print "arm model: " bad " figures are not as recorded"
        exit 1
    }
    if (same)
        printf "arm model: %d rows on %d cores; none rose more than %d %% over the record (most: %s, %+.1f %%)\n",
               rows, cores, most, where, worst
    else
        printf "arm model: %d rows on %d cores; none held against the record\n", rows, cores
}' cores="$(echo "$cores" | wc -w)" $record $work/rows.txt
