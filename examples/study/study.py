"""Where should a patrol boat wait? Runners cross from the western coast to the eastern one. A boat stops a
runner that it can reach before the runner is across. Counts the runners that boats of five speeds stop, at
positions on a grid. Each block of 4,096 runners has a JSON file with its counts; a block that has a file is
not counted again."""

import argparse
import csv
import functools
import hashlib
import json
import operator
import pathlib
import struct
import sys
import uuid
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor

SIDE, REACH, SEED, BLOCK = 100_000, 1_000, 2026, 4096  # m, m, of the generator, runners
SPEEDS = 6, 9, 12, 16, 20  # m/s


def boats(grid):
    """Returns the speed, x and y of each boat. The coasts are at x = 0 and x = SIDE."""
    at = [(k + 0.5) * SIDE / grid for k in range(grid)]
    return [(speed, x, y) for speed in SPEEDS for y in at for x in at]


def patrol(study, number):
    """Returns how many of the block's runners each boat stops."""
    import numpy as np
    import waylay

    first, f = number * BLOCK, np.float32
    count = min(BLOCK, study["runners"] - first)
    # A runner depends on its number alone. Each operation rounds to float, as in study_mpi.c.
    words = np.random.Philox(key=SEED, counter=first).random_raw(4 * count).reshape(count, 4)
    start, turn, pace, _ = (words >> np.uint64(40)).astype(f).T * f(2**-24)  # fractions of 1
    slope, speed = turn - f(0.5), f(5) + f(15) * pace  # slope: the tangent of half the course's angle
    square = slope * slope
    vx, vy = speed * ((f(1) - square) / (f(1) + square)), speed * ((slope + slope) / (f(1) + square))
    boat = {name: np.zeros(1, f) for name in ("chaser_speed", "chaser_x", "chaser_y")}
    status = np.empty(count, np.int32)
    call = waylay.intercept2d.prepare(
        **boat, runner_x=np.zeros(count, f), runner_y=f(SIDE) * start, runner_vx=vx, runner_vy=vy,
        reach=REACH, horizon=f(SIDE) / vx, out={"status": status})
    counts = []
    for boat["chaser_speed"][0], boat["chaser_x"][0], boat["chaser_y"][0] in boats(study["grid"]):
        call()
        counts.append(np.count_nonzero(status <= waylay.Status.THERE))  # met, or within reach at once
    return counts


def path_of(folder, number):
    return pathlib.Path(folder, f"block-{number:07}.json")


def write_whole(path, content):
    """Writes a JSON file that appears complete or not at all."""
    hidden = path.with_name(f".{uuid.uuid4().hex}")
    hidden.write_text(json.dumps(content) + "\n", encoding="utf-8")
    hidden.replace(path)


def read_block(folder, study, blocks, number):
    """Returns the counts of a block, or None if its file does not exist or is incomplete."""
    try:
        found = json.loads(path_of(folder, number).read_text(encoding="utf-8"))
    except (FileNotFoundError, ValueError):
        return None
    if (found["study"], found["blocks"], found["block"]) != (study, blocks, number):
        raise ValueError(f"{path_of(folder, number)}: expected {study}, {blocks} blocks; found "
                         f"{found['study']}, block {found['block']} of {found['blocks']}")
    return found["counts"]


def run(count, study, blocks, folder, executor=None, part=0, of=1):
    """Counts the blocks part, part + of, part + 2 of ... that have no file yet, and writes their files.
    `count(study, number)` returns a list of whole numbers. `study` is any JSON value. `executor` has `submit`
    (concurrent.futures, Dask's Client) or `map` (multiprocessing's and Ray's Pool). None: this process."""
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    missing = [n for n in range(part, blocks, of) if read_block(folder, study, blocks, n) is None]
    task, error = functools.partial(count, study), None
    if hasattr(executor, "submit"):
        calls = [executor.submit(task, number).result for number in missing]
    else:
        calls = [iter((executor.map if executor else map)(task, missing)).__next__] * len(missing)
    for number, call in zip(missing, calls):
        try:
            counts = [operator.index(value) for value in call()]  # not floats, whose sum depends on the order
            content = {"study": study, "block": number, "blocks": blocks, "counts": counts}
            write_whole(path_of(folder, number), content)
            print(f"block {number + 1} of {blocks}", file=sys.stderr)
        except Exception as caught:  # the other blocks are still written
            error = error or caught
    if error:
        raise error


