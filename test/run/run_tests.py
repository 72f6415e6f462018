#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Whole programs against their sequential builds.

Each program is built by the compiler alone and by hocketcc for several numbers
of cores; stdout, stderr, exit status and every file written must be the same
bytes, each time. By default a few repetitions, and a number of cores or two for
each program; --cores=1,2,3,8 is the same for all; --full is what a release needs:
20 repetitions, all numbers of cores, both launchers, gcc and clang behind,
ThreadSanitizer, and --check-dependences, which must find nothing.
"""

import argparse
import concurrent.futures
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import zlib
from dataclasses import dataclass

import cases
import execution

# By default each program has one of these, by its name; the time of a test is mostly that of hocketcc, which does
# all its work anew for each number, so that two for each would take the default tests beyond twenty minutes.
TURNS = ((2,), (3,), (8,), (1, 3))
ALL_CORES = (1, 2, 3, 4, 8)
# Where a region's tasks call functions, these run their own regions sequentially. So for some numbers of cores
# calls are no tasks, and for the others they may be. Not so the benchmarks, which are built with -march=native: in
# audio/fir_bank gcc fuses a product and a sum of the sequential function that it does not fuse in a chunk.
NO_CALL_TASKS = (4, 8)
# A chip for the machine at hand.
UNLIKE = pathlib.Path(__file__).resolve().parent / "unlike.yaml"
# Of other machines, for --target.
EMULATORS = {
    "aarch64-linux-gnu": "qemu-aarch64",
    "arm-linux-gnueabihf": "qemu-arm",
    "riscv64-linux-gnu": "qemu-riscv64",
}


@dataclass(frozen=True)
class Variant:
    """How the parallel program is built, beside the number of cores."""

    compiler: str = "gcc"
    launcher: str = ""  # empty: hocketcc's choice
    tsan: bool = False
    checked: bool = False  # --check-dependences
    profiled: bool = False  # --profile-generate, then --profile-use
    alternate: bool = False  # HOCKET_ADAPT=alternate
    separate: bool = False  # each unit by -c, then a link of objects
    unlike: bool = False  # for unlike.yaml, so chunks are not equally long
    target: str = ""  # triple of another machine, whose programs an emulator runs

    def __str__(self):
        words = [w for w in ("tsan", "checked", "profiled", "alternate", "separate", "unlike") if getattr(self, w)]
        parts = [self.compiler, self.launcher, *words]
        return "+".join(p for p in parts if p)


@dataclass
class Settings:
    hocketcc: str
    cores: tuple  # empty: each program's own
    repeat: int
    always_parallel: bool  # hocketcc knows --always-parallel
    work: pathlib.Path
    extra: list
    keep: bool
    wait: str  # HOCKET_WAIT; None: not set
    flags: list  # of both builds, after the program's own


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=os.environ.get("HOCKET_BUILD_DIR", str(cases.ROOT / "build")))
    parser.add_argument("--hocketcc", help="the compiler under test; default BUILD/bin/hocketcc")
    parser.add_argument("--group", action="append", choices=cases.groups())
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="programs with such a part in their name")
    parser.add_argument("--cores", help="numbers of cores; by default one or two of 1, 2, 3 and 8, and with --full all")
    parser.add_argument("--repeat", type=int, default=3, help="runs of each build")
    parser.add_argument("--cc", default="gcc", help="the compiler behind hocketcc")
    parser.add_argument("--launcher", choices=("openmp", "threads"), default="")
    parser.add_argument("--tsan", action="store_true", help="under ThreadSanitizer, with plain threads")
    parser.add_argument("--check-dependences", action="store_true", help="with --check-dependences, once each")
    parser.add_argument("--profiled", action="store_true", help="with a profile, made by the same program first")
    parser.add_argument("--wait", metavar="MODE", help="how cores wait for each other (HOCKET_WAIT)")
    parser.add_argument("--target", choices=sorted(EMULATORS), default="", help="another machine, by an emulator")
    parser.add_argument("--alternate", action="store_true", help="about every other entry of a region is sequential")
    parser.add_argument("--separate", action="store_true", help="each unit compiled by -c, then linked")
    parser.add_argument("--unlike", action="store_true", help="for a chip of unlike cores, so with unequal chunks")
    parser.add_argument("--full", action="store_true", help="20 runs, all launchers, gcc and clang, ThreadSanitizer")
    parser.add_argument("--where-it-pays", action="store_true", help="never pass --always-parallel")
    parser.add_argument("--flags", default="", help="more options for both builds of each program, in one word")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", metavar="DIR", help="leave what was built there")
    parser.add_argument("--list", action="store_true")
    parser.add_argument("extra", nargs="*", help="more options for hocketcc, after --")
    options = parser.parse_args()
    return options


def numbers_of_cores(options):
    if options.cores:
        return tuple(int(c) for c in options.cores.split(","))
    return ALL_CORES if options.full else ()


def variants(options):
    if options.full:
        return [
            Variant(),
            Variant(launcher="threads"),
            Variant(compiler="clang-19"),
            Variant(launcher="threads", tsan=True),
            Variant(checked=True),
            Variant(profiled=True),
            Variant(alternate=True),
            Variant(separate=True),
            Variant(unlike=True),
            Variant(checked=True, unlike=True),
        ]
    launcher = "threads" if options.tsan else options.launcher
    compiler = f"{options.target}-gcc" if options.target else options.cc
    return [
        Variant(
            compiler,
            launcher,
            options.tsan,
            options.check_dependences,
            options.profiled,
            options.alternate,
            options.separate,
            options.unlike,
            options.target,
        )
    ]


def missing_for(target):
    """The program that is not installed, or ''."""
    return next((name for name in (f"{target}-gcc", EMULATORS[target]) if not shutil.which(name)), "")


def make_inputs(work):
    """What the examples read: a part of a photograph, and a sound."""
    data = cases.ROOT / "examples" / "data"
    for name in ("generate_image", "generate_wav"):
        subprocess.run(["gcc", "-O2", str(data / f"{name}.c"), "-lm", "-o", str(work / name)], check=True)
    photo = str(data / "cameraman.pgm")
    subprocess.run([str(work / "generate_image"), "430", "310", str(work / "photo.pgm"), photo], check=True)
    subprocess.run([str(work / "generate_wav"), "1.5", str(work / "sound.wav")], check=True)


def environment(tsan, wait=None, crowded=None, sequential=False, alternate=False):
    result = {k: v for k, v in os.environ.items() if not k.startswith(("HOCKET_", "OMP_"))}
    if wait:
        result["HOCKET_WAIT"] = wait
    if crowded:
        result["HOCKET_CROWDED"] = crowded
    if sequential:
        result["HOCKET_CORES"] = "1"
    if alternate:
        result["HOCKET_ADAPT"] = "alternate"
    if tsan:
        result["TSAN_OPTIONS"] = "exitcode=66 report_thread_leaks=0 report_signal_unsafe=0 die_after_fork=0"
    return result


class Test:
    """One program in one variant, for all numbers of cores."""

    def __init__(self, case, variant, settings):
        self.case = case
        self.variant = variant
        self.settings = settings
        self.failures = []
        self.regions = 0

    def flags(self):
        """What instruments the accesses decides which products and sums the
        compiler may fuse, so then it may fuse none."""
        tsan = ["-fsanitize=thread", "-g"] if self.variant.tsan else []
        exact = ["-ffp-contract=off"] if self.variant.tsan or self.variant.checked else []
        return self.case.flags + self.settings.flags + tsan + exact

    def started(self, binary):
        """How the program is run, on this machine or an emulated one."""
        if not self.variant.target:
            return [str(binary)]
        return [EMULATORS[self.variant.target], "-L", f"/usr/{self.variant.target}", str(binary)]

    def run_program(self, binary, turn=0, sequential=False):
        """Where there are more cores than processors, they are fibers in one
        run, and have a thread each in the next."""
        command = [*self.started(binary), *self.case.args]
        if self.variant.tsan:  # its shadow memory needs a plain address space
            command = ["setarch", "-R", *command]
        limit = 120 if self.variant.tsan or self.variant.checked or self.variant.target else 40
        crowded = ("fibers", "threads")[turn % 2]
        settings = environment(
            self.variant.tsan, self.settings.wait, crowded, sequential, self.variant.alternate
        )
        if self.case.speculates >= 0 or self.case.precomputes >= 0:
            settings["HOCKET_VERBOSE"] = "1"
        if self.variant.target:  # qemu-user keeps tables of all shadow memory: gigabytes
            settings["HOCKET_SPECULATE"] = "off"
        return execution.run(command, self.case.stdin, limit, settings)

    def may_speculate(self):
        v = self.variant
        return self.settings.always_parallel and not (v.tsan or v.checked or v.target or v.profiled)

    def fail(self, what, command):
        self.failures.append(f"{what}\n    {shlex.join(command)}")

    def reference(self, folder):
        """The sequential program's outcome, or None."""
        binary = folder / "sequential"
        flags = [f for f in self.flags() if f != "-fsanitize=thread"]
        command = [self.variant.compiler, *map(str, self.case.sources), *flags, "-o", str(binary)]
        problem = execution.build(command, 120)
        if problem:
            self.fail(f"sequential: {problem}", command)
            return None
        plain = [*self.started(binary), *self.case.args]
        outcome = execution.run(plain, self.case.stdin, 60, environment(False))
        if outcome.status != self.case.status:
            self.fail(f"sequential: exit status {outcome.status}, the program's header says {self.case.status}", plain)
            return None
        return outcome

    def check_counting(self, expected, folder):
        """The program that writes a profile does what the plain one does."""
        binary = folder / "counting"
        command = [self.settings.hocketcc, f"--cc={self.variant.compiler}", f"--profile-generate={folder}/profile"]
        command += [*self.settings.extra, *map(str, self.case.sources), *self.flags(), "-o", str(binary)]
        problem = execution.build(command, 300)
        for _ in range(2):  # the second run adds to the first one's profile
            problem = problem or expected.difference(self.run_program(binary))
        if problem:
            self.fail(f"counting: {problem}", command)

    def inputs(self, folder):
        """The program's files for the link: its sources, or what was compiled
        of them. Every other object is in an archive."""
        if not self.variant.separate:
            return [str(source) for source in self.case.sources]
        objects = []
        for number, source in enumerate(self.case.sources):
            objects.append(f"{folder}/unit-{number}.o")
            command = [self.settings.hocketcc, f"--cc={self.variant.compiler}", "-c", str(source)]
            command += [*self.flags(), "-o", objects[-1]]
            problem = execution.build(command, 120)
            if problem:
                self.fail(f"unit: {problem}", command)
        members = [o for o, source in zip(objects, self.case.sources) if source.stem != "main"][1::2]
        if not members:
            return objects
        archive = f"{folder}/units.a"
        problem = execution.build(["ar", "rcs", archive, *members], 60)
        if problem:
            self.fail(f"archive: {problem}", members)
        return [o for o in objects if o not in members] + [archive]

    def check_cores(self, cores, expected, folder):
        binary = folder / f"cores-{cores}"
        report = folder / f"cores-{cores}.json"
        command = [self.settings.hocketcc, f"--cc={self.variant.compiler}", f"--cores={cores}", f"--report={report}"]
        if self.variant.target:
            command.append("--soc=generic-4")
        if self.variant.unlike:
            command.append(f"--soc={UNLIKE}")
        if self.variant.launcher:
            command.append(f"--launcher={self.variant.launcher}")
        command += self.case.own_flags
        if self.case.speculates >= 0 and self.settings.always_parallel:
            command.append("--always-speculate")
        elif self.case.precomputes >= 0 and self.settings.always_parallel:
            command.append("--always-precompute")
        elif self.case.always_parallel and self.settings.always_parallel:
            command.append("--always-parallel")
            if self.variant.alternate:
                command.append("--with-nets")
            if cores in NO_CALL_TASKS and not self.case.title.startswith("bench/"):
                command.append("--no-call-tasks")
        if self.variant.checked:
            command.append("--check-dependences")
        if self.variant.profiled:
            command.append(f"--profile-use={folder}/profile")
        command += [*self.settings.extra, *self.inputs(folder), *self.flags(), "-o", str(binary)]
        problem = execution.build(command, 300)
        if problem:
            self.fail(f"{cores} cores: {problem}", command)
            return
        regions = execution.parallel_regions(report) if report.exists() else 0
        self.regions = max(self.regions, regions)
        if cores > 1 and self.settings.always_parallel and regions < self.case.regions:
            self.fail(f"{cores} cores: {regions} parallel regions, expected {self.case.regions}", command)
        for turn in range(1 if self.variant.checked else self.settings.repeat):
            got = self.run_program(binary, turn)
            if self.variant.tsan and b"WARNING: ThreadSanitizer" in got.stderr:
                self.fail(f"{cores} cores, run {turn + 1}: {execution.tail(got.stderr, 3000)}", command)
                return
            difference = expected.difference(got)
            if difference:
                self.fail(f"{cores} cores, run {turn + 1}: {difference}", command)
                return
            right = got.said.count(b"a child was right")
            if cores > 1 and self.may_speculate() and right < self.case.speculates:
                self.fail(f"{cores} cores: children right in {right} loops, expected {self.case.speculates}", command)
            taken = got.said.count(b"an answer was taken")
            if cores > 1 and self.may_speculate() and taken < self.case.precomputes:
                self.fail(f"{cores} cores: answers in {taken} loops, expected {self.case.precomputes}", command)
        if regions and not self.variant.checked:
            difference = expected.difference(self.run_program(binary, sequential=True))
            if difference:
                self.fail(f"{cores} cores, on one processor: {difference}", command)

    def run(self):
        if self.variant.tsan and self.case.tsan_skip:
            return self
        if self.case.compiler not in ("", "gcc" if self.variant.target else self.variant.compiler):
            return self
        if self.variant.target and ("-march=native" in self.flags() or not self.case.is_for(self.variant.target)):
            return self
        folder = self.settings.work / f"{self.case.title.replace('/', '-')}-{self.variant}"
        folder.mkdir()
        expected = self.reference(folder)
        if expected is not None and self.variant.profiled:
            self.check_counting(expected, folder)
        if expected is not None:
            for cores in self.settings.cores or TURNS[zlib.crc32(self.case.title.encode()) % len(TURNS)]:
                self.check_cores(cores, expected, folder)
        if not self.settings.keep and not self.failures:
            shutil.rmtree(folder)
        return self


