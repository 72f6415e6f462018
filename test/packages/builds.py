# SPDX-License-Identifier: Apache-2.0
"""A package built by one compiler, in a copy of its own, and its own tests."""

import re
import shutil
from dataclasses import asdict, dataclass, field

from steps import last_lines, run

REGION = re.compile(r"^(.+?:\d+):\d+: remark: region of .*\[-Rhocket=region-formed\]$", re.MULTILINE)


@dataclass
class Build:
    """What came of it; `problem` is empty if all went well. Seconds, KiB."""

    problem: str = ""
    wall: float = 0.0
    cpu: float = 0.0
    memory: int = 0
    check_wall: float = 0.0
    regions: list = field(default_factory=list)  # "file:line"

    figures = asdict


def fill(line, options, compiler, folder):
    values = {"cc": options.commands[compiler], "jobs": options.jobs, "data": options.dir / "data", "here": folder}
    return re.sub(r"\{(\w+)\}", lambda match: str(values.get(match[1], match[0])), line)


def place(package, options, compiler):
    """Where it is built: paths of one length, as some programs have them inside."""
    return options.dir / package.name / f"{compiler:_<8}"


def build(package, source, compiler, options):
    folder = place(package, options, compiler)
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(source, folder, symlinks=True)
    made, log = Build(), folder / "hocket-packages.log"
    for line in package.build:
        step = run(fill(line, options, compiler, folder), folder, log)
        made.wall += step.wall
        made.cpu += step.cpu
        made.memory = max(made.memory, step.memory)
        if step.status != 0:
            made.problem = f"'{line}' ended with {step.status}:\n{last_lines(log)}"
            return made
    said = log.read_text(errors="replace")
    made.regions = sorted(set(REGION.findall(said)))
    if "internal problem" in said:
        made.problem = f"hocketcc had an internal problem: see {log}"
    for line in [] if options.no_check else package.check:
        step = run(fill(line, options, compiler, folder), folder, log)
        made.check_wall += step.wall
        if step.status != 0 and not made.problem:
            made.problem = f"'{line}' ended with {step.status}:\n{last_lines(log)}"
    return made
