#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How good `hocket schedule` is, and how its time grows.

    judge.py families            graphs of each kind, up to 1000 tasks on 2 to 16
                                 cores, against the list schedulers and the bound
    judge.py families --small    some of them; what the tests run
    judge.py exact [--graphs=N] [--seconds=S]
                                 small graphs against CP-SAT (needs ortools)
    judge.py scale [--plot=FILE.svg] [--most=N]
                                 up to 100 000 tasks on 64 cores

Every schedule is checked here, too, apart from hocket's own verifier. Ends with
status 1 where what docs/schedule.md promises does not hold.
HOCKET names the tool (build/bin/hocket).
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import exact
import families
import scale
from check import check
from families import Shape

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOCKET = os.environ.get("HOCKET", str(ROOT / "build/bin/hocket"))


def schedule(problem, effort=1.0, check_it=True):
    """The schedule, and how long hocket took."""
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "problem.json")
        path.write_text(json.dumps(problem))
        begin = time.monotonic()
        out = subprocess.run([HOCKET, "schedule", str(path), f"--effort={effort}"],
                             check=True, capture_output=True, text=True).stdout
        took = time.monotonic() - begin
    result = json.loads(out)["schedule"]
    if check_it:
        check(problem["problem"], result)
    return result, took


def simple_bound(problem):
    """max(longest path, work for the cores), with nothing moved."""
    p = problem["problem"]
    tail = [0] * len(p["tasks"])
    succs = [[] for _ in tail]
    for edge in p["edges"]:
        succs[edge["from"]].append(edge["to"])
    for i in reversed(range(len(tail))):
        tail[i] = min(p["tasks"][i]["cost"]) + max((tail[j] for j in succs[i]), default=0)
    totals = [sum(task["cost"][c] for task in p["tasks"]) for c in range(p["cores"])]
    weights = [1 / total for total in totals]
    work = sum(min(cost * weight for cost, weight in zip(task["cost"], weights))
               for task in p["tasks"]) / sum(weights)
    return max(max(tail), work)


def judge_families(args):
    sizes = (30, 100) if args.small else (30, 100, 300, 1000)
    cores_list = (2, 8) if args.small else (2, 4, 8, 16)
    effort = 0.05 if args.small else args.effort
    print(f"{'transfers':>9} {'cores are':>9} {'tasks':>6}   mean over all families of length / bound:"
          " lists, search (against max(path, work)); proven; s")
    worse = 0
    everything = {}
    for transfers in (0, 0.1, 0.5):
        for unlike in (False, True):
            for size in sizes:
                rows = []
                for family in families.FAMILIES:
                    for cores in cores_list:
                        problem = families.problem(family, Shape(size, cores, transfers, unlike), 1)
                        lists, _ = schedule(problem, 0)
                        found, took = schedule(problem, effort)
                        worse += found["makespan"] > lists["makespan"] + 1e-6
                        bound = found["lowerBound"]
                        rows.append((lists["makespan"] / bound, found["makespan"] / bound,
                                     found["makespan"] / simple_bound(problem),
                                     found["makespan"] <= bound * (1 + 1e-9), took))
                        everything.setdefault((transfers, unlike, family), []).append(rows[-1][1])
                mean = [sum(row[k] for row in rows) / len(rows) for k in range(5)]
                print(f"{transfers:9} {'unlike' if unlike else 'alike':>9} {size:6}   "
                      f"{mean[0]:.4f} {mean[1]:.4f} ({mean[2]:.4f}) {mean[3] * 100:5.0f} % {mean[4]:6.2f}",
                      flush=True)
    print("\nsearch / bound by family (all sizes and cores)")
    for (transfers, unlike, family), ratios in everything.items():
        print(f"{transfers:9} {'unlike' if unlike else 'alike':>9} {family:16}"
              f"{sum(ratios) / len(ratios):.4f}")
    print(f"{worse} schedules longer than the best of the lists")
    return worse == 0


def judge_exact(args):
    names = list(families.FAMILIES)
    proven = optimal = better = open_ = no_worse = 0
    lost = []
    for i in range(args.graphs):
        family = names[i % len(names)]
        shape = Shape(8 + i * 7 % 23, (2, 3, 4, 8)[i // 6 % 4], (0, 0.1, 0.5, 1)[i // 24 % 4],
                      i // 3 % 2 == 1)
        problem = families.problem(family, shape, i)
        found, took = schedule(problem, args.effort)
        best, bound = exact.shortest(problem, args.seconds)
        own = found["makespan"]
        if own <= found["lowerBound"] * (1 + 1e-9):  # proven by hocket
            bound = max(bound, own)
        if best is not None and own < best - 1e-6:
            better += 1
        if max(bound, found["lowerBound"]) >= min(own, best or own) - 1e-6:
            proven += 1
            optimal += own <= min(own, best or own) + 1e-6
        else:
            open_ += 1
            no_worse += best is None or own <= best + 1e-6
        if best is not None and own > best + 1e-6:
            lost.append(own / best - 1)
            print(f"{family} {shape}: {own} where CP-SAT has {best}", flush=True)
        assert own >= bound - 1e-6 or own >= (best or 0) - 1e-6, "shorter than can be"
    print(f"{args.graphs} graphs of up to 30 tasks: optimum proven for {proven}, found for {optimal} "
          f"of these ({100 * optimal / max(1, proven):.1f} %)")
    print(f"not proven {open_}: as good as CP-SAT's best in {args.seconds} s or better in {no_worse}; "
          f"better than CP-SAT altogether {better}")
    if lost:
        print(f"where longer: {100 * sum(lost) / len(lost):.2f} % on average, at most {100 * max(lost):.2f} %")
    return optimal >= 0.95 * proven


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=("families", "exact", "scale"))
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--effort", type=float, default=1)
    parser.add_argument("--graphs", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--plot")
    parser.add_argument("--most", type=int, default=100000)
    args = parser.parse_args()
    judge = {"families": judge_families, "exact": judge_exact,
             "scale": lambda args: scale.judge(HOCKET, args.most, args.plot)}[args.what]
    return 0 if judge(args) else 1


if __name__ == "__main__":
    sys.exit(main())
