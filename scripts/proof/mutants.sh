#!/bin/sh
# Mutation test: breaks one thing at a time in a copy of the tree, builds the changed files, runs the test
# that should catch the break (its guard), and expects that test to fail. Run it by hand after a change to a
# guard or to guarded code, because other scripts do not run it. It stops if a break does not fit its source.
# usage: mutants.sh [PART OF A BREAK'S NAME]
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_build
need g++ g++
need gtest/gtest.h libgtest-dev
need gmp.h libgmp-dev
need nlohmann/json.hpp nlohmann-json3-dev
need objdump binutils
get_or_skip "whether the guards bite"

work=$PWD/build-proof/mutants
only=${1:-}
whole=$work/whole tree=$work/tree build=$work/build
rm -rf "$whole"
mkdir -p "$whole" "$tree"
cp -R CMakeLists.txt cmake src include tests scripts "$whole"
# Copy only changed files, so that the others keep their dates and make does not build them.
(cd "$whole" && find . -type f) | while read -r file; do
    if ! cmp -s "$whole/$file" "$tree/$file"; then
        mkdir -p "$tree/${file%/*}"
        cp "$whole/$file" "$tree/$file"
    fi
done
(cd "$tree" && find . -type f) | while read -r file; do
    if ! [ -e "$whole/$file" ]; then rm "$tree/$file"; fi
done
broken= mutants=0 survivors=0

stop() { echo "mutants: $1" >&2; exit 1; }

make_guard() { cmake --build "$build" --parallel "$(cores)" --target "$1" >"$work/build.log" 2>&1; }

quick="--gtest_brief=1 --gtest_fail_fast"
run_guard() {
    # shellcheck disable=SC2086
    case $1 in
    refusals) "$build/tests/call_test" $quick --gtest_filter='api.*' ;;
    one) "$build/tests/call_test" $quick --gtest_filter='one.*' ;;
    any_bits) "$build/tests/call_test" $quick --gtest_filter='registry.no_input*' ;;
    choice) "$build/tests/call_test" $quick --gtest_filter='isa.*' ;;
    layouts) WAYLAY_TEST_SIZE=small "$build/tests/layouts_test" $quick --gtest_filter='-*large' ;;
    truth) WAYLAY_TRUTH_INPUTS=3000 "$build/tests/truth_test" $quick --gtest_filter='*/intercept?d_truth*' ;;
    fused) (cd "$tree" && sh scripts/proof/fused.sh "gcc $fusing" objdump \
        "$build/CMakeFiles/waylay_${wide}_exact.dir/src/kernels/pursuit/intercept2d.c.o") ;;
    *) WAYLAY_TEST_SIZE=small "$build/tests/$(target_of "$1")" $quick --gtest_filter="$(tests_of "$(file_of "$1")")" ;;
    esac >"$work/run.log" 2>&1
}
target_of() {
    case $1 in
    refusals | one | any_bits | choice) echo call_test ;;
    truth | layouts) echo "$1_test" ;;
    fused | compiler) echo waylay_tested ;;
    *) basename "$(dirname "$(file_of "$1")")" | sed 's/$/_test/' ;;
    esac
}

