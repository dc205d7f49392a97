#!/bin/sh
# Tests the page that shows the library: builds it, serves its files, and runs each scene in Chromium. Writes
# pictures of all scenes, in the light and the dark theme, to build-proof/page/pictures.
# usage: page.sh [again]     again: reuses the npm packages of an earlier run
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need clang-19 clang-19
need wasm-ld-19 lld-19
need node nodejs
need npm npm
need chromium chromium
need_to_build
get_or_skip "the page"
sh scripts/maintain/site.sh "$@"
sh bindings/js/test/golden.sh
echo "== the calls that the page shows in C"
for file in site/src/scenes/*.call.c; do gcc -std=c11 -Wall -Wextra -Wpedantic -Werror -fsyntax-only -Iinclude "$file"; done
# one browser runs at a time
node --test --test-concurrency=1 --test-reporter=spec site/test/*.test.js
