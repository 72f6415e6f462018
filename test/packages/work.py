# SPDX-License-Identifier: Apache-2.0
"""The packages' programs at work of their kind: the same bytes, and times.

A line of work writes to standard output; that is what is compared."""

import hashlib
import statistics

from builds import fill, place
from steps import run


def digest(line, folder):
    """Runs a line once; its output as a digest, and the step."""
    out, log = folder / "hocket-work.out", folder / "hocket-work.log"
    step = run(f"{{ {line} ; }} > '{out}'", folder, log)
    return hashlib.sha256(out.read_bytes()).hexdigest(), step


def compare_work(package, compilers, options):
    """Problems, in words: programs that end or write otherwise than gcc's."""
    problems = []
    for line in package.work:
        expected = None
        for compiler in compilers:
            folder = place(package, options, compiler)
            got, step = digest(fill(line, options, compiler, folder), folder)
            if step.status != 0:
                problems.append(f"{compiler}: '{line}' ended with {step.status}")
            elif expected is None:
                expected = got
            elif package.compared and got != expected:
                problems.append(f"{compiler}: '{line}' writes other bytes")
    return problems


def time_work(package, compilers, options):
    """Medians of rounds in turns, over all lines: wall, CPU seconds; KiB."""
    rounds = {compiler: [] for compiler in compilers}
    for _ in range(options.time):
        for compiler in compilers:
            folder = place(package, options, compiler)
            steps = [digest(fill(line, options, compiler, folder), folder)[1] for line in package.work]
            rounds[compiler].append((sum(step.wall for step in steps), sum(step.cpu for step in steps),
                                     max((step.memory for step in steps), default=0)))
    return {compiler: [statistics.median(column) for column in zip(*found)] for compiler, found in rounds.items()}
