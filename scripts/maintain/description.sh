#!/bin/sh
# Prints the library's self-description, the text of way_describe_json, for a library with these behaviours.
# usage: scripts/maintain/description.sh [BEHAVIOUR ...]     default: all; a behaviour comes with its family
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
. scripts/lib/units.sh
without=
if [ $# -gt 0 ]; then
    chosen=$(families_of "$@")
    for family in $(behaviours_and_families | sed 's/.* //' | sort -u); do
        if ! is_one_of "$family" "$chosen"; then without="$without $(without_flag "$family")"; fi
    done
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/say.c" <<'C'
#include <stdio.h>
#include "waylay/waylay.h"
int main(void) { return fputs(way_describe_json(), stdout) < 0; }
C
# shellcheck disable=SC2086
${CC:-cc} -std=c11 $without -Iinclude -Isrc "$work/say.c" src/registry/describe_json.c -o "$work/say"
"$work/say"
