# SPDX-License-Identifier: Apache-2.0
"""Core toggling and affinities (paper 002, section 3.2).

Assumed: eight threads of equal work, 10 s each on a big core, without
synchronization (Blackscholes) or with a barrier every millisecond of work
(Vips is a pipeline; how often its threads wait is not in the thesis). ODROID-XU4
at its highest clocks; what a move costs is not counted. The baseline is not
described: it is a scheduler whose idle cores take threads that wait (CFS), or
also take running ones from slower cores (misfit migration).
"""

import tool

TITLE = "core toggling"

SCHEMES = ("free", "one-core", "pair", "toggle")


def scenario(scheme, barrier_us, pulls_running, period_ms=250):
    steps = [{"work-us": barrier_us or 10_000_000}]
    if barrier_us:
        steps.append({"barrier": "b"})
    return {"processes": [{"name": "app", "measured": True, "threads": 8, "steps": steps,
                           "repeat": 10_000_000 // barrier_us if barrier_us else 1}],
            "scheduler": {"pulls-running": pulls_running},
            "affinity": {"process": "app", "scheme": scheme, "period-ms": period_ms}}


def seconds(*args):
    return tool.simulate(tool.chip("odroid-xu4"), scenario(*args))["end"] / 1e9


def run():
    report = tool.Report(TITLE)
    baseline = {(barrier, pulls): seconds("free", barrier, pulls) for barrier in (0, 1000) for pulls in (False, True)}
    rows = []
    for barrier in (0, 1000):
        for scheme in SCHEMES:
            took = seconds(scheme, barrier, False)
            rows.append([scheme, "every 1 ms" if barrier else "none", f"{took:.2f}",
                         *(f"{(baseline[barrier, pulls] / took - 1) * 100:+.1f} %" for pulls in (False, True))])
    report.table(["scheme", "barriers", "seconds", "faster than free", "than free that pulls running threads"], rows)
    gains = [(ms, baseline[0, True] / seconds("toggle", 0, False, ms) - 1) for ms in (25, 50, 100, 250, 500, 1000)]
    report.table(["toggles every", "faster than free that pulls"],
                 [[f"{ms} ms", f"{gain * 100:+.1f} %"] for ms, gain in gains])
    best, usual = max(gain for _, gain in gains), dict(gains)[250]
    report.claim(28, "reproduced" if usual >= 0.14 else "in part" if usual > 0.1 else "not reproduced",
                 f"{usual * 100:.1f} %, at other rates {best * 100:.1f} %, over a scheduler that pulls; with no speeds "
                 "of the cores over 12.5 %")
    one = {barrier: baseline[barrier, True] / seconds("one-core", barrier, False) - 1 for barrier in (0, 1000)}
    report.claim(29, "in part", f"one core each: {one[0] * 100:+.1f} % without barriers (bad, as in the thesis), "
                 f"{one[1000] * 100:+.1f} % with (good there)")
    return report
