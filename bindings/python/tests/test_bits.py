"""Tests that the package's answers have the library's bits, for every behaviour and every layout of
columns."""

import ctypes
import os
import subprocess
import tempfile
import unittest
from unittest import mock

import numpy as np

import waylay
from waylay import _calls
from support import (assert_same, behaviours, by_c_call, description, draw, f4, f8, i4, library, one_by_one, options)

COUNT = 203


class Bits(unittest.TestCase):
    def test_every_behaviour_of_the_library_is_a_function(self):
        kind = description["types"]["way_behaviour"]["fields"]["kind"]["offset"]
        kinds = []
        while behaviour := library.way_behaviour_at(len(kinds)):
            kinds.append(ctypes.c_int32.from_address(behaviour + kind).value)
        self.assertEqual(kinds.count(0), len(waylay.behaviours))
        self.assertGreater(kinds.count(0), 60)
        for name, function in waylay.behaviours.items():
            self.assertIs(function, getattr(waylay, name))

    def test_each_agent_has_the_bits_of_a_call_of_its_own(self):
        for name in behaviours:
            columns = draw(name, COUNT)
            got = getattr(waylay, name)(**columns, **options(name))
            assert_same(got, one_by_one(name, columns, COUNT), name)

    def test_tight_columns_have_the_bits_of_a_call_by_hand_in_both_precisions(self):
        for name in behaviours:
            columns = draw(name, COUNT, seed=2)
            for number, precision in enumerate(("exact", "fast")):
                got = getattr(waylay, name)(**columns, **options(name), precision=precision)
                assert_same(got, by_c_call(name, columns, COUNT, number), (name, precision))
        columns = draw("intercept2d", 5000, hard=False)
        exact, fast = (waylay.intercept2d(**columns, precision=p) for p in ("exact", waylay.Precision.FAST))
        self.assertTrue((exact.time != fast.time).any())  # the two precisions differ

    def test_left_out_options_take_their_defaults(self):
        for name, said in behaviours.items():
            columns = draw(name, COUNT, seed=3)
            needed = {c["name"]: columns[c["name"]] for c in said["inputs"] if c["required"]}
            assert_same(getattr(waylay, name)(**needed, **options(name)), by_c_call(name, needed, COUNT), name)

    def test_columns_as_they_lie(self):
        """Columns may be fields of records, reversed, every third element, a column of a matrix, or one value for all."""
        for name in behaviours:
            columns = draw(name, COUNT, seed=4)
            expected = by_c_call(name, columns, COUNT)
            function = getattr(waylay, name)
            records = np.zeros(COUNT, [("spare", "i4")] + [(key, c.dtype) for key, c in columns.items()] + [("end", "f8")])
            for key, column in columns.items():
                records[key] = column
            assert_same(function(records, **options(name)), expected, (name, "records"))
            backwards = {key: np.ascontiguousarray(column[::-1])[::-1] for key, column in columns.items()}
            assert_same(function(**backwards, **options(name)), expected, (name, "backwards"))
            thirds = {key: np.repeat(column, 3)[1::3] for key, column in columns.items()}
            assert_same(function(**thirds, **options(name)), expected, (name, "every third"))
            for kind in (f4, i4):
                keys = [key for key, column in columns.items() if column.dtype == kind]
                if not keys:
                    continue
                matrix = np.stack([columns[key] for key in keys], axis=1)
                mixed = dict(columns, **{key: matrix[:, k] for k, key in enumerate(keys)})
                assert_same(function(**mixed, **options(name)), expected, (name, "matrix"))
            first = {key: column[:1] for key, column in columns.items()}
            same = {key: np.broadcast_to(column, COUNT) for key, column in first.items()}
            assert_same(function(**same, **options(name)), by_c_call(name, first, COUNT), (name, "same"))

    def test_small_calls_on_arrays_and_numbers_take_a_short_way_to_the_same_bits(self):
        for name, said in behaviours.items():
            columns = draw(name, COUNT, seed=5)
            floats = [key for key, column in columns.items() if column.dtype == f4]
            forms = [columns, {key: np.repeat(column, 3)[1::3] for key, column in columns.items()},
                     {key: column[:1] for key, column in columns.items()},
                     {key: column.astype(f8) if key in floats else column for key, column in columns.items()},
                     {key: column.astype(f8) if key in floats[::2] else column for key, column in columns.items()}]
            for number in (7, 0.1, 2.0**60 + 1, 1e300):
                forms += [{**form, floats[-1]: number, floats[len(floats) // 2]: -number} for form in forms[::3] if len(floats) > 2]
            for form in forms:
                with mock.patch.object(_calls, "_quickly", return_value=None):
                    expected = getattr(waylay, name)(**form)._asdict()
                with mock.patch.object(_calls, "_Call", side_effect=AssertionError("the long way")):
                    assert_same(getattr(waylay, name)(form), expected, name)

    def test_what_the_short_way_cannot_do_takes_the_long_one(self):
        columns = draw("intercept2d", COUNT, hard=False)
        expected = by_c_call("intercept2d", columns, COUNT)
        memory = np.zeros(4 * COUNT + 1, np.uint8)[1:].view(f4)  # not aligned to 4 bytes
        memory[...] = columns["chaser_x"]
        for given in (dict(chaser_x=memory), dict(chaser_speed=columns["chaser_speed"].tolist()), dict(reach=np.zeros(1, f4)),
                      dict(chaser_x=np.ma.array(columns["chaser_x"])), dict(precision="exact")):
            with mock.patch.object(_calls, "_Call", side_effect=KeyError), self.assertRaises(KeyError):
                waylay.intercept2d(columns, **given)
            if "reach" in given:
                given["reach"] = given["reach"] + columns["reach"]
            assert_same(waylay.intercept2d(columns, **given), expected, given)

    def test_packed_records_that_lie_askew_are_copied(self):
        columns = draw("intercept2d", COUNT)
        records = np.zeros(COUNT, np.dtype([("tag", "i1")] + [(key, "f4") for key in columns]))
        for key, column in columns.items():
            records[key] = column
        self.assertEqual(records.strides[0] % 4, 1)
        assert_same(waylay.intercept2d(records), by_c_call("intercept2d", columns, COUNT))

    def test_other_types_are_rounded_once(self):
        columns = draw("intercept2d", COUNT, hard=False)
        expected = by_c_call("intercept2d", columns, COUNT)
        swapped = {key: column.astype(">f4") for key, column in columns.items()}
        assert_same(waylay.intercept2d(**swapped), expected, "byte order")
        halves = {key: column.astype(np.float16) for key, column in columns.items()}
        assert_same(waylay.intercept2d(**halves), by_c_call("intercept2d", halves, COUNT), "halves")
        wholes = {key: np.rint(column).astype(np.int64) for key, column in columns.items()}
        doubles = {key: column.astype(f8) for key, column in wholes.items()}
        assert_same(waylay.intercept2d(**wholes), by_c_call("intercept2d", doubles, COUNT, doubles=("point_x", "point_y")))
        tiles = draw("tile_step", COUNT, hard=False)
        assert_same(waylay.tile_step(**{key: column.astype(np.int16) for key, column in tiles.items()}),
                    by_c_call("tile_step", tiles, COUNT))

    def test_doubles_of_every_behaviour(self):
        for name, said in behaviours.items():
            columns = {key: column.astype(f8) if column.dtype == f4 else column
                       for key, column in draw(name, COUNT, seed=5).items()}
            has_place = any(column["axis"] for column in said["inputs"])
            places = [column["name"] for column in said["outputs"] if column["axis"] and has_place]
            got = getattr(waylay, name)(**columns, **options(name))
            assert_same(got, by_c_call(name, columns, COUNT, doubles=places), name)
            for stride in (2, -1):
                laid = {key: np.repeat(column, 2)[::2] if stride == 2 else column[::-1].copy()[::-1]
                        for key, column in columns.items()}
                assert_same(getattr(waylay, name)(**laid, **options(name)), got._asdict(), (name, stride))

    def test_a_billion_metres_away_nothing_is_lost(self):
        columns = draw("intercept2d", COUNT, hard=False)
        near = {key: (np.rint(column) if key[-2:] in ("_x", "_y") and "v" not in key else column).astype(f8)
                for key, column in columns.items()}
        far = {key: column + 1e9 if key in ("chaser_x", "chaser_y", "runner_x", "runner_y") else column
               for key, column in near.items()}
        here, there = waylay.intercept2d(**near), waylay.intercept2d(**far)
        np.testing.assert_array_equal(here.time, there.time)
        np.testing.assert_array_equal(here.velocity_x, there.velocity_x)
        self.assertEqual(there.point_x.dtype, f8)
        met = here.status == waylay.Status.MET
        self.assertGreater(met.sum(), 20)
        np.testing.assert_allclose(there.point_x[met] - 1e9, here.point_x[met], rtol=1e-6, atol=1e-3)

    def test_plain_numbers_follow_the_arrays(self):
        columns = draw("intercept2d", COUNT, hard=False)
        single = dict(columns, chaser_x=12.1, runner_y=7)
        expected = dict(columns, chaser_x=np.full(COUNT, 12.1, f4), runner_y=np.full(COUNT, 7, f4))
        assert_same(waylay.intercept2d(**single), by_c_call("intercept2d", expected, COUNT))
        double = dict(single, chaser_y=columns["chaser_y"].astype(f8))
        expected = dict(columns, chaser_x=np.full(COUNT, 12.1), runner_y=np.full(COUNT, 7.0), chaser_y=double["chaser_y"])
        assert_same(waylay.intercept2d(**double), by_c_call("intercept2d", expected, COUNT, doubles=("point_x", "point_y")))
        alone = waylay.intercept2d(chaser_x=1e9, chaser_y=0, chaser_speed=5, runner_x=1e9 + 30, runner_y=0, runner_vx=0,
                                   runner_vy=3)
        self.assertEqual((alone.time, alone.point_x, alone.point_y), (7.5, 1e9 + 30, 22.5))
        self.assertEqual(alone.status, waylay.Status.MET)
        self.assertIsInstance(alone.time, np.float32)

    def test_the_same_bits_under_every_instruction_set(self):
        columns = draw("intercept2d", COUNT)
        expected = waylay.intercept2d(**columns)._asdict()
        try:
            self.assertEqual(waylay.isas()[0], "scalar")
            for isa in waylay.isas():
                waylay.set_isa(isa)
                self.assertEqual(waylay.isa(), isa)
                assert_same(waylay.intercept2d(**columns), expected, isa)
        finally:
            waylay.set_isa(None)

    def test_large_batches(self):
        columns = draw("intercept2d", 300_001, hard=False)
        assert_same(waylay.intercept2d(**columns), by_c_call("intercept2d", columns, 300_001))

    @unittest.skipUnless(os.environ.get("WAYLAY_PROGRAM"), "WAYLAY_PROGRAM names no program")
    def test_the_program_answers_the_same_on_real_football(self):
        data = os.path.join(os.path.dirname(__file__), "..", "..", "..", "examples", "data", "football_ball_chase.csv")
        with tempfile.TemporaryDirectory() as folder:
            answers = os.path.join(folder, "answers.csv")
            subprocess.run([os.environ["WAYLAY_PROGRAM"], "intercept2d", data, "-o", answers], check=True,
                           stdout=subprocess.DEVNULL)
            said = np.genfromtxt(answers, delimiter=",", names=True, dtype=None, encoding="utf-8")
        table = np.genfromtxt(data, delimiter=",", names=True, dtype=None, encoding="utf-8")
        columns = {key: table[key].astype(f4) for key in table.dtype.names if key in
                   [column["name"] for column in behaviours["intercept2d"]["inputs"]]}
        got = waylay.intercept2d(**columns)
        self.assertEqual(len(got.time), 3900)
        for key in got._fields:
            if key == "status":
                self.assertEqual([waylay.Status(s).name.lower() for s in got.status], list(said["status"]))
            elif key in said.dtype.names:
                np.testing.assert_array_equal(got._asdict()[key], said[key].astype(f4), key)

    def test_numbers_of_the_enums(self):
        for name, public in (("way_status", waylay.Status), ("way_result", waylay.Result), ("way_word", waylay.Word)):
            values = description["types"][name]["values"]
            self.assertEqual({word.upper(): value for word, value in values.items()},
                             {member.name: member.value for member in public})
        library.way_status_word.restype = ctypes.c_char_p
        for member in waylay.Status:
            self.assertEqual(library.way_status_word(member.value).decode().upper(), member.name)


if __name__ == "__main__":
    unittest.main()
