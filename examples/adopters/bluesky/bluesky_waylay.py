"""Detects BlueSky's conflicts with waylay: conflicts3d finds the pairs that can be in conflict, and this module
evaluates BlueSky's formulas for these pairs alone.

Import it after BlueSky; the command CDMETHOD WAYLAY then selects it."""

import numpy as np
from bluesky.tools import geo
from bluesky.tools.aero import nm
from bluesky.traffic.asas import StateBased

import waylay

_EARTH = 6371000.0  # m: the radius in kwikqdrdist


def near_pairs(own, rpz, hpz, ahead):
    """Returns rows i and j of all pairs that can be in conflict, both ways, sorted, or None if the aircraft are
    too near to a pole or all around the Earth. The map is Mercator's; the radius grows by what it distorts."""
    reach = np.max(rpz) + 2 * np.max(own.gs) * np.max(ahead)
    half, steep = reach / (2 * _EARTH), np.tan(np.radians(np.max(np.abs(own.lat))))
    bend = 1.2 * half * (steep + half * (1 + steep * steep))
    east = np.sort(own.lon % 360)
    gap = np.diff(east, append=east[0] + 360)
    if bend > 0.1 or np.radians(gap.max()) * _EARTH < 2 * reach * np.hypot(1, steep):
        return None
    lat, lon = np.radians(own.lat), np.radians((own.lon - east[(gap.argmax() + 1) % len(east)]) % 360)
    scale, track = 1 / np.cos(lat), np.radians(own.trk)
    found = waylay.conflicts3d(
        x=_EARTH * lon, y=_EARTH * np.arcsinh(np.tan(lat)), z=own.alt, vx=scale * own.gs * np.sin(track),
        vy=scale * own.gs * np.cos(track), vz=own.vs, radius=scale * (rpz + bend * (rpz + reach) + 1), height=hpz + 1,
        horizon=ahead + 1)
    pairs = np.concatenate([[found.first, found.second], [found.second, found.first]], axis=1)
    return pairs[:, np.lexsort(pairs[::-1])]


class Waylay(StateBased):
    def detect(self, ownship, intruder, rpz, hpz, dtlookahead):
        own, names = ownship, ("lat", "lon", "trk", "gs", "alt", "vs")
        same = own.ntraf > 1 and all(np.array_equal(getattr(own, name), getattr(intruder, name)) for name in names)
        pairs = near_pairs(own, rpz, hpz, dtlookahead) if same else None
        if pairs is None:
            return super().detect(ownship, intruder, rpz, hpz, dtlookahead)
        i, j = pairs
        qdr, dist = geo.kwikqdrdist_matrix(own.lat[i], own.lon[i], own.lat[j], own.lon[j])
        dist *= nm
        radius, height = np.maximum(rpz[i], rpz[j]), np.maximum(hpz[i], hpz[j])
        track, bearing = np.radians(own.trk), np.radians(qdr)
        east, north = own.gs * np.sin(track), own.gs * np.cos(track)
        du, dv, climb, rise = east[j] - east[i], north[j] - north[i], own.vs[j] - own.vs[i], own.alt[j] - own.alt[i]
        speed2 = np.maximum(du * du + dv * dv, 1e-6)
        tcpa = -(du * (dist * np.sin(bearing)) + dv * (dist * np.cos(bearing))) / speed2
        dcpa2 = np.abs(dist * dist - tcpa * tcpa * speed2)
        half = np.sqrt(np.maximum(0.0, radius * radius - dcpa2)) / np.sqrt(speed2)
        with np.errstate(divide="ignore", invalid="ignore"):
            low, high = (rise + height) / -climb, (rise - height) / -climb
        begin, end = np.maximum(np.minimum(low, high), tcpa - half), np.minimum(np.maximum(low, high), tcpa + half)
        hit = (dcpa2 < radius * radius) & (begin <= end) & (end > 0) & (begin < dtlookahead[i])
        lost, tcpamax = (dist < radius) & (np.abs(rise) < height), np.zeros(own.ntraf)
        np.maximum.at(tcpamax, i[hit], tcpa[hit])
        inconf = np.bincount(i[hit], minlength=own.ntraf) > 0
        named = [[(own.id[a], own.id[b]) for a, b in zip(i[which], j[which])] for which in (hit, lost)]
        return *named, inconf, tcpamax, qdr[hit], dist[hit], np.sqrt(dcpa2[hit]), tcpa[hit], begin[hit]
