"""Tests examples/study/study.py in a small size. scripts/proof/study.sh runs the whole study."""

import concurrent.futures
import contextlib
import hashlib
import json
import multiprocessing.dummy
import os
import re
import signal
import subprocess
import sys
import tempfile
import unittest

import numpy as np

FOLDER = os.path.join(os.path.dirname(__file__), "..", "..", "..", "examples", "study")
sys.path.insert(0, FOLDER)
import study  # noqa: E402

MINE = {"name": "mine"}
BLOCKS = [f"block-{k:07}.json" for k in range(10)]


def count(settings, number):
    return [number, len(settings["name"]), -1]


def count_or_die(marker, number):
    """Like `count`. Kills its own process if it is the first with block 3."""
    if number == 3:
        try:
            os.close(os.open(marker, os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            pass
        else:
            os.kill(os.getpid(), signal.SIGKILL)
    return [number, len(marker)]


def fractions(_settings, number):
    return [number + 0.5 if number == 1 else number]


class Executors(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.path = os.path.join(self.folder.name, "counts")
        self.addCleanup(setattr, sys, "stderr", sys.stderr)
        sys.stderr = open(os.devnull, "w")  # the study prints the numbers of the blocks
        self.addCleanup(sys.stderr.close)

    def test_the_page_s_own_study_prints_what_the_page_says(self):
        page = os.path.join(FOLDER, "..", "..", "docs")
        with open(os.path.join(page, "clusters.md"), encoding="utf-8") as file:
            text = file.read()
        program, said = re.search(r"```python\n(.*?)```.*?prints `(.*?)`", text, re.S).groups()
        with open(os.path.join(self.folder.name, "mine.py"), "w", encoding="utf-8") as file:
            file.write(program)
        run = subprocess.run([sys.executable, "mine.py"], cwd=self.folder.name, env={**os.environ, "PYTHONPATH": FOLDER},
                             capture_output=True, text=True, timeout=300)
        self.assertEqual((run.stdout.strip(), run.returncode), (said, 0), run.stderr)

    def test_every_executor_gives_the_same_files(self):
        made = {"none": lambda: contextlib.nullcontext(), "map": lambda: multiprocessing.dummy.Pool(3),
                "processes": lambda: concurrent.futures.ProcessPoolExecutor(2),
                "threads": lambda: concurrent.futures.ThreadPoolExecutor(3)}
        digits = hashlib.sha256(np.array([45, 40, -10], "<i8").tobytes()).hexdigest()[:16]
        for name, make in made.items():
            with make() as executor:
                study.run(count, MINE, 10, self.path + name, executor)
            found = study.merge(self.path + name)
            self.assertEqual(found, {"study": MINE, "hash": digits, "counts": [45, 40, -10]}, name)
            with open(os.path.join(self.path + name, "counts.json"), encoding="utf-8") as file:
                self.assertEqual(json.load(file), found)

    def test_parts_in_any_split_order_and_number_of_times(self):
        for part, of in ((2, 3), (0, 3), (2, 3), (1, 2), (0, 2), (0, 1)):
            study.run(count, MINE, 10, self.path, part=part, of=of)
        self.assertEqual(study.merge(self.path)["counts"], [45, 40, -10])
        self.assertEqual(sorted(os.listdir(self.path)), [*BLOCKS, "counts.json"])

    def test_a_killed_worker(self):
        marker = os.path.join(self.folder.name, "marker")
        with self.assertRaises(concurrent.futures.BrokenExecutor):
            study.run(count_or_die, marker, 6, self.path, concurrent.futures.ProcessPoolExecutor(2))
        study.run(count_or_die, marker, 6, self.path, concurrent.futures.ProcessPoolExecutor(2))
        self.assertEqual(study.merge(self.path)["counts"], [15, 6 * len(marker)])

    def test_what_is_missing_broken_or_foreign_is_named(self):
        study.run(count, MINE, 4, self.path)
        os.remove(study.path_of(self.path, 2))
        with self.assertRaisesRegex(ValueError, "block-0000002.json: missing; expected 4 blocks"):
            study.merge(self.path)
        with open(study.path_of(self.path, 2), "w", encoding="utf-8") as file:
            file.write('{"study": ')  # cut off
        study.run(count, MINE, 4, self.path)
        self.assertEqual(study.merge(self.path)["counts"], [6, 16, -4])
        with self.assertRaisesRegex(ValueError, "block-0000000.json: expected .*other.*found .*mine"):
            study.run(count, {"name": "other"}, 4, self.path)
        with self.assertRaisesRegex(TypeError, "float"):
            study.run(fractions, MINE, 4, self.path + "-fractions")
        self.assertEqual(sorted(os.listdir(self.path + "-fractions")), [BLOCKS[k] for k in (0, 2, 3)])


class Program(unittest.TestCase):
    def run_study(self, folder, *options):
        code = f"import os, sys; os.umask(0o022); sys.path.insert(0, {FOLDER!r}); import study; study.main()"
        words = [sys.executable, "-c", code, "--runners", "9000", "--grid", "2", "--folder", folder, *options]
        return subprocess.run(words, text=True, capture_output=True)

    def test_the_same_hash_in_every_way(self):
        with tempfile.TemporaryDirectory() as out:
            parts = [("--part", "1", "--of", "2"), ("--part", "0", "--of", "2"), ("--merge",)]
            for name, ways in {"alone": [()], "processes": [("--workers", "2")], "parts": parts}.items():
                for options in ways:
                    done = self.run_study(os.path.join(out, name), *options)
                    self.assertEqual(done.returncode, 0, done.stderr)
                self.assertRegex(done.stdout, r"^interceptions 180000\nbest +20 m/s at 75, 25 km: 0.9890\n")
                self.assertRegex(done.stdout, r"\ncounts +27264b01ed3ea771\n$", name)
                files = sorted(os.listdir(os.path.join(out, name)))
                self.assertEqual(files, [*BLOCKS[:3], "counts.csv", "counts.json"])
                modes = {os.stat(os.path.join(out, name, file)).st_mode & 0o777 for file in files}
                self.assertEqual(modes, {0o644})  # others can read them
            with open(os.path.join(out, "alone", "counts.csv"), encoding="utf-8") as file:
                self.assertEqual(file.readline().strip(), "speed,x,y,stopped")
                self.assertEqual(len(file.readlines()), 20)

    def test_mistakes(self):
        for options, said in ((("--part", "2", "--of", "2"), "--part K --of N, with K from 0 to N - 1"),
                              (("--of", "2"), "expected --part K"), (("--part", "0"), "expected --part K"),
                              (("--merge",), "study: .*nowhere.*block-0000000.json")):
            done = self.run_study("nowhere", *options)
            self.assertNotEqual(done.returncode, 0)
            self.assertRegex(done.stderr, said)
            self.assertNotIn("Traceback", done.stderr)


if __name__ == "__main__":
    unittest.main()
