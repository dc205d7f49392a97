#!/bin/sh
# Tests the library's packages. Builds each package, installs it into an empty folder, and uses it from there:
#   rust     the Rust crates
#   unity    the C# file for Unity
#   system   archives, pkg-config in a moved folder, the Debian packages, and the recipes of vcpkg and Conan as far as they can
#            be run without vcpkg and Conan
#   plain    plain C as Microsoft's compiler, cl, reads it
# usage: packages.sh [rust | unity | system | plain] ...     default: all
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
. scripts/lib/units.sh
root=$PWD
work=$root/build-proof/packages
mkdir -p "$work"
CCACHE_DIR=$root/build-proof/ccache
export CCACHE_DIR
cache=
if command -v ccache >/dev/null 2>&1; then cache="ccache "; fi

rust() {
    need cargo cargo
    need rustc rustc
    need gcc gcc
    need python3 python3
    need simde/x86/sse2.h libsimde-dev
    get_or_skip "the Rust crates"
    echo "== packages: Rust, $(cargo --version), $(rustc --version)"
    sh bindings/rust/build.sh -o "$work/rust"
    behaviours=$(behaviour_names | wc -l)
    # test the unpacked packages, because these would be published
    rm -rf "$work/rust/unpacked"
    mkdir "$work/rust/unpacked"
    echo '[workspace]
members = ["waylay", "waylay-sys"]
resolver = "2"' >"$work/rust/Cargo.toml"
    (
        cd "$work/rust"
        CARGO_TARGET_DIR=packed quietly cargo package --offline --allow-dirty --no-verify --workspace
        for crate in packed/package/*.crate; do tar xzf "$crate" -C unpacked; done
        mv unpacked/waylay-sys-* unpacked/waylay-sys
        mv unpacked/waylay-[0-9]* unpacked/waylay
        echo '[workspace]
members = ["waylay", "waylay-sys"]
resolver = "2"
[patch.crates-io]
waylay-sys = { path = "waylay-sys" }' >unpacked/Cargo.toml
    )
    (cd "$work/rust/unpacked/waylay" && CC="${cache}gcc" CARGO_TARGET_DIR=../../target cargo test --offline >"$work/rust/said" 2>&1) ||
        { cat "$work/rust/said" >&2; exit 1; }
    passed=$(awk '/^test result: ok/ { sum += $4 } END { print sum + 0 }' "$work/rust/said")
    if [ "$passed" -lt $((behaviours + 12)) ]; then
        cat "$work/rust/said" >&2
        echo "packages: $passed tests of Rust for $behaviours behaviours" >&2
        exit 1
    fi
    [ -f "$work/rust/unpacked/waylay-sys/LICENSE" ] || { echo "packages: waylay-sys goes without its licence" >&2; exit 1; }
    # test the crates in the checkout, with a family that the crates' examples do not use
    (cd bindings/rust/waylay && env -u WAYLAY_LIB_DIR CC="${cache}gcc" CARGO_TARGET_DIR="$work/rust/checkout" WAYLAY_BEHAVIOURS=flee2d \
        cargo test --offline >"$work/rust/said" 2>&1) || { cat "$work/rust/said" >&2; exit 1; }
    grep -q 'test flee2d ... ok' "$work/rust/said" || { cat "$work/rust/said" >&2; exit 1; }
    # another profile must use the library that the tests have compiled
    (cd bindings/rust/waylay && unset WAYLAY_LIB_DIR && CC="${cache}gcc" CARGO_TARGET_DIR="$work/rust/checkout" WAYLAY_BEHAVIOURS=flee2d \
        quietly cargo build --release --offline)
    if (cd bindings/rust/waylay && WAYLAY_LIB_DIR=$work/rust CARGO_TARGET_DIR="$work/rust/checkout" \
        cargo build --offline >"$work/log" 2>&1) || ! grep -q "WAYLAY_LIB_DIR: $work/rust has no " "$work/log"; then
        echo "packages: a folder without the library is not refused" >&2
        exit 1
    fi
    if [ "$(find "$work/rust/checkout" -name libwaylay.a -newer "$work/rust/said" | wc -l)" -ne 0 ]; then
        echo "packages: a release build compiles the C library again" >&2
        exit 1
    fi
    # each of these lines must not compile: an output that is also an input or another output, a slice that does not
    # live long enough, and elements of a wrong type
    for wrong in 'let mut a = [0f32; 2]; let c = waylay::slice(&a); let o = waylay::slice_mut(&mut a); let _ = (c, o);' \
        'let c = { let a = [0f32; 2]; waylay::slice(&a) }; let _ = c;' \
        'struct S { x: f32 } let mut a = [S { x: 1.0 }]; let _ = waylay::fields_mut!(&mut a, S, x, x);' \
        'struct S { x: u8 } let a = [S { x: 1 }]; let _ = waylay::field!(a, S, x);' \
        'let a = [0i32; 2]; let _ = waylay::Intercept2dIn { runner_x: waylay::slice(&a), ..Default::default() };' \
        'let a = [0u32; 2]; let _ = waylay::Intercept2dIn { reach: waylay::same(&a[0]), ..Default::default() };' \
        'let mut a = [0f32; 2]; let _ = waylay::Intercept2dOut { status: waylay::slice_mut(&mut a), ..Default::default() };' \
        'let mut a = [0f32; 2]; let _ = waylay::Choose2dOut { target: waylay::slice_mut(&mut a), ..Default::default() };' \
        'let mut a = [waylay::Status::Met; 2]; let _ = waylay::Choose2dOut { target: waylay::slice_mut(&mut a), ..Default::default() };' \
        'let mut a = [0i32; 2]; let _ = waylay::Intercept2dOut { status: waylay::slice_mut(&mut a), ..Default::default() };' \
        'let a = [0f32; 2]; let _ = waylay::Batch { target: waylay::slice(&a), ..Default::default() };' \
        'let a = [0f32; 2]; let _ = waylay::Choose2dIn { self_row: waylay::slice(&a), ..Default::default() };'; do
        echo "fn main() { $wrong }" >"$work/rust/wrong.rs"
        library=$(find "$work/rust/target/debug/deps" -name 'libwaylay-*.rlib' | head -n 1)
        if rustc --edition 2021 --emit metadata -o "$work/rust/wrong" -L "$work/rust/target/debug/deps" \
            --extern waylay="$library" "$work/rust/wrong.rs" >"$work/log" 2>&1 ||
            ! grep -q '^error\[E0\(499\|502\|597\|277\|308\)\]' "$work/log"; then
            cat "$work/log" >&2
            echo "packages: Rust takes $wrong" >&2
            exit 1
        fi
    done
    echo "rust: $passed tests, $behaviours behaviours"
}

# NAME OPTION-OF-CMAKE...: builds the library with these options and installs it into $work/NAME/installed
built() {
    name=$1
    shift
    quietly cmake -S . -B "$work/$name/build" -DCMAKE_BUILD_TYPE=Release -DWAYLAY_BUILD_CLI=OFF -DWAYLAY_BUILD_EXAMPLES=OFF \
        -DCMAKE_INSTALL_LIBDIR=lib -DCMAKE_INSTALL_PREFIX="$work/$name/installed" "$@"
    quietly cmake --build "$work/$name/build" --parallel "$(cores)"
    rm -rf "$work/$name/installed"
    quietly cmake --install "$work/$name/build"
}

unity() {
    need_to_build
    need python3 python3
    need mcs mono-mcs
    need mono mono-runtime
    get_or_skip "the C# file of Unity"
    use_ninja_and_ccache
    echo "== packages: Unity's C# file, $(mono --version | head -n 1)"
    built shared -DBUILD_SHARED_LIBS=ON
    sh bindings/unity/build.sh "$work/unity"
    sh scripts/maintain/description.sh | python3 scripts/maintain/bindings.py csharp-test >"$work/unity/Test.cs"
    quietly mcs -unsafe -warnaserror -langversion:7.2 -define:ENABLE_UNITY_COLLECTIONS_CHECKS -out:"$work/unity/test.exe" "$work/unity/Waylay.cs" \
        "$work/unity/NativeColumns.cs" "$work/unity/Samples~/Chase/Chase.cs" bindings/unity/StandIns.cs "$work/unity/Test.cs"
    python3 -c 'import json, sys; [json.load(open(name)) for name in sys.argv[1:]]' "$work/unity/package.json" \
        "$work/unity/Waylay.asmdef" "$work/unity/Samples~/Chase/Chase.asmdef"
    LD_LIBRARY_PATH=$work/shared/installed/lib mono "$work/unity/test.exe"
    # The page's program, compiled and started by the page's own lines, must print what the page shows.
    rm -rf "$work/unity/page"
    mkdir "$work/unity/page"
    ln -s .. "$work/unity/page/build-unity"
    ln -s ../../shared/installed/lib "$work/unity/page/build-shared"
    awk '/^<!-- run by scripts\/proof\/packages.sh -->$/ { on = 1 } on && /^```/ { on++; next }
         on == 2 { print >(page "/lines") } on == 4 { print >(page "/first.cs") } on == 6 { print >(page "/shown") }
         on == 7 { exit }' page="$work/unity/page" docs/hosts/unity.md
    (cd "$work/unity/page" && grep '^mcs \|mono ' lines | sh >said) || exit 1
    diff "$work/unity/page/shown" "$work/unity/page/said" >&2
    # the page's columns of Unity's arrays and its functions must compile, and its job must be the sample's
    awk '/^<!-- compiled by scripts\/proof\/packages.sh -->$/ { on = 1; part++ } on && /^```/ { on = on == 1 ? 2 : 0; next }
         on == 2 { print >(page "/part" part) }' page="$work/unity/page" docs/hosts/unity.md
    printf 'using Unity.Collections; using Unity.Collections.LowLevel.Unsafe; using Unity.Mathematics; using UnityEngine; using Waylay;
        struct Unit { public float speed; } static unsafe class Page { static void Columns(NativeArray<Vector3> positions,
        NativeArray<half> speeds, NativeArray<Unit> units) { %s } %s }\n' "$(cat "$work/unity/page/part1")" \
        "$(cat "$work/unity/page/part2" "$work/unity/page/part3")" >"$work/unity/Page.cs"
    quietly mcs -unsafe -warn:0 -target:library -langversion:7.2 -out:"$work/unity/page.dll" "$work/unity/Waylay.cs" \
        "$work/unity/NativeColumns.cs" bindings/unity/StandIns.cs "$work/unity/Page.cs"
    awk '/^```csharp$/ { on = 1; next } on && /^```$/ { exit } on' docs/hosts/unity.md >"$work/unity/job"
    sed -n '/^public struct ChaseJob/,/^}/p' 'bindings/unity/package/Samples~/Chase/Chase.cs' | diff "$work/unity/job" - >&2
    # the function for several tables must be the test's
    sed -n '/^    struct Fighter$/,/^    \/\/ Fighters in three tables/{ /^    \/\/ Fighters/d; s/^    //; p; }' bindings/unity/Test.cs |
        diff -B "$work/unity/page/part3" - >&2
    # The first of these lines must compile. The others must not: columns of the wrong kind, numbers for enums, and fields
    # without the stride of their struct.
    quietly mcs -unsafe -target:library -langversion:7.2 -out:"$work/unity/waylay.dll" "$work/unity/Waylay.cs"
    expected=compiles
    for line in 'int n = 5; float x; Status s; var i = new Choose2dIn { self = WholeColumn.Same(&n), reach = Column.Same(&x) }; Span<int> w = null;
                 var o = new Seek2dOut { status = StatusColumnOut.Array(&s, 1), velocity_x = Records.Of(ref x, 1).Out(ref x) }; bool b = s == Status.Met;
                 var t = new Targets { row = WholeColumn.Array(&n, 1), runner_count = n }; var c = Records.Of(w).In(ref n);
                 var f = new Field { status = Items.Of(ref s, 1) }; Seek2dIn p; var r = Part.Of(&p, 1); b &= Items.Of(w).length == 0;' \
        'int n = 5; var c = Column.Same(&n);' \
        'uint n = 5; var c = Column.Array(&n, 1);' \
        'float x = 5; var c = WholeColumn.Same(&x);' \
        'int n; var c = ColumnOut.Array(&n, 1);' \
        'float x; var c = WholeColumnOut.Array(&x, 1);' \
        'int n = 5; var i = new Seek2dIn { chaser_speed = WholeColumn.Same(&n) };' \
        'int n; var o = new Seek2dOut { velocity_x = WholeColumnOut.Array(&n, 1) };' \
        'float x; var o = new Seek2dOut { status = ColumnOut.Array(&x, 1) };' \
        'uint n; var o = new Seek2dOut { status = WholeColumnOut.Array(&n, 1) };' \
        'Status s; var o = new Choose2dOut { target = StatusColumnOut.Array(&s, 1) };' \
        'float x; var i = new Choose2dIn { self = Column.Array(&x, 1) };' \
        'float x; var o = new Choose2dOut { target = ColumnOut.Array(&x, 1) };' \
        'float x; var t = new Targets { row = Column.Array(&x, 1) };' \
        'void* p = null; var c = Column.Array(p, 1);' \
        'float x; var c = Column.At(&x);' \
        'float x; var c = Column.At(&x, 16);' \
        'float x; var c = Column.Array(&x);' \
        'short n = 5; var c = Records.Of(ref n, 1).In(ref n);' \
        'var a = new float[3]; var c = Records.Of(a);' \
        'var c = Column.Of(new float[3]);' \
        'var c = WholeColumn.Of(new uint[3]);' \
        'var c = ColumnOut.Of(new double[3]);' \
        'var c = WholeColumnOut.Of(new int[3]);' \
        'var c = StatusColumnOut.Of(new Status[3]);' \
        'var c = Items.Of(new uint[3]);' \
        'uint n; var c = new Choice { index = &n };' \
        'uint n; var l = new Neighbours { offset = Items.Of(ref n, 1) };' \
        'Lead2dIn i; var p = SearchPart.Of(&i, 1);' \
        'var c = new Choice { cost = 1 };' \
        'var a = new Assignment { aim = 1 };' \
        'var b = new Batch { precision = 1 };' \
        'Seek2dIn i; Seek2dOut o; Batch b; int r = Native.way_seek2d(&i, &o, &b);' \
        'Seek2dIn i = new Seek2dIn(); Lead2dOut o = new Lead2dOut(); Way.Seek2d(i, o, Batch.Of(0));' \
        'Intercept2dAnswer a; bool met = a.status == 1;'; do
        echo "using System; using Waylay; static unsafe class Line { static void Main() { $line } }" >"$work/unity/Line.cs"
        if mcs -unsafe -warn:0 -langversion:7.2 -r:"$work/unity/waylay.dll" -out:"$work/unity/line.exe" "$work/unity/Line.cs" \
            >"$work/log" 2>&1; then said=compiles; else said=$(grep -o 'CS\(0019\|0029\|0266\|0619\|1501\|1502\|1503\)' "$work/log" | head -n 1); fi
        case $expected$said in
        compilescompiles | refusedCS*) ;;
        *)
            cat "$work/log" >&2
            echo "packages: C#, $expected: $line" >&2
            exit 1
            ;;
        esac
        expected=refused
    done
    # every function that the C# file names must be in the library
    sed -n 's/.*static extern [a-zA-Z*]* \(way_[a-z0-9_]*\)(.*/\1/p' "$work/unity/Waylay.cs" | sort >"$work/unity/named"
    nm -D --defined-only "$work/shared/installed/lib/libwaylay.so" | awk '{ print $3 }' | sort >"$work/unity/shown"
    if [ -n "$(comm -23 "$work/unity/named" "$work/unity/shown")" ]; then
        echo "packages: Waylay.cs names what the library does not show" >&2
        exit 1
    fi
    echo "unity: $(wc -l <"$work/unity/named") functions"
}

# WAY PREFIX: checks that programs in C and C++ find the library in PREFIX by CMake and by pkg-config, and get the right
# answers
consumed() {
    rm -rf "$work/consumer"
    quietly cmake -S tests/consumer -B "$work/consumer" -DCMAKE_BUILD_TYPE=Release -DCMAKE_PREFIX_PATH="$2"
    quietly cmake --build "$work/consumer"
    folder=$(dirname "$(find "$2" -name 'libwaylay.*' | head -n 1)")
    flags=$(PKG_CONFIG_PATH="$folder/pkgconfig" pkg-config --cflags --libs waylay)
    # shellcheck disable=SC2086
    quietly gcc -std=c11 tests/consumer/consumer.c -o "$work/consumer/by-pc" $flags -Wl,-rpath,"$folder"
    for program in consumer-c consumer-cpp by-pc; do
        LD_LIBRARY_PATH=$folder "$work/consumer/$program" || { echo "packages: $1: $program: wrong answers" >&2; exit 1; }
    done
    case $flags in *"-L$folder"* | *"-L$2"*) ;; *) echo "packages: $1: pkg-config says $flags" >&2; exit 1 ;; esac
    echo "  $1: CMake in C and C++, pkg-config"
}

