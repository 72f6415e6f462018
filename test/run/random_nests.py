#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random loop nests in another order against the order they are written in.

Each seed gives functions (see orders/) with nests that are imperfect, triangular,
count down, cross scalars from part to part, in arrays of all kinds that overlap
or not. Programs of many seeds are built by the compiler alone and by hocketcc
with --always-transform: with one core, so that only the order of loops differs,
and with --always-parallel for others; what they print must be the same bytes. A
seed that fails is tried alone, made smaller and kept. At the end: how many loops
were moved, and why others were not.

    random_nests.py --seed 1 --count 300
    random_nests.py --seed 1 --count 20000 --cores 1,2,4      # the long run
    random_nests.py --seed 17                                 # one again, built as in its group
    random_nests.py --seed 17 --show
    random_nests.py --count 1000 --sanitize                   # is each well defined?
"""

import collections
import concurrent.futures
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

import execution
import random_checks
import seed_options
from nests.programs import Program
from orders.seeds import Seed

GROUP = 20  # seeds in a program
# Compiler behind and its flags; each group of seeds has one.
MIX = (
    ("gcc", ["-O2"]),
    ("gcc", ["-O0"]),
    ("gcc", ["-O3", "-fno-loop-interchange", "-fno-loop-unroll-and-jam"]),
    ("clang-19", ["-O2"]),
    ("gcc", ["-O1", "-fno-strict-aliasing"]),
    ("gcc", ["-O3", "-march=native", "-ffp-contract=off", "-fno-loop-interchange", "-fno-loop-unroll-and-jam"]),
    ("gcc", ["-O2", "-march=native"]),
    ("clang-19", ["-O1"]),
)
random_checks.REDUCING = 60  # seconds: programs are small already
REMARKS = ["-Rhocket=loop-interchanged", "-Rhocket-missed=nest-kept"]


class Statistics:
    """How many loops were moved, and why others were not."""

    def __init__(self):
        self.lock = threading.Lock()
        self.counts = collections.Counter()

    def add(self, said):
        with self.lock:
            self.counts["loops moved inwards"] += said.count("loop-interchanged]")
            self.counts["of them with arrays for scalars"] += said.count("for each: ")
            for why in re.findall(r"may be faster: (.*?)(?:;|\[-R|$)", said, re.MULTILINE):
                self.counts[f"kept: {why.strip()}"] += 1

    def show(self):
        for what, count in self.counts.most_common():
            print(f"  {count:7} {what}")


class Checker(random_checks.Checker):
    """Builds that differ from the plain one in the order of loops."""

    def __init__(self, options, work):
        super().__init__(options, work)
        self.statistics = Statistics()

    def settings(self, program):
        compiler, flags = MIX[program.seeds[0].number // GROUP % len(MIX)]
        if self.options.flags is not None:
            flags = self.options.flags.split()
        return self.options.cc or compiler, flags, []

    def compiled(self, program, source, binary, cores, checked=False):
        compiler, flags, _ = self.settings(program)
        if not cores:
            return super().compiled(program, source, binary, cores)
        parallel = ["--always-parallel", "--rough-costs"] if cores > 1 else []
        command = [self.hocketcc, f"--cc={compiler}", f"--cores={cores}", "-w", "--always-transform", "--no-fallback"]
        return [*command, *REMARKS, *parallel, *self.options.extra, *flags, str(source), "-o", str(binary)]

    def compare_build(self, program, source, binary, build, wanted):
        command = self.compiled(program, source, binary, *build)
        what = f"{build[0]} cores"
        try:
            done = subprocess.run(command, capture_output=True, timeout=300, check=False)
        except subprocess.TimeoutExpired:
            return random_checks.Result(f"{what}: the compiler took more than 300 s", None, command)
        said = done.stderr.decode(errors="replace")
        if done.returncode or "internal problem" in said:
            said = "\n".join(line for line in said.splitlines() if not re.search(" (remark|help): ", line))
            return random_checks.Result(f"{what}: compiler status {done.returncode}: {said[-1500:]}", None, command)
        if build[0] == self.cores[0]:
            self.statistics.add(said)
        return self.compare_runs(program, binary, (what, command), wanted)

    def compare_runs(self, program, binary, build, wanted):
        what, command = build
        expected, repeat = wanted
        for turn in range(repeat):
            got = self.run(program, binary)
            difference = expected.difference(got)
            if difference:
                seed = program.last_seed(execution.common_start(expected.stdout, got.stdout))
                return random_checks.Result(f"{what}, run {turn + 1}: {difference}", seed, command)
        return None


def parse_arguments():
    parser = seed_options.parser(__doc__)
    parser.add_argument("--cores", default="1", help="1: loops in another order; more: these in parallel, too")
    parser.add_argument("--repeat", type=int, default=1, help="runs of each build")
    parser.add_argument("--cc", default="", help="the compiler behind hocketcc; default: varies")
    parser.add_argument("--flags", help="for the compiler, sequential and parallel; default: vary")
    parser.add_argument("--limit", type=int, default=0, help="seconds for a run; default: from the number of seeds")
    parser.add_argument("--sanitize", action="store_true", help="only: are the programs well defined?")
    parser.add_argument("--show", action="store_true", help="only print the program of the seeds")
    parser.add_argument("--keep", metavar="DIR", default="", help="for programs that fail; else a temporary folder")
    parser.add_argument("extra", nargs="*", help="more options for hocketcc, after --")
    parser.set_defaults(tsan=False, check_dependences=False, check=0)
    return parser.parse_args()


def groups(first, count):
    """The seeds by program: groups begin at multiples of their size."""
    numbers = range(first, first + count)
    cuts = sorted({numbers.start, numbers.stop, *(n for n in numbers if n % GROUP == 0)})
    return [range(a, b) for a, b in zip(cuts, cuts[1:])]


def check_group(checker, numbers):
    """Its failures."""
    program = Program(Seed(n) for n in numbers)
    if not checker.options.sanitize:
        return checker.failures(program)[1]
    problem = checker.undefined(program)
    result = random_checks.Result(problem and f"not well defined: {problem}")
    return [random_checks.Failure(program, result)] if problem else []


def run_all(options, checker):
    failed = unjudged = done = 0
    began = time.monotonic()
    print(f"seeds {options.seed} to {options.seed + options.count - 1}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            work = groups(options.seed, options.count)
            for numbers, failures in zip(work, pool.map(lambda g: check_group(checker, g), work)):
                for failure in failures:
                    print(failure, flush=True)
                failed += sum(not failure.miscompiled for failure in failures)
                unjudged += sum(failure.miscompiled for failure in failures)
                done += len(numbers)
                if options.count > 500 and done // 500 != (done - len(numbers)) // 500:
                    print(f"{done} done after {time.monotonic() - began:.0f} s, {failed} failed", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    checker.statistics.show()
    print(f"{done} seeds, {failed} failed, {unjudged} not judged, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


def main():
    options = parse_arguments()
    if options.show:
        print(Program(Seed(options.seed + at) for at in range(options.count)).text()[0], end="")
        return 0
    work = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="hocket-nests-")).resolve()
    work.mkdir(parents=True, exist_ok=True)
    status = run_all(options, Checker(options, work))
    if not status and not options.keep:
        shutil.rmtree(work, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
