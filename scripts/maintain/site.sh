#!/bin/sh
# Builds the page that shows the library in a browser into build-page, for any server of files. Its states of the C program
# are printed by the C program. usage: site.sh [again], which takes the packages and states that are there
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need node nodejs
need npm npm
if [ "${1:-}" != again ]; then
    need_to_build
    use_ninja_and_ccache
fi
get_missing
work=build-proof/page
mkdir -p $work/native

if [ "${1:-}" != again ]; then
    echo "== the packages: interceptions at full speed, and all behaviours, small"
    sh bindings/js/build.sh -o $work/swarm intercept2d seek2d
    sh bindings/js/build.sh -o $work/all --small
    echo "== the states of the C program"
    quietly cmake -S . -B $work/program -DCMAKE_BUILD_TYPE=Release -DWAYLAY_INSTALL=OFF
    quietly cmake --build $work/program --target waylay-cli
    for precision in exact fast; do
        $work/program/cli/waylay scene drones --units 100000 --seconds 10 --precision $precision >$work/native/$precision.txt
    done
    for seed in 1 2 3 4 5 6 7 8; do
        $work/program/cli/waylay scene skirmish --seed $seed | sed -n "s/^state /$seed /p"
    done >$work/native/skirmish.txt
fi

echo "== the page"
if grep -n '"resolved"' site/package-lock.json; then
    echo "site/package-lock.json names where packages come from" >&2
    exit 1
fi
(cd site && npm ci --ignore-scripts --no-fund --no-audit --silent && node_modules/.bin/vite build --logLevel warn)
sh scripts/maintain/renew.sh --behaviours >build-page/behaviours.md
total=0
for file in build-page/index.html build-page/assets/*; do
    size=$(gzip -9c "$file" | wc -c)
    total=$((total + size))
    printf '%8d by gzip  %s\n' "$size" "$file"
done
printf '%8d by gzip in all\n' $total
