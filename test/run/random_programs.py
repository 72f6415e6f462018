#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Random loop nests against their sequential builds.

Each seed gives a program (see nests/): functions with loops over arrays,
linearized and indirect subscripts, walking pointers, rows, structs, calls,
conditions, reductions, early exits, private arrays, called with arguments that
overlap or not. It is built by the compiler alone and by hocketcc for several
numbers of cores; what they print must be the same bytes, and a build with
--check-dependences must find no conflict. A program that fails is made smaller
and kept. At the end: which kinds of loops were found parallel.

    random_programs.py --seed 1 --count 300
    random_programs.py --seed 1 --count 20000 --mix --repeat 3      # the long run
    random_programs.py --show --seed 17
"""

import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import random
import shlex
import shutil
import sys
import tempfile
from dataclasses import dataclass, field

import cases
import execution
import run_tests
from nests import programs

DIGEST = cases.HERE / "programs" / "digest.h"
# Options of the long run, of which each seed gets one.
MIX = (
    ("gcc", ["-O2"]),
    ("gcc", ["-O2"]),
    ("gcc", ["-O3", "-march=native"]),
    ("gcc", ["-O1", "-fno-strict-aliasing"]),
    ("gcc", ["-O0"]),
    ("clang-19", ["-O2"]),
    ("clang-19", ["-O3", "-march=native"]),
)


@dataclass
class Result:
    failure: str = ""
    command: list = field(default_factory=list)
    loops: dict = field(default_factory=dict)  # line -> kinds of its loops, with the most cores
    regions: int = 0


class Checker:
    def __init__(self, options, work):
        self.hocketcc = options.hocketcc or str(pathlib.Path(options.build) / "bin" / "hocketcc")
        self.cores = [int(c) for c in options.cores.split(",")]
        self.options = options
        self.work = work
        self.environment = run_tests.environment(options.tsan)
        self.always = ["--always-parallel"] if run_tests.knows_always_parallel(self.hocketcc) else []
        self.checked = 0 if options.tsan or options.check_dependences else options.check

    def settings(self, seed):
        """The compiler behind, and its flags."""
        if self.options.mix:
            return random.Random(seed).choice(MIX)
        return self.options.cc, shlex.split(self.options.flags)

    def compiled(self, source, binary, seed, cores, checked=False):
        """The command; without cores, of the sequential program."""
        compiler, flags = self.settings(seed)
        if not cores:
            return [compiler, "-w", *flags, str(source), "-o", str(binary)]
        command = [self.hocketcc, f"--cc={compiler}", f"--cores={cores}", *self.always, "-w"]
        command += ["--check-dependences"] if checked else [f"--report={binary}.json"]
        if self.options.tsan:
            command += ["--launcher=threads", "-fsanitize=thread", "-g"]
        if self.options.check_dependences:
            command.append("--check-dependences")
        return [*command, *self.options.extra, *flags, str(source), "-o", str(binary)]

    def run(self, binary):
        before = ["setarch", "-R"] if self.options.tsan else []
        limit = 120 if self.options.tsan or binary.name == "checked" or self.options.check_dependences else 20
        return execution.run([*before, str(binary)], b"", limit, self.environment)

    def check(self, program, name, seed):
        text, _ = program.text(DIGEST)
        folder = self.work / name
        folder.mkdir(parents=True, exist_ok=True)
        try:
            source = folder / f"{name}.c"
            source.write_text(text)
            return self.compare(source, seed)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def compare(self, source, seed):
        folder = source.parent
        command = self.compiled(source, folder / "sequential", seed, 0)
        problem = execution.build(command, 120)
        if problem:
            return Result(f"sequential: {problem}", command)
        expected = self.run(folder / "sequential")
        if expected.status != 0:
            return Result(f"sequential: status {expected.status}", command)
        result = Result()
        repeat = 1 if self.options.check_dependences else self.options.repeat
        for cores in self.cores:
            binary = folder / f"cores-{cores}"
            command = self.compiled(source, binary, seed, cores)
            problem = execution.build(command, 300)
            if problem:
                return Result(f"{cores} cores: {problem}", command)
            self.read_report(pathlib.Path(f"{binary}.json"), result)
            for turn in range(repeat):
                got = self.run(binary)
                difference = expected.difference(got)
                if self.options.tsan and b"WARNING: ThreadSanitizer" in got.stderr:
                    difference = execution.tail(got.stderr, 2000)
                if difference:
                    return Result(f"{cores} cores, run {turn + 1}: {difference}", command)
        if self.checked and result.regions:
            command = self.compiled(source, folder / "checked", seed, self.checked, checked=True)
            problem = execution.build(command, 300)
            problem = problem or expected.difference(self.run(folder / "checked"))
            if problem:
                return Result(f"checked: {problem}", command)
        return result

    @staticmethod
    def read_report(path, result):
        if not path.exists():
            return
        data = json.loads(path.read_text())
        result.regions = max(result.regions, sum(1 for r in data["regions"] if r["cores"] > 1))
        if not any(r["cores"] > 1 for r in data["regions"]):
            return
        result.loops = {}
        for loop in data["loops"]:
            kind = loop["kind"] if loop["decision"] == "parallel" else "sequential"
            result.loops.setdefault(loop["line"], []).append(kind)

    def undefined(self, program, name):
        """What the sanitizers say about the sequential program."""
        folder = self.work / f"{name}-sanitized"
        folder.mkdir(parents=True, exist_ok=True)
        try:
            source, binary = folder / "source.c", folder / "program"
            source.write_text(program.text(DIGEST)[0])
            flags = ["-fsanitize=undefined,address", "-fno-sanitize-recover=all"]
            problem = execution.build(["gcc", "-w", "-O1", "-g", *flags, str(source), "-o", str(binary)], 120)
            if problem:
                return problem
            environment = {**self.environment, "ASAN_OPTIONS": "detect_leaks=0"}
            got = execution.run([str(binary)], b"", 30, environment)
            return execution.tail(got.stderr, 1500) if got.status != 0 else ""
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def reduce(self, program, name, seed):
        """Leaves out calls and items as long as it still fails."""
        smaller = True
        while smaller:
            smaller = False
            for candidate in program.smaller():
                if candidate.calls and self.check(candidate, f"{name}-smaller", seed).failure:
                    program, smaller = candidate, True
                    break
        return program


class Statistics:
    """Of each kind of item: how many, and how their loops run."""

    def __init__(self):
        self.items = collections.Counter()
        self.parallel = collections.Counter()
        self.kinds = collections.Counter()
        self.regions = self.programs = 0

    def add(self, program, result):
        self.regions += result.regions
        self.programs += result.regions > 0
        for line, item in program.text(DIGEST)[1]:
            kinds = result.loops.get(line, [])
            self.items[item.kind] += 1
            self.parallel[item.kind] += any(k != "sequential" for k in kinds)
            self.kinds.update(kinds)

    def show(self):
        for kind in sorted(self.items):
            print(f"  {kind:24} {self.parallel[kind]:6} of {self.items[kind]:6} with a loop that runs in parallel")
        print("  loops: " + ", ".join(f"{count} {kind}" for kind, count in sorted(self.kinds.items())))
        print(f"  regions: {self.regions}, in {self.programs} programs")


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.environ.get("HOCKET_BUILD_DIR", str(cases.ROOT / "build")))
    parser.add_argument("--hocketcc", help="the compiler under test; default BUILD/bin/hocketcc")
    parser.add_argument("--seed", type=int, default=1, help="of the first program; the next has the next number")
    parser.add_argument("--count", type=int, default=50)
    parser.add_argument("--cores", default="1,2,4")
    parser.add_argument("--repeat", type=int, default=2, help="runs of each build")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cc", default="gcc", help="the compiler behind hocketcc")
    parser.add_argument("--flags", default="-O2", help="for the compiler, sequential and parallel")
    parser.add_argument("--mix", action="store_true", help="compiler and flags vary with the seed")
    parser.add_argument("--check", type=int, default=4, help="cores of one more build, with --check-dependences; 0: none")
    parser.add_argument("--tsan", action="store_true", help="under ThreadSanitizer, with plain threads")
    parser.add_argument("--check-dependences", action="store_true", help="all builds with --check-dependences, run once")
    parser.add_argument("--sanitize", action="store_true", help="only: are the programs well defined?")
    parser.add_argument("--show", action="store_true", help="only print the program of --seed")
    parser.add_argument("--keep", metavar="DIR", default="", help="for programs that fail; else a temporary folder")
    parser.add_argument("extra", nargs="*", help="more options for hocketcc, after --")
    return parser.parse_args()


def one_seed(checker, seed):
    """(seed, program, result, text for the user)"""
    program = programs.Program(seed)
    name = f"seed-{seed}"
    if checker.options.sanitize:
        problem = checker.undefined(program, name)
        return seed, program, Result(problem), f"not well defined: {problem}"
    result = checker.check(program, name, seed)
    if not result.failure:
        return seed, program, result, ""
    smaller = checker.reduce(program, name, seed)
    kept = checker.work / f"{name}.c"
    kept.write_text(smaller.text(DIGEST)[0])
    problem = checker.undefined(smaller, name)
    said = [result.failure, f"  smaller: {kept}", "  " + shlex.join(result.command)]
    if problem:
        said.append(f"  the program itself is not well defined: {problem}")
    return seed, program, result, "\n".join(said)


def main():
    options = parse_arguments()
    if options.show:
        print(programs.Program(options.seed).text(DIGEST)[0], end="")
        return 0
    work = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="hocket-random-")).resolve()
    work.mkdir(parents=True, exist_ok=True)
    checker = Checker(options, work)
    statistics = Statistics()
    failed = 0
    seeds = range(options.seed, options.seed + options.count)
    print(f"seeds {seeds.start} to {seeds.stop - 1}", flush=True)
    done = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            for seed, program, result, said in pool.map(lambda s: one_seed(checker, s), seeds):
                done += 1
                statistics.add(program, result)
                if result.failure:
                    failed += 1
                    print(f"FAIL seed {seed}: {said}", flush=True)
                if done % 500 == 0:
                    print(f"{done} done", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    statistics.show()
    print(f"{done} random programs, {failed} failed")
    if not failed and not options.keep:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
