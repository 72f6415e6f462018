#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What synchronization costs, and what it costs beside a busy machine.

One table: barriers, hand-overs from core to core, and empty parallel regions, of
libhocket, libgomp and libomp, with as many threads as cores and with more. The
other: a program in short steps, each waiting for its neighbours, beside
processes that want all processors, against the same threads without the waits,
which is what their share of the machine allows. Of libhocket's 4 cores on 2
processors 2 share a thread; what 4 threads would take is in a column of its own. The versions run in turn; times
are medians, a ratio compares two versions of the same round.
"""

import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[2]
SETTINGS = {"OMP_WAIT_POLICY", "OMP_PROC_BIND", "GOMP_SPINCOUNT", "KMP_BLOCKTIME", "HOCKET_WAIT", "HOCKET_CORES", "HOCKET_CROWDED"}
LIMIT = 60  # seconds for one run
COLLAPSED = 8  # times as long as it should: not measured again


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, nargs="+", default=[2, 4, 8], help="of the first table")
    parser.add_argument("--step", type=float, nargs="+", default=[20], help="microseconds of work between waits")
    parser.add_argument("--loads", type=int, nargs="+", default=[0, 4, 8], help="busy processes")
    parser.add_argument("--work", type=float, default=0.2, help="seconds of work for each thread")
    parser.add_argument("--versions", nargs="+", choices=["hocket", "libgomp", "libomp"], default=["hocket", "libgomp", "libomp"])
    parser.add_argument("--only", choices=["sync", "loads"])
    parser.add_argument("--build", default=os.environ.get("HOCKET_BUILD_DIR", str(ROOT / "build")))
    return parser.parse_args()


def compile_program(command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)
    if done.returncode:
        print(f"sync: {command[0]}: {done.stderr.strip().splitlines()[:1]}", file=sys.stderr)
    return done.returncode == 0


def build(name, options, folder):
    """Binaries by version; one that cannot be built is left out."""
    archive = pathlib.Path(options.build) / "lib" / "libhocket.a"
    ours = ["gcc", "-O2", f"-I{ROOT}/runtime/include", HERE / f"{name}.c", archive, "-pthread"]
    commands = {"hocket": ours, "libgomp": ["gcc", "-O2", "-fopenmp", HERE / f"{name}_openmp.c"]}
    clang = shutil.which("clang-19") or shutil.which("clang")
    if clang:
        commands["libomp"] = [clang, "-O2", "-fopenmp=libomp", HERE / f"{name}_openmp.c"]
    binaries = {version: folder / f"{name}-{version}" for version in commands if version == "hocket" or version in options.versions}
    return {v: b for v, b in binaries.items() if compile_program([*commands[v], "-o", b])}


def run(binary, *arguments, **settings):
    """The numbers it prints; nothing if it took too long."""
    environment = {k: v for k, v in os.environ.items() if k not in SETTINGS} | settings
    try:
        done = subprocess.run([binary, *map(str, arguments)], capture_output=True, text=True, timeout=LIMIT, env=environment, check=True)
    except subprocess.TimeoutExpired:
        return None
    return [float(word) for word in done.stdout.split()]


def median_ratio(ours, theirs):
    pairs = [(a, b) for a, b in zip(ours, theirs) if a is not None and b is not None]
    return statistics.median(a / b for a, b in pairs) if pairs else float("nan")


def median_cell(times):
    times = [t for t in times if t is not None]
    return f"{statistics.median(times):.0f}" if times else "-"


def print_sync(options, folder):
    binaries = build("sync", options, folder)
    others = [v for v in binaries if v != "hocket"]
    print("nanoseconds (medians); ratio: to the better of the others\n")
    print("| threads | what | " + " | ".join(binaries) + " | ratio |")
    print("| --- " * (len(binaries) + 3) + "|")
    for threads in options.threads:
        turns = 200000 if threads <= (os.cpu_count() or 1) else 20000 // threads
        rounds = [{v: run(b, threads, turns) for v, b in binaries.items()} for _ in range(options.rounds)]
        for column, what in enumerate(["barrier", "hand-over", "region", "two flags"]):
            if what in ("hand-over", "two flags") and threads != options.threads[0]:
                continue  # it is always between two
            times = {v: [r[v][column] if r[v] and column < len(r[v]) else None for r in rounds] for v in binaries}
            cells = [median_cell(times[v]) for v in binaries]
            others_times = zip(*(times[v] for v in others))
            best = [min(t) for t in others_times if None not in t]
            ratio = f"{median_ratio(times['hocket'], best):.2f}" if best else "-"
            print(f"| {threads} | {what} | " + " | ".join(cells) + f" | {ratio} |", flush=True)


class Load:
    """So many processes that want a processor each."""

    def __init__(self, binary, count):
        stress = shutil.which("stress-ng")
        command = [stress, "--quiet", "--cpu", str(count)] if stress else [str(binary), "spin"]
        copies = (1 if stress else count) if count else 0
        self.name = "stress-ng" if stress else "spinning processes"
        self.processes = [subprocess.Popen(command) for _ in range(copies)]

    def __enter__(self):
        if self.processes:
            time.sleep(0.5)
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.terminate()
        for process in self.processes:
            process.wait()


def print_loads(options, folder):
    binaries = build("steps", options, folder)
    print("\nbeside a busy machine: seconds (medians), and times as long as the same threads without waits\n")
    print("| cores | step us | busy processes | without waits | a thread each | " + " | ".join(f"{v} | times" for v in binaries) + " | worst |")
    print("| --- " * (6 + 2 * len(binaries)) + "|")
    for threads in (2, 4):
        for step in options.step:
            turns = int(statistics.median(run(binaries["hocket"], "turns", step)[0] for _ in range(5)))
            print_load_lines(options, binaries, threads, (step, turns))


def has_collapsed(times, free):
    return bool(times) and (times[0] is None or free[0] is None or times[0] > COLLAPSED * free[0])


def print_load_lines(options, binaries, threads, work):
    step, turns = work
    steps = int(options.work * 1e6 / step)
    for load in options.loads:
        free, each, times = [], [], {v: [] for v in binaries}
        with Load(binaries["hocket"], load):
            for _ in range(options.rounds):
                free.append((run(binaries["hocket"], threads, turns, steps, "free") or [None])[0])
                each.append((run(binaries["hocket"], threads, turns, steps, "free", HOCKET_CROWDED="threads") or [None])[0])
                for version, binary in binaries.items():
                    if version != "hocket" and has_collapsed(times[version], each):
                        continue
                    times[version].append((run(binary, threads, turns, steps) or [None])[0])
        cells = []
        for version, t in times.items():
            done = [x for x in t if x is not None]
            base = free if version == "hocket" else each  # the others have a thread for each core
            cells.append(f"{statistics.median(done):.2f} | {median_ratio(t, base):.2f}" if done else f"> {LIMIT} | -")
        worst = max((a / b for a, b in zip(times["hocket"], free) if a and b), default=float("nan"))
        print(f"| {threads} | {step:g} | {load} | {statistics.median(free):.2f} | {statistics.median(each):.2f} | " + " | ".join(cells) + f" | {worst:.2f} |", flush=True)


def main():
    options = parse_arguments()
    waiting = os.getloadavg()[0]
    if waiting > 0.5:
        print(f"the machine is busy already: {waiting:.1f} processes run beside this, on {os.cpu_count()} processors")
    with tempfile.TemporaryDirectory(prefix="hocket-sync-") as name:
        folder = pathlib.Path(name)
        if options.only != "loads":
            print_sync(options, folder)
        if options.only != "sync":
            print_loads(options, folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
