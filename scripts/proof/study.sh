#!/bin/sh
# Runs the study of examples/study, 10^9 interceptions, in several ways. All must give the same counts: one
# process; 1, 2 and 4 Dask workers; a worker that is killed in the middle; a study that is killed and resumed;
# workers on separate hosts (network namespaces); and Open MPI on 1, 2 and 4 ranks.
# usage: study.sh [RUNNERS GRID]
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_build
need_to_python
need dask-scheduler python3-distributed
need ../lib/python3/dist-packages/matplotlib/__init__.py python3-matplotlib
need mpicc libopenmpi-dev
need mpirun openmpi-bin
need Random123/philox.h librandom123-dev
need ip iproute2
use_ninja_and_ccache
get_or_skip "the study"

root=$PWD
work=$root/build-proof/study
mkdir -p "$work"
runners=${1:-125000}
grid=${2:-40}

quietly cmake -S . -B "$work/shared" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF
quietly cmake --build "$work/shared" --parallel "$(cores)"
install_wheel "$work/shared/libwaylay.so" "$work"
python=$work/environment/bin/python
# compile study_mpi with the command of docs/clusters.md and the library installed into a folder
quietly cmake --install "$work/shared" --prefix "$work/installed"
PKG_CONFIG_PATH=$(dirname "$(find "$work/installed" -name waylay.pc)")
LD_LIBRARY_PATH=$(dirname "$(find "$work/installed" -name libwaylay.so)")
export PKG_CONFIG_PATH LD_LIBRARY_PATH
line=$(sed -n 's/^mpicc //p' docs/clusters.md)
[ -n "$line" ] || { echo "study: docs/clusters.md does not say how to compile study_mpi" >&2; exit 1; }
quietly sh -c "mpicc -Wall -Wextra -Werror $line"
mv study_mpi "$work/study_mpi"

expected=
# NAME COUNTS: checks that the counts are those of the first run
compare() {
    expected=${expected:-$2}
    [ "$2" = "$expected" ] || { echo "study: $1: counts $2, expected $expected" >&2; exit 1; }
    echo "  $1: $2"
}

# NAME FOLDER OPTION...: runs the study in FOLDER and compares its counts
study() {
    name=$1
    folder=$2
    shift 2
    "$python" examples/study/study.py --runners "$runners" --grid "$grid" --folder "$folder" --no-map "$@" >"$work/said" 2>"$work/log" ||
        { cat "$work/log" >&2; echo "failed: $name" >&2; exit 1; }
    compare "$name" "$(sed -n 's/^counts *//p' "$work/said")"
}

parts() { find "$1" -name 'part-*' 2>/dev/null | wc -l; }

# FOLDER COUNT PID: waits until FOLDER has COUNT parts. Fails if process PID ends before that.
wait_for_parts() {
    while [ "$(parts "$1")" -lt "$2" ]; do
        kill -0 "$3" 2>/dev/null || { echo "study: it ended before it could be killed" >&2; exit 1; }
        sleep 0.02
    done
}

# If the scheduler does not exist, the study must name it within ten seconds, without a traceback.
if timeout 10 "$python" examples/study/study.py --scheduler tcp://127.0.0.1:9 --folder "$work/counts-none" --no-map >"$work/log" 2>&1 ||
    ! grep -q '^study: no scheduler answers at tcp://127.0.0.1:9' "$work/log" || grep -q Traceback "$work/log"; then
    cat "$work/log" >&2
    echo "study: a dead scheduler is not named at once" >&2
    exit 1
fi
rm -rf "$work/counts-map"
quietly "$python" examples/study/study.py --runners 2000 --grid 8 --folder "$work/counts-map"
for text in 'Share of the runners' 'distance from the western coast, km' 'distance along the coast, km' 'share of runners stopped' \
    'boat of 6 m/s, at best'; do
    grep -q "$text" "$work/counts-map/map.svg" || { echo "study: the map lacks: $text" >&2; exit 1; }
done
grep -q 'id="PathCollection\|id="QuadContourSet' "$work/counts-map/map.svg" || { echo "study: the map has no contours" >&2; exit 1; }

helpers=
leave() {
    # shellcheck disable=SC2086
    kill -9 $helpers 2>/dev/null || :
    for host in 0 1 2; do ip netns del waylay-$host 2>/dev/null || :; done
    ip link del waylay-hub 2>/dev/null || :
}
trap leave EXIT

