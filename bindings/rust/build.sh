#!/bin/sh
# Makes the two crates in a folder: the library as two files, its declarations, the safe calls and their
# tests. Git does not keep them. usage: bindings/rust/build.sh [-o FOLDER] [BEHAVIOUR ...]
# Without behaviours, the crates have all. A behaviour comes with its family. FOLDER is build-rust by default.
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
mkdir -p "$crates"
rm -rf "$crates/waylay" "$crates/waylay-sys"
cp -R bindings/rust/waylay bindings/rust/waylay-sys "$crates"
rm -rf "$crates"/*/target "$crates"/*/Cargo.lock
mkdir "$crates/waylay/made"
sh scripts/maintain/amalgamate.sh -o "$crates/waylay-sys/made" "$@"
sh scripts/maintain/description.sh "$@" >"$crates/description.json"
python3 scripts/maintain/bindings.py rust-sys <"$crates/description.json" >"$crates/waylay-sys/made/sys.rs"
python3 scripts/maintain/bindings.py rust <"$crates/description.json" >"$crates/waylay/made/behaviours.rs"
python3 scripts/maintain/bindings.py rust-test <"$crates/description.json" >"$crates/waylay/made/every.rs"
cp LICENSE "$crates/waylay"
cp LICENSE "$crates/waylay-sys"
cp docs/hosts/rust.md "$crates/waylay/README.md"