def merge(folder):
    """Adds up the counts of all blocks. Returns the counts and their hash, as written to counts.json."""
    first = min(pathlib.Path(folder).glob("block-*.json"), default=path_of(folder, 0))
    found = json.loads(first.read_text(encoding="utf-8"))
    study, blocks, total = found["study"], found["blocks"], [0] * len(found["counts"])
    for number in range(blocks):
        counts = read_block(folder, study, blocks, number)
        if counts is None or len(counts) != len(total):
            raise ValueError(f"{path_of(folder, number)}: missing; expected {blocks} blocks")
        total = list(map(operator.add, total, counts))
    digits = hashlib.sha256(struct.pack(f"<{len(total)}q", *total)).hexdigest()[:16]
    content = {"study": study, "hash": digits, "counts": total}
    write_whole(pathlib.Path(folder, "counts.json"), content)
    return content


def report(folder):
    """Adds up the blocks, writes counts.csv, and prints the best boat and the hash."""
    found = merge(folder)
    runners = found["study"]["runners"]
    rows = [(*boat, stopped) for boat, stopped in zip(boats(found["study"]["grid"]), found["counts"])]
    with open(pathlib.Path(folder, "counts.csv"), "w", encoding="utf-8", newline="") as file:
        csv.writer(file).writerows([("speed", "x", "y", "stopped"), *rows])
    speed, x, y, stopped = max(rows, key=operator.itemgetter(3))
    print(f"interceptions {len(rows) * runners}\nbest          {speed} m/s at {x / 1000:g}, {y / 1000:g} km: "
          f"{stopped / runners:.4f}\ncounts        {found['hash']}")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runners", type=int, default=125_000)
    parser.add_argument("--grid", type=int, default=40, help="positions in each direction")
    parser.add_argument("--folder", default="study", help="for the files; all parts of a study share it")
    way = parser.add_mutually_exclusive_group()
    way.add_argument("--workers", type=int, default=0, help="count in N processes", metavar="N")
    way.add_argument("--scheduler", help="count on the workers of Dask's scheduler at this address")
    way.add_argument("--part", type=int, help="count only part K, 0 to N - 1; no sum", metavar="K")
    way.add_argument("--merge", action="store_true", help="only add up the blocks in the folder")
    parser.add_argument("--of", type=int, help="the number of parts", metavar="N")
    options = parser.parse_args()
    part, of = (0, 1) if options.part is options.of is None else (options.part, options.of)
    if min(options.runners, options.grid, options.workers + 1) < 1:
        parser.error("expected at least 1 runner, 1 position and 0 workers")
    if part is None or of is None or not 0 <= part < of:
        parser.error("expected --part K --of N, with K from 0 to N - 1")
    study = {"name": "patrol", "runners": options.runners, "grid": options.grid, "seed": SEED}
    arguments = patrol, study, -(-options.runners // BLOCK), options.folder
    try:
        if options.scheduler:
            from distributed import Client
            run(*arguments, Client(options.scheduler, timeout=5))
        for _ in range(100 * bool(options.workers)):  # if a process is killed, its pool breaks
            try:
                run(*arguments, ProcessPoolExecutor(options.workers))
                break
            except BrokenExecutor:
                continue
        if not (options.scheduler or options.workers or options.merge):
            run(*arguments, part=part, of=of)
        if not options.of:
            report(options.folder)
    except (OSError, ValueError) as error:
        sys.exit(f"study: {error}")


if __name__ == "__main__":
    main()
