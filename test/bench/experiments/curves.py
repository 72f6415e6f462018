# SPDX-License-Identifier: Apache-2.0
"""Curves of power over time, one below the other, as an SVG."""

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 110, 58, 16, 22, 8


def draw(curves, seconds, watts):
    """`curves`: for each title (time, watts) pairs, up to `seconds` and `watts`."""
    def x(time):
        return LEFT + (WIDTH - LEFT - RIGHT) * time / seconds

    total = HEIGHT * len(curves) + 30
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {total}" width="{WIDTH}" role="img" '
           'aria-label="power over time">',
           "<style>text { font: 12px sans-serif; fill: #5c636d; } .grid { stroke: #dcdfe3; } "
           "path { fill: none; stroke: #4c8fd9; stroke-width: 1.4; }</style>",
           f'<rect width="{WIDTH}" height="{total}" fill="#ffffff"/>']
    for row, (title, curve) in enumerate(curves.items()):
        base = HEIGHT * (row + 1) - BOTTOM

        def y(value, base=base):
            return base - (HEIGHT - TOP - BOTTOM) * value / watts

        for value in (0, watts):
            out.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y(value):.1f}" y2="{y(value):.1f}"/>'
                       f'<text x="{LEFT - 6}" y="{y(value) + 4:.1f}" text-anchor="end">{value:g} W</text>')
        path = " L".join(f"{x(time):.1f} {y(value):.1f}" for time, value in curve)
        out.append(f'<text x="{LEFT}" y="{base - HEIGHT + TOP + BOTTOM - 6}">{title}</text><path d="M{path}"/>')
    for time in range(0, int(seconds) + 1, 10):
        out.append(f'<text x="{x(time):.1f}" y="{total - 10}" text-anchor="middle">{time} s</text>')
    return "\n".join(out) + "\n</svg>\n"
