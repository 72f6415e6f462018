# SPDX-License-Identifier: Apache-2.0
"""check_trace.py FILE...: do traces keep to the Trace Event Format?

The rules are those of "Trace Event Format" (2016) and of the importers of Chrome
(catapult) and Perfetto, which drop what breaks them: slices of a thread nest, by B
and E and by X; times are microseconds and go forward; counters are numbers; names
are there for each thread and process; flows bind to slices. And what libhocket
says of the whole recording holds for its events.
"""
import json
import math
import sys

SLACK = 0.0015  # microseconds: times are rounded to nanoseconds
METADATA = {"process_name": "name", "thread_name": "name", "process_labels": "labels",
            "process_sort_index": "sort_index", "thread_sort_index": "sort_index"}


class Mistake(Exception):
    pass


def expect(condition, text):
    if not condition:
        raise Mistake(text)


def is_number(value):
    return (isinstance(value, (int, float)) and not isinstance(value, bool)
            and math.isfinite(value))


def check_fields(event):
    """What each event by itself must have."""
    phase = event.get("ph")
    expect(phase in list("BEXiCMstf"), f"no such phase: {phase!r}")
    for key in ("pid", "tid"):
        expect(type(event.get(key)) is int and event[key] >= 0, f"'{key}' is no number")
    if phase != "E":
        expect(isinstance(event.get("name"), str), "no name")
    if phase == "M":
        key = METADATA.get(event["name"])
        expect(key, f"no such metadata: {event['name']!r}")
        expect(key in event.get("args", {}), f"metadata without '{key}'")
        return
    expect(is_number(event.get("ts")) and event["ts"] >= 0, "'ts' is no time")
    if phase != "E":
        expect(isinstance(event.get("cat"), str) and event["cat"], "no category")
    if phase == "X":
        expect(is_number(event.get("dur")) and event["dur"] >= 0, "'dur' is no duration")
    if phase == "i":
        expect(event.get("s") in ("g", "p", "t"), "an instant without scope")
    if phase == "C":
        values = event.get("args", {}).values()
        expect(values and all(map(is_number, values)), "a counter's values are no numbers")
    if phase in "stf":
        expect("id" in event, "a flow without 'id'")
        expect(phase != "f" or event.get("bp") == "e", "a flow's end binds to no slice")


def slices_of(events):
    """(begin, end) of all slices of a thread. B and E stand in order of time."""
    slices, opened, last = [], [], 0
    for event in events:
        if event["ph"] == "X":
            slices.append((event["ts"], event["ts"] + event["dur"]))
        if event["ph"] not in "BE":
            continue
        expect(event["ts"] >= last, f"time goes back, from {last} to {event['ts']}")
        last = event["ts"]
        if event["ph"] == "B":
            opened.append(event["ts"])
        else:
            expect(opened, "an end without a beginning")
            slices.append((opened.pop(), event["ts"]))
    expect(not opened, f"{len(opened)} slices without an end")
    return slices


def check_nesting(slices):
    opened = []
    for begin, end in sorted(slices, key=lambda s: (s[0], -s[1])):
        while opened and opened[-1] <= begin + SLACK:
            opened.pop()
        expect(not opened or end <= opened[-1] + SLACK,
               f"a slice from {begin} to {end} crosses the end of another, {opened and opened[-1]}")
        opened.append(end)


def check_threads(events):
    threads = {}
    for event in events:
        if event["ph"] != "M":
            threads.setdefault((event["pid"], event["tid"]), []).append(event)
    named = {kind: {(e["pid"], e["tid"]) for e in events
                    if e["ph"] == "M" and e["name"] == kind} for kind in METADATA}
    processes = {pid for pid, _ in named["process_name"]}
    for (pid, tid), own in threads.items():
        expect((pid, tid) in named["thread_name"], f"thread {tid} has no name")
        expect(pid in processes, f"process {pid} has no name")
        slices = slices_of(own)
        check_nesting(slices)
        for flow in (e for e in own if e["ph"] in "stf"):
            expect(any(b <= flow["ts"] <= e for b, e in slices), "a flow outside of all slices")


def check_whole(trace, events):
    other = trace.get("otherData", {})
    expect(trace.get("displayTimeUnit") in ("ms", "ns"), "no such displayTimeUnit")
    expect(other.get("begin", 0) <= other.get("end", 0), "the end comes before the begin")
    for event in events:
        if event["ph"] in "BEXC":
            at = event["ts"] + event.get("dur", 0)
            expect(other["begin"] - SLACK <= event["ts"] and at <= other["end"] + SLACK,
                   f"an event at {at} is outside of the recording")
            expect(event["tid"] < other["cores"], f"there is no core {event['tid']}")
    regions = sum(e.get("cat") == "region" and e["tid"] == 0 and e["ph"] == "B" for e in events)
    if not any(other["lost"]):
        expect(regions == other["entered"], f"{regions} regions of {other['entered']}")


def check(path):
    with open(path, encoding="utf-8") as file:
        trace = json.load(file)
    expect(isinstance(trace, dict) and isinstance(trace.get("traceEvents"), list), "no 'traceEvents'")
    events = trace["traceEvents"]
    for position, event in enumerate(events):
        try:
            check_fields(event)
        except Mistake as mistake:
            raise Mistake(f"event {position}: {mistake}") from None
    check_threads(events)
    check_whole(trace, events)
    return len(events)


def main():
    status = 0
    for path in sys.argv[1:]:
        try:
            print(f"{path}: {check(path)} events")
        except (Mistake, ValueError) as mistake:
            print(f"{path}: {mistake}")
            status = 1
    return status if len(sys.argv) > 1 else 2


sys.exit(main())
