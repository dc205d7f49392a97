#!/bin/sh
# Writes a package for Unity's package manager: Waylay.cs, which declares the library, helpers for NativeArrays and
# a sample. Add the shared library to its folder Plugins. Other C# programs need Waylay.cs alone.
# usage: bindings/unity/build.sh [FOLDER]     FOLDER is build-unity by default.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need python3 python3
need gcc gcc
get_missing
folder=${1:-build-unity}
mkdir -p "$folder/Plugins"
cp -R bindings/unity/package/. "$folder"
version=$(sed -n 's/.*WAY_VERSION_STRING "\(.*\)"/\1/p' include/waylay/base.h)
sed "s/\"0\.0\.0\"/\"$version\"/" bindings/unity/package/package.json >"$folder/package.json"
cp LICENSE "$folder/LICENSE.md"
sh scripts/maintain/description.sh | python3 scripts/maintain/bindings.py csharp >"$folder/Waylay.cs"
echo "$folder/Waylay.cs: $(grep -c 'static extern' "$folder/Waylay.cs") functions"
