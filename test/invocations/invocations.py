#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Command lines that build systems give to compilers, each run with hocketcc and
with the compiler itself: both must do the same.

    invocations.py --hocketcc build/bin/hocketcc [--full] [--lines N,N] [TEXT ...]

A line of table.txt is the package or build system that it is from, and a shell
command with $CC (gcc) or $CLANG in it. It runs in a copy of files/, at the same
place for both. Compared are what it prints, its status and the files that it
leaves: objects by their bytes, less the section that carries the unit; programs
by what they print. Without --full every fourth line is run; TEXT picks the lines
that contain it.
"""

import argparse
import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass

HERE = pathlib.Path(__file__).resolve().parent
SECTION = ".hocket.unit"
STRIDE = 4
SKIPPED = 77  # for ctest
TEMPORARY = re.compile(re.escape(tempfile.gettempdir().encode()) + rb"/(?!invocations-)[-+\w]+(\.\w+)?")


@dataclass
class Line:
    number: int
    source: str
    command: str

    @property
    def isClang(self):
        return "$CLANG" in self.command


def read_table():
    lines = []
    for number, text in enumerate((HERE / "table.txt").read_text().splitlines(), 1):
        if text.strip() and not text.startswith("#"):
            source, command = text.split(maxsplit=1)
            lines.append(Line(number, source, command))
    return lines


def is_elf(data, kind):
    return data[:4] == b"\x7fELF" and int.from_bytes(data[16:18], sys.byteorder) == kind


def without_unit(path):
    """An object or archive, less what it carries for us; both compilers' go
    through objcopy, which puts them in its own order."""
    with tempfile.NamedTemporaryFile() as copy:
        done = subprocess.run(["objcopy", "-D", "-R", SECTION, path, copy.name], capture_output=True, check=False)
        return pathlib.Path(copy.name).read_bytes() if done.returncode == 0 else path.read_bytes()


def program_says(path):
    run = subprocess.run([path], capture_output=True, cwd=path.parent, timeout=20, check=False)
    return b"a program: %d %s %s" % (run.returncode, run.stdout, run.stderr)


def contents(path):
    if path.is_symlink():
        return b"link to " + os.readlink(path).encode()
    data = path.read_bytes()
    if is_elf(data, 2) or is_elf(data, 3) and ".so" not in path.name:
        return program_says(path) if os.access(path, os.X_OK) else data
    return without_unit(path) if is_elf(data, 1) or data.startswith(b"!<arch>") else data


def plain(data):
    """Without the names of temporary files."""
    return TEMPORARY.sub(rb"TEMPORARY\1", data)


def run_with(line, folder, compilers):
    """What the command does in that folder, which is made anew."""
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(HERE / "files", folder)
    # What links keep in the user's cache is no output of theirs.
    environment = {"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(folder), "HOCKET_CACHE_DIR": "",
                   "HOCKETCC_FLAGS": "--soc=generic-4", **compilers}
    run = subprocess.run(["sh", "-c", line.command], cwd=folder, env=environment, capture_output=True, timeout=120,
                         stdin=subprocess.DEVNULL, check=False)
    files = {}
    for path in sorted(folder.rglob("*")):
        if not path.is_dir():
            mode = path.lstat().st_mode & 0o777
            files[str(path.relative_to(folder))] = (mode, plain(contents(path)))
    return {"status": run.returncode, "output": plain(run.stdout), "messages": plain(run.stderr), "files": files}


def show(what, ours, theirs):
    if what != "files":
        return f"{what}: {ours!r}\n   instead of {theirs!r}"
    words = []
    for name in sorted(set(ours) | set(theirs)):
        if ours.get(name) != theirs.get(name):
            words.append(f"{name}: {str(ours.get(name))[:400]}\n   instead of {str(theirs.get(name))[:400]}")
    return "files: " + "\n  ".join(words)


def difference(line, hocketcc, folder):
    """Empty: there is none. Files that the compiler itself writes in another way
    each time (with the time of day in them) need only be there."""
    reference = {"CC": "gcc", "CLANG": "clang-19"}
    theirs = run_with(line, folder, reference)
    ours = run_with(line, folder, {"CC": str(hocketcc), "CLANG": f"{hocketcc} --cc=clang-19"})
    if ours["files"] != theirs["files"]:
        for name, again in run_with(line, folder, reference)["files"].items():
            if again != theirs["files"].get(name) and name in ours["files"]:
                ours["files"][name] = theirs["files"][name]
    shutil.rmtree(folder)
    return "\n  ".join(show(what, ours[what], theirs[what]) for what in theirs if ours[what] != theirs[what])


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("text", nargs="*", help="run the lines that contain one of these")
    parser.add_argument("--hocketcc", required=True, type=pathlib.Path)
    parser.add_argument("--full", action="store_true", help=f"all lines, not every {STRIDE}th")
    parser.add_argument("--lines", help="these lines of the table, by number")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    options.hocketcc = options.hocketcc.resolve()
    return options


def chosen(lines, options):
    if options.lines:
        return [line for line in lines if str(line.number) in options.lines.split(",")]
    if options.text:
        return [line for line in lines if any(text in f"{line.source} {line.command}" for text in options.text)]
    return lines if options.full else lines[::STRIDE]


def main():
    options = arguments()
    lines = chosen(read_table(), options)
    if not shutil.which("clang-19"):
        lines = [line for line in lines if not line.isClang]
    if not lines or not shutil.which("gcc"):
        return SKIPPED
    failed = 0
    with tempfile.TemporaryDirectory(prefix="invocations-") as scratch, concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = [pool.submit(difference, line, options.hocketcc, pathlib.Path(scratch) / str(line.number))
                for line in lines]
        for line, result in zip(lines, work):
            if result.result():
                failed += 1
                print(f"table.txt:{line.number}: {line.source}: {line.command}\n  {result.result()}", flush=True)
    print(f"{len(lines) - failed} the same, {failed} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
