"""Computes databallpy's map of the nearest player with waylay, by one call of choose2d for each frame.

Write `import databallpy_waylay` in a program, or run databallpy's own tests with
`python -m pytest -p databallpy_waylay`."""

import numpy as np
from databallpy.features import pitch_control
from databallpy.schemas import TrackingData

import waylay


def nearest_players(tracking_data, pitch_dimensions, n_x_bins=106, n_y_bins=68, reaction=0.0):
    """Returns (distances, rows of `names`, names) for each cell of each frame. With a `reaction` in seconds,
    each player first keeps its velocity for that time. The arrival time of pitch control is then the distance
    divided by a running speed, plus the reaction."""
    names = [name[:-2] for name in tracking_data.columns if name.endswith("_x") and "ball" not in name]
    places = [tracking_data[[name + axis for name in names]].to_numpy(np.float64) for axis in ("_x", "_y")]
    if reaction:
        places = [place + reaction * tracking_data[[name + axis for name in names]].to_numpy(np.float64)
                  for place, axis in zip(places, ("_vx", "_vy"))]
    centres = [(np.arange(bins) + 0.5) * (size / bins) - size / 2 for bins, size in zip((n_x_bins, n_y_bins), pitch_dimensions)]
    cell_x, cell_y = np.meshgrid(*centres)
    distances = np.empty((len(tracking_data), n_y_bins, n_x_bins), np.float32)
    players = np.empty(distances.shape, np.uint32)
    for frame, (x, y) in enumerate(zip(*places)):
        answer = waylay.choose2d(chaser_x=cell_x, chaser_y=cell_y, runner_x=x, runner_y=y)
        distances[frame], players[frame] = answer.cost, answer.target
    return distances, players, np.array(names)


def get_approximate_voronoi(tracking_data, pitch_dimensions, n_x_bins=106, n_y_bins=68):
    """Replaces databallpy's function of this name."""
    frames = tracking_data.to_frame().T if tracking_data.ndim == 1 else tracking_data
    distances, players, names = nearest_players(frames, pitch_dimensions, n_x_bins, n_y_bins)
    return tuple(one[0] if len(one) == 1 else one for one in (distances, names.astype("U7")[players]))


def _of_a_game(self, pitch_dimensions, n_x_bins=106, n_y_bins=68, start_idx=None, end_idx=None):
    first, last = self.index[0] if start_idx is None else start_idx, self.index[-1] if end_idx is None else end_idx
    return get_approximate_voronoi(self.loc[first:last], pitch_dimensions, n_x_bins, n_y_bins)


original = pitch_control.get_approximate_voronoi
pitch_control.get_approximate_voronoi = get_approximate_voronoi
TrackingData.get_approximate_voronoi = _of_a_game
