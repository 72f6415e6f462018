# SPDX-License-Identifier: Apache-2.0
"""User-centric scheduling and governing against CFS+OD (paper 004).

Assumed, as the paper has no power model and no traces of its apps:

* Galaxy S4 with the capacitances of the same cores in Exynos 5422's device tree
  (310 and 90 pF) and no leakage; a second time with leakage of 0.3 of what a
  core draws at its highest point. Idle cores are in WFI, which leaks alike and
  draws nothing else.
* Times of work are at 1.6 GHz. File manager: opens (0.5 s) and closes (0.25 s) a
  directory ten times, a touch before each, a second of rest after each: the 1 s
  and 0.5 s of section 4.1 at half the highest clock. Video: 60 s of 30 frames,
  two threads of 5 ms a frame. ZIP: 20 s of one thread. FTP: 2 ms every 20 ms,
  3000 times. With nothing in the foreground the home screen does 1 ms every
  200 ms, until the others end.
* UCSG's thresholds for cores are the paper's (section 3.3). CFS+OD is as
  docs/simulate.md says.
* A run ends with the last of the apps, and its energy is that until then.
"""

import tool

TITLE = "user-centric scheduling and governing"
CAPACITANCE = {"- name: cortex-a15": 310, "- name: cortex-a7": 90}
LEAKAGE = {"- name: cortex-a15": 228, "- name: cortex-a7": 62}  # 0.3 of C V^2 f at the highest point
MHZ = 1600
UCSG = {"slow-cores": [450 / MHZ, 450 / MHZ, 500 / MHZ], "fast-cores": [900 / MHZ, 1000 / MHZ, 1300 / MHZ]}
# Energy, in percent: claims 33 to 36.
PAPER = {("files", ""): -31.4, ("video", ""): -15.2,
         ("files", "zip"): -26.2, ("files", "ftp"): -22.6, ("files", "zip ftp"): -24.9,
         ("video", "zip"): -22.0, ("video", "ftp"): -11.5, ("video", "zip ftp"): -23.4,
         ("home", "zip"): -12.3, ("home", "ftp"): -20.1, ("home", "zip ftp"): -24.9}


def chip(leaks=False):
    def powers(name):
        leakage = LEAKAGE[name] if leaks else 0
        return [f"capacitance-pf: {CAPACITANCE[name]}", f"static-mw: {leakage}",
                f"idle-states: [{{name: WFI, exit-us: 1, break-even-us: 1, power-mw: {leakage}}}]"]
    return tool.with_lines(tool.chip("galaxy-s4"), {name: powers(name) for name in CAPACITANCE})


def process(name, work=1.0):
    if name == "files":
        steps = [step for us in (500_000, 250_000) for step in ({"work-us": us * work}, {"sleep-us": 1_000_000})]
        return {"name": name, "measured": True, "steps": steps, "repeat": 10}
    if name == "video":
        return {"name": name, "measured": True, "threads": 2, "repeat": 1800,
                "quota": {"work-us": 5000 * work, "period-us": 33333},
                "steps": [{"work-us": 5000 * work}, {"barrier": "frame"}]}
    if name == "zip":
        return {"name": name, "measured": True, "steps": [{"work-us": 20_000_000 * work}]}
    if name == "ftp":
        return {"name": name, "measured": True, "repeat": 3000,
                "steps": [{"work-us": 2000 * work}, {"sleep-us": 18000}]}
    return {"name": "home", "repeat": 0, "steps": [{"work-us": 1000 * work}, {"sleep-us": 199_000}]}


def scenario(system, front, back, work=1.0):
    events = [{"at-ms": 0, "foreground": front}]
    if front == "files":  # when each action begins, at the highest clock
        begins = [i * (750 * work + 2000) + j * (500 * work + 1000) for i in range(10) for j in range(2)]
        events += [{"at-ms": 1 + begin, "touch": True} for begin in begins]
    data = {"system": system, "processes": [process(name, work) for name in [front] + back.split()],
            "events": events}
    return {**data, "user-centric": UCSG} if system == "user-centric" else data


