#!/bin/sh
# Runs the study of docs/clusters.md, 10^9 interceptions, in several ways. All must give the same counts: one
# process; job arrays, with tasks that are killed or done twice; pools of processes and workers of Dask, some of
# them killed at random; Open MPI on 1, 2 and 4 ranks.
# usage: study.sh [RUNNERS GRID]
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_build
need_to_python
need ../lib/python3/dist-packages/distributed/__init__.py python3-distributed
need ../lib/python3/dist-packages/yaml/__init__.py python3-yaml
need mpicc libopenmpi-dev
need mpirun openmpi-bin
need Random123/philox.h librandom123-dev
need pgrep procps
use_ninja_and_ccache
get_or_skip "the study"

fail() { echo "study: $1" >&2; exit 1; }
work=$PWD/build-proof/study
mkdir -p "$work"
runners=${1:-125000}
grid=${2:-40}
rm -rf "$work"/counts-*

quietly cmake -S . -B "$work/shared" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON \
    -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF
quietly cmake --build "$work/shared" --parallel "$(cores)"
install_wheel "$work/shared/libwaylay.so" "$work"
PATH=$work/environment/bin:$PATH # `python3` of the commands of the page has the package
# compile study_mpi with the command of docs/clusters.md and the library installed into a folder
quietly cmake --install "$work/shared" --prefix "$work/installed"
PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name waylay.pc)")
LD_LIBRARY_PATH=$(dirname "$(find "$work/installed" -name libwaylay.so)")
export PATH PKG_CONFIG_PATH LD_LIBRARY_PATH
line=$(sed -n 's/^mpicc //p' docs/clusters.md)
[ -n "$line" ] || fail "docs/clusters.md does not say how to compile study_mpi"
quietly sh -c "mpicc -Wall -Wextra -Werror $line"
mv study_mpi "$work/study_mpi"

dask=
# shellcheck disable=SC2086
leave() { kill $dask 2>/dev/null || :; }
trap leave EXIT

# NAME: prints the options for the study in the folder of that name
options() { echo "--runners $runners --grid $grid --folder $work/counts-$1"; }

# NAME OPTION...: runs the study in the folder of that name
study() {
    words=$(options "$1")
    shift
    # shellcheck disable=SC2086
    quietly python3 examples/study/study.py $words "$@"
}

# NAME WHAT: adds up the blocks, and checks that hash and files are those of the first study
expected=
compare() {
    study "$1" --merge
    found=$(sed -n 's/^counts *//p' "$work/log")
    expected=${expected:-$found}
    if [ -z "$found" ] || [ "$found" != "$expected" ]; then fail "$2: counts $found, expected $expected"; fi
    diff -r "$work/counts-alone" "$work/counts-$1" >&2 || fail "$2: other files"
    echo "  $2: $found"
}

blocks() { find "$work/counts-$1" -name 'block-*' 2>/dev/null | wc -l; }

# NAME PID PARENT: kills a child of PARENT three times, each after a new block, while process PID runs the study
kill_at_random() {
    killed=0
    while [ $killed -lt 3 ]; do
        before=$(blocks "$1")
        while [ "$(blocks "$1")" -le "$before" ]; do
            kill -0 "$2" 2>/dev/null || break 2
            sleep 0.02
        done
        victim=$(pgrep -P "$3" | shuf -n 1)
        if [ -n "$victim" ] && kill -9 "$victim" 2>/dev/null; then killed=$((killed + 1)); fi
    done
    wait "$2" || { cat "$work/said" >&2; echo "study: failed: $1" >&2; exit 1; }
    [ $killed -gt 0 ] || fail "$1: it ended before a worker was killed"
}

echo "== study: $runners runners, $((5 * grid * grid)) boats"
study alone
compare alone "one process"
if [ "$runners $grid" = "125000 40" ]; then
    grep -q "\`$expected\`" docs/clusters.md || fail "docs/clusters.md has another hash"
fi

