# SPDX-License-Identifier: Apache-2.0
"""What is to be run: the programs under programs/, the examples, and the
benchmarks, made small.

A program is a C file, or a folder with a main.c, in programs/GROUP/ or in a
folder of themes there. Comments at the top of its first file say how to build
and run it:

    // ARGS: 10 20           arguments
    // STDIN: a b\\n          standard input, with escapes
    // FLAGS: -lm -pthread   for the compiler, sequential and parallel
    // STATUS: 3             exit status, -6 for signal 6; 0 if not said
    // TSAN: skip (why)      not under ThreadSanitizer
    // CC: gcc               not with another compiler behind
    // TARGET: x86_64 aarch64-linux-gnu (why)   with --target, for these only
    // REGIONS: 2            with always-parallel, at least so many regions
    // PAYS: 2               never with --always-parallel, which would rather
                             have inner loops parallel; at least so many regions
    // HOCKETCC: --always-transform   for hocketcc alone
    // SPECULATES: 2         built with --always-speculate instead; in at least so
                             many loops a child is right
    // PRECOMPUTES: 2        the same with --always-precompute: in so many loops an
                             answer of a call that was made ahead is taken

or in a comment of C89, each on a line of its own.
"""

import pathlib
import re
import shlex
from dataclasses import dataclass, field

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
EXAMPLES = ("canny", "spectrum", "nbody", "options", "heat", "linalg", "phases", "aac")


@dataclass
class Case:
    group: str
    name: str
    sources: list
    flags: list = field(default_factory=list)
    args: list = field(default_factory=list)
    stdin: bytes = b""
    status: int = 0
    tsan_skip: str = ""
    compiler: str = ""  # any, if empty
    targets: list = field(default_factory=list)  # with --target; any, if empty
    regions: int = 0
    own_flags: list = field(default_factory=list)  # for hocketcc alone
    speculates: int = -1  # loops; -1: built with regions
    precomputes: int = -1  # loops with calls made ahead; -1: built with regions
    always_parallel: bool = True  # though it may not pay

    def is_for(self, target):
        return not self.targets or target in self.targets

    @property
    def title(self):
        return f"{self.group}/{self.name}"


def read_directives(path):
    """The `// NAME: value` lines before the first line of code."""
    found = {}
    for line in path.read_text().splitlines():
        match = re.match(r"(?://|/\*)\s*([A-Z]+):\s?(.*?)(?:\*/)?$", line)
        if match:
            found[match.group(1)] = match.group(2).strip()
        elif line and not line.startswith(("//", "/*", " *")):
            break
    return found


def program_case(group, path):
    sources = sorted(path.glob("*.c")) if path.is_dir() else [path]
    first = path / "main.c" if path.is_dir() else path
    place = path.relative_to(HERE / "programs" / group)
    said = read_directives(first)
    pays = said.get("PAYS", "")
    return Case(
        group=group,
        name=str(place.with_suffix("")),
        sources=sources,
        flags=["-O2", *shlex.split(said.get("FLAGS", ""))],
        args=shlex.split(said.get("ARGS", "")),
        stdin=said.get("STDIN", "").encode().decode("unicode_escape").encode("latin-1"),
        status=int(said.get("STATUS", "0")),
        tsan_skip=said.get("TSAN", ""),
        compiler=said.get("CC", ""),
        targets=said.get("TARGET", "").split("(")[0].split(),
        regions=int(pays or said.get("REGIONS", "0")),
        always_parallel=not pays,
        own_flags=shlex.split(said.get("HOCKETCC", "")),
        speculates=int(said.get("SPECULATES", "-1")),
        precomputes=int(said.get("PRECOMPUTES", "-1")),
    )


def program_cases():
    cases = []
    for group in sorted(p for p in (HERE / "programs").iterdir() if p.is_dir()):
        cases += [program_case(group.name, path) for path in programs_in(group)]
    return cases


def programs_in(folder):
    for path in sorted(folder.iterdir()):
        if path.suffix == ".c" or (path / "main.c").exists():
            yield path
        elif path.is_dir():
            yield from programs_in(path)


def example_cases(inputs):
    """Small sizes; `inputs` is a folder with photo.pgm and sound.wav in it."""
    args = {
        "canny": [f"{inputs}/photo.pgm", "out.pgm"],
        "spectrum": [f"{inputs}/sound.wav", "out.pgm", "128"],
        "nbody": ["300", "12", "out.txt"],
        "options": ["300", "out.csv", "128"],
        "heat": ["200", "60", "out.pgm"],
        "linalg": ["160", "out.txt"],
        "phases": ["4", "out.txt"],
        "aac": ["-s", "3", "out.aac"],
    }
    cases = []
    for name in EXAMPLES:
        for always in (True, False):
            cases.append(
                Case(
                    group="examples",
                    name=name if always else name + "-where-it-pays",
                    sources=sorted((ROOT / "examples" / name).glob("*.c")),
                    flags=["-O3", "-march=native", "-lm"],
                    args=args[name],
                    regions=1 if always else 0,
                    always_parallel=always,
                )
            )
    return cases


def benchmark_cases():
    """The programs of test/bench, in the size that `SMALL` gives."""
    cases = []
    for path in sorted((ROOT / "test/bench/programs").glob("*/*.c")):
        if path.name.endswith(".omp.c"):
            continue
        words = shlex.split(read_directives(path)["SMALL"])
        definitions = [w for w in words if w.startswith("-D")]
        cases.append(
            Case(
                group="bench",
                name=f"{path.parent.name}/{path.stem}",
                sources=[path],
                flags=["-O3", "-march=native", *definitions, "-lm"],
                args=[w for w in words if w not in definitions],
            )
        )
    return cases


def groups():
    return [p.name for p in sorted((HERE / "programs").iterdir()) if p.is_dir()] + ["examples", "bench"]
