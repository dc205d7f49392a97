#!/bin/sh
# Tests the npm package as users have it: packed, and installed into an empty folder. Both of its modules must
# give the golden bits in node and in Chromium. Also tests the types, bundles by esbuild and Vite, the example
# with bitECS, and the size of a package with one behaviour.
# usage: web.sh [quick | tools]
#   quick  tests only the API and the golden bits in node, with a few behaviours
#   tools  tests only the types and the bundles, with a few behaviours
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need clang-19 clang-19
need wasm-ld-19 lld-19
need llvm-objdump-19 llvm-19
need node nodejs
need simde/x86/sse2.h libsimde-dev
if [ "${1:-}" != quick ]; then need npm npm; fi
if [ $# -eq 0 ]; then need chromium chromium; fi
get_or_skip "the npm package"
out=build-proof/web
mkdir -p $out

# WAYLAY_WEB=FOLDER tested FILE...: runs files of tests with the package in FOLDER
tested() { node --test --test-reporter=spec "$@"; }

# FOLDER: packs the package in FOLDER and installs it into $out/clean, with the commands of
# docs/hosts/javascript.md
installed() {
    echo "== the package, packed and installed"
    rm -rf $out/clean $out/tools
    mkdir -p $out/clean $out/tools
    ln -s "$PWD/$1" $out/clean/build-web
    echo '{ "private": true, "type": "module" }' >$out/clean/package.json
    sed -n '/^npm /p' docs/hosts/javascript.md >$out/lines
    (
        cd $out/clean
        export npm_config_offline=true npm_config_package_lock=false npm_config_fund=false npm_config_audit=false npm_config_loglevel=error
        sh -ex ../lines
    )
    tar tzf $out/clean/waylay-*.tgz
    cp bindings/js/test/tools/package.json bindings/js/test/tools/package-lock.json $out/tools
    npm ci --prefix $out/tools --ignore-scripts --no-fund --no-audit --silent
    if grep -n 'resolved\|https\?:' bindings/js/test/tools/package-lock.json; then
        echo "bindings/js/test/tools/package-lock.json names a registry" >&2
        exit 1
    fi
}

# Tests which arguments the types accept and refuse, and the blocks of the README, in which a comment such as
# `// a Float32Array` must state the right type
types() {
    echo "== its types"
    cp bindings/js/test/types.ts $out/clean
    awk '/^```js$/ { on = 1; next } /^```/ { on = 0 } on' bindings/js/README.md |
        sed 's|const \([a-z]*\) = \(.*\); *// a \([A-Z][A-Za-z0-9]*Array\)$|const \1: \3 = \2;|' >$out/clean/readme.ts
    grep -q ': Float32Array = ' $out/clean/readme.ts
    cat >$out/clean/missing.ts <<'EOF'
import { load } from 'waylay';
(await load()).intercept2d({ in: { chaser_x: 0, chaser_y: 0, chaser_speed: 1, runner_x: 0, runner_y: 0, runner_vx: 0 }, out: ['time'] });
EOF
    (
        cd $out/clean
        tsc() { ../tools/node_modules/.bin/tsc --noEmit --strict --target es2022 --module nodenext "$@"; }
        tsc types.ts readme.ts
        if tsc missing.ts >../log || ! grep -q "^missing.ts.*: Property 'runner_vy' is missing" ../log || grep parts ../log; then
            echo "web: the types do not name the missing column:" >&2
            cat ../log >&2
            exit 1
        fi
    )
}

# Tests bundles of the package, which run in a folder without the package, and the package in CommonJS
bundles() {
    echo "== bundles by esbuild and Vite, modules and CommonJS"
    rm -rf $out/bundles
    mkdir -p $out/bundles
    readme=$PWD/bindings/js/README.md
    npm install --prefix $out/bundles --no-save --no-package-lock --no-fund --no-audit --silent esbuild@0.28.2 vite@8.3.8
    (
        cd $out/bundles
        cp -R ../clean/node_modules/waylay node_modules
        for way in vite:import wasm:import url:import none:import none:require; do
            case $way in
            vite*) wasm="import wasm from 'waylay/waylay.wasm?url';" given='{ wasm }' ;;
            wasm*) wasm="import wasm from 'waylay/waylay.wasm';" given='{ wasm }' ;;
            *) wasm='' given='' ;;
            esac
            if [ "${way#*:}" = require ]; then load="const { load } = require('waylay');"; else load="import { load } from 'waylay';"; fi
            cat >"${way%:*}-${way#*:}.js" <<EOF
