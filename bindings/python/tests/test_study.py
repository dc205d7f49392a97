"""Tests what examples/study/study.py prints and writes. scripts/proof/study.sh runs the whole study."""

import os
import subprocess
import sys
import tempfile
import unittest


class Study(unittest.TestCase):
    """examples/study/study.py prints its result before it draws, and runs without matplotlib."""

    def run_study(self, *options, first=""):
        """Returns the finished process, and the names and the permissions of the files that it made."""
        folder = os.path.join(os.path.dirname(__file__), "..", "..", "..", "examples", "study")
        code = f"import sys; sys.path.insert(0, {folder!r}); {first}; import study; study.main()"
        small = "--runners", "500", "--grid", "2"
        with tempfile.TemporaryDirectory() as out:
            done = subprocess.run([sys.executable, "-c", code, *small, "--folder", out, *options], text=True,
                                  capture_output=True)
            files = sorted(os.listdir(out))
            return done, files, {oct(os.stat(os.path.join(out, name)).st_mode & 0o777) for name in files}

    def test_without_matplotlib(self):
        done, files, modes = self.run_study(first="sys.modules['matplotlib'] = None; import os; os.umask(0o022)")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stdout, r"^interceptions 10000\nbest .*\ncounts +[0-9a-f]{16}\n$")
        self.assertIn("study: no map: matplotlib is not installed", done.stderr)
        self.assertIn("counts.csv", files)
        self.assertEqual(modes, {"0o644"})  # other users' workers can read them

    def test_a_map_that_fails_comes_after_the_result(self):
        done, _, _ = self.run_study(first="import types; sys.modules['matplotlib'] = types.ModuleType('matplotlib')")
        self.assertNotEqual(done.returncode, 0)
        self.assertRegex(done.stdout, r"^interceptions 10000\n")


if __name__ == "__main__":
    unittest.main()
