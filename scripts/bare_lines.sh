# Sourced: bare_lines prints the lines by which the README compiles waylay without CMake on this machine. They are for a
# folder that holds include and src; objects are left in it.

bare_lines() {
    case $(uname -m) in
    x86_64) machine=x86-64 ;;
    *) machine=AArch64 ;;
    esac
    awk -v machine="on $machine:" '
        /^    cc / { if (here) { sub(/^ */, ""); print; lines++ } next }
        NF { here = index($0, machine) > 0 }
        END { exit !lines }' README.md
}