system() {
    need_to_build
    need pkg-config pkg-config
    need python3 python3
    need dpkg-buildpackage dpkg-dev
    need dh debhelper
    need fakeroot fakeroot
    need lintian lintian
    get_or_skip "archives, Debian packages, the recipes of vcpkg and Conan"
    use_ninja_and_ccache
    rm -rf "$work/headers"
    mkdir "$work/headers"
    ln -s /usr/include/simde "$work/headers/simde"

    echo "== packages: an archive, unpacked elsewhere"
    built static
    (cd "$work/static/build" && quietly cpack -G TGZ -B "$work/static/archive")
    rm -rf "$work/unpacked"
    mkdir "$work/unpacked"
    tar xzf "$work"/static/archive/waylay-*.tar.gz -C "$work/unpacked"
    set -- "$work"/unpacked/*
    mv "$work/static/build" "$work/static/put-aside" # so that only the unpacked library can be used
    consumed "$(basename "$1")" "$1"
    [ -n "$(find "$1" -name LICENSE)" ] || { echo "packages: the archive has no licence" >&2; exit 1; }
    mv "$work/static/put-aside" "$work/static/build"
    (cd "$work/static/build" && quietly cpack --config CPackSourceConfig.cmake -B "$work/static/sources")
    rm -rf "$work/unpacked"
    mkdir "$work/unpacked"
    tar xzf "$work"/static/sources/waylay-*-Source.tar.gz -C "$work/unpacked"
    if find "$work/unpacked" -name .git -o -name 'build*' -type d | grep -v '/tests/' | grep .; then
        echo "packages: the sources contain a .git or build folder" >&2
        exit 1
    fi
    # build with the SIMDe that FetchContent provides
    quietly cmake -S "$work"/unpacked/waylay-* -B "$work/unpacked/build" -DCMAKE_BUILD_TYPE=Release -DWAYLAY_BUILD_CLI=OFF \
        -DWAYLAY_BUILD_EXAMPLES=OFF -DWAYLAY_BEHAVIOURS=seek2d -DWAYLAY_FETCH_SIMDE=ON -DCMAKE_DISABLE_FIND_PACKAGE_SIMDe=ON \
        -DFETCHCONTENT_SOURCE_DIR_SIMDE="$work/headers"
    grep -q "$work/headers" "$work/unpacked/build/build.ninja" || { echo "packages: SIMDe is not the one fetched" >&2; exit 1; }
    quietly cmake --build "$work/unpacked/build"
    echo "  the sources, with SIMDe by FetchContent"

    echo "== packages: the port of vcpkg, its calls done by CMake; Conan's recipe, read"
    rm -rf "$work/vcpkg"
    quietly cmake -DCURRENT_PORT_DIR="$root/packaging/vcpkg/waylay" -DCURRENT_INSTALLED_DIR=/usr \
        -DCURRENT_PACKAGES_DIR="$work/vcpkg/installed" -DWORK="$work/vcpkg/build" -P packaging/vcpkg/stand_in.cmake
    rm -rf "$work/vcpkg/build"
    consumed "vcpkg's port" "$work/vcpkg/installed"
    version=$(sed -n 's/.*WAY_VERSION_STRING "\(.*\)"/\1/p' include/waylay/base.h)
    grep -q "\"version\": \"$version\"" packaging/vcpkg/waylay/vcpkg.json || { echo "packages: vcpkg.json is not of $version" >&2; exit 1; }
    grep -q "^waylay ($version)" packaging/debian/changelog || { echo "packages: packaging/debian/changelog is not of $version" >&2; exit 1; }
    python3 -c 'import ast, sys; ast.parse(open(sys.argv[1]).read())' packaging/conan/conanfile.py
    for option in $(grep -oh 'WAYLAY_[A-Z_]*' packaging/conan/conanfile.py packaging/vcpkg/waylay/portfile.cmake | sort -u); do
        grep -q "option($option \|set($option .*CACHE" CMakeLists.txt cmake/*.cmake ||
            { echo "packages: a recipe sets $option, which CMake does not have" >&2; exit 1; }
    done

    echo "== packages: Debian's"
    rm -rf "$work/debian"
    mkdir -p "$work/debian/tree"
    git ls-files -z | xargs -0 tar c | tar x -C "$work/debian/tree"
    mv "$work/debian/tree/packaging/debian" "$work/debian/tree"
    (
        cd "$work/debian/tree"
        unset CMAKE_GENERATOR
        PATH=/usr/lib/ccache:$PATH DEB_BUILD_OPTIONS="parallel=$(cores)" quietly dpkg-buildpackage -b -us -uc
    )
    (cd "$work/debian/tree" && quietly dpkg-buildpackage -S -us -uc)
    lintian --fail-on error,warning "$work"/debian/*.changes >"$work/debian/lintian" 2>&1 ||
        { cat "$work/debian/lintian" >&2; exit 1; }
    # Install the packages into an empty root. Their dependencies are on this machine, but not in the root.
    mkdir -p "$work/debian/root/var/lib/dpkg/info" "$work/debian/root/var/lib/dpkg/updates"
    touch "$work/debian/root/var/lib/dpkg/status" "$work/debian/root/var/lib/dpkg/available"
    quietly fakeroot dpkg --root="$work/debian/root" --log="$work/debian/dpkg.log" --force-depends --force-not-root \
        --force-script-chrootless -i "$work"/debian/*waylay*_*.deb
    library=$(dirname "$(find "$work/debian/root" -name libwaylay.so)")
    flags=$(PKG_CONFIG_PATH="$library/pkgconfig" PKG_CONFIG_SYSROOT_DIR="$work/debian/root" pkg-config --cflags --libs waylay)
    # shellcheck disable=SC2086
    quietly gcc -std=c11 tests/consumer/consumer.c -I"$work/debian/root/usr/include" -L"$library" $flags -o "$work/debian/consumer"
    LD_LIBRARY_PATH=$library "$work/debian/consumer"
    LD_LIBRARY_PATH=$library "$work/debian/root/usr/bin/waylay" list >"$work/debian/listed"
    echo "system: $(ls "$work"/debian/*.deb | wc -l) Debian packages, lintian says nothing; $(wc -l <"$work/debian/listed") behaviours listed"
}

# Compiles plain C and SSE2 with clang, which imitates Microsoft's compiler without GNU extensions.
# Microsoft's C library is not here, so stand-in headers declare the functions that the library calls.
plain() {
    need clang-19 clang-19
    need simde/x86/sse2.h libsimde-dev
    get_or_skip "plain C"
    echo "== packages: plain C and SSE2 without GNU's words"
    rm -rf "$work/msvc"
    mkdir -p "$work/msvc"
    ln -s /usr/include/simde "$work/msvc/simde"
    echo '#include <stddef.h>
char *getenv(const char *);
void *malloc(size_t);
void free(void *);' | tee "$work/msvc/stdlib.h" >"$work/msvc/malloc.h"
    echo '#error "not needed"' >"$work/msvc/stdatomic.h"
    msvc="clang-19 --target=x86_64-pc-windows-msvc -std=c11 -O1 -ffp-contract=off -pedantic-errors -D__STDC_NO_ATOMICS__"
    msvc="$msvc -Iinclude -Isrc -isystem $work/msvc -isystem tests/wasm/freestanding"
    units scalar sse2 >"$work/units"
    files=0
    while read -r source name flags; do
        # shellcheck disable=SC2086
        quietly $msvc $flags -fsyntax-only "$source"
        # shellcheck disable=SC2086
        $msvc $flags -E "$source" | awk '/^# [0-9]+ "/ { ours = $3 ~ /^"(src|include)\// }
            { gsub(/__builtin_(sqrtf?|fabsf?|signbit|isfinite|inff?|nanf?|huge_valf?|mem(cpy|set|cmp)|ia32_[a-z0-9]*|offsetof)/, "") }
            ours && /__(attribute|asm|extension|builtin)|_Pragma|typeof/' >"$work/gnu"
        if [ -s "$work/gnu" ]; then
            head -n 5 "$work/gnu" >&2
            echo "packages: $name has GNU extensions" >&2
            exit 1
        fi
        files=$((files + 1))
    done <"$work/units"
    [ $files -gt 100 ] || { echo "packages: only $files units" >&2; exit 1; }
    # 32-bit code must set the mode of the x87 unit; 64-bit code does not use that unit
    # shellcheck disable=SC2086
    quietly $(echo "$msvc" | sed 's/x86_64-pc/i686-pc/') -msse2 -S -o "$work/msvc/run.s" src/call/walk.c
    grep -q fldcw "$work/msvc/run.s" || { echo "packages: 32 bits do not set the mode of the x87 unit" >&2; exit 1; }
    echo "plain: $files units"
}

if [ $# -eq 0 ]; then set -- rust unity system plain; fi
for topic; do
    case $topic in
    rust | unity | system | plain) "$topic" ;;
    *)
        echo "packages: no such part: $topic" >&2
        exit 2
        ;;
    esac
done