# GUARD: prints the file of tests of a guard that run_guard does not name
file_of() {
    set -- "$1" "$whole"/tests/*/"${1%_test}"_test.cpp
    if ! [ -e "$2" ]; then stop "no guard $1"; fi
    echo "$2"
}

# FILE: prints the filter that selects the tests in the file
tests_of() {
    sed -n 's/^TYPED_TEST(\([a-z0-9_]*\), .*/\1/p; s/^TEST[_FP]*(\([a-z0-9_]*\), .*/\1/p' "$1" | sort -u |
        while read -r suite; do printf '%s.*:%s/*:*/%s.*:' "$suite" "$suite" "$suite"; done
}

# break_it FILE OLD NEW: replaces OLD, which must occur exactly once
break_it() {
    OLD=$2 NEW=$3 awk '
        BEGIN { old = ENVIRON["OLD"]; new = ENVIRON["NEW"] }
        { text = text $0 "\n" }
        END {
            at = index(text, old)
            if (!at || index(substr(text, at + 1), old)) exit 1
            printf "%s%s%s", substr(text, 1, at - 1), new, substr(text, at + length(old))
        }' "$tree/$1" >"$work/changed" || stop "$1 does not hold, once: $2"
    cp "$work/changed" "$tree/$1"
    broken="$broken $1"
}

# caught NAME GUARD [TEXT]: expects that the guard fails, and then repairs the break. The guard "compiler"
# means that the build fails with an error that has TEXT.
caught() {
    name=$1 guard=$2 says=${3:-}
    mutants=$((mutants + 1))
    verdict=
    if ! make_guard "$(target_of "$guard")"; then
        if [ "$guard" != compiler ] || ! grep -q "$says" "$work/build.log"; then
            cat "$work/build.log" >&2
            stop "$name: does not build"
        fi
        verdict="caught by the compiler: $(grep -o "[^ ]* *$says.*" "$work/build.log" | head -n 1)"
    elif [ "$guard" != compiler ]; then
        code=0
        run_guard "$guard" || code=$?
        if [ $code -eq 126 ] || [ $code -eq 127 ]; then stop "$name: $guard cannot run"; fi
        if [ $code -gt 128 ]; then
            verdict="caught by $guard: killed by signal $((code - 128))"
        elif [ $code -ne 0 ]; then
            failed=$(sed -n 's/^\[  FAILED  \] \([^ ,]*\).*/\1/p; s/^\(fused: .*\)/\1/p' "$work/run.log" | head -n 1)
            verdict="caught by $guard: ${failed:-$(tail -n 1 "$work/run.log")}"
        fi
    fi
    if [ -n "$verdict" ]; then
        echo "  $name: $verdict"
    else
        survivors=$((survivors + 1))
        echo "  $name: SURVIVED $guard"
    fi
    for file in $broken; do cp "$whole/$file" "$tree/$file"; done
    broken=
}

# wanted NAME: succeeds if the argument of the script selects this break
wanted() { case $1 in *"$only"*) return 0 ;; *) return 1 ;; esac }

# mutant NAME GUARD FILE OLD NEW: tries a break that changes one place, if the break is wanted
mutant() {
    if wanted "$1"; then
        break_it "$3" "$4" "$5"
        caught "$1" "$2"
    fi
}

case $(uname -m) in
x86_64) wide=avx2 wide_lanes=8 fusing="-mavx2 -mfma" ;;
aarch64) wide=neon wide_lanes=4 fusing= ;;
*) stop "written for x86-64 and AArch64" ;;
esac

echo "== building the whole tree"
cmake -S "$tree" -B "$build" -DCMAKE_BUILD_TYPE=Release -DCMAKE_C_FLAGS_RELEASE=-O2 -DCMAKE_CXX_FLAGS_RELEASE=-O1 \
    -DWAYLAY_BUILD_TESTS=ON -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF >"$work/build.log" 2>&1 ||
    { cat "$work/build.log" >&2; exit 1; }
for guard in golden fpenv refusals any_bits choice layouts packing intercept2d truth lanes fused reflect_test \
    bounce_test walls_test launch_test arc_sturm_test turning_test march_test grazing_test field_test follow_test; do
    make_guard "$(target_of $guard)" || { cat "$work/build.log" >&2; exit 1; }
    run_guard $guard || { head -n 20 "$work/run.log" >&2; stop "$guard fails on the whole tree"; }
    if grep -q '^\[=*\] 0 tests' "$work/run.log"; then stop "$guard runs no test"; fi
    echo "  $guard: passes"
done

echo "== the floating-point mode"
if wanted "mode not restored"; then
    if [ "$(uname -m)" = x86_64 ]; then
        break_it src/isa/fpenv.h 'if (_mm_getcsr() != caller)' 'if (0 && _mm_getcsr() != caller)'
    else
        break_it src/isa/fpenv.h '"msr fpcr, %0" : : "r"(caller) : "memory"' '"" : : "r"(caller) : "memory"'
    fi
    caught "mode not restored" fpenv
fi
if wanted "mode: flush to zero not cleared"; then
    if [ "$(uname -m)" = x86_64 ]; then
        break_it src/isa/fpenv.h '(caller & ~0x3fu) != 0x1f80' '(caller & ~0x807fu) != 0x1f80'
    else
        break_it src/isa/fpenv.h '"r"((uint64_t)0)' '"r"(caller & 1u << 24)'
    fi
    caught "mode: flush to zero not cleared" fpenv
