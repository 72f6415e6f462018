# SPDX-License-Identifier: Apache-2.0
"""Writes what placement.c needs: in FOLDER, specs from its YAML lines with this
machine's first two processors, up.yaml and down.yaml, and a script `run` that
runs a program there and says "FIRST before SECOND". With one processor that
script says what is expected.

Usage: two_unlike.py TEST FOLDER
"""

import os
import pathlib
import sys

test, folder = map(pathlib.Path, sys.argv[1:])
lines = [line[9:] for line in test.read_text().splitlines() if line.startswith("// YAML: ")]
processors = sorted(os.sched_getaffinity(0))
first, second = (processors + [processors[0] + 1])[:2]
for name, fast, slow in (("up", first, second), ("down", second, first)):
    text = "\n".join(lines).replace("FAST", str(fast)).replace("SLOW", str(slow))
    (folder / f"{name}.yaml").write_text(text + "\n")
if len(processors) > 1:
    run = f"HOCKET_VERBOSE=1 HOCKET_RESERVE=off exec {folder}/$1"
else:
    run = (
        f"test $1 = up && set {first} {second} || set {second} {first}\n"
        'printf "hocket: core 0 is on processor $1\\nhocket: core 1 is on processor $2\\n"'
    )
(folder / "run").write_text(f"({run}) && echo {first} before {second}\n")
