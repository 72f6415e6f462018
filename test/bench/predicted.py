#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What hocketcc predicts for this machine, and what its programs then take.

The machine is probed (`hocket probe --measure`), each program profiled and
compiled with both, and run under HOCKET_TRACE. A row for each region that runs
in parallel: how often it was entered; what was planned for all its runs
together, and what they took in the run in which they took least. Then the whole
program: what it takes on one core, with the planned gain of all regions taken
off.

    predicted.py                    the seven examples
    predicted.py --only heat nbody --runs 9
    predicted.py --realtime         before all other programs (needs root)

Figures mean something where nothing else runs, or with --realtime.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import versions  # noqa: E402
import workloads  # noqa: E402

# Below all real-time programs that a test may put beside.
PRIORITY = ["chrt", "-f", "5"]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.environ.get("HOCKET_BUILD_DIR", str(ROOT / "build")))
    parser.add_argument("--only", nargs="+", metavar="NAME", help="these examples")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--runs", type=int, default=5, help="of each program, of which the best counts")
    parser.add_argument("--realtime", action="store_true", help="run before all other programs")
    return parser.parse_args()


class Bench:
    def __init__(self, options, work):
        self.work = work
        self.build = options.build
        self.runs = options.runs
        self.before = PRIORITY if options.realtime else []
        chip = work / "host.yaml"
        chip.write_text(self.output([f"{self.build}/bin/hocket", "probe", "--measure"]))
        self.tools = versions.Toolchain("gcc", f"{self.build}/bin/hocketcc", options.cores, [f"--soc={chip}"])

    def output(self, words, **environment):
        """Of a command that has to succeed, before all others where that is asked for."""
        clean = versions.environment("hocket", 1) | environment
        done = subprocess.run([*self.before, *map(str, words)], capture_output=True, text=True, check=False, env=clean)
        if done.returncode:
            sys.exit(f"{words} failed\n{done.stderr}")
        return done.stdout

    def compiled(self, version, load):
        binary = self.work / f"{load.name}-{version}"
        words = versions.command(version, load, self.tools, binary, self.work)
        if version == "counting":
            words[1:1] = self.tools.hocket_flags
        subprocess.run(words, check=True, capture_output=True)
        return binary

    def timed(self, binary, load, **environment):
        out = self.work / "out"
        out.mkdir(exist_ok=True)
        words = [binary, *(a.format(work=self.work, out=out) for a in load.arguments)]
        start = time.perf_counter()
        self.output(words, **environment)
        return (time.perf_counter() - start) * 1e9

    def planned(self, load):
        """Of one run: nanoseconds in all, and the regions of the trace beside the plan."""
        trace = self.work / "run.trace"
        whole = self.timed(self.work / f"{load.name}-profiled", load, HOCKET_TRACE=str(trace))
        plan = versions.report_of(load, self.work, versions.PROFILED)
        text = self.output([f"{self.build}/bin/hocket", "trace", trace, f"--plan={plan}", "--json"])
        return whole, json.loads(text)["traces"][0]["planned"]

    def measure(self, load):
        """Rows of the table."""
        versions.profile_of(load, self.work).unlink(missing_ok=True)
        self.timed(self.compiled("counting", load), load)
        binary = self.compiled(versions.PROFILED, load)
        sequential = min(self.timed(binary, load, HOCKET_CORES="1") for _ in range(self.runs))
        runs = [self.planned(load) for _ in range(self.runs)]
        rows, gain = [], 0
        for i, region in enumerate(runs[0][1]):
            times = region["runs"]
            took = min(r[1][i]["measured_ns"] * r[1][i]["runs"] for r in runs if len(r[1]) == len(runs[0][1]))
            rows.append(row(load.name, region["name"], times, region["planned_ns"] * times, took))
            gain += (region["sequential_ns"] - region["planned_ns"]) * times
        rows.append(row(load.name, "all", 1, sequential - gain, min(r[0] for r in runs)))
        return rows


def row(program, what, times, planned, took):
    return [program, what, str(times), f"{planned / 1e6:.2f}", f"{took / 1e6:.2f}", f"{took / planned:.2f}"]


def main():
    options = parse_arguments()
    loads = [load for load in workloads.examples() if not options.only or load.name in options.only]
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        workloads.make_inputs(work, [load.name for load in loads])
        bench = Bench(options, work)
        for load in loads:
            rows += bench.measure(load)
    head = ["program", "region", "runs", "planned ms", "took ms", "ratio"]
    for cells in (head, ["---"] * len(head), *rows):
        print("| " + " | ".join(cells) + " |")
    ratios = [float(cells[-1]) for cells in rows]
    near = sum(abs(ratio - 1) <= 0.15 for ratio in ratios)
    print(f"\n{near} of {len(ratios)} within 15 %")


if __name__ == "__main__":
    main()
