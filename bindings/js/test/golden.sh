#!/bin/sh
# Builds build-proof/web/golden.wasm, which has the checks of tests/wasm. It imports the library's functions
# and memory.
# usage: golden.sh
set -eu
cd "$(dirname "$0")/../../.."
. scripts/lib/setup.sh
. scripts/lib/units.sh
need clang-19 clang-19
need wasm-ld-19 lld-19
get_missing
compiler=clang-19
if command -v ccache >/dev/null 2>&1; then compiler="ccache clang-19"; fi
objects=build-proof/web/golden
rm -rf "$objects"
mkdir -p "$objects"
for file in tests/wasm/freestanding/freestanding.c tests/wasm/wasm_main.c tests/harness/*.c; do
    echo "$file $(basename "$file" .c)"
done >"$objects/units"
# shellcheck disable=SC2086
compile_units "$objects" $compiler \
    --target=wasm32 -std=c11 -O2 -ffreestanding -ffp-contract=off -fno-math-errno -mbulk-memory -fvisibility=hidden \
    -Wall -Wextra -Wpedantic -Werror -Iinclude -Itests/harness -isystem tests/wasm/freestanding <"$objects/units"
# the checks are at 64 MiB in the library's memory; golden.js has the same address
wasm-ld-19 --no-entry --gc-sections --strip-all --import-memory --import-undefined --global-base=67108864 \
    -z stack-size=262144 "$objects"/*.o -o build-proof/web/golden.wasm
