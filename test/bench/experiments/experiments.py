#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The numbers of the papers, simulated again; `./dev experiments`.

    experiments.py [NAME]...   all of them, or those named
    experiments.py --list

Tables go to standard output and, if all are run, with the drawings to
build/experiments.
What each assumes stands in its file, what came of it in docs/experiments. Ends
with status 1 where what has to come out exactly does not.
"""

import argparse
import importlib
import sys
import time

import tool
from claims import CLAIMS, EXACT

NAMES = ("usercentric", "toggling", "clocks", "governors", "oscar", "aac", "deferred", "recompute")


def claims_table(reports):
    """One row for each claim, of all if all was run."""
    said = {number: (verdict, found, name) for name, report in reports.items()
            for number, verdict, found in report.claims}
    rows = []
    for number, (text, static) in CLAIMS.items():
        if number in said:
            verdict, found, name = said[number]
            rows.append([number, text, verdict, found, f"`./dev experiments {name}`"])
        elif static and len(reports) == len(NAMES):
            rows.append([number, text, static[0], static[1], ""])
    table = tool.Report("claims")
    table.table(["claim", "what", "verdict", "found", "command"], rows)
    return table.lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--list", action="store_true")
    args = parser.parse_args()
    for name in args.names:
        if name not in NAMES:
            parser.error(f"there is no experiment '{name}'; expected one of {', '.join(NAMES)}")
    if args.list:
        for name in NAMES:
            print(f"{name:12} {importlib.import_module(name).TITLE}")
        return 0
    reports = {}
    for name in args.names or NAMES:
        begin = time.monotonic()
        reports[name] = importlib.import_module(name).run()
        print("\n".join(reports[name].lines), flush=True)
        print(f"({name}: {time.monotonic() - begin:.1f} s)\n", file=sys.stderr)
    table = claims_table(reports)
    print("\n".join(table))
    if not args.names:
        folder = tool.BUILD / "experiments"
        folder.mkdir(parents=True, exist_ok=True)
        text = "\n".join(line for report in reports.values() for line in report.lines)
        (folder / "results.md").write_text("# Experiments\n\n" + text + "\n" + "\n".join(table) + "\n")
        for report in reports.values():
            for name, text in report.drawings.items():
                (folder / name).write_text(text)
        print(f"written to {folder}")
    wrong = [number for report in reports.values() for number, verdict, _ in report.claims
             if number in EXACT and verdict != "reproduced"]
    if wrong:
        print(f"claims that have to come out exactly do not: {wrong}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
