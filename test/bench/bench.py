#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How fast the examples become: sequential, Hocket on two cores, OpenMP by hand.

Builds each example three times (the hand-written version replaces the files
found in openmp/NAME), runs them in turn, round by round, so that a disturbance
of the machine meets all of them, compares what they write, and prints medians.
"""

import argparse
import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = ROOT / "examples"
FLAGS = ["-O3", "-march=native"]
CORES = 2

# Arguments that take the sequential program about a second. {work} holds the
# inputs; what a program writes goes to {out}.
ARGUMENTS = {
    "canny": ["{work}/photo.pgm", "{out}/edges.pgm"],
    "spectrum": ["{work}/sound.wav", "{out}/spectrum.pgm", "64"],
    "nbody": ["2000", "80", "{out}/bodies.txt"],
    "options": ["8000", "{out}/prices.csv"],
    "heat": ["1200", "3000", "{out}/plate.pgm"],
    "linalg": ["1250", "{out}/x.txt"],
    "phases": ["250", "{out}/report.txt"],
}
KINDS = ("sequential", "hocket", "openmp")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--only", nargs="+", choices=list(ARGUMENTS), metavar="NAME")
    parser.add_argument("--json", metavar="FILE", help="write all times there")
    parser.add_argument("--build", default=os.environ.get("HOCKET_BUILD_DIR", str(ROOT / "build")))
    parser.add_argument("--cc", default="gcc", help="the compiler of all three")
    parser.add_argument("--flags", help="for hocketcc alone, in one word")
    return parser.parse_args()


def make_inputs(work, names):
    def tool(name):
        subprocess.run(["gcc", "-O2", str(EXAMPLES / "data" / f"{name}.c"), "-lm", "-o", str(work / name)], check=True)
        return str(work / name)

    if "canny" in names:
        photo = str(EXAMPLES / "data" / "cameraman.pgm")
        subprocess.run([tool("generate_image"), "5000", "4000", str(work / "photo.pgm"), photo], check=True)
    if "spectrum" in names:
        subprocess.run([tool("generate_wav"), "100", str(work / "sound.wav")], check=True)


def sources(name, kind):
    files = sorted((EXAMPLES / name).glob("*.c"))
    if kind != "openmp":
        return files
    by_hand = {p.name: p for p in (HERE / "openmp" / name).glob("*.c")}
    return [by_hand.get(f.name, f) for f in files]


def build(name, kind, work, options):
    binary = work / f"{name}-{kind}"
    compiler = {
        "sequential": [options.cc],
        "openmp": [options.cc, "-fopenmp", f"-I{EXAMPLES / name}"],
        "hocket": [f"{options.build}/bin/hocketcc", f"--cc={options.cc}", f"--cores={CORES}"],
    }[kind]
    if kind == "hocket" and options.flags:
        compiler += options.flags.split()
    command = [*compiler, *FLAGS, *map(str, sources(name, kind)), "-lm", "-o", str(binary)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"bench: {name}, {kind}: {' '.join(command)}\n{done.stderr}")
    return binary


def environment():
    result = {k: v for k, v in os.environ.items() if not k.startswith(("HOCKET_", "OMP_"))}
    result |= {"OMP_NUM_THREADS": str(CORES), "OMP_PROC_BIND": "true"}
    return result


def run_once(name, binary, kind, work):
    """Seconds, and what it printed and wrote."""
    out = work / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    command = [str(binary), *(a.format(work=work, out=out) for a in ARGUMENTS[name])]
    env = environment()
    if kind == "hocket":
        env = {k: v for k, v in env.items() if not k.startswith("OMP_")}
    start = time.perf_counter()
    done = subprocess.run(command, capture_output=True, env=env, check=False)
    seconds = time.perf_counter() - start
    if done.returncode != 0:
        sys.exit(f"bench: {name}, {kind}: exit status {done.returncode}\n{done.stderr.decode(errors='replace')}")
    return seconds, (done.stdout, {p.name: p.read_bytes() for p in sorted(out.iterdir())})


def measure(name, work, options):
    binaries = {kind: build(name, kind, work, options) for kind in KINDS}
    times = {kind: [] for kind in KINDS}
    same = True
    expected = run_once(name, binaries["sequential"], "sequential", work)[1]
    for _ in range(options.rounds):
        for kind in KINDS:
            seconds, result = run_once(name, binaries[kind], kind, work)
            times[kind].append(seconds)
            if result != expected:
                same = False
                print(f"bench: {name}: the output of {kind} differs", file=sys.stderr)
    return {"name": name, "times": times, "same_output": same}


def summary(result):
    median = {kind: statistics.median(result["times"][kind]) for kind in KINDS}
    return {
        "median": median,
        "speedup": median["sequential"] / median["hocket"],
        "speedup_by_hand": median["sequential"] / median["openmp"],
        "of_by_hand": median["openmp"] / median["hocket"],
    }


def print_table(results):
    print(f"{'':10} {'seconds (median)':^32}   {'times sequential':^18}   Hocket /")
    print(f"{'example':10} {'sequential':>10} {'Hocket':>10} {'by hand':>10}   {'Hocket':>8} {'by hand':>9}   by hand  output")
    for result in results:
        s = result["summary"]
        median = s["median"]
        print(
            f"{result['name']:10} {median['sequential']:10.3f} {median['hocket']:10.3f} {median['openmp']:10.3f}   "
            f"{s['speedup']:8.2f} {s['speedup_by_hand']:9.2f}   {100 * s['of_by_hand']:5.0f} %  "
            f"{'same' if result['same_output'] else 'DIFFERS'}"
        )


def main():
    options = parse_arguments()
    if options.rounds < 1:
        sys.exit("bench: --rounds must be at least 1")
    if not os.access(f"{options.build}/bin/hocketcc", os.X_OK):
        sys.exit(f"bench: no hocketcc in {options.build}/bin; see --build")
    names = options.only or list(ARGUMENTS)
    results = []
    with tempfile.TemporaryDirectory(prefix="hocket-bench-") as folder:
        work = pathlib.Path(folder)
        make_inputs(work, names)
        for name in names:
            print(f"{name} ...", file=sys.stderr, flush=True)
            result = measure(name, work, options)
            result["summary"] = summary(result)
            results.append(result)
    compiler = subprocess.run([options.cc, "--version"], capture_output=True, text=True, check=False)
    print(f"{compiler.stdout.splitlines()[0]}, {' '.join(FLAGS)}; {CORES} cores, {options.rounds} rounds")
    print_table(results)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, indent=1) + "\n")
    return 0 if all(r["same_output"] for r in results) else 1


if __name__ == "__main__":
    sys.exit(main())
