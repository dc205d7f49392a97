#!/bin/sh
# Writes Waylay.cs, the one file that a Unity project needs in addition to the shared library.
# usage: bindings/unity/build.sh [FOLDER]     FOLDER is build-unity by default.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need python3 python3
need gcc gcc
get_missing
folder=${1:-build-unity}
mkdir -p "$folder"
sh scripts/maintain/description.sh | python3 scripts/maintain/bindings.py csharp >"$folder/Waylay.cs"
echo "$folder/Waylay.cs: $(grep -c 'static extern' "$folder/Waylay.cs") functions"