echo "== study: the job arrays of the page"
sed -n '/^#SBATCH/,/^```/p' docs/clusters.md | grep '^python3' >"$work/slurm"
python3 -c "import yaml
job = yaml.safe_load(open('docs/clusters.md').read().split('\`\`\`yaml')[1].split('\`\`\`')[0])['spec']
assert job['completionMode'] == 'Indexed' and job['completions'] == 31
print(job['template']['spec']['containers'][0]['command'][2])" >"$work/kubernetes"
for kind in slurm kubernetes; do
    sed -i "s|--folder /shared/study|$(options $kind)|" "$work/$kind"
    killed=0
    for task in $(seq 0 30 | shuf) 3 7; do # in any order; some tasks are done twice
        export SLURM_ARRAY_TASK_ID="$task" SLURM_ARRAY_TASK_COUNT=31 JOB_COMPLETION_INDEX="$task"
        timeout -s KILL "0.$((task % 4 + 1))" sh "$work/$kind" >"$work/said" 2>&1 || killed=$((killed + 1))
        quietly sh "$work/$kind"
    done
    [ $killed -gt 0 ] || fail "no task was killed"
    rm -f "$work/counts-$kind"/block-*1.json # the missing blocks come from another split
    for part in 1 0 2; do study $kind --part $part --of 3; done
    find "$work/counts-$kind" -name '.*' -type f -delete # what the killed tasks left
    compare $kind "$kind, tasks killed: $killed"
done

echo "== study: processes that are killed at random"
for workers in 1 2 4; do
    name=processes-$workers
    # shellcheck disable=SC2046
    python3 examples/study/study.py $(options $name) --workers $workers >"$work/said" 2>&1 &
    kill_at_random $name $! $!
    compare $name "$workers processes, killed: $killed"
done

echo "== study: workers of Dask that are killed at random"
nowhere=tcp://127.0.0.1:9
if python3 examples/study/study.py --folder "$work/counts-nowhere" --scheduler $nowhere >"$work/log" 2>&1 ||
    ! grep -q "^study: .* $nowhere" "$work/log" || grep -q Traceback "$work/log"; then
    cat "$work/log" >&2
    fail "a scheduler that does not exist is not named"
fi
export DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES=100
scheduler=tcp://127.0.0.1:8786
python3 -m distributed.cli.dask_scheduler --host $scheduler --no-dashboard >"$work/scheduler" 2>&1 &
dask=$!
python3 -m distributed.cli.dask_worker $scheduler --nworkers 2 --nthreads 1 --no-dashboard \
    >"$work/workers" 2>&1 &
workers=$!
dask="$workers $dask"
until grep -q 'Scheduler at:' "$work/scheduler"; do
    kill -0 $workers || { cat "$work/scheduler" "$work/workers" >&2; exit 1; }
    sleep 0.1
done
# shellcheck disable=SC2046
python3 examples/study/study.py $(options dask) --scheduler $scheduler >"$work/said" 2>&1 &
kill_at_random dask $! $workers
lost=$(grep -c 'Remove worker' "$work/scheduler") || fail "the scheduler lost no worker"
compare dask "two workers of Dask, lost: $lost"

echo "== study: Open MPI"
OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
export OMPI_ALLOW_RUN_AS_ROOT OMPI_ALLOW_RUN_AS_ROOT_CONFIRM
for ranks in 1 2 4; do
    mkdir "$work/counts-mpi-$ranks"
    if [ $ranks = 2 ]; then # all ranks are killed in the middle, and the next run resumes
        timeout -s KILL 1 mpirun --oversubscribe -n 2 "$work/study_mpi" "$runners" "$grid" \
            "$work/counts-mpi-2" >"$work/said" 2>&1 || :
        rm -f "$work/counts-mpi-2"/block-*2.json
    fi
    quietly mpirun --oversubscribe -n $ranks "$work/study_mpi" "$runners" "$grid" "$work/counts-mpi-$ranks"
    find "$work/counts-mpi-$ranks" -name '.*' -type f -delete
    compare mpi-$ranks "ranks: $ranks"
done
if mpirun -n 1 "$work/study_mpi" 4096 3 "$work/counts-mpi-1" >"$work/log" 2>&1; then
    fail "study_mpi goes on in the folder of another study"
fi
echo "study: $((5 * grid * grid * runners)) interceptions, the same counts every time"
