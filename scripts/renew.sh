#!/bin/sh
# Renews what is made from the code and kept beside it. usage: scripts/renew.sh [WHAT ...]
#   goldens   tests/golden: the answers of every behaviour as hashes
#   tables    docs/behaviours.md, the README's table of behaviours, and waylay.hpp's list of them, from the registry
#   abi       tests/abi/record.txt: what programs count on that are already built; docs/abi.md says what may change
#   records   instructions per agent on x86-64 and on AArch64: bench/*_instructions.txt; 20 minutes
#   speed     the README's table of families, by waylay_families; on a quiet machine alone, 10 minutes
#   BEHAVIOUR of `records` its rows on x86-64 alone
# Without WHAT: goldens, tables, records. With --check: do docs/behaviours.md, the README's table and waylay.hpp's list
# of behaviours agree with the registry?
set -eu
cd "$(dirname "$0")/.."
. scripts/packages.sh
work=build-proof/renew
mkdir -p $work

# The README's rows of behaviours: those in the plane and in space are one, and so are the columns of a vector.
behaviours() {
    awk '
    function text(s) { match(s, /"([^"\\]|\\.)*"/); return substr(s, RSTART + 1, RLENGTH - 2) }
    function field(s, n,   part) { split(s, part, /, */); return part[n] }
    # x, y and perhaps z, one after another: stem*
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
    function close_row(   row) {
        row = joined(needs) (walls ? ", the batch\047s `walls`" : "")
        if (space && plane == substr(this, 1, length(this) - 2) "2d")
            sub(/`$/, "`, `" this "`", names)
        else if (names)
            print names " |" rest
        if (!(space && plane == substr(this, 1, length(this) - 2) "2d")) {
            names = "| `" this "`"
            plane = this
            rest = " " summary " | " row " | " joined(options) (options ? " " : "") "| " joined(gives) " |"
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
    ' src/behaviours.def
}

# FILE NAME: its lines between <!-- NAME --> and <!-- end of NAME -->, or the same as comments of C
within() {
    awk -v name="$2" '
    { line = $0; sub(/^(<!--|\/\*) /, "", line); sub(/ (-->|\*\/)$/, "", line) }
    line == $0 { if (on) print; next }
    { on = line == name }' "$1"
}
# FILE NAME LINES: puts those of the file LINES there
put_within() {
    awk -v name="$2" -v file="$3" '
    { line = $0; sub(/^(<!--|\/\*) /, "", line); sub(/ (-->|\*\/)$/, "", line) }
    line != $0 && line == "end of " name { off = 0 }
    !off
    line != $0 && line == name { off = 1; while ((getline text <file) > 0) print text }
    ' "$1" >$work/put
    cp $work/put "$1"
}

table() {
    echo "| behaviour | what it answers | needs | may have (default) | gives |"
    echo "|---|---|---|---|---|"
    behaviours
}

# docs/behaviours.md: every behaviour with its columns.
reference() {
    cat <<'EOF'
# Behaviours

Each behaviour with its inputs and outputs, as `waylay describe NAME` and `way_describe_json()` tell them. Written by
`sh scripts/renew.sh tables`. An input with a default may be left out; "of" says whose it is: a `target` in the batch
chooses which element of the runner's inputs is read. A bound is the largest error of `WAY_EXACT` in ulps (units in the last
place), counted as the behaviour's section of the header says. [accuracy.md](accuracy.md) has ranges and details.
EOF
    # first which header declares what, then the registry
    for part in pursuit bounce ballistics formation; do
        sed -n "s/^WAY_API way_result way_\\([a-z0-9_]*\\)(.*/@ \\1 $part/p" include/waylay/$part.h
    done | cat - src/behaviours.def | awk '
    function trim(s) { gsub(/^ +| +$/, "", s); return s }
    function field(s, n,   part) { split(s, part, /,/); return trim(part[n]) }
    # the first text in quotes and the last one
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
        print "\nHeader: [`" header[name] ".h`](../include/waylay/" header[name] ".h). Source: " last($0) "."
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

list() { sed -n 's/^BEGIN(\([a-z0-9_]*\),.*/WAY_RUN(\1)/p' src/behaviours.def; }

if [ "${1:-}" = --check ]; then
    table >$work/behaviours
    within README.md behaviours | diff - $work/behaviours || {
        echo "the README's table of behaviours is not the registry's: sh scripts/renew.sh tables" >&2
        exit 1
    }
    reference | diff docs/behaviours.md - || {
        echo "docs/behaviours.md is not the registry's: sh scripts/renew.sh tables" >&2
        exit 1
    }
    list >$work/list
    within include/waylay/waylay.hpp behaviours | diff - $work/list || {
        echo "waylay.hpp's list of behaviours is not the registry's: sh scripts/renew.sh tables" >&2
        exit 1
    }
    exit 0
fi

if [ $# -eq 0 ]; then set -- goldens tables records; fi
need_to_build
get_missing
records='' counted=''
for what; do
    case $what in
    goldens)
        cmake -S . -B $work/build -DCMAKE_BUILD_TYPE=Release -DWAYLAY_BUILD_EXAMPLES=OFF >$work/log
        cmake --build $work/build --parallel "$(cores)" >$work/log
        $work/build/cli/waylay check --write-golden tests/golden
        ;;
    tables)
        table >$work/behaviours
        put_within README.md behaviours $work/behaviours
        reference >$work/reference
        cp $work/reference docs/behaviours.md
        list >$work/list
        put_within include/waylay/waylay.hpp behaviours $work/list
        ;;
    abi)
        need_to_test
        get_missing
        cmake -S . -B $work/abi -DCMAKE_BUILD_TYPE=Release -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF \
            -DWAYLAY_BUILD_TESTS=ON -DWAYLAY_EMULATED16=OFF >$work/log
        cmake --build $work/abi --parallel "$(cores)" --target abi_test >$work/log
        $work/abi/tests/abi_test --write tests/abi/record.txt
        ;;
    records) records=1 ;;
    speed)
        need_to_bench
        get_missing
        cmake -S . -B $work/bench -DCMAKE_BUILD_TYPE=Release -DWAYLAY_BUILD_BENCH=ON >$work/log
        cmake --build $work/bench --parallel "$(cores)" >$work/log
        $work/bench/bench/waylay_families >$work/families.txt
        grep '^|' $work/families.txt >$work/families
        put_within README.md families $work/families
        ;;
    *)
        if ! grep -q "^BEGIN($what," src/behaviours.def; then
            echo "renew: $what: neither goldens, tables, abi, records, speed nor a behaviour" >&2
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
