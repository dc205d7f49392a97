"""Which raider does each loaded gun shoot at?

    nearest   each gun takes the nearest raider in range, as most games do
    reserve   first come, first served: the nearest raider that the shells on their way will not kill
    assign    all loaded guns share out the raiders in one call of waylay.assign, with damage and health

A rule returns for each gun of `ready` an index into `enemies`, or -1."""

import numpy as np

import waylay

RANGE = 70.0  # m


def nearest(of, among, **more):
    return waylay.choose2d(chaser_x=of[:, 0], chaser_y=of[:, 1], runner_x=among[:, 0], runner_y=among[:, 1], **more)


def lists(fight, ready, enemies):
    at = fight.at[enemies]
    return waylay.neighbours2d(chaser_x=fight.gun[ready, 0], chaser_y=fight.gun[ready, 1], range_to=RANGE, runner_x=at[:, 0],
                               runner_y=at[:, 1], most=24, weight=np.where(fight.expected(enemies) > 0, 1.0, -1.0))


def by_nearest(fight, ready, enemies):
    return nearest(fight.gun[ready], fight.at[enemies], range_to=RANGE).target.astype(np.int32)


def by_reserve(fight, ready, enemies):
    near, left, row = lists(fight, ready, enemies), fight.expected(enemies), np.full(len(ready), -1)
    for gun in range(len(ready)):
        for raider in near.row[near.offset[gun]:near.offset[gun + 1]]:
            if left[raider] > 0:
                row[gun], left[raider] = raider, left[raider] - fight.damage[ready[gun]]
                break
    return row


def by_assign(fight, ready, enemies):
    near, left = lists(fight, ready, enemies), fight.expected(enemies)
    damage = fight.damage[np.repeat(ready, np.diff(near.offset))]
    spilt = np.maximum(damage - left[near.row], 0)  # 4 points of wasted damage cost as much as 1 m
    return waylay.assign(near.distance + 0.25 * spilt, near.row, offset=near.offset, damage=fight.damage[ready],
                         health=left).target.astype(np.int32)


RULES = {"nearest": by_nearest, "reserve": by_reserve, "assign": by_assign}
