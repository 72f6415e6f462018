# SPDX-License-Identifier: Apache-2.0
"""Curves over the number of tasks, both logarithmic, side by side as an SVG."""

import math

WIDTH, HEIGHT, LEFT, BOTTOM, TOP, LEGEND = 300, 340, 44, 44, 36, 150
COLOURS = ("#4c8fd9", "#2ba08f", "#e08a34", "#8f6fd1", "#c2564b", "#7a8a3c", "#274f7d", "#5b2f8a")
LEAST_TASKS, MOST_TASKS = 400, 150000
STYLE = ("<style>text { font: 12px sans-serif; fill: #5c636d; } .grid { stroke: #dcdfe3; } "
         "path { fill: none; stroke-width: 1.6; }</style>")


class Panel:
    """One pair of axes."""

    def __init__(self, left, title, lines):
        values = [value for line in lines.values() for _, value in line]
        self.left, self.title, self.lines = left, title, lines
        self.least = 10 ** math.floor(math.log10(min(values)))
        self.most = 10 ** math.ceil(math.log10(max(values)))

    def x(self, tasks):
        part = math.log(tasks / LEAST_TASKS) / math.log(MOST_TASKS / LEAST_TASKS)
        return self.left + LEFT + (WIDTH - LEFT - 10) * part

    def y(self, value):
        part = math.log(max(value, self.least) / self.least) / math.log(self.most / self.least)
        return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * part

    def path(self, line, colour, dash=""):
        points = " L".join(f"{self.x(n):.1f} {self.y(value):.1f}" for n, value in line)
        return f'<path d="M{points}" stroke="{colour}"{dash}/>'

    def grid(self):
        out = [f'<text x="{self.x(10000):.1f}" y="{TOP - 14}" text-anchor="middle">{self.title}</text>',
               f'<text x="{self.x(10000):.1f}" y="{HEIGHT - 6}" text-anchor="middle">tasks</text>']
        for tasks in (1000, 10000, 100000):
            out.append(f'<line class="grid" x1="{self.x(tasks):.1f}" x2="{self.x(tasks):.1f}" y1="{TOP}" '
                       f'y2="{HEIGHT - BOTTOM}"/><text x="{self.x(tasks):.1f}" y="{HEIGHT - BOTTOM + 17}" '
                       f'text-anchor="middle">{tasks:,}</text>')
        value = self.least
        while value <= self.most:
            out.append(f'<line class="grid" x1="{self.left + LEFT}" x2="{self.left + WIDTH - 10}" '
                       f'y1="{self.y(value):.1f}" y2="{self.y(value):.1f}"/>'
                       f'<text x="{self.left + LEFT - 6}" y="{self.y(value) + 4:.1f}" text-anchor="end">{value:g}</text>')
            value *= 10
        return out

    def ideal(self):
        """Grows as n log n does, through the mean of the last points."""
        last = [line[-1] for line in self.lines.values()]
        scale = sum(value / (n * math.log(n)) for n, value in last) / len(last)
        return [(n, scale * n * math.log(n)) for n in (1000, 3000, 10000, 30000, 100000)
                if scale * n * math.log(n) >= self.least]

    def draw(self):
        out = self.grid() + [self.path(self.ideal(), "#5c636d", ' stroke-dasharray="5 4"')]
        for colour, line in zip(COLOURS, self.lines.values()):
            out.append(self.path(line, colour))
            out += [f'<circle cx="{self.x(n):.1f}" cy="{self.y(value):.1f}" r="2.4" fill="{colour}"/>'
                    for n, value in line]
        return out


def legend(left, names):
    out = []
    for row, (name, colour) in enumerate([("n log n", "#5c636d")] + list(zip(names, COLOURS))):
        dash = ' stroke-dasharray="5 4"' if row == 0 else ""
        top = TOP + 12 + row * 20
        out.append(f'<path d="M{left + 8} {top - 4}h18" stroke="{colour}"{dash}/>'
                   f'<text x="{left + 32}" y="{top}">{name}</text>')
    return out


def draw(panels):
    """`panels`: for each title, for each name (tasks, value) pairs."""
    width = WIDTH * len(panels) + LEGEND
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" width="{width}" '
           'role="img" aria-label="time and memory of scheduling over the number of tasks">',
           STYLE, f'<rect width="{width}" height="{HEIGHT}" fill="#ffffff"/>']
    for i, (title, lines) in enumerate(panels.items()):
        out += Panel(i * WIDTH, title, lines).draw()
    out += legend(len(panels) * WIDTH, next(iter(panels.values())))
    return "\n".join(out) + "\n</svg>\n"
