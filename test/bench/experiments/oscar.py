# SPDX-License-Identifier: Apache-2.0
"""OSCAR's power at a deadline: RP2 with eight cores, ODROID-X2 with three.

What is published: watts without and with control. Not published, where we could
read: how much of the period the work takes at the highest clock. So that is
varied, and what is said is for which part the published saving comes out.

Assumed for RP2: the three clocks of OSCAR's papers, 1, 1/2 and 1/4 of 600 MHz at
1, 0.87 and 0.71 of 1.4 V, for each core alone; all of the 5.68 W of the AAC
encoder without control are its eight cores', awake all the time; a clock is set
in 6 us; a core that is off draws nothing and takes 100 us to come back. For
ODROID-X2: clocks and voltages of Linux's device tree of Exynos 4412, one clock
for all, 200 us for a change; 2.79 W are three cores' at 1.5 GHz; off as above.
Leakage is 0, a tenth and three tenths of a core's power.

The work: 10 parts a period, each as long on all cores, then all wait for all;
5 % of it runs on one core alone. The plan is that of --objective=deadline.
"""

import tool

TITLE = "OSCAR's power at a deadline"
PARTS = (0.95, 0.8, 0.6, 0.5, 0.4, 0.3, 0.25, 0.2, 0.15, 0.1)
LEAKS = (0, 0.1, 0.3)
EXYNOS = ((200, 0.9), (300, 0.9), (400, 0.925), (500, 0.95), (600, 0.975), (700, 0.9875), (800, 1.0), (900, 1.0375),
          (1000, 1.0875), (1100, 1.1375), (1200, 1.1875), (1300, 1.25), (1400, 1.2875), (1500, 1.35))
RP2 = tuple((600 * f, 1.4 * v) for f, v in ((0.25, 0.71), (0.5, 0.87), (1, 1)))
PUBLISHED = (("RP2", "AAC encoder", 5.68, 0.67), ("RP2", "MPEG-2 decoder", 5.73, 1.52),
             ("ODROID-X2", "MPEG-2 decoder", 2.79, 0.37), ("ODROID-X2", "optical flow", 2.23, 0.36))
CHIPS = {"RP2": (8, RP2, 5.68, True, 6), "ODROID-X2": (3, EXYNOS, 2.79, False, 200)}


def chip(name, leak):
    cores, points, watts, each, transition = CHIPS[name]
    own = watts / cores * 1000  # mW of a core, awake at the highest point
    mhz, volts = points[-1]
    pf = own * (1 - leak) * 1e6 / (volts * volts * mhz) / 1000
    table = "".join(f"      - {{mhz: {m:g}, volts: {v:.4f}}}\n" for m, v in points)
    names = [f"clock{i}" for i in range(cores if each else 1)]
    domains = "".join(f"  - name: {n}\n    transition-us: {transition}\n    points:\n{table}" for n in names)
    placed = "".join(f"  - {{ids: {i}, type: core, cluster: all, domain: {names[i if each else 0]}}}\n"
                     for i in range(cores))
    return f"""name: {name}
core-types:
  - name: core
    cpu: generic
    capacitance-pf: {pf:.3f}
    static-mw: {own * leak:.3f}
    idle-states: [{{name: off, exit-us: 100, break-even-us: 100}}]
clusters: [{{name: all}}]
frequency-domains:
{domains}cores:
{placed}"""


def graph(cores, period_us, part):
    """So much of the period at the highest clock."""
    total = period_us * 1000 * part
    tasks, edges, last = [], [], []
    for _ in range(10):
        first = len(tasks)
        tasks.append({"name": "alone", "cost": round(total / 10 * 0.05)})
        edges += [{"from": before, "to": first} for before in last]
        last = list(range(first + 1, first + 1 + cores))
        tasks += [{"name": "part", "cost": round(total / 10 * 0.95), "pinned": i} for i in range(cores)]
        edges += [{"from": first, "to": task} for task in last]
    return {"tasks": tasks, "edges": edges}


def saving(name, leak, part, period_us=23220):  # a frame of AAC at 44.1 kHz
    cores, _, watts, _, _ = CHIPS[name]
    plan = tool.schedule(graph(cores, period_us, part), chip(name, leak), f"--objective=deadline={period_us}us",
                         "--effort=0")["power"]
    return 1 - plan["joules"] / (watts * period_us / 1e6)


def part_for(curve, target):
    """Where the curve, falling in the part, passes the target; by a line."""
    for (a, x), (b, y) in zip(curve, curve[1:]):
        if (x - target) * (y - target) <= 0 and x != y:
            return a + (b - a) * (target - x) / (y - x)
    return None


def run():
    report = tool.Report(TITLE)
    curves = {(name, leak): [(part, saving(name, leak, part)) for part in PARTS] for name in CHIPS for leak in LEAKS}
    report.table(["chip", "leakage", *(f"{part * 100:g} % busy" for part in PARTS)],
                 [[name, f"{leak:g}", *(f"{saved * 100:.1f} %" for _, saved in curve)]
                  for (name, leak), curve in curves.items()])
    rows = []
    for name, program, without, controlled in PUBLISHED:
        target = 1 - controlled / without
        cells = [part_for(curves[name, leak], target) for leak in LEAKS]
        rows.append([name, program, f"{without} to {controlled} W", f"-{target * 100:.1f} %",
                     *(f"{cell * 100:.0f} %" if cell else "not found" for cell in cells)])
    report.table(["chip", "program", "published", "saving", *(f"busy, leakage {leak:g}" for leak in LEAKS)], rows)
    slow = 0.25 * 0.71 ** 2
    report.say(f"At the lowest clock all the time a core of RP2 draws 0.25 · 0.71² = {slow * 100:.1f} % of its switching "
               f"power: -{(1 - slow) * 100:.1f} %.")
    return report
