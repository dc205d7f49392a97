#!/usr/bin/env python3
"""Draws pictures for the documents, from answers of the program and from results of benchmarks.

usage: scripts/maintain/pictures.py calls PROGRAM | field PROGRAM | growth
  calls   docs/calls.svg: a small picture for each call, from the answers of PROGRAM (waylay of a build)
  field   docs/field.svg: the field of a map, and paths over it
  growth  docs/growth.svg: ns per agent against the number of agents, from bench/results/growth.txt
The picture is written to standard output.
"""

import csv
import io
import math
import os
import subprocess
import sys
import tempfile

WIDE, TALL, COLUMNS = 176, 104, 4

STYLE = """<style>
.page{fill:#fff}text{fill:#111827}.quiet{fill:#4b5563}.a,.al{fill:#0072b2}.al{stroke:#0072b2;fill:none}
.b{fill:#c2410c}.bl{stroke:#c2410c;fill:none}.c{fill:#00805c}.cl{stroke:#00805c;fill:none}
.g{fill:#9ca3af}.gl{stroke:#9ca3af;fill:none}
.s0{stroke:#0072b2;fill:#0072b2}.s1{stroke:#c2410c;fill:#c2410c}.s2{stroke:#00805c;fill:#00805c}
.s3{stroke:#7c3aed;fill:#7c3aed}.s4{stroke:#a16207;fill:#a16207}.s5{stroke:#be185d;fill:#be185d}
@media(prefers-color-scheme:dark){
.page{fill:#0d1117}text{fill:#e6edf3}.quiet{fill:#a9b4c0}.a{fill:#56b4e9}.al{stroke:#56b4e9}
.b{fill:#f0883e}.bl{stroke:#f0883e}.c{fill:#3fb98f}.cl{stroke:#3fb98f}.g{fill:#6b7280}.gl{stroke:#6b7280}
.s0{stroke:#56b4e9;fill:#56b4e9}.s1{stroke:#f0883e;fill:#f0883e}.s2{stroke:#3fb98f;fill:#3fb98f}
.s3{stroke:#b49cff;fill:#b49cff}.s4{stroke:#e3b341;fill:#e3b341}.s5{stroke:#f778ba;fill:#f778ba}}
</style>
"""


class Program:
    """Runs the program: takes rows of inputs and returns rows of answers."""

    def __init__(self, path):
        self.path = os.path.abspath(path)

    def __call__(self, call, rows, **files):
        rows = rows if isinstance(rows, list) else [rows]
        with tempfile.TemporaryDirectory() as folder:
            words = [self.path, call, self.write(folder, "in", rows), "--quiet"]
            for name, content in files.items():
                words += ["--" + name, self.write(folder, name, content)]
            text = subprocess.run(words, check=True, stdout=subprocess.PIPE, text=True).stdout
        return [{name: number(value) for name, value in row.items()} for row in csv.DictReader(io.StringIO(text))]

    @staticmethod
    def write(folder, name, rows):
        path = os.path.join(folder, name + ".csv")
        with open(path, "w", newline="", encoding="utf-8") as file:
            to = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            to.writeheader()
            to.writerows(rows)
        return path


# Numbers are rounded, so that the pictures do not depend on the last digits of a C library.
def sin(angle):
    return round(math.sin(angle), 4)


def cos(angle):
    return round(math.cos(angle), 4)


def number(text):
    try:
        return float(text)
    except ValueError:
        return text


class Panel:
    """A small picture of WIDE x TALL pixels. Its coordinates are in metres, with y upwards."""

    def __init__(self, name, low_x, low_y, wide):
        self.name, self.low_x, self.low_y = name, low_x, low_y
        self.scale = WIDE / wide
        self.parts = []

    def at(self, x, y):
        return (x - self.low_x) * self.scale, TALL - (y - self.low_y) * self.scale

    def line(self, points, kind="gl", width=1.6, dash=""):
        ends = " ".join("%.1f,%.1f" % self.at(*p) for p in points)
        dash = ' stroke-dasharray="%s"' % dash if dash else ""
        self.parts.append('<polyline class="%s" stroke-width="%g"%s points="%s"/>' % (kind, width, dash, ends))

    def arrow(self, start, end, kind="a", width=2):
        (x0, y0), (x1, y1) = self.at(*start), self.at(*end)
        length = math.hypot(x1 - x0, y1 - y0)
        if length < 3:
            return
        ux, uy, tip = (x1 - x0) / length, (y1 - y0) / length, min(7, length)
        self.parts.append(
            '<path class="%sl" stroke-width="%g" d="M%.1f %.1fL%.1f %.1f"/>'
            '<path class="%s" d="M%.1f %.1fL%.1f %.1fL%.1f %.1fz"/>'
            % (kind, width, x0, y0, x1 - tip * ux, y1 - tip * uy, kind, x1, y1,
               x1 - tip * ux - tip / 2 * uy, y1 - tip * uy + tip / 2 * ux,
               x1 - tip * ux + tip / 2 * uy, y1 - tip * uy - tip / 2 * ux))

    def dot(self, x, y, kind="a", radius=4.5):
        self.parts.append('<circle class="%s" cx="%.1f" cy="%.1f" r="%g"/>'
                          % ((kind,) + self.at(x, y) + (radius,)))

    def ring(self, x, y, kind="cl", radius=7):
        self.parts.append('<circle class="%s" stroke-width="1.6" cx="%.1f" cy="%.1f" r="%g"/>'
                          % ((kind,) + self.at(x, y) + (radius,)))

    def square(self, x, y, kind, size):
        px, py = self.at(x, y)
        self.parts.append('<rect class="%s" x="%.1f" y="%.1f" width="%.1f" height="%.1f"/>'
                          % (kind, px, py, size * self.scale - 1, size * self.scale - 1))


