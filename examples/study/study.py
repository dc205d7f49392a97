"""Where should a patrol boat wait? Smugglers run from the western coast (x = 0) to the eastern one. A boat
waits at a position and stops a smuggler if it gets within reach before the smuggler is across. How likely is
that, for each position and speed of the boat?

A counter-based generator draws each runner from its number alone, and the results are whole counts. So the
counts are the same for any number of workers and in any order, and the same as study_mpi.c's. The runners are
divided into parts. Each part's counts are a file; a part whose file exists is not counted again.

usage: study.py [--runners N] [--grid N] [--workers N | --scheduler ADDRESS] [--folder FOLDER]
  without --workers or --scheduler: this process alone
"""

import argparse
import csv
import hashlib
import os
import socket
import sys
import uuid

import numpy as np
import waylay

SIDE, REACH, SEED = np.float32(100_000), np.float32(1_000), 2026  # m, m
SPEEDS = np.array([6, 9, 12, 16, 20], np.float32)  # m/s, of boats
PART = 4096  # runners


def study_line(runners, grid):
    """Returns the text of study.txt, which says to which study the parts in a folder belong."""
    return f"waylay patrol study 1: runners {runners} grid {grid} speeds {len(SPEEDS)} part {PART} seed {SEED}\n"


def draw(first, count):
    """Draws runners by their numbers. Every operation rounds to float, so that C gets the same bits."""
    words = np.random.Philox(key=SEED, counter=first).random_raw(4 * count).reshape(count, 4)
    part = (words >> np.uint64(40)).astype(np.float32) * np.float32(2**-24)  # fraction of 1
    # slope is the tangent of half the course's angle, so the velocity needs no trigonometry
    slope = part[:, 1] - np.float32(0.5)
    square = slope * slope
    speed = np.float32(5) + np.float32(15) * part[:, 2]
    below = np.float32(1) + square
    vx = speed * ((np.float32(1) - square) / below)
    vy = speed * ((slope + slope) / below)
    return {"runner_x": np.zeros(count, np.float32), "runner_y": SIDE * part[:, 0], "runner_vx": vx, "runner_vy": vy,
            "horizon": SIDE / vx}


def places(grid):
    return (np.arange(grid, dtype=np.float32) + np.float32(0.5)) * (SIDE / np.float32(grid))


def count_part(number, runners, grid, folder):
    """Counts how many of the part's runners each boat stops, by speed, y and x, and writes the counts."""
    first = number * PART
    columns = draw(first, min(PART, runners - first))
    boat = {name: np.zeros(1, np.float32) for name in ("chaser_x", "chaser_y", "chaser_speed")}
    status = np.empty(len(columns["runner_x"]), np.int32)
    call = waylay.intercept2d.prepare(**boat, **columns, reach=REACH, out={"status": status})
    counts = np.zeros((len(SPEEDS), grid, grid), "<i8")
    at = places(grid)
    for s, speed in enumerate(SPEEDS):
        for j, y in enumerate(at):
            for i, x in enumerate(at):
                boat["chaser_speed"][0], boat["chaser_y"][0], boat["chaser_x"][0] = speed, y, x
                call()
                counts[s, j, i] = np.count_nonzero(status <= waylay.Status.THERE)  # met, or within reach at once
    write_whole(os.path.join(folder, part_name(number)), counts.tobytes())
    return number


def part_name(number):
    return f"part-{number:07}.counts"


def write_whole(path, content):
    """Writes a file that appears complete or not at all."""
    name = os.path.join(os.path.dirname(path), f".{os.path.basename(path)}.{uuid.uuid4().hex}")
    with open(name, "xb") as file:
        file.write(content)
    os.replace(name, path)


def open_folder(folder, line):
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "study.txt")
    if not os.path.exists(path):
        write_whole(path, line.encode())
    with open(path, encoding="utf-8") as file:
        found = file.read()
    if found != line:
        sys.exit(f"study: {folder} is of another study: {found.strip()}")


def missing_parts(folder, parts, grid):
    """Returns the parts that have no complete file yet."""
    size = 8 * len(SPEEDS) * grid * grid
    def is_there(number):
        path = os.path.join(folder, part_name(number))
        return os.path.exists(path) and os.path.getsize(path) == size
    return [number for number in range(parts) if not is_there(number)]


def show(done, parts):
    end = "\n" if done == parts or not sys.stderr.isatty() else "\r"
    print(f"{done} of {parts} parts", end=end, file=sys.stderr, flush=True)


def find_scheduler(address):
    """Ends the program if no scheduler answers within five seconds. Dask would try for half a minute."""
    host, _, port = address.rpartition("://")[2].rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), 5).close()
    except (OSError, ValueError) as error:
        sys.exit(f"study: no scheduler answers at {address}: {error}; expected an address like tcp://10.0.0.1:8786")