def compare(front, back, leaks=False, work=1.0):
    spec = chip(leaks)
    return [tool.simulate(spec, scenario(system, front, back, work)) for system in ("conventional", "user-centric")]


def response(simulation):
    """Of the file manager, in seconds: the mean time of an action."""
    burst = [t["burstMean"] for t in simulation["threads"] if t["process"] == "files"]
    return burst[0] / 1e9 if burst else None


def frames(simulation):
    last = tool.ends(simulation).get("video")
    return 1800 / (last / 1e9) if last else None


def on_big(simulation):
    """The part of the time in which the big cluster is the one that is on."""
    return max(1 - core["ns"]["off"] / simulation["end"] for core in simulation["cores"] if core["cluster"] == 0)


def figure_two(report):
    shape = """name: figure-2
core-types:
  - {name: big, cpu: cortex-a15, capacity: 1, capacitance-pf: 310}
  - {name: LITTLE, cpu: cortex-a7, capacity: 0.7, capacitance-pf: 90}
clusters: [{name: big, exclusive: true}, {name: LITTLE, exclusive: true}]
frequency-domains:
  - {name: big, points: [{mhz: 750, volts: 0.9}, {mhz: 1000, volts: 1.0}]}
  - {name: LITTLE, points: [{mhz: 600, volts: 0.9}, {mhz: 700, volts: 1.0}]}
cores:
  - {ids: 0-1, type: big, cluster: big, domain: big}
  - {ids: 0-1, type: LITTLE, cluster: LITTLE, domain: LITTLE}
"""
    quota = {"work-us": 600, "period-us": 1000}
    apps = {"scheduler": {"fluid": True, "pulls": False, "wakes-elsewhere": False},
            "processes": [{"name": "video", "measured": True, "threads": 2, "start-ms": 1, "quota": quota,
                           "steps": [{"work-us": 100}, {"barrier": "frame"}], "repeat": 66},
                          {"name": "social", "measured": True, "start-ms": 2, "quota": quota,
                           "steps": [{"work-us": 100}], "repeat": 66}],
            "events": [{"at-ms": 1, "foreground": "video"}, {"at-ms": 2, "foreground": "social"},
                       {"at-ms": 10, "foreground": "video"}]}
    fair = tool.simulate(shape, {**apps, "system": "conventional", "conventional":
                                 {"period-ms": 1, "estimate": "declared", "up": [1, 1], "down": [0.9, 0.85]}})
    user = tool.simulate(shape, {**apps, "system": "user-centric", "user-centric":
                                 {"period-ms": 1, "estimate": "declared", "share": 6, "threshold": 1,
                                  "half-scaling": False, "query-periods": 0, "slow-cores": [0.7],
                                  "fast-cores": [0.7]}})
    rows, right = [], True
    for name, result, expected in (("fair", fair, (14, 15)), ("user-centric", user, (16, 18))):
        found = [tool.ends(result)[app] / 1e6 for app in ("video", "social")]
        right &= all(abs(a - b) < 1e-6 for a, b in zip(found, expected))
        rows.append([name, *(f"{f:g}T ({e}T)" for f, e in zip(found, expected)), f"{result['joules'] * 1e3:.3f} mJ"])
    report.table(["figure 2", "video ends (paper)", "social app ends (paper)", "energy"], rows)
    report.claim(45, "reproduced" if right and user["joules"] < fair["joules"] else "refuted",
                 f"14T, 15T and 16T, 18T; energy {tool.percent(user['joules'], fair['joules'])}")


VARIANTS = ((False, 1.0), (True, 1.0), (False, 0.5), (True, 0.5))  # leakage; part of the work


def energies(report):
    """The eleven combinations, as assumed, and with what was assumed changed.
    Returns the percents for each, as assumed first, and the runs of that."""
    rows, found, pairs = [], {}, {}
    for (front, back), paper in PAPER.items():
        runs = [compare(front, back, leaks, work) for leaks, work in VARIANTS]
        pairs[front, back] = runs[0]
        found[front, back] = [(b["joules"] / a["joules"] - 1) * 100 for a, b in runs]
        rows.append([front, back or "nothing", f"{paper:+.1f} %", *(f"{p:+.1f} %" for p in found[front, back]),
                     " to ".join(f"{r['end'] / 1e9:.0f}" for r in runs[0])])
    report.table(["foreground", "background", "paper", "as assumed", "with leakage", "half the work", "both",
                  "run, s"], rows)
    return found, pairs