def chaser(x, y, speed=None, **more):
    return {"chaser_x": x, "chaser_y": y, **({} if speed is None else {"chaser_speed": speed}), **more}


def runner(x, y, vx=None, vy=None):
    return {"runner_x": x, "runner_y": y, **({} if vx is None else {"runner_vx": vx, "runner_vy": vy})}


def intercept(ask, p):
    (r,) = ask("intercept2d", {**chaser(2, 1.5, 5), **runner(13, 1.5, -0.8, 2.4)})
    p.arrow((13, 1.5), (r["point_x"], r["point_y"]), "b")
    p.arrow((2, 1.5), (r["point_x"], r["point_y"]))
    p.ring(r["point_x"], r["point_y"])
    p.dot(2, 1.5), p.dot(13, 1.5, "b")


def chase(ask, p, call, **more):
    """Draws a chaser that makes the call in each frame, and a runner that it chases along a bend."""
    x, y, step, ways = 1.5, 1.2, 0.1, ([], [])
    vx, vy = 3.0, 2.0
    for frame in range(60):
        angle = -0.2 + 0.055 * frame
        rx, ry = 9 + 4.4 * sin(angle), 5 - 3.6 * cos(angle)
        rvx, rvy = 4.4 * 0.55 * cos(angle), 3.6 * 0.55 * sin(angle)
        ways[0].append((x, y)), ways[1].append((rx, ry))
        if math.hypot(rx - x, ry - y) < 0.3:
            break
        if call == "navigate_pure2d":
            (r,) = ask(call, {**chaser(x, y, chaser_vx=vx, chaser_vy=vy), **runner(rx, ry, rvx, rvy), **more})
            vx, vy = vx + step * r["acceleration_x"], vy + step * r["acceleration_y"]
            vx, vy = 3.6 * vx / math.hypot(vx, vy), 3.6 * vy / math.hypot(vx, vy)
        else:
            (r,) = ask(call, {**chaser(x, y, 3.6, dt=step), **runner(rx, ry, rvx, rvy), **more})
            vx, vy = r["velocity_x"], r["velocity_y"]
        x, y = x + step * vx, y + step * vy
    p.line(ways[1], "bl", 1.6, "4 3"), p.line(ways[0], "al", 2.2)
    p.dot(*ways[0][0]), p.dot(*ways[1][0], "b"), p.ring(*ways[0][-1])


def lead(ask, p):
    chase(ask, p, "lead2d")


def navigate(ask, p):
    chase(ask, p, "navigate_pure2d", gain=4)


def meet_at(ask, p):
    starts = [(1.5, 1.5), (2, 8), (7.5, 1)]
    row = runner(14, 1.5, -1, 1.5)
    time = max(r["time"] for r in ask("intercept2d", [{**chaser(x, y, 4), **row} for x, y in starts]))
    answers = ask("meet_at2d", [{**chaser(x, y, time=time), **row} for x, y in starts])
    for (x, y), r in zip(starts, answers):
        p.arrow((x, y), (r["point_x"], r["point_y"])), p.dot(x, y)
    p.arrow((14, 1.5), (r["point_x"], r["point_y"]), "b"), p.dot(14, 1.5, "b")
    p.ring(r["point_x"], r["point_y"])


def nearest(ask, p):
    (r,) = ask("nearest2d", {**chaser(8, 2), **runner(2, 3, 4, 2)})
    p.line([(2, 3), (14, 9)], "bl", 1.6, "4 3"), p.line([(8, 2), (r["point_x"], r["point_y"])], "cl", 2)
    p.dot(8, 2), p.dot(2, 3, "b"), p.ring(r["point_x"], r["point_y"])


def seek(ask, p):
    (s,) = ask("seek2d", {**chaser(3, 2, 5), **runner(8, 5)})
    (f,) = ask("flee2d", {"runner_x": 10, "runner_y": 6.3, "runner_speed": 4, **chaser(8, 5)})
    p.dot(8, 5, "b"), p.dot(3, 2), p.dot(10, 6.3, "c")
    p.arrow((3, 2), (3 + 0.7 * s["velocity_x"], 2 + 0.7 * s["velocity_y"]))
    p.arrow((10, 6.3), (10 + f["velocity_x"], 6.3 + f["velocity_y"]), "c")


def arrive(ask, p):
    x, y = 1.5, 2
    p.ring(13.5, 6.5, "gl", 4 * p.scale)
    for _ in range(24):
        p.dot(x, y, "a", 3)
        row = {**chaser(x, y, 5), "to_x": 13.5, "to_y": 6.5, "slowing_radius": 4, "dt": 0.2}
        (r,) = ask("arrive2d", row)
        x, y = x + 0.2 * r["velocity_x"], y + 0.2 * r["velocity_y"]
    p.ring(13.5, 6.5, "cl", 6)


def steer(ask, p):
    x, y, hx, hy, way = 4, 5, -0.8, 0.6, []
    for _ in range(44):
        way.append((x, y))
        dx, dy = 13.5 - x, 2 - y
        wish = 3.5 / max(0.1, math.hypot(dx, dy))
        row = {"heading_x": hx, "heading_y": hy, "wanted_x": wish * dx, "wanted_y": wish * dy,
            "turn_rate": 1.6, "dt": 0.1}
        (r,) = ask("steer2d", row)
        hx, hy = r["next_heading_x"], r["next_heading_y"]
        x, y = x + 0.1 * r["velocity_x"], y + 0.1 * r["velocity_y"]
    p.line(way, "al", 2.2), p.arrow(way[-2], (way[-1][0] + 0.6 * hx, way[-1][1] + 0.6 * hy)), p.dot(4, 5)
    p.dot(13.5, 2, "b")


