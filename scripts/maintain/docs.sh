#!/bin/sh
# Checks README.md and docs against the tree. usage: scripts/maintain/docs.sh code | commands [PROGRAM] |
# links | figures | words
#   code      Every block of C and C++ compiles. If <!-- given: DECLARATIONS --> stands before a block, these
#             declarations are compiled before it.
#             A block after <!-- whole of FILE --> must equal the file. A block after <!-- part of FILE -->
#             must be consecutive lines of the file. Leading spaces are ignored.
#   commands  Every command in a block of sh runs, in a new folder. PROGRAM is the `waylay` of a build.
#             Commands that take long or write elsewhere are not run, but their scripts, options, targets and
#             files must exist.
#             A block after <!-- run by SCRIPT --> is not run, because SCRIPT runs it. A block after
#             <!-- said by EXAMPLE --> must be what the example prints.
#   links     Every relative link leads to an existing file, and to an existing heading or part of a picture.
#   figures   Every table, and the plot, is what renew.sh makes from bench/results and the registry.
#             Every figure of speed in the text is in bench/results.
#   words     The pages and the public headers have no phrase that makes a reader stop, except in code. They and
#             the registry do not call `reach` a weapon's range.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
what=${1:-}
pages="README.md $(echo docs/*.md docs/hosts/*.md) bindings/js/README.md"
work=build-proof/docs/$what
rm -rf "$work"
mkdir -p "$work"
wrong=0
say_wrong() { # writes to a file, because a pipe's subshell cannot set `wrong`
    echo "$1" >&2
    echo "$1" >>"$work/wrong"
}

# PAGE LANGUAGES: writes each block of the page to a file $work/PAGE-LINE.LANGUAGE, and the <!-- marks -->
# before the block to a file that ends with .mark
blocks() {
    awk -v stem="$work/$(echo "$1" | tr / -)" -v languages=" $2 " '
    /^<!-- given:/ { given = 1; mark = mark "given\n"; next }
    given && /^-->/ { given = 0; next }
    given { mark = mark $0 "\n"; next }
    /^<!-- (whole of|part of|run by|said by) / { mark = $0; gsub(/^<!-- | -->$/, "", mark); mark = mark "\n"; next }
    /^```/ && !on {
        language = substr($0, 4)
        on = 1
        keep = index(languages, " " language " ")
        file = stem "-" NR + 1 "." language
        if (keep) { printf "%s", mark >(file ".mark"); printf "" >file; close(file ".mark") }
        next
    }
    /^```/ { on = 0; mark = ""; if (keep) close(file); next }
    on && keep { print >file }
    !on && NF { mark = "" }' "$1"
}

# FILE: compiles C without warnings with gcc and, if installed, with clang
compiles() {
    for compiler in gcc clang-19; do
        if [ $compiler = gcc ] || command -v $compiler >/dev/null 2>&1; then
            $compiler -std=c11 -fsyntax-only -Iinclude -Wall -Wextra -Wno-unused -Werror "$1" || return 1
        fi
    done
}

# FILE: compiles as C11 and as C++20 without warnings, with gcc and, if installed, with clang
compiles_as_both() {
    for compiler in gcc clang-19; do
        if [ $compiler = gcc ] || command -v $compiler >/dev/null 2>&1; then
            for language in "c -std=c11" "c++ -std=c++20"; do
                # shellcheck disable=SC2086
                $compiler -x $language -fsyntax-only -Iinclude -Wall -Wextra -Wpedantic -Werror "$1" || return 1
            done
        fi
    done
}