fi
if wanted "mode: rounding not set"; then
    if [ "$(uname -m)" = x86_64 ]; then
        break_it src/isa/fpenv.h '(caller & ~0x3fu) != 0x1f80' '(caller & ~0x603fu) != 0x1f80'
    else
        break_it src/isa/fpenv.h '"r"((uint64_t)0)' '"r"(caller & 3u << 22)'
    fi
    caught "mode: rounding not set" fpenv
fi

echo "== the walk over the agents"
mutant "tail not padded: vectors beyond the last agent go to the caller's memory" layouts src/call/pack_block.c \
    'const int whole = (count & (plan->table->lanes - 1)) == 0;' 'const int whole = 1;'
mutant "tail not padded: garbage for the kernels" packing src/call/pack_column.c \
    'for (size_t i = count; i < lanes; i++)' 'for (size_t i = count; i < count; i++)'
mutant "padding beyond its row" packing src/call/pack_column.c \
    'for (size_t i = count; i < lanes; i++)' 'for (size_t i = count; i <= lanes; i++)'
mutant "tail lost" layouts src/call/walk.c \
    'solve_in_place(plan->kernel, block, first + count - WAY_LANES_MAX, WAY_LANES_MAX' \
    'solve_in_place(plan->kernel, block, first + count - tail - WAY_LANES_MAX, WAY_LANES_MAX'
mutant "tail of long blocks lost" layouts src/call/walk.c \
    'way_solve_blocks(plan, scratch, &rows, first + count - lanes, lanes' \
    'way_solve_blocks(plan, scratch, &rows, first + count - tail - lanes, lanes'
mutant "solved twice where an output is an input" layouts src/call/plan.c \
    'if (data == plan->in[j].data)' 'if (j == plan->inputs)'
if wanted "target unchecked"; then
    break_it src/call/targets.c '&& row < all->limit[part] ? part' '? part'
    break_it src/call/pack_block.c 'way_limit_of(batch->runner_count), count) ? given' 'UINT32_MAX, count) ? given'
    caught "target unchecked" layouts
fi
mutant "target unchecked at the limit" layouts src/call/targets.c \
    'row < all->limit[part]' 'row <= all->limit[part]'
mutant "targets: a part of the first ones again" layouts src/call/pack_block.c \
    'way_find_targets(plan, way_numbers_from(agents, at), part' 'way_find_targets(plan, agents, part'
mutant "target of 2^31 and more taken for one below" layouts src/lanes/movers.c \
    'any = i_or(any, a);' 'any = i_or(any, end);'
mutant "target: the answer without a target not written" layouts src/call/pack_block.c \
    'if (nobodies > 0)' 'if (nobodies > count)'
mutant "option without its default in the last row" layouts src/call/pack_block.c \
    '&rows->value[n], rows->most);' '&rows->value[n], rows->most - 1);'
mutant "an output's row over one value for all" layouts src/call/pack_block.c \
    'int in = rows->values, out = rows->values,' 'int in = rows->values, out = 0,'
mutant "stride taken as unsigned, reading" lanes src/isa/isa.h \
    'return way_along(of.data, (ptrdiff_t)of.row[i], of.stride);' \
    'return of.data + of.row[i] * (uint32_t)of.stride;'
mutant "triples in another order" lanes src/lanes/moves_8.h \
    'simde_mm256_permute2f128_ps(c, a, 0x30)' 'simde_mm256_permute2f128_ps(a, c, 0x30)'

echo "== what is refused"
mutant "output written on error" refusals src/call/call.c \
    '    if (result != WAY_OK)
        return result;' '    if (result != WAY_OK && in != NULL && out != NULL && out[0].data != NULL)
        *(char *)out[0].data = 0;
    if (result != WAY_OK)
        return result;'
