#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What git keeps is written by people, and true on any machine.

Fails for a tracked file that is binary - an executable, an object, an archive,
anything that is not UTF-8 text - and for a text that names a folder of somebody's
machine: below /home, /Users, /root and other places where people work, or two
levels below /tmp. Homes of nobody, such as /home/me, are for examples. In
test/run/programs it fails for a file that is no source, and that no program
beside it names among its ARGS: what programs have written.

The status is 77 where there is no checkout, as in an unpacked archive.

Usage: check_tracked.py [REPOSITORY]
"""

import pathlib
import re
import subprocess
import sys

NOT_HERE = 77

# Data that cannot be text.
ALLOWED = {"examples/data/cameraman.pgm"}

PROGRAMS = "test/run/programs/"
ARGUMENTS = re.compile(r"^(?://|/\*) ARGS:(.*)$", re.MULTILINE)

IMAGES = (
    (b"\x7fELF", "an ELF file: a program, an object or a shared library"),
    (b"!<arch>\n", "an archive"),
    (b"!<thin>\n", "an archive"),
    (b"MZ", "a program for Windows"),
    (b"\xcf\xfa\xed\xfe", "a Mach-O file"),
    (b"BC\xc0\xde", "LLVM bitcode"),
    (b"\x1f\x8b", "a gzip file"),
    (b"\xfd7zXZ\0", "an xz file"),
    (b"\x28\xb5\x2f\xfd", "a zstd file"),
    (b"PK\x03\x04", "a zip file"),
)
NOBODY = "me|you|user|name|x"
PLACE = re.compile(
    # where a path begins: not within one, nor behind a variable
    r"(?:^|[\s`(=:,;<>\[{|]|(?<![\w}])[\"']|-[ILB]|file://)"
    r"(/(?:home|Users|root|work|workspace|builds?)/(?!(?:" + NOBODY + r")\b)[A-Za-z_][\w.-]*"
    r"|/tmp/[\w.-]+/[\w.-]+)")


def tracked(root):
    """Names of the tracked files; None if this is no checkout."""
    if not (root / ".git").exists():
        return None
    done = subprocess.run(
        ["git", "-c", "safe.directory=*", "-C", str(root), "ls-files", "-z"],
        capture_output=True, check=True)
    return [name for name in done.stdout.decode().split("\0") if name]


def binary(data):
    """What kind of binary file it is, "" if it is text."""
    for begin, kind in IMAGES:
        if data.startswith(begin):
            return kind
    try:
        return "binary" if "\0" in data.decode() else ""
    except UnicodeDecodeError:
        return "binary, or not UTF-8"


def check_file(name, data):
    kind = binary(data)
    if kind and name not in ALLOWED:
        yield f"{name}: is {kind}"
    if kind:
        return
    for number, line in enumerate(data.decode().split("\n"), 1):
        for place in PLACE.finditer(line):
            yield f"{name}:{number}: a path of one machine: {place.group(1)}"


def written(root, names):
    """Files among the programs that are neither source nor input."""
    for name in names:
        path = root / name
        if not name.startswith(PROGRAMS) or path.suffix in (".c", ".h") or not path.exists():
            continue
        given = [word for source in path.parent.glob("*.c")
                 for said in ARGUMENTS.findall(source.read_text()) for word in said.split()]
        if path.name not in given:
            yield f"{name}: neither source nor input of a program: written by one?"


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    if len(sys.argv) > 1:
        root = pathlib.Path(sys.argv[1])
    names = tracked(root)
    if names is None:
        print(f"{root}: no checkout")
        return NOT_HERE
    problems = [f"{name}: is allowed as binary, but is not tracked"
                for name in sorted(ALLOWED - set(names)) if (root / "compiler").exists()]
    for name in names:
        path = root / name
        if path.is_file() and not path.is_symlink():  # not one that is being removed
            problems += check_file(name, path.read_bytes())
    problems += written(root, names)
    for problem in problems:
        print(problem)
    return 1 if problems or not names else 0


if __name__ == "__main__":
    sys.exit(main())
