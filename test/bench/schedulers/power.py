#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""How near to the least energy the plans of `hocket schedule --objective=deadline=...` come.

    power.py [--graphs=N] [--spec=FILE]

Schedules of several kinds, on 2 to 8 cores, with deadlines of 1 to 3 times the shortest; for a chip
whose cores share clocks and for the same with a clock for each core; with the transition times of
its spec and with none. The bound is a linear program (power_bound.py; needs scipy). HOCKET names
the tool (build/bin/hocket). Ends with status 1 where what docs/passes/power.md promises does not
hold.
"""

import argparse
import collections
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import families
import power_bound
from families import Shape

ROOT = pathlib.Path(__file__).resolve().parents[3]
HOCKET = os.environ.get("HOCKET", str(ROOT / "build/bin/hocket"))
TIGHTNESS = (1.0, 1.1, 1.25, 1.5, 2.0, 3.0)
NANOSECONDS = 100_000  # in a unit of time: tasks of 0.1 to 10 ms


def graph_of(family, shape, seed):
    """As `hocket schedule --soc` reads it; every third has memory time."""
    graph = families.Graph(shape, f"power {family} {shape} {seed}")
    families.FAMILIES[family](graph)
    tasks = [{"cost": cost * NANOSECONDS} for cost in graph.costs]
    if seed % 3 == 2:
        for task in tasks:
            task["memory"] = task["cost"] * graph.random.choice((0, 0.1, 0.3, 0.6))
    edges = [{"from": a, "to": b, "bytes": graph.random.randint(0, 20000)} for a, b in graph.edges]
    return {"graph": {"tasks": tasks, "edges": edges}}


def random_graph(graph):
    for i in range(graph.shape.tasks):
        graph.task(after=[j for j in range(max(0, i - 20), i) if graph.random.random() < 0.1])


families.FAMILIES["random"] = random_graph
KINDS = ("layered", "fork-join", "stencil", "random")


def own_clocks(spec):
    """The spec with a frequency domain for each core."""
    domains = re.search(r"^frequency-domains:.*?(?=^\w)", spec, re.M | re.S).group()
    texts = {re.search(r"name: (\S+)", part).group(1): part
             for part in re.split(r"(?=^  - name:)", domains, flags=re.M)[1:]}
    new, cores = "", ""
    for line in re.findall(r"^  - \{ids:.*$", spec, re.M):
        first, last = re.search(r"ids: (\d+)-(\d+)", line).groups()
        name = re.search(r"domain: (\w+)", line).group(1)
        for core in range(int(first), int(last) + 1):
            new += texts[name].replace(f"name: {name}", f"name: {name}{core}", 1)
            cores += line.replace(f"ids: {first}-{last}", f"ids: {core}").replace(
                f"domain: {name}", f"domain: {name}{core}") + "\n"
    spec = spec.replace(domains, "frequency-domains:\n" + new)
    return re.sub(r"(^  - \{ids:.*\n)+", cores, spec, count=1, flags=re.M)


def plan(folder, graph, spec, cores, objective):
    pathlib.Path(folder, "graph.json").write_text(json.dumps(graph))
    pathlib.Path(folder, "spec.yaml").write_text(spec)
    out = subprocess.run(
        [HOCKET, "schedule", f"{folder}/graph.json", f"--soc={folder}/spec.yaml",
         f"--cores={cores}", "--effort=0.02", f"--objective={objective}"],
        check=True, capture_output=True, text=True).stdout
    return json.loads(out)


def chip_of(spec, answer):
    cores, domains = answer["power"]["cores"], answer["power"]["domains"]
    states = {}
    for part in re.split(r"^  - name: ", spec.split("clusters:")[0], flags=re.M)[1:]:
        watts = [float(re.search(r"power-mw: ([\d.]+)", line).group(1)) / 1e3
                 if "power-mw" in line else 0.0
                 for line in re.findall(r"^      - \{name:.*exit-us.*$", part, re.M)]
        for core in range(len(cores)):
            states.setdefault(core, watts)
    return {"domain": [core["domain"] for core in cores],
            "hertz": [domain["hertz"] for domain in domains],
            "watts": [core["watts"] for core in cores],
            "idle": [states[core] for core in range(len(cores))]}


def judge(args):
    spec = pathlib.Path(args.spec).read_text()
    specs = {}
    for clocks, text in (("own clocks", own_clocks(spec)), ("shared", spec)):
        specs[clocks, "changes free"] = re.sub(r"transition-us: [\d.]+", "transition-us: 0", text)
        specs[clocks, "changes as in the spec"] = text
    over, worst = collections.defaultdict(list), {}
    most = sum(1 + int(b) - int(a) for a, b in re.findall(r"ids: (\d+)-(\d+)", spec))
    with tempfile.TemporaryDirectory() as folder:
        for i in range(args.graphs):
            family = KINDS[i % len(KINDS)]
            shape = Shape(20 + i * 13 % 60, min(most, 2 + i // 4 % 7), 0)
            tightness = TIGHTNESS[i // 2 % len(TIGHTNESS)]
            graph = graph_of(family, shape, i)
            for (clocks, changes), text in specs.items():
                first = plan(folder, graph, text, shape.cores, "time")
                deadline = first["schedule"]["makespan"] * tightness
                answer = plan(folder, graph, text, shape.cores, f"deadline={deadline!r}ns")
                chip = chip_of(text, answer)
                joules = answer["power"]["joules"]
                for bound in ("own clocks",) + (("shared",) if clocks == "shared" else ()):
                    least = power_bound.least_joules(answer["problem"], answer["schedule"], chip,
                                                     deadline, bound == "shared")
                    key = clocks, changes, bound
                    over[key].append(joules / least - 1)
                    if over[key][-1] == max(over[key]):
                        worst[key] = f"{family}, {len(answer['schedule']['placements'])} tasks, " \
                                     f"{shape.cores} cores, deadline {tightness}"
                    if args.verbose:
                        print(i, family, shape.cores, tightness, *key, f"{over[key][-1] * 100:.2f}",
                              flush=True)
    for (clocks, changes, bound), shares in over.items():
        print(f"{clocks:10} {changes:22} against the bound for {bound:10}: "
              f"mean {100 * sum(shares) / len(shares):6.2f} %, most {100 * max(shares):6.2f} % "
              f"({worst[clocks, changes, bound]})")

    def mean(key):
        return sum(over[key]) / len(over[key])
    return (mean(("own clocks", "changes free", "own clocks")) <= 0.03
            and mean(("shared", "changes free", "shared")) <= 0.08)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--graphs", type=int, default=200)
    parser.add_argument("--spec", default=str(ROOT / "soc-specs/odroid-xu4.yaml"))
    parser.add_argument("--verbose", action="store_true")
    return 0 if judge(parser.parse_args()) else 1


if __name__ == "__main__":
    sys.exit(main())
