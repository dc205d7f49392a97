"""Plays the same fights under each of the three rules of targeting.py. Guns shoot at raiders that attack, and
shells take time to arrive.

usage: fight.py [PICTURE.svg]. Prints lines for scripts/proof/adopters.sh, and the table of ../README.md to
standard error."""

import sys
import time

import numpy as np
from targeting import RULES, nearest

STEP, SHELL, RELOAD, REACH, BITE = 0.1, 45.0, 2.0, 10.0, 6.0  # s, m/s, s, m, health/s
GUNS, FIGHTS = 60, 5


class Fight:
    def __init__(self, seed, raiders):
        dice = np.random.default_rng(seed)
        self.gun = np.column_stack([dice.uniform(-8, 8, GUNS), dice.uniform(-45, 45, GUNS)])
        self.damage = dice.choice(np.float32([25, 60, 140]), GUNS, p=[0.5, 0.3, 0.2])
        self.gun_health, self.loaded_at = np.full(GUNS, 120.0), dice.uniform(0, RELOAD, GUNS)
        self.at = np.column_stack([dice.uniform(65, 190, raiders), dice.uniform(-60, 60, raiders)])
        self.health = dice.choice([20.0, 55.0, 130.0], raiders, p=[0.5, 0.3, 0.2])
        self.speed = dice.uniform(4, 6, raiders)
        self.shells = np.zeros((0, 3))  # arrival, raider, damage
        self.now = self.shots = self.lost_shots = self.fired = self.wasted = self.seconds = 0.0
        self.alive = []

    def run(self, rule):
        while self.health.max() > 0 and self.gun_health.max() > 0 and self.now < 200:
            self.shoot(rule)
            self.arrive()
            self.advance()
            self.now += STEP
            self.alive.append((self.now, (self.health > 0).sum(), self.wasted))
        return self

    def shoot(self, rule):
        ready = np.flatnonzero((self.loaded_at <= self.now) & (self.gun_health > 0))
        enemies = np.flatnonzero(self.health > 0)
        if not len(ready) or not len(enemies):
            return
        began = time.process_time()
        row = rule(self, ready, enemies)
        self.seconds += time.process_time() - began
        guns = ready[row >= 0]
        raiders = enemies[row[row >= 0]]
        flight = np.hypot(*(self.at[raiders] - self.gun[guns]).T) / SHELL
        self.shells = np.concatenate([self.shells, np.column_stack([self.now + flight, raiders, self.damage[guns]])])
        self.loaded_at[guns] = self.now + RELOAD
        self.shots += len(guns)
        self.fired += self.damage[guns].sum()

    def arrive(self):
        lands = self.shells[:, 0] <= self.now
        for _, raider, damage in self.shells[lands]:
            left = max(self.health[int(raider)], 0)
            self.lost_shots += left == 0
            self.wasted += damage - min(damage, left)
            self.health[int(raider)] -= damage
        self.shells = self.shells[~lands]

    def advance(self):
        raiders, guns = np.flatnonzero(self.health > 0), np.flatnonzero(self.gun_health > 0)
        if not len(raiders) or not len(guns):
            return
        near = nearest(self.at[raiders], self.gun[guns])
        bites = near.cost <= REACH
        np.subtract.at(self.gun_health, guns[near.target[bites]], BITE * STEP)
        ahead = self.gun[guns[near.target]] - self.at[raiders]
        ahead *= np.minimum(self.speed[raiders] * STEP / np.maximum(near.cost, 1e-9), 1)[:, None]
        self.at[raiders] += np.where(bites[:, None], 0, ahead)

    def expected(self, enemies):
        """Returns the health of `enemies` after all shells that are in the air have arrived."""
        left = self.health.copy()
        np.subtract.at(left, self.shells[:, 1].astype(int), self.shells[:, 2])
        return left[enemies]


def told(fight):
    return (f"won after {fight.now:.0f} s" if fight.health.max() <= 0 else "lost") + \
        f", {(fight.gun_health > 0).sum()} of {GUNS} guns left"


def picture(fights, path):
    """Draws the raiders alive over time and, below, the wasted damage."""
    end, raiders = max(fight.now for fight in fights.values()), len(fights["assign"].health)
    most = max(fight.wasted for fight in fights.values())
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 430" font-family="sans-serif" font-size="13">',
           '<rect width="640" height="430" fill="#fff"/>']
    for top, name, top_value in ((26, "raiders alive", raiders), (236, "damage wasted", most)):
        out.append(f'<path d="M60 {top}V{top + 170}H630" fill="none" stroke="#666"/><text x="66" y="{top - 8}">{name}</text>'
                   f'<text x="54" y="{top + 10}" text-anchor="end">{top_value:,.0f}</text>')
    for tick in range(0, int(end) + 1, 10):
        out.append(f'<text x="{60 + 570 * tick / end:.0f}" y="424" text-anchor="middle">{tick} s</text>')
    for (name, fight), colour in zip(fights.items(), ("#c33", "#d90", "#17a")):
        for top, column, top_value in ((26, 1, raiders), (236, 2, most)):
            points = " ".join(f"{60 + 570 * row[0] / end:.1f},{top + 170 - 165 * row[column] / top_value:.1f}"
                              for row in fight.alive[::5] + fight.alive[-1:])
            out.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        x, y = 370, 48 + 18 * list(fights).index(name)
        out.append(f'<text x="{x}" y="{y}" fill="{colour}">{name}: {told(fight)}</text>')
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(out + ["</svg>", ""]))


if __name__ == "__main__":
    for raiders in (400, 900):
        fights = {name: [Fight(seed, raiders).run(rule) for seed in range(FIGHTS)] for name, rule in RULES.items()}
        said = {}
        for name, all_of in fights.items():
            mean = {of: np.mean([vars(fight)[of] for fight in all_of]) for of in ("shots", "lost_shots", "wasted", "fired")}
            wins = [fight.now for fight in all_of if fight.health.max() <= 0]
            guns = np.mean([(fight.gun_health > 0).sum() for fight in all_of])
            micros = 1e6 * sum(fight.seconds for fight in all_of) / sum(len(fight.alive) for fight in all_of)
            waste, when = 100 * mean["wasted"] / mean["fired"], f"{np.mean(wins):.0f} s" if wins else "-"
            said[name] = waste, len(wins)
            print(f"| {raiders} | {name} | {mean['shots']:.0f} | {mean['lost_shots']:.0f} | {waste:.0f} % | "
                  f"{len(wins)} of {FIGHTS} | {when} | {guns:.0f} | {micros:.0f} |", file=sys.stderr)
        (before, lost), (reserve, some), (after, won) = said.values()
        print(f"{raiders} raiders: damage wasted|{before:.0f} %|{after:.0f} %|{before / after:.1f}|won {won} of {FIGHTS}; "
              f"nearest: {lost}, reserve: {some}, {reserve:.0f} % wasted")
    if len(sys.argv) > 1:
        picture({name: all_of[0] for name, all_of in fights.items()}, sys.argv[1])
    sys.exit(won <= lost)
