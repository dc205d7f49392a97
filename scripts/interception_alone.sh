# Sourced: interception_alone FOLDER makes FOLDER/src the library's sources with a registry of the first two entries. (What
# lists waypoints marches, which is none of them.)

interception_alone() {
    cp -r src "$1/src"
    rm "$1/src/waypoints.c"
    awk '/clang-format on/ { past = 0 } !past { print } /^END\(intercept3d\)/ { past = 1 }' src/behaviours.def \
        >"$1/src/behaviours.def"
}
