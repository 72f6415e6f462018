# SPDX-License-Identifier: Apache-2.0
"""One random program against its sequential build, and which of its seeds fails.

A program holds many seeds, so that they share what compilers and processes take
to start. It says which seed it comes to; so a difference, a crash or a hang is
attributed, and the seed is tried again alone. Where that does not settle it
(the compiler refused, or the seed fails only beside others) the program is
halved until it does."""

import json
import pathlib
import shlex
import shutil
import time
from dataclasses import dataclass, field

import execution
import run_tests
from nests.programs import GROUP, Program

# Compiler behind, its flags, more options for hocketcc. Each group of seeds has
# one, so that a seed alone is built as it was in its group.
ROUGH = ["--rough-costs"]
MIX = (
    ("gcc", ["-O0"], ROUGH),
    ("gcc", ["-O1"], ROUGH),
    ("gcc", ["-O0"], ROUGH),
    ("gcc", ["-O2"], []),
    ("gcc", ["-O0"], ROUGH),
    ("gcc", ["-O0", "-fno-strict-aliasing"], ROUGH),
    ("gcc", ["-O0"], ROUGH),
    ("gcc", ["-O1"], ROUGH),
    ("gcc", ["-O0"], ROUGH),
    ("clang-19", ["-O1"], ROUGH),
    ("gcc", ["-O0"], ROUGH),
    ("gcc", ["-O3", "-march=native"], ROUGH),
)
TURNS = ((2,), (4,), (3,), (1, 4))  # numbers of cores, by group
REDUCING = 300  # seconds to make a program smaller
# gcc 12 takes addresses like `a[j * ld + i]` to differ where they may not, and
# exchanges or vectorizes such loops. Where that changes what the sequential
# program prints, there is nothing to compare with.
CAREFUL = ["-fno-loop-interchange", "-fno-loop-unroll-and-jam", "-fno-tree-vectorize"]


@dataclass
class Result:
    failure: str = ""
    seed: object = None  # the one that the failure is attributed to
    command: list = field(default_factory=list)
    loops: dict = field(default_factory=dict)  # line -> kinds of its loops, with the most cores
    regions: int = 0


@dataclass
class Failure:
    """A program of one seed if one alone fails, else of several; made smaller."""

    program: Program
    result: Result
    kept: str = ""  # file
    undefined: str = ""  # what the sanitizers say about it
    miscompiled: bool = False  # the compiler behind gives two results for it

    def __str__(self):
        seeds = [str(s.number) for s in self.program.seeds]
        name = f"seed {seeds[0]}" if len(seeds) == 1 else f"seeds {', '.join(seeds)}, only together"
        if self.miscompiled:
            return f"NOT JUDGED {name}: gcc gives it another result with {' '.join(CAREFUL)}\n  smaller: {self.kept}"
        said = [f"FAIL {name}: {self.result.failure}", f"  smaller: {self.kept}"]
        said.append("  " + shlex.join(self.result.command))
        if self.undefined:
            said.append(f"  the program itself is not well defined: {self.undefined}")
        return "\n".join(said)


