# SPDX-License-Identifier: Apache-2.0
"""The versions of a program that are compared, and how each is built and run.

All are built for the same floating-point results: without
`-ffp-contract=off`, gcc and clang would fuse products and sums each in its own
places, and no output could be compared.
"""

import hashlib
import os
import shutil
import subprocess
import time
from dataclasses import dataclass

FLAGS = ["-O3", "-march=native", "-ffp-contract=off"]
CLANG = "/usr/lib/llvm-19/bin/clang-19"
VERSIONS = ("sequential", "expert", "hocket", "gcc", "polly")
# Hocket with a profile from a run of the same program with the same arguments; measured where it is asked for.
PROFILED = "profiled"


@dataclass
class Toolchain:
    cc: str  # behind Hocket and for the sequential and the expert's version
    hocketcc: str
    cores: int
    hocket_flags: list


@dataclass
class Run:
    seconds: float
    digest: str  # of what it printed and wrote
    problem: str  # empty: none


def command(version, load, tools, binary, work):
    hocket = [tools.hocketcc, f"--cc={tools.cc}", f"--cores={tools.cores}"]
    report = f"--report={report_of(load, work, version)}"
    profile = profile_of(load, work)
    compiler = {
        "sequential": [tools.cc],
        "expert": [tools.cc, "-fopenmp"],
        "hocket": [*hocket, report],
        "counting": [*hocket, f"--profile-generate={profile}"],
        PROFILED: [*hocket, report, f"--profile-use={profile}"],
        "gcc": ["gcc", f"-ftree-parallelize-loops={tools.cores}", "-floop-parallelize-all"],
        "polly": [CLANG, "-mllvm", "-polly", "-mllvm", "-polly-parallel"],
    }[version]
    libraries = ["-lm"]
    if version in ("hocket", PROFILED):
        compiler += tools.hocket_flags
    if version == "polly":
        libraries.append("-lgomp")
    sources = load.by_hand if version == "expert" else load.sources
    folders = sorted({f"-I{s.parent}" for s in load.sources})
    return [*compiler, *FLAGS, *folders, *load.definitions, *map(str, sources), *libraries, "-o", str(binary)]


def make_profile(load, tools, work, limit):
    """What went wrong, or nothing."""
    profile_of(load, work).unlink(missing_ok=True)
    binary, problem = build("counting", load, tools, work, limit)
    if not problem:
        problem = run("counting", load, binary, work, 1, limit).problem
    binary.unlink(missing_ok=True)
    return problem


def build(version, load, tools, work, limit):
    """The binary, and what went wrong or nothing."""
    binary = work / f"{load.kind}-{load.name}-{version}"
    if version == PROFILED and (problem := make_profile(load, tools, work, limit)):
        return binary, problem
    words = command(version, load, tools, binary, work)
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=limit)
    except FileNotFoundError as error:
        return binary, str(error)
    except subprocess.TimeoutExpired:
        return binary, f"{' '.join(words)}\nnot built after {limit} s"
    if done.returncode != 0:
        return binary, f"{' '.join(words)}\n{done.stderr}"
    return binary, ""


def report_of(load, work, version="hocket"):
    return work / f"{load.kind}-{load.name}-{version}.json"


def profile_of(load, work):
    return work / f"{load.kind}-{load.name}.hkprof"


def environment(version, cores):
    """Hocket's programs bind their threads themselves."""
    result = {k: v for k, v in os.environ.items() if not k.startswith(("HOCKET_", "OMP_", "GOMP_"))}
    if version not in ("hocket", PROFILED):
        result |= {"OMP_NUM_THREADS": str(cores), "OMP_PROC_BIND": "true"}
    return result


def run(version, load, binary, work, cores, limit):
    out = work / "out"
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir()
    words = [str(binary), *(a.format(work=work, out=out) for a in load.arguments)]
    start = time.perf_counter()
    try:
        done = subprocess.run(words, capture_output=True, env=environment(version, cores), check=False, timeout=limit)
    except subprocess.TimeoutExpired:
        return Run(limit, "", f"still running after {limit} s")
    seconds = time.perf_counter() - start
    problem = ""
    if done.returncode != 0:
        problem = f"exit status {done.returncode}\n{done.stderr.decode(errors='replace')}"
    digest = hashlib.sha256(done.stdout)
    for path in sorted(out.iterdir()):
        digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return Run(seconds, digest.hexdigest(), problem)
