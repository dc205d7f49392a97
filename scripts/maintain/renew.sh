#!/bin/sh
# Renews the files that are generated from the code and kept in the repository.
# usage: scripts/maintain/renew.sh [WHAT ...]
#   goldens   tests/golden.txt: the answers of every behaviour as hashes
#   tables    from the registry: the README's table of families, docs/columns.md and waylay.hpp's behaviours;
#             from bench/results: the tables of speed in README.md and docs/speed.md
#   pictures  from the program's answers: docs/football.svg, docs/calls.svg and docs/field.svg; from bench/results/growth.txt:
#             docs/growth.svg
#   abi       tests/library/abi_record.txt: the parts of the ABI on which existing programs depend; docs/abi.md says what may
#             change
#   version   the version of include/waylay/base.h in the packages and pages that name it
#   vectors   docs/vectors.json: inputs and answers of every call as bits; docs/api.json: the self-description
#   records   bench/*_instructions.txt: instructions per agent on x86-64 and on AArch64; takes 20 minutes
#   speed     a new file in bench/results with the tables of families, which waylay_families measures; needs a
#             quiet machine and 5 minutes
#   BEHAVIOUR like `records`, but only the rows of this behaviour on x86-64
# Without WHAT: goldens, tables, records. --check only checks that the tables agree with the registry and bench/results.
# --behaviours prints the site's page of every behaviour with its columns.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
work=build-proof/renew
mkdir -p $work

