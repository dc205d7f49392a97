#!/bin/sh
# Checks that a call takes at most 16 KiB of stack (avoidance 24 KiB, with several tables 26 KiB, a choice or
# neighbour lists with several tables 18 KiB), and a call for one agent at most the figure in the header, also with
# tables that this machine cannot run. gcc and clang report the size of each function's frame. This script reads
# from the assembly which function calls which, and adds up the frames along the deepest chain of calls.
# tests/call/stack_test.cpp measures the tables that this machine can run.
# shellcheck disable=SC2086
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
. scripts/lib/units.sh
if [ "$(uname -m)" != x86_64 ]; then
    echo "SKIPPED: stack: this machine is a $(uname -m)"
    if [ -n "${CI:-}" ]; then exit 2; fi
    exit 0
fi
need_to_build
need clang-19 clang-19
get_or_skip "the stack of a call"

promised=16384
promised_avoid=24576
work=build-proof/stack
mkdir -p $work

# Reads every unit's assembly and frames. In a call through a pointer, the calling function decides what is called:
# walk.c, pack_block.c and the public functions call kernels; pack_column.c and the packing functions of
# pack_block.c call functions of a table; choose.c, candidates.c and leaves.c call a search; avoid_plane.c calls
# form_planes and form_cores of avoid_lanes.c; gather.c calls is_avoidable of avoid.c; assignment calls assign_lanes.c; cast.c calls cast_lanes.c; sight.c calls sight_lanes.c; a search calls cut_off2d's
# kernel; a kernel calls the function for undecided lanes whose address it takes. Any other call through a pointer stops the script.
cat >$work/deepest.awk <<'AWK'
function plain(name) { sub(/[.@].*/, "", name); return name } # cuts off gcc's suffixes, such as .part.0

function enter(name) {
    here = unit " " name
    known[here] = 1
    unit_of[name] = unit
}

# Returns the function that a call of `name` in `from` calls: the one in the same unit, or else in any unit.
function resolve(from, name,   own) {
    own = from
    sub(/ .*/, "", own)
    if ((own " " name) in known)
        return own " " name
    return name in unit_of ? unit_of[name] " " name : ""
}

# Returns the bytes of stack that a call of `f` takes, including its own frame. below[f] is f's deepest call.
function depth(f,   most, bytes, list, n, k, to, own, tail, tail_to) {
    if (f in deep)
        return deep[f]
    deep[f] = 0 # no function calls itself
    n = split(tails[f], list, " ") # the frame of a tail call replaces the frame of f
    tail = 0
    tail_to = ""
    for (k = 1; k <= n; k++) {
        to = resolve(f, list[k])
        bytes = to == "" ? 0 : depth(to)
        if (bytes > tail) {
            tail = bytes
            tail_to = to
        }
    }
    n = split(calls[f], list, " ")
    most = 0
    below[f] = ""
    for (k = 1; k <= n; k++) {
        to = resolve(f, list[k])
        if (to == "" || !with_parts && to ~ / (solve|list|avoid)_parts$/ || to ~ / walk_(usual|deep|deepest)$/ && to !~ (" " walk "$") || \
            walk == "walk_deepest" && to ~ / way_run_few$/)
            continue
        bytes = depth(to)
        if (bytes > most) {
            most = bytes
            below[f] = to
        }
    }
    if (f in pointers) {
        own = f
        sub(/ .*/, "", own)
        to = ""
        if (own == "pack_column" || f ~ / (pack_runners|targets_as_they_lie|pack_place|put_place)$/)
            to = moves
        else if (own == "choose")
            to = f ~ / (search_all|search_shared|judge_present)_by_turning$/ ? turning_scans : f ~ / search_(worlds_|crowd_)?by_turning$/ ? turning_descents : \
                f ~ / (search_all|search_shared|judge_present)$/ ? scans : descents
        else if (own == "candidates" || own == "leaves")
            to = paces
        else if (own == "assign_near" || own == "assign_prices")
            to = keys
        else if (own == "neighbours")
            to = ranges
        else if (own == "cast") # a search for single rays calls no search for packets
            to = f ~ / search_/ ? rays : rays " " packets
        else if (own == "cast3d")
            to = f ~ / (see_triangle_list|fly_alone)$/ ? flights : flights " " packets3d
        else if (own == "sight")
            to = sights
        else if (own == "avoid_plane")
            to = planes
        else if (own == "avoid") # add_large
            to = scans
        else if (own == "gather")
            to = "avoid:is_avoidable"
        else if (own == "walk" || own == "few" || own == "pack_block" || own == "call")
            to = kernel
        else if (own ~ /^search_lanes-/)
            to = solves["way_cut_off2d_" substr(own, 14) "_exact"]
        else if (own == kernel_unit)
            to = settled
        n = split(to, list, " ")
        if (n == 0 && own != "cpu" && !(own ~ /-scalar-exact$/)) {
            print "stack: " f " calls through a pointer: what?"
            failed = 1
        }
        for (k = 1; k <= n; k++) {
            to = list[k]
            sub(/:/, " ", to)
            bytes = depth(to)
            if (bytes > most) {
                most = bytes
                below[f] = to
            }
        }
    }
    most += frame[f] + padding[f] + own_call
    if (tail > most)
        below[f] = tail_to
    return deep[f] = tail > most ? tail : most
}

