# SPDX-License-Identifier: Apache-2.0
"""Is a schedule right? Apart from hocket's own verifier."""


def check(problem, result):
    """Costs, cores and edges are kept."""
    places = result["placements"]
    free = [0.0] * problem["cores"]
    for i in sorted(range(len(places)), key=lambda i: (places[i]["start"], places[i]["end"])):
        at = places[i]
        assert at["start"] >= free[at["core"]] - 1e-6, f"task {i} overlaps another one"
        assert abs(at["end"] - at["start"] - problem["tasks"][i]["cost"][at["core"]]) < 1e-6
        free[at["core"]] = at["end"]
    for edge in problem["edges"]:
        a, b = places[edge["from"]], places[edge["to"]]
        moved = 0
        if a["core"] != b["core"]:
            near = problem["cluster"][a["core"]] == problem["cluster"][b["core"]]
            moved = (problem["syncNs"] + edge["bytes"] * problem["nsPerByte"] if near else
                     problem["syncAcrossNs"] + edge["bytes"] * problem["nsPerByteAcross"])
        assert b["start"] >= a["end"] + moved - 1e-6, f"edge {edge} is not kept"
    assert abs(result["makespan"] - max(at["end"] for at in places)) < 1e-6