def tile_line(ask, p):
    x, y, fx, fy = 1, 1, 1, 1
    for k in range(16):
        p.line([(k, 0), (k, 9.4)], "gl", 0.5)
        if k < 10:
            p.line([(0, k), (16, k)], "gl", 0.5)
    while True:
        p.square(x, y + 1, "b" if (x, y) == (13, 7) else "a", 1)
        if (x, y) == (13, 7):
            return
        (r,) = ask("tile_line",
            {"chaser_x": x, "chaser_y": y, "runner_x": 13, "runner_y": 7, "from_x": fx, "from_y": fy})
        x, y = x + int(r["step_x"]), y + int(r["step_y"])
        fx, fy = int(r["next_from_x"]), int(r["next_from_y"])


def fly(ask, p, x, y, vx, vy, time, kind, dash=""):
    rows = [{"body_x": x, "body_y": y, "body_vx": vx, "body_vy": vy, "gravity": 9.81, "time": time * k / 24}
            for k in range(25)]
    p.line([(r["point_x"], r["point_y"]) for r in ask("flight2d", rows)], kind, 2.2, dash)


THROW = {"from_x": 0, "from_y": 0, "to_x": 36, "to_y": 4, "gravity": 9.81}


def launch_speed(ask, p):
    (r,) = ask("launch_speed2d", {**THROW, "speed": 22})
    p.line([(-4, -1), (44, -1)])
    fly(ask, p, 0, 0, r["high_velocity_x"], r["high_velocity_y"], r["high_time"], "cl", "5 3")
    fly(ask, p, 0, 0, r["velocity_x"], r["velocity_y"], r["time"], "al")
    p.dot(0, 0), p.dot(36, 4, "b")


def launch_apex(ask, p):
    for height, kind in ((4, "cl"), (12, "al")):
        (r,) = ask("launch_apex2d", {**THROW, "apex": height})
        fly(ask, p, 0, 0, r["velocity_x"], r["velocity_y"], r["time"], kind)
        p.line([(4, r["top"]), (32, r["top"])], "gl", 1, "3 3")
    p.line([(-4, -1), (44, -1)]), p.dot(0, 0), p.dot(36, 4, "b")


def arc(ask, p):
    row = {"muzzle_x": 0, "muzzle_y": 0, "shell_speed": 30, "gravity": 9.81}
    (r,) = ask("arc2d", {**row, **runner(20, 14, 9, 1)})
    p.line([(-4, -1), (56, -1)])
    fly(ask, p, 0, 0, r["velocity_x"], r["velocity_y"], r["time"], "al")
    p.arrow((20, 14), (r["point_x"], r["point_y"]), "b")
    p.dot(0, 0), p.dot(20, 14, "b"), p.ring(r["point_x"], r["point_y"])


def bezier(ask, p):
    row = {"from_x": 1.5, "from_y": 1.5, "control_x": 7, "control_y": 14, "to_x": 14.5, "to_y": 2}
    p.line([(1.5, 1.5), (7, 14), (14.5, 2)], "gl", 1, "3 3")
    curve = ask("bezier2d", [{**row, "phase": k / 20} for k in range(21)])
    p.line([(r["point_x"], r["point_y"]) for r in curve], "al", 2.2)
    for r in curve[::4]:
        p.dot(r["point_x"], r["point_y"], "a", 3)


def reflect(ask, p):
    (r,) = ask("reflect2d", {"velocity_x": 5, "velocity_y": -6, "normal_x": 0.2, "normal_y": 1})
    p.line([(1, 2.8), (15, 0.0)], "gl", 3)
    p.arrow((3.2, 7.2), (8, 1.44))
    p.arrow((8, 1.44), (8 + 0.7 * r["reflected_x"], 1.44 + 0.7 * r["reflected_y"]), "c")


def bounce(ask, p):
    corners = [(1, 1), (14, 0.6), (15.2, 7.5), (8, 6.2), (1.4, 8.8)]
    walls = [dict(zip(("ax", "ay", "bx", "by"), a + b)) for a, b in zip(corners, corners[1:] + corners[:1])]
    rows = [{"ball_x": 3, "ball_y": 4, "ball_vx": 7, "ball_vy": -4, "dt": k / 40} for k in range(150)]
    p.line(corners + corners[:1], "gl", 3)
    p.line([(r["next_x"], r["next_y"]) for r in ask("bounce2d", rows, walls=walls)], "al", 1.8)
    p.dot(3, 4)


def bounce_discs(ask, p):
    row = {"ball_x": 2.5, "ball_y": 3, "ball_vx": 4, "ball_vy": 0.4, "radius": 1.1, "other_x": 12.5,
           "other_y": 4, "other_vx": -2, "other_vy": 0.3, "other_radius": 1.1}
    (r,) = ask("bounce_discs2d", row)
    t = r["time"]
    for name, kind, sign in (("ball", "a", 1), ("other", "b", -1)):
        x, y, vx, vy = (row[name + "_" + k] for k in ("x", "y", "vx", "vy"))
        hit = (x + t * vx, y + t * vy)
        p.ring(x, y, "gl", 1.1 * p.scale), p.ring(*hit, kind + "l", 1.1 * p.scale)
        p.line([(x, y), hit], "gl", 1, "3 3")
        p.arrow(hit,
            (hit[0] + 0.9 * (vx + sign * r["change_x"]), hit[1] + 0.9 * (vy + sign * r["change_y"])), kind)


