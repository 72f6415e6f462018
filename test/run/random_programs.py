#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random loop nests against their sequential builds.

Each seed gives functions (see nests/) with loops over arrays, linearized and
indirect subscripts, walking pointers, rows, structs, calls, conditions,
reductions, early exits, private arrays, called with arguments that overlap or
not. Programs of many seeds are built by the compiler alone and by hocketcc for
several numbers of cores; what they print must be the same bytes, and a build
with --check-dependences must find no conflict. A seed that fails is tried alone,
made smaller and kept. At the end: which kinds of loops were found parallel.

    random_programs.py --seed 1 --count 300
    random_programs.py --seed 1 --count 20000 --repeat 3      # the long run
    random_programs.py --seed 17                              # one again, alone
    random_programs.py --seed 17 --show
"""

import collections
import concurrent.futures
import pathlib
import shutil
import sys
import tempfile
import time

import random_checks
import seed_options
from nests.programs import GROUP, IDIOMS, Program, Seed


class Statistics:
    """Of each kind of item: how many, and how their loops run."""

    def __init__(self):
        self.items = collections.Counter()
        self.parallel = collections.Counter()
        self.kinds = collections.Counter()
        self.seeds = self.parallel_seeds = self.regions = 0

    def add(self, program, result):
        self.regions += result.regions
        self.seeds += len(program.seeds)
        parallel_items = set()
        for line, item in program.text()[1]:
            kinds = result.loops.get(line, [])
            runs = any(k != "sequential" for k in kinds)
            self.items[item.kind] += 1
            self.parallel[item.kind] += runs
            self.kinds.update(kinds)
            if runs:
                parallel_items.add(id(item))
        self.parallel_seeds += sum(
            any(id(item) in parallel_items for f in seed.functions for item in f.items) for seed in program.seeds
        )

    def show(self):
        for kind in sorted(IDIOMS):
            print(f"  {kind:24} {self.parallel[kind]:6} of {self.items[kind]:6} with a loop that runs in parallel")
        print("  loops: " + ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items())))
        print(f"  regions: {self.regions}; seeds with a parallel loop: {self.parallel_seeds} of {self.seeds}")


def parse_arguments():
    parser = seed_options.parser(__doc__)
    parser.add_argument("--cores", help="by default of 1 to 4, by turns")
    parser.add_argument("--repeat", type=int, default=2, help="runs of each build")
    parser.add_argument("--cc", default="", help="the compiler behind hocketcc; default: varies")
    parser.add_argument("--flags", help="for the compiler, sequential and parallel; default: vary")
    parser.add_argument("--limit", type=int, default=0, help="seconds for a run; default: from the number of seeds")
    parser.add_argument("--check", type=int, default=4, help="cores of one more build, with --check-dependences; 0: none")
    parser.add_argument("--tsan", action="store_true", help="under ThreadSanitizer, with plain threads")
    parser.add_argument("--check-dependences", action="store_true", help="all builds with --check-dependences, run once")
    parser.add_argument("--sanitize", action="store_true", help="only: are the programs well defined?")
    parser.add_argument("--show", action="store_true", help="only print the program of the seeds")
    parser.add_argument("--keep", metavar="DIR", default="", help="for programs that fail; else a temporary folder")
    parser.add_argument("extra", nargs="*", help="more options for hocketcc, after --")
    return parser.parse_args()


def groups(first, count):
    """The seeds by program: groups begin at multiples of their size."""
    numbers = range(first, first + count)
    cuts = sorted({numbers.start, numbers.stop, *(n for n in numbers if n % GROUP == 0)})
    return [range(a, b) for a, b in zip(cuts, cuts[1:])]


def check_group(checker, numbers):
    """(programs that passed with their results, failures)"""
    program = Program(Seed(n) for n in numbers)
    if not checker.options.sanitize:
        return checker.failures(program)
    problem = checker.undefined(program)
    result = random_checks.Result(problem and f"not well defined: {problem}")
    return ([], [random_checks.Failure(program, result)]) if problem else ([(program, result)], [])


def run_all(options, checker):
    statistics = Statistics()
    failed = unjudged = done = 0
    began = time.monotonic()
    print(f"seeds {options.seed} to {options.seed + options.count - 1}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            work = groups(options.seed, options.count)
            for numbers, (passed, failures) in zip(work, pool.map(lambda g: check_group(checker, g), work)):
                for program, result in passed:
                    statistics.add(program, result)
                for failure in failures:
                    print(failure, flush=True)
                failed += sum(not failure.miscompiled for failure in failures)
                unjudged += sum(failure.miscompiled for failure in failures)
                done += len(numbers)
                if options.count > 500 and done // 500 != (done - len(numbers)) // 500:
                    print(f"{done} done after {time.monotonic() - began:.0f} s, {failed} failed", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    statistics.show()
    print(f"{done} seeds, {failed} failed, {unjudged} not judged, {time.monotonic() - began:.0f} s")
    return 1 if failed else 0


def main():
    options = parse_arguments()
    if options.show:
        print(Program(Seed(options.seed + at) for at in range(options.count)).text()[0], end="")
        return 0
    work = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="hocket-random-")).resolve()
    work.mkdir(parents=True, exist_ok=True)
    status = run_all(options, random_checks.Checker(options, work))
    if not status and not options.keep:
        shutil.rmtree(work, ignore_errors=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
