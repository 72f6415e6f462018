# SPDX-License-Identifier: Apache-2.0
"""What programs lose where the compiler's estimates are wrong.

Each program is built with all estimated costs multiplied, or with other guesses
of unknown trip counts, and compared with the sequential one: what does not pay
is for the safety net to find while the program runs. All versions run in turn,
round by round.
"""

import dataclasses
import json
import pathlib

import table
import versions

VARIANTS = {
    "0.01": ["--cost-factor=0.01"],
    "0.1": ["--cost-factor=0.1"],
    "as is": [],
    "10": ["--cost-factor=10"],
    "100": ["--cost-factor=100"],
    "1 trip": ["--unknown-trips=1"],
    "10^6": ["--unknown-trips=1000000"],
}
LEAST = 0.95  # of sequential
WIDTH = 9


def build(load, tools, work, limit):
    """By variant, the binary; and the sequential one first. Problems are raised."""
    built = {}
    for label, flags in {"sequential": [], **VARIANTS}.items():
        version = "sequential" if label == "sequential" else "hocket"
        changed = dataclasses.replace(tools, hocket_flags=[*tools.hocket_flags, *flags])
        binary, problem = versions.build(version, load, changed, work, limit)
        if problem:
            raise RuntimeError(f"{label}: {problem}")
        built[label] = binary.rename(work / f"variant-{len(built)}")
    return built


def times_of(load, options, built, work):
    times = {label: [] for label in built}
    expected = None
    for _ in range(options.rounds):
        for label, binary in built.items():
            version = "sequential" if label == "sequential" else "hocket"
            run = versions.run(version, load, binary, work, options.cores, options.limit)
            expected = expected or run.digest
            if run.problem or run.digest != expected:
                raise RuntimeError(f"{label}: {run.problem or 'the output is not that of the sequential program'}")
            times[label].append(run.seconds)
    return times


def speedups(load, options, tools, work, limit):
    """By variant, over sequential."""
    built = build(load, tools, work, limit)
    times = times_of(load, options, built, work)
    for binary in built.values():
        binary.unlink()
    return {label: table.median_ratio(times["sequential"], times[label]) for label in VARIANTS}


def print_line(title, cells):
    print(f"{title:34}" + "".join(f"{c:>{WIDTH}}" for c in cells), flush=True)


def print_summary(results):
    columns = [[r[label] for r in results.values()] for label in VARIANTS]
    print_line("geometric mean", [f"{table.geometric_mean(c):.2f}" for c in columns])
    print_line("least", [f"{min(c):.2f}" for c in columns])
    print_line(f"at least {LEAST} of sequential", [f"{sum(v >= LEAST for v in c)}/{len(c)}" for c in columns])


def run(loads, options, tools, work, limit, complain):
    """Whether all programs could be built and wrote what they should."""
    results, is_good = {}, True
    print_line("speed-up over sequential; costs *", VARIANTS)
    for load in loads:
        try:
            results[load.title] = speedups(load, options, tools, work, limit)
        except RuntimeError as problem:
            complain(load, "hocket", str(problem))
            is_good = False
            continue
        print_line(load.title, [f"{results[load.title][label]:.2f}" for label in VARIANTS])
        if options.json:
            pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    if results:
        print_summary(results)
    return is_good
