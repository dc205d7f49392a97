"""Times a million interceptions on one core: by the installed waylay, and by the formula in numpy and in
numba. The rows are timed alternately.

usage: python3 bench.py [AGENTS] [ROUNDS]

The columns are float32, as in a study: random positions, velocities and speeds. Every row computes time,
point, velocity and status. The numpy code is the vectorised formula that a user would write. The numba code
is a loop, compiled for this machine and one thread. Rows that end in "double" read float64 columns and
compute in float64, which is about as accurate as waylay's exact precision. The row "waylay, doubles" reads
float64 columns, too. Rows with "into" write into existing arrays; the others make new ones. The times are the
CPU time of the thread, including system calls, so that other programs on the machine have little influence.
Prints each row's median and minimum, and their ratios to the rows "waylay exact" and "waylay fast" (with
"into" if the row has it). Finally times choices: up to 16,384 agents choose among as many targets.
"""

import os
import statistics
import sys
import time

import numpy as np

if not os.environ.get("WAYLAY_LIBRARY"):  # do not import the folder next to this file
    sys.path = [folder for folder in sys.path if os.path.abspath(folder or ".") != os.path.dirname(os.path.abspath(__file__))]

import waylay  # noqa: E402

try:
    import numba
except ImportError:
    numba = None

MET, THERE, TOO_SLOW = (int(waylay.Status[word]) for word in ("MET", "THERE", "TOO_SLOW"))
WANTED = ("time", "point_x", "point_y", "velocity_x", "velocity_y", "status")


def by_numpy(cx, cy, speed, x, y, vx, vy):
    """The formula of waylay's bench/rivals/plain.c, vectorised. Only c, b, k and disc can lose digits."""
    one = cx.dtype.type(1)
    rx, ry = x - cx, y - cy
    c = rx * rx + ry * ry
    b = rx * vx + ry * vy
    k = rx * vy - ry * vx
    minus_a = (speed * speed - vy * vy) - vx * vx
    disc = speed * speed * c - k * k
    with np.errstate(divide="ignore", invalid="ignore"):
        root = np.sqrt(np.maximum(disc, 0))
        q = np.abs(b) + root
        closing = b < 0
        t = np.where(closing, c, q) / np.where(closing, q, minus_a)
        there = c == 0
        met = (c > 0) & (disc >= 0) & (closing | (minus_a > 0))
        met_time = np.where(met, t, 0)
        per_square = np.where(met, one / c, 0)
    seconds = np.where(met | there, met_time, np.inf).astype(cx.dtype)
    status = np.where(met, np.int32(MET), np.where(there, np.int32(THERE), np.int32(TOO_SLOW)))
    return (seconds, x + vx * met_time, y + vy * met_time, (root * rx - k * ry) * per_square,
            (root * ry + k * rx) * per_square, status)


def by_loop(cx, cy, speed, x, y, vx, vy, seconds, px, py, wx, wy, status):
    for i in range(cx.shape[0]):
        rx, ry = x[i] - cx[i], y[i] - cy[i]
        u, v, s = vx[i], vy[i], speed[i]
        c = rx * rx + ry * ry
        b = rx * u + ry * v
        k = rx * v - ry * u
        minus_a = (s * s - v * v) - u * u
        disc = s * s * c - k * k
        closing = b < 0
        there = c == 0
        if c > 0 and disc >= 0 and (closing or minus_a > 0):
            root = np.sqrt(disc)
            q = abs(b) + root
            t = c / q if closing else q / minus_a
            seconds[i], px[i], py[i] = t, x[i] + u * t, y[i] + v * t
            wx[i], wy[i] = (root * rx - k * ry) / c, (root * ry + k * rx) / c
            status[i] = MET
        else:
            seconds[i] = 0 if there else np.inf
            px[i], py[i], wx[i], wy[i] = x[i], y[i], 0, 0
            status[i] = THERE if there else TOO_SLOW


def draw(count):
    dice = np.random.default_rng(1)
    columns = {"chaser_x": (0, 1e4), "chaser_y": (0, 1e4), "chaser_speed": (0.1, 50), "runner_x": (0, 1e4),
               "runner_y": (0, 1e4), "runner_vx": (-35, 35), "runner_vy": (-35, 35)}
    return {name: dice.uniform(low, high, count).astype(np.float32) for name, (low, high) in columns.items()}


def outputs(count, kind):
    return [np.zeros(count, kind) for _ in WANTED[:-1]] + [np.zeros(count, np.int32)]