def count_all(options, parts):
    missing = missing_parts(options.folder, parts, options.grid)
    done = parts - len(missing)
    show(done, parts)
    arguments = (options.runners, options.grid, options.folder)
    if not options.workers and not options.scheduler:
        for number in missing:
            count_part(number, *arguments)
            show(done := done + 1, parts)
        return
    if options.scheduler:
        find_scheduler(options.scheduler)
    import dask
    import distributed

    # a part is not at fault when its worker dies, so try the part again
    dask.config.set({"distributed.scheduler.allowed-failures": 100})
    cluster = None
    if not options.scheduler:
        cluster = distributed.LocalCluster(n_workers=options.workers, threads_per_worker=1, dashboard_address=None)
    with distributed.Client(options.scheduler or cluster) as client:
        client.upload_file(os.path.abspath(__file__))
        futures = [client.submit(count_part, number, *arguments, pure=False) for number in missing]
        for _ in distributed.as_completed(futures, with_results=True):
            show(done := done + 1, parts)
    if cluster is not None:
        cluster.close()


def add_up(folder, parts, grid):
    counts = np.zeros((len(SPEEDS), grid, grid), "<i8")
    for number in range(parts):
        counts += np.fromfile(os.path.join(folder, part_name(number)), "<i8").reshape(counts.shape)
    return counts


def write_table(path, counts, runners):
    with open(path, "w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["speed", "x", "y", "stopped", "probability"])
        at = places(counts.shape[1])
        for (s, j, i), stopped in np.ndenumerate(counts):
            table.writerow([SPEEDS[s], at[i], at[j], stopped, stopped / runners])


def draw_map(folder, counts, runners):
    try:
        import matplotlib
    except ImportError:
        print("study: no map: matplotlib is not installed (Debian: python3-matplotlib); "
              "counts.csv has the counts", file=sys.stderr)
        return
    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, panels = pyplot.subplots(1, len(SPEEDS), figsize=(4 * len(SPEEDS), 4.8), layout="constrained")
    figure.suptitle("Share of the runners, which cross from west to east, that a patrol boat stops from its position")
    at = places(counts.shape[1]) / 1000
    for s, panel in enumerate(panels):
        share = counts[s] / runners
        picture = panel.imshow(share, origin="lower", extent=(0, 100, 0, 100), vmin=0, vmax=1, cmap="viridis")
        levels = [level for level in (0.1, 0.3, 0.5, 0.7, 0.9) if share.min() < level < share.max()]
        if len(at) > 1 and levels:
            lines = panel.contour(at, at, share, levels, colors="white", linewidths=0.8)
            panel.clabel(lines, fmt="%.1f", fontsize=8)
        j, i = np.unravel_index(share.argmax(), share.shape)
        panel.plot(at[i], at[j], "r*", markersize=12, markeredgecolor="white")
        panel.set_title(f"boat of {SPEEDS[s]:g} m/s, at best {share[j, i]:.2f} (star)")
        panel.set_xlabel("distance from the western coast, km")
        panel.set_ylabel("distance along the coast, km")
    figure.colorbar(picture, ax=panels, label="share of runners stopped", shrink=0.8)
    for kind in ("svg", "png"):
        figure.savefig(os.path.join(folder, f"map.{kind}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--runners", type=int, default=125_000)
    parser.add_argument("--grid", type=int, default=40)
    parser.add_argument("--workers", type=int, default=0)
    parser.add_argument("--scheduler", help="the address of one that runs already")
    parser.add_argument("--folder", default="study", help="all workers have it")
    parser.add_argument("--no-map", action="store_true", help="draw no map, which needs matplotlib")
    options = parser.parse_args()
    if options.runners < 1 or options.grid < 1 or options.workers < 0:
        parser.error("runners and grid are at least 1")
    options.folder = os.path.abspath(options.folder)
    parts = -(-options.runners // PART)
    open_folder(options.folder, study_line(options.runners, options.grid))
    count_all(options, parts)
    counts = add_up(options.folder, parts, options.grid)
    write_table(os.path.join(options.folder, "counts.csv"), counts, options.runners)
    best = np.unravel_index(counts.argmax(axis=None), counts.shape)
    at = places(options.grid)
    print(f"interceptions {counts.size * options.runners}")
    print(f"best          {SPEEDS[best[0]]:g} m/s at {at[best[2]] / 1000:g}, {at[best[1]] / 1000:g} km: "
          f"{counts[best] / options.runners:.4f}")
    print(f"counts        {hashlib.sha256(counts.tobytes()).hexdigest()[:16]}", flush=True)
    if not options.no_map:
        draw_map(options.folder, counts, options.runners)


if __name__ == "__main__":
    main()
