#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The heat example over grid sizes: by hand with OpenMP, and by Hocket.

Small grids are where fork and join, and even a barrier after each step, cost
more than a step does. The versions run in turn; a point is the median over the
rounds of the time of a step, and of the ratio to the sequential version.

    test/bench/heat_curve.py --rounds 15 --svg docs/images/heat.svg
"""

import argparse
import pathlib
import statistics
import tempfile

from versions import Toolchain, build, run
from workloads import ROOT, examples

SIZES = [24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024]
CELLS = 4e8  # in all steps together, so that each point takes as long
VERSIONS = ("sequential", "expert", "hocket")


def measure(options):
    """{size: {version: [seconds a step]}}"""
    load = next(one for one in examples() if one.name == "heat")
    tools = Toolchain(options.cc, f"{options.build}/bin/hocketcc", options.cores, [])
    result = {}
    with tempfile.TemporaryDirectory() as name:
        work = pathlib.Path(name)
        binaries = {}
        for version in VERSIONS:
            binaries[version], problem = build(version, load, tools, work, 300)
            if problem:
                raise SystemExit(problem)
        for size in options.sizes:
            steps = max(10, int(options.cells / size**2))
            load.arguments = [str(size), str(steps), "{out}/plate.pgm"]
            times = {version: [] for version in VERSIONS}
            digests = set()
            for _ in range(options.rounds):
                for version in VERSIONS:
                    one = run(version, load, binaries[version], work, options.cores, 120)
                    if one.problem:
                        raise SystemExit(f"{version}, {size}: {one.problem}")
                    times[version].append(one.seconds / steps)
                    digests.add(one.digest)
            if len(digests) != 1:
                raise SystemExit(f"results differ at size {size}")
            result[size] = times
            print(row(size, times), flush=True)
    return result


def speed_up(times, version):
    return statistics.median(s / v for s, v in zip(times["sequential"], times[version]))


def row(size, times):
    step = statistics.median(times["sequential"]) * 1e6
    return f"| {size} | {step:.2f} | {speed_up(times, 'expert'):.2f} | {speed_up(times, 'hocket'):.2f} |"


def drawing(result):
    """Speed-up over size, both on scales that a reader can compare."""
    width, height, left, bottom = 640, 360, 56, 44
    sizes = sorted(result)
    top = max(2.2, *(speed_up(result[s], v) for s in sizes for v in VERSIONS))

    def place(index, value):
        x = left + (width - left - 20) * index / max(1, len(sizes) - 1)
        return x, height - bottom - (height - bottom - 20) * value / top

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="13">',
        f'<rect width="{width}" height="{height}" fill="white"/>',
    ]
    for tick in (0, 0.5, 1, 1.5, 2):
        _, y = place(0, tick)
        parts.append(f'<line x1="{left}" y1="{y:.1f}" x2="{width - 20}" y2="{y:.1f}" stroke="#ccc"/>')
        parts.append(f'<text x="{left - 8}" y="{y + 4:.1f}" text-anchor="end">{tick}</text>')
    for index, size in enumerate(sizes):
        x, y = place(index, 0)
        parts.append(f'<text x="{x:.1f}" y="{y + 18:.1f}" text-anchor="middle">{size}</text>')
    parts.append(f'<text x="{width / 2}" y="{height - 6}" text-anchor="middle">cells on a side of the grid</text>')
    for version, colour, label, at in (("expert", "#c0392b", "OpenMP by hand", 16), ("hocket", "#1f6fb2", "Hocket", 34)):
        points = [place(i, speed_up(result[s], version)) for i, s in enumerate(sizes)]
        line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
        parts.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>' for x, y in points]
        parts.append(f'<text x="{left + 12}" y="{at}" fill="{colour}">{label}</text>')
    return "\n".join([*parts, "</svg>", ""])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", default=str(ROOT / "build"))
    parser.add_argument("--cc", default="gcc")
    parser.add_argument("--cores", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--cells", type=float, default=CELLS)
    parser.add_argument("--svg", help="file to draw the curve to")
    options = parser.parse_args()
    print("| cells on a side | sequential step, us | OpenMP | Hocket |\n| --- | --- | --- | --- |")
    result = measure(options)
    if options.svg:
        pathlib.Path(options.svg).write_text(drawing(result))


if __name__ == "__main__":
    main()