function path_of(f,   path) {
    for (; f != ""; f = below[f])
        path = path (path == "" ? "" : " > ") substr(f, index(f, " ") + 1) " " frame[f]
    return path
}

FNR == 1 {
    unit = FILENAME
    sub(/.*\//, "", unit)
    is_frames = sub(/[.]su$/, "", unit)
    sub(/[.]s$/, "", unit)
    here = ""
}
is_frames {
    split($0, part, "\t")
    name = part[1]
    sub(/.*:/, "", name)
    kind = unit " " plain(name) (name ~ /[.]part/ ? " part" : "")
    if (part[2] > largest[kind]) {
        frame[unit " " plain(name)] += part[2] - largest[kind]
        largest[kind] = part[2]
    }
    next
}
/^[ \t]*[.]type[ \t].*[@%]function/ {
    label = $2
    sub(/,.*/, "", label) # clang writes no space after the comma
    function_next[unit " " label] = 1
}
/^[A-Za-z_][A-Za-z0-9_.]*:/ {
    label = $1
    sub(/:.*/, "", label)
    here = ""
    if ((unit " " label) in function_next)
        enter(plain(label))
    else
        data = label
}
here == "" && data ~ /^way_.*_(exact|fast)$/ && $1 == ".quad" && !(data in solves) { solves[data] = unit ":" plain($2) }
here == "" && data ~ /^way_.*_(exact|fast)$/ && $1 == ".long" && !(data in stack_use) { stack_use[data] = $2 + 0 }
here == "" && data ~ /^way_table_/ && $1 == ".quad" && plain($2) ~ /^[a-z]/ && plain($2) != "keeps_bits" {
    if ((unit " " plain($2)) in known)
        moves = moves " " unit ":" plain($2)
}
here == "" && data ~ /^way_search_/ && $1 == ".quad" && (unit " " plain($2)) in known {
    if ($2 ~ /^scan.*TURNING/ || $2 ~ /^settle_chooser/)
        turning_scans = turning_scans " " unit ":" plain($2)
    else if ($2 ~ /^descend.*TURNING/)
        turning_descents = turning_descents " " unit ":" plain($2)
    else if ($2 ~ /^scan/)
        scans = scans " " unit ":" plain($2)
    else if ($2 ~ /^descend/)
        descents = descents " " unit ":" plain($2)
    else
        paces = paces " " unit ":" plain($2)
}
here == "" && data ~ /^way_(near|ranges|avoid_lanes|assign_lanes|cast_lanes|triangle_lanes|sight_lanes)_/ && $1 == ".quad" && (unit " " plain($2)) in known {
    if (data ~ /^way_ranges_/)
        ranges = ranges " " unit ":" plain($2)
    else if (data ~ /^way_near_/)
        descents = descents " " unit ":" plain($2)
    else if (data ~ /^way_avoid_lanes_/)
        planes = planes " " unit ":" plain($2)
    else if (data ~ /^way_cast_lanes_/)
        if ($2 ~ /^see_rays/)
            packets = packets " " unit ":" plain($2)
        else
            rays = rays " " unit ":" plain($2)
    else if (data ~ /^way_triangle_lanes_/)
        if ($2 ~ /^see_flights|^land_packet/)
            packets3d = packets3d " " unit ":" plain($2)
        else
            flights = flights " " unit ":" plain($2)
    else if (data ~ /^way_sight_lanes_/)
        sights = sights " " unit ":" plain($2)
    else
        keys = keys " " unit ":" plain($2)
}
here == "" { next }
$1 ~ /^and[lq]?$/ && $2 ~ /^[$]-[0-9]+,/ && $3 ~ /sp$/ { padding[here] = 0 - substr($2, 2) } # the function aligns its stack
$1 ~ /^(call|jmp|jn?[a-z]+)q?$/ {
    if ($2 ~ /^[*]/)
        pointers[here] = 1
    else if ($2 !~ /^[.]L/ && plain($2) != substr(here, length(unit) + 2)) {
        if ($1 ~ /^call/)
            calls[here] = calls[here] " " plain($2)
        else
            tails[here] = tails[here] " " plain($2)
    }
    next
}
/way_[a-z0-9_]+(@GOTPCREL)?[(]%rip[)]/ {
    match($0, /way_[a-z0-9_]+/)
    address[unit] = address[unit] " " here ":" substr($0, RSTART, RLENGTH)
    sub(" " here ":", " " substr(here, length(unit) + 2) ":", address[unit])
}
END {
    behaviours = split(registry, entry, " ") / 2
    for (b = 1; b <= behaviours; b++)
        for (p = 1; p <= 2; p++) {
            name = entry[2 * b - 1]
            precision = p == 1 ? "exact" : "fast"
            object = "way_" name "_" table "_" precision
            kernel_unit = entry[2 * b] "-" table "-" precision
            if (!(object in solves)) {
                if (p == 1) {
                    print "stack: no kernel " object
                    failed = 1
                }
                continue # the exact kernel is called for this precision, too
            }
            kernels++
            kernel = solves[object]
            walk = stack_use[object] > 1 ? "walk_deepest" : stack_use[object] ? "walk_deep" : "walk_usual"
            settled = ""
            n = split(address[kernel_unit], reference, " ")
            for (k = 1; k <= n; k++) {
                split(reference[k], part, ":")
                if (index(part[1], name "_") == 1 && part[2] in unit_of)
                    settled = settled " " unit_of[part[2]] ":" part[2]
            }
            delete deep
            delete below
            from = entry[2 * b] "-entry way_" name
            all = from in known ? depth(from) : 0
            path = path_of(from)
            solve = kernel
            sub(/:/, " ", solve)
            if (!(solve in known && solve in deep)) {
                print "stack: no call leads to the kernel " object ": " path
                failed = 1
            }
            one = from "_one"
            if (p == 1) {
                alone = one in known ? depth(one) : 0
                allowed = name ~ /^launch_drag[23]d$/ ? 5120 : name ~ /^(intercept|latest|lead|slew)[23]d$/ ? 3072 : name ~ /^(sweep2d|sweep_walls2d|cut_off2d|bounce2d|touch_boxes2d|home2d|arc3d)$/ ? 2048 : 1024
                if (!((entry[2 * b] "-scalar-exact way_" name "_alone") in deep)) {
                    print "stack: no call for one agent leads to its kernel: " name
                    failed = 1
                }
                if (alone > allowed) {
                    print "stack: one agent of " name " takes " alone " bytes: " path_of(one)
                    failed = 1
                }
                if (alone > most_alone) {
                    most_alone = alone
                    lonely = path_of(one)
                }
            }
            if ((kernel_unit " " name "_decide_apart") in known) {
                undecided++
                for (f in deep)
                    if (f ~ / way_[a-z0-9_]+_exactly$/)
                        settling++
            }
            if (all > most) {
                most = all
                where = object
                deepest = path
            }
            if (all > promised) {
                print "stack: " object " takes " all " bytes: " path
                failed = 1
            }
        }
    n = split("choose way_choose2d,choose way_choose3d,candidates way_make_crowd2d,candidates way_make_crowd3d," \
              "candidates way_make_crowd2d_of_parts,candidates way_make_crowd3d_of_parts,neighbours way_neighbours2d,neighbours way_neighbours3d,avoid way_avoid2d,avoid way_avoid3d," \
              "assign way_assign,cast way_cast2d,cast3d way_cast3d,cast3d way_sweep3d", choice, ",")
    for (with_parts = 0; with_parts <= 1; with_parts++) for (k = 1; k <= n; k++) {
        delete deep
        delete below
        all = choice[k] in known ? depth(choice[k]) : 0
        if (all > (choice[k] ~ /avoid/ ? promised_avoid : promised) + 2048 * with_parts || all < 2048) {
            print "stack: " choice[k] " takes " all " bytes: " path_of(choice[k])
            failed = 1
        }
        if (all > most_chosen) {
            most_chosen = all
            chosen = path_of(choice[k])
        }
    }
    if (kernels == 0 || most < 8192 || settling < undecided) {
        print "stack: " kernels " kernels, " undecided " that leave lanes undecided, " settling " of which decide them: frames are not found"
        failed = 1
    }
    print title ": " kernels " kernels, at most " most " bytes: " where
    print "    " deepest
    print "    choices, at most " most_chosen " bytes: " chosen
    print title ": one agent, at most " most_alone " bytes"
    print "    " lonely
    exit failed
}
AWK

# COMPILER LEVEL TABLE FLAGS...: compiles the library at this level of optimisation and checks its stack
prove() {
    compiler=$1 level=$2 table=$3
    shift 3
    folder=$work/$compiler-$level-$table
    rm -rf "$folder"
    mkdir -p "$folder"
    units scalar $table | while read -r source name flags; do
        case $name in *-scalar-fast) continue ;; esac # never called: exact plain C decides undecided lanes
        own=
        case $name in *-$table*) own=$* ;; esac
        echo "$flags $own -S $source -o $folder/$name.s"
    done | xargs -P "$(cores)" -L 1 $compiler -std=c11 -$level -ffp-contract=off -fno-fast-math -fno-math-errno \
        -fno-trapping-math -fPIC -fvisibility=hidden -fstack-usage -Iinclude -Isrc
    families=$(printf ' %s ' "${WAY_ONLY_FAMILIES:-}")
    registry=$(behaviours_and_families |
        while read -r name family; do
            case $families in "  " | *" $family "*) echo "$name $family" ;; esac
        done | tr '\n' ' ')
    own_call=0 # gcc's frames include the return address of 8 bytes, clang's do not
    case $compiler in clang*) own_call=8 ;; esac
    awk -v own_call=$own_call -v registry="$registry" -v table=$table -v promised=$promised -v promised_avoid=$promised_avoid -v title="$compiler -$level, $table" \
        -f $work/deepest.awk "$folder"/*.s "$folder"/*.su
}

wide="-mprefer-vector-width=512"
# the flags of cmake/waylay-sources.cmake
prove gcc O3 avx512 $wide -fschedule-insns -fsched-pressure
prove gcc O3 avx2 -fschedule-insns -fsched-pressure
prove gcc O2 avx512 $wide
prove clang-19 O3 avx512 $wide
prove clang-19 O2 avx512 $wide
prove clang-19 O2 avx2
echo "stack: a call takes at most $promised bytes, an avoidance $promised_avoid, both with parts 2048 more, of one agent 1024, or 2048, 3072 or 5120 where the header says so"
