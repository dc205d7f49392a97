#!/bin/sh
# Checks that the quick tests, small layouts and the program's check reach at least 95 % of the lines of src/.
# The references do not count, because they are not shipped. The rows below state for each other line why it is
# not reached.
#
# A source is compiled many times, and a header's loop is in many functions. Each line counts once. A line
# counts as reached if any function in any compile unit reaches it.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_test
need gcov gcc
get_or_skip "coverage of src/"

least=95
work=build-proof/coverage
reasons=$work/reasons.txt
LC_ALL=C WAYLAY_TEST_SIZE=small
export LC_ALL WAYLAY_TEST_SIZE

quietly() {
    "$@" >>$work/log 2>&1 || { cat $work/log >&2; echo "failed: $*" >&2; exit 1; }
}

run_tests() {
    ctest --test-dir $work/build --parallel "$(cores)" --output-on-failure --no-tests=error "$@"
}

echo "== coverage: building without optimisation"
mkdir -p $work
rm -rf $work/build # because objects of an older tree would count lines that no longer exist
: >$work/log
quietly cmake -S . -B $work/build -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_COMPILER=gcc -DCMAKE_CXX_COMPILER=g++ \
    -DCMAKE_C_FLAGS_RELEASE="-O0 --coverage -fprofile-update=atomic" -DCMAKE_CXX_FLAGS_RELEASE=-O0 \
    -DCMAKE_EXE_LINKER_FLAGS=--coverage -DWAYLAY_DEBUG_KERNELS=ON -DWAYLAY_BUILD_TESTS=ON -DWAYLAY_BUILD_EXAMPLES=OFF
tests=$(test_programs | grep -v '^truth_test$')
# shellcheck disable=SC2086
quietly cmake --build $work/build --parallel "$(cores)" --target waylay-cli header_examples header_examples_cpp $tests

echo "== coverage: quick tests, small layouts, check"
$work/build/cli/waylay check --agents 65 >$work/check.txt 2>&1 &
checking=$!
# the tests of `waylay check` are left out: they repeat the check, and their limit on file sizes would also limit gcov
quietly run_tests -L quick -E '_NOT_BUILT$|^truth_quick$|^all/golden\.|^program\.(check_|a_file_size_limit)'
quietly run_tests -L layouts -R '_exact(_large)?$' # fast kernels have the same lines
wait $checking || { cat $work/check.txt >&2; exit 1; }
sed -n 's/^100% tests passed.* out of \([0-9]*\)$/   \1 tests passed/p' $work/log

# Prints every line of src/ once for each object that counts it: count, file, number, text.
find $work/build -name '*.gcno' ! -path '*reference*' | while read -r notes; do
    gcov -t -r -s "$PWD" "$notes" 2>/dev/null
done | awk '
    match($0, /^ *-: *0:Source:/) { file = substr($0, RLENGTH + 1) }
    file ~ /^src\// && file !~ /^src\/reference\// && match($0, /^ *[0-9#=*]+: *[0-9]+:/) {
        split($0, part, ":")
        print part[1] + 0, file, part[2] + 0, substr($0, RLENGTH + 1)
    }' | sort -k2,2 -k3,3n >$work/lines.txt

echo "== coverage: lines that are not reached"
grep -q avx512dq /proc/cpuinfo ||
    echo "coverage: this processor has no AVX-512, so lines that only its table runs are not reached"

# file | part of the line | reason why it is not reached. A row may match several lines.
cat >$reasons <<'END'
src/isa/cpu.c | return 0; | only a machine that lacks one of the tables comes here: scripts/proof/x86.sh runs older processors
END
awk -v least=$least -v reasons=$reasons '
FILENAME == reasons {
    if (split($0, part, / +\| +/) == 3) {
        known++
        file[known] = part[1]
        words[known] = part[2]
        why[known] = part[3]
    }
    next
}
{ line = $2 ":" $3 }
!(line in reached) {
    order[++lines] = line
    reached[line] = 0
    text[line] = $0
    sub(/^[^ ]+ [^ ]+ [^ ]+ */, "", text[line])
}
$1 > 0 { reached[line] = 1 }
END {
    for (i = 1; i <= lines; i++) {
        line = order[i]
        if (reached[line]) {
            hits++
            continue
        }
        reason = ""
        for (k = 1; k <= known; k++)
            if (index(line, file[k] ":") == 1 && index(text[line], words[k])) {
                reason = why[k]
                used[k] = 1
            }
        print line ": " text[line]
        print reason != "" ? "    not reached: " reason : "    NOT REACHED, and not explained in scripts/proof/coverage.sh"
        unexplained += reason == ""
    }
    for (k = 1; k <= known; k++)
        if (!used[k])
            print "reached by now, or gone: strike it out of scripts/proof/coverage.sh: " file[k] ": " words[k]
    share = lines ? 100 * hits / lines : 0
    printf "coverage: %d of %d lines of src/ reached, %.1f %%; %d not, %d of them unexplained\n", hits, lines, share,
           lines - hits, unexplained
    if (share < least)
        print "coverage: less than " least " %"
    exit share < least || unexplained > 0
}' $reasons $work/lines.txt
