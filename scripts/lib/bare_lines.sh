# Other scripts source this file. `bare_lines` prints the commands of docs/building.md that compile waylay
# without CMake on this machine. They must run in a folder that has include and src, and write the objects to
# that folder.

bare_lines() {
    others=none wanted=1
    if [ "$(uname -m)" = x86_64 ]; then others="On x86-64, add these commands:" wanted=2; fi
    awk -v others="$others" -v wanted=$wanted '
        /^```/ { inside = !inside && $0 == "```sh"; next }
        inside { if (here) { print; lines++ } next }
        NF && !/^<!--/ { here = index($0, "on every machine:") > 0 || index($0, others) > 0; blocks += here }
        END { exit !lines || blocks != wanted }' docs/building.md
}