code() {
    need gcc gcc
    need g++ g++
    get_missing
    count=0
    for page in $pages; do
        blocks "$page" "c cpp"
        for block in "$work/$(echo "$page" | tr / -)"-*.c "$work/$(echo "$page" | tr / -)"-*.cpp; do
            [ -e "$block" ] || continue
            count=$((count + 1))
            line=${block##*-}
            line=${line%%.*}
            read -r kind _ file <"$block.mark" || kind=
            case $kind in
            whole)
                diff "$file" "$block" >&2 || say_wrong "$page:$line: the block is not $file"
                continue
                ;;
            part)
                awk -v block="$block" '
                { sub(/^ +/, ""); text = text "\n" $0 }
                END {
                    while ((getline line <block) > 0) { sub(/^ +/, "", line); part = part "\n" line }
                    exit !index(text "\n", part "\n")
                }' "$file" || say_wrong "$page:$line: the block is no part of $file"
                continue
                ;;
            esac
            ending=${block##*.}
            source=$work/compiled.$ending
            {
                if [ "$ending" = c ]; then
                    echo '#include "waylay/waylay.h"'
                    echo '#include <stdio.h>'
                else
                    echo '#include "waylay/waylay.hpp"'
                    echo '#include <cstdio>'
                    echo '#include <vector>'
                fi
                whole=0
                if grep -q '^int main(' "$block"; then whole=1; fi
                if [ $whole = 0 ]; then echo 'int fragment(void);'; echo 'int fragment(void) {'; fi
                if [ "$kind" = given ]; then sed 1d "$block.mark"; fi
                echo "#line $line \"$page\""
                cat "$block"
                if [ $whole = 0 ]; then echo 'return 0; }'; fi
            } >"$source"
            if [ "$ending" = c ]; then
                compiles "$source" || say_wrong "$page:$line: the block does not compile"
            else
                g++ -std=c++17 -fsyntax-only -Iinclude -Wall -Wextra -Wno-unused -Wno-missing-field-initializers \
                    -Werror "$source" || say_wrong "$page:$line: the block does not compile"
            fi
        done
    done
    awk -f tests/library/header_examples.awk include/waylay/*.h >"$work/headers.c"
    for file in examples/*.c; do
        compiles "$file" || say_wrong "$file does not compile"
    done
    for file in examples/first.c "$work/headers.c"; do
        compiles_as_both "$file" || say_wrong "$file does not compile as C and as C++"
    done
    echo "$count blocks of C and C++"
    [ "$count" -ge 15 ] || say_wrong "there are more blocks than $count"
}

# WHERE COMMAND: checks a command without running it: its script, options and files must exist
refers() {
    where=$1
    # shellcheck disable=SC2086
    set -- $2
    case "$1 ${2:-}" in
    "sh bindings/js/build.sh" | "sh bindings/rust/build.sh" | "sh scripts/maintain/amalgamate.sh")
        script=$2
        shift 2
        if [ "${1:-}" = -o ]; then shift 2; fi
        if [ "${1:-}" = --small ]; then shift; fi
        for word; do
            is_behaviour "$word" || grep -q "^choices=.*[\" ]${word}[\" ]" "$script" ||
                say_wrong "$where: unknown behaviour $word"
        done
        ;;
    "node bindings/js/"*) [ -f "$2" ] || say_wrong "$where: there is no $2" ;;
    "sh scripts/"*)
        script=$2
        shift 2
        [ -f "$script" ] || { say_wrong "$where: no $script"; return; }
        for word; do
            case $script in
            scripts/test.sh) [ "$word" = quick ] ;;
            scripts/maintain/site.sh) [ "$word" = again ] ;;
            scripts/proof.sh) [ "$word" = suite ] || [ "$word" = TOPIC ] || [ "$word" = ... ] || [ -f "scripts/proof/$word.sh" ] ;;
            scripts/maintain/renew.sh) [ "$word" = NAME ] || grep -q "^    $word)\|\"\${1:-}\" = $word \]" "$script" ||
                is_behaviour "$word" ;;
            scripts/maintain/docs.sh) grep -q "^#   $word " "$script" ;;
            scripts/maintain/new-behaviour.sh) [ "$word" = NAME ] || [ "$word" = LIKE ] ;;
            scripts/proof/*) grep -q -e "$word" "$script" ;;
            *) false ;;
            esac || say_wrong "$where: $script knows no $word"
        done
        ;;
    cmake\ *)
        for word; do
            case $word in
            -DWAYLAY_*)
                option=${word#-D}
                grep -q "option(${option%%=*} \|set(${option%%=*} .*CACHE" CMakeLists.txt cmake/*.cmake tests/CMakeLists.txt ||
                    say_wrong "$where: CMake has no option ${option%%=*}"
                ;;
            esac
        done
        ;;
    build-test/tests/*) folder=${1##*/}; [ -d "tests/${folder%_test}" ] || say_wrong "$where: there is no test $1" ;;
    build-test/bench/*) name=${1##*/waylay_}; grep -qw "$name" bench/CMakeLists.txt || say_wrong "$where: there is no bench $1" ;;
    build-test/cli/waylay\ *) ;;
    "python3 bindings/python/"* | "python3 scripts/"*) [ -f "$2" ] || say_wrong "$where: no $2" ;;
    "python3 -m" | "env/bin/python -m") [ "$3" = pip ] || [ "$3" = venv ] || say_wrong "$where: python3 -m $3" ;;
    "waylay check" | "waylay demo") ;;
    gcc\ *) [ "$4 $5" = "-shared two/waylay.c" ] || say_wrong "$where: $*" ;; # amalgam.sh compiles these files
    "git log" | "git clone" | "apt-get install") ;;
    ctest\ *) ;;
    *) say_wrong "$where: neither run nor one of those that are not: $*" ;;
    esac
}

# Prints the commands of standard input, one per line.
logical_lines() {
    awk '{ sub(/[ \t]+#.*$/, "") } /\\$/ { sub(/ *\\$/, ""); part = part $0; next } NF { print part $0; part = "" }'
}

