#!/bin/sh
# Tests the Python package as users get it: builds a wheel from the shared library and installs it into a new
# environment. Then tests the bits of every behaviour, layouts of columns, targets, nulls, callers' mistakes,
# lifetimes, threads, stubs (with mypy and pyright), and the examples of docs/python.md. Without `quick`, the
# script also tests plain C and runs the bench once.
# usage: scripts/proof/python.sh          builds the shared library
#        scripts/proof/python.sh quick    uses the shared library of the tests, in build-test
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_to_python
if [ "${1:-}" != quick ]; then
    need_to_build
    need ../lib/python3/dist-packages/pandas/__init__.py python3-pandas
    need ../lib/python3/dist-packages/numba/__init__.py python3-numba
    need ../lib/python3/dist-packages/mypy/__init__.py python3-mypy
    need npm npm
    use_ninja_and_ccache
fi
get_or_skip "the Python package"

root=$PWD
work=$root/build-proof/python
mkdir -p "$work"

if [ "${1:-}" = quick ]; then
    library=$root/build-test/tests/libwaylay.so
    WAYLAY_PROGRAM=$root/build-test/cli/waylay
else
    quietly cmake -S . -B "$work/shared" -DCMAKE_BUILD_TYPE=Release -DBUILD_SHARED_LIBS=ON -DWAYLAY_BUILD_EXAMPLES=OFF
    quietly cmake --build "$work/shared" --parallel "$(cores)"
    library=$work/shared/libwaylay.so
    WAYLAY_PROGRAM=$work/shared/cli/waylay
fi
WAYLAY_TEST_SIZE=${1:-full}
export WAYLAY_PROGRAM WAYLAY_TEST_SIZE
unset PYTHONPATH WAYLAY_LIBRARY

install_wheel "$library" "$work"
WAYLAY_WHEEL=$wheel
export WAYLAY_WHEEL
echo "wheel: $(basename "$WAYLAY_WHEEL"), $(($(wc -c <"$WAYLAY_WHEEL") / 1024)) KiB"
"$work/environment/bin/python" -c 'import numpy, sys; sys.exit(numpy.__file__.startswith(sys.prefix))' ||
    { echo "python: numpy is not the machine's" >&2; exit 1; }

# NAME [VARIABLE=VALUE ...]: runs all tests with warnings as errors, and prints which tests were skipped
tests() {
    name=$1
    shift
    (cd bindings/python/tests && env "$@" "$work/environment/bin/python" -W error -m unittest -v) >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        exit 1
    }
    ran=$(sed -n 's/^Ran \([0-9]*\) tests.*/\1/p' "$work/log")
    echo "$name: $ran tests; left out: $(sed -n "s/.* skipped '\(.*\)'$/\1/p" "$work/log" | sort -u | tr '\n' ';')"
    [ "$ran" -ge 60 ] || { echo "python: there are more tests than $ran" >&2; exit 1; }
}

if [ "${1:-}" != quick ]; then
    quietly npm install --prefix "$work/pyright" --no-save --no-package-lock --no-fund --no-audit pyright@1.1.414
    WAYLAY_PYRIGHT=$work/pyright/node_modules/.bin/pyright
    export WAYLAY_PYRIGHT
fi
tests "package"
if [ "${1:-}" = quick ]; then exit 0; fi
# Only tests of pyarrow may be skipped: Debian has no pyarrow, and other tests read Arrow data without it.
if sed -n "s/.* skipped '\(.*\)'$/\1/p" "$work/log" | grep -qv pyarrow; then
    echo "python: something was left out" >&2
    exit 1
fi
tests "plain C" WAYLAY_ISA=scalar
# pip must be able to build the package from an sdist
need ../lib/python3/dist-packages/build/__init__.py python3-build
need ../lib/python3/dist-packages/wheel/__init__.py python3-wheel
get_missing
rm -rf "$work/sdist" "$work/own"
quietly /usr/bin/python3 -m build --sdist --no-isolation --skip-dependency-check --outdir "$work/sdist" .
quietly /usr/bin/python3 -m venv --system-site-packages "$work/own"
quietly "$work/own/bin/python" -m pip install --no-index --no-build-isolation "$work"/sdist/waylay-*.tar.gz
(cd bindings/python/tests && quietly "$work/own/bin/python" -W error -m unittest test_package test_bits)
echo "sdist: installed by pip, and tested"
"$work/environment/bin/python" bindings/python/bench.py 20000 2 >"$work/log"
echo "the bench runs: $(wc -l <"$work/log") rows"
