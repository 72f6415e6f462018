# SPDX-License-Identifier: Apache-2.0
"""The table of bench.py: a line for each program, then what all have together.

A ratio compares two versions round by round, one after another in the same
round, and is the median over the rounds: a load that comes and goes meets both.
"""

import math
import statistics

RATIOS = ("expert", "sequential", "gcc", "polly")  # Hocket against each


def geometric_mean(values):
    return math.exp(statistics.fmean(math.log(v) for v in values)) if values else None


def median_ratio(slow, fast):
    return statistics.median(s / f for s, f in zip(slow, fast))


def ratio(result, slow, fast):
    """How many times as fast `fast` is; None unless both gave the output."""
    versions = result["versions"]
    for version in (slow, fast):
        if version not in versions or versions[version]["status"] != "same":
            return None
    return median_ratio(versions[slow]["times"], versions[fast]["times"])


def summarize(result):
    summary = {"hocket_against": {other: ratio(result, other, "hocket") for other in RATIOS}}
    summary["speedup"] = {v: ratio(result, "sequential", v) for v in ("expert", "hocket", "gcc", "polly")}
    profiled = ratio(result, "sequential", "profiled")
    known = result.get("predicted_profiled")
    summary["profiled"] = {
        "speedup": profiled,
        "predicted": known,
        "prediction_error": known / profiled - 1 if profiled and known else None,
    }
    summary["predicted"] = result["predicted"]
    real = summary["speedup"]["hocket"]
    summary["prediction_error"] = result["predicted"] / real - 1 if real and result["predicted"] else None
    return summary


def cell(value, width, digits=2):
    return f"{'-' if value is None else f'{value:.{digits}f}':>{width}}"


def time_cell(entry, width):
    if entry is None:
        return f"{'-':>{width}}"
    if entry["status"] != "same":
        return f"{entry['status']:>{width}}"
    return f"{statistics.median(entry['times']):{width}.3f}"


def print_header():
    print(f"{'':34} {'seconds (median)':^40}  {'Hocket is so many times as fast as':^35}  {'speed-up':^17}")
    print(
        f"{'program':34} {'sequent.':>8}{'expert':>8}{'Hocket':>8}{'gcc':>8}{'Polly':>8}  "
        f"{'expert':>9}{'sequent.':>9}{'gcc':>9}{'Polly':>8}  {'predicted':>9}{'real':>8}"
    )


def print_line(result, versions):
    against = result["summary"]["hocket_against"]
    times = "".join(time_cell(result["versions"].get(v), 8) for v in versions)
    print(
        f"{result['title']:34} {times}  {cell(against['expert'], 9)}{cell(against['sequential'], 9)}"
        f"{cell(against['gcc'], 9)}{cell(against['polly'], 8)}  {cell(result['predicted'], 9)}"
        f"{cell(result['summary']['speedup']['hocket'], 8)}{profiled_cells(result)}",
        flush=True,
    )


def profiled_cells(result):
    """What a profile changes, if that was measured."""
    if "profiled" not in result["versions"]:
        return ""
    known = result["summary"]["profiled"]
    return f"   with a profile{cell(known['predicted'], 8)}{cell(known['speedup'], 8)}"


def share(label, values, holds):
    values = [v for v in values if v is not None]
    if values:
        print(f"  {label:52} {sum(map(holds, values)):3} of {len(values)}")


def print_summary(results):
    summaries = [r["summary"] for r in results]
    print("geometric means")
    for other in RATIOS:
        values = [s["hocket_against"][other] for s in summaries if s["hocket_against"][other]]
        if values:
            print(f"  {'Hocket against ' + other:52} {geometric_mean(values):6.2f}")
    for version in ("expert", "hocket", "gcc", "polly"):
        values = [s["speedup"][version] for s in summaries if s["speedup"][version]]
        if values:
            print(f"  {'speed-up of ' + version:52} {geometric_mean(values):6.2f}")
    print("programs")
    share("at least 0.9 of the expert", [s["hocket_against"]["expert"] for s in summaries], lambda v: v >= 0.9)
    share("at least 0.97 of sequential", [s["hocket_against"]["sequential"] for s in summaries], lambda v: v >= 0.97)
    share("not behind gcc", [s["hocket_against"]["gcc"] for s in summaries], lambda v: v >= 1.0)
    share("not behind Polly", [s["hocket_against"]["polly"] for s in summaries], lambda v: v >= 1.0)
    share("predicted within 20 %", [s["prediction_error"] for s in summaries], lambda v: abs(v) <= 0.2)
    share("predicted within 40 %", [s["prediction_error"] for s in summaries], lambda v: abs(v) <= 0.4)
    profiled = [s["profiled"]["prediction_error"] for s in summaries]
    share("predicted within 20 % with a profile", profiled, lambda v: abs(v) <= 0.2)
