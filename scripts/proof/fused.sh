#!/bin/sh
# Checks that object code has no fused multiply-add of floats, because that rounds once where other machines
# round twice. First checks that it finds fused instructions in code that has them.
# usage: fused.sh "COMPILER FLAGS-THAT-ALLOW-FUSING" OBJDUMP FILE...
set -eu
compile=$1
objdump=$2
shift 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# FILE...: prints three numbers: of all instructions, of fused ones, and of multiplications of floats
count() {
    "$objdump" -d --no-show-raw-insn "$@" | awk -F '\t' '
        NF > 1 && $1 ~ /:/ { all++ }
        $2 ~ /(^|[ \t}])(vfn?m(add|sub|addsub|subadd)[1-9ps]|(bf|f)n?m(add|sub|la|ls|ad|sb)|fcmla)/ { fused++ }
        $2 ~ /(^|[ \t}])(v?mul[ps][sd]|fmul)/ { products++ }
        END { print all + 0, fused + 0, products + 0 }'
}

# Writes a file with every form of a product and a sum, alone and in a loop that the compiler vectorises.
cat >"$work/fusing.c" <<'C'
float a(float x, float y, float z) { return x * y + z; }
float b(float x, float y, float z) { return x * y - z; }
double c(double x, double y, double z) { return z - x * y; }
double d(double x, double y, double z) { return -(x * y) - z; }
void e(float *restrict to, const float *x, const float *y) {
    for (int i = 0; i < 1024; i++)
        to[i] += x[i] * y[i];
}
void f(double *restrict to, const double *x, const double *y) {
    for (int i = 0; i < 1024; i++)
        to[i] -= x[i] * y[i];
}
C
$compile -O3 -ffp-contract=fast -c "$work/fusing.c" -o "$work/fusing.o"
# shellcheck disable=SC2046
set -- $(count "$work/fusing.o") "$@"
if [ "$2" -lt 6 ] || [ "$3" -ne 0 ]; then
    echo "fused: in a file made to fuse six times or more the count sees $2 fused and $3 not" >&2
    exit 1
fi
seen=$2
shift 3

# shellcheck disable=SC2046
set -- $(count "$@") "$@"
if [ "$3" -eq 0 ]; then
    shift 3
    echo "fused: no product of floats in $*: not the library's object code" >&2
    exit 1
fi
if [ "$2" -ne 0 ]; then
    echo "fused: $2 of $1 instructions fuse in:" >&2
    shift 3
    printf '%s\n' "$@" >&2
    exit 1
fi
echo "fused: 0 of $1 instructions, $3 products of floats (and $seen fused in a file made to fuse)"
