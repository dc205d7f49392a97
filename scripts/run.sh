#!/bin/sh
# Shows the library on a fresh machine: installs missing packages, builds, computes where real football players can
# meet the ball, and runs the frame loop of a strategy game. The script can be run again.
set -eu
cd "$(dirname "$0")/.."
. scripts/lib/setup.sh

need_to_build
get_missing

echo "== building"
cmake -S . -B build -DCMAKE_BUILD_TYPE=Release >build.log 2>&1 || { cat build.log >&2; exit 1; }
cmake --build build --parallel "$(cores)" >>build.log 2>&1 || { cat build.log >&2; exit 1; }
mv build.log build/build.log

mkdir -p out
echo "== 20 players and the ball: where to run"
build/cli/waylay intercept2d examples/data/football_ball_chase.csv --set reach=0.5 -o out/football.csv
head -n 4 out/football.csv
build/cli/waylay scene football examples/data/football_ball_chase.csv --svg out/football.svg
echo "answers of all moments: out/football.csv, picture of one moment: out/football.svg"

echo "== 10,000 units, each after another, for 10 s at 60 frames a second"
build/cli/waylay demo
