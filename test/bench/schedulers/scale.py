# SPDX-License-Identifier: Apache-2.0
"""How time and memory of `hocket schedule` grow with the number of tasks."""

import json
import pathlib
import subprocess
import sys
import tempfile

import families
import plot
from check import check
from families import Shape

CORES = 64
SIZES = (1000, 3000, 10000, 30000, 100000)
# On unlike cores each task has 64 costs in the file instead of one.
KINDS = [(family, False) for family in families.FAMILIES] + [("layered", True), ("LU", True)]

# A small process of its own runs the tool: what a process is said to have taken
# at most begins with what its parent has.
RUN = """
import os, sys, time
begin = time.monotonic()
pid = os.posix_spawn(sys.argv[1], sys.argv[1:], os.environ,
                     file_actions=[(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)])
_, status, used = os.wait4(pid, 0)
print(time.monotonic() - begin, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
sys.exit(status != 0)
"""


def measure(hocket, path, effort):
    """Seconds, those of them on a processor, and MiB, from file to file."""
    line = subprocess.run([sys.executable, "-c", RUN, hocket, "schedule", str(path),
                           f"--effort={effort}", f"--json={path}.out"],
                          check=True, capture_output=True, text=True).stdout
    return [float(word) for word in line.split()]


def one_cost(problem):
    """The file as people write it for equal cores."""
    for task in problem["problem"]["tasks"]:
        if len(set(task["cost"])) == 1:
            task["cost"] = task["cost"][0]
    return problem


def judge(hocket, most, drawing):
    is_good, points = True, {"seconds, list schedulers alone": {}, "seconds, as usual": {}, "MiB": {}}
    for family, unlike in KINDS:
        name = family + (", unlike" if unlike else "")
        for size in (size for size in SIZES if size <= most):
            problem = families.problem(family, Shape(size, CORES, 0.2, unlike), 1)
            count = len(problem["problem"]["tasks"])
            with tempfile.TemporaryDirectory() as folder:
                path = pathlib.Path(folder, "problem.json")
                path.write_text(json.dumps(one_cost(problem)))
                _, lists, _ = measure(hocket, path, 0)
                wall, seconds, mib = measure(hocket, path, 1)
                written = json.loads(pathlib.Path(f"{path}.out").read_text())
            # As the tool has read it: with all the costs.
            for task, own in zip(problem["problem"]["tasks"], written["problem"]["tasks"]):
                cost = own["cost"]
                task["cost"] = cost if isinstance(cost, list) else [cost] * CORES
            result = written["schedule"]
            check(problem["problem"], result)
            for values, value in zip(points.values(), (lists, seconds, mib)):
                values.setdefault(name, []).append((count, value))
            print(f"{name:16} {count:7} tasks, {CORES} cores: {lists:6.2f} s, with search {seconds:6.2f} s "
                  f"({wall:.2f} s passed) {mib:6.0f} MiB, {result['makespan'] / result['lowerBound']:.4f} of the bound",
                  flush=True)
            is_good &= seconds < 10 and mib < 2048
    if drawing:
        pathlib.Path(drawing).write_text(plot.draw(points))
    return is_good
