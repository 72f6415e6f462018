# SPDX-License-Identifier: Apache-2.0
"""Time over the number of tasks, both logarithmic, as an SVG."""

import math

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, RIGHT = 640, 400, 60, 40, 16, 130
COLOURS = ("#4c8fd9", "#2ba08f", "#e08a34", "#8f6fd1")


def draw(points, least=(500, 0.02), most=(200000, 20)):
    """`points`: for each name (tasks, seconds) pairs. The dashed line grows as
    n log n does, through the mean of the last points."""
    def x(tasks):
        return LEFT + (WIDTH - LEFT - RIGHT) * math.log(tasks / least[0]) / math.log(most[0] / least[0])

    def y(seconds):
        part = math.log(max(seconds, least[1]) / least[1]) / math.log(most[1] / least[1])
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * part

    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
           'role="img" aria-label="time of scheduling over the number of tasks">',
           "<style>text { font: 12px sans-serif; fill: #5c636d; } .grid { stroke: #dcdfe3; } "
           "path { fill: none; stroke-width: 2; }</style>",
           f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>']
    for tasks in (1000, 10000, 100000):
        out.append(f'<line class="grid" x1="{x(tasks):.1f}" x2="{x(tasks):.1f}" y1="{TOP}" y2="{HEIGHT - BOTTOM}"/>'
                   f'<text x="{x(tasks):.1f}" y="{HEIGHT - BOTTOM + 18}" text-anchor="middle">{tasks:,}</text>')
    for seconds in (0.1, 1, 10):
        out.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(seconds):.1f}" y2="{y(seconds):.1f}"/>'
                   f'<text x="{LEFT - 8}" y="{y(seconds) + 4:.1f}" text-anchor="end">{seconds} s</text>')
    out.append(f'<text x="{(LEFT + WIDTH - RIGHT) / 2}" y="{HEIGHT - 6}" text-anchor="middle">tasks, on 64 cores</text>')
    last = [line[-1] for line in points.values()]
    scale = sum(s / (n * math.log(n)) for n, s in last) / len(last)
    ideal = [(n, scale * n * math.log(n)) for n in (1000, 3000, 10000, 30000, 100000, 150000)]
    lines = [("n log n", "#9aa2ad", ideal, ' stroke-dasharray="5 4"')]
    lines += [(name, colour, line, "") for (name, line), colour in zip(points.items(), COLOURS)]
    for row, (name, colour, line, dash) in enumerate(lines):
        path = "M" + " L".join(f"{x(n):.1f} {y(s):.1f}" for n, s in line)
        top = TOP + 12 + row * 20
        out.append(f'<path d="{path}" stroke="{colour}"{dash}/>'
                   f'<path d="M{WIDTH - RIGHT + 12} {top - 4}h18" stroke="{colour}"{dash}/>'
                   f'<text x="{WIDTH - RIGHT + 36}" y="{top}">{name}</text>')
        if not dash:
            out += [f'<circle cx="{x(n):.1f}" cy="{y(s):.1f}" r="3" fill="{colour}"/>' for n, s in line]
    return "\n".join(out) + "\n</svg>\n"