mutant "output over the runners let in" refusals src/call/check.c \
    'if (over > 0)
        return refuse(' 'if (over < 0)
        return refuse('
mutant "output next to the runners refused" refusals src/call/overlap.c \
    'return apart < lower->size || common - apart < upper->size;' 'return 1;'
mutant "odd stride let in" refusals src/call/columns.h \
    '(uintptr_t)column->data | (uintptr_t)column->gap;' '(uintptr_t)column->data;'
mutant "table: not the best one chosen" choice src/isa/cpu.c \
    '        table = runnable(i);
    return table;' '        table = runnable(i / 2);
    return table;'

echo "== one agent"
mutant "one agent's options not seen" one src/kernels/define_call.h \
    'has_options(agent) ? (unsigned)OPTIONS_##name : 0' 'has_options(agent) ? 0u : 0'
mutant "one undecided agent not decided" one src/kernels/loop.h \
    'if (IS_UNDECIDED(a, sums, roots))' 'if (0 && IS_UNDECIDED(a, sums, roots))'
mutant "one agent's answer to NULL" one src/call/check.c \
    'agent == NULL || answer == NULL' 'agent == NULL'

echo "== the registry and the record"
if wanted "golden hash with a changed digit"; then
    line=$(grep -m 1 ' exact ' "$tree/tests/golden.txt")
    case $line in *0) digit=1 ;; *) digit=0 ;; esac
    break_it tests/golden.txt "$line" "${line%?}$digit"
    caught "golden hash with a changed digit" golden
fi
mutant "fallback: another default" golden src/kernels/pursuit/intercept.def \
    'IN(name, horizon, FLOAT,          CHASER, OPTIONAL, INFINITY,' \
    'IN(name, horizon, FLOAT,          CHASER, OPTIONAL, 1e9,'
mutant "fallback: another answer without a target" golden src/kernels/pursuit/intercept.def \
    'OUT(name, time, FLOAT,            INFINITY,' \
    'OUT(name, time, FLOAT,            0.0,'
if wanted "columns in another order"; then
    break_it src/registry/behaviours.def 'IN(name, stem##x, FLOAT, __VA_ARGS__)' 'IN(name, stem##u, FLOAT, __VA_ARGS__)'
    break_it src/registry/behaviours.def 'IN(name, stem##y, FLOAT, __VA_ARGS__)' 'IN(name, stem##x, FLOAT, __VA_ARGS__)'
    break_it src/registry/behaviours.def 'IN(name, stem##u, FLOAT, __VA_ARGS__)' 'IN(name, stem##y, FLOAT, __VA_ARGS__)'
    caught "columns in another order than the header's" compiler "input runner_v[xy] of intercept2d"
fi

mutant "description: another number for the bound" describe_test src/registry/describe_json.def \
    '  ",\"default\":" NUMERAL(fallback) ",\"bound\":" NUMERAL(bound)' \
    '  ",\"default\":" NUMERAL(fallback) ",\"bound\":" NUMERAL(fallback)'
mutant "description: every output is the first" describe_test src/registry/registry.c \
    'k < behaviour->output_count ? &behaviour->outputs[k]' 'k < behaviour->output_count ? &behaviour->outputs[0]'
mutant "the soname of another version" abi_test CMakeLists.txt \
    'set(WAY_SOVERSION 0.${PROJECT_VERSION_MINOR})' 'set(WAY_SOVERSION 0)'
