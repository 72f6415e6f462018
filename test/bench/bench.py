#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast programs become: Hocket beside an expert with OpenMP and other compilers.

Each program is built sequentially by gcc, by hand with OpenMP, by Hocket, and by
the parallelizers of gcc and of LLVM (Polly). The versions run in turn, round by
round, so that a disturbance of the machine meets all of them. All must write
the bytes that the sequential one writes: else the cell says "differs"; "fails"
where a compiler refuses, or the program crashes or does not end.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

import table
import versions
import workloads
import wrong_costs

BUILD_LIMIT = 300  # seconds


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="programs, or kinds of them")
    parser.add_argument("--versions", nargs="+", choices=[*versions.VERSIONS, versions.PROFILED], default=list(versions.VERSIONS))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--limit", type=float, default=60, help="seconds after which a run counts as failed")
    parser.add_argument("--small", action="store_true", help="programs made small: do they work at all")
    parser.add_argument("--contact", action="store_true", help="the programs of contact/ instead, once unseen")
    parser.add_argument("--wrong-costs", action="store_true", help="Hocket alone, with estimates that are wrong by factors: does it get slower")
    parser.add_argument("--json", metavar="FILE", help="write all times there")
    parser.add_argument("--build", default=os.environ.get("HOCKET_BUILD_DIR", str(workloads.ROOT / "build")))
    parser.add_argument("--cc", default="gcc", help="the compiler of sequential, expert and Hocket")
    parser.add_argument("--flags", default="", help="for hocketcc alone, in one word")
    parser.add_argument("--list", action="store_true")
    return parser.parse_args()


def choose(options):
    if options.contact and options.small:
        sys.exit("bench: programs of --contact have no small size")
    if options.contact:
        loads = list(workloads.contact())
    else:
        loads = [*workloads.programs(options.small), *([] if options.small else workloads.examples())]
    unknown = [n for n in options.only if not any(n in (x.name, x.kind, x.title) for x in loads)]
    if unknown:
        sys.exit(f"bench: no such program or kind: {' '.join(unknown)}; see --list")
    return [x for x in loads if not options.only or {x.name, x.kind, x.title} & set(options.only)]


def complain(load, version, problem):
    print(f"bench: {load.title}, {version}: {problem}", file=sys.stderr, flush=True)


def predicted_speedup(load, work, version="hocket"):
    """From Hocket's report: of all regions together, each counted once, in the
    way of running that pays. 1 if none does, None without a report."""
    report = versions.report_of(load, work, version)
    if not report.exists():
        return None
    regions = json.loads(report.read_text())["regions"]
    parallel = sum(min(r["parallel_ns"], r["sequential_ns"]) for r in regions)
    return sum(r["sequential_ns"] for r in regions) / parallel if parallel else 1.0


def build_all(load, options, tools, work):
    built = {}
    for version in options.versions:
        binary, problem = versions.build(version, load, tools, work, BUILD_LIMIT)
        entry = {"binary": binary, "status": "fails" if problem else "same", "times": []}
        if problem:
            complain(load, version, problem)
        built[version] = entry
    return built


def measure(load, options, tools, work):
    built = build_all(load, options, tools, work)
    expected = None
    for turn in range(options.rounds):
        for version, entry in built.items():
            if entry["status"] == "fails":
                continue
            run = versions.run(version, load, entry["binary"], work, options.cores, options.limit)
            if version == "sequential" and turn == 0:
                expected = run.digest
            if run.problem:
                entry["status"] = "fails"
                complain(load, version, run.problem)
            elif run.digest != expected and entry["status"] == "same":
                entry["status"] = "differs"
                complain(load, version, "the output is not that of the sequential program")
            entry["times"].append(run.seconds)
    for entry in built.values():
        entry.pop("binary").unlink(missing_ok=True)
    result = {"title": load.title, "versions": built, "predicted": predicted_speedup(load, work)}
    result["predicted_profiled"] = predicted_speedup(load, work, versions.PROFILED)
    result["summary"] = table.summarize(result)
    return result


def print_setting(options):
    compiler = subprocess.run([options.cc, "--version"], capture_output=True, text=True, check=False)
    print(f"{compiler.stdout.splitlines()[0]}, {' '.join(versions.FLAGS)}; {options.cores} cores, {options.rounds} rounds")
    waiting = os.getloadavg()[0]
    if waiting > 0.5:
        print(f"the machine is busy: {waiting:.1f} processes run beside this, on {os.cpu_count()} processors")


def main():
    options = parse_arguments()
    if options.rounds < 1:
        sys.exit("bench: --rounds must be at least 1")
    if "sequential" not in options.versions:
        options.versions.insert(0, "sequential")
    options.versions.sort(key=[*versions.VERSIONS, versions.PROFILED].index)
    loads = choose(options)
    if options.list:
        print("\n".join(x.title for x in loads))
        return 0
    tools = versions.Toolchain(options.cc, f"{options.build}/bin/hocketcc", options.cores, options.flags.split())
    if not os.access(tools.hocketcc, os.X_OK):
        sys.exit(f"bench: no hocketcc in {options.build}/bin; see --build")
    results = []
    print_setting(options)
    with tempfile.TemporaryDirectory(prefix="hocket-bench-") as folder:
        work = pathlib.Path(folder)
        workloads.make_inputs(work, [x.name for x in loads if x.kind == "examples"])
        if options.wrong_costs:
            return 0 if wrong_costs.run(loads, options, tools, work, BUILD_LIMIT, complain) else 1
        table.print_header()
        for load in loads:
            results.append(measure(load, options, tools, work))
            table.print_line(results[-1], versions.VERSIONS)
            if options.json:
                pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    table.print_summary(results)
    ours = [r["versions"][v] for r in results for v in ("sequential", "expert", "hocket") if v in r["versions"]]
    return 0 if all(entry["status"] == "same" for entry in ours) else 1


if __name__ == "__main__":
    sys.exit(main())