def touch_boxes(ask, p):
    row = {"chaser_x": 2.5, "chaser_y": 2.5, "chaser_vx": 4, "chaser_vy": 1, "chaser_heading_x": 4,
           "chaser_heading_y": 1, "chaser_length": 3.2, "chaser_width": 1.6, "runner_x": 13, "runner_y": 7,
           "runner_vx": -1.6, "runner_vy": -1.2, "runner_heading_x": -4, "runner_heading_y": -3,
           "runner_length": 3.2, "runner_width": 1.6}
    (r,) = ask("touch_boxes2d", row)
    for name, kind in (("chaser", "a"), ("runner", "b")):
        x, y, vx, vy, hx, hy, length, width = (
            row[name + "_" + k] for k in ("x", "y", "vx", "vy", "heading_x", "heading_y", "length", "width"))
        size = (hx * hx + hy * hy) ** 0.5
        l, w = length / 2 / size, width / 2 / size
        corners = [(a * l * hx - b * w * hy, a * l * hy + b * w * hx) for a, b in
                   ((1, 1), (-1, 1), (-1, -1), (1, -1), (1, 1))]
        hit = (x + r["time"] * vx, y + r["time"] * vy)
        p.line([(x + cx, y + cy) for cx, cy in corners], "gl", 1)
        p.line([(hit[0] + cx, hit[1] + cy) for cx, cy in corners], kind + "l", 1.8)
        p.line([(x, y), hit], "gl", 1, "3 3")
    p.dot(r["point_x"], r["point_y"], "c")


def bounce_all(ask, p):
    radius, gap, dt = 0.45, 0.02, 0.62
    at = [(2, 4.3)] + [(8 + row * (2 * radius + gap) * 0.866, 4.5 + (k - row / 2) * (2 * radius + gap))
                       for row in range(4) for k in range(row + 1)]
    rows = [{"ball_x": x, "ball_y": y, "ball_vx": 12 if n == 0 else 0, "ball_vy": 0, "radius": radius, "dt": dt}
            for n, (x, y) in enumerate(at)]
    got = ask("bounce_all2d", rows)
    for (x, y), r in zip(at, got):
        to = (r["next_x"], r["next_y"])
        p.ring(x, y, "gl", radius * p.scale)
        p.line([(x, y), to], "gl", 1, "3 3")
        p.ring(*to, "al", radius * p.scale)


UNITS = [(1.5, 1.5), (1.2, 4.5), (2, 7.8), (4, 3), (4.2, 6.2)]
ENEMIES = [(10, 1.2), (12.8, 3), (10.5, 5), (13.5, 7.8), (14.8, 5.4), (11, 8)]


def choose(ask, p, call="choose2d", kind="gl", width=1.4):
    got = ask(call, [chaser(x, y) for x, y in UNITS], candidates=[runner(x, y) for x, y in ENEMIES])
    for (x, y), r in zip(UNITS, got):
        p.line([(x, y), ENEMIES[int(r["target"])]], kind, width)
    for at in UNITS:
        p.dot(*at)
    for at in ENEMIES:
        p.dot(*at, "b")


def assign(ask, p):
    choose(ask, p, "assign", "cl", 1.6)


def avoid(ask, p):
    count, all_ways = 8, []
    angles = [2 * math.pi * k / count + 0.1 for k in range(count)]
    at = [[4.9 * cos(angle), 4.9 * sin(angle)] for angle in angles]
    goal = [(-x, -y) for x, y in at]
    speed, step, moving = 1.5, 0.2, [[0.0, 0.0] for _ in at]
    for _ in range(50):
        rows = []
        for k, (x, y) in enumerate(at):
            dx, dy = goal[k][0] - x, goal[k][1] - y
            part = speed / max(speed * step, math.hypot(dx, dy)) if math.hypot(dx, dy) > 0 else 0
            wish = (part * dx + 0.2 * part * dy, part * dy - 0.2 * part * dx)
            rows.append(chaser(x, y, speed, chaser_vx=moving[k][0], chaser_vy=moving[k][1], self=k, dt=step,
                               preferred_vx=wish[0], preferred_vy=wish[1], radius=0.5))
        others = [{**runner(x, y, *moving[k]), "runner_radius": 0.5} for k, (x, y) in enumerate(at)]
        all_ways.append([tuple(a) for a in at])
        for k, r in enumerate(ask("avoid2d", rows, candidates=others)):
            moving[k] = [r["velocity_x"], r["velocity_y"]]
            at[k] = [at[k][0] + step * moving[k][0], at[k][1] + step * moving[k][1]]
    for k in range(count):
        kind = "a" if k % 2 else "b"
        p.line([frame[k] for frame in all_ways], kind + "l", 1.4)
        p.dot(*all_ways[0][k], kind, 0.5 * p.scale)


def line(ask, p):
    hx, hy = 0.5, 0.87
    rows = [{"rank_x": 8, "rank_y": 4.5, "rank_heading_x": hx, "rank_heading_y": hy,
        "offset": 1.8 * k} for k in range(-3, 4)]
    for r in ask("line2d", rows):
        p.arrow((r["place_x"], r["place_y"]), (r["place_x"] + 2.2 * hx, r["place_y"] + 2.2 * hy))
        p.dot(r["place_x"], r["place_y"])


