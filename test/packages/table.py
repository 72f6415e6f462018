# SPDX-License-Identifier: Apache-2.0
"""The packages: one TOML file for each in table/."""

import pathlib
import sys
import tomllib
from dataclasses import dataclass, field

TABLE = pathlib.Path(__file__).parent / "table"


@dataclass
class Package:
    """One source package: how it is built, tested and set to work.

    Commands are lines for a shell, run in the package's own folder, with {cc},
    {jobs}, {data} and {here} filled in."""

    name: str
    source: str  # Debian's name of the source package
    build: list  # from the unpacked sources to programs
    check: list = field(default_factory=list)  # the package's own tests
    work: list = field(default_factory=list)  # what is compared, and timed: standard output
    needs: list = field(default_factory=list)  # Debian packages, to build it
    compared: bool = True  # False: what it writes tells of its build


def load(names):
    """The packages of that name, or all; an unknown name ends the program."""
    known = {path.stem: path for path in sorted(TABLE.glob("*.toml"))}
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"packages.py: no package {', '.join(unknown)}; there are {', '.join(known)}")
    return [Package(name=name, **tomllib.loads(known[name].read_text())) for name in names or known]
