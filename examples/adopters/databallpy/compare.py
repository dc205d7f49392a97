"""Compares databallpy's nearest player of each cell with and without waylay, for 22 running players, 7,208
cells and 1, 25 and 250 frames."""

import os
import sys
import warnings

import numpy as np
import pandas as pd

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import clock  # noqa
import without_pandera  # noqa
import databallpy_waylay  # noqa

warnings.simplefilter("ignore")
theirs, ours, pitch = databallpy_waylay.original, databallpy_waylay.get_approximate_voronoi, (106.0, 68.0)


def game(frames):
    dice, columns = np.random.default_rng(2), {}
    for name in [f"{team}_{number}" for team in ("home", "away") for number in range(1, 12)]:
        for axis, half in (("x", 53), ("y", 34)):
            phase = dice.uniform(0, 6.28) + dice.uniform(0.05, 0.2) * np.arange(frames) / 25
            columns[f"{name}_{axis}"] = half * np.sin(phase)
            columns[f"{name}_v{axis}"] = np.gradient(columns[f"{name}_{axis}"]) * 25 if frames > 1 else np.zeros(1)
    columns["ball_x"] = columns["ball_y"] = np.zeros(frames)
    columns["home_11_x"][frames // 2:] = np.nan  # leaves the pitch
    columns["home_11_y"][frames // 2:] = np.nan
    return pd.DataFrame(columns)


fails = 0
for frames in (1, 25, 250):
    table = game(frames)
    expected, got = theirs(table, pitch), ours(table, pitch)
    same = expected[1] == got[1]
    off = np.abs(expected[0] - got[0]).max()
    times = clock.least(lambda: theirs(table, pitch), lambda: ours(table, pitch), rounds=3)
    clock.row(f"{frames} frame{'s' * (frames > 1)} per call, time per frame", *(time / frames for time in times),
              f"same player: {same.sum():,} of {same.size:,} cells; distances within {off:.0e} m")
    fails += same.mean() < 0.99999 or off > 1e-4
table = game(250)
alone, = clock.least(lambda: databallpy_waylay.nearest_players(table, pitch, reaction=0.7), rounds=3)
clock.row("first to arrive after a reaction of 0.7 s, 250 frames per call, time per frame", 0, alone / 250, "databallpy has none yet (#331)")
sys.exit(bool(fails))