def wheel(ask, p):
    row = {"x": 3, "y": 2.6, "heading_x": 1, "heading_y": 0, "half_width": 2.2}
    for k in range(40):
        if k % 3 == 0:
            across = (-row["heading_y"] * 2.2, row["heading_x"] * 2.2)
            ends = [(row["x"] + s * across[0], row["y"] + s * across[1]) for s in (-1, -0.5, 0, 0.5, 1)]
            p.line([ends[0], ends[-1]], "gl", 1)
            for end in ends:
                p.dot(*end, "a", 2.5)
        (r,) = ask("wheel2d",
            {**row, "wanted_x": 12.5, "wanted_y": 6.5, "wanted_heading_x": 0, "wanted_heading_y": 1,
                               "step": 0.35})
        for name in ("x", "y", "heading_x", "heading_y"):
            row[name] = r["next_" + name]


def march(ask, p, path, total):
    way = ask("march2d", [{**path, "distance": total * k / 60} for k in range(61)])
    p.line([(r["next_x"], r["next_y"]) for r in way], "al", 2.2)


POSE = {"x": 3, "y": 5, "heading_x": -0.3, "heading_y": 1}


def shortest_path(ask, p):
    goal = {"target_x": 13, "target_y": 4, "target_heading_x": 0.4, "target_heading_y": 1, "radius": 2}
    (r,) = ask("shortest_path2d", {**POSE, **goal})
    for k in "12":
        p.ring(r["centre%s_x" % k], r["centre%s_y" % k], "gl", 2 * p.scale)
    march(ask, p, {**POSE, **goal, **{k: r[k] for k in ("word", "arc1", "middle", "arc2")}}, r["total"])
    p.arrow((3, 5), (2.5, 6.6)), p.dot(3, 5), p.arrow((13, 4), (13.6, 5.6), "b"), p.dot(13, 4, "b")


def cut_off(ask, p, call="cut_off2d"):
    (r,) = ask(call, {**chaser(3, 5, 4), "heading_x": -0.3, "heading_y": 1, "radius": 2,
                      **runner(14.5, 7.5, -0.8, -1.8)})
    goal = {k: r[k] for k in ("target_x", "target_y", "target_heading_x", "target_heading_y", "word",
        "arc1", "middle", "arc2")}
    march(ask, p, {**POSE, "radius": 2, **goal}, r["total"])
    p.arrow((14.5, 7.5), (r["target_x"], r["target_y"]), "b"), p.dot(14.5, 7.5, "b")
    p.arrow((3, 5), (2.5, 6.6)), p.dot(3, 5), p.ring(r["target_x"], r["target_y"])


def slew(ask, p):
    row = {"x": 3, "y": 3, "heading_x": 0.9, "heading_y": -0.4, "turn_rate": 0.5, "dt": 0.3,
        "speed": 8, **runner(14, 3, -1.5, 1)}
    for k in range(40):
        (r,) = ask("slew2d", row)
        hx, hy, fires = row["heading_x"], row["heading_y"], r["time"] < row["dt"]
        size = math.hypot(hx, hy)
        p.line([(3, 3), (3 + 2.4 * hx / size, 3 + 2.4 * hy / size)], "al" if k == 0 else "gl", 2 if k == 0 else 1)
        if k == 0:
            p.arrow((14, 3), (14 - 1.5 * r["hit"], 3 + r["hit"]), "b")
            hit = (14 - 1.5 * r["hit"], 3 + r["hit"])
        if fires:
            break
        row.update(heading_x=r["next_heading_x"], heading_y=r["next_heading_y"])
        row.update(runner_x=row["runner_x"] - 1.5 * row["dt"], runner_y=row["runner_y"] + row["dt"])
    p.line([(3, 3), hit], "al", 1, "3 3"), p.dot(3, 3), p.dot(14, 3, "b"), p.ring(*hit)


def home(ask, p):
    cut_off(ask, p, "home2d")


def thrust(ask, p):
    x, y, vx, vy, way, goal = 2, 1.5, 0, 3, [], runner(13.5, 4, 0, 0)
    for _ in range(80):
        way.append((x, y))
        (r,) = ask("thrust2d", {**chaser(x, y, chaser_vx=vx, chaser_vy=vy, acceleration=2, match=1, dt=0.1), **goal})
        ax, ay = r["acceleration_x"], r["acceleration_y"]
        x, y = x + 0.1 * vx + 0.005 * ax, y + 0.1 * vy + 0.005 * ay
        vx, vy = vx + 0.1 * ax, vy + 0.1 * ay
    p.line(way, "al", 2.2), p.dot(2, 1.5), p.dot(13.5, 4, "b"), p.ring(*way[-1])


def chase_slowing(ask, p):
    (r,) = ask("chase_slowing2d", {**chaser(9.5, 1.5, 2.5), **runner(1.5, 7.5, 7, -0.6), "slowing": 2})
    p.line([(1.5, 7.5), (r["point_x"], r["point_y"])], "bl", 2, "4 3"), p.dot(1.5, 7.5, "b")
    p.arrow((9.5, 1.5), (r["point_x"], r["point_y"])), p.dot(9.5, 1.5), p.ring(r["point_x"], r["point_y"])


def cast(ask, p):
    ends, discs = [(4, 7.6, 11, 8.4), (12, 1, 14.5, 5), (3, 1, 3, 3.4)], [(10.2, 3, 0.9), (5.2, 5.6, 0.7)]
    walls = [dict(zip(("ax", "ay", "bx", "by"), wall)) for wall in ends]
    beams = [{"x": 7.5, "y": 4.4, "direction_x": cos(k / 5), "direction_y": sin(k / 5), "range": 7}
             for k in range(32)]
    others = [{**runner(x, y), "runner_radius": radius} for x, y, radius in discs]
    for beam, r in zip(beams, ask("cast2d", beams, walls=walls, candidates=others)):
        far = min(r["distance"], 7)
        p.line([(7.5, 4.4), (7.5 + far * beam["direction_x"], 4.4 + far * beam["direction_y"])], "al", 0.8)
        p.dot(r["point_x"], r["point_y"], "c", 3) if r["distance"] < 7 else None
    for (ax, ay, bx, by) in ends:
        p.line([(ax, ay), (bx, by)], "gl", 3)
    for x, y, radius in discs:
        p.ring(x, y, "bl", radius * p.scale)


