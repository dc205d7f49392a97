#!/bin/sh
# Fuzzes the public API, and at the same time the program with CSV files, with the address and undefined
# sanitizers. Each target first runs the inputs of tests/fuzz/corpus/TARGET.tar, and then new inputs for
# SECONDS. Keeps the inputs that fail.
# Usage:
#   scripts/proof/fuzz.sh [SECONDS]   default 100
#   scripts/proof/fuzz.sh replay      runs only the corpus, with the library of `sanitizers.sh quick`
#   scripts/proof/fuzz.sh merge       makes tests/fuzz/corpus/*.tar: few inputs that cover all paths found so
#   far
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
seconds=${1:-100}
case $seconds in
merge | replay) ;;
*[!0-9]* | '') echo "usage: fuzz.sh [SECONDS | replay | merge]" >&2; exit 2 ;;
esac
need make make
need cmake cmake
need stdlib.h libc6-dev
need simde/x86/sse2.h libsimde-dev
need csv.h libcsv-dev
need clang-19 clang-19
need ../lib/llvm-19/lib/clang/19/include/sanitizer/asan_interface.h libclang-rt-19-dev
need llvm-symbolizer-19 llvm-19
get_or_skip "fuzzing of the API and of the program"

targets="api choose csv"
work=build-proof/fuzz
mkdir -p $work/failed
TMPDIR=$PWD/$work # for the program's files; in memory if /dev/shm exists
if [ -w /dev/shm ]; then TMPDIR=/dev/shm; fi
TMPDIR=$(mktemp -d "$TMPDIR/waylay-fuzz-XXXXXX")
pids=
# shellcheck disable=SC2329
stop() {
    # shellcheck disable=SC2086
    if [ -n "$pids" ]; then kill $pids 2>/dev/null || true; fi
    rm -rf "$TMPDIR"
}
trap stop EXIT
trap 'exit 2' INT TERM HUP
ASAN_OPTIONS=quarantine_size_mb=16
UBSAN_OPTIONS=print_stacktrace=1
ASAN_SYMBOLIZER_PATH=$(command -v llvm-symbolizer-19)
export TMPDIR ASAN_OPTIONS UBSAN_OPTIONS ASAN_SYMBOLIZER_PATH

echo "== fuzz: building"
library=
if [ "$seconds" = replay ]; then library=$PWD/build-proof/sanitizers/quick/libwaylay.a; fi
{
    cmake -S tests/fuzz -B $work/build -DCMAKE_C_COMPILER=clang-19 -DCMAKE_CXX_COMPILER=clang++-19 \
        -DWAYLAY_FUZZED_LIBRARY="$library" &&
        cmake --build $work/build --parallel "$(cores)"
} >$work/build.log 2>&1 || { cat $work/build.log >&2; exit 1; }
cp tests/fuzz/api.dict $work/api.dict
cp tests/fuzz/api.dict $work/choose.dict
{
    cat tests/fuzz/csv.dict
    entries | sed -n 's/^\(IN\|OUT\)([a-z0-9_]*, *\([a-z0-9_]*\),.*/"\2"/p' | sort -u
} >$work/csv.dict

# Unpacks the corpus of each target, which is an archive in the repository.
rm -rf $work/corpus
for target in $targets; do
    mkdir -p $work/corpus/"$target"
    tar -xf tests/fuzz/corpus/"$target".tar -C $work/corpus/"$target"
done

# TARGET FOLDER: packs the inputs in FOLDER into the target's archive. Equal inputs give equal archives.
pack() {
    (cd "$2" && find . -type f | sed 's|^[.]/||' | LC_ALL=C sort) >$work/names
    tar -cf tests/fuzz/corpus/"$1".tar --format=ustar --mtime=@0 --owner=0 --group=0 --numeric-owner --mode=0644 -C "$2" \
        --files-from="$PWD/$work/names"
}

files_of() { find "$1" -type f | wc -l; }

# TARGET OPTION-OR-FOLDER...: runs the target. The target replaces the subshell that calls this function.
fuzz() {
    target=$1
    shift
    exec $work/build/fuzz_"$target" -max_len=1024 -len_control=20 -timeout=20 -artifact_prefix=$work/failed/"$target"- \
        -print_final_stats=1 "$@" 2>&1
}

# TARGET LOG: prints what failed, and the command that repeats the failure
show_failure() {
    grep -n -m 1 -A 40 '^waylay: \|^==[0-9]*== *ERROR\|runtime error:\|ERROR: ' "$2" >&2 || tail -n 40 "$2" >&2
    input=$(sed -n 's/.*Test unit written to //p' "$2" | tail -n 1)
    echo "fuzz: $1 failed: see $2; again: $work/build/fuzz_$1 ${input:-}" >&2
}

if [ "$seconds" = merge ]; then
    for target in $targets; do
        mkdir -p $work/found-"$target"
        rm -rf $work/merged
        mkdir $work/merged
        (fuzz "$target" -set_cover_merge=1 -use_counters=0 $work/merged $work/corpus/"$target" \
            $work/found-"$target") >$work/merge-"$target".log || {
            show_failure "$target" $work/merge-"$target".log
            exit 1
        }
        pack "$target" $work/merged
        echo "fuzz: $target: the corpus is now $(files_of $work/merged) inputs"
    done
    exit 0
fi

for target in $targets; do
    known=$(files_of $work/corpus/"$target")
    echo "== fuzz: $target, the $known inputs of the corpus"
    (fuzz "$target" -runs=0 $work/corpus/"$target") >$work/corpus-"$target".log || {
        show_failure "$target" $work/corpus-"$target".log
        exit 1
    }
done

if [ "$seconds" = replay ]; then exit 0; fi
echo "== fuzz: $seconds s of each: $targets"
for target in $targets; do
    mkdir -p $work/found-"$target"
    (fuzz "$target" -dict=$work/"$target".dict -max_total_time="$seconds" $work/found-"$target" \
        $work/corpus/"$target") >$work/"$target".log &
    eval "pid_of_$target=$!"
    pids="$pids $!"
done

is_running() {
    for pid in $pids; do
        if kill -0 "$pid" 2>/dev/null; then return 0; fi
    done
    return 1
}

waited=0
while sleep 2 && is_running; do
    waited=$((waited + 2))
    if [ $((waited % 60)) -eq 0 ]; then
        for target in $targets; do
            echo "   $waited s, $target: $(grep '^#' $work/"$target".log | tail -n 1)"
        done
    fi
done

failed=
said=
for target in $targets; do
    eval "pid=\$pid_of_$target"
    log=$work/$target.log
    if ! wait "$pid"; then
        show_failure "$target" "$log"
        failed=1
        continue
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")
    covered=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -n 1)
    edges=$(sed -n 's/^INFO: Loaded .* modules *(\([0-9]*\) .*/\1/p' "$log")
    if [ "${runs:-0}" -le "$(files_of $work/corpus/"$target")" ]; then
        echo "fuzz: $target did nothing: see $log" >&2
        failed=1
        continue
    fi
    said="$said; $target $runs runs, $rate a second, $covered of $edges edges"
done
pids=
if [ -n "$failed" ]; then exit 1; fi
echo "fuzz: nothing failed${said}"
