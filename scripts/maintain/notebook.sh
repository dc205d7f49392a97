#!/bin/sh
# Runs and renders docs/football.ipynb. The result must equal docs/football.md.
# usage: scripts/maintain/notebook.sh ENVIRONMENT [--renew]
#   ENVIRONMENT is a Python environment with waylay. --renew writes docs/football.md and its pictures.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need ../lib/python3/dist-packages/nbconvert/__init__.py python3-nbconvert
need ../lib/python3/dist-packages/ipykernel/__init__.py python3-ipykernel
need ../lib/python3/dist-packages/matplotlib/__init__.py python3-matplotlib
get_or_skip "the notebook"

environment=$1
work=$PWD/build-proof/notebook
rm -rf "$work"
mkdir -p "$work"
quietly "$environment/bin/python" -m ipykernel install --sys-prefix
JUPYTER_CONFIG_DIR=$work quietly "$environment/bin/python" -m nbconvert --to markdown --execute docs/football.ipynb \
    --output-dir "$work/page"
sed 's/ *$//' "$work/page/football.md" | cat -s >"$work/squeezed"
mv "$work/squeezed" "$work/page/football.md"
if [ "${2:-}" = --renew ]; then
    rm -rf docs/football_files
    cp -r "$work/page/." docs
fi
diff docs/football.md "$work/page/football.md" >&2 || { echo "notebook: docs/football.md says something else" >&2; exit 1; }
for picture in "$work"/page/football_files/*; do
    [ -s "docs/football_files/$(basename "$picture")" ] || { echo "notebook: docs lack $(basename "$picture")" >&2; exit 1; }
done
echo "notebook: docs/football.md is what it prints, $(ls "$work/page/football_files" | wc -l) pictures"
