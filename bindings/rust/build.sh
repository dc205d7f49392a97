#!/bin/sh
# Puts the two crates together in a folder, whole: the library as two files, its functions, the safe calls, their tests.
# Nothing of it is kept in git. usage: bindings/rust/build.sh [-o FOLDER] [BEHAVIOUR ...]   without behaviours: all; each comes with
# its family. FOLDER is build-rust, unless it is said.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need python3 python3
need gcc gcc
get_missing
crates=build-rust
if [ "${1:-}" = -o ]; then
    crates=$2
    shift 2
fi
version=$(sed -n 's/.*WAY_VERSION_STRING "\(.*\)"/\1/p' include/waylay/base.h)
mkdir -p "$crates"
rm -rf "$crates/waylay" "$crates/waylay-sys"
cp -R bindings/rust/waylay bindings/rust/waylay-sys "$crates"
rm -rf "$crates"/*/target "$crates"/*/Cargo.lock
sed -i.was "s/\"0\\.0\\.0\"/\"$version\"/" "$crates/waylay/Cargo.toml" "$crates/waylay-sys/Cargo.toml"
rm "$crates"/*/Cargo.toml.was
mkdir "$crates/waylay/made"
sh scripts/maintain/amalgamate.sh -o "$crates/waylay-sys/made" "$@"
sh scripts/maintain/description.sh "$@" >"$crates/description.json"
python3 scripts/maintain/bindings.py rust-sys <"$crates/description.json" >"$crates/waylay-sys/made/sys.rs"
python3 scripts/maintain/bindings.py rust <"$crates/description.json" >"$crates/waylay/made/behaviours.rs"
python3 scripts/maintain/bindings.py rust-test <"$crates/description.json" >"$crates/waylay/made/every.rs"
cp LICENSE "$crates/waylay"
cp LICENSE "$crates/waylay-sys"
cp docs/hosts/rust.md "$crates/waylay/README.md"
