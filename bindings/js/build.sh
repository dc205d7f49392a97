#!/bin/sh
# Builds the complete npm package in a folder: the modules, the types and the wasm files. Git does not keep
# the package. usage: bindings/js/build.sh [-o FOLDER] [--small] [--tiny] [BEHAVIOUR|CHOICE ...]
# Without names, the package has all behaviours and choices. With a behaviour comes its whole family.
# CHOICE: choose2d choose3d neighbours2d neighbours3d avoid2d avoid3d assign cast2d cast3d sweep3d conflicts2d conflicts3d
# waypoints2d bounce_all2d field2d, or follow2d, which comes with field2d
# FOLDER is build-web by default. With --small, the code has half the size and half the speed. With --tiny, it is
# smaller still: only the module without SIMD is built, its exact kernels serve both precisions, choices have no
# words in way.description, and way.wall_tree and a field's update do not exist.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
. scripts/lib/units.sh
package=build-web
if [ "${1:-}" = -o ]; then
    package=$2
    shift 2
fi
small=
if [ "${1:-}" = --small ]; then
    small="-DWAY_SMALL"
    shift
fi
modules="waylay waylay-plain"
linked=
if [ "${1:-}" = --tiny ]; then
    # the linker compiles all units as one, and merges functions with the same code
    small="-flto -DWAY_SMALL -DWAY_WITHOUT_WORDS -DWAY_WITHOUT_FAST" linked="--lto-O2 -mllvm -enable-merge-functions"
    modules=waylay-plain
    shift
fi
need clang-19 clang-19
need wasm-ld-19 lld-19
need node nodejs
need simde/x86/sse2.h libsimde-dev
name_missing
compiler=clang-19
if command -v ccache >/dev/null 2>&1; then compiler="ccache clang-19"; fi

choices="choose2d choose3d neighbours2d neighbours3d avoid2d avoid3d assign cast2d cast3d sweep3d conflicts2d conflicts3d waypoints2d
bounce_all2d field2d follow2d"
behaviours='' chosen=''
for name; do
    if is_one_of "$name" "$choices"; then
        chosen="$chosen $name"
        if [ "$name" = waypoints2d ]; then behaviours="$behaviours march2d"; fi
    elif is_behaviour "$name"; then
        behaviours="$behaviours $name"
    else
        echo "bindings/js/build.sh: no such behaviour: $name" >&2
        exit 2
    fi
done
if [ $# -eq 0 ]; then
    chosen=$choices
elif [ -z "$behaviours" ]; then
    echo "bindings/js/build.sh: name a behaviour, too" >&2
    exit 2
fi
# shellcheck disable=SC2086
WAY_ONLY_FAMILIES=$(families_of $behaviours)

# Export the functions that JavaScript calls. The linker removes all functions that these do not need. JavaScript
# calls choices by these exports, so way_run leaves them out.
exports='' without="-DWAY_WITHOUT_CHOOSING -DWAY_WITHOUT_CALLS"
for name in $chosen; do
    without=-DWAY_WITHOUT_CALLS
    case $name in
    waypoints2d) functions="waypoints2d waypoints2d_capacity" ;;
    bounce_all2d) functions="bounce_all2d bounce_all2d_bytes" ;;
    field2d | follow2d) functions="field2d field2d_bytes$(test "$modules" = waylay-plain || echo " field2d_update")$(test "$name" = field2d || echo " $name")" ;;
    cast3d | sweep3d) functions="$name make_triangle_tree triangle_tree_bytes" ;;
    conflicts[23]d) functions="$name ${name}_bytes" ;;
    *[23]d) functions="$name make_crowd${name#"${name%??}"} crowd${name#"${name%??}"}_bytes" ;;
    assign) functions="assign assign_bytes" ;;
    esac
    for function in $functions; do exports="$exports --export=way_$function"; done
done
if [ "$modules" != waylay-plain ]; then case " $* " in
*walls2d* | *' bounce2d'* | *bounce_all2d* | *avoid2d* | *cast2d* | *choose2d* | *neighbours2d* | '  ') exports="$exports --export=way_make_wall_tree --export=way_wall_tree_bytes" ;;
esac; fi
# The linker keeps all functions in tables of functions, so these macros remove unused ones from the tables.
case " $chosen " in *3d*) ;; *) without="$without -DWAY_WITHOUT_SPACE" ;; esac
case " $chosen " in *neighbours* | *avoid*) ;; *) without="$without -DWAY_WITHOUT_LISTS" ;; esac
objects=build-proof/web/objects-$(echo "$small" "$@" | cksum | cut -d ' ' -f 1)
headers=build-proof/web/include
rm -rf "$objects" "$package"
mkdir -p "$objects" "$headers" "$package"
# Link the folder of SIMDe alone, because the headers next to it are those of this machine's C library.
for folder in /usr/include /usr/local/include; do
    if [ -d "$folder/simde" ] && [ ! -e "$headers/simde" ]; then ln -s "$folder/simde" "$headers/simde"; fi
done

# module NAME TABLES FLAGS...: builds NAME.wasm with the kernels of these instruction sets
module() {
    module=$1 isas=$2
    shift 2
    {
        # shellcheck disable=SC2086
        units $isas
        echo "tests/wasm/freestanding/freestanding.c freestanding"
        echo "bindings/js/exports.c exports"
    } | case $small in
    *WITHOUT_FAST) sed "/-fast /d; s/$/ -Oz $small/" ;;
    '') sed -E '/^src.(registry|call.((way_)?check|plan)|kernels.exact_meeting)/s/$/ -Oz/' ;; # these hardly take time
    *) sed "/-simd128-/!s/$/ -Oz/; s/$/ $small/" ;;
    esac >"$objects/$module.units"
    # shellcheck disable=SC2086
    compile_units "$objects/$module" $compiler $without \
        --target=wasm32 -std=c11 -O3 -ffreestanding -ffp-contract=off -fno-math-errno -mbulk-memory \
        -fvisibility=hidden -ffunction-sections -fdata-sections -Wall -Wextra -Wpedantic -Wno-unused-function -Werror \
        -Iinclude -Isrc -isystem tests/wasm/freestanding -isystem "$headers" "$@" <"$objects/$module.units"
    # The linker refuses imports. With --stack-first, a stack overflow traps.
    # shellcheck disable=SC2086
    wasm-ld-19 $linked --no-entry --gc-sections --strip-all --stack-first -z stack-size=65536 \
        --export=way_behaviour_named --export=way_describe_json --export=way_result_string --export=way_run_one \
        --export=way_isa --export=__heap_base $exports "$objects/$module"/*.o -o "$package/$module.wasm"
}
if [ "$modules" != waylay-plain ]; then module waylay "scalar simd128" -msimd128 -DWAY_WITHOUT_PLAIN_LANES; fi
module waylay-plain scalar

cp bindings/js/package.json bindings/js/waylay.js bindings/js/memory.js bindings/js/writer.js bindings/js/call.js bindings/js/choosing.js bindings/js/README.md LICENSE "$package"
node bindings/js/types.js "$package"
for name in $modules; do
    echo "$name.wasm: $(wc -c <"$package/$name.wasm") bytes, $(gzip -9c "$package/$name.wasm" | wc -c) by gzip"
done
