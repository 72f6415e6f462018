#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How much of ordinary programs' time lies in loops that Hocket finds parallel.

Each program of test/run/programs/ordinary, and each example, is built twice:
by hocketcc for its JSON report, and by gcc alone for the time, of which call
stacks are samples, one a millisecond. A sample counts as parallel if any frame of its stack
stands in a loop found parallel: the time of a called function belongs to the
loop that calls it. Of the rest, each sequential loop around a sample is listed
with its reason (shares of nested loops overlap), and code outside all loops.

Two shares are printed: of loops *found* parallel, and of loops that *run* so in
the emitted program (found, and worth it by the estimate).
"""

import argparse
import array
import collections
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import workloads  # noqa: E402

PROGRAMS = ROOT / "test/run/programs/ordinary"
EXAMPLES = ("canny", "spectrum", "nbody", "options", "linalg", "phases")
FLAGS = ["-O2", "-g", "-no-pie", "-fno-optimize-sibling-calls"]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", nargs="+", metavar="NAME")
    parser.add_argument("--build", default=os.environ.get("HOCKET_BUILD_DIR", str(ROOT / "build")))
    parser.add_argument("--json", metavar="FILE", help="write all shares there")
    parser.add_argument("--reasons", type=int, default=5, help="reasons shown for each program")
    return parser.parse_args()


def said(path, name):
    match = re.search(rf"^// {name}: (.*)$", path.read_text(), re.MULTILINE)
    return shlex.split(match.group(1)) if match else []


def programs(work):
    """(name, sources, flags, arguments) of each."""
    for path in sorted(PROGRAMS.glob("*.c")):
        yield path.stem, [path], said(path, "FLAGS"), said(path, "BENCH")
    workloads.make_inputs(work, EXAMPLES)
    for name in EXAMPLES:
        arguments = [a.format(work=work, out=work) for a in workloads.ARGUMENTS[name]]
        yield name, sorted((ROOT / "examples" / name).glob("*.c")), ["-lm"], arguments


def run(command, **more):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False, **more)
    if done.returncode:
        sys.exit(f"{shlex.join(map(str, command))} failed\n{done.stderr}")
    return done.stdout


def loops_of(name, sources, flags, work, build):
    report = work / f"{name}.json"
    run([f"{build}/bin/hocketcc", "--cores=2", "-O2", *sources, "-o", work / "parallel", *flags, f"--report={report}"])
    loops = json.loads(report.read_text())["loops"]
    for loop in loops:
        loop["found"] = loop["kind"] != "sequential"
        loop["runs"] = loop["decision"] == "parallel"
        loop["file"] = os.path.realpath(loop["file"])
    return loops


def sample(binary, arguments, work):
    """Stacks, each a tuple of addresses, innermost first, with their counts."""
    sampler, data = work / "sampler.so", work / "samples"
    if not sampler.exists():
        run(["gcc", "-O2", "-shared", "-fPIC", HERE / "sampler.c", "-o", sampler])
    data.unlink(missing_ok=True)
    run([binary, *arguments], cwd=work, env={**os.environ, "LD_PRELOAD": str(sampler), "SAMPLER_FILE": str(data)})
    numbers = array.array("Q")
    if data.exists():
        numbers.frombytes(data.read_bytes())
    stacks, at = collections.Counter(), 0
    while at < len(numbers):
        frames = numbers[at + 1 : at + 1 + numbers[at]]
        # Return addresses stand after the call; libraries lie far above.
        stacks[tuple(ip - (k > 0) for k, ip in enumerate(frames) if ip < 1 << 32)] += 1
        at += 1 + numbers[at]
    return stacks


def lines_of(binary, stacks):
    """For each address, the (file, line) of it and of all it was inlined into."""
    addresses = sorted({a for stack in stacks for a in stack})
    text = run(["addr2line", "-a", "-i", "-e", binary, *map(hex, addresses)]) if addresses else ""
    lines, current = {}, None
    for row in text.splitlines():
        if row.startswith("0x"):
            current = lines.setdefault(int(row, 16), [])
            continue
        match = re.match(r"(.*):(\d+)", row)
        if match:
            current.append((os.path.realpath(match.group(1)), int(match.group(2))))
    return lines


def around(loops, places):
    """The loops around the places of a stack, innermost first."""
    found = []
    for file, line in places:
        here = [loop for loop in loops if loop["file"] == file and loop["line"] <= line <= loop["endLine"]]
        found += sorted(here, key=lambda loop: loop["endLine"] - loop["line"])
    return found


def measure(name, sources, flags, arguments, options, work):
    loops = loops_of(name, sources, flags, work, options.build)
    binary = work / name
    run(["gcc", *FLAGS, *sources, "-o", binary, *flags])
    stacks = sample(binary, arguments, work)
    lines = lines_of(binary, stacks)
    total = sum(stacks.values())
    found = runs = 0
    reasons = collections.Counter()
    for stack, count in stacks.items():
        places = [place for address in stack for place in lines.get(address, [])]
        nest = around(loops, places)
        runs += count * any(loop["runs"] for loop in nest)
        if any(loop["found"] for loop in nest):
            found += count
        elif nest:
            for place in {f"{pathlib.Path(loop['file']).name}:{loop['line']} {loop['reason']}" for loop in nest}:
                reasons[place] += count
        else:
            reasons["outside loops" if stack else "in the C library"] += count
    share = {"program": name, "samples": total, "found": found / total, "runs": runs / total}
    share["rest"] = [{"share": n / total, "why": why} for why, n in reasons.most_common()]
    return share


def main():
    options = parse_arguments()
    shares = []
    with tempfile.TemporaryDirectory(prefix="hocket-share-") as folder:
        work = pathlib.Path(folder)
        for name, sources, flags, arguments in programs(work):
            if options.only and name not in options.only:
                continue
            share = measure(name, sources, flags, arguments, options, work)
            shares.append(share)
            print(f"{name:16} found {share['found']:6.1%}   runs {share['runs']:6.1%}")
            for row in share["rest"][: options.reasons]:
                print(f"    {row['share']:6.1%} {row['why']}")
            sys.stdout.flush()
    if shares:
        print(f"{'mean of ' + str(len(shares)):16} found {sum(s['found'] for s in shares) / len(shares):6.1%}   "
              f"runs {sum(s['runs'] for s in shares) / len(shares):6.1%}")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(shares, indent=1) + "\n")


if __name__ == "__main__":
    main()
