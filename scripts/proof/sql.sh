#!/bin/sh
# The extension of DuckDB in a real DuckDB: its header and its library come from npm's packages. The bits of every function,
# NULL and mistakes (bindings/duckdb/duckdb_test.c); that the extension shows its entry alone; what docs/sql.md says that its blocks answer,
# Parquet among them; then a speed comparison of an interception with the same formula in SQL.
# usage: sql.sh [ROWS]   rows of the comparison, default 10000000
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_build
need npm npm
need python3 python3
need nm binutils
use_ninja_and_ccache
get_or_skip "the extension of DuckDB"
[ "$(uname -m)" = x86_64 ] || { echo "SKIPPED: the extension of DuckDB: npm's library is for x86-64"; exit 0; }

work=$PWD/build-proof/sql
mkdir -p "$work"

# PACKAGE VERSION FILE...: these files of a package, unpacked in a folder of its name
unpack() {
    package=$1@$2
    folder=$work/$(echo "$1" | tr -d @ | tr / -)
    shift 2
    [ ! -e "$folder/package/$1" ] || return 0
    mkdir -p "$folder"
    quietly npm pack --silent --pack-destination "$folder" "$package"
    quietly tar xzf "$folder"/*.tgz -C "$folder" $(printf 'package/%s ' "$@")
}
unpack duckdb 1.4.4 src/duckdb/src/include/duckdb.h src/duckdb/src/include/duckdb_extension.h
unpack @duckdb/node-bindings-linux-x64 1.5.6-r.1 libduckdb.so

echo "== sql: building"
quietly cmake -S . -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DWAYLAY_WERROR=ON -DWAYLAY_BUILD_CLI=ON \
    -DWAYLAY_BUILD_EXAMPLES=OFF -DWAYLAY_INSTALL=OFF -DWAYLAY_BUILD_DUCKDB=ON \
    -DDUCKDB_INCLUDE_DIR="$work/duckdb/package/src/duckdb/src/include" \
    -DDUCKDB_LIBRARY="$work/duckdb-node-bindings-linux-x64/package/libduckdb.so"
quietly cmake --build "$work/build" --parallel "$(cores)"
extension=$work/build/bindings/duckdb/waylay.duckdb_extension
shown=$(nm -D --defined-only "$extension" | awk '{ print $3 }')
[ "$shown" = waylay_init_c_api ] || { echo "sql: the extension shows $shown" >&2; exit 1; }
"$work/build/bindings/duckdb/duckdb_test" "$extension"
rm -rf "$work/page"
python3 bindings/duckdb/page_test.py docs/sql.md "$work/build/bindings/duckdb/duckdb_sql" "$extension" "$work/build/cli/waylay" "$work/page"
"$work/build/bindings/duckdb/duckdb_bench" "$extension" "${1:-10000000}" 1 5
