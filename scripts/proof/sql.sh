#!/bin/sh
# Tests the DuckDB extension in a real DuckDB, whose header and library come from npm packages.
# bindings/duckdb/duckdb_test.c tests the bits of every function, by position and by name, NULL, and callers'
# mistakes. The extension must export only its entry point. The answers in docs/sql.md, also those from
# Parquet, and the page's line for Node must be right. Then compares the speed with the same formula in SQL.
# usage: sql.sh [ROWS]   ROWS is the number of rows in the comparison, by default 10000000
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_build
need npm npm
need node nodejs
need python3 python3
need nm binutils
use_ninja_and_ccache
get_or_skip "the extension of DuckDB"
[ "$(uname -m)" = x86_64 ] || { echo "SKIPPED: the extension of DuckDB: npm's library is for x86-64"; exit 0; }

work=$PWD/build-proof/sql
mkdir -p "$work"

# PACKAGE VERSION FILE...: unpacks these files of an npm package into $work/PACKAGE
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
# The npm package @duckdb/node-bindings has DuckDB's C library. It is a dependency of this package.
quietly npm install --prefix "$work/node" --no-save --no-package-lock --no-fund --no-audit @duckdb/node-api@1.5.6-r.1
duckdb_library=$work/node/node_modules/@duckdb/node-bindings-linux-x64/libduckdb.so

echo "== sql: building"
quietly cmake -S . -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DWAYLAY_WERROR=ON -DWAYLAY_BUILD_CLI=ON \
    -DWAYLAY_BUILD_EXAMPLES=OFF -DWAYLAY_INSTALL=OFF -DWAYLAY_BUILD_DUCKDB=ON \
    -DDUCKDB_INCLUDE_DIR="$work/duckdb/package/src/duckdb/src/include" \
    -DDUCKDB_LIBRARY="$duckdb_library"
quietly cmake --build "$work/build" --parallel "$(cores)"
extension=$work/build/bindings/duckdb/waylay.duckdb_extension
shown=$(nm -D --defined-only "$extension" | awk '{ print $3 }')
[ "$shown" = waylay_init_c_api ] || { echo "sql: the extension shows $shown" >&2; exit 1; }
"$work/build/bindings/duckdb/duckdb_test" "$extension"
rm -rf "$work/page"
python3 bindings/duckdb/page_test.py docs/sql.md "$work/build/bindings/duckdb/duckdb_sql" "$extension" "$work/build/cli/waylay" "$work/page"
# Test the page's line for Node. Its lines for DuckDB's program and for Python are not tested, because neither
# npm nor Debian has these.
line=$(sed -n 's/^\(DuckDBInstance.create(.*)\)  *Node, .*/\1/p' docs/sql.md)
[ -n "$line" ] || { echo "sql: docs/sql.md does not say how to open DuckDB in Node" >&2; exit 1; }
echo "import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await $line).connect();
await connection.run(\"LOAD './waylay.duckdb_extension'\");
const answer = await connection.runAndReadAll('SELECT way_seek2d(0, 0, 5, 3, 4).velocity_y');
console.log('Node: ' + answer.getRows()[0][0]);" >"$work/node/as_typed.mjs"
said=$(cd "$work/page" && node "$work/node/as_typed.mjs")
[ "$said" = "Node: 4" ] || { echo "sql: Node says $said" >&2; exit 1; }
echo "$said, opened by the page's line"
"$work/build/bindings/duckdb/duckdb_bench" "$extension" "${1:-10000000}" 1 5
