#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Two builds of hocketcc make the same of every program.

Each example, run test and benchmark is compiled by both, with --always-parallel
and where it pays; the emitted C and the remarks, with ids, lines and estimates,
must be the same bytes, and so must the JSON report. For changes that are to
leave the behaviour alone.

Nothing is linked or run. The chip is the spec generic-4, not this machine. What
the old build says is kept in --cache, so that it is asked once.

Usage: compare_builds.py --old OLD/bin/hocketcc --new NEW/bin/hocketcc
"""

import argparse
import concurrent.futures
import difflib
import hashlib
import os
import pathlib
import subprocess
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "run"))
import cases  # noqa: E402  (test/run)

ROOT = cases.ROOT
CORES = {"always": "4", "pays": "2"}


@dataclass(frozen=True)
class Job:
    title: str
    words: tuple  # what comes after the name of the compiler

    @property
    def key(self):
        digest = hashlib.sha256("\0".join(self.words).encode())
        for word in self.words:
            if (ROOT / word).is_file():
                digest.update((ROOT / word).read_bytes())
        return digest.hexdigest()[:24]


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--old", required=True, help="hocketcc before the change")
    parser.add_argument("--new", required=True, help="hocketcc after it")
    parser.add_argument("--cache", type=pathlib.Path, help="folder for what the old one says")
    parser.add_argument("--only", nargs="+", default=[], metavar="NAME", help="programs with such a part in their name")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each Nth program only")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--lines", type=int, default=12, help="of each difference, so many are printed")
    return parser.parse_args()


def all_jobs():
    """Programs under test/run with both ways of compiling; the examples' cases
    come in both by themselves."""
    found = [*cases.program_cases(), *cases.example_cases("."), *cases.benchmark_cases()]
    for case in found:
        ways = ["always", "pays"] if case.group not in ("examples",) else ["always" if case.always_parallel else "pays"]
        for way in ways:
            yield Job(f"{case.title} ({way})", words_of(case, way))


def words_of(case, way):
    sources = [str(path.relative_to(ROOT)) for path in case.sources]
    words = ["--soc=generic-4", f"--cores={CORES[way]}", "-Rhocket", "-Rhocket-missed", "-Rhocket-analysis"]
    words += ["--print-after=codegen", "--stop-after=report", "--no-fallback"]
    if way == "always":
        words.append("--always-parallel")
    return tuple([*words, *case.flags, *sources, "-o", "program"])


def said(compiler, job):
    """Status, emitted C and remarks, as one text."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("HOCKET")}
    try:
        done = subprocess.run(
            [compiler, *job.words], capture_output=True, cwd=ROOT, env=environment, timeout=600, check=False
        )
    except subprocess.TimeoutExpired:
        return "timeout\n"
    out = done.stdout.decode(errors="replace")
    return f"status {done.returncode}\n{out}\n--- stderr\n{done.stderr.decode(errors='replace')}"


def said_before(compiler, cache, job):
    if cache is None:
        return said(compiler, job)
    stat = os.stat(compiler)
    identity = hashlib.sha256(f"{os.path.realpath(compiler)} {stat.st_mtime_ns} {stat.st_size}".encode()).hexdigest()[:12]
    path = cache / identity / f"{job.key}.txt"
    if path.exists():
        return path.read_text()
    text = said(compiler, job)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(f".{os.getpid()}.part")
    part.write_text(text)
    part.rename(path)
    return text


def difference(options, job):
    old = said_before(options.old, options.cache, job)
    new = said(options.new, job)
    if old == new:
        return []
    return list(difflib.unified_diff(old.splitlines(), new.splitlines(), "old", "new", lineterm="", n=1))


def chosen(options):
    jobs = list(all_jobs())
    if options.only:
        jobs = [j for j in jobs if any(part in j.title for part in options.only)]
    return jobs[:: options.every]


def main():
    options = parse_arguments()
    for name in ("old", "new"):
        setattr(options, name, os.path.abspath(getattr(options, name)))
    jobs, differ = chosen(options), 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for job, lines in zip(jobs, pool.map(lambda j: difference(options, j), jobs)):
            if not lines:
                continue
            differ += 1
            print(f"{job.title} differs:")
            print("\n".join(f"    {line}" for line in lines[: options.lines]), flush=True)
    print(f"{len(jobs)} compared, {differ} differ")
    return 1 if differ or not jobs else 0


if __name__ == "__main__":
    sys.exit(main())
