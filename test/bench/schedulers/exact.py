# SPDX-License-Identifier: Apache-2.0
"""The shortest schedule, by OR-tools' CP-SAT (pip install ortools): for tests."""


def shortest(problem, seconds, workers=2):
    """(makespan, lower bound) of a problem whose times are whole numbers."""
    from ortools.sat.python import cp_model
    p = problem["problem"]
    cores, tasks = range(p["cores"]), p["tasks"]
    horizon = sum(max(task["cost"]) for task in tasks) + sum(
        p["syncAcrossNs"] + e["bytes"] * p["nsPerByteAcross"] for e in p["edges"])
    model = cp_model.CpModel()
    lanes = [[] for _ in cores]
    starts, ends, on = [], [], []
    for i, task in enumerate(tasks):
        start, end = model.new_int_var(0, horizon, f"s{i}"), model.new_int_var(0, horizon, f"e{i}")
        places = [model.new_bool_var(f"on{i},{c}") for c in cores]
        model.add_exactly_one(places)
        for c in cores:
            lanes[c].append(model.new_optional_interval_var(
                start, task["cost"][c], end, places[c], f"i{i},{c}"))
        starts.append(start)
        ends.append(end)
        on.append(places)
    for lane in lanes:
        model.add_no_overlap(lane)
    clusters = sorted(set(p["cluster"]))

    def together(a, b, groups, name):
        """A variable that may be 1 only if both tasks are in the same group."""
        same = model.new_bool_var(name)
        for group in groups:
            for x, y in ((a, b), (b, a)):
                model.add(sum(on[x][c] for c in group) <= sum(on[y][c] for c in group)).only_enforce_if(same)
        return same

    for k, edge in enumerate(p["edges"]):
        a, b = edge["from"], edge["to"]
        near = p["syncNs"] + edge["bytes"] * p["nsPerByte"]
        far = p["syncAcrossNs"] + edge["bytes"] * p["nsPerByteAcross"]
        if far == 0:
            model.add(starts[b] >= ends[a])
            continue
        same = together(a, b, [[c] for c in cores], f"same{k}")
        delay = near * (1 - same)
        if len(clusters) > 1:
            groups = [[c for c in cores if p["cluster"][c] == cluster] for cluster in clusters]
            close = together(a, b, groups, f"close{k}")
            model.add_implication(same, close)
            delay += (far - near) * (1 - close)
        model.add(starts[b] >= ends[a] + delay)
    makespan = model.new_int_var(0, horizon, "makespan")
    for end in ends:
        model.add(makespan >= end)
    model.minimize(makespan)
    solver = cp_model.CpSolver()
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.num_workers = workers
    status = solver.solve(model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None, solver.best_objective_bound
    return round(solver.objective_value), solver.best_objective_bound
