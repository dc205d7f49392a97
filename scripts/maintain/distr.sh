#!/bin/sh
# Writes the library as two files into distr, for a release: waylay.c and waylay.h with all behaviours, and a pair with the
# interception alone in distr/intercept2d.
# usage: scripts/maintain/distr.sh             writes the files
#        scripts/maintain/distr.sh --check     checks that they are made from these sources and from this machine's SIMDe
set -eu
cd "$(dirname "$0")/../.."
to=distr
if [ "${1:-}" = --check ]; then to=build-proof/distr; fi
sh scripts/maintain/amalgamate.sh -o $to
sh scripts/maintain/amalgamate.sh -o $to/intercept2d intercept2d
if [ $to != distr ]; then
    diff -rq $to distr >&2 || { echo "distr: not made from these sources: sh scripts/maintain/distr.sh" >&2; exit 1; }
fi
