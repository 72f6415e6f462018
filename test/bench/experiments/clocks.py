# SPDX-License-Identifier: Apache-2.0
"""The ladder of ways to set a clock, and what each leaves a schedule to save
(papers 000 and 001, figures 4a and 5).

Assumed: the transition times of the papers for all changes; layered graphs of 60
tasks (seed 1) with tasks of 0.05 to 50 ms on average, on the four cores that a
program gets of RP-X and on the eight of ODROID-XU4; a deadline of 1.5 times the
shortest schedule; what a gated core draws is nothing. Saved is what the plan
takes less than the same schedule at the highest clock with the same gates.
"""

import random
import re

import tool

TITLE = "ways to set a clock"
WAYS = (("sysfs", 1700), ("system call", 1700 / 30), ("driver in the program", 11), ("registers", 6), ("no time", 0))
MEANS_US = (50, 500, 5000, 50000)
EFFORT = "--effort=0.1"  # schedules of 60 tasks do not get shorter with more


def graph(mean_us):
    numbers = random.Random(1)
    tasks, edges, layer = [], [], []
    while len(tasks) < 60:
        new = range(len(tasks), min(60, len(tasks) + numbers.randint(2, 10)))
        for task in new:
            tasks.append({"name": f"t{task}", "cost": round(numbers.uniform(0.1, 1.9) * mean_us * 1000)})
            edges += [{"from": before, "to": task}
                      for before in sorted(set(numbers.choices(layer, k=2))) if layer] if layer else []
        layer = list(new)
    return {"tasks": tasks, "edges": edges}


def chip(name, transition_us):
    text = re.sub(r"\n *transition-us: \d[^\n]*", "", tool.chip(name))
    begin = {"rpx": "voltage-domain: chip", "odroid-xu4": "- name: big"}[name]
    if name == "rpx":
        return tool.with_lines(text, {begin: [f"transition-us: {transition_us:.3f}"]})
    head, domains = text.split("frequency-domains:")
    domains = re.sub(r"\n( *)points:", rf"\n\1transition-us: {transition_us:.3f}\n\1points:", domains)
    return head + "frequency-domains:" + domains


def highest_only(text):
    """Each clock with its highest point alone."""
    return re.sub(r"( +points:[^\n]*\n)(?: +- \{mhz[^\n]*\n)*( +- \{mhz[^\n]*\n)", r"\1\2", text)


def run():
    report = tool.Report(TITLE)
    rows, saved = [], {}
    for name in ("rpx", "odroid-xu4"):
        for mean in MEANS_US:
            shape = graph(mean)
            makespan = tool.schedule(shape, chip(name, 0), EFFORT)["schedule"]["makespan"]
            option = f"--objective=deadline={makespan * 1.5 / 1000:.3f}us"
            fastest = tool.schedule(shape, highest_only(chip(name, 0)), option, EFFORT)["power"]["joules"]
            cells = []
            for way, transition in WAYS:
                plan = tool.schedule(shape, chip(name, transition), option, EFFORT)["power"]
                saved[name, mean, way] = 1 - plan["joules"] / fastest
                cells.append(f"{saved[name, mean, way] * 100:.1f} % ({len(plan['changes'])})")
            rows.append([name, f"{mean / 1000:g} ms", *cells])
    report.table(["chip", "tasks take", *(f"{way}, {us:.0f} µs" for way, us in WAYS)], rows)
    report.say("Energy saved by clocks, and how often they change.")
    best = saved["odroid-xu4", 50, "registers"], saved["odroid-xu4", 50, "sysfs"]
    report.claim(10, "assumed", f"at tasks of 0.05 ms on odroid-xu4 {best[1] * 100:.1f} % is saved with 1700 µs, "
                 f"{best[0] * 100:.1f} % with 6 µs")
    report.claim(7, "recomputed", "1700 / 11 = 154.5; 1700 / 28 = 60.7 µs: see claim 8")
    return report
