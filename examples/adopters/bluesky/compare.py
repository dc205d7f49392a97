"""Compares BlueSky's state-based conflict detection with and without waylay, over Europe and elsewhere."""

import os
import sys
import types

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import clock  # noqa
import bluesky_waylay  # noqa
from bluesky.traffic import asas  # noqa


def sky(count, south=40.0, west=-10.0, width=40.0, seed=4):
    dice = np.random.default_rng(seed)
    traffic = types.SimpleNamespace(
        ntraf=count, id=[f"W{k}" for k in range(count)], lat=dice.uniform(south, south + 20, count),
        lon=(dice.uniform(west, west + width, count) + 180) % 360 - 180, trk=dice.uniform(0, 360, count),
        gs=dice.uniform(180, 260, count), alt=dice.uniform(9000, 12000, count), vs=dice.choice([0.0, 0.0, -8, 8], count))
    return None, traffic, traffic, dice.choice([9260.0, 5556.0], count), np.full(count, 304.8), dice.choice([300.0, 240.0], count)


fails = 0
theirs, ours = asas.StateBased.detect, bluesky_waylay.Waylay.detect
compiled = getattr(asas.statebased, "cstatebased", None)
for count, *place in (1000, -10, 170, 20), (2000, 50, 0, 10), (500,), (3000,):
    scene = sky(count, *place)
    expected, got = theirs(*scene), ours(*scene)
    same = [np.array_equal(*pair) for pair in zip(expected, got)]
    fails += not all(same) or bluesky_waylay.near_pairs(*scene[1:2], *scene[3:]) is None
    if not place:
        what = f"{same.count(True)} of 9 answers have the same bits; {len(got[0]):,} conflicts, {len(got[1]):,} losses"
        clock.row(f"{count:,} aircraft", *clock.least(lambda: theirs(*scene), lambda: ours(*scene), rounds=3), what)
        if compiled:
            times = clock.least(lambda: compiled.detect(*scene[1:]), lambda: ours(*scene), rounds=3)
            common = set(compiled.detect(*scene[1:])[0]) & set(got[0])
            clock.row(f"{count:,} aircraft, BlueSky's C++", *times, f"{len(common):,} of {len(got[0]):,} conflicts the same")
scene = sky(30000)
alone, = clock.least(lambda: ours(*scene), rounds=3)
clock.row("30,000 aircraft", 0, alone, "matrices of BlueSky's code would need 7 GB each")
sys.exit(bool(fails))