commands() {
    program=${1:-}
    mkdir -p "$work/bin" "$work/run/docs"
    cp -r examples "$work/run"
    files=$PWD/tests/program/page_files.sh
    (cd "$work/run" && sh "$files")
    if [ -n "$program" ]; then
        ln -s "$(cd "$(dirname "$program")" && pwd)/$(basename "$program")" "$work/bin/waylay"
    else
        echo "without the program: its commands are not run"
    fi
    PATH=$PWD/$work/bin:$PATH
    count=0
    for page in $pages CONTRIBUTING.md SECURITY.md; do
        blocks "$page" sh
        for block in "$work/$(echo "$page" | tr / -)"-*.sh; do
            [ -e "$block" ] || continue
            line=${block##*-}
            where=$page:${line%%.*}
            read -r kind _ script <"$block.mark" || kind=
            if [ "$kind" = run ]; then
                [ -f "$script" ] || say_wrong "$where: no $script"
                sh -n "$block" || say_wrong "$where: not sh"
                continue
            fi
            logical_lines <"$block" >"$block.lines"
            while read -r command; do
                count=$((count + 1))
                case $command in
                "waylay check"* | "waylay demo"*) refers "$where" "$command" ;;
                waylay\ *)
                    [ -n "$program" ] || continue
                    (cd "$work/run" && sh -c "$command") >"$work/log" 2>&1 </dev/null || {
                        cat "$work/log" >&2
                        say_wrong "$where: failed: $command"
                    }
                    ;;
                *) refers "$where" "$command" ;;
                esac
            done <"$block.lines"
        done
        # check the commands that are within the text
        # shellcheck disable=SC2016
        grep -n -o '`\(sh scripts\|build-test\)/[^`]*`' "$page" | tr -d '`' >"$work/inline" || true
        while IFS=: read -r line command; do
            count=$((count + 1))
            refers "$page:$line" "$command"
        done <"$work/inline"
    done
    # check the picture that is made from the program's answers
    if [ -n "$program" ] && command -v python3 >/dev/null 2>&1; then
        for picture in calls field; do
            count=$((count + 1))
            python3 scripts/maintain/pictures.py $picture "$program" | cmp - docs/$picture.svg >&2 ||
                say_wrong "docs/$picture.svg is not what scripts/maintain/pictures.py draws"
        done
    fi
    # check the blocks that show what the examples of the same build print
    blocks README.md text
    for block in "$work"/README.md-*.text; do
        read -r _ _ example <"$block.mark"
        for language in "" -cpp; do
            built=$(dirname "${program:-.}")/../examples/waylay-example-$example$language
            [ -n "$program" ] && [ -x "$built" ] || continue
            count=$((count + 1))
            "$built" | diff "$block" - >&2 || say_wrong "README.md: $example$language prints something else"
        done
    done
    # check the commands in the workflows of GitHub
    grep -H -n -o 'run: sh scripts/.*' .github/workflows/*.yml | sed 's/run: //' >"$work/workflows"
    while IFS=: read -r file line command; do
        count=$((count + 1))
        refers "$file:$line" "$command"
    done <"$work/workflows"
    for file in .github/workflows/*.yml; do
        refers "$file" "cmake $(grep -o -e '-DWAYLAY_[A-Z0-9_]*=' "$file" | tr -d '=' | tr '\n' ' ')"
    done
    echo "$count commands"
    [ "$count" -ge 30 ] || say_wrong "there are more commands than $count"
}

links() {
    count=0
    names='whom\[|&whom|= whom|nobody\[|detail::nobody'
    for page in $pages CHANGELOG.md CONTRIBUTING.md SECURITY.md .github/ISSUE_TEMPLATE/*.md examples/*/README.md; do
        grep -n -o '](\([^)]*\))' "$page" | sed 's/](//; s/)$//' >"$work/links" || true
        while IFS=: read -r line target; do
            case $target in
            http:* | https:*) continue ;;
            esac
            count=$((count + 1))
            file=${target%%#*}
            if [ -z "$file" ]; then path=$page; else path=$(dirname "$page")/$file; fi
            path=$(echo "$path" | sed 's|^\./||; :again; s|[^/]*/\.\./||; t again')
            if [ ! -e "$path" ]; then
                say_wrong "$page:$line: $target leads nowhere"
                continue
            fi
            case $target in
            *#*)
                sed -n 's/^##* //p' "$path" | tr '[:upper:]' '[:lower:]' | sed 's/[^a-z0-9 _-]//g; s/ /-/g' |
                    grep -qx -e "${target#*#}" || say_wrong "$page:$line: $target: no such heading"
                ;;
            esac
        done <"$work/links"
        # check pictures that are parts of a file: <img src="FILE.svg#ID">
        grep -n -o 'src="[^":]*"' "$page" | sed 's/src="//; s/"$//' >"$work/pictures" || true
        while IFS=: read -r line target; do
            count=$((count + 1))
            grep -q "id=\"${target#*#}\"" "$(dirname "$page")/${target%%#*}" 2>/dev/null ||
                say_wrong "$page:$line: $target: no such picture"
        done <"$work/pictures"
    done
    echo "$count links"
    [ "$count" -ge 30 ] || say_wrong "there are more links than $count"
}

