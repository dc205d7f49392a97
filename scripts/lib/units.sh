# Scripts source this file after setup.sh. `units ISA ...` prints a line "SOURCE NAME FLAGS..." for each
# compile unit of a library with these instruction sets. FLAGS are the flags of this unit. The caller adds the
# flags that all units share. With WAY_ONLY_FAMILIES="intercept seek", the library has only these families.

units() {
    families=$(behaviours_and_families | awk '!seen[$2]++ { print $2 }')
    without=
    for family in $families; do
        if ! is_one_of "$family" "${WAY_ONLY_FAMILIES:-$families}"; then without="$without $(without_flag "$family")"; fi
    done
    for isa in sse2 avx2 avx512 neon simd128; do
        if ! is_one_of $isa "$*"; then without="$without $(without_flag $isa)"; fi
    done
    for family in ${WAY_ONLY_FAMILIES:-$families}; do
        for isa; do
            for precision in exact fast; do
                echo "$(file_of "$family") $family-$isa-$precision -DWAY_ISA=$isa -DWAY_PRECISION=$precision" \
                    "$(flags_of "$isa")$without"
            done
        done
        echo "$(file_of "$family") $family-entry -DWAY_ENTRY$without"
    done
    for isa; do # no unit for `fast`, because it would be empty
        for file in src/lanes/movers.c src/*/*_lanes.c; do
            name=${file##*/}
            echo "$file ${name%.c}-$isa -DWAY_ISA=$isa -DWAY_PRECISION=exact $(flags_of "$isa")$without"
        done
    done
    for file in src/registry/*.c src/call/*.c src/isa/*.c src/walls/*.c src/crowd/*.c src/choose/*.c src/field/*.c src/bodies/*.c src/kernels/*.c; do
        case $file in
        *_lanes.c) continue ;;
        */waypoints.c) if ! is_one_of march "${WAY_ONLY_FAMILIES:-march}"; then continue; fi ;;
        esac
        name=${file##*/}
        echo "$file ${name%.c}$without"
    done
}

# FAMILY: prints its source, which is in the folder of its public header
file_of() { echo src/kernels/*/"$1".c; }

# BEHAVIOUR ...: prints the families of these behaviours
families_of() {
    for behaviour; do
        behaviours_and_families | sed -n "s/^$behaviour //p"
    done | sort -u | tr '\n' ' '
}

# FOLDER COMPILER FLAGS...: compiles the units that standard input lists to objects in FOLDER, with one job
# for each core
compile_units() {
    folder=$1
    shift
    mkdir -p "$folder"
    while read -r source name flags; do
        echo "$flags -c '$source' -o '$folder/$name.o'"
    done | xargs -P "$(cores)" -L 1 "$@"
}

is_one_of() {
    for one in $2; do
        if [ "$1" = "$one" ]; then return; fi
    done
    return 1
}

without_flag() { echo "-DWAY_WITHOUT_$(echo "$1" | tr '[:lower:]' '[:upper:]')"; }

flags_of() {
    case $1 in
    avx2) echo "-mavx2" ;;
    avx512) echo "-mavx512f -mavx512dq -mavx512bw -mavx512vl" ;;
    esac
}
