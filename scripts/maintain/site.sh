#!/bin/sh
# Builds the page that shows the library in a browser, in build-page. Any server of static files can serve it.
# The page compares the states of its drones with those of the C program, which this script computes.
# usage: site.sh [again]     again: reuses the npm packages and the states of an earlier run
# WAYLAY_SITE_URL is the address of the page, for previews in chats. WAYLAY_CODE_URL is the address of the
# code. Without it, this script puts an archive of the code next to the page.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
. scripts/lib/units.sh
need node nodejs
need npm npm
need clang-19 clang-19
need wasm-ld-19 lld-19
if [ "${1:-}" != again ]; then need_to_build; fi
get_missing
work=build-proof/page
states=$work/native
mkdir -p $states

if [ "${1:-}" != again ]; then
    echo "== the packages: interceptions at full speed, and small parts: what scenes need, and all other behaviours"
    sh bindings/js/build.sh -o $work/swarm intercept2d
    aim="intercept2d latest2d arc2d flight2d" crowd="lead2d intercept2d choose2d avoid2d assign field2d follow2d"
    move="bounce_all2d shortest_path2d home2d march2d file2d"
    # shellcheck disable=SC2086
    have=$(families_of lead2d $aim ${move#bounce_all2d }) more='' rest=''
    for name in $(behaviour_names); do
        family=$(families_of "$name")
        case " $have $(file_of "${family% }")" in
        *" $family"*) ;;
        */ballistics/*) more="$more $name" ;;
        *) rest="$rest $name" ;;
        esac
    done
    for part in "aim $aim" "crowd $crowd" "move $move" "more $more" "rest $rest"; do
        # shellcheck disable=SC2086
        sh bindings/js/build.sh -o $work/${part%% *} --tiny ${part#* }
    done
    # the list of all behaviours, with the part that has each; a part that a scene needs may repeat some
    node --input-type=module -e "
        import { readFileSync, writeFileSync } from 'node:fs';
        import { load } from './$work/aim/waylay.js';
        const list = [], parts = ['aim', 'crowd', 'move', 'more', 'rest'], questions = [];
        // the README's table: | family | question | behaviours |
        for (const [, question, names] of readFileSync('README.md', 'utf8').split(/<!-- .*families -->/)[1].matchAll(/^\| [^|]* \| ([^|]*\?) \| (.*) \|/gm))
            for (const [name] of names.matchAll(/\w+/g))
                questions.push({ name, question });
        const order = name => questions.findIndex(one => one.name === name.replace(/[23]d$/, ''));
        for (const part of parts)
            for (const { name, family, summary, source } of (await load({ wasm: readFileSync('$work/' + part + '/waylay-plain.wasm') })).description.behaviours)
                if (!list.some(one => one.name === name))
                    list.push({ name, family, summary, source, part, question: questions[order(name)].question });
        list.sort((a, b) => order(a.name) - order(b.name));
        writeFileSync('$states/behaviours.json', JSON.stringify(list));
    "
    echo "== the states of the C program"
    c=gcc cpp=g++
    if command -v ccache >/dev/null 2>&1; then c="ccache gcc" cpp="ccache g++"; fi
    rm -rf $work/objects
    WAY_ONLY_FAMILIES=$(families_of intercept2d seek2d lead2d)
    # shellcheck disable=SC2086
    {
        units scalar
        for file in scene_drones report output picture file_identity; do echo "cli/$file.c $file"; done
        echo "site/native.c main"
    } | compile_units $work/objects $c -std=c11 -O2 -ffp-contract=off -fno-math-errno -D_GNU_SOURCE -Wall -Wextra -Werror \
        -Iinclude -Isrc -Icli -Itests/harness
    $cpp -std=c++17 -O2 -Icli -c -Iinclude cli/numbers.cpp -o $work/objects/numbers.o
    g++ $work/objects/*.o -lm -lpthread -o $work/program
    # write a line for each run, with the states of every thirtieth frame: UNITS PRECISION STATE ...
    for units in 1000 10000 100000 300000 1000000; do
        for precision in exact fast; do
            $work/program $units $precision | awk -v line="$units $precision" \
                '$1 ~ /^[0-9]+$/ && NF == 2 && $1 % 30 == 0 { line = line " " $2 } END { print line }'
        done
    done >$states/drones.txt
fi
for kind in simd plain; do
    simd=
    if [ $kind = simd ]; then simd=-msimd128; fi
    # this module has no data and no stack of its own, because it uses the memory of the library's module
    clang-19 --target=wasm32 -std=c11 -O3 -nostdlib -ffreestanding -ffp-contract=off $simd -Wall -Wextra -Werror \
        -Wl,--no-entry -Wl,--import-memory -Wl,--strip-all site/src/scenes/drones.move.c -o $states/move-$kind.wasm
done

echo "== the page"
archive=$work/waylay-source.tar.gz
if [ -z "${WAYLAY_CODE_URL:-}" ] && ! git archive --prefix=waylay/ -o $archive HEAD 2>/dev/null; then
    tar czf $archive --exclude='./build*' --exclude=node_modules --exclude=./.git .
fi
if grep -n '"resolved"' site/package-lock.json; then
    echo "site/package-lock.json names where packages come from" >&2
    exit 1
fi
(cd site && npm ci --ignore-scripts --no-fund --no-audit --silent && node_modules/.bin/vite build --logLevel warn)
sh scripts/maintain/renew.sh --behaviours >build-page/behaviours.md
if [ -z "${WAYLAY_CODE_URL:-}" ]; then cp $archive build-page; fi
total=0
for file in build-page/index.html build-page/card.* build-page/assets/*; do
    if [ ! -e "$file" ]; then continue; fi
    size=$(gzip -9c "$file" | wc -c)
    total=$((total + size))
    printf '%8d by gzip  %s\n' "$size" "$file"
done
printf '%8d by gzip in all\n' $total
