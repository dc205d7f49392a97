"""Compares the sum of costs with scipy's: by the best task of each agent, plus the least that covering all tasks
costs more. The project's own solver, OR-Tools, is not compared.

usage: compare.py LIBRARY"""

import ctypes
import os
import sys

import numpy as np
from scipy.optimize import linear_sum_assignment

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
import clock  # noqa

cover, dice, fails = ctypes.CDLL(sys.argv[1]).Assignment_CoverAssignment_Assign, np.random.default_rng(6), 0
for agents, tasks in ((20, 5), (20, 60), (2000, 200)):
    costs = dice.integers(0, 1000, (agents, tasks)).astype(np.float32)
    agent, task = np.empty((2, agents), np.int32)
    arguments = [agents, tasks, *(array.ctypes.data_as(ctypes.c_void_p) for array in (costs, agent, task))]
    assert cover(*arguments, ctypes.byref(ctypes.c_int())) == 0
    base = costs.min(axis=1, keepdims=True) if agents >= tasks else np.zeros((agents, 1), np.float32)
    least = base.sum() + (costs - base)[linear_sum_assignment(costs - base)].sum()
    covered, total = len(np.unique(task)), costs[agent, task].sum()
    alone, = clock.least(lambda: cover(*arguments, ctypes.byref(ctypes.c_int())), rounds=5)
    clock.row(f"{agents:,} agents, {tasks} tasks", 0, alone, f"sum {total:,.0f}, scipy's {least:,.0f}")
    fails += total != least or covered != min(agents, tasks)
sys.exit(bool(fails))
