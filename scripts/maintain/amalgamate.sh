#!/bin/sh
# Writes the library as two files, waylay.c and waylay.h: see scripts/maintain/amalgamate.py.
# usage: scripts/maintain/amalgamate.sh [-o FOLDER] [BEHAVIOUR ...]     default: all; a behaviour comes with its family
# FOLDER is build-amalgam by default.
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need python3 python3
if [ -z "${SIMDE_INCLUDE_DIR:-}" ]; then need simde/x86/sse2.h libsimde-dev; fi
get_missing
exec python3 scripts/maintain/amalgamate.py "$@"
