"""Tests field2d and follow2d: the answers of small grids, repairs, several fields, wrong arguments."""

import unittest

import numpy as np

import waylay


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


if __name__ == "__main__":
    unittest.main()