def sight(ask, p):
    ends = [(9, 1.2, 9, 3.8), (6.2, 6.2, 8.5, 6.4), (11.5, 4.2, 12.4, 6.2)]
    walls = [dict(zip(("ax", "ay", "bx", "by"), wall)) for wall in ends]
    (r,) = ask("choose2d", {"chaser_x": 2.5, "chaser_y": 4.2}, walls=walls, candidates=[runner(x, y) for x, y in ENEMIES])
    for x, y in ENEMIES:
        (seen,) = ask("choose2d", {"chaser_x": 2.5, "chaser_y": 4.2}, walls=walls, candidates=[runner(x, y)])
        p.line([(2.5, 4.2), (x, y)], "al" if seen["seen"] else "gl", 1.4 if seen["seen"] else 0.8, "" if seen["seen"] else "3 3")
        p.dot(x, y, "b")
    for (ax, ay, bx, by) in ends:
        p.line([(ax, ay), (bx, by)], "gl", 3)
    p.ring(*ENEMIES[int(r["target"])]), p.dot(2.5, 4.2)


def conflicts(ask, p):
    rows = [dict(zip(("x", "y", "vx", "vy"), v), radius=1.6, horizon=9)
            for v in ((1.5, 2, 1.4, 0.5), (14, 1.5, -1, 0.7), (2, 8, 1.3, 0.05))]
    for v in rows:
        p.line([(v["x"], v["y"]), (v["x"] + 9 * v["vx"], v["y"] + 9 * v["vy"])], "gl", 1, "3 3")
        p.dot(v["x"], v["y"])
    for r in ask("conflicts2d", rows):
        pair = rows[int(r["first"])], rows[int(r["second"])]
        at = [tuple(v[k] + r["closest_time"] * v["v" + k] for k in "xy") for v in pair]
        p.line(at, "bl", 2), p.ring(*at[0], "bl", 4), p.ring(*at[1], "bl", 4)


def latest(ask, p):
    row = {**chaser(9, 3, 2), **runner(1, 5.5, 6, 0)}
    p.line([(1, 5.5), (16, 5.5)], "bl", 1.6, "4 3")
    for call, kind in (("intercept2d", "a"), ("latest2d", "c")):
        (r,) = ask(call, row)
        p.arrow((9, 3), (r["point_x"], r["point_y"]), kind), p.ring(r["point_x"], r["point_y"], kind + "l")
    p.dot(9, 3), p.dot(1, 5.5, "b")


def chase_accelerating(ask, p):
    row = {**chaser(2, 7.5, 4), **runner(3, 1.5, 1, 0), "runner_ax": 1.4, "runner_ay": 0.5}
    (r,) = ask("chase_accelerating2d", row)
    times = [r["time"] * k / 20 for k in range(21)]
    p.line([(3 + t + 0.7 * t * t, 1.5 + 0.25 * t * t) for t in times], "bl", 2, "4 3")
    p.arrow((2, 7.5), (r["point_x"], r["point_y"])), p.dot(2, 7.5), p.dot(3, 1.5, "b")
    p.ring(r["point_x"], r["point_y"])


def flight(ask, p):
    row = {"body_x": 0, "body_y": 4, "body_vx": 14, "body_vy": 13, "gravity": 9.81}
    (r,) = ask("flight2d", {**row, "time": 0})
    p.line([(-4, 0), (44, 0)])
    for at in ask("flight2d", [{**row, "time": r["landing"] * k / 8} for k in range(9)]):
        p.dot(at["point_x"], at["point_y"], "a", 3.5)
    p.ring(at["point_x"], at["point_y"])


def launch_reach(ask, p):
    row = {"from_x": 0, "from_y": 0, "to_x": 24, "to_y": 0, "speed": 20, "gravity": 9.81}
    (r,) = ask("launch_reach2d", row)
    p.line([(-4, 0), (44, 0)])
    fly(ask, p, 0, 0, r["least_velocity_x"], r["least_velocity_y"], r["least_time"], "al")
    far = ask("flight2d", {"body_x": 0, "body_y": 0, "body_vx": r["far_velocity_x"],
                           "body_vy": r["far_velocity_y"], "gravity": 9.81, "time": 0})[0]["landing"]
    fly(ask, p, 0, 0, r["far_velocity_x"], r["far_velocity_y"], far, "cl", "5 3")
    p.dot(0, 0), p.dot(24, 0, "b"), p.ring(r["range"], 0)


def launch_lateral(ask, p):
    p.line([(-4, -1), (44, -1)])
    for speed, kind in ((12, "cl"), (20, "al")):
        (r,) = ask("launch_lateral2d", {**THROW, "level_speed": speed})
        fly(ask, p, 0, 0, r["velocity_x"], r["velocity_y"], r["time"], kind)
    p.dot(0, 0), p.dot(36, 4, "b")


