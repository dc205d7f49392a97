"""Runs ir-sim with waylay: waylay.sweep_walls2d computes the lidar, and waylay.avoid2d the ORCA groups.

Use `import irsim_waylay` before a simulation, or `python -m pytest -p irsim_waylay` for ir-sim's own tests.
ORCA groups import pyrvo. If pyrvo is missing, this module provides it; ../rvo2 must be in PYTHONPATH."""

import importlib.util
import re
import sys
import types

import numpy as np
from irsim.lib.algorithm import ray_casting_2d as irsim

import waylay

_cast = irsim.cast_ray_segments
_APART = 1e-9  # m: ir-sim's ORIGIN_EPS


def _cross(ax, ay, bx, by):
    return ax * by - ay * bx


def cast_ray_segments(origin, directions, seg_start, seg_end, max_range):
    """Replaces ir-sim's function. waylay finds the wall that each beam hits, and this function computes the
    range from that wall in doubles.

    Two cases go to ir-sim's own code. If a wall lies on a line through the sensor, a beam can run along the
    wall, which waylay does not count as a meeting. If a beam passes very close to the end of a wall, floats
    cannot decide whether it hits the wall."""
    along, from_start = seg_end - seg_start, origin - seg_start
    line = _cross(*along.T, *from_start.T)
    through = np.abs(line) <= _APART * np.maximum(1, np.abs(along).sum(axis=1))
    # Walls are relative to the sensor, because floats are most precise near 0.
    walls = waylay.walls(*-from_start[~through].T, *(seg_end - origin)[~through].T)
    if len(walls) == 0:
        return _cast(origin, directions, seg_start, seg_end, max_range)
    beams = directions.astype(np.float32)
    near = waylay.sweep_walls2d(ball_x=np.float32(0), ball_y=np.float32(0), ball_vx=beams[:, 0], ball_vy=beams[:, 1],
                                horizon=np.float32(max_range * (1 + 1e-6)), walls=walls, want="wall").wall
    row = np.flatnonzero(~through)[near]
    hit = near >= 0
    with np.errstate(all="ignore"):
        slope = _cross(*directions.T, *along[row].T)
        ranges = line[row] / slope
        at = -_cross(*from_start[row].T, *directions.T) / slope
    doubtful = np.flatnonzero(hit & ~((at >= 0) & (at <= 1)))
    hit &= ranges <= max_range
    ranges, index = np.where(hit, ranges, float(max_range)), np.where(hit, row, -1)
    if len(doubtful):
        ranges[doubtful], index[doubtful] = _cast(origin, directions[doubtful], seg_start, seg_end, max_range)
    if through.any():
        lined, which = _cast(origin, directions, seg_start[through], seg_end[through], max_range)
        which = np.flatnonzero(through)[which]
        nearer = (lined < ranges) | ((lined == ranges) & (lined < max_range) & (which < index))
        ranges, index = np.where(nearer, lined, ranges), np.where(nearer, which, index)
    return ranges, index


irsim.cast_ray_segments = cast_ray_segments


class _Pair(tuple):
    def to_tuple(self):
        return tuple(self)


class RVOSimulator:
    """Offers the methods of PyRVOSimulator as pyrvo spells them, for example do_step for doStep."""

    def __init__(self, *arguments):
        import rvo2
        self._simulator = rvo2.PyRVOSimulator(*(arguments or (0.25, 15, 10, 10, 10, 0.5, 1)))

    def __getattr__(self, name):
        method = getattr(self._simulator, re.sub("_(.)", lambda letter: letter[1].upper(), name))

        def call(*arguments):
            answer = method(*arguments)
            return _Pair(answer) if isinstance(answer, tuple) else answer
        return call

    def add_agent(self, position, *numbers):
        if len(numbers) == 6:  # the velocity has a default here
            numbers += ((0, 0),)
        return self._simulator.addAgent(position, *numbers)


if importlib.util.find_spec("pyrvo") is None:
    sys.modules["pyrvo"] = types.ModuleType("pyrvo")
    sys.modules["pyrvo"].RVOSimulator = RVOSimulator