mutant "waylay.hpp: a list begins at its second agent" hpp_test include/waylay/waylay.hpp \
    'this->index = list.data() == nullptr ? &none : list.data();
        return range(0, ' 'this->index = list.data() == nullptr ? &none : list.data();
        return range(1, '

echo "== one table only"
fuse() {
    if [ $wide = avx2 ]; then
        break_it cmake/waylay-sources.cmake 'set(WAY_ISA_FLAGS_avx2 -mavx2)' \
            'set(WAY_ISA_FLAGS_avx2 -mavx2 -mfma -ffp-contract=fast)'
    else
        break_it cmake/waylay-sources.cmake 'set(WAY_ISA_FILES scalar neon)' \
            'set(WAY_ISA_FILES scalar neon)
    set(WAY_ISA_FLAGS_neon -ffp-contract=fast)'
    fi
}
# The sources refuse flags that change bits, at compile time or at the first call. These breaks remove the refusals.
blind() {
    for file in src/lanes/lanes.h src/lanes/movers.c; do
        awk '/^#error/ { print "/* " $0 " */"; next }
            /^static int keeps_bits/ { print; print "    return 1;"; next } { print }' "$tree/$file" >"$work/changed"
        if cmp -s "$work/changed" "$tree/$file"; then stop "$file holds nothing that refuses flags"; fi
        cp "$work/changed" "$tree/$file"
        broken="$broken $file"
    done
}
if wanted "fused table: the golden hash"; then
    fuse
    blind
    caught "fused table: the golden hash" golden
fi
if wanted "fused table: the object code"; then
    fuse
    blind
    caught "fused table: the object code" fused
fi
if wanted "fused table: the sources"; then
    fuse
    caught "fused table: the sources" compiler "waylay: "
fi
mutant "word of one width: golden" golden src/lanes/lanes_$wide_lanes.h \
    'm_andnot(mask a, mask b) { return' \
    'm_andnot(mask b, mask a) { return'
mutant "word of one width: its own test" lanes src/lanes/lanes_$wide_lanes.h \
    'm_andnot(mask a, mask b) { return' \
    'm_andnot(mask b, mask a) { return'

echo "== the mathematics, the same in all tables"
mutant "root: the later one" intercept2d src/kernels/pursuit/meeting.h \
    'f_div(f_if_minus(of.b, of.c, at.reach), f_if_minus(of.b, at.reach, of.lead))' \
    'f_div(f_if_minus(of.b, at.reach, of.c), f_if_minus(of.b, f_negate(of.lead), at.reach))'
mutant "root: golden" golden src/kernels/pursuit/meeting.h \
    'f_div(f_if_minus(of.b, of.c, at.reach), f_if_minus(of.b, at.reach, of.lead))' \
    'f_div(f_if_minus(of.b, at.reach, of.c), f_if_minus(of.b, f_negate(of.lead), at.reach))'
mutant "bound: a square root off by 2^-20" truth src/kernels/pursuit/meeting.h \
    '{.root = f_sqrt(of.disc)}' \
    '{.root = f_mul(f_sqrt(of.disc), f_set(1.0f + 0x1p-20f))}'
mutant "bound: the discriminant cancels" truth src/lanes/vectors.h \
    'w_select(w_lt(bb, kk), w_add(w_mul(lead, c), bb), w_sub(rr, kk))' \
    'w_select(w_lt(bb, kk), w_sub(rr, kk), w_add(w_mul(lead, c), bb))'
mutant "bound: the speeds' lead in floats" truth src/lanes/vectors.h \
    'return w_sub(w_sub(ss, w_larger(xx, yy)), w_smaller(xx, yy));' \
    'return w_sub(ss, w_widen(w_narrow(w_add(xx, yy))));'
mutant "horizon: the last moment does not count" intercept2d src/kernels/pursuit/meeting.h \
    'mask in_time = f_le(at.time, horizon);' 'mask in_time = f_lt(at.time, horizon);'
if [ $wide = avx2 ]; then # the loop on Arm has no stages
mutant "stages: the sums of another vector" golden src/kernels/loop.h \
    'a.i = i + LANES;' 'a.i = i;'
fi
mutant "NaN let out" any_bits src/kernels/pursuit/intercept_common.h \
    'f_else(m.valid, f_keep(m.valid, distance), f_set(INFINITY))' \
    'f_else(m.valid, distance, f_set(INFINITY))'

echo "== the loop of all kernels"
mutant "loop: an undecided lane keeps its undecided answer" grazing_test src/kernels/undecided.h \
    'if (undecided[lane] == 0.0f)' 'if (undecided[lane] != 0.0f)'
mutant "loop: what is settled is stored in another vector's place" layouts src/kernels/undecided.h \
    '(float *)block->out[k]) + j,' '(float *)block->out[k]) + j - j % WAY_LANES_MAX,'
mutant "loop: an option's loop forgets another option" intercept2d src/kernels/loop.h \
    '~(USUAL)))
        FORM(given_2)(block, wanted);' '~(USUAL)))
        FORM(given_1)(block, wanted);'
if [ $wide_lanes -lt 16 ]; then # a vector of 16 lanes is a whole cache line
mutant "loop: a line goes to another line's place" golden src/kernels/loop.h \
    'wanted, i - j);' 'wanted, i);'
fi

echo "== families, each by its own tests"
mutant "navigation: too far apart is met" navigate_test src/kernels/pursuit/navigate.c \
    'f_mul(sound, infinity)' 'infinity'
mutant "reflection: restitution lost" reflect_test src/kernels/bounce/reflect_common.h \
    'f_sub(f_add(one, restitution), friction)' 'f_sub(f_set(2.0f), friction)'
mutant "walls: the last one of a list forgotten" bounce_test src/kernels/bounce/wall_list.h \
    'const size_t end = walls - s->next < LANES ? walls :' 'const size_t end = walls - s->next < LANES ? walls - 1 :'
