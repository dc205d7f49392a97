"""Compares ir-sim's lidar with and without waylay, for beams from several positions in a hall of walls."""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import clock  # noqa
import irsim_waylay  # noqa

theirs, ours = irsim_waylay._cast, irsim_waylay.cast_ray_segments


def hall(walls, seed=3):
    """A quarter of the walls are sides of grid cells: they are parallel to the axes and share ends. The other
    walls are short and have random positions and directions."""
    dice = np.random.default_rng(seed)
    cell = np.floor(dice.uniform(-40, 40, (walls // 16, 2)))
    ring = np.array([[0, 0], [1, 0], [1, 1], [0, 1], [0, 0]], float)
    corners = cell[:, None] + ring
    start = dice.uniform(-40, 40, (walls - 4 * len(cell), 2))
    end = start + dice.uniform(-0.8, 0.8, start.shape)
    return (np.concatenate([corners[:, :-1].reshape(-1, 2), start]), np.concatenate([corners[:, 1:].reshape(-1, 2), end]))


same = count = 0
worst = 0.0
for beams, walls in ((100, 199), (360, 739), (360, 4971), (1080, 19908), (10000, 4971)):
    start, end = hall(walls)
    angle = np.linspace(-np.pi, np.pi, beams)
    directions = np.column_stack([np.cos(angle), np.sin(angle)])
    equal = all_beams = 0
    for at in ([0.5, 0.25], [0.0, 0.0], [-13.37, 21.01], [30.0, -7.5]) if beams * walls < 1 << 24 else ([0.5, 0.25],):
        scene = np.array(at), directions, start, end, 30.0
        expected, got = theirs(*scene), ours(*scene)
        is_same = expected[1] == got[1]
        equal += is_same.sum()
        all_beams += beams
        worst = max(worst, np.abs(expected[0] - got[0])[is_same].max())
    scene = np.array([0.5, 0.25]), directions, start, end, 30.0
    times = clock.least(lambda: theirs(*scene), lambda: ours(*scene), rounds=5)
    clock.row(f"{beams:,} beams, {walls:,} walls", *times, f"same wall: {equal:,} of {all_beams:,} beams")
    count, same = count + all_beams, same + equal
print(f"largest difference of ranges: {worst:.1e} m", file=sys.stderr)
sys.exit(0 if same >= 0.9999 * count and worst < 1e-9 else 1)