class Checker:
    def __init__(self, options, work):
        self.hocketcc = options.hocketcc or str(pathlib.Path(options.build) / "bin" / "hocketcc")
        self.cores = [int(c) for c in options.cores.split(",")] if options.cores else []
        self.options = options
        self.work = work
        self.environment = run_tests.environment(options.tsan)
        self.checked = 0 if options.tsan or options.check_dependences else options.check

    def settings(self, program):
        """The compiler behind, its flags, and options for hocketcc."""
        compiler, flags, extra = MIX[program.seeds[0].number // GROUP % len(MIX)]
        if self.options.flags is not None:
            flags, extra = shlex.split(self.options.flags), []
        return self.options.cc or compiler, flags, extra

    def compiled(self, program, source, binary, cores, checked=False):
        """The command; without cores, of the sequential program."""
        compiler, flags, extra = self.settings(program)
        if not cores:
            return [compiler, "-w", *flags, str(source), "-o", str(binary)]
        command = [self.hocketcc, f"--cc={compiler}", f"--cores={cores}", "--always-parallel", "-w", *extra]
        command += ["--check-dependences"] if checked else [f"--report={binary}.json"]
        if self.options.tsan:
            command += ["--launcher=threads", "-fsanitize=thread", "-g"]
        if self.options.check_dependences:
            command.append("--check-dependences")
        return [*command, *self.options.extra, *flags, str(source), "-o", str(binary)]

    def run(self, program, binary):
        before = ["setarch", "-R"] if self.options.tsan else []
        slow = self.options.tsan or binary.name == "checked" or self.options.check_dependences
        limit = (60 + 2 * len(program.seeds)) * (4 if slow else 1)
        if self.options.limit:
            limit = self.options.limit
        return execution.run([*before, str(binary)], b"", limit, self.environment)

    def check(self, program):
        """One program, in all its builds."""
        name = f"seeds-{program.seeds[0].number}-{program.seeds[-1].number}"
        folder = self.work / f"{name}-{time.monotonic_ns()}"
        folder.mkdir(parents=True)
        try:
            source = folder / f"{name}.c"
            source.write_text(program.text()[0])
            return self.compare(program, source)
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def compare(self, program, source):
        folder = source.parent
        command = self.compiled(program, source, folder / "sequential", 0)
        problem = execution.build(command, 240)
        if problem:
            return Result(f"sequential: {problem}", None, command)
        expected = self.run(program, folder / "sequential")
        if expected.status != 0:
            seed = program.last_seed(expected.stdout)
            return Result(f"sequential: status {expected.status}", seed, command)
        result = Result()
        for cores in self.cores or TURNS[program.seeds[0].number // GROUP % len(TURNS)]:
            binary = folder / f"cores-{cores}"
            repeat = 1 if self.options.check_dependences else self.options.repeat
            failed = self.compare_build(program, source, binary, (cores, False), (expected, repeat))
            if failed:
                return failed
            self.read_report(pathlib.Path(f"{binary}.json"), result)
        if self.checked and result.regions:
            failed = self.compare_build(program, source, folder / "checked", (self.checked, True), (expected, 1))
            if failed:
                return failed
        return result

    def compare_build(self, program, source, binary, build, wanted):
        """None, or how it failed. `build`: cores, with --check-dependences;
        `wanted`: outcome, how many times."""
        command = self.compiled(program, source, binary, *build)
        what = "checked" if build[1] else f"{build[0]} cores"
        problem = execution.build(command, 300)
        if problem:
            return Result(f"{what}: {problem}", None, command)
        expected, repeat = wanted
        for turn in range(repeat):
            got = self.run(program, binary)
            difference = expected.difference(got)
            if self.options.tsan and b"WARNING: ThreadSanitizer" in got.stderr:
                difference = execution.tail(got.stderr, 2000)
            if difference:
                seed = program.last_seed(execution.common_start(expected.stdout, got.stdout))
                return Result(f"{what}, run {turn + 1}: {difference}", seed, command)
        return None

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

    # --- which seed fails, and how little of it ---------------------------------

    def failures(self, program):
        """(results of programs that passed and hold the other seeds, failures)"""
        result = self.check(program)
        if not result.failure:
            return [(program, result)], []
        if len(program.seeds) == 1:
            return [], [self.reduced(program, result)]
        if result.seed is not None:
            alone = program.only(result.seed)
            again = self.check(alone)
            if again.failure:
                passed, more = self.failures(program.without(result.seed))
                return passed, [self.reduced(alone, again), *more]
        failed = [f for half in program.halves() for f in self.failures(half)[1]] or [self.reduced(program, result)]
        blamed = {seed.number for f in failed for seed in f.program.seeds}
        rest = Program(s for s in program.seeds if s.number not in blamed)
        passed, more = self.failures(rest) if rest.seeds else ([], [])
        return passed, [*failed, *more]

    def reduced(self, program, result):
        """Leaves out seeds, calls and items as long as it still fails."""
        until = time.monotonic() + REDUCING
        smaller = True
        while smaller and time.monotonic() < until:
            smaller = False
            for candidate in program.smaller():
                again = self.check(candidate)
                if again.failure and again.failure.split(":")[0] != "sequential":
                    program, result, smaller = candidate, again, True
                    break
                if time.monotonic() > until:
                    break
        failure = Failure(program, result)
        failure.kept = str(self.work / f"seed-{program.seeds[0].number}.c")
        pathlib.Path(failure.kept).write_text(program.text()[0])
        failure.undefined = self.undefined(program)
        failure.miscompiled = not failure.undefined and self.miscompiled(program)
        return failure

    def miscompiled(self, program):
        """Do the compiler's own loop transformations change what it prints?"""
        compiler, flags, _ = self.settings(program)
        if compiler != "gcc":
            return False
        folder = self.work / f"careful-{program.seeds[0].number}-{time.monotonic_ns()}"
        folder.mkdir(parents=True)
        try:
            source = folder / "source.c"
            source.write_text(program.text()[0])
            outcomes = []
            for more in ([], CAREFUL):
                binary = folder / f"program-{len(more)}"
                if execution.build(["gcc", "-w", *flags, *more, str(source), "-o", str(binary)], 240):
                    return False
                outcomes.append(self.run(program, binary))
            return bool(outcomes[0].difference(outcomes[1]))
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def undefined(self, program):
        """What the sanitizers say about the sequential program."""
        name = f"sanitized-{program.seeds[0].number}-{time.monotonic_ns()}"
        folder = self.work / name
        folder.mkdir(parents=True)
        try:
            source, binary = folder / "source.c", folder / "program"
            source.write_text(program.text()[0])
            flags = ["-fsanitize=undefined,address", "-fno-sanitize-recover=all"]
            problem = execution.build(["gcc", "-w", "-O1", "-g", *flags, str(source), "-o", str(binary)], 240)
            if problem:
                return problem
            environment = {**self.environment, "ASAN_OPTIONS": "detect_leaks=0"}
            got = execution.run([str(binary)], b"", 60, environment)
            if got.status == 0:
                return ""
            return f"seed {program.last_seed(got.stdout)}: {execution.tail(got.stderr, 1500)}"
        finally:
            shutil.rmtree(folder, ignore_errors=True)
