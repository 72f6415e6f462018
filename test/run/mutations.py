#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Mutated sources, objects, archives and command lines.

Whatever hocketcc is given, the compiler alone decides whether there is a program
and what it does. So each mutant is given to both: both make a program or neither
does, neither leaves a part of one, and the two programs do the same, where that
is defined at all. Nothing of ours crashes or calls itself a bug.

    mutations.py --seed 1 --count 60
    mutations.py --seed 1 --count 1000 --kind object --keep /tmp/k
"""

import collections
import concurrent.futures
import os
import pathlib
import random
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

import execution
import run_tests
import seed_options
from mutants import commands, objects, sources

OURS = re.compile(
    rb"internal problem|bug in hocket|LLVM ERROR|PLEASE submit|Stack dump|Sanitizer|runtime error:|Assertion|"
    rb"terminate called|tcmalloc:|UNREACHABLE"
)
KINDS = {"source": sources.Source, "object": objects.Objects, "command": commands.Command}
SECONDS = 10
LIMITS = ["prlimit", f"--cpu={SECONDS}", f"--as={4 << 30}", f"--fsize={64 << 20}", "--core=0"]


def parse_arguments():
    parser = seed_options.parser(__doc__)
    parser.add_argument("--kind", choices=sorted(KINDS), help="only these; default: all, by turns")
    parser.add_argument("--keep", metavar="DIR", default="", help="for mutants that fail; else a temporary folder")
    return parser.parse_args()


class Attempt:
    """What a compiler made of a mutant."""

    def __init__(self, command, folder, output):
        self.command = command
        self.output = folder / output
        self.output.unlink(missing_ok=True)
        try:
            done = subprocess.run(
                command, cwd=folder, capture_output=True, timeout=120, stdin=subprocess.DEVNULL, check=False
            )
            self.status, self.messages = done.returncode, done.stdout + done.stderr
        except subprocess.TimeoutExpired as late:
            self.status, self.messages = "timeout", late.stderr or b""
        self.exists = self.output.exists()

    def says(self):
        return f"{shlex.join(self.command)}: status {self.status}: {execution.tail(self.messages, 1500)}"


class Trial:
    def __init__(self, seed, folder, options):
        kinds = [options.kind] if options.kind else list(KINDS)
        self.kind = kinds[seed % len(kinds)]
        self.rng = random.Random(f"mutation {self.kind} {seed}")
        self.folder = folder
        self.hocketcc = str(pathlib.Path(options.hocketcc or f"{options.build}/bin/hocketcc").resolve())
        self.environment = run_tests.environment(False)

    def run(self, program):
        """Leaves no doubt that comes of chance: two runs agree, or None."""
        command = [*LIMITS, str(program)]
        first = execution.run(command, b"", 2 * SECONDS, self.environment)
        if first.status == "timeout" or first.difference(execution.run(command, b"", 2 * SECONDS, self.environment)):
            return None
        return first

    def judge(self):
        """(what came of it in a word, how it fails or '')"""
        mutant = KINDS[self.kind](self.rng, self.folder, self.hocketcc)
        theirs = Attempt(mutant.theirs("theirs.out"), self.folder, "theirs.out")
        if theirs.status == "timeout":
            return "too slow for the compiler", ""
        ours = Attempt(mutant.ours("ours.out"), self.folder, "ours.out")
        if ours.status == "timeout" or ours.status < 0 or ours.status > 127 or OURS.search(ours.messages):
            return "crash", f"{mutant.what}: {ours.says()}"
        if b"hocketcc: error: " in ours.messages and mutant.may_be_refused and ours.status == 1:
            return "refused by us", ours.exists and f"{mutant.what}: a part of a program is left: {ours.says()}"
        if ours.status == 0 and theirs.status != 0 and mutant.intact:
            return self.compare_intact(mutant, ours)
        if (theirs.status == 0) != (ours.status == 0):
            return "status", f"{mutant.what}: {ours.says()}\n  but {theirs.says()}"
        if theirs.exists != ours.exists:
            return "files", f"{mutant.what}: {ours.says()}\n  output: {ours.exists}, expected {theirs.exists}"
        if theirs.status != 0:
            return "refused by both", "" if ours.messages else f"{mutant.what}: no message: {ours.says()}"
        if not ours.exists or not os.access(ours.output, os.X_OK):
            return "no program asked for", ""
        return self.compare(mutant, theirs, ours)

    def compare_intact(self, mutant, ours):
        """The linker refuses an object whose unit can be read: the program that it was."""
        expected = self.run(mutant.intact)
        difference = expected.difference(execution.run([*LIMITS, str(ours.output)], b"", 2 * SECONDS, self.environment))
        return ("differs", f"{mutant.what}: {difference}\n  {ours.says()}") if difference else ("made of its unit", "")

    def compare(self, mutant, theirs, ours):
        expected = self.run(theirs.output)
        if expected is None or expected.status not in mutant.statuses:
            return "no defined result", ""
        difference = expected.difference(execution.run([*LIMITS, str(ours.output)], b"", 2 * SECONDS, self.environment))
        if not difference:
            return "the same", ""
        if mutant.is_undefined(self.run, expected):
            return "no defined result", ""
        return "differs", f"{mutant.what}: {difference}\n  {ours.says()}"


def judge(seed, work, options):
    folder = work / f"seed-{seed}"
    folder.mkdir(parents=True, exist_ok=True)
    trial = Trial(seed, folder, options)
    word, failure = trial.judge()
    if not failure:
        shutil.rmtree(folder, ignore_errors=True)
    return seed, trial.kind, word, failure


def main():
    options = parse_arguments()
    work = pathlib.Path(options.keep or tempfile.mkdtemp(prefix="hocket-mutations-")).resolve()
    work.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    counts = collections.Counter()
    failed = 0
    seeds = range(options.seed, options.seed + options.count)
    print(f"seeds {seeds.start} to {seeds.stop - 1}", flush=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        try:
            for seed, kind, word, failure in pool.map(lambda seed: judge(seed, work, options), seeds):
                counts[kind, word] += 1
                failed += bool(failure)
                if failure:
                    print(f"FAIL seed {seed}, {kind}: {failure}", flush=True)
        except KeyboardInterrupt:
            pool.shutdown(wait=False, cancel_futures=True)
    for (kind, word), count in sorted(counts.items()):
        print(f"  {kind:8} {count:5} {word}")
    print(f"{counts.total()} mutants, {failed} failed, {time.monotonic() - began:.0f} s")
    if not failed and not options.keep:
        shutil.rmtree(work, ignore_errors=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
