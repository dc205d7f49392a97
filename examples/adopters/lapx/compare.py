"""Compares lapx's lapjv with and without waylay, for random matrices as in lapx's own benchmarks: costs from 0
to 1 in doubles, square ones, some with more columns, and tracks of which some have no detection."""

import os
import sys

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import clock  # noqa
import lapx_waylay  # noqa

theirs, ours, dice, fails = lapx_waylay.original, lapx_waylay.lapjv, np.random.default_rng(5), 0
for rows, columns, limit in ((20, 20, np.inf), (100, 100, np.inf), (1000, 1000, np.inf), (4000, 4000, np.inf),
                             (2000, 1000, np.inf), (100, 120, 0.02), (500, 600, 0.005)):
    costs = dice.random((rows, columns))
    options = {"extend_cost": rows != columns, "cost_limit": limit}
    expected, got = theirs(costs, **options), ours(costs, **options)
    count = [np.count_nonzero(answer[1] >= 0) for answer in (expected, got)]
    # with a limit, each row without a column costs this limit
    total = [answer[0] + (served < rows) * (limit < 1) * (rows - served) * min(limit, 1)
             for answer, served in zip((expected, got), count)]
    excess = total[1] / total[0] - 1
    fails += abs(excess) > 1e-6 or count[0] != count[1]
    times = clock.least(lambda: theirs(costs, **options), lambda: ours(costs, **options), rounds=5)
    clock.row(f"{rows:,} x {columns:,}" + (limit < 1) * f", limit {limit}", *times,
              f"{got[1][got[1] == expected[1]].size:,} of {rows:,} rows the same, sum {excess:+.0e}")
sys.exit(bool(fails))