# NUMBER COMMAND...: runs the command on host NUMBER. Replaces the process by it, so that `kill` reaches it.
host() {
    number=$1
    shift
    if [ -n "$spaces" ]; then exec ip netns exec waylay-"$number" "$@"; else exec "$@"; fi
}

# ADDRESS: starts a scheduler at this address, and two workers
start_cluster() {
    host 0 "$python" -m distributed.cli.dask_scheduler --host "$1" --port 8786 --no-dashboard >"$work/scheduler.log" 2>&1 &
    scheduler=$!
    helpers="$helpers $scheduler"
    until grep -q 'Scheduler at:' "$work/scheduler.log"; do # because the study does not wait for a scheduler
        kill -0 $scheduler 2>/dev/null || { cat "$work/scheduler.log" >&2; echo "study: the scheduler has ended" >&2; exit 1; }
        sleep 0.1
    done
    for number in 1 2; do
        host $number "$python" -m distributed.cli.dask_worker "tcp://$1:8786" --nthreads 1 --no-nanny --no-dashboard \
            --death-timeout 120 >"$work/worker-$number.log" 2>&1 &
        worker=$!
        helpers="$helpers $worker"
    done
}

rm -rf "$work"/counts-*
echo "== study: $runners runners, $((5 * grid * grid)) boats"
study "one process" "$work/counts-alone"
for workers in 1 2 4; do
    study "workers: $workers" "$work/counts-$workers" --workers $workers
done

echo "== study: a worker is killed in the middle"
spaces=
start_cluster 127.0.0.1
(while [ "$(parts "$work/counts-killed")" -lt 3 ]; do sleep 0.02; done; kill -9 $worker) &
study "two workers, one of them killed" "$work/counts-killed" --scheduler tcp://127.0.0.1:8786
if kill -0 $worker 2>/dev/null; then echo "study: the worker was not killed" >&2; exit 1; fi
grep -q 'Remove worker' "$work/scheduler.log" || { echo "study: the scheduler has not lost a worker" >&2; exit 1; }

echo "== study: all of it is killed, and resumed"
"$python" examples/study/study.py --runners "$runners" --grid "$grid" --folder "$work/counts-resumed" --no-map 2>"$work/log" &
whole=$!
wait_for_parts "$work/counts-resumed" 3 $whole
kill -9 $whole
wait $whole 2>/dev/null || :
before=$(parts "$work/counts-resumed")
touch "$work/then"
study "resumed after $before parts" "$work/counts-resumed"
again=$(find "$work/counts-resumed" -name 'part-*' ! -newer "$work/then" | wc -l)
[ "$again" -eq "$before" ] || { echo "study: of $before parts only $again were kept" >&2; exit 1; }
if "$python" examples/study/study.py --runners "$runners" --grid 3 --folder "$work/counts-resumed" >"$work/log" 2>&1; then
    echo "study: another study went on in the same folder" >&2
    exit 1
fi

leave
helpers=
if ip netns add waylay-0 2>/dev/null; then
    echo "== study: each worker on a host of its own"
    spaces=yes
    ip link add waylay-hub type bridge
    ip link set waylay-hub up
    for number in 0 1 2; do
        [ $number = 0 ] || ip netns add waylay-$number
        ip link add waylay-v$number type veth peer name eth0 netns waylay-$number
        ip link set waylay-v$number master waylay-hub up
        ip netns exec waylay-$number ip address add 10.77.0.$((10 + number))/24 dev eth0
        ip netns exec waylay-$number ip link set eth0 up
        ip netns exec waylay-$number ip link set lo up
    done
    start_cluster 10.77.0.10
    own=$python
    python="ip netns exec waylay-0 $own"
    # shellcheck disable=SC2086
    $python examples/study/study.py --runners "$runners" --grid "$grid" --folder "$work/counts-hosts" --no-map \
        --scheduler tcp://10.77.0.10:8786 >"$work/said" 2>"$work/log" || { cat "$work/log" >&2; exit 1; }
    python=$own
    compare "workers on two hosts" "$(sed -n 's/^counts *//p' "$work/said")"
else
    echo "SKIPPED: workers on hosts of their own: no network namespaces here"
fi

echo "== study: Open MPI"
for ranks in 1 2 4; do
    OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 quietly mpirun --oversubscribe -n $ranks "$work/study_mpi" "$runners" \
        "$grid" "$work/counts-mpi-$ranks"
    compare "ranks: $ranks" "$(sha256sum <"$work/counts-mpi-$ranks/counts.i64" | cut -c 1-16)"
done
echo "study: $((5 * grid * grid * runners)) interceptions, the same counts every time"
