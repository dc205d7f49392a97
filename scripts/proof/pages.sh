#!/bin/sh
# Runs every block of sh in README.md and in the pages of docs, in a copy of the checkout in an empty Debian
# root. Only debootstrap's smallest variant is installed in the root, because the pages must say what else to
# install. Prints the blocks that it does not run, with the reason: a placeholder, the proof itself, or a
# program or registry that Debian lacks.
# usage: scripts/proof/pages.sh [PAGE ...]
set -eu
cd "$(dirname "$0")/../.."
. scripts/lib/setup.sh
need_roots "pages in an empty root"

work=$PWD/build-proof/pages
root=$work/root
mkdir -p "$work"
make_debian "$root"
rm -rf "$root/waylay"
mkdir "$root/waylay"
git ls-files -z | xargs -0 tar -cf - | tar -xf - -C "$root/waylay"
(cd "$root/waylay" && sh tests/program/page_files.sh) # the files that docs/program.md uses
mountpoint -q "$root/proc" || mount -t proc proc "$root/proc"
trap 'umount "$root/proc"' EXIT
cp /etc/resolv.conf "$root/etc/resolv.conf" 2>/dev/null || true

# BLOCK: prints why the block is not run here, or nothing if it is run
kept_from() {
    case $(cat "$1") in
    *NAME* | *TOPIC*) echo "has a placeholder" ;;
    *scripts/proof* | *scripts/test.sh* | *scripts/maintain/renew.sh*) echo "the proof itself" ;;
    *npm* | *bindings/js/build.sh* | *scripts/maintain/site.sh*) echo "needs npm's registry: scripts/proof/web.sh and page.sh" ;;
    *"pip install ."*) echo "needs pip's index: scripts/proof/python.sh" ;;
    *duckdb*) echo "needs duckdb, which Debian lacks: scripts/proof/sql.sh" ;;
    esac
}

if [ $# -eq 0 ]; then
    set -- README.md docs/first-ten-minutes.md docs/building.md
    for page in docs/*.md docs/hosts/*.md bindings/js/README.md CONTRIBUTING.md SECURITY.md; do
        case " $* " in *" $page "*) ;; *) set -- "$@" "$page" ;; esac
    done
fi
typed=0
for page; do
    # Write each block to a file. One shell runs all blocks of a page, as when a reader types them.
    rm -rf "$work/blocks"
    mkdir -p "$work/blocks"
    awk -v stem="$work/blocks/" '
        /^```sh$/ { file = stem sprintf("%05d", NR + 1); next }
        /^```/ { file = ""; next }
        file { print >file }' "$page"
    script=$root/waylay/typed
    echo 'set -e' >"$script"
    here=0
    for block in "$work/blocks"/*; do
        [ -e "$block" ] || continue
        where=$page:$(basename "$block" | sed 's/^0*//')
        why=$(kept_from "$block")
        if [ -n "$why" ]; then
            echo "not typed: $where: $why"
            continue
        fi
        here=$((here + 1))
        echo "echo '== $where' >&2" >>"$script"
        cat "$block" >>"$script"
    done
    [ $here -gt 0 ] || continue
    quietly chroot "$root" env -i HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
        DEBIAN_FRONTEND=noninteractive sh -c 'cd /waylay && sh typed'
    echo "typed: $page: $here blocks"
    typed=$((typed + here))
done
echo "pages: $typed blocks typed into an empty Debian"