def sweep(ask, p):
    ends = [(9, 1, 11, 5), (12, 7.5, 15, 2), (5, 8, 7.5, 6.2)]
    for wall in ends:
        p.line([wall[:2], wall[2:]], "gl", 3)
    walls = [dict(zip(("ax", "ay", "bx", "by"), wall)) for wall in ends]
    for x, y, vx, vy in ((1.5, 2, 3, 0.6), (2, 6.5, 3, -0.25), (1.2, 4.2, 2, 1.4)):
        (r,) = ask("sweep_walls2d", {"ball_x": x, "ball_y": y, "ball_vx": vx, "ball_vy": vy}, walls=walls)
        p.arrow((x, y), (r["point_x"], r["point_y"])), p.dot(x, y)
        hit = (r["point_x"], r["point_y"])
        p.arrow(hit, (hit[0] + 1.3 * r["normal_x"], hit[1] + 1.3 * r["normal_y"]), "c")


def project(ask, p):
    (r,) = ask("project2d", {"vector_x": 7, "vector_y": 5.5, "axis_x": 5, "axis_y": 1})
    x, y = 3 + r["projection_x"], 1.5 + r["projection_y"]
    p.line([(1, 1.1), (15, 3.9)]), p.line([(10, 7), (x, y)], "gl", 1, "3 3")
    p.arrow((3, 1.5), (10, 7)), p.arrow((3, 1.5), (x, y), "c", 3)


def file(ask, p):
    """Draws a file of units behind a leader on a bend, and the earlier positions of the units."""
    units = [[1.0 - 1.3 * k, 2.0] for k in range(6)]
    way = []
    for k in range(75):
        angle = min(1.5708, max(0.0, 0.03 * (k - 25)))
        units[0] = [units[0][0] + 0.2 * cos(angle), units[0][1] + 0.2 * sin(angle)]
        way.append(tuple(units[0]))
        for j in range(1, 6):
            row = {"x": units[j][0], "y": units[j][1], "spacing": 1.3}
            (r,) = ask("file2d", {**row, "ahead_x": units[j - 1][0], "ahead_y": units[j - 1][1]})
            units[j] = [r["next_x"], r["next_y"]]
    p.line(way, "gl", 1, "3 3")
    for k, unit in enumerate(units):
        p.dot(*unit, "c" if k == 0 else "a")


def rank(ask, p):
    """Draws ranks behind a leading rank that turns."""
    poses = [{"x": 5.5 - 1.6 * k, "y": 2.8, "heading_x": 1.0, "heading_y": 0.0} for k in range(4)]
    for k in range(36):
        angle = min(1.0, 0.03 * k)
        poses[0].update(heading_x=cos(angle), heading_y=sin(angle))
        poses[0].update(x=poses[0]["x"] + 0.2 * cos(angle), y=poses[0]["y"] + 0.2 * sin(angle))
        for ahead, pose in zip(poses, poses[1:]):
            leading = {"ahead_" + name: ahead[name] for name in ahead}
            (r,) = ask("rank2d", {**pose, **leading, "half_width": 2.0, "spacing": 1.6})
            pose.update({name: r["next_" + name] for name in pose})
    for k, pose in enumerate(poses):
        for side in (-2, -1, 0, 1, 2):
            x, y = pose["x"] - side * pose["heading_y"], pose["y"] + side * pose["heading_x"]
            p.dot(x, y, "c" if k == 0 else "a", 3)


def calls(program):
    throws = [launch_speed, launch_reach, launch_apex, arc, launch_lateral, flight]
    frames = {**dict.fromkeys(throws, (-4, -3, 48)), arc: (-4, -3, 60), avoid: (-9.6, -5.7, 19.2)}
    panels = []
    for draw in (intercept, lead, latest, meet_at, nearest, chase_accelerating, chase_slowing, seek, arrive, thrust, navigate, steer,
                 tile_line, *throws, bezier, reflect, sweep, bounce, bounce_discs, bounce_all, touch_boxes, project, choose, sight,
                 cast, conflicts, assign, avoid, line, file, rank, wheel, shortest_path, cut_off, home, slew):
        panels.append(Panel(draw.__name__, *frames.get(draw, (0, 0, 16))))
        draw(Program(program), panels[-1])
    rows = (len(panels) + COLUMNS - 1) // COLUMNS
    wide, tall = COLUMNS * (WIDE + 12) + 12, rows * (TALL + 30) + 12
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" '
          'font-family="Helvetica, Arial, sans-serif">' % (wide, tall))
    print("<title>Calls of waylay, each with an answer</title>\n%s" % STYLE, end="")
    print('<rect class="page" width="%d" height="%d"/>' % (wide, tall))
    for k, p in enumerate(panels):
        x, y = 12 + k % COLUMNS * (WIDE + 12), 12 + k // COLUMNS * (TALL + 30)
        print('<view id="%s" viewBox="%d %d %d %d"/>' % (p.name, x, y, WIDE, TALL))
        print('<svg x="%d" y="%d" width="%d" height="%d">\n%s\n</svg>' % (x, y, WIDE, TALL, "\n".join(p.parts)))
        print('<text x="%d" y="%d" font-size="12">%s</text>' % (x, y + TALL + 13, p.name))
    print("</svg>")


FIELD_MAP = """
................................
................................
......@@@@@@@@@@@@..............
.................@..............
.................@....@@@@@@@@@@
.................@....@.........
.................@....@.........
......@@@@@@@@@@@@..............
.....................@@@@@......
......................@.........
@@@@@..@@@@@@@@@......@.........
....................@@@@@@@@@@..
................................
................................"""


