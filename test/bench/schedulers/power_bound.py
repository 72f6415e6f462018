# SPDX-License-Identifier: Apache-2.0
"""The least energy of a schedule whose orders are kept, as a linear program (HiGHS, through
`pip install scipy`): for tests.

Operating points may share any stretch of time, a change of the clock takes neither time nor
energy, and an idle core draws what its most frugal state does, however short the gap. So no plan
takes less. Where `shared`, what cores of a domain run at one time runs at one point, and the tasks
of a domain start and end in the order in which they do in the schedule; else each core has a clock
of its own.
"""

import numpy
from scipy.optimize import linprog
from scipy.sparse import coo_matrix


class Program:
    """Variables of at least 0, rows of coefficients, what they cost."""

    def __init__(self):
        self.costs, self.rows = [], {"<=": [], "=": []}

    def variable(self, cost=0.0):
        self.costs.append(cost)
        return len(self.costs) - 1

    def add(self, kind, coefficients, right):
        self.rows[kind].append((coefficients, right))

    def solve(self):
        def matrix(rows):
            cells = [(i, j, x) for i, (row, _) in enumerate(rows) for j, x in row]
            if not cells:
                return None, None
            i, j, x = zip(*cells)
            return (coo_matrix((x, (i, j)), (len(rows), len(self.costs))).tocsr(),
                    numpy.array([right for _, right in rows]))
        a, b = matrix(self.rows["<="])
        c, d = matrix(self.rows["="])
        result = linprog(self.costs, A_ub=a, b_ub=b, A_eq=c, b_eq=d, method="highs")
        assert result.status == 0, result.message
        return result.fun


def lag(problem, edge, places):
    """Nanoseconds from the end of an edge's source to the start of its target."""
    a, b = places[edge["from"]]["core"], places[edge["to"]]["core"]
    if a == b:
        return 0
    if problem["cluster"][a] == problem["cluster"][b]:
        return problem["syncNs"] + edge["bytes"] * problem["nsPerByte"]
    return problem["syncAcrossNs"] + edge["bytes"] * problem["nsPerByteAcross"]


def idle_watts(chip, core):
    return min(chip["watts"][core] + chip["idle"][core])


def duration(chip, problem, task, core, point):
    hertz = chip["hertz"][chip["domain"][core]]
    memory = problem["tasks"][task].get("memory", 0)
    cost = problem["tasks"][task]["cost"]
    cost = cost[core] if isinstance(cost, list) else cost
    return memory + (cost - memory) * hertz[-1] / hertz[point]


def least_joules(problem, schedule, chip, deadline, shared):
    """`chip`: `domain` of each core, `hertz` of each domain's points, `watts` of each core awake at
    each point, `idle` watts of its states. Times are scaled to the deadline for the solver's sake."""
    places, program = schedule["placements"], Program()
    starts = [program.variable() for _ in places]
    ends = [program.variable() for _ in places]
    for end in ends:
        program.add("<=", [(end, 1)], 1)
    for order in schedule["order"]:
        for one, other in zip(order, order[1:]):
            program.add("<=", [(ends[one], 1), (starts[other], -1)], 0)
    for edge in problem["edges"]:
        program.add("<=", [(ends[edge["from"]], 1), (starts[edge["to"]], -1)],
                    -lag(problem, edge, places) / deadline)
    if shared:
        share_clocks(program, problem, places, chip, deadline, starts, ends)
    else:
        own_clocks(program, problem, places, chip, deadline, starts, ends)
    idle = sum(idle_watts(chip, core) for core in range(problem["cores"]))
    return (program.solve() + idle) * deadline * 1e-9


def own_clocks(program, problem, places, chip, deadline, starts, ends):
    for task, place in enumerate(places):
        core = place["core"]
        times = [(point, program.variable(watts - idle_watts(chip, core)))
                 for point, watts in enumerate(chip["watts"][core])]
        program.add("=", [(x, deadline / duration(chip, problem, task, core, point))
                          for point, x in times], 1)
        program.add("=", [(ends[task], 1), (starts[task], -1)] + [(x, -1) for _, x in times], 0)


def share_clocks(program, problem, places, chip, deadline, starts, ends):
    """Between two events of a domain: how long its clock has each point."""
    work = [[] for _ in places]
    for domain in sorted(set(chip["domain"])):
        events = sorted((place["start"] if begins else place["end"], begins, task)
                        for task, place in enumerate(places) for begins in (False, True)
                        if chip["domain"][place["core"]] == domain)
        running, last = set(), None
        for _, begins, task in events:
            now = starts[task] if begins else ends[task]
            if last is not None:
                times = []
                for point in range(len(chip["hertz"][domain]) if running else 0):
                    watts = sum(chip["watts"][places[other]["core"]][point] -
                                idle_watts(chip, places[other]["core"]) for other in running)
                    x = program.variable(watts)
                    times.append((x, 1))
                    for other in running:
                        work[other].append((x, deadline / duration(
                            chip, problem, other, places[other]["core"], point)))
                program.add("=" if running else "<=", times + [(last, 1), (now, -1)], 0)
            (running.add if begins else running.remove)(task)
            last = now
    for row in work:
        program.add("<=", [(x, -rate) for x, rate in row], -1)
