#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Programs that nobody prepared: Debian's source packages, built by their own
build systems with CC=hocketcc, beside gcc and gcc -flto.

    packages.py --hocketcc build/bin/hocketcc [NAME ...]

For each package (table/NAME.toml): fetched, built by each compiler in a copy of
its own, tested by its own tests, and its programs run on work of their kind.
Fails where hocketcc's build, tests or work fail, or a program writes other
bytes than gcc's. With --time the work is timed, too, in turns.
"""

import argparse
import json
import pathlib
import sys

from builds import build
from data import make_data
from sources import NotToBeHad, fetch
from table import load
from work import compare_work, time_work

SKIPPED = 77  # for ctest: nothing could be fetched
DEFAULT_DIR = pathlib.Path.home() / ".cache" / "hocket-packages"


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="packages; default: all of table/")
    parser.add_argument("--hocketcc", required=True, type=pathlib.Path)
    parser.add_argument("--dir", type=pathlib.Path, default=DEFAULT_DIR, help="for sources and builds (%(default)s)")
    parser.add_argument("--with", dest="compilers", default="gcc,lto,hocketcc", help="beside each other (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="for make -j (%(default)s)")
    parser.add_argument("--time", type=int, default=0, metavar="ROUNDS", help="time the work so often")
    parser.add_argument("--no-build", action="store_true", help="with what was built before")
    parser.add_argument("--no-check", action="store_true", help="without the packages' own tests")
    parser.add_argument("--json", type=pathlib.Path, help="write there what was found, package by package")
    options = parser.parse_args()
    options.dir = options.dir.resolve()
    options.commands = {"gcc": "gcc", "lto": "gcc -flto=2",
                        "hocketcc": str(options.hocketcc.resolve())}
    options.compilers = options.compilers.split(",")
    for compiler in options.compilers:
        if compiler not in options.commands:
            parser.error(f"--with: no '{compiler}'; there are {', '.join(options.commands)}")
    return options


def run_package(package, options):
    """What came of one package; 'problems' says what is wrong, in words."""
    result = {"name": package.name, "problems": [], "builds": {}, "times": {}}
    try:
        source = fetch(package, options.dir)
    except NotToBeHad as problem:
        result["missing"] = str(problem)
        return result
    make_data(options.dir / "data", package.work)
    for compiler in [] if options.no_build else options.compilers:
        made = build(package, source, compiler, options)
        result["builds"][compiler] = made.figures()
        if made.problem:
            result["problems"].append(f"{compiler}: {made.problem}")
    if not result["problems"]:
        result["problems"] += compare_work(package, options.compilers, options)
    if options.time and not result["problems"]:
        result["times"] = time_work(package, options.compilers, options)
    return result


def figures(result):
    """Build and work beside gcc's, in a few words."""
    words = []
    for kind, column in (("build", lambda made: made["wall"]), ("MiB", lambda made: made["memory"] / 1024)):
        if result["builds"]:
            words.append(kind + " " + " ".join(f"{name} {column(made):.1f}" for name, made in result["builds"].items()))
    if result["times"]:
        words.append("work " + " ".join(f"{name} {times[0]:.2f}" for name, times in result["times"].items()))
    regions = result["builds"].get("hocketcc", {}).get("regions", [])
    return "; ".join(words + [f"{len(regions)} regions"])


def main():
    options = arguments()
    results = []
    for package in load(options.names):
        result = run_package(package, options)
        results.append(result)
        if "missing" in result:
            print(f"skipped {result['name']}: {result['missing']}", flush=True)
            continue
        print(f"{'FAIL' if result['problems'] else 'ok'} {result['name']}: {figures(result)}", flush=True)
        for problem in result["problems"]:
            print("  " + problem.replace("\n", "\n    "), flush=True)
        if options.json:
            options.json.write_text(json.dumps(results, indent=1) + "\n")
    failed = sum(1 for result in results if result["problems"])
    skipped = sum(1 for result in results if "missing" in result)
    print(f"{len(results) - failed - skipped} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else SKIPPED if skipped == len(results) else 0


if __name__ == "__main__":
    sys.exit(main())
