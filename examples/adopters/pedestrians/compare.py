"""Compares the flow of avoid2d's agents through doors with that of people in experiments.

usage: compare.py FOLDER     a checkout of PedPy or OpenTraj

All agents of an experiment start where people were first seen, each as soon as its place is free, and walk to
the door. The flow is counted between the first and the last tenth that pass, and is the mean of two runs, one
of them mirrored. It must be within 25 % of the people's, all must pass, and no agent may cross a wall."""

import os
import sys

import numpy as np

import waylay

RADIUS, SPEED, STEP = 0.13, 1.3, 0.1  # m: half of a chest's depth, because people turn their shoulders; m/s; s
HEADWAY = 0.65  # s: the time from a person to the next one ahead, at the speed of the one behind
PEDPY, HERMES = "notebooks/demo-data/bottleneck/", "datasets/HERMES/Corridor-1D/"

# file; frames a second; m a unit, negative if people walk to larger y; m: width of the door and of the room,
# length of the room; middle and end of the door in the file's units
SCENES = [(PEDPY + "040_c_56_h-.txt", 25, 1, 0.5, 5.6, 6.7, 0, 0),
          ("tests/unit_tests/io/test-data/030_c_56_h0.txt", 25, 1, 0.5, 5.6, 6.7, 0, 0),
          ("tests/reference_tests/data/bottleneck/traj.txt", 16, -1, 3.0, 6.25, 7.9, 0.9, -0.53)]
SCENES += [(f"{HERMES}uo-{room}-{room}-{door:03}.txt", 16, 0.01, door / 100, room / 100, 8.15, room / 2, -415)
           for room, door in ((180, 70), (180, 95), (180, 120), (240, 130), (240, 160), (300, 160), (300, 200))]


def paths(file, scale, middle, end):
    """Returns a table of frame, x and y per person. The door is at y = 0, its middle at x = 0."""
    table = np.loadtxt(file, usecols=(0, 1, 2, 3))
    table[:, 2:] = (table[:, 2:] - (middle, end)) * scale
    return [table[table[:, 0] == person, 1:] for person in np.unique(table[:, 0])]


def passed(path):
    """Returns the frames in which a person passes the door."""
    at = np.nonzero((path[:-1, 2] > 0) & (path[1:, 2] <= 0))[0][-1:]
    return path[at, 0] + path[at, 2] / (path[at, 2] - path[at + 1, 2])


def flow(times):
    times = np.sort(times)
    first, last = len(times) // 10, len(times) - 1 - len(times) // 10
    return (last - first) / (times[last] - times[first])


def preferred(x, y, door, room, length):
    """Returns the velocities to the room, to the door's middle until in front of the door, and through it,
    turned to the right by 0.15 rad. No speed is above the distance to the next agent ahead per HEADWAY."""
    inside, ahead = y < length, (abs(x) < door / 2 - RADIUS) | (y < 0)
    to_x = np.where(inside, 0, np.clip(x, RADIUS - room / 2, room / 2 - RADIUS)) - x
    to_x, to_y = np.where(ahead & inside, 0, to_x), np.where(ahead & inside, -1, np.where(inside, 0, length - 0.1) - y)
    far = np.hypot(to_x, to_y)
    to_x, to_y = to_x / far, to_y / far
    to_x, to_y = to_x + 0.15 * to_y, to_y - 0.15 * to_x
    dx, dy = x - x[:, None], y - y[:, None]
    along, aside = dx * to_x[:, None] + dy * to_y[:, None], abs(dx * to_y[:, None] - dy * to_x[:, None])
    gap = np.where((along > 0) & (aside < RADIUS), np.hypot(dx, dy), np.inf).min(axis=1) - 2 * RADIUS
    speed = np.clip(gap / HEADWAY, 0.1 * SPEED, SPEED)
    return speed * to_x, speed * to_y


def walk(starts, door, room, length):
    """Returns the times at which agents pass the door, and the number of walls that they crossed."""
    walls = waylay.walls(*np.array([(side * a, b, side * c, d) for side in (-1, 1) for a, b, c, d in (
        (door / 2, -1, door / 2, 0), (door / 2, 0, room / 2, 0), (room / 2, 0, room / 2, length),
        (room / 2, length, 10, length))]).T)
    x, y, vx, vy = np.zeros((4, 0))
    times, crossings, step, starts = [], 0, 0, list(starts)
    while (starts or len(x)) and step * STEP < 1000:
        for start in list(starts):
            if np.all(np.hypot(x - start[0], y - start[1]) > 2 * RADIUS):
                x, y, vx, vy = (np.append(column, of) for column, of in zip((x, y, vx, vy), (*start, 0, 0)))
                starts.remove(start)
        go_x, go_y = preferred(x, y, door, room, length)
        go = waylay.avoid2d(
            chaser_x=x, chaser_y=y, chaser_vx=vx, chaser_vy=vy, preferred_vx=go_x, preferred_vy=go_y,
            chaser_speed=SPEED * 1.3, radius=RADIUS, neighbour_horizon=1, yielding=1, dt=STEP, runner_x=x, runner_y=y,
            runner_vx=vx, runner_vy=vy, runner_radius=RADIUS, walls=walls)
        vx, vy = np.array(go.velocity_x, float), np.array(go.velocity_y, float)
        before = x, y
        x, y = x + vx * STEP, y + vy * STEP
        through = (before[1] > 0) & (y <= 0)
        part = before[1][through] / (before[1] - y)[through]
        times += list((step + part) * STEP)
        crossings += np.sum(abs(before[0][through] + part * vx[through] * STEP) > door / 2)
        x, y, vx, vy = (column[y > -1] for column in (x, y, vx, vy))
        step += 1
    return np.array(times), crossings


bad = found = 0
for name, rate, scale, door, room, length, middle, end in SCENES:
    file = os.path.join(sys.argv[1], name)
    if not os.path.exists(file):
        continue
    people = paths(file, scale, middle, end)
    starts = [tuple(path[0, 1:]) for path in people if path[0, 2] > 0.2]
    theirs = flow(np.concatenate([passed(path) for path in people]) / rate)
    walks = [walk([(side * x, y) for x, y in starts], door, room, length) for side in (1, -1)]
    ours = np.mean([flow(times) for times, _ in walks])
    arrived, crossings = sum(len(times) for times, _ in walks), sum(count for _, count in walks)
    good = arrived == 2 * len(starts) and crossings == 0 and 0.75 <= ours / theirs <= 1.25
    found, bad = found + 1, bad + (not good)
    label = "/".join(name.split("/")[-2:])[:-4]
    print(f"{label}|{door} m|{theirs:.2f}|{ours:.2f}|{ours / theirs:.2f}|"
          f"{arrived} of {2 * len(starts)} pass, {crossings} cross a wall")
sys.exit(bad > 0 or found == 0)
