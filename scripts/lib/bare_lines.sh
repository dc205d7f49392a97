# Other scripts source this file. `bare_lines` prints the commands of docs/building.md that compile waylay
# without CMake on this machine. They must run in a folder that has include and src, and write the objects to
# that folder.

bare_lines() {
    others=none
    if [ "$(uname -m)" = x86_64 ]; then others="on x86-64, also:"; fi
    awk -v others="$others" '
        /^```/ { inside = !inside && $0 == "```sh"; next }
        inside { if (here) { print; lines++ } next }
        NF && !/^<!--/ { here = index($0, "on every machine:") > 0 || index($0, others) > 0 }
        END { exit !lines }' docs/building.md
}
