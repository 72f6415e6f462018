#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""csmith's random programs as two units, compiled apart and linked by hocketcc.

Each seed gives csmith's options, its program, the split (csmith_split.py), the
compiler behind and how regions are formed. What the program of `hocketcc -c`
twice and a link for several numbers of cores prints must be what that of the
compiler alone does. A program that the compiler behind itself gives two results
for is not judged. Without csmith (Debian's csmith and libcsmith-dev) skipped.

    csmith_programs.py --seed 1 --count 30
    csmith_programs.py --seed 1 --count 1000 --keep /tmp/k      # the long run
"""

import collections
import concurrent.futures
import json
import pathlib
import random
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

import csmith_split
import execution
import run_tests
import seed_options

INCLUDES = ("/usr/include/csmith", "/usr/local/include/csmith")
# The compiler behind and its flags; how regions are formed, in a word for each
# number of cores anew.
COMPILERS = (
    ("gcc", ["-O2"]),
    ("gcc", ["-O1"]),
    ("gcc", ["-O3"]),
    ("gcc", ["-O2", "-fno-strict-aliasing"]),
    ("clang-19", ["-O2"]),
    ("gcc", ["-O3", "-g", "-fPIC"]),
    ("gcc", ["-Os"]),
)
FORMING = (
    ["--always-parallel"],
    ["--always-parallel", "--always-transform"],
    ["--always-speculate"],
    ["--always-parallel", "--no-call-tasks"],
    ["--always-parallel", "--with-nets"],
    ["--always-parallel", "--no-inlining"],
    [],
)
SMALL = "--max-funcs 6 --max-block-depth 3 --max-block-size 3 --max-expr-complexity 6"
SHAPES = (
    "",
    "--no-volatiles",
    "--no-volatiles --no-jumps --max-array-len-per-dim 40",
    "--no-pointers --no-volatiles --no-structs --no-unions",
    "--no-unions --float --no-packed-struct",
    "--inline-function --no-bitfields",
    "--max-pointer-depth 4 --no-arrays",
    "--builtins --disable-builtin-kinds x86 --no-const-pointers",
)
SECONDS = 5  # for the sequential program; csmith's may not end


@dataclass
class Result:
    seed: int
    failure: str = ""
    skipped: str = ""  # why it is not judged
    forming: str = ""
    regions: int = 0
    speculative: int = 0  # loops


def parse_arguments():
    parser = seed_options.parser(__doc__)
    parser.add_argument("--cores", default="1,2,4", help="default: 1,2,4")
    parser.add_argument("--large", action="store_true", help="csmith's own sizes: programs of thousands of lines")
    parser.add_argument("--keep", metavar="DIR", default="", help="for programs that fail; else a temporary folder")
    parser.add_argument("extra", nargs="*", help="more options for hocketcc's links, after --")
    return parser.parse_args()


def include_directory():
    return next((path for path in INCLUDES if pathlib.Path(path, "csmith.h").exists()), "")


class Trial:
    """One seed in a folder of its own."""

    def __init__(self, seed, folder, options):
        rng = random.Random(f"csmith {seed}")
        self.seed = seed
        self.folder = folder
        self.options = options
        self.hocketcc = str(pathlib.Path(options.hocketcc or f"{options.build}/bin/hocketcc").resolve())
        self.shape = rng.choice(SHAPES)
        self.compiler, self.flags = COMPILERS[seed % len(COMPILERS)]
        if not shutil.which(self.compiler):
            self.compiler = "gcc"
        self.forming = rng.choice(FORMING)
        self.flags = [*self.flags, "-w", f"-I{include_directory()}"]
        self.environment = run_tests.environment(False)

    def sources(self):
        return [str(self.folder / f"{name}.c") for name in csmith_split.UNITS]

    def objects(self):
        return [str(self.folder / f"{name}.o") for name in csmith_split.UNITS]

    def generate(self):
        sizes = "" if self.options.large else SMALL
        command = ["csmith", "--no-argc", "--seed", str(self.seed), *shlex.split(f"{sizes} {self.shape}")]
        # It leaves a file of its own where it runs.
        text = subprocess.run(
            command, cwd=self.folder, capture_output=True, timeout=60, text=True, check=True
        ).stdout
        for name, part in csmith_split.split(text, self.seed).items():
            (self.folder / name).write_text(part)

    def run(self, binary, limit):
        return execution.run([str(binary)], b"", limit, self.environment)

    def reference(self, *flags):
        """What the compiler's own program does; raises if there is none."""
        binary = self.folder / f"sequential{''.join(flags)}"
        command = [self.compiler, *self.flags, *flags, *self.sources(), "-o", str(binary)]
        problem = execution.build(command, 120)
        if problem:
            raise csmith_split.NotSplit(problem)
        return self.run(binary, SECONDS)

    def compile_units(self):
        for source, target in zip(self.sources(), self.objects()):
            command = [self.hocketcc, f"--cc={self.compiler}", *self.flags, "-c", source, "-o", target]
            problem = execution.build(command, 120)
            if problem:
                return f"{shlex.join(command)}: {problem}"
            if b".hocket.unit" not in pathlib.Path(target).read_bytes():
                return f"{shlex.join(command)}: the object carries no unit"
        return ""

    def link(self, cores, expected, result):
        """How the parallel program fails, or ''."""
        binary = self.folder / f"cores-{cores}"
        command = [self.hocketcc, f"--cc={self.compiler}", "--no-fallback", f"--cores={cores}", *self.forming]
        command += [f"--report={binary}.json", *self.options.extra, *self.objects(), "-o", str(binary)]
        problem = execution.build(command, 300)
        if not problem:
            result.regions = max(result.regions, execution.parallel_regions(f"{binary}.json"))
            remarks = json.loads(pathlib.Path(f"{binary}.json").read_text())["remarks"]
            result.speculative = max(result.speculative, sum(r["id"] == "loop-speculative" for r in remarks))
            problem = expected.difference(self.run(binary, 20 * SECONDS))
        return problem and f"{shlex.join(command)}: {problem}"

    def is_doubtful(self, expected):
        """Does the compiler give it another result where it may assume less?"""
        outcomes = (self.reference("-O0", "-fno-strict-aliasing"), self.reference("-fwrapv", "-fno-strict-aliasing"))
        return any(expected.difference(outcome) for outcome in outcomes)

    def judge(self):
        result = Result(self.seed, forming=" ".join(self.forming) or "where it pays")
        self.generate()
        expected = self.reference()
        if expected.status != 0:
            result.skipped = f"the sequential program: {expected.status}"
            return result
        result.failure = self.compile_units()
        for cores in self.options.cores.split(","):
            if not result.failure:
                result.failure = self.link(cores, expected, result)
        # Also where it never ends: compilers may leave out endless loops that do nothing.
        is_result = result.failure and any(word in result.failure for word in ("differs", "exit status timeout"))
        if is_result and self.is_doubtful(expected):
            result.skipped, result.failure = "the compiler gives it two results", ""
        return result


def judge(seed, work, options):
    folder = work / f"seed-{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    try:
        result = Trial(seed, folder, options).judge()
    except (csmith_split.NotSplit, subprocess.SubprocessError) as problem:
        print(f"seed {seed}: no program: {problem}", flush=True)
        result = Result(seed, skipped="no program")
    if not result.failure:
        shutil.rmtree(folder, ignore_errors=True)
    return result


class Statistics:
    def __init__(self):
        self.began = time.monotonic()
        self.done = self.failed = self.regions = self.speculative = self.with_regions = self.with_either = 0
        self.skipped = collections.Counter()
        self.forming = collections.defaultdict(collections.Counter)

    def add(self, result):
        self.done += 1
        if result.skipped:
            self.skipped[result.skipped.splitlines()[0][:70]] += 1
            return
        self.failed += bool(result.failure)
        self.regions += result.regions
        self.with_regions += result.regions > 0
        self.speculative += result.speculative
        is_parallel = result.regions + result.speculative > 0
        self.with_either += is_parallel
        self.forming[result.forming][is_parallel] += 1

    def show(self):
        for forming, counts in sorted(self.forming.items()):
            print(f"  {forming:40} {counts[True]:4} of {sum(counts.values()):4} with any")
        for reason, count in self.skipped.most_common():
            print(f"  {count} not judged: {reason}")
        judged = self.done - sum(self.skipped.values())
        print(
            f"{self.done} programs, {judged} judged, {self.with_regions} with parallel regions ({self.regions} in all), "
            f"{self.with_either} with these or speculative loops ({self.speculative} in all), {self.failed} failed, {time.monotonic() - self.began:.0f} s",
            flush=True,
        )


def run_all(options, work):
    statistics = Statistics()
    seeds = range(options.seed, options.seed + options.count)
    print(f"seeds {seeds.start} to {seeds.stop - 1}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            for result in pool.map(lambda seed: judge(seed, work, options), seeds):
                statistics.add(result)
                if result.failure:
                    print(f"FAIL seed {result.seed}: {result.failure}", flush=True)
                if statistics.done % 100 == 0:
                    statistics.show()
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    if statistics.done % 100 or not statistics.done:
        statistics.show()
    return statistics


def main():
    options = parse_arguments()
    if not shutil.which("csmith") or not include_directory():
        print("skipped: no csmith")
        return 77
    work = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="hocket-csmith-")).resolve()
    statistics = run_all(options, work)
    if not options.keep and not statistics.failed:
        shutil.rmtree(work, ignore_errors=True)
    judged = statistics.done - sum(statistics.skipped.values())
    if options.count >= 20 and judged < options.count // 2:
        print("FAIL: most programs were not judged")
        return 1
    return 1 if statistics.failed else 0


if __name__ == "__main__":
    sys.exit(main())