$load
$wasm
load($given).then(way => {
    const { velocity_x } = way.seek2d.one({ chaser_x: 0, chaser_y: 0, chaser_speed: 5, runner_x: 9, runner_y: 0 });
    console.log(way.isa, velocity_x);
}, error => console.log(error.message));
EOF
        done
        esbuild() { node_modules/.bin/esbuild --bundle --platform=node --target=node20 --log-level=error "$@"; }
        mkdir -p made/readme # the lines of the README, as typed there
        mv wasm-import.js made/readme/main.js
        sed -n '/^esbuild /p' "$readme" >lines
        [ "$(wc -l <lines)" -eq 3 ]
        (cd made/readme && PATH=../../node_modules/.bin:$PATH sh -ex ../../lines)
        rm made/readme/main.js
        esbuild none-import.js --format=esm --outfile=made/copied/esm.mjs
        cp node_modules/waylay/waylay.wasm made/copied
        esbuild none-import.js --format=esm --outfile=made/lost/esm.mjs
        esbuild none-import.js --format=cjs --outfile=made/lost/cjs.cjs
        for name in vite url; do # Vite finds both files without any help
            mkdir $name
            mv $name-import.js $name/main.js
            echo '<script type="module" src="./main.js"></script>' >$name/index.html
            node_modules/.bin/vite build $name --base=./ --outDir ../made/$name --logLevel error
            mv made/$name/assets/index-*.js made/$name/assets/index.mjs
        done
        mv none-require.js required.cjs
        # node gets a stand-in for `document`, because modules by Vite ask it whether it can preload
        page='data:text/javascript,globalThis.document = { createElement: () => ({ relList: { supports: () => true } }) }'
        for bundle in required.cjs made/readme/*js made/copied/*.mjs made/*/assets/*.mjs; do
            said=$(node --import "$page" "$bundle" 2>&1) || true
            if [ "$said" != "simd128 5" ]; then
                echo "$bundle: $said" | head -n 20 >&2
                exit 1
            fi
            echo "  $bundle"
        done
        for bundle in made/lost/*; do # without the wasm files, the message must tell what to do
            node "$bundle" | grep -q '^waylay: .*waylay.wasm.*load({ wasm })' || { echo "$bundle: $(node "$bundle")" >&2; exit 1; }
        done
    )
}

choices="choose2d choose3d neighbours2d neighbours3d avoid2d avoid3d assign cast2d cast3d sweep3d conflicts2d conflicts3d waypoints2d
bounce_all2d field2d follow2d"
few="intercept2d lead2d seek2d shortest_path2d sweep_walls2d tile_step"
if [ "${1:-}" = tools ]; then
    # shellcheck disable=SC2086
    sh bindings/js/build.sh -o $out/quick $few $choices
    installed $out/quick
    types
    bundles
    exit 0
fi
# Without its tools, the build names them, and does not ask apt-get for them.
bare=$PWD/$out/bare
rm -rf "$bare"
mkdir -p "$bare"
for tool in sh dirname id; do ln -s "$(command -v $tool)" "$bare/$tool"; done
printf '#!/bin/sh\n: >"$0.asked"\n' >"$bare/apt-get"
chmod +x "$bare/apt-get"
said=$(PATH=$bare sh bindings/js/build.sh -o $out/none 2>&1) && exit 1
case $said in *"apt-get install clang-19 lld-19 nodejs"*) ;; *) echo "build.sh: $said" >&2; exit 1 ;; esac
if [ -e "$bare/apt-get.asked" ]; then echo "build.sh installs unasked" >&2; exit 1; fi
sh bindings/js/test/golden.sh
if [ "${1:-}" = quick ]; then
    # shellcheck disable=SC2086
    sh bindings/js/build.sh -o $out/quick $few $choices
    WAYLAY_WEB=$out/quick WAYLAY_GOLDEN=$few tested bindings/js/test/api.test.js bindings/js/test/docs.test.js \
        bindings/js/test/choosing.test.js bindings/js/test/golden.test.js bindings/js/test/files.test.js
    exit 0
fi

sh bindings/js/build.sh -o $out/package
installed $out/package
types
bundles

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
    echo "choosing is in a build without it, or missing in a build with it" >&2
    exit 1
fi
if [ "$(wc -c <$out/small/waylay.wasm)" -gt 71680 ]; then
    echo "$out/small/waylay.wasm has more than 70 KiB" >&2
    exit 1
fi

echo "== one choice alone, small"
sh bindings/js/build.sh -o $out/choice --small seek2d choose2d
WAYLAY_WEB=$out/package WAYLAY_SMALL=$out/choice node bindings/js/test/small.js
if [ "$(gzip -9c $out/choice/waylay.wasm | wc -c)" -gt 46080 ]; then
    echo "$out/choice/waylay.wasm has more than 45 KiB by gzip" >&2
    exit 1
fi
