# SPDX-License-Identifier: Apache-2.0
"""What is measured: the examples, and the programs of programs/KIND; or those
of contact/BATCH, which were measured once before anybody knew them.

A program NAME.c runs without arguments for 0.3 to 1 s; NAME.omp.c beside it is
the same by hand with OpenMP. A comment at its top tells how to make it small,
by definitions for the compiler or by arguments:

    // SMALL: -DN=40 -DSTEPS=3
    // SMALL: 40 3
"""

import pathlib
import re
import shlex
import subprocess
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = ROOT / "examples"
PROGRAMS = HERE / "programs"
CONTACT = HERE / "contact"

# Arguments that take the sequential example about a second. {work} holds the
# inputs; what a program writes goes to {out}.
ARGUMENTS = {
    "canny": ["{work}/photo.pgm", "{out}/edges.pgm"],
    "spectrum": ["{work}/sound.wav", "{out}/spectrum.pgm", "64"],
    "nbody": ["2000", "80", "{out}/bodies.txt"],
    "options": ["8000", "{out}/prices.csv"],
    "heat": ["1200", "3000", "{out}/plate.pgm"],
    "linalg": ["1250", "{out}/x.txt"],
    "phases": ["250", "{out}/report.txt"],
    "aac": ["-s", "80", "{out}/sound.aac"],
}


@dataclass
class Workload:
    kind: str  # the folder
    name: str
    sources: list
    by_hand: list  # the same with OpenMP
    arguments: list = field(default_factory=list)
    definitions: list = field(default_factory=list)

    @property
    def title(self):
        return f"{self.kind}/{self.name}"


def make_inputs(work, names):
    """What the examples read."""

    def tool(name):
        subprocess.run(["gcc", "-O2", str(EXAMPLES / "data" / f"{name}.c"), "-lm", "-o", str(work / name)], check=True)
        return str(work / name)

    if "canny" in names:
        photo = str(EXAMPLES / "data" / "cameraman.pgm")
        subprocess.run([tool("generate_image"), "5000", "4000", str(work / "photo.pgm"), photo], check=True)
    if "spectrum" in names:
        subprocess.run([tool("generate_wav"), "100", str(work / "sound.wav")], check=True)


def examples():
    for name, arguments in ARGUMENTS.items():
        files = sorted((EXAMPLES / name).glob("*.c"))
        twins = {p.name: p for p in (HERE / "openmp" / name).glob("*.c")}
        yield Workload("examples", name, files, [twins.get(f.name, f) for f in files], arguments)


def small_size(path):
    """(arguments, definitions) that make a program small."""
    match = re.search(r"^// SMALL: (.*)$", path.read_text(), re.MULTILINE)
    if not match:
        raise SystemExit(f"bench: {path} does not say how to make it small")
    words = shlex.split(match.group(1))
    definitions = [w for w in words if w.startswith("-D")]
    return [w for w in words if w not in definitions], definitions


def pairs(folder):
    """(program, the same by hand) of the folders below."""
    for path in sorted(folder.glob("*/*.c")):
        if path.name.endswith(".omp.c"):
            continue
        twin = path.with_suffix(".omp.c")
        if not twin.exists():
            raise SystemExit(f"bench: {path} has no {twin.name} beside it")
        yield path, twin


def programs(small=False):
    for path, twin in pairs(PROGRAMS):
        arguments, definitions = small_size(path) if small else ([], [])
        yield Workload(path.parent.name, path.stem, [path], [twin], arguments, definitions)


def contact():
    for path, twin in pairs(CONTACT):
        batch = path.parent.name
        yield Workload(f"batch{batch}" if batch.isdigit() else batch, path.stem, [path], [twin])
