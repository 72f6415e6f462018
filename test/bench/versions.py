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


def command(version, load, tools, binary, report):
    compiler = {
        "sequential": [tools.cc],
        "expert": [tools.cc, "-fopenmp"],
        "hocket": [tools.hocketcc, f"--cc={tools.cc}", f"--cores={tools.cores}", f"--report={report}"],
        "gcc": ["gcc", f"-ftree-parallelize-loops={tools.cores}", "-floop-parallelize-all"],
        "polly": [CLANG, "-mllvm", "-polly", "-mllvm", "-polly-parallel"],
    }[version]
    libraries = ["-lm"]
    if version == "hocket":
        compiler += tools.hocket_flags
    if version == "polly":
        libraries.append("-lgomp")
    sources = load.by_hand if version == "expert" else load.sources
    folders = sorted({f"-I{s.parent}" for s in load.sources})
    return [*compiler, *FLAGS, *folders, *load.definitions, *map(str, sources), *libraries, "-o", str(binary)]


def build(version, load, tools, work, limit):
    """The binary, and what went wrong or nothing."""
    binary = work / f"{load.kind}-{load.name}-{version}"
    words = command(version, load, tools, binary, report_of(load, work))
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=limit)
    except FileNotFoundError as error:
        return binary, str(error)
    except subprocess.TimeoutExpired:
        return binary, f"{' '.join(words)}\nnot built after {limit} s"
    if done.returncode != 0:
        return binary, f"{' '.join(words)}\n{done.stderr}"
    return binary, ""


def report_of(load, work):
    return work / f"{load.kind}-{load.name}.json"


def environment(version, cores):
    """Hocket's programs bind their threads themselves."""
    result = {k: v for k, v in os.environ.items() if not k.startswith(("HOCKET_", "OMP_", "GOMP_"))}
    if version != "hocket":
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
