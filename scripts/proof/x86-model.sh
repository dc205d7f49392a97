#!/bin/sh
# Checks the speed on x86 without a clock. Counts the instructions per agent of every behaviour, table and
# precision, without options and with all options, and compares them with the record in
# bench/x86_instructions.txt. bench/x86/x86_rows.c counts by single steps, so the count depends on the
# compiler, but not on the machine. --record writes the record. It keeps the rows of behaviours that are not
# counted, and the figures of tables that this machine lacks. usage: x86-model.sh [--record] [BEHAVIOUR ...]
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
if [ "$(uname -m)" != x86_64 ]; then
    echo "SKIPPED: x86 on paper: this machine is no x86-64"
    exit 0
fi
need_to_build
get_or_skip "x86 on paper: instructions per agent"

keep=
if [ "${1:-}" = --record ]; then
    keep=--record
    shift
fi
record=bench/x86_instructions.txt
renew="sh scripts/proof/x86-model.sh --record"
most=2 # the per cent by which a figure may rise
work=build-proof/x86-model
LC_ALL=C
export LC_ALL

mkdir -p $work
echo "== x86 model: building"
quietly build_in_tests waylay
quietly gcc -std=gnu11 -O2 -Wall -Wextra -Iinclude -Itests/harness bench/x86/x86_rows.c build-test/libwaylay.a -lm \
    -o $work/x86_rows

echo "== x86 model: counting"
behaviours=$(behaviour_names)
counted=${*:-$behaviours}
# shellcheck disable=SC2016,SC2086
printf '%s\n' $counted | xargs -P "$(cores)" -I NAME sh -c "$work/x86_rows NAME >$work/NAME.rows"
for behaviour in $counted; do cat "$work/$behaviour.rows"; done >$work/counted.txt
made=$(sed -n '1s/^made with/made with/p' $work/counted.txt)
if ! grep -qxF "$made" $record 2>/dev/null && [ -s $record ] && [ -z "$keep" ]; then
    echo "SKIPPED: instructions against the record: it is $(grep '^made' $record); here they are $made"
    exit 0
fi

# Merges rows of the record and counted rows. A row is: behaviour precision options scalar sse2 avx2 avx512
touch $record
awk -v most=$most -v keep="$keep" -v all="$(echo $behaviours)" -v new=$work/new.txt -v record=$record -v renew="$renew" '
/^#/ || /^made/ { next }
FILENAME == record {
    key = $1 " " $2 " " $3
    was[key " scalar"] = $4; was[key " sse2"] = $5; was[key " avx2"] = $6; was[key " avx512"] = $7
    next
}
{
    key = $1 " " $2 " " $3
    is[key " " $4] = $5
    cell = key " " $4
    if (!(cell in was) || was[cell] == "-") { missing++; next }
    change = 100 * ($5 / was[cell] - 1)
    if (change > most) { printf "ROSE: %s: %.2f instructions per agent, %.2f in %s: %+.1f %%\n", cell, $5, was[cell], record, change; rose++ }
    else if (change < -most) { printf "fell: %s: %.2f, %.2f in %s: %+.1f %%\n", cell, $5, was[cell], record, change; fell++ }
    cells++
}
END {
    split("scalar sse2 avx2 avx512", tables, " ")
    of = split(all, name, " ")
    for (n = 1; n <= of; n++)
        for (row = 0; row < 4; row++) {
            key = name[n] " " (row < 2 ? "exact" : "fast") " " (row % 2 ? "all" : "none")
            line = key
            found = 0
            for (t = 1; t <= 4; t++) {
                cell = key " " tables[t]
                found += cell in is || cell in was
                line = line " " (cell in is ? is[cell] : cell in was ? was[cell] : "-")
            }
            if (found) print line >new
        }
    if (keep == "--record")
        exit 0
    if (missing)
        printf "NO RECORD of %d figures; add them: %s\n", missing, renew
    if (rose || missing) {
        printf "x86 model: %d of %d figures rose, %d have no record; give the reason in the commit that renews them: %s\n", rose, cells, missing, renew
        exit 1
    }
    printf "x86 model: %d figures, none rose more than %d %%; %d fell\n", cells, most, fell
}' $record $work/counted.txt
if [ -n "$keep" ]; then
    {
        echo "# Instructions per agent on x86-64: behaviour, precision, options given, scalar, sse2, avx2, avx512."
        echo "# Written by: $renew"
        echo "$made"
        cat $work/new.txt
    } >$record
    echo "x86 model: $(wc -l <$work/new.txt) rows recorded in $record, $made"
fi