def rows(count):
    single = draw(count)
    double = {name: column.astype(np.float64) for name, column in single.items()}
    made = {}

    def waylay_rows(name, columns, kind, precision):
        made[f"waylay {name}"] = lambda: waylay.intercept2d(**columns, want=WANTED, precision=precision)
        into = dict(zip(WANTED, outputs(count, np.float32)))
        if kind is np.float64:
            into.update(point_x=np.zeros(count), point_y=np.zeros(count))
        made[f"waylay {name}, into"] = waylay.intercept2d.prepare(**columns, out=into, precision=precision)

    waylay_rows("exact", single, np.float32, "exact")
    waylay_rows("fast", single, np.float32, "fast")
    waylay_rows("exact, doubles", double, np.float64, "exact")
    made["numpy float"] = lambda: by_numpy(*single.values())
    made["numpy double"] = lambda: by_numpy(*double.values())
    if numba is not None:
        loop = numba.njit(by_loop)
        for name, columns, kind in (("float", single, np.float32), ("double", double, np.float64)):
            into = outputs(count, kind)
            made[f"numba {name}, into"] = lambda columns=columns, into=into: loop(*columns.values(), *into)
            made[f"numba {name}"] = lambda columns=columns, kind=kind: loop(*columns.values(), *outputs(count, kind))
    return made


def agree(count):
    """Checks that all rivals give the same answers up to rounding. Otherwise, ratios would mean nothing."""
    single = draw(count)
    ours = waylay.intercept2d(**single, want=WANTED)
    double = [column.astype(np.float64) for column in single.values()]
    theirs = {"numpy": by_numpy(*double)}
    if numba is not None:
        theirs["numba"] = outputs(count, np.float64)
        numba.njit(by_loop)(*double, *theirs["numba"])
    for who, answers in theirs.items():
        same = answers[-1] == ours.status
        met = same & (ours.status == MET)
        apart = np.abs(answers[0][met] / ours.time[met] - 1).max()
        assert same.mean() > 0.9999 and apart < 1e-4, (who, same.mean(), apart)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 15
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    agree(min(count, 100_000))
    made = rows(count)
    times = {name: [] for name in made}
    for work in made.values():
        work()
    for _ in range(rounds):
        for name, work in made.items():
            work()  # not timed: loads this row's data into the caches, in place of the previous row's
            began = time.thread_time()
            work()
            times[name].append((time.thread_time() - began) / count * 1e9)
    versions = f"numpy {np.__version__}" + (f", numba {numba.__version__}" if numba else "")
    print(f"waylay {waylay.__version__}, {waylay.isa()}; {versions}; {count} agents, {rounds} rounds, one core")
    print(f"{'':30} {'ns median':>10} {'minimum':>8}   {'median and minimum as times waylay exact, fast':>40}")
    middle = {name: statistics.median(taken) for name, taken in times.items()}
    least = {name: min(taken) for name, taken in times.items()}
    for name in made:
        tail = ", into" if name.endswith(", into") else ""
        ratios = "  ".join(f"{middle[name] / middle[row]:6.1f} {least[name] / least[row]:6.1f}"
                           for row in ("waylay exact" + tail, "waylay fast" + tail))
        print(f"{name:30} {middle[name]:10.2f} {least[name]:8.2f}   {ratios}")
    calls(rounds)
    choices(min(count // 4, 16384), rounds)


def nearest_of_all(x, y, to_x, to_y, block=256):
    """Finds the nearest candidates with numpy: the least of all squared distances. Takes `block` choosers at
    a time, so that the distances stay in the cache."""
    rows = np.empty(len(x), np.int64)
    for at in range(0, len(x), block):
        here = slice(at, at + block)
        rows[here] = ((x[here, None] - to_x) ** 2 + (y[here, None] - to_y) ** 2).argmin(axis=1)
    return rows


def choices(count, rounds):
    """Times the choice of the nearest of `count` candidates for as many choosers. numpy must agree."""
    places = np.random.default_rng(2).uniform(0, 1e4, (4, count)).astype(np.float32)
    single = dict(zip(("chaser_x", "chaser_y", "runner_x", "runner_y"), places))
    crowd = waylay.crowd2d(runner_x=places[2], runner_y=places[3])
    own = {name: single[name] for name in ("chaser_x", "chaser_y")}
    double = places.astype(np.float64)
    made = {"waylay choose2d": (rounds, lambda: waylay.choose2d(**single).target),
            "waylay choose2d, crowd kept": (rounds, lambda: waylay.choose2d(**own, crowd=crowd).target),
            "numpy double, all": (min(rounds, 3), lambda: nearest_of_all(*double))}
    for name, (times, work) in made.items():
        taken = []
        for _ in range(times):
            began = time.thread_time()
            rows = work()
            taken.append((time.thread_time() - began) * 1e3)
        assert (rows == waylay.choose2d(**single).target).all(), name
        print(f"{count} among {count}, {name}: {statistics.median(taken):.2f} ms, minimum {min(taken):.2f}")


def calls(rounds):
    """Times a call for one agent."""
    single = {name: column[:1].copy() for name, column in draw(1).items()}
    prepared = waylay.intercept2d.prepare(**single)
    plain = lambda: waylay.intercept2d(**single)
    for name, work, repeats in (("prepared", prepared, 20_000), ("plain", plain, 500)):
        taken = []
        for _ in range(rounds):
            began = time.thread_time()
            for _ in range(repeats):
                work()
            taken.append((time.thread_time() - began) / repeats * 1e6)
        print(f"a call of one agent, {name}: {statistics.median(taken):.2f} microseconds, minimum {min(taken):.2f}")


if __name__ == "__main__":
    main()
