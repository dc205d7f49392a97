#!/bin/sh
# Checks the golden hashes in node, with modules that have no C library and import nothing: SIMD128 and plain
# C, with and without optimisation. No module may contain a fused instruction. Prints the modules' sizes.
# usage: wasm.sh [quick]     quick: checks the hashes of one module only
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
. scripts/lib/units.sh
need clang-19 clang-19
need wasm-ld-19 lld-19
need llvm-objdump-19 llvm-19
need node nodejs
need simde/x86/sse2.h libsimde-dev
get_or_skip "the WASM machine (golden hashes in node)"

out=build-proof/wasm${1:+-$1}
rm -rf "$out"
mkdir -p "$out/include"
# link only SIMDe, because the same folder has the headers of this machine's C library
for folder in /usr/include /usr/local/include; do
    if [ -d "$folder/simde" ] && [ ! -e "$out/include/simde" ]; then ln -s "$folder/simde" "$out/include/simde"; fi
done

# compile FOLDER TABLES FLAGS...: compiles the library's objects, and the objects that the checks need
compile() {
    objects=$1 isas=$2
    shift 2
    {
        # shellcheck disable=SC2086
        units $isas
        for file in tests/wasm/freestanding/freestanding.c tests/wasm/wasm_main.c tests/harness/*.c; do
            echo "$file $(basename $file .c)"
        done
    } | compile_units "$objects" clang-19 \
        --target=wasm32 -std=c11 -ffreestanding -ffp-contract=off -fno-math-errno -mbulk-memory \
        -fvisibility=hidden -ffunction-sections -Wall -Wextra -Wpedantic -Werror \
        -Iinclude -Isrc -Itests/harness -isystem tests/wasm/freestanding -isystem "$out/include" "$@"
}

# link MODULE OBJECT...: links a module, in which imports are errors. Optimised modules have the linker's
# usual stack size. A call that needs more stack traps.
link() {
    module=$1
    shift
    case $module in
    *-O0*) stack=262144 ;;
    *) stack=65536 ;;
    esac
    wasm-ld-19 --no-entry --gc-sections --strip-all --stack-first -z stack-size=$stack "$@" -o "$module"
}

# agrees MODULE TABLE...: checks that the module gives the golden hashes on these tables
agreed=0
agrees() {
    module=$1
    shift
    said=$(node tests/wasm/golden_in_node.js "$out/$module.wasm" tests/golden.txt "$@") || {
        echo "$module: $said" >&2
        exit 1
    }
    echo "$module: $said"
    agreed=$((agreed + ${said%% *}))
}

# prove NAME TABLES FLAGS...: builds a module and checks its hashes
prove() {
    name=$1 tables=$2
    shift 2
    compile "$out/$name" "$tables" "$@"
    link "$out/$name.wasm" "$out/$name"/*.o
    # shellcheck disable=SC2086
    agrees "$name" $tables
}

echo "== golden hashes in node $(node --version)"
if [ "${1:-}" = quick ]; then
    prove simd128-O2 "scalar simd128" -msimd128 -O2
    exit 0
fi
prove simd128-O3 "scalar simd128" -msimd128 -O3
prove simd128-O0 "scalar simd128" -msimd128 -O0
prove plain-O3 "scalar" -O3
prove plain-O0 "scalar" -O0
# these modules are for a game that needs only interceptions
WAY_ONLY_FAMILIES=$(families_of intercept2d intercept3d)
prove one-O3 "scalar simd128" -msimd128 -O3
prove one-Oz "scalar simd128" -msimd128 -Oz

echo "== fused instructions"
# count FILE PATTERN: prints the number of instructions in the file that match
count() {
    llvm-objdump-19 -d --no-show-raw-insn "$1" >"$out/listing"
    grep -cE "^ *[0-9a-f]+:.*($2)" "$out/listing" || true
}
# Only relaxed instructions may fuse. LLVM 19 emits them, but its disassembler shows them as <unknown>.
relaxed='relaxed_|<unknown>'
# the search must find a fused instruction in a file that has one
cat >"$out/fused.c" <<'END'
typedef float lanes __attribute__((vector_size(16)));
lanes fused(lanes a, lanes b, lanes c) { return __builtin_wasm_relaxed_madd_f32x4(a, b, c); }
END
clang-19 --target=wasm32 -O1 -mrelaxed-simd -c "$out/fused.c" -o "$out/fused.o"
if [ "$(count "$out/fused.o" "$relaxed")" -ne 1 ]; then
    echo "a fused instruction is not found where one is" >&2
    exit 1
fi
for name in simd128-O3 simd128-O0 one-O3 one-Oz; do
    fused=$(count "$out/$name.wasm" "$relaxed")
    vector=$(count "$out/$name.wasm" '(f32x4|f64x2)\.(add|sub|mul|div|sqrt)')
    echo "$name: $fused fused or relaxed, $vector of IEEE arithmetic on vectors"
    if [ "$fused" -ne 0 ] || [ "$vector" -eq 0 ]; then exit 1; fi
done
vector=$(count "$out/plain-O3.wasm" 'v128\.|(f32x4|f64x2)\.')
echo "plain-O3: $vector instructions on vectors"
if [ "$vector" -ne 0 ]; then exit 1; fi

echo "== bytes of a module that is the library and nothing else: no imports, one function for every behaviour"
# library NAME BEHAVIOUR...: links the objects of the module NAME without the checks, and prints the size
library() {
    module=$out/library-$1.wasm
    objects=$out/$1
    shift
    exports=$(printf -- '--export=way_%s ' "$@")
    # shellcheck disable=SC2046,SC2086
    link "$module" $(find "$objects" -name '*.o' ! -name bit_check.o ! -name laid_call.o ! -name wasm_main.o) $exports --export=__heap_base
    node -e 'const m = new WebAssembly.Module(require("fs").readFileSync(process.argv[1]));
        new WebAssembly.Instance(m); if (WebAssembly.Module.imports(m).length) process.exit(1)' "$module"
    echo "${objects##*/}: $(wc -c <"$module") bytes, $(gzip -9c "$module" | wc -c) by gzip"
}
behaviours=$(behaviour_names)
# shellcheck disable=SC2086
library simd128-O3 $behaviours
# shellcheck disable=SC2086
library plain-O3 $behaviours
library one-O3 intercept2d intercept3d
library one-Oz intercept2d intercept3d

echo "wasm: $agreed hashes agree with tests/golden.txt in 6 modules without imports, 0 fused instructions"
