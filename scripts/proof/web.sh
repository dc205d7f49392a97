#!/bin/sh
# The npm package as its users have it: packed, installed into a clean folder, in node and in Chromium with the golden bits
# of both modules; its types; the example with bitECS; what one behaviour alone weighs. usage: web.sh [quick], which builds
# a few behaviours and runs the tests of the API and their golden bits in node
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need clang-19 clang-19
need wasm-ld-19 lld-19
need llvm-objdump-19 llvm-19
need node nodejs
need simde/x86/sse2.h libsimde-dev
if [ "${1:-}" != quick ]; then
    need npm npm
    need chromium chromium
fi
get_or_skip "the npm package"
out=build-proof/web
mkdir -p $out

# WAYLAY_WEB=FOLDER tested FILE...
tested() { node --test --test-reporter=spec "$@"; }

sh bindings/js/test/golden.sh
if [ "${1:-}" = quick ]; then
    few="intercept2d lead2d seek2d sweep_walls2d tile_step"
    # shellcheck disable=SC2086
    sh bindings/js/build.sh -o $out/quick $few choose2d choose3d neighbours2d neighbours3d avoid2d avoid3d assign
    WAYLAY_WEB=$out/quick WAYLAY_GOLDEN=$few tested bindings/js/test/api.test.js bindings/js/test/docs.test.js \
        bindings/js/test/choosing.test.js bindings/js/test/golden.test.js bindings/js/test/files.test.js
    exit 0
fi

echo "== the package, packed and installed"
sh bindings/js/build.sh -o $out/package
rm -rf $out/clean $out/tools
mkdir -p $out/clean $out/tools
tarball=$(npm pack --silent --pack-destination $out ./$out/package)
tar tzf "$out/$tarball"
cp bindings/js/test/tools/package.json bindings/js/test/tools/package-lock.json $out/tools
npm ci --prefix $out/tools --ignore-scripts --no-fund --no-audit --silent
echo '{ "private": true, "type": "module" }' >$out/clean/package.json
(cd $out/clean && npm install --offline --no-package-lock --no-fund --no-audit --silent "../$tarball")
if grep -n 'resolved\|https\?:' bindings/js/test/tools/package-lock.json; then
    echo "bindings/js/test/tools/package-lock.json names a registry" >&2
    exit 1
fi

echo "== its types"
cp bindings/js/test/types.ts $out/clean
(cd $out/clean && ../tools/node_modules/.bin/tsc --noEmit --strict --target es2022 --module nodenext types.ts)

echo "== its tests, in node $(node --version) and in $(chromium --version 2>/dev/null)"
WAYLAY_WEB=$out/clean/node_modules/waylay tested bindings/js/test/*.test.js

echo "== bitECS"
cp -R $out/tools/node_modules/bitecs $out/clean/node_modules
cp examples/bitecs.mjs $out/clean
node $out/clean/bitecs.mjs
lines=$(wc -l <examples/bitecs.mjs)
if [ "$lines" -ge 120 ]; then
    echo "examples/bitecs.mjs has $lines lines" >&2
    exit 1
fi

echo "== the interception alone, and small"
sh bindings/js/build.sh -o $out/one intercept2d
WAYLAY_WEB=$out/one WAYLAY_GOLDEN=intercept2d tested bindings/js/test/golden.test.js
sh bindings/js/build.sh -o $out/small --small intercept2d
WAYLAY_WEB=$out/small WAYLAY_GOLDEN=intercept2d tested bindings/js/test/golden.test.js
if grep -q way_choice $out/one/*.wasm $out/small/*.wasm || ! grep -q way_choice $out/package/waylay.wasm; then
    echo "choosing is where nobody asked for it, or is not where somebody did" >&2
    exit 1
fi
if [ "$(wc -c <$out/small/waylay.wasm)" -gt 65536 ]; then
    echo "$out/small/waylay.wasm has more than 64 KiB" >&2
    exit 1
fi