# Prints a table row for each behaviour. The forms in the plane and in space share a row. Columns x, y, z of a
# vector are written as one name.
behaviours() {
    entries | awk '
    function text(s) { match(s, /"([^"\\]|\\.)*"/); return substr(s, RSTART + 1, RLENGTH - 2) }
    function field(s, n,   part) { split(s, part, /, */); return part[n] }
    # replaces columns stem_x, stem_y (and stem_z), if they follow one another, by stem_*
    function joined(list,   n, name, k, stem, out) {
        n = split(list, name, " ")
        for (k = 1; k <= n; k++) {
            stem = substr(name[k], 1, length(name[k]) - 1)
            if (name[k] ~ /.x$/ && name[k + 1] == stem "y") {
                out = out ", `" stem "*" default_of[name[k]]
                k += name[k + 2] == stem "z" ? 2 : 1
            } else
                out = out ", `" name[k] default_of[name[k]]
        }
        return substr(out, 3)
    }
    # a form in space with other columns than the form in the plane has a row of its own
    function close_row(   row, all, is_twin) {
        row = joined(needs) (walls ? ", the batch\047s `walls`" : "")
        all = " " summary " | " row " | " joined(options) (options ? " " : "") "| " joined(gives) " |"
        is_twin = space && plane == substr(this, 1, length(this) - 2) "2d" && all == rest
        if (is_twin)
            sub(/`$/, "`, `" this "`", names)
        else if (names)
            print names " |" rest
        if (!is_twin) {
            names = "| `" this "`"
            plane = this
            rest = all
        }
    }
    /^BEGIN\(/ {
        this = field(substr($0, 7), 1)
        sub(/,.*/, "", this)
        summary = text($0)
        sub(/, in (the plane|space)$/, "", summary)
        space = this ~ /3d$/
        needs = options = gives = ""
        walls = 0
        delete default_of
        next
    }
    /^WALLS\(/ { walls = 1 }
    /^IN\(/ {
        column = field($0, 2)
        if (field($0, 5) == "REQUIRED") {
            needs = needs " " column
            default_of[column] = "`"
        } else {
            options = options " " column
            default = field($0, 6)
            sub(/\.0$/, "", default)
            default_of[column] = "` (" (default == "INFINITY" ? "none" : default == "NAN" ? "see the header" : default) ")"
        }
    }
    /^OUT\(/ {
        column = field($0, 2)
        gives = gives " " column
        default_of[column] = "`"
    }
    /^END\(/ { close_row() }
    END { print names " |" rest }
    '
}

# FILE NAME: prints the file's lines between <!-- NAME --> and <!-- end of NAME -->, or between /* NAME */ and
# /* end of NAME */
within() {
    awk -v name="$2" '
    { line = $0; sub(/^(<!--|\/\*) /, "", line); sub(/ (-->|\*\/)$/, "", line) }
    line == $0 { if (on) print; next }
    { on = line == name }' "$1"
}
# FILE NAME LINES: replaces the lines that `within` prints by the lines of the file LINES
put_within() {
    awk -v name="$2" -v file="$3" '
    { line = $0; sub(/^(<!--|\/\*) /, "", line); sub(/ (-->|\*\/)$/, "", line) }
    line != $0 && line == "end of " name { off = 0 }
    !off
    line != $0 && line == name { off = 1; while ((getline text <file) > 0) print text }
    ' "$1" >$work/put
    cp $work/put "$1"
}

columns_table() {
    echo "| behaviour | what it answers | required inputs | optional inputs (default) | outputs |"
    echo "|---|---|---|---|---|"
    behaviours
}

# Prints a line for each group of the README: the families in src/kernels | the group's name | the question
# that it answers
groups() {
    cat <<'END'
intercept2d intercept3d lead2d lead3d latest2d latest3d meet_at nearest meet_by_road | meeting | Where and when does a chaser meet a runner of constant velocity?
seek arrive aim | chasing and fleeing | Which way should an agent run now, given where the other agent is, or where a simple prediction puts it?
navigate steer | guidance | Which acceleration, or which turn, brings a missile or a vehicle to its target?
thrust | thrust | In which direction must a ship with limited acceleration accelerate to meet a runner, or to stop at a point?
tile_step tile_line | grids | Which tile comes next?
reflect | reflections | What is the velocity after a bounce off a wall?
sweep sweep_walls bounce bounce_discs touch_boxes | balls | When does a moving ball meet a wall or another ball, and how does it move afterwards? When do two moving rectangles touch?
launch_apex launch_speed launch_reach launch_angle launch_lateral launch_gravity flight bouncing | throws | How must a body be thrown to reach its target, and where is it at a later time?
arc launch_drag chase_accelerating chase_slowing chase_turning slew slew3d | shots | Which shots hit a moving target under gravity, through air, or from a gun that turns? When does a chaser meet a runner that accelerates, slows down or turns?
bezier | curves | Where is a body on a quadratic curve, and what is its velocity?
turning_path shortest_path march cut_off home follow_line | turning paths | If a squad cannot turn on the spot, which path does it take? Where is it on this path? How does it follow a given line or circle?
ranks | ranks and files | Where does each unit of a formation go?
END
}

# Prints the README's table of families. Stops the script if a family is in no group, or in two.
families_table() {
    echo "| family | the question that it answers | behaviours |"
    echo "|---|---|---|"
    groups >$work/groups
    entries | awk -v groups=$work/groups '
    BEGIN {
        while ((getline line <groups) > 0) {
            count++
            split(line, part, / \| /)
            name[count] = part[2]
            question[count] = part[3]
            n = split(part[1], family, " ")
            for (k = 1; k <= n; k++) {
                if (family[k] in group) wrong = wrong " " family[k]
                group[family[k]] = count
            }
        }
    }
    /^BEGIN\(/ {
        split(substr($0, 7), part, /, */)
        this = part[1]
        if (!(part[2] in group)) wrong = wrong " " part[2]
        g = group[part[2]]
        stem = this
        sub(/[23]d$/, "", stem)
        if (!((g, stem) in seen)) list[g] = list[g] (list[g] ? ", " : "") "`" stem "`"
        seen[g, stem] = 1
    }
    END {
        if (wrong) {
            print "renew: families that are in no group or in two:" wrong >"/dev/stderr"
            exit 1
        }
        for (k = 1; k <= count; k++) print "| " name[k] " | " question[k] " | " list[k] " |"
    }'
}

# Prints every behaviour with its columns.
reference() {
    cat <<'EOF'
# Behaviours

This page lists each behaviour with its inputs and outputs, as `waylay describe NAME` and `way_describe_json()` do. An input with
a default may be left out. The column "of" says whether an input belongs to the chaser or to the runner: a `target` in the batch chooses which element of the runner's inputs is
read. A bound is the largest error of `WAY_EXACT` in ulps (units in the last place), counted as the behaviour's section of the header says. `docs/accuracy.md` has ranges and details.
EOF
    # awk reads the header of each behaviour from lines "@ BEHAVIOUR HEADER", and then the registry
    for part in pursuit bounce ballistics formation; do
        sed -n "s/^WAY_API way_result way_\\([a-z0-9_]*\\)(.*/@ \\1 $part/p" include/waylay/$part.h
    done | { cat; entries; } | awk '
    function trim(s) { gsub(/^ +| +$/, "", s); return s }
    function field(s, n,   part) { split(s, part, /,/); return trim(part[n]) }
    # return the first text in quotes, and the last one
    function first(s) { match(s, /"([^"\\]|\\.)*"/); return substr(s, RSTART + 1, RLENGTH - 2) }
    function last(s,   text) {
        while (match(s, /"([^"\\]|\\.)*"/)) {
            text = substr(s, RSTART + 1, RLENGTH - 2)
            s = substr(s, RSTART + RLENGTH)
        }
        gsub(/\|/, "\\|", text)
        return text
    }
    function sentence(s) { return toupper(substr(s, 1, 1)) substr(s, 2) "." }
    $1 == "@" { header[$2] = $3; next }
    /^BEGIN\(/ {
        name = field(substr($0, 7), 1)
        summary = first($0)
        outputs = 0
        getline
        print "\n## " name "\n\n" sentence(summary)
        print "\nHeader: `waylay/" header[name] ".h`. Source: " last($0) "."
        print "\n| input | of | unit | default | meaning |\n|---|---|---|---|---|"
        next
    }
    function kind(s,   unit, type) {
        unit = first(s)
        type = field(s, 3)
        type = type == "INT" ? "int32_t" : type == "STATUS" ? "way_status" : type == "WORD" ? "way_word" : ""
        return unit (unit != "" && type != "" ? ", " : "") type
    }
    /^IN\(/ {
        default = field($0, 6)
        sub(/\.0$/, "", default)
        default = default == "INFINITY" ? "+inf" : default == "NAN" ? "see the header" : default
        if (field($0, 5) == "REQUIRED") default = "required"
        print "| `" field($0, 2) "` | " tolower(field($0, 4)) " | " kind($0) " | " default " | " last($0) " |"
    }
    /^OUT\(/ {
        if (!outputs++) print "\n| output | unit | bound | meaning |\n|---|---|---|---|"
        bound = field($0, 5) + 0
        print "| `" field($0, 2) "` | " kind($0) " | " (bound ? bound " ulp" : "exact") " | " last($0) " |"
    }
    /^WALLS\(/ { print "\nIt also reads the `walls` of the batch." }'
}

list() { behaviour_names | sed 's/.*/WAY_RUN(&)/'; }

# NAME: prints the table of speed NAME, from the file that bench/results/current.txt names
speed_table() {
    commit=$(sed -n "s/^$1 //p" bench/results/current.txt)
    awk -v name="$1" '
    /^== / { on = $2 == name; next }
    on && /^\|/ { sub(/ *# at [0-9a-f]+$/, ""); print; rows++ }
    END { exit rows < 3 }' "bench/results/$commit.txt" || {
        echo "renew: bench/results/$commit.txt has no table $1" >&2
        exit 1
    }
}

# Prints some rows of the table of speed of the interception, with fewer columns.
short_speed_table() {
    speed_table interception | awk -F ' *[|] *' '
    NR == 1 { $5 = "speed-up, 10k" }
    NR <= 2 || /article/ || /waylay, exact/ || /waylay, fast, AVX-512/ || /(clang 19|Highway|xsimd), .*AVX-512/ && !/double/ {
        print "| " $2 " | " $3 " | " $4 " | " $5 " |"
    }'
}

# FILE MARKER COMMAND...: writes the output of the command between the markers in the file. With --check, only
# checks that the output is there.
held() {
    file=$1 marker=$2
    shift 2
    "$@" >$work/held || exit 1
    if [ "$checking" = 1 ]; then
        within "$file" "$marker" | diff - $work/held || {
            echo "$file: its $marker are not what they are made from: sh scripts/maintain/renew.sh tables" >&2
            exit 1
        }
    else
        put_within "$file" "$marker" $work/held
    fi
}

# FILE: prints the file with the version of base.h
with_version() {
    full=$(sed -n 's/^#define WAY_VERSION_STRING "\(.*\)"/\1/p' include/waylay/base.h)
    short=${full%.*}
    sed -E "s/(find_package\(waylay )[0-9]+\.[0-9]+/\1$short/
        s/(libwaylay(\.so\.)?)[0-9]+\.[0-9]+/\1$short/
        s/(waylay-)[0-9.]+(\.tgz)/\1$full\2/
        s/^( *\"version\": \")[0-9.]+/\1$full/
        s/(^|\"\.\.\/waylay-sys\", )(version = \")[0-9.]+/\1\2$full/
        s/^(waylay \()[0-9.]+/\1$full/
        s/(\"waylay )[0-9]+\.[0-9]+/\1$short/" "$1"
}

every_version() {
    for file in README.md docs/building.md docs/packages.md docs/hosts/javascript.md bindings/js/README.md bindings/js/package.json \
        packaging/vcpkg/waylay/vcpkg.json packaging/debian/control packaging/debian/rules packaging/debian/changelog \
        bindings/rust/waylay/Cargo.toml bindings/rust/waylay-sys/Cargo.toml cli/waylay.1 tests/consumer/CMakeLists.txt; do
        with_version $file >$work/version
        if cmp -s $work/version $file; then continue; fi
        if [ "$checking" = 1 ]; then
            echo "$file: another version than in include/waylay/base.h: sh scripts/maintain/renew.sh version" >&2
            exit 1
        fi
        cat $work/version >$file
    done
    set -- packaging/debian/libwaylay[0-9]*.install
    if [ "$1" != "packaging/debian/libwaylay$short.install" ]; then mv "$1" "packaging/debian/libwaylay$short.install"; fi
}

all_tables() {
    held README.md families families_table
    held docs/columns.md behaviours columns_table
    held include/waylay/waylay.hpp behaviours list
    held README.md "speed of the interception" short_speed_table
    while read -r name commit; do
        held docs/speed.md "speed of $name" speed_table "$name"
    done <bench/results/current.txt
}

# FILE: writes the sections "== NAME" of FILE to bench/results/COMMIT.txt, from which docs/speed.md then takes
# its tables
new_results() {
    commit=$(git rev-parse --short=7 HEAD)
    {
        echo "# Made by: sh scripts/maintain/renew.sh speed"
        echo "commit     $commit, $(date +%Y-%m-%d)"
        echo "processor  $(sed -n 's/^model name[^:]*: //p' /proc/cpuinfo 2>/dev/null | head -n 1), $(cores) cores"
        echo "compiler   $(cc --version | head -n 1)"
        awk '
        /^== / { print ""; print; print "command  build-test/bench/waylay_families" }
        /^\|/' "$1"
    } >$work/results
    cp $work/results "bench/results/$commit.txt"
    sed -n 's/^== //p' $work/results | while read -r name; do
        if grep -q "^<!-- speed of $name -->" docs/speed.md; then
            sed -i "/^$name /d" bench/results/current.txt
            echo "$name $commit" >>bench/results/current.txt
        fi
    done
}

checking=0
if [ "${1:-}" = --check ]; then
    checking=1
    all_tables
    every_version
    exit 0
fi

if [ "${1:-}" = --behaviours ]; then
    reference
    exit 0
fi

if [ $# -eq 0 ]; then set -- goldens tables records; fi
need_to_build
get_missing
records='' counted=''
for what; do
    case $what in
    goldens)
        build_in_tests waylay-cli >$work/log
        build-test/cli/waylay check --write-golden tests/golden.txt
        ;;
    tables)
        all_tables
        ;;
    pictures)
        need python3 python3
        get_missing
        build_in_tests waylay-cli >$work/log
        build-test/cli/waylay scene football examples/data/football_ball_chase.csv --svg docs/football.svg >$work/log
        python3 scripts/maintain/pictures.py calls build-test/cli/waylay >$work/calls.svg
        python3 scripts/maintain/pictures.py field build-test/cli/waylay >$work/field.svg
        python3 scripts/maintain/pictures.py growth >$work/growth.svg
        cp $work/calls.svg $work/field.svg $work/growth.svg docs
        ;;
    abi)
        build_in_tests library_test >$work/log
        build-test/tests/library_test --write tests/library/abi_record.txt
        ;;
    vectors)
        need python3 python3
        get_missing
        build_in_tests waylay_shared >$work/log
        python3 scripts/maintain/vectors.py build-test/tests/libwaylay.so
        ;;
    version) every_version ;;
    records) records=1 ;;
    speed)
        need_to_bench
        get_missing
        cmake -S . -B $work/bench -DCMAKE_BUILD_TYPE=Release -DWAYLAY_BUILD_BENCH=ON >$work/log
        cmake --build $work/bench --parallel "$(cores)" >$work/log
        $work/bench/bench/waylay_families >$work/families.txt
        new_results $work/families.txt
        all_tables
        ;;
    *)
        if ! is_behaviour "$what"; then
            echo "renew: $what: neither goldens, tables, pictures, abi, version, vectors, records, speed nor a behaviour" >&2
            exit 2
        fi
        counted="$counted $what"
        ;;
    esac
done
if [ -n "$records" ]; then
    # shellcheck disable=SC2086
    sh scripts/proof/x86-model.sh --record $counted
    sh scripts/proof/arm-model.sh --record
fi
