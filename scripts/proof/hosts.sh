#!/bin/sh
# Tests the library in real hosts: builds the examples of flecs and EnTT with the hosts' own sources, runs each on one core,
# and checks that all ways of calling in an example give the same bytes. Then runs the tests of the hosts' headers.
# FLECS_DIR and ENTT_DIR name folders with these sources. Without these variables, the script fetches the
# versions below. If it cannot fetch a host, it skips that host with a message.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_build
get_or_skip "the examples of hosts"
use_ninja_and_ccache
flecs=${FLECS_DIR:-build-proof/hosts/flecs} flecs_version=v4.1.6
entt=${ENTT_DIR:-build-proof/hosts/entt} entt_version=v3.16.0

work=build-proof/hosts
mkdir -p $work
quietly cmake -S . -B $work/library -DCMAKE_BUILD_TYPE=Release -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF
quietly cmake --build $work/library --parallel "$(cores)"

# FOLDER FILE VERSION ADDRESS: fetches the host's sources into FOLDER, unless FOLDER/FILE exists
fetched() {
    if [ ! -e "$1/$2" ]; then
        if ! command -v git >/dev/null 2>&1 || ! git clone -q --depth 1 --branch "$3" "$4" "$1" 2>$work/log; then
            echo "SKIPPED: $4 cannot be fetched here"
            if [ -n "${CI:-}" ]; then exit 2; fi
            return 1
        fi
    fi
}
same() { # PROGRAM: runs the program, on one core if `taskset` exists
    said=$(if command -v taskset >/dev/null 2>&1; then taskset -c 0 "$1"; else "$1"; fi)
    echo "$said"
    case $said in *": the same") ;; *) echo "hosts: $1: the bytes differ" >&2; exit 1 ;; esac
}

if fetched "$flecs" distr/flecs.c $flecs_version https://github.com/SanderMertens/flecs; then
    [ -e $work/flecs.o ] || quietly gcc -O3 -std=gnu11 -c "$flecs/distr/flecs.c" -o $work/flecs.o
    quietly gcc -O2 -std=gnu11 -Wall -Wextra -Werror -Iinclude -Iexamples -isystem "$flecs/distr" examples/flecs/flecs.c \
        $work/flecs.o $work/library/libwaylay.a -lm -lpthread -o $work/flecs_example
    echo "== flecs"
    same $work/flecs_example
    quietly gcc -O2 -std=gnu11 -Wall -Wextra -Werror -Iinclude -isystem "$flecs/distr" tests/hosts/flecs_test.c \
        $work/flecs.o $work/library/libwaylay.a -lm -lpthread -o $work/flecs_test
    $work/flecs_test
    for program in examples/flecs/hunt.cpp examples/flecs/rts.cpp tests/hosts/flecs_cpp_test.cpp; do
        quietly g++ -O2 -std=c++17 -Wall -Wextra -Werror -Iinclude -isystem "$flecs/distr" $program \
            $work/flecs.o $work/library/libwaylay.a -lm -lpthread -o "$work/flecs_$(basename $program .cpp)"
    done
    $work/flecs_flecs_cpp_test
    same $work/flecs_rts
    [ "$($work/flecs_hunt)" = "wolf 8.0 6.0, deer 10.0 6.0" ] || { echo "hosts: the hunt in C++ ends elsewhere" >&2; exit 1; }
fi
if fetched "$entt" single_include/entt/entt.hpp $entt_version https://github.com/skypjack/entt; then
    quietly g++ -O2 -std=c++20 -Wall -Wextra -Werror -Iinclude -Iexamples -isystem "$entt/single_include" \
        examples/entt/entt.cpp $work/library/libwaylay.a -o $work/entt_example
    echo "== EnTT"
    same $work/entt_example
    quietly g++ -O2 -std=c++20 -Wall -Wextra -Werror -Iinclude -isystem "$entt/single_include" \
        tests/hosts/entt_test.cpp $work/library/libwaylay.a -o $work/entt_test
    $work/entt_test
fi