def run():
    report = tool.Report(TITLE)
    figure_two(report)
    found, pairs = energies(report)
    for number, keys in ((33, [("files", ""), ("video", "")]), (34, [k for k in PAPER if k[0] == "files" and k[1]]),
                         (35, [k for k in PAPER if k[0] == "video" and k[1]]), (36, [k for k in PAPER if k[0] == "home"])):
        signs = [p < 0 for k in keys for p in found[k]]
        report.claim(number, "sign reproduced" if all(signs) else "in part" if any(signs) else "not reproduced",
                     f"less energy in {sum(signs)} of {len(signs)} runs; as assumed "
                     + ", ".join(f"{found[k][0]:+.1f} % ({PAPER[k]:+.1f} %)" for k in keys))
    inside = [sum(-31.4 <= found[k][v] <= -11.5 for k in PAPER) for v in range(len(VARIANTS))]
    report.claim(37, "reproduced" if min(inside) == len(PAPER) else "not reproduced",
                 f"{inside[0]} of {len(PAPER)} as assumed, with the other assumptions "
                 + ", ".join(map(str, inside[1:])))
    performance(report, pairs)
    return report


def performance(report, pairs):
    rows = []
    for (front, back), pair in pairs.items():
        cells = [[f"{response(r):.2f} s" if response(r) else "-", f"{frames(r):.1f}" if frames(r) else "-",
                  *(f"{tool.ends(r)[app] / 1e9:.1f} s" if app in tool.ends(r) else "-" for app in ("zip", "ftp")),
                  f"{on_big(r) * 100:.0f} %"] for r in pair]
        rows.append([front, back or "nothing", *(" to ".join(both) for both in zip(*cells))])
    report.table(["foreground", "background", "response", "frames a second", "ZIP ends", "FTP ends", "big cluster on"],
                 rows)
    faster = [response(b) / response(a) - 1 for k, (a, b) in pairs.items() if k[0] == "files"]
    rates = [frames(r) for k, pair in pairs.items() if k[0] == "video" for r in pair]
    longer = {app: [tool.ends(b)[app] / tool.ends(a)[app] - 1 for k, (a, b) in pairs.items() if app in k[1]]
              for app in ("zip", "ftp")}

    def spread(values):
        return f"{min(values) * 100:+.1f} to {max(values) * 100:+.1f} %"

    both = pairs["files", "zip ftp"]
    report.claim(32, "sign reproduced" if both[1]["joules"] < both[0]["joules"] and max(faster) < 0 else "in part",
                 f"the file manager beside both: energy {tool.percent(both[1]['joules'], both[0]['joules'])}, response "
                 f"{tool.percent(response(both[1]), response(both[0]))}")
    report.claim(38, "sign reproduced" if max(faster) < 0 and min(rates) > 29 else "in part",
                 f"response {spread(faster)} (-25.9 to -35.2 %); frames {min(rates):.1f} to {max(rates):.1f} a second")
    report.claim(39, "sign reproduced" if min(longer["zip"] + longer["ftp"]) > 0 else "in part",
                 f"ZIP {spread(longer['zip'])} (+97.4 to +140.4 %), FTP {spread(longer['ftp'])} (+3.7 to +21.5 %)")
    a, b = pairs["video", "zip"]
    report.claim(40, "sign reproduced" if on_big(b) < on_big(a) else "not reproduced",
                 f"big cluster on {on_big(a) * 100:.1f} % to {on_big(b) * 100:.1f} % (23.8 to 14.3 %); ZIP ends after "
                 f"{tool.ends(a)['zip'] / 1e9:.0f} s and {tool.ends(b)['zip'] / 1e9:.0f} s (24 and 49 s)")
