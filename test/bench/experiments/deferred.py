# SPDX-License-Identifier: Apache-2.0
"""Deferred work on asymmetric cores (paper 003).

Assumed: TC2 with 0.8 to 1.05 V from the lowest to the highest clock, in equal
steps (the controller's own are not published); leakage of a tenth of what a
core draws at most, which WFI keeps and cluster-sleep does not; the ondemand
governor and the menu governor of idle states. The tick's and the deferred work's
times are those of docs/simulate.md. Cyclic: 0.1 ms every 10 ms on a big core, for
30 s; audio: 4 ms every 20 ms; computing: two threads of 10 s without pause.
"""

import re

import tool

TITLE = "deferred work"
LEAKAGE = {"cortex-a15": 131, "cortex-a7": 15}  # a tenth of C V^2 f at the highest point
LOADS = {
    "cyclic": [{"name": "cyclic", "cores": [0], "steps": [{"work-us": 100}, {"sleep-us": 9900}], "repeat": 3000}],
    "audio": [{"name": "audio", "steps": [{"work-us": 4000}, {"sleep-us": 16000}], "repeat": 1500}],
    "computing": [{"name": "computing", "threads": 2, "steps": [{"work-us": 10_000_000}]}],
}
MODES = ("none", "reference", "offload", "enforced-idle")
# Energy saved over the reference in the paper's measurements, in percent.
PAPER = {"cyclic": (16.0, 16.2), "audio": (6.1, 20.2), "computing": (2.7, 2.6)}


def with_volts(points):
    lines = points.group(2).splitlines()
    volts = [0.8 + 0.25 * i / max(1, len(lines) - 1) for i in range(len(lines))]
    return points.group(1) + "".join(line.replace("}", f", volts: {v:.4f}}}") + "\n" for line, v in zip(lines, volts))


def chip():
    text = re.sub(r"(points:\n)((?: +- \{mhz: \d+\}\n)+)", with_volts, tool.chip("tc2"))
    for name, leakage in LEAKAGE.items():
        text = tool.with_lines(text, {f"- name: {name}": [f"static-mw: {leakage}"]})
        text = text.replace("{name: WFI, exit-us: 1, break-even-us: 1}",
                            f"{{name: WFI, exit-us: 1, break-even-us: 1, power-mw: {leakage}}}", 1)
    return text


def run():
    report = tool.Report(TITLE)
    rows, saved, spec = [], {}, chip()
    for load, processes in LOADS.items():
        results = {mode: tool.simulate(spec, {"processes": [{**p, "measured": True} for p in processes],
                                              "governor": "ondemand", "deferred": {"mode": mode}}) for mode in MODES}
        reference = results["reference"]
        for mode in MODES:
            r = results[mode]
            saved[load, mode] = 1 - r["joules"] / reference["joules"]
            paper = {"offload": PAPER[load][0], "enforced-idle": PAPER[load][1]}.get(mode)
            rows.append([load, mode, f"{r['joules']:.3f} J", f"{saved[load, mode] * 100:+.1f} %",
                         f"{paper:+.1f} %" if paper else "", f"{(r['end'] / reference['end'] - 1) * 100:+.2f} %"])
    report.table(["load", "deferred work", "energy", "saved", "the paper's", "longer"], rows)
    signs = [saved[load, mode] > 0 for load in LOADS for mode in ("offload", "enforced-idle")]
    report.claim("E.4", "sign reproduced" if all(signs) else "in part",
                 f"{sum(signs)} of {len(signs)} save energy; cyclic {saved['cyclic', 'offload'] * 100:.1f} % offloaded, "
                 f"{saved['cyclic', 'enforced-idle'] * 100:.1f} % with enforced idle (16.0 and 16.1 %)")
    return report
