#!/bin/sh
# Tests the Python wheel and the DuckDB extension without the checkout: copies the files to an empty Debian
# root that has Python and numpy, but no compiler. They must give the same answers as on this machine.
# python.sh makes the wheel, and sql.sh makes the extension. This script runs python.sh or sql.sh if the file
# is missing.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_roots "empty roots"

work=$PWD/build-proof/roots
mkdir -p "$work"
wheel=$(find build-proof/python/wheel -name '*.whl' 2>/dev/null || true)
[ -n "$wheel" ] || { sh scripts/proof/python.sh >&2; wheel=$(find build-proof/python/wheel -name '*.whl'); }
sql=build-proof/sql/build/bindings/duckdb
[ -e $sql/waylay.duckdb_extension ] || sh scripts/proof/sql.sh 100000 >&2

root=$work/root
make_debian "$root" --include=python3,python3-numpy,python3-venv,libstdc++6
[ ! -e "$root/usr/bin/cc" ] || { echo "roots: the root has a compiler" >&2; exit 1; }

rm -rf "$root/given" "$root/environment"
mkdir "$root/given"
cp "$wheel" $sql/waylay.duckdb_extension $sql/duckdb_sql \
    build-proof/sql/node/node_modules/@duckdb/node-bindings-linux-x64/libduckdb.so \
    examples/data/football_ball_chase.csv "$root/given"

quietly chroot "$root" python3 -m venv --system-site-packages /environment
quietly chroot "$root" /environment/bin/python -m pip install --no-index "/given/$(basename "$wheel")"
asked='import numpy, waylay, sys
table = numpy.genfromtxt(sys.argv[1], delimiter=",", names=True)
time = waylay.intercept2d({name: table[name].astype("f4") for name in table.dtype.names}).time
print(numpy.isfinite(time).sum(), numpy.float64(time[numpy.isfinite(time)].sum(dtype=float)).hex())'
there=$(chroot "$root" /environment/bin/python -c "$asked" /given/football_ball_chase.csv)
here=$(build-proof/python/environment/bin/python -c "$asked" examples/data/football_ball_chase.csv)
echo "wheel: $there"
[ "$there" = "$here" ] || { echo "roots: the wheel answers $here here" >&2; exit 1; }

# FOLDER: prints a query that reads the table in FOLDER. It writes the answer to a file there, because the
# root has no /dev/stdout.
query() {
    echo "COPY (SELECT count(*) FILTER (isfinite(t)), sum(t::DOUBLE) FILTER (isfinite(t)) FROM (SELECT way_intercept2d(
        chaser_x::FLOAT, chaser_y::FLOAT, chaser_speed::FLOAT, runner_x::FLOAT, runner_y::FLOAT, runner_vx::FLOAT,
        runner_vy::FLOAT).time AS t FROM '$1/football_ball_chase.csv')) TO '$1/answer.csv' (FORMAT csv, HEADER false)"
}
mkdir -p "$work/here"
cp examples/data/football_ball_chase.csv "$work/here"
rm -f "$work/here/answer.csv"
chroot "$root" env LD_LIBRARY_PATH=/given /given/duckdb_sql /given/waylay.duckdb_extension "SET threads=1" "$(query /given)"
$sql/duckdb_sql $sql/waylay.duckdb_extension "SET threads=1" "$(query "$work/here")"
echo "extension: $(cat "$root/given/answer.csv")"
cmp "$root/given/answer.csv" "$work/here/answer.csv" >&2 || { echo "roots: the extension answers something else here" >&2; exit 1; }
