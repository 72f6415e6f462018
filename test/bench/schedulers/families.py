# SPDX-License-Identifier: Apache-2.0
"""Task graphs of the kinds that papers on scheduling use, as scheduling problems.

A problem is what `hocket schedule FILE.json` reads. The same seed gives the same
problem. All times are whole numbers, so that an exact solver for integers can be
asked about them.
"""

import dataclasses
import math
import random


@dataclasses.dataclass
class Shape:
    tasks: int  # about so many
    cores: int
    transfers: float  # mean time of an edge between cores over that of a task
    unlike: bool = False  # half of the cores, a cluster of their own, are slower


class Graph:
    """Costs and edges, for a shape and a seed."""

    def __init__(self, shape, seed):
        self.shape = shape
        self.random = random.Random(seed)
        self.costs = []
        self.edges = []

    def task(self, least=1, most=100, after=()):
        self.costs.append(self.random.randint(least, most))
        own = len(self.costs) - 1
        for other in dict.fromkeys(after):
            self.edges.append((other, own))
        return own

    def is_full(self, more=1):
        return len(self.costs) + more > self.shape.tasks

    def problem(self):
        shape = self.shape
        slower = [core >= shape.cores / 2 and shape.unlike for core in range(shape.cores)]
        mean = sum(self.costs) / max(1, len(self.costs))
        most = int(2 * shape.transfers * mean)
        has_transfers = shape.transfers > 0
        tasks = [{"name": f"t{i}",
                  "cost": [math.ceil(cost * (2.5 if slow else 1)) for slow in slower]}
                 for i, cost in enumerate(self.costs)]
        edges = [{"from": a, "to": b, "bytes": self.random.randint(0, most), "distance": 0}
                 for a, b in self.edges]
        return {"problem": {
            "cores": shape.cores, "cluster": [int(slow) for slow in slower], "repeats": False,
            "syncNs": int(has_transfers), "syncAcrossNs": 2 * int(has_transfers),
            "nsPerByte": 1, "nsPerByteAcross": 2, "tasks": tasks, "edges": edges}}


def layered(graph):
    width = max(2, math.isqrt(graph.shape.tasks))
    layer = []
    while not graph.is_full():
        count = min(graph.random.randint(1, 2 * width), graph.shape.tasks - len(graph.costs))
        layer = [graph.task(after=[graph.random.choice(layer)
                                   for _ in range(graph.random.randint(1, 3)) if layer])
                 for _ in range(count)]


def fork_join(graph):
    last = graph.task()
    while not graph.is_full(2):
        count = min(graph.random.randint(2, 3 * graph.shape.cores),
                    graph.shape.tasks - len(graph.costs) - 1)
        last = graph.task(after=[graph.task(after=[last]) for _ in range(count)])


def lu(graph):
    """Of a matrix of blocks: factors of the diagonal, rows and columns, updates."""
    blocks = 2
    while (blocks + 1) * (blocks + 2) * (2 * blocks + 3) // 6 <= graph.shape.tasks:
        blocks += 1
    last = {}

    def update(i, j, least, most, after=()):
        before = [last[i, j]] if (i, j) in last else []
        last[i, j] = graph.task(least, most, before + list(after))
        return last[i, j]

    for k in range(blocks):
        diagonal = update(k, k, 30, 40)
        for j in range(k + 1, blocks):
            update(k, j, 40, 60, [diagonal])
            update(j, k, 40, 60, [diagonal])
        for i in range(k + 1, blocks):
            for j in range(k + 1, blocks):
                update(i, j, 80, 100, [last[i, k], last[k, j]])


def fft(graph):
    stages = 1
    while (1 << (stages + 1)) * (stages + 2) <= graph.shape.tasks:
        stages += 1
    row = [graph.task(10, 20) for _ in range(1 << stages)]
    for stage in range(stages):
        row = [graph.task(50, 60, [row[i], row[i ^ 1 << stage]]) for i in range(len(row))]


def stencil(graph):
    width = max(2, math.isqrt(graph.shape.tasks))
    row = [graph.task(90, 110) for _ in range(width)]
    while not graph.is_full(width):
        row = [graph.task(90, 110, row[max(0, i - 1):i + 2]) for i in range(width)]


def series_parallel(graph):
    # A list of work instead of calls: graphs may be deeper than Python's stack.
    def build(count, after):
        """Ends of a part of so many tasks behind `after`."""
        while count > 0:
            piece = graph.random.randint(1, count)
            if piece < 4 or graph.random.random() < 0.3:
                for _ in range(piece):
                    after = graph.task(after=after and [after[-1]] or [])
                    after = [after]
            else:
                fork = graph.task(after=after)
                rest, ends = piece - 2, []
                while rest > 0:
                    own = graph.random.randint(1, max(1, rest // 2))
                    rest -= own
                    ends += build(own, [fork])
                after = [graph.task(after=ends)]
            count -= piece
        return after

    build(graph.shape.tasks, [])


FAMILIES = {"layered": layered, "fork-join": fork_join, "LU": lu, "FFT": fft,
            "stencil": stencil, "series-parallel": series_parallel}


def problem(family, shape, seed):
    graph = Graph(shape, f"{family} {shape} {seed}")
    FAMILIES[family](graph)
    return graph.problem()
