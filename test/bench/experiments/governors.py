# SPDX-License-Identifier: Apache-2.0
"""Governors' lag and oscillation (paper 001, figure 6).

Assumed: one core of RP-X, whose transitions through cpufreq take 1.7 ms, so the
governors sample every 1.7 s (1000 times that, as Linux has it). The system does
some percent of a core at 648 MHz in bursts of 1 ms, at random. After 20 s a
program computes for 20 s of the highest clock, then it ends; the figure is not
to be read to the second. Idle cores are gated by auto-idle alone: the others
wait awake, as the figure's unloaded power suggests.
"""

import curves
import tool

TITLE = "governors at a step of load"
GOVERNORS = ("ondemand", "conservative", "schedutil", "interactive", "auto-idle", "performance")
BEGIN, WORK, UNTIL, SHOWN = 20, 20, 120, 60  # seconds
DRAWN = ("conservative", "ondemand", "auto-idle")  # in figure 6


def one_core(spec):
    """RP-X with one core, and 1.7 ms for a change."""
    head, rest = spec.split("frequency-domains:")
    return f"""{head.replace('- {name: cluster1, coherent: false}', '')}frequency-domains:
  - name: core0
    voltage-domain: chip
    transition-us: 1700
    points:
      - {{mhz: 81, volts: 1.1}}
      - {{mhz: 162, volts: 1.1}}
      - {{mhz: 324, volts: 1.1}}
      - {{mhz: 648, volts: 1.15}}
cores:
  - {{ids: 0, type: sh4a, cluster: cluster0, domain: core0}}
"""


def scenario(governor, share):
    processes = [{"name": "program", "start-ms": BEGIN * 1000, "steps": [{"work-us": WORK * 1_000_000}]}]
    if share:
        processes.append({"name": "system", "system": True, "repeat": 0,
                          "steps": [{"work-us": 1000}, {"pause-us": 1000 * (1 / share - 1)}]})
    return {"until-ms": UNTIL * 1000, "governor": governor,
            "idle": "deepest" if governor == "auto-idle" else "awake", "processes": processes}


def figures(governor, share, idle=None):
    """What the curve of power shows."""
    text = one_core(tool.chip("rpx"))
    data = scenario(governor, share)
    if idle:
        data["idle"] = idle
    result = tool.simulate(text, data)
    width = result["power"]["binNs"] / 1e9
    watts = [sum(column) for column in zip(*result["power"]["watts"])]
    end = next(t["end"] for t in result["threads"] if t["process"] == "program") / 1e9
    most = max(watts)
    rise = next(i for i, w in enumerate(watts) if i * width >= BEGIN and w > 0.9 * most) * width - BEGIN
    unloaded = [w for i, w in enumerate(watts) if i * width < BEGIN - width]
    lowest = sorted(unloaded)[len(unloaded) // 2]
    fall = next((i * width - end for i, w in enumerate(watts)
                 if i * width >= end and w < lowest + 0.1 * (most - lowest)), None)
    # Of the first 20 s, in which nothing but the system runs.
    alone = tool.simulate(text, {**data, "until-ms": BEGIN * 1000})
    return {"rise": max(0, rise), "fall": fall, "end": end, "joules": result["joules"], "most": most,
            "curve": [(i * width, w) for i, w in enumerate(watts) if i * width <= SHOWN],
            "changes": sum(domain["changes"] for domain in alone["domains"])}


def run():
    report = tool.Report(TITLE)
    rows, found = [], {}
    for share in (0, 0.01, 0.05, 0.1):
        for governor in GOVERNORS:
            f = found[governor, share] = figures(governor, share)
            rows.append([governor, f"{share * 100:g} %", f"{f['rise']:.1f} s",
                         "never" if f["fall"] is None else f"{max(0, f['fall']):.1f} s",
                         f["changes"], f"{f['end'] - BEGIN:.1f} s", f"{f['joules']:.1f} J"])
    report.table(["governor", "the system's share", "up after", "down after", "changes while unloaded, 20 s",
                  "program took", "energy, 120 s"], rows)

    shown = {f"{governor}, the system does {share * 100:g} %": found[governor, share]["curve"]
             for governor in DRAWN for share in (0.01, 0.05)}
    report.drawings["governors.svg"] = curves.draw(shown, SHOWN, round(found["performance", 0]["most"], 2))

    def worst(governor, key):
        return max(found[governor, share][key] or 0 for share in (0, 0.01, 0.05, 0.1))

    slower = worst("conservative", "rise") > worst("ondemand", "rise") > worst("auto-idle", "rise")
    swings = worst("conservative", "changes") > 4
    report.claim(19, "reproduced" if slower and swings else "in part" if slower or swings else "not reproduced",
                 f"the lag {'is' if slower else 'is not'} there: up after {worst('conservative', 'rise'):.1f} s "
                 f"(conservative), {worst('ondemand', 'rise'):.1f} s (ondemand), {worst('auto-idle', 'rise'):.1f} s "
                 f"(auto-idle); changes of the clock while unloaded, at most: conservative "
                 f"{worst('conservative', 'changes')}, ondemand {worst('ondemand', 'changes')}")
    return report
