"""Tests field2d and follow2d: the answers of small grids, repairs, several fields, wrong arguments."""

import unittest

import numpy as np

import waylay

try:
    import pandas
except ImportError:
    pandas = None


class Fields(unittest.TestCase):
    costs = np.array([[1, 1, 1, 1], [1, 0, 0, 1], [1, 1, 1, 1]])

    def test_a_field_has_costs_and_steps(self):
        field = waylay.field2d(self.costs, (3, 2))
        self.assertEqual(field.cost.tolist(), [[25, 20, 15, 10], [20, -1, -1, 5], [15, 10, 5, 0]])
        self.assertEqual(field.next.tolist(), [[0, 0, 0, 2], [2, -1, -1, 2], [0, 0, 0, 8]])
        self.assertEqual(field.status, "met")
        cut = waylay.field2d(self.costs, (3, 2), steps=(10, 14), cut_corners=True)
        self.assertEqual(cut.cost[0, 0], 44)

    def test_an_update_gives_the_field_of_the_new_costs(self):
        field, costs = waylay.field2d(self.costs, (3, 2)), self.costs.copy()
        costs[1, 1:3] = 4, 1
        field.update([4, 1], x=1, y=1)
        fresh = waylay.field2d(costs, (3, 2))
        np.testing.assert_array_equal(field.cost, fresh.cost)
        np.testing.assert_array_equal(field.next, fresh.next)
        with self.assertRaisesRegex(ValueError, "not all in the grid"):
            field.update([1, 1], x=3)

    def test_several_fields_have_goals_and_clearances_of_their_own(self):
        fields = waylay.field2d(np.ones((5, 5)), [(0, 0, 0, 0), (4, 4, 7, 1)])
        self.assertEqual(fields.cost.shape, (2, 5, 5))
        self.assertEqual(fields.cost[:, 4, 4].tolist(), [28, 7])
        wide = waylay.field2d(np.ones((5, 5)), (2, 2), clearance=[0, 1.5])
        self.assertEqual((wide.cost >= 0).sum(axis=(1, 2)).tolist()[0], 25)

    def test_agents_follow_a_field(self):
        field = waylay.field2d(self.costs, (3, 2))
        x, y = np.array([0.5, 3.5, 30]), np.array([1.5, 2.5, 0])
        vx, vy, status = waylay.follow2d(field, chaser_x=x, chaser_y=y, chaser_speed=2)
        self.assertEqual(vy[0], 2)
        self.assertEqual(status.tolist(), [0, 1, 9])
        self.assertTrue((status == ["met", "there", "no_path"]).all())
        vx, vy, status = waylay.follow2d(field, chaser_x=7.0, chaser_y=5.0, chaser_speed=2, cell=2, origin=(0, 0),
                                         goal_x=7.5, goal_y=5.0)
        self.assertEqual((float(vx), float(vy)), (2, 0))

    def test_wrong_arguments_are_named(self):
        for costs, goals, more, said in ((np.ones(3), (0, 0), {}, "costs: expected two dimensions"),
                                         (self.costs * 300, (0, 0), {}, "costs: expected whole numbers"),
                                         (self.costs, (0, 0.5), {}, "goals: expected whole numbers"),
                                         (self.costs, 3, {}, "goals: expected rows"),
                                         (self.costs, (0, 0), {"steps": (5, 7.5)}, "steps")):
            with self.assertRaisesRegex(ValueError, said):
                waylay.field2d(costs, goals, **more)
        with self.assertRaisesRegex(waylay.Error, "goals"):
            waylay.field2d(self.costs, (4, 0))
        with self.assertRaisesRegex(waylay.Error, "sight"):
            waylay.follow2d(waylay.field2d(self.costs, (3, 2)), chaser_x=0, chaser_y=0, chaser_speed=1, sight=65)

    def test_each_mistake_names_the_argument_and_what_is_accepted(self):
        nan, inf = np.nan, np.inf
        said = (({"costs": np.ones((0, 4))}, r"costs: expected two dimensions and at least one cell, found the shape \(0, 4\)"),
                ({"costs": np.ones((1, 16001))}, r"costs: expected at most 16000 rows and columns, found the shape \(1, 16001\)"),
                ({"goals": (4, 0)}, "goals: x: expected at most 3, found 4"), ({"goals": (0, 3)}, "goals: y: expected at most 2, found 3"),
                ({"goals": (0, 0, 4000000001)}, "goals: cost: expected at most 4000000000, found 4000000001"),
                ({"goals": (0, 0, 0, 4 * 10**9)}, "goals: field: expected at most 65535, found 4000000000"),
                ({"goals": {"x": [0, 1], "y": [0, 1, 2]}}, r"expected shapes that broadcast together, found goals: x \(2,\), goals: y \(3,\)"),
                ({"goals": {"x": np.zeros((2, 2)), "y": 0}}, r"goals: expected columns of one dimension, found the shape \(2, 2\)"),
                ({"steps": (5,)}, r"steps: expected the costs of a straight and of a diagonal step, found \(5,\)"),
                ({"steps": 5}, "steps: expected the costs of a straight and of a diagonal step, found 5"),
                ({"steps": (5, 11)}, "steps: expected a whole number from 5 to 10, found 11"),
                ({"steps": (0, 7)}, "steps: expected a whole number from 1 to 65535, found 0"),
                ({"clearance": -1}, "clearance: expected 0 to 250, found -1"), ({"clearance": [nan]}, "clearance: expected 0 to 250, found nan"),
                ({"clearance": np.ma.array([0.0], mask=[1])}, "clearance: expected 0 to 250, found nan"))
        for more, text in said:
            with self.assertRaisesRegex(ValueError, f"^field2d: {text}$", msg=more):
                waylay.field2d(**{"costs": self.costs, "goals": (3, 2), **more})
        field = waylay.field2d(self.costs, (3, 2))
        for more, text in (({"costs": np.ones((1, 1, 1))}, r"costs: expected rows of cells, found the shape \(1, 1, 1\)"),
                           ({"x": 0.5}, "x: expected a whole number from 0 to 16000, found 0.5"), ({"y": "1"}, "y: expected a whole number")):
            with self.assertRaisesRegex(ValueError, f"^update: {text}", msg=more):
                field.update(**{"costs": 1, **more})
        field.update(4, x=1.0, y=np.float64(1))
        self.assertEqual(field.cost[1, 1], 15)
        several = waylay.field2d(self.costs, [(0, 0, 0, 0), (3, 2, 0, 1)])
        with self.assertRaisesRegex(ValueError, "^update: expected a single field, found 2$"):
            several.update(1)
        for paths in (None, field.next):
            with self.assertRaisesRegex(TypeError, "^follow2d: paths: expected a Field, found (NoneType|ndarray)$"):
                waylay.follow2d(paths, chaser_x=0, chaser_y=0, chaser_speed=1)
        for more, text in (({"cell": 0}, "cell: expected a number above 0, found 0"), ({"cell": "1"}, "cell: expected numbers of .*, found <U1"),
                           ({"cell": [1, 2]}, "cell: expected a number above 0"), ({"cell": inf}, "cell: expected a number above 0, found inf"),
                           ({"origin": (0, 0, 0)}, r"origin: expected a pair of numbers, found \(0, 0, 0\)"),
                           ({"origin": (nan, 0)}, r"origin: expected a pair of numbers, found \(nan, 0\)"),
                           ({"sight": 65}, "sight: expected a whole number from 0 to 64, found 65")):
            with self.assertRaisesRegex(ValueError, f"^follow2d: {text}", msg=more):
                self.follow(**more)
        if pandas:
            with self.assertRaisesRegex(ValueError, r"costs: .*, found object; convert the column, for example with .astype\(\"int64\"\)"):
                waylay.field2d(pandas.DataFrame(self.costs, dtype="Int64"), (3, 2))

    def test_no_goals(self):
        for none in ([], (), np.zeros((0, 2)), {"x": [], "y": []}):
            field = waylay.field2d(self.costs, none)
            self.assertEqual((field.status, field.cost.max()), ("no_target", -1))

    def test_steps_cannot_be_changed(self):
        """follow2d and update read them."""
        for goals in ((3, 2), [(0, 0, 0, 0), (3, 2, 0, 1)]):
            with self.assertRaisesRegex(ValueError, "read-only"):
                waylay.field2d(self.costs, goals).next[0, 0] = 3

    def test_a_null_is_neither_a_cost_nor_a_goal(self):
        hole = np.ma.array(np.ones((1, 3), int), mask=[[0, 1, 0]])
        said = "costs: expected whole numbers from 0 to 255, found"
        for costs in (hole, [[1, np.nan, 1]], [["1", "1", "1"]], [[1, -1, 1]], [[1, 0.5, 1]]):
            with self.assertRaisesRegex(ValueError, f"field2d: {said}"):
                waylay.field2d(costs, (2, 0))
            with self.assertRaisesRegex(ValueError, f"update: {said}"):
                waylay.field2d(np.ones((1, 3)), (2, 0)).update(costs)
        for goals in (np.ma.array([[2, 0]], mask=[[1, 0]]), [[np.nan, 0]], [["2", "0"]]):
            with self.assertRaisesRegex(ValueError, "field2d: goals: expected whole numbers, 0 or more, found"):
                waylay.field2d(np.ones((1, 3)), goals)
        self.assertEqual(waylay.field2d(np.ma.array(np.ones((1, 3), int)), (2, 0)).cost.tolist(), [[10, 5, 0]])

    def test_goals_in_a_table_have_names(self):
        expected = waylay.field2d(np.ones((3, 5)), [(4, 1, 0, 0), (0, 2, 7, 1)])
        table = {"field": [0, 1], "y": [1, 2], "cost": [0, 7], "id": [8, 9], "x": [4, 0]}
        tables = [table, np.rec.fromarrays(list(table.values()), names=list(table))] + ([pandas.DataFrame(table)] if pandas else [])
        for goals in tables:
            np.testing.assert_array_equal(waylay.field2d(np.ones((3, 5)), goals).cost, expected.cost)
        single = waylay.field2d(np.ones((3, 5)), {"y": [1], "x": [4]})
        self.assertEqual(single.cost[0].tolist(), waylay.field2d(np.ones((3, 5)), (4, 1)).cost[0].tolist())
        with self.assertRaisesRegex(ValueError, "field2d: goals: missing x; expected the columns x, y and perhaps cost, field"):
            waylay.field2d(np.ones((3, 5)), {"column": [4], "y": [1]})

    def test_there_is_a_clearance_for_each_field(self):
        goals = [(2, 2, 0, field) for field in range(3)]
        for clearance in ([], [0, 1.2]):
            with self.assertRaisesRegex(ValueError, f"clearance: expected a number, or one for each of 3 fields, found {len(clearance)}"):
                waylay.field2d(np.ones((5, 5)), goals, clearance=clearance)
        self.assertEqual(len(waylay.field2d(np.ones((5, 5)), goals, clearance=[1.2]).cost), 3)

    def follow(self, **columns):
        given = dict(chaser_x=[0.5, 1.5], chaser_y=[0.5, 1.5], chaser_speed=1)
        return waylay.follow2d(waylay.field2d(np.ones((3, 5)), (4, 1)), **{**given, **columns})

    def test_follow2d_reads_columns_as_other_calls_do(self):
        """Nulls are invalid, integers become doubles, text is refused, and a field that does not exist is no target."""
        for hole in (np.ma.array([0.5, 1.5], mask=[1, 0]), [np.nan, 1.5], *([pandas.array([None, 1.5], "Float64")] if pandas else [])):
            for name in ("chaser_x", "chaser_y", "goal_x", "chaser_speed"):
                more = {"goal_y": 1.5} if name == "goal_x" else {}
                self.assertEqual(list(self.follow(**{name: hole}, **more)[2]), ["invalid", "met"], name)
        for text in (["0.5", "1.5"], np.array(["0.5", None])):
            with self.assertRaisesRegex(waylay.Error, "follow2d: chaser_x: expected numbers"):
                self.follow(chaser_x=text)
        for field in (0.7, [0.5, 0], ["0", "1"]):
            with self.assertRaisesRegex(waylay.Error, "follow2d: field: expected integers, and null for no target"):
                self.follow(field=field)
        for field in (-1, 1, 2**32, 2**40, np.int64(2**32), np.ma.array([0, 0], mask=[1, 1]), [np.nan, np.nan], [None, None]):
            self.assertEqual(list(self.follow(field=field)[2]), ["no_target", "no_target"], field)
        self.assertEqual(list(self.follow(field=[0.0, np.nan])[2]), ["met", "no_target"])
        with self.assertRaisesRegex(ValueError, r"follow2d: expected shapes that broadcast together, found chaser_x \(2,\), chaser_y \(3,\)"):
            self.follow(chaser_y=[1, 2, 3])
        for sight in (0.7, 2**32, -1, "3"):
            with self.assertRaisesRegex(ValueError, "follow2d: sight: expected a whole number"):
                self.follow(sight=sight)

    def test_whole_positions_far_away_keep_their_value(self):
        far = 2**26
        expected = self.follow(chaser_x=np.array([1.0, 3.0]), chaser_y=[1.0, 1.0])
        for kind in (int, np.int32, np.uint64, float):
            got = self.follow(chaser_x=np.array([1, 3]).astype(kind) + kind(far), chaser_y=np.array([1, 1]).astype(kind) + kind(far),
                              origin=(far, far))
            self.assertEqual([list(one) for one in got], [list(one) for one in expected], kind)
        for at in (0, 1):
            got = self.follow(chaser_x=far + [1, 3][at], chaser_y=far + 1, origin=(far, far))
            self.assertEqual([float(one) for one in got[:2]], [one[at] for one in expected[:2]])

    @unittest.skipIf(pandas is None, "no pandas")
    def test_columns_of_follow2d_have_one_index(self):
        x, y = pandas.Series([0.5, 4.5], index=[1, 0]), pandas.Series([0.5, 1.5], index=[0, 1])
        with self.assertRaisesRegex(ValueError, "follow2d: chaser_y has another index than chaser_x"):
            self.follow(chaser_x=x, chaser_y=y)
        self.follow(chaser_x=x, chaser_y=y.to_numpy(), goal_x=x, goal_y=1.5)


if __name__ == "__main__":
    unittest.main()