figures() {
    sh scripts/maintain/renew.sh --check || say_wrong "a table is not what it is made from"
    if command -v python3 >/dev/null 2>&1; then
        python3 scripts/maintain/pictures.py growth | cmp - docs/growth.svg >&2 ||
            say_wrong "docs/growth.svg is not what scripts/maintain/pictures.py draws"
    fi
    # compare the figures in the text with those in bench/results that are not in tables
    grep -h -v '^|' bench/results/*.txt >"$work/results"
    figure='[0-9][0-9]*\(\.[0-9][0-9]*\)*'
    grep -o "$figure to $figure\|$figure" "$work/results" | tr ' ' '\n' | grep . >"$work/numbers"
    grep -o "$figure to $figure" "$work/results" | sort -u - "$work/numbers" >"$work/known"
    {
        awk '/^<!-- speed of/ { off = 1 } !off { print "docs/speed.md:" NR ": " $0 } /^<!-- end of/ { off = 0 }' docs/speed.md
        awk '/^## / { on = $2 == "Speed" } /^<!-- speed of/ { off = 1 }
             on && !off { print "README.md:" NR ": " $0 } /^<!-- end of/ { off = 0 }' README.md
    } >"$work/pages"
    # find the figures: ranges, numbers with a point, and integers with a measured unit
    grep -n -o "$figure to $figure\|[0-9][0-9]*\(\.[0-9][0-9]*\)\{1,\}\|[0-9][0-9]* \(%\|ns\|microseconds\)" "$work/pages" |
        sed 's/ \(%\|ns\|microseconds\)$//' >"$work/said"
    while IFS=: read -r line said; do
        grep -qx -F -e "$said" "$work/known" ||
            say_wrong "$(sed -n "${line}s/: .*//p" "$work/pages"): $said is in no file of bench/results"
    done <"$work/said"
    # the commits that the pages name must be those of the tables
    for name in $(grep -o '\b[0-9a-f]\{7\}\b' "$work/pages" | grep '[0-9]' | sort -u); do
        grep -q -w "$name" bench/results/*.txt || say_wrong "README.md or docs/speed.md: no results are of commit $name"
    done
    now=$(sed -n 's/^interception //p' bench/results/current.txt)
    grep -q "^README.md.*\b$now\b" "$work/pages" || say_wrong "README.md: its table of speed is of commit $now"
    echo "$(wc -l <"$work/said") figures outside the tables"
}

# Skips docs/columns.md, because its text is from the registry, and docs/speed.md, because its tables are from
# bench/results. Also skips lines that contain a variable of `names`.
words() {
    names='whom\[|&whom|= whom|nobody\[|detail::nobody'
    phrases='besides?|anew|nobody|somebody|everybody|whoever|whom|lent|in doubt|so many|by turns|is none|those who|with care|in vain'
    # they make a reader look back for what is meant
    phrases="$phrases|the former|the latter|respectively|thereby|thereof|as above, and|at least its own"
    for page in $pages CHANGELOG.md CONTRIBUTING.md SECURITY.md include/waylay/*.h include/waylay/*.hpp; do
        case $page in docs/columns.md | docs/speed.md) continue ;; esac
        awk '/^```/ { code = !code } !code { print NR ": " $0 }' "$page" | grep -iwE "$phrases" | grep -vE "$names" >"$work/found" || continue
        while read -r line; do say_wrong "$page:$line"; done <"$work/found"
    done
    # `reach` is how close is close enough. A weapon's range is the input `range`: a gun that sets it as its
    # reach gets WAY_THERE for every target, with the target's present position as the aim.
    # shellcheck disable=SC2086
    if grep -niE "weapons?('s)? (reach|range)" $pages include/waylay/* src/registry/*.def src/kernels/*/*.def >"$work/found"; then
        while read -r line; do say_wrong "$line"; done <"$work/found"
    fi
}

case $what in
code | links | figures | words) $what ;;
commands) commands "${2:-}" ;;
*)
    echo "usage: scripts/maintain/docs.sh code | commands [PROGRAM] | links | figures | words" >&2
    exit 2
    ;;
esac
if [ -s "$work/wrong" ]; then wrong=$(wc -l <"$work/wrong"); fi
if [ "$wrong" -gt 0 ]; then
    echo "docs: $what: $wrong wrong" >&2
    exit 1
fi
