#!/bin/sh
# At most 16 KiB of stack a call, also under tables that this machine cannot run: the frames that gcc and clang report,
# added up along the deepest calls. (tests/stack_test.cpp measures the tables that run.)
# shellcheck disable=SC2086,SC2013
set -eu
cd "$(dirname "$0")/../.."
. scripts/packages.sh
if [ "$(uname -m)" != x86_64 ]; then
    echo "SKIPPED: stack: this machine is a $(uname -m)"
    if [ -n "${CI:-}" ]; then exit 2; fi
    exit 0
fi
need_to_build
need clang-19 clang-19
get_or_skip "the stack of a call"

promised=16384
work=build-proof/stack

# FRAMES NAME...: the sum of the deepest frames of these functions, and what calling them takes; 0 where one is inlined
sum() {
    frames=$1
    shift
    for name; do
        awk -F '\t' -v name="$name" '
            { function_name = $1; sub(/.*:/, "", function_name); sub(/[.].*/, "", function_name) }
            function_name == name && $2 > most { most = $2 }
            END { print most ? most + 16 : 0 }' "$frames"
    done | awk '{ sum += $1 } END { print sum + 0 }'
}

# FRAMES NAME...: the deepest one alone
most() {
    frames_of=$1
    shift
    for name; do
        sum "$frames_of" "$name"
    done | sort -n | tail -n 1
}

# COMPILER LEVEL TABLE FLAGS...
prove() {
    compiler=$1
    level=$2
    table=$3
    shift 3
    folder=$work/$compiler-$level-$table
    frames=$folder/frames
    mkdir -p "$folder"
    for file in src/*.c src/isa/scalar.c src/isa/$table.c; do
        own=
        if [ "$file" = src/isa/$table.c ]; then own=$*; fi
        # shellcheck disable=SC2086
        $compiler -std=c11 -$level -ffp-contract=off -fno-fast-math -fno-math-errno -fno-trapping-math -fPIC \
            -fvisibility=hidden -fstack-usage -Iinclude -Isrc $own -c "$file" -o "$folder/$(basename "$file" .c).o"
    done
    cat "$folder"/*.su >"$frames"
    kernels=$folder/$table.su plain=$folder/scalar.su
    # what settles doubts is the plain table's, for all
    settling=$(($(sum "$frames" way_settle_chases settle_again settle_time) +
        $(most "$frames" way_chase_sums way_chase_is_in_time) +
        $(sum "$frames" whole_chase_of whole_add_limbs) +
        $(most "$frames" whole_add_float whole_add_product whole_add)))
    # one agent, then a batch: a thousand bytes of the entry points and the walk, and each kind of rows
    # (of which one agent is never solved in place)
    before=$(($(sum "$frames" call way_run_batch solve solve_few solve_each solve_block) +
        $(most "$frames" solve_one solve_in_place)))
    usual=$((before + $(sum "$frames" solve_usual)))
    long=$((before + $(sum "$frames" solve_long)))
    helper=$(most "$frames" try_word_exact try_arc_exact)
    # what comes after the searches calls those, too
    search=$(most "$frames" begin_chase_exact first_by_straight_exact first_by_arc_exact)
    after=$((helper + $(sum "$frames" end_chase_exact)))
    if [ $after -gt $search ]; then search=$after; fi
    behaviours=0 deepest=0 failed=0
    for name in $(sed -n 's/^BEGIN(\([a-z0-9_]*\),.*/\1/p' src/behaviours.def); do
        case $name in
        arc*d | chase_accelerating*d | intercept3d | lead3d | sweep2d | sweep_walls2d | bounce2d) rest=$long ;;
        shortest_path2d) rest=$((long + helper)) ;;
        cut_off2d) rest=$((long + search)) ;;
        *) rest=$usual ;;
        esac
        for precision in exact fast; do
            all=$((rest + $(sum "$kernels" ${name}_$precision)))
            case $name in # a kernel of several loops, each apart, and what settles doubts
            intercept?d | lead?d)
                loops=
                for loop in in_range carried with_options by_pairs special usual any; do
                    loops="$loops ${name}_${loop}_$precision"
                done
                all=$((all + $(most "$kernels" $loops)))
                if [ $precision = exact ]; then all=$((all + settling)); fi
                ;;
            sweep*2d | bounce_discs2d) # what is seldom needed, one agent at a time: plain C's
                if [ $precision = exact ]; then
                    all=$((all + $(sum "$kernels" way_one_by_one) + $(sum "$plain" way_${name}_again)))
                fi
                ;;
            bounce2d) all=$((all + $(most "$kernels" travel_$precision stay_inside_$precision))) # one after the other
                ;;
            esac
            if [ $all -gt $deepest ]; then
                deepest=$all
                where=${name}_$precision
            fi
            if [ $all -gt $promised ]; then
                echo "stack: $compiler -$level, $table: ${name}_$precision takes $all bytes" >&2
                failed=1
            fi
        done
        behaviours=$((behaviours + 1))
    done
    if [ "$(sum "$frames" solve_usual)" -lt 4096 ] || [ "$(sum "$frames" cut_off2d_exact)" -lt 512 ] ||
        [ "$settling" -lt 512 ] || [ "$(sum "$plain" way_sweep2d_again)" -lt 256 ]; then
        echo "stack: $compiler -$level, $table: its frames are not found" >&2
        failed=1
    fi
    echo "$compiler -$level, $table: $behaviours behaviours, at most $deepest bytes: $where"
    [ $failed -eq 0 ]
}

wide="-mavx512f -mavx512dq -mavx512bw -mavx512vl -mprefer-vector-width=512"
# as cmake/waylay-sources.cmake has it; two at a time
for pair in 1 2 3; do
    case $pair in
    1)
        prove gcc O3 avx512 $wide -fschedule-insns -fsched-pressure &
        prove gcc O3 avx2 -mavx2 -fschedule-insns || exit 1
        ;;
    2)
        prove gcc O2 avx512 $wide &
        prove clang-19 O3 avx512 $wide || exit 1
        ;;
    3) prove clang-19 O2 avx2 -mavx2 & ;;
    esac
    wait $! || exit 1
done
echo "stack: a call takes at most $promised bytes"