def field(program):
    """Draws the field of a map: darker cells are farther from the goal, and lines are paths along the steps."""
    rows, cell = FIELD_MAP.split(), 20
    width, height = len(rows[0]), len(rows)
    head = "type octile\nheight %d\nwidth %d\nmap\n" % (height, width)
    answer = subprocess.run([program, "field2d", "-", "--goal", "30,6"], input=head + "\n".join(rows) + "\n",
                            check=True, stdout=subprocess.PIPE, text=True).stdout
    cells = {(int(row["x"]), int(row["y"])): row for row in csv.DictReader(io.StringIO(answer))}
    farthest = max(int(row["cost"]) for row in cells.values())
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d">'
          % (2 * (cell * width, cell * height)))
    print(STYLE + '<rect class="page" width="100%" height="100%"/>')
    for (x, y), row in cells.items():
        kind = 'class="g"' if int(row["cost"]) < 0 else (
            'class="a" fill-opacity="%.2f"' % (0.08 + 0.5 * int(row["cost"]) / farthest))
        print('<rect %s x="%d" y="%d" width="%d" height="%d"/>'
              % (kind, x * cell, y * cell, cell - 1, cell - 1))
    for start in ((x, y) for y in range(0, height, 3) for x in range(1, width, 8)):
        path, (x, y) = [], start
        while cells[x, y]["next"] not in ("-1", "8"):
            path.append("%d,%d" % (cell * x + cell // 2, cell * y + cell // 2))
            step = int(cells[x, y]["next"])
            x, y = x + (1, 1, 0, -1, -1, -1, 0, 1)[step], y + (0, 1, 1, 1, 0, -1, -1, -1)[step]
        if path:
            print('<polyline class="bl" stroke-width="1.5" points="%s %d,%d"/>'
                  % (" ".join(path), cell * x + cell // 2, cell * y + cell // 2))
            print('<circle class="b" r="4" cx="%s" cy="%s"/>' % tuple(path[0].split(",")))
    print('<circle class="c" r="7" cx="%d" cy="%d"/>\n</svg>' % (30 * cell + cell // 2, 6 * cell + cell // 2))


def growth():
    results, labels, seen = {}, [], []
    here = os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(here, "../../bench/results/growth.txt"), encoding="utf-8") as file:
        for text in file:
            cells = [cell.strip() for cell in text.split("|")]
            if len(cells) == 6 and cells[2].isdigit():
                results.setdefault(cells[1], []).append((int(cells[2]), float(cells[4])))
    wide, tall, left, top, right, bottom = 840, 460, 90, 56, 190, 52
    low = 10 ** math.floor(math.log10(min(ns for q in results.values() for _, ns in q)))
    high = 10 ** math.ceil(math.log10(max(ns for q in results.values() for _, ns in q)))

    def at(n, ns):
        x = left + (wide - left - right) * (math.log10(n) - 3) / 3
        y = top + (tall - top - bottom) * (1 - math.log10(ns / low) / math.log10(high / low))
        return x, y

    print('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" '
          'font-family="Helvetica, Arial, sans-serif">' % (wide, tall, wide, tall))
    print("<title>Nanoseconds per agent against the number of agents</title>\n%s" % STYLE, end="")
    print('<rect class="page" width="%d" height="%d"/>' % (wide, tall))
    print('<text x="%d" y="28" font-size="18" font-weight="bold">'
          'ns per agent, one core, against the number of agents; dashed: rivals</text>' % left)
    for n in (1000, 10000, 100000, 1000000):
        x, y = at(n, low)
        print('<path class="gl" stroke-width="0.6" d="M%.1f %dV%.1f"/>'
              '<text class="quiet" x="%.1f" y="%.1f" font-size="13" '
              'text-anchor="middle">%s</text>' % (x, top, y, x, y + 20, format(n, ",")))
    ns = low
    while ns <= high:
        x, y = at(1000, ns)
        print('<path class="gl" stroke-width="0.6" d="M%.1f %.1fH%d"/>'
              '<text class="quiet" x="%.1f" y="%.1f" font-size="13" '
              'text-anchor="end">%s</text>' % (x, y, wide - right, x - 8, y + 4, format(ns, ",")))
        ns *= 10
    print('<text class="quiet" x="%.1f" y="%d" font-size="13" text-anchor="middle">agents</text>'
          % (at(31623, low)[0], tall - 10))
    questions = list(dict.fromkeys(name.split(",")[0] for name in results))
    for name, points in results.items():
        # a rival has its question's colour and a dashed line; all questions after the fifth share one colour
        k, dash = min(questions.index(name.split(",")[0]), 5), "2 4" if name.endswith("lapjv") else "7 4"
        places = [at(*point) for point in points]
        print('<polyline class="s%d" style="fill:none" stroke-width="2"%s points="%s"/>'
              % (k, ' stroke-dasharray="%s"' % dash if "," in name else "",
                 " ".join("%.1f,%.1f" % place for place in places)))
        for place in places:
            print('<circle class="s%d" cx="%.1f" cy="%.1f" r="%s"/>'
                  % ((k,) + place + ("2.5" if "," in name else "3.5",)))
        labels.append((places[-1][0] + 10, places[-1][1] + 5, k, name))
    # place the lowest label first, because a label moves up if another one is close
    for x, y, k, name in sorted(labels, key=lambda label: -label[1]):
        while any(abs(x - other) < 150 and abs(y - height) < 16 for other, height in seen):
            y -= 1
        seen.append((x, y))
        print('<text class="s%d" style="stroke:none" x="%.1f" y="%.1f" font-size="14">%s</text>'
              % (k, x, y, name))
    print("</svg>")


def main(words):
    if len(words) == 2 and words[0] == "calls":
        calls(words[1])
    elif len(words) == 2 and words[0] == "field":
        field(words[1])
    elif words == ["growth"]:
        growth()
    else:
        sys.exit(__doc__)


main(sys.argv[1:])
