"""Replaces lapx's `lapjv`, which solves the assignment problem, by waylay.assign.

Write `import lapx_waylay` in a program, or run lapx's own tests with `python -m pytest -p lapx_waylay`."""

import lap
import numpy as np

import waylay


def lapjv(cost, extend_cost=False, cost_limit=np.inf, return_cost=True):
    """Replaces lapx's function. `cost_limit` is what a row without a column costs."""
    if np.ndim(cost) != 2:
        raise ValueError("expected a matrix")
    if cost.shape[0] != cost.shape[1] and not extend_cost and cost_limit == np.inf:
        raise ValueError("expected a square matrix, extend_cost or cost_limit")
    if cost.shape[0] > cost.shape[1]:  # fewer choosers than candidates are faster
        *total, y, x = lapjv(cost.T, extend_cost, cost_limit, return_cost)
        return *total, x, y
    limit = {} if cost_limit == np.inf else {"unserved": np.float32(cost_limit)}
    x = waylay.assign(np.asarray(cost, np.float32), **limit).target.astype(np.int32)
    y = np.full(cost.shape[1], -1, np.int32)
    y[x[x >= 0]] = np.flatnonzero(x >= 0)
    if not limit:  # lapx also returns pairs that have an infinite cost, if there is no other way
        for row, column in list(zip(np.flatnonzero(x < 0), np.flatnonzero(y < 0))):
            x[row], y[column] = column, row
    rows = np.flatnonzero(x >= 0)
    return (float(cost[rows, x[rows]].sum()), x, y) if return_cost else (x, y)


original = lap.lapjv
lap.lapjv = lapjv
