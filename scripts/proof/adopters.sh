#!/bin/sh
# Replaces the hot loops of other projects by waylay. Runs the projects' tests, measures the time with and
# without waylay, and compares the answers. Prints the tables of docs/adopters.md. The adapters are in
# examples/adopters. `pedestrians` compares the flows of agents and of people through the same doors.
# usage: scripts/proof/adopters.sh [quick] [NAME ...]
#   quick                   uses the shared library of the tests, in build-test
#   WAYLAY_ADOPTERS=FOLDER  uses the checkouts FOLDER/NAME. Without it, each project is cloned at the commit
#                           that is stated below.
#   PYTHONPATH              can add packages that a project needs and the machine lacks
# A project that cannot be fetched, or lacks a package, is skipped with a message.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_python
need_to_build
need protoc protobuf-compiler
need google/protobuf/message.h libprotobuf-dev
need gtest/gtest.h libgtest-dev
for package in scipy matplotlib yaml loguru imageio pandas pytest msgpack zmq; do
    need "../lib/python3/dist-packages/$package/__init__.py" "python3-$package"
done
get_or_skip "the adopters"
library=
if [ "${1:-}" = quick ]; then
    library=$PWD/build-test/tests/libwaylay.so
    shift
fi

root=$PWD
work=$root/build-proof/adopters
adopters=$root/examples/adopters
mkdir -p "$work"
OPENBLAS_NUM_THREADS=1 MPLBACKEND=Agg GIT_TERMINAL_PROMPT=0
export OPENBLAS_NUM_THREADS MPLBACKEND GIT_TERMINAL_PROMPT
unset WAYLAY_LIBRARY
packages=${PYTHONPATH:-}
alone=
if command -v taskset >/dev/null 2>&1; then alone="taskset -c 0"; fi

# skip NAME WHY: prints that a project is skipped
skip() { echo "SKIPPED: $1: $2"; }

# checkout NAME REPOSITORY COMMIT: gets the project's files, and sets `at` to their folder
checkout() {
    at=${WAYLAY_ADOPTERS:-$work/checkouts}/$1
    commit=$3
    if [ ! -d "$at" ]; then
        if [ -n "${WAYLAY_ADOPTERS:-}" ]; then skip "$1" "no checkout in $WAYLAY_ADOPTERS"; return 1; fi
        mkdir -p "$work/checkouts"
        if ! git clone -q "https://github.com/$2" "$at.part" 2>"$work/log" || ! git -C "$at.part" checkout -q "$3" 2>"$work/log"; then
            rm -rf "$at.part"
            skip "$1" "https://github.com/$2 cannot be fetched here"
            return 1
        fi
        mv "$at.part" "$at"
    fi
    found=$(git -C "$at" rev-parse HEAD 2>/dev/null || echo unknown)
    if [ "$found" != "$3" ]; then
        echo "$1: the checkout is at $found, not at $3"
        commit=$found
    fi
}

# lines FILE...: prints the number of lines that are not empty
lines() { cat "$@" | grep -c '[^[:space:]]'; }

# py FOLDERS ARGUMENTS...: runs Python with waylay, and with modules from FOLDERS, separated by colons
py() {
    folders=$1
    shift
    env PYTHONPATH="$folders${packages:+:$packages}" "$work/environment/bin/python" "$@"
}

# has_python MODULE EXPRESSION: succeeds if Python has the module and the expression is true
has_python() { py "" -c "import $1; assert $2" 2>/dev/null; }

# metadata NAME VERSION: makes the metadata of an installed package, because the checkout is not installed.
# Sets `metadata` to their folder.
metadata() {
    metadata=$work/metadata
    mkdir -p "$metadata/$1-$2.dist-info"
    printf 'Metadata-Version: 2.1\nName: %s\nVersion: %s\n' "$1" "$2" >"$metadata/$1-$2.dist-info/METADATA"
}

# pytest FOLDERS FOLDER MAY-FAIL ARGUMENTS...: runs tests in FOLDER and sets `passed` to a text like "108 of
# 109". The script ends if a test fails, unless its name is in MAY-FAIL.
pytest() {
    folders=$1 there=$2 may_fail=$3
    shift 3
    (cd "$there" && py "$folders" -m pytest -o addopts= -q -rf -p no:cacheprovider "$@") >"$work/pytest" 2>&1 || true
    ran=$(tail -n 1 "$work/pytest")
    number() { echo " $ran" | sed -n "s/.*[^0-9]\([0-9][0-9]*\) $1.*/\1/p"; }
    good=$(number passed) bad=$(number failed) broken=$(number error)
    passed="${good:-0} of $((${good:-0} + ${bad:-0} + ${broken:-0}))"
    for failed in $(sed -n 's/^FAILED .*::\([A-Za-z0-9_]*\).*/\1/p; s/^ERROR \([^ ]*\).*/\1/p' "$work/pytest"); do
        case " $may_fail " in *" $failed "*) ;; *) cat "$work/pytest" >&2; echo "adopters: $failed fails" >&2; exit 1 ;; esac
    done
    if [ "${good:-0}" -eq 0 ]; then cat "$work/pytest" >&2; echo "adopters: no test has passed" >&2; exit 1; fi
}

# rows NAME GLUE TESTS: adds the lines `scene|theirs|ours|ratio|answers` of $work/rows to the table
rows() {
    first="$1 | $(echo "$commit" | cut -c1-7) | $2 | $3"
    grep '|' "$work/rows" >"$work/lines"
    while IFS='|' read -r scene theirs ours ratio answers; do
        echo "| $first | $scene | $theirs | $ours | $ratio | $answers |" >>"$work/table"
        first="| | |"
    done <"$work/lines"
}