mutant "walls: left out a skin too early" walls_test src/walls/wall_tree.h \
    'WAY_WALL_SLACK 0x1p-15f' 'WAY_WALL_SLACK 0.0f'
mutant "walls: left out that the ball passes by its radius" walls_test src/kernels/bounce/wall_near.h \
    'w_narrow(b.radius), f_set(1 + 0x1p-8f)' 'w_narrow(b.radius), f_set(0.5f)'
mutant "walls: of two at once the higher number" sweep_test src/kernels/bounce/first_wall.h \
    'wide_where(i_lt(number, first->number))' 'wide_where(i_lt(first->number, number))'
mutant "launch: the high throw is the low one" launch_test src/kernels/ballistics/launch_speed.c \
    'flanes most = f_add(s.square, root)' 'flanes most = f_sub(s.square, root)'
mutant "arc: a meeting lost" arc_sturm_test src/kernels/ballistics/accelerating_meeting.h \
    'w_and(w_and(real2, w_lt(zero, d.disc2)), w_lt(zero, a2.other))}' \
    'w_and(w_and(real2, w_lt(one, d.disc2)), w_lt(zero, a2.other))}'
mutant "turning: two words exchanged" turning_test src/kernels/formation/turning_path.c \
    'i_select(right1, i_set(WAY_RSL), i_set(WAY_LSR))' \
    'i_select(right1, i_set(WAY_LSR), i_set(WAY_RSL))'
mutant "march: the last arc driven forwards" march_test src/kernels/formation/march.c \
    '    if (backwards)' '    if (0 && backwards)'
mutant "waypoints: the target missing" march_test src/choose/waypoints.c \
    '        before++;
    }' '    }'

mutant "choose: a leaf within the bound is left out" neighbours_test src/crowd/near_lanes.c \
    'limit * (1.0f + 0x1p-18f)' 'limit * (1.0f - 0x1p-14f)'
mutant "choose: a tiny range_from lets the same position in" neighbours_test src/crowd/near_lanes.c \
    'return c->found == 0 && !(c->from > 0.0f)' 'return c->found == 0 && !(c->nearest > 0.0f)'
mutant "field: the last of equal steps" field_test src/field/field_grid.c 'n = up[x + 1] == d ? 6 : n' 'n = up[x + 1] == d ? 4 : n'
mutant "field: corners count as even" field_test src/field/field_grid.c '(other | far) == 0' 'other == 0'
mutant "field: buckets too wide" field_test src/field/field_search.c 'cheapest >> (s->shift + 1) != 0' 'cheapest >> s->shift != 0'
mutant "field: an update forgets its rows' neighbours" field_test src/field/field.c 's->low -= s->low > 0;' ''
mutant "follow: mixtures through walls" follow_test src/field/follow.c 'dx * dx + dy * dy >= 0.0625 && is_way_free(g, at, to, 0)' '1'
mutant "avoid: pairs do not drift" avoid_test src/choose/avoid_internal.h 'return drift - half;' 'return -half;'
mutant "avoid: the horizon is not halved" avoid_test src/choose/avoid_internal.h \
    '(double)(1 << attempt)' '(double)(1 << (attempt > 0 ? 6 : 0))'
mutant "avoid: the core is all of the radii" avoid_test src/choose/avoid_internal.h '(1.0 - m->overlap) * sum' '1.0 * sum'
mutant "avoid: no skin at walls" avoid_test src/choose/avoid_walls.c '0x1p-21 *' '0x1p-60 *'
mutant "avoid: walls behind walls pull" avoid_test src/choose/avoid_walls.c 'if (!is_hidden)' 'if (!is_hidden || 1)'
mutant "avoid: the way is not stopped at walls" avoid_test src/choose/avoid_plane.c \
    'way_stop_at_walls(m, &p.walls, &best);' '(void)way_stop_at_walls;'
mutant "avoid: the nearest centres" avoid_test src/choose/neighbours.c \
    'distance -= way_radius_at(list->radius, row);' 'distance -= 0.0;'
mutant "avoid in space: the cone's legs" avoid_test src/choose/avoid_space.c \
    'leg / distance, side)' '0.9 * leg / distance, side)'

if [ $mutants -eq 0 ]; then stop "no break is named $only"; fi
echo "mutants: $((mutants - survivors)) of $mutants breaks were caught by the guard that should"
[ $survivors -eq 0 ]