def knows_always_parallel(hocketcc):
    done = subprocess.run([hocketcc, "--hocket-help"], capture_output=True, text=True, check=False)
    return "--always-parallel" in done.stdout + done.stderr


def select(options, work):
    chosen = cases.program_cases() + cases.example_cases(work) + cases.benchmark_cases()
    if options.group:
        chosen = [c for c in chosen if c.group in options.group]
    if options.only:
        chosen = [c for c in chosen if any(part in c.title for part in options.only)]
    return chosen


def run_all(options, settings):
    tests = [Test(c, v, settings) for v in variants(options) for c in select(options, settings.work)]
    if not tests:
        print("no such program", file=sys.stderr)
        return 2
    failed = parallel = 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for test in pool.map(Test.run, tests):
            failed += bool(test.failures)
            parallel += test.regions > 0
            word = "FAIL" if test.failures else "ok  "
            print(f"{word} {test.case.title} [{test.variant}] regions: {test.regions}", flush=True)
            for failure in test.failures:
                print("  " + failure)
    print(f"{len(tests)} programs built and run, {failed} failed, {parallel} with parallel regions")
    return 1 if failed else 0


def main():
    options = parse_arguments()
    if options.list:
        for case in select(options, pathlib.Path("INPUTS")):
            print(case.title)
        return 0
    hocketcc = options.hocketcc or str(pathlib.Path(options.build) / "bin" / "hocketcc")
    if not os.access(hocketcc, os.X_OK):
        print(f"run_tests: no compiler at {hocketcc}; see --build", file=sys.stderr)
        return 2
    if options.target and missing_for(options.target):
        print(f"skipped: no {missing_for(options.target)}")
        return 77
    work = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="hocket-tests-")).resolve()
    work.mkdir(parents=True, exist_ok=True)
    settings = Settings(
        hocketcc=hocketcc,
        cores=numbers_of_cores(options),
        repeat=20 if options.full else options.repeat,
        always_parallel=not options.where_it_pays and knows_always_parallel(hocketcc),
        work=work,
        extra=options.extra,
        keep=bool(options.keep),
        wait=options.wait,
        flags=shlex.split(options.flags),
    )
    try:
        make_inputs(work)
        return run_all(options, settings)
    finally:
        if not options.keep:
            shutil.rmtree(work, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