# compare NAME FOLDERS: runs the adapter's compare.py in Python, with modules from FOLDERS, and `at` as its argument
compare() {
    name=$1
    shift
    # shellcheck disable=SC2086
    (cd "$work" && PYTHONPATH="$1${packages:+:$packages}" $alone "$work/environment/bin/python" "$adopters/$name/compare.py" "$at") \
        >"$work/rows" 2>"$work/log" || { cat "$work/rows" "$work/log" >&2; echo "adopters: $name: the answers differ" >&2; exit 1; }
}

irsim() {
    checkout irsim hanruihua/ir-sim a76275f65002f3f89df0a091504ccc1b4df390fb || return 0
    if ! has_python shapely "hasattr(shapely, 'get_coordinates')"; then skip irsim "no shapely 2.1 here"; return 0; fi
    metadata ir-sim 2.10.2
    # the test that may fail counts the blocks of a matrix that only ir-sim's own code makes
    folders=$at:$metadata:$adopters/irsim:$adopters/rvo2
    pytest "$folders" "$at" test_cast_ray_segments_chunks_large_segment_sets -p irsim_waylay tests/test_sensors.py tests/test_behaviors.py
    compare irsim "$folders"
    rows "ir-sim" "$(lines "$adopters/irsim/irsim_waylay.py")" "$passed"
}

# BlueSky's tests need data that is not in its repository, and none of them is about conflicts.
bluesky() {
    checkout bluesky TUDelft-CNS-ATM/bluesky 22fdf9e3e77c077e0ddb5d7b14c70d67f9a5c855 || return 0
    compare bluesky "$at:$adopters/bluesky"
    rows "BlueSky" "$(lines "$adopters/bluesky/bluesky_waylay.py")" "none of conflicts"
}

# The tests that may fail have several best assignments, and expect the one of lapx; the sums are equal.
lapx() {
    checkout lapx rathaROG/lapx dc8b610d37df2db385a3823b980aa611f71deadb || return 0
    if ! py "$at" -c "import lap._lapjv" 2>/dev/null; then
        skip lapx "not built: python3 setup.py build_ext --inplace in $at"
        return 0
    fi
    pytest "$at:$adopters/lapx" "$at" test_square -p lapx_waylay tests
    compare lapx "$at:$adopters/lapx"
    rows "lapx" "$(lines "$adopters/lapx/lapx_waylay.py")" "$passed"
}

# Only the tests of the cover assignment run: the plugin itself needs OR-Tools.
micromissiles() {
    checkout micromissiles PisterLab/micromissiles-unity 499402c165fc508b84291a7d64de1359af66833b || return 0
    here=$adopters/micromissiles there=$work/micromissiles
    mkdir -p "$there"
    quietly protoc -I "$at/Assets/Proto" --cpp_out="$there" Plugin/status.proto
    quietly gcc -O2 -fPIC -shared -Iinclude "$here/cover.c" "$library" -o "$there/libassignment.so"
    quietly g++ -std=c++20 -I"$here" -I"$there" -I"$at/plugins" "$at/plugins/assignment/cover_assignment_test.cc" \
        "$there/Plugin/status.pb.cc" "$there/libassignment.so" "$library" -lprotobuf -lgtest -lgtest_main -o "$there/cover_test"
    LD_LIBRARY_PATH=$there:$(dirname "$library")
    export LD_LIBRARY_PATH
    quietly "$there/cover_test"
    passed=$(sed -n 's/^\[  PASSED  \] \([0-9]*\) tests.*/\1 of \1/p' "$work/log")
    at=$there/libassignment.so
    compare micromissiles ""
    rows "micromissiles-unity" "$(lines "$here/cover.c")" "$passed"
}

# Both projects have paths of people in experiments.
pedestrians() {
    printf '%s\n' "| experiment | width of the door | people per second | agents of waylay per second | ratio | agents that pass, and that cross a wall |" \
        "|---|---:|---:|---:|---:|---|" >"$work/flows"
    for source in "pedpy PedestrianDynamics/PedPy 8179b4b39e7c1e09eeb6b7d0f4e41f66e98cd6e4" \
        "opentraj crowdbotp/OpenTraj 97ec1d5e1b579f26febeaa9083705952deac338a"; do
        # shellcheck disable=SC2086
        checkout $source || continue
        compare pedestrians ""
        sed 's/|/ | /g; s/.*/| & |/' "$work/rows" >>"$work/flows"
    done
}

if [ $# -eq 0 ]; then set -- irsim bluesky lapx micromissiles pedestrians; fi
if [ -z "$library" ]; then
    use_ninja_and_ccache
    quietly cmake -S . -B "$work/shared" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DWAYLAY_BUILD_CLI=OFF \
        -DWAYLAY_BUILD_EXAMPLES=OFF
    quietly cmake --build "$work/shared" --parallel "$(cores)"
    library=$work/shared/libwaylay.so
fi
install_wheel "$library" "$work"
printf '%s\n' "| project | commit | lines of glue | tests of the project that pass | scene | time of the project | time of waylay | ratio of the times | answers that are equal |" \
    "|---|---|---:|---|---|---:|---:|---:|---|" >"$work/table"
rm -f "$work/flows"
for name; do "$name"; done
cat "$work/table"
[ ! -e "$work/flows" ] || cat "$work/flows"
