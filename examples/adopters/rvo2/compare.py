"""Compares waylay's rvo2 with Python-RVO2, in CrowdNav's evaluation and in crowds of many sizes.

usage: compare.py CROWDNAV

The original is the rvo2 that Python finds outside of this folder. If there is none, its columns are empty."""

import importlib.util
import os
import subprocess
import sys
import time

import numpy as np

here = os.path.dirname(os.path.abspath(__file__))
sys.path = [os.path.dirname(here)] + [folder for folder in sys.path if os.path.abspath(folder) != here]
import clock  # noqa

import rvo2 as theirs  # noqa: without the original, this imports the folder rvo2 as an empty package
if not hasattr(theirs, "PyRVOSimulator"):
    theirs = None
spec = importlib.util.spec_from_file_location("rvo2_by_waylay", os.path.join(here, "rvo2.py"))
ours = importlib.util.module_from_spec(spec)
spec.loader.exec_module(ours)


def evaluation(is_ours):
    """Returns CrowdNav's results as text, and the processor time of a step in seconds."""
    path = [here] * is_ours + [folder for folder in os.environ.get("PYTHONPATH", "").split(os.pathsep)
                               if folder and os.path.abspath(folder) != here]
    done = subprocess.run([sys.executable, os.path.join(here, "..", "crowdnav", "evaluate.py"), sys.argv[1]], check=True,
                          capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(path)})
    success, collision, seconds, danger, took = done.stdout.split()
    return f"{success} of the cases succeed, {collision} collide, mean time {seconds} s, in danger {danger} of the time", float(took) * 1e-6


said, took = evaluation(True)
before, before_took = evaluation(False) if theirs else ("not here", 0)
clock.row("CrowdNav, 500 cases, time per step", before_took, took, f"waylay: {said}; original: {before}")


def crowd(module, count, obstacles):
    dice = np.random.default_rng(3)
    simulator = module.PyRVOSimulator(0.1, 8.0, 10, 3.0, 1.0, 0.3, 1.4)
    side = 1.5 * np.sqrt(count)
    for at in dice.uniform(-side, side, (count, 2)):
        simulator.addAgent((float(at[0]), float(at[1])))
    for _ in range(obstacles):
        x, y = dice.uniform(-side, side, 2)
        simulator.addObstacle([(x - 1, y - 1), (x + 1, y - 1), (x + 1, y + 1), (x - 1, y + 1)])
    simulator.processObstacles()
    for i in range(count):  # each agent's goal lies across the centre
        x, y = simulator.getAgentPosition(i)
        far = max(np.hypot(x, y), 1e-9)
        simulator.setAgentPrefVelocity(i, (float(-1.4 * x / far), float(-1.4 * y / far)))
    return simulator


def velocities(simulator):
    return np.array([simulator.getAgentVelocity(i) for i in range(simulator.getNumAgents())])


def step_of(modules, count, obstacles, rounds=7, steps=10):
    """Returns the seconds per step of the first steps, in which agents are still near each other."""
    best = [float("inf")] * len(modules)
    for _ in range(rounds):
        for k, module in enumerate(modules):
            simulator = crowd(module, count, obstacles)
            began = time.process_time()
            for _ in range(steps):
                simulator.doStep()
            best[k] = min(best[k], (time.process_time() - began) / steps)
    return best


fails = 0
for count, obstacles in ((6, 0), (50, 0), (200, 0), (1000, 0), (10000, 0), (1000, 20)):
    both = [crowd(module, count, obstacles) for module in (theirs, ours) if module]
    answers = "no original here"
    if theirs:
        same = agents = free = 0
        for _ in range(20):
            for i in range(count):
                both[1].setAgentPosition(i, both[0].getAgentPosition(i))
                both[1].setAgentVelocity(i, both[0].getAgentVelocity(i))
            for simulator in both:
                simulator.doStep()
            is_same = np.hypot(*(velocities(both[0]) - velocities(both[1])).T) < 1e-3
            is_free = both[1].feasible
            same, free, agents = same + (is_same & is_free).sum(), free + is_free.sum(), agents + count
        answers = f"{same:,} of {free:,} free agents within 0.001 m/s; {agents - free:,} had no free velocity"
        fails += same < 0.95 * free
    times = step_of([module for module in (theirs, ours) if module], count, obstacles)
    clock.row(f"{count:,} agents" + (f", {obstacles} squares" if obstacles else ""), times[0] if theirs else 0, times[-1], answers)
sys.exit(bool(fails))
