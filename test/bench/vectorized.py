#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Do the emitted loops vectorize as the user's do? By the compiler's own report.

The program as it is and what hocketcc emits for it are compiled with
-fopt-info-vec. A loop counts as lost if the report names it in the user's
program and not in the tasks' text, where it stands in a task. (An expanded or
split loop may stand there several times; one of them counts.)

    test/bench/vectorized.py                   the examples
    test/bench/vectorized.py --all --only dct_codec
"""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

from versions import FLAGS
from workloads import ROOT, examples, programs

MARKER = re.compile(r'^#(?:line)? (\d+) "([^"]*)"(.*)$')
LOOP = re.compile(r"^(.*?):(\d+):(\d+): optimized: (?:loop vectorized|\s*loop with .* vectorized)")
IN_TASKS = "tasks of "
HEADS = re.compile(r"\b(for|while|do)\b")


def marked(text):
    """The emitted text with other file names in the tasks' line markers, and
    the user's lines on which tasks have loops: {(file, line)}."""
    result, heads = [], set()
    in_tasks, file, line = False, "", 0
    for row in text.splitlines():
        in_tasks |= row.startswith("/* tasks of hk_")
        found = MARKER.match(row)
        if found:
            line, file = int(found.group(1)) - 1, found.group(2)
            if in_tasks and not file.startswith("hocket"):
                row = f'# {found.group(1)} "{IN_TASKS}{file}"'
        elif in_tasks and file and not file.startswith("hocket") and HEADS.search(row):
            heads.add((pathlib.Path(file).name, line))
        line += 1
        result.append(row)
    return "\n".join(result) + "\n", heads


def vectorized(words, folder):
    """What the report names: [(file, line)]."""
    done = subprocess.run(
        [*words, "-fopt-info-vec-optimized", "-c", "-o", "/dev/null"], capture_output=True, text=True, cwd=folder, check=False
    )
    if done.returncode != 0:
        raise SystemExit(f"vectorized: {' '.join(words)}\n{done.stderr}")
    for row in done.stderr.splitlines():
        if found := LOOP.match(row):
            yield found.group(1), int(found.group(2))


def emitted_files(load, hocketcc, folder):
    out = folder / "emitted"
    words = [hocketcc, *FLAGS, *folders(load), *load.definitions, *map(str, load.sources), "-lm"]
    subprocess.run([*words, f"--emit={out}", "-o", str(folder / "program")], check=True, capture_output=True)
    return sorted(out.glob("*.c")), out


def folders(load):
    return sorted({f"-I{s.parent}" for s in load.sources})


def examine(load, hocketcc, cc):
    """How many loops of tasks are vectorized in the user's program, and which of
    them are not in a task."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        before = set()
        for source in load.sources:
            words = [cc, *FLAGS, *folders(load), *load.definitions, str(source)]
            before |= {(pathlib.Path(file).name, line) for file, line in vectorized(words, folder)}
        heads, after = set(), set()
        files, out = emitted_files(load, hocketcc, folder)
        for path in files:
            text, own = marked(path.read_text())
            heads |= own
            copy = out / f"marked_{path.name}"
            copy.write_text(text)
            words = [cc, *FLAGS, f"-I{out}/hocket/include", *folders(load), str(copy)]
            for file, line in vectorized(words, folder):
                if file.startswith(IN_TASKS):
                    after.add((pathlib.Path(file[len(IN_TASKS) :]).name, line))
        return len(before & heads), sorted((before & heads) - after)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--all", action="store_true", help="the benchmarks' programs, too")
    parser.add_argument("--only", nargs="*", default=[])
    options = parser.parse_args()
    loads = [*examples(), *(programs() if options.all else [])]
    wanted = [one for one in loads if not options.only or one.name in options.only or one.kind in options.only]
    lost = total = 0
    for load in wanted:
        count, missing = examine(load, f"{options.build}/bin/hocketcc", options.cc)
        total += count
        lost += len(missing)
        for file, line in missing:
            print(f"{load.title}: {file}:{line} is vectorized in the program and not in a task")
    print(f"{len(wanted)} programs, {total} vectorized loops that tasks have, {lost} not vectorized there")
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
